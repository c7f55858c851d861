"""Ackers that go wrong about what a record is, who is told, and when it is over."""

from collections import Counter

from .right import Record, RightAcker, Said, target_of


class TellsTaskZero(RightAcker):
    """It does not know whom to tell."""

    def finished(self, kind: str, root: int, task: int) -> Said:
        return super().finished(kind, root, 0 * task)


class TellsTheLastTaskOfAll(RightAcker):
    """It keeps one task for all roots."""

    task: int = 0

    def init(self, root: int, value: int, task: int) -> Said:
        self.task = task
        return super().init(root, value, task)

    def finished(self, kind: str, root: int, task: int) -> Said:
        del task
        return super().finished(kind, root, self.task)


class TakesTaskZeroForNone(RightAcker):
    """It asks `if record.task` where it should ask whether there is one."""

    def judged(self, root: int, record: Record) -> Said:
        return super().judged(root, record) if record.task else []


class SaysItTwice(RightAcker):
    """It notifies twice."""

    def finished(self, kind: str, root: int, task: int) -> Said:
        return 2 * super().finished(kind, root, task)


class KeepsFinishedRecords(RightAcker):
    """A late ack brings a finished tree back to life."""

    def finished(self, kind: str, root: int, task: int) -> Said:
        return [(kind, root, task)]


class KeepsFailedRecords(RightAcker):
    """It forgets what was acked, and goes on with what was failed."""

    def finished(self, kind: str, root: int, task: int) -> Said:
        return super().finished(kind, root, task) if kind == "ack" else [(kind, root, task)]


class SharesOneRecord(RightAcker):
    """All roots are one to it."""

    def record(self, root: int, message: str) -> Record:
        record = super().record(0, message)
        self.records[root] = record
        return record

    def finished(self, kind: str, root: int, task: int) -> Said:
        self.records.clear()
        return [(kind, root, task)]


class IgnoresTheSecondInit(RightAcker):
    """The first init is the only one that it hears."""

    def init(self, root: int, value: int, task: int) -> Said:
        if root in self.records and self.records[root].task is not None:
            return []
        return super().init(root, value, task)


class KeepsTheFirstTask(RightAcker):
    """A second init counts, but its task does not."""

    def init(self, root: int, value: int, task: int) -> Said:
        first = self.records[root].task if root in self.records else None
        return super().init(root, value, task if first is None else first)


class IgnoresInitZero(RightAcker):
    """An init without a value is no init to it."""

    def init(self, root: int, value: int, task: int) -> Said:
        return super().init(root, value, task) if value else []


class IgnoresEarlyAcks(RightAcker):
    """What comes before the init is thrown away."""

    def ack(self, root: int, value: int) -> Said:
        return super().ack(root, value) if root in self.records else []


class InitBeginsAnew(RightAcker):
    """An init overwrites the ack val that early acks have left."""

    def init(self, root: int, value: int, task: int) -> Said:
        record = self.record(root, "init")
        record.ack_val, record.task = value, task
        return self.judged(root, record)


class AsksOnlyAtAcks(RightAcker):
    """It does not look at the ack val when an init comes."""

    def init(self, root: int, value: int, task: int) -> Said:
        record = self.record(root, "init")
        record.ack_val ^= value
        record.task = task
        return []


class WaitsForZeroToFail(RightAcker):
    """It remembers a fail, and waits until the tree is done to tell it."""

    def judged(self, root: int, record: Record) -> Said:
        return super().judged(root, record) if record.ack_val == 0 else []


class NotifiesEarlyFailsToNobody(RightAcker):
    """It tells a fail that came before the init at once, to a task that it made up."""

    def fail(self, root: int) -> Said:
        record = self.record(root, "fail")
        record.failed = True
        return self.judged(root, record) or [("fail", root, 0)]


class TogglesFail(RightAcker):
    """A second fail takes the first one back."""

    def fail(self, root: int) -> Said:
        record = self.record(root, "fail")
        record.failed = not record.failed
        return self.judged(root, record)


class CountsAcksInFourBits(RightAcker):
    """It hears sixteen acks of a tree, and no more."""

    def __init__(self, profile: str) -> None:
        super().__init__(profile)
        self.acks: Counter[int] = Counter()

    def ack(self, root: int, value: int) -> Said:
        self.acks[root] += 1
        return super().ack(root, value) if self.acks[root] <= 16 else []

    def finished(self, kind: str, root: int, task: int) -> Said:
        del self.acks[root]
        return super().finished(kind, root, task)


class AckForgivesFail(RightAcker):
    """An ack takes an earlier fail back."""

    def ack(self, root: int, value: int) -> Said:
        self.record(root, "ack").failed = False
        return super().ack(root, value)


tells_task_zero = target_of("ACK-05", TellsTaskZero)
tells_the_last_task_of_all = target_of("ACK-05", TellsTheLastTaskOfAll)
takes_task_zero_for_none = target_of("ACK-04", TakesTaskZeroForNone)
says_it_twice = target_of("ACK-09", SaysItTwice)
keeps_finished_records = target_of("ACK-10", KeepsFinishedRecords)
keeps_failed_records = target_of("ACK-10", KeepsFailedRecords)
shares_one_record = target_of("ACK-22", SharesOneRecord)
ignores_the_second_init = target_of("ACK-11", IgnoresTheSecondInit)
keeps_the_first_task = target_of("ACK-11", KeepsTheFirstTask)
ignores_init_zero = target_of("ACK-12", IgnoresInitZero)
ignores_early_acks = target_of("ACK-01", IgnoresEarlyAcks)
init_begins_anew = target_of("ACK-01", InitBeginsAnew)
asks_only_at_acks = target_of("ACK-04", AsksOnlyAtAcks)
waits_for_zero_to_fail = target_of("ACK-06", WaitsForZeroToFail)
notifies_early_fails_to_nobody = target_of("ACK-02", NotifiesEarlyFailsToNobody)
toggles_fail = target_of("ACK-07", TogglesFail)
counts_acks_in_four_bits = target_of("ACK-33", CountsAcksInFourBits)
ack_forgives_fail = target_of("ACK-08", AckForgivesFail)
