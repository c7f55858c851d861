"""Layouts: the part before the messages of a log whose pattern is neither a worker's nor that of Storm's jar.

Operators change the pattern. A layout is recognized by the first lines of a file: time, level, thread and logger in any
order, each with or without brackets, separated by blanks, `|`, `-` or `:`, and the logger is one of Storm's. If a
pattern has more, such as a line number, the user gives it as in the configuration of log4j2 or logback.
"""

import re
from functools import cache
from itertools import permutations
from typing import NamedTuple

from ackproof.errors import UsageError
from ackproof.text.sanitize import quoted
from attrs import frozen

from ackproof_adapters.audit.logs.heads import LEVELS, STORM, TIME, ZONE, Begun, pattern_of

_TIME = TIME.pattern.decode()
_ZONE = ZONE.pattern.removesuffix(" +")
_EXECUTOR = r"Thread-\d+-[^\[\]]{1,200}-executor\[\d+,? \d+\]"
"""The thread of an executor: it has a blank in its name."""

_BETWEEN = r"(?: *\| *| +-+ +|: +| +)"


def _bare_or_in_brackets(name: str, what: str, bare: str) -> str:
    """Return an expression whose group has this name, or of the same with a line behind it in brackets."""
    return rf"(?:\[ *(?P<{name}_>{what}) *\]|\( *(?P<{name}__>{what}) *\)|(?P<{name}>{bare}))"


_PARTS = {
    "time": _bare_or_in_brackets("time", _TIME, _TIME).replace(_TIME + ")", f"{_TIME}){_ZONE}"),
    "level": _bare_or_in_brackets("level", LEVELS.decode(), LEVELS.decode()),
    "thread": _bare_or_in_brackets("thread", rf"{_EXECUTOR}|\S.*?", rf"{_EXECUTOR}|[^\s\[(].*?"),
    "logger": _bare_or_in_brackets("logger", r"[\w.$]+", r"[\w.$]+"),
}
_ORDERS = (
    *permutations(("time", "level", "thread", "logger")),
    *permutations(("time", "level", "logger")),
    *permutations(("time", "thread", "logger")),
    *permutations(("time", "logger")),
)
"""Those with a level first: without one, a line of any level counts as one of Storm's events."""

FEWEST_LINES = 1
"""Of Storm itself, by which a layout is found."""


@frozen
class Layout:
    """What stands before a message, as a regular expression with a group for time, level, thread and logger; and the
    expression of what stands behind it.
    """

    expression: str
    tail: str = ""

    def head(self, line: bytes) -> "Head | None":
        """Return what stands before the message of a line; None if no message begins there."""
        found = _compiled(self.expression).match(line)
        if found is None:
            return None
        fields = {name.rstrip("_"): text for name, text in found.groupdict(b"").items() if text}
        thread, logger = fields.get("thread", b"").decode(errors="replace").strip(), fields["logger"].decode()
        return Head(fields["time"], fields.get("level", b"INFO") == b"INFO", thread, logger, found.end())

    def begun(self, line: bytes) -> Begun | None:
        """Return how a line begins a message; None if it does not."""
        head = self.head(line)
        return None if head is None else Begun(pattern_of(head.time), head.logger.encode(), head.end)


class Head(NamedTuple):
    """The part before a message, and where the message begins. A line without a level counts as INFO."""

    time: bytes
    is_info: bool
    thread: str
    logger: str
    end: int


def found_layout(lines: "list[bytes]") -> Layout | None:
    """Return the layout of most of the lines that Storm itself wrote; None if there is none."""
    best, most = None, 0
    for order in _ORDERS:
        layout = Layout("".join(_PARTS[part] + _BETWEEN for part in order))
        number = sum(_is_of_storm(layout.head(line)) for line in lines)
        if number > most:
            best, most = layout, number
    return best if most >= FEWEST_LINES else None


def _is_of_storm(head: Head | None) -> bool:
    return head is not None and STORM.fullmatch(head.logger) is not None


# A pattern as log4j2 and logback have it.

_CONVERSION = re.compile(
    r"%(?:(?P<percent>%)|(?P<width>-?\d*(?:\.-?\d+)?)(?P<word>[A-Za-z]+)(?P<options>(?:\{[^{}]*\})*))"
)
_WORDS = {
    **dict.fromkeys(("d", "date"), "time"),
    **dict.fromkeys(("r", "relative"), "since"),
    **dict.fromkeys(("p", "level", "le"), "level"),
    **dict.fromkeys(("t", "thread", "tn", "threadName"), "thread"),
    **dict.fromkeys(("c", "logger", "lo"), "logger"),
    **dict.fromkeys(("m", "msg", "message"), "message"),
}
_NUMBERS = ("L", "line", "pid", "processId", "T", "tid", "threadId", "tp", "threadPriority", "sn", "sequenceNumber")
_THROWABLES = (
    *("ex", "exception", "throwable", "nopex", "nopexception"),
    *(f"{kind}{word}" for kind in ("x", "r") for word in ("Ex", "Exception", "Throwable")),
)
_MAY_BE_BLANK = r"[ \t]*"
_ANY = ".{0,1000}"
"""What a conversion behind the message may write."""

_SINCE = r"(?P<time>\d{1,13})"
_IN_PATTERNS = {
    "time": rf"(?P<time>{_TIME}){_ZONE}",
    "since": _SINCE,
    "level": rf"(?P<level>{LEVELS.decode()})",
    "thread": rf"(?P<thread>{_EXECUTOR}|\S.*?)",
    "logger": r"(?P<logger>[\w.$]+)",
}
_MILLISECONDS = ("UNIX_MILLIS", "epoch")


def layout_of(pattern: str) -> Layout:
    """Return the layout of a pattern of log4j2 or logback; raise `UsageError` if it cannot be read."""
    made, at, has = "", 0, set[str]()
    for found in _CONVERSION.finditer(pattern):
        made += _literal(pattern[at : found.start()])
        at = found.end()
        if found["percent"]:
            made += "%"
            continue
        kind = _WORDS.get(found["word"], "")
        if kind == "message":
            tail = _tail(pattern[at:])
            break
        if kind in has:
            raise UsageError(f"--pattern {quoted(pattern.encode())} has {found[0]} twice")
        has |= {kind} - {""}
        if kind == "time" and any(each in found["options"] for each in _MILLISECONDS):
            part = _SINCE
        elif kind:
            part = _IN_PATTERNS[kind]
        else:
            part = r"\d*" if found["word"] in _NUMBERS else r".*?"
        made += f" *{part} *" if found["width"] else part
    else:
        raise UsageError(f"--pattern {quoted(pattern.encode())} has no %m: nobody knows where a message begins")
    lacks = [name for name, kinds in _NEEDED.items() if not has & kinds]
    if lacks:
        raise UsageError(f"--pattern {quoted(pattern.encode())} has no {' and no '.join(lacks)} before %m: {_WHY}")
    return Layout(made, tail)


def _tail(pattern: str) -> str:
    """Return the expression of what stands behind a message in its last line. What stands after %n is in other lines,
    which have no head.
    """
    made, at = "", 0
    for found in _CONVERSION.finditer(pattern):
        made += _literal_behind(pattern[at : found.start()])
        at = found.end()
        if found["word"] == "n":
            return made
        if found["percent"]:
            made += "%"
        elif found["word"] not in _THROWABLES:  # an event has none
            made = made.removesuffix(_MAY_BE_BLANK)
            made = made.removesuffix(_ANY) + _ANY  # of two that are next to each other, one could end anywhere
    return made + _literal_behind(pattern[at:])


_NEEDED = {"time (%d, with milliseconds)": {"time", "since"}, "logger (%c)": {"logger"}}
_WHY = "without a time nothing can be said to be slow, and without a logger anybody may have written a line"


def _literal_behind(text: str) -> str:
    """Blanks at the end of a line may be lost."""
    return re.sub(r"(?:\\ |\s)+", lambda _: _MAY_BE_BLANK, re.escape(text))


def _literal(text: str) -> str:
    return re.sub(r"(?:\\ |\s)+", " +", re.escape(text))


@cache
def _compiled(expression: str) -> "re.Pattern[bytes]":
    return re.compile(expression.encode())
