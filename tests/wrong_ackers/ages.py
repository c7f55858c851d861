"""Ackers that go wrong about time: ticks, expiry, and what refreshes."""

from .right import Record, RightAcker, Said, target_of


class ExpiresOneRotationLate(RightAcker):
    """It has a bucket too many."""

    def __init__(self, profile: str) -> None:
        super().__init__(profile)
        self.lifetime += 1


class NeverExpires(RightAcker):
    """It hears no ticks."""

    def tick(self) -> Said:
        return []


class EveryMessageRefreshes(RightAcker):
    """It is an acker of storm1 under either name."""

    def __init__(self, profile: str) -> None:
        super().__init__(profile)
        self.refreshing = {"init", "ack", "fail", "reset-timeout"}


class AcksNeverRefresh(RightAcker):
    """An ack refreshes nothing, under either profile."""

    def __init__(self, profile: str) -> None:
        super().__init__(profile)
        self.refreshing = self.refreshing - {"ack"}


class InitsNeverRefresh(RightAcker):
    """An init refreshes nothing, under either profile."""

    def __init__(self, profile: str) -> None:
        super().__init__(profile)
        self.refreshing = self.refreshing - {"init"}


class InitsAlwaysRefresh(RightAcker):
    """An init refreshes a record that is there, under either profile."""

    def __init__(self, profile: str) -> None:
        super().__init__(profile)
        self.refreshing = self.refreshing | {"init"}


class FailsNeverRefresh(RightAcker):
    """A fail refreshes nothing."""

    def __init__(self, profile: str) -> None:
        super().__init__(profile)
        self.refreshing = self.refreshing - {"fail"}


class ResetsNeverRefresh(RightAcker):
    """A reset-timeout is forwarded and does nothing."""

    def __init__(self, profile: str) -> None:
        super().__init__(profile)
        self.refreshing = self.refreshing - {"reset-timeout"}


class FailsAtExpiry(RightAcker):
    """It tells the spout of the trees that it forgets."""

    def tick(self) -> Said:
        before = dict(self.records)
        super().tick()
        gone = [(root, record.task) for root, record in before.items() if root not in self.records]
        return [("fail", root, task) for root, task in gone if task is not None]


class TicksLoseFails(RightAcker):
    """A record that ages forgets that a fail came."""

    def tick(self) -> Said:
        for record in self.records.values():
            record.failed = False
        return super().tick()


class GhostsNeverExpire(RightAcker):
    """A record without an init does not age."""

    def tick(self) -> Said:
        for record in self.records.values():
            record.left -= record.task is not None
        self.records = {root: record for root, record in self.records.items() if record.left > 0}
        return []


class ResetFails(RightAcker):
    """It takes a reset-timeout for a fail."""

    def reset_timeout(self, root: int) -> Said:
        return self.fail(root)


class ResetAcks(RightAcker):
    """It takes a reset-timeout for the end of the tree."""

    def reset_timeout(self, root: int) -> Said:
        record = self.record(root, "reset-timeout")
        record.ack_val = 0
        return self.judged(root, record)


class ResetEmptiesTheRecord(RightAcker):
    """It takes a reset-timeout for a new beginning."""

    def reset_timeout(self, root: int) -> Said:
        said = super().reset_timeout(root)
        self.records[root] = Record(self.lifetime, task=self.records[root].task)
        return said


class KeepsResetsToItself(RightAcker):
    """It refreshes and does not forward."""

    def reset_timeout(self, root: int) -> Said:
        super().reset_timeout(root)
        return []


class ForwardsResetsLater(RightAcker):
    """A reset-timeout that came before the init is forwarded when the init names the task."""

    def __init__(self, profile: str) -> None:
        super().__init__(profile)
        self.waiting: set[int] = set()

    def reset_timeout(self, root: int) -> Said:
        said = super().reset_timeout(root)
        if not said:
            self.waiting.add(root)
        return said

    def init(self, root: int, value: int, task: int) -> Said:
        said = super().init(root, value, task)
        if root in self.waiting and not said:
            said = [("reset-timeout", root, task)]
        self.waiting.discard(root)
        return said


class ResetNeedsARecord(RightAcker):
    """A reset-timeout for an unknown root makes nothing."""

    def reset_timeout(self, root: int) -> Said:
        return super().reset_timeout(root) if root in self.records else []


expires_one_rotation_late = target_of("ACK-15", ExpiresOneRotationLate)
never_expires = target_of("ACK-15", NeverExpires)
every_message_refreshes = target_of("ACK-17", EveryMessageRefreshes)
acks_never_refresh = target_of("ACK-16", AcksNeverRefresh)
inits_never_refresh = target_of("ACK-16", InitsNeverRefresh)
inits_always_refresh = target_of("ACK-17", InitsAlwaysRefresh)
fails_never_refresh = target_of("ACK-18", FailsNeverRefresh)
resets_never_refresh = target_of("ACK-18", ResetsNeverRefresh)
fails_at_expiry = target_of("ACK-13", FailsAtExpiry)
ticks_lose_fails = target_of("ACK-07", TicksLoseFails)
ghosts_never_expire = target_of("ACK-15", GhostsNeverExpire)
reset_fails = target_of("ACK-19", ResetFails)
reset_acks = target_of("ACK-19", ResetAcks)
reset_empties_the_record = target_of("ACK-19", ResetEmptiesTheRecord)
keeps_resets_to_itself = target_of("ACK-20", KeepsResetsToItself)
forwards_resets_later = target_of("ACK-20", ForwardsResetsLater)
reset_needs_a_record = target_of("ACK-21", ResetNeedsARecord)
