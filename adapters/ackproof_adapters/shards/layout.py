"""The contents of the files: the columns of messages and of notifications, the numbers of names, file names.

A folder of shards has one Arrow IPC file for each acker task and a manifest. Messages and notifications are kept in the
same way; a `FolderLayout` is the difference.

Operations and kinds are numbers of one byte, the index of the name, as the kernel takes them: names would have to be
converted at every reading. Nothing is null, because the kernel reads the buffers as they are: a field that an operation
does not have is 0.
"""

import pyarrow as pa  # type: ignore[import-untyped]  # it brings no types
from attrs import frozen

from ackproof_adapters.codes import KINDS, OPERATIONS

VERSION = 1
"""The version of both formats. A reader refuses any other."""

MANIFEST = "manifest.json"

MOST_ACKER_TASKS = 100_000
"""A file name has five digits for the number of the acker task."""

BATCH_ROWS = 1 << 18
"""Rows in a record batch: enough that a call per batch costs nothing, and few enough (8 MB) that a batch fits in memory
with the open roots of many acker tasks.
"""


def _not_null(name: str, kind: pa.DataType) -> pa.Field:
    return pa.field(name, kind, nullable=False)


@frozen(kw_only=True)
class FolderLayout:
    """A kind of folder: its `format`, the schema of its files, and the column that holds an index of `names`."""

    format: str
    what: str
    schema: pa.Schema
    coded: str
    names: tuple[str, ...]

    @property
    def row_bytes(self) -> int:
        """Bytes of a row, all columns together."""
        return sum(int(field.type.bit_width) for field in self.schema) // 8

    @property
    def head_bytes(self) -> int:
        """Bytes of a file before its first record batch, as Arrow writes it: a magic word and the schema."""
        return 8 + int(self.schema.serialize().size)


MESSAGES = FolderLayout(
    format="ackproof-shards",
    what="sharded log",
    schema=pa.schema(
        [
            _not_null("seq", pa.int64()),
            _not_null("op", pa.int8()),
            _not_null("root", pa.int64()),
            _not_null("value", pa.int64()),
            _not_null("spout_task", pa.int32()),
        ]
    ),
    coded="op",
    names=OPERATIONS,
)

NOTIFICATIONS = FolderLayout(
    format="ackproof-notifications",
    what="folder of notifications",
    schema=pa.schema(
        [
            _not_null("seq", pa.int64()),
            _not_null("kind", pa.int8()),
            _not_null("root", pa.int64()),
            _not_null("spout_task", pa.int32()),
        ]
    ),
    coded="kind",
    names=KINDS,
)


def file_of(acker: int) -> str:
    """Return the name of the file of an acker task."""
    return f"acker-{acker:05}.arrow"
