"""SYS-37, 38: the life of a spout task, which is opened, activated, deactivated and closed."""

from ackproof.components.topology import Activate, Deactivate
from ackproof.oracle.histories import TopologyChronicle
from ackproof.oracle.lapses import Occasion, Part
from ackproof.rules.registry import Premise, Premises
from ackproof.rules.topology.callbacks import expect_callbacks
from ackproof.rules.topology.plans import plan_rule
from ackproof.workloads.topologies.mix import TopologyMix

LIVING = TopologyMix(
    lifecycle=True,
    scenarios=("rest", "stop", "stop", "stop", "die", "die", "die-in-pause", "unheard", "unheard"),
    scenario=40,
    together=25,
    bolts=2,
    several=50,
    no_ackers=6,
    flow=20,
    deliver=20,
    most=14,
    some_outboxes=12,
)
RESTING = TopologyMix(
    lifecycle=True,
    burst=12,
    crossed=40,
    scenarios=("rest", "rest", "rest", "rest", "die"),
    scenario=50,
    bolts=1,
    together=35,
    several=50,
    bounded=10,
    loose=0,
    no_ackers=8,
    untracked=12,
    flow=20,
    deliver=20,
    most=12,
    some_outboxes=12,
)


@plan_rule(
    "SYS-37",
    LIVING,
    Occasion.OPENED,
    Occasion.OPENED_AGAIN,
    Occasion.CLOSED,
    Occasion.ORDERED_IN_PAUSE,
    parts=(Part.LIFECYCLE, Part.DEATH),
    effort=0.45,
)
def a_spout_task_is_opened_once_in_its_life(seen: TopologyChronicle, premise: Premises) -> None:
    """It is opened before it emits, and closed in an orderly shutdown."""


NOTIFIED_INACTIVE = Premise("an acker's word arrives at a spout task that is not active")
TICKED_INACTIVE = Premise("a spout task that waits and is not active has a tick")


@plan_rule(
    "SYS-38",
    RESTING,
    Occasion.ASKED_INACTIVE,
    Occasion.ASKED_ACTIVE_AGAIN,
    NOTIFIED_INACTIVE,
    TICKED_INACTIVE,
    parts=(Part.INACTIVE,),
    effort=0.2,
)
def a_spout_task_that_is_not_active_emits_nothing_and_hears_all(seen: TopologyChronicle, premise: Premises) -> None:
    """It still gets notifications and ticks, and emits again when it is active again."""
    rests = _rests(seen)
    for tree in seen.tracked:
        resting = rests.get(tree.spout, [])
        for notification in tree.words:
            for place in notification.arrivals:
                if any(seen.index_of(place) in rest for rest in resting):
                    premise(NOTIFIED_INACTIVE)
        until = tree.calls[0].index if tree.calls else len(seen.results)
        if any(tick <= until and any(tick in rest for rest in resting) for tick in tree.ticks):
            premise(TICKED_INACTIVE)
        if any(tree.index < rest.stop and rest.start <= until for rest in resting):
            expect_callbacks(seen, tree)


def _rests(seen: TopologyChronicle) -> dict[str, list[range]]:
    """Return the ranges of operations in which each spout task is inactive, disregarding pauses."""
    rests: dict[str, list[range]] = {}
    open_at: dict[str, int] = {}
    for index, step in enumerate(seen.workload.steps):
        if isinstance(step, Deactivate):
            for mate in seen.mates(step.task):
                open_at.setdefault(mate, index)
        elif isinstance(step, Activate):
            for mate in seen.mates(step.task):
                if mate in open_at:
                    rests.setdefault(mate, []).append(range(open_at.pop(mate), index))
    return rests
