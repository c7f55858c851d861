"""Routing: the formula of Java's list hash, computed by hand, in the chapter's table, and in a second formulation."""

import math
import random
from collections import Counter
from collections.abc import Callable
from ctypes import c_int32, c_uint64

import pytest
from acking import acker_index

from .refusal import refused
from .worked_tables import worked_tables

LEAST, GREATEST = -(2**63), 2**63 - 1


def java_hash(root: int) -> int:
    """Return `Long.hashCode`, with 32-bit words instead of masks."""
    bits = c_uint64(root).value
    return c_int32(bits ^ (bits >> 32)).value


def java_list_hash(root: int) -> int:
    """Return `Arrays.asList(root).hashCode()`."""
    return c_int32(31 * 1 + java_hash(root)).value


def java_floor_mod(dividend: int, divisor: int) -> int:
    """Return `Math.floorMod`: Java's truncated remainder, moved to the divisor's sign."""
    remainder = int(math.fmod(dividend, divisor))
    return remainder + divisor if remainder < 0 else remainder


@pytest.mark.parametrize("row", worked_tables("routing.md", "root v")[0].rows, ids=lambda row: row["root v"])
def test_the_table_of_roots_is_what_comes_out(row: dict[str, str]) -> None:
    """Chapter routing, Theory: both hashes, and the index with 2, 3 and 5 acker tasks."""
    root = int(row["root v"])
    assert [int(row["h"]), int(row["31 + h"])] == [java_hash(root), java_list_hash(root)]
    assert [int(row[f"index, n = {n}"]) for n in (2, 3, 5)] == [acker_index(root, n) for n in (2, 3, 5)]


def test_the_table_of_roots_is_read() -> None:
    """The chapter has one table of roots, with nine of them."""
    assert [9] == [len(table.rows) for table in worked_tables("routing.md", "root v")]


@pytest.mark.parametrize(
    ("root", "list_hash"),
    [
        (0, 31),
        (1, 32),
        (5, 36),
        (-1, 31),  # both words are all ones and cancel
        (-2, 32),  # low word ...fffe, high word ...ffff
        (1 << 32, 32),  # the high word's lowest bit is folded onto the low word's
        (0x7FFF_FFFF, -(2**31) + 30),  # 31 + the greatest int wraps
        (1 << 31, -(2**31) + 31),
        (GREATEST, -(2**31) + 31),  # 7fffffff and ffffffff differ in the sign
        (LEAST, -(2**31) + 31),
        (-(1 << 32), 30),  # ffffffff over 0: the hash is -1
    ],
)
def test_the_index_is_the_hand_computed_one(root: int, list_hash: int) -> None:
    """RTE-02: the smallest n that distinguish the signs and the overflow, and one n that shows the whole hash."""
    assert list_hash == java_list_hash(root)
    assert list_hash + (2**32 if list_hash < 0 else 0) == acker_index(root, 2**32)
    for acker_tasks in (1, 2, 3, 4, 5, 7, 1000):
        assert list_hash - acker_tasks * math.floor(list_hash / acker_tasks) == acker_index(root, acker_tasks)


def test_the_second_formulation_agrees_on_random_roots() -> None:
    """RTE-02: 20,000 random longs, of all lengths, among 1 to 64 acker tasks."""
    choice = random.Random("routing")
    for _ in range(20_000):
        root = choice.randint(LEAST, GREATEST) >> choice.randrange(64)
        acker_tasks = choice.randint(1, 64)
        index = acker_index(root, acker_tasks)
        assert java_floor_mod(java_list_hash(root), acker_tasks) == index, (root, acker_tasks)
        assert index in range(acker_tasks), (root, acker_tasks)


@pytest.mark.parametrize(
    ("mistake", "root"),
    [
        (lambda root, n: int(math.fmod(java_list_hash(root), n)), GREATEST),
        (lambda root, n: java_hash(root) % n, 0),
        (lambda root, n: (31 + java_hash(root)) % n, 2**31 - 1),
    ],
    ids=["a remainder with a sign", "without the 31", "a sum that does not wrap"],
)
def test_a_common_mistake_shows_at_a_root_of_the_table(mistake: Callable[[int, int], int], root: int) -> None:
    """RTE-02 names mistakes in the formula; one root of the chapter's table reveals each of these."""
    assert [acker_index(root, n) for n in (2, 3, 5)] != [mistake(root, n) for n in (2, 3, 5)]


def test_random_roots_are_spread_evenly() -> None:
    """Chapter routing, Theory: of 10,000 random roots each of ten acker tasks gets its share, within a tenth."""
    choice = random.Random("spread")
    shares = Counter(acker_index(choice.randint(LEAST, GREATEST), 10) for _ in range(10_000))
    assert 10 == len(shares)
    assert all(900 < share < 1100 for share in shares.values()), shares


@pytest.mark.parametrize(
    ("root", "acker_tasks", "named"),
    [
        (5, 0, "0 acker tasks"),
        (5, -3, "-3 acker tasks"),
        (GREATEST + 1, 2, f"root {GREATEST + 1}"),
        (LEAST - 1, 2, f"root {LEAST - 1}"),
        (True, 2, "root True"),
    ],
)
def test_an_illegal_root_or_number_of_acker_tasks_is_refused(root: int, acker_tasks: int, named: str) -> None:
    """The message names the wrong value."""
    with refused(None, named):
        acker_index(root, acker_tasks)
