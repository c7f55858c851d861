"""The reference's topology as a target.

Nothing here decides anything; it translates, and makes the bolts that a configuration describes.
"""

import random
from collections.abc import Callable, Iterator, Sequence

import acking
from acking.topology import Topology, bolts, events, plan
from attrs import astuple, define

import ackproof
from ackproof.components import Operation, Result
from ackproof.components import topology as words
from ackproof.errors import Refused
from ackproof.target import Component, Config, Description

ID_BITS = 64


def make() -> "TopologyTarget":
    """Return the reference's topology."""
    return TopologyTarget()


@define
class TopologyTarget:
    """The reference's topology. A subclass may take other parts, or another topology."""

    name: str = "topology-reference"

    def describe(self) -> Description:
        """Claim the one component."""
        return Description(
            self.name, ackproof.__version__, "python", ("topology",), capabilities=frozenset({"pending"})
        )

    def open(self, component: str, config: Config) -> Component:
        """Submit the topology of a configuration."""
        if component != "topology":
            raise Refused(f"{self.name} is a topology and has no {component}")
        return _Running(self.submitted(self.planned(config)))

    def planned(self, config: Config) -> plan.Plan:
        """Return the plan that a configuration describes."""
        profile = acking.PROFILES[config.profile]
        return plan.Plan(
            {message: message for message in config.wiring.messages},
            tuple(
                plan.BoltPlan(shape.name, self.bolt(shape), shape.after, shape.tasks) for shape in config.wiring.bolts
            ),
            lambda _: acking.Acker(profile),
            spouts=len(config.spout_tasks),
            ackers=config.ackers,
            max_pending=config.wiring.max_pending,
        )

    def bolt(self, shape: words.BoltShape) -> Callable[[], bolts.Bolt]:
        """Return how to make the code of a bolt's task."""
        return bolt_of(shape)

    def submitted(self, made: plan.Plan) -> Topology:
        """Return a plan's topology, in which nothing has happened."""
        return Topology(made, fresh_ids())

    def close(self) -> None:
        """Nothing is held."""


def fresh_ids() -> Iterator[int]:
    """Yield 64-bit ids, the same in every run. Whether a tree is done must not hang on which they are."""
    source = random.Random("ids of a topology")
    while True:
        yield source.getrandbits(ID_BITS) - (1 << (ID_BITS - 1))


def bolt_of(shape: words.BoltShape) -> Callable[[], bolts.Bolt]:
    """Return how to make the code of a bolt's task: of what it takes in it makes `fan` values, which are numbered."""

    def work(values: Sequence[str]) -> list[str]:
        joined = "+".join(values)
        return [joined if shape.fan == 1 else f"{joined}.{number + 1}" for number in range(shape.fan)]

    match shape.kind:
        case "plain":
            return lambda: bolts.Plain(work)
        case "basic":
            return lambda: bolts.Basic(work)
        case "batch":
            return lambda: bolts.Batch(work, shape.enough)
        case "loose":
            return lambda: bolts.Loose(work)
    raise Refused(f"there is no kind of bolt {shape.kind!r}")


@define
class _Running:
    topology: Topology

    def apply(self, operations: Sequence[Operation]) -> Sequence[Result]:
        return [self._one(operation) for operation in operations]

    def close(self) -> None:
        pass

    def _one(self, operation: words.TopologyOperation) -> words.TopologyResult:
        happened = self.topology.step(_event(operation))
        return words.TopologyResult(
            tuple(
                words.Happening(each.what, each.task, each.to, each.name, each.about, each.root, each.value)
                for each in happened
            ),
            self.topology.records,
            self.topology.waiting,
        )


def _event(operation: words.TopologyOperation) -> events.Event:
    match operation:
        case words.Deliver(sender, receiver, place, conduct):
            return events.Deliver(sender, receiver, place, bolts.Conduct(conduct))
        case words.Flow(kind):
            return events.Flow(events.Flowing(kind))
    event: events.Event = _EVENTS[type(operation)](*astuple(operation))
    return event


_EVENTS: dict[type, Callable[..., events.Event]] = {
    words.NextTuple: events.NextTuple,
    words.TaskTick: events.Tick,
    words.Settle: events.Settle,
    words.Die: events.Die,
    words.Pause: events.Pause,
    words.Resume: events.Resume,
    words.Lose: events.Lose,
    words.Double: events.Double,
}
