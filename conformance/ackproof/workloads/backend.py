"""The choices of `SeededChoices` as a backend of Hypothesis, which is used only for shrinking.

Hypothesis has no public interface for that. The imports from `hypothesis.internal`, and the way in which Hypothesis
shrinks, may change with any release. So pyproject.toml limits Hypothesis to the releases that were tried.
"""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar
from unittest import mock

from hypothesis.internal.conjecture import providers
from hypothesis.internal.conjecture.data import ConjectureData
from hypothesis.internal.conjecture.providers import AVAILABLE_PROVIDERS, CONSTANTS_CACHE, HypothesisProvider
from hypothesis.internal.constants_ast import Constants

from ackproof.workloads.choices import SeededChoices

BACKEND = "ackproof"
"""The name of this backend in the settings of Hypothesis."""

LOOKS_FOR_CONSTANTS = providers._get_local_constants.__name__  # noqa: SLF001 - there is no public way to ask it not to


@contextmanager
def without_local_constants() -> Iterator[None]:
    """Keep Hypothesis from collecting the constants of local modules, within this context.

    If a shrink attempt needs more choices than are recorded, Hypothesis draws them by its own backend, which wants
    these constants. Collecting them takes longer than the shrinking: in a checkout the local modules are the whole
    suite.
    """
    with mock.patch.object(providers, LOOKS_FOR_CONSTANTS, Constants):
        CONSTANTS_CACHE.cache.clear()
        try:
            yield
        finally:
            CONSTANTS_CACHE.cache.clear()


class SeededProvider(HypothesisProvider):
    """The choices of `SeededChoices`, as a backend of Hypothesis.

    Hypothesis' own backend prefers some integers to others, and mixes in constants from the user's local modules. The
    first would falsify the percentages in our models. The second would make a verdict depend on where the suite is
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
        """Draw between the two bounds, which our models always give. All results are equally likely."""
        if min_value is None or max_value is None:
            return super().draw_integer(min_value, max_value, weights=weights, shrink_towards=shrink_towards)
        return self._choices.integer(min_value, max_value)


AVAILABLE_PROVIDERS[BACKEND] = f"{SeededProvider.__module__}.{SeededProvider.__qualname__}"
