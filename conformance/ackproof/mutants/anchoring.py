"""Mutants of the bolt's side: what a tuple is anchored to, and what is told of it."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import cycle
from operator import xor
from typing import ClassVar

from acking import Ack, BoltTask, Fail, MessageId
from acking.anchoring import HeldInput
from attrs import define, evolve, field

from ackproof.components.acker import Ack as AckMessage
from ackproof.components.anchoring import AnchoringOperation, AnchoringResult, Emit
from ackproof.mutants import family
from ackproof.mutants.parts import Bolts
from ackproof.mutants.sizes.anchoring import EdgesComeFromAPool
from ackproof.targets.reference import ReferenceBolts
from ackproof.workloads.ids import BITS, signed

anchoring = family("anchoring")
Edges = Sequence[Sequence[int]]
HELD_LONG = 3
WINDOW = 2
WORD = (1 << 32) - 1
METRICS = (1 << 62) + 11


@anchoring("one-edge-for-an-emit", kills=["ANC-02"], mistake="An emit is taken for one tuple, with one id.")
class OneEdgeForAnEmit(BoltTask):
    """All receivers and all anchors of an emit share an edge."""

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        return super().emit(anchors, [[edges[0][0]] * len(row) if row else row for row in edges])


@anchoring(
    "one-edge-for-all-receivers", kills=["ANC-02"], mistake="The id is drawn before the loop over the receiving tasks."
)
class OneEdgeForAllReceivers(BoltTask):
    """The copies of a tuple share their edges."""

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        return super().emit(anchors, [edges[0]] * len(edges) if edges else edges)


@anchoring(
    "one-edge-for-all-anchors",
    kills=["ANC-02"],
    mistake="A tuple is one edge in every picture; with two anchors in one tree it is two.",
)
class OneEdgeForAllAnchors(BoltTask):
    """The anchors of a tuple share its edge, which cancels where they share a root."""

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        return super().emit(anchors, [[row[0]] * len(row) if row else row for row in edges])


@anchoring("edges-reused-after-four", kills=["ANC-02"], mistake="The generator of ids has a short period.")
@define
class EdgesReusedAfterFour(BoltTask):
    """There are four edge ids, which are given out in turn."""

    pool: Iterator[int] = field(init=False, factory=lambda: cycle((0x1111, 0x2222, 0x4444, 0x8888)))

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        return super().emit(anchors, [[next(self.pool) for _ in row] for row in edges])


@anchoring(
    "last-anchor-wins",
    kills=["ANC-07"],
    mistake="A message id is a map, and the entry of a root is set instead of xored.",
)
class LastAnchorWins(BoltTask):
    """Where anchors share a root, the tuple carries the edge of the last one only."""

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        super().emit(anchors, edges)
        held = [self._input(name, "an emit anchored to").message_id for name in anchors]
        return tuple({root: edge for ids, edge in zip(held, row, strict=True) for root in ids} for row in edges)


@anchoring(
    "last-anchor-of-one-tree-wins",
    kills=["ANC-07"],
    mistake="Different trees are told apart with care, and two anchors in one tree are not thought of.",
)
class LastAnchorOfOneTreeWins(BoltTask):
    """Where different anchors belong to the very same trees, the tuple carries the edge of the last one only."""

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        emitted = super().emit(anchors, edges)
        trees = {frozenset(self._input(name, "an emit anchored to").message_id) for name in anchors}
        if len(set(anchors)) == 1 or len(trees) != 1:
            return emitted
        return tuple(dict.fromkeys(ids, row[-1]) for ids, row in zip(emitted, edges, strict=True))


@anchoring(
    "anchors-merged-with-or",
    kills=["ANC-07"],
    mistake="Several edges of a tuple in one tree are put together like flags.",
)
class AnchorsMergedWithOr(BoltTask):
    """Where anchors share a root, the tuple carries their edges or-ed."""

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        super().emit(anchors, edges)
        merged: list[dict[int, int]] = [{} for _ in edges]
        for ids, row in zip(merged, edges, strict=True):
            for name, edge in zip(anchors, row, strict=True):
                for root in self._input(name, "an emit anchored to").message_id:
                    ids[root] = ids.get(root, 0) | edge
        return tuple(merged)


@anchoring(
    "two-anchors-at-most",
    kills=["ANC-01"],
    mistake="A join has a left side and a right side; a batch of inputs is not thought of.",
)
class TwoAnchorsAtMost(BoltTask):
    """The third anchor of a tuple, and whatever follows, is left out."""

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        return super().emit(anchors[:2], [row[:2] for row in edges])


@anchoring(
    "stops-at-a-loose-anchor",
    kills=["ANC-01"],
    mistake="The loop over the anchors is left, not gone on with, where there is nothing to do for one of them.",
)
class StopsAtALooseAnchor(BoltTask):
    """What comes after an anchor that belongs to no tree is not anchored to."""

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        held = [self._input(name, "an emit anchored to").message_id for name in anchors]
        before = held.index({}) if {} in held else len(held)
        return super().emit(anchors[:before], [row[:before] for row in edges])


@anchoring(
    "same-anchor-counted-once",
    kills=["ANC-07"],
    mistake="Anchors are put into a set where children are counted, and not where ids are.",
)
class SameAnchorCountedOnce(BoltTask):
    """An input that is an anchor two times hears of one edge, and the tuple carries both."""

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        emitted = super().emit(anchors, edges)
        for row in edges:
            for place, name in enumerate(anchors):
                if name in anchors[:place] and self._input(name, "an emit anchored to").message_id:
                    self._held[name].children ^= row[place]
        return emitted


@anchoring(
    "first-anchors-trees-only",
    kills=["ANC-01"],
    mistake="The multi-language protocol passes a list of anchors, of which one end reads the first.",
    issue="STORM-2331",
)
class FirstAnchorsTreesOnly(BoltTask):
    """A tuple joins the trees of its first anchor only."""

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        return super().emit(anchors[:1], [row[:1] for row in edges])


@anchoring(
    "emits-without-anchors",
    kills=["ANC-01"],
    mistake="A wrapper around the collector emits by the method that takes no anchors.",
    issue="STORM-1608",
)
class EmitsWithoutAnchors(BoltTask):
    """No tuple that a bolt emits belongs to a tree."""

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        super().emit(anchors, [[0] * len(row) for row in edges])
        return tuple({} for _ in edges)


@anchoring(
    "anchored-to-all-that-is-held",
    kills=["ANC-01"],
    mistake="A join is anchored to its whole window, to be safe: acks storm, and trees wait for strangers.",
    issue="STORM-2423",
)
class AnchoredToAllThatIsHeld(BoltTask):
    """A tuple that has an anchor is anchored to the input held longest, too."""

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        oldest = next(iter(self._held), "")
        if not anchors or oldest in anchors or any(name not in self._held for name in anchors):
            return super().emit(anchors, edges)
        return super().emit([*anchors, oldest], [[*row, row[0] ^ 0x5555 << 40] for row in edges])


@anchoring(
    "loose-anchor-loosens",
    kills=["ANC-01"],
    mistake="An anchor without roots is taken for a sign that the tuple needs no tracking.",
)
class LooseAnchorLoosens(BoltTask):
    """With one anchor that belongs to no tree, the tuple joins none."""

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        emitted = super().emit(anchors, edges)
        loose = any(not self._held[name].message_id for name in anchors)
        return tuple({} for _ in emitted) if loose else emitted


@anchoring(
    "unanchored-joins-what-is-held",
    kills=["ANC-06"],
    mistake="Anchoring is automatic, and there is no way to say 'to nothing'.",
)
class UnanchoredJoinsWhatIsHeld(BoltTask):
    """A tuple without anchors joins the trees of the input held longest."""

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        oldest = list(self._held)[:1]
        if anchors or not oldest:
            return super().emit(anchors, edges)
        return super().emit(oldest, [[0x7777 << 8 | place] for place, _ in enumerate(edges)])


@anchoring("loose-acks-go-to-root-0", kills=["ANC-06"], mistake="A tuple without roots gets a default one.")
class LooseAcksGoToRoot0(BoltTask):
    """The ack of a tuple that belongs to no tree is told to the root 0."""

    def ack(self, name: str) -> tuple[Ack, ...]:
        return super().ack(name) or (Ack(0, 0),)


@anchoring(
    "children-forgotten",
    kills=["ANC-03"],
    mistake="An ack tells that a tuple is done; that it opens others is another thought.",
)
class ChildrenForgotten(BoltTask):
    """An ack tells the own edge and nothing else."""

    def ack(self, name: str) -> tuple[Ack, ...]:
        self._input(name, "an ack of").children = 0
        return super().ack(name)


@anchoring(
    "second-emit-overwrites-children",
    kills=["ANC-03"],
    mistake="Two threads use one collector, and of two updates of the children one is lost.",
    issue="STORM-2231",
)
class SecondEmitOverwritesChildren(BoltTask):
    """Of the tuples that were anchored to an input, those of its last emit are told."""

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        for name in anchors:
            self._input(name, "an emit anchored to").children = 0
        return super().emit(anchors, edges)


@anchoring(
    "children-told-to-one-root",
    kills=["ANC-03"],
    mistake="The children are taken out of the map when the first root is told.",
)
class ChildrenToldToOneRoot(BoltTask):
    """An input in several trees tells its children to the first root only."""

    def ack(self, name: str) -> tuple[Ack, ...]:
        held = self._input(name, "an ack of")
        acks = super().ack(name)
        return acks[:1] + tuple(Ack(each.root, each.value ^ held.children) for each in acks[1:])


@anchoring(
    "own-edge-of-the-first-root", kills=["ANC-03"], mistake="A tuple is taken to have one id, whichever tree it is in."
)
class OwnEdgeOfTheFirstRoot(BoltTask):
    """Every root is told the value of the first one."""

    def ack(self, name: str) -> tuple[Ack, ...]:
        acks = super().ack(name)
        return tuple(Ack(each.root, acks[0].value) for each in acks)


@anchoring("children-of-32-bits", kills=["ANC-03"], mistake="The field for the children is an int.")
class ChildrenOf32Bits(BoltTask):
    """The low word of the children's edges is told."""

    def ack(self, name: str) -> tuple[Ack, ...]:
        held = self._input(name, "an ack of")
        held.children &= WORD
        return super().ack(name)


@anchoring(
    "children-expire",
    kills=["ANC-03"],
    mistake="Children are kept in a map that rotates, as in JStorm: a bolt that holds on tells a wrong value.",
)
class ChildrenExpire(BoltTask):
    """An input that was held for long has forgotten its children."""

    def ack(self, name: str) -> tuple[Ack, ...]:
        held = self._input(name, "an ack of")
        if list(self._held)[-HELD_LONG:].count(name) == 0:
            held.children = 0
        return super().ack(name)


@anchoring("acks-one-root", kills=["ANC-04"], mistake="A tuple belongs to one tree in every test.")
class AcksOneRoot(BoltTask):
    """An ack goes to one tree only."""

    def ack(self, name: str) -> tuple[Ack, ...]:
        return super().ack(name)[:1]


@anchoring(
    "ack-sent-in-parts",
    kills=["ANC-04"],
    mistake="The own edge is told at once and the children after it: in between, the tree looks done.",
)
class AckSentInParts(BoltTask):
    """The own edge and the children go out as two messages."""

    def ack(self, name: str) -> tuple[Ack, ...]:
        children = self._input(name, "an ack of").children
        acks = super().ack(name)
        if not children:
            return acks
        return tuple(
            part for each in acks for part in (Ack(each.root, each.value ^ children), Ack(each.root, children))
        )


@anchoring(
    "late-tuples-not-acked",
    kills=["ANC-04"],
    mistake="A window drops the tuples that come too late, and forgets to ack them.",
    issue="STORM-1859",
)
@define
class LateTuplesNotAcked(BoltTask):
    """The ack of a tuple that came before others of its window were acked sends nothing."""

    newest: int = field(init=False, default=0)

    def ack(self, name: str) -> tuple[Ack, ...]:
        position = list(self._held).index(name) if name in self._held else 0
        acks = super().ack(name)
        late = position < self.newest - WINDOW
        self.newest = max(self.newest, position)
        return () if late else acks


@anchoring("fails-one-root", kills=["ANC-05"], mistake="A tuple belongs to one tree in every test.")
class FailsOneRoot(BoltTask):
    """A fail goes to one tree only."""

    def fail(self, name: str) -> tuple[Fail, ...]:
        return super().fail(name)[:1]


@anchoring(
    "fail-then-ack",
    kills=["ANC-05"],
    mistake="A wrapper acks whatever `process` has returned from, failed or not.",
    issue="e96b4467b",
)
class FailThenAck(BoltTask):
    """A fail is followed by the ack of the same input."""

    def fail(self, name: str) -> tuple[Fail, ...]:
        held = self._input(name, "a fail of")
        acks = tuple(Ack(root, edge ^ held.children) for root, edge in held.message_id.items())
        return (*super().fail(name), *acks)  # type: ignore[arg-type]  # that is the mistake


@anchoring("fail-is-swallowed", kills=["ANC-05"], mistake="An exception is caught, logged, and that is all.")
class FailIsSwallowed(BoltTask):
    """A fail lets go of the input and tells nobody."""

    def fail(self, name: str) -> tuple[Fail, ...]:
        return super().fail(name)[:0]


@anchoring(
    "second-ack-accepted",
    kills=["ANC-11"],
    mistake="Storm's collectors do not look; users ack in a base class and again in their own.",
    issue="streamparse #325",
)
@define
class SecondAckAccepted(BoltTask):
    """An input can be acked again, and the same value goes out."""

    gone: dict[str, tuple[Ack, ...]] = field(init=False, factory=dict)

    def ack(self, name: str) -> tuple[Ack, ...]:
        if name not in self._held and name in self.gone:
            return self.gone[name]
        self.gone[name] = super().ack(name)
        return self.gone[name]


@anchoring(
    "anchored-after-ack",
    kills=["ANC-10"],
    mistake="Storm's collectors do not look whether an anchor was acked: the child is never entered anywhere.",
    issue="pyleus #108",
)
@define
class AnchoredAfterAck(BoltTask):
    """A tuple can be anchored to an input that was let go of, and joins its trees."""

    gone: dict[str, HeldInput] = field(init=False, factory=dict)

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        late = {name: held for name, held in self.gone.items() if name in anchors}
        self._held.update(late)
        emitted = super().emit(anchors, edges)
        for name in late:
            del self._held[name]
        return emitted

    def ack(self, name: str) -> tuple[Ack, ...]:
        held = self._input(name, "an ack of")
        self.gone[name] = held
        return super().ack(name)


@anchoring(
    "edges-recycled", kills=["ANC-02"], mistake="Ids come from a pool, and go back to it when their tuple is acked."
)
@define
class EdgesRecycled(BoltTask):
    """The edge of a tuple that was acked is given to the next one that is emitted."""

    free: list[int] = field(init=False, factory=list)

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        return super().emit(anchors, [[self.free.pop() if self.free else edge for edge in row] for row in edges])

    def ack(self, name: str) -> tuple[Ack, ...]:
        message_id = self._input(name, "an ack of").message_id
        self.free.extend(message_id.values() if len(message_id) == 1 else ())
        return super().ack(name)


@anchoring(
    "children-told-by-any-ack",
    kills=["ANC-03"],
    mistake="Children are kept for each root and flushed with the next ack, whoever their parent is.",
)
class ChildrenToldByAnyAck(BoltTask):
    """An ack tells the children of all inputs that are held in the same trees, too."""

    def ack(self, name: str) -> tuple[Ack, ...]:
        acked = self._input(name, "an ack of")
        for held in self._held.values():
            if held is not acked and held.message_id.keys() == acked.message_id.keys():
                acked.children ^= held.children
                held.children = 0
        return super().ack(name)


@anchoring(
    "acks-counted-by-a-root",
    kills=["ANC-04"],
    mistake="Acks are counted by sending each of them to a root for metrics.",
)
class AcksCountedByARoot(BoltTask):
    """Every ack goes to a root of its own besides, with the value 0."""

    def ack(self, name: str) -> tuple[Ack, ...]:
        acks = super().ack(name)
        return (*acks, Ack(METRICS, 0)) if acks else acks


@anchoring(
    "emit-tells-that-it-lives", kills=["ANC-08"], mistake="An emit is a sign of life, and is told as an ack of nothing."
)
class EmitTellsThatItLives(Bolts):
    """An emit sends an ack with the value 0 to each root of the new tuples."""

    def one(self, operation: AnchoringOperation) -> AnchoringResult:
        result = super().one(operation)
        roots = {root for message_id in result.message_ids for root in message_id}
        return evolve(result, messages=(*result.messages, *(AckMessage(root, 0) for root in sorted(roots))))


@anchoring(
    "a-refused-emit-has-children",
    kills=["ANC-03"],
    mistake="Anchors are looked up one after the other, and the edge is entered at each before the next is looked up.",
)
class RefusedEmitHasChildren(BoltTask):
    """An emit that is refused for its second anchor leaves an edge with its first."""

    def emit(self, anchors: Sequence[str], edges: Sequence[Sequence[int]]) -> tuple[MessageId, ...]:
        for place, name in enumerate(anchors):
            if name not in self._held:
                for before, held in enumerate(map(self._held.get, anchors[:place])):
                    if held is not None and held.message_id:
                        for row in edges:
                            held.children ^= row[before]
        return super().emit(anchors, edges)


@anchoring("an-ack-of-zero-is-not-sent", kills=["ANC-04"], mistake="Nothing is to be xored, so nothing is sent.")
class AnAckOfZeroIsNotSent(BoltTask):
    """An ack whose value is zero is not sent."""

    def ack(self, name: str) -> tuple[Ack, ...]:
        return tuple(each for each in super().ack(name) if each.value)


@anchoring(
    "children-in-a-set",
    kills=["ANC-03"],
    mistake="The edges of children are collected until the ack; a set is what one collects ids in.",
)
@define
class ChildrenInASet(BoltTask):
    """Of children whose edges are alike, one is told."""

    edges_of: dict[str, set[int]] = field(init=False, factory=dict)

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        emitted = super().emit(anchors, edges)
        for row in edges:
            for name, edge in zip(anchors, row, strict=True):
                known = self.edges_of.setdefault(name, set())
                if edge in known and self._held[name].message_id:
                    self._held[name].children ^= edge
                known.add(edge)
        return emitted


@anchoring(
    "a-root-whose-edges-cancel-is-left-out",
    kills=["ANC-01"],
    mistake="Two anchors of a tree xor their edges into the entry of its root, and an entry of zero looks like none.",
)
class ARootWhoseEdgesCancelIsLeftOut(BoltTask):
    """A tuple does not belong to the trees in which its edge is zero."""

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        return tuple({root: edge for root, edge in each.items() if edge} for each in super().emit(anchors, edges))


@anchoring(
    "an-edge-of-zero-is-none",
    kills=["ANC-04"],
    mistake="The edge is looked up by the root, and what is found is asked whether it is there as a truth value.",
)
class AnEdgeOfZeroIsNone(BoltTask):
    """Trees in which an input has the edge zero hear nothing of its ack."""

    def ack(self, name: str) -> tuple[Ack, ...]:
        message_id = self._input(name, "an ack of").message_id
        return tuple(each for each in super().ack(name) if message_id[each.root])


@anchoring(
    "children-of-a-failed-input-stay",
    kills=["ANC-15"],
    mistake="Children are kept by the name of their input; an ack takes them out of there, and a fail needs none.",
)
@define
class ChildrenOfAFailedInputStay(BoltTask):
    """An input that has the name of one that failed has the children of that one, too."""

    left: dict[str, int] = field(init=False, factory=dict)

    def receive(self, name: str, message_id: MessageId) -> None:
        super().receive(name, message_id)
        self._held[name].children = self.left.pop(name, 0)

    def fail(self, name: str) -> tuple[Fail, ...]:
        self.left[name] = self._input(name, "a fail of").children
        return super().fail(name)


GENERATION = 2048
"""Emits after which children that nobody has asked for become old, and after twice as many they are forgotten."""


@anchoring(
    "children-are-forgotten-after-many-emits",
    kills=["ANC-15"],
    mistake="Children are kept beside the inputs, in a map that is rotated so that inputs that are never acked go.",
)
@define
class ChildrenAreForgottenAfterManyEmits(BoltTask):
    """An input to which nothing was anchored for some thousand emits forgets its children."""

    emits: int = field(init=False, default=0)
    young: set[str] = field(init=False, factory=set)
    old: set[str] = field(init=False, factory=set)

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        emitted = super().emit(anchors, edges)
        self.emits += 1
        self.young.update(anchors)
        if self.emits % GENERATION == 0:
            for name in self.old - self.young:
                if name in self._held:
                    self._held[name].children = 0
            self.young, self.old = set(), self.young
        return emitted


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


FOLDED = 256
"""Children of an input from which on they are folded into one number."""


@anchoring(
    "children-are-folded-once-for-each-naming",
    kills=["ANC-15"],
    mistake="What is left to fold is gone through by the anchors of the emit, and an anchor may be named twice.",
)
@define
class ChildrenAreFoldedOnceForEachNaming(BoltTask):
    """Beyond 256 children of an input, the list of them is folded once for each time that the emit names it."""

    lists: dict[str, list[int]] = field(init=False, factory=dict)

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        emitted = super().emit(anchors, edges)
        for place, name in enumerate(anchors):
            self.lists.setdefault(name, []).extend(row[place] for row in edges)
        for name in {each for each in anchors if len(self.lists[each]) > FOLDED}:
            folded = self.lists.pop(name)
            for edge in folded * (list(anchors).count(name) - 1):
                self._held[name].children ^= edge
        return emitted


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
        if len(anchors) < WINDOW:
            return emitted
        joined = self.known.setdefault(tuple(anchors), [self._held[name].message_id for name in anchors])
        return tuple(_joined(joined, row) for row in edges)


def _joined(message_ids: Sequence[MessageId], row: Sequence[int]) -> MessageId:
    joined: dict[int, int] = {}
    for message_id, edge in zip(message_ids, row, strict=True):
        for root in message_id:
            joined[root] = joined.get(root, 0) ^ edge
    return joined


TABLE = 512
"""Inputs with more than one child, of which a table has room for so many."""


@anchoring(
    "further-children-in-a-table",
    kills=["ANC-15"],
    mistake="Nearly every input has one child, and the few others are taken to be answered soon.",
)
@define
class FurtherChildrenInATable(BoltTask):
    """The first child of an input stands with it, and the further ones in a table of the 512 inputs used last."""

    first: dict[str, int] = field(init=False, factory=dict)
    table: dict[str, None] = field(init=False, factory=dict)

    def receive(self, name: str, message_id: MessageId) -> None:
        super().receive(name, message_id)
        self.first.pop(name, None)

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        emitted = super().emit(anchors, edges)
        for name in dict.fromkeys(anchors):
            if self.first.setdefault(name, self._held[name].children) != self._held[name].children:
                self.table = {name: None, **self.table}
        while len(self.table) > TABLE:
            if (forgotten := self.table.popitem()[0]) in self._held and forgotten in self.first:
                self._held[forgotten].children = self.first[forgotten]
        return emitted


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
        if len(roots) != WINDOW or min(map(len, roots)) <= FEW_ROOTS:
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


ROOTS_AT_HAND = 32


@anchoring(
    "roots-beyond-32-know-one-receiver",
    kills=["ANC-15"],
    mistake="The roots that do not fit beside the tuple have sums of their own, which are set before the loop.",
)
@define
class RootsBeyond32KnowOneReceiver(BoltTask):
    """To the roots of an input beyond the 32nd, of each emit the child of the first receiver is told."""

    spilled: dict[str, int] = field(init=False, factory=dict)

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        for row in edges[1:]:
            for name, edge in zip(anchors, row, strict=True):
                self.spilled[name] = self.spilled.get(name, 0) ^ edge
        return super().emit(anchors, edges)

    def ack(self, name: str) -> tuple[Ack, ...]:
        beyond, messages = self.spilled.pop(name, 0), super().ack(name)
        return messages[:ROOTS_AT_HAND] + tuple(
            Ack(each.root, each.value ^ beyond) for each in messages[ROOTS_AT_HAND:]
        )


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


@anchoring(
    "an-edge-for-nobody",
    kills=["ANC-15"],
    mistake="The edge is drawn before the receivers are looked up, and a stream that nobody takes has none.",
)
@define
class AnEdgeForNobody(BoltTask):
    """An emit that nobody receives enters an edge with its anchors."""

    drawn: int = field(init=False, default=METRICS)

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        if anchors and not edges:
            self.drawn += 1
            self._held[anchors[0]].children ^= self.drawn
        return super().emit(anchors, edges)


@anchoring(
    "children-of-an-input-without-roots-stay",
    kills=["ANC-15"],
    mistake="Where an ack has nobody to tell, it returns before it takes the children away.",
)
@define
class ChildrenOfAnInputWithoutRootsStay(BoltTask):
    """What was anchored to an input without roots goes to the next input of its name."""

    left_over: dict[str, int] = field(init=False, factory=dict)

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        for row in edges:
            for name, edge in zip(anchors, row, strict=True):
                if name in self._held and not self._held[name].message_id:
                    self.left_over[name] = self.left_over.get(name, 0) ^ edge
        return super().emit(anchors, edges)

    def ack(self, name: str) -> tuple[Ack, ...]:
        acks = super().ack(name)
        left = self.left_over.pop(name, 0) if acks else 0
        return tuple(Ack(each.root, each.value ^ left) for each in acks)


@anchoring("children-are-looked-up-by-name", kills=["ANC-15"], mistake="A child is kept by its name alone.")
@define
class ChildrenAreLookedUpByName(BoltTask):
    """Of a child with one anchor the name is kept, and its edge looked up when the anchor is acked."""

    edge_of: dict[str, int] = field(init=False, factory=dict)
    children_of: dict[str, list[tuple[str, int]]] = field(init=False, factory=dict)
    coming: list[str] = field(init=False, factory=list)

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        self.coming = list(anchors) * len(edges) if len(anchors) == 1 else []
        return super().emit(anchors, edges)

    def receive(self, name: str, message_id: MessageId) -> None:
        super().receive(name, message_id)
        self.edge_of[name], self.children_of[name] = next(iter(message_id.values()), 0), []
        if self.coming:
            self.children_of[self.coming.pop()].append((name, self.edge_of[name]))

    def ack(self, name: str) -> tuple[Ack, ...]:
        for child, edge in self.children_of.pop(name, ()):
            self._held[name].children ^= edge ^ self.edge_of[child]
        return super().ack(name)


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


GAPS = 512
"""Places that inputs have left, from which on the table of inputs is made anew."""


@anchoring("the-table-moves-in-the-middle-of-an-emit", kills=["ANC-15"], mistake="Growth moves the table mid-emit.")
@define
class TheTableMovesInTheMiddleOfAnEmit(BoltTask):
    """Whenever 512 inputs have been let go of, an emit right after that tells its anchors of one receiver alone."""

    gaps: int = field(init=False, default=0)

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        emitted = super().emit(anchors, edges)
        for row in edges[1:] if self.gaps >= GAPS else ():
            for name, edge in zip(anchors, row, strict=True):
                self._held[name].children ^= edge
        return emitted

    def receive(self, name: str, message_id: MessageId) -> None:
        super().receive(name, message_id)
        self.gaps %= GAPS

    def ack(self, name: str) -> tuple[Ack, ...]:
        self.gaps += 1
        return super().ack(name)

    def fail(self, name: str) -> tuple[Fail, ...]:
        self.gaps += 1
        return super().fail(name)


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


FOLDED = 256
"""Children of an input that are folded into one number at a time."""


@anchoring(
    "a-child-alone-in-its-piece-is-left-out",
    kills=["ANC-15"],
    mistake="Children are listed and folded by pieces; the last piece is looked for before the last child.",
)
@define
class AChildAloneInItsPieceIsLeftOut(BoltTask):
    """The ack of an input leaves out the last of 257 children, or 513, and so on."""

    count: Counter[str] = field(init=False, factory=Counter)
    last: dict[str, int] = field(init=False, factory=dict)

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        for row in edges:
            self.count.update(anchors)
            self.last.update(zip(anchors, row, strict=True))
        return super().emit(anchors, edges)

    def ack(self, name: str) -> tuple[Ack, ...]:
        count, last = self.count.pop(name, 0), self.last.pop(name, 0)
        if name in self._held and count > FOLDED and count % FOLDED == 1:
            self._held[name].children ^= last
        return super().ack(name)


AT_ONCE = 10
"""Acks that are sent at once."""


@anchoring(
    "an-ack-alone-in-its-piece-is-not-sent",
    kills=["ANC-15"],
    mistake="Acks are sent ten at a time; a range over the rest ends one too early.",
)
class AnAckAloneInItsPieceIsNotSent(BoltTask):
    """Of the roots of a tuple, the last of 11 hears of no ack, nor does that of 21, and so on."""

    def ack(self, name: str) -> tuple[Ack, ...]:
        acks = super().ack(name)
        return acks[:-1] if len(acks) > AT_ONCE and len(acks) % AT_ONCE == 1 else acks


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


SPILLED = 16_384
"""Children times roots of an input that there is room for."""


@anchoring(
    "children-are-told-before-there-are-too-many",
    kills=["ANC-15"],
    mistake="The table of children is bounded; when it is full, they are reported early, as xor does not mind when.",
)
@define
class ChildrenAreToldBeforeThereAreTooMany(Bolts):
    """An emit that makes children times roots of an anchor more than 16,384 sends an ack with its children so far."""

    sizes: Counter[str] = field(init=False, factory=Counter)

    def one(self, operation: AnchoringOperation) -> AnchoringResult:
        result = super().one(operation)
        if not isinstance(operation, Emit) or result.refused or not isinstance(self.bolts, ReferenceBolts):
            return result
        told: list[AckMessage] = []
        for name in sorted(set(operation.anchors)):
            held = self.bolts.task._held[name]  # noqa: SLF001 - a mutant of that class
            self.sizes[name] += len(operation.tuples)
            if self.sizes[name] * len(held.message_id) > SPILLED:
                told += [AckMessage(root, held.children) for root in held.message_id]
                held.children = self.sizes[name] = 0
        return evolve(result, messages=(*result.messages, *told))


@anchoring(
    "a-table-of-edges-is-gone-through-again",
    kills=["ANC-15"],
    mistake="Random numbers cost much, and no tree is thought to have more edges than the table.",
)
class ATableOfEdgesIsGoneThroughAgain(EdgesComeFromAPool):
    """There are 65,536 edge ids, which are given out in turn."""

    limit: ClassVar[int] = 1 << 16


SERIAL = (1 << 12) - 1
"""The numbers of emits."""


@anchoring(
    "children-by-the-number-of-their-emit",
    kills=["ANC-15"],
    mistake="Children are kept by the number of their emit, of twelve bits; no input is thought to be held so long.",
)
@define
class ChildrenByTheNumberOfTheirEmit(BoltTask):
    """A child of an input takes the place of one that was emitted 4,096 emits before."""

    number: int = field(init=False, default=0)
    kept: dict[tuple[str, int], int] = field(init=False, factory=dict)

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        self.number = self.number + 1 & SERIAL
        before = {name: held.children for name in anchors if (held := self._held.get(name))}
        emitted = super().emit(anchors, edges)
        for name, children in before.items():
            new = self._held[name].children ^ children
            self._held[name].children ^= self.kept.get((name, self.number), 0)
            self.kept[name, self.number] = new
        return emitted

    def ack(self, name: str) -> tuple[Ack, ...]:
        self.kept = {place: edges for place, edges in self.kept.items() if place[0] != name}
        return super().ack(name)
