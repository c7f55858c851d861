"""`track` over files on one machine, and through the shuffle elsewhere: both give the same; and damage to the files."""

import gc
import random
import tempfile
from pathlib import Path

import pyarrow as pa  # type: ignore[import-untyped]  # it brings no types
import pytest
from ackproof.engine.workers import scratch
from ackproof.errors import UsageError
from ackproof_adapters.spark import MESSAGES, track
from ackproof_adapters.spark.batch import by_files, tracking
from ackproof_adapters.spark.transport.sizes import TrackingSizes
from pyspark.sql import Row, SparkSession

from spark.batch.test_track import MANY_ROOTS, frame_of, in_order
from spark.logs import MessageRow, answers, random_log
from spark.transport.test_pieces import batch_of

pytestmark = pytest.mark.spark

TINY = TrackingSizes(piece_rows=40, window=8, range_rows=50)


@pytest.mark.parametrize("is_one_machine", [True, False])
def test_both_ways_say_what_the_reference_says(
    spark: SparkSession, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, *, is_one_machine: bool
) -> None:
    """Pieces and windows have a few rows, and rows are in no order; no file is left on the disk."""
    monkeypatch.setattr(tracking, "is_here", lambda _: is_one_machine)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    rows = random_log(2, 600, acker_tasks=3, roots=MANY_ROOTS, given_ackers=0.05)
    frame = frame_of(spark, random.Random(3).sample(rows, len(rows)))
    notified = track(frame, acker_tasks=3, profile="storm1", sizes=TINY)
    assert [] == list(tmp_path.glob(f"{scratch.PREFIX}track-*"))
    assert answers(rows, 3, "storm1") == in_order(notified)


def test_what_is_made_of_the_result_outlives_it(spark: SparkSession) -> None:
    """The result is no longer referenced, and the files of the messages are removed."""
    rows = random_log(4, 500, acker_tasks=2)
    acks = track(frame_of(spark, rows), acker_tasks=2, profile="storm2").where("kind = 'ack'")
    gc.collect()
    assert [each for each in answers(rows, 2, "storm2") if each[2] == "ack"] == in_order(acks)


def test_a_message_that_comes_twice_is_found_among_others(spark: SparkSession) -> None:
    """It may be in another piece, or be a tick for all, which has the same `seq` for each acker task anyway."""
    ticks: list[MessageRow] = [(seq, "tick", None, None, None, None) for seq in range(300)]
    assert track(spark.createDataFrame(ticks, MESSAGES), acker_tasks=3, profile="storm2", sizes=TINY).count() == 0
    with pytest.raises(UsageError, match="message 7: 2 messages have this seq"):
        track(spark.createDataFrame([*ticks, ticks[7]], MESSAGES), acker_tasks=3, profile="storm2", sizes=TINY)


def test_a_folder_that_cannot_be_written_to_is_told_in_a_sentence(tmp_path: Path) -> None:
    """It is not shown in the stack traces of two languages."""
    [batches] = by_files._writer(tmp_path / "none", 2, 100)(iter([batch_of(random_log(1, 30))]))
    assert "cannot be written: No such file or directory" in batches.column("refused")[0].as_py()


def test_bytes_that_a_disk_has_damaged_are_found(tmp_path: Path) -> None:
    """They are found before a kernel gets them."""
    batches = list(by_files._writer(tmp_path, 2, 10)(iter([batch_of(random_log(1, 60))])))
    pieces = [by_files._piece(Row(**row)) for row in pa.Table.from_batches(batches).to_pylist()]
    fold = by_files._folder(tmp_path, pieces, [[0], [1]], "storm2", 8)
    shares = pa.record_batch({"id": [0, 1]})
    assert not any(batch.column("refused")[0].as_py() for batch in fold(iter([shares])))
    [file] = tmp_path.iterdir()
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)
    assert "does not hold what was written" in list(fold(iter([shares])))[-1].column("refused")[0].as_py()
