"""Mutants of whole topologies: wrong spout tasks, sources and ids, where they show under faults."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count
from random import Random
from zlib import crc32

from acking import (
    AckerMessage,
    Callback,
    Effect,
    Fail,
    Init,
    Kind,
    Notification,
    RotatingMap,
    SpoutExecutor,
)
from acking.spout import PendingEmission
from acking.topology import Topology
from acking.topology.bolts import Call
from acking.topology.happenings import NotificationArrived
from acking.topology.plan import Plan
from acking.topology.source import Source
from acking.topology.tasks import SPOUT, Task
from attrs import define, evolve, field

from ackproof.mutants import family
from ackproof.mutants.parts import Wired
from ackproof.target import Config

topology = family("topology")

TABLE, SAMPLE = 64, 20
NUMBERS_IN_A_TICK = 256


class _KeepsDeadClients(Source):
    def disconnect(self, client: Task) -> Sequence[str]:
        del client
        return ()


@topology("dead-clients-keep-their-messages", kills=["SYS-01"], mistake="The connection is thought to come back.")
class DeadClientsKeepTheirMessages(Wired):
    """What is pending with a spout task that died is never offered again."""

    source = _KeepsDeadClients


class _Careless(Source):
    def give_back(self, message: str) -> None:
        del self.pending[message]


@topology("failed-messages-are-dropped", kills=["SYS-01"], mistake="The spout's fail and ack do the same to the queue.")
class FailedMessagesAreDropped(Wired):
    """A message that failed is gone from the source."""

    source = _Careless


class _TellingTwice(SpoutExecutor):
    def emit(self, task: int, root: int, message: str | None, edges: Sequence[int]) -> tuple[Effect, ...]:
        if message is None or not self.ackers or edges:
            return super().emit(task, root, message, edges)
        self.pending.put(root, PendingEmission(task, message))
        return (Init(root, 0, task),) * 2


@topology(
    "an-empty-tree-is-told-of-twice",
    kills=["SYS-08"],
    mistake="The branch for no receivers sends an init and goes on to the one that all emissions send.",
)
class AnEmptyTreeIsToldOfTwice(Wired):
    """An emission that nobody receives sends two inits."""

    executor = _TellingTwice


class _Deaf(SpoutExecutor):
    def tick(self) -> tuple[Effect, ...]:
        return ()


@topology(
    "spout-tasks-never-time-out",
    kills=["SYS-01", "SYS-03"],
    mistake="Message time-outs are switched off for spouts.",
    issue="STORM-3514",
)
class SpoutTasksNeverTimeOut(Wired):
    """Nothing is failed by time, whatever was lost."""

    executor = _Deaf


class _Patient(SpoutExecutor):
    def __attrs_post_init__(self) -> None:
        super().__attrs_post_init__()
        self.pending = RotatingMap(3)


@topology(
    "spout-tasks-wait-for-a-third-tick",
    kills=["SYS-01", "SYS-03"],
    mistake="Its map is thought to have as many buckets as that of ackers.",
)
class SpoutTasksWaitForAThirdTick(Wired):
    """A spout task fails what it waits for at the third tick."""

    executor = _Patient


class _Stuttering(SpoutExecutor):
    def tick(self) -> tuple[Effect, ...]:
        effects = super().tick()
        return effects + effects


@topology(
    "fails-twice-by-time", kills=["SYS-02"], mistake="The callback is made where it expires and where that is reported."
)
class FailsTwiceByTime(Wired):
    """An emission that times out is failed twice."""

    executor = _Stuttering


class _Hasty(SpoutExecutor):
    def tick(self) -> tuple[Effect, ...]:
        return super().tick() + super().tick()


@topology(
    "ticks-count-twice",
    kills=["SYS-03"],
    mistake="The tick reaches the executor by two streams, and each of them rotates pending.",
    issue="STORM-3693",
)
class TicksCountTwice(Wired):
    """A tick rotates pending twice."""

    executor = _Hasty


class _Optimist(SpoutExecutor):
    def tick(self) -> tuple[Effect, ...]:
        return tuple(evolve(each, kind=Kind.ACK) for each in super().tick() if isinstance(each, Callback))


@topology("no-news-is-good-news", kills=["SYS-04"], mistake="At most once is what somebody wanted.")
class NoNewsIsGoodNews(Wired):
    """What has waited too long is acked."""

    executor = _Optimist


@define
class _KeepsRoots(Topology):
    roots: dict[str, int] = field(init=False, factory=dict)

    def fresh_root(self, message: str) -> int:
        return self.roots.setdefault(message, super().fresh_root(message))


@topology("replays-keep-their-root", kills=["SYS-06"], mistake="The root id is derived from the message id.")
class ReplaysKeepTheirRoot(Wired):
    """All emissions of a message have one root id."""

    topology = _KeepsRoots


@define
class _Thrifty(Topology):
    free: dict[str, int] = field(init=False, factory=dict)

    def _called(self, called: Task, call: Callback) -> None:
        if call.kind is Kind.FAIL and any(isinstance(each, NotificationArrived) for each in self._happened[-1:]):
            roots = {tree: root for root, tree in self._trees.items()}
            self.free[call.message.rpartition("/")[0]] = roots[call.message]
        super()._called(called, call)

    def fresh_root(self, message: str) -> int:
        waiting = [part.pending for part in self.ackers.values()] + [part.pending for part in self.executors.values()]
        held = [collector._held for collector in self.collectors.values()]  # type: ignore[attr-defined]  # noqa: SLF001
        old = self.free.pop(message, None)
        return super().fresh_root(message) if old is None or self.channels or any(waiting) or any(held) else old


@topology(
    "what-an-acker-failed-keeps-its-root",
    kills=["SYS-06"],
    mistake="An acker that has said fail has forgotten the root, so the id is thought to be free again.",
)
class WhatAnAckerFailedKeepsItsRoot(Wired):
    """A message that an acker failed has its root id again, if nothing is pending, held or under way by then."""

    topology = _Thrifty


@define
class _Mindful(SpoutExecutor):
    known: dict[int, Callback] = field(init=False, factory=dict)

    def notified(self, notification: Notification) -> tuple[Effect, ...]:
        effects = super().notified(notification)
        if not effects and notification.root in self.known:
            return (self.known[notification.root],)
        for each in effects:
            if isinstance(each, Callback):
                self.known[notification.root] = each
        return effects


@topology(
    "every-word-calls-back", kills=["SYS-07"], mistake="What was emitted is remembered, and not that it was resolved."
)
class EveryWordCallsBack(Wired):
    """A second word about a tree is called back like the first."""

    executor = _Mindful


@define
class _OwesCallbacks(SpoutExecutor):
    owed: list[Effect] = field(init=False, factory=list)

    def emit(self, task: int, root: int, message: str | None, edges: Sequence[int]) -> tuple[Effect, ...]:
        effects = super().emit(task, root, message, edges)
        if self.ackers:
            return effects
        self.owed += [each for each in effects if isinstance(each, Callback)]
        return tuple(each for each in effects if not isinstance(each, Callback))

    def tick(self) -> tuple[Effect, ...]:
        owed, self.owed = self.owed, []
        return (*super().tick(), *owed)


@topology(
    "acks-at-the-next-tick-without-ackers", kills=["SYS-09"], mistake="Callbacks are only made where ticks are handled."
)
class AcksAtTheNextTickWithoutAckers(Wired):
    """Without ackers an emission is acked at the next tick."""

    executor = _OwesCallbacks


class _Zealous(SpoutExecutor):
    def emit(self, task: int, root: int, message: str | None, edges: Sequence[int]) -> tuple[Effect, ...]:
        if message is not None or not self.ackers or not edges:
            return super().emit(task, root, message, edges)
        effects = super().emit(task, root, "", edges)
        self.pending.remove(root)
        return tuple(each for each in effects if not isinstance(each, Init))


@topology(
    "untracked-tuples-are-acked-all-the-same",
    kills=["SYS-10"],
    mistake="Only the init is left out without a message id.",
)
class UntrackedTuplesAreAckedAllTheSame(Wired):
    """Tuples of an emission without a message id carry its root, and bolts report them."""

    executor = _Zealous


@define
class _TellsFailsOfAll(Topology):
    begun: set[int] = field(init=False, factory=set)

    def _report(self, sender: Task, message: AckerMessage, receipt: str = "") -> None:
        if isinstance(message, Init):
            self.begun.add(message.root)
        if isinstance(message, Fail) or message.root in self.begun:
            super()._report(sender, message, receipt)


@topology(
    "untracked-tuples-are-failed-all-the-same",
    kills=["SYS-10"],
    mistake="Acks and requests for time are left out where nothing is tracked; a failure is thought to matter always.",
)
class UntrackedTuplesAreFailedAllTheSame(Wired):
    """The fail of a tuple of an emission without a message id is reported."""

    executor = _Zealous
    topology = _TellsFailsOfAll


@topology("the-bound-is-not-looked-at", kills=["SYS-17"], mistake="A bound on pending is read and never compared.")
class TheBoundIsNotLookedAt(Wired):
    """A spout task emits whenever it is asked."""

    def planned(self, config: Config) -> Plan:
        return evolve(super().planned(config), max_pending=None)


ROOTS = 64


@define
class _Ring(Topology):
    ring: list[int] = field(init=False, factory=list)
    drawn: int = field(init=False, default=0)

    def fresh_root(self, message: str) -> int:
        if len(self.ring) < ROOTS:
            self.ring.append(super().fresh_root(message))
        root = self.ring[self.drawn % ROOTS]
        self.drawn += 1
        executors = [each for each in self.executors.values() if isinstance(each, SpoutExecutor)]
        return super().fresh_root(message) if any(root in each.pending for each in executors) else root


@topology(
    "roots-come-round", kills=["SYS-06"], mistake="Roots are numbers of slots, and a slot is free when it is resolved."
)
class RootsComeRound(Wired):
    """After sixty-four emissions root ids are used again, if nobody waits for them."""

    topology = _Ring


@define
class _Reseeded(Topology):
    drawing: dict[Task, Iterator[int]] = field(init=False, factory=dict)

    def _start(self, task: Task) -> None:
        super()._start(task)
        self.drawing[task] = (crc32(f"edge {number} of {task}".encode()) + 1 for number in count())

    def _call(self, task: Task, call: Call, number: int) -> None:
        shared, self.ids = self.ids, self.drawing[task]
        super()._call(task, call, number)
        self.ids = shared


@topology(
    "each-life-of-a-task-draws-the-same-edges",
    kills=["SYS-04"],
    mistake="Each task has a generator of its own, so its name is thought to be a good seed.",
)
class EachLifeOfATaskDrawsTheSameEdges(Wired):
    """A bolt task that was started again draws the edge ids that it drew in its life before."""

    topology = _Reseeded


class _FirstOfAll(SpoutExecutor):
    def emit(self, task: int, root: int, message: str | None, edges: Sequence[int]) -> tuple[Effect, ...]:
        effects = super().emit(task, root, message, edges)
        if self.ackers:
            return effects
        return tuple(evolve(each, task=min(self.tasks)) if isinstance(each, Callback) else each for each in effects)


@topology(
    "without-ackers-the-first-task-hears-all",
    kills=["SYS-09"],
    mistake="No record says who emitted, and an executor is thought to have one task.",
)
class WithoutAckersTheFirstTaskHearsAll(Wired):
    """Without ackers emissions are called back on the first task of their executor."""

    executor = _FirstOfAll


class _EdgesOfATable(SpoutExecutor):
    def emit(self, task: int, root: int, message: str | None, edges: Sequence[int]) -> tuple[Effect, ...]:
        return super().emit(task, root, message, [edges[place % TABLE] for place in range(len(edges))])


@topology(
    "edges-come-of-a-table",
    kills=["SYS-41"],
    mistake="The edge ids of an emission are drawn ahead, 64 at a time: nobody has more receivers.",
)
class EdgesComeOfATable(Wired):
    """The first copy of an emission and the 65th have one edge id, and the tree is acked while both are open."""

    executor = _EdgesOfATable


@define
class _SamplesLatency(SpoutExecutor):
    tracked: int = field(init=False, default=0)

    def emit(self, task: int, root: int, message: str | None, edges: Sequence[int]) -> tuple[Effect, ...]:
        self.tracked += message is not None
        effects = super().emit(task, root, message, edges)
        if message is not None and not self.ackers and self.tracked == SAMPLE:
            self.pending.put(root, PendingEmission(task, message))
        return effects

    def tick(self) -> tuple[Effect, ...]:
        effects = super().tick()
        return effects if self.ackers else ()


@topology(
    "a-sample-waits-without-ackers",
    kills=["SYS-41"],
    mistake="Of twenty emissions one is kept with its start, for the latency, until it is called back. Without acker "
    "tasks it is called back before that.",
)
class ASampleWaitsWithoutAckers(Wired):
    """In a topology without acker tasks, the twentieth emission of a spout task counts against its bound."""

    executor = _SamplesLatency


@define
class _Seeded(Topology):
    lives: dict[int, int] = field(init=False, factory=dict)
    drawing: dict[Task, Random] = field(init=False, factory=dict)

    def _start(self, task: Task) -> None:
        super()._start(task)
        if task.component == SPOUT:
            mates = self.mates[task]
            number = self.plan.executors_of(SPOUT).index(mates)
            life = self.lives[number] = self.lives.get(number, -1) + 1
            self.drawing |= dict.fromkeys(mates, Random(31 * number + life))

    def fresh_root(self, message: str) -> int:
        return self.drawing[self.source.pending[message]].getrandbits(64) - (1 << 63)


@topology(
    "seeds-of-two-lives-collide",
    kills=["SYS-41"],
    mistake="Each life of an executor draws roots from a seed of its own: the hash of the executor and the life.",
)
class SeedsOfTwoLivesCollide(Wired):
    """The 32nd life of an executor of spout tasks draws the root ids that the first life of the next one drew."""

    topology = _Seeded


@define
class _Snowflakes(Topology):
    ticks: Counter[int] = field(init=False, factory=Counter)
    emitted: Counter[int] = field(init=False, factory=Counter)

    def _tick(self, task: Task) -> None:
        if task in self.executors and task not in self.paused:
            number = self._number(task)
            self.ticks[number], self.emitted[number] = self.ticks[number] + 1, 0
        super()._tick(task)

    def _number(self, spout: Task) -> int:
        return self.plan.executors_of(SPOUT).index(self.mates[spout])

    def fresh_root(self, message: str) -> int:
        number = self._number(self.source.pending[message])
        self.emitted[number] += 1
        return (self.ticks[number] << 32) + NUMBERS_IN_A_TICK * number + self.emitted[number]


@topology(
    "numbers-in-a-tick-carry",
    kills=["SYS-41"],
    mistake="A root is made of the ticks so far, the executor and a number of eight bits, of which a tick needs few.",
)
class NumbersInATickCarry(Wired):
    """After 256 emissions between two ticks, an executor of spout tasks has the root ids of the next executor."""

    topology = _Snowflakes
