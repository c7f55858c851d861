"""`track_stream_parquet` compared with the reference, and its errors."""

import random
from itertools import pairwise
from pathlib import Path
from typing import Any

import pyarrow as pa  # type: ignore[import-untyped]  # it brings no types
import pytest
from ackproof.errors import UsageError
from ackproof_adapters.spark import NOTIFICATIONS, read_stream_notifications, track_stream_parquet, wait_for
from ackproof_adapters.spark.streaming.notifications import FILES
from ackproof_adapters.spark.streaming.process import StreamFolder
from pyarrow import parquet
from pyspark.sql import SparkSession

from spark.logs import MessageRow, answers, random_log
from spark.streams import notifications_in, put, table_of

pytestmark = pytest.mark.spark

MANY_ROOTS = tuple(random.Random(9).randrange(-(2**63), 2**63) for _ in range(40))
LEGAL: list[MessageRow] = [
    (10, "init", 5, 3, 1, None),
    (12, "ack", 5, 3, None, None),
    (14, "tick", None, None, None, 1),
]


def tracked(session: SparkSession, folder: Path, **changes: Any) -> None:
    """Process all files in `folder`/in, two in a micro-batch, and continue from the checkpoint."""
    places = {"checkpoint": folder / "checkpoint", "out": folder / "out"}
    settings = {"acker_tasks": 3, "profile": "storm2", "files": 2, "available_now": True}
    query = track_stream_parquet(session, folder / "in", **{**places, **settings, **changes})
    assert wait_for(query)


def refusal(session: SparkSession, folder: Path, **changes: Any) -> str:
    """Return the one-line error of a stream, at its start or while it runs."""
    with pytest.raises(UsageError) as raised:
        tracked(session, folder, **changes)
    assert "\n" not in str(raised.value)
    return str(raised.value)


def test_it_says_what_the_reference_says(spark: SparkSession, tmp_path: Path) -> None:
    """There are row groups and files in no order, ticks for one and for all, a file without rows, and a restart; and
    files of notifications that no row names are ignored.
    """
    rows = random_log(5, 3_000, acker_tasks=5, roots=MANY_ROOTS, given_ackers=0.05)
    cuts = [0, 7, 700, 700, 1500, 3000]
    stream = StreamFolder(tmp_path, 5, "storm1")
    for number, (start, end) in enumerate(pairwise(cuts)):
        mixed = random.Random(number).sample(rows[start:end], end - start)
        stream.put(number, table_of(mixed), row_group=100)
        if number in (2, 4):
            tracked(spark, tmp_path, acker_tasks=5, profile="storm1")
            (tmp_path / "out" / FILES / "left.parquet").touch()
            assert answers(rows[:end], 5, "storm1") == notifications_in(spark, tmp_path / "out")
    assert NOTIFICATIONS.names == read_stream_notifications(spark, tmp_path / "out").columns


ILLEGAL: list[tuple[MessageRow, str]] = [
    ((20, "inti", 5, 3, 1, None), "message 20 (op inti): there is no such op"),
    ((20, "tick", 77, None, None, None), "message 20 (op tick): root is 77; a tick has none"),
]
LATE: tuple[MessageRow, str] = (
    (14, "tick", None, None, None, 1),
    "message 14 of acker task 1 came after message 14 had been taken",
)


@pytest.mark.parametrize(("row", "line"), [*ILLEGAL, LATE])
def test_an_illegal_or_late_message_ends_the_stream(
    spark: SparkSession, tmp_path: Path, row: MessageRow, line: str
) -> None:
    """The line names it, and the first of its kind; its micro-batch has no notifications."""
    put(tmp_path / "in", 0, LEGAL)
    tracked(spark, tmp_path)
    put(tmp_path / "in", 1, [(16, "fail", 5, None, None, None), row, (30, *row[1:])])
    found = refusal(spark, tmp_path)
    assert found.startswith(line)
    assert (row == LATE[0]) != (str(tmp_path / "in" / "00001.parquet") in found)
    assert [(12, 0, "ack", 5, 1)] == notifications_in(spark, tmp_path / "out")


def test_what_arrow_cannot_read_ends_the_stream(spark: SparkSession, tmp_path: Path) -> None:
    """The line names the file: it has another format, or columns are missing."""
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a").write_text("nonsense")
    assert "in/a: cannot be read as Parquet" in refusal(spark, tmp_path)
    parquet.write_table(pa.table({"seq": [1]}), tmp_path / "in" / "a")
    assert "in/a: the log has no column op, root" in refusal(spark, tmp_path)
    assert [] == notifications_in(spark, tmp_path / "out")


def test_a_stream_is_not_begun_with_what_it_cannot_have(spark: SparkSession, tmp_path: Path) -> None:
    """Examples are a missing folder, no files, a place among the files, or the checkpoint of a stream of rows."""
    assert "in: is no folder" in refusal(spark, tmp_path)
    put(tmp_path / "in", 0, LEGAL)
    assert "files is 0" in refusal(spark, tmp_path, files=0)
    for place in ("checkpoint", "out"):
        inside = tmp_path / "in" / place
        assert f"{inside}: is within {tmp_path / 'in'}" in refusal(spark, tmp_path, **{place: inside})
        assert not inside.exists()
    wait_for(StreamFolder(tmp_path, 3, "storm2").track(spark))
    assert "began with way='rows' and cannot go on with 'Parquet by path'" in refusal(spark, tmp_path)
