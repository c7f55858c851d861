"""Two spout executors in one state, and one premature ack: `python -m ackproof.examples.two_spouts` tells it.

Everything in it is the reference: spout executors, collectors of bolts, an acker. Only the ids are drawn as Storm draws
them, by `nextLong` of java.util.Random, and both executors were seeded with the same second.
"""

from collections.abc import Iterator, Sequence
from itertools import islice

import acking
from acking import Acker, BoltTask, Callback, Init, Notification, Sent, SpoutExecutor
from attrs import Factory, define

from ackproof.components.ids import Draw, IdsResult
from ackproof.oracle.generators import java_random, recover_java_random
from ackproof.rules.ids import Drawn, executors_are_not_in_one_state
from ackproof.rules.registry import Premises, Violation
from ackproof.target import Config
from ackproof.workloads.executors import ManyDraws
from ackproof.workloads.ids import signed

SECOND = 1_467_331_200
"""When both executors start: 1 July 2016, 00:00:00 UTC."""

SCRAMBLE = 0x5DEECE66D
"""What the constructor of java.util.Random xors a seed with."""

ORDERS, PAYMENTS = 1, 2
"""The two spout tasks, each in an executor of its own."""


def seeded_by(second: int) -> Iterator[int]:
    """Yield the ids of `new Random(second)`."""
    return (signed(each) for each in java_random(second ^ SCRAMBLE))


@define
class TwoSpouts:
    """Two spout executors, a bolt task that takes what they emit, and one acker task."""

    ids: dict[int, Iterator[int]]
    acker: Acker = Factory(lambda: Acker(acking.STORM2))
    bolt: BoltTask = Factory(BoltTask)
    executors: dict[int, SpoutExecutor] = Factory(
        lambda: {task: SpoutExecutor(frozenset({task}), 1) for task in (ORDERS, PAYMENTS)}
    )

    def emit(self, task: int, message: str) -> tuple[Init, Sequence[Notification]]:
        """Let a spout emit to the bolt; return its init, and what the acker says to that."""
        root, edge = islice(self.ids[task], 2)
        init = None
        for effect in self.executors[task].emit(task, root, message, [edge]):
            match effect:
                case Sent(_, message_id):
                    self.bolt.receive(message, message_id)
                case Init():
                    init = effect
        assert init is not None  # noqa: S101 - a tracked emission with a receiver has one
        return init, self.acker.receive(init)

    def heard(self, notifications: Sequence[Notification]) -> list[Callback]:
        """Give an acker's words to the spouts; return the callbacks."""
        effects = [
            effect
            for notification in notifications
            for effect in self.executors[notification.task or 0].notified(notification)
        ]
        return [effect for effect in effects if isinstance(effect, Callback)]


def story_lines() -> Iterator[str]:
    """Yield the story, line by line."""
    run = TwoSpouts({task: seeded_by(SECOND) for task in (ORDERS, PAYMENTS)})
    yield f"Two spout executors start in second {SECOND}, and seed their generators with it."
    yield ""

    first, emitted = run.emit(ORDERS, "order 1")
    yield f"1. Spout task {ORDERS} emits 'order 1':   root {first.root}, edge {first.value}."
    yield f"   The acker gets its init. One edge is open, and it says {_rendered(emitted)}."

    second, emitted = run.emit(PAYMENTS, "payment 1")
    yield f"2. Spout task {PAYMENTS} emits 'payment 1': root {second.root}, edge {second.value}."
    yield "   The acker gets its init, for the same root and with the same value. The xor of the two is"
    yield f"   {first.value ^ second.value}, and it says {_rendered(emitted)}."

    (callback,) = run.heard(emitted)
    yield f"3. The spout's {callback.kind.value} is called for '{callback.message}', and its queue drops it."
    yield "   No bolt has seen it: its tuple is still on its way."

    (fail,) = run.bolt.fail("payment 1")
    emitted = run.acker.receive(fail)
    yield "4. The bolt takes 'payment 1', cannot write it down, and fails it. The acker has no record of that root"
    yield (
        f"   any more, and without an init it says {_rendered(emitted)}. Nobody will offer the payment again: it is "
        "lost."
    )

    (ack,) = run.bolt.ack("order 1")
    emitted = run.acker.receive(ack)
    yield f"5. The bolt acks 'order 1'. The acker knows of a fail, and of no init: it says {_rendered(emitted)}."
    (late,) = (each for _ in range(2) for each in run.executors[ORDERS].tick() if isinstance(each, Callback))
    called = late.kind.value
    yield f"   Two ticks later {called} is called for '{late.message}', which is emitted again and processed twice."
    yield ""
    yield from _rules(first)


def _rules(first: Init) -> Iterator[str]:
    draws = (Draw(0, 2), Draw(1, 2))
    results = [IdsResult(tuple(islice(seeded_by(SECOND), draw.count))) for draw in draws]
    try:
        executors_are_not_in_one_state(Drawn(ManyDraws(Config(executors=2), draws), results), Premises())
    except Violation as violation:
        message, _, common = str(violation).partition("; ")
        yield f"What IDS-06 says of these four ids: {message};"
        yield f"{common}."
    unsigned = [each % (1 << 64) for each in (first.root, first.value)]
    following = recover_java_random(unsigned)
    assert following is not None  # noqa: S101 - it is the generator that they came of
    real = islice(seeded_by(SECOND), 2, 1002)
    right = sum(signed(one) == other for one, other in zip(following, real, strict=False))
    yield f"What IDS-09 says: root and edge of 'order 1' alone foretell {right} of the next 1000 ids."


def _rendered(notifications: Sequence[Notification]) -> str:
    return ", ".join(f"'{each.kind.value}' to task {each.task}" for each in notifications) or "nothing"


if __name__ == "__main__":
    for line in story_lines():
        print(line)  # noqa: T201 - this is a program
