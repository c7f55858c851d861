"""Replacements for features that older releases of Spark lack: the result is the same on any release."""

from typing import Any

import pyarrow as pa  # type: ignore[import-untyped]  # it brings no types
import pytest
from ackproof_adapters.spark.transport.releases import (
    class_of_jvm,
    dataframe_of,
    key_of_partition,
    repartition_by_number,
    table_of,
)
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as sql

pytestmark = pytest.mark.spark

NUMBERS = 200

TABLE = pa.table(
    {
        "seq": pa.array([0, 2**63 - 1, -(2**63), None], pa.int64()),
        "op": pa.array(["ack", None, "", "é"], pa.string()),
        "acker": pa.array([None, 1, None, -(2**31)], pa.int32()),
    }
)


def places(frame: DataFrame) -> dict[int, int]:
    """Return the partition of each number of a DataFrame."""
    return {row[0]: row[1] for row in frame.select("number", sql.spark_partition_id()).collect()}


@pytest.mark.parametrize("partitions", [1, 2, 3, 53, pytest.param(256, marks=pytest.mark.slow)])
def test_rows_are_dealt_out_by_number(spark: SparkSession, partitions: int) -> None:
    """This holds for this release's own way, and for the hash of a key, which replaces it in older ones."""
    numbers = spark.range(NUMBERS).selectExpr("CAST(id AS INT) AS number")
    expected = {number: number % partitions for number in range(NUMBERS)}
    assert expected == places(repartition_by_number(numbers, partitions, "number"))
    assert expected == places(numbers.repartition(partitions, sql.expr(key_of_partition(partitions, "number"))))


class WithoutRepartitionById:
    """A DataFrame of an older release, as far as `repartition_by_number` uses it."""

    def __init__(self, frame: DataFrame) -> None:
        self.repartition = frame.repartition


def test_an_older_release_is_given_keys(spark: SparkSession) -> None:
    """Without `repartitionById`, the rows go to the same places."""
    numbers = spark.range(NUMBERS).selectExpr("CAST(id AS INT) AS number")
    older: Any = WithoutRepartitionById(numbers)
    expected = {number: number % 7 for number in range(NUMBERS)}
    assert expected == places(repartition_by_number(older, 7, "number"))


@pytest.mark.parametrize("length", [0, 1, 4])
@pytest.mark.parametrize("older", [False, True])
def test_a_table_comes_back_as_it_went(
    spark: SparkSession, monkeypatch: pytest.MonkeyPatch, length: int, *, older: bool
) -> None:
    """There are whole 64-bit numbers beside nulls, with and without the features of PySpark 4.0."""
    if older:
        monkeypatch.delattr(DataFrame, "toArrow", raising=False)
    rows = TABLE.slice(0, length)
    assert rows.to_pylist() == table_of(dataframe_of(spark, rows)).to_pylist()


def test_a_class_is_found_by_any_of_its_names(spark: SparkSession) -> None:
    """The first name that is there counts, and without one there is none."""
    session = "org.apache.spark.sql.SparkSession"
    assert session == class_of_jvm(spark, ["org.apache.spark.NoSuchClass", session, "java.lang.String"])
    assert class_of_jvm(spark, ["org.apache.spark.NoSuchClass"]) is None
