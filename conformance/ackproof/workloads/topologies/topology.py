"""The topology of a workload while its operations are drawn: which tasks it has, and what scenarios do with them."""

from collections.abc import Sequence
from typing import Protocol

from attrs import define, field

from ackproof.components.topology import BoltShape, Deliver, Flow, TaskTick, TopologyOperation
from ackproof.target import Config
from ackproof.workloads.choices import Choices, chance

NAMES = ("split", "count", "store")
"""The names of bolts. The first bolt takes its tuples from the spout."""

SURVIVED = {"storm1": 1, "storm2": 2}
"""Consecutive ticks that a record of an acker task survives, by profile."""

CALM_ROUNDS = 3
"""Ticks of every spout and acker task in the final phase: as many as an acker has buckets under any profile."""


@define
class Tasks:
    """The tasks of a topology, by its configuration."""

    config: Config

    @property
    def spouts(self) -> list[str]:
        """The spout tasks."""
        return [f"spout-{task}" for task in self.config.spout_tasks]

    @property
    def ackers(self) -> list[str]:
        """The acker tasks."""
        return [f"acker-{number + 1}" for number in range(self.config.ackers)]

    @property
    def bolt_tasks(self) -> list[str]:
        """The tasks of all bolts."""
        return [task for bolt in self.config.wiring.bolts for task in self.tasks_of(bolt.name)]

    def tasks_of(self, component: str) -> list[str]:
        """Return the tasks of the spout or a bolt."""
        if component == "spout":
            return self.spouts
        (bolt,) = (bolt for bolt in self.config.wiring.bolts if bolt.name == component)
        return [f"{bolt.name}-{number + 1}" for number in range(bolt.tasks)]

    def mates(self, task: str) -> list[str]:
        """Return all tasks of a task's executor."""
        component = task.rpartition("-")[0]
        shapes = {bolt.name: bolt.executor_tasks for bolt in self.config.wiring.bolts}
        together = {"spout": self.config.wiring.executor_tasks, **shapes}.get(component, 1)
        tasks = self.ackers if component == "acker" else self.tasks_of(component)
        first = tasks.index(task) // together * together
        return tasks[first : first + together]

    def channels_to(self, bolt: BoltShape) -> list[tuple[str, str]]:
        """Return the channels to all tasks of a bolt from all tasks of the components before it."""
        senders = [task for component in bolt.after for task in self.tasks_of(component)]
        return [(sender, task) for sender in senders for task in self.tasks_of(bolt.name)]

    @property
    def first_and_others(self) -> tuple[BoltShape, list[BoltShape]]:
        """The bolt with the first name, which takes tuples from the spout, and the others."""
        (first,) = (bolt for bolt in self.config.wiring.bolts if bolt.name == NAMES[0])
        return first, [bolt for bolt in self.config.wiring.bolts if bolt is not first]

    def streams_of(self, component: str) -> int:
        """Return the number of streams of the spout or a bolt."""
        shapes = {bolt.name: bolt.streams for bolt in self.config.wiring.bolts}
        return shapes.get(component, self.config.wiring.streams)


class Parameters(Protocol):
    """What scenarios are drawn by: see `TopologyMix`, which has them all."""

    @property
    def scenarios(self) -> tuple[str, ...]:
        """The names of the scenarios that may happen."""

    @property
    def conducts(self) -> tuple[str, ...]:
        """The ways in which bolts may treat an input."""

    @property
    def untracked(self) -> int:
        """The chance of an emission without message id."""

    @property
    def crossed(self) -> int:
        """The chance that a scenario is combined with something of another kind."""

    @property
    def burst(self) -> int:
        """The chance that a spout task is asked for several messages at once."""


@define(kw_only=True)
class GrowingTopology(Tasks):
    """A topology, and the operations that were drawn for it so far. `ticked` is the number of ticks in turn."""

    choices: Choices
    mix: Parameters
    steps: list[TopologyOperation] = field(factory=list)
    ticked: int = 0

    def pick(self, options: list[str]) -> str:
        """Draw one of several."""
        return options[self.choices.integer(0, len(options) - 1)]

    def rotated(self, options: Sequence[str]) -> Sequence[str]:
        """Return all options, beginning with one that is drawn."""
        first = self.choices.integer(0, len(options) - 1)
        return (*options[first:], *options[:first])

    def channel(self) -> tuple[str, str]:
        """Draw a channel: of tuples, of reports to ackers, or of notifications by ackers."""
        part = self.choices.integer(0, 4)
        if part < 2 or not self.ackers:  # noqa: PLR2004 - two parts of five
            bolts = self.config.wiring.bolts
            bolt = bolts[self.choices.integer(0, len(bolts) - 1)]
            senders = [task for component in bolt.after for task in self.tasks_of(component)]
            return self.pick(senders), self.pick(self.tasks_of(bolt.name))
        if part < 4:  # noqa: PLR2004 - two parts of five
            return self.pick([*self.bolt_tasks, *self.spouts]), self.pick(self.ackers)
        return self.pick(self.ackers), self.pick(self.spouts)

    def at_once(self) -> int:
        """Return the number of messages that a spout task is asked for at once."""
        return 2 + self.choices.integer(0, 2) if chance(self.choices, self.mix.burst) else 1

    def upstream(self, bolt: BoltShape) -> None:
        """Deliver enough tuples for a batch to each bolt before this one, so that tuples are on their way to it."""
        for before in self.config.wiring.bolts:
            if before.name in bolt.after:
                self.upstream(before)
                for component in before.after:
                    pairs = [
                        (sender, task) for sender in self.tasks_of(component) for task in self.tasks_of(before.name)
                    ]
                    self.steps += [Deliver(*pair) for pair in pairs for _ in range(before.enough)]

    def processed(self) -> None:
        """Let all bolts process the tuples on their way to them, and finish their batches."""
        for _ in self.config.wiring.bolts:
            self.steps += [Flow("tuples"), *[TaskTick(task) for task in self.bolt_tasks]]

    def some_ticks(self, spout: str, most: int) -> None:
        """Let a spout task tick as often as is drawn, and all acker tasks as often as is drawn for them."""
        self.steps += [TaskTick(spout)] * self.choices.integer(0, most)
        times = self.choices.integer(0, most)
        self.steps += [TaskTick(acker) for acker in self.ackers for _ in range(times)]
