"""Rules on reset-timeouts: what one changes in a record, to whom it is forwarded, and what record it begins."""

from attrs import evolve

from ackproof.oracle.lives import Chronicle, Life
from ackproof.rules.acker.moments import acker_rule, after_expiry, due, expect, expect_to_any_init, kinds, rendered
from ackproof.rules.registry import Premise, Premises, Violation
from ackproof.target import INIT_FIRST, NO_DUPLICATES, NO_STRAYS
from ackproof.workloads.acker import RESET_AFTER_TWO_INITS, RESET_AMONG_TWO_INITS, Mix
from ackproof.workloads.trees import TreeShape

MANY_RESETS = Mix(
    trees=TreeShape(emissions=2, bolt_tuples=2, failed=20),
    resets=4,
    ticks=1,
    late_inits=30,
    disturbances=0,
    marathons=10,
)
OPENING_RESETS = Mix(
    trees=TreeShape(emissions=1, copies=2, bolt_tuples=1, empty=0),
    resets=2,
    late_inits=40,
    paced=30,
    openings=35,
    opening_ways=("reset-timeout",),
    long_lives=5,
)
DUE_AFTER_RESET = {
    "ack": Premise("an ack is due after a reset-timeout"),
    "fail": Premise("a fail is due after a reset-timeout"),
}


DUE_AFTER_TWO_INITS_AND_RESET = Premise(
    "an ack or fail is due after a second init and a reset-timeout", excluded_by=(NO_DUPLICATES, NO_STRAYS)
)


@acker_rule(
    "ACK-19",
    evolve(MANY_RESETS, encores=10, encore_ways=(RESET_AMONG_TWO_INITS,)),
    *DUE_AFTER_RESET.values(),
    DUE_AFTER_TWO_INITS_AND_RESET,
    effort=2.3,
)
def a_reset_timeout_changes_neither_ack_val_nor_fail(seen: Chronicle, premise: Premises) -> None:
    """The tree ends as it would have ended without the reset-timeout."""
    for moment in due(seen, failed_early=True, repeated_inits=True):
        earlier = kinds(seen, moment.after)[:-1]
        if "reset-timeout" in earlier and moment.after.begun_by != "reset-timeout" and not moment.after.age:
            premise(DUE_AFTER_RESET[str(moment.after.due)])
            if moment.after.inits > 1:
                premise(DUE_AFTER_TWO_INITS_AND_RESET)
            expect_to_any_init(moment, "the reset-timeout before it changed nothing but the record's age")


RESET_AFTER_INIT = Premise("a reset-timeout after init")
RESET_BEFORE_INIT = Premise("a reset-timeout before init")
RESET_AFTER_SECOND_INIT = Premise("a reset-timeout after a second init", excluded_by=(NO_DUPLICATES, NO_STRAYS))


@acker_rule(
    "ACK-20",
    evolve(MANY_RESETS, resets=8, openings=25, opening_ways=(RESET_AFTER_TWO_INITS,)),
    RESET_AFTER_INIT,
    RESET_BEFORE_INIT,
    RESET_AFTER_SECOND_INIT,
)
def a_reset_timeout_is_forwarded_to_the_spout_task_once_that_is_known(seen: Chronicle, premise: Premises) -> None:
    """The spout has a timeout of its own, which the forwarded reset-timeout restarts. No other message causes one."""
    for moment in seen.fair:
        if moment.step.op != "reset-timeout" and "reset-timeout" in moment.emitted_kinds:
            raise Violation(f"{rendered(moment)}, which only a reset-timeout calls for", moment.index)
        if moment.step.op != "reset-timeout":
            continue
        if moment.after.inits > 1:
            premise(RESET_AFTER_SECOND_INIT)
            expect_to_any_init(moment, "it came after the init that names the spout task, whichever that is")
        else:
            known = "after" if moment.after.inits else "before"
            premise(RESET_AFTER_INIT if moment.after.inits else RESET_BEFORE_INIT)
            expect(moment, f"it came {known} the init that names the spout task")


RESET_FOR_UNKNOWN_ROOT = Premise("a reset-timeout for an unknown root")
BEGUN_BY_RESET_AND_DUE = Premise("a record begun by a reset-timeout is due", excluded_by=(INIT_FIRST,))
BEGUN_BY_RESET_AND_EXPIRED = Premise("a record begun by a reset-timeout expired", excluded_by=(INIT_FIRST,))


@acker_rule(
    "ACK-21",
    OPENING_RESETS,
    RESET_FOR_UNKNOWN_ROOT,
    BEGUN_BY_RESET_AND_DUE,
    BEGUN_BY_RESET_AND_EXPIRED,
    effort=5,
)
def a_reset_timeout_for_an_unknown_root_creates_an_empty_record(seen: Chronicle, premise: Premises) -> None:
    """A tree that begins later uses that record: it is completed as usual, and its age is counted from the
    reset-timeout.
    """
    for moment in seen.fair:
        if moment.after.begun_by == "reset-timeout" and moment.before is None:
            premise(RESET_FOR_UNKNOWN_ROOT)
            expect(moment, "nothing was known of the root")
    for moment in due(seen):
        if moment.after.begun_by == "reset-timeout" and "fail" not in kinds(seen, moment.after):
            premise(BEGUN_BY_RESET_AND_DUE)
            expect(moment, "the reset-timeout that began the record left it empty")
    for moment in after_expiry(seen):
        if moment.previous and _is_begun_by_its_only_reset(seen, moment.previous.life):
            premise(BEGUN_BY_RESET_AND_EXPIRED)
            expect_to_any_init(moment, "the record was begun by a reset-timeout, and its rotations count from there")


def _is_begun_by_its_only_reset(seen: Chronicle, life: Life) -> bool:
    first, *rest = kinds(seen, life)
    return first == "reset-timeout" and all(kind == "ack" for kind in rest)
