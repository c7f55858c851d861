"""How a target gets a log: the part of the bench that is timed, `Way.track`, and nothing else is.

The region is the same for all: a call begins with the log in a Parquet file, and ends when all notifications are in
another. Who can do that alone is a `LogTarget`. Any other target is given operations in chunks, as everywhere in the
suite, and the bench reads, converts and writes for it. For a quick acker that is most of the time, and none of its
doing; so the time that is spent within `Component.apply` is told apart.
"""

from contextlib import closing
from pathlib import Path
from time import perf_counter
from typing import Protocol, runtime_checkable

import pyarrow as pa  # type: ignore[import-untyped]  # it brings no types
from ackproof.components import Operation
from ackproof.components.acker import Ack, AckerOperation, AckerResult, Fail, Init, ResetTimeout, Tick
from ackproof.components.fields import Long
from ackproof.errors import TargetBroke
from ackproof.target import Component, Config, Target
from attrs import field, frozen
from pyarrow import parquet

from ackproof_adapters.bench.schemas import NOTIFICATIONS
from ackproof_adapters.bench.spark import SparkLogs
from ackproof_adapters.routing import ackers_of
from ackproof_adapters.spark.target import SparkBatchTarget

CHUNK = 10_000
"""Operations in one call of `apply`."""


@runtime_checkable
class LogTarget(Protocol):
    """A target that tracks a whole log by itself."""

    def track_log(self, log: Path, notifications: Path, *, acker_tasks: int, profile: str) -> None:
        """Read messages from the Parquet file `log`, and write what they cause to `notifications`.

        The latter is a new Parquet file or a new directory of them. The schemas are those of
        `ackproof_adapters.bench.schemas`; the rows written may be in any order.
        """


class Way(Protocol):
    """A way for a log to a target and for notifications back."""

    @property
    def name(self) -> str:
        """What the report calls it."""

    def track(self, log: Path, notifications: Path, config: Config) -> float | None:
        """Do it. Return the seconds that were spent within `Component.apply`, or None if that was not called."""


def way_of(target: Target) -> Way:
    """Return the way to a target: its own, if it has one."""
    if isinstance(target, LogTarget):
        return Alone(target)
    if isinstance(target, SparkBatchTarget):
        return Alone(SparkLogs())
    return ByOperations(target)


@frozen
class Alone:
    """The target does everything itself."""

    target: LogTarget
    name: str = field(default="log", init=False)

    def track(self, log: Path, notifications: Path, config: Config) -> None:
        """See `Way`."""
        self.target.track_log(log, notifications, acker_tasks=config.tasks, profile=config.profile)


@frozen
class ByOperations:
    """The bench reads the log, gives operations to a component, and writes what comes back."""

    target: Target
    name: str = field(default="operations", init=False)

    def track(self, log: Path, notifications: Path, config: Config) -> float:
        """See `Way`."""
        applying = 0.0
        with (
            closing(self.target.open("acker", config)) as component,
            parquet.ParquetFile(log) as messages,
            parquet.ParquetWriter(notifications, NOTIFICATIONS) as writer,
        ):
            for batch in messages.iter_batches(CHUNK):
                operations = _operations(batch)
                results, seconds = _applied(component, operations)
                applying += seconds
                writer.write_table(_notifications(batch, results, config.tasks))
        return applying


def _applied(component: Component, operations: list[Operation]) -> tuple[list[AckerResult], float]:
    begun = perf_counter()
    results = component.apply(operations)
    seconds = perf_counter() - begun
    if len(results) != len(operations):
        raise TargetBroke(f"{len(results)} results for {len(operations)} operations")
    return list(results), seconds


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
    said = [(seq, word) for seq, result in zip(seqs, results, strict=True) for word in result.notifications]
    roots = pa.array([word.root for _, word in said], pa.int64())
    columns = {
        "seq": pa.array([seq for seq, _ in said], pa.int64()),
        "acker": pa.array(ackers_of(roots.to_numpy(), acker_tasks)),
        "kind": pa.array([word.kind for _, word in said], pa.string()),
        "root": roots,
        "spout_task": pa.array([word.task for _, word in said], pa.int32()),
    }
    return pa.table(columns, schema=NOTIFICATIONS)
