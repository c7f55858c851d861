"""The target `spark-shards`: the sharded log behind the interface of the suite, for the component `acker`.

What is certified is the whole way: operations are written as sharded logs, these are read, checked and tracked by one
Spark job, and the notifications are read back from the folders that it wrote. Record batches are a few rows long here,
so that what an acker keeps from one to the next is put to the test.

Files cost milliseconds, and there are thousands of runs. So those with the same profile and number of acker tasks stand
in one log, one after the other, with as many ticks between two of them as the profile has buckets: no record outlives
these. An acker with records that do would carry something from one run into the next; but then it breaks the rules on
expiry too, within a run, and a run that is tried by itself is a log by itself.

As for `spark-batch`, a component keeps what it was given and is tracked again from the beginning with every `apply`.
"""

import tempfile
from collections import defaultdict
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING

import acking
import ackproof
from ackproof.components import Operation, Result
from ackproof.components.acker import AckerOperation, AckerResult, Notification, Tick
from ackproof.components.fields import Long
from ackproof.errors import Refused, TargetBroke, TargetUnavailable
from ackproof.target import PROFILES, Component, Config, Description, Offer, Run
from attrs import define, field

from ackproof_adapters import shards
from ackproof_adapters.spark import session

if TYPE_CHECKING:
    import pyarrow as pa  # type: ignore[import-untyped]  # it brings no types

BATCH_ROWS = 8
"""Rows in a record batch of these logs."""


def missing() -> str | None:
    """Say what this machine lacks, and how to get it; None if nothing."""
    return shards.missing() or session.missing()


def make() -> "SparkShardsTarget":
    """Return the target. Whether it can run here is only looked at when it is used: see `spark_shards`."""
    return SparkShardsTarget()


spark_shards = Offer(make, missing)


@define
class SparkShardsTarget:
    """`track_logs_to`, on the Spark session of this process. Takes any number of acker tasks."""

    def describe(self) -> Description:
        """Claim the acker, with any number of acker tasks. Raise `TargetUnavailable` where a package is missing."""
        return Description(
            name="spark-shards",
            version=f"{ackproof.__version__} on PySpark {_version('pyspark')}, numba {_version('numba')}",
            language="python",
            components=("acker",),
            capabilities=frozenset({"acker-tasks"}),
        )

    def open(self, component: str, config: Config) -> Component:
        """Make acker tasks that know nothing yet. Raise `Refused` for another component or an unknown profile."""
        _require_acker(component, config)
        return _ShardedAckers(config)

    def run_all(self, runs: Sequence[Run]) -> Sequence[Sequence[Result]]:
        """Track all runs, in one job for each profile."""
        for run in runs:
            _require_acker(run.component, run.config)
        alike: dict[str, list[int]] = defaultdict(list)
        for number, run in enumerate(runs):
            alike[run.config.profile].append(number)
        results: dict[int, Sequence[Result]] = {}
        for profile, numbers in alike.items():
            logs = [(runs[number].operations, runs[number].config.tasks) for number in numbers]
            results.update(zip(numbers, _tracked(logs, profile), strict=True))
        return [results[number] for number in range(len(runs))]

    def close(self) -> None:
        """Nothing is held: the session belongs to the process."""


@define
class _ShardedAckers:
    config: Config
    operations: tuple[Operation, ...] = field(default=(), init=False)

    def apply(self, operations: Sequence[Operation]) -> Sequence[Result]:
        log = (*self.operations, *operations)
        results = _tracked([(log, self.config.tasks)], self.config.profile)[0]
        before, self.operations = len(self.operations), log
        return results[before:]

    def close(self) -> None:
        pass


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError as error:
        raise TargetUnavailable(f"spark-shards is not available here: {missing()}") from error


def _require_acker(component: str, config: Config) -> None:
    if component != "acker":
        raise Refused(f"spark-shards is an acker and has no {component}")
    if config.profile not in PROFILES:
        raise Refused(f"spark-shards has no profile {config.profile!r}; it has {', '.join(PROFILES)}")
    if config.tasks < 1:
        raise Refused(f"{config.tasks} acker tasks; spark-shards needs at least one")


def _tracked(logs: Sequence[tuple[Sequence[AckerOperation], int]], profile: str) -> list[list[AckerResult]]:
    """Track runs, given with their numbers of acker tasks, all in one job; return the result of each operation."""
    results = [[AckerResult()] * len(operations) for operations, _ in logs]
    alike: dict[int, list[int]] = defaultdict(list)
    for number, (operations, tasks) in enumerate(logs):
        if operations:
            alike[tasks].append(number)
    if not alike:
        return results
    lack = shards.missing()
    if lack is not None:
        raise TargetUnavailable(f"spark-shards cannot run here: {lack}")
    spark = session.local_session()
    from ackproof_adapters.shards.folder import read_notifications  # noqa: PLC0415  # only now is Arrow known to be there
    from ackproof_adapters.shards.tracking import track_logs_to  # noqa: PLC0415
    from ackproof_adapters.shards.writing import write_shards  # noqa: PLC0415

    with tempfile.TemporaryDirectory(prefix="ackproof-shards-") as directory:
        folders = {tasks: (Path(directory, f"log-{tasks}"), Path(directory, f"said-{tasks}")) for tasks in alike}
        places: dict[int, list[tuple[int, int] | None]] = {}
        for tasks, numbers in alike.items():
            log, places[tasks] = _in_a_row([(number, logs[number][0]) for number in numbers], profile)
            write_shards([_batch(log)], folders[tasks][0], tasks, batch_rows=BATCH_ROWS)
        track_logs_to(spark, list(folders.values()), profile=profile)
        for tasks, (_, out) in folders.items():
            for row in read_notifications(out).to_pylist():
                place = places[tasks][row["seq"]]
                if place is None:
                    raise TargetBroke(f"a tick between two runs caused the notification {row}")
                number, index = place
                said = Notification(row["kind"], Long(row["root"]), row["spout_task"])
                results[number][index] = AckerResult((*results[number][index].notifications, said))
    return results


def _in_a_row(
    runs: Sequence[tuple[int, Sequence[AckerOperation]]], profile: str
) -> tuple[list[AckerOperation], list[tuple[int, int] | None]]:
    """Return the operations of all runs, one run after the other, and of each the run's number and its index there."""
    operations: list[AckerOperation] = []
    places: list[tuple[int, int] | None] = []
    for number, run in runs:
        ticks = acking.PROFILES[profile].buckets if operations else 0
        operations += [Tick()] * ticks + list(run)
        places += [None] * ticks + [(number, index) for index in range(len(run))]
    return operations, places


def _batch(operations: Sequence[AckerOperation]) -> "pa.RecordBatch":
    """Return the operations as messages; `seq` is the index of the operation."""
    import pyarrow as pa  # noqa: PLC0415  # only now is it known to be there

    int32, int64 = pa.int32(), pa.int64()
    return pa.record_batch(
        {
            "seq": pa.array(range(len(operations)), int64),
            "op": pa.array([operation.op for operation in operations], pa.string()),
            "root": pa.array([getattr(operation, "root", None) for operation in operations], int64),
            "value": pa.array([getattr(operation, "value", None) for operation in operations], int64),
            "spout_task": pa.array([getattr(operation, "task", None) for operation in operations], int32),
            "acker": pa.array([getattr(operation, "acker", None) for operation in operations], int32),
        }
    )
