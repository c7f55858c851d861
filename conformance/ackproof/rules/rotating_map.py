"""Rules of the RotatingMap: `RM-01` and following."""

from collections import Counter
from collections.abc import Callable
from functools import partial

from ackproof.components.rotating_map import Contains, Get, Put, Remove, Rotate, Size
from ackproof.errors import Refused
from ackproof.oracle.ages import MapChronicle, MapMoment
from ackproof.rules.registry import Check, Premise, Premises, Violation, rule
from ackproof.text.wording import quoted_value, value_words
from ackproof.workloads.rotating_map import BUCKETS, MapMix, grow_map_workload

FEWEST_BUCKETS = 2

EVEN = MapMix(keys=4, put=6, get=0, contains=0, remove=1, size=0, rotate=3)
READING = MapMix(get=5, contains=3, put=5, rotate=3, most=30)
REWRITING = MapMix(keys=2, put=6, get=4, size=2, remove=0, rotate=4, most=34)
REMOVING = MapMix(remove=4, put=6, rotate=4, get=1, contains=1, size=1, keys=4, most=34)
COUNTING = MapMix(size=4, put=5, rotate=2, keys=4)
NULLS = MapMix(nulls=60, get=3, contains=3)


def map_rule(
    rule_id: str, mix: MapMix, *premises: Premise, effort: int = 1, may_refuse: bool = False
) -> Callable[[Check[MapChronicle]], Check[MapChronicle]]:
    """Register a rule of the RotatingMap that uses workloads of that mix. The rest is as for `registry.rule`."""
    grow = partial(grow_map_workload, mix=mix)
    return rule(rule_id, grow=grow, observe=MapChronicle, premises=premises, effort=effort, may_refuse=may_refuse)


TOO_FEW_BUCKETS = Premise("fewer than two buckets")
ENOUGH_BUCKETS = Premise("two buckets or more")


ANY_NUMBERS = (-(1 << 31), -1, *range(6))
"""Numbers of buckets that there can be and that there cannot."""


@map_rule(
    "RM-01",
    MapMix(most=4, odd_buckets=100, own_buckets=ANY_NUMBERS),
    TOO_FEW_BUCKETS,
    ENOUGH_BUCKETS,
    effort=2,
    may_refuse=True,
)
def a_map_needs_at_least_two_buckets(seen: MapChronicle, premise: Premises) -> None:
    """With one bucket, an entry could expire right after its put."""
    refused = isinstance(seen.results, Refused)
    if seen.workload.buckets < FEWEST_BUCKETS:
        premise(TOO_FEW_BUCKETS)
        if not refused:
            raise Violation(f"a map of {seen.workload.buckets} buckets was opened", 0)
    else:
        premise(ENOUGH_BUCKETS)
        if refused:
            raise Violation(f"a map of {seen.workload.buckets} buckets was refused: {seen.results}", 0)


GET_OF_A_KEY = Premise("a get of a key that is there")
CONTAINS_OF_A_KEY = Premise("a contains of one")
NO_SUCH_KEY = Premise("a get or contains of a key that is not")


@map_rule("RM-02", READING, GET_OF_A_KEY, CONTAINS_OF_A_KEY, NO_SUCH_KEY)
def a_put_is_found_until_it_expires_or_is_removed(seen: MapChronicle, premise: Premises) -> None:
    """It is found with the value of the last put."""
    for moment in seen.moments:
        if not isinstance(moment.operation, Get | Contains):
            continue
        entry = moment.entries.get(moment.operation.key)
        if entry is None:
            premise(NO_SUCH_KEY)
        else:
            premise(GET_OF_A_KEY if isinstance(moment.operation, Get) else CONTAINS_OF_A_KEY)
        _expect_found(moment, entry is not None)
        if isinstance(moment.operation, Get):
            _expect_value(moment, entry.value if entry else None)


OUTLIVES_ITS_FIRST_PUT = Premise("a key was put again and outlives its first put")
PUT_AGAIN_AND_COUNTED = Premise("a key that was put again is counted")


@map_rule(
    "RM-03",
    REWRITING,
    OUTLIVES_ITS_FIRST_PUT,
    PUT_AGAIN_AND_COUNTED,
    effort=2,
)
def a_put_moves_the_key_to_the_nursery(seen: MapChronicle, premise: Premises) -> None:
    """No older copy is left behind to expire or to be counted."""
    for moment in seen.moments:
        again = {key: entry for key, entry in moment.entries.items() if entry.again}
        for key, entry in again.items():
            if isinstance(moment.operation, Get | Contains) and moment.operation.key == key:
                if entry.first_age >= seen.workload.buckets:
                    premise(OUTLIVES_ITS_FIRST_PUT)
                _expect_found(moment, found=True)
        if isinstance(moment.operation, Size) and again:
            premise(PUT_AGAIN_AND_COUNTED)
            _expect_size(moment)
        if isinstance(moment.operation, Rotate) and again:
            _expect_expired(moment, seen)


READ_AND_DIES = Premise("an entry dies that was read since its put")


@map_rule("RM-04", READING, READ_AND_DIES, effort=2)
def reading_does_not_refresh(seen: MapChronicle, premise: Premises) -> None:
    """An entry that is looked up expires no later."""
    for moment in seen.moments:
        if isinstance(moment.operation, Rotate):
            for key in moment.dying(seen.workload.buckets):
                if moment.entries[key].read:
                    premise(READ_AND_DIES)
                    _expect_expired(moment, seen)


TAKES_AN_ENTRY = Premise("a rotation takes an entry")
TAKES_TWO = Premise("a rotation takes two")
LEAVES_AN_ENTRY = Premise("a rotation leaves an entry")


@map_rule("RM-05", EVEN, TAKES_AN_ENTRY, TAKES_TWO, LEAVES_AN_ENTRY, effort=2)
def a_rotation_takes_exactly_the_entries_of_death_row(seen: MapChronicle, premise: Premises) -> None:
    """Each expires once, with its last value."""
    for moment in seen.moments:
        if isinstance(moment.operation, Rotate):
            dying = moment.dying(seen.workload.buckets)
            if dying:
                premise(TAKES_TWO if len(dying) > 1 else TAKES_AN_ENTRY)
            if len(dying) < len(moment.entries):
                premise(LEAVES_AN_ENTRY)
            _expect_expired(moment, seen)


REMOVED = Premise("an entry is removed")
REMOVED_BEFORE_ITS_END = Premise("a rotation that would have taken a removed entry")


@map_rule("RM-06", REMOVING, REMOVED, REMOVED_BEFORE_ITS_END)
def a_removed_entry_does_not_expire(seen: MapChronicle, premise: Premises) -> None:
    """And the remove returns its value."""
    for moment in seen.moments:
        if isinstance(moment.operation, Remove):
            entry = moment.entries.get(moment.operation.key)
            if entry:
                premise(REMOVED)
            _expect_found(moment, entry is not None)
            _expect_value(moment, entry.value if entry else None)
        if isinstance(moment.operation, Get | Contains) and moment.operation.key in moment.removed:
            _expect_found(moment, found=False)
        if isinstance(moment.operation, Size) and moment.removed:
            _expect_size(moment)
        if isinstance(moment.operation, Rotate):
            if any(age == seen.workload.buckets - 1 for age in moment.removed.values()):
                premise(REMOVED_BEFORE_ITS_END)
                _expect_expired(moment, seen)


DIFFERENT_AGES_COUNTED = Premise("entries of different ages are counted")
EMPTY_MAP_COUNTED = Premise("an empty map is counted")


@map_rule("RM-07", COUNTING, DIFFERENT_AGES_COUNTED, EMPTY_MAP_COUNTED)
def size_counts_every_entry_once(seen: MapChronicle, premise: Premises) -> None:
    """It does not matter which bucket an entry is in."""
    for moment in seen.moments:
        if isinstance(moment.operation, Size):
            if len({entry.age for entry in moment.entries.values()}) > 1:
                premise(DIFFERENT_AGES_COUNTED)
            if not moment.entries:
                premise(EMPTY_MAP_COUNTED)
            _expect_size(moment)


NULL_ASKED_FOR = Premise("a null value is asked for")
NULL_TAKEN = Premise("a rotation takes a null value")


@map_rule("RM-08", NULLS, NULL_ASKED_FOR, NULL_TAKEN)
def a_null_value_is_present(seen: MapChronicle, premise: Premises) -> None:
    """A key with a null value is different from a missing key."""
    for moment in seen.moments:
        if isinstance(moment.operation, Contains):
            entry = moment.entries.get(moment.operation.key)
            if entry and entry.value is None:
                premise(NULL_ASKED_FOR)
                _expect_found(moment, found=True)
        if isinstance(moment.operation, Size):
            _expect_size(moment)
        if isinstance(moment.operation, Rotate) and None in moment.dying(seen.workload.buckets).values():
            premise(NULL_TAKEN)
            _expect_expired(moment, seen)


TAKES_FROM_FEW_BUCKETS = Premise("a rotation takes an entry from a map of two or three buckets")
TAKES_FROM_MORE_BUCKETS = Premise("a rotation takes an entry from a map of more buckets")


@map_rule(
    "RM-12",
    MapMix(keys=4, put=5, rotate=6, odd_buckets=100, own_buckets=tuple(range(2, 8)), most=40),
    TAKES_FROM_FEW_BUCKETS,
    TAKES_FROM_MORE_BUCKETS,
    effort=2,
)
def a_map_has_the_number_of_buckets_that_it_is_opened_with(seen: MapChronicle, premise: Premises) -> None:
    """It does not have the profile's number of buckets then."""
    for moment in seen.moments:
        if isinstance(moment.operation, Rotate):
            if moment.dying(seen.workload.buckets):
                many = seen.workload.buckets > max(BUCKETS.values())
                premise(TAKES_FROM_MORE_BUCKETS if many else TAKES_FROM_FEW_BUCKETS)
            _expect_expired(moment, seen)


def _expect_found(moment: MapMoment, found: bool) -> None:  # noqa: FBT001 - the value expected of a field
    if moment.result.found is not found:
        should = "there" if found else "not there"
        raise Violation(f"{_asked(moment)} answered found={moment.result.found}; the key is {should}", moment.index)


def _expect_value(moment: MapMoment, value: str | None) -> None:
    if moment.result.value != value:
        answered, put = (quoted_value(each) for each in (moment.result.value, value))
        raise Violation(f"{_asked(moment)} answered {answered}; the value is {put}", moment.index)


def _expect_size(moment: MapMoment) -> None:
    if moment.result.size != len(moment.entries):
        raise Violation(f"size answered {moment.result.size}; there are {len(moment.entries)} entries", moment.index)


def _expect_expired(moment: MapMoment, seen: MapChronicle) -> None:
    took = [(each.key, each.value) for each in moment.result.expired or ()]
    should = list(moment.dying(seen.workload.buckets).items())
    if Counter(took) != Counter(should):
        raise Violation(f"the rotation took {_entries(took)}; it should have taken {_entries(should)}", moment.index)


def _entries(pairs: list[tuple[str, str | None]]) -> str:
    return ", ".join(f"{key}={value_words(value)}" for key, value in pairs) or "nothing"


def _asked(moment: MapMoment) -> str:
    operation = moment.operation
    return (
        f"{operation.op} of {operation.key!r}" if isinstance(operation, Get | Contains | Remove | Put) else operation.op
    )
