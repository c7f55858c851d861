"""A killed command: its processes end, and its temporary folders are removed at once or by the next run."""

import fcntl
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from ackproof.engine.workers import scratch
from ackproof_adapters.spark.session import missing
from common.started import left, marked, started

STUBBORN = """
import json, os, signal, subprocess, sys, time
for number in (1, 2, 15):
    signal.signal(number, signal.SIG_IGN)
sys.stdin.readline()
print(json.dumps({"protocol": 1, "name": "s", "version": "1", "language": "p", "components": ["acker"]}), flush=True)
sys.stdin.readline()
subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], start_new_session=True)
open("asked", "w").close()
time.sleep(600)
"""

IMPATIENT = "from ackproof.targets import conversation\nconversation.GRACE = 0.5\n"
"""A short time for targets to end by themselves: here none does."""


@pytest.fixture
def temporary(tmp_path: Path) -> Path:
    """The folder in which commands create their temporary folders."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    return folder


def wait_for(path: Path, process: subprocess.Popen[bytes]) -> None:
    """Wait until there is a file of that name."""
    while not path.exists():
        assert process.poll() is None
        time.sleep(0.01)


def test_a_killed_command_takes_its_target_with_it(tmp_path: Path, temporary: Path) -> None:
    """The target ignores signals and the end of its input, and has started a process in another session."""
    (tmp_path / "stubborn.py").write_text(STUBBORN, encoding="utf-8")
    process = started(tmp_path, temporary, "certify", f"exec:{sys.executable} stubborn.py", "--rule", "ACK-03")
    wait_for(tmp_path / "asked", process)
    process.kill()
    process.wait()
    assert [] == left(tmp_path)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_target_that_will_not_end_does_not_outlive_a_signal(tmp_path: Path, temporary: Path, number: int) -> None:
    """The descendants of the target do not outlive it either."""
    (tmp_path / "stubborn.py").write_text(STUBBORN, encoding="utf-8")
    smoke = ("smoke", f"exec:{sys.executable} stubborn.py", "--reply-timeout", "60")
    process = started(tmp_path, temporary, *smoke, planted=IMPATIENT)
    wait_for(tmp_path / "asked", process)
    process.send_signal(number)
    assert 128 + number == process.wait(60)
    assert [] == left(tmp_path)


@pytest.mark.spark
@pytest.mark.skipif(missing() is not None, reason=f"Spark cannot run here: {missing()}")
def test_a_killed_command_leaves_neither_jvm_nor_folders(tmp_path: Path, temporary: Path) -> None:
    """The command is killed while Spark works for it."""
    process = started(tmp_path, temporary, "certify", "spark-batch", "--rule", "ACK-0[1-5]", "--out", "out")
    while not [*temporary.glob(".ackproof-run-spark-*/blockmgr-*")]:
        assert process.poll() is None
        time.sleep(0.01)
    process.kill()
    process.wait()
    assert [] == left(tmp_path)
    assert [] == [path.name for path in temporary.iterdir() if "hsperf" not in path.name]


def test_folders_of_runs_that_are_no_more_are_swept(temporary: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Locked folders are kept, and so are other folders with such a name, and links."""
    monkeypatch.setattr("tempfile.tempdir", str(temporary))
    dead, foreign, link = (temporary / f".ackproof-run-spark-{letter * 8}" for letter in "abc")
    for folder in (dead, foreign):
        folder.mkdir()
        (folder / "data").write_text("some")
    (dead / scratch.MADE_BY).touch()
    link.symlink_to(dead)
    with scratch.folder("stream") as held:
        assert [".ackproof-run-spark-bbbbbbbb", ".ackproof-run-spark-cccccccc", held.name] == sorted(
            path.name for path in temporary.iterdir()
        )
        scratch.sweep()
        assert held.is_dir()
    assert not held.exists()


def test_a_folder_that_another_process_holds_is_not_swept(temporary: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The lock has an owner; its age does not matter."""
    monkeypatch.setattr("tempfile.tempdir", str(temporary))
    theirs = temporary / ".ackproof-run-bench-abcdefgh"
    theirs.mkdir()
    (theirs / scratch.MADE_BY).touch()
    lock = os.open(theirs, os.O_RDONLY)
    fcntl.flock(lock, fcntl.LOCK_EX)
    scratch.sweep()
    assert theirs.is_dir()
    os.close(lock)
    scratch.sweep()
    assert not theirs.exists()


def test_a_command_that_ends_leaves_no_guardian(tmp_path: Path, temporary: Path) -> None:
    """The guardian is dismissed before the command ends, whatever the exit code."""
    for arguments in (("rules",), ("certify", "nothing-of-that-name")):
        started(tmp_path, temporary, *arguments).wait(60)
        assert [] == [*marked(tmp_path)]
