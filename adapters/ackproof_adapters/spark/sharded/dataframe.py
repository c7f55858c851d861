"""A sharded log from a DataFrame: Spark checks, routes, splits and sorts, as for `track`, and each task writes files.

The folder must be on a file system that all executors and the driver share. A Spark task that is tried twice, or by two
executors at once, writes under a name of its own, and renames: the same file comes into being, whole.
"""

import uuid
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]  # it brings no types
from ackproof.errors import UsageError
from pyspark.sql import DataFrame
from pyspark.sql.types import IntegerType, StringType, StructField, StructType

from ackproof_adapters.codes import ACK, INIT
from ackproof_adapters.shards.folder import ShardedLog, begin, finish
from ackproof_adapters.shards.gathering import ShardBuffer
from ackproof_adapters.shards.layout import BATCH_ROWS, MESSAGES, file_of
from ackproof_adapters.shards.manifest import entry_of_json, entry_to_json
from ackproof_adapters.spark.batch.tracking import by_shards
from ackproof_adapters.spark.transport.parcels import SparkTask, shards_in_order

_WRITTEN = StructType(
    [StructField("acker", IntegerType(), nullable=False), StructField("entry", StringType(), nullable=False)]
)


def shards_of_dataframe(messages: DataFrame, folder: Path | str, acker_tasks: int) -> ShardedLog:
    """Write the messages of a DataFrame, in any order, as a sharded log into a new folder; return it, opened.

    The columns are those of `ackproof_adapters.spark.MESSAGES`. Messages that `track` refuses are refused here with the
    same error; nothing is left in the folder then.
    """
    path = begin(folder, acker_tasks).absolute()
    try:
        written = by_shards(messages, acker_tasks, None, partial(_writer, path), _WRITTEN).collect()
    except UsageError:
        for file in path.iterdir():
            file.unlink()  # the rest of a log that was refused would be in the way
        raise
    entries = {row.acker: entry_of_json(row.entry) for row in written}
    # An acker task without messages has a file too: otherwise it could not be distinguished from a lost one.
    for acker in set(range(acker_tasks)) - set(entries):
        entries[acker] = ShardBuffer(path / file_of(acker), MESSAGES, BATCH_ROWS).close(file_of(acker))
    return finish(path, MESSAGES, [entries[acker] for acker in range(acker_tasks)])


def _writer(folder: Path, shard_columns: Sequence[str]) -> SparkTask:
    """Return the function for `mapInArrow` that writes the file of each acker task, and returns its entry."""

    def write(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for (acker,), messages in shards_in_order(batches, shard_columns):
            name = file_of(acker.as_py())
            unfinished = folder / f".{name}.{uuid.uuid4().hex}"
            shard = ShardBuffer(unfinished, MESSAGES, BATCH_ROWS)
            for seq, op, root, value, spout_task in messages:
                # As in `writing`: what an operation does not have is not kept.
                shard.append((seq, op, root, np.where((op == INIT) | (op == ACK), value, 0), spout_task))
            entry = shard.close(name)
            unfinished.replace(folder / name)
            yield pa.record_batch(
                [pa.array([acker.as_py()], pa.int32()), pa.array([entry_to_json(entry)])], _WRITTEN.names
            )

    return write
