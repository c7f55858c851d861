"""Messages on their way from where they lie to the Spark task that keeps their acker: packed by shard.

A row costs Spark far more than it costs the kernel: every field of it is written, compared and copied on its own. So
rows are packed as soon as they are read. A *parcel* holds a few dozen messages of one shard, in order of `seq`, one
after the other in one binary value; what is shuffled and sorted is parcels, and no rows.

Parcels are short because Spark counts in rows how much it sends to Python at once. It can count bytes as well, but then
it does so after every row of the log, and that takes longer than packing it. As no parcel is longer than
`PARCEL_MESSAGES`, a number of them is a number of bytes too, and nobody has to hold a whole shard, however long it is.
They are long enough that what Spark does for each of them is little for each message.

Packing also sees every message, so it is where the log is checked as far as that takes no meeting of messages. Of each
piece that is packed at once a *note* says what SQL has found wrong with a message, from where to where `seq` went, and
whether it always rose: where these pieces do not overlap, no `seq` came twice. Notes travel with the parcels and come
out with the result, so that one job does all. The result travels as messages do: as few rows, each of which holds many.

On the other side parcels come in the order of their first `seq`. Those of a log that lies in order follow each other.
Where they overlap, what may still be preceded by another is held until that has come; pieces are sorted before they
are cut, so that is some parcels of each piece, and not the shard.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from typing import Any

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]  # it brings no types
from numpy.typing import NDArray
from pyarrow import compute

from ackproof_adapters.codes import TICK
from ackproof_adapters.routing import ackers_of

SparkTask = Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]]

Shard = tuple[pa.Scalar, ...]
"""What tells a shard apart: the log, if there are several, and the acker task."""

Longs = NDArray[np.int64]

Words = NDArray[np.int64]
"""Messages in a parcel, three longs to a row: how far `seq` is from that of the parcel's first, above what the head
tells of op and spout task; the root; the value."""

Run = tuple[Longs, Words]
"""Messages of one shard, with the `seq` of each."""

Columns = tuple[Longs, NDArray[np.int8], Longs, Longs, NDArray[np.int32]]
"""Messages of one shard by column, in order: seq, op, root, value, spout_task."""

OP_BITS, TASK_BITS = 3, 31
"""The head of a message has its op in the lowest bits, then its spout task, and then its acker task and 1, or 0."""

TOLD_BITS = OP_BITS + TASK_BITS
"""Bits of a head below the acker task. Only these go into a parcel, which has one acker task for all."""

MOST_ACKER_TASKS = (1 << 63 - TOLD_BITS) - 1
"""So many fit into what is left of a head beside its sign: a negative head says what is wrong with the message."""

PACKED_ROWS = 1 << 16
"""Rows that are packed at once, at least, but for the last of a partition: enough that parcels come out full."""

PARCEL_MESSAGES = 1 << 6
"""Messages in a parcel, at most: 1.5 kB."""

PARCELS_AT_ONCE = 1 << 11
"""Parcels that are sent or opened at once, at most: what is made of them stays in the processor's cache."""

_SEQ_BITS = 63 - TOLD_BITS
_WORDS = 3

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

KEPT = pa.schema([pa.field("batch", pa.binary()), pa.field("note", NOTE)])
"""What comes of work on parcels: in each row either a record batch of its result, as Arrow writes it, or a note."""

KEPT_ROWS = 1 << 9
"""Rows of a result in one such batch, at most. It has to be short, as a parcel has."""


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
    seq, told = seq[row], head[row] & ((1 << TOLD_BITS) - 1)
    bounds = _bounds(shard, seq)
    words = np.stack((_since_the_first(seq, bounds) << TOLD_BITS | told, root[row], value[row]), axis=1)
    for first in range(0, len(bounds) - 1, PARCELS_AT_ONCE):
        some = bounds[first : first + PARCELS_AT_ONCE + 1]
        starts = some[:-1]
        parcels: dict[str, Any] = {
            "acker": (shard[starts] % acker_tasks).astype(np.int32),
            "first_seq": seq[starts],
            "parcel": _cut(words[some[0] : some[-1]], some - some[0]),
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
    given = head >> TOLD_BITS
    acker = np.where(given > 0, (given - 1).astype(np.int32), ackers_of(root, acker_tasks))
    is_for_all = (given == 0) & (head & ((1 << OP_BITS) - 1) == TICK)
    if not is_for_all.any():
        return np.arange(len(head)), acker
    copies = np.where(is_for_all, acker_tasks, 1)
    acker = np.repeat(acker, copies)
    acker[np.repeat(is_for_all, copies)] = np.tile(np.arange(acker_tasks, dtype=np.int32), int(is_for_all.sum()))
    return np.repeat(np.arange(len(head)), copies), acker


def _bounds(shard: NDArray[np.signedinteger], seq: Longs) -> Longs:
    """Return where parcels begin, given the shard and `seq` of each message, sorted, and where the last one ends."""
    ends = [*np.flatnonzero(np.diff(shard, prepend=-1)).tolist(), len(shard)]
    bounds = np.append(np.concatenate([np.arange(*each, PARCEL_MESSAGES) for each in pairwise(ends)]), len(shard))
    # Where `seq` goes so far that the distance has no room, a parcel ends; as unsigned numbers all distances are right.
    too_far = _since_the_first(seq, bounds).view(np.uint64) >> np.uint64(_SEQ_BITS)
    return np.union1d(bounds, 1 + np.flatnonzero(np.diff(too_far))) if too_far.any() else bounds


def _since_the_first(seq: Longs, bounds: Longs) -> Longs:
    """Return how far each `seq` is from the first between the same bounds."""
    return seq - np.repeat(seq[bounds[:-1]], np.diff(bounds))


def _cut(words: Words, bounds: Longs) -> pa.Array:
    """Return words as binary values that begin and end at `bounds`; nothing is copied."""
    places = (bounds * words.strides[0]).astype(np.int32)
    return pa.Array.from_buffers(pa.binary(), len(places) - 1, [None, pa.py_buffer(places), pa.py_buffer(words)])


def opened(first_seqs: Longs, lengths: Longs, content: pa.Buffer | bytes) -> Run:
    """Return the messages of parcels, given the first `seq` and the length in bytes of each, and what is in them."""
    words = np.frombuffer(content, np.int64).reshape(-1, _WORDS)
    return np.repeat(first_seqs, lengths // (8 * _WORDS)) + (words[:, 0] >> TOLD_BITS), words


def columns_of(run: Run) -> Columns:
    """Return messages by column."""
    seq, words = run
    told, root, value = (np.ascontiguousarray(column) for column in words.T)
    op = (told & ((1 << OP_BITS) - 1)).astype(np.int8)
    spout_task = ((told >> OP_BITS) & ((1 << TASK_BITS) - 1)).astype(np.int32)
    return seq, op, root, value, spout_task


def with_notes(work: SparkTask, result: pa.Schema) -> SparkTask:
    """Return work on parcels that passes the notes on, and packs what comes of it: it makes rows of `KEPT`."""

    def do(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        notes: list[pa.Array] = []
        for done in work(_without_notes(batches, notes)):
            columns = [column.cast(each.type) for column, each in zip(done.columns, result, strict=True)]
            rows = pa.RecordBatch.from_arrays(columns, schema=result)
            starts = range(0, rows.num_rows, KEPT_ROWS)
            pieces = [rows.slice(start, KEPT_ROWS).serialize().to_pybytes() for start in starts]
            yield _batch({"batch": pieces}, len(pieces), KEPT)
        for note in notes:
            yield _batch({"note": note}, len(note), KEPT)

    return do


def unfolder(result: pa.Schema) -> SparkTask:
    """Return the function for `mapInArrow` that has the rows of a result again, out of the column `batch`."""

    def unfold(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            pieces = [pa.ipc.read_record_batch(piece.as_buffer(), result) for piece in batch.column("batch")]
            yield from pa.Table.from_batches(pieces, result).combine_chunks().to_batches()

    return unfold


def _without_notes(batches: Iterator[pa.RecordBatch], notes: list[pa.Array]) -> Iterator[pa.RecordBatch]:
    for batch in batches:
        is_note = batch.column("note").is_valid()
        if is_note.true_count:
            notes.append(batch.column("note").filter(is_note))
        parcels = batch.filter(compute.invert(is_note)) if is_note.true_count else batch
        if parcels.num_rows:
            yield parcels


def shards_in_order(
    batches: Iterator[pa.RecordBatch], shard_columns: Sequence[str]
) -> Iterator[tuple[Shard, Iterator[Columns]]]:
    """Yield each shard with its messages in order of `seq`, out of parcels that are sorted by shard and first `seq`."""
    for shard, runs in groupby(_runs(batches, shard_columns), key=lambda each: each[0]):
        yield shard, map(columns_of, in_order(run for _, run in runs))


def _runs(batches: Iterator[pa.RecordBatch], shard_columns: Sequence[str]) -> Iterator[tuple[Shard, Run]]:
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


def in_order(runs: Iterable[Run]) -> Iterator[Run]:
    """Yield messages of one shard in order of `seq`, out of parcels that come in the order of their first."""
    held_seq, held = np.empty(0, np.int64), np.empty((0, _WORDS), np.int64)
    for seq, words in runs:
        ready = int(np.searchsorted(held_seq, seq[0]))
        yield held_seq[:ready], held[:ready]
        if ready < len(held_seq):
            held_seq, held = np.append(held_seq[ready:], seq), np.append(held[ready:], words, axis=0)
        else:
            held_seq, held = seq, words
        held_seq, held = by_seq((held_seq, held))
    yield held_seq, held


def by_seq(run: Run) -> Run:
    """Return messages sorted by `seq`; those that lie in order are not copied."""
    seq, words = run
    if (seq[1:] >= seq[:-1]).all():
        return run
    order = np.argsort(seq, kind="stable")
    return seq[order], words[order]
