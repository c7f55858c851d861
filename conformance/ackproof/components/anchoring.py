"""Operations and results of the component `anchoring`: the collectors of all bolts of a topology, taken as one.

Tuples have names, given by the suite. An emitted tuple counts as received by its receiver, so it can be acked, failed
or anchored to without another operation: a whole tuple tree grows inside one component.
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
    `given-edges` draws its own ids.
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
    """The effects of one operation: the message ids of new tuples, in the order of their names, and messages to ackers.

    `refused` is the target's reason for refusing the operation.
    """

    message_ids: tuple[dict[Long, Long], ...] = ()
    messages: tuple[Message, ...] = ()
    refused: str | None = None
