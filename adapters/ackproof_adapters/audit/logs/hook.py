"""Lines of the hook (`examples/audit-hook`) as events.

A hook is called when an execution has ended, so a tuple in a queue or in an endless execution is not seen. A message
that an acker task executed was received and acked there, so its line stands for all three. Spouts get fails by message
id and without a root, so the timeouts of trees are computed: see `Gathering`.
"""

import json
from collections.abc import Iterator
from typing import Any

from ackproof_adapters.audit.logs.events import (
    ACKER,
    ARRIVE,
    BOLT_ACK,
    BOLT_FAIL,
    DONE,
    LIFE,
    NO_TASK,
    REPORTS,
    SEND,
    TICK,
    Event,
    are_ids,
)

BEGINNING = b'{"time":'
TICKS = "__tick"
_KINDS = {"done": DONE, "ack": BOLT_ACK, "fail": BOLT_FAIL}


def hook_events(line: bytes, number: int) -> Iterator[Event]:
    """Yield the events of a line; nothing if it has none, or is incomplete."""
    try:
        record = json.loads(line)
        yield from _events(record, number)
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError):
        return


def _events(record: dict[str, Any], number: int) -> Iterator[Event]:
    for event in _unbounded(record, number):
        if are_ids(event.ids) and max(event.task, event.source, event.extra) < 1 << 31:
            yield event


def _unbounded(record: dict[str, Any], number: int) -> Iterator[Event]:
    kind, when, task = record["kind"], str(int(record["time"])), int(record["task"])
    component = str(record["component"])
    if kind == "life":
        timeout = record.get("timeout")
        about = str(timeout) if type(timeout) is int else ""
        yield Event(number, LIFE, when, "", task, component, NO_TASK, "", (), task, about)
        return
    stream = str(record["stream"])
    values = tuple(int(each) for each in record.get("values", ()))
    if kind == "send":
        ids, extra = _report(component, stream, values)
        yield Event(number, SEND, when, "", int(record["to"]), component, task, stream, ids, extra, "")
        return
    of, source = str(record["of"]), int(record["from"])
    if stream == TICKS:
        yield Event(number, TICK, when, "", task, of, source, stream, (), task, str(values[0]) if values else "")
    elif stream in REPORTS:
        ids, extra = _report(of, stream, values)
        for each in (ARRIVE, BOLT_ACK, DONE) if kind == "done" else ():
            yield Event(number, each, when, "", task, of, source, stream, ids, extra, "")
    else:
        pairs = record["ids"]
        ids = tuple(zip(map(int, pairs[::2]), map(int, pairs[1::2]), strict=True))
        about = str(int(record["children"])) if kind == "ack" else ""
        yield Event(number, _KINDS[kind], when, "", task, of, source, stream, ids, NO_TASK, about)


def _report(component: str, stream: str, values: tuple[int, ...]) -> tuple[tuple[tuple[int, int], ...], int]:
    """Return the root with its value, and the spout task of an init."""
    if stream not in REPORTS or not values:
        return (), NO_TASK
    value = values[1] if len(values) > 1 and component != ACKER else 0
    return ((values[0], value),), values[2] if len(values) > 2 else NO_TASK  # noqa: PLR2004
