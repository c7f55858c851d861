"""What the check of a rule finds in answers to a witness: of every component, and of every kind of rule."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest
from ackproof.components.acker import AckerResult
from ackproof.engine.discovery import discover
from ackproof.engine.examination.examine import Effort, examine
from ackproof.engine.plan import Selection, examinations
from ackproof.engine.replaying.findings import Judge
from ackproof.engine.replaying.recorded import workload_of
from ackproof.engine.replaying.replay import replay_witness
from ackproof.errors import Refused
from ackproof.stories.steps import steps_of
from ackproof.target import Config
from ackproof.targets.reference import ReferenceTarget
from ackproof.targets.references import reference_of
from ackproof.wire.witnesses import witness_from_json
from ackproof.witness import DeliveredStep, LotStep, Witness
from ackproof.workloads.statistics import Lot, ManyTrees, grow_tree

CERTIFICATES = Path(__file__).resolve().parents[3] / "docs" / "certificates"

FEW = 40
"""Number of examples: enough for each of the mutants."""


def published() -> Iterator[Witness]:
    """Yield the witness of each violation in the published certificates."""
    for path in sorted(CERTIFICATES.glob("*.json")):
        document: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        for verdict in document.get("verdicts", ()):
            if "witness" in verdict:
                yield witness_from_json(verdict["witness"])


def witness_of(mutant: str, rule: str) -> Witness:
    """Return the witness of a mutant that breaks a rule."""
    driver = discover.find(f"mutant:{mutant}", component=discover.mutant(mutant).component)
    (examination, *_) = examinations(Selection(rule=rule), discover.mutant(mutant).profiles)
    verdict = examine(examination, driver, Effort(FEW))
    driver.close()
    assert verdict.witness is not None
    return verdict.witness


def test_published_violations_are_found_again_in_their_witnesses() -> None:
    """So real ackers can be judged by a witness of any of them."""
    found = list(published())
    assert len(found) > 50
    for witness in found:
        assert Judge.of(witness, witness.results or Refused("as it did then")).fit, witness.rule
        assert workload_of(witness) is not None


@pytest.mark.parametrize(
    ("mutant", "rule"),
    [
        ("or-instead-of-xor", "ACK-04"),
        ("one-edge-for-all-anchors", "ANC-02"),
        ("edges-reused-after-four", "ANC-14"),
        ("executors-share-a-seed", "IDS-06"),
        ("half-a-uuid", "IDS-02"),
    ],
)
def test_the_reference_keeps_what_a_mutant_breaks(mutant: str, rule: str) -> None:
    """Each is judged by its own answers."""
    witness = witness_of(mutant, rule)
    component = witness.run.component
    drivers = [discover.find(name, component=component) for name in (_reference(component), f"mutant:{mutant}")]
    replayed = replay_witness(witness, drivers)
    for driver in drivers:
        driver.close()
    assert [False, True] == [each.breaks for each in replayed.findings.values()]


def _reference(component: str) -> str:
    return reference_of(component).describe().name


def test_the_lots_of_a_statistical_rule_are_told_apart_by_its_steps() -> None:
    """Steps that are not those of the operations are not believed."""
    lots, source = (Lot(4, 0, 5, 2), Lot(8, 56, 3, 4)), random.Random(0)
    trees = [grow_tree(source, root, lot) for root, lot in enumerate(lot for lot in lots for _ in range(lot.trees))]
    workload = ManyTrees(Config(profile="storm2"), tuple(trees))
    answers = ReferenceTarget().open("acker", workload.config).apply(workload.run.operations)
    witness = attrs.evolve(
        witness_of("or-instead-of-xor", "ACK-04"),
        rule="ACK-28",
        run=workload.run,
        results=tuple(answers),
        steps=tuple(steps_of(workload, answers)),
    )
    assert workload == workload_of(witness)
    changes: tuple[dict[str, Any], ...] = (
        {"trees": 10**9},
        {"tuples": -1},
        {"tuples": 10**9},
        {"why": "bits 60 to 90"},
        {"why": "bits 3 to 1"},
    )
    for change in changes:
        steps = [attrs.evolve(each, **change) for each in witness.steps if isinstance(each, LotStep)]
        assert workload_of(attrs.evolve(witness, steps=tuple(steps))) is None


def test_edges_that_contradict_the_values_are_not_believed() -> None:
    """Then each bit of a value is an edge, and the ack vals are the same."""
    witness = witness_of("or-instead-of-xor", "ACK-04")
    assert Judge.of(witness, witness.results).fit
    forged = tuple(attrs.evolve(step, edges=("A",)) for step in witness.steps if isinstance(step, DeliveredStep))
    for steps in (forged, ()):
        assert Judge.of(attrs.evolve(witness, steps=steps), witness.results).fit


def test_answers_that_no_check_was_made_for_are_not_judged() -> None:
    """A witness that claims to break a rule, and does not, tells nothing of anybody."""
    witness = witness_of("or-instead-of-xor", "ACK-04")
    nothing = tuple(AckerResult() for _ in witness.run.operations)
    right = attrs.evolve(witness, rule="ACK-08", results=nothing)
    judge = Judge.of(right, right.results)
    assert (False, None, True) == (judge.fit, judge.finding(nothing).breaks, judge.finding(nothing).as_recorded)
