"""The truth about one record: its open set of edges, and its age. It is computed without an acker.

It is a smaller form of the oracle's record life (`ackproof.oracle.lives`), so that millions fit into memory. Only the
two tables of time are taken from there.
"""

from typing import NamedTuple

from ackproof.oracle.lives import LIFETIME, REFRESHING


class ExploredLife(NamedTuple):
    """A record life: the edges that occurred an odd number of times, the number of inits, whether a fail came, and the
    rotations since the last refresh.
    """

    open_set: int = 0
    inits: int = 0
    failed: bool = False
    age: int = 0


def after(life: ExploredLife | None, op: str, edges: int, profile: str) -> ExploredLife:
    """Return the life after a message; without a life, the message begins one (ACK-01)."""
    if life is None:
        life = ExploredLife()
    return ExploredLife(
        life.open_set ^ edges,
        life.inits + (op == "init"),
        life.failed or op == "fail",
        0 if op in REFRESHING[profile] else life.age,
    )


def aged(life: ExploredLife | None, profile: str) -> ExploredLife | None:
    """Return the life after a rotation, or None if it expired."""
    if life is None or life.age + 1 >= LIFETIME[profile]:
        return None
    return life._replace(age=life.age + 1)


def due(life: ExploredLife, op: str, *, is_zero: bool) -> str | None:
    """Return the kind of notification that a message requires, given the life after it and whether the xor is zero."""
    if not life.inits:
        return None
    if life.failed:
        return "fail"
    if is_zero:
        return "ack"
    return op if op == "reset-timeout" else None
