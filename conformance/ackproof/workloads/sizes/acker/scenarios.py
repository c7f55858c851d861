"""The scenarios of large workloads for ackers."""

from collections.abc import Callable, Mapping
from functools import partial

from ackproof.target import Config
from ackproof.workloads.dimensions import ACKER_TASKS, MESSAGES, RECORDS, ROOT_BITS, TICKS
from ackproof.workloads.rotating_map import BUCKETS
from ackproof.workloads.sizes.acker.large_tree import one_large_tree
from ackproof.workloads.sizes.acker.long_run import long_run
from ackproof.workloads.sizes.acker.many_records import many_records
from ackproof.workloads.sizes.acker.many_tasks import FEWEST_ODD, many_acker_tasks, odd_numbers_of_acker_tasks
from ackproof.workloads.sizes.acker.one_bit import one_bit
from ackproof.workloads.sizes.acker.writer import SizedAckerWorkload, Writer
from ackproof.workloads.sizes.scenarios import LEAST, Scenario, Scene, Turns
from ackproof.workloads.trees import Forest

NO_FOREST = Forest((), (), 0)
ACKS_REFRESH = "storm1"
"""The profile in which an ack refreshes."""

Write = Callable[[Writer, int], Mapping[str, int]]
"""Writes the history of a size; returns the size that it has in each dimension."""


def _written(write: Write, scene: Scene, size: int) -> SizedAckerWorkload:
    writer = Writer(
        source=scene.source,
        lifetime=BUCKETS[scene.profile],
        turn=scene.turn,
        acks_refresh=scene.profile == ACKS_REFRESH,
    )
    reached = write(writer, size)
    return SizedAckerWorkload(
        config=Config(profile=scene.profile, tasks=writer.tasks),
        forest=NO_FOREST,
        values=tuple(writer.numbers),
        names=tuple(f"e{edge + 1}" for edge in range(len(writer.numbers))),
        steps=tuple(writer.steps),
        reached=reached,
    )


def _scenario(write: Write, dimension: str, least: int = LEAST) -> Scenario[SizedAckerWorkload]:
    return Scenario("acker", dimension, partial(_written, write), least)


grow_sized_acker_workload = Turns(
    (
        _scenario(one_large_tree, MESSAGES, least=4),
        _scenario(many_records, RECORDS, least=4),
        _scenario(long_run, TICKS),
        _scenario(one_bit, ROOT_BITS),
    )
)
"""Draws a large workload for any acker."""

grow_sized_routing = Turns(
    (
        _scenario(many_acker_tasks, ACKER_TASKS),
        _scenario(odd_numbers_of_acker_tasks, ACKER_TASKS, least=FEWEST_ODD),
    )
)
"""Draws a large workload for several acker tasks."""
