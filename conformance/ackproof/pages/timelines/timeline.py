"""The parts of a picture, before anybody gives them a place in pixels."""

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from enum import StrEnum
from typing import TypeVar

from attrs import field, frozen

from ackproof.text.truncate import truncated, truncated_rows

NUMBERS = re.compile(r"(\d+)")
MOST_SIGNALS = 12
"""Arrows and marks of a row. A row of more shows the first and the last of them, and says how many there are."""

Compared = TypeVar("Compared", bound=Hashable)


class Look(StrEnum):
    """What an arrow or a mark is, which decides how it is drawn."""

    SENT = "sent"
    FAIL = "fail"
    SAID = "emitted"
    WRONG = "wrong"
    MISSING = "missing"
    TICK = "tick"
    FORGOTTEN = "forgotten"
    DEATH = "death"
    LOST = "lost"
    NOTE = "note"


@frozen(kw_only=True)
class Arrow:
    """A message from one lane to another; where both are the same, something that happens there."""

    start: str
    end: str
    label: str
    look: Look


@frozen(kw_only=True)
class TimelineRow:
    """A step. `cells` are what a table says of it, by the headings of the timeline, each a line or more. The violation
    shows where it is `marked`.

    A row without a number stands for `left_out` steps that only the witness has.
    """

    number: int | None
    marked: bool = False
    left_out: int = 0
    arrows: tuple[Arrow, ...] = ()
    cells: tuple[tuple[str, ...], ...] = ()


@frozen(kw_only=True)
class Timeline:
    """The picture of a witness. `compared` are the columns of what was said and of what should have been."""

    lanes: tuple[str, ...]
    headings: tuple[str, ...]
    compared: tuple[int, int] | None = None
    rows: tuple[TimelineRow, ...] = field(repr=lambda rows: f"<{len(rows)} rows>")


def few_rows(rows: Sequence[TimelineRow], kind_of: Callable[[int], Hashable]) -> tuple[TimelineRow, ...]:
    """Return rows; of many, each stretch of one kind with its ends only, as a story on a terminal has it."""
    return tuple(truncated_rows(rows, lambda more: TimelineRow(number=None, left_out=more), kind_of))


def natural(name: str) -> list[tuple[int, str]]:
    """Return a key by which task 10 stands behind task 9."""
    return [(int(part), "") if part.isdigit() else (-1, part) for part in NUMBERS.split(name)]


def few_arrows(arrows: Sequence[Arrow]) -> list[Arrow]:
    """Return arrows; of many the first and the last, and how many there are between them."""

    def left_out(more: int) -> Arrow:
        at = arrows[0].start
        return Arrow(start=at, end=at, label=f"… {more} more", look=Look.NOTE)

    return truncated(arrows, left_out, MOST_SIGNALS // 2)


def compared(emitted: Sequence[Compared], expected: Sequence[Compared]) -> Iterator[tuple[Compared, Look]]:
    """Yield what was said, rightly or wrongly, and what should have been said besides."""
    due = Counter(expected)
    for each in emitted:
        right = due[each] > 0
        due[each] -= right
        yield each, Look.SAID if right else Look.WRONG
    for each in (+due).elements():
        yield each, Look.MISSING


LABELS = {Look.SAID: "", Look.WRONG: "wrongly: ", Look.MISSING: "not said: "}
"""What stands before the label of what was said, by how it compares with what should have been."""
