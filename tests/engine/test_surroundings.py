"""A certificate depends on the target, the suite and the settings, and not on the surroundings of the run."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from common.command import Command

TESTS = Path(__file__).parents[1]

CHANGES_FOLDER = """
import os
from wrong_ackers.right import RightAcker, target_of

class Wanders(RightAcker):
    def tick(self):
        os.chdir("/")
        return super().tick()

make = target_of(None, Wanders)
"""

FIXED_LATER = """
import os
from wrong_ackers.ackers import TestsZeroBeforeFail
from wrong_ackers.right import RightAcker, target_of

make = target_of(None, RightAcker if "FIXED" in os.environ else TestsZeroBeforeFail)
"""


def ran(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run `ackproof certify` in a separate process and folder."""
    command = [sys.executable, "-m", "ackproof", "certify", *arguments]
    around = {**os.environ, "PYTHONPATH": str(TESTS), **environment}
    return subprocess.run(command, cwd=folder, env=around, capture_output=True, check=False)


def test_a_project_around_the_run_has_no_say(tmp_path: Path) -> None:
    """The project's conftest fails, its configuration is wrong, its tests would not pass, and the environment sets
    options.
    """
    (tmp_path / "conftest.py").write_text("raise RuntimeError('conftest')\n", encoding="utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = --nonsense\n", encoding="utf-8")
    (tmp_path / "test_theirs.py").write_text("raise RuntimeError('theirs')\n", encoding="utf-8")
    done = ran(tmp_path, "reference", "--rule", "RM-02", PYTEST_ADDOPTS="--more-nonsense", PYTEST_PLUGINS="nowhere")
    assert (0, b"") == (done.returncode, done.stderr)
    assert b"conformant (2 PASS)" in done.stdout


def test_a_target_that_changes_the_folder_does_not_move_the_certificate(ackproof: Command, tmp_path: Path) -> None:
    """It is in the folder in which the run began."""
    (tmp_path / "wandering.py").write_text(CHANGES_FOLDER, encoding="utf-8")
    assert 0 == ackproof("certify", "wandering:make", "--rule", "ACK-13", "--profile", "storm2").code
    assert {"certificate.json", "junit.xml"} == {path.name for path in (tmp_path / "out").iterdir()}


def test_a_terminal_without_unicode_is_told_all_the_same(tmp_path: Path) -> None:
    """The exit code is that of the violation, and the verdict is shown."""
    arguments = ("wrong_ackers.ackers:or_instead_of_xor", "--rule", "ACK-04", "--profile", "storm2")
    done = ran(tmp_path, *arguments, PYTHONIOENCODING="ascii")
    assert 1 == done.returncode
    assert b"FAIL ACK-04" in done.stdout


def test_a_folder_holds_the_witnesses_of_its_certificate_and_no_others(
    ackproof: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """After an acker was fixed and certified again, the folder has no witness against it."""
    (tmp_path / "mine.py").write_text(FIXED_LATER, encoding="utf-8")
    run = ("certify", "mine:make", "--rule", "ACK-08", "--profile", "storm2")
    assert 1 == ackproof(*run).code
    sys.modules.pop("mine")
    monkeypatch.setenv("FIXED", "yes")
    assert 0 == ackproof(*run).code
    (verdict,) = json.loads((tmp_path / "out" / "certificate.json").read_text(encoding="utf-8"))["verdicts"]
    assert "PASS" == verdict["verdict"]
    assert [] == [path.name for path in (tmp_path / "out").glob("witness-*")]
