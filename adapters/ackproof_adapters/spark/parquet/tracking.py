"""`track_parquet`: a log in Parquet, by its path, tracked without a message becoming a row of Spark.

Theory of operation
-------------------
    open      the driver reads the footers: row groups, columns, types (`source`)
    pieces    a Spark task reads row groups with Arrow, checks and routes each message, and writes pieces, in which each
              shard's messages are together and in order (`reading`, `pieces`)
    look      if pieces overlap in `seq`: whether one is repeated (`transport.repeats`)
    notify    a Spark task takes the messages of shards in all pieces, in order, through their kernels, and writes
              Parquet
    name      the driver gives the files their names in a folder, and then the folder its own

Spark handles only some names for each step, and some entries that come back. Pieces go from one task to another as
files, in a folder beside the result: executors and the driver share it, as they do for a sharded log, and it takes some
30 bytes for each message, for as long as the call lasts.

A Spark task that is tried twice, or by two executors at once, writes two files under unique names, and the driver takes
the one whose name came back with the answer. Files of other attempts are in the folder beside, and never in the result.
So the result appears at once and complete, or not at all.

An illegal log is refused with the message of `track`, which finds the row to name, through Spark: speed does not matter
there.
"""

from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from ackproof.engine.workers import scratch
from ackproof.errors import UsageError
from attrs import frozen

from ackproof_adapters import shards as sharded_log
from ackproof_adapters.places import local, require_apart
from ackproof_adapters.shards.layout import MOST_ACKER_TASKS
from ackproof_adapters.spark.batch.tracking import check_arguments
from ackproof_adapters.spark.parquet.notifications import NotificationsFile, write_notifications
from ackproof_adapters.spark.parquet.reading import pieces_of
from ackproof_adapters.spark.parquet.refusal import refuse_by_spark
from ackproof_adapters.spark.parquet.source import ParquetLog, open_parquet
from ackproof_adapters.spark.transport.jobs import ROWS_WORTH_A_TASK, in_spark, shares
from ackproof_adapters.spark.transport.pieces import LogPiece, runs_of
from ackproof_adapters.spark.transport.repeats import comes_twice
from ackproof_adapters.spark.transport.sizes import TrackingSizes
from ackproof_adapters.spark.transport.succession import Succession, succession

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

ROWS_WORTH_READING = 4_000_000
"""Rows that are worth a Spark task: reading them takes about half a second of processor time."""


@frozen(kw_only=True)
class TrackedParquet:
    """The result of tracking a log: its files, its messages (a tick for all is one), and the number of notifications of
    each kind.
    """

    files: int
    messages: int
    notified: Counter[str]


def track_parquet(  # noqa: PLR0913 - by name, each of them
    spark: "SparkSession",
    log: Path | str,
    out: Path | str,
    *,
    acker_tasks: int,
    profile: str,
    state: Path | str | None = None,
    sizes: TrackingSizes | None = None,
) -> TrackedParquet:
    """Track a log in Parquet at a path or a URI; write the notifications, in Parquet, as the new folder `out`.

    `spark.read.parquet(out)` reads them, with the columns of `NOTIFICATIONS`. The log has the columns of `MESSAGES`, in
    files that are directly in one folder, or in one file. Driver and executors share the folder that `out` is in.

    `state` is a folder with the acker tasks' state at the end of the log before this one; at the end it has their new
    state (`succession`). Driver and executors share it, too.

    Raise `UsageError`, in one line, if the log is illegal, damaged, or cannot be read by Arrow; there is no `out` then.
    `track` takes DataFrames, and so whatever Spark can read.
    """
    check_parquet_arguments(acker_tasks, profile)
    local(out)
    require_apart(log, out, state)
    with succession(state, acker_tasks, profile) as run:
        found = track_parquet_after(spark, log, out, run, sizes or TrackingSizes())
        run.commit()
    return found


def track_parquet_after(
    spark: "SparkSession", log: Path | str, out: Path | str, run: Succession, sizes: TrackingSizes | None = None
) -> TrackedParquet:
    """Do what `track_parquet` does except `commit`, for callers with more steps before that."""
    opened = open_parquet(str(log))
    if opened is None:
        raise UsageError(f"{log}: is no plain Parquet that Arrow can read; read it with Spark, and give it to `track`")
    place = Path(out).absolute()
    if place.is_symlink() or (place.exists() and (not place.is_dir() or any(place.iterdir()))):
        raise UsageError(f"{out}: is there already; name a folder that does not exist yet")
    place.parent.mkdir(parents=True, exist_ok=True)
    with scratch.folder("parquet", place.parent) as folder:
        return _tracked(spark, opened, folder, place, run, sizes or TrackingSizes())


def check_parquet_arguments(acker_tasks: int, profile: str) -> None:
    """Raise `UsageError` for an unknown profile, an impossible number of acker tasks, or a missing package."""
    check_arguments(acker_tasks, profile)
    if acker_tasks > MOST_ACKER_TASKS:
        raise UsageError(f"acker_tasks is {acker_tasks}; Parquet by path may have {MOST_ACKER_TASKS}")
    lack = sharded_log.missing()
    if lack is not None:
        raise UsageError(f"Parquet by path needs what a sharded log needs, and {lack}")


def _tracked(  # noqa: PLR0913, PLR0917 - where from, where to, and how
    spark: "SparkSession", log: ParquetLog, folder: Path, out: Path, run: Succession, sizes: TrackingSizes
) -> TrackedParquet:
    acker_tasks = run.acker_tasks
    pieces = _pieces(spark, log, folder, acker_tasks, sizes)
    problems = [piece.problem for piece in pieces if piece.problem is not None]
    if problems or comes_twice(spark, folder, pieces, sizes.range_rows):
        refuse_by_spark(spark, log.name, min(problems) if problems else None, acker_tasks)
    if pieces:
        run.goes_on(log.name, min(piece.first_seq for piece in pieces), max(piece.last_seq for piece in pieces))
    files = _notifications(spark, folder, pieces, run, sizes)
    kept = {acker: each for file in files for acker, each in file.kept.items()}
    run.kept = [kept[acker] for acker in range(acker_tasks)]
    _name(folder, files, out)
    notified = sum((file.notified for file in files), Counter[str]())
    return TrackedParquet(files=len(log.files), messages=log.rows, notified=notified)


def _pieces(
    spark: "SparkSession", log: ParquetLog, folder: Path, acker_tasks: int, sizes: TrackingSizes
) -> list[LogPiece]:
    count = max(spark.sparkContext.defaultParallelism, log.rows // ROWS_WORTH_READING)
    blocks = log.blocks(count) if log.rows else []
    work = partial(pieces_of, log, folder, acker_tasks, sizes.piece_rows)
    rows = [rows for _, rows in blocks]
    answers = in_spark(spark, [block for block, _ in blocks], work, rows, ROWS_WORTH_READING) if blocks else []
    return [piece for answer in answers for piece in answer]


def _notifications(
    spark: "SparkSession", folder: Path, pieces: Sequence[LogPiece], run: Succession, sizes: TrackingSizes
) -> list[NotificationsFile]:
    runs = [runs_of(pieces, acker) for acker in range(run.acker_tasks)]
    rows = [len(shard) for shard in runs]
    dealt = shares(rows, spark.sparkContext.defaultParallelism)
    of_share = [[runs[acker] for acker in sorted(share)] for share in dealt]
    work = partial(write_notifications, folder, run.handover, sizes.window)
    return in_spark(spark, of_share, work, [ROWS_WORTH_A_TASK] * len(of_share))


def _name(folder: Path, files: Sequence[NotificationsFile], out: Path) -> None:
    """Put files into a folder, and rename it to its final name."""
    result = folder / "result"
    result.mkdir()
    for number, file in enumerate(files):
        (folder / file.file).rename(result / f"part-{number:05}.parquet")
    (result / "_SUCCESS").touch()
    try:
        result.rename(out)
    except OSError as error:
        raise UsageError(f"{out}: somebody else has put something there meanwhile ({error.strerror})") from error
