"""Retention: the command's results equal the reference's."""

import pytest
from acking import PROFILES, RotatingMap
from acking.spout import PENDING_BUCKETS
from ackproof.commands.retention import Phases, Retention, RetentionClocks, retention
from common.command import Command


def ticks_until_forgotten(buckets: int, phase: int, period: int) -> int:
    """Return the number of seconds until a map forgets an entry that is put now; its next tick is due in `phase`
    seconds.
    """
    entries: RotatingMap[str, None] = RotatingMap(buckets)
    entries.put("tree", None)
    second = 0
    while "tree" in entries:
        second += 1
        if second >= phase and (second - phase) % period == 0:
            entries.rotate()
    return second


@pytest.mark.parametrize(("buckets", "acker", "spout"), [(2, 5, 5), (3, 5, 5), (2, 7, 3), (3, 2, 5), (4, 3, 4)])
def test_what_is_computed_is_what_the_maps_of_the_reference_do(buckets: int, acker: int, spout: int) -> None:
    """Every pair of phases is compared, in whole seconds."""
    windows = {
        Phases(a, s): ticks_until_forgotten(PENDING_BUCKETS, s, spout) - ticks_until_forgotten(buckets, a, acker)
        for a in range(1, acker + 1)
        for s in range(1, spout + 1)
    }
    found = retention(RetentionClocks(buckets, acker, spout))
    assert len([window for window in windows.values() if window > 0]) == found.forgetting
    assert max(0, *windows.values()) == found.window
    assert len(windows) == found.tried


@pytest.mark.parametrize(("profile", "forgetting"), [("storm1", 435), ("storm2", 0)])
def test_the_figures_of_the_profiles(profile: str, forgetting: int) -> None:
    """The chapters on profiles and on the topology have the same figures, for 30 seconds."""
    found = retention(RetentionClocks(PROFILES[profile].buckets, 30, 30))
    assert (900, forgetting) == (found.tried, found.forgetting)
    assert (forgetting == 0) is found.clocks.always_covers


def test_phases_between_whole_seconds_count() -> None:
    """Half a second after a tick of the acker, a tree may be forgotten although it is not in any whole second."""
    found = retention(RetentionClocks(2, 59, 30))
    assert Retention(RetentionClocks(2, 59, 30), 59 * 30, 0, None) == found
    assert not found.clocks.always_covers


def test_the_command_shows_the_worst_phases(ackproof: Command) -> None:
    """The exit code is 1 if a tree can be forgotten."""
    result = ackproof("retention", "--profile", "storm1", "--timeout", "30")
    assert 1 == result.code
    assert "In 435 of 900 pairs of phases" in result.words
    assert "31 s tick 2 of 2 of the acker: the record is forgotten" in result.words
    assert 0 == ackproof("retention").code


@pytest.mark.parametrize(
    ("arguments", "error"),
    [(["--timeout", "0"], "--timeout 0: it takes a whole number from 1 to 3600"), (["--buckets", "1"], "from 2")],
)
def test_what_makes_no_sense_is_refused(ackproof: Command, arguments: list[str], error: str) -> None:
    """The error is one line."""
    result = ackproof("retention", *arguments)
    assert 2 == result.code
    assert error in result.err
