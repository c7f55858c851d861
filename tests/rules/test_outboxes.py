"""The rules on messages that wait with their sender (SYS-40): right histories, and the same with one thing changed."""

import pytest
from ackproof.components.topology import Deliver, Die, NextTuple, Pause, Resume
from common.chronicles import altered, played_by_two, premises_met, violated

ASKED = NextTuple("spout-1")


@pytest.mark.parametrize("dies", [False, True])
def test_what_waits_with_a_paused_task_shares_its_fate(*, dies: bool) -> None:
    """SYS-40: it arrives after the pause, or is lost with the task."""
    last = Die("spout-1") if dies else Resume("spout-1")
    arrives = Deliver("spout-1", "store-1")
    seen = played_by_two(ASKED, Pause("spout-1"), arrives, last, arrives, outboxes=True)
    assert () == seen.results[2].happenings
    assert violated("SYS-40", seen) is None
    met = "is lost with its sender, which dies in a pause" if dies else "arrives that waited with its paused sender"
    assert {"a message waits with its sender, which is paused": 1, f"a message {met}": 1} == premises_met(
        "SYS-40", seen
    )
    early = altered(seen, {2: ("arrives store-1 t1: t1",)})
    assert (2, "t1 arrived at store-1, and spout-1, which sent it, is paused") == violated("SYS-40", early)
    if dies:
        kept = altered(seen, {"lost store-1 t1": ()})
        left = "lost with spout-1: the init for m1/1; what waited with it in a pause: the init for m1/1, t1"
        assert (3, left) == violated("SYS-40", kept)
