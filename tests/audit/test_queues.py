"""Tuples that were in a queue when their spout gave up, and what their tasks did with them later."""

from collections.abc import Sequence

import pytest
from ackproof_adapters.audit.causes.verdicts import Explainer, TreeVerdict
from ackproof_adapters.audit.logs.events import NO_TASK, Event
from ackproof_adapters.audit.trees.gathering import Gathering

ROOT = 77
STEP = tuple[float, str, int, str, str, int]
"""Second, kind, task, sender, stream, and edge or value. The lines of a message to an acker are all in one."""

BEGINNING: tuple[STEP, ...] = ((0, "send", 2, "words:1", "default", 5), (0, "init", 4, "words:1", "__ack_init", 5))
GIVEN_UP: STEP = (10, "spout-fail", 1, ":-3", "", 0)


def received(second: float) -> STEP:
    """Return the line by which task 2 has the tuple."""
    return (second, "arrive", 2, "words:1", "default", 5)


def executed(second: float) -> STEP:
    """Return the line by which its execution has ended."""
    return (second, "done", 2, "words:1", "default", 5)


def unrelated(second: float, task: int, source: str = "words:1", kind: str = "arrive") -> STEP:
    """Return a line about a tuple of no tree."""
    return (second, kind, task, source, "other", 0)


def events_of(steps: Sequence[STEP]) -> list[Event]:
    """Return the events, each with a line of its own."""
    found: list[Event] = []
    for at, kind, task, of, stream, edge in steps:
        component, source = of.split(":")
        for each in ("send", "arrive", "bolt-ack", "done") if stream.startswith("__") else (kind,):
            minute, second = divmod(at, 60)
            when = f"2026-11-26 10:{int(minute):02}:{second:06.3f}"
            ids = ((ROOT, edge),) if stream != "other" else ()
            about = "TIMEOUT" if each == "spout-fail" else ""
            found.append(Event(len(found) + 1, each, when, "", task, component, int(source), stream, ids, 1, about))
    return found


def judged(steps: Sequence[STEP], workers: Sequence[int] = (0,) * 9) -> TreeVerdict:
    """Return the verdict on the tree, given the worker of each task."""
    known = Gathering()
    for event in events_of(steps):
        acting = event.source if event.kind == "send" else event.task
        known.add(workers[acting], 0, event)
    (found,) = Explainer(known).verdicts()
    return found


def reported(verdict: TreeVerdict) -> tuple[str, int | None]:
    """Return the cause and the task."""
    assert verdict.cause is not None, verdict
    return verdict.cause.id, verdict.task


@pytest.mark.parametrize("ending", [(), (executed(18),)])
def test_a_tuple_that_was_received_after_the_spout_gave_up_was_in_the_queue(ending: tuple[STEP, ...]) -> None:
    """Whether its task still executes it, or has ended that without an ack."""
    found = judged((*BEGINNING, GIVEN_UP, received(17), *ending, unrelated(50, 3)))
    assert reported(found) == ("AUD-16", 2)
    assert found.words == "a tuple of words:1 waited in the queue of task 2 for 17.0 s; the spout gave up after 10.0 s"


def test_a_tuple_that_was_received_in_time_and_executed_is_not_acked() -> None:
    """However long it was in the queue."""
    found = judged((*BEGINNING, received(9), executed(9.1), GIVEN_UP, unrelated(50, 3)))
    assert reported(found) == ("AUD-01", 2)


@pytest.mark.parametrize(("end", "cause"), [(10.5, "AUD-16"), (19, "AUD-01")])
def test_what_took_longer_is_the_cause_of_a_tuple_that_is_still_executed(end: float, cause: str) -> None:
    """Its time in the queue, or in the execution."""
    assert reported(judged((*BEGINNING, received(9), GIVEN_UP, unrelated(end, 3)))) == (cause, 2)


def test_a_tuple_that_was_sent_late_and_received_soon_is_no_cause() -> None:
    """The bolt before it took the time, and answered before the spout gave up: that is not shown to be too late."""
    found = judged(
        (
            *BEGINNING,
            received(0),
            (9.8, "send", 3, "split:2", "default", 6),
            (9.8, "ack", 4, "split:2", "__ack_ack", 3),
            (9.8, "bolt-ack", 2, "words:1", "default", 5),
            executed(9.8),
            GIVEN_UP,
            (10.5, "arrive", 3, "split:2", "default", 6),
            (10.6, "done", 3, "split:2", "default", 6),
            unrelated(60, 3),
        )
    )
    assert reported(found) == ("AUD-15", None)
    assert found.words.startswith("the spout had given up when its last tuples came")


def test_without_an_order_of_two_workers_it_is_unknown_which_was_first() -> None:
    """The bolt has a worker of its own, and no tuple shows whether it received its tuple before the spout gave up."""
    steps = (*BEGINNING, received(17), executed(17.1), GIVEN_UP, unrelated(90, 2), unrelated(90, 3))
    found = judged(steps, workers=(0, 0, 1, 0, 0))
    assert reported(found) == ("AUD-15", None)
    assert found.words == "no line shows whether task 2 received a tuple of words:1 before the spout gave up"


def test_the_sentence_has_the_number_of_others() -> None:
    """Those that the executor received while the tuple was in its queue."""
    known = Gathering()
    for event in events_of((*BEGINNING, GIVEN_UP, received(17))):
        if event.kind == "arrive" and event.stream == "default":
            for root in (1, 2):
                known.add(0, 0, event._replace(line=root + 50, ids=((root, 3),)))
            event = event._replace(line=60)  # noqa: PLW2901
        known.add(0, 0, event)
    found = next(each for each in Explainer(known).verdicts() if each.root == ROOT)
    assert found.words == (
        "a tuple of words:1 waited in the queue of task 2 for 17.0 s, and the task received 2 or more others "
        "meanwhile; the spout gave up after 10.0 s"
    )


def test_a_tuple_behind_another_task_of_its_executor_names_that_task() -> None:
    """Task 2 hangs. Task 3 is in the same executor: it finished what it had, and its tuple is in their queue."""
    loaded = Event(1, "life", "2026-11-26 10:00:00.000", "", 2, "split", NO_TASK, "", (), 3, "")
    received_other, *tree = events_of(
        (
            received(1),
            (2, "send", 3, "words:1", "default", 6),
            (2, "init", 4, "words:1", "__ack_init", 6),
            GIVEN_UP,
            unrelated(60, 4),
        )
    )
    known = Gathering()
    for line, event in enumerate((loaded, received_other._replace(ids=((1, 8),)), *tree), 1):
        known.add(0, 0, event._replace(line=line))
    found = next(each for each in Explainer(known).verdicts() if each.root == ROOT)
    assert reported(found) == ("AUD-16", 3)
    assert found.words == (
        "a tuple of words:1 waits in the queue of the executor of tasks 2 and 3, whose task 2 has executed a tuple "
        "since 10:00:01.000 (line 2)"
    )
