"""Commands that run beside a test, and the processes that are left after they have ended."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import psutil

TEST_MARK = "ACKPROOF_TEST_MARK"
"""An environment variable of a command and its descendants: its value is the folder of the test."""

TEN = 10.0
"""Seconds after which no process of a command may be left, as the docs promise."""


def started(
    folder: Path,
    temporary: Path,
    *arguments: str,
    planted: str = "",
    environment: Mapping[str, str] | None = None,
    **options: Any,
) -> subprocess.Popen[bytes]:
    """Start a command whose processes can be found. `planted` is Python code that is run before it, to inject a
    fault.
    """
    return subprocess.Popen(
        command(arguments, planted),
        cwd=folder,
        env={**os.environ, TEST_MARK: str(folder), "TMPDIR": str(temporary), **(environment or {})},
        **{"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "preexec_fn": hear_signals, **options},
    )


def hear_signals() -> None:
    """Make a command receive all signals: the parent of the tests may ignore some, as `nohup` does."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


def command(arguments: Sequence[str], planted: str = "", python: str = sys.executable) -> list[str]:
    """Return the command line of `ackproof`, with Python code that is run before it."""
    if not planted:
        return [python, "-m", "ackproof", *arguments]
    return [python, "-c", f"{planted}\nimport sys\nfrom ackproof.start import main\nsys.exit(main())", *arguments]


def left(folder: Path, seconds: float = TEN) -> list[str]:
    """Wait until all of a command's processes have ended; return those that are left after this many seconds."""
    until = time.monotonic() + seconds
    while (found := [words for _, words in marked(folder)]) and time.monotonic() < until:
        time.sleep(0.05)
    return found


def marked(folder: Path) -> Iterator[tuple[psutil.Process, str]]:
    """Yield the running processes of commands in a folder, each with its command line."""
    for process in psutil.process_iter():
        try:
            theirs = process.environ().get(TEST_MARK) == str(folder)
            if theirs and process.status() != psutil.STATUS_ZOMBIE:
                yield process, " ".join(process.cmdline())
        except (psutil.Error, OSError):
            continue
