"""The target `spark-batch`: `track` as an acker of the suite.

`track` takes whole logs, and its ackers begin without records. So a component keeps every operation that it was given,
and each `apply` tracks all of them again and returns the last results. That costs the square of one pass; but keeping
an acker's state here between calls would certify this module, and not `track`.

A job costs a good part of a second, whatever its size. So `run_all` tracks many runs at once if their profile and
number of acker tasks are the same. `track` has two ways, and half of the runs test each (`_way`). They are several
logs, which go through Spark's shuffle; or they are joined into one log, one after the other, with ticks between them
(`runs.in_a_row`). On one machine that goes through files. To exercise this way in logs of this size, rows are in no
order, pieces are a few rows long, and windows are shorter than a shard.

Nothing is started before the first operation: the description of a target needs no JVM.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import chain, count
from typing import TYPE_CHECKING

from ackproof.components.acker import AckerOperation, AckerResult, Notification
from ackproof.target import PROFILES, Config, Offer

from ackproof_adapters.spark.session import local_session, missing, settings
from ackproof_adapters.spark.targets.runs import WholeLogTarget, by_kind, in_a_row, messages_of, of_places, tiny_sizes

if TYPE_CHECKING:
    import pyarrow as pa  # type: ignore[import-untyped]  # it brings no types
    from pyspark.sql import SparkSession

__all__ = ["make", "spark_batch"]

HANDS = 3
"""The number of stretches into which a log is divided, message by message, each in reverse order."""

JOBS_AT_ONCE = 2
"""One that computes, and one that is planned or read: a small job mostly waits for Spark's driver."""


SETTINGS = {"spark.sql.execution.arrow.localRelationThreshold": "0b"}
"""Settings of the session while the target makes logs of its runs. By default the rows of an Arrow table of less than
48 MB would be part of the plan. Planning them, once for each stage, took half of the JVM's processor time.
"""


Way = Callable[["SparkSession", str, int, Sequence[Sequence[AckerOperation]]], Sequence[Sequence[AckerResult]]]
"""A way to track logs of one profile and number of acker tasks; it returns the result of each operation."""


def make() -> WholeLogTarget:
    """Return the target. Whether Spark can run here is only checked when it is used: see `spark_batch`."""
    return WholeLogTarget(name="spark-batch", packages={"PySpark": "pyspark"}, missing=missing, tracked=_tracked)


spark_batch = Offer(make, missing)


def _tracked(runs: Sequence[tuple[Config, Sequence[AckerOperation]]]) -> Sequence[Sequence[AckerResult]]:
    """Track all runs, together where profile and number of acker tasks are the same."""
    if not any(operations for _, operations in runs):
        return [[] for _ in runs]
    session = local_session(for_python=True)
    from ackproof_adapters.spark.batch import tracking  # noqa: PLC0415  # PySpark is there now

    # For all jobs: one that ends first would restore them for the other.
    with settings(session, {**tracking.SETTINGS, **SETTINGS}):
        return by_kind(
            runs,
            lambda config, operations: (_way(config, operations), config.profile, config.tasks),
            lambda kind, alike: kind[0](session, *kind[1:], [operations for _, operations in alike]),
            at_once=JOBS_AT_ONCE,
        )


def _way(config: Config, operations: Sequence[AckerOperation]) -> Way:
    """Return the way of a run: a log among several, or part of one.

    Runs with one acker task are divided by their lengths. For each other number of tasks there are few runs, so all go
    the same way, and under the other profile the other way: two jobs for a number would cost more than they test.
    """
    one_task = config.tasks == 1
    in_a_row = (len(operations) if one_task else config.tasks + PROFILES.index(config.profile)) % 2 == 1
    return _tracked_in_a_row if in_a_row else _tracked_as_several


def _tracked_in_a_row(
    session: "SparkSession", profile: str, tasks: int, logs: Sequence[Sequence[AckerOperation]]
) -> Sequence[Sequence[AckerResult]]:
    """Track all runs in one log; return the result of each operation."""
    import numpy as np  # noqa: PLC0415  # PySpark is there now, and with it what it needs

    from ackproof_adapters.spark.batch.tracking import track  # noqa: PLC0415
    from ackproof_adapters.spark.transport.releases import dataframe_of, table_of  # noqa: PLC0415

    operations, places = in_a_row(list(enumerate(logs)), profile)
    messages = messages_of(operations)
    dealt = [np.arange(number, len(messages), HANDS)[::-1] for number in range(HANDS)]
    frame = dataframe_of(session, messages.take(np.concatenate(dealt)))
    notifications = table_of(track(frame, acker_tasks=tasks, profile=profile, sizes=tiny_sizes(len(messages))))
    return of_places(notifications.sort_by("seq"), places, [[AckerResult()] * len(run) for run in logs])


def _tracked_as_several(
    session: "SparkSession", profile: str, tasks: int, logs: Sequence[Sequence[AckerOperation]]
) -> Sequence[Sequence[AckerResult]]:
    """Track every log by itself, all in one job; return the result of each operation.

    `seq` continues from one log to the next: if it were repeated, Spark would have to check whether in the same log.
    """
    from ackproof_adapters.spark.batch.tracking import track  # noqa: PLC0415
    from ackproof_adapters.spark.transport.releases import dataframe_of, table_of  # noqa: PLC0415  # PySpark is there now

    messages = dataframe_of(session, _table(logs))
    notifications = table_of(track(messages, acker_tasks=tasks, profile=profile, log="run"))
    columns = (notifications.column(name).to_pylist() for name in ("seq", "kind", "root", "spout_task"))
    notified: dict[int, list[Notification]] = defaultdict(list)
    for seq, kind, root, spout_task in zip(*columns, strict=True):
        notified[seq].append(Notification(kind, root, spout_task))
    seqs = count()
    return [[AckerResult(tuple(notified.get(next(seqs), ()))) for _ in operations] for operations in logs]


def _table(logs: Sequence[Sequence[AckerOperation]]) -> "pa.Table":
    """Return the operations as an Arrow table, one log after the other."""
    import pyarrow as pa  # noqa: PLC0415  # only now is it known to be there

    runs = [run for run, operations in enumerate(logs) for _ in operations]
    return messages_of(list(chain.from_iterable(logs))).append_column("run", pa.array(runs, pa.int32()))
