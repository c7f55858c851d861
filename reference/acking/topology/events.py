"""Events: everything that can be done to a topology from outside.

Five of them are faults, and three are commands of the cluster. Every event is legal at any time: if there is nothing
to do, it does nothing. Only an unknown task is an error (`UnknownTask`), and so is one that is no spout task in
`NextTuple`. All other events about a task are about all tasks of its executor.
"""

from enum import Enum

from attrs import frozen

from acking.topology.bolts import Conduct
from acking.topology.tasks import Task


@frozen
class NextTuple:
    """A spout task is asked for its next tuple. It emits the next `most` messages of the source, or all that there are.

    With `tracked` each has a message id. Nothing is emitted if the executor is at its bound.
    """

    spout: Task
    tracked: bool = True
    most: int = 1


@frozen
class Deliver:
    """The oldest message of a channel is delivered, or the one at `place`, which overtakes those before it.

    `conduct` is how a bolt handles it.
    """

    sender: Task
    receiver: Task
    place: int = 0
    conduct: Conduct = Conduct.NORMAL


class Flowing(Enum):
    """Kinds of messages under way: tuples to bolts, reports to ackers, and notifications from ackers to spouts."""

    TUPLES = "tuples"
    REPORTS = "reports"
    NOTIFICATIONS = "words"  # as the chapter on the topology and the protocol have it


@frozen
class Flow:
    """All messages of one kind are delivered, in order, and so are new messages of that kind that result."""

    kind: Flowing


@frozen
class Tick:
    """Time passes for one task: a rotation for a spout or acker task, a moment to finish batches for a bolt task."""

    task: Task


@frozen
class Settle:
    """Spouts are asked, all messages are delivered and batches are finished, until nothing happens any more.

    A paused task gets nothing, and is not asked. The rounds are limited: see `running.LAPS`.
    """


@frozen
class Die:
    """A task dies and is started again with empty state."""

    task: Task


@frozen
class Pause:
    """A task receives nothing and has no ticks until it is resumed, or dies."""

    task: Task


@frozen
class Resume:
    """A paused task continues."""

    task: Task


@frozen
class Lose:
    """The message at a place of a channel is lost, or all its messages if `place` is None."""

    sender: Task
    receiver: Task
    place: int | None = None


@frozen
class Double:
    """Every message of a channel is sent once more, behind the others."""

    sender: Task
    receiver: Task


@frozen
class Deactivate:
    """A spout task is not asked for tuples any more. It still gets its notifications.

    Nothing happens for a bolt or acker task, nor for a paused one.
    """

    task: Task


@frozen
class Activate:
    """A spout task is asked for tuples again. Nothing happens for a bolt or acker task, nor for a paused one."""

    task: Task


@frozen
class Stop:
    """A task is shut down in good order, and is started again with empty state. Nothing happens for a paused one."""

    task: Task


Fault = Die | Pause | Resume | Lose | Double
Command = Deactivate | Activate | Stop
"""Commands of the cluster to the tasks of an executor."""

Event = NextTuple | Deliver | Flow | Tick | Settle | Fault | Command
