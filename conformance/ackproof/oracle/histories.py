"""The ground truth of a topology: what was emitted and anchored, what was acked, and which messages were sent about it.
It is derived from what bolts, channels and spouts did, by name, without any acker's numbers: whether a tree is done
follows from the calls of the bolts alone.

A tuple is *processed* if a bolt task that received it has acked it, and every tuple anchored to that receipt is
processed too. A tree is *done* if all tuples of its emission are processed. If a transport delivers a tuple twice there
are two receipts, and one processed receipt is enough.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from typing import assert_never

from attrs import define, field, frozen

from ackproof.components import happenings
from ackproof.components.happenings import (
    AckNotification,
    AckOrFail,
    AckReport,
    Arrival,
    BoltTuple,
    CalledAck,
    CalledFail,
    CallRefused,
    Doubled,
    Emission,
    FailNotification,
    FailReport,
    Happening,
    InitReport,
    InputAcked,
    InputFailed,
    Lost,
    MessageBack,
    MessageDone,
    ResetNotification,
    ResetReport,
    SpoutTuple,
    TaskDied,
    UntrackedEmission,
)
from ackproof.components.topology import (
    Activate,
    Deactivate,
    Deliver,
    Die,
    Pause,
    Resume,
    Settle,
    TaskTick,
    TopologyOperation,
    TopologyResult,
)
from ackproof.errors import TargetBroke
from ackproof.oracle.executors import Mates, mates_of
from ackproof.oracle.lapses import Judged
from ackproof.oracle.plans import judge
from ackproof.workloads.topologies.workload import TopologyWorkload


@define(kw_only=True)
class Receipt:
    """A tuple as a bolt task received it. `ends` are its terminal calls, with the places where they happened."""

    name: str
    of: str
    task: str
    place: int
    index: int
    trees: frozenset[str]
    children: list[str] = field(factory=list)
    ends: list[tuple[AckOrFail, int]] = field(factory=list)

    @property
    def answers(self) -> list[AckOrFail]:
        """Its terminal calls, without their places."""
        return [answer for answer, _ in self.ends]

    def acked_by(self, place: int) -> bool:
        """Whether its bolt had acked it by that place."""
        return any(answer is AckOrFail.ACK and end <= place for answer, end in self.ends)


@define(kw_only=True)
class TupleSent:
    """A tuple that was sent. Its anchors are receipts, and its trees follow from them. `loose_of` are the trees whose
    tuples caused it although it is not anchored to any of them.
    """

    name: str
    receiver: str
    anchors: tuple[str, ...]
    trees: frozenset[str]
    loose_of: frozenset[str]
    place: int
    receipts: list[Receipt] = field(factory=list)

    @property
    def ends(self) -> list[list[AckOrFail]]:
        """The terminal calls of each of its receipts."""
        return [receipt.answers for receipt in self.receipts]

    def acked_by(self, place: int) -> bool:
        """Whether a bolt that received it had acked it by that place."""
        return any(receipt.acked_by(place) for receipt in self.receipts)


@define
class SentMessage:
    """A message to an acker about a tree, or an acker's notification: the place where it was sent, and the places where
    it arrived.
    """

    sent: happenings.Report | happenings.AckOrFailNotification | ResetReport | ResetNotification
    place: int
    arrivals: list[int] = field(factory=list)

    @property
    def receipt(self) -> str | None:
        """The receipt that it reports as acked or failed."""
        return self.sent.receipt if isinstance(self.sent, AckReport | FailReport | ResetReport) else None


@define(kw_only=True)
class TreeCallback:
    """A callback, and its cause: `emission`, `tick`, or the name of an acker's notification."""

    answer: AckOrFail
    spout: str
    message: str
    place: int
    index: int
    cause: str


@define(kw_only=True)
class EmittedTree:
    """An emission and its outcome. `hole` is the reason for which nothing is promised about it, if there is one.
    `has_id` says whether it had a message id; it is `tracked` if it has one and there are ackers. Places count
    happenings over the whole history, indices count operations. `ticks` are those of its spout task during that task's
    life, since its emission or since its last reset-timeout; `gone` says that the task died before the tree was
    resolved. `resets` are the calls for more time, and the ackers' notifications of them. For each reset notification
    that reached the spout task in time, `given` has the number of ticks before it. `lives` has, for the record of an
    acker task, the number of inits delivered and of ticks since the first.
    """

    name: str
    message: str
    spout: str
    root: int | None
    has_id: bool
    tracked: bool
    place: int
    index: int
    tuples: list[str] = field(factory=list)
    reports: list[SentMessage] = field(factory=list)
    resets: list[SentMessage] = field(factory=list)
    given: list[int] = field(factory=list)
    calls: list[TreeCallback] = field(factory=list)
    ticks: list[int] = field(factory=list)
    gone: bool = False
    hole: str | None = None
    lives: dict[str, list[int]] = field(factory=dict)

    @property
    def inits(self) -> list[SentMessage]:
        """The inits that were sent for it."""
        return [report for report in self.reports if isinstance(report.sent, InitReport)]

    @property
    def words(self) -> list[SentMessage]:
        """The final notifications about it."""
        return [report for report in self.reports if isinstance(report.sent, happenings.AckOrFailNotification)]

    def is_called_by(self, index: int) -> bool:
        """Whether it was called back at this operation or an earlier one."""
        return any(call.index <= index for call in self.calls)

    def init_arrives_at(self, place: int) -> bool:
        """Whether an init of this tree arrives at a place."""
        return any(place in init.arrivals for init in self.inits)


@frozen
class HistoryMoment:
    """A happening with its place, and the operation that caused it."""

    place: int
    index: int
    operation: TopologyOperation
    happening: Happening


@frozen
class TopologyChronicle:
    """A workload, a target's results, and the history derived from them."""

    workload: TopologyWorkload
    results: Sequence[TopologyResult]

    @cached_property
    def moments(self) -> tuple[HistoryMoment, ...]:
        """All happenings, in order."""
        return tuple(self._moments())

    @cached_property
    def history(self) -> "History":
        """The history derived from the moments."""
        history = History(workload=self.workload)
        moments = iter(self.moments)
        for index, (operation, result) in enumerate(zip(self.workload.steps, self.results, strict=True)):
            history.begin(index, operation)
            for moment in islice(moments, len(result.happenings)):
                history.take(moment)
        return history

    @cached_property
    def reported_of(self) -> Mapping[str, Sequence[SentMessage]]:
        """The messages to ackers that are about each receipt."""
        reported: dict[str, list[SentMessage]] = {}
        for report in self.history.reports.values():
            if report.receipt is not None:
                reported.setdefault(report.receipt, []).append(report)
        return reported

    @cached_property
    def _members(self) -> Mapping[str, list[TupleSent]]:
        """The tuples of each tree that has any."""
        members: dict[str, list[TupleSent]] = {}
        for each in self.history.tuples.values():
            for name in each.trees:
                members.setdefault(name, []).append(each)
        return members

    @cached_property
    def _with_loose(self) -> frozenset[str]:
        """The trees that caused tuples which are not anchored to them."""
        return frozenset(name for each in self.history.tuples.values() for name in each.loose_of)

    @cached_property
    def judged(self) -> Judged:
        """The judgment by the plan of the topology."""
        _ = self.history  # reading the history fails on a message that nobody sent, before anything is judged
        return judge(self.workload.config, self.workload.steps, self.results)

    @cached_property
    def calm_from(self) -> int:
        """The index of the first operation after which there are no faults: all tasks run, time passes, and everything
        is delivered. If there is no such operation, the number of operations.
        """
        paused: set[str] = set()
        inactive: set[str] = set()
        steps = self.workload.steps
        calm = len(steps)
        for step in steps:
            if isinstance(step, Pause):
                paused.add(step.task)
            elif isinstance(step, Resume | Die):
                paused.discard(step.task)
            elif isinstance(step, Deactivate):
                inactive.add(step.task)
            elif isinstance(step, Activate) and not paused:  # a paused task does not receive it
                inactive.discard(step.task)
        if paused or inactive:
            return calm
        while calm and isinstance(steps[calm - 1], Settle | TaskTick):
            calm -= 1
        return calm

    def calm_ticks(self, task: str) -> Sequence[int]:
        """Return the indices of the ticks of a task from `calm_from` on."""
        return self._calm_ticks.get(task, ())

    @cached_property
    def _calm_ticks(self) -> Mapping[str, list[int]]:
        """Those of each task that has any."""
        ticks: dict[str, list[int]] = {}
        for index in range(self.calm_from, len(self.workload.steps)):
            step = self.workload.steps[index]
            for task in self.mates(step.task) if isinstance(step, TaskTick) else ():
                ticks.setdefault(task, []).append(index)
        return ticks

    def mates(self, task: str) -> tuple[str, ...]:
        """Return the tasks of a task's executor."""
        return self.executors.get(task, (task,))

    @cached_property
    def executors(self) -> Mates:
        """The tasks of the executor of each task."""
        return mates_of(self.workload.config)

    @property
    def tracked(self) -> list[EmittedTree]:
        """The trees that are tracked."""
        return [tree for tree in self.history.trees.values() if tree.tracked]

    def index_of(self, place: int) -> int:
        """Return the index of the operation that caused the happening at a place."""
        return self.moments[place].index

    def place_in_operation(self, place: int) -> int:
        """Return the place of a happening among those of its operation."""
        index = self.index_of(place)
        return place - sum(len(result.happenings) for result in self.results[:index])

    def right_after(self, place: int) -> Happening | None:
        """Return the happening after a place, if the same operation caused it."""
        following = self.moments[place + 1 : place + 2]
        return following[0].happening if following and following[0].index == self.index_of(place) else None

    def died_before(self, tree: EmittedTree, index: int) -> bool:
        """Whether a tree's spout task died after its emission and before an operation."""
        return any(tree.index < death < index for death in self.history.deaths.get(tree.spout, []))

    def waits_for(self, tree: EmittedTree, index: int) -> bool:
        """Whether a tree's spout task waits for it before an operation after its emission."""
        return not self.died_before(tree, index) and not tree.is_called_by(index - 1)

    def members(self, tree: EmittedTree) -> list[TupleSent]:
        """Return the tuples of a tree."""
        return self._members.get(tree.name, [])

    def has_loose(self, tree: EmittedTree) -> bool:
        """Whether a tree caused a tuple that is not anchored to it."""
        return tree.name in self._with_loose

    def finished(self) -> Iterator[tuple[EmittedTree, int]]:
        """Yield the trees that are done and whose messages all reached the acker once, each with the place of the last
        arrival.
        """
        for tree in self.tracked:
            members = self.members(tree)
            if tree.hole or not members or any(each.ends != [[AckOrFail.ACK]] for each in members):
                continue
            reports = [report for report in tree.reports if isinstance(report.sent, happenings.Report)]
            if any(len(report.arrivals) != 1 or isinstance(report.sent, FailReport) for report in reports):
                continue
            if len(reports) != len(members) + 1:
                continue  # too many or too few reports are checked by SYS-08
            if tree.inits:
                yield tree, max(place for report in reports for place in report.arrivals)

    def ticks_or_deaths(self, tree: EmittedTree, last: int) -> bool:
        """Whether the acker task of a tree got a tick or died between its emission and a place."""
        ackers = {init.sent.to for init in tree.inits}
        between = range(tree.index, self.index_of(last))
        return any(
            index in between
            for acker in ackers
            for index in (*self.history.ticks.get(acker, []), *self.history.deaths.get(acker, []))
        )

    def conducts(self) -> Iterator[tuple[Receipt, str]]:
        """Yield every receipt with the conduct of its bolt."""
        for receipt in self.history.receipts.values():
            operation = self.workload.steps[receipt.index]
            yield receipt, operation.conduct if isinstance(operation, Deliver) else "normal"

    def done_with(self, receipt: Receipt) -> Iterator[HistoryMoment]:
        """Yield the happenings of a bolt task after an input: up to the next arrival, or the end of the operation."""
        for moment in self.moments[receipt.place + 1 :]:
            if moment.index != receipt.index or isinstance(moment.happening, Arrival):
                return
            if moment.happening.task == receipt.task:
                yield moment

    def _moments(self) -> Iterator[HistoryMoment]:
        place = 0
        for index, (operation, result) in enumerate(zip(self.workload.steps, self.results, strict=True)):
            for happening in result.happenings:
                yield HistoryMoment(place, index, operation, happening)
                place += 1


@define(kw_only=True)
class History:
    """Trees, tuples and receipts by name, extended by each happening. `begun` has the trees of which inits have arrived
    at each acker task, also those of which it has no record any more.
    """

    workload: TopologyWorkload
    trees: dict[str, EmittedTree] = field(factory=dict)
    tuples: dict[str, TupleSent] = field(factory=dict)
    receipts: dict[str, Receipt] = field(factory=dict)
    reports: dict[str, SentMessage] = field(factory=dict)
    done: dict[str, int] = field(factory=dict)
    deaths: dict[str, list[int]] = field(factory=dict)
    ticks: dict[str, list[int]] = field(factory=dict)
    paused: set[str] = field(factory=set)
    mates: Mates = field(init=False)
    executing: dict[str, str] = field(factory=dict)
    begun: dict[str, dict[str, EmittedTree]] = field(factory=dict)
    cause: str = ""

    def __attrs_post_init__(self) -> None:
        self.mates = mates_of(self.workload.config)

    def begin(self, index: int, operation: TopologyOperation) -> None:
        """Record an operation before its happenings."""
        self.cause = ""
        mates: tuple[str, ...] = ()
        if isinstance(operation, Pause | Resume | Die | TaskTick):
            mates = self.mates.get(operation.task, (operation.task,))
        if isinstance(operation, Pause):
            self.paused.update(mates)
        elif isinstance(operation, Resume | Die):
            self.paused.difference_update(mates)
        elif isinstance(operation, TaskTick) and operation.task not in self.paused:
            self.cause = "tick"
            for task in mates:
                self.ticks.setdefault(task, []).append(index)
            for tree in self.trees.values() if operation.task in self.mates else ():  # no acker task is there
                if tree.spout in mates and not tree.gone:
                    tree.ticks.append(index)
            for tree in self.begun.get(operation.task, {}).values():
                if operation.task in tree.lives:
                    tree.lives[operation.task][1] += 1

    def take(self, moment: HistoryMoment) -> None:
        """Record a happening."""
        try:
            self._take(moment)
        except KeyError as error:
            raise TargetBroke(
                f"told of something that nobody sent or received ({error}): {moment.happening}"
            ) from error

    def processed(self, name: str, place: int) -> bool:
        """Whether a tuple was processed by that place."""
        return any(
            receipt.acked_by(place) and all(self.processed(child, place) for child in receipt.children)
            for receipt in self.tuples[name].receipts
        )

    def open_tuple(self, tree: EmittedTree, place: int) -> str | None:
        """Return a tuple of a tree that was not processed by a place: the last one of a chain of such tuples."""
        for name in tree.tuples:
            if not self.processed(name, place):
                return self._deepest(name, place)
        return None

    def _deepest(self, name: str, place: int) -> str:
        for receipt in self.tuples[name].receipts:
            if receipt.acked_by(place):
                for child in receipt.children:
                    if not self.processed(child, place):
                        return self._deepest(child, place)
        return name

    def _take(self, moment: HistoryMoment) -> None:  # noqa: C901, PLR0912 - one line for each kind
        match moment.happening:
            case Emission() | UntrackedEmission() as emission:
                self._take_emission(moment, emission)
            case SpoutTuple() as sent:
                self._take_spout_tuple(moment, sent)
            case BoltTuple() as sent:
                self._take_bolt_tuple(moment, sent)
            case InitReport() | AckReport() | FailReport() | AckNotification() | FailNotification() as report:
                self._take_report(moment, report)
            case ResetReport() | ResetNotification() as reset:
                message = self.reports[reset.name] = SentMessage(reset, moment.place)
                if reset.tree in self.trees:
                    self.trees[reset.tree].resets.append(message)
            case Arrival() as arrival:
                self._take_arrival(moment, arrival)
            case InputAcked(_, receipt) | InputFailed(_, receipt) as end:
                self.receipts[receipt].ends.append((end.answer, moment.place))
            case CalledAck() | CalledFail() as call:
                self._take_callback(moment, call)
            case MessageDone(_, message):
                self.done.setdefault(message, moment.place)
            case TaskDied(task):
                self._take_death(moment, task)
            case CallRefused() | MessageBack() | Lost() | Doubled() | happenings.Lived():
                pass  # has no effect on any tree
            case happening:
                assert_never(happening)

    def _take_emission(self, moment: HistoryMoment, emission: Emission | UntrackedEmission) -> None:
        has_id = isinstance(emission, Emission)
        self.cause = "emission"
        self.trees[emission.tree] = EmittedTree(
            name=emission.tree,
            message=emission.message or "",
            spout=emission.task,
            root=emission.root,
            has_id=has_id,
            tracked=has_id and self.workload.config.ackers > 0,
            place=moment.place,
            index=moment.index,
        )

    def _take_spout_tuple(self, moment: HistoryMoment, sent: SpoutTuple) -> None:
        tree = self.trees[sent.tree]
        tree.tuples.append(sent.name)
        trees = frozenset({tree.name} if tree.tracked else ())
        self.tuples[sent.name] = TupleSent(
            name=sent.name, receiver=sent.to, anchors=(), trees=trees, loose_of=frozenset(), place=moment.place
        )

    def _take_bolt_tuple(self, moment: HistoryMoment, sent: BoltTuple) -> None:
        trees: frozenset[str] = frozenset()
        loose: frozenset[str] = frozenset()
        for anchor in sent.anchors:
            receipt = self.receipts[anchor]
            trees |= receipt.trees
            receipt.children.append(sent.name)
            if receipt.ends:
                for tree_name in receipt.trees:
                    self.trees[tree_name].hole = f"{sent.name} was anchored to {anchor} after that was let go"
        if not sent.anchors and sent.task in self.executing:
            current = self.receipts[self.executing[sent.task]]
            loose = current.trees or self.tuples[current.of].loose_of
        self.tuples[sent.name] = TupleSent(
            name=sent.name, receiver=sent.to, anchors=sent.anchors, trees=trees, loose_of=loose, place=moment.place
        )

    def _take_arrival(self, moment: HistoryMoment, arrival: Arrival) -> None:
        if arrival.name in self.tuples:
            self._take_receipt(moment, arrival)
            return
        report = self.reports[arrival.name]
        report.arrivals.append(moment.place)
        self.cause = arrival.name
        tree = self.trees.get(report.sent.tree)
        if tree is not None and isinstance(report.sent, InitReport):
            tree.lives.setdefault(report.sent.to, [0, 0])[0] += 1
            self.begun.setdefault(report.sent.to, {})[tree.name] = tree
        if tree is not None and isinstance(report.sent, ResetNotification) and arrival.task == tree.spout:
            if not tree.calls and not tree.gone:
                tree.given.append(len(tree.ticks))
                tree.ticks.clear()

    def _take_receipt(self, moment: HistoryMoment, arrival: Arrival) -> None:
        if arrival.receipt is None:
            raise TargetBroke(f"told that the tuple {arrival.name} arrives, and not as which receipt: {arrival}")
        sent = self.tuples[arrival.name]
        receipt = Receipt(
            name=arrival.receipt,
            of=sent.name,
            task=arrival.task,
            place=moment.place,
            index=moment.index,
            trees=sent.trees,
        )
        self.receipts[receipt.name] = receipt
        sent.receipts.append(receipt)
        self.executing[arrival.task] = receipt.name

    def _take_report(self, moment: HistoryMoment, sent: happenings.Report | happenings.AckOrFailNotification) -> None:
        report = self.reports[sent.name] = SentMessage(sent, moment.place)
        tree = self.trees.get(sent.tree)
        if tree is None:
            return
        tree.reports.append(report)
        if isinstance(sent, AckNotification) and sent.task in tree.lives:
            inits, ticks = tree.lives[sent.task]
            if not inits % 2:
                tree.hole = f"its init was delivered {inits} times"
            elif inits != 1 and ticks:
                tree.hole = "its init was delivered several times, and time passed between"
        if isinstance(sent, happenings.AckOrFailNotification):
            tree.lives.pop(sent.task, None)  # the record is gone

    def _take_callback(self, moment: HistoryMoment, call: happenings.Callback) -> None:
        tree = self.trees.get(call.tree)
        if tree is not None:
            tree.calls.append(
                TreeCallback(
                    answer=call.answer,
                    spout=call.task,
                    message=call.message or "",
                    place=moment.place,
                    index=moment.index,
                    cause=self.cause,
                )
            )

    def _take_death(self, moment: HistoryMoment, task: str) -> None:
        self.deaths.setdefault(task, []).append(moment.index)
        self.executing.pop(task, None)
        for tree in self.trees.values():
            if tree.spout == task and not tree.calls:
                tree.gone = True
            tree.lives.pop(task, None)


def is_fault(operation: TopologyOperation) -> bool:
    """Whether an operation is a fault."""
    if isinstance(operation, Deliver):
        return (operation.place, operation.conduct) != (0, "normal")
    return operation.op in ("die", "pause", "lose", "double", "stop")
