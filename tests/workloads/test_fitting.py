"""Workloads that respect a target's assumptions about its transport."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import cast

import pytest
from ackproof.components import results_of
from ackproof.components.acker import AckerResult
from ackproof.components.topology import MORE_TIME, Activate, Deactivate, Deliver, NextTuple, Stop, Wiring
from ackproof.engine.examination.drawing import drawn, number_of_examples
from ackproof.engine.plan import Examination, Selection, examinations
from ackproof.oracle.lives import Chronicle
from ackproof.rules.registry import Premises
from ackproof.target import (
    ASSUMPTIONS,
    DISTINCT_ACKS,
    IN_ORDER,
    INIT_FIRST,
    NO_DUPLICATES,
    NO_STRAYS,
    PROFILES,
    WIRED,
    Target,
)
from ackproof.targets import reference, topology
from ackproof.verdict import ENOUGH
from ackproof.workloads.acker import AckerWorkload, Step
from ackproof.workloads.fitting import fitted, kept_to
from ackproof.workloads.rotating_map import BUCKETS
from ackproof.workloads.sizes.rotating_map import SizedMapWorkload
from ackproof.workloads.topologies.workload import TopologyWorkload
from ackproof.workloads.worked_examples import EXAMPLES, worked_example
from attrs import evolve
from wrong_ackers import right

RULES = ("ACK-05", "ACK-09", "ACK-14", "ACK-21", "RTE-02")
"""Rules with very different workloads: twins, disturbances, ticks, resets that begin records, several acker tasks."""

EVERY = tuple(ASSUMPTIONS)
EXAMPLES_EACH = 25


def drawn_from(rules: Sequence[str], count: int = EXAMPLES_EACH) -> Iterator[AckerWorkload]:
    """Yield workloads of rules, under both profiles."""
    for rule in rules:
        for examination in examinations(Selection(rule=rule), PROFILES):
            for number in range(count):
                yield cast("AckerWorkload", drawn(examination, 7, number))


def answered(target: Target, workload: AckerWorkload) -> Chronicle:
    """Return a target's answers to a workload."""
    component = target.open("acker", workload.config)
    return Chronicle(workload, list(results_of(AckerResult, component.apply(workload.operations))))


def kinds(steps: Sequence[Step], *ops: str) -> list[Step]:
    """Return the steps of those kinds."""
    return [step for step in steps if step.op in ops]


@pytest.mark.parametrize("assumptions", [(INIT_FIRST,), EVERY], ids=str)
@pytest.mark.parametrize("make", [reference.make, right.idempotent_init], ids=["reference", "idempotent"])
def test_a_life_that_has_an_init_begins_with_it(make: right.Factory, assumptions: tuple[str, ...]) -> None:
    """This is checked for every right acker, whether a repeated init counts or not."""
    target = make()
    moved = 0
    for workload in drawn_from(RULES[:-1]):
        fitted = kept_to(workload, assumptions)
        moved += fitted.steps != workload.steps
        for moment in answered(target, fitted).moments:
            assert not moment.after.inits or moment.after.begun_by == "init", fitted.steps
    assert moved > 15


@pytest.mark.parametrize("assumptions", [(NO_STRAYS,), EVERY], ids=str)
def test_nothing_comes_that_nobody_sent(assumptions: tuple[str, ...]) -> None:
    """Every init, ack and fail is one of the forest's."""
    strays = 0
    for workload in drawn_from(RULES):
        fitted = kept_to(workload, assumptions)
        strays += any(step.sent is None for step in kinds(workload.steps, "ack", "fail"))
        assert all(step.sent is not None for step in kinds(fitted.steps, "init", "ack", "fail"))
    assert strays > 15


@pytest.mark.parametrize("assumptions", [(NO_DUPLICATES,), EVERY], ids=str)
def test_nothing_comes_twice(assumptions: tuple[str, ...]) -> None:
    """No root has two inits, not even from two emissions of the same root."""
    repeated = 0
    for workload in drawn_from(RULES):
        fitted = kept_to(workload, assumptions)
        inits = [step.root for step in kinds(fitted.steps, "init")]
        sent = [step.sent for step in kinds(fitted.steps, "init", "ack", "fail") if step.sent is not None]
        repeated += len(kinds(workload.steps, "init")) > len(inits)
        assert len(set(inits)) == len(inits)
        assert len(set(sent)) == len(sent)
    assert repeated > 15


@pytest.mark.parametrize("assumptions", [(DISTINCT_ACKS,), (NO_DUPLICATES, DISTINCT_ACKS), EVERY], ids=str)
def test_no_two_acks_of_a_root_have_one_value(assumptions: tuple[str, ...]) -> None:
    """Neither a duplicate nor an accidental equality of narrow ids remains."""
    alike = 0
    for workload in drawn_from(RULES):
        fitted = kept_to(workload, assumptions)
        acks = [(step.root, fitted.value_of(step.edges)) for step in kinds(fitted.steps, "ack")]
        alike += len(kinds(workload.steps, "ack")) > len(acks)
        assert len(set(acks)) == len(acks)
    assert alike > 15


@pytest.mark.parametrize("assumptions", [(IN_ORDER,), (IN_ORDER, INIT_FIRST), EVERY], ids=str)
def test_each_sender_is_heard_in_order(assumptions: tuple[str, ...]) -> None:
    """A spout task is a sender, and the bolts together are one. This assumption alone changes only the order."""
    reordered = 0
    for workload in drawn_from(RULES):
        fitted = kept_to(workload, assumptions)
        reordered += fitted.steps != workload.steps
        first: defaultdict[int | None, list[int]] = defaultdict(list)
        for step in fitted.steps:
            own = first[step.task if step.op == "init" else None]
            if step.sent is not None and step.sent not in own:
                own.append(step.sent)
        assert all(own == sorted(own) for own in first.values())
        if assumptions == (IN_ORDER,):
            assert sorted(map(repr, workload.steps)) == sorted(map(repr, fitted.steps))
    assert reordered > 50


@pytest.mark.parametrize("assumptions", [*((name,) for name in ASSUMPTIONS), EVERY], ids=str)
def test_what_keeps_to_an_assumption_is_left_as_it_is(assumptions: tuple[str, ...]) -> None:
    """So a workload that is shrunk may be fitted again and again."""
    for workload in drawn_from(RULES):
        fitted = kept_to(workload, assumptions)
        assert fitted == kept_to(fitted, assumptions)


@pytest.mark.parametrize("title", EXAMPLES)
def test_a_worked_example_is_whole_or_empty(title: str) -> None:
    """The acker's answers in it are written for its order."""
    example = worked_example(title, "storm2")
    fitted = kept_to(example, EVERY)
    assert fitted.steps == (() if title == "a DAG" else example.steps)


def tallied(examination: Examination, assumptions: Sequence[str], examples: int) -> Premises:
    """Count the premises of a rule over workloads that respect assumptions."""
    premises = Premises()
    target = reference.make()
    known = target.describe()
    description = evolve(known, capabilities=known.capabilities.union(assumptions))
    for number in range(examples):
        workload = cast("AckerWorkload", fitted(drawn(examination, 3, number), description))
        results = target.open("acker", workload.config).apply(workload.operations)
        examination.check.check(examination.check.observe(workload, results), premises)
    return premises


FITTED_RULES = [
    examination
    for examination in examinations(Selection(component="acker"), PROFILES)
    if examination.rule.id not in ("ACK-28", "DUR-01")  # thousands of trees, in order anyway; a target that is killed
]
EXCLUDED = [
    examination
    for examination in FITTED_RULES
    if examination.rule.id != "ACK-34" and any(premise.excluded_by for premise in examination.check.premises)
]
"""Pairs in which an assumption excludes a premise, except the one with a thousand trees in each workload."""


@pytest.mark.parametrize(
    "examination", EXCLUDED, ids=lambda examination: f"{examination.rule.id}-{examination.profile}"
)
def test_an_excluded_premise_is_met_hardly_ever(examination: Examination) -> None:
    """An assumption excludes its messages; fewer examples than those of a certificate show this."""
    for name in {name for premise in examination.check.premises for name in premise.excluded_by}:
        examples = min(100, number_of_examples(examination.check, 300))
        met = tallied(examination, [name], examples).met
        assert not [
            each.name for each in examination.check.premises if name in each.excluded_by and met[each.name] > ENOUGH
        ]


@pytest.mark.slow
@pytest.mark.parametrize(
    "examination", FITTED_RULES, ids=lambda examination: f"{examination.rule.id}-{examination.profile}"
)
def test_every_other_premise_is_met_often_enough(examination: Examination) -> None:
    """This holds for each assumption alone and for all of them, so that no assumption makes a certificate
    inconclusive.
    """
    for assumptions in (*((name,) for name in ASSUMPTIONS), EVERY):
        met = tallied(examination, assumptions, number_of_examples(examination.check, 300)).met
        possible = [each.name for each in examination.check.premises if not set(each.excluded_by) & set(assumptions)]
        assert not {name: met[name] for name in possible if met[name] < ENOUGH}


@pytest.mark.parametrize("profile", PROFILES)
def test_a_map_is_opened_with_a_number_of_buckets_where_that_is_claimed(profile: str) -> None:
    """Large maps are too: with the number of the profile, and with another. Without the claim the sizes are the same,
    and the history is the same as with the number of the profile.
    """
    examination = examinations(Selection(rule="RM-13"), [profile])[0]
    sizes = examination.check.sizes
    assert sizes is not None
    given = set()
    for number in range(3 * sizes.scenarios):
        workload = drawn(examination, 0, number)
        assert isinstance(workload, SizedMapWorkload)
        given.add(workload.config.buckets)
        assert workload is fitted(workload, reference.make().describe())
        own = fitted(workload, evolve(reference.make().describe(), capabilities=frozenset()))
        assert isinstance(own, SizedMapWorkload)
        assert (own.config.buckets, own.buckets) == (None, BUCKETS[profile])
        assert own.reached == pytest.approx(workload.reached, abs=workload.size // 100)
        if workload.buckets == BUCKETS[profile]:
            assert own.steps == workload.steps
    assert given == {None, BUCKETS[profile], 5}


def claimed(workload: TopologyWorkload, *without: str) -> TopologyWorkload:
    """Return a workload fitted to the topology of the reference, without some of its capabilities."""
    description = topology.make().describe()
    fewer = evolve(description, capabilities=description.capabilities - set(without))
    return cast("TopologyWorkload", fitted(workload, fewer))


@pytest.mark.parametrize("rule", ["SYS-33", "SYS-36", "SYS-38", "SYS-40"])
def test_a_topology_is_asked_for_nothing_that_it_does_not_claim(rule: str) -> None:
    """A target with all capabilities gets the whole workload; one with none gets none of their operations."""
    for number in range(EXAMPLES_EACH):
        for examination in examinations(Selection(rule=rule), PROFILES):
            whole = cast("TopologyWorkload", drawn(examination, 7, number))
            assert whole == claimed(whole)
            plain = claimed(whole, *WIRED, MORE_TIME)
            wiring = plain.config.wiring
            assert wiring == Wiring(
                messages=whole.config.wiring.messages,
                bolts=tuple(evolve(bolt, executor_tasks=1, takes=(), streams=1) for bolt in whole.config.wiring.bolts),
                max_pending=whole.config.wiring.max_pending or None,
            )
            assert not any(isinstance(step, Deactivate | Activate | Stop) for step in plain.steps)
            assert {1} >= {step.most for step in plain.steps if isinstance(step, NextTuple)}
            assert MORE_TIME not in {step.conduct for step in plain.steps if isinstance(step, Deliver)}


@pytest.mark.parametrize(
    "rule", ["ACK-02", "ACK-03", "ACK-05", "ACK-08", "ACK-09", "ACK-10", "ACK-12", "ACK-27", "ACK-35"]
)
def test_a_target_that_does_not_route_gets_the_same_for_one_acker_task(rule: str) -> None:
    """Only the number of acker tasks differs: what follows from it is drawn last."""
    routes = reference.make().describe()
    alone = evolve(routes, capabilities=routes.capabilities - {"acker-tasks"})
    drawn_for_several = [each for each in drawn_from([rule], 60) if each.config.tasks > 1]
    assert len(drawn_for_several) > 20
    for workload in drawn_for_several:
        assert fitted(workload, routes) is workload
        for_one = cast("AckerWorkload", fitted(workload, alone))
        assert evolve(workload.config, tasks=1) == for_one.config
        assert for_one.steps == workload.steps


def test_ticks_of_one_acker_task_are_ticks_of_the_only_one() -> None:
    """A target that does not route is sent no other."""
    steps = (Step(op="tick", acker=1), Step(op="tick"))
    workload = evolve(next(drawn_from(["RTE-02"])), steps=steps)
    routes = reference.make().describe()
    alone = evolve(routes, capabilities=routes.capabilities - {"acker-tasks"})
    assert workload.config.tasks > 1
    sent = [cast("AckerWorkload", fitted(workload, each)).steps for each in (alone, routes)]
    assert sent == [(Step(op="tick"), Step(op="tick")), steps]
