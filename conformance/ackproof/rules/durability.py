"""Rules of durability: `DUR-01` and following. They can be broken only if a target is killed and started again."""

from ackproof.oracle.lives import Chronicle, Life, Moment
from ackproof.rules.acker.moments import acker_rule, after_expiry, due, expect
from ackproof.rules.registry import Premise, Premises, Violation
from ackproof.target import INIT_FIRST
from ackproof.text.wording import notification_words
from ackproof.workloads.acker import Mix
from ackproof.workloads.trees import TreeShape

RESTARTED = Mix(
    trees=TreeShape(emissions=3, copies=2, bolt_tuples=3, failed=20, empty=0),
    disorder=50,
    late_inits=35,
    ticks=4,
    resets=2,
    replays=20,
    paced=30,
    narrow=0,
    long_lives=10,
    openings=45,
    restarts=2,
)


OPEN_AT_RESTART = Premise("a tree is due that was open at a restart")
AGED_AT_RESTART = Premise("a tree is due whose record had an age at a restart")
FAIL_BEFORE_RESTART_AND_INIT_AFTER = Premise(
    "a fail that came before a restart and its init after it", excluded_by=(INIT_FIRST,)
)
EXPIRED_AFTER_RESTART = Premise("a record expired that was there at a restart")
LATE_AFTER_RESTART = Premise("a message after a restart, for a tree finished before it")


@acker_rule(
    "DUR-01",
    RESTARTED,
    OPEN_AT_RESTART,
    AGED_AT_RESTART,
    FAIL_BEFORE_RESTART_AND_INIT_AFTER,
    EXPIRED_AFTER_RESTART,
    LATE_AFTER_RESTART,
    effort=2.5,
)
def a_target_that_is_killed_and_restarted_notifies_as_if_it_had_not_been(seen: Chronicle, premise: Premises) -> None:
    """No record is lost, no notification is repeated, and no age is reset."""
    for index, notifications in seen.restarts.items():
        if notifications:
            raise Violation(
                f"when it was started again the acker said {notification_words(notifications)}, which nothing "
                "called for",
                index,
            )
    for moment in due(seen, failed_early=True, expiry=True):
        for restart in _within(seen, moment.after, moment.index)[-1:]:
            _count(seen, moment, restart, premise)
            expect(moment, f"the record was there when the target was killed, at row {restart + 1}")
    for moment in after_expiry(seen):
        if moment.previous and _within(seen, moment.previous.life, _expiry(seen, moment.previous.life)):
            premise(EXPIRED_AFTER_RESTART)
            expect(moment, "its record expired, as ticks before a restart count, and only what came since counts")
    for moment in seen.unspoiled:
        ending = moment.previous
        if ending and ending.cause != "expired" and not moment.after.inits:
            if any(ending.life.history[-1] < index < moment.index for index in seen.restarts):
                premise(LATE_AFTER_RESTART)
                expect(moment, "the tree was finished before the target was killed, and stays so")


def _count(seen: Chronicle, moment: Moment, restart: int, premise: Premises) -> None:
    """Count the premises that a restart meets for the record of a tree that is due now."""
    premise(OPEN_AT_RESTART)
    if any(moment.after.history[0] < tick.index < restart for tick in seen.ticks):
        premise(AGED_AT_RESTART)
    if any(seen.workload.steps[index].op == "fail" for index in moment.after.history if index < restart):
        premise(FAIL_BEFORE_RESTART_AND_INIT_AFTER)


def _expiry(seen: Chronicle, life: Life) -> int:
    """Return when the record of a life expired."""
    return next(tick.index for tick in seen.ticks if any(life is gone for gone in tick.expired))


def _within(seen: Chronicle, life: Life, end: int) -> list[int]:
    """Return the restarts after the first message of a life and before an operation."""
    return [index for index in seen.restarts if life.history[0] < index < end]
