"""A pool of processes of this machine. Each is a fresh interpreter, independent of the caller's imports and open files.
It keeps the targets that it has started, and closes them when it ends, or when its parent has ended.
"""

import errno
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future
from multiprocessing import get_context
from typing import TypeVar

from attrs import define, field
from pebble import ProcessExpired, ProcessPool

from ackproof.engine.workers import scratch
from ackproof.engine.workers.interruption import held_back, leave_to_parent, shielded
from ackproof.engine.workers.open_targets import kept
from ackproof.errors import WorkerLost

ATTEMPTS = 3
"""Maximum number of attempts at a piece of work if the process dies each time."""

LOOK_FOR_PARENT = 0.5
"""Seconds between a worker's checks whether its parent is still running."""

R = TypeVar("R")


@define
class Processes:
    """A pool of processes that do pieces of work."""

    workers: int
    _pool: ProcessPool = field(init=False)
    _closed: bool = field(init=False, default=False)

    def __attrs_post_init__(self) -> None:
        self._pool = ProcessPool(
            self.workers, initializer=_begin, initargs=(os.getpid(),), context=get_context("spawn")
        )
        try:
            with held_back():
                self._pool.schedule(int)
        except OSError as error:
            if error.errno:
                raise
            # A semaphore is a file. On a full disk its error gives no reason.
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)) from error

    def submit(self, work: Callable[[], R]) -> Future[R]:
        """See `ackproof.engine.workers.pool.Pool`."""
        promised: Future[R] = Future()
        promised.set_running_or_notify_cancel()
        with shielded():
            self._begin(work, promised, 1)
        return promised

    def size(self) -> int:
        """See `ackproof.engine.workers.pool.Pool`."""
        return self.workers

    def close(self) -> None:
        """End the processes, and with them the targets that they use."""
        self._closed = True
        self._pool.stop()  # type: ignore[no-untyped-call]  # its types leave this out
        self._pool.join()

    def _begin(self, work: Callable[[], R], promised: Future[R], attempt: int) -> None:
        def done(future: Future[R]) -> None:
            error = future.exception()
            if error is None:
                promised.set_result(future.result())
            elif not isinstance(error, ProcessExpired):
                promised.set_exception(error)
            elif attempt < ATTEMPTS and not self._closed:
                self._begin(work, promised, attempt + 1)
            else:
                promised.set_exception(
                    WorkerLost(f"the process that it ran in died, each of {ATTEMPTS} times ({_how(error)})")
                )

        self._pool.schedule(work).add_done_callback(done)


def _how(error: ProcessExpired) -> str:
    code = error.exitcode or 0
    return f"signal {-code}" if code < 0 else f"exit code {code}"


def _begin(parent: int) -> None:
    """Prepare a worker: it leaves Ctrl-C and a closed terminal to its parent, and closes its targets before it ends."""
    leave_to_parent(_end)
    threading.Thread(target=_end_without, args=(parent,), daemon=True).start()
    kept.begin()


def _end(*_: object) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    kept.close()
    scratch.remove_all()
    os._exit(0)


def _end_without(parent: int) -> None:
    """End this process when its parent has ended, even during a Python computation."""
    tick = threading.Event()
    while os.getppid() == parent:
        tick.wait(LOOK_FOR_PARENT)
    os.kill(os.getpid(), signal.SIGTERM)
