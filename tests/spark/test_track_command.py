"""`ackproof track`: from a log on disk to a folder of notifications, or to one line with the error."""

import socket
from pathlib import Path

import pyarrow as pa  # type: ignore[import-untyped]  # it brings no types
import pyarrow.parquet as pq  # type: ignore[import-untyped]
import pytest
from ackproof.commands.main import main
from ackproof_adapters.shards.folder import read_notifications
from ackproof_adapters.shards.writing import write_shards
from ackproof_adapters.spark import MESSAGES, track_log
from ackproof_adapters.spark.parquet import tracking
from ackproof_adapters.spark.session import session_on
from pyspark.sql import SparkSession

from .logs import MessageRow, answers, random_log
from .streams import table_of

pytestmark = pytest.mark.spark

USAGE, ERROR = 2, 3
ACKER_TASKS = 3


@pytest.fixture(autouse=True)
def for_python(spark: SparkSession, monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Replaces the session that the command would start by the existing one. The list records whether it was for
    Python.
    """
    asked = []

    def session_on(master: str, *, for_python: bool) -> SparkSession:
        assert "local[*]" == master
        asked.append(for_python)
        return spark

    monkeypatch.setattr(track_log, "session_on", session_on)
    return asked


@pytest.fixture
def rows() -> list[MessageRow]:
    """A log."""
    return random_log(3, 600, acker_tasks=ACKER_TASKS)


@pytest.fixture
def shards(rows: list[MessageRow], tmp_path: Path) -> Path:
    """The log as a sharded log."""
    return write_shards(table_of(rows).to_batches(), tmp_path / "shards", ACKER_TASKS, batch_rows=50).folder


def tracked(log: Path, out: Path, *options: str) -> int:
    """Run the command; return its exit code."""
    return main(["track", str(log), "--out", str(out), "--profile", "storm1", *options])


def test_parquet_becomes_parquet(
    spark: SparkSession,
    rows: list[MessageRow],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    for_python: list[bool],
) -> None:
    """They are the reference's notifications, with a summary."""
    log, out = tmp_path / "log", tmp_path / "out"
    spark.createDataFrame(rows, MESSAGES).write.parquet(str(log))
    assert 0 == tracked(log, out, "--acker-tasks", "3")
    expected = answers(rows, ACKER_TASKS, "storm1")
    assert expected == sorted(
        (row.seq, row.acker, row.kind, row.root, row.spout_task) for row in spark.read.parquet(str(out)).collect()
    )
    acks = sum(kind == "ack" for _, _, kind, _, _ in expected)
    assert f"600 messages in 2 files (600 rows), profile storm1: {acks} ack, " in capsys.readouterr().out
    assert [True] == for_python


def test_a_sharded_log_becomes_a_folder_of_notifications(
    shards: Path, rows: list[MessageRow], tmp_path: Path, for_python: list[bool]
) -> None:
    """The number of acker tasks is in the log, and no row passes through the JVM."""
    assert 0 == tracked(shards, tmp_path / "out")
    found = read_notifications(tmp_path / "out").to_pylist()
    assert answers(rows, ACKER_TASKS, "storm1") == sorted(tuple(row.values()) for row in found)
    assert [True] == for_python


def test_json_lines_are_taken_too(tmp_path: Path) -> None:
    """They are split first."""
    (tmp_path / "log.jsonl").write_text(
        '{"seq": 1, "op": "init", "root": "5", "value": "17", "spout_task": 7}\n'
        '{"seq": 2, "op": "ack", "root": 5, "value": 17}\n'
    )
    assert 0 == tracked(tmp_path / "log.jsonl", tmp_path / "out", "--acker-tasks", "2")
    assert [(2, "ack", 5, 7)] == [
        (row["seq"], row["kind"], row["root"], row["spout_task"])
        for row in read_notifications(tmp_path / "out").to_pylist()
    ]


def damage_a_batch(shards: Path) -> str:
    file = shards / "acker-00001.arrow"
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)
    return "acker-00001.arrow: batch"


def cut_a_file(shards: Path) -> str:
    file = shards / "acker-00002.arrow"
    file.write_bytes(file.read_bytes()[:-100])
    return "acker-00002.arrow: has"


def lose_a_file(shards: Path) -> str:
    (shards / "acker-00000.arrow").unlink()
    return "acker-00000.arrow: is missing"


def take_a_file_of_another_log(shards: Path) -> str:
    file = shards / "acker-00000.arrow"
    file.write_bytes((shards / "acker-00001.arrow").read_bytes())
    return "acker-00000.arrow: "


@pytest.mark.parametrize("damage", [damage_a_batch, cut_a_file, lose_a_file, take_a_file_of_another_log])
def test_a_damaged_log_is_refused_and_nothing_can_be_believed(
    shards: Path, tmp_path: Path, damage: object, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line names the file and the place; earlier output cannot be read."""
    named = damage(shards)  # type: ignore[operator]  # one of the above
    assert USAGE == tracked(shards, tmp_path / "out")
    written = capsys.readouterr().err
    assert named in written
    assert "Traceback" not in written
    assert not (tmp_path / "out" / "manifest.json").exists()


def test_what_is_wrong_with_parquet_is_said_in_a_line(
    rows: list[MessageRow], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Faults are an illegal message, a missing column, a damaged file."""
    good = table_of(rows)
    logs = {"repeated": pa.concat_tables([good, good.slice(0, 1)]), "narrow": good.drop(["op"]), "broken": good}
    for name, log in logs.items():
        pq.write_table(log, tmp_path / f"{name}.parquet")
    broken = tmp_path / "broken.parquet"
    broken.write_bytes(broken.read_bytes()[:200])
    for name, expected in {"repeated": "have this seq", "narrow": "no column op", "broken": broken.name}.items():
        assert USAGE == tracked(tmp_path / f"{name}.parquet", tmp_path / "out", "--acker-tasks", "3")
        usage, written = capsys.readouterr().err.splitlines()
        assert usage.startswith("usage: ackproof track ")
        assert expected in written
        assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("log", "options", "expected"),
    [
        ("nothing", (), "there is no such file or folder"),
        ("log.jsonl", (), "--acker-tasks N"),
        ("shards", ("--acker-tasks", "4"), "split for 3 acker tasks"),
        ("shards", ("--out", "."), "is there already"),
    ],
)
def test_arguments_that_do_not_fit_are_refused(
    shards: Path, log: str, options: tuple[str, ...], expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The error comes before Spark is started."""
    folder = shards.parent
    (folder / "log.jsonl").write_text("")
    assert USAGE == tracked(folder / log, folder / "out", *(str(folder) if each == "." else each for each in options))
    assert expected in capsys.readouterr().err


def test_a_master_that_is_not_there_is_told_in_one_line(
    shards: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The error comes at once, as in campaigns; Spark would try for a minute."""
    monkeypatch.setattr(track_log, "session_on", session_on)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound and not listening: nobody else can be there
        port = taken.getsockname()[1]
        code = tracked(shards, tmp_path / "out", "--master", f"spark://127.0.0.1:{port}")
    assert ERROR == code
    assert f"no Spark master answers at 127.0.0.1:{port}: " in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "name",
    [
        *("b-{1,2}.parquet", "back\\slash.parquet"),
        *(pytest.param(name, marks=pytest.mark.slow) for name in ("run[1].parquet", "what?.parquet", "a*.parquet")),
    ],
)
def test_a_local_name_is_that_file_and_no_pattern(
    rows: list[MessageRow], tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    """The folder has other files that match the name as a pattern."""
    for other in ("run1.parquet", "b-1.parquet", "b-2.parquet", "whatx.parquet", "ab.parquet", "backslash.parquet"):
        pq.write_table(table_of(rows[:10]), tmp_path / other)
    pq.write_table(table_of(rows), tmp_path / name)
    assert 0 == tracked(tmp_path / name, tmp_path / "out[1]", "--acker-tasks", "3")
    assert "600 messages in 1 file (600 rows), profile storm1" in capsys.readouterr().out
    assert any((tmp_path / "out[1]").glob("part-*"))


@pytest.mark.parametrize(
    "hidden", ["_b.parquet", *(pytest.param(name, marks=pytest.mark.slow) for name in ("sub/b.parquet", ".b.parquet"))]
)
def test_a_folder_of_which_spark_would_leave_out_files_is_refused(
    rows: list[MessageRow], tmp_path: Path, capsys: pytest.CaptureFixture[str], hidden: str
) -> None:
    """The error names the first of them; the files that Spark itself adds are not part of the log."""
    log = tmp_path / "log"
    (log / hidden).parent.mkdir(parents=True)
    pq.write_table(table_of(rows), log / "a.parquet")
    (log / "_SUCCESS").touch()
    pq.write_table(table_of(rows), log / hidden)
    assert USAGE == tracked(log, tmp_path / "out", "--acker-tasks", "3")
    assert f"leave out '{hidden}'" in capsys.readouterr().err
    (log / hidden).unlink()
    assert 0 == tracked(log, tmp_path / "out", "--acker-tasks", "3")


def test_what_somebody_else_puts_at_the_place_of_the_result_stays(
    rows: list[MessageRow], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing else is left; an existing empty folder is used."""
    pq.write_table(table_of(rows), tmp_path / "log.parquet")
    out = tmp_path / "out"
    track_parquet = tracking.track_parquet_after

    def slowly(*arguments: object, **settings: object) -> object:
        out.mkdir()
        (out / "mine.txt").write_text("precious", encoding="utf-8")
        return track_parquet(*arguments, **settings)  # type: ignore[arg-type]  # as they came

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(tracking, "track_parquet_after", slowly)
        assert USAGE == tracked(tmp_path / "log.parquet", out, "--acker-tasks", "3")
    assert "somebody else has put something there meanwhile" in capsys.readouterr().err
    assert "precious" == (out / "mine.txt").read_text(encoding="utf-8")
    assert {"log.parquet", "out"} == {path.name for path in tmp_path.iterdir()}
    (out / "mine.txt").unlink()
    assert 0 == tracked(tmp_path / "log.parquet", out, "--acker-tasks", "3")


def test_a_flipped_bit_in_a_file_with_checksums_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Spark verifies the checksums of Parquet's pages only if a setting says so."""
    rows: list[MessageRow] = [(1, "init", 5, 17, 7, None), (2, "ack", 5, 17, None, None)]
    log = tmp_path / "log.parquet"
    pq.write_table(table_of(rows), log, compression="none", use_dictionary=False, write_page_checksum=True)
    damaged = bytearray(log.read_bytes())
    damaged[damaged.index((17).to_bytes(8, "little") * 2)] ^= 1
    log.write_bytes(damaged)
    assert USAGE == tracked(log, tmp_path / "out", "--acker-tasks", "1")
    assert "could not verify page integrity" in capsys.readouterr().err.lower()
    assert not (tmp_path / "out").exists()


def test_a_file_with_a_colon_in_its_name_is_refused(
    rows: list[MessageRow], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Spark would take the part before it for a file system."""
    log = tmp_path / "a:b.parquet"
    pq.write_table(table_of(rows), log)
    assert USAGE == tracked(log, tmp_path / "out", "--acker-tasks", "3")
    assert "Spark reads no file with a colon in its name; rename it" in capsys.readouterr().err
