"""The topology: a source, spout tasks, bolt tasks and acker tasks, and everything that can happen between them.

Theory of operation
-------------------
The other modules are the parts. This one connects them: a tuple goes from the task that emits it to every bolt that
takes tuples from its stream, and there to the tasks that the grouping chooses. A message about a tree goes to the acker
task that its root id selects. An acker's notification goes to the spout task that it names. All of them wait in
channels, in order between two tasks, until they are delivered.

Nothing happens by itself. `Topology.step` takes one event and returns what happened, in order. Some events are the
normal work of a cluster: a spout task is asked for its next tuple, a message is delivered, time passes for one task.
Others are faults: a task dies and is started again with empty state, it pauses, a message is lost or doubled or
overtakes others, a bolt behaves badly. An event does nothing if there is nothing to do (there is no such message, the
source is empty). So any part of a list of events is a legal list of events.

Several tasks may share an executor. An executor is one thread, so a tick, a pause or a death of one of its tasks
happens to all of them. The spout tasks of one executor share the pending map, and a bound for all of them.

The state of a task dies with it. Messages that it has sent do not, except, with `outboxes`, those that wait with a
paused task. Messages on the way to it wait for its successor, which is the same `Task`. A spout task that dies is a
client that disconnects, and the source offers its messages again. It is opened again before it emits again. It was
closed before only if it was shut down in good order.

`Settle` is the opposite of a fault: everything is delivered and every spout is asked, until nothing happens any more.
Spout and acker tasks have no ticks meanwhile; bolt tasks do, so that batches are finished.

Rules: the chapter on the topology, `SYS-01` onwards. Source: guarantee-1.0.
"""

from collections.abc import Collection, Iterator, Sequence
from itertools import chain, count
from typing import assert_never

from attrs import define, field, frozen

from acking.anchoring import MessageId
from acking.errors import IllegalUse, UnknownTask
from acking.ids import RootId
from acking.messages import Ack, AckerMessage, Fail, Init, Kind, Notification, ResetTimeout
from acking.routing import acker_index
from acking.spout import Callback, Effect, Sent
from acking.topology.bolts import AckInput, AskForTime, Bolt, Call, Conduct, EmitTuple, FailInput, Input, conducted
from acking.topology.channels import Channels, Pair
from acking.topology.events import (
    Activate,
    Command,
    Deactivate,
    Deliver,
    Die,
    Double,
    Event,
    Fault,
    Flow,
    Flowing,
    Lose,
    NextTuple,
    Pause,
    Resume,
    Settle,
    Stop,
    Tick,
)
from acking.topology.groupings import Subscription, chosen, stream_of
from acking.topology.happenings import (
    AckSent,
    Activated,
    BoltTupleSent,
    CalledBack,
    CallRefused,
    Closed,
    Deactivated,
    Died,
    Doubled,
    Dropped,
    Emitted,
    EmittedUntracked,
    FailSent,
    Happening,
    InitSent,
    InputAcked,
    InputFailed,
    Lost,
    NotificationArrived,
    NotificationSent,
    OfferedAgain,
    Opened,
    ReportArrived,
    ResetSent,
    SpoutTupleSent,
    TupleArrived,
)
from acking.topology.plan import AckerTask, Collector, Executor, Plan
from acking.topology.source import Source
from acking.topology.tasks import ACKER, SPOUT, Task

LAPS = 4
"""`Settle` makes at most `LAPS` times (the number of messages of the source plus one) rounds. Otherwise an acker that
fails every tree would keep it busy for ever: each fail brings the message back."""


@frozen
class SentTuple:
    """A tuple under way to a bolt task, with its message id."""

    value: str
    message_id: MessageId


@frozen
class Envelope:
    """A message under way between two tasks, with its name in the happenings."""

    name: str
    content: SentTuple | AckerMessage | Notification


@define
class Topology:
    """A running topology. `ids` gives fresh ids for roots and edges: signed numbers of `ID_BITS` bits, none of them
    twice. It must not end.

    The parts are stored by task; the spout tasks of one executor share one. `mates` are the tasks that share an
    executor with a task, and the task itself. `paused`, `inactive` and `opened` are the tasks that are in that state
    now.

    The rest is private. `_tasks` has the tasks of each component, `_trees` the name of the tree of each root, and
    `_happened` collects the answer of `step`. The others count. `_attempts` has how often each message was emitted,
    `_receipts` how often each tuple was received, `_dealt` the turn of the last value from one component to another,
    from 0, for shuffle grouping, and `_numbers` the next number of a name by its letter: `t` for tuples, `a` for
    messages to ackers, `w` for notifications.
    """

    plan: Plan
    ids: Iterator[int]
    source: Source = field(init=False)
    executors: dict[Task, Executor] = field(init=False, factory=dict)
    ackers: dict[Task, AckerTask] = field(init=False, factory=dict)
    bolts: dict[Task, Bolt] = field(init=False, factory=dict)
    collectors: dict[Task, Collector] = field(init=False, factory=dict)
    channels: Channels[Envelope] = field(init=False, factory=Channels)
    paused: set[Task] = field(init=False, factory=set)
    inactive: set[Task] = field(init=False, factory=set)
    opened: set[Task] = field(init=False, factory=set)
    mates: dict[Task, tuple[Task, ...]] = field(init=False, factory=dict)
    _tasks: dict[str, tuple[Task, ...]] = field(init=False, factory=dict)
    _trees: dict[RootId, str] = field(init=False, factory=dict)
    _attempts: dict[str, int] = field(init=False, factory=dict)
    _receipts: dict[str, int] = field(init=False, factory=dict)
    _numbers: dict[str, Iterator[int]] = field(init=False, factory=dict)
    _dealt: dict[tuple[str, str], int] = field(init=False, factory=dict)
    _happened: list[Happening] = field(init=False, factory=list)

    def __attrs_post_init__(self) -> None:
        self.source = self.plan.make_source(list(self.plan.messages))
        for component in (SPOUT, ACKER, *(bolt.name for bolt in self.plan.bolts)):
            self._tasks[component] = self.plan.tasks_of(component)
            self.mates |= {task: tasks for tasks in self.plan.executors_of(component) for task in tasks}
        for task in self.tasks:
            if task not in self.executors:
                self._start(task)

    @property
    def tasks(self) -> tuple[Task, ...]:
        """All tasks: of the spout, of the acker, and of the bolts in the order of the plan."""
        return tuple(chain.from_iterable(self._tasks.values()))

    @property
    def records(self) -> int:
        """How many trees the acker tasks keep."""
        return sum(len(acker.pending) for acker in self.ackers.values())

    @property
    def waiting(self) -> int:
        """How many emissions the spout tasks wait for."""
        return sum(len(self.executors[first].pending) for first, *_ in self.plan.executors_of(SPOUT))

    def step(self, event: Event) -> tuple[Happening, ...]:
        """Apply one event; return everything that happens, in order.

        Raise `UnknownTask` if the event is about one task, and the topology does not have it. A channel between tasks
        that do not exist is an empty one.
        """
        self._happened = []
        match event:
            case NextTuple(spout, tracked, most):
                self._next_tuple(self._known(spout, self.executors), tracked=tracked, most=most)
            case Deliver(sender, receiver, place, conduct):
                self._deliver((sender, receiver), place, conduct)
            case Flow(kind):
                self._deliver_all(kind)
            case Tick(task):
                self._tick(self._known(task, self.tasks))
            case Settle():
                self._settle()
            case Deactivate() | Activate() | Stop():
                self._command(event)
            case _:
                self._fault(event)
        return tuple(self._happened)

    def _fault(self, event: Fault) -> None:
        match event:
            case Die(task):
                self._die(self._known(task, self.tasks))
            case Pause(task):
                self.paused.update(self.mates[self._known(task, self.tasks)])
            case Resume(task):
                self.paused.difference_update(self.mates[self._known(task, self.tasks)])
            case Lose(sender, receiver, None):
                for lost in self.channels.drop((sender, receiver)):
                    self._happens(Lost(receiver, lost.name))
            case Lose(sender, receiver, int(place)):
                taken = self.channels.take((sender, receiver), place)
                if taken is not None:
                    self._happens(Lost(receiver, taken.name))
            case Double(sender, receiver):
                for copied in self.channels.double((sender, receiver)):
                    self._happens(Doubled(receiver, copied.name))

    def _command(self, event: Command) -> None:
        """Deactivate, activate or stop the tasks of an executor. A paused one does not get the command."""
        task = self._known(event.task, self.tasks)
        if task in self.paused:
            return
        match event:
            case Stop():
                self._call_spouts(task, Closed)
                self._die(task)
            case Deactivate() if task in self.executors and task not in self.inactive:
                self.inactive.update(self.mates[task])
                self._call_spouts(task, Deactivated)
            case Activate() if task in self.inactive:
                self.inactive.difference_update(self.mates[task])
                self._call_spouts(task, Activated)

    def _call_spouts(self, task: Task, call: type[Activated | Deactivated | Closed]) -> None:
        """Call the spouts of an executor, if they show their lives and are open."""
        for spout in self.mates[task]:
            if self.plan.lifecycle and spout in self.opened:
                self._happens(call(spout))

    # Tasks begin and end.

    def _start(self, task: Task) -> None:
        if task.component == SPOUT:
            mates = self.mates[task]
            executor = self.plan.make_executor(frozenset(mate.index for mate in mates), self.plan.ackers)
            self.executors.update(dict.fromkeys(mates, executor))
        elif task.component == ACKER:
            self.ackers[task] = self.plan.make_acker(task.index - 1)
        else:
            (bolt,) = (bolt for bolt in self.plan.bolts if bolt.name == task.component)
            self.bolts[task], self.collectors[task] = bolt.make(), self.plan.make_collector()

    def _die(self, task: Task) -> None:
        mates = self.mates[task]
        for mate in mates:
            self._happens(Died(mate))
        if self.plan.outboxes and task in self.paused:
            for pair in [pair for pair in self.channels.pairs() if pair[0] in mates]:
                for lost in self.channels.drop(pair):
                    self._happens(Lost(pair[1], lost.name))
        # A task that is inactive stays so: a deactivation outlives the death (SYS-38).
        self.paused.difference_update(mates)
        self.opened.difference_update(mates)
        for mate in mates[:1] if task in self.executors else mates:  # spout tasks have one executor, which is made once
            self._start(mate)
        for mate in mates:
            for message in self.source.disconnect(mate):
                self._happens(OfferedAgain(mate, message))

    # Spouts emit, and are notified.

    def _next_tuple(self, spout: Task, *, tracked: bool, most: int = 1) -> None:
        """Ask a spout task for its next tuples, unless its executor is at its bound, which is tested once, before."""
        if spout in self.paused or spout in self.inactive:
            return
        self._open(spout)
        mates, bound = self.mates[spout], self.plan.bound
        if bound is None or len(self.executors[spout].pending) < bound * len(mates):
            for _ in range(most):
                self._emit_next(spout, tracked=tracked)

    def _open(self, spout: Task) -> None:
        """Open and activate the spout tasks of an executor, once in their life."""
        if self.plan.lifecycle and spout not in self.opened:
            mates = self.mates[spout]
            self.opened.update(mates)
            for mate in mates:
                self._happens(Opened(mate))
            for mate in mates:
                self._happens(Activated(mate))

    def _emit_next(self, spout: Task, *, tracked: bool) -> None:
        executor = self.executors[spout]
        message = self.source.open(spout)
        if message is None:
            return
        self._attempts[message] = self._attempts.get(message, 0) + 1
        root, tree = self.fresh_root(message), f"{message}/{self._attempts[message]}"
        self._trees[root] = tree
        self._happens((Emitted if tracked else EmittedUntracked)(spout, tree, message, root))
        value = self.plan.messages[message]
        receivers = self._receivers(SPOUT, value, list(self.plan.messages).index(message) + 1)
        edges = [next(self.ids) for _ in receivers]
        # The message id is the name of the tree: a callback then says which attempt at the message it is about.
        for effect in executor.emit(spout.index, root, tree if tracked else None, edges):
            match effect:
                case Sent(place, message_id):
                    name = self._send((spout, receivers[place]), "t", SentTuple(value, message_id))
                    self._happens(
                        SpoutTupleSent(sender=spout, receiver=receivers[place], name=name, tree=tree, value=value)
                    )
                case Init():
                    self._report(spout, effect)
                case Callback():
                    self._called(spout, effect)
        if not tracked and message in self.source.pending:
            self.source.done(message)  # it is untracked, so no callback will follow
            self._happens(Dropped(spout, message))

    def fresh_root(self, message: str) -> RootId:
        """Return the root id of a message's next emission: a new one each time, also for a replay."""
        # A root derived from the message would be that of an earlier attempt, whose messages may still be under way.
        del message
        return next(self.ids)

    def _heard(self, spout: Task, effects: Sequence[Effect]) -> None:
        for effect in effects:
            if isinstance(effect, Callback):
                self._called(spout, effect)

    def _called(self, mate: Task, call: Callback) -> None:
        """Call back the spout task that a callback is for: `mate`, or another task of its executor."""
        spout = Task(mate.component, call.task)
        tree, message = call.message, call.message.rpartition("/")[0]
        self._happens(CalledBack(spout, tree, message, call.kind))
        if self.source.pending.get(message) != spout:
            return  # a surplus callback: the queue has no such message open for this client
        if call.kind is Kind.ACK:
            self.source.done(message)
            self._happens(Dropped(spout, message))
        else:
            self.source.give_back(message)
            self._happens(OfferedAgain(spout, message))

    # Messages arrive.

    def _deliver(self, pair: Pair, place: int = 0, conduct: Conduct = Conduct.NORMAL) -> None:
        receiver = pair[1]
        waits = receiver in self.paused or self._is_held_back(pair)
        envelope = None if waits else self.channels.take(pair, place)
        if envelope is None:
            return
        match envelope.content:
            case SentTuple():
                self._execute(receiver, envelope.name, envelope.content, conduct)
            case Notification():
                self._happens(NotificationArrived(receiver, envelope.name))
                self._heard(receiver, self.executors[receiver].notified(envelope.content))
            case _:
                self._happens(ReportArrived(receiver, envelope.name))
                for notification in self.ackers[receiver].receive(envelope.content):
                    self._notify(receiver, notification)

    def _execute(self, task: Task, name: str, content: SentTuple, conduct: Conduct) -> None:
        before = self._receipts.get(name, 0)
        self._receipts[name] = before + 1
        taken = Input(name + "'" * before, content.value)  # a tuple that was doubled is received twice
        self._happens(TupleArrived(task, name, taken.name))
        self.collectors[task].receive(taken.name, content.message_id)
        self._do(task, conducted(self.bolts[task], taken, conduct))

    # Bolts call.

    def _do(self, task: Task, calls: Sequence[Call]) -> None:
        emits = count(1)
        for call in calls:
            try:
                self._call(task, call, next(emits) if isinstance(call, EmitTuple) else 0)
            except IllegalUse:
                self._happens(CallRefused(task, call))

    def _call(self, task: Task, call: Call, number: int) -> None:
        """Carry out a call of a bolt task; an emit is the `number`-th for its input."""
        collector = self.collectors[task]
        match call:
            case EmitTuple(value, anchors):
                receivers = self._receivers(task.component, value, number)
                edges = [[next(self.ids) for _ in anchors] for _ in receivers]
                for receiver, message_id in zip(receivers, collector.emit(anchors, edges), strict=True):
                    name = self._send((task, receiver), "t", SentTuple(value, message_id))
                    self._happens(
                        BoltTupleSent(sender=task, receiver=receiver, name=name, anchors=anchors, value=value)
                    )
            case AckInput(receipt):
                acks = collector.ack(receipt)
                self._happens(InputAcked(task, receipt))
                for ack in acks:
                    self._report(task, ack, receipt)
            case FailInput(receipt):
                fails = collector.fail(receipt)
                self._happens(InputFailed(task, receipt))
                for fail in fails:
                    self._report(task, fail, receipt)
            case AskForTime(receipt):
                for reset in collector.more_time(receipt):
                    self._report(task, reset, receipt)

    # Time passes, or everything settles.

    def _tick(self, task: Task) -> None:
        if task in self.paused:
            return
        if task in self.executors:
            self._heard(task, self.executors[task].tick())
        elif task in self.ackers:
            self.ackers[task].tick()
        else:
            for mate in self.mates[task]:
                self._do(mate, self.bolts[mate].tick())

    def _settle(self) -> None:
        for _ in range(LAPS * (len(self.plan.messages) + 1)):
            before = len(self._happened)
            for spout in self.executors:
                self._next_tuple(spout, tracked=True)
            self._deliver_all()
            self._finish_batches()
            if len(self._happened) == before:
                return

    def _finish_batches(self) -> None:
        """Let bolts finish what they hold, and deliver everything. A bolt that is named before the one that feeds it
        gets inputs after its turn; so it has another turn, as often as there can be bolts in a row.
        """
        for _ in self.plan.bolts:
            before = len(self._happened)
            for task in self.bolts:
                self._tick(task)
                self._deliver_all()
            if len(self._happened) == before:
                return

    def _deliver_all(self, kind: Flowing | None = None) -> None:
        """Deliver all messages under way, of one kind or all, and those that result: from each channel in turn."""
        while pairs := [pair for pair in self.channels.pairs() if self._flows(pair, kind)]:
            for pair in pairs:
                self._deliver(pair)

    def _flows(self, pair: Pair, kind: Flowing | None) -> bool:
        receiver = pair[1]
        to = {SPOUT: Flowing.NOTIFICATIONS, ACKER: Flowing.REPORTS}.get(receiver.component, Flowing.TUPLES)
        return kind in (None, to) and receiver not in self.paused and not self._is_held_back(pair)

    def _is_held_back(self, pair: Pair) -> bool:
        """Whether the message waits in an outbox of its sender, which is paused."""
        return self.plan.outboxes and pair[0] in self.paused

    # Wires.

    def _receivers(self, component: str, value: str, number: int) -> list[Task]:
        """Return the tasks that get the `number`-th value of a component: see `groupings`."""
        receivers: list[Task] = []
        stream = stream_of(number, self.plan.streams_of(component))
        for bolt in self.plan.bolts:
            taken = bolt.takes.get(component, Subscription())
            if component in bolt.after and taken.stream == stream:
                pair = component, bolt.name
                turn = self._dealt[pair] = self._dealt.get(pair, -1) + 1
                receivers += chosen(taken.grouping, self._tasks[bolt.name], value, number, turn)
        return receivers

    def _report(self, sender: Task, message: AckerMessage, receipt: str = "") -> None:
        """Send a message about a tree to its acker task. All but an init are about a receipt of the sender."""
        acker = self._tasks[ACKER][acker_index(message.root, self.plan.ackers)]
        name, tree = self._send((sender, acker), "a", message), self._tree(message.root)
        match message:
            case Init():
                self._happens(InitSent(sender, acker, name, tree))
            case Ack():
                self._happens(AckSent(sender=sender, receiver=acker, name=name, tree=tree, receipt=receipt))
            case Fail():
                self._happens(FailSent(sender=sender, receiver=acker, name=name, tree=tree, receipt=receipt))
            case ResetTimeout():
                self._happens(ResetSent(sender=sender, receiver=acker, name=name, tree=tree, receipt=receipt))
            case _:
                assert_never(message)

    def _notify(self, acker: Task, notification: Notification) -> None:
        spout = Task(SPOUT, notification.task)
        name = self._fresh("w")  # used up even if there is no such spout task, so that later names do not change
        if spout in self.executors:
            self.channels.send((acker, spout), Envelope(name, notification))
            tree = self._tree(notification.root)
            self._happens(NotificationSent(sender=acker, receiver=spout, name=name, tree=tree, kind=notification.kind))

    def _send(self, pair: Pair, letter: str, content: SentTuple | AckerMessage | Notification) -> str:
        """Send something under a fresh name; return the name."""
        name = self._fresh(letter)
        self.channels.send(pair, Envelope(name, content))
        return name

    # Names, and what happened.

    def _known(self, task: Task, among: Collection[Task]) -> Task:
        if task not in among:
            raise UnknownTask(f"there is no task '{task}' for that; there are {', '.join(map(str, among))}")
        return task

    def _tree(self, root: RootId) -> str:
        return self._trees.get(root, "no tree")

    def _fresh(self, letter: str) -> str:
        return f"{letter}{next(self._numbers.setdefault(letter, count(1)))}"

    def _happens(self, happening: Happening) -> None:
        self._happened.append(happening)
