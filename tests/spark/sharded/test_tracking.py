"""Spark's notifications for a sharded log are the reference's; a damaged log is refused before it is used."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa  # type: ignore[import-untyped]  # it brings no types
import pytest
from acking import PROFILES
from ackproof.components.acker import AckerResult
from ackproof.errors import Refused, UsageError
from ackproof.target import BatchTarget, Config, Run
from ackproof_adapters.kernel.kernel import Kernel
from ackproof_adapters.shards.folder import open_notifications, read_notifications
from ackproof_adapters.shards.layout import file_of
from ackproof_adapters.shards.writing import write_shards
from ackproof_adapters.spark import MESSAGES, NOTIFICATIONS, track
from ackproof_adapters.spark.sharded.tracking import (
    notifications_of,
    track_logs_to,
    track_shards,
    track_shards_to,
)
from ackproof_adapters.spark.targets.sharded import make
from ackproof_adapters.spark.transport.jobs import ROWS_WORTH_A_TASK, shares
from shards.logs import batch_of, small_log

from spark.logs import answers, random_log
from spark.targets.test_target import reference_results, run_of

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

pytestmark = pytest.mark.spark


def rows_of(table: pa.Table) -> list[tuple[Any, ...]]:
    """Return notifications in the order of the log, like the reference's answers."""
    return sorted(zip(*(column.to_pylist() for column in table.columns), strict=True))


@pytest.mark.parametrize(
    ("acker_tasks", "profile"),
    [
        (1, "storm1"),
        (3, "storm2"),
        pytest.param(1, "storm2", marks=pytest.mark.slow),
        pytest.param(3, "storm1", marks=pytest.mark.slow),
    ],
)
def test_it_says_what_the_reference_says(spark: "SparkSession", tmp_path: Path, profile: str, acker_tasks: int) -> None:
    """They are written to a folder and as a DataFrame, from short record batches; `track` gives the same."""
    rows = random_log(7, 1500, acker_tasks=acker_tasks, given_ackers=0.3)
    write_shards([batch_of(rows)], tmp_path / "log", acker_tasks, batch_rows=100)
    expected = sorted(answers(rows, acker_tasks, profile))
    assert 100 < len(expected)
    track_shards_to(spark, tmp_path / "log", tmp_path / "out", profile=profile)
    assert expected == rows_of(read_notifications(tmp_path / "out"))
    frame = track_shards(spark, tmp_path / "log", profile=profile)
    assert NOTIFICATIONS.names == frame.columns
    assert expected == sorted(map(tuple, frame.collect()))
    tracked = track(spark.createDataFrame(rows, MESSAGES), acker_tasks=acker_tasks, profile=profile)
    assert expected == sorted(map(tuple, tracked.collect()))


def test_many_logs_in_one_job(spark: "SparkSession", tmp_path: Path) -> None:
    """Each gets the notifications that it gets alone, with its own number of acker tasks; some have no messages."""
    logs = {number: random_log(number, 40 * (number % 4), acker_tasks=1 + number % 3) for number in range(12)}
    pairs: list[tuple[Path | str, Path | str]] = []
    for number, rows in logs.items():
        folder = tmp_path / f"{number}.log"
        write_shards([batch_of(rows)], folder, 1 + number % 3, batch_rows=5)
        pairs.append((folder, tmp_path / f"{number}.out"))
    outs = track_logs_to(spark, pairs, profile="storm2")
    assert [1 + number % 3 for number in logs] == [out.acker_tasks for out in outs]
    for (number, rows), (_, out) in zip(logs.items(), pairs, strict=True):
        assert sorted(answers(rows, 1 + number % 3, "storm2")) == rows_of(read_notifications(out))


@pytest.mark.parametrize("rows", [[], [0], [0] * 7, [5, 5, 5, 5], [9, 1, 1, 1, 0], [30_000_000, *range(200)]], ids=len)
@pytest.mark.parametrize("cores", [1, 2, 3])
def test_every_shard_is_dealt_to_one_spark_task(rows: list[int], cores: int) -> None:
    """None is left out or assigned twice, and no task has more than its share and one shard."""
    dealt = shares(rows, cores)
    assert list(range(len(rows))) == sorted(place for share in dealt for place in share)
    assert min(len(rows), max(cores, sum(rows) // ROWS_WORTH_A_TASK)) == len(dealt)
    for share in dealt:
        assert share
        assert sum(rows[place] for place in share) <= sum(rows) / len(dealt) + max(rows)


@pytest.mark.parametrize("place", ["early", "late"])
def test_a_damaged_shard_is_refused_with_its_place(spark: "SparkSession", tmp_path: Path, place: str) -> None:
    """The error is a sentence without a stack trace; and earlier notifications cannot be read."""
    log = small_log(tmp_path / "log")
    path = tmp_path / "log" / file_of(1)
    content = bytearray(path.read_bytes())
    number = 0 if place == "early" else len(log.manifest.shards[1].batches) - 1
    batch = log.manifest.shards[1].batches[number]
    content[batch.end - 20] ^= 4
    path.write_bytes(content)
    expected = (
        f"{path}: batch {number} (bytes {batch.offset} to {batch.end}): these are not the bytes that were written"
    )
    with pytest.raises(UsageError) as raised:
        track_shards_to(spark, tmp_path / "log", tmp_path / "out", profile="storm2")
    assert str(raised.value).startswith(expected)
    with pytest.raises(UsageError, match="did not finish"):
        read_notifications(tmp_path / "out")
    with pytest.raises(UsageError) as raised:
        track_shards(spark, tmp_path / "log", profile="storm2")
    assert str(raised.value).startswith(expected)


def test_a_log_that_cannot_be_opened_starts_nothing(spark: "SparkSession", tmp_path: Path) -> None:
    """Examples are a missing shard, no log at all, an unknown profile, and an output folder with notifications."""
    small_log(tmp_path / "log")
    with pytest.raises(UsageError, match="profile 'storm3' is none of"):
        track_shards_to(spark, tmp_path / "log", tmp_path / "out", profile="storm3")
    (tmp_path / "full" / "notifications").mkdir(parents=True)
    with pytest.raises(UsageError, match="is not empty"):
        track_shards_to(spark, tmp_path / "log", tmp_path / "full", profile="storm2")
    with pytest.raises(UsageError, match="is the same place as"):
        track_shards_to(spark, tmp_path / "log", tmp_path / "log", profile="storm2")
    twice: list[tuple[Path | str, Path | str]] = [(tmp_path / "log", tmp_path / "out")] * 2
    with pytest.raises(UsageError, match="two logs have the same folder"):
        track_logs_to(spark, twice, profile="storm2")
    (tmp_path / "log" / file_of(2)).unlink()
    with pytest.raises(UsageError, match=r"acker-00002\.arrow: is missing"):
        track_shards_to(spark, tmp_path / "log", tmp_path / "out", profile="storm2")
    with pytest.raises(UsageError, match="no such folder"):
        track_shards(spark, tmp_path / "none", profile="storm2")
    assert not (tmp_path / "out").exists()


def test_damaged_notifications_are_found_as_messages_are(spark: "SparkSession", tmp_path: Path) -> None:
    """The reader is the same."""
    small_log(tmp_path / "log")
    track_shards_to(spark, tmp_path / "log", tmp_path / "out", profile="storm2")
    path = tmp_path / "out" / file_of(0)
    content = bytearray(path.read_bytes())
    batch = open_notifications(tmp_path / "out").manifest.shards[0].batches[0]
    content[batch.end - 20] ^= 4
    path.write_bytes(content)
    with pytest.raises(UsageError, match=r"acker-00000\.arrow: batch 0 \(bytes .* not the bytes"):
        read_notifications(tmp_path / "out")


def test_a_task_answers_for_its_own_shard_only(tmp_path: Path) -> None:
    """Without Spark, one shard that is tracked alone has the notifications of its acker task."""
    log = small_log(tmp_path / "log")
    rows = random_log(1, 600, acker_tasks=3, roots=range(12), given_ackers=0.2)  # those of `small_log`
    seqs = [int(seq) for columns in notifications_of(log.shard(2), Kernel(PROFILES["storm1"])) for seq in columns[0]]
    assert [seq for seq, acker, *_ in answers(rows, 3, "storm1") if acker == 2] == seqs


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


@pytest.mark.usefixtures("spark")
def test_state_lasts_from_one_apply_to_the_next() -> None:
    """Operations in several requests get the same answers as in one."""
    run = run_of(3, 60, Config(profile="storm2", tasks=2))
    component = make().open("acker", run.config)
    pieces = [run.operations[:1], run.operations[1:40], (), run.operations[40:]]
    assert reference_results(run) == [result for piece in pieces for result in component.apply(piece)]


@pytest.mark.parametrize("config", [Config(profile="storm3"), Config(profile="storm2", tasks=0)], ids=str)
def test_the_target_refuses_what_it_does_not_have(config: Config) -> None:
    """Examples are another component, an unknown profile, and zero acker tasks."""
    with pytest.raises(Refused):
        make().open("acker", config)
    with pytest.raises(Refused):
        make().run_all([Run("acker", config, ())])
    with pytest.raises(Refused):
        make().open("spout", Config())


def test_the_target_names_itself_without_spark() -> None:
    """Its description needs no JVM, and no operations need none."""
    description = make().describe()
    assert ("spark-shards", ("acker",), frozenset({"acker-tasks"})) == (
        description.name,
        description.components,
        description.capabilities,
    )
    no_results: list[AckerResult] = []
    assert [no_results] * 2 == make().run_all([Run("acker", Config(), ())] * 2)
