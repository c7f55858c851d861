"""Where a workload's choices come from.

A model asks for integers in small ranges, and 0 is always the plainest answer: the fewest, the first, no disturbance.
So a model makes a Hypothesis strategy, whose workloads shrink towards plain ones by themselves.

Example number i of a seed is a function of the seed and i, and of nothing else: not of Hypothesis' version, of what
was drawn before, nor of what else is imported. `example` draws it straight from the model; `hypothesis_draws` has
Hypothesis draw the very same one, to be shrunk. The first is several times faster, since it keeps no books.
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
    """Return True with the given probability; False is the plain answer."""
    return percent > 0 and choices.integer(0, PERCENT - 1) >= PERCENT - percent


@frozen
class SeededChoices:
    """Choices of a seeded generator: all answers are equally likely."""

    source: random.Random

    def integer(self, low: int, high: int) -> int:
        """See `Choices`. Where there is no choice, none is drawn: Hypothesis does not ask for one either."""
        return low if low == high else low + int(self.source.random() * (high - low + 1))


Model = Callable[[Choices], Drawn]
"""A way of making something, mostly a workload, out of choices."""


def example(model: Model[Drawn], seed: str) -> Drawn:
    """Return the workload of that seed."""
    return model(SeededChoices(random.Random(seed)))
