"""`ackproof track` on a full disk, interrupted, or run twice: the complete result, or none and a sentence."""

import os
import resource
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pyarrow as pa  # type: ignore[import-untyped]  # it brings no types
import pyarrow.parquet as pq  # type: ignore[import-untyped]
import pytest
from ackproof.commands.main import main
from ackproof.errors import UsageError
from ackproof.wire.output import owned
from ackproof_adapters.shards.writing import write_shards
from ackproof_adapters.spark import track_log, track_parquet
from ackproof_adapters.spark.sharded.tracking import track_shards_to
from pyspark.sql import SparkSession

from .logs import random_log
from .streams import table_of

pytestmark = pytest.mark.spark

USAGE, INTERRUPTED = 2, 130
ACKER_TASKS = 3
FORMS = ("shards", "log.jsonl", "log.parquet")

JSON_LINES = (
    '{"seq": 1, "op": "init", "root": "5", "value": "17", "spout_task": 7}\n'
    '{"seq": 2, "op": "tick"}\n'
    '{"seq": 3, "op": "ack", "root": 5, "value": 17}\n'
)


@pytest.fixture(autouse=True)
def _in_one_session(spark: SparkSession, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(track_log, "session_on", lambda _, for_python: spark)  # noqa: ARG005 - as it is called


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    """A folder with a log in each form."""
    rows = table_of(random_log(3, 600, acker_tasks=ACKER_TASKS))
    write_shards(rows.to_batches(), tmp_path / "shards", ACKER_TASKS, batch_rows=50)
    pq.write_table(rows, tmp_path / "log.parquet")
    (tmp_path / "log.jsonl").write_text(JSON_LINES, encoding="utf-8")
    return tmp_path


def tracked(log: Path, out: Path) -> int:
    """Run the command; return its exit code."""
    own = [] if log.is_dir() else ["--acker-tasks", str(ACKER_TASKS)]
    return main(["track", str(log), "--out", str(out), *own])


@contextmanager
def little_room() -> Iterator[None]:
    """Limit the size of this process's files to a few bytes."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (64, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize(
    ("form", "expected"),
    [("shards", " messages in 3 files ("), ("log.jsonl", "5 messages in 1 file (3 rows)"), ("log.parquet", "600 rows")],
)
def test_files_and_rows_that_were_read_are_told(
    logs: Path, capsys: pytest.CaptureFixture[str], form: str, expected: str
) -> None:
    """A tick for all is one row of JSON lines, but a message for each acker task."""
    assert 0 == tracked(logs / form, logs / "out")
    assert expected in capsys.readouterr().out


@pytest.mark.parametrize("form", FORMS)
def test_an_interrupted_run_leaves_no_result(logs: Path, monkeypatch: pytest.MonkeyPatch, form: str) -> None:
    """This holds even if everything was done when the signal came: a run with the exit code of an interruption has no
    result.
    """
    before = sorted(logs.iterdir())

    def interrupted(_: object, work: Callable[[], Any]) -> None:
        work()
        raise KeyboardInterrupt

    monkeypatch.setattr(track_log, "watched", interrupted)
    assert INTERRUPTED == tracked(logs / form, logs / "out")
    assert before == sorted(logs.iterdir())


@pytest.mark.parametrize("form", FORMS)
def test_a_run_that_fails_leaves_what_was_there(
    logs: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], form: str
) -> None:
    """An empty folder is unchanged, and nothing is beside it."""
    (logs / "out").mkdir()
    before = sorted(logs.rglob("*"))

    def full(_: object, __: Callable[[], Any]) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(track_log, "watched", full)
    assert USAGE == tracked(logs / form, logs / "out")
    assert "No space left on device" in capsys.readouterr().err
    assert before == sorted(logs.rglob("*"))


def test_a_log_that_cannot_be_split_for_want_of_room_says_so(logs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The error is a sentence with the reason."""
    with little_room():
        code = tracked(logs / "log.jsonl", logs / "out")
    assert USAGE == code
    written = capsys.readouterr().err.splitlines()[-1]
    assert "cannot be written: File too large" in written
    assert not (logs / "out").exists()


def test_shards_that_find_no_room_say_so(logs: Path) -> None:
    """The error names the file; there is no manifest then."""
    rows = table_of(random_log(3, 600, acker_tasks=ACKER_TASKS))
    with little_room(), pytest.raises(UsageError, match="arrow: cannot be written: File too large"):
        write_shards(rows.to_batches(), logs / "more", ACKER_TASKS)
    assert not (logs / "more" / "manifest.json").exists()


def test_a_second_run_into_the_same_folder_is_told_so(logs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The first run is not affected."""
    with owned(logs / "out"):
        assert USAGE == tracked(logs / "shards", logs / "out")
    assert "another run is writing" in capsys.readouterr().err
    assert 0 == tracked(logs / "shards", logs / "out")


def test_a_link_is_no_new_folder(logs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Notifications are not written to a folder elsewhere."""
    (logs / "elsewhere").mkdir()
    (logs / "out").symlink_to(logs / "elsewhere")
    assert USAGE == tracked(logs / "shards", logs / "out")
    assert "is a link" in capsys.readouterr().err
    assert [] == [*(logs / "elsewhere").iterdir()]


def test_a_message_that_comes_twice_is_named_with_its_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No other file is named."""
    rows = table_of(random_log(3, 90, acker_tasks=ACKER_TASKS))
    folder = tmp_path / "log"
    folder.mkdir()
    for name, part in {"a": rows.slice(0, 30), "b": rows.slice(30, 30), "c": rows.slice(60)}.items():
        pq.write_table(part, folder / f"{name}.parquet")
    pq.write_table(pa.concat_tables([rows.slice(60), rows.slice(3, 1)]), folder / "c.parquet")
    seq = rows.column("seq")[3].as_py()
    assert USAGE == main(["track", str(folder), "--out", str(tmp_path / "out"), "--acker-tasks", "3"])
    written = capsys.readouterr().err.splitlines()[-1]
    assert f"{folder}/a.parquet, {folder}/c.parquet: message {seq}: 2 messages have this seq" in written


def test_text_with_a_scheme_is_a_uri(logs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Both the input and the output are passed to Spark unchanged."""
    code = main(["track", f"file://{logs}/log.parquet", "--out", f"file://{logs}/out", "--acker-tasks", "3"])
    assert 0 == code
    assert f"file://{logs}/out" in capsys.readouterr().out
    assert [*(logs / "out").glob("*.parquet")]


def test_lines_that_are_no_text_are_named(logs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The error has file, line and byte."""
    path = logs / "log.jsonl"
    path.write_bytes(JSON_LINES.encode() + b'{"seq": 4, "op": "\xff"}\n')
    assert USAGE == tracked(path, logs / "out")
    assert f"{path}, line 4: is not UTF-8 at its byte 19: " in capsys.readouterr().err


@pytest.mark.parametrize(
    ("form", "options"), [("shards", ()), ("log.jsonl", ()), ("log.parquet", ("--state", "file:///tmp/state"))]
)
def test_what_python_writes_goes_to_no_uri(
    logs: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], form: str, options: tuple[str, ...]
) -> None:
    """As a path it would be a folder `file:` below the current one. The error comes before Spark is started."""
    monkeypatch.chdir(logs)
    before = sorted(logs.rglob("*"))
    out = "out" if options else f"file://{logs}/out"
    acker_tasks = [] if form == "shards" else ["--acker-tasks", str(ACKER_TASKS)]
    assert USAGE == main(["track", form, "--out", out, *acker_tasks, *options])
    assert f"{options[1] if options else out}: is a URI" in capsys.readouterr().err
    assert before == sorted(logs.rglob("*"))


def test_functions_write_to_no_uri_either(spark: SparkSession, logs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They refuse one as text, and as the path that Python makes of it."""
    monkeypatch.chdir(logs)
    before = sorted(logs.rglob("*"))
    arguments: dict[str, Any] = {"acker_tasks": ACKER_TASKS, "profile": "storm2"}
    with pytest.raises(UsageError, match=r"^s3://bucket/out: is a URI"):
        track_parquet(spark, logs / "log.parquet", "s3://bucket/out", **arguments)
    with pytest.raises(UsageError, match=r"^s3:/bucket/out: is a URI"):
        track_shards_to(spark, logs / "shards", Path("s3://bucket/out"), profile="storm2")
    with pytest.raises(UsageError, match=r"^s3://bucket/state: is a URI"):
        track_parquet(spark, logs / "log.parquet", logs / "out", state="s3://bucket/state", **arguments)
    with pytest.raises(UsageError, match=r"^s3://bucket/log: is a URI"):
        write_shards([], "s3://bucket/log", ACKER_TASKS)
    assert before == sorted(logs.rglob("*"))


@pytest.mark.parametrize(
    ("log", "out", "state", "expected"),
    [
        ("log.parquet", "out", "out", "out: is the same place as out"),
        ("log.parquet", "out", "out/state", "out/state: is within out"),
        ("log.parquet", "state/out", "state", "state/out: is within state"),
        ("shards", "out", "shards/state", "shards/state: is within shards"),
        ("shards", "shards/out", None, "shards/out: is within shards"),
    ],
)
def test_log_notifications_and_state_have_places_apart(  # noqa: PLR0913, PLR0917 - a table
    logs: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    log: str,
    out: str,
    state: str | None,
    expected: str,
) -> None:
    """Otherwise the work would be done first, and fail at its end, or the next run would take one for the other."""
    monkeypatch.chdir(logs)
    before = sorted(logs.rglob("*"))
    options = [] if log == "shards" else ["--acker-tasks", str(ACKER_TASKS)]
    assert USAGE == main(["track", log, "--out", out, *options, *([] if state is None else ["--state", state])])
    assert f"ackproof: {expected}; these two need places apart" in capsys.readouterr().err
    assert before == sorted(logs.rglob("*"))


@pytest.mark.parametrize("content", [(), ("_SUCCESS",)])
def test_a_folder_without_files_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: tuple[str, ...]
) -> None:
    """Spark would say that it cannot infer a schema."""
    (tmp_path / "log").mkdir()
    for name in content:
        (tmp_path / "log" / name).touch()
    assert USAGE == main(["track", str(tmp_path / "log"), "--out", str(tmp_path / "out"), "--acker-tasks", "3"])
    assert f"ackproof: {tmp_path / 'log'}: has no files" in capsys.readouterr().err
