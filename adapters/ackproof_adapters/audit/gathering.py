"""Events collected into trees, and into what is known of tasks and workers. Memory follows the trees that are not done.

A tree that is done by all its lines is removed at once. Its root is remembered for a while, so that late lines begin no
new tree.
"""

from collections import Counter, deque
from collections.abc import Callable, Collection, Mapping
from math import ceil, log2

import acking
from attrs import define, field

from ackproof_adapters.audit.crossings import Crossing, Crossings
from ackproof_adapters.audit.events import (
    ACK,
    ACKER,
    ARRIVE,
    BOLT_ACK,
    BOLT_FAIL,
    DONE,
    FAIL,
    FAIL_STREAM,
    INIT,
    LIFE,
    NO_TASK,
    REPORTS,
    RESET,
    SEND,
    SPOUT_ACK,
    SPOUT_FAIL,
    SYSTEM,
    TICK,
    TIMEOUT,
    Event,
)
from ackproof_adapters.audit.heads import milliseconds, second_of
from ackproof_adapters.audit.ledgers import Ledger
from ackproof_adapters.audit.likeness import MOST_NAMES, LineForm
from ackproof_adapters.audit.lines import executor_of
from ackproof_adapters.audit.rootless import Rootless, given_up
from ackproof_adapters.audit.trees import EXECUTED, Place, Receipt, SpoutNotification, Tree

REMEMBERED = 1_000_000
"""The least number of roots of done trees that are remembered; at most twice as many."""

MOST_TASKS = 1000
"""The most tasks of one executor."""

MARKS_OF_A_LIFE = 2
"""The least number of lines that a worker's start writes: a single doubled line is no new life."""


@define(kw_only=True)
class ComponentFigures:
    """Figures of a component, over all trees. Times are in milliseconds, by the clock of the worker."""

    received: int = 0
    acked: int = 0
    failed: int = 0
    never_acked: int = 0
    acked_twice: int = 0
    emitted_after_ack: int = 0
    unanchored: int = 0
    slowest: float = 0.0
    slowest_root: int = 0


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


def _nothing(_sender: int, _receiver: int) -> None:
    pass


@define(kw_only=True)
class Gathering:
    """Everything known while the events of a log come in. Those of one worker have to come in the order of lines."""

    profile: acking.Profile = field(default=acking.PROFILES["storm2"])
    trees: dict[int, Tree] = field(factory=dict)
    tasks: dict[int, TaskRecord] = field(factory=dict)
    figures: dict[str, ComponentFigures] = field(factory=dict)
    lives: dict[int, list[Place]] = field(factory=dict)
    """The places where each task was started again."""
    replaced: set[Place] = field(factory=set)
    """Those of these places at which another topology was started, with the same task numbers."""
    left: set[tuple[int, Place]] = field(factory=set)
    """Tasks that ran in a worker before it was started again, and that this start does not name: a rebalance may have
    moved them.
    """
    homes: dict[int, dict[int, Place]] = field(factory=dict)
    """Of each task, the workers in which it ran, and where it is first seen there."""
    arrived: dict[tuple[int, int], tuple[Place, Place]] = field(factory=dict)
    """The first and last place of the messages from one task to another that are known to have arrived."""
    first: dict[int, Place] = field(factory=dict)
    """The first event of each worker."""
    latest: dict[int, str] = field(factory=dict)
    """The time of the last event of each worker."""
    crossings: dict[tuple[int, int], Crossings] = field(factory=dict)
    """By the worker that sent and the one that received."""
    before_crossing: Callable[[int, int], None] = field(default=_nothing, eq=False)
    """Is called before a crossing of two workers is noted: there may be others of lines before that."""
    by_hook: bool = False
    """Whether a hook wrote it. It does not see sends, receipts without execution, and timeouts of a spout: a tree
    counts as timed out if no acker notified of it for two timeouts.
    """
    timeouts: dict[int, int] = field(factory=dict)
    """Of each task, the message timeout in seconds, if a hook wrote it."""
    done: int = 0
    empty: Counter[str] = field(factory=Counter)
    """Messages that were acked at a spout at once because no bolt receives them, by its component as far as its thread
    is named after it.
    """
    notifications: int = 0
    without_ticks: bool = True
    nobodys: Counter[str] = field(factory=Counter)
    """The seconds of ticks whose task is unknown, with how often they came."""
    times: dict[str, Counter[int]] = field(factory=dict)
    """Of each component, how many acks took how long, by `bucket_of` milliseconds."""
    opened: Counter[str] = field(factory=Counter)
    """For each second, the trees that were emitted minus those that a spout was notified of, by the clock of its
    worker.
    """
    unnamed: int = 0
    """Lines of a spout that gave a tree up, without the root."""
    _rootless: Rootless = field(init=False, factory=Rootless)
    _executors: dict[str, tuple[str, int, int] | None] = field(init=False, factory=dict)
    """The components that threads are named after."""
    _ledgers: dict[tuple[int, int, int], Ledger] = field(init=False, factory=dict)
    _young: set[int] = field(init=False, factory=set)
    _old: set[int] = field(init=False, factory=set)
    _starting: dict[int, _Start] = field(init=False, factory=dict)
    _deadlines: dict[int, deque[tuple[int, int]]] = field(init=False, factory=dict)
    """Of each worker, when its spouts have given up trees, in milliseconds, with the roots."""
    _slowest_at: dict[str, Place] = field(init=False, factory=dict)
    """For each component, the place of its slowest ack."""
    _groups: dict[int, list[_Group]] = field(init=False, factory=dict)
    """Of each worker, the tasks that were started together."""

    def add(self, worker: int, file: int, event: Event) -> None:
        """Add an event of a worker."""
        kind = event.kind
        at = tuple.__new__(Place, (worker, file, event.line))
        if self.by_hook:
            self._give_up(worker, at, event.when)
        is_told = kind in (SPOUT_ACK, SPOUT_FAIL)
        heard = None if not is_told and self._rootless.note(worker, event) else self._heard(worker, at, event)
        if kind == LIFE:
            self._life(worker, at, event)
            return
        if worker not in self.first:
            self.first[worker] = at
        self.latest[worker] = event.when
        if self._starting and worker in self._starting:
            self._has_started(worker, self._starting.pop(worker))
        if kind == TICK:
            self._tick(worker, at, event)
        elif kind in (SPOUT_ACK, SPOUT_FAIL):
            self._called_back(at, event, heard)
        elif event.stream in REPORTS and event.component == ACKER:
            self._notified(at, event)
        elif event.stream in REPORTS:
            self._report(worker, at, event)
        elif not event.stream.startswith(SYSTEM):
            self._tuple(worker, at, event)

    def of(self, component: str) -> ComponentFigures:
        """Return the figures of a component."""
        found = self.figures.get(component)
        if found is None:
            found = self.figures[component] = ComponentFigures()
        return found

    def component(self, task: int) -> str:
        """Return the component of a task, or nothing if no line shows it."""
        found = self.tasks.get(task)
        return found.component if found else ""

    def _component_of(self, task: int, thread: str) -> str:
        """Return the component that a thread is named after. It takes precedence over the component of the task's
        number: in the log of a LocalCluster that may be of another topology.
        """
        executor = self._executors[thread] if thread in self._executors else self._executor_of(thread)
        if executor is not None and executor[1] <= task <= executor[2]:
            record = self.tasks[task]
            if record.component != executor[0] or record.executor is None or record.executor != executor[1:]:
                record.component, record.executor = executor[0], executor[1:]
            return executor[0]
        return ""

    def _executor_of(self, thread: str) -> tuple[str, int, int] | None:
        """Return component, first and last task of the executor that a thread is named after."""
        if thread not in self._executors:
            if len(self._executors) >= MOST_NAMES:
                self._executors.clear()
            self._executors[thread] = executor_of(thread)
        return self._executors[thread]

    def _task(self, number: int) -> TaskRecord:
        found = self.tasks.get(number)
        if found is None:
            found = self.tasks[number] = TaskRecord()
        return found

    def _tree(self, root: int) -> Tree | None:
        """Return the tree of a root, or None if it is done."""
        found = self.trees.get(root)
        if found is None:
            if root in self._young or root in self._old:
                return None
            found = self.trees[root] = Tree(root=root)
        return found

    def _settle(self, tree: Tree) -> None:
        if not tree.is_settled or not tree.agrees:
            return
        del self.trees[tree.root]
        self.are_done((tree.root,))

    # Results for many lines at once (`sifting`).

    @property
    def is_starting(self) -> bool:
        """Whether the last event of a worker was of its start."""
        return bool(self._starting)

    def has(self, root: int) -> bool:
        """Whether a tree exists, or is done."""
        return root in self.trees or root in self._young or root in self._old

    def are_done(self, roots: Collection[int]) -> None:
        """Note that trees are done by all their lines."""
        self.done += len(roots)
        if len(self._young) >= REMEMBERED:
            self._old, self._young = self._young, set()
        self._young.update(roots)

    def count(self, form: LineForm, number: int, *, is_of_tree: bool) -> None:
        """Count so many lines of a form, whose tasks are known, in the figures. They belong to trees, or to none."""
        kind, _, task, component, _, stream = form
        if stream in REPORTS and component == ACKER:
            self.notifications += number * (kind == SEND)
        elif stream and stream not in REPORTS:
            if kind == SEND and not is_of_tree:
                self.of(component).unanchored += number
            elif kind != SEND:
                figures = self.of(self.component(task))
                figures.received += number * (kind == ARRIVE)
                figures.acked += number * (kind == BOLT_ACK)
                figures.failed += number * (kind == BOLT_FAIL)

    def took(self, component: str, milliseconds: float, number: int) -> None:
        """Count so many acks with that duration."""
        self.times.setdefault(component, Counter())[bucket_of(milliseconds)] += number

    def was_slow(self, component: str, milliseconds: float, root: int, at: Place) -> None:
        """Add an ack to the slowest. Of several with the same duration, the first place is kept."""
        figures = self.of(component)
        if milliseconds > figures.slowest or (
            milliseconds == figures.slowest and at < self._slowest_at.get(component, at)
        ):
            figures.slowest, figures.slowest_root = milliseconds, root
            self._slowest_at[component] = at

    def spans(self, begun: Mapping[str, int], ended: Mapping[str, int]) -> None:
        """Note how many trees began and ended in each second."""
        for second, number in begun.items():
            self.opened[second] += number
        for second, number in ended.items():
            self.opened[second] -= number

    def is_at_front(self, number: int, sent: Place) -> None:
        """Note where a tuple was sent that a task of the same worker received."""
        task = self.tasks[number]
        if task.front is None or task.front < sent:
            task.front = sent

    # What happened to a tuple.

    def _tuple(self, worker: int, at: Place, event: Event) -> None:
        kind, task = event.kind, event.task
        self._note_source(event)
        if kind != SEND:
            self._at_work(worker, at, task, kind)
            component = self._component_of(task, event.thread) or self.component(task)
            if component:
                figures = self.of(component)
                figures.received += kind == ARRIVE or self.by_hook  # that has one line of each, or more
                figures.acked += kind == BOLT_ACK
                figures.failed += kind == BOLT_FAIL
        elif not event.ids:
            self.of(event.component).unanchored += 1
        for root, edge in event.ids:
            tree = self._tree(root)
            if tree is not None:
                self._edge(worker, at, event, tree, edge)

    def _edge(self, worker: int, at: Place, event: Event, tree: Tree, edge: int) -> None:
        receipt = tree.receipt(edge, event, at, self.component(event.task))
        if self.by_hook and receipt.sent_at is None:
            self._reckon_sent(worker, tree, receipt)
        if event.kind == SEND:
            self._sent(tree, receipt, at, event)
        elif event.kind == ARRIVE:
            sent = receipt.sent_at
            if sent is not None and sent.worker == worker:
                self.is_at_front(event.task, sent)
        elif event.kind == DONE:
            if receipt.received_at is not None and receipt.sent_at is not None:
                self.came(event.source, event.task, receipt.sent_at)
                if receipt.sent_at.worker != worker:
                    self.cross(receipt.sent_at, receipt.received_at, receipt.sent_when, receipt.received_when)
        elif event.kind == BOLT_ACK:
            self._time(tree.root, receipt)
            if tree.callback == "ack":
                self._settle(tree)

    def _reckon_sent(self, worker: int, tree: Tree, receipt: Receipt) -> None:
        """Use as the place where a tuple was sent the answer of its task to the tuple that it came from, or the init of
        its tree. A task that holds a tuple beyond its execution may send at any time.
        """
        for each in tree.receipts.values():
            if each.task != receipt.source:
                continue
            if each.answered_at is not None and each.answered_at.worker == worker:
                receipt.sent_at, receipt.sent_when = each.answered_at, each.answered_when
        if tree.spout and tree.spout[1] == receipt.source and tree.emitted_at and tree.emitted_at.worker == worker:
            receipt.sent_at, receipt.sent_when = tree.emitted_at, tree.emitted_when

    def _wait(self, worker: int, event: Event, root: int) -> None:
        if event.source in self.timeouts:
            deadline = int(event.when) + 2000 * self.timeouts[event.source]
            self._deadlines.setdefault(worker, deque()).append((deadline, root))

    def _give_up(self, worker: int, at: Place, when: str) -> None:
        due = self._deadlines.get(worker)
        while due and due[0][0] <= int(when):
            _, root = due.popleft()
            tree = self.trees.get(root)
            if tree is not None and not tree.callback:
                tree.callback, tree.reason, tree.callback_at, tree.callback_when = "fail", TIMEOUT, at, when
                self._note_span(tree)

    def _note_span(self, tree: Tree) -> None:
        if (
            tree.emitted_when
            and tree.emitted_at
            and tree.callback_at
            and tree.emitted_at.worker == tree.callback_at.worker
        ):
            self.opened[second_of(tree.emitted_when)] += 1
            self.opened[second_of(tree.callback_when)] -= 1

    def _heard(self, worker: int, at: Place, event: Event) -> int | None:
        """Return the root of a line without one, if the line before has it; process trees that were given up."""
        is_callback = event.kind in (SPOUT_ACK, SPOUT_FAIL) and not event.ids
        heard = self._rootless.heard(worker, event) if is_callback else None
        group = self._rootless.see(worker, at, event)
        if group is not None:
            self.unnamed += group.lines
            ticks = self._task(group.tasks.start).ticks
            for tree in given_up(group, self.trees.values(), ticks, self.lives):
                tree.callback, tree.reason, tree.callback_at, tree.callback_when = "fail", TIMEOUT, group.at, group.when
                self._note_span(tree)
        return heard

    def _sent(self, tree: Tree, receipt: Receipt, at: Place, event: Event) -> None:
        if tree.emitted_at is None:
            tree.emitted_at, tree.emitted_when = at, event.when
        if receipt.received_at is not None and receipt.received_at.worker != at.worker:
            self.cross(at, receipt.received_at, event.when, receipt.received_when)
            if receipt.executed:  # the lines of its receiver were read first
                self.came(event.source, event.task, at)
        is_before = receipt.received_at is None or receipt.received_at.worker != at.worker
        if receipt.sends == 1 and (is_before if receipt.received else not receipt.was_had):
            own = [each for each in tree.receipts.values() if each.task == event.source and each.was_had]
            receipt.is_late = bool(own) and all(each.acked for each in own)

    def _time(self, root: int, receipt: Receipt) -> None:
        if receipt.acked != 1 or not receipt.received_when:
            return
        took = milliseconds(receipt.received_when, receipt.answered_when)
        self.took(receipt.receiver, took, 1)
        if receipt.answered_at is not None:
            self.was_slow(receipt.receiver, took, root, receipt.answered_at)

    # Messages to ackers, and their notifications.

    def _report(self, worker: int, at: Place, event: Event) -> None:  # noqa: C901 - one for each kind of line
        kind, ((root, value),) = event.kind, event.ids
        self._note_source(event)
        self.empty[event.component] += kind == SEND and event.stream == INIT and not value  # in 2.x, with an acker
        if kind != SEND:
            self._at_work(worker, at, event.task, kind)
            self._task(event.task).component = ACKER
        tree = self.trees.get(root) or self._tree(root)
        if tree is not None:
            report = tree.report(event, at)
            if event.stream == INIT:
                tree.spout = (event.component, event.source)
                if kind == SEND and tree.emitted_at is None:
                    tree.emitted_at, tree.emitted_when = at, event.when
                if kind == SEND and self.by_hook:
                    self._wait(worker, event, root)
            if kind == DONE and report.lines[0] and report.sent_at is not None:
                self.came(event.source, event.task, report.sent_at)
                if report.sent_at.worker != worker:
                    self.cross(report.sent_at, at, report.sent_when, event.when)
            elif kind == SEND and report.received_at is not None and report.received_at.worker != worker:
                self.cross(at, report.received_at, event.when, report.received_when)
                if report.lines[EXECUTED]:
                    self.came(event.source, event.task, at)
            if report.acker is None and kind != SEND:
                report.acker = event.task
        if kind == ARRIVE:
            expected = self._ledger(worker, event.task).receive(event.stream, root, value, event.extra)
            if tree is not None and expected is not None:
                tree.expected.append(expected)

    def _notified(self, at: Place, event: Event) -> None:
        ((root, _),) = event.ids
        self._task(event.source).component = ACKER
        tree = self._tree(root)
        if event.kind == SEND:
            self.notifications += 1
        if tree is None:
            return
        notification = tree.notifications.get(event.stream)
        if notification is None:
            notification = tree.notifications[event.stream] = SpoutNotification(
                kind=event.stream, acker=event.source, spout=event.task
            )
        if event.kind == SEND:
            notification.sends += 1
            notification.sent_at = notification.sent_at or at
            if self.by_hook and not tree.callback and event.stream in (ACK, FAIL):
                tree.callback, tree.reason = ("ack", "") if event.stream == ACK else ("fail", FAIL_STREAM)
                tree.callback_at, tree.callback_when = at, event.when
                self._note_span(tree)
                self._settle(tree)
        elif event.kind == ARRIVE:
            notification.arrivals += 1
            notification.arrived_at = notification.arrived_at or at
            if event.stream == RESET:
                tree.reset_at = at

    def _called_back(self, at: Place, event: Event, heard: int | None) -> None:
        """Add an ack or fail at a spout; a line without a root is about the one that it `heard` before."""
        if not event.ids and heard is None:
            if event.kind == SPOUT_ACK and event.about:
                executor = self._executor_of(event.thread)
                self.empty[executor[0] if executor else ""] += 1
            return
        root = event.ids[0][0] if event.ids else heard
        assert root is not None  # noqa: S101 - see above
        tree = self._tree(root)
        if tree is None or tree.callback:
            return
        tree.callback = "ack" if event.kind == SPOUT_ACK else "fail"
        tree.reason, tree.callback_at, tree.callback_when = event.about, at, event.when
        self._note_span(tree)
        self._settle(tree)

    # Tasks and workers.

    def _ledger(self, worker: int, task: int) -> Ledger:
        life = sum(each.worker == worker for each in self.lives.get(task, ()))
        found = self._ledgers.get((worker, life, task))
        if found is None:
            found = self._ledgers[worker, life, task] = Ledger(self.profile)
        return found

    def _tick(self, worker: int, at: Place, event: Event) -> None:
        if event.task == NO_TASK:
            self.nobodys[event.about] += 1
            return
        for number in tasks_of(event):
            task = self._task(number)
            task.executor = (event.task, event.extra)
            self._at_work(worker, at, number, ARRIVE)
            task.seconds[event.about] += 1
            task.ticks.append(at)
            if task.component == ACKER:
                self.without_ticks = False
                for root in self._ledger(worker, number).tick():
                    if root in self.trees:
                        self.trees[root].expired = True

    def _life(self, worker: int, at: Place, event: Event) -> None:
        if event.about:
            self.by_hook = True
            self.timeouts[event.task] = int(event.about)
        start = self._starting.setdefault(worker, _Start())
        start.marks += 1
        start.at = start.at or at
        if event.source != NO_TASK:
            start.ports.add(event.source)
        if event.component and event.task != NO_TASK:
            for number in tasks_of(event):
                task = self._task(number)
                start.is_another |= number >= 0 and task.component not in ("", event.component)
                task.component, task.executor = event.component, (event.task, event.extra)
                if number >= 0:  # each worker of a LocalCluster has a task -1
                    start.tasks.add(number)

    def _has_started(self, worker: int, start: _Start) -> None:
        """Add a start. It is a new life for all tasks that ran before together with one of those that it names, or in
        a worker of the same port: in the log of a LocalCluster there are several workers, whose first starts are
        independent.
        """
        if start.marks < MARKS_OF_A_LIFE or start.at is None or not start.tasks:
            return
        before = self._groups.setdefault(worker, [])
        again = [group for group in before if group.ends_with(start)]
        together = start.tasks.union(*(group.tasks for group in again))
        if start.is_another:
            self.replaced.add(start.at)
        for number in together:
            if worker in self.homes.get(number, ()):
                self.lives.setdefault(number, []).append(start.at)
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
        return [*self.lives.get(task, ()), *(homes.values() if len(homes) > 1 else ())]

    def lost_at(self, task: int, sent: Place) -> Place | None:
        """Return where a task was started again while a message to it from another worker was under way; None if no
        line shows that. The connection of two workers keeps the order: what was sent before the message was received
        before that start, and what was sent after it was received after that start.
        """
        for cut in self.lives.get(task, ()):
            if cut.worker == sent.worker or (task, cut) in self.left:
                continue
            before, after = self.crossed_to(cut, sent.worker), self._crossed_from(cut, sent.worker)
            if before is None or after is None or not before.sent < sent < after.sent:
                continue
            if not self._starts_between(before.sent, after.sent):
                return cut
        return None

    def _crossed_from(self, place: Place, worker: int) -> Crossing | None:
        """Return the first crossing from another worker that was received after a place."""
        noted = self.crossings.get((worker, place.worker))
        return noted.received_from(place) if noted is not None else None

    def _starts_between(self, first: Place, last: Place) -> bool:
        """Whether a worker was started between two of its lines."""
        return any(first < cut < last for cuts in self.lives.values() for cut in cuts)

    def _note_source(self, event: Event) -> None:
        if event.source >= 0:
            task = self.tasks.get(event.source)
            if task is None or task.component != event.component:
                self._task(event.source).component = event.component

    def _at_work(self, worker: int, at: Place, number: int, kind: str) -> None:
        task = self._task(number)
        if task.worker != worker:
            task.worker = worker
            self.homes.setdefault(number, {}).setdefault(worker, at)
        if kind in (ARRIVE, DONE):
            task.last = at

    def came(self, sender: int, receiver: int, sent: Place) -> None:
        """Note that a message from one task to another arrived."""
        first, last = self.arrived.get((sender, receiver), (sent, sent))
        if first.worker == sent.worker:
            self.arrived[sender, receiver] = (min(first, sent), max(last, sent))

    def cross(self, sent: Place, received: Place, sent_when: str, when: str) -> None:
        """Note a crossing."""
        self.before_crossing(sent.worker, received.worker)
        crossed = sent.number, received.number, sent_when, when
        self.crossings_of(sent.worker, received.worker).add((crossed,))

    def crossings_of(self, sender: int, receiver: int) -> Crossings:
        """Return the crossings from one worker to another, to add to them."""
        found = self.crossings.get((sender, receiver))
        if found is None:
            found = self.crossings[sender, receiver] = Crossings(sender, receiver)
        return found

    def crossed(self, place: Place, worker: int) -> Crossing | None:
        """Return the first crossing from a place, or after it, to another worker."""
        noted = self.crossings.get((place.worker, worker))
        return noted.sent_from(place) if noted is not None else None

    def crossed_to(self, place: Place, worker: int) -> Crossing | None:
        """Return the last crossing from another worker that was received before a place."""
        noted = self.crossings.get((worker, place.worker))
        return noted.received_before(place) if noted is not None else None

    def before(self, first: Place | None, last: Place | None) -> bool:
        """Whether a line is known to be earlier than another: both are of one worker, or a tuple that was sent after
        the first was received in the other worker before the last. Clocks are not compared.
        """
        if first is None or last is None:
            return False
        if first.worker == last.worker:
            return first < last
        crossed = self.crossed(first, last.worker)
        return crossed is not None and crossed.received <= last

    def arrived_when(self, receipt: Receipt) -> str:
        """Return a time, by the clock of its receiver, at which a tuple was in its queue: when it was sent in the same
        worker, or when a tuple arrived that the other worker sent later. Both arrive in order.
        """
        sent, received = receipt.sent_at, receipt.received_at or receipt.ended_at or receipt.answered_at
        if sent is None or received is None:
            return receipt.received_when
        if sent.worker == received.worker:
            return receipt.sent_when
        crossed = self.crossed(sent, received.worker)
        return crossed.when if crossed is not None and crossed.received < received else receipt.received_when

    def not_arrived_when(self, receipt: Receipt) -> str:
        """Return a time, by the clock of its receiver, at which a tuple was not yet sent: when it was sent in the same
        worker, or when its receiver's worker sent a tuple that arrived before that. Nothing if no line shows one.
        """
        sent, received = receipt.sent_at, receipt.received_at or receipt.ended_at or receipt.answered_at
        if sent is None or received is None:
            return ""
        if sent.worker == received.worker:
            return receipt.sent_when
        crossed = self.crossed_to(sent, received.worker)
        return crossed.sent_when if crossed is not None else ""


def tasks_of(event: Event) -> range:
    """Return the tasks of the executor that a tick or a start is of."""
    return range(event.task, min(event.extra, event.task + MOST_TASKS) + 1)


STEPS_OF_A_DOUBLING = 4


def bucket_of(milliseconds: float) -> int:
    """Return which bucket of a histogram a time belongs to: there are four to each doubling."""
    return ceil(STEPS_OF_A_DOUBLING * log2(milliseconds + 1)) if milliseconds > 0 else 0


def rounded_up(bucket: int) -> float:
    """Return the longest time of a bucket, in milliseconds."""
    return float(2 ** (bucket / STEPS_OF_A_DOUBLING) - 1)
