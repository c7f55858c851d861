"""A folder of shards: begun, finished and opened.

Opening compares the folder with its manifest as far as that is cheap: all files exist, nothing else does, and each has
its size, its frame and its schema. The contents of record batches are compared when they are read, because that takes
reading them.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]  # it brings no types
from ackproof.errors import UsageError
from attrs import frozen

from ackproof_adapters.codes import KINDS
from ackproof_adapters.places import local
from ackproof_adapters.shards.layout import MANIFEST, MESSAGES, MOST_ACKER_TASKS, NOTIFICATIONS, FolderLayout
from ackproof_adapters.shards.manifest import Manifest, ShardEntry, read_manifest, write_manifest
from ackproof_adapters.shards.shard import Columns, Shard

TABLE = pa.schema(
    [
        pa.field("seq", pa.int64(), nullable=False),
        pa.field("acker", pa.int32(), nullable=False),
        pa.field("kind", pa.string(), nullable=False),
        pa.field("root", pa.int64(), nullable=False),
        pa.field("spout_task", pa.int32(), nullable=False),
    ]
)
"""Notifications of all acker tasks as one table: `NOTIFICATIONS` of `ackproof_adapters.spark.transport.schemas`."""


@frozen
class ShardedLog:
    """A folder whose files exist and match the manifest, except for the contents of record batches."""

    folder: Path
    layout: FolderLayout
    manifest: Manifest

    @property
    def acker_tasks(self) -> int:
        """The number of acker tasks, and so of files."""
        return len(self.manifest.shards)

    @property
    def rows(self) -> int:
        """The rows of all files together. A tick counts once for each acker task that it reaches."""
        return sum(entry.rows for entry in self.manifest.shards)

    def shard(self, acker: int) -> Shard:
        """Return the shard of an acker task."""
        entry = self.manifest.shards[acker]
        return Shard(self.folder / entry.file, entry, self.layout)


def open_log(folder: Path | str) -> ShardedLog:
    """Open a sharded log. Raise `UsageError` that names the file and what is wrong with it."""
    return _opened(Path(folder), MESSAGES)


def open_notifications(folder: Path | str) -> ShardedLog:
    """Open a folder of notifications. Raise `UsageError` that names the file and what is wrong with it."""
    return _opened(Path(folder), NOTIFICATIONS)


def read_notifications(folder: Path | str) -> pa.Table:
    """Return all notifications of a folder, checked, with the schema `TABLE`, in order of `acker` and `seq`."""
    opened = open_notifications(folder)
    shards = range(opened.acker_tasks)
    return pa.Table.from_batches(
        [batch for acker in shards for batch in notifications_in(opened.shard(acker), acker)], TABLE
    )


def notifications_in(shard: Shard, acker: int) -> Iterator[pa.RecordBatch]:
    """Yield the checked notifications of one shard, with the schema `TABLE`."""
    for columns in shard.batches():
        yield named(columns, acker)


def named(notifications: Columns, acker: int) -> pa.RecordBatch:
    """Return notifications of one acker task (seq, kind, root, spout task) with the schema `TABLE`."""
    seq, kind, root, spout_task = notifications
    ackers = np.full(len(seq), acker, np.int32)
    kinds = pa.array(KINDS).take(pa.array(kind))
    return pa.record_batch([pa.array(seq), pa.array(ackers), kinds, pa.array(root), pa.array(spout_task)], schema=TABLE)


def begin(folder: Path | str, acker_tasks: int) -> Path:
    """Make the folder for shards; it must be missing or empty."""
    if type(acker_tasks) is not int or not 1 <= acker_tasks <= MOST_ACKER_TASKS:
        raise UsageError(f"acker_tasks is {acker_tasks!r}; it counts acker tasks, from 1 to {MOST_ACKER_TASKS}")
    path = local(folder)
    try:
        path.mkdir(parents=True, exist_ok=True)
        is_empty = next(path.iterdir(), None) is None
    except OSError as error:
        raise UsageError(f"{path}: cannot be made a folder: {error.strerror}; name another one") from error
    if not is_empty:
        raise UsageError(f"{path}: is not empty; name a folder that does not exist yet, or remove what is there")
    return path


def finish(folder: Path, layout: FolderLayout, entries: Iterable[ShardEntry]) -> ShardedLog:
    """Write the manifest and return it; from now on the folder can be opened."""
    manifest = Manifest(tuple(entries))
    write_manifest(folder, layout, manifest)
    return ShardedLog(folder, layout, manifest)


def _opened(folder: Path, layout: FolderLayout) -> ShardedLog:
    log = ShardedLog(folder, layout, read_manifest(folder, layout))
    known = {MANIFEST, *(entry.file for entry in log.manifest.shards)}
    there = {path.name for path in folder.iterdir()}
    for name in sorted(known - there):
        raise UsageError(f"{folder / name}: is missing; fetch the file again, or make the folder again")
    for name in sorted(there - known):
        raise UsageError(f"{folder / name}: is in the folder and not in its manifest; move it elsewhere")
    for acker in range(log.acker_tasks):
        log.shard(acker).check()
    return log
