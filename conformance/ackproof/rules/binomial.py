"""Counts of chance, exactly: how often something may happen in so many independent trials before one stops believing.

All of it is integers and fractions. A bound that is rounded is a bound for nearly the right question, and these decide
verdicts.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache


def chance_of_a_false_zero(width: int, decisions: int = 1) -> Fraction:
    """Return the chance that an ack val of uniform ids of `width` bits is zero at one or more of so many messages.

    The messages are those of one tree after which something is open; their open sets are linearly independent.
    """
    return 1 - (1 - Fraction(1, 1 << width)) ** decisions


@cache
def accepted_counts(trials: int, chance: Fraction, alarm: Fraction) -> range:
    """Return the counts of successes, in independent trials of that chance, that are no reason for an alarm.

    The counts left out at either end have together a probability of `alarm`/2 at most, and would have more with one
    count more: the region is as small as the bound allows.
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
    raise AssertionError(trials, chance, alarm)  # below has come to be the whole


def _weights(trials: int, chance: Fraction) -> Iterator[int]:
    """Give, for each count from 0 on, how many of the equally likely outcomes have it."""
    hits, misses = chance.numerator, chance.denominator - chance.numerator
    weight = misses**trials
    for count in range(trials):
        yield weight
        # Each is a binomial coefficient times powers, so the division leaves no rest.
        weight = weight * (trials - count) * hits // ((count + 1) * misses)
    yield weight
