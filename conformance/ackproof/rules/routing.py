"""Rules of routing: `RTE-01` and following. They can be broken only with several acker tasks."""

from attrs import evolve

from ackproof.oracle.lives import Chronicle
from ackproof.rules.acker.moments import acker_rule, after_expiry, due, expect, kinds
from ackproof.rules.registry import Premise, Premises
from ackproof.workloads.acker import FAIL_AND_TICKS_OF_ONE, Mix
from ackproof.workloads.trees import TreeShape

MANY_ACKERS = Mix(trees=TreeShape(emissions=3), resets=3, acker_tasks=5)
MANY_ACKERS_AND_TICKS = Mix(
    trees=TreeShape(emissions=2, copies=1, bolt_tuples=1), acker_tasks=3, ticks=7, disorder=55, long_lives=15
)


TREE_OF_SEVERAL_MESSAGES_ENDS = Premise("a tree of several messages ends")


@acker_rule("RTE-01", MANY_ACKERS, TREE_OF_SEVERAL_MESSAGES_ENDS)
def all_messages_of_a_root_reach_one_acker_task(seen: Chronicle, premise: Premises) -> None:
    """Otherwise its ack val would be divided over two tasks."""
    for moment in due(seen, failed_early=True):
        ops = kinds(seen, moment.after)
        if len(ops) > 1 and "reset-timeout" not in ops and not moment.after.age:
            premise(TREE_OF_SEVERAL_MESSAGES_ENDS)
            expect(moment, "all messages of a root meet at one acker task")
    for moment in seen.fair:
        if moment.step.op == "reset-timeout" and moment.after.inits == 1:
            expect(moment, "a reset-timeout goes to the acker task of its root")


EXPIRED_BY_TICKS_OF_ITS_ACKER = Premise("a record expired by ticks of its own acker task")


@acker_rule(
    "RTE-02",
    MANY_ACKERS_AND_TICKS,
    EXPIRED_BY_TICKS_OF_ITS_ACKER,
)
def the_acker_task_is_the_floormod_of_the_list_hash(seen: Chronicle, premise: Premises) -> None:
    """A tick of that acker task ages the record."""
    for moment in after_expiry(seen):
        if moment.previous and not moment.previous.life.dead_if("only common ticks reach"):
            premise(EXPIRED_BY_TICKS_OF_ITS_ACKER)
            expect(moment, "ticks of the acker task that its root is routed to ended the record")


ALIVE_AS_TICKS_WENT_ELSEWHERE = Premise("alive only because ticks went to other acker tasks")


@acker_rule(
    "RTE-03",
    evolve(
        MANY_ACKERS_AND_TICKS,
        trees=evolve(MANY_ACKERS_AND_TICKS.trees, failed=20),
        openings=15,
        opening_ways=(FAIL_AND_TICKS_OF_ONE,),
    ),
    ALIVE_AS_TICKS_WENT_ELSEWHERE,
    effort=2,
)
def a_tick_ages_only_the_acker_tasks_that_it_reaches(seen: Chronicle, premise: Premises) -> None:
    """Each acker task has its own ticks."""
    for moment in due(seen, failed_early=True, expiry=True):
        if moment.before and moment.before.dead_if("every tick reaches every acker task"):
            premise(ALIVE_AS_TICKS_WENT_ELSEWHERE)
            expect(moment, "ticks of other acker tasks did not age the record")
