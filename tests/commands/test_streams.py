"""Standard output that closes: the run continues, and its exit code is that of the verdicts."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

WRONG = "ackproof.examples.forgetful:make --rule ACK-08 --profile storm2 --examples 40"
RIGHT = "reference --rule ACK-08 --profile storm2 --examples 40"


@pytest.mark.parametrize(
    ("target", "code", "output"),
    [
        (WRONG, 1, "| true"),
        (WRONG, 1, "> /dev/full"),
        (RIGHT, 0, ">&-"),
        pytest.param(WRONG, 1, ">&-", marks=pytest.mark.slow),
        pytest.param(RIGHT, 0, "| true", marks=pytest.mark.slow),
    ],
)
def test_the_exit_code_is_that_of_the_verdicts(tmp_path: Path, target: str, code: int, output: str) -> None:
    """The causes are a closed pipe, a full disk and a closed descriptor: the evidence is complete nevertheless."""
    command = f"set -o pipefail; {sys.executable} -m ackproof certify {target} {output}"
    done = subprocess.run(["bash", "-c", command], cwd=tmp_path, capture_output=True, text=True, check=False)  # noqa: S607
    assert code == done.returncode
    assert "Traceback" not in done.stderr
    written = json.loads((tmp_path / "out" / "certificate.json").read_text(encoding="utf-8"))
    assert code == written["exit_code"]


def test_what_was_lost_is_said(tmp_path: Path) -> None:
    """A full disk is named; a closed pipe is not."""
    for output, expected in (("> /dev/full", ["No space left on device"]), ("| true", [])):
        command = f"{sys.executable} -m ackproof rules ACK-04 {output}"
        done = subprocess.run(["bash", "-c", command], cwd=tmp_path, capture_output=True, text=True, check=False)  # noqa: S607
        assert expected == [line.split(": ")[-1] for line in done.stderr.splitlines()]


def test_verdicts_as_json_are_the_certificate(tmp_path: Path) -> None:
    """Standard output has nothing else."""
    command = [sys.executable, "-m", "ackproof", "certify", *RIGHT.split(), "--format", "json"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    written = json.loads((tmp_path / "out" / "certificate.json").read_text(encoding="utf-8"))
    printed = json.loads(done.stdout)
    assert (0, written["verdicts"]) == (done.returncode, printed["verdicts"])
