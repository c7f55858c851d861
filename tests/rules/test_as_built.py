"""Rules on topologies as people build them, on the happenings of the reference's topology, and on the same with one of
them changed.
"""

from collections.abc import Sequence
from typing import Any

import pytest
from ackproof.components.happenings import AckReport, InputAcked
from ackproof.components.topology import (
    MORE_TIME,
    Activate,
    BoltShape,
    Deactivate,
    Deliver,
    Die,
    Flow,
    NextTuple,
    Pause,
    Resume,
    Stop,
    TaskTick,
    TopologyOperation,
    Wiring,
)
from ackproof.oracle.executors import bound_of, mates_of
from ackproof.oracle.histories import TopologyChronicle
from ackproof.target import Config
from attrs import evolve
from common.chronicles import altered, played_in, premises_met, violated

STORE = BoltShape(name="store", fan=0)
BATCH = BoltShape(name="batch", kind="batch", fan=0, enough=3, tasks=2, executor_tasks=2)
ASKED = NextTuple("spout-1")
TUPLES, REPORTS, WORDS = Flow("tuples"), Flow("reports"), Flow("words")


def ran(*steps: TopologyOperation, bolts: tuple[BoltShape, ...] = (STORE,), **wiring: Any) -> TopologyChronicle:
    """Return the oracle's view of a run with two spout tasks and four messages."""
    profile = wiring.pop("profile", "storm2")
    config = Config(profile=profile, spout_tasks=(1, 2), wiring=Wiring(("m1", "m2", "m3", "m4"), bolts, **wiring))
    return played_in(config, steps)


def test_an_executor_runs_so_many_tasks_the_last_the_rest() -> None:
    """This holds for the spout, and for each bolt."""
    bolts = (BoltShape(name="one"), BoltShape(name="two", tasks=3, executor_tasks=2))
    mates = mates_of(Config(spout_tasks=(1, 2, 3), wiring=Wiring((), bolts, executor_tasks=3)))
    assert dict.fromkeys(("spout-1", "spout-2", "spout-3"), ("spout-1", "spout-2", "spout-3")) == {
        task: mates[task] for task in mates if task.startswith("spout")
    }
    assert [("one-1",), ("two-1", "two-2"), ("two-1", "two-2"), ("two-3",)] == [
        mates[task] for task in ("one-1", "two-1", "two-2", "two-3")
    ]


@pytest.mark.parametrize(
    ("profile", "bound", "meant"), [("storm1", 0, 0), ("storm2", 0, None), ("storm1", 2, 2), ("storm2", None, None)]
)
def test_a_bound_of_0_differs_by_release(profile: str, bound: int | None, meant: int | None) -> None:
    assert meant == bound_of(Config(profile=profile, wiring=Wiring(max_pending=bound)))


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, None),
        (
            {"called-fail spout-1 m1/1: m1": ("called-fail spout-2 m1/1: m1",)},
            (2, "fail of m1/1 was called on spout-2; spout-1 emitted it"),
        ),
        ({"called-fail spout-1 m1/1: m1": ()}, (2, "spout-1 was told nothing of m1/1 by its second tick after it")),
    ],
)
def test_what_fails_by_time_is_told_to_the_task_that_emitted(
    changes: dict[str | int, tuple[str, ...]], expected: tuple[int, str] | None
) -> None:
    """SYS-33: at the second tick of the executor, to any of its tasks."""
    seen = ran(ASKED, TaskTick("spout-2"), TaskTick("spout-1"), executor_tasks=2)
    lies = {**changes, "back spout-1 m1": ()} if changes else {}
    assert expected == violated("SYS-33", altered(seen, lies))


def test_tasks_of_an_executor_die_together() -> None:
    """SYS-33: so the messages that they have open are offered again."""
    seen = ran(ASKED, Die("spout-2"), executor_tasks=2)
    assert violated("SYS-33", seen) is None
    assert (1, "spout-1 was to die, and did not") == violated("SYS-33", altered(seen, {"died spout-1": ()}))
    assert (1, "spout-1 died with m1 open, and the source did not offer that again") == violated(
        "SYS-33", altered(seen, {"back spout-1 m1": ()})
    )


def test_the_premises_of_one_executor_are_counted() -> None:
    """They are a tick and a death of a task while another task of its executor waits for something, and a message that
    waits because another task of the executor is paused.
    """
    seen = ran(
        ASKED,
        TaskTick("spout-2"),
        TUPLES,
        REPORTS,
        Pause("spout-2"),
        Deliver("acker-1", "spout-1"),
        Resume("spout-2"),
        Die("spout-2"),
        executor_tasks=2,
    )
    assert {
        "a task waits, or has inputs in hand, when another task of its executor has a tick": 1,
        "a task waits, or has inputs in hand, when another task of its executor dies": 1,
        "a message waits for a task while another of its executor is paused": 1,
    } == premises_met("SYS-33", seen)


def test_at_a_tick_all_batches_of_an_executor_are_finished() -> None:
    """This includes the tasks that the tick does not name."""
    held = (ASKED, NextTuple("spout-2"), ASKED, NextTuple("spout-2"), TUPLES)
    seen = ran(*held, TaskTick("batch-2"), bolts=(BATCH,))
    happenings = seen.results[-1].happenings
    acked = [each for each in happenings if isinstance(each, InputAcked)]
    assert {"batch-1", "batch-2"} == {each.task for each in acked}
    assert violated("SYS-33", seen) is None
    lies: dict[str | int, Sequence[str]] = {
        f"acks {each.task} {each.receipt}": () for each in acked if each.task == "batch-1"
    }
    for each in happenings:
        if isinstance(each, AckReport) and each.task == "batch-1":
            lies[f"ack {each.task} > {each.to} {each.name}: {each.tree} {each.receipt}"] = ()
    found = violated("SYS-33", altered(seen, lies))
    assert found is not None
    assert "did not ack" in found[1]


def test_spout_tasks_of_an_executor_share_their_bounds() -> None:
    """SYS-34: a third emission of one of two tasks is one too many, and a second is not."""
    seen = ran(ASKED, ASKED, ASKED, max_pending=1, executor_tasks=2)
    assert [1, 1, 0] == [sum(each.what == "emission" for each in result.happenings) for result in seen.results]
    assert violated("SYS-34", seen) is None
    assert 1 == len(premises_met("SYS-34", seen))
    lies: dict[str | int, Sequence[str]] = {
        "emission spout-1 m2/1: m2": (),
        "tuple spout-1 > store-1 t2: m2/1": (),
        "init spout-1 > acker-1 a2: m2/1": (),
    }
    expected = (
        "the source offers m2, m3, m4, and spout-1 was asked and emitted nothing; "
        "the 2 tasks of its executor wait for 1 emissions, and the bound is 1 for each"
    )
    assert (1, expected) == violated("SYS-34", altered(seen, lies))


def test_the_bound_is_looked_at_once() -> None:
    """SYS-35: three at once, with a bound of two; SYS-36: and none after that."""
    seen = ran(NextTuple("spout-1", most=3), ASKED, max_pending=2)
    assert [3, 0] == [sum(each.what == "emission" for each in result.happenings) for result in seen.results]
    assert [None, None, None] == [violated(rule, seen) for rule in ("SYS-17", "SYS-35", "SYS-36")]
    lies: dict[str | int, Sequence[str]] = {
        "emission spout-1 m3/1: m3": (),
        "tuple spout-1 > store-1 t3: m3/1": (),
        "init spout-1 > acker-1 a3: m3/1": (),
    }
    found = violated("SYS-35", altered(seen, lies))
    assert found is not None
    assert found[1].startswith("spout-1 was asked for 3 at once, and emitted 2")
    emitted = altered(seen, {1: ("emission spout-1 m4/1: m4 #7", "tuple spout-1 > store-1 t9: m4/1")})
    assert (
        1,
        "spout-1 emitted m4/1; its bound is 2, and it waited for m1/1, m2/1, m3/1",
    ) == violated("SYS-36", emitted)


@pytest.mark.parametrize(("profile", "emitted"), [("storm1", 0), ("storm2", 1)])
def test_with_0_as_its_bound_a_spout_emits_or_not_by_release(profile: str, emitted: int) -> None:
    seen = ran(ASKED, max_pending=0, profile=profile)
    assert emitted == sum(each.what == "emission" for each in seen.results[0].happenings)
    assert [None, None] == [violated(rule, seen) for rule in ("SYS-35", "SYS-36")]
    assert 1 == premises_met("SYS-35", seen)["a spout task is asked with 0 as its bound"]


LIFE = (ASKED, Deactivate("spout-1"), Activate("spout-1"), Stop("spout-1"), ASKED)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, None),
        ({0: ("opened spout-1",)}, (0, "spout-1 was opened, and was so before in this life")),
        ({"deactivated spout-1": ()}, (1, "spout-1 was not deactivated")),
        ({1: ("activated spout-1",)}, (1, "spout-1 was activated, and its topology is not")),
        ({2: ("activated spout-1",)}, (2, "spout-1 was activated, and was active")),
        ({"closed spout-1": ()}, (3, "spout-1 was not closed")),
        ({4: ("closed spout-1",)}, (4, "spout-1 was closed, and nothing had stopped it")),
        ({4: ("deactivated spout-1",)}, (4, "spout-1 was deactivated, and its topology is active")),
        ({3: ("closed spout-2",)}, (3, "spout-2 was closed, and nothing had stopped it")),
    ],
)
def test_a_spout_task_is_opened_told_and_closed(
    changes: dict[str | int, tuple[str, ...]], expected: tuple[int, str] | None
) -> None:
    """SYS-37: each call comes once in a life, and only for a reason."""
    assert expected == violated("SYS-37", altered(ran(*LIFE, lifecycle=True), changes))


def test_a_spout_task_that_was_not_opened_emits_nothing() -> None:
    """Nor does one that was not activated."""
    seen = ran(ASKED, lifecycle=True)
    assert (0, "spout-1 emitted m1/1, and was not opened in this life") == violated(
        "SYS-37", altered(seen, {"opened spout-1": (), "activated spout-1": ()})
    )
    assert (0, "spout-1 emitted m1/1, and was not told that it is active") == violated(
        "SYS-37", altered(seen, {"activated spout-1": ()})
    )


def test_a_spout_task_that_is_not_active_hears_all() -> None:
    """SYS-38: it gets a notification, which resolves a tree; and it emits nothing until it is active again."""
    seen = ran(ASKED, Deactivate("spout-1"), ASKED, TUPLES, REPORTS, WORDS, Activate("spout-1"), ASKED, lifecycle=True)
    assert violated("SYS-38", seen) is None
    assert {
        "a spout task is asked that is not active": 1,
        "a spout task is asked that is active again": 1,
        "an acker's word arrives at a spout task that is not active": 1,
    } == premises_met("SYS-38", seen)
    silent = altered(seen, {"called-ack spout-1 m1/1: m1": (), "done spout-1 m1": ()})
    assert (5, "says-ack of m1/1 arrived and was not passed on") == violated("SYS-38", silent)
    unheard = altered(silent, {"arrives spout-1 w1": ()})
    assert (5, "w1 was under way from acker-1 to spout-1, and did not arrive") == violated("SYS-38", unheard)
    emits = altered(seen, {2: ("emission spout-1 m2/1: m2 #7",)})
    assert (2, "spout-1 emitted m2/1, and is not active") == violated("SYS-38", emits)


def test_a_spout_task_that_is_not_active_gives_more_time() -> None:
    """SYS-38: it hears of it between two ticks, of which the second does not fail the tree then."""
    asks = Deliver("spout-1", "batch-1", conduct=MORE_TIME)
    tick = TaskTick("spout-1")
    rest = (ASKED, Deactivate("spout-1"), tick, asks, REPORTS, WORDS, tick, Activate("spout-1"))
    seen = ran(*rest, bolts=(evolve(BATCH, tasks=1),), lifecycle=True)
    assert violated("SYS-38", seen) is None
    failed = altered(seen, {6: ("called-fail spout-1 m1/1: m1", "back spout-1 m1")})
    assert (6, "fail of m1/1 was called at tick 1 after its emission") == violated("SYS-38", failed)


def test_a_paused_task_does_not_hear_an_order() -> None:
    """It is active and alive afterwards."""
    seen = ran(
        ASKED, Pause("spout-1"), Deactivate("spout-1"), Stop("spout-1"), Resume("spout-1"), ASKED, lifecycle=True
    )
    assert 1 == sum(each.what == "emission" for each in seen.results[-1].happenings)
    assert [None] * 3 == [violated(rule, seen) for rule in ("SYS-23", "SYS-37", "SYS-38")]


def test_what_happens_without_a_tick_fails_nothing() -> None:
    """SYS-39: a callback needs a notification, or two ticks of the spout task itself."""
    seen = ran(ASKED, *[TaskTick("acker-1")] * 4, ASKED)
    assert violated("SYS-39", seen) is None
    assert {"a spout task without a tick waits for a tree while its acker task has three": 1} == premises_met(
        "SYS-39", seen
    )
    changed = altered(seen, {3: ("called-fail spout-1 m1/1: m1", "back spout-1 m1")})
    assert violated("SYS-39", changed) is not None


@pytest.mark.parametrize("dies", [False, True])
def test_what_waits_with_a_paused_task_shares_its_fate(*, dies: bool) -> None:
    """SYS-40: it arrives after the pause, or is lost with the task."""
    last = Die("spout-1") if dies else Resume("spout-1")
    arrives = Deliver("spout-1", "store-1")
    seen = ran(ASKED, Pause("spout-1"), arrives, last, arrives, outboxes=True)
    assert () == seen.results[2].happenings
    assert violated("SYS-40", seen) is None
    met = "is lost with its sender, which dies in a pause" if dies else "arrives that waited with its paused sender"
    assert {"a message waits with its sender, which is paused": 1, f"a message {met}": 1} == premises_met(
        "SYS-40", seen
    )
    early = altered(seen, {2: ("arrives store-1 t1: t1",)})
    assert (2, "t1 arrived at store-1, and spout-1, which sent it, is paused") == violated("SYS-40", early)
    if dies:
        kept = altered(seen, {"lost store-1 t1": ()})
        assert (3, "lost with spout-1: a1; what waited with it in a pause: a1, t1") == violated("SYS-40", kept)
