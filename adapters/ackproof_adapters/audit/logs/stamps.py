"""Times as numbers, so that they fit into arrays: milliseconds, and in the last two bits how the time was written.

Only whole times are numbers, such as `2026-11-23 22:19:50.694`. The day may be followed by a `T`, and the second by a
comma.
"""

from datetime import datetime, timedelta
from functools import lru_cache

from ackproof_adapters.audit.logs.heads import DAY, WHOLE, clock

STYLE = 2
"""Bits of a number below the milliseconds."""

HAS_T, HAS_COMMA = 2, 1
POINT_AT = 19

EPOCH = datetime(1970, 1, 1)  # noqa: DTZ001 - whichever zone the times of a log are of

_SHORTER = 1 << 60
"""Times without a day come before those with one."""


def stamp_of(when: str) -> int:
    """Return the number of a time. That of a time without a day is good for its order only."""
    if len(when) != WHOLE:
        return (clock(when) - _SHORTER) << STYLE
    return clock(when) << STYLE | HAS_T * (when[DAY] == "T") | HAS_COMMA * (when[POINT_AT] == ",")


def text_of(stamp: int) -> str:
    """Return the time as it was written."""
    second, millisecond = divmod(stamp >> STYLE, 1000)
    return f"{second_text(second, bool(stamp & HAS_T))}{',' if stamp & HAS_COMMA else '.'}{millisecond:03d}"


@lru_cache(maxsize=1 << 16)
def second_text(number: int, has_t: bool) -> str:  # noqa: FBT001 - the cache wants it by its place
    """Return the time of a second, by its number."""
    return (EPOCH + timedelta(seconds=number)).isoformat("T" if has_t else " ")
