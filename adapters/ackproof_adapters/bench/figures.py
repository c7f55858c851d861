"""Figures of repeated timings: the median and the spread. There is no mean: one disturbed run would distort it."""

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
    """Return the rate of each run, if each did `count` things."""
    return [count / each for each in seconds]


def times_as_fast(ours: Sequence[float], theirs: Sequence[float]) -> float:
    """Return the speed of `ours` relative to `theirs`, given the rates of both.

    Runs are compared in pairs of the same round, so that a machine that slows down between rounds slows both.
    """
    return median(our / their for our, their in zip(ours, theirs, strict=True))


def trend(seconds: Sequence[float]) -> float | None:
    """Return how much faster the later half of the runs was than the earlier half, as a share; None for one run.

    If it is well above zero, the target was still warming up.
    """
    half = len(seconds) // 2
    if half == 0:
        return None
    return median(seconds[:half]) / median(seconds[-half:]) - 1
