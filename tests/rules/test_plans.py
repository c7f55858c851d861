"""Rules on the plan of a topology: what their decorator does for them."""

from collections.abc import Mapping, Sequence

import pytest
from ackproof.components.happenings import AckNotification
from ackproof.components.topology import (
    BoltShape,
    Deliver,
    Die,
    Double,
    NextTuple,
    Pause,
    Resume,
    Subscription,
    TaskTick,
    TopologyOperation,
)
from ackproof.engine.discovery import discover
from ackproof.engine.examination.drawing import drawn
from ackproof.engine.plan import Selection, examinations
from ackproof.oracle.histories import TopologyChronicle
from ackproof.oracle.lapses import Occasion
from ackproof.rules.registry import Premises, Violation, all_checks
from attrs import evolve
from common.chronicles import altered, played, played_by_two, premises_met, violated
from common.topologies import REPORTS, TUPLES, WORDS

Steps = tuple[TopologyOperation, ...]

ON_THE_PLAN = [f"SYS-{number}" for number in (*range(19, 30), 33, 34, 35, 37, 38, 40)]

EXAMPLES = 5


@pytest.mark.parametrize("rule", ON_THE_PLAN)
def test_each_occasion_that_a_rule_names_is_counted(rule: str) -> None:
    """It is counted as often as the plan met it."""
    (examination, *_) = examinations(Selection(rule=rule), ("storm2",))
    driver = discover.find("topology-reference")
    for number in range(EXAMPLES):
        workload = drawn(examination, 0, number)
        seen = examination.check.observe(workload, driver.run(workload.run))
        assert isinstance(seen, TopologyChronicle)
        premises = Premises()
        examination.check.check(seen, premises)
        named = {each.name for each in examination.check.premises} & {*Occasion}
        assert named
        assert {name: seen.judged.occasions[Occasion(name)] for name in named} == {
            name: premises.met[name] for name in named
        }
    driver.close()


@pytest.mark.parametrize(
    ("rule", "mutant"),
    [("SYS-22", "the-newest-message-arrives-first"), ("SYS-28", "all-ackers-hear-each-tick")],
)
def test_a_lapse_in_a_part_of_the_plan_breaks_its_rule(rule: str, mutant: str) -> None:
    """This holds also for a rule whose function checks nothing else."""
    (examination, *_) = examinations(Selection(rule=rule), ("storm2",))
    driver = discover.find(f"mutant:{mutant}", component="topology")
    found = []
    for number in range(20 * EXAMPLES):
        workload = drawn(examination, 0, number)
        try:
            examination.check.check(examination.check.observe(workload, driver.run(workload.run)), Premises())
        except Violation as violation:
            found.append(violation)
    driver.close()
    assert found


ONE = (BoltShape(name="count", fan=0),)
TWO = (*ONE, BoltShape(name="a", after=(), fan=0))
LOOSE = (BoltShape(name="count", kind="loose"), BoltShape(name="store", after=("count",), fan=0))
EMIT, TICK, TOCK = NextTuple("spout-1"), TaskTick("spout-1"), TaskTick("acker-1")
UNDER_WAY = (EMIT, TUPLES)
HOLD, GO_ON = Pause("acker-1"), Resume("acker-1")
IN_PAUSE = (HOLD, TOCK, GO_ON)
CALLED, FAILED = "called-ack spout-1 m1/1: m1", "called-fail spout-1 m1/1: m1"
SAYS = "m1/1 is done and acker-1 has all messages of it, but does not say ack"

BESIDE_A_PAUSE = "a tree is done after its acker task was ticked in a pause"
BESIDE_A_DEATH = "a tree is done after another task than its acker task has died"
BESIDE_A_TICK = "a tree is done after another task than its acker task had a tick"


def silent(seen: TopologyChronicle) -> TopologyChronicle:
    """Return the oracle's view of a history in which no acker task says ack."""
    results = [
        evolve(result, happenings=tuple(each for each in result.happenings if not isinstance(each, AckNotification)))
        for result in seen.results
    ]
    return evolve(seen, results=results)


def test_a_rule_on_the_plan_is_named_after_its_own_function() -> None:
    """`ackproof rules` shows that name, and the module that it is in; the plan judges before that function does."""
    check = all_checks()["SYS-22"]
    assert ("what_is_under_way_arrives", "ackproof.rules.topology.plans") == (check.name, check.check.__module__)
    gone: dict[str | int, Sequence[str]] = {
        "arrives count-1 t1: t1": (),
        "acks count-1 t1": (),
        "ack count-1 > acker-1 a2: m1/1 t1": (),
    }
    expected = (1, "t1 was under way from spout-1 to count-1, and did not arrive")
    assert expected == violated("SYS-22", altered(played(*UNDER_WAY, bolts=ONE, messages=("m1",)), gone))


@pytest.mark.parametrize(
    ("rule", "steps", "premise"),
    [
        ("SYS-22", (EMIT, EMIT, Deliver("spout-1", "count-1", 1)), "a message overtakes others"),
        ("SYS-24", (EMIT, Die("count-1"), TUPLES), "a message arrives at the successor of a dead task"),
    ],
)
def test_what_depends_on_the_order_of_events_is_not_asked_of_real_time(rule: str, steps: Steps, premise: str) -> None:
    """Nobody controls that order there, so this premise of the rule may stay unmet, and no other."""
    assert 1 == premises_met(rule, played(*steps, bolts=ONE))[premise]
    assert [premise] == [each.name for each in all_checks()[rule].premises if each.by_chance]


@pytest.mark.parametrize(
    ("rule", "premise", "steps", "at", "aside"),
    [
        ("SYS-23", BESIDE_A_PAUSE, (*UNDER_WAY, *IN_PAUSE, REPORTS), 5, "it was paused when it was ticked at step 4"),
        (
            "SYS-23",
            BESIDE_A_PAUSE,
            (*UNDER_WAY, HOLD, TOCK, TICK, TOCK, GO_ON, REPORTS),
            7,
            "it was paused when it was ticked at step 4",
        ),
        ("SYS-23", BESIDE_A_PAUSE, (*UNDER_WAY, REPORTS), None, ""),
        ("SYS-23", BESIDE_A_PAUSE, (*IN_PAUSE, *UNDER_WAY, REPORTS), None, ""),
        ("SYS-23", BESIDE_A_PAUSE, (*UNDER_WAY, REPORTS, *IN_PAUSE), None, ""),
        ("SYS-23", BESIDE_A_PAUSE, (*UNDER_WAY, TOCK, REPORTS), None, ""),
        ("SYS-23", BESIDE_A_PAUSE, (*UNDER_WAY, Pause("spout-1"), TICK, Resume("spout-1"), REPORTS), None, ""),
        ("SYS-24", BESIDE_A_DEATH, (*UNDER_WAY, Die("count-1"), REPORTS), 3, "count-1 died, and had no part in that"),
        (
            "SYS-24",
            BESIDE_A_DEATH,
            (*UNDER_WAY, Die("spout-1"), Die("count-1"), REPORTS),
            4,
            "spout-1 died, and had no part in that",
        ),
        ("SYS-24", BESIDE_A_DEATH, (Die("count-1"), *UNDER_WAY, REPORTS), None, ""),
        ("SYS-24", BESIDE_A_DEATH, (*UNDER_WAY, REPORTS, Die("count-1")), None, ""),
        ("SYS-24", BESIDE_A_DEATH, (*UNDER_WAY, Die("acker-1"), REPORTS), None, ""),
        ("SYS-28", BESIDE_A_TICK, (*UNDER_WAY, TICK, REPORTS), 3, "spout-1 had a tick, and acker-1 had none"),
        ("SYS-28", BESIDE_A_TICK, (*UNDER_WAY, TaskTick("a-1"), REPORTS), 3, "a-1 had a tick, and acker-1 had none"),
        (
            "SYS-28",
            BESIDE_A_TICK,
            (*UNDER_WAY, TICK, TaskTick("count-1"), REPORTS),
            4,
            "spout-1 had a tick, and acker-1 had none",
        ),
        ("SYS-28", BESIDE_A_TICK, (TICK, *UNDER_WAY, REPORTS), None, ""),
        ("SYS-28", BESIDE_A_TICK, (*UNDER_WAY, REPORTS, TICK), None, ""),
        ("SYS-28", BESIDE_A_TICK, (*UNDER_WAY, TICK, TOCK, REPORTS), None, ""),
    ],
)
def test_a_tree_is_acked_whatever_happens_beside_it(
    rule: str, premise: str, steps: Steps, at: int | None, aside: str
) -> None:
    """It happens between the emission and the last message of the tree, to a task that has no part in that."""
    seen = played(*steps, bolts=TWO, messages=("m1",))
    assert (0 if at is None else 1) == premises_met(rule, seen).get(premise, 0)
    assert (None if at is None else (at, f"{SAYS}; {aside}")) == violated(rule, silent(seen))


@pytest.mark.parametrize(
    ("said", "right"),
    [
        (("says-ack acker-1 > spout-1 w1: m1/1",), True),
        (("says-fail acker-1 > spout-1 w1: m1/1",), False),
        (("says-ack acker-1 > spout-1 w1: m0/1",), False),
        (("says-ack acker-1 > spout-1 w1: m2/1",), False),
        ((), False),
    ],
)
def test_it_is_acked_as_the_tree_that_it_is(said: Sequence[str], *, right: bool) -> None:
    """Another notification, or one of another tree, is none."""
    seen = altered(
        played(*UNDER_WAY, TICK, REPORTS, bolts=ONE, messages=("m1",)), {"says-ack acker-1 > spout-1 w1: m1/1": said}
    )
    expected = (3, f"{SAYS}; spout-1 had a tick, and acker-1 had none")
    assert (None if right else expected) == violated("SYS-28", seen)


def test_a_tree_with_a_loose_tuple_is_another_matter() -> None:
    """SYS-11 judges it."""
    seen = played(EMIT, Deliver("spout-1", "count-1"), TICK, REPORTS, bolts=LOOSE, messages=("m1",))
    assert violated("SYS-28", silent(seen)) is None


def test_trees_that_were_emitted_at_once_are_acked_each() -> None:
    """SYS-35: the first of them is not acked here."""
    seen = played_by_two(NextTuple("spout-1", most=2), TUPLES, REPORTS)
    expected = (2, f"{SAYS}; others were emitted with it")
    assert (None, expected) == (violated("SYS-35", seen), violated("SYS-35", silent(seen)))


def test_of_a_tree_that_was_emitted_alone_nothing_else_is_told() -> None:
    """SYS-33 and SYS-35: there are no mates of its spout task, and no others that were emitted with it."""
    seen = silent(played_by_two(EMIT, NextTuple("spout-2"), TUPLES, REPORTS))
    assert ((3, SAYS), (3, SAYS)) == (violated("SYS-33", seen), violated("SYS-35", seen))
    together = silent(played_by_two(EMIT, TUPLES, REPORTS, executor_tasks=2))
    assert (2, f"{SAYS}; its spout task shares an executor") == violated("SYS-33", together)


def to_all(*, tasks: int = 2, of: str = "spout") -> BoltShape:
    """Return a bolt whose tasks each get a copy of all tuples of a component."""
    return BoltShape(name="count", after=(of,), tasks=tasks, fan=0, takes=(Subscription(of, grouping="all"),))


COPIED = (to_all(),)
PASSED = (BoltShape(name="split"), to_all(of="split"))
COPY_DONE, COPY_APART = (
    "a tree is done in which a tuple went to each of several tasks",
    "the copies of a tuple are acked at different times",
)
TO_ONE, TO_OTHER = Deliver("spout-1", "count-1"), Deliver("spout-1", "count-2")
APART = (TO_ONE, TO_OTHER)


@pytest.mark.parametrize(
    ("steps", "bolts", "met"),
    [
        ((EMIT, *APART, REPORTS), COPIED, {COPY_DONE: 1, COPY_APART: 1}),
        ((EMIT, *APART, REPORTS), (BoltShape(name="store", fan=0), *COPIED), {COPY_APART: 1}),
        ((EMIT, TUPLES, REPORTS), COPIED, {COPY_DONE: 1}),
        ((EMIT, TUPLES, REPORTS), (BoltShape(name="store", fan=0), *COPIED), {COPY_DONE: 1}),
        ((EMIT, TUPLES, REPORTS), PASSED, {COPY_DONE: 1}),
        ((EMIT, TUPLES, REPORTS), (to_all(tasks=1),), {}),
        ((EMIT, TUPLES, REPORTS), (BoltShape(name="count", tasks=2, fan=0),), {}),
        ((EMIT,), COPIED, {}),
        ((EMIT, TO_ONE), COPIED, {}),
        ((EMIT, *[evolve(each, conduct="give-up") for each in APART], REPORTS, WORDS), COPIED, {}),
        ((EMIT, Double("spout-1", "acker-1"), REPORTS, WORDS), COPIED, {}),
        ((EMIT, TUPLES, TOCK, REPORTS), COPIED, {}),
    ],
)
def test_copies_of_a_tuple_are_counted(steps: Steps, bolts: tuple[BoltShape, ...], met: Mapping[str, int]) -> None:
    """A tuple has copies if it goes to each of several tasks, not to one of them."""
    assert met == premises_met("SYS-30", played(*steps, bolts=bolts, messages=("m1",)))


@pytest.mark.parametrize(
    ("steps", "bolts", "changes", "violation"),
    [
        ((EMIT,), COPIED, {0: (CALLED,)}, (0, "t1, one of 2 copies of a tuple, was not processed at count-1")),
        ((EMIT,), COPIED, {0: (FAILED,)}, None),
        ((EMIT, TO_ONE), COPIED, {1: (CALLED,)}, (1, "t2, one of 2 copies of a tuple, was not processed at count-2")),
        (
            (EMIT, TO_ONE),
            (to_all(tasks=3),),
            {1: (CALLED,)},
            (1, "t2, one of 3 copies of a tuple, was not processed at count-2"),
        ),
        ((EMIT, TO_ONE, TO_OTHER), COPIED, {2: (CALLED,)}, None),
        (
            (EMIT, TO_ONE, TO_OTHER),
            COPIED,
            {1: (CALLED,)},
            (1, "t2, one of 2 copies of a tuple, was not processed at count-2"),
        ),
        (
            (EMIT, Deliver("spout-1", "split-1"), TICK),
            PASSED,
            {"tuple split-1 > count-2 t3: t1": ("tuple split-1 > count-2 t3",), 2: (CALLED,)},
            (2, "t2, one of 2 copies of a tuple, was not processed at count-1"),
        ),
    ],
)
def test_a_tree_is_not_acked_before_each_copy_is_processed(
    steps: Steps,
    bolts: tuple[BoltShape, ...],
    changes: Mapping[str | int, Sequence[str]],
    violation: tuple[int, str] | None,
) -> None:
    """The copies are of the tree of the first: SYS-20 judges the anchors of the others."""
    seen = altered(played(*steps, bolts=bolts, messages=("m1",)), changes)
    expected = violation and (violation[0], f"spout-1 was told ack of m1/1, and {violation[1]}")
    assert expected == violated("SYS-30", seen)


def test_a_tree_is_acked_when_each_copy_is_processed() -> None:
    """It is not acked here."""
    seen = silent(played(EMIT, TUPLES, REPORTS, bolts=COPIED, messages=("m1",)))
    assert (2, f"{SAYS}; it has several copies of a tuple") == violated("SYS-30", seen)
