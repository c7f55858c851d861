"""The ledgers of anchoring, on a written-out join: edges, children, misuse, and the reports for each tree."""

from ackproof.components.acker import Ack, Fail
from ackproof.components.anchoring import AckTuple, AnchoringResult, Emit, FailTuple, Receive
from ackproof.oracle.ledgers import acks_of, edge_between, init_value
from common.chronicles import anchored

A, B, E, F, G = 1, 2, 4, 8, 16


NOTHING = AnchoringResult()

JOIN = anchored(
    (Receive("a", {10: A}), NOTHING),
    (Receive("b", {20: B}), NOTHING),
    (Emit(("j", "k"), ("a", "b"), ((E, F), (G, 32))), AnchoringResult(({10: E, 20: F}, {10: G, 20: 32}))),
    (AckTuple("a"), AnchoringResult(messages=(Ack(10, A ^ E ^ G),))),
    (AckTuple("j"), AnchoringResult(messages=(Ack(10, E), Ack(20, F)))),
    (FailTuple("k"), AnchoringResult(messages=(Fail(10), Fail(20)))),
    (AckTuple("j"), AnchoringResult(refused="gone")),
    (Emit(("late",), ("a",), ((64,),)), AnchoringResult(refused="gone")),
)
"""Two trees that meet in an emit to two tasks; at the end j is acked twice, and late is anchored to a released
tuple.
"""


def test_tuples_are_known_as_the_target_reports_them() -> None:
    """They have their anchors and the moment of their creation; a refused emit creates none."""
    known = {name: (each.message_id, each.anchors, each.index) for name, each in JOIN.tuples.items()}
    assert {
        "a": ({10: A}, (), 0),
        "b": ({20: B}, (), 1),
        "j": ({10: E, 20: F}, ("a", "b"), 2),
        "k": ({10: G, 20: 32}, ("a", "b"), 2),
    } == known
    assert (10, 20) == JOIN.roots


def test_the_edge_between_two_tuples_is_read_off_where_no_other_anchor_hides_it() -> None:
    """Each root of the join belongs to one anchor."""
    assert [E, F, G, 32] == [edge_between(JOIN, anchor, child) for child in "jk" for anchor in "ab"]


def test_an_edge_is_hidden_where_anchors_share_their_roots() -> None:
    """The tuple carries the xor of both edges."""
    hidden = anchored(
        (Receive("a", {10: A}), NOTHING),
        (Receive("b", {10: B}), NOTHING),
        (Emit(("j",), ("a", "b"), ((E, F),)), AnchoringResult(({10: E ^ F},))),
    )
    assert [None, None] == [edge_between(hidden, anchor, "j") for anchor in "ab"]


def test_an_anchor_named_twice_hides_nothing_from_itself() -> None:
    """The xor of its two edges is the value of its ack."""
    twice = anchored(
        (Receive("a", {10: A}), NOTHING),
        (Emit(("j",), ("a", "a"), ((E, F),)), AnchoringResult(({10: E ^ F},))),
        (AckTuple("a"), NOTHING),
    )
    assert E ^ F == edge_between(twice, "a", "j")
    assert {"a": ["j"]} == twice.moments[-1].children


def test_the_init_is_the_xor_of_what_spouts_sent() -> None:
    """A bolt's tuples do not count."""
    two = anchored((Receive("a", {10: A}), NOTHING), (Receive("b", {10: B, 20: E}), NOTHING))
    assert [A, B] == [init_value(JOIN, root) for root in JOIN.roots]
    assert [A ^ B, E] == [init_value(two, root) for root in two.roots]


def test_acks_are_read_off_by_root() -> None:
    """They are in the order in which they were sent; fails have no value."""
    assert [[A ^ E ^ G], []] == [acks_of(JOIN.results[3], root) for root in JOIN.roots]
    assert [[E], [F]] == [acks_of(JOIN.results[4], root) for root in JOIN.roots]
    assert [[], []] == [acks_of(JOIN.results[5], root) for root in JOIN.roots]


def test_misuse_is_named() -> None:
    """Misuse is releasing a tuple twice, and anchoring to a released one."""
    assert [
        *[None] * 6,
        "ack of j, which was acked before",
        "an emit anchored to a, which was let go of before",
    ] == [moment.misuse for moment in JOIN.moments]


def test_what_is_known_of_tuples_is_known_from_the_first_operation_on() -> None:
    """It does not have tuples before their creation."""
    assert ({}, ()) == (anchored().tuples, anchored().roots)
    one = anchored((Receive("a", {10: A}), NOTHING))
    assert (["a"], (10,)) == (list(one.tuples), one.roots)


def test_a_target_may_report_too_few_message_ids_or_too_many() -> None:
    """The reported ones are taken in the order of the names; a rule judges the number."""
    emit = Emit(("j", "k"), ("a",), ((E,), (F,)))
    for reported in (({10: E},), ({10: E}, {10: F}, {10: G})):
        seen = anchored((Receive("a", {10: A}), NOTHING), (emit, AnchoringResult(reported)))
        expected = [("a", {10: A}), ("j", {10: E}), ("k", {10: F})][: 1 + len(reported)]
        assert expected == [(known.name, known.message_id) for known in seen.tuples.values()]
