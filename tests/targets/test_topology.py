"""The topology component: its workloads, its violations as stories, and other targets' ackers in our topology."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from ackproof.components import results_of
from ackproof.components.happenings import CalledAck
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
from ackproof.examples import forgetful
from ackproof.oracle.histories import is_fault
from ackproof.stories.topology import event_words
from ackproof.target import Config
from ackproof.targets import topology
from ackproof.targets.parts_in_topology import PartsInTopology, with_topology
from ackproof.targets.python_acker import PythonAckerTarget
from ackproof.workloads.topologies.workload import TopologyWorkload, in_order
from common.command import Command

TARGET = "ackproof.targets.topology:make"
CHAIN = (BoltShape(name="split", fan=2), BoltShape(name="count", after=("split",), fan=0))
FLOWS = (Flow("tuples"), Flow("reports"), Flow("words"))


def test_a_simpler_topology_leaves_out_what_was_about_the_rest() -> None:
    """So a witness has one bolt and one message if they suffice."""
    config = Config(spout_tasks=(1, 2), wiring=Wiring(("m1", "m2"), CHAIN, 1))
    steps = (NextTuple("spout-2"), Deliver("split-1", "count-1", 1), Die("split-1"))
    simpler = list(TopologyWorkload(config, steps).simpler())
    assert {1, 2} == {len(each.config.wiring.bolts) for each in simpler}
    assert all(each.steps != steps or each.config != config for each in simpler)
    without_bolt = next(each for each in simpler if len(each.config.wiring.bolts) == 1)
    assert (steps[0], steps[2]) == without_bolt.steps


def test_a_simpler_topology_names_bolts_in_the_order_in_which_tuples_pass_them() -> None:
    """If a witness needs another order, it still needs no more bolts than it has to."""
    backwards = (BoltShape(name="store", after=("count",)), *reversed(CHAIN))
    workload = TopologyWorkload(Config(wiring=Wiring(("m1",), backwards)), (Settle(),))
    simpler = [[bolt.name for bolt in each.config.wiring.bolts] for each in workload.simpler()]
    assert simpler[:2] == [["split", "count", "store"], ["count", "split"]]
    assert in_order(backwards) == (*CHAIN, backwards[0])
    cycle = (BoltShape(name="split", after=("spout", "count")), CHAIN[1])
    assert in_order(cycle) == cycle


def test_every_operation_is_told_in_words_of_its_own() -> None:
    """Faults are distinguished from normal operations."""
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


@pytest.mark.shrinks
def test_a_witness_is_a_handful_of_events_and_reads_as_a_story(ackproof: Command) -> None:
    """It has sends, losses, and the notifications of the spout."""
    result = ackproof(
        "certify", "mutant:no-news-is-good-news", "--rule", "SYS-04", "--profile", "storm2", "--examples", "60"
    )
    assert 1 == result.code
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
    """Its faults show in the topology."""
    right = ackproof("certify", "reference", "--component", "topology", "--rule", "SYS-09", "--examples", "30")
    assert (0, True) == (right.code, "conformant" in right.words)
    wrong = ackproof(
        "certify", "mutant:or-instead-of-xor", "--component", "topology", "--rule", "SYS-12", "--examples", "20"
    )
    assert 1 == wrong.code
    assert "m1/1 is done and acker-1 has all messages of it, but does not say ack" in wrong.words


def test_each_acker_task_is_a_target_of_its_own_and_all_are_let_go_of() -> None:
    """A task that dies is opened again."""
    made = []

    def make() -> PythonAckerTarget:
        made.append(forgetful.make())
        return made[-1]

    target = with_topology(make)
    assert isinstance(target, PartsInTopology)
    assert ("topology",) == target.describe().components
    assert ("storm2",) == target.describe().profiles
    config = Config(spout_tasks=(1,), ackers=3, wiring=Wiring(("m1",), CHAIN))
    results = results_of(
        TopologyResult, target.open("topology", config).apply([NextTuple("spout-1"), Die("acker-1"), *FLOWS])
    )
    assert 3 == len(made)
    assert CalledAck in [type(each) for result in results for each in result.happenings]
    target.close()
    assert [] == target.targets
    assert topology.make() == with_topology(topology.make)


def test_the_topology_speaks_the_protocol(ackproof: Command) -> None:
    """Its operations and results are equal after a round trip over a pipe."""
    command = f"exec:ackproof serve {TARGET}"
    result = ackproof(
        "certify", command, "--component", "topology", "--rule", "SYS-0*", "--examples", "3", "--profile", "storm2"
    )
    assert 5 == result.code, result.out + result.err
    assert "FAIL" not in result.out
    assert 0 == ackproof("smoke", TARGET).code
