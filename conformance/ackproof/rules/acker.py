"""Rules of the acker: `ACK-01` and following.

Each function judges the moments that its rule is about, and counts them: a moment in which nothing could have gone
wrong is no evidence.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from attrs import evolve, frozen

from ackproof.components.acker import AckerResult
from ackproof.oracle.lives import Chronicle, Life, Moment
from ackproof.rules.registry import Check, Premise, Premises, Violation, rule
from ackproof.target import DISTINCT_ACKS, INIT_FIRST, NO_DUPLICATES
from ackproof.text.wording import a, notification_words
from ackproof.workloads import ids
from ackproof.workloads.acker import (
    FAIL_AFTER_RESET,
    FAIL_AFTER_RESET_AND_ROTATION,
    FAIL_THAT_EXPIRES,
    Mix,
    grow_acker_workload,
)
from ackproof.workloads.trees import TreeShape
from ackproof.workloads.worked_examples import EXAMPLES, WorkedExample, begins_with_an_ack, pick_worked_example

LARGE = 50
VERY_LARGE = 300
MANY = 1000

PLAIN = Mix()
DISORDER = Mix(trees=TreeShape(failed=20), disorder=60, late_inits=60, resets=3, disturbances=2)
MANY_FAILS = Mix(trees=TreeShape(emissions=3, copies=1, bolt_tuples=2, failed=15, failed_and_acked=40), late_inits=60)
EARLY = Mix(trees=TreeShape(bolt_tuples=2), disturbances=4, late_inits=70, narrow=40)
MANY_TICKS = Mix(trees=TreeShape(emissions=1, bolt_tuples=3), ticks=4, late_inits=25, narrow=5, paced=25)
PACED = Mix(trees=TreeShape(emissions=1, bolt_tuples=4, failed=3, empty=0), ticks=4, narrow=5, paced=80, late_inits=5)
REFRESHED = Mix(
    trees=TreeShape(emissions=1, copies=3, bolt_tuples=2, failed=40, empty=0),
    resets=4,
    late_inits=80,
    narrow=0,
    paced=100,
    long_lives=0,
    marathons=10,
)
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
MISUSE = Mix(disturbances=4, replays=30, trees=TreeShape(twins=20, failed=20))
NARROW = Mix(
    trees=TreeShape(emissions=1, copies=3, bolt_tuples=7, failed=1),
    narrow=100,
    colliding=80,
    long_lives=0,
    late_inits=5,
)
SPREAD = Mix(trees=TreeShape(emissions=3), long_lives=25)
LARGE_TREES = Mix(
    trees=TreeShape(
        emissions=1, bolt_tuples=700, joins=10, failed=0, failed_and_acked=0, unanswered=0, empty=0, twins=0
    ),
    disorder=20,
    ticks=0,
    disturbances=0,
    resets=0,
    paced=0,
    narrow=0,
    long_lives=0,
)
MANY_TREES = Mix(
    trees=TreeShape(copies=1, bolt_tuples=20, failed=2, failed_and_acked=0, unanswered=0, empty=0, twins=0), soak=1100
)
EMPTY_TREES = Mix(trees=TreeShape(copies=1, bolt_tuples=1, empty=40))


def acker_rule(
    rule_id: str, mix: Mix, *premises: Premise, effort: float = 1
) -> Callable[[Check[Chronicle]], Check[Chronicle]]:
    """Register a rule of the acker, exercised by workloads of that mix; the rest is as in `registry.rule`."""
    grow = partial(grow_acker_workload, mix=mix)
    return rule(rule_id, grow=grow, observe=Chronicle, premises=premises, effort=effort)


BEGUN_BY_ACK_AND_DONE = Premise("a tree whose first message is an ack is done", excluded_by=(INIT_FIRST,))
ACKS_ALONE_EXPIRED = Premise("a record of acks alone expired", takes="tick", excluded_by=(INIT_FIRST, NO_DUPLICATES))


@acker_rule(
    "ACK-01",
    evolve(DISORDER, openings=12, opening_ways=("ack of zero", "two acks that cancel")),
    BEGUN_BY_ACK_AND_DONE,
    ACKS_ALONE_EXPIRED,
    effort=3,
)
def the_first_message_of_any_kind_creates_the_record(seen: Chronicle, premise: Premises) -> None:
    """What came before the init counts as much as what came after it, and the record's age is counted from there.

    That a fail and a reset-timeout create it as well is for ACK-07 and ACK-21 to see.
    """
    for moment in plain(seen):
        if moment.after.begun_by == "ack" and moment.after.due:
            premise(BEGUN_BY_ACK_AND_DONE)
            expect(moment, "the record was begun by an ack, and all that came since counts")
    for moment in after_expiry(seen):
        if moment.previous and all(kind == "ack" for kind in kinds(seen, moment.previous.life)):
            premise(ACKS_ALONE_EXPIRED)
            expect(moment, "the record was begun by an ack, and its rotations count from there")


BEFORE_INIT = {
    "ack": Premise("an ack before init"),
    "fail": Premise("a fail before init"),
}
ZERO_BEFORE_INIT = Premise("an ack val of zero before init", excluded_by=(NO_DUPLICATES, DISTINCT_ACKS))


@acker_rule(
    "ACK-02",
    EARLY,
    *BEFORE_INIT.values(),
    ZERO_BEFORE_INIT,
    effort=3,
)
def nothing_is_said_before_init_names_the_task(seen: Chronicle, premise: Premises) -> None:
    """There is nobody to say it to."""
    for moment in seen.fair:
        if not moment.after.inits and moment.step.op in ("ack", "fail"):
            premise(BEFORE_INIT[moment.step.op])
            if moment.after.done and moment.step.op == "ack":
                premise(ZERO_BEFORE_INIT)
            if moment.said_kinds:
                raise Violation(
                    f"{said(moment)}, but no init of root {moment.step.root} has come in this record's life",
                    moment.index,
                )


ACK_SAID = Premise("an ack is said")
INIT_IN_AND_EDGES_OPEN = Premise("init is in and edges are open")


@acker_rule("ACK-03", PLAIN, ACK_SAID, INIT_IN_AND_EDGES_OPEN)
def no_tree_is_completed_early(seen: Chronicle, premise: Premises) -> None:
    """An ack is said only when init is in and no edge is open. A repeated init may be counted once."""
    for moment in seen.fair:
        life = moment.after
        if life.inits and life.open_set:
            premise(INIT_IN_AND_EDGES_OPEN)
        if "ack" in moment.said_kinds:
            premise(ACK_SAID)
            if not life.inits:
                raise Violation(f"{said(moment)}, before any init of root {life.root}", moment.index)
            if not life.done and not life.done_once:
                raise Violation(f"{said(moment)}, while {edges(seen, moment)} still open", moment.index)


DONE_BY_ACK = Premise("a tree is done by an ack")
DONE_BY_INIT = Premise("a tree is done by its init")
DONE_AGAIN = Premise("a tree is done whose root was finished before", excluded_by=(NO_DUPLICATES,))


@acker_rule(
    "ACK-04",
    evolve(PLAIN, replays=20),
    DONE_BY_ACK,
    DONE_BY_INIT,
    DONE_AGAIN,
    effort=2,
)
def a_tree_is_completed_at_once_when_its_ack_val_is_zero(seen: Chronicle, premise: Premises) -> None:
    """In a life with one init and no fail, the message that leaves nothing open makes the acker say ack, once.

    That the same root was finished before changes nothing: its record is gone.
    """
    for moment in seen.fair:
        life = moment.after
        if life.inits == 1 and life.done and not life.failed:
            premise(DONE_BY_INIT if moment.step.op == "init" else DONE_BY_ACK)
            if moment.previous:  # it did not expire: such lives are not among the fair ones
                premise(DONE_AGAIN)
            expect(moment, "init is in, no fail came and no edge is open")


TWO_SPOUT_TASKS = {
    "ack": Premise("an ack, with two spout tasks"),
    "fail": Premise("a fail, with two spout tasks"),
}
TWO_TASKS_NAMED = {
    "ack": Premise("an ack, after inits that named two tasks", excluded_by=(NO_DUPLICATES,)),
    "fail": Premise("a fail, after inits that named two tasks", excluded_by=(NO_DUPLICATES,)),
    "reset-timeout": Premise(
        "a reset-timeout, after inits that named two tasks", takes="reset-timeout", excluded_by=(NO_DUPLICATES,)
    ),
}


@acker_rule(
    "ACK-05",
    Mix(trees=TreeShape(emissions=4, bolt_tuples=1, failed=15, twins=60), resets=4, late_inits=40),
    *TWO_SPOUT_TASKS.values(),
    *TWO_TASKS_NAMED.values(),
    effort=2,
)
def the_notification_goes_to_the_spout_task_of_the_latest_init(seen: Chronicle, premise: Premises) -> None:
    """And to no other. An acker may go by the first init alone, if it always does."""
    steps = seen.workload.steps
    tasks = {step.task for step in steps if step.op == "init"}
    went_by: set[str] = set()
    for moment in seen.fair:
        latest, first = moment.after.task, moment.after.first_task
        for word in moment.said:
            named_here = {steps[index].task for index in moment.after.history if steps[index].op == "init"}
            if len(named_here) > 1:
                premise(TWO_TASKS_NAMED[word.kind])
            if word.kind != "reset-timeout" and len(tasks) > 1:
                premise(TWO_SPOUT_TASKS[word.kind])
            if word.root != moment.step.root:
                continue
            if word.task not in (latest, first):
                named = "no init has named a task" if latest is None else f"the latest init named task {latest}"
                raise Violation(f"{said(moment)}, but {named}", moment.index)
            if latest != first:
                went_by.add("latest" if word.task == latest else "first")
            if len(went_by) > 1:
                raise Violation(
                    f"{said(moment)}; the latest init named task {latest} and the first task {first}, and the acker "
                    "has gone by the other one before",
                    moment.index,
                )


FAIL_AFTER_INIT = Premise("a fail after init")
FAIL_AFTER_EARLY_RESET = Premise(
    "a fail after a reset-timeout and the init alone", takes="reset-timeout", excluded_by=(INIT_FIRST,)
)


@acker_rule(
    "ACK-06",
    evolve(MANY_FAILS, openings=80, opening_ways=(FAIL_AFTER_RESET,)),
    FAIL_AFTER_INIT,
    FAIL_AFTER_EARLY_RESET,
    effort=3,
)
def a_fail_after_init_is_notified_at_once(seen: Chronicle, premise: Premises) -> None:
    """However many tuples are still open. Whether a record that a reset-timeout began is still there after a rotation
    is for ACK-14 to see.
    """
    for moment in seen.fair:
        if moment.step.op == "fail" and moment.after.inits == 1 and not moment.after.contested:
            premise(FAIL_AFTER_INIT)
            if fails_after_early_reset(seen, moment):
                if moment.before and moment.before.age:
                    continue
                premise(FAIL_AFTER_EARLY_RESET)
            expect(moment, "a tuple failed and the spout task is known")


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
            elif not moment.said_kinds:
                raise Violation(f"{said(moment)}, though a fail came before this init", moment.index)


FAILED_LIFE_ENDS = Premise("a life with a fail in it ends")
FAIL_AND_ZERO_AT_ONCE = Premise("a fail and an ack val of zero at the same step", excluded_by=(INIT_FIRST,))


@acker_rule("ACK-08", MANY_FAILS, FAILED_LIFE_ENDS, FAIL_AND_ZERO_AT_ONCE, effort=2)
def fail_dominates_ack(seen: Chronicle, premise: Premises) -> None:
    """A life with a fail in it ends in fail or expiry, never in ack."""
    for moment in seen.fair:
        life = moment.after
        if not life.failed:
            continue
        if moment.said_kinds:
            premise(FAILED_LIFE_ENDS)
        if life.inits and life.done:
            premise(FAIL_AND_ZERO_AT_ONCE)
        if "ack" in moment.said_kinds and "fail" not in moment.said_kinds:  # saying both is for ACK-09
            raise Violation(
                f"{said(moment)}, though a fail of root {life.root} came in this record's life", moment.index
            )


CALLS_FOR_A_NOTIFICATION = Premise("a message that calls for a notification")
CALLS_FOR_NONE = Premise("a message that calls for none")


@acker_rule("ACK-09", MISUSE, CALLS_FOR_A_NOTIFICATION, CALLS_FOR_NONE)
def a_message_causes_at_most_one_notification_about_its_own_root(seen: Chronicle, premise: Premises) -> None:
    """Never two, and never about another tree."""
    for moment in seen.fair:
        premise(CALLS_FOR_A_NOTIFICATION if moment.expected else CALLS_FOR_NONE)
        if len(moment.said) > 1:
            raise Violation(f"{said(moment)}: {len(moment.said)} notifications for one message", moment.index)
        for word in moment.said:
            if word.root != moment.step.root:
                raise Violation(f"{said(moment)}, about a root that the message was not about", moment.index)


AFTER_THE_END = {
    "ack": Premise("an ack after the tree was finished"),
    "fail": Premise("a fail after the tree was finished"),
    "reset-timeout": Premise("a reset-timeout after the tree was finished", takes="reset-timeout"),
}


@acker_rule(
    "ACK-10",
    evolve(MISUSE, resets=3),
    *AFTER_THE_END.values(),
    effort=2,
)
def late_messages_for_a_finished_tree_stay_silent(seen: Chronicle, premise: Premises) -> None:
    """They begin a record that nobody asked for, and it must not speak unless an init joins it."""
    for moment in seen.fair:
        finished = moment.previous is not None and moment.previous.cause != "expired"
        if finished and not moment.after.inits:
            premise(AFTER_THE_END[moment.step.op])
            expect(moment, "the tree was finished before, and no init has come since")


SECOND_INIT = Premise("a second init in one life", excluded_by=(NO_DUPLICATES,))


@acker_rule("ACK-11", MISUSE, SECOND_INIT)
def a_second_init_is_xored_again_and_names_the_task_anew(seen: Chronicle, premise: Premises) -> None:
    """It is somebody's mistake, and what it does is pinned all the same."""
    for moment in seen.fair:
        if moment.after.inits > 1 and moment.step.op != "reset-timeout" and not moment.after.contested:
            premise(SECOND_INIT)
            expect(moment, f"{moment.after.inits} inits came in this life, and all of them count")


INIT_OF_ZERO = Premise("an init with value zero")


@acker_rule("ACK-12", EMPTY_TREES, INIT_OF_ZERO)
def a_tree_without_tuples_is_done_at_its_init(seen: Chronicle, premise: Premises) -> None:
    """Nothing was emitted, so nothing is open."""
    for moment in seen.fair:
        if moment.step.op == "init" and not moment.before and not moment.step.edges:
            premise(INIT_OF_ZERO)
            expect(moment, "the init says that no tuple was emitted")


TICK_ENDS_RECORD_WITH_INIT = Premise("a tick that ends a record with an init")
TICK_ENDS_RECORD_WITHOUT_INIT = Premise("a tick that ends a record without")


@acker_rule("ACK-13", MANY_TICKS, TICK_ENDS_RECORD_WITH_INIT, TICK_ENDS_RECORD_WITHOUT_INIT)
def a_tick_says_nothing(seen: Chronicle, premise: Premises) -> None:
    """Expiry in an acker is silent: the spout keeps its own clock."""
    for tick in seen.ticks:
        for life in tick.expired:
            premise(TICK_ENDS_RECORD_WITH_INIT if life.inits else TICK_ENDS_RECORD_WITHOUT_INIT)
        if tick.said:
            raise Violation(
                f"the acker said {notification_words(tick.said)} at a tick, which must be silent", tick.index
            )


DUE_AFTER_A_ROTATION = Premise("a record is due that is one rotation old or more")
DUE_BEFORE_THE_LAST_ROTATION = Premise("a record is due one rotation before its end")
FAILS_AFTER_A_ROTATION = Premise(
    "a tree fails of which a reset-timeout and the init came a rotation before",
    takes="reset-timeout",
    excluded_by=(INIT_FIRST,),
)


@acker_rule(
    "ACK-14",
    evolve(PACED, openings=30, opening_ways=(FAIL_AFTER_RESET_AND_ROTATION,)),
    DUE_AFTER_A_ROTATION,
    DUE_BEFORE_THE_LAST_ROTATION,
    FAILS_AFTER_A_ROTATION,
    effort=3,
)
def a_record_survives_the_rotations_before_its_last(seen: Chronicle, premise: Premises) -> None:
    """Refreshed after r rotations, it is there until rotation r+N comes."""
    for moment in due(seen):
        if moment.before and moment.before.age and {"fail", "reset-timeout"}.isdisjoint(kinds(seen, moment.after)):
            premise(DUE_AFTER_A_ROTATION)
            if moment.before.age == moment.before.lifetime - 1:
                premise(DUE_BEFORE_THE_LAST_ROTATION)
            expect(
                moment,
                f"the record was last refreshed {moment.before.age} rotations ago "
                f"and lives for {moment.before.lifetime}",
            )
    for moment in seen.fair:
        if fails_after_early_reset(seen, moment) and moment.before and moment.before.age and not moment.after.contested:
            premise(FAILS_AFTER_A_ROTATION)
            expect(
                moment,
                f"the record was last refreshed {moment.before.age} rotations ago "
                f"and lives for {moment.before.lifetime}",
            )


SINGLE_MESSAGE_EXPIRED = Premise("a record of one message expired, and would have changed the answer")


@acker_rule(
    "ACK-15",
    evolve(MANY_TICKS, openings=10, opening_ways=(FAIL_THAT_EXPIRES,)),
    SINGLE_MESSAGE_EXPIRED,
    effort=2,
)
def a_record_is_forgotten_by_rotation_n(seen: Chronicle, premise: Premises) -> None:
    """What was known of the root before does not count any more. What refreshes a record is for other rules to see."""
    for moment in after_expiry(seen):
        if moment.previous is None or len(moment.previous.life.history) > 1:
            continue
        premise(SINGLE_MESSAGE_EXPIRED)
        expect(moment, f"the record of root {moment.step.root} expired before this life began")


ALIVE_BY_ACK_OR_SECOND_INIT = Premise("alive only because of an ack or a second init")


@acker_rule(
    "ACK-16",
    evolve(PACED, late_inits=25, marathons=10, lap="ack of zero"),
    ALIVE_BY_ACK_OR_SECOND_INIT,
    effort=2,
)
def every_message_refreshes(seen: Chronicle, premise: Premises) -> None:
    """Under storm1 any message gives the record its full lifetime again."""
    for moment in due(seen, expiry=True):
        if moment.before and moment.before.dead_if("acks do not refresh"):
            premise(ALIVE_BY_ACK_OR_SECOND_INIT)
            expect(moment, "an ack or a second init refreshed the record in time")


EXPIRED_IN_SPITE_OF_ACK_OR_SECOND_INIT = Premise("expired in spite of an ack or a second init")


@acker_rule("ACK-17", evolve(PACED, late_inits=25), EXPIRED_IN_SPITE_OF_ACK_OR_SECOND_INIT, effort=3)
def an_ack_or_a_second_init_does_not_refresh(seen: Chronicle, premise: Premises) -> None:
    """Under storm2 they change the record where it stands."""
    for moment in after_expiry(seen):
        ending = moment.previous
        if ending is None or "reset-timeout" in kinds(seen, ending.life):
            continue
        if not ending.life.dead_if("every message refreshes"):
            premise(EXPIRED_IN_SPITE_OF_ACK_OR_SECOND_INIT)
            expect(moment, "the record expired, since neither an ack nor a second init refreshes it")


ALIVE_BY_FAIL = Premise("alive only because of a fail", excluded_by=(INIT_FIRST,))
ALIVE_BY_RESET = Premise("alive only because of a reset-timeout", takes="reset-timeout")


@acker_rule(
    "ACK-18",
    REFRESHED,
    ALIVE_BY_FAIL,
    ALIVE_BY_RESET,
    effort=4,
)
def a_fail_or_a_reset_timeout_refreshes(seen: Chronicle, premise: Premises) -> None:
    """Under either profile."""
    for moment in due(seen, failed_early=True, expiry=True):
        if moment.before is None or moment.before.dead_if("acks do not refresh"):
            continue
        for idea, refresher, alive in (
            ("fails do not refresh", "fail", ALIVE_BY_FAIL),
            ("resets do not refresh", "reset-timeout", ALIVE_BY_RESET),
        ):
            if moment.before.dead_if(idea):
                premise(alive)
                expect(moment, f"a {refresher} refreshed the record in time")


DUE_AFTER_RESET = {
    "ack": Premise("an ack is due after a reset-timeout"),
    "fail": Premise("a fail is due after a reset-timeout"),
}


@acker_rule("ACK-19", MANY_RESETS, *DUE_AFTER_RESET.values(), effort=2)
def a_reset_timeout_changes_neither_ack_val_nor_fail(seen: Chronicle, premise: Premises) -> None:
    """The tree ends as it would have ended without it."""
    for moment in due(seen, failed_early=True):
        earlier = kinds(seen, moment.after)[:-1]
        if "reset-timeout" in earlier and moment.after.begun_by != "reset-timeout" and not moment.after.age:
            premise(DUE_AFTER_RESET[str(moment.after.due)])
            expect(moment, "the reset-timeout before it changed nothing but the record's age")


RESET_AFTER_INIT = Premise("a reset-timeout after init")
RESET_BEFORE_INIT = Premise("a reset-timeout before init")


@acker_rule("ACK-20", evolve(MANY_RESETS, resets=8), RESET_AFTER_INIT, RESET_BEFORE_INIT)
def a_reset_timeout_is_forwarded_to_the_spout_task_once_that_is_known(seen: Chronicle, premise: Premises) -> None:
    """The spout keeps a clock of its own, and has to hear of it: then, and at no other message."""
    for moment in seen.fair:
        if moment.step.op != "reset-timeout" and "reset-timeout" in moment.said_kinds:
            raise Violation(f"{said(moment)}, which only a reset-timeout calls for", moment.index)
        if moment.step.op == "reset-timeout" and moment.after.inits <= 1:
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
    """It is harmless: a tree that begins later goes its ordinary way. And it has the age that the record then has."""
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
            expect(moment, "the record was begun by a reset-timeout, and its rotations count from there")


OTHER_ROOT_WITHIN_LIFE = Premise("another root's message within the life")
SAME_HIGH_WORD = Premise("another root with the same high word")
SAME_LOW_WORD = Premise("another root with the same low word")
OTHER_SIGN = Premise("another root that differs in sign")


@acker_rule(
    "ACK-22",
    SPREAD,
    OTHER_ROOT_WITHIN_LIFE,
    SAME_HIGH_WORD,
    SAME_LOW_WORD,
    OTHER_SIGN,
    effort=2,
)
def roots_do_not_touch_each_other(seen: Chronicle, premise: Premises) -> None:
    """Whatever is open beside it, and however alike the root ids are.

    Where nothing came between, what a fail makes of a record that a reset-timeout began is for ACK-06 and ACK-14 to
    see.
    """
    roots = {step.root for step in seen.workload.steps if step.op != "tick"}
    others = {index: moment.step.root for index, moment in ((each.index, each) for each in seen.moments)}
    for moment in due(seen):
        root, first = moment.step.root, moment.after.history[0]
        if any(others.get(index, root) != root for index in range(first, moment.index)):
            premise(OTHER_ROOT_WITHIN_LIFE)
        elif fails_after_early_reset(seen, moment):
            continue
        for likeness in {alike(root, other) for other in roots if other != root}:
            if likeness is not None:
                premise(likeness)
        expect(moment, "messages of other roots do not count here")


ROOT_BEYOND_FLOAT = Premise("a root beyond 2**53")
VALUE_BEYOND_FLOAT = Premise("a value beyond 2**53")
NEGATIVE_ROOT = Premise("a negative root")
NEGATIVE_VALUE = Premise("a negative value")
ROOT_ZERO = Premise("the root 0")


@acker_rule(
    "ACK-23",
    SPREAD,
    ROOT_BEYOND_FLOAT,
    VALUE_BEYOND_FLOAT,
    NEGATIVE_ROOT,
    NEGATIVE_VALUE,
    ROOT_ZERO,
    effort=4,
)
def ids_and_values_use_all_64_bits(seen: Chronicle, premise: Premises) -> None:
    """No bit is lost, none is a sign that matters, and no number is special."""
    for moment in plain(seen):
        life, root = moment.after, moment.step.root
        if life.begun_by != "init":
            continue
        values = [seen.workload.value_of(seen.workload.steps[index].edges) for index in life.history]
        if life.due:
            for numbers, beyond, negative in (
                ([root], ROOT_BEYOND_FLOAT, NEGATIVE_ROOT),
                (values, VALUE_BEYOND_FLOAT, NEGATIVE_VALUE),
            ):
                if any(abs(number) > 1 << ids.FLOAT_BITS for number in numbers):
                    premise(beyond)
                if min(numbers) < 0:
                    premise(negative)
            if root == 0:
                premise(ROOT_ZERO)
        expect(moment, f"root {root} and the values {values} are ordinary 64-bit numbers")


A_MESSAGE = Premise("a message")
A_TICK = Premise("a tick")


@acker_rule("ACK-24", PLAIN, A_MESSAGE, A_TICK)
def the_acker_acks_its_own_input(seen: Chronicle, premise: Premises) -> None:
    """It is a bolt like others. Ticks come from nobody's tree and are not acked."""
    for index, (step, result) in enumerate(zip(seen.workload.steps, seen.results, strict=True)):
        is_tick = step.op == "tick"
        premise(A_TICK if is_tick else A_MESSAGE)
        if bool(result.acked) is is_tick:
            raise Violation(f"the acker {'acked a tick' if is_tick else f'did not ack the {step.op}'}", index)


RECORDS_PENDING = Premise("records are pending")
MESSAGE_FINISHES_RECORD = Premise("a message finishes a record")
TICK_ENDS_RECORD = Premise("a tick ends a record")


@acker_rule("ACK-25", Mix(ticks=5), RECORDS_PENDING, MESSAGE_FINISHES_RECORD, TICK_ENDS_RECORD)
def pending_counts_the_records(seen: Chronicle, premise: Premises) -> None:
    """One for each life that has begun and not ended."""
    for event in seen.events:
        if event.open_lives:
            premise(RECORDS_PENDING)
        if isinstance(event, Moment):
            if {"ack", "fail"} & set(event.said_kinds):
                premise(MESSAGE_FINISHES_RECORD)
        elif event.expired:
            premise(TICK_ENDS_RECORD)
        pending = seen.results[event.index].pending
        if pending != event.open_lives:
            raise Violation(f"the acker counts {pending} pending records; there are {event.open_lives}", event.index)


FALSE_ZERO = Premise("a false zero")


@acker_rule("ACK-26", NARROW, FALSE_ZERO, effort=4)
def a_false_zero_is_believed(seen: Chronicle, premise: Premises) -> None:
    """The ack val is all that an acker knows: where ids collide, zero is zero."""
    for moment in seen.fair:
        if moment.after.false_zero and moment.after.inits == 1 and not moment.after.failed:
            premise(FALSE_ZERO)
            expect(moment, f"the ack val is zero, though {edges(seen, moment)} open")


LARGE_TREE_DONE = Premise("a tree of more than fifty messages is done")
VERY_LARGE_TREE_DONE = Premise("a tree of more than three hundred messages is done")


@acker_rule(
    "ACK-33",
    LARGE_TREES,
    LARGE_TREE_DONE,
    VERY_LARGE_TREE_DONE,
    effort=0.4,
)
def the_size_of_a_tree_does_not_matter(seen: Chronicle, premise: Premises) -> None:
    """A record is as large for a thousand tuples as for one."""
    for moment in due(seen):
        if len(moment.after.history) > LARGE:
            premise(LARGE_TREE_DONE)
            if len(moment.after.history) > VERY_LARGE:
                premise(VERY_LARGE_TREE_DONE)
            expect(moment, f"this was the last of the {len(moment.after.history)} messages of its tree")


DONE_AMONG_MANY = Premise("a tree is done while a thousand others are open")
DONE_AMONG_MANY_OVER_A_TICK = Premise("a tree is done over a tick, while a thousand others are open")
DONE_AFTER_MANY_TICKS = Premise("a tree is done after hundreds of ticks")
EXPIRED_AFTER_MANY_TICKS = Premise("a tree expired after hundreds of ticks", takes="tick", excluded_by=(NO_DUPLICATES,))


@acker_rule(
    "ACK-34",
    MANY_TREES,
    DONE_AMONG_MANY,
    DONE_AMONG_MANY_OVER_A_TICK,
    DONE_AFTER_MANY_TICKS,
    EXPIRED_AFTER_MANY_TICKS,
    effort=0.015,
)
def the_number_of_trees_and_of_ticks_does_not_matter(seen: Chronicle, premise: Premises) -> None:
    """An acker neither fills up nor wears out."""
    for moment in due(seen):
        began = seen.moments_by_index[moment.after.history[0]].after.now
        if moment.open_lives > MANY:
            premise(DONE_AMONG_MANY)
            if moment.after.now != began:
                premise(DONE_AMONG_MANY_OVER_A_TICK)
            expect(moment, f"{moment.open_lives} other trees are open, and that changes nothing")
        elif began.total:
            premise(DONE_AFTER_MANY_TICKS)
            expect(moment, f"{began.total} ticks have passed before this tree began, and that changes nothing")
    for moment in after_expiry(seen):
        premise(EXPIRED_AFTER_MANY_TICKS)
        expect(moment, f"the tree expired, however many ticks came before: {len(seen.ticks)} in all")


@frozen
class WrittenOut:
    """A worked example and what a target answered to it."""

    example: WorkedExample
    results: Sequence[AckerResult]


FAIL_SAID = Premise("a fail is said")
NOTHING_FAILED_AND_EDGES_OPEN = Premise("nothing failed, and edges are open")


@acker_rule("ACK-35", PLAIN, FAIL_SAID, NOTHING_FAILED_AND_EDGES_OPEN)
def a_fail_is_said_only_of_a_tree_that_failed(seen: Chronicle, premise: Premises) -> None:
    """An acker fails nothing by itself."""
    for moment in seen.fair:
        life = moment.after
        if life.inits and life.open_set and not life.failed:
            premise(NOTHING_FAILED_AND_EDGES_OPEN)
        if "fail" in moment.said_kinds:
            premise(FAIL_SAID)
            if not life.failed:
                raise Violation(
                    f"{said(moment)}, but no fail of root {life.root} came in this record's life", moment.index
                )


WORKED = {title: Premise(title, excluded_by=(INIT_FIRST,) if begins_with_an_ack(title) else ()) for title in EXAMPLES}


@rule("ACK-32", grow=pick_worked_example, observe=WrittenOut, premises=list(WORKED.values()), effort=2)
def the_worked_examples_come_out_as_written(seen: WrittenOut, premise: Premises) -> None:
    """The trees that the sources draw, message by message."""
    if seen.example.steps:  # it is left empty for a target that assumes otherwise
        premise(WORKED[seen.example.title])
    rows = zip(seen.example.steps, seen.results, seen.example.expected, strict=True)
    for index, (step, result, expected) in enumerate(rows):
        if result.notifications != expected.notifications:
            raise Violation(
                f"in {seen.example.title}, when {step.about}, the acker said "
                f"{notification_words(result.notifications)}; "
                f"it should have said {notification_words(expected.notifications)}",
                index,
            )


def due(seen: Chronicle, *, failed_early: bool = False, expiry: bool = False) -> Iterator[Moment]:
    """Every message that the specification answers with ack or fail, but for those that other rules are about.

    Left out are a fail and a zero at the same step (ACK-08), second inits (ACK-11) and, unless asked for, fails that
    came before the init (ACK-07) and records that another idea of expiry would have ended: so that one mistake of a
    target breaks the rule that is about it, and not all the others.
    """
    for moment in seen.unspoiled if expiry else seen.fair:
        life = moment.after
        plain = not life.contested and life.inits == 1 and (failed_early or not life.failed_early)
        if life.due and plain:
            yield moment


def fails_after_early_reset(seen: Chronicle, moment: Moment) -> bool:
    """Whether a message is the fail of a tree of which only a reset-timeout and then the init have come."""
    return kinds(seen, moment.after) == ["reset-timeout", "init", "fail"]


def plain(seen: Chronicle) -> Iterator[Moment]:
    """Every message of the plainest lives: the first of its root, with one init, acks and nothing else, and no rotation
    since it began.
    """
    for moment in seen.fair:
        life = moment.after
        ops = kinds(seen, life)
        born_now = life.now == seen.moments_by_index[life.history[0]].after.now
        if moment.previous is None and born_now and ops.count("init") == 1 and set(ops) <= {"init", "ack"}:
            yield moment


def kinds(seen: Chronicle, life: Life) -> list[str]:
    """Return the operations of a life, in order."""
    return [seen.workload.steps[index].op for index in life.history]


def after_expiry(seen: Chronicle) -> Iterator[Moment]:
    """Every message that would have been answered otherwise, had the record that expired before it still been there."""
    for moment in seen.unspoiled:
        ending, life = moment.previous, moment.after
        if ending is None or ending.cause != "expired" or ending.life.spoiled:
            continue
        if life.contested or life.inits > 1 or moment.step.op == "reset-timeout":
            continue
        if ending.life.joined_with(life).due != life.due:
            yield moment


def alike(root: int, other: int) -> Premise | None:
    """Return in what way two roots are hard to tell apart, if they are."""
    differing = (root ^ other) & ((1 << ids.BITS) - 1)
    if differing == ids.SIGN or root == -other:
        return OTHER_SIGN
    if not differing >> ids.LOW_WORD:
        return SAME_HIGH_WORD
    if not differing & ((1 << ids.LOW_WORD) - 1):
        return SAME_LOW_WORD
    return None


def expect(moment: Moment, because: str) -> None:
    """Raise a violation unless the target said what the specification calls for at this moment."""
    if moment.said == moment.expected:
        return
    should = notification_words(moment.expected)
    raise Violation(f"{said(moment)}; it should have said {should}, because {because}", moment.index)


def said(moment: Moment) -> str:
    """Tell what a target said at a moment."""
    return f"at {a(moment.step.op)} of root {moment.step.root} the acker said {notification_words(moment.said)}"


def _is_begun_by_its_only_reset(seen: Chronicle, life: Life) -> bool:
    first, *rest = kinds(seen, life)
    return first == "reset-timeout" and all(kind == "ack" for kind in rest)


def edges(seen: Chronicle, moment: Moment) -> str:
    """Name the edges that are open at a moment, with the verb."""
    names = sorted(seen.workload.names[edge] for edge in moment.after.open_set)
    return f"{', '.join(names)} {'are' if len(names) > 1 else 'is'}"
