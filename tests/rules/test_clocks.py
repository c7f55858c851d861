"""The rules on components without ticks (SYS-39): right histories, and the same with one thing changed."""

from ackproof.components.topology import NextTuple, TaskTick
from common.chronicles import altered, played_by_two, premises_met, violated

ASKED = NextTuple("spout-1")


def test_what_happens_without_a_tick_fails_nothing() -> None:
    """SYS-39: a callback needs a notification, or two ticks of the spout task itself."""
    seen = played_by_two(ASKED, *[TaskTick("acker-1")] * 4, ASKED)
    assert violated("SYS-39", seen) is None
    assert {"a spout task without a tick waits for a tree while its acker task has three": 1} == premises_met(
        "SYS-39", seen
    )
    changed = altered(seen, {3: ("called-fail spout-1 m1/1: m1", "back spout-1 m1")})
    assert violated("SYS-39", changed) is not None
