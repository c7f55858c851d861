"""Trees that a spout gave up before its timeout, and what else was wrong with them."""

from collections.abc import Sequence

import pytest
from ackproof_adapters.audit.causes.verdicts import Explainer, TreeVerdict
from ackproof_adapters.audit.logs.events import Event
from ackproof_adapters.audit.trees.gathering import Gathering

from .test_queues import BEGINNING, STEP, events_of, executed, received, reported, unrelated

TIMEOUT = 8
GIVEN_UP: STEP = (4, "spout-fail", 1, ":-3", "", 0)
FAILED_EARLY = "failed after 4.0 s of a timeout of 8 s: ticks come too often (STORM-3693)"


def tick(second: float) -> Event:
    """Return a tick of the spout's executor."""
    when = f"2026-11-26 10:00:{second:06.3f}"
    return Event(1, "tick", when, "", 1, "__system", -1, "__tick", (), 1, str(TIMEOUT))


def acked(second: float) -> tuple[STEP, ...]:
    """Return the lines by which task 2 acks its tuple."""
    return (second, "ack", 4, "split:2", "__ack_ack", 5), (second, "bolt-ack", 2, "words:1", "default", 5)


def judged(steps: Sequence[STEP]) -> TreeVerdict:
    """Return the verdict on the tree, whose spout had two ticks before."""
    return of_events((tick(0), tick(0), *events_of(steps)))


def of_events(events: Sequence[Event]) -> TreeVerdict:
    """Return the verdict on the tree of events, each in the next line."""
    known = Gathering()
    for line, event in enumerate(events, 1):
        known.add(0, 0, event._replace(line=line))
    (found,) = Explainer(known).verdicts()
    return found


def test_a_second_ack_before_the_spout_gave_up_too_early_is_the_cause() -> None:
    """No timeout is long enough for the tree."""
    found = judged((*BEGINNING, received(1), *acked(1.1), *acked(1.2), executed(1.3), GIVEN_UP, unrelated(50, 3)))
    assert reported(found) == ("AUD-06", 2)
    assert found.words == (
        "task 2 acked the tuple that it had of words:1 2 times; after that, failed by the spout before its timeout "
        "(AUD-14): words, task 1"
    )


def test_a_second_ack_after_the_spout_gave_up_is_no_cause() -> None:
    """The tree was done by the first one, but for the time."""
    found = judged((*BEGINNING, received(1), *acked(1.1), GIVEN_UP, *acked(5), executed(5.1), unrelated(50, 3)))
    assert reported(found) == ("AUD-14", 1)
    assert found.words == FAILED_EARLY


@pytest.mark.parametrize(("end", "more"), [(50, "; task 2 has not acked its tuple by the end of the log"), (15, "")])
def test_a_tuple_that_is_not_acked_long_after_is_named(end: float, more: str) -> None:
    """If the log goes on for twice the timeout after its receipt: it may be acked soon after."""
    found = judged((*BEGINNING, received(1), executed(1.1), GIVEN_UP, unrelated(end, 3)))
    assert reported(found) == ("AUD-14", 1)
    assert found.words == FAILED_EARLY + more


@pytest.mark.parametrize(("third", "least"), [(0.2, "15.9"), (2, "14.1"), (6, "7.9"), (None, "7.9")])
def test_ticks_that_had_waited_for_a_thread_that_slept(third: float | None, least: str) -> None:
    """They are due 8 s apart. That the third comes 2 s after the first shows that the first was 14 s late or more."""
    give_up: STEP = (0.15, "spout-fail", 1, ":-3", "", 0)
    begun = events_of((*BEGINNING, received(0.1), *acked(0.1), executed(0.1)))
    ticks = [tick(each) for each in (0.12, 0.14, third) if each is not None]
    found = of_events((*begun, *ticks[:2], *events_of((give_up,)), *ticks[2:], *events_of((unrelated(30, 3),))))
    assert reported(found) == ("AUD-14", 1)
    assert found.words == (
        "the spout gave it up after 0.150 s: ticks that had waited came together, since its thread took nothing from "
        f"its queue for {least} s or more (nextTuple slept or blocked)"
    )
