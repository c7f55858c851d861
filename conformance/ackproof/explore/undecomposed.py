"""The same histories without reductions: one acker for all roots, restored for every single step.

It is slow, and serves as a check: at small sizes it has to find the states and histories that the decomposed run
counts. An acker whose roots affect each other cannot be decomposed, and can only be explored this way.
"""

from collections import defaultdict
from typing import NamedTuple

from attrs import define, field

from ackproof.explore.bounds import Bounds
from ackproof.explore.driving import NOTHING, TICK, Memory, Subject, kept_by
from ackproof.explore.forests import SmallForest, trees_of
from ackproof.explore.product import Count
from ackproof.explore.properties import ALWAYS, ISOLATION, Always, Transition
from ackproof.explore.space import (
    A_TICK,
    AGAIN,
    RESET,
    ROOTS,
    TASKS,
    Broken,
    Delivered,
    Deliveries,
    Delivery,
    ExploredState,
    World,
    life_after,
)
from ackproof.explore.truth import ExploredLife


class Whole(NamedTuple):
    """The delivered messages of each root, the truth about each, the acker's records, and the ticks."""

    delivered: tuple[Delivered, ...]
    lives: tuple[ExploredLife | None, ...]
    memory: Memory
    ticks: int


def explore_undecomposed(forest: SmallForest, subject: Subject, bounds: Bounds) -> tuple[Count, Broken | None]:
    """Visit every state of a forest; return the counts, and a shortest counterexample if there is one."""
    worlds = tuple(
        World(tree=tree, bounds=bounds, profile=subject.profile, root=root, task=task)
        for tree, root, task in zip(trees_of(forest, bounds.roots), ROOTS, TASKS, strict=False)
    )
    return _Undecomposed(forest=forest, subject=subject, bounds=bounds, worlds=worlds).run()


@define(kw_only=True)
class _Undecomposed:
    forest: SmallForest
    subject: Subject
    bounds: Bounds
    worlds: tuple[World, ...]
    count: Count = field(factory=lambda: Count(longest=-1))
    arrivals: dict[Whole, tuple[Whole, Delivery]] = field(factory=dict)
    broken: Broken | None = None

    def run(self) -> tuple[Count, Broken | None]:
        nobody = tuple(Delivered() for _ in self.worlds)
        level = {Whole(nobody, (None,) * len(self.worlds), NOTHING, 0): 1}
        while level and self.broken is None:
            self.count.longest += 1
            self.count.states += len(level)
            self.count.stand_for += len(level)
            self.count.histories += sum(level.values())
            level = self._next(level)
        return self.count, self.broken

    def _next(self, level: dict[Whole, int]) -> dict[Whole, int]:
        found: defaultdict[Whole, int] = defaultdict(int)
        for whole, histories in level.items():
            for number, delivery, delivered in self._deliveries(whole):
                after = self._deliver(whole, number, delivery, delivered)
                if self.broken is not None:
                    return {}
                found[after] += histories
                self.count.transitions += 1
        return found

    def _deliveries(self, whole: Whole) -> list[tuple[int, Delivery, Delivered]]:
        again = sum(delivered.again for delivered in whole.delivered) < self.bounds.duplicates
        resets = sum(delivered.resets for delivered in whole.delivered) < self.bounds.resets
        found = [
            (number, Delivery(move, cost == AGAIN), delivered)
            for number, world in enumerate(self.worlds)
            for move, cost, delivered in world.deliveries(whole.delivered[number])
            if (cost != AGAIN or again) and (cost != RESET or resets)
        ]
        return [*found, (0, A_TICK, whole.delivered[0])] if whole.ticks < self.bounds.ticks else found

    def _deliver(self, whole: Whole, number: int, delivery: Delivery, delivered: Delivered) -> Whole:
        acker = self.subject.awake(whole.memory)
        emitted = self.subject.answer(acker, TICK if delivery.move is None else delivery.move.message)
        memory = kept_by(acker)
        lives = list(whole.lives)
        for touched in range(len(self.worlds)) if delivery.move is None else (number,):
            own_delivered = delivered if touched == number else whole.delivered[touched]
            state = ExploredState(whole.delivered[touched], whole.lives[touched], whole.memory)
            step = self.worlds[touched].step(state, delivery, own_delivered, emitted, memory)
            lives[touched] = life_after(step)
            others = delivery.move is None or _of_others(whole.memory, step.root) == _of_others(memory, step.root)
            self._judge(step, whole, delivery, others_stay=others)
        return self._place(
            whole, number, delivery, delivered, Whole(whole.delivered, tuple(lives), memory, whole.ticks)
        )

    def _place(self, whole: Whole, number: int, delivery: Delivery, delivered: Delivered, after: Whole) -> Whole:
        if delivery.move is None:
            after = after._replace(ticks=whole.ticks + 1)
        else:
            after = after._replace(delivered=(*whole.delivered[:number], delivered, *whole.delivered[number + 1 :]))
        self.arrivals.setdefault(after, (whole, delivery))
        return after

    def _judge(self, step: Transition, whole: Whole, delivery: Delivery, *, others_stay: bool) -> None:
        broken: Always | None = None if others_stay else ISOLATION
        for each in ALWAYS:
            applies = each.judge and each.ticks is (delivery.move is None) and not each.narrow
            if broken is None and applies and each.judge and each.judge(step) is False:
                broken = each
        if broken is not None and self.broken is None:
            history = (*self._history(whole), delivery)
            self.broken = Broken(
                forest=self.forest,
                roots=len(self.worlds),
                subject=self.subject,
                always=broken,
                step=step,
                history=history,
            )

    def _history(self, whole: Whole) -> Deliveries:
        deliveries = []
        while whole in self.arrivals:
            whole, delivery = self.arrivals[whole]
            deliveries.append(delivery)
        return tuple(reversed(deliveries))


def _of_others(memory: Memory, root: int) -> Memory:
    return tuple(entry for entry in memory if entry[0] != root)
