"""Pieces through the kernel: the Spark task for some acker tasks, which writes their notifications.

It writes Parquet, into a file with a unique name; the driver decides which files count.
"""

import uuid
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Self

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]  # it brings no types
from ackproof.errors import UsageError
from attrs import define, field, frozen
from numpy.typing import NDArray
from pyarrow import parquet

from ackproof_adapters.codes import KINDS
from ackproof_adapters.spark.transport.pieces import PieceFiles, ShardRuns, in_order
from ackproof_adapters.spark.transport.succession import Handover, HeldKernel

ROW_GROUP = 1 << 20
"""Notifications in a row group, approximately."""

_KIND = pa.dictionary(pa.int8(), pa.string())
_SCHEMA = pa.schema(
    [
        pa.field("seq", pa.int64(), nullable=False),
        pa.field("acker", pa.int32(), nullable=False),
        pa.field("kind", _KIND, nullable=False),  # as plain text in the file
        pa.field("root", pa.int64(), nullable=False),
        pa.field("spout_task", pa.int32(), nullable=False),
    ]
)


@frozen
class NotificationsFile:
    """A file of notifications, the number of each kind in it, and the state of its acker tasks at the end, if it is
    kept.
    """

    file: str
    notified: Counter[str]
    kept: dict[int, HeldKernel | None]


def write_notifications(
    folder: Path, handover: Handover, window: int, shards: Sequence[ShardRuns]
) -> NotificationsFile:
    """Track some acker tasks, one after the other, and write their notifications into a new file of `folder`."""
    name = f"{uuid.uuid4().hex}.parquet"
    files = PieceFiles(folder)
    kept = {}
    try:
        with RowGroups(folder / name) as writer:
            for shard in shards:
                kernel = handover.begin(shard.acker)
                for seq, op, root, value, spout_task in in_order(map(files.verified, shard.runs), window):
                    answer = kernel.receive(op, root, value, spout_task)
                    writer.append(shard.acker, seq[answer.at], answer.kind, root[answer.at], answer.spout_task)
                kept[shard.acker] = handover.keep(kernel)
    except OSError as error:
        raise UsageError(f"{folder / name}: cannot be written: {error.strerror or error}") from error
    return NotificationsFile(name, writer.notified, kept)


@define
class RowGroups:
    """A Parquet file of notifications, written in row groups."""

    path: Path
    notified: Counter[str] = field(factory=Counter, init=False)
    _held: list[pa.RecordBatch] = field(factory=list, init=False)
    _rows: int = field(default=0, init=False)
    _file: parquet.ParquetWriter = field(init=False)

    def __enter__(self) -> Self:
        self._file = parquet.ParquetWriter(
            self.path,
            _SCHEMA,
            compression="snappy",
            use_dictionary=["acker", "kind"],
            write_page_checksum=True,
            store_schema=False,  # or readers would see `kind` as a dictionary
        )
        return self

    def __exit__(self, *_: object) -> None:
        self._flush()
        self._file.close()

    def append(
        self,
        acker: int,
        seq: NDArray[np.int64],
        kind: NDArray[np.int8],
        root: NDArray[np.int64],
        spout_task: NDArray[np.int32],
    ) -> None:
        """Take notifications of an acker task."""
        ackers = pa.repeat(pa.scalar(acker, pa.int32()), len(seq))
        self._take(pa.array(seq), ackers, pa.array(kind.copy()), pa.array(root), pa.array(spout_task.copy()))

    def append_numbered(self, batch: pa.RecordBatch) -> None:
        """Take rows of `NUMBERED_NOTIFICATIONS`."""
        self._take(*batch.columns)

    def _take(self, seq: pa.Array, acker: pa.Array, kind: pa.Array, root: pa.Array, spout_task: pa.Array) -> None:
        columns = [seq, acker, pa.DictionaryArray.from_arrays(kind, list(KINDS)), root, spout_task]
        self._held.append(pa.RecordBatch.from_arrays(columns, schema=_SCHEMA))
        self._rows += len(seq)
        counts = np.bincount(kind.to_numpy(), minlength=len(KINDS)).tolist()
        self.notified.update(dict(zip(KINDS, counts, strict=True)))
        if self._rows >= ROW_GROUP:
            self._flush()

    def _flush(self) -> None:
        if self._rows:
            self._file.write_table(pa.Table.from_batches(self._held), row_group_size=2 * ROW_GROUP)
        self._held, self._rows = [], 0
