"""Arrays of times as numbers (`stamps`)."""

from collections.abc import Callable
from datetime import date

import numpy as np
import numpy.typing as npt

from ackproof_adapters.audit.logs.heads import DAY, DAY_LONG, WHOLE
from ackproof_adapters.audit.logs.stamps import EPOCH, HAS_COMMA, HAS_T, POINT_AT, STYLE, second_text

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

_FIRST_DAY = EPOCH.toordinal()
_SEPARATORS = ((4, b"-"), (7, b"-"), (DAY, b" T"), (13, b":"), (16, b":"), (POINT_AT, b".,"))
_DIGITS = [at for at in range(WHOLE) if at not in dict(_SEPARATORS)]
_BELOW = ((11, 24), (14, 60), (17, 60))
"""Where two digits are below a number."""


def per_second(stamps: Ints) -> dict[str, int]:
    """Return how many of some times are in each second."""
    whole = stamps >> STYLE
    numbers, counts = np.unique(whole // 1000 * 2 + (stamps & HAS_T) // HAS_T, return_counts=True)
    seconds = [second_text(each >> 1, bool(each & 1)) for each in numbers.tolist()]
    return dict(zip(seconds, counts.tolist(), strict=True))


def stamps_of(raw: "npt.NDArray[np.uint8]", is_day: Callable[[bytes], bool]) -> tuple[Ints, Flags]:
    """Return the numbers of times, given a row of bytes for each, and which of them are times. `is_day` says whether
    a day is on the calendar.
    """
    digits = raw - np.uint8(ord("0"))
    are_times = (digits[:, _DIGITS] < 10).all(axis=1) & ((digits[:, 0] == 1) | (digits[:, 0] == 2))  # noqa: PLR2004
    for at, characters in _SEPARATORS:
        are_times &= np.isin(raw[:, at], list(characters))
    numbers = digits.astype(np.int64)

    def number(at: int, length: int) -> Ints:
        found = numbers[:, at]
        for each in range(at + 1, at + length):
            found = found * 10 + numbers[:, each]
        return found

    for at, most in _BELOW:
        are_times &= number(at, 2) < most
    hours, minutes, seconds = (number(at, 2) for at, _ in _BELOW)
    days, place = np.unique(
        np.where(are_times, number(0, 4) * 10_000 + number(5, 2) * 100 + number(8, 2), 0), return_inverse=True
    )
    texts = [f"{each // 10_000:04d}-{each // 100 % 100:02d}-{each % 100:02d}" for each in days.tolist()]
    ordinals = np.array(
        [date.fromisoformat(each).toordinal() if is_day(each.encode()) else 0 for each in texts], np.int64
    )
    ordinal = ordinals[place.reshape(-1)]
    are_times &= ordinal > 0
    whole: Ints = (ordinal - _FIRST_DAY) * DAY_LONG + ((hours * 60 + minutes) * 60 + seconds) * 1000 + number(20, 3)
    style = HAS_T * (raw[:, DAY] == ord("T")) + HAS_COMMA * (raw[:, POINT_AT] == ord(","))
    return whole << STYLE | style, are_times
