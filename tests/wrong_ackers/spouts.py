"""Spout executors that are wrong in one thing each."""

from collections.abc import Sequence
from typing import Any

import acking
from acking import Callback, Effect, Init, Kind, Notification, RotatingMap, Sent

from .components import changed
from .right import Factory


def made_of(breaks: str, kind: type[acking.SpoutExecutor]) -> Factory:
    """Return the factory of a target whose executors are of that class."""

    def change(opened: Any) -> None:
        opened.executor = kind(opened.executor.tasks, opened.executor.ackers)

    return changed(breaks, "spout", change)


class RotatesPerTask(acking.SpoutExecutor):
    """It rotates once for each of its tasks (STORM-3693)."""

    def tick(self) -> tuple[Effect, ...]:
        return tuple(effect for _ in self.tasks for effect in super(RotatesPerTask, self).tick())


class CallsBackAgain(acking.SpoutExecutor):
    """It does not take out of pending what is resolved."""

    def notified(self, word: Notification) -> tuple[Effect, ...]:
        emission = self.pending.get(word.root)
        effects = super().notified(word)
        if emission is not None and effects:
            self.pending.put(word.root, emission)
        return effects


class CallsBackTwice(acking.SpoutExecutor):
    """It calls back twice for one word."""

    def notified(self, word: Notification) -> tuple[Effect, ...]:
        return 2 * super().notified(word)


class CallsBackOnTheLeastTask(acking.SpoutExecutor):
    """It calls back on one task for all."""

    def notified(self, word: Notification) -> tuple[Effect, ...]:
        effects = super().notified(word)
        return tuple(
            Callback(each.kind, min(self.tasks), each.message) for each in effects if isinstance(each, Callback)
        )


class InitFirst(acking.SpoutExecutor):
    """It tells the acker before the tuples go."""

    def emit(self, task: int, root: int, message: str | None, edges: Sequence[int]) -> tuple[Effect, ...]:
        effects = super().emit(task, root, message, edges)
        return (*(each for each in effects if isinstance(each, Init)), *(e for e in effects if not isinstance(e, Init)))


class OneEdgeForAllReceivers(acking.SpoutExecutor):
    """All receivers get the same edge."""

    def emit(self, task: int, root: int, message: str | None, edges: Sequence[int]) -> tuple[Effect, ...]:
        return super().emit(task, root, message, [edges[0]] * len(edges) if edges else edges)


class ThreeBuckets(acking.SpoutExecutor):
    """It waits a tick longer."""

    def __attrs_post_init__(self) -> None:
        super().__attrs_post_init__()
        self.pending = RotatingMap(3)


class HearsNoResets(acking.SpoutExecutor):
    """A reset-timeout is ignored."""

    def notified(self, word: Notification) -> tuple[Effect, ...]:
        return () if word.kind is Kind.RESET_TIMEOUT else super().notified(word)


class ResetActsAsFail(acking.SpoutExecutor):
    """A word that is no ack is a fail to it."""

    def notified(self, word: Notification) -> tuple[Effect, ...]:
        kind = Kind.ACK if word.kind is Kind.ACK else Kind.FAIL
        return super().notified(Notification(kind, word.root, word.task))


class TracksEverything(acking.SpoutExecutor):
    """An emission without a message id is tracked too."""

    def emit(self, task: int, root: int, message: str | None, edges: Sequence[int]) -> tuple[Effect, ...]:
        return super().emit(task, root, message or "", edges)


class TakesTheEmptyMessageForNone(acking.SpoutExecutor):
    """It asks `if message` where it should ask whether there is one."""

    def emit(self, task: int, root: int, message: str | None, edges: Sequence[int]) -> tuple[Effect, ...]:
        return super().emit(task, root, message or None, edges)


class TakesTaskZeroForNone(acking.SpoutExecutor):
    """It asks `if task` where it should ask nothing."""

    def emit(self, task: int, root: int, message: str | None, edges: Sequence[int]) -> tuple[Effect, ...]:
        return super().emit(task, root, message if task else None, edges)


class NeedsAckers(acking.SpoutExecutor):
    """Without ackers it waits for their word all the same."""

    def __attrs_post_init__(self) -> None:
        super().__attrs_post_init__()
        self.ackers = 1


class WaitsForNobody(acking.SpoutExecutor):
    """An emission without receivers is pending, and nobody is told of it."""

    def emit(self, task: int, root: int, message: str | None, edges: Sequence[int]) -> tuple[Effect, ...]:
        effects = super().emit(task, root, message, edges or [0])
        return effects if edges else tuple(each for each in effects if not isinstance(each, Sent | Init))


class InitWithZero(acking.SpoutExecutor):
    """An emission without receivers is left to the acker, as in Storm 2: a SHOULD is broken, and no MUST."""

    def emit(self, task: int, root: int, message: str | None, edges: Sequence[int]) -> tuple[Effect, ...]:
        effects = super().emit(task, root, message, edges or [0])
        return effects if edges else tuple(each for each in effects if not isinstance(each, Sent))


class Replays(acking.SpoutExecutor):
    """What failed by time it emits again."""

    def tick(self) -> tuple[Effect, ...]:
        failed = super().tick()
        return (*failed, *(Sent(0, {}) for _ in failed))


rotates_per_task = made_of("SPT-12", RotatesPerTask)
calls_back_again = made_of("SPT-06", CallsBackAgain)
calls_back_twice = made_of("SPT-03", CallsBackTwice)
calls_back_on_the_least_task = made_of("SPT-04", CallsBackOnTheLeastTask)
init_first = made_of("SPT-01", InitFirst)
one_edge_for_all_receivers = made_of("SPT-02", OneEdgeForAllReceivers)
three_buckets = made_of("SPT-05", ThreeBuckets)
hears_no_resets = made_of("SPT-07", HearsNoResets)
reset_acts_as_fail = made_of("SPT-07", ResetActsAsFail)
tracks_everything = made_of("SPT-08", TracksEverything)
takes_the_empty_message_for_none = made_of("SPT-01", TakesTheEmptyMessageForNone)
takes_task_zero_for_none = made_of("SPT-01", TakesTaskZeroForNone)
needs_ackers = made_of("SPT-09", NeedsAckers)
waits_for_nobody = made_of("SPT-10", WaitsForNobody)
init_with_zero = made_of("SPT-11", InitWithZero)
replays = made_of("SPT-14", Replays)
