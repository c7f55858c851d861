"""The parent of a bolt: it behaves like a ShellBolt, as far as the bolt can see.

It sends the handshake and inputs, answers each emission with task ids, and finds out without a clock when the bolt has
finished everything: after its inputs it sends a heartbeat and a *probe*, an additional input without deeds. The bolt
has finished when the last probe is acked or failed; after task ids, the parent sends another heartbeat and probe. If
probes are not answered, but later heartbeats are, then the bolt is not slow, but finished. If neither is answered, it
cannot be decided: the target broke.

If it is patient, it sends the probe only when the heartbeat is answered, or when the bolt certainly does nothing any
more: then the heartbeat is overdue.
"""

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import Protocol

from attrs import define, evolve, field

from ackproof.components import Operation, no_operation_of
from ackproof.components.multilang import (
    AckLine,
    BoltLine,
    Deed,
    EmitLine,
    FailLine,
    Give,
    HangUp,
    Heartbeat,
    Launch,
    Listen,
    MultilangResult,
    PidLine,
    SyncLine,
    is_probe,
    probe_id,
)
from ackproof.wire.multilang import heartbeat

FIRST_TASK = 11
"""The first of the tasks that receive emissions; each emission has different tasks, so that its task ids are
identifiable.
"""

NOBODY, MOST_TASKS = 2, 3
"""Every third emission has no receiver, most others have one or two tasks."""

CROWDED, EVERY, CROWD = 4, 6, 40
"""The fourth emission, and each sixth after it, has dozens of tasks, of the highest numbers that there are."""

LAST_TASK = (1 << 31) - 1


class NothingToRead(Enum):
    """The reason why there is no line to read from a bolt."""

    ENDED = "its process has ended, and all that it said was read"
    DONE = "it does nothing any more, for certain, until it is given something"
    SILENT = "it has not said anything for a while"


class BoltChild(Protocol):
    """A launched bolt, which takes inputs and writes lines."""

    def give(self, given: Give) -> None:
        """Send an input, or a heartbeat."""

    def give_task_ids(self, task_ids: tuple[int, ...]) -> None:
        """Send the task ids of an emission."""

    def hang_up(self) -> None:
        """Close its input."""

    def read(self) -> BoltLine | NothingToRead:
        """Return the next line. Raise `TargetBroke` if there is none for too long.

        Once its input is closed, nothing is read only if the bolt has ended, or if it certainly writes nothing more.
        """

    def is_idle(self) -> bool:
        """Whether a bolt that said nothing for a while certainly does nothing until it is given something."""

    def has_filed(self) -> bool:
        """Whether a file with the bolt's pid is in the folder for pids."""

    def close(self) -> None:
        """End the bolt, and release its resources."""


class LaunchBolt(Protocol):
    """Launches bolts."""

    def __call__(self, deeds: Sequence[Deed], *, holding: bool) -> BoltChild:
        """Launch a bolt, which executes some deeds when it is initialized."""


@define
class ShellParent:
    """An open component `multilang`: a bolt, once it is launched, and the state of the conversation."""

    launch: LaunchBolt
    holding: bool
    _child: BoltChild | None = field(init=False, default=None)
    _has_ended: bool = field(init=False, default=False)
    _asked: int = field(init=False, default=0)
    """Number of heartbeats sent."""

    _answered: int = field(init=False, default=0)
    """Number of heartbeats answered, if each has one answer."""

    _asked_again: int = field(init=False, default=0)
    """Number of heartbeats sent, while it is listened to, since the last that came with a probe."""

    _is_patient: bool = field(init=False, default=False)
    _owes_probe: bool = field(init=False, default=False)
    """Whether a heartbeat was sent without the probe that belongs to it."""

    _overdue: int = field(init=False, default=0)
    _probes: int = field(init=False, default=0)
    _open_probe: str | None = field(init=False, default=None)
    _emissions: int = field(init=False, default=0)

    def apply(self, operations: Sequence[Operation]) -> Sequence[MultilangResult]:
        """Do the operations in order; return one result for each."""
        return [self._one(operation) for operation in operations]

    def close(self) -> None:
        """End the bolt."""
        if self._child is not None:
            self._child.close()
            self._child = None

    def _one(self, operation: Operation) -> MultilangResult:
        match operation:
            case Launch(deeds):
                self.close()
                self._child = self.launch(deeds, holding=self.holding)
                self._has_ended, self._asked, self._answered = False, 0, 0
                return self._listen(self._child, is_patient=False)
            case Give() if self._child:
                self._child.give(operation)
            case Heartbeat() if self._child:
                self._asked += 1
                self._child.give(heartbeat())
            case Listen(patient) if self._child:
                return self._listen(self._child, is_patient=patient)
            case HangUp() if self._child:
                self._child.hang_up()
                lines = list(self._rest(self._child))
                return MultilangResult(said=tuple(lines), heartbeats=0, ended=self._has_ended)
            case Give() | Heartbeat() | Listen() | HangUp():
                pass  # no bolt was launched
            case _:
                raise no_operation_of("multilang", operation)
        return MultilangResult(ended=self._has_ended)

    def _listen(self, child: BoltChild, *, is_patient: bool) -> MultilangResult:
        before, self._asked_again = self._asked, 0
        self._is_patient, self._owes_probe, self._overdue = is_patient, False, 0
        if not self._has_ended:
            self._ask(child)
        lines = [line for line in self._until_done(child) if not _is_about_probe(line)]
        filed = any(isinstance(line, PidLine) for line in lines) and child.has_filed()
        with_pid_file = (evolve(line, filed=filed) if isinstance(line, PidLine) else line for line in lines)
        heartbeats = self._asked - before
        return MultilangResult(
            said=tuple(with_pid_file),
            heartbeats=heartbeats,
            ended=self._has_ended,
            again=self._asked_again,
            overdue=self._overdue,
        )

    def _ask(self, child: BoltChild) -> None:
        """Send a heartbeat and a probe after all inputs, or the heartbeat alone."""
        self._asked += 1
        self._asked_again = 0
        child.give(heartbeat())
        self._open_probe = probe_id(self._probes)
        self._probes += 1
        self._owes_probe = True
        if not self._is_patient:
            self._probe(child)

    def _probe(self, child: BoltChild) -> None:
        """Send the probe that belongs to the last heartbeat."""
        assert self._open_probe is not None  # noqa: S101 - it was named when the heartbeat was sent
        self._owes_probe = False
        deeds = (Deed(do="ack", id=self._open_probe),) if self.holding else ()
        child.give(Give(id=self._open_probe, deeds=deeds))

    def _until_done(self, child: BoltChild) -> Iterator[BoltLine]:
        """Yield the bolt's lines, each emission with its task ids, until the bolt has finished everything."""
        while self._open_probe is not None and not self._has_ended:
            if self._owes_probe and self._answered >= self._asked:
                self._probe(child)
            line = child.read()
            match line:
                case NothingToRead.ENDED:
                    self._has_ended = True
                case NothingToRead.DONE | NothingToRead.SILENT:
                    self._on_silence(child, is_certain=line is NothingToRead.DONE)
                case EmitLine(task=None, asks=True):
                    given = self._next_task_ids()
                    child.give_task_ids(given)
                    self._ask(child)
                    yield evolve(line, given=given)
                case _:
                    self._note(line)
                    yield line

    def _on_silence(self, child: BoltChild, *, is_certain: bool) -> None:
        if self._owes_probe:
            if is_certain or child.is_idle():
                self._overdue = self._asked - self._answered
                self._probe(child)
        elif is_certain or (self._answered >= self._asked and self._asked_again):
            self._open_probe = None
        elif self._answered >= self._asked:
            self._asked_again += 1
            self._asked += 1
            child.give(heartbeat())

    def _note(self, line: BoltLine) -> None:
        if isinstance(line, SyncLine):
            self._answered += 1
        elif isinstance(line, AckLine | FailLine) and line.id == self._open_probe:
            self._open_probe = None

    def _rest(self, child: BoltChild) -> Iterator[BoltLine]:
        while not self._has_ended:
            line = child.read()
            if isinstance(line, NothingToRead):
                self._has_ended = line is NothingToRead.ENDED
                return
            else:
                yield line

    def _next_task_ids(self) -> tuple[int, ...]:
        self._emissions += 1
        number = self._emissions
        if number % EVERY == CROWDED:
            last = LAST_TASK - CROWD * (number // EVERY)
            return tuple(last - place for place in range(CROWD))
        count = 0 if number % MOST_TASKS == NOBODY else 1 + number % MOST_TASKS
        return tuple(FIRST_TASK + MOST_TASKS * number + place for place in range(count))


def _is_about_probe(line: BoltLine) -> bool:
    """Whether a line acks or fails a probe."""
    return isinstance(line, AckLine | FailLine) and is_probe(line.id)
