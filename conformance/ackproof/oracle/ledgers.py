"""The ground truth of anchoring: every tuple as reported by the target, and every tree's ledger. A target may draw its
own edge ids. So the truth is stated over the message ids in its reports. The edge between an anchor and a new tuple can
be read from the new tuple's message id if one of the anchor's roots is not shared with another anchor.
"""

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property

from attrs import frozen

from ackproof.components.acker import Ack
from ackproof.components.anchoring import AckTuple, AnchoringOperation, AnchoringResult, Emit, FailTuple, Receive
from ackproof.workloads.anchoring import AnchoringWorkload

MessageId = dict[int, int]


@frozen
class KnownTuple:
    """A tuple: its message id as reported, its anchors by name, and the moment of its creation."""

    name: str
    message_id: MessageId
    anchors: tuple[str, ...]
    index: int


@frozen(kw_only=True)
class AnchoringMoment:
    """One operation and its result, with the state before it.

    `tuples` has all tuples by name, `gone` how each released tuple ended, `children` the tuples anchored to each.
    """

    index: int
    operation: AnchoringOperation
    result: AnchoringResult
    tuples: dict[str, KnownTuple]
    gone: dict[str, str]
    children: dict[str, list[str]]

    @property
    def misuse(self) -> str | None:
        """The rule for bolts that the operation breaks, if there is one."""
        match self.operation:
            case AckTuple(name) | FailTuple(name) if name in self.gone:
                return f"{self.operation.op} of {name}, which was {self.gone[name]} before"
            case Emit(_, anchors, _) if any(anchor in self.gone for anchor in anchors):
                return f"an emit anchored to {', '.join(anchors)}, which was let go of before"
        return None


@frozen
class AnchoringChronicle:
    """A workload, a target's results, and the state at each step. Each moment has a copy of how tuples ended, which
    takes too much memory for many tuples: then it has only those in `about`.
    """

    workload: AnchoringWorkload
    results: Sequence[AnchoringResult]
    about: Collection[str] | None = None

    @cached_property
    def moments(self) -> tuple[AnchoringMoment, ...]:
        """Every operation, in order."""
        return tuple(_moments(self.workload, self.results, self.about))

    @cached_property
    def tuples(self) -> dict[str, KnownTuple]:
        """All tuples, by name, in their final state."""
        return dict(self.moments[-1].tuples) if self.moments else {}

    @cached_property
    def roots(self) -> tuple[int, ...]:
        """The roots of all trees."""
        return tuple(sorted({root for known in self.tuples.values() for root in known.message_id}))


def _moments(
    workload: AnchoringWorkload, results: Sequence[AnchoringResult], about: Collection[str] | None
) -> Iterator[AnchoringMoment]:
    tuples: dict[str, KnownTuple] = {}
    gone: dict[str, str] = {}
    children: dict[str, list[str]] = {}
    for index, (operation, result) in enumerate(zip(workload.steps, results, strict=True)):
        yield AnchoringMoment(
            index=index, operation=operation, result=result, tuples=tuples, gone=dict(gone), children=children
        )
        match operation:
            case Receive(name, message_id):
                tuples[name] = KnownTuple(name, dict(message_id), (), index)
            case Emit(names, anchors, _) if result.refused is None:
                for name, reported in zip(names, result.message_ids, strict=False):
                    tuples[name] = KnownTuple(name, dict(reported), anchors, index)
                    for anchor in dict.fromkeys(anchors):
                        children.setdefault(anchor, []).append(name)
            case AckTuple(name) if about is None or name in about:
                gone.setdefault(name, "acked")
            case FailTuple(name) if about is None or name in about:
                gone.setdefault(name, "failed")


def edge_between(seen: AnchoringChronicle, anchor: str, child: str) -> int | None:
    """Return the xor of the edges between an anchor and a tuple, or None if the message ids do not show it."""
    tuples = seen.tuples
    others = [name for name in tuples[child].anchors if name != anchor]
    hidden = {root for name in others for root in tuples[name].message_id}
    for root in tuples[anchor].message_id:
        if root not in hidden and root in tuples[child].message_id:
            return tuples[child].message_id[root]
    return None


def init_value(seen: AnchoringChronicle, root: int) -> int:
    """Return the value of the spout's init of a root: the xor of the edges of the tuples that it emitted."""
    value = 0
    for known in seen.tuples.values():
        if isinstance(seen.workload.steps[known.index], Receive):
            value ^= known.message_id.get(root, 0)
    return value


def acks_of(result: AnchoringResult, root: int) -> list[int]:
    """Return the values for a root in a result's acks."""
    return [message.value for message in result.messages if isinstance(message, Ack) and message.root == root]
