"""Shrinking a topology that broke a rule: fewer faults, components and messages, as long as the rule breaks again.

Time is real here, so the same topology may behave differently in the next run. Each candidate is run once, several
together, and one that breaks the rule is taken. The search ends when nothing more can be removed, or when its time is
up.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Generic, TypeVar

from ackproof.components.topology import BoltShape, Wiring
from ackproof.errors import TargetBroke
from attrs import define, evolve, field

from ackproof_adapters.running.cluster.faults import portions
from ackproof_adapters.running.orders import TopologyOrder, tasks_of

T = TypeVar("T")

Reduction = Callable[[TopologyOrder], TopologyOrder | None]
"""Removes something from an order; returns None if there is nothing to remove."""


@define(kw_only=True)
class TopologyShrinking(Generic[T]):
    """The search for the smallest topology that breaks a rule. One time limit holds for all rules.

    `run` runs orders, whose names have to be unique, and returns the runs; `tried` has all of them.
    """

    run: Callable[[Sequence[TopologyOrder]], Sequence[T]]
    seconds: float
    """Seconds after which no more runs are begun."""

    together: int
    """The number of candidates that are run before the next ones are chosen."""

    tried: list[tuple[TopologyOrder, T]] = field(init=False, factory=list)
    spent: float = field(init=False, default=0.0)

    def smallest(
        self, broken: TopologyOrder, breaks: Callable[[TopologyOrder, T], bool]
    ) -> tuple[TopologyOrder, T] | None:
        """Return the smallest run that broke the rule like `broken`; None if none did."""
        known = [(order, ran) for order, ran in self.tried if breaks(order, ran)]
        best = min(known, key=lambda each: size(each[0]), default=None)
        helped: list[Reduction] = []
        while self.spent < self.seconds:
            candidates = list(self._candidates(best[0] if best else broken, helped, again=best is None))
            if not candidates:
                break
            helped = []
            try:
                ran = self._ran([order for order, _ in candidates])
            except TargetBroke:
                self.spent = self.seconds  # the result so far is kept, and no more is run
                break
            for (order, by), became in zip(candidates, ran, strict=True):
                if breaks(order, became):
                    helped += by
                    if best is None or size(order) < size(best[0]):
                        best = order, became
        return best

    def _ran(self, orders: Sequence[TopologyOrder]) -> Sequence[T]:
        begun = time.monotonic()
        ran = self.run(orders)
        self.spent += time.monotonic() - begun
        self.tried += zip(orders, ran, strict=True)
        return ran

    def _candidates(
        self, of: TopologyOrder, helped: Sequence[Reduction], *, again: bool
    ) -> Iterator[tuple[TopologyOrder, Sequence[Reduction]]]:
        """Yield the next candidates, each with what was removed: first without everything that could be removed alone.
        With `again` also the unchanged order, since the rule may not break twice.
        """
        known = [_nameless(order) for order, _ in self.tried]
        made = 0
        for by in [list(helped)] * (len(helped) > 1) + [[]] * again + [[each] for each in reductions(of)]:
            order = of
            for each in by:
                order = each(order) or order
            if _nameless(order) in known:
                continue
            known.append(_nameless(order))
            yield evolve(order, name=f"{of.name.partition('-')[0]}-{len(self.tried) + made + 1}"), by
            made += 1
            if made == self.together:
                return


def size(order: TopologyOrder) -> int:
    """Return the size of an order: the number of things that a reader has to look at."""
    bolts = order.config.wiring.bolts
    conducts = sum(map(len, order.conducts.values()))
    return (
        5 * len(order.faults)
        + 5 * len(bolts)
        + 3 * len(tasks_of(order))
        + sum(shape.fan + shape.streams + len(shape.after) for shape in bolts)
        + len(order.config.wiring.messages)
        + conducts
        + len(order.untracked)
    )


def words(order: TopologyOrder) -> str:
    """Return the counts of the parts of an order."""
    wiring, tasks = order.config.wiring, tasks_of(order)
    faults = f", {_counted(len(order.faults), 'fault')}" if order.faults else ""
    return (
        f"{_counted(len(wiring.bolts), 'bolt')}, {_counted(len(tasks), 'task')}, "
        f"{_counted(len(wiring.messages), 'message')}{faults}"
    )


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def reductions(of: TopologyOrder) -> Iterator[Reduction]:
    """Yield ways to remove something from an order, the largest first."""
    wiring = of.config.wiring
    yield from (partial(_without_messages, gone=gone) for gone in _parts(wiring.messages, 2))
    yield from (partial(_without_bolt, name=shape.name) for shape in reversed(wiring.bolts))
    yield from (partial(_without_fault, place=place) for place in range(len(of.faults)))
    yield _one_task_each
    yield _without_misconduct
    yield _plainly
    yield _one_acker
    yield from (partial(_without_messages, gone=gone) for gone in _parts(wiring.messages, 4))


def _parts(messages: Sequence[str], parts: int) -> list[Sequence[str]]:
    step = -(-len(messages) // parts)
    return [messages[start : start + step] for start in range(0, len(messages), step)]


def _without_messages(of: TopologyOrder, *, gone: Sequence[str]) -> TopologyOrder | None:
    wiring = of.config.wiring
    left = tuple(message for message in wiring.messages if message not in gone)
    if len(left) < max(1, len(of.faults)) or len(left) == len(wiring.messages):
        return None
    kept = {name: {message: each for message, each in own.items() if message in left} for name, own in _conducts(of)}
    untracked = tuple(message for message in of.untracked if message in left)
    return _in_time(evolve(_wired(of, evolve(wiring, messages=left)), conducts=kept, untracked=untracked))


def _without_bolt(of: TopologyOrder, *, name: str) -> TopologyOrder | None:
    """Remove a bolt: bolts after it come after the first bolt that it came after."""
    wiring = of.config.wiring
    if len(wiring.bolts) == 1:
        return None
    gone = next((shape for shape in wiring.bolts if shape.name == name), None)
    if gone is None:
        return None
    bolts = tuple(_without(shape, gone) for shape in wiring.bolts if shape is not gone)
    kept = {bolt: own for bolt, own in _conducts(of) if bolt != name}
    return _in_time(evolve(_wired(of, evolve(wiring, bolts=bolts)), conducts=kept))


def _without(shape: BoltShape, gone: BoltShape) -> BoltShape:
    if gone.name not in shape.after:
        return shape
    instead = gone.subscription(gone.after[0])
    taken = [shape.subscription(each) for each in shape.after if each not in (gone.name, instead.component)]
    takes = (instead, *taken)
    return evolve(shape, after=tuple(each.component for each in takes), takes=takes)


def _without_fault(of: TopologyOrder, *, place: int) -> TopologyOrder | None:
    if place >= len(of.faults):
        return None
    return _in_time(evolve(of, faults=(*of.faults[:place], *of.faults[place + 1 :])))


def _one_task_each(of: TopologyOrder) -> TopologyOrder | None:
    config = of.config
    bolts = tuple(evolve(shape, tasks=1) for shape in config.wiring.bolts)
    less = evolve(_wired(of, evolve(config.wiring, bolts=bolts)))
    less = evolve(less, config=evolve(less.config, spout_tasks=config.spout_tasks[:1]))
    return None if less == of else _in_time(less)


def _one_acker(of: TopologyOrder) -> TopologyOrder | None:
    return _in_time(evolve(of, config=evolve(of.config, ackers=1))) if of.config.ackers > 1 else None


def _without_misconduct(of: TopologyOrder) -> TopologyOrder | None:
    less = evolve(of, conducts={name: {} for name, _ in _conducts(of)}, untracked=())
    return None if less == of else less


def _plainly(of: TopologyOrder) -> TopologyOrder | None:
    """Let each bolt emit one tuple for an input, on one stream, after one other component."""
    bolts = tuple(_plain(shape) for shape in of.config.wiring.bolts)
    less = _wired(of, evolve(of.config.wiring, bolts=bolts))
    return None if less == of else less


def _plain(shape: BoltShape) -> BoltShape:
    takes = tuple(evolve(shape.subscription(each), stream=1) for each in shape.after[:1])
    return evolve(shape, after=shape.after[:1], takes=takes, fan=1, streams=1)


def _in_time(of: TopologyOrder) -> TopologyOrder:
    """Return an order whose faults are about tasks that it has, and happen at messages that it has."""
    there = [fault for fault in of.faults if not fault.whom or fault.whom in tasks_of(of)]
    if not there:
        return evolve(of, faults=())
    offered = portions(of.config.wiring.messages, len(there))
    faults = [evolve(fault, after=min(fault.after, len(each))) for fault, each in zip(there, offered, strict=False)]
    return evolve(of, faults=tuple(fault for fault in faults if fault.after))


def _conducts(of: TopologyOrder) -> Sequence[tuple[str, dict[str, tuple[str, ...]]]]:
    return list(of.conducts.items())


def _wired(of: TopologyOrder, wiring: Wiring) -> TopologyOrder:
    return evolve(of, config=evolve(of.config, wiring=wiring))


def _nameless(of: TopologyOrder) -> TopologyOrder:
    return evolve(of, name="")
