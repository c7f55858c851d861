"""The plan of a topology: its components, how many tasks each has, and which component takes tuples from which."""

from collections.abc import Callable, Mapping, Sequence, Sized
from typing import Protocol

from attrs import field, frozen

from acking.anchoring import BoltTask, MessageId
from acking.errors import DuplicateBolt, NoTasks, ReservedName, UnknownComponent
from acking.ids import EdgeId, RootId, check_count
from acking.messages import Ack, AckerMessage, Fail, Notification, ResetTimeout
from acking.spout import Effect, SpoutExecutor
from acking.topology.bolts import Bolt
from acking.topology.groupings import Subscription
from acking.topology.source import Source
from acking.topology.tasks import ACKER, SPOUT, Task


class AckerTask(Protocol):
    """What a topology needs from an acker task; `acker.Acker` is one."""

    @property
    def pending(self) -> Sized:
        """The records that it keeps."""

    def receive(self, message: AckerMessage) -> Sequence[Notification]:
        """Take one message; return the notifications that it causes."""

    def tick(self) -> object:
        """Let time pass."""


class Executor(Protocol):
    """What a topology needs from the executor of a spout task; `spout.SpoutExecutor` is one."""

    @property
    def pending(self) -> Sized:
        """The emissions that it waits for."""

    def emit(self, task: int, root: RootId, message: str | None, edges: Sequence[EdgeId]) -> Sequence[Effect]:
        """Emit a tuple to `len(edges)` tasks; return what happens, in order."""

    def notified(self, notification: Notification) -> Sequence[Effect]:
        """Take a notification."""

    def tick(self) -> Sequence[Effect]:
        """Let time pass."""


class Collector(Protocol):
    """What a topology needs from the collector of a bolt task; `anchoring.BoltTask` is one.

    It raises `IllegalUse` for a call about an input that it does not hold any more.
    """

    def receive(self, name: str, message_id: MessageId) -> None:
        """Take an input tuple."""

    def emit(self, anchors: Sequence[str], edges: Sequence[Sequence[EdgeId]]) -> Sequence[MessageId]:
        """Emit one tuple to each of `len(edges)` tasks; return their message ids."""

    def ack(self, name: str) -> Sequence[Ack]:
        """Ack an input; return the messages for the ackers."""

    def fail(self, name: str) -> Sequence[Fail]:
        """Fail an input; return the messages for the ackers."""

    def more_time(self, name: str) -> Sequence[ResetTimeout]:
        """Ask for more time for an input; return the messages for the ackers."""


@frozen
class BoltPlan:
    """A bolt: its name, how to make the code of one task, and from which components it takes tuples. `takes` has the
    stream and the grouping for each component from which it does not take the first stream by fields. `streams` is how
    many streams it has itself. Each executor runs `executor_tasks` of its tasks.

    Raises `ReservedName`, `NoTasks`, `UnknownComponent` if it takes from the acker or if `takes` names a component that
    is not in `after`, and `IllegalUse` if `streams` or `executor_tasks` is below 1.
    """

    name: str
    make: Callable[[], Bolt]
    after: tuple[str, ...] = (SPOUT,)
    tasks: int = 1
    takes: Mapping[str, Subscription] = field(factory=dict, kw_only=True)
    streams: int = field(default=1, kw_only=True)
    executor_tasks: int = field(default=1, kw_only=True)

    def __attrs_post_init__(self) -> None:
        if self.name in {SPOUT, ACKER}:
            raise ReservedName(f"a bolt is named {self.name!r}, as the {self.name} component is; give it another name")
        if self.tasks < 1:
            raise NoTasks(f"bolt {self.name!r} has {self.tasks} tasks; it takes at least 1, or leave the bolt out")
        check_count(f"tasks in an executor of {self.name!r}", self.executor_tasks, 1)
        check_count(f"streams of {self.name!r}", self.streams, 1)
        if ACKER in self.after:
            raise UnknownComponent(
                f"bolt {self.name!r} takes tuples from {ACKER!r}, which emits none; name {SPOUT!r} or bolts in `after`"
            )
        for component in self.takes:
            if component not in self.after:
                raise UnknownComponent(
                    f"bolt {self.name!r} says how it takes tuples from {component!r}, and does not stand after it; "
                    f"name {component!r} in `after`"
                )


@frozen(kw_only=True)
class Plan:
    """A topology as it is submitted. `messages` are those of the source, value by name.

    `max_pending` bounds the emissions that a spout task waits for; None is no bound. With `unbounded_by_zero`, 0 is no
    bound either, as in Storm 2.x; in 1.x 0 holds everything back. An executor runs `executor_tasks` of the spout's
    tasks, and its bound is that of all of them together. `streams` is how many streams the spout has.

    With `lifecycle` the happenings say when spout tasks are opened, activated, deactivated and closed. With `outboxes`
    the messages that a task has sent wait while it is paused. The other fields make the parts: once for each task, or
    for each executor of spout tasks, and again when it dies. An acker task is made by its index, from 0. The source is
    made once.

    Without acker tasks nothing is tracked, and that is legal (SYS-09). So is a cycle of bolts: whether a tuple
    circulates for ever depends on what the bolts emit. Raises `NoTasks`, `DuplicateBolt`, `UnknownComponent`, or
    `IllegalUse` if `ackers` is negative, or `streams` or `executor_tasks` is below 1.
    """

    messages: Mapping[str, str]
    bolts: tuple[BoltPlan, ...]
    make_acker: Callable[[int], AckerTask]
    spouts: int = 1
    ackers: int = 1
    max_pending: int | None = None
    unbounded_by_zero: bool = False
    executor_tasks: int = 1
    lifecycle: bool = False
    outboxes: bool = False
    streams: int = 1
    make_collector: Callable[[], Collector] = BoltTask
    make_executor: Callable[[frozenset[int], int], Executor] = SpoutExecutor
    make_source: Callable[[list[str]], Source] = Source

    def __attrs_post_init__(self) -> None:
        if self.spouts < 1:
            raise NoTasks(f"there are {self.spouts} spout tasks; it takes at least 1 to emit what the source holds")
        check_count("acker tasks", self.ackers, 0)
        check_count("spout tasks in an executor", self.executor_tasks, 1)
        check_count("streams of the spout", self.streams, 1)
        components = [SPOUT]
        for bolt in self.bolts:
            if bolt.name in components:
                raise DuplicateBolt(f"two bolts are named {bolt.name!r}; give one of them another name")
            components.append(bolt.name)
        for bolt in self.bolts:
            for component in bolt.after:
                if component not in components:
                    raise UnknownComponent(
                        f"bolt {bolt.name!r} takes tuples from {component!r}, which is no component; "
                        f"name some of {', '.join(components)} in `after`"
                    )

    @property
    def bound(self) -> int | None:
        """The emissions that an executor may wait for, for each of its tasks; None if there is no bound."""
        return None if self.max_pending == 0 and self.unbounded_by_zero else self.max_pending

    def executors_of(self, component: str) -> tuple[tuple[Task, ...], ...]:
        """Return a component's tasks, grouped by executor; each acker task has an executor of its own."""
        tasks = self.tasks_of(component)
        shared = {SPOUT: self.executor_tasks, **{bolt.name: bolt.executor_tasks for bolt in self.bolts}}
        each = shared.get(component, 1)
        return tuple(tasks[start : start + each] for start in range(0, len(tasks), each))

    def streams_of(self, component: str) -> int:
        """Return how many streams the spout or a bolt has."""
        return {SPOUT: self.streams, **{bolt.name: bolt.streams for bolt in self.bolts}}[component]

    def tasks_of(self, component: str) -> tuple[Task, ...]:
        """Return a component's tasks; the spout and the acker are components too."""
        counts = {SPOUT: self.spouts, ACKER: self.ackers, **{bolt.name: bolt.tasks for bolt in self.bolts}}
        return tuple(Task(component, number + 1) for number in range(counts[component]))
