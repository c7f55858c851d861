"""Runs of the suite as logs: what is put to the test however long they are."""

import pytest
from ackproof_adapters.spark.targets.runs import stretch, tiny_sizes


@pytest.mark.parametrize(("messages", "expected"), [(0, 16), (16_000, 16), (17_000, 17), (300_000, 300)])
def test_a_short_log_has_short_stretches_and_a_long_one_has_not_too_many(messages: int, expected: int) -> None:
    """A log about size would spend its time between stretches."""
    assert expected == stretch(messages) == tiny_sizes(messages).window


def test_a_target_may_have_shorter_ones() -> None:
    """As record batches of the sharded log."""
    assert (8, 9) == (stretch(8_000, 8), stretch(9_000, 8))
