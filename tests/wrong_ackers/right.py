"""A small right acker, from which the wrong ones differ. It shares no code with the reference."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from ackproof.examples import created_first
from ackproof.target import ASSUMPTIONS, Target
from ackproof.targets.python_acker import acker_target
from attrs import define, frozen

Said = list[tuple[str, int, int]]

LIFETIME = {"storm1": 2, "storm2": 3}
REFRESHING = {"storm1": {"init", "ack", "fail", "reset-timeout"}, "storm2": {"fail", "reset-timeout"}}


@define
class Record:
    """The record of one tree. `left` counts the rotations until it expires."""

    left: int
    ack_val: int = 0
    task: int | None = None
    failed: bool = False


class RightAcker:
    """An acker as the specification requires. Subclasses override single methods to be wrong."""

    def __init__(self, profile: str) -> None:
        self.lifetime = LIFETIME[profile]
        self.refreshing = REFRESHING[profile]
        self.records: dict[int, Record] = {}

    def init(self, root: int, value: int, task: int) -> Said:
        record = self.record(root, "init")
        record.ack_val = self.combined(record.ack_val, value)
        record.task = task
        return self.judged(root, record)

    def ack(self, root: int, value: int) -> Said:
        record = self.record(root, "ack")
        record.ack_val = self.combined(record.ack_val, value)
        return self.judged(root, record)

    def fail(self, root: int) -> Said:
        record = self.record(root, "fail")
        record.failed = True
        return self.judged(root, record)

    def reset_timeout(self, root: int) -> Said:
        record = self.record(root, "reset-timeout")
        return [] if record.task is None else [("reset-timeout", root, record.task)]

    def tick(self) -> Said:
        for record in self.records.values():
            record.left -= 1
        self.records = {root: record for root, record in self.records.items() if record.left > 0}
        return []

    def record(self, root: int, message: str) -> Record:
        """Return the record of a root, new or old, and refresh it if the message does that."""
        record = self.records.setdefault(root, Record(self.lifetime))
        if message in self.refreshing:
            record.left = self.lifetime
        return record

    def combined(self, ack_val: int, value: int) -> int:
        """Return the ack val combined with a value."""
        return ack_val ^ value

    def judged(self, root: int, record: Record) -> Said:
        """Return the notifications due for a record, and remove the record if there are any."""
        if record.task is None:
            return []
        if record.failed:
            return self.finished("fail", root, record.task)
        if record.ack_val == 0:
            return self.finished("ack", root, record.task)
        return []

    def finished(self, kind: str, root: int, task: int) -> Said:
        """Remove a record and return its notification."""
        del self.records[root]
        return [(kind, root, task)]


@frozen
class Factory:
    """Creates a target, and has the id of the rule that the target breaks; None for a right one."""

    breaks: str | None
    make: Callable[[], Target]

    def __call__(self) -> Target:
        return self.make()


class InitOnceAcker(RightAcker):
    """An acker for transports with repetitions: in the life of a record, only the first init counts."""

    def init(self, root: int, value: int, task: int) -> Said:
        known = self.records.get(root)
        return super().init(root, value, task) if known is None or known.task is None else []


class InitOnceButFreshAcker(InitOnceAcker):
    """As before, but a repeated init refreshes the record as messages of its kind do."""

    def init(self, root: int, value: int, task: int) -> Said:
        if root in self.records:
            self.record(root, "init")
        return super().init(root, value, task)


def target_of(breaks: str | None, acker: Callable[[str], Any]) -> Factory:
    """Return the factory of a target over a class of ackers."""
    return Factory(breaks, lambda: acker_target(getattr(acker, "__name__", "acker"), acker))


def with_methods(*names: str) -> Callable[[str], Any]:
    """Return a factory of right ackers that have only these methods."""

    def make(profile: str) -> SimpleNamespace:
        acker = RightAcker(profile)
        return SimpleNamespace(**{name: getattr(acker, name) for name in names})

    return make


right = target_of(None, RightAcker)
storm1_only = Factory(None, lambda: acker_target("RightAcker", RightAcker, profiles=("storm1",)))
storm2_only = Factory(None, lambda: acker_target("RightAcker", RightAcker, profiles=("storm2",)))
without_ticks = target_of(None, with_methods("init", "ack", "fail", "reset_timeout"))
without_resets = target_of(None, with_methods("init", "ack", "fail", "tick"))
idempotent_init = target_of(None, InitOnceAcker)
idempotent_init_that_refreshes = target_of(None, InitOnceButFreshAcker)
heron_like = Factory(None, created_first.make)
right_assuming_all = Factory(None, lambda: acker_target("RightAcker", RightAcker, assumes=ASSUMPTIONS))
with_the_least = target_of(None, with_methods("init", "ack", "fail"))
