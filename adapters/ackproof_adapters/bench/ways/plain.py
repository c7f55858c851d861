"""An acker in plain Python, as fast as a loop over a dictionary can be. It is for comparison, and part of no target.

Theory of operation
-------------------
An acker's records wait in one queue, in the order of the rotation in which each was last refreshed. A new record goes
to the end. A refresh moves a record to the end, unless that was done in this rotation already: then its place is right.
So the oldest are always in front, and a tick only removes records from the front. An ordered dictionary is such a
queue, and also finds a record by its root id. Records that were finished or have expired are removed: memory follows
the open roots, not the log.
"""

from collections import OrderedDict
from collections.abc import Iterable

from ackproof_adapters.codes import ACK, FAIL, INIT, RESET_TIMEOUT, TICK

Message = tuple[int, int, int, int, int | None]
"""The position of the row in its batch, its op, root, value and spout task. Only an init has a spout task.

The root of a tick, and the value of a message without one, have no meaning.
"""

NotifiedLists = tuple[list[int], list[str], list[int]]
"""Notifications, by column: the position of the message that caused it, its kind, the spout task."""


class PlainRecord:
    """The state of one tree, and the rotation in which it was last refreshed."""

    __slots__ = ("ack_val", "failed", "refreshed", "spout_task")

    def __init__(self, rotation: int) -> None:
        """Make the record of a tree before its first message."""
        self.ack_val = 0
        self.spout_task: int | None = None
        self.failed = False
        self.refreshed = rotation


class PlainAcker:
    """One acker task. A record left alone expires after `lifetime` rotations, the bucket count of the profile."""

    __slots__ = ("every_message_refreshes", "lifetime", "records", "rotation")

    def __init__(self, lifetime: int, *, every_message_refreshes: bool) -> None:
        """Make an acker without records."""
        self.lifetime = lifetime
        self.every_message_refreshes = every_message_refreshes
        self.rotation = 0
        self.records: OrderedDict[int, PlainRecord] = OrderedDict()

    def receive(self, messages: Iterable[Message], notified: NotifiedLists) -> None:  # noqa: C901, PLR0912  # see the docstring
        """Take messages in order; append the notifications that they cause to `notified`.

        It is one loop: it runs once for each message of the log, and a call would cost as much as all the rest.
        """
        records = self.records
        every_message_refreshes = self.every_message_refreshes
        rotation = self.rotation
        positions, kinds, spout_tasks = notified
        for position, op, root, value, spout_task in messages:
            if op == TICK:
                self.rotation = rotation = rotation + 1
                self._expire()
                continue
            record = records.get(root)
            if record is None:
                records[root] = record = PlainRecord(rotation)
            elif record.refreshed != rotation and (every_message_refreshes or op in (FAIL, RESET_TIMEOUT)):
                record.refreshed = rotation
                records.move_to_end(root)
            if op == ACK:
                record.ack_val ^= value
            elif op == INIT:
                record.ack_val ^= value
                record.spout_task = spout_task
            elif op == FAIL:
                record.failed = True
            if record.spout_task is None:
                continue
            if record.failed:  # checked before the ack val: fail dominates
                kind = "fail"
            elif record.ack_val == 0:
                kind = "ack"
            elif op == RESET_TIMEOUT:
                kind = "reset-timeout"
            else:
                continue
            positions.append(position)
            kinds.append(kind)
            spout_tasks.append(record.spout_task)
            if kind != "reset-timeout":
                del records[root]

    def _expire(self) -> None:
        records = self.records
        newest_to_go = self.rotation - self.lifetime
        while records and next(iter(records.values())).refreshed <= newest_to_go:
            records.popitem(last=False)
