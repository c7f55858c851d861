"""Where a target answered what the reference would not: also one that drew edge ids of its own.

The reference answers in the edge ids that operations bring. A target that does not claim `given-edges` takes others:
its answers differ from those of the reference in numbers that mean nothing.
"""

from collections.abc import Iterable, Iterator, Sequence

from attrs import evolve

from ackproof.components import Operation, Result
from ackproof.components.acker import Ack
from ackproof.components.anchoring import AnchoringResult, Emit, Receive
from ackproof.components.spout import Callback, InitSent, Sent, SpoutEmit, SpoutResult
from ackproof.witness import CollectorStep, MapStep, SpoutStep

EVERY_BIT = (1 << 64) - 1


def expected_of(step: MapStep | SpoutStep | CollectorStep) -> Result | None:
    """Return what the reference answers at a step, without the number of pending emissions if the target does not say
    that.
    """
    if isinstance(step, SpoutStep) and step.expected is not None and step.said.pending is None:
        return evolve(step.expected, pending=None)
    return step.expected


def differing(operations: Sequence[Operation], steps: Sequence[MapStep | SpoutStep | CollectorStep]) -> list[bool]:
    """Return for each step whether the target answered what the reference would not, but for ids of its own."""
    own_ids = draws_own_ids(operations, [step.said for step in steps])
    return [
        due is not None and step.said != due and not (own_ids and without_ids(step.said) == without_ids(due))
        for step, due in ((step, expected_of(step)) for step in steps)
    ]


def draws_own_ids(operations: Sequence[Operation], results: Iterable[Result]) -> bool:
    """Whether a result has an id that is no xor of ids that the operations bring. Random ids are none, and what a
    target makes of given ones is.
    """
    basis: list[int] = []
    for each in _given(operations):
        left = _reduced(each & EVERY_BIT, basis)
        if left:
            basis.append(left)
    return any(_reduced(each & EVERY_BIT, basis) for result in results for each in _ids(result))


def without_ids(result: Result) -> Result:
    """Return a result with 0 for each of its edge ids and of the values made of them."""
    match result:
        case AnchoringResult(message_ids, messages):
            without_values = tuple(evolve(each, value=0) if isinstance(each, Ack) else each for each in messages)
            return evolve(
                result, message_ids=tuple(dict.fromkeys(each, 0) for each in message_ids), messages=without_values
            )
        case SpoutResult(effects):
            return evolve(result, effects=tuple(_without(each) for each in effects))
    return result


def _without(effect: Sent | InitSent | Callback) -> Sent | InitSent | Callback:
    match effect:
        case Sent():
            return evolve(effect, message_id=dict.fromkeys(effect.message_id, 0))
        case InitSent():
            return evolve(effect, value=0)
    return effect


def _reduced(number: int, basis: Sequence[int]) -> int:
    for each in basis:
        number = min(number, number ^ each)
    return number


def _given(operations: Iterable[Operation]) -> Iterator[int]:
    for operation in operations:
        match operation:
            case Receive(_, message_id):
                yield from message_id.values()
            case Emit(_, _, edges):
                yield from (edge for row in edges for edge in row)
            case SpoutEmit(_, _, _, edges):
                yield from edges


def _ids(result: Result) -> Iterator[int]:
    match result:
        case AnchoringResult(message_ids):
            yield from (edge for each in message_ids for edge in each.values())
        case SpoutResult(effects):
            yield from (edge for each in effects if isinstance(each, Sent) for edge in each.message_id.values())
