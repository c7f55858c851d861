"""Interruption: Ctrl-C, SIGTERM and SIGHUP end a command in order, and leave no process behind.

The first such signal is raised in the main thread as `Interrupted`, so that whatever is held is let go of on the way
out; those that follow are ignored. If that takes too long, what was started is killed and the process ends.
"""

import atexit
import logging
import os
import signal
import sys
import threading
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import NoReturn

SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]

MARK = "ACKPROOF_RUN"
"""A variable in the environment of all that this process starts, and what that starts: it tells them from others."""

PATIENCE = 8.0
"""Seconds to end in order after a signal."""

FIRST_SIGNAL_EXIT = 128
"""A command that a signal ends has this exit code and the signal's number added."""


class Interrupted(KeyboardInterrupt):
    """A signal asked this process to end."""

    def __init__(self, number: int) -> None:
        super().__init__(f"by {signal.Signals(number).name}")
        self.exit_code = FIRST_SIGNAL_EXIT + number


def expect() -> None:
    """Raise `Interrupted` in the main thread at the first signal from now on, and mark all that is started."""
    os.environ[MARK] = f"{os.environ.get(MARK, '')}:{uuid.uuid4().hex}".lstrip(":")
    for number in SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:  # as nohup wants it
            signal.signal(number, _interrupt)


_interruptions: list[int] = []
"""The signals that came: at most one."""


_shields: list[bool] = []


def was_interrupted() -> bool:
    """Return whether a signal asked this process to end."""
    return bool(_interruptions)


def _interrupt(number: int, _: FrameType | None) -> None:
    _interruptions.append(number)
    logging.disable()  # whatever a library has to say of a call that was cut off, nobody needs to read
    for each in SIGNALS:
        signal.signal(each, signal.SIG_IGN)
    timer = threading.Timer(PATIENCE, _end_late, (FIRST_SIGNAL_EXIT + number,))
    timer.daemon = True
    timer.start()
    if not _shields:
        raise Interrupted(number)


@contextmanager
def shielded() -> Iterator[None]:
    """Put off an interruption to the end of a few calls that would leave locks and queues in disorder."""
    before = len(_interruptions)
    _shields.append(True)
    try:
        yield
    finally:
        _shields.pop()
    if len(_interruptions) > before and not _shields:
        raise Interrupted(_interruptions[0])


def end(code: int) -> NoReturn:
    """End this process after an interruption, with all that it started. What is to be done at exit is done before."""
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    # What ends with its parent, such as a JVM, would make threads of ours complain on standard error.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())
    atexit._run_exitfuncs()  # noqa: SLF001 - temporary folders are removed by these
    _end_now(code)


def _end_late(code: int) -> NoReturn:
    """End this process because its main thread does not: it waits for something that does not listen."""
    with suppress(OSError):
        os.write(2, b"ackproof: interrupted\n")
    _end_now(code)


def _end_now(code: int) -> NoReturn:
    _end_started()
    os._exit(code)


def _end_started() -> None:
    """Kill every process that this one started, and what those started, also where they have left its group."""
    import psutil  # noqa: PLC0415  # slow to import, and rarely needed

    mark = os.environ.get(MARK)
    if mark is None:
        return
    own = os.getpid()
    for process in psutil.process_iter():
        try:
            if process.pid != own and mark in process.environ().get(MARK, ""):
                process.kill()
        except (psutil.Error, OSError):
            continue
