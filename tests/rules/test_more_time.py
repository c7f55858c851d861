"""Rules on more time, on the happenings of the reference's topology, and on the same with one of them changed."""

from collections.abc import Mapping, Sequence

import pytest
from ackproof.components.happenings import AckNotification, CalledFail
from ackproof.components.topology import BoltShape, Deliver, Die, Double, NextTuple, Pause, TaskTick, TopologyOperation
from common.chronicles import altered, blamed, played, premises_met, violated
from common.topologies import REPORTS, TUPLES, WORDS

Steps = tuple[TopologyOperation, ...]

BATCH = (BoltShape(name="count", kind="batch", fan=0),)
EMIT, TICK, TOCK = NextTuple("spout-1"), TaskTick("spout-1"), TaskTick("acker-1")
ASK = Deliver("spout-1", "count-1", conduct="more-time")
TAKE = Deliver("spout-1", "count-1")
FINISH = TaskTick("count-1")
END = (FINISH, REPORTS, WORDS)

ASKED = "reset count-1 > acker-1 a2: m1/1 t1"
HEARD = "says-reset acker-1 > spout-1 w1: m1/1"
FAILED = "called-fail spout-1 m1/1: m1"
ARRIVED = "arrives spout-1 w1"
AT_FIRST = (
    "fail of m1/1 was called at the first tick after spout-1 had heard that more time is asked; it is due at the second"
)
UNTOLD = "acker-1 was asked for more time for m1/1, and did not tell spout-1"


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, None),
        (
            {ASKED: (), "arrives acker-1 a2": (), HEARD: (), ARRIVED: ()},
            (1, "count-1 was made to ask for more time at t1 and asked nobody; it should ask for m1/1"),
        ),
        (
            {ASKED: (ASKED, "reset count-1 > acker-1 a9: m1/1 t1")},
            (1, "count-1 was made to ask for more time at t1 and asked for m1/1, m1/1; it should ask for m1/1"),
        ),
        ({HEARD: (), ARRIVED: ()}, (2, UNTOLD)),
        *[
            ({HEARD: (f"says-reset acker-1 > spout-{spout} w1: {tree}/1",), ARRIVED: ()}, (2, UNTOLD))
            for spout, tree in ((0, "m1"), (2, "m1"), (1, "m0"), (1, "m2"))
        ],
    ],
)
def test_the_spout_task_has_to_hear_of_it(
    changes: Mapping[str | int, Sequence[str]], expected: tuple[int, str] | None
) -> None:
    """The request goes through the acker task."""
    seen = altered(played(EMIT, ASK, REPORTS, WORDS, bolts=BATCH), changes)
    assert expected == violated("SYS-31", seen)


def test_who_asks_another_acker_task_than_the_tree_has_is_to_blame() -> None:
    """That acker task has never heard of the tree, so it is right to be silent."""
    seen = played(EMIT, ASK, REPORTS, bolts=BATCH, ackers=2, messages=("m1",))
    of = next(each for each in seen.tracked[0].inits).sent.to
    other = "acker-1" if of == "acker-2" else "acker-2"
    astray: dict[str | int, Sequence[str]] = {
        ASKED.replace("acker-1", of): (ASKED.replace("acker-1", other),),
        f"arrives {of} a2": (f"arrives {other} a2",),
        HEARD.replace("acker-1", of): (),
    }
    expected = f"count-1 asked {other} for more time for m1/1, whose init went to {of}"
    assert (2, expected) == violated("SYS-31", altered(seen, astray))


def test_who_asks_for_an_input_in_no_tree_should_ask_nobody() -> None:
    """An untracked tuple has no time to run out."""
    seen = played(NextTuple("spout-1", tracked=False), ASK, bolts=BATCH)
    asked = altered(seen, {1: ("reset count-1 > acker-1 a9: m1/1 t1",)})
    expected = "count-1 was made to ask for more time at t1 and asked for m1/1; it should ask nobody"
    assert (1, expected) == violated("SYS-31", asked)


IN_ONE = "a bolt task asks for more time for an input in a tree"
IN_SEVERAL = "a bolt task asks for more time for an input in several trees"
PASSED_ON = "an acker task passes on that more time is asked"

INIT_ARRIVES, RESET_ARRIVES = Deliver("spout-1", "acker-1"), Deliver("count-1", "acker-1")
INIT_AGAIN = Double("spout-1", "acker-1")
ACK_FIRST = Deliver("count-1", "acker-1", 1)
BESIDE = (*BATCH, BoltShape(name="store", fan=0))
STORED, STORE_ACK, STORE_ACK_AGAIN = (
    Deliver("spout-1", "store-1"),
    Deliver("store-1", "acker-1"),
    Double("store-1", "acker-1"),
)
JOIN = (BoltShape(name="split", kind="batch"), BoltShape(name="count", kind="batch", after=("split",), fan=0))


@pytest.mark.parametrize(
    ("steps", "bolts", "met"),
    [
        ((EMIT, ASK), BATCH, {IN_ONE: 1}),
        ((EMIT, Deliver("spout-1", "count-1", conduct="give-up")), BATCH, {}),
        ((NextTuple("spout-1", tracked=False), ASK), BATCH, {}),
        (
            (EMIT, EMIT, *[Deliver("spout-1", "split-1")] * 2, Deliver("split-1", "count-1", conduct="more-time")),
            JOIN,
            {IN_SEVERAL: 1},
        ),
        ((EMIT, INIT_ARRIVES, ASK, RESET_ARRIVES), BATCH, {IN_ONE: 1, PASSED_ON: 1}),
        ((EMIT, ASK, RESET_ARRIVES), BATCH, {IN_ONE: 1}),
        ((EMIT, ASK, RESET_ARRIVES, INIT_ARRIVES), BATCH, {IN_ONE: 1}),
        ((EMIT, INIT_AGAIN, INIT_ARRIVES, INIT_ARRIVES, ASK, RESET_ARRIVES), BATCH, {IN_ONE: 1}),
        ((EMIT, INIT_ARRIVES, ASK, FINISH, ACK_FIRST, RESET_ARRIVES), BATCH, {IN_ONE: 1}),
        ((EMIT, INIT_ARRIVES, STORED, ASK, RESET_ARRIVES), BESIDE, {IN_ONE: 1, PASSED_ON: 1}),
        ((EMIT, INIT_ARRIVES, STORED, STORE_ACK, ASK, RESET_ARRIVES), BESIDE, {IN_ONE: 1, PASSED_ON: 1}),
        (
            (EMIT, INIT_ARRIVES, STORED, STORE_ACK_AGAIN, STORE_ACK, STORE_ACK, ASK, RESET_ARRIVES),
            BESIDE,
            {IN_ONE: 1},
        ),
    ],
)
def test_an_acker_task_passes_on_what_is_asked_while_it_has_the_record(
    steps: Steps, bolts: tuple[BoltShape, ...], met: Mapping[str, int]
) -> None:
    """Its init came once before, no ack came twice, and it has not said the end of the tree."""
    assert met == premises_met("SYS-31", played(*steps, bolts=bolts))


def test_who_was_not_made_to_ask_does_not() -> None:
    """Only the code of a bolt asks for a reset-timeout."""
    seen = altered(played(EMIT, TUPLES, bolts=BATCH), {1: ("reset count-1 > acker-1 a9: m1/1 t1",)})
    assert (1, "count-1 asked for more time on account of t1, and was not made to") == violated("SYS-31", seen)


@pytest.mark.parametrize("between", [(TOCK,), (Die("acker-1"),)])
def test_an_acker_task_that_may_have_forgotten_owes_nothing(between: Steps) -> None:
    """After a tick or a death it may send a notification or not."""
    seen = played(EMIT, ASK, *between, REPORTS, WORDS, bolts=BATCH)
    silent = altered(seen, {key: () for key in (HEARD, ARRIVED) if key == HEARD and "says" in str(seen.results)})
    assert "an acker task passes on that more time is asked" not in premises_met("SYS-31", silent)


@pytest.mark.parametrize(
    ("steps", "lie", "expected"),
    [
        ((EMIT, ASK, REPORTS, TICK, WORDS, TICK), (), None),
        (
            (EMIT, ASK, REPORTS, TICK, WORDS, TICK),
            ("called-fail spout-1 m1/1: m1", "back spout-1 m1"),
            (
                5,
                AT_FIRST,
            ),
        ),
        (
            (EMIT, ASK, REPORTS, TICK, WORDS),
            ("called-fail spout-1 m1/1: m1", "back spout-1 m1"),
            (4, "more time was asked for m1/1, and called-fail came of it"),
        ),
    ],
)
def test_a_spout_task_waits_for_two_ticks_from_when_it_has_heard(
    steps: Steps, lie: Sequence[str], expected: tuple[int, str] | None
) -> None:
    """The notification itself causes no callback."""
    seen = altered(played(*steps, bolts=BATCH), {len(steps) - 1: lie})
    assert expected == violated("SYS-32", seen)


@pytest.mark.parametrize(("profile", "ticks"), [("storm1", 1), ("storm2", 2)])
def test_an_acker_task_remembers_from_when_it_was_asked(profile: str, ticks: int) -> None:
    """It remembers for as many ticks as after the emission."""
    steps: Steps = (EMIT, REPORTS, *[TOCK] * ticks, ASK, REPORTS, WORDS, *[TOCK] * ticks, *END)
    seen = played(*steps, bolts=BATCH, profile=profile)
    premise = "a tree is done that its acker task would have forgotten without more time"
    assert 1 == premises_met("SYS-32", seen)[premise]
    silent = altered(
        seen,
        {
            "says-ack acker-1 > spout-1 w2: m1/1": (),
            "arrives spout-1 w2": (),
            "called-ack spout-1 m1/1: m1": (),
            "done spout-1 m1": (),
        },
    )
    found = violated("SYS-32", silent)
    assert found
    assert f"it had {2 * ticks} ticks, and at most {ticks} without being asked for more time" in found[1]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({FAILED: (), 7: (FAILED,)}, None),
        (
            {5: (FAILED,)},
            (
                5,
                AT_FIRST,
            ),
        ),
    ],
)
def test_the_time_that_is_given_ends_at_the_first_callback(
    changes: Mapping[str | int, Sequence[str]], expected: tuple[int, str] | None
) -> None:
    """SYS-03 judges a callback that comes too late, and SYS-02 a second one."""
    seen = played(EMIT, ASK, REPORTS, TICK, WORDS, TICK, TICK, TICK, bolts=BATCH, messages=("m1",))
    assert expected == violated("SYS-32", altered(seen, changes))


def test_only_the_first_callback_ends_it() -> None:
    """Another one may have another cause."""
    seen = played(EMIT, ASK, REPORTS, TICK, WORDS, TICK, Pause("count-1"), bolts=BATCH, messages=("m1",))
    assert (5, AT_FIRST) == violated("SYS-32", altered(seen, {5: (FAILED,), 6: (FAILED,)}))


def test_it_is_the_callback_that_is_wrong_and_not_the_word() -> None:
    """The word has to come."""
    seen = altered(played(EMIT, ASK, REPORTS, TICK, WORDS, bolts=BATCH), {4: (FAILED, "back spout-1 m1")})
    assert FAILED == blamed("SYS-32", seen)


@pytest.mark.parametrize(
    ("ticks", "met"), [(0, {}), (1, {"a spout task hears that more time is asked after a tick": 1})]
)
def test_more_time_is_more_after_a_tick(ticks: int, met: Mapping[str, int]) -> None:
    """Before the first one, two ticks are left in any case."""
    assert met == premises_met("SYS-32", played(EMIT, ASK, REPORTS, *[TICK] * ticks, WORDS, bolts=BATCH))


DONE_LATER = (EMIT, ASK, REPORTS, TOCK, FINISH, REPORTS)


def forgotten(ticks: int, most: int) -> str:
    """Return what a rule says of a tree that is forgotten after so many ticks."""
    had = "1 tick" if ticks == 1 else f"{ticks} ticks"
    return (
        f"m1/1 is done and acker-1 has all messages of it, but does not say ack; it had {had}, "
        f"and at most {most} without being asked for more time"
    )


@pytest.mark.parametrize(
    ("steps", "notification", "expected"),
    [
        (DONE_LATER, "says-ack acker-1 > spout-1 w2: m0/1", (5, forgotten(1, 1))),
        (DONE_LATER, "says-ack acker-1 > spout-1 w2: m2/1", (5, forgotten(1, 1))),
        ((Die("acker-1"), *DONE_LATER), None, (6, forgotten(1, 1))),
        ((*DONE_LATER, Die("acker-1")), None, (5, forgotten(1, 1))),
        ((EMIT, ASK, REPORTS, Die("acker-1"), FINISH, REPORTS), None, None),
        ((EMIT, ASK, REPORTS, *[TOCK] * 4, FINISH, REPORTS), None, None),
        (
            (EMIT, INIT_ARRIVES, ASK, FINISH, TOCK, TOCK, ACK_FIRST, TOCK, RESET_ARRIVES),
            None,
            (6, forgotten(2, 2)),
        ),
        ((EMIT, TAKE, FINISH, REPORTS), None, None),
    ],
)
def test_an_acker_task_that_was_asked_says_the_ack(
    steps: Steps, notification: str | None, expected: tuple[int, str] | None
) -> None:
    """It must not have died since the emission. What is asked after the last message of the tree comes too late, and
    SYS-12 judges a tree for which nothing was asked.
    """
    seen = played(*steps, bolts=BATCH, messages=("m1",))
    assert violated("SYS-32", seen) is None
    instead = () if notification is None else (notification,)
    said = [happening for result in seen.results for happening in result.happenings]
    changes: dict[str | int, Sequence[str]] = {
        f"says-ack acker-1 > spout-1 {each.name}: m1/1": instead for each in said if isinstance(each, AckNotification)
    }
    assert expected == violated("SYS-32", altered(seen, changes))


def test_the_acker_may_forget_first_while_the_word_is_under_way() -> None:
    """This is the race in the chapter: all was processed, and the tree is replayed. It breaks no rule."""
    late = (EMIT, ASK, REPORTS, TOCK, TOCK, TICK, WORDS, TOCK, FINISH, REPORTS, WORDS, TICK, TICK)
    seen = played(*late, bolts=BATCH, messages=("m1",))
    called = [each for result in seen.results for each in result.happenings if isinstance(each, CalledFail)]
    assert ["m1/1"] == [each.tree for each in called]
    assert [None] * 4 == [violated(rule, seen) for rule in ("SYS-03", "SYS-16", "SYS-31", "SYS-32")]
