"""The reference's topology as a target.

It only translates operations and happenings, and creates the bolts of a configuration.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from typing import assert_never

import acking
from acking.errors import UnknownTask
from acking.topology import Topology, bolts, events, groupings, happenings, plan
from acking.topology.tasks import Task
from attrs import define, field

import ackproof
from ackproof.components import Operation, Result, no_operation_of
from ackproof.components import happenings as reported
from ackproof.components import topology as words
from ackproof.errors import Refused
from ackproof.target import MORE_TIME, WIRED, Component, Config, Description

ID_BITS = 64


def make() -> "TopologyTarget":
    """Return the reference's topology."""
    return TopologyTarget()


@define
class TopologyTarget:
    """The reference's topology. A subclass may use other parts, or another topology."""

    name: str = "topology-reference"

    def describe(self) -> Description:
        """Describe the component `topology`."""
        return Description(
            name=self.name,
            version=ackproof.__version__,
            language="python",
            components=("topology",),
            capabilities=WIRED | {"pending", MORE_TIME},
        )

    @property
    def counts_records(self) -> bool:
        """Whether the ackers report the number of their records."""
        return True

    def open(self, component: str, config: Config) -> Component:
        """Create the topology of a configuration."""
        if component != "topology":
            raise Refused(f"{self.name} is a topology and has no {component}")
        try:
            return _Running(self.submitted(self.planned(config)), counts_records=self.counts_records)
        except acking.IllegalUse as illegal:
            raise Refused(str(illegal)) from illegal

    def planned(self, config: Config) -> plan.Plan:
        """Return the plan of a configuration."""
        profile = acking.PROFILES[config.profile]
        return plan.Plan(
            messages={message: message for message in config.wiring.messages},
            bolts=tuple(
                plan.BoltPlan(
                    name=shape.name,
                    make=self.bolt(shape),
                    after=shape.after,
                    tasks=shape.tasks,
                    takes={each.component: _subscription(each) for each in shape.takes},
                    streams=shape.streams,
                    executor_tasks=shape.executor_tasks,
                )
                for shape in config.wiring.bolts
            ),
            make_acker=lambda _: acking.Acker(profile),
            spouts=len(config.spout_tasks),
            ackers=config.ackers,
            max_pending=config.wiring.max_pending,
            unbounded_by_zero=config.profile != "storm1",
            executor_tasks=config.wiring.executor_tasks,
            lifecycle=config.wiring.lifecycle,
            outboxes=config.wiring.outboxes,
            streams=config.wiring.streams,
        )

    def bolt(self, shape: words.BoltShape) -> Callable[[], bolts.Bolt]:
        """Return a factory of a bolt task's code."""
        return bolt_of(shape)

    def submitted(self, made: plan.Plan) -> Topology:
        """Return a new topology by a plan."""
        return Topology(made, fresh_ids())

    def close(self) -> None:
        """Do nothing: there are no resources."""


def _subscription(subscribed: words.Subscription) -> groupings.Subscription:
    return groupings.Subscription(subscribed.stream, groupings.Grouping(subscribed.grouping))


def fresh_ids() -> Iterator[int]:
    """Yield 64-bit ids, the same in every run. Whether a tree is done must not depend on them."""
    source = random.Random("ids of a topology")
    while True:
        yield source.getrandbits(ID_BITS) - (1 << (ID_BITS - 1))


def bolt_of(shape: words.BoltShape) -> Callable[[], bolts.Bolt]:
    """Return a factory of a bolt task's code, which makes `fan` numbered values from each input or batch."""

    def work(values: Sequence[str]) -> list[str]:
        joined = "+".join(values)
        return [joined if shape.fan == 1 else f"{joined}.{number + 1}" for number in range(shape.fan)]

    match shape.kind:
        case "plain":
            return lambda: bolts.Plain(work)
        case "basic":
            return lambda: bolts.Basic(work)
        case "batch":
            return lambda: bolts.Batch(work, shape.enough)
        case "loose":
            return lambda: bolts.Loose(work)
    raise Refused(f"there is no kind of bolt {shape.kind!r}")


@define
class _Running:
    topology: Topology
    counts_records: bool
    tasks: dict[str, Task] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.tasks = {str(task): task for task in self.topology.tasks}

    def apply(self, operations: Sequence[Operation]) -> Sequence[Result]:
        return [self._one(operation) for operation in operations]

    def close(self) -> None:
        pass

    def _one(self, operation: Operation) -> words.TopologyResult:
        happened = [each for event in self._events(operation) for each in self.topology.step(event)]
        shown = tuple(map(in_words, happened))
        records = self.topology.records if self.counts_records else None
        return words.TopologyResult(shown, records, self.topology.waiting)

    def _events(self, operation: Operation) -> Iterator[events.Event]:  # noqa: C901, PLR0912 - one case for each
        """Yield the event for an operation; none if a task of its channel does not exist, so that the channel is
        empty.
        """
        match operation:
            case words.Deliver(sender, receiver) | words.Lose(sender, receiver) | words.Double(sender, receiver):
                if sender in self.tasks and receiver in self.tasks:
                    yield _on_channel(operation, self.tasks[sender], self.tasks[receiver])
            case words.NextTuple(spout, tracked, most):
                yield events.NextTuple(self._task(spout), tracked, most)
            case words.Flow(kind):
                yield events.Flow(events.Flowing(kind))
            case words.Settle():
                yield events.Settle()
            case words.TaskTick(task):
                yield events.Tick(self._task(task))
            case words.Die(task):
                yield events.Die(self._task(task))
            case words.Pause(task):
                yield events.Pause(self._task(task))
            case words.Resume(task):
                yield events.Resume(self._task(task))
            case words.Deactivate(task):
                yield events.Deactivate(self._task(task))
            case words.Activate(task):
                yield events.Activate(self._task(task))
            case words.Stop(task):
                yield events.Stop(self._task(task))
            case _:
                raise no_operation_of("topology", operation)

    def _task(self, name: str) -> Task:
        if name not in self.tasks:
            raise UnknownTask(f"there is no task {name!r}; there are {', '.join(self.tasks)}")
        return self.tasks[name]


def _on_channel(operation: words.Deliver | words.Lose | words.Double, sender: Task, receiver: Task) -> events.Event:
    match operation:
        case words.Deliver():
            return events.Deliver(sender, receiver, operation.place, bolts.Conduct(operation.conduct))
        case words.Lose():
            return events.Lose(sender, receiver, operation.place)
        case words.Double():
            return events.Double(sender, receiver)


def in_words(happening: happenings.Happening) -> reported.Happening:  # noqa: C901, PLR0911, PLR0912 - one case per kind
    """Return the suite's happening for one of the reference: the table in the chapter on the topology."""
    match happening:
        case happenings.Emitted(spout, tree, message, root):
            return reported.Emission(str(spout), tree, message, root)
        case happenings.EmittedUntracked(spout, tree, message, root):
            return reported.UntrackedEmission(str(spout), tree, message, root)
        case happenings.SpoutTupleSent(sender=sender, receiver=receiver, name=name, tree=tree, value=value):
            return reported.SpoutTuple(task=str(sender), to=str(receiver), name=name, tree=tree, value=value)
        case happenings.BoltTupleSent(sender=sender, receiver=receiver, name=name, anchors=anchors, value=value):
            return reported.BoltTuple(task=str(sender), to=str(receiver), name=name, anchors=anchors, value=value)
        case happenings.InitSent(sender, receiver, name, tree):
            return reported.InitReport(task=str(sender), to=str(receiver), name=name, tree=tree)
        case happenings.AckSent(sender=sender, receiver=receiver, name=name, tree=tree, receipt=receipt):
            return reported.AckReport(task=str(sender), to=str(receiver), name=name, tree=tree, receipt=receipt)
        case happenings.FailSent(sender=sender, receiver=receiver, name=name, tree=tree, receipt=receipt):
            return reported.FailReport(task=str(sender), to=str(receiver), name=name, tree=tree, receipt=receipt)
        case happenings.NotificationSent(sender=sender, receiver=receiver, name=name, tree=tree, kind=acking.Kind.ACK):
            return reported.AckNotification(task=str(sender), to=str(receiver), name=name, tree=tree)
        case happenings.NotificationSent(sender=sender, receiver=receiver, name=name, tree=tree, kind=acking.Kind.FAIL):
            return reported.FailNotification(task=str(sender), to=str(receiver), name=name, tree=tree)
        case happenings.NotificationSent(sender=sender, receiver=receiver, name=name, tree=tree):
            return reported.ResetNotification(task=str(sender), to=str(receiver), name=name, tree=tree)
        case happenings.ResetSent(sender=sender, receiver=receiver, name=name, tree=tree, receipt=receipt):
            return reported.ResetReport(task=str(sender), to=str(receiver), name=name, tree=tree, receipt=receipt)
        case happenings.TupleArrived(receiver, name, receipt):
            return reported.Arrival(str(receiver), name, receipt)
        case happenings.ReportArrived(receiver, name) | happenings.NotificationArrived(receiver, name):
            return reported.Arrival(str(receiver), name)
        case happenings.InputAcked(bolt, receipt):
            return reported.InputAcked(str(bolt), receipt)
        case happenings.InputFailed(bolt, receipt):
            return reported.InputFailed(str(bolt), receipt)
        case happenings.CallRefused(bolt, call):
            return reported.CallRefused(str(bolt), *_refused(call))
        case happenings.CalledBack(spout, tree, message, acking.Kind.ACK):
            return reported.CalledAck(str(spout), tree, message)
        case happenings.CalledBack(spout, tree, message):
            return reported.CalledFail(str(spout), tree, message)
        case happenings.Dropped(spout, message):
            return reported.MessageDone(str(spout), message)
        case happenings.OfferedAgain(spout, message):
            return reported.MessageBack(str(spout), message)
        case happenings.Died(task):
            return reported.TaskDied(str(task))
        case happenings.Opened(spout):
            return reported.Opened(str(spout))
        case happenings.Activated(spout):
            return reported.Activated(str(spout))
        case happenings.Deactivated(spout):
            return reported.Deactivated(str(spout))
        case happenings.Closed(spout):
            return reported.Closed(str(spout))
        case happenings.Lost(receiver, name):
            return reported.Lost(str(receiver), name)
        case happenings.Doubled(receiver, name):
            return reported.Doubled(str(receiver), name)
        case _:
            assert_never(happening)


def _refused(call: bolts.Call) -> tuple[str, tuple[str, ...]]:
    """Return the name of a refused call, and its receipts."""
    match call:
        case bolts.EmitTuple(_, anchors):
            return "emit", anchors
        case bolts.AckInput(receipt):
            return "ack", (receipt,)
        case bolts.FailInput(receipt):
            return "fail", (receipt,)
        case bolts.AskForTime(receipt):
            return MORE_TIME, (receipt,)
