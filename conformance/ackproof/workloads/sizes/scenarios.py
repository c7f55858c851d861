"""The common parts of the large workloads of all components: see `ackproof.workloads.workload.Sized`.

A scenario has one size, which determines its size in each dimension. Its random choices follow from one number, so that
the same scenario can be made anew in another size: that is how a violation is shrunk.
"""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Generic, TypeVar

from attrs import evolve, field, frozen

from ackproof.errors import SuiteError
from ackproof.workloads.choices import Choices
from ackproof.workloads.dimensions import DIMENSIONS, Span, drawn_size

Item = TypeVar("Item")
SEEDS = 1 << 20
WAVE = 3
ROUND_NUMBERS = (10, 100, 1000, 10_000, 100_000)
LEAST = 2
EACH = 64
"""Up to here `leaving_one` yields each number."""
PIECES = (10, 32)
"""Beyond it, `leaving_one` yields those that are one more than a multiple of these."""


def leaving_one(end: int) -> Iterator[int]:
    """Yield numbers below `end` that leave a last block of one, if they are divided into blocks of any usual size."""
    return (number for number in range(1, end) if number <= EACH or any(number % each == 1 for each in PIECES))


def usual_limits(most: int) -> Sequence[int]:
    """Return the numbers up to `most` that people choose for limits and periods: powers of two and of ten."""
    powers = {1 << power for power in range(most.bit_length())}
    return sorted(powers | {each for each in ROUND_NUMBERS if each <= most})


def waves(size: int, turn: int) -> Sequence[int]:
    """Return numbers of things that come at once. Each is twice the one before, and three quarters of a power of two.
    In one turn of three they are one more than usual sizes of blocks: then the last block has a single thing.
    """
    if turn % 3 == 1:
        return [1 + block for block in (*usual_limits(size), *(each // 2 for each in ROUND_NUMBERS)) if block < size]
    return [WAVE << doubled for doubled in range((size // WAVE).bit_length())]


def in_quarters(items: list[Item], turn: int) -> list[list[Item]]:
    """Return four parts of some items, each with every fourth of them. In four turns each part has each place: so if
    the parts have different roles, a mistake with the oldest item, or with the first after a table has grown, shows in
    one of four examples.
    """
    return [items[(turn + part) % 4 :: 4] for part in range(4)]


def of_each_age(source: random.Random, least: int, size: int) -> Mapping[int, Sequence[int]]:
    """Return, for some of `size` moments, later ones at which something is checked that began there, so that each
    number of moments from `least` on is the age of one check.
    """
    asked: dict[int, list[int]] = {}
    for age in range(least, size):
        began = source.randrange(size - age)
        asked.setdefault(began, []).append(began + age)
    return asked


@frozen(slots=False, kw_only=True)
class Grown:
    """A workload that a scenario made: its size, the smallest that it could have, and its size by dimension."""

    size: int = field(default=0)
    least: int = field(default=LEAST)
    reached: Mapping[str, int] = field(factory=dict, repr=False)
    _regrow: "Callable[..., Grown] | None" = field(default=None, eq=False, repr=False)

    def grown_anew(self, size: int, **changed: bool) -> "Grown":
        """Return the same scenario in another size, with some parameters of its scene changed."""
        if self._regrow is None:
            raise SuiteError("a large workload that was made by hand is asked for another size")
        return self._regrow(size, **changed)


Made = TypeVar("Made", bound=Grown)


@frozen
class Scene:
    """The parameters of an example. `turn` counts the examples of a scenario: it decides what has to differ between
    them for certain, and not by chance. `configured` says whether what is opened may have numbers of its own, which a
    target has to claim.
    """

    profile: str
    source: random.Random
    turn: int
    configured: bool = True

    def shuffled(self, items: Sequence[str]) -> list[str]:
        """Return the items in random order."""
        return self.source.sample(items, len(items))


@frozen
class Scenario(Generic[Made]):
    """A kind of large workload. Its sizes range over those of `dimension`."""

    component: str
    dimension: str
    write: Callable[[Scene, int], Made]
    least: int = LEAST

    def grown(self, profile: str, seed: int, turn: int, size: int, *, configured: bool = True) -> Made:
        """Return the workload of that size, which is determined by the seed and the number of its turn."""
        scene = Scene(profile, random.Random(f"sizes {self.component} {self.dimension} {seed}"), turn, configured)
        regrow = partial(self.grown, profile, seed, turn, configured=configured)
        return evolve(self.write(scene, size), size=size, least=self.least, regrow=regrow)


@frozen
class Turns(Generic[Made]):
    """Scenarios that take turns; the first examples of each are at the end of its range."""

    scenarios: tuple[Scenario[Made], ...]

    def __call__(self, choices: Choices, profile: str, number: int, span: Span) -> Made:
        """Draw the example with that number."""
        turn, place = divmod(number, len(self.scenarios))
        scenario = self.scenarios[place]
        end = DIMENSIONS[scenario.component][scenario.dimension].end(span)
        size = drawn_size(choices, turn, max(end, scenario.least), scenario.least)
        return scenario.grown(profile, choices.integer(0, SEEDS), turn, size)
