"""Mutants of spout tasks that are asked: what they emit, a second time as well, and when they are at their bound."""

from acking import Kind
from acking.spout import Callback
from acking.topology import Topology
from acking.topology.happenings import CalledBack, Emitted
from acking.topology.tasks import SPOUT, Task
from attrs import define, evolve, field

from ackproof.mutants import family
from ackproof.mutants.parts import Wired

asking = family("asking spout tasks")


class _OnceTracked(Topology):
    def _next_tuple(self, spout: Task, *, tracked: bool, most: int = 1) -> None:
        again = bool(self.source.offered) and self.source.offered[0] in self._attempts
        super()._next_tuple(spout, tracked=tracked and not again, most=most)


@asking("replays-are-not-tracked", kills=["SYS-26"], mistake="A second try is thought to be enough.")
class ReplaysAreNotTracked(Wired):
    """A message that is emitted again has no message id."""

    topology = _OnceTracked


class _Sampling(Topology):
    def _next_tuple(self, spout: Task, *, tracked: bool, most: int = 1) -> None:
        super()._next_tuple(spout, tracked=tracked and sum(self._attempts.values()) % SAMPLED != SAMPLED - 1, most=most)


SAMPLED = 8
"""One emission of so many is not tracked."""


@asking("tracking-is-sampled", kills=["SYS-26"], mistake="To track everything is thought to be too dear.")
class TrackingIsSampled(Wired):
    """Every eighth emission has no message id."""

    topology = _Sampling


class _AlwaysTracked(Topology):
    def _next_tuple(self, spout: Task, *, tracked: bool, most: int = 1) -> None:
        del tracked
        super()._next_tuple(spout, tracked=True, most=most)


@asking("everything-is-tracked", kills=["SYS-26"], mistake="Reliability is thought to do no harm.")
class EverythingIsTracked(Wired):
    """What is to be emitted without message id has one."""

    topology = _AlwaysTracked


@define
class _Valued(Topology):
    """A topology in which a message may change its value when it is emitted again."""

    def _next_tuple(self, spout: Task, *, tracked: bool, most: int = 1) -> None:
        offered = self.source.offered[0] if self.source.offered else None
        if offered in self._attempts:
            messages = {**self.plan.messages, offered: self.value(offered)}
            self.plan = evolve(self.plan, messages=messages)
        super()._next_tuple(spout, tracked=tracked, most=most)

    def value(self, message: str) -> str:
        """Return the value of a message's next emission."""
        del message
        return ""


@asking("replays-have-no-value", kills=["SYS-26"], mistake="Only the message id is kept for a replay.")
class ReplaysHaveNoValue(Wired):
    """A message that is emitted again is empty."""

    topology = _Valued


class _FirstValue(_Valued):
    def value(self, message: str) -> str:
        del message
        return next(iter(self.plan.messages))


@asking("replays-have-the-value-of-another", kills=["SYS-26"], mistake="The buffer for values is used again.")
class ReplaysHaveTheValueOfAnother(Wired):
    """A message that is emitted again has the value of the first message."""

    topology = _FirstValue


class _MarkedReplays(_Valued):
    def value(self, message: str) -> str:
        return self.plan.messages[message] + "'"


@asking("replays-are-marked-in-their-value", kills=["SYS-26"], mistake="Bolts should see that it is a replay.")
class ReplaysAreMarkedInTheirValue(Wired):
    """A message that is emitted again has a value that says so."""

    topology = _MarkedReplays


class _OneWay(Topology):
    def _receivers(self, component: str, value: str, number: int) -> list[Task]:
        receivers = super()._receivers(component, value, number)
        return receivers[:1] if component == SPOUT else receivers


@asking("a-spout-has-one-reader", kills=["SYS-26"], mistake="A stream is thought to have one consumer.")
class ASpoutHasOneReader(Wired):
    """A spout task sends to the first of the bolts that stand after it."""

    topology = _OneWay


class _OneReader(Topology):
    def _receivers(self, component: str, value: str, number: int) -> list[Task]:
        receivers = super()._receivers(component, value, number)
        return receivers if component == SPOUT else receivers[-1:]


@asking("a-bolt-has-one-reader", kills=["SYS-19"], mistake="The last subscription overwrites the others.")
class ABoltHasOneReader(Wired):
    """A bolt sends to the last of the bolts that stand after it."""

    topology = _OneReader


@define
class _RoundRobin(Topology):
    turn: int = field(init=False, default=0)

    def _receivers(self, component: str, value: str, number: int) -> list[Task]:
        self.turn += 1
        return super()._receivers(component, value[:0] + "ab"[self.turn % 2], number)


@asking("a-value-goes-to-any-task", kills=["SYS-19", "SYS-26"], mistake="Shuffling is taken for a fields grouping.")
class AValueGoesToAnyTask(Wired):
    """Tuples go to the tasks of a bolt in turn, whatever their value."""

    topology = _RoundRobin


class _ToAll(Topology):
    def _receivers(self, component: str, value: str, number: int) -> list[Task]:
        del value, number
        return [task for bolt in self.plan.bolts if component in bolt.after for task in self._tasks[bolt.name]]


@asking("a-value-goes-to-all-tasks", kills=["SYS-19", "SYS-26"], mistake="An all grouping is the default here.")
class AValueGoesToAllTasks(Wired):
    """A tuple goes to each task of a bolt."""

    topology = _ToAll


class _TwoAtOnce(Topology):
    def _next_tuple(self, spout: Task, *, tracked: bool, most: int = 1) -> None:
        super()._next_tuple(spout, tracked=tracked, most=most)
        super()._next_tuple(spout, tracked=tracked, most=most)


@asking("two-messages-are-emitted-at-once", kills=["SYS-26"], mistake="Whoever is asked gives all that he has.")
class TwoMessagesAreEmittedAtOnce(Wired):
    """A spout task that is asked emits two messages."""

    topology = _TwoAtOnce


class _Eager(Topology):
    def _called(self, spout: Task, call: Callback) -> None:
        before = len(self.source.offered)
        super()._called(spout, call)
        if len(self.source.offered) > before:
            self._next_tuple(spout, tracked=True)


@asking("what-fails-is-emitted-at-once", kills=["SYS-26"], mistake="The replay is made in the callback.")
class WhatFailsIsEmittedAtOnce(Wired):
    """A spout task that is notified of a fail emits again, and was not asked."""

    topology = _Eager


class _AtTicks(Topology):
    def _tick(self, task: Task) -> None:
        super()._tick(task)
        if task in self.executors:
            self._next_tuple(task, tracked=True)


@asking("a-tick-asks-for-the-next-tuple", kills=["SYS-26"], mistake="Ticks are taken for what drives a spout.")
class ATickAsksForTheNextTuple(Wired):
    """A spout task emits at each of its ticks."""

    topology = _AtTicks


# The bound on what is pending.


class _Bounded(Topology):
    """A topology that counts otherwise what a spout task waits for."""

    def _next_tuple(self, spout: Task, *, tracked: bool, most: int = 1) -> None:
        bound = self.plan.max_pending
        if bound is None or self.counted(spout) < bound:
            super()._next_tuple(spout, tracked=tracked, most=most)

    def counted(self, spout: Task) -> int:
        """Return how many emissions count."""
        del spout
        return self.waiting


@asking("the-bound-is-for-all-spout-tasks", kills=["SYS-27"], mistake="What is pending is counted for the topology.")
class TheBoundIsForAllSpoutTasks(Wired):
    """What all spout tasks wait for counts against the bound of each."""

    topology = _Bounded


class _EverEmitted(_Bounded):
    def counted(self, spout: Task) -> int:
        del spout
        return sum(self._attempts.values())


@asking("all-that-was-emitted-is-pending", kills=["SYS-27"], mistake="The count goes up, and never down.")
class AllThatWasEmittedIsPending(Wired):
    """All emissions there ever were count against the bound."""

    topology = _EverEmitted


class _CountsRecords(_Bounded):
    def counted(self, spout: Task) -> int:
        del spout
        return self.records


@asking("records-count-as-pending", kills=["SYS-27"], mistake="The ackers are asked what is pending.")
class RecordsCountAsPending(Wired):
    """What all acker tasks keep, ghosts among it, counts against the bound."""

    topology = _CountsRecords


class _UnderWay(_Bounded):
    def counted(self, spout: Task) -> int:
        del spout
        return len(self.channels)


@asking("messages-under-way-count-as-pending", kills=["SYS-27"], mistake="The length of the queue is at hand.")
class MessagesUnderWayCountAsPending(Wired):
    """Each message under way counts against the bound."""

    topology = _UnderWay


class _Strict(_Bounded):
    def counted(self, spout: Task) -> int:
        return len(self.executors[spout].pending) + 1


@asking("the-bound-is-one-less", kills=["SYS-27"], mistake="The new emission is counted before it is there.")
class TheBoundIsOneLess(Wired):
    """A spout task emits while it waits for less than its bound minus one."""

    topology = _Strict


@define
class _Draining(_Bounded):
    full: set[Task] = field(init=False, factory=set)

    def counted(self, spout: Task) -> int:
        pending, bound = len(self.executors[spout].pending), self.plan.max_pending
        if pending == bound:
            self.full.add(spout)
        elif not pending:
            self.full.discard(spout)
        return pending + 2 * (spout in self.full)


@asking("a-full-spout-task-drains-first", kills=["SYS-27"], mistake="A low-water mark saves wake-ups.")
class AFullSpoutTaskDrainsFirst(Wired):
    """A spout task that was found at its bound emits again when it waits for nothing."""

    topology = _Draining


@define
class _Latched(_Bounded):
    full: set[Task] = field(init=False, factory=set)

    def counted(self, spout: Task) -> int:
        if len(self.executors[spout].pending) == self.plan.max_pending:
            self.full.add(spout)
        return 2 * (spout in self.full)


@asking("a-full-spout-task-stays-asleep", kills=["SYS-27"], mistake="Nobody wakes the spout up again.")
class AFullSpoutTaskStaysAsleep(Wired):
    """A spout task that was found at its bound never emits again."""

    topology = _Latched


@define
class _BackingOff(Topology):
    """A topology in which an executor that is at its bound, and hears that a tree has failed, waits for a tick."""

    back_off: set[Task] = field(init=False, factory=set)
    ticking: bool = field(init=False, default=False)

    def _called(self, called: Task, call: Callback) -> None:
        mates, bound = self.mates[called], self.plan.bound
        was_full = bound is not None and len(self.executors[called].pending) + 1 >= bound * len(mates)
        if was_full and call.kind is Kind.FAIL and not self.ticking:
            self.back_off.update(mates)
        super()._called(called, call)

    def _next_tuple(self, spout: Task, *, tracked: bool, most: int = 1) -> None:
        if spout not in self.back_off:
            super()._next_tuple(spout, tracked=tracked, most=most)

    def _tick(self, task: Task) -> None:
        if task not in self.paused:
            self.back_off.difference_update(self.mates[task])
        self.ticking = True
        super()._tick(task)
        self.ticking = False


@asking(
    "a-fail-at-the-bound-waits-for-a-tick", kills=["SYS-27", "SYS-34"], mistake="A spout backs off when a tree fails."
)
class AFailAtTheBoundWaitsForATick(Wired):
    """A spout task that is notified of a fail while it is at its bound does not emit until its next tick."""

    topology = _BackingOff


@define
class _CountsTaken(Topology):
    taken: dict[Task, int] = field(init=False, factory=dict)

    def _start(self, task: Task) -> None:
        self.taken.pop(task, None)
        super()._start(task)

    def _next_tuple(self, spout: Task, *, tracked: bool, most: int = 1) -> None:
        mates, bound = self.mates[spout], self.plan.bound
        taken = len(self.executors[spout].pending) + self.taken.get(mates[0], 0)
        if bound is None or taken < bound * len(mates):
            super()._next_tuple(spout, tracked=tracked, most=most)

    def _called(self, called: Task, call: Callback) -> None:
        if self._happened and isinstance(self._happened[-1], Emitted):  # and no tuple was sent since
            first = self.mates[called][0]
            self.taken[first] = self.taken.get(first, 0) + 1
        super()._called(called, call)


@asking("an-empty-emission-takes-room", kills=["SYS-27"], mistake="It is acked in its emit, before it is counted.")
class AnEmptyEmissionTakesRoom(Wired):
    """An emission that nobody receives is counted to the bound for ever."""

    topology = _CountsTaken


@define
class _Slots(Topology):
    loose: dict[Task, int] = field(init=False, factory=dict)

    def _next_tuple(self, spout: Task, *, tracked: bool, most: int = 1) -> None:
        mates, bound = self.mates[spout], self.plan.bound
        taken = len(self.executors[spout].pending) + self.loose.get(mates[0], 0)
        if bound is None or taken < bound * len(mates):
            before = sum(self._attempts.values())
            super()._next_tuple(spout, tracked=tracked, most=most)
            if not tracked:
                self.loose[mates[0]] = self.loose.get(mates[0], 0) + sum(self._attempts.values()) - before

    def _tick(self, task: Task) -> None:
        super()._tick(task)
        if task in self.executors and task not in self.paused:
            self.loose.pop(self.mates[task][0], None)


@asking(
    "untracked-emissions-take-up-room",
    kills=["SYS-27"],
    mistake="The bound is thought to be one on emissions, and a tick to make room.",
)
class UntrackedEmissionsTakeUpRoom(Wired):
    """An emission without message id counts against the bound until the next tick."""

    topology = _Slots


class _NothingTimesTwo(Topology):
    def _next_tuple(self, spout: Task, *, tracked: bool, most: int = 1) -> None:
        if self.plan.max_pending != 0 or len(self.mates[spout]) == 1:
            super()._next_tuple(spout, tracked=tracked, most=most)


@asking(
    "a-bound-of-0-holds-back-several-tasks",
    kills=["SYS-35"],
    mistake="The bound is multiplied by the tasks where there are several, and looked at only elsewhere.",
    profiles=["storm2"],
)
class ABoundOf0HoldsBackSeveralTasks(Wired):
    """A bound of 0 is none, but for executors of several spout tasks."""

    topology = _NothingTimesTwo


class _UntilItIsAnswered(Topology):
    def _next_tuple(self, spout: Task, *, tracked: bool, most: int = 1) -> None:
        if most == 1:
            super()._next_tuple(spout, tracked=tracked, most=1)
            return
        for number in range(most):
            before = len(self._happened)
            bound, self.plan = self.plan, evolve(self.plan, max_pending=None) if number else self.plan
            super()._next_tuple(spout, tracked=tracked, most=1)
            self.plan = bound
            happened = self._happened[before:]
            if not any(isinstance(each, Emitted) for each in happened) or any(
                isinstance(each, CalledBack) for each in happened
            ):
                return


@asking(
    "a-burst-ends-at-an-answer",
    kills=["SYS-35"],
    mistake="A callback inside of an emit is taken for the end of the call.",
)
class ABurstEndsAtAnAnswer(Wired):
    """A spout task that is asked for several messages emits none after one that is acked at once."""

    topology = _UntilItIsAnswered


@define
class _TableOfTheSender(Topology):
    table: dict[tuple[str, str], tuple[Task, Task]] = field(init=False, factory=dict)
    sender: Task = field(init=False, default=Task(SPOUT, 0))

    def _start(self, task: Task) -> None:
        super()._start(task)
        self.table = {key: entry for key, entry in self.table.items() if entry[1] not in self.mates[task]}

    def _emit_next(self, spout: Task, *, tracked: bool) -> None:
        self.sender = spout
        super()._emit_next(spout, tracked=tracked)

    def _receivers(self, component: str, value: str, number: int) -> list[Task]:
        receivers = super()._receivers(component, value, number)
        by_fields = {bolt.name for bolt in self.plan.bolts if not bolt.takes}
        for place, each in enumerate(receivers if component == SPOUT else ()):
            tasks, turn = self._tasks[each.component], self._dealt[component, each.component]
            if each.component in by_fields:
                new = tasks[turn % len(tasks)], self.sender
                receivers[place] = self.table.setdefault((each.component, value), new)[0]
        return receivers


@asking(
    "where-values-went-dies-with-the-sender",
    kills=["SYS-26"],
    mistake="Values are dealt out in turn, and each sender remembers what it has dealt.",
)
class WhereValuesWentDiesWithTheSender(Wired):
    """What a spout task emitted before its death may go to another task of a bolt when it is emitted again."""

    topology = _TableOfTheSender
