"""Mutants of clocks that are not even: something else than a tick is time."""

from collections.abc import Sequence
from typing import ClassVar

from acking import AckerMessage, Callback, Effect, Kind, Notification, SpoutExecutor
from acking.acker import Acker
from acking.topology import Topology
from acking.topology.tasks import Task
from attrs import define, field

from ackproof.mutants import family
from ackproof.mutants.parts import Wired

clocks = family("as people build them")


@define
class _Busy(SpoutExecutor):
    heard: int = field(init=False, default=0)
    every: ClassVar[int] = 3

    def notified(self, notification: Notification) -> tuple[Effect, ...]:
        self.heard += 1
        late = super().tick() if self.heard % self.every == 0 else ()
        return (*super().notified(notification), *late)


@clocks("words-are-time", kills=["SYS-39"], mistake="The map is rotated when there is something to do.")
class WordsAreTime(Wired):
    """Every third word of an acker rotates what a spout task waits for."""

    executor = _Busy


@define
class _Crowded(Acker):
    received: int = field(init=False, default=0)

    def receive(self, message: AckerMessage) -> tuple[Notification, ...]:
        self.received += 1
        if self.received % 4 == 0:
            self.tick()
        return super().receive(message)


@clocks("messages-are-time", kills=["SYS-39"], mistake="The acker rotates after so many messages, to stay small.")
class MessagesAreTime(Wired):
    """Every fourth message of an acker task rotates its records."""

    acker = _Crowded


class _Impatient(Topology):
    def _next_tuple(self, spout: Task, *, tracked: bool, most: int = 1) -> None:
        before = len(self._happened)
        super()._next_tuple(spout, tracked=tracked, most=most)
        if len(self._happened) == before and self.source.offered and spout not in self.paused and self.plan.bound:
            self._heard(spout, self.executors[spout].tick())


@clocks("to-be-asked-at-the-bound-is-time", kills=["SYS-39"], mistake="A spout that stands still must make room.")
class ToBeAskedAtTheBoundIsTime(Wired):
    """A spout task that is asked at its bound rotates what it waits for."""

    topology = _Impatient


class _AckersClock(Topology):
    def _tick(self, task: Task) -> None:
        super()._tick(task)
        if task in self.ackers and task not in self.paused:
            for spout in self.executors:
                if spout not in self.paused:
                    self._heard(spout, self.executors[spout].tick())


@clocks("ackers-tick-for-spouts", kills=["SYS-39"], mistake="There is one timer, and it is the acker's.")
class AckersTickForSpouts(Wired):
    """At the tick of an acker task time passes for all spout tasks."""

    topology = _AckersClock


@define
class _Lenient(SpoutExecutor):
    late: list[Effect] = field(init=False, factory=list)

    def tick(self) -> tuple[Effect, ...]:
        due, self.late = self.late, []
        now: list[Effect] = []
        for effect in super().tick():
            often = isinstance(effect, Callback) and int(effect.message.rpartition("/")[2]) > 3  # noqa: PLR2004 - the limit
            (self.late if often else now).append(effect)
        return (*now, *due)


@clocks("who-failed-often-gets-more-time", kills=["SYS-39"], mistake="Retries back off, by the timeout.")
class WhoFailedOftenGetsMoreTime(Wired):
    """The fourth emission of a message fails a tick later than the others."""

    executor = _Lenient


@define
class _GivesOldAttemptsTime(SpoutExecutor):
    given: set[int] = field(init=False, factory=set)

    def tick(self) -> tuple[Effect, ...]:
        for root, emission in list(self.pending.cohorts()[-1].items()) if len(self.tasks) == 1 else ():
            if root not in self.given and int(emission.message.rpartition("/")[2]) > 9:  # noqa: PLR2004 - the limit
                self.given.add(root)
                self.pending.put(root, emission)
        return super().tick()


@clocks(
    "who-failed-often-is-young-once-more",
    kills=["SYS-39"],
    mistake="Retries back off, by one more rotation before they are given up, where attempts are counted: by the task.",
)
class WhoFailedOftenIsYoungOnceMore(Wired):
    """The tenth emission of a message, and each later one, is made young again once where it should fail. An executor
    of several tasks is right.
    """

    executor = _GivesOldAttemptsTime


@define
class _InASlotTwice(SpoutExecutor):
    now: int = field(init=False, default=0)
    due: dict[int, int] = field(init=False, factory=dict)
    slots: dict[int, list[int]] = field(init=False, factory=dict)

    def emit(self, task: int, root: int, message: str | None, edges: Sequence[int]) -> tuple[Effect, ...]:
        effects = super().emit(task, root, message, edges)
        if root in self.pending:
            self._enter(root)
        return effects

    def notified(self, notification: Notification) -> tuple[Effect, ...]:
        effects = super().notified(notification)
        if effects:
            self.due.pop(notification.root)
        elif notification.root in self.pending:
            self._enter(notification.root)
        return effects

    def tick(self) -> tuple[Effect, ...]:
        self.now += 1
        roots = [root for root in self.slots.pop(self.now, ()) if self.due.get(root) == self.now]
        late = [self.pending.get(root) for root in roots]
        for root in dict.fromkeys(roots):
            self.pending.remove(root)
            del self.due[root]
        return tuple(Callback(Kind.FAIL, each.task, each.message) for each in late if each is not None)

    def _enter(self, root: int) -> None:
        self.due[root] = self.now + 2
        self.slots.setdefault(self.now + 2, []).append(root)


@clocks(
    "who-gets-time-at-once-fails-twice",
    kills=["SYS-02"],
    mistake="A timer wheel leaves the old entry of who gets more time, and only its slot says that it is stale.",
)
class WhoGetsTimeAtOnceFailsTwice(Wired):
    """An emission for which more time is asked before a tick of its spout task fails twice if it times out."""

    executor = _InASlotTwice
