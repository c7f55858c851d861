"""Rules on the record of a tree: which messages create it, which count in it, and which finish it."""

from attrs import evolve

from ackproof.oracle.lives import Chronicle, Moment
from ackproof.rules.acker.moments import (
    MISUSE,
    PLAIN,
    SEVERAL,
    acker_rule,
    after_expiry,
    edges,
    expect,
    expect_to_any_init,
    kinds,
    plain,
    rendered,
)
from ackproof.rules.registry import Premise, Premises, Violation
from ackproof.target import INIT_FIRST, NO_DUPLICATES, NO_STRAYS
from ackproof.workloads.acker import ACK_IN_SECOND_LIFE, Mix
from ackproof.workloads.trees import TreeShape

DISORDER = Mix(trees=TreeShape(failed=20), disorder=60, late_inits=60, resets=3, disturbances=2)
EMPTY_TREES = Mix(trees=TreeShape(copies=1, bolt_tuples=1, empty=40), several=SEVERAL)
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
    """Messages before the init count as much as those after it, and the record's age is counted from the first of them.
    ACK-07 and ACK-21 check that a fail and a reset-timeout create a record as well.
    """
    for moment in plain(seen):
        if moment.after.begun_by == "ack" and moment.after.due:
            premise(BEGUN_BY_ACK_AND_DONE)
            expect(moment, "the record was begun by an ack, and all that came since counts")
    for moment in after_expiry(seen):
        if moment.previous and all(kind == "ack" for kind in kinds(seen, moment.previous.life)):
            premise(ACKS_ALONE_EXPIRED)
            expect_to_any_init(moment, "the record was begun by an ack, and its rotations count from there")


ACK_SAID = Premise("an ack is said")
INIT_IN_AND_EDGES_OPEN = Premise("init is in and edges are open")


INITS_IN_AFTER_AN_EXPIRY = Premise(
    "two inits are in and edges are open, after an expiry", takes="tick", excluded_by=(NO_DUPLICATES, NO_STRAYS)
)


MANY_INITS_IN = Premise("eight inits or more are in and edges are open", excluded_by=(NO_DUPLICATES, NO_STRAYS))
MANY = 8


@acker_rule(
    "ACK-03",
    evolve(PLAIN, thrice=30, encores=40, encore_ways=(ACK_IN_SECOND_LIFE,), many_inits=10, several=SEVERAL),
    ACK_SAID,
    INIT_IN_AND_EDGES_OPEN,
    INITS_IN_AFTER_AN_EXPIRY,
    MANY_INITS_IN,
)
def no_tree_is_completed_early(seen: Chronicle, premise: Premises) -> None:
    """An ack is sent only after the init and when no edge is open. A repeated init may count only once."""
    for moment in seen.kept:
        life = moment.after
        if life.inits and life.open_set:
            premise(INIT_IN_AND_EDGES_OPEN)
            if life.inits > 1 and life.after_expiry:
                premise(INITS_IN_AFTER_AN_EXPIRY)
            if life.inits >= MANY:
                premise(MANY_INITS_IN)
        if "ack" in moment.emitted_kinds:
            premise(ACK_SAID)
            if any(each.inits and (each.done or each.done_once) for each in seen.by_any_expiry(moment)):
                continue
            if not life.inits:
                raise Violation(f"{rendered(moment)}, before any init of root {life.root}", moment.index)
            raise Violation(f"{rendered(moment)}, while {edges(seen, moment)} still open", moment.index)


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
    """In a life with one init and no fail, the message after which nothing is open makes the acker send ack, once. It
    does not matter whether the same root was finished before: its earlier record is gone.
    """
    for moment in seen.fair:
        life = moment.after
        if life.inits == 1 and life.done and not life.failed:
            premise(DONE_BY_INIT if moment.step.op == "init" else DONE_BY_ACK)
            if moment.previous:  # the earlier record did not expire: `fair` leaves out lives after an expiry
                premise(DONE_AGAIN)
            expect(moment, "init is in, no fail came and no edge is open")


SECOND_INIT = Premise("a second init in one life", excluded_by=(NO_DUPLICATES,))


@acker_rule("ACK-11", MISUSE, SECOND_INIT)
def a_second_init_is_xored_again_and_names_the_task_anew(seen: Chronicle, premise: Premises) -> None:
    """A second init is a mistake of the sender, but its effect is specified all the same."""
    for moment in seen.fair:
        if moment.after.inits > 1 and moment.step.op != "reset-timeout" and not moment.after.contested:
            premise(SECOND_INIT)
            expect(moment, f"{moment.after.inits} inits came in this life, and all of them count")


INIT_OF_ZERO = Premise("an init with value zero")


@acker_rule("ACK-12", EMPTY_TREES, INIT_OF_ZERO)
def a_tree_without_tuples_is_done_at_its_init(seen: Chronicle, premise: Premises) -> None:
    """No tuple was emitted, so no edge is open."""
    for moment in seen.fair:
        if moment.step.op == "init" and not moment.before and not moment.step.edges:
            premise(INIT_OF_ZERO)
            expect(moment, "the init says that no tuple was emitted")


RECORDS_PENDING = Premise("records are pending")
MESSAGE_FINISHES_RECORD = Premise("a message finishes a record")
TICK_ENDS_RECORD = Premise("a tick ends a record")


@acker_rule("ACK-25", Mix(ticks=5), RECORDS_PENDING, MESSAGE_FINISHES_RECORD, TICK_ENDS_RECORD)
def pending_counts_the_records(seen: Chronicle, premise: Premises) -> None:
    """There is one record for each life that has begun and not ended."""
    for event in seen.events:
        if isinstance(event, Moment) and event.after.inits > 1:
            return  # what a second init changes is a SHOULD (ACK-11): from here on several numbers are right
        if event.open_lives:
            premise(RECORDS_PENDING)
        if isinstance(event, Moment):
            if {"ack", "fail"} & set(event.emitted_kinds):
                premise(MESSAGE_FINISHES_RECORD)
        elif event.expired:
            premise(TICK_ENDS_RECORD)
        pending = seen.results[event.index].pending
        if pending != event.open_lives:
            raise Violation(f"the acker counts {pending} pending records; there are {event.open_lives}", event.index)
