"""A sharded log from a stream of messages on this machine, in order of `seq`.

The messages are those of `ackproof_adapters.spark.transport.schemas`, in Arrow batches. The same faults are refused as
by `track`: the error has the place of the row, and no row is skipped.

A batch is routed and split by columns, without a step of Python for each row.
"""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]  # it brings no types
from ackproof.errors import UsageError
from attrs import frozen
from numpy.typing import NDArray
from pyarrow import compute

from ackproof_adapters.codes import ACK, INIT, OPERATIONS, TICK
from ackproof_adapters.routing import ackers_of
from ackproof_adapters.shards.folder import ShardedLog, begin, finish
from ackproof_adapters.shards.gathering import ShardBuffer
from ackproof_adapters.shards.layout import BATCH_ROWS, MESSAGES, file_of
from ackproof_adapters.shards.shard import Columns

COLUMNS = {"seq": pa.int64(), "op": pa.string(), "root": pa.int64(), "value": pa.int64()} | {
    "spout_task": pa.int32(),
    "acker": pa.int32(),
}
"""The columns of a batch of messages, and their types; narrower integers are accepted, too."""

MOST_WAITING = 1 << 22
"""The most rows that wait for their record batches, over all acker tasks: 120 MB. With many acker tasks batches are
smaller.
"""

Where = Callable[[int], str]
"""Returns the place of the row with an index, for an error."""


def write_shards(
    batches: Iterable[pa.RecordBatch], folder: Path | str, acker_tasks: int, *, batch_rows: int = BATCH_ROWS
) -> ShardedLog:
    """Write messages, which come in order of `seq`, as a sharded log into a new folder; return it, opened.

    A batch has the columns of `COLUMNS`; others are ignored. Raise `UsageError` with batch, row and `seq` if a message
    is illegal; then the folder has no manifest, and cannot be taken for a log.
    """

    def placed(number: int) -> Where:
        return lambda row: f"batch {number}, row {row}"

    return write_placed(
        ((batch, placed(number)) for number, batch in enumerate(batches)), folder, acker_tasks, batch_rows
    )


def write_placed(
    batches: Iterable[tuple[pa.RecordBatch, Where]], folder: Path | str, acker_tasks: int, batch_rows: int
) -> ShardedLog:
    """Do the same with batches that have the place of their rows."""
    path = begin(folder, acker_tasks)
    shards = [ShardBuffer(path / file_of(acker), MESSAGES, batch_rows) for acker in range(acker_tasks)]
    last_seq: int | None = None
    for batch, where in batches:
        messages = _checked(batch, where, acker_tasks, last_seq)
        if messages.rows:
            last_seq = int(messages.columns[0][-1])
        for acker, columns in _split(messages, acker_tasks):
            shards[acker].append(columns)
        waiting = sum(shard.waiting for shard in shards)
        if waiting > MOST_WAITING:
            for shard in shards:
                if shard.waiting * acker_tasks >= waiting:  # no less than the mean: there is always one
                    shard.flush()
    return finish(path, MESSAGES, [shard.close(file_of(acker)) for acker, shard in enumerate(shards)])


@frozen
class _Messages:
    """Legal messages: their columns in the order of the schema, the acker task of each, and which ticks are for all."""

    columns: Columns
    acker: NDArray[np.int32]
    is_for_all: NDArray[np.bool_]

    @property
    def rows(self) -> int:
        return len(self.acker)


def _checked(batch: pa.RecordBatch, where: Where, acker_tasks: int, last_seq: int | None) -> _Messages:
    arrays = {name: _column(batch, name, where) for name in COLUMNS}
    null = {name: array.is_null().to_numpy(zero_copy_only=False) for name, array in arrays.items()}
    codes = compute.index_in(arrays["op"], value_set=pa.array(OPERATIONS))
    op = codes.fill_null(-1).to_numpy().astype(np.int8)
    seq, root, value, spout_task, acker = (
        arrays[name].fill_null(0).to_numpy() for name in ("seq", "root", "value", "spout_task", "acker")
    )
    before = np.concatenate([seq[:1] - 1 if last_seq is None else np.array([last_seq]), seq[:-1]])
    is_tick, brings_value = op == TICK, (op == INIT) | (op == ACK)
    problems: Sequence[tuple[NDArray[np.bool_], str]] = (
        (null["seq"], "seq is null; without it the message has no place in the order"),
        (op < 0, f"there is no such op; there are {', '.join(OPERATIONS)}"),
        (null["root"] & ~is_tick, "root is null; only a tick has none"),
        (~null["root"] & is_tick, "root is {root}; a tick has none, it is for all of an acker task"),
        (null["value"] & brings_value, "value is null; init and ack bring one"),
        (null["spout_task"] & (op == INIT), "spout_task is null; an init names the one to notify"),
        (spout_task < 0, "spout_task {spout_task} is negative; task ids are counted from 0, and null is for none"),
        ((acker < 0) | (acker >= acker_tasks), f"acker {{acker}} is outside 0 to {acker_tasks - 1}"),
        (
            (seq <= before) & (np.arange(len(seq)) > (0 if last_seq is None else -1)),
            "seq does not come after {before}, the one before it; sort the messages, each with a seq of its own",
        ),
    )
    faults = [int(mask.argmax()) for mask, _ in problems if mask.any()]
    if faults:
        row = min(faults)  # the first row with a fault, and of its faults the most basic
        sentence = next(sentence for mask, sentence in problems if mask[row])
        words = {name: arrays[name][row].as_py() for name in COLUMNS} | {"before": before[row]}
        raise UsageError(f"{where(row)} (seq {words['seq']}, op {words['op']!r}): {sentence.format(**words)}")
    # Fields that an operation does not have are not checked, and not kept.
    columns = [seq, op, root, np.where(brings_value, value, 0), np.where(op == INIT, spout_task, np.int32(0))]
    routed = np.where(null["acker"], ackers_of(root, acker_tasks), acker).astype(np.int32)
    return _Messages(columns, routed, is_tick & null["acker"])


def _column(batch: pa.RecordBatch, name: str, where: Where) -> Any:  # noqa: ANN401 - pyarrow has no types
    """Return a column in its type; a cast that loses something is refused."""
    places = batch.schema.get_all_field_indices(name)
    if len(places) != 1:
        columns = ", ".join(batch.schema.names)
        there = "no column" if not places else "more than one column"
        raise UsageError(f"{where(0)}: there is {there} {name}; the columns are {columns}")
    column, wanted = batch.column(places[0]), COLUMNS[name]
    kind = column.type.value_type if pa.types.is_dictionary(column.type) else column.type
    same_sort = _is_text if pa.types.is_string(wanted) else pa.types.is_integer
    if not (same_sort(kind) or pa.types.is_null(kind)):
        raise UsageError(f"{where(0)}: column {name} is {column.type}, not {wanted}")
    try:
        return column.cast(wanted)
    except pa.ArrowInvalid as error:
        raise UsageError(f"{where(0)} and after: column {name} is no {wanted}: {error}") from error


def _is_text(kind: pa.DataType) -> bool:
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_string_view(kind))


def _split(messages: _Messages, acker_tasks: int) -> Iterable[tuple[int, Columns]]:
    """Yield the rows of each acker task that gets any; a tick for all is copied to each."""
    copies = np.where(messages.is_for_all, acker_tasks, 1)
    row = np.repeat(np.arange(messages.rows), copies)
    acker = np.repeat(messages.acker, copies)
    ticks = int(messages.is_for_all.sum())
    acker[np.repeat(messages.is_for_all, copies)] = np.tile(np.arange(acker_tasks, dtype=np.int32), ticks)
    by_acker = np.argsort(acker, kind="stable")  # stable: the order of `seq` stays
    ends = np.cumsum(np.bincount(acker, minlength=acker_tasks))
    for index in np.flatnonzero(np.diff(ends, prepend=0)):
        chosen = row[by_acker[ends[index - 1] if index else 0 : ends[index]]]
        yield int(index), [column[chosen] for column in messages.columns]
