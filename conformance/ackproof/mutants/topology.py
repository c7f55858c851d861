"""Mutants of whole topologies: of spouts, collectors, ackers, bolts and the source, where they show under faults."""

from collections.abc import Callable, Iterator, Sequence
from itertools import count
from typing import ClassVar
from zlib import crc32

from acking import (
    Ack,
    Acker,
    AckerMessage,
    BoltTask,
    Callback,
    Effect,
    Fail,
    Init,
    Kind,
    MessageId,
    Notification,
    Record,
    ResetTimeout,
    SpoutExecutor,
)
from acking.topology import Topology
from acking.topology.bolts import AckInput, Batch, Bolt, Call, Calls, FailInput, Input
from acking.topology.happenings import InputFailed, NotificationArrived
from acking.topology.plan import Plan
from acking.topology.running import LAPS
from acking.topology.source import Source
from acking.topology.tasks import Task
from attrs import define, evolve, field

from ackproof.mutants import family
from ackproof.mutants.parts import AckerInParts, Wired
from ackproof.target import Config

topology = family("topology")


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


class _Stuttering(SpoutExecutor):
    def tick(self) -> tuple[Effect, ...]:
        effects = super().tick()
        return effects + effects


@topology(
    "fails-twice-by-time", kills=["SYS-02"], mistake="The callback is made where it expires and where that is told."
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


class _Childless(BoltTask):
    def emit(self, anchors: Sequence[str], edges: Sequence[Sequence[int]]) -> tuple[MessageId, ...]:
        before = {name: self._held[name].children for name in anchors if name in self._held}
        ids = super().emit(anchors, edges)
        for name, children in before.items():
            self._held[name].children = children
        return ids


@topology("children-are-not-told-of", kills=["SYS-04"], mistake="The ack of a tuple is thought to be about that tuple.")
class ChildrenAreNotToldOf(Wired):
    """An ack tells of the tuple alone, and the tree is done before its children."""

    collector = _Childless


class _EdgeForEachTree(BoltTask):
    turned: ClassVar[bool] = False

    def emit(self, anchors: Sequence[str], edges: Sequence[Sequence[int]]) -> tuple[MessageId, ...]:
        known: set[int] = set()
        kept: list[int] = []
        for place in reversed(range(len(anchors))) if self.turned else range(len(anchors)):
            roots = self._input(anchors[place], "an emit anchored to").message_id.keys()
            if not known.issuperset(roots):
                known |= roots
                kept.append(place)
        return super().emit([anchors[place] for place in kept], [[row[place] for place in kept] for row in edges])


@topology("an-edge-for-each-tree", kills=["SYS-04"], mistake="A tree is to wait for a tuple once.")
class AnEdgeForEachTree(Wired):
    """An anchor whose trees other anchors of the emit have had before gets no edge."""

    collector = _EdgeForEachTree


class _EdgeOfTheLastAnchor(_EdgeForEachTree):
    turned = True


@topology("an-edge-of-the-last-anchor", kills=["SYS-04"], mistake="A map from trees to edges keeps what was put last.")
class AnEdgeOfTheLastAnchor(Wired):
    """An anchor whose trees other anchors of the emit have afterwards gets no edge."""

    collector = _EdgeOfTheLastAnchor


class _FirstAnchorOnly(BoltTask):
    def emit(self, anchors: Sequence[str], edges: Sequence[Sequence[int]]) -> tuple[MessageId, ...]:
        return super().emit(anchors[:1], [row[:1] for row in edges])


@topology(
    "only-the-first-anchor-counts",
    kills=["SYS-08"],
    mistake="A list of anchors is passed on to a call that takes one.",
    issue="STORM-2331",
)
class OnlyTheFirstAnchorCounts(Wired):
    """A tuple with several anchors is in the trees of the first."""

    collector = _FirstAnchorOnly


class _Timeless(Acker):
    def tick(self) -> dict[int, object]:  # type: ignore[override]  # nobody reads it
        return {}


@topology(
    "no-tick-reaches-the-ackers",
    kills=["SYS-05"],
    mistake="Ticks are set up for bolts that users wrote.",
    issue="STORM-2786",
)
class NoTickReachesTheAckers(Wired):
    """Ackers forget nothing that is not resolved."""

    acker = _Timeless


class _KeepsFails(Acker):
    def tick(self) -> dict[int, Record]:
        expired = super().tick()
        for root, record in expired.items():
            if record.failed and record.spout_task is None:
                self.pending.put(root, record)
        return expired


@topology("fails-wait-for-their-init", kills=["SYS-05"], mistake="The init of a tree that failed is to find that.")
class FailsWaitForTheirInit(Wired):
    """The record of a tree that failed and whose init never came is kept for ever."""

    acker = _KeepsFails


class _KeepsStrangers(Acker):
    def tick(self) -> dict[int, Record]:
        expired = super().tick()
        for root, record in expired.items():
            if record.spout_task is None and not record.failed and record.ack_val:
                self.pending.put(root, record)
        return expired


@topology("acks-wait-for-their-init", kills=["SYS-05"], mistake="What nobody waits for cannot be late.")
class AcksWaitForTheirInit(Wired):
    """The record of a tree of which acks came and no init is kept for ever."""

    acker = _KeepsStrangers


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


class _Chatty(BoltTask):
    def ack(self, name: str) -> tuple[Ack, ...]:
        return tuple(each for ack in super().ack(name) for each in (Ack(ack.root, 0), ack))


@topology("says-that-it-will-ack", kills=["SYS-08"], mistake="The acker is told of each tuple when it is taken, too.")
class SaysThatItWillAck(Wired):
    """Each ack is preceded by one that changes nothing."""

    collector = _Chatty


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
class _Traced(BoltTask):
    """`context` is the message id of the last input that had one."""

    context: MessageId = field(init=False, factory=dict)

    def receive(self, name: str, message_id: MessageId) -> None:
        super().receive(name, message_id)
        self.context = message_id or self.context

    def emit(self, anchors: Sequence[str], edges: Sequence[Sequence[int]]) -> tuple[MessageId, ...]:
        emitted = super().emit(anchors, edges)
        if not anchors or any(emitted):
            return emitted
        return tuple(dict.fromkeys(self.context, row[0]) for row in edges)


@topology(
    "an-untracked-input-leaves-the-context-as-it-is",
    kills=["SYS-10"],
    mistake="A collector anchors by a context of the thread, which an input without a message id does not set.",
)
class AnUntrackedInputLeavesTheContextAsItIs(Wired):
    """What is emitted for an input of no tree joins the trees of the input before."""

    collector = _Traced


@define
class _Sticky(BoltTask):
    latest: str = field(init=False, default="")
    made: int = field(init=False, default=0)

    def receive(self, name: str, message_id: MessageId) -> None:
        super().receive(name, message_id)
        self.latest = name

    def emit(self, anchors: Sequence[str], edges: Sequence[Sequence[int]]) -> tuple[MessageId, ...]:
        if anchors or self.latest not in self._held:
            return super().emit(anchors, edges)
        self.made += 1
        drawn = ([crc32(f"{self.latest} {self.made} {number}".encode())] for number, _ in enumerate(edges))
        return super().emit([self.latest], list(drawn))


@topology(
    "every-tuple-is-anchored",
    kills=["SYS-11"],
    mistake="The collector knows the current input, so nobody need name it.",
)
class EveryTupleIsAnchored(Wired):
    """A tuple that is emitted without anchors is anchored to the input that came last."""

    collector = _Sticky


class _InitIsNoNews(Acker):
    def receive(self, message: AckerMessage) -> tuple[Notification, ...]:
        known = self.pending.get(message.root)
        if isinstance(message, Init) and known is not None and not known.failed:
            self.pending.put(
                message.root, evolve(known, ack_val=known.ack_val ^ message.value, spout_task=message.task)
            )
            return ()
        return super().receive(message)


@topology("a-late-init-is-no-news", kills=["SYS-12"], mistake="Whether a tree is done is asked when an ack comes.")
class ALateInitIsNoNews(Wired):
    """An init that finds a record completes nothing."""

    acker = _InitIsNoNews


@define
class _Swallowing:
    bolt: Bolt

    def execute(self, taken: Input) -> Calls:
        return self.bolt.execute(taken)

    def give_up(self, taken: Input) -> Calls:
        return self.bolt.execute(taken)

    def tick(self) -> Calls:
        return self.bolt.tick()


@topology("basic-bolts-swallow-errors", kills=["SYS-13"], mistake="The ack stands where it is reached in every case.")
class BasicBoltsSwallowErrors(Wired):
    """A basic bolt of which the code raises acks its input."""

    kinds: ClassVar[dict[str, Callable[[Bolt], Bolt]]] = {"basic": _Swallowing}


class _TwiceAcking(_Swallowing):
    def execute(self, taken: Input) -> Calls:
        return (*super().execute(taken), AckInput(taken.name))

    def give_up(self, taken: Input) -> Calls:
        return self.bolt.give_up(taken)


@topology(
    "plain-bolts-ack-twice",
    kills=["SYS-14"],
    mistake="The bolt acks, and so does what wraps it.",
    issue="STORM-1608",
)
class PlainBoltsAckTwice(Wired):
    """A plain bolt acks each input twice."""

    kinds: ClassVar[dict[str, Callable[[Bolt], Bolt]]] = {"plain": _TwiceAcking}


class _Forgetful(_Swallowing):
    def give_up(self, taken: Input) -> Calls:
        return self.bolt.give_up(taken)

    def tick(self) -> Calls:
        assert isinstance(self.bolt, Batch)  # noqa: S101 - only batches are wrapped
        self.bolt.held = []
        return ()


@topology(
    "late-inputs-of-batches-are-dropped",
    kills=["SYS-14"],
    mistake="What is left of a window when it closes is late, and late tuples are skipped.",
    issue="STORM-1859",
)
class LateInputsOfBatchesAreDropped(Wired):
    """A batch that is not full at a tick is dropped, and its inputs are never acked."""

    kinds: ClassVar[dict[str, Callable[[Bolt], Bolt]]] = {"batch": _Forgetful}


class _Lax(BoltTask):
    def ack(self, name: str) -> tuple[Ack, ...]:
        held = self._input(name, "an ack of")
        return tuple(Ack(root, edge ^ held.children) for root, edge in held.message_id.items())

    def fail(self, name: str) -> tuple[Fail, ...]:
        return tuple(Fail(root) for root in self._input(name, "a fail of").message_id)


@topology("nothing-is-refused", kills=["SYS-15"], mistake="Who calls twice has only himself to blame.")
class NothingIsRefused(Wired):
    """A collector refuses nothing about an input that it has let go of, as Storm's does."""

    collector = _Lax


@topology(
    "two-buckets-for-storm2",
    kills=["SYS-16"],
    mistake="The acker has as many buckets as the spout.",
    profiles=["storm2"],
)
class TwoBucketsForStorm2(Wired):
    """An acker forgets what is left alone for two ticks."""

    def planned(self, config: Config) -> Plan:
        made = super().planned(config)
        make = made.make_acker

        def with_two(index: int) -> Acker:
            acker = make(index)
            assert isinstance(acker, Acker)  # noqa: S101 - it is the reference's
            return Acker(evolve(acker.profile, buckets=2))

        return evolve(made, make_acker=with_two)


@topology("the-bound-is-not-looked-at", kills=["SYS-17"], mistake="A bound on pending is read and never compared.")
class TheBoundIsNotLookedAt(Wired):
    """A spout task emits whenever it is asked."""

    def planned(self, config: Config) -> Plan:
        return evolve(super().planned(config), max_pending=None)


class _FailsOneTree(BoltTask):
    def fail(self, name: str) -> tuple[Fail, ...]:
        return super().fail(name)[:1]


@topology("a-fail-is-told-of-one-tree", kills=["SYS-18"], mistake="A tuple is thought to have one root.")
class AFailIsToldOfOneTree(Wired):
    """The fail of a tuple of several trees is told of one of them; the others time out."""

    collector = _FailsOneTree


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


class _BreakingOff(BoltTask):
    def emit(self, anchors: Sequence[str], edges: Sequence[Sequence[int]]) -> tuple[MessageId, ...]:
        rootless = (place for place, name in enumerate(anchors) if not self._input(name, "an emit on").message_id)
        first = next(rootless, len(anchors))
        return super().emit(anchors[:first], [row[:first] for row in edges])


@topology("an-anchor-without-trees-is-the-last", kills=["SYS-08"], mistake="A break stands where a continue belongs.")
class AnAnchorWithoutTreesIsTheLast(Wired):
    """What is anchored to an input of no tree, and then to others, belongs to the trees of those before it."""

    collector = _BreakingOff


class _ZeroFirst(AckerInParts):
    def verdict(self, record: Record, message: AckerMessage) -> Kind | None:
        return super().verdict(evolve(record, failed=record.failed and record.ack_val != 0), message)


@topology(
    "a-copy-takes-a-fail-back",
    kills=["SYS-18"],
    mistake="Whether the ack val is zero is asked first, and what is zero cannot have failed.",
)
class ACopyTakesAFailBack(Wired):
    """An acker says ack where the ack val is zero, also of a tree that failed by one of two copies of a tuple."""

    acker = _ZeroFirst


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


@define
class _OneEndForAnInput(Topology):
    def _do(self, task: Task, calls: Sequence[Call]) -> None:
        acked = {call.name for call in calls if isinstance(call, AckInput)}
        for call in calls:
            if isinstance(call, FailInput) and call.name in acked:
                self._happens(InputFailed(task, call.name))
            else:
                super()._do(task, (call,))


@topology(
    "the-last-call-of-an-execute-counts",
    kills=["SYS-18"],
    mistake="What an execute says of its input is sent when it returns, and kept in one field until then.",
)
class TheLastCallOfAnExecuteCounts(Wired):
    """An input that is failed and then acked is told as acked."""

    topology = _OneEndForAnInput


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


class _TimeForgives(AckerInParts):
    def after_reset(self, record: Record) -> Record:
        return evolve(record, failed=False)


@topology(
    "who-asks-for-time-has-not-failed",
    kills=["SYS-18"],
    mistake="More time is asked by who has not given up, and a record has one input in mind.",
)
class WhoAsksForTimeHasNotFailed(Wired):
    """A call for more time takes back a fail that came before the init."""

    acker = _TimeForgives


class _DeafToFails(AckerInParts):
    def after(self, record: Record, message: AckerMessage) -> Record:
        asked: set[int] = self.__dict__.setdefault("asked", set())
        if isinstance(message, ResetTimeout) and record.spout_task is None:
            asked.add(message.root)
        if isinstance(message, Fail) and record.spout_task is None and message.root in asked:
            return record
        return super().after(record, message)


@topology(
    "who-asked-for-time-cannot-fail",
    kills=["SYS-18"],
    mistake="What came before the init is a state of its own, and one of these is that somebody works on it.",
)
class WhoAskedForTimeCannotFail(Wired):
    """A fail that comes before the init and after a call for more time is ignored."""

    acker = _DeafToFails


class _GhostsAreShortLived(AckerInParts):
    def tick(self) -> dict[int, Record]:
        old: dict[int, int] = self.__dict__.setdefault("old", {})
        kept = [each for cohort in self.pending.cohorts() for each in cohort.items()]
        for root in [root for root, record in kept if record.spout_task is None]:
            old[root] = old.get(root, 0) + 1
            if old[root] > 1:
                self.pending.remove(root)
                del old[root]
        return super().tick()


@topology(
    "what-has-no-init-lives-for-two-ticks",
    kills=["SYS-16"],
    mistake="What came before the init is kept apart, in a map with the default of two buckets.",
    profiles=["storm2"],
)
class WhatHasNoInitLivesForTwoTicks(Wired):
    """What came of a tree before its init is forgotten after two ticks."""

    acker = _GhostsAreShortLived


class RoundsOfBatches(Topology):
    """A topology that settles when the source is dry and all bolts were told so many times to finish their batches."""

    limit: ClassVar[int] = 1

    def _settle(self) -> None:
        for _ in range(LAPS * (len(self.plan.messages) + 1)):
            before = len(self._happened)
            for spout in self.executors:
                self._next_tuple(spout, tracked=True)
            self._deliver_all()
            if len(self._happened) > before:
                continue
            for _ in range(self.limit):
                for task in self.bolts:
                    self._tick(task)
                    self._deliver_all()
            if not self.source.offered:
                return


@topology(
    "batches-are-finished-in-one-round",
    kills=["SYS-14"],
    mistake="Bolts are told to finish in the order of the wiring, which is taken for the way that tuples go.",
)
class BatchesAreFinishedInOneRound(Wired):
    """In the end each bolt finishes its batch once. One that gets tuples of a bolt named after it still holds them."""

    topology = RoundsOfBatches
