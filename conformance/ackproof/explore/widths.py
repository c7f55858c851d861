"""False zeros at small id widths: every assignment of ids and every history, counted, and predicted without an acker.

With ids of w bits, each edge has any of 2^w values, including zero (ACK-28). A *false zero* is a message after which
the init is in, no fail came, and the xor of the open ids is zero although something is open; the acker has to treat it
as done (ACK-26). Everything after a false zero is arithmetic, so a history ends with its first. Counted are pairs of an
assignment and a history that ends in a false zero. Roots do not affect each other, so one root is enough, with the
trees that forests of more roots have.

The *count* runs the acker. An acker only sees which sums of ids are zero, so of the assignments with the same such sums
one is run, and counted as many times as there are.

The *prediction* uses linear algebra over histories, without an acker. As long as there was no false zero, a history is
determined by edge sets. Let S1 to Sk be the open sets at the steps at which the acker has to test for zero. The first
false zero is at Sk for the assignments for which the xor over Sk is zero, and that over each earlier set is not. Sets
of rank r are all zero in 2^(w(E-r)) of the 2^(wE) assignments of E edges; inclusion and exclusion over the earlier ones
gives the number (proofs, lemma 5, made exact).
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain, combinations, product

from attrs import frozen

from ackproof.explore.bounds import Bounds
from ackproof.explore.driving import AckerDriver, Subject
from ackproof.explore.forests import SmallForest, SmallTree, edges_of, trees_of
from ackproof.explore.properties import ALWAYS
from ackproof.explore.space import FALSE_ZERO, NOWHERE, Broken, Delivered, Space, World
from ackproof.explore.truth import ExploredLife, after, aged, due


@frozen(kw_only=True)
class FalseZeros:
    """The results for one tree: the number of assignments, how many were run on the acker, and the pairs counted and
    predicted. `believed` counts the steps at which the acker had a false zero.
    """

    forest: SmallForest
    assignments: int
    driven: int
    states: int
    counted: int
    predicted: int
    believed: int
    broken: Broken | None


def false_zeros(forest: SmallForest, subject: Subject, bounds: Bounds, width: int) -> FalseZeros:
    """Explore a forest of one root with all ids of this many bits."""
    (tree,) = trees_of(forest, 1)
    edges = sum(map(len, edges_of(forest)))
    groups = _alike(edges, width) if bounds.reduction else _each(edges, width)
    counted = states = believed = 0
    broken: Broken | None = None
    for ids, weight in groups:
        space = Space(
            forest=forest,
            world=World(tree=tree, bounds=bounds, profile=subject.profile, ids=ids),
            driver=AckerDriver(subject),
            narrow=True,
        )
        space.explore()
        states += len(space.states)
        if space.broken is not None:
            broken = space.broken
            break
        counted += weight * _histories_to_false_zeros(space)
        believed += space.held[BELIEVED]
    return FalseZeros(
        forest=forest,
        assignments=1 << width * edges,
        driven=len(groups),
        states=states,
        counted=counted,
        predicted=0 if broken is not None else predict(tree, edges, subject.profile, bounds, width),
        believed=believed,
        broken=broken,
    )


BELIEVED = next(each.name for each in ALWAYS if each.rules == ("ACK-26",))


def _each(edges: int, width: int) -> list[tuple[tuple[int, ...], int]]:
    return [(ids, 1) for ids in product(range(1 << width), repeat=edges)]


def _alike(edges: int, width: int) -> list[tuple[tuple[int, ...], int]]:
    """Return one assignment of each class, with the size of the class: in a class, the same sums are zero."""
    first: dict[tuple[int, ...], tuple[int, ...]] = {}
    counts: Counter[tuple[int, ...]] = Counter()
    for ids, _ in _each(edges, width):
        rows = (sum((number >> bit & 1) << edge for edge, number in enumerate(ids)) for bit in range(width))
        kind = reduced(rows)
        first.setdefault(kind, ids)
        counts[kind] += 1
    return [(first[kind], count) for kind, count in counts.items()]


def reduced(rows: Iterable[int]) -> tuple[int, ...]:
    """Return the reduced basis of the span of some bit vectors: it is the same for the same span, and its length is the
    rank.
    """
    basis: list[int] = []
    for row in rows:
        rest = row
        for each in basis:
            rest = min(rest, rest ^ each)
        if rest:
            basis = sorted((*(min(each, each ^ rest) for each in basis), rest), reverse=True)
    return tuple(basis)


def _histories_to_false_zeros(space: Space) -> int:
    """Return the number of histories of a space that end in a false zero."""
    count = 0
    level: dict[tuple[int, int], int] = {(0, 0): 1}
    while level:
        found: defaultdict[tuple[int, int], int] = defaultdict(int)
        for (place, ticks), histories in level.items():
            for target, _ in space.successors[place]:
                if target == FALSE_ZERO:
                    count += histories
                else:
                    found[target, ticks] += histories
            if ticks < space.world.bounds.ticks and space.ticks[place] != NOWHERE:
                found[space.ticks[place], ticks + 1] += histories
        level = found
    return count


Met = frozenset[int]
Symbolic = tuple[Delivered, ExploredLife | None, int, Met]


def predict(tree: SmallTree, edges: int, profile: str, bounds: Bounds, width: int) -> int:
    """Return the predicted number of pairs, without an acker."""
    world = World(tree=tree, bounds=bounds, profile=profile)
    total = 0
    level: dict[Symbolic, int] = {(Delivered(), None, 0, frozenset()): 1}
    while level:
        found: defaultdict[Symbolic, int] = defaultdict(int)
        for (delivered, life, ticks, met), histories in level.items():
            for move, _, then in world.deliveries(delivered):
                lived = after(life, move.op, move.edges, profile)
                looked = lived.open_set if lived.inits and not lived.failed else 0
                if looked:
                    total += histories * zero_at_last(looked, met, edges, width)
                final = due(lived, move.op, is_zero=not lived.open_set) in ("ack", "fail")
                found[then, None if final else lived, ticks, met | {looked} if looked else met] += histories
            if ticks < bounds.ticks:
                found[delivered, aged(life, profile), ticks + 1, met] += histories
        level = found
    return total


@cache
def zero_at_last(last: int, earlier: Met, edges: int, width: int) -> int:
    """Return the number of assignments in which the xor over a set of edges is zero, and that over each earlier set is
    not.
    """
    return sum((-1) ** len(some) << width * (edges - len(reduced((last, *some)))) for some in _subsets(sorted(earlier)))


def _subsets(sets: Sequence[int]) -> Iterable[tuple[int, ...]]:
    return chain.from_iterable(combinations(sets, size) for size in range(len(sets) + 1))
