"""Operations and results of the component `spout`: the spout tasks of one executor.

A root id in an operation is the suite's name for an emission. A target that draws its own root ids maps its ids to
these names.
"""

from typing import ClassVar

from attrs import field, frozen

from ackproof.components.fields import Kind, Long, Task


@frozen
class SpoutEmit:
    """Spout task `task` emits to `len(edges)` receiving tasks. `message` is its message id, or null for no tracking."""

    op: ClassVar[str] = "emit"
    task: Task
    root: Long
    message: str | None
    edges: tuple[Long, ...]


@frozen
class Notify:
    """An acker notifies spout task `task` about the tree of `root`: `kind` is ack, fail or reset-timeout."""

    op: ClassVar[str] = "notify"
    kind: Kind
    root: Long
    task: Task


@frozen
class SpoutTick:
    """Time passes, by one tick of the executor."""

    op: ClassVar[str] = "tick"


OPERATIONS = (SpoutEmit, Notify, SpoutTick)
SpoutOperation = SpoutEmit | Notify | SpoutTick


@frozen
class Sent:
    """A tuple went to the receiving task of index `receiver`."""

    effect: ClassVar[str] = "sent"
    receiver: int
    message_id: dict[Long, Long] = field(factory=dict)


@frozen
class InitSent:
    """An init went to an acker."""

    effect: ClassVar[str] = "init"
    root: Long
    value: Long
    task: Task


@frozen
class Callback:
    """`ack` or `fail` (as `kind`) was called on spout task `task` with `message`."""

    effect: ClassVar[str] = "callback"
    kind: Kind
    task: Task
    message: str


Effect = Sent | InitSent | Callback


@frozen
class SpoutResult:
    """The effects of one operation, in order.

    `pending` is the number of pending emissions, from targets that claim `pending`.
    """

    effects: tuple[Effect, ...] = ()
    pending: int | None = None
