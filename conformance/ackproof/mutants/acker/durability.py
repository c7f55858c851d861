"""Mutants about durability: what an acker has forgotten, or says again, when it was killed and started again."""

from collections.abc import Callable, Sequence
from itertools import groupby, pairwise

from acking import Acker, Record
from attrs import define, evolve, field

from ackproof.components.acker import AckerOperation, AckerResult, Init, Notification, ResetTimeout, Tick
from ackproof.mutants import family
from ackproof.mutants.parts import AckerTasks, Durable

durability = family("durability")


def _acker_tasks(shards: Sequence[AckerTasks]) -> list[Acker]:
    return [task for shard in shards for task in shard.tasks]


def _records(task: Acker) -> list[tuple[int, Record]]:
    return [entry for cohort in task.pending.cohorts() for entry in cohort.items()]


def _each(saved: Sequence[AckerTasks], change: Callable[[Record], Record | None]) -> Sequence[AckerTasks]:
    """Return acker tasks with each record changed, at the age that it has, or left out."""
    for task in _acker_tasks(saved):
        for root, record in _records(task):
            changed = change(record)
            if changed is None:
                task.pending.remove(root)
            else:
                task.pending.replace(root, changed)
    return saved


@durability("restart-forgets-all", kills=["DUR-01"], mistake="The state is in memory, and processes do not die.")
class RestartForgetsAll(Durable):
    """It begins with nothing."""

    def save(self) -> None:
        if not self.saved:
            super().save()

    def to_replay(self) -> Sequence[AckerOperation]:
        return []


@durability(
    "restart-forgets-since-the-checkpoint",
    kills=["DUR-01"],
    mistake="Input is acknowledged when it is taken, and not when the state that it made is durable.",
)
class RestartForgetsSinceTheCheckpoint(Durable):
    """What came since the last checkpoint is lost."""

    def to_replay(self) -> Sequence[AckerOperation]:
        return []


@durability(
    "restart-takes-the-last-twice",
    kills=["DUR-01"],
    mistake="The source delivers at least once, and an xor is not idempotent.",
)
class RestartTakesTheLastTwice(Durable):
    """The last operation before it was killed is done twice."""

    def to_replay(self) -> Sequence[AckerOperation]:
        return [*self.journal, *self.journal[-1:]]


@durability(
    "restart-says-again",
    kills=["DUR-01"],
    mistake="Notifications go out while the journal is read: it is the same code, and the sink keeps no log.",
)
class RestartSaysAgain(Durable):
    """What was said since the last checkpoint is said once more."""

    def notified_again(self, results: Sequence[AckerResult]) -> tuple[Notification, ...]:
        return tuple(notification for result in results for notification in result.notifications)


@durability(
    "restart-loses-ticks",
    kills=["DUR-01"],
    mistake="Ticks come from a timer and not from the source, so they are in no journal.",
)
class RestartLosesTicks(Durable):
    """Ticks since the last checkpoint did not happen."""

    def to_replay(self) -> Sequence[AckerOperation]:
        return [operation for operation in self.journal if not isinstance(operation, Tick)]


@durability(
    "restart-resets-ages",
    kills=["DUR-01"],
    mistake="A checkpoint is a plain map, and reading it puts each record in anew.",
)
class RestartResetsAges(Durable):
    """Records come out of a checkpoint as young as on their first day."""

    def restored(self, saved: Sequence[AckerTasks]) -> Sequence[AckerTasks]:
        for task in _acker_tasks(saved):
            for root, record in _records(task):
                task.pending.put(root, record)
        return saved


@durability("restart-forgets-fails", kills=["DUR-01"], mistake="The flag was added, and the format was not.")
class RestartForgetsFails(Durable):
    """A checkpoint does not hold that a fail came."""

    def restored(self, saved: Sequence[AckerTasks]) -> Sequence[AckerTasks]:
        return _each(saved, lambda record: evolve(record, failed=False))


@durability(
    "restart-forgets-spout-tasks",
    kills=["DUR-01"],
    mistake="Task ids are given out anew when a topology starts, so they are not worth keeping.",
)
class RestartForgetsSpoutTasks(Durable):
    """A checkpoint does not hold whom to notify."""

    def restored(self, saved: Sequence[AckerTasks]) -> Sequence[AckerTasks]:
        return _each(saved, lambda record: evolve(record, spout_task=None))


@durability(
    "restart-drops-records-without-init",
    kills=["DUR-01"],
    mistake="A record that nobody has begun is taken for a ghost, and checkpoints are kept small.",
)
class RestartDropsRecordsWithoutInit(Durable):
    """A checkpoint holds the records whose init has come."""

    def restored(self, saved: Sequence[AckerTasks]) -> Sequence[AckerTasks]:
        return _each(saved, lambda record: None if record.spout_task is None else record)


@durability(
    "restart-forgets-empty-records",
    kills=["DUR-01"],
    profiles=["storm2"],
    mistake="What is written has the records that say something: this one has its age and nothing else.",
)
class RestartForgetsEmptyRecords(Durable):
    """A record without an ack val, a spout task and a fail is gone; the next message makes one that is younger."""

    def restarted(self) -> AckerResult:
        result = super().restarted()
        _each(self.shards, lambda record: None if record == Record() else record)
        return result


@durability(
    "restart-takes-a-repeat-for-a-redelivery",
    kills=["ACK-36"],
    mistake="The source may deliver its last message once more, and that was done already.",
)
class RestartTakesARepeatForARedelivery(Durable):
    """The first message after a restart is left out if it equals the last one before it."""

    last: AckerOperation | None = None
    is_back = False

    def noted(self, operation: AckerOperation) -> AckerResult:
        is_again = self.is_back and operation == self.last and not isinstance(operation, Tick)
        self.last, self.is_back = operation, False
        return AckerResult((), pending=sum(self.pending)) if is_again else super().noted(operation)

    def restarted(self) -> AckerResult:
        self.is_back = True
        return super().restarted()


MERGED = 16


@durability(
    "restart-brings-finished-roots-back",
    kills=["ACK-36"],
    mistake="A merge of the newest files throws their deletions away, and an older file still has the records.",
)
class RestartBringsFinishedRootsBack(Durable):
    """Trees that were done before the last 16 that were are there after a restart as they began."""

    def __attrs_post_init__(self) -> None:
        self.begun: dict[int, Init] = {}
        self.done: list[Init] = []
        super().__attrs_post_init__()

    def noted(self, operation: AckerOperation) -> AckerResult:
        result = super().noted(operation)
        if isinstance(operation, Init):
            self.begun[operation.root] = operation
        self.done += [self.begun.pop(each.root) for each in result.notifications if each.root in self.begun]
        return result

    def restarted(self) -> AckerResult:
        result = super().restarted()
        while len(self.done) > MERGED:
            self.one(self.done.pop(0))
        return result


PAGE = 1000


@durability(
    "restart-reads-full-pages",
    kills=["ACK-36"],
    mistake="Records are read by pages of 1,000 until one comes that is not full, and the loop ends before it.",
)
class RestartReadsFullPages(Durable):
    """Of more than 1,000 records, those beyond the last full page of 1,000 are gone after a restart."""

    def restarted(self) -> AckerResult:
        result = super().restarted()
        for task in _acker_tasks(self.shards):
            records = _records(task)
            for root, _ in records[len(records) // PAGE * PAGE or len(records) :]:
                task.pending.remove(root)
        return result


class JournalsTicks(Durable):
    """A target that writes no checkpoint while ticks come, so all ticks in a row stand in its journal."""

    def save(self) -> None:
        """Write a checkpoint when anything but a tick comes."""
        if not self.journal or not isinstance(self.journal[-1], Tick):
            super().save()


RUN = 256


@durability(
    "restart-counts-ticks-in-a-byte",
    kills=["ACK-36"],
    mistake="When nothing else happens the journal would be full of ticks, so it has their number.",
)
class RestartCountsTicksInAByte(JournalsTicks):
    """Of 256 ticks in a row none is read again."""

    def to_replay(self) -> Sequence[AckerOperation]:
        runs = [(kind, list(run)) for kind, run in groupby(self.journal, key=lambda each: isinstance(each, Tick))]
        return [each for is_tick, run in runs for each in (run[: len(run) % RUN] if is_tick else run)]


@durability(
    "restart-takes-the-first-tasks-ticks-for-all",
    kills=["RTE-05"],
    mistake="The journal writes the acker task of a tick if there is one, and 0 counts as none.",
)
class RestartTakesTheFirstTasksTicksForAll(JournalsTicks):
    """A tick of the first acker task is read again as one of all."""

    def to_replay(self) -> Sequence[AckerOperation]:
        return [Tick() if each == Tick(acker=0) else each for each in self.journal]


LINES = 256


@define
class WritesLongJournals(Durable):
    """A target that treats its journal in another way once it has more than 256 lines."""

    lines: int = field(init=False, default=0)

    def noted(self, operation: AckerOperation) -> AckerResult:
        """Do an operation, and count its line."""
        self.lines += 1
        return super().noted(operation)

    @property
    def is_long(self) -> bool:
        """Whether the journal has more than 256 lines."""
        return self.lines > LINES


@durability(
    "restart-takes-ages-from-the-last-message",
    kills=["ACK-36"],
    profiles=["storm2"],
    mistake="A long journal is made shorter: of the lines of a root it keeps the last, which has all but the age.",
)
@define
class RestartTakesAgesFromTheLastMessage(WritesLongJournals):
    """Killed after 256 messages, it takes records for young that had a message since the last tick."""

    heard: set[int] = field(init=False, factory=set)

    def noted(self, operation: AckerOperation) -> AckerResult:
        self.heard.clear() if isinstance(operation, Tick) else self.heard.add(operation.root)
        return super().noted(operation)

    def restarted(self) -> AckerResult:
        result = super().restarted()
        for task in _acker_tasks(self.shards):
            for root, record in _records(task) if self.is_long else ():
                if root in self.heard:
                    task.pending.put(root, record)
        return result


@durability(
    "restart-leaves-out-dying-records-without-init",
    kills=["ACK-36"],
    mistake="A long journal is made shorter: what nobody has begun and the next tick forgets is not worth a line.",
)
class RestartLeavesOutDyingRecordsWithoutInit(WritesLongJournals):
    """Killed after 256 messages, it has forgotten the records without init that the next tick would forget."""

    def restarted(self) -> AckerResult:
        result = super().restarted()
        for task in _acker_tasks(self.shards):
            *_, dying = task.pending.cohorts()
            for root, record in list(dying.items()) if self.is_long else ():
                if record.spout_task is None:
                    task.pending.remove(root)
        return result


@durability(
    "restart-takes-ages-from-a-byte",
    kills=["ACK-36"],
    mistake="A row has the rotation of its last refresh, in a byte, and an age below zero is taken for zero.",
)
@define
class RestartTakesAgesFromAByte(Durable):
    """Killed shortly after the 256th rotation, it takes records that were refreshed before it for young."""

    rotations: int = field(init=False, default=0)

    def noted(self, operation: AckerOperation) -> AckerResult:
        self.rotations += operation == Tick()
        return super().noted(operation)

    def restarted(self) -> AckerResult:
        result = super().restarted()
        for task in _acker_tasks(self.shards):
            for age, cohort in enumerate(task.pending.cohorts()):
                for root, record in list(cohort.items()) if age > self.rotations % RUN else ():
                    task.pending.put(root, record)
        return result


@durability(
    "restart-drops-records-with-two-inits",
    kills=["DUR-01"],
    mistake="Two rows for one root look like a damaged file, so neither is read.",
)
@define
class RestartDropsRecordsWithTwoInits(Durable):
    """A record that had a second init is gone after a restart."""

    twice: set[int] = field(init=False, factory=set)

    def noted(self, operation: AckerOperation) -> AckerResult:
        known = dict(record for task in _acker_tasks(self.shards) for record in _records(task))
        self.twice &= known.keys()
        if isinstance(operation, Init) and known.get(operation.root, Record()).spout_task is not None:
            self.twice.add(operation.root)
        return super().noted(operation)

    def restarted(self) -> AckerResult:
        result = super().restarted()
        for task in _acker_tasks(self.shards):
            for root in self.twice:
                task.pending.remove(root)
        return result


@durability(
    "restart-forwards-no-more",
    kills=["DUR-01"],
    mistake="The way to the spout tasks is opened by the init, and nobody opens it again for records that were read.",
)
@define
class RestartForwardsNoMore(Durable):
    """A reset-timeout of a record that was there at a restart is not forwarded."""

    old: set[int] = field(init=False, factory=set)

    def noted(self, operation: AckerOperation) -> AckerResult:
        result = super().noted(operation)
        stopped = isinstance(operation, ResetTimeout) and operation.root in self.old
        self.old -= {each.root for each in result.notifications if each.kind != "reset-timeout"}
        return evolve(result, notifications=()) if stopped else result

    def restarted(self) -> AckerResult:
        result = super().restarted()
        self.old = {root for task in _acker_tasks(self.shards) for root, _ in _records(task)}
        return result


SIGNED = 1 << 63


@durability(
    "restart-reads-roots-by-their-distances",
    kills=["ACK-36"],
    mistake="Roots are signed longs, and so, it is thought, are their distances; sorted, most of them are short.",
)
class RestartReadsRootsByTheirDistances(Durable):
    """In a checkpoint, roots that come after a gap of 2^63 or more are read as others, and their records are lost."""

    def restored(self, saved: Sequence[AckerTasks]) -> Sequence[AckerTasks]:
        for task in _acker_tasks(saved):
            roots = sorted(root for root, _ in _records(task))
            wrap = next((place for place, (low, high) in enumerate(pairwise(roots), 1) if high - low >= SIGNED), None)
            for root in roots[wrap:] if wrap else ():
                task.pending.remove(root)
        return saved


@durability(
    "restart-reads-the-first-tasks-file",
    kills=["DUR-01"],
    mistake="Each acker task has a file for itself, and the loop over the files returns with the first.",
)
class RestartReadsTheFirstTasksFile(Durable):
    """Of several acker tasks, all but the first come back without the records that a checkpoint held."""

    def restored(self, saved: Sequence[AckerTasks]) -> Sequence[AckerTasks]:
        _each(saved[1:], lambda _: None)
        return saved


@durability(
    "restart-takes-ticks-of-one-for-all",
    kills=["DUR-01"],
    mistake="The journal has a line for each tick, and not for whom it was.",
)
class RestartTakesTicksOfOneForAll(Durable):
    """A tick of one acker task is read again as one of all."""

    def to_replay(self) -> Sequence[AckerOperation]:
        return [Tick() if isinstance(each, Tick) else each for each in self.journal]


@durability(
    "restart-lets-a-second-init-begin-anew",
    kills=["DUR-01"],
    mistake="What was read is a base, and the first init that comes on top of it is taken for the tree's own.",
)
@define
class RestartLetsASecondInitBeginAnew(Durable):
    """A second init that is the first message of its record since a restart counts in place of all that came before."""

    old: set[int | None] = field(init=False, factory=set)

    def one(self, operation: AckerOperation) -> AckerResult:
        root = getattr(operation, "root", None)
        for task in _acker_tasks(self.shards) if isinstance(operation, Init) and root in self.old else ():
            for each, record in _records(task):
                if each == root and record.spout_task is not None:
                    task.pending.replace(root, evolve(record, ack_val=0))
        self.old.discard(root)
        return super().one(operation)

    def restarted(self) -> AckerResult:
        result = super().restarted()
        self.old = {root for task in _acker_tasks(self.shards) for root, _ in _records(task)}
        return result
