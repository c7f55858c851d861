"""Plans: invalid ones, each cause with its own error, and odd ones that are legal."""

import inspect
from collections.abc import Callable, Sequence
from itertools import count

import pytest
from acking import STORM2, Acker, IllegalUse
from acking.errors import DuplicateBolt, NoTasks, ReservedName, UnknownComponent
from acking.topology import Topology
from acking.topology.bolts import Bolt, Plain
from acking.topology.events import Settle
from acking.topology.happenings import (
    AckSent,
    BoltTupleSent,
    Dropped,
    FailSent,
    NotificationSent,
    ResetSent,
    SpoutTupleSent,
    TupleArrived,
)
from acking.topology.plan import BoltPlan, Plan
from acking.topology.tasks import ACKER, SPOUT, Task
from attrs import evolve


def shortened(values: Sequence[str]) -> list[str]:
    """Return values without their first letter, dropping empty ones."""
    return [value[1:] for value in values if value[1:]]


def bolt(name: str, *after: str, tasks: int = 1) -> BoltPlan:
    return BoltPlan(name, make, after or (SPOUT,), tasks)


def make() -> Bolt:
    return Plain(shortened)


def plan(*bolts: BoltPlan, spouts: int = 1, ackers: int = 1) -> Plan:
    return Plan(messages={"m1": "abc"}, bolts=bolts, make_acker=lambda _: Acker(STORM2), spouts=spouts, ackers=ackers)


ILLEGAL: list[tuple[Callable[[], object], type[IllegalUse], str]] = [
    (lambda: bolt("spout"), ReservedName, "a bolt is named 'spout', as the spout component is; give it another name"),
    (lambda: bolt("acker"), ReservedName, "a bolt is named 'acker', as the acker component is; give it another name"),
    (
        lambda: bolt("split", tasks=0),
        NoTasks,
        "bolt 'split' has 0 tasks; it takes at least 1, or leave the bolt out",
    ),
    (lambda: bolt("split", tasks=-1), NoTasks, "bolt 'split' has -1 tasks; it takes at least 1, or leave the bolt out"),
    (
        lambda: bolt("split", SPOUT, ACKER),
        UnknownComponent,
        "bolt 'split' takes tuples from 'acker', which emits none; name 'spout' or bolts in `after`",
    ),
    (
        lambda: plan(bolt("split"), bolt("count", "split"), bolt("split")),
        DuplicateBolt,
        "two bolts are named 'split'; give one of them another name",
    ),
    (
        lambda: plan(bolt("split"), bolt("count", "splitt")),
        UnknownComponent,
        "bolt 'count' takes tuples from 'splitt', which is no component; name some of spout, split, count in `after`",
    ),
    (
        lambda: plan(spouts=0),
        NoTasks,
        "there are 0 spout tasks; it takes at least 1 to emit what the source holds",
    ),
    (
        lambda: plan(spouts=-1),
        NoTasks,
        "there are -1 spout tasks; it takes at least 1 to emit what the source holds",
    ),
    (lambda: plan(ackers=-1), IllegalUse, "-1 acker tasks; it takes at least 0"),
    (lambda: evolve(plan(), streams=0), IllegalUse, "0 streams of the spout; it takes at least 1"),
    (lambda: evolve(bolt("split"), streams=0), IllegalUse, "0 streams of 'split'; it takes at least 1"),
    (
        lambda: evolve(plan(), executor_tasks=0),
        IllegalUse,
        "0 spout tasks in an executor; it takes at least 1",
    ),
    (
        lambda: evolve(bolt("split"), executor_tasks=0),
        IllegalUse,
        "0 tasks in an executor of 'split'; it takes at least 1",
    ),
]


@pytest.mark.parametrize(("made", "cause", "message"), ILLEGAL, ids=[message for _, _, message in ILLEGAL])
def test_a_plan_that_cannot_run_is_refused_when_it_is_made(
    made: Callable[[], object], cause: type[IllegalUse], message: str
) -> None:
    """The error's class names the cause, and its message gives the remedy."""
    with pytest.raises(IllegalUse) as caught:
        made()
    assert (cause, message) == (type(caught.value), str(caught.value))


def test_a_plan_that_is_changed_is_looked_at_again() -> None:
    """So no plan is ever invalid."""
    with pytest.raises(NoTasks):
        evolve(plan(bolt("split")), spouts=0)


def run(made: Plan) -> list[str]:
    """Return the messages that are done after a plan's topology has settled."""
    topology = Topology(made, (1 << number for number in count()))
    return [each.message for each in topology.step(Settle()) if isinstance(each, Dropped)]


@pytest.mark.parametrize(
    "made",
    [
        plan(),
        plan(bolt("split"), ackers=0),
        plan(bolt("split"), spouts=2, ackers=3),
        plan(bolt("count", "split"), bolt("split", tasks=2)),
        plan(bolt("split"), bolt("join", SPOUT, "split")),
        plan(bolt("split"), BoltPlan("idle", make, after=())),
        plan(bolt("acker-1"), bolt("spouts", "acker-1"), bolt("", "spouts")),
    ],
    ids=["no bolts", "no ackers", "several tasks", "any order", "join", "takes from nobody", "odd names"],
)
def test_a_plan_that_can_run_is_legal(made: Plan) -> None:
    """It may do very little."""
    assert ["m1"] == run(made)


def test_a_cycle_of_bolts_is_legal_and_comes_to_an_end_with_what_they_emit() -> None:
    """A tuple goes round until its value is empty, and then its tree is done."""
    cycle = plan(bolt("there", SPOUT, "back"), bolt("back", "there"))
    assert ["m1"] == run(cycle)
    topology = Topology(plan(bolt("round", SPOUT, "round")), (1 << number for number in count()))
    arrived = [each for each in topology.step(Settle()) if isinstance(each, TupleArrived)]
    assert [TupleArrived(Task("round", 1), name, name) for name in ("t1", "t2", "t3")] == arrived


def test_a_task_is_a_value_and_shown_with_its_index() -> None:
    """Two tasks with equal values are equal."""
    assert {Task("split", 2)} == {Task("split", 2), evolve(Task("split", 2))}
    assert Task("split", 2) not in {Task("split", 1), Task("count", 2)}
    assert ["spout-1", "a-b-12"] == [str(Task("spout", 1)), str(Task("a-b", 12))]


def test_a_plan_counts_the_tasks_of_each_component_from_1() -> None:
    """This holds for the spout and the acker as for bolts."""
    made = plan(bolt("split", tasks=2), ackers=0)
    assert ((Task(SPOUT, 1),), (), (Task("split", 1), Task("split", 2))) == (
        made.tasks_of(SPOUT),
        made.tasks_of(ACKER),
        made.tasks_of("split"),
    )


def test_an_executor_runs_one_task_unless_the_plan_says_otherwise() -> None:
    """This holds for the spout, the acker and bolts; otherwise the executors get their tasks in order."""
    made = plan(bolt("split", tasks=2), evolve(bolt("count", tasks=3), executor_tasks=2), spouts=2, ackers=2)
    for component in (SPOUT, ACKER, "split"):
        assert ((Task(component, 1),), (Task(component, 2),)) == made.executors_of(component)
    count_1, count_2, count_3 = made.tasks_of("count")
    assert ((count_1, count_2), (count_3,)) == made.executors_of("count")


def test_a_bound_of_0_holds_everything_back_unless_the_plan_says_otherwise() -> None:
    """This is SYS-36 under `storm1`; that 0 means no bound is SYS-35 under `storm2`, and has to be requested."""
    assert [] == run(evolve(plan(), max_pending=0))
    assert ["m1"] == run(evolve(plan(), max_pending=0, unbounded_by_zero=True))


@pytest.mark.parametrize(
    ("kind", "by_place"),
    [
        (Plan, []),
        (BoltPlan, ["name", "make", "after", "tasks"]),
        (SpoutTupleSent, []),
        (BoltTupleSent, []),
        (AckSent, []),
        (FailSent, []),
        (ResetSent, []),
        (NotificationSent, []),
    ],
)
def test_what_has_many_parts_is_made_by_keyword(kind: type, by_place: list[str]) -> None:
    """Several fields have one type, so that swapping two would not be noticed."""
    parameters = inspect.signature(kind).parameters.values()
    assert by_place == [each.name for each in parameters if each.kind is not inspect.Parameter.KEYWORD_ONLY]
