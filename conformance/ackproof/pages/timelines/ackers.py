"""An acker: messages arrive from spout and bolt tasks, notifications go back to spout tasks."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from operator import xor

from ackproof.components import Operation
from ackproof.components.acker import TERMINAL_KINDS, Ack, Init, Notification
from ackproof.pages.timelines.timeline import (
    LABELS,
    Arrow,
    LifeBar,
    Look,
    Timeline,
    TimelineRow,
    compared,
    natural,
)
from ackproof.stories.step_words import (
    after_words,
    delivered_words,
    emitted_words,
    lifetime_words,
    made_anew,
)
from ackproof.text.truncate import truncated
from ackproof.witness import (
    DeliveredStep,
    Witness,
)

MOST_BOLT_LANES = 8
"""Bolt tasks that have lanes of their own. In a picture of an acker they are only where messages come from."""

MOST_IDS, LARGEST_ID = 8, 999
"""Ids that are told beside their letters: so many at most, and none that is larger."""

OUTSIDE = "unknown sender"
OTHER_BOLTS = "bolt tasks"


def of_acker(steps: Sequence[DeliveredStep], witness: Witness) -> Timeline:
    """Return the picture of what an acker was sent and said."""
    senders = {step.sender for step in steps if step.sender is not None}
    bolts = [each for each in senders if not each.startswith("spout task ")]
    few = len(bolts) <= MOST_BOLT_LANES
    tasks = {each.task for step in steps for each in (*step.said, *step.expected)}
    tasks |= {step.task for step in steps if step.task is not None}
    ackers = sorted({step.to for step in steps if step.to is not None}) or [0]
    lanes = [*({f"spout task {task}" for task in tasks} | (senders - set(bolts)))]
    lanes.sort(key=natural)
    lanes += sorted(bolts, key=natural) if few else [OTHER_BOLTS]
    if any(step.sender is None and step.root is not None for step in steps):
        lanes.append(OUTSIDE)
    names = {index: f"acker task {index}" if witness.run.config.tasks > 1 else "acker" for index in ackers}
    roots = _roots(steps, witness.at)
    ages = _ages(steps, witness.at)
    anew = made_anew(steps)
    lives = _lives(steps, witness.at, names)
    rows = [
        TimelineRow(
            number=index + 1,
            marked=index == witness.at,
            differs=Counter(step.said) != Counter(step.expected),
            kind=roots[index] == roots[witness.at],
            life=lives[index],
            arrows=tuple(_acker_arrows(step, names, few=few)),
            cells=(
                (delivered_words(step),),
                (step.why,),
                (emitted_words(step.said),),
                (emitted_words(step.expected),),
                (after_words(step, anew=anew[index]) if step.record is not None else "",),
                (_ack_val(step),),
                (*ages[index], *([after_words(step)] if step.forgotten else ())),
            ),
        )
        for index, step in enumerate(steps)
    ]
    return Timeline(
        lanes=(*lanes, *names.values()),
        headings=(
            "message",
            "what it means",
            "said",
            "should have said",
            "open",
            "ack val",
            "age in rotations",
        ),
        compared=(2, 3),
        state=3,
        names=NAMES + _ids_in_words(_ids(steps, witness.run.operations)) + ACK_VAL,
        lifetime=lifetime_words(steps, witness.run.config.profile),
        lives="" if not any(lives) else f"by the specification, root {steps[witness.at].root} is remembered",
        forgets=f"by the specification, {_forgotten(steps)} is forgotten",
        shows="" if witness.at >= len(steps) else _shown(steps[witness.at]),
        rows=tuple(rows),
    )


NAMES = "A, B and so on are tuples, and the edges that lead to them; A ^ B is the xor of the ids of two edges"
ACK_VAL = "; the ack val is the xor of all edges that are open: 0 when the tree is done"


def _ids(steps: Sequence[DeliveredStep], operations: Sequence[Operation]) -> Mapping[str, int]:
    """Return the ids of edges by their letters, as far as they follow from values one after another."""
    known: dict[str, int] = {}
    xors = [
        (step.edges, operation.value)
        for step, operation in zip(steps, operations, strict=False)
        if step.edges is not None and isinstance(operation, Init | Ack)
    ]
    xors += [(step.record.open, step.record.ack_val) for step in steps if step.record is not None]
    grows = True
    while grows:
        grows = False
        for edges, value in xors:
            unknown = [each for each in edges if each not in known]
            if len(unknown) == 1:
                known[unknown[0]] = reduce(xor, (known[each] for each in edges if each in known), value)
                grows = True
    return known


def _ids_in_words(ids: Mapping[str, int]) -> str:
    if not ids or len(ids) > MOST_IDS or any(not 0 <= each <= LARGEST_ID for each in ids.values()):
        return ""
    return "; the ids: " + ", ".join(f"{name} = {ids[name]}" for name in sorted(ids, key=natural))


def _forgotten(steps: Sequence[DeliveredStep]) -> str:
    roots = {root for step in steps for root in step.forgotten or ()}
    return f"root {min(roots)}" if len(roots) == 1 else "a root"


def _shown(step: DeliveredStep) -> str:
    """Return what an acker said at a step and should not have, or the other way round, in plain words."""
    if Counter(step.said) == Counter(step.expected):
        return ""
    when = f"at a {step.op}" if step.root is None else f"when {_label(step)} came,"
    said, due = (_notified_words(each, step.root) for each in (step.said, step.expected))
    return f"{when} the acker {said}; it should have {due}"


def _notified_words(notifications: Sequence[Notification], root: int | None) -> str:
    if not notifications:
        return "said nothing"
    rendered = [_notification_words(each, root) for each in notifications]
    return "told " + ", ".join(truncated(rendered, lambda more: f"… {more} more", 2))


def _notification_words(notification: Notification, root: int | None) -> str:
    of = "" if notification.root == root else f" of root {notification.root}"
    return f"spout task {notification.task}: {notification.kind}{of}"


def _label(step: DeliveredStep) -> str:
    """Return a message in short: its kind, and the letters of its edges."""
    if step.edges is None:
        return step.op
    return f"{step.op} {' ^ '.join(truncated(step.edges, lambda more: f'… {more} …', 2)) or '0'}"


def _acker_arrows(step: DeliveredStep, names: dict[int, str], *, few: bool) -> Iterator[Arrow]:
    receivers = list(names.values()) if step.to is None else [names[step.to]]
    if step.root is None:
        for acker in receivers:
            yield Arrow(start=acker, end=acker, label=step.op, look=Look.DEATH if step.op == "restart" else Look.TICK)
            if step.forgotten:
                roots = ", ".join(truncated([str(root) for root in step.forgotten], lambda more: f"… {more} more", 2))
                yield Arrow(start=acker, end=acker, label=f"has to forget root {roots}", look=Look.FORGOTTEN)
        return
    sender = OUTSIDE if step.sender is None else step.sender
    if sender != OUTSIDE and not sender.startswith("spout task ") and not few:
        sender = OTHER_BOLTS
    look = Look.FAIL if step.op == "fail" else Look.SENT
    yield Arrow(start=sender, end=receivers[0], label=_label(step), look=look)
    for each, look in compared(step.said, step.expected):
        yield Arrow(start=receivers[0], end=f"spout task {each.task}", label=f"{LABELS[look]}{each.kind}", look=look)


def _ack_val(step: DeliveredStep) -> str:
    return "" if step.record is None else str(step.record.ack_val)


def _ages(steps: Sequence[DeliveredStep], marked: int) -> list[tuple[str, ...]]:
    """Return of each step the age of its record; at a tick that of the record that the marked step is about, as it is
    after the tick.
    """
    new = _new_records(steps)
    root = _root_in_question(steps, marked)
    whose = "" if {step.root for step in steps} <= {None, root} else f"root {root}: "
    age: int | None = None  # None while the root has no record
    at: int | None = None
    ages: list[tuple[str, ...]] = []
    for step, is_new in zip(steps, new, strict=True):
        if step.record is not None:
            ages.append((f"{step.record.age}, new" if is_new else str(step.record.age),))
            if step.root == root:
                is_over = any(each.kind in TERMINAL_KINDS for each in (*step.said, *step.expected))
                age, at = None if is_over else step.record.age, step.to
            continue
        if root in (step.forgotten or ()):
            age = None
        reaches = step.op == "tick" and step.to in (None, at)
        age = age + 1 if age is not None and reaches else age
        ages.append((f"{whose}{age}",) if age is not None and reaches else ())
    return ages


def _root_in_question(steps: Sequence[DeliveredStep], marked: int) -> int | None:
    """Return the root that the marked step is about; of a tick, one that it forgets or the only one that there is."""
    step = steps[marked] if marked < len(steps) else None
    if step is not None and step.root is not None:
        return step.root
    roots = (step.forgotten if step else None) or list({each.root for each in steps if each.root is not None})
    return roots[0] if len(roots) == 1 else None


def _lives(steps: Sequence[DeliveredStep], marked: int, names: dict[int, str]) -> list[LifeBar | None]:
    """Return of each step the life of the record that the marked one is about, on the lane of its acker."""
    root, to = steps[marked].root, steps[marked].to
    if root is None or to is None:
        return [None for _ in steps]
    lives: list[LifeBar | None] = []
    there = False
    for step in steps:
        before, there = there, _is_there(step, root, there=there)
        is_life = before or there
        lives.append(LifeBar(lane=names[to], begins=not before, ends=not there) if is_life else None)
    return lives


def _is_there(step: DeliveredStep, root: int, *, there: bool) -> bool:
    """Whether the record of a root is there after a step, by the specification."""
    if step.root == root:
        return step.record is not None and not any(each.kind in TERMINAL_KINDS for each in step.expected)
    return there and root not in (step.forgotten or ())


def _new_records(steps: Sequence[DeliveredStep]) -> list[bool]:
    """Return of each step whether its message begins a record, by the specification."""
    there: set[int] = set()
    new = []
    for step in steps:
        there -= set(step.forgotten or ())
        new.append(step.record is not None and step.root not in there)
        if step.root is not None:
            is_over = any(each.kind in TERMINAL_KINDS for each in step.expected)
            there = there - {step.root} if is_over else there | {step.root}
    return new


def _roots(steps: Sequence[DeliveredStep], marked: int) -> list[int | None]:
    """Return the root that each row is about. A tick that forgets the root of the marked row is about that one."""
    root = steps[marked].root if marked < len(steps) else None
    return [root if root is not None and root in (step.forgotten or ()) else step.root for step in steps]
