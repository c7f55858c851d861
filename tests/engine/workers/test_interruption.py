"""Ctrl-C and SIGTERM: the exit code, the findings, and no remaining processes."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest
from ackproof_adapters.spark.session import missing
from common.started import command, hear_signals, started

STUBBORN = """
import json, signal, sys, time
for number in (2, 15):
    signal.signal(number, signal.SIG_IGN)
sys.stdin.readline()
print(json.dumps({"protocol": 1, "name": "s", "version": "1", "language": "p", "components": ["acker"]}), flush=True)
sys.stdin.readline()
open("asked", "w").close()
time.sleep(600)
"""


OFTEN = "from ackproof.engine.progress import Display\nDisplay.__init__.__kwdefaults__['every'] = 0.5\n"
"""A line about progress every half second, so that a test need not wait ten."""

GRACE = 5
"""Seconds for a process that outlives its command by a moment, on a busy machine."""


def interrupted(
    folder: Path, number: int, until: str, *arguments: str, planted: str = ""
) -> tuple[int, str, list[psutil.Process]]:
    """Start a command, and send a signal when a text is on stderr, or a file or a child of that name exists. Return the
    exit code, the text on stderr, and the remaining processes.
    """
    mark = f"{folder.name}-{number}"
    process = subprocess.Popen(
        command(arguments, planted),
        cwd=folder,
        env={**os.environ, "ACKPROOF_TEST_MARK": mark},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=hear_signals,  # noqa: PLW1509 - one thread
    )
    assert process.stderr is not None
    seen = ""
    if until.startswith("file:"):
        while not (folder / until.removeprefix("file:")).exists():
            assert process.poll() is None
            time.sleep(0.01)
    elif until.startswith("child:"):
        while until.removeprefix("child:") not in [each.name() for each in psutil.Process(process.pid).children(True)]:
            assert process.poll() is None
            time.sleep(0.05)
    else:
        while until not in seen:
            seen += process.stderr.readline()
    process.send_signal(number)
    _, rest = process.communicate(timeout=60)
    # A worker that was just being started looks for its parent first, and ends because there is none.
    found = [each for each in psutil.process_iter() if _marked(each, mark)]
    _, left = psutil.wait_procs(found, timeout=GRACE)
    return process.returncode, seen + rest, left


def _marked(process: psutil.Process, mark: str) -> bool:
    try:
        return process.environ().get("ACKPROOF_TEST_MARK") == mark and process.status() != psutil.STATUS_ZOMBIE
    except (psutil.Error, OSError):
        return False


@pytest.mark.parametrize("number", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.slow)])
def test_a_run_on_two_processes_ends_at_once_with_what_it_found(tmp_path: Path, number: int) -> None:
    """The certificate in `partial` has the verdicts that were reached, and no process is left."""
    arguments = (
        "certify",
        "ackproof.examples.forgetful:make",
        "--rule",
        "ACK-*",
        "--examples",
        "100",
        "-n",
        "2",
        "-v",
    )
    code, stderr, left = interrupted(tmp_path, number, "FAIL ACK-0", *arguments)
    assert (128 + number, []) == (code, left)
    assert "ackproof: interrupted" in stderr
    assert "Traceback" not in stderr
    partial = json.loads((tmp_path / "out" / "partial" / "certificate.json").read_text(encoding="utf-8"))
    assert partial["cut_off"] is True
    assert any(each["verdict"] == "FAIL" for each in partial["verdicts"])
    assert not (tmp_path / "out" / "certificate.json").exists()


def test_a_target_that_will_not_end_is_ended(tmp_path: Path) -> None:
    """The target ignores signals and the stop request, and does not outlive the command."""
    (tmp_path / "stubborn.py").write_text(STUBBORN, encoding="utf-8")
    code, stderr, left = interrupted(
        tmp_path, signal.SIGTERM, "file:asked", "certify", f"exec:{sys.executable} stubborn.py", "--rule", "ACK-03"
    )
    assert (143, []) == (code, left)
    assert "Traceback" not in stderr


CONFUSED = """
import time
from ackproof.commands import parser

def run(*_):
    open("asked", "w").close()
    try:
        for _ in range(6000):  # a signal just before a long sleep would be handled after it only
            time.sleep(0.1)
    except BaseException:
        raise RuntimeError("the connection was cut") from None

parser.run = run
"""


def test_a_signal_that_a_library_turns_into_an_error_of_its_own_is_still_a_signal(tmp_path: Path) -> None:
    """The exception is raised inside any call, and some calls turn it into another one."""
    process = started(tmp_path, tmp_path, "targets", planted=CONFUSED, stderr=subprocess.PIPE)
    while not (tmp_path / "asked").exists():
        assert process.poll() is None
    process.send_signal(signal.SIGTERM)
    _, written = process.communicate(timeout=60)
    assert (143, b"ackproof: interrupted\n") == (process.returncode, written)


DROPPING = """
import os, signal, time, weakref
from ackproof.commands import parser

class Thing:
    pass

def run(*_):
    for _ in range(3):
        thing = Thing()
        seen = weakref.ref(thing, lambda _: os.kill(os.getpid(), signal.SIGTERM))
        del thing
    time.sleep(600)

parser.run = run
"""


def test_a_signal_that_python_drops_is_still_a_signal(tmp_path: Path) -> None:
    """An exception in a callback of a weak reference is dropped, and imports have such callbacks."""
    process = started(tmp_path, tmp_path, "targets", planted=DROPPING, stderr=subprocess.PIPE)
    _, written = process.communicate(timeout=60)
    assert (143, b"ackproof: interrupted\n") == (process.returncode, written)


AT_ITS_END = """
import atexit, os, signal, time

class Droppable:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGHUP)

class Slow:
    def __del__(self, sleep=time.sleep):
        sleep(0.2)

slow = Slow()
held = [Droppable()]

from ackproof.engine.workers import interruption

def expect(replaced=interruption.expect):
    replaced()
    atexit.register(held.clear)

interruption.expect = expect
"""


def test_a_signal_that_python_drops_at_the_end_of_a_command_is_too_late(tmp_path: Path) -> None:
    """The timer that would raise it again must not end the command in place of its exit code."""
    process = started(tmp_path, tmp_path, "targets", planted=AT_ITS_END, stderr=subprocess.PIPE)
    _, written = process.communicate(timeout=60)
    assert (0, b"") == (process.returncode, written)


HALF_REPLACED = """
import os, signal
from ackproof.commands import streams

def droppable(*arguments, replaced=streams._droppable):
    os.kill(os.getpid(), signal.SIGTERM)
    return replaced(*arguments)

streams._droppable = droppable
"""


def test_a_signal_while_streams_are_replaced_waits_for_that(tmp_path: Path) -> None:
    """Otherwise standard output would fail once more when the interpreter ends."""
    process = started(
        tmp_path, tmp_path, "targets", planted=HALF_REPLACED, stderr=subprocess.PIPE, stdout=subprocess.PIPE
    )
    _, written = process.communicate(timeout=60)
    assert (143, b"") == (process.returncode, written)


@pytest.mark.parametrize(
    "arguments", [("mutants", "-n", "2", "--matrix", "-v"), ("explore", "--tuples", "4", "--roots", "2", "-n", "2")]
)
def test_other_commands_leave_no_workers(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    """CI cancels with SIGTERM."""
    until = " killed" if arguments[0] == "mutants" else " parts"
    code, stderr, left = interrupted(tmp_path, signal.SIGTERM, until, *arguments, planted=OFTEN)
    assert (143, []) == (code, left)
    assert "Traceback" not in stderr


@pytest.mark.spark
@pytest.mark.skipif(missing() is not None, reason=f"Spark cannot run here: {missing()}")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_command_ends_while_spark_starts(tmp_path: Path, number: int) -> None:
    """It ends with one line, and without a remaining JVM."""
    arguments = ("certify", "spark-batch", "--rule", "ACK-03", "--profile", "storm2")
    code, stderr, left = interrupted(tmp_path, number, "child:java", *arguments)
    assert (128 + number, []) == (code, left)
    assert ["ackproof: interrupted"] == stderr.splitlines()


TO_ANOTHER_THREAD = """
import signal, threading, time
from ackproof.engine.workers import interruption
interruption.expect()
def itself():
    time.sleep(0.2)
    signal.pthread_kill(threading.get_ident(), signal.SIGTERM)
threading.Thread(target=itself).start()
try:
    time.sleep(50)
except interruption.Interrupted as interrupted:
    interruption.end(interrupted.exit_code)
"""


def test_a_signal_that_ends_no_system_call_is_handled_at_once() -> None:
    """A signal just before the call, for example, does not interrupt the wait."""
    begun = time.monotonic()
    ended = subprocess.run([sys.executable, "-c", TO_ANOTHER_THREAD], check=False, preexec_fn=hear_signals)
    assert ended.returncode == 128 + signal.SIGTERM
    assert time.monotonic() - begun < 20
