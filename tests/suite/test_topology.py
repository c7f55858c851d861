"""The topology component: its ground truth, its violations as stories, and ackers of others in our topology."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from ackproof.components.topology import (
    BoltShape,
    Deliver,
    Die,
    Double,
    Flow,
    Happening,
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
from ackproof.examples import forgetful
from ackproof.oracle.histories import History, TopologyChronicle, Tree, is_fault
from ackproof.story_of_topology import event_words
from ackproof.target import Config
from ackproof.targets import topology
from ackproof.targets.parts_in_topology import PartsInTopology, with_topology
from ackproof.targets.python_acker import PythonAckerTarget
from ackproof.workloads.topology import TopologyWorkload

from .conftest import Command

TARGET = "ackproof.targets.topology:make"
CHAIN = (BoltShape("split", fan=2), BoltShape("count", after=("split",), fan=0))
FLOWS = (Flow("tuples"), Flow("reports"), Flow("words"))


def chronicle(*steps: TopologyOperation, bolts: tuple[BoltShape, ...] = CHAIN, ackers: int = 1) -> TopologyChronicle:
    """Return what happens in the reference, as the oracle sees it."""
    config = Config(spout_tasks=(1,), ackers=ackers, wiring=Wiring(("m1", "m2"), bolts))
    results = topology.make().open("topology", config).apply(steps)
    return TopologyChronicle(TopologyWorkload(config, steps), results)


def tree(history: History, name: str = "m1/1") -> Tree:
    return history.trees[name]


def test_a_tree_is_done_when_all_that_came_of_it_was_acked() -> None:
    """By the calls of the bolts, whatever the acker has heard."""
    seen = chronicle(NextTuple("spout-1"), Deliver("spout-1", "split-1"), Deliver("split-1", "count-1"))
    end = len(seen.moments)
    assert not seen.history.is_done(tree(seen.history), end)
    assert "t3" == seen.history.open_tuple(tree(seen.history), end)
    seen = chronicle(NextTuple("spout-1"), Flow("tuples"))
    assert seen.history.is_done(tree(seen.history), len(seen.moments))
    assert not seen.history.is_done(tree(seen.history), 3)


def test_one_of_two_receipts_is_enough() -> None:
    """A tuple that is delivered twice makes children twice; those of one receipt may be lost."""
    steps = (NextTuple("spout-1"), Double("spout-1", "split-1"), Deliver("spout-1", "split-1"))
    seen = chronicle(*steps, Lose("split-1", "count-1"), Deliver("spout-1", "split-1"), Flow("tuples"))
    assert {"t1", "t1'", "t4", "t5"} == set(seen.history.receipts)
    assert seen.history.is_done(tree(seen.history), len(seen.moments))


def test_the_holes_are_known() -> None:
    """Two inits in one record life, or an init again after time has passed; not three inits."""
    inits = (NextTuple("spout-1"), Double("spout-1", "acker-1"))
    assert "its init was delivered 2 times" == tree(chronicle(*inits, *FLOWS[1:]).history).hole
    three = (*inits, Double("spout-1", "acker-1"), Lose("spout-1", "acker-1", 0), Flow("tuples"))
    mixed = (Deliver("split-1", "acker-1"), *FLOWS)
    assert None is tree(chronicle(*three, *mixed).history).hole
    late = tree(chronicle(*three, Deliver("spout-1", "acker-1"), TaskTick("acker-1"), *mixed).history)
    assert late.hole is not None
    assert "time passed" in late.hole


def test_the_calm_begins_after_the_last_fault() -> None:
    """And not at all while a task is paused."""
    steps = (
        NextTuple("spout-1"),
        Pause("split-1"),
        Settle(),
        Resume("split-1"),
        Settle(),
        TaskTick("spout-1"),
        Settle(),
    )
    assert 4 == chronicle(*steps).calm_from
    assert [5] == chronicle(*steps).calm_ticks("spout-1")
    assert 3 == chronicle(*steps[:3]).calm_from


def test_what_is_told_of_nobody_is_the_targets_fault() -> None:
    """It is no violation, and no bug of the suite."""
    workload = TopologyWorkload(Config(spout_tasks=(1,), wiring=Wiring(("m1",), CHAIN)), (Settle(),))
    lie = TopologyResult((Happening("tuple", "split-1", "count-1", "t9", ("t8",)),))
    with pytest.raises(TargetBroke, match="nobody sent or received"):
        assert TopologyChronicle(workload, [lie]).history


def test_a_simpler_topology_leaves_out_what_was_about_the_rest() -> None:
    """So that a witness has one bolt and one message where they suffice."""
    config = Config(spout_tasks=(1, 2), wiring=Wiring(("m1", "m2"), CHAIN, 1))
    steps = (NextTuple("spout-2"), Deliver("split-1", "count-1", 1), Die("split-1"))
    simpler = list(TopologyWorkload(config, steps).simpler())
    assert {1, 2} == {len(each.config.wiring.bolts) for each in simpler}
    assert all(each.steps != steps or each.config != config for each in simpler)
    without_bolt = next(each for each in simpler if len(each.config.wiring.bolts) == 1)
    assert (steps[0], steps[2]) == without_bolt.steps


def test_every_operation_is_told_in_words_of_its_own() -> None:
    """And faults are known from what should happen."""
    faults: Sequence[TopologyOperation] = (
        Die("a-1"),
        Pause("a-1"),
        Lose("a-1", "b-1", 0),
        Lose("a-1", "b-1"),
        Double("a-1", "b-1"),
        Deliver("a-1", "b-1", 1),
        Deliver("a-1", "b-1", conduct="forget"),
    )
    others = (
        NextTuple("s"),
        NextTuple("s", tracked=False),
        Deliver("a", "b"),
        *FLOWS,
        TaskTick("a"),
        Settle(),
        Resume("a"),
    )
    assert [True] * len(faults) == [is_fault(each) for each in faults]
    assert not any(is_fault(each) for each in others)
    assert len({event_words(each) for each in (*faults, *others)}) == len(faults) + len(others)


def test_a_witness_is_a_handful_of_events_and_reads_as_a_story(ackproof: Command) -> None:
    """Who sent what, what was lost, and what the spout was told of it."""
    told = ackproof(
        "certify", "mutant:no-news-is-good-news", "--rule", "SYS-04", "--profile", "storm2", "--examples", "60"
    )
    assert 1 == told.code
    (path,) = Path("out").glob("witness-*.json")
    witness = json.loads(path.read_text(encoding="utf-8"))
    assert len(witness["operations"]) <= 4
    story = "\n".join(witness["story"])
    assert "spout-1 emits m1: tree m1/1" in story
    assert "spout-1 sends t1 to split-1" in story
    assert "spout-1 is told ack of m1/1" in story
    assert "spout-1 was told ack of m1/1, and t1, which went to split-1, had not arrived there" in story
    replayed = ackproof("replay", path, "mutant:no-news-is-good-news", TARGET)
    assert 1 == replayed.code
    assert "spout-1 is told fail of m1/1" in replayed.words


def test_an_acker_without_a_topology_is_put_into_ours(ackproof: Command) -> None:
    """What is wrong with it shows in the whole."""
    right = ackproof("certify", "reference", "--component", "topology", "--rule", "SYS-09", "--examples", "30")
    assert (0, True) == (right.code, "conformant" in right.words)
    wrong = ackproof(
        "certify", "mutant:or-instead-of-xor", "--component", "topology", "--rule", "SYS-12", "--examples", "20"
    )
    assert 1 == wrong.code
    assert "m1/1 is done and acker-1 has all messages of it, but does not say ack" in wrong.words


def test_each_acker_task_is_a_target_of_its_own_and_all_are_let_go_of() -> None:
    """One that dies is opened again."""
    made = []

    def make() -> PythonAckerTarget:
        made.append(forgetful.make())
        return made[-1]

    target = with_topology(make)
    assert isinstance(target, PartsInTopology)
    assert ("topology",) == target.describe().components
    assert ("storm2",) == target.describe().profiles
    config = Config(spout_tasks=(1,), ackers=3, wiring=Wiring(("m1",), CHAIN))
    results = target.open("topology", config).apply([NextTuple("spout-1"), Die("acker-1"), *FLOWS])
    assert 3 == len(made)
    assert "called-ack" in [each.what for result in results for each in result.happenings]
    target.close()
    assert [] == target.targets
    assert topology.make() == with_topology(topology.make)


def test_the_topology_speaks_the_protocol(ackproof: Command) -> None:
    """Its operations and results go over a pipe and come back as they were."""
    command = f"exec:ackproof serve {TARGET}"
    told = ackproof(
        "certify", command, "--component", "topology", "--rule", "SYS-0*", "--examples", "3", "--profile", "storm2"
    )
    assert 5 == told.code, told.out + told.err
    assert "FAIL" not in told.out
    assert 0 == ackproof("smoke", TARGET).code
