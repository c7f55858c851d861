"""The source of a workload's choices.

A model asks for integers in small ranges, and 0 is always the plainest choice: the fewest, the first, no disturbance.
So Hypothesis shrinks workloads of a model towards plain ones without further help.

Example number i of a seed is a function of the seed and i only. It does not depend on the version of Hypothesis, on
earlier draws, or on what else is imported. `example` draws it straight from the model. `hypothesis_draws` makes
Hypothesis draw the same example, to shrink it. `example` is several times faster, because it records nothing.
"""

import random
from collections.abc import Callable
from typing import Protocol, TypeVar

from attrs import frozen

PERCENT = 100

Drawn = TypeVar("Drawn")


class Choices(Protocol):
    """A source of decisions."""

    def integer(self, low: int, high: int) -> int:
        """Return an integer from `low` to `high`, both included."""


def chance(choices: Choices, percent: int) -> bool:
    """Return True with the given probability; False is the plain choice."""
    return percent > 0 and choices.integer(0, PERCENT - 1) >= PERCENT - percent


@frozen
class SeededChoices:
    """Choices of a seeded generator. All results are equally likely."""

    source: random.Random

    def integer(self, low: int, high: int) -> int:
        """See `Choices`. If the range has one value, nothing is drawn: Hypothesis does not draw then either."""
        return low if low == high else low + int(self.source.random() * (high - low + 1))


Model = Callable[[Choices], Drawn]
"""A function that makes something, mostly a workload, out of choices."""


def example(model: Model[Drawn], seed: str) -> Drawn:
    """Return the workload of that seed."""
    return model(SeededChoices(random.Random(seed)))
