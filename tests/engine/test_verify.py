"""Verifying: an edited certificate is detected, an honest one is reproduced, and no command in the file is run."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from ackproof import __version__ as ackproof_version
from ackproof.engine.discovery import artifacts
from ackproof.wire.certificates import canonical, digest
from common.command import Command

FORGETFUL = "ackproof.examples.forgetful:make"
FILE = "out/certificate.json"


def certificate() -> dict[str, Any]:
    """Return the certificate that the last run left."""
    document: dict[str, Any] = json.loads(Path(FILE).read_text(encoding="utf-8"))
    return document


def signed(document: dict[str, Any]) -> None:
    """Write a certificate with a correct digest."""
    document["digest"] = digest(document)
    Path(FILE).write_text(json.dumps(document), encoding="utf-8")


@pytest.mark.parametrize("more", [(), ("--quick",), ("--name", "mine")], ids=["full", "quick", "named"])
def test_the_same_comes_out_again(ackproof: Command, more: tuple[str, ...]) -> None:
    """This is tested with a target that breaks rules, with its witnesses; also if it has another name now."""
    few = () if more == ("--quick",) else ("--examples", "60")
    ackproof("certify", FORGETFUL, "--rule", "ACK-2[5-7]", *few, *more)
    result = ackproof("verify", FILE, FORGETFUL)
    assert (0, "not edited, by its digest") == (result.code, result.out.splitlines()[0]), result.out
    assert "same: " in result.out


def test_two_runs_have_the_same_digest(ackproof: Command) -> None:
    """The digest ignores times, and published certificates have none."""
    digests = set()
    for _ in range(2):
        ackproof("certify", "reference", "--rule", "ACK-08", "--examples", "60")
        digests.add(certificate()["digest"])
    document = certificate()
    del document["started"], document["seconds"]
    for each in document["verdicts"]:
        del each["seconds"]
    assert {digest(document)} == digests


def test_the_canonical_form_is_as_documented() -> None:
    """It has sorted keys, no spaces, and UTF-8."""
    assert '{"a":[1,2.5,null],"ä":"é\\n"}'.encode() == canonical({"ä": "é\n", "a": [1, 2.5, None]})


EDITS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "a verdict": lambda document: document["verdicts"][0].update(verdict="PASS"),
    "the exit code": lambda document: document.update(exit_code=0),
    "the seed": lambda document: document["settings"].update(seed=1),
    "a reason": lambda document: document["verdicts"][0].update(reason="it was the weather"),
}


@pytest.mark.parametrize("edit", EDITS)
def test_an_edited_certificate_is_found(ackproof: Command, edit: str) -> None:
    """Nothing is run then."""
    ackproof("certify", FORGETFUL, "--rule", "ACK-08", "--examples", "60")
    document = certificate()
    EDITS[edit](document)
    Path(FILE).write_text(json.dumps(document), encoding="utf-8")
    result = ackproof("verify", FILE, FORGETFUL)
    assert (4, True) == (result.code, result.out.startswith("edited: "))


def test_a_certificate_that_says_something_else_is_found(ackproof: Command) -> None:
    """This holds for a correct digest as well: the difference is named."""
    ackproof("certify", FORGETFUL, "--rule", "ACK-08", "--examples", "60")
    document = certificate()
    document["verdicts"][0]["verdict"] = "PASS"
    del document["verdicts"][0]["witness"]
    signed(document)
    result = ackproof("verify", FILE, FORGETFUL)
    assert 1 == result.code
    assert (
        f"{FORGETFUL} ACK-08 storm2: verdict PASS before, FAIL after; a witness only after" in result.out.splitlines()
    )
    assert "different: 1 of 1 verdict" == result.out.splitlines()[-1]
    assert 0 == ackproof("verify", FILE, "--digest-only").code


@pytest.mark.parametrize(
    ("target", "identity"),
    [
        ("variant:zero-first", "variant:zero-first is another target: variant:zero-first (components rotating-map,"),
        ("mutant:or-instead-of-xor", "mutant:or-instead-of-xor is another target: mutant:or-instead-of-xor (comp"),
    ],
)
def test_another_target_is_refused_before_it_runs(ackproof: Command, target: str, identity: str) -> None:
    """Both are named, with their components and profiles."""
    ackproof("certify", "reference", "--rule", "ACK-08", "--examples", "60")
    result = ackproof("verify", FILE, target)
    assert 2 == result.code
    assert "this certificate is about reference (components " in result.complaint
    assert identity in result.complaint


@pytest.mark.parametrize("what", ["components", "profiles"])
def test_a_target_that_claims_something_else_is_another(ackproof: Command, what: str) -> None:
    """Otherwise verdicts would be missing, or there would be more of them."""
    ackproof("certify", FORGETFUL, "--rule", "ACK-08", "--examples", "60")
    document = certificate()
    document["targets"][0]["description"][what].pop(0)
    signed(document)
    result = ackproof("verify", FILE, FORGETFUL)
    assert (2, True) == (result.code, "is another target: forgetful (components acker; " in result.complaint)


def test_another_version_of_the_target_is_no_difference(ackproof: Command) -> None:
    """It is said first; what is compared is the result."""
    ackproof("certify", "reference", "--rule", "ACK-08", "--examples", "60")
    document = certificate()
    document["targets"][0]["description"]["version"] = "0.0.9"
    signed(document)
    result = ackproof("verify", FILE)
    assert 0 == result.code
    assert f"reference had version 0.0.9, and has {ackproof_version} here" in result.out.splitlines()
    assert "same: 2 verdicts" == result.out.splitlines()[-1]


def test_verdicts_that_only_one_has_are_counted(ackproof: Command) -> None:
    """They are one line, however many there are."""
    ackproof("certify", "reference", "--rule", "ACK-0[89]", "--examples", "60")
    document = certificate()
    del document["verdicts"][:2]
    document["verdicts"][0]["premises"].clear()
    signed(document)
    result = ackproof("verify", FILE)
    assert 1 == result.code
    place = " ".join(document["verdicts"][0][what] for what in ("target", "rule", "profile"))
    assert [f"{place}: other premises", "2 verdicts only after", "different: 1 of 2 verdicts"] == (
        result.out.splitlines()[-3:]
    )


def test_a_file_does_not_choose_what_is_run(ackproof: Command, tmp_path: Path) -> None:
    """A command in a certificate is only text. Installed targets may be run."""
    ackproof("certify", "reference", "--rule", "ACK-08", "--examples", "60")
    assert 0 == ackproof("verify", FILE).code
    document = certificate()
    for each in (*document["targets"], *document["verdicts"]):
        name = "name" if "name" in each else "target"
        each[name] = f"exec:touch {tmp_path}/run"
    signed(document)
    result = ackproof("verify", FILE)
    assert (2, True) == (result.code, "name the target yourself" in result.complaint)
    assert not (tmp_path / "run").exists()


def test_what_cannot_be_made_anew_is_refused(ackproof: Command) -> None:
    """Such certificates are those of a run with a time budget, and of one that was stopped."""
    ackproof("certify", "reference", "--rule", "ACK-08", "--budget", "1s")
    assert "a time budget" in ackproof("verify", FILE).complaint
    ackproof("certify", FORGETFUL, "--rule", "ACK-0[89]", "--fail-fast", "--examples", "60")
    assert "did not come to its end" in ackproof("verify", FILE, FORGETFUL).complaint


def test_the_files_of_a_command_are_hashed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hashed are the program, and each word that is a file, also in a class path; but no folders, no options, and no
    file twice.
    """
    monkeypatch.chdir(tmp_path)
    for name in ("a.jar", "b.jar", "it.conf"):
        Path(name).write_text(name, encoding="utf-8")
    found = artifacts.files_of("exec:sh -cp a.jar:b.jar --conf=it.conf a.jar . missing")
    assert ["a.jar", "b.jar", "it.conf"] == [each.name for each in found if each.name in ("a.jar", "b.jar", "it.conf")]
    assert 4 == len(found)
    assert () == artifacts.files_of("exec:'")
    assert () == artifacts.files_of("reference")


def test_another_program_is_a_difference(ackproof: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is one even if the program does the same. With `--name`, its files are not named either."""
    monkeypatch.syspath_prepend(tmp_path)
    source = tmp_path / "verified_acker.py"
    source.write_text("from ackproof.examples.forgetful import make\n", encoding="utf-8")
    ackproof("certify", "verified_acker:make", "--rule", "ACK-08", "--examples", "60", "--name", "mine")
    assert ["mine (1)"] == [each["file"] for each in certificate()["targets"][0]["files"]]
    source.write_text("from ackproof.examples.forgetful import make  # changed\n", encoding="utf-8")
    result = ackproof("verify", FILE, "verified_acker:make")
    assert (1, True) == (result.code, "mine: other files" in result.out.splitlines())
    assert "different, though not in the 1 verdict of the certificate" == result.out.splitlines()[-1]
