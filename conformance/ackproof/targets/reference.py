"""The reference as a target: every component of `acking`, behind the interface of `ackproof.target`.

It only translates the suite's operations into calls, and the answers into results. With variants, it is the reference
with their differences.
"""

from collections.abc import Sequence

import acking
from attrs import define, field

import ackproof
from ackproof.components import COMPONENTS, Operation, Result, no_operation_of
from ackproof.components import acker as acker_words
from ackproof.components import anchoring as anchoring_words
from ackproof.components import rotating_map as map_words
from ackproof.components import spout as spout_words
from ackproof.errors import Refused
from ackproof.target import PROFILES, Component, Config, Description
from ackproof.targets.executors import executors_with
from ackproof.targets.variants import Variant, acker_with, collector_with, executor_with


def make() -> "ReferenceTarget":
    """Return the reference without variants."""
    return ReferenceTarget()


CAPABILITIES = frozenset({"acker-tasks", "acks-input", "configurable", "given-edges", "pending", "sessions"})

MOST_ACKER_TASKS = 100_000
"""Maximum number of acker tasks. Each is an object in memory, and this target is for small histories."""


@define
class ReferenceTarget:
    """The reference, with the differences of `variants` if there are any."""

    name: str = "reference"
    variants: tuple[Variant, ...] = ()

    def describe(self) -> Description:
        """Describe all components and capabilities."""
        return Description(
            name=self.name,
            version=ackproof.__version__,
            language="python",
            components=("rotating-map", "acker", "anchoring", "spout", "ids"),
            profiles=tuple(name for name in PROFILES if all(name in variant.profiles for variant in self.variants)),
            operations=self._operations(),
            capabilities=CAPABILITIES.union(*(variant.assumes for variant in self.variants)),
        )

    def _operations(self) -> frozenset[str] | None:
        """Return the supported operations if a variant lacks some; None for all."""
        lacking = frozenset[str]().union(*(variant.lacks for variant in self.variants))
        names = (name for component in COMPONENTS.values() for name in component.operation_names)
        return frozenset(names) - lacking if lacking else None

    def open(self, component: str, config: Config) -> Component:
        """Create the component of that name."""
        match component:
            case "rotating-map":
                return self.rotating_map(config)
            case "acker":
                return self.ackers(config)
            case "anchoring":
                return self.bolts()
            case "spout":
                return self.spout(config)
            case "ids":
                return executors_with(self.variants)(config.executors)
        raise Refused(f"the reference has no component {component!r}")

    def rotating_map(self, config: Config) -> "ReferenceMap":
        """Create a map; raise `Refused` for an invalid number of buckets."""
        buckets = acking.PROFILES[config.profile].buckets if config.buckets is None else config.buckets
        try:
            return ReferenceMap(acking.RotatingMap(buckets))
        except acking.IllegalUse as illegal:
            raise Refused(str(illegal)) from illegal

    def ackers(self, config: Config) -> "ReferenceAckers":
        """Create the acker tasks; raise `Refused` if there are too many."""
        profile = acking.PROFILES[config.profile]
        for variant in self.variants:
            profile = variant.profile(profile)
        if config.tasks > MOST_ACKER_TASKS:
            raise Refused(f"{config.tasks} acker tasks; the reference takes {MOST_ACKER_TASKS} at most")
        return ReferenceAckers(profile, config.tasks, self.variants)

    def bolts(self) -> "ReferenceBolts":
        """Create the bolts."""
        return ReferenceBolts(collector_with(self.variants)())

    def spout(self, config: Config) -> "ReferenceSpout":
        """Create the executor of the spout tasks."""
        return ReferenceSpout(executor_with(self.variants)(frozenset(config.spout_tasks), config.ackers))

    def open_beside(self, session: str, component: str, config: Config) -> Component:
        """Create the component of that name. Components are independent, in the same or in other sessions."""
        del session
        return self.open(component, config)

    def close(self) -> None:
        """Do nothing: there are no resources."""


@define
class ReferenceMap:
    """The reference's map as a component."""

    entries: acking.RotatingMap[str, str | None]

    def apply(self, operations: Sequence[Operation]) -> Sequence[Result]:
        """Do the operations in order; return one result for each."""
        return [self._one(operation) for operation in operations]

    def close(self) -> None:
        """Do nothing: there are no resources."""

    def _one(self, operation: Operation) -> map_words.MapResult:
        match operation:
            case map_words.Put(key, value):
                self.entries.put(key, value)
                return map_words.MapResult()
            case map_words.Get(key):
                return map_words.MapResult(found=key in self.entries, value=self.entries.get(key))
            case map_words.Contains(key):
                return map_words.MapResult(found=key in self.entries)
            case map_words.Remove(key):
                found = key in self.entries
                return map_words.MapResult(found=found, value=self.entries.remove(key))
            case map_words.Size():
                return map_words.MapResult(size=len(self.entries))
            case map_words.Rotate():
                expired = self.entries.rotate()
                return map_words.MapResult(expired=tuple(map_words.Expired(*entry) for entry in expired.items()))
        raise no_operation_of("rotating-map", operation)


@define
class ReferenceAckers:
    """One acker for each acker task, and the routing between them. `acked` has the inputs acked since the last result.
    `records` has the number of records of each acker: a message changes only one of them, and counting all after each
    message would take most of the time of a certificate.
    """

    profile: acking.Profile
    count: int
    variants: tuple[Variant, ...]
    acked: list[acking.AckerMessage] = field(init=False, factory=list)
    tasks: list[acking.Acker] = field(init=False)
    records: list[int] = field(init=False)
    pending: int = field(init=False, default=0)

    def __attrs_post_init__(self) -> None:
        """Create the acker tasks without records."""
        make = acker_with(self.variants)
        self.tasks = [make(self.profile, self._acks) for _ in range(self.count)]
        self.records = [0] * self.count

    def apply(self, operations: Sequence[Operation]) -> Sequence[Result]:
        """Do the operations in order; return one result for each."""
        return [self._one(operation) for operation in operations]

    def close(self) -> None:
        """Do nothing: there are no resources."""

    def _acks(self, message: acking.AckerMessage) -> None:
        self.acked.append(message)

    def _one(self, operation: Operation) -> acker_words.AckerResult:
        self.acked.clear()
        if isinstance(operation, acker_words.Tick):
            self._tick(operation.acker)
            return acker_words.AckerResult((), False, self.pending)
        emitted = self._receive(_message(operation))
        notifications = tuple(map(_told, emitted)) if emitted else ()
        return acker_words.AckerResult(notifications, len(self.acked) == 1, self.pending)

    def _tick(self, index: int | None) -> None:
        if index is not None and not 0 <= index < self.count:
            raise Refused(f"there is no acker task {index}; there are {self.count}, counted from 0")
        for each in range(self.count) if index is None else [index]:
            self.tasks[each].tick()
            self._count(each)

    def _receive(self, message: acking.AckerMessage) -> tuple[acking.Notification, ...]:
        index = acking.acker_index(message.root, self.count) if self.count > 1 else 0
        task = self.tasks[index]
        if self.variants and any(variant.drops(task, message) for variant in self.variants):
            return ()
        emitted = task.receive(message)
        self._count(index)
        return emitted

    def _count(self, index: int) -> None:
        before, self.records[index] = self.records[index], len(self.tasks[index].pending)
        self.pending += self.records[index] - before


def _told(notification: acking.Notification) -> acker_words.Notification:
    return acker_words.Notification(notification.kind.value, notification.root, notification.task)


def _message(operation: Operation) -> acking.AckerMessage:
    match operation:
        case acker_words.Init(root, value, task):
            return acking.Init(root, value, task)
        case acker_words.Ack(root, value):
            return acking.Ack(root, value)
        case acker_words.Fail(root):
            return acking.Fail(root)
        case acker_words.ResetTimeout(root):
            return acking.ResetTimeout(root)
        case acker_words.Restart():
            raise Refused("the reference lives in memory: it does not claim to be durable, and takes no restart")
    raise no_operation_of("acker", operation)


@define
class ReferenceBolts:
    """All bolts as one task: it receives the tuples that it emits."""

    task: acking.BoltTask

    def apply(self, operations: Sequence[Operation]) -> Sequence[Result]:
        """Do the operations in order; return one result for each."""
        return [self._one(operation) for operation in operations]

    def close(self) -> None:
        """Do nothing: there are no resources."""

    def _one(self, operation: Operation) -> anchoring_words.AnchoringResult:
        try:
            return self._done(operation)
        except acking.IllegalUse as illegal:
            return anchoring_words.AnchoringResult(refused=str(illegal))

    def _done(self, operation: Operation) -> anchoring_words.AnchoringResult:
        match operation:
            case anchoring_words.Receive(name, message_id):
                self.task.receive(name, message_id)
                return anchoring_words.AnchoringResult()
            case anchoring_words.Emit(names, anchors, edges):
                message_ids = self.task.emit(anchors, edges)
                for name, emitted in zip(names, message_ids, strict=True):
                    self.task.receive(name, emitted)
                return anchoring_words.AnchoringResult(message_ids=tuple(dict(ids) for ids in message_ids))
            case anchoring_words.AckTuple(name):
                acks = self.task.ack(name)
                return anchoring_words.AnchoringResult(
                    messages=tuple(acker_words.Ack(ack.root, ack.value) for ack in acks)
                )
            case anchoring_words.FailTuple(name):
                fails = self.task.fail(name)
                return anchoring_words.AnchoringResult(messages=tuple(acker_words.Fail(fail.root) for fail in fails))
        raise no_operation_of("anchoring", operation)


@define
class ReferenceSpout:
    """The reference's spout executor as a component."""

    executor: acking.SpoutExecutor

    def apply(self, operations: Sequence[Operation]) -> Sequence[Result]:
        """Do the operations in order; return one result for each. Raise `Refused` at one that nobody may ask for, as a
        witness from elsewhere may have.
        """
        try:
            return [self._result(operation) for operation in operations]
        except acking.IllegalUse as illegal:
            raise Refused(str(illegal)) from illegal

    def close(self) -> None:
        """Do nothing: there are no resources."""

    def _result(self, operation: Operation) -> spout_words.SpoutResult:
        effects = self._one(operation)
        return spout_words.SpoutResult(tuple(map(_effect, effects)), len(self.executor.pending))

    def _one(self, operation: Operation) -> tuple[acking.Effect, ...]:
        match operation:
            case spout_words.SpoutEmit(task, root, message, edges):
                return self.executor.emit(task, root, message, edges)
            case spout_words.Notify(kind, root, task):
                return self.executor.notified(acking.Notification(acking.Kind(kind), root, task))
            case spout_words.SpoutTick():
                return self.executor.tick()
        raise no_operation_of("spout", operation)


def _effect(effect: acking.Effect) -> spout_words.Effect:
    match effect:
        case acking.Sent(receiver, message_id):
            return spout_words.Sent(receiver, dict(message_id))
        case acking.Init(root, value, task):
            return spout_words.InitSent(root, value, task)
        case acking.Callback(kind, task, message):
            return spout_words.Callback(kind.value, task, message)
