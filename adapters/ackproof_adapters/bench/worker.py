"""A process for each contestant, on a number of cores. So its memory is measured apart from the others'.

The bench sends requests over a pipe; the contestant tracks or checks, and sends its answer. Processes that it starts,
such as a JVM, run on the same cores.
"""

import gc
import multiprocessing
import os
import re
import traceback
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, TypeVar

import pyarrow as pa  # type: ignore[import-untyped]  # it brings no types
from ackproof.engine.workers import interruption, scratch
from ackproof.errors import AckproofError, Refused, SuiteError, TargetBroke
from ackproof.target import Description
from ackproof.targets.process_tree import descendants
from attrs import define, evolve, field

from ackproof_adapters.bench.contestants import Entry, enter
from ackproof_adapters.bench.logs.log import Log
from ackproof_adapters.bench.logs.stream import LogPlan
from ackproof_adapters.bench.ways.way import Timing, Way, family

_Answer = TypeVar("_Answer")

KILOBYTE = 1 << 10
PATIENCE = 30.0
"""Seconds that a process has to end after it was asked to."""


@define
class ContestantProcess:
    """The way of an entry, in its own process, which starts when the lane is made."""

    entry: Entry
    plan: LogPlan
    cores: int
    description: Description = field(init=False)
    timed: str = field(init=False)
    needs_parquet: bool = field(init=False)
    most_messages: int | None = field(init=False)
    dozes: bool = field(init=False)
    _process: BaseProcess = field(init=False)
    _pipe: Connection = field(init=False)

    def __attrs_post_init__(self) -> None:
        """Start the process. Raise what `enter` raises."""
        # Spawned: a process that is forked has the threads and JVMs of this one in it, half alive.
        context = multiprocessing.get_context("spawn")
        self._pipe, other = context.Pipe()
        self._process = context.Process(target=_serve, args=(other, self.entry, self.plan, self.cores))
        with interruption.held_back():
            self._process.start()
        other.close()
        try:
            self.description, self.timed, self.needs_parquet, self.most_messages, self.dozes = self._received()
        except Exception:
            self.close()
            raise

    def track(self, log: Log, notifications: Path) -> Timing:
        """See `Way`."""
        return self._asked("track", log, notifications)  # type: ignore[no-any-return]  # a pipe has no types

    def check(self, log: Log, notifications: Path) -> str | None:
        """See `Way`."""
        return self._asked("check", log, notifications)  # type: ignore[no-any-return]  # the same

    def close(self) -> None:
        """End the process, and all that it started."""
        children = [child for child in descendants(self._process.pid) if child.is_running()]
        with suppress(OSError):
            self._pipe.send(None)
        self._process.join(0 if interruption.was_interrupted() else PATIENCE)
        for child in children:
            with suppress(Exception):  # in most cases it has ended by itself
                child.kill()
        if interruption.was_interrupted():
            self._process.kill()
        self._process.join()
        self._pipe.close()

    def _asked(self, what: str, log: Log, notifications: Path) -> Any:  # noqa: ANN401 - what comes out of a pipe
        try:
            self._pipe.send((what, log, notifications))
        except OSError as error:
            raise TargetBroke(f"its process ended with {self._process.exitcode}") from error
        return self._received()

    def _received(self) -> Any:  # noqa: ANN401 - what comes out of a pipe
        try:
            answer = self._pipe.recv()
        except EOFError as error:
            self._process.join()
            raise TargetBroke(f"its process ended with {self._process.exitcode}") from error
        if isinstance(answer, Exception):
            raise answer
        return answer


def _end(*_: object) -> None:
    scratch.remove_all()
    os._exit(0)


def _serve(pipe: Connection, entry: Entry, plan: LogPlan, cores: int) -> None:
    """Serve the requests of the bench, until it says that it is over or is gone."""
    interruption.leave_to_parent(_end)
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:cores])
    way: Way | None = None

    def begin() -> tuple[Description, str, bool, int | None, bool]:
        nonlocal way
        description, way = enter(entry, plan, cores)
        return description, way.timed, way.needs_parquet, way.most_messages, way.dozes

    with suppress(EOFError, BrokenPipeError):
        pipe.send(_answer(begin))
        while way is not None and (request := pipe.recv()) is not None:
            what, log, notifications = request
            ask = _tracked if what == "track" else _checked
            pipe.send(_answer(lambda: ask(way, log, notifications)))  # noqa: B023 - called at once
    if way is not None:
        with suppress(Exception):  # the result is written; errors while closing a target are ignored
            way.close()


def _answer(do: Callable[[], _Answer]) -> _Answer | Exception:
    try:
        return do()
    except (AckproofError, Refused) as error:
        return error
    except SuiteError:
        return SuiteError(traceback.format_exc())
    except Exception as error:  # noqa: BLE001 - a target is somebody else's code, and may raise anything
        return TargetBroke(in_one_line(error))


def in_one_line(error: Exception) -> str:
    """Return the first line of an error's message."""
    first_line = next(iter(str(error).strip().splitlines()), "(no message)")
    return first_line if isinstance(error, AckproofError | Refused) else f"{type(error).__name__}: {first_line}"


def _tracked(way: Way, log: Log, notifications: Path) -> Timing:
    gc.collect()
    pa.default_memory_pool().release_unused()
    forget_peaks()
    timing = way.track(log, notifications)
    return evolve(timing, memory=peak_memory())


def _checked(way: Way, log: Log, notifications: Path) -> str | None:
    return way.check(log, notifications)


def forget_peaks() -> None:
    """Reset the peak memory of this process and of those that it started, where the system can do that."""
    for process in family():
        with suppress(OSError):
            Path(f"/proc/{process.pid}/clear_refs").write_text("5", encoding="ascii")


def peak_memory() -> int | None:
    """Return the peaks of this process and of those that it started, added up, in bytes; None if unknown.

    Each is a peak of resident memory, in which pages of mapped files count, and pages that two processes share count
    twice. So it is an upper estimate. No sampling is needed during the run.
    """
    peaks = [_peak_of(process.pid) for process in family()]
    return sum(peak for peak in peaks if peak is not None) if any(peaks) else None


def _peak_of(pid: int) -> int | None:
    with suppress(OSError):
        found = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text(encoding="ascii"))
        return int(found[1]) * KILOBYTE if found else None
    return None
