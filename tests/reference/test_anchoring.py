"""Anchoring: the ids of a tuple, the reports to the ackers, and the refusals of a bolt task."""

from collections.abc import Callable
from functools import reduce
from operator import xor

import pytest
from acking import STORM2, Ack, Acker, AckerMessage, BoltTask, Fail, Init, Kind, MessageId, Notification

from .refusal import refused

A, B, C, D, E, X = (1 << bit for bit in range(6))
e, f = 1 << 8, 1 << 9
ROOT, OTHER = 5, -6
DONE = (Notification(Kind.ACK, ROOT, 7),)


def holding(**inputs: MessageId) -> BoltTask:
    """Return a bolt task that holds these inputs."""
    bolt = BoltTask()
    for name, message_id in inputs.items():
        bolt.receive(name, message_id)
    return bolt


def answers_to(*messages: AckerMessage) -> list[tuple[Notification, ...]]:
    """Return the notifications of a fresh acker for each message."""
    acker = Acker(STORM2)
    return [acker.receive(message) for message in messages]


def test_the_ack_of_a_tuple_opens_its_children() -> None:
    """ANC-03, first table: D and E are anchored to C, and one message closes C and opens them."""
    bolt = holding(C={ROOT: C})
    assert ({ROOT: D},) == bolt.emit(["C"], [[D]])
    assert ({ROOT: E},) == bolt.emit(["C"], [[E]])
    messages: list[AckerMessage] = [
        Init(ROOT, C, 7),
        *bolt.ack("C"),
        *holding(D={ROOT: D}).ack("D"),
        *holding(E={ROOT: E}).ack("E"),
    ]
    assert [Init(ROOT, C, 7), Ack(ROOT, C ^ D ^ E), Ack(ROOT, D), Ack(ROOT, E)] == messages
    assert [(), (), (), DONE] == answers_to(*messages)


def test_said_in_two_messages_the_acker_is_early() -> None:
    """ANC-03, second table: the close alone completes the tree, while D and E are open."""
    assert [(), DONE, ()] == answers_to(Init(ROOT, C, 7), Ack(ROOT, C), Ack(ROOT, D ^ E))


def test_the_two_anchors_of_a_join_have_an_edge_each() -> None:
    """ANC-07, first table: J carries e^f, and the reports of A and B cancel its ack."""
    bolt = holding(A={ROOT: A}, B={ROOT: B})
    assert ({ROOT: e ^ f},) == bolt.emit(["A", "B"], [[e, f]])
    messages: list[AckerMessage] = [
        Init(ROOT, A ^ B, 7),
        *bolt.ack("A"),
        *bolt.ack("B"),
        *holding(J={ROOT: e ^ f}).ack("J"),
    ]
    assert [Ack(ROOT, A ^ e), Ack(ROOT, B ^ f), Ack(ROOT, e ^ f)] == messages[1:]
    assert [(), (), (), DONE] == answers_to(*messages)


def test_an_anchor_named_twice_is_two_anchors() -> None:
    """ANC-07, third table: two edges for the one input."""
    bolt = holding(A={ROOT: A})
    assert ({ROOT: e ^ f},) == bolt.emit(["A", "A"], [[e, f]])
    messages: list[AckerMessage] = [Init(ROOT, A, 7), *bolt.ack("A"), *holding(J={ROOT: e ^ f}).ack("J")]
    assert [Ack(ROOT, A ^ e ^ f), Ack(ROOT, e ^ f)] == messages[1:]
    assert [(), (), DONE] == answers_to(*messages)


def test_anchors_of_two_trees_join_both() -> None:
    """ANC-01 and ANC-07: J carries e under A's root and f under B's, and each tree gets its own reports."""
    bolt = holding(A={ROOT: A}, B={OTHER: B})
    assert ({ROOT: e, OTHER: f},) == bolt.emit(["A", "B"], [[e, f]])
    assert (Ack(ROOT, A ^ e),) == bolt.ack("A")
    assert (Ack(OTHER, B ^ f),) == bolt.ack("B")
    assert BoltTask() == bolt


def test_anchors_that_share_a_root_xor_their_edges_under_it() -> None:
    """ANC-02: under the shared root it has the xor of both edges, under each other root the edge of its anchor."""
    bolt = holding(A={ROOT: A, 1: 3}, B={ROOT: B, 2: 4})
    assert ({ROOT: e ^ f, 1: e, 2: f},) == bolt.emit(["A", "B"], [[e, f]])
    assert (Ack(ROOT, A ^ e), Ack(1, 3 ^ e)) == bolt.ack("A")
    assert (Ack(ROOT, B ^ f), Ack(2, 4 ^ f)) == bolt.ack("B")


def test_each_receiving_task_has_an_edge_of_its_own() -> None:
    """ANC-02: three receivers get three tuples, and the anchor reports all of them."""
    bolt = holding(A={ROOT: A, OTHER: -A})
    assert ({ROOT: C, OTHER: C}, {ROOT: D, OTHER: D}, {ROOT: E, OTHER: E}) == bolt.emit(["A"], [[C], [D], [E]])
    assert (Ack(ROOT, A ^ C ^ D ^ E), Ack(OTHER, -A ^ C ^ D ^ E)) == bolt.ack("A")


@pytest.mark.parametrize("anchors", [[], ["loose"], ["loose", "loose"]])
def test_a_tuple_without_rooted_anchors_belongs_to_no_tree(anchors: list[str]) -> None:
    """ANC-06: its message id is empty, nothing is remembered, and its ack or fail is not reported."""
    bolt = holding(loose={}, A={ROOT: A})
    assert ({}, {}) == bolt.emit(anchors, [[D] * len(anchors), [E] * len(anchors)])
    assert holding(loose={}, A={ROOT: A}) == bolt
    assert () == bolt.ack("loose")
    assert (Ack(ROOT, A),) == bolt.ack("A")
    assert () == holding(loose={}).fail("loose")


def test_an_anchor_without_roots_adds_nothing_to_the_others() -> None:
    """ANC-02: its edge is drawn, but reported to no acker."""
    bolt = holding(loose={}, A={ROOT: A})
    assert ({ROOT: e},) == bolt.emit(["loose", "A"], [[f, e]])
    assert [(), (Ack(ROOT, A ^ e),)] == [bolt.ack("loose"), bolt.ack("A")]


def test_an_emit_that_nobody_receives_changes_nothing() -> None:
    """Chapter anchoring, what is left open: without a pair of task and anchor there is no edge."""
    bolt = holding(A={ROOT: A})
    assert () == bolt.emit(["A"], [])
    assert holding(A={ROOT: A}) == bolt


def test_a_fail_goes_to_every_root_and_takes_no_children_along() -> None:
    """ANC-05: one fail for each root, whatever was anchored to the input, and the input is released."""
    bolt = holding(A={ROOT: A, OTHER: B}, B={ROOT: B})
    bolt.emit(["A"], [[D]])
    assert (Fail(ROOT), Fail(OTHER)) == bolt.fail("A")
    assert holding(B={ROOT: B}) == bolt


def test_a_bolt_keeps_a_copy_of_what_it_received() -> None:
    """The owner may change the sender's message id later."""
    message_id = {ROOT: A}
    bolt = holding(A=message_id)
    message_id[OTHER] = B
    assert holding(A={ROOT: A}) == bolt


def test_a_name_is_free_again_when_its_input_was_let_go() -> None:
    """The caller chooses the names; the anchors to the first tuple with the name are forgotten with it."""
    bolt = holding(A={ROOT: A})
    bolt.emit(["A"], [[D]])
    bolt.ack("A")
    bolt.receive("A", {ROOT: B})
    assert holding(A={ROOT: B}) == bolt


@pytest.mark.parametrize("let_go", [BoltTask.ack, BoltTask.fail], ids=["acked", "failed"])
def test_an_emit_anchored_to_an_input_that_was_let_go_is_refused(let_go: Callable[[BoltTask, str], object]) -> None:
    """ANC-10: this also holds if another anchor is held, which then has no new child."""
    bolt = holding(A={ROOT: A}, B={ROOT: B})
    let_go(bolt, "A")
    for anchors in (["A"], ["B", "A"]):
        with refused(bolt, "'A'"):
            bolt.emit(anchors, [[X] * len(anchors)])
    with refused(bolt, "'A'"):
        bolt.emit(["A"], [])


@pytest.mark.parametrize(
    ("last", "answers"),
    [
        pytest.param([Ack(ROOT, B), Ack(ROOT, X)], [(), (), DONE, ()], id="early: X is at work"),
        pytest.param([Ack(ROOT, X), Ack(ROOT, B)], [(), (), (), ()], id="never: X stays in the ledger"),
    ],
)
def test_what_an_emit_anchored_to_an_acked_input_would_do(
    last: list[AckerMessage], answers: list[tuple[Notification, ...]]
) -> None:
    """ANC-10, the hole: a sender that does not refuse sends these messages, and no acker can detect the mistake."""
    assert answers == answers_to(Init(ROOT, A ^ B, 7), Ack(ROOT, A), *last)


@pytest.mark.parametrize("first", [BoltTask.ack, BoltTask.fail], ids=["acked", "failed"])
@pytest.mark.parametrize("second", [BoltTask.ack, BoltTask.fail], ids=["ack", "fail"])
def test_an_input_is_acked_or_failed_once(
    first: Callable[[BoltTask, str], object], second: Callable[[BoltTask, str], object]
) -> None:
    """ANC-11: the second is refused, and so is one of an input that never came."""
    bolt = holding(A={ROOT: A}, B={ROOT: B})
    first(bolt, "A")
    for name in ("A", "stranger"):
        with refused(bolt, repr(name)):
            second(bolt, name)


@pytest.mark.parametrize(
    ("use", "named"),
    [
        (lambda bolt: bolt.receive("A", {ROOT: 1}), "'A'"),
        (lambda bolt: bolt.receive("new", {ROOT: 1, 2**63: 1}), f"root {2**63}"),
        (lambda bolt: bolt.receive("new", {ROOT: 1, OTHER: 8}), "edge 8 is outside signed 4 bits"),
        (lambda bolt: bolt.emit(["A", "B"], [[1, 2], [3]]), "1 edge ids for a tuple with 2 anchors"),
        (lambda bolt: bolt.emit([], [[1]]), "1 edge ids for a tuple with 0 anchors"),
        (lambda bolt: bolt.emit(["A", "B"], [[1, 2], [3, -9]]), "edge -9"),
        (lambda bolt: bolt.emit(["A"], [[True]]), "edge True"),
    ],
)
def test_an_illegal_receive_or_emit_is_refused(use: Callable[[BoltTask], object], named: str) -> None:
    """The legal part before the mistake is not executed either."""
    bolt = BoltTask(edge_bits=4)
    bolt.receive("A", {ROOT: -8})
    bolt.receive("B", {ROOT: 7, OTHER: 1})
    bolt.emit(["A"], [[3]])
    with refused(bolt, named):
        use(bolt)


@pytest.mark.parametrize("bits", [1, 0, -64, 65])
def test_an_illegal_width_is_refused(bits: int) -> None:
    """Edges have 2 to 64 bits."""
    with refused(None, f"{bits} bits"):
        BoltTask(bits)


def test_an_emit_may_have_hundreds_of_anchors() -> None:
    """Each has an edge."""
    task = BoltTask()
    task.receive("a", {1: 5})
    (message_id,) = task.emit(["a"] * 300, [range(300)])
    assert {1: reduce(xor, range(300))} == message_id


def test_a_task_begins_with_nothing_held() -> None:
    """Inputs can only arrive as tuples."""
    with pytest.raises(TypeError, match="argument"):
        BoltTask(64, {})  # type: ignore[call-arg]
