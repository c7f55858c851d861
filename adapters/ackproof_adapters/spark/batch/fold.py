"""The work of the Spark task that keeps an acker: parcels in, ordered by shard and first `seq`; notifications out.

A shard is one acker task of one log. Its parcels stand together, so there is one acker at a time: the kernel, which
lasts from parcel to parcel until the shard changes.
"""

from collections.abc import Iterator, Mapping, Sequence

import pyarrow as pa  # type: ignore[import-untyped]  # it brings no types
from acking import Profile

from ackproof_adapters.kernel.kernel import Kernel
from ackproof_adapters.spark.transport.parcels import Columns, SparkTask, shards_in_order


def folder(profile: Profile, shard_columns: Sequence[str]) -> SparkTask:
    """Return the function for `mapInArrow`. Rows that agree in `shard_columns` are a shard, and have to be
    consecutive.
    """

    def fold(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for shard, messages in shards_in_order(batches, shard_columns):
            kernel = Kernel(profile)
            for columns in messages:
                yield notified(kernel, columns, dict(zip(shard_columns, shard, strict=True)))

    return fold


def notified(kernel: Kernel, columns: Columns, shard: Mapping[str, pa.Scalar]) -> pa.RecordBatch:
    """Give messages to the kernel; return rows of `NUMBERED_NOTIFICATIONS`, after the log if there is one."""
    seq, op, root, value, spout_task = columns
    notified = kernel.receive(op, root, value, spout_task)
    repeated = {name: pa.repeat(scalar, len(notified.at)) for name, scalar in shard.items()}
    acker = repeated.pop("acker")
    return pa.RecordBatch.from_pydict(
        {
            **repeated,
            "seq": pa.array(seq[notified.at]),
            "acker": acker,
            "kind": pa.array(notified.kind),
            "root": pa.array(root[notified.at]),
            "spout_task": pa.array(notified.spout_task),
        }
    )
