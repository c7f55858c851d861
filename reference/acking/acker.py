"""The acker: whether a tuple tree is done, in one small record per tree.

Theory of operation
-------------------
A tree is made of edges: one for each tuple of the spout, and one for each anchor of each other tuple. Every edge has an
id of its own. The acker never sees the tree. Of its edges it keeps one number, the *ack val*, and xors into it every
edge id that it receives. Each edge id is reported twice: once by the task that created the tuple, once by the task that
acked it. Xor cancels what comes twice and does not depend on order. So the ack val is the xor of the edges that were
reported an odd number of times: the *open set*. Once all that was sent has arrived, these are the edges that were
created and not yet acked. When there are none, it is zero.

A spout task emits S. The bolt that receives it emits W and X anchored to S, and acks S. Other bolts ack W and X.
Letters are edge ids:

    message          ack val    the acker says
    init S, task 7   S          nothing
    ack S^W^X        W^X        nothing
    ack X            W          nothing
    ack W            0          `ack` to task 7

The converse is the hard part: zero must also mean that no edge is open. Two things ensure it:

- A bolt reports a tuple's children *in the same message* that acks the tuple. So there is no moment in which the parent
  is acked and the children are not yet known: an unfinished tree always has an open edge.
- Ids are random. If all 64 bits are random, the xor of open edges is zero by accident with probability 1 in 2**64.

Messages race. An ack can overtake the init of its own tree. So the first message of any kind creates the record, and
the acker notifies nobody until an init names the spout task. From then on it makes these tests after each message, in
this order:

    did a fail come?             -> notify the spout task of `fail`, forget the record
    is the ack val zero?         -> notify the spout task of `ack`, forget the record
    was this a reset-timeout?    -> notify the spout task of `reset-timeout`, keep the record

Then it acks the message itself: it calls `ack_input` with it. In Storm the acker is a bolt, and a bolt acks each input.
No tree waits for that ack, since its inputs have no anchors; it keeps the counts of acked inputs right. A tick is not
acked.

Fail is tested first: *fail dominates*, because a root that was reported failed anywhere must be replayed (`ACK-08`).
Storm does not do so: all releases that were read, 0.6 to 2.8, test for zero first. It shows only after a misuse, a
stray message or a collision of ids.

A record that is never completed ages with each tick, until the RotatingMap forgets it, without a notification. If a
message was lost, the acker may never notify the spout; then the spout's own timeout detects it. The profile decides
which messages refresh a record, so that its age begins anew (`acking.profiles`).

Weaknesses: an init delivered twice cancels itself, and then zero proves nothing. Records have no generation: a message
that comes after its tree was completed or forgotten creates a new record (a ghost), which never notifies anybody unless
an init arrives for it.

Rules: the chapter on the acker, `ACK-01` onwards. Sources: acking-2.3 and guarantee-1.0; differences by version are
in the profiles.
"""

from collections.abc import Callable

from attrs import define, field, frozen

from acking.errors import IllegalUse
from acking.ids import RootId
from acking.messages import Ack, AckerMessage, Fail, Init, Kind, Notification, ResetTimeout
from acking.profiles import Order, Profile, Refresh
from acking.rotating_map import RotatingMap


@frozen
class Record:
    """All that an acker knows of one tree: two numbers and a flag, whether the tree has one tuple or a million."""

    ack_val: int = 0
    spout_task: int | None = None
    failed: bool = False


def _to_nobody(_: AckerMessage) -> None:
    """Ack an input that is anchored to nothing: no tree waits for that ack."""


@define
class Acker:
    """One acker task: records by root id, in a RotatingMap of the profile's buckets.

    It calls `ack_input` with each message, once and after it has acted on it.
    """

    profile: Profile
    ack_input: Callable[[AckerMessage], None] = _to_nobody
    pending: RotatingMap[RootId, Record] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.pending = RotatingMap(self.profile.buckets)

    def receive(self, message: AckerMessage) -> tuple[Notification, ...]:
        """Take one message; return the notifications that it causes: none or one.

        Raise `IllegalUse` if it is not a message for an acker.
        """
        if not isinstance(message, AckerMessage):
            raise IllegalUse(f"{message!r} is not a message for an acker")
        notifications = self._act_on(message)
        self.ack_input(message)
        return notifications

    def tick(self) -> dict[RootId, Record]:
        """Age every record by one rotation. Return those that expired; no spout task is notified of them."""
        return self.pending.rotate()

    def _act_on(self, message: AckerMessage) -> tuple[Notification, ...]:
        record = _after(self.pending.get(message.root) or Record(), message)
        self._keep(message, record)
        kind = _verdict(record, message, self.profile.order)
        if kind is None or record.spout_task is None:
            return ()
        if kind is not Kind.RESET_TIMEOUT:
            self.pending.remove(message.root)
        return (Notification(kind, message.root, record.spout_task),)

    def _keep(self, message: AckerMessage, record: Record) -> None:
        # A put gives the record its full lifetime; a replacement does not change its age.
        if message.root not in self.pending or _refreshes(message, self.profile.refresh):
            self.pending.put(message.root, record)
        else:
            self.pending.replace(message.root, record)


def _after(record: Record, message: AckerMessage) -> Record:
    """Return a record after a message."""
    match message:
        case Init(_, value, task):
            # A second init names the task again. Its value is xored as any other is, so an init repeated with its value
            # cancels the first: ACK-11.
            return Record(record.ack_val ^ value, task, record.failed)
        case Ack(_, value):
            return Record(record.ack_val ^ value, record.spout_task, record.failed)
        case Fail():
            return Record(record.ack_val, record.spout_task, failed=True)
        case ResetTimeout():
            return record


def _verdict(record: Record, message: AckerMessage, order: Order) -> Kind | None:
    """Return the kind of notification that is due for a record, or None. The caller tests if a spout task is known."""
    done = record.ack_val == 0
    if record.failed and not (done and order is Order.ZERO_FIRST):
        return Kind.FAIL
    if done:
        return Kind.ACK
    return Kind.RESET_TIMEOUT if isinstance(message, ResetTimeout) else None


def _refreshes(message: AckerMessage, refresh: Refresh) -> bool:
    return refresh is Refresh.EVERY_MESSAGE or isinstance(message, Fail | ResetTimeout)
