"""Edge ids that a target drew, matched with those that it was given."""

import random
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pytest
from ackproof.components import Operation, Result, results_of
from ackproof.components.acker import Ack, Fail
from ackproof.components.anchoring import AckTuple, AnchoringResult, Emit, Receive
from ackproof.components.spout import Callback, InitSent, Sent, SpoutEmit, SpoutResult, SpoutTick
from ackproof.engine.discovery import discover
from ackproof.engine.driver import Driver
from ackproof.engine.known import deviations
from ackproof.engine.smoke import smoke
from ackproof.rules.edge_ids import EdgeMatching, first_dependent, in_given_ids, with_fresh_edges
from ackproof.rules.registry import Premises, Violation, all_checks
from ackproof.target import Component, Config, Run
from ackproof.targets import variants
from ackproof.targets.reference import ReferenceTarget
from ackproof.workloads.anchoring import AnchoringMix, grow_anchoring_workload
from ackproof.workloads.choices import Model, example
from ackproof.workloads.spout import SpoutMix, SpoutWorkload, grow_spout_workload
from attrs import define, evolve

EMIT = SpoutEmit(3, 5, "m", (2, 8))


def emitted(first: int, second: int, value: int) -> SpoutResult:
    return SpoutResult((Sent(0, {5: first}), Sent(1, {5: second}), InitSent(5, value, 3)))


@pytest.mark.parametrize(
    ("result", "named"),
    [
        (emitted(70, 80, 70 ^ 80), emitted(2, 8, 10)),
        (emitted(2, 8, 10), emitted(2, 8, 10)),
        (emitted(70, 80, 71 ^ 80), emitted(2, 8, 10 ^ (70 ^ 71))),
        (emitted(70, 80, 10), emitted(2, 8, 70 ^ 80)),
        (emitted(70, 70, 0), emitted(70, 70, 0)),
        (emitted(0, 80, 80), emitted(0, 80, 80)),
        (SpoutResult((Sent(2, {5: 70}),)), SpoutResult((Sent(2, {5: 70}),))),
        (SpoutResult((Sent(7, {5: 70}),)), SpoutResult((Sent(7, {5: 70}),))),
    ],
    ids=[
        *("its own", "the given", "a wrong init", "the init of the given", "twice the same", "zero"),
        *("a receiver behind the last", "no such receiver"),
    ],
)
def test_ids_of_an_emission_are_known_by_their_place(result: SpoutResult, named: SpoutResult) -> None:
    """Only consistent ones are matched; faults in the others remain visible."""
    assert named == in_given_ids(EMIT, result)


def test_numbers_match_as_long_as_they_are_made_of_edges_alike() -> None:
    """An xor of edges has to be that xor on both sides."""
    edges = EdgeMatching()
    assert edges.add(-5, 1)
    assert edges.add(9, 2)
    assert edges.add(-5 ^ 9, 3)
    assert not edges.add(-5 ^ 9 ^ 1, 3)
    assert not edges.add(-5 ^ 9, 4)


def test_the_highest_bit_of_a_number_counts() -> None:
    """It is the sign of a Java long. Numbers that differ in it alone are two edges."""
    edges = EdgeMatching()
    assert edges.add(-(1 << 63), 1)
    assert edges.add(5, 2)
    assert edges.add(5 - (1 << 63), 3)
    assert not EdgeMatching().add(-(1 << 63), 0)


@pytest.mark.parametrize(
    ("numbers", "found"),
    [
        ((5, 9, 2, 5 ^ 9, 0), (3, [0, 1])),
        ((5, 1, 4), (2, [0, 1])),
        ((4, 6, 6), (2, [1])),
        ((1, 0), (1, [])),
        ((-1, (1 << 64) - 1), (1, [0])),
        ((-(1 << 63), 1 << 62, 2), None),
        ((), None),
    ],
)
def test_the_first_number_that_depends_on_others_is_found(
    numbers: Sequence[int], found: tuple[int, list[int]] | None
) -> None:
    """It is found with those before it whose xor it is. A zero is the xor of none."""
    assert found == first_dependent(numbers)


def test_one_edge_for_two_does_not_match() -> None:
    """Two for one do not match either."""
    same = EdgeMatching()
    assert same.add(7, 1)
    assert not same.add(7, 2)
    assert not EdgeMatching().add(0, 1)
    assert not EdgeMatching().add(1, 0)


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        (AnchoringResult(({5: 1},)), AnchoringResult(({6: 1},))),
        (AnchoringResult(({5: 1},)), AnchoringResult(({5: 1}, {5: 2}))),
        (AnchoringResult(messages=(Ack(5, 1),)), AnchoringResult(messages=(Fail(5),))),
        (AnchoringResult(refused="no"), AnchoringResult()),
    ],
)
def test_what_is_no_number_has_to_be_the_same(theirs: AnchoringResult, ours: AnchoringResult) -> None:
    """These are roots, tuples, the kinds of messages, and refusals."""
    assert not EdgeMatching().matches(theirs, ours)
    assert not EdgeMatching().matches(ours, theirs)


@pytest.mark.parametrize(
    "result",
    [
        lambda one, other: AnchoringResult(({5: one}, {5: other})),
        lambda one, other: AnchoringResult(messages=(Ack(5, one), Fail(5), Ack(6, other))),
        lambda one, other: AnchoringResult(({5: one},), (Ack(5, other),)),
    ],
    ids=["tuples", "messages", "a tuple and a message"],
)
def test_all_numbers_of_a_result_are_matched(result: Callable[[int, int], AnchoringResult]) -> None:
    """Two edges that are equal on one side have to be equal on the other."""
    assert EdgeMatching().matches(result(7, 9), result(1, 2))
    assert not EdgeMatching().matches(result(7, 7), result(1, 2))
    assert not EdgeMatching().matches(result(7, 9), result(1, 1))


@define
class OwnIds(ReferenceTarget):
    """The reference, with variants or without, which draws its own edge ids."""

    def open(self, component: str, config: Config) -> Component:
        """Open a component that draws its own edge ids."""
        return _Drawing(super().open(component, config), random.Random(7))


@define
class _Drawing:
    component: Component
    source: random.Random

    def apply(self, operations: Sequence[Operation]) -> Sequence[Result]:
        return self.component.apply(list(map(self._redrawn, operations)))

    def close(self) -> None:
        pass

    def _redrawn(self, operation: Operation) -> Operation:
        match operation:
            case SpoutEmit(_, _, _, edges):
                return evolve(operation, edges=tuple(self._fresh() for _ in edges))
            case Emit(_, _, edges):
                return evolve(operation, edges=tuple(tuple(self._fresh() for _ in row) for row in edges))
        return operation

    def _fresh(self) -> int:
        return self.source.getrandbits(64) - (1 << 63)


GROW: dict[str, Model[Any]] = {
    "spout": partial(grow_spout_workload, profile="storm2", mix=SpoutMix(no_receivers=30, tick=4)),
    "anchoring": partial(grow_anchoring_workload, profile="storm2", mix=AnchoringMix(misuse=50)),
}


@pytest.mark.parametrize(
    ("component", "differences", "others"),
    [
        ("spout", "rotates-for-each-task", "asks-about-empty-trees"),
        ("spout", "asks-about-empty-trees", "rotates-for-each-task"),
        ("spout", "rotates-for-each-task+asks-about-empty-trees", "rotates-for-each-task"),
        ("anchoring", "never-refuses", "zero-first"),
    ],
)
def test_a_variant_agrees_with_what_does_the_same_under_other_ids(
    component: str, differences: str, others: str
) -> None:
    """It does not agree with a target that differs in any visible answer."""
    showed = 0
    for number in range(200):
        run = example(GROW[component], f"{differences} {number}").run
        results = OwnIds("own", variants.parse(differences)).open(component, run.config).apply(run.operations)
        assert deviations.agrees(variants.parse(differences), run, results), run.operations
        assert deviations.agrees(variants.parse(f"{differences}+zero-first"), run, results)
        showed += not deviations.agrees(variants.parse(others), run, results)
    assert showed > 20


def test_a_difference_of_another_component_explains_nothing() -> None:
    """This holds even if everything is right."""
    run = Run("spout", Config(spout_tasks=(3,)), (EMIT, SpoutTick()))
    results = results_of(SpoutResult, ReferenceTarget().open("spout", run.config).apply(run.operations))
    assert deviations.agrees(variants.parse("rotates-for-each-task"), run, results)
    assert not deviations.agrees(variants.parse("never-refuses"), run, results)


def test_what_expires_together_does_so_in_any_order() -> None:
    """But the effects of an emission are in order."""
    operations = (EMIT, SpoutEmit(3, 6, "n", (4,)), SpoutTick(), SpoutTick())
    run = Run("spout", Config(spout_tasks=(3,)), operations)
    *before, last = results_of(SpoutResult, ReferenceTarget().open("spout", run.config).apply(operations))
    variant = variants.parse("asks-about-empty-trees")
    assert [Callback("fail", 3, "m"), Callback("fail", 3, "n")] == list(last.effects)
    assert deviations.agrees(variant, run, [*before, evolve(last, effects=last.effects[::-1])])
    first, *others = before
    assert not deviations.agrees(variant, run, [evolve(first, effects=first.effects[::-1]), *others, last])


def test_smoke_lets_a_target_draw_its_ids() -> None:
    """It counts the runs in which a target does the same as the reference."""
    result = [line for line in smoke(Driver("own", OwnIds)) if "runs as the reference does" in line]
    assert 8 == len(result)  # two profiles of five components; `ids` has draws that cannot be compared
    assert [] == [line for line in result if "20 of 20 runs" not in line]


def test_smoke_compares_no_conversations() -> None:
    """Two right bolts need not write the same lines in the same order, so a number of equal runs would mislead."""
    lines = [*smoke(discover.find("multilang-reference"))]
    assert 2 == len([line for line in lines if "20 runs; certify says" in line])
    assert [] == [line for line in lines if "as the reference does" in line]
    assert "operations in one" in lines[-1]


def test_fresh_edges_are_the_same_each_time_and_only_edges() -> None:
    """Received edges are unchanged."""
    operations: list[Operation] = [Receive("A", {1: 1}), Emit(("B", "C"), ("A", "A"), ((2, 2), (2, 2))), AckTuple("A")]
    fresh = with_fresh_edges(operations)
    assert fresh == with_fresh_edges(operations)
    assert (operations[0], operations[2]) == (fresh[0], fresh[2])
    assert isinstance(fresh[1], Emit)
    assert 4 == len({edge for row in fresh[1].edges for edge in row})


def test_the_differential_rule_lets_a_spout_draw_its_ids() -> None:
    """It still finds faults."""
    check = all_checks()["SPT-16"]
    for number in range(100):
        workload = example(check.model("storm2"), f"{number}")
        right = results_of(SpoutResult, OwnIds().open("spout", workload.config).apply(workload.run.operations))
        check.check(check.observe(workload, right), Premises())
    wrong = [SpoutResult((Sent(0, {5: 70}), Sent(1, {5: 80}), InitSent(5, 70, 3)))]
    with pytest.raises(Violation, match="as the reference does"):
        check.check(check.observe(SpoutWorkload(Config(spout_tasks=(3,)), (EMIT,)), wrong), Premises())
