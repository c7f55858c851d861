"""A quick run: the rules that it tries, the violations that it finds, and that it cannot be mistaken for a full run."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from ackproof.engine import quick
from ackproof.mutants import all_mutants
from ackproof.rules.registry import all_checks
from ackproof.specification import all_rules
from assurance.quick import ENOUGH, sample, survivors
from common.command import Command

from tools import quick as tool

FORGETFUL = "ackproof.examples.forgetful:make"


def certificate(folder: str = "out") -> dict[str, Any]:
    """Return the certificate that a run left."""
    document: dict[str, Any] = json.loads(Path(folder, "certificate.json").read_text(encoding="utf-8"))
    return document


def test_the_quick_rules_are_rules_with_checks() -> None:
    """A rule that was deleted, or lost its check, would be left out silently."""
    assert set(quick.examples()) <= set(all_checks())
    assert all(1 <= count <= tool.FULL for count in quick.examples().values())
    assert {rule.component for rule in all_rules().values()} == {
        all_rules()[rule].component for rule in quick.examples()
    }


def test_by_the_kill_matrix_nine_of_ten_mutants_are_found() -> None:
    """This holds for each component too. `python -m tools.quick` selects the rules again."""
    choosing = tool.chooser()
    found = {
        name for rule, level in quick.examples().items() for name in choosing.killed_by(tool.RuleAtLevel(rule, level))
    }
    shares = {}
    for component in {each.component for each in all_mutants().values()}:
        names = {name for name, each in all_mutants().items() if each.component == component}
        shares[component] = len(names & found) / len(names)
    assert {} == {component: share for component, share in shares.items() if share < ENOUGH}


def test_the_choice_is_what_the_tool_chooses() -> None:
    """It is computed from the committed matrix and certificates."""
    assert tool.document() == tool.CHOICE.read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_nine_of_ten_mutants_are_found(seed: int) -> None:
    """Mutants are run at seeds other than 0, the seed of the matrix: a third of each component."""
    names = sample(seed, every=3)
    left = survivors(seed, names)
    assert len(left) <= (1 - ENOUGH) * len(names), left


def test_a_quick_run_never_says_conformant(ackproof: Command) -> None:
    """Neither the terminal, nor the certificate, nor a report says so. The exit code is 0, for a gate."""
    result = ackproof("certify", "reference", "--quick", "--component", "rotating-map", "--rule", "RM-0*")
    assert 0 == result.code
    assert re.search("a quick run: [1-7] of 8 rules, on few examples; it certifies nothing", result.out)
    assert re.search(r"reference 0\.1\.0: quick run, no violation \(\d+ PASS", result.out)
    document = certificate()
    assert True is document["settings"]["quick"]
    assert "quick run, no violation" == document["targets"][0]["conclusion"]
    for form in ("markdown", "badge", "badge-svg", "github"):
        shown = ackproof("report", "out/certificate.json", "--format", form).out
        assert "quick run, no violation" in shown
        assert "conformant" not in shown


def test_a_quick_run_finds_what_a_full_run_does(ackproof: Command) -> None:
    """The text and the exit code are the same."""
    result = ackproof("certify", FORGETFUL, "--quick", "--component", "acker", "--rule", "ACK-27", "--fail-fast")
    assert 1 == result.code
    assert "quick run, violation" in result.out


@pytest.mark.parametrize("more", [("--examples", "10"), ("--budget", "10s"), ("--deep",)])
def test_a_quick_run_says_itself_how_much_is_tried(ackproof: Command, more: tuple[str, ...]) -> None:
    """Other numbers of examples are refused, and so is a selection without quick rules."""
    result = ackproof("certify", "reference", "--quick", *more)
    assert (2, True) == (result.code, "leave out" in result.complaint)
    result = ackproof("certify", "reference", "--quick", "--rule", "ACK-02")
    assert (2, True) == (result.code, "no quick rule" in result.complaint)


def test_fail_fast_ends_at_the_first_violation(ackproof: Command) -> None:
    """Untried rules are not in the certificate, which is marked as incomplete."""
    result = ackproof("certify", FORGETFUL, "--rule", "ACK-0*", "--examples", "60", "--fail-fast")
    assert 1 == result.code
    assert "stopped at the first violation" in result.out
    document = certificate()
    assert (True, True) == (document["stopped"], document["settings"]["fail_fast"])
    assert "FAIL" == document["verdicts"][-1]["verdict"]
    assert "ACK-09" not in {each["rule"] for each in document["verdicts"]}
    whole = ackproof("certify", "reference", "--rule", "ACK-0[89]", "--examples", "60", "--fail-fast")
    assert (0, False) == (whole.code, "stopped" in certificate())


def test_what_did_not_hold_comes_first(ackproof: Command) -> None:
    """So a gate ends sooner. Rules that are not in the earlier certificate come first, too."""
    ackproof("certify", FORGETFUL, "--rule", "ACK-0[1-8]", "--examples", "60", "--out", "before")
    again = ("--changed-since", "before/certificate.json", "--fail-fast")
    result = ackproof("certify", FORGETFUL, "--rule", "ACK-0[1-8]", "--examples", "60", *again)
    assert 1 == result.code
    assert "FAIL" == certificate()["verdicts"][0]["verdict"]
    assert 1 == len(certificate()["verdicts"])
    result = ackproof("certify", FORGETFUL, "--rule", "ACK-0[19]", "--examples", "60", *again, "-v")
    reached = [line.split()[1] for line in result.err.splitlines() if line.startswith("PASS")]
    assert ["ACK-09", "ACK-01"] == reached, result.err
