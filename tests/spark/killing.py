"""Killing parts of a stream's process at random moments, and continuing the stream file by file."""

import random
from collections.abc import Callable, Sequence
from pathlib import Path

import psutil
from ackproof.errors import TargetBroke
from ackproof_adapters.spark import wait_for
from ackproof_adapters.spark.streaming.process import CHECKPOINT, IN, OUT, PATIENCE, StreamFolder, StreamProcess
from attrs import frozen
from pyspark.sql import SparkSession

from .logs import answers, random_log
from .streams import notifications_in, put

ROWS = 400
ACKER_TASKS = 2
PROFILE = "storm2"
LONGEST_DELAY = 1.0
"""Maximum number of seconds before a process is killed, after a micro-batch has begun and the process exists. Some have
finished by then, and are missed.
"""


def is_driver(process: psutil.Process) -> bool:
    """Whether this is the Python process that runs the stream: neither the daemon of workers nor one of them."""
    return "pyspark.daemon" not in process.cmdline() and "python" in process.name()


def is_worker(process: psutil.Process) -> bool:
    """Whether this is a Python worker: one that the daemon of Python workers has forked."""
    parent = process.parent()
    return "pyspark.daemon" in process.cmdline() and parent is not None and "pyspark.daemon" in parent.cmdline()


def is_jvm(process: psutil.Process) -> bool:
    """Whether this is the JVM, with the executor in it."""
    return "java" in process.name()


def is_executor(process: psutil.Process) -> bool:
    """Whether this is an executor of a cluster: its parent is a worker, not the driver."""
    return any("CoarseGrainedExecutorBackend" in word for word in process.cmdline())


VICTIMS: dict[str, Callable[[psutil.Process], bool]] = {
    "driver": is_driver,
    "Python worker": is_worker,
    "JVM": is_jvm,
    "executor": is_executor,
}
HERE = ("driver", "Python worker", "JVM")


def is_alive(process: psutil.Process, victim: str) -> bool:
    """Whether a process is of a kind, and running."""
    try:
        return VICTIMS[victim](process)
    except psutil.NoSuchProcess:
        return False


def alive(process: StreamProcess, victim: str) -> list[psutil.Process]:
    """Return the running processes of a kind, of a stream and of the cluster; none if the stream's process has
    ended.
    """
    try:
        driver = psutil.Process(process.pid)
        parent = psutil.Process() if victim == "executor" else driver
        family = [driver, *parent.children(recursive=True)]
    except psutil.NoSuchProcess:
        return []
    return [each for each in family if is_alive(each, victim)]


def finish(process: StreamProcess) -> None:
    """Wait until the stream has processed everything. Raise `TargetBroke` if it hangs or ends with an error."""
    if not process.ended_within(PATIENCE):
        raise TargetBroke(f"the stream in {process.folder.path} did not end within {PATIENCE} s")


def kill(process: StreamProcess, victim: str, delay: float) -> bool:
    """Kill a part of a stream's process, this long after it has started; wait for the end of the rest. Return whether
    anything was killed.
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
        finish(process)  # a driver that has lost its JVM, or a query that has lost a task, ends in an error
    except TargetBroke:
        process.kill()
        if victim == "executor":
            raise  # there are others
    return bool(found)


@frozen
class KilledStream:
    """A stream in a folder, which is killed repeatedly. Its state is in the folder: a new object on the same folder
    continues the same stream.
    """

    folder: Path
    victims: Sequence[str] = HERE
    master: str = "local[*]"
    longest_delay: float = LONGEST_DELAY
    by_path: bool = False

    @property
    def files(self) -> int:
        """The number of files of messages so far."""
        return len(list((self.folder / IN).glob("*.parquet")))

    @property
    def _stream(self) -> StreamFolder:
        return StreamFolder(self.folder, ACKER_TASKS, PROFILE, self.by_path)

    def kill(self, number: int) -> str:
        """Add files, and let the stream process them, until it is killed for the time of that number, from 0; return
        the victim.
        """
        victim = self.victims[number % len(self.victims)]
        while True:
            files = self.files
            put(self.folder / IN, files, random_log(files, ROWS, acker_tasks=ACKER_TASKS, start=files * ROWS))
            process = StreamProcess(self._stream, self.master)
            try:
                while not self._stream.has_begun(files):
                    assert not process.ended_within(0.01) or self._stream.has_begun(files)
                delay = random.Random(f"{number} {files}").uniform(0, self.longest_delay)
                if kill(process, victim, delay):
                    return victim
            except BaseException:
                process.kill()
                raise

    def finish(self, session: SparkSession) -> None:
        """Let a session that is not killed process the remaining files, if there are any."""
        if not (self.folder / CHECKPOINT / "commits" / str(self.files - 1)).exists():
            wait_for(self._stream.track(session))

    def check(self, session: SparkSession) -> None:
        """Compare the notifications of the stream with the reference's for all messages."""
        files = self.files
        rows = [
            row
            for number in range(files)
            for row in random_log(number, ROWS, acker_tasks=ACKER_TASKS, start=number * ROWS)
        ]
        expected = answers(rows, ACKER_TASKS, PROFILE)
        assert len(expected) > 50 * files
        assert expected == notifications_in(session, self.folder / OUT)
