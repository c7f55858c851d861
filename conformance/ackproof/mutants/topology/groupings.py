"""Mutants of streams and groupings: tuples that go to too few tasks, to too many, or to the wrong ones."""

from collections.abc import Hashable, Sequence
from itertools import cycle, islice

from acking import BoltTask, Effect, MessageId, SpoutExecutor
from acking.errors import IllegalUse
from acking.topology import Topology
from acking.topology.bolts import Call, EmitTuple
from acking.topology.groupings import Grouping, Subscription, chosen, stream_of
from acking.topology.happenings import CallRefused
from acking.topology.plan import Plan
from acking.topology.tasks import SPOUT, Task
from attrs import define, evolve, field

from ackproof.mutants import family
from ackproof.mutants.parts import Wired
from ackproof.target import Config

groupings = family("groupings")

BLOCK = 1024
"""The ids that are drawn at once."""


class _Regrouped(Wired):
    """A topology whose bolts subscribe in another way than they say."""

    def planned(self, config: Config) -> Plan:
        """Return the plan, with other subscriptions in it."""
        plan = super().planned(config)
        bolts = tuple(
            evolve(bolt, takes={component: self.changed(taken) for component, taken in bolt.takes.items()})
            for bolt in plan.bolts
        )
        return evolve(plan, bolts=bolts)

    def changed(self, taken: Subscription) -> Subscription:
        """Return another subscription."""
        return taken


def _as(taken: Subscription, grouping: Grouping, other: Grouping) -> Subscription:
    return evolve(taken, grouping=other) if taken.grouping is grouping else taken


@groupings("all-goes-to-one-task", kills=["SYS-29"], mistake="One task is thought to notify the others.")
class AllGoesToOneTask(_Regrouped):
    """A tuple by all grouping goes to one task."""

    def changed(self, taken: Subscription) -> Subscription:
        """See `_Regrouped`."""
        return _as(taken, Grouping.ALL, Grouping.FIELDS)


@groupings("shuffle-goes-to-all-tasks", kills=["SYS-29"], mistake="Whoever is free should take it.")
class ShuffleGoesToAllTasks(_Regrouped):
    """A tuple by shuffle grouping goes to each task."""

    def changed(self, taken: Subscription) -> Subscription:
        """See `_Regrouped`."""
        return _as(taken, Grouping.SHUFFLE, Grouping.ALL)


@groupings("none-goes-to-all-tasks", kills=["SYS-29"], mistake="No grouping is thought to mean no choice.")
class NoneGoesToAllTasks(_Regrouped):
    """A tuple by none grouping goes to each task."""

    def changed(self, taken: Subscription) -> Subscription:
        """See `_Regrouped`."""
        return _as(taken, Grouping.NONE, Grouping.ALL)


@groupings("direct-goes-by-the-value", kills=["SYS-29"], mistake="The task id that is named is ignored.")
class DirectGoesByTheValue(_Regrouped):
    """A tuple by direct grouping goes to the task of its value."""

    def changed(self, taken: Subscription) -> Subscription:
        """See `_Regrouped`."""
        return _as(taken, Grouping.DIRECT, Grouping.FIELDS)


@groupings("direct-goes-to-all-tasks", kills=["SYS-29"], mistake="Each task is thought to pick out its own.")
class DirectGoesToAllTasks(_Regrouped):
    """A tuple by direct grouping goes to each task."""

    def changed(self, taken: Subscription) -> Subscription:
        """See `_Regrouped`."""
        return _as(taken, Grouping.DIRECT, Grouping.ALL)


@groupings("streams-are-one", kills=["SYS-29"], mistake="The stream id is left out of the subscription.")
class StreamsAreOne(Wired):
    """All streams of a component go to whoever takes the first."""

    def planned(self, config: Config) -> Plan:
        """Return the plan, with one stream for each component."""
        plan = super().planned(config)
        return evolve(plan, streams=1, bolts=tuple(evolve(bolt, streams=1) for bolt in plan.bolts))


class _FirstStream(Topology):
    def _receivers(self, component: str, value: str, number: int) -> list[Task]:
        return super()._receivers(component, value, number) if number == 1 else []


@groupings("only-what-comes-first-is-sent", kills=["SYS-29"], mistake="A stream that is not declared is dropped.")
class OnlyWhatComesFirstIsSent(Wired):
    """What does not come first goes to nobody."""

    topology = _FirstStream


class _FirstOfEachBolt(Topology):
    def _receivers(self, component: str, value: str, number: int) -> list[Task]:
        receivers = super()._receivers(component, value, number)
        bolts = {task.component for task in receivers}
        return [task for task in receivers if task.index == 1 or len(bolts) == len(receivers)]


@groupings("all-leaves-out-all-but-the-first", kills=["SYS-29"], mistake="The loop returns in its first round.")
class AllLeavesOutAllButTheFirst(Wired):
    """A tuple that is for several tasks goes to the first of them."""

    topology = _FirstOfEachBolt


class _OneEdge(SpoutExecutor):
    def emit(self, task: int, root: int, message: str | None, edges: Sequence[int]) -> tuple[Effect, ...]:
        return super().emit(task, root, message, [edges[0]] * len(edges) if edges else [])


@groupings("copies-of-a-spout-share-an-edge", kills=["SYS-30"], mistake="The message id is made once for a tuple.")
class CopiesOfASpoutShareAnEdge(Wired):
    """All tuples of an emission have one edge."""

    executor = _OneEdge


class _OneRow(BoltTask):
    def emit(self, anchors: Sequence[str], edges: Sequence[Sequence[int]]) -> tuple[MessageId, ...]:
        return super().emit(anchors, [edges[0]] * len(edges) if edges else [])


@groupings("copies-of-a-bolt-share-an-edge", kills=["SYS-30"], mistake="The edge is drawn before the loop over tasks.")
class CopiesOfABoltShareAnEdge(Wired):
    """All tuples of an emit have one edge for each anchor."""

    collector = _OneRow


@define
class _ForWhoeverTakesIt(Topology):
    """A topology in which a tuple by fields goes to a task that is not paused, if there is one."""

    def _receivers(self, component: str, value: str, number: int) -> list[Task]:
        return [self._free(component, task) for task in super()._receivers(component, value, number)]

    def _free(self, component: str, task: Task) -> Task:
        (bolt,) = (bolt for bolt in self.plan.bolts if bolt.name == task.component)
        by_fields = bolt.takes.get(component, Subscription()).grouping is Grouping.FIELDS
        free = [other for other in self._tasks[task.component] if other not in self.paused]
        return free[task.index % len(free)] if by_fields and task in self.paused and free else task


@groupings(
    "fields-go-round-a-paused-task",
    kills=["SYS-19", "SYS-26", "SYS-29"],
    mistake="A full queue is left out, as by load.",
)
class FieldsGoRoundAPausedTask(Wired):
    """A value that comes again while its task is paused goes to another."""

    topology = _ForWhoeverTakesIt


@define
class _SharedEdges(Topology):
    """A topology in which the tuples of a bolt's emit that go to receivers which are alike have the edges of the first
    of them.
    """

    alike: list[Hashable] = field(init=False, factory=list)

    def _start(self, task: Task) -> None:
        super()._start(task)
        collector = self.collectors.get(task)
        if isinstance(collector, _Transferring):
            collector.topology = self

    def _receivers(self, component: str, value: str, number: int) -> list[Task]:
        receivers = super()._receivers(component, value, number)
        self.alike = [self._likeness(component, receiver) for receiver in receivers]
        return receivers

    def _likeness(self, component: str, receiver: Task) -> Hashable:
        raise NotImplementedError


@define
class _Transferring(BoltTask):
    topology: _SharedEdges | None = None

    def emit(self, anchors: Sequence[str], edges: Sequence[Sequence[int]]) -> tuple[MessageId, ...]:
        rows: dict[Hashable, Sequence[int]] = {}
        if self.topology is not None:
            edges = [rows.setdefault(each, row) for each, row in zip(self.topology.alike, edges, strict=True)]
        return super().emit(anchors, edges)


class _OneEdgeForAnExecutor(_SharedEdges):
    def _likeness(self, component: str, receiver: Task) -> Hashable:
        del component
        return self.mates[receiver][0]


@groupings(
    "copies-within-an-executor-share-an-edge", kills=["SYS-30"], mistake="A transfer to one thread is one message."
)
class CopiesWithinAnExecutorShareAnEdge(Wired):
    """The tuples of an emit of a bolt that go to one executor have one edge for each anchor."""

    collector = _Transferring
    topology = _OneEdgeForAnExecutor


class _OneEdgeForAnIndex(_SharedEdges):
    def _likeness(self, component: str, receiver: Task) -> Hashable:
        (bolt,) = (bolt for bolt in self.plan.bolts if bolt.name == receiver.component)
        return receiver.index if bolt.takes.get(component, Subscription()).grouping is Grouping.ALL else receiver


@groupings(
    "copies-of-one-index-share-an-edge",
    kills=["SYS-30"],
    mistake="The edges of an all grouping are drawn for its tasks once, and the next bolt that takes all finds them.",
)
class CopiesOfOneIndexShareAnEdge(Wired):
    """Where two bolts take all tuples of a bolt, the copies for the tasks of one index have one edge."""

    collector = _Transferring
    topology = _OneEdgeForAnIndex


class _FirstStreamAnchored(Topology):
    def _call(self, task: Task, call: Call, number: int) -> None:
        if isinstance(call, EmitTuple) and stream_of(number, self.plan.streams_of(task.component)) > 1:
            call = evolve(call, anchors=())
        super()._call(task, call, number)


@groupings(
    "a-bolt-anchors-on-its-first-stream",
    kills=["SYS-13", "SYS-20"],
    mistake="The emit that takes a stream id is another method, and hands on no anchors.",
)
class ABoltAnchorsOnItsFirstStream(Wired):
    """What a bolt emits on another stream than its first is not anchored."""

    topology = _FirstStreamAnchored


class _OneForAnExecutor(Topology):
    def _receivers(self, component: str, value: str, number: int) -> list[Task]:
        receivers = super()._receivers(component, value, number)
        return [each for each in receivers if not {*receivers}.intersection(_before(each, self.mates[each]))]


def _before(task: Task, mates: Sequence[Task]) -> Sequence[Task]:
    return mates[: mates.index(task)]


@groupings(
    "all-goes-to-each-executor",
    kills=["SYS-29"],
    mistake="A queue belongs to an executor, so one copy is put into each.",
)
class AllGoesToEachExecutor(Wired):
    """A tuple for all tasks goes to the first of each executor."""

    topology = _OneForAnExecutor


class _OneList(Topology):
    def _receivers(self, component: str, value: str, number: int) -> list[Task]:
        lists: dict[str, list[Task]] = self.__dict__.setdefault("lists", {})
        receivers = super()._receivers(component, value, number)
        first = next((bolt for bolt in self.plan.bolts if receivers and bolt.name == receivers[0].component), None)
        if first is None or first.takes.get(component, Subscription()).grouping is not Grouping.ALL:
            return receivers
        sent = lists.setdefault(first.name, list(self._tasks[first.name]))
        sent += [each for each in receivers if each.component != first.name]
        return list(sent)


@groupings(
    "all-is-the-list-of-a-bolt-that-grows",
    kills=["SYS-29"],
    mistake="The list of a bolt's tasks is returned as it is, and the receivers in other bolts are added to it.",
)
class AllIsTheListOfABoltThatGrows(Wired):
    """What goes to all tasks of a bolt goes to those of the next bolt as often as it did before, and once more."""

    topology = _OneList


class _PlacesThatRunOn(Topology):
    def _do(self, task: Task, calls: Sequence[Call]) -> None:
        places: dict[Task, int] = self.__dict__.setdefault("places", {})
        refused = False
        for call in calls:
            places[task] = places.get(task, 0) + isinstance(call, EmitTuple)
            try:
                self._call(task, call, places[task] if isinstance(call, EmitTuple) else 0)
            except IllegalUse:
                self._happens(CallRefused(task, call))
                refused = True
        if not refused:
            places[task] = 0


@groupings(
    "places-run-on-after-a-refusal",
    kills=["SYS-29"],
    mistake="The collector counts the values of an input, and sets the count back when all calls went through.",
)
class PlacesRunOnAfterARefusal(Wired):
    """After an input of which a call was refused, the places of values count on with the next input."""

    topology = _PlacesThatRunOn


class _PlacesOfCalls(Topology):
    def _do(self, task: Task, calls: Sequence[Call]) -> None:
        for place, call in enumerate(calls):
            try:
                self._call(task, call, 1 + place)
            except IllegalUse:
                self._happens(CallRefused(task, call))


@groupings(
    "a-request-for-time-takes-a-place",
    kills=["SYS-29"],
    mistake="The place of a value is that of its call among those for the input.",
)
class ARequestForTimeTakesAPlace(Wired):
    """What a bolt emits for an input goes a place further if it has asked for more time for the input."""

    topology = _PlacesOfCalls


class _InOrder(Topology):
    def _receivers(self, component: str, value: str, number: int) -> list[Task]:
        names = list(self._tasks)
        receivers = super()._receivers(component, value, number)
        return [task for task in receivers if names.index(task.component) > names.index(component)]


@groupings(
    "bolts-take-from-those-named-before-them",
    kills=["SYS-19"],
    mistake="Subscriptions are resolved while the bolts are read, when those further down are not there.",
)
class BoltsTakeFromThoseNamedBeforeThem(Wired):
    """A bolt that the wiring names before one that it takes tuples from gets none of them."""

    topology = _InOrder


class _BlockOfIds(Topology):
    def _call(self, task: Task, call: Call, number: int) -> None:
        ids = self.ids
        self.ids = cycle(islice(ids, BLOCK)) if isinstance(call, EmitTuple) else ids
        try:
            super()._call(task, call, number)
        finally:
            self.ids = ids


@groupings(
    "the-ids-of-an-emit-are-a-block",
    kills=["SYS-41"],
    mistake="Ids are drawn a thousand at a time. No emit needs more, but one of a batch to all tasks of a bolt.",
)
class TheIdsOfAnEmitAreABlock(Wired):
    """An emit that needs more than 1,024 edges has the first of them again."""

    topology = _BlockOfIds


class _EachForOneTask(Topology):
    def _do(self, task: Task, calls: Sequence[Call]) -> None:
        self.__dict__["made"] = sum(isinstance(call, EmitTuple) for call in calls)
        super()._do(task, calls)

    def _receivers(self, component: str, value: str, number: int) -> list[Task]:
        receivers = super()._receivers(component, value, number)
        made = self.__dict__.get("made")
        for bolt in self.plan.bolts:
            got = [task for task in receivers if task.component == bolt.name]
            if component != SPOUT and self.plan.streams_of(component) == 1 and 1 < len(got) == made:
                receivers = [got[number - 1] if task in got else task for task in receivers]
        return receivers


@groupings(
    "all-sends-each-value-to-one-task",
    kills=["SYS-29"],
    mistake="Values and tasks are two loops, and the index of the outer one is used in the inner one.",
)
class AllSendsEachValueToOneTask(Wired):
    """Where a bolt makes as many values as there are tasks that take all, each goes to one of them, once for each."""

    topology = _EachForOneTask


class _CountingDown(Topology):
    def _do(self, task: Task, calls: Sequence[Call]) -> None:
        self.__dict__["made"] = sum(isinstance(call, EmitTuple) for call in calls)
        super()._do(task, calls)

    def _receivers(self, component: str, value: str, number: int) -> list[Task]:
        if component != SPOUT and self.plan.streams_of(component) == 1:
            number = self.__dict__["made"] + 1 - number
        return super()._receivers(component, value, number)


@groupings(
    "direct-counts-from-the-last-value",
    kills=["SYS-29"],
    mistake="Values are taken from the end of a list, and their places are those in the list.",
)
class DirectCountsFromTheLastValue(Wired):
    """The last of the values that a bolt makes of an input goes to task 1 by direct grouping, and the first last."""

    topology = _CountingDown


class _TwoSources(Topology):
    def _receivers(self, component: str, value: str, number: int) -> list[Task]:
        deaf = {bolt.name for bolt in self.plan.bolts if component in bolt.after[2:]}
        return [task for task in super()._receivers(component, value, number) if task.component not in deaf]


@groupings(
    "a-bolt-takes-from-two-components",
    kills=["SYS-19"],
    mistake="What a bolt joins is thought to have a left and a right side.",
)
class ABoltTakesFromTwoComponents(Wired):
    """A bolt that stands after three components gets the tuples of two of them."""

    topology = _TwoSources


@groupings(
    "a-subscription-counts-for-all",
    kills=["SYS-29"],
    mistake="Of how a bolt takes tuples one entry is read, and taken for all the components before it.",
)
class ASubscriptionCountsForAll(Wired):
    """A bolt after two components that says of one how it takes its tuples takes those of the other in that way too."""

    def planned(self, config: Config) -> Plan:
        """Return the plan, with other subscriptions in it."""
        plan = super().planned(config)
        alone = [next(iter(bolt.takes.values())) if len(bolt.takes) == 1 else None for bolt in plan.bolts]
        bolts = tuple(
            evolve(bolt, takes=dict.fromkeys(bolt.after, taken)) if taken else bolt
            for bolt, taken in zip(plan.bolts, alone, strict=True)
        )
        return evolve(plan, bolts=bolts)


@define
class _StreamOfACall(Topology):
    stream: int | None = field(init=False, default=None)

    def _next_tuple(self, spout: Task, *, tracked: bool, most: int = 1) -> None:
        self.stream = None
        super()._next_tuple(spout, tracked=tracked, most=most)

    def _receivers(self, component: str, value: str, number: int) -> list[Task]:
        if component != SPOUT:
            return super()._receivers(component, value, number)
        self.stream = self.stream or stream_of(number, self.plan.streams)
        receivers: list[Task] = []
        for bolt in self.plan.bolts:
            taken = bolt.takes.get(SPOUT, Subscription())
            if SPOUT in bolt.after and taken.stream == self.stream:
                pair = SPOUT, bolt.name
                turn = self._dealt[pair] = self._dealt.get(pair, -1) + 1
                receivers += chosen(taken.grouping, self._tasks[bolt.name], value, number, turn)
        return receivers


@groupings(
    "what-is-emitted-at-once-is-on-one-stream",
    kills=["SYS-29"],
    mistake="Who takes from a stream is looked up once in a call of a spout task, which is thought to emit on one.",
)
class WhatIsEmittedAtOnceIsOnOneStream(Wired):
    """Of several messages that a spout task emits in one call, all go to the stream of the first."""

    topology = _StreamOfACall
