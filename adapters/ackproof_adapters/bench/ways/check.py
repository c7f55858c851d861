"""Check that the notifications of a target are exactly those that its log calls for."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TypedDict

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]  # it brings no types
from ackproof.errors import UsageError
from pyarrow import compute, parquet

from ackproof_adapters.bench.logs.log import Log
from ackproof_adapters.bench.logs.schemas import NOTIFICATIONS
from ackproof_adapters.shards.folder import ShardedLog, open_notifications, read_notifications
from ackproof_adapters.shards.layout import MANIFEST
from ackproof_adapters.shards.shard import Columns, Shard


class NotificationRow(TypedDict):
    """A notification as a row."""

    seq: int
    kind: str
    root: int
    spout_task: int
    acker: int


def verdict(log: Log, notifications: Path, cores: int = 1) -> str | None:
    """Return a sentence on the first difference, or None if there is none.

    `notifications` is a folder of shards, which is compared shard by shard on so many `cores`, or one of the forms that
    `difference` takes. A file of a folder passes if it has the expected bytes. Otherwise its checksums are checked, and
    it is compared row by row.
    """
    if not (notifications / MANIFEST).exists():
        return difference(log.expected_table(), notifications)
    try:
        if _same(open_notifications(log.expected), open_notifications(notifications), cores):
            return None
        return _first_difference(
            _in_full_order(log.expected_table()), _in_full_order(read_notifications(notifications))
        )
    except UsageError as error:
        return f"the notifications cannot be read: {error}"


def _same(expected: ShardedLog, notified: ShardedLog, cores: int) -> bool:
    if expected.acker_tasks != notified.acker_tasks:
        return False
    with ThreadPoolExecutor(cores) as pool:
        ackers = range(expected.acker_tasks)
        return all(pool.map(partial(_same_shard, expected, notified), ackers))


def _same_shard(expected: ShardedLog, notified: ShardedLog, acker: int) -> bool:
    ours, theirs = expected.shard(acker), notified.shard(acker)
    if ours.entry == theirs.entry and _content(ours).equals(_content(theirs)):
        return True  # byte for byte as expected, with its checksums
    if [batch.rows for batch in ours.entry.batches] != [batch.rows for batch in theirs.entry.batches]:
        return False  # or the same rows in other batches: the caller compares them again
    pairs = zip(ours.batches(), theirs.batches(), strict=True)
    return all(np.array_equal(*columns) for pair in pairs for columns in zip(*pair, strict=True))


def _content(shard: Shard) -> pa.Buffer:
    return pa.memory_map(str(shard.path)).read_buffer()


def whole(shard: Shard) -> Columns:
    """Return the columns of a shard, all of its record batches in one."""
    empty = [np.empty(0, field.type.to_pandas_dtype()) for field in shard.layout.schema]
    return [np.concatenate(pieces) for pieces in zip(empty, *shard.batches(), strict=True)]


def difference(expected: pa.Table, notifications: Path) -> str | None:
    """Return a sentence on the first difference in the order of `seq`, or None if there is none. Duplicates are
    differences.

    `expected` is in the order of `seq`, each of which occurs once. `notifications` is a Parquet file or a directory
    of them.
    """
    if not notifications.exists():
        return "no notifications were written"
    try:
        notified = _conforming(parquet.read_table(notifications))
    except (pa.ArrowException, KeyError, OSError) as error:
        return f"the notifications cannot be read: {error}"
    if notified.sort_by("seq").equals(expected):
        return None
    return _first_difference(_in_full_order(expected), _in_full_order(notified))


def _conforming(notified: pa.Table) -> pa.Table:
    conforming = notified.select(NOTIFICATIONS.names)
    for name in NOTIFICATIONS.names:
        if conforming.column(name).null_count:
            raise pa.ArrowInvalid(f"column {name} has nulls")
    return conforming.cast(NOTIFICATIONS)


def _in_full_order(notifications: pa.Table) -> pa.Table:
    return notifications.sort_by([(name, "ascending") for name in NOTIFICATIONS.names])


def _first_difference(expected: pa.Table, notified: pa.Table) -> str | None:
    common = min(len(expected), len(notified))
    differs = np.zeros(common + 1, np.bool_)
    differs[common] = len(expected) != len(notified)
    for name in NOTIFICATIONS.names:
        unequal = compute.not_equal(expected.column(name)[:common], notified.column(name)[:common])
        differs[:common] |= unequal.to_numpy()
    if not differs.any():
        return None
    place = int(differs.argmax())
    numbers = f"{len(expected):,} notifications expected, {len(notified):,} received"
    return f"{_sentence(_row(expected, place), _row(notified, place))} ({numbers})"


def _row(notifications: pa.Table, place: int) -> NotificationRow | None:
    rows: list[NotificationRow] = notifications.slice(place, 1).to_pylist()
    return rows[0] if rows else None


def _sentence(expected: NotificationRow | None, notified: NotificationRow | None) -> str:
    """Describe the first two rows that differ. If they are of different messages, only the earlier one is judged."""
    if notified is None or (expected is not None and expected["seq"] < notified["seq"]):
        return f"message {_seq(expected)} calls for {_described(expected)}, and there was none"
    if expected is None or notified["seq"] < expected["seq"]:
        return f"message {_seq(notified)} caused {_described(notified)}, which was not called for, or not twice"
    return f"message {_seq(expected)} calls for {_described(expected)}, and caused {_described(notified)}"


def _seq(row: NotificationRow | None) -> str:
    return "" if row is None else str(row["seq"])


def _described(row: NotificationRow | None) -> str:
    if row is None:
        return "nothing"
    return f"{row['kind']} of root {row['root']} to spout task {row['spout_task']} by acker {row['acker']}"
