"""Rules of durability: `DUR-01` and following. They can be broken only if a target is killed and started again."""

from attrs import evolve

from ackproof.oracle.lives import Chronicle, Life, Moment
from ackproof.rules.acker.moments import (
    acker_rule,
    after_expiry,
    binds_in_spite_of_repeated_inits,
    expect,
    expect_to_any_init,
    rendered,
)
from ackproof.rules.registry import Premise, Premises, Violation
from ackproof.target import INIT_FIRST, NO_DUPLICATES, NO_STRAYS
from ackproof.targets.readings import READINGS, answers_by
from ackproof.text.wording import notification_words
from ackproof.workloads.acker import RESTARTED_AFTER_TWO_INITS, TWO_INITS_AROUND_A_RESTART, Mix
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
    encores=50,
    encore_ways=(*RESTARTED_AFTER_TWO_INITS, *TWO_INITS_AROUND_A_RESTART),
    several=40,
    ticks_of_one=35,
)


OPEN_AT_RESTART = Premise("a tree is due that was open at a restart")
AGED_AT_RESTART = Premise("a tree is due whose record had an age at a restart")
FAIL_BEFORE_RESTART_AND_INIT_AFTER = Premise(
    "a fail that came before a restart and its init after it", excluded_by=(INIT_FIRST,)
)
EXPIRED_AFTER_RESTART = Premise("a record expired that was there at a restart")
LATE_AFTER_RESTART = Premise("a message after a restart, for a tree finished before it")
TWO_INITS_BEFORE_RESTART = Premise(
    "a tree is due that had two inits at a restart", excluded_by=(NO_DUPLICATES, NO_STRAYS)
)
RESET_AFTER_RESTART = Premise("a reset-timeout for a record that was there at a restart", takes="reset-timeout")
INITS_AROUND_RESTART = Premise(
    "a second init in a life with a restart, after such a life without", excluded_by=(NO_DUPLICATES, NO_STRAYS)
)
NOTHING_DUE_AFTER_RESTART = Premise("nothing is due of a record that was there at a restart")


@acker_rule(
    "DUR-01",
    RESTARTED,
    OPEN_AT_RESTART,
    AGED_AT_RESTART,
    FAIL_BEFORE_RESTART_AND_INIT_AFTER,
    EXPIRED_AFTER_RESTART,
    LATE_AFTER_RESTART,
    TWO_INITS_BEFORE_RESTART,
    RESET_AFTER_RESTART,
    NOTHING_DUE_AFTER_RESTART,
    INITS_AROUND_RESTART,
    effort=2.5,
)
def a_target_that_is_killed_and_restarted_notifies_as_if_it_had_not_been(seen: Chronicle, premise: Premises) -> None:
    """No record is lost, no notification is repeated, and no age is reset."""
    _expect_silence(seen)
    for moment in seen.unspoiled:
        for restart in _within(seen, moment.after, moment.index)[-1:]:
            _judge(seen, moment, restart, premise)
    for moment in after_expiry(seen):
        if moment.previous and _within(seen, moment.previous.life, _expiry(seen, moment.previous.life)):
            premise(EXPIRED_AFTER_RESTART)
            expect_to_any_init(
                moment, "its record expired, as ticks before a restart count, and only what came since counts"
            )
    for moment in seen.unspoiled:
        ending = moment.previous
        if ending and ending.cause != "expired" and not moment.after.inits:
            if any(ending.life.history[-1] < index < moment.index for index in seen.restarts):
                premise(LATE_AFTER_RESTART)
                expect(moment, "the tree was finished before the target was killed, and stays so")
    for root in _roots_of_encores(seen):
        _expect_one_reading(seen, root, premise)


def _expect_silence(seen: Chronicle) -> None:
    """Raise a violation if the target says something when it is started again, or at a tick after that."""
    for index, notifications in seen.restarts.items():
        if notifications:
            raise Violation(
                f"when it was started again the acker said {notification_words(notifications)}, which nothing "
                "called for",
                index,
            )
    for tick in seen.ticks:
        if tick.emitted and min(seen.restarts, default=tick.index) < tick.index:
            said = notification_words(tick.emitted)
            raise Violation(f"the acker said {said} at a tick after it was started again: ticks are silent", tick.index)


def _judge(seen: Chronicle, moment: Moment, restart: int, premise: Premises) -> None:
    """Judge a message of a record that was there at a restart, unless the answer is a SHOULD or for ACK-08."""
    life = moment.after
    if life.contested or (life.inits > 1 and not binds_in_spite_of_repeated_inits(life)):
        return
    _count(seen, moment, restart, premise)
    killed = f"the target was killed, at row {restart + 1}"
    expect_to_any_init(
        moment, f"the record was there when {killed}" if moment.expected else f"{killed}, which changes no record"
    )


def _count(seen: Chronicle, moment: Moment, restart: int, premise: Premises) -> None:
    """Count the premises that a restart meets for a record that gets a message now."""
    if not moment.after.due:
        premise(RESET_AFTER_RESTART if moment.expected else NOTHING_DUE_AFTER_RESTART)
        return
    premise(OPEN_AT_RESTART)
    if sum(seen.workload.steps[index].op == "init" for index in moment.after.history if index < restart) > 1:
        premise(TWO_INITS_BEFORE_RESTART)
    if any(moment.after.history[0] < tick.index < restart for tick in seen.ticks):
        premise(AGED_AT_RESTART)
    if any(seen.workload.steps[index].op == "fail" for index in moment.after.history if index < restart):
        premise(FAIL_BEFORE_RESTART_AND_INIT_AFTER)


def _roots_of_encores(seen: Chronicle) -> list[int]:
    """Return the roots that are in no tree, in which the same comes again with a restart in it."""
    trees = {emission.root for emission in seen.workload.forest.emissions}
    return [root for root in dict.fromkeys(moment.step.root for moment in seen.moments) if root not in trees]


def _expect_one_reading(seen: Chronicle, root: int, premise: Premises) -> None:
    """Raise a violation unless all lives of a root are answered by one of the readings of a second init (ACK-11), be
    there a restart or not. Where none is left before a restart has come into a life, that is for other rules.
    """
    places = [place for place, step in enumerate(seen.workload.steps) if step.op == "tick" or step.root == root]
    places = [place for place in places if place not in seen.restarts]
    run = evolve(seen.workload.run, operations=tuple(seen.workload.operations[place] for place in places))
    left = [answers_by(reading, run) for reading in READINGS]
    without = None
    for index, place in enumerate(places):
        moment = seen.moments_by_index.get(place)
        if moment is None:
            continue
        if moment.after.contested or moment.after.dead_if_so:
            return
        restarts = _within(seen, moment.after, place)
        first = left[0][index].notifications
        left = [answers for answers in left if tuple(answers[index].notifications) == moment.emitted]
        if moment.after.inits > 1:
            began = moment.after.history[0]
            if restarts and without not in (None, began):
                premise(INITS_AROUND_RESTART)
            without = without if restarts else began
        if not left and restarts:
            raise Violation(
                f"{rendered(moment)}; it should have said {notification_words(first)}, because it read a second init "
                f"in that way before the target was killed, at row {restarts[-1] + 1}",
                place,
            )
        if not left:
            return


def _expiry(seen: Chronicle, life: Life) -> int:
    """Return when the record of a life expired."""
    return next(tick.index for tick in seen.ticks if any(life is gone for gone in tick.expired))


def _within(seen: Chronicle, life: Life, end: int) -> list[int]:
    """Return the restarts after the first message of a life and before an operation."""
    return [index for index in seen.restarts if life.history[0] < index < end]
