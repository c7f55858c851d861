"""SYS-33: what happens to a task of an executor happens to all of them."""

from ackproof.oracle.histories import TopologyChronicle
from ackproof.oracle.lapses import Occasion, Part
from ackproof.rules.registry import Premises
from ackproof.rules.topology.callbacks import expect_callbacks
from ackproof.rules.topology.plans import expect_done, plan_rule
from ackproof.workloads.topologies.mix import TopologyMix

TOGETHER = TopologyMix(
    together=85,
    burst=1,
    batch=70,
    loose=40,
    basic=10,
    no_ackers=6,
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
    some_lifecycles=12,
    some_outboxes=12,
)


@plan_rule(
    "SYS-33",
    TOGETHER,
    Occasion.TICKED_TOGETHER,
    Occasion.DIED_TOGETHER,
    Occasion.PAUSED_TOGETHER,
    parts=(Part.DEATH, Part.PAUSE, Part.TIME),
)
def what_is_done_to_a_task_is_done_to_all_of_its_executor(seen: TopologyChronicle, premise: Premises) -> None:
    """A tick, a pause and a death affect all tasks of the executor, and none of another."""
    del premise  # `plan_rule` counts the occasions
    for tree in seen.tracked:
        if len(seen.mates(tree.spout)) > 1:
            expect_callbacks(seen, tree)
    expect_done(seen, lambda tree: "its spout task shares an executor" if len(seen.mates(tree.spout)) > 1 else "")
