"""The exit code for several targets together, and the effect of `--strict`."""

from datetime import UTC, datetime
from itertools import combinations_with_replacement

import pytest
from ackproof.engine.evidence.certificate import Certificate, TargetReport
from ackproof.engine.examination.examine import Effort
from ackproof.engine.known.deviations import Deviation
from ackproof.engine.plan import Selection
from ackproof.target import INIT_FIRST, Description
from ackproof.targets import variants
from ackproof.verdict import Outcome, Verdict
from common.command import Command

STARTED = datetime(2026, 1, 1, tzinfo=UTC)

FIRST_THAT_APPLIES = (3, 1, 4, 6, 5, 2, 0)
"""The codes mean: could not be run, violation, deviations out of date, forbidden assumptions, inconclusive, nothing
applies, conformant.
"""

ENDS_WITH = {
    0: Outcome.PASS,
    1: Outcome.FAIL,
    2: Outcome.SKIP,
    3: Outcome.ERROR,
    4: Outcome.DEVIATES,
    5: Outcome.INCONCLUSIVE,
    6: Outcome.PASS,
}
STALE = Deviation(rule="ACK-02", variant=variants.parse("zero-first"), reason="It was so once.", link="nowhere")


def report(code: int) -> TargetReport:
    """Return the report of a target that ends with an exit code."""
    verdict = Verdict(
        target="it", rule="ACK-01", title="A title", level="MUST", profile="storm2", outcome=ENDS_WITH[code]
    )
    stale = (STALE,) if code == 4 else ()
    return TargetReport(
        name="it",
        description=Description(
            name="it",
            version="1",
            language="python",
            components=("acker",),
            capabilities=frozenset({INIT_FIRST} if code == 6 else ()),
        ),
        verdicts=[verdict],
        stale=stale,
        no_assumptions=True,
    )


@pytest.mark.parametrize("codes", list(combinations_with_replacement(ENDS_WITH, 3)), ids=str)
def test_the_worst_of_several_targets_decides(codes: tuple[int, ...]) -> None:
    """A conformant target does not compensate for another one."""
    certificate = Certificate(
        targets=[report(code) for code in codes],
        selection=Selection(),
        effort=Effort(),
        strict=False,
        seconds=0.0,
        started=STARTED,
    )
    assert next(code for code in FIRST_THAT_APPLIES if code in codes) == certificate.exit_code


def test_a_target_that_cannot_be_asked_counts_as_broken() -> None:
    """There are no verdicts on it."""
    assert 3 == TargetReport(name="it", description=None, unavailable="no disk").exit_code


@pytest.mark.parametrize(("options", "code"), [((), 0), (("--strict",), 1)])
def test_a_broken_should_breaks_only_a_strict_certificate(
    ackproof: Command, options: tuple[str, ...], code: int
) -> None:
    """It is reported either way, with its story."""
    result = ackproof(
        "certify", "mutant:empty-emission-left-to-the-acker", "--rule", "SPT-1[01]", "--examples", "60", *options
    )
    assert code == result.code
    assert "FAIL SPT-11" in result.out
    assert "1 PASS, 1 FAIL" in result.words


def test_a_known_wrong_acker_ends_with_1_and_a_right_one_with_0(ackproof: Command) -> None:
    """A CI gate uses only the exit code."""
    rule = ("--rule", "ACK-08", "--profile", "storm1")
    assert 1 == ackproof("certify", "wrong_ackers.ackers:tests_zero_before_fail", *rule).code
    assert 0 == ackproof("certify", "wrong_ackers.right:right", *rule).code
