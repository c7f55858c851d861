"""Mutants of deaths and of time: what happens to one task happens to others, or does not happen to it."""

from copy import copy

from acking import Acker, AckerMessage, Notification, Record, RotatingMap
from acking.topology import Topology
from acking.topology.bolts import AckInput, Batch, Conduct, FailInput
from acking.topology.events import Command, Stop
from acking.topology.happenings import OfferedAgain
from acking.topology.running import SentTuple
from acking.topology.tasks import Task
from attrs import define, field

from ackproof.mutants import family
from ackproof.mutants.parts import Wired

deaths = family("deaths and time")


class _Dying(Topology):
    """A topology in which more comes of a death."""

    def _die(self, task: Task) -> None:
        super()._die(task)
        self.after(task)

    def after(self, task: Task) -> None:
        """Do what else comes of a death."""


class _AllAckers(_Dying):
    def after(self, task: Task) -> None:
        for other in self.ackers if task in self.ackers else ():
            self._start(other)


@deaths("an-ackers-death-empties-all", kills=["SYS-24"], mistake="The records of all tasks are in one table.")
class AnAckersDeathEmptiesAll(Wired):
    """When an acker task dies, all of them lose their records."""

    topology = _AllAckers


class _Siblings(_Dying):
    def after(self, task: Task) -> None:
        for other in self.bolts:
            if other.component == task.component:
                self._start(other)


@deaths("a-bolt-dies-as-a-whole", kills=["SYS-24"], mistake="All tasks of a bolt run in one worker.")
class ABoltDiesAsAWhole(Wired):
    """When a bolt task dies, so do the other tasks of its bolt."""

    topology = _Siblings


class _Workers(_Dying):
    def after(self, task: Task) -> None:
        for other in self.bolts if task in self.bolts else ():
            self._start(other)


@deaths("a-worker-dies-with-all-bolts", kills=["SYS-24"], mistake="A worker is restarted, and not a task.")
class AWorkerDiesWithAllBolts(Wired):
    """When a bolt task dies, so do all bolt tasks."""

    topology = _Workers


class _AllSpouts(_Dying):
    def after(self, task: Task) -> None:
        for other in self.executors if task in self.executors else ():
            self._start(other)


@deaths("a-spouts-death-empties-all", kills=["SYS-24"], mistake="Pending is kept for the component.")
class ASpoutsDeathEmptiesAll(Wired):
    """When a spout task dies, all of them forget what they wait for."""

    topology = _AllSpouts


class _Everything(_Dying):
    def after(self, task: Task) -> None:
        for other in self.ackers if task in self.bolts else ():
            self._start(other)


@deaths("a-bolts-death-empties-the-ackers", kills=["SYS-24"], mistake="A rebalance begins anew.")
class ABoltsDeathEmptiesTheAckers(Wired):
    """When a bolt task dies, acker tasks lose their records."""

    topology = _Everything


class _SpoutsForget(_Dying):
    def after(self, task: Task) -> None:
        for other in self.executors if task in self.ackers else ():
            self._start(other)


@deaths("an-ackers-death-empties-the-spouts", kills=["SYS-24"], mistake="What the dead acker had cannot be known.")
class AnAckersDeathEmptiesTheSpouts(Wired):
    """When an acker task dies, spout tasks forget what they wait for."""

    topology = _SpoutsForget


class _SpoutTakesRecords(_Dying):
    def after(self, task: Task) -> None:
        for other in self.ackers if task in self.executors else ():
            self._start(other)


@deaths("a-spouts-death-empties-the-ackers", kills=["SYS-24"], mistake="Records of a dead spout are of no use.")
class ASpoutsDeathEmptiesTheAckers(Wired):
    """When a spout task dies, acker tasks lose all their records."""

    topology = _SpoutTakesRecords


class _Tidy(Topology):
    def _command(self, event: Command) -> None:
        if isinstance(event, Stop) and event.task in self.bolts:
            self._tick(event.task)
        super()._command(event)


@deaths("a-stop-finishes-batches", kills=["SYS-24"], mistake="A cleanup is to leave nothing undone.")
class AStopFinishesBatches(Wired):
    """A bolt task that is stopped finishes what it holds first."""

    topology = _Tidy


class _Failing(Topology):
    def _command(self, event: Command) -> None:
        if isinstance(event, Stop) and event.task in self.bolts and event.task not in self.paused:
            for mate in self.mates[event.task]:
                held = [call.name for call in self.bolts[mate].tick() if isinstance(call, AckInput)]
                self._do(mate, [FailInput(name) for name in held])
        super()._command(event)


@deaths("a-stop-fails-what-is-held", kills=["SYS-24"], mistake="Whoever sent it is to hear of it at once.")
class AStopFailsWhatIsHeld(Wired):
    """A bolt task that is stopped fails the inputs that it holds."""

    topology = _Failing


class _Inbox(_Dying):
    def after(self, task: Task) -> None:
        for pair in self.channels.pairs():
            if pair[1] == task:
                self.channels.drop(pair)


@deaths("a-death-empties-the-inbox", kills=["SYS-24"], mistake="The queue lives in the process of its reader.")
class ADeathEmptiesTheInbox(Wired):
    """What is on its way to a task that dies is lost."""

    topology = _Inbox


class _Outbox(_Dying):
    def after(self, task: Task) -> None:
        for pair in self.channels.pairs():
            if pair[0] == task:
                self.channels.drop(pair)


@deaths("a-death-empties-the-outbox", kills=["SYS-24"], mistake="What was sent is still in the sender's buffer.")
class ADeathEmptiesTheOutbox(Wired):
    """What a task that dies has sent, and what has not arrived, is lost."""

    topology = _Outbox


class _AllUnderWay(_Dying):
    def after(self, task: Task) -> None:
        del task
        for pair in self.channels.pairs():
            self.channels.drop(pair)


@deaths("a-death-empties-all-channels", kills=["SYS-24"], mistake="All connections are made anew.")
class ADeathEmptiesAllChannels(Wired):
    """When a task dies, all that is under way is lost."""

    topology = _AllUnderWay


class _Immortal(Topology):
    """A topology in which some tasks keep what they have."""

    def _start(self, task: Task) -> None:
        if not self.keeps(task):
            super()._start(task)

    def keeps(self, task: Task) -> bool:
        """Whether a task has something that it keeps."""
        return task in self.ackers


@deaths("ackers-do-not-die", kills=["SYS-24"], mistake="The table of records is shared memory.")
class AckersDoNotDie(Wired):
    """An acker task that dies has its records afterwards."""

    topology = _Immortal


class _ImmortalBolts(_Immortal):
    def keeps(self, task: Task) -> bool:
        return task in self.bolts


@deaths("bolts-do-not-die", kills=["SYS-24"], mistake="The instance of the bolt is used again.")
class BoltsDoNotDie(Wired):
    """A bolt task that dies has its inputs afterwards."""

    topology = _ImmortalBolts


class _HalfBolts(_Dying):
    def _die(self, task: Task) -> None:
        bolt = self.bolts.get(task)
        super()._die(task)
        if bolt is not None:
            self.bolts[task] = bolt


@deaths("the-code-of-a-bolt-does-not-die", kills=["SYS-24"], mistake="Only the collector is made anew.")
class TheCodeOfABoltDoesNotDie(Wired):
    """A batch bolt task that dies still counts the inputs of before, and cannot finish its batch."""

    topology = _HalfBolts


class _ImmortalSpouts(_Immortal):
    def keeps(self, task: Task) -> bool:
        return task in self.executors


@deaths("spouts-do-not-die", kills=["SYS-24"], mistake="Pending is saved, and the queue does not know that.")
class SpoutsDoNotDie(Wired):
    """A spout task that dies still waits for what it emitted before."""

    topology = _ImmortalSpouts


class _BoltDisconnects(_Dying):
    def after(self, task: Task) -> None:
        for spout in self.executors if task in self.bolts else ():
            for message in self.source.disconnect(spout):
                self._happens(OfferedAgain(spout, message))


@deaths("a-bolts-death-replays-everything", kills=["SYS-24"], mistake="It cannot be known what the bolt had.")
class ABoltsDeathReplaysEverything(Wired):
    """When a bolt task dies, all open messages are offered again at once."""

    topology = _BoltDisconnects


class _Mortal(Topology):
    def _die(self, task: Task) -> None:
        if task not in self.paused:
            super()._die(task)


@deaths("a-paused-task-does-not-die", kills=["SYS-24"], mistake="The signal is not handled in a pause.")
class APausedTaskDoesNotDie(Wired):
    """A task that is to die in a pause does not."""

    topology = _Mortal


# Time.


class _AfterATick(Topology):
    """A topology in which more comes of a tick."""

    def _tick(self, task: Task) -> None:
        super()._tick(task)
        if task not in self.paused:
            self.after(task)

    def after(self, task: Task) -> None:
        """Do what else comes of a tick."""


class _AckersTick(_AfterATick):
    def after(self, task: Task) -> None:
        for other in self.ackers:
            if task in self.ackers and other != task:
                self.ackers[other].tick()


@deaths("all-ackers-hear-each-tick", kills=["SYS-28"], mistake="Ticks of tasks go to the component.")
class AllAckersHearEachTick(Wired):
    """At a tick of an acker task all of them rotate."""

    topology = _AckersTick


class _SpoutsTick(_AfterATick):
    def after(self, task: Task) -> None:
        for other in self.executors:
            if task in self.executors and other != task:
                self._heard(other, self.executors[other].tick())


@deaths("all-spouts-hear-each-tick", kills=["SYS-28"], mistake="Ticks of tasks go to the component.")
class AllSpoutsHearEachTick(Wired):
    """At a tick of a spout task all of them rotate."""

    topology = _SpoutsTick


class _SpoutTicksAckers(_AfterATick):
    def after(self, task: Task) -> None:
        for acker in self.ackers.values() if task in self.executors else ():
            acker.tick()


@deaths("ackers-hear-the-ticks-of-spouts", kills=["SYS-28"], mistake="There is one clock for what is pending.")
class AckersHearTheTicksOfSpouts(Wired):
    """At a tick of a spout task acker tasks rotate, too."""

    topology = _SpoutTicksAckers


class _AckerTicksSpouts(_AfterATick):
    def after(self, task: Task) -> None:
        for spout in self.executors if task in self.ackers else ():
            self._heard(spout, self.executors[spout].tick())


@deaths("spouts-hear-the-ticks-of-ackers", kills=["SYS-28"], mistake="There is one clock for what is pending.")
class SpoutsHearTheTicksOfAckers(Wired):
    """At a tick of an acker task spout tasks rotate, too."""

    topology = _AckerTicksSpouts


class _BoltsTick(_AfterATick):
    def after(self, task: Task) -> None:
        for other in self.bolts:
            if other.component == task.component and other != task and other not in self.paused:
                self._do(other, self.bolts[other].tick())


@deaths("all-tasks-of-a-bolt-hear-each-tick", kills=["SYS-28"], mistake="Ticks of tasks go to the component.")
class AllTasksOfABoltHearEachTick(Wired):
    """At a tick of a bolt task all tasks of its bolt finish their batches."""

    topology = _BoltsTick


class _AllBoltsTick(_AfterATick):
    def after(self, task: Task) -> None:
        for other in self.bolts if task not in self.bolts else ():
            if other not in self.paused:
                self._do(other, self.bolts[other].tick())


@deaths("bolts-hear-the-ticks-of-the-system", kills=["SYS-28"], mistake="All ticks come by one stream.")
class BoltsHearTheTicksOfTheSystem(Wired):
    """At a tick of a spout or acker task all batches are finished."""

    topology = _AllBoltsTick


class _TickedByPrefix(Topology):
    def _tick(self, task: Task) -> None:
        super()._tick(task)
        if task not in self.paused:
            for other in self.tasks:
                if other != task and str(other).startswith(str(task)):
                    super()._tick(other)


@deaths(
    "a-tick-is-found-by-a-prefix", kills=["SYS-28"], mistake="Ticks go to a topic, and tasks filter by its beginning."
)
class ATickIsFoundByAPrefix(Wired):
    """A tick of the first task of a component is one of the tenth, too."""

    topology = _TickedByPrefix


def _keep_oldest(before: object, now: object) -> None:
    """Put the oldest entries of one map into the map that takes its place."""
    assert isinstance(before, RotatingMap)  # noqa: S101 - it is the reference's, and this is for the types
    assert isinstance(now, RotatingMap)  # noqa: S101 - the same
    now._cohorts[-1].update(before._cohorts[-1])  # noqa: SLF001 - a mutant is inside the machine


class _OldestKept(Topology):
    def _start(self, task: Task) -> None:
        before = self.ackers.get(task)
        super()._start(task)
        if before is not None:
            _keep_oldest(before.pending, self.ackers[task].pending)


@deaths(
    "a-dead-acker-task-keeps-its-oldest-records",
    kills=["SYS-24"],
    mistake="The map is used again, and cleared as when there were two buckets: the one that is written, and one more.",
    profiles=["storm2"],
)
class ADeadAckerTaskKeepsItsOldestRecords(Wired):
    """An acker task that dies keeps the records that had two ticks."""

    topology = _OldestKept


class _AgedKept(Topology):
    def _start(self, task: Task) -> None:
        before = self.executors.get(task)
        super()._start(task)
        if before is not None:
            _keep_oldest(before.pending, self.executors[task].pending)


@deaths(
    "a-dead-spout-task-keeps-what-it-has-long-waited-for",
    kills=["SYS-24"],
    mistake="Only the bucket that is written is cleared.",
)
class ADeadSpoutTaskKeepsWhatItHasLongWaitedFor(Wired):
    """A spout task that dies goes on waiting for the emissions that had a tick."""

    topology = _AgedKept


class _Prototypes(Topology):
    def _start(self, task: Task) -> None:
        super()._start(task)
        prototypes: dict[str, Batch] = self.__dict__.setdefault("prototypes", {})
        made = self.bolts.get(task)
        if isinstance(made, Batch):
            self.bolts[task] = copy(prototypes.setdefault(task.component, made))


@deaths(
    "batches-are-copies-of-one",
    kills=["SYS-24"],
    mistake="The code of a bolt is made once and copied for each task and life, and the copy is a shallow one.",
)
class BatchesAreCopiesOfOne(Wired):
    """Until they have finished a batch, all tasks and lives of a batch bolt have one list of inputs in hand."""

    topology = _Prototypes


class _HandedOver(Topology):
    def _command(self, event: Command) -> None:
        kept = self.ackers.get(event.task) if isinstance(event, Stop) else None
        super()._command(event)
        if kept is not None:
            self.ackers[event.task] = kept


@deaths(
    "a-stopped-acker-hands-its-records-over",
    kills=["SYS-24"],
    mistake="What is shut down in good order can save what it has.",
)
class AStoppedAckerHandsItsRecordsOver(Wired):
    """An acker task that is stopped has its records in its next life."""

    topology = _HandedOver


class _Backed(Acker):
    saved: RotatingMap[int, Record]

    def receive(self, message: AckerMessage) -> tuple[Notification, ...]:
        record = self.saved.remove(message.root)
        if record is not None:
            self.pending.put(message.root, record)
        return super().receive(message)


class _ReadBack(Topology):
    def _start(self, task: Task) -> None:
        before = self.ackers.get(task)
        super()._start(task)
        if isinstance(before, Acker):
            made = self.ackers[task] = _Backed(before.profile)
            made.saved = before.pending


@deaths("records-are-read-back", kills=["SYS-24"], mistake="A store of records is read where one is asked for.")
class RecordsAreReadBack(Wired):
    """An acker task has each record of before its death again when a message about it arrives."""

    topology = _ReadBack


class _TickOfAll(Topology):
    def _tick(self, task: Task) -> None:
        tasks = self._tasks[task.component] if task in self.bolts and not self.plan.ackers else (task,)
        for each in tasks if task not in self.paused else ():
            super()._tick(each)


@deaths(
    "without-ackers-a-tick-is-for-all-tasks",
    kills=["SYS-28"],
    mistake="Without tracking one timer is left, and it is the component's.",
)
class WithoutAckersATickIsForAllTasks(Wired):
    """In a topology without acker tasks, all tasks of a bolt finish their batches at a tick of one."""

    topology = _TickOfAll


@define
class _NumbersReceipts(Topology):
    taken: dict[Task, set[str]] = field(init=False, factory=dict)

    def _start(self, task: Task) -> None:
        super()._start(task)
        for name in self.taken.pop(task, ()):
            del self._receipts[name]

    def _execute(self, task: Task, name: str, content: SentTuple, conduct: Conduct) -> None:
        self.taken.setdefault(task, set()).add(name)
        super()._execute(task, name, content, conduct)


@deaths(
    "receipts-are-numbered-anew-in-each-life",
    kills=["SYS-24"],
    mistake="A tuple has one receiver, so how often it was received is state of that task.",
)
class ReceiptsAreNumberedAnewInEachLife(Wired):
    """A tuple that comes again after its receiver has died is taken under the name of the first receipt."""

    topology = _NumbersReceipts
