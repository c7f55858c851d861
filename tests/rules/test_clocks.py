"""The rules on components without ticks (SYS-39): right histories, and the same with one thing changed."""

import pytest
from ackproof.components.happenings import AckNotification
from ackproof.components.topology import NextTuple, TaskTick, TopologyOperation
from attrs import evolve
from common.chronicles import altered, played_by_two, premises_met, violated
from common.topologies import REPORTS, TUPLES, WORDS

Steps = tuple[TopologyOperation, ...]

ASKED, TICK, TOCK = NextTuple("spout-1"), TaskTick("spout-1"), TaskTick("acker-1")
WAY = (ASKED, TUPLES, REPORTS, WORDS)
CALLED, FAILED = "called-ack spout-1 m1/1: m1", "called-fail spout-1 m1/1: m1"
WAITS = "a spout task without a tick waits for a tree while its acker task has three"
AT_BOUND = "a spout task without a tick is asked at its bound"
DONE_LATE = "a tree is done long after its emission, and its acker task had no tick"


def test_what_happens_without_a_tick_fails_nothing() -> None:
    """SYS-39: a callback needs a notification, or two ticks of the spout task itself."""
    seen = played_by_two(ASKED, *[TOCK] * 4, ASKED)
    assert violated("SYS-39", seen) is None
    assert {WAITS: 1} == premises_met("SYS-39", seen)
    changed = altered(seen, {3: (FAILED, "back spout-1 m1")})
    assert (
        3,
        "fail of m1/1 was called before any tick of spout-1 after its emission; it is due at the second",
    ) == violated("SYS-39", changed)


@pytest.mark.parametrize(
    ("steps", "changes", "met"),
    [
        ((ASKED, TOCK, TOCK, TOCK), {}, {WAITS: 1}),
        ((ASKED, TOCK, TOCK), {}, {}),
        ((TOCK, TOCK, TOCK, ASKED), {}, {}),
        ((ASKED, TICK, TOCK, TOCK, TOCK), {}, {}),
        ((*WAY, TOCK, TOCK, TOCK), {}, {}),
        ((*WAY, TOCK, TOCK, TOCK, WORDS), {7: (FAILED,)}, {}),
        ((ASKED, TOCK, TOCK, TUPLES, REPORTS, TOCK), {5: ("arrives spout-1 w1", CALLED)}, {}),
        ((ASKED, TOCK, TOCK, TOCK, TUPLES, REPORTS, TICK), {6: ("arrives spout-1 w1", CALLED)}, {}),
        ((ASKED, *[WORDS] * 10, TUPLES, REPORTS), {}, {DONE_LATE: 1}),
        ((ASKED, *[WORDS] * 11, TUPLES, REPORTS), {}, {DONE_LATE: 1}),
        ((ASKED, *[WORDS] * 9, TUPLES, REPORTS), {}, {}),
        ((WORDS, ASKED, *[WORDS] * 9, TUPLES, REPORTS), {}, {}),
        ((ASKED, *[WORDS] * 9, TOCK, TUPLES, REPORTS), {}, {}),
    ],
)
def test_without_ticks_a_task_waits_and_remembers_for_long(
    steps: Steps, changes: dict[str | int, tuple[str, ...]], met: dict[str, int]
) -> None:
    """Three ticks of the acker task, or twelve operations, from the emission to the first callback or the last
    message.
    """
    assert met == premises_met("SYS-39", altered(played_by_two(*steps), changes))


@pytest.mark.parametrize(
    ("steps", "met"), [((ASKED, ASKED), {AT_BOUND: 1}), ((ASKED, TICK, ASKED), {}), ((ASKED,), {})]
)
def test_without_ticks_a_task_stays_at_its_bound(steps: Steps, met: dict[str, int]) -> None:
    """Another rule, which is only a recommendation, judges whether it emits there."""
    seen = played_by_two(*steps, max_pending=1)
    assert met == premises_met("SYS-39", seen)
    emits = altered(seen, {len(steps) - 1: ("emission spout-1 m2/1: m2",)} if len(steps) > 1 else {})
    assert violated("SYS-39", emits) is None


def test_without_ticks_an_acker_task_forgets_nothing() -> None:
    """The tree is done as late as it likes, and acked then."""
    seen = played_by_two(ASKED, *[WORDS] * 20, TUPLES, REPORTS)
    silent = [
        evolve(result, happenings=tuple(each for each in result.happenings if not isinstance(each, AckNotification)))
        for result in seen.results
    ]
    assert (
        22,
        "m1/1 is done and acker-1 has all messages of it, but does not say ack; acker-1 had no tick since its emission",
    ) == violated("SYS-39", evolve(seen, results=silent))
