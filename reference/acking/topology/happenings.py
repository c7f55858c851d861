"""Happenings: every possible result of an event. The table in the chapter on the topology has the words for them.

Tasks are values. Everything else has a name: `m1` is a message of the source, `m1/2` the tree of its second emission,
`t3` a tuple under way, `t3` and `t3'` its first and second receipt, `a4` and `w5` a report to an acker task and a
notification from one.
"""

from attrs import frozen

from acking.ids import RootId
from acking.messages import Kind
from acking.topology.bolts import Call
from acking.topology.tasks import Task


@frozen
class Emitted:
    """A spout task emitted a message of the source, as a tree that it will be called back about."""

    spout: Task
    tree: str
    message: str
    root: RootId


@frozen
class EmittedUntracked:
    """A spout task emitted a message of the source and asked for no tracking."""

    spout: Task
    tree: str
    message: str
    root: RootId


@frozen(kw_only=True)
class SpoutTupleSent:
    """A spout task sent a tuple of an emission."""

    sender: Task
    receiver: Task
    name: str
    tree: str
    value: str


@frozen(kw_only=True)
class BoltTupleSent:
    """A bolt task sent a tuple that is anchored to some receipts, or to none."""

    sender: Task
    receiver: Task
    name: str
    anchors: tuple[str, ...]
    value: str


@frozen
class InitSent:
    """A spout task sent an acker task the init of a tree."""

    sender: Task
    receiver: Task
    name: str
    tree: str


@frozen(kw_only=True)
class AckSent:
    """A bolt task sent an acker task the ack of a receipt, for one of its trees."""

    sender: Task
    receiver: Task
    name: str
    tree: str
    receipt: str


@frozen(kw_only=True)
class FailSent:
    """A bolt task sent an acker task the fail of a receipt, for one of its trees."""

    sender: Task
    receiver: Task
    name: str
    tree: str
    receipt: str


@frozen(kw_only=True)
class ResetSent:
    """A bolt task asked an acker task for more time for a tree, on account of a receipt."""

    sender: Task
    receiver: Task
    name: str
    tree: str
    receipt: str


@frozen(kw_only=True)
class NotificationSent:
    """An acker task notified a spout task about a tree."""

    sender: Task
    receiver: Task
    name: str
    tree: str
    kind: Kind


@frozen
class TupleArrived:
    """A bolt task received a tuple; `receipt` is the name under which it holds it."""

    receiver: Task
    name: str
    receipt: str


@frozen
class ReportArrived:
    """An acker task received an init, an ack, a fail or a reset-timeout."""

    receiver: Task
    name: str


@frozen
class NotificationArrived:
    """A spout task received what an acker task says about a tree."""

    receiver: Task
    name: str


@frozen
class InputAcked:
    """A bolt task acked a receipt."""

    bolt: Task
    receipt: str


@frozen
class InputFailed:
    """A bolt task failed a receipt."""

    bolt: Task
    receipt: str


@frozen
class CallRefused:
    """The collector of a bolt task refused a call, which is about an input that it does not hold."""

    bolt: Task
    call: Call


@frozen
class CalledBack:
    """A spout task was called back about a tree, and so about the message that it emitted."""

    spout: Task
    tree: str
    message: str
    kind: Kind


@frozen
class Dropped:
    """The source dropped a message for good, because a spout task said that it is done."""

    spout: Task
    message: str


@frozen
class OfferedAgain:
    """The source offers a message again, because a spout task gave it back or died."""

    spout: Task
    message: str


@frozen
class Died:
    """A task died, and was started again."""

    task: Task


@frozen
class Opened:
    """A spout task was opened: it has a client of the source, and its life begins."""

    spout: Task


@frozen
class Activated:
    """A spout task was activated: it is asked for tuples from now on."""

    spout: Task


@frozen
class Deactivated:
    """A spout task was deactivated: it is not asked for tuples until it is activated again."""

    spout: Task


@frozen
class Closed:
    """A spout task was closed, because it is shut down in good order."""

    spout: Task


@frozen
class Lost:
    """What was under way to a task was lost."""

    receiver: Task
    name: str


@frozen
class Doubled:
    """What is under way to a task travels once more."""

    receiver: Task
    name: str


Happening = (
    Emitted
    | EmittedUntracked
    | SpoutTupleSent
    | BoltTupleSent
    | InitSent
    | AckSent
    | FailSent
    | ResetSent
    | NotificationSent
    | TupleArrived
    | ReportArrived
    | NotificationArrived
    | InputAcked
    | InputFailed
    | CallRefused
    | CalledBack
    | Dropped
    | OfferedAgain
    | Died
    | Opened
    | Activated
    | Deactivated
    | Closed
    | Lost
    | Doubled
)
