"""The ledgers of all trees in a large history of collectors, kept in one pass.

As in `ackproof.oracle.ledgers`, edges are taken from the target's reports. Nothing is kept about released tuples, and
about a tree only its ack val and the number of its open tuples.
"""

from collections import Counter
from collections.abc import Sequence

from attrs import define, field

from ackproof.components.acker import Ack, Fail
from ackproof.components.anchoring import AckTuple, AnchoringOperation, AnchoringResult, Emit, FailTuple, Receive
from ackproof.text.sanitize import shown
from ackproof.text.wording import count, message_words
from ackproof.workloads.ids import four_that_cancel

MessageId = dict[int, int]


@define
class Held:
    """An input that is held. `opened` is the xor of its children's edges, or None if message ids do not show it: every
    root of this input that a child has is also a root of another anchor of that child.
    """

    message_id: MessageId
    opened: int | None = 0
    children: int = 0


@define
class Ledgers:
    """The state of all trees. `reported` is the xor of the init of a root and of all acks so far. `drawn` has the edges
    of all tuples, each with the name of its tuple: no two tuples may share one, whatever their roots.
    """

    held: dict[str, Held] = field(factory=dict)
    reported: dict[int, int] = field(factory=dict)
    open: Counter[int] = field(factory=Counter)
    drawn: dict[int, str] = field(factory=dict)

    def wrong(self, operation: AnchoringOperation, result: AnchoringResult) -> str:
        """Record an operation; return the fault in its result, or an empty string if there is none. Each root is
        received before any tuple of its tree is acked.
        """
        if result.refused is not None:
            return f"was refused: {shown(result.refused)}"
        match operation:
            case Receive(name, message_id):
                for root, edge in message_id.items():
                    self.reported[root] = self.reported.get(root, 0) ^ edge
                self._hold(name, dict(message_id))
                return _silent(result)
            case Emit(names, anchors, _):
                return _silent(result) or self._emitted(names, anchors, result.message_ids)
            case AckTuple(name):
                return self._acked(self.held.pop(name), result)
            case FailTuple(name):
                return _one_for_each(self.held.pop(name), result, Fail)
        raise TypeError(f"{type(operation).__name__} is no operation of collectors")

    def _hold(self, name: str, message_id: MessageId) -> None:
        self.held[name] = Held(message_id)
        for root, edge in message_id.items():
            self.open[root] += 1
            self.drawn[edge] = name

    def _emitted(self, names: Sequence[str], anchors: Sequence[str], message_ids: Sequence[MessageId]) -> str:
        if len(message_ids) != len(names):
            return f"gave {count(len(message_ids), 'tuple')} to {count(len(names), 'receiver')}"
        inputs = [self.held[name] for name in anchors]
        shared = Counter(root for each in inputs for root in each.message_id)
        seen_by = [next((root for root in each.message_id if shared[root] == 1), None) for each in inputs]
        for name, message_id in zip(names, message_ids, strict=True):
            if message_id.keys() != shared.keys():
                root, *_ = message_id.keys() ^ shared.keys()
                if root in message_id:
                    return f"gave {name} the root {root}, which none of its anchors has"
                return f"gave {name} without the root {root}, which an anchor of it has"
            for root, edge in message_id.items():
                if edge == 0:
                    return f"gave {name} the edge 0 under root {root}"
                if edge in self.drawn:
                    return f"gave {name} the edge {edge} under root {root}, which is the edge of {self.drawn[edge]}"
            for each, seen in zip(inputs, seen_by, strict=True):
                if each.message_id:
                    each.children += 1
                    each.opened = None if seen is None or each.opened is None else each.opened ^ message_id[seen]
            self._hold(name, dict(message_id))
        return _cancelling(names, message_ids)

    def _acked(self, done: Held, result: AnchoringResult) -> str:
        wrong = _one_for_each(done, result, Ack)
        if wrong:
            return wrong
        for message in result.messages:
            root, value = message.root, getattr(message, "value", 0)
            if done.opened is not None and value != done.message_id[root] ^ done.opened:
                return f"told root {root} the value {value}; {self._should_tell(done, done.message_id[root], value)}"
            self.reported[root] ^= value
            self.open[root] -= 1
            if (self.reported[root] == 0) != (self.open[root] == 0):
                return f"left an ack val of {self.reported[root]} of root {root}, with {self.open[root]:,} tuples open"
        return ""

    def _should_tell(self, done: Held, own: int, value: int) -> str:
        """Describe the value that an ack should have, and the tuple whose edge alone is the difference."""
        should, children = own ^ (done.opened or 0), done.children
        these = "its child" if children == 1 else f"its {children:,} children"
        why = f"the xor of its own edge and those of {these}" if children else "its own edge (it has no children)"
        other = self.drawn.get(should ^ value)
        differs = f". The two differ by the edge of {other}" if other else ""
        return f"it should have told it {should}, {why}{differs}"


def _cancelling(names: Sequence[str], message_ids: Sequence[MessageId]) -> str:
    """Return that four tuples of an emit have edges that cancel, as if they had not been drawn at random."""
    root = next(iter(message_ids[0]), None) if message_ids else None
    together = () if root is None else four_that_cancel([each[root] for each in message_ids])
    if not together:
        return ""
    return f"gave {', '.join(names[place] for place in together)} edges under root {root} whose xor is 0"


def _silent(result: AnchoringResult) -> str:
    return f"sent {message_words(result.messages)} to ackers" if result.messages else ""


def _one_for_each(held: Held, result: AnchoringResult, kind: type[Ack | Fail]) -> str:
    roots = [message.root for message in result.messages]
    strangers = [message for message in result.messages if not isinstance(message, kind)]
    if len(roots) == len(held.message_id) and set(roots) == held.message_id.keys() and not strangers:
        return ""
    return f"sent {len(roots):,} messages, which are not one {kind.op} to each of {len(held.message_id):,} roots"
