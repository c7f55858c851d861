"""Lines of a debug log of Storm 0.10, 1.x and 2.x, as events.

Theory of operation
-------------------
A line is `TIME LOGGER [THREAD] [LEVEL] MESSAGE`, or in another pattern (`heads`). Loggers of Storm itself write events,
others never do, whatever they say. A message is read from its beginning as far as the values of a tuple, which are a
user's, and where something stands behind them, from its end. What stands among the values is not looked at. So a value
can imitate an event only if it has a line break in it, and forges whole lines.

A line that has no end is none: it was cut, and so perhaps a number in it. So is the first of a file if its time is
shorter than that of others. Nor is one an event whose time is on no
calendar, or that has a number which Storm cannot have: a task of more than nine digits, an id of more than 64 bits.
"""

import re
from collections import Counter
from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from attrs import define, field, frozen

from ackproof_adapters.audit.events import (
    ACKER,
    ARRIVE,
    BOLT_ACK,
    BOLT_FAIL,
    DONE,
    LIFE,
    NO_TASK,
    REPORTS,
    SEND,
    SPOUT_ACK,
    SPOUT_FAIL,
    TICK,
    Event,
)
from ackproof_adapters.audit.heads import CONSOLE, CONSOLE_WORDS, DAY, STORM, WHOLE, ZONE, beginning
from ackproof_adapters.audit.hook import BEGINNING, hook_events

LEVEL = b"[INFO] "
TICKS = "__tick"
INFO = b"INFO"
_EXECUTOR = re.compile(r"Thread-\d+-(.*)-executor\[([0-9]{1,9}),? ([0-9]{1,9})\](?:$| )")

DIGITS_OF_A_TASK = 9
_TASK = rb"(-?\d{1,%d})" % DIGITS_OF_A_TASK
_ID = rb"(-?\d{1,19})"
_SOURCE = rb"source: (.*?):" + _TASK + rb", stream: (.*?), id: \{([-\d=, ]*)\}, \["
_SEND = re.compile(rb"TRANSFERR?ING tuple (?:\[dest:|TASK:) " + _TASK + rb" (?:tuple|TUPLE): " + _SOURCE)
_ARRIVE_FOR = re.compile(rb"Processing received message FOR " + _TASK + rb" TUPLE: " + _SOURCE)
_ARRIVE = re.compile(rb"Processing received (TUPLE): " + _SOURCE)
_ARRIVE_END = re.compile(rb" for TASK: " + _TASK + rb" ?$")
_DONE = re.compile(rb"Execute (done) TUPLE " + _SOURCE)
_DONE_END = re.compile(rb" TASK: " + _TASK + rb" DELTA: ?-?\d* ?$")
_CALL = re.compile(rb"BOLT (?:ack|fail) TASK: " + _TASK + rb" TIME: ?-?\d* ?TUPLE: " + _SOURCE)
_NO_ROOT = b"null"
"""What Storm 2.0.0 has in its place (STORM-3436)."""

_ROOT = rb"(-?\d{1,19}|null)"
_CALLED_ACK = re.compile(rb"SPOUT Acking message " + _ROOT + rb":? ")
_CALLED_FAIL = re.compile(rb"SPOUT Failing " + _ROOT + rb"( ?): ")
_REASON_LAST = re.compile(rb"(?:rootId|id)=(-?\d{1,19}|<null>)\] REASON: ([A-Z-]+)$")
_REASON = re.compile(rb" REASON: ([A-Z-]+) MSG-ID: ")
_LIFE = re.compile(rb"Load(?:ing|ed) executor (?:tasks )?(.*):\[(\d{1,9}),? (\d{1,9})\]")
_PAIR = re.compile(rb"(?<!\d)" + _ID + rb"=" + _ID + rb"(?=$|[, ])")
_VALUES = re.compile(_ID + rb"(?:,? " + _ID + rb")?(?:,? " + _TASK + rb")?\]")

NO_EVENT = "of Storm, and no event"
OLD = "of Storm 0.9"
_OLD = b"Processing received message source: "
STRANGE = "as Storm writes them, but of a logger that is none of org.apache.storm or backtype.storm"
_HAVE_AN_END = (ARRIVE, DONE, SPOUT_FAIL, TICK)
"""Kinds of which something stands behind the values."""

_LIKE_STORM = (b"TRANSFER", b"Processing received ", b"BOLT ack TASK: ", b"BOLT fail TASK: ")

LOOKED_AT = 100
"""Lines at the beginning of a file by which it is known whether its first is whole."""

MOST_NAMES = 100_000
"""Names of threads, components and streams that are kept to be used again."""


@frozen
class Writer:
    """Who wrote a line: its thread, whether it is of Storm itself, and the first and last task of its executor."""

    thread: str
    is_storm: bool
    first: int = NO_TASK
    last: int = NO_TASK


_NOBODY = Writer("", is_storm=False)


class _Line(NamedTuple):
    """A line but for its message: its number, its time, and who wrote it."""

    number: int
    when: str
    writer: Writer


@define
class Counts:
    """How many lines were read, how many of them were events of each kind, and what the others were."""

    lines: int = 0
    events: Counter[str] = field(factory=Counter)
    others: Counter[str] = field(factory=Counter)

    def add(self, other: "Counts") -> None:
        """Add what was counted elsewhere."""
        self.lines += other.lines
        self.events.update(other.events)
        self.others.update(other.others)


@define
class Parser:
    """Turns lines into events, and counts what they were."""

    counts: Counts = field(factory=Counts)
    _unended: "tuple[bytes, _Line, Event | None] | None" = field(init=False, default=None)
    """A message that goes on in the next lines, and the event that it is if these are none of it."""
    _last: bytes = field(init=False, default=b"")
    _writers: dict[bytes, Writer] = field(init=False, factory=dict)
    _names: dict[bytes, str] = field(init=False, factory=dict)
    _days: dict[bytes, bool] = field(init=False, factory=dict)

    def events(self, block: bytes, first: int) -> Iterator[Event]:
        """Yield the events of a block of lines, the first of which has this number."""
        lines, first = self._whole_lines(block, first)
        held: tuple[Event, bytes] | None = None
        for number, line in enumerate(lines, first):
            if self._unended is not None:
                yield from self._ended(line)
            is_hook = line.startswith(BEGINNING)
            event = None if is_hook else self.event(line, number)
            if held is not None:
                if event is None and not is_hook and not beginning(line):  # what looked like its end is a user's
                    self._reopen(*held)
                    self._last = line
                else:
                    yield held[0]
                held = None
            if is_hook:
                yield from self._hook(line, number)
            elif event is not None:
                self.counts.events[event.kind] += 1
                if event.kind in _HAVE_AN_END:
                    held = event, line
                else:
                    yield event
        if held is not None:
            yield held[0]
        yield from self._ended(None)

    def _whole_lines(self, block: bytes, first: int) -> tuple[list[bytes], int]:
        """Return the lines of a block that are not cut, and the number of the first of them."""
        lines = block.split(b"\n")
        unended = lines.pop()
        if unended:
            self.counts.lines += 1
            self.counts.others["cut off before its end"] += 1
        self.counts.lines += len(lines)
        if first == 1 and _is_cut(lines):
            self.counts.others["cut off before its beginning"] += 1
            lines, first = lines[1:], 2
        return lines, first

    def _reopen(self, event: Event, line: bytes) -> None:
        """Take back an event of a line that others follow which begin no message."""
        self.counts.events[event.kind] -= 1
        self.counts.others[NO_EVENT] += 1
        time = beginning(line)
        assert time is not None  # noqa: S101 - it is an event
        writer, message, _ = self._head(line, time.end())
        self._unended = line[message:].rstrip(b"\r"), _Line(event.line, event.when, writer), event

    def event(self, line: bytes, number: int) -> Event | None:
        """Return the event of a line without its end, or None if it is none: then it is counted."""
        time = beginning(line)
        if time is None or (time.end() == WHOLE and not self._is_day(line[:DAY])):
            self.counts.others["not the beginning of a message"] += 1
            return None
        writer, message, is_info = self._head(line, time.end())
        if not is_info:
            self.counts.others["not of level INFO"] += 1
            return None
        if not writer.is_storm:
            like = line.startswith(_LIKE_STORM, message)
            self.counts.others[STRANGE if like else "not of Storm itself"] += 1
            return None
        of = _Line(number, line[: time.end()].decode(), writer)
        found = self._message(line[message:].rstrip(b"\r"), of)
        if found is None:
            self.counts.others[OLD if line.startswith(_OLD, message) else NO_EVENT] += 1
        return found

    def _head(self, line: bytes, end: int) -> tuple[Writer, int, bool]:
        """Return who wrote a line whose time ends here, where its message begins, and whether it is of level INFO."""
        at = line.find(LEVEL)
        head, is_info = line[end:at], at >= end
        writer = self._writers.get(head) or self._writer(head) if is_info else _NOBODY
        if not writer.is_storm:
            console = CONSOLE.match(line, end)
            if console is not None:
                head, is_info = console[0], console[1] == INFO
                return self._writers.get(head) or self._writer(head), console.end(), is_info
        return writer, at + len(LEVEL), is_info

    def _ended(self, line: bytes | None) -> Iterator[Event]:
        """Yield the event of a line whose values went over several lines, when the next message begins: what stands
        behind the values is at the end of the last.
        """
        if line is not None and not beginning(line):
            self._last = line
            return
        if self._unended is not None:
            message, of, alone = self._unended
            event = self._message(message + b"\n" + self._last.rstrip(b"\r"), of, is_whole=True) or alone
            if event is not None:
                self.counts.events[event.kind] += 1
                self.counts.others[NO_EVENT] -= 1  # it was counted at its first line
                yield event
        self._unended, self._last = None, b""

    def _hook(self, line: bytes, number: int) -> Iterator[Event]:
        found = [*hook_events(line, number)]
        if not found:
            self.counts.others["of the hook, and no event"] += 1
        for event in found:
            self.counts.events[event.kind] += 1
            yield event

    def _message(  # noqa: C901 - one for each kind of line
        self, message: bytes, line: "_Line", *, is_whole: bool = False
    ) -> Event | None:
        event: Event | None = None
        match message[:4]:
            case b"TRAN":
                event = self._tuple(SEND, _SEND.match(message), None, line)
            case b"Proc":
                found, end = _ARRIVE_FOR.match(message), _ARRIVE_END.search(message)
                if found is not None:
                    event = self._tuple(ARRIVE, found, None, line)
                elif end is not None:
                    event = self._tuple(ARRIVE, _ARRIVE.match(message), end, line)
                else:
                    self._unended = message, line, None
            case b"Exec":
                end = _DONE_END.search(message)
                if end is not None:
                    event = self._tuple(DONE, _DONE.match(message), end, line)
                else:
                    self._unended = message, line, None
            case b"BOLT":
                kind = BOLT_ACK if message.startswith(b"BOLT ack") else BOLT_FAIL
                event = self._tuple(kind, _CALL.match(message), None, line)
            case b"SPOU":
                event = self._callback(message, line)
                if event is not None and event.kind == SPOUT_FAIL and not event.about and not is_whole:
                    self._unended, event = (message, line, None), None
            case b"Load" | b"Laun":
                event = self._life(message, line)
        return event

    def _tuple(
        self, kind: str, found: re.Match[bytes] | None, end: re.Match[bytes] | None, line: "_Line"
    ) -> Event | None:
        """Return the event of a line about a tuple; the task stands in `end`, or with what was `found`."""
        if found is None:
            return None
        writer, task = line.writer, int((end or found)[1])
        stream, component = self._name(found[4]), self._name(found[2])
        if stream == TICKS:
            return self._tick(found, component, line) if kind == ARRIVE else None
        if kind in (ARRIVE, DONE) and writer.first != NO_TASK and not writer.first <= task <= writer.last:
            return None  # no other thread than the task's receives and executes for it
        known = _reported(found, component) if stream in REPORTS else _edges(found[5])
        if known is None:
            return None
        ids, extra = known
        source = int(found[3])
        return Event(line.number, kind, line.when, writer.thread, task, component, source, stream, ids, extra, "")

    def _tick(self, found: re.Match[bytes], component: str, line: "_Line") -> Event:
        """Return the event of a tick: only its thread says whose it is."""
        seconds = _VALUES.match(found.string, found.end())
        about = seconds[1].decode() if seconds else ""
        writer, source = line.writer, int(found[3])
        return Event(
            line.number,
            TICK,
            line.when,
            writer.thread,
            writer.first,
            component,
            source,
            "__tick",
            (),
            writer.last,
            about,
        )

    def _callback(self, message: bytes, line: "_Line") -> Event | None:
        acking = _CALLED_ACK.match(message)
        failing = _CALLED_FAIL.match(message)
        match = acking or failing
        if match is None:
            return None
        root = 0 if match[1] == _NO_ROOT else int(match[1])
        if not _has_64_bits(root):
            return None
        about = _reason(message, failing) if failing else "nobody receives" if match[1] == b"0" else ""
        first, last = line.writer.first, line.writer.last
        return Event(
            line=line.number,
            kind=SPOUT_ACK if acking else SPOUT_FAIL,
            when=line.when,
            thread=line.writer.thread,
            task=first if first == last or not root else NO_TASK,
            component="",
            source=NO_TASK,
            stream="",
            ids=((root, 0),) if root else (),
            extra=NO_TASK if root else last,
            about=about,
        )

    def _life(self, message: bytes, line: "_Line") -> Event | None:
        loading = _LIFE.match(message)
        if loading is None and not message.startswith(b"Launching worker for "):
            return None
        return Event(
            line=line.number,
            kind=LIFE,
            when=line.when,
            thread=line.writer.thread,
            task=int(loading[2]) if loading else NO_TASK,
            component=self._name(loading[1]) if loading else "",
            source=NO_TASK,
            stream="",
            ids=(),
            extra=int(loading[3]) if loading else NO_TASK,
            about="",
        )

    def _writer(self, head: bytes) -> Writer:
        text = head.decode(errors="replace")
        console = CONSOLE_WORDS.search(text)
        if console is not None:
            thread, logger = console.groups()
        else:
            logger, _, thread = text[_length(ZONE, text) :].strip().partition(" ")
        executor = _EXECUTOR.match(thread)
        writer = Writer(thread, STORM.fullmatch(logger) is not None)
        if executor:
            writer = Writer(thread, writer.is_storm, int(executor[2]), int(executor[3]))
        if len(self._writers) >= MOST_NAMES:
            self._writers.clear()
        self._writers[head] = writer
        return writer

    def _is_day(self, raw: bytes) -> bool:
        known = self._days.get(raw)
        if known is None:
            if len(self._days) >= MOST_NAMES:
                self._days.clear()
            known = self._days[raw] = _is_on_the_calendar(raw.decode())
        return known

    def _name(self, raw: bytes) -> str:
        name = self._names.get(raw)
        if name is None:
            if len(self._names) >= MOST_NAMES:
                self._names.clear()
            name = self._names[raw] = raw.decode(errors="replace")
        return name


def _is_cut(lines: list[bytes]) -> bool:
    """Whether the first line of a file lacks its beginning: what is left of its time looks like one, and is shorter
    than others, as `12:00:00.000` of a time with its day, or `11` of 4711 milliseconds.
    """
    first = beginning(lines[0]) if lines else None
    if first is None:
        return False
    time, other = first[0], next((found[0] for line in lines[1:LOOKED_AT] if (found := beginning(line))), b"")
    return len(time) < len(other) or (time.isdigit() and len(time) > 1 and time.startswith(b"0"))


def _length(pattern: re.Pattern[str], text: str) -> int:
    found = pattern.match(text)
    return found.end() if found else 0


def executor_of(thread: str) -> tuple[str, int, int] | None:
    """Return the component, the first and the last task of the executor that a thread is named after."""
    found = _EXECUTOR.match(thread)
    return (found[1], int(found[2]), int(found[3])) if found else None


def _reported(found: re.Match[bytes], component: str) -> tuple[tuple[tuple[int, int], ...], int] | None:
    """Return what a message to or from an acker says, and an init's spout task; None if it is no such message."""
    values = _VALUES.match(found.string, found.end())
    if values is None:
        return None
    root = int(values[1])
    value = 0 if component == ACKER or values[2] is None else int(values[2])
    if not (_has_64_bits(root) and _has_64_bits(value)):
        return None
    return ((root, value),), int(values[3]) if values[3] is not None else NO_TASK


def _edges(raw: bytes) -> tuple[tuple[tuple[int, int], ...], int] | None:
    """Return a tuple's edges by root; None if they are none."""
    pairs = _PAIR.findall(raw)
    ids = tuple((int(root), int(edge)) for root, edge in pairs)
    if len(pairs) != raw.count(b"=") or not all(_has_64_bits(root) and _has_64_bits(edge) for root, edge in ids):
        return None
    return ids, NO_TASK


def _has_64_bits(number: int) -> bool:
    return -(1 << 63) <= number < 1 << 63


def _is_on_the_calendar(day: str) -> bool:
    try:
        date.fromisoformat(day)
    except ValueError:
        return False
    return True


def _reason(message: bytes, failing: re.Match[bytes]) -> str:
    """Return why a spout was told of a failure; nothing where a user's value may have said it."""
    if failing[2]:  # of 2.x, which says it last: what stands before may be of a message id
        last = _REASON_LAST.search(message)
        return last[2].decode() if last and last[1].strip(b"<>") == failing[1] else ""
    reasons = set(_REASON.findall(message))
    return reasons.pop().decode() if len(reasons) == 1 else ""
