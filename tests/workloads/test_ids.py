"""Ids for symbols: edge ids are independent as far as possible, and root ids are all different."""

from functools import reduce
from itertools import combinations
from operator import xor

import pytest
from ackproof.workloads import ids

WIDTHS = (4, 5, 6, 8, 12, 16, 24, 32, 33, 48, 64)
ROOTS = 60


def rank(numbers: tuple[int, ...]) -> int:
    """Return how many of the numbers are linearly independent under xor."""
    rows: list[int] = []
    for number in numbers:
        rest = number & ((1 << ids.BITS) - 1)
        for row in rows:
            rest = min(rest, rest ^ row)
        if rest:
            rows = sorted([*rows, rest], reverse=True)
    return len(rows)


def test_rank_is_what_it_says() -> None:
    """It is compared with all subsets of a few numbers: no xor of some is zero if and only if the rank is full."""
    for numbers in ((1, 2, 3), (1, 2, 4), (5, 6, 3), (7, 1, 2), (0, 1, 2), (-1, -2, 1), (-8, 4, -4)):
        subsets = [chosen for size in (1, 2, 3) for chosen in combinations(numbers, size)]
        assert all(reduce(xor, chosen) for chosen in subsets) is (rank(numbers) == len(numbers)), numbers


@pytest.mark.parametrize("scheme", range(ids.SCHEMES))
@pytest.mark.parametrize("width", WIDTHS)
def test_edge_ids_are_a_basis_of_their_width(width: int, scheme: int) -> None:
    """These are as many as there are bits; later ids are in range, not zero, and do not change the earlier ones."""
    basis = ids.edge_ids(width, width, scheme)
    assert width == rank(basis)
    limit = 1 << (width - 1)
    more = ids.edge_ids(width + 9, width, scheme)
    assert basis == more[:width]
    assert [] == [number for number in more if not -limit <= number < limit]
    assert 0 not in more


@pytest.mark.parametrize("width", WIDTHS)
def test_schemes_differ(width: int) -> None:
    """A bug that one scheme hides shows in another."""
    assert ids.SCHEMES == len({ids.edge_ids(width, width, scheme) for scheme in range(ids.SCHEMES)})


def test_values_of_64_bits_reach_into_every_corner() -> None:
    """They include single bits high and low, all bits, and the sign."""
    drawn = {number for scheme in range(ids.SCHEMES) for number in ids.edge_ids(ids.BITS, ids.BITS, scheme)}
    assert {1, 1 << 31, 1 << 32, 1 << 53, 1 << 62, -(1 << 63), -1} <= drawn


def test_colliding_ids_collide() -> None:
    """They repeat, depend on each other, and are sometimes zero."""
    drawn = [ids.colliding_ids(8, ids.NARROWEST, seed) for seed in range(40)]
    assert any(len(set(each)) < len(each) for each in drawn)
    assert any(0 in each for each in drawn)
    assert all(rank(each) <= ids.NARROWEST for each in drawn)
    assert drawn == [ids.colliding_ids(8, ids.NARROWEST, seed) for seed in range(40)]


@pytest.mark.parametrize("family", ids.ROOT_FAMILIES, ids=lambda family: family.__name__.strip("_"))
def test_root_families_give_every_emission_a_root_of_its_own(family: object) -> None:
    """The roots have 64 bits, including the sign."""
    assert callable(family)
    roots = [family(index) for index in range(ROOTS)]
    assert ROOTS == len(set(roots))
    assert [] == [root for root in roots if not -ids.SIGN <= root < ids.SIGN]


def test_signed_is_what_java_makes_of_bits() -> None:
    """The highest bit is the sign, for every width."""
    assert [0, 7, -8, -1] == [ids.signed(word, 4) for word in (0, 7, 8, 15)]
    assert [-1, -(1 << 63), 5] == [ids.signed(word) for word in ((1 << 64) - 1, 1 << 63, 5 + (1 << 64))]
