"""`track`: an acker distributed over Spark. A log of messages in, the notifications that its acker tasks give out.

Theory of operation
-------------------
Acking distributes by itself: all messages of a tree go to one acker task, which follows from the root id, and acker
tasks know nothing of each other. So an acker task is a *shard*, and the work is to give every message its acker task,
to bring the messages of a shard together, to put them in order, and to run one acker over them. In Spark's words:

    route      where `acker` is null: from the root id; a tick without an acker is copied to all
    shuffle    by shard
    sort       by shard and `seq`, within each partition
    fold       `mapInArrow`: one pass over the rows of a partition, with one acker at a time

A shard is sequential: a tick ages all of its records at once, so it has one clock, which no two Spark tasks could
share. Hence no more Spark tasks are of use than there are shards, and a shard that gets most of the messages sets the
time of the whole. A finer grain, a key per root, would call Python once per root, and every root would need a copy of
every tick.

Order is the other half. The rows of a DataFrame have none; only `seq` says which message came first. So the log may
come in any order of rows, and a `seq` that two messages share is an error, because nobody could say which was first.

An `acker` that comes with a message is believed, also where its root routes to another: it says where the sender sent
it. So the log of a system that routes in its own way can be tracked, and so can one in which a faulty sender split a
tree.

The log is read twice, and the first time at once: `track` checks it in a job of its own before it returns
(`validation` says why). The rest is lazy, like any DataFrame. A log that is costly to compute, or comes out different
when it is computed again, should be written down or cached first.

Where it is weak: the open records of a shard live in the memory of one Python process, and nothing outlives the call.
A log is always tracked from its beginning, by ackers that know nothing yet.
"""

from collections.abc import Sequence

from acking import PROFILES, Refresh
from ackproof.errors import UsageError
from pyspark import cloudpickle
from pyspark.sql import DataFrame
from pyspark.sql import functions as sql
from pyspark.sql.types import StructField, StructType

from ackproof_adapters.spark import fold
from ackproof_adapters.spark.routing import acker_of
from ackproof_adapters.spark.schemas import NOTIFICATIONS, OPERATIONS
from ackproof_adapters.spark.validation import LOG, check, conform

# The fold travels by value. By reference, every executor would need this package, and in the same version.
cloudpickle.register_pickle_by_value(fold)  # type: ignore[no-untyped-call]  # it brings no types

MOST_ACKER_TASKS = 2**31 - 1  # `acker` is an int

WAVES = 4
"""Partitions of a log for each of Spark's shuffle partitions, at most. Several even out shards of unequal size."""


def track(messages: DataFrame, *, acker_tasks: int, profile: str, log: str | None = None) -> DataFrame:
    """Return what `acker_tasks` acker tasks of `profile` ("storm1" or "storm2") notify when they get `messages`.

    `messages` has the columns of `MESSAGES`, the result has those of `NOTIFICATIONS`. Columns and rows may come in any
    order. The rows of the result are in no particular order: `orderBy("acker", "seq")` has each acker task's words in
    turn, `orderBy("seq")` the order of the log.

    `log` names a column of integers or strings that tells independent logs apart: each has acker tasks and a `seq` of
    its own. It is the first column of the result then. A hundred small logs together cost little more than one.

    Raise `UsageError` if the arguments or the log are illegal, with one line that names the first fault.
    """
    check_arguments(acker_tasks, profile)
    if messages.isStreaming:
        raise UsageError("a stream of messages has no end: `track_stream` takes it, and keeps what it knows")
    conforming = conform(messages, log)
    check(conforming, acker_tasks)
    shard = ["acker"] if log is None else [LOG, "acker"]
    rows = _together(_addressed(conforming, acker_tasks), acker_tasks).sortWithinPartitions(*shard, "seq")
    return rows.mapInArrow(work_of(profile, shard), _result(conforming, log))


def work_of(profile: str, shard_columns: Sequence[str]) -> fold.SparkTask:
    """Return the function for `mapInArrow`: what a Spark task does with the rows of its partition."""
    dialect = PROFILES[profile]
    every_message_refreshes = dialect.refresh is Refresh.EVERY_MESSAGE
    return fold.spark_task(shard_columns, dialect.buckets, every_message_refreshes=every_message_refreshes)


def check_arguments(acker_tasks: int, profile: str) -> None:
    """Raise `UsageError` for a profile that there is not, or a number of acker tasks that cannot be."""
    if profile not in PROFILES:
        raise UsageError(f"profile {profile!r} is none of {', '.join(PROFILES)}")
    if not 1 <= acker_tasks <= MOST_ACKER_TASKS:
        raise UsageError(f"acker_tasks is {acker_tasks}; it counts acker tasks, from 1 to {MOST_ACKER_TASKS}")


def numbers() -> str:
    """Return SQL cases that turn the name of an operation into its number."""
    return " ".join(f"WHEN op = '{name}' THEN {number}" for number, name in enumerate(OPERATIONS))


def _addressed(messages: DataFrame, acker_tasks: int) -> DataFrame:
    """Give every row an acker task, and a tick for all a row for each; turn names of operations into numbers."""
    receivers = f"""
        CASE WHEN acker IS NULL AND op = 'tick' THEN sequence(0, {acker_tasks - 1})
             ELSE array(coalesce(acker, {acker_of("root", acker_tasks)})) END"""
    new = {"acker": f"explode({receivers})", "op": f"CASE {numbers()} END"}
    return messages.withColumns({name: sql.expr(expression) for name, expression in new.items()})


def _together(addressed: DataFrame, acker_tasks: int) -> DataFrame:
    """Bring the rows of each shard into one partition.

    How many partitions is stated, or adaptive execution would join those that are small in bytes, and they are long in
    work. The shards of one log are dealt out by number: by hash, eight shards would leave about three of eight
    partitions empty. Those of many logs are hashed; there are enough of them to come out even.
    """
    partitions = int(addressed.sparkSession.conf.get("spark.sql.shuffle.partitions") or 1)
    if LOG in addressed.columns:
        return addressed.repartition(partitions, LOG, "acker")
    return addressed.repartitionById(min(acker_tasks, WAVES * partitions), "acker")


def _result(conforming: DataFrame, log: str | None) -> StructType:
    of_logs = [] if log is None else [StructField(log, conforming.schema[LOG].dataType, nullable=False)]
    return StructType([*of_logs, *NOTIFICATIONS.fields])
