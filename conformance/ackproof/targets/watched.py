"""Targets that run by themselves: the suite does not control their steps, but reads what they did.

A running Storm is such a target: its time is real, and only Storm delivers messages. A run is recorded as a workload
with its results, as if each step had been requested. So the same rules judge it.
"""

from collections.abc import Callable, Sequence
from typing import Protocol, runtime_checkable

from attrs import frozen

from ackproof.target import Answer
from ackproof.workloads.workload import Workload

EXAMPLES_FOR_A_RUN = 10
"""The number of examples of an ordinary rule for which such a target runs once."""

QUICK_RUNS = 3
"""The number of runs in a quick certification."""


@frozen
class Watched:
    """A run of a target, by its number, as a workload and an answer to it. A run may show several.

    `unfinished` is the reason why a run that was cut off is incomplete; then a pass proves nothing.
    """

    number: int
    workload: Workload
    answer: Answer
    unfinished: str = ""


@runtime_checkable
class WatchedTarget(Protocol):
    """A target that runs by itself. It claims `real-time`, and names the rules that its runs can be judged by."""

    def watch(self, rule: str, seed: int, numbers: range, /) -> Sequence[Watched]:
        """Return the runs of those numbers, which depend on the seed, in the form for a rule."""


@frozen
class Smaller:
    """The smallest run found that still breaks a rule, in the form for the rule, and how it was found, in words. `seen`
    is empty if nothing smaller broke it.
    """

    seen: Sequence[Watched]
    how: str


@runtime_checkable
class ShrinkingTarget(WatchedTarget, Protocol):
    """A target that can run less than before, to find what a violation needs."""

    def smaller(self, rule: str, seed: int, number: int, breaks: Callable[[Sequence[Watched]], bool], /) -> Smaller:
        """Return a smaller run that still breaks a rule, without everything that the violation does not need."""
