"""The common parts of the harness: a trial, its outcome, and a part as a list of trials.

A trial is identified by its name, and all of its random choices depend on that. So it can be repeated alone, and
finished trials are not repeated in the next run.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from attrs import field, frozen


@frozen
class Outcome:
    """The outcome of a trial: counts of what was tried, in the words of the page, and the faults that were found."""

    counts: Mapping[str, int] = field(factory=dict)
    faults: tuple[str, ...] = ()


@frozen
class Trial:
    """A trial, run in a new folder."""

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
    """Return the random source of a trial."""
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
    """Yield trials of `size` cases each, numbered consecutively: `block` gets the folder and the numbers."""
    for first in range(0, total, size):
        numbers = range(first, min(first + size, total))
        yield Trial(f"{name} {first}", lambda folder, numbers=numbers: block(folder, numbers))  # type: ignore[misc]
