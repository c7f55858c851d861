"""The five wrong ackers that every conformance suite for acking has to find."""

from .right import Record, RightAcker, Said, target_of


class OrInsteadOfXor(RightAcker):
    """Bits are set and never cleared."""

    def combined(self, ack_val: int, value: int) -> int:
        return ack_val | value


class CompletesBeforeInit(RightAcker):
    """It tests only for zero; it notifies task 0 as long as no init named a task."""

    def judged(self, root: int, record: Record) -> Said:
        if record.task is None and record.ack_val == 0 and not record.failed:
            return self.finished("ack", root, 0)
        return super().judged(root, record)


class ForgetsEarlyFails(RightAcker):
    """A fail that comes before the init is lost."""

    def fail(self, root: int) -> Said:
        record = self.record(root, "fail")
        record.failed = record.task is not None
        return self.judged(root, record)


class ExpiresOneRotationEarly(RightAcker):
    """It has one bucket too few."""

    def __init__(self, profile: str) -> None:
        super().__init__(profile)
        self.lifetime -= 1


class TestsZeroBeforeFail(RightAcker):
    """It makes the two tests in the other order."""

    __test__ = False  # a name for readers, not for pytest

    def judged(self, root: int, record: Record) -> Said:
        if record.task is not None and record.ack_val == 0:
            return self.finished("ack", root, record.task)
        return super().judged(root, record)


or_instead_of_xor = target_of("ACK-04", OrInsteadOfXor)
completes_before_init = target_of("ACK-02", CompletesBeforeInit)
forgets_early_fails = target_of("ACK-07", ForgetsEarlyFails)
expires_one_rotation_early = target_of("ACK-14", ExpiresOneRotationEarly)
tests_zero_before_fail = target_of("ACK-08", TestsZeroBeforeFail)
