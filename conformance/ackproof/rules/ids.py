"""Rules of ids: `IDS-01` and following. The ids that executors draw are compared with those of an ideal generator.

Most of the rules are statistical. A count is over independent fair bits, so it has a binomial distribution. It is
accepted unless the counts further out have a probability of at most `ALARM`. The other rules are about events that are
so improbable with ideal ids that one of them is a violation. The specification adds all probabilities up.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import combinations, pairwise

from attrs import frozen

from ackproof.components.ids import IdsResult
from ackproof.oracle import generators
from ackproof.oracle.generators import EVERY_BIT, streams_of
from ackproof.rules.binomial import accepted_counts
from ackproof.rules.registry import Premise, Premises, Violation, rule
from ackproof.rules.statistics import HALF
from ackproof.workloads import ids
from ackproof.workloads.executors import BUSY, ManyDraws, grow_draws
from ackproof.workloads.ids import xor_of

ALARM = Fraction(1, 10**13)
"""The probability with which one count is rejected if the ids are ideal."""

LAGS = (1, 2, 3, 4, 8, 16, 32, 64, 128, 256, 512)
"""The distances between the draws of an executor whose bits are compared."""

EARLY_LAGS = (1, 2, 4, 8)
"""The distances at which the early ids of all executors are compared."""

LEAST_RANK = 33
"""The number of bits, or combinations of bits, in which two executors have to differ: more than half of an id."""

FEW = 36
"""Two executors with fewer ids are not compared: 35 ideal differences have a smaller rank once in 2^94 cases."""

EARLY_PLACES = slice(2, FEW)
"""Which ids of an executor are early. IDS-08 judges its first two; who is not busy draws no more than `FEW`."""

FEWEST = 191
"""Fewer differences, as of 191 ids of one executor, are not judged by rank: of ideal ids it is then too small once in
2^64 cases or more.
"""

FAR, NEAR = 128, 8
"""Fewer draws apart are two ids whose xor is compared: with an id, and with the xor of two."""

EFFORT = 1 / 300
"""One workload by default settings: it holds thousands of ids."""


@frozen(kw_only=True)
class Pool:
    """Ids that are judged together: those of a busy executor, or the early ones of all executors."""

    one: str
    """What an id of it is called."""

    all: str
    """What all of them are called."""

    streams: Sequence[Sequence[int]]
    """The ids of each executor, in order."""

    last: int
    """The operation at which a violation is reported."""

    lags: Sequence[int]
    """The distances at which its ids are compared."""

    early: bool
    """Whether these are the early ids."""

    @cached_property
    def ids(self) -> Sequence[int]:
        """All ids, executor by executor."""
        return [each for stream in self.streams for each in stream]

    def pairs(self, lag: int = 1) -> Sequence[tuple[int, int]]:
        """Each id with the id of its executor that is `lag` draws later."""
        return [pair for stream in self.streams for pair in zip(stream, stream[lag:], strict=False)]


@frozen
class Drawn:
    """Draws and a target's results, as unsigned numbers."""

    workload: ManyDraws
    results: Sequence[IdsResult]

    @cached_property
    def in_order(self) -> Sequence[tuple[int, int, int]]:
        """Each id as a triple: the index of the operation that drew it, its executor, and the id."""
        return [
            (index, step.executor, each & EVERY_BIT)
            for index, (step, result) in enumerate(zip(self.workload.steps, self.results, strict=True))
            for each in result.ids
        ]

    @cached_property
    def streams(self) -> Mapping[int, Sequence[int]]:
        """All ids of each executor that drew any, in order."""
        return streams_of(self.workload.steps, self.results)

    @cached_property
    def busy(self) -> Mapping[int, Sequence[int]]:
        """The streams of the executors that drew most."""
        longest = sorted(self.streams, key=lambda executor: (-len(self.streams[executor]), executor))[:BUSY]
        return {executor: self.streams[executor] for executor in sorted(longest)}

    @property
    def pools(self) -> Iterator[Pool]:
        """The ids of each busy executor, and last the early ids of all."""
        for executor, stream in self.busy.items():
            whose = f"of executor {executor}"
            yield Pool(
                one=f"an id {whose}",
                all=f"ids {whose}",
                streams=[stream],
                last=self.last(executor),
                lags=LAGS,
                early=False,
            )
        early = [stream[EARLY_PLACES] for _, stream in sorted(self.streams.items())]
        yield Pool(
            one="an early id of an executor",
            all="early ids of all executors",
            streams=early,
            last=self.last(),
            lags=EARLY_LAGS,
            early=True,
        )

    def last(self, executor: int | None = None) -> int:
        """The last operation of an executor, or of all: violations about all ids of an executor are reported there."""
        steps = self.workload.steps
        return max(index for index, step in enumerate(steps) if executor in (None, step.executor))


DRAW = Premise("a draw")


@rule("IDS-01", grow=grow_draws, observe=Drawn, premises=[DRAW], effort=EFFORT)
def a_draw_gives_as_many_ids_as_are_asked_for(seen: Drawn, premise: Premises) -> None:
    """All other rules assume this."""
    for index, (step, result) in enumerate(zip(seen.workload.steps, seen.results, strict=True)):
        premise(DRAW)
        if len(result.ids) != step.count:
            raise Violation(f"executor {step.executor} drew {len(result.ids)} ids in place of {step.count}", index)


MANY = Premise("an id of an executor that draws many")


EARLY = Premise("an early id of an executor, from its third to its 36th")


@rule("IDS-02", grow=grow_draws, observe=Drawn, premises=[MANY, EARLY], effort=EFFORT)
def every_bit_of_every_executor_is_fair(seen: Drawn, premise: Premises) -> None:
    """Each bit is set in half of the ids."""
    for pool in seen.pools:
        for _ in pool.ids:
            premise(EARLY if pool.early else MANY)
        for bit, times, counts in _unfair(pool.ids):
            raise Violation(
                f"bit {bit} is set in {times} of {len(pool.ids)} {pool.all}; {counts[0]} to {counts[-1]} are accepted",
                pool.last,
            )


@rule("IDS-03", grow=grow_draws, observe=Drawn, premises=[MANY, EARLY], effort=EFFORT)
def no_combination_of_bits_is_fixed(seen: Drawn, premise: Premises) -> None:
    """The differences between an executor's ids span all 64 bits."""
    for pool in seen.pools:
        pairs = pool.pairs()
        for _ in pairs:
            premise(EARLY if pool.early else MANY)
        rank = _rank(one ^ other for one, other in pairs)
        if rank < ids.BITS and len(pairs) >= FEWEST:
            raise Violation(
                f"the {len(pool.ids)} {pool.all} have {rank} independent bits in place of {ids.BITS}: {_fixed(pairs)}",
                pool.last,
            )


CHANGE = Premise("two ids of an executor are compared")


@rule("IDS-04", grow=grow_draws, observe=Drawn, premises=[CHANGE, EARLY], effort=EFFORT)
def bits_change_from_draw_to_draw_as_chance_has_it(seen: Drawn, premise: Premises) -> None:
    """At several distances between draws, each bit differs in half of the cases."""
    for pool in seen.pools:
        for lag in pool.lags:
            changes = [one ^ other for one, other in pool.pairs(lag)]
            for _ in changes:
                premise(EARLY if pool.early else CHANGE)
            for bit, times, counts in _unfair(changes):
                raise Violation(
                    f"from {pool.one} to its {_ordinal(lag)} after, bit {bit} changes {times} times of {len(changes)}; "
                    f"{counts[0]} to {counts[-1]} are accepted",
                    pool.last,
                )


AGAIN = Premise("an id of an executor that has drawn others")


@rule("IDS-05", grow=grow_draws, observe=Drawn, premises=[AGAIN], effort=EFFORT)
def no_executor_draws_an_id_twice(seen: Drawn, premise: Premises) -> None:
    """No id is repeated within some thousand draws."""
    first: dict[tuple[int, int], tuple[int, int]] = {}
    places: dict[int, int] = defaultdict(int)
    for index, executor, each in seen.in_order:
        place = places[executor] = places[executor] + 1
        if place > 1:
            premise(AGAIN)
        if (executor, each) in first:
            before, draw = first[executor, each]
            raise Violation(
                f"executor {executor} drew {_hex(each)} as its id {before}, in operation {draw + 1}, and again as its "
                f"id {place}, in operation {index + 1}",
                index,
            )
        first[executor, each] = place, index


TWO = Premise("two executors that draw")


@rule("IDS-06", grow=grow_draws, observe=Drawn, premises=[TWO], effort=EFFORT)
def executors_are_not_in_one_state(seen: Drawn, premise: Premises) -> None:
    """No two executors draw the same id."""
    for _ in combinations(seen.streams, 2):
        premise(TWO)
    first: dict[int, int] = {}
    for index, executor, each in seen.in_order:
        other = first.setdefault(each, executor)
        if other != executor:
            common = len(set(seen.streams[other]) & set(seen.streams[executor]))
            raise Violation(
                f"executor {executor} drew {_hex(each)}, which executor {other} drew before; "
                f"the two have {common} ids in common",
                index,
            )


IN_STEP = Premise("an id beside another executor's of the same place")


@rule("IDS-07", grow=grow_draws, observe=Drawn, premises=[IN_STEP], effort=EFFORT)
def executors_do_not_walk_in_step(seen: Drawn, premise: Premises) -> None:
    """The xor of the n-th ids of two executors varies with n in enough bits."""
    busy, others = sorted(seen.busy), sorted(each for each, stream in seen.streams.items() if len(stream) >= FEW)
    pairs = [*combinations(busy, 2), *(pair for pair in combinations(others, 2) if {*pair} - {*busy})]
    for one, other in pairs:
        between = [a ^ b for a, b in zip(seen.streams[one], seen.streams[other], strict=False)]
        for _ in between:
            premise(IN_STEP)
        rank = _rank((one ^ other for one, other in pairwise(between)), enough=LEAST_RANK)
        if rank < LEAST_RANK and len(between) >= FEW:
            raise Violation(
                f"the xors of {len(between)} ids of executor {one} with those of executor {other} in the same places "
                f"change in {rank} independent bits; {LEAST_RANK} are the fewest that are accepted",
                seen.last(other),
            )


EMISSION = Premise("the first two ids of an executor")


@rule("IDS-08", grow=grow_draws, observe=Drawn, premises=[EMISSION], effort=EFFORT)
def roots_and_first_edges_of_executors_are_independent(seen: Drawn, premise: Premises) -> None:
    """Over all executors, in the order of their numbers, they are as fair as the ids of one executor. And no edge is a
    rotation of the root, even by another number of bits for each executor.
    """
    first = [stream[:2] for _, stream in sorted(seen.streams.items()) if len(stream) > 1]
    for executor, stream in sorted(seen.streams.items()):
        if len(stream) > 1:
            premise(EMISSION)
            _expect_no_rotation(seen, executor, *stream[:2])
    roots, edges = [root for root, _ in first], [edge for _, edge in first]
    for what, numbers in (
        ("the root ids", roots),
        ("the edge ids", edges),
        ("the xors of root id and edge id", [root ^ edge for root, edge in first]),
        ("the xors of the root ids of neighbours", [one ^ other for one, other in pairwise(roots)]),
        ("the xors of the edge ids of neighbours", [one ^ other for one, other in pairwise(edges)]),
    ):
        for bit, times, counts in _unfair(numbers):
            raise Violation(
                f"in {what} of the first emissions of {len(first)} executors, bit {bit} is set {times} times of "
                f"{len(numbers)}; {counts[0]} to {counts[-1]} are accepted",
                seen.last(),
            )


def _expect_no_rotation(seen: Drawn, executor: int, root: int, edge: int) -> None:
    twice = root << ids.BITS | root
    for by in range(ids.BITS):
        if twice >> ids.BITS - by & generators.EVERY_BIT == edge:
            raise Violation(
                f"the second id of executor {executor}, {_hex(edge)}, is its first, {_hex(root)}, rotated "
                f"to the left by {by} bits",
                seen.last(executor),
            )


SUMMANDS = Premise("two ids of an executor that are near each other")


@rule("IDS-10", grow=grow_draws, observe=Drawn, premises=[SUMMANDS], effort=EFFORT)
def no_few_ids_cancel(seen: Drawn, premise: Premises) -> None:
    """No xor of two nearby ids equals a third id or the xor of another such pair, and the ids of one draw do not
    cancel. Nor is an id the sum or the difference of two others, which would cancel if there are no carries.
    """
    _expect_draws_not_to_cancel(seen)
    owner = {each: executor for _, executor, each in seen.in_order}
    pairs: dict[int, tuple[int, int]] = {}
    for executor, stream in sorted(seen.streams.items()):
        for distance in range(1, min(FAR, len(stream))):
            for one, other in zip(stream, stream[distance:], strict=False):
                between = one ^ other
                if between in owner and between not in (one, other):  # the other may be 0, an id like the others
                    raise Violation(
                        f"executor {executor} drew {_hex(one)} and, {distance} later, {_hex(other)}; with "
                        f"{_hex(between)} of executor {owner[between]} they have the xor 0",
                        seen.last(executor),
                    )
                if distance < NEAR:
                    _expect_no_sum(seen, executor, one, other, owner)
                if distance < NEAR and between and pairs.setdefault(between, (one, other)) != (one, other):
                    four = ", ".join(_hex(each) for each in (*pairs[between], one, other))
                    raise Violation(
                        f"{four} have the xor 0; executor {executor} drew the last two", seen.last(executor)
                    )
            premise(SUMMANDS)


def _expect_no_sum(seen: Drawn, executor: int, one: int, other: int, owner: Mapping[int, int]) -> None:
    for what, number in (("sum", one + other), ("difference", one - other), ("difference", other - one)):
        third = number & generators.EVERY_BIT
        if third in owner and third not in (one, other):
            raise Violation(
                f"{_hex(third)} of executor {owner[third]} is the {what}, modulo 2^64, of {_hex(one)} and "
                f"{_hex(other)}, which executor {executor} drew near each other",
                seen.last(executor),
            )


def _expect_draws_not_to_cancel(seen: Drawn) -> None:
    for index, (step, result) in enumerate(zip(seen.workload.steps, seen.results, strict=True)):
        if len(result.ids) > 1 and xor_of(result.ids) == 0:
            raise Violation(f"the {len(result.ids)} ids of one draw of executor {step.executor} have the xor 0", index)


PREDICTABLE = Premise("an id that an attack would predict")


@rule("IDS-09", grow=grow_draws, observe=Drawn, premises=[PREDICTABLE], effort=EFFORT)
def the_state_of_a_generator_is_not_recovered_from_its_ids(seen: Drawn, premise: Premises) -> None:
    """Whoever has the state can predict all later ids. The ids of all executors together are tried too, because the
    executors may share a generator.
    """
    together = None
    for executor, stream in (*seen.busy.items(), (together, [each for _, _, each in seen.in_order])):
        for _ in stream[generators.MOST_NEEDED :][: generators.PREDICTED]:
            premise(PREDICTABLE)
        attack = generators.recovered(stream)
        if attack is not None:
            raise Violation(
                f"the first {attack.needs} ids of {_name(executor)} give the state of {attack.generator}, "
                f"and it predicts the next {generators.PREDICTED} one by one",
                seen.last(executor),
            )


def _unfair(numbers: Sequence[int]) -> Iterator[tuple[int, int, range]]:
    """Yield each bit that is set too often or too rarely, with its count and the accepted counts."""
    counts = accepted_counts(len(numbers), HALF, ALARM)
    for bit in range(ids.BITS):
        times = sum(each >> bit & 1 for each in numbers)
        if times not in counts:
            yield bit, times, counts


def _rank(numbers: Iterable[int], enough: int = ids.BITS) -> int:
    """Return how many of some numbers are linearly independent over GF(2), up to `enough`."""
    rows: dict[int, int] = {}
    for number in numbers:
        left = number
        while left and left.bit_length() in rows:
            left ^= rows[left.bit_length()]
        if left:
            rows[left.bit_length()] = left
        if len(rows) == enough:
            break
    return len(rows)


def _fixed(pairs: Iterable[tuple[int, int]]) -> str:
    """Describe the bits that never change in pairs or, if there are none, say that combinations of bits do not."""
    changing = 0
    for one, other in pairs:
        changing |= one ^ other
    fixed = [str(bit) for bit in range(ids.BITS) if not changing >> bit & 1]
    return f"never changed: bit {', '.join(fixed)}" if fixed else "each bit changes, but some only with others"


def _hex(number: int) -> str:
    """Return an id as stories show it."""
    return f"{number:016x}"


def _name(executor: int | None) -> str:
    return "all executors together" if executor is None else f"executor {executor}"


def _ordinal(number: int) -> str:
    return {1: "first", 2: "second", 3: "third"}.get(number, f"{number}th")
