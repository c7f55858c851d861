"""Replacements for functions that older releases of Spark lack.

PySpark 4.1 added `repartitionById`; 4.0 added `createDataFrame` for an Arrow table, and `toArrow`. Each function here
uses what the installed release has. docs/platforms.md has the releases that were tested.
"""

from collections.abc import Sequence
from functools import cache

import pyarrow as pa  # type: ignore[import-untyped]  # it brings no types
from py4j.protocol import Py4JJavaError  # type: ignore[import-untyped]  # it brings no types
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as sql
from pyspark.sql.pandas.types import from_arrow_schema, to_arrow_schema

_WORD = (1 << 32) - 1


def repartition_by_number(frame: DataFrame, partitions: int, number: str) -> DataFrame:
    """Return a DataFrame whose row with number k is in partition k modulo `partitions`.

    `number` is SQL for an integer from 0 that is never null. The place of a row depends on no other row and on no hash.
    """
    if hasattr(frame, "repartitionById"):
        return frame.repartitionById(partitions, sql.expr(number))
    return frame.repartition(partitions, sql.expr(key_of_partition(partitions, number)))


def key_of_partition(partitions: int, number: str) -> str:
    """Return SQL for an argument of `repartition` that sends the row with number k to partition k modulo `partitions`:
    `repartition` hashes its argument, so it is an integer with the right hash, in place of k.
    """
    keys = ", ".join(map(str, _keys_of_partitions(partitions)))
    return f"element_at(array({keys}), CAST(({number}) % {partitions} + 1 AS INT))"


@cache
def _keys_of_partitions(partitions: int) -> tuple[int, ...]:
    """Return, for each partition in turn, the least integer from 0 that `repartition` sends there."""
    found: dict[int, int] = {}
    key = 0
    while len(found) < partitions:
        found.setdefault(_hash(key) % partitions, key)
        key += 1
    return tuple(found[partition] for partition in range(partitions))


def _hash(number: int) -> int:
    """Return the hash that Spark gives a 32-bit integer: Murmur3, seed 42, as a signed number.

    It cannot change: tables that are stored in buckets depend on it.
    """
    word = _rotated(number * 0xCC9E2D51 & _WORD, 15) * 0x1B873593 & _WORD
    word = (_rotated(42 ^ word, 13) * 5 + 0xE6546B64) & _WORD
    word ^= 4  # the length in bytes
    word = (word ^ word >> 16) * 0x85EBCA6B & _WORD
    word = (word ^ word >> 13) * 0xC2B2AE35 & _WORD
    word ^= word >> 16
    return word - (1 << 32) if word >> 31 else word


def _rotated(word: int, bits: int) -> int:
    return (word << bits | word >> 32 - bits) & _WORD


def dataframe_of(session: SparkSession, table: pa.Table) -> DataFrame:
    """Return an Arrow table as a DataFrame."""
    if hasattr(DataFrame, "toArrow"):
        return session.createDataFrame(table)
    # By rows and not by pandas, which has no 64-bit integers beside nulls.
    rows = list(zip(*(column.to_pylist() for column in table.columns), strict=True))
    return session.createDataFrame(rows, from_arrow_schema(table.schema))


def table_of(frame: DataFrame) -> pa.Table:
    """Return all rows of a DataFrame as an Arrow table."""
    if hasattr(frame, "toArrow"):
        return frame.toArrow()
    return pa.Table.from_pylist([row.asDict() for row in frame.collect()], to_arrow_schema(frame.schema))


def class_of_jvm(session: SparkSession, names: Sequence[str]) -> str | None:
    """Return the first of these names that is a class of the session's JVM, or None: a class moves between releases."""
    jvm = session._jvm  # noqa: SLF001  # PySpark has no other way
    for name in names:
        try:
            jvm.org.apache.spark.util.Utils.classForName(name, False, False)  # type: ignore[union-attr]
        except Py4JJavaError:
            continue
        return name
    return None
