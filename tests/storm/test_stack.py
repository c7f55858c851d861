"""The executors, collectors and acker of Storm 2 from their jars: the driver's answers and refusals.

One JVM of each release is used by all of these tests.
"""

import json
import re
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from functools import partial
from itertools import islice
from typing import Any

import pytest
from ackproof.components import Operation, Result, results_of
from ackproof.components.acker import Ack, AckerResult, Init, Notification
from ackproof.components.anchoring import AckTuple, AnchoringResult, Emit, FailTuple, Receive
from ackproof.components.happenings import AckReport, Arrival, CalledAck, InputAcked, MessageDone
from ackproof.components.ids import Draw, IdsResult
from ackproof.components.spout import Callback, InitSent, Notify, Sent, SpoutEmit, SpoutResult, SpoutTick
from ackproof.components.topology import BoltShape, Deliver, Flow, NextTuple, TopologyResult, Wiring
from ackproof.engine.discovery import discover
from ackproof.engine.known import deviations
from ackproof.errors import Refused, TargetBroke
from ackproof.oracle.generators import JAVA_RANDOM, recover_java_random
from ackproof.target import Config, Run
from ackproof.targets import variants
from ackproof.targets.process import ProcessTarget
from ackproof.wire import forms
from ackproof.workloads.anchoring import AnchoringMix, grow_anchoring_workload
from ackproof.workloads.choices import Model, example
from ackproof.workloads.spout import SpoutMix, grow_spout_workload
from ackproof.workloads.topologies.growing import grow_topology_workload
from ackproof.workloads.topologies.mix import TopologyMix
from ackproof_adapters.storm import process
from ackproof_adapters.storm.stack_target import StackTarget
from ackproof_adapters.storm.versions import STACKS
from attrs import evolve

from .conftest import LACK

pytestmark = pytest.mark.storm

BEFORE, AFTER = "storm-stack-2.3.0", "storm-stack-2.8.2"
"""Releases before and after STORM-3693 was fixed."""

ALONE = Config(spout_tasks=(3,))


@pytest.fixture(scope="module")
def stacks() -> Iterator[dict[str, StackTarget]]:
    """The stacks, each with a JVM that is started at its first use."""
    if LACK is not None:
        pytest.skip(LACK)
    made = {name: StackTarget(partial(process.stack_command, stack)) for name, stack in STACKS.items()}
    yield made
    for each in made.values():
        each.close()


@pytest.fixture(scope="module")
def answered() -> Iterator[Callable[..., Any]]:
    """Return a function that returns the last reply of a stack to some requests; one process is used by all tests."""
    driver = subprocess.Popen(
        process.stack_command(STACKS[AFTER]), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert driver.stdin is not None
    assert driver.stdout is not None

    def reply(*requests: dict[str, Any]) -> Any:
        assert driver.stdin is not None
        assert driver.stdout is not None
        driver.stdin.write("".join(json.dumps(request) + "\n" for request in requests))
        driver.stdin.flush()
        return [json.loads(driver.stdout.readline()) for _ in requests][-1]

    yield reply
    driver.communicate()


@pytest.fixture(params=list(STACKS))
def stack(request: pytest.FixtureRequest, stacks: dict[str, StackTarget]) -> StackTarget:
    """Each stack in turn."""
    return stacks[request.param]


def parts(stack: StackTarget) -> ProcessTarget:
    """Return the process of a stack, which has the acker too."""
    return stack._parts()


def test_a_stack_says_what_it_is_and_what_of_it_is_not_real(stack: StackTarget) -> None:
    """It has all jars, and every class that replaces one of Storm's."""
    description = stack.describe()
    assert (
        evolve(description, evidence={}) == discover.offered(description.name).described
    )  # as 'ackproof targets' lists it
    release = STACKS[description.name]
    assert (("anchoring", "spout", "topology", "ids"), ("storm2",)) == (description.components, description.profiles)
    assert {
        "pending",
        "groupings",
        "more-time",
        "executors",
        "bursts",
        "lifecycle",
        "outboxes",
    } == description.capabilities
    evidence: Mapping[str, Any] = description.evidence
    files = [jar["file"] for jar in evidence["jars"]]
    assert f"storm-client-{description.version}.jar" == files[0]
    assert "mockito-core-5.14.2.jar" in files
    assert len(release.artifacts) + 4 == len(files)
    mocked = evidence["mocked"]
    assert "org.apache.storm.daemon.worker.WorkerState" in mocked
    real = (
        "Acker",
        "BoltExecutor",
        "BoltOutputCollectorImpl",
        "SpoutExecutor",
        "SpoutOutputCollectorImpl",
        "TupleImpl",
    )
    assert not set(real) & {name.rpartition(".")[2] for name in mocked}
    assert "org.apache.storm.executor.Executor.rand" in evidence["set by reflection"]
    assert evidence["not its own"].startswith("all of the topology but the spout executors, ")


def test_an_emission_is_sent_and_called_back(stack: StackTarget) -> None:
    """It draws its own edge ids, under the root and the task of the suite."""
    operations: list[Operation] = [
        SpoutEmit(70_000, 5, "m", (2, 8)),
        SpoutEmit(0, 6, None, (2,)),
        Notify("ack", 5, 70_000),
        Notify("ack", 5, 70_000),
        Notify("fail", 9, 0),
    ]
    emitted, loose, acked, late, unknown = results_of(
        SpoutResult, stack.open("spout", Config(spout_tasks=(0, 70_000))).apply(operations)
    )
    first, second, init = emitted.effects
    assert isinstance(first, Sent)
    assert isinstance(second, Sent)
    assert (Sent(0, first.message_id), Sent(1, second.message_id)) == (first, second)
    assert [[5], [5]] == [list(first.message_id), list(second.message_id)]
    assert InitSent(5, first.message_id[5] ^ second.message_id[5], 70_000) == init
    assert first.message_id != second.message_id
    assert SpoutResult((Sent(0),), 1) == loose
    assert SpoutResult((Callback("ack", 70_000, "m"),), 0) == acked
    assert SpoutResult((), 0) == late == unknown


@pytest.mark.parametrize(("name", "ticks"), [(BEFORE, 1), (AFTER, 2)])
def test_a_tick_rotates_once_since_storm_3693(stacks: dict[str, StackTarget], name: str, ticks: int) -> None:
    """Before, it rotated once for each task of the executor."""
    operations: list[Operation] = [SpoutEmit(0, 5, "m", (2,)), *[SpoutTick()] * 3]
    _, *results = results_of(SpoutResult, stacks[name].open("spout", Config(spout_tasks=(0, 1, 300))).apply(operations))
    assert [ticks] == [place + 1 for place, result in enumerate(results) if result.effects]
    (_, *alone) = results_of(SpoutResult, stacks[name].open("spout", Config(spout_tasks=(0,))).apply(operations))
    assert [[], [Callback("fail", 0, "m")], []] == [list(result.effects) for result in alone]


def test_an_emission_without_receivers_asks_the_acker(stack: StackTarget) -> None:
    """STORM-746 is present in all of 2.x; without ackers it is acked at once."""
    emission = SpoutEmit(3, 5, "m", ())
    asked, acked = results_of(SpoutResult, stack.open("spout", ALONE).apply([emission, Notify("ack", 5, 3)]))
    assert SpoutResult((InitSent(5, 0, 3),), 1) == asked
    assert SpoutResult((Callback("ack", 3, "m"),), 0) == acked
    (at_once,) = results_of(SpoutResult, stack.open("spout", Config(spout_tasks=(3,), ackers=0)).apply([emission]))
    assert SpoutResult((Callback("ack", 3, "m"),), 0) == at_once


def test_a_reset_timeout_gives_an_emission_its_time_again(stack: StackTarget) -> None:
    """It is not a callback."""
    operations: list[Operation] = [
        SpoutEmit(3, 5, "m", (2,)),
        SpoutTick(),
        Notify("reset-timeout", 5, 3),
        SpoutTick(),
        SpoutTick(),
    ]
    _, *results = results_of(SpoutResult, stack.open("spout", ALONE).apply(operations))
    assert [0, 0, 0, 1] == [len(result.effects) for result in results]


def test_a_bolt_anchors_and_acks(stack: StackTarget) -> None:
    """The ack of an anchor reports its children, and a fail goes to every root."""
    operations: list[Operation] = [
        Receive("A", {5: 17}),
        Receive("B", {5: 18, 6: 19}),
        Emit(("C", "D"), ("A", "B"), ((1, 2), (3, 4))),
        Emit(("E",), (), ((),)),
        AckTuple("A"),
        FailTuple("B"),
        AckTuple("E"),
    ]
    *_, joined, loose, acked, failed, nothing = results_of(
        AnchoringResult, stack.open("anchoring", ALONE).apply(operations)
    )
    assert [{5, 6}, {5, 6}] == [set(message_id) for message_id in joined.message_ids]
    assert AnchoringResult(({},)) == loose
    to_a = 0
    for message_id in joined.message_ids:
        to_a ^= message_id[5] ^ message_id[6]  # the edge to A is under root 5 only
    assert (Ack(5, 17 ^ to_a),) == acked.messages
    assert [("fail", 5), ("fail", 6)] == sorted((message.op, message.root) for message in failed.messages)
    assert AnchoringResult() == nothing


def test_the_acker_runs_in_an_executor(stack: StackTarget) -> None:
    """It is only part of the topology here, and a separate target elsewhere."""
    results = results_of(AckerResult, parts(stack).open("acker", ALONE).apply([Ack(5, 17), Init(5, 17, 2**31 - 1)]))
    assert [AckerResult(pending=1), AckerResult((Notification("ack", 5, 2**31 - 1),), pending=0)] == list(results)
    with pytest.raises(Refused, match="there is a target of the same release for that"):
        stack.open("acker", ALONE)


def test_sessions_are_apart_and_draw_other_ids(stack: StackTarget) -> None:
    """They are the same in each run, so that a witness can be replayed."""
    emission = SpoutEmit(3, 5, "m", (2, 8))

    def drawn(session: str) -> set[int]:
        (result,) = results_of(SpoutResult, parts(stack).open_beside(session, "spout", ALONE).apply([emission]))
        return {edge for effect in result.effects if isinstance(effect, Sent) for edge in effect.message_id.values()}

    first, second = drawn("1"), drawn("2")
    assert 4 == len(first | second)
    assert (first, second) == (drawn("1"), drawn("2"))
    one, two = (parts(stack).open_beside(session, "spout", ALONE) for session in "12")
    assert [[1], [1], [0], [1]] == [
        [result.pending for result in results_of(SpoutResult, part.apply([operation]))]
        for part, operation in ((one, emission), (two, emission), (one, Notify("ack", 5, 3)), (two, SpoutTick()))
    ]


@pytest.mark.parametrize(
    ("component", "operation", "expected"),
    [
        ("spout", SpoutEmit(4, 5, "m", ()), r"the executor runs the tasks \[3\], not that of"),
        ("anchoring", AckTuple("A"), "there is no tuple A"),
        ("anchoring", SpoutTick(), "tick is not an operation of anchoring"),
        ("acker", SpoutEmit(3, 5, "m", ()), "emit is not an operation of an acker"),
        ("spout", AckTuple("A"), "ack is not an operation of a spout"),
        ("rotating-map", SpoutTick(), "rotating-map is not a component; there are acker, anchoring, spout and ids"),
    ],
)
def test_what_cannot_be_done_is_an_error(
    answered: Callable[..., Any], component: str, operation: Any, expected: str
) -> None:
    """The suite treats it as a target that broke, or that refused to open a component."""
    opening = {"cmd": "open", "component": component, "config": forms.config_to_json(ALONE)}
    applying = {"cmd": "apply", "operations": [forms.operation_to_json(operation)]}
    reply = answered(opening) if component == "rotating-map" else answered(opening, applying)
    assert re.match(expected, reply["error"]), reply


def test_an_error_breaks_the_target_or_refuses_it(stacks: dict[str, StackTarget]) -> None:
    """It is not read as an answer."""
    stack = StackTarget(stacks[AFTER].command)
    with closing(stack):
        with pytest.raises(Refused, match="rotating-map is not a component"):
            parts(stack).open("rotating-map", ALONE)
        with pytest.raises(TargetBroke, match="there is no tuple A"):
            parts(stack).open("anchoring", ALONE).apply([AckTuple("A")])


def test_a_driver_that_is_called_wrongly_says_how() -> None:
    """People may start it by hand."""
    command = process.stack_command(STACKS[AFTER])
    ran = subprocess.run(command[:-1], capture_output=True, text=True, check=False)
    assert (2, "") == (ran.returncode, ran.stdout)
    assert "usage: ackproof.storm.StackMain RELEASE.json" in ran.stderr


@pytest.mark.parametrize(
    ("request_", "expected"),
    [
        (
            {"cmd": "open", "component": "spout", "config": {}},
            "the field spout_tasks should be a list with a task in {}",
        ),
        ({"cmd": "apply", "session": "1", "operations": []}, "nothing is open"),
        ({"cmd": "apply", "session": 1, "operations": []}, "the field session should be a string in"),
    ],
)
def test_a_bad_request_is_answered(answered: Callable[..., Any], request_: dict[str, Any], expected: str) -> None:
    """The suite would never send it."""
    assert answered(request_)["error"].startswith(expected)


@pytest.mark.slow
def test_what_is_over_is_let_go_of() -> None:
    """A run opens tens of thousands of executors, which have to fit into the memory of a few."""
    opened = [
        {"cmd": "open", "component": name, "config": {"spout_tasks": [3]}} for name in ("spout", "anchoring", "acker")
    ]
    emit = {"op": "emit", "task": 3, "root": "5", "message": "m", "edges": ["1"]}
    applied = [{"cmd": "apply", "operations": [emit, {"op": "tick"}, {"op": "tick"}]}]
    lines = [json.dumps(request) for request in [opened[0], *applied, *opened[1:]] * 1500]
    java, *rest = process.stack_command(STACKS[AFTER])
    ran = subprocess.run([java, "-Xmx64m", *rest], input="\n".join(lines), capture_output=True, text=True, check=True)
    assert len(lines) == len(ran.stdout.splitlines())
    assert "error" not in ran.stdout


def test_two_ids_of_an_executor_tell_all_that_follow(stack: StackTarget) -> None:
    """They are a root and its first edge; and executors do not share a state, in whatever portions they draw."""
    draws: list[Operation] = [Draw(0, 2), Draw(1, 40), Draw(0, 1), Draw(0, 1000)]
    first, other, one, rest = results_of(IdsResult, stack.open("ids", Config(executors=2)).apply(draws))
    unsigned = [[each % (1 << 64) for each in result.ids] for result in (first, other, one, rest)]
    following = recover_java_random(unsigned[0])
    assert following is not None
    assert unsigned[2] + unsigned[3] == list(islice(following, 1001))
    assert JAVA_RANDOM.explains(unsigned[1])
    assert set(unsigned[1]).isdisjoint(unsigned[0] + unsigned[2] + unsigned[3])


@pytest.mark.parametrize(("executor", "count"), [(2, 1), (-1, 1), (0, 0)])
def test_a_draw_that_makes_no_sense_is_an_error(answered: Callable[..., Any], executor: int, count: int) -> None:
    """The executor does not exist, or the count is zero."""
    reply = answered(
        {"cmd": "open", "component": "ids", "config": {"executors": 2}},
        {"cmd": "apply", "operations": [{"op": "draw", "executor": executor, "count": count}]},
    )
    assert "there are 2 executors, counted from 0" in reply["error"]


MODELS = {
    BEFORE: "zero-first+rotates-for-each-task+asks-about-empty-trees+never-refuses",
    AFTER: "zero-first+asks-about-empty-trees+never-refuses",
}
"""The reference with all known differences of a stack."""

MIXES: dict[str, tuple[Model[Any], int]] = {
    "spout": (partial(grow_spout_workload, profile="storm2", mix=SpoutMix(tick=3)), 300),
    "anchoring": (partial(grow_anchoring_workload, profile="storm2", mix=AnchoringMix(misuse=40)), 200),
    "topology": (
        lambda choices: grow_topology_workload(
            choices,
            "storm2",
            TopologyMix(three_inits=5, tree_again=5, conducts=(*TopologyMix().conducts, "emit-after-ack")),
        ),
        60,
    ),
}


@pytest.mark.parametrize("component", list(MIXES))
@pytest.mark.parametrize("name", [AFTER, pytest.param(BEFORE, marks=pytest.mark.slow)])
def test_the_reference_with_the_known_differences_does_the_same(
    stacks: dict[str, StackTarget], name: str, component: str
) -> None:
    """All operations and reports are compared, without a rule: there is no other difference."""
    model, count = MIXES[component]
    runs = [example(model, f"{name} {component} {number}").run for number in range(count)]
    for run, results in zip(runs, stacks[name].run_all(runs), strict=True):
        assert not isinstance(results, Refused)
        assert deviations.agrees(variants.parse(MODELS[name]), run, results), summary(run, list(results))


def summary(run: Run, results: list[Result]) -> str:
    return "\n".join(f"{operation}: {result}" for operation, result in zip(run.operations, results, strict=True))


def test_a_tree_is_done_in_a_topology_of_real_parts(stack: StackTarget) -> None:
    """This includes everything from the emission to the source's drop, with an acker in its executor."""
    bolts = (BoltShape(name="split", fan=2), BoltShape(name="count", after=("split",), fan=0, tasks=2))
    config = Config(spout_tasks=(1,), ackers=2, wiring=Wiring(("m1",), bolts))
    steps: list[Operation] = [
        NextTuple("spout-1"),
        Flow("tuples"),
        Deliver("spout-1", "acker-1"),
        Deliver("spout-1", "acker-2"),
    ]
    results = results_of(TopologyResult, stack.open("topology", config).apply([*steps, Flow("reports"), Flow("words")]))
    assert [(0, 1), (0, 1), (1, 1), (0, 1), (0, 0)] == [
        (result.records, result.waiting) for result in results if result.happenings
    ]
    assert [Arrival, CalledAck, MessageDone] == list(map(type, results[-1].happenings))


def test_a_second_ack_is_seen_as_a_story(stacks: dict[str, StackTarget]) -> None:
    """The collector does not refuse it, and so the tree is never done."""
    config = Config(spout_tasks=(1,), wiring=Wiring(("m1",), (BoltShape(name="split", fan=0),)))
    steps: list[Operation] = [NextTuple("spout-1"), Deliver("spout-1", "split-1", conduct="ack-twice")]
    (_, twice) = results_of(TopologyResult, stacks[AFTER].open("topology", config).apply(steps))
    assert [Arrival, InputAcked, AckReport, InputAcked, AckReport] == list(map(type, twice.happenings))
