"""The differential rules: what they compare with the reference, up to which operation, and what they ignore."""

import random
from collections.abc import Sequence
from typing import Any

import pytest
from ackproof.components import Result
from ackproof.components.acker import Ack as AckMessage
from ackproof.components.acker import AckerResult, Fail, Notification
from ackproof.components.anchoring import AckTuple, AnchoringResult, Emit, Receive
from ackproof.components.happenings import BoltTuple, InputAcked
from ackproof.components.multilang import AckLine, MultilangResult, RemarkLine, SyncLine
from ackproof.components.rotating_map import Expired, Get, MapResult, Put, Rotate, Size
from ackproof.components.spout import (
    Callback,
    InitSent,
    Notify,
    Sent,
    SpoutEmit,
    SpoutOperation,
    SpoutResult,
    SpoutTick,
)
from ackproof.components.topology import TopologyResult
from ackproof.rules.differential import answers_of_the_reference, comparable
from ackproof.rules.registry import all_checks
from ackproof.target import Config
from ackproof.workloads.choices import SeededChoices
from ackproof.workloads.rotating_map import MapWorkload
from ackproof.workloads.workload import Workload
from common.chronicles import anchored, spouted, violated
from common.messages import TASK, Row, chronicle, message, tick


def disagrees(rule: str, workload: Workload, results: Sequence[Result]) -> int | None:
    """Return the operation at which a target with these results differs from the reference."""
    found = violated(rule, all_checks()[rule].observe(workload, results))
    assert found is None or found[1].endswith(", as the reference does")
    return found[0] if found else None


def test_a_rotation_that_takes_nothing_may_say_nothing() -> None:
    """An absent list is an empty one. Whether a key is there, and how many are, has to be said."""
    workload = MapWorkload(Config(buckets=2), 2, (Rotate(), Get("a"), Size()))
    silent, found, size = MapResult(), MapResult(found=False), MapResult(size=0)
    assert disagrees("RM-11", workload, (silent, found, size)) is None
    assert disagrees("RM-11", workload, (silent, silent, size)) == 1
    assert disagrees("RM-11", workload, (silent, found, silent)) == 2
    assert disagrees("RM-11", workload, (MapResult(expired=(Expired("a", None),)), found, size)) == 0


@pytest.mark.parametrize(
    ("size", "expired", "index"),
    [
        (2, (Expired("a", "1"), Expired("b", None)), None),
        (2, (Expired("b", None), Expired("a", "1")), None),
        (1, (Expired("a", "1"), Expired("b", None)), 2),
        (3, (Expired("a", "1"), Expired("b", None)), 2),
        (2, (Expired("a", "1"),), 4),
        (2, (Expired("a", "1"), Expired("a", "1"), Expired("b", None)), 4),
        (2, (Expired("a", "1"), Expired("b", "")), 4),
    ],
)
def test_a_map_agrees_whatever_the_order_of_what_expires(
    size: int, expired: tuple[Expired, ...], index: int | None
) -> None:
    """Too few and too many entries give the same message."""
    workload = MapWorkload(Config(buckets=2), 2, (Put("a", "1"), Put("b", None), Size(), Rotate(), Rotate()))
    nothing = MapResult()
    results = [nothing, nothing, MapResult(size=size), MapResult(expired=()), MapResult(expired=expired)]
    assert index == disagrees("RM-11", workload, results)


NOTHING = SpoutResult()
ACKED = AckerResult((Notification("ack", 1, TASK),))


@pytest.mark.parametrize(
    ("rows", "index"),
    [
        ((message("init A"), message("ack A", "ack")), None),
        ((message("init A"), message("ack A")), 1),
        ((message("init A", "ack"), message("ack A")), 0),
        ((message("init A"), message("init B", "fail"), message("ack A", "fail")), 1),
        ((message("init A"), message("init B"), message("ack A B", "ack")), None),
        ((message("init A"), message("init B"), message("ack A", "ack")), None),
        ((message("init A"), message("init B"), message("ack C", "ack")), 2),
        ((message("init A"), message("init B"), message("fail")), 2),
        ((message("init A"), message("init B", task=9), message("fail", "fail", task=9)), None),
        ((message("init A"), message("init B", task=9), message("fail", "fail")), None),
        ((message("init A"), message("init B", task=9), message("fail", "fail", task=3)), 2),
        ((message("init A"), message("init B"), message("init A", root=2), message("fail", root=2)), 3),
        ((message("ack A"), message("init A"), message("ack B", "ack"), message("init A", "ack")), 1),
    ],
)
def test_an_acker_agrees_by_some_reading_of_a_second_init(rows: tuple[Row, ...], index: int | None) -> None:
    """The effect of a second init is a SHOULD: its value and its task may count or not."""
    seen = chronicle(*rows)
    assert index == disagrees("ACK-27", seen.workload, list(seen.results))


@pytest.mark.parametrize(
    ("rows", "index"),
    [
        ((tick(), message("ack B"), tick(), message("fail", "fail")), None),
        ((tick(), message("ack B"), tick(), message("fail")), 5),
        ((message("ack B"), tick(), message("init B"), tick(), message("fail", "fail")), None),
        ((message("ack B"), tick(), message("init B"), tick(), message("fail")), None),
    ],
)
def test_a_second_init_may_refresh_and_an_ack_has_to(rows: tuple[Row, ...], index: int | None) -> None:
    """ACK-16 leaves it free whether a repeated init refreshes, and not what acks do after one."""
    seen = chronicle(message("init A"), message("init B"), *rows, profile="storm1")
    assert index == disagrees("ACK-27", seen.workload, list(seen.results))


def test_a_second_init_is_read_in_one_way_for_a_root() -> None:
    """Its value counts in all lives of the root or in none; another root may be read in another way."""
    counted = [message("init A"), message("init B"), message("ack A B", "ack")]
    ignored, elsewhere = (
        [message("init A", root=root), message("init B", root=root), message("ack A", "ack", root=root)]
        for root in (1, 2)
    )
    seen = chronicle(*counted, *elsewhere)
    assert disagrees("ACK-27", seen.workload, list(seen.results)) is None
    assert disagrees("ACK-27", chronicle(*counted, *ignored).workload, list(chronicle(*counted, *ignored).results)) == 5
    seen = chronicle(*ignored, *counted)
    found = violated("ACK-27", all_checks()["ACK-27"].observe(seen.workload, list(seen.results)))
    assert found is not None
    assert (5, True) == (found[0], found[1].endswith("if it reads repeated inits as the acker did before"))


def test_an_acker_may_say_what_else_it_knows() -> None:
    """`acked` and `pending` are not compared."""
    assert comparable(ACKED) == comparable(AckerResult(ACKED.notifications, acked=True, pending=0))
    assert comparable(ACKED) != comparable(AckerResult())


FIRST = (Receive("a", {10: 1, 20: 2}), AnchoringResult())
BOTH = AnchoringResult(messages=(AckMessage(10, 1), AckMessage(20, 2)))


@pytest.mark.parametrize(
    ("result", "agrees"),
    [
        (BOTH, True),
        (AnchoringResult(messages=BOTH.messages[::-1]), True),
        (AnchoringResult(messages=BOTH.messages[:1]), False),
        (AnchoringResult(messages=(*BOTH.messages, Fail(10))), False),
        (AnchoringResult(refused="no"), False),
        (AnchoringResult(message_ids=({10: 1},), messages=BOTH.messages), False),
    ],
)
def test_collectors_agree_whatever_the_order_of_the_roots(result: AnchoringResult, *, agrees: bool) -> None:
    """The messages of each root are the same."""
    workload = anchored(FIRST, (AckTuple("a"), result)).workload
    assert (None if agrees else 1) == disagrees("ANC-12", workload, [FIRST[1], result])


@pytest.mark.parametrize("result", [BOTH, AnchoringResult(refused="it was acked before"), AnchoringResult()])
def test_collectors_agree_up_to_the_first_misuse(result: AnchoringResult) -> None:
    """The result of a misuse is a SHOULD; earlier results are compared."""
    late = (Emit(("c",), ("a",), ((4,),)), AnchoringResult())
    for before, index in ((BOTH, None), (AnchoringResult(), 1)):
        seen = anchored(FIRST, (AckTuple("a"), before), (AckTuple("a"), result), late)
        assert index == disagrees("ANC-12", seen.workload, list(seen.results))


def test_a_refusal_may_be_in_any_words() -> None:
    """Only that it is a refusal is compared."""
    one, other = AnchoringResult(refused="no"), AnchoringResult(refused="")
    assert comparable(one) == comparable(other)
    assert comparable(one) != comparable(AnchoringResult())


@pytest.mark.parametrize(
    ("effects", "agrees"),
    [
        ((Sent(0, {5: 8}), Sent(1, {5: 4}), InitSent(5, 12, 1)), True),
        ((Sent(1, {5: 4}), Sent(0, {5: 8}), InitSent(5, 12, 1)), True),
        ((Sent(0, {5: 8}), Sent(1, {5: 4})), False),
        ((Sent(0, {5: 8}), Sent(1, {5: 4}), InitSent(5, 12, 1), Callback("ack", 1, "m")), False),
    ],
)
def test_a_spout_agrees_if_it_does_the_same(effects: Any, *, agrees: bool) -> None:
    """SPT-01 judges the order."""
    workload = spouted((SpoutEmit(1, 5, "m", (8, 4)), SpoutResult())).workload
    assert (None if agrees else 0) == disagrees("SPT-16", workload, [SpoutResult(effects)])


@pytest.mark.parametrize(("value", "agrees"), [(20 ^ 7, True), (20, False), (8 ^ 4, False)])
def test_a_spout_may_draw_edge_ids_of_its_own(value: int, *, agrees: bool) -> None:
    """They are identified by the receiver, and the init is their xor."""
    workload = spouted((SpoutEmit(1, 5, "m", (8, 4)), SpoutResult())).workload
    drawn = (Sent(0, {5: 20}), Sent(1, {5: 7}), InitSent(5, value, 1))
    assert (None if agrees else 0) == disagrees("SPT-16", workload, [SpoutResult(drawn)])


def test_no_spout_is_asked_for_what_it_may_do_in_two_ways() -> None:
    """An emission without receivers that ackers would track may be acked at once or by an acker."""
    grow = all_checks()["SPT-16"].model(None)
    drawn = [grow(SeededChoices(random.Random(seed))).run for seed in range(100)]
    emits = [(run.config.ackers > 0, each) for run in drawn for each in run.operations if isinstance(each, SpoutEmit)]
    assert len(emits) > 300
    to_nobody = [(each.message is not None, ackers) for ackers, each in emits if not each.edges]
    assert {(False, False), (False, True), (True, False)} == set(to_nobody)


@pytest.mark.parametrize(
    ("counts", "index"),
    [((1, 1, 0), None), ((None, 1, None), None), ((None, None, 1), 2), ((0, 1, 0), 0), ((1, -1, 0), 1)],
)
def test_a_spout_that_counts_pending_emissions_agrees_about_how_many(
    counts: Sequence[int | None], index: int | None
) -> None:
    """It need not say how many."""
    steps: tuple[SpoutOperation, ...] = (SpoutEmit(1, 5, "m", (8,)), SpoutTick(), SpoutTick())
    effects: list[Any] = [(Sent(0, {5: 8}), InitSent(5, 8, 1)), (), (Callback("fail", 1, "m"),)]
    results = [SpoutResult(each, pending) for each, pending in zip(effects, counts, strict=True)]
    workload = spouted(*zip(steps, results, strict=True)).workload
    assert index == disagrees("SPT-16", workload, results)


def test_a_wrong_number_of_pending_emissions_is_in_words() -> None:
    """A difference in effects comes first, wherever it is."""
    tracked = (Sent(0, {5: 8}), InitSent(5, 8, 1))
    workload = spouted((SpoutEmit(1, 5, "m", (8,)), NOTHING), (Notify("ack", 5, 1), NOTHING)).workload
    right = SpoutResult((Callback("ack", 1, "m"),), 0)
    expected = "after the emit the spout counted 2 pending emissions; it should have counted 1 pending emission"
    assert expected == reason_of("SPT-16", workload, [SpoutResult(tracked, 2), right])
    assert "at the notify the spout called back nothing; " in reason_of(
        "SPT-16", workload, [SpoutResult(tracked, 2), NOTHING]
    )


def reason_of(rule: str, workload: Workload, results: Sequence[Result]) -> str:
    """Return the message for a target that differs from the reference."""
    found = violated(rule, all_checks()[rule].observe(workload, results))
    assert found is not None
    return found[1].removesuffix(", as the reference does")


MAP_ANSWERS = [
    (0, MapResult(found=True), "put of a answered there; it should have answered nothing"),
    (1, MapResult(found=True), "get of a answered there; it should have answered there with value '1'"),
    (2, MapResult(size=2), "size answered 2 entries; it should have answered 1 entry"),
    (4, MapResult(expired=()), "rotate answered expired nothing; it should have answered expired a=1"),
]


@pytest.mark.parametrize(("index", "result", "words"), MAP_ANSWERS)
def test_a_difference_of_a_map_is_in_words(index: int, result: MapResult, words: str) -> None:
    """Each operation has other fields in its result."""
    workload = MapWorkload(Config(buckets=2), 2, (Put("a", "1"), Get("a"), Size(), Rotate(), Rotate()))
    right = list(answers_of_the_reference(workload.run))
    assert words == reason_of("RM-11", workload, [*right[:index], result, *right[index + 1 :]])


def test_a_difference_of_an_acker_is_in_the_words_of_the_other_rules() -> None:
    """It has the message, the notifications, and the right ones; a tick has no root."""
    seen = chronicle(message("init A"), message("ack A"))
    expected = f"at an ack of root 1 the acker said nothing; it should have said ack of root 1 to task {TASK}"
    assert expected == reason_of("ACK-27", seen.workload, list(seen.results))
    ticking = chronicle(message("init A"), message("tick", "fail"))
    expected = f"at a tick the acker said fail of root 1 to task {TASK}; it should have said nothing"
    assert expected == reason_of("ACK-27", ticking.workload, list(ticking.results))


def test_a_difference_of_collectors_is_in_words() -> None:
    """It has a refusal, new tuples, and the messages to ackers."""
    emit = Emit(("c",), ("a",), ((4,),))
    workload = anchored(FIRST, (emit, AnchoringResult())).workload
    made = "a tuple of root 10 with edge 4 and root 20 with edge 4"
    for result, words in (
        (AnchoringResult(({},)), "a tuple of no tree"),
        (AnchoringResult(refused="no"), "a refusal (no)"),
        (AnchoringResult(messages=(Fail(10), AckMessage(20, 2))), "fail of root 10, ack of root 20 with value 2"),
    ):
        expected = f"the emit of c gave {words}; it should have given {made}"
        assert expected == reason_of("ANC-12", workload, [FIRST[1], result])


def test_a_difference_of_a_spout_is_in_words() -> None:
    """It has tuples, inits and callbacks."""
    workload = spouted((SpoutEmit(1, 5, "m", (8,)), SpoutResult())).workload
    result = SpoutResult((Sent(0), Callback("ack", 1, "m")))
    expected = (
        "at the emit the spout did tuple to receiver 0 of no tree, callback ack of 'm' on task 1; "
        "it should have done tuple to receiver 0 of root 5 with edge 8, init of root 5 with value 8 and task 1"
    )
    assert expected == reason_of("SPT-16", workload, [result])


def test_callbacks_are_called_back() -> None:
    """In the words of the other rules about spouts."""
    expected = "at the notify the spout called back nothing; it should have called back ack of 'm' on task 1"
    tracked = SpoutResult((Sent(0, {5: 8}), InitSent(5, 8, 1)))
    workload = spouted((SpoutEmit(1, 5, "m", (8,)), tracked), (Notify("ack", 5, 1), SpoutResult())).workload
    assert expected == reason_of("SPT-16", workload, [tracked, SpoutResult()])


def test_a_topology_names_its_messages_as_it_likes() -> None:
    """The happenings, tasks and receivers have to be the same, in any order."""
    sent = BoltTuple(task="b1", to="b2", name="x")
    done = InputAcked("b1", "y")
    one = TopologyResult((sent, done), records=1)
    assert comparable(one) == comparable(TopologyResult((done, BoltTuple(task="b1", to="b2", name="z"))))
    for happenings in ((sent,), (sent, sent, done), (BoltTuple(task="b1", to="b3", name="x"), done)):
        assert comparable(one) != comparable(TopologyResult(happenings))


def test_a_bolt_may_answer_heartbeats_and_log_when_it_likes() -> None:
    """What else it says is compared, and whether its process has ended."""
    ack = AckLine("5")
    said = comparable(MultilangResult(said=(ack,)))
    assert said == comparable(MultilangResult(said=(SyncLine(), ack, RemarkLine("log")), heartbeats=1))
    assert said != comparable(MultilangResult())
    assert said != comparable(MultilangResult(said=(ack, ack)))
    assert said != comparable(MultilangResult(said=(ack,), ended=True))
