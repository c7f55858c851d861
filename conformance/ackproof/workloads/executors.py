"""Workloads for ids: many executors that draw ids, most of them a few ids and some of them many.

The target decides which ids are drawn. A workload decides how many executors there are, which of them are busy, and in
which order and in what portions they draw. An executor first draws two ids, like that of a spout for its first
emission: a root id and an edge id. There are exceptions: one of the busy executors begins, with a single id, and some
executors draw twice as many ids at once as an implementation might keep in a buffer.
"""

import random
from collections.abc import Mapping
from functools import cached_property

from attrs import evolve, frozen

from ackproof.components.ids import Draw
from ackproof.target import Config, Run
from ackproof.workloads.choices import Choices

SEEDS = 1 << 31
FEWEST_EXECUTORS, MOST_EXECUTORS = 64, 96
"""How many executors draw as many ids as two are compared by, or more."""
CROWD = 1024
"""How many further executors draw two ids each: more than there are numbers of a byte."""
BUSY = 4
"""How many executors draw many ids. A count over all bits of all executors would find nothing else."""
MANY_IDS = 1536
"""The number of ids that a busy executor draws: enough for any attack, and for a thousand ids to predict."""
FEW_IDS = 36
"""The number of ids that each other executor draws: enough to show that two executors share half of their bits."""
FIRST_IDS = 2
LARGEST_PORTION = 64
BUFFERS = (1, 3, 10, 16, 32, 50, 64, 100, 128, 200, 256)
"""The portions in which some executors draw, twice each. A generator that makes ids in blocks may give a whole one."""
FIRST_DIGITS = 10
"""The first busy executor has a smaller number than this, which may be the first digit of another's."""
BORDER = 1024
"""About every second multiple of this many ids ends a draw: a generator may have one ring of ids for all executors."""
IN_STEP = 8
"""So many pairs of executors draw in step: one id each, and then one each again. Meanwhile no other draws."""
LATE_EVERY = 4
"""One executor in so many begins after the others, while they draw."""


@frozen(slots=False)
class ManyDraws:
    """Draws of executors, in turns."""

    config: Config
    steps: tuple[Draw, ...]

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
    several = choices.integer(FEWEST_EXECUTORS, MOST_EXECUTORS)
    source = random.Random(f"draws {choices.integer(0, SEEDS - 1)}")
    executors = several + len(BUFFERS) + CROWD
    order = [*source.sample(range(several), several), *range(several, executors)]
    first = source.randrange(1, FIRST_DIGITS)
    order.remove(first)
    order.insert(0, first)
    at_once = dict(zip(order[several:], BUFFERS, strict=False))
    left = {executor: MANY_IDS if place < BUSY else FEW_IDS for place, executor in enumerate(order[:several])}
    left |= {executor: 2 * at_once.get(executor, 1) for executor in order[several:]}
    source.shuffle(order)
    order.remove(first)
    steps: list[Draw] = []

    def draw(executor: int, count: int) -> None:
        steps.append(Draw(executor, min(count, left[executor])))
        left[executor] -= steps[-1].count
        if not left[executor]:
            del left[executor]

    in_step = [each for each in order if left[each] == FIRST_IDS][: 2 * IN_STEP]
    for pair in zip(in_step[::2], in_step[1::2], strict=True):
        for executor in (*pair, *pair):
            draw(executor, 1)
    order = [each for each in order if each in left]
    for executor in (first, *(each for place, each in enumerate(order) if place % LATE_EVERY)):
        draw(executor, 1 if executor == first else at_once.get(executor, FIRST_IDS))
    drawn = sum(step.count for step in steps)
    while left:
        executor = source.choice(list(left))
        count = at_once.get(executor) or source.randint(1, LARGEST_PORTION)
        room = BORDER - drawn % BORDER
        draw(executor, room if room < count and source.randrange(2) else count)
        drawn += steps[-1].count
    return ManyDraws(Config(profile=profile, executors=executors), tuple(steps))
