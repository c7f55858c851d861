"""`track`: an acker distributed over Spark. It turns a log of messages into the notifications of acker tasks.

Theory of operation
-------------------
Acking distributes by itself: all messages of a tree go to one acker task, which follows from the root id, and acker
tasks are independent. So an acker task is a *shard*. The work is to give every message its acker task, to bring the
messages of a shard together, to sort them, and to run one acker over them. As steps of Spark:

    head       in SQL: what is wrong with a message, or its operation, spout task and acker task as one number
    pack       `mapInArrow`: messages as parcels, each of one shard (`parcels`); where `acker` is null, routed
    shuffle    parcels by shard, sorted by shard and first `seq`
    fold       `mapInArrow`: one pass over the parcels of a partition, with one acker at a time (`fold`)
    keep       the notifications are persisted, packed, and the log is checked by the notes that came with them
    unfold     `mapInArrow`: notifications as rows, whenever they are read

A shard is sequential: a tick ages all of its records at once, so it has one clock, which two Spark tasks could not
share. Hence more Spark tasks than shards are of no use, and a shard that gets most of the messages determines the time
of the whole. A finer grain, a key for each root, would call Python once for each root, and every root would need a copy
of every tick.

The rows of a DataFrame have no order; only `seq` says which message came first. So the rows of the log may come in any
order, and a `seq` of two messages is an error, because their order is unknown.

The `acker` of a message is used as it is, even if its root routes to another one: it is the task that the sender sent
it to. So the log of a system that routes in its own way can be tracked, and so can one in which a faulty sender split a
tree.

All of it is done at once, in one job that reads the log once: `track` returns when the notifications exist, and refuses
an illegal log (`validation` says how). Spark keeps them, on its executors' disks if memory is short, until the result
is no longer referenced; lost ones are computed again.

If driver and executors are on one machine and there is one log, messages go through files instead of the shuffle, in
two jobs: see `by_files`. On a cluster there may be no shared folder, and several logs have many shards of a few
messages, too few for a file each.

The bottleneck is transport: from Spark's rows to Python, through the shuffle and back is most of the time. A log that
is tracked more than once is better kept as a sharded log, which has neither. The open records of a shard are in the
memory of one Python process, and no state outlives the call: a DataFrame is always tracked from its beginning.
"""

import threading
import uuid
import weakref
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial

from acking import PROFILES
from ackproof.errors import UsageError
from pyspark import StorageLevel
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.pandas.types import from_arrow_schema, to_arrow_schema
from pyspark.sql.types import StructField, StructType

from ackproof_adapters import shards as sharded_log
from ackproof_adapters.codes import INIT
from ackproof_adapters.shards.layout import MOST_ACKER_TASKS as MOST_BY_FILES
from ackproof_adapters.spark.batch.fold import folder
from ackproof_adapters.spark.session import is_here, settings
from ackproof_adapters.spark.transport.parcel_loops import KEPT_BITS, OP_BITS
from ackproof_adapters.spark.transport.parcels import MOST_ACKER_TASKS, PARCELS, SparkTask, packer
from ackproof_adapters.spark.transport.releases import repartition_by_number
from ackproof_adapters.spark.transport.results import KEPT, unfolder, with_notes
from ackproof_adapters.spark.transport.schemas import NOTIFIED, NUMBERED_NOTIFICATIONS
from ackproof_adapters.spark.transport.sizes import TrackingSizes
from ackproof_adapters.spark.transport.validation import LOG, NUMBER, conform, problem_of, refuse

_TASK = f"shiftleft(CASE {NUMBER} WHEN {INIT} THEN CAST(spout_task AS BIGINT) ELSE 0L END, {OP_BITS})"
_ACKER = f"shiftleft(coalesce(CAST(acker AS BIGINT) + 1L, 0L), {KEPT_BITS})"
HEAD = f"{NUMBER} + {_TASK} + {_ACKER}"
"""SQL for the head of a legal message (`parcels`)."""

BY_ROWS = {
    # Rows come to Python in batches of so many: a batch of the default size costs as much as its rows.
    "spark.sql.execution.arrow.maxRecordsPerBatch": str(1 << 16),
    # The bound by bytes, which Spark has by default, is checked after every row, and takes a fifth of all time. So only
    # rows are counted; a parcel is short enough for that (`parcels`).
    "spark.sql.execution.arrow.maxBytesPerBatch": str((1 << 31) - 1),
}
"""Settings for Spark tasks that make parcels or take them: how much goes to Python at once."""

SETTINGS = {
    **BY_ROWS,
    # By default kept data would be compressed in three ways to find the shortest; it is read once or twice only.
    "spark.sql.inMemoryColumnarStorage.compressed": "false",
}
"""The settings of a session while a log is tracked."""

WAVES = 4
"""The most partitions of a log for each of Spark's shuffle partitions. Several even out shards of unequal size."""


def track(
    messages: DataFrame, *, acker_tasks: int, profile: str, log: str | None = None, sizes: TrackingSizes | None = None
) -> DataFrame:
    """Return the notifications of `acker_tasks` acker tasks of `profile` ("storm1" or "storm2") for `messages`.

    `messages` has the columns of `MESSAGES`, the result has those of `NOTIFICATIONS`. Columns and rows may come in any
    order. The rows of the result are in no particular order: `orderBy("acker", "seq")` sorts by acker task,
    `orderBy("seq")` in the order of the log.

    `log` names a column of integers or strings that separates independent logs: each has its own acker tasks and its
    own `seq`. It is then the first column of the result. A hundred small logs together cost little more than one.

    `sizes` is for tests: how much is done at once when messages go through files, on one machine.

    Raise `UsageError` if the arguments or the log are illegal, with one line that names the first fault.
    """
    if messages.isStreaming:
        raise UsageError("a stream of messages has no end: `track_stream` takes it, and keeps what it knows")
    check_arguments(acker_tasks, profile)
    if log is None and goes_by_files(messages.sparkSession, acker_tasks):
        from ackproof_adapters.spark.batch.by_files import track_by_files  # noqa: PLC0415  # xxhash may be missing

        with settings(messages.sparkSession, SETTINGS):
            notified = track_by_files(conform(messages, None), acker_tasks, profile, sizes or TrackingSizes())
            return notified.selectExpr(*NOTIFIED)
    return by_shards(messages, acker_tasks, log, partial(folder, PROFILES[profile]), NUMBERED_NOTIFICATIONS, NOTIFIED)


def goes_by_files(spark: SparkSession, acker_tasks: int) -> bool:
    """Whether messages can go from task to task in files: all is on one machine, which has what that needs."""
    return is_here(spark.sparkContext.master or "") and sharded_log.missing() is None and acker_tasks <= MOST_BY_FILES


Work = Callable[[Sequence[str]], SparkTask]
"""Makes the function for `mapInArrow` that works on parcels, given the columns that identify a shard."""


def by_shards(  # noqa: PLR0913, PLR0917 - what is read, how it is dealt out, what is done and what comes of it
    messages: DataFrame, acker_tasks: int, log: str | None, work: Work, result: StructType, shown: Sequence[str] = ()
) -> DataFrame:
    """Do some work on each shard of a log at once; return its results, after the log if there are several.

    The work makes rows of `result`, which are kept; `shown` is SQL for the user's columns, if they are others. Raise
    `UsageError` if the log is illegal.
    """
    _check_count(acker_tasks)
    conforming = conform(messages, log)
    of_logs = [] if log is None else [StructField(log, conforming.schema[LOG].dataType, nullable=False)]
    shape = StructType([*of_logs, *result.fields])
    packed = packed_as_read(conforming, acker_tasks, f"coalesce(-1L - {problem_of(conforming, acker_tasks)}, {HEAD})")
    shard = ["acker"] if log is None else [LOG, "acker"]
    # To Spark two plans are the same if they read the same files and call the same Python. Then it would return the
    # kept result of the first also if the files have changed. A name of its own makes a plan different.
    task = with_notes(work(shard), to_arrow_schema(shape), f"shards_{uuid.uuid4().hex}")
    with settings(messages.sparkSession, SETTINGS):
        done = _together(packed, shard, acker_tasks).mapInArrow(task, from_arrow_schema(KEPT))
        done = done.persist(StorageLevel.MEMORY_AND_DISK)
        try:
            notes = done.where("note IS NOT NULL").select("note.*").collect()
            refuse(conforming, notes, acker_tasks)
        except BaseException:
            done.unpersist()
            raise
    unfold = unfolder(to_arrow_schema(shape))
    rows = done.where("note IS NULL").select("batch").mapInArrow(unfold, shape)
    rows = rows.selectExpr(*(f"`{each.name}`" for each in of_logs), *(shown or result.names))
    weakref.finalize(rows, _let_go, done).atexit = False
    return rows


def check_arguments(acker_tasks: int, profile: str) -> None:
    """Raise `UsageError` for an unknown profile, or an impossible number of acker tasks."""
    if profile not in PROFILES:
        raise UsageError(f"profile {profile!r} is none of {', '.join(PROFILES)}")
    _check_count(acker_tasks)


def _check_count(acker_tasks: int) -> None:
    if not 1 <= acker_tasks <= MOST_ACKER_TASKS:
        raise UsageError(f"acker_tasks is {acker_tasks}; it counts acker tasks, from 1 to {MOST_ACKER_TASKS}")


def packed_as_read(conforming: DataFrame, acker_tasks: int, head: str) -> DataFrame:
    """Return a conforming log as `PARCELS`, given the SQL for the head of a message."""
    log_fields = [StructField(LOG, field.dataType) for field in conforming.schema.fields if field.name == LOG]
    rows = conforming.selectExpr(
        *(field.name for field in log_fields),
        f"{head} AS head",
        *(f"coalesce({name}, 0L) AS {name}" for name in ("seq", "root", "value")),
    )
    shape = StructType([*log_fields, *from_arrow_schema(PARCELS).fields])
    return rows.mapInArrow(packer(acker_tasks, LOG if log_fields else None), shape)


def _together(packed: DataFrame, shard: Sequence[str], acker_tasks: int) -> DataFrame:
    """Bring the parcels of each shard into one partition, in order of shard and first `seq`.

    The number of partitions is given: otherwise adaptive execution would join partitions of few bytes, although their
    work is long. The shards of one log are distributed by number: by hash, eight shards would leave about three of
    eight partitions empty. Those of many logs are distributed by hash; there are enough of them for that.
    """
    partitions = int(packed.sparkSession.conf.get("spark.sql.shuffle.partitions") or 1)
    if LOG in shard:
        dealt = packed.repartition(partitions, *shard)
    else:  # a note has no acker task
        dealt = repartition_by_number(packed, min(acker_tasks, WAVES * partitions), "coalesce(acker, 0)")
    return dealt.sortWithinPartitions(*shard, "first_seq")


def _let_go(kept: DataFrame) -> None:
    """Release the kept rows when the result is no longer referenced.

    That may happen during a call of the JVM, which must not be disturbed by another call on the same thread.
    """
    threading.Thread(target=_unpersist, args=(kept,), daemon=True).start()


def _unpersist(kept: DataFrame) -> None:
    with suppress(Exception):  # the session may have ended, and with it all kept rows
        kept.unpersist()
