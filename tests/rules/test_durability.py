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
TWICE = "a tree is due that had two inits at a restart"
RESET = "a reset-timeout for a record that was there at a restart"
NOTHING = "nothing is due of a record that was there at a restart"
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
        ((INIT, RESTART, message("ack B"), RESTART, message("ack A B", "ack")), (NOTHING, OPEN)),
        ((INIT, TICK, RESTART, ACK), (OPEN, AGED)),
        ((TICK, INIT, RESTART, ACK), (OPEN,)),
        ((INIT, RESTART, TICK, ACK), (OPEN,)),
        ((INIT, RESTART, message("ack A B"), TICK, RESTART, message("ack B", "ack")), (NOTHING, OPEN, AGED)),
        ((message("fail"), RESTART, message("init A", "fail")), (OPEN, FAILED)),
        ((message("ack A"), RESTART, message("init A", "ack")), (OPEN,)),
        ((message("ack A"), RESTART, message("fail"), message("init B", "fail")), (NOTHING, OPEN)),
        ((INIT, RESTART, message("fail", "fail")), (OPEN,)),
        ((INIT, RESTART, message("reset-timeout", "reset-timeout")), (RESET,)),
        ((INIT, message("init"), RESTART, message("fail", "fail")), (OPEN, TWICE)),
        ((INIT, RESTART, message("init"), message("fail", "fail")), (NOTHING, OPEN)),
        ((INIT, message("init B"), RESTART, message("ack A B", "ack")), ()),
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
UNCHANGED = "the target was killed, at row 2, which changes no record"
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
        ((INIT, RESTART, message("ack B", "ack")), UNCHANGED),
        ((INIT, RESTART, message("reset-timeout")), f"{THERE}2"),
        ((INIT, message("init"), RESTART, message("fail")), f"{THERE}3"),
        ((INIT, message("init B"), RESTART, message("ack A")), None),
        ((INIT, *TICKS, RESTART, message("init A"), message("init"), message("ack B", "ack")), None),
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


def test_a_tick_after_a_restart_is_silent() -> None:
    """Ticks before it are for ACK-13."""
    said = message("tick", "ack")
    assert violated(RULE, chronicle(INIT, said, RESTART)) is None
    expected = "the acker said ack of root 1 to task 7 at a tick after it was started again: ticks are silent"
    assert (2, expected) == violated(RULE, chronicle(INIT, RESTART, said))


def test_its_premises_come_as_often_as_they_did() -> None:
    """No published certificate counts them, because those targets have no durable state."""
    driver = Driver("durable", lambda: MutantTarget("durable", Durable, PROFILES))
    premises = (OPEN, AGED, FAILED, EXPIRED, FINISHED, TWICE, RESET, NOTHING)
    assert {
        "storm1": (750, dict(zip(premises, (536, 138, 63, 550, 258, 186, 136, 830), strict=True))),
        "storm2": (750, dict(zip(premises, (619, 183, 88, 678, 320, 187, 146, 915), strict=True))),
    } == {
        verdict.profile: (verdict.examples, dict(verdict.premises))
        for verdict in (examine(examination, driver, Effort()) for examination in all_examinations([RULE]))
    }
