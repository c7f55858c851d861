"""A DataFrame gives the same files as a stream, and is refused for the same faults as by `track`."""

import random
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from ackproof.errors import UsageError
from ackproof_adapters.shards.folder import open_log
from ackproof_adapters.shards.writing import write_shards
from ackproof_adapters.spark import MESSAGES
from ackproof_adapters.spark.sharded import dataframe
from ackproof_adapters.spark.sharded.dataframe import shards_of_dataframe
from shards.logs import batch_of

from spark.logs import random_log

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

pytestmark = pytest.mark.spark


@pytest.mark.parametrize("acker_tasks", [1, 5, 300])
def test_the_files_are_the_same_byte_for_byte(spark: "SparkSession", tmp_path: Path, acker_tasks: int) -> None:
    """The rows may be in any order; some acker tasks get nothing, and a Spark task writes several shards."""
    rows = [row for row in random_log(11, 900, acker_tasks=acker_tasks, given_ackers=0.1) if row[1] != "tick" or row[5]]
    write_shards([batch_of(rows)], tmp_path / "stream", acker_tasks)
    shuffled = random.Random(2).sample(rows, len(rows))
    log = shards_of_dataframe(spark.createDataFrame(shuffled, MESSAGES), tmp_path / "frame", acker_tasks)
    assert (acker_tasks == 300) == any(entry.rows == 0 for entry in log.manifest.shards)
    assert log == open_log(tmp_path / "frame")
    files = sorted(path.name for path in (tmp_path / "stream").iterdir())
    assert files == sorted(path.name for path in (tmp_path / "frame").iterdir())
    for name in files:
        assert (tmp_path / "stream" / name).read_bytes() == (tmp_path / "frame" / name).read_bytes()


def test_what_track_refuses_is_refused_before_anything_is_written(spark: "SparkSession", tmp_path: Path) -> None:
    """The message is the same, because it is the same check."""
    rows = [(1, "init", 5, 3, 1, None), (1, "tick", None, None, None, None)]
    with pytest.raises(UsageError, match="message 1: 2 messages have this seq"):
        shards_of_dataframe(spark.createDataFrame(rows, MESSAGES), tmp_path / "log", 2)
    with pytest.raises(UsageError, match="the log has no column acker"):
        shards_of_dataframe(spark.createDataFrame(rows, MESSAGES).drop("acker"), tmp_path / "log", 2)
    assert [] == list((tmp_path / "log").iterdir())


def test_rows_are_cut_into_record_batches(
    spark: "SparkSession", tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They have the length that a writer on this machine uses."""
    monkeypatch.setattr(dataframe, "BATCH_ROWS", 100)
    rows = random_log(11, 900, acker_tasks=2)
    log = shards_of_dataframe(spark.createDataFrame(rows, MESSAGES), tmp_path / "log", 2)
    assert log.rows == sum(2 if row[5] is None and row[1] == "tick" else 1 for row in rows)
    assert [entry.rows for entry in log.manifest.shards] == [
        sum(len(columns[0]) for columns in log.shard(acker).batches()) for acker in range(2)
    ]
