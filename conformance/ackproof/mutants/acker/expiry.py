"""Mutants about time in the acker: ticks, expiry, and what refreshes."""

from collections import Counter
from collections.abc import Sequence

from acking import STORM2, Ack, AckerMessage, Fail, Init, Kind, Notification, Record, ResetTimeout, RotatingMap
from attrs import define, evolve, field

from ackproof.components import acker
from ackproof.components.acker import AckerOperation, AckerResult
from ackproof.mutants import family
from ackproof.mutants.parts import LONGEST_LIFE, AckerInParts, Minutes, Notifications

expiry = family("expiry and rotation")
LONG = 50
OLDEST = 10
BURST = 100
CONTROL = 30


@expiry(
    "expires-one-rotation-early",
    kills=["ACK-14"],
    mistake="Buckets are counted without the one being filled: trees are lost that the spout still waits for.",
)
class ExpiresOneRotationEarly(AckerInParts):
    """Records live one rotation less than the profile says."""

    def tick(self) -> dict[int, Record]:
        expired = super().tick()
        dying = self.pending.cohorts()[-1]
        for root in dying:
            self.pending.remove(root)
        return {**expired, **dying}


@expiry(
    "expires-one-rotation-late", kills=["ACK-15"], mistake="Buckets are counted besides the one that is being filled."
)
class ExpiresOneRotationLate(AckerInParts):
    """There is a bucket more than the profile says."""

    def __attrs_post_init__(self) -> None:
        self.pending = RotatingMap(self.profile.buckets + 1)


@expiry(
    "never-expires",
    kills=["ACK-15"],
    mistake="Ticks are distinguished from messages by a test that no tick passes.",
    issue="STORM-2786",
)
class NeverExpires(AckerInParts):
    """It hears no ticks."""

    def tick(self) -> dict[int, Record]:
        return {}


@expiry(
    "ticks-stop-after-fifty",
    kills=["ACK-34"],
    mistake="The queue that ticks come by fills up in a long run.",
    issue="STORM-299",
)
@define
class TicksStopAfterFifty(AckerInParts):
    """The fifty-first tick, and all that follow, are not heard."""

    ticks: int = field(init=False, default=0)

    def tick(self) -> dict[int, Record]:
        self.ticks += 1
        return super().tick() if self.ticks <= LONG else {}


@expiry(
    "first-tick-ignored",
    kills=["ACK-15"],
    mistake="The first tick starts the clock, and only the second one says that time has passed.",
)
@define
class FirstTickIgnored(AckerInParts):
    """Nothing ages at the first tick of all."""

    heard: bool = field(init=False, default=False)

    def tick(self) -> dict[int, Record]:
        heard, self.heard = self.heard, True
        return super().tick() if heard else {}


@expiry(
    "ticks-need-traffic",
    kills=["ACK-15"],
    mistake="The clock is looked at after each message, as JStorm's acker does: where none come, nothing expires.",
)
@define
class TicksNeedTraffic(AckerInParts):
    """Of several ticks in a row, one counts."""

    busy: bool = field(init=False, default=True)

    def tick(self) -> dict[int, Record]:
        busy, self.busy = self.busy, False
        return super().tick() if busy else {}

    def receive(self, message: AckerMessage) -> Notifications:
        self.busy = True
        return super().receive(message)


@expiry(
    "tick-goes-on-as-a-message",
    kills=["ACK-25"],
    mistake="A `return` after the rotation is missing, and the tick's interval is read as a root.",
    issue="c4dfa33c5",
)
class TickGoesOnAsAMessage(AckerInParts):
    """After the rotation the tick makes a record of its own."""

    def tick(self) -> dict[int, Record]:
        expired = super().tick()
        self.pending.put(CONTROL, self.pending.get(CONTROL) or Record())
        return expired


@expiry(
    "rotates-every-hundred-messages",
    kills=["ACK-34"],
    mistake="Without a clock at hand, time is counted in messages as well.",
)
@define
class RotatesEveryHundredMessages(AckerInParts):
    """Every hundredth message is taken for a tick too."""

    count: int = field(init=False, default=0)

    def receive(self, message: AckerMessage) -> Notifications:
        self.count += 1
        if self.count % BURST == 0:
            self.tick()
        return super().receive(message)


@expiry(
    "acks-refresh",
    kills=["ACK-17"],
    profiles=["storm2"],
    mistake="The documentation says so, and Storm did so until 2.0.",
)
class AcksRefresh(AckerInParts):
    """Every message refreshes, under storm2."""

    def refreshes(self, message: AckerMessage) -> bool:
        del message
        return True


@expiry(
    "second-init-refreshes",
    kills=["ACK-17"],
    profiles=["storm2"],
    mistake="An init puts the record into the map, whether it is new or not.",
)
class SecondInitRefreshes(AckerInParts):
    """An init refreshes a record that is there, under storm2."""

    def refreshes(self, message: AckerMessage) -> bool:
        return isinstance(message, Init) or super().refreshes(message)


@define
class _FailsApart(AckerInParts):
    early: RotatingMap[int, bool] = field(init=False, factory=lambda: RotatingMap(STORM2.buckets))

    def recalled(self, root: int) -> Record | None:
        record = super().recalled(root)
        return evolve(record or Record(), failed=True) if root in self.early else record

    def notify(self, kind: Kind, root: int, spout_task: int) -> Notifications:
        if kind is not Kind.RESET_TIMEOUT:
            self.early.remove(root)
        return super().notify(kind, root, spout_task)


@expiry(
    "early-fails-expire-apart",
    kills=["ACK-17"],
    profiles=["storm2"],
    mistake="Most roots never fail, so fails that come before the init have a map of their own.",
)
class EarlyFailsExpireApart(_FailsApart):
    """A fail before the init is remembered apart, so an ack that comes a rotation later outlives it, under storm2."""

    def keep(self, message: AckerMessage, record: Record) -> None:
        if isinstance(message, Fail) or (record.failed and isinstance(message, ResetTimeout)):
            self.early.put(message.root, True)
        if not isinstance(message, Fail) or message.root in self.pending:
            super().keep(message, evolve(record, failed=False))

    def tick(self) -> dict[int, Record]:
        self.early.rotate()
        return super().tick()


@expiry(
    "acks-do-not-refresh",
    kills=["ACK-16"],
    profiles=["storm1"],
    mistake="The record is changed where it stands; Storm has done so since 2.0.",
)
class AcksDoNotRefresh(AckerInParts):
    """An ack leaves the age of a record alone, under storm1."""

    def refreshes(self, message: AckerMessage) -> bool:
        return not isinstance(message, Ack)


@expiry(
    "inits-do-not-refresh",
    kills=["ACK-16"],
    profiles=["storm1"],
    mistake="The record is changed where it stands if it is there.",
)
class InitsDoNotRefresh(AckerInParts):
    """An init leaves the age of a record alone, under storm1."""

    def refreshes(self, message: AckerMessage) -> bool:
        return not isinstance(message, Init)


@expiry("fails-do-not-refresh", kills=["ACK-18"], mistake="Nobody waits for a tree that has failed.")
class FailsDoNotRefresh(AckerInParts):
    """A fail leaves the age of a record alone."""

    def refreshes(self, message: AckerMessage) -> bool:
        return not isinstance(message, Fail) and super().refreshes(message)


@expiry(
    "ten-rotations-at-most",
    kills=["ACK-18"],
    mistake="A record that is refreshed for ever is taken for a leak, and there is a limit.",
)
@define
class TenRotationsAtMost(AckerInParts):
    """A record is gone ten rotations after it was made, however often it was refreshed."""

    ages: Counter[int] = field(init=False, factory=Counter)

    def keep(self, message: AckerMessage, record: Record) -> None:
        if message.root not in self.pending:
            self.ages[message.root] = 0
        super().keep(message, record)

    def tick(self) -> dict[int, Record]:
        self.ages.update(self.ages.keys())
        for root in [root for root, age in self.ages.items() if age >= OLDEST]:
            self.pending.remove(root)
            del self.ages[root]
        return super().tick()


@expiry(
    "failed-records-die-at-once",
    kills=["ACK-07"],
    mistake="A record that failed is finished in all but name, and is swept with the next tick.",
)
class FailedRecordsDieAtOnce(AckerInParts):
    """A tick drops every record that has failed and waits for its init."""

    def tick(self) -> dict[int, Record]:
        for cohort in self.pending.cohorts():
            for root in [root for root, record in cohort.items() if record.failed]:
                self.pending.remove(root)
        return super().tick()


@expiry(
    "ticks-lose-fails", kills=["ACK-07"], mistake="Records are copied from bucket to bucket, by their numbers alone."
)
class TicksLoseFails(AckerInParts):
    """A record that ages forgets that a fail came."""

    def tick(self) -> dict[int, Record]:
        for cohort in self.pending.cohorts():
            for root, record in cohort.items():
                self.pending.replace(root, evolve(record, failed=False))
        return super().tick()


@expiry(
    "ticks-lose-tasks", kills=["ACK-14"], mistake="Records are copied from bucket to bucket, by their numbers alone."
)
class TicksLoseTasks(AckerInParts):
    """A record that ages forgets whom to notify."""

    def tick(self) -> dict[int, Record]:
        for cohort in self.pending.cohorts():
            for root, record in cohort.items():
                self.pending.replace(root, evolve(record, spout_task=None))
        return super().tick()


@expiry(
    "ghosts-never-expire",
    kills=["ACK-15"],
    mistake="What waits for its init is kept apart, in a map that nobody rotates.",
)
class GhostsNeverExpire(AckerInParts):
    """A record without an init does not age."""

    def tick(self) -> dict[int, Record]:
        expired = super().tick()
        for root in [root for root, record in expired.items() if record.spout_task is None]:
            self.pending.put(root, expired.pop(root))
        return expired


@expiry(
    "ghosts-die-at-once",
    kills=["ACK-14"],
    mistake="What waits for its init is kept apart, in a stash that is emptied at each tick.",
)
class GhostsDieAtOnce(AckerInParts):
    """A record without an init does not survive a tick."""

    def tick(self) -> dict[int, Record]:
        for cohort in self.pending.cohorts():
            for root in [root for root, record in cohort.items() if record.spout_task is None]:
                self.pending.remove(root)
        return super().tick()


@expiry(
    "refreshed-into-second-bucket",
    kills=["ACK-18"],
    mistake="A record that is moved is put one bucket on, not into the nursery.",
)
class RefreshedIntoSecondBucket(AckerInParts):
    """A refreshed record has one rotation less to live than a new one."""

    def keep(self, message: AckerMessage, record: Record) -> None:
        refreshed = message.root in self.pending and self.refreshes(message)
        super().keep(message, record)
        if refreshed:
            self.pending.remove(message.root)
            self.pending._cohorts[1][message.root] = record  # noqa: SLF001 - a mutant is inside the machine


@expiry(
    "storm1-for-every-profile",
    kills=["ACK-14"],
    profiles=["storm2"],
    mistake="The number of buckets is a constant of the acker, as it was.",
)
class Storm1ForEveryProfile(AckerInParts):
    """There are two buckets under storm2."""

    def __attrs_post_init__(self) -> None:
        self.profile = evolve(self.profile, buckets=2)
        super().__attrs_post_init__()


@expiry(
    "what-a-reset-began-fails-while-young",
    kills=["ACK-14"],
    mistake="What a reset-timeout has begun is looked for among the young records, since it has made them young.",
)
class WhatAResetBeganFailsWhileYoung(Minutes):
    """A fail is lost if of its tree a reset-timeout and the init came, then a tick, and nothing of other trees."""

    def takes(self, kind: str, noted: Sequence[str], *, apart: bool) -> bool:
        heard = [*(each.removeprefix("own ") for each in noted), kind]
        return apart or heard != ["reset-timeout", "init", "tick", "fail"]


@expiry(
    "records-of-two-messages-kept",
    kills=["ACK-15"],
    mistake="What expires with one message is a ghost; a tree at work is left to the timeout of the spout.",
)
@define
class RecordsOfTwoMessagesKept(AckerInParts):
    """A record in which two messages came is put back when it expires, with all its time."""

    messages: Counter[int] = field(init=False, factory=Counter)

    def receive(self, message: AckerMessage) -> Notifications:
        self.messages[message.root] = 1 + self.messages[message.root] * (message.root in self.pending)
        return super().receive(message)

    def tick(self) -> dict[int, Record]:
        expired = super().tick()
        for root, record in expired.items():
            if self.messages[root] > 1:
                self.pending.put(root, record)
        return expired


@expiry(
    "lone-fails-listed-for-ever",
    kills=["ACK-15"],
    mistake="Fails that could be sent to nobody are noted in a list for the init to find, and nobody sweeps the list.",
)
class LoneFailsListedForEver(Minutes):
    """A fail that ticks of all acker tasks have ended is remembered, if they are all that came before the init."""

    def one(self, operation: AckerOperation) -> AckerResult:
        if isinstance(operation, acker.Init):
            first, *others = self.minutes.get(operation.root, [""])
            if first == "fail" and set(others) == {"tick"} and len(others) >= LONGEST_LIFE:
                super().one(acker.Fail(operation.root))
        return super().one(operation)


@expiry(
    "stuck-trees-fail",
    kills=["ACK-35"],
    mistake="A tree that is not done after a whole rotation is stuck, and the spout may as well hear it now.",
)
@define
class StuckTreesFail(AckerInParts):
    """A tree that an ack leaves open after a rotation is failed, if its root has never expired."""

    aged: set[int] = field(init=False, factory=set)
    expired: set[int] = field(init=False, factory=set)

    def verdict(self, record: Record, message: AckerMessage) -> Kind | None:
        stuck = isinstance(message, Ack) and message.root in self.aged - self.expired
        return super().verdict(record, message) or (Kind.FAIL if stuck else None)

    def forget(self, root: int) -> None:
        self.aged.discard(root)
        super().forget(root)

    def tick(self) -> dict[int, Record]:
        expired = super().tick()
        self.expired |= expired.keys()
        self.aged = {root for cohort in self.pending.cohorts() for root in cohort}
        return expired


BYTE = 0xFF


@define
class _CountsRefreshesInAByte(RotatingMap[int, Record]):
    """Records by root, and a queue of refreshes in which the older ones of a root are known by their count."""

    counts: dict[int, int] = field(init=False, factory=dict)
    queue: list[list[tuple[int, int]]] = field(init=False, factory=list)

    def put(self, key: int, value: Record) -> None:
        self.counts[key] = self.counts[key] + 1 & BYTE if key in self else 0
        super().put(key, value)
        self.queue = self.queue or [[] for _ in range(self.buckets)]
        self.queue[0].append((key, self.counts[key]))

    def rotate(self) -> dict[int, Record]:
        expired = super().rotate()
        for key, count in self.queue.pop() if self.queue else ():
            if self.counts[key] == count:
                self.remove(key)
        self.queue.insert(0, [])
        return expired


@expiry(
    "refreshes-counted-in-a-byte",
    kills=["ACK-36"],
    mistake="Expiry is a queue in which older refreshes of a record stay, and are known by a count of them.",
)
class RefreshesCountedInAByte(AckerInParts):
    """A refresh after which 256 others of the record came ends it when its own time is over."""

    def __attrs_post_init__(self) -> None:
        self.pending = _CountsRefreshesInAByte(self.profile.buckets)


SWEPT = 2048
AGES = 4


@expiry(
    "a-tick-sweeps-so-many",
    kills=["ACK-36"],
    profiles=["storm2"],
    mistake="A tick shall not take long; what it leaves is too old to be used, and an age of two bits shows that.",
)
@define
class ATickSweepsSoMany(AckerInParts):
    """A tick forgets 2,048 records; others that should expire then are found again by what comes a tick later."""

    left: list[dict[int, Record]] = field(init=False, factory=list)

    def tick(self) -> dict[int, Record]:
        dying = list(self.pending.cohorts()[-1].items())
        self.left = [*self.left, dict(dying[SWEPT:])][-AGES:]
        return super().tick()

    def recalled(self, root: int) -> Record | None:
        left = (each.pop(root) for each in self.left[:-1] if root in each)
        return super().recalled(root) or next(left, None)


CACHED = 1024
"""Records that were changed since the last tick, of which a cache has so many."""


@expiry(
    "written-back-as-new",
    kills=["ACK-36"],
    profiles=["storm2"],
    mistake="A record that is changed again and again is written back once, by what also enters new ones.",
)
@define
class WrittenBackAsNew(AckerInParts):
    """Of records that were changed between two ticks, those before the last 1,024 get their full lifetime again."""

    changed: dict[int, None] = field(init=False, factory=dict)

    def keep(self, message: AckerMessage, record: Record) -> None:
        super().keep(message, record)
        self.changed.pop(message.root, None)
        self.changed[message.root] = None
        if len(self.changed) > CACHED:
            root = next(iter(self.changed))
            del self.changed[root]
            if (driven_out := self.pending.get(root)) is not None:
                self.pending.put(root, driven_out)

    def tick(self) -> dict[int, Record]:
        self.changed.clear()
        return super().tick()


@expiry(
    "noted-refreshes-outlive-their-records",
    kills=["ACK-36"],
    profiles=["storm2"],
    mistake="Refreshes are noted and done together before the rotation; what has ended meanwhile is not looked for.",
)
@define
class NotedRefreshesOutliveTheirRecords(AckerInParts):
    """A record that is refreshed and ends before the next tick comes back at that tick, empty."""

    noted: set[int] = field(init=False, factory=set)

    def keep(self, message: AckerMessage, record: Record) -> None:
        if isinstance(message, ResetTimeout):
            self.noted.add(message.root)
        super().keep(message, record)

    def tick(self) -> dict[int, Record]:
        for root in self.noted:
            self.pending.put(root, self.pending.get(root) or Record())
        self.noted.clear()
        return super().tick()


LAP = 1000
"""Ticks after which a dial that counts them is where it was."""


@expiry(
    "there-again-after-a-lap",
    kills=["ACK-36"],
    mistake="A record has the tick at which it expires, on a dial of 1,000, and what is too old is swept seldom.",
)
@define
class ThereAgainAfterALap(AckerInParts):
    """A record that expired is there again 1,000 ticks after its last refresh, for as long as it had been."""

    gone: list[dict[int, Record]] = field(init=False, factory=list)

    def tick(self) -> dict[int, Record]:
        self.gone = [*self.gone, super().tick()][-LAP:]
        return self.gone[-1]

    def recalled(self, root: int) -> Record | None:
        lap = self.gone[: self.profile.buckets] if len(self.gone) > LAP - self.profile.buckets else []
        back = (each.pop(root) for each in lap if root in each)
        return super().recalled(root) or next(back, None)


@expiry(
    "expired-record-forwards-once-more",
    kills=["ACK-15"],
    mistake="Spout tasks are kept in a map beside the records, which is cleared when a message needs the place.",
)
@define
class ExpiredRecordForwardsOnceMore(AckerInParts):
    """If a reset-timeout comes first after a record expired, it is forwarded to the spout task of that record."""

    lost: dict[int, int] = field(init=False, factory=dict)

    def tick(self) -> dict[int, Record]:
        gone = super().tick()
        self.lost |= {root: each.spout_task for root, each in gone.items() if each.spout_task is not None}
        return gone

    def receive(self, message: AckerMessage) -> Notifications:
        emitted = super().receive(message)
        task = self.lost.pop(message.root, None)
        if task is None or not isinstance(message, ResetTimeout):
            return emitted
        return (Notification(Kind.RESET_TIMEOUT, message.root, task),)


@expiry(
    "acks-refresh-once-time-was-asked-for",
    kills=["ACK-17"],
    profiles=["storm2"],
    mistake="A bolt that asked for more time is alive, so its acks are taken for a request, too.",
)
@define
class AcksRefreshOnceTimeWasAskedFor(AckerInParts):
    """In a life that another message began, acks refresh the record after a reset-timeout."""

    asked: set[int] = field(init=False, factory=set)

    def refreshes(self, message: AckerMessage) -> bool:
        return super().refreshes(message) or (isinstance(message, Ack) and message.root in self.asked)

    def receive(self, message: AckerMessage) -> Notifications:
        if self.recalled(message.root) is None:
            self.asked.discard(message.root)
        elif isinstance(message, ResetTimeout):
            self.asked.add(message.root)
        return super().receive(message)
