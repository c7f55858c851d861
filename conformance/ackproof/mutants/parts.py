"""What mutants are made of: the reference's acker with a method for each decision, acker tasks behind a routing, and
bolts behind a door.

All are right as they stand, which a test checks; a mutant overrides a method or two. The other components are small
enough to be overridden as they are.
"""

import pickle
from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar, Protocol, TypeVar

import acking
from acking import Ack, AckerMessage, Fail, Init, Kind, Notification, Record, ResetTimeout
from acking.profiles import Refresh
from acking.topology import Topology
from acking.topology.bolts import Bolt
from acking.topology.channels import Channels
from acking.topology.plan import Plan
from acking.topology.running import Envelope
from acking.topology.source import Source
from attrs import define, evolve, field

from ackproof.components import acker as acker_words
from ackproof.components import results_of
from ackproof.components.acker import TERMINAL_KINDS, AckerOperation, AckerResult, Restart, Tick
from ackproof.components.anchoring import AnchoringOperation, AnchoringResult
from ackproof.components.topology import BoltShape
from ackproof.target import Component, Config
from ackproof.targets.topology import TopologyTarget, fresh_ids

Notifications = tuple[Notification, ...]
T = TypeVar("T")


class AckerInParts(acking.Acker):
    """The reference's acker, taken apart."""

    def receive(self, message: AckerMessage) -> Notifications:
        """Take one message; return what it made the acker say."""
        record = self.after(self.recalled(message.root) or Record(), message)
        self.keep(message, record)
        kind = self.verdict(record, message)
        emitted: Notifications = ()
        if kind is not None and record.spout_task is not None:
            emitted = self.notify(kind, message.root, record.spout_task)
        self.ack_input(message)
        return emitted

    def recalled(self, root: int) -> Record | None:
        """Return what is known of a root."""
        return self.pending.get(self.key(root))

    def key(self, root: int) -> int:
        """Return the key of a root's record."""
        return root

    def after(self, record: Record, message: AckerMessage) -> Record:
        """Return what a message makes of a record."""
        match message:
            case Init(_, value, task):
                return self.after_init(record, value, task)
            case Ack(_, value):
                return self.after_ack(record, value)
            case Fail():
                return self.after_fail(record)
            case ResetTimeout():
                return self.after_reset(record)

    def after_init(self, record: Record, value: int, task: int) -> Record:
        """Return what an init makes of a record."""
        return Record(self.combined(record.ack_val, value), task, record.failed)

    def after_ack(self, record: Record, value: int) -> Record:
        """Return what an ack makes of a record."""
        return Record(self.combined(record.ack_val, value), record.spout_task, record.failed)

    def after_fail(self, record: Record) -> Record:
        """Return what a fail makes of a record."""
        return Record(record.ack_val, record.spout_task, failed=True)

    def after_reset(self, record: Record) -> Record:
        """Return what a reset-timeout makes of a record."""
        return record

    def combined(self, ack_val: int, value: int) -> int:
        """Return an ack val with a value in it."""
        return ack_val ^ value

    def keep(self, message: AckerMessage, record: Record) -> None:
        """Store a record: young again, or as old as it was."""
        key = self.key(message.root)
        if key not in self.pending or self.refreshes(message):
            self.pending.put(key, record)
        else:
            self.pending.replace(key, record)

    def refreshes(self, message: AckerMessage) -> bool:
        """Whether a message gives a record that exists its full lifetime again."""
        return self.profile.refresh is Refresh.EVERY_MESSAGE or isinstance(message, Fail | ResetTimeout)

    def verdict(self, record: Record, message: AckerMessage) -> Kind | None:
        """Return what a spout task should hear now, if there is one."""
        if record.failed:
            return Kind.FAIL
        if self.done(record):
            return Kind.ACK
        return Kind.RESET_TIMEOUT if isinstance(message, ResetTimeout) else None

    def done(self, record: Record) -> bool:
        """Whether no edge is open."""
        return record.ack_val == 0

    def notify(self, kind: Kind, root: int, task: int) -> Notifications:
        """Notify a spout task, and forget the record if that is the end of it."""
        if kind is not Kind.RESET_TIMEOUT:
            self.forget(root)
        return (Notification(kind, root, task),)

    def forget(self, root: int) -> None:
        """Remove the record of a finished tree."""
        self.pending.remove(self.key(root))


class AckerTasks(Component, Protocol):
    """Acker tasks of the reference behind one component, as mutants reach into them."""

    tasks: list[acking.Acker]


@define
class Shards:
    """Acker tasks of the reference behind a routing, and the door through which all operations come in.

    `shards` has one component for each acker task, which is alone in it; `pending` is what each of them counted last.
    """

    shards: Sequence[AckerTasks]
    pending: list[int] = field(init=False, factory=list)

    def __attrs_post_init__(self) -> None:
        """Begin with no records."""
        self.pending = [0] * len(self.shards)

    def apply(self, operations: Sequence[AckerOperation]) -> list[AckerResult]:
        """Do the operations in order."""
        return [self.one(operation) for operation in operations]

    def close(self) -> None:
        """Nothing is held."""

    def one(self, operation: AckerOperation) -> AckerResult:
        """Do one operation, on the shards that it reaches."""
        alone = Tick() if isinstance(operation, Tick) else operation
        results: list[AckerResult] = []
        for place in self.reached(operation):
            results += results_of(AckerResult, self.shards[place].apply([alone]))
            self.pending[place] = results[-1].pending or 0
        words = tuple(notification for result in results for notification in result.notifications)
        acked = any(result.acked for result in results)
        return AckerResult(words, acked=acked, pending=sum(self.pending))

    def reached(self, operation: AckerOperation) -> Iterator[int]:
        """Yield the indices of the acker tasks that an operation goes to."""
        if isinstance(operation, Tick):
            yield from self.ticked(operation.acker)
        else:
            yield self.route(operation) % len(self.shards)

    def ticked(self, acker: int | None) -> Sequence[int]:
        """Return the acker tasks that hear a tick: one, or all of them."""
        return range(len(self.shards)) if acker is None else [acker]

    def route(self, operation: AckerOperation) -> int:
        """Return the acker task of an operation on a root; what is beyond the last one wraps."""
        assert not isinstance(operation, Tick)  # noqa: S101 - ticks are not routed by root; this is for the types
        return acking.acker_index(operation.root, len(self.shards))


@define
class Minutes(Shards):
    """Acker tasks whose door keeps minutes: for each root, the messages and ticks since it was last finished.

    A tick is "tick" if all acker tasks hear it, "own tick" if that of the root alone does, and else "other tick".
    `apart` has the roots between whose messages others came.
    """

    minutes: dict[int, list[str]] = field(init=False, factory=dict)
    apart: set[int] = field(init=False, factory=set)
    latest: int | None = field(init=False, default=None)

    def one(self, operation: AckerOperation) -> AckerResult:
        """Do one operation, and note it."""
        if isinstance(operation, Tick):
            for root, noted in self.minutes.items():
                own = acking.acker_index(root, len(self.shards)) == operation.acker
                noted.append("tick" if operation.acker is None else "own tick" if own else "other tick")
            return super().one(operation)
        root = operation.root
        noted = self.minutes.setdefault(root, [])
        if noted and self.latest != root:
            self.apart.add(root)
        result = super().one(operation) if self.takes(operation.op, noted, apart=root in self.apart) else self.without()
        self.latest = root
        noted.append(operation.op)
        if any(notification.kind in TERMINAL_KINDS for notification in result.notifications):
            del self.minutes[root]
            self.apart.discard(root)
        return result

    def takes(self, kind: str, noted: Sequence[str], *, apart: bool) -> bool:
        """Whether an acker task takes in a message of a kind, after what was noted of its root."""
        del kind, noted, apart
        return True

    def without(self) -> AckerResult:
        """Return the result of a message that is let go of."""
        return AckerResult((), acked=True, pending=sum(self.pending))


LONGEST_LIFE = 3
"""A record that is left alone is forgotten by so many ticks, under every profile."""

EVERY = 4
"""Operations from one checkpoint of `Durable` to the next, at the least."""

RECORDS_FOR_AN_OPERATION = 16
"""With many records checkpoints are farther apart: one for so many records takes one operation more."""


@define
class Durable(Shards):
    """Acker tasks that can be killed: a checkpoint of them every few operations, and a journal of those since.

    They do the same in the same order, so a checkpoint is a pickle of them and what they did since. To write one costs
    nothing then, and is frequent; to read one is rare. Only what came out of a checkpoint is pickled anew.
    """

    saved: bytes = field(init=False, default=b"")
    done_since: list[AckerOperation] = field(init=False, factory=list)
    journal: list[AckerOperation] = field(init=False, factory=list)
    as_read: bool = field(init=False, default=True)

    def __attrs_post_init__(self) -> None:
        """Save that nothing is known."""
        super().__attrs_post_init__()
        self.save()

    def apply(self, operations: Sequence[AckerOperation | Restart]) -> list[AckerResult]:
        """Do the operations in order, and be killed in between."""
        return [self.restarted() if isinstance(each, Restart) else self.noted(each) for each in operations]

    def noted(self, operation: AckerOperation) -> AckerResult:
        """Do an operation and make it durable."""
        result = self.one(operation)
        self.journal.append(operation)
        if len(self.journal) >= max(EVERY, sum(self.pending) // RECORDS_FOR_AN_OPERATION):
            self.save()
        return result

    def save(self) -> None:
        """Write a checkpoint; the journal begins anew."""
        if self.as_read:
            self.saved, self.done_since, self.as_read = pickle.dumps(self.shards), [], False
        else:
            self.done_since += self.journal
        self.journal = []

    def restarted(self) -> AckerResult:
        """Begin with the checkpoint, and do again what came since, in silence."""
        self.shards = pickle.loads(self.saved)  # noqa: S301 - our own, of this process
        for operation in self.done_since:
            self.one(operation)
        self.shards, self.as_read = self.restored(self.shards), True
        emitted = [self.one(operation) for operation in self.to_replay()]
        return AckerResult(self.notified_again(emitted), acked=False, pending=sum(self.pending))

    def restored(self, saved: Sequence[AckerTasks]) -> Sequence[AckerTasks]:
        """Return the acker tasks as they come out of a checkpoint."""
        return saved

    def to_replay(self) -> Sequence[AckerOperation]:
        """Return the operations to be done again."""
        return self.journal

    def notified_again(self, results: Sequence[AckerResult]) -> tuple[acker_words.Notification, ...]:
        """Return which of the notifications are sent that the operations done again have caused."""
        del results  # they were sent when the operations came
        return ()


@define
class Bolts:
    """The reference's bolts, and the door through which all operations come in."""

    bolts: Component

    def apply(self, operations: Sequence[AnchoringOperation]) -> list[AnchoringResult]:
        """Do the operations in order."""
        return [self.one(operation) for operation in operations]

    def close(self) -> None:
        """Nothing is held."""

    def one(self, operation: AnchoringOperation) -> AnchoringResult:
        """Do one operation."""
        (result,) = results_of(AnchoringResult, self.bolts.apply([operation]))
        return result


class Wired(TopologyTarget):
    """The reference's topology; each part can be another's. `kinds` are kinds of bolts that are made in another way."""

    acker: ClassVar[type[acking.Acker]] = acking.Acker
    collector: ClassVar[type[acking.BoltTask]] = acking.BoltTask
    executor: ClassVar[type[acking.SpoutExecutor]] = acking.SpoutExecutor
    source: ClassVar[type[Source]] = Source
    topology: ClassVar[type[Topology]] = Topology
    channels: ClassVar[type[Channels[Envelope]]] = Channels
    kinds: ClassVar[dict[str, Callable[[Bolt], Bolt]]] = {}

    def planned(self, config: Config) -> Plan:
        """Return the plan, with the parts of this class."""
        profile = acking.PROFILES[config.profile]
        return evolve(
            super().planned(config),
            make_acker=lambda _: self.acker(profile),
            make_collector=self.collector,
            make_executor=self.executor,
            make_source=self.source,
        )

    def bolt(self, shape: BoltShape) -> Callable[[], Bolt]:
        """Return how to make a bolt's task."""
        make, other = super().bolt(shape), self.kinds.get(shape.kind)
        return make if other is None else lambda: other(make())

    def submitted(self, made: Plan) -> Topology:
        """Return the topology of this class, with its channels."""
        topology = self.topology(made, fresh_ids())
        topology.channels = self.channels()
        return topology
