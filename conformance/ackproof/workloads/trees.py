"""Tuple trees: which tuples were emitted, what each was anchored to, and what the receiving bolt did with it.

They are called trees, but joins make them DAGs. Edges are symbols, numbered from 0. A tuple has one for each of its
anchors, and a spout's tuple has one of its own. The *ledger* of a tuple for a root is the set of edges by which that
root's tree knows it.
"""

from collections.abc import Callable, Iterable
from enum import Enum

from attrs import define, field, frozen

from ackproof.text.truncate import truncated_names
from ackproof.workloads.choices import Choices, chance

EdgeSet = frozenset[int]


class Fate(Enum):
    """What the bolt that received a tuple did with it."""

    ACKED = "acked"
    FAILED = "failed"
    FAILED_AND_ACKED = "failed and acked"
    UNANSWERED = "never answered"


@frozen
class TreeRoot:
    """A spout task's emission. Its tuples, one for each receiver, have the indices `first` to `first + copies - 1`."""

    root: int
    task: int
    first: int
    copies: int


@define(kw_only=True)  # not frozen: there are very many, and making frozen ones takes five times as long
class TreeTuple:
    """A tuple as one bolt received it. `anchors` are indices of earlier tuples, `edges` one symbol for each anchor.

    A spout's tuple has no anchors, one edge, and the index of its `emission`. Tuples of one `emit` went to several
    receivers.
    """

    name: str
    anchors: tuple[int, ...]
    edges: tuple[int, ...]
    fate: Fate
    ledger: dict[int, EdgeSet] = field(repr=False)
    emit: int = 0
    emission: int | None = None


@frozen
class Forest:
    """Emissions and the tuples that descend from them, in the order of their creation."""

    emissions: tuple[TreeRoot, ...]
    tuples: tuple[TreeTuple, ...]
    edges: int

    def children(self) -> list[list[int]]:
        """Return the tuples that are anchored to each tuple."""
        children: list[list[int]] = [[] for _ in self.tuples]
        for place, each in enumerate(self.tuples):
            for anchor in dict.fromkeys(each.anchors):
                children[anchor].append(place)
        return children

    def edges_between(self, parent: int, children: Iterable[int]) -> EdgeSet:
        """Return the edges between a tuple and some that are anchored to it, as the ack of the tuple carries them."""
        return frozenset(
            edge
            for child in children
            for anchor, edge in zip(self.tuples[child].anchors, self.tuples[child].edges, strict=True)
            if anchor == parent
        )

    def names_of(self, places: Iterable[int]) -> str:
        """Return the names of some tuples, in a string for people."""
        return ", ".join(truncated_names([self.tuples[place].name for place in places]))

    def edge_names(self) -> tuple[str, ...]:
        """Return a name for each edge: the tuple's, with a number where the tuple has several."""
        names = [""] * self.edges
        for each in self.tuples:
            for position, edge in enumerate(each.edges):
                names[edge] = each.name if len(each.edges) == 1 else f"{each.name}{position + 1}"
        return tuple(names)


TASKS = (0, 1, 300, 70_000, 2**31 - 1)
"""Task ids of spout tasks: the smallest, some that do not fit into a byte or two, and the largest."""


@frozen(kw_only=True)
class TreeShape:
    """How large trees are and how their tuples end.

    `emissions`, `copies`, `bolt_tuples` and `anchors` are maxima. The others are chances in percent: of a join, and of
    each anchor of it after the second (`joins`); of each fate; of an emission without receivers (`empty`); of an
    emission with the root id of the one before (`twins`, a collision as in STORM-17); of another receiver of the same
    emit; and of a bolt's tuple without anchors.
    """

    emissions: int = 2
    fixed_emissions: int | None = None
    copies: int = 2
    bolt_tuples: int = 3
    anchors: int = 2
    joins: int = 30
    failed: int = 12
    failed_and_acked: int = 4
    unanswered: int = 4
    twins: int = 3
    empty: int = 6
    receivers: int = 20
    unanchored: int = 0
    spout_tasks: int = 5


def grow_forest(choices: Choices, shape: TreeShape, root_of: Callable[[int], int]) -> Forest:
    """Draw a forest of at least one emission. `root_of` gives the root id of an emission by its index."""
    emissions: list[TreeRoot] = []
    tuples: list[TreeTuple] = []
    edges = 0
    count = shape.fixed_emissions or 1 + choices.integer(0, shape.emissions - 1)
    for index in range(count):
        copies = 0 if chance(choices, shape.empty) else 1 + choices.integer(0, shape.copies - 1)
        twin = chance(choices, shape.twins) if index else False
        root = emissions[-1].root if twin else root_of(index)
        emissions.append(TreeRoot(root, TASKS[choices.integer(0, shape.spout_tasks - 1)], len(tuples), copies))
        for _ in range(copies):
            ledger = {index: frozenset({edges})}
            tuples.append(
                TreeTuple(
                    name=letters(len(tuples)),
                    anchors=(),
                    edges=(edges,),
                    fate=_draw_fate(choices, shape),
                    ledger=ledger,
                    emission=index,
                )
            )
            edges += 1
    anchors: tuple[int, ...] = ()
    group = 0
    for emit in range(choices.integer(0, shape.bolt_tuples) if tuples else 0):
        if not (emit and chance(choices, shape.receivers)):
            anchors = _draw_anchors(choices, shape, len(tuples))
            group = emit
        fresh = tuple(range(edges, edges + len(anchors)))
        ledger = _ledger(tuples, anchors, fresh)
        tuples.append(
            TreeTuple(
                name=letters(len(tuples)),
                anchors=anchors,
                edges=fresh,
                fate=_draw_fate(choices, shape),
                ledger=ledger,
                emit=group,
            )
        )
        edges += len(fresh)
    return Forest(tuple(emissions), tuple(tuples), edges)


def _ledger(tuples: list[TreeTuple], anchors: tuple[int, ...], edges: tuple[int, ...]) -> dict[int, EdgeSet]:
    ledger: dict[int, EdgeSet] = {}
    for anchor, edge in zip(anchors, edges, strict=True):
        for emission in tuples[anchor].ledger:
            ledger[emission] = ledger.get(emission, frozenset()) ^ {edge}
    return ledger


def _draw_anchors(choices: Choices, shape: TreeShape, candidates: int) -> tuple[int, ...]:
    if chance(choices, shape.unanchored):
        return ()
    anchors = [choices.integer(0, candidates - 1)]
    while len(anchors) < shape.anchors and chance(choices, shape.joins):
        anchors.append(choices.integer(0, candidates - 1))  # the same anchor twice is legal, and drawn
    return tuple(anchors)


def _draw_fate(choices: Choices, shape: TreeShape) -> Fate:
    roll = 99 - choices.integer(0, 99)
    for fate, percent in (
        (Fate.FAILED, shape.failed),
        (Fate.FAILED_AND_ACKED, shape.failed_and_acked),
        (Fate.UNANSWERED, shape.unanswered),
    ):
        if roll < percent:
            return fate
        roll -= percent
    return Fate.ACKED


def letters(index: int) -> str:
    """Return the name of the thing with that number: A to Z, then A1 and so on."""
    lap, letter = divmod(index, 26)
    return chr(ord("A") + letter) + (str(lap) if lap else "")
