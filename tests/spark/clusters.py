"""A standalone Spark cluster on loopback: a master and two workers, each a separate process."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Self

import psutil
from ackproof_adapters.spark.session import QUICK_TO_COMPILE

KINDS = {
    "executor": "CoarseGrainedExecutorBackend",
    "worker": "org.apache.spark.deploy.worker.Worker",
    "master": "org.apache.spark.deploy.master.Master",
}
"""The processes of a cluster, and parts of their command lines."""

MASTER_IS = r"Starting Spark master at (spark://[\w.:]+)"
REGISTERED = r"(Successfully registered) with master"
ENDING = 20
STARTING = 180
"""Maximum number of seconds for a JVM to start and print its address, on a busy machine."""


@contextmanager
def cluster(folder: Path, workers: int = 2) -> Iterator[str]:
    """Run a cluster and yield its master; the logs are in `folder`. All of its processes have ended afterwards."""
    with ExitStack() as running:
        log = running.enter_context(_daemon(folder, "master", "master.Master"))
        master = _found_in(log, MASTER_IS)
        for log in [running.enter_context(_worker(folder, number, master)) for number in range(workers)]:
            _found_in(log, REGISTERED)
        yield master


class Standing:
    """A cluster that exists while its parts are killed: `mended` starts the missing parts. All its processes have ended
    after the context.
    """

    def __init__(self, workers: int = 2) -> None:
        """Create it without starting anything."""
        self._count, self._parts = workers, ExitStack()
        self._master = ""
        self._started = 0

    def __enter__(self) -> Self:
        """Enter the context."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """End all started processes."""
        self._parts.close()

    def mended(self) -> str:
        """Return the master of a complete cluster without other users, after starting the missing parts."""
        if not running("master"):
            self._parts.close()
            self._folder = Path(self._parts.enter_context(TemporaryDirectory(prefix="cluster-")))
            self._master = _found_in(
                self._parts.enter_context(_daemon(self._folder, f"master-{self._started}", "master.Master")), MASTER_IS
            )
        workers = running("worker")
        logs = []
        for _ in range(self._count - len(workers)):
            self._started += 1
            logs.append(self._parts.enter_context(_worker(self._folder, self._started, self._master)))
        for log in logs:
            _found_in(log, REGISTERED)
        _, left = psutil.wait_procs(running("executor"), ENDING)
        for each in left:
            each.kill()
        return self._master


def running(kind: str) -> list[psutil.Process]:
    """Return the processes of a kind that this process, or a descendant, has started."""
    found = []
    for each in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):
            if each.status() != psutil.STATUS_ZOMBIE and any(KINDS[kind] in word for word in each.cmdline()):
                found.append(each)
    return found


def _worker(folder: Path, number: int, master: str) -> AbstractContextManager[Path]:
    arguments = ("--cores", "1", "--memory", "1G", "--work-dir", str(folder / f"work-{number}"), master)
    return _daemon(folder, f"worker-{number}", "worker.Worker", *arguments)


@contextmanager
def _daemon(folder: Path, name: str, kind: str, *arguments: str) -> Iterator[Path]:
    package = find_spec("pyspark")
    assert package is not None
    assert package.origin is not None
    home = Path(package.origin).parent
    environment = {
        **os.environ,
        "SPARK_HOME": str(home),
        "SPARK_LOCAL_IP": "127.0.0.1",
        "SPARK_LOG_DIR": str(folder),
        "SPARK_DAEMON_JAVA_OPTS": f"{QUICK_TO_COMPILE} -XX:+UseSerialGC",
        "PYTHONPATH": os.pathsep.join(sys.path),  # executors inherit it: this is what the workers have installed
    }
    command = [str(home / "bin" / "spark-class"), f"org.apache.spark.deploy.{kind}"]
    log = folder / f"{name}.log"
    with log.open("wb") as file:
        loopback = ("--host", "127.0.0.1", "--port", "0", "--webui-port", "0")
        process = subprocess.Popen([*command, *loopback, *arguments], stdout=file, stderr=file, env=environment)
    try:
        yield log
    finally:
        executors = psutil.Process(process.pid).children(recursive=True) if process.poll() is None else []
        process.terminate()
        _, left = psutil.wait_procs(executors, ENDING)
        for each in left:
            each.kill()
        try:
            process.wait(ENDING)
        except subprocess.TimeoutExpired:  # a JVM on a machine that is very busy
            process.kill()
            process.wait()


def _found_in(log: Path, pattern: str) -> str:
    """Return a match in the output of a daemon, as soon as there is one."""
    until = time.monotonic() + STARTING
    while time.monotonic() < until:
        found = re.search(pattern, log.read_text(encoding="utf-8", errors="replace"))
        if found is not None:
            return found[1]
        time.sleep(0.1)  # it writes to a file, without a signal
    raise AssertionError(log.read_text(encoding="utf-8", errors="replace"))
