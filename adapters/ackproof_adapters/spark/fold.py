"""The work of one Spark task: messages in, ordered by shard and then by `seq`; notifications out.

Theory of operation
-------------------
An acker's records wait in one queue, in the order of the rotation in which each was last refreshed. A new record goes
to the end. A refresh moves a record to the end, unless that was done in this rotation already: then its place is right.
So the oldest are always in front, and a tick takes away from the front what is old enough, and looks at nothing else.
An ordered dictionary is such a queue, and finds a record by its root id as well. Of a record that was finished or has
expired nothing is kept: memory follows the open roots, not the log.

This is a second implementation of the rules of `acking.acker`, on purpose. It shares no code with the first and
expires by another algorithm, without buckets, so where the two agree, something is said by it.

A shard is one acker task of one log. The rows of a shard stand together, so there is one acker at a time. Arrow
batches end anywhere: an acker lasts from batch to batch, until the shard changes.

Nothing is used here but the standard library and Arrow, not even attrs: this module travels to the executors.
"""

import gc
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby, islice
from typing import Any

import pyarrow as pa  # type: ignore[import-untyped]  # it brings no types

INIT, ACK, FAIL, RESET_TIMEOUT, TICK = range(5)
"""Operations are numbers here: the index of the name in `schemas.OPERATIONS`."""

MESSAGE_COLUMNS = ("op", "root", "value", "spout_task")

Message = tuple[int, int, Any, Any, Any]
"""The position of the row in its batch, and the row's `MESSAGE_COLUMNS`. What the operation does not have is None."""

Said = tuple[list[int], list[str], list[int]]
"""Notifications, by column: the position of the message that caused it, its kind, the spout task."""

SparkTask = Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]]


class Record:
    """What is known of one tree, and the rotation in which it was last refreshed."""

    __slots__ = ("ack_val", "failed", "refreshed", "spout_task")

    def __init__(self, rotation: int) -> None:
        """Make the record of a tree of which nothing is known yet."""
        self.ack_val = 0
        self.spout_task: int | None = None
        self.failed = False
        self.refreshed = rotation


class ShardAcker:
    """One acker task. A record left alone is gone after `lifetime` rotations, the bucket count of the profile."""

    __slots__ = ("every_message_refreshes", "lifetime", "records", "rotation")

    def __init__(self, lifetime: int, *, every_message_refreshes: bool) -> None:
        """Make an acker that knows nothing yet."""
        self.lifetime = lifetime
        self.every_message_refreshes = every_message_refreshes
        self.rotation = 0
        self.records: OrderedDict[int, Record] = OrderedDict()

    def receive(self, messages: Iterable[Message], said: Said) -> None:  # noqa: C901, PLR0912  # see the docstring
        """Take messages in order; append what they cause to `said`.

        It is one loop, since it runs once per message of the log, and a call would cost as much as all the rest.
        """
        records = self.records
        every_message_refreshes = self.every_message_refreshes
        rotation = self.rotation
        positions, kinds, spout_tasks = said
        for position, op, root, value, spout_task in messages:
            if op == TICK:
                self.rotation = rotation = rotation + 1
                self._expire()
                continue
            record = records.get(root)
            if record is None:
                records[root] = record = Record(rotation)
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
            if record.failed:  # asked before the ack val: fail dominates
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


def spark_task(shard_columns: Sequence[str], lifetime: int, *, every_message_refreshes: bool) -> SparkTask:
    """Return the function for `mapInArrow`. Rows that agree in `shard_columns` are a shard, and must stand together."""

    def new_acker() -> ShardAcker:
        return ShardAcker(lifetime, every_message_refreshes=every_message_refreshes)

    def notifications(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        # Records are many, and never in a cycle. The garbage collector would look through all of them again and again
        # and find nothing; with half a million open roots this takes longer than the work.
        collects = gc.isenabled()
        gc.disable()
        try:
            yield from _folded(batches, shard_columns, new_acker)
        finally:
            if collects:
                gc.enable()

    return notifications


def _folded(
    batches: Iterator[pa.RecordBatch], shard_columns: Sequence[str], new_acker: Callable[[], ShardAcker]
) -> Iterator[pa.RecordBatch]:
    shard: tuple[object, ...] | None = None
    acker = new_acker()
    for batch in batches:
        messages = zip(
            range(batch.num_rows), *(batch.column(name).to_pylist() for name in MESSAGE_COLUMNS), strict=True
        )
        said: Said = ([], [], [])
        for next_shard, length in _stretches(batch, shard_columns):
            if next_shard != shard:
                shard = next_shard
                acker = new_acker()
            acker.receive(islice(messages, length), said)
        yield _notifications(batch, shard_columns, said)


def _stretches(batch: pa.RecordBatch, shard_columns: Sequence[str]) -> Iterator[tuple[tuple[object, ...], int]]:
    """Say which shards the rows of a batch belong to, in order: the shard, and how many rows of it stand together."""
    if batch.num_rows == 0:
        return
    columns = [batch.column(name) for name in shard_columns]
    first, last = (tuple(column[row].as_py() for column in columns) for row in (0, batch.num_rows - 1))
    if first == last:  # shards stand together, so there is nothing else between; in a long log, nearly every batch
        yield first, batch.num_rows
        return
    for shard, rows in groupby(zip(*(column.to_pylist() for column in columns), strict=True)):
        yield shard, sum(1 for _ in rows)


def _notifications(batch: pa.RecordBatch, shard_columns: Sequence[str], said: Said) -> pa.RecordBatch:
    """Return rows of the schema `NOTIFICATIONS`, after whatever tells the shard apart beside the acker task."""
    positions, kinds, spout_tasks = said
    causes = batch.take(pa.array(positions, pa.int64()))
    columns = {name: causes.column(name) for name in shard_columns if name != "acker"}
    columns["seq"] = causes.column("seq")
    columns["acker"] = causes.column("acker")
    columns["kind"] = pa.array(kinds, pa.string())
    columns["root"] = causes.column("root")
    columns["spout_task"] = pa.array(spout_tasks, pa.int32())
    return pa.RecordBatch.from_pydict(columns)
