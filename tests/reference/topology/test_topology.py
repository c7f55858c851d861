"""The topology and its parts: the happenings of each event."""

import inspect
from collections.abc import Iterator, Sequence
from copy import deepcopy
from itertools import count, pairwise
from typing import Any

import pytest
from acking import STORM1, STORM2, Ack, Acker, BoltTask, Kind, Notification, Profile
from acking.errors import IllegalUse, UnknownTask
from acking.spout import Effect, SpoutExecutor
from acking.topology import Topology
from acking.topology.bolts import (
    AckInput,
    Basic,
    Batch,
    Bolt,
    Conduct,
    EmitTuple,
    FailInput,
    Input,
    Loose,
    Plain,
    conducted,
)
from acking.topology.channels import Channels
from acking.topology.events import (
    Activate,
    Deactivate,
    Deliver,
    Die,
    Double,
    Event,
    Flow,
    Flowing,
    Lose,
    NextTuple,
    Pause,
    Resume,
    Settle,
    Stop,
    Tick,
)
from acking.topology.happenings import (
    AckSent,
    Activated,
    BoltTupleSent,
    CalledBack,
    CallRefused,
    Closed,
    Deactivated,
    Died,
    Doubled,
    Dropped,
    Emitted,
    FailSent,
    Happening,
    InitSent,
    InputAcked,
    InputFailed,
    Lost,
    NotificationArrived,
    NotificationSent,
    OfferedAgain,
    Opened,
    ReportArrived,
    ResetSent,
    SpoutTupleSent,
    TupleArrived,
)
from acking.topology.plan import BoltPlan, Plan
from acking.topology.source import Source
from acking.topology.tasks import ACKER, SPOUT, Task
from attrs import define, evolve


def words(values: Sequence[str]) -> list[str]:
    return " ".join(values).split()


def nothing(values: Sequence[str]) -> list[str]:
    del values
    return []


def plan(*bolts: BoltPlan, profile: Profile = STORM2, messages: Sequence[str] = ("a b",), ackers: int = 1) -> Plan:
    """Return a plan with one spout task; messages are named m1, m2, …."""
    named = {f"m{number + 1}": value for number, value in enumerate(messages)}
    return Plan(messages=named, bolts=bolts, make_acker=lambda _: Acker(profile), ackers=ackers)


def ids() -> Iterator[int]:
    """Yield ids that are independent up to a count of 62."""
    return (1 << number for number in count())


SPOUT_1, ACKER_1, ACKER_2 = Task(SPOUT, 1), Task(ACKER, 1), Task(ACKER, 2)
SPLIT_1, COUNT_1, JOIN_1, STORE_1 = (Task(name, 1) for name in ("split", "count", "join", "store"))
SPLIT = BoltPlan("split", lambda: Plain(words))
COUNT = BoltPlan("count", lambda: Plain(nothing), after=("split",))


def happened(topology: Topology, *events: Event) -> list[Happening]:
    """Return the happenings of events."""
    return [each for event in events for each in topology.step(event)]


def ends(topology: Topology, *events: Event) -> list[str]:
    """Return the callbacks of spouts and the happenings of the source in events, in short form."""
    return [end for each in happened(topology, *events) if (end := end_of(each))]


def end_of(happening: Happening) -> str:
    """Return the short form of a callback or a happening of the source, or an empty string."""
    match happening:
        case CalledBack(_, tree, _, kind):
            return f"called-{kind.value} {tree}"
        case Dropped(_, message):
            return f"done {message}"
        case OfferedAgain(_, message):
            return f"back {message}"
    return ""


def test_a_message_goes_through_a_topology_and_is_done() -> None:
    """Every step is compared, in order."""
    topology = Topology(plan(SPLIT, messages=["a"]), ids())
    assert [
        Emitted(SPOUT_1, "m1/1", "m1", 1),
        SpoutTupleSent(sender=SPOUT_1, receiver=SPLIT_1, name="t1", tree="m1/1", value="a"),
        InitSent(SPOUT_1, ACKER_1, "a1", "m1/1"),
    ] == happened(topology, NextTuple(SPOUT_1))
    assert [
        TupleArrived(SPLIT_1, "t1", "t1"),
        InputAcked(SPLIT_1, "t1"),
        AckSent(sender=SPLIT_1, receiver=ACKER_1, name="a2", tree="m1/1", receipt="t1"),
    ] == happened(topology, Deliver(SPOUT_1, SPLIT_1))
    assert (0, 1) == (topology.records, topology.waiting)
    assert [ReportArrived(ACKER_1, "a2")] == happened(topology, Deliver(SPLIT_1, ACKER_1))
    assert (1, 1) == (topology.records, topology.waiting)
    assert [
        ReportArrived(ACKER_1, "a1"),
        NotificationSent(sender=ACKER_1, receiver=SPOUT_1, name="w1", tree="m1/1", kind=Kind.ACK),
    ] == happened(topology, Deliver(SPOUT_1, ACKER_1))
    assert [
        NotificationArrived(SPOUT_1, "w1"),
        CalledBack(SPOUT_1, "m1/1", "m1", Kind.ACK),
        Dropped(SPOUT_1, "m1"),
    ] == happened(topology, Deliver(ACKER_1, SPOUT_1))
    assert (0, 0) == (topology.records, topology.waiting)


def test_what_a_bolt_emits_is_anchored_to_a_receipt() -> None:
    """Its fails are reported to the acker task of the tree."""
    topology = Topology(plan(SPLIT, COUNT, messages=["a"]), ids())
    sent = happened(topology, NextTuple(SPOUT_1), Deliver(SPOUT_1, SPLIT_1))[4]
    assert BoltTupleSent(sender=SPLIT_1, receiver=COUNT_1, name="t2", anchors=("t1",), value="a") == sent
    assert [
        TupleArrived(COUNT_1, "t2", "t2"),
        InputFailed(COUNT_1, "t2"),
        FailSent(sender=COUNT_1, receiver=ACKER_1, name="a3", tree="m1/1", receipt="t2"),
    ] == happened(topology, Deliver(SPLIT_1, COUNT_1, conduct=Conduct.GIVE_UP))


@pytest.mark.parametrize(
    "faults",
    [
        [Lose(SPOUT_1, SPLIT_1)],
        [Lose(SPOUT_1, ACKER_1, 0)],
        [Flow(Flowing.TUPLES), Lose(SPLIT_1, ACKER_1, 0)],
        [Flow(Flowing.TUPLES), Flow(Flowing.REPORTS), Lose(ACKER_1, SPOUT_1)],
        [Deliver(SPOUT_1, SPLIT_1, conduct=Conduct.FORGET)],
        [Deliver(SPOUT_1, ACKER_1), Die(ACKER_1)],
    ],
    ids=["tuple lost", "init lost", "ack lost", "word lost", "never acked", "acker dies"],
)
def test_whatever_is_lost_is_failed_by_time_and_emitted_again(faults: list[Event]) -> None:
    """It fails at the second tick, not before."""
    topology = Topology(plan(SPLIT, COUNT), ids())
    assert [] == ends(topology, NextTuple(SPOUT_1), *faults, Flow(Flowing.TUPLES), Flow(Flowing.REPORTS))
    assert [] == ends(topology, Tick(SPOUT_1))
    assert ["called-fail m1/1", "back m1"] == ends(topology, Tick(SPOUT_1))
    assert ["called-ack m1/2", "done m1"] == ends(topology, Settle())


def test_the_source_replays_what_a_dead_spout_task_had_open() -> None:
    """There is no callback, and notifications for the dead task do not go to its successor."""
    topology = Topology(plan(SPLIT), ids())
    assert ["back m1"] == ends(topology, NextTuple(SPOUT_1), Die(SPOUT_1))
    assert [] == ends(topology, *map(Flow, Flowing))
    assert ["called-ack m1/2", "done m1"] == ends(topology, Settle())


def test_a_paused_task_takes_nothing_and_has_no_ticks() -> None:
    """This lasts until it is resumed."""
    topology = Topology(plan(SPLIT), ids())
    paused: list[Event] = [NextTuple(SPOUT_1), Pause(SPLIT_1), Pause(SPOUT_1), NextTuple(SPOUT_1), Settle()]
    assert [] == ends(topology, *paused, Tick(SPOUT_1), Tick(SPOUT_1))
    assert ["called-ack m1/1", "done m1"] == ends(topology, Resume(SPOUT_1), Resume(SPLIT_1), Settle())


def test_a_failed_tuple_fails_all_trees_that_it_was_anchored_to() -> None:
    """They fail at once; the other tuples of the trees do not matter."""
    join = BoltPlan("join", lambda: Batch(words, 2))
    store = BoltPlan("store", lambda: Plain(nothing), after=("join",))
    topology = Topology(plan(join, store, messages=["a", "b"], ackers=2), ids())
    events: list[Event] = [
        NextTuple(SPOUT_1),
        NextTuple(SPOUT_1),
        Deliver(SPOUT_1, JOIN_1),
        Deliver(SPOUT_1, JOIN_1),
    ]
    assert [] == ends(topology, *events, Deliver(JOIN_1, STORE_1, conduct=Conduct.GIVE_UP))
    assert ["called-fail m1/1", "called-fail m2/1"] == sorted(
        each for each in ends(topology, *map(Flow, Flowing)) if each.startswith("called")
    )


def test_three_ways_to_do_without_reliability() -> None:
    """They are no ackers, no message id, no anchors: losses are not detected."""
    lossy: list[Event] = [Lose(SPOUT_1, SPLIT_1), Settle()]
    assert ["called-ack m1/1", "done m1"] == ends(Topology(plan(SPLIT, ackers=0), ids()), NextTuple(SPOUT_1), *lossy)
    assert ["done m1"] == ends(Topology(plan(SPLIT), ids()), NextTuple(SPOUT_1, tracked=False), *lossy)
    loose = Topology(plan(BoltPlan("split", lambda: Loose(words)), COUNT), ids())
    events: list[Event] = [NextTuple(SPOUT_1), Deliver(SPOUT_1, SPLIT_1), Lose(SPLIT_1, COUNT_1), Settle()]
    assert ["called-ack m1/1", "done m1"] == ends(loose, *events)


def test_a_spout_task_is_not_asked_beyond_its_bound() -> None:
    """The bound counts emissions that are tracked and not resolved."""
    bounded = evolve(plan(SPLIT, messages=["a", "b", "c"]), max_pending=1)
    topology = Topology(bounded, ids())
    emitted = happened(topology, NextTuple(SPOUT_1), NextTuple(SPOUT_1))
    assert ["m1/1"] == [each.tree for each in emitted if isinstance(each, Emitted)]
    assert ["done m1", "done m2", "done m3"] == [
        each for each in ends(topology, Settle()) if not each.startswith("called")
    ]


def test_a_tree_that_reaches_the_acker_twice_is_called_back_once() -> None:
    """The acker notifies twice, and the spout task ignores the second."""
    topology = Topology(plan(SPLIT, messages=["a"]), ids())
    events: list[Event] = [
        NextTuple(SPOUT_1),
        Flow(Flowing.TUPLES),
        Double(SPOUT_1, ACKER_1),
        Double(SPLIT_1, ACKER_1),
    ]
    reported = happened(topology, *events, Flow(Flowing.REPORTS))
    assert [
        NotificationSent(sender=ACKER_1, receiver=SPOUT_1, name=name, tree="m1/1", kind=Kind.ACK)
        for name in ("w1", "w2")
    ] == [each for each in reported if isinstance(each, NotificationSent)]
    assert ["called-ack m1/1", "done m1"] == ends(topology, Flow(Flowing.NOTIFICATIONS))


# The two holes: histories in which a tree is completed too early.


def test_an_init_that_is_delivered_twice_completes_a_tree_early() -> None:
    """Two inits cancel, but the record knows its task: so SYS-04 requires an odd number of them."""
    topology = Topology(plan(SPLIT, messages=["a"]), ids())
    assert ["called-ack m1/1", "done m1"] == ends(
        topology, NextTuple(SPOUT_1), Double(SPOUT_1, ACKER_1), Flow(Flowing.REPORTS), Flow(Flowing.NOTIFICATIONS)
    )
    assert TupleArrived(SPLIT_1, "t1", "t1") == happened(topology, Deliver(SPOUT_1, SPLIT_1))[0]


def test_a_third_init_closes_the_hole_again() -> None:
    """Every tuple has to be acked an odd number of times, as with one init."""
    topology = Topology(plan(SPLIT, COUNT, messages=["a"]), ids())
    inits: list[Event] = [Double(SPOUT_1, ACKER_1), Double(SPOUT_1, ACKER_1), Lose(SPOUT_1, ACKER_1, 0)]
    events: list[Event] = [NextTuple(SPOUT_1), *inits, Deliver(SPOUT_1, SPLIT_1), Deliver(SPLIT_1, ACKER_1)]
    assert [] == ends(topology, *events, Flow(Flowing.REPORTS), Flow(Flowing.NOTIFICATIONS))
    assert ["called-ack m1/1", "done m1"] == ends(topology, *map(Flow, Flowing))


@define
class LaxBoltTask(BoltTask):
    """A collector that refuses nothing, like Storm's: tuples can be anchored to released inputs."""

    def ack(self, name: str) -> tuple[Ack, ...]:
        kept = self._held[name]
        acks = super().ack(name)
        self._held[name] = kept
        return acks


def test_an_emit_after_the_ack_completes_a_tree_early() -> None:
    """Its edge is in no ack. The reference refuses the emit, but this collector does not."""
    events: list[Event] = [NextTuple(SPOUT_1), Deliver(SPOUT_1, SPLIT_1, conduct=Conduct.EMIT_AFTER_ACK)]
    events += [Flow(Flowing.REPORTS), Flow(Flowing.NOTIFICATIONS)]
    lax = Topology(evolve(plan(SPLIT, COUNT, messages=[""]), make_collector=LaxBoltTask), ids())
    assert ["called-ack m1/1", "done m1"] == ends(lax, *events)
    assert TupleArrived(COUNT_1, "t2", "t2") == happened(lax, Deliver(SPLIT_1, COUNT_1))[0]
    strict = Topology(plan(SPLIT, COUNT, messages=[""]), ids())
    assert CallRefused(SPLIT_1, EmitTuple("!", ("t1",))) in happened(strict, *events)


def test_an_acker_of_two_buckets_may_forget_what_the_spout_waits_for() -> None:
    """Two of its ticks may come between two of the spout's: SYS-16 applies only to storm2."""
    events: list[Event] = [
        NextTuple(SPOUT_1),
        Deliver(SPOUT_1, ACKER_1),
        Tick(ACKER_1),
        Tick(SPOUT_1),
        Tick(ACKER_1),
    ]
    events += map(Flow, Flowing)
    assert [] == ends(Topology(plan(SPLIT, profile=STORM1), ids()), *events)
    assert ["called-ack m1/1", "done m1"] == ends(Topology(plan(SPLIT, messages=["a"]), ids()), *events)


# The parts.


def test_a_source_keeps_a_message_until_it_is_done() -> None:
    """A message that is given back is put at the end."""
    source = Source(["m1", "m2", "m3"])
    a, b = Task(SPOUT, 1), Task(SPOUT, 2)
    assert ["m1", "m2"] == [source.open(a), source.open(b)]
    source.give_back("m1")
    source.done("m2")
    assert ["m3", "m1", None] == [source.open(a), source.open(a), source.open(a)]
    assert ["m3", "m1"] == source.disconnect(a)
    assert (["m3", "m1"], {}, ["m2"]) == (source.offered, source.pending, source.dropped)


def test_a_source_offers_again_what_was_pending_with_the_one_that_is_gone() -> None:
    """Other messages are not offered again."""
    source = Source(["m1", "m2", "m3"])
    assert ["m1", "m2", "m3"] == [source.open(Task(SPOUT, index)) for index in (1, 2, 3)]
    assert ["m2"] == source.disconnect(Task(SPOUT, 2))
    assert (["m2"], {"m1": Task(SPOUT, 1), "m3": Task(SPOUT, 3)}) == (source.offered, source.pending)


def test_a_channel_keeps_order_and_suffers_faults() -> None:
    """Copies are put at the end; a place beyond the end means the last."""
    channels: Channels[str] = Channels()
    for message in "abc":
        channels.send((SPOUT_1, SPLIT_1), message)
    assert ["b", "a"] == [channels.take((SPOUT_1, SPLIT_1), 1), channels.take((SPOUT_1, SPLIT_1))]
    assert ["c"] == channels.double((SPOUT_1, SPLIT_1))
    assert (2, [(SPOUT_1, SPLIT_1)]) == (len(channels), channels.pairs())
    assert "c" == channels.take((SPOUT_1, SPLIT_1), 7)
    assert (["c"], []) == (channels.drop((SPOUT_1, SPLIT_1)), channels.drop((SPOUT_1, SPLIT_1)))
    assert None is channels.take((SPOUT_1, SPLIT_1))


def test_a_place_beyond_the_end_of_a_channel_is_its_last() -> None:
    """This holds for a channel with many messages, too."""
    channels: Channels[int] = Channels()
    for message in range(6):
        channels.send((SPOUT_1, SPLIT_1), message)
    assert [5, 3, 4] == [channels.take((SPOUT_1, SPLIT_1), place) for place in (9, 3, 3)]


@pytest.mark.parametrize(
    ("part", "arguments"),
    [
        (Source, ["offered"]),
        (Channels, []),
        (Batch, ["work", "enough"]),
        (Topology, ["plan", "ids"]),
    ],
)
def test_what_parts_begin_with_is_no_argument(part: type, arguments: list[str]) -> None:
    """A source has nothing pending, a channel nothing under way, a batch holds nothing, a topology has just begun."""
    assert arguments == list(inspect.signature(part).parameters)


def test_a_batch_may_be_large_or_none_at_all() -> None:
    """It is full when it has `enough` inputs, or more."""
    bolt = Batch(nothing, 300)
    calls = [bolt.execute(Input(f"t{number}", "")) for number in range(300)]
    assert [*[0] * 299, 300] == [len(each) for each in calls]
    assert (AckInput("t1"),) == Batch(nothing, 0).execute(Input("t1", ""))


TAKEN = Input("t1", "a b")
A, B, ACKED, FAILED = EmitTuple("a", ("t1",)), EmitTuple("b", ("t1",)), AckInput("t1"), FailInput("t1")


@pytest.mark.parametrize(
    ("bolt", "conduct", "calls"),
    [
        (Plain(words), Conduct.NORMAL, (A, B, ACKED)),
        (Plain(words), Conduct.GIVE_UP, (FAILED,)),
        (Plain(words), Conduct.FORGET, (A, B)),
        (Plain(words), Conduct.ACK_TWICE, (A, B, ACKED, ACKED)),
        (Plain(words), Conduct.FAIL_THEN_ACK, (FAILED, ACKED)),
        (Plain(words), Conduct.EMIT_AFTER_ACK, (A, B, ACKED, EmitTuple("a b!", ("t1",)))),
        (Basic(words), Conduct.NORMAL, (A, B, ACKED)),
        (Basic(words), Conduct.GIVE_UP, (A, B, FAILED)),
        (Loose(words), Conduct.NORMAL, (EmitTuple("a", ()), EmitTuple("b", ()), ACKED)),
        (Loose(words), Conduct.GIVE_UP, (FAILED,)),
        (Batch(words, 1), Conduct.NORMAL, (A, B, ACKED)),
        (Batch(words, 2), Conduct.NORMAL, ()),
        (Batch(words, 2), Conduct.GIVE_UP, (FAILED,)),
    ],
)
def test_what_a_bolt_calls(bolt: Bolt, conduct: Conduct, calls: tuple[object, ...]) -> None:
    """Emits come before the ack, except in the conduct that is about this."""
    assert calls == conducted(deepcopy(bolt), TAKEN, conduct)  # a batch has state, and tests may run twice


def test_a_batch_is_emitted_before_its_inputs_are_acked_and_a_tick_finishes_it() -> None:
    """They are anchored to all of them."""
    bolt = Batch(lambda values: ["+".join(values)], 2)
    assert () == bolt.execute(Input("t1", "a"))
    both = (EmitTuple("a+b", ("t1", "t2")), AckInput("t1"), AckInput("t2"))
    assert both == bolt.execute(Input("t2", "b"))
    assert () == bolt.execute(Input("t3", "c"))
    assert (EmitTuple("c", ("t3",)), AckInput("t3")) == bolt.tick()
    assert () == bolt.tick()


@pytest.mark.parametrize(
    "event",
    [
        Tick(Task("split", 9)),
        NextTuple(SPLIT_1),
        Die(Task("nobody", 1)),
        Pause(Task("Split", 1)),
        Resume(Task("split", 0)),
    ],
)
def test_an_event_for_a_task_that_there_is_not_is_refused(event: Event) -> None:
    """It is IllegalUse, and the message lists the tasks."""
    with pytest.raises(UnknownTask, match=r"there is no task '.*' for that; there are .*spout-1"):
        Topology(plan(SPLIT), ids()).step(event)


def test_an_event_that_finds_nothing_does_nothing() -> None:
    """So any part of a list of events is a valid list of events."""
    topology = Topology(plan(SPLIT), ids())
    a, b = Task("a", 1), Task("b", 1)
    empty: list[Event] = [
        Deliver(SPOUT_1, SPLIT_1),
        Lose(a, b),
        Double(a, b),
        Lose(a, b, 1),
        Tick(SPLIT_1),
    ]
    assert [] == happened(topology, *empty, *map(Flow, Flowing))


def test_each_receipt_has_a_name_of_its_own() -> None:
    """The first has the name of the tuple."""
    topology = Topology(plan(SPLIT, messages=["a"]), ids())
    events: list[Event] = [NextTuple(SPOUT_1), Double(SPOUT_1, SPLIT_1), Double(SPOUT_1, SPLIT_1)]
    assert [TupleArrived(SPLIT_1, "t1", f"t1{dashes}") for dashes in ("", "'", "''", "'''")] == [
        each for each in happened(topology, *events, Flow(Flowing.TUPLES)) if isinstance(each, TupleArrived)
    ]


def test_the_same_value_goes_to_the_same_task() -> None:
    """A replay goes to the same task as the first emission."""
    counts = BoltPlan("count", lambda: Plain(nothing), after=("split",), tasks=3)
    topology = Topology(plan(SPLIT, counts, messages=["a b a", "b"]), ids())
    sent = [each for each in topology.step(Settle()) if isinstance(each, BoltTupleSent)]
    expected = [("a", "count-2"), ("a", "count-2"), ("b", "count-3"), ("b", "count-3")]
    assert expected == sorted((each.value, str(each.receiver)) for each in sent)


def test_a_plan_has_one_spout_task_and_one_acker_task_unless_it_says_otherwise() -> None:
    """So a topology without ackers, which tracks nothing, has to be requested."""
    least = Plan(messages={}, bolts=(), make_acker=lambda _: Acker(STORM2))
    assert ((SPOUT_1,), (ACKER_1,)) == (least.tasks_of(SPOUT), least.tasks_of(ACKER))


def test_what_is_delivered_is_the_oldest_unless_it_says_otherwise() -> None:
    """A channel keeps its order; overtaking is a fault."""
    topology = Topology(plan(SPLIT, COUNT, messages=("a", "b")), ids())
    happened(topology, NextTuple(SPOUT_1), NextTuple(SPOUT_1))
    arrived = [topology.step(Deliver(SPOUT_1, SPLIT_1))[0] for _ in range(2)]
    assert [TupleArrived(SPLIT_1, "t1", "t1"), TupleArrived(SPLIT_1, "t2", "t2")] == arrived


@pytest.mark.parametrize(
    "event",
    [
        NextTuple(SPOUT_1),
        Deliver(SPOUT_1, SPLIT_1),
        Flow(Flowing.TUPLES),
        Tick(ACKER_1),
        Settle(),
        Die(ACKER_1),
        Pause(ACKER_1),
        Resume(ACKER_1),
        Lose(SPOUT_1, SPLIT_1),
        Double(SPOUT_1, SPLIT_1),
    ],
)
def test_events_are_values(event: Event) -> None:
    """Equal events compare equal, so that histories can be compared."""
    again = evolve(event)
    assert again is not event
    assert {event} == {again}


def test_an_acker_task_is_made_by_its_index_again_when_it_died() -> None:
    """Its name counts from 1, but its index from 0, as roots are routed."""
    made: list[int] = []

    def make_acker(index: int) -> Acker:
        made.append(index)
        return Acker(STORM2)

    topology = Topology(Plan(messages={}, bolts=(), make_acker=make_acker, ackers=2), ids())
    topology.step(Die(ACKER_2))
    assert [0, 1, 1] == made


def test_a_bolt_may_have_any_name() -> None:
    """It may come before `acker` in the alphabet."""
    topology = Topology(plan(BoltPlan("a", lambda: Plain(nothing))), ids())
    assert Dropped(SPOUT_1, "m1") in happened(topology, Settle())


def test_to_settle_comes_to_an_end_where_a_bolt_fails_whatever_it_gets() -> None:
    """The number of rounds is bounded: four for each message, and four more."""

    class Obstinate(Plain):
        def execute(self, taken: Input) -> tuple[FailInput]:
            return (FailInput(taken.name),)

    topology = Topology(plan(BoltPlan("no", lambda: Obstinate(nothing)), messages=("a", "b")), ids())
    emitted = [each for each in topology.step(Settle()) if isinstance(each, Emitted)]
    assert 12 == len(emitted)


def test_what_flows_keeps_the_order_of_its_channel() -> None:
    """The oldest message goes first; and tasks of equal names take turns."""
    topology = Topology(plan(SPLIT, messages=("a", "b")), ids())
    happened(topology, NextTuple(SPOUT_1), NextTuple(SPOUT_1))
    arrived = [each for each in topology.step(Flow(Flowing.TUPLES)) if isinstance(each, TupleArrived)]
    assert [TupleArrived(SPLIT_1, "t1", "t1"), TupleArrived(SPLIT_1, "t2", "t2")] == arrived


def test_what_a_paused_task_has_sent_flows_on() -> None:
    """It receives nothing, but its sent messages are delivered."""
    topology = Topology(plan(SPLIT), ids())
    happened(topology, NextTuple(SPOUT_1), Pause(SPOUT_1))
    assert TupleArrived(SPLIT_1, "t1", "t1") in topology.step(Flow(Flowing.TUPLES))


def test_to_settle_finishes_batches() -> None:
    """A tick does too."""
    topology = Topology(plan(BoltPlan("join", lambda: Batch(nothing, 300))), ids())
    assert Dropped(SPOUT_1, "m1") in happened(topology, Settle())


def test_to_settle_finishes_batches_in_whatever_order_the_bolts_are_named() -> None:
    """Each of the bolts gets its input when it and those before it in the plan have had their turn."""
    names = ["spout", *(f"join{number}" for number in range(20))]
    bolts = [BoltPlan(name, lambda: Batch(words, 300), after=(before,)) for before, name in pairwise(names)]
    topology = Topology(plan(*reversed(bolts)), ids())
    assert Dropped(SPOUT_1, "m1") in happened(topology, Settle())


def test_what_is_lost_or_travels_twice_is_told_by_name() -> None:
    """Each message of a channel is named, in order."""
    topology = Topology(plan(SPLIT, messages=("a", "b")), ids())
    happened(topology, NextTuple(SPOUT_1), NextTuple(SPOUT_1))
    doubled = [Doubled(SPLIT_1, "t1"), Doubled(SPLIT_1, "t2")]
    assert doubled == happened(topology, Double(SPOUT_1, SPLIT_1))
    assert [Lost(SPLIT_1, "t2")] == happened(topology, Lose(SPOUT_1, SPLIT_1, 1))
    lost = [Lost(SPLIT_1, "t1"), Lost(SPLIT_1, "t1"), Lost(SPLIT_1, "t2")]
    assert lost == happened(topology, Lose(SPOUT_1, SPLIT_1))


class Twice(SpoutExecutor):
    """An executor that calls back twice."""

    def notified(self, word: Notification) -> tuple[Effect, ...]:
        """See `SpoutExecutor`."""
        return super().notified(word) * 2


def test_a_callback_too_many_is_told_and_means_nothing_to_the_source() -> None:
    """The source has no such message open for that task any more, or another task has it."""
    wrong = evolve(plan(SPLIT), make_executor=Twice)
    assert ["called-ack m1/1", "done m1", "called-ack m1/1"] == ends(Topology(wrong, ids()), Settle())


def test_a_bolt_asks_for_more_time_and_both_sides_count_anew() -> None:
    """The acker task counts from the request, the spout task from the notification."""
    running = Topology(plan(BoltPlan("join", lambda: Batch(nothing, 2))), (1 << number for number in count()))
    join, acker, spout = Task("join", 1), Task(ACKER, 1), Task(SPOUT, 1)
    running.step(NextTuple(spout))
    running.step(Flow(Flowing.REPORTS))
    for _ in range(2):
        running.step(Tick(acker))
    running.step(Tick(spout))
    asked = running.step(Deliver(spout, join, conduct=Conduct.MORE_TIME))
    assert [ResetSent(sender=join, receiver=acker, name="a2", tree="m1/1", receipt="t1")] == list(asked[1:])
    happenings = running.step(Flow(Flowing.REPORTS))
    assert Kind.RESET_TIMEOUT in {each.kind for each in happenings if isinstance(each, NotificationSent)}
    running.step(Flow(Flowing.NOTIFICATIONS))
    for task in (acker, acker, spout):
        assert () == running.step(Tick(task))
    assert (1, 1) == (running.records, running.waiting)


def test_time_for_an_input_that_is_not_held_is_refused() -> None:
    """Other calls about such an input are refused, too."""
    with pytest.raises(IllegalUse, match="a call for more time for 't1', which is not held"):
        BoltTask().more_time("t1")


SPOUT_2 = Task(SPOUT, 2)


def two_spouts(*, ackers: int = 1, **given: Any) -> Topology:
    """Return a topology of two spout tasks, and four messages of one word each."""
    return Topology(evolve(plan(SPLIT, messages=["a", "b", "c", "d"], ackers=ackers), spouts=2, **given), ids())


def test_spout_tasks_of_an_executor_wait_together_and_die_together() -> None:
    """A tick of one is a tick of both, and each gets the callbacks for its own emissions."""
    topology = two_spouts(executor_tasks=2, max_pending=1)
    happened(topology, NextTuple(SPOUT_1), NextTuple(SPOUT_1))
    assert (2, []) == (topology.waiting, happened(topology, NextTuple(SPOUT_2)))  # the bound is two for both
    assert [] == happened(topology, Tick(SPOUT_2))
    assert [(SPOUT_1, "m1/1"), (SPOUT_1, "m2/1")] == [
        (each.spout, each.tree) for each in happened(topology, Tick(SPOUT_1)) if isinstance(each, CalledBack)
    ]
    happened(topology, NextTuple(SPOUT_1))
    assert [Died(SPOUT_1), Died(SPOUT_2), OfferedAgain(SPOUT_1, "m3")] == happened(topology, Die(SPOUT_2))
    assert 0 == topology.waiting


def test_a_pause_of_a_task_is_one_of_its_executor() -> None:
    """It ends for all of them when it ends for one."""
    topology = two_spouts(executor_tasks=2)
    assert [] == happened(topology, Pause(SPOUT_1), NextTuple(SPOUT_2))
    assert [] != happened(topology, Resume(SPOUT_2), NextTuple(SPOUT_1))


def test_bolt_tasks_of_an_executor_finish_their_batches_at_one_tick() -> None:
    join = BoltPlan("join", lambda: Batch(nothing, 9), tasks=2, executor_tasks=2)
    topology = Topology(plan(join, messages=["a", "b"]), ids())
    happened(topology, NextTuple(SPOUT_1), NextTuple(SPOUT_1), Flow(Flowing.TUPLES))
    acked = [each.bolt for each in happened(topology, Tick(JOIN_1)) if isinstance(each, InputAcked)]
    assert {JOIN_1, Task("join", 2)} == set(acked)


@pytest.mark.parametrize("dead", [1, 2])
def test_bolt_tasks_of_an_executor_die_together(dead: int) -> None:
    """Their inputs die with them, whichever task it is; tasks of other executors continue (SYS-33, SYS-24)."""
    join = BoltPlan("join", lambda: Batch(nothing, 9), tasks=3, executor_tasks=2)
    topology = Topology(plan(join, messages=["a", "b", "c"]), ids())
    tasks = [Task("join", number) for number in (1, 2, 3)]
    took = happened(topology, *[NextTuple(SPOUT_1)] * 3, Flow(Flowing.TUPLES))
    assert set(tasks) == {each.receiver for each in took if isinstance(each, TupleArrived)}
    assert [Died(tasks[0]), Died(tasks[1])] == happened(topology, Die(tasks[dead - 1]))
    acked = [each.bolt for each in happened(topology, *map(Tick, tasks)) if isinstance(each, InputAcked)]
    assert [tasks[2]] == acked


@pytest.mark.parametrize("dead", [SPOUT_1, SPOUT_2], ids=str)
def test_a_spout_executor_is_made_once_for_its_tasks_and_once_more_when_it_died(dead: Task) -> None:
    """It does not matter which of its tasks died: it is one thread, with one pending map (SYS-33)."""
    made: list[frozenset[int]] = []

    def make_executor(tasks: frozenset[int], ackers: int) -> SpoutExecutor:
        made.append(tasks)
        return SpoutExecutor(tasks, ackers)

    topology = two_spouts(executor_tasks=2, make_executor=make_executor)
    happened(topology, Die(dead))
    assert [frozenset({1, 2})] * 2 == made


def test_the_bound_holds_where_it_was_exceeded() -> None:
    """A task that exceeded its bound in one request waits until it is below the bound again (SYS-36)."""
    topology = two_spouts(max_pending=1, executor_tasks=2)
    happened(topology, NextTuple(SPOUT_1, most=3))
    assert (3, [], []) == (topology.waiting, *(happened(topology, NextTuple(each)) for each in (SPOUT_1, SPOUT_2)))
    happened(topology, *map(Flow, Flowing))
    assert Emitted in map(type, happened(topology, NextTuple(SPOUT_2)))


def test_what_spout_tasks_wait_for_is_counted_over_their_executors() -> None:
    """Each emission counts once, whether its task has its own executor or shares one."""
    for shared in (1, 2):
        topology = two_spouts(executor_tasks=shared)
        happened(topology, NextTuple(SPOUT_1), NextTuple(SPOUT_2), NextTuple(SPOUT_2))
        assert 3 == topology.waiting


@pytest.mark.parametrize(("bound", "free", "emitted"), [(2, False, 3), (0, False, 0), (0, True, 3)])
def test_the_bound_is_looked_at_before_and_0_may_be_none(bound: int, free: bool, emitted: int) -> None:  # noqa: FBT001 - a parameter of the test
    topology = two_spouts(max_pending=bound, unbounded_by_zero=free)
    assert emitted == sum(isinstance(each, Emitted) for each in happened(topology, NextTuple(SPOUT_1, most=3)))


def test_a_spout_task_is_opened_when_it_is_first_asked_in_its_life() -> None:
    """A stop closes it, a death does not."""
    topology = two_spouts(lifecycle=True)
    begins: list[Happening] = [Opened(SPOUT_1), Activated(SPOUT_1)]
    assert begins == happened(topology, NextTuple(SPOUT_1))[:2]
    assert [] == [each for each in happened(topology, NextTuple(SPOUT_1)) if isinstance(each, Opened)]
    assert [Deactivated(SPOUT_1)] == happened(topology, Deactivate(SPOUT_1), Deactivate(SPOUT_1), NextTuple(SPOUT_1))
    assert [Activated(SPOUT_1)] == happened(topology, Activate(SPOUT_1), Activate(SPOUT_1))
    assert Closed(SPOUT_1) == happened(topology, Stop(SPOUT_1))[0]
    assert [] == [each for each in happened(topology, Stop(SPOUT_1)) if isinstance(each, Closed)]
    assert begins == happened(topology, NextTuple(SPOUT_1))[:2]
    assert Died(SPOUT_1) == happened(topology, Die(SPOUT_1))[0]


def test_a_spout_task_is_told_nothing_before_it_is_opened() -> None:
    """If it is deactivated before it was ever asked, it is only opened and activated later (SYS-37)."""
    topology = two_spouts(lifecycle=True)
    assert [] == happened(topology, Deactivate(SPOUT_1), NextTuple(SPOUT_1), Activate(SPOUT_1))
    assert [Opened(SPOUT_1), Activated(SPOUT_1)] == happened(topology, NextTuple(SPOUT_1))[:2]


def test_spout_tasks_tell_nothing_of_their_lives_unless_they_are_to() -> None:
    """The operations on them have their effects nevertheless."""
    topology = two_spouts()
    emitted = Emitted(SPOUT_1, "m1/1", "m1", 1)
    assert (
        emitted == happened(topology, Deactivate(SPOUT_1), NextTuple(SPOUT_1), Activate(SPOUT_1), NextTuple(SPOUT_1))[0]
    )
    assert [Died(SPOUT_1), OfferedAgain(SPOUT_1, "m1")] == happened(topology, Stop(SPOUT_1))


def test_what_is_sent_waits_with_its_paused_sender() -> None:
    """It is lost with the sender."""
    topology = two_spouts(outboxes=True)
    happened(topology, NextTuple(SPOUT_1), Pause(SPOUT_1))
    assert [] == happened(topology, Deliver(SPOUT_1, SPLIT_1), Flow(Flowing.TUPLES))
    assert [Lost(SPLIT_1, "t1"), Lost(ACKER_1, "a1")] == [
        each for each in happened(topology, Die(SPOUT_1)) if isinstance(each, Lost)
    ]
    happened(topology, NextTuple(SPOUT_1))
    assert [] == [each for each in happened(topology, Die(SPOUT_1)) if isinstance(each, Lost)]
