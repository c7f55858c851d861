"""The plan of a topology: which components there are, how many tasks of each, and who takes tuples from whom."""

from collections.abc import Callable, Mapping, Sequence, Sized
from typing import Protocol

from attrs import frozen

from acking.anchoring import BoltTask, MessageId
from acking.messages import Ack, AckerMessage, Fail, Notification
from acking.spout import Effect, SpoutExecutor
from acking.topology.bolts import Bolt
from acking.topology.source import Source

SPOUT, ACKER = "spout", "acker"


class AckerTask(Protocol):
    """What a topology asks of an acker task; `acker.Acker` is one."""

    @property
    def pending(self) -> Sized:
        """The records that it keeps."""

    def receive(self, message: AckerMessage) -> Sequence[Notification]:
        """Take one message; return what it says."""

    def tick(self) -> object:
        """Let time pass."""


class Executor(Protocol):
    """What a topology asks of the executor of a spout task; `spout.SpoutExecutor` is one."""

    @property
    def pending(self) -> Sized:
        """The emissions that it waits for."""

    def emit(self, task: int, root: int, message: str | None, edges: Sequence[int]) -> Sequence[Effect]:
        """Emit a tuple to `len(edges)` tasks; return what happens, in order."""

    def notified(self, word: Notification) -> Sequence[Effect]:
        """Hear an acker."""

    def tick(self) -> Sequence[Effect]:
        """Let time pass."""


class Collector(Protocol):
    """What a topology asks of the collector of a bolt task; `anchoring.BoltTask` is one.

    What it does not do, because it has let go of an input, it refuses with `IllegalUse`.
    """

    def receive(self, name: str, message_id: MessageId) -> None:
        """Take an input tuple."""

    def emit(self, anchors: Sequence[str], edges: Sequence[Sequence[int]]) -> Sequence[MessageId]:
        """Emit one tuple to each of `len(edges)` tasks; return their message ids."""

    def ack(self, name: str) -> Sequence[Ack]:
        """Let go of an input; return the messages for the ackers."""

    def fail(self, name: str) -> Sequence[Fail]:
        """Let go of an input; return the messages for the ackers."""


@frozen
class BoltPlan:
    """A bolt: its name, how to make the code of one task, and from which components it takes tuples."""

    name: str
    make: Callable[[], Bolt]
    after: tuple[str, ...] = (SPOUT,)
    tasks: int = 1


@frozen
class Plan:
    """A topology as it is submitted. `messages` are what the source holds, value by name.

    `max_pending` bounds the emissions that a spout task waits for; None is no bound. The rest are the parts, to be
    made once for each task and again when it dies; an acker task is made by its index, from 0.
    """

    messages: Mapping[str, str]
    bolts: tuple[BoltPlan, ...]
    make_acker: Callable[[int], AckerTask]
    spouts: int = 1
    ackers: int = 1
    max_pending: int | None = None
    make_collector: Callable[[], Collector] = BoltTask
    make_executor: Callable[[frozenset[int], int], Executor] = SpoutExecutor
    make_source: Callable[[list[str]], Source] = Source

    def tasks_of(self, component: str) -> list[str]:
        """Return the names of a component's tasks; `spout` and `acker` are components too."""
        counts = {SPOUT: self.spouts, ACKER: self.ackers, **{bolt.name: bolt.tasks for bolt in self.bolts}}
        return [f"{component}-{number + 1}" for number in range(counts[component])]
