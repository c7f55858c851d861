"""Mutants about the spout task: who it is that is notified."""

from acking import AckerMessage, Init, Kind, Notification, Record
from attrs import define, evolve, field

from ackproof.mutants import family
from ackproof.mutants.parts import AckerInParts, Notifications

task = family("spout task")


@task("tells-task-0", kills=["ACK-05"], mistake="There is one spout task in every test.")
class TellsTask0(AckerInParts):
    """Task 0 is notified of every tree."""

    def notify(self, kind: Kind, root: int, task: int) -> Notifications:
        return super().notify(kind, root, 0 * task)


@task("tells-the-task-of-the-last-init", kills=["ACK-05"], mistake="The task is kept once, not in each record.")
@define
class TellsTheTaskOfTheLastInit(AckerInParts):
    """The task that the last init named, of whatever root, is notified."""

    latest: int = field(init=False, default=0)

    def after_init(self, record: Record, value: int, task: int) -> Record:
        self.latest = task
        return super().after_init(record, value, task)

    def notify(self, kind: Kind, root: int, task: int) -> Notifications:
        del task
        return super().notify(kind, root, self.latest)


@task(
    "fails-told-to-task-0",
    kills=["ACK-05"],
    mistake="The branch for fails was copied from one that does not know the task.",
)
class FailsToldToTask0(AckerInParts):
    """A fail is sent to task 0, whoever emitted."""

    def notify(self, kind: Kind, root: int, task: int) -> Notifications:
        return super().notify(kind, root, 0 if kind is Kind.FAIL else task)


@task(
    "acks-told-to-every-task",
    kills=["ACK-09"],
    mistake="Notifications go out with a shuffle or all grouping, not direct.",
)
@define
class AcksToldToEveryTask(AckerInParts):
    """An ack is sent to every task that it has ever heard of."""

    tasks: dict[int, None] = field(init=False, factory=dict)

    def notify(self, kind: Kind, root: int, task: int) -> Notifications:
        self.tasks[task] = None
        (notification,) = super().notify(kind, root, task)
        return (notification,) if kind is not Kind.ACK else tuple(Notification(kind, root, each) for each in self.tasks)


@task(
    "task-0-is-none",
    kills=["ACK-04"],
    mistake="`if record.task` asks for truth where it should ask whether there is one.",
)
class Task0IsNone(AckerInParts):
    """What is due to task 0 is not said."""

    def verdict(self, record: Record, message: AckerMessage) -> Kind | None:
        return super().verdict(record, message) if record.spout_task else None


@task("tasks-of-16-bits", kills=["ACK-05"], mistake="Storm's wire format has two bytes for a task.")
class TasksOf16Bits(AckerInParts):
    """The low sixteen bits of the task are named."""

    def notify(self, kind: Kind, root: int, task: int) -> Notifications:
        return super().notify(kind, root, task & 0xFFFF)


@task(
    "late-init-names-no-task",
    kills=["ACK-01"],
    mistake="The task is a field that is set when a record is made, and an ack has none to give.",
)
class LateInitNamesNoTask(AckerInParts):
    """An init that finds a record is xored into it, and its task is lost."""

    def after_init(self, record: Record, value: int, task: int) -> Record:
        after = super().after_init(record, value, task)
        return after if record == Record() else evolve(after, spout_task=record.spout_task)


@task(
    "failed-task-is-lost",
    kills=["ACK-05"],
    mistake="A record that failed before its init is reported to the task that sent the fail, for which 0 stands here.",
)
class FailedTaskIsLost(AckerInParts):
    """A tree that failed before its init is reported to task 0."""

    def after_init(self, record: Record, value: int, task: int) -> Record:
        return super().after_init(record, value, 0 if record.failed else task)


@task(
    "resets-told-to-the-first-task",
    kills=["ACK-05"],
    mistake="Forwarding came years after the rest, with a note of its own of who waits.",
)
@define
class ResetsToldToTheFirstTask(AckerInParts):
    """A reset-timeout is sent to the task that the first init of the record named, everything else to the latest."""

    first: dict[int, int] = field(init=False, factory=dict)

    def receive(self, message: AckerMessage) -> Notifications:
        if message.root not in self.pending:
            self.first.pop(message.root, None)
        if isinstance(message, Init):
            self.first.setdefault(message.root, message.task)
        return super().receive(message)

    def notify(self, kind: Kind, root: int, task: int) -> Notifications:
        return super().notify(kind, root, self.first[root] if kind is Kind.RESET_TIMEOUT else task)
