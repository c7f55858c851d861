"""Workloads for rules about rates: hundreds of small trees with uniform ids, and hundreds of ids to be checked bit by
bit.

Each has many trials, because a single tree shows no rate. Their ids come from a generator that is seeded with the one
choice that is drawn, and never from Hypothesis, which prefers some numbers to others.

**What is independent of what.** A tree of k tuples has k+1 messages, its init and k acks, and every edge id is in two
of them. Take the messages as the points of a graph and the edges as its lines: the graph is connected. So the sets of
lines at any k of its k+1 points are linearly independent, and so are the open sets after the first k messages, in
whatever order they come. Since the ids are independent and uniform, so are the k xors of these sets: each is zero with
probability 2^-w, whatever the others are. A tree is therefore one trial, which succeeds (is completed early) with
probability 1-(1-2^-w)^k, and different trees share no ids. The init comes first, so that a tree can be completed early
at each of its first k messages.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from attrs import evolve, field, frozen

from ackproof.components.acker import Ack, AckerOperation, Init
from ackproof.components.anchoring import AnchoringOperation, Emit, Receive
from ackproof.components.spout import SpoutEmit, SpoutOperation
from ackproof.target import Config, Run
from ackproof.workloads import ids
from ackproof.workloads.choices import Choices
from ackproof.workloads.dimensions import EMITS, EVER, MESSAGES

SEEDS = 1 << 31
SPOUT_TASK = 4
ROOTS = 1 << 62
DRAWN_IDS = 1024
WIDTHS = range(4, 17)


@frozen
class Lot:
    """A number of trees with the same number of tuples, and ids of `width` bits from bit `low` on."""

    width: int
    low: int
    trees: int
    tuples: int

    @property
    def bits(self) -> str:
        """The bits in which the ids differ, in words."""
        return f"bits {self.low} to {self.low + self.width - 1}"

    @property
    def operations(self) -> int:
        """The number of messages in the lot."""
        return self.trees * (self.tuples + 1)


SINGLE_TUPLES = Lot(WIDTHS[0], 0, 512, 1)
"""Trees of one tuple, which only the init can complete early."""

EVERY_BIT = tuple(Lot(WIDTHS[0], low, 512, 4) for low in range(0, ids.BITS, WIDTHS[0]))
"""One lot for every four of the 64 bits: an acker that loses one of them completes twice as many trees of its lot
early.
"""

WIDER = tuple(Lot(width, 0, 300, 8) for width in WIDTHS[1:])
"""One lot of every other width, somewhere in the 64 bits."""


@frozen
class TrialTree:
    """The messages of one tree, its root and its lot. An edge is open after each message but the last."""

    root: int
    lot: Lot
    messages: tuple[AckerOperation, ...]


@frozen(slots=False)
class ManyTrees:
    """Lots of trees, delivered one after the other to one acker."""

    config: Config
    trees: tuple[TrialTree, ...] = field(repr=lambda trees: f"<{len(trees)} trees>")

    component = "acker"

    @cached_property
    def run(self) -> Run:
        """The operations, as a target receives them."""
        return Run(self.component, self.config, tuple(each for tree in self.trees for each in tree.messages))

    @property
    def length(self) -> int:
        """The number of operations."""
        return sum(len(tree.messages) for tree in self.trees)

    @property
    def reached(self) -> Mapping[str, int]:
        """The size of the workload by dimension."""
        return {EVER: len(self.trees), MESSAGES: max((len(tree.messages) for tree in self.trees), default=0)}

    @cached_property
    def lots(self) -> tuple[Lot, ...]:
        """The lots of the trees."""
        return tuple(dict.fromkeys(tree.lot for tree in self.trees))

    def without(self, start: int, stop: int) -> "ManyTrees | None":
        """Return the workload without the lots that lie between two operations, or None if there is none.

        A lot is removed whole: a count over trees that were chosen by their results would prove nothing.
        """
        spared = {lot for lot, first, after in self._stretches() if start <= first and after <= stop}
        return evolve(self, trees=tuple(tree for tree in self.trees if tree.lot not in spared)) if spared else None

    def restricted_to(self, operations: frozenset[str] | None) -> "ManyTrees":
        """Return the workload itself: every acker has init and ack."""
        del operations
        return self

    def _stretches(self) -> Iterator[tuple[Lot, int, int]]:
        first = 0
        for lot in self.lots:
            yield lot, first, first + lot.operations
            first += lot.operations


@frozen(slots=False)
class ManyEdges:
    """Emissions of one tuple each, with ids for targets that use the ids that they are given."""

    component: str
    config: Config
    steps: tuple[AnchoringOperation | SpoutOperation, ...] = field(repr=lambda steps: f"<{len(steps)} steps>")

    @cached_property
    def run(self) -> Run:
        """The operations, as a target receives them."""
        return Run(self.component, self.config, self.steps)

    @property
    def length(self) -> int:
        """The number of operations."""
        return len(self.steps)

    @property
    def reached(self) -> Mapping[str, int]:
        """The size of the workload by dimension."""
        return {EMITS: len(self.steps)}

    def without(self, start: int, stop: int) -> None:
        """Return None: a count over ids that were chosen for their bits would prove nothing."""
        del start, stop

    def restricted_to(self, operations: frozenset[str] | None) -> "ManyEdges":
        """Return the workload itself: it consists of emits."""
        del operations
        return self


def grow_many_trees(choices: Choices, profile: str) -> ManyTrees:
    """Draw a seed, and derive from it the trees of every lot."""
    source = random.Random(f"trees {choices.integer(0, SEEDS - 1)}")
    wider = tuple(evolve(lot, low=source.randrange(ids.BITS - lot.width + 1)) for lot in WIDER)
    lots = (*EVERY_BIT, *wider, SINGLE_TUPLES)
    roots = iter(source.sample(range(ROOTS), sum(lot.trees for lot in lots)))
    trees = tuple(grow_tree(source, ids.signed(next(roots) << 2), lot) for lot in lots for _ in range(lot.trees))
    return ManyTrees(Config(profile=profile), trees)


def grow_anchored_edges(choices: Choices, profile: str) -> ManyEdges:
    """Draw a seed, and derive from it the edge ids of many tuples anchored to one."""
    edges = _edges(choices)
    steps: list[AnchoringOperation] = [Receive("s", {1: edges[0]})]
    steps += [Emit((f"t{place}",), ("s",), ((edge,),)) for place, edge in enumerate(edges[1:])]
    return ManyEdges("anchoring", Config(profile=profile), tuple(steps))


def grow_spout_edges(choices: Choices, profile: str) -> ManyEdges:
    """Draw a seed, and derive from it the edge ids of many tracked emissions with one receiver each."""
    edges = _edges(choices)[1:]
    steps = [SpoutEmit(SPOUT_TASK, 1 + place, f"m{place}", (edge,)) for place, edge in enumerate(edges)]
    return ManyEdges("spout", Config(profile=profile, spout_tasks=(SPOUT_TASK,)), tuple(steps))


def _edges(choices: Choices) -> Sequence[int]:
    source = random.Random(f"edges {choices.integer(0, SEEDS - 1)}")
    return [ids.signed(source.getrandbits(ids.BITS)) for _ in range(1 + DRAWN_IDS)]


def grow_tree(source: random.Random, root: int, lot: Lot) -> TrialTree:
    """Return a tree of random shape and ids, its acks in random order after the init."""
    edges = [ids.signed(source.getrandbits(lot.width) << lot.low) for _ in range(lot.tuples)]
    values = [0, *edges]  # of the init and of each tuple's ack, which has the edges of the tuple and of its children
    for place, edge in enumerate(edges):
        values[source.randrange(place + 1)] ^= edge
    acks = [Ack(root, value) for value in values[1:]]
    source.shuffle(acks)
    return TrialTree(root, lot, (Init(root, values[0], SPOUT_TASK), *acks))
