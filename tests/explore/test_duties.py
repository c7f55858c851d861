"""The effects of each disturbance by a transport."""

import pytest
from ackproof.engine.discovery import discover
from ackproof.explore.duties import DUTIES, BrokenPromises, Disturbed, TransportDuty, TreeHistory
from ackproof.specification import all_rules
from common.command import Command

CREATED_FIRST = "ackproof.examples.created_first:without_assumptions"
BY_NAME = {duty.disturbance: duty for duty in DUTIES}


def found(target: str, duty: TransportDuty, tuples: int = 2) -> BrokenPromises:
    """Return the promises of a target that a disturbance breaks."""
    driver = discover.find(target)
    try:
        return Disturbed(driver, tuples, "storm2").explored(duty)
    finally:
        driver.close()


def words_of(history: TreeHistory | None) -> list[str] | None:
    """Return a history as text."""
    return None if history is None else list(map(str, history))


@pytest.mark.parametrize(
    ("disturbance", "early", "unheard", "failed"),
    [
        ("the init comes twice", ["init A", "init A"], ["init A^B", "ack A", "init A^B", "ack B"], None),
        ("an ack comes twice", None, ["ack A", "ack A", "init A"], None),
        ("an ack of another value", ["ack A^B", "init A^B"], ["ack B", "init A^B", "ack B", "ack A"], None),
        ("a fail of no tuple", None, None, ["fail", "init A"]),
        ("a fail comes twice", None, None, None),
        ("any order", None, None, None),
    ],
)
def test_the_shortest_history_breaks_the_promise(
    disturbance: str, early: list[str] | None, unheard: list[str] | None, failed: list[str] | None
) -> None:
    """They are those of the chapter on transports."""
    seen = found("reference", BY_NAME[disturbance])
    assert (early, unheard, failed) == (words_of(seen.early), words_of(seen.unheard), words_of(seen.failed))
    assert seen.histories > 30


def test_an_acker_that_needs_the_init_first_is_found_out_by_order_alone() -> None:
    """One that ignores a second init is not early because of it."""
    assert ["ack A", "init A"] == words_of(found(CREATED_FIRST, BY_NAME["any order"]).unheard)
    assert found(CREATED_FIRST, BY_NAME["the init comes twice"]).early is None


def test_every_duty_is_a_rule_of_the_chapter() -> None:
    """Every duty of the chapter is explored, except loss, which is in all of them."""
    stated = {rule.id for rule in all_rules().values() if rule.chapter == "transports.md"}
    assert stated - {"TRN-06"} == {duty.rule for duty in DUTIES}


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (("--ticks", 3), "--duties explores one tree and one disturbance at a time, without --ticks"),
        (("--tuples", 4), "--duties explores trees of 1 to 3 tuples"),
        (("--variant", "zero-first"), "--duties takes a target; write --duties variant:zero-first"),
    ],
)
def test_what_does_not_go_together_is_said(ackproof: Command, options: tuple[object, ...], complaint: str) -> None:
    """The error is one sentence."""
    assert complaint in ackproof("explore", "--duties", "reference", *options).complaint
