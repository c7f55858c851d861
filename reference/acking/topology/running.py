"""The topology: a source, spout tasks, bolt tasks and acker tasks, and everything that can happen between them.

Theory of operation
-------------------
The other modules are parts. Here they are put together, and nothing is added but wires: a tuple goes from the task
that emits it to one task of every bolt that takes tuples from there, chosen by the tuple's value; a message about a
tree goes to the one acker task that its root id names; an acker's word goes to the spout task that it names. All of
them wait in channels, in order between two tasks, until they are delivered.

Nothing happens by itself. `Topology.step` takes one event and returns what happened, in order. The events are what a
cluster does to a topology: a spout task is asked for its next tuple, a message is delivered, time passes for one task.
And what it does when something is wrong: a task dies and is started again with empty hands, it pauses, a message is
lost or doubled or overtakes others, a bolt behaves badly. An event that finds nothing to do (there is no such message,
the source is empty) does nothing: so any part of a list of events is a list of events.

What a task knows dies with it. What it has sent does not, and what is on the way to it waits for its successor, which
has its name. A spout task that dies is a client that disconnects, and the source offers its messages again.

`Settle` is the opposite of a fault: everything is delivered and everybody is asked, until nothing moves any more. Only
time does not pass in it.

Rules: the chapter on the topology, `SYS-01` onwards. Source: guarantee-1.0.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import count

from attrs import define, field, frozen

from acking.anchoring import MessageId
from acking.errors import IllegalUse
from acking.messages import Ack, AckerMessage, Fail, Init, Kind, Notification
from acking.routing import acker_index
from acking.spout import Callback, Effect, Sent
from acking.topology.bolts import AckInput, Bolt, Call, Conduct, EmitTuple, FailInput, Input, conducted
from acking.topology.channels import Channels, Pair
from acking.topology.events import (
    Deliver,
    Die,
    Double,
    Event,
    Fault,
    Flow,
    Flowing,
    Happening,
    Lose,
    NextTuple,
    Pause,
    Resume,
    Settle,
    Tick,
)
from acking.topology.plan import ACKER, SPOUT, AckerTask, Collector, Executor, Plan
from acking.topology.source import Source

LAPS = 4
"""So many times the number of messages, at most, spouts are asked until nothing happens any more."""


@frozen
class _Tuple:
    value: str
    message_id: MessageId


@frozen
class _Parcel:
    name: str
    content: _Tuple | AckerMessage | Notification


@define
class Topology:
    """A running topology. `ids` gives fresh ids for roots and edges."""

    plan: Plan
    ids: Iterator[int]
    source: Source = field(init=False)
    executors: dict[str, Executor] = field(init=False, factory=dict)
    ackers: dict[str, AckerTask] = field(init=False, factory=dict)
    bolts: dict[str, Bolt] = field(init=False, factory=dict)
    collectors: dict[str, Collector] = field(init=False, factory=dict)
    channels: Channels[_Parcel] = field(init=False, factory=Channels)
    paused: set[str] = field(init=False, factory=set)
    _trees: dict[int, str] = field(init=False, factory=dict)
    _attempts: dict[str, int] = field(init=False, factory=dict)
    _receipts: dict[str, int] = field(init=False, factory=dict)
    _numbers: dict[str, Iterator[int]] = field(init=False, factory=dict)
    _told: list[Happening] = field(init=False, factory=list)

    def __attrs_post_init__(self) -> None:
        self.source = self.plan.make_source(list(self.plan.messages))
        for component in (SPOUT, ACKER, *(bolt.name for bolt in self.plan.bolts)):
            for task in self.plan.tasks_of(component):
                self._start(task)

    @property
    def records(self) -> int:
        """How many trees the acker tasks keep."""
        return sum(len(acker.pending) for acker in self.ackers.values())

    @property
    def waiting(self) -> int:
        """How many emissions the spout tasks wait for."""
        return sum(len(executor.pending) for executor in self.executors.values())

    def step(self, event: Event) -> tuple[Happening, ...]:
        """Let one thing happen; return all that came of it, in order."""
        self._told = []
        match event:
            case NextTuple(spout, tracked):
                self._next_tuple(self._known(spout, self.executors), tracked=tracked)
            case Deliver(sender, receiver, place, conduct):
                self._deliver((sender, receiver), place, conduct)
            case Flow(kind):
                self._deliver_all(kind)
            case Tick(task):
                self._tick(self._known(task))
            case Settle():
                self._settle()
            case _:
                self._fault(event)
        return tuple(self._told)

    def _fault(self, event: Fault) -> None:
        match event:
            case Die(task):
                self._die(self._known(task))
            case Pause(task):
                self.paused.add(self._known(task))
            case Resume(task):
                self.paused.discard(self._known(task))
            case Lose(sender, receiver, None):
                self._tell_each("lost", receiver, self.channels.drop((sender, receiver)))
            case Lose(sender, receiver, int(place)):
                lost = self.channels.take((sender, receiver), place)
                self._tell_each("lost", receiver, [lost] if lost else [])
            case Double(sender, receiver):
                self._tell_each("doubled", receiver, self.channels.double((sender, receiver)))

    # Tasks begin and end.

    def _start(self, task: str) -> None:
        component, _, number = task.rpartition("-")
        if component == SPOUT:
            self.executors[task] = self.plan.make_executor(frozenset({int(number)}), self.plan.ackers)
        elif component == ACKER:
            self.ackers[task] = self.plan.make_acker(int(number) - 1)
        else:
            (bolt,) = (bolt for bolt in self.plan.bolts if bolt.name == component)
            self.bolts[task], self.collectors[task] = bolt.make(), self.plan.make_collector()

    def _die(self, task: str) -> None:
        self._tell("died", task)
        self.paused.discard(task)
        self._start(task)
        for message in self.source.disconnect(task):
            self._tell("back", task, name=message)

    # Spouts emit, and hear.

    def _next_tuple(self, spout: str, *, tracked: bool) -> None:
        executor = self.executors[spout]
        if spout in self.paused or (
            self.plan.max_pending is not None and len(executor.pending) >= self.plan.max_pending
        ):
            return
        message = self.source.open(spout)
        if message is None:
            return
        self._attempts[message] = self._attempts.get(message, 0) + 1
        root, tree = self.fresh_root(message), f"{message}/{self._attempts[message]}"
        self._trees[root] = tree
        self._tell("emission" if tracked else "untracked", spout, name=tree, about=(message,), root=root)
        value = self.plan.messages[message]
        receivers = self._receivers(SPOUT, value)
        edges = [next(self.ids) for _ in receivers]
        task = int(spout.rpartition("-")[2])
        for effect in executor.emit(task, root, tree if tracked else None, edges):
            if isinstance(effect, Sent):
                self._send_tuple(spout, receivers[effect.receiver], _Tuple(value, effect.message_id), (tree,))
            elif isinstance(effect, Init):
                self._send_to_acker(spout, effect, "init")
            else:
                self._called(spout, effect)
        if not tracked and message in self.source.pending:
            self.source.done(message)  # nobody will ever say more of it
            self._tell("done", spout, name=message)

    def fresh_root(self, message: str) -> int:
        """Return the root id of a message's next emission: a new one for each, also where it was emitted before."""
        del message
        return next(self.ids)

    def _heard(self, spout: str, effects: Sequence[Effect]) -> None:
        for effect in effects:
            if isinstance(effect, Callback):
                self._called(spout, effect)

    def _called(self, spout: str, call: Callback) -> None:
        tree, message = call.message, call.message.rpartition("/")[0]
        self._tell(f"called-{call.kind.value}", spout, name=tree, about=(message,))
        if self.source.pending.get(message) != spout:
            return  # a word too many: the queue has no such message open for this client
        if call.kind is Kind.ACK:
            self.source.done(message)
            self._tell("done", spout, name=message)
        else:
            self.source.give_back(message)
            self._tell("back", spout, name=message)

    # Messages arrive.

    def _deliver(self, pair: Pair, place: int = 0, conduct: Conduct = Conduct.NORMAL) -> None:
        receiver = pair[1]
        parcel = None if receiver in self.paused else self.channels.take(pair, place)
        if parcel is None:
            return
        match parcel.content:
            case _Tuple():
                self._execute(receiver, parcel.name, parcel.content, conduct)
            case Notification():
                self._tell("arrives", receiver, name=parcel.name)
                self._heard(receiver, self.executors[receiver].notified(parcel.content))
            case _:
                self._tell("arrives", receiver, name=parcel.name)
                for word in self.ackers[receiver].receive(parcel.content):
                    self._send_word(receiver, word)

    def _execute(self, task: str, name: str, content: _Tuple, conduct: Conduct) -> None:
        before = self._receipts.get(name, 0)
        self._receipts[name] = before + 1
        taken = Input(name + "'" * before, content.value)
        self._tell("arrives", task, name=name, about=(taken.name,))
        self.collectors[task].receive(taken.name, content.message_id)
        self._do(task, conducted(self.bolts[task], taken, conduct))

    # Bolts call.

    def _do(self, task: str, calls: Sequence[Call]) -> None:
        for call in calls:
            try:
                self._call(task, call)
            except IllegalUse:
                about = call.anchors if isinstance(call, EmitTuple) else (call.name,)
                self._tell("refused", task, name=_NAMES[type(call)], about=about)

    def _call(self, task: str, call: Call) -> None:
        collector = self.collectors[task]
        match call:
            case EmitTuple(value, anchors):
                receivers = self._receivers(task.rpartition("-")[0], value)
                edges = [[next(self.ids) for _ in anchors] for _ in receivers]
                for receiver, message_id in zip(receivers, collector.emit(anchors, edges), strict=True):
                    self._send_tuple(task, receiver, _Tuple(value, message_id), anchors)
            case AckInput(name):
                acks = collector.ack(name)
                self._tell("acks", task, name=name)
                for ack in acks:
                    self._send_to_acker(task, ack, "ack", name)
            case FailInput(name):
                fails = collector.fail(name)
                self._tell("fails", task, name=name)
                for fail in fails:
                    self._send_to_acker(task, fail, "fail", name)

    # Time passes, or everything comes to rest.

    def _tick(self, task: str) -> None:
        if task in self.paused:
            return
        if task in self.executors:
            self._heard(task, self.executors[task].tick())
        elif task in self.ackers:
            self.ackers[task].tick()
        else:
            self._do(task, self.bolts[task].tick())

    def _settle(self) -> None:
        for _ in range(LAPS * (len(self.plan.messages) + 1)):
            before = len(self._told)
            for spout in self.executors:
                self._next_tuple(spout, tracked=True)
            self._deliver_all()
            for task in self.bolts:
                self._tick(task)
                self._deliver_all()
            if len(self._told) == before:
                return

    def _deliver_all(self, kind: Flowing | None = None) -> None:
        """Deliver what is under way, of one kind or all, and what comes of it: from each channel in turn."""
        while pairs := [pair for pair in self.channels.pairs() if self._flows(pair, kind)]:
            for pair in pairs:
                self._deliver(pair)

    def _flows(self, pair: Pair, kind: Flowing | None) -> bool:
        to = {**dict.fromkeys(self.executors, Flowing.WORDS), **dict.fromkeys(self.ackers, Flowing.REPORTS)}
        return pair[1] not in self.paused and kind in (None, to.get(pair[1], Flowing.TUPLES))

    # Wires.

    def _receivers(self, component: str, value: str) -> list[str]:
        """Return one task of each bolt that takes tuples from a component: the same for the same value."""
        receivers = []
        for bolt in self.plan.bolts:
            if component in bolt.after:
                tasks = self.plan.tasks_of(bolt.name)
                receivers.append(tasks[sum(value.encode()) % len(tasks)])
        return receivers

    def _send_tuple(self, sender: str, receiver: str, content: _Tuple, about: tuple[str, ...]) -> None:
        self._send("tuple", (sender, receiver), _Parcel(self._fresh("t"), content), about, content.value)

    def _send_to_acker(self, sender: str, message: Init | Ack | Fail, what: str, *about: str) -> None:
        acker = self.plan.tasks_of(ACKER)[acker_index(message.root, self.plan.ackers)]
        self._send(what, (sender, acker), _Parcel(self._fresh("a"), message), (self._tree(message.root), *about))

    def _send_word(self, acker: str, word: Notification) -> None:
        spout = f"{SPOUT}-{word.task}"
        parcel = _Parcel(self._fresh("w"), word)
        if spout in self.executors:
            self._send(f"says-{word.kind.value}", (acker, spout), parcel, (self._tree(word.root),))

    def _send(self, what: str, pair: Pair, parcel: _Parcel, about: tuple[str, ...], value: str | None = None) -> None:
        sender, receiver = pair
        self.channels.send(pair, parcel)
        self._tell(what, sender, to=receiver, name=parcel.name, about=about, value=value)

    # Names, and what is told.

    def _known(self, task: str, among: Mapping[str, object] | None = None) -> str:
        tasks = {**self.executors, **self.ackers, **self.bolts} if among is None else among
        if task not in tasks:
            raise IllegalUse(f"there is no task {task!r} for that; there are {', '.join(tasks)}")
        return task

    def _tree(self, root: int) -> str:
        return self._trees.get(root, "no tree")

    def _fresh(self, letter: str) -> str:
        return f"{letter}{next(self._numbers.setdefault(letter, count(1)))}"

    def _tell_each(self, what: str, task: str, parcels: Sequence[_Parcel]) -> None:
        for parcel in parcels:
            self._tell(what, task, name=parcel.name)

    def _tell(  # noqa: PLR0913 - the fields of a Happening, by name
        self,
        what: str,
        task: str,
        *,
        to: str | None = None,
        name: str | None = None,
        about: tuple[str, ...] = (),
        root: int | None = None,
        value: str | None = None,
    ) -> None:
        self._told.append(Happening(what, task, to, name, about, root, value))


_NAMES = {EmitTuple: "emit", AckInput: "ack", FailInput: "fail"}
