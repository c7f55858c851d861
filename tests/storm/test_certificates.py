"""The certificates of real ackers in the documentation are what a run says today."""

import json
from pathlib import Path
from typing import Any

import pytest
from ackproof import discover
from ackproof.certify import Order, certify
from ackproof.matrix import matrix
from ackproof.rules.registry import all_checks
from ackproof.specification import all_rules
from ackproof_adapters.storm.versions import RELEASES

KEPT = Path(__file__).parents[2] / "docs" / "certificates"
QUICK = ("storm-2.8.3", "jstorm-2.2.1")
"""One of each kind, for every run of the tests."""

CAN_RUN = [name for name in RELEASES if name != "storm-3.x"]


def kept(name: str) -> Any:
    """Return the certificate that is in the documentation."""
    return json.loads((KEPT / f"{name}.json").read_text(encoding="utf-8"))


def said(certificate: Any) -> list[tuple[object, ...]]:
    """Return every verdict, and the deviations that explain it."""
    return [
        (each["rule"], each["profile"], each["verdict"], each.get("deviations", [])) for each in certificate["verdicts"]
    ]


@pytest.mark.storm
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in QUICK else pytest.mark.slow) for name in CAN_RUN]
)
def test_a_run_says_what_the_documentation_says(name: str, tmp_path: Path) -> None:
    """Verdict by verdict; and no recorded deviation is out of date."""
    missing = discover.offered(name).missing()
    if missing:
        pytest.skip(missing)
    certificate = certify(Order((name,), out=tmp_path, deviations=True))
    assert 0 == certificate.exit_code
    assert said(kept(name)) == said(certificate.to_json())


@pytest.mark.parametrize("name", CAN_RUN)
def test_a_kept_certificate_knows_its_jars_and_all_rules(name: str) -> None:
    """It does not fall behind when a rule is added."""
    (target,) = kept(name)["targets"]
    assert all(64 == len(jar["sha256"]) for jar in target["description"]["evidence"]["jars"])
    components = {each["rule"] for each in kept(name)["verdicts"]}
    profiles = set(target["description"]["profiles"])
    assert {rule for rule in all_checks() if _applies(rule, profiles)} <= components


def _applies(rule: str, profiles: set[str]) -> bool:

    stated = all_rules()[rule]
    return not stated.profiles or bool(set(stated.profiles) & profiles)


def test_the_matrix_has_a_note_for_each_deviation() -> None:
    """A number in a cell leads somewhere."""
    whole = matrix([kept(name) for name in CAN_RUN])
    table, legend = "\n".join(whole.table()), "\n".join(whole.legend())
    numbers = {part.partition(")")[0] for part in table.split("(#")[1:]}
    assert numbers
    assert all(f'id="{number}"' in legend for number in numbers)
