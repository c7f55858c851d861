"""Messages on their way to the kernel in files: Python workers write them for each other, past Spark's rows.

A *piece* is some rows of a log (usually a million) that were checked, routed and sorted together: by shard, and within
it by `seq`. It is in a file as five plain columns, one after the other. So a shard is one stretch of each column, a
*run*, which the kernel takes mapped from the file. Every run has a checksum, which is compared before the run is used.

    seq i64 | root i64 | value i64 | spout_task i32 | op i8     of all rows of the piece, little-endian

A reader of a shard has runs of many pieces. If they follow each other in `seq`, nothing is copied. If they overlap,
windows are cut out of all that do, and sorted. So memory follows the window, whatever the number and the order of a
shard's rows. The loops over messages are compiled (`piece_loops`).
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import IO, Any

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]  # it brings no types
import xxhash
from ackproof.errors import UsageError
from attrs import define, field, frozen
from numpy.typing import NDArray

from ackproof_adapters.spark.transport.parcels import Columns
from ackproof_adapters.spark.transport.piece_loops import FOR_ALL, NO_PROBLEM, judged, put_in_place
from ackproof_adapters.spark.transport.sizes import WINDOW

Longs = NDArray[np.int64]

ROW = pa.schema(
    [
        pa.field("seq", pa.int64()),
        pa.field("op", pa.int8()),
        pa.field("root", pa.int64()),
        pa.field("value", pa.int64()),
        pa.field("spout_task", pa.int32()),
        pa.field("acker", pa.int32()),
    ]
)
"""The columns of rows for pieces: those of `MESSAGES`, with `op` as a number, negative if it is no operation."""

ROW_BYTES = 8 + 8 + 8 + 4 + 1
_ALIGNED = 8


@frozen(kw_only=True, eq=False)
class LogPiece:
    """A piece: its place in a file, where each shard's rows end, and the checksum of each run.

    `first_seq` and `last_seq` are of all its rows; `repeated` says whether two of them have the same, and `for_all` has
    those of ticks for all, which each shard has. `problem` is the least problem of a row (`validation`), or None; if
    there is one, nothing was written.
    """

    rows: int
    first_seq: int
    last_seq: int
    repeated: bool
    problem: int | None = None
    file: str = ""
    offset: int = 0
    ends: Longs = field(factory=lambda: np.empty(0, np.int64))
    sums: NDArray[np.uint64] = field(factory=lambda: np.empty(0, np.uint64))
    for_all: Longs = field(factory=lambda: np.empty(0, np.int64))

    @property
    def written(self) -> int:
        """Messages in it: a tick for all counts once for each shard."""
        return int(self.ends[-1]) if len(self.ends) else 0

    def run(self, shard: int) -> "ShardRun":
        """Return the run of a shard in it."""
        start = int(self.ends[shard - 1]) if shard else 0
        return ShardRun(
            file=self.file,
            offset=self.offset,
            rows=self.written,
            start=start,
            end=int(self.ends[shard]),
            xxh3=int(self.sums[shard]),
        )


@frozen(kw_only=True)
class ShardRun:
    """Messages of one shard in a piece: rows `start` to `end` of the `rows` that begin at `offset` of a file."""

    file: str
    offset: int
    rows: int
    start: int
    end: int
    xxh3: int

    def __len__(self) -> int:
        return self.end - self.start


@frozen
class ShardRuns:
    """An acker task, and its runs of all pieces."""

    acker: int
    runs: tuple[ShardRun, ...]

    def __len__(self) -> int:
        """Messages that the acker task gets."""
        return sum(map(len, self.runs))


def runs_of(pieces: Iterable[LogPiece], acker: int) -> ShardRuns:
    """Return what pieces have for an acker task."""
    return ShardRuns(acker, tuple(part for piece in pieces if len(part := piece.run(acker))))


def gathered(batches: Iterable[pa.RecordBatch], rows: int) -> Iterator[pa.RecordBatch]:
    """Yield the rows of some batches, so many at a time, or up to twice as many."""
    held: list[pa.RecordBatch] = []
    waiting = 0
    for batch in (each.slice(start, rows) for each in batches for start in range(0, each.num_rows, rows)):
        held.append(batch)
        waiting += batch.num_rows
        if waiting >= rows:
            yield _joined(held)
            held, waiting = [], 0
    if waiting:
        yield _joined(held)


def _joined(batches: list[pa.RecordBatch]) -> pa.RecordBatch:
    return batches[0] if len(batches) == 1 else pa.Table.from_batches(batches).combine_chunks().to_batches()[0]


def write_piece(file: IO[bytes], name: str, batch: pa.RecordBatch, acker_tasks: int) -> LogPiece:
    """Check, route and sort rows, and write them at the end of a file, if all of them are legal.

    `batch` has the columns of `ROW`.
    """
    seq, op, root, value, spout_task, acker = (_values(column) for column in batch.columns)
    columns = [batch.column(name) for name in ("seq", "root", "value", "spout_task", "acker")]
    has_seq, has_root, has_value, has_spout_task, has_acker = (_validity(column) for column in columns)
    shard = np.empty(len(op), np.int32)
    counts = np.zeros(acker_tasks, np.int64)
    for_all, problem = judged(
        op,
        root,
        spout_task,
        acker,
        has_seq,
        has_root,
        has_value,
        has_spout_task,
        has_acker,
        np.array([column.offset for column in columns], np.int64),
        acker_tasks,
        shard,
        counts,
    )
    if problem != NO_PROBLEM:
        return LogPiece(rows=len(op), first_seq=0, last_seq=0, repeated=False, problem=int(problem))
    rises = bool((seq[1:] > seq[:-1]).all())
    order = np.empty(0, np.int64) if rises else np.argsort(seq)
    by_seq = seq if rises else seq[order]
    ends = np.cumsum(counts)
    out = _columns_in(np.empty(int(ends[-1]) * ROW_BYTES, np.uint8), int(ends[-1]))
    put_in_place(order, shard, ends - counts, seq, op, root, value, spout_task, *out)
    offset = file.tell() + -file.tell() % _ALIGNED
    file.write(b"\0" * (offset - file.tell()))
    for column in _as_written(out):
        file.write(column.data)
    ticks = seq[shard == FOR_ALL] if for_all else np.empty(0, np.int64)
    return LogPiece(
        rows=len(op),
        first_seq=int(by_seq[0]),
        last_seq=int(by_seq[-1]),
        repeated=not rises and bool((by_seq[1:] == by_seq[:-1]).any()),
        file=name,
        offset=offset,
        ends=ends,
        sums=np.array([_sum(out, start, end) for start, end in pairwise([0, *ends.tolist()])], np.uint64),
        for_all=np.sort(ticks),
    )


def _values(column: pa.Array) -> NDArray[Any]:
    """Return the values of a column as they are in memory; null values are arbitrary."""
    kind = column.type.to_pandas_dtype()
    data = column.buffers()[1]
    if data is None:
        return _frozen(np.zeros(len(column), kind))
    return _frozen(np.frombuffer(data, kind, len(column), column.offset * np.dtype(kind).itemsize))


def _validity(column: pa.Array) -> NDArray[np.uint8]:
    bits = column.buffers()[0]
    return _frozen(np.frombuffer(bits if bits is not None and column.null_count else b"", np.uint8))


def _frozen(array: NDArray[Any]) -> NDArray[Any]:
    """Return a read-only array. To numba that is another type, for which everything would be compiled again."""
    array.flags.writeable = False
    return array


def _columns_in(content: NDArray[np.uint8], rows: int) -> Columns:
    """Return the columns in the bytes of a piece: seq, op, root, value, spout task."""
    seq, root, value = (content[8 * rows * at : 8 * rows * (at + 1)].view(np.int64) for at in range(3))
    spout_task, op = content[24 * rows : 28 * rows].view(np.int32), content[28 * rows : 29 * rows].view(np.int8)
    return seq, op, root, value, spout_task


def _as_written(columns: Columns) -> Iterable[NDArray[Any]]:
    seq, op, root, value, spout_task = columns
    return seq, root, value, spout_task, op


def _sum(columns: Columns, start: int, end: int) -> int:
    """Return the checksum of some rows: of each column's bytes, in the order of the file."""
    of_run = xxhash.xxh3_64()
    for column in _as_written(columns):
        of_run.update(column[start:end].data)
    return of_run.intdigest()


@define
class PieceFiles:
    """Files of pieces, mapped, each once."""

    folder: Path
    _files: dict[str, NDArray[np.uint8]] = field(factory=dict, init=False)

    def columns(self, run: ShardRun) -> Columns:
        """Return the messages of a run, as they are in the file."""
        if run.file not in self._files:
            self._files[run.file] = np.asarray(np.memmap(self.folder / run.file, np.uint8, "r"))
        content = self._files[run.file][run.offset : run.offset + run.rows * ROW_BYTES]
        seq, op, root, value, spout_task = _columns_in(content, run.rows)
        rows = slice(run.start, run.end)
        return seq[rows], op[rows], root[rows], value[rows], spout_task[rows]

    def verified(self, run: ShardRun) -> Columns:
        """Return the same after a check; raise `UsageError` if these are not the bytes that were written."""
        columns = self.columns(run)
        if _sum(columns, 0, len(run)) != run.xxh3:
            raise UsageError(f"{self.folder / run.file}: the disk does not hold what was written there; try again")
        return columns


def in_order(runs: Iterable[Columns], window: int = WINDOW) -> Iterator[Columns]:
    """Yield the messages of runs, each in order of `seq`, in the order of all, at most so many at a time.

    Messages of two runs with the same `seq` come in any order.
    """
    waiting = sorted((run for run in runs if len(run[0])), key=lambda run: int(run[0][0]), reverse=True)
    active: list[Columns] = []
    while active or waiting:
        if not active:
            active.append(waiting.pop())
        # No run that still waits has a message before this one.
        bound = int(waiting[-1][0][0]) if waiting else None
        share = max(1, window // len(active))
        horizon = min(int(run[0][:share][-1]) for run in active)
        if bound is not None and bound <= horizon:
            if all(int(run[0][0]) >= bound for run in active):
                active.append(waiting.pop())
                continue
            horizon = bound - 1
        taken = [int(np.searchsorted(run[0], horizon, "right")) for run in active]
        pieces = [_rows(run, 0, count) for run, count in zip(active, taken, strict=True) if count]
        yield pieces[0] if len(pieces) == 1 else _sorted(pieces)
        active = [_rows(run, count, len(run[0])) for run, count in zip(active, taken, strict=True)]
        active = [run for run in active if len(run[0])]


def _rows(columns: Columns, start: int, end: int) -> Columns:
    seq, op, root, value, spout_task = columns
    return seq[start:end], op[start:end], root[start:end], value[start:end], spout_task[start:end]


def _sorted(pieces: Sequence[Columns]) -> Columns:
    together = [np.concatenate(columns) for columns in zip(*pieces, strict=True)]
    order = np.argsort(together[0])
    seq, op, root, value, spout_task = (_frozen(column[order]) for column in together)
    return seq, op, root, value, spout_task
