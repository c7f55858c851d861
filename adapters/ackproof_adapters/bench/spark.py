"""The way of `spark-batch`: a log read, tracked and written by Spark; no row of it passes through this process."""

from pathlib import Path

from attrs import frozen

from ackproof_adapters.spark.session import local_session


@frozen
class SparkLogs:
    """`track` from file to file, on the Spark session of this process; the first call starts the session if there is
    none.
    """

    def track_log(self, log: Path, notifications: Path, *, acker_tasks: int, profile: str) -> None:
        """See `ackproof_adapters.bench.ways.LogTarget`."""
        session = local_session()
        from ackproof_adapters.spark.tracking import track  # noqa: PLC0415 - imports PySpark, which may be missing

        messages = session.read.parquet(str(log))
        track(messages, acker_tasks=acker_tasks, profile=profile).write.parquet(str(notifications))
