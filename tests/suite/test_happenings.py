"""What happens in the reference's topology, as the component has it: names in, words and names out."""

from typing import get_args

import pytest
from acking import Kind
from acking.errors import UnknownTask
from acking.topology import happenings
from acking.topology.bolts import AckInput, EmitTuple, FailInput
from acking.topology.tasks import ACKER, SPOUT, Task
from ackproof.components.topology import (
    BoltShape,
    Deliver,
    Die,
    Double,
    Happening,
    Lose,
    NextTuple,
    Pause,
    Resume,
    TaskTick,
    TopologyOperation,
    TopologyResult,
    Wiring,
)
from ackproof.errors import Refused
from ackproof.target import Config
from ackproof.targets import topology
from attrs import evolve

S, A, B, C = Task(SPOUT, 1), Task(ACKER, 1), Task("b", 1), Task("c", 2)

IN_WORDS: list[tuple[happenings.Happening, Happening]] = [
    (
        happenings.Emitted(S, "m1/1", "m1", 5),
        Happening("emission", "spout-1", name="m1/1", about=("m1",), root=5),
    ),
    (
        happenings.EmittedUntracked(S, "m1/1", "m1", 5),
        Happening("untracked", "spout-1", name="m1/1", about=("m1",), root=5),
    ),
    (
        happenings.SpoutTupleSent(S, B, "t1", "m1/1", "v"),
        Happening("tuple", "spout-1", "b-1", "t1", ("m1/1",), value="v"),
    ),
    (
        happenings.BoltTupleSent(B, C, "t3", ("t1", "t2"), "v"),
        Happening("tuple", "b-1", "c-2", "t3", ("t1", "t2"), value="v"),
    ),
    (happenings.InitSent(S, A, "a1", "m1/1"), Happening("init", "spout-1", "acker-1", "a1", ("m1/1",))),
    (happenings.AckSent(B, A, "a2", "m1/1", "t1"), Happening("ack", "b-1", "acker-1", "a2", ("m1/1", "t1"))),
    (happenings.FailSent(B, A, "a2", "m1/1", "t1"), Happening("fail", "b-1", "acker-1", "a2", ("m1/1", "t1"))),
    (
        happenings.NotificationSent(A, S, "w1", "m1/1", Kind.ACK),
        Happening("says-ack", "acker-1", "spout-1", "w1", ("m1/1",)),
    ),
    (
        happenings.NotificationSent(A, S, "w1", "m1/1", Kind.FAIL),
        Happening("says-fail", "acker-1", "spout-1", "w1", ("m1/1",)),
    ),
    (happenings.TupleArrived(B, "t1", "t1'"), Happening("arrives", "b-1", name="t1", about=("t1'",))),
    (happenings.ReportArrived(A, "a1"), Happening("arrives", "acker-1", name="a1")),
    (happenings.NotificationArrived(S, "w1"), Happening("arrives", "spout-1", name="w1")),
    (happenings.InputAcked(B, "t1'"), Happening("acks", "b-1", name="t1'")),
    (happenings.InputFailed(B, "t1'"), Happening("fails", "b-1", name="t1'")),
    (
        happenings.CallRefused(B, EmitTuple("v", ("t1", "t2"))),
        Happening("refused", "b-1", name="emit", about=("t1", "t2")),
    ),
    (happenings.CallRefused(B, AckInput("t1")), Happening("refused", "b-1", name="ack", about=("t1",))),
    (happenings.CallRefused(B, FailInput("t1")), Happening("refused", "b-1", name="fail", about=("t1",))),
    (
        happenings.CalledBack(S, "m1/1", "m1", Kind.ACK),
        Happening("called-ack", "spout-1", name="m1/1", about=("m1",)),
    ),
    (
        happenings.CalledBack(S, "m1/1", "m1", Kind.FAIL),
        Happening("called-fail", "spout-1", name="m1/1", about=("m1",)),
    ),
    (happenings.Dropped(S, "m1"), Happening("done", "spout-1", name="m1")),
    (happenings.OfferedAgain(S, "m1"), Happening("back", "spout-1", name="m1")),
    (happenings.Died(C), Happening("died", "c-2")),
    (happenings.Lost(C, "t1"), Happening("lost", "c-2", name="t1")),
    (happenings.Doubled(C, "t1"), Happening("doubled", "c-2", name="t1")),
]


@pytest.mark.parametrize(("happened", "in_words"), IN_WORDS, ids=[f"{told.what} {told.name}" for _, told in IN_WORDS])
def test_a_happening_of_the_reference_is_put_into_words(happened: happenings.Happening, in_words: Happening) -> None:
    """As the table in the chapter on the topology has it."""
    assert in_words == topology.in_words(happened)


def test_each_kind_of_happening_is_looked_at() -> None:
    """None is left out above."""
    assert set(get_args(happenings.Happening)) == {type(happened) for happened, _ in IN_WORDS}


ONE = Config(spout_tasks=(1,), wiring=Wiring(("m1",), (BoltShape("b"),)))


@pytest.mark.parametrize(
    "operation", [NextTuple("spout-2"), TaskTick("b-01"), Die("nobody"), Pause("b-0"), Resume("b"), NextTuple("b-1")]
)
def test_the_name_of_no_task_is_refused(operation: TopologyOperation) -> None:
    """And the tasks that there are for that are listed."""
    with pytest.raises(UnknownTask, match=r"there is no task '.*'.*; there are spout-1"):
        topology.make().open("topology", ONE).apply([operation])


@pytest.mark.parametrize("ends", [("spout-1", "nobody"), ("nobody", "b-1")])
def test_a_channel_of_nobody_is_empty(ends: tuple[str, str]) -> None:
    """So an operation on it finds nothing to do."""
    operations = [Deliver(*ends), Lose(*ends), Lose(*ends, 0), Double(*ends)]
    results = topology.make().open("topology", ONE).apply(operations)
    assert [TopologyResult((), 0, 0)] * len(operations) == results


@pytest.mark.parametrize(
    ("config", "said"),
    [
        (evolve(ONE, spout_tasks=()), "there are 0 spout tasks"),
        (evolve(ONE, wiring=Wiring((), (BoltShape("b"), BoltShape("b")))), "two bolts are named 'b'"),
        (evolve(ONE, wiring=Wiring((), (BoltShape("spout"),))), "a bolt is named 'spout'"),
        (evolve(ONE, wiring=Wiring((), (BoltShape("b", after=("c",)),))), "which is no component"),
    ],
)
def test_a_configuration_without_a_legal_plan_is_refused(config: Config, said: str) -> None:
    """By the error of targets, with the reason of the reference."""
    with pytest.raises(Refused, match=said):
        topology.make().open("topology", config)
