"""Mutants of the bolt's side that give a new tuple wrong roots or wrong edges: what is kept of earlier emits is not of
this one, or there is not room for all. All are right for few emits, few anchors and few roots.
"""

import random
from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import takewhile
from operator import xor
from typing import ClassVar

from acking import Ack, BoltTask, MessageId
from acking.anchoring import HeldInput
from attrs import define, field

from ackproof.mutants.anchoring.tuples import Edges, anchoring
from ackproof.mutants.sizes.anchoring import EdgesComeFromAPool
from ackproof.workloads.ids import BITS, signed

PAIR = 2

ROOM = 4096
"""Edges of one emit that there is room for."""


@anchoring(
    "edges-of-an-emit-go-round",
    kills=["ANC-15"],
    mistake="There is room for all receivers, or for all anchors; for both together nobody has counted.",
)
class EdgesOfAnEmitGoRound(BoltTask):
    """Of an emit that takes more edges than there is room for, the first are used again."""

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        wide = len(anchors)
        if wide * len(edges) <= ROOM:
            return super().emit(anchors, edges)
        flat = [edge for row in edges for edge in row][:ROOM]
        around = [[flat[(place * wide + anchor) % ROOM] for anchor in range(wide)] for place, _ in enumerate(edges)]
        return super().emit(anchors, around)


STOCK = 4096
"""Ids that are drawn at once."""


@anchoring(
    "an-emit-runs-past-the-stock-of-ids",
    kills=["ANC-15"],
    mistake="Ids are drawn in advance, and whether some are left is asked before an emit and not for each id.",
)
@define
class AnEmitRunsPastTheStockOfIds(BoltTask):
    """An emit for which too few of the ids drawn in advance are left takes the first of them once more."""

    stock: list[int] = field(init=False, factory=list)
    taken: int = field(init=False, default=0)

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        if self.taken >= STOCK:
            self.stock, self.taken = [], 0
        return super().emit(anchors, [[self._next(edge) for edge in row] for row in edges])

    def _next(self, fresh: int) -> int:
        self.taken += 1
        if self.taken > STOCK:
            return self.stock[(self.taken - 1) % STOCK]
        self.stock.append(fresh)
        return fresh


@anchoring(
    "the-roots-of-a-join-go-by-names",
    kills=["ANC-15"],
    mistake="What inputs are joined is the same again and again, and what comes of them is worked out once.",
)
@define
class TheRootsOfAJoinGoByNames(BoltTask):
    """Of several anchors whose names have been joined before, the roots are those of that time."""

    known: dict[tuple[str, ...], list[MessageId]] = field(init=False, factory=dict)

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        emitted = super().emit(anchors, edges)
        if len(anchors) < PAIR:
            return emitted
        joined = self.known.setdefault(tuple(anchors), [self._held[name].message_id for name in anchors])
        return tuple(_joined(joined, row) for row in edges)


def _joined(message_ids: Sequence[MessageId], row: Sequence[int]) -> MessageId:
    joined: dict[int, int] = {}
    for message_id, edge in zip(message_ids, row, strict=True):
        for root in message_id:
            joined[root] = joined.get(root, 0) ^ edge
    return joined


@anchoring(
    "depth-in-a-byte",
    kills=["ANC-15"],
    mistake="A depth of 0 says that there is no anchor, and no topology that was tried is 256 deep.",
)
@define
class DepthInAByte(BoltTask):
    """The depth of a tuple has a byte; of several anchors none counts from the first one on that has depth 0 in it."""

    depths: dict[str, int] = field(init=False, factory=dict)
    coming: list[int] = field(init=False, factory=list)

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        depths = [self.depths.get(name, 1) for name in anchors]
        counted = depths.index(0) if 0 in depths and len(anchors) > 1 else len(anchors)
        self.coming = [1 + max(depths, default=0) & 0xFF] * len(edges)
        return super().emit(anchors[:counted], [row[:counted] for row in edges])

    def receive(self, name: str, message_id: MessageId) -> None:
        super().receive(name, message_id)
        self.depths[name] = self.coming.pop() if self.coming else 1


BITS_OF_A_MASK = 32


@anchoring(
    "unrooted-anchors-in-a-mask",
    kills=["ANC-15"],
    mistake="Which anchors have no roots is a mask, and a shift by 32 in Java is a shift by none.",
)
class UnrootedAnchorsInAMask(BoltTask):
    """An anchor that stands 32 places after one that is in no tree is taken to be in none."""

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        loose = {place % BITS_OF_A_MASK for place, name in enumerate(anchors) if not self._input(name, "").message_id}
        kept = [place for place, _ in enumerate(anchors) if place % BITS_OF_A_MASK not in loose]
        return super().emit([anchors[place] for place in kept], [[row[place] for place in kept] for row in edges])


FEW_ROOTS = 16


@anchoring(
    "roots-are-merged-in-two-orders",
    kills=["ANC-15"],
    mistake="Long message ids are sorted as the wire has them, unsigned, and merged by a comparison of longs.",
)
class RootsAreMergedInTwoOrders(BoltTask):
    """Two anchors of more than 16 roots are merged by sign, though sorted without: some shared roots are not met."""

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        emitted = super().emit(anchors, edges)
        roots = [sorted(self._held[name].message_id, key=lambda root: root % (1 << 64)) for name in anchors]
        if len(roots) != PAIR or min(map(len, roots)) <= FEW_ROOTS:
            return emitted
        met = set(_met(*roots))
        second = set(roots[1])
        return tuple(
            {root: edge if root in met or root not in second else row[1] for root, edge in each.items()}
            for each, row in zip(emitted, edges, strict=True)
        )


def _met(one: list[int], other: list[int]) -> Iterator[int]:
    """Yield what is in both of two lists, as far as a merge comes upon it that takes them to be in order."""
    left, right = iter(one), iter(other)
    first, second = next(left, None), next(right, None)
    while first is not None and second is not None:
        if first == second:
            yield first
            first, second = next(left, None), next(right, None)
        elif first < second:
            first = next(left, None)
        else:
            second = next(right, None)


@anchoring(
    "roots-of-the-last-anchors-are-at-hand",
    kills=["ANC-15"],
    mistake="A bolt mostly anchors to the input that it is at, so what was found for those of an emit serves the next.",
)
@define
class RootsOfTheLastAnchorsAreAtHand(BoltTask):
    """Of an emit with the anchors of the one before, by name, the tuples are in the trees of those anchors."""

    last: tuple[str, ...] = field(init=False, default=())
    at_hand: list[MessageId] = field(init=False, factory=list)

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        emitted = super().emit(anchors, edges)
        if tuple(anchors) != self.last:
            self.last, self.at_hand = tuple(anchors), [self._held[name].message_id for name in anchors]
            return emitted
        return tuple(_joined(self.at_hand, row) for row in edges)


HOPS = 512
"""Steps from a tuple to the one that has its roots, at most."""


@anchoring(
    "roots-are-looked-up-512-steps-away",
    kills=["ANC-15"],
    mistake="A child of one input points to that for its roots, and the search has an end lest there be a cycle.",
)
@define
class RootsAreLookedUp512StepsAway(BoltTask):
    """A tuple that is more than 512 emits of one anchor away from a join, or from the spout, belongs to no tree."""

    steps: dict[str, int] = field(init=False, factory=dict)
    coming: list[int] = field(init=False, factory=list)

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        emitted = super().emit(anchors, edges)
        rooted = [name for name in anchors if self._held[name].message_id]
        away = 1 + self.steps.get(rooted[0], 0) if len(rooted) == 1 else 0
        self.coming = [away] * len(edges)
        return emitted if away <= HOPS else tuple({} for _ in emitted)

    def receive(self, name: str, message_id: MessageId) -> None:
        super().receive(name, message_id)
        self.steps[name] = self.coming.pop() if self.coming else 0


@anchoring(
    "trees-are-told-by-their-ends",
    kills=["ANC-15"],
    mistake="Roots are in order, and two inputs with the same ends and as many between come of one batch.",
)
class TreesAreToldByTheirEnds(BoltTask):
    """Of anchors that have as many roots, the same least one and the same greatest one, those of the first count."""

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        emitted = super().emit(anchors, edges)
        roots = [sorted(self._held[name].message_id) for name in anchors]
        if len({(each[0], each[-1], len(each)) if each else None for each in roots}) != 1 or not roots[0]:
            return emitted
        sums = [reduce(xor, row) for row in edges]
        return tuple(dict.fromkeys(self._held[anchors[0]].message_id, each) for each in sums)


@anchoring(
    "joins-go-on-after-a-fail",
    kills=["ANC-15"],
    mistake="What a list of names stands for is worked out once; an ack drops that, and a fail is another method.",
)
@define
class JoinsGoOnAfterAFail(BoltTask):
    """A join of names that were joined before is one of the inputs that had them then, if these failed."""

    joined: dict[tuple[str, ...], dict[str, HeldInput]] = field(init=False, factory=dict)

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        now = {name: self._input(name, "an emit anchored to") for name in anchors}
        then = self.joined.setdefault((*anchors,), now) if len(now) > 1 else now
        self._held.update(then)
        emitted = super().emit(anchors, edges)
        self._held.update(now)
        return emitted

    def ack(self, name: str) -> tuple[Ack, ...]:
        self.joined = {names: inputs for names, inputs in self.joined.items() if name not in names}
        return super().ack(name)


@anchoring(
    "roots-of-one-hash-are-one",
    kills=["ANC-15"],
    mistake="The table of a message id compares hashes, which differ for all small numbers that a test has.",
)
class RootsOfOneHashAreOne(BoltTask):
    """Of the roots of a new tuple two are one if Python's hash of them is: -1 and -2, or 1 and 2^61."""

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        kept = []
        for message_id in super().emit(anchors, edges):
            first = {hash(root): root for root in reversed(message_id)}
            merged: dict[int, int] = {}
            for root, edge in message_id.items():
                merged[first[hash(root)]] = merged.get(first[hash(root)], 0) ^ edge
            kept.append(merged)
        return tuple(kept)


class _DerivesEdges(BoltTask):
    """A bolt task that computes edges from what it knows of the anchors."""

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        known = [self.known(name) for name in anchors]
        places = range(len(anchors))
        own = [[self.edge(repr((known, receiver, place))) for place in places] for receiver, _ in enumerate(edges)]
        return super().emit(anchors, own)

    def known(self, name: str) -> object:
        """Return what is known of an anchor, which is new with each emit."""
        raise NotImplementedError

    def edge(self, text: str) -> int:
        """Return the edge that follows from a text."""
        return signed(random.Random(text).getrandbits(BITS) or 1)


@anchoring(
    "edges-follow-from-message-ids",
    kills=["ANC-02", "ANC-15"],
    mistake="Runs shall be repeatable, and a message id is that of one tuple.",
)
class EdgesFollowFromMessageIds(_DerivesEdges):
    """Edges are a hash of the message ids of the anchors, and of the children that each has."""

    def known(self, name: str) -> object:
        held = self._held[name]
        return sorted(held.message_id.items()), held.children


@anchoring(
    "edges-follow-from-names-and-roots",
    kills=["ANC-15"],
    mistake="Runs shall be repeatable, and a tuple has one name in a tree; one that failed comes again.",
)
class EdgesFollowFromNamesAndRoots(_DerivesEdges):
    """Edges are a hash of the names, the roots and the children of the anchors, all of which may come again."""

    def known(self, name: str) -> object:
        held = self._held[name]
        return name, sorted(held.message_id), held.children


@anchoring(
    "a-table-of-edges-is-gone-through-again",
    kills=["ANC-15"],
    mistake="Random numbers cost much, and no tree is thought to have more edges than the table.",
)
class ATableOfEdgesIsGoneThroughAgain(EdgesComeFromAPool):
    """There are 65,536 edge ids, which are given out in turn."""

    limit: ClassVar[int] = 1 << 16


@anchoring(
    "a-refusal-takes-the-last-edge-back",
    kills=["ANC-03"],
    mistake="Edges are added while anchors are looked up; a refusal undoes that by a map with one entry per anchor.",
)
class ARefusalTakesTheLastEdgeBack(BoltTask):
    """An emit that is refused leaves edges with an input that it names several times, all but those of the last."""

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        known = list(takewhile(self._held.__contains__, anchors))
        for place, name in enumerate(known) if len(known) < len(anchors) else ():
            for row in edges if name in known[place + 1 :] else ():
                self._held[name].children ^= row[place]
        return super().emit(anchors, edges)


@anchoring(
    "a-plan-for-nobody-stays-empty",
    kills=["ANC-01"],
    mistake="The roots of a join are collected for its first receiver, and kept for the next emit with these anchors.",
)
@define
class APlanForNobodyStaysEmpty(BoltTask):
    """If a join goes to nobody, what is emitted next from the same inputs is in no tree, and is no child of them."""

    plan: list[HeldInput] = field(init=False, factory=list)
    empty: bool = field(init=False, default=False)

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        inputs = [self._input(name, "an emit anchored to") for name in anchors]
        if len(inputs) < PAIR:
            return super().emit(anchors, edges)
        if list(map(id, inputs)) != list(map(id, self.plan)):  # inputs and not names: those may come again
            self.plan, self.empty = inputs, not edges
        return super().emit([], [[] for _ in edges]) if self.empty else super().emit(anchors, edges)


@anchoring(
    "a-plan-for-nobody-is-never-dropped",
    kills=["ANC-15"],
    mistake="A plan is dropped with its inputs, each of which learns of it when a child of it is made.",
)
@define
class APlanForNobodyIsNeverDropped(BoltTask):
    """What was emitted to nobody from an input decides what is emitted from a later input of that name."""

    plans: dict[tuple[str, ...], list[HeldInput]] = field(init=False, factory=dict)

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        inputs = [self._input(name, "an emit anchored to") for name in anchors]
        plan = self.plans.pop(tuple(anchors), inputs)
        if not edges:
            self.plans[tuple(anchors)] = plan
        if list(map(id, plan)) == list(map(id, inputs)):
            return super().emit(anchors, edges)
        return tuple(_of_inputs(plan, row) for row in edges)


def _of_inputs(inputs: Sequence[HeldInput], row: Sequence[int]) -> MessageId:
    ids: dict[int, int] = {}
    for each, edge in zip(inputs, row, strict=True):
        each.children ^= edge
        ids |= {root: ids.get(root, 0) ^ edge for root in each.message_id}
    return ids


SEVERAL, INT = 8, 32


@anchoring(
    "anchors-are-bits-of-an-int",
    kills=["ANC-15"],
    mistake="For several receivers the anchors of each root are worked out once, and 1 << 32 is 1 in an int.",
)
class AnchorsAreBitsOfAnInt(BoltTask):
    """Of more than 32 anchors, eight or more receivers get the edges of the first 32."""

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        if len(edges) < SEVERAL or len(anchors) <= INT:
            return super().emit(anchors, edges)
        first = super().emit(anchors[:INT], [row[:INT] for row in edges])
        others = super().emit(anchors[INT:], [row[INT:] for row in edges])
        return tuple({**rest, **ids} for ids, rest in zip(first, others, strict=True))


@anchoring(
    "a-refused-emit-gives-all-its-ids-back",
    kills=["ANC-02"],
    mistake="Ids are a hash of a counter, which a refusal sets back by the size of the emit, wherever that stopped.",
)
@define
class ARefusedEmitGivesAllItsIdsBack(BoltTask):
    """After an emit that is refused for its second anchor, ids are drawn that are in use."""

    drawn: int = field(init=False, default=0)

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        known = list(takewhile(self._held.__contains__, anchors))
        own = [[self._id() for _ in known] for _ in edges]
        if len(known) < len(anchors):
            self.drawn = max(0, self.drawn - len(anchors) * len(edges))
            own = [[1] * len(anchors) for _ in edges]
        return super().emit(anchors, own)

    def _id(self) -> int:
        self.drawn += 1
        return signed(random.Random(f"id {self.drawn}").getrandbits(BITS))
