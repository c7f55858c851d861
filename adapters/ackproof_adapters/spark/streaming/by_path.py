"""`track_stream_parquet`: a stream of Parquet files, in which no message and no notification becomes a row of Spark.

Theory of operation
-------------------
    files     Spark's file source: a row for each new file, with its path and without its content
    shares    each file as many times as there are cores, distributed
    pieces    `mapInArrow`: a share of the file's row groups is read with Arrow, checked, routed and written (`pieces`)
    shuffle   the places of the pieces, by shard
    fold      as in `track_stream`
    files     `mapInArrow`: a file of notifications, and a row that names it (`notifications`)
    sink      Spark's own file sink, for these rows

So Spark decides which files are in a micro-batch, keeps the state, and decides which rows of a micro-batch count. What
`tracking` says about exactly once is true here for the rows that name files. A file of messages has to stay as it is
until its micro-batch is complete, as for any file source.
"""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pyarrow as pa  # type: ignore[import-untyped]  # it brings no types
from ackproof.errors import UsageError
from attrs import evolve
from pyspark.sql import SparkSession
from pyspark.sql.pandas.types import from_arrow_schema
from pyspark.sql.streaming.query import StreamingQuery

from ackproof_adapters.places import local, require_apart
from ackproof_adapters.spark.parquet.reading import batches_of, pieces_of, rows_of
from ackproof_adapters.spark.parquet.refusal import exactly
from ackproof_adapters.spark.parquet.source import Block, ParquetLog, open_parquet
from ackproof_adapters.spark.parquet.tracking import check_parquet_arguments
from ackproof_adapters.spark.session import missing_for_streams
from ackproof_adapters.spark.streaming import shard as stream_shard
from ackproof_adapters.spark.streaming.marks import BY_PATH, claim
from ackproof_adapters.spark.streaming.notifications import INDEX, file_writer
from ackproof_adapters.spark.streaming.pieces import RUNS, place_for_pieces, rows_of_runs
from ackproof_adapters.spark.streaming.tracking import PIECES, folded, started
from ackproof_adapters.spark.transport.parcels import SparkTask
from ackproof_adapters.spark.transport.pieces import write_piece
from ackproof_adapters.spark.transport.schemas import MESSAGES
from ackproof_adapters.spark.transport.sizes import PIECE_ROWS
from ackproof_adapters.spark.transport.validation import sentence_of

_FILES = "path string, modificationTime timestamp, length long, content binary"
"""The columns of Spark's file source. The content is only read if it is selected."""


def track_stream_parquet(  # noqa: PLR0913  # by name, each of them
    session: SparkSession,
    folder: Path | str,
    *,
    checkpoint: Path | str,
    out: Path | str,
    acker_tasks: int,
    profile: str,
    files: int = 1,
    every: str = "0 seconds",
    available_now: bool = False,
) -> StreamingQuery:
    """Start to track the Parquet files that arrive in a folder; return the running query. See `track_stream`.

    A micro-batch has at most so many `files`, oldest first. Parquet that only Spark can read ends the query with an
    error; use `track_stream` for it. Driver and executors share all three folders. `read_stream_notifications` reads
    the notifications; the Parquet in `out` itself only names their files.
    """
    check_parquet_arguments(acker_tasks, profile)
    lack = missing_for_streams()
    if lack is not None:
        raise UsageError(lack)
    if files < 1:
        raise UsageError(f"files is {files}; a micro-batch has one at least")
    source = local(folder).absolute()
    if not source.is_dir():
        raise UsageError(f"{folder}: is no folder; make it before the stream of its files starts")
    require_apart(folder, checkpoint, out)
    claim(local(checkpoint), local(out), acker_tasks, profile, BY_PATH)
    pieces = Path(checkpoint).absolute() / PIECES
    shares = session.sparkContext.defaultParallelism
    paths = session.readStream.format("binaryFile").schema(_FILES).option("maxFilesPerTrigger", files)
    dealt = paths.load(exactly(str(source))).selectExpr("path", f"explode(sequence(0, {shares - 1})) AS share")
    reader = share_reader(source, pieces, acker_tasks, PIECE_ROWS, shares)
    runs = dealt.repartition(shares).mapInArrow(reader, from_arrow_schema(RUNS))
    written = folded(runs, profile, pieces).mapInArrow(file_writer(Path(out).absolute(), stream_shard.ROWS), INDEX)
    return started(written.writeStream, session, checkpoint, out, acker_tasks, every, available_now=available_now)


def share_reader(source: Path, pieces: Path, acker_tasks: int, piece_rows: int, shares: int) -> SparkTask:
    """Return the function for `mapInArrow` that writes shares of files as pieces, and returns where they are."""

    def read(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        with place_for_pieces(pieces) as place:
            for batch in batches:
                for path, share in zip(*(column.to_pylist() for column in batch.columns), strict=True):
                    log = _opened(source / path.rpartition("/")[2])
                    blocks = log.blocks(shares) if log.rows else []
                    for block, _ in blocks[share : share + 1]:
                        for piece in pieces_of(log, place, acker_tasks, piece_rows, block):
                            if piece.problem is not None:
                                raise refusal(log, block, piece.problem, acker_tasks)
                            yield rows_of_runs(evolve(piece, file=f"{place.name}/{piece.file}"))

    return read


def _opened(path: Path) -> ParquetLog:
    log = open_parquet(str(path))
    if log is None:
        raise UsageError(f"{path}: is no plain Parquet that Arrow can read; read it with Spark, for `track_stream`")
    return log


def refusal(log: ParquetLog, block: Block, problem: int, acker_tasks: int) -> UsageError:
    """Return the error for the first row of a block with that problem, which is the least problem of its rows."""
    for file, groups in block.parts:
        for batch in batches_of(log, file, groups, PIECE_ROWS):
            rows = rows_of(batch, file)
            if _problem_in(rows, acker_tasks) != problem:
                continue
            legal, wrong = 0, rows.num_rows  # rows before the first are better; with it they are as bad as all
            while wrong - legal > 1:
                middle = (legal + wrong) // 2
                found = _problem_in(rows.slice(0, middle), acker_tasks) == problem
                legal, wrong = (legal, middle) if found else (middle, wrong)
            row = batch.slice(legal, 1).select(list(file.columns)).to_pylist()[0]
            named = dict(zip(MESSAGES.names, row.values(), strict=True))
            sentence = sentence_of(problem, acker_tasks).format(**named)
            return UsageError(f"message {named['seq']} (op {named['op']}): {sentence} (in {file.path})")
    return UsageError(f"{log.name}: has changed while it was read; a file of a stream stays as it is")


def _problem_in(rows: pa.RecordBatch, acker_tasks: int) -> int | None:
    return write_piece(BytesIO(), "", rows, acker_tasks).problem if rows.num_rows else None
