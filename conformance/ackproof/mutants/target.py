"""Mutants as targets: the reference's target with another machine in one component."""

from typing import Any

import acking
from attrs import define, evolve

from ackproof.errors import Refused, SuiteError
from ackproof.mutants.parts import Bolts, Durable, Shards, Wired
from ackproof.target import Component, Config, Description
from ackproof.targets.executors import Executors
from ackproof.targets.reference import ReferenceTarget

REPLACED = {
    acking.Acker: "acker",
    Shards: "acker",
    acking.RotatingMap: "rotating-map",
    acking.BoltTask: "anchoring",
    Bolts: "anchoring",
    acking.SpoutExecutor: "spout",
    Wired: "topology",
    Executors: "ids",
}
"""What a mutant is a subclass of, and the component which that makes."""


def component_of(machine: type) -> str:
    """Return the component that a class of mutant takes part in."""
    for base, component in REPLACED.items():
        if issubclass(machine, base):
            return component
    raise SuiteError(f"the mutant {machine.__name__} takes the place of nothing in the reference")


@define
class MutantTarget:
    """The reference with `machine` in the place of its own, and without the components that are as they should be."""

    name: str
    machine: Any
    profiles: tuple[str, ...]

    def describe(self) -> Description:
        """Claim all that the reference claims of this component; and to be durable, if it is made to be killed."""
        whole = (self.machine if issubclass(self.machine, Wired) else ReferenceTarget)(self.name).describe()
        durable = {"durable"} if issubclass(self.machine, Durable) else frozenset()
        return evolve(
            whole,
            components=(component_of(self.machine),),
            profiles=self.profiles,
            capabilities=whole.capabilities | durable,
        )

    def open(self, component: str, config: Config) -> Component:
        """Make the reference's component and put the mutant into it."""
        if component != component_of(self.machine):
            raise Refused(f"{self.name} is wrong in {component_of(self.machine)} and has no other component")
        if issubclass(self.machine, Wired):
            wired: Component = self.machine(self.name).open(component, config)
            return wired
        if issubclass(self.machine, Executors):
            executors: Component = self.machine(config.executors)
            return executors
        if issubclass(self.machine, Shards):
            shards: Component = self.machine([_opened(component, evolve(config, tasks=1)) for _ in range(config.tasks)])
            return shards
        opened = _opened(component, evolve(config, buckets=None))
        if issubclass(self.machine, Bolts):
            bolts: Component = self.machine(opened)
            return bolts
        match component:
            case "acker":
                opened.tasks = [self.machine(task.profile, task.ack_input) for task in opened.tasks]
            case "rotating-map":
                opened.entries = self._map(opened.entries.buckets if config.buckets is None else config.buckets)
            case "anchoring":
                opened.task = self.machine()
            case "spout":
                opened.executor = self.machine(frozenset(config.spout_tasks), config.ackers)
        component_opened: Component = opened
        return component_opened

    def open_beside(self, session: str, component: str, config: Config) -> Component:
        """Make another, as `open` does."""
        del session
        return self.open(component, config)

    def close(self) -> None:
        """Nothing is held."""

    def _map(self, buckets: int) -> acking.RotatingMap[str, str | None]:
        try:
            entries: acking.RotatingMap[str, str | None] = self.machine(buckets)
        except acking.IllegalUse as illegal:
            raise Refused(str(illegal)) from illegal
        return entries


def _opened(component: str, config: Config) -> Any:  # noqa: ANN401 - a mutant reaches into each component in another way
    return ReferenceTarget().open(component, config)
