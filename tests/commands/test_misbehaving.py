"""Misbehaviour of callers and targets beyond `test_bad_input`: one line, and the documented exit code."""

import json
from pathlib import Path
from typing import Any

import pytest
from common.command import Command

USAGE, BROKE = 2, 3

MODULES = {
    "raises while it is imported": ("raising:make", "cannot import raising: RuntimeError: not on a Monday"),
    "leaves while it is imported": ("leaving:make", "cannot import leaving: SystemExit: 0"),
    "is no Python": ("misspelt:make", "cannot import misspelt: SyntaxError"),
    "names no factory": ("common.bad_targets:", "has no ''; name the function that makes the target"),
}

OPTIONS = {
    "unknown command": (("dance",), "there is no command 'dance'; there are init, certify, compare, report"),
    "no budget": (("certify", "reference", "--budget", "0s"), "'0s' is not a time; write 60s, 5m or 1h"),
    "budget in days": (("certify", "reference", "--budget", "1d"), "'1d' is not a time; write 60s, 5m or 1h"),
    "seed in words": (("certify", "reference", "--seed", "lucky"), "'lucky' is not a whole number"),
    "unknown option": (
        ("certify", "reference", "--fast"),
        "there is no option '--fast'; 'ackproof certify --help' lists them",
    ),
    "nobody to replay on": (("replay", "witness.json"), "required: TARGET"),
}

UNAVAILABLE = {
    "makes_a_string": "is a str, which has no method describe()",
    "claims_no_component": "claims no component at all",
    "claims_components_as_text": "claims the component 'a'",
    "leaves": "failed to start: SystemExit: 0",
    "refuses": "failed to start: Refused: not today",
}
"""Targets that cannot be started, and the errors for them."""

BREAKS = {
    "answers_an_iterator": "it should be a list of AckerResult",
    "answers_with_tuples": "with a wrong result: ",
    "says_none": "with a wrong result: ",
    "says_a_string": "with a wrong result: ",
    "says_a_tuple": "with a wrong result: ",
    "NeverOpens": "claims acker and refused to open it: no acker today",
    "leaves_in_apply": "failed to apply operations: SystemExit: 0",
    "refuses_in_apply": "failed to apply operations: Refused: not today",
    "WithoutClose": "failed to close a component: AttributeError",
}
"""Targets that start, but break at the first request, and their errors."""


def certificate(folder: Path) -> Any:
    return json.loads((folder / "out" / "certificate.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("target", "words"), MODULES.values(), ids=MODULES)
def test_a_module_that_is_no_use_is_a_usage_error(ackproof: Command, tmp_path: Path, target: str, words: str) -> None:
    """The caller has to name a module that can be imported."""
    (tmp_path / "raising.py").write_text("raise RuntimeError('not on a Monday')\n", encoding="utf-8")
    (tmp_path / "leaving.py").write_text("raise SystemExit(0)\n", encoding="utf-8")
    (tmp_path / "misspelt.py").write_text("def make(:\n", encoding="utf-8")
    result = ackproof("certify", target)
    assert USAGE == result.code
    assert words in result.complaint
    assert not (tmp_path / "out" / "certificate.json").exists()


@pytest.mark.parametrize(("arguments", "words"), OPTIONS.values(), ids=OPTIONS)
def test_a_command_line_that_cannot_be_read_ends_with_the_reason(
    ackproof: Command, arguments: tuple[str, ...], words: str
) -> None:
    """The reason comes after the usage."""
    result = ackproof(*arguments)
    assert (USAGE, "") == (result.code, result.out)
    assert words in result.error_lines[-1]


def test_a_file_above_the_folder_is_in_the_way_too(ackproof: Command, tmp_path: Path) -> None:
    """Nothing runs, and the file is unchanged."""
    (tmp_path / "taken").write_text("mine\n", encoding="utf-8")
    result = ackproof("certify", "reference", "--rule", "RM-02", "--out", "taken/deeper")
    assert (USAGE, "") == (result.code, result.out)
    assert "cannot write into taken/deeper: " in result.complaint
    assert "mine\n" == (tmp_path / "taken").read_text(encoding="utf-8")


def test_nothing_but_skips_is_a_usage_error_beside_a_conformant_target(ackproof: Command) -> None:
    """Otherwise nobody would notice that no rule applies to it."""
    result = ackproof("certify", "reference", "wrong_ackers.right:right", "--rule", "RM-02")
    assert USAGE == result.code
    assert "none of the selected rules applies to wrong_ackers.right:right" in result.complaint


@pytest.mark.parametrize(("name", "words"), UNAVAILABLE.items(), ids=UNAVAILABLE)
def test_a_target_that_cannot_be_asked_stands_in_the_certificate(
    ackproof: Command, tmp_path: Path, name: str, words: str
) -> None:
    """It has no verdict, but the reason."""
    target = f"common.bad_targets:{name}"
    result = ackproof("certify", target, "--rule", "ACK-04")
    assert (BROKE, "") == (result.code, result.err)
    (report,) = certificate(tmp_path)["targets"]
    assert ("could not be run", None) == (report["conclusion"], report["description"])
    assert report["unavailable"].startswith(f"{target} {words}")


@pytest.mark.parametrize(("name", "words"), BREAKS.items(), ids=BREAKS)
def test_a_target_that_breaks_gets_the_verdict_error(ackproof: Command, tmp_path: Path, name: str, words: str) -> None:
    """Each rule at which it breaks has one line that names it."""
    target = f"common.bad_targets:{name}"
    result = ackproof("certify", target, "--rule", "ACK-0[23]", "--profile", "storm2", "--examples", "5")
    assert (BROKE, "") == (result.code, result.err)
    verdicts = certificate(tmp_path)["verdicts"]
    assert [("ACK-02", "ERROR"), ("ACK-03", "ERROR")] == [(each["rule"], each["verdict"]) for each in verdicts]
    for verdict in verdicts:
        assert verdict["reason"].startswith(f"{target} ")
        assert words in verdict["reason"]
        assert 1 == len(verdict["reason"].splitlines())


def test_the_others_are_certified_all_the_same(ackproof: Command) -> None:
    """The targets are one that cannot start, one that breaks, a wrong one and a right one: each has a conclusion, and 3
    has precedence.
    """
    names = ("common.bad_targets:raises", "common.bad_targets:raises_in_apply", "wrong_ackers.ackers:or_instead_of_xor")
    result = ackproof("certify", *names, "reference", "--rule", "ACK-04", "--profile", "storm2", "--examples", "40")
    assert BROKE == result.code
    assert "common.bad_targets:raises could not be run: failed to start: OSError: no disk" in result.words
    assert "common.bad_targets:raises_in_apply 1: broke (1 ERROR)" in result.words
    assert "wrong_ackers.ackers:or_instead_of_xor unversioned: violation (1 FAIL)" in result.words
    assert "conformant (1 PASS)" in result.words


def test_a_negative_task_is_a_wrong_answer_and_no_breakage(ackproof: Command) -> None:
    """It is a well-formed notification to a wrong task."""
    result = ackproof("certify", "common.bad_targets:says_a_negative_task", "--rule", "ACK-05", "--examples", "5")
    assert 1 == result.code
    assert "FAIL ACK-05" in result.words


def test_what_a_target_prints_is_no_part_of_the_report(ackproof: Command, tmp_path: Path) -> None:
    """The printed text is neither on stdout nor on stderr."""
    lines = [
        "import sys",
        "from wrong_ackers.right import RightAcker, target_of",
        "class Chatty(RightAcker):",
        "    def tick(self):",
        "        print('tick tock', file=sys.stderr)",
        "        print('tick tock')",
        "        return super().tick()",
        "make = target_of(None, Chatty)",
    ]
    (tmp_path / "chatty.py").write_text("\n".join(lines), encoding="utf-8")
    result = ackproof("certify", "chatty:make", "--rule", "ACK-13", "--profile", "storm2", "--examples", "100")
    assert 0 == result.code
    assert "tick tock" not in result.out + result.err
