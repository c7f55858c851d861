"""Streams of messages for tests: folders of Parquet files, processed in the order of their names."""

from collections.abc import Sequence
from pathlib import Path

import pyarrow as pa  # type: ignore[import-untyped]  # it brings no types
from ackproof_adapters.spark import MESSAGES
from ackproof_adapters.spark.streaming.process import StreamFolder
from ackproof_adapters.spark.streaming.tracking import read_stream_notifications
from pyspark.sql import DataFrame, SparkSession

from .logs import MessageRow, NotificationRow

SCHEMA = pa.schema(
    [
        ("seq", pa.int64()),
        ("op", pa.string()),
        ("root", pa.int64()),
        ("value", pa.int64()),
        ("spout_task", pa.int32()),
        ("acker", pa.int32()),
    ]
)


def table_of(rows: Sequence[MessageRow]) -> pa.Table:
    """Return messages as a table."""
    columns = zip(*rows, strict=True) if rows else [[]] * len(SCHEMA)
    return pa.table([pa.array(column, kind) for column, kind in zip(columns, SCHEMA.types, strict=True)], SCHEMA)


def put(folder: Path, number: int, rows: Sequence[MessageRow]) -> None:
    """Write a file of messages into the folder `in` of a stream."""
    StreamFolder(folder.parent, 1, "storm2").put(number, table_of(rows))


def messages_of(session: SparkSession, folder: Path, files: int = 1) -> DataFrame:
    """Return the stream of a folder's files, with this many in one micro-batch."""
    return session.readStream.schema(MESSAGES).option("maxFilesPerTrigger", files).parquet(str(folder))


def notifications_in(session: SparkSession, out: Path) -> list[NotificationRow]:
    """Return the notifications so far, in the order of the log."""
    rows = read_stream_notifications(session, out).collect()
    return sorted((row.seq, row.acker, row.kind, row.root, row.spout_task) for row in rows)
