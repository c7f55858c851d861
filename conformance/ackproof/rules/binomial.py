"""Exact bounds for counts of random events: how often an event may happen in a number of independent trials before the
result counts as wrong.

Everything is computed in integers and fractions. These bounds decide verdicts, and a rounded bound would answer a
slightly different question.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache


def chance_of_a_false_zero(width: int, decisions: int = 1) -> Fraction:
    """Return the chance that an ack val of uniform ids of `width` bits is zero after one or more of a number of
    messages.

    The messages are those of one tree after which an edge is open; their open sets are linearly independent.
    """
    return 1 - (1 - Fraction(1, 1 << width)) ** decisions


@cache
def accepted_counts(trials: int, chance: Fraction, alarm: Fraction) -> range:
    """Return the accepted counts of successes in independent trials with that chance.

    At each end, the counts left out have together a probability of at most `alarm`/2, and would have more with one
    count more: the accepted range is as small as the bound allows.
    """
    whole = chance.denominator**trials
    bound = alarm * whole / 2
    low, below = None, 0
    for count, weight in enumerate(_weights(trials, chance)):
        below += weight
        if low is None and below > bound:
            low = count
        if low is not None and whole - below <= bound:
            return range(low, count + 1)
    raise AssertionError(trials, chance, alarm)  # unreachable: in the end `below` is `whole`


def _weights(trials: int, chance: Fraction) -> Iterator[int]:
    """Yield, for each count from 0 on, how many of the equally likely outcomes have it."""
    hits, misses = chance.numerator, chance.denominator - chance.numerator
    weight = misses**trials
    for count in range(trials):
        yield weight
        # Each weight is a binomial coefficient times powers, so the division has no remainder.
        weight = weight * (trials - count) * hits // ((count + 1) * misses)
    yield weight
