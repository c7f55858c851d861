"""Groupings: which tasks of a bolt a tuple goes to, and of which stream a bolt takes tuples.

A component has streams, which are counted from 1; most have one. What it emits takes turns on them: of a spout, by the
place of the message in the source; of a bolt, by the place of the value among those that it makes of its input. A bolt
takes from one stream of a component, and what goes out on a stream that nobody takes from goes nowhere.

Sources: Storm's documentation of stream groupings ("Concepts") for what each promises. Which task `shuffle` and `none`
choose is left open there; here they take turns.
"""

from collections.abc import Sequence
from enum import Enum

from attrs import frozen

from acking.topology.tasks import Task


class Grouping(Enum):
    """How tuples are dealt out to the tasks of a bolt."""

    FIELDS = "fields"
    SHUFFLE = "shuffle"
    NONE = "none"
    ALL = "all"
    DIRECT = "direct"


@frozen
class Subscription:
    """How a bolt takes the tuples of a component."""

    stream: int = 1
    grouping: Grouping = Grouping.FIELDS


def stream_of(number: int, streams: int) -> int:
    """Return the stream of what a component with so many streams emits at a place, counted from 1."""
    return (number - 1) % streams + 1


def chosen(grouping: Grouping, tasks: Sequence[Task], value: str, number: int, turn: int) -> Sequence[Task]:
    """Return the tasks that a tuple goes to. `number` is the place of its value, and with `direct` the number of the
    task, counted round; `turn` counts what was dealt out to these tasks before.
    """
    match grouping:
        case Grouping.FIELDS:
            return [tasks[sum(value.encode()) % len(tasks)]]
        case Grouping.SHUFFLE | Grouping.NONE:
            return [tasks[turn % len(tasks)]]
        case Grouping.ALL:
            return tasks
        case Grouping.DIRECT:
            return [tasks[(number - 1) % len(tasks)]]
