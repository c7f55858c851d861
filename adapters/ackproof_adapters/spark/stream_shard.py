"""What executors do for `stream`: messages into pieces of shards, and a shard's pieces through its kernel.

Theory of operation
-------------------
A row of Spark per message is what costs most, so there are none after the first step. `pieces` takes Arrow batches of
messages, routes them, and makes one row for each acker task of what came in a few batches: the columns of its messages,
as they are in memory, behind each other in one binary value. Such rows are shuffled, a few hundred of them, and `fold`
gets those of one shard together with its state.

The state is one value for each shard: the `seq` of its last message, and the packed kernel (`kernel.packing`). `fold`
unpacks it, puts the messages in order, lets the kernel take them and packs it again. That is in proportion to the open
roots, however few messages came; a micro-batch should bring many messages for each open root.

Order is by `seq`, within a shard. Over micro-batches only the source can keep it. A message that comes when a later one
of its shard has been taken is an error that names it, and the stream ends: what it would have changed has been said.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]  # it brings no types
from acking import PROFILES
from ackproof.errors import UsageError

from ackproof_adapters.kernel.kernel import OPERATIONS, Kernel
from ackproof_adapters.routing import ackers_of
from ackproof_adapters.shards.shard import Columns

if TYPE_CHECKING:
    import pandas as pd  # type: ignore[import-untyped]  # it brings no types
    from pyspark.sql.streaming.state import GroupState

MESSAGE_COLUMNS = {"seq": np.int64, "op": np.int8, "root": np.int64, "value": np.int64, "spout_task": np.int32}
"""The columns of a piece, in their order, and what they hold. What an operation does not have is 0."""

UNROUTED = -1
"""The acker task of a message that goes where its root routes to, and of a tick that goes to all."""

PIECE_SCHEMA = "acker int, rows int, messages binary"
STATE_SCHEMA = "seq long, kernel binary"
SAID_SCHEMA = "seq long, acker int, kind tinyint, root long, spout_task int"

PIECE_ROWS = 1 << 18
"""Messages that are cut into pieces together."""

TICK = OPERATIONS.index("tick")

Fold = Callable[[tuple[int], "Iterator[pd.DataFrame]", "GroupState"], "Iterator[pd.DataFrame]"]


def cutter(acker_tasks: int) -> Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]]:
    """Return the function for `mapInArrow` that makes pieces of messages: `MESSAGE_COLUMNS`, and then `acker`."""

    def pieces(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for columns in _gathered(batches):
            yield _cut(columns, acker_tasks)

    return pieces


def _gathered(batches: Iterator[pa.RecordBatch]) -> Iterator[Columns]:
    waiting: list[Columns] = []
    rows = 0
    for batch in batches:
        waiting.append([column.to_numpy() for column in batch.columns])
        rows += batch.num_rows
        if rows >= PIECE_ROWS:
            yield _joined(waiting)
            waiting, rows = [], 0
    if rows:
        yield _joined(waiting)


def _joined(pieces: Sequence[Columns]) -> Columns:
    return [np.concatenate(columns) for columns in zip(*pieces, strict=True)]


def _cut(columns: Columns, acker_tasks: int) -> pa.RecordBatch:
    *messages, acker = columns
    _, op, root, _, _ = messages
    for_all = (op == TICK) & (acker == UNROUTED)
    acker = np.where(acker == UNROUTED, ackers_of(root, acker_tasks), acker)
    acker[for_all] = acker_tasks  # behind all others, until each gets a copy
    order = np.argsort(acker, kind="stable")
    bounds = np.searchsorted(acker[order], np.arange(acker_tasks + 2))
    ordered = [column[order] for column in messages]
    common = slice(bounds[-2], bounds[-1])
    rows, contents = [], []
    for start, end in pairwise(bounds[:-1]):
        rows.append(int(end - start + bounds[-1] - bounds[-2]))
        contents.append(b"".join(column[part].tobytes() for column in ordered for part in (slice(start, end), common)))
    there = [index for index in range(acker_tasks) if rows[index]]
    return pa.record_batch(
        {
            "acker": pa.array(there, pa.int32()),
            "rows": pa.array([rows[index] for index in there], pa.int32()),
            "messages": pa.array([contents[index] for index in there], pa.binary()),
        }
    )


def folder(profile: str) -> Fold:
    """Return the function for `applyInPandasWithState`: what the acker task of a shard says to its pieces."""

    def fold(key: tuple[int], pieces: "Iterator[pd.DataFrame]", state: "GroupState") -> "Iterator[pd.DataFrame]":
        import pandas as pd  # noqa: PLC0415  # what the rest of this module does takes none

        acker = int(key[0])
        last, kernel = _known(state, profile, acker)
        seq, op, root, value, spout_task = in_order(
            [
                _columns(rows, content)
                for frame in pieces
                for rows, content in zip(frame.rows, frame.messages, strict=True)
            ],
            last,
            acker,
        )
        said = kernel.receive(op, root, value, spout_task)
        state.update((int(seq[-1]), kernel.packed()))
        yield pd.DataFrame(
            {
                "seq": seq[said.at],
                "acker": np.full(len(said.at), acker, np.int32),
                "kind": said.kind,
                "root": root[said.at],
                "spout_task": said.spout_task,
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


def _columns(rows: int, content: bytes) -> Columns:
    columns, at = [], 0
    for kind in MESSAGE_COLUMNS.values():
        columns.append(np.frombuffer(content, kind, rows, at))
        at += columns[-1].nbytes
    return columns


def in_order(pieces: Sequence[Columns], last: int | None, acker: int) -> Columns:
    """Return the messages of a shard by `seq`; raise `UsageError` that names the first that comes too late or twice."""
    columns = _joined(pieces)
    if (np.diff(columns[0]) <= 0).any():
        order = np.argsort(columns[0], kind="stable")
        columns = [column[order] for column in columns]
    seq = columns[0]
    if last is not None and seq[0] <= last:
        raise UsageError(
            f"message {seq[0]} of acker task {acker} came after message {last} had been taken; "
            "a stream has to bring the messages of an acker task in the order of seq"
        )
    repeated = np.diff(seq) == 0
    if repeated.any():
        raise UsageError(f"message {seq[repeated.argmax()]} of acker task {acker} came twice; seq says the order")
    return columns
