"""Slow tests that have passed are not run again, over any number of sessions."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from .progress import ROOT

TESTS = """\
import os
import pytest

@pytest.mark.slow
@pytest.mark.parametrize("number", range(4))
def test_number(number):
    assert os.environ.get("FAILS") != str(number)

def test_quick():
    raise AssertionError
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder with four slow tests and one that is not."""
    (tmp_path / "test_some.py").write_text(TESTS)
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = slow\n")
    return tmp_path


def run(project: Path, *arguments: str, **variables: str) -> tuple[int, str]:
    """Run the slow tests by the command of `tox -e slow`; return the exit code and the last line."""
    environment = {**os.environ, **variables, "ACKPROOF_ASSURANCE": str(project / "done")}
    environment["PYTHONPATH"] = str(ROOT / "tests")
    environment["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # most of the time would go into plugins that are not used
    options = ["-p", "assurance.slow", "-p", "xdist", "-m", "slow", "-k", "test_number"]
    command = [sys.executable, "-m", "pytest", *options, *arguments]
    done = subprocess.run(command, cwd=project, env=environment, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout.splitlines()[-1]


@pytest.mark.parametrize("workers", [(), ("-n", "1")], ids=["one process", "a worker"])
def test_what_passed_is_left_out(project: Path, workers: tuple[str, ...]) -> None:
    """Tests that failed are not left out."""
    code, result = run(project, *workers, FAILS="2")
    assert (1, True) == (code, "1 failed, 3 passed" in result)
    kept = json.loads((project / "done" / "slow.json").read_text())["slow"]["outcomes"]
    assert {f"test_some.py::test_number[{number}]" for number in (0, 1, 3)} == kept.keys()
    code, result = run(project, *workers)
    assert (0, True) == (code, "1 passed" in result)


def test_nothing_is_left_out_once_one_begins_anew(project: Path) -> None:
    """If all have passed, that is no failure either."""
    assert 0 == run(project)[0]
    assert 0 == run(project)[0]
    code, result = run(project, "--anew", FAILS="1")
    assert (1, True) == (code, "1 failed, 3 passed" in result)
