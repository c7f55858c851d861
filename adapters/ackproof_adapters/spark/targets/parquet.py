"""The target `spark-parquet`: `track_parquet` as an acker of the suite.

The whole way is certified: operations are written as Parquet files, which Spark tasks in Python read, pack and track,
and the notifications are read back from the Parquet that they wrote. To exercise this way in logs of this size, rows
are in no order over several files, `op` is plain text in one and a dictionary in the next, row groups and pieces are a
few rows long, and windows are shorter than a shard.

A job costs a good part of a second, so runs with the same profile and number of acker tasks are joined into one log,
one after the other, with ticks between them: see `runs.in_a_row`.

As for `spark-batch`, a component keeps its operations and is tracked again from the beginning with every `apply`.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ackproof.components.acker import AckerOperation, AckerResult
from ackproof.engine.workers import scratch
from ackproof.errors import TargetUnavailable
from ackproof.target import Config, Offer

from ackproof_adapters import shards
from ackproof_adapters.spark import session
from ackproof_adapters.spark.targets.runs import WholeLogTarget, by_kind, in_a_row, messages_of, of_places, tiny_sizes

if TYPE_CHECKING:
    import pyarrow as pa  # type: ignore[import-untyped]  # it brings no types

NAME = "spark-parquet"

FILES = 3
"""Files of a log; rows are distributed in turn."""

ROW_GROUP = 50


def missing() -> str | None:
    """Return what this machine lacks, and how to get it; None if nothing."""
    return shards.missing() or session.missing()


def make() -> WholeLogTarget:
    """Return the target. Whether it can run here is only checked when it is used: see `spark_parquet`."""
    return WholeLogTarget(
        name=NAME, packages={"PySpark": "pyspark", "numba": "numba"}, missing=missing, tracked=_tracked
    )


spark_parquet = Offer(make, missing)


def _tracked(runs: Sequence[tuple[Config, Sequence[AckerOperation]]]) -> Sequence[Sequence[AckerResult]]:
    """Track all runs, together where profile and number of acker tasks are the same."""
    return by_kind(
        runs,
        lambda config, _: (config.profile, config.tasks),
        lambda kind, alike: _tracked_by(*kind, [operations for _, operations in alike]),
    )


def _tracked_by(profile: str, tasks: int, logs: Sequence[Sequence[AckerOperation]]) -> list[list[AckerResult]]:
    """Track runs in one log; return the result of each operation."""
    results = [[AckerResult()] * len(operations) for operations in logs]
    if not any(logs):
        return results
    lack = missing()
    if lack is not None:
        raise TargetUnavailable(f"{NAME} cannot run here: {lack}")
    spark = session.local_session(for_python=True)
    from pyarrow import parquet  # noqa: PLC0415  # only now is it known to be there

    from ackproof_adapters.spark.parquet.tracking import track_parquet  # noqa: PLC0415

    operations, places = in_a_row([(number, run) for number, run in enumerate(logs) if run], profile)
    messages = messages_of(operations)
    with scratch.folder("by-path") as directory:
        log, out = Path(directory, "log"), Path(directory, "said")
        _write(messages, log)
        track_parquet(spark, log, out, acker_tasks=tasks, profile=profile, sizes=tiny_sizes(len(messages)))
        return of_places(parquet.read_table(out).sort_by("seq"), places, results)


def _write(messages: "pa.Table", folder: Path) -> None:
    """Write messages distributed over files, each in reverse order."""
    import numpy as np  # noqa: PLC0415  # only now is it known to be there
    from pyarrow import parquet  # noqa: PLC0415

    folder.mkdir()
    op = messages.schema.get_field_index("op")
    for number in range(FILES):
        part = messages.take(np.arange(number, len(messages), FILES)[::-1].copy())
        if number % 2:
            part = part.set_column(op, "op", part.column("op").dictionary_encode())
        parquet.write_table(
            part,
            folder / f"{number}.parquet",
            row_group_size=ROW_GROUP,
            use_dictionary=number == 1,
            write_page_checksum=True,
        )
