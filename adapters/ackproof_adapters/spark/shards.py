"""The target `spark-shards`: the sharded log behind the interface of the suite, for the component `acker`.

What is certified is the whole way: operations are written as sharded logs, these are read, checked and tracked by one
Spark job, and the notifications are read back from the folders that it wrote. Record batches are a few rows long here,
so that what an acker keeps from one to the next is put to the test.

Files cost milliseconds, and there are thousands of runs. So those with the same profile and number of acker tasks stand
in one log, one after the other, with ticks between them: see `runs.in_a_row`.

As for `spark-batch`, a component keeps what it was given and is tracked again from the beginning with every `apply`.
"""

import tempfile
from collections import defaultdict
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import ackproof
from ackproof.components import Operation, Result
from ackproof.components.acker import AckerOperation, AckerResult, Notification
from ackproof.components.fields import Long
from ackproof.errors import TargetBroke, TargetUnavailable
from ackproof.target import Component, Config, Description, Offer, Run
from attrs import define, field

from ackproof_adapters import shards
from ackproof_adapters.spark import session
from ackproof_adapters.spark.runs import Place, in_a_row, messages_of, require_acker

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
        require_acker("spark-shards", component, config)
        return _ShardedAckers(config)

    def run_all(self, runs: Sequence[Run]) -> Sequence[Sequence[Result]]:
        """Track all runs, in one job for each profile."""
        for run in runs:
            require_acker("spark-shards", run.component, run.config)
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
        places: dict[int, list[Place | None]] = {}
        for tasks, numbers in alike.items():
            log, places[tasks] = in_a_row([(number, logs[number][0]) for number in numbers], profile)
            write_shards(messages_of(log).to_batches(), folders[tasks][0], tasks, batch_rows=BATCH_ROWS)
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
