"""Forests: every way in which up to a number of tuples can descend from up to two roots, and the messages of each.

A forest is a sequence of tuples in an order of creation, each with its origin. Edges are bits: one for each tuple of a
spout, and one for each anchor of a bolt's tuple, the same in all trees that the anchor belongs to. Sets of edges are
integers, and the symmetric difference is xor.

A tuple anchored twice to the same tuple has two edges that always occur together; it behaves as with one, and is left
out. A tuple without anchors belongs to no tree, and no acker hears of it.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations, permutations

from attrs import frozen


@frozen(order=True)
class Birth:
    """The origin of a tuple: emitted by a spout for `root`, or by a bolt (-1) with anchors, which are indices of other
    tuples.
    """

    root: int
    anchors: tuple[int, ...] = ()


BOLT = -1

SmallForest = tuple[Birth, ...]


@frozen
class SmallTree:
    """The messages of one root, as sets of edges: that of the init, and that of the ack of each of the root's tuples.

    `places` are the indices of these tuples in the forest.
    """

    init: int
    acks: tuple[int, ...]
    places: tuple[int, ...]


def orders_of_creation(tuples: int, roots: int) -> Iterator[SmallForest]:
    """Yield every forest of exactly this many tuples, once for each possible order of creation."""
    if not tuples:
        yield ()
        return
    for earlier in orders_of_creation(tuples - 1, roots):
        for birth in births(len(earlier), roots):
            yield (*earlier, birth)


def births(earlier: int, roots: int) -> Iterator[Birth]:
    """Yield every possible origin of a tuple after this many others."""
    for root in range(roots):
        yield Birth(root)
    for size in range(1, earlier + 1):
        for anchors in combinations(range(earlier), size):
            yield Birth(BOLT, anchors)


def count_orders_of_creation(tuples: int, roots: int) -> int:
    """Return the number of forests that `orders_of_creation` yields up to a size, without constructing them."""
    total, exactly = 1, 1
    for earlier in range(tuples):
        exactly *= roots + (1 << earlier) - 1
        total += exactly
    return total


@cache
def forests(tuples: int, roots: int) -> tuple[SmallForest, ...]:
    """Return the forests of up to this many tuples, one for each class of forests that differ only in names."""
    found: dict[SmallForest, SmallForest] = {}
    for size in range(tuples + 1):
        for forest in orders_of_creation(size, roots):
            found.setdefault(canonical(forest, roots), forest)
    return tuple(found.values())


def canonical(forest: SmallForest, roots: int) -> SmallForest:
    """Return the least of all renamings of a forest: it is the same for two forests if and only if they differ only in
    names.
    """
    return min(
        _renamed(forest, places, names)
        for places in permutations(range(len(forest)))
        for names in permutations(range(roots))
    )


def _renamed(forest: SmallForest, places: tuple[int, ...], names: tuple[int, ...]) -> SmallForest:
    renamed: dict[int, Birth] = {}
    for old, birth in enumerate(forest):
        root = BOLT if birth.root == BOLT else names[birth.root]
        renamed[places[old]] = Birth(root, tuple(sorted(places[anchor] for anchor in birth.anchors)))
    return tuple(renamed[place] for place in range(len(forest)))


def roots_of(forest: SmallForest) -> tuple[frozenset[int], ...]:
    """Return the roots that each tuple belongs to."""
    found: list[frozenset[int]] = []
    for birth in forest:
        found.append(
            frozenset({birth.root})
            if birth.root != BOLT
            else frozenset().union(*(found[anchor] for anchor in birth.anchors))
        )
    return tuple(found)


def edges_of(forest: SmallForest) -> tuple[tuple[int, ...], ...]:
    """Return the edges of each tuple, as numbers: one for each anchor, or a spout tuple's only one."""
    numbered, count = [], 0
    for birth in forest:
        own = max(1, len(birth.anchors))
        numbered.append(tuple(range(count, count + own)))
        count += own
    return tuple(numbered)


def trees_of(forest: SmallForest, roots: int) -> tuple[SmallTree, ...]:
    """Return the messages of each root, over edges that are common to all roots (ANC-01, ANC-03, SPT-01)."""
    inits = [0] * roots
    acks: list[dict[int, int]] = [{} for _ in range(roots)]
    members = roots_of(forest)
    for place, (birth, edges) in enumerate(zip(forest, edges_of(forest), strict=True)):
        for root in members[place]:
            acks[root][place] = 0
        if birth.root != BOLT:
            inits[birth.root] ^= 1 << edges[0]
            acks[birth.root][place] ^= 1 << edges[0]
        for anchor, edge in zip(birth.anchors, edges, strict=False):  # a spout's tuple has an edge but no anchor
            for root in members[anchor]:
                acks[root][place] ^= 1 << edge
                acks[root][anchor] ^= 1 << edge
    return tuple(
        SmallTree(init, tuple(values.values()), tuple(values)) for init, values in zip(inits, acks, strict=True)
    )


def part_of(forest: SmallForest, root: int) -> SmallForest:
    """Return a root's part of a forest as a forest: its tuples, with those of their anchors that belong to the root."""
    places = [place for place, roots in enumerate(roots_of(forest)) if root in roots]
    renumbered = {place: new for new, place in enumerate(places)}
    return tuple(
        Birth(0)
        if forest[place].root != BOLT
        else Birth(BOLT, tuple(renumbered[anchor] for anchor in forest[place].anchors if anchor in renumbered))
        for place in places
    )


def forest_in_words(forest: SmallForest) -> str:
    """Return a forest in one line, such as `A:1 B:A C:A+B`: tuples with their root or anchors."""
    return (
        " ".join(
            f"{name(place)}:{birth.root + 1 if birth.root != BOLT else '+'.join(map(name, birth.anchors))}"
            for place, birth in enumerate(forest)
        )
        or "no tuples"
    )


def name(place: int) -> str:
    """Return the name of a tuple."""
    return chr(ord("A") + place)
