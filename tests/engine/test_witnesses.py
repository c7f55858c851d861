"""What is found and how it shrinks: the same under every Python and every release of Hypothesis."""

import json
import subprocess
import sys

import pytest

from .witnesses import NAMES, WITNESSES, verdict_on

WITHOUT_THE_INTERFACE = """
import runpy
import sys
from hypothesis.internal.conjecture import providers
del providers.HypothesisProvider
sys.argv = ["ackproof", "certify", "reference", "--rule", "RM-02"]
runpy.run_module("ackproof", run_name="__main__")
"""


@pytest.mark.parametrize("name", NAMES)
def test_a_mutant_shrinks_to_the_witness_that_is_kept(name: str) -> None:
    """Its examples, operations and premises are those that are kept, too."""
    assert json.loads(WITNESSES.read_text(encoding="utf-8"))[name] == verdict_on(name)


def test_a_hypothesis_without_the_interface_is_told_in_one_line() -> None:
    """It is no public interface, so a release may lack it; then no workload could be shrunk."""
    command = [sys.executable, "-c", WITHOUT_THE_INTERFACE]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert 2 == done.returncode, done.stdout + done.stderr
    _usage, line = done.stderr.splitlines()
    assert line.startswith("ackproof: Hypothesis ")
    assert "pip install" in line
