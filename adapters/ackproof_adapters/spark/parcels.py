"""Messages on their way from where they lie to the Spark task that keeps their acker: packed by shard.

A row costs Spark far more than it costs the kernel: every field of it is written, compared and copied on its own. So
rows are packed as soon as they are read. A *parcel* holds messages of one shard, in order of `seq`, as columns of bytes
in one binary value; what is shuffled and sorted is a few parcels, and no rows.

Packing also sees every message, so it is where the log is checked as far as that takes no meeting of messages. Of each
piece that is packed at once a *note* says what SQL has found wrong with a message, from where to where `seq` went, and
whether it always rose: where these pieces do not overlap, no `seq` came twice. Notes travel with the parcels and come
out with the result, so that one job does all.

On the other side parcels come in the order of their first `seq`. Those of a log that lies in order follow each other,
and are passed on one by one; where they overlap, as many are held and sorted as it takes. In the worst case, a log in
no order at all, this is the whole shard, of which a message takes 29 bytes.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]  # it brings no types
from attrs import define, field
from numpy.typing import NDArray
from pyarrow import compute

from ackproof_adapters.codes import TICK
from ackproof_adapters.routing import ackers_of

SparkTask = Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]]

Shard = tuple[pa.Scalar, ...]
"""What tells a shard apart: the log, if there are several, and the acker task."""

Longs = NDArray[np.int64]

Columns = tuple[Longs, NDArray[np.int8], Longs, Longs, NDArray[np.int32]]
"""Messages of one shard by column, in order: seq, op, root, value, spout_task."""


OP_BITS, TASK_BITS = 3, 31
"""The head of a message has its op in the lowest bits, then its spout task, and then its acker task and 1, or 0."""

MOST_ACKER_TASKS = (1 << 63 - OP_BITS - TASK_BITS) - 1
"""So many fit into what is left of a head beside its sign: a negative head says what is wrong with the message."""

PACKED_ROWS = 1 << 18
"""Rows that are packed at once, at least, but for the last of a partition: enough that a parcel is worth its way."""

HELD_ROWS = 1 << 20
"""Rows that are held before it is tried to pass some of them on."""

_BYTES = 8 + 8 + 8 + 4 + 1


NOTE = pa.struct(
    [
        pa.field("first_seq", pa.int64()),
        pa.field("last_seq", pa.int64()),
        pa.field("rises", pa.bool_()),
        pa.field("problem", pa.int32()),
    ]
)
"""What is said of a piece that was packed at once: from where to where `seq` went and whether it always rose, and the
number of what is wrong with a message (`validation`), or null."""

PARCELS = pa.schema(
    [
        pa.field("acker", pa.int32()),
        pa.field("first_seq", pa.int64()),
        pa.field("parcel", pa.binary()),
        pa.field("note", NOTE),
    ]
)
"""What packing makes, after the log if there are several: in each row either a parcel or a note."""


def packer(acker_tasks: int, log: str | None) -> SparkTask:
    """Return the function for `mapInArrow` that packs rows: `seq`, `head`, `root`, `value`, and what `log` names."""

    def pack(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        piece: list[pa.RecordBatch] = []
        rows = 0
        for batch in batches:
            piece.append(batch)
            rows += batch.num_rows
            if rows >= PACKED_ROWS:
                yield from _packed(pa.Table.from_batches(piece), acker_tasks, log)
                piece, rows = [], 0
        if piece:
            yield from _packed(pa.Table.from_batches(piece), acker_tasks, log)

    return pack


def _packed(piece: pa.Table, acker_tasks: int, log: str | None) -> Iterator[pa.RecordBatch]:
    """Yield what is to be said of a piece, and then its parcels, if all of its messages are legal."""
    if piece.num_rows == 0:
        return
    seq, head, root, value = (piece.column(name).to_numpy() for name in ("seq", "head", "root", "value"))
    illegal = head[head < 0]
    rises = bool((seq[1:] > seq[:-1]).all())
    note = {
        "first_seq": int(seq.min()),
        "last_seq": int(seq.max()),
        "rises": rises,
        "problem": -1 - int(illegal.max()) if len(illegal) else None,
    }
    names = None if log is None else piece.column(log).combine_chunks().dictionary_encode()
    shape = PARCELS if names is None else PARCELS.insert(0, pa.field(log, names.type.value_type))
    yield _batch({"note": [note]}, 1, shape)
    if len(illegal):
        return
    row, acker = _addressed(head, root, acker_tasks)
    shard = acker if names is None else names.indices.to_numpy()[row].astype(np.int64) * acker_tasks + acker
    # A stable sort keeps the order that is there, and of numbers of one or two bytes it is a radix sort.
    short = shard.astype(np.min_scalar_type(int(shard.max())))
    order = np.argsort(short, kind="stable") if rises else np.lexsort((seq[row], short))
    row, shard = row[order], shard[order]
    starts = np.flatnonzero(np.diff(shard, prepend=-1))
    ends = np.append(starts[1:], len(shard))
    op = (head & ((1 << OP_BITS) - 1)).astype(np.int8)
    spout_task = ((head >> OP_BITS) & ((1 << TASK_BITS) - 1)).astype(np.int32)
    columns = seq[row], op[row], root[row], value[row], spout_task[row]
    parcels: dict[str, Any] = {
        "acker": (shard[starts] % acker_tasks).astype(np.int32),
        "first_seq": columns[0][starts],
        "parcel": [_in_bytes(columns, start, end) for start, end in zip(starts.tolist(), ends.tolist(), strict=True)],
    }
    if names is not None:
        parcels[shape.names[0]] = names.dictionary.take(pa.array(shard[starts] // acker_tasks))
    yield _batch(parcels, len(starts), shape)


def _batch(columns: Mapping[str, Any], rows: int, shape: pa.Schema) -> pa.RecordBatch:
    """Return some columns of a schema; the others are null."""
    arrays = [
        pa.array(columns[each.name], each.type) if each.name in columns else pa.nulls(rows, each.type) for each in shape
    ]
    return pa.RecordBatch.from_arrays(arrays, schema=shape)


def _addressed(head: Longs, root: Longs, acker_tasks: int) -> tuple[Longs, NDArray[np.int32]]:
    """Return the rows and the acker task of each: a row for all acker tasks, which is a tick, comes once for each."""
    given = head >> (OP_BITS + TASK_BITS)
    acker = np.where(given > 0, (given - 1).astype(np.int32), ackers_of(root, acker_tasks))
    is_for_all = (given == 0) & (head & ((1 << OP_BITS) - 1) == TICK)
    if not is_for_all.any():
        return np.arange(len(head)), acker
    copies = np.where(is_for_all, acker_tasks, 1)
    acker = np.repeat(acker, copies)
    acker[np.repeat(is_for_all, copies)] = np.tile(np.arange(acker_tasks, dtype=np.int32), int(is_for_all.sum()))
    return np.repeat(np.arange(len(head)), copies), acker


def _in_bytes(columns: Columns, start: int, end: int) -> bytes:
    """Return rows as one value: longs first, so that each column stands where its type may, and filled up to longs."""
    seq, op, root, value, spout_task = (column[start:end] for column in columns)
    rows = end - start
    return b"".join(
        [*(column.tobytes() for column in (seq, root, value, spout_task, op)), b"\0" * (-_BYTES * rows % 8)]
    )


def unpacked(parcel: pa.Buffer | bytes) -> Columns:
    """Return the columns of a parcel, as views of it."""
    content = memoryview(parcel)
    rows = len(content) // _BYTES  # what fills it up is less than a row
    longs = np.frombuffer(content, np.int64, 3 * rows)
    spout_task = np.frombuffer(content, np.int32, rows, 24 * rows)
    op = np.frombuffer(content, np.int8, rows, 28 * rows)
    return longs[:rows], op, longs[rows : 2 * rows], longs[2 * rows :], spout_task


def with_notes(work: SparkTask, result: pa.Schema) -> SparkTask:
    """Return work on parcels that passes the notes on: its result has a column `note` more.

    In a row that has a note nothing else means anything.
    """
    shape = result.append(pa.field("note", NOTE))

    def do(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        notes: list[pa.Array] = []
        for done in work(_without_notes(batches, notes)):
            yield pa.RecordBatch.from_arrays([*done.columns, pa.nulls(done.num_rows, NOTE)], schema=shape)
        for note in notes:
            nothing = [pa.array(["" if pa.types.is_string(kind) else 0] * len(note), kind) for kind in result.types]
            yield pa.RecordBatch.from_arrays([*nothing, note], schema=shape)

    return do


def _without_notes(batches: Iterator[pa.RecordBatch], notes: list[pa.Array]) -> Iterator[pa.RecordBatch]:
    for batch in batches:
        is_note = batch.column("note").is_valid()
        if is_note.true_count:
            notes.append(batch.column("note").filter(is_note))
        yield batch.filter(compute.invert(is_note)) if is_note.true_count else batch


def shards_in_order(
    batches: Iterator[pa.RecordBatch], shard_columns: Sequence[str]
) -> Iterator[tuple[Shard, Iterator[Columns]]]:
    """Yield each shard with its messages in order of `seq`, out of parcels that are sorted by shard and first `seq`."""
    for shard, parcels in groupby(_parcels(batches, shard_columns), key=lambda each: each[0]):
        yield shard, _in_order(parcel for _, parcel in parcels)


def _parcels(batches: Iterator[pa.RecordBatch], shard_columns: Sequence[str]) -> Iterator[tuple[Shard, pa.Scalar]]:
    for batch in batches:
        shards = zip(*(batch.column(name) for name in shard_columns), strict=True)
        yield from zip(shards, batch.column("parcel"), strict=True)


def _in_order(parcels: Iterator[pa.Scalar]) -> Iterator[Columns]:
    in_order = InOrder()
    for parcel in parcels:
        yield from in_order.take(unpacked(parcel.as_buffer()))
    yield from in_order.rest()


@define
class InOrder:
    """The messages of one shard in order of `seq`, out of parcels that come in the order of their first."""

    _held: list[Columns] = field(factory=list, init=False)
    _rows: int = field(default=0, init=False)
    _last_seq: int = field(default=0, init=False)
    _enough: int = field(default=HELD_ROWS, init=False)

    def take(self, parcel: Columns) -> Iterator[Columns]:
        """Hold a parcel; yield what nothing can come before any more."""
        first_seq, last_seq = int(parcel[0][0]), int(parcel[0][-1])
        if self._held and first_seq > self._last_seq:
            yield from self.rest()
        elif self._rows >= self._enough:
            yield from self._before(first_seq)
        self._held.append(parcel)
        self._rows += len(parcel[0])
        self._last_seq = max(self._last_seq, last_seq) if len(self._held) > 1 else last_seq

    def rest(self) -> Iterator[Columns]:
        """Yield all that is held."""
        if self._held:
            yield self._sorted()
        self._held, self._rows = [], 0

    def _before(self, first_seq: int) -> Iterator[Columns]:
        seq, op, root, value, spout_task = self._sorted()
        end = int(np.searchsorted(seq, first_seq))
        yield seq[:end], op[:end], root[:end], value[:end], spout_task[:end]
        self._held = [(seq[end:], op[end:], root[end:], value[end:], spout_task[end:])]
        self._rows -= end
        self._enough = max(HELD_ROWS, 2 * self._rows)  # so that sorting again and again costs little more than once

    def _sorted(self) -> Columns:
        if len(self._held) == 1:
            return self._held[0]
        seq, op, root, value, spout_task = (np.concatenate(pieces) for pieces in zip(*self._held, strict=True))
        order = np.argsort(seq, kind="stable")
        return seq[order], op[order], root[order], value[order], spout_task[order]
