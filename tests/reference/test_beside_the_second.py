"""The reference and the second implementation, which share no code, agree on random operations."""

import importlib
import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from ackproof.components.acker import Ack, Fail, Init, ResetTimeout, Tick
from ackproof.components.rotating_map import Contains, Get, Put, Remove, Rotate, Size
from ackproof.rules.differential import comparable
from ackproof.target import Config
from ackproof.targets import reference

second = importlib.import_module("second.target")

HISTORIES = 40
LENGTH = 60
ROOTS = (0, -1, 5, 1 << 62)
VALUES = 4
"""So few values that an ack val is often zero, rightly and by accident."""

Draw = Callable[[random.Random], Any]


def drawn(source: random.Random, kinds: Sequence[Draw]) -> list[Any]:
    """Draw one history."""
    return [source.choice(kinds)(source) for _ in range(LENGTH)]


def acker_operations(tasks: int) -> Sequence[Draw]:
    """Return the ways to draw an operation for a number of acker tasks; messages are drawn twice as often as anything
    else.
    """
    messages: list[Draw] = [
        lambda source: Init(source.choice(ROOTS), source.randrange(VALUES), source.randrange(3)),
        lambda source: Ack(source.choice(ROOTS), source.randrange(VALUES)),
    ]
    others: list[Draw] = [
        lambda source: Fail(source.choice(ROOTS)),
        lambda source: ResetTimeout(source.choice(ROOTS)),
        lambda _: Tick(),
        lambda source: Tick(source.randrange(tasks)),
    ]
    return [*messages, *messages, *others]


MAP_OPERATIONS: Sequence[Draw] = (
    lambda source: Put(source.choice("abcd"), source.choice(["x", "y", None])),
    lambda source: Get(source.choice("abcd")),
    lambda source: Contains(source.choice("abcd")),
    lambda source: Remove(source.choice("abcd")),
    lambda _: Size(),
    lambda _: Rotate(),
)


def answers(make: Callable[[], Any], component: str, config: Config, operations: Sequence[Any]) -> list[Any]:
    """Return the answers of a target in the form in which right targets agree, with the counts that both report."""
    results = make().open(component, config).apply(operations)
    return [(comparable(each), getattr(each, "pending", None), bool(getattr(each, "acked", None))) for each in results]


@pytest.mark.parametrize("profile", ["storm1", "storm2"])
@pytest.mark.parametrize("tasks", [1, 2, 3])
def test_the_ackers_agree(profile: str, tasks: int) -> None:
    """Each answer is compared, with the number of records after it."""
    for number in range(HISTORIES):
        operations = drawn(random.Random(f"{profile} {tasks} {number}"), acker_operations(tasks))
        config = Config(profile=profile, tasks=tasks)
        assert answers(second.make, "acker", config, operations) == answers(reference.make, "acker", config, operations)


@pytest.mark.parametrize("buckets", [None, 2, 5])
def test_the_maps_agree(buckets: int | None) -> None:
    """Each answer is compared."""
    for number in range(HISTORIES):
        operations = drawn(random.Random(f"{buckets} {number}"), MAP_OPERATIONS)
        config = Config(buckets=buckets)
        assert answers(second.make, "rotating-map", config, operations) == answers(
            reference.make, "rotating-map", config, operations
        )
