"""A sharded log from a DataFrame: Spark checks, routes, splits and sorts, as for `track`, and each task writes files.

The folder must be on a file system that all executors and the driver share. A Spark task that is tried twice, or by two
executors at once, writes under a name of its own, and renames: the same file comes into being, whole.
"""

import uuid
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]  # it brings no types
from pyspark.sql import DataFrame

from ackproof_adapters.shards.folder import ShardedLog, begin, finish
from ackproof_adapters.shards.gathering import Gathering
from ackproof_adapters.shards.layout import ACK, BATCH_ROWS, INIT, MESSAGES, file_of
from ackproof_adapters.shards.manifest import entry_of_json, entry_to_json
from ackproof_adapters.shards.shard import Columns
from ackproof_adapters.spark.tracking import _addressed, _together
from ackproof_adapters.spark.validation import check, conform

_WRITTEN = pa.schema([("acker", pa.int32()), ("entry", pa.string())])


def shards_of_dataframe(messages: DataFrame, folder: Path | str, acker_tasks: int) -> ShardedLog:
    """Write the messages of a DataFrame, in any order, as a sharded log into a new folder; return it, opened.

    The columns are those of `ackproof_adapters.spark.MESSAGES`, and what `track` refuses is refused here, with the same
    words, in the same job of its own before anything is written.
    """
    conforming = conform(messages, None)
    path = begin(folder, acker_tasks).absolute()
    check(conforming, acker_tasks)
    rows = _together(_addressed(conforming, acker_tasks), acker_tasks).sortWithinPartitions("acker", "seq")
    written = rows.mapInArrow(_writer(str(path)), "acker int, entry string").collect()
    entries = {row.acker: entry_of_json(row.entry) for row in written}
    # An acker task that gets no message has a file too: without one it could not be told from one that was lost.
    for acker in set(range(acker_tasks)) - set(entries):
        entries[acker] = Gathering(path / file_of(acker), MESSAGES, BATCH_ROWS).close(file_of(acker))
    return finish(path, MESSAGES, [entries[acker] for acker in range(acker_tasks)])


def _writer(folder: str):  # type: ignore[no-untyped-def]  # noqa: ANN202  # a function for mapInArrow
    def write(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        path = Path(folder)
        open_acker, unfinished = -1, path
        shard: Gathering | None = None
        for batch in batches:
            for acker, columns in _stretches(batch):
                if acker != open_acker:
                    if shard is not None:
                        yield _closed(shard, unfinished, open_acker)
                    open_acker, unfinished = acker, path / f".{file_of(acker)}.{uuid.uuid4().hex}"
                    shard = Gathering(unfinished, MESSAGES, BATCH_ROWS)
                if shard is not None:
                    shard.append(columns)
        if shard is not None:
            yield _closed(shard, unfinished, open_acker)

    return write


def _closed(shard: Gathering, unfinished: Path, acker: int) -> pa.RecordBatch:
    entry = shard.close(file_of(acker))
    unfinished.replace(unfinished.with_name(file_of(acker)))
    return pa.record_batch([pa.array([acker], pa.int32()), pa.array([entry_to_json(entry)])], schema=_WRITTEN)


def _stretches(batch: pa.RecordBatch) -> Iterator[tuple[int, Columns]]:
    """Yield the rows of each acker task in a batch, which is in order of acker tasks."""
    seq, op, root, value, spout_task, acker = (
        batch.column(name).fill_null(0).to_numpy() for name in ("seq", "op", "root", "value", "spout_task", "acker")
    )
    # As in `writing`: what an operation does not have is not kept.
    value = np.where((op == INIT) | (op == ACK), value, 0)
    columns = [seq, op.astype(np.int8), root, value, np.where(op == INIT, spout_task, np.int32(0))]
    starts = np.flatnonzero(np.diff(acker, prepend=acker[:1] - 1))
    for start, end in zip(starts, np.append(starts[1:], len(acker)), strict=True):
        # A copy: the gathered rows must not keep the whole of the batch that Spark sent.
        yield int(acker[start]), [column[start:end].copy() for column in columns]
