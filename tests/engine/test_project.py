"""The rules in a project with a conftest, warnings as errors, and the target itself."""

import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]

CONFTEST = """
import pytest

@pytest.fixture(autouse=True)
def everywhere():
    yield

def pytest_collection_modifyitems(items):
    for item in items:
        item.add_marker("ours")
"""

PYPROJECT = """
[tool.pytest.ini_options]
testpaths = ["checks"]
markers = ["ours"]
addopts = ["--strict-markers", "--strict-config"]
filterwarnings = ["error"]
"""

ACKER = """
from wrong_ackers.ackers import tests_zero_before_fail as make
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with a wrong acker."""
    (tmp_path / "checks").mkdir()
    (tmp_path / "conftest.py").write_text(CONFTEST, encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text(PYPROJECT, encoding="utf-8")
    (tmp_path / "myacker.py").write_text(ACKER, encoding="utf-8")
    (tmp_path / "checks" / "test_mine.py").write_text("def test_mine():\n    pass\n", encoding="utf-8")
    return tmp_path


def ran(project: Path, *arguments: str) -> tuple[int, str]:
    """Run pytest in the project; return its exit code and output."""
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "no:cacheprovider",
        "--ackproof-target",
        "myacker:make",
        *arguments,
    ]
    environment = {"PYTHONPATH": str(TESTS), "PATH": ""}
    done = subprocess.run(command, cwd=project, env=environment, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def test_a_target_of_the_project_is_held_to_the_rules_beside_its_tests(project: Path) -> None:
    """Warnings are errors here, but shrinking a violation raises none; the story is in the output."""
    code, result = ran(project, "-k", "mine or ACK-08 or ACK-09", "--ackproof-examples", "60")
    assert 1 == code
    assert "2 failed, 3 passed" in result
    assert "FAIL ACK-08 Fail dominates ack (myacker:make, storm1)" in result
    assert "though a fail of root" in result
    assert "failed and acked" in result
    assert "Traceback" not in result


def test_rules_are_collected_by_their_ids(project: Path) -> None:
    """There is one item for each rule and profile of the target, besides the project's own tests."""
    code, result = ran(project, "--collect-only", "-q", "--ackproof-rule", "ACK-0[89]", "--ackproof-profile", "storm1")
    assert 0 == code
    collected = [line.split("::")[-1] for line in result.splitlines() if "::" in line]
    assert ["test_mine", "ACK-08[myacker:make-storm1]", "ACK-09[myacker:make-storm1]"] == collected
