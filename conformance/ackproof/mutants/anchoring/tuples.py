"""Mutants of the bolt's side: what a tuple is anchored to, and what an ack or a fail of it sends."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import cycle

from acking import Ack, BoltTask, Fail, MessageId
from acking.anchoring import HeldInput
from attrs import define, evolve, field

from ackproof.components.acker import Ack as AckMessage
from ackproof.components.anchoring import AckTuple, AnchoringOperation, AnchoringResult, Emit, FailTuple, Receive
from ackproof.mutants import family
from ackproof.mutants.parts import Bolts
from ackproof.workloads.anchoring import uses
from ackproof.workloads.ids import BITS

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
    "edges-are-numbered-in-each-tree",
    kills=["ANC-02"],
    mistake="The edges of a tree are told apart by their numbers in it, and nobody compares those of two trees.",
)
@define
class EdgesAreNumberedInEachTree(BoltTask):
    """The n-th edge id that is drawn in a tree is the same number for each tree."""

    drawn: Counter[int] = field(init=False, factory=Counter)

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        roots = {root for name in anchors for root in self._input(name, "an emit anchored to").message_id}
        first = max((self.drawn[root] for root in roots), default=0)
        wide = len(anchors)
        self.drawn |= dict.fromkeys(roots, first + wide * len(edges))
        numbers = [[_numbered(first + wide * row + place) for place in range(wide)] for row in range(len(edges))]
        return super().emit(anchors, numbers)


def _numbered(number: int) -> int:
    return random.Random(number).getrandbits(BITS - 1)


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
    mistake="Different trees are distinguished with care, and two anchors in one tree are not thought of.",
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
    """The ack of a tuple that belongs to no tree is sent to the root 0."""

    def ack(self, name: str) -> tuple[Ack, ...]:
        return super().ack(name) or (Ack(0, 0),)


@anchoring("loose-fails-go-to-root-0", kills=["ANC-06"], mistake="Whoever gives a tuple up means some tree, at least.")
class LooseFailsGoToRoot0(BoltTask):
    """The fail of a tuple that belongs to no tree is sent to the root 0."""

    def fail(self, name: str) -> tuple[Fail, ...]:
        return super().fail(name) or (Fail(0),)


@anchoring(
    "children-forgotten",
    kills=["ANC-03"],
    mistake="An ack says that a tuple is done; that it opens others is another thought.",
)
class ChildrenForgotten(BoltTask):
    """An ack reports the own edge and nothing else."""

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
    """Of the tuples that were anchored to an input, those of its last emit are reported."""

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        for name in anchors:
            self._input(name, "an emit anchored to").children = 0
        return super().emit(anchors, edges)


@anchoring(
    "children-told-to-one-root",
    kills=["ANC-03"],
    mistake="The children are taken out of the map when the ack for the first root is sent.",
)
class ChildrenToldToOneRoot(BoltTask):
    """An input in several trees reports its children to the first root only."""

    def ack(self, name: str) -> tuple[Ack, ...]:
        held = self._input(name, "an ack of")
        acks = super().ack(name)
        return acks[:1] + tuple(Ack(each.root, each.value ^ held.children) for each in acks[1:])


@anchoring(
    "own-edge-of-the-first-root", kills=["ANC-03"], mistake="A tuple is taken to have one id, whichever tree it is in."
)
class OwnEdgeOfTheFirstRoot(BoltTask):
    """Every root gets the value of the first one."""

    def ack(self, name: str) -> tuple[Ack, ...]:
        acks = super().ack(name)
        return tuple(Ack(each.root, acks[0].value) for each in acks)


@anchoring("children-of-32-bits", kills=["ANC-03"], mistake="The field for the children is an int.")
class ChildrenOf32Bits(BoltTask):
    """The low word of the children's edges is sent."""

    def ack(self, name: str) -> tuple[Ack, ...]:
        held = self._input(name, "an ack of")
        held.children &= WORD
        return super().ack(name)


@anchoring(
    "children-expire",
    kills=["ANC-03"],
    mistake="Children are kept in a map that rotates, as in JStorm: a bolt that holds on sends a wrong value.",
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
    mistake="The own edge is sent at once and the children after it: in between, the tree looks done.",
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
    """A fail lets go of the input and notifies nobody."""

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
    """An ack reports the children of all inputs that are held in the same trees, too."""

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
    "emit-tells-that-it-lives", kills=["ANC-08"], mistake="An emit is a sign of life, and is sent as an ack of nothing."
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
    """Of children whose edges are alike, one is reported."""

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
    "joins-by-the-names-of-their-inputs",
    kills=["ANC-01"],
    mistake="A join looks its inputs up each time, and that is cached until the first of them is let go of.",
)
@define
class JoinsByTheNamesOfTheirInputs(BoltTask):
    """A tuple that is anchored to the same names as one before is anchored to the same inputs, unless the first of them
    was let go of.
    """

    joined: dict[tuple[str, ...], list[HeldInput]] = field(init=False, factory=dict)

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        inputs = [self._input(name, "an emit anchored to") for name in anchors]
        known = self.joined.setdefault(tuple(anchors), inputs)
        if known and known[0] is not inputs[0]:
            known = self.joined[tuple(anchors)] = inputs
        held = self._held
        self._held = {**held, **dict(zip(anchors, known, strict=True))}
        emitted = super().emit(anchors, edges)
        self._held = held
        return emitted


@anchoring(
    "tombstones-stay-under-loose-tuples",
    kills=["ANC-03", "ANC-04"],
    mistake="Who takes a name clears its tombstone; tuples without anchors have a shorter way, which was added later.",
)
@define
class TombstonesStayUnderLooseTuples(Bolts):
    """No tuple can be anchored to one that was emitted without anchors and has the name of one that was let go of."""

    gone: set[str] = field(init=False, factory=set)

    def one(self, operation: AnchoringOperation) -> AnchoringResult:
        if isinstance(operation, Emit) and self.gone.intersection(operation.anchors):
            return AnchoringResult(refused="an anchor was acked or failed")
        result = super().one(operation)
        match operation:
            case AckTuple(name) | FailTuple(name) if not result.refused:
                self.gone.add(name)
            case Receive(name):
                self.gone.discard(name)
            case Emit(names, anchors) if anchors:
                self.gone.difference_update(names)
        return result


@anchoring(
    "names-sought-in-vain-stay-unknown",
    kills=["ANC-03"],
    mistake="Late acks are turned away by a list of unknown names; an emit enters its tuples, and does not look there.",
)
@define
class NamesSoughtInVainStayUnknown(Bolts):
    """After a late ack or fail, no use can be made of a tuple that is emitted under that name."""

    unknown: set[str] = field(init=False, factory=set)

    def one(self, operation: AnchoringOperation) -> AnchoringResult:
        if self.unknown & uses(operation):
            return AnchoringResult(refused="an input is not held, as was found before")
        result = super().one(operation)
        match operation:
            case AckTuple(name) | FailTuple(name) if result.refused:
                self.unknown.add(name)
            case Receive(name):
                self.unknown.discard(name)
        return result
