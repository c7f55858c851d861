"""Why a tree was not done: a cause that the lines prove, or unknown.

Theory of operation
-------------------
Lines of bolts show which tuples they received and acked; lines of ackers show the messages that they received. So there
are two accounts of a tree, and each checks the other: the xor of the values that a task reported is the xor of the
edges that it acked and of the children that it sent. With ids of 64 bits they do not agree by accident. The accounts
are compared first, task by task. If they do not agree, a line is missing, and the cause is unknown.

No cause rests on the absence of one line. "Not acked" needs two: no `BOLT ack`, and no report in the balance. The order
of events is that of lines of one worker, or follows from messages between workers; clocks of two workers are not
compared.
"""

from collections.abc import Iterator, Mapping, Sequence
from operator import itemgetter

from attrs import define, field, frozen

from ackproof_adapters.audit import catalogue
from ackproof_adapters.audit.accounts import agrees
from ackproof_adapters.audit.catalogue import Cause
from ackproof_adapters.audit.events import ACK, ACKER, FAIL, FAIL_STREAM, INIT, TIMEOUT
from ackproof_adapters.audit.gathering import Gathering
from ackproof_adapters.audit.heads import milliseconds
from ackproof_adapters.audit.slowness import (
    FEWEST_TICKS,
    LONGER,
    ROTATIONS,
    EndOfWait,
    is_given_up_by_time,
    may_be_slow,
    slowest_step,
    thread_of,
    wait_of,
)
from ackproof_adapters.audit.trees import AckerReport, Place, Receipt, Tree

DONE, FAILED, TIMED_OUT, OPEN, UNKNOWN = "done", "failed", "timed out", "open", "unknown"
STATUSES = (DONE, FAILED, TIMED_OUT, OPEN, UNKNOWN)


@frozen(kw_only=True)
class TreeVerdict:
    """The status of a tree, and why: a cause, its component and task, a sentence, and the places of the lines that
    show it. A tree that is done has no cause; one that is open only has a sentence on what it waits for.
    """

    root: int
    status: str
    cause: Cause | None = None
    component: str = ""
    task: int | None = None
    words: str = ""
    places: tuple[Place, ...] = ()


@define
class _Finding:
    cause: Cause
    task: int
    words: str
    places: list[Place | None]
    """The earliest first."""
    component: str = field(default="", kw_only=True)
    at: Place | None = field(default=None, kw_only=True)
    """Where it happened, if that is not the first of the places."""
    when: str = field(default="", kw_only=True)
    """When it happened, if it may have been after the spout gave up."""
    held: float | None = field(default=None, kw_only=True)
    """If its task still executed it, or a tuple before it, when the log ended: for how many milliseconds."""
    open_for: float | None = field(default=None, kw_only=True)
    """If it is a tuple that was not acked when the log ended: for how many milliseconds its task had had it."""


@define
class Explainer:
    """Finds the verdict of each tree, after all lines were read."""

    known: Gathering
    _waiting: dict[int, list[Place]] = field(init=False, factory=dict)
    """For each task, where tuples were sent to its executor that were not begun."""
    _stopped: dict[int, tuple[Place, str]] = field(init=False, factory=dict)
    """Where and when a task received its last tuple, if no line shows any action after that."""

    def __attrs_post_init__(self) -> None:
        for tree in self.known.trees.values():
            for receipt in tree.receipts.values():
                known = self.known.tasks.get(receipt.task)
                if known is None:
                    continue
                first, last = known.executor or (receipt.task, receipt.task)
                latest = receipt.received_last
                if receipt.received_at and latest and known.last == latest and not receipt.executed:
                    mates = [self.known.tasks[each] for each in range(first, last + 1) if each in self.known.tasks]
                    if all(each.last is None or each.last <= latest for each in mates):
                        since = receipt.received_at, receipt.received_when
                        self._stopped |= dict.fromkeys(range(first, last + 1), since)
                if not receipt.was_had and receipt.sent_at is not None:
                    for task in range(first, last + 1):
                        self._waiting.setdefault(task, []).append(receipt.sent_at)

    def _waits_since(self, task: int, begun: Place | None) -> Place | None:
        """Return where something was sent to a task, or its executor, after a line, and was not begun."""
        return next((sent for sent in self._waiting.get(task, ()) if self.known.order.before(begun, sent)), None)

    def verdicts(self) -> Iterator[TreeVerdict]:
        """Yield the verdict of every tree, except those that were removed as done by both accounts."""
        for tree in self.known.trees.values():
            yield self.verdict(tree)

    def verdict(self, tree: Tree) -> TreeVerdict:
        """Return the status of a tree, and the cause if it is not done."""
        if tree.callback == "ack":
            for task in {each.task for each in tree.receipts.values()}:
                agrees(tree, task, self.known)  # finds what was emitted too late
            return TreeVerdict(root=tree.root, status=DONE)
        if tree.callback and not tree.reason:
            tree.reason = _reason(tree)
        hidden = _what_is_hidden(tree)
        if hidden:
            return self._unknown(tree, UNKNOWN, hidden)
        status = (TIMED_OUT if tree.reason == TIMEOUT else FAILED) if tree.callback else OPEN
        found = self._found(tree)
        if isinstance(found, str):
            if status == OPEN:
                return TreeVerdict(root=tree.root, status=OPEN, words=f"so far: {found}")
            return self._unknown(tree, status, found)
        if status == OPEN and found.cause != catalogue.DIED:
            return TreeVerdict(root=tree.root, status=OPEN, words=f"so far: {found.words}")
        places = sorted({each for each in found.places if each is not None}, key=lambda each: (each.worker, each))
        return TreeVerdict(
            root=tree.root,
            status=status,
            cause=found.cause,
            component=found.component or self._component(tree, found.task),
            task=found.task,
            words=found.words,
            places=tuple(places),
        )

    def _component(self, tree: Tree, task: int) -> str:
        """Return the component of a task that took part in a tree, by the lines of that tree if they name it."""
        if tree.spout is not None and tree.spout[1] == task:
            return tree.spout[0]
        own = (each.receiver for each in tree.receipts.values() if each.task == task and each.receiver)
        return next(own, self.known.component(task))

    def _unknown(self, tree: Tree, status: str, why: str) -> TreeVerdict:
        places = (tree.callback_at,) if tree.callback_at else ()
        return TreeVerdict(root=tree.root, status=status, cause=catalogue.UNKNOWN, words=why, places=places)

    def _found(self, tree: Tree) -> _Finding | str:
        """Return the cause, or why it is unknown."""
        early = self._premature(tree) or self._collision(tree)
        if early:
            return early
        if not tree.has_beginning:
            of_hook = "a tuple of its spout was not executed, or is not in the files"
            return of_hook if self.known.by_hook else "its beginning is not in the log"
        failed = self._failed(tree)
        if failed:
            return failed
        if tree.callback and tree.reason != TIMEOUT:
            return "no line shows which bolt failed it"
        died = self._died(tree)
        if died:
            return died
        return self._balanced(tree)

    # Causes that need no balance.

    def _has_mates(self, tree: Tree) -> bool:
        """Whether the executor of its spout's task has others."""
        first, last = thread_of(self.known, tree.spout[1]) if tree.spout else (0, 0)
        return first != last

    def _premature(self, tree: Tree, fewest: int = FEWEST_TICKS) -> _Finding | None:
        """Look for a spout that gave up before its timeout, which is known by at least so many ticks of its thread."""
        begun, wait = tree.begun, wait_of(self.known, tree, fewest)
        if tree.reason != TIMEOUT or tree.spout is None or begun is None or not tree.callback_at or wait is None:
            return None
        if wait.timeout is None or not wait.is_short or wait.waited < 0:
            return None
        spout = self.known.tasks.get(tree.spout[1])
        if wait.is_exact and spout is not None:
            if sum(begun[0] < each < tree.callback_at for each in spout.ticks) >= ROTATIONS:
                return None  # its thread was late with the first of them
        elif spout is None or spout.executor is None or spout.executor[0] == spout.executor[1]:
            return None
        of = f"a timeout of {wait.timeout / 1000:.0f} s" + ("" if wait.is_exact else " or more")
        words = f"failed after {wait.waited / 1000:.1f} s of {of}: ticks come too often (STORM-3693)"
        return _Finding(catalogue.TICK_TOO_OFTEN, tree.spout[1], words, [begun[0], tree.callback_at])

    def _collision(self, tree: Tree) -> _Finding | None:
        inits = [each for each in tree.inits if each[2].sends and each[2].came]
        if len(inits) < 2 or len({(task, value) for task, value, _ in inits}) < 2:  # noqa: PLR2004
            return None
        words = f"spout tasks {' and '.join(str(task) for task, _, _ in inits)} began a tree with this root"
        return _Finding(catalogue.COLLISION, inits[-1][0], words, [each.sent_at for _, _, each in inits])

    def _failed(self, tree: Tree) -> _Finding | None:
        """Look for the first fail that a bolt sent before the spout gave up."""
        if tree.callback and tree.reason == TIMEOUT and FAIL not in tree.notifications:
            return None
        reports = dict(tree.fails)
        failed = [*self._failed_by_lines(tree, reports), *self._failed_by_acker(tree, reports)]
        if not failed:
            return None
        first = self._first_at_acker(failed, reports)
        others = ", ".join(str(task) for task in sorted({each.task for each in failed} - {first.task}))
        if others:
            first.words += f"; so did task {others}"
        return first

    def _failed_by_lines(self, tree: Tree, reports: Mapping[int, AckerReport]) -> Iterator[_Finding]:
        given_up = EndOfWait(self.known, tree)
        for receipt in tree.receipts.values():
            report = reports.get(receipt.task)
            if receipt.failed and report is not None and (report.sends or report.came):
                if tree.reason == TIMEOUT and given_up.is_before(receipt.answered_at, receipt.answered_when):
                    continue
                words = f"task {receipt.task} failed the tuple that it had of {_whose(receipt)}"
                yield _Finding(catalogue.FAILED, receipt.task, words, [receipt.answered_at, report.received_at])

    def _failed_by_acker(self, tree: Tree, reports: Mapping[int, AckerReport]) -> Iterator[_Finding]:
        for task, report in reports.items():
            known = self.known.tasks.get(task)
            if (
                report.came
                and (known is None or known.worker is None)
                and (FAIL in tree.notifications or not tree.callback)
            ):
                words = f"task {task}, whose own log is missing, sent a fail to the acker"
                yield _Finding(catalogue.FAILED, task, words, [report.received_at])

    def _first_at_acker(self, failed: Sequence[_Finding], reports: Mapping[int, AckerReport]) -> _Finding:
        """Return the one of several fails that came to the acker first; if no line shows that, the one that a bolt
        sent first, or that of the lowest task.
        """
        came = [reports[each.task].received_at for each in failed]
        places = [each for each in came if each is not None]
        if len(places) == len(failed) and len({each.worker for each in places}) == 1:
            return min(zip(places, failed, strict=True), key=itemgetter(0))[1]
        ordered = sorted(failed, key=lambda each: each.task)
        before = self.known.order.before
        return next(
            (one for one in ordered if all(one is each or before(one.places[0], each.places[0]) for each in ordered)),
            ordered[0],
        )

    def _died(self, tree: Tree) -> _Finding | str | None:
        """Look for a worker that died while the tree was open."""
        if not tree.callback and tree.is_answered:
            return "the answer of its acker came to its spout, and no line shows what the spout did then"
        found = self._bolt_died(tree) or self._acker_died(tree)
        if isinstance(found, _Finding):
            # If a living task acked twice or emitted late before, or held a tuple, that alone kept the tree from being
            # done.
            given_up = EndOfWait(self.known, tree)
            found_too = [*self._twice(tree), *self._late(tree)]
            others = [each for each in found_too if not _is_too_late(each, given_up)]
            held = [*self._held_elsewhere(tree)]
            why = next((each for each in held if isinstance(each, str)), None)
            if why is not None:
                return f"a worker died, and {why}"
            causes = [each for each in held if not isinstance(each, str)]
            causes += [each for each in others if agrees(tree, each.task, self.known)]
            return self._first([found, *causes])
        if found is None and not tree.callback and tree.spout:
            cut = self._cut_after(tree.spout[1], tree.spout_emitted_at, None)
            if cut:
                words = f"the worker of spout task {tree.spout[1]} was started again, and nobody waits for the tree"
                return _Finding(catalogue.DIED, tree.spout[1], words, [tree.spout_emitted_at, cut])
        if found is None and any(self._may_have_died(tree, task) for task in self._tasks_of(tree)):
            return "a worker that it went to was started again, and no line shows whether before or after"
        return found

    def _held_elsewhere(self, tree: Tree) -> Iterator[_Finding | str]:
        """Yield why the tuples are open that did not die with their tasks."""
        for edge, receipt in tree.open.items():
            if self._died_with(tree, receipt) is None:
                yield self._of_open(tree, edge, receipt)

    def _bolt_died(self, tree: Tree) -> _Finding | None:
        for receipt in tree.open.values():
            cut = self._died_with(tree, receipt)
            if cut is not None and (agrees(tree, receipt.task, self.known) or not receipt.was_had):
                doing = "had a tuple" if receipt.was_had else "had in its queue, or was yet to receive, a tuple"
                words = f"the worker of task {receipt.task} was started again while it {doing} of {_whose(receipt)}"
                places = [receipt.received_at or receipt.sent_at, cut]
                return _Finding(catalogue.DIED, receipt.task, words, places, at=cut)
        return None

    def _died_with(self, tree: Tree, receipt: Receipt) -> Place | None:
        """Return where the task of an open tuple was started again before the spout gave up, so that the tuple was
        lost; None if no line shows that.
        """
        cut = self._cut_after(receipt.task, receipt.received_at or receipt.sent_at, tree.callback_at)
        if receipt.was_had:
            return cut
        if cut is not None and self._lay_there(tree, receipt, cut):
            return cut
        return self._lost_at(tree, receipt.task, receipt.sent_at)

    def _lost_at(self, tree: Tree, task: int | None, sent: Place | None) -> Place | None:
        """Return where a task was started again before the spout gave up, if a message to it was lost then."""
        cut = self.known.order.lost_at(task, sent) if task is not None and sent is not None else None
        if cut is None or cut in self.known.lives.replaced:
            return None
        return cut if tree.callback_at is None or self.known.order.before(cut, tree.callback_at) else None

    def _acker_died(self, tree: Tree) -> _Finding | str | None:
        """Look for an acker that died with a record of the tree, or with a message about it on its way."""
        found = next(self._deaths_of_ackers(tree), None) if not tree.notifications else None
        tasks = {each.task for each in tree.receipts.values()}
        if found is not None and not all(agrees(tree, task, self.known) for task in tasks):
            return "an acker died, and a line of a task is missing, which may have died as well"
        return found

    def _deaths_of_ackers(self, tree: Tree) -> Iterator[_Finding]:
        for _, _, report in tree.inits:
            cut = self._cut_after(report.acker, report.received_at, tree.callback_at)
            if cut and report.acker is not None:
                words = f"the worker of acker task {report.acker} was started again, and the tree forgotten"
                yield _Finding(catalogue.DIED, report.acker, words, [report.received_at, cut], component=ACKER, at=cut)
        for (_, task, _), report in tree.reports.items():
            cut = None if any(report.lines) else self._lost_at(tree, report.sent_to, report.sent_at)
            if cut and report.sent_to is not None:
                words = f"the worker of acker task {report.sent_to} was started again while a message of task {task}"
                words += " was on its way to it"
                yield _Finding(catalogue.DIED, report.sent_to, words, [report.sent_at, cut], component=ACKER, at=cut)

    def _tasks_of(self, tree: Tree) -> set[int]:
        return {each.acker for each in tree.reports.values() if each.acker is not None} | {
            each.task for each in tree.receipts.values()
        }

    def _lay_there(self, tree: Tree, receipt: Receipt, cut: Place) -> bool:
        """Whether a tuple that no line shows received was in the queue of its task when its worker died: the log of
        that worker had begun when it was sent, and the task never reported it to the acker.
        """
        if any(task == receipt.task for task, _, _ in tree.acks):
            return False
        return self.known.order.before(self.known.first.get(cut.worker), receipt.sent_at)

    def _cut_after(self, task: int | None, at: Place | None, end: Place | None) -> Place | None:
        """Return where a task was started again between two other places, if lines show that. If it was moved, the
        start of its old worker without it counts: if there is none, the log of that worker may be cut.
        """
        if task is None or at is None:
            return None
        for cut in self.known.lives.again.get(task, ()):
            if cut in self.known.lives.replaced:
                return None  # its own topology was ended before
            if (task, cut) in self.known.lives.left and cut.worker != at.worker:
                continue
            if self.known.order.before(at, cut) and (end is None or self.known.order.before(cut, end)):
                return cut
        return None

    def _may_have_died(self, tree: Tree, task: int) -> bool:
        """Whether a task may have been started again while it had a part in a tree."""
        own = [each for each in tree.receipts.values() if each.task == task]
        there = {place.worker for each in own if (place := each.received_at or each.ended_at or each.answered_at)}
        around = [
            cut
            for cut in self.known.lives.starts(task)
            if cut not in self.known.lives.replaced
            and ((task, cut) not in self.known.lives.left or not own or cut.worker in there)
            and not self.known.order.before(cut, tree.spout_emitted_at)
            and not self.known.order.before(tree.callback_at, cut)
        ]
        return bool(around) and (not own or any(each.is_open for each in own))

    # Causes that the balance of both accounts shows.

    def _balanced(self, tree: Tree) -> _Finding | str:
        twice = [*self._twice(tree)]
        for task in {each.task for each in tree.receipts.values()}:
            if not agrees(tree, task, self.known):
                return f"the lines of task {task} do not match its messages to the acker: a line is missing"
        # What was done after the spout had given up is no cause.
        given_up = EndOfWait(self.known, tree)
        candidates: list[_Finding] = []
        after: list[_Finding] = []
        for each in (*twice, *self._late(tree)):
            (after if _is_too_late(each, given_up) else candidates).append(each)
        lost = [*self._lost_reports(tree)]
        if any(isinstance(each, str) for each in lost):
            return next(each for each in lost if isinstance(each, str))
        candidates += [each for each in lost if not isinstance(each, str)]
        # The spout did not wait for a tuple that was sent after it had given up.
        waited_for = {
            edge: each for edge, each in tree.open.items() if not given_up.is_before(each.sent_at, each.sent_when)
        }
        for edge, receipt in waited_for.items():
            finding = self._of_open(tree, edge, receipt)
            if isinstance(finding, str):
                return finding
            candidates.append(finding)
        if not candidates:
            return self._all_answered(tree, after)
        return self._undecided(tree, candidates) or self._first(candidates)

    def _all_answered(self, tree: Tree, after: Sequence[_Finding]) -> _Finding | str:
        """Return why a tree was given up although all tuples that the spout waited for were answered, with what was
        done `after` that.
        """
        found = self._all_acked(tree, is_open=bool(tree.open), is_done=not after)
        if not isinstance(found, str):
            self._name_later(found, after)
        return found

    def _undecided(self, tree: Tree, candidates: Sequence[_Finding]) -> str:
        """Return why the log ends too soon to decide, or nothing.

        A task still executes a tuple of the tree, and there is another candidate. If the next lines answer that tuple,
        the cause is the other candidate, or the step that took the longest.
        """
        early = self._may_be_early(tree, candidates)
        if early:
            return early
        under_way = [each for each in candidates if each.held is not None and not self._hangs(tree, each.task)]
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

    def _may_be_early(self, tree: Tree, candidates: Sequence[_Finding]) -> str:
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

    def _hangs(self, tree: Tree, task: int) -> bool:
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

    def _twice(self, tree: Tree) -> Iterator[_Finding]:
        for receipt in tree.receipts.values():
            values = [(value, report) for task, value, report in tree.acks if task == receipt.task]
            own = [each for each in tree.receipts.values() if each.task == receipt.task]
            arrivals = sum(report.came for _, report in values)
            if receipt.acked < 2 or arrivals < 2:  # noqa: PLR2004
                continue
            if len(own) > 1 and arrivals != sum(each.acked for each in own):
                continue  # only the count of all of them shows which one is doubled
            times = receipt.acked if len(own) > 1 else arrivals
            words = f"task {receipt.task} acked the tuple that it had of {_whose(receipt)} {times} times"
            if len(values) > len(own):
                words += f", with {len(values)} values"
            places = [receipt.answered_at, *(report.received_at for _, report in values)]
            yield _Finding(catalogue.ACKED_TWICE, receipt.task, words, places, when=receipt.answered_when)

    def _late(self, tree: Tree) -> Iterator[_Finding]:
        for receipt in tree.receipts.values():
            if receipt.is_late:
                words = f"task {receipt.source} emitted to task {receipt.task} after it had acked what it had"
                yield _Finding(
                    catalogue.LATE_EMIT,
                    receipt.source,
                    words,
                    [receipt.sent_at, receipt.received_at],
                    component=receipt.component,
                    when=receipt.sent_when,
                )

    def _lost_reports(self, tree: Tree) -> Iterator[_Finding | str]:
        for (stream, task, _), report in tree.reports.items():
            if stream in (INIT, ACK) and not report.came:
                if any(report.lines) or not report.sends or self.known.by_hook:
                    yield "two lines of one message to the acker are missing"
                    continue
                ackers = {each.acker for each in tree.reports.values() if each.acker is not None}
                if len(ackers) != 1 or not self._is_overtaken(task, next(iter(ackers)), report.sent_at):
                    yield f"no line shows whether the acker received a message of task {task}"
                    continue
                words = f"a message of task {task} to the acker was not received; messages before and after it were"
                yield _Finding(catalogue.LOST, task, words, [report.sent_at])

    def _of_open(self, tree: Tree, edge: int, receipt: Receipt) -> _Finding | str:
        """Return why a tuple is open."""
        return self._of_held(tree, edge, receipt) if receipt.was_had else self._of_sent(tree, receipt)

    def _of_held(self, tree: Tree, edge: int, receipt: Receipt) -> _Finding | str:
        task, whose = receipt.task, _whose(receipt)
        if not self._reaches(*_first_line(receipt), tree):
            return f"the log of task {task}'s worker may end before the spout gave up"
        if not self._is_since_receipt(receipt):
            return f"the log of task {task}'s worker may begin after it had acked a tuple of {whose}"
        stopped = self._stopped.get(task)
        has_stopped = stopped is not None and stopped[0] == receipt.received_at
        if stopped is not None and has_stopped and not self._is_long(tree, receipt, stopped):
            return f"task {task} was at a tuple of {whose} when the log ended, and not for long"
        waiting = self._waits_since(task, receipt.received_at) if has_stopped else None
        if waiting is not None:
            words = f"task {task} received a tuple of {whose}, and did nothing since"
            held = self._held(receipt, stopped)
            return _Finding(
                catalogue.NEVER_ENDED, task, words, [receipt.received_at, waiting], held=held, open_for=held
            )
        words = f"task {task} received a tuple of {whose} and had not acked it by the end of the log"
        if edge == tree.residual:
            words += "; it is the one edge that the acker waits for"
        places = [receipt.sent_at, receipt.received_at or receipt.ended_at]
        at_it = self._held(receipt, stopped) if has_stopped else None
        at, when = _first_line(receipt)
        open_for = milliseconds(when, self.known.latest[at.worker]) if at is not None else None
        return _Finding(catalogue.NEVER_ACKED, task, words, places, held=at_it, open_for=open_for)

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

    def _of_sent(self, tree: Tree, receipt: Receipt) -> _Finding | str:
        task, whose = receipt.task, _whose(receipt)
        if self._is_overtaken(receipt.source, task, receipt.sent_at):
            words = (
                f"task {receipt.source} sent task {task} a tuple that was not received; others before and after were"
            )
            return _Finding(catalogue.LOST, task, words, [receipt.sent_at])
        stopped = self._stopped.get(task)
        behind = stopped[0] if stopped else None
        cut_off = self._cut_off(tree, receipt, stopped) if stopped else ""
        if cut_off:
            return cut_off
        if behind is not None and self.known.order.before(behind, receipt.sent_at):
            words = f"a tuple of {whose} waits for task {task}, which did nothing since it received another"
            held = self._held(receipt, stopped)
            return _Finding(catalogue.NOT_BEGUN, task, words, [behind, receipt.sent_at], held=held, open_for=held)
        if (
            behind is not None
            and receipt.sent_at is not None
            and self._is_behind(receipt.source, task, receipt.sent_at)
        ):
            words = f"a tuple of {whose} waits for task {task}, which was at earlier ones at the end of the log"
            held = self._held(receipt, stopped)
            return _Finding(catalogue.NOT_BEGUN, task, words, [receipt.sent_at, behind], held=held, open_for=held)
        known = self.known.tasks.get(task)
        if known is None or known.worker is None:
            return f"no line is of task {task}: it had not started, or the log of its worker is not here"
        return f"no line shows whether task {task} began a tuple of {whose}"

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

    def _is_overtaken(self, sender: int, receiver: int, sent: Place | None) -> bool:
        """Whether lines show that a tuple sent before between the two was received, and one sent after, and that
        neither task was started again in between, which would have emptied a queue.
        """
        bracket, before = self.known.order.arrived.get((sender, receiver)), self.known.order.before
        if bracket is None or sent is None or not (before(bracket[0], sent) and before(sent, bracket[1])):
            return False
        cuts = (cut for task in (sender, receiver) for cut in self.known.lives.starts(task))
        return all(before(cut, sent) or before(bracket[1], cut) for cut in cuts)

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

    def _all_acked(  # noqa: PLR0911 - one for each answer
        self, tree: Tree, *, is_open: bool, is_done: bool
    ) -> _Finding | str:
        """Return why a tree was given up although all tuples that the spout waited for were answered. `is_open` says
        whether tuples are open that were sent later; if not, and nothing wrong was done later, it `is_done`.
        """
        failed = [each for each in tree.receipts.values() if each.failed and not each.acked]
        if tree.residual and not failed and not is_open and is_done:
            return "all its tuples were acked, and the acker's ack val is not zero: a line is missing"
        if not tree.callback:
            return "all its tuples were acked, and the spout was not notified by the end of the log"
        slowest = self._too_slow(tree)
        if slowest is not None:
            return slowest
        if not is_given_up_by_time(self.known, tree):
            # If all was acked, one tick may show the timeout of an executor of several tasks: see `_premature`.
            early = self._premature(tree, fewest=1) if self._has_mates(tree) else None
            return early or "all its tuples were acked, and the spout gave up before its timeout, or may have"
        late = self._late_answers(tree, is_open=is_open)
        if late:
            return late
        if not self.known.by_hook and may_be_slow(self.known, tree):
            return (
                "all its tuples were acked, and no line shows how long one that came from another worker was in a queue"
            )
        if ACK in tree.notifications and tree.spout:
            ack = tree.notifications[ACK]
            words = f"acker task {ack.acker} sent its ack after the spout had given the tree up"
            return _Finding(catalogue.SPOUT_FORGOT, tree.spout[1], words, [ack.sent_at, tree.callback_at])
        if tree.expired and not tree.notifications:
            ackers = {each.acker for each in tree.reports.values() if each.acker is not None}
            if len(ackers) == 1:
                words = "the acker's record expired before the last ack came, which began a new record"
                return _Finding(catalogue.ACKER_FORGOT, ackers.pop(), words, [tree.callback_at], component=ACKER)
        return "all its tuples were acked in time, and no line shows a notification of the acker"

    def _late_answers(self, tree: Tree, *, is_open: bool) -> str:
        """Return why no line shows that all was answered before the spout gave up, or nothing if lines do."""
        if is_open:
            return "the spout had given up when its last tuples were sent, and no line shows where the time went"
        if any(each.failed and not each.acked for each in tree.receipts.values()):
            return "a bolt failed it, and no line shows that before the spout gave up, or that the acker received it"
        if not all(self.known.order.before(each.answered_at, tree.callback_at) for each in tree.receipts.values()):
            return "all its tuples were acked, and no line shows whether before the spout gave up"
        return ""

    def _too_slow(self, tree: Tree) -> _Finding | None:
        found = slowest_step(self.known, tree)
        if found is None:
            return None
        late, step = found
        slow = step.receipt
        did = "acked" if slow.acked else "failed"
        words = f"task {slow.task} {did} its tuple of {_whose(slow)} after {step.took / 1000:.1f} s"
        if step.queued > step.took / 2:
            words += f", {step.queued / 1000:.1f} s of it in its queue"
        places = [slow.received_at, tree.callback_at, late.answered_at]
        return _Finding(catalogue.SLOW, slow.task, words, places)

    def _first(self, candidates: list[_Finding]) -> _Finding | str:
        """Return the finding that came first by the lines, with the number of others."""
        ordered = sorted(candidates, key=lambda each: _earliest(each) or Place(0, 0, 0))
        first = next((each for each in ordered if self._leads(each, ordered)), None)
        if first is None:
            names = " and ".join(sorted({each.cause.name for each in ordered}))
            if len({each.cause for each in ordered}) == 1:
                return ordered[0]
            return f"{names}: no line shows which came first"
        alike = sum(each.cause == first.cause for each in ordered) - 1
        first.words += f"; and {alike} more of its tuples" if alike else ""
        self._name_later(first, ordered)
        return first

    def _name_later(self, first: _Finding, ordered: Sequence[_Finding]) -> None:
        """Add to the words of a finding what happened later, each cause once."""
        others = {each.cause: each for each in reversed(ordered) if each.cause != first.cause}
        for cause, each in reversed(others.items()):
            where = each.component or self.known.component(each.task)
            first.words += f"; after that, {cause.name} ({cause.id}): {where}, task {each.task}"

    def _leads(self, finding: _Finding, others: list[_Finding]) -> bool:
        at = _earliest(finding)
        return all(
            other.cause == finding.cause or at == _earliest(other) or self.known.order.before(at, _earliest(other))
            for other in others
        )


def _reason(tree: Tree) -> str:
    """Return why a tree failed at its spout, if its line may name two reasons because a user's value looks like one:
    an acker's fail came before, or no line has such a fail; nothing if lines show neither.
    """
    fail = tree.notifications.get(FAIL)
    if fail is None:
        return TIMEOUT
    if fail.arrived_at is None or tree.callback_at is None:
        return ""
    return FAIL_STREAM if fail.arrived_at < tree.callback_at else TIMEOUT


def _what_is_hidden(tree: Tree) -> str:
    """Return why it is unknown whether a tree is open, or nothing."""
    if tree.callback:
        return ""
    if not tree.inits or not tree.has_beginning:
        return "its beginning is not in the log"
    return "Storm 2.0.0 does not log which trees a spout gave up, and a line is missing" if tree.is_unsure else ""


def _earliest(finding: _Finding) -> Place | None:
    return finding.at or next((each for each in finding.places if each is not None), None)


def _is_too_late(finding: _Finding, given_up: EndOfWait) -> bool:
    """Whether something happened after the spout had given the tree up."""
    return given_up.is_before(_earliest(finding), finding.when)


def _first_line(receipt: Receipt) -> tuple[Place | None, str]:
    """Return the place and the time of the first line that shows a tuple with its task."""
    if receipt.received_at is not None:
        return receipt.received_at, receipt.received_when
    return (receipt.ended_at, receipt.ended_when) if receipt.ended_at else (receipt.answered_at, receipt.answered_when)


def _whose(receipt: Receipt) -> str:
    return f"{receipt.component}:{receipt.source}"
