"""How a contestant gets a log: a *way* tracks it, and times the part that counts.

A contestant that is a program for logs is timed from the log on disk to its notifications on disk. One that is an
acker and no more, such as a class of Storm's, is timed on messages in memory: that flatters it, and the report says so.
Any other target is given operations in chunks, as everywhere in the suite, and the bench reads, converts and writes for
it. For a quick acker that is most of the time, and none of its doing; so the time that is spent within
`Component.apply` is told apart.

To join, a target has a method `track_log`: see `LogTarget`.
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
"""Messages that a target gets at most if it takes operations: the first of the log."""

FROM_PARQUET = "the log in a Parquet file on disk to notifications in Parquet files on disk"


@frozen
class Timing:
    """One run. `seconds` is the timed region, and `cpu` the seconds of all cores that its processes took in it.

    `applying` is the part within `Component.apply`, where the bench called that. `memory` is the most, in bytes, that
    the contestant's processes had at any time in the run, added up; None where the system does not tell.
    """

    seconds: float
    cpu: float
    applying: float | None = None
    memory: int | None = None


def cpu_seconds() -> float:
    """Return the seconds of all cores that this process and those that it started have taken so far."""
    return sum(map(_cpu_seconds_of, family()))


def _cpu_seconds_of(process: psutil.Process) -> float:
    try:
        times = process.cpu_times()
    except psutil.NoSuchProcess:  # it ended between being listed and being asked
        return 0.0
    return times.user + times.system


def family() -> list[psutil.Process]:
    """Return this process and those that it started, and that are there."""
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
    """A way for a log to a contestant, and for notifications back."""

    @property
    def timed(self) -> str:
        """What the timed region takes and leaves, as in "from … to …"."""

    @property
    def needs_parquet(self) -> bool:
        """Whether it takes the log as a Parquet file."""

    @property
    def most_messages(self) -> int | None:
        """How long a log it gets; of a longer one, the beginning."""

    @property
    def dozes(self) -> bool:
        """Whether what it runs on goes to sleep between runs, as Spark's Python workers do after a minute.

        It is given the beginning of the log before each run, then, which is not timed.
        """

    def track(self, log: Log, notifications: Path) -> Timing:
        """Track a log; write what it causes to a new file or folder, in a form that `verdict` takes."""

    def check(self, log: Log, notifications: Path) -> str | None:
        """Return what is wrong with that, in a sentence, or None."""

    def close(self) -> None:
        """Let go of everything."""


@runtime_checkable
class LogTarget(Protocol):
    """A target that tracks a whole log by itself."""

    def track_log(self, log: Path, notifications: Path, *, acker_tasks: int, profile: str) -> None:
        """Read messages from the Parquet file `log`, and write what they cause to `notifications`.

        The latter is a new Parquet file or a new directory of them. The schemas are those of
        `ackproof_adapters.bench.logs.schemas`; the rows written may be in any order.
        """


class Checked:
    """A way of which all is checked after each run."""

    dozes = False

    def check(self, log: Log, notifications: Path) -> str | None:
        """See `Way`."""
        return verdict(log, notifications)

    def close(self) -> None:
        """See `Way`. Nothing is held."""


@frozen
class Alone(Checked):
    """The target does everything itself."""

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
    """The bench reads the log, gives operations to a component, and writes what comes back."""

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

    A result does not say which acker task spoke. It is taken to be the one that the root routes to.
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
