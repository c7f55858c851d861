"""Happenings in the reference's topology, in the form of the component: names of tasks and messages, and reports."""

from typing import get_args

import pytest
from acking import Kind
from acking.errors import UnknownTask
from acking.topology import happenings
from acking.topology.bolts import AckInput, EmitTuple, FailInput
from acking.topology.tasks import ACKER, SPOUT, Task
from ackproof.components import Operation, results_of
from ackproof.components.happening_forms import Form, form_of
from ackproof.components.topology import (
    BoltShape,
    Deliver,
    Die,
    Double,
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

IN_WORDS: list[tuple[happenings.Happening, Form]] = [
    (
        happenings.Emitted(S, "m1/1", "m1", 5),
        Form(what="emission", task="spout-1", name="m1/1", about=("m1",), root=5),
    ),
    (
        happenings.EmittedUntracked(S, "m1/1", "m1", 5),
        Form(what="untracked", task="spout-1", name="m1/1", about=("m1",), root=5),
    ),
    (
        happenings.SpoutTupleSent(sender=S, receiver=B, name="t1", tree="m1/1", value="v"),
        Form(what="tuple", task="spout-1", to="b-1", name="t1", about=("m1/1",), value="v"),
    ),
    (
        happenings.BoltTupleSent(sender=B, receiver=C, name="t3", anchors=("t1", "t2"), value="v"),
        Form(what="tuple", task="b-1", to="c-2", name="t3", about=("t1", "t2"), value="v"),
    ),
    (
        happenings.InitSent(S, A, "a1", "m1/1"),
        Form(what="init", task="spout-1", to="acker-1", name="a1", about=("m1/1",)),
    ),
    (
        happenings.AckSent(sender=B, receiver=A, name="a2", tree="m1/1", receipt="t1"),
        Form(what="ack", task="b-1", to="acker-1", name="a2", about=("m1/1", "t1")),
    ),
    (
        happenings.FailSent(sender=B, receiver=A, name="a2", tree="m1/1", receipt="t1"),
        Form(what="fail", task="b-1", to="acker-1", name="a2", about=("m1/1", "t1")),
    ),
    (
        happenings.NotificationSent(sender=A, receiver=S, name="w1", tree="m1/1", kind=Kind.ACK),
        Form(what="says-ack", task="acker-1", to="spout-1", name="w1", about=("m1/1",)),
    ),
    (
        happenings.NotificationSent(sender=A, receiver=S, name="w1", tree="m1/1", kind=Kind.FAIL),
        Form(what="says-fail", task="acker-1", to="spout-1", name="w1", about=("m1/1",)),
    ),
    (
        happenings.NotificationSent(sender=A, receiver=S, name="w1", tree="m1/1", kind=Kind.RESET_TIMEOUT),
        Form(what="says-reset", task="acker-1", to="spout-1", name="w1", about=("m1/1",)),
    ),
    (
        happenings.ResetSent(sender=B, receiver=A, name="a2", tree="m1/1", receipt="t1"),
        Form(what="reset", task="b-1", to="acker-1", name="a2", about=("m1/1", "t1")),
    ),
    (happenings.TupleArrived(B, "t1", "t1'"), Form(what="arrives", task="b-1", name="t1", about=("t1'",))),
    (happenings.ReportArrived(A, "a1"), Form(what="arrives", task="acker-1", name="a1")),
    (happenings.NotificationArrived(S, "w1"), Form(what="arrives", task="spout-1", name="w1")),
    (happenings.InputAcked(B, "t1'"), Form(what="acks", task="b-1", name="t1'")),
    (happenings.InputFailed(B, "t1'"), Form(what="fails", task="b-1", name="t1'")),
    (
        happenings.CallRefused(B, EmitTuple("v", ("t1", "t2"))),
        Form(what="refused", task="b-1", name="emit", about=("t1", "t2")),
    ),
    (happenings.CallRefused(B, AckInput("t1")), Form(what="refused", task="b-1", name="ack", about=("t1",))),
    (happenings.CallRefused(B, FailInput("t1")), Form(what="refused", task="b-1", name="fail", about=("t1",))),
    (
        happenings.CalledBack(S, "m1/1", "m1", Kind.ACK),
        Form(what="called-ack", task="spout-1", name="m1/1", about=("m1",)),
    ),
    (
        happenings.CalledBack(S, "m1/1", "m1", Kind.FAIL),
        Form(what="called-fail", task="spout-1", name="m1/1", about=("m1",)),
    ),
    (happenings.Dropped(S, "m1"), Form(what="done", task="spout-1", name="m1")),
    (happenings.OfferedAgain(S, "m1"), Form(what="back", task="spout-1", name="m1")),
    (happenings.Died(C), Form(what="died", task="c-2")),
    (happenings.Lost(C, "t1"), Form(what="lost", task="c-2", name="t1")),
    (happenings.Doubled(C, "t1"), Form(what="doubled", task="c-2", name="t1")),
    (happenings.Opened(S), Form(what="opened", task="spout-1")),
    (happenings.Activated(S), Form(what="activated", task="spout-1")),
    (happenings.Deactivated(S), Form(what="deactivated", task="spout-1")),
    (happenings.Closed(S), Form(what="closed", task="spout-1")),
]


@pytest.mark.parametrize(
    ("happened", "in_words"), IN_WORDS, ids=[f"{worded.what} {worded.name}" for _, worded in IN_WORDS]
)
def test_a_happening_of_the_reference_is_put_into_words(happened: happenings.Happening, in_words: Form) -> None:
    """The table in the chapter on the topology has them."""
    worded = topology.in_words(happened)
    assert worded is not None
    assert in_words == form_of(worded)


def test_each_kind_of_happening_is_looked_at() -> None:
    """None is missing above."""
    assert set(get_args(happenings.Happening)) == {type(happened) for happened, _ in IN_WORDS}


ONE = Config(spout_tasks=(1,), wiring=Wiring(("m1",), (BoltShape(name="b"),)))


@pytest.mark.parametrize(
    "operation", [NextTuple("spout-2"), TaskTick("b-01"), Die("nobody"), Pause("b-0"), Resume("b"), NextTuple("b-1")]
)
def test_the_name_of_no_task_is_refused(operation: TopologyOperation) -> None:
    """The error lists the existing tasks."""
    with pytest.raises(UnknownTask, match=r"there is no task '.*'.*; there are spout-1"):
        results_of(TopologyResult, topology.make().open("topology", ONE).apply([operation]))


@pytest.mark.parametrize("ends", [("spout-1", "nobody"), ("nobody", "b-1")])
def test_a_channel_of_nobody_is_empty(ends: tuple[str, str]) -> None:
    """So an operation on it has no effect."""
    operations: list[Operation] = [Deliver(*ends), Lose(*ends), Lose(*ends, 0), Double(*ends)]
    results = results_of(TopologyResult, topology.make().open("topology", ONE).apply(operations))
    assert [TopologyResult((), 0, 0)] * len(operations) == results


@pytest.mark.parametrize(
    ("config", "expected"),
    [
        (evolve(ONE, spout_tasks=()), "there are 0 spout tasks"),
        (evolve(ONE, wiring=Wiring((), (BoltShape(name="b"), BoltShape(name="b")))), "two bolts are named 'b'"),
        (evolve(ONE, wiring=Wiring((), (BoltShape(name="spout"),))), "a bolt is named 'spout'"),
        (evolve(ONE, wiring=Wiring((), (BoltShape(name="b", after=("c",)),))), "which is no component"),
    ],
)
def test_a_configuration_without_a_legal_plan_is_refused(config: Config, expected: str) -> None:
    """The error is a refusal, with the reason of the reference."""
    with pytest.raises(Refused, match=expected):
        topology.make().open("topology", config)
