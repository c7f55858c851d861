"""An acker: messages arrive from spout and bolt tasks, notifications go back to spout tasks."""

from collections import Counter
from collections.abc import Iterator, Sequence

from ackproof.components.acker import TERMINAL_KINDS
from ackproof.pages.timelines.timeline import (
    LABELS,
    Arrow,
    Life,
    Look,
    Timeline,
    TimelineRow,
    compared,
    natural,
)
from ackproof.stories.step_words import (
    after_words,
    delivered_words,
    said_words,
)
from ackproof.text.truncate import truncated
from ackproof.witness import (
    DeliveredStep,
    Witness,
)

MOST_BOLT_LANES = 8
"""Bolt tasks that have lanes of their own. In a picture of an acker they are only where messages come from."""

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
    new = _new_records(steps)
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
                (said_words(step.said),),
                (said_words(step.expected),),
                (after_words(step),),
                (_ack_val(step),),
                (_age(step, is_new=new[index]),),
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
        names="A, B and so on are tuples, and the edges that lead to them; A ^ B is the xor of the ids of two edges",
        lives="" if not any(lives) else f"root {steps[witness.at].root} has to be remembered",
        rows=tuple(rows),
    )


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
    value = "" if step.edges is None else f" {' ^ '.join(truncated(step.edges, lambda more: f'… {more} …', 2)) or '0'}"
    look = Look.FAIL if step.op == "fail" else Look.SENT
    yield Arrow(start=sender, end=receivers[0], label=f"{step.op}{value}", look=look)
    for each, look in compared(step.said, step.expected):
        yield Arrow(start=receivers[0], end=f"spout task {each.task}", label=f"{LABELS[look]}{each.kind}", look=look)


def _ack_val(step: DeliveredStep) -> str:
    return "" if step.record is None else str(step.record.ack_val)


def _age(step: DeliveredStep, *, is_new: bool) -> str:
    if step.record is not None:
        return f"{step.record.age}, new" if is_new else str(step.record.age)
    return "forgotten" if step.forgotten else ""


def _lives(steps: Sequence[DeliveredStep], marked: int, names: dict[int, str]) -> list[Life | None]:
    """Return of each step the life of the record that the marked one is about, on the lane of its acker."""
    root, to = steps[marked].root, steps[marked].to
    if root is None or to is None:
        return [None for _ in steps]
    lives: list[Life | None] = []
    there = False
    for step in steps:
        before, there = there, _is_there(step, root, there=there)
        is_life = before or there
        lives.append(Life(lane=names[to], begins=not before, ends=not there) if is_life else None)
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
