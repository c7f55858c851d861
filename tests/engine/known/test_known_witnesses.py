"""A known bug recorded by its witness: it is replayed in each run, and reported as stale once it is fixed."""

import hashlib
import json
import shutil
from pathlib import Path
from typing import Any

import pytest
import tomli_w
from ackproof.engine.known.known_witnesses import is_the_same
from ackproof.wire.witnesses import read_witness
from common.command import Command, CommandResult

BUGGY = "mutant:ack-forgives-fail"
"""A target whose behaviour no variant of the reference has."""

RULE = "ACK-08"
FEW = ("--rule", RULE, "--profile", "storm2", "--examples", "60")


@pytest.fixture
def witness(ackproof: Command) -> Path:
    """Return the witness of the bug, as a user would store it."""
    assert 1 == ackproof("certify", BUGGY, *FEW, "--out", "found").code
    (found,) = Path("found").glob("witness-*.json")
    return Path(shutil.copy(found, "known.json"))


def entry(kept: Path, **changes: Any) -> dict[str, Any]:
    """Return an entry that names a witness."""
    return {
        "rule": RULE,
        "witness": kept.name,
        "sha256": hashlib.sha256(kept.read_bytes()).hexdigest(),
        "reason": "An ack takes a fail back; see our ticket 7.",
        "link": "tickets/7",
        "versions": [read_witness(kept).version],
        **changes,
    }


def certify(ackproof: Command, target: str, recorded: dict[str, Any], *more: str) -> CommandResult:
    """Certify with a list that contains the entry."""
    Path("known.toml").write_text(tomli_w.dumps({"target": target, "deviation": [recorded]}), encoding="utf-8")
    return ackproof("certify", target, *FEW, "--deviations-file", "known.toml", *more)


def certificate() -> dict[str, Any]:
    """Return the certificate of the last run."""
    document: dict[str, Any] = json.loads(Path("out/certificate.json").read_text(encoding="utf-8"))
    return document


@pytest.mark.shrinks
@pytest.mark.parametrize("more", [(), ("--seed", "5"), pytest.param(("-n", "2"), marks=pytest.mark.slow)], ids=" ".join)
def test_a_known_bug_deviates(ackproof: Command, witness: Path, more: tuple[str, ...]) -> None:
    """The verdict has the recorded reason, and the certificate has the entry without the contents of the witness."""
    result = certify(ackproof, BUGGY, entry(witness), *more)
    assert 0 == result.code, result.out
    assert "conformant, with recorded deviations (1 DEVIATES)" in result.words
    assert "An ack takes a fail back; see our ticket 7. (witness known.json; see tickets/7)" in result.words
    assert [[entry(witness)]] == [each["deviations"] for each in certificate()["verdicts"]]


def test_it_is_replayed_though_the_run_would_not_find_it(ackproof: Command, witness: Path) -> None:
    """With one example the run finds nothing; but the witness is replayed in each run."""
    result = certify(ackproof, BUGGY, entry(witness), "--examples", "1")
    assert (0, ["DEVIATES"]) == (result.code, [each["verdict"] for each in certificate()["verdicts"]]), result.out


def test_a_bug_that_is_mended_is_stale(ackproof: Command, witness: Path) -> None:
    """The exit code is 4, and the output and the certificate name the stale entry."""
    result = certify(ackproof, "reference", entry(witness, versions=["0.1.0"]))
    assert 4 == result.code
    assert "STALE: reference was recorded to deviate from ACK-08 as known.json, and did not" in result.words
    assert ["known.json"] == [each["witness"] for each in certificate()["targets"][0]["stale"]]


def test_another_bug_of_the_same_rule_is_a_violation(ackproof: Command, witness: Path) -> None:
    """A witness explains only its own violation. That the recorded one does not happen is reported as well."""
    other = "wrong_ackers.ackers:tests_zero_before_fail"
    result = certify(ackproof, other, entry(witness, versions=["unversioned"]))
    assert 1 == result.code
    assert "FAIL ACK-08" in result.out
    assert "STALE" in result.out


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"sha256": "0" * 64}, "is not the witness that is recorded"),
        ({"witness": "missing.json"}, "cannot read the witness missing.json"),
        ({"rule": "ACK-07"}, "is a witness of ACK-08, and recorded of ACK-07"),
        ({"variant": "zero-first"}, "is not a list of deviations"),
    ],
)
def test_a_wrong_entry_is_refused(ackproof: Command, witness: Path, changes: dict[str, Any], complaint: str) -> None:
    """The error comes before anything is run."""
    result = certify(ackproof, BUGGY, entry(witness, **changes))
    assert (2, True) == (result.code, complaint in result.complaint), result.complaint


@pytest.mark.shrinks
def test_ids_may_differ_and_nothing_else(ackproof: Command, witness: Path) -> None:
    """The same bug from another seed has the same history; with one result less it has not."""
    recorded = read_witness(witness)
    ackproof("certify", BUGGY, *FEW, "--seed", "5", "--out", "again")
    (path,) = Path("again").glob("witness-*.json")
    again = read_witness(path)
    assert is_the_same(recorded, again.run, again.results)
    assert not is_the_same(recorded, again.run, again.results[:-1])
