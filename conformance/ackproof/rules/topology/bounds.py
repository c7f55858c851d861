"""SYS-34 to 36: the bound on pending emissions, exactly: by executor, in bursts, and what 0 means."""

from collections import Counter

from ackproof.oracle.histories import TopologyChronicle
from ackproof.oracle.lapses import Occasion, Part
from ackproof.rules.registry import Premise, Premises
from ackproof.rules.topology.callbacks import asked, violation_at
from ackproof.rules.topology.plans import expect_done, plan_rule
from ackproof.workloads.topologies.mix import TopologyMix

SHARING = TopologyMix(
    together=95,
    bounded=100,
    bound_of_three=0,
    batch=0,
    loose=0,
    no_ackers=4,
    bolts=1,
    burst=1,
    tick=10,
    flow=20,
    deliver=15,
    settle=0,
    scenarios=("staggered", "mates", "die", "failed-at-bound"),
    scenario=15,
    most=24,
    some_lifecycles=12,
    some_outboxes=12,
)
BURSTING = TopologyMix(
    burst=60,
    bound_of_three=68,
    zero=13,
    bounded=90,
    batch=0,
    loose=0,
    no_ackers=5,
    streams=15,
    together=20,
    bolts=1,
    several=40,
    untracked=8,
    tick=12,
    flow=25,
    deliver=10,
    scenarios=("staggered", "die"),
    scenario=10,
    most=24,
    some_lifecycles=12,
    some_outboxes=12,
)
CROWDED_TOGETHER = TopologyMix(
    together=40,
    burst=40,
    bound_of_three=20,
    zero=10,
    bounded=100,
    batch=0,
    loose=0,
    no_ackers=0,
    bolts=1,
    tick=8,
    flow=15,
    deliver=10,
    scenarios=("staggered", "die"),
    scenario=10,
    most=24,
)


@plan_rule("SYS-34", SHARING, Occasion.ROOM_BY_SHARING, parts=(Part.SHARED_BOUND,), effort=0.5)
def spout_tasks_of_an_executor_share_their_bounds(seen: TopologyChronicle, premise: Premises) -> None:
    """A task may wait for more emissions than its own bound, while others wait for fewer."""


@plan_rule(
    "SYS-35",
    BURSTING,
    Occasion.BURST_EMITTED,
    Occasion.BURST_OVER_BOUND,
    Occasion.ASKED_WITH_ZERO,
    Occasion.WIDE_BOUND_REACHED,
    parts=(Part.BURST,),
    effort=0.9,
)
def the_bound_is_looked_at_before_a_spout_task_is_asked(seen: TopologyChronicle, premise: Premises) -> None:
    """It is not looked at between the messages that the task then emits."""
    del premise  # `plan_rule` counts the occasions
    roots: dict[int, str] = {}
    for tree in seen.tracked:
        if tree.root is not None and roots.setdefault(tree.root, tree.name) != tree.name:
            raise violation_at(seen, tree.place, f"{tree.name} has the root id of {roots[tree.root]}, {tree.root}")
    at_once = Counter((tree.spout, tree.index) for tree in seen.history.trees.values())
    expect_done(seen, lambda tree: "others were emitted with it" if at_once[tree.spout, tree.index] > 1 else "")


ASKED_AT_SHARED_BOUND = Premise(
    "a spout task is asked while its executor of several waits for as many as all their bounds"
)
ASKED_ABOVE_BOUND = Premise("a spout task is asked that waits for more than its bound, or as many as one above two")


@plan_rule("SYS-36", CROWDED_TOGETHER, ASKED_AT_SHARED_BOUND, ASKED_ABOVE_BOUND, effort=0.25)
def nothing_is_emitted_at_the_bound_of_an_executor(seen: TopologyChronicle, premise: Premises) -> None:
    """This holds for any number of tasks and any bound, however far the bound was exceeded."""
    for spout, room in asked(seen):
        if not room:
            premise(ASKED_AT_SHARED_BOUND if len(seen.mates(spout)) > 1 else ASKED_ABOVE_BOUND)
