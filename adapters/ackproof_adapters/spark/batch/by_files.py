"""`track` where driver and executors are on one machine: messages go from task to task as files, past Spark's shuffle.

Theory of operation
-------------------
    rows      in SQL: the operation as a number; otherwise rows come as they are, through Arrow
    pieces    `mapInArrow`: a Spark task checks and routes rows, and writes pieces (`pieces`); it returns the place of
              each piece, and its problem
    look      if pieces overlap in `seq`: whether one is repeated (`repeats`)
    fold      `mapInArrow`: the messages of shards in all pieces, in order, through their kernels; Spark keeps the
              notifications, packed (`results`)

That saves a good part of the work: in the shuffle the JVM copies each message some ten times, compresses, writes,
reads and sorts it, and sends it to Python over a socket. Here Python writes it once, and maps it.

The files are in a folder that lasts as long as the call. The notifications do not need them any more: they are in a
local checkpoint, which Spark drops when it is no longer referenced.
"""

import os
import uuid
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]  # it brings no types
from acking import PROFILES
from ackproof.engine.workers import scratch
from ackproof.errors import UsageError
from pyspark.sql import DataFrame, Row, SparkSession
from pyspark.sql.pandas.types import from_arrow_schema, to_arrow_schema

from ackproof_adapters.kernel.kernel import Kernel
from ackproof_adapters.spark.batch.fold import notified
from ackproof_adapters.spark.transport.jobs import shares
from ackproof_adapters.spark.transport.parcels import SparkTask, batch_of
from ackproof_adapters.spark.transport.pieces import (
    ROW,
    LogPiece,
    PieceFiles,
    gathered,
    in_order,
    runs_of,
    write_piece,
)
from ackproof_adapters.spark.transport.repeats import comes_twice
from ackproof_adapters.spark.transport.results import packed, unfolder
from ackproof_adapters.spark.transport.schemas import NUMBERED_NOTIFICATIONS
from ackproof_adapters.spark.transport.sizes import TrackingSizes
from ackproof_adapters.spark.transport.validation import NUMBER, refuse
from ackproof_adapters.spark.transport.workers import settle

_NOTIFICATIONS = to_arrow_schema(NUMBERED_NOTIFICATIONS)

_REPORT = pa.schema(
    [
        pa.field("rows", pa.int64()),
        pa.field("first_seq", pa.int64()),
        pa.field("last_seq", pa.int64()),
        pa.field("repeated", pa.bool_()),
        pa.field("problem", pa.int32()),
        pa.field("file", pa.string()),
        pa.field("offset", pa.int64()),
        pa.field("ends", pa.binary()),
        pa.field("sums", pa.binary()),
        pa.field("for_all", pa.binary()),
        pa.field("refused", pa.string()),
    ]
)
"""What a task reports for each piece that it wrote: the fields of `LogPiece`; or why it could not, in `refused`."""

_KEPT = pa.schema([pa.field("batch", pa.binary()), pa.field("refused", pa.string())])
"""The results of folding: each row has a batch of `NUMBERED_NOTIFICATIONS` in Arrow's form, or the reason why there is
none.
"""


def track_by_files(conforming: DataFrame, acker_tasks: int, profile: str, sizes: TrackingSizes) -> DataFrame:
    """Track a conforming log at once; return `NUMBERED_NOTIFICATIONS`. Raise `UsageError` if the log is illegal."""
    spark = conforming.sparkSession
    with scratch.folder("track", _disk(spark)) as folder:
        pieces = _pieces(conforming, folder, acker_tasks, sizes)
        problems = [piece.problem for piece in pieces if piece.problem is not None]
        if problems or comes_twice(spark, folder, pieces, sizes.range_rows):
            problem = min(problems) if problems else None
            refuse(conforming, [Row(first_seq=0, last_seq=0, rises=False, problem=problem)], acker_tasks)
            raise UsageError("the log has changed while it was read; track it when it stays as it is")
        dealt = shares(
            [len(runs_of(pieces, acker)) for acker in range(acker_tasks)], spark.sparkContext.defaultParallelism
        )
        task = _folder(folder, pieces, dealt, profile, sizes.window)
        kept = spark.range(0, len(dealt), 1, len(dealt)).mapInArrow(task, from_arrow_schema(_KEPT))
        kept = kept.localCheckpoint(eager=False)  # so that the job that follows is the only one
        _require_none_refused(kept.where("refused IS NOT NULL").collect())
    return kept.where("batch IS NOT NULL").select("batch").mapInArrow(unfolder(_NOTIFICATIONS), NUMBERED_NOTIFICATIONS)


def _disk(spark: SparkSession) -> Path | None:
    """Return the folder of Spark's own shuffle files on this machine; None if it is the one of all temporary files."""
    named = os.environ.get("SPARK_LOCAL_DIRS") or spark.sparkContext.getConf().get("spark.local.dir") or ""
    first = Path(named.partition(",")[0])
    return first.absolute() if named and first.is_dir() else None


def _pieces(conforming: DataFrame, folder: Path, acker_tasks: int, sizes: TrackingSizes) -> list[LogPiece]:
    columns = (f"CAST(coalesce({NUMBER}, -1L) AS TINYINT) AS op" if name == "op" else name for name in ROW.names)
    rows = conforming.selectExpr(*columns)
    reports = rows.mapInArrow(_writer(folder, acker_tasks, sizes.piece_rows), from_arrow_schema(_REPORT)).collect()
    _require_none_refused([row for row in reports if row.refused is not None])
    return [_piece(row) for row in reports]


def _require_none_refused(rows: Sequence[Row]) -> None:
    if rows:
        raise UsageError(rows[0].refused)


def _writer(folder: Path, acker_tasks: int, piece_rows: int) -> SparkTask:
    """Return the function for `mapInArrow` that writes rows as pieces, into a file with a name of its own for each
    attempt.
    """

    def write(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        settle()
        name = f"{uuid.uuid4().hex}.pieces"
        try:
            with (folder / name).open("xb", buffering=0) as file:
                for rows in gathered(batches, piece_rows):
                    yield _report(write_piece(file, name, rows, acker_tasks))
        except OSError as error:
            yield _refused(f"{folder / name}: cannot be written: {error.strerror or error}", _REPORT)

    return write


def _report(piece: LogPiece) -> pa.RecordBatch:
    arrays = {name: [getattr(piece, name).tobytes()] for name in ("ends", "sums", "for_all")}
    others = ("rows", "first_seq", "last_seq", "repeated", "problem", "file", "offset")
    return batch_of({**{name: [getattr(piece, name)] for name in others}, **arrays}, 1, _REPORT)


def _piece(row: Row) -> LogPiece:
    about = row.asDict()
    del about["refused"]
    for name, kind in (("ends", np.int64), ("sums", np.uint64), ("for_all", np.int64)):
        about[name] = np.frombuffer(about[name], kind)
    return LogPiece(**about)


def _refused(why: str, shape: pa.Schema) -> pa.RecordBatch:
    return batch_of({"refused": [why]}, 1, shape)


def _folder(
    folder: Path, pieces: Sequence[LogPiece], dealt: Sequence[Sequence[int]], profile: str, window: int
) -> SparkTask:
    """Return the function for `mapInArrow` that takes numbers of shares, and tracks the acker tasks of each."""

    def notifications(acker: int) -> Iterator[pa.RecordBatch]:
        files, kernel = PieceFiles(folder), Kernel(PROFILES[profile])
        name = {"acker": pa.scalar(acker, pa.int32())}
        for columns in in_order(map(files.verified, runs_of(pieces, acker).runs), window):
            yield notified(kernel, columns, name)

    def fold(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        settle()
        try:
            for batch in batches:
                ackers = (acker for share in batch.column(0).to_pylist() for acker in sorted(dealt[share]))
                for some in packed((rows for acker in ackers for rows in notifications(acker)), _NOTIFICATIONS):
                    yield batch_of({"batch": some}, len(some), _KEPT)
        except UsageError as error:
            yield _refused(str(error), _KEPT)

    return fold
