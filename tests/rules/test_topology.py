"""Rules of whole topologies, on the happenings of the reference's topology, and on the same with one of them changed.

Each change could happen in a real topology: a misdirected notification, a callback too many, an ack to no task. Beside
each is a similar case that is right, or is judged by another rule.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from ackproof.components.happenings import (
    AckNotification,
    CalledAck,
    CalledFail,
    FailNotification,
    Happening,
    MessageDone,
)
from ackproof.components.topology import (
    MORE_TIME,
    BoltShape,
    Deliver,
    Die,
    Double,
    Lose,
    NextTuple,
    Pause,
    Settle,
    Subscription,
    TaskTick,
    TopologyOperation,
    TopologyResult,
    Wiring,
)
from ackproof.oracle.histories import TopologyChronicle
from ackproof.rules.registry import all_checks
from ackproof.target import Config
from attrs import evolve
from common.chronicles import CHAIN, altered, blamed, played, played_in, premises_met, violated
from common.topologies import REPORTS, TUPLES, WORDS

Steps = tuple[TopologyOperation, ...]
Changes = Mapping[str | int, Sequence[str]]

ONE = (BoltShape(name="count", fan=0),)
FLOWS = (TUPLES, REPORTS, WORDS)
EMIT, TICK, TOCK = NextTuple("spout-1"), TaskTick("spout-1"), TaskTick("acker-1")
TAKE = Deliver("spout-1", "count-1")
WAY = (EMIT, *FLOWS)
"""The steps by which a message is emitted, processed, reported and acked."""

EMITTED = "emission spout-1 m1/1: m1"
SENT = "tuple spout-1 > count-1 t1: m1/1"
INIT = "init spout-1 > acker-1 a1: m1/1"
TAKEN = "arrives count-1 t1: t1"
ACKED = "acks count-1 t1"
REPORTED = "ack count-1 > acker-1 a2: m1/1 t1"
SAID = "says-ack acker-1 > spout-1 w1: m1/1"
HEARD = "arrives spout-1 w1"
CALLED = "called-ack spout-1 m1/1: m1"
FAILED = "called-fail spout-1 m1/1: m1"
DONE = "done spout-1 m1"
NEXT, NEXT_UNTRACKED = "emission spout-1 m2/1: m2", "untracked spout-1 m2/1: m2"


def without(seen: TopologyChronicle, *kinds: type[Happening]) -> TopologyChronicle:
    """Return the oracle's view of a history without the happenings of some kinds."""
    results = [
        evolve(result, happenings=tuple(each for each in result.happenings if type(each) not in kinds))
        for result in seen.results
    ]
    return evolve(seen, results=results)


# SYS-01


LOST = (EMIT, Lose("spout-1", "count-1"))
OTHER = TaskTick("spout-2")


@pytest.mark.parametrize(
    ("steps", "spouts", "due"),
    [
        ((*LOST, Settle(), TICK, TICK, Settle()), 1, 5),
        ((*LOST, Settle(), TICK, Settle(), TICK, Settle(), TICK), 1, 6),
        ((*LOST, Settle(), TICK, TICK, Settle(), TICK, Settle()), 1, 5),
        ((*LOST, TICK, Settle(), TICK, Settle(), TICK, Settle(), TICK), 1, 7),
        ((*LOST, TICK, TICK, Settle()), 1, 4),
        ((*LOST, TICK, TICK, Settle(), TICK), 1, 5),
        ((*LOST, TICK, Settle(), TICK, Settle(), TICK), 1, 6),
        ((*LOST, Settle(), TICK, Settle()), 1, None),
        ((*LOST, Settle(), TICK, TICK), 1, None),
        ((*LOST, Settle(), TICK, Settle(), TICK), 1, None),
        ((*LOST, TICK, Lose("spout-1", "count-1"), TICK, Settle()), 1, None),
        ((*LOST, Pause("count-1"), Settle(), TICK, TICK, Settle()), 1, None),
        ((*LOST, Settle(), TICK, OTHER, OTHER, TICK, Settle()), 2, 7),
        ((*LOST, Settle(), TICK, TICK, OTHER, Settle()), 2, None),
        ((*LOST, Settle(), TICK, TICK, Settle(), OTHER, OTHER), 2, None),
        ((*LOST, Settle(), TICK, TICK, Settle(), OTHER, OTHER, Settle(), Settle()), 2, 8),
    ],
)
def test_a_message_has_to_be_done_by_the_round_after_two_calm_ticks_of_each_spout_task(
    steps: Steps, spouts: int, due: int | None
) -> None:
    """Where no round comes before the ticks, it has to be done at the end."""
    seen = played(*steps, bolts=ONE, messages=("m1",), spout_tasks=(1, 2)[:spouts])
    found = violated("SYS-01", without(seen, MessageDone))
    assert (found and found[0]) == due
    assert violated("SYS-01", seen) is None


@pytest.mark.parametrize(
    ("in_time", "fate"),
    [
        (0, "m1/1 was not called back"),
        (2, "m1/1 was called back with fail"),
        (3, "m1/1 was called back with fail, m1/2 was not called back"),
    ],
)
def test_what_is_done_after_its_round_is_late(in_time: int, fate: str) -> None:
    """The violation does not tell what becomes of it by a third tick, and in a third round."""
    steps = (*LOST, Settle(), TICK, TICK, Settle(), TICK, Settle())
    *before, replay = played(*steps[:6], bolts=ONE, messages=("m1",)).results
    happenings = (*before.pop().happenings, *replay.happenings)
    parts = (happenings[:in_time], (), (), happenings[in_time:])
    seen = evolve(played(*steps, bolts=ONE, messages=("m1",)), results=[*before, *map(TopologyResult, parts)])
    assert (5, f"m1 was not done 2 ticks after the last fault: {fate}") == violated("SYS-01", seen)


@pytest.mark.parametrize(
    ("steps", "hidden", "fate"),
    [
        (LOST, (), "m1/1 was called back with fail, m1/2 was called back with ack"),
        (LOST, (CalledAck, CalledFail), "m1/1 was not called back, m1/2 was not called back"),
        ((*LOST, Die("spout-1")), (), "m1/1 died with its spout task, m1/2 was called back with ack"),
        ((*WAY, Die("spout-1")), (), "m1/1 was called back with ack"),
    ],
)
def test_what_became_of_each_emission_is_told(steps: Steps, hidden: Sequence[type[Happening]], fate: str) -> None:
    """The fate is its last callback, or that there was none, and whether its spout task died before."""
    steps = (*steps, Settle(), TICK, TICK, Settle())
    seen = without(played(*steps, bolts=ONE, messages=("m1", "m2")), *hidden)
    left = without(seen, MessageDone)
    assert violated("SYS-01", left) == (len(steps) - 1, f"m1 was not done 2 ticks after the last fault: {fate}")


def test_a_message_that_was_never_emitted_is_owed_as_well() -> None:
    """Nothing is known about it."""
    seen = played(Settle(), TICK, TICK, Settle())
    found = violated("SYS-01", evolve(seen, results=[TopologyResult()] * 4))
    assert found == (3, "m1 was not done 2 ticks after the last fault: it was not emitted")


def test_the_emissions_of_other_messages_are_left_out() -> None:
    """Each message has its own fate."""
    seen = altered(played(Settle(), TICK, TICK, Settle(), bolts=ONE), {"done spout-1 m2": ()})
    assert (3, "m2 was not done 2 ticks after the last fault: m2/1 was called back with ack") == violated(
        "SYS-01", seen
    )


def test_the_last_callback_is_what_became_of_an_emission() -> None:
    """This also holds if a late notification was passed on."""
    seen = played(*LOST, Settle(), TICK, TICK, Settle(), bolts=ONE, messages=("m1",))
    late = altered(without(seen, MessageDone), {5: (CALLED,)})
    assert "m1/1 was called back with ack, m1/2 was called back with ack" in str(violated("SYS-01", late))


def test_a_spout_that_may_not_emit_owes_nothing() -> None:
    """With 0 as its bound it emits nothing in Storm 1, so nothing is done."""
    seen = played(Settle(), TICK, TICK, Settle(), bolts=ONE, bound=0, profile="storm1")
    assert ({}, {}) == (seen.history.trees, premises_met("SYS-01", seen))


# SYS-02


@pytest.mark.parametrize(
    ("spout", "changes", "violation"),
    [
        (1, {CALLED: ("called-ack spout-2 m1/1: m1",)}, (3, "ack of m1 was called on spout-2; spout-1 emitted m1")),
        (2, {"called-ack spout-2 m1/1: m1": (CALLED,)}, (3, "ack of m1 was called on spout-1; spout-2 emitted m1")),
        (1, {CALLED: ("called-ack spout-1 m1/1: m0",)}, (3, "ack of m0 was called on spout-1; spout-1 emitted m1")),
        (1, {CALLED: ("called-ack spout-1 m1/1: m2",)}, (3, "ack of m2 was called on spout-1; spout-1 emitted m1")),
        (1, {CALLED: ("called-ack spout-1 m1/1",)}, (3, "ack of  was called on spout-1; spout-1 emitted m1")),
        (1, {4: (FAILED,)}, (4, "fail of m1/1 is its callback number 2")),
        (1, {3: (HEARD, CALLED), 4: (FAILED,)}, (4, "fail of m1/1 is its callback number 3")),
        (1, {3: (HEARD, CALLED)}, None),
        (1, {CALLED: (CALLED, "called-fail spout-1 m3/1: m3")}, (3, "called-fail of m3/1, which nobody emitted")),
    ],
)
def test_a_callback_is_made_once_and_where_it_belongs(
    spout: int, changes: Changes, violation: tuple[int, str] | None
) -> None:
    """Another rule judges a callback too many after an acker's notification."""
    seen = played(NextTuple(f"spout-{spout}"), *FLOWS, TICK, bolts=ONE, spout_tasks=(1, 2))
    assert violation == violated("SYS-02", altered(seen, changes))


# SYS-03


@pytest.mark.parametrize(
    ("changes", "violation"),
    [
        ({FAILED: ()}, (4, "spout-1 was told nothing of m1/1 by its second tick after it")),
        ({FAILED: (), 6: (FAILED,)}, (4, "spout-1 was told nothing of m1/1 by its second tick after it")),
        (
            {FAILED: (), 3: (FAILED,)},
            (3, "fail of m1/1 was called at the first tick after its emission; it is due at the second"),
        ),
        (
            {FAILED: (), 2: (FAILED,)},
            (2, "fail of m1/1 was called before any tick of spout-1 after its emission; it is due at the second"),
        ),
        ({FAILED: (), 1: (FAILED,)}, (1, "fail of m1/1 was called, and neither a word nor its second tick had come")),
        ({FAILED: (), 0: (FAILED,)}, (0, "fail of m1/1 was called, and neither a word nor its second tick had come")),
        ({FAILED: (), 0: (CALLED,)}, (0, "ack of m1/1 was called, and neither a word nor its second tick had come")),
        ({}, None),
    ],
)
def test_time_resolves_an_emission_at_the_second_tick(changes: Changes, violation: tuple[int, str] | None) -> None:
    """It happens neither earlier nor later; ticks before the emission do not count."""
    seen = played(*LOST, TOCK, TICK, TICK, TICK, TICK, bolts=ONE, messages=("m1",))
    assert violation == violated("SYS-03", altered(seen, changes))
    never = altered(played(*LOST, TICK, TICK, bolts=ONE), {FAILED: ()})
    assert (3, "spout-1 was told nothing of m1/1 by its second tick after it") == violated("SYS-03", never)
    too_late = altered(played(*LOST, TICK, TICK, Die("spout-1"), bolts=ONE), {FAILED: ()})
    assert violated("SYS-03", too_late) == violated("SYS-03", never)  # the answer was due before the death
    assert violated("SYS-03", played(*WAY, TICK, TICK, bolts=ONE)) is None
    again = altered(played(*WAY, TICK, TICK, TICK, bolts=ONE), {4: (FAILED,), 6: (FAILED,)})
    assert violated("SYS-03", again) is None  # the first callback is right; SYS-02 judges the others
    too_many = altered(played(*WAY, TICK, bolts=ONE), {4: (FAILED,)})
    assert violated("SYS-03", too_many) is None  # the same
    sooner = altered(played(TICK, TICK, *LOST, TICK, bolts=ONE), {4: (FAILED,)})
    assert (4, "fail of m1/1 was called at the first tick after its emission; it is due at the second") == violated(
        "SYS-03", sooner
    )


@pytest.mark.parametrize(
    ("after", "changes", "violated_at"),
    [
        ((), {}, 3),
        ((), {SAID: ("says-ack acker-1 > spout-2 w1: m1/1",)}, None),
        ((TICK, TICK), {5: (FAILED,)}, 3),
        ((Die("spout-1"),), {}, 3),
    ],
)
def test_a_word_is_passed_on_when_it_arrives(after: Steps, changes: Changes, violated_at: int | None) -> None:
    """This holds if it was for the waiting spout task, even if that task is called back or dies afterwards."""
    seen = without(played(*WAY, *after, bolts=ONE, spout_tasks=(1, 2)), CalledAck, MessageDone)
    found = violated("SYS-03", altered(seen, changes))
    assert found == (
        None if violated_at is None else (violated_at, "the word 'ack of m1/1' arrived and was not passed on")
    )


def test_a_word_for_another_spout_task_need_not_be_passed_on() -> None:
    """It does not matter which is first by name."""
    steps = (NextTuple("spout-2"), TUPLES, REPORTS, Deliver("acker-1", "spout-2"))
    seen = without(played(*steps, bolts=ONE, spout_tasks=(1, 2)), CalledAck, MessageDone)
    astray = altered(seen, {"says-ack acker-1 > spout-2 w1: m1/1": (SAID,)})
    assert (3, "the word 'ack of m1/1' arrived and was not passed on") == violated("SYS-03", seen)
    assert violated("SYS-03", astray) is None


@pytest.mark.parametrize(
    ("steps", "at"),
    [
        ((EMIT, TUPLES, REPORTS, Die("spout-1"), WORDS), None),
        ((Die("spout-1"), *WAY), 4),
        ((EMIT, TUPLES, REPORTS, Double("acker-1", "spout-1"), WORDS), 4),
        ((EMIT, TUPLES, REPORTS, TICK, TICK, WORDS), None),
    ],
)
def test_a_word_is_passed_on_to_whom_waits(steps: Steps, at: int | None) -> None:
    """It is not passed on to a task that has died since the emission, or that was called back before."""
    seen = played(*steps, bolts=ONE, messages=("m1",))
    assert violated("SYS-03", seen) is None
    assert (at and (at, "the word 'ack of m1/1' arrived and was not passed on")) == violated(
        "SYS-03", without(seen, CalledAck, MessageDone)
    )


@pytest.mark.parametrize(
    ("conduct", "called", "violation"),
    [
        (
            "normal",
            "called-fail spout-1 m1/1: m1",
            "the word 'ack of m1/1' arrived, and spout-1 was told fail of m1/1; it should be told ack of m1/1",
        ),
        (
            "give-up",
            "called-ack spout-1 m1/1: m1",
            "the word 'fail of m1/1' arrived, and spout-1 was told ack of m1/1; it should be told fail of m1/1",
        ),
        (
            "normal",
            "called-ack spout-1 m2/1: m2",
            "the word 'ack of m1/1' arrived, and spout-1 was told ack of m2/1; it should be told ack of m1/1",
        ),
    ],
)
def test_a_word_is_passed_on_as_it_was_said(conduct: str, called: str, violation: str) -> None:
    """An ack is passed on as an ack of the same tree, and a fail as a fail."""
    seen = played(EMIT, EMIT, evolve(TAKE, conduct=conduct), REPORTS, WORDS, bolts=ONE)
    right = CALLED if conduct == "normal" else FAILED
    assert (4, violation) == violated("SYS-03", altered(seen, {right: (called,)}))
    assert violated("SYS-03", seen) is None


def test_a_word_of_a_later_tree_resolves_no_earlier_one() -> None:
    """It does not matter which is first by name."""
    seen = played(EMIT, EMIT, Deliver("spout-1", "count-1", 1), REPORTS, WORDS, bolts=ONE)
    changed = altered(seen, {"called-ack spout-1 m2/1: m2": (CALLED,)})
    assert (
        4,
        "the word 'ack of m2/1' arrived, and spout-1 was told ack of m1/1; it should be told ack of m2/1",
    ) == violated("SYS-03", changed)


@pytest.mark.parametrize(
    ("steps", "due"),
    [
        ((EMIT, TUPLES, REPORTS, TICK, TICK, EMIT, WORDS), "nothing"),
        ((EMIT, TUPLES, REPORTS, Die("spout-1"), EMIT, WORDS), "nothing"),
        ((EMIT, TUPLES, REPORTS, EMIT, WORDS), "ack of m1/1"),
    ],
)
def test_what_is_due_is_told_where_a_word_resolves_another_tree(steps: Steps, due: str) -> None:
    """Nothing is due if nobody waits for the tree of the word any more."""
    later = "m2/1" if due == "ack of m1/1" else "m1/2"
    told = f"called-ack spout-1 {later}: {later[:2]}"
    messages = ("m1",) if later == "m1/2" else ("m1", "m2")
    last = len(steps) - 1
    changes: Changes = {CALLED: (), DONE: ()} if due == "ack of m1/1" else {}
    seen = altered(played(*steps, bolts=ONE, messages=messages), {**changes, last: (told,)})
    what = f"the word 'ack of m1/1' arrived, and spout-1 was told ack of {later}; it should be told {due}"
    assert (last, what) == violated("SYS-03", seen)


def test_what_is_due_is_told_though_it_is_done_right_after() -> None:
    """The word is about a tree that its task still waits for."""
    told = "called-ack spout-1 m2/1: m2"
    seen = altered(played(EMIT, TUPLES, REPORTS, EMIT, WORDS, bolts=ONE), {CALLED: (told, CALLED)})
    what = "the word 'ack of m1/1' arrived, and spout-1 was told ack of m2/1; it should be told ack of m1/1"
    assert (4, what) == violated("SYS-03", seen)


@pytest.mark.parametrize(("hears", "told"), [(1, 2), (2, 1)])
def test_nothing_is_due_to_a_task_that_did_not_emit_the_tree_of_a_word(hears: int, told: int) -> None:
    """Whichever of the two tasks is first by name."""
    emits = (NextTuple(f"spout-{told}"), NextTuple(f"spout-{hears}"))
    seen = played(*emits, Deliver(f"spout-{hears}", "count-1"), REPORTS, WORDS, bolts=ONE, spout_tasks=(1, 2))
    first = f"called-ack spout-{told} m1/1: m1"
    changed = altered(seen, {f"called-ack spout-{hears} m2/1: m2": (first,)})
    what = f"the word 'ack of m2/1' arrived, and spout-{told} was told ack of m1/1; it should be told nothing"
    assert (4, what) == violated("SYS-03", changed)


@pytest.mark.parametrize(("ticks", "had"), [(1, "had come"), (2, "had come just before"), (3, "had come just before")])
def test_a_callback_long_after_its_second_tick_comes_of_nothing(ticks: int, had: str) -> None:
    """After one tick there was no second one."""
    seen = played(EMIT, *[TICK] * ticks, Pause("count-1"), bolts=ONE)
    seen = altered(without(seen, CalledFail), {ticks + 1: (FAILED,)})
    what = f"fail of m1/1 was called, and neither a word nor its second tick {had}"
    assert (ticks + 1, what) == violated("SYS-03", seen)


def test_a_callback_after_an_emission_does_not_come_of_a_tick() -> None:
    """Not even if both are in its second tick."""
    seen = altered(played(EMIT, TICK, TICK, bolts=ONE), {FAILED: (NEXT, FAILED)})
    assert (2, "fail of m1/1 was called, and neither a word nor its second tick had come") == violated("SYS-03", seen)


def test_a_callback_long_after_its_word_comes_of_nothing() -> None:
    """There was a word, so nobody says that none had come."""
    seen = altered(played(*WAY, Pause("count-1"), bolts=ONE), {CALLED: (), DONE: (), 4: (CALLED,)})
    what = "ack of m1/1 was called, and neither a word nor its second tick had come just before"
    assert (4, what) == violated("SYS-03", seen)


@pytest.mark.parametrize(("called", "wrong"), [(CALLED, False), (FAILED, True)])
def test_what_nobody_receives_may_be_acked_at_once(called: str, *, wrong: bool) -> None:
    """It cannot be failed at once."""
    seen = altered(played(EMIT, bolts=()), {CALLED: (called,)})
    expected = (0, "fail of m1/1 was called, and neither a word nor its second tick had come")
    assert violated("SYS-03", seen) == (expected if wrong else None)


# SYS-04


@pytest.mark.parametrize(
    ("steps", "place", "open_tuple"),
    [
        ((EMIT,), 0, "t1, which went to split-1, had not arrived there"),
        ((EMIT, Deliver("spout-1", "split-1"), TUPLES), 0, "t1, which went to split-1, had not arrived there"),
        (
            (EMIT, Deliver("spout-1", "split-1", conduct="forget"), TICK),
            2,
            "t1, which went to split-1, was not acked there",
        ),
        (
            (EMIT, Deliver("spout-1", "split-1", conduct="give-up"), TICK),
            2,
            "t1, which went to split-1, was not acked there",
        ),
        ((EMIT, Deliver("spout-1", "split-1"), TICK), 2, "t2, which went to count-1, had not arrived there"),
        (
            (EMIT, Deliver("spout-1", "split-1"), Deliver("split-1", "count-1"), TICK),
            3,
            "t3, which went to count-1, had not arrived there",
        ),
        ((EMIT, TUPLES, TICK), 2, None),
        (
            (EMIT, Double("spout-1", "split-1"), Deliver("spout-1", "split-1", conduct="forget"), TICK, TUPLES),
            3,
            "t1, which went to split-1, was not acked there",
        ),
    ],
)
def test_an_early_ack_is_told_with_a_tuple_that_was_open(steps: Steps, place: int, open_tuple: str | None) -> None:
    """The message says whether the tuple had arrived by then, whatever happened to it afterwards."""
    seen = altered(played(*steps), {place: (CALLED,)})
    expected = open_tuple and (place, f"spout-1 was told ack of m1/1, and {open_tuple}")
    assert violated("SYS-04", seen) == expected


def test_an_ack_after_a_fail_may_be_early_too() -> None:
    """It is found anywhere among the callbacks."""
    seen = altered(played(*LOST, TICK, bolts=ONE), {2: (FAILED, CALLED)})
    assert (2, "spout-1 was told ack of m1/1, and t1, which went to count-1, had not arrived there") == violated(
        "SYS-04", seen
    )


def test_an_ack_without_an_init_is_early() -> None:
    """An acker that acks such a tree does not know it, and that is not a hole."""
    for word in (SAID, "says-ack acker-2 > spout-1 w1: m1/1"):
        seen = altered(played(*LOST, bolts=ONE), {1: (word, HEARD, CALLED)})
        assert (1, "spout-1 was told ack of m1/1, and t1, which went to count-1, had not arrived there") == violated(
            "SYS-04", seen
        )


def test_nothing_is_promised_of_a_tree_with_a_hole() -> None:
    """Its init was delivered twice."""
    seen = played(EMIT, Double("spout-1", "acker-1"), REPORTS, WORDS, bolts=ONE)
    assert CalledAck in [type(moment.happening) for moment in seen.moments]
    assert violated("SYS-04", seen) is None


# SYS-05


def counted(seen: TopologyChronicle, **counts: Any) -> TopologyChronicle:
    """Return the oracle's view of a history with these counts in the last result."""
    return evolve(seen, results=[*seen.results[:-1], evolve(seen.results[-1], **counts)])


TOCKS = tuple(TaskTick(f"acker-{number}") for number in (1, 2))


@pytest.mark.parametrize(
    ("calm", "profile", "enough"),
    [
        ((Settle(), TICK, TICK, *TOCKS * 3, Settle()), "storm2", True),
        ((Settle(), TICK, TICK, TICK, *TOCKS * 4, Settle()), "storm2", True),
        ((Settle(), TICK, TICK, *TOCKS * 3, TICK), "storm2", False),
        ((Settle(), TICK, *TOCKS * 3, Settle()), "storm2", False),
        ((Settle(), TICK, TICK, *TOCKS * 2, Settle()), "storm2", False),
        ((Settle(), TICK, TICK, *TOCKS * 2, TOCKS[0], Settle()), "storm2", False),
        ((Settle(), TICK, TICK, *TOCKS * 2, Settle()), "storm1", True),
        ((Settle(), TICK, TICK, *TOCKS, TOCKS[1], Settle()), "storm1", False),
        ((TICK, *TOCKS * 3, Settle(), TICK, Settle()), "storm2", False),
        ((TICK, TICK, *TOCKS * 3, Settle()), "storm2", False),
        ((Settle(), TICK, TICK, *TOCKS * 3, Die("count-1"), Settle()), "storm2", False),
    ],
)
def test_nothing_is_kept_when_enough_time_has_passed_in_the_calm(calm: Steps, profile: str, *, enough: bool) -> None:
    """Everything was delivered before; each acker task needs the ticks of its profile, each spout task two."""
    seen = played(*LOST, *calm, bolts=ONE, profile=profile, ackers=2)
    found = violated("SYS-05", counted(seen, records=1, waiting=0))
    buckets = 2 if profile == "storm1" else 3
    words = f"after {buckets} ticks without a fault 1 record is kept"
    assert found == ((len(calm) + 1, words) if enough else None)


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ({"records": 0, "waiting": 0}, None),
        ({"records": None, "waiting": None}, None),
        ({"records": 2, "waiting": None}, "2 records are kept"),
        ({"records": None, "waiting": 2}, "2 emissions are waited for"),
        ({"records": 0, "waiting": 1}, "1 emission is waited for"),
        ({"records": 1, "waiting": 2}, "1 record is kept and 2 emissions are waited for"),
    ],
)
def test_records_and_emissions_are_both_forgotten(counts: Mapping[str, int | None], expected: str | None) -> None:
    """A target may report only one of them."""
    seen = counted(played(*LOST, Settle(), TICK, TICK, *[TOCK] * 3, Settle(), bolts=ONE), **counts)
    assert violated("SYS-05", seen) == (expected and (8, f"after 3 ticks without a fault {expected}"))


@pytest.mark.parametrize(
    ("messages", "records", "waiting", "what"),
    [
        (("m1",), 1, 1, "acker-1 keeps the record of m1/2 and spout-1 waits for m1/2"),
        (("m1",), 0, 1, "spout-1 waits for m1/2"),
        (("m1",), 1, 0, "acker-1 keeps the record of m1/2"),
        (("m1",), 2, 2, "2 records are kept and 2 emissions are waited for"),
        (
            ("m1", "m2", "m3"),
            1,
            3,
            "acker-1 keeps the record of m1/2 and spout-1 waits for m2/1, m3/1 and m1/2",
        ),
    ],
)
def test_what_is_kept_at_the_end_is_named_if_it_is_known(
    messages: tuple[str, ...], records: int, waiting: int, what: str
) -> None:
    """It is known if it is of trees that are still under way; a record that expired, or ended with a word, is not."""
    steps = (*LOST, INIT_ARRIVES, Settle(), TICK, TICK, TOCK, TOCK, TOCK, Settle())
    seen = without(played(*steps, bolts=ONE, messages=messages), CalledAck, MessageDone, AckNotification)
    seen = altered(seen, {f"arrives spout-1 w{number + 1}": () for number in range(len(messages))})
    assert (len(steps) - 1, f"after 3 ticks without a fault {what}") == violated(
        "SYS-05", counted(seen, records=records, waiting=waiting)
    )


@pytest.mark.parametrize(
    ("records", "waiting", "what"),
    [
        (2, 2, "acker-1 keeps the records of m1/2 and m2/2 and spout-1 waits for m1/2 and m2/2"),
        (1, 1, "1 record is kept and 1 emission is waited for"),
    ],
)
def test_of_two_that_may_be_kept_none_is_named_if_one_is(records: int, waiting: int, what: str) -> None:
    """Nobody knows which."""
    steps = (*LOST, *LOST, INIT_ARRIVES, INIT_ARRIVES, Settle(), TICK, TICK, TOCK, TOCK, TOCK, Settle())
    seen = without(played(*steps, bolts=ONE), CalledAck, MessageDone, AckNotification)
    seen = altered(seen, {"arrives spout-1 w1": (), "arrives spout-1 w2": ()})
    assert (len(steps) - 1, f"after 3 ticks without a fault {what}") == violated(
        "SYS-05", counted(seen, records=records, waiting=waiting)
    )


@pytest.mark.parametrize(
    ("before", "after", "what"),
    [(1, 2, "acker-1 keeps the record of m1/2"), (1, 3, "1 record is kept"), (0, 3, "1 record is kept")],
)
def test_a_record_is_kept_until_its_last_tick_after_the_last_message(before: int, after: int, what: str) -> None:
    """Ticks before that message do not count; one right after it does."""
    ticks: Steps = (TICK, TICK, *[TOCK] * before, Settle(), *[TOCK] * after)
    seen = without(played(*LOST, Settle(), *ticks, Settle(), bolts=ONE), CalledAck, MessageDone, AckNotification)
    seen = altered(seen, {"arrives spout-1 w1": (), "arrives spout-1 w2": ()})
    assert (len(ticks) + 3, f"after 3 ticks without a fault {what}") == violated(
        "SYS-05", counted(seen, records=1, waiting=0)
    )


def test_a_record_of_what_was_just_emitted_is_kept_with_reason() -> None:
    """Its tree is not over yet."""
    seen = played(Pause("count-1"), Settle(), bolts=ONE, messages=("m1",))
    assert (1, {"an emission was waited for": 1}) == (seen.results[1].records, premises_met("SYS-05", seen))


# SYS-06


@pytest.mark.parametrize(("roots", "same"), [((7, 7), True), ((7, 8), False), ((7, -7), False)])
@pytest.mark.parametrize("tree", ["m1/2: m1", "m2/1: m2"])
def test_no_two_trees_have_the_same_root(tree: str, roots: tuple[int, int], *, same: bool) -> None:
    """They may be trees of one message or of two."""
    again = (EMIT,) if tree == "m2/1: m2" else (Die("spout-1"), EMIT)
    seen = played(EMIT, *again, bolts=ONE, messages=("m1", "m2")[: len(again) % 2 + 1])
    name = tree.partition(":")[0]
    changes: Changes = {
        EMITTED: (f"{EMITTED} #{roots[0]}",),
        f"emission spout-1 {tree}": (f"emission spout-1 {tree} #{roots[1]}",),
    }
    expected = (len(again), f"{name} has the root id of m1/1, 7") if same else None
    assert violated("SYS-06", altered(seen, changes)) == expected


def test_an_emission_that_nobody_receives_needs_no_root() -> None:
    """It may be acked at once, without a message about it. With receivers it has a root."""
    nowhere = BoltShape(name="count", after=("spout",), takes=(Subscription("spout", stream=2),))
    wiring = Wiring(("m1", "m2", "m3"), (nowhere,), streams=2)
    seen = played_in(Config(spout_tasks=(1,), wiring=wiring), (EMIT, EMIT, EMIT))
    to_nobody = (EMITTED, "emission spout-1 m3/1: m3")
    assert violated("SYS-06", altered(seen, {each: (each,) for each in to_nobody})) is None
    received = played(EMIT, EMIT, bolts=ONE, messages=("m1", "m2"))
    changes: Changes = {EMITTED: (EMITTED,), NEXT: (NEXT,)}
    assert (1, "m2/1 has the root id of m1/1, None") == violated("SYS-06", altered(received, changes))


UNTRACKED = NextTuple("spout-1", tracked=False)
BEFORE, AFTER = "untracked spout-1 m1/1: m1", "emission spout-1 m3/1: m3"


@pytest.mark.parametrize(
    ("steps", "changes", "violation"),
    [
        ((UNTRACKED, UNTRACKED), {BEFORE: (BEFORE,), NEXT_UNTRACKED: (NEXT_UNTRACKED,)}, None),
        (
            (UNTRACKED, EMIT, EMIT),
            {BEFORE: (BEFORE,), NEXT: (f"{NEXT} #7",), AFTER: (f"{AFTER} #7",)},
            (2, "m3/1 has the root id of m2/1, 7"),
        ),
        ((UNTRACKED, EMIT), {BEFORE: (f"{BEFORE} #7",), NEXT: (f"{NEXT} #7",)}, (1, "m2/1 has the root id of m1/1, 7")),
    ],
)
def test_an_untracked_emission_needs_no_root(steps: Steps, changes: Changes, violation: tuple[int, str] | None) -> None:
    """If it has one, that is its own, too."""
    seen = altered(played(*steps, bolts=ONE, messages=("m1", "m2", "m3")), changes)
    assert violation == violated("SYS-06", seen)


# SYS-07


@pytest.mark.parametrize(
    ("steps", "changes", "caused"),
    [
        ((*WAY, TICK), {}, None),
        ((*WAY, WORDS), {4: (HEARD, CALLED)}, "called-ack"),
        ((*WAY, WORDS), {4: (HEARD, FAILED)}, "called-fail"),
        ((*WAY, WORDS), {4: (HEARD, DONE)}, "done"),
        ((*WAY, WORDS), {4: (HEARD, "back spout-1 m1")}, "back"),
        ((*WAY, WORDS), {4: (HEARD, "emission spout-1 m3/1: m3")}, None),
        ((*WAY, WORDS, TICK), {4: (HEARD,), 5: ("called-fail spout-1 m2/1: m2",)}, None),
        ((*WAY, WORDS), {4: (HEARD,)}, None),
        ((EMIT, TUPLES, REPORTS, TICK, WORDS), {CALLED: (), DONE: (), 3: (FAILED,), 4: (CALLED,)}, "called-ack"),
        ((EMIT, TUPLES, REPORTS, Die("spout-1"), WORDS), {4: (CALLED,)}, "called-ack"),
        ((EMIT, TUPLES, REPORTS, Die("spout-1"), WORDS), {}, None),
        ((Die("spout-1"), EMIT, TUPLES, REPORTS, WORDS), {}, None),
        ((*WAY, Die("spout-1")), {}, None),
        ((*WAY, REPORTS), {4: ("arrives acker-1 a2", CALLED)}, None),
    ],
)
def test_a_word_that_comes_too_late_causes_nothing(steps: Steps, changes: Changes, caused: str | None) -> None:
    """It comes after a callback or a death; later happenings without the notification do not count."""
    seen = altered(played(*steps, bolts=ONE, messages=("m1",)), changes)
    expected = caused and (4, f"the word 'ack of m1/1' came too late, and caused {caused} on spout-1")
    assert violated("SYS-07", seen) == expected


def test_it_is_what_a_late_word_caused_that_shows_it() -> None:
    """The word itself may come."""
    seen = altered(played(*WAY, WORDS, bolts=ONE, messages=("m1",)), {4: (HEARD, CALLED)})
    assert CALLED == blamed("SYS-07", seen)


# SYS-08


def sent_acks(what: str) -> str:
    """Return what a rule says of a bolt task that acked a tuple of one tree and reported something else."""
    return f"count-1 acked t1 and sent {what}; it should send an ack for m1/1"


@pytest.mark.parametrize(
    ("changes", "violation"),
    [
        ({}, None),
        ({REPORTED: ()}, (1, "count-1 acked t1 and sent no ack of it; it should send an ack for m1/1")),
        ({REPORTED: (REPORTED, "ack count-1 > acker-1 a3: m1/1 t1")}, (1, sent_acks("acks for m1/1 and m1/1"))),
        (
            {REPORTED: (REPORTED, "fail count-1 > acker-1 a3: m1/1 t1")},
            (1, sent_acks("an ack for m1/1 and a fail for m1/1")),
        ),
        ({REPORTED: ("fail count-1 > acker-1 a2: m1/1 t1",)}, (1, sent_acks("a fail for m1/1"))),
        ({REPORTED: ("ack count-1 > acker-1 a2: m0/1 t1",)}, (1, sent_acks("an ack for m0/1"))),
        ({REPORTED: (REPORTED, "ack count-1 > acker-1 a3: m0/1 t1")}, (1, sent_acks("acks for m0/1 and m1/1"))),
        ({REPORTED: (REPORTED, "init count-1 > acker-1 a3: m0/1")}, None),
        ({REPORTED: (), ACKED: ()}, None),
        ({REPORTED: (), ACKED: (ACKED, ACKED)}, None),
        ({REPORTED: (), ACKED: (ACKED, "fails count-1 t1")}, None),
        ({INIT: ()}, (0, "the emission of m1/1 sent 0 inits")),
        ({INIT: (INIT, "init spout-1 > acker-1 a9: m1/1")}, (0, "the emission of m1/1 sent 2 inits")),
        ({2: ("ack count-1 > acker-1 a9: m1/1 t9",)}, (2, "ack of t9, which nobody received")),
        ({2: ("fail count-1 > acker-1 a9: m1/1 t9",)}, (2, "fail of t9, which nobody received")),
        ({2: ("ack count-1 > acker-1 a9: m1/1",)}, (2, "ack of None, which nobody received")),
    ],
)
def test_an_ack_is_told_once_of_each_tree(changes: Changes, violation: tuple[int, str] | None) -> None:
    """An emission has one init; another rule judges an input that is released twice."""
    found = violated("SYS-08", altered(played(EMIT, TUPLES, TOCK, bolts=ONE), changes))
    assert (found and found[0]) == (violation and violation[0])
    assert (violation[1] if violation else "None") in str(found)


JOIN = (BoltShape(name="count", kind="batch"), BoltShape(name="store", after=("count",), fan=0))


OTHER_TREE, WRONG_KIND = "ack count-1 > acker-1 a8: m0/1 t1", "fail count-1 > acker-1 a9: m1/1 t1"


@pytest.mark.parametrize(
    ("reports", "shows"),
    [
        ((), ACKED),
        ((OTHER_TREE,), OTHER_TREE),
        ((REPORTED, WRONG_KIND), WRONG_KIND),
        ((REPORTED, "ack count-1 > acker-1 a3: m1/1 t1"), "ack count-1 > acker-1 a3: m1/1 t1"),
        ((WRONG_KIND, REPORTED, OTHER_TREE), WRONG_KIND),
    ],
)
def test_the_first_report_too_much_is_wrong(reports: Sequence[str], shows: str) -> None:
    """If none is, the ack is, because its report was left out."""
    assert shows == blamed("SYS-08", altered(played(EMIT, TUPLES, bolts=ONE), {REPORTED: reports}))


@pytest.mark.parametrize(
    ("trees", "of"),
    [
        (("m1/1", "m2/1"), None),
        (("m2/1", "m1/1"), None),
        (("m2/1",), "an ack for m2/1"),
        ((), "no ack of it"),
        (("m1/1", "m1/1", "m2/1"), "acks for m1/1, m1/1 and m2/1"),
    ],
)
def test_an_ack_of_a_joined_tuple_is_told_of_all_its_trees(trees: Sequence[str], of: str | None) -> None:
    """Their order does not matter."""
    first, second = "ack store-1 > acker-1 a5: m1/1 t3", "ack store-1 > acker-1 a6: m2/1 t3"
    reports = [f"ack store-1 > acker-1 b{number}: {tree} t3" for number, tree in enumerate(trees)]
    seen = altered(played(EMIT, EMIT, TUPLES, bolts=JOIN), {first: reports, second: ()})
    expected = of and (2, f"store-1 acked t3 and sent {of}; it should send an ack for each of m1/1 and m2/1")
    assert violated("SYS-08", seen) == expected


def test_what_is_told_of_an_untracked_tree_is_another_matter() -> None:
    """This also holds if its tuple was joined with one of a tracked tree."""
    report = "ack store-1 > acker-1 a3: m2/1 t3"
    seen = altered(
        played(NextTuple("spout-1", tracked=False), EMIT, TUPLES, bolts=JOIN),
        {report: (report, "ack store-1 > acker-1 a9: m1/1 t3")},
    )
    assert violated("SYS-08", seen) is None
    assert (2, "store-1 sent ack of m1/1 to acker-1 for t3; nobody tracks it") == violated("SYS-10", seen)


@pytest.mark.parametrize(("inits", "wrong"), [(0, False), (1, False), (2, True)])
def test_an_emission_that_nobody_receives_may_have_an_init(inits: int, *, wrong: bool) -> None:
    """It may have one, as other emissions have, but not two."""
    seen = altered(played(EMIT, bolts=()), {0: [f"init spout-1 > acker-1 a{number}: m1/1" for number in range(inits)]})
    assert violated("SYS-08", seen) == ((0, "the emission of m1/1 sent 2 inits") if wrong else None)
    assert violated("SYS-08", played(EMIT, TUPLES, bolts=ONE, ackers=0)) is None


# SYS-09 and SYS-10


@pytest.mark.parametrize(
    ("changes", "violation"),
    [
        ({}, None),
        ({CALLED: ()}, (0, "not called back")),
        ({CALLED: (FAILED,)}, (0, "called back with fail")),
        ({CALLED: (), 2: (CALLED,)}, (0, "called back with ack")),
        ({CALLED: (CALLED, CALLED)}, (0, "called back with ack")),
        ({2: (FAILED,)}, (0, "called back with fail")),
        ({1: (REPORTED,)}, (1, "count-1 sent ack of m1/1 to acker-1 for t1; nobody tracks it")),
        ({0: (INIT,)}, (0, "spout-1 sent init of m1/1 to acker-1; nobody tracks it")),
    ],
)
def test_without_ackers_there_is_one_ack_at_once_and_no_report(
    changes: Changes, violation: tuple[int, str] | None
) -> None:
    """This does not depend on the bolts and on time."""
    found = violated("SYS-09", altered(played(EMIT, TUPLES, TICK, bolts=ONE, ackers=0), changes))
    assert (found and found[0], violation is None or violation[1] in str(found)) == (violation and violation[0], True)


@pytest.mark.parametrize(("emits", "hears"), [(1, 2), (2, 1)])
def test_the_ack_for_want_of_ackers_is_for_the_task_that_emitted(emits: int, hears: int) -> None:
    """It does not matter which is first by name."""
    seen = played(NextTuple(f"spout-{emits}"), bolts=ONE, messages=("m1",), ackers=0, spout_tasks=(1, 2))
    astray = altered(seen, {f"called-ack spout-{emits} m1/1: m1": (f"called-ack spout-{hears} m1/1: m1",)})
    expected = (0, f"ack of m1/1 was called on spout-{hears}; spout-{emits} emitted it")
    assert expected == violated("SYS-09", astray)


@pytest.mark.parametrize(("ackers", "tracked"), [(0, False), (1, True), (2, True), (1, False)])
def test_only_what_has_an_id_is_acked_for_want_of_ackers(ackers: int, *, tracked: bool) -> None:
    """Nobody is notified about other emissions."""
    seen = played(NextTuple("spout-1", tracked), TUPLES, TICK, bolts=ONE, ackers=ackers)
    assert violated("SYS-09", seen) is None


@pytest.mark.parametrize(
    ("tracked", "changes", "violation"),
    [
        (False, {}, None),
        (True, {}, None),
        (True, {1: (CALLED, "ack count-1 > acker-1 a8: m1/1 t1")}, None),
        (False, {0: (CALLED,)}, (0, "ack of m1/1 was called")),
        (False, {1: (FAILED,), 2: (CALLED,)}, (1, "fail of m1/1 was called")),
        (False, {0: (INIT,)}, (0, "spout-1 sent init of m1/1 to acker-1; nobody tracks it")),
        (False, {1: (REPORTED,)}, (1, "count-1 sent ack of m1/1 to acker-1 for t1; nobody tracks it")),
        (False, {2: (SAID,)}, (2, "acker-1 sent says-ack of m1/1 to spout-1; nobody tracks it")),
    ],
)
def test_nobody_hears_of_what_is_untracked(
    changes: Changes, violation: tuple[int, str] | None, *, tracked: bool
) -> None:
    """Neither its spout task nor an acker is notified."""
    seen = played(NextTuple("spout-1", tracked), TUPLES, TICK, bolts=ONE)
    assert violation == violated("SYS-10", altered(seen, changes))


# SYS-11


LOOSE = (BoltShape(name="split", kind="loose"), BoltShape(name="count", after=("split",), fan=0))
SPLIT, COUNT = Deliver("spout-1", "split-1"), Deliver("split-1", "count-1")
SAYS = "m1/1 is done and acker-1 has all messages of it, but does not say ack"


@pytest.mark.parametrize(("conduct", "end"), [("normal", "ack"), ("give-up", "fail")])
@pytest.mark.parametrize("about", ["t1", "t2"])
def test_nobody_is_told_of_a_tuple_without_anchors(conduct: str, end: str, about: str) -> None:
    """Neither its ack nor its fail is reported; those of its input are."""
    report = f"{end}s count-1 t2"
    seen = played(EMIT, SPLIT, evolve(COUNT, conduct=conduct), bolts=LOOSE)
    lies = (f"{end} count-1 > acker-1 a8: m1/1 {about}", f"{end} count-1 > acker-2 a9: m1/1 {about}")
    seen = altered(seen, {report: (report, *lies)})
    wrong = (2, f"the {end} of t2, which is in no tree, was told to acker-1")
    assert violated("SYS-11", seen) == (wrong if about == "t2" else None)
    assert about == "t1" or lies[0] == blamed("SYS-11", seen)


@pytest.mark.parametrize(
    ("steps", "changes", "violated_at"),
    [
        ((EMIT, SPLIT, REPORTS), {}, 2),
        ((EMIT, SPLIT, REPORTS, TUPLES), {}, 2),
        ((EMIT, SPLIT, Lose("split-1", "count-1"), REPORTS), {}, 3),
        ((EMIT, SPLIT, evolve(COUNT, conduct="give-up"), REPORTS), {}, 3),
        ((EMIT, SPLIT, evolve(COUNT, conduct="forget"), REPORTS), {}, 3),
        ((EMIT, TUPLES, REPORTS), {}, None),
        ((EMIT, TUPLES, REPORTS, TICK), {3: ("tuple split-1 > count-1 t9",)}, None),
        ((EMIT, SPLIT, EMIT, SPLIT, COUNT, Deliver("spout-1", "acker-1"), Deliver("split-1", "acker-1")), {}, None),
        ((EMIT, SPLIT, Deliver("split-1", "acker-1"), REPORTS), {}, None),
        ((EMIT, SPLIT, TOCK, REPORTS), {}, None),
        ((EMIT, SPLIT, Die("acker-1"), REPORTS), {}, None),
    ],
)
def test_no_tree_waits_for_a_tuple_without_anchors(steps: Steps, changes: Changes, violated_at: int | None) -> None:
    """The tuple is open when the last message of the tree arrives; if the init is last, SYS-12 judges it."""
    seen = without(altered(played(*steps, bolts=LOOSE), changes), AckNotification)
    expected = (violated_at, f"{SAYS}; t2 is open, and has no anchor")
    assert violated("SYS-11", seen) == (None if violated_at is None else expected)


def test_the_first_of_the_open_tuples_is_named() -> None:
    """One is enough."""
    several = (BoltShape(name="split", kind="loose", fan=2), BoltShape(name="count", after=("split",), fan=0))
    seen = without(played(EMIT, SPLIT, REPORTS, bolts=several), AckNotification)
    assert (2, f"{SAYS}; t2 is open, and has no anchor") == violated("SYS-11", seen)


# SYS-12


INIT_ARRIVES, ACK_ARRIVES = Deliver("spout-1", "acker-1"), Deliver("count-1", "acker-1")
DONE_TREE = (EMIT, TUPLES, REPORTS)


@pytest.mark.parametrize(
    ("notifications", "right"),
    [
        ((SAID,), True),
        (("says-fail acker-1 > spout-1 w1: m1/1",), False),
        (("says-ack acker-1 > spout-1 w1: m0/1",), False),
        (("says-ack acker-1 > spout-1 w1: m2/1",), False),
        (("refused acker-1 w1: m1/1",), False),
        (("lost count-1 t9", SAID), False),
        ((), False),
    ],
)
def test_an_ack_is_said_with_the_last_message_of_a_tree(notifications: Sequence[str], *, right: bool) -> None:
    """It has to be the ack of that tree, before anything else."""
    seen = altered(played(*DONE_TREE, bolts=ONE), {SAID: notifications})
    assert violated("SYS-12", seen) == (None if right else (2, SAYS))


def test_an_ack_that_is_said_later_is_said_too_late() -> None:
    """This holds even if nothing else has happened before it."""
    seen = altered(played(*DONE_TREE, TICK, bolts=ONE), {SAID: (), 3: (SAID,)})
    assert (2, SAYS) == violated("SYS-12", seen)


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"arrives acker-1 a1": ("arrives acker-1 a1", SAID)}, " when the init arrived; the ack of t1 had not arrived"),
        ({"arrives acker-1 a1": (SAID, "arrives acker-1 a1")}, "; the init and the ack of t1 had not arrived"),
    ],
)
def test_of_a_tree_that_is_acked_too_early_nobody_says_that_it_is_not_acked(changes: Changes, what: str) -> None:
    """What was said is named, what it came of, and what had not arrived by then."""
    seen = altered(played(*DONE_TREE, bolts=ONE), {SAID: (), **changes})
    assert (2, f"acker-1 said ack of m1/1{what}") == violated("SYS-12", seen)


@pytest.mark.parametrize(("early", "shows"), [("arrives acker-1 a1", SAID), (TAKEN, None)])
def test_an_ack_that_is_said_too_early_shows_only_in_its_own_operation(early: str, shows: str | None) -> None:
    """The violation is found with the last message of the tree."""
    seen = altered(played(*DONE_TREE, bolts=ONE), {SAID: (), early: (early, SAID)})
    assert shows == blamed("SYS-12", seen)


def test_of_many_tuples_whose_acks_had_not_arrived_the_ends_are_named() -> None:
    """Nobody reads a list of dozens of names."""
    for fan, what in (
        (1, "the acks of t1 and t2"),
        (2, "the acks of t1, t2 and t3"),
        (13, "the acks of t1, t2, t3, t4, … 6 more …, t11, t12, t13 and t14"),
    ):
        several = (BoltShape(name="split", fan=fan), BoltShape(name="count", after=("split",), fan=0))
        seen = played(*DONE_TREE, bolts=several, messages=("m1",))
        seen = altered(seen, {SAID: (), "arrives acker-1 a1": ("arrives acker-1 a1", SAID)})
        early = f"acker-1 said ack of m1/1 when the init arrived; {what} had not arrived"
        assert (2, early) == violated("SYS-12", seen)


BOTH = Deliver("count-1", "store-1")


@pytest.mark.parametrize(
    ("steps", "violated_at"),
    [
        (DONE_TREE, 2),
        ((EMIT, TUPLES, ACK_ARRIVES, INIT_ARRIVES), 3),
        ((EMIT, INIT_ARRIVES, TUPLES, TICK, ACK_ARRIVES), 4),
        ((TOCK, Die("acker-1"), *DONE_TREE), 4),
        ((*DONE_TREE, TOCK, Die("acker-1")), 2),
        ((EMIT, TUPLES, TOCK, REPORTS), None),
        ((EMIT, INIT_ARRIVES, TOCK, TUPLES, REPORTS), None),
        ((EMIT, TUPLES, Die("acker-1"), REPORTS), None),
        ((EMIT, TUPLES, Die("spout-1"), REPORTS), 3),
        ((EMIT, TUPLES, TaskTick("acker-2"), Die("acker-2"), REPORTS), 4),
        ((EMIT, Double("spout-1", "count-1"), TUPLES, REPORTS), None),
        ((EMIT, Double("spout-1", "count-1"), TAKE, evolve(TAKE, conduct="forget"), REPORTS), None),
        ((EMIT, TUPLES, Double("count-1", "acker-1"), REPORTS), None),
        ((EMIT, TUPLES, INIT_ARRIVES), None),
        ((EMIT, INIT_ARRIVES), None),
        ((EMIT, evolve(TAKE, conduct="give-up"), REPORTS), None),
    ],
)
def test_a_tree_is_done_when_each_message_has_arrived_once(steps: Steps, violated_at: int | None) -> None:
    """Nothing may have happened to its acker task since the emission; other tasks do not matter."""
    ackers = 2 if TaskTick("acker-2") in steps else 1
    seen = played(*steps, bolts=ONE, messages=("m1",), ackers=ackers)
    assert violated("SYS-12", seen) is None
    assert violated("SYS-12", without(seen, AckNotification)) == (None if violated_at is None else (violated_at, SAYS))


ACK_TOLD, ANOTHER = "arrives acker-1 a2", "ack count-1 > acker-1 a3: m1/1 t1"


@pytest.mark.parametrize(
    "changes",
    [
        {ACKED: (ACKED, ACKED)},
        {ACKED: ()},
        {ACKED: ("fails count-1 t1",)},
        {REPORTED: ("fail count-1 > acker-1 a2: m1/1 t1",)},
        {REPORTED: (REPORTED, ANOTHER), ACK_TOLD: (ACK_TOLD, "arrives acker-1 a3")},
        {REPORTED: (), ACK_TOLD: ()},
        {INIT: (), REPORTED: (REPORTED, ANOTHER), "arrives acker-1 a1": (), ACK_TOLD: (ACK_TOLD, "arrives acker-1 a3")},
        {
            ACKED: (ACKED, "tuple count-1 > count-1 t2: t1"),
            REPORTED: (REPORTED, "arrives count-1 t2: t2", "acks count-1 t2", "ack count-1 > acker-1 a3: m1/1 t2"),
            ACK_TOLD: (ACK_TOLD, "arrives acker-1 a3"),
        },
    ],
)
def test_a_tree_that_others_are_about_need_not_be_acked(changes: Changes) -> None:
    """Examples are trees about which a bolt reported something else than it did, or reported something twice."""
    assert violated("SYS-12", altered(played(*DONE_TREE, bolts=ONE), {**changes, SAID: ()})) is None


def test_a_tree_without_tuples_or_with_loose_ones_is_another_matter() -> None:
    """A tree without tuples may still have an init."""
    seen = altered(played(EMIT, TICK, bolts=()), {0: (INIT,), 1: ("arrives acker-1 a1",)})
    assert violated("SYS-12", seen) is None
    assert violated("SYS-12", without(played(EMIT, SPLIT, REPORTS, bolts=LOOSE), AckNotification)) is None
    assert (2, SAYS) == violated("SYS-12", without(played(EMIT, TUPLES, REPORTS), AckNotification))


# SYS-13


BASIC = (BoltShape(name="split", kind="basic"), BoltShape(name="count", after=("split",), fan=0))
PASSED, PASSED_ACKED = "tuple split-1 > count-1 t2: t1", "acks split-1 t1"


@pytest.mark.parametrize(
    ("conduct", "changes", "violation"),
    [
        ("normal", {}, None),
        ("normal", {PASSED: ("tuple split-1 > count-1 t2",)}, "emitted t2 anchored to nothing; its input is t1"),
        ("normal", {PASSED: (f"{PASSED} t1",)}, "emitted t2 anchored to t1 and t1; its input is t1"),
        ("normal", {PASSED_ACKED: ()}, "took t1 and did: tuple t2"),
        (
            "normal",
            {PASSED_ACKED: (), PASSED: (), 3: (), "arrives count-1 t2: t2": (), "acks count-1 t2": ()},
            "took t1 and did: nothing",
        ),
        ("normal", {PASSED_ACKED: ("fails split-1 t1",)}, "took t1 and did: tuple t2, fails t1"),
        ("normal", {PASSED_ACKED: (PASSED_ACKED, PASSED_ACKED)}, "took t1 and did: tuple t2, acks t1, acks t1"),
        (
            "normal",
            {PASSED_ACKED: (PASSED_ACKED, "refused split-1 ack")},
            "took t1 and did: tuple t2, acks t1, refused ack",
        ),
        ("normal", {PASSED: (PASSED_ACKED, PASSED), PASSED_ACKED: ()}, "took t1 and did: acks t1, tuple t2"),
        ("normal", {2: (PASSED_ACKED,)}, None),
        ("give-up", {}, None),
        ("give-up", {"fails split-1 t1": (PASSED_ACKED,)}, "took t1 and did: tuple t2, acks t1"),
        ("give-up", {"fails split-1 t1": ()}, "took t1 and did: tuple t2"),
        ("forget", {}, None),
        ("ack-twice", {}, None),
        ("fail-then-ack", {}, None),
    ],
)
def test_a_basic_bolt_does_one_thing_with_an_input(conduct: str, changes: Changes, violation: str | None) -> None:
    """It does so unless its conduct is a bad one."""
    seen = played(EMIT, evolve(SPLIT, conduct=conduct), TICK, TUPLES, bolts=BASIC)
    assert violated("SYS-13", altered(seen, changes)) == (violation and (1, f"split-1 {violation}"))


@pytest.mark.parametrize(
    ("changes", "shows"),
    [
        ({PASSED: ("tuple split-1 > count-1 t2",)}, "tuple split-1 > count-1 t2"),
        ({PASSED_ACKED: ()}, "arrives split-1 t1: t1"),
        ({PASSED_ACKED: ("fails split-1 t1",)}, "fails split-1 t1"),
        ({PASSED_ACKED: ("fails split-1 t1", "refused split-1 ack")}, "fails split-1 t1"),
        ({PASSED_ACKED: (PASSED_ACKED, "refused split-1 ack")}, "refused split-1 ack"),
        ({PASSED_ACKED: (PASSED_ACKED, "refused split-1 ack", PASSED_ACKED)}, "refused split-1 ack"),
    ],
)
def test_a_basic_bolt_is_wrong_from_the_first_call_that_it_should_not_make(changes: Changes, shows: str) -> None:
    """If it left one out, its input shows that."""
    assert shows == blamed("SYS-13", altered(played(EMIT, SPLIT, bolts=BASIC), changes))


def test_what_others_do_is_no_matter_of_a_basic_bolt() -> None:
    """Neither other bolts in the same operation nor their handling of its input matter."""
    bolts = (BoltShape(name="count", fan=0), BoltShape(name="split", kind="basic", fan=0))
    others = ("acks count-1 t1", "acks store-1 t1")
    seen = altered(played(EMIT, TUPLES, bolts=bolts), {"acks split-1 t2": ("acks split-1 t2", *others)})
    assert violated("SYS-13", seen) is None
    assert violated("SYS-13", altered(played(*WAY, bolts=ONE), {ACKED: ()})) is None


# SYS-14


@pytest.mark.parametrize(
    ("steps", "changes", "times"),
    [
        ((EMIT, TAKE, Settle()), {}, None),
        ((EMIT, TAKE, Settle()), {ACKED: ()}, 0),
        ((EMIT, TAKE, Settle()), {ACKED: (ACKED, "fails count-1 t1")}, 2),
        ((EMIT, TAKE, TICK), {ACKED: (ACKED, ACKED)}, 2),
        ((EMIT, TAKE, TICK), {ACKED: ()}, None),
        ((EMIT, TAKE, Settle(), TICK), {ACKED: ()}, 0),
        ((EMIT, TAKE, Pause("count-1"), Settle()), {ACKED: ()}, None),
        ((EMIT, TAKE, Die("count-1"), Settle()), {ACKED: ()}, None),
        ((EMIT, Die("count-1"), TAKE, Settle()), {ACKED: ()}, 0),
        ((EMIT, TAKE, Die("spout-1"), Settle()), {ACKED: ()}, 0),
        ((EMIT, evolve(TAKE, conduct="give-up"), Settle()), {"fails count-1 t1": ()}, 0),
        ((EMIT, evolve(TAKE, conduct="forget"), Settle()), {}, None),
        ((EMIT, evolve(TAKE, conduct="ack-twice"), Settle()), {}, None),
        ((EMIT, EMIT, TAKE, evolve(TAKE, conduct="ack-twice"), Settle()), {ACKED: (ACKED, ACKED)}, 2),
        ((EMIT, evolve(TAKE, conduct=MORE_TIME), TICK), {ACKED: (ACKED, ACKED)}, 2),
    ],
)
def test_an_input_is_let_go_of_once_in_the_end(steps: Steps, changes: Changes, times: int | None) -> None:
    """The bolt is not made to treat it badly and is alive, there are no more faults, and everything was delivered."""
    seen = altered(played(*steps, bolts=ONE, messages=("m1", "m2")[: steps.count(EMIT)]), changes)
    found = violated("SYS-14", seen)
    assert found == (
        None
        if times is None
        else (steps.index(TAKE) if TAKE in steps else 1, f"count-1 acked or failed t1 {times} times")
    )


@pytest.mark.parametrize(
    ("kind", "first", "conduct", "wrong"),
    [
        ("plain", "normal", "ack-twice", True),
        ("batch", "normal", "ack-twice", False),
        ("batch", "normal", "forget", False),
        ("batch", "normal", "emit-after-ack", True),
        ("batch", "normal", "fail-then-ack", True),
        ("batch", "give-up", "ack-twice", True),
    ],
)
def test_a_bad_conduct_excuses_what_it_is_about(kind: str, first: str, conduct: str, *, wrong: bool) -> None:
    """That is the input, and where a batch may be finished, what is held then; no other input of the task."""
    bolts = (BoltShape(name="count", kind=kind, enough=2, fan=0),)
    steps = (EMIT, EMIT, evolve(TAKE, conduct=first), evolve(TAKE, conduct=conduct))
    seen = altered(played(*steps, TICK, bolts=bolts), {4: ("refused count-1 ack: t1",)})
    assert violated("SYS-14", seen) == ((4, "count-1 tried ack of t1, which it had let go of") if wrong else None)


@pytest.mark.parametrize(
    ("ends", "shows"),
    [
        ((), TAKEN),
        ((ACKED, "fails count-1 t1"), "fails count-1 t1"),
        ((ACKED, "fails count-1 t1", ACKED), "fails count-1 t1"),
    ],
)
def test_the_second_end_of_an_input_shows_that_there_are_several(ends: Sequence[str], shows: str) -> None:
    """If there is none, the input does."""
    assert shows == blamed("SYS-14", altered(played(EMIT, TAKE, Settle(), bolts=ONE, messages=("m1",)), {ACKED: ends}))


@pytest.mark.parametrize(("steps", "wrong"), [((Settle(), TICK), True), ((TICK, Settle()), False)])
def test_an_input_is_held_no_longer_when_nothing_more_happens(steps: Steps, *, wrong: bool) -> None:
    """It counts that everything is delivered, and not that it is once more."""
    seen = altered(played(EMIT, TAKE, *steps, bolts=ONE), {ACKED: (), 3: (ACKED,)})
    assert violated("SYS-14", seen) == ((2, "count-1 still held t1 when nothing more happened") if wrong else None)


@pytest.mark.parametrize(
    ("conduct", "wrong"), [("normal", True), ("give-up", True), (MORE_TIME, True), ("ack-twice", False)]
)
def test_a_refusal_shows_a_bolt_that_lets_go_twice(conduct: str, *, wrong: bool) -> None:
    """The input must not be one that is treated badly."""
    seen = altered(played(EMIT, evolve(TAKE, conduct=conduct), TICK, bolts=ONE), {2: ("refused count-1 ack: t1 t2",)})
    assert violated("SYS-14", seen) == (
        (2, "count-1 tried ack of t1 and t2, which it had let go of") if wrong else None
    )


@pytest.mark.parametrize(("conduct", "wrong"), [("normal", True), ("forget", False), ("emit-after-ack", False)])
def test_nothing_is_anchored_to_an_input_that_was_let_go_of(conduct: str, *, wrong: bool) -> None:
    """A collector need not refuse that, and the bolt has to know it all the same."""
    taken = evolve(TAKE, conduct=conduct)
    seen = altered(played(EMIT, taken, TICK, bolts=ONE), {2: ("tuple count-1 > count-1 t9: t1",)})
    late = (2, "count-1 emitted t9 anchored to t1, which it had let go of")
    assert violated("SYS-14", seen) == (late if wrong else None)


# SYS-15


@pytest.mark.parametrize(
    ("changes", "violation"),
    [
        ({}, None),
        ({"acks split-1 t1": ()}, None),  # it is still held
        ({2: ("refused split-1 ack: t1", "refused split-1 emit: t1")}, None),
        ({2: ("acks split-1 t1",)}, (2, "split-1 let go of t1 twice, and was not refused")),
        ({2: ("fails split-1 t1",), 3: ("acks split-1 t1",)}, (2, "split-1 let go of t1 twice, and was not refused")),
        (
            {2: ("tuple split-1 > count-1 t8: t1",), 3: ("tuple split-1 > count-1 t9: t1",)},
            (2, "split-1 emitted t8 anchored to t1, which it had let go of"),
        ),
    ],
)
def test_what_was_let_go_of_is_gone(changes: Changes, violation: tuple[int, str] | None) -> None:
    """The first call too many is reported."""
    seen = altered(played(EMIT, SPLIT, TICK, TICK, Deliver("split-1", "count-1")), changes)
    assert violation == violated("SYS-15", seen)


# SYS-16


@pytest.mark.parametrize(
    ("steps", "at", "ticks"),
    [
        ((EMIT, TUPLES, REPORTS), None, 0),
        ((EMIT, TUPLES, TOCK, REPORTS), 3, 1),
        ((EMIT, TUPLES, TOCK, TOCK, REPORTS), None, 2),
        ((EMIT, TUPLES, TOCK, TICK, TOCK, REPORTS), 5, 2),
        ((EMIT, TUPLES, TICK, TOCK, REPORTS), 4, 1),
        ((EMIT, TUPLES, TICK, TICK, TOCK, REPORTS), None, 1),
        ((EMIT, TUPLES, TICK, TICK, TICK, TOCK, REPORTS), None, 1),
        ((TICK, TICK, TOCK, EMIT, TUPLES, TOCK, REPORTS, TICK, TOCK, TOCK), 6, 1),
        ((EMIT, TUPLES, Die("acker-1"), TOCK, REPORTS), None, 1),
        ((EMIT, TUPLES, TOCK, Die("spout-1"), REPORTS), None, 1),
        ((EMIT, TUPLES, TOCK, Die("count-1"), REPORTS, Die("acker-1"), Die("spout-1")), 4, 1),
        ((Die("acker-1"), Die("spout-1"), EMIT, TUPLES, TOCK, REPORTS), 5, 1),
        ((EMIT, TUPLES, TOCK, ACK_ARRIVES, INIT_ARRIVES), 4, 1),
        ((EMIT, TUPLES, ACK_ARRIVES, TOCK, INIT_ARRIVES), 4, 1),
        ((EMIT, TUPLES, OTHER, TaskTick("acker-2"), REPORTS), None, 0),
        ((EMIT, TUPLES, OTHER, OTHER, TaskTick("acker-2"), TOCK, REPORTS), 6, 1),
    ],
)
def test_an_acker_remembers_while_its_ticks_are_at_most_one_more(steps: Steps, at: int | None, ticks: int) -> None:
    """The comparison is with the spout task that still waits, from the emission on; ticks of other tasks do not
    count.
    """
    both = 2 if OTHER in steps else 1
    seen = played(*steps, bolts=ONE, messages=("m1",), ackers=both, spout_tasks=(1, 2)[:both])
    assert violated("SYS-16", seen) is None
    expected = (at, f"{SAYS}, {ticks} tick{'s' * (ticks > 1)} of acker-1 after its emission")
    assert violated("SYS-16", without(seen, AckNotification)) == (None if at is None else expected)


def test_an_acker_remembers_with_the_loose_left_aside() -> None:
    """SYS-11 judges trees with such tuples."""
    assert violated("SYS-16", without(played(EMIT, SPLIT, TOCK, REPORTS, bolts=LOOSE), AckNotification)) is None


# SYS-17


@pytest.mark.parametrize(
    ("steps", "bound", "changes", "waited"),
    [
        ((EMIT, EMIT), 1, {}, None),
        ((EMIT, EMIT), 1, {1: (NEXT,)}, "m1/1"),
        ((EMIT, NextTuple("spout-1", tracked=False)), 1, {1: (NEXT_UNTRACKED,)}, "m1/1"),
        ((EMIT, EMIT), 1, {1: (CALLED, NEXT)}, "m1/1"),
        ((EMIT, EMIT), 1, {1: (NEXT, "emission spout-1 m3/1: m3")}, "m1/1"),
        ((EMIT, EMIT), 1, {0: (CALLED,), 1: (NEXT,)}, None),
        ((EMIT, EMIT), 1, {1: (DONE,)}, None),
        ((EMIT, EMIT), 2, {}, None),
        ((EMIT, EMIT), None, {}, None),
        ((EMIT, EMIT, EMIT), 2, {2: ("emission spout-1 m3/1: m3",)}, "m1/1, m2/1"),
        (
            (EMIT, TICK, EMIT),
            1,
            {1: (NEXT, "tuple spout-1 > count-1 t8: m2/1"), 2: ("emission spout-1 m3/1: m3",)},
            "m1/1, m2/1",
        ),
        ((EMIT, NextTuple("spout-2")), 1, {}, None),
        ((NextTuple("spout-2"), EMIT), 1, {}, None),
        ((*WAY, EMIT), 1, {}, None),
        ((EMIT, Die("spout-1"), EMIT), 1, {}, None),
        ((Die("spout-1"), EMIT, EMIT), 1, {2: (NEXT,)}, "m1/1"),
        ((EMIT, EMIT, Die("spout-1")), 1, {1: (NEXT,)}, "m1/1"),
        ((EMIT, EMIT, *FLOWS), 1, {1: (NEXT,)}, "m1/1"),
        ((NextTuple("spout-1", tracked=False), EMIT), 1, {}, None),
        ((EMIT, Settle()), 1, {1: (NEXT,)}, None),
    ],
)
def test_a_spout_task_at_its_bound_emits_nothing(
    steps: Steps, bound: int | None, changes: Changes, waited: str | None
) -> None:
    """This holds with and without an id; it waits for the emissions that were not resolved before it is asked."""
    messages = ("m1", "m2", "m3") if NextTuple("spout-2") in steps else ("m1", "m2")
    seen = altered(played(*steps, bolts=ONE, bound=bound, messages=messages, spout_tasks=(1, 2)), changes)
    found = violated("SYS-17", seen)
    at = max(index for index, step in enumerate(steps) if isinstance(step, NextTuple))
    tree = "m3/1" if "m2" in str(waited) else "m2/1"
    assert found == (waited and (at, f"spout-1 emitted {tree}; its bound is {bound}, and it waited for {waited}"))


def test_what_nobody_receives_is_not_waited_for() -> None:
    """It can be acked at once, so it does not count."""
    seen = altered(played(EMIT, EMIT, bolts=(), bound=1), {CALLED: (), DONE: ()})
    assert {"m1/1", "m2/1"} == set(seen.history.trees)
    assert violated("SYS-17", seen) is None


@pytest.mark.parametrize(("together", "shared"), [(1, ""), (2, " for each of 2 tasks"), (3, " for each of 3 tasks")])
def test_tasks_of_an_executor_wait_for_as_many_as_all_their_bounds(together: int, shared: str) -> None:
    """What they wait for counts together, whichever of them is asked."""
    spouts = (1, 2, 3)[:together]
    messages = ("m1", "m2", "m3", "m4")[: together + 1]
    wiring = Wiring(messages, ONE, 1, executor_tasks=together)
    asked = [NextTuple(f"spout-{spout}") for spout in (*spouts, 1)]
    seen = played_in(Config(spout_tasks=spouts, wiring=wiring), tuple(asked))
    last = messages[-1]
    changed = altered(seen, {together: (f"emission spout-1 {last}/1: {last}",)})
    waited = ", ".join(f"{message}/1" for message in messages[:-1])
    expected = (together, f"spout-1 emitted {last}/1; its bound is 1{shared}, and it waited for {waited}")
    assert (None, expected) == (violated("SYS-17", seen), violated("SYS-17", changed))


# SYS-33


@pytest.mark.parametrize(("emits", "hears"), [(1, 2), (2, 1)])
def test_a_callback_on_another_task_of_the_executor_is_astray(emits: int, hears: int) -> None:
    """It does not matter which is first by name."""
    wiring = Wiring(("m1",), ONE, executor_tasks=2)
    seen = played_in(Config(spout_tasks=(1, 2), wiring=wiring), (NextTuple(f"spout-{emits}"), TICK, OTHER))
    astray = altered(seen, {f"called-fail spout-{emits} m1/1: m1": (f"called-fail spout-{hears} m1/1: m1",)})
    expected = (2, f"fail of m1/1 was called on spout-{hears}; spout-{emits} emitted it")
    assert (None, expected) == (violated("SYS-33", seen), violated("SYS-33", astray))


# SYS-18


GIVE_UP = evolve(TAKE, conduct="give-up")
FAILS, FAIL_TOLD, SAID_FAIL = (
    "fails count-1 t1",
    "fail count-1 > acker-1 a2: m1/1 t1",
    "says-fail acker-1 > spout-1 w1: m1/1",
)
SAYS_NO_FAIL = "m1/1 has failed and acker-1 has all messages of it, but does not say fail"


@pytest.mark.parametrize(
    ("changes", "violation"),
    [
        ({}, None),
        ({FAIL_TOLD: ()}, (1, "count-1 failed t1 and sent no fail of it; it should send a fail for m1/1")),
        (
            {FAIL_TOLD: (FAIL_TOLD, "fail count-1 > acker-1 a3: m1/1 t1")},
            (1, "count-1 failed t1 and sent fails for m1/1 and m1/1; it should send a fail for m1/1"),
        ),
        ({FAIL_TOLD: (REPORTED,)}, (1, "count-1 failed t1 and sent an ack for m1/1; it should send a fail for m1/1")),
        (
            {FAIL_TOLD: (), FAILS: (FAILS, ACKED)},
            (1, "count-1 failed t1 and sent no fail of it; it should send a fail for m1/1"),
        ),
        ({FAIL_TOLD: (), FAILS: (ACKED,)}, None),
        ({FAIL_TOLD: (), FAILS: ()}, None),
        ({2: (ACKED, ANOTHER)}, None),
        ({FAIL_TOLD: (), 2: (ACKED,)}, (1, "count-1 failed t1 and sent no fail of it; it should send a fail for m1/1")),
    ],
)
def test_a_fail_is_told_of_each_tree(changes: Changes, violation: tuple[int, str] | None) -> None:
    """It is reported once; another rule judges an input that was released otherwise, or twice."""
    assert violation == violated("SYS-18", altered(played(EMIT, GIVE_UP, TICK, bolts=ONE), changes))


@pytest.mark.parametrize(
    ("steps", "changes", "at"),
    [
        ((EMIT, GIVE_UP, REPORTS), {}, 2),
        ((EMIT, GIVE_UP, REPORTS), {SAID_FAIL: ("says-ack acker-1 > spout-1 w1: m1/1",)}, 2),
        ((EMIT, GIVE_UP, REPORTS, TICK), {3: (SAID_FAIL,)}, 2),
        ((EMIT, GIVE_UP, ACK_ARRIVES, INIT_ARRIVES), {}, 3),
        ((EMIT, GIVE_UP, ACK_ARRIVES, TICK), {}, None),
        ((EMIT, GIVE_UP, INIT_ARRIVES), {}, None),
        ((TOCK, EMIT, GIVE_UP, REPORTS, TOCK), {}, 3),
        ((EMIT, GIVE_UP, INIT_ARRIVES, TOCK, REPORTS), {}, None),
        ((EMIT, GIVE_UP, Die("acker-1"), REPORTS), {}, None),
        ((EMIT, Double("spout-1", "acker-1"), GIVE_UP, REPORTS), {}, None),
        ((EMIT, GIVE_UP, REPORTS), {INIT: (INIT, "init spout-1 > acker-1 a9: m1/1")}, None),
        ((EMIT, GIVE_UP, REPORTS), {INIT: (), "arrives acker-1 a1": ()}, None),
        ((EMIT, GIVE_UP, REPORTS), {"arrives acker-1 a1": ("arrives acker-1 a1", SAID_FAIL)}, None),
        ((EMIT, GIVE_UP, Double("count-1", "acker-1"), REPORTS), {}, 3),
        ((EMIT, TUPLES, REPORTS), {}, None),
    ],
)
def test_a_fail_is_said_with_the_later_of_fail_and_init(steps: Steps, changes: Changes, at: int | None) -> None:
    """Both must have arrived, the init once, and the acker task must not have notified about the tree before."""
    seen = played(*steps, bolts=ONE, messages=("m1",))
    assert violated("SYS-18", seen) is None
    seen = without(seen, AckNotification, FailNotification) if SAID_FAIL not in changes else seen
    found = violated("SYS-18", altered(seen, changes))
    assert found == (None if at is None else (at, SAYS_NO_FAIL))


def test_the_first_fail_to_arrive_counts() -> None:
    """This holds even if another was sent before it."""
    failing = evolve(COUNT, conduct="give-up")
    steps = (EMIT, SPLIT, failing, failing, INIT_ARRIVES, evolve(ACK_ARRIVES, place=1), ACK_ARRIVES)
    seen = played(*steps)
    assert violated("SYS-18", seen) is None
    assert (5, SAYS_NO_FAIL) == violated("SYS-18", without(seen, FailNotification))
    for place in (0, 1):
        lost = played(EMIT, SPLIT, failing, failing, Lose("count-1", "acker-1", place), REPORTS)
        assert (5, SAYS_NO_FAIL) == violated("SYS-18", without(lost, FailNotification))


# All of them


SECOND = "called-ack spout-1 m2/1: m2"
PLAIN_AND_BASIC = (BoltShape(name="count", fan=0), BoltShape(name="split", kind="basic", fan=0))


@pytest.mark.parametrize(
    ("rule", "steps", "bolts", "changes", "at"),
    [
        ("SYS-04", (EMIT, EMIT), ONE, {1: (SECOND,)}, 1),
        ("SYS-04", (EMIT, Double("spout-1", "acker-1"), REPORTS, WORDS, EMIT), ONE, {4: (SECOND,)}, 4),
        ("SYS-07", (EMIT, EMIT, *FLOWS, WORDS), ONE, {5: ("arrives spout-1 w2", SECOND)}, 5),
        ("SYS-12", (EMIT, TOCK, EMIT, TUPLES, REPORTS), ONE, {"says-ack acker-1 > spout-1 w2: m2/1": ()}, 4),
        ("SYS-12", (*LOST, EMIT, TUPLES, REPORTS), ONE, {"says-ack acker-1 > spout-1 w1: m2/1": ()}, 4),
        ("SYS-12", (EMIT, GIVE_UP, EMIT, TUPLES, REPORTS), ONE, {"says-ack acker-1 > spout-1 w2: m2/1": ()}, 4),
        (
            "SYS-12",
            (EMIT, TUPLES, Lose("count-1", "acker-1"), EMIT, TUPLES, REPORTS),
            ONE,
            {"says-ack acker-1 > spout-1 w1: m2/1": ()},
            5,
        ),
        (
            "SYS-12",
            (EMIT, EMIT, TUPLES, REPORTS),
            ONE,
            {
                "ack count-1 > acker-1 a3: m1/1 t1": (),
                "arrives acker-1 a3": (),
                "says-ack acker-1 > spout-1 w2: m2/1": (),
            },
            3,
        ),
        ("SYS-13", (EMIT, TUPLES), PLAIN_AND_BASIC, {"acks split-1 t2": ()}, 1),
        ("SYS-14", (EMIT, GIVE_UP, Settle()), PLAIN_AND_BASIC, {"acks split-1 t2": ()}, 2),
        (
            "SYS-14",
            (EMIT, evolve(TAKE, conduct="forget"), Settle()),
            PLAIN_AND_BASIC,
            {"acks split-1 t2": ("acks split-1 t2",) * 2},
            2,
        ),
        (
            "SYS-16",
            (EMIT, TUPLES, ACK_ARRIVES, INIT_ARRIVES, EMIT, TUPLES, TOCK, REPORTS),
            ONE,
            {"says-ack acker-1 > spout-1 w2: m2/1": ()},
            7,
        ),
        (
            "SYS-16",
            (EMIT, TUPLES, Die("acker-1"), EMIT, TUPLES, TOCK, REPORTS),
            ONE,
            {"says-ack acker-1 > spout-1 w2: m2/1": ()},
            6,
        ),
        (
            "SYS-16",
            (EMIT, EMIT, TUPLES, TOCK, REPORTS),
            ONE,
            {ACKED: ("tuple count-1 > count-1 t9", ACKED), "says-ack acker-1 > spout-1 w2: m2/1": ()},
            4,
        ),
        ("SYS-18", (EMIT, TAKE, EMIT, GIVE_UP, REPORTS), ONE, {"says-fail acker-1 > spout-1 w2: m2/1": ()}, 4),
        (
            "SYS-18",
            (EMIT, GIVE_UP, INIT_ARRIVES, TOCK, REPORTS, EMIT, GIVE_UP, REPORTS),
            ONE,
            {"says-fail acker-1 > spout-1 w2: m2/1": ()},
            7,
        ),
    ],
)
def test_what_comes_after_an_exception_is_looked_at(
    rule: str, steps: Steps, bolts: tuple[BoltShape, ...], changes: Changes, at: int
) -> None:
    """This holds for each tree and each input, although earlier ones may be exempt."""
    found = violated(rule, altered(played(*steps, bolts=bolts), changes))
    assert (found and found[0]) == at


# What premises count


CALM = (Settle(), TICK, TICK, Settle())
INIT_AGAIN, ACK_AGAIN = Double("spout-1", "acker-1"), Double("count-1", "acker-1")
WORD, WORD_AGAIN = Deliver("acker-1", "spout-1"), Double("acker-1", "spout-1")
ACK_BEFORE_INIT = (EMIT, TUPLES, ACK_ARRIVES, INIT_ARRIVES)
HELD, SPLIT_ACK = evolve(TAKE, conduct="forget"), Deliver("split-1", "acker-1")


def with_inits(number: int) -> Steps:
    """Return steps by which an init is delivered so often before its tree is acked. The ack of the first tuple comes
    before them, so that two of them do not complete the tree.
    """
    inits = (SPLIT, SPLIT_ACK, *[INIT_ARRIVES] * number)
    return (EMIT, *[INIT_AGAIN] * (number - 1), *inits, COUNT, COUNT, *[ACK_ARRIVES] * 2, WORD)


@pytest.mark.parametrize(
    ("rule_id", "steps", "bolts", "met"),
    [
        ("SYS-01", (*WAY, *CALM), ONE, ()),
        (
            "SYS-01",
            (*LOST, *CALM),
            ONE,
            ("a message is done by a replay", "a message is done after faults that hit the run"),
        ),
        (
            "SYS-01",
            (EMIT, Die("spout-1"), *CALM),
            ONE,
            (
                "a message is done by a replay",
                "a message comes back from a dead spout task and is done",
                "a message is done after faults that hit the run",
            ),
        ),
        ("SYS-02", WAY, ONE, ()),
        ("SYS-03", WAY, ONE, ("an acker's word resolves an emission",)),
        ("SYS-03", (*WAY, TICK), ONE, ("an acker's word resolves an emission",)),
        (
            "SYS-03",
            (EMIT, TICK, *FLOWS),
            ONE,
            ("an acker's word resolves an emission", "an emission outlives its first tick"),
        ),
        ("SYS-03", (*LOST, TICK), ONE, ("an emission outlives its first tick",)),
        (
            "SYS-03",
            (*LOST, TICK, TICK),
            ONE,
            ("an emission is resolved by time", "an emission outlives its first tick"),
        ),
        ("SYS-03", (EMIT,), (), ()),
        ("SYS-04", (EMIT,), ONE, ("a tree with an open tuple is not acked",)),
        ("SYS-04", (EMIT, TUPLES), ONE, ()),
        ("SYS-04", (EMIT, TUPLES, Die("acker-1")), ONE, ("a tree whose acker task died is not acked",)),
        ("SYS-04", (Die("acker-1"), EMIT, TUPLES), ONE, ()),
        ("SYS-04", WAY, ONE, ()),
        *[
            (
                "SYS-04",
                with_inits(number),
                CHAIN,
                (
                    "a tree is acked in a run with faults",
                    "a tree whose init was delivered three times is acked",
                ),
            )
            for number in (3, 5)
        ],
        ("SYS-05", (EMIT, INIT_ARRIVES, UNTRACKED), ONE, ("an emission was waited for",)),
        ("SYS-05", (EMIT, EMIT, INIT_ARRIVES), ONE, ("an emission was waited for",)),
        ("SYS-05", (EMIT, INIT_ARRIVES, TUPLES, REPORTS, WORDS), ONE, ("an emission was waited for",)),
        (
            "SYS-05",
            (EMIT, INIT_ARRIVES, TICK, TICK, TICK),
            ONE,
            ("a record was kept after its tree was resolved", "an emission was waited for"),
        ),
        ("SYS-06", (EMIT, EMIT, INIT_ARRIVES), ONE, ()),
        ("SYS-06", (*LOST, INIT_ARRIVES, TICK, TICK, EMIT, TUPLES), ONE, ("a message is emitted again",)),
        (
            "SYS-06",
            (*LOST, TICK, TICK, EMIT, INIT_ARRIVES),
            ONE,
            ("a message is emitted again", "a message is emitted again while its former tree is reported"),
        ),
        ("SYS-07", WAY, ONE, ()),
        ("SYS-07", (EMIT, TUPLES, REPORTS, WORD_AGAIN, WORDS), ONE, ()),
        (
            "SYS-07",
            (EMIT, TUPLES, INIT_AGAIN, ACK_AGAIN, *[INIT_ARRIVES, ACK_ARRIVES] * 2, WORD, WORD),
            ONE,
            ("an acker says the end of a tree twice",),
        ),
        ("SYS-07", (EMIT, TUPLES, REPORTS, Die("spout-1"), WORDS), ONE, ("a word for a spout task that has died",)),
        ("SYS-08", WAY, ONE, ("an ack of a tuple in one tree", "an emission with receivers")),
        ("SYS-08", (EMIT,), ONE, ("an emission with receivers",)),
        ("SYS-08", (EMIT,), (), ()),
        (
            "SYS-08",
            (EMIT, EMIT, TUPLES),
            JOIN,
            (
                *["an ack of a tuple in one tree"] * 2,
                "an ack of a tuple in several trees",
                *["an emission with receivers"] * 2,
            ),
        ),
        ("SYS-10", (EMIT, TUPLES), ONE, ()),
        ("SYS-10", (UNTRACKED, HELD), ONE, ("an emission without message id",)),
        ("SYS-10", (UNTRACKED, TAKE), ONE, ("an emission without message id", "a tuple of one is acked")),
        ("SYS-11", (EMIT, SPLIT, COUNT), LOOSE, ("a tuple without anchors is acked",)),
        ("SYS-11", (EMIT, SPLIT, evolve(COUNT, conduct="give-up")), LOOSE, ("a tuple without anchors is failed",)),
        ("SYS-11", (EMIT, SPLIT, REPORTS), LOOSE, ("a tree is acked while a tuple emitted without anchors is open",)),
        ("SYS-12", (EMIT, TUPLES, REPORTS), CHAIN, ("a tree is done",)),
        ("SYS-12", ACK_BEFORE_INIT, ONE, ("a tree is done", "a tree is done when its init arrives last")),
        ("SYS-12", (EMIT, EMIT, TUPLES, REPORTS), JOIN, (*["a tree is done"] * 2, *["a joined tree is done"] * 2)),
        ("SYS-13", (EMIT, SPLIT), BASIC, ("a basic bolt takes an input", "a basic bolt emits")),
        (
            "SYS-13",
            (EMIT, evolve(SPLIT, conduct="give-up")),
            BASIC,
            ("the code of a basic bolt gives up", "a basic bolt emits"),
        ),
        ("SYS-13", (EMIT, SPLIT), (evolve(BASIC[0], fan=0),), ("a basic bolt takes an input",)),
        ("SYS-14", (EMIT, EMIT, TUPLES), JOIN, (*["a batch is acked"] * 2, "an input is acked or failed")),
        ("SYS-16", (EMIT, TUPLES, TOCK, REPORTS), ONE, ("a tree is done after a tick of its acker task",)),
        ("SYS-16", (EMIT, TUPLES, TOCK, TICK, TOCK, REPORTS), ONE, ("after two",)),
        ("SYS-18", (EMIT, GIVE_UP, REPORTS), ONE, ("a tuple of one tree fails",)),
        (
            "SYS-18",
            (EMIT, GIVE_UP, ACK_ARRIVES, INIT_ARRIVES),
            ONE,
            ("a tuple of one tree fails", "a fail arrives before its init"),
        ),
        (
            "SYS-18",
            (EMIT, EMIT, *[Deliver("spout-1", "count-1")] * 2, Deliver("count-1", "store-1", conduct="give-up")),
            JOIN,
            ("a tuple of several trees fails",),
        ),
    ],
)
def test_a_premise_is_met_for_each_case_of_its_kind(
    rule_id: str, steps: Steps, bolts: tuple[BoltShape, ...], met: Sequence[str]
) -> None:
    """Each is beside a case that looks alike and is of another kind."""
    messages = ("m1", "m2")[: max(1, sum(isinstance(step, NextTuple) for step in steps[:2]))]
    assert Counter(met) == premises_met(rule_id, played(*steps, bolts=bolts, messages=messages))


def test_a_callback_with_several_spout_tasks_is_counted() -> None:
    """It could reach the wrong one."""
    seen = played(*WAY, bolts=ONE, spout_tasks=(1, 2))
    assert {"a callback with several spout tasks": 1} == premises_met("SYS-02", seen)


def test_the_first_callback_says_what_resolves_an_emission() -> None:
    """A second one, which SYS-02 judges, comes too late for that."""
    seen = altered(played(*WAY, TICK, TICK, TICK, bolts=ONE, messages=("m1",)), {6: (FAILED,)})
    assert {"an acker's word resolves an emission": 1} == premises_met("SYS-03", seen)


def test_being_asked_at_the_bound_is_told_from_being_asked_below() -> None:
    """The bound is one: it is below once, and then there."""
    seen = played(EMIT, EMIT, EMIT, bolts=ONE, bound=1, messages=("m1", "m2", "m3"))
    assert {"a spout task is asked below its bound": 1, "a spout task is asked at its bound": 2} == premises_met(
        "SYS-17", seen
    )


def test_a_refused_call_is_counted_by_what_it_was() -> None:
    """It is an emit, or an ack or a fail."""
    refused = [f"refused split-1 {call}: t1" for call in ("ack", "emit", "fail")]
    seen = altered(played(EMIT, SPLIT, TICK), {2: refused})
    assert {
        "a second ack or fail": 2,
        "an emit anchored to an input that was let go of": 1,
    } == premises_met("SYS-15", seen)


@pytest.mark.parametrize(
    ("rule_id", "steps", "bolts", "premise"),
    [
        (
            "SYS-11",
            (EMIT, SPLIT, REPORTS),
            LOOSE,
            "a tree is acked while a tuple emitted without anchors is open",
        ),
        ("SYS-12", ACK_BEFORE_INIT, ONE, "a tree is done when its init arrives last"),
    ],
)
def test_what_depends_on_the_order_of_events_is_not_asked_of_real_time(
    rule_id: str, steps: Steps, bolts: tuple[BoltShape, ...], premise: str
) -> None:
    """Nobody controls that order there, so this premise of the rule may stay unmet, and no other."""
    assert 1 == premises_met(rule_id, played(*steps, bolts=bolts))[premise]
    assert [premise] == [each.name for each in all_checks()[rule_id].premises if each.by_chance]


def test_neither_is_what_depends_on_the_inputs_that_meet_in_a_batch() -> None:
    """The clock of a running Storm decides that. A failed tuple of one tree is asked of it."""
    early = played(EMIT, GIVE_UP, ACK_ARRIVES, INIT_ARRIVES, bolts=ONE)
    assert {"a tuple of one tree fails": 1, "a fail arrives before its init": 1} == premises_met("SYS-18", early)
    assert {"a tuple of one tree fails"} == {
        each.name for each in all_checks()["SYS-18"].premises if not each.by_chance
    }


# What premises do not count


INIT_TWICE = (EMIT, Double("spout-1", "acker-1"), Deliver("spout-1", "acker-1"), TUPLES)


@pytest.mark.parametrize(
    ("rule_id", "premise", "ackers", "steps", "met"),
    [
        ("SYS-02", "a tick after the callback", 1, (EMIT, TICK, *FLOWS), False),
        ("SYS-02", "a tick after the callback", 1, (*LOST, TICK, TICK), False),
        ("SYS-02", "a tick after the callback", 1, (EMIT, *FLOWS, TICK), True),
        ("SYS-09", "a tick after it", 0, (TICK, EMIT), False),
        ("SYS-09", "a tick after it", 0, (EMIT, TICK), True),
        (
            "SYS-04",
            "a tree whose init was delivered three times is acked",
            1,
            (*INIT_TWICE, Deliver("count-1", "acker-1"), Deliver("acker-1", "spout-1"), Deliver("spout-1", "acker-1")),
            False,
        ),
    ],
)
def test_a_premise_is_met_only_where_the_mistake_would_show(
    rule_id: str, premise: str, ackers: int, steps: Steps, *, met: bool
) -> None:
    """Earlier and later happenings do not count."""
    assert met == (premise in premises_met(rule_id, played(*steps, bolts=ONE, messages=("m1",), ackers=ackers)))


def test_a_tick_between_two_callbacks_comes_after_the_first() -> None:
    """A repeated notification caused the second callback: another rule judges the effects of an acker's late
    notification.
    """
    word = Deliver("acker-1", "spout-1")
    seen = played(EMIT, TUPLES, REPORTS, Double("acker-1", "spout-1"), word, TICK, word, bolts=ONE, messages=("m1",))
    assert "a tick after the callback" in premises_met("SYS-02", altered(seen, {6: (CALLED,)}))


def test_inits_may_come_when_all_is_said() -> None:
    """Two inits were delivered before the notification had arrived, a third to the acker task's successor; no spout was
    notified early.
    """
    double, init, word = Double("spout-1", "acker-1"), Deliver("spout-1", "acker-1"), Deliver("acker-1", "spout-1")
    before = (EMIT, double, double, init, TUPLES, Deliver("count-1", "acker-1"), init)
    seen = played(*before, word, Die("acker-1"), init, bolts=ONE, messages=("m1",))
    assert {"a tree is acked in a run with faults": 1} == premises_met("SYS-04", seen)
