"""Deviations: a violation is known only if the variant that its entry names gives the same answers."""

from pathlib import Path

import pytest
import tomli_w
from ackproof import __version__
from ackproof.engine.known import deviations
from common.command import Command, CommandResult

ZERO_FIRST = "wrong_ackers.ackers:tests_zero_before_fail"
AS_RECORDED = {
    "rule": "ACK-08",
    "variant": "zero-first",
    "reason": "It asks for zero first.",
    "link": "spec/profiles.md",
    "versions": ["unversioned"],
}


def listed(folder: Path, target: str, *changes: dict[str, object]) -> Path:
    """Write a list with the entry above, once for each set of changes."""
    path = folder / "deviations.toml"
    entries = [{**AS_RECORDED, **change} for change in changes]
    path.write_text(tomli_w.dumps({"target": target, "deviation": entries}), encoding="utf-8")
    return path


@pytest.fixture
def certify(ackproof: Command, tmp_path: Path) -> Command:
    """Return a function that certifies a target by ACK-08 under storm2, with a list of deviations."""

    def run(target: str, *changes: dict[str, object], rule: str = "ACK-08") -> CommandResult:
        path = listed(tmp_path, target, *changes)
        options = ("--rule", rule, "--profile", "storm2", "--examples", "40")
        return ackproof("certify", target, *options, "--deviations-file", path)

    return run


def test_what_the_variant_does_too_is_known(certify: Command) -> None:
    """It is reported, with its reason, and the certificate holds."""
    result = certify(ZERO_FIRST, {})
    assert 0 == result.code
    assert "deviates as recorded from ACK-08 under storm2: It asks for zero first." in result.words
    assert "conformant, with recorded deviations (1 DEVIATES)" in result.words


@pytest.mark.parametrize(
    ("target", "change"),
    {
        "another target breaks the rule in another way": ("mutant:ack-forgives-fail", {}),
        "the variant does not do it": (ZERO_FIRST, {"variant": "acks-refresh"}),
        "the variant does more than the target": (ZERO_FIRST, {"variant": "zero-first+early-fail-lost"}),
    }.values(),
)
def test_what_the_variant_does_not_do_is_a_violation(certify: Command, target: str, change: dict[str, object]) -> None:
    """A name alone explains nothing."""
    result = certify(target, change)
    assert 1 == result.code
    assert "FAIL ACK-08" in result.out


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"versions": ["0.9"]}, "UNMATCHED"),
        ({"profile": "storm1"}, None),
        ({"variant": "zero-first", "rule": "ACK-03"}, None),
    ],
    ids=["another version", "another profile", "another rule"],
)
def test_an_entry_about_something_else_explains_nothing(
    certify: Command, change: dict[str, object], words: str | None
) -> None:
    """An entry about another version is reported."""
    result = certify(ZERO_FIRST, change)
    assert 1 == result.code
    assert "FAIL ACK-08" in result.out
    assert words is None or words in result.out


@pytest.mark.parametrize(
    ("target", "change", "words"),
    [
        (
            "wrong_ackers.right:right",
            {},
            "STALE: wrong_ackers.right:right was recorded to deviate from ACK-08 as zero-first, and did not",
        ),
        ("wrong_ackers.right:right", {"versions": ["7"]}, "it is recorded of 7, and this is unversioned"),
        ("wrong_ackers.right:right", {"rule": "ACK-16"}, "the rule was not examined"),
    ],
    ids=["stale", "another version", "a rule of another profile"],
)
def test_a_list_does_not_rot(certify: Command, target: str, change: dict[str, object], words: str) -> None:
    """An entry that is unnecessary, or cannot apply, causes a separate exit code."""
    result = certify(target, change, rule="ACK-*8" if "rule" not in change else "ACK-1[36]")
    assert 4 == result.code
    assert words in result.words
    assert "deviations out of date" in result.words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("target = 3", "target: 3 is not of type"),
        ("target = ", "is not TOML"),
        ("[[deviation]]\nrule = 'ACK-08'\n", "is not a list of deviations"),
        (tomli_w.dumps({"target": "x", "deviation": [{**AS_RECORDED, "variant": "lazy"}]}), "no variant 'lazy'; there"),
        (tomli_w.dumps({"target": "x", "deviation": [{**AS_RECORDED, "rule": "ACK-99"}]}), "there is no rule ACK-99"),
        (tomli_w.dumps({"target": "x", "deviation": [{**AS_RECORDED, "reason": ""}]}), "deviation[0].reason: "),
        (tomli_w.dumps({"target": "x", "deviation": [{**AS_RECORDED, "since": 1}]}), "'since' was unexpected"),
    ],
)
def test_a_damaged_list_is_refused(ackproof: Command, tmp_path: Path, text: str, words: str) -> None:
    """The error is one line, before anything runs."""
    path = tmp_path / "list.toml"
    path.write_text(text, encoding="utf-8")
    result = ackproof("certify", "reference", "--deviations-file", path)
    assert (2, "") == (result.code, result.out.partition("ackproof 0")[0])
    assert words in result.complaint


def test_proposals_explain_the_run_that_they_came_of(ackproof: Command, tmp_path: Path) -> None:
    """A proposed list can be used without changes, except for the reasons."""
    target = "variant:zero-first+early-fail-lost"
    options = ("--rule", "ACK-0[178]", "--profile", "storm1", "--examples", "40")
    first = ackproof("certify", target, *options, "--update-deviations")
    assert 1 == first.code
    (path,) = Path("out").glob("deviations-*.toml")
    kept = tmp_path / "kept.toml"
    kept.write_bytes(path.read_bytes())
    assert {"ACK-07", "ACK-08"} == {entry.rule for entry in deviations.read(kept).entries}
    again = ackproof("certify", target, *options, "--deviations-file", kept, "--update-deviations")
    assert 0 == again.code
    assert deviations.read(kept) == deviations.read(path)


def test_what_no_variant_explains_is_not_proposed(ackproof: Command) -> None:
    """A real mistake remains a violation."""
    options = ("--rule", "ACK-04", "--profile", "storm2", "--update-deviations")
    result = ackproof("certify", "wrong_ackers.ackers:or_instead_of_xor", *options)
    assert 1 == result.code
    assert (
        "No known variant explains what wrong_ackers.ackers:or_instead_of_xor does about ACK-04 under storm2."
        in result.words
    )
    assert [] == list(Path("out").glob("deviations-*"))


def test_a_known_violation_does_not_hide_a_new_one(ackproof: Command, tmp_path: Path) -> None:
    """The search continues after a known violation."""
    path = listed(tmp_path, "variant:zero-first+early-fail-lost", {"rule": "ACK-27", "variant": "zero-first"})
    path.write_text(path.read_text(encoding="utf-8").replace("unversioned", "0.1.0"), encoding="utf-8")
    options = ("--rule", "ACK-27", "--profile", "storm2", "--deviations-file", path)
    result = ackproof("certify", "variant:zero-first+early-fail-lost", *options)
    assert 1 == result.code
    assert "fail root 1" in result.words
    assert "FAIL ACK-27" in result.out


def test_two_variants_with_one_reason_are_one_line(ackproof: Command, tmp_path: Path) -> None:
    """The rule and the reason are shown once, with both variants."""
    target = "variant:rotates-for-each-task+asks-about-empty-trees"
    entry = {"rule": "SPT-11", "reason": "It asks.", "link": "spec/spout.md", "versions": [__version__]}
    path = listed(
        tmp_path,
        target,
        {**entry, "variant": "asks-about-empty-trees"},
        {**entry, "variant": "rotates-for-each-task+asks-about-empty-trees"},
    )
    result = ackproof("certify", target, "--rule", "SPT-11", "--examples", "40", "--deviations-file", path)
    assert 0 == result.code
    assert 1 == result.words.count("It asks.")
    assert "deviates as recorded from SPT-11: It asks. (variant rotates-for-each-task+asks-" in result.words
    assert " or variant asks-about-empty-trees; see spec/spout.md)" in result.words
