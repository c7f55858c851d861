"""The certificate of the reference in the documentation is what a run says today, to the last count.

So a change that starves a premise, or that alters what a seed draws, shows at the rule that it concerns.
`python docs/regenerate.py` makes the certificate anew.
"""

from pathlib import Path
from typing import Any

import pytest
from ackproof.certificate import read_certificate
from ackproof.rules.registry import all_checks

from .verdicts import verdicts

PUBLISHED = read_certificate(Path(__file__).parents[2] / "docs" / "certificates" / "reference.json")


def published(rule: str) -> list[dict[str, Any]]:
    """Return the verdicts on a rule, under every profile."""
    return [each for each in PUBLISHED["verdicts"] if each["rule"] == rule]


@pytest.mark.parametrize("rule", all_checks())
def test_a_rule_says_what_the_certificate_says(rule: str) -> None:
    """The same seed gives the same examples, operations and premises, wherever and whenever it is run."""
    found = [each.to_json() for each in verdicts("reference", rule)]
    for each in found:
        del each["seconds"]
    assert published(rule) == found
