"""SYS-40: messages that wait with their sender while it is paused."""

from ackproof.oracle.histories import TopologyChronicle
from ackproof.oracle.lapses import Occasion, Part
from ackproof.rules.registry import Premises
from ackproof.rules.topology.plans import plan_rule
from ackproof.workloads.topologies.mix import TopologyMix

BACKLOGGED = TopologyMix(
    outboxes=True,
    together=25,
    scenarios=("backlog", "backlog", "backlog", "die", "overtake"),
    scenario=50,
    batch=10,
    loose=10,
    bolts=2,
    several=30,
    no_ackers=16,
    crossed=45,
    flow=20,
    tick=6,
    settle=1,
    most=12,
    many_tasks=8,
    some_lifecycles=12,
)


@plan_rule(
    "SYS-40",
    BACKLOGGED,
    Occasion.HELD_BACK,
    Occasion.SENT_AFTER_PAUSE,
    Occasion.LOST_WITH_SENDER,
    parts=(Part.OUTBOX,),
    effort=0.5,
)
def what_waits_with_a_paused_task_shares_its_fate(seen: TopologyChronicle, premise: Premises) -> None:
    """It arrives when the task resumes, and is lost when the task dies."""
