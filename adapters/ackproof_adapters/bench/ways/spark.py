"""The ways of contestants on Spark: no row of a log passes through this process."""

from pathlib import Path

import numpy as np
from attrs import define
from pyarrow import parquet  # type: ignore[import-untyped]  # it brings no types

from ackproof_adapters.bench.logs.flat import Longs
from ackproof_adapters.bench.logs.log import Log
from ackproof_adapters.bench.ways.check import verdict, whole
from ackproof_adapters.bench.ways.way import FROM_PARQUET, Checked, Stopwatch, Timing
from ackproof_adapters.codes import TICK
from ackproof_adapters.shards.folder import open_log
from ackproof_adapters.spark.session import local_session


class SparkLogs:
    """`track` from file to file, on the Spark session of this process, which the first call starts if needed."""

    def track_log(self, log: Path, notifications: Path, *, acker_tasks: int, profile: str) -> None:
        """See `ackproof_adapters.bench.ways.way.LogTarget`."""
        session = local_session()
        from ackproof_adapters.spark.batch.tracking import track  # noqa: PLC0415 - imports PySpark, which may be missing

        messages = session.read.parquet(str(log))
        track(messages, acker_tasks=acker_tasks, profile=profile).write.parquet(str(notifications))


class ParquetByPath:
    """`track_parquet` from file to file, on the Spark session of this process."""

    def track_log(self, log: Path, notifications: Path, *, acker_tasks: int, profile: str) -> None:
        """See `ackproof_adapters.bench.ways.way.LogTarget`."""
        session = local_session(for_python=True)
        from ackproof_adapters.spark.parquet.tracking import track_parquet  # noqa: PLC0415 - imports PySpark

        track_parquet(session, log, notifications, acker_tasks=acker_tasks, profile=profile)


@define
class ShardsWay(Checked):
    """`track_shards_to`, on the Spark session of this process."""

    dozes = True
    cores: int
    timed: str = "the sharded log on disk to notifications on disk"
    needs_parquet: bool = False
    most_messages: int | None = None

    def track(self, log: Log, notifications: Path) -> Timing:
        """See `Way`."""
        session = local_session(for_python=True)
        from ackproof_adapters.spark.sharded.tracking import track_shards_to  # noqa: PLC0415  # imports numba

        watch = Stopwatch()
        track_shards_to(session, log.shards, notifications, profile=log.plan.profile)
        return watch.stop()

    def check(self, log: Log, notifications: Path) -> str | None:
        """See `Way`."""
        return verdict(log, notifications, self.cores)


@define
class BitXorWay(Checked):
    """An aggregation without an acker: `groupBy("root").agg(bit_xor("value"))`.

    It has no order, no fails, no expiry and no spout task. So only its result is checked: the xor of all values of each
    root.
    """

    dozes = True
    timed: str = f"{FROM_PARQUET.partition(' to ')[0]} to the xor of each root in Parquet files on disk; no acker"
    needs_parquet: bool = True
    most_messages: int | None = None

    def track(self, log: Log, notifications: Path) -> Timing:
        """See `Way`."""
        session = local_session()
        from pyspark.sql import functions as sql  # noqa: PLC0415 - may be missing

        watch = Stopwatch()
        messages = session.read.parquet(str(log.parquet)).where("op != 'tick'")
        ack_vals = messages.groupBy("root").agg(sql.bit_xor("value").alias("ack_val"))
        ack_vals.write.parquet(str(notifications))
        return watch.stop()

    def check(self, log: Log, notifications: Path) -> str | None:
        """See `Way`."""
        notified = parquet.read_table(notifications)
        # An init or ack is missing where there is only a fail: Spark's xor of nothing is null, and ours is 0.
        roots, ack_vals = notified.column("root").to_numpy(), notified.column("ack_val").fill_null(0).to_numpy()
        opened = open_log(log.shards)
        columns = [whole(opened.shard(acker)) for acker in range(opened.acker_tasks)]
        expected = [_xor_by_root(root[op != TICK], value[op != TICK]) for _, op, root, value, _ in columns]
        expected_roots, expected_vals = (np.concatenate(each) for each in zip(*expected, strict=True))
        order, expected_order = np.argsort(roots), np.argsort(expected_roots)
        if not np.array_equal(roots[order], expected_roots[expected_order]):
            return f"the result has {len(roots):,} roots, and the log has {len(expected_roots):,}, or other ones"
        wrong = ack_vals[order] != expected_vals[expected_order]
        return f"the xor of {int(wrong.sum()):,} roots is wrong" if wrong.any() else None


def _xor_by_root(root: Longs, value: Longs) -> tuple[Longs, Longs]:
    order = np.argsort(root, kind="stable")
    roots, starts = np.unique(root[order], return_index=True)
    return roots, np.bitwise_xor.reduceat(value[order], starts) if len(roots) else value
