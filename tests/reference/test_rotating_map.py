"""The RotatingMap: its buckets after each step, and when entries expire."""

import random

import pytest
from acking import RotatingMap

from .refusal import refused
from .worked_tables import worked_tables

EVERY_SIZE = pytest.mark.parametrize("buckets", [2, 3, 4, 7])


def filled(buckets: int = 3) -> RotatingMap[str, int]:
    """Return a map with `old` on death row, and `a` and `b` in the nursery."""
    names: RotatingMap[str, int] = RotatingMap(buckets)
    names.put("old", 0)
    for _ in range(buckets - 1):
        names.rotate()
    names.put("a", 1)
    names.put("b", 2)
    return names


def test_the_table_of_three_entries_is_what_happens() -> None:
    """Chapter RotatingMap, Theory: every bucket after every step, and what expired."""
    (table,) = worked_tables("rotating-map.md")
    names: RotatingMap[str, None] = RotatingMap(3)
    for row in table.rows:
        operation, *words = row["operation"].split()
        expired: dict[str, None] = {}
        match operation:
            case "put":
                names.put(words[0], None)
            case "remove":
                names.remove(words[0])
            case _:
                expired = names.rotate()
        shown = [
            set(row[column].replace(",", " ").split()) - {"-"}
            for column in ("nursery", "middle", "death row", "expired")
        ]
        assert shown == [set(bucket) for bucket in (*names.cohorts(), expired)], f"step {row['step']}"


@pytest.mark.parametrize("buckets", [1, 0, -1])
def test_fewer_than_two_buckets_are_refused(buckets: int) -> None:
    """RM-01: with a single bucket there is no guaranteed lifetime."""
    with refused(None, f"{buckets} buckets"):
        RotatingMap[str, int](buckets)


@EVERY_SIZE
def test_an_entry_is_found_in_every_bucket_and_dies_at_rotation_n(buckets: int) -> None:
    """RM-02 and RM-05: it is in the bucket of its age, and the N-th rotation returns it once with its value."""
    names: RotatingMap[str, int] = RotatingMap(buckets)
    names.put("a", 1)
    for age in range(buckets):
        assert tuple({"a": 1} if bucket == age else {} for bucket in range(buckets)) == names.cohorts()
        assert (1, True, 1) == (names.get("a"), "a" in names, len(names))
        assert ({} if age < buckets - 1 else {"a": 1}) == names.rotate()
    assert RotatingMap[str, int](buckets) == names
    assert (None, False, 0) == (names.get("a"), "a" in names, len(names))


def test_a_put_moves_the_key_to_the_nursery_and_leaves_no_older_copy() -> None:
    """RM-03: it has the new value and the full lifetime, and is counted once."""
    names = filled()
    names.put("old", 9)
    assert ({"a": 1, "b": 2, "old": 9}, {}, {}) == names.cohorts()


def test_a_replace_changes_the_value_and_leaves_the_age_alone() -> None:
    """ACK-17 depends on this operation of the reference."""
    names = filled()
    names.replace("old", 9)
    assert ({"a": 1, "b": 2}, {}, {"old": 9}) == names.cohorts()
    assert {"old": 9} == names.rotate()


def test_a_replace_of_a_key_that_is_not_there_is_refused() -> None:
    """It would have no age to keep."""
    names = filled()
    with refused(names, "'stranger'"):
        names.replace("stranger", 1)


@pytest.mark.parametrize("key", ["old", "a", "stranger"])
def test_reading_changes_nothing(key: str) -> None:
    """RM-04: get, contains, size and reading the buckets leave the map equal."""
    names = filled()
    assert filled().get(key) == names.get(key)
    assert (key != "stranger") == (key in names)
    assert 3 == len(names)
    for bucket in names.cohorts():
        bucket.clear()
    assert filled() == names


def test_a_removed_entry_does_not_expire() -> None:
    """RM-06: its value is returned once, and the rotation at which it would have expired finds nothing."""
    names = filled()
    assert [0, None] == [names.remove("old"), names.remove("old")]
    assert ({"a": 1, "b": 2}, {}, {}) == names.cohorts()
    assert {} == names.rotate()


def test_a_null_value_is_present() -> None:
    """RM-08: contains is true, size counts it, another put does not double it, and it expires."""
    names: RotatingMap[str, None] = RotatingMap(2)
    names.put("a", None)
    names.rotate()
    assert (None, True, 1) == (names.get("a"), "a" in names, len(names))
    names.put("a", None)
    assert ({"a": None}, {}) == names.cohorts()
    assert [{}, {"a": None}] == [names.rotate(), names.rotate()]


@EVERY_SIZE
def test_with_a_rotation_every_p_an_entry_lives_longer_than_n_minus_1_p_and_no_longer_than_np(buckets: int) -> None:
    """RM-10: over all phases the upper bound is reached, and the lower bound is missed by one unit."""
    period = 30
    lives = []
    for until_rotation in range(1, period + 1):
        names: RotatingMap[str, int] = RotatingMap(buckets)
        names.put("a", 1)
        life = until_rotation
        while not names.rotate():
            life += period
        lives.append(life)
    assert ((buckets - 1) * period + 1, buckets * period) == (min(lives), max(lives))


@EVERY_SIZE
def test_the_map_is_a_dictionary_with_dates(buckets: int) -> None:
    """RM-11's model: 20,000 random operations against a dictionary with the rotation of each key's last put."""
    choice = random.Random(buckets)
    names: RotatingMap[int, int] = RotatingMap(buckets)
    model: dict[int, tuple[int, int]] = {}
    rotations = 0
    for step in range(20_000):
        key = choice.randrange(6)
        operation = choice.choice(["put", "replace", "remove", "rotate"])
        if operation == "put":
            names.put(key, step)
            model[key] = (step, rotations)
        elif operation == "replace" and key in model:
            names.replace(key, step)
            model[key] = (step, model[key][1])
        elif operation == "remove":
            assert model.pop(key, (None, 0))[0] == names.remove(key)
        elif operation == "rotate":
            rotations += 1
            dead = {key: value for key, (value, date) in model.items() if rotations - date == buckets}
            assert dead == names.rotate()
            model = {key: entry for key, entry in model.items() if key not in dead}
        assert len(model) == len(names)
        for age, bucket in enumerate(names.cohorts()):
            assert {key: value for key, (value, date) in model.items() if rotations - date == age} == bucket


def test_a_map_shows_its_size_and_not_its_entries() -> None:
    """It may have a million entries, and be shown in an error message."""
    entries = RotatingMap[str, int](3)
    entries.put("a", 1)
    assert "RotatingMap(buckets=3)" == repr(entries)


@EVERY_SIZE
def test_the_callback_hears_of_each_entry_that_dies_and_of_no_other(buckets: int) -> None:
    """RM-05 with the callback of the map: it is called once for each, with the latest value."""
    heard: list[tuple[str, int]] = []
    names: RotatingMap[str, int] = RotatingMap(buckets, lambda key, value: heard.append((key, value)))
    for key, value in (("a", 1), ("b", 2), ("c", 3), ("a", 4)):
        names.put(key, value)
    names.remove("b")
    for _ in range(buckets - 1):
        names.rotate()
    assert [] == heard
    names.put("c", 5)
    assert {"a": 4} == names.rotate()
    assert [("a", 4)] == heard


@EVERY_SIZE
def test_what_the_callback_puts_back_has_its_full_lifetime(buckets: int) -> None:
    """RM-09: the new nursery exists before the first call."""
    names: RotatingMap[str, int] = RotatingMap(buckets, lambda key, value: names.put(key, value + 1))
    names.put("a", 1)
    for lifetime in (2, 3):
        for _ in range(buckets):
            names.rotate()
        assert ({"a": lifetime}, 1) == (names.cohorts()[0], len(names))


def test_two_maps_of_the_same_cohorts_are_equal_whoever_hears_of_the_dead() -> None:
    """The callback is not part of the map's content."""
    heard: list[str] = []
    one, other = RotatingMap[str, int](2), RotatingMap[str, int](2, on_expiry=lambda key, _: heard.append(key))
    for names in (one, other):
        names.put("a", 1)
    assert one == other
    other.rotate()
    assert one != other
