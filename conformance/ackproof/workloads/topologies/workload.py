"""A workload for a topology, how it becomes simpler, and what is left of it for a target that lacks something."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from attrs import evolve, frozen

from ackproof.components.topology import (
    CONDUCTS,
    MORE_TIME,
    Activate,
    BoltShape,
    Deactivate,
    Deliver,
    NextTuple,
    Stop,
    TopologyOperation,
    Wiring,
)
from ackproof.target import BURSTS, EXECUTORS, GROUPED, LIFECYCLE, OUTBOXES, Config
from ackproof.workloads.independent import IndependentOperations
from ackproof.workloads.topologies.topology import Tasks


@frozen(slots=False)
class TopologyWorkload(IndependentOperations[TopologyOperation]):
    """A topology, and the operations on it."""

    component = "topology"

    def simpler(self) -> Iterator["TopologyWorkload"]:
        """Yield the workload in simpler topologies: without a bolt or a message, with fewer tasks, with plainer bolts;
        and with simpler steps: without an overtaking, or with one message asked for at a time.

        Steps about tasks that no longer exist are left out.
        """
        for wiring in _simpler_wirings(self.config.wiring):
            yield self._in(evolve(self.config, wiring=wiring))
        if self.config.ackers > 1:
            yield self._in(evolve(self.config, ackers=self.config.ackers - 1))
        if len(self.config.spout_tasks) > 1:
            yield self._in(evolve(self.config, spout_tasks=self.config.spout_tasks[:-1]))
        for place, step in enumerate(self.steps):
            if isinstance(step, Deliver) and step.place:
                yield evolve(self, steps=(*self.steps[:place], evolve(step, place=0), *self.steps[place + 1 :]))
            if isinstance(step, NextTuple) and step.most > 1:
                yield evolve(self, steps=(*self.steps[:place], evolve(step, most=1), *self.steps[place + 1 :]))

    def _in(self, config: Config) -> "TopologyWorkload":
        tasks = Tasks(config)
        there = {*tasks.spouts, *tasks.ackers, *tasks.bolt_tasks}
        steps = tuple(step for step in self.steps if there.issuperset(_tasks(step)))
        return evolve(self, config=config, steps=steps)

    def without_unclaimed(self, capabilities: frozenset[str]) -> "TopologyWorkload":
        """Return the workload without the parts that need a capability which a target does not claim."""
        wiring = self.config.wiring
        for capability, plainer in PLAINER.items():
            if capability not in capabilities:
                wiring = plainer(wiring)
        steps = self.steps
        if BURSTS not in capabilities:
            steps = tuple(evolve(step, most=1) if isinstance(step, NextTuple) else step for step in steps)
        if LIFECYCLE not in capabilities:
            steps = tuple(step for step in steps if not isinstance(step, Deactivate | Activate | Stop))
        if MORE_TIME not in capabilities:
            steps = tuple(
                evolve(step, conduct=CONDUCTS[0]) if isinstance(step, Deliver) and step.conduct == MORE_TIME else step
                for step in steps
            )
        if (wiring, steps) == (self.config.wiring, self.steps):
            return self
        return evolve(self, config=evolve(self.config, wiring=wiring), steps=steps)


def _simpler_wirings(wiring: Wiring) -> Iterator[Wiring]:  # noqa: C901 - one line or two for each part of it
    bolts = wiring.bolts
    ordered = in_order(bolts)
    if ordered != bolts:
        yield evolve(wiring, bolts=ordered)
    for bolt in reversed(ordered[1:]):
        if not any(bolt.name in other.after for other in bolts):
            yield evolve(wiring, bolts=tuple(other for other in bolts if other is not bolt))
    for message in reversed(wiring.messages[1:]):
        yield evolve(wiring, messages=tuple(each for each in wiring.messages if each != message))
    if wiring.max_pending is not None:
        yield evolve(wiring, max_pending=None)
    if wiring.streams > 1:
        yield evolve(wiring, streams=1)
    if wiring.executor_tasks > 1:
        yield evolve(wiring, executor_tasks=1)
    if wiring.outboxes:
        yield evolve(wiring, outboxes=False)
    for place, bolt in enumerate(bolts):
        if bolt.takes or bolt.streams > 1:
            yield evolve(wiring, bolts=(*bolts[:place], evolve(bolt, takes=(), streams=1), *bolts[place + 1 :]))
        for plainer in (
            evolve(bolt, executor_tasks=1),
            evolve(bolt, tasks=1),
            evolve(bolt, fan=0),
            evolve(bolt, fan=1),
            evolve(bolt, kind="plain"),
        ):
            if plainer != bolt and plainer.fan <= bolt.fan:
                yield evolve(wiring, bolts=(*bolts[:place], plainer, *bolts[place + 1 :]))


def in_order(bolts: Sequence[BoltShape]) -> tuple[BoltShape, ...]:
    """Return the bolts so that each comes after those that it takes tuples from, and otherwise in the same order."""
    ordered: list[BoltShape] = []
    left = list(bolts)
    while left:
        waiting = {bolt.name for bolt in left}
        bolt = next((bolt for bolt in left if waiting.isdisjoint(bolt.after)), left[0])  # the first if there is a cycle
        ordered.append(bolt)
        left.remove(bolt)
    return tuple(ordered)


PLAINER: Mapping[str, Callable[[Wiring], Wiring]] = {
    BURSTS: lambda wiring: evolve(wiring, max_pending=wiring.max_pending or None),
    EXECUTORS: lambda wiring: evolve(
        wiring, executor_tasks=1, bolts=tuple(evolve(bolt, executor_tasks=1) for bolt in wiring.bolts)
    ),
    GROUPED: lambda wiring: evolve(
        wiring, streams=1, bolts=tuple(evolve(bolt, takes=(), streams=1) for bolt in wiring.bolts)
    ),
    LIFECYCLE: lambda wiring: evolve(wiring, lifecycle=False),
    OUTBOXES: lambda wiring: evolve(wiring, outboxes=False),
}
"""By capability, a function that removes from a wiring what needs the capability."""


def _tasks(step: TopologyOperation) -> Iterator[str]:
    """Yield the names of the tasks that an operation is about."""
    for name in ("task", "spout", "sender", "receiver"):
        task = getattr(step, name, None)
        if task is not None:
            yield task
