"""The part of a line before its message: the patterns in which Storm writes, and other common ones.

A worker writes `TIME LOGGER THREAD [LEVEL] MESSAGE` (`log4j2/worker.xml`; without THREAD before 1.0.3). A LocalCluster
without a configuration uses that of Storm's jar, `MILLISECONDS [THREAD] LEVEL LOGGER - MESSAGE`, in milliseconds since
its start. A time may lack its day, and a zone may follow it.

Lines of a value may begin with a time, or with a head of another pattern. So a message goes on until a line begins in
the pattern in which its own first line does (`Begun`).
"""

import re
from datetime import datetime, timedelta
from functools import lru_cache
from typing import NamedTuple

LEVELS = rb"(?:TRACE|DEBUG|INFO|WARN|ERROR|FATAL)"
DAY = 10
"""Bytes of the day at the beginning of a time, if it has one."""

HOUR = 11
"""Where the hour begins in such a time."""

WHOLE = 23
"""Bytes of such a time: `2026-11-23 22:19:50.694`."""

_DAY = rb"[12]\d{3}-\d\d-\d\d[ T]"
_HOURS = rb"(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d[.,]\d{3}"
_ZONE = rb"\d{0,6}(?: ?(?:Z|UTC|GMT|[+-]\d\d:?\d\d))?"
_WORDS = rb" +\[.*?\] +(" + LEVELS + rb") +[\w.$]+ +- "
TIME = re.compile(rb"(?:" + _DAY + rb")?" + _HOURS)
"""The time of a line, if that is not milliseconds since a start."""

SINCE = re.compile(rb"\d{1,12}(?=" + _WORDS + rb")")
"""Such a time: any line may begin with a number, so the text after it belongs to the pattern."""

ZONE = re.compile(_ZONE.decode() + r" +")
CONSOLE = re.compile(_ZONE + _WORDS)
"""The part between the time and the message in the other pattern: its level is the first group."""

CONSOLE_WORDS = re.compile(r" +\[(.*?)\] +[A-Z]+ +([\w.$]+) +- $")
"""Thread and logger of it."""

LOG = re.compile(
    rb"(?m)^(?:\{\"time\":\d+,|\d{1,12}"
    + _WORDS
    + rb"|(?:"
    + _DAY
    + rb")?"
    + _HOURS
    + _ZONE
    + rb"(?:"
    + _WORDS
    + rb"| +[\w.$]+ (?:.*? )?\["
    + LEVELS
    + rb"\] ))"
)
"""The expression by which the beginning of a file is recognized as a log, or as a file of the hook."""

STORM = re.compile(r"(?:(?:org\.apache|o\.a)\.(?:storm|s)|(?:backtype|b)\.(?:storm|s))\..+")
"""A logger of Storm itself, in whole or with its package shortened."""

BYTES_OF_A_HEAD = 1000
"""The bytes of a line up to its message."""

_ZONE_OF_A_HEAD = re.compile(rb"(\d{0,6})( ?(?:Z|UTC|GMT|[+-]\d\d:?\d\d))?(?= )")
_OF_THE_JAR = re.compile(rb" +\[.*?\] +" + LEVELS + rb" +([\w.$]+) +- ")
_OF_A_WORKER = re.compile(
    rb" +(?!" + LEVELS + rb" )([^\s\[]\S*) (?:(.{1,%d}?) )??\[" % BYTES_OF_A_HEAD + LEVELS + rb"\] "
)
_ZEROS = bytes.maketrans(b"123456789", b"000000000")

DAY_LONG = 24 * 60 * 60 * 1000
"""Milliseconds."""

_EPOCH = datetime(1970, 1, 1)  # noqa: DTZ001 - whichever zone the times of a log are of
_MILLISECOND = timedelta(milliseconds=1)


def milliseconds(first: str, last: str) -> float:
    """Return the time between two lines of one worker. Without a day in them, it is less than half a day."""
    took = clock(last) - clock(first)
    if len(last) < WHOLE and not last.isdecimal() and took < -DAY_LONG // 2:
        took += DAY_LONG
    return float(took)


def second_of(when: str) -> str:
    """Return the second of a time."""
    return str(int(when) // 1000) if when.isdecimal() else when[:-4]


def without_day(when: str) -> str:
    """Return a time without its day, as it is shown."""
    return when[HOUR:] if len(when) == WHOLE else when


def clock(when: str) -> int:
    """Return the milliseconds of a time, since an origin that is the same for all of one log."""
    if when.isdecimal():
        return int(when)
    second, milliseconds = when[:-4], when[-3:]
    return _second(second if len(when) == WHOLE else f"2000-01-01 {second}") + int(milliseconds)


@lru_cache(maxsize=1 << 16)
def _second(when: str) -> int:
    return (datetime.fromisoformat(when) - _EPOCH) // _MILLISECOND


def beginning(line: bytes) -> "re.Match[bytes] | None":
    """Return the time of a line, or None if no message begins in it."""
    return TIME.match(line) or (SINCE.match(line) if line[:1].isdigit() else None)


class Begun(NamedTuple):
    """A line that begins a message: which pattern its head is in, its logger, and where the message begins."""

    pattern: bytes
    logger: bytes
    end: int

    @property
    def is_storm(self) -> bool:
        """Whether the logger is one of Storm itself."""
        return STORM.fullmatch(self.logger.decode(errors="replace")) is not None


def begun(line: bytes) -> Begun | None:
    """Return how a line begins a message in one of the two usual patterns; None if it has no whole head."""
    time = beginning(line)
    if time is None:
        return None
    end, pattern = time.end(), b"0"
    zone = _ZONE_OF_A_HEAD.match(line, end)
    if not time[0].isdigit() and zone is not None:
        end, pattern = zone.end(), pattern_of(time[0]) + pattern_of(zone[1]) + (b"Z" if zone[2] else b"")
    found = _OF_THE_JAR.match(line, end)
    if found is not None:
        return Begun(pattern + b"-", found[1], found.end())
    found = _OF_A_WORKER.match(line, end) if not time[0].isdigit() else None
    if found is None:
        return None
    return Begun(pattern + (b" " if found[2] is None else b"  "), found[1], found.end())


def pattern_of(time: bytes) -> bytes:
    """Return what the times of one log have in common."""
    return b"0" if time.isdigit() else time.translate(_ZEROS)
