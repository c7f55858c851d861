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
from typing import TYPE_CHECKING

from ackproof.components.acker import AckerOperation, AckerResult, Notification
from ackproof.components.fields import Long
from ackproof.target import Config, Offer

from ackproof_adapters.spark.runs import WholeLogTarget, by_kind, messages_of
from ackproof_adapters.spark.session import local_session, missing

if TYPE_CHECKING:
    import pyarrow as pa  # type: ignore[import-untyped]  # it brings no types

__all__ = ["make", "spark_batch"]


def make() -> WholeLogTarget:
    """Return the target. Whether Spark can run here is only looked at when it is used: see `spark_batch`."""
    return WholeLogTarget("spark-batch", {"PySpark": "pyspark"}, missing, _tracked)


spark_batch = Offer(make, missing)


def _tracked(runs: Sequence[tuple[Config, Sequence[AckerOperation]]]) -> Sequence[Sequence[AckerResult]]:
    """Track all runs, together where profile and number of acker tasks are the same."""
    return by_kind(
        runs,
        lambda config: (config.profile, config.tasks),
        lambda kind, alike: _tracked_by(*kind, [operations for _, operations in alike]),
    )


def _tracked_by(profile: str, tasks: int, logs: Sequence[Sequence[AckerOperation]]) -> Sequence[Sequence[AckerResult]]:
    """Track every log by itself, all in one job; return the result of each operation."""
    said: dict[tuple[int, int], list[Notification]] = defaultdict(list)
    if any(logs):
        session = local_session()
        from ackproof_adapters.spark.releases import dataframe_of, table_of  # noqa: PLC0415  # PySpark is there now
        from ackproof_adapters.spark.tracking import track  # noqa: PLC0415

        messages = dataframe_of(session, _table(logs))
        notifications = table_of(track(messages, acker_tasks=tasks, profile=profile, log="run"))
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
