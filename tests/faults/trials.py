"""What the parts of the harness share: a trial, what comes of it, and a part as a list of trials.

A trial is known by its name, and all that it draws follows from that. So it can be done again, alone, and what was done
in one sitting is not done again in the next.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from attrs import field, frozen


@frozen
class Outcome:
    """The outcome of a trial: how many of what were tried, in the words of the page, and the faults that were found."""

    counts: Mapping[str, int] = field(factory=dict)
    faults: tuple[str, ...] = ()


@frozen
class Trial:
    """Something to try, in a folder of its own."""

    name: str
    run: Callable[[Path], Outcome]


@frozen
class Part:
    """A part of the harness.

    `what` is its description on the page. `trials` yields all of them, always in the same order; `few` yields those of
    the short form. `lack` says what is missing on this machine, and None if nothing is.
    """

    name: str
    what: str
    trials: Callable[[], Iterable[Trial]]
    few: Callable[[], Iterable[Trial]]
    lack: Callable[[], str | None] = lambda: None


def drawing(name: str) -> random.Random:
    """Return what a trial draws from."""
    return random.Random(f"faults {name}")


def added(outcomes: Iterable[Outcome]) -> Outcome:
    """Return the sum of outcomes."""
    counts = Counter[str]()
    faults: list[str] = []
    for outcome in outcomes:
        counts.update(outcome.counts)
        faults += outcome.faults
    return Outcome(dict(counts), tuple(faults))


def in_blocks(name: str, total: int, size: int, block: Callable[[Path, range], Outcome]) -> Iterator[Trial]:
    """Yield trials of `size` cases each, numbered through: `block` is given the folder and the numbers."""
    for first in range(0, total, size):
        numbers = range(first, min(first + size, total))
        yield Trial(f"{name} {first}", lambda folder, numbers=numbers: block(folder, numbers))  # type: ignore[misc]
