"""Logs of messages for tests, as rows of the schema `MESSAGES`, and the reference's notifications for them."""

import random
from collections.abc import Iterable, Sequence

from acking import PROFILES, Ack, Acker, AckerMessage, Fail, Init, ResetTimeout, acker_index

MessageRow = tuple[int, str, int | None, int | None, int | None, int | None]
NotificationRow = tuple[int, int, str, int, int]

WEIGHTS = {"init": 30, "ack": 40, "fail": 8, "reset-timeout": 12, "tick": 10}
ROOTS = (5, -(2**63), 2**63 - 1, 7_000_000_000, 0, -1, 6)


def random_log(  # noqa: PLR0913  # each is a way in which logs differ
    seed: int,
    length: int,
    *,
    acker_tasks: int = 1,
    roots: Sequence[int] = ROOTS,
    given_ackers: float = 0.0,
    start: int = 0,
) -> list[MessageRow]:
    """Return a log in which everything happens often: few roots, and values of 3 bits, some of them negative.

    Half of the ticks are for one acker task. `given_ackers` is the share of the other messages with an explicit acker
    task, which may differ from the one that their root routes to.
    """
    draw = random.Random(seed)
    rows: list[MessageRow] = []
    for seq in range(start, start + length):
        op = draw.choices(list(WEIGHTS), list(WEIGHTS.values()))[0]
        root = None if op == "tick" else draw.choice(roots)
        value = draw.randrange(-4, 4) if op in {"init", "ack"} else None
        spout_task = draw.randrange(5) if op == "init" else None
        is_given = draw.random() < (0.5 if op == "tick" else given_ackers)
        rows.append((seq, op, root, value, spout_task, draw.randrange(acker_tasks) if is_given else None))
    return rows


def answers(rows: Iterable[MessageRow], acker_tasks: int, profile: str) -> list[NotificationRow]:
    """Return the notifications of the reference's acker tasks, in the order of the log."""
    ackers = [Acker(PROFILES[profile]) for _ in range(acker_tasks)]
    notifications: list[NotificationRow] = []
    for row in sorted(rows, key=lambda row: row[0]):
        seq, op, root, _, _, acker = row
        if op == "tick":
            for each in ackers if acker is None else [ackers[acker]]:
                each.tick()
            continue
        assert root is not None
        index = acker_index(root, acker_tasks) if acker is None else acker
        words = ackers[index].receive(_message(row))
        notifications.extend((seq, index, word.kind.value, word.root, word.task) for word in words)
    return notifications


def _message(row: MessageRow) -> AckerMessage:
    match row:
        case (_, "init", int(root), int(value), int(task), _):
            return Init(root, value, task)
        case (_, "ack", int(root), int(value), _, _):
            return Ack(root, value)
        case (_, "fail", int(root), _, _, _):
            return Fail(root)
        case (_, "reset-timeout", int(root), _, _, _):
            return ResetTimeout(root)
    raise AssertionError(row)
