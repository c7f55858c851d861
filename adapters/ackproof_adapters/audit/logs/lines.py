"""Lines of a debug log of Storm 0.10, 1.x and 2.x, as events.

Theory of operation
-------------------
A line is `TIME LOGGER [THREAD] [LEVEL] MESSAGE`, or in another pattern (`heads`, `layouts`). Only loggers of Storm
itself write events. A message is parsed from its beginning up to the values of a tuple, which are a user's, and, if it
has a part after the values, from its end. The values themselves are not parsed. So a value can imitate an event only if
it has a line break in it, and forges whole lines.

Most lines are like an earlier one except for time, ids and values, and are recognised without parsing (`likeness`).
Other lines are parsed in full.

A line without a line end is dropped: it was cut, and so perhaps a number in it. So is the first line of a file if its
time is shorter than that of others, and an event whose time is on no calendar, or that has a number which Storm cannot
have: a task of more than nine digits, an id of more than 64 bits.

Some programs cut long lines, or keep only the first line of a message. If its ids are whole, such a message is an event
although the task after its values is gone, as far as its thread is that of one task.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date
from typing import NamedTuple, Protocol, TypeVar

from attrs import define, field

from ackproof_adapters.audit.logs.events import Crash, Event
from ackproof_adapters.audit.logs.heads import (
    BYTES_OF_A_HEAD,
    CONSOLE,
    CONSOLE_WORDS,
    DAY,
    STORM,
    TIME,
    WHOLE,
    ZONE,
    Begun,
    beginning,
    begun,
    pattern_of,
)
from ackproof_adapters.audit.logs.hook import BEGINNING, hook_events
from ackproof_adapters.audit.logs.layouts import Layout
from ackproof_adapters.audit.logs.likeness import HAVE_AN_END, LEVEL, MOST_NAMES, Likeness, Row
from ackproof_adapters.audit.logs.messages import CRASHED, LAUNCHING, is_event
from ackproof_adapters.audit.logs.parsing import (
    EXECUTOR,
    WITH_END,
    Ends,
    Line,
    LineWriter,
    MessageParser,
    Unended,
    ends_with,
    is_cut,
)

INFO = b"INFO"
_NO_BEGINNING = "not the beginning of a message"
NO_EVENT = "other lines of Storm"
NO_END = "of Storm without their end"
OLD = "of Storm 0.9"
_OLD = b"Processing received message source: "
STRANGE = "as Storm writes them, but of a logger that is none of org.apache.storm or backtype.storm"
_DISPLACED = re.compile(
    rb".{1,80}?(?:TRANSFERR?ING tuple (?:\[dest|TASK)|Processing received (?:message|TUPLE)|BOLT (?:ack|fail) TASK: )"
)
HIDDEN = re.compile(
    rb".{0,300}?" + TIME.pattern + rb"(?:(?!Emitting ).){1,300}?(?:TRANSFERR?ING tuple (?:\[dest:|TASK:) "
    rb"|Processing received (?:TUPLE: source:|message FOR )|Execute done TUPLE source:|BOLT (?:ack|fail) TASK: "
    rb"|SPOUT (?:Acking message|Failing) -?\d)"
)
"""A line with one of Storm's messages behind a time and other text. "Emitting" comes before a user's values, which may
look like such a message. It is for lines without a head of their log's pattern.
"""

_LIKE_STORM = (b"TRANSFER", b"Processing received ", b"BOLT ack TASK: ", b"BOLT fail TASK: ")

MANY_WITHOUT_END = 5
"""Messages without their end. A few may have been cut."""

MANY_HIDDEN = 5
"""Lines of Storm without a head of their log's pattern. A few may be in a user's values."""

LOOKED_AT = 100
"""Lines at the beginning of a file that show whether its first one is complete."""


_NOBODY = LineWriter("", is_storm=False)

R = TypeVar("R")


class LineReader(Protocol[R]):
    """Reads the lines of a block. Those that are like earlier ones become rows, as it has them."""

    def read(self) -> tuple[Sequence[R], tuple[int, bytes] | None]:
        """Return the rows of the next lines, and the line after them with its number; None at the end."""

    def event(self, row: R) -> Event:
        """Return the event of a row."""

    def line(self, number: int) -> bytes:
        """Return the line of a number."""


class Hidden(NamedTuple):
    """Lines of a file that have one of Storm's messages, but no head of the file's pattern: the first of them, their
    number, and what stands before the message of the first.
    """

    first: int
    number: int
    head: bytes


@define(kw_only=True)
class Counts:
    """Counts of lines: how many were read, how many were events of each kind, and what the others were."""

    lines: int = 0
    events: Counter[str] = field(factory=Counter)
    others: Counter[str] = field(factory=Counter)
    recovered: Counter[str] = field(factory=Counter)
    """Of the events of each kind, those whose message has no end."""
    without_ids: int = 0
    """Of the messages without their end, those that are cut before the end of their ids."""
    crashes: list[Crash] = field(factory=list)
    """The threads of executors that ended with an exception."""
    displaced: int = 0
    """Of the lines of Storm that are no events, those before the first event that have one behind other text."""
    hidden: dict[tuple[int, int], Hidden] = field(factory=dict)
    """By worker and file."""

    def add(self, other: "Counts") -> None:
        """Add other counts."""
        self.lines += other.lines
        self.events.update(other.events)
        self.others.update(other.others)
        self.recovered.update(other.recovered)
        self.without_ids += other.without_ids
        self.displaced += other.displaced
        self.crashes += other.crashes
        for place, hidden in other.hidden.items():
            self.hide(place, hidden)

    def hide(self, place: tuple[int, int], more: Hidden) -> None:
        """Add lines of a file, by its worker and its number there."""
        known = self.hidden.get(place)
        first = more if known is None else min(known, more)
        self.hidden[place] = first if known is None else first._replace(number=known.number + more.number)


@define
class Parser:
    """Turns lines into events, and counts them."""

    counts: Counts = field(factory=Counts)
    layout: Layout | None = None
    """The layout of the part before a message, if that is none of the usual patterns."""
    place: tuple[int, int] = (0, 0)
    """The numbers of the worker and of its file."""
    has_read: bool = field(init=False, default=False)
    """Whether any line of the block was an event."""
    _unended: tuple[bytes, Line, Event | None] | None = field(init=False, default=None)
    """A message that continues in the next lines, and the event that it is if they do not belong to it."""
    _pattern: bytes = field(init=False, default=b"")
    """In which its first line begins."""
    _last: bytes = field(init=False, default=b"")
    """The last of its lines so far that looks like its end, or the last."""
    _has_end: bool = field(init=False, default=False)
    """Whether that looks like its end."""
    _writers: dict[bytes, LineWriter] = field(init=False, factory=dict)
    _heads: dict[bytes, Begun] = field(init=False, factory=dict)
    """By the head, with zeros in place of the digits of its time."""
    _messages: MessageParser = field(init=False, factory=MessageParser)
    _days: dict[bytes, bool] = field(init=False, factory=dict)
    likeness: Likeness = field(init=False, factory=Likeness)
    """The forms, times and ids of earlier lines."""

    @property
    def _ends(self) -> Ends:
        return ends_with(self.layout.tail if self.layout is not None else "")

    def events(self, block: bytes, first: int) -> Iterator[Event]:
        """Yield the events of a block of lines, the first of which has this number."""
        reader = self.one_by_one(*self.whole_lines(block, first))
        for found in self.found(reader):
            for event in (found,) if isinstance(found, Event) else map(reader.event, found):
                self.counts.events[event.kind] += 1
                yield event

    def one_by_one(self, lines: bytes, first: int) -> "LineReader[Row]":
        """Return a reader of whole lines that looks at one after the other."""
        return _OneByOne(lines.split(b"\n")[:-1], first, self.likeness, has_layout=self.layout is not None)

    def learn(self, line: bytes) -> None:
        """Remember the form of a line, and nothing else."""
        other = Parser()
        other.likeness = self.likeness
        other.event(line, 0)

    def found(  # noqa: C901, PLR0912 - the state of a message that goes on is in one place
        self, reader: LineReader[R]
    ) -> Iterator[Event | Sequence[R]]:
        """Yield the events of some lines; those that are like earlier ones as rows. They are not counted."""
        held: Event | list[R] | None = None
        while True:
            rows, other = reader.read()
            if rows:
                self.has_read = True
                yield from self._ended(None)
                if held is not None:
                    yield held
                held = [rows[-1]]
                yield rows[:-1]
            if other is None:
                break
            number, line = other
            if self._unended is not None:
                yield from self._ended(line)
            is_hook = line.startswith(BEGINNING)
            if self._unended is not None and not is_hook:
                event = self._within(line, number)
                yield from self._ended(None) if event is not None else ()
            else:
                event = None if is_hook else self.event(line, number)
            if held is not None:
                begins_it = reader.line(number - 1) if event is None and not is_hook else b""
                if begins_it and not self._begins(line, self._pattern_of(begins_it)):
                    before = held if isinstance(held, Event) else reader.event(held[0])
                    if before.kind in HAVE_AN_END:
                        self._reopen(before, begins_it)  # the text that looked like its end is a user's
                        self._go_on(line)
                    else:
                        yield held
                else:
                    yield held
            held = event
            if is_hook:
                yield from self._hook(line, number)
        if held is not None:
            yield held
        yield from self._ended(None)

    def whole_lines(self, block: bytes, first: int) -> tuple[bytes, int]:
        """Return the lines of a block that are not cut, and the number of the first of them."""
        end = block.rfind(b"\n") + 1
        if end < len(block):
            self.counts.lines += 1
            self.counts.others["cut off before its end"] += 1
        self.counts.lines += block.count(b"\n")
        lines = block[:end]
        if first == 1 and self._is_cut(lines.split(b"\n", LOOKED_AT)[:LOOKED_AT]):
            self.counts.others["cut off before its beginning"] += 1
            lines, first = lines[lines.index(b"\n") + 1 :], 2
        return lines, first

    def _time_of(self, line: bytes) -> bytes | None:
        if self.layout is not None:
            head = self.layout.head(line)
            return head.time if head is not None else None
        found = beginning(line)
        return found[0] if found else None

    def _is_cut(self, lines: list[bytes]) -> bool:
        """Whether the first line of a file lacks its beginning: the rest of its time looks like a time, and is shorter
        than others, as `12:00:00.000` of a time with its day, or `11` of 4711 milliseconds.
        """
        time = self._time_of(lines[0]) if lines else None
        if time is None:
            return False
        other = next((found for line in lines[1:LOOKED_AT] if (found := self._time_of(line))), b"")
        return len(time) < len(other) or (time.isdigit() and len(time) > 1 and time.startswith(b"0"))

    def _reopen(self, event: Event, line: bytes) -> None:
        """Withdraw an event of a line if the lines after it begin no message."""
        self.counts.others[NO_EVENT] += 1
        split = self._split(line)
        assert split is not None  # noqa: S101 - it is an event
        _, writer, message, _ = split
        self._unended = line[message:], Line(event.line, event.when, writer), event
        self._go_on_after(line)

    def _within(self, line: bytes, number: int) -> Event | None:
        """Return the start of a worker that was written behind a line of a message that will never be ended."""
        self._no_beginning(line, number)
        return self._launch(line, number) if LAUNCHING in line else None

    def _no_beginning(self, line: bytes, number: int) -> None:
        """Count a line in which no message begins. If it has one of Storm's, the log's pattern was changed, or a
        program wrote to the same file without ending its line.
        """
        self.counts.others[_NO_BEGINNING] += 1
        hidden = HIDDEN.match(line)
        if hidden is not None:
            self.counts.hide(self.place, Hidden(number, 1, hidden[0]))

    def event(self, line: bytes, number: int) -> Event | None:
        """Return the event of a line without its end, or None if it is none: then it is counted."""
        found = self._event(line, number)
        return self._launch(line, number) if found is None and LAUNCHING in line else found

    def _launch(self, line: bytes, number: int) -> Event | None:
        """Return the start of a worker that a line ends with. Storm's log4j2 writes in blocks, so that a worker that is
        killed leaves half a line, and the next one begins behind it.
        """
        for time in TIME.finditer(line, 1):
            split = self._split(line[time.start() :])
            if split is not None and split[1].is_storm and line.startswith(LAUNCHING, time.start() + split[2]):
                when, writer, message, _ = split
                return self._messages.life(line[time.start() + message :], Line(number, when.decode(), writer))
        return None

    def _event(self, line: bytes, number: int) -> Event | None:
        split = self._split(line)
        if split is None:
            self._no_beginning(line, number)
            return None
        when, writer, message, is_of_info = split
        if not is_of_info:
            head = self._begun(line)
            if head is None:
                self._no_beginning(line, number)
            else:
                if head.is_storm and line.startswith(CRASHED, head.end):
                    self._note_crash(line[: head.end], number)
                self.counts.others["not of level INFO"] += 1
            return None
        if not writer.is_storm:
            like = line.startswith(_LIKE_STORM, message)
            self.counts.others[STRANGE if like else "not of Storm itself"] += 1
            return None
        of = Line(number, when.decode(), writer)
        found = self._message(line[message:], of)
        if self._unended is not None:
            self._go_on_after(line)
        if found is None:
            self.counts.others[self._why_none(line, message)] += 1
            return None
        self.has_read = True
        if self.layout is None:
            self.likeness.remember(line, found)
        return found

    def _note_crash(self, head: bytes, number: int) -> None:
        executor = EXECUTOR.search(head.decode(errors="replace"))
        if executor is not None:
            self.counts.crashes.append(Crash(number, int(executor[2]), int(executor[3])))

    def _why_none(self, line: bytes, message: int) -> str:
        """Return what a line of Storm is that is no event."""
        if line.startswith(_OLD, message):
            return OLD
        if not self.has_read:  # later, a value that looks like an event would be searched in every line
            self.counts.displaced += _DISPLACED.match(line, message) is not None
        if self._unended is None and is_cut(line[message:]):
            self.counts.without_ids += 1
            return NO_END
        return NO_EVENT

    def _split(self, line: bytes) -> tuple[bytes, LineWriter, int, bool] | None:
        """Return the time of a line, its writer, where its message begins, and whether it is of level INFO; None if no
        message begins there.
        """
        if self.layout is not None:
            head = self.layout.head(line)
            if head is None or not self._has_a_day(head.time):
                return None
            key = f"{head.logger}\n{head.thread}".encode()
            writer = self._writers.get(key) or self._remembered(key, head.thread, head.logger)
            return head.time, writer, head.end, head.is_info
        time = beginning(line)
        if time is None or not self._has_a_day(time[0]):
            return None
        return time[0], *self._head(line, time.end())

    def _begun(self, line: bytes) -> Begun | None:
        if self.layout is not None:
            return self.layout.begun(line)
        end = line.find(LEVEL, WHOLE, BYTES_OF_A_HEAD) + len(LEVEL)
        head = pattern_of(line[:WHOLE]) + line[WHOLE:end]
        known = self._heads.get(head)
        if known is not None:
            return known
        found = begun(line)
        if found is not None and found.end == end:
            if len(self._heads) >= MOST_NAMES:
                self._heads.clear()
            self._heads[head] = found
        return found

    def _pattern_of(self, line: bytes) -> bytes:
        found = self._begun(line)
        return found.pattern if found is not None else b""

    def _begins(self, line: bytes, pattern: bytes) -> bool:
        """Whether a message begins in a line, after one that begins in this pattern. An event does in any pattern: that
        may have been changed in the middle of a file.
        """
        found = self._begun(line)
        return found is not None and (found.pattern == pattern or is_event(found, line))

    def _has_a_day(self, time: bytes) -> bool:
        """Whether a time has no day, or one that is on the calendar."""
        return len(time) != WHOLE or self.is_day(time[:DAY])

    def _head(self, line: bytes, end: int) -> tuple[LineWriter, int, bool]:
        """Return the writer of a line whose time ends here, where its message begins, and whether it is of
        level INFO.
        """
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
        """Yield the event of a line whose values extended over several lines, when the next message begins: the part
        after the values is at the end of the last.
        """
        if line is not None and (not self._begins(line, self._pattern) or self._is_of_the_value(line)):
            self._go_on(line)
            return
        if self._unended is not None:
            message, of, alone = self._unended
            event = self._message(message + b"\n" + self._last, of, is_whole=True) or alone
            if event is not None:
                self.counts.others[NO_EVENT] -= 1  # it was counted at its first line
                yield event
            elif not self._has_end and message.startswith(WITH_END):
                self.counts.others[NO_EVENT] -= 1
                event = self._messages.without_end(message, of)
                if event is not None:
                    self.counts.recovered[event.kind] += 1
                    yield event
                else:
                    self.counts.others[NO_END] += 1
                    self.counts.without_ids += is_cut(message)
        self._unended, self._last, self._has_end = None, b"", False

    def _go_on_after(self, line: bytes) -> None:
        """Expect more lines of the message that begins in a line."""
        self._pattern, self._last, self._has_end = self._pattern_of(line), b"", False

    def _go_on(self, line: bytes) -> None:
        """Take a line that belongs to the message that is not ended. If it is the one with the end, what follows may be
        of another program that prints to the same file.
        """
        assert self._unended is not None  # noqa: S101 - the caller knows
        has_end = self._ends.of(self._unended[0]).search(line) is not None
        if has_end or not self._has_end:
            self._last, self._has_end = line, has_end

    def _is_of_the_value(self, line: bytes) -> bool:
        """Whether a line with the head of a message belongs to the value of the message that is not ended: that lacks
        its end so far, and no other message comes before it, but a value may be lines of a user's own log.
        """
        if self._unended is None or self._unended[2] is not None or self._has_end:
            return False
        found = self._begun(line)
        return found is not None and not found.is_storm

    def _hook(self, line: bytes, number: int) -> Iterator[Event]:
        found = [*hook_events(line, number)]
        if not found:
            self.counts.others["other lines of the hook"] += 1
        yield from found

    def _message(self, message: bytes, line: Line, *, is_whole: bool = False) -> Event | None:
        found = self._messages.event(message, line, self._ends, is_whole=is_whole)
        if isinstance(found, Unended):
            self._unended = message, line, None
            return None
        return found

    def _writer(self, head: bytes) -> LineWriter:
        text = head.decode(errors="replace")
        console = CONSOLE_WORDS.search(text)
        if console is not None:
            thread, logger = console.groups()
        else:
            logger, _, thread = text[_length(ZONE, text) :].strip().partition(" ")
        return self._remembered(head, thread, logger)

    def _remembered(self, head: bytes, thread: str, logger: str) -> LineWriter:
        executor = EXECUTOR.match(thread)
        writer = LineWriter(thread, STORM.fullmatch(logger) is not None)
        if executor:
            writer = LineWriter(thread, writer.is_storm, int(executor[2]), int(executor[3]))
        if len(self._writers) >= MOST_NAMES:
            self._writers.clear()
        self._writers[head] = writer
        return writer

    def is_day(self, raw: bytes) -> bool:
        """Whether a day is on the calendar."""
        known = self._days.get(raw)
        if known is None:
            if len(self._days) >= MOST_NAMES:
                self._days.clear()
            known = self._days[raw] = _is_on_the_calendar(raw.decode())
        return known


@define
class _OneByOne:
    """Looks at one line after the other. With a layout, no line is like another."""

    lines: list[bytes]
    first: int
    likeness: Likeness
    has_layout: bool = field(kw_only=True)
    _numbered: Iterator[tuple[int, bytes]] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._numbered = enumerate(self.lines, self.first)
        self.likeness.forget()

    def read(self) -> tuple[list[Row], tuple[int, bytes] | None]:
        """See `LineReader`."""
        rows: list[Row] = []
        other = next(self._numbered, None) if self.has_layout else self.likeness.read(self._numbered, rows)
        return rows, other

    def event(self, row: Row) -> Event:
        """See `LineReader`."""
        return self.likeness.event(row)

    def line(self, number: int) -> bytes:
        """See `LineReader`."""
        return self.lines[number - self.first]


def _length(pattern: re.Pattern[str], text: str) -> int:
    found = pattern.match(text)
    return found.end() if found else 0


def _is_on_the_calendar(day: str) -> bool:
    try:
        date.fromisoformat(day)
    except ValueError:
        return False
    return True
