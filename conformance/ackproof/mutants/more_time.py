"""Mutants of more time: of the way from a bolt that asks, by an acker task, to a spout task that waits."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from acking import AckerMessage, BoltTask, Effect, Kind, Notification, ResetTimeout, SpoutExecutor
from acking.topology import Topology
from acking.topology.bolts import AskForTime, Bolt, Call, Calls, Input
from acking.topology.tasks import ACKER, Task
from attrs import define, evolve, field

from ackproof.mutants import family
from ackproof.mutants.bolts import Wrapped
from ackproof.mutants.parts import AckerInParts, Notifications, Wired

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
    """An acker task that is asked for more time tells no spout task."""

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
