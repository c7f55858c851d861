"""What executors do for `stream`: a shard's messages go through its kernel, and the kernel's state is kept.

Theory of operation
-------------------
A row of Spark for each message is the largest cost, so messages travel as pieces (`streaming.pieces`). Their places are
shuffled, and `fold` gets those of one shard together with its state.

The state is one value for each shard: the `seq` of its last message, and the packed kernel (`kernel.packing`). `fold`
unpacks it, gives the kernel the messages in order, a window at a time, and packs it again. That takes time in
proportion to the open roots, even for few messages; a micro-batch should have many messages for each open root.

The notifications of a shard are packed as well (`transport.results`), and unpacked by a Spark task without state:
beside a state PySpark takes longer to return one row for each notification than for all the rest of the work.

Order is by `seq`, within a shard. Across micro-batches the source has to keep it. A message that comes when a later one
of its shard has been taken is an error that names it, and the stream ends: notifications that depend on it are already
written.
"""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]  # it brings no types
from acking import PROFILES
from ackproof.errors import UsageError
from pyspark.sql.pandas.types import to_arrow_schema

from ackproof_adapters.kernel.kernel import Kernel
from ackproof_adapters.spark.batch.fold import notified
from ackproof_adapters.spark.streaming.pieces import runs_in
from ackproof_adapters.spark.transport import schemas
from ackproof_adapters.spark.transport.parcels import Columns
from ackproof_adapters.spark.transport.pieces import PieceFiles, in_order
from ackproof_adapters.spark.transport.results import packed
from ackproof_adapters.spark.transport.sizes import WINDOW
from ackproof_adapters.spark.transport.workers import settle

if TYPE_CHECKING:
    import pandas as pd  # type: ignore[import-untyped]  # it brings no types
    from pyspark.sql.streaming.state import GroupState

STATE_SCHEMA = "seq long, kernel binary"
PACKED_SCHEMA = "batch binary"
"""The notifications of a shard: each row has a record batch of `NUMBERED_NOTIFICATIONS`, as Arrow writes it."""

ROWS = to_arrow_schema(schemas.NUMBERED_NOTIFICATIONS)

Fold = Callable[[tuple[int], "Iterator[pd.DataFrame]", "GroupState"], "Iterator[pd.DataFrame]"]


def folder(profile: str, pieces: Path) -> Fold:
    """Return the function for `applyInPandasWithState`: the notifications of a shard's acker task for its messages in
    the folder of pieces.
    """

    def fold(key: tuple[int], rows: "Iterator[pd.DataFrame]", state: "GroupState") -> "Iterator[pd.DataFrame]":
        import pandas as pd  # noqa: PLC0415  # what the rest of this module does takes none

        settle()
        acker = int(key[0])
        last, kernel = _known(state, profile, acker)
        files = PieceFiles(pieces)
        runs = [files.verified(run) for some in rows for run in runs_in(some)]
        for columns in following(in_order(runs, WINDOW), last, acker):
            last = int(columns[0][-1])
            numbered = notified(kernel, columns, {"acker": pa.scalar(acker, pa.int32())})
            for some in packed(iter([numbered]), ROWS):
                yield pd.DataFrame({"batch": some})
        state.update((last, kernel.packed()))

    return fold


def _known(state: "GroupState", profile: str, acker: int) -> tuple[int | None, Kernel]:
    if not state.exists:
        return None, Kernel(PROFILES[profile])
    last, content = state.get
    try:
        return int(last), Kernel.unpacked(PROFILES[profile], bytes(content))
    except ValueError as error:
        raise UsageError(f"the state of acker task {acker} in the checkpoint cannot be used: {error}") from error


def following(windows: Iterable[Columns], last: int | None, acker: int) -> Iterator[Columns]:
    """Yield messages of a shard, in order of `seq`; raise `UsageError` that names the first one that is repeated, or
    that comes after message `last` was taken.
    """
    taken = last
    for columns in windows:
        seq = columns[0]
        if last is not None and seq[0] <= last:
            raise UsageError(
                f"message {seq[0]} of acker task {acker} came after message {last} had been taken; "
                "a stream has to bring the messages of an acker task in the order of seq"
            )
        repeated = np.diff(seq, prepend=seq[0] - 1 if taken is None else taken) == 0
        if repeated.any():
            raise UsageError(f"message {seq[repeated.argmax()]} of acker task {acker} came twice; seq says the order")
        taken = int(seq[-1])
        yield columns
