"""What the large workloads of all components have in common: see `ackproof.workloads.workload.Sized`.

A scenario has one size, and what it reaches in each dimension follows from that. Its random choices follow from one
number, so that the same scenario can be made anew in another size, which is how a violation gets smaller.
"""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Generic, TypeVar

from attrs import evolve, field, frozen

from ackproof.errors import SuiteError
from ackproof.workloads.choices import Choices
from ackproof.workloads.dimensions import DIMENSIONS, Span, drawn_size

SEEDS = 1 << 20
LEAST = 2
EACH = 64
"""Up to here each number is tried of what may be taken in pieces."""
PIECES = (10, 32)
"""Beyond it, those that are one more than a multiple of these."""


def leaving_one(end: int) -> Iterator[int]:
    """Yield numbers below `end` of which a last piece of one is left, if they are taken in pieces of any usual size."""
    return (number for number in range(1, end) if number <= EACH or any(number % each == 1 for each in PIECES))


def of_each_age(source: random.Random, least: int, size: int) -> Mapping[int, Sequence[int]]:
    """Return, for some of `size` moments, the later ones at which something is asked after that began there: so that
    once it is as old as each number of moments, from `least` on.
    """
    asked: dict[int, list[int]] = {}
    for age in range(least, size):
        began = source.randrange(size - age)
        asked.setdefault(began, []).append(began + age)
    return asked


@frozen(slots=False, kw_only=True)
class Grown:
    """A workload that a scenario made: how large it is, how small it could be, and its size by dimension."""

    size: int = field(default=0)
    least: int = field(default=LEAST)
    reached: Mapping[str, int] = field(factory=dict, repr=False)
    _regrow: "Callable[[int], Grown] | None" = field(default=None, eq=False, repr=False)

    def grown_anew(self, size: int) -> "Grown":
        """Return the same scenario in another size."""
        if self._regrow is None:
            raise SuiteError("a large workload that was made by hand is asked for another size")
        return self._regrow(size)


Made = TypeVar("Made", bound=Grown)


@frozen
class Scene:
    """What an example is made of: `turn` counts the examples of a scenario, and what is to differ between them for
    certain follows from it, and not from chance.
    """

    profile: str
    source: random.Random
    turn: int

    def shuffled(self, items: Sequence[str]) -> list[str]:
        """Return the items in any order."""
        return self.source.sample(items, len(items))


@frozen
class Scenario(Generic[Made]):
    """A kind of large workload. The ends of `dimension` are the ends of its size."""

    component: str
    dimension: str
    write: Callable[[Scene, int], Made]
    least: int = LEAST

    def grown(self, profile: str, seed: int, turn: int, size: int) -> Made:
        """Return the workload of that size, which follows from the seed and from the number of its turn."""
        scene = Scene(profile, random.Random(f"sizes {self.component} {self.dimension} {seed}"), turn)
        regrow = partial(self.grown, profile, seed, turn)
        return evolve(self.write(scene, size), size=size, least=self.least, regrow=regrow)


@frozen
class Turns(Generic[Made]):
    """Scenarios that take turns; the first examples of each are at the end of its range."""

    scenarios: tuple[Scenario[Made], ...]

    def __call__(self, choices: Choices, profile: str, number: int, span: Span) -> Made:
        """Draw the example of that number."""
        turn, place = divmod(number, len(self.scenarios))
        scenario = self.scenarios[place]
        end = DIMENSIONS[scenario.component][scenario.dimension].end(span)
        size = drawn_size(choices, turn, max(end, scenario.least), scenario.least)
        return scenario.grown(profile, choices.integer(0, SEEDS), turn, size)
