"""The certificates of real ackers in the documentation are those of a run today."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from ackproof.engine.certify import CertificationOrder, certify
from ackproof.engine.discovery import discover
from ackproof.engine.evidence.certificate import Certificate
from ackproof.engine.examination.examine import Effort
from ackproof.engine.plan import Selection
from ackproof.rules.registry import all_checks
from ackproof.specification import all_rules
from ackproof_adapters.storm.versions import RELEASES, STACKS
from attrs import evolve

from tools.matrix import matrix

KEPT = Path(__file__).parents[2] / "docs" / "certificates"
QUICK = ("storm-2.8.3", "jstorm-2.2.1")
"""A Storm and a JStorm, for every run of the tests, under the profile that both have."""
FEW = 30
PROFILE = "storm2"

CAN_RUN = [name for name in (*RELEASES, *STACKS) if name != "storm-3.x"]


def kept(name: str) -> Any:
    """Return the certificate in the documentation."""
    return json.loads((KEPT / f"{name}.json").read_text(encoding="utf-8"))


def verdicts_in(certificate: Any) -> list[tuple[str, str | None, str, tuple[str, ...]]]:
    """Return every verdict, and the deviations that explain it."""
    return [
        (each["rule"], each["profile"], each["verdict"], tuple(map(json.dumps, each.get("deviations", []))))
        for each in certificate["verdicts"]
    ]


def certified(name: str, folder: Path, effort: Effort, profile: str | None = None) -> Certificate:
    """Certify a real acker with its recorded deviations, or skip if it is not available."""
    missing = discover.offered(name).missing()
    if missing:
        pytest.skip(missing)
    order = CertificationOrder(targets=(name,), out=folder, deviations=True, effort=effort)
    return certify(evolve(order, selection=Selection(profile=profile)))


@pytest.mark.storm
@pytest.mark.slow
@pytest.mark.parametrize("name", CAN_RUN)
def test_a_run_says_what_the_documentation_says(name: str, tmp_path: Path) -> None:
    """Every verdict is compared; and no recorded deviation is out of date."""
    certificate = certified(name, tmp_path, Effort())
    assert 0 == certificate.exit_code
    assert verdicts_in(kept(name)) == verdicts_in(certificate.to_json())


@pytest.mark.storm
@pytest.mark.parametrize("name", QUICK)
def test_a_short_run_says_nothing_that_the_documentation_does_not(name: str, tmp_path: Path) -> None:
    """With a tenth of the examples a few premises are met too rarely, and a few deviations do not happen; all else is
    equal.
    """
    found = verdicts_in(certified(name, tmp_path, Effort(FEW), PROFILE).to_json())
    known = [each for each in verdicts_in(kept(name)) if each[1] in (PROFILE, None)]
    others = [(one, other) for one, other in zip(known, found, strict=True) if one != other]
    assert len(found) > 14 * len(others)
    for (*rule, verdict, deviations), (*same_rule, now, deviations_now) in others:
        assert rule == same_rule
        assert (now, deviations_now) in {("INCONCLUSIVE", ()), ("PASS", ()), (verdict, deviations_now)}
        assert set(deviations_now) <= set(deviations)


@pytest.mark.parametrize("name", CAN_RUN)
def test_a_kept_certificate_knows_its_jars_and_all_rules(name: str) -> None:
    """It has to be regenerated when a rule that applies to it is added."""
    (target,) = kept(name)["targets"]
    assert all(64 == len(jar["sha256"]) for jar in target["description"]["evidence"]["jars"])
    examined = {each["rule"] for each in kept(name)["verdicts"]}
    assert {rule for rule in all_checks() if _applies(rule, target["description"])} <= examined


def _applies(rule: str, described: Mapping[str, Sequence[str]]) -> bool:
    stated = all_rules()[rule]
    has_profile = not stated.profiles or bool(set(stated.profiles) & set(described["profiles"]))
    return has_profile and stated.component in described["components"]


@pytest.mark.parametrize("name", list(STACKS))
def test_a_stack_is_certified_for_all_that_it_claims(name: str) -> None:
    """Its certificate names the parts that are not real; and it has no violation."""
    (target,) = kept(name)["targets"]
    assert [[], []] == [target["stale"], target["unmatched"]]
    assert 0 == kept(name)["exit_code"] == target["counts"]["FAIL"]
    evidence = target["description"]["evidence"]
    assert all(evidence[what] for what in ("mocked", "overridden", "set by reflection", "not its own"))
    page = (KEPT.parent / "real-ackers.md").read_text(encoding="utf-8")
    assert [] == [name for name in evidence["mocked"] if f"`{name}`" not in page]


def test_storm_3693_is_in_one_stack_and_not_in_the_other() -> None:
    """The rule about it finds it, and so do the rules in which it shows: of the spout, and of the topology."""
    broken = {
        name: {each["rule"] for each in kept(name)["verdicts"] if each["verdict"] == "DEVIATES"} for name in STACKS
    }
    before, after = broken["storm-stack-2.3.0"], broken["storm-stack-2.8.2"]
    assert {"ANC-10", "ANC-11", "SPT-11", "SYS-15", "SYS-18"} == after - {"IDS-09"}
    spout = {"SPT-04", "SPT-05", "SPT-06", "SPT-07", "SPT-08", "SPT-10", "SPT-12", "SPT-13", "SPT-16", "SPT-18"}
    assert spout | {"SYS-32", "SYS-33", "SYS-38", "SYS-41"} == before - after


def test_the_matrix_has_a_note_for_each_deviation() -> None:
    """A number in a cell has a note."""
    whole = matrix([kept(name) for name in CAN_RUN])
    table, legend = "\n".join(whole.table()), "\n".join(whole.legend())
    numbers = {part.partition(")")[0] for part in table.split("(#")[1:]}
    assert numbers
    assert all(f'id="{number}"' in legend for number in numbers)
