"""Wrong ackers, bolts and spouts about rates: the rule that is about the mistake finds it."""

import pytest

from .verdicts import SEEDS, is_found, wrong_targets

WRONG = wrong_targets("rates")


@pytest.mark.parametrize(
    "seed", [pytest.param(seed, marks=[pytest.mark.slow] if seed else []) for seed in SEEDS], ids="seed{}".format
)
@pytest.mark.parametrize("target", WRONG)
def test_the_rule_that_is_about_it_fails(target: str, seed: int) -> None:
    """By default settings, under every profile that the rule has."""
    found = is_found(target, WRONG[target], seed)
    assert dict.fromkeys(found, True) == found
