"""Long lists for people: both ends, and the number of items left out between them."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from itertools import groupby, takewhile
from typing import TypeVar

LONG = 40
"""Lists of rows are truncated if they have more than this."""
ENDS, ENDS_OF_NAMES = 8, 4
"""How many rows, or names, of a long list are shown at either end."""

Item = TypeVar("Item")


def truncated(items: Sequence[Item], left_out: Callable[[int], Item], ends: int = ENDS) -> list[Item]:
    """Return the first and the last `ends` items, and between them `left_out(n)` for the n others.

    A list that would lose fewer than `ends` items is returned whole.
    """
    middle = len(items) - 2 * ends
    if middle < ends:
        return list(items)
    return [*items[:ends], left_out(middle), *items[-ends:]]


def truncated_rows(
    rows: Sequence[Item],
    left_out: Callable[[int], Item],
    kind_of: Callable[[int], Hashable],
    ends: Mapping[Hashable, int] | None = None,
) -> list[Item]:
    """Return rows; if there are more than `LONG`, truncate each run of rows of one kind. `kind_of` gives the kind by
    the index, and `ends` by the kind how many rows to show at either end of a run; for other kinds it is `ENDS`.
    """
    if len(rows) <= LONG:
        return list(rows)
    stretches = groupby(range(len(rows)), kind_of)
    return [
        row
        for kind, places in stretches
        for row in truncated([rows[place] for place in places], left_out, (ends or {}).get(kind, ENDS))
    ]


def truncated_names(names: Sequence[str], ends: int = ENDS_OF_NAMES) -> list[str]:
    """Return names; if there are many, the first and last `ends`. A larger `ends` is for sentences."""
    return truncated(names, lambda more: f"… {more} more …", ends)


def names_in_words(names: Sequence[str]) -> str:
    """Return names as a list in words, of which only the ends are shown if there are many."""
    *first, last = truncated_names(names)
    return f"{', '.join(first)} and {last}" if first else last


def in_common(text: str, other: str) -> int:
    """Return the number of characters with which two texts begin alike."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(text, other, strict=False)))


def left_out_of_witness(cells: int, rows: int) -> list[str]:
    """Return a row of that many cells that represents the rows left out."""
    return ["", f"… {rows} more, which the witness has", *[""] * (cells - 2)]
