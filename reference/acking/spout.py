"""The spout side: which emissions are tracked, and how the spout task is called back.

Theory of operation
-------------------
A spout task that emits a tuple *with a message id* asks for tracking. The executor that runs the task gives the
emission a fresh root id, sends the tuples with a fresh edge each, keeps the root in `pending`, and then sends the
acker an init with the xor of those edges. The init is sent last, so acks may overtake it; the acker can handle that.

`pending` is a RotatingMap of two buckets, whatever the acker's profile: the *message timeout* belongs to the spout. A
root that is not resolved by the second tick after its emission is failed here, without a notification from an acker.
With a tick each T that is after more than T and at most 2T. Only a reset-timeout that an acker forwards refreshes it:
the spout is not notified of acks deep in the tree. Every way to resolve a root starts by removing it from `pending`. So
the spout task is called back at most once for each emission, and a notification that comes too late is ignored.

Emissions that need no acker:

- without a message id: the tuples belong to no tree, and the spout task is never called back;
- with a message id, but no acker tasks in the topology: acked inside the emit, the tuples belong to no tree;
- with a message id, but without receivers: its tree is empty, so it is done, and acked inside the emit. So it is in
  Storm 0.10 to 1.2.4; earlier releases and 2.x ask the acker (`SPT-11`).

One executor may run several tasks of the spout, which share `pending`. A tick is one rotation of it. Storm before 2.8.0
rotated it once for each task, so that with two tasks an emission failed at its first tick (STORM-3693).

Rules: the chapter on the spout, `SPT-01` onwards. Sources: guarantee-1.0, and Storm's SpoutExecutor where that leaves
something open.
"""

from collections.abc import Sequence

from attrs import define, field, frozen

from acking.anchoring import MessageId
from acking.errors import IllegalUse
from acking.ids import ID_BITS, EdgeId, RootId, check_bits, check_count, check_id, check_task
from acking.messages import Init, Kind, Notification
from acking.rotating_map import RotatingMap

PENDING_BUCKETS = 2


@frozen
class Sent:
    """A tuple that went to the receiving task of index `receiver`, with its message id."""

    receiver: int
    message_id: MessageId


@frozen
class Callback:
    """A call of `ack` or `fail` on spout task `task`, with the message id that the spout gave to its emission.

    `kind` is ACK or FAIL.
    """

    kind: Kind
    task: int
    message: str


Effect = Sent | Init | Callback


@frozen
class PendingEmission:
    """An emission that waits to be resolved: the spout task that made it, and its message id."""

    task: int
    message: str


@define
class SpoutExecutor:
    """The spout tasks that share one executor, and what they wait for. `ackers` counts the topology's acker tasks."""

    tasks: frozenset[int]
    ackers: int
    edge_bits: int = ID_BITS
    pending: RotatingMap[RootId, PendingEmission] = field(init=False)

    def __attrs_post_init__(self) -> None:
        for task in self.tasks:
            check_task(task)
        check_count("acker tasks", self.ackers, 0)
        check_bits(self.edge_bits)
        self.pending = RotatingMap(PENDING_BUCKETS)

    def emit(self, task: int, root: RootId, message: str | None, edges: Sequence[EdgeId]) -> tuple[Effect, ...]:
        """Emit a tuple to `len(edges)` receiving tasks; return what happens, in order.

        `root` and `edges` are the fresh ids to use. `message` is the spout's own id of what it emits; None asks for
        no tracking. Raise `IllegalUse` if the executor does not run the task, the root is pending, or an id is out of
        range.
        """
        self._check_emission(task, root, edges)
        untracked = tuple(Sent(receiver, {}) for receiver in range(len(edges)))
        if message is None:
            return untracked
        if self.ackers == 0 or not edges:
            return (*untracked, Callback(Kind.ACK, task, message))
        sent = tuple(Sent(receiver, {root: edge}) for receiver, edge in enumerate(edges))
        self.pending.put(root, PendingEmission(task, message))
        value = 0
        for edge in edges:
            value ^= edge
        return (*sent, Init(root, value, task))

    def notified(self, notification: Notification) -> tuple[Effect, ...]:
        """Take a notification. If its root is not pending, it was resolved before, and the notification is ignored.

        Raise `IllegalUse` if it is not a notification, or if it is for another task than the one that emitted the root.
        """
        if not isinstance(notification, Notification) or not isinstance(notification.kind, Kind):
            raise IllegalUse(f"{notification!r} is not a notification of an acker")
        emission = self.pending.get(notification.root)
        if emission is None:
            return ()
        if notification.task != emission.task:
            raise IllegalUse(
                f"{notification.kind.value} of root {notification.root} for task {notification.task}; "
                f"task {emission.task} emitted it"
            )
        if notification.kind is Kind.RESET_TIMEOUT:
            self.pending.put(notification.root, emission)
            return ()
        self.pending.remove(notification.root)
        return (Callback(notification.kind, emission.task, emission.message),)

    def tick(self) -> tuple[Effect, ...]:
        """Rotate once, and fail the emissions that waited for two rotations since they began or were last refreshed."""
        expired = self.pending.rotate()
        return tuple(Callback(Kind.FAIL, emission.task, emission.message) for emission in expired.values())

    def _check_emission(self, task: int, root: RootId, edges: Sequence[EdgeId]) -> None:
        if task not in self.tasks:
            raise IllegalUse(f"an emit by task {task}, which this executor does not run; it runs {sorted(self.tasks)}")
        check_id("root", root)
        if root in self.pending:
            raise IllegalUse(f"root {root} is pending already; a root id is used once")
        for edge in edges:
            check_id("edge", edge, self.edge_bits)
