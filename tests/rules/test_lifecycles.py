"""The rules on the life of a spout task (SYS-37, 38): right histories, and the same with one thing changed."""

from collections.abc import Sequence

import pytest
from ackproof.components.topology import (
    MORE_TIME,
    Activate,
    BoltShape,
    Deactivate,
    Deliver,
    Die,
    NextTuple,
    Pause,
    Resume,
    Stop,
    TaskTick,
    TopologyOperation,
)
from attrs import evolve
from common.chronicles import altered, played_by_two, premises_met, violated
from common.topologies import REPORTS, TUPLES, WORDS

BATCH = BoltShape(name="batch", kind="batch", fan=0, enough=3, tasks=2, executor_tasks=2)
AT_FIRST = (
    "fail of m1/1 was called at the first tick after spout-1 had heard that more time is asked; it is due at the second"
)
ASKED = NextTuple("spout-1")
TICK = TaskTick("spout-1")
WAY = (ASKED, TUPLES, REPORTS, WORDS)
LIFE = (ASKED, Deactivate("spout-1"), Activate("spout-1"), Stop("spout-1"), ASKED)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, None),
        ({0: ("opened spout-1",)}, (0, "spout-1 was opened, and was so before in this life")),
        ({"deactivated spout-1": ()}, (1, "spout-1 was not deactivated")),
        (
            {1: ("activated spout-1",)},
            (1, "spout-1 was told that it is active; it was deactivated before, and stays so"),
        ),
        ({2: ("activated spout-1",)}, (2, "spout-1 was activated, and was active")),
        ({"closed spout-1": ()}, (3, "spout-1 was not closed")),
        ({4: ("closed spout-1",)}, (4, "spout-1 was closed, and nothing had stopped it")),
        ({4: ("deactivated spout-1",)}, (4, "spout-1 was told that it is not active; nothing had deactivated it")),
        ({3: ("closed spout-2",)}, (3, "spout-2 was closed, and nothing had stopped it")),
    ],
)
def test_a_spout_task_is_opened_told_and_closed(
    changes: dict[str | int, tuple[str, ...]], expected: tuple[int, str] | None
) -> None:
    """SYS-37: each call comes once in a life, and only for a reason."""
    assert expected == violated("SYS-37", altered(played_by_two(*LIFE, lifecycle=True), changes))


OPENED, TOLD = "opened spout-1", "activated spout-1"


@pytest.mark.parametrize(
    ("order", "happened", "wrong"),
    [
        (Deactivate("spout-1"), (OPENED, TOLD, "deactivated spout-1"), None),
        (Deactivate("spout-1"), (), None),
        (Deactivate("spout-1"), (OPENED, TOLD), "spout-1 was not deactivated"),
        (
            Deactivate("spout-1"),
            (OPENED, TOLD, "deactivated spout-1", TOLD),
            "spout-1 was told that it is active; it was deactivated before, and stays so",
        ),
        (Pause("spout-1"), (OPENED, TOLD), None),
        (TICK, (OPENED, TOLD), None),
    ],
)
def test_when_a_spout_task_is_opened_is_left_open(
    order: TopologyOperation, happened: Sequence[str], wrong: str | None
) -> None:
    """SYS-37: it may be opened as soon as it is there, so in the operation that deactivates it, before that."""
    seen = altered(played_by_two(order, lifecycle=True), {0: happened})
    assert (wrong and (0, wrong)) == violated("SYS-37", seen)
    assert violated("SYS-23", seen) is None


def test_one_that_is_opened_when_it_is_stopped_is_closed() -> None:
    """SYS-37: it is opened before, and it is not closed here."""
    stopped = played_by_two(Stop("spout-1"), lifecycle=True)
    right = altered(stopped, {"died spout-1": (OPENED, TOLD, "closed spout-1", "died spout-1")})
    assert violated("SYS-37", right) is None
    wrong = altered(stopped, {"died spout-1": (OPENED, TOLD, "died spout-1")})
    assert violated("SYS-37", wrong) == (0, "spout-1 was not closed")


def test_another_task_may_be_opened_while_one_is_paused() -> None:
    """SYS-37: a paused one may not, when it is to be deactivated."""
    seen = played_by_two(Pause("spout-1"), Deactivate("spout-1"), lifecycle=True)
    assert violated("SYS-37", altered(seen, {1: ("opened spout-2", "activated spout-2")})) is None
    wrong = (1, "deactivate of spout-1 caused opened on spout-1")
    assert violated("SYS-37", altered(seen, {1: (OPENED, TOLD)})) == wrong


IN_PAUSE = "when it went on; the order came in its pause, so it should never hear it"
OFF, ON, HOLD, GO_ON = Deactivate("spout-1"), Activate("spout-1"), Pause("spout-1"), Resume("spout-1")
TOLD_OFF, TOLD_ON = "deactivated spout-1", "activated spout-1"
STAYS = "is active; it was deactivated before, and stays so"


@pytest.mark.parametrize(
    ("steps", "changes", "expected"),
    [
        ((ASKED, HOLD, OFF, GO_ON), {3: (TOLD_OFF,)}, f"is not active {IN_PAUSE}"),
        ((ASKED, OFF, HOLD, ON, GO_ON), {4: (TOLD_ON,)}, f"is active {IN_PAUSE}"),
        ((ASKED, HOLD, OFF, GO_ON, HOLD, GO_ON), {5: (TOLD_OFF,)}, "is not active; nothing had deactivated it"),
        ((ASKED, HOLD, ON, GO_ON), {3: (TOLD_OFF,)}, "is not active; nothing had deactivated it"),
        ((ASKED, OFF, HOLD, GO_ON), {3: (TOLD_ON,)}, STAYS),
        ((ASKED, OFF, Die("spout-1"), TICK), {3: ("opened spout-1", TOLD_ON)}, f"{STAYS} after its death"),
        ((ASKED, OFF, Die("spout-1"), OFF, TICK), {4: ("opened spout-1", TOLD_ON)}, STAYS),
        ((ASKED, Die("spout-1"), OFF, TICK), {3: ("opened spout-1", TOLD_ON)}, STAYS),
        ((ASKED, OFF, TICK), {TOLD_OFF: (), 2: (TOLD_OFF,)}, None),
    ],
)
def test_it_is_said_what_is_wrong_with_what_a_spout_task_is_told(
    steps: Sequence[TopologyOperation], changes: dict[str | int, tuple[str, ...]], expected: str | None
) -> None:
    """An order in its pause is no reason to be told something, nor does a death activate it."""
    lapses = altered(played_by_two(*steps, lifecycle=True), changes).judged.lapses
    last = f"spout-1 was told that it {expected or 'is not active, but not when it was deactivated'}"
    assert (len(steps) - 1, last) == (lapses[-1].index, lapses[-1].what)


def test_a_spout_task_that_was_not_opened_emits_nothing() -> None:
    """Nor does one that was not activated."""
    seen = played_by_two(ASKED, lifecycle=True)
    assert (0, "spout-1 emitted m1/1, and was not opened in this life") == violated(
        "SYS-37", altered(seen, {"opened spout-1": (), "activated spout-1": ()})
    )
    assert (0, "spout-1 emitted m1/1, and was not told that it is active") == violated(
        "SYS-37", altered(seen, {"activated spout-1": ()})
    )


def test_a_spout_task_that_is_not_active_hears_all() -> None:
    """SYS-38: it gets a notification, which resolves a tree; and it emits nothing until it is active again."""
    seen = played_by_two(
        ASKED, Deactivate("spout-1"), ASKED, TUPLES, REPORTS, WORDS, Activate("spout-1"), ASKED, lifecycle=True
    )
    assert violated("SYS-38", seen) is None
    assert {
        "a spout task is asked that is not active": 1,
        "a spout task is asked that is active again": 1,
        "an acker's word arrives at a spout task that is not active": 1,
    } == premises_met("SYS-38", seen)
    silent = altered(seen, {"called-ack spout-1 m1/1: m1": (), "done spout-1 m1": ()})
    assert (5, "the word 'ack of m1/1' arrived and was not passed on") == violated("SYS-38", silent)
    unheard = altered(silent, {"arrives spout-1 w1": ()})
    assert (5, "the word 'ack of m1/1' was under way from acker-1 to spout-1, and did not arrive") == violated(
        "SYS-38", unheard
    )
    emits = altered(seen, {2: ("emission spout-1 m2/1: m2 #7",)})
    assert (2, "spout-1 emitted m2/1, and is not active") == violated("SYS-38", emits)


def test_a_spout_task_that_is_not_active_gives_more_time() -> None:
    """SYS-38: it hears of it between two ticks, of which the second does not fail the tree then."""
    asks = Deliver("spout-1", "batch-1", conduct=MORE_TIME)
    rest = (ASKED, Deactivate("spout-1"), TICK, asks, REPORTS, WORDS, TICK, Activate("spout-1"))
    seen = played_by_two(*rest, bolts=(evolve(BATCH, tasks=1),), lifecycle=True)
    assert violated("SYS-38", seen) is None
    failed = altered(seen, {6: ("called-fail spout-1 m1/1: m1", "back spout-1 m1")})
    assert (
        6,
        AT_FIRST,
    ) == violated("SYS-38", failed)


@pytest.mark.parametrize(
    ("steps", "changes", "met"),
    [
        ((ASKED, Deactivate("spout-1"), TICK, Activate("spout-1")), {}, 1),
        ((ASKED, TICK, Deactivate("spout-1"), Activate("spout-1")), {}, 0),
        ((ASKED, TICK, Deactivate("spout-1"), TICK, Activate("spout-1")), {}, 1),
        ((*WAY, Deactivate("spout-1"), TICK, Activate("spout-1")), {}, 0),
        ((*WAY, Deactivate("spout-1"), TICK, Activate("spout-1")), {6: ("called-ack spout-1 m1/1: m1",)}, 0),
    ],
)
def test_a_tick_in_a_rest_counts_while_the_task_waits(
    steps: tuple[TopologyOperation, ...], changes: dict[str | int, tuple[str, ...]], met: int
) -> None:
    """SYS-38: it waits until its first callback, which may come of that tick."""
    seen = altered(played_by_two(*steps, lifecycle=True), changes)
    assert met == premises_met("SYS-38", seen).get("a spout task that waits and is not active has a tick", 0)


def test_a_paused_task_does_not_hear_an_order() -> None:
    """It is active and alive afterwards."""
    seen = played_by_two(
        ASKED, Pause("spout-1"), Deactivate("spout-1"), Stop("spout-1"), Resume("spout-1"), ASKED, lifecycle=True
    )
    assert 1 == sum(each.what == "emission" for each in seen.results[-1].happenings)
    assert [None] * 3 == [violated(rule, seen) for rule in ("SYS-23", "SYS-37", "SYS-38")]
