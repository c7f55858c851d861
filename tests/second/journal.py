"""An acker task as a journal: every message is recorded, and a tree's state is computed from its entries.

Chapter `acker.md`. The ids of rules are beside the code that follows them.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import reduce
from operator import xor
from typing import NamedTuple

ROTATIONS = {"storm1": 2, "storm2": 3}
"""N: the number of rotations after the last refresh at which a record is forgotten (ACK-15)."""

ALWAYS_REFRESHING = ("fail", "reset-timeout")
"""ACK-18; in storm1 all other messages refresh as well (ACK-16)."""


class Entry(NamedTuple):
    """One message of a root. `at` counts the rotations before it; only an init has a `task`."""

    at: int
    kind: str
    value: int = 0
    task: int | None = None


class Outcome(NamedTuple):
    """The state after the last entry of a journal: the kind and task of a notification, if there is one, and the
    rotation at which the record expires, if there is one.
    """

    kind: str | None
    task: int | None
    forgotten_at: int | None


def outcome_of(life: Sequence[Entry], profile: str) -> Outcome:
    """Read a record life from its beginning and judge its state after its last entry."""
    tasks = [entry.task for entry in life if entry.kind == "init"]
    refreshed = max(entry.at for entry in life if entry is life[0] or profile == "storm1" or _refreshes(entry))
    kept = refreshed + ROTATIONS[profile]
    if not tasks:
        return Outcome(None, None, kept)  # ACK-02
    if any(entry.kind == "fail" for entry in life):
        return Outcome("fail", tasks[-1], None)  # ACK-06, ACK-07 and, being asked first, ACK-08
    if reduce(xor, (entry.value for entry in life)) == 0:
        return Outcome("ack", tasks[-1], None)  # ACK-04, ACK-26
    return Outcome("reset-timeout" if life[-1].kind == "reset-timeout" else None, tasks[-1], kept)  # ACK-20


def _refreshes(entry: Entry) -> bool:
    return entry.kind in ALWAYS_REFRESHING


class Bookkeeper:
    """One acker task: a journal for each root, and for each coming rotation the number of records that expire at it."""

    def __init__(self, profile: str) -> None:
        self.profile = profile
        self.rotations = 0
        self.journals: defaultdict[int, list[Entry]] = defaultdict(list)
        self.ends: dict[int, int] = {}
        self.ending: Counter[int] = Counter()

    @property
    def pending(self) -> int:
        """ACK-25: ghosts and empty records count, expired ones do not."""
        return sum(self.ending.values())

    def tick(self) -> None:
        """ACK-13: one rotation, without a notification."""
        self.rotations += 1
        self.ending.pop(self.rotations, None)

    def told(self, root: int, kind: str, value: int = 0, task: int | None = None) -> list[tuple[str, int, int]]:
        """Record a message and return its notifications: (kind, root, task), at most one (ACK-09)."""
        journal = self.journals[root]
        before = self.ends.pop(root, None)
        if before is not None and before <= self.rotations:
            journal.clear()  # it expired in silence (ACK-15), and this message begins another life (ACK-01)
        elif before is not None:
            self.ending[before] -= 1
        journal.append(Entry(self.rotations, kind, value, task))
        outcome = outcome_of(journal, self.profile)
        if outcome.forgotten_at is not None:
            self.ends[root] = outcome.forgotten_at
            self.ending[outcome.forgotten_at] += 1
        else:
            journal.clear()  # the life is over; a later message of this root begins a new one (ACK-10)
        if outcome.kind is None or outcome.task is None:
            return []
        return [(outcome.kind, root, outcome.task)]


def keeper_of(root: int, keepers: int) -> int:
    """Return the index of the acker task that keeps a root, by RTE-02: floorMod(int32(31 + int32(v xor v>>>32)), n)."""
    word = root & ((1 << 64) - 1)
    total = (31 + (word ^ word >> 32)) & ((1 << 32) - 1)
    return (total - (total >> 31 << 32)) % keepers
