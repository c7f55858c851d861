"""Events of a block as columns: numbers in arrays, so that millions of lines need no objects of their own.

A row is an event of one tree, or of none. An event that does not fit into a row, such as a tuple that is anchored to
several trees or a tick, is kept as it is in a list: it is odd.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import chain

import numpy as np
import numpy.typing as npt
from attrs import define

from ackproof_adapters.audit.events import ARRIVE, BOLT_ACK, BOLT_FAIL, DONE, NO_TASK, SEND, Event
from ackproof_adapters.audit.heads import WHOLE, clock
from ackproof_adapters.audit.layouts import Layout
from ackproof_adapters.audit.likeness import Likeness, LineForm, Row
from ackproof_adapters.audit.lines import Counts, Parser

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

_ROOTLESS, _ODD = -1, -2
"""In place of the number of a row's ids."""

_OF_TUPLES = frozenset({SEND, ARRIVE, DONE, BOLT_ACK, BOLT_FAIL})

_SHORTER = 1 << 60
"""Times without a day come before those with one."""


@define(eq=False, kw_only=True)
class EventArrays:
    """Events, one in each place of all arrays. `form` is an index in a list of forms, `odd` an index of an odd event,
    or -1.
    """

    form: Ints
    when: "npt.NDArray[np.object_]"
    """Times as the lines have them."""
    clock: Ints
    """The same in milliseconds."""
    has_root: Flags
    root: Ints
    value: Ints
    extra: Ints
    odd: Ints

    def read(self, line: Ints, forms: Sequence[LineForm], odd_event: Callable[[int], Event]) -> Iterator[Event]:
        """Yield the events, given their line numbers; `odd_event` returns an odd event by its index."""
        arrays = (line, self.form, self.when, self.has_root, self.root, self.value, self.extra, self.odd)
        for at, form, when, has_root, root, value, extra, odd in zip(*(each.tolist() for each in arrays), strict=True):
            if odd >= 0:
                yield odd_event(odd)
                continue
            kind, thread, task, component, source, stream = forms[form]
            ids = ((root, value),) if has_root else ()
            fields = (at, kind, when, thread, task, component, source, stream, ids, extra, "")
            yield tuple.__new__(Event, fields)


@define(eq=False, kw_only=True)
class Columns(EventArrays):
    """Events of one worker in the order of their lines. `form` is an index in `forms`, `odd` one in `odds`, or -1."""

    forms: Sequence[LineForm]
    odds: Sequence[Event]
    line: Ints

    def __len__(self) -> int:
        return len(self.line)

    def events(self) -> Iterator[Event]:
        """Yield the events."""
        return self.read(self.line, self.forms, self.odds.__getitem__)


@cache
def _parser(layout: Layout | None) -> Parser:
    """Return the parser of this process for a layout: it recognizes known forms in other blocks."""
    return Parser(layout=layout)


def columns_of(content: bytes, first: int, layout: Layout | None = None) -> tuple[Columns, Counts]:
    """Return the events of a block of whole messages, and the counts of its lines."""
    parser = _parser(layout)
    parser.counts, parser.has_read = Counts(), False
    odds: list[Event] = []
    rows: list[Row] = []
    for found in parser.found(content, first):
        if isinstance(found, list):
            rows += found
        else:
            rows.append(_row(found, parser.likeness, odds))
    made = _columns(rows, parser.likeness, odds)
    numbers = np.bincount(made.form, minlength=len(made.forms)).tolist()
    for form, number in zip(made.forms, numbers, strict=True):
        parser.counts.events[form.kind] += number
    return made, parser.counts


def _row(event: Event, likeness: Likeness, odds: list[Event]) -> Row:
    form, time = likeness.form_of(event), likeness.time_of(event.when)
    is_short = len(event.when) != WHOLE or bool(event.about)
    if not is_short and len(event.ids) == 1:
        likeness.ids.append((*event.ids[0], event.extra))
        return event.line, form, time, len(likeness.ids) - 1
    if not is_short and not event.ids and event.kind in _OF_TUPLES and event.extra == NO_TASK:
        return event.line, form, time, _ROOTLESS
    odds.append(event)
    return event.line, form, time, _ODD


def _columns(rows: Sequence[Row], likeness: Likeness, odds: Sequence[Event]) -> Columns:
    table = np.fromiter(chain.from_iterable(rows), np.int64, 4 * len(rows)).reshape(-1, 4)
    line, form, time, ids = (np.ascontiguousarray(column) for column in table.T)
    used, form = np.unique(form, return_inverse=True)
    # The last entry belongs to rows without ids.
    known = np.array([*likeness.ids, (0, 0, NO_TASK)], np.int64)[np.maximum(ids, -1)]
    is_odd = ids == _ODD
    return Columns(
        forms=[likeness.forms[each] for each in used.tolist()],
        odds=odds,
        line=line,
        form=form,
        when=np.array([*likeness.times, ""], np.object_)[time],
        clock=np.array([*map(_comparable, likeness.times), 0], np.int64)[time],
        has_root=ids >= 0,
        root=np.ascontiguousarray(known[:, 0]),
        value=np.ascontiguousarray(known[:, 1]),
        extra=np.ascontiguousarray(known[:, 2]),
        odd=np.where(is_odd, np.cumsum(is_odd) - 1, -1),
    )


def _comparable(when: str) -> int:
    return clock(when) if len(when) == WHOLE else clock(when) - _SHORTER
