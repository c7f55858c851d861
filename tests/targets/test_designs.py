"""Designs under review: the statements in `docs/designs.md` on each, shown by a history."""

from collections.abc import Sequence
from itertools import pairwise

import pytest
from ackproof.components import results_of
from ackproof.components.acker import Ack, AckerOperation, AckerResult, Fail, Init, Notification, ResetTimeout, Tick
from ackproof.engine.discovery import discover
from ackproof.explore.bounds import Bounds
from ackproof.explore.driving import Subject
from ackproof.explore.run import explore
from ackproof.target import Config, Run
from ackproof.targets import variants
from common.command import Command

SMALL = Bounds(tuples=2, roots=1, ticks=3)
A, B, C = 1, 2, 4


def answers(variant: str, operations: Sequence[AckerOperation], profile: str = "storm2") -> list[AckerResult]:
    """Return the notifications of a variant for each operation."""
    driver = discover.find(f"variant:{variant}")
    return results_of(AckerResult, driver.run(Run("acker", Config(profile=profile), tuple(operations))))  # type: ignore[arg-type]


def test_a_tree_that_moves_for_ever_is_never_forgotten() -> None:
    """With the timeout by progress this holds although B is never acked: the acker has no hard bound."""
    links = [1 << place for place in range(2, 53)]
    moves = [step for one, other in pairwise(links) for step in (Tick(), Ack(1, one ^ other))]
    answer = answers("progress-timeout", [Init(1, A ^ B, 7), Ack(1, A ^ C), *moves])
    assert {1} == {result.pending for result in answer}
    assert 0 in {result.pending for result in answers("init-once", [Init(1, A ^ B, 7), Ack(1, A ^ C), *moves])}


def test_a_tree_that_is_quiet_for_a_rotation_is_forgotten() -> None:
    """It is forgotten at the same rotation as by the reference."""
    answer = answers("progress-timeout", [Init(1, A, 7), Tick(), Ack(1, 0), Tick(), Tick()])
    assert [1, 1, 1, 1, 0] == [result.pending for result in answer]


def test_a_rescued_record_has_a_rotation_less_than_a_new_one() -> None:
    """It is put into the nursery before the rotation, not after it."""
    answer = answers("progress-timeout", [Init(1, A, 7), Tick(), Tick(), Ack(1, 0), Tick(), Tick(), Tick()])
    assert [1, 1, 1, 1, 1, 1, 0] == [result.pending for result in answer]


def test_a_ghost_is_rescued_and_stays_silent() -> None:
    """This includes one that has failed."""
    answer = answers("progress-timeout", [Fail(1), Tick(), Tick(), Ack(1, A), Tick(), Tick(), ResetTimeout(1)])
    assert [1] * 7 == [result.pending for result in answer]
    assert not any(result.notifications for result in answer)


def test_a_timeout_by_progress_is_what_refreshing_by_every_message_is() -> None:
    """So under storm1 no rule is broken, and under storm2 only rules on expiry are."""
    assert explore(Subject("storm1", "progress-timeout"), SMALL).broken is None
    broken = explore(Subject("storm2", "progress-timeout"), SMALL).broken
    assert broken is not None
    assert ("a_record_is_forgotten_by_its_last_rotation", 5) == (broken.always.name, len(broken.history))


def test_heron_ignores_what_it_did_not_create() -> None:
    """A fail ends a tree at once, and a second creation begins a new one."""
    assert [0, 0] == [result.pending for result in answers("heron", [Ack(1, A), Fail(1)])]
    answer = answers("heron", [Init(1, A, 7), Fail(1), Init(1, A, 7), Init(1, B, 8), Ack(1, B)])
    fail, ack = Notification("fail", 1, 7), Notification("ack", 1, 8)
    assert [(), (fail,), (), (), (ack,)] == [result.notifications for result in answer]


def test_heron_is_conformant_by_what_it_assumes(ackproof: Command) -> None:
    """It claims no reset-timeout, and only the profile whose refresh it has."""
    result = ackproof("certify", "variant:heron", "--rule", "ACK-0*", "--examples", "90")
    assert 0 == result.code
    assert "conformant, assuming init-first and no-duplicates" in result.words
    described = discover.find("variant:heron").describe()
    assert ("storm2",) == described.profiles
    assert not described.has_operation("reset-timeout")
    assert described.has_operation("tick")


def test_an_init_counts_once() -> None:
    """A later fail or ack has its normal effect."""
    answer = answers("init-once", [Init(1, A, 7), Init(1, A, 8), Ack(1, A)])
    assert [(), (), (Notification("ack", 1, 7),)] == [result.notifications for result in answer]


@pytest.mark.parametrize("profile", ["storm1", "storm2"])
def test_an_acker_that_hears_an_init_once_is_proven_without_repeated_inits(profile: str) -> None:
    """With them it breaks only ACK-11, which is a SHOULD."""
    once = Bounds(tuples=2, roots=1, ticks=3, duplicates=0)
    assert explore(Subject(profile, "init-once"), once).broken is None
    broken = explore(Subject(profile, "init-once"), SMALL).broken
    assert broken is not None
    assert ("ACK-11",) == broken.always.rules


def test_designs_explain_no_deviation() -> None:
    """They are not known behaviours of any target."""
    designs = {name for name, variant in variants.VARIANTS.items() if variant.is_design}
    assert {"init-once", "progress-timeout", "heron"} == designs
    explaining = {each.name for both in variants.all_combinations("acker", "storm2") for each in both}
    assert not designs & explaining
