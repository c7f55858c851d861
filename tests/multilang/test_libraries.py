"""Libraries of other projects: the recorded deviations of each still happen, and the statements on their page
are true.
"""

from collections.abc import Sequence
from pathlib import Path

import pytest
from ackproof.components import MULTILANG, results_of
from ackproof.components.multilang import (
    AckLine,
    BoltLine,
    Deed,
    EmitLine,
    Give,
    HangUp,
    Heartbeat,
    Launch,
    Listen,
    MultilangOperation,
    MultilangResult,
    RemarkLine,
    SyncLine,
)
from ackproof.engine.certify import CertificationOrder, certify
from ackproof.engine.discovery import discover
from ackproof.engine.examination.examine import Effort
from ackproof.engine.known import deviations
from ackproof.engine.known.deviations import DeviationList
from ackproof.engine.plan import Selection
from ackproof.errors import TargetUnavailable
from ackproof.target import Config, Target
from ackproof.verdict import Outcome
from ackproof_adapters.multilang.offer import DEVIATIONS
from attrs import evolve

EXPLAINED = {
    "storm-py-2.8.3": ["ML-15"],
    "storm-py-1.2.2": ["ML-04", "ML-05", "ML-15"],
    "storm-js-2.8.3": ["ML-01", "ML-04", "ML-05", "ML-06", "ML-15", "ML-17"],
    "pystorm-3.1.4": ["ML-05"],
}
EVERY_LIBRARY = pytest.mark.parametrize("name", EXPLAINED)
ANCHORS_NOTHING = "storm-js-2.8.3"


@pytest.fixture
def target(name: str) -> Target:
    """Return the target of that name, or skip with what is missing for it."""
    try:
        return discover.find(name).factory()
    except TargetUnavailable as unavailable:
        pytest.skip(str(unavailable))


def recorded(name: str) -> DeviationList:
    """Return the recorded deviations of a target."""
    return deviations.read(DEVIATIONS / f"{name}.toml")


BASIC = (
    Launch(),
    Give(id="-9223372036854775808", deeds=(Deed(do="emit", name="a", text="\u4e2d\nend\n"), Deed(do="emit", name="b"))),
    Heartbeat(),
    Give(id="9007199254740993", deeds=(Deed(do="emit", name="c", task=4),)),
    Give(id="0", component="__system", stream="__tick", task=-1),
    Listen(),
    HangUp(),
)
HOLDING = (
    Launch(),
    Give(id="5"),
    Give(id="6"),
    Listen(),
    Give(
        id="7",
        deeds=(
            Deed(do="emit", name="a", anchors=("5", "6", "7")),
            Deed(do="emit", name="b", anchors=()),
            Deed(do="ack", id="5"),
            Deed(do="fail", id="6"),
        ),
    ),
    Listen(),
    HangUp(),
)


@EVERY_LIBRARY
@pytest.mark.parametrize(("conversation", "holding"), [(BASIC, False), (HOLDING, True)])
def test_it_converses_as_the_reference_does(
    name: str, target: Target, conversation: tuple[MultilangOperation, ...], *, holding: bool
) -> None:
    """They converse over its pipes. Remarks, and the times of answers to heartbeats, may differ. storm.js anchors
    nothing by itself.
    """
    reference = discover.find("multilang-reference").factory()
    theirs, ours = (
        results_of(MultilangResult, each.open(MULTILANG.name, Config(holding=holding)).apply(conversation))
        for each in (target, reference)
    )
    target.close()
    for their, our in zip(theirs, ours, strict=True):
        assert their.ended is our.ended
        lines = [sorted(map(str, _answers(each, name, holding=holding))) for each in (their, our)]
        assert lines[0] == lines[1]  # in any order: storm.js begins with inputs before others are done


def _answers(result: MultilangResult, name: str, *, holding: bool) -> Sequence[BoltLine]:
    # A direct emission has no task ids, whether they are requested or not.
    lines = [
        evolve(line, asks=True) if isinstance(line, EmitLine) else line
        for line in result.said
        if not isinstance(line, SyncLine | RemarkLine)
    ]
    if name != ANCHORS_NOTHING or holding:
        return lines
    return [line for line in lines if not isinstance(line, EmitLine)]


@EVERY_LIBRARY
def test_each_witness_of_its_deviations_is_what_it_does_today(name: str, target: Target) -> None:
    """Its page names these deviations."""
    listed = recorded(name).entries
    assert EXPLAINED[name] == [entry.rule for entry in listed]
    for entry in listed:
        assert entry.recorded is not None
        run = entry.recorded.run
        assert entry.is_shown_by(run, target.open(run.component, run.config).apply(run.operations)), entry.rule
    target.close()


@pytest.mark.slow
@EVERY_LIBRARY
def test_nothing_else_is_wrong_with_it(name: str, target: Target, tmp_path: Path) -> None:
    """It is examined by all rules, with some examples of each."""
    target.close()
    selection = Selection(component=MULTILANG.name)
    order = CertificationOrder(
        targets=(name,), out=tmp_path, deviations=True, selection=selection, effort=Effort(examples=60)
    )
    (report,) = certify(order).targets
    assert ((), ()) == (report.stale, report.unmatched)
    assert EXPLAINED[name] == [each.rule for each in report.verdicts if each.outcome is Outcome.DEVIATES]
    assert [] == [each.rule for each in report.verdicts if each.outcome in (Outcome.FAIL, Outcome.ERROR)]


def test_an_error_of_the_code_fails_nothing_with_storm_js() -> None:
    """It is recorded as a deviation: its witness describes it in a sentence."""
    (witness,) = [entry.recorded for entry in recorded(ANCHORS_NOTHING).entries if entry.rule == "ML-04"]
    assert witness is not None
    assert witness.violation.endswith("and it was neither acked nor failed; the process has ended")
    assert not any(isinstance(line, AckLine) for result in witness.results for line in _lines(result))


def _lines(result: object) -> tuple[BoltLine, ...]:
    return result.said if isinstance(result, MultilangResult) else ()
