"""Lines that equal an earlier one except for time, ids and values. Most do, and they are read in a tenth of the time.

The part between the time and the ids of a line gives the thread, the event, the sender and, in most kinds of lines, the
task: a form. If the task is after the values, so is the last part of the form. A form is stored when a line is parsed
in full, and recognized by its bytes. The same is done for times and for ids, because those of a tuple are in up to four
lines.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from attrs import define, field

from ackproof_adapters.audit.logs.events import (
    ACKER,
    ARRIVE,
    DONE,
    IDS,
    NO_TASK,
    REPORTS,
    SPOUT_ACK,
    SPOUT_FAIL,
    TICK,
    Event,
)
from ackproof_adapters.audit.logs.heads import WHOLE
from ackproof_adapters.audit.logs.messages import ID, TASK, TUPLE_MESSAGES

LEVEL = b"[INFO] "
TICKS = "__tick"
MOST_NAMES = 100_000
"""The most names of threads, components and streams that are kept for reuse, and the most forms."""

IDS_BEGIN = b", id: {"
ACKING = b"SPOUT Acking message "
_BEGINNINGS = tuple((each.kind, re.compile(each.until_ids), not each.marker) for each in TUPLE_MESSAGES)
"""The beginnings of messages, up to the ids, and whether the task is in it."""

_MARKERS = {each.kind: each.marker for each in TUPLE_MESSAGES if each.marker}
_END = re.compile(b"|".join(each.end() for each in TUPLE_MESSAGES if each.marker))
_EDGE = re.compile(ID + b"=" + ID)
_REPORT = re.compile(rb"\}, \[" + ID + rb"(?:,? " + ID + rb")?(?:,? " + TASK + rb")?")
_ROOT = re.compile(ID)
_SECOND = 19
_MILLISECONDS = re.compile(rb"[.,]\d{3}")

HAVE_AN_END = frozenset((ARRIVE, DONE, SPOUT_FAIL, TICK))
"""Kinds that have a part after the values."""


class LineForm(NamedTuple):
    """The common fields of lines of one form: see `Event`."""

    kind: str
    thread: str
    task: int
    component: str
    source: int
    stream: str


Row = tuple[int, int, int, int]
"""A line like an earlier one: its number in the file, and the indices of its form, its time and its ids here."""

OF_TUPLE, OF_REPORT, OF_NOTIFICATION, OF_CALLBACK = range(4)
"""What the ids of a line are of. An acker's notification has a time where a report to it has a value."""


class _Reading(NamedTuple):
    """How the ids of a form are read: what they are of, what stands behind them, an expression, and those known by
    their bytes.
    """

    subject: int
    end: bytes
    expression: "re.Pattern[bytes]"
    known: dict[bytes, int]


@define
class Likeness:
    """Forms, times and ids of lines that were read. The indices of times and ids are valid until `forget`."""

    forms: list[LineForm] = field(factory=list)
    times: list[str] = field(factory=list)
    ids: list[tuple[int, int, int]] = field(factory=list)
    """Root, value, and an init's spout task."""
    forgotten: int = field(init=False, default=0)
    """How often all forms were forgotten."""
    _known: dict[bytes, "int | tuple[bytes, dict[bytes, int]]"] = field(init=False, factory=dict)
    """The form of a beginning; or what stands before its end, and the form for each end."""
    _readings: list[_Reading] = field(init=False, factory=list)
    """Of each form."""
    _numbers: dict[LineForm, int] = field(init=False, factory=dict)
    _seconds: dict[bytes, str] = field(init=False, factory=dict)
    _times: dict[bytes, int] = field(init=False, factory=dict)
    _of_tuples: _Reading = field(init=False, factory=lambda: _Reading(OF_TUPLE, b"}, [", _EDGE, {}))
    _of_reports: _Reading = field(init=False, factory=lambda: _Reading(OF_REPORT, b"]", _REPORT, {}))
    _of_ackers: _Reading = field(init=False, factory=lambda: _Reading(OF_NOTIFICATION, b"]", _REPORT, {}))
    _of_callbacks: _Reading = field(init=False, factory=lambda: _Reading(OF_CALLBACK, b" ", _ROOT, {}))

    @property
    def subjects(self) -> list[int]:
        """What the ids of lines are of, for each form."""
        return [each.subject for each in self._readings]

    def form_at(self, beginning: bytes) -> "int | tuple[bytes, dict[bytes, int]] | None":
        """Return the form of lines by what stands between their time and their ids; or what stands before their end,
        and the form for each end; None if there is no such line yet.
        """
        return self._known.get(beginning)

    def forget(self) -> None:
        """Forget times and ids, which do not come again, and forms if there are too many."""
        self.times.clear()
        self._times.clear()
        self.ids.clear()
        for reading in (self._of_tuples, self._of_reports, self._of_ackers, self._of_callbacks):
            reading.known.clear()
        if max(len(self.forms), len(self._known), len(self._seconds)) >= MOST_NAMES:
            for each in (self.forms, self._known, self._readings, self._numbers, self._seconds):
                each.clear()
            self.forgotten += 1

    def read(self, lines: Iterator[tuple[int, bytes]], rows: list[Row]) -> tuple[int, bytes] | None:
        """Append the rows of numbered lines as long as they are like earlier ones; return the first that is not."""
        known, readings, times = self._known.get, self._readings, self._times.get
        append, length = rows.append, len(IDS_BEGIN)
        for number, line in lines:
            at = line.find(IDS_BEGIN, WHOLE)
            if at < 0:
                at = line.find(ACKING, WHOLE) + len(ACKING) - length
            form = known(line[WHOLE:at])
            if isinstance(form, tuple):
                form = form[1].get(line[line.rfind(form[0], at) :])
            if form is None:
                return number, line
            time = times(line[:WHOLE])
            if time is None:
                time = self._new_time(line)
            reading = readings[form]
            end, ids_of = reading.end, reading.known
            at += length
            until = line.find(end, at)
            if until < 0:  # it is cut
                return number, line
            text = line[at:until]
            ids = ids_of.get(text)
            if ids is None:
                ids = self._new_ids(text, reading)
            if ids is None or time is None:
                return number, line
            append((number, form, time, ids))
        return None

    def event(self, row: Row) -> Event:
        """Return the event of a row."""
        line, form, time, ids = row
        kind, thread, task, component, source, stream = self.forms[form]
        root, value, extra = self.ids[ids]
        when = self.times[time]
        fields = (line, kind, when, thread, task, component, source, stream, ((root, value),), extra, "")
        return tuple.__new__(Event, fields)

    def _new_time(self, line: bytes) -> int | None:
        second, milliseconds = self._seconds.get(line[:_SECOND]), line[_SECOND:WHOLE]
        if second is None or not _MILLISECONDS.fullmatch(milliseconds):
            return None
        self.times.append(second + milliseconds.decode())
        number = self._times[line[:WHOLE]] = len(self.times) - 1
        return number

    def _new_ids(self, text: bytes, reading: _Reading) -> int | None:
        found = reading.expression.fullmatch(text)
        if found is None:
            return None
        root, value, extra = int(found[1]), 0, NO_TASK
        if reading is self._of_tuples:
            value = int(found[2])
        elif reading is self._of_callbacks:
            if not root:  # nobody receives
                return None
        else:
            if found[2] is not None and reading is self._of_reports:
                value = int(found[2])
            if found[3] is not None:
                extra = int(found[3])
        if root not in IDS or value not in IDS:
            return None
        self.ids.append((root, value, extra))
        number = reading.known[text] = len(self.ids) - 1
        return number

    def remember(self, line: bytes, event: Event) -> None:
        """Remember the form of a line that was parsed in full, in a worker's pattern."""
        at, ids_at = line.find(LEVEL, WHOLE), line.find(IDS_BEGIN, WHOLE)
        if len(event.when) != WHOLE or at < 0 or event.stream == TICKS:
            return
        if event.kind == SPOUT_ACK:
            if ids_at < 0 and event.ids and line.startswith(ACKING, at + len(LEVEL)):
                until = line.find(ACKING, WHOLE) + len(ACKING) - len(IDS_BEGIN)
                self._known[line[WHOLE:until]] = self._form(event, self._of_callbacks)
                self._seconds[line[:_SECOND]] = event.when[:_SECOND]
            return
        message = line[at + len(LEVEL) : ids_at + len(IDS_BEGIN)] if ids_at > at else b""
        for kind, words, has_task in _BEGINNINGS:
            found = words.fullmatch(message)
            if kind != event.kind or found is None:
                continue
            if (
                found[2].decode(errors="replace") != event.component
                or found[4].decode(errors="replace") != event.stream
            ):
                continue
            reading = self._of_tuples
            if event.stream in REPORTS:
                reading = self._of_ackers if event.component == ACKER else self._of_reports
            key = line[WHOLE:ids_at]
            if has_task:
                self._known[key] = self._form(event, reading)
            else:
                end = _END.search(line, ids_at)
                if end is None or int(end[1] or end[2]) != event.task or not end[0].startswith(_MARKERS[kind]):
                    continue
                form = self._known.setdefault(key, (_MARKERS[kind], {}))
                assert isinstance(form, tuple)  # noqa: S101 - so it is for this kind
                form[1][end[0]] = self._form(event, reading)
            self._seconds[line[:_SECOND]] = event.when[:_SECOND]

    def form_of(self, event: Event) -> int:
        """Return the number of the form of an event."""
        form = LineForm(event.kind, event.thread, event.task, event.component, event.source, event.stream)
        number = self._numbers.get(form)
        if number is None:
            self.forms.append(form)
            self._readings.append(self._of_tuples)
            number = self._numbers[form] = len(self.forms) - 1
        return number

    def _form(self, event: Event, reading: _Reading) -> int:
        """Return the number of the form of an event whose ids are read in this way."""
        number = self.form_of(event)
        self._readings[number] = reading
        return number
