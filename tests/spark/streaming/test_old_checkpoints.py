"""A stream continues from a checkpoint of an older `track_stream`, in the middle of a micro-batch.

`form-1.tar.gz` is a stream of the code of commit cc2c09d, which sent messages as parcels through Spark's shuffle, on
PySpark 4.3 with two acker tasks: four files of messages, of which it had taken three when it was killed during the
fourth. The path of its folder is replaced by `/FOLDER`, and Spark's checksums are left out, because they would be of
that path.
"""

import tarfile
from pathlib import Path

import pytest
from ackproof_adapters.spark import wait_for
from ackproof_adapters.spark.streaming.marks import SINK_LOG
from ackproof_adapters.spark.streaming.process import CHECKPOINT, OUT, StreamFolder
from pyarrow import parquet  # type: ignore[import-untyped]  # it brings no types
from pyspark.sql import SparkSession

from spark.logs import MessageRow, answers
from spark.streams import notifications_in, put

pytestmark = pytest.mark.spark

OLD_FORM = Path(__file__).with_name("form-1.tar.gz")
FOLDER = "/FOLDER"
TASKS, PROFILE = 2, "storm2"


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """The folder of that stream."""
    with tarfile.open(OLD_FORM) as archive:
        archive.extractall(tmp_path, filter="data")
    for path in (*(tmp_path / CHECKPOINT / "sources").glob("*/*"), *(tmp_path / OUT / SINK_LOG).iterdir()):
        path.write_text(path.read_text().replace(FOLDER, str(tmp_path)))
    return tmp_path


def taken_in(folder: Path) -> list[MessageRow]:
    """Return the messages of a stream, in the order of its files."""
    files = sorted((folder / "in").iterdir())
    return [tuple(row.values()) for file in files for row in parquet.read_table(file).to_pylist()]


def test_an_older_stream_goes_on(spark: SparkSession, old: Path) -> None:
    """It repeats the interrupted micro-batch, processes the later ones, and gives the reference's notifications."""
    before = notifications_in(spark, old / OUT)
    messages = taken_in(old)
    last = messages[-1][0]
    open_roots = [row[2] for row in messages if row[1] == "init"][-5:]
    put(old / "in", 4, [(last + 1 + at, "fail", root, None, None, None) for at, root in enumerate(open_roots)])
    wait_for(StreamFolder(old, TASKS, PROFILE).track(spark))
    expected = answers(taken_in(old), TASKS, PROFILE)
    assert 0 < len(before) < len(expected)
    assert expected == notifications_in(spark, old / OUT)
