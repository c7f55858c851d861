"""The throughput of `track_stream`, and the size of its checkpoints: `python -m tools.stream_rate`.

With `--by-path` it is `track_stream_parquet`, whose JVM compiles with C1 only.

The stream is a sliding window: one init, and one ack of the tree that began `open` trees before. So the number of open
roots is constant after a first query has filled the window. That query warms the JVM as well, and is not counted.

The second query is measured, which resumes from the checkpoint of the first: from its start to its end, with reading
files and writing notifications. At the end every notification is compared with the expected one.
"""

import argparse
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

import numpy as np
import psutil
import pyarrow as pa  # type: ignore[import-untyped]  # it brings no types
from ackproof.errors import SuiteError
from ackproof_adapters.spark import read_stream_notifications, wait_for
from ackproof_adapters.spark.session import local_session
from ackproof_adapters.spark.streaming.process import CHECKPOINT, OUT, StreamFolder
from attrs import frozen
from numpy.typing import NDArray
from pyarrow import parquet

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

VALUE = 7
SPOUT_TASK = 3
ROW_GROUP = 1 << 18
"""Rows of a row group: a file of a micro-batch has some row groups for each core."""


@frozen
class Rate:
    """The cost of a stretch of messages: wall-clock time, processor time, and the most bytes of state that a
    micro-batch has added to the checkpoint.
    """

    messages: int
    seconds: float
    cpu_seconds: float
    state_bytes: int


def window(start: int, stop: int, open_roots: int) -> pa.Table:
    """Return messages `start` to `stop` of the sliding window: even ones are inits, odd ones acks."""
    seq = np.arange(start, stop)
    is_init = seq % 2 == 0
    tree = seq // 2
    too_early = ~is_init & (tree < open_roots)  # there is no tree yet to be acked, so this ack is not notified of
    return pa.table(
        {
            "seq": seq,
            "op": pa.array(np.where(is_init, "init", "ack")),
            "root": root_of(np.where(is_init | too_early, tree, tree - open_roots)),
            "value": np.where(too_early, 0, VALUE),
            "spout_task": pa.array(np.full(len(seq), SPOUT_TASK, np.int32), mask=~is_init),
            "acker": pa.nulls(len(seq), pa.int32()),
        }
    )


def root_of(trees: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the root id of each tree: its number, mixed."""
    return (trees.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)).view(np.int64)


def measured(stream: StreamFolder, batches: int, messages: int, open_roots: int) -> Rate:
    """Track so many micro-batches of so many messages, with a full window. Raise `SuiteError` if one is wrong."""
    folder = stream.path
    warm = 4 + 2 * open_roots // messages  # enough that each Python worker has loaded its modules
    for number in range(warm):
        _put(stream, number, messages, open_roots)
    session = local_session(for_python=stream.by_path)
    wait_for(stream.track(session))
    for number in range(warm, warm + batches):
        _put(stream, number, messages, open_roots)
    seconds, cpu_seconds = time.perf_counter(), _cpu_seconds()
    wait_for(stream.track(session))
    seconds, cpu_seconds = time.perf_counter() - seconds, _cpu_seconds() - cpu_seconds
    _check(_notifications(session, folder / OUT), (warm + batches) * messages, open_roots)
    state_bytes = max(_state_bytes(folder, number) for number in range(warm, warm + batches))
    return Rate(batches * messages, seconds, cpu_seconds, state_bytes)


def _put(stream: StreamFolder, number: int, messages: int, open_roots: int) -> None:
    stream.put(number, window(number * messages, (number + 1) * messages, open_roots), ROW_GROUP)


def _cpu_seconds() -> float:
    """Return the processor time of this process, its JVM and its Python workers so far."""
    here = psutil.Process()
    times = [process.cpu_times() for process in (here, *here.children(recursive=True))]
    return sum(each.user + each.system for each in times)


def _state_bytes(folder: Path, batch: int) -> int:
    """Return the size of the upload of a micro-batch: changes, or a snapshot if there is one of that version."""
    state = folder / CHECKPOINT / "state"
    return sum(path.stat().st_size for path in state.rglob(f"{batch + 1}.*") if path.suffix in {".changelog", ".zip"})


def _notifications(session: "SparkSession", out: Path) -> pa.Table:
    """Return the notifications in the files that count. They do not pass through the JVM, which has too little
    memory.
    """
    files = read_stream_notifications(session, out).inputFiles()
    return pa.concat_tables(parquet.read_table(unquote(urlsplit(file).path)) for file in files)


def _check(notified: pa.Table, messages: int, open_roots: int) -> None:
    expected = np.arange(2 * open_roots + 1, messages, 2)
    order = np.argsort(notified["seq"].to_numpy())
    right = (
        np.array_equal(expected, notified["seq"].to_numpy()[order])
        and np.array_equal(root_of(expected // 2 - open_roots), notified["root"].to_numpy()[order])
        and notified["kind"].unique().to_pylist() == ["ack"]
        and notified["spout_task"].unique().to_pylist() == [SPOUT_TASK]
    )
    if not right:
        raise SuiteError(
            f"the notifications are not the {len(expected)} acks that they must be; there are {len(notified)}"
        )


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="stream_rate", description="throughput and checkpoints of streams")
    parser.add_argument("--open", type=int, default=10_000, help="open roots (default: 10000)")
    parser.add_argument("--messages", type=int, default=4_000_000, help="messages in a micro-batch (default: 4000000)")
    parser.add_argument("--batches", type=int, default=4, help="micro-batches that are counted (default: 4)")
    parser.add_argument("--acker-tasks", type=int, default=8, help="acker tasks (default: 8)")
    parser.add_argument("--by-path", action="store_true", help="track_stream_parquet in place of track_stream")
    asked = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="ackproof-stream-") as directory:
        stream = StreamFolder(Path(directory), asked.acker_tasks, "storm2", asked.by_path)
        rate = measured(stream, asked.batches, asked.messages, asked.open)
    print(  # noqa: T201  # this is a command
        f"{asked.open} open roots, {asked.acker_tasks} acker tasks, {asked.batches} micro-batches of {asked.messages}: "
        f"{rate.messages / rate.seconds:,.0f} messages/s, {rate.messages / rate.cpu_seconds:,.0f} per core-second, "
        f"{rate.state_bytes:,} bytes of state in a checkpoint"
    )


if __name__ == "__main__":
    main()
