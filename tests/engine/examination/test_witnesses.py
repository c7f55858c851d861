"""Violations and their shrunk witnesses: the same under every Python and every release of Hypothesis."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from .witnesses import NAMES, WITNESSES, verdict_on

WITHOUT_THE_INTERFACE = """
import runpy
import sys
from importlib import metadata
from hypothesis.internal.conjecture import providers
del providers.HypothesisProvider
_, target, version = sys.argv
there = metadata.version
metadata.version = lambda name: version if name == "hypothesis" else there(name)
sys.argv = ["ackproof", "certify", target, "--rule", "RM-0[24]", "--examples", "20"]
runpy.run_module("ackproof", run_name="__main__")
"""


@pytest.mark.shrinks
@pytest.mark.parametrize("name", NAMES)
def test_a_mutant_shrinks_to_the_witness_that_is_kept(name: str) -> None:
    """Its examples, operations and premises are equal to the stored ones, too."""
    assert json.loads(WITNESSES.read_text(encoding="utf-8"))[name] == verdict_on(name)


@pytest.mark.parametrize(("target", "version"), [("reference", "6.171.0"), ("mutant:map-get-refreshes", "6.160.0")])
def test_a_hypothesis_without_the_interface_is_told_in_one_line(tmp_path: Path, target: str, version: str) -> None:
    """Its backend interface is not public, so a release may lack it; then no workload could be shrunk. A release beyond
    the bounds is rejected before anything is run, any other release when something has to be shrunk.
    """
    command = [sys.executable, "-c", WITHOUT_THE_INTERFACE, target, version]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert 2 == done.returncode, done.stdout + done.stderr
    _usage, line = done.stderr.splitlines()
    assert line.startswith("ackproof: Hypothesis ")
    assert "pip install" in line
