"""A value that is no id is refused, and the error describes ids."""

from collections.abc import Callable

import pytest
from acking import IllegalUse
from acking.ids import check_bits, check_count, check_id, check_task


@pytest.mark.parametrize(
    ("bits", "least", "greatest"), [(2, -2, 1), (4, -8, 7), (64, -9223372036854775808, 9223372036854775807)]
)
def test_an_id_is_a_signed_number_of_its_bits(bits: int, least: int, greatest: int) -> None:
    """The least and the greatest are ids, the next numbers beyond are not, and the message gives the range."""
    assert (least, greatest) == (check_id("edge", least, bits), check_id("edge", greatest, bits))
    for number in (least - 1, greatest + 1, 3 * least, greatest + 2):
        with pytest.raises(IllegalUse) as refusal:
            check_id("edge", number, bits)
        assert f"edge {number} is outside signed {bits} bits ({least} to {greatest})" == str(refusal.value)


@pytest.mark.parametrize(
    ("refused", "expected"),
    [
        (lambda: check_task(-1), "task -1 is negative; task ids are counted from 0"),
        (lambda: check_count("buckets", 2, 3), "2 buckets; it takes at least 3"),
        (lambda: check_bits(1), "edge ids of 1 bits; the width goes from 2 to 64"),
        (lambda: check_bits(65), "edge ids of 65 bits; the width goes from 2 to 64"),
    ],
)
def test_bounds_are_told_with_what_was_beyond_them(refused: Callable[[], int], expected: str) -> None:
    """The fewest count, the least task and the limits of the width are allowed, and one beyond is not."""
    assert (0, 3, 2, 64) == (check_task(0), check_count("buckets", 3, 3), check_bits(2), check_bits(64))
    with pytest.raises(IllegalUse) as refusal:
        refused()
    assert expected == str(refusal.value)
