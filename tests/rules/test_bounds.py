"""The rules on the bound on pending emissions (SYS-34 to 36): right histories, and the same with one thing changed."""

from collections.abc import Sequence

import pytest
from ackproof.components.topology import BoltShape, NextTuple, Wiring
from ackproof.oracle.executors import bound_of
from ackproof.target import Config
from common.chronicles import altered, played_by_two, played_in, premises_met, violated

ASKED = NextTuple("spout-1")


@pytest.mark.parametrize(
    ("profile", "bound", "meant"), [("storm1", 0, 0), ("storm2", 0, None), ("storm1", 2, 2), ("storm2", None, None)]
)
def test_a_bound_of_0_differs_by_release(profile: str, bound: int | None, meant: int | None) -> None:
    assert meant == bound_of(Config(profile=profile, wiring=Wiring(max_pending=bound)))


def test_spout_tasks_of_an_executor_share_their_bounds() -> None:
    """SYS-34: a third emission of one of two tasks is one too many, and a second is not."""
    seen = played_by_two(ASKED, ASKED, ASKED, max_pending=1, executor_tasks=2)
    assert [1, 1, 0] == [sum(each.what == "emission" for each in result.happenings) for result in seen.results]
    assert violated("SYS-34", seen) is None
    assert 1 == len(premises_met("SYS-34", seen))
    lies: dict[str | int, Sequence[str]] = {
        "emission spout-1 m2/1: m2": (),
        "tuple spout-1 > store-1 t2: m2/1": (),
        "init spout-1 > acker-1 a2: m2/1": (),
    }
    expected = (
        "the source offers m2, m3, m4, and spout-1 was asked and emitted nothing; "
        "the 2 tasks of its executor wait for 1 emission, and the bound is 1 for each"
    )
    assert (1, expected) == violated("SYS-34", altered(seen, lies))


def test_the_bound_is_looked_at_once() -> None:
    """SYS-35: three at once, with a bound of two; SYS-36: and none after that."""
    seen = played_by_two(NextTuple("spout-1", most=3), ASKED, max_pending=2)
    assert [3, 0] == [sum(each.what == "emission" for each in result.happenings) for result in seen.results]
    assert [None, None, None] == [violated(rule, seen) for rule in ("SYS-17", "SYS-35", "SYS-36")]
    lies: dict[str | int, Sequence[str]] = {
        "emission spout-1 m3/1: m3": (),
        "tuple spout-1 > store-1 t3: m3/1": (),
        "init spout-1 > acker-1 a3: m3/1": (),
    }
    found = violated("SYS-35", altered(seen, lies))
    assert found is not None
    assert found[1].startswith("spout-1 was asked for 3 at once, and emitted 2")
    emitted = altered(seen, {1: ("emission spout-1 m4/1: m4 #7", "tuple spout-1 > store-1 t9: m4/1")})
    assert (1, "spout-1 emitted m4/1; its bound is 2, and it waited for m1/1, m2/1, m3/1") == violated(
        "SYS-36", emitted
    )


@pytest.mark.parametrize(("first", "second"), [("m1", "m2"), ("m2", "m1")])
@pytest.mark.parametrize(("root", "same"), [(" #7", True), (" #8", False), ("", False)])
def test_what_is_emitted_at_once_has_roots_of_its_own(first: str, second: str, root: str, *, same: bool) -> None:
    """SYS-35: so each is a tree of its own; a target that tells no roots is not asked."""
    wiring = Wiring((first, second), (BoltShape(name="store", fan=0),))
    seen = played_in(Config(spout_tasks=(1,), wiring=wiring), (NextTuple("spout-1", most=2),))
    emissions = [f"emission spout-1 {message}/1: {message}" for message in (first, second)]
    told = altered(seen, {emissions[0]: (emissions[0] + (root and " #7"),), emissions[1]: (emissions[1] + root,)})
    expected = (0, f"{second}/1 has the root id of {first}/1, 7") if same else None
    assert expected == violated("SYS-35", told)


@pytest.mark.parametrize(
    ("together", "met"),
    [
        (1, "a spout task is asked that waits for more than its bound, or as many as one above two"),
        (2, "a spout task is asked while its executor of several waits for as many as all their bounds"),
    ],
)
def test_the_bound_of_one_task_is_told_from_that_of_several(together: int, met: str) -> None:
    """SYS-36: below the bound, neither is met."""
    seen = played_by_two(*[ASKED] * (together + 1), max_pending=1, executor_tasks=together)
    assert {met: 1} == premises_met("SYS-36", seen)


@pytest.mark.parametrize(("profile", "emitted"), [("storm1", 0), ("storm2", 1)])
def test_with_0_as_its_bound_a_spout_emits_or_not_by_release(profile: str, emitted: int) -> None:
    seen = played_by_two(ASKED, max_pending=0, profile=profile)
    assert emitted == sum(each.what == "emission" for each in seen.results[0].happenings)
    assert [None, None] == [violated(rule, seen) for rule in ("SYS-35", "SYS-36")]
    assert 1 == premises_met("SYS-35", seen)["a spout task is asked with 0 as its bound"]
