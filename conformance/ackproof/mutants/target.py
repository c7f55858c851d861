"""Mutants as targets: the reference's target with another machine in one component."""

from typing import cast

import acking
from acking.multilang import BoltLibrary
from attrs import define, evolve

from ackproof.errors import Refused, SuiteError
from ackproof.mutants.parts import Bolts, Durable, Shards, Wired
from ackproof.target import Component, Config, Description, Target
from ackproof.targets.executors import Executors
from ackproof.targets.multilang import LibraryTarget
from ackproof.targets.reference import ReferenceBolts, ReferenceMap, ReferenceTarget

REFERENCE = ReferenceTarget()

REPLACED = {
    acking.Acker: "acker",
    Shards: "acker",
    acking.RotatingMap: "rotating-map",
    acking.BoltTask: "anchoring",
    Bolts: "anchoring",
    acking.SpoutExecutor: "spout",
    Wired: "topology",
    Executors: "ids",
    BoltLibrary: "multilang",
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
    machine: type
    profiles: tuple[str, ...]

    def describe(self) -> Description:
        """Claim all that the reference claims of this component; and to be durable, if it is made to be killed."""
        whole = self._whole().describe()
        durable = {"durable"} if issubclass(self.machine, Durable) else frozenset()
        return evolve(
            whole,
            components=(component_of(self.machine),),
            profiles=self.profiles,
            capabilities=whole.capabilities | durable,
        )

    def open(self, component: str, config: Config) -> Component:
        """Make the reference's component and put the mutant into it."""
        machine = self.machine
        if component != component_of(machine):
            raise Refused(f"{self.name} is wrong in {component_of(machine)} and has no other component")
        if issubclass(machine, Wired | BoltLibrary):
            return self._whole().open(component, config)
        if issubclass(machine, Executors):
            return machine(config.executors)
        if issubclass(machine, Shards | acking.Acker):
            return _ackers(machine, config)
        if issubclass(machine, acking.RotatingMap):
            return _map(machine, config)
        if issubclass(machine, Bolts | acking.BoltTask):
            return _bolts(machine)
        spout = REFERENCE.spout(config)
        if issubclass(machine, acking.SpoutExecutor):
            spout.executor = machine(frozenset(config.spout_tasks), config.ackers)
        return spout

    def _whole(self) -> Target:
        """Return the target that claims what this one claims, and opens it if the mutant is a whole target itself."""
        if issubclass(self.machine, BoltLibrary):
            return LibraryTarget(self.name, self.machine)
        return self.machine(self.name) if issubclass(self.machine, Wired) else ReferenceTarget(self.name)

    def open_beside(self, session: str, component: str, config: Config) -> Component:
        """Make another, as `open` does."""
        del session
        return self.open(component, config)

    def close(self) -> None:
        """Nothing is held."""


def _ackers(machine: type[Shards | acking.Acker], config: Config) -> Component:
    if issubclass(machine, Shards):
        shards = [REFERENCE.ackers(evolve(config, tasks=1)) for _ in range(config.tasks)]
        return cast("Component", machine(shards))  # the driver gives it operations on ackers alone
    ackers = REFERENCE.ackers(config)
    ackers.tasks = [machine(task.profile, task.ack_input) for task in ackers.tasks]
    return ackers


def _bolts(machine: type[Bolts | acking.BoltTask]) -> Component:
    if issubclass(machine, Bolts):
        return cast("Component", machine(REFERENCE.bolts()))  # the driver gives it operations on bolts alone
    return ReferenceBolts(machine())


def _map(machine: type[acking.RotatingMap[str, str | None]], config: Config) -> ReferenceMap:
    opened = REFERENCE.rotating_map(evolve(config, buckets=None))  # what the mutant takes is for itself to say
    try:
        opened.entries = machine(opened.entries.buckets if config.buckets is None else config.buckets)
    except acking.IllegalUse as illegal:
        raise Refused(str(illegal)) from illegal
    return opened
