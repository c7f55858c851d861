"""Steps: every component's witness has them, with the state after each."""

import json
import random

import pytest
from ackproof.components.anchoring import AckTuple, Emit, Receive
from ackproof.components.rotating_map import Get, Put, Rotate
from ackproof.components.spout import Notify, SpoutEmit, SpoutTick
from ackproof.components.topology import BoltShape, Deliver, Die, Flow, NextTuple, Wiring
from ackproof.errors import Refused
from ackproof.rules.differential import answers_of_the_reference
from ackproof.rules.registry import Violation, all_checks
from ackproof.specification import all_rules
from ackproof.stories.steps import map_steps, reasons, roots_in, steps_of, trees_of
from ackproof.stories.violations import RenderedViolation, render, tree_lines
from ackproof.target import Config
from ackproof.wire import schemas
from ackproof.wire.witnesses import witness_from_json, witness_to_json
from ackproof.witness import CollectorStep, EntryThere, MapStep, OpenTree, SpoutStep, TopologyStep, Waiting, Witness
from ackproof.workloads.acker import RESTART, TICK, Step
from ackproof.workloads.anchoring import AnchoringMix, AnchoringWorkload, grow_anchoring_workload
from ackproof.workloads.choices import SeededChoices
from ackproof.workloads.rotating_map import MapWorkload
from ackproof.workloads.spout import SpoutWorkload
from ackproof.workloads.topologies.workload import TopologyWorkload
from ackproof.workloads.trees import Fate, Forest, TreeRoot, TreeTuple
from ackproof.workloads.workload import Workload
from attrs import evolve

WRONG = Violation("it is wrong", 0)


def rendered(workload: Workload) -> RenderedViolation:
    """Return the rendering of a workload with the reference's answers."""
    return render(workload, answers_of_the_reference(workload.run), WRONG)


@pytest.mark.parametrize(
    "rule",
    [
        "RM-02",
        "ACK-03",
        "ANC-04",
        "SPT-01",
        "SYS-01",
        "ANC-14",
        "SPT-17",
        pytest.param("ACK-28", marks=pytest.mark.slow),
    ],
)
def test_a_witness_of_any_rule_has_steps_and_is_read_as_it_was_written(rule: str) -> None:
    """It is valid by the schema, and equal after writing and reading."""
    workload = all_checks()[rule].model("storm2")(SeededChoices(random.Random(rule)))
    written = rendered(workload)
    witness = Witness(
        rule=rule,
        title=all_rules()[rule].title,
        target="reference",
        version="1",
        seed=0,
        run=workload.run,
        violation=str(WRONG),
        at=WRONG.index,
        results=tuple(answers_of_the_reference(workload.run)),
        steps=tuple(written.steps),
        trees=tuple(written.trees),
        story=tuple(written.story),
    )
    assert () != witness.steps
    document = json.loads(json.dumps(witness_to_json(witness)))
    schemas.check(document, "witness")
    assert witness == witness_from_json(document)


def test_a_witness_without_steps_is_read() -> None:
    """Earlier releases wrote such witnesses."""
    document = {
        "rule": "RM-02",
        "title": "",
        "target": {"name": "it", "version": "1"},
        "seed": 0,
        "component": "rotating-map",
        "config": {"profile": "storm2"},
        "violation": "",
        "at": 0,
        "operations": [{"op": "size"}],
        "results": [{"size": 1}],
        "story": [],
    }
    assert ((), ()) == (witness_from_json(document).steps, witness_from_json(document).trees)


def test_a_target_that_refused_has_no_steps() -> None:
    """There are no answers."""
    workload = MapWorkload(Config(), 3, (Put("a", "1"),))
    assert () == steps_of(workload, Refused("no"))
    assert "The target refused to open the component: no" == render(workload, Refused("no"), WRONG).story[-1]


def test_the_steps_of_a_map_have_what_is_there_and_what_expires() -> None:
    """They have the ages after each operation."""
    workload = MapWorkload(Config(profile="storm1"), 2, (Put("a", "1"), Rotate(), Put("b", None), Get("a"), Rotate()))
    steps = map_steps_of(workload)
    assert (EntryThere("a", "1", 1), EntryThere("b", None, 0)) == steps[2].entries == steps[3].entries
    assert "the key was put 1 rotation ago" == steps[3].why
    assert [None, (), None, None, ("a",)] == [each.forgotten for each in steps]
    assert [each.expected for each in steps] == [each.said for each in steps]
    assert any(line.endswith("a=1 (age 1), b=null (age 0)") for line in rendered(workload).story)


def map_steps_of(workload: MapWorkload) -> list[MapStep]:
    return [each for each in rendered(workload).steps if isinstance(each, MapStep)]


def test_what_the_reference_refuses_is_not_expected() -> None:
    """The example is a map of one bucket."""
    workload = MapWorkload(Config(buckets=1), 1, (Put("a", "1"),))
    right = map_steps_of(MapWorkload(Config(), 3, (Put("a", "1"),)))
    (step,) = map_steps(workload, [each.said for each in right])
    assert step.expected is None


def test_the_steps_of_a_spout_have_what_is_waited_for() -> None:
    """They have the sender, the letters of the edges, and the emissions that time out."""
    emit = (SpoutEmit(3, 5, "m", (2, 8)), SpoutEmit(3, 6, None, (9,)), Notify("reset-timeout", 5, 3))
    workload = SpoutWorkload(Config(spout_tasks=(3,)), (*emit, SpoutTick(), SpoutTick(), Notify("ack", 5, 3)))
    steps = [each for each in rendered(workload).steps if isinstance(each, SpoutStep)]
    assert [("A", "B"), ("C",), None] == [each.edges for each in steps[:3]]
    assert ["spout task 3", "spout task 3", "an acker", None] == [each.sender for each in steps[:4]]
    assert [(Waiting(5, "m", 3, 0),)] * 3 + [(Waiting(5, "m", 3, 1),), (), ()] == [each.waiting for each in steps]
    assert [(), (5,)] == [each.forgotten for each in steps[3:5]]
    assert ["an emission for ackers to track", "an emission without a message id"] == [each.why for each in steps[:2]]
    assert "the spout no longer waits for the emission" == steps[-1].why


def test_the_steps_of_a_collector_have_edges_by_letter() -> None:
    """An ack has the edges of the tuple and of its children; each step has the tuples that are held after it."""
    forest = Forest(
        (TreeRoot(5, 0, 0, 1),),
        (
            TreeTuple(name="A", anchors=(), edges=(0,), fate=Fate.ACKED, ledger={0: frozenset({0})}, emission=0),
            TreeTuple(name="B", anchors=(0,), edges=(1,), fate=Fate.UNANSWERED, ledger={0: frozenset({1})}, emit=0),
        ),
        2,
    )
    operations = (Receive("A", {5: 1}), Emit(("B",), ("A",), ((2,),)), AckTuple("A"), AckTuple("A"))
    workload = AnchoringWorkload(config=Config(), steps=operations, forest=forest, values=(1, 2))
    steps = [each for each in rendered(workload).steps if isinstance(each, CollectorStep)]
    assert [("A",), ("B",), ("A", "B"), ("A", "B")] == [each.edges for each in steps]
    assert [("A",), ("A", "B"), ("B",), ("B",)] == [each.open for each in steps]
    assert ["the spout", *["bolt task of A"] * 3] == [each.sender for each in steps]
    assert "B is emitted, anchored to A" == steps[1].why
    assert "ack of A, which was acked before" == steps[3].why


def test_the_steps_of_a_topology_have_what_is_open() -> None:
    """They have the channel, the outcome, and the tuples of trees that are not done."""
    config = Config(spout_tasks=(1,), wiring=Wiring(("m1",), (BoltShape(name="split", fan=0),)))
    operations = (NextTuple("spout-1"), Die("acker-1"), Deliver("spout-1", "split-1"), Flow("reports"))
    workload = TopologyWorkload(config, operations)
    steps = [each for each in rendered(workload).steps if isinstance(each, TopologyStep)]
    assert [(None, "spout-1"), (None, "acker-1"), ("spout-1", "split-1"), (None, None)] == [
        (each.sender, each.to) for each in steps
    ]
    (before,) = steps[0].open or ()
    assert OpenTree("m1/1", before.tuples) == before
    assert 1 == len(before.tuples)
    assert [(before,), (), ()] == [each.open for each in steps[1:]]


def test_trees_are_drawn_from_what_a_witness_holds() -> None:
    """Every tuple is drawn once, below its first anchor; an emission without receivers is drawn too."""
    for number in range(40):
        workload = grow_anchoring_workload(SeededChoices(random.Random(f"{number}")), "storm2", AnchoringMix())
        forest = workload.forest
        lines = tree_lines(trees_of(forest, range(len(forest.tuples))))
        drawn = [line.split("─ ")[1].split(",")[0] for line in lines if "─ " in line and "…" not in line]
        assert sorted(each.name for each in forest.tuples) == sorted(drawn) or any("…" in line for line in lines)
        assert len(forest.emissions) == sum(line.startswith("root ") for line in lines)


def test_an_emission_to_nobody_is_drawn_if_a_row_names_its_root() -> None:
    """Shrinking may have removed all of its messages."""
    forest = Forest((TreeRoot(5, 0, 0, 0), TreeRoot(6, 0, 0, 0)), (), 0)
    steps = (Step(op="init", root=5), TICK, RESTART)
    assert {5} == roots_in(steps)
    assert {7, 8} == roots_in((Receive("A", {7: 1, 8: 2}), AckTuple("A")))
    assert [5] == [tree.root for tree in trees_of(forest, (), roots_in(steps))]


def test_a_message_comes_again_if_it_came_before() -> None:
    """Shrinking may have removed the first one."""
    init = Step(op="init", root=1, edges=frozenset({0}), about="emitted")
    words = ("emitted, again", "emitted, replayed", "emitted, again, replayed", "emitted, again and late")
    for about in words:
        again = evolve(init, about=about)
        assert ["emitted", about] == reasons((again, again))
        assert ["emitted", "emitted"] == reasons((again, evolve(again, root=2)))
    thrice = evolve(init, about="emitted, replayed, again, replayed, replayed")
    assert ["emitted", "emitted, replayed, again"] == reasons((thrice, thrice))
    assert ["time passes", "time passes"] == reasons((TICK, TICK))
