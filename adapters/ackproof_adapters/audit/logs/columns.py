"""Events of a block as columns: numbers in arrays, so that millions of lines need no objects of their own.

A row is an event of one tree, or of none. An event that does not fit into a row, such as a tuple that is anchored to
several trees or a tick, is kept as it is in a list: it is odd.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache

import numpy as np
from attrs import define

from ackproof_adapters.audit.logs.events import ARRIVE, BOLT_ACK, BOLT_FAIL, DONE, NO_TASK, SEND, Event
from ackproof_adapters.audit.logs.heads import WHOLE
from ackproof_adapters.audit.logs.layouts import Layout
from ackproof_adapters.audit.logs.likeness import Likeness, LineForm
from ackproof_adapters.audit.logs.lines import Counts, LineReader, Parser, R
from ackproof_adapters.audit.logs.recognition import Recognized, Recognizer
from ackproof_adapters.audit.logs.stamp_arrays import Flags, Ints
from ackproof_adapters.audit.logs.stamps import stamp_of, text_of

_OF_TUPLES = frozenset({SEND, ARRIVE, DONE, BOLT_ACK, BOLT_FAIL})


@define(eq=False, kw_only=True)
class EventArrays:
    """Events, one in each place of all arrays. `form` is an index in a list of forms, `odd` an index of an odd event,
    or -1.
    """

    form: Ints
    stamp: Ints
    """Times (see `stamps`)."""
    has_root: Flags
    root: Ints
    value: Ints
    extra: Ints
    odd: Ints

    def read(self, line: Ints, forms: Sequence[LineForm], odd_event: Callable[[int], Event]) -> Iterator[Event]:
        """Yield the events, given their line numbers; `odd_event` returns an odd event by its index."""
        arrays = (line, self.form, self.stamp, self.has_root, self.root, self.value, self.extra, self.odd)
        for at, form, stamp, has_root, root, value, extra, odd in zip(*(each.tolist() for each in arrays), strict=True):
            if odd >= 0:
                yield odd_event(odd)
                continue
            kind, thread, task, component, source, stream = forms[form]
            ids = ((root, value),) if has_root else ()
            fields = (at, kind, text_of(stamp), thread, task, component, source, stream, ids, extra, "")
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


@cache
def _recognizer() -> Recognizer:
    parser = _parser(None)
    return Recognizer(parser.likeness, parser.learn, parser.is_day)


def columns_of(content: bytes, first: int, layout: Layout | None = None) -> tuple[Columns, Counts]:
    """Return the events of a block of whole messages, and the counts of its lines."""
    parser = _parser(layout)
    parser.counts, parser.has_read = Counts(), False
    lines = parser.whole_lines(content, first)
    if layout is not None:
        reader = parser.one_by_one(*lines)
        made = _columns([_row(event, parser.likeness) for event in _events(parser, reader)], parser.likeness)
    else:
        recognized = _recognizer().read(*lines)
        are_rows = np.zeros(len(recognized.form), np.bool_)
        others = []
        for found in parser.found(recognized):
            if isinstance(found, Event):
                others.append(_row(found, parser.likeness))
            elif found:
                are_rows[found[0] : found[-1] + 1] = True
        made = _columns(others, parser.likeness, recognized, are_rows)
    numbers = np.bincount(made.form, minlength=len(made.forms)).tolist()
    for form, number in zip(made.forms, numbers, strict=True):
        parser.counts.events[form.kind] += number
    return made, parser.counts


def _events(parser: Parser, reader: LineReader[R]) -> Iterator[Event]:
    for found in parser.found(reader):
        yield from (found,) if isinstance(found, Event) else map(reader.event, found)


_Row = tuple[tuple[int, int, int, bool, int, int, int], Event | None]
"""Line, form, stamp, whether it has a root, root, value and extra; and the event, if it is odd."""


def _row(event: Event, likeness: Likeness) -> _Row:
    has_root = len(event.ids) == 1
    fits = has_root or (not event.ids and event.kind in _OF_TUPLES and event.extra == NO_TASK)
    is_odd = len(event.when) != WHOLE or bool(event.about) or not fits
    root, value = event.ids[0] if has_root and not is_odd else (0, 0)
    fields = (event.line, likeness.form_of(event), stamp_of(event.when), has_root and not is_odd, root, value)
    return (*fields, NO_TASK if is_odd else event.extra), event if is_odd else None


def _columns(
    others: Sequence[_Row], likeness: Likeness, recognized: Recognized | None = None, are_rows: Flags | None = None
) -> Columns:
    """Return events that were parsed in full, and recognized rows, in the order of their lines."""
    table = np.array([fields for fields, _ in others], np.int64).reshape(-1, 7).T
    is_odd = np.array([event is not None for _, event in others], np.bool_)
    columns = [*table, np.where(is_odd, np.cumsum(is_odd) - 1, -1)]
    if recognized is not None and are_rows is not None:
        rows = np.flatnonzero(are_rows)
        known = (
            recognized.form,
            recognized.stamp,
            np.ones_like(recognized.form),
            *(recognized.root, recognized.value),
            recognized.extra,
        )
        own = [rows + recognized.first, *(each[rows] for each in known), np.full(len(rows), -1)]
        columns = [np.concatenate(each) for each in zip(own, columns, strict=True)]
        if others:
            order = np.argsort(columns[0], kind="stable")
            columns = [each[order] for each in columns]
    line, form, stamp, has_root, root, value, extra, odd = columns
    used, form = np.unique(form, return_inverse=True)
    return Columns(
        forms=[likeness.forms[each] for each in used.tolist()],
        odds=[event for _, event in others if event is not None],
        line=line,
        form=form,
        stamp=stamp,
        has_root=has_root.astype(np.bool_),
        root=root,
        value=value,
        extra=extra,
        odd=odd,
    )
