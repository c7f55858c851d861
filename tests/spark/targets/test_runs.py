"""Runs of the suite as logs: the boundaries that are tested, whatever the length."""

import pytest
from ackproof_adapters.spark.targets.runs import stretch, tiny_sizes


@pytest.mark.parametrize(("messages", "expected"), [(0, 16), (16_000, 16), (17_000, 17), (300_000, 300)])
def test_a_short_log_has_short_stretches_and_a_long_one_has_not_too_many(messages: int, expected: int) -> None:
    """Otherwise a log about size would take most of its time between stretches."""
    assert expected == stretch(messages) == tiny_sizes(messages).window


def test_a_target_may_have_shorter_ones() -> None:
    """The sharded log has shorter record batches."""
    assert (8, 9) == (stretch(8_000, 8), stretch(9_000, 8))
