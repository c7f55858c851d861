"""The parts of a picture, before anybody gives them a place in pixels."""

import re
from collections import Counter
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import TypeVar

from attrs import evolve, field, frozen

from ackproof.text.truncate import truncated, truncated_rows

NUMBERS = re.compile(r"(\d+)")
MOST_SIGNALS = 12
"""Arrows and marks of a row. A row of more shows the first and the last of them, and says how many there are."""

Compared = TypeVar("Compared", bound=Hashable)


class Look(StrEnum):
    """What an arrow or a mark is, which decides how it is drawn."""

    SENT = "sent"
    FAIL = "fail"
    EMITTED = "emitted"
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
class LifeBar:
    """That a record is there during a step, on the lane of who has it: from its beginning or to its end in this step,
    or all the time.
    """

    lane: str
    begins: bool = False
    ends: bool = False


@frozen(kw_only=True)
class TimelineRow:
    """A step. `cells` are what a table says of it, by the headings of the timeline, each a line or more. The violation
    shows where it is `marked`. Rows of one `kind` may be left out together. Where targets are shown beside each other,
    the row is `apart` if they differ in it; `differs` says that the target of the witness differs from what it should
    have said.

    A row without a number stands for `left_out` steps that only the witness has.
    """

    number: int | None
    marked: bool = False
    left_out: int = 0
    kind: Hashable = None
    apart: bool = False
    differs: bool = False
    life: LifeBar | None = None
    arrows: tuple[Arrow, ...] = ()
    cells: tuple[tuple[str, ...], ...] = ()


@frozen(kw_only=True)
class Timeline:
    """The picture of a witness. `compared` are the columns of what was said and of what should have been; the last
    `state` columns say how things stand after a step, by the specification. Before these stand those of `targets`.

    `names` says what the short names in it stand for, `lifetime` how long something is remembered, `lives` whose life
    is drawn, and `forgets` what its end is. `shows` says in plain words what the marked step shows.
    """

    lanes: tuple[str, ...]
    headings: tuple[str, ...]
    compared: tuple[int, int] | None = None
    state: int = 0
    targets: tuple[str, ...] = ()
    names: str = ""
    lifetime: str = ""
    lives: str = ""
    forgets: str = "by the specification, its time is up"
    shows: str = ""
    rows: tuple[TimelineRow, ...] = field(repr=lambda rows: f"<{len(rows)} rows>")

    @property
    def looks(self) -> frozenset[Look]:
        """What occurs in the picture."""
        return frozenset(arrow.look for row in self.rows for arrow in row.arrows)


@frozen(kw_only=True)
class ReplayedAnswers:
    """What several targets answer to the operations of a witness, in words, and the operations at which they differ,
    from 0. `conclusion` says where, who breaks the rule, and whether a target broke; it `holds` if nobody does.
    """

    answers: Mapping[str, Sequence[str]]
    differing: Collection[int]
    conclusion: Sequence[str]
    holds: bool = False


def few_rows(rows: Sequence[TimelineRow]) -> tuple[TimelineRow, ...]:
    """Return rows; of many, each stretch of one kind with its ends only, as a story on a terminal has it."""

    def kind_of(index: int) -> Hashable:
        return rows[index].kind, rows[index].marked, rows[index].apart

    return tuple(truncated_rows(rows, lambda more: TimelineRow(number=None, left_out=more), kind_of))


def with_answers(timeline: Timeline, beside: ReplayedAnswers) -> Timeline:
    """Return a timeline with a column for each target, and the rows marked in which they differ."""
    rows = [
        evolve(
            row,
            apart=index in beside.differing,
            cells=(
                *row.cells[: len(row.cells) - timeline.state],
                *((answers[index],) for answers in beside.answers.values()),
                *row.cells[len(row.cells) - timeline.state :],
            ),
        )
        for index, row in enumerate(timeline.rows)
    ]
    return evolve(timeline, rows=tuple(rows), targets=tuple(beside.answers))


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
        yield each, Look.EMITTED if right else Look.WRONG
    for each in (+due).elements():
        yield each, Look.MISSING


LABELS = {Look.EMITTED: "", Look.WRONG: "wrongly: ", Look.MISSING: "missing: "}
"""What stands before the label of what was said, by how it compares with what should have been."""
