"""Anchoring: how bolts grow the tuple tree, and what they tell the ackers of it.

Theory of operation
-------------------
A tuple carries a *message id*: for each root whose tree it belongs to, the edge id by which that tree knows it. A tuple
with an empty message id belongs to no tree, and nothing that happens to it is told to anybody.

A bolt emits a tuple *anchored* to inputs that it holds. For each task that will receive the new tuple, and for each
anchor, a fresh edge id is taken: it goes into the new tuple's message id under every root of that anchor, xored with
what other anchors of the same root put there, and it is remembered with the anchor as a child. Nothing is sent to an
acker yet. When the bolt acks an input, one message per root goes out:

    ack value of a root  =  the input's own edge for that root  xor  the edges of all children anchored to the input

    receive S  {5: 17}                            S is in the tree of root 5, which knows it by the edge 17
    emit W, X  anchored to S, edges 2 and 8       W carries {5: 2} and X {5: 8}; S remembers 2^8
    ack S                                         the acker of root 5 is told 17^2^8

So the message that closes an edge is the one that opens its children. A fresh edge *per anchor* is what makes joins
come out right: two anchors of one tree each report their own edge, and the new tuple carries the xor of the two,
which cancels when it is acked. Had they shared one edge, their two reports would have cancelled each other.

What this machine refuses (`IllegalUse`): acking or failing an input twice, and emitting anchored to an input that was
already acked or failed. The latter is a hole in the algorithm, not a formality: the child would never be entered in
the ledger, and the tree could be called done with the child still open (`ANC-10`). Storm's collectors do not refuse;
its ShellBolt does.

Rules: the chapter on anchoring, `ANC-01` onwards. Source: guarantee-1.0; source-0.6 keeps the children beside the
inputs in the same way.
"""

from collections.abc import Mapping, Sequence

from attrs import define, field

from acking.errors import IllegalUse
from acking.ids import ID_BITS, EdgeId, RootId, check_bits, check_id
from acking.messages import Ack, Fail, ResetTimeout

MessageId = Mapping[RootId, EdgeId]
"""Edge id by root id: the trees that a tuple belongs to, and its name in each."""


@define
class HeldInput:
    """An input tuple that was neither acked nor failed yet. `children` is the xor of the edges that were taken with it
    as an anchor: all that is kept of its children, however many.
    """

    message_id: MessageId
    children: int = 0


@define
class BoltTask:
    """The inputs that one bolt task holds, unacked, each with what was anchored to it. Inputs go by names of the
    caller's.
    """

    edge_bits: int = ID_BITS
    _held: dict[str, HeldInput] = field(init=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        check_bits(self.edge_bits)

    def receive(self, name: str, message_id: MessageId) -> None:
        """Take an input tuple. It is held until it is acked or failed."""
        if name in self._held:
            raise IllegalUse(f"input {name!r} is already held")
        if not isinstance(message_id, Mapping):
            raise IllegalUse(f"message id {message_id!r} is not a map from root ids to edge ids")
        for root, edge in message_id.items():
            check_id("root", root)
            check_id("edge", edge, self.edge_bits)
        self._held[name] = HeldInput(dict(message_id))

    def emit(self, anchors: Sequence[str], edges: Sequence[Sequence[EdgeId]]) -> tuple[MessageId, ...]:
        """Emit one tuple to each of `len(edges)` tasks; return their message ids in that order.

        `edges[t][a]` is the fresh edge id between the t-th receiving task and the a-th anchor. The same input may be an
        anchor more than once; it then has a fresh edge for each time. Without anchors the tuples belong to no tree.
        """
        inputs = [self._input(name, "an emit anchored to") for name in anchors]
        for row in edges:
            if len(row) != len(anchors):
                raise IllegalUse(f"{len(row)} edge ids for a tuple with {len(anchors)} anchors; it takes one for each")
            for edge in row:
                check_id("edge", edge, self.edge_bits)
        return tuple(_anchored(inputs, row) for row in edges)

    def ack(self, name: str) -> tuple[Ack, ...]:
        """Let go of an input that was processed; return the messages for the ackers, one per root."""
        done = self._input(name, "an ack of")
        del self._held[name]
        return tuple(Ack(root, edge ^ done.children) for root, edge in done.message_id.items())

    def fail(self, name: str) -> tuple[Fail, ...]:
        """Let go of an input that could not be processed; return the messages for the ackers, one per root."""
        failed = self._input(name, "a fail of")
        del self._held[name]
        return tuple(Fail(root) for root in failed.message_id)

    def more_time(self, name: str) -> tuple[ResetTimeout, ...]:
        """Ask for more time for an input that is kept; return the messages for the ackers, one per root."""
        kept = self._input(name, "a call for more time for")
        return tuple(ResetTimeout(root) for root in kept.message_id)

    def _input(self, name: str, use: str) -> HeldInput:
        if name not in self._held:
            raise IllegalUse(f"{use} {name!r}, which is not held: it never came, or was already acked or failed")
        return self._held[name]


def _anchored(inputs: Sequence[HeldInput], row: Sequence[EdgeId]) -> MessageId:
    """Return the message id of one new tuple, and remember its edges with the anchors, as their child."""
    message_id: dict[RootId, EdgeId] = {}
    for anchor, edge in zip(inputs, row, strict=True):
        if not anchor.message_id:
            continue  # an anchor without roots: no tree could ever hear of this edge
        anchor.children ^= edge
        for root in anchor.message_id:
            message_id[root] = message_id.get(root, 0) ^ edge
    return message_id
