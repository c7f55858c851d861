"""Targets with assumptions about their transport: which rules apply to them, and the contents of their certificates."""

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from ackproof.examples.created_first import CreatedFirst
from ackproof.targets.python_acker import acker_target
from common.command import Command
from common.verdicts import verdicts

ASSUMING = "ackproof.examples.created_first:make"
SILENT = "ackproof.examples.created_first:without_assumptions"
FEW = ("--examples", "120", "--profile", "storm2")


def test_it_is_conformant_under_its_assumptions_and_the_headline_says_so(ackproof: Command) -> None:
    """The certificate and the JUnit file say so too, with the rules that are skipped because of them."""
    result = ackproof("certify", ASSUMING, "--rule", "ACK-0[1-9]", *FEW)
    assert 0 == result.code
    assert f"{ASSUMING} 1.0: conformant, assuming init-first and no-duplicates (7 PASS, 2 SKIP)" in result.words
    assert "was not checked against ACK-07: it assumes init-first, and then nothing can break the rule" in result.words
    certificate = json.loads(Path("out/certificate.json").read_text(encoding="utf-8"))
    (target,) = certificate["targets"]
    assert ["assumes-init-first", "assumes-no-duplicates"] == target["assumptions"]
    assert "conformant, assuming init-first and no-duplicates" == target["conclusion"]
    skipped = {each["rule"]: each["skipped"] for each in certificate["verdicts"] if each["verdict"] == "SKIP"}
    assert {"ACK-01": "assumed away", "ACK-07": "assumed away"} == skipped
    junit = ET.parse("out/junit.xml")  # noqa: S314 - our own file
    (property_,) = junit.iter("property")
    assert f"{ASSUMING}: init-first and no-duplicates" == property_.get("value")


def test_the_same_acker_without_assumptions_is_not_conformant(ackproof: Command) -> None:
    """If a message may overtake the init, trees are lost."""
    result = ackproof("certify", SILENT, "--rule", "ACK-07", *FEW)
    assert 1 == result.code
    assert "FAIL ACK-07 A fail before init is remembered" in result.words


def test_a_gate_can_forbid_assumptions(ackproof: Command) -> None:
    """It has a separate exit code. The rules are examined nevertheless, and a violation has precedence."""
    result = ackproof("certify", ASSUMING, "--no-assumptions", "--rule", "ACK-0[2-3]", *FEW)
    assert 6 == result.code
    assert f"{ASSUMING} 1.0: forbidden assumptions: init-first and no-duplicates (2 PASS)" in result.words
    junit = ET.parse("out/junit.xml")  # noqa: S314 - our own file
    (failure,) = junit.iter("failure")
    assert "it assumes init-first and no-duplicates" == failure.get("message")
    assert 0 == ackproof("certify", "reference", "--no-assumptions", "--rule", "ACK-0[2-3]", *FEW).code


def test_a_whole_topology_keeps_to_no_assumption(ackproof: Command) -> None:
    """Its channels lose, double and delay messages; so such an acker is not judged there."""
    result = ackproof("certify", ASSUMING, "--component", "topology", "--rule", "SYS-0[1-4]", *FEW)
    assert 2 == result.code
    assert "and the channels of whole topologies do not keep to that" in result.words


def test_an_assumption_takes_no_mistake_away_that_it_is_not_about(ackproof: Command) -> None:
    """The shown witness keeps to the assumption as well: its init comes first."""
    result = ackproof("certify", "wrong_ackers.assuming:expires_one_rotation_early", "--rule", "ACK-14", *FEW)
    assert 1 == result.code
    (file,) = Path("out").glob("witness-*.json")
    operations = json.loads(file.read_text(encoding="utf-8"))["operations"]
    assert ["init", "tick"] == [each["op"] for each in operations][:2]


def test_every_wrong_acker_that_assumes_something_is_found() -> None:
    """The same rule finds it that would find it without the assumption."""
    for name, rule in (("or_instead_of_xor", "ACK-04"), ("completes_before_init", "ACK-02")):
        assert {"FAIL"} == {each.outcome.value for each in verdicts(f"wrong_ackers.assuming:{name}", rule)}


@pytest.mark.parametrize(
    ("assumes", "error", "message"),
    [
        (("init-frist",), ValueError, "there is no assumption 'init-frist'; did you mean init-first?"),
        ("init-first", TypeError, "it is a tuple of names"),
    ],
)
def test_a_wrong_assumption_is_an_error_that_says_what_is_right(
    assumes: tuple[str, ...], error: type[Exception], message: str
) -> None:
    """It is raised when the target is created."""
    with pytest.raises(error, match=message.replace("?", r"\?")):
        acker_target("it", CreatedFirst, assumes=assumes)
