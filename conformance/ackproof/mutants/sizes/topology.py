"""Topologies that are right up to some size and wrong beyond it."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle, islice
from typing import ClassVar

import acking
from acking import Ack, AckerMessage, Callback, Effect, Init, Kind, MessageId, Notification
from acking.ids import EdgeId
from acking.routing import acker_index
from acking.topology import Topology
from acking.topology.bolts import Call, EmitTuple
from acking.topology.channels import Channels, Pair
from acking.topology.events import Fault, Flowing, Pause
from acking.topology.groupings import Grouping
from acking.topology.happenings import InitSent
from acking.topology.running import Envelope, SentTuple
from acking.topology.tasks import ACKER, SPOUT, Task

from ackproof.mutants.parts import Wired
from ackproof.mutants.sizes.mistake import Mistake
from ackproof.mutants.topology.collectors import RoundsOfBatches
from ackproof.workloads import dimensions

PARTS = ("acker", "collector", "executor", "topology")


class WiredBeyondALimit(Wired):
    """A topology that is wrong beyond a limit. Its parts are made with that limit."""

    limit: ClassVar[int] = 0

    def __init_subclass__(cls, **others: object) -> None:
        """Give the parts that have a limit that of this class."""
        super().__init_subclass__(**others)
        for name in PARTS:
            part = getattr(cls, name)
            if hasattr(part, "limit"):
                setattr(cls, name, type(part.__name__, (part,), {"limit": cls.limit}))


class _FailsWhenAsked(Topology):
    limit: ClassVar[int] = 0

    def _next_tuple(self, spout: Task, *, tracked: bool, most: int = 1) -> None:
        asks: dict[int, int] = self.__dict__.setdefault("asks", {})
        executor = self.executors[spout]
        assert isinstance(executor, acking.SpoutExecutor)  # noqa: S101 - that of the reference
        for cohort in executor.pending.cohorts():
            for root, emission in cohort.items():
                asks[root] = asks.get(root, 0) + 1
                if asks[root] > self.limit:
                    executor.pending.remove(root)
                    self._called(spout, Callback(Kind.FAIL, emission.task, emission.message))
        super()._next_tuple(spout, tracked=tracked, most=most)


class FailsWhatWasAskedBeside(WiredBeyondALimit):
    """An emission that waits while its executor is asked more often than that is failed."""

    topology = _FailsWhenAsked


class _FallsAsleep(Topology):
    limit: ClassVar[int] = 0

    def _next_tuple(self, spout: Task, *, tracked: bool, most: int = 1) -> None:
        idle: dict[Task, int] = self.__dict__.setdefault("idle", {})
        if idle.get(spout, 0) < self.limit:
            before = sum(self._attempts.values())
            super()._next_tuple(spout, tracked=tracked, most=most)
            idle[spout] = 0 if sum(self._attempts.values()) > before else idle.get(spout, 0) + 1


class FallsAsleepWhenAskedInVain(WiredBeyondALimit):
    """A spout task that was asked in vain so many times in a row emits nothing more."""

    topology = _FallsAsleep


class _SoDeep(Topology):
    limit: ClassVar[int] = 0

    def _receivers(self, component: str, value: str, number: int) -> list[Task]:
        names = [SPOUT, *(bolt.name for bolt in self.plan.bolts)]
        too_deep = names.index(component) >= self.limit
        return [] if too_deep else super()._receivers(component, value, number)


class SendsSoDeep(WiredBeyondALimit):
    """What the bolt of that number in a row emits, and each after it, is not sent."""

    topology = _SoDeep


class FinishesBatchesSoOften(WiredBeyondALimit):
    """When the source is dry, all bolts are asked so often to finish their batches."""

    topology = RoundsOfBatches


class _Measured(Channels[Envelope]):
    def length(self, pair: Pair) -> int:
        """Return how many messages are under way in a channel."""
        return len(self._under_way.get(pair, ()))


class _FewRounds(Topology):
    limit: ClassVar[int] = 0

    def _deliver_all(self, kind: Flowing | None = None) -> None:
        assert isinstance(self.channels, _Measured)  # noqa: S101 - those of the mutant
        for _ in range(self.limit):
            for pair in [pair for pair in self.channels.pairs() if self._flows(pair, kind)]:
                for _ in range(self.channels.length(pair)):
                    self._deliver(pair)


class FlowsSoManyRounds(WiredBeyondALimit):
    """What delivers everything empties all channels so many times, and takes what is left then for a loop."""

    topology = _FewRounds
    channels = _Measured


class _FewChildren(acking.BoltTask):
    limit: ClassVar[int] = 0

    def emit(self, anchors: Sequence[str], edges: Sequence[Sequence[EdgeId]]) -> tuple[MessageId, ...]:
        counts: dict[str, int] = self.__dict__.setdefault("counts", {})
        before = {name: self._input(name, "an emit").children for name in anchors}
        made = super().emit(anchors, edges)
        for name, children in before.items():
            counts[name] = counts.get(name, 0) + 1
            if counts[name] > self.limit:
                self._input(name, "an emit").children = children
        return made


class RemembersSoManyChildren(WiredBeyondALimit):
    """Of the children of an input, so many are in its ack."""

    collector = _FewChildren


class _SmallNumbers(Topology):
    limit: ClassVar[int] = 0

    def _receivers(self, component: str, value: str, number: int) -> list[Task]:
        wrapped = number if component == SPOUT else (number - 1) % self.limit + 1
        return super()._receivers(component, value, wrapped)


class NumbersSoManyChildren(WiredBeyondALimit):
    """What a bolt makes of an input is numbered up to so many, and then from one again."""

    topology = _SmallNumbers


class _FewAnchors(Topology):
    limit: ClassVar[int] = 0

    def _call(self, task: Task, call: Call, number: int) -> None:
        few = EmitTuple(call.value, call.anchors[: self.limit]) if isinstance(call, EmitTuple) else call
        super()._call(task, few, number)


class AnchorsToSoManyInputs(WiredBeyondALimit):
    """What comes of a batch is anchored to so many of its inputs."""

    topology = _FewAnchors


class _FewRoots(acking.BoltTask):
    limit: ClassVar[int] = 0

    def ack(self, name: str) -> tuple[Ack, ...]:
        return super().ack(name)[: self.limit]


class AcksSoManyTrees(WiredBeyondALimit):
    """Of the trees of a tuple, so many hear of its ack."""

    collector = _FewRoots


class _FewCopies(Topology):
    limit: ClassVar[int] = 0

    def _receivers(self, component: str, value: str, number: int) -> list[Task]:
        return super()._receivers(component, value, number)[: self.limit]


class SendsSoManyCopies(WiredBeyondALimit):
    """Of the tasks that take a tuple by `all`, so many get it."""

    topology = _FewCopies


class _RepeatingIds:
    """The first so many ids, again and again."""

    def __init__(self, ids: Iterator[int], limit: int) -> None:
        self.ids = cycle(islice(ids, limit))

    def __iter__(self) -> Iterator[int]:
        return self

    def __next__(self) -> int:
        return next(self.ids)


class _FewEdges(Topology):
    limit: ClassVar[int] = 0

    def _call(self, task: Task, call: Call, number: int) -> None:
        ids = self.ids
        self.ids = _RepeatingIds(ids, self.limit) if isinstance(call, EmitTuple) else ids
        super()._call(task, call, number)
        self.ids = ids


class SharesSoManyEdges(WiredBeyondALimit):
    """For one emit of a bolt so many edges are drawn, and handed out again and again."""

    topology = _FewEdges


class _FewEdgesOfASpout(acking.SpoutExecutor):
    limit: ClassVar[int] = 0

    def emit(self, task: int, root: int, message: str | None, edges: Sequence[EdgeId]) -> tuple[Effect, ...]:
        return super().emit(task, root, message, [edges[place % self.limit] for place, _ in enumerate(edges)])


class SpoutsShareSoManyEdges(WiredBeyondALimit):
    """For one emission of a spout so many edges are drawn, and handed out again and again."""

    executor = _FewEdgesOfASpout


class _FewMates(Topology):
    limit: ClassVar[int] = 0

    def _tick(self, task: Task) -> None:
        mates = self.mates
        self.mates = {one: tasks[: self.limit] for one, tasks in mates.items()}
        super()._tick(task)
        self.mates = mates

    def _die(self, task: Task) -> None:
        mates = self.mates
        self.mates = {one: tasks if task in tasks[: self.limit] else (one,) for one, tasks in mates.items()}
        super()._die(task)
        self.mates = mates


class TellsSoManyOfAnExecutor(WiredBeyondALimit):
    """What is done to an executor is done to so many of its tasks."""

    topology = _FewMates


class _FewPaused(Topology):
    limit: ClassVar[int] = 0

    def _fault(self, event: Fault) -> None:
        mates = self.mates
        self.mates = {one: tasks[: self.limit] for one, tasks in mates.items()} if isinstance(event, Pause) else mates
        super()._fault(event)
        self.mates = mates


class PausesSoManyOfAnExecutor(WiredBeyondALimit):
    """Of the tasks of an executor that is paused, so many are."""

    topology = _FewPaused


class _FewAckers(Topology):
    limit: ClassVar[int] = 0

    def _report(self, sender: Task, message: AckerMessage, receipt: str = "") -> None:
        if not isinstance(message, Init):
            super()._report(sender, message, receipt)
            return
        acker = self._tasks[ACKER][acker_index(message.root, min(self.limit, self.plan.ackers))]
        name = self._send((sender, acker), "a", message)
        self._happens(InitSent(sender, acker, name, self._tree(message.root)))


class SpoutsKnowSoManyAckers(WiredBeyondALimit):
    """Spouts send inits to so many acker tasks, and bolts their acks to all."""

    topology = _FewAckers


class _FewClocks(Topology):
    limit: ClassVar[int] = 0

    def _tick(self, task: Task) -> None:
        for acker in self.ackers if task in self.ackers and task not in self.paused else ():
            if acker != task and acker.index % self.limit == task.index % self.limit:
                super()._tick(acker)
        super()._tick(task)


class HasSoManyClocks(WiredBeyondALimit):
    """Time passes for an acker task with that of each whose number is the same modulo so many."""

    topology = _FewClocks


class _FewRotate(Topology):
    limit: ClassVar[int] = 0

    def _tick(self, task: Task) -> None:
        if task not in self.ackers or task.index <= self.limit:
            super()._tick(task)


class TicksSoManyAckers(WiredBeyondALimit):
    """Time passes for so many acker tasks, and the others keep their records for ever."""

    topology = _FewRotate


class _FewLives(Topology):
    limit: ClassVar[int] = 0

    def _die(self, task: Task) -> None:
        lives: dict[Task, int] = self.__dict__.setdefault("lives", {})
        lives[task] = lives.get(task, 1) + 1
        super()._die(task)
        if lives[task] > self.limit:
            self.paused.add(task)


class StartsATaskSoOften(WiredBeyondALimit):
    """A task that has had so many lives stands still in the next."""

    topology = _FewLives


class _FewValues(Topology):
    limit: ClassVar[int] = 0

    def _receivers(self, component: str, value: str, number: int) -> list[Task]:
        seen: dict[str, int] = self.__dict__.setdefault("seen", {})
        place = seen.setdefault(value, len(seen))
        receivers = super()._receivers(component, value, number)
        for at, receiver in enumerate(receivers):
            tasks = self._tasks[receiver.component]
            (bolt,) = (bolt for bolt in self.plan.bolts if bolt.name == receiver.component)
            taken = bolt.takes.get(component)
            if len(tasks) > 1 and place >= self.limit and (taken is None or taken.grouping is Grouping.FIELDS):
                turn = self._dealt[component, receiver.component]
                receivers[at] = tasks[turn % len(tasks)]
        return receivers


class RemembersWhereSoManyValuesWent(WiredBeyondALimit):
    """So many values go where they went before, and all others to one task after the other."""

    topology = _FewValues


class _ForgetsByMessages(acking.Acker):
    limit: ClassVar[int] = 0

    def receive(self, message: AckerMessage) -> tuple[Notification, ...]:
        first_seen: dict[int, int] = self.__dict__.setdefault("first_seen", {})
        self.__dict__["count"] = now = self.__dict__.get("count", 0) + 1
        first_seen.setdefault(message.root, now)
        if now - first_seen[message.root] > self.limit:
            self.pending.remove(message.root)
        return super().receive(message)


class ForgetsAfterSoManyMessages(WiredBeyondALimit):
    """A tree is forgotten when more messages than that have come since its first, whatever time it is."""

    acker = _ForgetsByMessages


class _ForgetsFailsByMessages(acking.Acker):
    limit: ClassVar[int] = 0

    def receive(self, message: AckerMessage) -> tuple[Notification, ...]:
        first_seen: dict[int, int] = self.__dict__.setdefault("first_seen", {})
        self.__dict__["count"] = now = self.__dict__.get("count", 0) + 1
        if now - first_seen.setdefault(message.root, now) > self.limit:
            record = self.pending.get(message.root)
            if record is not None and record.spout_task is None and record.failed:
                self.pending.remove(message.root)
        return super().receive(message)


class ForgetsFailsAfterSoManyMessages(WiredBeyondALimit):
    """A tree that failed before its init is forgotten when more messages than that have come since."""

    acker = _ForgetsFailsByMessages


class _FewEarlyAcks(acking.Acker):
    limit: ClassVar[int] = 0

    def receive(self, message: AckerMessage) -> tuple[Notification, ...]:
        early: dict[int, int] = self.__dict__.setdefault("early", {})
        record = self.pending.get(message.root)
        if isinstance(message, Ack) and (record is None or record.spout_task is None):
            early[message.root] = early.get(message.root, 0) + 1
            if self.full(early, message.root):
                return ()
        elif isinstance(message, Init):
            early.pop(message.root, None)
        return super().receive(message)

    def full(self, early: Mapping[int, int], root: int) -> bool:
        """Whether there is no room for one more ack of a tree."""
        return early[root] > self.limit


class KeepsSoManyEarlyAcks(WiredBeyondALimit):
    """Of the acks of a tree that come before its init so many are kept."""

    acker = _FewEarlyAcks


class _FewEarlyAcksInAll(_FewEarlyAcks):
    def full(self, early: Mapping[int, int], root: int) -> bool:
        del root
        return sum(early.values()) > self.limit


class KeepsSoManyEarlyAcksInAll(WiredBeyondALimit):
    """Of the acks that come before the inits of their trees so many are kept at once."""

    acker = _FewEarlyAcksInAll


class _FullQueues(Topology):
    limit: ClassVar[int] = 0

    def _send(self, pair: Pair, letter: str, content: SentTuple | AckerMessage | Notification) -> str:
        before: dict[Task, int] = self.__dict__.setdefault("before", {})
        before[pair[1]] = before.get(pair[1], 0) + 1 if pair[1] in self.paused else 0
        name = super()._send(pair, letter, content)
        if before[pair[1]] > self.limit:
            self.channels.take(pair, before[pair[1]])
        return name


class KeepsSoManyForAPausedTask(WiredBeyondALimit):
    """Before a task that is paused so many messages wait, and what comes then is lost."""

    topology = _FullQueues


class _LowBound(Topology):
    limit: ClassVar[int] = 0

    def _next_tuple(self, spout: Task, *, tracked: bool, most: int = 1) -> None:
        full = len(self.executors[spout].pending) >= self.limit * len(self.mates[spout])
        if self.plan.bound is None or not full:
            super()._next_tuple(spout, tracked=tracked, most=most)


class HasABoundOfSoMany(WiredBeyondALimit):
    """A bound on pending emissions above so many is taken for so many."""

    topology = _LowBound


class _FewAtOnce(Topology):
    limit: ClassVar[int] = 0

    def _next_tuple(self, spout: Task, *, tracked: bool, most: int = 1) -> None:
        super()._next_tuple(spout, tracked=tracked, most=min(most, self.limit))


class EmitsSoManyAtOnce(WiredBeyondALimit):
    """A spout task that is asked for more messages at once than that emits so many."""

    topology = _FewAtOnce


TOPOLOGY = "topology"

MISTAKES = (
    Mistake(FailsWhatWasAskedBeside, dimensions.ASKS, TOPOLOGY),
    Mistake(FallsAsleepWhenAskedInVain, dimensions.ASKS, TOPOLOGY),
    Mistake(SendsSoDeep, dimensions.DEPTH, TOPOLOGY),
    Mistake(FlowsSoManyRounds, dimensions.DEPTH, TOPOLOGY),
    Mistake(FinishesBatchesSoOften, dimensions.DEPTH, TOPOLOGY),
    Mistake(RemembersSoManyChildren, dimensions.CHILDREN, TOPOLOGY),
    Mistake(NumbersSoManyChildren, dimensions.CHILDREN, TOPOLOGY),
    Mistake(KeepsSoManyEarlyAcks, dimensions.CHILDREN, TOPOLOGY),
    Mistake(AnchorsToSoManyInputs, dimensions.BATCH, TOPOLOGY),
    Mistake(AcksSoManyTrees, dimensions.BATCH, TOPOLOGY),
    Mistake(SendsSoManyCopies, dimensions.COMPONENT_TASKS, TOPOLOGY),
    Mistake(SharesSoManyEdges, dimensions.COMPONENT_TASKS, TOPOLOGY),
    Mistake(SpoutsShareSoManyEdges, dimensions.COMPONENT_TASKS, TOPOLOGY),
    Mistake(TellsSoManyOfAnExecutor, dimensions.SPOUT_TASKS, TOPOLOGY),
    Mistake(PausesSoManyOfAnExecutor, dimensions.SPOUT_TASKS, TOPOLOGY),
    Mistake(SpoutsKnowSoManyAckers, dimensions.ACKER_TASKS, TOPOLOGY),
    Mistake(HasSoManyClocks, dimensions.ACKER_TASKS, TOPOLOGY),
    Mistake(TicksSoManyAckers, dimensions.ACKER_TASKS, TOPOLOGY),
    Mistake(StartsATaskSoOften, dimensions.TASK_LIVES, TOPOLOGY),
    Mistake(RemembersWhereSoManyValuesWent, dimensions.FIELD_VALUES, TOPOLOGY),
    Mistake(ForgetsAfterSoManyMessages, dimensions.WAITED_THROUGH, TOPOLOGY),
    Mistake(ForgetsFailsAfterSoManyMessages, dimensions.WAITED_THROUGH, TOPOLOGY),
    Mistake(KeepsSoManyEarlyAcksInAll, dimensions.WAITED_THROUGH, TOPOLOGY),
    Mistake(KeepsSoManyForAPausedTask, dimensions.WAITED_THROUGH, TOPOLOGY),
    Mistake(HasABoundOfSoMany, dimensions.BOUND, TOPOLOGY),
    Mistake(EmitsSoManyAtOnce, dimensions.CALL, TOPOLOGY),
)
"""Those of topologies."""
