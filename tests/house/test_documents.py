"""The documents agree with the project: command output, command names, links."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("spec/*.md")])
LINK = re.compile(r"\[[^\]]+\]\((?!https?:)([^)#]+)(#[^)]+)?\)")


@pytest.mark.parametrize(
    "options", [("--quick",), pytest.param((), marks=[pytest.mark.spark, pytest.mark.slow])], ids=["quick", "all"]
)
def test_shown_output_is_what_the_commands_print(options: tuple[str, ...]) -> None:
    """Every part of a document with the output of a command has the present output.

    A certificate of `spark-batch` takes half a minute; for every change the tests of that target are enough.
    """
    command = [sys.executable, "-m", "tools.regenerate", "--check", *options]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (0, "") == (done.returncode, done.stdout), done.stderr


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    """Every relative link of a page names a file that is there."""
    broken = [
        match[1] for match in LINK.finditer(page.read_text(encoding="utf-8")) if not (page.parent / match[1]).exists()
    ]
    assert [] == broken


def test_ci_runs_the_command_of_the_readme() -> None:
    """The README names one command for the tests, and CI takes it from there."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    commands = dict(re.findall(r"<!-- command: (\w+) -->\n\n```\n(.+)\n```", readme))
    assert {"certify", "tests"} == set(commands)
    assert all("tox" in command for command in commands.values())
    assert "<!-- command: tests -->" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
