"""Rules of size for RotatingMaps. The right results of a large history are computed by
`ackproof.oracle.sizes.rotating_map`.
"""

from collections import Counter
from collections.abc import Sequence

from attrs import frozen

from ackproof.components.rotating_map import Contains, Expired, Get, MapOperation, MapResult, Put, Remove, Rotate
from ackproof.oracle.sizes.reasons import why_there
from ackproof.oracle.sizes.rotating_map import answers_due
from ackproof.rules.registry import Premise, Premises, Violation, sized_rule
from ackproof.rules.sizes.large import because, large_sizes
from ackproof.text.sanitize import shown
from ackproof.text.truncate import truncated_names
from ackproof.text.wording import map_words
from ackproof.workloads import dimensions
from ackproof.workloads.sizes import rotating_map
from ackproof.workloads.sizes.rotating_map import SizedMapWorkload

FOUND = Premise("a key is found")
NULL_FOUND = Premise("a null value is found, removed, or expires")
NOT_THERE = Premise("a key is not there")
EXPIRES = Premise("an entry expires")


@frozen
class SizedMapHistory:
    """A large history of a map, and a target's results."""

    workload: SizedMapWorkload
    results: Sequence[MapResult]


@sized_rule(
    "RM-13",
    grow=rotating_map.grow_sized_map_workload,
    observe=SizedMapHistory,
    premises=(FOUND, NULL_FOUND, NOT_THERE, EXPIRES),
    scenarios=len(rotating_map.grow_sized_map_workload.scenarios),
    dimensions=(
        dimensions.ENTRIES,
        dimensions.DYING,
        dimensions.ROTATIONS,
        dimensions.PUTS,
        dimensions.READS,
        dimensions.COUNTS,
        dimensions.KEY_LENGTH,
        dimensions.VALUE_LENGTH,
        dimensions.KEY_PAIRS,
        dimensions.VALUE_PAIRS,
    ),
)
def nothing_changes_with_the_size_of_a_map(seen: SizedMapHistory, premise: Premises) -> None:
    """Results depend neither on the number of entries, rotations and questions, nor on the characters of keys and
    values.
    """
    _expect_what_is_due(seen, premise)


@sized_rule(
    "RM-14",
    grow=rotating_map.grow_map_of_many_buckets,
    observe=SizedMapHistory,
    premises=(FOUND, NULL_FOUND, NOT_THERE, EXPIRES),
    scenarios=len(rotating_map.grow_map_of_many_buckets.scenarios),
    dimensions=(dimensions.BUCKETS,),
)
def nothing_changes_with_the_number_of_buckets(seen: SizedMapHistory, premise: Premises) -> None:
    """An entry is found in each bucket, and expires from the last."""
    _expect_what_is_due(seen, premise)


def _expect_what_is_due(seen: SizedMapHistory, premise: Premises) -> None:
    steps = seen.workload.steps
    for index, (due, result) in enumerate(zip(answers_due(seen.workload), seen.results, strict=True)):
        operation = steps[index]
        wrong = _difference(operation, result, due)
        if wrong:
            why = _why(seen, index, result, due)
            raise Violation(f"{_asked(operation)} {wrong}{why}{large_sizes(seen.workload.counted())}", index)
        _note(operation, due, premise)


def _note(operation: MapOperation, due: MapResult, premise: Premises) -> None:
    for each in due.expired or ():
        premise(EXPIRES)
        if each.value is None:
            premise(NULL_FOUND)
    if due.found is not None:
        premise(FOUND if due.found else NOT_THERE)
        if due.found and due.value is None and not isinstance(operation, Contains):
            premise(NULL_FOUND)


def _difference(operation: MapOperation, result: MapResult, due: MapResult) -> str:
    """Describe how a result differs from the right one in the fields that it has to fill; empty if it does not."""
    match operation:
        case Put():
            return ""
        case Rotate():
            return _expired_difference(result.expired or (), due.expired or ())
        case Get() | Remove():
            right = (result.found, result.value) == (due.found, due.value)
        case Contains():
            right = result.found is due.found
        case _:
            right = result.size == due.size
    return "" if right else f"answered {shown(map_words(result))}; it should have answered {shown(map_words(due))}"


def _expired_difference(took: Sequence[Expired], due: Sequence[Expired]) -> str:
    if len(took) == len(due) and set(took) == set(due):
        return ""
    taken, should = Counter(took), Counter(due)
    left, more = list((should - taken).elements()), list((taken - should).elements())
    parts = [
        f"{what} {len(entries):,}: {_entries(entries)}"
        for what, entries in (("left", left), ("took besides, or twice,", more))
        if entries
    ]
    return f"was to take {len(due):,} {'entry' if len(due) == 1 else 'entries'}, and {' and '.join(parts)}"


def _why(seen: SizedMapHistory, index: int, result: MapResult, due: MapResult) -> str:
    """Return why a key is there or is not, if that is what is wrong. Of entries that a rotation takes it is the first
    that is left, or else the first that is too much.
    """
    operation = seen.workload.steps[index]
    if isinstance(operation, Get | Contains | Remove):
        wrong = result.found is not due.found
        return because(f"it {why_there(seen.workload, index, operation.key)}") if wrong else ""
    if not isinstance(operation, Rotate):
        return ""
    took, should = ([each.key for each in of.expired or ()] for of in (result, due))
    keys = [*(Counter(should) - Counter(took)), *(Counter(took) - Counter(should))]
    return f"; {shown(keys[0])} {why_there(seen.workload, index, keys[0])}" if keys else ""


def _entries(entries: Sequence[Expired]) -> str:
    return ", ".join(truncated_names([shown(f"{each.key}={each.value}") for each in entries]))


def _asked(operation: MapOperation) -> str:
    if isinstance(operation, Get | Contains | Remove | Put):
        return f"{operation.op} of {shown(operation.key)}"
    return "the rotation" if isinstance(operation, Rotate) else operation.op
