"""Results of work on parcels: packed as they are made, and rows again when they are read.

They travel as messages do (`parcels`): in few rows, each of which holds many. Notes come out with them.
"""

from collections.abc import Iterator

import pyarrow as pa  # type: ignore[import-untyped]  # it brings no types
from pyarrow import compute

from ackproof_adapters.spark.transport.parcels import NOTE, SparkTask, batch_of
from ackproof_adapters.spark.transport.workers import settle

KEPT = pa.schema([pa.field("batch", pa.binary()), pa.field("note", NOTE)])
"""The rows of a result: each has either a record batch of it, as Arrow writes it, or a note."""

KEPT_ROWS = 1 << 9
"""The most rows of a result in one such batch. It has to be short, like a parcel."""


def with_notes(work: SparkTask, result: pa.Schema, name: str) -> SparkTask:
    """Return work on parcels that passes the notes on and packs its results: it makes rows of `KEPT`.

    `name` is the name that Spark shows.
    """

    def do(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        settle()
        notes: list[pa.Array] = []
        for some in packed(work(_without_notes(batches, notes)), result):
            yield batch_of({"batch": some}, len(some), KEPT)
        for note in notes:
            yield batch_of({"note": note}, len(note), KEPT)

    do.__name__ = name
    return do


def packed(batches: Iterator[pa.RecordBatch], result: pa.Schema) -> Iterator[list[bytes]]:
    """Yield the rows of a result as record batches of at most `KEPT_ROWS`, as Arrow writes them, some at a time."""
    for rows in _gathered(batches, result):
        yield [rows.slice(start, KEPT_ROWS).serialize().to_pybytes() for start in range(0, rows.num_rows, KEPT_ROWS)]


def _gathered(batches: Iterator[pa.RecordBatch], shape: pa.Schema) -> Iterator[pa.RecordBatch]:
    """Yield the rows of some batches in fewer batches: a batch of a small shard has a handful, and costs Spark as much
    as a full one.
    """
    held: list[pa.RecordBatch] = []
    rows = 0
    for batch in batches:
        if batch.num_rows:
            columns = [column.cast(each.type) for column, each in zip(batch.columns, shape, strict=True)]
            held.append(pa.RecordBatch.from_arrays(columns, schema=shape))
            rows += batch.num_rows
        if rows >= KEPT_ROWS:
            yield from pa.Table.from_batches(held).combine_chunks().to_batches()
            held, rows = [], 0
    if held:
        yield from pa.Table.from_batches(held).combine_chunks().to_batches()


def unfolder(result: pa.Schema) -> SparkTask:
    """Return the function for `mapInArrow` that unpacks the rows of a result from the column `batch`."""

    def unfold(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        settle()
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
