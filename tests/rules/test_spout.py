"""Rules of the spout side on answers that no mutant gives, but another executor may."""

import pytest
from ackproof.components.spout import (
    Callback,
    Effect,
    InitSent,
    Notify,
    Sent,
    SpoutEmit,
    SpoutOperation,
    SpoutResult,
    SpoutTick,
)
from common.chronicles import spouted, violated

ROOT = 5
NOTHING = SpoutResult()
TWO = SpoutEmit(1, ROOT, "m", (3, 4))
TO_NOBODY = SpoutEmit(1, ROOT, "m", ())
RULES = ("SPT-08", "SPT-09")
EMPTY_TREE = (TO_NOBODY, SpoutResult((InitSent(ROOT, 0, 1),)))


def did(*effects: Effect, pending: int | None = None) -> SpoutResult:
    """Return the result with these effects, and a number of pending emissions."""
    return SpoutResult(effects, pending)


@pytest.mark.parametrize(
    ("receivers", "wrong"),
    [((0, 1), False), ((1, 0), False), ((), True), ((0,), True), ((1,), True), ((0, 0), True), ((0, 1, 1), True)],
)
def test_each_receiver_gets_a_tuple(receivers: tuple[int, ...], *, wrong: bool) -> None:
    """None is left out and none gets two; the order does not matter."""
    sent = [Sent(receiver, {ROOT: 1 << place}) for place, receiver in enumerate(receivers)]
    expected = f"tuples went to receivers {sorted(receivers)}, of 2"
    assert violated("SPT-02", spouted((TWO, did(*sent)))) == ((0, expected) if wrong else None)


@pytest.mark.parametrize(
    ("edges", "why"),
    [
        ((1, 2, 4), None),
        ((-1, 1, 3), None),
        ((5, 7, 5), ""),
        ((5, 0, 7), ""),
        ((1, 2, 3), ": 3 is the xor of 1 and 2"),
        ((-1, 1, -2), ": -2 is the xor of -1 and 1"),
    ],
)
def test_edges_of_an_emission_do_not_depend_on_each_other(edges: tuple[int, ...], why: str | None) -> None:
    """Edges that are counted up make an init of 0, and the acker takes the tree for done."""
    emission = SpoutEmit(1, ROOT, "m", (8, 16, 32))
    seen = spouted((emission, did(*[Sent(receiver, {ROOT: edge}) for receiver, edge in enumerate(edges)])))
    expected = f"the edges {list(edges)} are not one for each tuple{why}"
    assert violated("SPT-02", seen) == (None if why is None else (0, expected))


@pytest.mark.parametrize(("edge", "wrong"), [(2, True), (8, False), (3, False)])
def test_an_edge_is_drawn_for_one_tuple_of_all_emissions(edge: int, *, wrong: bool) -> None:
    """What edges of other trees are together does not matter."""
    first, second = (SpoutEmit(1, root, "m", (16, 32)) for root in (ROOT, 6))
    before = did(*[Sent(receiver, {ROOT: own}) for receiver, own in enumerate((1, 2))])
    after = did(*[Sent(receiver, {6: own}) for receiver, own in enumerate((4, edge))])
    expected = f"the edge {edge} is that of a tuple of root {ROOT}, which was emitted before"
    assert violated("SPT-02", spouted((first, before), (second, after))) == ((1, expected) if wrong else None)


@pytest.mark.parametrize(("message", "ackers", "rule"), [(None, 1, "SPT-08"), ("m", 0, "SPT-09")])
def test_tuples_of_an_emission_may_be_sent_in_any_order(message: str | None, ackers: int, rule: str) -> None:
    """Nobody promises to whom the first goes."""
    called: list[Effect] = [Callback("ack", 1, message)] if message else []
    emission = SpoutEmit(1, ROOT, message, (3, 4))
    assert violated(rule, spouted((emission, did(Sent(1), Sent(0), *called)), ackers=ackers)) is None


def test_without_ackers_a_callback_before_the_tuples_is_premature() -> None:
    """It says that all is done."""
    early = did(Callback("ack", 1, "m"), Sent(0), Sent(1))
    found = violated("SPT-09", spouted((TWO, early), ackers=0))
    assert found is not None
    assert found[1].startswith("the callback is not the last that the emission did: callback ack of 'm' on task 1")


@pytest.mark.parametrize("after", [SpoutTick(), Notify("ack", ROOT, 1), Notify("fail", ROOT, 1)])
@pytest.mark.parametrize(("ackers", "message", "wrong"), [(0, "m", True), (1, "m", False), (0, None, False)])
def test_nothing_is_called_back_after_an_emission_without_ackers(
    after: SpoutOperation, ackers: int, message: str | None, *, wrong: bool
) -> None:
    """It is not pending, so it has neither time nor a word to wait for. SPT-08 judges those without a message id."""
    first: list[Effect] = [Sent(0), Sent(1), *([Callback("ack", 1, message)] if message else [])]
    emission = SpoutEmit(1, ROOT, message, (3, 4))
    seen = spouted((emission, did(*first)), (after, did(Callback("fail", 1, "m"))), ackers=ackers)
    found = violated("SPT-09", seen)
    assert found == (
        (1, f"at the {after.op} the spout called back fail of 'm' on task 1; it should have called back nothing")
        if wrong
        else None
    )


@pytest.mark.parametrize("roots", [(), (ROOT - 1,), (ROOT + 1,), (ROOT, ROOT + 1)])
def test_a_tuple_of_an_emission_has_its_root_and_no_other(roots: tuple[int, ...]) -> None:
    """It does not matter which tuple has a wrong root."""
    sent = [Sent(0, {ROOT: 3}), Sent(1, dict.fromkeys(roots, 4))]
    expected = f"a tuple has the roots {list(roots)}; the emission's is {ROOT}"
    assert (0, expected) == violated("SPT-02", spouted((TWO, did(*sent))))


@pytest.mark.parametrize(
    ("effects", "wrong"),
    [
        ((Callback("ack", 1, "m"),), False),
        ((InitSent(ROOT, 0, 1),), False),
        ((), True),
        ((InitSent(ROOT, 1, 1),), True),
        ((InitSent(ROOT, -1, 1),), True),
        ((InitSent(ROOT, 0, 2),), True),
        ((InitSent(ROOT, 0, 1), Callback("ack", 1, "m")), True),
    ],
)
def test_an_empty_tree_is_acked_or_told_to_an_acker(effects: tuple[Effect, ...], *, wrong: bool) -> None:
    """Exactly one of both is right, and the init has the value 0."""
    found = violated("SPT-10", spouted((TO_NOBODY, did(*effects))))
    assert (found is not None) is wrong
    assert found is None or "it should call back ack, or send an init with 0" in found[1]


@pytest.mark.parametrize(
    ("effects", "wrong"),
    [
        ((Callback("ack", 1, "m"),), False),
        ((), True),
        ((Callback("ack", 1, ""),), True),
        ((Callback("fail", 1, "m"),), True),
    ],
)
def test_an_empty_tree_that_an_acker_completes_is_acked(effects: tuple[Effect, ...], *, wrong: bool) -> None:
    """The init of 0 is not enough."""
    found = violated("SPT-10", spouted(EMPTY_TREE, (Notify("ack", ROOT, 1), did(*effects))))
    assert (found is not None) is wrong
    assert found is None or (1, True) == (found[0], found[1].startswith("at the notify the spout called back "))


def test_what_becomes_of_other_emissions_is_no_matter_of_empty_trees() -> None:
    """An acker may fail an empty tree for other reasons; and SPT-04 judges the callbacks of trees with tuples."""
    full = (TWO, did(Sent(0, {ROOT: 3}), Sent(1, {ROOT: 4}), InitSent(ROOT, 7, 1)))
    for first, kind in ((full, "ack"), (full, "fail"), (EMPTY_TREE, "fail")):
        unanswered = spouted(first, (Notify(kind, ROOT, 1), NOTHING))
        assert violated("SPT-10", unanswered) is None
        assert violated("SPT-04", unanswered) is not None


def test_a_message_id_that_comes_once_is_no_matter_of_those_that_come_twice() -> None:
    """Two emissions with one id are resolved separately; SPT-04 judges a single one."""
    other = (SpoutEmit(2, ROOT + 1, "n", (8,)), NOTHING)
    again = (SpoutEmit(2, ROOT + 1, "m", (8,)), NOTHING)
    word = (Notify("ack", ROOT, 1), NOTHING)
    assert violated("SPT-13", spouted((TWO, NOTHING), other, word)) is None
    assert (
        2,
        "at the notify the spout called back nothing; it should have called back ack of 'm' on task 1",
    ) == violated("SPT-13", spouted((TWO, NOTHING), again, word))


def test_time_that_fails_a_message_id_too_often_is_blamed_by_the_rule_on_message_ids_that_come_twice() -> None:
    """If the id came once, SPT-05 judges that."""
    again = (SpoutEmit(1, ROOT + 1, "m", (8,)), NOTHING)
    fail = Callback("fail", 1, "m")
    for others, calls, rules in (((again,), 3, ["SPT-05", "SPT-13"]), ((), 2, ["SPT-05"])):
        ticks = (SpoutTick(), NOTHING), (SpoutTick(), did(*[fail] * calls))
        seen = spouted((TWO, NOTHING), *others, *ticks)
        assert rules == [rule for rule in ("SPT-05", "SPT-13") if violated(rule, seen) is not None]


def test_time_that_fails_an_emission_twice_is_no_matter_of_words_that_came_too_early() -> None:
    """SPT-06 is about an emission of whose root a word came before it; SPT-05 judges the others."""
    fail = Callback("fail", 1, "m")
    early = (Notify("ack", ROOT, 1), NOTHING)
    late = (Notify("ack", ROOT + 1, 1), NOTHING)
    for first, rules in ((early, ["SPT-05", "SPT-06"]), (late, ["SPT-05"])):
        seen = spouted(first, (TWO, NOTHING), (SpoutTick(), NOTHING), (SpoutTick(), did(fail, fail)))
        assert rules == [rule for rule in ("SPT-05", "SPT-06") if violated(rule, seen) is not None]


def test_an_emission_that_is_sent_again_at_its_fail_is_found_and_at_a_late_ack_left_to_another_rule() -> None:
    """SPT-06 says that nothing happens at a word of a resolved root."""
    again = did(Callback("fail", 1, "m"), Sent(0, {ROOT + 1: 3}))
    fail, late = Notify("fail", ROOT, 1), Notify("ack", ROOT, 1)
    failed = spouted((TWO, NOTHING), (fail, again))
    assert violated("SPT-14", failed) is not None
    too_late = spouted((TWO, NOTHING), (fail, did(Callback("fail", 1, "m"))), (late, did(Sent(0, {ROOT + 1: 3}))))
    assert violated("SPT-14", too_late) is None
    assert violated("SPT-06", too_late) is not None


@pytest.mark.parametrize("kind", ["reset-timeout", "ack"])
def test_a_tick_that_sends_a_tuple_again_is_blamed_by_the_rules_on_ticks(kind: str) -> None:
    """Such a tuple is not among the callbacks; all other rules pass."""
    seen = spouted(
        (Notify(kind, ROOT, 1), NOTHING),
        (TWO, did(Sent(0, {ROOT: 1}), Sent(1, {ROOT: 2}))),
        (Notify("reset-timeout", ROOT, 1), NOTHING),
        (SpoutTick(), did(Sent(0, {ROOT: 1}))),
    )
    found = {rule: violated(rule, seen) for rule in ("SPT-05", "SPT-06", "SPT-07", "SPT-13")}
    assert ["SPT-05"] == [rule for rule, violation in found.items() if violation is not None]


@pytest.mark.parametrize(("message", "ackers", "rule"), [(None, 1, "SPT-08"), (None, 0, "SPT-08"), ("n", 0, "SPT-09")])
def test_what_nobody_waits_for_is_not_pending(message: str | None, ackers: int, rule: str) -> None:
    """It does not change how many emissions are pending, if the target says how many. What is pending already is no
    matter of these rules.
    """
    effects: list[Effect] = [Sent(0), Sent(1), *([Callback("ack", 1, message)] if message else [])]
    for before, after, wrong in (
        *((3, 3, False), (3, 4, True), (3, 2, True), (0, -1, True)),
        *((3, None, False), (None, 4, False), (None, None, False)),
    ):
        emission = SpoutEmit(1, ROOT, message, (3, 4)), did(*effects, pending=after)
        seen = spouted((SpoutTick(), did(pending=before)), emission, ackers=ackers)
        words = f"the emission changed the number of pending emissions from {before} to {after}"
        expected = (1, f"{words}; it should not be pending") if wrong else None
        assert {each: expected if each == rule else None for each in RULES} == {
            each: violated(each, seen) for each in RULES
        }


@pytest.mark.parametrize(("pending", "wrong"), [(0, False), (1, True), (None, False)])
def test_nothing_is_pending_before_the_first_emission(pending: int | None, *, wrong: bool) -> None:
    """So a target need not say anything before it."""
    seen = spouted((SpoutEmit(1, ROOT, None, (3,)), did(Sent(0), pending=pending)))
    assert (violated("SPT-08", seen) is not None) is wrong


def test_a_tracked_emission_may_be_pending() -> None:
    """SPT-16 checks that it is."""
    for pending in (0, 1, 2):
        effects = Sent(0, {ROOT: 3}), Sent(1, {ROOT: 4}), InitSent(ROOT, 7, 1)
        assert violated("SPT-08", spouted((TWO, did(*effects, pending=pending)))) is None
