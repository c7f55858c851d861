"""Mutants of the life of a spout task: it is opened, closed, activated and deactivated, and it rests."""

from collections.abc import Sequence
from typing import ClassVar

from acking import Effect, Kind, Notification, RotatingMap, SpoutExecutor
from acking.topology import Topology
from acking.topology.bolts import Conduct
from acking.topology.channels import Pair
from acking.topology.events import Activate, Command, Deactivate, Fault, Flowing, Resume, Stop
from acking.topology.happenings import Activated, Closed, Deactivated, OfferedAgain, Opened
from acking.topology.tasks import SPOUT, Task
from attrs import define, field

from ackproof.mutants import family
from ackproof.mutants.parts import Wired

lifecycles = family("as people build them")

# What a spout task is told.


class _NeverAgain(Topology):
    """A topology in whose deaths lives do not end."""

    def _die(self, task: Task) -> None:
        opened = set(self.opened)
        super()._die(task)
        self.opened = opened


@lifecycles("a-spout-is-not-opened-again", kills=["SYS-37"], mistake="The instance is kept, and it was opened once.")
class ASpoutIsNotOpenedAgain(Wired):
    """A spout task that has died emits without being opened."""

    topology = _NeverAgain


class _OpenedEachTime(Topology):
    def _command(self, event: Command) -> None:
        was = event.task in self.inactive
        super()._command(event)
        if isinstance(event, Activate) and was and event.task in self.opened:
            self._happens(Opened(event.task))


@lifecycles(
    "activation-opens-again", kills=["SYS-37"], mistake="The spout is made anew when its topology is activated."
)
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


@lifecycles("a-death-closes", kills=["SYS-37"], mistake="The clean-up runs in a finally, which a kill does not reach.")
class ADeathCloses(Wired):
    """A spout task that dies is closed."""

    topology = _ClosedByDeath


class _NeverClosed(Topology):
    def _command(self, event: Command) -> None:
        if isinstance(event, Stop):
            self.opened.difference_update(self.mates[event.task] if event.task not in self.paused else ())
        super()._command(event)


@lifecycles("a-stop-does-not-close", kills=["SYS-37"], mistake="Workers are killed, so nobody calls it.")
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


@lifecycles("one-task-is-opened-of-an-executor", kills=["SYS-37"], mistake="The loop over tasks was lost in a rewrite.")
class OneTaskIsOpenedOfAnExecutor(Wired):
    """Of the spout tasks of an executor, the first is opened."""

    topology = _OneOpened


class _OpenedByAckers(Topology):
    def _open(self, spout: Task) -> None:
        if self.plan.ackers:
            super()._open(spout)


@lifecycles(
    "without-ackers-a-spout-is-not-opened",
    kills=["SYS-37"],
    mistake="A spout is opened when its executor has set up its pending emissions.",
)
class WithoutAckersASpoutIsNotOpened(Wired):
    """In a topology without acker tasks, spout tasks emit without being opened."""

    topology = _OpenedByAckers


class _OpenedOnOneStream(Topology):
    def _receivers(self, component: str, value: str, number: int) -> list[Task]:
        first = self.plan.lifecycle and component == SPOUT
        return super()._receivers(component, value, 1 if first else number)


@lifecycles(
    "a-spout-that-is-opened-has-one-stream",
    kills=["SYS-29"],
    mistake="The collector is given to the spout when it is opened, and is that of the default stream.",
)
class ASpoutThatIsOpenedHasOneStream(Wired):
    """Where spouts tell of their lives, each message goes where the first one goes."""

    topology = _OpenedOnOneStream


class _NotTold(Topology):
    def _command(self, event: Command) -> None:
        before = len(self._happened)
        super()._command(event)
        self._happened[before:] = [each for each in self._happened[before:] if not isinstance(each, Deactivated)]


@lifecycles("deactivation-is-not-told", kills=["SYS-37"], mistake="Only the flag of the topology is set.")
class DeactivationIsNotTold(Wired):
    """A spout task is not told that it is not active any more."""

    topology = _NotTold


@define
class _Postponed(Topology):
    orders: dict[Task, list[Command]] = field(init=False, factory=dict)

    def _start(self, task: Task) -> None:
        self.orders.pop(task, None)
        super()._start(task)

    def _command(self, event: Command) -> None:
        first = self.mates[event.task][0]
        if event.task in self.paused:
            self.orders.setdefault(first, []).append(event)
        else:
            super()._command(event)

    def _fault(self, event: Fault) -> None:
        super()._fault(event)
        if isinstance(event, Resume):
            for order in self.orders.pop(self.mates[event.task][0], []):
                super()._command(order)


@lifecycles("orders-wait-for-the-end-of-a-pause", kills=["SYS-37"], mistake="Orders are queued as messages are.")
class OrdersWaitForTheEndOfAPause(Wired):
    """A spout task that is deactivated, activated or stopped in a pause hears of it when it goes on."""

    topology = _Postponed


class _StoppedInPause(Topology):
    def _command(self, event: Command) -> None:
        if isinstance(event, Stop):
            self.paused.difference_update(self.mates[event.task])
        super()._command(event)


@lifecycles(
    "a-stop-reaches-the-paused", kills=["SYS-37"], mistake="Shutting down goes by the process, and not the thread."
)
class AStopReachesThePaused(Wired):
    """A task that is stopped in a pause is shut down at once."""

    topology = _StoppedInPause


# What it does while it is not active.


class _Restless(Topology):
    def _next_tuple(self, spout: Task, *, tracked: bool, most: int = 1) -> None:
        inactive, self.inactive = self.inactive, set()
        super()._next_tuple(spout, tracked=tracked, most=most)
        self.inactive = inactive


@lifecycles("an-inactive-spout-emits", kills=["SYS-38"], mistake="Deactivation is a callback and nothing else.")
class AnInactiveSpoutEmits(Wired):
    """A spout task that is not active emits when it is asked."""

    topology = _Restless


class _RestlessUntracked(Topology):
    def _next_tuple(self, spout: Task, *, tracked: bool, most: int = 1) -> None:
        inactive, self.inactive = self.inactive, self.inactive if tracked else set()
        super()._next_tuple(spout, tracked=tracked, most=most)
        self.inactive = inactive


@lifecycles(
    "an-inactive-spout-emits-what-nobody-tracks",
    kills=["SYS-38"],
    mistake="A topology is deactivated until nothing is pending, and what is not tracked is never pending.",
)
class AnInactiveSpoutEmitsWhatNobodyTracks(Wired):
    """A spout task that is not active emits when it is asked for a message without an id."""

    topology = _RestlessUntracked


class _DeafAtRest(Topology):
    def _heard(self, spout: Task, effects: Sequence[Effect]) -> None:
        if spout not in self.inactive:
            super()._heard(spout, effects)


@lifecycles("an-inactive-spout-hears-nothing", kills=["SYS-38"], mistake="The whole loop of the executor stands still.")
class AnInactiveSpoutHearsNothing(Wired):
    """A spout task that is not active is told of no tree."""

    topology = _DeafAtRest


class _TimelessAtRest(Topology):
    def _tick(self, task: Task) -> None:
        if task not in self.inactive:
            super()._tick(task)


@lifecycles("an-inactive-spout-has-no-ticks", kills=["SYS-38"], mistake="The timer is cancelled with the activity.")
class AnInactiveSpoutHasNoTicks(Wired):
    """For a spout task that is not active no time passes."""

    topology = _TimelessAtRest


class _OpenToRest(Topology):
    def _command(self, event: Command) -> None:
        if not isinstance(event, Deactivate) or event.task in self.opened:
            super()._command(event)


@lifecycles(
    "a-deactivation-before-the-first-emission-is-lost",
    kills=["SYS-38"],
    mistake="Who has not begun is thought to have nothing to be stopped.",
)
class ADeactivationBeforeTheFirstEmissionIsLost(Wired):
    """A spout task that is deactivated before it was asked in its life emits all the same."""

    topology = _OpenToRest


class _DroppedAtRest(Topology):
    def _command(self, event: Command) -> None:
        super()._command(event)
        if isinstance(event, Deactivate) and event.task in self.executors and event.task not in self.paused:
            self._start(event.task)


@lifecycles("deactivation-forgets-what-is-pending", kills=["SYS-38"], mistake="The executor is set up again.")
class DeactivationForgetsWhatIsPending(Wired):
    """A spout task that is deactivated waits for nothing afterwards."""

    topology = _DroppedAtRest


class _Returned(Topology):
    def _command(self, event: Command) -> None:
        super()._command(event)
        if isinstance(event, Activate) and event.task not in self.paused:
            self.inactive.update(mate for mate in self.mates[event.task][1:])
            if len(self.mates[event.task]) == 1 and len(self.executors) > 1:
                self.inactive.add(event.task)


@lifecycles("who-rested-does-not-go-on", kills=["SYS-38"], mistake="Activation reaches the first executor alone.")
class WhoRestedDoesNotGoOn(Wired):
    """Where there are several spout tasks, one that was not active is not asked again."""

    topology = _Returned


class _BackWhenActive(Topology):
    def _command(self, event: Command) -> None:
        before = event.task in self.inactive
        super()._command(event)
        if before and event.task not in self.inactive:
            for spout in self.mates[event.task]:
                for message in self.source.disconnect(spout):
                    self._happens(OfferedAgain(spout, message))


@lifecycles("activation-replays-what-is-open", kills=["SYS-38"], mistake="The client of the source connects anew.")
class ActivationReplaysWhatIsOpen(Wired):
    """When a spout task is active again, all that it has open is offered again at once."""

    topology = _BackWhenActive


class _AwakeAfterDeath(Topology):
    def _die(self, task: Task) -> None:
        super()._die(task)
        self.inactive.difference_update(self.mates[task])


@lifecycles("a-death-activates", kills=["SYS-38"], mistake="Whether it is active is kept in the executor.")
class ADeathActivates(Wired):
    """A spout task that dies while it is not active emits afterwards."""

    topology = _AwakeAfterDeath


class _AwakeAfterDeathInPause(Topology):
    def _die(self, task: Task) -> None:
        if task in self.paused:
            self.inactive.difference_update(self.mates[task])
        super()._die(task)


@lifecycles("a-death-in-a-pause-activates", kills=["SYS-38"], mistake="What holds a task up is one set of flags.")
class ADeathInAPauseActivates(Wired):
    """A spout task that is not active, is paused, and dies in the pause, emits afterwards."""

    topology = _AwakeAfterDeathInPause


class _OneRests(Topology):
    def _die(self, task: Task) -> None:
        super()._die(task)
        self.inactive.difference_update(mate for mate in self.mates[task] if mate != task)


@lifecycles(
    "one-task-rests-of-an-executor-that-died",
    kills=["SYS-38"],
    mistake="Who is started again is told its state by task, and has several.",
)
class OneTaskRestsOfAnExecutorThatDied(Wired):
    """When an executor that is not active dies, the mates of the task that is named are active."""

    topology = _OneRests


class _Switched(Topology):
    def _command(self, event: Command) -> None:
        again = isinstance(event, Deactivate) and event.task in self.inactive
        super()._command(Activate(event.task) if again else event)


@lifecycles(
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


@lifecycles(
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


@lifecycles(
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


@lifecycles(
    "words-wait-for-who-rests",
    kills=["SYS-38"],
    mistake="The loop that takes words in is the one that asks for tuples, and it stands still.",
)
class WordsWaitForWhoRests(Wired):
    """The words of ackers to a spout task that is not active arrive when it is active again."""

    topology = _KeptForLater


class _YoungWhenActive(Topology):
    def _command(self, event: Command) -> None:
        rested = event.task in self.inactive
        super()._command(event)
        if rested and isinstance(event, Activate) and event.task not in self.inactive:
            pending = self.executors[event.task].pending
            assert isinstance(pending, RotatingMap)  # noqa: S101 - that of the reference
            for root, emission in [each for cohort in pending.cohorts() for each in cohort.items()]:
                pending.put(root, emission)


@lifecycles(
    "activation-gives-more-time",
    kills=["SYS-38"],
    mistake="The time in which a spout rested is thought not to count for what it waits for.",
)
class ActivationGivesMoreTime(Wired):
    """When a spout task is active again, all that it waits for has its full time again."""

    topology = _YoungWhenActive


class _OlderAtRest(Topology):
    def _command(self, event: Command) -> None:
        active = event.task in self.executors and event.task not in self.inactive
        super()._command(event)
        if active and event.task in self.inactive:
            self._tick(event.task)


@lifecycles(
    "deactivation-is-time", kills=["SYS-38"], mistake="The timer is set anew with the state, and begins with a tick."
)
class DeactivationIsTime(Wired):
    """When a spout task is deactivated, time passes for what it waits for."""

    topology = _OlderAtRest


class _OpensForAnOrder(Topology):
    def _command(self, event: Command) -> None:
        super()._command(event)
        if isinstance(event, Deactivate) and event.task in self.executors and event.task not in self.paused:
            self._open(event.task)


@lifecycles(
    "a-task-is-opened-to-be-deactivated",
    kills=["SYS-37"],
    mistake="Whatever comes first opens a spout task, and being opened is taken for being active.",
)
class ATaskIsOpenedToBeDeactivated(Wired):
    """A spout task that is deactivated before it is opened is opened then, and told that it is active."""

    topology = _OpensForAnOrder
