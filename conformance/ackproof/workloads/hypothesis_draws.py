"""Examples that Hypothesis draws in order to shrink them: the same that `choices.example` draws straight from the
model.

Hypothesis is imported only when it draws: the import takes a quarter of the start time of a command, and most commands
never shrink.
"""

import importlib
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib import metadata
from typing import TYPE_CHECKING, Generic

from attrs import frozen

import ackproof
from ackproof.errors import UsageError
from ackproof.workloads.choices import Drawn, Model

if TYPE_CHECKING:
    from hypothesis import strategies as st


class Unprinted(Generic[Drawn]):
    """Something drawn, of which Hypothesis prints only the type. It would print a large workload field by field, and
    the fields of a class made by attrs also if there is a `__repr__`: hence a plain class.
    """

    __slots__ = ("value",)

    def __init__(self, value: Drawn) -> None:
        self.value = value

    def __repr__(self) -> str:
        return f"<{type(self.value).__name__}>"


@frozen
class DrawnChoices:
    """Choices drawn by Hypothesis, through the `draw` of a composite strategy."""

    draw: "Callable[[st.SearchStrategy[int]], int]"

    def integer(self, low: int, high: int) -> int:
        """See `Choices`."""
        return self.draw(_integers(low, high))


@contextmanager
def examples_of(seed: str) -> Iterator[str]:
    """Make Hypothesis draw the example of that seed whenever it draws something new. Yields the name of the backend to
    set in its settings.
    """
    _import_backend()
    from ackproof.workloads.backend import (  # noqa: PLC0415  # see `_import_backend`
        BACKEND,
        SeededProvider,
        without_local_constants,
    )

    SeededProvider.seed, before = seed, SeededProvider.seed
    try:
        with without_local_constants():
            yield BACKEND
    finally:
        SeededProvider.seed = before


def require_backend() -> None:
    """Raise `UsageError` if this Hypothesis lacks an interface that shrinking needs, and that is not public.

    A release that the metadata of this package allows was tried, so the backend is not imported to check it.
    """
    if not _was_tried():
        _import_backend()


@cache
def _was_tried() -> bool:
    """Whether the installed release of Hypothesis is within the bounds of this package."""
    from packaging.requirements import Requirement  # noqa: PLC0415  # only what draws asks for it

    bounds = Requirement(_requirement()).specifier
    return bool(bounds) and bounds.contains(metadata.version("hypothesis"), prereleases=True)


def _import_backend() -> None:
    """Raise as `require_backend` does. The backend is imported only here, so that a missing interface is reported in
    one line.
    """
    try:
        importlib.import_module("ackproof.workloads.backend")
    except (ImportError, AttributeError) as error:
        import hypothesis  # noqa: PLC0415  # it is there, and is another release

        raise UsageError(
            f"Hypothesis {hypothesis.__version__} lacks an interface that ackproof {ackproof.__version__} needs; "
            f"install a release that was tried with it: pip install '{_requirement()}'"
        ) from error


def _requirement() -> str:
    """Return the requirement on Hypothesis in this package's metadata."""
    asked = metadata.requires("ackproof") or ()
    return next((each for each in asked if re.match(r"hypothesis\b", each)), "hypothesis")


@cache
def _integers(low: int, high: int) -> "st.SearchStrategy[int]":
    from hypothesis import strategies as st  # noqa: PLC0415  # see above

    return st.integers(low, high)


def drawn_by(model: Model[Drawn]) -> "st.SearchStrategy[Unprinted[Drawn]]":
    """Return the Hypothesis strategy of a model."""
    from hypothesis import strategies as st  # noqa: PLC0415  # see above

    @st.composite
    def strategy(draw: st.DrawFn) -> Unprinted[Drawn]:
        return Unprinted(model(DrawnChoices(draw)))

    return strategy()
