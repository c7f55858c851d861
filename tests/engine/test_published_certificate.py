"""The certificates of the reference in the documentation are what a run says today, to the last count.

So a change that starves a premise, or that alters what a seed draws, shows at the rule that it concerns.
`python -m tools.regenerate` makes the certificate anew.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet
from ackproof.rules.registry import all_checks
from ackproof.specification import all_rules
from ackproof.verdict import Outcome, SkipKind
from ackproof.wire.certificates import read_certificate
from ackproof.wire.verdicts import verdict_to_json
from common.verdicts import verdicts

OFTEN = 50
DURABLE = {"DUR-01"}
"""Rules that are not for the reference, which lives in memory; `test_mutants` counts their premises."""

CERTIFICATES = Path(__file__).parents[2] / "docs" / "certificates"
PUBLISHED = {
    target: read_certificate(CERTIFICATES / f"{target}.json")["verdicts"]
    for target in ("reference", "topology-reference")
}
EACH = sorted(
    {(target, each["rule"], each["profile"] or "") for target, verdicts in PUBLISHED.items() for each in verdicts}
)


def each_of_them() -> Iterator[ParameterSet]:
    """Yield targets, rules and profiles. One profile is for every change: a rule draws and counts under both alike.

    Rules about size take half of the time; for every change a short campaign and their mutants have to do.
    """
    for target, rule, profile in EACH:
        is_slow = (profile == "storm1" and (target, rule, "storm2") in EACH) or all_checks()[rule].sizes is not None
        yield pytest.param(target, rule, profile or None, marks=[pytest.mark.slow] if is_slow else [])


@pytest.mark.parametrize(("target", "rule", "profile"), [*each_of_them()])
def test_a_rule_says_what_the_certificate_says(target: str, rule: str, profile: str | None) -> None:
    """The same seed gives the same examples, operations and premises, wherever and whenever it is run. And a pass means
    something: every premise of a MUST rule is met often.
    """
    examined = verdicts(target, rule, profile=profile)
    applied = [each for each in examined if each.rule not in DURABLE and each.skipped is not SkipKind.NO_COMPONENT]
    assert [] == [each for each in applied if each.outcome is not Outcome.PASS]
    premises = [(premise, count) for each in applied for premise, count in each.premises.items()]
    assert [] == [each for each in premises if each[1] < OFTEN and all_rules()[rule].level == "MUST"]
    found = [verdict_to_json(each) for each in examined]
    for each in found:
        del each["seconds"]
    assert [each for each in PUBLISHED[target] if (each["rule"], each["profile"]) == (rule, profile)] == found


def test_every_rule_is_in_a_certificate() -> None:
    """A rule that a certificate lacks would not be held to it."""
    assert {rule for _, rule, _ in EACH} == set(all_checks())
