"""The acker: whether a tuple tree is done, in one number per tree.

Theory of operation
-------------------
Every tuple of a tree is an edge with an id of its own. The acker never sees the tree. It keeps one number for it, the
*ack val*, and xors into it every edge id it is told of. An edge is told twice: once by whoever created the tuple,
once by whoever acked it. Xor cancels what comes twice and does not care about order, so the ack val is the xor of the
edges that are *open*, created and not yet acked. When none is open it is zero.

A spout task emits S; the bolt that gets it emits W and X anchored to S, and acks it; others ack W and X. Letters are
edge ids:

    message          ack val    the acker says
    init S, task 7   S          nothing
    ack S^W^X        W^X        nothing
    ack X            W          nothing
    ack W            0          `ack` to task 7

The converse is where the art is. Zero must also mean that none is open, and two things see to it:

- A bolt tells of a tuple's children *in the same message* that acks the tuple. There is no moment in which the parent
  is gone and the children are not yet known, so an unfinished tree always has an open edge.
- Ids are random. That the xor of open edges is zero by accident has one chance in 2**64, if all 64 bits are random.

Messages race. An ack can overtake the init of its own tree, so the first message of any kind makes the record, and the
acker says nothing until an init has told it whom to tell. After each message it asks, once the spout task is known:

    did a fail come?             -> tell the spout task `fail`, forget the record
    is the ack val zero?         -> tell the spout task `ack`, forget the record
    was this a reset-timeout?    -> tell the spout task `reset-timeout`, keep the record

Then, being a bolt like others, it acks the message itself: `ack_input` is called with it. A tick is not acked.

Fail is asked first: *fail dominates*. A record that nobody finishes grows older with each tick, until the RotatingMap
forgets it, silently: an acker that lost a message can stay silent for ever, and the spout's own clock is what finds
that out. Which messages make a record young again is the profile's choice (`acking.profiles`).

Where it is weak: an init delivered twice cancels itself, and then zero means nothing. Records have no generation: a
message that comes after its tree was finished or forgotten begins a new record (a ghost), which stays silent unless an
init joins it.

Rules: the chapter on the acker, `ACK-01` onwards. Sources: acking-2.3 and guarantee-1.0; differences by version are
in the profiles.
"""

from collections.abc import Callable

from attrs import define, evolve, field, frozen

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
        """Take one message; return what it made the acker say, which is nothing or one notification."""
        if not isinstance(message, AckerMessage):
            raise IllegalUse(f"{message!r} is not a message for an acker")
        notifications = self._act_on(message)
        self.ack_input(message)
        return notifications

    def tick(self) -> dict[RootId, Record]:
        """Age every record by one rotation. No spout task is told of those that died; they are returned to look at."""
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
        # A put gives the record its full lifetime, a replacement leaves its age as it is.
        if message.root not in self.pending or _refreshes(message, self.profile.refresh):
            self.pending.put(message.root, record)
        else:
            self.pending.replace(message.root, record)


def _after(record: Record, message: AckerMessage) -> Record:
    """What each message does to a record."""
    match message:
        case Init(_, value, task):
            # A second init names the task anew and is xored like any other value, which cancels the first: see ACK-11.
            return evolve(record, ack_val=record.ack_val ^ value, spout_task=task)
        case Ack(_, value):
            return evolve(record, ack_val=record.ack_val ^ value)
        case Fail():
            return evolve(record, failed=True)
        case ResetTimeout():
            return record


def _verdict(record: Record, message: AckerMessage, order: Order) -> Kind | None:
    """What a spout task should hear of this record now, if anything; whether one is known is not asked here."""
    done = record.ack_val == 0
    if record.failed and not (done and order is Order.ZERO_FIRST):
        return Kind.FAIL
    if done:
        return Kind.ACK
    return Kind.RESET_TIMEOUT if isinstance(message, ResetTimeout) else None


def _refreshes(message: AckerMessage, refresh: Refresh) -> bool:
    return refresh is Refresh.EVERY_MESSAGE or isinstance(message, Fail | ResetTimeout)
