"""Rules of the acker: `ACK-01` and following.

Each function judges the moments that its rule is about, and counts them: a moment in which nothing could have gone
wrong is no evidence.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from attrs import evolve, frozen

from ackproof.components.acker import AckerResult
from ackproof.oracle.lives import Chronicle, Life, Moment
from ackproof.rules.registry import Check, Premises, Violation, rule
from ackproof.text.wording import a, notification_words
from ackproof.workloads import ids
from ackproof.workloads.acker import Mix, grow_acker_workload
from ackproof.workloads.trees import TreeShape
from ackproof.workloads.worked_examples import EXAMPLES, WorkedExample, pick_worked_example

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
    rule_id: str, mix: Mix, *premises: str, effort: float = 1, only_with: Mapping[str, str] | None = None
) -> Callable[[Check[Chronicle]], Check[Chronicle]]:
    """Register a rule of the acker, exercised by workloads of that mix; the rest is as in `registry.rule`."""
    grow = partial(grow_acker_workload, mix=mix)
    return rule(rule_id, grow=grow, observe=Chronicle, premises=premises, effort=effort, only_with=only_with)


@acker_rule(
    "ACK-01",
    evolve(DISORDER, openings=12, opening_ways=("ack of zero", "two acks that cancel")),
    "a tree whose first message is an ack is done",
    "a record of acks alone expired",
    effort=3,
    only_with={"a record of acks alone expired": "tick"},
)
def the_first_message_of_any_kind_creates_the_record(seen: Chronicle, premise: Premises) -> None:
    """What came before the init counts as much as what came after it, and the record's age is counted from there.

    That a fail and a reset-timeout create it as well is for ACK-07 and ACK-21 to see.
    """
    for moment in plain(seen):
        if moment.after.begun_by == "ack" and moment.after.due:
            premise("a tree whose first message is an ack is done")
            expect(moment, "the record was begun by an ack, and all that came since counts")
    for moment in after_expiry(seen):
        if moment.previous and all(kind == "ack" for kind in kinds(seen, moment.previous.life)):
            premise("a record of acks alone expired")
            expect(moment, "the record was begun by an ack, and its rotations count from there")


@acker_rule(
    "ACK-02",
    EARLY,
    "an ack before init",
    "a fail before init",
    "an ack val of zero before init",
    effort=3,
)
def nothing_is_said_before_init_names_the_task(seen: Chronicle, premise: Premises) -> None:
    """There is nobody to say it to."""
    for moment in seen.fair:
        if not moment.after.inits and moment.step.op in ("ack", "fail"):
            premise(f"{a(moment.step.op)} before init")
            if moment.after.done and moment.step.op == "ack":
                premise("an ack val of zero before init")
            if moment.said_kinds:
                raise Violation(
                    f"{said(moment)}, but no init of root {moment.step.root} has come in this record's life",
                    moment.index,
                )


@acker_rule("ACK-03", PLAIN, "an ack is said", "init is in and edges are open")
def no_tree_is_completed_early(seen: Chronicle, premise: Premises) -> None:
    """An ack is said only when init is in and no edge is open. A repeated init may be counted once."""
    for moment in seen.fair:
        life = moment.after
        if life.inits and life.open_set:
            premise("init is in and edges are open")
        if "ack" in moment.said_kinds:
            premise("an ack is said")
            if not life.inits:
                raise Violation(f"{said(moment)}, before any init of root {life.root}", moment.index)
            if not life.done and not life.done_once:
                raise Violation(f"{said(moment)}, while {edges(seen, moment)} still open", moment.index)


@acker_rule(
    "ACK-04",
    evolve(PLAIN, replays=20),
    "a tree is done by an ack",
    "a tree is done by its init",
    "a tree is done whose root was finished before",
    effort=2,
)
def a_tree_is_completed_at_once_when_its_ack_val_is_zero(seen: Chronicle, premise: Premises) -> None:
    """In a life with one init and no fail, the message that leaves nothing open makes the acker say ack, once.

    That the same root was finished before changes nothing: its record is gone.
    """
    for moment in seen.fair:
        life = moment.after
        if life.inits == 1 and life.done and not life.failed:
            premise(f"a tree is done by {'its init' if moment.step.op == 'init' else 'an ack'}")
            if moment.previous:  # it did not expire: such lives are not among the fair ones
                premise("a tree is done whose root was finished before")
            expect(moment, "init is in, no fail came and no edge is open")


@acker_rule(
    "ACK-05",
    Mix(trees=TreeShape(emissions=4, bolt_tuples=1, failed=15, twins=60), resets=4, late_inits=40),
    "an ack, with two spout tasks",
    "a fail, with two spout tasks",
    "an ack, after inits that named two tasks",
    "a fail, after inits that named two tasks",
    "a reset-timeout, after inits that named two tasks",
    effort=2,
    only_with={"a reset-timeout, after inits that named two tasks": "reset-timeout"},
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
                premise(f"{a(word.kind)}, after inits that named two tasks")
            if word.kind != "reset-timeout" and len(tasks) > 1:
                premise(f"{a(word.kind)}, with two spout tasks")
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


@acker_rule("ACK-06", MANY_FAILS, "a fail after init")
def a_fail_after_init_is_notified_at_once(seen: Chronicle, premise: Premises) -> None:
    """However many tuples are still open."""
    for moment in seen.fair:
        if moment.step.op == "fail" and moment.after.inits == 1 and not moment.after.contested:
            premise("a fail after init")
            expect(moment, "a tuple failed and the spout task is known")


@acker_rule("ACK-07", MANY_FAILS, "an init after a fail", effort=2)
def a_fail_before_init_is_remembered(seen: Chronicle, premise: Premises) -> None:
    """The init that follows it is answered with fail."""
    for moment in seen.fair:
        early = moment.before and moment.before.failed and not moment.before.inits
        if moment.step.op == "init" and early:
            premise("an init after a fail")
            if not moment.after.contested:
                expect(moment, "a fail came before this init")
            elif not moment.said_kinds:
                raise Violation(f"{said(moment)}, though a fail came before this init", moment.index)


@acker_rule(
    "ACK-08", MANY_FAILS, "a life with a fail in it ends", "a fail and an ack val of zero at the same step", effort=2
)
def fail_dominates_ack(seen: Chronicle, premise: Premises) -> None:
    """A life with a fail in it ends in fail or expiry, never in ack."""
    for moment in seen.fair:
        life = moment.after
        if not life.failed:
            continue
        if moment.said_kinds:
            premise("a life with a fail in it ends")
        if life.inits and life.done:
            premise("a fail and an ack val of zero at the same step")
        if "ack" in moment.said_kinds and "fail" not in moment.said_kinds:  # saying both is for ACK-09
            raise Violation(
                f"{said(moment)}, though a fail of root {life.root} came in this record's life", moment.index
            )


@acker_rule("ACK-09", MISUSE, "a message that calls for a notification", "a message that calls for none")
def a_message_causes_at_most_one_notification_about_its_own_root(seen: Chronicle, premise: Premises) -> None:
    """Never two, and never about another tree."""
    for moment in seen.fair:
        premise(f"a message that calls for {'a notification' if moment.expected else 'none'}")
        if len(moment.said) > 1:
            raise Violation(f"{said(moment)}: {len(moment.said)} notifications for one message", moment.index)
        for word in moment.said:
            if word.root != moment.step.root:
                raise Violation(f"{said(moment)}, about a root that the message was not about", moment.index)


@acker_rule(
    "ACK-10",
    evolve(MISUSE, resets=3),
    "an ack after the tree was finished",
    "a fail after the tree was finished",
    "a reset-timeout after the tree was finished",
    effort=2,
    only_with={"a reset-timeout after the tree was finished": "reset-timeout"},
)
def late_messages_for_a_finished_tree_stay_silent(seen: Chronicle, premise: Premises) -> None:
    """They begin a record that nobody asked for, and it must not speak unless an init joins it."""
    for moment in seen.fair:
        finished = moment.previous is not None and moment.previous.cause != "expired"
        if finished and not moment.after.inits:
            premise(f"{a(moment.step.op)} after the tree was finished")
            expect(moment, "the tree was finished before, and no init has come since")


@acker_rule("ACK-11", MISUSE, "a second init in one life")
def a_second_init_is_xored_again_and_names_the_task_anew(seen: Chronicle, premise: Premises) -> None:
    """It is somebody's mistake, and what it does is pinned all the same."""
    for moment in seen.fair:
        if moment.after.inits > 1 and moment.step.op != "reset-timeout" and not moment.after.contested:
            premise("a second init in one life")
            expect(moment, f"{moment.after.inits} inits came in this life, and all of them count")


@acker_rule("ACK-12", EMPTY_TREES, "an init with value zero")
def a_tree_without_tuples_is_done_at_its_init(seen: Chronicle, premise: Premises) -> None:
    """Nothing was emitted, so nothing is open."""
    for moment in seen.fair:
        if moment.step.op == "init" and not moment.before and not moment.step.edges:
            premise("an init with value zero")
            expect(moment, "the init says that no tuple was emitted")


@acker_rule("ACK-13", MANY_TICKS, "a tick that ends a record with an init", "a tick that ends a record without")
def a_tick_says_nothing(seen: Chronicle, premise: Premises) -> None:
    """Expiry in an acker is silent: the spout keeps its own clock."""
    for tick in seen.ticks:
        for life in tick.expired:
            premise(f"a tick that ends a record {'with an init' if life.inits else 'without'}")
        if tick.said:
            raise Violation(
                f"the acker said {notification_words(tick.said)} at a tick, which must be silent", tick.index
            )


@acker_rule(
    "ACK-14",
    PACED,
    "a record is due that is one rotation old or more",
    "a record is due one rotation before its end",
    effort=2,
)
def a_record_survives_the_rotations_before_its_last(seen: Chronicle, premise: Premises) -> None:
    """Refreshed after r rotations, it is there until rotation r+N comes."""
    for moment in due(seen):
        if moment.before and moment.before.age and {"fail", "reset-timeout"}.isdisjoint(kinds(seen, moment.after)):
            premise("a record is due that is one rotation old or more")
            if moment.before.age == moment.before.lifetime - 1:
                premise("a record is due one rotation before its end")
            expect(
                moment,
                f"the record was last refreshed {moment.before.age} rotations ago "
                f"and lives for {moment.before.lifetime}",
            )


@acker_rule("ACK-15", MANY_TICKS, "a record of one message expired, and would have changed the answer", effort=2)
def a_record_is_forgotten_by_rotation_n(seen: Chronicle, premise: Premises) -> None:
    """What was known of the root before does not count any more. What refreshes a record is for other rules to see."""
    for moment in after_expiry(seen):
        if moment.previous is None or len(moment.previous.life.history) > 1:
            continue
        premise("a record of one message expired, and would have changed the answer")
        expect(moment, f"the record of root {moment.step.root} expired before this life began")


@acker_rule(
    "ACK-16",
    evolve(PACED, late_inits=25, marathons=10, lap="ack of zero"),
    "alive only because of an ack or a second init",
    effort=2,
)
def every_message_refreshes(seen: Chronicle, premise: Premises) -> None:
    """Under storm1 any message gives the record its full lifetime again."""
    for moment in due(seen, expiry=True):
        if moment.before and moment.before.dead_if("acks do not refresh"):
            premise("alive only because of an ack or a second init")
            expect(moment, "an ack or a second init refreshed the record in time")


@acker_rule("ACK-17", evolve(PACED, late_inits=25), "expired in spite of an ack or a second init", effort=3)
def an_ack_or_a_second_init_does_not_refresh(seen: Chronicle, premise: Premises) -> None:
    """Under storm2 they change the record where it stands."""
    for moment in after_expiry(seen):
        ending = moment.previous
        if ending is None or "reset-timeout" in kinds(seen, ending.life):
            continue
        if not ending.life.dead_if("every message refreshes"):
            premise("expired in spite of an ack or a second init")
            expect(moment, "the record expired, since neither an ack nor a second init refreshes it")


@acker_rule(
    "ACK-18",
    REFRESHED,
    "alive only because of a fail",
    "alive only because of a reset-timeout",
    effort=4,
    only_with={"alive only because of a reset-timeout": "reset-timeout"},
)
def a_fail_or_a_reset_timeout_refreshes(seen: Chronicle, premise: Premises) -> None:
    """Under either profile."""
    for moment in due(seen, failed_early=True, expiry=True):
        if moment.before is None or moment.before.dead_if("acks do not refresh"):
            continue
        for idea, refresher in (("fails do not refresh", "fail"), ("resets do not refresh", "reset-timeout")):
            if moment.before.dead_if(idea):
                premise(f"alive only because of a {refresher}")
                expect(moment, f"a {refresher} refreshed the record in time")


@acker_rule(
    "ACK-19", MANY_RESETS, "an ack is due after a reset-timeout", "a fail is due after a reset-timeout", effort=2
)
def a_reset_timeout_changes_neither_ack_val_nor_fail(seen: Chronicle, premise: Premises) -> None:
    """The tree ends as it would have ended without it."""
    for moment in due(seen, failed_early=True):
        earlier = kinds(seen, moment.after)[:-1]
        if "reset-timeout" in earlier and moment.after.begun_by != "reset-timeout" and not moment.after.age:
            premise(f"{a(str(moment.after.due))} is due after a reset-timeout")
            expect(moment, "the reset-timeout before it changed nothing but the record's age")


@acker_rule("ACK-20", MANY_RESETS, "a reset-timeout after init", "a reset-timeout before init")
def a_reset_timeout_is_forwarded_to_the_spout_task_once_that_is_known(seen: Chronicle, premise: Premises) -> None:
    """The spout keeps a clock of its own, and has to hear of it: then, and at no other message."""
    for moment in seen.fair:
        if moment.step.op != "reset-timeout" and "reset-timeout" in moment.said_kinds:
            raise Violation(f"{said(moment)}, which only a reset-timeout calls for", moment.index)
        if moment.step.op == "reset-timeout" and moment.after.inits <= 1:
            known = "after" if moment.after.inits else "before"
            premise(f"a reset-timeout {known} init")
            expect(moment, f"it came {known} the init that names the spout task")


@acker_rule(
    "ACK-21",
    OPENING_RESETS,
    "a reset-timeout for an unknown root",
    "a record begun by a reset-timeout is due",
    "a record begun by a reset-timeout expired",
    effort=5,
)
def a_reset_timeout_for_an_unknown_root_creates_an_empty_record(seen: Chronicle, premise: Premises) -> None:
    """It is harmless: a tree that begins later goes its ordinary way. And it has the age that the record then has."""
    for moment in seen.fair:
        if moment.after.begun_by == "reset-timeout" and moment.before is None:
            premise("a reset-timeout for an unknown root")
            expect(moment, "nothing was known of the root")
    for moment in due(seen):
        if moment.after.begun_by == "reset-timeout" and "fail" not in kinds(seen, moment.after):
            premise("a record begun by a reset-timeout is due")
            expect(moment, "the reset-timeout that began the record left it empty")
    for moment in after_expiry(seen):
        if moment.previous and _is_begun_by_its_only_reset(seen, moment.previous.life):
            premise("a record begun by a reset-timeout expired")
            expect(moment, "the record was begun by a reset-timeout, and its rotations count from there")


@acker_rule(
    "ACK-22",
    SPREAD,
    "another root's message within the life",
    "another root with the same high word",
    "another root with the same low word",
    "another root that differs in sign",
    effort=2,
)
def roots_do_not_touch_each_other(seen: Chronicle, premise: Premises) -> None:
    """Whatever is open beside it, and however alike the root ids are."""
    roots = {step.root for step in seen.workload.steps if step.op != "tick"}
    others = {index: moment.step.root for index, moment in ((each.index, each) for each in seen.moments)}
    for moment in due(seen):
        root, first = moment.step.root, moment.after.history[0]
        if any(others.get(index, root) != root for index in range(first, moment.index)):
            premise("another root's message within the life")
        for likeness in {alike(root, other) for other in roots if other != root} - {None}:
            premise(f"another root {likeness}")
        expect(moment, "messages of other roots do not count here")


@acker_rule(
    "ACK-23",
    SPREAD,
    "a root beyond 2**53",
    "a value beyond 2**53",
    "a negative root",
    "a negative value",
    "the root 0",
    effort=7,
)
def ids_and_values_use_all_64_bits(seen: Chronicle, premise: Premises) -> None:
    """No bit is lost, none is a sign that matters, and no number is special."""
    for moment in plain(seen):
        life, root = moment.after, moment.step.root
        if life.begun_by != "init":
            continue
        values = [seen.workload.value_of(seen.workload.steps[index].edges) for index in life.history]
        if life.due:
            for name, numbers in (("root", [root]), ("value", values)):
                if any(abs(number) > 1 << ids.FLOAT_BITS for number in numbers):
                    premise(f"a {name} beyond 2**53")
                if min(numbers) < 0:
                    premise(f"a negative {name}")
            if root == 0:
                premise("the root 0")
        expect(moment, f"root {root} and the values {values} are ordinary 64-bit numbers")


@acker_rule("ACK-24", PLAIN, "a message", "a tick")
def the_acker_acks_its_own_input(seen: Chronicle, premise: Premises) -> None:
    """It is a bolt like others. Ticks come from nobody's tree and are not acked."""
    for index, (step, result) in enumerate(zip(seen.workload.steps, seen.results, strict=True)):
        is_tick = step.op == "tick"
        premise("a tick" if is_tick else "a message")
        if bool(result.acked) is is_tick:
            raise Violation(f"the acker {'acked a tick' if is_tick else f'did not ack the {step.op}'}", index)


@acker_rule("ACK-25", Mix(ticks=5), "records are pending", "a message finishes a record", "a tick ends a record")
def pending_counts_the_records(seen: Chronicle, premise: Premises) -> None:
    """One for each life that has begun and not ended."""
    for event in seen.events:
        if event.open_lives:
            premise("records are pending")
        if isinstance(event, Moment):
            if {"ack", "fail"} & set(event.said_kinds):
                premise("a message finishes a record")
        elif event.expired:
            premise("a tick ends a record")
        pending = seen.results[event.index].pending
        if pending != event.open_lives:
            raise Violation(f"the acker counts {pending} pending records; there are {event.open_lives}", event.index)


@acker_rule("ACK-26", NARROW, "a false zero", effort=4)
def a_false_zero_is_believed(seen: Chronicle, premise: Premises) -> None:
    """The ack val is all that an acker knows: where ids collide, zero is zero."""
    for moment in seen.fair:
        if moment.after.false_zero and moment.after.inits == 1 and not moment.after.failed:
            premise("a false zero")
            expect(moment, f"the ack val is zero, though {edges(seen, moment)} open")


@acker_rule(
    "ACK-33",
    LARGE_TREES,
    "a tree of more than fifty messages is done",
    "a tree of more than three hundred messages is done",
    effort=0.4,
)
def the_size_of_a_tree_does_not_matter(seen: Chronicle, premise: Premises) -> None:
    """A record is as large for a thousand tuples as for one."""
    for moment in due(seen):
        if len(moment.after.history) > LARGE:
            premise("a tree of more than fifty messages is done")
            if len(moment.after.history) > VERY_LARGE:
                premise("a tree of more than three hundred messages is done")
            expect(moment, f"this was the last of the {len(moment.after.history)} messages of its tree")


@acker_rule(
    "ACK-34",
    MANY_TREES,
    "a tree is done while a thousand others are open",
    "a tree is done over a tick, while a thousand others are open",
    "a tree is done after hundreds of ticks",
    "a tree expired after hundreds of ticks",
    effort=0.015,
    only_with={"a tree expired after hundreds of ticks": "tick"},
)
def the_number_of_trees_and_of_ticks_does_not_matter(seen: Chronicle, premise: Premises) -> None:
    """An acker neither fills up nor wears out."""
    for moment in due(seen):
        began = seen.moments_by_index[moment.after.history[0]].after.now
        if moment.open_lives > MANY:
            premise("a tree is done while a thousand others are open")
            if moment.after.now != began:
                premise("a tree is done over a tick, while a thousand others are open")
            expect(moment, f"{moment.open_lives} other trees are open, and that changes nothing")
        elif began.total:
            premise("a tree is done after hundreds of ticks")
            expect(moment, f"{began.total} ticks have passed before this tree began, and that changes nothing")
    for moment in after_expiry(seen):
        premise("a tree expired after hundreds of ticks")
        expect(moment, f"the tree expired, however many ticks came before: {len(seen.ticks)} in all")


@frozen
class WrittenOut:
    """A worked example and what a target answered to it."""

    example: WorkedExample
    results: Sequence[AckerResult]


@acker_rule("ACK-35", PLAIN, "a fail is said", "nothing failed, and edges are open")
def a_fail_is_said_only_of_a_tree_that_failed(seen: Chronicle, premise: Premises) -> None:
    """An acker fails nothing by itself."""
    for moment in seen.fair:
        life = moment.after
        if life.inits and life.open_set and not life.failed:
            premise("nothing failed, and edges are open")
        if "fail" in moment.said_kinds:
            premise("a fail is said")
            if not life.failed:
                raise Violation(
                    f"{said(moment)}, but no fail of root {life.root} came in this record's life", moment.index
                )


@rule("ACK-32", grow=pick_worked_example, observe=WrittenOut, premises=list(EXAMPLES), effort=2)
def the_worked_examples_come_out_as_written(seen: WrittenOut, premise: Premises) -> None:
    """The trees that the sources draw, message by message."""
    premise(seen.example.title)
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


def alike(root: int, other: int) -> str | None:
    """Say in what way two roots are hard to tell apart, if they are."""
    differing = (root ^ other) & ((1 << ids.BITS) - 1)
    if differing == ids.SIGN or root == -other:
        return "that differs in sign"
    if not differing >> ids.LOW_WORD:
        return "with the same high word"
    if not differing & ((1 << ids.LOW_WORD) - 1):
        return "with the same low word"
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
