"""The faults of a run: a schedule that follows from the seed.

A fault is given by its kind, the task whose process it hits, and when it happens: as soon as the spout tasks have taken
so many messages since the last fault. So it does not depend on the speed of the machine.
"""

from random import Random
from typing import Any

from ackproof.target import Config
from attrs import asdict, frozen

KILL, PAUSE, NIMBUS, SUPERVISOR, REBALANCE = "kill", "pause", "nimbus", "supervisor", "rebalance"
DELAY, SEVER = "delay", "sever"
"""Messages to a worker are held and come late; or its connections are broken, and the messages on them are lost."""

OF_A_TASK = frozenset({KILL, PAUSE, DELAY, SEVER})
"""The faults that are about the worker that has a certain task."""

FAULTS = 3
_OTHERS = (PAUSE, PAUSE, NIMBUS, SUPERVISOR, REBALANCE)
_LINKS = 10
"""In one of this many topologies the last fault is a fault of a link."""


@frozen(kw_only=True)
class Fault:
    """A fault. Some hit the worker that has the task `whom`; the others hit the cluster."""

    what: str
    whom: str = ""
    after: int
    """It happens when so many messages were taken after the last fault was over."""

    def to_json(self) -> dict[str, Any]:
        """Return it in the form of an order."""
        return asdict(self)


def schedule(seed: int, number: int, config: Config) -> tuple[Fault, ...]:
    """Return the faults of the topology of that number: mostly kills, of an acker's worker, a bolt's and a spout's."""
    choices = Random(f"faults {seed} {number}")
    groups = [
        [f"spout-{task}" for task in config.spout_tasks],
        [f"{shape.name}-{task + 1}" for shape in config.wiring.bolts for task in range(shape.tasks)],
        [f"acker-{task + 1}" for task in range(config.ackers)],
    ]
    whom = [choices.choice(group) for group in groups if group]
    choices.shuffle(whom)
    room = max(1, len(config.wiring.messages) // (FAULTS + 2))
    drawn = [Fault(what=KILL, whom=task, after=choices.randrange(1, room + 1)) for task in whom]
    if choices.randrange(2):
        other = Fault(what=choices.choice(_OTHERS), whom=choices.choice(whom), after=choices.randrange(1, room + 1))
        drawn[choices.randrange(len(drawn))] = other
    if number % _LINKS == _LINKS // 2:
        drawn[-1] = Fault(what=choices.choice((DELAY, SEVER)), whom=choices.choice(whom), after=drawn[-1].after)
    return tuple(drawn)


def portions(messages: tuple[str, ...], faults: int) -> list[tuple[str, ...]]:
    """Return what the source offers before each fault, and after the last."""
    size = -(-len(messages) // (faults + 1))
    return [messages[first * size : (first + 1) * size] for first in range(faults + 1)]
