"""The rules in somebody else's pytest run."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

FORGETFUL = "ackproof.examples.forgetful:make"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with a test and a configuration of its own."""
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = --strict-markers\n", encoding="utf-8")
    (tmp_path / "test_mine.py").write_text("def test_mine():\n    assert True\n", encoding="utf-8")
    return tmp_path


def run(project: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run pytest in the project."""
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments]
    return subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)


def test_rules_join_the_tests_of_a_project(project: Path) -> None:
    """A violation is a failure, told as a story; the project's own test passes beside it."""
    done = run(project, "--ackproof-target", FORGETFUL, "-k", "mine or ACK-08 or ACK-03")
    assert 1 == done.returncode
    assert "1 failed, 2 passed" in done.stdout
    assert "FAIL ACK-08 Fail dominates ack" in done.stdout
    assert "> 3  init root 1 value A task 0" in done.stdout


def test_two_workers_find_the_same(project: Path) -> None:
    """The verdicts come back from the processes that found them."""
    done = run(project, "--ackproof-target", FORGETFUL, "-k", "mine or ACK-08 or ACK-03", "-n", "2")
    assert "1 failed, 2 passed" in done.stdout


def test_too_few_examples_are_shown_as_what_they_are(project: Path) -> None:
    """Neither a pass nor a violation."""
    done = run(project, "--ackproof-target", "reference", "--ackproof-rule", "ACK-08", "--ackproof-examples", "1", "-v")
    assert "INCONCLUSIVE" in done.stdout
    assert 1 == done.returncode


def test_without_a_target_nothing_is_added(project: Path) -> None:
    """The plugin is installed for everybody and in nobody's way."""
    done = run(project)
    assert 0 == done.returncode
    assert "1 passed" in done.stdout


def test_an_unknown_target_is_a_usage_error(project: Path) -> None:
    """It is said before anything runs."""
    done = run(project, "--ackproof-target", "nobody")
    assert 4 == done.returncode
    assert "no target 'nobody'" in done.stdout + done.stderr


@pytest.mark.parametrize("workers", [(), ("-n", "2")], ids=["alone", "two"])
def test_it_writes_the_certificate_of_certify(project: Path, workers: tuple[str, ...]) -> None:
    """Byte for byte but for the times, with its witnesses; and the items show the chapter of their rule."""
    rules = ("--ackproof-rule", "ACK-0[38]", "--ackproof-examples", "60")
    done = run(project, "--ackproof-target", FORGETFUL, *rules, "--ackproof-out", "theirs", "-v", *workers)
    assert "spec/acker.md::ACK-08[" in done.stdout
    assert "ackproof: certificate in " in done.stdout
    command = [sys.executable, "-m", "ackproof", "certify", FORGETFUL, "--rule", "ACK-0[38]", "--examples", "60"]
    subprocess.run([*command, "--out", "ours"], cwd=project, capture_output=True, check=False)
    ours, theirs = ((project / name) for name in ("ours", "theirs"))
    assert sorted(path.name for path in ours.iterdir()) == sorted(path.name for path in theirs.iterdir())
    certificates = [(folder / "certificate.json").read_text(encoding="utf-8") for folder in (ours, theirs)]
    timeless = [re.sub(r'("(?:seconds|started)": )[^,\n]+', r"\1", text) for text in certificates]
    assert timeless[0] == timeless[1]


def test_a_run_of_some_rules_leaves_a_partial_certificate(project: Path) -> None:
    """Rules that were left out have no verdict, so it does not stand for the whole."""
    chosen = ("--ackproof-rule", "ACK-0[38]", "--ackproof-examples", "20", "-k", "ACK-08", "--ackproof-out", "out")
    done = run(project, "--ackproof-target", FORGETFUL, *chosen)
    assert "1 rules were not examined" in done.stdout
    assert ["partial"] == [path.name for path in (project / "out").iterdir()]


CREATED_FIRST = ("--ackproof-target", "ackproof.examples.created_first:make", "--ackproof-rule", "ACK-0[1-3]")


def test_a_target_may_assume_something_unless_that_is_forbidden(project: Path) -> None:
    """Then it is said before anything runs."""
    assumed = "ackproof.examples.created_first:make assumes init-first and no-duplicates"
    done = run(project, *CREATED_FIRST)
    assert 0 == done.returncode
    assert "5 passed, 2 skipped" in done.stdout
    done = run(project, *CREATED_FIRST, "--ackproof-no-assumptions")
    assert 4 == done.returncode
    assert f"{assumed}, which --ackproof-no-assumptions forbids" in done.stdout + done.stderr
