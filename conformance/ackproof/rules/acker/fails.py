"""Rules on trees with a failed tuple."""

from attrs import evolve

from ackproof.oracle.lives import Chronicle
from ackproof.rules.acker.moments import (
    PLAIN,
    SEVERAL,
    acker_rule,
    agreed,
    expect,
    expect_to_any_init,
    fails_after_early_reset,
    rendered,
)
from ackproof.rules.registry import Premise, Premises, Violation
from ackproof.target import INIT_FIRST, NO_DUPLICATES, NO_STRAYS
from ackproof.workloads.acker import (
    ACK_IN_SECOND_LIFE,
    FAIL_AFTER_RESET,
    FAIL_AFTER_TWO_INITS,
    FAIL_AMONG_RESETS,
    FAIL_IN_SECOND_LIFE,
    Mix,
)
from ackproof.workloads.trees import TreeShape

MANY_FAILS = Mix(trees=TreeShape(emissions=3, copies=1, bolt_tuples=2, failed=15, failed_and_acked=40), late_inits=60)
FAIL_AFTER_INIT = Premise("a fail after init")
FAIL_AFTER_EARLY_RESET = Premise(
    "a fail after a reset-timeout and the init alone", takes="reset-timeout", excluded_by=(INIT_FIRST,)
)
FAIL_AFTER_SECOND_INIT = Premise("a fail after a second init", excluded_by=(NO_DUPLICATES,))
FAIL_AFTER_INIT_AND_EXPIRY = Premise(
    "a fail after init, and the root's earlier record expired", takes="tick", excluded_by=(NO_DUPLICATES, NO_STRAYS)
)


@acker_rule(
    "ACK-06",
    evolve(
        MANY_FAILS,
        openings=100,
        opening_ways=(FAIL_AFTER_RESET, FAIL_AFTER_RESET, FAIL_AFTER_TWO_INITS),
        encores=10,
        encore_ways=(FAIL_IN_SECOND_LIFE,),
        many_inits=5,
    ),
    FAIL_AFTER_INIT,
    FAIL_AFTER_EARLY_RESET,
    FAIL_AFTER_SECOND_INIT,
    FAIL_AFTER_INIT_AND_EXPIRY,
    effort=3,
)
def a_fail_after_init_is_notified_at_once(seen: Chronicle, premise: Premises) -> None:
    """It does not matter how many tuples are still open. ACK-14 checks that a record that a reset-timeout began
    survives a rotation.
    """
    for moment in seen.kept:
        if moment.after.after_expiry:
            if moment.step.op == "fail" and moment.after.inits and agreed(seen, moment):
                premise(FAIL_AFTER_INIT_AND_EXPIRY)
                expect_to_any_init(moment, "a tuple failed and the spout task is known, in this life of the record")
        elif moment.step.op == "fail" and moment.after.inits == 1 and not moment.after.contested:
            premise(FAIL_AFTER_INIT)
            if fails_after_early_reset(seen, moment):
                if moment.before and moment.before.age:
                    continue
                premise(FAIL_AFTER_EARLY_RESET)
            expect(moment, "a tuple failed and the spout task is known")
        elif moment.step.op == "fail" and moment.after.inits > 1:
            premise(FAIL_AFTER_SECOND_INIT)
            expect_to_any_init(moment, "a tuple failed and the spout task is known, from whichever init")


INIT_AFTER_FAIL = Premise("an init after a fail", excluded_by=(INIT_FIRST,))


@acker_rule("ACK-07", MANY_FAILS, INIT_AFTER_FAIL, effort=2)
def a_fail_before_init_is_remembered(seen: Chronicle, premise: Premises) -> None:
    """The init that follows it is answered with fail."""
    for moment in seen.fair:
        early = moment.before and moment.before.failed and not moment.before.inits
        if moment.step.op == "init" and early:
            premise(INIT_AFTER_FAIL)
            if not moment.after.contested:
                expect(moment, "a fail came before this init")
            elif not moment.emitted_kinds:
                raise Violation(f"{rendered(moment)}, though a fail came before this init", moment.index)


FAILED_LIFE_ENDS = Premise("a life with a fail in it ends")
FAIL_AND_ZERO_AT_ONCE = Premise("a fail and an ack val of zero at the same step", excluded_by=(INIT_FIRST,))


@acker_rule(
    "ACK-08",
    evolve(MANY_FAILS, trees=evolve(MANY_FAILS.trees, empty=15), several=SEVERAL),
    FAILED_LIFE_ENDS,
    FAIL_AND_ZERO_AT_ONCE,
    effort=2,
)
def fail_dominates_ack(seen: Chronicle, premise: Premises) -> None:
    """A life with a fail in it ends in fail or expiry, never in ack."""
    for moment in seen.kept:
        life = moment.after
        if not life.failed:
            continue
        if moment.emitted_kinds:
            premise(FAILED_LIFE_ENDS)
        if life.inits and life.done:
            premise(FAIL_AND_ZERO_AT_ONCE)
        if "ack" in moment.emitted_kinds and "fail" not in moment.emitted_kinds:  # sending both breaks ACK-09
            raise Violation(
                f"{rendered(moment)}, though a fail of root {life.root} came in this record's life", moment.index
            )


FAIL_SAID = Premise("a fail is said")
NOTHING_FAILED_AND_EDGES_OPEN = Premise("nothing failed, and edges are open")


@acker_rule(
    "ACK-35",
    evolve(
        PLAIN,
        openings=15,
        opening_ways=(FAIL_AMONG_RESETS,),
        encores=10,
        encore_ways=(ACK_IN_SECOND_LIFE,),
        many_inits=10,
        several=SEVERAL,
    ),
    FAIL_SAID,
    NOTHING_FAILED_AND_EDGES_OPEN,
)
def a_fail_is_said_only_of_a_tree_that_failed(seen: Chronicle, premise: Premises) -> None:
    """An acker fails no tree by itself."""
    for moment in seen.kept:
        life = moment.after
        if life.inits and life.open_set and not life.failed:
            premise(NOTHING_FAILED_AND_EDGES_OPEN)
        if "fail" in moment.emitted_kinds:
            premise(FAIL_SAID)
            if not any(each.failed for each in seen.by_any_expiry(moment)):
                raise Violation(
                    f"{rendered(moment)}, but no fail of root {life.root} came in this record's life", moment.index
                )
