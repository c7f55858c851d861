"""Long lists for people: which rows are left out, and which never are."""

import pytest
from ackproof.text.truncate import (
    ENDS,
    ENDS_OF_NAMES,
    LONG,
    names_in_words,
    truncated,
    truncated_names,
    truncated_rows,
)


def left_out(count: int) -> str:
    return f"({count})"


def letters(count: int) -> list[str]:
    return [f"n{number}" for number in range(count)]


@pytest.mark.parametrize("count", [0, 1, 4, 5])
def test_a_list_of_which_little_would_be_left_out_is_whole(count: int) -> None:
    assert letters(count) == truncated(letters(count), left_out, 2)


def test_both_ends_of_a_longer_one_are_there_and_the_number_of_the_others() -> None:
    assert ["n0", "n1", "(2)", "n4", "n5"] == truncated(letters(6), left_out, 2)
    assert ["n0", "n1", "(96)", "n98", "n99"] == truncated(letters(100), left_out, 2)


def test_names_fit_into_a_line() -> None:
    assert letters(3 * ENDS_OF_NAMES - 1) == truncated_names(letters(3 * ENDS_OF_NAMES - 1))
    assert "n0 n1 n2 n3 … 4 more … n8 n9 n10 n11" == " ".join(truncated_names(letters(12)))


def test_rows_are_whole_unless_there_are_many() -> None:
    assert letters(LONG) == truncated_rows(letters(LONG), left_out, lambda _: None)
    assert [*letters(ENDS), "(25)", *letters(LONG + 1)[-ENDS:]] == truncated_rows(
        letters(LONG + 1), left_out, lambda _: None
    )


def test_each_stretch_of_a_kind_is_abridged_by_itself() -> None:
    """So a row of another kind is always shown."""
    shown = truncated_rows(letters(100), left_out, lambda index: index == 50)
    assert ["n7", "(34)", "n42"] == shown[7:10]
    assert ["n49", "n50", "n51"] == shown[16:19]
    assert ["n58", "(33)", "n92"] == shown[25:28]


@pytest.mark.parametrize(("count", "words"), [(1, "n0"), (2, "n0 and n1"), (3, "n0, n1 and n2")])
def test_names_in_words_have_an_and_before_the_last(count: int, words: str) -> None:
    assert words == names_in_words(letters(count))


def test_many_names_in_words_are_truncated() -> None:
    assert "n0, n1, n2, n3, … 4 more …, n8, n9, n10 and n11" == names_in_words(letters(12))
