"""Executors that are right up to some size and wrong beyond it."""

from collections import deque
from collections.abc import Sequence
from typing import ClassVar

from acking import Callback, Effect, Init, Kind, Notification, Sent, SpoutExecutor
from attrs import define, evolve, field

from ackproof.mutants.sizes.mistake import Mistake
from ackproof.mutants.sizes.texts import FOLDS
from ackproof.workloads import dimensions
from ackproof.workloads.ids import signed

Effects = tuple[Effect, ...]
AT_ONCE = 8


@define
class SpoutBeyondALimit(SpoutExecutor):
    """An executor that is wrong beyond a limit."""

    limit: ClassVar[int] = 0

    def drop_oldest(self) -> None:
        """Forget the emission that has been waited for the longest."""
        cohort = next(cohort for cohort in reversed(self.pending._cohorts) if cohort)  # noqa: SLF001 - copies cost much
        del cohort[next(iter(cohort))]


@define
class PendingLosesAnEmissionWhenItGrows(SpoutBeyondALimit):
    """When so many emissions are pending and one more comes, the oldest is lost."""

    grown: bool = field(init=False, default=False)

    def emit(self, task: int, root: int, message: str | None, edges: Sequence[int]) -> Effects:
        effects = super().emit(task, root, message, edges)
        if not self.grown and len(self.pending) > self.limit:
            self.grown = True
            self.drop_oldest()
        return effects


@define
class PendingIsBounded(SpoutBeyondALimit):
    """With more emissions pending than that, the oldest is forgotten."""

    def emit(self, task: int, root: int, message: str | None, edges: Sequence[int]) -> Effects:
        effects = super().emit(task, root, message, edges)
        if len(self.pending) > self.limit:
            self.drop_oldest()
        return effects


@define
class MakesAllYoungWhenPendingGrows(SpoutBeyondALimit):
    """When so many emissions are pending and one more comes, all begin anew."""

    grown: bool = field(init=False, default=False)

    def emit(self, task: int, root: int, message: str | None, edges: Sequence[int]) -> Effects:
        effects = super().emit(task, root, message, edges)
        if not self.grown and len(self.pending) > self.limit:
            self.grown = True
            for each, emission in dict(self.pending.cohorts()[-1]).items():
                self.pending.put(each, emission)
        return effects


@define
class EmitsUntrackedBeyond(SpoutBeyondALimit):
    """While so many emissions are pending, no more are tracked."""

    def emit(self, task: int, root: int, message: str | None, edges: Sequence[int]) -> Effects:
        return super().emit(task, root, None if len(self.pending) >= self.limit else message, edges)


@define
class FailsSoManyAtATick(SpoutBeyondALimit):
    """Of the emissions that fail at a tick, only so many do; the others fail one tick late."""

    late: Effects = field(init=False, default=())

    def tick(self) -> Effects:
        due = super().tick()
        emitted, self.late = (*self.late, *due[: self.limit]), due[self.limit :]
        return emitted


@define
class TellsOfSoManyFails(SpoutBeyondALimit):
    """Of the emissions that fail at a tick, so many are called back."""

    def tick(self) -> Effects:
        return super().tick()[: self.limit]


@define
class ForgetsSoManyMessagesAtATick(SpoutBeyondALimit):
    """A tick forgets so many of the messages that fail. Of the others, eight are forgotten with each later emission, by
    their message ids, even if they were emitted again by then.
    """

    roots: dict[tuple[int, str | None], int] = field(init=False, factory=dict)
    left: deque[tuple[int, str]] = field(init=False, factory=deque)

    def tick(self) -> Effects:
        effects = super().tick()
        self.left.extend((each.task, each.message) for each in effects[self.limit :] if isinstance(each, Callback))
        return effects

    def emit(self, task: int, root: int, message: str | None, edges: Sequence[int]) -> Effects:
        for _ in range(min(len(self.left), AT_ONCE)):
            self.pending.remove(self.roots[self.left.popleft()])
        self.roots[task, message] = root
        return super().emit(task, root, message, edges)


@define
class RefreshesSoManyEmissionsBetweenTicks(SpoutBeyondALimit):
    """Between two ticks only so many emissions are given more time."""

    refreshed: int = field(init=False, default=0)

    def tick(self) -> Effects:
        self.refreshed = 0
        return super().tick()

    def notified(self, notification: Notification) -> Effects:
        self.refreshed += notification.kind is Kind.RESET_TIMEOUT
        refused = notification.kind is Kind.RESET_TIMEOUT and self.refreshed > self.limit
        return () if refused else super().notified(notification)


@define
class RefreshesAnEmissionSoOften(SpoutBeyondALimit):
    """An emission is given more time so often, and not again."""

    times: dict[int, int] = field(init=False, factory=dict)

    def notified(self, notification: Notification) -> Effects:
        if notification.kind is Kind.RESET_TIMEOUT:
            self.times[notification.root] = self.times.get(notification.root, 0) + 1
            if self.times[notification.root] > self.limit:
                return ()
        return super().notified(notification)


@define
class SpoutLosesEveryNthTick(SpoutBeyondALimit):
    """Each tick whose number is a multiple of that is not heard."""

    ticks: int = field(init=False, default=0)

    def tick(self) -> Effects:
        self.ticks += 1
        return () if self.ticks % self.limit == 0 else super().tick()


@define
class SpoutRotatesTwiceEveryNthTick(SpoutBeyondALimit):
    """Each tick whose number is a multiple of that rotates twice."""

    ticks: int = field(init=False, default=0)

    def tick(self) -> Effects:
        self.ticks += 1
        return super().tick() + (super().tick() if self.ticks % self.limit == 0 else ())


@define
class GivesUpAMessage(SpoutBeyondALimit):
    """A message that was emitted so often is tracked no more."""

    times: dict[str, int] = field(init=False, factory=dict)

    def emit(self, task: int, root: int, message: str | None, edges: Sequence[int]) -> Effects:
        if message is not None:
            self.times[message] = self.times.get(message, 0) + 1
        given_up = message is not None and self.times[message] > self.limit
        return super().emit(task, root, None if given_up else message, edges)


@define
class SendsToSoManyReceivers(SpoutBeyondALimit):
    """Of more receivers than that, so many get a tuple."""

    def emit(self, task: int, root: int, message: str | None, edges: Sequence[int]) -> Effects:
        return super().emit(task, root, message, edges[: self.limit])


@define
class InitTellsOfSoManyReceivers(SpoutBeyondALimit):
    """Of more receivers than that, the edges of so many are in the init."""

    def emit(self, task: int, root: int, message: str | None, edges: Sequence[int]) -> Effects:
        effects = super().emit(task, root, message, edges)
        left_out = 0
        for edge in edges[self.limit :]:
            left_out ^= edge
        return tuple(evolve(each, value=each.value ^ left_out) if isinstance(each, Init) else each for each in effects)


@define
class CutsMessageIds(SpoutBeyondALimit):
    """Of a message id, so many characters are kept."""

    def emit(self, task: int, root: int, message: str | None, edges: Sequence[int]) -> Effects:
        return super().emit(task, root, None if message is None else message[: self.limit], edges)


@define
class FoldsMessageIds(SpoutBeyondALimit):
    """Two message ids are one that differ in the way of that number."""

    names: dict[str, str] = field(init=False, factory=dict)

    def emit(self, task: int, root: int, message: str | None, edges: Sequence[int]) -> Effects:
        known = None if message is None else self.names.setdefault(FOLDS[self.limit](message), message)
        return super().emit(task, root, known, edges)


@define
class OneBitOfAPendingRootIsIgnored(SpoutBeyondALimit):
    """Two pending roots that differ in one bit, of the number `limit`, are one."""

    def key(self, root: int) -> int:
        """Return the root without that bit."""
        return signed(root & ~(1 << self.limit))

    def emit(self, task: int, root: int, message: str | None, edges: Sequence[int]) -> Effects:
        self.pending.remove(self.key(root))
        effects = super().emit(task, self.key(root), message, edges)
        return tuple(_with_root(root, each) for each in effects)

    def notified(self, notification: Notification) -> Effects:
        return super().notified(evolve(notification, root=self.key(notification.root)))


def _with_root(root: int, effect: Effect) -> Effect:
    """Return what an emission did, in the root that it was given."""
    match effect:
        case Sent(_, message_id):
            return evolve(effect, message_id=dict(zip([root], message_id.values(), strict=False)))
        case Init():
            return evolve(effect, root=root)
    return effect


@define
class OneBitOfTheSpoutTaskIsLost(SpoutBeyondALimit):
    """Of the number of a task that is called back, one bit is lost, of the number `limit`."""

    def notified(self, notification: Notification) -> Effects:
        return tuple(map(self._lost, super().notified(notification)))

    def tick(self) -> Effects:
        return tuple(map(self._lost, super().tick()))

    def _lost(self, effect: Effect) -> Effect:
        return evolve(effect, task=effect.task & ~(1 << self.limit)) if isinstance(effect, Callback) else effect


@define
class CallsBackSoManyTasks(SpoutBeyondALimit):
    """Of more tasks than that, so many are called back."""

    def notified(self, notification: Notification) -> Effects:
        return self._heard(super().notified(notification))

    def tick(self) -> Effects:
        return self._heard(super().tick())

    def _heard(self, effects: Effects) -> Effects:
        tasks = sorted(self.tasks)[: self.limit]
        return tuple(each for each in effects if not isinstance(each, Callback) or each.task in tasks)


SPOUT = "spout"

MISTAKES = (
    Mistake(PendingLosesAnEmissionWhenItGrows, dimensions.PENDING, SPOUT),
    Mistake(PendingIsBounded, dimensions.PENDING, SPOUT),
    Mistake(MakesAllYoungWhenPendingGrows, dimensions.PENDING, SPOUT),
    Mistake(EmitsUntrackedBeyond, dimensions.PENDING, SPOUT),
    Mistake(FailsSoManyAtATick, dimensions.FAILING, SPOUT),
    Mistake(TellsOfSoManyFails, dimensions.FAILING, SPOUT),
    Mistake(ForgetsSoManyMessagesAtATick, dimensions.FAILING, SPOUT),
    Mistake(RefreshesSoManyEmissionsBetweenTicks, dimensions.RESET, SPOUT),
    Mistake(RefreshesAnEmissionSoOften, dimensions.RESETS, SPOUT),
    Mistake(SpoutLosesEveryNthTick, dimensions.TICKS, SPOUT),
    Mistake(SpoutRotatesTwiceEveryNthTick, dimensions.TICKS, SPOUT),
    Mistake(GivesUpAMessage, dimensions.REPLAYS, SPOUT),
    Mistake(SendsToSoManyReceivers, dimensions.RECEIVERS, SPOUT),
    Mistake(InitTellsOfSoManyReceivers, dimensions.RECEIVERS, SPOUT),
    Mistake(CutsMessageIds, dimensions.MESSAGE_LENGTH, SPOUT),
    Mistake(FoldsMessageIds, dimensions.MESSAGE_PAIRS, SPOUT),
    Mistake(OneBitOfAPendingRootIsIgnored, dimensions.PENDING_BITS, SPOUT),
    Mistake(OneBitOfTheSpoutTaskIsLost, dimensions.TASK_BITS, SPOUT),
    Mistake(CallsBackSoManyTasks, dimensions.SPOUT_TASKS, SPOUT),
)
"""Those of executors."""
