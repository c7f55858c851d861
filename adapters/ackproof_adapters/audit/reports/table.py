"""The table of events that `--out` writes, as Parquet: the columns of an event, with its worker and its file."""

from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from ackproof.errors import TargetUnavailable
from attrs import define, field

from ackproof_adapters.audit.logs.events import Event
from ackproof_adapters.audit.logs.files import WorkerLog

ROWS = 1 << 16
"""Events that are written together."""

COLUMNS = (
    ("worker", "string"),
    ("file", "string"),
    ("line", "int64"),
    ("kind", "string"),
    ("when", "string"),
    ("thread", "string"),
    ("task", "int32"),
    ("component", "string"),
    ("source", "int32"),
    ("stream", "string"),
    ("root", "int64"),
    ("value", "int64"),
    ("extra", "int32"),
    ("about", "string"),
)
"""Names and types of Arrow. A tuple of several roots has a row for each; `value` is the edge, or an acker's."""


@define
class EventTable:
    """Writes events to a file as they come. It is whole once it was closed.

    `lost` is why nothing more can be written, such as a full disk: it is for later, when what was found is shown.
    """

    path: Path
    logs: Sequence[WorkerLog]
    _rows: list[tuple[object, ...]] = field(init=False, factory=list)
    _writer: Any = field(init=False, default=None)
    _arrow: Any = field(init=False, default=None)
    lost: OSError | None = field(init=False, default=None)

    def __enter__(self) -> Self:
        """Open the file; raise `TargetUnavailable` if Arrow is not installed."""
        try:
            import pyarrow as pa  # type: ignore[import-untyped]  # noqa: PLC0415  # only `--out` needs it
            import pyarrow.parquet as pq  # type: ignore[import-untyped]  # noqa: PLC0415
        except ImportError as error:
            raise TargetUnavailable("--out writes Parquet and needs pyarrow: pip install pyarrow") from error
        self._arrow = pa
        schema = pa.schema([(name, getattr(pa, type_)()) for name, type_ in COLUMNS])
        try:
            self._writer = pq.ParquetWriter(self.path, schema)
        except OSError as error:
            self.lost = error
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the file."""
        self.close()

    def add(self, worker: int, file: int, event: Event) -> None:
        """Add an event."""
        log = self.logs[worker]
        before = (log.name, log.files[file].path.name, event.line, event.kind, event.when)
        named = (event.thread, event.task, event.component, event.source, event.stream)
        for root, value in event.ids or ((None, None),):
            self._rows.append((*before, *named, root, value, event.extra, event.about))
        if len(self._rows) >= ROWS:
            self._write()

    def close(self) -> None:
        """Write what is left, and end the file. It may be called again."""
        self._write()
        writer, self._writer = self._writer, None
        if writer is not None:
            try:
                writer.close()
            except OSError as error:
                self.lost = self.lost or error

    def _write(self) -> None:
        if self._rows and self.lost is None:
            columns = zip(*self._rows, strict=True)
            schema = self._writer.schema
            arrays = [self._arrow.array(column, each.type) for column, each in zip(columns, schema, strict=True)]
            try:
                self._writer.write_table(self._arrow.Table.from_arrays(arrays, schema=schema))
            except OSError as error:
                self.lost = error
        self._rows.clear()
