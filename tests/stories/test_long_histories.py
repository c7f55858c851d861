"""Violations in long histories: the steps show what the marked operation is about, and the story is short."""

from collections import Counter
from collections.abc import Sequence

import pytest
from ackproof.components import Operation, Result, results_of
from ackproof.components.anchoring import AckTuple, AnchoringResult, Emit
from ackproof.components.rotating_map import MapResult, Rotate
from ackproof.components.spout import SpoutResult, SpoutTick
from ackproof.engine.examination.drawing import drawn
from ackproof.engine.plan import Selection, examinations
from ackproof.rules.registry import Violation
from ackproof.stories.steps import LONG_HISTORY, MOST_ABOUT
from ackproof.stories.violations import RenderedViolation, render
from ackproof.targets import reference
from ackproof.witness import CollectorStep, MapStep, SpoutStep
from ackproof.workloads.dimensions import Span
from ackproof.workloads.workload import Workload
from attrs import evolve

SHORT = Span(share=0.1)
MOST_LINES = 60


def history(rule: str, scenario: int) -> tuple[Workload, list[Result]]:
    """Return a long history, and the reference's answers."""
    examination = examinations(Selection(rule=rule), ["storm2"], SHORT)[0]
    workload = drawn(examination, 0, scenario)
    assert len(workload.run.operations) > LONG_HISTORY
    return workload, list(reference.make().open(workload.component, workload.config).apply(workload.run.operations))


def rendered(workload: Workload, results: Sequence[Result], marked: int) -> RenderedViolation:
    """Render a violation at an operation."""
    found = render(workload, results, Violation("it is wrong", marked))
    assert len(found.steps) == len(results)
    assert len(found.story) < MOST_LINES
    return found


def largest(operations: Sequence[Operation], results: Sequence[Result], kind: type[Operation]) -> int:
    """Return the operation of a kind that has the longest result."""
    places = [place for place, each in enumerate(operations) if isinstance(each, kind)]
    return max(places, key=lambda place: len(repr(results[place])))


def test_a_rotation_that_left_an_entry() -> None:
    """The steps show only that entry, from its put to the rotation."""
    workload, results = history("RM-13", 3)
    marked = largest(workload.run.operations, results, Rotate)
    expired = results_of(MapResult, results)[marked].expired
    assert expired is not None
    results[marked] = MapResult(expired=expired[1:])
    steps = [each for each in rendered(workload, results, marked).steps if isinstance(each, MapStep)]
    assert {expired[0].key} == {entry.key for step in steps for entry in step.entries}
    assert (expired[0].key,) == steps[marked].forgotten
    assert expired[0].key not in [entry.key for entry in steps[marked].entries]


def test_a_tick_that_failed_an_emission_too_few() -> None:
    """The steps show that emission."""
    workload, results = history("SPT-18", 6)
    marked = largest(workload.run.operations, results, SpoutTick)
    effects = results_of(SpoutResult, results)[marked].effects
    results[marked] = SpoutResult(effects[1:])
    steps = [each for each in rendered(workload, results, marked).steps if isinstance(each, SpoutStep)]
    (root,) = {each.root for step in steps for each in step.waiting}
    assert (root,) == steps[marked].forgotten
    assert () == steps[marked].waiting


def test_an_ack_of_an_input_with_many_children() -> None:
    """The steps show it and the first of its children."""
    workload, results = history("ANC-15", 5)
    operations = workload.run.operations
    [(parent, _)] = Counter(
        anchor for each in operations if isinstance(each, Emit) for anchor in each.anchors
    ).most_common(1)
    marked = operations.index(AckTuple(parent))
    results[marked] = evolve(results_of(AnchoringResult, results)[marked], messages=())
    steps = [each for each in rendered(workload, results, marked).steps if isinstance(each, CollectorStep)]
    assert MOST_ABOUT - 1 == max(len(step.open) for step in steps[marked:])
    assert parent in steps[marked - 1].open
    assert parent not in steps[marked].open


@pytest.mark.parametrize(("rule", "scenario"), [("RM-13", 3), ("SPT-18", 6)])
def test_an_operation_on_one_is_about_that(rule: str, scenario: int) -> None:
    """This is tested with the last operation, and the first."""
    workload, results = history(rule, scenario)
    for marked in (0, len(results) - 1):
        steps = rendered(workload, results, marked).steps
        sizes = [
            len(each.entries) if isinstance(each, MapStep) else len(getattr(each, "waiting", ())) for each in steps
        ]
        assert max(sizes) <= 1
