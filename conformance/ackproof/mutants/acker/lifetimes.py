"""Mutants about the life of a record: ghosts, leaks, resurrection, and how many there may be."""

from collections import Counter

from acking import Ack, AckerMessage, Fail, Init, Kind, Record, ResetTimeout
from attrs import define, evolve, field

from ackproof.mutants import family
from ackproof.mutants.parts import AckerInParts, Notifications
from ackproof.mutants.rings import RingThatGrowsAtItsEnd

life = family("record lifetime")
FULL = 512


@life(
    "acked-records-kept",
    kills=["ACK-10"],
    mistake="The record is left to expire: removing it is an optimization, it seems.",
)
class AckedRecordsKept(AckerInParts):
    """A late message finds the record of a tree that was acked."""

    def notify(self, kind: Kind, root: int, task: int) -> Notifications:
        record = self.recalled(root) or Record()
        emitted = super().notify(kind, root, task)
        if kind is Kind.ACK:
            self.pending.put(root, record)
        return emitted


@life(
    "failed-records-kept",
    kills=["ACK-10"],
    mistake="A tree that failed is kept, to swallow the acks that still come; but it goes on sending.",
)
class FailedRecordsKept(AckerInParts):
    """A late message finds the record of a tree that failed."""

    def notify(self, kind: Kind, root: int, task: int) -> Notifications:
        record = self.recalled(root) or Record()
        emitted = super().notify(kind, root, task)
        if kind is Kind.FAIL:
            self.pending.put(root, record)
        return emitted


@life("finished-records-leak", kills=["ACK-25"], mistake="A finished record is emptied, and stays in the map.")
class FinishedRecordsLeak(AckerInParts):
    """The record of a finished tree is made empty, not removed."""

    def forget(self, root: int) -> None:
        self.pending.put(root, Record())


@life(
    "finished-roots-remembered",
    kills=["ACK-04"],
    mistake="Ghosts are a nuisance, so what is finished is remembered, and for ever.",
)
@define
class FinishedRootsRemembered(AckerInParts):
    """Whatever comes for a root that it has finished is ignored: a tombstone for each."""

    finished: set[int] = field(init=False, factory=set)

    def receive(self, message: AckerMessage) -> Notifications:
        return () if message.root in self.finished else super().receive(message)

    def forget(self, root: int) -> None:
        self.finished.add(root)
        super().forget(root)


@life(
    "failed-roots-remembered",
    kills=["ACK-25"],
    mistake="Acks that come after a fail make ghosts, so a failed root is remembered, until an init.",
)
@define
class FailedRootsRemembered(AckerInParts):
    """Acks for a root that has failed are ignored until its next init."""

    failed: set[int] = field(init=False, factory=set)

    def receive(self, message: AckerMessage) -> Notifications:
        if isinstance(message, Ack) and message.root in self.failed:
            return ()
        self.failed.discard(message.root)
        emitted = super().receive(message)
        self.failed.update(notification.root for notification in emitted if notification.kind is Kind.FAIL)
        return emitted


@life(
    "expired-records-come-back",
    kills=["ACK-15"],
    mistake="Expired records are moved to an archive, which is looked into before a new one is made.",
)
@define
class ExpiredRecordsComeBack(AckerInParts):
    """A message for a root whose record has expired goes on where that left off."""

    archive: dict[int, Record] = field(init=False, factory=dict)

    def tick(self) -> dict[int, Record]:
        expired = super().tick()
        self.archive.update(expired)
        return expired

    def recalled(self, root: int) -> Record | None:
        archived: Record | None = self.archive.pop(root, None)
        return super().recalled(root) or archived


@life(
    "init-finds-expired-acks",
    kills=["ACK-15"],
    mistake="Acks that wait for their init are kept beside the map, and nobody cleans up there.",
)
@define
class InitFindsExpiredAcks(AckerInParts):
    """What acks left of a record that expired before its init counts when the init comes."""

    archive: dict[int, Record] = field(init=False, factory=dict)

    def tick(self) -> dict[int, Record]:
        expired = super().tick()
        early = {root: record for root, record in expired.items() if record.spout_task is None}
        self.archive.update(early)
        return expired

    def after(self, record: Record, message: AckerMessage) -> Record:
        archived = self.archive.pop(message.root, None)
        return super().after(archived if archived and isinstance(message, Init) else record, message)


@define
class _OldestEvicted(AckerInParts):
    ages: dict[int, None] = field(init=False, factory=dict)

    most = 0

    def keep(self, message: AckerMessage, record: Record) -> None:
        super().keep(message, record)
        self.ages.setdefault(message.root, None)
        while len(self.ages) > self.most:
            oldest = next(iter(self.ages))
            self.forget(oldest)

    def forget(self, root: int) -> None:
        self.ages.pop(root, None)
        super().forget(root)


@life(
    "sixteen-records-at-most",
    kills=["ACK-34"],
    mistake="Memory is bounded by a cache that drops the oldest: a tree is lost where many are open.",
)
class SixteenRecordsAtMost(_OldestEvicted):
    """The oldest record is dropped when there are more than sixteen."""

    most = 16


@life(
    "hundred-records-at-most",
    kills=["ACK-34"],
    mistake="Memory is bounded by a cache that drops the oldest, and tests open fewer trees than that.",
)
class HundredRecordsAtMost(_OldestEvicted):
    """The oldest record is dropped when there are more than a hundred."""

    most = 100


@life(
    "thousand-records-at-most",
    kills=["ACK-34"],
    mistake="Memory is bounded by a cache that drops the oldest, and a thousand seemed to be enough.",
)
class ThousandRecordsAtMost(_OldestEvicted):
    """The oldest record is dropped when there are more than a thousand."""

    most = 1000


@life(
    "old-records-lost-in-growth",
    kills=["ACK-34"],
    mistake="A table that is full moves to a larger one, and what is old is asked for with the wrong sign.",
)
class OldRecordsLostInGrowth(AckerInParts):
    """Whenever the records reach a power of two from 512 on, those from before the last rotation are lost."""

    def keep(self, message: AckerMessage, record: Record) -> None:
        super().keep(message, record)
        records = len(self.pending)
        if records >= FULL and not records & (records - 1):
            for older in self.pending._cohorts[1:]:  # noqa: SLF001 - a mutant is inside the machine
                older.clear()


@define
class _MessagesCounted(AckerInParts):
    counts: Counter[int] = field(init=False, factory=Counter)

    most = 0

    def receive(self, message: AckerMessage) -> Notifications:
        self.counts[message.root] += 1
        return super().receive(message) if self.counts[message.root] <= self.most else ()

    def forget(self, root: int) -> None:
        self.counts.pop(root, None)
        super().forget(root)


@life(
    "messages-counted-in-four-bits",
    kills=["ACK-33"],
    mistake="A record keeps a small array of its messages, and drops what does not fit.",
)
class MessagesCountedInFourBits(_MessagesCounted):
    """A tree is heard for sixteen messages, and no more."""

    most = 16


@life("messages-counted-in-a-byte", kills=["ACK-33"], mistake="A counter beside the ack val, to be sure, is a byte.")
class MessagesCountedInAByte(_MessagesCounted):
    """A tree is heard for 255 messages, and no more."""

    most = 255


@life(
    "ghost-speaks-to-its-last-task",
    kills=["ACK-10"],
    mistake="The task of a root is kept in a map of its own, which outlives the record.",
)
@define
class GhostSpeaksToItsLastTask(AckerInParts):
    """A late message that leaves an ack val of zero, or a fail, is sent to the task of the tree before."""

    tasks: dict[int, int] = field(init=False, factory=dict)

    def after(self, record: Record, message: AckerMessage) -> Record:
        if isinstance(message, Init):
            self.tasks[message.root] = message.task
        after = super().after(record, message)
        return evolve(
            after, spout_task=after.spout_task if isinstance(message, ResetTimeout) else self.tasks.get(message.root)
        )


@life(
    "late-fail-told-again",
    kills=["ACK-10"],
    mistake="A fail is sent to whoever emitted the root, and nobody asks whether it is finished.",
)
@define
class LateFailToldAgain(AckerInParts):
    """A fail for a root that is finished is sent to its last task."""

    tasks: dict[int, int] = field(init=False, factory=dict)

    def receive(self, message: AckerMessage) -> Notifications:
        if isinstance(message, Fail) and message.root not in self.pending and message.root in self.tasks:
            return self.notify(Kind.FAIL, message.root, self.tasks[message.root])
        emitted = super().receive(message)
        self.tasks.update(
            {
                notification.root: notification.task
                for notification in emitted
                if notification.kind is not Kind.RESET_TIMEOUT
            }
        )
        return emitted


LARGE = 128
"""Acks from which on the record of a tree is of another kind."""


@life(
    "a-large-tree-is-refreshed-by-an-ack",
    kills=["ACK-36"],
    profiles=["storm2"],
    mistake="At its 128th ack a tree gets a record of another kind, which is put in as a new one is.",
)
@define
class ALargeTreeIsRefreshedByAnAck(AckerInParts):
    """The 128th ack of a record gives it its full lifetime again."""

    acks: Counter[int] = field(init=False, factory=Counter)

    def after(self, record: Record, message: AckerMessage) -> Record:
        if record == Record():
            del self.acks[message.root]
        if isinstance(message, Ack):
            self.acks[message.root] += 1
        return super().after(record, message)

    def refreshes(self, message: AckerMessage) -> bool:
        large = isinstance(message, Ack) and self.acks[message.root] == LARGE
        return large or super().refreshes(message)


LIVES = 256


@life(
    "lives-in-a-byte",
    kills=["ACK-36"],
    mistake="What was said is kept till the next tick, by root and life, so that nothing is sent twice.",
)
@define
class LivesInAByte(AckerInParts):
    """Of a root that lives more than 256 times between two ticks, the end of a life is taken for one sent before."""

    notifications: Counter[int] = field(init=False, factory=Counter)

    def notify(self, kind: Kind, root: int, task: int) -> Notifications:
        emitted = super().notify(kind, root, task)
        if kind is not Kind.RESET_TIMEOUT:
            self.notifications[root] += 1
        return emitted if self.notifications[root] <= LIVES else ()

    def tick(self) -> dict[int, Record]:
        self.notifications.clear()
        return super().tick()


LISTED = 512


@life(
    "ended-roots-are-cleared-at-the-tick",
    kills=["ACK-36"],
    mistake="So that no message takes long, a list of what has ended waits for the tick once many have.",
)
@define
class EndedRootsAreClearedAtTheTick(AckerInParts):
    """Of the trees that end between two ticks, those after the first 512 are cleared at the tick once more, by root."""

    ended: list[int] = field(init=False, factory=list)

    def forget(self, root: int) -> None:
        super().forget(root)
        self.ended.append(root)

    def tick(self) -> dict[int, Record]:
        for root in self.ended[LISTED:]:
            self.pending.remove(root)
        self.ended.clear()
        return super().tick()


@life(
    "the-ack-that-ended-a-tree-is-dropped-till-the-tick",
    kills=["ACK-36"],
    mistake="The transport may deliver the last ack twice, and a ghost of it would wait for its expiry.",
)
@define
class TheAckThatEndedATreeIsDroppedTillTheTick(AckerInParts):
    """An ack like the one that finished the tree is dropped, also if it belongs to a replay that has the same ids."""

    ended: set[AckerMessage] = field(init=False, factory=set)

    def receive(self, message: AckerMessage) -> Notifications:
        if message in self.ended and message.root not in self.pending:
            return ()
        emitted = super().receive(message)
        if isinstance(message, Ack) and emitted:
            self.ended.add(message)
        return emitted

    def tick(self) -> dict[int, Record]:
        self.ended.clear()
        return super().tick()


SWEPT = 4096


@life(
    "old-records-without-init-are-swept",
    kills=["ACK-36"],
    mistake="What nobody has begun after a tick is a ghost of a tree that is over, and memory is short.",
)
@define
class OldRecordsWithoutInitAreSwept(AckerInParts):
    """At each 4,096th new record, those are dropped that are older than a tick and have no init."""

    begun: int = field(init=False, default=0)

    def recalled(self, root: int) -> Record | None:
        if root not in self.pending:
            self.begun += 1
            if self.begun % SWEPT == 0:
                old = [entry for cohort in list(self.pending.cohorts())[1:] for entry in cohort.items()]
                for ghost in [each for each, record in old if record.spout_task is None]:
                    self.pending.remove(ghost)
        return super().recalled(root)


RING = 64


@define
class _LastsForEver(AckerInParts):
    """An acker with some records that never expire."""

    lost: set[int] = field(init=False, factory=set)

    def tick(self) -> dict[int, Record]:
        expired = super().tick()
        for root in self.lost.intersection(expired):
            self.pending.put(root, expired.pop(root))
        return expired


@life(
    "ages-in-a-ring-that-grows-at-its-end",
    kills=["ACK-36"],
    mistake="A ring of records by age that is full gets more places at its end, wherever in it the first record is.",
)
@define
class AgesInARingThatGrowsAtItsEnd(_LastsForEver):
    """When a ring of 64, 128 … records is full, those before its first place never expire."""

    ring: RingThatGrowsAtItsEnd[int] = field(init=False, factory=lambda: RingThatGrowsAtItsEnd(RING))

    def receive(self, message: AckerMessage) -> Notifications:
        self.ring.leave_out(self.pending.__contains__)
        if message.root not in self.pending:
            self.lost.update(self.ring.add(message.root))
        return super().receive(message)


STALE = 64


@life(
    "a-compaction-keeps-the-first-deadline",
    kills=["ACK-36"],
    mistake="Deadlines that are stale stay in a heap until there are many; then the first of each root is kept.",
)
@define
class ACompactionKeepsTheFirstDeadline(_LastsForEver):
    """When more than 64 deadlines and more than there are records are stale, refreshed records never expire."""

    stale: int = field(init=False, default=0)
    refreshed: set[int] = field(init=False, factory=set)

    def receive(self, message: AckerMessage) -> Notifications:
        if message.root in self.pending and self.refreshes(message):
            self.stale += 1
            self.refreshed.add(message.root)
        emitted = super().receive(message)
        self.stale += message.root not in self.pending
        if self.stale > STALE + len(self.pending):
            self.stale, self.lost = 0, self.lost | self.refreshed
        return emitted


@define
class _Slots(AckerInParts):
    """An acker that has its records in slots. The slot that was left last is taken first."""

    slots: dict[int, int] = field(init=False, factory=dict)
    free: list[int] = field(init=False, factory=list)

    def keep(self, message: AckerMessage, record: Record) -> None:
        if message.root not in self.pending:
            self.slots[message.root] = self.free.pop() if self.free else len(self.slots)
        super().keep(message, record)

    def forget(self, root: int) -> None:
        self.free.append(self.slots.pop(root))
        super().forget(root)


GENERATIONS = 1 << 12
"""Lives in a slot after which its generation comes round."""


@life(
    "generations-of-a-slot-in-twelve-bits",
    kills=["ACK-36"],
    mistake="A deadline that is stale names an earlier generation of its slot; twenty bits of it are for the slot.",
)
@define
class GenerationsOfASlotInTwelveBits(_Slots):
    """If 4,096 trees have begun in a slot between two ticks, their expiry takes the record that is in the slot then."""

    begun: list[Counter[int]] = field(init=False, factory=lambda: [Counter()])

    def keep(self, message: AckerMessage, record: Record) -> None:
        new = message.root not in self.pending
        super().keep(message, record)
        self.begun[0][self.slots[message.root]] += new

    def tick(self) -> dict[int, Record]:
        expired = super().tick()
        dying = self.begun.pop() if len(self.begun) == self.profile.buckets else Counter()
        self.begun.insert(0, Counter())
        for root in [root for root, slot in self.slots.items() if root in expired or dying[slot] >= GENERATIONS]:
            self.forget(root)
        return expired
