"""Which tasks of a topology share an executor, by its plan: whatever happens to one of them happens to all."""

from collections.abc import Mapping

from ackproof.target import Config

Mates = Mapping[str, tuple[str, ...]]
"""For each task of the spout and of the bolts, all tasks of its executor in order, itself included."""


def mates_of(config: Config) -> Mates:
    """Return the tasks that share an executor with each task. Acker tasks never share one and are left out."""
    wiring = config.wiring
    shared = {"spout": (len(config.spout_tasks), wiring.executor_tasks)}
    shared |= {shape.name: (shape.tasks, shape.executor_tasks) for shape in wiring.bolts}
    mates: dict[str, tuple[str, ...]] = {}
    for component, (tasks, together) in shared.items():
        for first in range(1, tasks + 1, together):
            executor = tuple(f"{component}-{number}" for number in range(first, min(first + together, tasks + 1)))
            mates.update(dict.fromkeys(executor, executor))
    return mates


def bound_of(config: Config) -> int | None:
    """Return how many pending emissions an executor may have for each of its tasks; None if there is no bound.

    A bound of 0 means no bound from Storm 2.0 on. Before, it holds everything back.
    """
    bound = config.wiring.max_pending
    return None if bound == 0 and config.profile != "storm1" else bound
