"""Where a workload's choices come from.

A model asks for integers in small ranges, and 0 is always the plainest answer: the fewest, the first, no disturbance.
So a model makes a Hypothesis strategy (`drawn_by`), whose workloads shrink towards plain ones by themselves.

Example number i of a seed is a function of the seed and i, and of nothing else: not of Hypothesis' version, of what
was drawn before, nor of what else is imported. `example` draws it straight from the model; `examples_of` lets
Hypothesis draw the very same one, to be shrunk. The first is several times faster, since it keeps no books. Hypothesis
is imported where it draws: that takes a quarter of the time in which a command starts, and most of them never shrink.
"""

import importlib
import random
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib import metadata
from typing import TYPE_CHECKING, Protocol, TypeVar

from attrs import frozen

import ackproof
from ackproof.errors import UsageError

if TYPE_CHECKING:
    from hypothesis import strategies as st

BACKEND = "ackproof"
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
class DrawnChoices:
    """Choices drawn by Hypothesis, through the `draw` of a composite strategy."""

    draw: "Callable[[st.SearchStrategy[int]], int]"

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


Model = Callable[[Choices], Drawn]
"""A way of making something, mostly a workload, out of choices."""


def example(model: Model[Drawn], seed: str) -> Drawn:
    """Return the workload of that seed."""
    return model(SeededChoices(random.Random(seed)))


@contextmanager
def examples_of(seed: str) -> Iterator[str]:
    """Let Hypothesis draw the example of that seed wherever it would draw something new; yields the backend to name
    in its settings.
    """
    _import_backend()
    from ackproof.workloads.backend import SeededProvider, without_local_constants  # noqa: PLC0415  # see there

    SeededProvider.seed, before = seed, SeededProvider.seed
    try:
        with without_local_constants():
            yield BACKEND
    finally:
        SeededProvider.seed = before


def require_backend() -> None:
    """Raise `UsageError` if this Hypothesis lacks what shrinking needs of it: an interface that is not public.

    A release that the metadata of this package allows was tried, and is not imported for this.
    """
    if not _was_tried():
        _import_backend()


@cache
def _was_tried() -> bool:
    """Whether the release of Hypothesis that is here is within the bounds of this package."""
    from packaging.requirements import Requirement  # noqa: PLC0415  # only what draws asks for it

    bounds = Requirement(_requirement()).specifier
    return bool(bounds) and bounds.contains(metadata.version("hypothesis"), prereleases=True)


def _import_backend() -> None:
    """Raise as `require_backend` does. It is only imported here, so that what lacks it can be told in a line."""
    try:
        importlib.import_module("ackproof.workloads.backend")
    except (ImportError, AttributeError) as error:
        import hypothesis  # noqa: PLC0415  # it is there, and is another release

        raise UsageError(
            f"Hypothesis {hypothesis.__version__} lacks an interface that ackproof {ackproof.__version__} needs; "
            f"install a release that was tried with it: pip install '{_requirement()}'"
        ) from error


def _requirement() -> str:
    """Return what this package asks for, in the words of its metadata."""
    asked = metadata.requires("ackproof") or ()
    return next((each for each in asked if re.match(r"hypothesis\b", each)), "hypothesis")


@cache
def _integers(low: int, high: int) -> "st.SearchStrategy[int]":
    from hypothesis import strategies as st  # noqa: PLC0415  # see above

    return st.integers(low, high)


def drawn_by(model: Model[Drawn]) -> "st.SearchStrategy[Drawn]":
    """Return the Hypothesis strategy of a model."""
    from hypothesis import strategies as st  # noqa: PLC0415  # see above

    @st.composite
    def strategy(draw: st.DrawFn) -> Drawn:
        return model(DrawnChoices(draw))

    return strategy()
