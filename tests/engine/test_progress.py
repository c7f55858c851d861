"""The display of a run's progress."""

import io

import pytest
from ackproof.engine.progress import QUIET, VERBOSE, Display, ProgressState, clock
from rich.console import Console


def log() -> Console:
    """Return a console that is not a terminal."""
    return Console(file=io.StringIO(), width=200)


def lines(console: Console) -> list[str]:
    """Return the written lines."""
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue().splitlines()


def test_a_log_is_told_how_far_the_run_is_and_how_long_it_takes() -> None:
    """It shows parts, findings, the rule at work, and the remaining time, estimated from the finished share."""
    display = Display(noun="verdicts", console=log())
    display.update(
        ProgressState(parts=34, of_parts=132, share=0.25, at_work="ACK-22 of reference", found="no violation")
    )
    words = "34/132 verdicts, no violation, at ACK-22 of reference, 0:20 elapsed, about 1:00 left"
    assert words == display.in_words(20.0)


def test_a_campaign_is_told_at_once() -> None:
    """Its first line comes with its first state, and the next after a while."""
    console = log()
    with Display(noun="verdicts", console=console, at_once=True) as display:
        display.update(ProgressState(parts=0, of_parts=4, share=0.0))
        display.update(ProgressState(parts=1, of_parts=4, share=0.25))
    assert ["0/4 verdicts, 0:00 elapsed"] == lines(console)


@pytest.mark.parametrize(("verbosity", "expected"), [(QUIET, []), (0, []), (VERBOSE, ["PASS ACK-01"])])
def test_results_are_written_at_once_only_when_asked_for(verbosity: int, expected: list[str]) -> None:
    """A quiet run writes nothing."""
    console = log()
    with Display(noun="verdicts", verbosity=verbosity, console=console) as display:
        display.line("PASS ACK-01")
    assert expected == lines(console)


@pytest.mark.parametrize(("seconds", "expected"), [(0, "0:00"), (59.6, "1:00"), (3725, "1:02:05")])
def test_a_time_is_shown_in_minutes_and_seconds(seconds: float, expected: str) -> None:
    """Hours are shown if there are any."""
    assert expected == clock(seconds)
