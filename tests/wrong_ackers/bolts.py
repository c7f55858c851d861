"""Bolts that anchor and ack in a wrong way, each in one."""

from collections.abc import Sequence
from typing import Any

import acking
from acking.anchoring import MessageId

from .components import changed
from .right import Factory


def made_of(breaks: str, kind: type[acking.BoltTask]) -> Factory:
    """Return the factory of a target whose bolts are of that class."""

    def change(opened: Any) -> None:
        opened.task = kind()

    return changed(breaks, "anchoring", change)


class OneEdgeForAnEmit(acking.BoltTask):
    """All receivers and anchors of an emit share an edge."""

    def emit(self, anchors: Sequence[str], edges: Sequence[Sequence[int]]) -> tuple[MessageId, ...]:
        return super().emit(anchors, [[edges[0][0]] * len(row) if row else row for row in edges])


class OneEdgeForAllAnchors(acking.BoltTask):
    """The anchors of a tuple share its edge."""

    def emit(self, anchors: Sequence[str], edges: Sequence[Sequence[int]]) -> tuple[MessageId, ...]:
        return super().emit(anchors, [[row[0]] * len(row) if row else row for row in edges])


class LastAnchorWins(acking.BoltTask):
    """Where anchors share a root, the tuple carries the edge of the last one only."""

    def emit(self, anchors: Sequence[str], edges: Sequence[Sequence[int]]) -> tuple[MessageId, ...]:
        wholes = super().emit(anchors, edges)
        roots = [self._held[name].message_id for name in anchors]
        return tuple(
            {root: edge for message_id, edge in zip(roots, row, strict=True) for root in message_id if root in whole}
            for whole, row in zip(wholes, edges, strict=True)
        )


class FirstAnchorsRoots(acking.BoltTask):
    """A tuple joins the trees of its first anchor only."""

    def emit(self, anchors: Sequence[str], edges: Sequence[Sequence[int]]) -> tuple[MessageId, ...]:
        return super().emit(anchors[:1], [row[:1] for row in edges])


class LooseAnchorLoosens(acking.BoltTask):
    """One anchor without roots, and the tuple joins no tree at all."""

    def emit(self, anchors: Sequence[str], edges: Sequence[Sequence[int]]) -> tuple[MessageId, ...]:
        wholes = super().emit(anchors, edges)
        loose = any(not self._held[name].message_id for name in anchors)
        return tuple({} for _ in wholes) if loose else wholes


class ForgetsChildren(acking.BoltTask):
    """An ack tells the own edge and nothing else."""

    def ack(self, name: str) -> tuple[acking.Ack, ...]:
        if name in self._held:
            self._held[name].children = 0
        return super().ack(name)


class AcksOneRoot(acking.BoltTask):
    """An ack goes to one tree only."""

    def ack(self, name: str) -> tuple[acking.Ack, ...]:
        return super().ack(name)[:1]


class FailsOneRoot(acking.BoltTask):
    """A fail goes to one tree only."""

    def fail(self, name: str) -> tuple[acking.Fail, ...]:
        return super().fail(name)[:1]


class AnchorsToAllThatItHolds(acking.BoltTask):
    """A tuple emitted without anchors joins the tree of whatever is held."""

    def emit(self, anchors: Sequence[str], edges: Sequence[Sequence[int]]) -> tuple[MessageId, ...]:
        held = list(self._held)[:1]
        if anchors or not held:
            return super().emit(anchors, edges)
        return super().emit(held, [[place + 1] for place, _ in enumerate(edges)])


class KeepsWhatItLetGo(acking.BoltTask):
    """An input can be used after its ack or fail."""

    def ack(self, name: str) -> tuple[acking.Ack, ...]:
        held = self._held[name]
        acks = super().ack(name)
        self._held[name] = held
        return acks

    def fail(self, name: str) -> tuple[acking.Fail, ...]:
        held = self._held[name]
        fails = super().fail(name)
        self._held[name] = held
        return fails


one_edge_for_an_emit = made_of("ANC-02", OneEdgeForAnEmit)
one_edge_for_all_anchors = made_of("ANC-02", OneEdgeForAllAnchors)
last_anchor_wins = made_of("ANC-07", LastAnchorWins)
first_anchors_roots = made_of("ANC-01", FirstAnchorsRoots)
loose_anchor_loosens = made_of("ANC-01", LooseAnchorLoosens)
forgets_children = made_of("ANC-03", ForgetsChildren)
acks_one_root = made_of("ANC-04", AcksOneRoot)
fails_one_root = made_of("ANC-05", FailsOneRoot)
anchors_to_all_that_it_holds = made_of("ANC-06", AnchorsToAllThatItHolds)
keeps_what_it_let_go = made_of("ANC-10", KeepsWhatItLetGo)
