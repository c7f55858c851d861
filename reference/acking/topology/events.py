"""Events: all that can be done to a topology from outside.

Half of the events are faults. None of them can be wrong in itself: one that finds nothing to do does nothing.
"""

from enum import Enum

from attrs import frozen

from acking.topology.bolts import Conduct
from acking.topology.tasks import Task


@frozen
class NextTuple:
    """A spout task is asked for its next tuple; it gives a message id with it if that is to be `tracked`.

    It may emit several messages in answer: as many as `most`, if the source offers so many.
    """

    spout: Task
    tracked: bool = True
    most: int = 1


@frozen
class Deliver:
    """The oldest message of a channel is delivered, or the one at `place`, which overtakes those before it.

    `conduct` is how a bolt takes it.
    """

    sender: Task
    receiver: Task
    place: int = 0
    conduct: Conduct = Conduct.NORMAL


class Flowing(Enum):
    """Kinds of messages under way: tuples to bolts, reports to ackers, and notifications of ackers to spouts."""

    TUPLES = "tuples"
    REPORTS = "reports"
    NOTIFICATIONS = "words"  # as the chapter on the topology and the protocol have it


@frozen
class Flow:
    """All messages of one kind are delivered, in order, and those of that kind that come of them."""

    kind: Flowing


@frozen
class Tick:
    """Time passes for one task: a rotation for a spout or acker task, a moment to finish batches for a bolt task."""

    task: Task


@frozen
class Settle:
    """Spouts are asked, all messages are delivered and batches are finished, until nothing happens any more."""


@frozen
class Die:
    """A task dies, and is there again, knowing nothing."""

    task: Task


@frozen
class Pause:
    """A task takes nothing in and has no ticks until it is resumed, or dies."""

    task: Task


@frozen
class Resume:
    """A paused task goes on."""

    task: Task


@frozen
class Lose:
    """The message at a place of a channel is lost, or all messages of it if that is None."""

    sender: Task
    receiver: Task
    place: int | None = None


@frozen
class Double:
    """Every message of a channel travels once more, behind the others."""

    sender: Task
    receiver: Task


@frozen
class Deactivate:
    """A spout task is not asked any more. It hears all that it waits for."""

    task: Task


@frozen
class Activate:
    """A spout task is asked again."""

    task: Task


@frozen
class Stop:
    """A task is shut down in good order, and is there again, knowing nothing."""

    task: Task


Fault = Die | Pause | Resume | Lose | Double
Order = Deactivate | Activate | Stop
"""What a cluster tells a task to do."""

Event = NextTuple | Deliver | Flow | Tick | Settle | Fault | Order
