"""Groupings: which tasks of a bolt a tuple goes to, and of which stream a bolt takes tuples.

A component has streams, which are counted from 1; most have one. Its tuples go to the streams in turn: for a spout, by
the place of the message in the source; for a bolt, by the place of the value among the results of its input. A bolt
takes tuples from one stream of a component. Tuples on a stream that no bolt takes go nowhere.

Sources: Storm's documentation of stream groupings ("Concepts") for the promise of each. It leaves open which task
`shuffle` and `none` choose; here tasks take turns.
"""

from collections.abc import Sequence
from enum import Enum

from attrs import frozen

from acking.topology.tasks import Task


class Grouping(Enum):
    """How tuples are distributed to the tasks of a bolt."""

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
    """Return the stream, from 1, of the `number`-th value, from 1, that a component with `streams` streams emits."""
    return (number - 1) % streams + 1


def chosen(grouping: Grouping, tasks: Sequence[Task], value: str, number: int, turn: int) -> Sequence[Task]:
    """Return the tasks that a tuple goes to. `number` is the place of its value, from 1: with `direct` the first value
    goes to the first task, the next to the second, and after the last task comes the first. `turn` counts the tuples
    that went to these tasks before.
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
