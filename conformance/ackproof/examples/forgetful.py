"""An acker that looks right and is not.

Certify it to see how a violation is told:

    ackproof certify ackproof.examples.forgetful:make

What is wrong with it is in the documentation, under "Your own acker".
"""

from attrs import define, field

from ackproof.targets.python_acker import PythonAckerTarget, acker_target

Notifications = list[tuple[str, int, int]]


def make() -> PythonAckerTarget:
    """Return the target."""
    return acker_target("forgetful", lambda _: ForgetfulAcker(), version="1.0", profiles=("storm2",))


@define
class Record:
    """One tree."""

    ack_val: int = 0
    task: int | None = None
    age: int = 0


@define
class ForgetfulAcker:
    """An acker over one dictionary, which counts the age of each record instead of keeping buckets."""

    records: dict[int, Record] = field(factory=dict)

    def init(self, root: int, value: int, task: int) -> Notifications:
        """A tree begins."""
        record = self.records.setdefault(root, Record())
        record.ack_val ^= value
        record.task = task
        return self.finished(root, record)

    def ack(self, root: int, value: int) -> Notifications:
        """A tuple is done."""
        record = self.records.setdefault(root, Record())
        record.ack_val ^= value
        return self.finished(root, record)

    def fail(self, root: int) -> Notifications:
        """A tuple failed."""
        record = self.records.get(root)
        if record is None or record.task is None:
            return []
        del self.records[root]
        return [("fail", root, record.task)]

    def reset_timeout(self, root: int) -> Notifications:
        """A tuple asks for time."""
        record = self.records.setdefault(root, Record())
        record.age = 0
        return [] if record.task is None else [("reset-timeout", root, record.task)]

    def tick(self) -> Notifications:
        """Time passes."""
        for record in self.records.values():
            record.age += 1
        self.records = {root: record for root, record in self.records.items() if record.age < 3}  # noqa: PLR2004
        return []

    def finished(self, root: int, record: Record) -> Notifications:
        """Say so if the tree is done."""
        if record.task is None or record.ack_val != 0:
            return []
        del self.records[root]
        return [("ack", root, record.task)]
