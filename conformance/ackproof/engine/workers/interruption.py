"""Interruption: Ctrl-C, SIGTERM and SIGHUP end a command in order, and leave no process behind.

The first such signal is raised in the main thread as `Interrupted`, so that all resources are released; later signals
are ignored. If that takes too long, all started processes are killed and this process ends.

Python drops an exception that is raised while it calls a finalizer or a callback of a weak reference, which may happen
anywhere. So a dropped exception is raised again a moment later.

Python handles a signal between two bytecodes of the main thread. If the signal comes just before a blocking system
call, or to another thread, nothing ends that call. So a thread is notified of each signal, and ends the call.
"""

import atexit
import logging
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from types import FrameType
from typing import NoReturn

from ackproof.engine.workers import guardian, scratch

SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]

PATIENCE = 8.0
"""Seconds for an orderly end after a signal."""

FIRST_SIGNAL_EXIT = 128
"""The exit code of a command that a signal ends is this plus the signal's number."""


class Interrupted(KeyboardInterrupt):
    """A signal asked this process to end."""

    def __init__(self, number: int) -> None:
        super().__init__(f"by {signal.Signals(number).name}")
        self.exit_code = FIRST_SIGNAL_EXIT + number


def expect() -> None:
    """Raise `Interrupted` in the main thread at the first signal from now on. Mark all processes that are started, and
    ensure that they end even if this process is killed.
    """
    with held_back():  # Python drops what is raised while a process forks: the signal would be lost
        guardian.mark()
        guardian.watch()
        for number in SIGNALS:
            if signal.getsignal(number) is not signal.SIG_IGN:  # as nohup requires
                signal.signal(number, _interrupt)
        atexit.register(_leave)
    _end_calls_that_wait()


def _leave() -> None:
    """Ignore signals from now on: all is done, and the other exit handlers were called. When Python ends, it restores
    what a signal does by default, so a timer that is still set would kill this process.
    """
    for number in SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, 0)


_interruptions: list[int] = []
"""The signals that were received: at most one."""

MOMENT = 0.01
"""Seconds until an interruption that was dropped is raised again."""

_shields: list[bool] = []


def was_interrupted() -> bool:
    """Return whether a signal asked this process to end."""
    return bool(_interruptions)


def raise_again() -> None:
    """Raise `Interrupted` if a signal asked this process to end, even if the first exception for it was lost."""
    if _interruptions:
        raise Interrupted(_interruptions[0])


def _interrupt(number: int, _: FrameType | None) -> None:
    _interruptions.append(number)
    logging.disable()  # a library's message about an interrupted call is of no use
    for each in SIGNALS:
        signal.signal(each, signal.SIG_IGN)
    timer = threading.Timer(PATIENCE, _end_late, (FIRST_SIGNAL_EXIT + number,))
    timer.daemon = True
    timer.start()
    _hear_of_what_is_dropped()
    if not _shields:
        raise Interrupted(number)


def _hear_of_what_is_dropped() -> None:
    """Raise the interruption again each time that Python drops it: otherwise it would be lost."""
    if not hasattr(signal, "setitimer"):
        return
    earlier = sys.unraisablehook

    def again(_: int, __: FrameType | None) -> None:
        if _shields:
            signal.setitimer(signal.ITIMER_REAL, MOMENT)
        else:
            raise_again()

    def dropped(what: "sys.UnraisableHookArgs") -> None:
        if isinstance(what.exc_value, Interrupted):
            signal.setitimer(signal.ITIMER_REAL, MOMENT)
        else:
            earlier(what)

    signal.signal(signal.SIGALRM, again)
    sys.unraisablehook = dropped


def _end_calls_that_wait() -> None:
    """End a system call that blocks the main thread while a signal is not yet handled."""
    if not hasattr(signal, "SIGURG"):
        return
    heard, told = socket.socketpair()
    told.setblocking(False)  # as `set_wakeup_fd` requires
    signal.set_wakeup_fd(told.fileno(), warn_on_full_buffer=False)
    # A forked process has the same socket. Its signals must not be reported to this one.
    os.register_at_fork(after_in_child=partial(signal.set_wakeup_fd, -1))
    # The handler need not do anything: the pending signals are handled together with this one.
    signal.signal(signal.SIGURG, lambda *_: None)
    main = threading.main_thread().ident
    assert main is not None  # noqa: S101 - it has started

    def listen() -> None:
        while told.fileno() >= 0:  # open as long as this process runs
            number = heard.recv(1)[0]
            until = time.monotonic() + PATIENCE
            while number in SIGNALS and not _interruptions and time.monotonic() < until:
                time.sleep(MOMENT)
                signal.pthread_kill(main, signal.SIGURG)

    threading.Thread(target=listen, name="signals", daemon=True).start()


@contextmanager
def shielded() -> Iterator[None]:
    """Delay an interruption until after calls that it would leave with inconsistent locks and queues."""
    before = len(_interruptions)
    _shields.append(True)
    try:
        yield
    finally:
        _shields.pop()
    if len(_interruptions) > before and not _shields:
        raise Interrupted(_interruptions[0])


@contextmanager
def held_back() -> Iterator[None]:
    """Block these signals while processes are started. They inherit that, and unblock the signals once they can handle
    them (`leave_to_parent`). Before that, a signal would end them with a traceback.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def leave_to_parent(term: Callable[[int, FrameType | None], None]) -> None:
    """Leave Ctrl-C and a closed terminal to the parent of this process, which ends it by SIGTERM."""
    for number in SIGNALS:
        signal.signal(number, term if number == signal.SIGTERM else signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)


def end(code: int) -> NoReturn:
    """End this process after an interruption, with all processes that it started. Exit handlers run before."""
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    # Processes that end together with their parent, such as a JVM, would make our threads report errors on standard
    # error.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())
    atexit._run_exitfuncs()  # noqa: SLF001 - temporary folders are removed by these
    _end_now(code)


def _end_late(code: int) -> NoReturn:
    """End this process because its main thread does not end: it is blocked in something that ignores the
    interruption.
    """
    with suppress(OSError):
        os.write(2, b"ackproof: interrupted\n")
    _end_now(code)


def _end_now(code: int) -> NoReturn:
    guardian.end_started()
    scratch.remove_all()
    guardian.dismiss()
    os._exit(code)
