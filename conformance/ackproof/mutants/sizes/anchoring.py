"""Collectors that are right up to some size and wrong beyond it."""

from collections.abc import Sequence
from typing import ClassVar

from acking import Ack, BoltTask, Fail, MessageId
from attrs import define, field

from ackproof.mutants.sizes.mistake import Mistake
from ackproof.workloads import dimensions

Edges = Sequence[Sequence[int]]
WORD = (1 << 64) - 1


@define
class CollectorBeyondALimit(BoltTask):
    """A collector that is wrong beyond a limit."""

    limit: ClassVar[int] = 0


@define
class TakesSoManyAnchors(CollectorBeyondALimit):
    """A tuple is anchored to the first so many of its anchors."""

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        return super().emit(anchors[: self.limit], [row[: self.limit] for row in edges])


@define
class AcksSoManyRoots(CollectorBeyondALimit):
    """An ack is sent to the first so many roots of the input."""

    def ack(self, name: str) -> tuple[Ack, ...]:
        return super().ack(name)[: self.limit]


@define
class FailsSoManyRoots(CollectorBeyondALimit):
    """A fail is sent to the first so many roots of the input."""

    def fail(self, name: str) -> tuple[Fail, ...]:
        return super().fail(name)[: self.limit]


@define
class TuplesHaveSoManyRoots(CollectorBeyondALimit):
    """A tuple belongs to the first so many trees of its anchors."""

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        return tuple(dict(list(each.items())[: self.limit]) for each in super().emit(anchors, edges))


@define
class ReceiversShareEdgesBeyond(CollectorBeyondALimit):
    """Of an emit to more receivers than that, the edges are used again."""

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        return super().emit(anchors, [edges[place % self.limit] for place, _ in enumerate(edges)])


@define
class OpensSoManyReceivers(CollectorBeyondALimit):
    """Of an emit to more receivers than that, the anchors hear of so many tuples."""

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        emitted = super().emit(anchors, edges)
        for row in edges[self.limit :]:
            for name, edge in zip(anchors, row, strict=True):
                self._held[name].children ^= edge
        return emitted


@define
class CountsSoManyChildren(CollectorBeyondALimit):
    """Of more children than that, so many are reported."""

    counts: dict[str, int] = field(init=False, factory=dict)

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        emitted = super().emit(anchors, edges)
        for row in edges:
            for name, edge in zip(anchors, row, strict=True):
                self.counts[name] = self.counts.get(name, 0) + 1
                if self.counts[name] > self.limit:
                    self._held[name].children ^= edge
        return emitted


@define
class EdgesComeFromAPool(CollectorBeyondALimit):
    """There are so many edge ids, which are given out in turn."""

    pool: list[int] = field(init=False, factory=list)
    given: int = field(init=False, default=0)

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        return super().emit(anchors, [[self._given(edge) for edge in row] for row in edges])

    def _given(self, edge: int) -> int:
        if len(self.pool) < self.limit:
            self.pool.append(edge)
            return edge
        self.given += 1
        return self.pool[(self.given - 1) % self.limit]


@define
class HoldsSoManyInputs(CollectorBeyondALimit):
    """Of more inputs than that, the one that has been held longest is let go of in silence."""

    def receive(self, name: str, message_id: MessageId) -> None:
        super().receive(name, message_id)
        if len(self._held) > self.limit:
            del self._held[next(iter(self._held))]


@define
class KeepsChildrenOfSoManyInputs(CollectorBeyondALimit):
    """Of more inputs than that, the one that has been held longest forgets its children."""

    def receive(self, name: str, message_id: MessageId) -> None:
        super().receive(name, message_id)
        if len(self._held) > self.limit:
            self._held[next(iter(self._held))].children = 0


@define
class TracksSoManyLevels(CollectorBeyondALimit):
    """A tuple that is deeper in its tree than that belongs to none."""

    depths: dict[str, int] = field(init=False, factory=dict)
    coming: list[int] = field(init=False, factory=list)

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        depth = 1 + max((self.depths.get(name, 0) for name in anchors), default=-1)
        emitted = super().emit(anchors, edges)
        self.coming = [depth] * len(emitted)
        return emitted if depth <= self.limit else tuple({} for _ in emitted)

    def receive(self, name: str, message_id: MessageId) -> None:
        super().receive(name, message_id)
        if self.coming:
            self.depths[name] = self.coming.pop()


@define
class LosesTheChildOfAnEmit(CollectorBeyondALimit):
    """The edges of the emit after so many are in no ack."""

    emits: int = field(init=False, default=0)

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        self.emits += 1
        emitted = super().emit(anchors, edges)
        if self.emits == self.limit + 1:
            for row in edges:
                for name, edge in zip(anchors, row, strict=True):
                    self._held[name].children ^= edge
        return emitted


@define
class AnchorsSoManyEmits(CollectorBeyondALimit):
    """After so many emits, tuples belong to no tree."""

    emits: int = field(init=False, default=0)

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        self.emits += 1
        emitted = super().emit(anchors, edges)
        return emitted if self.emits <= self.limit else tuple({} for _ in emitted)


@define
class OneBitOfARootOfATupleIsIgnored(CollectorBeyondALimit):
    """Two roots of a tuple that differ in one bit, of the number `limit`, are one."""

    def ack(self, name: str) -> tuple[Ack, ...]:
        messages = {each.root & WORD | 1 << self.limit: each for each in super().ack(name)}
        return tuple(messages.values())


@define
class RemembersChildrenOfSoManyInputs(CollectorBeyondALimit):
    """When more inputs than that have children, those of the one that was anchored to longest ago are forgotten."""

    latest: dict[str, None] = field(init=False, factory=dict)

    def emit(self, anchors: Sequence[str], edges: Edges) -> tuple[MessageId, ...]:
        emitted = super().emit(anchors, edges)
        for name in anchors if edges else ():
            self.latest.pop(name, None)
            self.latest[name] = None
        while len(self.latest) > self.limit:
            oldest = next(iter(self.latest))
            del self.latest[oldest]
            self._held[oldest].children = 0
        return emitted

    def ack(self, name: str) -> tuple[Ack, ...]:
        self.latest.pop(name, None)
        return super().ack(name)

    def fail(self, name: str) -> tuple[Fail, ...]:
        self.latest.pop(name, None)
        return super().fail(name)


ANCHORING = "anchoring"

MISTAKES = (
    Mistake(TakesSoManyAnchors, dimensions.ANCHORS, ANCHORING),
    Mistake(AcksSoManyRoots, dimensions.ROOTS, ANCHORING),
    Mistake(FailsSoManyRoots, dimensions.ROOTS, ANCHORING),
    Mistake(TuplesHaveSoManyRoots, dimensions.ROOTS, ANCHORING),
    Mistake(ReceiversShareEdgesBeyond, dimensions.RECEIVERS, ANCHORING),
    Mistake(OpensSoManyReceivers, dimensions.RECEIVERS, ANCHORING),
    Mistake(CountsSoManyChildren, dimensions.CHILDREN, ANCHORING),
    Mistake(EdgesComeFromAPool, dimensions.CHILDREN, ANCHORING),
    Mistake(HoldsSoManyInputs, dimensions.HELD, ANCHORING),
    Mistake(KeepsChildrenOfSoManyInputs, dimensions.HELD, ANCHORING),
    Mistake(RemembersChildrenOfSoManyInputs, dimensions.HELD, ANCHORING),
    Mistake(TracksSoManyLevels, dimensions.DEPTH, ANCHORING),
    Mistake(LosesTheChildOfAnEmit, dimensions.EMITS, ANCHORING),
    Mistake(AnchorsSoManyEmits, dimensions.EMITS, ANCHORING),
    Mistake(OneBitOfARootOfATupleIsIgnored, dimensions.TUPLE_BITS, ANCHORING),
)
"""Those of collectors."""
