"""A Spark job that is watched: how far its stages are, on a terminal, while it runs."""

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
    """Do what starts Spark jobs, and return its answer; meanwhile show how many Spark tasks of a stage are done.

    Nothing is shown where standard error is no terminal. If it is interrupted, the jobs are cancelled, and the work is
    not waited for: its answer comes to nobody.
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
        with suppress(Exception):  # the call may have come between two others to the JVM
            context.cancelAllJobs()
        raise
    finally:
        threads.shutdown(wait=False)


def _progress(context: "SparkContext") -> tuple[str, int, int | None]:
    """Return what is going on, and how many Spark tasks of how many are done."""
    tracker = context.statusTracker()
    stages = [stage for number in tracker.getActiveStageIds() if (stage := tracker.getStageInfo(number)) is not None]
    if not stages:
        return _WAITING, 0, None
    running = sum(stage.numActiveTasks for stage in stages)
    description = f"stage {max(stage.stageId for stage in stages)}, {running} running"
    return description, sum(stage.numCompletedTasks for stage in stages), sum(stage.numTasks for stage in stages)
