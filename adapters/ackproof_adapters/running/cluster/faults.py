"""What is done to a run: a schedule that follows from the seed.

A fault is told by what it does and to which task's process, and by when: as soon as the spout tasks have taken so many
messages since the last one. So it does not hang on how fast the machine is.
"""

from random import Random
from typing import Any

from ackproof.target import Config
from attrs import asdict, frozen

KILL, PAUSE, NIMBUS, SUPERVISOR, REBALANCE = "kill", "pause", "nimbus", "supervisor", "rebalance"
DELAY, SEVER = "delay", "sever"
"""What is sent to a worker is held, and comes late; the connections to it are broken, with what is under way there."""

OF_A_TASK = frozenset({KILL, PAUSE, DELAY, SEVER})
"""The faults that are about the worker that has a certain task."""

FAULTS = 3
_OTHERS = (PAUSE, PAUSE, NIMBUS, SUPERVISOR, REBALANCE)
_LINKS = 10
"""In one of so many topologies the last fault is one of a link."""


@frozen(kw_only=True)
class Fault:
    """Some are for the worker that has the task `whom`; the others are for the cluster."""

    what: str
    whom: str = ""
    after: int
    """It is done when so many messages were taken since the last one was over."""

    def to_json(self) -> dict[str, Any]:
        """Return it as it is ordered."""
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
