"""Ids are signed integers of a stated width.

Root ids, edge ids and ack values are 64-bit numbers, written as Java writes them: signed. Xor has no carry, so it is
the same operation at every width, and an edge id may be narrower than 64 bits. That makes exhaustive exploration
possible: with 4-bit edges there are only 16 ack values. Root ids are never narrowed. They are names, and nothing but
the acker task is computed from them.
"""

from typing import TypeAlias

from acking.errors import IllegalUse

# Plain aliases: they say in a signature which number is meant, and callers can still write `Ack(root=1, value=6)`. With
# `NewType` every caller would have to wrap its numbers. An ack value has no alias: it belongs to no single tuple.
RootId: TypeAlias = int
"""The name of a tuple tree: 64 bits, signed."""

EdgeId: TypeAlias = int
"""The name of one edge of a tree, or the xor of several: a tuple with two anchors in one tree has two edges there, and
carries their xor. Its width is `edge_bits` of `BoltTask` and `SpoutExecutor`."""

ID_BITS = 64
NARROWEST_BITS = 2


def check_id(what: str, number: int, bits: int = ID_BITS) -> int:
    """Return `number`, or raise `IllegalUse` if it is not a signed integer of `bits` bits; `what` names it."""
    _check_integer(what, number)
    limit = 1 << (bits - 1)
    if not -limit <= number < limit:
        raise IllegalUse(f"{what} {number} is outside signed {bits} bits ({-limit} to {limit - 1})")
    return number


def check_task(task: int) -> int:
    """Return `task`, or raise `IllegalUse` if it is not a task id, which is an integer from 0. In `acking.topology`
    they are counted from 1.
    """
    _check_integer("task", task)
    if task < 0:
        raise IllegalUse(f"task {task} is negative; task ids are counted from 0")
    return task


def check_count(what: str, count: int, fewest: int) -> int:
    """Return `count`, or raise `IllegalUse` if it is not an integer from `fewest`; `what` names the things counted."""
    _check_integer(f"the number of {what},", count)
    if count < fewest:
        raise IllegalUse(f"{count} {what}; it takes at least {fewest}")
    return count


def check_bits(bits: int) -> int:
    """Return `bits`, or raise `IllegalUse` if edges of that many bits cannot be told apart or do not fit an ack val."""
    _check_integer("edge width", bits)
    if not NARROWEST_BITS <= bits <= ID_BITS:
        raise IllegalUse(f"edge ids of {bits} bits; the width goes from {NARROWEST_BITS} to {ID_BITS}")
    return bits


def _check_integer(what: str, number: int) -> None:
    # A bool is an int to Python, and a float that holds a whole number has already lost the low bits of a real id.
    if not isinstance(number, int) or isinstance(number, bool):
        raise IllegalUse(f"{what} {number!r} is not an integer")
