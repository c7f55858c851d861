"""Progress of a running Spark job: the tasks of its stages, shown on a terminal."""

import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar

from ackproof.text import terminal
from ackproof.text.terminal import SafeColumn
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn

if TYPE_CHECKING:
    from pyspark import SparkContext

_Answer = TypeVar("_Answer")

GLANCE = 0.2
"""Seconds between two looks at the job."""

_WAITING = "waiting for Spark"


def watched(context: "SparkContext", work: Callable[[], _Answer]) -> _Answer:
    """Call a function that starts Spark jobs, and return its result; meanwhile show how many Spark tasks of a stage are
    done.

    Nothing is shown if standard error is not a terminal. If it is interrupted, the jobs are cancelled, and the call is
    not waited for: its result is dropped.
    """
    columns = (SafeColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    threads = ThreadPoolExecutor(1)
    try:
        with Progress(*columns, console=terminal.errors(), transient=True, disable=not sys.stderr.isatty()) as progress:
            bar = progress.add_task(_WAITING, total=None)
            future = threads.submit(work)
            while not future.done():
                time.sleep(GLANCE)
                description, done, total = _progress(context)
                progress.update(bar, description=description, completed=done, total=total)
            return future.result()
    except KeyboardInterrupt:
        with suppress(Exception):  # this call may have come between two other calls to the JVM
            context.cancelAllJobs()
        raise
    finally:
        threads.shutdown(wait=False)


def _progress(context: "SparkContext") -> tuple[str, int, int | None]:
    """Return the running stage, and how many of its Spark tasks are done."""
    tracker = context.statusTracker()
    stages = [stage for number in tracker.getActiveStageIds() if (stage := tracker.getStageInfo(number)) is not None]
    if not stages:
        return _WAITING, 0, None
    running = sum(stage.numActiveTasks for stage in stages)
    description = f"stage {max(stage.stageId for stage in stages)}, {running} running"
    return description, sum(stage.numCompletedTasks for stage in stages), sum(stage.numTasks for stage in stages)
