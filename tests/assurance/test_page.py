"""The page of long checks is made from their record: what was run, on which commit, with what result."""

import re
import subprocess
from pathlib import Path

import pytest

from . import page as module
from .page import CHECKS, PAGE, page, read
from .progress import ROOT, Progress


def test_the_page_is_made_of_the_record() -> None:
    """The committed page is up to date."""
    assert PAGE.read_text(encoding="utf-8") == page(read())


def test_every_check_is_an_environment_of_tox() -> None:
    """The command on the page exists."""
    environments = re.findall(r"^\[testenv:(.+)\]$", (ROOT / "tox.ini").read_text(encoding="utf-8"), re.MULTILINE)
    assert set(CHECKS) <= set(environments)
    assert read().keys() <= CHECKS.keys()


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with one commit, a record and a page."""
    for name, value in (("ROOT", tmp_path), ("RECORD", tmp_path / "docs" / "a.json"), ("PAGE", tmp_path / "a.md")):
        monkeypatch.setattr(module, name, value)
    (tmp_path / "file").write_text("as committed")
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", ".")
    git(tmp_path, "-c", "user.name=tests", "-c", "user.email=tests@localhost", "commit", "-q", "-m", "All")
    return tmp_path


def git(folder: Path, *arguments: str) -> str:
    command = ["git", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout.strip()


def note(folder: Path, *failures: str, check: str = "kills", part: str | None = None) -> str:
    """Record a run and return the page."""
    progress = Progress(folder / "done.json", "a part", [])
    progress.seconds = 185
    module.note(check, "50 killed", failures, progress, part=part)
    return (folder / "a.md").read_text(encoding="utf-8")


def test_a_complete_run_is_noted(checkout: Path) -> None:
    """The entry has its commit, its time and its result; other checks are unchanged."""
    (line,) = [line for line in note(checkout).splitlines() if "50 killed" in line]
    assert line.startswith("| passed | 50 killed | `")
    assert "3 min in all" in line
    entry = module.read()["kills"]
    assert (git(checkout, "rev-parse", "HEAD"), []) == (entry["commit"], entry["failures"])
    assert "Not run yet" in module.page(module.read())


def test_a_changed_checkout_and_a_failure_are_told(checkout: Path) -> None:
    """A result for a commit with other content would be wrong."""
    (checkout / "file").write_text("changed")
    text = note(checkout, "a stream lost a notification")
    assert "| 1 failed | 50 killed |" in text
    assert "with changes" in text
    assert "- failed: `a stream lost a notification`" in text


def test_each_part_names_the_commit_that_it_was_run_on(checkout: Path) -> None:
    """A part that is run again later, with a failure, leaves the row of another part unchanged."""
    first = git(checkout, "rev-parse", "HEAD")
    note(checkout, check="faults", part="signals")
    author = ("-c", "user.name=tests", "-c", "user.email=tests@localhost")
    git(checkout, *author, "commit", "-q", "--allow-empty", "-m", "More")
    lines = note(checkout, "a byte too many", check="faults", part="data").splitlines()
    second = git(checkout, "rev-parse", "HEAD")
    (data,) = [line for line in lines if line.startswith("| data |")]
    (signals,) = [line for line in lines if line.startswith("| signals |")]
    assert data.startswith(f"| data | 1 failed | 50 killed | `{second[:10]}`")
    assert signals.startswith(f"| signals | passed | 50 killed | `{first[:10]}`")
    assert "| lives | not run yet | | | | |" in lines
    assert "- failed: `a byte too many`" in lines


def test_the_page_knows_the_parts_of_the_harness() -> None:
    """They are in order, each with its row."""
    from faults.run import PARTS  # noqa: PLC0415 - it imports much
    from mutation.run import SETS  # noqa: PLC0415 - as above

    assert tuple(SETS) == module.PARTS["mutation"]
    assert tuple(PARTS) == module.PARTS["faults"]
    assert read()["faults"].keys() <= PARTS.keys()
