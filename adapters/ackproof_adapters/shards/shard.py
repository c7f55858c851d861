"""One file of a folder: written batch by batch, and read back with every byte checked.

A batch is checked before it is returned: its bytes are mapped, summed, and parsed by Arrow from the same buffer, not
over the file's footer. Only one batch is mapped at a time, so that not even the pages of a long file stay in the
process.
"""

import mmap
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pyarrow as pa  # type: ignore[import-untyped]  # it brings no types
import xxhash
from ackproof.errors import UsageError
from attrs import frozen
from numpy.typing import NDArray
from pyarrow import ipc

from ackproof_adapters.shards.layout import FolderLayout
from ackproof_adapters.shards.manifest import RecordBatch, ShardEntry

_REMEDY = "fetch the file again, or make the folder again"

Columns = Sequence[NDArray[Any]]
"""The columns of a schema, in its order, as arrays of one length."""


class ShardWriter:
    """Writes one file. `close` returns its entry for the manifest."""

    def __init__(self, path: Path, layout: FolderLayout) -> None:
        """Begin the file. Raise `UsageError` if that fails."""
        self._path = path
        self._layout = layout
        self._batches: list[tuple[int, int, int, int, int]] = []
        with self._writing():
            self._sink = pa.OSFile(str(path), "wb")
            self._file = ipc.new_file(self._sink, layout.schema)
        self._at = layout.head_bytes

    def append(self, columns: Columns) -> None:
        """Write one record batch, if there is a row in it; `seq` is the first column and increases."""
        rows = len(columns[0])
        if rows == 0:
            return
        batch = pa.record_batch([pa.array(column) for column in columns], schema=self._layout.schema)
        with self._writing():
            self._file.write_batch(batch)
        end = self._sink.tell()
        self._batches.append((self._at, end - self._at, rows, int(columns[0][0]), int(columns[0][-1])))
        self._at = end

    def close(self, name: str) -> ShardEntry:
        """End the file; return its entry in the manifest, under this name."""
        with self._writing():
            self._file.close()
            self._sink.close()
        with (
            self._path.open("rb") as file,
            mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content,
            memoryview(content) as view,
        ):
            batches = tuple(
                RecordBatch(
                    offset=offset,
                    bytes=size,
                    rows=rows,
                    first_seq=first,
                    last_seq=last,
                    xxh3=xxhash.xxh3_64_hexdigest(view[offset : offset + size]),
                )
                for offset, size, rows, first, last in self._batches
            )
            frame = xxhash.xxh3_64()
            frame.update(view[: batches[0].offset if batches else len(view)])
            frame.update(view[batches[-1].end if batches else len(view) :])
            return ShardEntry(
                file=name,
                bytes=len(view),
                rows=sum(batch.rows for batch in batches),
                frame_xxh3=frame.hexdigest(),
                batches=batches,
            )

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Raise `UsageError` with the reason if the file cannot be written, for instance if the disk is full."""
        try:
            yield
        except OSError as error:
            reason = os.strerror(error.errno) if error.errno else str(error)
            raise UsageError(f"{self._path}: cannot be written: {reason}") from error


@frozen
class Shard:
    """One file of a manifest. Nothing in it is used before it was compared with the manifest."""

    path: Path
    entry: ShardEntry
    layout: FolderLayout

    def check(self) -> None:
        """Compare size, frame and schema. Raise `UsageError` that names the file and what is wrong."""
        try:
            self._check_size()
            self._check_frame()
        except OSError as error:
            raise self._wrong(f"cannot be read: {error.strerror}") from error
        self._check_schema()

    def _check_size(self) -> None:
        size = self.path.stat().st_size
        if size != self.entry.bytes:
            cut = "it was cut off" if size < self.entry.bytes else "something was added"
            raise self._wrong(f"has {size} bytes and not {self.entry.bytes}, as the manifest says: {cut}")

    def _check_frame(self) -> None:
        batches = self.entry.batches
        first, end = (batches[0].offset, batches[-1].end) if batches else (self.entry.bytes, self.entry.bytes)
        frame = xxhash.xxh3_64()
        with self.path.open("rb") as file:
            frame.update(file.read(first))
            file.seek(end)
            frame.update(file.read())
        if frame.hexdigest() != self.entry.frame_xxh3:
            where = f"bytes 0 to {first} or {end} to {self.entry.bytes}, the head and the foot of the file"
            raise self._damaged(where, frame.hexdigest(), self.entry.frame_xxh3)

    def _check_schema(self) -> None:
        try:
            with pa.memory_map(str(self.path)) as source:
                file = ipc.open_file(source)
                schema, batches = file.schema, file.num_record_batches
                columns = _described(schema)
        except (pa.ArrowException, OSError, UnicodeDecodeError) as error:  # the last: a column's name is no UTF-8
            raise self._wrong(f"is no Arrow IPC file: {error}") from error
        if not schema.equals(self.layout.schema):
            raise self._wrong(f"has the columns {columns} and not {_described(self.layout.schema)}")
        if batches != len(self.entry.batches):
            raise self._wrong(f"has {batches} record batches and not {len(self.entry.batches)}, as the manifest says")

    def batches(self) -> Iterator[Columns]:
        """Yield the columns of each record batch, in order, as views of the file.

        Each batch has been checked when it is yielded: its bytes, its columns, its order. Raise `UsageError` that names
        the file and the batch otherwise. Drop a batch before you take the next, or both stay in memory.
        """
        self.check()
        with self.path.open("rb") as file:
            for number, batch in enumerate(self.entry.batches):
                content = self._verified(file.fileno(), number, batch)
                yield self._columns(self._parsed(content, number, batch), number, batch)

    def _verified(self, file: int, number: int, batch: RecordBatch) -> pa.Buffer:
        start = batch.offset - batch.offset % mmap.ALLOCATIONGRANULARITY
        try:
            mapped = mmap.mmap(file, batch.end - start, access=mmap.ACCESS_READ, offset=start)
        except (OSError, ValueError) as error:  # a ValueError: the file has become shorter since it was checked
            raise self._wrong(f"{_place(number, batch)}: cannot be read: {error}") from error
        content = pa.py_buffer(mapped).slice(batch.offset - start, batch.bytes)
        found = xxhash.xxh3_64_hexdigest(content)
        if found != batch.xxh3:
            raise self._damaged(_place(number, batch), found, batch.xxh3)
        return content

    def _parsed(self, content: pa.Buffer, number: int, batch: RecordBatch) -> pa.RecordBatch:
        place = _place(number, batch)
        try:
            message = ipc.read_message(content)
            # Before it is parsed: a small compressed batch could fill all memory.
            if message.body is not None and message.body.size < batch.rows * self.layout.row_bytes:
                raise self._wrong(f"{place}: is compressed, which this format is not")
            parsed = ipc.read_record_batch(message, self.layout.schema)
            parsed.validate()
        except (pa.ArrowException, OSError) as error:
            raise self._wrong(f"{place}: is no Arrow record batch of these columns: {error}") from error
        end = content.address + content.size
        for name, column in zip(parsed.schema.names, parsed.columns, strict=True):
            data = column.buffers()[1]
            if data is not None and data.size and not content.address <= data.address < end:
                raise self._wrong(f"{place}: column {name} is compressed, which this format is not")
        return parsed

    def _columns(self, parsed: pa.RecordBatch, number: int, batch: RecordBatch) -> Columns:
        place = _place(number, batch)
        if parsed.num_rows != batch.rows:
            raise self._wrong(f"{place}: has {parsed.num_rows} rows and not {batch.rows}, as the manifest says")
        for name, column in zip(parsed.schema.names, parsed.columns, strict=True):
            if column.null_count:
                raise self._wrong(f"{place}: column {name} has {column.null_count} nulls")
        columns = [column.to_numpy() for column in parsed.columns]
        seq = columns[0]
        falls = seq[1:] <= seq[:-1]
        if falls.any():
            row = int(falls.argmax()) + 1
            raise self._wrong(f"{place}, row {row}: seq {seq[row]} does not come after {seq[row - 1]}")
        if (seq[0], seq[-1]) != (batch.first_seq, batch.last_seq):
            recorded = f"{batch.first_seq} to {batch.last_seq}"
            raise self._wrong(
                f"{place}: seq goes from {seq[0]} to {seq[-1]} and not from {recorded}, as the manifest says"
            )
        self._check_range(parsed, columns, self.layout.coded, len(self.layout.names), place)
        self._check_range(parsed, columns, "spout_task", 2**31, place)
        return columns

    def _check_range(self, parsed: pa.RecordBatch, columns: Columns, name: str, end: int, place: str) -> None:
        """Numbers from 0 on, read as unsigned: then a negative one is just too large, and one comparison is enough."""
        column = columns[parsed.schema.get_field_index(name)]
        unsigned = column.view(f"u{column.dtype.itemsize}")
        if unsigned.max() >= end:
            row = int((unsigned >= end).argmax())
            raise self._wrong(f"{place}, row {row}: {name} is {column[row]}; it goes from 0 to {end - 1}")

    def _damaged(self, where: str, found: str, recorded: str) -> UsageError:
        return self._wrong(f"{where}: these are not the bytes that were written (xxh3 is {found} and not {recorded})")

    def _wrong(self, what: str) -> UsageError:
        return UsageError(f"{self.path}: {what}; {_REMEDY}")


def _place(number: int, batch: RecordBatch) -> str:
    return f"batch {number} (bytes {batch.offset} to {batch.end})"


def _described(schema: pa.Schema) -> str:
    return ", ".join(f"{field.name} {field.type}{'' if field.nullable else ' not null'}" for field in schema)
