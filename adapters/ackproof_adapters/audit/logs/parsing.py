"""Messages of Storm, each as an event: from its beginning up to the values of a tuple, and from its end.

A value is never parsed. If a message has a part after the values, and that is not in its first line, the message goes
on in the next ones: it is `UNENDED`.
"""

import re
from functools import cache
from typing import Final, NamedTuple

from attrs import define, field, frozen

from ackproof_adapters.audit.logs.events import (
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
from ackproof_adapters.audit.logs.likeness import MOST_NAMES, TICKS
from ackproof_adapters.audit.logs.messages import BLANKS, ID, LAUNCHING, TASK, TUPLE_MESSAGES

EXECUTOR = re.compile(r"Thread-\d+-(.*)-executor\[([0-9]{1,9}),? ([0-9]{1,9})\](?:$| )")
_IDS = rb"([-\d=, ]*)\}, \["
_SEND, _ARRIVE_FOR, _ARRIVE, _DONE, _ACK, _FAIL = (re.compile(each.until_ids + _IDS) for each in TUPLE_MESSAGES)
_TICKS = TICKS.encode()
_NO_ROOT = b"null"
"""The text in Storm 2.0.0 in its place (STORM-3436)."""

_ROOT = rb"(-?\d{1,19}|null)"
_CALLED_ACK = re.compile(rb"SPOUT Acking message " + _ROOT + rb":? ")
_CALLED_FAIL = re.compile(rb"SPOUT Failing " + _ROOT + rb"( ?): ")
_REASON_LAST = rb"(?:rootId|id)=(-?\d{1,19}|<null>)\] REASON: ([A-Z-]+)"
_REASON = re.compile(rb" REASON: ([A-Z-]+) MSG-ID: ")
_LIFE = re.compile(rb"Load(?:ing|ed) executor (?:tasks )?(.*):\[(\d{1,9}),? (\d{1,9})\]")
_LAUNCH = re.compile(LAUNCHING + rb"\S+ on \S+?:(\d{1,5})(?!\d)")
_PAIR = re.compile(rb"(?<!\d)" + ID + rb"=" + ID + rb"(?=$|[, ])")
_VALUES = re.compile(ID + rb"(?:,? " + ID + rb")?(?:,? " + TASK + rb")?\]")


WITH_END = (b"Processing received TUPLE: ", b"Execute done TUPLE ")
_OF_TUPLES = (b"TRANSFER", b"Processing received ", b"Execute done TUPLE ", b"BOLT ack TASK: ", b"BOLT fail TASK: ")
_REPORTS = frozenset(each.encode() for each in REPORTS)


@frozen
class LineWriter:
    """The writer of a line: its thread, whether it is of Storm itself, and the first and last task of its executor."""

    thread: str
    is_storm: bool
    first: int = NO_TASK
    last: int = NO_TASK

    def works_for(self, task: int) -> bool:
        """Whether it receives and executes for a task."""
        return self.first == NO_TASK or self.first <= task <= self.last


class Line(NamedTuple):
    """A line without its message: its number, its time, and its writer."""

    number: int
    when: str
    writer: LineWriter


@frozen
class Unended:
    """A message that goes on in the next lines."""


UNENDED: Final = Unended()


@frozen
class Ends:
    """The expressions of the ends of messages, before what the pattern of a log has after a message."""

    arrive: re.Pattern[bytes]
    done: re.Pattern[bytes]
    reason: re.Pattern[bytes]

    def of(self, message: bytes) -> re.Pattern[bytes]:
        """Return the expression for a message."""
        return {b"Proc": self.arrive, b"Exec": self.done}.get(message[:4], self.reason)


@cache
def ends_with(tail: str) -> Ends:
    """Return the expressions for a tail. If that is any text, they find the last that looks like an end."""
    anything, behind = rb"(?s:.*)" if tail else b"", tail.encode()
    arrive, done = (anything + each.end(behind) for each in TUPLE_MESSAGES if each.marker)
    reason = anything + _REASON_LAST + behind + BLANKS + b"$"
    return Ends(re.compile(arrive), re.compile(done), re.compile(reason))


@define
class MessageParser:
    """Turns messages into events. It remembers names, which are the same in most lines."""

    _names: dict[bytes, str] = field(init=False, factory=dict)

    def event(self, message: bytes, line: Line, ends: Ends, *, is_whole: bool = False) -> Event | Unended | None:
        """Return the event of a message, or None if it is none. `is_whole` says that it has all of its lines."""
        event: Event | Unended | None = None
        match message[:4]:
            case b"TRAN":
                event = self._tuple(SEND, _SEND.match(message), None, line)
            case b"Proc":
                found = _ARRIVE_FOR.match(message)
                if found is not None:
                    event = self._tuple(ARRIVE, found, None, line)
                else:
                    event = self._ended_by(ends.arrive, ARRIVE, _ARRIVE.match(message), message, line)
            case b"Exec":
                event = self._ended_by(ends.done, DONE, _DONE.match(message), message, line)
            case b"BOLT":
                is_ack = message.startswith(b"BOLT ack")
                found = (_ACK if is_ack else _FAIL).match(message)
                event = self._tuple(BOLT_ACK if is_ack else BOLT_FAIL, found, None, line)
            case b"SPOU":
                event = _callback(message, line, ends.reason)
                if event is not None and event.kind == SPOUT_FAIL and not event.about and not is_whole:
                    event = UNENDED
            case b"Load" | b"Laun":
                event = self.life(message, line)
        return event

    def _ended_by(
        self, ends: re.Pattern[bytes], kind: str, found: re.Match[bytes] | None, message: bytes, line: Line
    ) -> Event | Unended | None:
        """Return the event of a message that has an end. What looks like one, with another executor's task, is part of
        a value; but a tick has any.
        """
        end = ends.search(message)
        if end is None or (found and found[4] != _TICKS and not line.writer.works_for(int(end[1]))):
            return UNENDED
        return self._tuple(kind, found, end, line)

    def _tuple(
        self,
        kind: str,
        found: re.Match[bytes] | None,
        end: re.Match[bytes] | None,
        line: Line,
        of_thread: int | None = None,
    ) -> Event | None:
        """Return the event of a line about a tuple. The task is in `end`, or in `found`, or that `of_thread`."""
        if found is None:
            return None
        writer, task = line.writer, int((end or found)[1]) if of_thread is None else of_thread
        stream, component = self._name(found[4]), self._name(found[2])
        if stream == TICKS:
            return _tick(found, component, line) if kind == ARRIVE else None
        if kind in (ARRIVE, DONE) and not writer.works_for(task):
            return None  # no other thread receives and executes for the task
        known = _reported(found, component) if stream in REPORTS else _edges(found[5])
        if known is None:
            return None
        ids, extra = known
        source = int(found[3])
        return Event(line.number, kind, line.when, writer.thread, task, component, source, stream, ids, extra, "")

    def life(self, message: bytes, line: Line) -> Event | None:
        """Return the event of an executor or a worker that starts, or None."""
        loading, launch = _LIFE.match(message), _LAUNCH.match(message)
        if loading is None and not message.startswith(LAUNCHING):
            return None
        return Event(
            line=line.number,
            kind=LIFE,
            when=line.when,
            thread=line.writer.thread,
            task=int(loading[2]) if loading else NO_TASK,
            component=self._name(loading[1]) if loading else "",
            source=int(launch[1]) if launch else NO_TASK,
            stream="",
            ids=(),
            extra=int(loading[3]) if loading else NO_TASK,
            about="",
        )

    def without_end(self, message: bytes, line: Line) -> Event | None:
        """Return the event of a message whose end is missing, if only one task can have received or executed it."""
        writer, kind = line.writer, ARRIVE if message.startswith(WITH_END[0]) else DONE
        if writer.first == NO_TASK or writer.first != writer.last:
            return None
        return self._tuple(kind, (_ARRIVE if kind == ARRIVE else _DONE).match(message), None, line, writer.first)

    def _name(self, raw: bytes) -> str:
        name = self._names.get(raw)
        if name is None:
            if len(self._names) >= MOST_NAMES:
                self._names.clear()
            name = self._names[raw] = raw.decode(errors="replace")
        return name


def _tick(found: re.Match[bytes], component: str, line: Line) -> Event:
    """Return the event of a tick: only its thread shows the task."""
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


def _callback(message: bytes, line: Line, reason: re.Pattern[bytes]) -> Event | None:
    acking = _CALLED_ACK.match(message)
    failing = _CALLED_FAIL.match(message)
    match = acking or failing
    if match is None:
        return None
    root = 0 if match[1] == _NO_ROOT else int(match[1])
    if not _has_64_bits(root):
        return None
    about = _reason(message, failing, reason) if failing else "nobody receives" if match[1] == b"0" else ""
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


def is_cut(message: bytes) -> bool:
    """Whether a message about a tuple is cut before the end of its ids, or of the values of a message to an acker."""
    if not message.startswith(_OF_TUPLES):
        return False
    for expression in (_SEND, _ARRIVE_FOR, _ARRIVE, _DONE, _ACK, _FAIL):
        found = expression.match(message)
        if found is not None:
            return found[4] in _REPORTS and _VALUES.match(message, found.end()) is None
    return True


def executor_of(thread: str) -> tuple[str, int, int] | None:
    """Return the component, the first and the last task of the executor that a thread is named after."""
    found = EXECUTOR.match(thread)
    return (found[1], int(found[2]), int(found[3])) if found else None


def _reported(found: re.Match[bytes], component: str) -> tuple[tuple[tuple[int, int], ...], int] | None:
    """Return the content of a message to or from an acker, and an init's spout task; None if it is no such message."""
    values = _VALUES.match(found.string, found.end())
    if values is None:
        return None
    root = int(values[1])
    value = 0 if component == ACKER or values[2] is None else int(values[2])
    if not (_has_64_bits(root) and _has_64_bits(value)):
        return None
    return ((root, value),), int(values[3]) if values[3] is not None else NO_TASK


def _edges(raw: bytes) -> tuple[tuple[tuple[int, int], ...], int] | None:
    """Return a tuple's edges by root; None if the text has none."""
    pairs = _PAIR.findall(raw)
    ids = tuple((int(root), int(edge)) for root, edge in pairs)
    if len(pairs) != raw.count(b"=") or not all(_has_64_bits(root) and _has_64_bits(edge) for root, edge in ids):
        return None
    return ids, NO_TASK


def _has_64_bits(number: int) -> bool:
    return -(1 << 63) <= number < 1 << 63


def _reason(message: bytes, failing: re.Match[bytes], reason: re.Pattern[bytes]) -> str:
    """Return the reason of a failure at a spout; nothing if it may be part of a user's value."""
    if failing[2]:  # of 2.x, where it comes last: the text before it may be part of a message id
        last = reason.search(message)
        return last[2].decode() if last and last[1].strip(b"<>") == failing[1] else ""
    reasons = set(_REASON.findall(message))
    return reasons.pop().decode() if len(reasons) == 1 else ""
