"""Rules on topologies as they are in practice: `SYS-33` and following.

They are about executors with several tasks, the exact bound on pending emissions, spouts that are opened and
deactivated, components without ticks, and messages that wait with their sender.
"""

from ackproof.components.topology import Activate, Deactivate
from ackproof.oracle.histories import EmittedTree, TopologyChronicle
from ackproof.oracle.lapses import Occasion, Part
from ackproof.rules.registry import Premise, Premises, Violation
from ackproof.rules.topology.callbacks import SPOUT_TICKS, asked, expect_answer, expect_cause
from ackproof.rules.topology.plans import expect_acked, hold, plan_rule, undisturbed
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
SHARING = TopologyMix(
    together=95,
    bounded=100,
    wide=0,
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
)
BURSTING = TopologyMix(
    burst=60,
    wide=68,
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
)
CROWDED_TOGETHER = TopologyMix(
    together=40,
    burst=40,
    wide=20,
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
LIVING = TopologyMix(
    lifecycle=True,
    scenarios=("rest", "stop", "stop", "stop", "die", "die", "die-in-pause", "unheard", "unheard"),
    scenario=40,
    together=25,
    bolts=2,
    several=50,
    no_ackers=0,
    flow=20,
    deliver=20,
    most=14,
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
    no_ackers=0,
    untracked=0,
    flow=20,
    deliver=20,
    most=12,
)
STANDING_STILL = TopologyMix(
    clocks=75,
    often=9,
    bounded=60,
    wide=10,
    bolts=2,
    several=40,
    loose=0,
    no_ackers=0,
    untracked=0,
    scenarios=("ticks", "ticks", "lose", "die"),
    scenario=20,
    tick=20,
    flow=20,
    deliver=25,
    asked=2,
    most=36,
)
BACKLOGGED = TopologyMix(
    outboxes=True,
    together=25,
    scenarios=("backlog", "backlog", "backlog", "die", "overtake"),
    scenario=50,
    batch=10,
    loose=0,
    bolts=2,
    several=30,
    no_ackers=0,
    crossed=45,
    flow=20,
    tick=6,
    settle=1,
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
            _expect_callbacks(seen, tree)
    _expect_done(seen, "its spout task shares an executor")


ROOM_BY_SHARING = Premise(Occasion.ROOM_BY_SHARING.value)


@plan_rule("SYS-34", SHARING, ROOM_BY_SHARING, effort=0.5)
def spout_tasks_of_an_executor_share_their_bounds(seen: TopologyChronicle, premise: Premises) -> None:
    """A task may wait for more emissions than its own bound, while others wait for fewer."""
    hold(seen, premise, (Part.SHARED_BOUND,), ROOM_BY_SHARING)


BURST_EMITTED = Premise(Occasion.BURST_EMITTED.value)
BURST_OVER_BOUND = Premise(Occasion.BURST_OVER_BOUND.value)
ASKED_WITH_ZERO = Premise(Occasion.ASKED_WITH_ZERO.value)
WIDE_BOUND_REACHED = Premise(Occasion.WIDE_BOUND_REACHED.value)


@plan_rule("SYS-35", BURSTING, BURST_EMITTED, BURST_OVER_BOUND, ASKED_WITH_ZERO, WIDE_BOUND_REACHED, effort=0.9)
def the_bound_is_looked_at_before_a_spout_task_is_asked(seen: TopologyChronicle, premise: Premises) -> None:
    """It is not looked at between the messages that the task then emits."""
    hold(seen, premise, (Part.BURST,), BURST_EMITTED, BURST_OVER_BOUND, ASKED_WITH_ZERO, WIDE_BOUND_REACHED)
    roots: dict[int, str] = {}
    for tree in seen.tracked:
        if tree.root is not None and roots.setdefault(tree.root, tree.name) != tree.name:
            raise Violation(f"{tree.name} has the root id of {roots[tree.root]}, {tree.root}", tree.index)
    _expect_done(seen, "others were emitted with it")


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


OPENED = Premise(Occasion.OPENED.value)
OPENED_AGAIN = Premise(Occasion.OPENED_AGAIN.value)
CLOSED = Premise(Occasion.CLOSED.value)
ORDERED_IN_PAUSE = Premise(Occasion.ORDERED_IN_PAUSE.value)


@plan_rule("SYS-37", LIVING, OPENED, OPENED_AGAIN, CLOSED, ORDERED_IN_PAUSE, effort=0.35)
def a_spout_task_is_opened_once_in_its_life(seen: TopologyChronicle, premise: Premises) -> None:
    """It is opened before it emits, and closed in an orderly shutdown."""
    hold(seen, premise, (Part.LIFECYCLE, Part.DEATH), OPENED, OPENED_AGAIN, CLOSED, ORDERED_IN_PAUSE)


ASKED_INACTIVE = Premise(Occasion.ASKED_INACTIVE.value)
ASKED_ACTIVE_AGAIN = Premise(Occasion.ASKED_ACTIVE_AGAIN.value)
TOLD_INACTIVE = Premise("an acker's word arrives at a spout task that is not active")
TICKED_INACTIVE = Premise("a spout task that waits and is not active has a tick")


@plan_rule("SYS-38", RESTING, ASKED_INACTIVE, ASKED_ACTIVE_AGAIN, TOLD_INACTIVE, TICKED_INACTIVE, effort=0.2)
def a_spout_task_that_is_not_active_emits_nothing_and_hears_all(seen: TopologyChronicle, premise: Premises) -> None:
    """It still gets notifications and ticks, and emits again when it is active again."""
    hold(seen, premise, (Part.INACTIVE,), ASKED_INACTIVE, ASKED_ACTIVE_AGAIN)
    rests = _rests(seen)
    for tree in seen.tracked:
        resting = rests.get(tree.spout, [])
        for notification in tree.words:
            for place in notification.arrivals:
                if any(seen.index_of(place) in rest for rest in resting):
                    premise(TOLD_INACTIVE)
        until = tree.calls[0].index if tree.calls else len(seen.results)
        if any(tick <= until and any(tick in rest for rest in resting) for tick in tree.ticks):
            premise(TICKED_INACTIVE)
        if resting:
            _expect_callbacks(seen, tree)


NO_TICK_AT_BOUND = Premise("a spout task without a tick is asked at its bound")
WAITS_BESIDE_TICKS = Premise("a spout task without a tick waits for a tree while its acker task has three")
DONE_WITHOUT_TICKS = Premise("a tree is done long after its emission, and its acker task had no tick")
LONG = 12
"""A number of operations that counts as a long time."""


@plan_rule("SYS-39", STANDING_STILL, NO_TICK_AT_BOUND, WAITS_BESIDE_TICKS, DONE_WITHOUT_TICKS, effort=0.25)
def nothing_but_a_tick_is_time(seen: TopologyChronicle, premise: Premises) -> None:
    """Only its own ticks age what a task holds, however much else happens."""
    history = seen.history
    for tree in seen.tracked:
        if tree.calls:
            expect_cause(tree, history.reports)
        expect_answer(seen, tree)
        until = tree.calls[0].index if tree.calls else len(seen.results)
        ackers = {init.sent.to for init in tree.inits}
        ticks = [tick for acker in ackers for tick in history.ticks.get(acker, []) if tree.index < tick < until]
        if not [tick for tick in tree.ticks if tick <= until] and len(ticks) > SPOUT_TICKS:
            premise(WAITS_BESIDE_TICKS)
    for tree, last, acker in undisturbed(seen):
        if seen.index_of(last) - tree.index >= LONG:
            premise(DONE_WITHOUT_TICKS)
        expect_acked(seen, tree, last, f"{acker} had no tick since its emission")
    try:
        for spout, room in asked(seen):
            if not room and not history.ticks.get(spout):
                premise(NO_TICK_AT_BOUND)
    except Violation:
        return  # SYS-17 checks this, as a SHOULD


HELD_BACK = Premise(Occasion.HELD_BACK.value)
SENT_AFTER_PAUSE = Premise(Occasion.SENT_AFTER_PAUSE.value)
LOST_WITH_SENDER = Premise(Occasion.LOST_WITH_SENDER.value)


@plan_rule("SYS-40", BACKLOGGED, HELD_BACK, SENT_AFTER_PAUSE, LOST_WITH_SENDER, effort=0.5)
def what_waits_with_a_paused_task_shares_its_fate(seen: TopologyChronicle, premise: Premises) -> None:
    """It arrives when the task resumes, and is lost when the task dies."""
    hold(seen, premise, (Part.OUTBOX,), HELD_BACK, SENT_AFTER_PAUSE, LOST_WITH_SENDER)


# Helpers of several rules.


def _expect_callbacks(seen: TopologyChronicle, tree: EmittedTree) -> None:
    """Expect the callbacks of a tree to be as SYS-02 and SYS-03 require."""
    for call in tree.calls:
        if call.spout != tree.spout:
            raise Violation(
                f"{call.answer} of {tree.name} was called on {call.spout}; {tree.spout} emitted it", call.index
            )
    if tree.calls:
        expect_cause(tree, seen.history.reports)
    expect_answer(seen, tree)


def _expect_done(seen: TopologyChronicle, aside: str) -> None:
    """Expect that trees are acked with their last messages, as SYS-12 requires."""
    for tree, last, _ in undisturbed(seen):
        expect_acked(seen, tree, last, aside)


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
