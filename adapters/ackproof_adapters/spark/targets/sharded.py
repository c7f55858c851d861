"""The target `spark-shards`: the sharded log as an acker of the suite.

The whole way is certified: operations are written as sharded logs, which one Spark job reads, checks and tracks, and
the notifications are read back from the folders that it wrote. Record batches are a few rows long here, to test the
state of an acker between two of them.

Files cost milliseconds, and there are thousands of runs. So runs with the same profile and number of acker tasks are
joined into one log, one after the other, with ticks between them: see `runs.in_a_row`.

As for `spark-batch`, a component keeps its operations and is tracked again from the beginning with every `apply`.
"""

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from ackproof.components.acker import AckerOperation, AckerResult
from ackproof.engine.workers import scratch
from ackproof.errors import TargetUnavailable
from ackproof.target import Config, Offer

from ackproof_adapters import shards
from ackproof_adapters.spark import session
from ackproof_adapters.spark.targets.runs import (
    Place,
    WholeLogTarget,
    by_kind,
    in_a_row,
    messages_of,
    of_places,
    stretch,
)

SHORTEST_BATCH = 8
"""Rows in a record batch of these logs, or more where there would be too many of them (`runs.stretch`)."""


def missing() -> str | None:
    """Return what this machine lacks, and how to get it; None if nothing."""
    return shards.missing() or session.missing()


def make() -> WholeLogTarget:
    """Return the target. Whether it can run here is only checked when it is used: see `spark_shards`."""
    return WholeLogTarget(
        name="spark-shards", packages={"PySpark": "pyspark", "numba": "numba"}, missing=missing, tracked=_tracked
    )


spark_shards = Offer(make, missing)


def _tracked(runs: Sequence[tuple[Config, Sequence[AckerOperation]]]) -> Sequence[Sequence[AckerResult]]:
    """Track all runs, in one job for each profile."""
    return by_kind(
        runs,
        lambda config, _: config.profile,
        lambda profile, alike: _tracked_as(profile, [(operations, config.tasks) for config, operations in alike]),
    )


def _tracked_as(profile: str, logs: Sequence[tuple[Sequence[AckerOperation], int]]) -> Sequence[Sequence[AckerResult]]:
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
    spark = session.local_session(for_python=True)
    from ackproof_adapters.shards.folder import read_notifications  # noqa: PLC0415  # only now is Arrow known to be there
    from ackproof_adapters.shards.writing import write_shards  # noqa: PLC0415
    from ackproof_adapters.spark.sharded.tracking import track_logs_to  # noqa: PLC0415

    with scratch.folder("shards") as directory:
        folders = {tasks: (Path(directory, f"log-{tasks}"), Path(directory, f"said-{tasks}")) for tasks in alike}
        places: dict[int, list[Place | None]] = {}
        for tasks, numbers in alike.items():
            log, places[tasks] = in_a_row([(number, logs[number][0]) for number in numbers], profile)
            batch_rows = stretch(len(log), SHORTEST_BATCH)
            write_shards(messages_of(log).to_batches(), folders[tasks][0], tasks, batch_rows=batch_rows)
        track_logs_to(spark, list(folders.values()), profile=profile)
        for tasks, (_, out) in folders.items():
            of_places(read_notifications(out), places[tasks], results)
    return results
