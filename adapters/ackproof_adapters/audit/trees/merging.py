"""The columns of several workers, merged in the order of their times, piece by piece.

It is the order in which `heapq.merge` returns events: the earliest of the workers' next lines comes first, and of equal
ones that of the first worker. A line whose time is before that of the line above it comes right after it.
"""

from collections.abc import Iterator, Sequence
from functools import cache

import numpy as np
import numpy.typing as npt
from attrs import define, field, fields

from ackproof_adapters.audit.logs.columns import Columns, EventArrays
from ackproof_adapters.audit.logs.events import Event
from ackproof_adapters.audit.logs.likeness import LineForm
from ackproof_adapters.audit.logs.stamp_arrays import Ints
from ackproof_adapters.audit.logs.stamps import STYLE
from ackproof_adapters.audit.trees.tree import FILE, LINE


@define(eq=False, kw_only=True)
class Rows(EventArrays):
    """Events of all workers. `form` and `odd` are indices in lists that all pieces share."""

    key: Ints
    """The latest time so far of the worker, which orders the rows."""
    worker: Ints
    place: Ints
    """File and line, as one number."""

    def __len__(self) -> int:
        return len(self.key)

    def at(self, which: "npt.NDArray[np.bool_] | npt.NDArray[np.int64] | slice") -> "Rows":
        """Return some of the rows."""
        return Rows(**{name: getattr(self, name)[which] for name in _names()})


@cache
def _names() -> tuple[str, ...]:
    """Return the names of the arrays of rows."""
    return tuple(each.name for each in fields(Rows))


def joined(parts: Sequence[Rows]) -> Rows:
    """Return rows behind each other."""
    return (
        parts[0]
        if len(parts) == 1
        else Rows(**{name: np.concatenate([getattr(each, name) for each in parts]) for name in _names()})
    )


@define(eq=False)
class Forms:
    """The lists for the numbers in rows: forms of lines, and odd events."""

    forms: list[LineForm] = field(factory=list)
    odds: dict[int, Event] = field(factory=dict)
    _numbers: dict[LineForm, int] = field(init=False, factory=dict)
    _odd: int = field(init=False, default=0)

    def rows(self, worker: int, file: int, columns: Columns, latest: int) -> Rows:
        """Return the rows of a block; `latest` is the key of the row before."""
        numbers = np.array([self._number(form) for form in columns.forms], np.int64)
        self.odds.update(enumerate(columns.odds, self._odd))
        odd = np.where(columns.odd >= 0, columns.odd + self._odd, -1)
        self._odd += len(columns.odds)
        key = np.maximum.accumulate(columns.stamp >> STYLE)
        return Rows(
            key=np.maximum(key, latest),
            worker=np.full(len(columns), worker),
            place=columns.line + (file << FILE),
            form=numbers[columns.form] if len(columns) else columns.form,
            stamp=columns.stamp,
            has_root=columns.has_root,
            root=columns.root,
            value=columns.value,
            extra=columns.extra,
            odd=odd,
        )

    def _number(self, form: LineForm) -> int:
        number = self._numbers.get(form)
        if number is None:
            self.forms.append(form)
            number = self._numbers[form] = len(self.forms) - 1
        return number

    def placed(self, rows: Rows) -> Iterator[tuple[int, int, Event]]:
        """Return the events of rows, each with the numbers of its worker and its file. An odd event is then dropped."""
        events = rows.read(rows.place & LINE, self.forms, self.odds.pop)
        return zip(rows.worker.tolist(), (rows.place >> FILE).tolist(), events, strict=True)


@define(eq=False)
class _Worker:
    """A worker's blocks, and their rows that were not passed on."""

    number: int
    blocks: Iterator[tuple[int, Columns]]
    forms: Forms
    rows: Rows | None = field(init=False, default=None)
    latest: int = field(init=False, default=-(1 << 62))
    """The key of its last row."""
    has_ended: bool = field(init=False, default=False)

    def load(self) -> None:
        """Put the next block behind the rows."""
        for file, columns in self.blocks:
            if len(columns):
                rows = self.forms.rows(self.number, file, columns, self.latest)
                self.latest = int(rows.key[-1])
                self.rows = rows if self.rows is None else joined([self.rows, rows])
                return
        self.has_ended = True

    def until(self, bound: int | None) -> Rows | None:
        """Pass on the rows before a time, or all."""
        if self.rows is None:
            return None
        number = len(self.rows) if bound is None else int(np.searchsorted(self.rows.key, bound))
        given, left = self.rows.at(slice(0, number)), self.rows.at(slice(number, None))
        self.rows = left if len(left) else None
        return given if len(given) else None


def merged(workers: Sequence[Iterator[tuple[int, Columns]]], forms: Forms) -> Iterator[Rows]:
    """Yield the rows of some workers, whose blocks come with the number of their file, in one order."""
    all_ = [_Worker(number, blocks, forms) for number, blocks in enumerate(workers)]
    while True:
        # The next line of a worker may have the time of its last loaded row, and no earlier one.
        bound = min((each.latest for each in all_ if not each.has_ended), default=None)
        for each in all_:
            if not each.has_ended and each.latest == bound:
                each.load()
        bound = min((each.latest for each in all_ if not each.has_ended), default=None)
        if len(all_) == 1:
            bound = None
        ready = [rows for each in all_ if (rows := each.until(bound)) is not None]
        if ready:
            together = joined(ready)
            yield together.at(np.argsort(together.key, kind="stable")) if len(ready) > 1 else together
        elif bound is None:
            return
