"""Sharded logs for tests, and the rows of one."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa  # type: ignore[import-untyped]  # it brings no types
import pytest
from acking import acker_index
from ackproof.errors import UsageError
from ackproof_adapters.codes import OPERATIONS
from ackproof_adapters.shards.folder import ShardedLog, open_log
from ackproof_adapters.shards.writing import COLUMNS, write_shards
from spark.logs import MessageRow, random_log

ShardRow = tuple[int, str, int, int, int]
"""A tuple of seq, op, root, value, spout task."""


def batch_of(rows: Sequence[tuple[Any, ...]]) -> pa.RecordBatch:
    """Return rows as a batch of messages."""
    return pa.record_batch(
        [pa.array([row[place] for row in rows], kind) for place, kind in enumerate(COLUMNS.values())],
        names=list(COLUMNS),
    )


def small_log(folder: Path, *, acker_tasks: int = 3, batch_rows: int = 50) -> ShardedLog:
    """Write 600 messages for 3 acker tasks, in several record batches each."""
    rows = random_log(1, 600, acker_tasks=acker_tasks, roots=range(12), given_ackers=0.2)
    return write_shards([batch_of(rows)], folder, acker_tasks, batch_rows=batch_rows)


def stands_in(log: ShardedLog) -> list[list[ShardRow]]:
    """Return the rows of each shard, checked."""
    return [
        [
            (int(seq), OPERATIONS[op], int(root), int(value), int(task))
            for columns in log.shard(acker).batches()
            for seq, op, root, value, task in zip(*columns, strict=True)
        ]
        for acker in range(log.acker_tasks)
    ]


def should_stand(rows: Iterable[MessageRow], acker_tasks: int) -> list[list[ShardRow]]:
    """Return the rows for each acker task, computed one by one with the reference's routing."""
    shards: list[list[ShardRow]] = [[] for _ in range(acker_tasks)]
    for seq, op, root, value, task, given in rows:
        if given is not None:
            ackers = [given]
        elif root is None:
            ackers = list(range(acker_tasks))
        else:
            ackers = [acker_index(root, acker_tasks)]
        for acker in ackers:
            shards[acker].append((seq, op, root or 0, value or 0, task or 0))
    return shards


def refusal(folder: Path) -> str:
    """Return the one-line error of a log, when it is opened or at the latest when it has been read."""
    with pytest.raises(UsageError) as raised:
        stands_in(open_log(folder))
    message = str(raised.value)
    assert "\n" not in message
    return message
