"""The acker for transports that deliver at least once: right by the rules, and by what it promises beyond them."""

import pytest
from ackproof.components.acker import Ack
from ackproof.engine import discover
from ackproof.explore.duties import DUTIES, Disturbed, Duty
from ackproof.verdict import Outcome
from common.verdicts import verdicts

TARGET = "ackproof.targets.hardened:make"
REPEATS = [duty for duty in DUTIES if duty.rule in ("TRN-01", "TRN-02", "TRN-04", "TRN-05")]


@pytest.mark.parametrize("duty", REPEATS, ids=lambda duty: duty.disturbance)
def test_no_repeat_breaks_a_promise(duty: Duty) -> None:
    """Neither early nor unheard nor failed for nothing, in any history of up to three tuples."""
    driver = discover.find(TARGET)
    try:
        found = Disturbed(driver, 3, "storm1").explored(duty)
    finally:
        driver.close()
    assert (None, None, None) == (found.early, found.unheard, found.failed)
    assert found.histories > 400


@pytest.mark.parametrize(
    "rule", ["ACK-03", "ACK-08", pytest.param("ACK-*", marks=pytest.mark.slow)], ids=lambda rule: rule
)
def test_what_rules_find_is_two_acks_of_one_value(rule: str) -> None:
    """Which it takes for a repeat. That is its price where ids collide, and the chapter says so."""
    found = verdicts(TARGET, rule)
    assert {Outcome.PASS, Outcome.SKIP, Outcome.FAIL} >= {each.outcome for each in found}
    assert Outcome.PASS in {each.outcome for each in found}
    broken = [each for each in found if each.outcome is Outcome.FAIL]
    if rule != "ACK-*":
        assert [] == broken
    for verdict in broken:
        assert verdict.witness is not None
        acks = [operation for operation in verdict.witness.run.operations if isinstance(operation, Ack)]
        assert len(set(acks)) < len(acks), verdict.reason
