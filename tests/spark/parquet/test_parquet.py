"""A log in Parquet by its path: the notifications of the reference, in any order of rows; and the errors of `track`."""

import random
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa  # type: ignore[import-untyped]  # it brings no types
import pyarrow.parquet as pq  # type: ignore[import-untyped]
import pytest
from ackproof.components.acker import AckerResult
from ackproof.errors import UsageError
from ackproof.target import BatchTarget, Config, Run
from ackproof_adapters.spark import MESSAGES, NOTIFICATIONS, track
from ackproof_adapters.spark.parquet import tracking
from ackproof_adapters.spark.parquet.reading import pieces_of
from ackproof_adapters.spark.parquet.source import open_parquet
from ackproof_adapters.spark.parquet.tracking import track_parquet
from ackproof_adapters.spark.targets.parquet import make
from ackproof_adapters.spark.transport.repeats import comes_twice
from ackproof_adapters.spark.transport.sizes import TrackingSizes

from spark.here import here
from spark.logs import MessageRow, NotificationRow, answers, random_log
from spark.streams import table_of
from spark.targets.test_target import reference_results, run_of

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

pytestmark = pytest.mark.spark

ACKER_TASKS = 3
TINY = TrackingSizes(piece_rows=40, window=16, range_rows=50)


def notified(out: Path) -> list[NotificationRow]:
    """Return the notifications in a folder, in the order of the log."""
    table = pq.read_table(out).select(NOTIFICATIONS.names)
    return sorted(zip(*(column.to_pylist() for column in table.columns), strict=True))


def write_files(rows: list[MessageRow], folder: Path) -> None:
    """Write rows into two files: one with `op` as plain text and wider types, one with dictionaries everywhere."""
    folder.mkdir()
    table = table_of(rows)
    plain, coded = table.slice(0, len(rows) // 2), table.slice(len(rows) // 2)
    pq.write_table(
        plain.select(["value", "op", "root", "acker", "spout_task", "seq"]).append_column("more", plain.column("op")),
        folder / "a.parquet",
        row_group_size=7,
        use_dictionary=False,
    )
    op = coded.schema.get_field_index("op")
    coded = coded.set_column(op, "OP", coded.column("op").dictionary_encode())
    pq.write_table(coded, folder / "b.parquet", row_group_size=50, write_page_checksum=True)


@pytest.mark.parametrize("in_order", [True, False])
@pytest.mark.parametrize("profile", ["storm1", "storm2"])
def test_it_says_what_the_reference_says(tmp_path: Path, profile: str, in_order: bool) -> None:  # noqa: FBT001
    """The rows come from many row groups of two files, in any order, with pieces and windows of a few rows."""
    rows = random_log(7, 1500, acker_tasks=ACKER_TASKS, given_ackers=0.3)
    shuffled = rows if in_order else random.Random(1).sample(rows, len(rows))
    write_files(shuffled, tmp_path / "log")
    found = track_parquet(
        here(), tmp_path / "log", tmp_path / "out", acker_tasks=ACKER_TASKS, profile=profile, sizes=TINY
    )
    expected = sorted(answers(rows, ACKER_TASKS, profile))
    assert 100 < len(expected)
    assert expected == notified(tmp_path / "out")
    assert (2, 1500, len(expected)) == (found.files, found.messages, found.notified.total())
    assert {"log", "out"} == {path.name for path in tmp_path.iterdir()}


def test_on_spark_a_uri_is_read_and_an_empty_log_says_nothing(spark: "SparkSession", tmp_path: Path) -> None:
    """The URI's file system is used; an empty log gives a readable, empty set of notifications."""
    for name, rows in {"none": [], "some": random_log(3, 200, acker_tasks=ACKER_TASKS)}.items():
        pq.write_table(table_of(rows), tmp_path / f"{name}.parquet")
        uri = f"file://{tmp_path}/{name}.parquet"
        track_parquet(spark, uri, tmp_path / name, acker_tasks=ACKER_TASKS, profile="storm2")
        expected = sorted(answers(rows, ACKER_TASKS, "storm2"))
        assert expected == notified(tmp_path / name)
        assert expected == sorted(map(tuple, spark.read.parquet(str(tmp_path / name)).collect()))


ILLEGAL: list[Any] = [
    (5, "ack", 5, 1, None, 0),  # a seq that another message has
    pytest.param((9, "nack", 5, 1, None, None), marks=pytest.mark.slow),
    pytest.param((9, "init", 5, 1, None, None), marks=pytest.mark.slow),
    pytest.param((9, "ack", 5, 1, None, ACKER_TASKS), marks=pytest.mark.slow),
]


@pytest.mark.parametrize("illegal", ILLEGAL)
def test_what_track_refuses_is_refused_with_its_words(spark: "SparkSession", tmp_path: Path, illegal: Any) -> None:
    """The error comes after the file with the message; nothing is left."""
    rows = [*random_log(3, 9, acker_tasks=ACKER_TASKS), illegal]
    pq.write_table(table_of(rows), tmp_path / "log.parquet", row_group_size=2)
    with pytest.raises(UsageError) as of_track:
        track(spark.createDataFrame(rows, MESSAGES), acker_tasks=ACKER_TASKS, profile="storm2")
    with pytest.raises(UsageError) as raised:
        track_parquet(
            spark,
            tmp_path / "log.parquet",
            tmp_path / "out",
            acker_tasks=ACKER_TASKS,
            profile="storm2",
            sizes=TrackingSizes(piece_rows=2),
        )
    assert f"{tmp_path}/log.parquet: {of_track.value}" == str(raised.value)
    assert {"log.parquet"} == {path.name for path in tmp_path.iterdir()}


@pytest.mark.parametrize("repeated", [None, "message", "tick for all", "tick and message"])
def test_a_seq_that_comes_twice_in_pieces_that_overlap(tmp_path: Path, repeated: str | None) -> None:
    """A tick for all is in each shard once, and is not a repetition."""
    rows: list[MessageRow] = [(seq, "fail", seq, None, None, None) for seq in range(0, 400, 2)]
    rows += [(seq, "tick", None, None, None, None) for seq in range(1, 400, 20)]
    rows = random.Random(2).sample(rows, len(rows))
    twice: dict[str | None, list[MessageRow]] = {
        None: [],
        "message": [(8, "fail", 1, None, None, None)],
        "tick for all": [(21, "tick", None, None, None, None)],
        "tick and message": [(41, "fail", 1, None, None, None)],
    }
    pq.write_table(table_of(rows + twice[repeated]), tmp_path / "log.parquet")
    log = open_parquet(str(tmp_path / "log.parquet"))
    assert log is not None
    [(block, _)] = log.blocks(1)
    pieces = pieces_of(log, tmp_path, ACKER_TASKS, 30, block)
    assert not any(piece.repeated for piece in pieces)
    for size in (1, 50, 10_000):
        assert (repeated is not None) == comes_twice(here(), tmp_path, pieces, size)


def test_what_is_tried_twice_is_there_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """There is a complete attempt, one that leaves half of a file, and one whose answer counts."""

    def twice(work: Any, *arguments: Any) -> Any:
        work(*arguments)
        folder = next(each for each in arguments if isinstance(each, Path))
        (folder / f"{len([*folder.iterdir()])}.parquet").write_bytes(b"PAR1 half of a file")
        return work(*arguments)

    for name in ("pieces_of", "write_notifications"):
        monkeypatch.setattr(tracking, name, partial(twice, getattr(tracking, name)))
    rows = random_log(3, 300, acker_tasks=ACKER_TASKS)
    pq.write_table(table_of(rows), tmp_path / "log.parquet")
    track_parquet(here(), tmp_path / "log.parquet", tmp_path / "out", acker_tasks=ACKER_TASKS, profile="storm2")
    assert sorted(answers(rows, ACKER_TASKS, "storm2")) == notified(tmp_path / "out")
    assert {"log.parquet", "out"} == {path.name for path in tmp_path.iterdir()}


def test_a_file_that_changes_meanwhile_is_refused(tmp_path: Path) -> None:
    """A worker opens it again."""
    path = tmp_path / "log.parquet"
    pq.write_table(table_of(random_log(3, 100)), path)
    log = open_parquet(str(path))
    assert log is not None
    pq.write_table(table_of(random_log(3, 90)), path)
    with pytest.raises(UsageError, match="has changed since it was opened"):
        pieces_of(log, tmp_path, 1, 10, log.blocks(1)[0][0])


@pytest.mark.parametrize("form", ["partitioned", "binary"])
def test_what_only_spark_reads_is_left_to_it(tmp_path: Path, form: str) -> None:
    """These are partition columns in the names of folders, and types that Arrow would read differently."""
    table = table_of(random_log(3, 20))
    folder = tmp_path / ("acker=0" if form == "partitioned" else "log")
    folder.mkdir()
    if form == "binary":
        table = table.set_column(table.schema.get_field_index("op"), "op", table.column("op").cast(pa.binary()))
    pq.write_table(table, folder / "log.parquet")
    assert open_parquet(str(folder if form == "binary" else tmp_path)) is None


def test_columns_that_are_missing_are_named_with_the_file(tmp_path: Path) -> None:
    """The error comes before Spark is started."""
    table = table_of(random_log(3, 20))
    pq.write_table(table, tmp_path / "a.parquet")
    pq.write_table(table.drop(["op"]), tmp_path / "b.parquet")
    with pytest.raises(UsageError, match=r"b\.parquet: the log has no column op; its columns are seq, root"):
        open_parquet(str(tmp_path))


@pytest.mark.parametrize("kind", [pa.uint64(), pa.float64()])
def test_a_type_of_no_message_is_named_with_the_file(tmp_path: Path, kind: pa.DataType) -> None:
    """Spark would only say that it cannot convert the column, if the other files have the right type."""
    table = table_of(random_log(3, 20))
    pq.write_table(table, tmp_path / "a.parquet")
    pq.write_table(table.set_column(0, "seq", table.column("seq").cast(kind)), tmp_path / "b.parquet")
    with pytest.raises(UsageError, match=r"b\.parquet: the log has columns of a wrong type: seq is (decimal|double)"):
        open_parquet(str(tmp_path))


@pytest.mark.parametrize("damaged", [b"spout_task", b"init"])
def test_a_text_that_is_no_utf8_is_refused_with_the_file(tmp_path: Path, damaged: bytes) -> None:
    """It is a column's name in the footer, or an operation on a page without a checksum."""
    path = tmp_path / "log.parquet"
    options = {"compression": "none", "write_statistics": False, "store_schema": False}
    pq.write_table(table_of(random_log(3, 40, acker_tasks=ACKER_TASKS)), path, **options)
    path.write_bytes(path.read_bytes().replace(damaged, damaged[:-1] + b"\xe5"))

    def read() -> None:
        log = open_parquet(str(path))
        assert log is not None
        ((block, _),) = log.blocks(1)
        pieces_of(log, tmp_path, ACKER_TASKS, 100, block)

    with pytest.raises(UsageError, match=r"log\.parquet: cannot be read as Parquet: .*utf-8"):
        read()


def test_blocks_have_each_row_group_once(tmp_path: Path) -> None:
    """They are in order, and of about equal size."""
    for name in "abc":
        pq.write_table(table_of(random_log(3, 100)), tmp_path / f"{name}.parquet", row_group_size=9)
    log = open_parquet(str(tmp_path))
    assert log is not None
    for count in (1, 2, 7, 100):
        blocks = log.blocks(count)
        parts = [(file.path, number) for block, _ in blocks for file, numbers in block.parts for number in numbers]
        assert [(file.path, number) for file in log.files for number in range(12)] == parts
        assert 300 == sum(rows for _, rows in blocks)
        assert all(abs(rows - 300 / len(blocks)) <= 18 for _, rows in blocks)


@pytest.mark.usefixtures("spark")
def test_the_target_takes_many_runs_in_one_call() -> None:
    """There are both profiles, several numbers of acker tasks, and some runs without operations: each gets the answers
    that it gets alone.
    """
    target = make()
    assert isinstance(target, BatchTarget)
    configs = [Config(profile=profile, tasks=tasks) for profile in ("storm1", "storm2") for tasks in (1, 3)]
    runs = [run_of(seed, seed % 50, configs[seed % 4]) for seed in range(60)]
    assert [reference_results(run) for run in runs] == target.run_all(runs)
    no_results: list[AckerResult] = []
    assert [no_results] * 2 == target.run_all([Run("acker", Config(), ())] * 2)
