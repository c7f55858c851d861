"""A standalone Spark cluster on loopback: a master and two workers, each a process of its own."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from importlib.util import find_spec
from pathlib import Path

import psutil
from ackproof_adapters.spark.session import QUICK_TO_COMPILE

ENDING = 20
STARTING = 180
"""Seconds for a JVM to start and say where it is, on a machine that has other things to do."""


@contextmanager
def cluster(folder: Path, workers: int = 2) -> Iterator[str]:
    """Run a cluster and give its master; the logs are in `folder`. All that was started has ended after it."""
    with ExitStack() as running:
        log = running.enter_context(_daemon(folder, "master", "master.Master"))
        master = _said(log, r"Starting Spark master at (spark://[\w.:]+)")
        for log in [running.enter_context(_worker(folder, number, master)) for number in range(workers)]:
            _said(log, r"(Successfully registered) with master")
        yield master


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
        process.wait(ENDING)


def _said(log: Path, pattern: str) -> str:
    """Return what a daemon says of itself, as soon as it does."""
    until = time.monotonic() + STARTING
    while time.monotonic() < until:
        found = re.search(pattern, log.read_text(encoding="utf-8", errors="replace"))
        if found is not None:
            return found[1]
        time.sleep(0.1)  # it writes to a file, which tells nobody
    raise AssertionError(log.read_text(encoding="utf-8", errors="replace"))
