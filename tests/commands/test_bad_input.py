"""Bad input causes one clear line and the documented exit code."""

import json
from pathlib import Path

import pytest
from common.command import Command

ONE_RULE = ("--rule", "ACK-03", "--examples", "20")
BAD = "common.bad_targets"


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("nobody",), "no target 'nobody'; there are jstorm-2.2.1, kernel, motorway-3.1.4, multilang-reference"),
        (("no.such.module:make",), "there is no module 'no.such.module'; a target is package.module:function"),
        (("json:nothing",), "module json has no 'nothing'"),
        ((f"{BAD}:not_callable",), "is of type int, and not a function that makes the target; name the function"),
        (("reference", "--rule", "ZZ-*"), "no rule matches 'ZZ-*'"),
        (("reference", "--rule", "ACK-30"), "ACK-30 is not tested"),
        (("reference", "--rule", "ACK-*", "--component", "spout"), "no rule of component spout matches"),
        (("reference", "--profile", "storm3"), "no profile 'storm3'; did you mean storm1 or storm2?"),
        (("reference", "--component", "toaster"), "no component 'toaster'; there are"),
        (("ackproof.examples.forgetful:make", "--profile", "storm1"), "does not claim profile 'storm1'"),
        (("ackproof.examples.forgetful:make", "--component", "spout"), "none of the selected rules applies to"),
    ],
)
def test_a_wrong_request_is_a_usage_error(ackproof: Command, arguments: tuple[str, ...], expected: str) -> None:
    """There is one line on stderr below the usage, and exit code 2."""
    ended = ackproof("certify", *arguments)
    assert 2 == ended.code
    assert expected in ended.complaint


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("reference", "--examples", "0"), "'0' is not a number from 1"),
        (("reference", "--budget", "soon"), "'soon' is not a time"),
        (("reference", "-n", "x"), "'x' is not a number from 1"),
        ((), "required: TARGET"),
    ],
)
def test_a_wrong_option_is_a_usage_error(ackproof: Command, arguments: tuple[str, ...], expected: str) -> None:
    """The last line on stderr has the reason, and the exit code is 2."""
    ended = ackproof("certify", *arguments)
    assert 2 == ended.code
    assert expected in ended.error_lines[-1]


@pytest.mark.parametrize(
    ("factory", "expected"),
    [
        ("raises", "failed to start: OSError: no disk"),
        ("no_factory_argument", "failed to start: TypeError"),
        ("makes_nothing", "is a NoneType, which has no method describe()"),
        ("claims_nothing", "describes itself with None"),
        ("claims_an_unknown_component", "claims the component 'toaster'"),
        ("claims_an_unknown_profile", "claims the profile 'storm3'"),
        ("claims_an_unknown_capability", "claims the capability 'flies'"),
        ("claims_an_unknown_operation", "claims the operation 'dance'"),
        ("claims_no_acks", "is an acker without ack, fail"),
        ("claims_a_name_that_is_a_number", "tells 7 as its name"),
    ],
)
def test_a_target_that_cannot_be_asked_is_reported(ackproof: Command, factory: str, expected: str) -> None:
    """The others run, the summary has the reason, and the exit code is 3."""
    ended = ackproof("certify", f"{BAD}:{factory}", "reference", *ONE_RULE)
    assert (3, "") == (ended.code, ended.err)
    flat = " ".join(ended.out.split())
    assert expected in flat
    assert "reference 0.1.0: conformant (2 PASS)" in flat


@pytest.mark.parametrize(
    ("factory", "expected"),
    [
        ("raises_in_apply", "failed to apply operations: RuntimeError: I will not"),
        ("answers_none", "answered with None"),
        ("answers_a_string", "answered with 'ok'"),
        ("answers_too_few", "results for"),
        ("answers_too_many", "results for"),
        ("answers_with_nones", "None is not of class AckerResult(notifications, acked, pending)"),
        ("says_done", "'done' is not one of ack, fail, reset-timeout"),
        ("says_root_as_text", "'1' is not a signed 64-bit integer"),
        ("says_root_beyond_64_bits", "18446744073709551616 is not a signed 64-bit integer"),
        ("says_no_task", "None is not a task id"),
    ],
)
def test_nonsense_is_an_error_and_not_a_violation(ackproof: Command, factory: str, expected: str) -> None:
    """The verdict is ERROR with the target's last output, the exit code is 3, and the run continues with the next
    rule.
    """
    ended = ackproof("certify", f"{BAD}:{factory}", "--profile", "storm2", "--rule", "ACK-0[34]", "--examples", "20")
    assert (3, "") == (ended.code, ended.err)
    verdicts = json.loads(Path("out/certificate.json").read_text(encoding="utf-8"))["verdicts"]
    assert [("ACK-03", "ERROR"), ("ACK-04", "ERROR")] == [(each["rule"], each["verdict"]) for each in verdicts]
    assert all(expected in each["reason"] for each in verdicts), verdicts


def test_a_folder_that_cannot_be_written_is_named_before_anything_runs(ackproof: Command) -> None:
    """`--out` names an existing file."""
    Path("taken").touch()
    ended = ackproof("certify", "reference", *ONE_RULE, "--out", "taken")
    assert (2, "") == (ended.code, ended.out)
    assert "cannot write into taken: File exists; name another folder with --out" in ended.err


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("nowhere/page.html", "No such file or directory"),
        ("taken/page.html", "Not a directory"),
        ("folder", "Is a directory"),
        ("new/out", "Is a directory"),
        ("new/out/no/page.html", "No such file or directory"),
    ],
)
def test_a_page_that_cannot_be_written_is_refused_before_anything_runs(
    ackproof: Command, page: str, expected: str
) -> None:
    """Nothing is touched: not even the folder of the certificate is made."""
    pytest.importorskip("jinja2")
    Path("taken").touch()
    Path("folder").mkdir()
    ended = ackproof("certify", "reference", *ONE_RULE, "--out", "new/out", "--html", page)
    assert (2, "") == (ended.code, ended.out)
    assert f"cannot write {page}: {expected}; name something else with --html" in ended.err
    assert ["folder", "taken"] == sorted(path.name for path in Path().iterdir())


@pytest.mark.parametrize("page", ["page.html", "new/page.html", "new/out/page.html", "/dev/null"])
def test_a_page_may_be_in_a_folder_that_the_run_makes(ackproof: Command, page: str) -> None:
    """That of the certificate, or one above it."""
    pytest.importorskip("jinja2")
    assert 0 == ackproof("certify", "reference", *ONE_RULE, "--out", "new/out", "--html", page).code
    assert Path(page).exists()


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (None, "cannot read witness.json: No such file or directory"),
        ('{"witness": 1, "rule": "ACK', "is not a whole JSON document"),
        ("[]", "is not a witness: [] is not of type"),
        ('{"witness": 2}', "is a witness of form 2, and this release reads form 1"),
    ],
)
def test_a_damaged_witness_is_refused(ackproof: Command, content: str | None, expected: str) -> None:
    """The error has the place of the damage, and the exit code is 2."""
    if content is not None:
        Path("witness.json").write_text(content, encoding="utf-8")
    ended = ackproof("replay", "witness.json", "reference")
    assert (2, "") == (ended.code, ended.out)
    assert expected in ended.err


def test_a_witness_with_a_strange_operation_is_refused(ackproof: Command) -> None:
    """It is valid by the schema, but not an operation of the component."""
    ackproof("certify", "ackproof.examples.forgetful:make", "--rule", "ACK-08", "--examples", "20")
    (path,) = Path("out").glob("witness-*.json")
    witness = json.loads(path.read_text(encoding="utf-8"))
    witness["operations"][0]["op"] = "dance"
    path.write_text(json.dumps(witness), encoding="utf-8")
    ended = ackproof("replay", path, "reference")
    assert 2 == ended.code
    assert "the witness cannot be replayed: 'dance' is not an operation of acker" in ended.err
