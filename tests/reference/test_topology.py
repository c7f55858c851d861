"""The topology and its parts: what happens by which event, told in names."""

import inspect
from collections.abc import Iterator, Sequence
from copy import deepcopy
from itertools import count

import pytest
from acking import STORM1, STORM2, Ack, Acker, BoltTask, IllegalUse, Notification, Profile
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
    Tick,
)
from acking.topology.plan import BoltPlan, Plan
from acking.topology.source import Source
from attrs import define, evolve


def words(values: Sequence[str]) -> list[str]:
    return " ".join(values).split()


def nothing(values: Sequence[str]) -> list[str]:
    del values
    return []


def plan(*bolts: BoltPlan, profile: Profile = STORM2, messages: Sequence[str] = ("a b",), ackers: int = 1) -> Plan:
    """Return a plan of one spout task; a message is m1, m2, … by name."""
    named = {f"m{number + 1}": value for number, value in enumerate(messages)}
    return Plan(named, bolts, lambda _: Acker(profile), ackers=ackers)


def ids() -> Iterator[int]:
    """Yield ids that are independent as long as there are at most 62."""
    return (1 << number for number in count())


SPLIT = BoltPlan("split", lambda: Plain(words))
COUNT = BoltPlan("count", lambda: Plain(nothing), after=("split",))


def told(topology: Topology, *events: Event) -> list[str]:
    """Return what happens by events, in short."""
    return [
        " ".join(filter(None, (each.what, each.task, each.to, each.name, *each.about)))
        for event in events
        for each in topology.step(event)
    ]


def ends(topology: Topology, *events: Event) -> list[str]:
    """Return what spouts and the source are told by events."""
    wanted = ("called-ack", "called-fail", "done", "back")
    return [f"{each.what} {each.name}" for event in events for each in topology.step(event) if each.what in wanted]


def test_a_message_goes_through_a_topology_and_is_done() -> None:
    """Every step of it, in order."""
    topology = Topology(plan(SPLIT, messages=["a"]), ids())
    assert [
        "emission spout-1 m1/1 m1",
        "tuple spout-1 split-1 t1 m1/1",
        "init spout-1 acker-1 a1 m1/1",
    ] == told(topology, NextTuple("spout-1"))
    assert ["arrives split-1 t1 t1", "acks split-1 t1", "ack split-1 acker-1 a2 m1/1 t1"] == told(
        topology, Deliver("spout-1", "split-1")
    )
    assert (0, 1) == (topology.records, topology.waiting)
    assert ["arrives acker-1 a2"] == told(topology, Deliver("split-1", "acker-1"))
    assert (1, 1) == (topology.records, topology.waiting)
    assert ["arrives acker-1 a1", "says-ack acker-1 spout-1 w1 m1/1"] == told(topology, Deliver("spout-1", "acker-1"))
    assert ["arrives spout-1 w1", "called-ack spout-1 m1/1 m1", "done spout-1 m1"] == told(
        topology, Deliver("acker-1", "spout-1")
    )
    assert (0, 0) == (topology.records, topology.waiting)


@pytest.mark.parametrize(
    "faults",
    [
        [Lose("spout-1", "split-1")],
        [Lose("spout-1", "acker-1", 0)],
        [Flow(Flowing.TUPLES), Lose("split-1", "acker-1", 0)],
        [Flow(Flowing.TUPLES), Flow(Flowing.REPORTS), Lose("acker-1", "spout-1")],
        [Deliver("spout-1", "split-1", conduct=Conduct.FORGET)],
        [Deliver("spout-1", "acker-1"), Die("acker-1")],
    ],
    ids=["tuple lost", "init lost", "ack lost", "word lost", "never acked", "acker dies"],
)
def test_whatever_is_lost_is_failed_by_time_and_emitted_again(faults: list[Event]) -> None:
    """By the second tick, and not before."""
    topology = Topology(plan(SPLIT, COUNT), ids())
    assert [] == ends(topology, NextTuple("spout-1"), *faults, Flow(Flowing.TUPLES), Flow(Flowing.REPORTS))
    assert [] == ends(topology, Tick("spout-1"))
    assert ["called-fail m1/1", "back m1"] == ends(topology, Tick("spout-1"))
    assert ["called-ack m1/2", "done m1"] == ends(topology, Settle())


def test_the_source_replays_what_a_dead_spout_task_had_open() -> None:
    """Nobody is called back, and what was said to the dead is not for its successor."""
    topology = Topology(plan(SPLIT), ids())
    assert ["back m1"] == ends(topology, NextTuple("spout-1"), Die("spout-1"))
    assert [] == ends(topology, *map(Flow, Flowing))
    assert ["called-ack m1/2", "done m1"] == ends(topology, Settle())


def test_a_paused_task_takes_nothing_and_has_no_ticks() -> None:
    """Until it is resumed."""
    topology = Topology(plan(SPLIT), ids())
    paused: list[Event] = [NextTuple("spout-1"), Pause("split-1"), Pause("spout-1"), NextTuple("spout-1"), Settle()]
    assert [] == ends(topology, *paused, Tick("spout-1"), Tick("spout-1"))
    assert ["called-ack m1/1", "done m1"] == ends(topology, Resume("spout-1"), Resume("split-1"), Settle())


def test_a_failed_tuple_fails_all_trees_that_it_was_anchored_to() -> None:
    """At once; the other tuples of the trees make no difference."""
    join = BoltPlan("join", lambda: Batch(words, 2))
    store = BoltPlan("store", lambda: Plain(nothing), after=("join",))
    topology = Topology(plan(join, store, messages=["a", "b"], ackers=2), ids())
    events: list[Event] = [
        NextTuple("spout-1"),
        NextTuple("spout-1"),
        Deliver("spout-1", "join-1"),
        Deliver("spout-1", "join-1"),
    ]
    assert [] == ends(topology, *events, Deliver("join-1", "store-1", conduct=Conduct.GIVE_UP))
    assert ["called-fail m1/1", "called-fail m2/1"] == sorted(
        each for each in ends(topology, *map(Flow, Flowing)) if each.startswith("called")
    )


def test_three_ways_to_do_without_reliability() -> None:
    """No ackers, no message id, no anchors: what is lost is not missed."""
    lossy: list[Event] = [Lose("spout-1", "split-1"), Settle()]
    assert ["called-ack m1/1", "done m1"] == ends(Topology(plan(SPLIT, ackers=0), ids()), NextTuple("spout-1"), *lossy)
    assert ["done m1"] == ends(Topology(plan(SPLIT), ids()), NextTuple("spout-1", tracked=False), *lossy)
    loose = Topology(plan(BoltPlan("split", lambda: Loose(words)), COUNT), ids())
    events: list[Event] = [NextTuple("spout-1"), Deliver("spout-1", "split-1"), Lose("split-1", "count-1"), Settle()]
    assert ["called-ack m1/1", "done m1"] == ends(loose, *events)


def test_a_spout_task_is_not_asked_beyond_its_bound() -> None:
    """It counts what is tracked and not resolved."""
    bounded = evolve(plan(SPLIT, messages=["a", "b", "c"]), max_pending=1)
    topology = Topology(bounded, ids())
    assert ["m1/1"] == [each.name for _ in range(2) for each in topology.step(NextTuple("spout-1")) if each.root]
    assert ["done m1", "done m2", "done m3"] == [
        each for each in ends(topology, Settle()) if not each.startswith("called")
    ]


def test_a_tree_that_reaches_the_acker_twice_is_called_back_once() -> None:
    """The acker says so twice, and the spout task ignores the second."""
    topology = Topology(plan(SPLIT, messages=["a"]), ids())
    events: list[Event] = [
        NextTuple("spout-1"),
        Flow(Flowing.TUPLES),
        Double("spout-1", "acker-1"),
        Double("split-1", "acker-1"),
    ]
    said = [each for each in told(topology, *events, Flow(Flowing.REPORTS)) if each.startswith("says")]
    assert ["says-ack acker-1 spout-1 w1 m1/1", "says-ack acker-1 spout-1 w2 m1/1"] == said
    assert ["called-ack m1/1", "done m1"] == ends(topology, Flow(Flowing.WORDS))


# The two holes: histories in which a tree is called done too early.


def test_an_init_that_is_delivered_twice_completes_a_tree_early() -> None:
    """Two inits cancel, and the record knows its task: so SYS-04 wants an odd number of them."""
    topology = Topology(plan(SPLIT, messages=["a"]), ids())
    assert ["called-ack m1/1", "done m1"] == ends(
        topology, NextTuple("spout-1"), Double("spout-1", "acker-1"), Flow(Flowing.REPORTS), Flow(Flowing.WORDS)
    )
    assert ["arrives split-1 t1 t1"] == told(topology, Deliver("spout-1", "split-1"))[:1]


def test_a_third_init_closes_the_hole_again() -> None:
    """Every tuple has to be acked an odd number of times, as with one."""
    topology = Topology(plan(SPLIT, COUNT, messages=["a"]), ids())
    inits: list[Event] = [Double("spout-1", "acker-1"), Double("spout-1", "acker-1"), Lose("spout-1", "acker-1", 0)]
    events: list[Event] = [NextTuple("spout-1"), *inits, Deliver("spout-1", "split-1"), Deliver("split-1", "acker-1")]
    assert [] == ends(topology, *events, Flow(Flowing.REPORTS), Flow(Flowing.WORDS))
    assert ["called-ack m1/1", "done m1"] == ends(topology, *map(Flow, Flowing))


@define
class LaxBoltTask(BoltTask):
    """A collector that refuses nothing, as Storm's: what was let go of is still there to be anchored to."""

    def ack(self, name: str) -> tuple[Ack, ...]:
        kept = self._held[name]
        acks = super().ack(name)
        self._held[name] = kept
        return acks


def test_an_emit_after_the_ack_completes_a_tree_early() -> None:
    """Its edge is in nobody's ack. The reference refuses the emit; this collector does not."""
    events: list[Event] = [NextTuple("spout-1"), Deliver("spout-1", "split-1", conduct=Conduct.EMIT_AFTER_ACK)]
    events += [Flow(Flowing.REPORTS), Flow(Flowing.WORDS)]
    lax = Topology(evolve(plan(SPLIT, COUNT, messages=[""]), make_collector=LaxBoltTask), ids())
    assert ["called-ack m1/1", "done m1"] == ends(lax, *events)
    assert ["arrives count-1 t2 t2"] == told(lax, Deliver("split-1", "count-1"))[:1]
    strict = Topology(plan(SPLIT, COUNT, messages=[""]), ids())
    assert "refused split-1 emit t1" in told(strict, *events)


def test_an_acker_of_two_buckets_may_forget_what_the_spout_waits_for() -> None:
    """Two of its ticks come between two of the spout's: SYS-16 holds in storm2 only."""
    events: list[Event] = [
        NextTuple("spout-1"),
        Deliver("spout-1", "acker-1"),
        Tick("acker-1"),
        Tick("spout-1"),
        Tick("acker-1"),
    ]
    events += map(Flow, Flowing)
    assert [] == ends(Topology(plan(SPLIT, profile=STORM1), ids()), *events)
    assert ["called-ack m1/1", "done m1"] == ends(Topology(plan(SPLIT, messages=["a"]), ids()), *events)


# The parts.


def test_a_source_keeps_a_message_until_it_is_done() -> None:
    """What is given back goes to the end."""
    source = Source(["m1", "m2", "m3"])
    assert ["m1", "m2"] == [source.open("a"), source.open("b")]
    source.give_back("m1")
    source.done("m2")
    assert ["m3", "m1", None] == [source.open("a"), source.open("a"), source.open("a")]
    assert ["m3", "m1"] == source.disconnect("a")
    assert (["m3", "m1"], {}, ["m2"]) == (source.offered, source.pending, source.dropped)


def test_a_source_offers_again_what_was_pending_with_the_one_that_is_gone() -> None:
    """And with nobody else, whatever their names."""
    source = Source(["m1", "m2", "m3"])
    assert ["m1", "m2", "m3"] == [source.open(client) for client in ("a-1", "b-1", "c-1")]
    assert ["m2"] == source.disconnect("-".join("b1"))
    assert (["m2"], {"m1": "a-1", "m3": "c-1"}) == (source.offered, source.pending)


def test_a_channel_keeps_order_and_suffers_faults() -> None:
    """Copies go behind all; a place that is not there is the last."""
    channels: Channels[str] = Channels()
    for message in "abc":
        channels.send(("x", "y"), message)
    assert ["b", "a"] == [channels.take(("x", "y"), 1), channels.take(("x", "y"))]
    assert ["c"] == channels.double(("x", "y"))
    assert (2, [("x", "y")]) == (len(channels), channels.pairs())
    assert "c" == channels.take(("x", "y"), 7)
    assert (["c"], []) == (channels.drop(("x", "y")), channels.drop(("x", "y")))
    assert None is channels.take(("x", "y"))


def test_a_place_beyond_the_end_of_a_channel_is_its_last() -> None:
    """Also of a channel that holds many."""
    channels: Channels[int] = Channels()
    for message in range(6):
        channels.send(("x", "y"), message)
    assert [5, 3, 4] == [channels.take(("x", "y"), place) for place in (9, 3, 3)]


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
    """It is full when there are enough inputs, or more."""
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
    """Emits come before the ack, but for the misconduct that is named so."""
    assert calls == conducted(deepcopy(bolt), TAKEN, conduct)  # a batch remembers, and tests may run twice


def test_a_batch_is_emitted_before_its_inputs_are_acked_and_a_tick_finishes_it() -> None:
    """Anchored to all of them."""
    bolt = Batch(lambda values: ["+".join(values)], 2)
    assert () == bolt.execute(Input("t1", "a"))
    both = (EmitTuple("a+b", ("t1", "t2")), AckInput("t1"), AckInput("t2"))
    assert both == bolt.execute(Input("t2", "b"))
    assert () == bolt.execute(Input("t3", "c"))
    assert (EmitTuple("c", ("t3",)), AckInput("t3")) == bolt.tick()
    assert () == bolt.tick()


@pytest.mark.parametrize("event", [Tick("split-9"), NextTuple("split-1"), Die("nobody")])
def test_an_event_for_a_task_that_there_is_not_is_refused(event: Event) -> None:
    """It is the caller's mistake, and the message lists the tasks."""
    with pytest.raises(IllegalUse, match="there is no task"):
        Topology(plan(SPLIT), ids()).step(event)


def test_an_event_that_finds_nothing_does_nothing() -> None:
    """So any part of a list of events is a list of events."""
    topology = Topology(plan(SPLIT), ids())
    empty: list[Event] = [
        Deliver("spout-1", "split-1"),
        Lose("a", "b"),
        Double("a", "b"),
        Lose("a", "b", 1),
        Tick("split-1"),
    ]
    assert [] == told(topology, *empty, *map(Flow, Flowing))


def test_each_receipt_has_a_name_of_its_own() -> None:
    """The first is named as the tuple."""
    topology = Topology(plan(SPLIT, messages=["a"]), ids())
    events: list[Event] = [NextTuple("spout-1"), Double("spout-1", "split-1"), Double("spout-1", "split-1")]
    arrived = [each for each in told(topology, *events, Flow(Flowing.TUPLES)) if each.startswith("arrives")]
    assert [f"arrives split-1 t1 t1{dashes}" for dashes in ("", "'", "''", "'''")] == arrived


def test_the_same_value_goes_to_the_same_task() -> None:
    """A replay finds the task that its tuple went to before."""
    counts = BoltPlan("count", lambda: Plain(nothing), after=("split",), tasks=3)
    topology = Topology(plan(SPLIT, counts, messages=["a b a", "b"]), ids())
    sent = [(each.value, each.to) for each in topology.step(Settle()) if (each.to or "").startswith("count")]
    assert [("a", "count-2"), ("a", "count-2"), ("b", "count-3"), ("b", "count-3")] == sorted(sent)


def test_a_plan_has_one_spout_task_and_one_acker_task_unless_it_says_otherwise() -> None:
    """So a topology without ackers, which tracks nothing, is one that somebody asked for."""
    least = Plan({}, (), lambda _: Acker(STORM2))
    assert (["spout-1"], ["acker-1"]) == (least.tasks_of("spout"), least.tasks_of("acker"))


def test_what_is_delivered_is_the_oldest_unless_it_says_otherwise() -> None:
    """A channel keeps its order; to overtake is a fault."""
    topology = Topology(plan(SPLIT, COUNT, messages=("a", "b")), ids())
    told(topology, NextTuple("spout-1"), NextTuple("spout-1"))
    arrived = [topology.step(Deliver("spout-1", "split-1"))[0].about for _ in range(2)]
    assert [("t1",), ("t2",)] == arrived


@pytest.mark.parametrize(
    "event",
    [
        NextTuple("spout-1"),
        Deliver("spout-1", "split-1"),
        Flow(Flowing.TUPLES),
        Tick("acker-1"),
        Settle(),
        Die("acker-1"),
        Pause("acker-1"),
        Resume("acker-1"),
        Lose("spout-1", "split-1"),
        Double("spout-1", "split-1"),
    ],
)
def test_events_are_values(event: Event) -> None:
    """Two that say the same are the same, so that a history can be compared with another."""
    again = evolve(event)
    assert again is not event
    assert {event} == {again}


def test_an_acker_task_is_made_by_its_index_again_when_it_died() -> None:
    """Its name counts from 1, its index from 0, as roots are routed."""
    made: list[int] = []

    def make_acker(index: int) -> Acker:
        made.append(index)
        return Acker(STORM2)

    topology = Topology(Plan({}, (), make_acker, ackers=2), ids())
    topology.step(Die("acker-2"))
    assert [0, 1, 1] == made


def test_a_bolt_may_have_any_name() -> None:
    """Also one that comes before `acker` in the alphabet."""
    topology = Topology(plan(BoltPlan("a", lambda: Plain(nothing))), ids())
    assert "done spout-1 m1" in told(topology, Settle())


def test_to_settle_comes_to_an_end_where_a_bolt_fails_whatever_it_gets() -> None:
    """Four times for each message, and four times more, spouts are asked."""

    class Obstinate(Plain):
        def execute(self, taken: Input) -> tuple[FailInput]:
            return (FailInput(taken.name),)

    topology = Topology(plan(BoltPlan("no", lambda: Obstinate(nothing)), messages=("a", "b")), ids())
    emitted = [each for each in topology.step(Settle()) if each.what == "emission"]
    assert 12 == len(emitted)


def test_what_flows_keeps_the_order_of_its_channel() -> None:
    """The oldest first; and tasks of equal names come in turn."""
    topology = Topology(plan(SPLIT, messages=("a", "b")), ids())
    told(topology, NextTuple("spout-1"), NextTuple("spout-1"))
    arrived = [each.about for each in topology.step(Flow(Flowing.TUPLES)) if each.what == "arrives"]
    assert [("t1",), ("t2",)] == arrived


def test_what_a_paused_task_has_sent_flows_on() -> None:
    """It takes nothing in, and nothing that is under way from it waits for it."""
    topology = Topology(plan(SPLIT), ids())
    told(topology, NextTuple("spout-1"), Pause("spout-1"))
    assert ["t1"] == [each.name for each in topology.step(Flow(Flowing.TUPLES)) if each.what == "arrives"]


def test_to_settle_finishes_batches() -> None:
    """As a tick would."""
    topology = Topology(plan(BoltPlan("join", lambda: Batch(nothing, 300))), ids())
    assert "done spout-1 m1" in told(topology, Settle())


def test_what_is_lost_or_travels_twice_is_told_by_name() -> None:
    """Each message of a channel, in order."""
    topology = Topology(plan(SPLIT, messages=("a", "b")), ids())
    told(topology, NextTuple("spout-1"), NextTuple("spout-1"))
    assert ["doubled split-1 t1", "doubled split-1 t2"] == told(topology, Double("spout-1", "split-1"))
    assert ["lost split-1 t2"] == told(topology, Lose("spout-1", "split-1", 1))
    assert ["lost split-1 t1", "lost split-1 t1", "lost split-1 t2"] == told(topology, Lose("spout-1", "split-1"))


class Twice(SpoutExecutor):
    """Calls back twice."""

    def notified(self, word: Notification) -> tuple[Effect, ...]:
        """See `SpoutExecutor`."""
        return super().notified(word) * 2


def test_a_callback_too_many_is_told_and_means_nothing_to_the_source() -> None:
    """It has no such message open for that client any more, or another client has it."""
    wrong = evolve(plan(SPLIT), make_executor=Twice)
    assert ["called-ack m1/1", "done m1", "called-ack m1/1"] == ends(Topology(wrong, ids()), Settle())
