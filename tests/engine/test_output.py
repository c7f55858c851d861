"""Output files of commands: written whole or not at all, after they were shown, never through a link, by one run at a
time.
"""

import errno
import json
import os
import resource
import subprocess
import sys
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest
from ackproof import start
from ackproof.commands import main as main_module
from ackproof.commands import parser
from ackproof.commands.main import main
from ackproof.engine.exit_codes import OUR_BUG
from ackproof.engine.workers import processes
from ackproof.errors import UsageError, shortage
from ackproof.wire.output import owned, write_whole

USAGE = 2

LITTLE = 64
"""Maximum size of a file in bytes, which simulates a full disk."""

FOUND = {
    "certify": (("certify", "reference", "--component", "rotating-map", "--examples", "20", "--out", "out"), "PASS"),
    "violation": (
        ("certify", "mutant:map-takes-one-bucket", "--rule", "RM-01", "--examples", "9", "--out", "out"),
        "FAIL",
    ),
    "mutants": (
        ("mutants", "map-get-refreshes", "--matrix", "--examples", "5", "--out", "out/kills.json"),
        "1 mutant: ",
    ),
    "explore": (
        ("explore", "--variant", "zero-first", "--tuples", "2", "--out", "out/witness.json"),
        "> 3  init root 1",
    ),
}
"""Commands that write, and the text that each shows first."""


def with_little_room(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command that can write almost nothing. It writes no bytecode, because other tests would read truncated
    files.
    """
    return subprocess.run(
        [sys.executable, "-B", "-m", "ackproof", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (LITTLE, LITTLE)),
    )


@pytest.mark.parametrize(("arguments", "shown"), FOUND.values(), ids=FOUND)
def test_what_was_found_is_shown_when_it_cannot_be_written(
    tmp_path: Path, arguments: tuple[str, ...], shown: str
) -> None:
    """The reason is one sentence, the exit code is 2, and earlier files are unchanged."""
    out = tmp_path / "out"
    out.mkdir()
    before = {name: f"the {name} of an earlier run" for name in ("kills.json", "witness.json", "notes.txt")}
    for name, text in before.items():
        (out / name).write_text(text, encoding="utf-8")
    ran = with_little_room(tmp_path, *arguments)
    assert USAGE == ran.returncode
    assert shown in ran.stdout
    assert "File too large" in ran.stderr.splitlines()[-1]
    assert "Traceback" not in ran.stderr
    assert before == {path.name: path.read_text(encoding="utf-8") for path in out.iterdir() if path.is_file()}
    assert [] == [*out.glob("partial/*")], "none of them had room"


def caused(error: Exception, cause: Exception) -> Exception:
    """Return an error with a cause."""
    error.__cause__ = cause
    return error


def test_a_semaphore_without_room_is_no_room_on_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """A semaphore is a file, and its error gives no reason. So the processes of `-n` fail before they start."""

    def short(*_: object) -> None:
        raise OSError(0, "Error")

    monkeypatch.setattr("multiprocessing.context.BaseContext.RLock", short)
    with pytest.raises(OSError, match="No space left") as found:
        processes.Processes(2)
    assert "there is no room on the disk for this" in (shortage(found.value) or "")


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (OSError(errno.EMFILE, "Too many open files"), "too many files are open for this; raise the limit (ulimit -n)"),
        (OSError(errno.EAGAIN, "Resource temporarily unavailable"), "raise the limits of memory and processes"),
        (OSError(errno.ENOSPC, "No space left on device"), "there is no room on the disk for this"),
        (MemoryError(), "there is not enough memory for this"),
        (ImportError("it.so: failed to map segment from shared object"), "there is not enough memory for this"),
        (SystemError("error return without exception set"), "there is not enough memory for this"),
        (SystemError("<built-in> returned NULL without setting an exception"), "there is not enough memory for this"),
        (
            FileNotFoundError(errno.ENOENT, "No usable temporary directory found in ['/tmp']"),
            "or name another with TMPDIR",
        ),
        (RuntimeError("can't start new thread"), "there is no room for another thread"),
        (caused(BrokenProcessPool(), OSError(errno.EMFILE, "Too many open files")), "too many files are open for this"),
    ],
    ids=[
        *("files", "processes", "disk", "memory", "memory for code", "memory to say so", "memory for a result"),
        *("a folder for temporary files", "threads", "the cause of another"),
    ],
)
@pytest.mark.parametrize("place", [parser, start])
def test_what_a_machine_is_short_of_is_told(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], error: Exception, expected: str, place: object
) -> None:
    """The message is a sentence, wherever the error is raised: it is neither a bug nor a verdict."""

    def short(*_: object) -> int:
        raise error

    if place is start:
        monkeypatch.setattr(main_module, "main", short)
        monkeypatch.setattr("ackproof.engine.workers.interruption.expect", lambda: None)
        monkeypatch.setattr("ackproof.commands.streams.prepare", lambda: None)
        monkeypatch.setattr("gc.freeze", lambda: None)
        assert USAGE == start.main()
    else:
        monkeypatch.setattr(parser, "run", short)
        assert USAGE == main(["rules"])
    (written,) = capfd.readouterr().err.splitlines()
    assert expected in written


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If a file cannot be synced to the disk, the previous one is kept, and no temporary file remains."""
    path = tmp_path / "found.json"
    write_whole(path, b"first")

    def full(_: int) -> None:
        raise OSError(28, os.strerror(28))

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr("os.fsync", full)
        with pytest.raises(OSError, match="No space left"):
            write_whole(path, b"second")
    assert b"first" == path.read_bytes()
    assert [path] == [*tmp_path.iterdir()]


@pytest.mark.parametrize("kind", ["symbolic", "hard", "dangling"])
def test_a_link_is_replaced_and_never_written_through(tmp_path: Path, kind: str) -> None:
    """Whoever can write into a folder must not choose which file elsewhere is overwritten."""
    victim, out = tmp_path / "victim", tmp_path / "found.json"
    if kind != "dangling":
        victim.write_bytes(b"precious")
    if kind == "hard":
        os.link(victim, out)
    else:
        out.symlink_to(victim)
    write_whole(out, b"found")
    assert b"found" == out.read_bytes()
    assert not out.is_symlink()
    assert kind == "dangling" or b"precious" == victim.read_bytes()
    assert kind != "dangling" or not victim.exists()


def test_a_folder_for_what_is_partial_is_never_a_link(tmp_path: Path) -> None:
    """Witnesses elsewhere are not removed, and none is written there."""
    victim, out = tmp_path / "victim", tmp_path / "out"
    victim.mkdir()
    out.mkdir()
    (victim / "witness-it-ACK-03.json").write_text("precious", encoding="utf-8")
    (out / "partial").symlink_to(victim)
    assert 0 == main(["certify", "reference", "--rule", "RM-01", "--out", str(out)])
    assert ["witness-it-ACK-03.json"] == [path.name for path in victim.iterdir()]


def test_devices_and_pipes_are_written_to(tmp_path: Path) -> None:
    """They cannot be replaced; a link to one is refused, because it could lead anywhere."""
    write_whole(Path(os.devnull), b"found")
    assert not Path(os.devnull).is_file()
    link = tmp_path / "link"
    link.symlink_to(os.devnull)
    with pytest.raises(OSError, match="link to something that is no file"):
        write_whole(link, b"found")
    with pytest.raises(UsageError, match="link to something that is no file"), owned(link):
        pass


@pytest.mark.parametrize(
    "arguments",
    [
        ("mutants", "map-get-refreshes", "--matrix", "--examples", "5", "--out"),
        ("explore", "--variant", "zero-first", "--tuples", "1", "--out"),
        ("bench", "reference", "--messages", "1000", "--out"),
    ],
    ids=lambda arguments: arguments[0],
)
def test_a_second_run_into_the_same_file_is_told_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
) -> None:
    """The error comes before the run does anything; afterwards the file is free, and no lock is left."""
    out = tmp_path / "found.json"
    with owned(out):
        assert USAGE == main([*arguments, str(out)])
        assert "another run is writing" in capsys.readouterr().err
        assert not out.exists()
    assert [] == [*tmp_path.iterdir()]
    with owned(out):
        pass


def test_a_lock_of_a_run_that_was_killed_holds_nobody_up(tmp_path: Path) -> None:
    """The lock is held by the system, not by the existence of the file."""
    (tmp_path / ".found.json.ackproof-lock").touch()
    with owned(tmp_path / "found.json"):
        pass
    assert [] == [*tmp_path.iterdir()]


def test_what_is_written_can_be_read_by_whom_the_user_lets(tmp_path: Path) -> None:
    """A file has the usual permissions of the user's files."""
    (tmp_path / "plain").write_bytes(b"")
    write_whole(tmp_path / "found.json", json.dumps({}).encode())
    assert (tmp_path / "plain").stat().st_mode == (tmp_path / "found.json").stat().st_mode


def test_what_cannot_be_imported_is_no_verdict(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Python itself would end with 1, which means a violation."""

    def broken(*_: object) -> int:
        raise ImportError("no module named so")

    monkeypatch.setattr(main_module, "main", broken)
    monkeypatch.setattr("ackproof.engine.workers.interruption.expect", lambda: None)
    monkeypatch.setattr("ackproof.commands.streams.prepare", lambda: None)
    monkeypatch.setattr("gc.freeze", lambda: None)
    assert OUR_BUG == start.main()
    assert "no module named so" in capfd.readouterr().err
