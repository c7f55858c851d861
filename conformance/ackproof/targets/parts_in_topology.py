"""Another target's parts in the reference's topology: ackers, and the components that send to them.

So targets without a topology can be examined by the rules of whole topologies: everything but their parts is the
reference. Each acker task is a separate target or, if the target claims `sessions`, a session. With sessions, the spout
executors and the collectors of a target may be in the topology as well.
"""

from collections.abc import Sequence
from itertools import count
from typing import TypeVar

import acking
from acking.topology import plan
from attrs import define, evolve, field

from ackproof.components import (
    ACKER,
    ANCHORING,
    SPOUT,
    TOPOLOGY,
    ComponentKind,
    Given,
    Operation,
    Result,
    results_of,
)
from ackproof.components import acker as acker_words
from ackproof.components import anchoring as anchoring_words
from ackproof.components import spout as spout_words
from ackproof.errors import Refused, TargetBroke
from ackproof.target import (
    ASSUMPTIONS,
    DEFAULT_REPLY_TIMEOUT,
    MORE_TIME,
    WIRED,
    Component,
    Config,
    Description,
    PatientTarget,
    SessionTarget,
    Target,
    TargetFactory,
)
from ackproof.targets.topology import TopologyTarget
from ackproof.text.sanitize import shown
from ackproof.wire import forms as wire

M = TypeVar("M", acking.Ack, acking.Fail)

TASKS = {SPOUT.name: "spout executors", ANCHORING.name: "collectors of bolt tasks", ACKER.name: "acker tasks"}
"""The parts of a topology that each component provides."""


def with_topology(make_target: TargetFactory) -> Target:
    """Return a target unchanged if it has a topology, or no part of one; otherwise the reference's topology with its
    parts.
    """
    target = make_target()
    try:
        description = target.describe()
    except BaseException:
        target.close()
        raise
    if TOPOLOGY.name in description.components or not parts_of(description):
        return target
    around = PartsInTopology(make_target=make_target)
    around.targets.append(target)
    return around


def parts_of(description: Description) -> tuple[str, ...]:
    """Return the components of a target that can be put into a topology."""
    possible = TASKS if "sessions" in description.capabilities else (ACKER.name,)
    return tuple(part for part in possible if part in description.components)


@define
class PartsInTopology(TopologyTarget):
    """The reference's topology, with parts that are components of another target."""

    make_target: TargetFactory = field(kw_only=True)
    targets: list[Target] = field(init=False, factory=list)

    reply_timeout: float = DEFAULT_REPLY_TIMEOUT

    def describe(self) -> Description:
        """Describe a topology with the profiles of the other target, and which parts of it are the other's."""
        other = self._target(0).describe()
        *others, last = [TASKS[part] for part in self.parts()]
        theirs = f"{', '.join(others)} and {last}" if others else last
        return evolve(
            super().describe(),
            name=other.name,
            version=other.version,
            language=other.language,
            profiles=other.profiles,
            capabilities=(other.capabilities & {"pending", *ASSUMPTIONS}) | _wired(other),
            evidence={**other.evidence, "not its own": f"all of the topology but the {theirs}"},
        )

    @property
    def counts_records(self) -> bool:
        """See `TopologyTarget`: the other's ackers report their records if it claims `pending`."""
        other = self._target(0).describe()
        return ACKER.name not in self.parts() or "pending" in other.capabilities

    def parts(self) -> tuple[str, ...]:
        """Return the components of the other target that are in the topology."""
        return parts_of(self._target(0).describe())

    def planned(self, config: Config) -> plan.Plan:
        """Return the plan with the other target's parts."""
        alone, sessions, parts = Config(profile=config.profile), count(1), self.parts()

        def opened(kind: ComponentKind, index: int, config: Config) -> "_CheckedComponent":
            target = self._target(0)
            if "sessions" in target.describe().capabilities and isinstance(target, SessionTarget):
                # Each topology numbers its sessions from 1, so that a repeated run gets the same session names.
                return _CheckedComponent(kind, target.open_beside(str(next(sessions)), kind.name, config))
            return _CheckedComponent(kind, self._target(index).open(kind.name, config))

        def make_acker(index: int) -> _ForeignAcker:
            return _ForeignAcker(opened(ACKER, index, alone))

        def make_executor(tasks: frozenset[int], ackers: int) -> _ForeignExecutor:
            executor = evolve(alone, spout_tasks=tuple(sorted(tasks)), ackers=ackers)
            return _ForeignExecutor(opened(SPOUT, 0, executor))

        def make_collector() -> _ForeignCollector:
            return _ForeignCollector(opened(ANCHORING, 0, alone))

        plan = super().planned(config)
        return evolve(
            plan,
            make_executor=make_executor if SPOUT.name in parts else plan.make_executor,
            make_collector=make_collector if ANCHORING.name in parts else plan.make_collector,
            make_acker=make_acker if ACKER.name in parts else plan.make_acker,
        )

    def close(self) -> None:
        """Close all targets."""
        for target in self.targets:
            target.close()
        self.targets = []

    def _target(self, index: int) -> Target:
        while len(self.targets) <= index:
            self.targets.append(self.make_target())
        target = self.targets[index]
        if isinstance(target, PatientTarget):
            target.reply_timeout = self.reply_timeout
        return target


def _wired(other: Description) -> set[str]:
    """Return the capabilities that a topology has in addition, because the channels are the reference's."""
    return {*WIRED, MORE_TIME} if other.has_operation("reset-timeout") else set(WIRED)


@define
class _CheckedComponent:
    """An open component whose answers are checked before they are used.

    Operations that cannot have an immediate effect are kept, and sent together with the next one.
    """

    kind: ComponentKind
    component: Component
    _later: list[Operation] = field(init=False, factory=list)

    def later(self, operation: Operation) -> None:
        self._later.append(operation)

    def now(self, operation: Operation, kind: type[Given]) -> Given:
        """Return the result of an operation, as the component's class of results."""
        operations, self._later = [*self._later, operation], []
        try:
            results = self.component.apply(operations)
        except Refused as refusal:
            raise TargetBroke(f"claims {self.kind.name} and refused to open it: {refusal}") from refusal
        if not isinstance(results, Sequence) or len(results) != len(operations):
            raise TargetBroke(f"was asked {shown(operations)} and answered with {shown(results)}")
        for asked, result in zip(operations, results, strict=True):
            self._check(asked, result)
        return results_of(kind, results)[-1]

    def _check(self, asked: Operation, result: Result) -> None:
        try:
            wire.check_result(self.kind, result)
        except ValueError as error:
            raise TargetBroke(f"answered {shown(asked)} with a wrong result: {error}") from error


@define
class _ForeignAcker:
    """An acker component used as an acker task: each message is one operation."""

    asked: _CheckedComponent
    pending: range = range(0)

    def receive(self, message: acking.AckerMessage) -> Sequence[acking.Notification]:
        match message:
            case acking.Init(root, value, task):
                emitted = self._notified(acker_words.Init(root, value, task))
            case acking.Ack(root, value):
                emitted = self._notified(acker_words.Ack(root, value))
            case acking.Fail(root):
                emitted = self._notified(acker_words.Fail(root))
            case acking.ResetTimeout(root):
                emitted = self._notified(acker_words.ResetTimeout(root))
        return [
            acking.Notification(acking.Kind(notification.kind), notification.root, notification.task)
            for notification in emitted
        ]

    def tick(self) -> None:
        self._notified(acker_words.Tick())

    def _notified(self, operation: acker_words.AckerOperation) -> Sequence[acker_words.Notification]:
        result = self.asked.now(operation, acker_words.AckerResult)
        self.pending = range(result.pending or 0)
        return result.notifications


@define
class _ForeignExecutor:
    """A spout component used as the executor of a spout task.

    If it does not report its pending emissions, they are counted: those that sent an init and were not called back.
    """

    asked: _CheckedComponent
    pending: range = range(0)
    _waiting: dict[str, None] = field(init=False, factory=dict)

    def emit(self, task: int, root: int, message: str | None, edges: Sequence[int]) -> Sequence[acking.Effect]:
        return self._done(spout_words.SpoutEmit(task, root, message, tuple(edges)))

    def notified(self, notification: acking.Notification) -> Sequence[acking.Effect]:
        return self._done(spout_words.Notify(notification.kind.value, notification.root, notification.task))

    def tick(self) -> Sequence[acking.Effect]:
        # The callbacks of one tick have no order; here they are in the order of the emissions, as in the reference.
        order = {message: place for place, message in enumerate(self._waiting)}
        effects = self._done(spout_words.SpoutTick())
        return sorted(effects, key=lambda effect: order.get(getattr(effect, "message", ""), len(order)))

    def _done(self, operation: spout_words.SpoutOperation) -> Sequence[acking.Effect]:
        result = self.asked.now(operation, spout_words.SpoutResult)
        for effect in result.effects:
            if isinstance(effect, spout_words.Callback):
                self._waiting.pop(effect.message, None)
            elif isinstance(effect, spout_words.InitSent) and isinstance(operation, spout_words.SpoutEmit):
                self._waiting[operation.message or ""] = None
        self.pending = range(len(self._waiting) if result.pending is None else result.pending)
        return [_effect(effect) for effect in result.effects]


def _effect(effect: spout_words.Effect) -> acking.Effect:
    match effect:
        case spout_words.Sent(receiver, message_id):
            return acking.Sent(receiver, message_id)
        case spout_words.InitSent(root, value, task):
            return acking.Init(root, value, task)
        case spout_words.Callback(kind, task, message):
            return acking.Callback(acking.Kind(kind), task, message)


@define
class _ForeignCollector:
    """An anchoring component used as the collector of a bolt task. What it emits goes elsewhere and is not used again.

    The roots of a message id, and the messages about them, may be in any order; here they are in the order in which the
    inputs brought them, as in the reference.
    """

    asked: _CheckedComponent
    _emitted: int = field(init=False, default=0)
    _roots: dict[str, Sequence[int]] = field(init=False, factory=dict)

    def receive(self, name: str, message_id: acking.MessageId) -> None:
        self._roots[name] = tuple(message_id)
        self.asked.later(anchoring_words.Receive(name, dict(message_id)))

    def emit(self, anchors: Sequence[str], edges: Sequence[Sequence[int]]) -> Sequence[acking.MessageId]:
        names = tuple(f"emitted {self._emitted + number}" for number in range(len(edges)))
        self._emitted += len(edges)
        emit = anchoring_words.Emit(names, tuple(anchors), tuple(map(tuple, edges)))
        message_ids = self._done(emit).message_ids
        if len(message_ids) != len(edges):
            raise TargetBroke(f"was asked to emit to {len(edges)} tasks and gave {len(message_ids)} message ids")
        roots = list(dict.fromkeys(root for anchor in anchors for root in self._roots.get(anchor, ())))
        return [dict(sorted(each.items(), key=lambda entry: _place(entry[0], roots))) for each in message_ids]

    def ack(self, name: str) -> Sequence[acking.Ack]:
        acks = []
        for message in self._done(anchoring_words.AckTuple(name)).messages:
            if not isinstance(message, acker_words.Ack):
                raise TargetBroke(
                    f"sent {shown(message)} when {name} was acked, which the topology cannot deliver as ack"
                )
            acks.append(acking.Ack(message.root, message.value))
        return _in_order(acks, self._roots.get(name, ()))

    def fail(self, name: str) -> Sequence[acking.Fail]:
        fails = [acking.Fail(message.root) for message in self._done(anchoring_words.FailTuple(name)).messages]
        return _in_order(fails, self._roots.get(name, ()))

    def more_time(self, name: str) -> list[acking.ResetTimeout]:
        # An anchoring component has no operation for this: the roots come from the received message id.
        return [acking.ResetTimeout(root) for root in self._roots.get(name, ())]

    def _done(self, operation: anchoring_words.AnchoringOperation) -> anchoring_words.AnchoringResult:
        result = self.asked.now(operation, anchoring_words.AnchoringResult)
        if result.refused is not None:
            raise acking.IllegalUse(result.refused)
        return result


def _in_order(messages: Sequence[M], roots: Sequence[int]) -> list[M]:
    return sorted(messages, key=lambda message: _place(message.root, roots))


def _place(root: int, roots: Sequence[int]) -> int:
    """Return the index of a root among others, or the end if it is not there."""
    return roots.index(root) if root in roots else len(roots)
