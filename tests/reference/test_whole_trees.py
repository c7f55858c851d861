"""Whole trees from end to end: the spout's emission, the bolts that extend the tree, the ackers, and the one
callback.
"""

from collections.abc import Callable
from copy import deepcopy
from itertools import permutations

import pytest
from acking import STORM1, STORM2, Ack, Callback, Fail, Init, Kind, Order, Profile
from attrs import evolve

from .small_topology import Topology

MESSAGE, ROOT, OTHER = "to be free", -7_000_000_000, 4
S, A, B, C, D, E, F, W1, W2, W3, N1, N2, N3 = (-1 << 63 - bit for bit in range(13))

DIALECTS = [evolve(profile, order=order) for profile in (STORM1, STORM2) for order in Order]


def word_count(topology: Topology) -> None:
    """Send a sentence, its three words and their three counts, each acked by its receiver."""
    topology.emit(MESSAGE, ROOT, {"S": S})
    topology.grow(["S"], {"W1": [W1], "W2": [W2], "W3": [W3]})
    topology.ack("S")
    for word, count, edge in (("W1", "N1", N1), ("W2", "N2", N2), ("W3", "N3", N3)):
        topology.grow([word], {count: [edge]})
        topology.ack(word)
        topology.ack(count)


def a_b_to_c_d_e(topology: Topology) -> None:
    """Emit A and B; anchor C to A, and D and E to C."""
    topology.emit(MESSAGE, ROOT, {"A": A, "B": B})
    topology.grow(["A"], {"C": [C]})
    topology.ack("A")
    topology.grow(["C"], {"D": [D], "E": [E]})
    for name in ("C", "B", "D", "E"):
        topology.ack(name)


def join_of_one_tree(topology: Topology) -> None:
    """Emit A and B; anchor J to both, and to A twice."""
    topology.emit(MESSAGE, ROOT, {"A": A, "B": B})
    topology.grow(["A", "B", "A"], {"J": [C, D, E]})
    for name in ("A", "B", "J"):
        topology.ack(name)


TREES = {"word count": word_count, "A B to C D E": a_b_to_c_d_e, "join": join_of_one_tree}
EVERY_TREE = pytest.mark.parametrize("tree", TREES.values(), ids=TREES)
EVERY_DIALECT = pytest.mark.parametrize(
    "dialect", DIALECTS, ids=lambda dialect: f"{dialect.name}-{dialect.order.value}"
)
Tree = Callable[[Topology], None]


def all_delivered(tree: Tree, dialect: Profile = STORM2, ackers: int = 1) -> Topology:
    """Return a topology in which the tree was processed and no message was delivered yet."""
    topology = Topology.of(dialect, ackers)
    tree(topology)
    return topology


def test_the_word_count_tree_sends_what_the_introduction_says() -> None:
    """Introduction, how a tree is tracked: one message closes a parent and opens its children."""
    assert [
        Init(ROOT, S, 7),
        Ack(ROOT, S ^ W1 ^ W2 ^ W3),
        *(Ack(ROOT, value) for word, count in ((W1, N1), (W2, N2), (W3, N3)) for value in (word ^ count, count)),
    ] == all_delivered(word_count).mail


def test_the_tree_of_five_tuples_has_these_open_sets() -> None:
    """ANC-03: when C is acked, D and E come in the same step, and the ledger is never empty in between."""
    topology = all_delivered(a_b_to_c_d_e)
    ledger = 0
    for message, open_set in zip(topology.mail, (A ^ B, B ^ C, B ^ D ^ E, D ^ E, E, 0), strict=True):
        assert isinstance(message, Init | Ack)
        ledger ^= message.value
        assert open_set == ledger


@EVERY_TREE
@EVERY_DIALECT
@pytest.mark.parametrize("ackers", [1, 2, 5])
def test_a_tree_is_acked_by_its_last_message_and_nothing_is_left(tree: Tree, dialect: Profile, ackers: int) -> None:
    """SPT-03, ACK-04, ANC-09 and RTE-01: there is one callback, at the end, and spout, bolt and ackers are as
    before.
    """
    topology = all_delivered(tree, dialect, ackers)
    *before, last = topology.mail
    topology.deliver(before)
    assert [] == topology.callbacks
    topology.deliver([last])
    assert [Callback(Kind.ACK, 7, MESSAGE)] == topology.callbacks
    assert evolve(Topology.of(dialect, ackers), mail=topology.mail, callbacks=topology.callbacks) == topology


@pytest.mark.parametrize("tree", [a_b_to_c_d_e, join_of_one_tree], ids=["A B to C D E", "join"])
def test_the_verdict_is_the_same_in_every_order_of_delivery(tree: Tree) -> None:
    """ACK-01 and proofs, lemmas 1 and 2: in every order, the last message is answered and no other."""
    delivered = all_delivered(tree)
    for order in permutations(delivered.mail):
        (acker,) = Topology.of(STORM2).ackers
        answer = [acker.receive(message) for message in order]
        assert [0] * (len(order) - 1) + [1] == [len(words) for words in answer], order
        assert Kind.ACK is answer[-1][0].kind


@EVERY_TREE
@EVERY_DIALECT
def test_a_tree_that_loses_a_message_is_failed_by_the_spouts_clock(tree: Tree, dialect: Profile) -> None:
    """Proofs, loss: whichever message is lost, there is no ack, and the spout's second tick fails the emission."""
    delivered = all_delivered(tree, dialect)
    for lost in range(len(delivered.mail)):
        topology = deepcopy(delivered)
        topology.deliver([message for index, message in enumerate(delivered.mail) if index != lost])
        topology.tick()
        assert [] == topology.callbacks
        topology.tick()
        assert [Callback(Kind.FAIL, 7, MESSAGE)] == topology.callbacks


@EVERY_TREE
def test_a_duplicated_ack_never_makes_an_acker_early(tree: Tree) -> None:
    """Proofs, duplication: the tree is done before the second copy, or the spout's second tick fails it."""
    delivered = all_delivered(tree)
    for index, message in enumerate(delivered.mail[1:], 1):
        topology = deepcopy(delivered)
        topology.deliver([*delivered.mail[:index], message, *delivered.mail[index:]])
        finished = index == len(delivered.mail) - 1
        assert [Callback(Kind.ACK, 7, MESSAGE)] * finished == topology.callbacks
        topology.tick()
        topology.tick()
        assert [Callback(Kind.ACK if finished else Kind.FAIL, 7, MESSAGE)] == topology.callbacks


@EVERY_DIALECT
def test_a_duplicated_init_makes_the_acker_early(dialect: Profile) -> None:
    """ACK-11, the hole: the spout is notified of an ack while its tuples are held, and their fail has no effect."""
    topology = Topology.of(dialect)
    topology.emit(MESSAGE, ROOT, {"A": A, "B": B})
    (init,) = topology.mail
    topology.deliver([init, init])
    assert [Callback(Kind.ACK, 7, MESSAGE)] == topology.callbacks
    topology.fail("A")
    topology.fail("B")
    topology.deliver(topology.mail[1:])
    topology.tick()
    topology.tick()
    assert [Callback(Kind.ACK, 7, MESSAGE)] == topology.callbacks


@EVERY_DIALECT
def test_an_init_duplicated_later_costs_a_replay_and_no_data(dialect: Profile) -> None:
    """ACK-11: after a change to the tree it can never complete, and the spout's second tick fails it."""
    delivered = all_delivered(a_b_to_c_d_e, dialect)
    for index in range(2, len(delivered.mail)):
        topology = deepcopy(delivered)
        topology.deliver([*delivered.mail[:index], delivered.mail[0], *delivered.mail[index:]])
        assert [] == topology.callbacks
        topology.tick()
        topology.tick()
        assert [Callback(Kind.FAIL, 7, MESSAGE)] == topology.callbacks


@EVERY_DIALECT
@pytest.mark.parametrize("failed", ["A", "B", "J"])
def test_a_fail_anywhere_in_a_join_of_two_trees_fails_every_tree_of_the_tuple(dialect: Profile, failed: str) -> None:
    """ANC-01, ANC-05, ACK-06: if a tuple of two trees fails, both are replayed; if one of one tree fails, only that
    is.
    """
    topology = Topology.of(dialect, ackers=3)
    topology.emit("one", ROOT, {"A": A})
    topology.emit("two", OTHER, {"B": B})
    topology.grow(["A", "B"], {"J": [C, D]})
    for name in ("A", "B", "J"):
        topology.fail(name) if name == failed else topology.ack(name)
    topology.deliver(topology.mail)
    of_one, of_two = failed in ("A", "J"), failed in ("B", "J")
    expected = {("one", Kind.FAIL if of_one else Kind.ACK), ("two", Kind.FAIL if of_two else Kind.ACK)}
    assert expected == {(callback.message, callback.kind) for callback in topology.callbacks}
    assert 2 == len(topology.callbacks)


@EVERY_DIALECT
def test_a_fail_that_overtakes_the_init_is_told_when_init_comes(dialect: Profile) -> None:
    """ACK-07 and ACK-10: the remaining messages of the tree cause no notification."""
    topology = Topology.of(dialect)
    topology.emit(MESSAGE, ROOT, {"A": A, "B": B})
    topology.fail("A")
    topology.ack("B")
    init, fail, ack = topology.mail
    assert (Fail(ROOT), Ack(ROOT, B)) == (fail, ack)
    topology.deliver([fail])
    assert [] == topology.callbacks
    topology.deliver([init, ack])
    assert [Callback(Kind.FAIL, 7, MESSAGE)] == topology.callbacks
