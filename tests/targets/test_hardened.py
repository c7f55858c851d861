"""The acker for transports that deliver at least once: right by the rules, and by its additional promises."""

import pytest
from ackproof.components.acker import Ack
from ackproof.engine.discovery import discover
from ackproof.explore.duties import DUTIES, Disturbed, TransportDuty
from ackproof.verdict import Outcome
from common.verdicts import verdicts

TARGET = "ackproof.targets.hardened:make"
REPEATS = [duty for duty in DUTIES if duty.rule in ("TRN-01", "TRN-02", "TRN-04", "TRN-05")]


@pytest.mark.parametrize("duty", REPEATS, ids=lambda duty: duty.disturbance)
def test_no_repeat_breaks_a_promise(duty: TransportDuty) -> None:
    """None is early, unheard or failed without reason, in any history of up to three tuples."""
    driver = discover.find(TARGET)
    try:
        found = Disturbed(driver, 3, "storm1").explored(duty)
    finally:
        driver.close()
    assert (None, None, None) == (found.early, found.unheard, found.failed)
    assert found.histories > 400


@pytest.mark.parametrize(
    "rule",
    ["ACK-03", "ACK-04", "ACK-26", pytest.param("ACK-*", marks=pytest.mark.slow)],
    ids=lambda rule: rule,
)
def test_no_rule_accuses_it_under_what_it_assumes(rule: str) -> None:
    """The assumptions are that there are no duplicates, and that no two acks of a tree have the same value."""
    found = verdicts(TARGET, rule)
    assert {Outcome.PASS, Outcome.SKIP} >= {each.outcome for each in found}
    assert Outcome.PASS in {each.outcome for each in found}


def test_without_distinct_acks_it_is_accused() -> None:
    """If ids collide it takes the second ack for a duplicate. The chapter describes this cost."""
    broken = verdicts("wrong_ackers.assuming:hardened_but_for_distinct_acks", "ACK-04")
    assert Outcome.FAIL in {each.outcome for each in broken}
    for verdict in broken:
        if verdict.outcome is Outcome.FAIL:
            assert verdict.witness is not None
            acks = [operation for operation in verdict.witness.run.operations if isinstance(operation, Ack)]
            assert len(set(acks)) < len(acks), verdict.reason
