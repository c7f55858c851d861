"""Tasks, the workers that they ran in, and where these were started again: a task has a life for each start."""

from collections import Counter

from attrs import define, field

from ackproof_adapters.audit.logs.events import NO_TASK, Event
from ackproof_adapters.audit.trees.tree import Place

MOST_TASKS = 1000
"""The most tasks of one executor."""

MARKS_OF_A_LIFE = 2
"""The least number of lines that a worker's start writes: a single doubled line is no new life."""


@define(kw_only=True)
class TaskRecord:
    """What the lines show about a task."""

    component: str = ""
    worker: int | None = None
    executor: tuple[int, int] | None = None
    """The first and the last task of its executor, which is one thread."""
    last: Place | None = None
    """Where it last received or executed anything, ticks included."""
    front: Place | None = None
    """Where the last tuple that it received was sent, in the same worker: a queue keeps the order."""
    ticks: list[Place] = field(factory=list)
    """Where a spout's ticks came."""
    ticks_when: list[str] = field(factory=list)
    """When each of them came."""
    seconds: Counter[str] = field(factory=Counter)
    """The seconds of its ticks, with how often they came."""


@define(kw_only=True)
class _Start:
    """The lines of a start, if no other event is between them."""

    marks: int = 0
    at: Place | None = None
    tasks: set[int] = field(factory=set)
    ports: set[int] = field(factory=set)
    is_another: bool = False
    """Whether a task has another component than before: then it is another topology."""


@define
class _Group:
    """Tasks that were started together in a file, and the ports of their workers as far as lines name them."""

    tasks: set[int]
    ports: set[int]

    def ends_with(self, start: _Start) -> bool:
        """Whether it has ended when others start: they are the same tasks, or a worker of the same port."""
        return bool(self.tasks & start.tasks or self.ports & start.ports)


@define(kw_only=True)
class Lives:
    """The tasks, and where their workers were started."""

    tasks: dict[int, TaskRecord] = field(factory=dict)
    again: dict[int, list[Place]] = field(factory=dict)
    """The places where each task was started again."""
    replaced: set[Place] = field(factory=set)
    """Those of these places at which another topology was started, with the same task numbers."""
    left: set[tuple[int, Place]] = field(factory=set)
    """Tasks that ran in a worker before it was started again, and that this start does not name: a rebalance may have
    moved them.
    """
    homes: dict[int, dict[int, Place]] = field(factory=dict)
    """Of each task, the workers in which it ran, and where it is first seen there."""
    starting: dict[int, _Start] = field(init=False, factory=dict)
    """Of each worker whose last event was of its start, the lines of that."""
    _groups: dict[int, list[_Group]] = field(init=False, factory=dict)
    """Of each worker, the tasks that were started together."""

    def task(self, number: int) -> TaskRecord:
        """Return the record of a task."""
        found = self.tasks.get(number)
        if found is None:
            found = self.tasks[number] = TaskRecord()
        return found

    def is_seen(self, number: int, worker: int, at: Place) -> None:
        """Note that a task ran in a worker."""
        self.homes.setdefault(number, {}).setdefault(worker, at)

    def add(self, worker: int, at: Place, event: Event) -> None:
        """Note a line of a start."""
        start = self.starting.setdefault(worker, _Start())
        start.marks += 1
        start.at = start.at or at
        if event.source != NO_TASK:
            start.ports.add(event.source)
        if event.component and event.task != NO_TASK:
            for number in tasks_of(event):
                task = self.task(number)
                start.is_another |= number >= 0 and task.component not in ("", event.component)
                task.component, task.executor = event.component, (event.task, event.extra)
                if number >= 0:  # each worker of a LocalCluster has a task -1
                    start.tasks.add(number)

    def end_start(self, worker: int) -> None:
        """Add the start that the last lines of a worker are of.

        It is a new life for all tasks that ran before together with one of those that it names, or in a worker of the
        same port: in the log of a LocalCluster there are several workers, whose first starts are independent.
        """
        start = self.starting.pop(worker)
        if start.marks < MARKS_OF_A_LIFE or start.at is None or not start.tasks:
            return
        before = self._groups.setdefault(worker, [])
        again = [group for group in before if group.ends_with(start)]
        together = start.tasks.union(*(group.tasks for group in again))
        if start.is_another:
            self.replaced.add(start.at)
        for number in together:
            if worker in self.homes.get(number, ()):
                self.again.setdefault(number, []).append(start.at)
                if number not in start.tasks:
                    self.left.add((number, start.at))
        for number in start.tasks:
            self.homes.setdefault(number, {}).setdefault(worker, start.at)
        self._groups[worker] = [group for group in before if not group.ends_with(start)]
        self._groups[worker].append(_Group(together, start.ports.union(*(group.ports for group in again))))

    def starts(self, task: int) -> list[Place]:
        """Return the places where a task may have begun anew: in its worker, or in another one. Of a task that ran in
        several workers, these are all where it is first seen, since clocks do not show which was the first.
        """
        homes = self.homes.get(task, {})
        return [*self.again.get(task, ()), *(homes.values() if len(homes) > 1 else ())]

    def is_started_between(self, first: Place, last: Place) -> bool:
        """Whether a worker was started between two of its lines."""
        return any(first < cut < last for cuts in self.again.values() for cut in cuts)


def tasks_of(event: Event) -> range:
    """Return the tasks of the executor that a tick or a start is of."""
    return range(event.task, min(event.extra, event.task + MOST_TASKS) + 1)
