"""The plan of a topology, compared with the reference's run, and with changed runs."""

from collections.abc import Mapping, Sequence

import pytest
from ackproof.components.topology import (
    Activate,
    BoltShape,
    Deactivate,
    Deliver,
    Die,
    Double,
    Flow,
    Lose,
    NextTuple,
    Pause,
    Resume,
    Settle,
    Stop,
    TaskTick,
    TopologyOperation,
    TopologyResult,
)
from ackproof.oracle.histories import TopologyChronicle
from ackproof.oracle.lapses import Lapse, Occasion, Part
from attrs import evolve
from common.chronicles import altered, counted, played

ONE = (BoltShape(name="count", fan=0),)
BATCH = (BoltShape(name="count", kind="batch", fan=0),)
EMIT, TICK, TOCK = NextTuple("spout-1"), TaskTick("spout-1"), TaskTick("acker-1")
TAKE = Deliver("spout-1", "count-1")
FLOWS = (Flow("tuples"), Flow("reports"), Flow("words"))

Steps = tuple[TopologyOperation, ...]


@pytest.mark.parametrize(
    "steps",
    [
        (EMIT, *FLOWS, EMIT, *FLOWS),
        (EMIT, Double("spout-1", "count-1"), TAKE, TAKE, *FLOWS),
        (EMIT, EMIT, Lose("spout-1", "count-1", 1), TAKE, TICK, TICK, Settle()),
        (EMIT, Pause("count-1"), TAKE, Settle(), Resume("count-1"), TAKE, Settle()),
        (EMIT, Die("spout-1"), EMIT, Die("count-1"), Settle(), Die("acker-1")),
        (EMIT, Deliver("spout-1", "count-1", conduct="give-up"), *FLOWS, Settle()),
    ],
)
@pytest.mark.parametrize("bolts", [ONE, BATCH])
def test_the_reference_keeps_to_its_plan(steps: Steps, bolts: tuple[BoltShape, ...]) -> None:
    """This holds for any operations."""
    assert [] == played(*steps, bolts=bolts).judged.lapses


@pytest.mark.parametrize(
    ("steps", "changes", "expected"),
    [
        (
            (EMIT, TAKE),
            {"arrives count-1 t1: t1": (), "acks count-1 t1": (), "ack count-1 > acker-1 a2: m1/1 t1": ()},
            Lapse(Part.ARRIVES, "t1 was under way from spout-1 to count-1, and did not arrive", 1),
        ),
        (
            (EMIT, Pause("count-1"), TAKE),
            {2: ("arrives count-1 t1: t1", "acks count-1 t1")},
            Lapse(Part.PAUSE, "t1 arrived at count-1, which is paused", 2),
        ),
        (
            (EMIT, Pause("count-1"), Resume("count-1"), TAKE),
            {"arrives count-1 t1: t1": (), "acks count-1 t1": (), "ack count-1 > acker-1 a2: m1/1 t1": ()},
            Lapse(Part.PAUSE, "t1 was under way from spout-1 to count-1, and did not arrive", 3),
        ),
        (
            (EMIT, Die("spout-1")),
            {"back spout-1 m1": ()},
            Lapse(Part.DEATH, "spout-1 died with m1 open, and the source did not offer that again", 1),
        ),
        (
            (EMIT, TICK, TICK),
            {"back spout-1 m1": ()},
            Lapse(Part.SOURCE, "m1 was called back with fail, and the source did not offer it again", 2),
        ),
        (
            (EMIT, TICK),
            {1: ("back spout-1 m1",)},
            Lapse(Part.SOURCE, "m1 is offered again, and neither has it failed nor has spout-1 died", 1),
        ),
        (
            (EMIT, *FLOWS),
            {"done spout-1 m1": ("back spout-1 m1",)},
            Lapse(Part.SOURCE, "m1 is offered again, and neither has it failed nor has spout-1 died", 3),
        ),
        (
            (EMIT, TOCK),
            {1: ("called-fail spout-1 m1/1: m1", "back spout-1 m1")},
            Lapse(Part.TIME, "at a tick of acker-1, spout-1 did something (called-fail)", 1),
        ),
    ],
)
def test_what_is_missing_or_too_much_is_a_lapse(
    steps: Steps, changes: Mapping[str | int, Sequence[str]], expected: Lapse
) -> None:
    """It is a lapse in its part of the plan, at its operation."""
    assert expected == altered(played(*steps, bolts=ONE), changes).judged.lapses[0]


@pytest.mark.parametrize(("bound", "part"), [(None, Part.SOURCE), (1, Part.BOUND)])
def test_a_spout_task_that_is_asked_emits_while_the_source_offers_something(bound: int | None, part: Part) -> None:
    """A missing emission is a lapse of the source, or of the bound if there is one."""
    asked = played(EMIT, bolts=ONE, messages=("m1",), bound=bound)
    silent = played(TOCK, bolts=ONE, messages=("m1",), bound=bound)
    assert [] == asked.judged.lapses
    [lapse] = evolve(asked, results=silent.results).judged.lapses
    assert (part, 0) == (lapse.part, lapse.index)
    assert lapse.what.startswith("the source offers m1, and spout-1 was asked and emitted nothing")


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, []),
        ({"acks count-1 t1": ()}, [Lapse(Part.ENDS, "count-1 did not ack t1", 2)]),
    ],
)
def test_a_settle_leaves_no_batch(changes: Mapping[str | int, Sequence[str]], expected: list[Lapse]) -> None:
    """What a settle does not finish is a lapse, and not one of the next settle as well; a paused task keeps its own."""
    seen = played(EMIT, TAKE, Settle(), Settle(), bolts=BATCH, messages=("m1",))
    assert expected == altered(seen, changes).judged.lapses
    paused = played(EMIT, TAKE, Pause("count-1"), Settle(), Resume("count-1"), Settle(), bolts=BATCH, messages=("m1",))
    assert [Lapse(Part.PAUSE, each.what, 5) for each in expected] == altered(paused, changes).judged.lapses


@pytest.mark.parametrize(
    ("step", "part"), [(Pause("count-1"), Part.PAUSE), (Resume("count-1"), Part.PAUSE), (TICK, Part.PAUSE),
                       (Stop("spout-1"), Part.LIFECYCLE)]
)  # fmt: skip
@pytest.mark.parametrize(
    ("before", "after", "what"),
    [
        ((1, 1), (1, 1), []),
        ((1, 2), (1, 1), ["1 of 2 emissions"]),
        ((1, 0), (2, 1), ["2 of 1 record", "1 of 0 emissions"]),
        ((2, 1), (1, 1), ["1 of 2 records"]),
        ((None, None), (1, 1), []),
        ((1, 1), (None, None), []),
        ((None, 2), (1, 1), ["1 of 2 emissions"]),
    ],
)
def test_in_a_pause_nothing_is_lost(
    step: TopologyOperation,
    part: Part,
    before: tuple[int | None, int | None],
    after: tuple[int | None, int | None],
    what: list[str],
) -> None:
    """The target's counts of records and of emissions that are waited for do not change, if it reports them."""
    seen = counted(played(EMIT, Pause("spout-1"), step, bolts=ONE), {1: before, 2: after})
    task = getattr(step, "task", "")
    expected = [Lapse(part, f"{step.op} of {task} left {each}", 2) for each in what]
    assert expected == [lapse for lapse in seen.judged.lapses if lapse.index == 2]


def silent(seen: TopologyChronicle) -> TopologyChronicle:
    """Return a history in which nothing happens in the last operation."""
    return evolve(seen, results=[*seen.results[:-1], TopologyResult()])


@pytest.mark.parametrize(
    ("bound", "part"), [(None, Part.SOURCE), (0, Part.BURST), (2, Part.BOUND), (3, Part.BURST), (4, Part.BURST)]
)
def test_a_spout_task_emits_below_its_bound(bound: int | None, part: Part) -> None:
    """A bound of 0, and a wide one, have a part of their own."""
    seen = silent(played(EMIT, EMIT, bolts=ONE, bound=bound))
    what = "the source offers m2, and spout-1 was asked and emitted nothing"
    reason = "" if bound is None else f"; it waits for 1 emission, and its bound is {bound}"
    assert [Lapse(part, what + reason, 1)] == seen.judged.lapses


def test_spout_tasks_of_an_executor_emit_below_a_common_bound() -> None:
    """The lapse is in a part of its own."""
    seen = silent(played(EMIT, EMIT, bolts=ONE, spout_tasks=(1, 2)))
    wiring = evolve(seen.workload.config.wiring, max_pending=1, executor_tasks=2)
    shared = evolve(seen, workload=evolve(seen.workload, config=evolve(seen.workload.config, wiring=wiring)))
    what = (
        "the source offers m2, and spout-1 was asked and emitted nothing; "
        "the 2 tasks of its executor wait for 1 emission, and the bound is 1 for each"
    )
    assert [Lapse(Part.SHARED_BOUND, what, 1)] == shared.judged.lapses


def test_the_first_message_that_is_offered_again_is_named() -> None:
    """It is known how often."""
    steps = (EMIT, EMIT, TICK, TICK, EMIT, TICK, TICK, EMIT)
    what = "the source offers m1, m2, and spout-1 was asked and emitted nothing; m1 was offered again 2 times"
    assert [Lapse(Part.SOURCE, what, 7)] == silent(played(*steps, bolts=ONE)).judged.lapses


def test_a_settle_asks_each_spout_task() -> None:
    """The first that has room is named."""
    for steps, task in (((), 1), ((Pause("spout-1"),), 2)):
        seen = silent(played(*steps, Settle(), bolts=ONE, spout_tasks=(1, 2, 3)))
        what = f"the source offers m1, m2, and spout-{task} was asked and emitted nothing"
        assert [Lapse(Part.SOURCE, what, len(steps))] == seen.judged.lapses


@pytest.mark.parametrize("step", [Deactivate("spout-1"), Activate("spout-1")])
@pytest.mark.parametrize(
    ("before", "after", "lapses"), [(1, 1, False), (2, 1, True), (1, 2, True), (None, 1, False), (1, None, False)]
)
def test_an_order_leaves_what_is_waited_for(
    step: Activate | Deactivate, before: int | None, after: int | None, *, lapses: bool
) -> None:
    """The target's count does not change, if it reports one."""
    seen = counted(played(EMIT, step, bolts=ONE), {0: (0, before), 1: (0, after)})
    what = f"{step.op} of spout-1 left {after} of {before} emission{'s' * (before != 1)} waited for"
    assert ([Lapse(Part.INACTIVE, what, 1)] if lapses else []) == seen.judged.lapses


def test_the_occasions_for_lapses_are_counted() -> None:
    """Without them, a pass would be vacuous."""
    steps = (EMIT, Pause("count-1"), TAKE, Resume("count-1"), TAKE)
    occasions = played(*steps, bolts=ONE).judged.occasions
    assert (1, 1) == (occasions[Occasion.WAITED_IN_PAUSE], occasions[Occasion.INPUT_PROCESSED])
    assert occasions[Occasion.FAILED_OFTEN] == 0
