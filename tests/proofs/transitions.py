"""The transitions of the explorer as a table: the record before, the message, the notification and the record after.

It has every answer of the reference acker that the explorer uses, at its default size, each once. The extracted program
checks such a table row by row, with `proved --check`.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

from acking import Ack, AckerMessage, Fail, Init
from ackproof.explore import driving
from ackproof.explore.bounds import Bounds
from ackproof.explore.driving import AckerDriver, DeliveryAnswer, Memory, Subject
from ackproof.explore.run import explore
from ackproof.target import PROFILES

Asked = tuple[Memory, AckerMessage | None]


def write_table(file: Path, bounds: Bounds) -> int:
    """Explore both profiles, and write a line for each transition; return the number of lines."""
    rows = [row for profile in PROFILES for row in transitions(profile, bounds)]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return len(rows)


def transitions(profile: str, bounds: Bounds) -> Iterator[dict[str, Any]]:
    """Explore, and yield every answer of the reference in the program's format."""
    answers: dict[Asked, DeliveryAnswer] = {}
    step = AckerDriver.step

    def noted(driver: AckerDriver, memory: Memory, message: AckerMessage | None) -> DeliveryAnswer:
        answer = answers[memory, message] = step(driver, memory, message)
        return answer

    with mock.patch.object(AckerDriver, "step", noted):
        report = explore(Subject(profile), bounds)
    assert report.broken is None
    for (memory, message), (notifications, after) in answers.items():
        yield {
            "profile": profile,
            "kept": _kept(memory),
            "told": _form_of(message),
            "says": [{"kind": word.kind.value, "root": str(word.root), "task": word.task} for word in notifications],
            "kept_then": _kept(after),
        }


def _kept(memory: Memory) -> list[dict[str, Any]]:
    return [
        {
            "root": str(root),
            "age": age,
            "value": str(record.ack_val),
            "task": record.spout_task,
            "failed": record.failed,
        }
        for root, age, record in memory
    ]


def _form_of(message: AckerMessage | None) -> dict[str, Any]:
    match message:
        case driving.TICK:
            return {"op": "tick"}
        case Init(root, value, task):
            return {"op": "init", "root": str(root), "value": str(value), "task": task}
        case Ack(root, value):
            return {"op": "ack", "root": str(root), "value": str(value)}
        case _:
            return {"op": "fail" if isinstance(message, Fail) else "reset-timeout", "root": str(message.root)}
