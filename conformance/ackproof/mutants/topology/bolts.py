"""Mutants of bolts: topologies in which the code of a bolt does not do what its kind says."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from acking.topology import Topology
from acking.topology.bolts import AckInput, Batch, Bolt, Call, Calls, Conduct, EmitTuple, FailInput, Input
from acking.topology.running import SentTuple
from acking.topology.tasks import Task
from attrs import define, evolve, field

from ackproof.components import Operation, results_of
from ackproof.components.happenings import BoltTuple, Happening, SpoutTuple
from ackproof.components.topology import TopologyResult
from ackproof.mutants import family
from ackproof.mutants.parts import Wired
from ackproof.target import Component, Config

bolts = family("bolts")

Kinds = dict[str, Callable[[Bolt], Bolt]]

SEVERAL = 8
"""Inputs after which a bolt that tires has tired."""


@define
class Wrapped:
    """A bolt that does as another does. Subclasses change what they are given."""

    bolt: Bolt
    taken: list[Input] = field(init=False, factory=list)

    def execute(self, taken: Input) -> Calls:
        """See `Bolt`."""
        self.taken.append(taken)
        return self.changed(self.bolt.execute(taken))

    def give_up(self, taken: Input) -> Calls:
        """See `Bolt`."""
        return self.failing(self.bolt.give_up(taken), taken)

    def tick(self) -> Calls:
        """See `Bolt`."""
        return self.ticked(self.bolt.tick())

    def changed(self, calls: Calls) -> Calls:
        """Change what comes of an input."""
        return calls

    def failing(self, calls: Calls, taken: Input) -> Calls:
        """Change what comes of an input that is given up."""
        del taken
        return calls

    def ticked(self, calls: Calls) -> Calls:
        """Change what comes of a tick: as what comes of an input, unless it is said in another way."""
        return self.changed(calls)

    @property
    def held(self) -> list[Input]:
        """What a batch bolt holds."""
        assert isinstance(self.bolt, Batch)  # noqa: S101 - only batches are asked
        return self.bolt.held


def emits(calls: Calls) -> tuple[EmitTuple, ...]:
    """Return the emits among some calls."""
    return tuple(call for call in calls if isinstance(call, EmitTuple))


def ends(calls: Calls) -> tuple[Call, ...]:
    """Return the calls that are no emits."""
    return tuple(call for call in calls if not isinstance(call, EmitTuple))


def anchored(calls: Calls, change: Callable[[tuple[str, ...]], tuple[str, ...]]) -> Calls:
    """Return calls in which what is emitted has other anchors."""
    return tuple(evolve(call, anchors=change(call.anchors)) if isinstance(call, EmitTuple) else call for call in calls)


# Anchors.


class _Unanchored(Wrapped):
    def changed(self, calls: Calls) -> Calls:
        return anchored(calls, lambda _: ())


@bolts("plain-bolts-do-not-anchor", kills=["SYS-20"], mistake="The emit without anchors is the shorter one to write.")
class PlainBoltsDoNotAnchor(Wired):
    """A plain bolt emits without anchors."""

    kinds: ClassVar[Kinds] = {"plain": _Unanchored}


@bolts("basic-bolts-do-not-anchor", kills=["SYS-20"], mistake="The wrapper adds the ack, and forgets the anchor.")
class BasicBoltsDoNotAnchor(Wired):
    """What a basic bolt emits is not anchored."""

    kinds: ClassVar[Kinds] = {"basic": _Unanchored}


@bolts("batches-do-not-anchor", kills=["SYS-20"], mistake="An aggregate is thought to come of no tuple.")
class BatchesDoNotAnchor(Wired):
    """What a batch bolt emits is not anchored."""

    kinds: ClassVar[Kinds] = {"batch": _Unanchored}


class _ToTheFirst(Wrapped):
    def changed(self, calls: Calls) -> Calls:
        return anchored(calls, lambda names: names[:1])


@bolts(
    "batches-anchor-to-their-first-input", kills=["SYS-20"], mistake="The batch is known by the tuple that began it."
)
class BatchesAnchorToTheirFirstInput(Wired):
    """What a batch bolt emits is anchored to the first input of the batch."""

    kinds: ClassVar[Kinds] = {"batch": _ToTheFirst}


class _ToTheLast(Wrapped):
    def changed(self, calls: Calls) -> Calls:
        return anchored(calls, lambda names: names[-1:])


@bolts("batches-anchor-to-their-last-input", kills=["SYS-20"], mistake="The tuple at hand is the one that filled it.")
class BatchesAnchorToTheirLastInput(Wired):
    """What a batch bolt emits is anchored to the last input of the batch."""

    kinds: ClassVar[Kinds] = {"batch": _ToTheLast}


class _ToTwo(Wrapped):
    def changed(self, calls: Calls) -> Calls:
        return anchored(calls, lambda names: names[:2])


@bolts("a-join-is-of-two", kills=["SYS-20"], mistake="A join has a left side and a right side.")
class AJoinIsOfTwo(Wired):
    """What a batch bolt emits is anchored to its first two inputs."""

    kinds: ClassVar[Kinds] = {"batch": _ToTwo}


class _LooseAtTicks(Wrapped):
    def ticked(self, calls: Calls) -> Calls:
        return anchored(calls, lambda _: ())


@bolts("batches-do-not-anchor-at-ticks", kills=["SYS-20"], mistake="A tick has no tuple to anchor to.")
class BatchesDoNotAnchorAtTicks(Wired):
    """What a batch bolt emits at a tick is not anchored."""

    kinds: ClassVar[Kinds] = {"batch": _LooseAtTicks}


class _FirstOnly(Wrapped):
    def changed(self, calls: Calls) -> Calls:
        first, *others = emits(calls) or (None,)
        return calls if first is None else (first, *anchored(tuple(others), lambda _: ()), *ends(calls))


@bolts("the-first-of-a-fan-is-anchored", kills=["SYS-20"], mistake="The anchor is thought to be used up.")
class TheFirstOfAFanIsAnchored(Wired):
    """Of the tuples that a plain bolt emits, all but the first are not anchored."""

    kinds: ClassVar[Kinds] = {"plain": _FirstOnly}


class _Anchoring(Wrapped):
    def changed(self, calls: Calls) -> Calls:
        return anchored(calls, lambda _: (self.taken[-1].name,))


@bolts("loose-bolts-anchor", kills=["SYS-20"], mistake="To anchor is thought to do no harm.")
class LooseBoltsAnchor(Wired):
    """What a loose bolt emits is anchored to its input."""

    kinds: ClassVar[Kinds] = {"loose": _Anchoring}


class _TiredOfAnchors(Wrapped):
    def changed(self, calls: Calls) -> Calls:
        return anchored(calls, lambda names: names if len(self.taken) <= SEVERAL // 2 else ())


@bolts("anchoring-is-sampled", kills=["SYS-20"], mistake="To track everything is thought to be too dear.")
class AnchoringIsSampled(Wired):
    """A plain bolt anchors what comes of its first four inputs."""

    kinds: ClassVar[Kinds] = {"plain": _TiredOfAnchors}


# What is emitted.


class _OneOfAFan(Wrapped):
    def changed(self, calls: Calls) -> Calls:
        return (*emits(calls)[:1], *ends(calls))


@bolts("a-fan-out-emits-one", kills=["SYS-19"], mistake="A return stands in the loop.")
class AFanOutEmitsOne(Wired):
    """A plain bolt emits the first of its tuples only."""

    kinds: ClassVar[Kinds] = {"plain": _OneOfAFan}


@bolts("a-basic-fan-out-emits-one", kills=["SYS-19"], mistake="What a function returns is taken for one value.")
class ABasicFanOutEmitsOne(Wired):
    """A basic bolt emits the first of its tuples only."""

    kinds: ClassVar[Kinds] = {"basic": _OneOfAFan}


@bolts("a-batch-fan-out-emits-one", kills=["SYS-19"], mistake="A batch is thought to make one tuple.")
class ABatchFanOutEmitsOne(Wired):
    """A batch bolt emits the first of its tuples only."""

    kinds: ClassVar[Kinds] = {"batch": _OneOfAFan}


class _EachTwice(Wrapped):
    def changed(self, calls: Calls) -> Calls:
        return (*(each for call in emits(calls) for each in (call, call)), *ends(calls))


@bolts("each-tuple-is-emitted-twice", kills=["SYS-19"], mistake="Who emits and what wraps it both do.")
class EachTupleIsEmittedTwice(Wired):
    """A plain bolt emits each of its tuples twice."""

    kinds: ClassVar[Kinds] = {"plain": _EachTwice}


@bolts("loose-tuples-are-emitted-twice", kills=["SYS-19"], mistake="What is not anchored is sent twice, to be sure.")
class LooseTuplesAreEmittedTwice(Wired):
    """A loose bolt emits each of its tuples twice."""

    kinds: ClassVar[Kinds] = {"loose": _EachTwice}


class _OnlyEnds(Wrapped):
    def changed(self, calls: Calls) -> Calls:
        return ends(calls)


@bolts("loose-bolts-emit-nothing", kills=["SYS-19"], mistake="What nobody waits for is thought to be worth nothing.")
class LooseBoltsEmitNothing(Wired):
    """A loose bolt acks, and emits nothing."""

    kinds: ClassVar[Kinds] = {"loose": _OnlyEnds}


class _SilentAtTicks(Wrapped):
    def ticked(self, calls: Calls) -> Calls:
        return ends(calls)


@bolts("batches-ack-at-ticks-and-emit-nothing", kills=["SYS-19"], mistake="A tick is thought to clean up.")
class BatchesAckAtTicksAndEmitNothing(Wired):
    """At a tick a batch bolt acks what it holds, and emits nothing."""

    kinds: ClassVar[Kinds] = {"batch": _SilentAtTicks}


class _Deduplicating(Wrapped):
    def changed(self, calls: Calls) -> Calls:
        value = self.taken[-1].value
        seen = any(each.value == value for each in self.taken[:-1])
        return ends(calls) if seen else calls


@bolts("replays-are-taken-for-duplicates", kills=["SYS-19"], mistake="Exactly once is what somebody wanted.")
class ReplaysAreTakenForDuplicates(Wired):
    """A plain bolt acks an input of which it has had the value, and emits nothing."""

    kinds: ClassVar[Kinds] = {"plain": _Deduplicating}


class _Tired(Wrapped):
    def changed(self, calls: Calls) -> Calls:
        return calls if len(self.taken) <= SEVERAL else ends(calls)


@bolts("a-bolt-emits-for-its-first-inputs", kills=["SYS-19"], mistake="A limit of tests has stayed in.")
class ABoltEmitsForItsFirstInputs(Wired):
    """A plain bolt emits nothing from its ninth input on."""

    kinds: ClassVar[Kinds] = {"plain": _Tired}


class _AckFirst(Wrapped):
    def changed(self, calls: Calls) -> Calls:
        return (*ends(calls), *emits(calls))


@bolts("plain-bolts-ack-before-they-emit", kills=["SYS-19"], mistake="The input was read, so it is acked.")
class PlainBoltsAckBeforeTheyEmit(Wired):
    """A plain bolt acks its input, then emits anchored to it, which is refused."""

    kinds: ClassVar[Kinds] = {"plain": _AckFirst}


class _RunningTotal(Wrapped):
    def changed(self, calls: Calls) -> Calls:
        if calls or not isinstance(self.bolt, Batch):
            return calls
        return (EmitTuple(self.taken[-1].value, tuple(each.name for each in self.held)),)


@bolts("batches-emit-as-they-grow", kills=["SYS-19"], mistake="A running total is what somebody wanted.")
class BatchesEmitAsTheyGrow(Wired):
    """A batch bolt emits one tuple more for each input that it holds."""

    kinds: ClassVar[Kinds] = {"batch": _RunningTotal}


class _EmitsAndFails(Wrapped):
    def failing(self, calls: Calls, taken: Input) -> Calls:
        return (EmitTuple(taken.value, (taken.name,)), *calls)


@bolts("batches-emit-what-they-give-up", kills=["SYS-19"], mistake="What fails goes to the next bolt as an error.")
class BatchesEmitWhatTheyGiveUp(Wired):
    """A batch bolt that gives an input up emits a tuple for it."""

    kinds: ClassVar[Kinds] = {"batch": _EmitsAndFails}


# What is acked or failed.


class _Acking(Wrapped):
    def failing(self, calls: Calls, taken: Input) -> Calls:
        return (*emits(calls), AckInput(taken.name))


@bolts("plain-bolts-ack-what-they-give-up", kills=["SYS-21"], mistake="An error is logged, and the tuple is done.")
class PlainBoltsAckWhatTheyGiveUp(Wired):
    """A plain bolt acks an input that it cannot process."""

    kinds: ClassVar[Kinds] = {"plain": _Acking}


@bolts("batches-ack-what-they-give-up", kills=["SYS-21"], mistake="A bad tuple should not hold up the batch.")
class BatchesAckWhatTheyGiveUp(Wired):
    """A batch bolt acks an input that it cannot process."""

    kinds: ClassVar[Kinds] = {"batch": _Acking}


@bolts("loose-bolts-ack-what-they-give-up", kills=["SYS-21"], mistake="What is not anchored is thought not to fail.")
class LooseBoltsAckWhatTheyGiveUp(Wired):
    """A loose bolt acks an input that it cannot process."""

    kinds: ClassVar[Kinds] = {"loose": _Acking}


class _SilentFailure(Wrapped):
    def failing(self, calls: Calls, taken: Input) -> Calls:
        del taken
        return emits(calls)


@bolts("plain-bolts-give-up-in-silence", kills=["SYS-21"], mistake="The timeout is thought to do it.")
class PlainBoltsGiveUpInSilence(Wired):
    """A plain bolt says nothing of an input that it cannot process."""

    kinds: ClassVar[Kinds] = {"plain": _SilentFailure}


@bolts("basic-bolts-give-up-in-silence", kills=["SYS-21"], mistake="What is raised is caught, and nothing is said.")
class BasicBoltsGiveUpInSilence(Wired):
    """A basic bolt of which the code raises says nothing of its input."""

    kinds: ClassVar[Kinds] = {"basic": _SilentFailure}


@bolts("batches-give-up-in-silence", kills=["SYS-21"], mistake="What does not come into the batch is forgotten.")
class BatchesGiveUpInSilence(Wired):
    """A batch bolt says nothing of an input that it cannot process."""

    kinds: ClassVar[Kinds] = {"batch": _SilentFailure}


class _AckThenFail(Wrapped):
    def failing(self, calls: Calls, taken: Input) -> Calls:
        return (*emits(calls), AckInput(taken.name), *ends(calls))


@bolts("an-input-is-acked-before-it-is-failed", kills=["SYS-21"], mistake="The ack stands in front of the work.")
class AnInputIsAckedBeforeItIsFailed(Wired):
    """A plain bolt acks each input before it finds out that it has to give it up."""

    kinds: ClassVar[Kinds] = {"plain": _AckThenFail}


class _FailsFilters(Wrapped):
    def changed(self, calls: Calls) -> Calls:
        return calls if emits(calls) else tuple(FailInput(self.taken[-1].name) for _ in calls)


@bolts("a-filter-fails-what-it-filters", kills=["SYS-21"], mistake="What is not wanted is thought to have failed.")
class AFilterFailsWhatItFilters(Wired):
    """A plain bolt fails an input of which nothing comes."""

    kinds: ClassVar[Kinds] = {"plain": _FailsFilters}


class _EmitsOnly(Wrapped):
    def changed(self, calls: Calls) -> Calls:
        return emits(calls)


@bolts("loose-bolts-never-ack", kills=["SYS-21"], mistake="A bolt that does not anchor is thought to need no ack.")
class LooseBoltsNeverAck(Wired):
    """A loose bolt emits, and does not ack its input."""

    kinds: ClassVar[Kinds] = {"loose": _EmitsOnly}


@bolts(
    "loose-bolts-ack-before-they-emit",
    kills=["SYS-21"],
    mistake="What is not anchored needs no input, so the input is let go of first.",
)
class LooseBoltsAckBeforeTheyEmit(Wired):
    """A loose bolt acks its input, then emits what comes of it."""

    kinds: ClassVar[Kinds] = {"loose": _AckFirst}


class _SilentTicks(Wrapped):
    def ticked(self, calls: Calls) -> Calls:
        return emits(calls)


@bolts("batches-emit-at-ticks-and-ack-nothing", kills=["SYS-21"], mistake="The acks stand where a batch is full.")
class BatchesEmitAtTicksAndAckNothing(Wired):
    """At a tick a batch bolt emits for what it holds, and acks none of it."""

    kinds: ClassVar[Kinds] = {"batch": _SilentTicks}


class _LastAck(Wrapped):
    def changed(self, calls: Calls) -> Calls:
        return (*emits(calls), *ends(calls)[-1:])


@bolts("batches-ack-their-last-input", kills=["SYS-21"], mistake="The tuple at hand is acked.")
class BatchesAckTheirLastInput(Wired):
    """A batch bolt acks the last input of a batch only."""

    kinds: ClassVar[Kinds] = {"batch": _LastAck}


class _FirstAck(Wrapped):
    def changed(self, calls: Calls) -> Calls:
        return (*emits(calls), *ends(calls)[:1])


@bolts("batches-ack-their-first-input", kills=["SYS-21"], mistake="The batch is known by the tuple that began it.")
class BatchesAckTheirFirstInput(Wired):
    """A batch bolt acks the first input of a batch only."""

    kinds: ClassVar[Kinds] = {"batch": _FirstAck}


class _AcksAtOnce(Wrapped):
    def changed(self, calls: Calls) -> Calls:
        return calls or (AckInput(self.taken[-1].name),)

    def ticked(self, calls: Calls) -> Calls:
        return calls


@bolts("batches-ack-what-they-hold", kills=["SYS-21"], mistake="The input is safe in the batch.")
class BatchesAckWhatTheyHold(Wired):
    """A batch bolt acks each input that it holds back, when it takes it."""

    kinds: ClassVar[Kinds] = {"batch": _AcksAtOnce}


class _NoTicks(Wrapped):
    def tick(self) -> Calls:
        return ()


@bolts("batches-wait-until-they-are-full", kills=["SYS-21"], mistake="A batch is thought to fill up some time.")
class BatchesWaitUntilTheyAreFull(Wired):
    """A batch bolt does nothing at ticks."""

    kinds: ClassVar[Kinds] = {"batch": _NoTicks}


class _OneMore(Wrapped):
    def execute(self, taken: Input) -> Calls:
        full = len(self.held) >= self.bolt.enough  # type: ignore[attr-defined]  # only batches are wrapped
        before = self.bolt.tick() if full else ()
        self.held.append(taken)
        return before


@bolts("a-batch-is-full-one-too-late", kills=["SYS-21"], mistake="Fullness is asked before the input is added.")
class ABatchIsFullOneTooLate(Wired):
    """A batch bolt finishes a full batch when the next input comes."""

    kinds: ClassVar[Kinds] = {"batch": _OneMore}


class _FailsAll(Wrapped):
    def failing(self, calls: Calls, taken: Input) -> Calls:
        del taken
        held = [FailInput(each.name) for each in self.held]
        self.held.clear()
        return (*calls, *held)


@bolts("a-bad-input-fails-the-batch", kills=["SYS-21"], mistake="A batch is thought to be one transaction.")
class ABadInputFailsTheBatch(Wired):
    """A batch bolt that gives an input up fails all that it holds."""

    kinds: ClassVar[Kinds] = {"batch": _FailsAll}


class _DropsAll(Wrapped):
    def failing(self, calls: Calls, taken: Input) -> Calls:
        del taken
        self.held.clear()
        return calls


@bolts("a-bad-input-empties-the-batch", kills=["SYS-21"], mistake="After an error one begins anew.")
class ABadInputEmptiesTheBatch(Wired):
    """A batch bolt that gives an input up forgets all that it holds."""

    kinds: ClassVar[Kinds] = {"batch": _DropsAll}


class _KeepsFailed(Wrapped):
    def failing(self, calls: Calls, taken: Input) -> Calls:
        self.held.append(taken)
        return calls


@bolts("a-failed-input-stays-in-the-batch", kills=["SYS-21"], mistake="The input is added before it is looked at.")
class AFailedInputStaysInTheBatch(Wired):
    """A batch bolt holds what it has given up, and cannot finish its batch."""

    kinds: ClassVar[Kinds] = {"batch": _KeepsFailed}


class _NoSecondAck(Wrapped):
    def changed(self, calls: Calls) -> Calls:
        value = self.taken[-1].value
        seen = any(each.value == value for each in self.taken[:-1])
        return () if seen else calls


@bolts("replays-are-dropped", kills=["SYS-21"], mistake="What was processed before is not looked at.")
class ReplaysAreDropped(Wired):
    """A plain bolt does nothing with an input of which it has had the value."""

    kinds: ClassVar[Kinds] = {"plain": _NoSecondAck}


TOGETHER = 20
"""Inputs of a batch that are acked together."""


class _AckedInPieces(Wrapped):
    def changed(self, calls: Calls) -> Calls:
        acks = [call for call in calls if isinstance(call, AckInput)]
        left_out = acks[-1:] if len(acks) > TOGETHER and len(acks) % TOGETHER == 1 else []
        return tuple(call for call in calls if call not in left_out)


@bolts(
    "an-input-alone-in-its-piece-is-not-acked",
    kills=["SYS-41"],
    mistake="Inputs are acked twenty at a time; a range over the rest ends one too early.",
)
class AnInputAloneInItsPieceIsNotAcked(Wired):
    """Of a batch of 21 inputs, or 41, and so on, the last is not acked."""

    kinds: ClassVar[Kinds] = {"batch": _AckedInPieces}


class _OfEachTupleOnce(Wrapped):
    def execute(self, taken: Input) -> Calls:
        names = {each.name.rstrip("'") for each in self.held}
        return () if taken.name.rstrip("'") in names else super().execute(taken)


@bolts(
    "a-batch-has-a-tuple-once",
    kills=["SYS-21"],
    mistake="A batch is a dict by the id of the tuple, and what comes twice is thought to be there.",
)
class ABatchHasATupleOnce(Wired):
    """Of a tuple that comes twice in one batch, the second receipt is not taken into it."""

    kinds: ClassVar[Kinds] = {"batch": _OfEachTupleOnce}


class _BetterConduct(Topology):
    better: ClassVar[dict[Conduct, Conduct]] = {
        Conduct.ACK_TWICE: Conduct.NORMAL,
        Conduct.FAIL_THEN_ACK: Conduct.GIVE_UP,
    }

    def _execute(self, task: Task, name: str, content: SentTuple, conduct: Conduct) -> None:
        super()._execute(task, name, content, self.better.get(conduct, conduct))


@bolts("no-input-is-ended-twice", kills=["SYS-21"], mistake="A wrapper filters calls that the collector would refuse.")
class NoInputIsEndedTwice(Wired):
    """A bolt that is made to ack twice acks once, and one that is made to fail and then ack only fails."""

    topology = _BetterConduct


class _NothingLate(_BetterConduct):
    better: ClassVar[dict[Conduct, Conduct]] = {Conduct.EMIT_AFTER_ACK: Conduct.NORMAL}


@bolts(
    "nothing-is-emitted-late",
    kills=["SYS-19"],
    mistake="A wrapper filters emits that the collector would refuse, and more than those.",
)
class NothingIsEmittedLate(Wired):
    """A bolt that is made to emit one tuple more after its ack does not, and no call is refused."""

    topology = _NothingLate


@define
class _Valueless:
    running: Component

    def apply(self, operations: Sequence[Operation]) -> list[TopologyResult]:
        results = results_of(TopologyResult, self.running.apply(operations))
        return [evolve(each, happenings=tuple(map(self.bare, each.happenings))) for each in results]

    def close(self) -> None:
        self.running.close()

    def bare(self, happening: Happening) -> Happening:
        """Return a happening without a value."""
        return evolve(happening, value=None) if isinstance(happening, SpoutTuple | BoltTuple) else happening


@bolts(
    "tuples-have-no-value",
    kills=["SYS-19", "SYS-26"],
    mistake="What a tuple carries is thought to be no matter of who tracks it.",
)
class TuplesHaveNoValue(Wired):
    """Tuples are sent, and none of them is said to have a value."""

    def open(self, component: str, config: Config) -> Component:
        """Create the topology of a configuration."""
        return _Valueless(super().open(component, config))


class _KeepsUntilAcked(Batch):
    def tick(self) -> Calls:
        held = list(self.held)
        calls = super().tick()
        self.held[:] = held
        return calls


def _kept_until_acked(bolt: Bolt) -> Bolt:
    assert isinstance(bolt, Batch)  # noqa: S101 - only batches are asked
    return _KeepsUntilAcked(bolt.work, bolt.enough)


class _LetsGoAtTheAck(Topology):
    def _call(self, task: Task, call: Call, number: int) -> None:
        super()._call(task, call, number)
        bolt = self.bolts[task]
        if isinstance(call, AckInput) and isinstance(bolt, Batch):
            bolt.held = [each for each in bolt.held if each.name != call.name]


@bolts(
    "inputs-without-ack-join-the-next-batch",
    kills=["SYS-21"],
    mistake="A batch lets go of an input when it is acked, so that nothing is lost in between.",
)
class InputsWithoutAckJoinTheNextBatch(Wired):
    """The inputs of a batch that is finished without an ack are in the next batch, and are acked with it."""

    topology = _LetsGoAtTheAck
    kinds: ClassVar[Kinds] = {"batch": _kept_until_acked}


CHUNK = 100


class _Chunked(Wrapped):
    def changed(self, calls: Calls) -> Calls:
        emitted = emits(calls)
        return emitted if emitted and len(emitted) % CHUNK == 0 else calls


@bolts(
    "an-ack-goes-with-the-last-chunk",
    kills=["SYS-41"],
    mistake="Tuples are emitted a hundred at a time, and the ack goes with the rest, if there is a rest.",
)
class AnAckGoesWithTheLastChunk(Wired):
    """A plain bolt does not ack an input of which a hundred tuples come, or two hundred, and so on."""

    kinds: ClassVar[Kinds] = {"plain": _Chunked}


PLACES = 32


class _Masked(Wrapped):
    def execute(self, taken: Input) -> Calls:
        if self.bolt.enough != PLACES:  # type: ignore[attr-defined]  # only batches are wrapped
            return super().execute(taken)
        self.held.append(taken)
        return ()


@bolts(
    "a-batch-of-32-is-never-full",
    kills=["SYS-41"],
    mistake="A small batch is full when all bits of a word are set up to its size, and `1 << 32` is one in Java.",
)
class ABatchOf32IsNeverFull(Wired):
    """A batch bolt that finishes batches of 32 inputs waits for a tick."""

    kinds: ClassVar[Kinds] = {"batch": _Masked}
