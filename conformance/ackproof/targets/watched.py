"""Targets that cannot be told what to do step by step: they run by themselves, and what they did is read.

A running Storm is one: time is real there, and nobody delivers a message but Storm. What it did is set down as a
workload with its results, as if each step had been asked for. So the rules that judge it are the same.
"""

from collections.abc import Callable, Sequence
from typing import Protocol, runtime_checkable

from attrs import frozen

from ackproof.target import Answer
from ackproof.workloads.workload import Workload

EXAMPLES_FOR_A_RUN = 10
"""For so many examples that an ordinary rule takes, such a target runs once."""

QUICK_RUNS = 3
"""So often it runs to be looked at quickly."""


@frozen
class Watched:
    """What a target did in the run of that number, as a workload and an answer to it. A run may show several.

    `unfinished` says why the run does not tell all, if it was cut off; then a pass of it is worth nothing.
    """

    number: int
    workload: Workload
    answer: Answer
    unfinished: str = ""


@runtime_checkable
class WatchedTarget(Protocol):
    """A target that runs by itself. It claims `real-time`, and names the rules that its runs can be held to."""

    def watch(self, rule: str, seed: int, numbers: range, /) -> Sequence[Watched]:
        """Return the runs of those numbers, which follow from the seed, as a rule is to see them."""


@frozen
class Smaller:
    """The smallest that a target has run in which a rule is still broken, as the rule sees it, and how it came to that,
    in words. `seen` is empty if nothing smaller broke it.
    """

    seen: Sequence[Watched]
    how: str


@runtime_checkable
class ShrinkingTarget(WatchedTarget, Protocol):
    """A target that can run less than it has run, to find what a violation takes."""

    def smaller(self, rule: str, seed: int, number: int, breaks: Callable[[Sequence[Watched]], bool], /) -> Smaller:
        """Return what is left of a run that broke a rule, when all is taken away that it goes without."""
