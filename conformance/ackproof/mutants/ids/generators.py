"""Ids that are not as good as they look: executors in one state, and generators that leave bits out or repeat."""

import random
import uuid
from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import chain, count, cycle, islice
from operator import xor

from attrs import define, field

from ackproof.mutants import family
from ackproof.oracle.generators import ATTACKS, JAVA_RANDOM, KNUTH, full_lcg, java_random, split_mix
from ackproof.targets.executors import Executors, seeded

mutant = family("generators of ids")

WORD = 64
GOLDEN = 0x9E3779B97F4A7C15
STARTS_PER_SECOND = 3
SCRAMBLE = 0x5DEECE66D
LARGEST_BUFFER = 32
PERIOD, LONG_PERIOD = 64, 1000
BLOCK = 16
STRETCH, LONG_STRETCH = 10, 1024
SEEDS_IN_TABLE = 40


def words(source: random.Random) -> Iterator[int]:
    """Yield uniform ids."""
    while True:
        yield source.getrandbits(WORD)


@mutant(
    "generator-seeded-by-the-second",
    kills=["IDS-06"],
    mistake="The time is another each time, and the executors of a worker start within the same second.",
)
class SeededByTheSecond(Executors):
    """Each executor seeds its generator with the second in which it starts; some three start in each."""

    def stream(self, executor: int) -> Iterator[int]:
        """Begin with the time."""
        return words(seeded("second", self.number + executor // STARTS_PER_SECOND))


@mutant(
    "executors-share-a-seed",
    kills=["IDS-06"],
    mistake="The seed is in the configuration of the topology, so that a run can be repeated, and all read the same.",
)
class OneSeed(Executors):
    """All executors have the same seed."""

    def stream(self, executor: int) -> Iterator[int]:
        """Leave out who it is for."""
        del executor
        return words(seeded("topology", self.number))


@mutant(
    "executor-number-in-every-id",
    kills=["IDS-07"],
    mistake="The ids of executors with one seed are made to differ by their numbers. Two of each cancel out.",
)
class NumberInEveryId(Executors):
    """All executors draw the same ids, each xored with the number of the executor."""

    def stream(self, executor: int) -> Iterator[int]:
        """Distinguish the executors afterwards."""
        return (each ^ executor * GOLDEN for each in words(seeded("topology", self.number)))


@mutant(
    "in-step-after-a-block",
    kills=["IDS-07"],
    mistake="The system's random source is slow, so it gives a block only, and what follows was to be random enough.",
)
class InStepAfterABlock(Executors):
    """Each executor begins with 16 ids of its own; the rest comes of one seed, xored with the executor's number."""

    def stream(self, executor: int) -> Iterator[int]:
        """Use up the block first."""
        yield from islice(words(seeded(self.number, executor)), BLOCK)
        yield from (each ^ executor * GOLDEN for each in words(seeded(self.number)))


@mutant(
    "a-late-executor-in-step",
    kills=["IDS-07"],
    mistake="Seeds are handed out from a table, and an executor that comes when it is used up is given a neighbour's.",
)
class LateInStep(Executors):
    """Beyond the fortieth, each odd executor draws the ids of the one before it, xored with a number of its own."""

    def stream(self, executor: int) -> Iterator[int]:
        """Look the seed up."""
        late = executor > SEEDS_IN_TABLE and executor % 2 == 1
        return (each ^ late * GOLDEN for each in words(seeded(self.number, executor - late)))


@mutant(
    "executors-follow-one-another",
    kills=["IDS-06"],
    mistake="One long sequence is dealt out, a stretch to each executor, and the stretches are too short.",
)
class OneAfterAnother(Executors):
    """Each executor begins ten ids further on in one and the same sequence."""

    def stream(self, executor: int) -> Iterator[int]:
        """Skip those of the executors before."""
        return islice(words(seeded(self.number)), STRETCH * executor, None)


@mutant(
    "neighbouring-seeds",
    kills=["IDS-08"],
    mistake="The number of an executor is the simplest seed that differs. The first ids of such generators are alike.",
)
class NeighbouringSeeds(Executors):
    """Each executor seeds java.util.Random with its number."""

    def stream(self, executor: int) -> Iterator[int]:
        """Begin as the constructor does."""
        return java_random(executor + 1000 * self.number ^ SCRAMBLE)


@mutant(
    "states-of-an-lcg",
    kills=["IDS-04"],
    mistake="The generator passes tests of its high bits, and an id takes all of the state. Its lowest bit alternates.",
)
class StatesOfAnLcg(Executors):
    """Ids are the states of a linear congruential generator modulo 2^64, low bits and all."""

    def stream(self, executor: int) -> Iterator[int]:
        """Give the state."""
        return full_lcg(next(words(seeded(self.number, executor))), KNUTH, 1)


@mutant(
    "ones-are-commoner",
    kills=["IDS-02"],
    mistake="More randomness is mixed in, to be on the safe side, and by or in place of xor.",
)
class OnesAreCommoner(Executors):
    """Each bit of an id is set in five of eight cases."""

    def stream(self, executor: int) -> Iterator[int]:
        """Set a fourth of the bits that are not set."""
        source = words(seeded(self.number, executor))
        return (one | two & three for one, two, three in zip(source, source, source, strict=True))


@mutant(
    "half-a-uuid",
    kills=["IDS-02"],
    mistake="A random UUID has 122 random bits, so one half should have 64. It has 62: two are the variant.",
)
class HalfAUuid(Executors):
    """An id is the lower half of a random UUID, as in Storm 0.6 and 0.7."""

    def stream(self, executor: int) -> Iterator[int]:
        """Make a UUID of version 4 for each."""
        source = seeded(self.number, executor)
        return (uuid.UUID(int=source.getrandbits(2 * WORD), version=4).int for _ in count())


@mutant(
    "ids-are-counted",
    kills=["IDS-02"],
    mistake="Ids have to differ, and nothing differs more surely than a count from a random beginning.",
)
class Counted(Executors):
    """Each executor counts its ids up, from a random one."""

    def stream(self, executor: int) -> Iterator[int]:
        """Count."""
        return count(next(words(seeded(self.number, executor))))


@mutant(
    "ids-of-32-bits",
    kills=["IDS-03"],
    mistake="nextInt is cast to long. Each of the 64 bits is set in half of the ids: the upper 33 are copies of one.",
)
class ThirtyTwoBits(Executors):
    """Ids are numbers of 32 bits, with the sign copied into the upper half."""

    def stream(self, executor: int) -> Iterator[int]:
        """Draw a word of 32 bits."""
        half = WORD // 2
        return (each % (1 << half) - (1 << half - 1) for each in words(seeded(self.number, executor)))


@mutant(
    "even-ids-only",
    kills=["IDS-02"],
    mistake="The lowest bit is kept for a flag of the system's own.",
)
class EvenIds(Executors):
    """The lowest bit of an id is 0."""

    def stream(self, executor: int) -> Iterator[int]:
        """Clear it."""
        return (each & -2 for each in words(seeded(self.number, executor)))


@mutant(
    "ids-repeat-after-64",
    kills=["IDS-05"],
    mistake="Ids are drawn ahead into a ring, because the generator is slow, and the ring is not filled again.",
)
class RepeatAfter64(Executors):
    """After 64 ids the same 64 come again."""

    def stream(self, executor: int) -> Iterator[int]:
        """Go round in a ring."""
        return cycle(islice(words(seeded(self.number, executor)), PERIOD))


@mutant(
    "ids-repeat-after-1000",
    kills=["IDS-05"],
    mistake="The ring was made larger after the first accident.",
)
class RepeatAfter1000(Executors):
    """After 1000 ids the same 1000 come again."""

    def stream(self, executor: int) -> Iterator[int]:
        """Go round in a larger ring."""
        return cycle(islice(words(seeded(self.number, executor)), LONG_PERIOD))


@mutant(
    "a-buffer-of-ids-runs-dry",
    kills=["IDS-01"],
    mistake="Ids are taken from a buffer of 32, and nobody looks whether it had enough.",
)
class RunsDry(Executors):
    """At most 32 ids are drawn at once."""

    def drawn(self, executor: int, many: int) -> Sequence[int]:
        """Leave the rest out."""
        return super().drawn(executor, min(many, LARGEST_BUFFER))


@mutant(
    "ids-of-java-util-random",
    kills=["IDS-09"],
    mistake="It is the generator that is at hand. It has 48 bits of state, and two ids reveal them.",
    issue="apache/storm#8989",
)
class JavaRandom(Executors):
    """Each executor draws by nextLong of java.util.Random, with a random seed."""

    def stream(self, executor: int) -> Iterator[int]:
        """Have a state of 48 bits."""
        return JAVA_RANDOM.start(seeded(self.number, executor))


@mutant(
    "ids-of-splitmix",
    kills=["IDS-09"],
    mistake="The generator passes all statistical tests, and its output can be undone.",
)
class SplitMix(Executors):
    """Each executor draws by SplitMix64 with a random seed."""

    def stream(self, executor: int) -> Iterator[int]:
        """Have a state that is hidden by a function with an inverse."""
        return split_mix(next(words(seeded(self.number, executor))), GOLDEN)


@mutant(
    "ids-of-xorshift128plus",
    kills=["IDS-09"],
    mistake="It is fast and passes statistical tests, but for the lowest bit it is linear.",
)
class XorshiftPlus(Executors):
    """Each executor draws by xorshift128+ with a random seed."""

    def stream(self, executor: int) -> Iterator[int]:
        """Have a state of 128 bits."""
        return next(each for each in ATTACKS if "128+" in each.generator).start(seeded(self.number, executor))


@mutant(
    "ids-of-one-mersenne-twister",
    kills=["IDS-09"],
    mistake="One generator for all executors, so that no two are in one state. Its state has 19,937 bits in all.",
)
class OneTwister(Executors):
    """All executors draw from one Mersenne twister."""

    def stream(self, executor: int) -> Iterator[int]:
        """Take it from whoever drew first."""
        del executor
        return next(iter(self.begun.values()), words(seeded(self.number)))


@mutant(
    "a-third-of-the-ids-is-made-of-the-others",
    kills=["IDS-10"],
    mistake="The generator is slow, and the xor of two random numbers is one as well.",
)
class ThirdOfTheOthers(Executors):
    """Every third id is the xor of the two before it."""

    def stream(self, executor: int) -> Iterator[int]:
        """Draw two, and give three."""
        source = words(seeded(self.number, executor))
        for one in source:
            other = next(source)
            yield from (one, other, one ^ other)


@mutant(
    "a-fourth-of-the-ids-is-made-of-the-others",
    kills=["IDS-10"],
    mistake="A checksum over a block of random numbers looks as random as they do.",
)
class FourthOfTheOthers(Executors):
    """Every fourth id is the xor of the three before it."""

    def stream(self, executor: int) -> Iterator[int]:
        """Draw three, and give four."""
        source = words(seeded(self.number, executor))
        while True:
            three = list(islice(source, 3))
            yield from (*three, three[0] ^ three[1] ^ three[2])


@mutant(
    "ids-of-a-shift-register",
    kills=["IDS-10"],
    mistake="R250 has a period of 2^250 and takes one instruction; of each bit it is a sum of two earlier ones.",
)
class ShiftRegister(Executors):
    """An id is the xor of the ids 103 and 250 draws before it."""

    def stream(self, executor: int) -> Iterator[int]:
        """Begin with 250 random ids."""
        known = list(islice(words(seeded(self.number, executor)), 250))
        yield from known
        while True:
            known.append(known[-103] ^ known[-250])
            yield known[-1]


@mutant(
    "the-ids-of-a-draw-balance",
    kills=["IDS-10"],
    mistake="Edges have to cancel in the end, so they are drawn in such a way that they do.",
)
class BalancedDraws(Executors):
    """The last id of three or more that are drawn at once is the xor of the others."""

    def drawn(self, executor: int, many: int) -> Sequence[int]:
        """Replace the last."""
        ids = list(super().drawn(executor, many))
        if many > 2:  # noqa: PLR2004 - of two, it would be the same id twice
            ids[-1] = reduce(xor, ids[:-1])
        return ids


@mutant(
    "a-third-of-the-ids-is-a-sum",
    kills=["IDS-10"],
    mistake="The generator is slow, and the sum of two random numbers is one as well.",
)
class ThirdIsASum(Executors):
    """Every third id is the sum of the two before it, modulo 2^64."""

    def stream(self, executor: int) -> Iterator[int]:
        """Draw two, and give three."""
        source = words(seeded(self.number, executor))
        for one in source:
            other = next(source)
            yield from (one, other, (one + other) % (1 << WORD))


@mutant(
    "the-first-edge-is-the-root-rotated",
    kills=["IDS-08"],
    mistake="The first emission is in a hurry, and a rotation makes another number of a random one.",
)
class FirstEdgeIsTheRootRotated(Executors):
    """The second id of each executor is its first one rotated, by as many bits as the executor's number."""

    def stream(self, executor: int) -> Iterator[int]:
        """Draw one, and give two."""
        source = words(seeded(self.number, executor))
        root, by = next(source), 1 + executor % (WORD - 1)
        yield from (root, (root << by | root >> WORD - by) % (1 << WORD))
        yield from source


POOLED, COARSE = 34, 24


@mutant(
    "the-first-ids-are-coarse",
    kills=["IDS-02"],
    mistake="Until the pool is filled by a better source, ids are made of the clock, and its last bits stand still.",
)
class FirstIdsAreCoarse(Executors):
    """From the third id of an executor to the 36th the lower 24 bits are 0."""

    def stream(self, executor: int) -> Iterator[int]:
        """Fill the pool."""
        source = words(seeded(self.number, executor))
        yield from islice(source, 2)
        yield from (each >> COARSE << COARSE for each in islice(source, POOLED))
        yield from source


STATES, SHARED = 48, 36


@mutant(
    "executors-48-apart-share-low-bits",
    kills=["IDS-07"],
    mistake="A table has 48 generators, and the upper bits, drawn apart, are thought to be enough.",
)
class SharedLowBits(Executors):
    """Executors whose numbers differ by 48 have the lower 36 bits of their ids in common, place by place."""

    def stream(self, executor: int) -> Iterator[int]:
        """Put two together."""
        low, high = words(seeded(self.number, executor % STATES)), words(seeded("high", self.number, executor))
        for one, other in zip(low, high, strict=False):
            yield one % (1 << SHARED) | other >> SHARED << SHARED


@mutant(
    "executor-number-in-a-byte",
    kills=["IDS-06"],
    mistake="The number is packed into the seed with a mask, and no cluster of the author's had so many executors.",
)
class NumberInAByte(Executors):
    """Executors 0 and 256 have one seed."""

    def stream(self, executor: int) -> Iterator[int]:
        """Keep the low byte."""
        return words(seeded(self.number, executor & 0xFF))


@mutant(
    "a-stretch-for-a-root-and-an-edge",
    kills=["IDS-06"],
    mistake="One sequence is dealt out by what was drawn so far: whoever has begun has drawn a root and an edge.",
)
@define(slots=False)
class StretchForTwo(Executors):
    """An executor begins 1,024 ids further on for each id that was drawn before. After a single one that is too few."""

    total: int = field(init=False, default=0)

    def stream(self, executor: int) -> Iterator[int]:
        """Number the ids of all executors."""
        del executor
        first = self.total * LONG_STRETCH
        return (next(words(seeded(self.number, place))) for place in count(first))

    def drawn(self, executor: int, many: int) -> Sequence[int]:
        """Count."""
        found = super().drawn(executor, many)
        self.total += many
        return found


@mutant(
    "more-ids-than-a-block-come-round",
    kills=["IDS-05"],
    mistake="A block of 64 ids is made whenever it has too few for an emit, and an emit needs few.",
)
class MoreThanABlock(Executors):
    """An emit of more than 64 ids has the first ones again."""

    def drawn(self, executor: int, many: int) -> Sequence[int]:
        """Go round."""
        found = super().drawn(executor, many)
        return [found[place % PERIOD] for place in range(many)]


@mutant(
    "a-whole-block-comes-again",
    kills=["IDS-05"],
    mistake="A block is used up when the place in it has gone back, and after a whole block it is where it was.",
)
class WholeBlock(Executors):
    """Of the first 64 ids of an executor, drawn at once, the next are copies."""

    def drawn(self, executor: int, many: int) -> Sequence[int]:
        """Begin the block anew if its first place is the next one."""
        if executor not in self.begun and many == PERIOD:
            found = super().drawn(executor, many)
            self.begun[executor] = chain(found, self.begun[executor])
            return found
        return super().drawn(executor, many)


@mutant(
    "place-is-written-behind-the-executor",
    kills=["IDS-06"],
    mistake="An id is a hash of the executor's number and the place; that has three digits, to tell them apart.",
)
class PlaceBehindTheExecutor(Executors):
    """From place 1000 on, ids are those of other executors: place 1005 of executor 3 is place 5 of executor 31."""

    def stream(self, executor: int) -> Iterator[int]:
        """Write both in one."""
        return (next(words(seeded(self.number, f"{executor}{place:03}"))) for place in count())


HALF_OF_THE_RING = 2048


@mutant(
    "a-half-that-a-draw-ends-at-is-not-filled",
    kills=["IDS-05"],
    mistake="All executors draw from one ring, and a draw that passes the end of a half fills that half anew.",
)
@define(slots=False)
class HalfNotFilled(Executors):
    """Where a draw ends at the end of 2,048 ids, no draw passes that, and these ids come again after the next 2,048."""

    ring: list[int] = field(init=False, factory=list)
    total: int = field(init=False, default=0)

    def drawn(self, executor: int, many: int) -> Sequence[int]:
        """Fill a half when the id behind it is drawn, but for the first id of a draw."""
        del executor
        source = self.begun.setdefault(0, words(seeded(self.number)))
        self.ring = self.ring or list(islice(source, 2 * HALF_OF_THE_RING))
        found, first = [], self.total
        for place in range(first, first + many):
            if place % HALF_OF_THE_RING == 0 and place > first:
                behind = (place - HALF_OF_THE_RING) % len(self.ring)
                self.ring[behind : behind + HALF_OF_THE_RING] = islice(source, HALF_OF_THE_RING)
            found.append(self.ring[place % len(self.ring)])
        self.total += many
        return found


@mutant(
    "a-spare-is-known-by-its-block",
    kills=["IDS-06"],
    mistake="A block makes two ids, and the second is kept until it is asked for; blocks of one executor differ.",
)
@define(slots=False)
class SpareKnownByItsBlock(Executors):
    """An executor that stopped within a block takes the second id of another that stopped within that block later."""

    spare: tuple[int, int] = field(init=False, default=(-1, 0))

    def stream(self, executor: int) -> Iterator[int]:
        """Take what is kept, if the number of the block is right."""
        source = words(seeded(self.number, executor))
        for block in count():
            first, second = next(source), next(source)
            self.spare = block, second
            yield first
            known, spare = self.spare
            yield spare if known == block else second
