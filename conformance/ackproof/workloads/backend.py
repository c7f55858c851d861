"""The choices of `SeededChoices`, as a backend of Hypothesis: for shrinking, and for nothing else.

Hypothesis has no public interface for that. What is imported here from `hypothesis.internal`, and how Hypothesis
shrinks, may change with any release; so pyproject.toml bounds the releases to those that were tried.
"""

import random
from typing import ClassVar

from hypothesis.internal.conjecture.data import ConjectureData
from hypothesis.internal.conjecture.providers import AVAILABLE_PROVIDERS, HypothesisProvider

from ackproof.workloads.choices import BACKEND, SeededChoices


class SeededProvider(HypothesisProvider):
    """The choices of `SeededChoices`, as a backend of Hypothesis.

    Its own backend prefers some integers to others, and mixes in constants that it finds in the user's local modules.
    The first would undo the percentages in our models; the second would make a verdict depend on where the suite is
    installed and on what else is imported.
    """

    seed: ClassVar[str] = ""

    def __init__(self, conjecturedata: ConjectureData | None, /) -> None:
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
