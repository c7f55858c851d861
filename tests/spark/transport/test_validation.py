"""The error for a bad log is one line, before anything is tracked."""

from typing import Any

import pytest
from ackproof.errors import UsageError
from ackproof_adapters.spark import MESSAGES, track
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as sql
from pyspark.sql.types import StructField, StructType

pytestmark = pytest.mark.spark

LEGAL: list[tuple[Any, ...]] = [
    (10, "init", 5, 3, 1, None),
    (11, "ack", 5, 3, None, None),
    (12, "fail", 6, None, None, 1),
    (13, "reset-timeout", 6, None, None, None),
    (14, "tick", None, None, None, None),
    (15, "tick", None, None, None, 2),
]

NULLABLE = StructType([StructField(field.name, field.dataType) for field in MESSAGES.fields])


def legal(spark: SparkSession) -> DataFrame:
    """Return a log without faults."""
    return spark.createDataFrame(LEGAL, NULLABLE)


def refusal(messages: DataFrame, *, acker_tasks: int = 3, profile: str = "storm2", log: str | None = None) -> str:
    """Return the one-line error."""
    with pytest.raises(UsageError) as raised:
        track(messages, acker_tasks=acker_tasks, profile=profile, log=log)
    message = str(raised.value)
    assert "\n" not in message
    return message


def test_a_legal_log_is_taken(spark: SparkSession) -> None:
    """Otherwise the other tests would prove nothing."""
    assert [(11, 0, "ack", 5, 1)] == [
        tuple(row) for row in track(legal(spark), acker_tasks=3, profile="storm2").collect()
    ]


ILLEGAL: list[tuple[tuple[object, ...], list[str]]] = [
    ((None, "ack", 5, 3, None, None), ["message None", "op 'ack'", "seq is null"]),
    ((20, "inti", 5, 3, 1, None), ["message 20", "'inti'", "init, ack, fail, reset-timeout, tick"]),
    ((20, "init", None, 3, 1, None), ["message 20", "root is null"]),
    ((20, "tick", 77, None, None, None), ["message 20", "root is 77"]),
    ((20, "init", 5, None, 1, None), ["message 20", "value is null"]),
    ((20, "init", 5, 3, None, None), ["message 20", "spout_task is null"]),
    ((20, "init", 5, 3, -2, None), ["message 20", "spout_task -2", "negative"]),
    ((20, "ack", 5, 3, None, 3), ["message 20", "acker 3", "0 to 2", "acker_tasks=3"]),
    ((12, "tick", None, None, None, None), ["message 12", "2 messages have this seq"]),
]
"""A row of each kind, and words of its error."""

ALIKE: list[tuple[tuple[object, ...], list[str]]] = [
    ((20, "ACK", 5, 3, 1, None), ["message 20", "'ACK'", "init, ack, fail, reset-timeout, tick"]),
    ((20, None, 5, 3, 1, None), ["message 20", "None", "init, ack, fail, reset-timeout, tick"]),
    ((20, "ack", None, 3, None, 0), ["message 20", "root is null"]),
    ((20, "fail", None, None, None, None), ["message 20", "root is null"]),
    ((20, "reset-timeout", None, None, None, None), ["message 20", "root is null"]),
    ((20, "ack", 5, None, None, None), ["message 20", "value is null"]),
    ((20, "tick", None, None, None, -1), ["message 20", "acker -1", "0 to 2"]),
]
"""More of the same kinds, for slow tests."""


@pytest.mark.parametrize(("row", "names"), [*ILLEGAL, *(pytest.param(*each, marks=pytest.mark.slow) for each in ALIKE)])
def test_an_illegal_row_is_named(spark: SparkSession, row: tuple[object, ...], names: list[str]) -> None:
    """The error has its `seq`, its operation and the fault."""
    message = refusal(spark.createDataFrame([*LEGAL, row], NULLABLE))
    assert [] == [name for name in names if name not in message], message
    assert "more like it" not in message


def test_of_many_illegal_rows_the_first_is_named_and_the_others_counted(spark: SparkSession) -> None:
    """The first is that in the order of the log, not of the rows."""
    bad = [(seq, "fail", None, None, None, None) for seq in (40, 30, 50)]
    message = refusal(spark.createDataFrame([*LEGAL, *bad], NULLABLE))
    assert "message 30 (op 'fail'): root is null; only a tick has none (and 2 more like it)" == message


def test_a_seq_that_two_acker_tasks_share_is_named(spark: SparkSession) -> None:
    """They are never in one shard; it is an error nevertheless, also far from each other."""
    far = 2**63 - 1
    twice = [(seq, "fail", 5, None, None, acker) for seq in (-far, far) for acker in (0, 1)]
    message = refusal(spark.createDataFrame([*LEGAL, *twice], NULLABLE))
    assert f"message {-far}: 2 messages have this seq, which says their order (and 1 more like it)" == message


@pytest.mark.parametrize("lost", [["seq"], ["op"], ["root", "value"], ["spout_task", "acker"]], ids=str)
def test_missing_columns_are_named(spark: SparkSession, lost: list[str]) -> None:
    """The error has all of them, and the existing columns."""
    there = [name for name in MESSAGES.names if name not in lost]
    message = refusal(legal(spark).drop(*lost))
    assert f"the log has no column {', '.join(lost)}; its columns are {', '.join(there)}" == message


@pytest.mark.parametrize(
    ("column", "kind", "names"),
    [
        ("seq", "string", ["seq is string, not bigint"]),
        ("seq", "double", ["seq is double, not bigint"]),
        ("root", "decimal(20,0)", ["root is decimal(20,0), not bigint"]),
        ("op", "int", ["op is int, not string"]),
        ("spout_task", "bigint", ["spout_task is bigint, not int"]),
        ("acker", "boolean", ["acker is boolean, not int"]),
    ],
)
def test_columns_of_a_wrong_type_are_named(spark: SparkSession, column: str, kind: str, names: list[str]) -> None:
    """The error has their type and the right one."""
    wrong = legal(spark).withColumn(column, sql.expr(f"CAST(NULL AS {kind})"))
    message = refusal(wrong)
    assert [] == [name for name in names if name not in message], message


def test_all_columns_of_a_wrong_type_are_named(spark: SparkSession) -> None:
    """There is one message, so that one correction is enough."""
    wrong = legal(spark).selectExpr("seq", "op", "string(root)", "float(value)", "spout_task", "acker")
    message = refusal(wrong)
    assert (
        "the log has columns of a wrong type: root is string, not bigint; value is float, not bigint. Cast" in message
    )


def test_two_columns_that_differ_in_case_only_are_ambiguous(spark: SparkSession) -> None:
    """SQL could not distinguish them, and neither is preferred."""
    assert "more than one column root" in refusal(legal(spark).select("*", sql.lit(1).alias("ROOT")))


@pytest.mark.parametrize("acker_tasks", [0, -1, 2**31])
def test_a_number_of_acker_tasks_that_cannot_be_is_named(spark: SparkSession, acker_tasks: int) -> None:
    """There is at least one, and `acker` must be able to hold the last."""
    assert f"acker_tasks is {acker_tasks};" in refusal(legal(spark), acker_tasks=acker_tasks)


def test_an_unknown_profile_is_named(spark: SparkSession) -> None:
    """The error lists the existing ones."""
    assert "profile 'storm3' is none of storm1, storm2" == refusal(legal(spark), profile="storm3")


def test_a_stream_is_refused(spark: SparkSession) -> None:
    """It has no end, but a tracked log has one."""
    stream = spark.readStream.format("rate").load().selectExpr("value AS seq")
    assert "track_stream" in refusal(stream)


def test_the_column_that_tells_logs_apart_is_checked_too(spark: SparkSession) -> None:
    """It must exist, be an integer or a string, have another name than the other columns, and no nulls."""
    named = legal(spark).withColumn("run", sql.expr("if(seq = 12, null, 'a')"))
    assert "message 12 of log None (op 'fail'): the log that it belongs to is null" == refusal(named, log="run")
    assert "no column walk" in refusal(named, log="walk")
    assert "log='seq'" in refusal(named, log="seq")
    assert "log='Kind'" in refusal(named.withColumnRenamed("run", "Kind"), log="Kind")
    assert "the log column run is double" in refusal(legal(spark).withColumn("run", sql.expr("1D")), log="run")


def test_a_repeated_seq_is_named_with_its_log(spark: SparkSession) -> None:
    """Two logs may have the same number, but one log may not have a number twice."""
    both = legal(spark).withColumn("run", sql.lit("a")).union(legal(spark).withColumn("run", sql.lit("b")))
    assert 2 == track(both, acker_tasks=3, profile="storm2", log="run").count()
    message = refusal(both.union(both.where("run = 'b' AND seq = 13")), log="run")
    assert "message 13 of log 'b': 2 messages have this seq, which says their order" == message
