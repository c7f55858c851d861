"""The memory used depends on the open roots, not on the length of the log."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from ackproof_adapters.shards.folder import begin, finish
from ackproof_adapters.shards.layout import BATCH_ROWS, MESSAGES, file_of
from ackproof_adapters.shards.shard import ShardWriter

TRACK = """
import resource, sys
from pathlib import Path
from acking import PROFILES
from ackproof_adapters.kernel.kernel import Kernel
from ackproof_adapters.shards.folder import open_log
from ackproof_adapters.spark.sharded.tracking import track_shard

for log in sys.argv[1:]:
    shard = open_log(log).shard(0)
    said = track_shard(shard, Path(log).parent, 0, Kernel(PROFILES["storm2"]))
    print(shard.entry.bytes, said.rows, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)
"""


def write_log(folder: Path, batches: int) -> None:
    """Write a log of full record batches, in which each tree is done with its second message."""
    writer = ShardWriter(begin(folder, 1) / file_of(0), MESSAGES)
    for number in range(batches):
        seq = np.arange(BATCH_ROWS) + number * BATCH_ROWS
        writer.append([seq, (seq % 2).astype(np.int8), seq // 2, seq // 2 + 1, np.zeros(BATCH_ROWS, np.int32)])
    finish(folder, MESSAGES, [writer.close(file_of(0))])


@pytest.mark.skipif(sys.platform != "linux", reason="the most memory that was used is in kilobytes on Linux")
def test_a_log_five_times_as_long_takes_no_more_memory(tmp_path: Path) -> None:
    """This includes messages, notifications, and the pages of the mapped file."""
    short, long = tmp_path / "short" / "log", tmp_path / "long" / "log"
    write_log(short, 2)
    write_log(long, 10)
    command = [sys.executable, "-c", TRACK, str(short), str(long)]
    ran = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    (_, first, before), (size, second, after) = (map(int, line.split()) for line in ran.splitlines())
    assert (BATCH_ROWS, 5 * BATCH_ROWS) == (first, second)
    assert 75_000_000 < size
    assert after - before < 20_000_000
