"""The certificates of the reference in the documentation are what a run says today, to the last count.

So a change that starves a premise, or that alters what a seed draws, shows at the rule that it concerns.
`python docs/regenerate.py` makes the certificate anew.
"""

from pathlib import Path

import pytest
from ackproof.certificate import read_certificate
from ackproof.rules.registry import all_checks

from .verdicts import verdicts

CERTIFICATES = Path(__file__).parents[2] / "docs" / "certificates"
PUBLISHED = {
    target: read_certificate(CERTIFICATES / f"{target}.json")["verdicts"]
    for target in ("reference", "topology-reference")
}
EACH = sorted({(target, each["rule"]) for target, verdicts in PUBLISHED.items() for each in verdicts})


@pytest.mark.parametrize(("target", "rule"), EACH)
def test_a_rule_says_what_the_certificate_says(target: str, rule: str) -> None:
    """The same seed gives the same examples, operations and premises, wherever and whenever it is run."""
    found = [each.to_json() for each in verdicts(target, rule)]
    for each in found:
        del each["seconds"]
    assert [each for each in PUBLISHED[target] if each["rule"] == rule] == found


def test_every_rule_is_in_a_certificate() -> None:
    """A rule that a certificate lacks would not be held to it."""
    assert {rule for _, rule in EACH} == set(all_checks())
