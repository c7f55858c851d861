"""The rules of size on written-out histories: which premises they count, and what they say of a wrong result.

Their own workloads are large, so that each premise is met thousands of times, and one more or less is not noticed.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from ackproof.components import results_of
from ackproof.components.acker import Ack, AckerResult, Notification
from ackproof.components.anchoring import AckTuple, AnchoringResult, Emit, FailTuple, Receive
from ackproof.components.rotating_map import Contains, Expired, Get, MapResult, Put, Remove, Rotate, Size
from ackproof.components.spout import Callback, InitSent, Notify, Sent, SpoutEmit, SpoutResult, SpoutTick
from ackproof.components.topology import NextTuple, Settle, TaskTick, TopologyOperation
from ackproof.oracle.lapses import Part
from ackproof.rules.sizes.acker import SizedHistory
from ackproof.rules.sizes.anchoring import SizedAnchoringHistory
from ackproof.rules.sizes.large import large_sizes
from ackproof.rules.sizes.rotating_map import SizedMapHistory
from ackproof.rules.sizes.spout import SizedSpoutHistory
from ackproof.target import Config
from ackproof.targets import reference
from ackproof.workloads.acker import TICK, Step
from ackproof.workloads.sizes.acker.writer import SizedAckerWorkload
from ackproof.workloads.sizes.anchoring import NO_FOREST, SizedAnchoringWorkload
from ackproof.workloads.sizes.rotating_map import SizedMapWorkload
from ackproof.workloads.sizes.spout import SizedSpoutWorkload
from attrs import evolve
from common import topologies
from common.chronicles import altered, counted, played, premises_met, violated

INIT = Step(op="init", root=10, edges=frozenset((0,)), task=1)
FAIL, RESET = Step(op="fail", root=10), Step(op="reset-timeout", root=10)
DONE = "its init has come and its edge is acked; its record was made 1 tick ago, and lives for 3 ticks"
LAST_ACK = Step(op="ack", root=10, edges=frozenset((0,)))
SILENT = AckerResult(())
SAID = {kind: AckerResult((Notification(kind, 10, 1),)) for kind in ("ack", "fail", "reset-timeout")}


def acker_history(*pairs: tuple[Step, AckerResult]) -> SizedHistory:
    """Return messages of a tree with one edge, and an acker's results."""
    steps, results = zip(*pairs, strict=True)
    workload = SizedAckerWorkload(config=Config(), forest=NO_FOREST, values=(4,), names=("e",), steps=steps)
    return SizedHistory(workload, results)


@pytest.mark.parametrize("rule", ["ACK-36", "RTE-05"])
def test_a_reset_timeout_is_neither_an_ack_nor_a_fail(rule: str) -> None:
    """Each message counts for one premise, or for none."""
    seen = acker_history(
        *((INIT, SILENT), (RESET, SAID["reset-timeout"]), (LAST_ACK, SAID["ack"]), (TICK, SILENT)),
        *((FAIL, SILENT), (INIT, SAID["fail"]), (INIT, SILENT), (FAIL, SAID["fail"])),
    )
    assert {"nothing is due": 4, "an ack is due": 1, "a fail is due": 2} == premises_met(rule, seen)


@pytest.mark.parametrize(
    ("last", "said", "words"),
    [
        (
            LAST_ACK,
            SILENT,
            f"an ack of root 10 the acker said nothing; it should have said ack of root 10 to task 1, because {DONE}",
        ),
        (
            TICK,
            SAID["fail"],
            "a tick the acker said fail of root 10 to task 1; it should have said nothing",
        ),
    ],
)
def test_what_an_acker_should_have_said(last: Step, said: AckerResult, words: str) -> None:
    """Of so few messages no number is told."""
    seen = acker_history((INIT, SILENT), (TICK, SILENT), (last, said))
    found = violated("ACK-36", seen)
    assert found is not None
    assert found[0] == 2
    assert f"at {words}" == found[1]


def test_a_tick_of_its_acker_task_alone_ages_a_record_once() -> None:
    """A tick of all tasks does, too, and one of another task does not."""
    alone = [evolve(TICK, acker=acker) for acker in (0, 1, 0)]
    steps = (INIT, alone[0], TICK, alone[1], LAST_ACK, INIT, *alone, TICK, TICK, LAST_ACK)
    workload = SizedAckerWorkload(config=Config(tasks=2), forest=NO_FOREST, values=(4,), names=("e",), steps=steps)
    said = [SAID["ack"] if each == 4 else SILENT for each in range(len(steps))]
    assert violated("RTE-05", SizedHistory(workload, said)) is None


MAP = (
    *(Put("a", "1"), Put("b", None), Get("a"), Get("b"), Get("c"), Contains("b"), Contains("c"), Size()),
    *(Remove("b"), Remove("b"), Put("b", None), Put("c", "3"), Get("d"), Get("e"), Rotate(), Rotate()),
)
LAST_ROTATION = len(MAP) - 1


def map_history(changes: dict[int, MapResult]) -> SizedMapHistory:
    """Return a history of a map of two buckets, and the reference's results with some changes."""
    workload = SizedMapWorkload(config=Config(buckets=2), buckets=2, steps=MAP)
    return SizedMapHistory(workload, changed(MapResult, workload, changes))


def changed(kind: type[Any], workload: Any, changes: dict[int, Any]) -> Sequence[Any]:
    """Return the reference's results of a workload, with some changes."""
    results = results_of(kind, reference.make().open(workload.component, workload.config).apply(workload.steps))
    return [changes.get(index, result) for index, result in enumerate(results)]


@pytest.mark.parametrize("rule", ["RM-13", "RM-14"])
def test_a_null_value_counts_where_it_is_told(rule: str) -> None:
    """It is not told by contains. Each entry that expires counts."""
    met = premises_met(rule, map_history({}))
    assert {
        "a key is found": 4,
        "a null value is found, removed, or expires": 3,
        "a key is not there": 5,
        "an entry expires": 3,
    } == met


A, B, C, E = Expired("a", "1"), Expired("b", None), Expired("c", "3"), Expired("e", "5")


@pytest.mark.parametrize(
    ("index", "result", "words"),
    [
        (0, MapResult(found=False), None),
        (3, MapResult(found=True, value=""), """get of 'b' answered "there with value ''"; it should have """),
        (5, MapResult(found=True, value="x"), None),
        (5, MapResult(found=False), "contains of 'b' answered 'not there'; it should have answered 'there'"),
        (7, MapResult(size=3), "size answered '3 entries'; it should have answered '2 entries'"),
        (8, MapResult(found=False), "remove of 'b' answered 'not there'; it should have answered 'there'"),
        (LAST_ROTATION, MapResult(expired=(C, A, B)), None),
        (LAST_ROTATION, MapResult(expired=(A, B)), "the rotation was to take 3 entries, and left 1: 'c=3'"),
        (LAST_ROTATION, MapResult(), "the rotation was to take 3 entries, and left 3: 'a=1', 'b=None', 'c=3'"),
        (LAST_ROTATION, MapResult(expired=(A, B, C, C)), "ke 3 entries, and took besides, or twice, 1: 'c=3'"),
        (LAST_ROTATION, MapResult(expired=(A, B, B)), "left 1: 'c=3' and took besides, or twice, 1: 'b=None'"),
        (LAST_ROTATION - 1, MapResult(expired=(A,)), "was to take 0 entries, and took besides, or twice, 1: 'a=1'"),
    ],
)
def test_what_a_map_should_have_answered(index: int, result: MapResult, words: str | None) -> None:
    """Entries expire in any order. Only fields that the operation has to fill count."""
    found = violated("RM-13", map_history({index: result}))
    assert (found is None) == (words is None)
    if found is not None and words is not None:
        assert found[0] == index
        assert words in found[1]


@pytest.mark.parametrize(
    ("index", "result", "why"),
    [
        (3, MapResult(found=True, value=""), None),
        (4, MapResult(found=True, value="x"), ", because it was never put"),
        (9, MapResult(found=True), ", because it was removed after it was last put"),
        (LAST_ROTATION, MapResult(expired=(A, B, E)), "; 'c' was last put 2 rotations ago, and the map has 2 buckets"),
        (LAST_ROTATION, MapResult(expired=(A, B, C, C)), "; 'c' was last put 2 rotations ago, and the map has 2 buck"),
    ],
)
def test_it_is_told_why_a_key_should_be_there_or_not(index: int, result: MapResult, why: str | None) -> None:
    """It is told of the first entry that is left, or else of the first that is too much; not of a wrong value."""
    found = violated("RM-13", map_history({index: result}))
    assert found is not None
    assert (why is None) == (", because" not in found[1] and "; 'c' was" not in found[1])
    assert why is None or why in found[1]


def test_one_entry_is_not_called_entries() -> None:
    """A rotation may have to take only one."""
    workload = SizedMapWorkload(config=Config(buckets=1), buckets=1, steps=(Put("a", "1"), Rotate()))
    found = violated("RM-13", SizedMapHistory(workload, [MapResult(), MapResult(expired=())]))
    why = "'a' was last put 1 rotation ago, and the map has 1 bucket"
    assert (1, f"the rotation was to take 1 entry, and left 1: 'a=1'; {why}") == found


SPOUT = (
    *(SpoutEmit(1, 10, "m", (4,)), SpoutEmit(2, 0, None, (4,)), SpoutEmit(1, 11, "n", (8, 16)), Notify("ack", 10, 1)),
    *(Notify("ack", 10, 1), SpoutTick(), Notify("reset-timeout", 11, 1), SpoutTick(), SpoutEmit(2, 12, "m", (32,))),
    *(SpoutEmit(1, 13, "k", (64,)), SpoutTick(), Notify("fail", 11, 1), Notify("fail", 12, 2), SpoutTick()),
)

SENT_TWICE = (Sent(0, {11: 8}), Sent(1, {11: 16}))


def spout_history(changes: dict[int, SpoutResult]) -> SizedSpoutHistory:
    """Return a history of an executor of two spout tasks, and the reference's results with some changes."""
    workload = SizedSpoutWorkload(Config(spout_tasks=(1, 2)), SPOUT)
    return SizedSpoutHistory(workload, changed(SpoutResult, workload, changes))


def test_a_callback_is_by_word_or_by_time() -> None:
    """Each callback of a tick counts. A word without one comes too late, but for a reset-timeout."""
    assert {
        "an emission is for ackers to track": 4,
        "an emission has no message id": 1,
        "a callback is due by an acker's word": 2,
        "a callback is due by time": 2,
        "an acker's word comes too late": 2,
    } == premises_met("SPT-18", spout_history({}))


WRONG_EMISSIONS = {
    "sent 0 tuples, and not one to each of 2 receivers": (InitSent(11, 0, 1),),
    "sent 1 tuple, and not one to each of 2 receivers": (Sent(0, {11: 8}), InitSent(11, 8, 1)),
    "sent 3 tuples, and not one to": (Sent(0, {11: 8}), Sent(1, {11: 16}), Sent(1, {11: 1}), InitSent(11, 25, 1)),
    "sent receiver 1 a tuple of the roots [], not [11]": (Sent(0, {11: 8}), Sent(1, {}), InitSent(11, 8, 1)),
    "sent receiver 1 a tuple of the roots [12], not [11]": (Sent(0, {11: 8}), Sent(1, {12: 16}), InitSent(11, 8, 1)),
    "gave its tuples edges that are not one for each": (Sent(0, {11: 8}), Sent(1, {11: 8}), InitSent(11, 0, 1)),
    "gave its tuples edges that are not": (Sent(0, {11: 0}), Sent(1, {11: 8}), InitSent(11, 8, 1)),
    "gave a tuple the edge 4, which a tuple of an e": (Sent(0, {11: 4}), Sent(1, {11: 16}), InitSent(11, 20, 1)),
    "did nothing besides sending tuples; it should have done 'init of": (Sent(0, {11: 8}), Sent(1, {11: 16})),
    "should have done 'init of root 11 with value 24 and task 1' after that": (
        Sent(0, {11: 8}),
        Sent(1, {11: 16}),
        InitSent(11, 8, 1),
    ),
    "after that": (Sent(0, {11: 8}), InitSent(11, 24, 1), Sent(1, {11: 16})),
    "did 'init of root 11 with value 24 and task 1', 'init of root 11 with value 24 and task 1' besides": (
        *SENT_TWICE,
        InitSent(11, 24, 1),
        InitSent(11, 24, 1),
    ),
}
WRONG_CALLBACKS = {
    (3, "at the notify the spout called back nothing; it should have called back ack of 'm' on task 1"): (),
    (4, "ck ack of 'm' on task 1; it should have called back nothing"): (Callback("ack", 1, "m"),),
    (10, "called back ack of 'n' on task 1; it should have called back fail of 'n' on task 1"): (
        Callback("ack", 1, "n"),
    ),
    (12, "called back fail of 'm' on task 1; it should have called back fail of 'm' on task 2"): (
        Callback("fail", 1, "m"),
    ),
    (13, "called back fail of 'k' on task 1, fail of 'k' on task 1; it should have called back fail of 'k' on"): (
        Callback("fail", 1, "k"),
        Callback("fail", 1, "k"),
    ),
}


@pytest.mark.parametrize("words", WRONG_EMISSIONS)
def test_what_an_emission_did_wrong(words: str) -> None:
    """The emission of two receivers is the third operation."""
    found = violated("SPT-18", spout_history({2: SpoutResult(WRONG_EMISSIONS[words])}))
    assert found is not None
    assert found[0] == 2
    assert words in found[1]


@pytest.mark.parametrize(("index", "words"), WRONG_CALLBACKS)
def test_what_a_callback_did_wrong(index: int, words: str) -> None:
    """Callbacks that are left out are named, and those that are too many."""
    found = violated("SPT-18", spout_history({index: SpoutResult(WRONG_CALLBACKS[index, words])}))
    assert found is not None
    assert found[0] == index
    assert words in found[1]


PENDING = (1, 1, 2, 1, 1, 1, 1, 1, 2, 3, 2, 2, 1, 0)
"""How many emissions are pending after each operation of the history."""


def test_a_target_that_counts_pending_emissions_counts_them_right() -> None:
    """It need not count them. What it does is judged before that."""
    right = spout_history({}).results
    assert list(PENDING) == [each.pending for each in right]
    silent = {index: evolve(each, pending=None) for index, each in enumerate(right)}
    assert violated("SPT-18", spout_history(silent)) is None
    for index, pending in enumerate(PENDING):
        for wrong in (pending + 1, pending - 1):
            found = violated("SPT-18", spout_history(silent | {index: evolve(right[index], pending=wrong)}))
            assert found is not None
            assert found[0] == index
            assert f"; it should have counted {pending} pending emission" in found[1]
    changes = {0: evolve(right[0], pending=2), 13: evolve(right[13], effects=())}
    found = violated("SPT-18", spout_history(changes))
    assert found is not None
    assert found[0] == 13


def test_callbacks_of_a_tick_come_in_any_order() -> None:
    """Each as often as it is due."""
    steps = (SpoutEmit(1, 10, "m", (1,)), SpoutEmit(2, 11, "n", (2,)), SpoutTick(), SpoutTick())
    workload = SizedSpoutWorkload(Config(spout_tasks=(1, 2)), steps)
    right = changed(SpoutResult, workload, {})
    m, n = Callback("fail", 1, "m"), Callback("fail", 2, "n")
    for effects, words in (
        ((n, m), None),
        ((m, m), "it should have called back fail of 'm' on task 1, fail of 'n' on task 2"),
    ):
        found = violated("SPT-18", SizedSpoutHistory(workload, [*right[:-1], SpoutResult(effects)]))
        assert (found is None) == (words is None)
        assert words is None or (found is not None and words in found[1])


def test_a_callback_that_is_due_twice_and_comes_once_is_left_out() -> None:
    """It is not one too many. Two trees of a task may have one message id."""
    steps = (SpoutEmit(1, 10, "m", (1,)), SpoutEmit(1, 11, "m", (2,)), SpoutTick(), SpoutTick())
    workload = SizedSpoutWorkload(Config(spout_tasks=(1, 2)), steps)
    results = changed(SpoutResult, workload, {3: SpoutResult((Callback("fail", 1, "m"),))})
    found = violated("SPT-18", SizedSpoutHistory(workload, results))
    fail = "fail of 'm' on task 1"
    assert found is not None
    assert f"the spout called back {fail}; it should have called back {fail}, {fail}" in found[1]


def test_of_many_callbacks_those_that_are_wrong_are_told() -> None:
    """And how many there were, and how large the history is. Of a long message id the ends are told."""
    long = 100 * "m"
    emits = [SpoutEmit(1, root, f"{long}{root}", (1,)) for root in range(1, 13)]
    steps: tuple[SpoutEmit | SpoutTick, ...] = (*emits, SpoutTick(), SpoutTick())
    workload = SizedSpoutWorkload(Config(spout_tasks=(1, 2)), steps)
    right = changed(SpoutResult, workload, {})
    found = violated(
        "SPT-18", SizedSpoutHistory(workload, [*right[:-1], evolve(right[-1], effects=right[-1].effects[1:])])
    )
    assert found is not None
    assert found[1].startswith(
        "at the tick the spout called back 11 times; it should have called back 12 times. It left out fail of 'mmm"
    )
    assert "mmm... on task 1 was emitted 2 ticks ago, and waits for 2 ticks (with 12 emissions pending" in found[1]


def callbacks(*messages: str) -> SpoutResult:
    """Return callbacks of fail on task 1."""
    return SpoutResult(tuple(Callback("fail", 1, message) for message in messages))


@pytest.mark.parametrize(
    ("result", "why"),
    [
        (callbacks(), "'k' on task 1 was emitted 2 ticks ago, and waits for 2 ticks"),
        (callbacks("n"), ""),
        (callbacks("k", "k"), "'k' on task 1 was emitted 2 ticks ago, and waits for 2 ticks"),
        (callbacks("k", "n"), "'n' on task 1 was called back with fail before"),
        (callbacks("n", "k", "k"), "'n' on task 1 was called back with fail before"),
    ],
)
def test_it_is_told_why_a_callback_was_due_or_not(result: SpoutResult, why: str) -> None:
    """It is told of the first that is left out, or else of the first that is too much; none if they are as many."""
    found = violated("SPT-18", spout_history({13: result}))
    assert found is not None
    assert found[1].endswith(f"; it should have called back fail of 'k' on task 1{why and '; '}{why}")


@pytest.mark.parametrize(
    ("due", "called", "words"),
    [
        ("abcd", "abc", f"{', '.join(f'fail of {each!r} on task 1' for each in 'abc')}; it should have called back "),
        ("abc", "abcd", f"{', '.join(f'fail of {each!r} on task 1' for each in 'abcd')}; it should have called back "),
        ("abcde", "abcd", "4 times; it should have called back 5 times. It left out fail of 'e' on task 1"),
        ("abcdee", "abcde", "5 times; it should have called back 6 times. It left out fail of 'e' on task 1"),
        (
            "abcddd",
            "abcd",
            "4 times; it should have called back 6 times. It left out fail of 'd' on task 1, fail of 'd' on task 1.",
        ),
        (
            "abcd",
            "abcddf",
            "6 times; it should have called back 4 times. It too often called back fail of 'd' on task ",
        ),
    ],
)
def test_of_more_than_four_callbacks_those_that_differ_are_told(due: str, called: str, words: str) -> None:
    """Of a few, all are. What comes less often than it should is not one too many."""
    emits = [SpoutEmit(1, 10 + root, message, (1 << root,)) for root, message in enumerate(due)]
    workload = SizedSpoutWorkload(Config(spout_tasks=(1, 2)), (*emits, SpoutTick(), SpoutTick()))
    right = changed(SpoutResult, workload, {})
    found = violated("SPT-18", SizedSpoutHistory(workload, [*right[:-1], callbacks(*called)]))
    assert found is not None
    assert f"{found[1]}.".startswith(f"at the tick the spout called back {words}")
    assert ("too often" in found[1]) == (called == "abcddf")


def test_a_size_is_told_from_ten_on() -> None:
    """A violation of a smaller one is not about its size."""
    assert " (with 10 ticks, 1,000 emits)" == large_sizes({"trees": 9, "ticks": 10, "emits": 1000})
    assert "" == large_sizes({"trees": 9})


ANCHORING = (
    *(
        Receive("a", {10: 1}),
        Receive("b", {11: 2}),
        Emit(("c",), ("a",), ((4,),)),
        Emit(("d",), ("a", "b"), ((8, 16),)),
    ),
    *(Emit(("e",), (), ((),)), Emit((), ("a",), ()), AckTuple("a"), AckTuple("c"), AckTuple("d"), FailTuple("b")),
)


def test_an_emit_has_one_anchor_several_or_none() -> None:
    """An input with children is told from one without."""
    workload = SizedAnchoringWorkload(config=Config(), forest=NO_FOREST, values=(), steps=ANCHORING)
    seen = SizedAnchoringHistory(workload, changed(AnchoringResult, workload, {}))
    assert {
        "a tuple is anchored to one input": 2,
        "a tuple is anchored to several": 1,
        "an input is acked that has children": 1,
        "an input is acked that has none": 2,
        "an input is failed": 1,
    } == premises_met("ANC-15", seen)


def test_the_collector_is_named_by_its_tuple() -> None:
    """An emit is not: it has no single tuple."""
    workload = SizedAnchoringWorkload(config=Config(), forest=NO_FOREST, values=(), steps=ANCHORING)
    for index, words in (
        (2, "the emit gave 0 tuples to 1 receiver"),
        (6, "the ack of a sent 0 m"),
        (9, "the fail of b sent"),
    ):
        results = changed(AnchoringResult, workload, {index: AnchoringResult()})
        found = violated("ANC-15", SizedAnchoringHistory(workload, results))
        assert found is not None
        assert found[0] == index
        assert words in found[1]


def test_a_topology_counts_undisturbed_trees_and_what_is_emitted_again() -> None:
    """Each once."""
    ask, tick = topologies.ASK, topologies.TICK
    seen = played(
        ask, topologies.TAKE, topologies.REPORTS, ask, tick, tick, ask, topologies.TAKE, bolts=topologies.PLAIN["bolts"]
    )
    assert {"a message is emitted again": 1, "a tree is done in a large topology": 1} == premises_met("SYS-41", seen)


ASK, TUPLES, REPORTS, WORDS = topologies.ASK, topologies.TUPLES, topologies.REPORTS, topologies.WORDS
TICKS, TOCKS = (topologies.TICK, topologies.TICK), (topologies.TOCK, topologies.TOCK)
MORE_TIME = evolve(topologies.TAKE, conduct="more-time")
LATE = (ASK, TUPLES, REPORTS, *TICKS, WORDS)
AGED = (ASK, REPORTS, topologies.TICK, *TOCKS, TUPLES, REPORTS)
GIVEN = (ASK, REPORTS, *TOCKS, MORE_TIME, REPORTS, *TOCKS, TaskTick("count-1"), REPORTS)
HEARD, CALLED, FAILED = "arrives spout-1 w1", "called-ack spout-1 m1/1: m1", "called-fail spout-1 m1/1: m1"
SAYS = "says-ack acker-1 > spout-1 w{}: m1/1"
OUR_INIT, ACKED = "init spout-1 > acker-1 a1: m1/1", "acks count-1 t1"
ONE_ROOT = {f"emission spout-1 m{each}/1: m{each}": (f"emission spout-1 m{each}/1: m{each} #7",) for each in (1, 2)}


@pytest.mark.parametrize(
    ("rule", "steps", "changes"),
    [
        ("SYS-02", (ASK, TUPLES, REPORTS, WORDS, topologies.TICK), {4: (FAILED,)}),
        ("SYS-06", (ASK, ASK), ONE_ROOT),
        ("SYS-07", LATE, {HEARD: (HEARD, CALLED)}),
        ("SYS-10", (NextTuple("spout-1", tracked=False), topologies.TAKE), {ACKED: (ACKED, OUR_INIT)}),
        ("SYS-14", (ASK, TUPLES), {ACKED: (ACKED, "refused count-1 ack: t1")}),
        ("SYS-16", AGED, {SAYS.format(1): ()}),
        ("SYS-32", GIVEN, {SAYS.format(2): ()}),
    ],
)
def test_the_plan_alone_does_not_find_this_in_a_large_topology(
    rule: str, steps: Sequence[TopologyOperation], changes: Mapping[str | int, Sequence[str]]
) -> None:
    """The rule that does is among those that hold at any size."""
    bolts = topologies.BATCH["bolts"] if rule == "SYS-32" else topologies.PLAIN["bolts"]
    seen = altered(played(*steps, bolts=bolts), changes)
    assert seen.judged.first(*Part) is None
    assert violated(rule, seen)
    assert violated(rule, seen) == violated("SYS-41", seen)


def test_what_holds_in_storm_2_alone_is_not_asked_of_storm_1() -> None:
    """There an acker may forget a tree while its spout waits."""
    seen = played(*AGED, bolts=topologies.PLAIN["bolts"], profile="storm1")
    assert violated("SYS-16", seen)
    assert violated("SYS-41", seen) is None


def test_what_is_kept_for_ever_in_a_large_topology_is_found() -> None:
    """This shows only at the end."""
    steps = (ASK, Settle(), *TICKS, *TOCKS, topologies.TOCK, Settle())
    seen = played(*steps, bolts=topologies.PLAIN["bolts"])
    assert violated("SYS-41", seen) is None
    kept = counted(seen, {len(steps) - 1: (1, 0)})
    assert (len(steps) - 1, "after 3 ticks without a fault 1 record is kept") == violated("SYS-41", kept)


@pytest.mark.parametrize(
    ("index", "result", "words"),
    [
        (2, AnchoringResult(({10: 4, 11: 8},)), "the emit gave c the root 11, which none of its anchors has"),
        (2, AnchoringResult(({},)), "the emit gave c without the root 10, which an anchor of it has"),
        (2, AnchoringResult(({10: 4}, {10: 32})), "the emit gave 2 tuples to 1 receiver"),
        (2, AnchoringResult(({10: 0},)), "the emit gave c the edge 0 under root 10"),
        (2, AnchoringResult(({10: 2},)), "the emit gave c the edge 2 under root 10, which is the edge of b"),
        (
            6,
            AnchoringResult(messages=(Ack(10, 9),)),
            (
                "the ack of a told root 10 the value 9; it should have told it 13, the xor of its own edge and those "
                "of its 2 children. The two differ by the edge of c"
            ),
        ),
        (
            7,
            AnchoringResult(messages=(Ack(10, 7),)),
            "the ack of c told root 10 the value 7; it should have told it 4, its own edge (it has no children)",
        ),
        (
            8,
            AnchoringResult(messages=(Ack(10, 8), Ack(10, 8))),
            "the ack of d sent 2 messages, which are not one ack to each of 2 roots",
        ),
    ],
)
def test_what_is_wrong_with_a_large_tree_is_told(index: int, result: AnchoringResult, words: str) -> None:
    """The tuples that are to blame are named."""
    workload = SizedAnchoringWorkload(config=Config(), forest=NO_FOREST, values=(), steps=ANCHORING)
    results = changed(AnchoringResult, workload, {index: result})
    assert (index, words) == violated("ANC-15", SizedAnchoringHistory(workload, results))


def test_a_large_tree_with_a_tuple_open_has_an_ack_val() -> None:
    """What a joined input has to tell cannot be seen in message ids, so only the sum is judged."""
    steps = (Receive("a", {10: 1}), Emit(("c",), ("a",), ((4,),)), Emit(("d",), ("a", "c"), ((8, 16),)), AckTuple("a"))
    workload = SizedAnchoringWorkload(config=Config(), forest=NO_FOREST, values=(), steps=steps)
    results = changed(AnchoringResult, workload, {3: AnchoringResult(messages=(Ack(10, 1),))})
    words = "the ack of a left an ack val of 0 of root 10, with 2 tuples open"
    assert (3, words) == violated("ANC-15", SizedAnchoringHistory(workload, results))


@pytest.mark.parametrize(
    ("steps", "bound", "emitted", "index"),
    [([NextTuple("spout-1")] * 12, 12, "m12/1", 11), ([NextTuple("spout-1", most=12)], None, "m12/1", 0)],
)
def test_a_wide_bound_and_a_large_call_are_taken_as_they_are(
    steps: list[TopologyOperation], bound: int | None, emitted: str, index: int
) -> None:
    """SYS-41: the last message that fits is emitted; here it is not."""
    seen = played(*steps, bolts=(), messages=tuple(f"m{number + 1}" for number in range(12)), bound=bound)
    assert violated("SYS-41", seen) is None
    kept = [each for each in seen.results[index].happenings if emitted not in str(each)]
    results = [*seen.results[:index], evolve(seen.results[index], happenings=tuple(kept)), *seen.results[index + 1 :]]
    found = violated("SYS-41", evolve(seen, results=results))
    assert found is not None
    assert (index, True) == (found[0], "spout-1" in found[1])
