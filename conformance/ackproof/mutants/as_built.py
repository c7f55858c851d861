"""Mutants of topologies as people build them: of shared executors, of the bound on pending, of the lives of spouts, of
clocks that are not even, and of what waits with its sender.
"""

from collections.abc import Iterator, Sequence
from itertools import count
from typing import ClassVar

from acking import AckerMessage, Callback, Effect, Kind, Notification, RotatingMap, SpoutExecutor
from acking.acker import Acker
from acking.topology import Topology
from acking.topology.bolts import Call, Conduct, EmitTuple
from acking.topology.channels import Pair
from acking.topology.events import (
    Activate,
    Deactivate,
    Double,
    Event,
    Fault,
    Flowing,
    Order,
    Pause,
    Resume,
    Stop,
)
from acking.topology.happenings import (
    Activated,
    Closed,
    Deactivated,
    Emitted,
    EmittedUntracked,
    Happening,
    Lost,
    OfferedAgain,
    Opened,
)
from acking.topology.plan import Plan
from acking.topology.tasks import Task
from attrs import define, evolve, field, fields

from ackproof.mutants import family
from ackproof.mutants.parts import Wired
from ackproof.target import Config

as_built = family("as people build them")

# Several tasks in an executor.


class _OncePerTask(SpoutExecutor):
    def tick(self) -> tuple[Effect, ...]:
        return tuple(effect for _ in self.tasks for effect in super(_OncePerTask, self).tick())


@as_built(
    "a-tick-rotates-once-for-each-task",
    kills=["SYS-33"],
    mistake="The tick is delivered to each task of the executor.",
    issue="STORM-3693",
)
class ATickRotatesOnceForEachTask(Wired):
    """An executor of two spout tasks fails emissions at their first tick."""

    executor = _OncePerTask


class _AloneInTime(Topology):
    def _tick(self, task: Task) -> None:
        mates = self.mates
        self.mates = {task: (task,) for task in mates}
        super()._tick(task)
        self.mates = mates


@as_built("a-tick-is-for-one-bolt-task", kills=["SYS-33"], mistake="A tick is dealt out like a tuple.")
class ATickIsForOneBoltTask(Wired):
    """At a tick, one batch bolt task of an executor finishes its batch."""

    topology = _AloneInTime


class _AloneInDeath(Topology):
    def _die(self, task: Task) -> None:
        mates = self.mates
        if task in self.bolts:
            self.mates = {each: (each,) for each in mates}
        super()._die(task)
        self.mates = mates


@as_built("one-bolt-task-dies-of-an-executor", kills=["SYS-33"], mistake="An exception is caught for each task.")
class OneBoltTaskDiesOfAnExecutor(Wired):
    """When a bolt task dies, the others of its executor live on."""

    topology = _AloneInDeath


class _AloneInPause(Topology):
    def step(self, event: Event) -> tuple[Happening, ...]:
        happened = super().step(event)
        if isinstance(event, Pause) and event.task in self.mates:
            self.paused.difference_update(mate for mate in self.mates[event.task] if mate != event.task)
        return happened


@as_built("one-task-pauses-of-an-executor", kills=["SYS-33"], mistake="Each task is thought to have a thread.")
class OneTaskPausesOfAnExecutor(Wired):
    """When a task pauses, the others of its executor go on."""

    topology = _AloneInPause


class _KeepsOthersPending(Topology):
    def _die(self, task: Task) -> None:
        pending = self.source.pending
        kept = {message: client for message, client in pending.items() if client != task}
        self.source.pending = {message: client for message, client in pending.items() if client == task}
        super()._die(task)
        self.source.pending |= kept


@as_built("one-client-is-lost-of-an-executor", kills=["SYS-33"], mistake="The connection is closed for the first task.")
class OneClientIsLostOfAnExecutor(Wired):
    """When an executor of spout tasks dies, what one of them had open is offered again, and no more."""

    topology = _KeepsOthersPending


class _EvenPlan(Plan):
    def executors_of(self, component: str) -> tuple[tuple[Task, ...], ...]:
        tasks, number = self.tasks_of(component), len(super().executors_of(component))
        ends = [-(-len(tasks) * (place + 1) // number) for place in range(number)]
        return tuple(tasks[start:end] for start, end in zip((0, *ends), ends, strict=False))


@as_built(
    "tasks-are-dealt-out-evenly",
    kills=["SYS-41"],
    mistake="Storm is told how many executors there are, and deals tasks out to them evenly.",
)
class TasksAreDealtOutEvenly(Wired):
    """The tasks of a component are dealt out evenly to as many executors as it takes: four by three are two and two."""

    def planned(self, config: Config) -> Plan:
        made = super().planned(config)
        return _EvenPlan(**{each.name: getattr(made, each.name) for each in fields(Plan)})


class _Unlucky(SpoutExecutor):
    def tick(self) -> tuple[Effect, ...]:
        failed = (effect for effect in super().tick() if isinstance(effect, Callback))
        return tuple(evolve(each, task=min(self.tasks)) for each in failed)


@as_built("fails-by-time-go-to-the-first-task", kills=["SYS-33"], mistake="The callback takes the task of the tick.")
class FailsByTimeGoToTheFirstTask(Wired):
    """What fails by time is told to the first task of the executor."""

    executor = _Unlucky


class _Rebooked(SpoutExecutor):
    def notified(self, notification: Notification) -> tuple[Effect, ...]:
        waiting = self.pending.get(notification.root)
        effects = super().notified(notification if waiting is None else evolve(notification, task=waiting.task))
        if notification.kind is Kind.RESET_TIMEOUT and waiting is not None:
            self.pending.put(notification.root, evolve(waiting, task=min(self.tasks)))
        return effects


@as_built("more-time-is-given-to-the-first-task", kills=["SYS-33"], mistake="The entry is made anew, by the executor.")
class MoreTimeIsGivenToTheFirstTask(Wired):
    """An emission that was given more time is called back on the first task of the executor."""

    executor = _Rebooked


@define
class _NumberedTogether(Topology):
    row: Iterator[int] | None = field(init=False, default=None)

    def _tick(self, task: Task) -> None:
        self.row = count(1)
        super()._tick(task)
        self.row = None

    def _call(self, task: Task, call: Call, number: int) -> None:
        if self.row is not None and isinstance(call, EmitTuple):
            number = next(self.row)
        super()._call(task, call, number)


@as_built(
    "a-tick-numbers-values-in-one-row", kills=["SYS-33"], mistake="The loop over tasks is within that over values."
)
class ATickNumbersValuesInOneRow(Wired):
    """At a tick the values of all tasks of an executor are numbered in one row, and take other streams by it."""

    topology = _NumberedTogether


# The bound.


class _WithRoom(Topology):
    """A topology that asks a spout task if it waits for few enough emissions, as it counts them."""

    def _next_tuple(self, spout: Task, *, tracked: bool, most: int = 1) -> None:
        if self.has_room(spout):
            super()._next_tuple(spout, tracked=tracked, most=most)

    def has_room(self, spout: Task) -> bool:
        """Whether a spout task may be asked."""
        del spout
        return True


class _NotMultiplied(_WithRoom):
    def has_room(self, spout: Task) -> bool:
        bound = self.plan.bound
        return not bound or len(self.mates[spout]) == 1 or len(self.executors[spout].pending) < bound


@as_built("the-bound-is-not-multiplied", kills=["SYS-34"], mistake="The setting is read as that of the executor.")
class TheBoundIsNotMultiplied(Wired):
    """An executor of two spout tasks waits for as many emissions as one may."""

    topology = _NotMultiplied


class _OwnBound(_WithRoom):
    def has_room(self, spout: Task) -> bool:
        bound = self.plan.bound
        own = [message for message, holder in self.source.pending.items() if holder == spout]
        return not bound or len(self.mates[spout]) == 1 or len(own) < bound


@as_built("each-task-has-its-share-of-the-bound", kills=["SYS-34"], mistake="The bound is kept for each task alone.")
class EachTaskHasItsShareOfTheBound(Wired):
    """A spout task of an executor waits for no more than its own bound."""

    topology = _OwnBound


class _TwiceOld(_WithRoom):
    def has_room(self, spout: Task) -> bool:
        bound, mates, pending = self.plan.bound, self.mates[spout], self.executors[spout].pending
        old = pending.cohorts()[-1]  # type: ignore[attr-defined]  # it is a RotatingMap
        return not bound or len(mates) == 1 or len(pending) + len(old) < bound * len(mates)


@as_built("what-is-old-takes-two-places", kills=["SYS-34"], mistake="What may fail soon is counted with its replay.")
class WhatIsOldTakesTwoPlaces(Wired):
    """An executor of two spout tasks has less room if what it waits for has had a tick."""

    topology = _TwiceOld


class _FirstShares(_WithRoom):
    def has_room(self, spout: Task) -> bool:
        bound, mates = self.plan.bound, self.mates[spout]
        own = [message for message, holder in self.source.pending.items() if holder == spout]
        return not bound or spout == mates[0] or len(own) < bound


@as_built("the-first-task-has-all-the-room", kills=["SYS-34"], mistake="The first task of an executor speaks for it.")
class TheFirstTaskHasAllTheRoom(Wired):
    """The first spout task of an executor may wait for more than its bound, and no other."""

    topology = _FirstShares


class _BetweenThem(Topology):
    def _emit_next(self, spout: Task, *, tracked: bool) -> None:
        bound = self.plan.bound
        if bound is None or len(self.executors[spout].pending) < bound * len(self.mates[spout]):
            super()._emit_next(spout, tracked=tracked)


@as_built("the-bound-is-hard", kills=["SYS-35"], mistake="The collector refuses what is beyond the bound.")
class TheBoundIsHard(Wired):
    """A spout task that emits several messages stops when it has come to its bound."""

    topology = _BetweenThem


class _TwoAtMost(Topology):
    def _next_tuple(self, spout: Task, *, tracked: bool, most: int = 1) -> None:
        super()._next_tuple(spout, tracked=tracked, most=min(most, 2))


@as_built("a-call-emits-two-at-most", kills=["SYS-35"], mistake="A buffer between spout and executor has two places.")
class ACallEmitsTwoAtMost(Wired):
    """A spout task that should emit three messages at once emits two."""

    topology = _TwoAtMost


class _OneTracked(Topology):
    def _emit_next(self, spout: Task, *, tracked: bool) -> None:
        first = not any(isinstance(each, Emitted | EmittedUntracked) for each in self._happened)
        super()._emit_next(spout, tracked=tracked and first)


@as_built("the-first-of-a-call-is-tracked", kills=["SYS-35"], mistake="The message id is used up by the first emit.")
class TheFirstOfACallIsTracked(Wired):
    """Of the messages that are emitted at once, the first has a message id."""

    topology = _OneTracked


class _Swapped(Wired):
    """A topology in which 0 means what it does in the other releases."""

    def planned(self, config: Config) -> Plan:
        """Return the plan, with the other meaning of 0."""
        plan = super().planned(config)
        return evolve(plan, unbounded_by_zero=False)


@as_built("zero-holds-everything-back", kills=["SYS-35"], mistake="A bound of 0 is a bound.", profiles=("storm2",))
class ZeroHoldsEverythingBack(_Swapped):
    """With 0 as the bound nothing is emitted, though the release is a new one."""


class _Zero(Wired):
    def planned(self, config: Config) -> Plan:
        """Return the plan, with 0 as no bound."""
        return evolve(super().planned(config), unbounded_by_zero=True)


@as_built("zero-is-no-bound", kills=["SYS-36"], mistake="0 is taken for what is not set.", profiles=("storm1",))
class ZeroIsNoBound(_Zero):
    """With 0 as the bound everything is emitted, though the release is an old one."""


class _SmallBound(_WithRoom):
    def has_room(self, spout: Task) -> bool:
        bound = self.plan.bound
        return bound is None or bound <= 2 or len(self.executors[spout].pending) < 2  # noqa: PLR2004 - the limit


@as_built("a-bound-is-two-at-most", kills=["SYS-35"], mistake="The window is a field of two bits.")
class ABoundIsTwoAtMost(Wired):
    """A bound above two is taken for two."""

    topology = _SmallBound


class _Exactly(Topology):
    def _next_tuple(self, spout: Task, *, tracked: bool, most: int = 1) -> None:
        bound, plan = self.plan.bound, self.plan
        if bound and len(self.executors[spout].pending) > bound * len(self.mates[spout]):
            self.plan = evolve(plan, max_pending=None)
        super()._next_tuple(spout, tracked=tracked, most=most)
        self.plan = plan


@as_built(
    "beyond-its-bound-a-spout-is-free", kills=["SYS-36"], mistake="The count is compared with == and not with >=."
)
class BeyondItsBoundASpoutIsFree(Wired):
    """A spout task that waits for more than its bound is asked."""

    topology = _Exactly


class _Multiplied(Wired):
    def planned(self, config: Config) -> Plan:
        """Return the plan, with the bound multiplied by all spout tasks."""
        plan = super().planned(config)
        wide = plan.max_pending and plan.max_pending * (plan.spouts if plan.executor_tasks > 1 else 1)
        return evolve(plan, max_pending=wide)


@as_built("the-bound-is-multiplied-twice", kills=["SYS-36"], mistake="Both the plan and the executor multiply it.")
class TheBoundIsMultipliedTwice(_Multiplied):
    """An executor of several tasks waits for more than their bounds together."""


# The life of a spout.


class _NeverAgain(Topology):
    """A topology in whose deaths lives do not end."""

    def _die(self, task: Task) -> None:
        opened = set(self.opened)
        super()._die(task)
        self.opened = opened


@as_built("a-spout-is-not-opened-again", kills=["SYS-37"], mistake="The instance is kept, and it was opened once.")
class ASpoutIsNotOpenedAgain(Wired):
    """A spout task that has died emits without being opened."""

    topology = _NeverAgain


class _OpenedEachTime(Topology):
    def _order(self, event: Order) -> None:
        was = event.task in self.inactive
        super()._order(event)
        if isinstance(event, Activate) and was and event.task in self.opened:
            self._happens(Opened(event.task))


@as_built("activation-opens-again", kills=["SYS-37"], mistake="The spout is made anew when its topology is activated.")
class ActivationOpensAgain(Wired):
    """A spout task that is activated again is opened again."""

    topology = _OpenedEachTime


class _ClosedByDeath(Topology):
    def _die(self, task: Task) -> None:
        for spout in self.mates[task]:
            if spout in self.opened:
                self._happens(Closed(spout))
                self.opened.discard(spout)
        super()._die(task)


@as_built("a-death-closes", kills=["SYS-37"], mistake="The clean-up runs in a finally, which a kill does not reach.")
class ADeathCloses(Wired):
    """A spout task that dies is closed."""

    topology = _ClosedByDeath


class _NeverClosed(Topology):
    def _order(self, event: Order) -> None:
        if isinstance(event, Stop):
            self.opened.difference_update(self.mates[event.task] if event.task not in self.paused else ())
        super()._order(event)


@as_built("a-stop-does-not-close", kills=["SYS-37"], mistake="Workers are killed, so nobody calls it.")
class AStopDoesNotClose(Wired):
    """A spout task that is shut down in good order is not closed."""

    topology = _NeverClosed


class _OneOpened(Topology):
    def _open(self, spout: Task) -> None:
        before = len(self._happened)
        super()._open(spout)
        self._happened[before:] = [
            each
            for each in self._happened[before:]
            if not isinstance(each, Opened | Activated) or each.spout == self.mates[spout][0]
        ]


@as_built("one-task-is-opened-of-an-executor", kills=["SYS-37"], mistake="The loop over tasks was lost in a rewrite.")
class OneTaskIsOpenedOfAnExecutor(Wired):
    """Of the spout tasks of an executor, the first is opened."""

    topology = _OneOpened


class _NotTold(Topology):
    def _order(self, event: Order) -> None:
        before = len(self._happened)
        super()._order(event)
        self._happened[before:] = [each for each in self._happened[before:] if not isinstance(each, Deactivated)]


@as_built("deactivation-is-not-told", kills=["SYS-37"], mistake="Only the flag of the topology is set.")
class DeactivationIsNotTold(Wired):
    """A spout task is not told that it is not active any more."""

    topology = _NotTold


class _Restless(Topology):
    def _next_tuple(self, spout: Task, *, tracked: bool, most: int = 1) -> None:
        inactive, self.inactive = self.inactive, set()
        super()._next_tuple(spout, tracked=tracked, most=most)
        self.inactive = inactive


@as_built("an-inactive-spout-emits", kills=["SYS-38"], mistake="Deactivation is a callback and nothing else.")
class AnInactiveSpoutEmits(Wired):
    """A spout task that is not active emits when it is asked."""

    topology = _Restless


class _DeafAtRest(Topology):
    def _heard(self, spout: Task, effects: Sequence[Effect]) -> None:
        if spout not in self.inactive:
            super()._heard(spout, effects)


@as_built("an-inactive-spout-hears-nothing", kills=["SYS-38"], mistake="The whole loop of the executor stands still.")
class AnInactiveSpoutHearsNothing(Wired):
    """A spout task that is not active is told of no tree."""

    topology = _DeafAtRest


class _TimelessAtRest(Topology):
    def _tick(self, task: Task) -> None:
        if task not in self.inactive:
            super()._tick(task)


@as_built("an-inactive-spout-has-no-ticks", kills=["SYS-38"], mistake="The timer is cancelled with the activity.")
class AnInactiveSpoutHasNoTicks(Wired):
    """For a spout task that is not active no time passes."""

    topology = _TimelessAtRest


class _DroppedAtRest(Topology):
    def _order(self, event: Order) -> None:
        super()._order(event)
        if isinstance(event, Deactivate) and event.task in self.executors and event.task not in self.paused:
            self._start(event.task)


@as_built("deactivation-forgets-what-is-pending", kills=["SYS-38"], mistake="The executor is set up again.")
class DeactivationForgetsWhatIsPending(Wired):
    """A spout task that is deactivated waits for nothing afterwards."""

    topology = _DroppedAtRest


class _Returned(Topology):
    def _order(self, event: Order) -> None:
        super()._order(event)
        if isinstance(event, Activate) and event.task not in self.paused:
            self.inactive.update(mate for mate in self.mates[event.task][1:])
            if len(self.mates[event.task]) == 1 and len(self.executors) > 1:
                self.inactive.add(event.task)


@as_built("who-rested-does-not-go-on", kills=["SYS-38"], mistake="Activation reaches the first executor alone.")
class WhoRestedDoesNotGoOn(Wired):
    """Where there are several spout tasks, one that was not active is not asked again."""

    topology = _Returned


class _BackWhenActive(Topology):
    def _order(self, event: Order) -> None:
        before = event.task in self.inactive
        super()._order(event)
        if before and event.task not in self.inactive:
            for spout in self.mates[event.task]:
                for message in self.source.disconnect(spout):
                    self._happens(OfferedAgain(spout, message))


@as_built("activation-replays-what-is-open", kills=["SYS-38"], mistake="The client of the source connects anew.")
class ActivationReplaysWhatIsOpen(Wired):
    """When a spout task is active again, all that it has open is offered again at once."""

    topology = _BackWhenActive


class _AwakeAfterDeath(Topology):
    def _die(self, task: Task) -> None:
        super()._die(task)
        self.inactive.difference_update(self.mates[task])


@as_built("a-death-activates", kills=["SYS-38"], mistake="Whether it is active is kept in the executor.")
class ADeathActivates(Wired):
    """A spout task that dies while it is not active emits afterwards."""

    topology = _AwakeAfterDeath


class _AwakeAfterDeathInPause(Topology):
    def _die(self, task: Task) -> None:
        if task in self.paused:
            self.inactive.difference_update(self.mates[task])
        super()._die(task)


@as_built("a-death-in-a-pause-activates", kills=["SYS-38"], mistake="What holds a task up is one set of flags.")
class ADeathInAPauseActivates(Wired):
    """A spout task that is not active, is paused, and dies in the pause, emits afterwards."""

    topology = _AwakeAfterDeathInPause


# Time.


@define
class _Busy(SpoutExecutor):
    heard: int = field(init=False, default=0)
    every: ClassVar[int] = 3

    def notified(self, notification: Notification) -> tuple[Effect, ...]:
        self.heard += 1
        late = super().tick() if self.heard % self.every == 0 else ()
        return (*super().notified(notification), *late)


@as_built("words-are-time", kills=["SYS-39"], mistake="The map is rotated when there is something to do.")
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


@as_built("messages-are-time", kills=["SYS-39"], mistake="The acker rotates after so many messages, to stay small.")
class MessagesAreTime(Wired):
    """Every fourth message of an acker task rotates its records."""

    acker = _Crowded


class _Impatient(Topology):
    def _next_tuple(self, spout: Task, *, tracked: bool, most: int = 1) -> None:
        before = len(self._happened)
        super()._next_tuple(spout, tracked=tracked, most=most)
        if len(self._happened) == before and self.source.offered and spout not in self.paused and self.plan.bound:
            self._heard(spout, self.executors[spout].tick())


@as_built("to-be-asked-at-the-bound-is-time", kills=["SYS-39"], mistake="A spout that stands still must make room.")
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


@as_built("ackers-tick-for-spouts", kills=["SYS-39"], mistake="There is one timer, and it is the acker's.")
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


@as_built("who-failed-often-gets-more-time", kills=["SYS-39"], mistake="Retries back off, by the timeout.")
class WhoFailedOftenGetsMoreTime(Wired):
    """The fourth emission of a message fails a tick later than the others."""

    executor = _Lenient


@define
class _GivesOldAttemptsTime(SpoutExecutor):
    given: set[int] = field(init=False, factory=set)

    def tick(self) -> tuple[Effect, ...]:
        for root, emission in list(self.pending.cohorts()[-1].items()):
            if root not in self.given and int(emission.message.rpartition("/")[2]) > 3:  # noqa: PLR2004 - the limit
                self.given.add(root)
                self.pending.put(root, emission)
        return super().tick()


@as_built(
    "who-failed-often-is-young-once-more",
    kills=["SYS-39"],
    mistake="Retries back off, by one more rotation before they are given up.",
)
class WhoFailedOftenIsYoungOnceMore(Wired):
    """The fourth emission of a message, and each later one, is made young again once where it should fail."""

    executor = _GivesOldAttemptsTime


# What waits with its sender.


class _Unheld(Topology):
    def _is_held_back(self, pair: Pair) -> bool:
        return super()._is_held_back(pair) and not self.slips(pair)

    def slips(self, pair: Pair) -> bool:
        """Whether what waits with its sender arrives all the same."""
        del pair
        return True


@as_built("what-is-sent-is-gone", kills=["SYS-40"], mistake="A batch is thought to be flushed by a thread of its own.")
class WhatIsSentIsGone(Wired):
    """What a paused task has sent arrives."""

    topology = _Unheld


class _ReportsSlip(_Unheld):
    def slips(self, pair: Pair) -> bool:
        return pair[1] in self.ackers


@as_built("acks-are-not-batched", kills=["SYS-40"], mistake="What goes to ackers is thought to have a way of its own.")
class AcksAreNotBatched(Wired):
    """What a paused task has sent to ackers arrives."""

    topology = _ReportsSlip


class _LostInPause(Topology):
    def step(self, event: Event) -> tuple[Happening, ...]:
        if isinstance(event, Resume) and event.task in self.paused and self.plan.outboxes:
            for pair in self.channels.pairs():
                if pair[0] in self.mates[event.task]:
                    self.channels.drop(pair)
        return super().step(event)


@as_built("a-batch-does-not-outlive-a-pause", kills=["SYS-40"], mistake="Its time-out drops it in place of sending it.")
class ABatchDoesNotOutliveAPause(Wired):
    """What a task had sent before its pause does not arrive after it."""

    topology = _LostInPause


class _KeptInDeath(Topology):
    def _die(self, task: Task) -> None:
        plan = self.plan
        self.plan = evolve(plan, outboxes=False)
        super()._die(task)
        self.plan = plan


@as_built("a-batch-outlives-its-task", kills=["SYS-40"], mistake="The batch is kept in shared memory.")
class ABatchOutlivesItsTask(Wired):
    """What waits with a task that dies in a pause arrives."""

    topology = _KeptInDeath


class _OneOutbox(Topology):
    def _die(self, task: Task) -> None:
        mates = self.mates
        kept = {
            pair: self.channels.drop(pair)
            for pair in self.channels.pairs()
            if pair[0] in mates[task] and pair[0] != task
        }
        super()._die(task)
        for pair, envelopes in kept.items():
            for envelope in envelopes:
                self.channels.send(pair, envelope)


@as_built("one-batch-is-lost-of-an-executor", kills=["SYS-40"], mistake="The batch is found by the task that has died.")
class OneBatchIsLostOfAnExecutor(Wired):
    """Of what waits with an executor that dies in a pause, that of one task is lost."""

    topology = _OneOutbox


class _LostInAnyDeath(Topology):
    def _die(self, task: Task) -> None:
        for pair in [pair for pair in self.channels.pairs() if self.plan.outboxes and pair[0] in self.mates[task]]:
            for lost in self.channels.drop(pair):
                self._happens(Lost(pair[1], lost.name))
        super()._die(task)


@as_built("any-death-loses-a-batch", kills=["SYS-40"], mistake="A batch is thought to be full when it is flushed.")
class AnyDeathLosesABatch(Wired):
    """What a task has sent is lost with it, also where it was not paused."""

    topology = _LostInAnyDeath


@define
class _Postponed(Topology):
    orders: dict[Task, list[Order]] = field(init=False, factory=dict)

    def _start(self, task: Task) -> None:
        self.orders.pop(task, None)
        super()._start(task)

    def _order(self, event: Order) -> None:
        first = self.mates[event.task][0]
        if event.task in self.paused:
            self.orders.setdefault(first, []).append(event)
        else:
            super()._order(event)

    def _fault(self, event: Fault) -> None:
        super()._fault(event)
        if isinstance(event, Resume):
            for order in self.orders.pop(self.mates[event.task][0], []):
                super()._order(order)


@as_built("orders-wait-for-the-end-of-a-pause", kills=["SYS-37"], mistake="Orders are queued as messages are.")
class OrdersWaitForTheEndOfAPause(Wired):
    """A spout task that is deactivated, activated or stopped in a pause hears of it when it goes on."""

    topology = _Postponed


class _StoppedInPause(Topology):
    def _order(self, event: Order) -> None:
        if isinstance(event, Stop):
            self.paused.difference_update(self.mates[event.task])
        super()._order(event)


@as_built(
    "a-stop-reaches-the-paused", kills=["SYS-37"], mistake="Shutting down goes by the process, and not the thread."
)
class AStopReachesThePaused(Wired):
    """A task that is stopped in a pause is shut down at once."""

    topology = _StoppedInPause


@define
class _Flushed(Topology):
    gone: set[Pair] = field(init=False, factory=set)

    def _is_held_back(self, pair: Pair) -> bool:
        return super()._is_held_back(pair) and pair not in self.gone

    def _fault(self, event: Fault) -> None:
        super()._fault(event)
        if isinstance(event, Double):
            self.gone.add((event.sender, event.receiver))
        elif isinstance(event, Pause | Resume):
            self.gone.clear()


@as_built(
    "what-is-sent-once-more-waits-no-longer",
    kills=["SYS-40"],
    mistake="Retransmission is a thread of its own, and empties what it looks through.",
)
class WhatIsSentOnceMoreWaitsNoLonger(Wired):
    """What waits with a paused task arrives in the pause when it is sent once more."""

    topology = _Flushed


class _Reset(Topology):
    def _die(self, task: Task) -> None:
        pairs = [pair for pair in self.channels.pairs() if pair[1] in self.mates[task] and self._is_held_back(pair)]
        for pair in pairs:
            for lost in self.channels.drop(pair):
                self._happens(Lost(pair[1], lost.name))
        super()._die(task)


@as_built(
    "what-waits-for-who-dies-is-lost",
    kills=["SYS-40"],
    mistake="When a connection is reset, what was not sent by it is thrown away.",
)
class WhatWaitsForWhoDiesIsLost(Wired):
    """What waits with a paused task for one that dies is lost."""

    topology = _Reset


class _OneRests(Topology):
    def _die(self, task: Task) -> None:
        super()._die(task)
        self.inactive.difference_update(mate for mate in self.mates[task] if mate != task)


@as_built(
    "one-task-rests-of-an-executor-that-died",
    kills=["SYS-38"],
    mistake="Who is started again is told its state by task, and has several.",
)
class OneTaskRestsOfAnExecutorThatDied(Wired):
    """When an executor that is not active dies, the mates of the task that is named are active."""

    topology = _OneRests


class _PausedTwice(Topology):
    def _fault(self, event: Fault) -> None:
        if isinstance(event, Pause) and event.task in self.paused and self.plan.outboxes:
            for pair in self.channels.pairs():
                if pair[0] in self.mates[event.task]:
                    self.channels.drop(pair)
        super()._fault(event)


@as_built(
    "a-second-pause-empties-the-outbox",
    kills=["SYS-40"],
    mistake="A pause moves what was sent into an outbox, also where that has something already.",
)
class ASecondPauseEmptiesTheOutbox(Wired):
    """What waits with a paused task is gone when the task is paused once more."""

    topology = _PausedTwice


class _StoppedWithOutbox(Topology):
    def _order(self, event: Order) -> None:
        if isinstance(event, Stop) and event.task in self.paused and self.plan.outboxes:
            for pair in self.channels.pairs():
                if pair[0] in self.mates[event.task]:
                    self.channels.drop(pair)
        super()._order(event)


@as_built(
    "an-unheard-stop-empties-the-outbox",
    kills=["SYS-40"],
    mistake="The order is left to the thread of the task, and what belongs to the transport is cleaned up at once.",
)
class AnUnheardStopEmptiesTheOutbox(Wired):
    """What waits with a paused task is gone when it is to be stopped in the pause, of which it does not hear."""

    topology = _StoppedWithOutbox


class _Switched(Topology):
    def _order(self, event: Order) -> None:
        again = isinstance(event, Deactivate) and event.task in self.inactive
        super()._order(Activate(event.task) if again else event)


@as_built(
    "a-second-deactivation-activates",
    kills=["SYS-38"],
    mistake="What is shared with activation changes the state to the other one.",
)
class ASecondDeactivationActivates(Wired):
    """A spout task that is not active and is deactivated is active again."""

    topology = _Switched


@define
class _HearsSome(SpoutExecutor):
    rests: bool = field(init=False, default=False)
    unheard: ClassVar[Kind] = Kind.RESET_TIMEOUT

    def notified(self, notification: Notification) -> tuple[Effect, ...]:
        return () if self.rests and notification.kind is self.unheard else super().notified(notification)


class _KnowsOfRest(Topology):
    def _deliver(self, pair: Pair, place: int = 0, conduct: Conduct = Conduct.NORMAL) -> None:
        executor = self.executors.get(pair[1])
        if isinstance(executor, _HearsSome):
            executor.rests = pair[1] in self.inactive
        super()._deliver(pair, place, conduct)


@as_built(
    "an-inactive-spout-gives-no-more-time",
    kills=["SYS-38"],
    mistake="What ends a tree is heard in any case, and what goes on is thought to concern who goes on.",
)
class AnInactiveSpoutGivesNoMoreTime(Wired):
    """A spout task that is not active does not hear that more time is asked."""

    executor = _HearsSome
    topology = _KnowsOfRest


class _HearsNoFail(_HearsSome):
    unheard = Kind.FAIL


@as_built(
    "an-inactive-spout-hears-of-no-fail",
    kills=["SYS-38"],
    mistake="What failed cannot be emitted again before the spout is active, so it is left to the timeout.",
)
class AnInactiveSpoutHearsOfNoFail(Wired):
    """A spout task that is not active does not hear that a tree has failed."""

    executor = _HearsNoFail
    topology = _KnowsOfRest


class _KeptForLater(Topology):
    def _deliver(self, pair: Pair, place: int = 0, conduct: Conduct = Conduct.NORMAL) -> None:
        if pair[1] not in self.inactive:
            super()._deliver(pair, place, conduct)

    def _flows(self, pair: Pair, kind: Flowing | None) -> bool:
        return pair[1] not in self.inactive and super()._flows(pair, kind)


@as_built(
    "words-wait-for-who-rests",
    kills=["SYS-38"],
    mistake="The loop that takes words in is the one that asks for tuples, and it stands still.",
)
class WordsWaitForWhoRests(Wired):
    """The words of ackers to a spout task that is not active arrive when it is active again."""

    topology = _KeptForLater


class _YoungWhenActive(Topology):
    def _order(self, event: Order) -> None:
        rested = event.task in self.inactive
        super()._order(event)
        if rested and isinstance(event, Activate) and event.task not in self.inactive:
            pending = self.executors[event.task].pending
            assert isinstance(pending, RotatingMap)  # noqa: S101 - that of the reference
            for root, emission in [each for cohort in pending.cohorts() for each in cohort.items()]:
                pending.put(root, emission)


@as_built(
    "activation-gives-more-time",
    kills=["SYS-38"],
    mistake="The time in which a spout rested is thought not to count for what it waits for.",
)
class ActivationGivesMoreTime(Wired):
    """When a spout task is active again, all that it waits for has its full time again."""

    topology = _YoungWhenActive


class _OlderAtRest(Topology):
    def _order(self, event: Order) -> None:
        active = event.task in self.executors and event.task not in self.inactive
        super()._order(event)
        if active and event.task in self.inactive:
            self._tick(event.task)


@as_built(
    "deactivation-is-time",
    kills=["SYS-38"],
    mistake="The timer is set anew with the state, and begins with a tick.",
)
class DeactivationIsTime(Wired):
    """When a spout task is deactivated, time passes for what it waits for."""

    topology = _OlderAtRest
