"""The scenarios of large workloads for ackers, and how one of them is drawn."""

import random
from collections.abc import Callable, Mapping
from functools import partial

from attrs import frozen

from ackproof.target import Config
from ackproof.workloads.choices import Choices
from ackproof.workloads.dimensions import (
    ACKER_TASKS,
    DIMENSIONS,
    MESSAGES,
    RECORDS,
    ROOT_BITS,
    TICKS,
    WHOLE,
    Span,
    drawn_size,
)
from ackproof.workloads.rotating_map import BUCKETS
from ackproof.workloads.sizes.acker.large_tree import one_large_tree
from ackproof.workloads.sizes.acker.long_run import long_run
from ackproof.workloads.sizes.acker.many_records import many_records
from ackproof.workloads.sizes.acker.many_tasks import FEWEST_ODD, many_acker_tasks, odd_numbers_of_acker_tasks
from ackproof.workloads.sizes.acker.one_bit import one_bit
from ackproof.workloads.sizes.acker.writer import SizedAckerWorkload, Writer
from ackproof.workloads.sizes.scenarios import LEAST, SEEDS
from ackproof.workloads.trees import Forest

NO_FOREST = Forest((), (), 0)
ACKS_REFRESH = "storm1"
"""The profile in which an ack refreshes."""


@frozen
class AckerScenario:
    """A kind of large workload. Its sizes range over those of `dimension`."""

    write: Callable[[Writer, int], Mapping[str, int]]
    dimension: str
    least: int = LEAST

    def grown(self, profile: str, seed: int, turn: int, size: int) -> SizedAckerWorkload:
        """Return the workload of that size, which is determined by the seed and the number of its turn."""
        source = random.Random(f"sizes {self.dimension} {seed}")
        writer = Writer(source=source, lifetime=BUCKETS[profile], turn=turn, acks_refresh=profile == ACKS_REFRESH)
        reached = self.write(writer, size)
        return SizedAckerWorkload(
            config=Config(profile=profile, tasks=writer.tasks),
            forest=NO_FOREST,
            values=tuple(writer.numbers),
            names=tuple(f"e{edge + 1}" for edge in range(len(writer.numbers))),
            steps=tuple(writer.steps),
            size=size,
            least=self.least,
            reached=reached,
            regrow=partial(self.grown, profile, seed, turn),
        )


SCENARIOS = (
    AckerScenario(one_large_tree, MESSAGES, least=4),
    AckerScenario(many_records, RECORDS, least=4),
    AckerScenario(long_run, TICKS),
    AckerScenario(one_bit, ROOT_BITS),
)
"""Scenarios for every acker."""

OF_ROUTING = (
    AckerScenario(many_acker_tasks, ACKER_TASKS),
    AckerScenario(odd_numbers_of_acker_tasks, ACKER_TASKS, least=FEWEST_ODD),
)
"""Scenarios for several acker tasks."""


def grow_sized_acker_workload(
    choices: Choices, profile: str, number: int, span: Span = WHOLE, scenarios: tuple[AckerScenario, ...] = SCENARIOS
) -> SizedAckerWorkload:
    """Draw the example with that number. The scenarios take turns, and the first examples of each are at the end of its
    range.
    """
    turn, place = divmod(number, len(scenarios))
    scenario = scenarios[place]
    end = DIMENSIONS["acker"][scenario.dimension].end(span)
    size = drawn_size(choices, turn, max(end, scenario.least), scenario.least)
    return scenario.grown(profile, choices.integer(0, SEEDS), turn, size)
