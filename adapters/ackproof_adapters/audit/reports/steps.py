"""The steps of a tree's life: its lines in an order of cause and effect, and what happened by each, in words."""

from collections import Counter, deque
from collections.abc import Sequence

from ackproof_adapters.audit.logs.events import BOLT_ACK, BOLT_FAIL, DONE, REPORTS, SEND, SPOUT_FAIL, Event
from ackproof_adapters.audit.logs.reading import Placed

_WORDS = {"__ack_init": "init", "__ack_ack": "ack", "__ack_fail": "fail", "__ack_reset_timeout": "reset-timeout"}


def causally_ordered(steps: Sequence[Placed]) -> list[Placed]:
    """Return steps so that those of each worker keep their order, and nothing is received before it was sent."""
    queues: dict[int, deque[Placed]] = {}
    unsent = Counter(_message(event) for _, _, event in steps if event.kind == SEND)
    for step in steps:
        queues.setdefault(step[0], deque()).append(step)
    ordered: list[Placed] = []
    while queues:
        free = [worker for worker, queue in queues.items() if _is_free(queue[0][2], unsent)]
        for worker in free or list(queues)[:1]:
            queue = queues[worker]
            while queue and (not free or _is_free(queue[0][2], unsent)):
                ordered.append(queue.popleft())
                event = ordered[-1][2]
                if event.kind == SEND:
                    unsent[_message(event)] -= 1
                if not free:
                    break
            if not queue:
                del queues[worker]
    return ordered


def _is_free(event: Event, unsent: "Counter[tuple[str, int, object]]") -> bool:
    return event.kind == SEND or unsent[_message(event)] <= 0


def _message(event: Event) -> tuple[str, int, object]:
    return event.stream, event.source, event.ids


def step_in_words(root: int, event: Event) -> str:
    """Return what happened to a tree by a line, in words."""
    kind, stream = event.kind, event.stream
    task, source = event.task, f"{event.component}:{event.source}"
    if not stream:
        reason = f" ({event.about})" if event.about else ""
        answer = f"fail{reason}" if kind == SPOUT_FAIL else "ack"
        return f"the spout gets {answer}"
    value = dict(event.ids).get(root, 0)
    if stream in REPORTS:
        what = _WORDS[stream] + (f" {value}" if stream in ("__ack_init", "__ack_ack") and value else "")
        if kind == SEND:
            return f"{source} sends {what} to task {task}"
        done = {BOLT_ACK: "acked", DONE: "executed"}.get(kind, "received")
        return f"task {task} {done} {what} of {source}"
    if kind == SEND:
        return f"{source} sends edge {value} to task {task}"
    did = {BOLT_ACK: "acks", DONE: "has executed", BOLT_FAIL: "fails"}.get(kind, "receives")
    return f"task {task} {did} edge {value} of {source}"
