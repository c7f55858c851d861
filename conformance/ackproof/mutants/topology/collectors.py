"""Mutants of whole topologies: wrong collectors and bolts, where they show under faults."""

from collections.abc import Callable, Sequence
from typing import ClassVar
from zlib import crc32

from acking import (
    Ack,
    BoltTask,
    Fail,
    MessageId,
)
from acking.anchoring import HeldInput
from acking.topology import Topology
from acking.topology.bolts import AckInput, Batch, Bolt, Call, Calls, FailInput, Input
from acking.topology.happenings import InputFailed
from acking.topology.running import LAPS
from acking.topology.tasks import Task
from attrs import define, field

from ackproof.mutants.parts import Wired
from ackproof.mutants.topology.spouts import topology


class _Childless(BoltTask):
    def emit(self, anchors: Sequence[str], edges: Sequence[Sequence[int]]) -> tuple[MessageId, ...]:
        before = {name: self._held[name].children for name in anchors if name in self._held}
        ids = super().emit(anchors, edges)
        for name, children in before.items():
            self._held[name].children = children
        return ids


@topology("children-are-not-told-of", kills=["SYS-04"], mistake="The ack of a tuple is thought to be about that tuple.")
class ChildrenAreNotToldOf(Wired):
    """An ack is of the tuple alone, and the tree is done before its children."""

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


class _Chatty(BoltTask):
    def ack(self, name: str) -> tuple[Ack, ...]:
        return tuple(each for ack in super().ack(name) for each in (Ack(ack.root, 0), ack))


@topology(
    "says-that-it-will-ack", kills=["SYS-08"], mistake="The acker is notified of each tuple when it is taken, too."
)
class SaysThatItWillAck(Wired):
    """Each ack is preceded by one that changes nothing."""

    collector = _Chatty


@define
class _Pooled(BoltTask):
    """`gone` has the records of inputs that were acked, and `free` the last of them, if it is not used again."""

    gone: dict[str, HeldInput] = field(init=False, factory=dict)
    free: HeldInput | None = field(init=False, default=None)

    def receive(self, name: str, message_id: MessageId) -> None:
        super().receive(name, message_id)
        if self.free is not None:
            self.free.message_id, self._held[name] = dict(message_id), self.free
        self.free = None

    def emit(self, anchors: Sequence[str], edges: Sequence[Sequence[int]]) -> tuple[MessageId, ...]:
        held, self._held = self._held, {**self.gone, **self._held}
        try:
            return super().emit(anchors, edges)
        finally:
            self._held = held

    def ack(self, name: str) -> tuple[Ack, ...]:
        record, acks = self._held.get(name), super().ack(name)
        if record is not None:
            record.children, self.free, self.gone[name] = 0, record, record
        return acks


@topology(
    "records-of-inputs-are-pooled",
    kills=["SYS-12"],
    mistake="A record is cleared when it is given back to the pool, and nobody asks whether a call comes later.",
)
class RecordsOfInputsArePooled(Wired):
    """An edge of a tuple that is anchored too late is in the ack of the next input, whose tree is never done."""

    collector = _Pooled


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


class _FailsOneTree(BoltTask):
    def fail(self, name: str) -> tuple[Fail, ...]:
        return super().fail(name)[:1]


@topology("a-fail-is-told-of-one-tree", kills=["SYS-18"], mistake="A tuple is thought to have one root.")
class AFailIsToldOfOneTree(Wired):
    """The fail of a tuple of several trees is sent for one of them; the others time out."""

    collector = _FailsOneTree


class _BreakingOff(BoltTask):
    def emit(self, anchors: Sequence[str], edges: Sequence[Sequence[int]]) -> tuple[MessageId, ...]:
        rootless = (place for place, name in enumerate(anchors) if not self._input(name, "an emit on").message_id)
        first = next(rootless, len(anchors))
        return super().emit(anchors[:first], [row[:first] for row in edges])


@topology("an-anchor-without-trees-is-the-last", kills=["SYS-08"], mistake="A break stands where a continue belongs.")
class AnAnchorWithoutTreesIsTheLast(Wired):
    """What is anchored to an input of no tree, and then to others, belongs to the trees of those before it."""

    collector = _BreakingOff


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
    """An input that is failed and then acked is reported as acked."""

    topology = _OneEndForAnInput


class RoundsOfBatches(Topology):
    """A topology that settles when the source is dry and all bolts were asked so many times to finish their batches."""

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
    mistake="Bolts are asked to finish in the order of the wiring, which is taken for the way that tuples go.",
)
class BatchesAreFinishedInOneRound(Wired):
    """In the end each bolt finishes its batch once. One that gets tuples of a bolt named after it still holds them."""

    topology = RoundsOfBatches
