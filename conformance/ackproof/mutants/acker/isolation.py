"""Mutants about what one root does to another."""

from acking import Ack, AckerMessage, Fail, Init, Kind, Record, ResetTimeout, RotatingMap
from attrs import define, evolve, field

from ackproof.mutants import family
from ackproof.mutants.parts import AckerInParts, Notifications

apart = family("isolation between roots")


@apart("shares-one-record", kills=["ACK-22"], mistake="The record is a field of the acker, as it is in a sketch.")
class SharesOneRecord(AckerInParts):
    """All roots are one to it."""

    def key(self, root: int) -> int:
        return 0 * root


@apart("a-finished-tree-ends-all", kills=["ACK-22"], mistake="`clear` is called where `remove` was meant.")
class AFinishedTreeEndsAll(AckerInParts):
    """With a tree that is done, all records go."""

    def forget(self, root: int) -> None:
        del root
        self.pending = RotatingMap(self.profile.buckets)


@apart(
    "fail-fails-the-whole-task",
    kills=["ACK-22"],
    mistake="A spout task that lost a tuple is taken to be broken, with all that it has emitted.",
)
class FailFailsTheWholeTask(AckerInParts):
    """With a tree that failed, every open tree of its spout task is marked as failed."""

    def notify(self, kind: Kind, root: int, task: int) -> Notifications:
        for cohort in self.pending.cohorts() if kind is Kind.FAIL else ():
            for other in [other for other, record in cohort.items() if record.spout_task == task]:
                self.pending.replace(other, evolve(cohort[other], failed=True))
        return super().notify(kind, root, task)


@apart(
    "one-tree-for-each-task",
    kills=["ACK-22"],
    mistake="The open tree of a task is found by the task, as if a spout emitted one at a time.",
)
@define
class OneTreeForEachTask(AckerInParts):
    """An init drops the tree that its spout task began before."""

    latest: dict[int, int] = field(init=False, factory=dict)

    def receive(self, message: AckerMessage) -> Notifications:
        if isinstance(message, Init):
            if self.latest.get(message.task, message.root) != message.root:
                self.pending.remove(self.latest[message.task])
            self.latest[message.task] = message.root
        return super().receive(message)


@apart(
    "cache-of-one-record-goes-stale",
    kills=["ACK-22"],
    mistake="The record used last is cached, and the cache is asked before the map.",
)
@define
class CacheOfOneRecordGoesStale(AckerInParts):
    """The ack val of an unknown root begins as what the root before it had, if that is still open."""

    last: int = field(init=False, default=0)

    def receive(self, message: AckerMessage) -> Notifications:
        last = self.pending.get(self.last)
        if last is not None and isinstance(message, Ack) and message.root not in self.pending:
            self.pending.put(message.root, Record(last.ack_val))
        self.last = message.root
        return super().receive(message)


@apart(
    "refresh-of-one-refreshes-all", kills=["ACK-15"], mistake="The clock is put back for the acker, not for the record."
)
class RefreshOfOneRefreshesAll(AckerInParts):
    """A fail or a reset-timeout of any root makes every record young again."""

    def keep(self, message: AckerMessage, record: Record) -> None:
        super().keep(message, record)
        if isinstance(message, Fail) or self.refreshes(message):
            for cohort in self.pending.cohorts():
                for root, each in cohort.items():
                    self.pending.put(root, each)


@apart(
    "equal-inits-share-a-tree",
    kills=["ACK-22"],
    mistake="An init that was delivered before, by its value, is dropped; but ids of different roots may be equal.",
)
@define
class EqualInitsShareATree(AckerInParts):
    """An init whose value another open root had is ignored."""

    values: dict[int, int] = field(init=False, factory=dict)

    def receive(self, message: AckerMessage) -> Notifications:
        if isinstance(message, Init) and self.values.setdefault(message.value, message.root) != message.root:
            return ()
        return super().receive(message)


@apart(
    "a-fail-marks-all-empty-records",
    kills=["ACK-35"],
    mistake="A record that a reset-timeout begins is empty, and there is one object for all that are.",
)
@define
class AFailMarksAllEmptyRecords(AckerInParts):
    """Records that a reset-timeout began are one until an init or an ack comes: a fail of one is a fail of all."""

    empty: set[int] = field(init=False, factory=set)

    def after(self, record: Record, message: AckerMessage) -> Record:
        if isinstance(message, ResetTimeout) and record == Record():
            self.empty.add(message.root)
        elif isinstance(message, Fail) and message.root in self.empty:
            for other in (each for each in self.empty if each in self.pending):
                self.pending.replace(other, Record(failed=True))
        elif not isinstance(message, ResetTimeout):
            self.empty.discard(message.root)
        return super().after(record, message)
