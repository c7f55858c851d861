"""One example, drawn in two ways: from its seed, and by Hypothesis, which has to shrink it."""

import random
from typing import Any

import hypothesis
import pytest
from ackproof.engine.examination.drawing import Recent
from ackproof.engine.kills.kill import all_examinations, is_statistical
from ackproof.rules.registry import RuleCheck, all_checks
from ackproof.workloads.choices import SeededChoices, example
from ackproof.workloads.hypothesis_draws import Unprinted, drawn_by, examples_of
from attrs import evolve
from hypothesis import HealthCheck, Phase

PLAIN_FIRST = 2
"""Hypothesis draws the simplest example before any other."""


def drawn_by_hypothesis(check: RuleCheck, seed: str) -> list[Any]:
    """Return the examples that Hypothesis draws: the simplest one, and that of the seed."""
    drawn: list[Any] = []
    with examples_of(seed) as backend:

        @hypothesis.settings(
            backend=backend,
            max_examples=PLAIN_FIRST,
            database=None,
            deadline=None,
            phases=(Phase.generate,),
            suppress_health_check=list(HealthCheck),
        )
        @hypothesis.given(drawn_by(check.model("storm2")))
        def draw(unprinted: Unprinted[Any]) -> None:
            drawn.append(unprinted.value)

        draw()
    return drawn


@pytest.mark.parametrize("rule", all_checks())
def test_hypothesis_draws_the_example_of_the_seed(rule: str) -> None:
    """This includes narrow, colliding, long and disturbed ones. One example of a statistical rule is thousands of
    draws.
    """
    check = all_checks()[rule]
    for number in range(1 if is_statistical(rule) else 4):
        seed = f"{rule} draws {number}"
        assert example(check.model("storm2"), seed) == drawn_by_hypothesis(check, seed)[-1], seed


def test_an_example_follows_from_its_seed_alone() -> None:
    """It is the same when drawn again after others; another seed gives another example."""
    model = all_checks()["ACK-03"].model("storm1")
    first = [example(model, f"seed {number}") for number in range(8)]
    assert first == [example(model, f"seed {number}") for number in reversed(range(8))][::-1]
    assert 8 == len({repr(each) for each in first})


def test_every_answer_of_a_range_is_drawn_and_none_beyond_it() -> None:
    """Both ends are included."""
    choices = SeededChoices(random.Random(0))
    for low, high in ((0, 0), (0, 1), (3, 5), (-2, 2)):
        assert set(range(low, high + 1)) == {choices.integer(low, high) for _ in range(200)}


def test_examples_are_shared_by_targets_and_not_by_checks() -> None:
    """A check of the same rule with other workloads draws its own examples."""
    (examination,) = (each for each in all_examinations(["ACK-07"]) if each.profile == "storm2")
    other = evolve(examination, check=evolve(examination.check, grow=all_examinations(["ACK-33"])[0].check.grow))
    recent = Recent()
    shared = recent.examples(examination, 0).example(0)
    assert shared is recent.examples(examination, 0).example(0)
    assert shared.workload != recent.examples(other, 0).example(0).workload


def test_maps_are_asked_for_any_number_of_buckets() -> None:
    """RM-01 has numbers below 0, and RM-12 none that has to be refused."""
    asked: dict[str, set[int | None]] = {"RM-01": set(), "RM-12": set()}
    for rule, numbers in asked.items():
        model = all_checks()[rule].model("storm1")
        numbers.update(example(model, f"{rule} {number}").run.config.buckets for number in range(100))
    assert asked == {"RM-01": {-(1 << 31), -1, 0, 1, 2, 3, 4, 5}, "RM-12": {2, 3, 4, 5, 6, 7}}


def test_hypothesis_prints_no_large_workload() -> None:
    """It would print each of thousands of draws when it tells which example fails."""

    @hypothesis.settings(max_examples=1, database=None, suppress_health_check=list(HealthCheck))
    @hypothesis.given(drawn_by(all_checks()["IDS-01"].model("storm2")))
    def fails(unprinted: Unprinted[Any]) -> None:
        raise AssertionError(unprinted.value)

    with pytest.raises(AssertionError) as failed:
        fails()
    assert any("<ManyDraws>" in note for note in failed.value.__notes__)
    assert max(map(len, failed.value.__notes__)) < 1_000
