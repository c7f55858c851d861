"""A worker that died while a task of another one held a tuple of the same tree: which of the two is the cause."""

from collections.abc import Iterator

import pytest
from ackproof_adapters.audit.causes.verdicts import Explainer
from ackproof_adapters.audit.logs.events import NO_TASK, Event
from ackproof_adapters.audit.trees.gathering import Gathering
from attrs import frozen

Row = tuple[int, str, int, str, int]
"""Second, kind, task, sender and edge, or the last task of an executor."""

UNANCHORED = 0


def message(at: int, of: str, stream: str, value: int) -> Iterator[Row]:
    """Yield the lines of a message to the acker."""
    for kind in ("send", "arrive", "bolt-ack", "done"):
        yield at, f"{kind} {stream}", 5, of, value


def start(at: int, port: int, *executors: tuple[str, int, int]) -> Iterator[Row]:
    """Yield the lines of the start of a worker."""
    yield at, "life", NO_TASK, f":{port}", NO_TASK
    for component, first, last in executors:
        yield at, "life", first, f"{component}:{NO_TASK}", last


def log(*, spouts: int, begun: int, is_executed: bool, end: int) -> Iterator[Row]:
    """Yield the lines of two workers in one file, as in that of a LocalCluster.

    A spout task emits to tasks 3 and 4. The worker of task 3 is started again after 2 s. When the tree has `begun` for
    so long, task 4 emits to task 6, which does not ack. The spout gives up after 4 s.
    """
    yield from start(0, 6701, ("lost", 3, 3))
    yield 0, "send", 4, "words:1", UNANCHORED
    yield from start(0, 6700, ("words", 1, spouts), ("split", 4, 4), ("__acker", 5, 5), ("count", 6, 6))
    yield 0, "tick", 1, ":-1", spouts
    for task, edge in ((3, 5), (4, 6)):
        yield 0, "send", task, "words:1", edge
        yield 0, "arrive", task, "words:1", edge
    yield from message(0, "words:1", "__ack_init", 5 ^ 6)
    restarted = (*start(2, 6701, ("lost", 3, 3)), (2, "send", 4, "words:1", UNANCHORED))
    if begun > 2:
        yield from restarted
    yield begun, "send", 6, "split:4", 7
    yield begun, "arrive", 6, "split:4", 7
    if is_executed:
        yield begun, "done", 6, "split:4", 7
    yield from message(begun, "split:4", "__ack_ack", 6 ^ 7)
    yield begun, "bolt-ack", 4, "words:1", 6
    yield begun, "done", 4, "words:1", 6
    if begun <= 2:
        yield from restarted
    yield 4, "spout-fail", 1, f":{NO_TASK}", UNANCHORED
    yield end, "send", 4, "words:1", UNANCHORED


def event(number: int, row: Row) -> Event:
    at, kind, task, of, edge = row
    kind, _, stream = kind.partition(" ")
    component, source = of.split(":")
    is_of_tasks = kind in ("life", "tick")
    ids = () if is_of_tasks or (not edge and kind == "send") else ((77, edge),)
    about = {"spout-fail": "TIMEOUT", "tick": "5"}.get(kind, "")
    when = f"2026-11-26 10:00:{at:02}.000"
    extra = edge if is_of_tasks else 1
    return Event(number, kind, when, "", task, component, int(source), stream or "default", ids, extra, about)


@frozen
class Verdict:
    """What is said of the tree."""

    cause: str
    task: int | None
    words: str = ""


HELD, DIED = Verdict("AUD-01", 6), Verdict("AUD-12", 3)
HASTY = "a worker died, and the spout may have given up before its timeout, and the log ends too soon"
EXECUTES = "a worker died, and the cause may be in task 3 or 6: the log ends before"


@pytest.mark.parametrize(
    ("spouts", "begun", "is_executed", "end", "right"),
    [
        # The spout waited for 4 s of the 5 s of a tick, of which there is one. Task 6 had the tuple for less than 8 s.
        (2, 1, True, 5, Verdict("AUD-15", None, HASTY)),
        (2, 1, True, 10, HELD),
        (1, 1, True, 5, HELD),
        # Task 6 may ack the tuple in the next line.
        (1, 1, False, 7, Verdict("AUD-15", None, EXECUTES)),
        (1, 1, False, 10, HELD),
        # What task 6 does makes no difference if its tuple was sent after the death.
        (1, 3, False, 7, DIED),
    ],
)
def test_a_tuple_that_is_briefly_open_is_no_earlier_cause_than_a_death(
    *, spouts: int, begun: int, is_executed: bool, end: int, right: Verdict
) -> None:
    """A task that lived on is the cause only if the lines that are missing at the end could not change that."""
    known = Gathering()
    for number, row in enumerate(log(spouts=spouts, begun=begun, is_executed=is_executed, end=end), 1):
        known.add(0, 0, event(number, row))
    (found,) = Explainer(known).verdicts()
    assert (found.cause and found.cause.id, found.task) == (right.cause, right.task), found.words
    assert found.words.startswith(right.words)
