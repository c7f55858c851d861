"""Certificates, witnesses and summaries: the files and the output of a run."""

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from ackproof.engine.evidence.certificate import TargetReport
from ackproof.rules.registry import all_checks
from ackproof.specification import all_rules
from ackproof.target import Description
from ackproof.verdict import Outcome, Verdict
from ackproof.wire import schemas
from common.command import Command

FORGETFUL = "ackproof.examples.forgetful:make"
DESCRIBED = Description(name="it", version="1", language="python", components=("acker",))


def certificate() -> dict[str, Any]:
    """Return the certificate that the last run left in the current folder."""
    document: dict[str, Any] = json.loads(Path("out/certificate.json").read_text(encoding="utf-8"))
    return document


def verdict(outcome: Outcome, level: str = "MUST") -> Verdict:
    """Return a verdict with little more than its outcome."""
    return Verdict(target="it", rule="ACK-01", title="A title", level=level, profile="storm2", outcome=outcome)


def test_a_run_leaves_certificate_junit_and_witnesses(ackproof: Command) -> None:
    """Each has its form, and the summary names them."""
    ended = ackproof("certify", FORGETFUL, "reference", "--rule", "ACK-0[78]", "--examples", "60")
    assert 1 == ended.code
    schemas.check(certificate(), "certificate")
    names = sorted(path.name for path in Path("out").iterdir())
    witnesses = [f"witness-ackproof.examples.forgetful-make-{rule}-storm2.json" for rule in ("ACK-07", "ACK-08")]
    assert ["certificate.json", "junit.xml", *witnesses] == names
    for witness in witnesses:
        schemas.check(json.loads(Path("out", witness).read_text(encoding="utf-8")), "witness")
    cases = {case.get("name") for case in ET.parse("out/junit.xml").iter("testcase")}  # noqa: S314 - our own file
    assert {
        f"{rule}[{target}-{profile}]"
        for rule in ("ACK-07", "ACK-08")
        for target, profile in ((FORGETFUL, "storm2"), ("reference", "storm1"), ("reference", "storm2"))
    } == cases
    assert "certificate in out/certificate.json" in ended.out


@pytest.mark.shrinks
def test_a_replay_shows_whose_fault_it_is(ackproof: Command) -> None:
    """The same operations run on both targets, with a mark where they differ. The exit code is 1 if one of them breaks
    the rule, also if it is alone.
    """
    ackproof("certify", FORGETFUL, "--rule", "ACK-08")
    (witness,) = Path("out").glob("witness-*.json")
    both = ackproof("replay", witness, FORGETFUL, "reference")
    assert 1 == both.code
    assert "The answers differ at 2." in both.out
    assert [f"{FORGETFUL} breaks ACK-08 here, as recorded.", "reference keeps ACK-08 here."] == both.out.splitlines()[
        -2:
    ]
    (marked,) = [line for line in both.out.splitlines() if line.startswith("> 2")]
    assert "ack of 1 to task 0" in marked
    assert "fail of 1 to task 0" in marked
    assert 0 == ackproof("replay", witness, "reference").code
    assert 1 == ackproof("replay", witness, FORGETFUL).code


def test_few_examples_are_inconclusive(ackproof: Command) -> None:
    """Three workloads are not enough for a pass, and the reason names the rarely met premise."""
    ended = ackproof("certify", "reference", "--rule", "ACK-08", "--examples", "1")
    assert 5 == ended.code
    assert {"INCONCLUSIVE"} == {each["verdict"] for each in certificate()["verdicts"]}
    assert "of 10 that it takes; try more --examples, without --quick" in " ".join(ended.out.split())


def test_what_was_skipped_heads_the_summary(ackproof: Command) -> None:
    """MUST rules that were not examined are shown with the reason, before any verdict."""
    ended = ackproof("certify", FORGETFUL, "--rule", "R*")
    assert 2 == ended.code
    skipped = ackproof("certify", FORGETFUL, "--rule", "*-03").out
    assert "was not checked against RTE-03: capability acker-tasks not claimed" in skipped
    assert skipped.index("was not checked against") < skipped.index("ACK-03")


def test_a_time_budget_is_confessed(ackproof: Command) -> None:
    """The certificate is marked as not reproducible."""
    ended = ackproof("certify", "reference", "--rule", "ACK-03", "--budget", "1s")
    assert (0, False) == (ended.code, certificate()["settings"]["reproducible"])
    assert "not repeatable because of its time budget" in ended.out


@pytest.mark.parametrize(
    ("verdicts", "strict", "code"),
    [
        ([verdict(Outcome.PASS)], False, 0),
        ([verdict(Outcome.PASS), verdict(Outcome.FAIL)], False, 1),
        ([verdict(Outcome.PASS), verdict(Outcome.FAIL, "SHOULD")], False, 0),
        ([verdict(Outcome.PASS), verdict(Outcome.FAIL, "SHOULD")], True, 1),
        ([verdict(Outcome.SKIP)], False, 2),
        ([verdict(Outcome.FAIL), verdict(Outcome.ERROR)], False, 3),
        ([verdict(Outcome.FAIL), verdict(Outcome.INCONCLUSIVE)], False, 1),
        ([verdict(Outcome.PASS), verdict(Outcome.INCONCLUSIVE)], False, 5),
    ],
)
def test_verdicts_amount_to_an_exit_code(verdicts: list[Verdict], *, strict: bool, code: int) -> None:
    """The order is: broke, violation, inconclusive, conformant; a broken SHOULD counts only if strict."""
    assert code == TargetReport(name="it", description=DESCRIBED, verdicts=verdicts, strict=strict).exit_code


def test_rules_are_shown(ackproof: Command) -> None:
    """The list has all of them; one rule is shown with its text, its check and its premises; an unknown rule is an
    error.
    """
    listed = ackproof("rules")
    assert 0 == listed.code
    assert set(all_rules()) <= set(listed.out.split())
    one = ackproof("rules", "ack-08")
    assert 0 == one.code
    assert all_rules()["ACK-08"].text.strip() in one.out
    assert "Checked by: fail_dominates_ack in ackproof/rules/acker/fails.py" in one.out
    assert all(f"- {premise.name}" in one.out for premise in all_checks()["ACK-08"].premises)
    assert "Not tested: " in ackproof("rules", "ACK-30").out
    missing = ackproof("rules", "NOPE")
    assert (2, "ackproof: no rule matches 'NOPE'; see 'ackproof rules'") == (missing.code, missing.complaint)


def test_targets_are_listed(ackproof: Command) -> None:
    """The list has the available targets with their claims."""
    ended = ackproof("targets")
    assert 0 == ended.code
    assert "reference" in ended.out
    assert "spark-batch" in ended.out
