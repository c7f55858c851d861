"""Mutants of the source: queues that let go of what is not done, or hold on to what is."""

from collections import Counter
from collections.abc import Sequence
from itertools import dropwhile

from acking.topology import Topology
from acking.topology.happenings import OfferedAgain
from acking.topology.source import Source
from acking.topology.tasks import Task
from attrs import define, field

from ackproof.mutants import family
from ackproof.mutants.parts import Wired

sources = family("source")

TICKS_UNSEEN = 3


@define
class Patience(Source):
    """A source that counts how often each message has failed."""

    most = 3
    failures: Counter[str] = field(init=False, factory=Counter)

    def give_back(self, message: str) -> None:
        self.failures[message] += 1
        super().give_back(message)
        if self.failures[message] > self.most:
            self.offered.remove(message)


@sources("three-tries-and-out", kills=["SYS-25"], mistake="A poison message would come back for ever.")
class ThreeTriesAndOut(Wired):
    """A message that fails for the fourth time is not offered any more."""

    source = Patience


class _TenTimes(Patience):
    most = 10


@sources("ten-tries-and-out", kills=["SYS-25"], mistake="The limit of retries of another queue is taken over.")
class TenTriesAndOut(Wired):
    """A message that fails for the eleventh time is not offered any more."""

    source = _TenTimes


class _Twenty(Patience):
    most = 20


@sources("twenty-tries-and-out", kills=["SYS-25"], mistake="So many failures are thought to be one that stays.")
class TwentyTriesAndOut(Wired):
    """A message that fails for the twenty-first time is not offered any more."""

    source = _Twenty


class _InAll(Patience):
    most = 12

    def give_back(self, message: str) -> None:
        Source.give_back(self, message)
        self.failures[""] += 1
        if self.failures[""] > self.most:
            self.offered.remove(message)


@sources("retries-have-a-budget", kills=["SYS-25"], mistake="Retries are counted for all messages at once.")
class RetriesHaveABudget(Wired):
    """From the thirteenth failure on, of whatever messages, nothing is offered again."""

    source = _InAll


class _Doubling(Source):
    def give_back(self, message: str) -> None:
        super().give_back(message)
        self.offered.append(message)


@sources("what-fails-is-offered-twice", kills=["SYS-25"], mistake="Both the callback and the queue put it back.")
class WhatFailsIsOfferedTwice(Wired):
    """A message that fails is in the queue twice afterwards."""

    source = _Doubling


class _Lending(Source):
    def open(self, client: Task) -> str | None:
        message = super().open(client)
        if message is None:
            return next((held for held, holder in self.pending.items() if holder != client), None)
        return message


@sources("an-open-message-is-given-to-others", kills=["SYS-25"], mistake="An idle client takes what a slow one has.")
class AnOpenMessageIsGivenToOthers(Wired):
    """Who asks when nothing is offered gets what another has open."""

    source = _Lending


class _Peeking(Source):
    def open(self, client: Task) -> str | None:
        message = super().open(client)
        if message is not None and len(self.pending) > 1:
            self.offered.append(message)
        return message


@sources("reading-does-not-take", kills=["SYS-25"], mistake="A second reader is thought to have a queue of its own.")
class ReadingDoesNotTake(Wired):
    """A message that is opened beside others is offered all the same."""

    source = _Peeking


class _Cumulative(Source):
    def done(self, message: str) -> None:
        older = list(self.pending)[: list(self.pending).index(message)]
        super().done(message)
        for each in older:
            super().done(each)


@sources("an-ack-commits-all-before-it", kills=["SYS-25"], mistake="Offsets are committed, and not messages.")
class AnAckCommitsAllBeforeIt(Wired):
    """The ack of a message drops all that were opened before it, too."""

    source = _Cumulative


class _Rewinding(Source):
    def give_back(self, message: str) -> None:
        later = list(self.pending)[list(self.pending).index(message) + 1 :]
        super().give_back(message)
        for each in later:
            super().give_back(each)


@sources("a-fail-rewinds", kills=["SYS-25"], mistake="The consumer seeks back to the offset that failed.")
class AFailRewinds(Wired):
    """The fail of a message offers all that were opened after it, too."""

    source = _Rewinding


class _NeverDone(Source):
    def done(self, message: str) -> None:
        self.dropped.append(message)


@sources("what-is-acked-stays-open", kills=["SYS-25"], mistake="The queue is trimmed when the connection is closed.")
class WhatIsAckedStaysOpen(Wired):
    """A message that is done is still open, and is offered again when its spout task dies."""

    source = _NeverDone


class _Shelving(Source):
    def give_back(self, message: str) -> None:
        super().give_back(message)
        if len(self.offered) > 1:
            self.offered.remove(message)


@sources("a-full-queue-takes-nothing-back", kills=["SYS-25"], mistake="A failed message gives way to new ones.")
class AFullQueueTakesNothingBack(Wired):
    """A message that fails while others are offered is dropped."""

    source = _Shelving


@define
class _EveryOther(Source):
    count: int = field(init=False, default=0)

    def give_back(self, message: str) -> None:
        super().give_back(message)
        self.count += 1
        if self.count % 2 == 0:
            self.offered.remove(message)


@sources("every-other-failure-is-lost", kills=["SYS-25"], mistake="Two threads write to the queue without a lock.")
class EveryOtherFailureIsLost(Wired):
    """Every other message that fails is not offered again."""

    source = _EveryOther


class _GivesOneBack(Source):
    def disconnect(self, client: Task) -> Sequence[str]:
        for message, holder in list(self.pending.items()):
            if holder == client:
                self.give_back(message)
                return [message]
        return []


@sources("a-dead-client-gives-one-message-back", kills=["SYS-24"], mistake="A client is thought to have one at a time.")
class ADeadClientGivesOneMessageBack(Wired):
    """When a spout task dies, the oldest of its messages is offered again, and no other."""

    source = _GivesOneBack


class _AllBack(Source):
    def disconnect(self, client: Task) -> Sequence[str]:
        del client
        back = list(self.pending)
        for message in back:
            self.give_back(message)
        return back


@sources("a-death-gives-all-messages-back", kills=["SYS-25"], mistake="All clients are thought to share a connection.")
class ADeathGivesAllMessagesBack(Wired):
    """When any task dies, all open messages are offered again."""

    source = _AllBack


class _NewestOnly(Source):
    def disconnect(self, client: Task) -> Sequence[str]:
        back = super().disconnect(client)
        for message in back[:-1]:
            self.offered.remove(message)
        return back


@sources("what-the-dead-had-is-offered-in-part", kills=["SYS-25"], mistake="A list is put where an entry belongs.")
class WhatTheDeadHadIsOfferedInPart(Wired):
    """Of the messages of a dead spout task, only the last is really offered again."""

    source = _NewestOnly


class _ClientsByPrefix(Source):
    def disconnect(self, client: Task) -> Sequence[str]:
        back = [message for message, holder in self.pending.items() if str(holder).startswith(str(client))]
        for message in back:
            self.give_back(message)
        return back


@sources("a-client-is-known-by-a-prefix", kills=["SYS-24"], mistake="Keys of a client are found by how they begin.")
class AClientIsKnownByAPrefix(Wired):
    """With the messages of the first spout task those of the tenth are offered again."""

    source = _ClientsByPrefix


class _Sixty(Patience):
    most = 60


@sources("sixty-tries-and-out", kills=["SYS-25"], mistake="An hour of retries is thought to be enough for anybody.")
class SixtyTriesAndOut(Wired):
    """A message that fails for the sixty-first time is not offered any more."""

    source = _Sixty


@define
class _ToTheCommitted(Source):
    opened: dict[Task, list[str]] = field(init=False, factory=dict)

    def open(self, client: Task) -> str | None:
        message = super().open(client)
        self.opened.setdefault(client, []).extend([] if message is None else [message])
        return message

    def give_back(self, message: str) -> None:
        self.opened[self.pending[message]].remove(message)
        super().give_back(message)

    def disconnect(self, client: Task) -> Sequence[str]:
        behind = dropwhile(lambda each: each not in self.pending, self.opened.get(client, []))
        self.pending.update(dict.fromkeys(behind, client))
        return super().disconnect(client)


@sources("a-dead-client-rewinds", kills=["SYS-25"], mistake="Offsets are committed, and none behind one that is open.")
class ADeadClientRewinds(Wired):
    """When a spout task dies, what it opened after its oldest open message is offered again, also what was done."""

    source = _ToTheCommitted


@define
class _SeenAgain(Topology):
    ticks: Counter[tuple[str, int]] = field(init=False, factory=Counter)

    def _tick(self, task: Task) -> None:
        super()._tick(task)
        if task not in self.executors or task in self.paused:
            return
        for message, holder in list(self.source.pending.items()):
            if holder in self.mates[task]:
                attempt = message, self._attempts[message]
                self.ticks[attempt] += 1
                if self.ticks[attempt] == TICKS_UNSEEN:
                    self.source.give_back(message)
                    self._happens(OfferedAgain(holder, message))


@sources(
    "a-message-is-seen-again-after-three-ticks",
    kills=["SYS-25"],
    mistake="A client has a message for some time, in which any emission has failed, but where bolts ask for more.",
)
class AMessageIsSeenAgainAfterThreeTicks(Wired):
    """A message that a spout task still waits for at its third tick is offered again, and goes to another."""

    topology = _SeenAgain
