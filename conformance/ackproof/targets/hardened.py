"""A hardened acker, for transports that deliver at least once: a variant of the reference.

The differences from the reference:

- a second init in a record life is ignored: it neither counts nor names a task;
- an ack is ignored if the life has already had its value. A transport that repeats messages marks them in no other way,
  and two acks of different tuples have different values as long as the ids are linearly independent.

The cost: records have no fixed size. A record keeps the value of every ack of its tree, so a tree of k tuples takes k
values of 8 bytes besides the 20 of a record, until it is done.

The promise: a repeated message does not complete a tree early, and does not prevent its notification. It does not
protect against changed or made-up messages (TRN-03), and does not recognize a duplicate after the end of the tree. That
begins a ghost, as in the reference; a ghost may repeat an earlier notification, but never causes an early one. If two
acks of a tree have the same value by accident, the second is taken for a duplicate, and the tree is never notified.
With ids of 64 random bits that hardly happens. But rules draw narrow ids too, so this acker assumes distinct acks, and
is conformant under that assumption. With the first difference alone it would be conformant without it.

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
    """The record of a tree: the ack val, the spout task, whether a fail came, and the values of all acks."""

    ack_val: int = 0
    spout_task: int | None = None
    failed: bool = False
    values: frozenset[int] = field(default=frozenset(), repr=False)


class HardenedAcker:
    """One acker task over the reference's map, under the named profile."""

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
        """Count each ack value once in a record."""
        record = self._record(root)
        if value in record.values:
            return []
        return self._kept(root, evolve(record, ack_val=record.ack_val ^ value, values=record.values | {value}))

    def fail(self, root: int) -> Notifications:
        """Record a fail, before or after the init."""
        return self._kept(root, evolve(self._record(root), failed=True), refreshes=True)

    def reset_timeout(self, root: int) -> Notifications:
        """Refresh the record, and notify the spout task to do the same."""
        record = self._record(root)
        self.pending.put(root, record)
        return [] if record.spout_task is None else [("reset-timeout", root, record.spout_task)]

    def tick(self) -> Notifications:
        """Age every record by one rotation."""
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

    The rules count a duplicate as xor does, but this acker counts it once: so it assumes that there are no duplicates.
    It recognizes duplicates by value: so it assumes that no two acks of a tree have the same value.
    """
    return acker_target("hardened", HardenedAcker, version="1.0", assumes=("no-duplicates", "distinct-acks"))
