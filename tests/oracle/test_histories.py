"""The ground truth of a topology: which tuples are processed, which trees have holes, and when there are no more
faults.
"""

import pytest
from ackproof.components.happenings import (
    AckNotification,
    AckOrFail,
    Arrival,
    BoltTuple,
    CalledAck,
    Emission,
    FailNotification,
    Happening,
    InputAcked,
    SpoutTuple,
)
from ackproof.components.topology import (
    BoltShape,
    Deliver,
    Die,
    Double,
    Flow,
    Lose,
    NextTuple,
    Pause,
    Resume,
    Settle,
    TaskTick,
    TopologyOperation,
    TopologyResult,
    Wiring,
)
from ackproof.errors import TargetBroke
from ackproof.oracle.histories import EmittedTree, History, TopologyChronicle, is_fault
from ackproof.target import Config
from ackproof.workloads.topologies.workload import TopologyWorkload
from common.chronicles import CHAIN, played

FLOWS = (Flow("tuples"), Flow("reports"), Flow("words"))


def tree(history: History, name: str = "m1/1") -> EmittedTree:
    return history.trees[name]


def test_a_tree_is_done_when_all_that_came_of_it_was_acked() -> None:
    """This follows from the calls of the bolts, not from the acker's messages."""
    seen = played(NextTuple("spout-1"), Deliver("spout-1", "split-1"), Deliver("split-1", "count-1"))
    end = len(seen.moments)
    assert "t3" == seen.history.open_tuple(tree(seen.history), end)
    seen = played(NextTuple("spout-1"), Flow("tuples"))
    assert seen.history.open_tuple(tree(seen.history), len(seen.moments)) is None
    assert seen.history.open_tuple(tree(seen.history), 3) is not None


def test_one_of_two_receipts_is_enough() -> None:
    """A tuple that is delivered twice has two receipts with children; the children of one may be lost."""
    steps = (NextTuple("spout-1"), Double("spout-1", "split-1"), Deliver("spout-1", "split-1"))
    seen = played(*steps, Lose("split-1", "count-1"), Deliver("spout-1", "split-1"), Flow("tuples"))
    assert {"t1", "t1'", "t4", "t5"} == set(seen.history.receipts)
    assert seen.history.open_tuple(tree(seen.history), len(seen.moments)) is None


def test_the_holes_are_known() -> None:
    """They are two inits in one record life, or another init after time has passed; but not three inits."""
    inits = (NextTuple("spout-1"), Double("spout-1", "acker-1"))
    assert "its init was delivered 2 times" == tree(played(*inits, *FLOWS[1:]).history).hole
    once = (NextTuple("spout-1"), Deliver("spout-1", "acker-1"), TaskTick("acker-1"), *FLOWS)
    assert None is tree(played(*once).history).hole
    three = (*inits, Double("spout-1", "acker-1"), Lose("spout-1", "acker-1", 0), Flow("tuples"))
    mixed = (Deliver("split-1", "acker-1"), *FLOWS)
    assert None is tree(played(*three, *mixed).history).hole
    late = tree(played(*three, Deliver("spout-1", "acker-1"), TaskTick("acker-1"), *mixed).history)
    assert late.hole is not None
    assert "time passed" in late.hole


def test_the_calm_begins_after_the_last_fault() -> None:
    """There is no calm while a task is paused."""
    steps = (
        Settle(),
        NextTuple("spout-1"),
        Pause("split-1"),
        Settle(),
        Resume("split-1"),
        Settle(),
        TaskTick("spout-1"),
        TaskTick("acker-1"),
        Settle(),
    )
    assert 5 == played(*steps).calm_from
    assert [6] == played(*steps).calm_ticks("spout-1")
    assert [7] == played(*steps).calm_ticks("acker-1")
    assert 4 == played(*steps[:4]).calm_from
    assert 0 == played(*steps[-3:]).calm_from


def test_what_settles_before_settles_nothing_after() -> None:
    """An operation does not come after itself."""
    seen = played(NextTuple("spout-1"), Settle(), Flow("tuples"))
    assert [True, False, False] == [seen.settles_after(index) for index in range(3)]


def test_an_ack_counts_from_where_it_happened() -> None:
    """Its own place counts."""
    seen = played(NextTuple("spout-1"), Deliver("spout-1", "split-1"))
    [(answer, place)] = seen.history.receipts["t1"].ends
    assert (AckOrFail.ACK, InputAcked("split-1", "t1")) == (answer, seen.moments[place].happening)
    assert [False, True] == [seen.history.receipts["t1"].acked_by(each) for each in (place - 1, place)]


@pytest.mark.parametrize(("conduct", "word"), [("normal", AckNotification), ("give-up", FailNotification)])
def test_a_word_ends_the_life_of_a_record(conduct: str, word: type[Happening]) -> None:
    """A later message of the tree begins another life, in which inits are counted again."""
    bolts = (BoltShape(name="count", fan=0),)
    steps = (NextTuple("spout-1"), Double("spout-1", "acker-1"), Deliver("spout-1", "acker-1"))
    seen = played(*steps, Deliver("spout-1", "count-1", conduct=conduct), bolts=bolts)
    assert {"acker-1": [1, 0]} == tree(seen.history).lives
    more = (Deliver("spout-1", "count-1", conduct=conduct), Deliver("count-1", "acker-1"))
    seen = played(*steps, *more, bolts=bolts)
    assert [word] == [type(report.sent) for report in tree(seen.history).words]
    assert {} == tree(seen.history).lives
    seen = played(*steps, *more, Deliver("spout-1", "acker-1"), TaskTick("acker-1"), bolts=bolts)
    assert {"acker-1": [1, 1]} == tree(seen.history).lives


@pytest.mark.parametrize("number", [1, 2])
def test_a_tick_and_a_death_concern_the_trees_of_their_task(number: int) -> None:
    """Trees of another spout task are not affected."""
    task = f"spout-{number}"
    steps = (NextTuple("spout-1"), NextTuple("spout-2"), TaskTick(task), Die(task), TaskTick(task))
    trees = played(*steps, spout_tasks=(1, 2)).history.trees
    assert ([2], True) == (trees[f"m{number}/1"].ticks, trees[f"m{number}/1"].gone)
    assert ([], False) == (trees[f"m{3 - number}/1"].ticks, trees[f"m{3 - number}/1"].gone)


def test_what_is_told_of_nobody_is_the_targets_fault() -> None:
    """It is neither a violation nor a bug of the suite."""
    workload = TopologyWorkload(Config(spout_tasks=(1,), wiring=Wiring(("m1",), CHAIN)), (Settle(),))
    lies = (
        BoltTuple(task="split-1", to="count-1", name="t9", anchors=("t8",)),
        SpoutTuple(task="spout-1", to="split-1", name="t9", tree="m1/1"),
        Arrival("split-1", "t9", "t9"),
        Arrival("acker-1", "a9"),
        InputAcked("split-1", "t9"),
    )
    for lie in lies:
        with pytest.raises(TargetBroke, match="nobody sent or received"):
            assert TopologyChronicle(workload, [TopologyResult((lie,))]).history
    sent = (Emission("spout-1", "m1/1", "m1"), SpoutTuple(task="spout-1", to="split-1", name="t1", tree="m1/1"))
    with pytest.raises(TargetBroke, match="told that the tuple t1 arrives, and not as which receipt"):
        assert TopologyChronicle(workload, [TopologyResult((*sent, Arrival("split-1", "t1")))]).history


def test_a_callback_of_nothing_that_was_emitted_is_no_part_of_the_truth() -> None:
    """A rule judges it."""
    workload = TopologyWorkload(Config(spout_tasks=(1,), wiring=Wiring(("m1",), CHAIN)), (Settle(),))
    assert {} == TopologyChronicle(workload, [TopologyResult((CalledAck("spout-1", "m9/1"),))]).history.trees


@pytest.mark.parametrize(
    ("operation", "fault"),
    [
        (Deliver("a-1", "b-1"), False),
        (Deliver("a-1", "b-1", 1), True),
        (Deliver("a-1", "b-1", conduct="forget"), True),
        (Deliver("a-1", "b-1", conduct="zealous"), True),
        (Pause("b-1"), True),
        (Die("b-1"), True),
        (Lose("a-1", "b-1"), True),
        (Double("a-1", "b-1"), True),
        (Resume("b-1"), False),
        (Flow("words"), False),
    ],
)
def test_a_fault_is_what_should_not_happen(operation: TopologyOperation, *, fault: bool) -> None:
    """Overtaking and a misbehaving bolt are faults as well."""
    assert fault == is_fault(operation)
