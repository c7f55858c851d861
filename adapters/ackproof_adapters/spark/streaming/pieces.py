"""Messages of a micro-batch on their way to their shards: as files beside the checkpoint, past Spark's shuffle.

A Spark task that reads messages writes pieces (`transport.pieces`), and returns a row for each run: the place of a
shard's messages in a piece. So only a few dozen rows are shuffled, whatever the size of the micro-batch, and memory
follows a piece.

The folder has the files of a micro-batch under its number, 29 bytes for each message. The next micro-batch begins when
this one is complete, and removes them first. An attempt that is repeated, or was killed, leaves a file that no row
names; it is removed with the others.
"""

import shutil
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]  # it brings no types
from ackproof.errors import SuiteError, UsageError
from pyspark import TaskContext

from ackproof_adapters.spark.transport.parcels import SparkTask, batch_of
from ackproof_adapters.spark.transport.pieces import LogPiece, ShardRun, gathered, write_piece
from ackproof_adapters.spark.transport.workers import settle

if TYPE_CHECKING:
    import pandas as pd  # type: ignore[import-untyped]  # it brings no types

RUNS = pa.schema(
    [
        pa.field("acker", pa.int32()),
        pa.field("file", pa.string()),
        pa.field("offset", pa.int64()),
        pa.field("rows", pa.int64()),
        pa.field("start", pa.int64()),
        pa.field("end", pa.int64()),
        pa.field("xxh3", pa.int64()),
    ]
)
"""The rows that are shuffled: the acker task, and the fields of `ShardRun`; the checksum as a signed number."""

_BATCH = "streaming.sql.batchId"
"""The property of a Spark task that has the number of its micro-batch."""


def piece_writer(folder: Path, acker_tasks: int, piece_rows: int) -> SparkTask:
    """Return the function for `mapInArrow` that writes rows of `pieces.ROW` below a folder, and returns where
    they are.
    """

    def write(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        with place_for_pieces(folder) as place:
            name = f"{uuid.uuid4().hex}.pieces"
            with (place / name).open("xb", buffering=0) as file:
                for rows in gathered(batches, piece_rows):
                    piece = write_piece(file, f"{place.name}/{name}", rows, acker_tasks)
                    if piece.problem is not None:
                        raise SuiteError(f"SQL has let a message pass that has problem {piece.problem}")
                    yield rows_of_runs(piece)

    return write


@contextmanager
def place_for_pieces(folder: Path) -> Iterator[Path]:
    """Make the folder for the pieces of this micro-batch, below that for all; remove those of other micro-batches."""
    settle()
    place = folder / number_of_batch()
    try:
        _sweep(folder, place.name)
        place.mkdir(parents=True, exist_ok=True)
        yield place
    except OSError as error:
        raise UsageError(f"{place}: cannot be written: {error.strerror or error}") from error


def number_of_batch() -> str:
    """Return the number of the micro-batch of this Spark task."""
    context = TaskContext.get()
    number = None if context is None else context.getLocalProperty(_BATCH)
    if number is None:
        raise SuiteError("this Spark task is of no micro-batch")
    return str(number)


def _sweep(folder: Path, current: str) -> None:
    """Remove the folders of other micro-batches; several tasks may do it at the same time."""
    with suppress(FileNotFoundError):
        for other in folder.iterdir():
            if other.name != current:
                shutil.rmtree(other, ignore_errors=True)


def rows_of_runs(piece: LogPiece) -> pa.RecordBatch:
    """Return a row of `RUNS` for each acker task that a piece has messages for."""
    runs = [(acker, run) for acker in range(len(piece.ends)) if len(run := piece.run(acker))]
    columns = {name: [getattr(run, name) for _, run in runs] for name in ("file", "offset", "rows", "start", "end")}
    sums = np.array([run.xxh3 for _, run in runs], np.uint64).view(np.int64)
    return batch_of({**columns, "acker": [acker for acker, _ in runs], "xxh3": sums}, len(runs), RUNS)


def runs_in(rows: "pd.DataFrame") -> list[ShardRun]:
    """Return the runs that are described by rows of `RUNS`."""
    sums = rows.xxh3.to_numpy().view(np.uint64)
    return [
        ShardRun(
            file=row.file,
            offset=int(row.offset),
            rows=int(row.rows),
            start=int(row.start),
            end=int(row.end),
            xxh3=int(xxh3),
        )
        for row, xxh3 in zip(rows.itertuples(index=False), sums, strict=True)
    ]
