"""Generators of ids, and attacks on them: from a few ids to the state, and from the state to all later ids. Each attack
is on one generator of a common library. It gets the first ids of a stream, as unsigned numbers, and returns the ids
that have to follow, or None if no state of its generator draws the given ids. An id of another generator is detected
because the following ids differ: see `recovered`.

Sources: the documentation of `java.util.Random` and `java.util.SplittableRandom`, which define their outputs;
Marsaglia, "Xorshift RNGs" (2003); Vigna, "An experimental exploration of Marsaglia's xorshift generators, scrambled"
(2016) and "Further scramblings" (2017); Matsumoto and Nishimura, "Mersenne twister" (1998), with its 64-bit version of
2004.
"""

import random
from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial, reduce
from itertools import islice, pairwise
from operator import xor

from attrs import frozen

from ackproof.components.ids import Draw, IdsResult

BITS = 64
EVERY_BIT = (1 << BITS) - 1
WORD = (1 << 32) - 1
PREDICTED = 1000
"""How many ids in a row have to be predicted before a state counts as recovered."""

Following = Iterator[int]
"""The ids that follow, without end."""


def streams_of(draws: Sequence[Draw], results: Sequence[IdsResult]) -> Mapping[int, list[int]]:
    """Return all ids that each executor drew, in order, as unsigned numbers."""
    streams: dict[int, list[int]] = defaultdict(list)
    for draw, result in zip(draws, results, strict=True):
        streams[draw.executor] += (each & EVERY_BIT for each in result.ids)
    return {executor: stream for executor, stream in streams.items() if stream}


@frozen
class Attack:
    """An attack: how to find the state of one generator. `recover` takes `needs` ids. `start` is the generator, in a
    state that is drawn from a source.
    """

    generator: str
    needs: int
    recover: Callable[[Sequence[int]], Following | None]
    start: Callable[[random.Random], Following]

    def explains(self, stream: Sequence[int]) -> bool:
        """Whether the generator draws all ids of a stream except the first."""
        following = self.recover(stream[: self.needs])
        rest = stream[self.needs :]
        return bool(rest) and following is not None and list(islice(following, len(rest))) == list(rest)


def recovered(stream: Sequence[int]) -> Attack | None:
    """Return the first attack that predicts a thousand ids of a stream from those before them; None if there is
    none.
    """
    for attack in ATTACKS:
        if len(stream) >= attack.needs + PREDICTED:
            if attack.explains(stream[: attack.needs + PREDICTED]):
                return attack
    return None


LCG48, INCREMENT48, STATES48 = 0x5DEECE66D, 11, 1 << 48


def java_random(state: int) -> Following:
    """Yield the outputs of `nextLong` of `java.util.Random`, from a state of 48 bits."""
    while True:
        high = state = (state * LCG48 + INCREMENT48) % STATES48
        state = (state * LCG48 + INCREMENT48) % STATES48
        yield ((high >> 16 << 32) + _signed_word(state >> 16)) & EVERY_BIT


def recover_java_random(ids: Sequence[int]) -> Following | None:
    """Two outputs are 128 bits, and a state has 48. The halves of an id are the upper 32 bits of two states in
    succession: only the 16 bits below the first are unknown. The second id tells which is right.
    """
    low = _signed_word(ids[0] & WORD)
    high = (ids[0] - low) >> 32 & WORD
    after = (high << 16) * LCG48 + INCREMENT48
    for unknown in range(1 << 16):
        if (after + unknown * LCG48) % STATES48 >> 16 == low & WORD:
            following = java_random((after + unknown * LCG48) % STATES48)
            if next(following) == ids[1]:
                return following
    return None


def _signed_word(word: int) -> int:
    return word - (1 << 32) if word >> 31 else word


def full_lcg(state: int, factor: int, increment: int) -> Following:
    """Yield the successors of a state in a linear congruential generator modulo 2^64. With the factor 1 it is a
    counter.
    """
    while True:
        state = (state * factor + increment) & EVERY_BIT
        yield state


def recover_full_lcg(ids: Sequence[int]) -> Following | None:
    """Differences of successive states are multiplied by the factor. All are multiples of the power of two in the
    first, without which that is odd and can be divided by. Of the factor the highest bits are unknown then, and what it
    multiplies is a multiple of that power, so they do not matter.
    """
    differences = [(after - before) & EVERY_BIT for before, after in pairwise(ids)]
    first, second = differences[:2]
    if not first:
        return None if second else _by_differences(ids[-1], 0, 0)
    power = first & -first
    if second % power:
        return None
    factor = second // power * pow(first // power, -1, EVERY_BIT + 1) & EVERY_BIT
    return _by_differences(ids[-1], differences[-1], factor)


def _by_differences(state: int, difference: int, factor: int) -> Following:
    while True:
        difference = difference * factor & EVERY_BIT
        state = (state + difference) & EVERY_BIT
        yield state


def split_mix(state: int, gamma: int) -> Following:
    """Yield the outputs of SplitMix64, from a state and with an odd gamma; `java.util.SplittableRandom` is the same."""
    while True:
        state = (state + gamma) & EVERY_BIT
        mixed = (state ^ state >> 30) * MIX1 & EVERY_BIT
        mixed = (mixed ^ mixed >> 27) * MIX2 & EVERY_BIT
        yield mixed ^ mixed >> 31


MIX1, MIX2 = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


def recover_split_mix(ids: Sequence[int]) -> Following | None:
    """The output function can be inverted step by step; two states give the gamma."""
    first, second = map(_unmixed, ids[:2])
    return split_mix(second, second - first & EVERY_BIT)


def _unmixed(output: int) -> int:
    output = _undo_right(output, 31) * pow(MIX2, -1, EVERY_BIT + 1) & EVERY_BIT
    output = _undo_right(output, 27) * pow(MIX1, -1, EVERY_BIT + 1) & EVERY_BIT
    return _undo_right(output, 30)


def _undo_right(shifted: int, by: int) -> int:
    """Return the number that gives this one when it is xored with itself shifted right."""
    number = shifted
    for _ in range(BITS // by):
        number = shifted ^ number >> by
    return number


STAR = 2685821657736338717


def xorshift_star(state: int) -> Following:
    """Yield the outputs of xorshift64*, from a state."""
    while True:
        state ^= state >> 12
        state ^= state << 25 & EVERY_BIT
        state ^= state >> 27
        yield state * STAR & EVERY_BIT


def recover_xorshift_star(ids: Sequence[int]) -> Following | None:
    """The output is the state times an odd number, which has an inverse. One id is enough."""
    return xorshift_star(ids[0] * pow(STAR, -1, EVERY_BIT + 1) & EVERY_BIT)


def xorshift(state: int) -> Following:
    """Yield the outputs of Marsaglia's 64-bit xorshift, from a state: they are its states."""
    while True:
        state ^= state << 13 & EVERY_BIT
        state ^= state >> 7
        state ^= state << 17 & EVERY_BIT
        yield state


def recover_linear(ids: Sequence[int]) -> Following | None:
    """Among 65 states of 64 bits one is the xor of some before it. The step from one state to the next is linear over
    GF(2), and so all later states are xors of those at the same distances before them.
    """
    rows: dict[int, tuple[int, int]] = {}  # by leading bit: a xor of some ids, and the places of these as bits
    for place, each in enumerate(ids):
        left, places = each, 1 << place
        while left and left.bit_length() in rows:
            other, others = rows[left.bit_length()]
            left, places = left ^ other, places ^ others
        if not left:
            distances = [place - before for before in range(place) if places >> before & 1]
            return _by_distances(list(ids), distances)
        rows[left.bit_length()] = left, places
    return None


def _by_distances(known: list[int], distances: Sequence[int]) -> Following:
    while True:
        known.append(reduce(xor, (known[-distance] for distance in distances), 0))
        yield known[-1]


PLUS_IDS = 136
"""The state has 128 bits and each id gives one equation: 128 ids determine it, and a few more check it."""


def xorshift_plus(first: int, second: int, shifts: tuple[int, int]) -> Following:
    """Yield the outputs of xorshift128+, from a state of two words: with shifts of (18, 5), or (17, 26) from before
    2016.
    """
    while True:
        yield first + second & EVERY_BIT
        first, second = _stepped(first, second, shifts)


def _stepped(first: int, second: int, shifts: tuple[int, int]) -> tuple[int, int]:
    first ^= first << 23 & EVERY_BIT
    return second, first ^ second ^ first >> shifts[0] ^ second >> shifts[1]


def recover_xorshift_plus(ids: Sequence[int], shifts: tuple[int, int]) -> Following | None:
    """The steps are linear over GF(2), and so is the lowest bit of the sum, which has no carry. So each id gives one
    equation in the bits of the state. They are solved by elimination.
    """
    rows: dict[int, int] = {}  # by leading bit: the bits of the state in an equation, and its sum above them
    for place, equation in enumerate(_lowest_bits(shifts)):
        row = equation << 1 | ids[place] & 1
        while row > 1 and (lead := row.bit_length()) in rows:
            row ^= rows[lead]
        if row == 1:
            return None  # 0 = 1: no state draws these ids
        if row:
            rows[row.bit_length()] = row
    if len(rows) < 2 * BITS:
        return None
    state = 0
    for lead in sorted(rows):  # from the equation with one bit to the one with all
        known = (rows[lead] >> 1 & state).bit_count() + (rows[lead] & 1)
        state |= known % 2 << lead - 2
    following = xorshift_plus(state & EVERY_BIT, state >> BITS, shifts)
    return following if list(islice(following, PLUS_IDS)) == list(ids) else None


@cache
def _lowest_bits(shifts: tuple[int, int]) -> tuple[int, ...]:
    """Return, for each output, the bits of the state whose xor is its lowest bit."""
    equations = [0] * PLUS_IDS
    for bit in range(2 * BITS):
        first, second = (1 << bit) & EVERY_BIT, 1 << bit >> BITS
        for place in range(PLUS_IDS):
            equations[place] |= ((first ^ second) & 1) << bit
            first, second = _stepped(first, second, shifts)
    return tuple(equations)


@frozen(kw_only=True)
class Twister:
    """A Mersenne twister: its sizes, and the tempering of an output, as (shift, mask) from the first step to the last.

    A shift above 0 is to the right.
    """

    bits: int
    words: int
    middle: int
    low_bits: int
    matrix: int
    tempering: tuple[tuple[int, int], ...]

    def tempered(self, word: int) -> int:
        """Return the output for a word of the state."""
        for shift, mask in self.tempering:
            word ^= _shifted(word, shift) & mask
        return word

    def untempered(self, output: int) -> int:
        """Return the word of the state for an output."""
        for shift, mask in reversed(self.tempering):
            word = output
            for _ in range(self.bits // abs(shift)):
                word = output ^ _shifted(word, shift) & mask
            output = word
        return output

    def following(self, state: Sequence[int]) -> Following:
        """Yield the outputs that follow the given words. The words need not begin at the start of the state: a new word
        is made from those `words`, `words - 1` and `words - middle` before it.
        """
        kept = deque(state, self.words)
        low = (1 << self.low_bits) - 1
        while True:
            joint = kept[0] & ~low | kept[1] & low
            kept.append(kept[self.middle] ^ joint >> 1 ^ (self.matrix if joint & 1 else 0))
            yield self.tempered(kept[-1])


def _shifted(word: int, shift: int) -> int:
    return word >> shift if shift > 0 else word << -shift


MT32 = Twister(
    bits=32,
    words=624,
    middle=397,
    low_bits=31,
    matrix=0x9908B0DF,
    tempering=((11, WORD), (-7, 0x9D2C5680), (-15, 0xEFC60000), (18, WORD)),
)
MT64 = Twister(
    bits=64,
    words=312,
    middle=156,
    low_bits=31,
    matrix=0xB5026F5AA96619E9,
    tempering=((29, 0x5555555555555555), (-17, 0x71D67FFFEDA60000), (-37, 0xFFF7EEE000000000), (43, EVERY_BIT)),
)
TWISTER_IDS = 312


def recover_twister(ids: Sequence[int], first: str) -> Following | None:
    """624 words are the state. An id is two of them; `first` says which half is drawn first."""
    words = [half for each in ids for half in _halves(each, first)]
    return _joined(MT32.following([MT32.untempered(word) for word in words]), first)


def _halves(number: int, first: str) -> tuple[int, int]:
    low, high = number & WORD, number >> 32
    return (low, high) if first == "low" else (high, low)


def _joined(words: Following, first: str) -> Following:
    for one, other in zip(words, words, strict=True):
        yield one | other << 32 if first == "low" else one << 32 | other


def recover_twister_64(ids: Sequence[int]) -> Following | None:
    """312 words of 64 bits are the state."""
    return MT64.following([MT64.untempered(each) for each in ids])


KNUTH = 6364136223846793005
"""The factor of Knuth's generator modulo 2^64 (MMIX)."""


def _word(source: random.Random) -> int:
    return source.getrandbits(BITS)


def _start_plus(source: random.Random, shifts: tuple[int, int]) -> Following:
    return xorshift_plus(_word(source), _word(source), shifts)


def _start_twister(source: random.Random, first: str) -> Following:
    return _joined(MT32.following([source.getrandbits(MT32.bits) for _ in range(MT32.words)]), first)


def _start_twister_64(source: random.Random) -> Following:
    return MT64.following([_word(source) for _ in range(MT64.words)])


JAVA_RANDOM = Attack(
    "nextLong of java.util.Random, a generator of 48 bits",
    2,
    recover_java_random,
    lambda source: java_random(source.getrandbits(48)),
)

ATTACKS = (
    JAVA_RANDOM,
    Attack(
        "a linear congruential generator modulo 2^64 that gives its state (or counts)",
        3,
        recover_full_lcg,
        lambda source: full_lcg(_word(source), KNUTH, 1442695040888963407),
    ),
    Attack(
        "SplitMix64 (java.util.SplittableRandom)",
        2,
        recover_split_mix,
        lambda source: split_mix(_word(source), _word(source) | 1),
    ),
    Attack("xorshift64* (shifts 12, 25, 27)", 1, recover_xorshift_star, lambda source: xorshift_star(_word(source))),
    Attack(
        "xorshift64 of Marsaglia, or another that is linear over GF(2) and gives its state of up to 64 bits",
        BITS + 1,
        recover_linear,
        lambda source: xorshift(_word(source)),
    ),
    *(
        Attack(
            f"xorshift128+ (shifts 23, {shifts[0]}, {shifts[1]})",
            PLUS_IDS,
            partial(recover_xorshift_plus, shifts=shifts),
            partial(_start_plus, shifts=shifts),
        )
        for shifts in ((18, 5), (17, 26))
    ),
    *(
        Attack(
            f"the Mersenne twister MT19937, {first} word first",
            TWISTER_IDS,
            partial(recover_twister, first=first),
            partial(_start_twister, first=first),
        )
        for first in ("low", "high")
    ),
    Attack("the Mersenne twister MT19937-64", TWISTER_IDS, recover_twister_64, _start_twister_64),
)
"""The attacks of IDS-09, by the number of ids that they take."""

MOST_NEEDED = max(attack.needs for attack in ATTACKS)
