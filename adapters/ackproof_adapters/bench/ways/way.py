"""How a contestant gets a log: a *way* tracks it, and times a region of that.

A contestant that tracks whole logs is timed from the log on disk to its notifications on disk. One that is only an
acker, such as a class of Storm's, is timed on messages in memory. That is an advantage, and the report says so. Any
other target takes operations in chunks, as in the rest of the suite; the bench reads, converts and writes for it. For a
fast acker that is most of the time, so the time within `Component.apply` is recorded separately.

A target joins with a method `track_log`: see `LogTarget`.
"""

from contextlib import closing
from pathlib import Path
from time import perf_counter
from typing import Protocol, runtime_checkable

import psutil
import pyarrow as pa  # type: ignore[import-untyped]  # it brings no types
from ackproof.components import Operation, results_of
from ackproof.components.acker import Ack, AckerOperation, AckerResult, Fail, Init, ResetTimeout, Tick
from ackproof.components.fields import Long
from ackproof.errors import TargetBroke
from ackproof.target import Component, Config, Target
from attrs import define, field, frozen
from pyarrow import parquet

from ackproof_adapters.bench.logs.log import Log
from ackproof_adapters.bench.logs.schemas import NOTIFICATIONS
from ackproof_adapters.bench.ways.check import verdict
from ackproof_adapters.routing import ackers_of

CHUNK = 10_000
"""Operations in one call of `apply`."""

SLOW = 200_000
"""The most messages for a target that takes operations: the first of the log."""

FROM_PARQUET = "the log in a Parquet file on disk to notifications in Parquet files on disk"


@frozen
class Timing:
    """One run. `seconds` is the timed region, and `cpu` the processor time of the contestant's processes in it.

    `applying` is the part within `Component.apply`, if the bench called that. `memory` is the peak of the contestant's
    processes in the run, added up, in bytes; None if the system does not know.
    """

    seconds: float
    cpu: float
    applying: float | None = None
    memory: int | None = None


def cpu_seconds() -> float:
    """Return the processor time of this process and of those that it started, in seconds."""
    return sum(map(_cpu_seconds_of, family()))


def _cpu_seconds_of(process: psutil.Process) -> float:
    try:
        times = process.cpu_times()
    except psutil.NoSuchProcess:  # it ended after it was listed
        return 0.0
    return times.user + times.system


def family() -> list[psutil.Process]:
    """Return this process and the running ones that it started."""
    this = psutil.Process()
    return [this, *this.children(recursive=True)]


@define
class Stopwatch:
    """A timed region: it begins when the watch is made."""

    _cpu: float = field(factory=cpu_seconds, init=False)
    _begun: float = field(factory=perf_counter, init=False)

    def stop(self) -> Timing:
        """End the region."""
        seconds = perf_counter() - self._begun
        return Timing(seconds, max(0.0, cpu_seconds() - self._cpu))


class Way(Protocol):
    """How a contestant gets a log and returns notifications."""

    @property
    def timed(self) -> str:
        """What the timed region reads and writes, to follow "from"."""

    @property
    def needs_parquet(self) -> bool:
        """Whether it takes the log as a Parquet file."""

    @property
    def most_messages(self) -> int | None:
        """The most messages that it takes, or None; it gets the beginning of a longer log."""

    @property
    def dozes(self) -> bool:
        """Whether its processes end or slow down between runs, as Spark's Python workers end after a minute.

        Then it tracks the beginning of the log before each run, which is not timed.
        """

    def track(self, log: Log, notifications: Path) -> Timing:
        """Track a log; write the notifications to a new file or folder, in a form that `verdict` takes."""

    def check(self, log: Log, notifications: Path) -> str | None:
        """Return a sentence on what is wrong with the notifications, or None."""

    def close(self) -> None:
        """Release all resources."""


@runtime_checkable
class LogTarget(Protocol):
    """A target that tracks a whole log by itself."""

    def track_log(self, log: Path, notifications: Path, *, acker_tasks: int, profile: str) -> None:
        """Read messages from the Parquet file `log`, and write the notifications that they cause to `notifications`.

        The latter is a new Parquet file or a new directory of them. The schemas are those of
        `ackproof_adapters.bench.logs.schemas`; the rows written may be in any order.
        """


class Checked:
    """A way whose notifications are all checked after each run."""

    dozes = False

    def check(self, log: Log, notifications: Path) -> str | None:
        """See `Way`."""
        return verdict(log, notifications)

    def close(self) -> None:
        """See `Way`. There is nothing to release."""


@frozen
class Alone(Checked):
    """The way of a target that reads the log and writes notifications itself."""

    dozes = True
    target: LogTarget
    timed: str = FROM_PARQUET
    needs_parquet: bool = True
    most_messages: int | None = None

    def track(self, log: Log, notifications: Path) -> Timing:
        """See `Way`."""
        plan = log.plan
        watch = Stopwatch()
        self.target.track_log(log.parquet, notifications, acker_tasks=plan.acker_tasks, profile=plan.profile)
        return watch.stop()


@frozen
class ByOperations(Checked):
    """The bench reads the log, applies operations to a component, and writes its notifications."""

    target: Target
    timed: str = FROM_PARQUET
    needs_parquet: bool = True
    most_messages: int | None = SLOW

    def track(self, log: Log, notifications: Path) -> Timing:
        """See `Way`."""
        applying = 0.0
        config = Config(profile=log.plan.profile, tasks=log.plan.acker_tasks)
        watch = Stopwatch()
        with (
            closing(self.target.open("acker", config)) as component,
            parquet.ParquetFile(log.parquet) as messages,
            parquet.ParquetWriter(notifications, NOTIFICATIONS) as writer,
        ):
            for batch in messages.iter_batches(CHUNK):
                operations = _operations(batch)
                results, seconds = _applied(component, operations)
                applying += seconds
                writer.write_table(_notifications(batch, results, config.tasks))
        timing = watch.stop()
        return Timing(timing.seconds, timing.cpu, applying)


def _applied(component: Component, operations: list[Operation]) -> tuple[list[AckerResult], float]:
    begun = perf_counter()
    results = component.apply(operations)
    seconds = perf_counter() - begun
    if len(results) != len(operations):
        raise TargetBroke(f"{len(results)} results for {len(operations)} operations")
    return results_of(AckerResult, results), seconds


def _operations(batch: pa.RecordBatch) -> list[Operation]:
    columns = (batch.column(name).to_pylist() for name in ("op", "root", "value", "spout_task", "acker"))
    return [_operation(*row) for row in zip(*columns, strict=True)]


def _operation(op: str, root: int, value: int, spout_task: int, acker: int | None) -> AckerOperation:
    match op:
        case "init":
            return Init(Long(root), Long(value), spout_task)
        case "ack":
            return Ack(Long(root), Long(value))
        case "fail":
            return Fail(Long(root))
        case "reset-timeout":
            return ResetTimeout(Long(root))
    return Tick(acker)


def _notifications(batch: pa.RecordBatch, results: list[AckerResult], acker_tasks: int) -> pa.Table:
    """Return the notifications in `results`.

    A result does not name the acker task of a notification. It is taken to be the one that the root routes to.
    """
    seqs = batch.column("seq").to_pylist()
    notified = [
        (seq, notification) for seq, result in zip(seqs, results, strict=True) for notification in result.notifications
    ]
    roots = pa.array([notification.root for _, notification in notified], pa.int64())
    columns = {
        "seq": pa.array([seq for seq, _ in notified], pa.int64()),
        "acker": pa.array(ackers_of(roots.to_numpy(), acker_tasks)),
        "kind": pa.array([notification.kind for _, notification in notified], pa.string()),
        "root": roots,
        "spout_task": pa.array([notification.task for _, notification in notified], pa.int32()),
    }
    return pa.table(columns, schema=NOTIFICATIONS)
