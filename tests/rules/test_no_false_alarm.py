"""Right targets pass: under either profile, with fewer operations or more capabilities, and for any seed.

`tox -e no-false-alarm` runs 500,000 workloads on right targets.
"""

from collections.abc import Iterator

import pytest
from _pytest.mark import ParameterSet
from ackproof.engine.examination.examine import DEFAULT_EXAMPLES
from ackproof.rules.registry import all_checks
from ackproof.verdict import Outcome
from common.verdicts import SEEDS, verdicts

WRONG = {Outcome.FAIL, Outcome.ERROR}
ALARMS = WRONG | {Outcome.INCONCLUSIVE}

RIGHT = (
    ("right:storm1_only", "ACK-0[2-4]"),
    ("right:storm2_only", "ACK-0[6-9]"),
    ("right:without_ticks", "ACK-0[1-4]"),
    ("right:without_resets", "ACK-0[1-4]"),
    ("right:with_the_least", "ACK-0[1-4]"),
    ("right:idempotent_init", "ACK-0[1-9]"),
    ("right:idempotent_init_that_refreshes", "ACK-1[4-6]"),
    ("right:heron_like", "ACK-0[1-9]"),
    ("right:heron_like", "ACK-1[0-9]"),
    ("right:right_assuming_all", "ACK-0[1-9]"),
    ("right:right_assuming_all", "ACK-3[2-5]"),
    ("inputs:acks_messages", "ACK-24"),
    ("routings:right_routing", "RTE-*"),
)
"""Right targets that differ from the reference, and the rules that might wrongly fail them."""

SECOND = "second.target:make"
RIGHT_IMPLEMENTATIONS = ("reference", SECOND, "ackproof.targets.topology:make")
ENOUGH = 150
"""A number of examples in which every premise is met often enough."""

FEW = 40
"""A number of examples in which a wrong rule fails; it is too small for every premise."""

STARVED_FIRST = ("right:without_ticks", "ACK-0[1-4]")
"""The target whose premises are also checked for every change: without ticks they are met the least."""

SHORT = 12


def alarms(target: str, rule: str | None = None, seed: int = 0, examples: int = DEFAULT_EXAMPLES) -> dict[str, str]:
    """Return the verdicts that are neither a pass nor a skip."""
    found = verdicts(f"wrong_ackers.{target}", rule, seed=seed, examples=examples)
    assert [] != found
    return {f"{each.rule} {each.profile}": each.reason for each in found if each.outcome in ALARMS}


@pytest.mark.parametrize(("target", "rule"), RIGHT)
def test_no_rule_takes_offence_at_what_a_target_lacks_or_adds(target: str, rule: str) -> None:
    """A few workloads are enough for that; how often premises are met is tested elsewhere."""
    found = verdicts(f"wrong_ackers.{target}", rule, examples=FEW)
    assert [] != found
    assert [] == [each for each in found if each.outcome in WRONG]


def test_a_target_that_lacks_something_does_not_starve_a_rule() -> None:
    """Each passes, with every premise met often enough, or is skipped."""
    assert {} == alarms(*STARVED_FIRST, examples=ENOUGH)


@pytest.mark.slow
@pytest.mark.parametrize("examples", [ENOUGH, DEFAULT_EXAMPLES])
@pytest.mark.parametrize(("target", "rule"), RIGHT)
def test_no_target_that_lacks_or_adds_something_starves_a_rule(target: str, rule: str, examples: int) -> None:
    """This is the same test for all of them."""
    assert {} == alarms(target, rule, examples=examples)


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_a_small_right_acker_passes_every_rule(seed: int) -> None:
    """It passes under both profiles, for any seed. It shares no code with the reference."""
    assert {} == alarms("right:right", seed=seed)


def short_campaigns() -> Iterator[ParameterSet]:
    """Yield targets, rules and seeds. Large workloads are slow: the second implementation searches all its state at
    every step, and needs minutes. The published certificates test the reference by the same rules, on many more
    workloads, for each change; here they are for the slow tests.
    """
    for target in RIGHT_IMPLEMENTATIONS:
        for rule, check in all_checks().items():
            for seed in (11, 12):
                is_slow = target != SECOND or seed != 11 or check.sizes is not None
                yield pytest.param(target, rule, seed, marks=[pytest.mark.slow] if is_slow else [])


@pytest.mark.parametrize(("target", "rule", "seed"), [*short_campaigns()])
def test_a_short_campaign_finds_nothing(target: str, rule: str, seed: int) -> None:
    """It runs a few workloads of each rule. They are too few for every premise, so a verdict may be inconclusive."""
    found = verdicts(target, rule, examples=SHORT, seed=seed)
    assert [] != found
    assert [] == [each for each in found if each.outcome in WRONG]


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("target", ["right:idempotent_init", "right:idempotent_init_that_refreshes"])
def test_an_acker_that_ignores_a_repeated_init_breaks_no_must(target: str, seed: int) -> None:
    """It is safer than the rules require. It breaks only ACK-11, a SHOULD about the behaviour of others."""
    assert {"ACK-11 storm1", "ACK-11 storm2"} == alarms(target, seed=seed).keys()


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("target", ["right:heron_like", "right:right_assuming_all"])
def test_an_acker_is_right_under_its_assumptions(target: str, seed: int) -> None:
    """This holds for any assumption, and every remaining premise is met often enough."""
    assert {} == alarms(target, seed=seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_the_second_implementation_passes_every_rule(seed: int) -> None:
    """It was written from the chapters alone, in another style; only rules about what it does not claim are skipped."""
    found = verdicts(SECOND, seed=seed)
    assert {} == {f"{each.rule} {each.profile}": each.reason for each in found if each.outcome in ALARMS}
    assert {"no component anchoring", "no component spout", "no component topology"} == {
        each.reason for each in found if each.outcome is Outcome.SKIP
    }
