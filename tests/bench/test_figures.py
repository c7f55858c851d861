"""The figures for known timings."""

import pytest
from ackproof_adapters.bench.figures import Figures, figures_of, rates, times_as_fast, trend


def test_median_least_most_and_spread() -> None:
    assert figures_of([4.0, 1.0, 2.0]) == Figures(median=2.0, least=1.0, most=4.0, spread=1.5)
    assert figures_of([3.0]) == Figures(median=3.0, least=3.0, most=3.0, spread=0.0)


def test_rates_are_per_second() -> None:
    assert rates(100, [2.0, 1.0, 4.0]) == [50.0, 100.0, 25.0]


def test_runs_are_compared_within_their_round() -> None:
    """The machine is four times slower in the second round, which does not count against either target."""
    assert times_as_fast([4.0, 1.0, 4.0], [2.0, 0.5, 2.0]) == 2.0
    assert times_as_fast([2.0, 2.0], [2.0, 2.0]) == 1.0


def test_a_target_that_still_gets_faster_has_a_trend() -> None:
    assert trend([4.0, 4.0, 3.0, 2.0, 2.0]) == 1.0
    assert trend([2.0, 2.0]) == 0.0
    assert trend([2.0, 4.0]) == pytest.approx(-0.5)
    assert trend([2.0]) is None
