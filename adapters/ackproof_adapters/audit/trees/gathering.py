"""Events collected into trees, and into what is known of tasks and workers. Memory follows the trees that are not done.

A tree that is done by all its lines is removed at once. Its root is remembered for a while, so that late lines begin no
new tree: see `Afterlives`.
"""

from collections import Counter
from collections.abc import Collection, Sequence

import acking
from attrs import define, field

from ackproof_adapters.audit.logs.events import (
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
    Crash,
    Event,
)
from ackproof_adapters.audit.logs.likeness import MOST_NAMES, LineForm
from ackproof_adapters.audit.logs.parsing import executor_of
from ackproof_adapters.audit.trees.afterlives import Afterlives
from ackproof_adapters.audit.trees.figures import Figures
from ackproof_adapters.audit.trees.hook_waits import HookWaits, reckon_sent
from ackproof_adapters.audit.trees.ledgers import Ledger
from ackproof_adapters.audit.trees.lives import Lives, TaskRecord, tasks_of
from ackproof_adapters.audit.trees.order import Order
from ackproof_adapters.audit.trees.rootless import Rootless, given_up
from ackproof_adapters.audit.trees.tree import EXECUTED, Place, Receipt, SpoutNotification, Tree

REMEMBERED = 1_000_000
"""The least number of roots of done trees that are remembered; at most twice as many."""


@define(kw_only=True)
class Gathering:
    """Everything known while the events of a log come in. Those of one worker have to come in the order of lines."""

    profile: acking.Profile = field(default=acking.PROFILES["storm2"])
    trees: dict[int, Tree] = field(factory=dict)
    lives: Lives = field(factory=Lives)
    order: Order = field(init=False)
    figures: Figures = field(factory=Figures)
    waits: HookWaits = field(factory=HookWaits)
    after: Afterlives = field(factory=Afterlives)
    tasks: dict[int, TaskRecord] = field(init=False)
    """Those of its `lives`."""
    first: dict[int, Place] = field(factory=dict)
    """The first event of each worker."""
    latest: dict[int, str] = field(factory=dict)
    """The time of the last event of each worker."""
    by_hook: bool = False
    """Whether a hook wrote it. It does not see sends, receipts without execution, and timeouts of a spout: a tree
    counts as timed out if no acker notified of it for two timeouts.
    """
    done: int = 0
    empty: Counter[str] = field(factory=Counter)
    """Messages that were acked at a spout at once because no bolt receives them, by its component as far as its thread
    is named after it.
    """
    notifications: int = 0
    without_ticks: bool = True
    nobodys: Counter[str] = field(factory=Counter)
    """The seconds of ticks whose task is unknown, with how often they came."""
    unnamed: int = 0
    """Lines of a spout that gave a tree up, without the root."""
    doubled: dict[int, set[int]] = field(factory=dict)
    """Of each worker that has lines twice, how far behind the first ones the second ones are. A tuple is sent, received
    and executed once.
    """
    inverted: int = 0
    """How many tuples were received before they were sent, by the order of lines of one worker: then a program changed
    that order.
    """
    unended: int = 0
    """Messages without their end that are no events, by the counts of all lines."""
    without_ids: int = 0
    """Of these, those that are cut before the end of their ids."""
    crashes: Sequence[Crash] = ()
    """The threads of executors that ended with an exception, by the lines that are no events."""
    has_all_lines: bool = True
    """Whether it is given the lines of trees that are done, too (see `sifting`)."""
    _executing: dict[tuple[int, str], bool] = field(init=False, factory=dict)
    """By worker and thread, whether it executes a tuple of a tree."""
    hidden: int = 0
    """Lines with one of Storm's messages that are not in the pattern of their log."""
    _rootless: Rootless = field(init=False, factory=Rootless)
    _executors: dict[str, tuple[str, int, int] | None] = field(init=False, factory=dict)
    """The components that threads are named after."""
    _ledgers: dict[tuple[int, int, int], Ledger] = field(init=False, factory=dict)
    _started: set[tuple[int, str, int, int]] = field(init=False, factory=set)
    """The lines of starts: worker, time, task and port."""
    _young: set[int] = field(init=False, factory=set)
    _old: set[int] = field(init=False, factory=set)

    def __attrs_post_init__(self) -> None:
        self.tasks, self.order = self.lives.tasks, Order(lives=self.lives)

    def add(self, worker: int, file: int, event: Event) -> None:  # noqa: C901 - one for each kind of event
        """Add an event of a worker."""
        kind = event.kind
        # As `Place(...)`, in a third of the time: this is done for every line.
        at = tuple.__new__(Place, (worker, file, event.line))
        if self.by_hook:
            self._give_up(worker, at, event.when)
        else:
            self.order.continuity.note(worker, at, event.when, is_start=kind == LIFE)
        is_callback = kind in (SPOUT_ACK, SPOUT_FAIL)
        heard = None
        if is_callback or not self._rootless.note(worker, event):
            heard = self._heard(worker, at, event)
        if kind == LIFE:
            self._life(worker, at, event)
            return
        if worker not in self.first:
            self.first[worker] = at
        self.latest[worker] = event.when
        if worker in self.lives.starting:
            self.lives.end_start(worker)
        if kind == TICK:
            self._tick(worker, at, event)
        elif is_callback:
            self._called_back(at, event, heard)
        elif event.stream in REPORTS and event.component == ACKER:
            self._notified(at, event)
        elif event.stream in REPORTS:
            self._report(worker, at, event)
        elif not event.stream.startswith(SYSTEM):
            self._tuple(worker, at, event)

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
        self.after.keep(tree)
        del self.trees[tree.root]
        self.are_done((tree.root,))

    # Results for many lines at once (`sifting`).

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
        """Count so many lines of a form, whose tasks are known. They belong to trees, or to none."""
        if form.stream in REPORTS and form.component == ACKER:
            self.notifications += number * (form.kind == SEND)
        else:
            self.figures.count(form, number, self.component(form.task), is_of_tree=is_of_tree)

    def is_at_front(self, number: int, sent: Place) -> None:
        """Note where a tuple was sent that a task of the same worker received."""
        task = self.tasks[number]
        if task.front is None or task.front < sent:
            task.front = sent

    def _life(self, worker: int, at: Place, event: Event) -> None:
        if (worker, event.when, event.task, event.source) in self._started:
            return  # the line came twice
        self._started.add((worker, event.when, event.task, event.source))
        if event.about:
            self.by_hook = True
            self.waits.timeouts[event.task] = int(event.about)
        self.lives.add(worker, at, event)

    # What happened to a tuple.

    def _tuple(self, worker: int, at: Place, event: Event) -> None:
        kind, task = event.kind, event.task
        self._note_source(event)
        if kind in (ARRIVE, DONE) and self.has_all_lines:
            self._executing[worker, event.thread] = kind == ARRIVE and bool(event.ids)
        if kind != SEND:
            self._at_work(worker, at, task, kind)
            component = self._component_of(task, event.thread) or self.component(task)
            if component:
                figures = self.figures.of(component)
                figures.received += kind == ARRIVE or self.by_hook  # that has one line of each, or more
                figures.acked += kind == BOLT_ACK
                figures.failed += kind == BOLT_FAIL
        elif not event.ids:
            self.figures.is_unanchored(event.component, event.stream)
            self.figures.within[event.component, event.stream] += self._executing.get((worker, event.thread), False)
        for root, edge in event.ids:
            tree = self._tree(root)
            if tree is not None:
                self._note_double(tree.receipts.get(edge), event, at)
                self._edge(worker, at, event, tree, edge)
            elif not self.by_hook:  # which does not see what is sent
                self.after.note_tuple(root, edge, event, at, self.component(event.task))

    def _edge(self, worker: int, at: Place, event: Event, tree: Tree, edge: int) -> None:
        receipt = tree.receipt(edge, event, at, self.component(event.task))
        if self.by_hook and receipt.sent_at is None:
            reckon_sent(worker, tree, receipt)
        if event.kind == SEND:
            self._sent(tree, receipt, at, event)
        elif event.kind == ARRIVE:
            sent = receipt.sent_at
            if sent is not None and sent.worker == worker:
                self.is_at_front(event.task, sent)
        elif event.kind == DONE:
            if receipt.received_at is not None and receipt.sent_at is not None:
                self.order.came(event.source, event.task, receipt.sent_at)
                if receipt.sent_at.worker != worker:
                    self.order.cross(receipt.sent_at, receipt.received_at, receipt.sent_when, receipt.received_when)
        elif event.kind == BOLT_ACK:
            self.figures.note_time(tree.root, receipt)
            if tree.callback == "ack":
                self._settle(tree)

    def _note_double(self, before: Receipt | None, event: Event, at: Place) -> None:
        """Note how far a line is behind an equal one."""
        if before is None or self.by_hook:
            return
        firsts = {
            SEND: (before.sent_at, before.sent_when),
            ARRIVE: (before.received_at, before.received_when),
            DONE: (before.ended_at, before.ended_when),
        }
        first, when = firsts.get(event.kind, (None, ""))
        if first is not None and first.worker == at.worker and when == event.when:
            self.doubled.setdefault(at.worker, set()).add(at.number - first.number)

    def is_doubled(self, receipt: Receipt) -> bool:
        """Whether the second ack of a tuple is as far behind the first as other lines are behind their doubles."""
        first, again = receipt.answered_at, receipt.again_at
        if first is None or again is None or first.worker != again.worker:
            return False
        return again.number - first.number in self.doubled.get(again.worker, ())

    def _give_up(self, worker: int, at: Place, when: str) -> None:
        for root in self.waits.ended(worker, int(when)):
            tree = self.trees.get(root)
            if tree is not None and not tree.callback:
                tree.callback, tree.reason, tree.callback_at, tree.callback_when = "fail", TIMEOUT, at, when
                self.figures.note_span(tree)

    def _heard(self, worker: int, at: Place, event: Event) -> int | None:
        """Return the root of a line without one, if the line before has it; process trees that were given up."""
        is_callback = event.kind in (SPOUT_ACK, SPOUT_FAIL) and not event.ids
        heard = self._rootless.heard(worker, event) if is_callback else None
        group = self._rootless.see(worker, at, event)
        if group is not None:
            self.unnamed += group.lines
            ticks = self.lives.task(group.tasks.start).ticks
            for tree in given_up(group, self.trees.values(), ticks, self.lives.again):
                tree.callback, tree.reason, tree.callback_at, tree.callback_when = "fail", TIMEOUT, group.at, group.when
                self.figures.note_span(tree)
        return heard

    def _sent(self, tree: Tree, receipt: Receipt, at: Place, event: Event) -> None:
        if tree.emitted_at is None:
            tree.emitted_at, tree.emitted_when = at, event.when
        if receipt.received_at is not None and receipt.received_at.worker != at.worker:
            self.order.cross(at, receipt.received_at, event.when, receipt.received_when)
            if receipt.executed:  # the lines of its receiver were read first
                self.order.came(event.source, event.task, at)
        elif receipt.received_at is not None and receipt.sends == 1 and not self.by_hook:
            self.inverted += 1
        is_before = receipt.received_at is None or receipt.received_at.worker != at.worker
        if receipt.sends == 1 and (is_before if receipt.received else not receipt.was_had):
            own = [each for each in tree.receipts.values() if each.task == event.source and each.was_had]
            receipt.is_late = bool(own) and all(each.acked for each in own)

    # Messages to ackers, and their notifications.

    def _report(self, worker: int, at: Place, event: Event) -> None:  # noqa: C901, PLR0912 - one for each kind of line
        kind, ((root, value),) = event.kind, event.ids
        self._note_source(event)
        self.empty[event.component] += kind == SEND and event.stream == INIT and not value  # in 2.x, with an acker
        if kind != SEND:
            self._at_work(worker, at, event.task, kind)
            self.lives.task(event.task).component = ACKER
        tree = self.trees.get(root) or self._tree(root)
        if tree is not None:
            report = tree.report(event, at)
            if event.stream == INIT:
                tree.spout = (event.component, event.source)
                if kind == SEND and tree.emitted_at is None:
                    tree.emitted_at, tree.emitted_when = at, event.when
                if kind == SEND and self.by_hook:
                    self.waits.begin(worker, event, root)
            if kind == DONE and report.lines[0] and report.sent_at is not None:
                self.order.came(event.source, event.task, report.sent_at)
                if report.sent_at.worker != worker:
                    self.order.cross(report.sent_at, at, report.sent_when, event.when)
            elif kind == SEND and report.received_at is not None and report.received_at.worker != worker:
                self.order.cross(at, report.received_at, event.when, report.received_when)
                if report.lines[EXECUTED]:
                    self.order.came(event.source, event.task, at)
            if report.acker is None and kind != SEND:
                report.acker = event.task
        elif not self.by_hook:
            self.after.note_report(root, event, at)
        if kind == ARRIVE:
            expected = self._ledger(worker, event.task).receive(event.stream, root, value, event.extra)
            if tree is not None and expected is not None:
                tree.expected.append(expected)

    def _notified(self, at: Place, event: Event) -> None:
        ((root, _),) = event.ids
        self.lives.task(event.source).component = ACKER
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
                self.figures.note_span(tree)
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
        self.figures.note_span(tree)
        self._settle(tree)

    # Tasks and workers.

    def _ledger(self, worker: int, task: int) -> Ledger:
        life = sum(each.worker == worker for each in self.lives.again.get(task, ()))
        found = self._ledgers.get((worker, life, task))
        if found is None:
            found = self._ledgers[worker, life, task] = Ledger(self.profile)
        return found

    def _tick(self, worker: int, at: Place, event: Event) -> None:
        self.order.continuity.note_tick(worker, event)
        self._executing.pop((worker, event.thread), None)
        if event.task == NO_TASK:
            self.nobodys[event.about] += 1
            return
        for number in tasks_of(event):
            task = self.lives.task(number)
            task.executor = (event.task, event.extra)
            self._at_work(worker, at, number, ARRIVE)
            task.seconds[event.about] += 1
            task.ticks.append(at)
            task.ticks_when.append(event.when)
            if task.component == ACKER:
                self.without_ticks = False
                for root in self._ledger(worker, number).tick():
                    if root in self.trees:
                        self.trees[root].expired = True

    def _note_source(self, event: Event) -> None:
        if event.source >= 0:
            task = self.tasks.get(event.source)
            if task is None or task.component != event.component:
                self.lives.task(event.source).component = event.component

    def _at_work(self, worker: int, at: Place, number: int, kind: str) -> None:
        task = self.lives.task(number)
        if task.worker != worker:
            task.worker = worker
            self.lives.is_seen(number, worker, at)
        if kind in (ARRIVE, DONE):
            task.last = at
