"""Mutants of more time: of the way from a bolt that asks, by an acker task, to a spout task that waits."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from acking import Ack, AckerMessage, BoltTask, Effect, Fail, Kind, Notification, ResetTimeout, SpoutExecutor
from acking.spout import PendingEmission
from acking.topology import Topology
from acking.topology.bolts import AckInput, AskForTime, Basic, Bolt, Call, Calls, Input, Loose
from acking.topology.tasks import ACKER, Task
from attrs import define, evolve, field

from ackproof.mutants import family
from ackproof.mutants.parts import AckerInParts, Notifications, Wired
from ackproof.mutants.topology.bolts import Wrapped

more_time = family("more time")


class _NeverAsksForTime(BoltTask):
    def more_time(self, name: str) -> tuple[ResetTimeout, ...]:
        super().more_time(name)
        return ()


@more_time("nobody-is-asked-for-time", kills=["SYS-31"], mistake="The call is there for the interface alone.")
class NobodyIsAskedForTime(Wired):
    """A bolt task that asks for more time sends nothing."""

    collector = _NeverAsksForTime


class _FirstTree(BoltTask):
    def more_time(self, name: str) -> tuple[ResetTimeout, ...]:
        return super().more_time(name)[:1]


@more_time("time-is-asked-for-one-tree", kills=["SYS-31"], mistake="A tuple is thought to have one root.")
class TimeIsAskedForOneTree(Wired):
    """For an input of several trees, more time is asked for the first."""

    collector = _FirstTree


class _Nervous(Wrapped):
    def execute(self, taken: Input) -> Calls:
        return (AskForTime(taken.name), *super().execute(taken))


@more_time("batches-always-ask-for-time", kills=["SYS-31"], mistake="A batch may take long, so it asks in any case.")
class BatchesAlwaysAskForTime(Wired):
    """A batch bolt asks for more time for each input."""

    kinds: ClassVar[dict[str, Callable[[Bolt], Bolt]]] = {"batch": _Nervous}


class _Keeping(AckerInParts):
    def receive(self, message: AckerMessage) -> Notifications:
        return tuple(
            notification for notification in super().receive(message) if notification.kind is not Kind.RESET_TIMEOUT
        )


@more_time("ackers-keep-it-to-themselves", kills=["SYS-31"], mistake="The spout has a timeout of its own, after all.")
class AckersKeepItToThemselves(Wired):
    """An acker task that is asked for more time notifies no spout task."""

    acker = _Keeping


class _PassingOn(AckerInParts):
    def refreshes(self, message: AckerMessage) -> bool:
        return not isinstance(message, ResetTimeout) and super().refreshes(message)


@more_time("ackers-pass-it-on-and-give-none", kills=["SYS-32"], mistake="Only the spout is thought to count.")
class AckersPassItOnAndGiveNone(Wired):
    """An acker task that is asked for more time counts on."""

    acker = _PassingOn


class _DeafToResets(SpoutExecutor):
    def notified(self, notification: Notification) -> tuple[Effect, ...]:
        return () if notification.kind is Kind.RESET_TIMEOUT else super().notified(notification)


@more_time(
    "spout-tasks-count-on", kills=["SYS-32"], mistake="A stream is not handled, and the default is to ignore it."
)
class SpoutTasksCountOn(Wired):
    """A spout task that hears that more time is asked counts on."""

    executor = _DeafToResets


class _Failing(SpoutExecutor):
    def notified(self, notification: Notification) -> tuple[Effect, ...]:
        return super().notified(
            evolve(notification, kind=Kind.FAIL) if notification.kind is Kind.RESET_TIMEOUT else notification
        )


@more_time("what-is-no-ack-is-a-fail", kills=["SYS-32"], mistake="There were two streams, and an else was enough.")
class WhatIsNoAckIsAFail(Wired):
    """A spout task that hears that more time is asked fails the tree."""

    executor = _Failing


class _ForWhomItKnows(AckerInParts):
    def refreshes(self, message: AckerMessage) -> bool:
        record = self.recalled(message.root)
        early = isinstance(message, ResetTimeout) and record is not None and record.spout_task is None
        return not early and super().refreshes(message)


@more_time(
    "ackers-give-no-time-before-the-init",
    kills=["SYS-32"],
    mistake="Refreshing and passing on share the branch that asks for the spout task.",
)
class AckersGiveNoTimeBeforeTheInit(Wired):
    """An acker task passes over a call for more time for a tree of which the init did not arrive."""

    acker = _ForWhomItKnows


@define
class _WaitingForWords(SpoutExecutor):
    words: int = field(init=False, default=0)

    def notified(self, notification: Notification) -> tuple[Effect, ...]:
        self.words += notification.kind is Kind.RESET_TIMEOUT and notification.root in self.pending
        return super().notified(notification)


class _WordsTakeRoom(Topology):
    def _next_tuple(self, spout: Task, *, tracked: bool, most: int = 1) -> None:
        executor, bound = self.executors[spout], self.plan.bound
        assert isinstance(executor, _WaitingForWords)  # noqa: S101 - it is made below
        if bound is None or len(executor.pending) + executor.words < bound * len(self.mates[spout]):
            super()._next_tuple(spout, tracked=tracked, most=most)


@more_time(
    "more-time-takes-up-room",
    kills=["SYS-27"],
    mistake="What is refreshed is counted where it is put into pending, and leaves that once.",
)
class MoreTimeTakesUpRoom(Wired):
    """An emission for which more time was asked counts once more against the bound, for ever."""

    executor = _WaitingForWords
    topology = _WordsTakeRoom


class _AskingForATree(Topology):
    def _do(self, task: Task, calls: Sequence[Call]) -> None:
        match calls:
            case (AskForTime(receipt), *_) if not self.collectors[task].more_time(receipt):
                return
        super()._do(task, calls)


@more_time(
    "time-for-a-tuple-in-no-tree-is-an-error",
    kills=["SYS-41"],
    mistake="The first root of the tuple is looked up, and it has none; who catches that takes the input for done.",
)
class TimeForATupleInNoTreeIsAnError(Wired):
    """A bolt task that asks for more time for a tuple in no tree does nothing more with it."""

    topology = _AskingForATree


class _SortedByName(Topology):
    def _report(self, sender: Task, message: AckerMessage, receipt: str = "") -> None:
        own = self._tasks[ACKER]
        if isinstance(message, ResetTimeout):
            self._tasks[ACKER] = tuple(sorted(own, key=str))
        super()._report(sender, message, receipt)
        self._tasks[ACKER] = own


@more_time(
    "time-is-asked-of-ackers-in-another-order",
    kills=["SYS-41"],
    mistake="A newer call has a list of its own, in the order of names: of up to nine tasks it is the same.",
)
class TimeIsAskedOfAckersInAnotherOrder(Wired):
    """Of more than ten acker tasks most that are asked for more time are not those that know the tree."""

    topology = _SortedByName


class _ByAbsoluteValue(Topology):
    kind: ClassVar[type[AckerMessage]] = ResetTimeout

    def _report(self, sender: Task, message: AckerMessage, receipt: str = "") -> None:
        own = self._tasks[ACKER]
        if isinstance(message, self.kind):
            word = (31 + (message.root ^ message.root >> 32)) & 0xFFFF_FFFF
            hashed = word if word < 1 << 31 else (1 << 32) - word
            self._tasks[ACKER] = (own[hashed % len(own)],) * len(own)
        super()._report(sender, message, receipt)
        self._tasks[ACKER] = own


@more_time(
    "time-is-asked-by-the-absolute-value",
    kills=["SYS-31"],
    mistake="A remainder of Java may be negative, and of two ways around that the newer call has the other one.",
)
class TimeIsAskedByTheAbsoluteValue(Wired):
    """Which of three acker tasks is asked for more time follows from the absolute value of the hash."""

    topology = _ByAbsoluteValue


class _FailsByAbsoluteValue(_ByAbsoluteValue):
    kind = Fail


@more_time(
    "fails-go-by-the-absolute-value",
    kills=["SYS-41"],
    mistake="A remainder of Java may be negative, and of two ways around that fails have the other one.",
)
class FailsGoByTheAbsoluteValue(Wired):
    """Which acker task hears of a fail follows from the absolute value of the hash."""

    topology = _FailsByAbsoluteValue


@define
class _ByMessage(SpoutExecutor):
    latest: dict[str, int] = field(init=False, factory=dict)
    messages: dict[int, str] = field(init=False, factory=dict)

    def emit(self, task: int, root: int, message: str | None, edges: Sequence[int]) -> tuple[Effect, ...]:
        if message is not None and len(self.tasks) == 1:
            self.messages[root] = message.rpartition("/")[0]
            self.latest[self.messages[root]] = root
        return super().emit(task, root, message, edges)

    def notified(self, notification: Notification) -> tuple[Effect, ...]:
        if notification.kind is Kind.RESET_TIMEOUT and notification.root in self.messages:
            notification = evolve(notification, root=self.latest[self.messages[notification.root]])
        return super().notified(notification)


@more_time(
    "time-for-a-former-emission-is-given-to-the-present-one",
    kills=["SYS-03"],
    mistake="Where a spout task is alone in its executor, what is pending is found by the message, which is thought to "
    "be emitted once at a time.",
)
class TimeForAFormerEmissionIsGivenToThePresentOne(Wired):
    """When more time is asked for an emission that has failed, that of the same message which is pending gets it."""

    executor = _ByMessage


@define
class _Reviving(SpoutExecutor):
    emitted: dict[int, PendingEmission] = field(init=False, factory=dict)

    def emit(self, task: int, root: int, message: str | None, edges: Sequence[int]) -> tuple[Effect, ...]:
        effects = super().emit(task, root, message, edges)
        pending = self.pending.get(root)
        self.emitted |= {} if pending is None else {root: pending}
        return effects

    def notified(self, notification: Notification) -> tuple[Effect, ...]:
        if notification.kind is Kind.RESET_TIMEOUT and notification.root in self.emitted:
            self.pending.put(notification.root, self.emitted[notification.root])
            return ()
        return super().notified(notification)


@more_time(
    "more-time-brings-back-what-has-failed",
    kills=["SYS-02"],
    mistake="A refresh is a put, of what the executor knows, and who is not pending is not looked for.",
)
class MoreTimeBringsBackWhatHasFailed(Wired):
    """A spout task waits again for an emission that was called back, if more time is asked for it then."""

    executor = _Reviving


class _AsksForNoTree(BoltTask):
    def more_time(self, name: str) -> tuple[ResetTimeout, ...]:
        return super().more_time(name) or (ResetTimeout(0),)


@more_time(
    "time-for-a-tuple-in-no-tree-is-asked-all-the-same",
    kills=["SYS-41"],
    mistake="The root of a tuple that has none is 0.",
)
class TimeForATupleInNoTreeIsAskedAllTheSame(Wired):
    """For an input in no tree, more time is asked for the root 0."""

    collector = _AsksForNoTree


class _OfOtherKinds(Topology):
    """A topology in which bolts of one kind cannot ask for more time."""

    deaf: ClassVar[type] = Basic

    def _call(self, task: Task, call: Call, number: int) -> None:
        if not (isinstance(call, AskForTime) and isinstance(self.bolts[task], self.deaf)):
            super()._call(task, call, number)


@more_time(
    "basic-bolts-ask-for-no-time",
    kills=["SYS-31"],
    mistake="The collector of a basic bolt has emit and nothing else.",
)
class BasicBoltsAskForNoTime(Wired):
    """A basic bolt that asks for more time sends nothing."""

    topology = _OfOtherKinds


class _OfAnchors(_OfOtherKinds):
    deaf = Loose


@more_time(
    "loose-bolts-ask-for-no-time",
    kills=["SYS-31"],
    mistake="Who emits without anchors is thought to have no part in the tree of the input either.",
)
class LooseBoltsAskForNoTime(Wired):
    """A bolt that emits without anchors, and asks for more time, sends nothing."""

    topology = _OfAnchors


class _AcksInTheEnd(Topology):
    def _do(self, task: Task, calls: Sequence[Call]) -> None:
        asked = any(isinstance(call, AskForTime) for call in calls)
        super()._do(task, (*calls, *(call for call in calls if asked and isinstance(call, AckInput))))


@define
class _AcksAgain(BoltTask):
    gone: dict[str, tuple[Ack, ...]] = field(init=False, factory=dict)

    def ack(self, name: str) -> tuple[Ack, ...]:
        if name not in self.gone:
            self.gone[name] = super().ack(name)
        return self.gone[name]


@more_time(
    "an-input-is-acked-again-after-its-time",
    kills=["SYS-14", "SYS-21"],
    mistake="What asked for the time acks in the end, and so does the code of the bolt; no collector refuses it.",
)
class AnInputIsAckedAgainAfterItsTime(Wired):
    """An input for which more time was asked is acked twice."""

    topology = _AcksInTheEnd
    collector = _AcksAgain
