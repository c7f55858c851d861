"""Rules on roots, values and numbers of things: no root, no bit and no number of trees is special."""

from ackproof.oracle.lives import Chronicle
from ackproof.rules.acker.moments import (
    acker_rule,
    after_expiry,
    due,
    edges,
    expect,
    expect_to_any_init,
    fails_after_early_reset,
    plain,
)
from ackproof.rules.registry import Premise, Premises
from ackproof.target import DISTINCT_ACKS, NO_DUPLICATES
from ackproof.workloads import ids
from ackproof.workloads.acker import Mix
from ackproof.workloads.trees import TreeShape

LARGE = 50
VERY_LARGE = 300
MANY = 1000
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
    """This holds whatever other trees are open, and however similar the root ids are. Without other messages in
    between, ACK-06 and ACK-14 check how a fail changes a record that a reset-timeout began.
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
    effort=6.5,
)
def ids_and_values_use_all_64_bits(seen: Chronicle, premise: Premises) -> None:
    """No bit is lost, the sign does not matter, and no number is special."""
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


FALSE_ZERO = Premise("a false zero")


@acker_rule("ACK-26", NARROW, FALSE_ZERO, effort=4)
def a_false_zero_is_believed(seen: Chronicle, premise: Premises) -> None:
    """An acker knows only the ack val: if ids collide and it is zero, the tree is done."""
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
EXPIRED_AFTER_MANY_TICKS = Premise(
    "a tree expired after hundreds of ticks", takes="tick", excluded_by=(NO_DUPLICATES, DISTINCT_ACKS)
)


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
        expect_to_any_init(moment, f"the tree expired, however many ticks came before: {len(seen.ticks)} in all")


def alike(root: int, other: int) -> Premise | None:
    """Return in what way two roots are hard to distinguish, if they are."""
    differing = (root ^ other) & ((1 << ids.BITS) - 1)
    if differing == ids.SIGN or root == -other:
        return OTHER_SIGN
    if not differing >> ids.LOW_WORD:
        return SAME_HIGH_WORD
    if not differing & ((1 << ids.LOW_WORD) - 1):
        return SAME_LOW_WORD
    return None
