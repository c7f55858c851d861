"""The rule on restarts, on written-out messages: which records a restart could affect."""

import pytest
from ackproof.engine.driver import Driver
from ackproof.engine.examination.examine import Effort, examine
from ackproof.engine.kills.kill import all_examinations
from ackproof.mutants.parts import Durable
from ackproof.mutants.target import MutantTarget
from ackproof.target import PROFILES
from common.chronicles import premises_met, violated
from common.messages import Row, chronicle, message, restart, tick

RULE = "DUR-01"
OPEN = "a tree is due that was open at a restart"
AGED = "a tree is due whose record had an age at a restart"
FAILED = "a fail that came before a restart and its init after it"
EXPIRED = "a record expired that was there at a restart"
FINISHED = "a message after a restart, for a tree finished before it"

INIT, ACK, TICK, RESTART = message("init A"), message("ack A", "ack"), tick(), restart()
TICKS = (TICK, TICK, TICK)


@pytest.mark.parametrize(
    ("rows", "premises"),
    [
        ((INIT, ACK), ()),
        ((INIT, RESTART, ACK), (OPEN,)),
        ((RESTART, INIT, ACK), ()),
        ((INIT, ACK, RESTART), ()),
        ((INIT, RESTART, message("ack B"), RESTART, message("ack A B", "ack")), (OPEN,)),
        ((INIT, TICK, RESTART, ACK), (OPEN, AGED)),
        ((TICK, INIT, RESTART, ACK), (OPEN,)),
        ((INIT, RESTART, TICK, ACK), (OPEN,)),
        ((INIT, RESTART, message("ack A B"), TICK, RESTART, message("ack B", "ack")), (OPEN, AGED)),
        ((message("fail"), RESTART, message("init A", "fail")), (OPEN, FAILED)),
        ((message("ack A"), RESTART, message("init A", "ack")), (OPEN,)),
        ((message("ack A"), RESTART, message("fail"), message("init B", "fail")), (OPEN,)),
        ((INIT, RESTART, message("fail", "fail")), (OPEN,)),
    ],
)
def test_a_restart_matters_to_trees_that_are_open_then(rows: tuple[Row, ...], premises: tuple[str, ...]) -> None:
    """Each tree counts once, however many restarts it has seen; its age and an early fail could be lost as well."""
    assert dict.fromkeys(premises, 1) == premises_met(RULE, chronicle(*rows))


@pytest.mark.parametrize(
    ("rows", "premises"),
    [
        ((INIT, RESTART, *TICKS, message("ack A")), (EXPIRED,)),
        ((INIT, *TICKS, message("ack A")), ()),
        ((RESTART, INIT, *TICKS, message("ack A")), ()),
        ((INIT, *TICKS, message("ack A"), RESTART), ()),
        ((INIT, *TICKS, RESTART, message("ack A")), ()),
        ((INIT, *TICKS, RESTART, message("ack B")), ()),
    ],
)
def test_a_restart_matters_to_records_that_expired(rows: tuple[Row, ...], premises: tuple[str, ...]) -> None:
    """These are records that would change the answer to a message if they still existed."""
    assert dict.fromkeys(premises, 1) == premises_met(RULE, chronicle(*rows))


@pytest.mark.parametrize(
    ("rows", "premises"),
    [
        ((INIT, ACK, RESTART, message("ack A")), (FINISHED,)),
        ((INIT, ACK, message("ack A")), ()),
        ((RESTART, INIT, ACK, message("ack A")), ()),
        ((INIT, ACK, message("ack A"), RESTART), ()),
        ((INIT, ACK, RESTART, INIT), ()),
        ((INIT, message("ack B"), RESTART, message("ack A B", "ack"), message("ack A")), (OPEN,)),
    ],
)
def test_a_restart_matters_to_trees_that_were_finished(rows: tuple[Row, ...], premises: tuple[str, ...]) -> None:
    """These are trees with a late message; a replay begins the tree again."""
    assert dict.fromkeys(premises, 1) == premises_met(RULE, chronicle(*rows))


THERE = "the record was there when the target was killed, at row "
GONE = "its record expired, as ticks before a restart count, and only what came since counts"
STAYS = "the tree was finished before the target was killed, and stays so"


@pytest.mark.parametrize(
    ("rows", "because"),
    [
        ((INIT, RESTART, message("ack A")), f"{THERE}2"),
        ((INIT, RESTART, message("ack B"), RESTART, message("ack A B")), f"{THERE}4"),
        ((message("fail"), RESTART, INIT), f"{THERE}2"),
        ((INIT, *TICKS, message("init B"), RESTART, message("ack B")), f"{THERE}6"),
        ((INIT, RESTART, *TICKS, ACK), GONE),
        ((INIT, ACK, RESTART, ACK), STAYS),
        ((INIT, message("ack A")), None),
        ((RESTART, INIT, message("ack A")), None),
        ((INIT, *TICKS, ACK), None),
        ((INIT, ACK, ACK), None),
        ((INIT, ACK, RESTART, message("init A", "ack")), None),
    ],
)
def test_what_a_restart_changed_is_told_with_the_reason(rows: tuple[Row, ...], because: str | None) -> None:
    """The violation is at the last operation; mistakes without a restart are for other rules."""
    found = violated(RULE, chronicle(*rows))
    reason = found and (found[0], found[1].partition("because ")[2])
    assert reason == (because and (len(rows) - 1, because))


def test_a_target_that_is_back_says_nothing() -> None:
    """No notification is due, whatever is open."""
    found = violated(RULE, chronicle(INIT, restart("fail"), ACK))
    expected = "when it was started again the acker said fail of root 1 to task 7, which nothing called for"
    assert (1, expected) == found


def test_its_premises_come_as_often_as_they_did() -> None:
    """No published certificate counts them, because those targets have no durable state."""
    driver = Driver("durable", lambda: MutantTarget("durable", Durable, PROFILES))
    premises = (OPEN, AGED, FAILED, EXPIRED, FINISHED)
    assert {
        "storm1": (750, dict(zip(premises, (349, 136, 63, 493, 258), strict=True))),
        "storm2": (750, dict(zip(premises, (431, 183, 88, 622, 320), strict=True))),
    } == {
        verdict.profile: (verdict.examples, dict(verdict.premises))
        for verdict in (examine(examination, driver, Effort()) for examination in all_examinations([RULE]))
    }
