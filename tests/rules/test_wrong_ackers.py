"""Wrong ackers, bolts and spouts in the statistical rules: the rule for each mistake finds it."""

from collections.abc import Iterator
from typing import Any
from unittest import mock

import pytest
from ackproof.engine.examination import drawing
from ackproof.engine.plan import Examination
from common.verdicts import SEEDS, is_found, wrong_targets

WRONG = wrong_targets("rates")


@pytest.fixture(scope="module", autouse=True)
def drawn_once() -> Iterator[None]:
    """Draw each example once for all targets. An example of a statistical rule has thousands of trees."""
    draw = drawing.drawn
    known: dict[tuple[str, str | None, int, int], Any] = {}

    def drawn(examination: Examination, seed: int, number: int) -> Any:
        key = (examination.rule.id, examination.profile, seed, number)
        if key not in known:
            known[key] = draw(examination, seed, number)
        return known[key]

    with mock.patch.object(drawing, "drawn", drawn):
        yield


@pytest.mark.parametrize(
    "seed", [pytest.param(seed, marks=[pytest.mark.slow] if seed else []) for seed in SEEDS], ids="seed{}".format
)
@pytest.mark.parametrize("target", WRONG)
def test_the_rule_that_is_about_it_fails(target: str, seed: int) -> None:
    """It fails with default settings, under every profile of the rule."""
    found = is_found(target, WRONG[target], seed)
    assert dict.fromkeys(found, True) == found
