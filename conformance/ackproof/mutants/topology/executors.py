"""Mutants of executors with several tasks: ticks, deaths and pauses that are those of one task."""

from collections.abc import Iterator
from itertools import count

from acking import Callback, Effect, Kind, Notification, SpoutExecutor
from acking.topology import Topology
from acking.topology.bolts import Call, EmitTuple
from acking.topology.events import Event, Fault, Pause, Resume
from acking.topology.happenings import Happening
from acking.topology.plan import Plan
from acking.topology.tasks import Task
from attrs import define, evolve, field, fields

from ackproof.mutants import family
from ackproof.mutants.parts import Wired
from ackproof.target import Config

executors = family("as people build them")

STRIDE = 32
"""Bits for the tasks of one component, by those who give it a word."""


class _OncePerTask(SpoutExecutor):
    def tick(self) -> tuple[Effect, ...]:
        return tuple(effect for _ in self.tasks for effect in super(_OncePerTask, self).tick())


@executors(
    "a-tick-rotates-once-for-each-task",
    kills=["SYS-33"],
    mistake="The tick is delivered to each task of the executor.",
    issue="STORM-3693",
)
class ATickRotatesOnceForEachTask(Wired):
    """An executor of two spout tasks fails emissions at their first tick."""

    executor = _OncePerTask


class _AloneInTime(Topology):
    def _tick(self, task: Task) -> None:
        mates = self.mates
        self.mates = {task: (task,) for task in mates}
        super()._tick(task)
        self.mates = mates


@executors("a-tick-is-for-one-bolt-task", kills=["SYS-33"], mistake="A tick is dealt out like a tuple.")
class ATickIsForOneBoltTask(Wired):
    """At a tick, one batch bolt task of an executor finishes its batch."""

    topology = _AloneInTime


class _AloneInDeath(Topology):
    def _die(self, task: Task) -> None:
        mates = self.mates
        if task in self.bolts:
            self.mates = {each: (each,) for each in mates}
        super()._die(task)
        self.mates = mates


@executors("one-bolt-task-dies-of-an-executor", kills=["SYS-33"], mistake="An exception is caught for each task.")
class OneBoltTaskDiesOfAnExecutor(Wired):
    """When a bolt task dies, the others of its executor live on."""

    topology = _AloneInDeath


class _AloneInPause(Topology):
    def step(self, event: Event) -> tuple[Happening, ...]:
        happened = super().step(event)
        if isinstance(event, Pause) and event.task in self.mates:
            self.paused.difference_update(mate for mate in self.mates[event.task] if mate != event.task)
        return happened


@executors("one-task-pauses-of-an-executor", kills=["SYS-33"], mistake="Each task is thought to have a thread.")
class OneTaskPausesOfAnExecutor(Wired):
    """When a task pauses, the others of its executor go on."""

    topology = _AloneInPause


class _KeepsOthersPending(Topology):
    def _die(self, task: Task) -> None:
        pending = self.source.pending
        kept = {message: client for message, client in pending.items() if client != task}
        self.source.pending = {message: client for message, client in pending.items() if client == task}
        super()._die(task)
        self.source.pending |= kept


@executors(
    "one-client-is-lost-of-an-executor", kills=["SYS-33"], mistake="The connection is closed for the first task."
)
class OneClientIsLostOfAnExecutor(Wired):
    """When an executor of spout tasks dies, what one of them had open is offered again, and no more."""

    topology = _KeepsOthersPending


class _EvenPlan(Plan):
    def executors_of(self, component: str) -> tuple[tuple[Task, ...], ...]:
        tasks, number = self.tasks_of(component), len(super().executors_of(component))
        ends = [-(-len(tasks) * (place + 1) // number) for place in range(number)]
        return tuple(tasks[start:end] for start, end in zip((0, *ends), ends, strict=False))


@executors(
    "tasks-are-dealt-out-evenly",
    kills=["SYS-41"],
    mistake="Storm is told how many executors there are, and deals tasks out to them evenly.",
)
class TasksAreDealtOutEvenly(Wired):
    """The tasks of a component are dealt out evenly to as many executors as it takes: four by three are two and two."""

    def planned(self, config: Config) -> Plan:
        made = super().planned(config)
        return _EvenPlan(**{each.name: getattr(made, each.name) for each in fields(Plan)})


class _Unlucky(SpoutExecutor):
    def tick(self) -> tuple[Effect, ...]:
        failed = (effect for effect in super().tick() if isinstance(effect, Callback))
        return tuple(evolve(each, task=min(self.tasks)) for each in failed)


@executors("fails-by-time-go-to-the-first-task", kills=["SYS-33"], mistake="The callback takes the task of the tick.")
class FailsByTimeGoToTheFirstTask(Wired):
    """What fails by time is told to the first task of the executor."""

    executor = _Unlucky


class _Rebooked(SpoutExecutor):
    def notified(self, notification: Notification) -> tuple[Effect, ...]:
        waiting = self.pending.get(notification.root)
        effects = super().notified(notification if waiting is None else evolve(notification, task=waiting.task))
        if notification.kind is Kind.RESET_TIMEOUT and waiting is not None:
            self.pending.put(notification.root, evolve(waiting, task=min(self.tasks)))
        return effects


@executors("more-time-is-given-to-the-first-task", kills=["SYS-33"], mistake="The entry is made anew, by the executor.")
class MoreTimeIsGivenToTheFirstTask(Wired):
    """An emission that was given more time is called back on the first task of the executor."""

    executor = _Rebooked


@define
class _NumberedTogether(Topology):
    row: Iterator[int] | None = field(init=False, default=None)

    def _tick(self, task: Task) -> None:
        self.row = count(1)
        super()._tick(task)
        self.row = None

    def _call(self, task: Task, call: Call, number: int) -> None:
        if self.row is not None and isinstance(call, EmitTuple):
            number = next(self.row)
        super()._call(task, call, number)


@executors(
    "a-tick-numbers-values-in-one-row", kills=["SYS-33"], mistake="The loop over tasks is within that over values."
)
class ATickNumbersValuesInOneRow(Wired):
    """At a tick the values of all tasks of an executor are numbered in one row, and take other streams by it."""

    topology = _NumberedTogether


class _Strides(Topology):
    def _fault(self, event: Fault) -> None:
        super()._fault(event)
        if isinstance(event, Pause):
            self.paused.update(self.alike(event.task))
        elif isinstance(event, Resume):
            self.paused.difference_update(self.alike(event.task))

    def _die(self, task: Task) -> None:
        super()._die(task)
        self.paused.difference_update(self.alike(task))

    def alike(self, task: Task) -> set[Task]:
        """Return the tasks that have the bits of an executor's tasks."""
        bits = {self.bit(mate) for mate in self.mates[task]}
        return {each for each in self.tasks if self.bit(each) in bits}

    def bit(self, task: Task) -> int:
        """Return the place of a task among all bits."""
        return STRIDE * list(self._tasks).index(task.component) + task.index - 1


@executors(
    "a-component-has-32-bits-for-pauses",
    kills=["SYS-41"],
    mistake="Which tasks are paused is one number, with a word of 32 bits for each component.",
)
class AComponentHas32BitsForPauses(Wired):
    """The 33rd task of a component is paused and goes on together with the first task of the next component."""

    topology = _Strides
