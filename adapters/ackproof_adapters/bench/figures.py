"""What is told of repeated timings: the median and how far the runs lie apart. No mean: one disturbed run would carry
it away.
"""

from collections.abc import Sequence
from statistics import median

from attrs import frozen


@frozen
class Figures:
    """A quantity over several runs. `spread` is the distance from least to most, as a share of the median."""

    median: float
    least: float
    most: float
    spread: float


def figures_of(values: Sequence[float]) -> Figures:
    """Return the figures of some values, of which there is at least one."""
    middle, least, most = median(values), min(values), max(values)
    return Figures(middle, least, most, (most - least) / middle)


def rates(count: int, seconds: Sequence[float]) -> list[float]:
    """Return how many things were done in a second, if each run did `count` of them."""
    return [count / each for each in seconds]


def times_as_fast(ours: Sequence[float], theirs: Sequence[float]) -> float:
    """Return how many times as fast as the other this was, given the rates of both.

    Runs are compared in pairs, each with that of the same round, so that a machine that slows down between rounds
    slows both.
    """
    return median(our / their for our, their in zip(ours, theirs, strict=True))


def trend(seconds: Sequence[float]) -> float | None:
    """Return how much faster the later half of the runs was than the earlier half, as a share of its speed; None for
    one run.

    A target that is well above zero was still warming up.
    """
    half = len(seconds) // 2
    if half == 0:
        return None
    return median(seconds[:half]) / median(seconds[-half:]) - 1
