"""Classes of equivalent states: the table of a tree, in which acks are interchangeable.

The edge sets of a tree's messages have one dependency: the xor of all of them is empty (proofs, lemmas 1 and 2). So the
open set of a life is the sum of exactly one set of acks, and renaming acks renames these sets. Two states are in one
class if a renaming of acks maps one to the other.

That this reduction is sound is checked: the dependency for each tree, and each move of each state against the moves of
the representative of its class. A failure is a bug in the suite.
"""

from collections import Counter
from collections.abc import Hashable, Sequence

from attrs import frozen

from ackproof.errors import SuiteError
from ackproof.explore.forests import SmallTree
from ackproof.explore.space import ExploredState, Space

Moves = tuple[tuple[int, int, int], ...]

ALIVE, COMPLETED = 1, 2
"""Flags of a class: the root has a record; everything was delivered once without a fail, and there is no record."""


@frozen(kw_only=True)
class QuotientTable:
    """The classes of a tree's states. For each class, `moves` has the classes that deliveries lead to, with their cost
    and the number of deliveries, `ticks` the class after a tick, `again` and `resets` how many of these were delivered,
    `weights` the number of states in the class, and `flags` its flags.
    """

    moves: tuple[Moves, ...]
    ticks: tuple[int, ...]
    again: tuple[int, ...]
    resets: tuple[int, ...]
    flags: tuple[int, ...]
    weights: tuple[int, ...]
    samples: tuple[int, ...]
    """For each class the index of one of its states in the space."""

    @property
    def shape(self) -> Hashable:
        """Everything that the future of a class depends on."""
        return self.moves, self.ticks, self.again, self.resets, self.flags, self.weights


def acks_behind(tree: SmallTree) -> dict[int, int]:
    """Return a dictionary from each set of edges that is a sum of acks of a tree to that set of acks, as bits.

    Fails if that is not unique, or if the init is not the sum of all acks.
    """
    behind: dict[int, int] = {}
    for acks in range(1 << len(tree.acks)):
        behind.setdefault(_sum(tree.acks, acks), acks)
    if len(behind) != 1 << len(tree.acks) or behind.get(tree.init) != (1 << len(tree.acks)) - 1:
        raise SuiteError(f"the messages of {tree} have another dependency than that all of them cancel")
    return behind


def _sum(edges: Sequence[int], chosen: int) -> int:
    total = 0
    for index, each in enumerate(edges):
        if chosen >> index & 1:
            total ^= each
    return total


def table_of(space: Space) -> QuotientTable:
    """Return the table of a space in which every property holds; without reduction, each state is a class."""
    if space.broken is not None:
        raise SuiteError("a space that was left at a counterexample has no table")
    tree = space.world.tree
    behind = acks_behind(tree)
    keys = [
        _key(state, len(tree.acks), behind) if space.world.bounds.reduction else place
        for place, state in enumerate(space.states)
    ]
    numbers: dict[Hashable, int] = {}
    classes = [numbers.setdefault(key, len(numbers)) for key in keys]
    samples = [-1] * len(numbers)
    weights = [0] * len(numbers)
    seen: list[tuple[object, ...]] = [()] * len(numbers)
    for place, number in enumerate(classes):
        row = _row(space, place, classes)
        if samples[number] < 0:
            samples[number], seen[number] = place, row
        elif seen[number] != row:
            raise SuiteError(f"states {space.states[samples[number]]} and {space.states[place]} are not alike")
        weights[number] += 1
    moves, ticks, again, resets, flags = zip(*seen, strict=True)
    return QuotientTable(
        moves=moves,
        ticks=ticks,
        again=again,
        resets=resets,
        flags=flags,
        weights=tuple(weights),
        samples=tuple(samples),
    )


def _key(state: ExploredState, tuples: int, behind: dict[int, int]) -> Hashable:
    delivered, life = state.delivered, state.life
    open_acks = behind[life.open_set] if life else 0
    acks = sorted((delivered.acks >> index & 1, open_acks >> index & 1) for index in range(tuples))
    return delivered._replace(acks=0), tuple(acks), life and life._replace(open_set=0)


def _row(space: Space, place: int, classes: Sequence[int]) -> tuple[object, ...]:
    delivered, life = space.states[place].delivered, space.states[place].life
    counted = Counter((classes[target], cost) for target, cost in space.successors[place])
    moves = tuple(sorted((target, cost, ways) for (target, cost), ways in counted.items()))
    tick = space.ticks[place]
    everything = (
        delivered.init and delivered.acks == space.world.all_acks and not delivered.fails and not delivered.again
    )
    flag = ALIVE if life else COMPLETED if everything else 0
    return moves, -1 if tick < 0 else classes[tick], delivered.again, delivered.resets, flag
