"""SYS-33: what happens to a task of an executor happens to all of them."""

from ackproof.oracle.histories import TopologyChronicle
from ackproof.oracle.lapses import Occasion, Part
from ackproof.rules.registry import Premise, Premises
from ackproof.rules.topology.callbacks import expect_callbacks
from ackproof.rules.topology.plans import expect_done, hold, plan_rule
from ackproof.workloads.topologies.mix import TopologyMix

TOGETHER = TopologyMix(
    together=85,
    burst=1,
    batch=70,
    loose=0,
    basic=10,
    no_ackers=0,
    several=15,
    bolts=3,
    scenarios=(
        *("mates", "mates", "mates", "mates", "mates"),
        *("hands-full", "hands-full", "hands-full", "hands-full", "hands-full"),
        *("die", "long-pause", "die-in-pause", "conduct", "more-time"),
    ),
    conducts=("give-up",),
    grouped=40,
    streams=75,
    scenario=55,
    tick=15,
    settle=1,
    asked=2,
    most=12,
)

TICKED_TOGETHER = Premise(Occasion.TICKED_TOGETHER.value)
DIED_TOGETHER = Premise(Occasion.DIED_TOGETHER.value)
PAUSED_TOGETHER = Premise(Occasion.PAUSED_TOGETHER.value)


@plan_rule("SYS-33", TOGETHER, TICKED_TOGETHER, DIED_TOGETHER, PAUSED_TOGETHER)
def what_is_done_to_a_task_is_done_to_all_of_its_executor(seen: TopologyChronicle, premise: Premises) -> None:
    """A tick, a pause and a death affect all tasks of the executor, and none of another."""
    parts = (Part.DEATH, Part.PAUSE, Part.TIME)
    hold(seen, premise, parts, TICKED_TOGETHER, DIED_TOGETHER, PAUSED_TOGETHER)
    for tree in seen.tracked:
        if len(seen.mates(tree.spout)) > 1:
            expect_callbacks(seen, tree)
    expect_done(seen, "its spout task shares an executor")
