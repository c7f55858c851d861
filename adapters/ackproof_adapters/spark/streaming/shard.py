"""What executors do for `stream`: a shard's parcels through its kernel, and what the kernel knows into the state.

Theory of operation
-------------------
A row of Spark per message is what costs most, so messages travel as parcels (`parcels`). Those of a micro-batch are
shuffled, a few hundred of them, and `fold` gets those of one shard together with its state.

The state is one value for each shard: the `seq` of its last message, and the packed kernel (`kernel.packing`). `fold`
unpacks it, puts the messages in order, lets the kernel take them and packs it again. That is in proportion to the open
roots, however few messages came; a micro-batch should bring many messages for each open root.

Order is by `seq`, within a shard. Over micro-batches only the source can keep it. A message that comes when a later one
of its shard has been taken is an error that names it, and the stream ends: what it would have changed has been said.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np
from acking import PROFILES
from ackproof.errors import UsageError

from ackproof_adapters.kernel.kernel import Kernel
from ackproof_adapters.spark.transport.parcels import ParcelRun, by_seq, columns_of, opened
from ackproof_adapters.spark.transport.workers import settle

if TYPE_CHECKING:
    import pandas as pd  # type: ignore[import-untyped]  # it brings no types
    from pyspark.sql.streaming.state import GroupState

STATE_SCHEMA = "seq long, kernel binary"

Fold = Callable[[tuple[int], "Iterator[pd.DataFrame]", "GroupState"], "Iterator[pd.DataFrame]"]


def folder(profile: str) -> Fold:
    """Return the function for `applyInPandasWithState`: what the acker task of a shard says to its pieces."""

    def fold(key: tuple[int], parcels: "Iterator[pd.DataFrame]", state: "GroupState") -> "Iterator[pd.DataFrame]":
        import pandas as pd  # noqa: PLC0415  # what the rest of this module does takes none

        settle()
        acker = int(key[0])
        last, kernel = _known(state, profile, acker)
        seq, op, root, value, spout_task = columns_of(in_order([_opened(frame) for frame in parcels], last, acker))
        notified = kernel.receive(op, root, value, spout_task)
        state.update((int(seq[-1]), kernel.packed()))
        yield pd.DataFrame(
            {
                "seq": seq[notified.at],
                "acker": np.full(len(notified.at), acker, np.int32),
                "kind": notified.kind,
                "root": root[notified.at],
                "spout_task": notified.spout_task,
            }
        )

    return fold


def _known(state: "GroupState", profile: str, acker: int) -> tuple[int | None, Kernel]:
    if not state.exists:
        return None, Kernel(PROFILES[profile])
    last, content = state.get
    try:
        return int(last), Kernel.unpacked(PROFILES[profile], bytes(content))
    except ValueError as error:
        raise UsageError(f"the state of acker task {acker} in the checkpoint cannot be used: {error}") from error


def _opened(parcels: "pd.DataFrame") -> ParcelRun:
    lengths = np.fromiter(map(len, parcels.parcel), np.int64, len(parcels))
    return opened(parcels.first_seq.to_numpy(), lengths, b"".join(parcels.parcel))


def in_order(runs: Sequence[ParcelRun], last: int | None, acker: int) -> ParcelRun:
    """Return the messages of a shard by `seq`; raise `UsageError` that names the first that comes too late or twice."""
    seq, words = by_seq((np.concatenate([seq for seq, _ in runs]), np.concatenate([words for _, words in runs])))
    if last is not None and seq[0] <= last:
        raise UsageError(
            f"message {seq[0]} of acker task {acker} came after message {last} had been taken; "
            "a stream has to bring the messages of an acker task in the order of seq"
        )
    repeated = np.diff(seq) == 0
    if repeated.any():
        raise UsageError(f"message {seq[repeated.argmax()]} of acker task {acker} came twice; seq says the order")
    return seq, words
