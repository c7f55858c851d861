"""`track_stream`: an acker over a stream of messages that has no end, and that survives whatever is killed.

Theory of operation
-------------------
    check     each row, in the JVM: an illegal one ends the stream with a line that names it
    pieces    `mapInArrow`: messages are routed and written beside the checkpoint (`pieces`); a row says where
    shuffle   those rows, by shard
    fold      `applyInPandasWithState`: one value for each shard, in RocksDB (`stream_shard`)
    unfold    `mapInArrow`: notifications as rows
    sink      Spark's own file sink, Parquet

Spark says which messages a micro-batch has before it begins, and after it that it is done. State is written under the
number of the micro-batch, as changes that are uploaded to the checkpoint. So whatever is killed between, the same
messages are taken once more, by shards that know what they knew before; and since an acker has no clock and draws no
numbers, they say the same. Of what was said twice the sink keeps the first: its log, the folder `_spark_metadata`, has
each micro-batch once, and files that are not in that log do not count. `read_stream_notifications` reads by the log,
and so does Spark's own reader. So a notification is there once, from the moment its micro-batch is in the log.

A checkpoint belongs to one folder of notifications, one number of acker tasks and one profile. Each of the two folders
has a file that says so: to go on with another number of acker tasks would lose every open tree, in silence.

`transformWithState`, the newer interface, would ask for protobuf, and for a round trip over a socket at each look at
the state. Here the state comes and goes with the messages.
"""

import re
import uuid
from pathlib import Path

from ackproof.errors import UsageError
from ackproof.wire.documents import encode_file, parse, structure
from attrs import asdict, frozen
from pyspark.errors import StreamingQueryException
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.pandas.types import from_arrow_schema
from pyspark.sql.streaming.query import StreamingQuery

from ackproof_adapters.spark.batch.tracking import BY_ROWS, check_arguments
from ackproof_adapters.spark.session import missing_for_streams, settings
from ackproof_adapters.spark.streaming import shard as stream_shard
from ackproof_adapters.spark.streaming.pieces import RUNS, piece_writer
from ackproof_adapters.spark.transport.pieces import ROW
from ackproof_adapters.spark.transport.results import unfolder
from ackproof_adapters.spark.transport.schemas import NOTIFICATIONS, NOTIFIED, NUMBERED_NOTIFICATIONS
from ackproof_adapters.spark.transport.sizes import PIECE_ROWS
from ackproof_adapters.spark.transport.validation import NUMBER, conform, raising

VERSION = 1
"""The version of what is written into both folders."""

CHECKPOINT_MARK = "ackproof-stream.json"
OUT_MARK = "_ackproof-stream.json"  # Spark's readers pass over what begins with an underscore
SINK_LOG = "_spark_metadata"
PIECES = "pieces"
"""The folder below a checkpoint for messages on their way."""

_SETTINGS = {
    **BY_ROWS,
    "spark.sql.streaming.stateStore.providerClass": (
        "org.apache.spark.sql.execution.streaming.state.RocksDBStateStoreProvider"
    ),
    # What is uploaded after a micro-batch is then what changed, and not the files of RocksDB.
    "spark.sql.streaming.stateStore.rocksdb.changelogCheckpointing.enabled": "true",
}

_REASON = re.compile(r"UsageError: (.*)|\[USER_RAISED_EXCEPTION\] (.*?) SQLSTATE|RuntimeException: (message .*)")
"""What a message is refused with: by a Python worker, by the JVM of Spark 4, and by that of Spark 3.5."""


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
    """Start to track a stream of messages; return the running query. Started again, it goes on where it was.

    `messages` is a streaming DataFrame with the columns of `MESSAGES`; it brings the messages of each acker task in the
    order of `seq`, as far as they are not in one micro-batch. `checkpoint` and `out` are folders that driver and
    executors share; in `out` the notifications come together, see `read_stream_notifications`. A micro-batch begins as
    soon as the last is done, or `every` so often ("10 seconds"); with `available_now` the query ends by itself when it
    has taken what is there.

    Raise `UsageError` if the arguments are illegal, or if the folders belong to another stream. An illegal message ends
    the query with an error: `wait_for` has it in one line.
    """
    check_arguments(acker_tasks, profile)
    lack = missing_for_streams()
    if lack is not None:
        raise UsageError(lack)
    if not messages.isStreaming:
        raise UsageError("these messages are no stream but a log: `track` takes it")
    conforming = conform(messages, None)
    _claim(Path(checkpoint), Path(out), acker_tasks, profile)
    pieces = Path(checkpoint).absolute() / PIECES
    number = f"CAST(CASE {raising(acker_tasks)} ELSE {NUMBER} END AS TINYINT) AS op"
    rows = conforming.selectExpr(*(number if name == "op" else name for name in ROW.names))
    runs = rows.mapInArrow(piece_writer(pieces, acker_tasks, PIECE_ROWS), from_arrow_schema(RUNS))
    fold = stream_shard.folder(profile, pieces)
    packed = runs.groupBy("acker").applyInPandasWithState(
        fold, stream_shard.PACKED_SCHEMA, stream_shard.STATE_SCHEMA, "append", "NoTimeout"
    )
    notified = packed.mapInArrow(unfolder(stream_shard.ROWS), NUMBERED_NOTIFICATIONS)
    writer = notified.selectExpr(*NOTIFIED).writeStream.format("parquet").option("checkpointLocation", str(checkpoint))
    writer = writer.trigger(availableNow=True) if available_now else writer.trigger(processingTime=every)
    session = messages.sparkSession
    partitions = min(acker_tasks, int(session.conf.get("spark.sql.shuffle.partitions") or 1))
    # A query keeps the settings with which it was started; the user's session gets its own back.
    with settings(session, {**_SETTINGS, "spark.sql.shuffle.partitions": str(partitions)}):
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
    """Return the notifications of all micro-batches that are done, with the columns of `NOTIFICATIONS`, in no order.

    Raise `UsageError` if the folder is none that `track_stream` writes to.
    """
    if not (Path(out) / OUT_MARK).exists():
        raise UsageError(f"{out}: there is no {OUT_MARK}; this is no folder that track_stream writes notifications to")
    if not (Path(out) / SINK_LOG).is_dir():  # no micro-batch is done yet; what files there are do not count
        return session.createDataFrame([], NOTIFICATIONS)
    return session.read.schema(NOTIFICATIONS).parquet(str(out))


@frozen(kw_only=True)
class _Mark:
    """What stands in a file of both folders: which stream they belong to, and how it began."""

    stream: str
    acker_tasks: int
    profile: str
    format: str = "ackproof-stream"
    version: int = VERSION


@frozen
class _Version:
    version: int


def _claim(checkpoint: Path, out: Path, acker_tasks: int, profile: str) -> None:
    """Make both folders those of one stream, or see that they are; raise `UsageError` if they are not.

    The mark of `out` is written first. If only that was, nothing has begun.
    """
    begun, there = _mark(checkpoint / CHECKPOINT_MARK), _mark(out / OUT_MARK)
    if begun is None:
        if there is None and _used(out):
            raise UsageError(f"{out}: is not empty; notifications need a folder of their own")
        if _used(checkpoint):
            raise UsageError(f"{checkpoint}: is not empty and is no checkpoint of track_stream; take another folder")
        if (out / SINK_LOG).exists():
            raise UsageError(f"{out}: has notifications of a stream whose checkpoint is not {checkpoint}; take another")
        mark = _Mark(stream=uuid.uuid4().hex, acker_tasks=acker_tasks, profile=profile)
        _write(out / OUT_MARK, mark)
        _write(checkpoint / CHECKPOINT_MARK, mark)
        return
    if there is None or there.stream != begun.stream:
        raise UsageError(f"{checkpoint}: is the checkpoint of another folder of notifications than {out}")
    for name, before, now in (("acker_tasks", begun.acker_tasks, acker_tasks), ("profile", begun.profile, profile)):
        if before != now:
            raise UsageError(f"{checkpoint}: began with {name}={before!r} and cannot go on with {now!r}")


def _used(folder: Path) -> bool:
    """Whether there is anything in a folder but what a start that was cut off may have left."""
    return folder.exists() and any(not path.name.startswith(".") for path in folder.iterdir())


def _mark(path: Path) -> _Mark | None:
    if not path.exists():
        return None
    try:
        document = parse(path.read_bytes())
        version = structure(document, _Version, "mark").version  # first: another version may well have other fields
        if version != VERSION:
            raise UsageError(f"{path}: is of version {version}; this is ackproof for version {VERSION}")
        return structure(document, _Mark, "mark")
    except ValueError as error:
        raise UsageError(f"{path}: is not what track_stream writes there: {error}") from error


def _write(path: Path, mark: _Mark) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f".{path.name}.{uuid.uuid4().hex}")
    unfinished.write_bytes(encode_file(asdict(mark), indent=1))
    unfinished.replace(path)
