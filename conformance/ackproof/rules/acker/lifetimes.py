"""Rules on time: how many rotations a record survives, and what refreshes it."""

from attrs import evolve

from ackproof.oracle.lives import SUPPOSE, Chronicle, Life
from ackproof.rules.acker.moments import (
    acker_rule,
    after_expiry,
    due,
    expect,
    expect_to_any_init,
    fails_after_early_reset,
    kinds,
)
from ackproof.rules.registry import Premise, Premises, Violation
from ackproof.target import INIT_FIRST, NO_DUPLICATES, NO_STRAYS
from ackproof.text.wording import ago, count, notification_words
from ackproof.workloads.acker import (
    ACK_AFTER_RESET_AND_EXPIRY,
    ACKS_AFTER_TWO_INITS,
    FAIL_AFTER_RESET_AND_ROTATION,
    FAIL_AND_ACK_THAT_EXPIRE,
    FAIL_KEPT_AFTER_TWO_INITS,
    FAIL_KEPT_BY_ACKS,
    FAIL_THAT_EXPIRES,
    RESET_AFTER_EXPIRY,
    Mix,
)
from ackproof.workloads.trees import TreeShape

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
TICK_ENDS_RECORD_WITH_INIT = Premise("a tick that ends a record with an init")
TICK_ENDS_RECORD_WITHOUT_INIT = Premise("a tick that ends a record without")


@acker_rule("ACK-13", MANY_TICKS, TICK_ENDS_RECORD_WITH_INIT, TICK_ENDS_RECORD_WITHOUT_INIT)
def a_tick_says_nothing(seen: Chronicle, premise: Premises) -> None:
    """Expiry in an acker causes no notification: the spout has a timeout of its own."""
    for tick in seen.ticks:
        for life in tick.expired:
            premise(TICK_ENDS_RECORD_WITH_INIT if life.inits else TICK_ENDS_RECORD_WITHOUT_INIT)
        if tick.emitted:
            raise Violation(
                f"the acker said {notification_words(tick.emitted)} at a tick, which must be silent", tick.index
            )


DUE_AFTER_A_ROTATION = Premise("a record is due that is one rotation old or more")
DUE_BEFORE_THE_LAST_ROTATION = Premise("a record is due one rotation before its end")
FAILS_AFTER_A_ROTATION = Premise(
    "a tree fails of which a reset-timeout and the init came a rotation before",
    takes="reset-timeout",
    excluded_by=(INIT_FIRST, NO_STRAYS),
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
    """A record that was refreshed after r rotations exists until rotation r+N."""
    for moment in due(seen):
        if moment.before and moment.before.age and {"fail", "reset-timeout"}.isdisjoint(kinds(seen, moment.after)):
            premise(DUE_AFTER_A_ROTATION)
            if moment.before.age == moment.before.lifetime - 1:
                premise(DUE_BEFORE_THE_LAST_ROTATION)
            expect(moment, _ages(moment.before))
    for moment in seen.fair:
        if fails_after_early_reset(seen, moment) and moment.before and moment.before.age and not moment.after.contested:
            premise(FAILS_AFTER_A_ROTATION)
            expect(moment, _ages(moment.before))


def _ages(life: Life) -> str:
    """Return in words how old a record is, and how old it gets."""
    return f"the record was last refreshed {ago(life.age, 'rotation')} and lives for {count(life.lifetime, 'rotation')}"


SINGLE_MESSAGE_EXPIRED = Premise("a record of one message expired, and would have changed the answer")
SEVERAL_MESSAGES_EXPIRED = Premise("a record of several messages expired, and would have changed the answer")
EXPIRED_AND_RESET = Premise("a reset-timeout for a record that expired with its spout task", takes="reset-timeout")


@acker_rule(
    "ACK-15",
    evolve(
        MANY_TICKS,
        openings=10,
        opening_ways=(FAIL_THAT_EXPIRES,),
        encores=10,
        encore_ways=(RESET_AFTER_EXPIRY,),
    ),
    SINGLE_MESSAGE_EXPIRED,
    SEVERAL_MESSAGES_EXPIRED,
    EXPIRED_AND_RESET,
    effort=2,
)
def a_record_is_forgotten_by_rotation_n(seen: Chronicle, premise: Premises) -> None:
    """Earlier messages of the root no longer count. Other rules check what refreshes a record: here it would be gone
    whatever does.
    """
    for moment in after_expiry(seen):
        if moment.previous is None or not _is_gone_by_every_idea(seen, moment.previous.life, moment.after):
            continue
        premise(SEVERAL_MESSAGES_EXPIRED if len(moment.previous.life.history) > 1 else SINGLE_MESSAGE_EXPIRED)
        if moment.step.op == "reset-timeout":
            premise(EXPIRED_AND_RESET)
        expect_to_any_init(moment, "its record expired before this life began, and only what came since counts")


def _is_gone_by_every_idea(seen: Chronicle, life: Life, later: Life) -> bool:
    """Whether a record would be gone when a later life of its root began, also if another idea of expiry were right."""
    return life.at(seen.moments_by_index[later.history[0]].after.now).dead_if_so == frozenset(SUPPOSE)


ALIVE_BY_ACK_OR_SECOND_INIT = Premise("alive only because of an ack or a second init")
ALIVE_BY_ACK_AFTER_TWO_INITS = Premise(
    "alive only because of an ack, after an init was repeated", excluded_by=(NO_DUPLICATES, NO_STRAYS)
)


@acker_rule(
    "ACK-16",
    evolve(
        PACED,
        late_inits=25,
        marathons=10,
        lap="ack of zero",
        openings=10,
        opening_ways=(FAIL_KEPT_BY_ACKS,),
        encores=25,
        encore_ways=(ACKS_AFTER_TWO_INITS,),
    ),
    ALIVE_BY_ACK_OR_SECOND_INIT,
    ALIVE_BY_ACK_AFTER_TWO_INITS,
    effort=2,
)
def every_message_refreshes(seen: Chronicle, premise: Premises) -> None:
    """Under storm1 any message restarts the lifetime of the record, and so of a remembered fail."""
    for moment in due(seen, failed_early=True, expiry=True, repeated_inits=True):
        if moment.before and moment.before.dead_if("acks do not refresh"):
            premise(ALIVE_BY_ACK_OR_SECOND_INIT if moment.after.inits == 1 else ALIVE_BY_ACK_AFTER_TWO_INITS)
            expect_to_any_init(moment, f"{_refreshers(seen, moment.before)} before it refreshed the record in time")


def _refreshers(seen: Chronicle, life: Life) -> str:
    """Return the acks and inits of a life in words, apart from the message that began it."""
    ops = [op for op in kinds(seen, life)[1:] if op in ("ack", "init")]
    return f"the {' and '.join(f'{op}s' if ops.count(op) > 1 else op for op in dict.fromkeys(ops))}"


EXPIRED_IN_SPITE_OF_ACK_OR_SECOND_INIT = Premise("expired in spite of an ack or a second init")


@acker_rule(
    "ACK-17",
    evolve(
        PACED,
        late_inits=25,
        openings=20,
        opening_ways=("ack of zero", "two acks that cancel", FAIL_AND_ACK_THAT_EXPIRE),
        encores=5,
        encore_ways=(ACK_AFTER_RESET_AND_EXPIRY,),
    ),
    EXPIRED_IN_SPITE_OF_ACK_OR_SECOND_INIT,
    effort=3,
)
def an_ack_or_a_second_init_does_not_refresh(seen: Chronicle, premise: Premises) -> None:
    """Under storm2 they change the record without restarting its lifetime."""
    for moment in after_expiry(seen):
        ending = moment.previous
        if ending is None or _is_begun_by_its_only_refresher(seen, ending.life):
            continue
        if moment.step.op == "reset-timeout":  # what it is answered with after an expiry is for ACK-15
            continue
        if not ending.life.dead_if("every message refreshes"):
            premise(EXPIRED_IN_SPITE_OF_ACK_OR_SECOND_INIT)
            expect_to_any_init(moment, "the record expired, since neither an ack nor a second init refreshes it")


def _is_begun_by_its_only_refresher(seen: Chronicle, life: Life) -> bool:
    """Whether a reset-timeout began a life, and nothing refreshed it later. Of these ACK-21 judges those of acks."""
    first, *rest = kinds(seen, life)
    return first == "reset-timeout" and {"fail", "reset-timeout"}.isdisjoint(rest)


ALIVE_BY_FAIL = Premise("alive only because of a fail", excluded_by=(INIT_FIRST,))
ALIVE_BY_RESET = Premise("alive only because of a reset-timeout", takes="reset-timeout")
ALIVE_BY_RESET_AFTER_TWO_INITS = Premise(
    "alive only because of a reset-timeout after a second init",
    takes="reset-timeout",
    excluded_by=(NO_DUPLICATES, NO_STRAYS),
)


@acker_rule(
    "ACK-18",
    evolve(REFRESHED, openings=60, opening_ways=(FAIL_KEPT_AFTER_TWO_INITS,)),
    ALIVE_BY_FAIL,
    ALIVE_BY_RESET,
    ALIVE_BY_RESET_AFTER_TWO_INITS,
    effort=5,
)
def a_fail_or_a_reset_timeout_refreshes(seen: Chronicle, premise: Premises) -> None:
    """This holds under both profiles."""
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
    for moment in seen.unspoiled:
        if moment.step.op != "fail" or moment.before is None or moment.before.inits < 2:  # noqa: PLR2004 - repeated
            continue
        if moment.before.dead_if_so == {"resets do not refresh"}:
            premise(ALIVE_BY_RESET_AFTER_TWO_INITS)
            expect_to_any_init(moment, "a reset-timeout refreshed the record in time")
