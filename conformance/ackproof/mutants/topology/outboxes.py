"""Mutants of what waits with its sender while that is paused."""

from acking.topology import Topology
from acking.topology.bolts import Loose
from acking.topology.channels import Pair
from acking.topology.events import Command, Double, Event, Fault, Pause, Resume, Stop
from acking.topology.happenings import Happening, Lost
from acking.topology.tasks import Task
from attrs import define, evolve, field

from ackproof.mutants import family
from ackproof.mutants.parts import Wired

outboxes = family("as people build them")


class _Unheld(Topology):
    def _is_held_back(self, pair: Pair) -> bool:
        return super()._is_held_back(pair) and not self.slips(pair)

    def slips(self, pair: Pair) -> bool:
        """Whether what waits with its sender arrives all the same."""
        del pair
        return True


@outboxes("what-is-sent-is-gone", kills=["SYS-40"], mistake="A batch is thought to be flushed by a thread of its own.")
class WhatIsSentIsGone(Wired):
    """What a paused task has sent arrives."""

    topology = _Unheld


class _ReportsSlip(_Unheld):
    def slips(self, pair: Pair) -> bool:
        return pair[1] in self.ackers


@outboxes("acks-are-not-batched", kills=["SYS-40"], mistake="What goes to ackers is thought to have a way of its own.")
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


@outboxes("a-batch-does-not-outlive-a-pause", kills=["SYS-40"], mistake="Its time-out drops it in place of sending it.")
class ABatchDoesNotOutliveAPause(Wired):
    """What a task had sent before its pause does not arrive after it."""

    topology = _LostInPause


class _KeptInDeath(Topology):
    def _die(self, task: Task) -> None:
        plan = self.plan
        self.plan = evolve(plan, outboxes=False)
        super()._die(task)
        self.plan = plan


@outboxes("a-batch-outlives-its-task", kills=["SYS-40"], mistake="The batch is kept in shared memory.")
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


@outboxes("one-batch-is-lost-of-an-executor", kills=["SYS-40"], mistake="The batch is found by the task that has died.")
class OneBatchIsLostOfAnExecutor(Wired):
    """Of what waits with an executor that dies in a pause, that of one task is lost."""

    topology = _OneOutbox


class _LostInAnyDeath(Topology):
    def _die(self, task: Task) -> None:
        for pair in [pair for pair in self.channels.pairs() if self.plan.outboxes and pair[0] in self.mates[task]]:
            for lost in self.channels.drop(pair):
                self._happens(Lost(pair[1], lost.name))
        super()._die(task)


@outboxes("any-death-loses-a-batch", kills=["SYS-40"], mistake="A batch is thought to be full when it is flushed.")
class AnyDeathLosesABatch(Wired):
    """What a task has sent is lost with it, also where it was not paused."""

    topology = _LostInAnyDeath


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


@outboxes(
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


@outboxes(
    "what-waits-for-who-dies-is-lost",
    kills=["SYS-40"],
    mistake="When a connection is reset, what was not sent by it is thrown away.",
)
class WhatWaitsForWhoDiesIsLost(Wired):
    """What waits with a paused task for one that dies is lost."""

    topology = _Reset


class _PausedTwice(Topology):
    def _fault(self, event: Fault) -> None:
        if isinstance(event, Pause) and event.task in self.paused and self.plan.outboxes:
            for pair in self.channels.pairs():
                if pair[0] in self.mates[event.task]:
                    self.channels.drop(pair)
        super()._fault(event)


@outboxes(
    "a-second-pause-empties-the-outbox",
    kills=["SYS-40"],
    mistake="A pause moves what was sent into an outbox, also where that has something already.",
)
class ASecondPauseEmptiesTheOutbox(Wired):
    """What waits with a paused task is gone when the task is paused once more."""

    topology = _PausedTwice


class _StoppedWithOutbox(Topology):
    def _command(self, event: Command) -> None:
        if isinstance(event, Stop) and event.task in self.paused and self.plan.outboxes:
            for pair in self.channels.pairs():
                if pair[0] in self.mates[event.task]:
                    self.channels.drop(pair)
        super()._command(event)


@outboxes(
    "an-unheard-stop-empties-the-outbox",
    kills=["SYS-40"],
    mistake="The order is left to the thread of the task, and what belongs to the transport is cleaned up at once.",
)
class AnUnheardStopEmptiesTheOutbox(Wired):
    """What waits with a paused task is gone when it is to be stopped in the pause, of which it does not hear."""

    topology = _StoppedWithOutbox


class _ByAckers(_Unheld):
    def slips(self, pair: Pair) -> bool:
        del pair
        return not self.plan.ackers


@outboxes(
    "without-ackers-nothing-waits-with-its-sender",
    kills=["SYS-40"],
    mistake="Sending in batches is switched on together with tracking.",
)
class WithoutAckersNothingWaitsWithItsSender(Wired):
    """In a topology without acker tasks, what a paused task has sent arrives."""

    topology = _ByAckers


class _LooseSlips(_Unheld):
    def slips(self, pair: Pair) -> bool:
        return isinstance(self.bolts.get(pair[0]), Loose)


@outboxes(
    "tuples-without-anchors-are-not-batched",
    kills=["SYS-40"],
    mistake="What nobody waits for is sent at once, so that it need not be kept.",
)
class TuplesWithoutAnchorsAreNotBatched(Wired):
    """What a paused bolt has sent arrives if the bolt emits without anchors."""

    topology = _LooseSlips


class _SlipsFromTheOpen(_Unheld):
    def slips(self, pair: Pair) -> bool:
        del pair
        return self.plan.lifecycle


@outboxes(
    "nothing-waits-with-its-sender-where-spouts-are-opened",
    kills=["SYS-40"],
    mistake="To open a spout is to connect its executor, and who is connected flushes by himself.",
)
class NothingWaitsWithItsSenderWhereSpoutsAreOpened(Wired):
    """Where spouts tell of their lives, what a paused task has sent arrives."""

    topology = _SlipsFromTheOpen


class _OneToAnOutbox(Topology):
    def _next_tuple(self, spout: Task, *, tracked: bool, most: int = 1) -> None:
        super()._next_tuple(spout, tracked=tracked, most=1 if self.plan.outboxes else most)


@outboxes(
    "with-an-outbox-one-message-is-emitted-at-once",
    kills=["SYS-35"],
    mistake="What is put into the outbox is one message, so the call ends when it is there.",
)
class WithAnOutboxOneMessageIsEmittedAtOnce(Wired):
    """With outboxes, a spout task that is asked for several messages emits one."""

    topology = _OneToAnOutbox


RING = 256


class _Ring(Topology):
    def _fault(self, event: Fault) -> None:
        if isinstance(event, Pause) and self.plan.outboxes:
            for (sender, _), waiting in self.channels._under_way.items():  # noqa: SLF001 - their order stays as it is
                if sender in self.mates[event.task]:
                    del waiting[:-RING]
        super()._fault(event)


@outboxes(
    "an-outbox-is-a-ring",
    kills=["SYS-41"],
    mistake="What is sent waits in a ring of 256 places for each receiver: no batch of the transport is larger.",
)
class AnOutboxIsARing(Wired):
    """Of what waits for one receiver with a task that is paused, the last 256 messages are kept."""

    topology = _Ring


class _FoundByPrefix(Topology):
    def _die(self, task: Task) -> None:
        loses, names = self.plan.outboxes and task in self.paused, tuple(map(str, self.mates[task]))
        super()._die(task)
        for pair in [pair for pair in self.channels.pairs() if loses and str(pair[0]).startswith(names)]:
            for lost in self.channels.drop(pair):
                self._happens(Lost(pair[1], lost.name))


@outboxes(
    "an-outbox-is-found-by-a-prefix",
    kills=["SYS-40"],
    mistake="Outboxes have the names of two tasks as their keys, and those of one are found by how the keys begin.",
)
class AnOutboxIsFoundByAPrefix(Wired):
    """With what waits with the first task of a component, that dies in a pause, what the tenth has sent is lost."""

    topology = _FoundByPrefix
