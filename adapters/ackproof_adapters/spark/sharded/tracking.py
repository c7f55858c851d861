"""The notifications for the trees of a sharded log: one unit of work for each acker task, and no shuffle.

The log is already in the form that `ackproof_adapters.spark.batch.tracking` would have to make, so a Spark task only
reads a file, runs the kernel over it, and writes; of short files, some one after the other. No message passes through
the JVM: a task gets the name of a file, and returns an entry of a manifest. Memory follows the open roots and one
record batch.

    track_shards_to   notifications into a folder; the fast way, since none of them becomes a row of Spark either
    track_logs_to     the same for many logs in one job
    track_shards      notifications as a DataFrame

Executors need this package and its dependencies, and they share the file systems of both folders with the driver.

A damaged log is refused. The driver opens it, which compares all that is cheap; a task compares each record batch
before its kernel takes it. If any fails, the folder gets no manifest, so that it cannot be read.
"""

import uuid
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa  # type: ignore[import-untyped]  # it brings no types
from acking import PROFILES
from ackproof.errors import UsageError
from attrs import frozen

from ackproof_adapters.kernel.kernel import Kernel
from ackproof_adapters.places import local, require_apart
from ackproof_adapters.shards.folder import ShardedLog, begin, finish, named, notifications_in, open_log
from ackproof_adapters.shards.gathering import ShardBuffer
from ackproof_adapters.shards.layout import BATCH_ROWS, NOTIFICATIONS, file_of
from ackproof_adapters.shards.manifest import ShardEntry
from ackproof_adapters.shards.shard import Columns, Shard
from ackproof_adapters.spark.transport.jobs import in_spark
from ackproof_adapters.spark.transport.succession import Handover, HeldKernel, Succession, succession
from ackproof_adapters.spark.transport.workers import settle

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession


def notifications_of(shard: Shard, kernel: Kernel) -> Iterator[Columns]:
    """Yield the notifications of the acker task of a shard, in a piece for each record batch: seq, kind, root, spout
    task.

    The kernel has the acker task's state before and after.
    """
    for seq, op, root, value, spout_task in shard.batches():
        answer = kernel.receive(op, root, value, spout_task)
        yield seq[answer.at], answer.kind, root[answer.at], answer.spout_task


def track_shard(shard: Shard, folder: Path, acker: int, kernel: Kernel) -> ShardEntry:
    """Write the notifications of the acker task of a shard into its file of `folder`; return the entry for the
    manifest.
    """
    unfinished = folder / f".{file_of(acker)}.{uuid.uuid4().hex}"  # see `dataframe`: a Spark task may run twice
    notifications = ShardBuffer(unfinished, NOTIFICATIONS, BATCH_ROWS)
    for columns in notifications_of(shard, kernel):
        notifications.append(columns)
    entry = notifications.close(file_of(acker))
    unfinished.replace(folder / file_of(acker))
    return entry


def track_shards_to(
    spark: "SparkSession", folder: Path | str, out: Path | str, *, profile: str, state: Path | str | None = None
) -> ShardedLog:
    """Track a sharded log; write the notifications into the new folder `out` and return it, opened.

    `read_notifications(out)` returns them as a table. Raise `UsageError` that names file and place if the log is
    damaged or illegal; `out` has no manifest then.

    `state` is a folder with the acker tasks' state at the end of the log before this one; at the end it has their new
    state (`succession`). Driver and executors share it.
    """
    _check(profile)
    log = open_log(local(folder).absolute())
    local(out)
    require_apart(folder, out, state)
    with succession(state, log.acker_tasks, profile) as run:
        found = track_shards_after(spark, log, out, run, folder)
        run.commit()
    return found


def track_shards_after(
    spark: "SparkSession", log: ShardedLog, out: Path | str, run: Succession, name: Path | str
) -> ShardedLog:
    """Do what `track_shards_to` does except `commit`, for callers with more steps before that. `name` is the user's
    name of the log.
    """
    batches = [batch for entry in log.manifest.shards for batch in entry.batches]
    if batches:
        run.goes_on(name, min(batch.first_seq for batch in batches), max(batch.last_seq for batch in batches))
    place = begin(Path(out).absolute(), log.acker_tasks)
    pieces = [_ShardPiece(log.shard(acker), place, acker) for acker in range(log.acker_tasks)]
    rows = [piece.shard.entry.rows for piece in pieces]
    answers = in_spark(spark, pieces, partial(_tracked, run.handover), rows)
    run.kept = [held for _, held in answers]
    return finish(place, NOTIFICATIONS, [entry for entry, _ in answers])


def track_logs_to(
    spark: "SparkSession", logs: Sequence[tuple[Path | str, Path | str]], *, profile: str
) -> list[ShardedLog]:
    """Track many sharded logs in one Spark job: pairs of a log and a new folder for its notifications."""
    _check(profile)
    opened = [open_log(local(folder).absolute()) for folder, _ in logs]
    folders = [local(out).absolute() for _, out in logs]
    if len(set(folders)) < len(folders):
        raise UsageError("two logs have the same folder for their notifications; each needs one of its own")
    outs = [begin(folder, log.acker_tasks) for log, folder in zip(opened, folders, strict=True)]
    pieces = [
        _ShardPiece(log.shard(acker), out, acker)
        for log, out in zip(opened, outs, strict=True)
        for acker in range(log.acker_tasks)
    ]
    rows = [piece.shard.entry.rows for piece in pieces]
    answers = iter(in_spark(spark, pieces, partial(_tracked, Handover(profile)), rows))
    return [
        finish(out, NOTIFICATIONS, [next(answers)[0] for _ in range(log.acker_tasks)])
        for log, out in zip(opened, outs, strict=True)
    ]


def track_shards(spark: "SparkSession", folder: Path | str, *, profile: str) -> "DataFrame":
    """Return the notifications of a sharded log as a DataFrame of `ackproof_adapters.spark.NOTIFICATIONS`.

    Like `track`, it checks the log in a job of its own before it returns, and raises `UsageError` then; the rest is
    lazy, and checks again what it reads.
    """
    _check(profile)
    log = open_log(local(folder).absolute())
    shards = [log.shard(acker) for acker in range(log.acker_tasks)]
    in_spark(spark, shards, _read, [shard.entry.rows for shard in shards])

    def notify(acker: int) -> Iterator[pa.RecordBatch]:
        for columns in notifications_of(shards[acker], Kernel(PROFILES[profile])):
            yield named(columns, acker)

    return _of_each_shard(spark, len(shards), notify)


def notifications_dataframe(spark: "SparkSession", notifications: ShardedLog) -> "DataFrame":
    """Return a folder of notifications as a DataFrame of `ackproof_adapters.spark.NOTIFICATIONS`, read and checked
    whenever it is used.
    """

    def read(acker: int) -> Iterator[pa.RecordBatch]:
        return notifications_in(notifications.shard(acker), acker)

    return _of_each_shard(spark, notifications.acker_tasks, read)


def _of_each_shard(spark: "SparkSession", count: int, rows: Callable[[int], Iterator[pa.RecordBatch]]) -> "DataFrame":
    """Return what a function makes of the number of each shard, in a Spark task for each."""
    from ackproof_adapters.spark.transport.schemas import NOTIFICATIONS as ROWS  # noqa: PLC0415  # needs PySpark

    def made(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        settle()
        for batch in batches:
            for acker in batch.column(0).to_pylist():
                yield from rows(acker)

    return spark.range(0, count, 1, count).mapInArrow(made, ROWS)


@frozen
class _ShardPiece:
    """A shard to track, and the folder of its notifications."""

    shard: Shard
    out: Path
    acker: int


def _tracked(handover: Handover, piece: _ShardPiece) -> tuple[ShardEntry, HeldKernel | None]:
    kernel = handover.begin(piece.acker)
    entry = track_shard(piece.shard, piece.out, piece.acker, kernel)
    return entry, handover.keep(kernel)


def _read(shard: Shard) -> None:
    for _ in shard.batches():
        pass


def _check(profile: str) -> None:
    if profile not in PROFILES:
        raise UsageError(f"profile {profile!r} is none of {', '.join(PROFILES)}")
