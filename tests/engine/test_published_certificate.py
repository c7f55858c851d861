"""The certificates of the reference in the documentation are what a run says today, to the last count.

So a change that starves a premise, or that alters what a seed draws, shows at the rule that it concerns: for every
change in the first examples, and in all of them where slow tests are run. `python -m tools.regenerate` makes both anew.
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
"""Rules that are not for the reference, which lives in memory; `test_mutants` counts their premises."""

PUBLISHED = published()
BEGUN = read()
EACH = sorted(
    {(target, each["rule"], each["profile"] or "") for target, verdicts in PUBLISHED.items() for each in verdicts}
)


def applied(examined: list[Verdict]) -> list[Verdict]:
    """Return the verdicts that are to be passes."""
    return [each for each in examined if each.rule not in DURABLE and each.skipped is not SkipKind.NO_COMPONENT]


@pytest.mark.parametrize(("target", "rule", "profile"), [*begun()])
def test_a_rule_begins_as_it_was_recorded(target: str, rule: str, profile: str | None) -> None:
    """The same seed gives the same first examples, operations and premises, wherever and whenever it is run. So few do
    not meet every premise often enough.
    """
    examined = of_first(target, rule, profile)
    assert {Outcome.PASS, Outcome.INCONCLUSIVE} >= {each.outcome for each in examined}
    kept = [each for each in BEGUN[target] if (each["rule"], each["profile"]) == (rule, profile)]
    assert [] != kept == [*map(without_time, examined)]


def each_of_them() -> Iterator[ParameterSet]:
    """Yield targets, rules and profiles; what a target has no component for is seen at once."""
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
    """The same for all examples. And a pass means something: every premise of a MUST rule is met often."""
    examined = verdicts(target, rule, profile=profile)
    assert [] == [each for each in applied(examined) if each.outcome is not Outcome.PASS]
    premises = [(premise, count) for each in applied(examined) for premise, count in each.premises.items()]
    assert [] == [each for each in premises if each[1] < OFTEN and all_rules()[rule].level == "MUST"]
    found = [*map(without_time, examined)]
    assert [each for each in PUBLISHED[target] if (each["rule"], each["profile"]) == (rule, profile)] == found


def test_every_rule_is_in_a_certificate() -> None:
    """A rule that a certificate lacks would not be compared; and there is nothing on deleted rules."""
    assert {rule for _, rule, _ in EACH} == set(all_checks())
    kept = {(target, each["rule"], each["profile"]) for target, verdicts in BEGUN.items() for each in verdicts}
    assert kept == {*begun()}
