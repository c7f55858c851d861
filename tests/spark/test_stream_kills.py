"""A stream that is killed at random moments says what it would have said: nothing is lost, nothing comes twice.

`ACKPROOF_KILLS` is how often the long form kills, and five times as often as it kills executors; `tox -e kills` has it
50. On one machine the executor is in the driver's JVM, and dies with it; on a cluster it is a process of its own, and
the stream goes on without it.
"""

import os
import random
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import psutil
import pytest
from ackproof.errors import TargetBroke
from ackproof_adapters.spark.stream_process import OUT, StreamFolder, StreamProcess
from pyspark.sql import SparkSession

from .clusters import cluster
from .logs import answers, random_log
from .streams import notifications_in, put

pytestmark = pytest.mark.spark

KILLS = int(os.environ.get("ACKPROOF_KILLS", "10"))
ROWS = 400
ACKER_TASKS = 2
LONGEST_DELAY = 1.0
"""Seconds within which a process is killed, once a micro-batch has begun and the process is there. Some have done all
by then, and are missed.
"""


def is_driver(process: psutil.Process) -> bool:
    """Whether this is the process of Python that runs the stream: neither the daemon of workers nor one of them."""
    return "pyspark.daemon" not in process.cmdline() and "python" in process.name()


def is_worker(process: psutil.Process) -> bool:
    """Whether this is a Python worker: one that the daemon of Python workers has forked."""
    parent = process.parent()
    return "pyspark.daemon" in process.cmdline() and parent is not None and "pyspark.daemon" in parent.cmdline()


def is_jvm(process: psutil.Process) -> bool:
    """Whether this is the JVM, with the executor in it."""
    return "java" in process.name()


def is_executor(process: psutil.Process) -> bool:
    """Whether this is an executor of a cluster: a worker has started it, and not the driver."""
    return any("CoarseGrainedExecutorBackend" in word for word in process.cmdline())


VICTIMS: dict[str, Callable[[psutil.Process], bool]] = {
    "driver": is_driver,
    "Python worker": is_worker,
    "JVM": is_jvm,
    "executor": is_executor,
}
HERE = ("driver", "Python worker", "JVM")


def is_alive(process: psutil.Process, victim: str) -> bool:
    """Whether a process is of a kind, and there."""
    try:
        return VICTIMS[victim](process)
    except psutil.NoSuchProcess:
        return False


def alive(process: StreamProcess, victim: str) -> list[psutil.Process]:
    """Return those of a stream's processes, and of the cluster's, that are of a kind; none if it has ended."""
    try:
        driver = psutil.Process(process.pid)
        parent = psutil.Process() if victim == "executor" else driver
        family = [driver, *parent.children(recursive=True)]
    except psutil.NoSuchProcess:
        return []
    return [each for each in family if is_alive(each, victim)]


def kill(process: StreamProcess, victim: str, delay: float) -> bool:
    """Kill a part of a stream's process so long after it is there; see what is left come to its end. Return whether
    anybody died.
    """
    while not alive(process, victim):
        if process.ended_within(0.01):
            return False
    if process.ended_within(delay):
        return False
    found = alive(process, victim)
    if victim == "driver":
        process.kill()  # and all that it has started
    else:
        for each in found:
            each.kill()
    try:
        process.finish()  # a driver that has lost its JVM, or a query that has lost a task, ends in an error
    except TargetBroke:
        process.kill()
        if victim == "executor":
            raise  # there are others
    return bool(found)


def killed_and_restarted(folder: Path, kills: int, victims: Sequence[str], master: str) -> tuple[Counter[str], int]:
    """Bring a stream file by file, and kill what takes it so often; return who was killed, and the number of files."""
    draw = random.Random(kills)
    stream = StreamFolder(folder, ACKER_TASKS, "storm2")
    killed: Counter[str] = Counter()
    files = 0
    while killed.total() < kills:
        put(folder / "in", files, random_log(files, ROWS, acker_tasks=ACKER_TASKS, start=files * ROWS))
        files += 1
        process = StreamProcess(stream, master)
        while not stream.has_begun(files - 1):
            assert not process.ended_within(0.01) or stream.has_begun(files - 1)
        victim = victims[killed.total() % len(victims)]
        killed[victim] += kill(process, victim, draw.uniform(0, LONGEST_DELAY))
    StreamProcess(stream, master).finish()
    return killed, files


def check(
    session: SparkSession, folder: Path, kills: int, victims: Sequence[str] = HERE, master: str = "local[*]"
) -> None:
    """Kill a stream so often and compare what it said with what the reference says to all of it."""
    killed, files = killed_and_restarted(folder, kills, victims, master)
    rows = [
        row for number in range(files) for row in random_log(number, ROWS, acker_tasks=ACKER_TASKS, start=number * ROWS)
    ]
    expected = answers(rows, ACKER_TASKS, "storm2")
    assert kills == killed.total()
    assert len(expected) > 50 * files
    assert expected == notifications_in(session, folder / OUT)


def test_killed_three_times(spark: SparkSession, tmp_path: Path) -> None:
    """Driver, Python worker and JVM, once each."""
    check(spark, tmp_path, 3)


def test_an_executor_is_killed(spark: SparkSession, tmp_path: Path) -> None:
    """On a cluster of two workers: the same driver goes on."""
    with cluster(tmp_path) as master:
        check(spark, tmp_path / "stream", 1, ["executor"], master)


@pytest.mark.slow
def test_killed_many_times(spark: SparkSession, tmp_path: Path) -> None:
    """As often as `ACKPROOF_KILLS` says."""
    check(spark, tmp_path, KILLS)


@pytest.mark.slow
def test_executors_killed_many_times(spark: SparkSession, tmp_path: Path) -> None:
    """A fifth as often, since each takes a cluster the better part of a minute."""
    with cluster(tmp_path) as master:
        check(spark, tmp_path / "stream", max(1, KILLS // 5), ["executor"], master)
