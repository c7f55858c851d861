"""All rules on topologies hold on the workloads of mixes that were made for later rules, too."""

from functools import partial

import pytest
from ackproof.components.happenings import Emission
from ackproof.components.topology import BoltShape, Lose, NextTuple, Settle, TaskTick, TopologyOperation
from ackproof.engine.kills.kill import all_examinations
from ackproof.rules.topology import bounds, clocks, executors, lifecycles, outboxes
from ackproof.rules.topology.callbacks import ORDINARY
from ackproof.rules.topology.more_time import ASKING_FOR_TIME
from ackproof.rules.topology.plans import COPYING, CROWDED, GROUPED
from ackproof.target import PROFILES, WIRED
from ackproof.targets.topology import make
from ackproof.workloads.choices import example
from ackproof.workloads.topologies.growing import grow_topology_workload
from ackproof.workloads.topologies.mix import TopologyMix
from ackproof.workloads.topologies.workload import TopologyWorkload
from attrs import evolve
from common.chronicles import played, played_in, violated

EXAMPLES = 25
OF_TOPOLOGIES = sorted(
    {examination.rule.id for examination in all_examinations() if examination.rule.component == "topology"}
)
MIXES = {
    "grouped": GROUPED,
    "copying": COPYING,
    "more time": ASKING_FOR_TIME,
    "together": executors.TOGETHER,
    "sharing": bounds.SHARING,
    "bursting": bounds.BURSTING,
    "crowded together": bounds.CROWDED_TOGETHER,
    "living": lifecycles.LIVING,
    "resting": lifecycles.RESTING,
    "standing still": clocks.STANDING_STILL,
    "backlogged": outboxes.BACKLOGGED,
}


def workload(mix: TopologyMix, profile: str, number: int) -> TopologyWorkload:
    return example(partial(grow_topology_workload, profile=profile, mix=mix), f"as people build them {number}")


def broken(fed: TopologyWorkload) -> list[str]:
    """Return the rules of the workload's profile that the reference breaks."""
    seen = played_in(fed.config, fed.steps)
    known = {
        examination.rule.id
        for examination in all_examinations(OF_TOPOLOGIES)
        if examination.profile == fed.config.profile
    }
    return [f"{rule}: {violated(rule, seen)}" for rule in OF_TOPOLOGIES if rule in known and violated(rule, seen)]


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("mix", MIXES)
def test_all_rules_hold_on_workloads_of_later_rules(mix: str, profile: str) -> None:
    """This includes rules that were written without them in mind."""
    found = [broken(workload(MIXES[mix], profile, number)) for number in range(EXAMPLES)]
    assert [[]] * EXAMPLES == found


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("mix", [ORDINARY, CROWDED])
def test_without_ticks_nothing_false_is_said(mix: TopologyMix, profile: str) -> None:
    """Rules whose premise needs a tick are not tested; the rest holds."""
    for number in range(EXAMPLES):
        fed = workload(mix, profile, number)
        silent = tuple(step for step in fed.steps if not isinstance(step, TaskTick))
        assert [] == broken(evolve(fed, steps=silent))


@pytest.mark.parametrize(("ticks", "emitted"), [(0, ["m1/1"]), (2, ["m1/1", "m2/1"])])
def test_without_ticks_a_lost_tree_takes_up_the_bound_for_good(ticks: int, emitted: list[str]) -> None:
    """With ticks, its room is free after two."""
    asked = NextTuple("spout-1")
    steps: tuple[TopologyOperation, ...] = (
        asked,
        Lose("spout-1", "count-1"),
        *[TaskTick("spout-1")] * ticks,
        Settle(),
        asked,
        asked,
    )
    seen = played(*steps, bolts=(BoltShape(name="count", fan=0),), bound=1)
    trees = [each.tree for result in seen.results for each in result.happenings if isinstance(each, Emission)]
    assert emitted == trees[: len(emitted)]
    assert (ticks == 0) == (len(trees) == 1)


def test_the_mixes_have_what_they_are_for() -> None:
    """Otherwise the rules would hold vacuously."""
    bolts = [bolt for number in range(EXAMPLES) for bolt in workload(GROUPED, "storm2", number).config.wiring.bolts]
    assert {"fields", "shuffle", "none", "all", "direct"} == {each.grouping for bolt in bolts for each in bolt.takes}
    assert {1, 2} == {each.stream for bolt in bolts for each in bolt.takes}
    assert make().describe().capabilities >= {*WIRED, "more-time"}
