"""A hardened acker, for transports that deliver at least once: a reference variant that stands beside the reference.

What differs from the reference:

- a second init in a record life is ignored: it neither counts nor names a task;
- an ack with a value that the life has had already is ignored. A transport that repeats gives no other mark to tell a
  repeat by, and two acks of different tuples have different values as long as the ids are linearly independent.

What it costs: a record is no longer of one size. It keeps the value of every ack of its tree, so a tree of k tuples
takes k values of 8 bytes beside the 20 of a record, until it is done.

What it promises: a repeated message makes no tree early, and leaves none unheard. What it cannot promise: that a
message that was changed or made up does no harm (TRN-03), and that a repeat which comes after the end is known for one.
That begins a ghost, as it does in the reference; a ghost may say what was said before, and never anything early.
And where two acks of a tree have one value by accident it takes the second for a repeat, and the tree is unheard. With
ids of 64 random bits that hardly happens. Rules draw narrow ids too, so it says that it assumes distinct acks, and is
conformant assuming that. The first difference alone is conformant without.

    ackproof certify ackproof.targets.hardened:make
    ackproof explore --duties ackproof.targets.hardened:make
"""

from typing import TypeAlias

import acking
from acking import RotatingMap
from attrs import evolve, field, frozen

from ackproof.target import Target
from ackproof.targets.python_acker import acker_target

Notifications: TypeAlias = list[tuple[str, int, int]]


@frozen
class HardenedRecord:
    """What is kept of a tree: the ack val, the spout task, whether a fail came, and every value that came by an ack."""

    ack_val: int = 0
    spout_task: int | None = None
    failed: bool = False
    values: frozenset[int] = field(default=frozenset(), repr=False)


class HardenedAcker:
    """One acker task over the reference's map, by the profile of that name."""

    def __init__(self, profile: str) -> None:
        self.profile = acking.PROFILES[profile]
        self.pending: RotatingMap[int, HardenedRecord] = RotatingMap(self.profile.buckets)

    def init(self, root: int, value: int, task: int) -> Notifications:
        """Count the first init of a record."""
        record = self._record(root)
        if record.spout_task is not None:
            return []
        return self._kept(root, evolve(record, ack_val=record.ack_val ^ value, spout_task=task))

    def ack(self, root: int, value: int) -> Notifications:
        """Count a value once in a record."""
        record = self._record(root)
        if value in record.values:
            return []
        return self._kept(root, evolve(record, ack_val=record.ack_val ^ value, values=record.values | {value}))

    def fail(self, root: int) -> Notifications:
        """Note a fail, before or after the init."""
        return self._kept(root, evolve(self._record(root), failed=True), refreshes=True)

    def reset_timeout(self, root: int) -> Notifications:
        """Give the record its whole lifetime again, and tell the spout task to do the same."""
        record = self._record(root)
        self.pending.put(root, record)
        return [] if record.spout_task is None else [("reset-timeout", root, record.spout_task)]

    def tick(self) -> Notifications:
        """Let every record grow older by a rotation."""
        self.pending.rotate()
        return []

    def _record(self, root: int) -> HardenedRecord:
        return self.pending.get(root) or HardenedRecord()

    def _kept(self, root: int, record: HardenedRecord, *, refreshes: bool = False) -> Notifications:
        if root not in self.pending or refreshes or self.profile.refresh is acking.Refresh.EVERY_MESSAGE:
            self.pending.put(root, record)
        else:
            self.pending.replace(root, record)
        if record.spout_task is None or (record.ack_val and not record.failed):
            return []
        self.pending.remove(root)
        return [("fail" if record.failed else "ack", root, record.spout_task)]


def make() -> Target:
    """Return the target.

    The rules count what comes twice as the xor does, and this acker counts it once: so it is held to them without. And
    it goes by values, so it is held to them where no two acks of a tree have the same.
    """
    return acker_target("hardened", HardenedAcker, version="1.0", assumes=("no-duplicates", "distinct-acks"))
