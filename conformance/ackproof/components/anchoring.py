"""Operations and results of the component `anchoring`: the collectors of all bolts of a topology, taken as one.

Tuples have names, given by the suite. A tuple that was emitted counts as received by whoever it went to, so it can be
acked, failed or anchored to without being sent in again: a whole tuple tree grows inside one component.
"""

from typing import ClassVar

from attrs import field, frozen

from ackproof.components import acker
from ackproof.components.fields import Long


@frozen
class Receive:
    """A tuple of a spout arrives, with its message id: edge id by root id."""

    op: ClassVar[str] = "receive"
    tuple: str
    message_id: dict[Long, Long] = field(factory=dict)


@frozen
class Emit:
    """Emit to `len(tuples)` receiving tasks a tuple anchored to `anchors`; the copies get the names in `tuples`.

    `edges[t][a]` is the fresh edge id between the t-th receiving task and the a-th anchor. A target that does not claim
    `given-edges` takes ids of its own.
    """

    op: ClassVar[str] = "emit"
    tuples: tuple[str, ...]
    anchors: tuple[str, ...]
    edges: tuple[tuple[Long, ...], ...]


@frozen
class AckTuple:
    """The bolt that holds the tuple acks it."""

    op: ClassVar[str] = "ack"
    tuple: str


@frozen
class FailTuple:
    """The bolt that holds the tuple fails it."""

    op: ClassVar[str] = "fail"
    tuple: str


OPERATIONS = (Receive, Emit, AckTuple, FailTuple)
AnchoringOperation = Receive | Emit | AckTuple | FailTuple
Message = acker.Ack | acker.Fail


@frozen
class AnchoringResult:
    """What one operation caused: the message ids of new tuples, in the order of their names, and messages to ackers.

    `refused` is a target's reason for not doing the operation at all.
    """

    message_ids: tuple[dict[Long, Long], ...] = ()
    messages: tuple[Message, ...] = ()
    refused: str | None = None
