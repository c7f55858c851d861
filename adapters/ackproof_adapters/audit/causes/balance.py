"""Causes that the balance of both accounts shows: that of the bolts' lines, and that of the acker's."""

from collections.abc import Iterator, Sequence

from attrs import define

from ackproof_adapters.audit.causes import catalogue
from ackproof_adapters.audit.causes.accounts import agrees
from ackproof_adapters.audit.causes.fails import failed_first
from ackproof_adapters.audit.causes.findings import Finding, is_too_late, whose
from ackproof_adapters.audit.causes.first import first_of, name_later
from ackproof_adapters.audit.causes.misdeeds import late, twice
from ackproof_adapters.audit.causes.open_tuples import OpenTuples
from ackproof_adapters.audit.causes.slowness import (
    EndOfWait,
    is_given_up_by_time,
    may_be_slow,
    slowest_step,
    wait_of,
)
from ackproof_adapters.audit.causes.spouts import has_mates, held_up, premature
from ackproof_adapters.audit.logs.events import ACK, ACKER, INIT
from ackproof_adapters.audit.trees.continuity import missing_lines
from ackproof_adapters.audit.trees.gathering import Gathering
from ackproof_adapters.audit.trees.tree import Receipt, Tree


@define
class Balance:
    """Explains trees whose accounts agree."""

    known: Gathering
    open_tuples: OpenTuples

    def cause(self, tree: Tree) -> Finding | str:
        """Return the cause, or why it is unknown."""
        doubled = [*twice(tree)]
        for task in {each.task for each in tree.receipts.values()}:
            if not agrees(tree, task, self.known):
                return f"the lines of task {task} do not match its messages to the acker: a line is missing"
        # What was done after the spout had given up is no cause.
        given_up = EndOfWait(self.known, tree)
        candidates: list[Finding] = []
        after: list[Finding] = []
        for each in (*doubled, *late(tree)):
            (after if is_too_late(each, given_up) else candidates).append(each)
        lost = [*self._lost_reports(tree)]
        if any(isinstance(each, str) for each in lost):
            return next(each for each in lost if isinstance(each, str))
        candidates += [each for each in lost if not isinstance(each, str)]
        for edge, receipt in tree.open.items():
            if self.open_tuples.is_too_late(given_up, receipt):
                continue
            finding = self.open_tuples.of(given_up, edge, receipt)
            if isinstance(finding, str):
                return finding
            candidates.append(finding)
        if not candidates:
            return self._all_answered(tree, after)
        return self.open_tuples.undecided(tree, candidates) or first_of(self.known, candidates)

    def earlier(self, tree: Tree, hasty: Finding) -> Finding:
        """Return the cause of a tree whose spout gave it up before its timeout: what a bolt had done wrong before, so
        that no longer wait would have helped. If there is nothing, return that it was hasty, and which tuples its tasks
        have not acked although the log goes on.
        """
        given_up = EndOfWait(self.known, tree)
        tasks = {each.task for each in tree.receipts.values()}
        whole = {task for task in tasks if agrees(tree, task, self.known)}
        wrong = [each for each in twice(tree) if self._is_twice_before(tree, each.task)] + [*late(tree)]
        wrong = [each for each in wrong if each.task in whole and not is_too_late(each, given_up)]
        failed = failed_first(self.known, tree)
        hasty.at = tree.callback_at
        first = first_of(self.known, [*wrong, *([failed] if failed else []), hasty])
        if isinstance(first, Finding) and first is not hasty:
            return first
        open_ones = [(edge, each) for edge, each in tree.open.items() if each.task in whole]
        held = {each.task for edge, each in open_ones if self._is_never_acked(given_up, edge, each)}
        for task in sorted(held):
            hasty.words += f"; task {task} has not acked its tuple by the end of the log"
        return hasty

    def _is_twice_before(self, tree: Tree, task: int) -> bool:
        """Whether a task had acked a tuple the second time before the spout gave up."""
        own = (each for each in tree.receipts.values() if each.task == task and each.acked > 1)
        return all(self.known.order.before(each.acked_last, tree.callback_at) for each in own)

    def _is_never_acked(self, given_up: EndOfWait, edge: int, receipt: Receipt) -> bool:
        """Whether a task had a tuple before the spout gave up, and for more than twice the timeout at the end."""
        if self.open_tuples.is_too_late(given_up, receipt):
            return False
        found, wait = self.open_tuples.of(given_up, edge, receipt), wait_of(self.known, given_up.tree)
        if isinstance(found, str) or wait is None or wait.timeout is None or found.open_for is None:
            return False
        is_had = found.cause in (catalogue.NEVER_ACKED, catalogue.NEVER_ENDED)
        return is_had and found.open_for >= 2 * wait.timeout

    def _all_answered(self, tree: Tree, after: Sequence[Finding]) -> Finding | str:
        """Return why a tree was given up although all tuples that the spout waited for were answered, with what was
        done `after` that.
        """
        found = self._all_acked(tree, is_open=bool(tree.open), is_done=not after)
        if not isinstance(found, str):
            name_later(self.known, found, after)
        return found

    def _lost_reports(self, tree: Tree) -> Iterator[Finding | str]:
        for (stream, task, _), report in tree.reports.items():
            if stream in (INIT, ACK) and not report.came:
                if any(report.lines) or not report.sends or self.known.by_hook:
                    yield "two lines of one message to the acker are missing"
                    continue
                ackers = {each.acker for each in tree.reports.values() if each.acker is not None}
                acker = self.known.tasks.get(report.sent_to) if report.sent_to is not None else None
                worker = acker.worker if acker is not None else None
                gap = self.known.order.gap_after(report.sent_at, worker)
                if gap is not None:
                    yield f"no line shows that the acker received a message of task {task}: {missing_lines(gap)}"
                    continue
                if len(ackers) != 1 or not self.known.order.is_overtaken(task, next(iter(ackers)), report.sent_at):
                    yield f"no line shows whether the acker received a message of task {task}"
                    continue
                if self.known.inverted:
                    yield f"lines are not in the order of Storm, and a message of task {task} to the acker is missing"
                    continue
                if self.known.unended:
                    yield f"{self.known.unended:,} lines of Storm have no end: one may be of a message of task {task}"
                    continue
                words = f"a message of task {task} to the acker was not received; messages before and after it were"
                yield Finding(catalogue.LOST, task, words, [report.sent_at])

    def _all_acked(  # noqa: PLR0911 - one for each answer
        self, tree: Tree, *, is_open: bool, is_done: bool
    ) -> Finding | str:
        """Return why a tree was given up although all tuples that the spout waited for were answered. `is_open` says
        whether tuples are open that came later; if not, and nothing wrong was done later, it `is_done`.
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
            # If all was acked, one tick may show the timeout of an executor of several tasks: see `spouts.premature`.
            early = premature(self.known, tree, fewest=1) if has_mates(self.known, tree) else None
            early = early or held_up(self.known, tree)
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
            return Finding(catalogue.SPOUT_FORGOT, tree.spout[1], words, [ack.sent_at, tree.callback_at])
        if tree.expired and not tree.notifications:
            ackers = {each.acker for each in tree.reports.values() if each.acker is not None}
            workers = {self.known.tasks[each].worker for each in ackers}
            begun, order = tree.spout_emitted_at, self.known.order
            if len(ackers) == 1 and not any(order.gap_after(begun, each, tree.callback_at) for each in workers):
                words = "the acker's record expired before the last ack came, which began a new record"
                return Finding(catalogue.ACKER_FORGOT, ackers.pop(), words, [tree.callback_at], component=ACKER)
        return "all its tuples were acked in time, and no line shows a notification of the acker"

    def _late_answers(self, tree: Tree, *, is_open: bool) -> str:
        """Return why no line shows that all was answered before the spout gave up, or nothing if lines do."""
        if is_open:
            return "the spout had given up when its last tuples came, and no line shows where the time went"
        if any(each.failed and not each.acked for each in tree.receipts.values()):
            return "a bolt failed it, and no line shows that before the spout gave up, or that the acker received it"
        if not all(self.known.order.before(each.answered_at, tree.callback_at) for each in tree.receipts.values()):
            return "all its tuples were acked, and no line shows whether before the spout gave up"
        return ""

    def _too_slow(self, tree: Tree) -> Finding | None:
        found = slowest_step(self.known, tree)
        if found is None:
            return None
        late, step = found
        slow = step.receipt
        did = "acked" if slow.acked else "failed"
        words = f"task {slow.task} {did} its tuple of {whose(slow)} after {step.took / 1000:.1f} s"
        if step.queued > step.took / 2:
            words += f", {step.queued / 1000:.1f} s of it in its queue"
        places = [slow.received_at, tree.callback_at, late.answered_at]
        return Finding(catalogue.SLOW, slow.task, words, places)
