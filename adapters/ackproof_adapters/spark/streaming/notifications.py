"""Notifications of a stream by path: Parquet files that Python workers write, and an index of those that count.

A Spark task writes the notifications of its acker tasks in a micro-batch into one file below `files`, under a unique
name, and returns one row, which names the file. Spark's own file sink keeps these rows as it keeps those of any stream:
each micro-batch is in its log once. So a file counts when its micro-batch is in the log. A file of a task that was
killed, or tried twice, is not named by any row.
"""

import uuid
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa  # type: ignore[import-untyped]  # it brings no types
from ackproof.errors import UsageError

from ackproof_adapters.spark.parquet.notifications import RowGroups
from ackproof_adapters.spark.streaming.pieces import number_of_batch
from ackproof_adapters.spark.transport.parcels import SparkTask
from ackproof_adapters.spark.transport.results import unfolder

FILES = "files"
"""The folder below that of the notifications where the files are."""

INDEX = "file string, rows long"
"""The rows of the sink: a file, and its number of notifications."""

_INDEX = pa.schema([pa.field("file", pa.string()), pa.field("rows", pa.int64())])


def file_writer(out: Path, packed: pa.Schema) -> SparkTask:
    """Return the function for `mapInArrow` that writes notifications, packed with that schema, into a file of `out`."""
    unfold = unfolder(packed)

    def write(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        notified = (batch for batch in unfold(batches) if batch.num_rows)
        first = next(notified, None)
        if first is None:
            return
        folder = out / FILES
        name = f"{number_of_batch()}-{uuid.uuid4().hex}.parquet"
        try:
            folder.mkdir(exist_ok=True)
            with RowGroups(folder / name) as writer:
                writer.append_numbered(first)
                for batch in notified:
                    writer.append_numbered(batch)
        except OSError as error:
            raise UsageError(f"{folder / name}: cannot be written: {error.strerror or error}") from error
        rows = sum(writer.notified.values())
        yield pa.RecordBatch.from_arrays([pa.array([name]), pa.array([rows], pa.int64())], schema=_INDEX)

    return write
