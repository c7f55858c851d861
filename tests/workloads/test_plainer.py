"""A workload is made plainer for its readers, with the same operations."""

from ackproof.target import Config
from ackproof.workloads.acker import AckerWorkload, Step
from ackproof.workloads.trees import Fate, Forest, TreeRoot, TreeTuple
from attrs import evolve

STRAY = Step(op="fail", root=1, about="a stray fail")
INIT = Step(op="init", root=1, edges=frozenset({0}), about="spout task 0 emitted A", tuples=frozenset({0}), sent=0)
ACK = Step(op="ack", root=1, edges=frozenset({0}), about="A acked", tuples=frozenset({0}), sent=1)


def workload(*steps: Step, fate: Fate = Fate.UNANSWERED, receivers: int = 1) -> AckerWorkload:
    """Return a workload with one emission."""
    tuples = [
        TreeTuple(name="A", anchors=(), edges=(0,), fate=fate, ledger={0: frozenset({0})}, emission=0)
    ] * receivers
    forest = Forest((TreeRoot(1, 0, 0, receivers),), tuple(tuples), receivers)
    return AckerWorkload(config=Config(profile="storm2"), forest=forest, values=(1,), names=("A",), steps=steps)


def test_a_stray_fail_becomes_that_of_a_tuple() -> None:
    """The tree says that the tuple failed. Nothing is left to be made plainer."""
    strange = workload(STRAY, INIT)
    (plain,) = strange.simpler()
    assert strange.operations == plain.operations
    assert ("A failed", frozenset({0})) == (plain.steps[0].about, plain.steps[0].tuples)
    assert [Fate.FAILED] == [each.fate for each in plain.forest.tuples]
    assert [] == list(plain.simpler())


def test_a_tuple_that_was_acked_does_not_fail() -> None:
    """That would be no plainer. If its ack was lost, nobody sees that it was acked."""
    assert [] == list(workload(STRAY, INIT, ACK, fate=Fate.ACKED).simpler())
    assert 1 == len(list(workload(STRAY, INIT, fate=Fate.ACKED).simpler()))


def test_a_stray_fail_without_a_tuple_stays() -> None:
    """Its root has none, or is that of no emission."""
    assert [] == list(workload(STRAY, INIT, receivers=0).simpler())
    assert [] == list(workload(evolve(STRAY, root=2), INIT).simpler())
