"""Rules on what the acker sends: to which task, how often, and when it sends nothing. It also acks its own input."""

from attrs import evolve

from ackproof.oracle.lives import Chronicle
from ackproof.rules.acker.moments import MISUSE, PLAIN, SEVERAL, acker_rule, expect, rendered
from ackproof.rules.registry import Premise, Premises, Violation
from ackproof.target import DISTINCT_ACKS, NO_DUPLICATES
from ackproof.workloads.acker import Mix
from ackproof.workloads.trees import TreeShape

EARLY = Mix(trees=TreeShape(bolt_tuples=2), disturbances=4, late_inits=70, narrow=40, several=SEVERAL)
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
    """Before the init, there is no spout task to notify."""
    for moment in seen.fair:
        if not moment.after.inits and moment.step.op in ("ack", "fail"):
            premise(BEFORE_INIT[moment.step.op])
            if moment.after.done and moment.step.op == "ack":
                premise(ZERO_BEFORE_INIT)
            if moment.emitted_kinds:
                raise Violation(
                    f"{rendered(moment)}, but no init of root {moment.step.root} has come in this record's life",
                    moment.index,
                )


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
    Mix(
        trees=TreeShape(emissions=4, bolt_tuples=1, failed=15, twins=60),
        resets=4,
        late_inits=40,
        renamed=35,
        several=SEVERAL,
    ),
    *TWO_SPOUT_TASKS.values(),
    *TWO_TASKS_NAMED.values(),
    effort=2,
)
def the_notification_goes_to_the_spout_task_of_the_latest_init(seen: Chronicle, premise: Premises) -> None:
    """It goes to no other task. An acker may use the task of the first init instead, if it always does."""
    steps = seen.workload.steps
    tasks = {step.task for step in steps if step.op == "init"}
    went_by: set[str] = set()
    for moment in seen.fair:
        latest, first = moment.after.task, moment.after.first_task
        for notification in moment.emitted:
            named_here = {steps[index].task for index in moment.after.history if steps[index].op == "init"}
            if len(named_here) > 1:
                premise(TWO_TASKS_NAMED[notification.kind])
            if notification.kind != "reset-timeout" and len(tasks) > 1:
                premise(TWO_SPOUT_TASKS[notification.kind])
            if notification.root != moment.step.root:
                continue
            if notification.task not in (latest, first):
                named = "no init has named a task" if latest is None else f"the latest init named task {latest}"
                raise Violation(f"{rendered(moment)}, but {named}", moment.index)
            if latest != first:
                went_by.add("latest" if notification.task == latest else "first")
            if len(went_by) > 1:
                raise Violation(
                    f"{rendered(moment)}; the latest init named task {latest} and the first task {first}, and the "
                    "acker has gone by the other one before",
                    moment.index,
                )


CALLS_FOR_A_NOTIFICATION = Premise("a message that calls for a notification")
CALLS_FOR_NONE = Premise("a message that calls for none")


@acker_rule("ACK-09", evolve(MISUSE, several=SEVERAL), CALLS_FOR_A_NOTIFICATION, CALLS_FOR_NONE)
def a_message_causes_at_most_one_notification_about_its_own_root(seen: Chronicle, premise: Premises) -> None:
    """A message never causes two notifications, nor one about another tree."""
    for moment in seen.kept:
        premise(CALLS_FOR_A_NOTIFICATION if moment.expected else CALLS_FOR_NONE)
        if len(moment.emitted) > 1:
            raise Violation(f"{rendered(moment)}: {len(moment.emitted)} notifications for one message", moment.index)
        for notification in moment.emitted:
            if notification.root != moment.step.root:
                raise Violation(f"{rendered(moment)}, about a root that the message was not about", moment.index)


AFTER_THE_END = {
    "ack": Premise("an ack after the tree was finished"),
    "fail": Premise("a fail after the tree was finished"),
    "reset-timeout": Premise("a reset-timeout after the tree was finished", takes="reset-timeout"),
}


@acker_rule(
    "ACK-10",
    evolve(MISUSE, resets=3, several=SEVERAL),
    *AFTER_THE_END.values(),
    effort=2,
)
def late_messages_for_a_finished_tree_stay_silent(seen: Chronicle, premise: Premises) -> None:
    """They begin a new record, for which nothing may be sent unless an init joins it."""
    for moment in seen.fair:
        finished = moment.previous is not None and moment.previous.cause != "expired"
        if finished and not moment.after.inits:
            premise(AFTER_THE_END[moment.step.op])
            expect(moment, "the tree was finished before, and no init has come since")


A_MESSAGE = Premise("a message")
A_TICK = Premise("a tick")


@acker_rule("ACK-24", PLAIN, A_MESSAGE, A_TICK)
def the_acker_acks_its_own_input(seen: Chronicle, premise: Premises) -> None:
    """The acker is a bolt like others. Ticks belong to no tree and are not acked."""
    for index, (step, result) in enumerate(zip(seen.workload.steps, seen.results, strict=True)):
        is_tick = step.op == "tick"
        premise(A_TICK if is_tick else A_MESSAGE)
        if bool(result.acked) is is_tick:
            raise Violation(f"the acker {'acked a tick' if is_tick else f'did not ack the {step.op}'}", index)
