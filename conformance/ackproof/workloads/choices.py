"""Where a workload's choices come from.

A model asks for integers in small ranges, and 0 is always the plainest answer: the fewest, the first, no disturbance.
So a model makes a Hypothesis strategy (`drawn_by`), whose workloads shrink towards plain ones by themselves.

Example number i of a seed is a function of the seed and i, and of nothing else: not of Hypothesis' version, of what
was drawn before, nor of what else is imported. `example` draws it straight from the model; `examples_of` lets
Hypothesis draw the very same one, to be shrunk. The first is several times faster, since it keeps no books.
"""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, ClassVar, Protocol, TypeVar

from attrs import frozen
from hypothesis import strategies as st
from hypothesis.internal.conjecture.providers import AVAILABLE_PROVIDERS, HypothesisProvider

BACKEND = "ackproof"
PERCENT = 100

Workload = TypeVar("Workload")


class Choices(Protocol):
    """A source of decisions."""

    def integer(self, low: int, high: int) -> int:
        """Return an integer from `low` to `high`, both included."""


def chance(choices: Choices, percent: int) -> bool:
    """Return True with the given probability; False is the plain answer."""
    return percent > 0 and choices.integer(0, PERCENT - 1) >= PERCENT - percent


@frozen
class DrawnChoices:
    """Choices drawn by Hypothesis, through the `draw` of a composite strategy."""

    draw: Callable[[st.SearchStrategy[int]], int]

    def integer(self, low: int, high: int) -> int:
        """See `Choices`."""
        return self.draw(_integers(low, high))


@frozen
class SeededChoices:
    """Choices of a seeded generator: all answers are equally likely."""

    source: random.Random

    def integer(self, low: int, high: int) -> int:
        """See `Choices`. Where there is no choice, none is drawn: Hypothesis does not ask for one either."""
        return low if low == high else low + int(self.source.random() * (high - low + 1))


Model = Callable[[Choices], Workload]
"""A way of making workloads out of choices."""


def example(model: Model[Workload], seed: str) -> Workload:
    """Return the workload of that seed."""
    return model(SeededChoices(random.Random(seed)))


@contextmanager
def examples_of(seed: str) -> Iterator[str]:
    """Let Hypothesis draw the example of that seed wherever it would draw something new; yields the backend to name
    in its settings.
    """
    SeededProvider.seed, before = seed, SeededProvider.seed
    try:
        yield BACKEND
    finally:
        SeededProvider.seed = before


class SeededProvider(HypothesisProvider):
    """The choices of `SeededChoices`, as a backend of Hypothesis.

    Its own backend prefers some integers to others, and mixes in constants that it finds in the user's local modules.
    The first would undo the percentages in our models; the second would make a verdict depend on where the suite is
    installed and on what else is imported.
    """

    seed: ClassVar[str] = ""

    def __init__(self, conjecturedata: Any, /) -> None:
        super().__init__(conjecturedata)
        self._choices = SeededChoices(random.Random(self.seed))

    def draw_integer(
        self,
        min_value: int | None = None,
        max_value: int | None = None,
        *,
        weights: dict[int, float] | None = None,
        shrink_towards: int = 0,
    ) -> int:
        """Draw between two bounds, which our models always give; all answers are equally likely."""
        if min_value is None or max_value is None:
            return super().draw_integer(min_value, max_value, weights=weights, shrink_towards=shrink_towards)
        return self._choices.integer(min_value, max_value)


AVAILABLE_PROVIDERS[BACKEND] = f"{SeededProvider.__module__}.{SeededProvider.__qualname__}"


@cache
def _integers(low: int, high: int) -> st.SearchStrategy[int]:
    return st.integers(low, high)


def drawn_by(model: Model[Workload]) -> st.SearchStrategy[Workload]:
    """Return the Hypothesis strategy of a model."""

    @st.composite
    def strategy(draw: Any) -> Any:
        return model(DrawnChoices(draw))

    return strategy()
