"""Edge ids that a target drew itself: whether they depend on each other, and matched with those that it was given.

A target may draw its own edge ids. Then its numbers differ from the reference's, and it may still be correct: if each
of its numbers corresponds to one of the reference's, and both are the xor of corresponding edges.
"""

import random
from collections.abc import Iterator, Sequence

from attrs import define, evolve, field

from ackproof.components import Operation
from ackproof.components.acker import Ack
from ackproof.components.anchoring import AnchoringResult, Emit
from ackproof.components.spout import Effect, InitSent, Sent, SpoutEmit, SpoutResult
from ackproof.workloads.ids import xor_of


def in_given_ids(operation: SpoutEmit, result: SpoutResult) -> SpoutResult:
    """Return the result of an emission with the target's own edge ids replaced by the given ones.

    Each tuple has the edge id of its receiver, and the init their xor. If ids are zero or equal, they cannot be
    assigned, and the result is returned unchanged.
    """
    sent = [effect for effect in result.effects if isinstance(effect, Sent) and effect.receiver < len(operation.edges)]
    own = [(edge, operation.edges[effect.receiver]) for effect in sent for edge in effect.message_id.values()]
    given = dict(own)
    if 0 in given or len(given) < len(own):
        return result
    total, given_total = xor_of(list(given)), xor_of(list(given.values()))

    def renamed(effect: Effect) -> Effect:
        match effect:
            case Sent(_, message_id):
                return evolve(effect, message_id={root: given.get(edge, edge) for root, edge in message_id.items()})
            case InitSent(_, value, _):
                return evolve(effect, value=value ^ total ^ given_total)  # a wrong value stays wrong by the same xor
        return effect

    return evolve(result, effects=tuple(map(renamed, result.effects)))


def with_fresh_edges(operations: Sequence[Operation]) -> list[Operation]:
    """Return operations of anchoring with other edge ids for their emits: random ones, which are the same in every
    call.
    """
    source = random.Random("edges that depend on nothing")

    def fresh(operation: Operation) -> Operation:
        if not isinstance(operation, Emit):
            return operation
        rows = tuple(tuple(source.getrandbits(ID_BITS) - HALF for _ in row) for row in operation.edges)
        return evolve(operation, edges=rows)

    return list(map(fresh, operations))


@define
class EdgeMatching:
    """Pairs of numbers that two runs have in the same places, each number an xor of edges.

    They match if the edges of one run can be mapped to those of the other: if any pairs whose numbers cancel in one run
    also cancel in the other.
    """

    _ours: dict[int, tuple[int, int]] = field(init=False, factory=dict)
    _theirs: dict[int, tuple[int, int]] = field(init=False, factory=dict)

    def matches(self, theirs: AnchoringResult, ours: AnchoringResult) -> bool:
        """Whether two results are equal except for the edge ids, and these match with all earlier pairs."""
        if (theirs.refused is None) != (ours.refused is None) or _shape(theirs) != _shape(ours):
            return False
        return all(self.add(*pair) for pair in zip(_numbers(theirs), _numbers(ours), strict=True))

    def add(self, their_number: int, our_number: int) -> bool:
        """Add a pair; return whether it matches with all earlier pairs."""
        theirs, ours = their_number & _MASK, our_number & _MASK
        return _reduce(self._ours, ours, theirs) and _reduce(self._theirs, theirs, ours)


def first_dependent(numbers: Sequence[int]) -> tuple[int, list[int]] | None:
    """Return the index of the first number that is zero or an xor of some before it, and the indices of those."""
    reduced: list[tuple[int, int]] = []
    for index, number in enumerate(numbers):
        rest, summands = number & _MASK, 1 << index
        for row, own in reduced:
            if rest ^ row < rest:
                rest, summands = rest ^ row, summands ^ own
        if not rest:
            return index, [place for place in range(index) if summands >> place & 1]
        reduced = sorted([*reduced, (rest, summands)], reverse=True)
    return None


ID_BITS = 64
HALF = 1 << (ID_BITS - 1)
_MASK = (1 << ID_BITS) - 1


def _reduce(basis: dict[int, tuple[int, int]], number: int, image: int) -> bool:
    """Add a number to a basis, by its highest bit. If it depends on earlier numbers, return whether its image does
    likewise.
    """
    while number:
        highest = number.bit_length()
        if highest not in basis:
            basis[highest] = number, image
            return True
        number, image = number ^ basis[highest][0], image ^ basis[highest][1]
    return image == 0


def _shape(result: AnchoringResult) -> object:
    """Return a result without its numbers."""
    roots = [sorted(message_id) for message_id in result.message_ids]
    return roots, sorted((message.op, message.root) for message in result.messages)


def _numbers(result: AnchoringResult) -> Iterator[int]:
    """Yield the edges of a result, in the order of its shape."""
    for message_id in result.message_ids:
        yield from (message_id[root] for root in sorted(message_id))
    for message in sorted(result.messages, key=lambda message: (message.op, message.root)):
        if isinstance(message, Ack):
            yield message.value
