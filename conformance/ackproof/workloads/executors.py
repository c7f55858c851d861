"""Workloads for ids: many executors that draw ids, most of them a few ids and some of them many.

The target decides which ids are drawn. A workload decides how many executors there are, which of them are busy, and in
which order and in what portions they draw. First every executor draws two ids, like the executor of a spout for its
first emission: a root id and an edge id.
"""

import random
from collections.abc import Mapping
from functools import cached_property

from attrs import evolve, field, frozen

from ackproof.components.ids import Draw
from ackproof.target import Config, Run
from ackproof.workloads.choices import Choices

SEEDS = 1 << 31
FEWEST_EXECUTORS, MOST_EXECUTORS = 64, 96
BUSY = 4
"""How many executors draw many ids. A count over all bits of all executors would find nothing else."""
MANY_IDS = 1536
"""The number of ids that a busy executor draws: enough for any attack, and for a thousand ids to predict."""
FEW_IDS = 36
"""The number of ids that each other executor draws: enough to show that two executors share half of their bits."""
FIRST_IDS = 2
LARGEST_PORTION = 64


@frozen(slots=False)
class ManyDraws:
    """Draws of executors, in turns."""

    config: Config
    steps: tuple[Draw, ...] = field(repr=lambda steps: f"<{len(steps)} draws>")

    component = "ids"

    @cached_property
    def run(self) -> Run:
        """The operations, as a target receives them."""
        return Run(self.component, self.config, self.steps)

    @property
    def length(self) -> int:
        """The number of operations."""
        return len(self.steps)

    @property
    def reached(self) -> Mapping[str, int]:
        """Empty: every workload draws about the same number of ids."""
        return {}

    def without(self, start: int, stop: int) -> "ManyDraws | None":
        """Return the workload without some draws, or None if none would be left.

        The remaining ids are drawn anew, so that the ids of an executor are still a stream without gaps, but a shorter
        one.
        """
        steps = self.steps[:start] + self.steps[stop:]
        return evolve(self, steps=steps) if steps else None

    def restricted_to(self, operations: frozenset[str] | None) -> "ManyDraws":
        """Return the workload itself: it consists of draws."""
        del operations
        return self


def grow_draws(choices: Choices, profile: str) -> ManyDraws:
    """Draw a seed, and derive from it the order and the sizes of the draws."""
    executors = choices.integer(FEWEST_EXECUTORS, MOST_EXECUTORS)
    source = random.Random(f"draws {choices.integer(0, SEEDS - 1)}")
    order = source.sample(range(executors), executors)
    left = {executor: (MANY_IDS if place < BUSY else FEW_IDS) - FIRST_IDS for place, executor in enumerate(order)}
    source.shuffle(order)
    steps = [Draw(executor, FIRST_IDS) for executor in order]
    while left:
        executor = source.choice(list(left))
        count = min(source.randint(1, LARGEST_PORTION), left[executor])
        steps.append(Draw(executor, count))
        left[executor] -= count
        if not left[executor]:
            del left[executor]
    return ManyDraws(Config(profile=profile, executors=executors), tuple(steps))
