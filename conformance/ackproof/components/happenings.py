"""The happenings of a topology, a class for each kind, as listed in the chapter on the topology.

Each has the `task` that it happened on; `what` is its name on the wire and in sentences. A target may leave out a field
that may be None: a rule judges the missing field. Tasks, messages and trees are identified by names, as in
`components.topology`.
"""

from enum import StrEnum
from typing import ClassVar

from attrs import frozen

from ackproof.components.fields import Long


class AckOrFail(StrEnum):
    """The outcome of an input or of a tree."""

    ACK = "ack"
    FAIL = "fail"


@frozen
class Emission:
    """A spout task emits a message with a message id: a tree begins. `root` is its root id."""

    what: ClassVar[str] = "emission"
    task: str
    tree: str
    message: str | None = None
    root: Long | None = None


@frozen
class UntrackedEmission:
    """A spout task emits a message without a message id."""

    what: ClassVar[str] = "untracked"
    task: str
    tree: str
    message: str | None = None
    root: Long | None = None


@frozen(kw_only=True)
class Sending:
    """A task sends a message, identified by `name`, to another task."""

    task: str
    to: str
    name: str


@frozen(kw_only=True)
class SpoutTuple(Sending):
    """A spout task sends a tuple of a tree to a bolt task."""

    what: ClassVar[str] = "tuple"
    tree: str
    value: str | None = None


@frozen(kw_only=True)
class BoltTuple(Sending):
    """A bolt task sends a tuple to another, anchored to receipts that it holds."""

    what: ClassVar[str] = "tuple"
    anchors: tuple[str, ...] = ()
    value: str | None = None


@frozen(kw_only=True)
class InitReport(Sending):
    """A spout task reports to an acker task that a tree has begun."""

    what: ClassVar[str] = "init"
    tree: str


@frozen(kw_only=True)
class AckReport(Sending):
    """A bolt task reports to an acker task that a receipt, which belongs to a tree, was acked."""

    what: ClassVar[str] = "ack"
    answer: ClassVar[AckOrFail] = AckOrFail.ACK
    tree: str
    receipt: str | None = None


@frozen(kw_only=True)
class FailReport(Sending):
    """A bolt task reports to an acker task that a receipt, which belongs to a tree, was failed."""

    what: ClassVar[str] = "fail"
    answer: ClassVar[AckOrFail] = AckOrFail.FAIL
    tree: str
    receipt: str | None = None


@frozen(kw_only=True)
class ResetReport(Sending):
    """A bolt task asks an acker task for more time for a tree, because of a receipt."""

    what: ClassVar[str] = "reset"
    tree: str
    receipt: str | None = None


@frozen(kw_only=True)
class AckNotification(Sending):
    """An acker task notifies a spout task that a tree is done."""

    what: ClassVar[str] = "says-ack"
    answer: ClassVar[AckOrFail] = AckOrFail.ACK
    tree: str


@frozen(kw_only=True)
class FailNotification(Sending):
    """An acker task notifies a spout task that a tree has failed."""

    what: ClassVar[str] = "says-fail"
    answer: ClassVar[AckOrFail] = AckOrFail.FAIL
    tree: str


@frozen(kw_only=True)
class ResetNotification(Sending):
    """An acker task notifies a spout task that more time is asked for a tree."""

    what: ClassVar[str] = "says-reset"
    tree: str


@frozen
class Arrival:
    """The message `name` arrives at a task; if it is a tuple, as a receipt."""

    what: ClassVar[str] = "arrives"
    task: str
    name: str
    receipt: str | None = None


@frozen
class InputAcked:
    """A bolt task acks a receipt."""

    what: ClassVar[str] = "acks"
    answer: ClassVar[AckOrFail] = AckOrFail.ACK
    task: str
    receipt: str


@frozen
class InputFailed:
    """A bolt task fails a receipt."""

    what: ClassVar[str] = "fails"
    answer: ClassVar[AckOrFail] = AckOrFail.FAIL
    task: str
    receipt: str


@frozen
class CallRefused:
    """A `call` of a bolt task (`ack`, `fail` or `emit`) about some receipts is refused."""

    what: ClassVar[str] = "refused"
    task: str
    call: str
    receipts: tuple[str, ...] = ()


@frozen
class CalledAck:
    """A spout task is called back: the tree of a message was acked."""

    what: ClassVar[str] = "called-ack"
    answer: ClassVar[AckOrFail] = AckOrFail.ACK
    task: str
    tree: str
    message: str | None = None


@frozen
class CalledFail:
    """A spout task is called back: the tree of a message was failed."""

    what: ClassVar[str] = "called-fail"
    answer: ClassVar[AckOrFail] = AckOrFail.FAIL
    task: str
    tree: str
    message: str | None = None


@frozen
class MessageDone:
    """The source drops a message that a spout task had open."""

    what: ClassVar[str] = "done"
    task: str
    message: str


@frozen
class MessageBack:
    """The source offers a message again that a spout task had open."""

    what: ClassVar[str] = "back"
    task: str
    message: str


@frozen
class TaskDied:
    """A task dies, and is restarted with an empty state."""

    what: ClassVar[str] = "died"
    task: str


@frozen
class Lived:
    """A lifecycle call of a spout task."""

    what: ClassVar[str]
    task: str


@frozen
class Opened(Lived):
    """A spout task is opened: its life begins."""

    what: ClassVar[str] = "opened"


@frozen
class Activated(Lived):
    """A spout task is activated: it will be asked for tuples from now on."""

    what: ClassVar[str] = "activated"


@frozen
class Deactivated(Lived):
    """A spout task is deactivated: it will not be asked until it is activated again."""

    what: ClassVar[str] = "deactivated"


@frozen
class Closed(Lived):
    """A spout task is closed: its life ends in an orderly way."""

    what: ClassVar[str] = "closed"


@frozen
class Lost:
    """The message `name` is lost on its way to a task."""

    what: ClassVar[str] = "lost"
    task: str
    name: str


@frozen
class Doubled:
    """The message `name` to a task is doubled."""

    what: ClassVar[str] = "doubled"
    task: str
    name: str


Report = InitReport | AckReport | FailReport
AckOrFailNotification = AckNotification | FailNotification
Callback = CalledAck | CalledFail
Happening = (
    Emission
    | UntrackedEmission
    | SpoutTuple
    | BoltTuple
    | Report
    | ResetReport
    | AckOrFailNotification
    | ResetNotification
    | Arrival
    | InputAcked
    | InputFailed
    | CallRefused
    | Callback
    | MessageDone
    | MessageBack
    | TaskDied
    | Lost
    | Doubled
    | Opened
    | Activated
    | Deactivated
    | Closed
)
