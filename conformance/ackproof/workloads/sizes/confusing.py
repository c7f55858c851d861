"""Numbers that a careless test or hash confuses with others.

An ack val is zero only if all 64 bits are. If an acker keeps or tests it in halves or smaller pieces, the pieces of
another number may sum up to zero, or cancel. And roots with the same hash are different roots.
"""

import random
from collections.abc import Iterator

from ackproof.workloads import ids

WORD = (1 << ids.LOW_WORD) - 1
FACTOR = 31
"""The factor by which Java's hashes of a list and of a text multiply."""
PIECES = (8, 16, 32)
"""The lengths, in bits, of the pieces in which a number may be kept."""
LEFT = 4
"""The number of ack vals of each kind."""

COLLISIONS = (
    (7959615989843422071, 4077084071761193956),
    (3256059698091860845, 402121772725587656),
    (731424398389129777, 7322123932368090832),
    (872799696181127502, 8246374396208767632),
    (7764050437113298338, 7063317060207734414),
    (3394914463841940378, 4573504518919812485),
    (-1, -2),
    (1, 1 << 61),
)
"""Pairs of roots with the same hash: of their decimals as a text of Java, of their hexadecimals, by CRC-32 with the
highest byte first and last, by FNV-1a in the same two orders, and two by the hash of Python's integers.
"""


def nearly_zero(source: random.Random) -> Iterator[int]:
    """Yield numbers other than zero whose pieces are equal, sum up to zero, or do so after multiplication by Java's
    factor.
    """
    for _ in range(LEFT):
        low = source.randrange(1, 1 << ids.LOW_WORD - 1)
        for high in (low, -low, ~low + 2, -FACTOR * low):
            yield ids.signed((high & WORD) << ids.LOW_WORD | low)
        yield ids.signed(low << ids.LOW_WORD | (-FACTOR * low & WORD))
        for length in PIECES:
            for first, *others in ([1, 1], [1, -1], [1, 1, -2]):
                pieces = [first, *others]
                yield _put_together([piece * (low | 1) for piece in pieces], length, source)


def _put_together(pieces: list[int], length: int, source: random.Random) -> int:
    """Return a number of 64 bits with these pieces of `length` bits each, at random places."""
    number = 0
    places = source.sample(range(ids.BITS // length), min(len(pieces), ids.BITS // length))
    for place, piece in zip(places, pieces, strict=False):
        number |= (piece & (1 << length) - 1) << place * length
    return ids.signed(number)


def roots_of_one_hash(source: random.Random, count: int) -> Iterator[int]:
    """Yield roots, `count` of which share the xor of their halves as a hash, and fewer a sum of them;
    and `COLLISIONS`.
    """
    constant = source.getrandbits(ids.LOW_WORD)
    for place in range(count):
        high = place * 0x9E3779B1 & WORD
        yield ids.signed(high << ids.LOW_WORD | high ^ constant)
        if place % 16 == 0:
            yield ids.signed(high << ids.LOW_WORD | (constant - high & WORD))
            yield ids.signed(high << ids.LOW_WORD | (constant - FACTOR * high & WORD))
    for pair in COLLISIONS:
        yield from pair
