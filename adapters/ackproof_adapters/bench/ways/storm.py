"""The way of a real Storm acker: a tight loop in its own JVM, which calls it at the least cost.

Its messages are columns in the memory of that JVM, read before the timed region from files of raw little-endian
numbers, and its notifications are written after it. Storm's executor, queues and network are left out. The
timed region has the release's own `Acker.execute`, and also the construction of its tuples (`building`) or not
(`ready`). Each thread runs one acker task after the other.

The one known deviation of Storm 2 cannot occur in a log: see `patterns`.
"""

import subprocess
from pathlib import Path

import numpy as np
from ackproof.errors import TargetBroke, TargetUnavailable
from attrs import define, field, frozen

from ackproof_adapters.bench.logs.log import Log
from ackproof_adapters.bench.ways.arrays import write_notifications
from ackproof_adapters.bench.ways.check import whole
from ackproof_adapters.bench.ways.way import Checked, Timing
from ackproof_adapters.shards.folder import open_log
from ackproof_adapters.shards.layout import MESSAGES, NOTIFICATIONS
from ackproof_adapters.storm import process
from ackproof_adapters.storm.versions import RELEASES

NANO = 1e-9
LEAST_VERSION = "storm-2."
"""Releases whose acker is a Java class of this package; other releases take operations."""


@frozen
class Loop:
    """How the loop runs: with `tuples` "building" or "ready", on so many threads."""

    tuples: str
    threads: int

    @property
    def label(self) -> str:
        """Its name in the report, after the name of the release."""
        return f"{self.tuples} x{self.threads}"


LOOPS = tuple(Loop(tuples, threads) for tuples in ("building", "ready") for threads in (1, 2))


def loops_of(target: str, cores: int) -> tuple[Loop, ...]:
    """Return the loops of a target on so many cores; none if it is not a real acker that runs in a loop."""
    if target not in RELEASES or not target.startswith(LEAST_VERSION):
        return ()
    return tuple(loop for loop in LOOPS if loop.threads <= cores)


@define
class StormWay(Checked):
    """A JVM that runs the acker of a release in a loop. It lives as long as the way, so that it is warm."""

    release: str
    loop: Loop
    timed: str = field(init=False)
    needs_parquet: bool = field(default=False, init=False)
    most_messages: int | None = field(default=10_000_000, init=False)
    _jvm: "subprocess.Popen[str] | None" = field(default=None, init=False)

    def __attrs_post_init__(self) -> None:
        """Set what is timed."""
        what = "the log in arrays" if self.loop.tuples == "building" else "all tuples ready"
        self.timed = f"{what} in the JVM's memory to notifications in arrays there"

    def track(self, log: Log, notifications: Path) -> Timing:
        """See `Way`."""
        raw = notifications.with_name(f"{notifications.name}-raw")
        nanos, cpu = self._ask(f"{_columns_of(log)}\t{raw}")
        notified = [_read(raw / str(acker)) for acker in range(log.plan.acker_tasks)]
        write_notifications(notified, notifications)
        for file in raw.rglob("*"):
            if file.is_file():
                file.unlink()
        return Timing(nanos * NANO, cpu * NANO)

    def close(self) -> None:
        """End the JVM."""
        if self._jvm is not None:
            self._jvm.communicate()

    def _ask(self, request: str) -> tuple[int, int]:
        if self._jvm is None:
            command = [*process.throughput_command(RELEASES[self.release]), self.loop.tuples, str(self.loop.threads)]
            self._jvm = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)  # noqa: S603 - our own command
        if self._jvm.stdin is None or self._jvm.stdout is None:
            raise TargetUnavailable("the JVM has no pipes")
        try:
            self._jvm.stdin.write(request + "\n")
            self._jvm.stdin.flush()
            answer = self._jvm.stdout.readline()
        except BrokenPipeError:
            answer = ""
        if not answer:
            raise TargetBroke(f"the JVM ended with {self._jvm.wait()}; its output is above")
        nanos, cpu = answer.split()
        return int(nanos), int(cpu)


def _columns_of(log: Log) -> Path:
    """Return the folder of raw columns of a log; make it if it does not exist."""
    folder = log.folder / "columns"
    if not folder.exists():
        unfinished = folder.with_name("columns.unfinished")
        opened = open_log(log.shards)
        for acker in range(opened.acker_tasks):
            own = unfinished / str(acker)
            own.mkdir(parents=True)
            for name, column in zip(MESSAGES.schema.names, whole(opened.shard(acker)), strict=True):
                column.astype(column.dtype.newbyteorder("<")).tofile(own / name)
        unfinished.rename(folder)
    return folder


def _read(folder: Path) -> list["np.ndarray[tuple[int], np.dtype[np.generic]]"]:
    schema = NOTIFICATIONS.schema
    return [np.fromfile(folder / each.name, np.dtype(each.type.to_pandas_dtype()).newbyteorder("<")) for each in schema]
