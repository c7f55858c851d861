"""The guardian: a process beside a command that ends the command's processes if the command is killed.

A command that is interrupted ends its processes itself. One that is killed cannot. So it forks at its start, and the
child only waits for the end of the command. All processes that a command starts have a mark in their environment, by
which they are found.
"""

import atexit
import os
import select
import signal
import time
import uuid
from contextlib import suppress
from typing import NoReturn

MARK = "ACKPROOF_RUN"
"""An environment variable that marks all processes that this one starts, directly or indirectly."""

LOOK = 1.0
"""Seconds between two checks whether the command is still there. Nearly always a pipe reports its end at once."""

LONGEST = 5.0
"""Seconds for ending all marked processes: a chain of processes may start others meanwhile."""

PAUSE = 0.02
DISMISSED = b"."

_guardian: tuple[int, int, int] | None = None
"""The process that started it, its process id, and the pipe that it reads."""


def mark() -> None:
    """Mark the processes that this one starts from now on."""
    os.environ[MARK] = f"{os.environ.get(MARK, '')}:{uuid.uuid4().hex}".lstrip(":")


def watch() -> None:
    """Start the guardian of this process, which has no threads yet. On platforms without fork there is none."""
    global _guardian  # noqa: PLW0603 - a process has one
    if not hasattr(os, "fork") or _guardian is not None:
        return
    guarded = os.getpid()
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        _guard(guarded, reading)
    os.close(reading)
    _guardian = guarded, pid, writing
    atexit.register(dismiss)  # the first that is registered is the last that is called


def dismiss() -> None:
    """End the guardian: this process has ended what it started. It may be called again."""
    global _guardian
    if _guardian is None or _guardian[0] != os.getpid():
        return
    (_, pid, writing), _guardian = _guardian, None
    with suppress(OSError):
        os.write(writing, DISMISSED)
        os.close(writing)
        os.waitpid(pid, 0)


def end_started() -> None:
    """Kill every process that this one started, directly or indirectly, in any process group."""
    _end_marked(os.environ.get(MARK))


def _guard(guarded: int, listening: int) -> NoReturn:
    """Run the guardian."""
    try:
        os.setsid()  # Ctrl-C and a closed terminal must not end it
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        # Readers that wait for the end of a pipe of the command must not wait for this process.
        nowhere = os.open(os.devnull, os.O_RDWR)
        for descriptor in range(3):
            os.dup2(nowhere, descriptor)
        kept = os.dup2(listening, 3)
        os.closerange(kept + 1, os.sysconf("SC_OPEN_MAX"))
        os.chdir("/")
        from ackproof.engine.workers import scratch  # noqa: PLC0415 - not needed by the command

        scratch.sweep()
        if not _was_dismissed(guarded, kept):
            _end_marked(os.environ.get(MARK))
            scratch.sweep()
    finally:
        os._exit(0)


def _was_dismissed(guarded: int, listening: int) -> bool:
    """Wait for the end of a process; return whether it reported that nothing is left to do."""
    while True:
        if select.select([listening], [], [], LOOK)[0]:
            return os.read(listening, 1) == DISMISSED
        if os.getppid() != guarded:  # a process that the guarded one forked still holds the pipe
            return False


def _end_marked(wanted: str | None) -> None:
    """Kill all processes with a mark except this one, until none is left."""
    if wanted is None:
        return
    import psutil  # noqa: PLC0415  # slow to import, and rarely needed

    until = time.monotonic() + LONGEST
    own = {os.getpid(), *([_guardian[1]] if _guardian is not None else [])}
    while time.monotonic() < until:
        found = False
        for process in psutil.process_iter():
            try:
                is_ours = process.pid not in own and wanted in process.environ().get(MARK, "")
                if is_ours and process.status() != psutil.STATUS_ZOMBIE:
                    process.kill()
                    found = True
            except (psutil.Error, OSError):
                continue
        if not found:
            return
        time.sleep(PAUSE)
