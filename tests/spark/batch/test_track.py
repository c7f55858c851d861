"""`track` compared with the reference: the same notifications for the same log, in any order of rows in the
DataFrame.
"""

import gc
import os
import random
from collections.abc import Iterable, Iterator
from pathlib import Path

import pyarrow as pa  # type: ignore[import-untyped]  # it brings no types
import pytest
from acking import acker_index
from ackproof_adapters.spark import MESSAGES, NOTIFICATIONS, track
from ackproof_adapters.spark.transport.releases import table_of
from ackproof_adapters.spark.transport.workers import KEEPING_MEMORY
from pyarrow import parquet
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as sql
from pyspark.sql.types import LongType, StringType, StructField, StructType

from spark.logs import ROOTS, MessageRow, NotificationRow, answers, random_log

pytestmark = pytest.mark.spark

THINGS_IN_MODULES = 50_000
"""Half of the number of objects in a worker that has loaded NumPy, Arrow, numba and a few more."""

KINDS_OF_NAMES = [LongType(), StringType()]
if hasattr(StringType, "collation"):  # since PySpark 4.0
    KINDS_OF_NAMES.append(StringType("UTF8_LCASE"))

MANY_ROOTS = tuple(random.Random(9).randrange(-(2**63), 2**63) for _ in range(40))


def frame_of(session: SparkSession, rows: Iterable[MessageRow]) -> DataFrame:
    """Return the rows as a DataFrame of the schema `MESSAGES`."""
    return session.createDataFrame(list(rows), MESSAGES)


def in_order(notifications: DataFrame) -> list[NotificationRow]:
    """Return the rows of the result by `seq`."""
    return sorted((row.seq, row.acker, row.kind, row.root, row.spout_task) for row in notifications.collect())


@pytest.mark.parametrize(
    ("acker_tasks", "profile"),
    [
        (1, "storm1"),
        (3, "storm2"),
        (16, "storm1"),
        pytest.param(1, "storm2", marks=pytest.mark.slow),
        pytest.param(3, "storm1", marks=pytest.mark.slow),
        pytest.param(16, "storm2", marks=pytest.mark.slow),
    ],
)
def test_it_says_what_the_reference_says(spark: SparkSession, profile: str, acker_tasks: int) -> None:
    """The log has ticks for one and for all, and some messages that do not go where their root routes to."""
    rows = random_log(acker_tasks, 4_000, acker_tasks=acker_tasks, roots=MANY_ROOTS, given_ackers=0.05)
    notifications = track(frame_of(spark, rows), acker_tasks=acker_tasks, profile=profile)
    assert answers(rows, acker_tasks, profile) == in_order(notifications)


def test_the_result_has_the_schema_of_notifications(spark: SparkSession) -> None:
    """Names and types are equal, and nothing is null."""
    assert NOTIFICATIONS == track(frame_of(spark, random_log(1, 9)), acker_tasks=1, profile="storm1").schema


def test_one_acker_task_may_get_nearly_everything(spark: SparkSession) -> None:
    """The log is skewed: seven of eight acker tasks get only ticks and one root each."""
    everyone = {acker_index(root, 8): root for root in range(100)}
    rows = random_log(5, 3_000, acker_tasks=8, roots=[everyone[0]] * 60 + [everyone[acker] for acker in range(1, 8)])
    assert answers(rows, 8, "storm2") == in_order(track(frame_of(spark, rows), acker_tasks=8, profile="storm2"))


def test_the_order_of_rows_is_of_no_account(spark: SparkSession) -> None:
    """`seq` alone gives the order; it may begin anywhere and have gaps."""
    log = random_log(6, 2_000, acker_tasks=3)
    rows = [(row[0] ** 2 - 500_000, *row[1:]) for row in log]
    shuffled = random.Random(1).sample(rows, len(rows))
    frame = frame_of(spark, shuffled).repartition(7)
    assert answers(rows, 3, "storm2") == in_order(track(frame, acker_tasks=3, profile="storm2"))


@pytest.mark.parametrize(
    "settings",
    [
        {
            "spark.sql.execution.arrow.maxRecordsPerBatch": "7",
            "spark.sql.adaptive.enabled": "true",
            "spark.sql.shuffle.partitions": "5",
        },
        {
            "spark.sql.ansi.enabled": "false",
            "spark.sql.caseSensitive": "true",
            "spark.sql.execution.arrow.useLargeVarTypes": "true",
        },
    ],
    ids=["batches", "language"],
)
def test_the_settings_of_the_session_are_of_no_account(spark: SparkSession, settings: dict[str, str]) -> None:
    """The ends of batches and partitions, and the dialect of SQL, do not matter; also with several logs."""
    session = spark.newSession()
    for key, value in settings.items():
        session.conf.set(key, value)
    rows = random_log(7, 2_000, acker_tasks=3, roots=MANY_ROOTS)
    expected = answers(rows, 3, "storm1")
    assert expected == in_order(track(frame_of(session, rows), acker_tasks=3, profile="storm1"))
    named = frame_of(session, rows).withColumn("from", sql.lit("x"))
    assert expected == in_order(track(named, acker_tasks=3, profile="storm1", log="from"))


def test_an_empty_log_has_no_notifications(spark: SparkSession) -> None:
    """It is tested alone, and among other logs, where it does not even have a name."""
    empty = frame_of(spark, [])
    assert [] == track(empty, acker_tasks=3, profile="storm2").collect()
    assert [] == track(empty.withColumn("name", sql.lit(1)), acker_tasks=3, profile="storm2", log="name").collect()


def test_columns_in_any_order_and_case_with_others_between(spark: SparkSession) -> None:
    """An extra column may have any name, even a repeated one."""
    rows = random_log(8, 300)
    frame = frame_of(spark, rows).toDF("Seq", "OP", "root", "Value", "SPOUT_task", "acker")
    strange = frame.select(
        "OP", "acker", sql.lit(1).alias("a.b`c"), "Value", "SPOUT_task", "root", "Seq", sql.lit(2).alias("a.b`c")
    )
    assert answers(rows, 1, "storm2") == in_order(track(strange, acker_tasks=1, profile="storm2"))


def test_narrower_integers_and_columns_of_nulls_will_do(spark: SparkSession) -> None:
    """A narrower type is accepted if it widens without loss: a byte for an int or a long, and a column of nulls for
    any.
    """
    rows = [row[:5] for row in random_log(8, 100, roots=[1, 2])]
    frame = spark.createDataFrame(rows, "seq short, op string, root byte, value byte, spout_task byte")
    notifications = track(frame.withColumn("acker", sql.lit(None)), acker_tasks=2, profile="storm2")
    assert answers([(*row, None) for row in rows], 2, "storm2") == in_order(notifications)


@pytest.mark.parametrize("kind", KINDS_OF_NAMES, ids=str)
def test_logs_do_not_touch_each_other(spark: SparkSession, kind: LongType | StringType) -> None:
    """There are many logs in one frame, with the same numbers and roots; each gets the same notifications as alone."""
    names = range(40) if isinstance(kind, LongType) else [letter * 2 for letter in "abcdefABCDEF"]
    logs = {name: random_log(number, 60 + number, acker_tasks=3) for number, name in enumerate(names)}
    rows = [(name, *row) for name, log in logs.items() for row in log]
    random.Random(3).shuffle(rows)
    schema = StructType([StructField("The Log", kind), *MESSAGES.fields])
    result = track(spark.createDataFrame(rows, schema), acker_tasks=3, profile="storm2", log="the log")
    assert ["the log", *NOTIFICATIONS.names] == result.columns
    found: dict[object, list[NotificationRow]] = {name: [] for name in names}
    for name, *notification in sorted(tuple(row) for row in result.collect()):
        found[name].append(tuple(notification))
    assert {name: answers(log, 3, "storm2") for name, log in logs.items()} == found


def test_the_log_of_a_system_that_routes_otherwise_is_believed(spark: SparkSession) -> None:
    """A tree whose messages went to two acker tasks is never acked, although its edges cancel; one in a single task
    is.
    """
    split, whole = ROOTS[0], ROOTS[1]
    away = 1 - acker_index(whole, 2)
    rows: list[MessageRow] = [
        (1, "init", split, 9, 4, 0),
        (2, "ack", split, 9, None, 1),
        (3, "init", whole, 9, 4, away),
        (4, "ack", whole, 9, None, away),
    ]
    assert [(4, away, "ack", whole, 4)] == in_order(track(frame_of(spark, rows), acker_tasks=2, profile="storm2"))


def test_a_log_that_was_written_anew_is_tracked_anew(spark: SparkSession, tmp_path: Path) -> None:
    """The first result is still referenced, and Spark sees the same plan over the same file."""
    path = tmp_path / "log.parquet"
    held = []
    for number in (1, 2):
        rows = random_log(number, 300, acker_tasks=2)
        parquet.write_table(table_of(frame_of(spark, rows)), path)
        held.append(track(spark.read.parquet(str(path)), acker_tasks=2, profile="storm2"))
        assert answers(rows, 2, "storm2") == in_order(held[-1])
    assert in_order(held[0]) != in_order(held[1])


def test_workers_settle(spark: SparkSession) -> None:
    """They do not collect garbage among all loaded objects after each task, and reuse their memory."""
    for _ in range(2):
        track(frame_of(spark, random_log(1, 300, acker_tasks=2)), acker_tasks=2, profile="storm2").collect()

    def tell(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for _ in batches:
            environment = [os.environ.get(name) for name in KEEPING_MEMORY]
            yield pa.RecordBatch.from_pylist([{"frozen": gc.get_freeze_count(), "environment": environment}])

    for report in spark.range(0, 2, 1, 2).mapInArrow(tell, "frozen long, environment array<string>").collect():
        assert report.frozen > THINGS_IN_MODULES
        assert [*KEEPING_MEMORY.values()] == report.environment
