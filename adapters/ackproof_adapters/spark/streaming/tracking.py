"""`track_stream`: an acker over a stream of messages that has no end, and that survives kills of its processes.

Theory of operation
-------------------
    check     each row, in the JVM: an illegal one ends the stream with a line that names it
    pieces    `mapInArrow`: messages are routed and written beside the checkpoint (`pieces`); a row says where
    shuffle   those rows, by shard
    fold      `applyInPandasWithState`: one value for each shard, in RocksDB (`shard`)
    unfold    `mapInArrow`: notifications as rows
    sink      Spark's own file sink, Parquet

Spark records the messages of a micro-batch before it begins, and its end. State is written under the number of the
micro-batch, as changes that are uploaded to the checkpoint. So after a kill the same messages are taken once more, by
shards with the same state; and since an acker has no clock and no randomness, the notifications are the same. The sink
keeps the first of repeated results: its log, the folder `_spark_metadata`, has each micro-batch once, and files that
are not in that log do not count. `read_stream_notifications` reads by the log, and so does Spark's own reader. So each
notification exists once, from the moment that its micro-batch is in the log.

A checkpoint belongs to one folder of notifications, one number of acker tasks and one profile. Each of the two folders
has a file with these: with another number of acker tasks every open tree would be lost silently.

`transformWithState`, the newer interface, would need protobuf, and a round trip over a socket for each access to the
state. Here the state comes and goes with the messages.
"""

import re
from pathlib import Path

from ackproof.errors import UsageError
from pyspark.errors import StreamingQueryException
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.pandas.types import from_arrow_schema
from pyspark.sql.streaming.query import StreamingQuery
from pyspark.sql.streaming.readwriter import DataStreamWriter

from ackproof_adapters.places import local
from ackproof_adapters.spark.batch.tracking import BY_ROWS, check_arguments
from ackproof_adapters.spark.parquet.refusal import exactly
from ackproof_adapters.spark.session import missing_for_streams, settings
from ackproof_adapters.spark.streaming import shard as stream_shard
from ackproof_adapters.spark.streaming.marks import BY_PATH, OUT_MARK, SINK_LOG, claim, mark_in
from ackproof_adapters.spark.streaming.notifications import FILES, INDEX
from ackproof_adapters.spark.streaming.pieces import RUNS, piece_writer
from ackproof_adapters.spark.transport.pieces import ROW
from ackproof_adapters.spark.transport.releases import class_of_jvm
from ackproof_adapters.spark.transport.results import unfolder
from ackproof_adapters.spark.transport.schemas import NOTIFICATIONS, NOTIFIED, NUMBERED_NOTIFICATIONS
from ackproof_adapters.spark.transport.sizes import PIECE_ROWS
from ackproof_adapters.spark.transport.validation import NUMBER, conform, raising

PIECES = "pieces"
"""The folder below a checkpoint for messages on their way."""

_SETTINGS = {
    **BY_ROWS,
    "spark.sql.streaming.stateStore.providerClass": (
        "org.apache.spark.sql.execution.streaming.state.RocksDBStateStoreProvider"
    ),
    # So the changes are uploaded after a micro-batch, and not the files of RocksDB.
    "spark.sql.streaming.stateStore.rocksdb.changelogCheckpointing.enabled": "true",
}

_CHECKPOINT_FILES = "spark.sql.streaming.checkpointFileManagerClass"
BY_FILE_SYSTEM = tuple(
    f"org.apache.spark.sql.execution.streaming.{package}FileSystemBasedCheckpointFileManager"
    for package in ("checkpointing.", "")  # the first since Spark 4.1
)
"""How Spark writes the files of a checkpoint: the names of the class.

Its default, by Hadoop's `FileContext`, starts processes of the program `readlink` whenever it renames a file, if Hadoop
has no native library, as in PySpark. They took a quarter of the time of a small micro-batch. Both ways rename a
finished file, which is atomic in a folder.
"""

_REASON = re.compile(r"UsageError: (.*)|\[USER_RAISED_EXCEPTION\] (.*?) SQLSTATE|RuntimeException: (message .*)")
"""The form of an error for a refused message: by a Python worker, by the JVM of Spark 4, and by that of Spark 3.5."""


def track_stream(  # noqa: PLR0913  # by name, each of them
    messages: DataFrame,
    *,
    checkpoint: Path | str,
    out: Path | str,
    acker_tasks: int,
    profile: str,
    every: str = "0 seconds",
    available_now: bool = False,
) -> StreamingQuery:
    """Start to track a stream of messages; return the running query. Started again, it resumes from the checkpoint.

    `messages` is a streaming DataFrame with the columns of `MESSAGES`. Across micro-batches it has the messages of each
    acker task in the order of `seq`. `checkpoint` and `out` are folders that driver and executors share;
    `read_stream_notifications` reads the notifications from `out`. A micro-batch begins as soon as the last is
    complete, or at an interval `every` ("10 seconds"); with `available_now` the query ends after the messages that
    exist at its start.

    Raise `UsageError` if the arguments are illegal, or if the folders belong to another stream. An illegal message ends
    the query with an error: `wait_for` raises it in one line.
    """
    check_arguments(acker_tasks, profile)
    lack = missing_for_streams()
    if lack is not None:
        raise UsageError(lack)
    if not messages.isStreaming:
        raise UsageError("these messages are no stream but a log: `track` takes it")
    conforming = conform(messages, None)
    claim(local(checkpoint), local(out), acker_tasks, profile)
    pieces = Path(checkpoint).absolute() / PIECES
    number = f"CAST(CASE {raising(acker_tasks)} ELSE {NUMBER} END AS TINYINT) AS op"
    rows = conforming.selectExpr(*(number if name == "op" else name for name in ROW.names))
    runs = rows.mapInArrow(piece_writer(pieces, acker_tasks, PIECE_ROWS), from_arrow_schema(RUNS))
    packed = folded(runs, profile, pieces)
    notified = packed.mapInArrow(unfolder(stream_shard.ROWS), NUMBERED_NOTIFICATIONS)
    writer = notified.selectExpr(*NOTIFIED).writeStream
    return started(writer, messages.sparkSession, checkpoint, out, acker_tasks, every, available_now=available_now)


def folded(runs: DataFrame, profile: str, pieces: Path) -> DataFrame:
    """Return the notifications of the acker tasks for runs of messages in a folder of pieces, packed."""
    return runs.groupBy("acker").applyInPandasWithState(
        stream_shard.folder(profile, pieces),
        stream_shard.PACKED_SCHEMA,
        stream_shard.STATE_SCHEMA,
        "append",
        "NoTimeout",
    )


def started(  # noqa: PLR0913, PLR0917  # what a query is started with
    writer: DataStreamWriter,
    session: SparkSession,
    checkpoint: Path | str,
    out: Path | str,
    acker_tasks: int,
    every: str,
    *,
    available_now: bool,
) -> StreamingQuery:
    """Start a query whose sink is the Parquet files in `out`."""
    writer = writer.format("parquet").option("checkpointLocation", str(checkpoint))
    writer = writer.trigger(availableNow=True) if available_now else writer.trigger(processingTime=every)
    partitions = min(acker_tasks, int(session.conf.get("spark.sql.shuffle.partitions") or 1))
    wanted = {**_SETTINGS, "spark.sql.shuffle.partitions": str(partitions)}
    manager = session.conf.get(_CHECKPOINT_FILES, None) or class_of_jvm(session, BY_FILE_SYSTEM)
    if manager is not None:
        wanted[_CHECKPOINT_FILES] = manager
    # A query keeps the settings with which it was started; the user's settings are restored.
    with settings(session, wanted):
        return writer.start(str(out))


def wait_for(query: StreamingQuery, seconds: int | None = None) -> bool:
    """Wait until a query has ended, or so many seconds; return whether it has.

    Raise `UsageError`, in one line, if a message or the checkpoint ended it, and Spark's error for anything else.
    """
    try:
        ended = query.awaitTermination() if seconds is None else query.awaitTermination(seconds)
    except StreamingQueryException as error:
        found = _REASON.search(str(error))
        if found is None:
            raise
        raise UsageError(next(filter(None, found.groups()))) from error
    return ended is not False


def read_stream_notifications(session: SparkSession, out: Path | str) -> DataFrame:
    """Return the notifications of all complete micro-batches, with the columns of `NOTIFICATIONS`, in no order.

    Raise `UsageError` if `track_stream` does not write to this folder.
    """
    mark = mark_in(local(out) / OUT_MARK)
    if mark is None:
        raise UsageError(f"{out}: there is no {OUT_MARK}; this is no folder that track_stream writes notifications to")
    if not (Path(out) / SINK_LOG).is_dir():  # no micro-batch is complete yet; existing files do not count
        return session.createDataFrame([], NOTIFICATIONS)
    if mark.way != BY_PATH:
        return session.read.schema(NOTIFICATIONS).parquet(str(out))
    rows = session.read.schema(INDEX).parquet(str(out)).select("file").collect()
    files = [exactly(str(Path(out) / FILES / row.file)) for row in rows]
    return session.read.schema(NOTIFICATIONS).parquet(*files) if files else session.createDataFrame([], NOTIFICATIONS)
