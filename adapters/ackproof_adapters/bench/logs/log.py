"""A log of any size on disk, and every notification that it calls for.

It is written piece by piece (`stream`), in memory that does not grow with it, and in the forms that targets take: a
sharded log, and a Parquet file. The expected notifications are a folder like the one that `track_shards_to` writes.
"""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]  # it brings no types
from ackproof.oracle.lives import LIFETIME
from attrs import define, field, frozen
from pyarrow import parquet

from ackproof_adapters.bench.logs.flat import NOTHING, Longs
from ackproof_adapters.bench.logs.schemas import MESSAGES
from ackproof_adapters.bench.logs.stream import SCATTERED_GROUPS, LogPlan, LogRows, pieces_of
from ackproof_adapters.codes import ACK, FAIL, INIT, KINDS, OPERATIONS, TICK
from ackproof_adapters.routing import ackers_of
from ackproof_adapters.shards.folder import begin, finish, read_notifications
from ackproof_adapters.shards.gathering import ShardBuffer
from ackproof_adapters.shards.layout import BATCH_ROWS, NOTIFICATIONS, file_of
from ackproof_adapters.shards.writing import write_shards

ROW_GROUP = 1 << 17
"""Rows in a row group of the file: the unit in which an engine divides the reading."""


@frozen(kw_only=True)
class LogShape:
    """Counts of a log.

    `messages` counts all rows, and `trees` the inits. `tuples_per_tree` is the mean over the trees as their spouts
    and bolts made them, also where the log ends before them. `notified_acks` and `notified_fails` count the expected
    notifications, and `expired` the records that are forgotten silently within the log: of trees that never end or
    end too late, and of messages that come after the end. `most_open` and `mean_open` are the records that all acker
    tasks together keep after a row.
    """

    messages: int
    trees: int
    acks: int
    fails: int
    ticks: int
    tuples_per_tree: float
    notified_acks: int
    notified_fails: int
    expired: int
    most_open: int
    mean_open: float


@frozen
class Log:
    """A log in a folder: `shards` and `expected` are folders of shards, `parquet` is a file, which may be missing."""

    plan: LogPlan
    shape: LogShape
    folder: Path

    @property
    def shards(self) -> Path:
        """The messages as a sharded log."""
        return self.folder / "shards"

    @property
    def parquet(self) -> Path:
        """The messages as a file of the schema `MESSAGES`, in the order of `seq` unless the plan scatters them."""
        return self.folder / "log.parquet"

    @property
    def expected(self) -> Path:
        """The notifications that the messages call for."""
        return self.folder / "expected"

    def expected_table(self) -> pa.Table:
        """Return the notifications that the messages call for, in the order of `seq`."""
        return read_notifications(self.expected).sort_by("seq")


def write_log(plan: LogPlan, folder: Path, *, with_parquet: bool = True) -> Log:
    """Make the log of that plan in a new folder. It takes about a second for each million messages."""
    folder.mkdir(parents=True)
    log = Log(
        plan,
        LogShape(
            messages=0,
            trees=0,
            acks=0,
            fails=0,
            ticks=0,
            tuples_per_tree=0.0,
            notified_acks=0,
            notified_fails=0,
            expired=0,
            most_open=0,
            mean_open=0.0,
        ),
        folder,
    )
    expected = begin(log.expected, plan.acker_tasks)
    expected_shards = [
        ShardBuffer(expected / file_of(acker), NOTIFICATIONS, BATCH_ROWS) for acker in range(plan.acker_tasks)
    ]
    tally = _Tally(plan=plan)
    with ExitStack() as stack:
        file = stack.enter_context(parquet.ParquetWriter(log.parquet, MESSAGES)) if with_parquet else None

        def batches() -> Iterator[pa.RecordBatch]:
            for seq, piece in _numbered(plan):
                tally.count(piece)
                _expect(expected_shards, seq, piece)
                batch = _messages(seq, piece)
                if file is not None:
                    file.write_batch(batch, row_group_size=ROW_GROUP)
                yield batch

        write_shards(batches(), log.shards, plan.acker_tasks)
    if with_parquet and plan.scattered:
        _scatter(log.parquet, plan.seed)
    finish(expected, NOTIFICATIONS, [shard.close(file_of(acker)) for acker, shard in enumerate(expected_shards)])
    return Log(plan, tally.shape(), folder)


def _scatter(file: Path, seed: int) -> None:
    """Write the rows of a file anew, in an order that is drawn."""
    table = parquet.read_table(file)
    rows = table.take(pa.array(np.random.default_rng(seed).permutation(table.num_rows)))
    parquet.write_table(rows, file, row_group_size=-(-table.num_rows // SCATTERED_GROUPS), use_dictionary=False)


def _numbered(plan: LogPlan) -> Iterator[tuple[Longs, LogRows]]:
    rows = 0
    for piece in pieces_of(plan):
        yield np.arange(rows, rows + len(piece.op)), piece
        rows += len(piece.op)


def _messages(seq: Longs, piece: LogRows) -> pa.RecordBatch:
    op = piece.op
    columns = {
        "seq": pa.array(seq),
        "op": pa.array(OPERATIONS).take(pa.array(op)),
        "root": pa.array(piece.root, mask=op == TICK),
        "value": pa.array(piece.value, mask=(op != INIT) & (op != ACK)),
        "spout_task": pa.array(piece.spout_task.astype(np.int32), mask=op != INIT),
        "acker": pa.nulls(len(op), pa.int32()),  # to route is part of the work of a target that takes this form
    }
    return pa.record_batch(columns, schema=MESSAGES)


def _expect(expected_shards: list[ShardBuffer], seq: Longs, piece: LogRows) -> None:
    rows = np.flatnonzero(piece.kind != NOTHING)
    acker = ackers_of(piece.root[rows], len(expected_shards))
    for index, shard in enumerate(expected_shards):
        own = rows[acker == index]
        shard.append(
            [seq[own], piece.kind[own].astype(np.int8), piece.root[own], piece.notified_task[own].astype(np.int32)]
        )


@define(kw_only=True)
class _Tally:
    """Counts the contents of a log while it is written."""

    plan: LogPlan
    ops: Longs = field(factory=lambda: np.zeros(len(OPERATIONS), np.int64))
    kinds: Longs = field(factory=lambda: np.zeros(len(KINDS), np.int64))
    doomed: dict[int, int] = field(factory=dict)
    tuples: int = 0
    expired: int = 0
    open: int = 0
    most_open: int = 0
    sum_open: int = 0

    def count(self, piece: LogRows) -> None:
        """Count the next rows."""
        self.ops += np.bincount(piece.op, minlength=len(OPERATIONS))
        self.kinds += np.bincount(piece.kind[piece.kind != NOTHING], minlength=len(KINDS))
        self.tuples += int(piece.tuples.sum())
        pace = self.plan.tempo.pace
        # The tick with which a record goes, counted from 1, if this message was the last to refresh it.
        fatal = piece.time[piece.fades == 1] // pace + LIFETIME[self.plan.profile]
        for tick, records in zip(*np.unique(fatal, return_counts=True), strict=True):
            self.doomed[int(tick)] = self.doomed.get(int(tick), 0) + int(records)
        change = piece.begins - (piece.kind != NOTHING)
        for row in np.flatnonzero(piece.op == TICK):
            gone = self.doomed.pop(int(piece.time[row]) // pace, 0)
            change[row] -= gone
            self.expired += gone
        open_after = self.open + np.cumsum(change)
        self.open = int(open_after[-1])
        self.most_open = max(self.most_open, int(open_after.max()))
        self.sum_open += int(open_after.sum())

    def shape(self) -> LogShape:
        """Return the counts."""
        messages, trees = int(self.ops.sum()), int(self.ops[INIT])
        return LogShape(
            messages=messages,
            trees=trees,
            acks=int(self.ops[ACK]),
            fails=int(self.ops[FAIL]),
            ticks=int(self.ops[TICK]),
            tuples_per_tree=round(self.tuples / trees, 2) if trees else 0.0,
            notified_acks=int(self.kinds[KINDS.index("ack")]),
            notified_fails=int(self.kinds[KINDS.index("fail")]),
            expired=self.expired,
            most_open=self.most_open,
            mean_open=round(self.sum_open / messages, 1),
        )
