"""The words for what a spout executor did and should have done."""

import pytest
from ackproof.components.spout import Callback, Effect, InitSent
from ackproof.rules.effects import called_words, effects_beside

ACK, INIT = Callback("ack", 1, "m"), InitSent(5, 2, 3)


@pytest.mark.parametrize(
    ("did", "should", "words"),
    [
        ((), (ACK,), "called back nothing; it should have called back ack of 'm' on task 1"),
        (
            (ACK, INIT),
            (),
            "did callback ack of 'm' on task 1, init of root 5 with value 2 and task 3; it sh",
        ),
        ((), (INIT,), "did nothing; it should have done init of root 5 with value 2 and task 3"),
    ],
)
def test_callbacks_are_called_so(did: tuple[Effect, ...], should: tuple[Effect, ...], words: str) -> None:
    """An effect of another kind was done."""
    assert effects_beside(did, should).startswith(words)


@pytest.mark.parametrize(("length", "whole"), [(61, True), (62, False)])
def test_a_callback_of_more_than_eighty_characters_is_cut(length: int, *, whole: bool) -> None:
    """What is left has its begin, and its end with the task."""
    words = called_words([Callback("ack", 1, length * "m")])
    assert (f"ack of '{length * 'm'}' on task 1" == words) is whole
    assert whole or f"ack of '{52 * 'm'}…{6 * 'm'}' on task 1" == words


@pytest.mark.parametrize(("number", "left_out"), [(11, None), (12, "… 4 more …")])
def test_of_many_callbacks_four_at_either_end_are_told(number: int, left_out: str | None) -> None:
    """Fewer than four are not left out."""
    names = [f"ack of '{name}' on task 1" for name in range(number)]
    expected = [*names[:4], left_out, *names[-4:]] if left_out else names
    assert ", ".join(expected) == called_words([Callback("ack", 1, str(name)) for name in range(number)])
