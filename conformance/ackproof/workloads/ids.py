"""Numbers for symbols: edge ids that are independent where possible, and root ids that are hard to distinguish.

The ground truth of a workload is about symbolic edges. Their ids are a *basis*: as long as there are no more edges than
bits, no xor of some of them is zero, so the ack val is zero if and only if no edge is open. With more edges than bits
there must be collisions. They are known from the ids themselves, and are counted separately.
"""

import random
from collections.abc import Callable, Sequence
from functools import cache, reduce
from itertools import combinations
from operator import xor

from ackproof.workloads.choices import Choices, chance

BITS = 64
NARROWEST = 4
LOW_WORD = 32
FLOAT_BITS = 53
SIGN = 1 << (BITS - 1)
SCRAMBLED_SCHEMES = 12
COMPARED = 64
"""Among so many ids, four are looked for that cancel: all pairs are compared."""

_NARROW_WIDTHS = (4, 5, 6, 8, 12, 16, 24, 32, 33, 48)


def signed(word: int, bits: int = BITS) -> int:
    """Return the low `bits` bits of `word` as a signed number."""
    word &= (1 << bits) - 1
    return word - (1 << bits) if word >> (bits - 1) else word


def xor_of(numbers: Sequence[int]) -> int:
    """Return the xor of all numbers, which is 0 for none."""
    return reduce(xor, numbers, 0)


def four_that_cancel(numbers: Sequence[int]) -> tuple[int, ...]:
    """Return the places of four of some different numbers whose xor is zero, or nothing if there are none among the
    first `COMPARED`. Among as many random ids there are such once in 10^13 cases.
    """
    pairs: dict[int, tuple[int, int]] = {}
    for pair in combinations(range(min(len(numbers), COMPARED)), 2):
        known = pairs.setdefault(numbers[pair[0]] ^ numbers[pair[1]], pair)
        if known != pair:
            return (*known, *pair)
    return ()


def draw_narrow_width(choices: Choices) -> int:
    """Return a width for edge ids below 64 bits; half of the time it is the narrowest, where ids collide most."""
    if chance(choices, 50):
        return NARROWEST
    return _NARROW_WIDTHS[choices.integer(0, len(_NARROW_WIDTHS) - 1)]


def colliding_ids(count: int, width: int, seed: int) -> tuple[int, ...]:
    """Return `count` edge ids of `width` bits as a careless generator draws them: repeated, dependent, or zero."""
    source = random.Random(f"collisions {width} {seed}")
    return tuple(signed(source.randrange(1 << width), width) for _ in range(count))


def edge_ids(count: int, width: int, scheme: int) -> tuple[int, ...]:
    """Return `count` edge ids of `width` bits; the first `width` of them are linearly independent.

    The ids of scheme 0 are legible (1, 2, 4, 8, …), those of 1 are in the high bits, 2 has the extreme values, and 3
    begins in the middle. The others are scrambled.
    """
    return _edge_ids(max(BITS, count), width, scheme)[:count]


SCHEMES = 4 + SCRAMBLED_SCHEMES


@cache
def _edge_ids(count: int, width: int, scheme: int) -> tuple[int, ...]:
    source = random.Random(f"edges {width} {scheme}")
    units = [1 << bit for bit in range(width)]
    if scheme == 0:
        basis = units
    elif scheme == 1:
        basis = units[::-1]
    elif scheme == 2:  # noqa: PLR2004 - the schemes are numbered in the docstring of edge_ids
        basis = [(1 << width) - 1, 1 << (width - 1), *units[:-2]]
    elif scheme == 3:  # noqa: PLR2004
        basis = units[width // 2 :] + units[: width // 2]
    else:
        basis = _scrambled_basis(width, source)
    beyond = [source.randrange(1, 1 << width) for _ in range(count - width)]
    return tuple(signed(number, width) for number in [*basis, *beyond])


def _scrambled_basis(width: int, source: random.Random) -> list[int]:
    """Return `width` linearly independent random words: a word is kept if it is not an xor of earlier ones."""
    basis: list[int] = []
    reduced: list[int] = []
    while len(basis) < width:
        number = source.randrange(1, 1 << width)
        rest = number
        for word in reduced:
            rest = min(rest, rest ^ word)
        if rest:
            basis.append(number)
            reduced.append(rest)
            reduced.sort(reverse=True)
    return basis


def _apart_in_scattered_bits(index: int) -> int:
    return signed(sum(1 << ((13 * bit + 8) % BITS) for bit in range(BITS) if index >> bit & 1))


def _counted(index: int) -> int:
    return index + 1


def _apart_by_sign(index: int) -> int:
    return signed((index // 2 + 1) | (SIGN if index % 2 else 0))


def _opposite(index: int) -> int:
    return (index // 2 + 1) * (-1 if index % 2 else 1)


def _apart_in_high_word(index: int) -> int:
    return signed(7 | (index << LOW_WORD))


def _apart_in_low_word(index: int) -> int:
    return signed((0x0123_4567 << LOW_WORD) | index)


def _above_floats(index: int) -> int:
    return (1 << FLOAT_BITS) + index


def _swapped_words(index: int) -> int:
    """Pairs of roots with the same two words, in either order."""
    high, low = index // 2 + 1, 0x7654_3210
    return signed((low << LOW_WORD) | high if index % 2 else (high << LOW_WORD) | low)


def _greatest_hashes(index: int) -> int:
    """Roots whose hash is near the greatest int, so that adding to it overflows."""
    return (1 << (LOW_WORD - 1)) - 1 - index


_EXTREMES = (0, (1 << (LOW_WORD - 1)) - 1, -1, SIGN - 1, -SIGN, 1, 1 << LOW_WORD, -(1 << LOW_WORD), 1 << (LOW_WORD - 1))


def _extreme(index: int) -> int:
    lap, place = divmod(index, len(_EXTREMES))
    return signed(_EXTREMES[place] + 3 * lap)


ROOT_FAMILIES: tuple[Callable[[int], int], ...] = (
    _counted,
    _apart_by_sign,
    _apart_in_high_word,
    _apart_in_low_word,
    _above_floats,
    _extreme,
    _opposite,
    _apart_in_scattered_bits,
    _greatest_hashes,
    _swapped_words,
)
"""Ways to number roots; each gives different ids for different indices."""
