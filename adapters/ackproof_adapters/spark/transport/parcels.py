"""Messages on their way to the Spark task of their acker task: packed by shard.

A row costs Spark far more than it costs the kernel: every field of it is written, compared and copied on its own. So
rows are packed as soon as they are read. A *parcel* holds a few dozen messages of one shard, in order of `seq`, one
after the other in one binary value. Parcels are shuffled and sorted, and not rows.

Parcels are short because Spark counts in rows how much it sends to Python at once. It can count bytes as well, but then
it does so after every row of the log, and that takes longer than packing it. As no parcel is longer than
`PARCEL_MESSAGES`, a number of them is a number of bytes too, and no process has to hold a whole shard, however long it
is. They are long enough that Spark's work for each of them is little for each message.

Packing also sees every message, so it is where the log is checked, as far as messages can be checked one by one. For
each piece that is packed at once a *note* says what SQL has found wrong with a message, the range of `seq`, and whether
`seq` always rose: if these pieces do not overlap, no `seq` is repeated. Notes travel with the parcels and come out with
the result (`results`), so that one job does all. The loops over messages are compiled (`parcel_loops`).

Parcels arrive in the order of their first `seq`. Those of a log in order follow each other. If they overlap, a message
that another may precede is held until that has come. Pieces are sorted before they are cut, so this holds some parcels
of each piece, and not the shard.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from typing import Any

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]  # it brings no types
from numpy.typing import NDArray

from ackproof_adapters.routing import ackers_of
from ackproof_adapters.spark.transport.parcel_loops import KEPT_BITS, OP_BITS, TASK_BITS, WORDS, addressed, laid_out
from ackproof_adapters.spark.transport.workers import settle

SparkTask = Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]]

Shard = tuple[pa.Scalar, ...]
"""The columns that identify a shard: the log, if there are several, and the acker task."""

Longs = NDArray[np.int64]

Words = NDArray[np.int64]
"""Messages in a parcel, three longs to a row: the distance of `seq` from that of the parcel's first message, above the
op and spout task of the head; the root; the value.
"""

ParcelRun = tuple[Longs, Words]
"""Messages of one shard, with the `seq` of each."""

Columns = tuple[Longs, NDArray[np.int8], Longs, Longs, NDArray[np.int32]]
"""Messages of one shard by column, in order: seq, op, root, value, spout_task."""

MOST_ACKER_TASKS = (1 << 63 - KEPT_BITS) - 1
"""The numbers that fit into the rest of a head beside its sign: a negative head says what is wrong with the message."""

PACKED_ROWS = 1 << 16
"""The least number of rows that are packed at once, except at the end of a partition: enough for full parcels."""

PARCEL_MESSAGES = 1 << 6
"""The most messages in a parcel: 1.5 kB."""

PARCELS_AT_ONCE = 1 << 11
"""The most parcels that are sent or opened at once: their contents stay in the processor's cache."""

NOTE = pa.struct(
    [
        pa.field("first_seq", pa.int64()),
        pa.field("last_seq", pa.int64()),
        pa.field("rises", pa.bool_()),
        pa.field("problem", pa.int32()),
    ]
)
"""The note of a piece that was packed at once: the range of `seq`, whether it always rose, and the number of a problem
of a message (`validation`), or null.
"""

PARCELS = pa.schema(
    [
        pa.field("acker", pa.int32()),
        pa.field("first_seq", pa.int64()),
        pa.field("parcel", pa.binary()),
        pa.field("note", NOTE),
    ]
)
"""The rows that packing makes, after the log if there are several: each has either a parcel or a note."""


def packer(acker_tasks: int, log: str | None) -> SparkTask:
    """Return the function for `mapInArrow` that packs rows: `seq`, `head`, `root`, `value`, and the columns of
    `log`.
    """

    def pack(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        settle()
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
    """Yield the note of a piece, and then its parcels, if all of its messages are legal."""
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
    yield batch_of({"note": [note]}, 1, shape)
    if len(illegal):
        return
    log_of_row = np.empty(0, np.int32) if names is None else names.indices.to_numpy()
    rows, shards = addressed(head, ackers_of(root, acker_tasks), log_of_row, acker_tasks)
    # A stable sort keeps the existing order, and for numbers of one or two bytes it is a radix sort.
    short = shards.astype(np.min_scalar_type(int(shards.max())))
    order = np.argsort(short, kind="stable") if rises else np.lexsort((seq[rows], short))
    words, bounds = laid_out(order, rows, shards, seq, head, root, value, PARCEL_MESSAGES)
    for first in range(0, len(bounds) - 1, PARCELS_AT_ONCE):
        some = bounds[first : first + PARCELS_AT_ONCE + 1]
        firsts = order[some[:-1]]
        parcels: dict[str, Any] = {
            "acker": (shards[firsts] % acker_tasks).astype(np.int32),
            "first_seq": seq[rows[firsts]],
            "parcel": _cut(words[some[0] : some[-1]], some - some[0]),
        }
        if names is not None:
            parcels[shape.names[0]] = names.dictionary.take(pa.array(shards[firsts] // acker_tasks))
        yield batch_of(parcels, len(firsts), shape)


def batch_of(columns: Mapping[str, Any], rows: int, shape: pa.Schema) -> pa.RecordBatch:
    """Return some columns of a schema; the others are null."""
    arrays = [
        pa.array(columns[each.name], each.type) if each.name in columns else pa.nulls(rows, each.type) for each in shape
    ]
    return pa.RecordBatch.from_arrays(arrays, schema=shape)


def _cut(words: Words, bounds: Longs) -> pa.Array:
    """Return words as binary values that begin and end at `bounds`; nothing is copied."""
    places = (bounds * words.strides[0]).astype(np.int32)
    return pa.Array.from_buffers(pa.binary(), len(places) - 1, [None, pa.py_buffer(places), pa.py_buffer(words)])


def opened(first_seqs: Longs, lengths: Longs, content: pa.Buffer | bytes) -> ParcelRun:
    """Return the messages of parcels, given the first `seq` and the length in bytes of each, and their contents."""
    words = np.frombuffer(content, np.int64).reshape(-1, WORDS)
    return np.repeat(first_seqs, lengths // (8 * WORDS)) + (words[:, 0] >> KEPT_BITS), words


def columns_of(run: ParcelRun) -> Columns:
    """Return messages by column."""
    seq, words = run
    head, root, value = (np.ascontiguousarray(column) for column in words.T)
    op = (head & ((1 << OP_BITS) - 1)).astype(np.int8)
    spout_task = ((head >> OP_BITS) & ((1 << TASK_BITS) - 1)).astype(np.int32)
    return seq, op, root, value, spout_task


def shards_in_order(
    batches: Iterator[pa.RecordBatch], shard_columns: Sequence[str]
) -> Iterator[tuple[Shard, Iterator[Columns]]]:
    """Yield each shard with its messages in order of `seq`, out of parcels that are sorted by shard and first `seq`."""
    for shard, runs in groupby(_runs(batches, shard_columns), key=lambda each: each[0]):
        yield shard, map(columns_of, in_order(run for _, run in runs))


def _runs(batches: Iterator[pa.RecordBatch], shard_columns: Sequence[str]) -> Iterator[tuple[Shard, ParcelRun]]:
    """Yield the messages of some parcels at a time, with their shard."""
    for batch in batches:
        first_seqs = batch.column("first_seq").to_numpy()
        parcels = batch.column("parcel").cast(pa.large_binary())  # Spark may be set to send either
        _, places, content = parcels.buffers()
        bounds = np.frombuffer(places, np.int64, len(parcels) + 1, 8 * parcels.offset)
        for start, end in pairwise(_changes([batch.column(name) for name in shard_columns])):
            shard = tuple(batch.column(name)[start] for name in shard_columns)
            for first in range(start, end, PARCELS_AT_ONCE):
                some = bounds[first : min(first + PARCELS_AT_ONCE, end) + 1]
                inside = content[int(some[0]) : int(some[-1])]
                yield shard, opened(first_seqs[first : first + len(some) - 1], np.diff(some), inside)


def _changes(columns: Sequence[pa.Array]) -> list[int]:
    """Return the rows in which a column has another value than before, the first among them, and how many there are."""
    codes = [column.dictionary_encode().indices.to_numpy() for column in columns]
    changes = {int(row) for code in codes for row in np.flatnonzero(np.diff(code, prepend=-1))}
    return [*sorted(changes), len(columns[0])]


def in_order(runs: Iterable[ParcelRun]) -> Iterator[ParcelRun]:
    """Yield messages of one shard in order of `seq`, from parcels that come in the order of their first message."""
    held_seq, held = np.empty(0, np.int64), np.empty((0, WORDS), np.int64)
    for seq, words in runs:
        ready = int(np.searchsorted(held_seq, seq[0]))
        if ready:
            yield held_seq[:ready], held[:ready]
        if ready < len(held_seq):
            held_seq, held = np.append(held_seq[ready:], seq), np.append(held[ready:], words, axis=0)
        else:
            held_seq, held = seq, words
        held_seq, held = by_seq((held_seq, held))
    yield held_seq, held


def by_seq(run: ParcelRun) -> ParcelRun:
    """Return messages sorted by `seq`; messages that are in order are not copied."""
    seq, words = run
    if (seq[1:] >= seq[:-1]).all():
        return run
    order = np.argsort(seq, kind="stable")
    return seq[order], words[order]
