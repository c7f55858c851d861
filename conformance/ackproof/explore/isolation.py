"""Isolation: an acker with the records of two trees handles each as if there were no other (ACK-22).

This is proven by induction, so for histories of any length. The set of states that a real acker can have with one tree
alone is closed under the messages of that tree, each any number of times, and ticks. For every pair of such states, one
of each root, the acker is restored with both and gets each message and a tick. It has to emit and keep the same as with
one tree alone, and to leave the other record unchanged.
"""

from collections import deque
from collections.abc import Iterator, Sequence

from acking import AckerMessage
from attrs import frozen

from ackproof.explore.bounds import Bounds
from ackproof.explore.driving import NOTHING, TICK, AckerDriver, Memory, Subject, kept_by
from ackproof.explore.forests import SmallForest, trees_of
from ackproof.explore.space import ROOTS, TASKS, World


@frozen
class Leak:
    """A message, or a tick, at which the records of two roots are not handled independently."""

    forest: SmallForest
    memory: Memory
    message: AckerMessage | None


def isolation(forest: SmallForest, subject: Subject, bounds: Bounds) -> tuple[int, Leak | None]:
    """Return the number of steps that were judged, and a leak if there is one."""
    roots = [
        World(tree=tree, bounds=bounds, profile=subject.profile, root=root, task=task)
        for tree, root, task in zip(trees_of(forest, bounds.roots), ROOTS, TASKS, strict=False)
    ]
    alone = AckerDriver(subject)
    kept = [_closure([move.message for move in world.moves], alone) for world in roots]
    steps = 0
    for memories in _pairs(kept):
        together = _joined(memories)
        for number, world in enumerate(roots):
            for move in world.moves:
                steps += 1
                emitted, own = alone.step(memories[number], move.message)
                after = _joined([own if other == number else memory for other, memory in enumerate(memories)])
                if (emitted, after) != _answer(subject, together, move.message):
                    return steps, Leak(forest, together, move.message)
        steps += 1
        aged = [alone.step(memory, TICK) for memory in memories]
        if (_all_emitted(aged), _joined([memory for _, memory in aged])) != _answer(subject, together, TICK):
            return steps, Leak(forest, together, TICK)
    return steps, None


def _closure(messages: Sequence[AckerMessage], driver: AckerDriver) -> list[Memory]:
    """Return all states that an acker can have with one root."""
    found = {NOTHING: None}
    waiting = deque(found)
    while waiting:
        memory = waiting.popleft()
        for message in (*messages, TICK):
            _, after = driver.step(memory, message)
            if after not in found:
                found[after] = None
                waiting.append(after)
    return list(found)


def _pairs(kept: Sequence[Sequence[Memory]]) -> Iterator[list[Memory]]:
    if len(kept) == 1:
        yield from ([memory] for memory in kept[0])
        return
    yield from ([one, other] for one in kept[0] for other in kept[1])


def _joined(memories: Sequence[Memory]) -> Memory:
    return tuple(sorted((entry for memory in memories for entry in memory), key=lambda entry: entry[:2]))


def _answer(subject: Subject, memory: Memory, message: AckerMessage | None) -> tuple[object, Memory]:
    acker = subject.awake(memory)
    emitted = subject.answer(acker, message)
    return emitted, kept_by(acker)


def _all_emitted(answers: Sequence[tuple[tuple[object, ...], Memory]]) -> tuple[object, ...]:
    return tuple(notification for emitted, _ in answers for notification in emitted)
