"""The target `spark-batch`: `track` behind the interface of the suite, for the component `acker`.

`track` takes whole logs, and its ackers know nothing at first. So a component keeps every operation that it was given,
and each `apply` tracks all of them again and answers with the end of it. That costs the square of what one pass would;
but to keep an acker's state on this side between calls would certify this module, and not `track`.

A job costs a good part of a second, whatever is in it. So `run_all` makes a log of each run, and tracks them all at
once: one call of `track` for each profile and number of acker tasks that occurs.

Nothing is started before the first operation: what a target is can be told without a JVM.
"""

from collections import defaultdict
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

import ackproof
from ackproof.components import Operation, Result
from ackproof.components.acker import AckerOperation, AckerResult, Notification
from ackproof.components.fields import Long
from ackproof.errors import TargetUnavailable
from ackproof.target import Component, Config, Description, Offer, Run
from attrs import define, field

from ackproof_adapters.spark.runs import messages_of, require_acker
from ackproof_adapters.spark.session import local_session, missing

if TYPE_CHECKING:
    import pyarrow as pa  # type: ignore[import-untyped]  # it brings no types

__all__ = ["SparkBatchTarget", "make", "spark_batch"]


def make() -> "SparkBatchTarget":
    """Return the target. Whether Spark can run here is only looked at when it is used: see `spark_batch`."""
    return SparkBatchTarget()


spark_batch = Offer(make, missing)


@define
class SparkBatchTarget:
    """`track`, on the Spark session of this process. Takes any number of acker tasks."""

    def describe(self) -> Description:
        """Claim the acker, with any number of acker tasks. Raise `TargetUnavailable` where there is no PySpark."""
        return Description(
            name="spark-batch",
            version=f"{ackproof.__version__} on PySpark {_pyspark_version()}",
            language="python",
            components=("acker",),
            capabilities=frozenset({"acker-tasks"}),
        )

    def open(self, component: str, config: Config) -> Component:
        """Make acker tasks that know nothing yet. Raise `Refused` for another component or an unknown profile."""
        require_acker("spark-batch", component, config)
        return _SparkAckers(config)

    def run_all(self, runs: Sequence[Run]) -> Sequence[Sequence[Result]]:
        """Track all runs, together where profile and number of acker tasks are the same."""
        for run in runs:
            require_acker("spark-batch", run.component, run.config)
        alike: dict[tuple[str, int], list[int]] = defaultdict(list)
        for number, run in enumerate(runs):
            alike[run.config.profile, run.config.tasks].append(number)
        results: dict[int, Sequence[Result]] = {}
        for (profile, tasks), numbers in alike.items():
            logs = [runs[number].operations for number in numbers]
            results.update(zip(numbers, _tracked(logs, profile, tasks), strict=True))
        return [results[number] for number in range(len(runs))]

    def close(self) -> None:
        """Nothing is held: the session belongs to the process."""


@define
class _SparkAckers:
    config: Config
    operations: tuple[Operation, ...] = field(default=(), init=False)

    def apply(self, operations: Sequence[Operation]) -> Sequence[Result]:
        log = (*self.operations, *operations)
        results = _tracked([log], self.config.profile, self.config.tasks)[0]
        before, self.operations = len(self.operations), log
        return results[before:]

    def close(self) -> None:
        pass


def _pyspark_version() -> str:
    try:
        return version("pyspark")
    except PackageNotFoundError as error:
        raise TargetUnavailable(f"spark-batch is not available here: {missing()}") from error


def _tracked(logs: Sequence[Sequence[AckerOperation]], profile: str, tasks: int) -> list[list[AckerResult]]:
    """Track every log by itself, all in one job; return the result of each operation."""
    said: dict[tuple[int, int], list[Notification]] = defaultdict(list)
    if any(logs):
        session = local_session()
        from ackproof_adapters.spark.tracking import track  # noqa: PLC0415  # only now is PySpark known to be there

        messages = session.createDataFrame(_table(logs))
        notifications = track(messages, acker_tasks=tasks, profile=profile, log="run").toArrow()
        columns = (column.to_pylist() for column in notifications.columns)
        for run, seq, _, kind, root, spout_task in zip(*columns, strict=True):
            said[run, seq].append(Notification(kind, Long(root), spout_task))
    return [
        [AckerResult(tuple(said.get((run, seq), ()))) for seq in range(len(operations))]
        for run, operations in enumerate(logs)
    ]


def _table(logs: Sequence[Sequence[AckerOperation]]) -> "pa.Table":
    """Return the operations as an Arrow table; `seq` is the index of the operation in its log."""
    import pyarrow as pa  # noqa: PLC0415  # only now is it known to be there

    tables = [
        messages_of(operations).append_column("run", pa.array([run] * len(operations), pa.int32()))
        for run, operations in enumerate(logs)
    ]
    return pa.concat_tables(tables).combine_chunks()  # Spark takes an empty chunk for the end of the table
