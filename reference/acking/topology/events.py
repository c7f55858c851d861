"""Events: all that can happen to a topology from outside. And happenings: what comes of them, said in names.

Half of the events are faults. None of them can be wrong in itself: one that finds nothing to do does nothing.
"""

from enum import Enum

from attrs import frozen

from acking.topology.bolts import Conduct


@frozen
class NextTuple:
    """A spout task is asked for its next tuple; it gives a message id with it if that is to be `tracked`."""

    spout: str
    tracked: bool = True


@frozen
class Deliver:
    """The oldest message of a channel is delivered, or the one at `place`, which overtakes those before it.

    `conduct` is how a bolt takes it.
    """

    sender: str
    receiver: str
    place: int = 0
    conduct: Conduct = Conduct.NORMAL


class Flowing(Enum):
    """Kinds of messages under way."""

    TUPLES = "tuples"
    REPORTS = "reports"
    WORDS = "words"


@frozen
class Flow:
    """All messages of one kind are delivered, in order, and those of that kind that come of them."""

    kind: Flowing


@frozen
class Tick:
    """Time passes for one task: a rotation for a spout or acker task, a moment to finish batches for a bolt task."""

    task: str


@frozen
class Settle:
    """Spouts are asked, all messages are delivered and batches are finished, until nothing happens any more."""


@frozen
class Die:
    """A task dies, and is there again, knowing nothing."""

    task: str


@frozen
class Pause:
    """A task takes nothing in and has no ticks until it is resumed, or dies."""

    task: str


@frozen
class Resume:
    """A paused task goes on."""

    task: str


@frozen
class Lose:
    """The message at a place of a channel is lost, or all messages of it if that is None."""

    sender: str
    receiver: str
    place: int | None = None


@frozen
class Double:
    """Every message of a channel travels once more, behind the others."""

    sender: str
    receiver: str


Fault = Die | Pause | Resume | Lose | Double
Event = NextTuple | Deliver | Flow | Tick | Settle | Fault


@frozen
class Happening:
    """One thing that happened. `what` is a word of the table in the chapter on the topology; `task` is where.

    `to` is where a message goes. `name` is that of a message under way, a receipt, a tree or a source's message;
    `about` are the names of what it is about. `root` is given where a tree gets its id, and `value` where a tuple is
    sent.
    """

    what: str
    task: str
    to: str | None = None
    name: str | None = None
    about: tuple[str, ...] = ()
    root: int | None = None
    value: str | None = None
