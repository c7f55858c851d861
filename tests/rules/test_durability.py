"""The rule on restarts, on written-out messages: which records a restart could affect."""

import pytest
from ackproof.engine.driver import Driver
from ackproof.engine.examination.examine import Effort, examine
from ackproof.engine.kills.kill import all_examinations
from ackproof.mutants.parts import Durable
from ackproof.mutants.target import MutantTarget
from ackproof.target import PROFILES
from common.chronicles import premises_met, violated
from common.messages import TASK, Row, chronicle, message, restart, tick

RULE = "DUR-01"
OPEN = "a tree is due that was open at a restart"
AGED = "a tree is due whose record had an age at a restart"
FAILED = "a fail that came before a restart and its init after it"
EXPIRED = "a record expired that was there at a restart"
TWICE = "a tree is due that had two inits at a restart"
RESET = "a reset-timeout for a record that was there at a restart"
NOTHING = "nothing is due of a record that was there at a restart"
AROUND = "a second init in a life with a restart, after such a life without"
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
    premises = (OPEN, AGED, FAILED, EXPIRED, FINISHED, TWICE, RESET, NOTHING, AROUND)
    assert {
        "storm1": (750, dict(zip(premises, (567, 163, 64, 547, 387, 138, 202, 970, 303), strict=True))),
        "storm2": (750, dict(zip(premises, (733, 242, 88, 637, 432, 159, 230, 1109, 297), strict=True))),
    } == {
        verdict.profile: (verdict.examples, dict(verdict.premises))
        for verdict in (examine(examination, driver, Effort()) for examination in all_examinations([RULE]))
    }


B = message("init B")
APART = (*TICKS, INIT, RESTART, B)


@pytest.mark.parametrize(
    ("before", "after", "at"),
    [
        ((message("ack A"), message("ack B", "ack")), (message("ack A"), message("ack B", "ack")), None),
        ((message("ack A", "ack"), message("ack B")), (message("ack A", "ack"), message("ack B")), None),
        ((message("ack A"), message("ack B", "ack")), (message("ack A", "ack"),), 10),
        ((message("ack A", "ack"), message("ack B")), (message("ack A"),), 10),
        ((message("ack A", "ack"), message("ack B")), (message("ack A"), message("ack B", "ack")), 10),
        ((message("ack A"), message("ack B", "ack")), (message("ack A"), message("ack B")), 11),
        ((message("ack A"), message("ack B")), (message("ack A"), message("ack B", "ack")), None),
    ],
)
def test_a_second_init_is_read_as_before(before: tuple[Row, ...], after: tuple[Row, ...], at: int | None) -> None:
    """It counts or it does not, be there a restart or not. What was wrong before the restart is for other rules."""
    found = violated(RULE, chronicle(INIT, B, *before, *APART, *after))
    assert at == (None if found is None else found[0])
    if found is not None:
        assert found[1].endswith("read a second init in that way before the target was killed, at row 9")


def test_the_task_of_a_second_init_is_read_as_before() -> None:
    """The first one's or the latest one's is told, be there a restart or not."""
    other = TASK + 1
    life = (INIT, message("init B", task=other))
    asked = [message("reset-timeout", "reset-timeout", task=task) for task in (TASK, other)]
    failed = [message("fail", "fail", task=task) for task in (TASK, other)]
    for before, after in ((0, 0), (1, 1), (0, 1), (1, 0)):
        found = violated(RULE, chronicle(*life, asked[before], failed[before], life[0], RESTART, life[1], asked[after]))
        assert (before != after) is (found is not None)


def test_an_acker_task_alone_is_ticked() -> None:
    """The root 1 is of the first of two: a tick of the other does not age its record, also after a restart."""
    elsewhere = (INIT, RESTART, tick(1), tick(1), tick(1))
    assert premises_met(RULE, chronicle(*elsewhere, ACK, tasks=2)) == {OPEN: 1}
    found = violated(RULE, chronicle(*elsewhere, message("ack A"), tasks=2))
    assert found is not None
    assert found[0] == len(elsewhere)
