"""A target may claim the size up to which it is right; the suite respects the limit, and reports it."""

import json
from collections.abc import Mapping

import pytest
from ackproof.engine.driver import Driver
from ackproof.engine.evidence.certificate import TargetReport
from ackproof.engine.examination.drawing import drawn
from ackproof.engine.examination.examine import Effort, examine
from ackproof.engine.exit_codes import CONFORMANT, FORBIDDEN_ASSUMPTION, INCONCLUSIVE
from ackproof.engine.plan import Examination, Selection, examinations
from ackproof.errors import TargetBroke
from ackproof.target import Description
from ackproof.targets.reference import ReferenceTarget
from ackproof.verdict import Outcome
from ackproof.wire.protocol import read_started
from ackproof.workloads import dimensions
from ackproof.workloads.acker import AckerWorkload
from ackproof.workloads.fitting import fitted
from attrs import define, evolve

Limits = Mapping[str, Mapping[str, int]]
RECORDS: Limits = {"acker": {dimensions.RECORDS: 100}}


@define
class Limited(ReferenceTarget):
    """The reference with limits."""

    limits: Limits = RECORDS

    def describe(self) -> Description:
        """Return the description with the limits."""
        return evolve(super().describe(), limits=self.limits)


def examination(rule: str) -> Examination:
    """Return the first examination of a rule."""
    return examinations(Selection(rule=rule), ["storm2"], Effort(examples=20).span)[0]


@pytest.mark.parametrize("number", range(8))
def test_workloads_keep_to_a_limit(number: int) -> None:
    """Large workloads are drawn again in a smaller size, and dimensions without a limit are unchanged."""
    workload = drawn(examination("ACK-36"), 0, number)
    kept = fitted(workload, Limited().describe())
    assert kept.reached.get(dimensions.RECORDS, 0) <= 100
    if workload.reached.get(dimensions.RECORDS, 0) <= 100:
        assert isinstance(workload, AckerWorkload)
        assert workload.undisturbed.run == kept.run


def test_a_limit_that_leaves_a_rule_nothing_to_judge_by_shows() -> None:
    """The verdict is INCONCLUSIVE, and not a pass on nothing."""
    driver = Driver("limited", lambda: Limited(limits={"rotating-map": {dimensions.ROTATIONS: 1}}))
    assert examine(examination("RM-05"), driver, Effort(examples=20)).outcome is Outcome.INCONCLUSIVE


def test_the_headline_says_it_and_strictness_forbids_it() -> None:
    """The limits are in words; a limit beyond the sizes of all certificates is not mentioned."""
    verdict = examine(examination("ACK-09"), Driver("limited", Limited), Effort(examples=60))
    report = TargetReport(name="limited", description=Limited().describe(), verdicts=[verdict])
    assert report.exit_code in (CONFORMANT, INCONCLUSIVE)
    assert report.conclusion.endswith(", assuming at most 100 records at once (acker)")
    assert {"acker": {dimensions.RECORDS: 100}} == report.content().limits
    assert FORBIDDEN_ASSUMPTION == evolve(report, no_assumptions=True).exit_code
    generous = Limited(limits={"acker": {dimensions.RECORDS: 1 << 20}}).describe()
    assert {} == evolve(report, description=generous).content().limits


@pytest.mark.parametrize(
    ("limits", "why"),
    [
        ({"acker": {"recods": 1}}, "limits 'recods'; the dimensions of acker are"),
        ({"ids": {"ticks": 1}}, "'ids'"),
        ({"acker": {"ticks": 0}}, "it should be a number, 1 at the least"),
    ],
)
def test_a_limit_of_nothing_is_the_targets_fault(limits: Limits, why: str) -> None:
    """The error says what is allowed."""
    with pytest.raises(TargetBroke, match=why):
        Driver("limited", lambda: Limited(limits=limits)).describe()


def test_the_handshake_has_it() -> None:
    """It is in the field `limits`."""
    handshake = {
        "name": "a",
        "version": "1",
        "language": "c",
        "components": ["acker"],
        "limits": {"acker": {"ticks": 9}},
    }
    reply = json.dumps({"protocol": 1, **handshake}).encode()
    assert {"acker": {"ticks": 9}} == read_started(reply).limits
