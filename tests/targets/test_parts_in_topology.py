"""Parts of another target in the reference's topology: they behave there as they do alone."""

import sys
from collections.abc import Sequence

import pytest
from ackproof.components import Operation, Result, results_of
from ackproof.components.acker import AckerResult, Fail
from ackproof.components.anchoring import AnchoringResult
from ackproof.components.happenings import AckReport, Arrival, CallRefused, InputAcked
from ackproof.components.spout import Callback, SpoutResult
from ackproof.components.topology import BoltShape, Deliver, Flow, NextTuple, TaskTick, TopologyResult, Wiring
from ackproof.errors import Refused, TargetBroke
from ackproof.target import Component, Config, Description, Target
from ackproof.targets import topology, variants
from ackproof.targets.parts_in_topology import PartsInTopology, with_topology
from ackproof.targets.process import ProcessTarget
from ackproof.targets.reference import ReferenceTarget
from ackproof.workloads.choices import example
from ackproof.workloads.topologies.growing import grow_topology_workload
from ackproof.workloads.topologies.mix import TopologyMix
from ackproof.workloads.topologies.workload import TopologyWorkload
from attrs import define, evolve, field

MIX = TopologyMix()
SPLIT = (BoltShape(name="split", fan=0),)
ONE = Config(spout_tasks=(1,), wiring=Wiring(("m1",), SPLIT))


def drawn(seed: str, mix: TopologyMix = MIX) -> TopologyWorkload:
    """Return a topology with its operations."""
    workload: TopologyWorkload = example(lambda choices: grow_topology_workload(choices, "storm2", mix), seed)
    return workload


def outcome(target: Target, workload: TopologyWorkload) -> list[TopologyResult]:
    return results_of(TopologyResult, target.open("topology", workload.config).apply(workload.steps))


@define
class Shuffled(ReferenceTarget):
    """The reference, with unordered results in another order. It records what is opened in which session."""

    opened: list[tuple[str, str]] = field(factory=list)
    tells: bool = True

    def describe(self) -> Description:
        """Return a description, with or without `pending`."""
        description = super().describe()
        return description if self.tells else evolve(description, capabilities=description.capabilities - {"pending"})

    def open_beside(self, session: str, component: str, config: Config) -> Component:
        """Record the session."""
        self.opened.append((session, component))
        return _Shuffling(self.open(component, config), tells=self.tells)


@define
class _Shuffling:
    component: Component
    tells: bool

    def apply(self, operations: Sequence[Operation]) -> list[Result]:
        return [self._shuffled(result) for result in self.component.apply(operations)]

    def close(self) -> None:
        pass

    def _shuffled(self, result: Result) -> Result:
        match result:
            case AnchoringResult(message_ids, messages, _):
                ids = tuple(dict(reversed(message_id.items())) for message_id in message_ids)
                return evolve(result, message_ids=ids, messages=messages[::-1])
            case SpoutResult(effects, pending) if all(isinstance(effect, Callback) for effect in effects):
                return SpoutResult(effects[::-1], pending if self.tells else None)
            case SpoutResult(effects, pending):
                return SpoutResult(effects, pending if self.tells else None)
            case AckerResult():
                return evolve(result, pending=result.pending if self.tells else None)
        return result


@pytest.mark.parametrize("tells", [True, False])
def test_right_parts_do_what_the_whole_reference_does(*, tells: bool) -> None:
    """All happenings are equal, apart from the order of unordered ones; and the bound on pending holds."""
    target = PartsInTopology(make_target=lambda: Shuffled(tells=tells))
    workloads = [drawn(f"{number}", TopologyMix(bounded=40, batch=50, several=50)) for number in range(150)]
    for workload in workloads:
        theirs, ours = outcome(target, workload), outcome(topology.make(), workload)
        assert [each.happenings for each in ours] == [each.happenings for each in theirs]
        if tells:
            assert ours == theirs
    assert any(workload.config.wiring.max_pending for workload in workloads)


def test_each_part_is_a_session_and_the_sessions_are_counted_anew() -> None:
    """A task that dies gets a new session, so that it does not draw the same ids again."""
    shuffled = Shuffled()
    target = PartsInTopology(make_target=lambda: shuffled)
    for _ in range(2):
        target.open("topology", ONE)
    once = [("1", "spout"), ("2", "acker"), ("3", "anchoring")]
    assert once * 2 == shuffled.opened
    assert 1 == len(target.targets)


def test_without_sessions_only_the_ackers_are_anothers() -> None:
    """There is one target for each of them."""

    @define
    class Alone(ReferenceTarget):
        def describe(self) -> Description:
            return evolve(super().describe(), capabilities=frozenset({"pending"}))

    target = with_topology(Alone)
    assert isinstance(target, PartsInTopology)
    assert ("acker",) == target.parts()
    assert "all of the topology but the acker tasks" == target.describe().evidence["not its own"]
    target.open("topology", evolve(ONE, ackers=3))
    assert 3 == len(target.targets)


def test_a_target_without_an_acker_can_be_in_a_topology() -> None:
    """The topology has the reference's ackers."""

    @define
    class Spouts(ReferenceTarget):
        def describe(self) -> Description:
            return evolve(super().describe(), components=("rotating-map", "spout"))

    description = with_topology(Spouts).describe()
    assert (("topology",), "all of the topology but the spout executors") == (
        description.components,
        description.evidence["not its own"],
    )

    @define
    class Maps(ReferenceTarget):
        def describe(self) -> Description:
            return evolve(super().describe(), components=("rotating-map",))

    assert Maps() == with_topology(Maps)


def test_a_certificate_says_which_parts_are_the_targets() -> None:
    """It must not be mistaken for a certificate of a whole topology."""
    description = with_topology(ReferenceTarget).describe()
    whose = "all of the topology but the spout executors, collectors of bolt tasks and acker tasks"
    assert (("topology",), whose) == (description.components, description.evidence["not its own"])


def test_sessions_go_over_a_pipe() -> None:
    """A process keeps the parts of a topology separate."""
    process = ProcessTarget([sys.executable, "-m", "ackproof", "serve", "reference"])
    target = PartsInTopology(make_target=lambda: process)
    try:
        assert ("spout", "anchoring", "acker") == target.parts()
        for number in range(5):
            workload = drawn(f"over a pipe {number}")
            assert outcome(topology.make(), workload) == outcome(target, workload)
    finally:
        target.close()


def test_a_variant_shows_in_the_topology() -> None:
    """A second ack is sent if the collector does not refuse it."""
    parsed = variants.parse("never-refuses")
    target = PartsInTopology(make_target=lambda: ReferenceTarget("variant", parsed))
    steps: list[Operation] = [NextTuple("spout-1"), Deliver("spout-1", "split-1", conduct="ack-twice")]
    (_, twice) = results_of(TopologyResult, target.open("topology", ONE).apply(steps))
    assert [Arrival, InputAcked, AckReport, InputAcked, AckReport] == list(map(type, twice.happenings))
    (_, once) = results_of(TopologyResult, topology.make().open("topology", ONE).apply(steps))
    assert [Arrival, InputAcked, AckReport, CallRefused] == list(map(type, once.happenings))


@define
class Wrong(ReferenceTarget):
    """The reference, with invalid results."""

    answer: Result | Refused = field(kw_only=True)
    wrong: str = field(kw_only=True)

    def open_beside(self, session: str, component: str, config: Config) -> Component:
        """Make one part wrong."""
        inner = super().open_beside(session, component, config)
        return _Answering(self.answer) if component == self.wrong else inner


@define
class _Answering:
    answer: Result | Refused

    def apply(self, operations: Sequence[Operation]) -> list[Result]:
        if isinstance(self.answer, Refused):
            raise self.answer
        return self.answer if isinstance(self.answer, list) else [self.answer] * len(operations)

    def close(self) -> None:
        pass


@pytest.mark.parametrize(
    ("wrong", "answer", "expected"),
    [
        ("spout", Refused("no more spouts"), "claims spout and refused to open it: no more spouts"),
        ("spout", [], "answered with"),
        ("acker", SpoutResult(), "answered"),
        ("anchoring", AnchoringResult(messages=(Fail(5),)), "when t1 was acked"),
    ],
)
def test_a_part_that_breaks_is_blamed(wrong: str, answer: Result, expected: str) -> None:
    """The topology around it is not blamed."""
    target = PartsInTopology(make_target=lambda: Wrong(wrong=wrong, answer=answer))
    component = target.open("topology", ONE)
    with pytest.raises(TargetBroke, match=expected):
        component.apply([NextTuple("spout-1"), Flow("tuples"), Flow("reports"), TaskTick("acker-1")])
