"""The moments that rules of the acker are about, how one of them is judged, and the workloads that several rules share.

Each rule judges the moments that it is about, and counts them: a moment in which nothing could have gone wrong is no
evidence. A moment is a message, with the record's life before and after it (`oracle.lives`). A check uses

- `seen.unspoiled`: those in lives without an earlier wrong answer of the target;
- `seen.fair`: the unspoiled ones for which all ideas of expiry call for the same answer;
- `seen.kept`: these, and those like them in a life that follows an expired one: what holds of them by all ideas of
  expiry is asked with `seen.by_any_expiry`, or `agreed(seen, moment)`;
- `due(seen)`: those of the fair ones that call for ack or fail, and that no other rule is about;
- `plain(seen)`: those of the fair ones whose life is the first of its root, with an init, acks and no rotation;
- `after_expiry(seen)`: those whose answer shows that the earlier record was forgotten.

`life.contested` means that fail and ack are both due, and `life.dead_if(idea)` that the record would be gone by another
idea of expiry. A rule about an idea of expiry can only find a target that follows another one at such moments.
"""

from collections.abc import Callable, Iterator
from functools import partial

from attrs import evolve

from ackproof.oracle.lives import Chronicle, Life, Moment, expected_at
from ackproof.rules.registry import Check, Premise, Violation, rule
from ackproof.text.wording import a, notification_words
from ackproof.workloads.acker import Mix, grow_acker_workload
from ackproof.workloads.trees import TreeShape

SEVERAL = 30
"""The chance of several acker tasks for rules on what must not be said, or on trees of one message. RTE-01 judges only
what is due of trees of several messages.
"""

PLAIN = Mix()
MISUSE = Mix(disturbances=4, replays=30, trees=TreeShape(twins=20, failed=20))


def acker_rule(
    rule_id: str, mix: Mix, *premises: Premise, effort: float = 1
) -> Callable[[Check[Chronicle]], Check[Chronicle]]:
    """Register a rule of the acker that uses workloads of that mix. The other arguments are those of
    `registry.rule`.
    """
    grow = partial(grow_acker_workload, mix=mix)
    return rule(rule_id, grow=grow, observe=Chronicle, premises=premises, effort=effort)


def due(
    seen: Chronicle, *, failed_early: bool = False, expiry: bool = False, repeated_inits: bool = False
) -> Iterator[Moment]:
    """Yield the messages that the specification answers with ack or fail, except those that other rules are about.

    Left out are a fail and a zero at the same step (ACK-08), second inits (ACK-11) and, unless requested, fails that
    came before the init (ACK-07) and records that another idea of expiry would have ended. So one mistake of a target
    breaks the rule that is about it, and not all the others. With `repeated_inits`, lives with second inits are in it
    where the same is due whether or not these count; the notification may be for the task of any of them then.
    """
    for moment in seen.unspoiled if expiry else seen.fair:
        life = moment.after
        once = life.inits == 1 or (repeated_inits and binds_in_spite_of_repeated_inits(life))
        plain = not life.contested and once and (failed_early or not life.failed_early)
        if life.due and plain:
            yield moment


def binds_in_spite_of_repeated_inits(life: Life) -> bool:
    """Whether the same is due of a record if repeated inits count and if not, and it is there in both cases."""
    return life.agreed and not life.dead_if("repeated inits do not refresh")


def agreed(seen: Chronicle, moment: Moment) -> bool:
    """Whether all ideas of expiry call for the same notification, whether or not repeated inits count."""
    own = moment.after
    return all(
        life.agreed and life.due == own.due and life.first_task in (own.task, own.first_task)
        for life in seen.by_any_expiry(moment)
    )


def plain(seen: Chronicle) -> Iterator[Moment]:
    """Yield the messages of the plainest lives: the first of their root, with one init, acks and nothing else, and no
    rotation since they began.
    """
    for moment in seen.fair:
        life = moment.after
        ops = kinds(seen, life)
        born_now = life.now == seen.moments_by_index[life.history[0]].after.now
        if moment.previous is None and born_now and ops.count("init") == 1 and set(ops) <= {"init", "ack"}:
            yield moment


def after_expiry(seen: Chronicle) -> Iterator[Moment]:
    """Yield the messages that would have another answer if the record that expired before were still there."""
    for moment in seen.unspoiled:
        ending, life = moment.previous, moment.after
        if ending is None or ending.cause != "expired" or ending.life.spoiled:
            continue
        if life.contested or (life.inits > 1 and not binds_in_spite_of_repeated_inits(life)):
            continue
        if expected_at(moment.step, ending.life.joined_with(life)) != moment.expected:
            yield moment


def fails_after_early_reset(seen: Chronicle, moment: Moment) -> bool:
    """Whether a message is the fail of a tree whose only other messages are a reset-timeout and then the init."""
    return kinds(seen, moment.after) == ["reset-timeout", "init", "fail"]


def kinds(seen: Chronicle, life: Life) -> list[str]:
    """Return the operations of a life, in order."""
    return [seen.workload.steps[index].op for index in life.history]


def expect(moment: Moment, because: str) -> None:
    """Raise a violation unless the target emitted what the specification calls for at this moment."""
    if moment.emitted == moment.expected:
        return
    should = notification_words(moment.expected)
    raise Violation(f"{rendered(moment)}; it should have said {should}, because {because}", moment.index)


def expect_to_any_init(moment: Moment, because: str) -> None:
    """Do the same, but after several inits the notification may be for the task of the first, too (ACK-05)."""
    task = moment.after.first_task
    if task is None or moment.emitted != tuple(evolve(each, task=task) for each in moment.expected):
        expect(moment, because)


def rendered(moment: Moment) -> str:
    """Describe what a target emitted at a moment."""
    return f"at {a(moment.step.op)} of root {moment.step.root} the acker said {notification_words(moment.emitted)}"


def edges(seen: Chronicle, moment: Moment) -> str:
    """Name the edges that are open at a moment, followed by "is" or "are"."""
    names = sorted(seen.workload.names[edge] for edge in moment.after.open_set)
    return f"{', '.join(names)} {'are' if len(names) > 1 else 'is'}"
