"""SYS-39: components without ticks, for which no time passes."""

from ackproof.oracle.histories import TopologyChronicle
from ackproof.rules.registry import Premise, Premises, Violation
from ackproof.rules.topology.callbacks import SPOUT_TICKS, asked, expect_answer, expect_cause
from ackproof.rules.topology.plans import expect_acked, plan_rule, undisturbed
from ackproof.workloads.topologies.mix import TopologyMix

STANDING_STILL = TopologyMix(
    clocks=75,
    failures=9,
    bounded=60,
    bound_of_three=10,
    bolts=2,
    several=40,
    streams=12,
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
            expect_cause(seen, tree)
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
