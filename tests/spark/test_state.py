"""A log that continues another: two parts give the notifications of the whole, for any cut; a state is the old or the
new one.
"""

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

import pyarrow as pa  # type: ignore[import-untyped]  # it brings no types
import pyarrow.parquet as pq  # type: ignore[import-untyped]
import pytest
from ackproof.commands.main import main
from ackproof.errors import UsageError
from ackproof_adapters.shards.folder import read_notifications
from ackproof_adapters.shards.json_lines import shards_of_json_lines
from ackproof_adapters.shards.writing import write_shards
from ackproof_adapters.spark import NOTIFICATIONS, track_log
from ackproof_adapters.spark.parquet.tracking import track_parquet
from ackproof_adapters.spark.sharded.tracking import track_shards_to
from ackproof_adapters.spark.transport.sizes import TrackingSizes
from ackproof_adapters.spark.transport.succession import STATE, Succession
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pyspark.sql import SparkSession

from .here import here
from .logs import MessageRow, NotificationRow, answers, random_log
from .streams import table_of

pytestmark = pytest.mark.spark

USAGE, INTERRUPTED = 2, 130
ACKER_TASKS = 3

Track = Callable[[Sequence[MessageRow], Path, str], list[NotificationRow]]


def rows_of(table: pa.Table) -> list[NotificationRow]:
    columns = (table.column(name).to_pylist() for name in NOTIFICATIONS.names)
    return sorted(zip(*columns, strict=True))


def by_parquet(rows: Sequence[MessageRow], place: Path, profile: str) -> list[NotificationRow]:
    """Track rows in Parquet, in reverse order; the state is beside their folder."""
    pq.write_table(table_of(rows[::-1]), place / "log.parquet")
    sizes = TrackingSizes(piece_rows=20, window=8, range_rows=30)
    track_parquet(
        here(),
        place / "log.parquet",
        place / "out",
        acker_tasks=ACKER_TASKS,
        profile=profile,
        state=place.parent / "state",
        sizes=sizes,
    )
    return rows_of(pq.read_table(place / "out"))


def by_shards(rows: Sequence[MessageRow], place: Path, profile: str) -> list[NotificationRow]:
    """Do the same with a sharded log."""
    write_shards(table_of(rows).to_batches(), place / "log", ACKER_TASKS, batch_rows=8)
    track_shards_to(here(), place / "log", place / "out", profile=profile, state=place.parent / "state")
    return rows_of(read_notifications(place / "out"))


def by_json_lines(rows: Sequence[MessageRow], place: Path, profile: str) -> list[NotificationRow]:
    """Do the same with JSON lines, which become a sharded log."""
    names = table_of(rows).schema.names
    lines = "".join(json.dumps(dict(zip(names, row, strict=True))) + "\n" for row in rows)
    (place / "log.jsonl").write_text(lines, encoding="utf-8")
    shards_of_json_lines(place / "log.jsonl", place / "log", ACKER_TASKS)
    track_shards_to(here(), place / "log", place / "out", profile=profile, state=place.parent / "state")
    return rows_of(read_notifications(place / "out"))


@pytest.mark.parametrize("track", [by_parquet, by_shards, by_json_lines])
@given(st.data())
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_parts_of_a_log_say_what_the_whole_says(track: Track, data: st.DataObject) -> None:
    """Cuts may be anywhere, also before the first message, after the last, and twice at the same place."""
    profile = data.draw(st.sampled_from(["storm1", "storm2"]), "profile")
    rows = random_log(data.draw(st.integers(0, 1000), "log"), 120, acker_tasks=ACKER_TASKS, given_ackers=0.2)
    cuts = sorted(data.draw(st.lists(st.integers(0, 120), min_size=1, max_size=3), "cuts"))
    notifications: list[NotificationRow] = []
    with tempfile.TemporaryDirectory() as folder:
        for number, (start, end) in enumerate(zip([0, *cuts], [*cuts, 120], strict=True)):
            place = Path(folder, str(number))
            place.mkdir()
            notifications += track(rows[start:end], place, profile)
    assert sorted(answers(rows, ACKER_TASKS, profile)) == sorted(notifications)


@pytest.fixture
def days(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with two halves of a log, `first.parquet` and `second.parquet`; the command's jobs run in this
    process.
    """
    monkeypatch.setattr(track_log, "session_on", lambda _, for_python: here())  # noqa: ARG005 - as it is called
    monkeypatch.setattr(track_log, "watched", lambda _, work: work())
    rows = random_log(3, 300, acker_tasks=ACKER_TASKS)
    for name, part in {"first": rows[:140], "second": rows[140:]}.items():
        pq.write_table(table_of(part), tmp_path / f"{name}.parquet")
    return tmp_path


def tracked(days: Path, name: str, *options: str) -> int:
    """Track a half with the state in the folder `state`; return the exit code."""
    shutil.rmtree(days / f"out-{name}", ignore_errors=True)
    own = [] if "--acker-tasks" in options else ["--acker-tasks", "3"]
    log, out, state = days / f"{name}.parquet", days / f"out-{name}", days / "state"
    return main(["track", str(log), "--out", str(out), "--state", str(state), *own, *options])


def held(days: Path) -> dict[str, bytes]:
    """Return the contents of the folder of the state."""
    folder = days / "state"
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_the_command_goes_on(days: Path) -> None:
    """The folder contains exactly one state at any time, and nothing else."""
    assert 0 == tracked(days, "first")
    assert 1 + ACKER_TASKS == len(held(days))
    assert 0 == tracked(days, "second")
    assert 1 + ACKER_TASKS == len(held(days))
    notifications = [row for name in ("first", "second") for row in rows_of(pq.read_table(days / f"out-{name}"))]
    assert sorted(answers(random_log(3, 300, acker_tasks=ACKER_TASKS), ACKER_TASKS, "storm2")) == sorted(notifications)


@pytest.mark.parametrize("form", ["shards", "json"])
def test_the_command_goes_on_from_other_forms(days: Path, form: str, capsys: pytest.CaptureFixture[str]) -> None:
    """It goes from Parquet to another form; a refused log is named as the user did."""
    assert 0 == tracked(days, "first")
    second = pq.read_table(days / "second.parquet")
    log, own = days / "shards", [] if form == "shards" else ["--acker-tasks", "3"]
    if form == "shards":
        write_shards(second.to_batches(), log, ACKER_TASKS)
    else:
        log = days / "second.jsonl"
        log.write_text("".join(json.dumps(row) + "\n" for row in second.to_pylist()), encoding="utf-8")
    command = ["track", str(log), "--out", str(days / "out"), "--state", str(days / "state"), *own]
    assert 0 == main(command)
    notifications = [*rows_of(pq.read_table(days / "out-first")), *rows_of(read_notifications(days / "out"))]
    assert sorted(answers(random_log(3, 300, acker_tasks=ACKER_TASKS), ACKER_TASKS, "storm2")) == sorted(notifications)
    shutil.rmtree(days / "out")
    assert USAGE == main(command)
    assert f"{log}: begins with message 140, and the state in" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (("--acker-tasks", "4"), "began with acker_tasks=3 and cannot go on with 4"),
        (("--profile", "storm1"), "began with profile='storm2' and cannot go on with 'storm1'"),
    ],
)
def test_a_state_of_something_else_is_refused(
    days: Path, options: tuple[str, ...], expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The error is one sentence; the state is unchanged, and nothing is tracked."""
    assert 0 == tracked(days, "first")
    before = held(days)
    assert USAGE == tracked(days, "second", *options)
    assert expected in capsys.readouterr().err
    assert before == held(days)
    assert not (days / "out-second").exists()


def other_version(state: Path) -> str:
    words = json.loads((state / STATE).read_text())
    (state / STATE).write_text(json.dumps({**words, "version": 2, "kernels": "elsewhere"}))
    return "is 'ackproof-state' of version 2; this is ackproof for version 1"


def cut_off(state: Path) -> str:
    (state / STATE).write_bytes((state / STATE).read_bytes()[:40])
    return "state.json: is not what track writes there"


def another_place(state: Path) -> str:
    words = (state / STATE).read_text()
    (state / STATE).write_text(words.replace("kernels-", "../kernels-"))
    return "state.json: is not what track writes there"


def flipped(state: Path) -> str:
    path = next(state.glob("kernels-*/00001.kernel"))
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    path.write_bytes(content)
    return "00001.kernel: these are not the bytes that were written"


def lost(state: Path) -> str:
    next(state.glob("kernels-*/00002.kernel")).unlink()
    return "00002.kernel: cannot be read"


@pytest.mark.parametrize("damage", [other_version, cut_off, another_place, flipped, lost])
def test_a_state_that_is_damaged_is_refused(
    days: Path, damage: Callable[[Path], str], capsys: pytest.CaptureFixture[str]
) -> None:
    """The error is one sentence that names the file."""
    assert 0 == tracked(days, "first")
    expected = damage(days / "state")
    before = held(days)
    assert USAGE == tracked(days, "second")
    assert expected in capsys.readouterr().err
    assert before == held(days)


def test_the_same_log_twice_is_refused(days: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is recognized by the `seq` in the state."""
    assert 0 == tracked(days, "first")
    assert USAGE == tracked(days, "first")
    written = capsys.readouterr().err
    assert "begins with message 0, and the state in" in written
    assert "has taken message 139 already" in written


def test_a_folder_of_something_else_is_no_state(days: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Its content was not written by the command."""
    (days / "state").mkdir()
    (days / "state" / "mine.txt").write_text("precious")
    assert USAGE == tracked(days, "first")
    assert "is no state, and not empty" in capsys.readouterr().err
    assert {"mine.txt": b"precious"} == held(days)


@pytest.mark.parametrize("moment", ["before", "kernels", "interrupted"])
def test_a_run_that_dies_leaves_the_old_state(days: Path, monkeypatch: pytest.MonkeyPatch, moment: str) -> None:
    """It dies before it writes its own, when it has written half of it, or when it is interrupted; the next run
    continues.
    """
    assert 0 == tracked(days, "first")
    before = held(days)
    commit = Succession.commit

    def dies(_: Succession) -> None:
        if moment == "interrupted":
            raise KeyboardInterrupt
        if moment == "kernels":  # as a kill between the two steps leaves it
            half = days / "state" / "kernels-0123"
            half.mkdir()
            (half / "00000.kernel").write_bytes(b"half")
        raise UsageError("it has died")

    monkeypatch.setattr(Succession, "commit", dies)
    assert (INTERRUPTED if moment == "interrupted" else USAGE) == tracked(days, "second")
    assert before == {name: content for name, content in held(days).items() if "0123" not in name}
    monkeypatch.setattr(Succession, "commit", commit)
    assert 0 == tracked(days, "second")
    assert 1 + ACKER_TASKS == len(held(days))


def test_what_goes_through_the_rows_of_spark_goes_on_too(
    spark: SparkSession, days: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The notifications of the parts are those of the whole; nothing but the state is in its folder; the same log
    again is refused, and named as the user did.
    """
    monkeypatch.setattr(track_log, "session_on", lambda _, for_python: spark)  # noqa: ARG005 - as it is called
    folder = days / "parts" / "day=2"
    folder.mkdir(parents=True)
    shutil.copy(days / "second.parquet", folder)
    assert 0 == tracked(days, "first")
    options = ["--out", str(days / "out"), "--state", str(days / "state"), "--acker-tasks", "3"]
    assert 0 == main(["track", str(days / "parts"), *options])
    notifications = [row for out in ("out-first", "out") for row in rows_of(pq.read_table(days / out))]
    assert sorted(answers(random_log(3, 300, acker_tasks=ACKER_TASKS), ACKER_TASKS, "storm2")) == sorted(notifications)
    assert 1 + ACKER_TASKS == len(held(days))
    before = held(days)
    shutil.rmtree(days / "out")
    assert USAGE == main(["track", str(days / "parts"), *options])
    assert f"ackproof: {days / 'parts'}: begins with message 140, and the state in" in capsys.readouterr().err
    assert before == held(days)


@pytest.mark.slow
def test_each_form_goes_on_on_a_cluster(standalone: str, tmp_path: Path) -> None:
    """Each part is a process of its own on two executors: Parquet by its path, Spark's rows, JSON lines, shards."""
    rows = random_log(7, 4000, acker_tasks=ACKER_TASKS, given_ackers=0.2)
    parts = [table_of(rows[start : start + 1000]) for start in range(0, 4000, 1000)]
    (tmp_path / "rows" / "day=2").mkdir(parents=True)
    pq.write_table(parts[0], tmp_path / "log.parquet", row_group_size=100)
    pq.write_table(parts[1], tmp_path / "rows" / "day=2" / "log.parquet")
    lines = "".join(json.dumps(row) + "\n" for row in parts[2].to_pylist())
    (tmp_path / "log.jsonl").write_text(lines, encoding="utf-8")
    write_shards(parts[3].to_batches(), tmp_path / "shards", ACKER_TASKS)
    notifications: list[NotificationRow] = []
    for name, read in (
        ("log.parquet", pq.read_table),
        ("rows", pq.read_table),
        ("log.jsonl", read_notifications),
        ("shards", read_notifications),
    ):
        out = tmp_path / f"{name}-notifications"
        options = ["--out", str(out), "--state", str(tmp_path / "state"), "--acker-tasks", str(ACKER_TASKS)]
        command = [sys.executable, "-m", "ackproof", "track", str(tmp_path / name), *options, "--master", standalone]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert 0 == done.returncode, done.stderr
        notifications += rows_of(read(out))
    assert sorted(answers(rows, ACKER_TASKS, "storm2")) == sorted(notifications)
