"""The figures of the introduction about Storm's ids, computed again: the effect of only 48 bits of state."""

import random
from pathlib import Path

STATES = 1 << 48
SECONDS_A_YEAR = 31_557_600
INTRODUCTION = (Path(__file__).parents[2] / "spec" / "README.md").read_text(encoding="utf-8")
MULTIPLIER, INCREMENT = 0x5DEECE66D, 0xB
"""The constants of the generator of `java.util.Random`, from its documentation."""


def stepped(state: int) -> int:
    """Return the next state of the generator."""
    return (state * MULTIPLIER + INCREMENT) % STATES


def states_that_give(number: int) -> list[int]:
    """Return the states, half-way through `nextLong`, that give a number."""
    low = number & 0xFFFFFFFF
    high = ((number >> 32) + (low >> 31)) & 0xFFFFFFFF  # the low word is signed, and is added
    return [state for state in range(high << 16, high + 1 << 16) if stepped(state) >> 16 == low]


def next_long(state: int) -> int:
    """Return the output of `nextLong` from a state, as an unsigned number."""
    first = stepped(state)
    low = stepped(first) >> 16
    return ((first >> 16 << 32) + low - (low >> 31 << 32)) % (1 << 64)


def test_one_state_gives_the_id_zero() -> None:
    """So one open edge has the odds 2^-48."""
    assert 1 == len(states_that_give(0))
    assert "exactly one of the 2^48 states gives the id 0" in INTRODUCTION


def test_hardly_two_states_give_one_id() -> None:
    """So two open edges of different executors have these odds too. None of forty ids has another state."""
    drawn = random.Random(48)
    for state in (drawn.randrange(STATES) for _ in range(40)):
        assert [stepped(state)] == states_that_give(next_long(state))


def test_the_figures_are_what_the_introduction_says() -> None:
    """They are the years to a mistake at 10,000 acks a second, and the days to two equal spout emissions at 10,000 a
    second.
    """
    ideal, storm = (2**bits / 10**4 / SECONDS_A_YEAR for bits in (64, 48))
    assert f"{ideal / 1e6:.1f} million years" in INTRODUCTION
    assert f"2^48 / 10^4 seconds, or {storm:.0f} years" in INTRODUCTION
    assert f"one in {STATES / 10**8 / 86_400:.0f} days" in INTRODUCTION
