"""The ways of contestants that work on arrays in memory: the kernel, plain Python, and memory bandwidth.

The columns of the sharded log are read before the timed region begins, and notifications are written after it. Storm's
ackers are timed likewise. `spark-shards` reads and writes in its timed region, which is a disadvantage.
"""

import gc
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
from acking import PROFILES, Refresh
from attrs import define, field
from numpy.typing import NDArray

from ackproof_adapters.bench.logs.log import Log
from ackproof_adapters.bench.ways.check import whole
from ackproof_adapters.bench.ways.plain import PlainAcker
from ackproof_adapters.bench.ways.way import Checked, Stopwatch, Timing
from ackproof_adapters.codes import INIT, KINDS
from ackproof_adapters.shards.folder import begin, finish, open_log
from ackproof_adapters.shards.gathering import ShardBuffer
from ackproof_adapters.shards.layout import BATCH_ROWS, NOTIFICATIONS, file_of
from ackproof_adapters.shards.shard import Columns

NotifiedColumns = Sequence[Columns]
"""Of each acker task, the columns of its notifications: seq, kind, root, spout task."""


def loaded(log: Log) -> list[Columns]:
    """Return the columns of each shard. They are not kept between runs: other contestants need the memory."""
    opened = open_log(log.shards)
    return [whole(opened.shard(acker)) for acker in range(opened.acker_tasks)]


def write_notifications(notified: NotifiedColumns, notifications: Path) -> None:
    """Write notifications as a folder of shards."""
    folder = begin(notifications, len(notified))
    entries = []
    for acker, columns in enumerate(notified):
        shard = ShardBuffer(folder / file_of(acker), NOTIFICATIONS, BATCH_ROWS)
        shard.append(columns)
        entries.append(shard.close(file_of(acker)))
    finish(folder, NOTIFICATIONS, entries)


@define
class KernelWay(Checked):
    """The kernel alone, with one acker task at a time on each core."""

    cores: int
    timed: str = "the log in arrays in memory to notifications in arrays in memory"
    needs_parquet: bool = False
    most_messages: int | None = None

    def track(self, log: Log, notifications: Path) -> Timing:
        """See `Way`."""
        from ackproof_adapters.kernel.kernel import Kernel  # noqa: PLC0415 - imports numba

        def one(columns: Columns) -> Columns:
            kernel = Kernel(PROFILES[log.plan.profile])
            notified = []
            for start in range(0, len(columns[0]), BATCH_ROWS):
                seq, op, root, value, spout_task = (column[start : start + BATCH_ROWS] for column in columns)
                words = kernel.receive(op, root, value, spout_task)
                notified.append([seq[words.at], words.kind, root[words.at], words.spout_task])
            return [np.concatenate(pieces) for pieces in zip(_NO_NOTIFICATIONS, *notified, strict=True)]

        shards = loaded(log)
        with ThreadPoolExecutor(self.cores) as pool:
            watch = Stopwatch()
            notified = list(pool.map(one, shards))
            timing = watch.stop()
        write_notifications(notified, notifications)
        return timing


_NO_NOTIFICATIONS = tuple(np.empty(0, field_.type.to_pandas_dtype()) for field_ in NOTIFICATIONS.schema)


@define
class PythonWay(Checked):
    """Plain Python: a dictionary of records and one loop (`plain`)."""

    timed: str = "the log in lists in memory to notifications in lists in memory"
    needs_parquet: bool = False
    most_messages: int | None = 10_000_000

    def track(self, log: Log, notifications: Path) -> Timing:
        """See `Way`. Columns are converted to lists batch by batch, outside of the timed region, to save memory."""
        profile = PROFILES[log.plan.profile]
        seconds = cpu = 0.0
        notified = []
        for columns in loaded(log):
            acker = PlainAcker(profile.buckets, every_message_refreshes=profile.refresh is Refresh.EVERY_MESSAGE)
            words: tuple[list[int], list[str], list[int]] = ([], [], [])
            # There are many records and no cycles: the garbage collector would scan all of them for nothing.
            gc.disable()
            for start in range(0, len(columns[0]), BATCH_ROWS):
                _, op, root, value, spout_task = (column[start : start + BATCH_ROWS].tolist() for column in columns)
                positions = range(start, start + len(op))
                tasks = [task if each == INIT else None for each, task in zip(op, spout_task, strict=True)]
                watch = Stopwatch()
                acker.receive(zip(positions, op, root, value, tasks, strict=True), words)
                timing = watch.stop()
                seconds, cpu = seconds + timing.seconds, cpu + timing.cpu
            gc.enable()
            notified.append(_as_columns(columns, *words))
        write_notifications(notified, notifications)
        return Timing(seconds, cpu)


def _as_columns(columns: Columns, positions: list[int], kinds: list[str], tasks: list[int]) -> Columns:
    at = np.array(positions, np.int64)
    kind = np.array([KINDS.index(each) for each in kinds], np.int8)
    return [columns[0][at], kind, columns[2][at], np.array(tasks, np.int32)]


@define
class BandwidthWay(Checked):
    """An upper bound and no acker: the cores read every byte of the log once from memory, and compute nothing."""

    cores: int
    timed: str = "the log in arrays in memory to nothing: each byte is read once; no acker"
    needs_parquet: bool = False
    most_messages: int | None = None
    _there: int = field(default=0, init=False)
    _read: int = field(default=0, init=False)

    def track(self, log: Log, notifications: Path) -> Timing:
        """See `Way`."""
        del notifications
        shards = loaded(log)
        self._there = sum(column.nbytes for columns in shards for column in columns)
        with ThreadPoolExecutor(self.cores) as pool:
            watch = Stopwatch()
            self._read = sum(pool.map(_read_through, shards))
            return watch.stop()

    def check(self, log: Log, notifications: Path) -> str | None:
        """See `Way`."""
        del log, notifications
        return None if self._read == self._there else f"{self._read} bytes were read of {self._there}"


def _read_through(columns: Columns) -> int:
    """Copy columns piece by piece to a buffer that fits into the cache; return the number of bytes read."""
    place = np.empty(1 << 18, np.uint8)
    read = 0
    for column in columns:
        content: NDArray[Any] = column.view(np.uint8)
        for start in range(0, len(content), len(place)):
            piece = content[start : start + len(place)]
            np.copyto(place[: len(piece)], piece)
            read += len(piece)
    return read
