"""Operations and results of the component `acker`."""

from typing import ClassVar

from attrs import frozen

from ackproof.components.fields import Kind, Long, Task


@frozen
class Init:
    """A spout task begins the tree of `root`."""

    op: ClassVar[str] = "init"
    root: Long
    value: Long
    task: Task


@frozen
class Ack:
    """A tuple of the tree was acked."""

    op: ClassVar[str] = "ack"
    root: Long
    value: Long


@frozen
class Fail:
    """A tuple of the tree was failed."""

    op: ClassVar[str] = "fail"
    root: Long


@frozen
class ResetTimeout:
    """A tuple of the tree asks for more time."""

    op: ClassVar[str] = "reset-timeout"
    root: Long


@frozen
class Tick:
    """Time passes, by one rotation, on the acker task of index `acker`, or on all of them."""

    op: ClassVar[str] = "tick"
    acker: int | None = None


@frozen
class Restart:
    """The target loses its processes without warning, and restarts from its durable state. For targets that claim
    `durable`.
    """

    op: ClassVar[str] = "restart"


OPERATIONS = (Init, Ack, Fail, ResetTimeout, Tick, Restart)
AckerOperation = Init | Ack | Fail | ResetTimeout | Tick
"""The messages and ticks that any acker receives."""

TERMINAL_KINDS = frozenset({"ack", "fail"})
KINDS = TERMINAL_KINDS | {"reset-timeout"}


@frozen
class Notification:
    """A notification to a spout task: `kind` is ack, fail or reset-timeout."""

    kind: Kind
    root: Long
    task: Task


@frozen
class AckerResult:
    """The effects of one operation. `acked` and `pending` are for targets that claim `acks-input` and `pending`."""

    notifications: tuple[Notification, ...] = ()
    acked: bool | None = None
    pending: int | None = None

    def without(self, *, acked: bool, pending: bool) -> "AckerResult":
        """Return the result without `acked`, or without `pending`, or both."""
        if (self.acked is None or not acked) and (self.pending is None or not pending):
            return self
        return AckerResult(self.notifications, None if acked else self.acked, None if pending else self.pending)
