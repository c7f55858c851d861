"""Rules of anchoring on answers that occur in none of their workloads and mutants, but in real targets and
witnesses.
"""

import pytest
from ackproof.components.acker import Ack, Fail
from ackproof.components.anchoring import AckTuple, AnchoringResult, Emit, FailTuple, Receive
from common.chronicles import anchored, violated

NOTHING = AnchoringResult()


def chain(*edges: int) -> list[tuple[Receive, AnchoringResult]]:
    """Return tuples of one tree with these edges."""
    return [(Receive(f"t{place}", {10: edge}), NOTHING) for place, edge in enumerate(edges)]


@pytest.mark.parametrize(
    ("edges", "dependent"),
    [((1, 2, 4), None), ((1, 0), 1), ((5, 5), None), ((1, 6, 2, 4), 3), ((-1, 1, -2), 2), ((-1, -2, 4), None)],
)
def test_edges_are_dependent_if_some_of_them_cancel(edges: tuple[int, ...], dependent: int | None) -> None:
    """Their order and sign do not matter. A tuple that came twice is one."""
    found = violated("ANC-02", anchored(*chain(*edges)))
    assert (found[0] if found else None) == dependent


@pytest.mark.parametrize(
    ("edges", "words"),
    [
        ((1, 0), "the edge 0 of t1 is zero"),
        ((-1, 1, 9, -2), "the edge -2 of t3 is the xor of the edges of t0 and t1: -1, 1"),
        ((1, 2, 64, 4, 7), "the edge 7 of t4 is the xor of the edges of t0, t1 and t3: 1, 2, 4"),
    ],
)
def test_a_dependent_edge_is_said_to_be_zero_or_made_of_others(edges: tuple[int, ...], words: str) -> None:
    """Edges that do not take part are not named."""
    found = violated("ANC-02", anchored(*chain(*edges)))
    assert found is not None
    assert f"in the tree of root 10, {words}" == found[1]


def test_an_edge_that_equals_another_is_said_to() -> None:
    """A tuple that was emitted is not one that came twice."""
    again = (Emit(("a",), ("t1",), ((2,),)), AnchoringResult(({10: 5},)))
    found = violated("ANC-02", anchored(*chain(7, 5), again))
    assert found == (
        2,
        (
            "in the tree of root 10, the edge 5 of a equals the edge of t1 "
            "(the target took none of the edges that the rows give)"
        ),
    )
    larger = (Emit(("a", "b"), ("t1",), ((6,), (8,))), AnchoringResult(({10: 5},)))
    assert found == violated("ANC-02", anchored(*chain(7, 5), larger))
    given = (Emit(("a",), ("t1",), ((5,),)), AnchoringResult(({10: 5},)))
    assert (2, "in the tree of root 10, the edge 5 of a equals the edge of t1") == violated(
        "ANC-02", anchored(*chain(7, 5), given)
    )


def test_an_edge_serves_one_tree() -> None:
    """A tuple of several trees may have it in each of them. What is received has the edges that it is given."""
    received = [(Receive(name, {root: 5}), NOTHING) for name, root in (("t0", 10), ("t1", 20))]
    own = " (the target took none of the edges that the rows give)"
    emits = [Emit((name,), (anchor,), ((edge,),)) for name, anchor, edge in (("a", "t0", 1), ("b", "t1", 2))]
    alike = [(emit, AnchoringResult(({root: 7},))) for emit, root in zip(emits, (10, 20), strict=True)]
    expected = f"the edge 7 of b in the tree of root 20 is that of a in the tree of root 10{own}"
    assert (3, expected) == violated("ANC-02", anchored(*received, *alike))
    fine = [(emit, AnchoringResult(({root: root},))) for emit, root in zip(emits, (10, 20), strict=True)]
    assert violated("ANC-02", anchored(*received, *fine)) is None
    both = AnchoringResult(({10: 7, 20: 7},))
    assert violated("ANC-02", anchored((Receive("t0", {10: 5, 20: 5}), NOTHING), (emits[0], both))) is None


@pytest.mark.parametrize("given", [1, 2, 3])
def test_an_emit_gives_one_tuple_to_each_task(given: int) -> None:
    """It gives neither fewer nor more."""
    ids = tuple({10: 1 << number} for number in range(1, 1 + given))
    found = violated("ANC-01", anchored(*chain(1), (Emit(("a", "b"), ("t0",), ((2,), (4,))), AnchoringResult(ids))))
    assert found == ((1, f"an emit to 2 tasks gave {given} tuples") if given != 2 else None)


@pytest.mark.parametrize("end", [None, (FailTuple("a"), AnchoringResult(messages=(Fail(10),)))])
def test_only_trees_whose_tuples_are_all_acked_have_to_balance(
    end: tuple[FailTuple, AnchoringResult] | None,
) -> None:
    """A later tree whose tuples are all acked has to balance, too."""
    open_tree = (Receive("a", {10: 1}), NOTHING)
    wrong = (AckTuple("b"), AnchoringResult(messages=(Ack(20, 3),)))
    seen = anchored(open_tree, *([end] if end else []), (Receive("b", {20: 1}), NOTHING), wrong)
    found = violated("ANC-07", seen)
    assert found is not None
    assert (len(seen.moments) - 1, True) == (found[0], "every tuple of the tree of root 20 was acked (b)" in found[1])


def test_tuples_that_are_open_beside_a_zero_are_named() -> None:
    """Named are the tuples of that tree that existed then, and had not been acked."""
    early = (AckTuple("t0"), AnchoringResult(messages=(Ack(10, 3),)))
    seen = anchored(*chain(1, 2), early, (Emit(("late",), ("t1",), ((8,),)), AnchoringResult(({10: 8},))))
    assert (2, "after the ack of t0 the ack val of root 10 is zero, with t1 still open") == violated("ANC-09", seen)


@pytest.mark.parametrize("rule", ["ANC-01", "ANC-03", "ANC-07", "ANC-09"])
def test_what_is_legal_is_not_refused(rule: str) -> None:
    """Every rule checks that before it looks for missing messages."""
    refused = AnchoringResult(refused="no")
    for operation in (Emit(("a",), ("t0",), ((2,),)), AckTuple("t0")):
        if (rule, operation.op) not in (("ANC-01", "ack"), ("ANC-03", "emit")):
            found = violated(rule, anchored(*chain(1), (operation, refused)))
            assert (1, f"a legal {operation.op} was refused: no") == found


def test_what_is_anchored_to_a_tuple_after_its_ack_does_not_belong_in_the_ack() -> None:
    """ANC-10 asks that such an emit be refused."""
    acked = (AckTuple("t0"), AnchoringResult(messages=(Ack(10, 1),)))
    late = (Emit(("late",), ("t0",), ((2,),)), AnchoringResult(({10: 2},)))
    seen = anchored(*chain(1), acked, late)
    assert violated("ANC-03", seen) is None
    assert violated("ANC-10", seen) is not None


BOTH = (Emit(("a", "b"), ("t0",), ((2,), (4,))), AnchoringResult(({10: 2}, {10: 4})))
ONE = (Emit(("a",), ("t0",), ((2,),)), AnchoringResult(({10: 2},)))


@pytest.mark.parametrize(
    ("emits", "values", "words"),
    [
        ((), (), "no ack; it should have sent it one of value 1, its own edge (it has no children)"),
        (
            (ONE,),
            (4,),
            "an ack of value 4; it should have sent it one of value 3, the xor of its own edge 1 and those of a, 2",
        ),
        (
            ((Emit(("a",), ("t0",), ((3,),)), AnchoringResult(({10: 3},))),),
            (4,),
            "an ack of value 4; it should have sent it one of value 2, the xor of its own edge 1 and those of a, 3",
        ),
        (
            (BOTH,),
            (7, 7),
            (
                "an ack of value 7 and an ack of value 7; it should have sent it one of value 7, the xor of its own "
                "edge 1 and those of a and b, 2 and 4"
            ),
        ),
    ],
)
def test_what_an_ack_should_have_told_is_said(
    emits: tuple[tuple[Emit, AnchoringResult], ...], values: tuple[int, ...], words: str
) -> None:
    """With the edges that it is made of."""
    acked = (AckTuple("t0"), AnchoringResult(messages=tuple(Ack(10, value) for value in values)))
    seen = anchored(*chain(1), *emits, acked)
    assert (len(seen.moments) - 1, f"t0 was acked and sent root 10 {words}") == violated("ANC-03", seen)


@pytest.mark.parametrize(
    ("message_id", "words"),
    [
        ({}, "fail of root 10; it should have sent nothing"),
        ({20: 1}, "fail of root 10; it should have sent one fail to root 20"),
        ({10: 1, 20: 1}, "fail of root 10; it should have sent one fail to each of roots 10 and 20"),
    ],
)
def test_the_messages_that_a_fail_should_have_sent_are_said(message_id: dict[int, int], words: str) -> None:
    """In words, without brackets."""
    failed = (FailTuple("a"), AnchoringResult(messages=(Fail(10),)))
    found = violated("ANC-05", anchored((Receive("a", message_id), NOTHING), failed))
    assert (1, f"the fail of a sent {words}") == found


@pytest.mark.parametrize(
    ("made", "words"), [({}, "no root; its anchors belong to root 10"), ({10: 2, 20: 4, 30: 8}, "roots 10, 20 and 30")]
)
def test_the_roots_of_a_tuple_are_said(made: dict[int, int], words: str) -> None:
    """In words, without brackets."""
    found = violated("ANC-01", anchored(*chain(1), (ONE[0], AnchoringResult((made,)))))
    assert found is not None
    assert f"a, anchored to t0, belongs to {words}" in found[1]
