"""Rules on rates, on written-out counts: what they count, and the message for a count that is too high."""

import random
from collections.abc import Sequence

import pytest
from ackproof.components.acker import Ack, AckerResult, Init, Notification
from ackproof.components.anchoring import AnchoringResult, Emit
from ackproof.components.spout import Callback, InitSent, Sent, SpoutEmit, SpoutResult
from ackproof.engine.examination.drawing import number_of_examples
from ackproof.engine.examination.examine import DEFAULT_EXAMPLES
from ackproof.rules.registry import all_checks
from ackproof.rules.statistics import SeenEdges, Trials
from ackproof.stories.steps import edge_id_steps, lot_steps
from ackproof.stories.violations import step_lines
from ackproof.target import Config
from ackproof.targets import reference
from ackproof.workloads.choices import SeededChoices
from ackproof.workloads.statistics import Lot, ManyEdges, ManyTrees, TrialTree
from common.chronicles import premises_met, violated

TASK = 4
BITS = 64
ORDINARY, WRONG = Lot(4, 0, 40, 2), Lot(5, 8, 30, 2)
QUIET = AckerResult()


def answer(*words: tuple[str, int]) -> AckerResult:
    """Return the notifications of an acker, by kind and root."""
    return AckerResult(tuple(Notification(kind, root, TASK) for kind, root in words))


def trials(*trees: tuple[Lot, int, Sequence[AckerResult]]) -> Trials:
    """Return trees of three messages by lot and root, with the notifications of each message."""
    messages = {root: (Init(root, 3, TASK), Ack(root, 1), Ack(root, 2)) for _, root, _ in trees}
    workload = ManyTrees(Config(), tuple(TrialTree(root, lot, messages[root]) for lot, root, _ in trees))
    return Trials(workload, [result for _, _, results in trees for result in results])


def late(root: int) -> list[AckerResult]:
    """Return the answers for a tree that is completed by its last message."""
    return [QUIET, QUIET, answer(("ack", root))]


@pytest.mark.parametrize(
    ("results", "early"),
    [
        (late(5), 0),
        ([QUIET, QUIET, QUIET], 0),
        ([answer(("ack", 5)), QUIET, QUIET], 1),
        ([QUIET, answer(("ack", 5)), QUIET], 1),
        ([answer(("ack", 5)), answer(("ack", 5)), QUIET], 1),
        ([answer(("ack", 4), ("ack", 6)), QUIET, QUIET], 0),
        ([answer(("fail", 5)), answer(("reset-timeout", 5)), QUIET], 0),
        ([QUIET, answer(("fail", 5), ("ack", 6), ("ack", 5)), QUIET], 1),
    ],
)
def test_a_tree_is_early_if_it_is_acked_before_its_last_message(results: list[AckerResult], early: int) -> None:
    """Each such tree counts once."""
    other = (WRONG, 6, late(6))
    assert {ORDINARY: early, WRONG: 0} == trials((ORDINARY, 5, results), other).tally()


def test_a_count_that_is_too_much_is_told_at_the_last_operation_of_its_lot() -> None:
    """The message has the lot's numbers, the expected count, and the accepted range."""
    trees = [(ORDINARY, root, late(root)) for root in range(40)]
    trees += [(WRONG, root, [answer(("ack", root)), QUIET, QUIET]) for root in range(40, 70)]
    trees += [(Lot(6, 0, 1, 2), 70, late(70))]
    seen = trials(*trees)
    expected = (
        "of 30 trees of 2 tuples with uniform ids of 5 bits (bits 8 to 12) the acker completed 30 early; "
        "1.8 are expected, and 0 to 14 accepted"
    )
    assert (3 * 70 - 1, expected) == violated("ACK-28", seen)
    assert [
        "What became of the trees, by the bits of their ids:",
        "  bits 0 to 3: 40 trees of 2 tuples, 0 completed early; 0 to 21 are accepted",
        "  bits 8 to 12: 30 trees of 2 tuples, 30 completed early; 0 to 14 are accepted",
        "  bits 0 to 5: 1 trees of 2 tuples, 0 completed early; 0 to 1 are accepted",
    ] == step_lines([], lot_steps(seen), Config(), 0)


def test_every_tree_is_a_trial() -> None:
    """It is a trial of its width."""
    seen = trials(*[(ORDINARY, root, late(root)) for root in range(40)])
    assert {"a tree with ids of 4 bits": 40} == premises_met("ACK-28", seen)


def emitted(edges: Sequence[int], *, spout: bool) -> SeenEdges:
    """Return a first emission without tuples, then emissions of one tuple each, and the message ids with these
    edges.
    """
    nothing = SpoutResult((Callback("ack", TASK, "m"),)) if spout else AnchoringResult()
    results = [
        SpoutResult((Sent(0, {1: edge}), InitSent(1, edge, TASK))) if spout else AnchoringResult(({1: edge},))
        for edge in edges
    ]
    step = SpoutEmit(TASK, 1, "m", (0,)) if spout else Emit(("t",), ("s",), ((0,),))
    component = "spout" if spout else "anchoring"
    return SeenEdges(ManyEdges(component, Config(), (step,) * (1 + len(edges))), [nothing, *results])


def uniform(number: int) -> list[int]:
    """Return a number of signed ids."""
    source = random.Random("uniform")
    return [source.getrandbits(BITS) - (1 << BITS - 1) for _ in range(number)]


RULES = [("ANC-14", False), ("SPT-17", True)]


@pytest.mark.parametrize(("rule", "spout"), RULES)
@pytest.mark.parametrize("bit", [0, 1, 31, 32, 63])
def test_a_bit_that_is_never_or_always_set_is_told(rule: str, bit: int, *, spout: bool) -> None:
    """The violation is at the last emission and says how often the bit is set. Uniform ids pass."""
    edges = uniform(200)
    assert {"an edge id": 200} == premises_met(rule, emitted(edges, spout=spout))
    for times, wrong in ((0, [edge & ~(1 << bit) for edge in edges]), (200, [edge | 1 << bit for edge in edges])):
        expected = f"bit {bit} is set in {times} of 200 edge ids; 57 to 143 are accepted"
        assert (200, expected) == violated(rule, emitted(wrong, spout=spout))


@pytest.mark.parametrize(("rule", "spout"), RULES)
def test_an_edge_id_that_comes_twice_is_told_with_where_it_was(rule: str, *, spout: bool) -> None:
    """The message counts operations from one."""
    edges = uniform(20)
    found = violated(rule, emitted([*edges, edges[7], *edges], spout=spout))
    assert (21, f"the edge id {edges[7]} was taken before, at operation 9") == found


@pytest.mark.parametrize("spout", [True, False])
def test_the_first_edge_ids_are_shown_bit_by_bit(*, spout: bool) -> None:
    """There are sixteen of them; a negative one is shown as in Java."""
    assert [
        "The first of 20 edge ids, bit 63 to bit 0:",
        f"  {'1' * 64}",
        f"  1{'0' * 63}",
        f"  {'0' * 62}11",
        *[f"  {'0' * 64}"] * 13,
    ] == step_lines([], edge_id_steps(emitted([-1, -(1 << 63), 3, *[0] * 17], spout=spout)), Config(), 0)


@pytest.mark.parametrize("rule", ["ACK-28", "ANC-14", "SPT-17"])
def test_there_is_one_workload_for_each_default_run(rule: str) -> None:
    """There is at least one."""
    check = all_checks()[rule]
    assert [1, 1, 5, 200] == [number_of_examples(check, round(times * DEFAULT_EXAMPLES)) for times in (0, 1, 5, 200)]


@pytest.mark.parametrize("rule", ["ANC-14", "SPT-17"])
def test_a_default_run_has_a_thousand_edge_ids(rule: str) -> None:
    """They are in one workload. A larger run has as many times more."""
    check = all_checks()[rule]
    workload = check.model("storm2")(SeededChoices(random.Random(0)))
    run = workload.run
    results = reference.make().open(run.component, run.config).apply(run.operations)
    [edge_ids] = premises_met(rule, check.observe(workload, results)).values()
    runs = [number_of_examples(check, times * DEFAULT_EXAMPLES) for times in (1, 5, 200)]
    assert [1024, 5 * 1024, 200 * 1024] == [edge_ids * workloads for workloads in runs]
