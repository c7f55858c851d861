"""Anchoring: how bolts grow the tuple tree, and what they report to the ackers.

Theory of operation
-------------------
A tuple carries a *message id*: for each root whose tree it belongs to, the edge id of the tuple in that tree. A tuple
with an empty message id belongs to no tree, and nothing is reported about it.

A bolt emits a tuple *anchored* to inputs that it holds. Each receiving task and each anchor get a fresh edge id. It
goes into the new tuple's message id under every root of that anchor, xored with the edges of other anchors of the same
root. And it is kept with the anchor as a child. Nothing is sent to an acker yet. When the bolt acks an input, it sends
one message per root:

    ack value of a root  =  the input's own edge for that root  xor  the edges of all children anchored to the input

    receive S  {5: 17}                            S is in the tree of root 5, with the edge 17
    emit W, X  anchored to S, edges 2 and 8       W carries {5: 2} and X {5: 8}; S keeps 2^8
    ack S                                         the acker of root 5 receives 17^2^8

So the message that closes an edge also opens those of its children. A fresh edge *per anchor* makes joins work: two
anchors of one tree each report their own edge, and the new tuple carries the xor of the two, which cancels when it is
acked. If they shared one edge, their two reports would cancel each other.

A `BoltTask` raises `IllegalUse` if an input is acked or failed twice, and for an emit anchored to an input that was
already acked or failed. The latter is a hole in the algorithm and not a formality: no ack would ever report the child,
and the tree could be completed with the child still open (`ANC-10`). Storm's collectors do not refuse; its ShellBolt
does.

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
    """An input tuple that was neither acked nor failed yet. `children` is the xor of the edge ids that were drawn for
    it as an anchor, one for each tuple anchored to it: one number, however many there are.
    """

    message_id: MessageId
    children: int = 0


@define
class BoltTask:
    """The inputs that one bolt task holds, neither acked nor failed, with their children. The caller names them.

    `receive` raises `IllegalUse` if the name is held already, and all other calls if an input is not held. Ids that are
    out of range are refused too.
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
        `edges[t][a]` is the fresh edge id between the t-th receiving task and the a-th anchor. If the same input is an
        anchor several times, it has a fresh edge for each. Without anchors the tuples belong to no tree.
        """
        inputs = [self._input(name, "an emit anchored to") for name in anchors]
        for row in edges:
            if len(row) != len(anchors):
                raise IllegalUse(f"{len(row)} edge ids for a tuple with {len(anchors)} anchors; it takes one for each")
            for edge in row:
                check_id("edge", edge, self.edge_bits)
        return tuple(_anchored(inputs, row) for row in edges)

    def ack(self, name: str) -> tuple[Ack, ...]:
        """Ack an input; return the messages for the ackers, one per root. It is no longer held."""
        done = self._input(name, "an ack of")
        del self._held[name]
        return tuple(Ack(root, edge ^ done.children) for root, edge in done.message_id.items())

    def fail(self, name: str) -> tuple[Fail, ...]:
        """Fail an input; return the messages for the ackers, one per root. It is no longer held."""
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
    """Return the message id of one new tuple, and add its edges to the children of its anchors."""
    message_id: dict[RootId, EdgeId] = {}
    for anchor, edge in zip(inputs, row, strict=True):
        if not anchor.message_id:
            continue  # an anchor without roots: the edge would never be reported to a tree
        anchor.children ^= edge
        for root in anchor.message_id:
            message_id[root] = message_id.get(root, 0) ^ edge
    return message_id
