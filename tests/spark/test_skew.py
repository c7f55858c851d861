"""Logs with skew: one acker task has everything, one root has everything, every root stays open.

Each is made by SQL, so that it can have any length, and the expected counts are by SQL, too.
"""

from pathlib import Path

import pytest
from ackproof_adapters.spark import track
from ackproof_adapters.spark.sharded.dataframe import shards_of_dataframe
from ackproof_adapters.spark.sharded.tracking import track_shards
from pyspark.sql import DataFrame, SparkSession

pytestmark = pytest.mark.spark

ACKER_TASKS = 8
SMALL, LARGE = 3_000, 10_000_000
SIZES = [SMALL, pytest.param(LARGE, marks=pytest.mark.slow)]


def inits_then_acks(spark: SparkSession, roots: int, acker: str = "NULL") -> DataFrame:
    """Return a log in which every root is open before the first is acked, and then each is acked at once."""
    return spark.range(2 * roots).selectExpr(
        "id AS seq",
        f"if(id < {roots}, 'init', 'ack') AS op",
        f"id % {roots} AS root",
        f"hash(id % {roots}) * 4294967297L | 1 AS value",
        f"if(id < {roots}, 7, NULL) AS spout_task",
        f"CAST({acker} AS INT) AS acker",
    )


def one_tree(spark: SparkSession, messages: int) -> DataFrame:
    """Return the log of one tree, whose edges are acked by a bolt that emits the next: a chain of that length."""
    return spark.range(messages).selectExpr(
        "id AS seq",
        "if(id = 0, 'init', 'ack') AS op",
        "5L AS root",
        f"CASE id WHEN 0 THEN 1L WHEN {messages - 1} THEN id ELSE id ^ (id + 1) END AS value",
        "7 AS spout_task",
        "CAST(NULL AS INT) AS acker",
    )


def counted(notifications: DataFrame) -> dict[str, int]:
    """Return how often each kind was notified, and to how many roots; and how many acks came in their root's turn."""
    [found] = notifications.selectExpr(
        "count(*) AS rows", "count(DISTINCT root) AS roots", "count_if(kind = 'ack' AND spout_task = 7) AS acks"
    ).collect()
    return dict(found.asDict())


@pytest.mark.parametrize("roots", SIZES)
@pytest.mark.parametrize("acker", [pytest.param("NULL", marks=pytest.mark.slow), "3"])
def test_every_root_is_open_at_once(spark: SparkSession, tmp_path: Path, roots: int, acker: str) -> None:
    """All kept by one acker task, or spread over all as in most other tests; from rows and from a sharded log."""
    log = inits_then_acks(spark, roots, acker)
    expected = {"rows": roots, "roots": roots, "acks": roots}
    assert expected == counted(track(log, acker_tasks=ACKER_TASKS, profile="storm2"))
    shards_of_dataframe(log, tmp_path / "log", ACKER_TASKS)
    notifications = track_shards(spark, tmp_path / "log", profile="storm1")
    assert expected == counted(notifications)
    assert 0 == notifications.where(f"seq <> root + {roots}").count()


@pytest.mark.parametrize("messages", SIZES)
def test_one_root_has_all_messages(spark: SparkSession, tmp_path: Path, messages: int) -> None:
    """A tree is one number, however long it is."""
    log = one_tree(spark, messages)
    shards_of_dataframe(log, tmp_path / "log", ACKER_TASKS)
    for notifications in (
        track(log, acker_tasks=ACKER_TASKS, profile="storm1"),
        track_shards(spark, tmp_path / "log", profile="storm2"),
    ):
        assert [(messages - 1, "ack", 5)] == [(row.seq, row.kind, row.root) for row in notifications.collect()]
