"""Why a tuple is open: its task has it, or it is in a queue, or it was lost on the way. The log may end too soon to say
that this is the cause of its tree.
"""

from bisect import bisect_left
from collections.abc import Sequence

from attrs import define, field

from ackproof_adapters.audit.causes import catalogue
from ackproof_adapters.audit.causes.findings import Finding, whose
from ackproof_adapters.audit.causes.slowness import (
    LONGER,
    EndOfWait,
    is_given_up_by_time,
    slowest_step,
    thread_of,
    time_in_queue,
    wait_of,
)
from ackproof_adapters.audit.logs.heads import milliseconds, without_day
from ackproof_adapters.audit.trees.continuity import missing_lines
from ackproof_adapters.audit.trees.gathering import Gathering
from ackproof_adapters.audit.trees.tree import Place, Receipt, Tree


@define
class OpenTuples:
    """Explains open tuples, after all lines were read."""

    known: Gathering
    _waiting: dict[int, list[Place]] = field(init=False, factory=dict)
    """For each task, where tuples were sent to its executor that were not begun."""
    _stopped: dict[int, tuple[Place, str]] = field(init=False, factory=dict)
    """Where and when the executor of a task received its last tuple, if no line shows any action after that."""
    _busy: dict[int, int] = field(init=False, factory=dict)
    """The task of that tuple: it may be another one of the executor."""
    _begun: dict[tuple[tuple[int, int], int], list[Place]] = field(init=False, factory=dict)
    """Where each executor received tuples of trees that were not done, by worker."""

    def __attrs_post_init__(self) -> None:
        for tree in self.known.trees.values():
            for receipt in tree.receipts.values():
                known = self.known.tasks.get(receipt.task)
                if known is None:
                    continue
                if receipt.received_at is not None and tree.callback != "ack":
                    there = thread_of(self.known, receipt.task), receipt.received_at.worker
                    self._begun.setdefault(there, []).append(receipt.received_at)
                first, last = known.executor or (receipt.task, receipt.task)
                latest = receipt.received_last
                if receipt.received_at and latest and known.last == latest and not receipt.executed:
                    mates = [self.known.tasks[each] for each in range(first, last + 1) if each in self.known.tasks]
                    if all(each.last is None or each.last <= latest for each in mates):
                        since = receipt.received_at, receipt.received_when
                        self._stopped |= dict.fromkeys(range(first, last + 1), since)
                        self._busy |= dict.fromkeys(range(first, last + 1), receipt.task)
                if not receipt.was_had and receipt.sent_at is not None:
                    for task in range(first, last + 1):
                        self._waiting.setdefault(task, []).append(receipt.sent_at)
        for places in self._begun.values():
            places.sort()

    def of(self, given_up: EndOfWait, edge: int, receipt: Receipt) -> Finding | str:
        """Return why a tuple is open, or why that is unknown."""
        missing = self._missing(receipt)
        if missing:
            return missing
        if receipt.was_had:
            return self._of_queued(given_up, receipt) or self._of_held(given_up.tree, edge, receipt)
        return self._of_sent(given_up.tree, receipt)

    def is_too_late(self, given_up: EndOfWait, receipt: Receipt) -> bool:
        """Whether an open tuple cannot be why the spout gave up: it was sent after that; or it was received after that,
        and was not in the queue for most of the time that the spout waited, or another step took longer.
        """
        if given_up.is_before(receipt.sent_at, receipt.sent_when):
            return True
        if not given_up.is_before(receipt.received_at, receipt.received_when):
            return False
        slowest = slowest_step(self.known, given_up.tree)
        took = time_in_queue(self.known, receipt)
        return not given_up.is_most(took) or (slowest is not None and slowest[1].took > took)

    def hangs(self, tree: Tree, task: int) -> bool:
        """Whether a task that did nothing since it received its last tuple counts as hanging: it has had the tuple for
        twice as long as the spout waited, or the log goes on for as long as that after the spout gave up.
        """
        stopped, wait = self._stopped.get(task), wait_of(self.known, tree)
        if stopped is None or wait is None or tree.callback_at is None:
            return False
        place, since = stopped
        end = self.known.latest[place.worker]
        if milliseconds(since, end) >= 2 * wait.waited:
            return True
        if place.worker == tree.callback_at.worker:
            return milliseconds(tree.callback_when, end) >= wait.waited
        crossed = self.known.order.crossed(tree.callback_at, place.worker)
        return crossed is not None and milliseconds(crossed.when, end) >= wait.waited

    def undecided(self, tree: Tree, candidates: Sequence[Finding]) -> str:
        """Return why the log ends too soon to decide, or nothing.

        A task still executes a tuple of the tree, and there is another candidate. If the next lines answer that tuple,
        the cause is the other candidate, or the step that took the longest.
        """
        early = self.may_be_early(tree, candidates)
        if early:
            return early
        under_way = [each for each in candidates if each.held is not None and not self.hangs(tree, each.task)]
        if not under_way:
            return ""
        tasks = {thread_of(self.known, each.task): each.task for each in candidates}
        slowest = slowest_step(self.known, tree)
        if slowest is not None:
            step = slowest[1]
            if step.took > max(each.held or 0.0 for each in under_way):
                tasks[thread_of(self.known, step.receipt.task)] = step.receipt.task
        if len(tasks) < 2:  # noqa: PLR2004
            return ""
        named = " or ".join(str(task) for task in sorted(tasks.values()))
        return f"the cause may be in task {named}: the log ends before it shows which was too slow"

    def may_be_early(self, tree: Tree, candidates: Sequence[Finding]) -> str:
        """Return why tuples that are open at the end of the log may not be the cause, or nothing: the spout may have
        given up before its timeout, and their tasks have not had them for twice as long as it waited.
        """
        wait = wait_of(self.known, tree, fewest=1)
        if wait is None or is_given_up_by_time(self.known, tree) or (wait.is_exact and not wait.is_short):
            return ""
        short = [each.task for each in candidates if each.open_for is not None and each.open_for < 2 * wait.waited]
        if not short:
            return ""
        return f"the spout may have given up before its timeout, and the log ends too soon after for task {short[0]}"

    def _missing(self, receipt: Receipt) -> str:
        """Return where the lines are missing that may show more of an open tuple, or nothing.

        A task cannot go on to another tuple before the execution of one has ended. If it did by the lines, one is lost,
        and the ack may be lost with it.
        """
        task = receipt.task
        at = receipt.ended_at or receipt.received_at or receipt.answered_at or receipt.sent_at
        record = self.known.tasks.get(task)
        worker = at.worker if receipt.was_had and at is not None else record.worker if record is not None else None
        gap = self.known.order.gap_after(at, worker)
        if gap is not None:
            did = "acked" if receipt.was_had else "received"
            return f"no line shows whether task {task} {did} a tuple of {whose(receipt)}: {missing_lines(gap)}"
        latest = receipt.received_last
        if latest is None or receipt.executed or record is None or record.last is None or self.known.by_hook:
            return ""
        has_ended = any(each.worker != latest.worker or each > latest for each in self.known.lives.starts(task))
        if record.last.worker == latest.worker and record.last > latest and not has_ended:
            return f"task {task} went on, and no line shows that its execution of a tuple of {whose(receipt)} has ended"
        return ""

    def _of_queued(self, given_up: EndOfWait, receipt: Receipt) -> Finding | str:
        """Return that a tuple was in the queue of its task for most of the time that the spout waited, and was received
        too late, or was executed for less than that when the log ended; why it is unknown whether it was; or nothing.
        """
        task, sender, took = receipt.task, whose(receipt), time_in_queue(self.known, receipt)
        stopped, wait = self._stopped.get(task), wait_of(self.known, given_up.tree)
        is_late = given_up.is_before(receipt.received_at, receipt.received_when)
        if not is_late and given_up.may_be_before_receipt(receipt):
            return f"no line shows whether task {task} received a tuple of {sender} before the spout gave up"
        if receipt.received_at is None or wait is None:
            return ""
        since_then = milliseconds(receipt.received_when, self.known.latest[receipt.received_at.worker])
        is_at_it = stopped is not None and stopped[0] == receipt.received_at
        if not is_late and (not is_at_it or took < since_then):
            return ""
        if not given_up.is_most(took):
            return f"task {task} received a tuple of {sender} too late, and no line shows why" if is_late else ""
        words = f"a tuple of {sender} waited in the queue of task {task} for {took / 1000:.1f} s"
        words += f"{self._others(receipt)}; the spout gave up after {wait.waited / 1000:.1f} s"
        return Finding(
            catalogue.QUEUED,
            task,
            words,
            [receipt.sent_at, receipt.received_at],
            held=took + since_then if is_at_it else None,
            open_for=took + since_then,
        )

    def _others(self, receipt: Receipt) -> str:
        """Return in words how many others a task received while a tuple of the same worker was in its queue: of trees
        that were not done, since no others are kept.
        """
        sent = receipt.sent_at
        if sent is None:
            return ""
        own = self._begun.get((thread_of(self.known, receipt.task), sent.worker), [])
        until = len(own) if receipt.received_at is None else bisect_left(own, receipt.received_at)
        number = until - bisect_left(own, sent)
        return f", and the task received {number:,} or more others meanwhile" if number > 0 else ""

    def _of_held(self, tree: Tree, edge: int, receipt: Receipt) -> Finding | str:
        task, sender = receipt.task, whose(receipt)
        if not self._reaches(*_first_line(receipt), tree):
            return f"the log of task {task}'s worker may end before the spout gave up"
        if not self._is_since_receipt(receipt):
            return f"the log of task {task}'s worker may begin after it had acked a tuple of {sender}"
        stopped = self._stopped.get(task)
        has_stopped = stopped is not None and stopped[0] == receipt.received_at
        if stopped is not None and has_stopped and not self._is_long(tree, receipt, stopped):
            return f"task {task} was at a tuple of {sender} when the log ended, and not for long"
        waiting = self._waits_since(task, receipt.received_at) if has_stopped else None
        if waiting is not None:
            words = f"task {task} received a tuple of {sender}, and did nothing since"
            held = self._held(receipt, stopped)
            return Finding(catalogue.NEVER_ENDED, task, words, [receipt.received_at, waiting], held=held, open_for=held)
        words = f"task {task} received a tuple of {sender} and had not acked it by the end of the log"
        if edge == tree.residual:
            words += "; it is the one edge that the acker waits for"
        places = [receipt.sent_at, receipt.received_at or receipt.ended_at]
        at_it = self._held(receipt, stopped) if has_stopped else None
        at, when = _first_line(receipt)
        open_for = milliseconds(when, self.known.latest[at.worker]) if at is not None else None
        return Finding(catalogue.NEVER_ACKED, task, words, places, held=at_it, open_for=open_for)

    def _of_sent(self, tree: Tree, receipt: Receipt) -> Finding | str:  # noqa: PLR0911 - one for each answer
        task, sender = receipt.task, whose(receipt)
        if self.known.order.is_overtaken(receipt.source, task, receipt.sent_at):
            if self.known.inverted:
                return (
                    f"the order of lines is not that of Storm, and does not show whether task {task} received a tuple"
                )
            if self.known.unended:
                return (
                    f"{self.known.unended:,} lines of Storm have no end: one may be the receipt of a tuple of {sender}"
                )
            words = (
                f"task {receipt.source} sent task {task} a tuple that was not received; others before and after were"
            )
            return Finding(catalogue.LOST, task, words, [receipt.sent_at])
        stopped = self._stopped.get(task)
        behind = stopped[0] if stopped else None
        cut_off = self._cut_off(tree, receipt, stopped) if stopped else ""
        if cut_off:
            return cut_off
        if behind is not None and self.known.order.before(behind, receipt.sent_at):
            words = f"a tuple of {sender} waits {self._behind_what(task, stopped)}"
            held = self._held(receipt, stopped)
            return Finding(catalogue.QUEUED, task, words, [behind, receipt.sent_at], held=held, open_for=held)
        if (
            behind is not None
            and receipt.sent_at is not None
            and self._is_behind(receipt.source, task, receipt.sent_at)
        ):
            held = self._held(receipt, stopped)
            words = f"a tuple of {sender} waits {self._at_earlier(task)}"
            words += self._waits(receipt, held)
            return Finding(catalogue.QUEUED, task, words, [receipt.sent_at, behind], held=held, open_for=held)
        known = self.known.tasks.get(task)
        if known is None or known.worker is None:
            return f"no line is of task {task}: it had not started, or the log of its worker is not here"
        return f"no line shows whether task {task} began a tuple of {sender}"

    def _behind_what(self, task: int, stopped: tuple[Place, str] | None) -> str:
        """Return in words what a tuple waits for that was sent to a task whose executor did nothing since its last."""
        busy = self._busy.get(task, task)
        if busy == task or stopped is None:
            return f"for task {task}, which did nothing since it received another"
        place, when = stopped
        since = f"since {without_day(when)} (line {place.line})"
        return f"in the queue of the executor of {self._mates(task)}, whose task {busy} has executed a tuple {since}"

    def _at_earlier(self, task: int) -> str:
        """Return in words what a tuple waits for that was sent to a task whose executor was at earlier ones."""
        whom = f"for task {task}"
        if self._busy.get(task, task) != task:
            whom = f"in the queue of the executor of {self._mates(task)}"
        return f"{whom}, which was at earlier ones at the end of the log"

    def _mates(self, task: int) -> str:
        first, last = thread_of(self.known, task)
        return f"tasks {first} {'and' if last == first + 1 else 'to'} {last}"

    def _waits(self, receipt: Receipt, held: float) -> str:
        """Return for how long a tuple was in the queue at the end of the log, if one clock shows that, and how many
        others were received meanwhile.
        """
        sent, task = receipt.sent_at, self.known.tasks[receipt.task]
        if sent is None or task.worker != sent.worker:
            return ""
        return f"; it was in the queue for {held / 1000:.1f} s{self._others(receipt)}"

    def _waits_since(self, task: int, begun: Place | None) -> Place | None:
        """Return where something was sent to a task, or its executor, after a line, and was not begun."""
        return next((sent for sent in self._waiting.get(task, ()) if self.known.order.before(begun, sent)), None)

    def _is_since_receipt(self, receipt: Receipt) -> bool:
        """Whether the log of a tuple's task had begun when that received it: by the line of the receipt, or by one
        before it was sent. Otherwise the task may have acked it before the log begins, and the acker's lines of that
        may be missing, too.
        """
        at, sent = receipt.ended_at or receipt.answered_at, receipt.sent_at
        if self.known.by_hook or receipt.received_at is not None or at is None:
            return True
        return sent is not None and (
            sent.worker == at.worker or self.known.order.before(self.known.first.get(at.worker), sent)
        )

    def _cut_off(self, tree: Tree, receipt: Receipt, stopped: tuple[Place, str]) -> str:
        """Return why the last tuple of a task does not explain why another one waits for it, or nothing."""
        sent, when = receipt.sent_at, receipt.sent_when
        of_tree = (sent, when) if sent and sent.worker == stopped[0].worker else (stopped[0], "")
        if not self._reaches(*of_tree, tree):
            return f"the log of task {receipt.task}'s worker may end before the spout gave up"
        return "" if self._is_long(tree, receipt, stopped) else f"it was on its way to task {receipt.task} at the end"

    def _is_long(self, tree: Tree, receipt: Receipt, stopped: tuple[Place, str]) -> bool:
        """Whether a task had a tuple in its queue or in its execution, by the end of its log, for most of the time that
        the spout waited. Otherwise it may only have been on its way when the log ended.
        """
        wait = wait_of(self.known, tree)
        return wait is None or self._held(receipt, stopped) > wait.waited / 2

    def _held(self, receipt: Receipt, stopped: tuple[Place, str] | None) -> float:
        """Return for how many milliseconds a task had had a tuple when its log ended, if it did nothing since."""
        if stopped is None:
            return 0.0
        place, since = stopped
        if receipt.sent_at is not None and receipt.sent_at.worker == place.worker:
            since = receipt.sent_when
        elif receipt.received_when:
            since = receipt.received_when
        return milliseconds(since, self.known.latest[place.worker])

    def _is_behind(self, sender: int, task: int, sent: Place) -> bool:
        """Whether all that the executor of a task received was sent earlier in its own worker; from another worker,
        whether it received nothing that the same task sent later.
        """
        known = self.known.tasks[task]
        first, last = known.executor or (task, task)
        fronts = [self.known.tasks[each].front for each in range(first, last + 1) if each in self.known.tasks]
        there = [each for each in fronts if each is not None]
        if known.worker != sent.worker:
            came = self.known.order.arrived.get((sender, task))
            return came is None or self.known.order.before(came[1], sent)
        return bool(there) and max(there) < sent

    def _reaches(self, at: Place | None, when: str, tree: Tree) -> bool:
        """Whether the log of a place's worker goes on after the spout gave a tree up. If no tuple shows that, it does
        if it goes on for longer after a line of the tree than the spout waited for all of it; `when` is the time of
        that line, or nothing.
        """
        if at is None or tree.callback_at is None or at.worker == tree.callback_at.worker:
            return True
        if self.known.order.crossed(tree.callback_at, at.worker) is not None:
            return True
        wait = wait_of(self.known, tree) if when else None
        return wait is not None and milliseconds(when, self.known.latest[at.worker]) > LONGER * wait.waited


def _first_line(receipt: Receipt) -> tuple[Place | None, str]:
    """Return the place and the time of the first line that shows a tuple with its task."""
    if receipt.received_at is not None:
        return receipt.received_at, receipt.received_when
    return (receipt.ended_at, receipt.ended_when) if receipt.ended_at else (receipt.answered_at, receipt.answered_when)
