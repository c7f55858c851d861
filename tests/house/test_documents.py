"""The documents agree with the project: command output, command names, links."""

import ast
import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("spec/*.md")])
OURS = ("acking", "ackproof", "ackproof_adapters")
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


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_examples_import_what_is_there(page: Path) -> None:
    """The Python on a page imports modules that exist, and names that stand in them. The modules themselves are not
    imported, only the packages above them, since Spark may be missing.
    """
    missing = []
    for block in re.findall(r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL):
        for node in ast.walk(ast.parse(block)):
            if isinstance(node, ast.ImportFrom) and str(node.module).partition(".")[0] in OURS:
                missing += [
                    f"{node.module}.{each.name}" for each in node.names if not _is_there(node.module, each.name)
                ]
    assert [] == missing


def _is_there(module: str | None, name: str) -> bool:
    try:
        spec = importlib.util.find_spec(str(module))
    except ModuleNotFoundError:
        return False
    if spec is None or spec.origin is None:
        return False
    # Some packages import their names only when they are asked for them, so a name is looked for in the text.
    return re.search(rf"\b{name}\b", Path(spec.origin).read_text(encoding="utf-8")) is not None


def test_the_parts_of_the_reference_are_as_long_as_the_readme_says() -> None:
    """The eight parts that `acking` names, to the next ten lines."""
    parts = ("ids", "messages", "rotating_map", "profiles", "acker", "anchoring", "routing", "spout")
    files = [ROOT / "reference" / "acking" / f"{part}.py" for part in parts]
    lines = sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files)
    (said,) = re.findall(r"eight parts of some (\d+) lines", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert abs(lines - int(said)) <= 10


def test_ci_runs_the_command_of_the_readme() -> None:
    """The README names one command for the tests, and CI takes it from there."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    commands = dict(re.findall(r"<!-- command: (\w+) -->\n\n```\n(.+)\n```", readme))
    assert {"certify", "tests"} == set(commands)
    assert all("tox" in command for command in commands.values())
    assert "<!-- command: tests -->" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
