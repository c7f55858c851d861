"""More wrong ackers, and wrong machines of the other components: the rule that is about the mistake finds it."""

from typing import Any

import pytest

from .verdicts import SEEDS, is_found, wrong_targets

MODULES = ("records", "ages", "numbers", "inputs", "maps", "bolts", "spouts", "routings")

WRONG = {target: rule for module in MODULES for target, rule in wrong_targets(module).items()}


def test_there_are_wrong_targets_for_every_component() -> None:
    """A module that defines none would let this whole file pass."""
    assert {"ACK", "ANC", "RM", "RTE", "SPT"} == {rule.split("-")[0] for rule in WRONG.values()}


NOT_YET = {
    "ages:reset_needs_a_record": "ACK-21 looks at what is due, and the missing record shows where nothing is due",
    "maps:takes_its_own_buckets": "only RM-01 configures buckets, and it looks at the opening alone",
}
"""Wrong targets that the rule that is about their mistake does not find."""

FOUND_BY_ANOTHER = ("ages:reset_needs_a_record",)


def cases() -> list[Any]:
    marks = {f"wrong_ackers.{name}": pytest.mark.xfail(reason=reason) for name, reason in NOT_YET.items()}
    return [pytest.param(target, id=target.partition(".")[2], marks=marks.get(target, ())) for target in WRONG]


@pytest.mark.parametrize(
    "seed", [pytest.param(seed, marks=[pytest.mark.slow] if seed else []) for seed in SEEDS], ids="seed{}".format
)
@pytest.mark.parametrize("target", cases())
def test_the_rule_that_is_about_it_fails(target: str, seed: int) -> None:
    """By default settings, under every profile that the rule has."""
    found = is_found(target, WRONG[target], seed)
    assert dict.fromkeys(found, True) == found


@pytest.mark.parametrize("name", FOUND_BY_ANOTHER)
def test_what_its_own_rule_does_not_find_another_does(name: str) -> None:
    """The certificate is a violation all the same: the rule that agrees with the reference sees to that."""
    assert any(is_found(f"wrong_ackers.{name}", "ACK-27", 0).values())
