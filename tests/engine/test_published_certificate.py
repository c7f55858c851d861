"""The certificates of the reference in the documentation equal those of a run today, including all counts.

So a change that starves a premise, or that changes the examples of a seed, is noticed at the rule that it affects: for
every change in the first examples, and in all of them when slow tests are run. `python -m tools.regenerate` regenerates
both.
"""

from collections.abc import Iterator

import pytest
from _pytest.mark import ParameterSet
from ackproof.rules.registry import all_checks
from ackproof.specification import all_rules
from ackproof.verdict import Outcome, SkipKind, Verdict
from common.verdicts import verdicts

from .beginnings import begun, of_first, published, read, without_time

OFTEN = 50
DURABLE = {"DUR-01"}
"""Rules that do not apply to the reference, which has no durable state; `test_mutants` counts their premises."""

PUBLISHED = published()
BEGUN = read()
EACH = sorted(
    {(target, each["rule"], each["profile"] or "") for target, verdicts in PUBLISHED.items() for each in verdicts}
)


def applied(examined: list[Verdict]) -> list[Verdict]:
    """Return the verdicts that have to be passes."""
    return [each for each in examined if each.rule not in DURABLE and each.skipped is not SkipKind.NO_COMPONENT]


@pytest.mark.parametrize(("target", "rule", "profile"), [*begun()])
def test_a_rule_begins_as_it_was_recorded(target: str, rule: str, profile: str | None) -> None:
    """The same seed gives the same first examples, operations and premises, in every run. So few examples do not meet
    every premise often enough.
    """
    examined = of_first(target, rule, profile)
    assert {Outcome.PASS, Outcome.INCONCLUSIVE} >= {each.outcome for each in examined}
    kept = [each for each in BEGUN[target] if (each["rule"], each["profile"]) == (rule, profile)]
    assert [] != kept == [*map(without_time, examined)]


def each_of_them() -> Iterator[ParameterSet]:
    """Yield targets, rules and profiles; rules without a component of the target are left out."""
    skipped = {
        (target, each["rule"], each["profile"] or "")
        for target, verdicts in PUBLISHED.items()
        for each in verdicts
        if each["verdict"] == "SKIP"
    }
    for target, rule, profile in EACH:
        is_quick = (target, rule, profile) in skipped and profile != "storm1"
        yield pytest.param(target, rule, profile or None, marks=[] if is_quick else [pytest.mark.slow])


@pytest.mark.parametrize(("target", "rule", "profile"), [*each_of_them()])
def test_a_rule_says_what_the_certificate_says(target: str, rule: str, profile: str | None) -> None:
    """All examples give the same verdict. And a pass is not vacuous: every premise of a MUST rule is met often."""
    examined = verdicts(target, rule, profile=profile)
    assert [] == [each for each in applied(examined) if each.outcome is not Outcome.PASS]
    premises = [(premise, count) for each in applied(examined) for premise, count in each.premises.items()]
    assert [] == [each for each in premises if each[1] < OFTEN and all_rules()[rule].level == "MUST"]
    found = [*map(without_time, examined)]
    assert [each for each in PUBLISHED[target] if (each["rule"], each["profile"]) == (rule, profile)] == found


def test_every_rule_is_in_a_certificate() -> None:
    """A rule without an entry in a certificate would not be compared; and there are no entries for deleted rules."""
    assert {rule for _, rule, _ in EACH} == set(all_checks())
    kept = {(target, each["rule"], each["profile"]) for target, verdicts in BEGUN.items() for each in verdicts}
    assert kept == {*begun()}
