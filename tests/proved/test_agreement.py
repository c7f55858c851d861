"""The extracted program and the reference give the same answers. `tox -e proofs` compares a million."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from ackproof.engine.discovery import discover
from ackproof.explore.bounds import Bounds
from ackproof.target import Component, Config, Target
from ackproof.targets import variants
from ackproof.targets.reference import ReferenceTarget
from ackproof_adapters.proved import program
from proofs.agreement import CONFIGS, difference
from proofs.transitions import transitions, write_table

LACK = program.missing()
pytestmark = pytest.mark.skipif(LACK is not None, reason=str(LACK))
OPERATIONS = 2000
SMALL = Bounds(tuples=1, roots=1, ticks=3)


@pytest.fixture(params=["proved", "proved-native"])
def target(request: pytest.FixtureRequest) -> Iterator[Target]:
    """The program, with either kind of ids."""
    made = discover.offered(request.param).make()
    yield made
    made.close()


@pytest.mark.parametrize("component", CONFIGS)
def test_the_program_answers_random_operations_as_the_reference_does(target: Target, component: str) -> None:
    """Notifications, sizes, message ids, refusals, callbacks: everything except the messages of refusals."""
    assert difference(target, component, seed=0, count=OPERATIONS) is None


def test_a_difference_would_be_seen() -> None:
    """The wrong acker tests for zero first."""

    class ZeroFirst(ReferenceTarget):
        def open(self, component: str, config: Config) -> Component:
            return ReferenceTarget("it", variants.parse("zero-first")).open(component, config)

    assert "acker, operation " in str(difference(ZeroFirst(), "acker", seed=0, count=OPERATIONS))


@pytest.mark.parametrize("ids", ["proof", "native"])
def test_the_program_has_the_transitions_of_the_explorer(tmp_path: Path, ids: str) -> None:
    """Here they are those of the smallest trees; in `tox -e proofs` those of the default size."""
    table = tmp_path / "transitions.jsonl"
    count = write_table(table, SMALL)
    ran = _checked(table, ids)
    assert (f"{count} transitions, ids of the kind {ids}, 0 differ\n", 0) == (ran.stdout, ran.returncode)


def test_a_wrong_transition_would_be_seen(tmp_path: Path) -> None:
    """For each transition with a notification, the wrong one has none."""
    rows = list(transitions("storm2", SMALL))
    saying = [row for row in rows if row["says"]]
    table = tmp_path / "transitions.jsonl"
    table.write_text("".join(f"{json.dumps({**row, 'says': []})}\n" for row in saying), encoding="utf-8")
    ran = _checked(table, "proof")
    assert 1 == ran.returncode
    assert f", {len(saying)} differ" in ran.stdout


def _checked(table: Path, ids: str) -> subprocess.CompletedProcess[str]:
    command = program.command("--ids", ids, "--check", str(table))
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
