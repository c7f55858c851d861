"""Events gathered into trees, and into what is known of tasks and workers. Memory follows the trees that are not done.

A tree that is done by every account is taken away at once, and only its root is remembered for a while, so that lines
which come late begin no new tree.
"""

from collections import Counter
from datetime import datetime

import acking
from attrs import define, field

from ackproof_adapters.audit.events import (
    ACKER,
    ARRIVE,
    BOLT_ACK,
    BOLT_FAIL,
    DONE,
    INIT,
    LIFE,
    NO_TASK,
    REPORTS,
    SEND,
    SPOUT_ACK,
    SPOUT_FAIL,
    SYSTEM,
    TICK,
    Event,
)
from ackproof_adapters.audit.ledgers import Ledger
from ackproof_adapters.audit.trees import Place, Receipt, Tree, Word

REMEMBERED = 1_000_000
"""Roots of trees that are done, at least, which are remembered; at most twice as many."""

MARKS_OF_A_LIFE = 2
"""Lines that a worker's start writes, at least: one that is doubled is no new life."""


@define
class Figures:
    """What a component did, over all trees. Times are in milliseconds, by the clock of the worker."""

    received: int = 0
    acked: int = 0
    failed: int = 0
    never_acked: int = 0
    acked_twice: int = 0
    emitted_after_ack: int = 0
    unanchored: int = 0
    slowest: float = 0.0
    slowest_root: int = 0


@define
class Task:
    """What the lines tell of a task."""

    component: str = ""
    worker: int | None = None
    last: Place | None = None
    """Where it last received or executed anything, ticks included."""
    seconds: Counter[str] = field(factory=Counter)
    """The seconds of its ticks, with how often they came."""


@define
class _Life:
    marks: int = 0
    at: Place | None = None
    was_at_work: bool = False


@define
class Gathering:
    """All that is known while the events of a log come in. Those of one worker have to come in the order of lines."""

    profile: acking.Profile = field(default=acking.PROFILES["storm2"])
    trees: dict[int, Tree] = field(factory=dict)
    tasks: dict[int, Task] = field(factory=dict)
    figures: dict[str, Figures] = field(factory=dict)
    lives: dict[int, list[Place]] = field(factory=dict)
    """Where a worker was started again, by worker."""
    arrived: dict[tuple[int, int], tuple[Place, Place]] = field(factory=dict)
    """The first and last place of what one task sent to another and is known to have come."""
    reach: dict[tuple[int, int], Place] = field(factory=dict)
    """The last emission in one worker of which another has a tuple, by that other and the one."""
    done: int = 0
    empty: int = 0
    notifications: int = 0
    without_ticks: bool = True
    _ledgers: dict[tuple[int, int, int], Ledger] = field(init=False, factory=dict)
    _young: set[int] = field(init=False, factory=set)
    _old: set[int] = field(init=False, factory=set)
    _starting: dict[int, _Life] = field(init=False, factory=dict)

    def add(self, worker: int, file: int, event: Event) -> None:
        """Take in an event of a worker."""
        kind = event.kind
        at = Place(worker, file, event.line)
        if kind == LIFE:
            self._life(worker, at, event)
            return
        life = self._starting.get(worker)
        if life is None:
            life = self._starting[worker] = _Life()
        if life.marks:
            self._has_started(worker, life)
        life.was_at_work = True
        if kind == TICK:
            self._tick(worker, at, event)
        elif kind in (SPOUT_ACK, SPOUT_FAIL):
            self._told(at, event)
        elif event.stream in REPORTS and event.component == ACKER:
            self._word(at, event)
        elif event.stream in REPORTS:
            self._report(worker, at, event)
        elif not event.stream.startswith(SYSTEM):
            self._tuple(worker, at, event)

    def of(self, component: str) -> Figures:
        """Return the figures of a component."""
        found = self.figures.get(component)
        if found is None:
            found = self.figures[component] = Figures()
        return found

    def component(self, task: int) -> str:
        """Return the component of a task, or nothing if no line tells it."""
        found = self.tasks.get(task)
        return found.component if found else ""

    def _task(self, number: int) -> Task:
        found = self.tasks.get(number)
        if found is None:
            found = self.tasks[number] = Task()
        return found

    def _tree(self, root: int) -> Tree | None:
        """Return the tree of a root, or None if it is done."""
        found = self.trees.get(root)
        if found is None:
            if root in self._young or root in self._old:
                return None
            found = self.trees[root] = Tree(root)
        return found

    def _settle(self, tree: Tree) -> None:
        if not tree.is_settled or not tree.agrees:
            return
        self.done += 1
        del self.trees[tree.root]
        if len(self._young) >= REMEMBERED:
            self._old, self._young = self._young, set()
        self._young.add(tree.root)

    # What happened to a tuple.

    def _tuple(self, worker: int, at: Place, event: Event) -> None:
        kind, task = event.kind, event.task
        self._note_source(event)
        if kind != SEND:
            self._at_work(worker, at, task, kind)
            component = self.component(task)
            if component:
                figures = self.of(component)
                figures.received += kind == ARRIVE
                figures.acked += kind == BOLT_ACK
                figures.failed += kind == BOLT_FAIL
        elif not event.ids:
            self.of(event.component).unanchored += 1
        for root, edge in event.ids:
            tree = self._tree(root)
            if tree is not None:
                self._edge(worker, at, event, tree, edge)

    def _edge(self, worker: int, at: Place, event: Event, tree: Tree, edge: int) -> None:
        receipt = tree.receipt(edge, event, at)
        if event.kind == SEND:
            self._sent(tree, receipt, at, event)
        elif event.kind == DONE:
            if receipt.received and receipt.sent_at is not None:
                self._came(event.source, event.task, receipt.sent_at)
            if tree.emitted_at is not None:
                self._reaches(worker, tree.emitted_at)
        elif event.kind == BOLT_ACK:
            self._time(tree.root, receipt)
            if tree.told == "ack":
                self._settle(tree)

    def _sent(self, tree: Tree, receipt: Receipt, at: Place, event: Event) -> None:
        if tree.emitted_at is None:
            tree.emitted_at, tree.emitted_when = at, event.when
        if receipt.sends == 1 and not receipt.was_had:
            own = [each for each in tree.receipts.values() if each.task == event.source and each.was_had]
            receipt.is_late = bool(own) and all(each.acked for each in own)

    def _time(self, root: int, receipt: Receipt) -> None:
        if receipt.acked != 1 or not receipt.received_when:
            return
        took = milliseconds(receipt.received_when, receipt.answered_when)
        figures = self.of(self.component(receipt.task))
        if took > figures.slowest:
            figures.slowest, figures.slowest_root = took, root

    # What ackers are told, and say.

    def _report(self, worker: int, at: Place, event: Event) -> None:
        kind, ((root, value),) = event.kind, event.ids
        self._note_source(event)
        if kind != SEND:
            self._at_work(worker, at, event.task, kind)
            self._task(event.task).component = ACKER
        tree = self._tree(root)
        if tree is not None:
            report = tree.report(kind, event.stream, event.source, value, at)
            if event.stream == INIT:
                tree.spout = (event.component, event.source)
                if kind == SEND and tree.emitted_at is None:
                    tree.emitted_at, tree.emitted_when = at, event.when
            if kind == DONE and report.lines[0] and report.sent_at is not None:
                self._came(event.source, event.task, report.sent_at)
            if report.acker is None and kind != SEND:
                report.acker = event.task
        if kind == ARRIVE:
            said = self._ledger(worker, event.task).receive(event.stream, root, value, event.extra)
            if tree is not None and said is not None:
                tree.expected.append(said)

    def _word(self, at: Place, event: Event) -> None:
        ((root, _),) = event.ids
        self._task(event.source).component = ACKER
        tree = self._tree(root)
        if event.kind == SEND:
            self.notifications += 1
        if tree is None:
            return
        word = tree.words.get(event.stream)
        if word is None:
            word = tree.words[event.stream] = Word(event.stream, event.source, event.task)
        if event.kind == SEND:
            word.sends += 1
            word.sent_at = word.sent_at or at
        elif event.kind == ARRIVE:
            word.arrivals += 1

    def _told(self, at: Place, event: Event) -> None:
        if not event.ids:
            self.empty += 1
            return
        ((root, _),) = event.ids
        tree = self._tree(root)
        if tree is None or tree.told:
            return
        tree.told = "ack" if event.kind == SPOUT_ACK else "fail"
        tree.reason, tree.told_at, tree.told_when = event.about, at, event.when
        self._settle(tree)

    # Tasks and workers.

    def _ledger(self, worker: int, task: int) -> Ledger:
        life = len(self.lives.get(worker, ()))
        found = self._ledgers.get((worker, life, task))
        if found is None:
            found = self._ledgers[worker, life, task] = Ledger(self.profile)
        return found

    def _tick(self, worker: int, at: Place, event: Event) -> None:
        if event.task == NO_TASK:
            return
        for number in range(event.task, min(event.extra, event.task + 1000) + 1):
            task = self._task(number)
            self._at_work(worker, at, number, ARRIVE)
            task.seconds[event.about] += 1
            if task.component == ACKER:
                self.without_ticks = False
                for root in self._ledger(worker, number).tick():
                    if root in self.trees:
                        self.trees[root].expired = True

    def _life(self, worker: int, at: Place, event: Event) -> None:
        life = self._starting.setdefault(worker, _Life())
        life.marks += 1
        life.at = life.at or at
        if event.component and event.task != NO_TASK:
            for number in range(event.task, min(event.extra, event.task + 1000) + 1):
                self._task(number).component = event.component

    def _has_started(self, worker: int, life: _Life) -> None:
        if life.was_at_work and life.marks >= MARKS_OF_A_LIFE and life.at is not None:
            self.lives.setdefault(worker, []).append(life.at)
        life.marks, life.at = 0, None

    def _note_source(self, event: Event) -> None:
        if event.source >= 0:
            self._task(event.source).component = event.component

    def _at_work(self, worker: int, at: Place, number: int, kind: str) -> None:
        task = self._task(number)
        task.worker = worker
        if kind in (ARRIVE, DONE):
            task.last = at

    def _came(self, sender: int, receiver: int, sent: Place) -> None:
        first, last = self.arrived.get((sender, receiver), (sent, sent))
        if first.worker == sent.worker:
            self.arrived[sender, receiver] = (min(first, sent), max(last, sent))

    def _reaches(self, worker: int, emitted: Place) -> None:
        before = self.reach.get((worker, emitted.worker))
        if before is None or before < emitted:
            self.reach[worker, emitted.worker] = emitted


def milliseconds(first: str, last: str) -> float:
    """Return the time between two lines of one worker."""
    return (_clock(last) - _clock(first)) * 1000


def _clock(when: str) -> float:
    if when.isdecimal():
        return int(when) / 1000
    return datetime.fromisoformat(when).timestamp()
