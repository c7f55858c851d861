"""A topology that broke a rule is run again, with less and less in it, as long as it still breaks the rule."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from ackproof.engine.certify import CertificationOrder, certify
from ackproof.engine.examination.examine import Effort
from ackproof.engine.plan import Selection
from ackproof.errors import TargetBroke
from ackproof_adapters.running import orders
from ackproof_adapters.running.cluster import namespaces
from ackproof_adapters.running.cluster.faults import KILL, NIMBUS, Fault, portions
from ackproof_adapters.running.local_cluster import Ran
from ackproof_adapters.running.orders import TopologyOrder, tasks_of
from ackproof_adapters.running.shrinking import TopologyShrinking, reductions, size, words
from ackproof_adapters.running.target import (
    SHRINKING_IN_PROCESSES,
    ClusterStorm,
    LocalStorm,
    described,
    described_in_processes,
)
from ackproof_adapters.storm import process, toolchain
from ackproof_adapters.storm.versions import LOCAL_CLUSTERS, OLDEST_JAVA
from attrs import evolve

from .judging import NUMBER, recorded, short

LARGE = orders.clustered(0, 58, "storm2")


def shrinking_of(seconds: float = 60.0, together: int = 6) -> TopologyShrinking[TopologyOrder]:
    """Return a search in which topologies run as ordered."""
    return TopologyShrinking(run=lambda ordered: ordered, seconds=seconds, together=together)


def smallest(breaks: Callable[[TopologyOrder], bool]) -> TopologyOrder:
    """Return the smallest variant of the large topology."""
    found = shrinking_of().smallest(LARGE, lambda _, order: breaks(order))
    assert found is not None
    return found[0]


def test_all_goes_without_which_it_breaks() -> None:
    """If every run breaks the rule, one message, one bolt and one task of each kind remain."""
    left = smallest(lambda _: True)
    assert "1 bolt, 3 tasks, 1 message" == words(left)
    assert () == left.faults
    assert {} == left.conducts[left.config.wiring.bolts[0].name]


@pytest.mark.parametrize("message", LARGE.config.wiring.messages[::5])
def test_a_message_that_it_takes_stays(message: str) -> None:
    """No other message is kept."""
    left = smallest(lambda order: message in order.config.wiring.messages)
    assert (message,) == left.config.wiring.messages


@pytest.mark.parametrize("fault", LARGE.faults)
def test_a_fault_that_it_takes_stays(fault: Fault) -> None:
    """Its task is kept too, although the fault comes at another message."""
    left = smallest(lambda order: any(each.what == fault.what and each.whom == fault.whom for each in order.faults))
    assert 1 == len(left.faults)
    assert left.faults[0].whom in ("", *tasks_of(left))
    assert 1 == len(left.config.wiring.messages)


def test_whatever_is_taken_away_there_is_less() -> None:
    """So the search ends. Faults are only for existing tasks, and bolts come after existing components."""
    for number in range(60):
        of = orders.clustered(3, number, "storm2")
        for reduction in reductions(of):
            less = reduction(of)
            if less is None:
                continue
            assert size(less) < size(of)
            names = ["spout"]
            for shape in less.config.wiring.bolts:
                assert set(shape.after) <= set(names)
                assert {each.component for each in shape.takes} <= set(shape.after)
                names.append(shape.name)
            assert {fault.whom for fault in less.faults} <= {"", *tasks_of(less)}
            offered = portions(less.config.wiring.messages, len(less.faults))
            assert all(1 <= fault.after <= len(each) for fault, each in zip(less.faults, offered, strict=False))


def test_what_breaks_only_now_and_then_is_told_as_it_was() -> None:
    """Nothing smaller was found, but it was tried again."""
    search = shrinking_of()
    assert search.smallest(LARGE, lambda _, __: False) is None
    assert LARGE in [evolve(order, name=LARGE.name) for order, _ in search.tried]


def test_a_second_rule_is_given_what_was_tried_for_the_first() -> None:
    """It gets no additional time."""
    search = shrinking_of()
    first = search.smallest(LARGE, lambda _, __: True)
    search.spent = search.seconds
    tried = len(search.tried)
    assert first == search.smallest(LARGE, lambda _, __: True)
    assert tried == len(search.tried)


def test_no_name_comes_twice() -> None:
    """In one cluster each topology has a unique name."""
    search = shrinking_of()
    search.smallest(LARGE, lambda _, order: len(order.config.wiring.messages) > 7)
    names = [order.name for order, _ in search.tried]
    assert len(set(names)) == len(names)


def test_what_was_found_stands_when_a_cluster_breaks() -> None:
    """The violation counts, although nothing more can be run."""

    def breaks_down(_: Sequence[TopologyOrder]) -> Sequence[TopologyOrder]:
        raise TargetBroke("did not start")

    search = TopologyShrinking(run=breaks_down, seconds=60.0, together=6)
    assert search.smallest(LARGE, lambda _, __: True) is None


class Replaying(LocalStorm):
    """A target that replays a recorded run for each order: any smaller topology breaks the same rule."""

    def order(self, seed: int, number: int) -> TopologyOrder:  # noqa: ARG002 - there is one
        """Return the recorded one."""
        return recorded("acker-answers-early")[0]

    def run(self, seed: int, ordered: Sequence[TopologyOrder]) -> list[Ran]:  # noqa: ARG002
        """Return the recorded run."""
        return [recorded("acker-answers-early")[1] for _ in ordered]


def replaying() -> LocalStorm:
    """Return the target."""
    return Replaying(described("storm-local-9.9.9", "9.9.9", "java", "storm2"), lambda: ())


def test_a_certificate_tells_what_was_left(tmp_path: Path) -> None:
    """It is in the verdict, in the story and in the witness."""
    order = CertificationOrder(
        targets=(f"{__name__}:replaying",), selection=Selection(rule="ACK-27"), effort=Effort(examples=10), out=tmp_path
    )
    (found,) = certify(order).to_json()["verdicts"]
    assert "FAIL" == found["verdict"]
    assert "1 bolt, 3 tasks, 1 message are left after" in found["reason"]
    (witness,) = tmp_path.glob("witness-*.json")
    assert "are left after" in "".join(json.loads(witness.read_text(encoding="utf-8"))["story"])


@pytest.mark.storm
@pytest.mark.slow
def test_a_planted_fault_is_made_smaller_while_it_runs(tmp_path: Path) -> None:
    """The fault is a bolt that acks and throws away: one more bolt is needed to notice it, and one message."""
    lack = toolchain.missing(OLDEST_JAVA)
    if lack is not None:
        pytest.skip(lack)
    order = CertificationOrder(
        targets=(f"{__name__}:planted",), selection=Selection(rule="SYS-19"), effort=Effort(examples=10), out=tmp_path
    )
    (found,) = certify(order).to_json()["verdicts"]
    assert "FAIL" == found["verdict"]
    (witness,) = tmp_path.glob("witness-*.json")
    wiring = json.loads(witness.read_text(encoding="utf-8"))["config"]["wiring"]
    assert 2 == len(wiring["bolts"])
    assert len(wiring["messages"]) <= 2


class Throwing(LocalStorm):
    """A target with a bolt in each topology that acks and throws away."""

    def order(self, seed: int, number: int) -> TopologyOrder:  # noqa: ARG002 - there is one
        """Return a topology in which this is noticed."""
        return orders.order(seed, NUMBER, "storm2", ("bolt-throws-away",))


def planted() -> LocalStorm:
    """Return the target."""
    release = LOCAL_CLUSTERS["storm-local-2.8.3"]
    described_as = described("storm-local-2.8.3", "2.8.3", "java", "storm2")
    return Throwing(described_as, lambda: process.local_command(release))


SWALLOWED = evolve(
    short(
        "swallowed",
        12,
        200,
        Fault(what=NIMBUS, after=1),
        Fault(what=KILL, whom="count-1", after=2),
        Fault(what=KILL, whom="acker-2", after=2),
    ),
    planted=("spout-swallows-fail",),
    conducts={"split": {}, "count": {}},
)
"""No bolt gives an input up, so a message fails only because a task died, and its spout swallows that fail."""


class Swallowing(ClusterStorm):
    """A target with a spout in each topology that swallows a fail."""

    def order(self, seed: int, number: int) -> TopologyOrder:  # noqa: ARG002 - there is one
        """Return a topology with several tasks of each component."""
        config = SWALLOWED.config
        bolts = tuple(evolve(shape, tasks=2) for shape in config.wiring.bolts)
        return evolve(
            SWALLOWED,
            config=evolve(config, spout_tasks=(1, 2), ackers=2, wiring=evolve(config.wiring, bolts=bolts)),
        )


def planted_in_processes() -> ClusterStorm:
    """Return the target."""
    release = LOCAL_CLUSTERS["storm-local-2.8.3"]
    described_as = described_in_processes("storm-cluster-2.8.3", "2.8.3", "java", "storm2")
    return Swallowing(described_as, lambda: process.cluster_parts(release), shrinking=SHRINKING_IN_PROCESSES)


@pytest.mark.storm
@pytest.mark.slow
def test_a_violation_among_deaths_is_made_smaller_while_it_runs(tmp_path: Path) -> None:
    """It needs one death, of a bolt or an acker: without one nothing fails. The story has it."""
    lack = toolchain.missing(OLDEST_JAVA) or namespaces.missing()
    if lack is not None:
        pytest.skip(lack)
    order = CertificationOrder(
        targets=(f"{__name__}:planted_in_processes",),
        selection=Selection(rule="SYS-25"),
        effort=Effort(examples=10),
        out=tmp_path,
    )
    (found,) = certify(order).to_json()["verdicts"]
    assert "FAIL" == found["verdict"]
    assert "of 2 bolts, 8 tasks, 12 messages, 3 faults" in found["reason"]
    assert "1 fault are left after" in found["reason"]
    (witness,) = tmp_path.glob("witness-*.json")
    document = json.loads(witness.read_text(encoding="utf-8"))
    wiring = document["config"]["wiring"]
    assert 1 == len(wiring["bolts"])
    assert len(wiring["messages"]) <= 3
    assert any("dies, and is started again" in line for line in document["story"])
