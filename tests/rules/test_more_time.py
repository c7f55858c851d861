"""Rules on more time, on the happenings of the reference's topology, and on the same with one of them changed."""

from collections.abc import Mapping, Sequence

import pytest
from ackproof.components.happenings import CalledFail
from ackproof.components.topology import BoltShape, Deliver, Die, Flow, NextTuple, TaskTick, TopologyOperation
from common.chronicles import altered, played, premises_met, violated

Steps = tuple[TopologyOperation, ...]

BATCH = (BoltShape(name="count", kind="batch", fan=0),)
TUPLES, REPORTS, WORDS = Flow("tuples"), Flow("reports"), Flow("words")
EMIT, TICK, TOCK = NextTuple("spout-1"), TaskTick("spout-1"), TaskTick("acker-1")
ASK = Deliver("spout-1", "count-1", conduct="more-time")
FINISH = TaskTick("count-1")
END = (FINISH, REPORTS, WORDS)

ASKED = "reset count-1 > acker-1 a2: m1/1 t1"
HEARD = "says-reset acker-1 > spout-1 w1: m1/1"
ARRIVED = "arrives spout-1 w1"


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, None),
        (
            {ASKED: (), "arrives acker-1 a2": (), HEARD: (), ARRIVED: ()},
            (1, "count-1 asked for more time for no tree on account of t1, which belongs to m1/1"),
        ),
        (
            {ASKED: (ASKED, "reset count-1 > acker-1 a9: m1/1 t1")},
            (1, "count-1 asked for more time for m1/1, m1/1 on account of t1, which belongs to m1/1"),
        ),
        ({HEARD: (), ARRIVED: ()}, (2, "acker-1 was asked for more time for m1/1, and did not tell spout-1")),
    ],
)
def test_the_spout_task_has_to_hear_of_it(
    changes: Mapping[str | int, Sequence[str]], expected: tuple[int, str] | None
) -> None:
    """The request goes through the acker task."""
    seen = altered(played(EMIT, ASK, REPORTS, WORDS, bolts=BATCH), changes)
    assert expected == violated("SYS-31", seen)


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
            (5, "fail of m1/1 was called at tick 1 after spout-1 had heard that more time is asked"),
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


def test_the_acker_may_forget_first_while_the_word_is_under_way() -> None:
    """This is the race in the chapter: all was processed, and the tree is replayed. It breaks no rule."""
    late = (EMIT, ASK, REPORTS, TOCK, TOCK, TICK, WORDS, TOCK, FINISH, REPORTS, WORDS, TICK, TICK)
    seen = played(*late, bolts=BATCH, messages=("m1",))
    called = [each for result in seen.results for each in result.happenings if isinstance(each, CalledFail)]
    assert ["m1/1"] == [each.tree for each in called]
    assert [None] * 4 == [violated(rule, seen) for rule in ("SYS-03", "SYS-16", "SYS-31", "SYS-32")]
