"""Workers that died while a tree was open, and what was lost with them."""

from collections.abc import Iterator

from attrs import define

from ackproof_adapters.audit.causes import catalogue
from ackproof_adapters.audit.causes.accounts import agrees
from ackproof_adapters.audit.causes.findings import Finding, is_too_late, whose
from ackproof_adapters.audit.causes.first import first_of
from ackproof_adapters.audit.causes.misdeeds import late, twice
from ackproof_adapters.audit.causes.open_tuples import OpenTuples
from ackproof_adapters.audit.causes.slowness import EndOfWait
from ackproof_adapters.audit.logs.events import ACKER
from ackproof_adapters.audit.trees.gathering import Gathering
from ackproof_adapters.audit.trees.tree import Place, Receipt, Tree


@define
class Deaths:
    """Explains trees of which a part was lost with a worker."""

    known: Gathering
    open_tuples: OpenTuples

    def cause(self, tree: Tree) -> Finding | str | None:
        """Look for a worker that died while the tree was open."""
        found = self._bolt_died(tree) or self._acker_died(tree)
        if isinstance(found, Finding):
            self._name_crash(found)
            return self._first(tree, found)
        if found is None and not tree.callback and tree.spout:
            cut = self._cut_after(tree.spout[1], tree.spout_emitted_at, None)
            if cut:
                words = f"the worker of spout task {tree.spout[1]} was started again, and nobody waits for the tree"
                died = Finding(catalogue.DIED, tree.spout[1], words, [tree.spout_emitted_at, cut])
                self._name_crash(died)
                return died
        if found is None and any(self._may_have_died(tree, task) for task in _tasks_of(tree)):
            return "a worker that it went to was started again, and no line shows whether before or after"
        return found

    def _name_crash(self, died: Finding) -> None:
        """Add to the words of a death the last line before the new start by which a thread of that worker ended with an
        exception.
        """
        cut = died.places[-1]
        if cut is None:
            return
        for crash in reversed(self.known.crashes):
            at, starts = Place(crash.worker, crash.file, crash.line), self.known.lives.again.get(crash.first, ())
            if cut in starts and at.worker == cut.worker and at < cut and not any(at < each < cut for each in starts):
                tasks = f"task {crash.first}" if crash.first == crash.last else f"tasks {crash.first} to {crash.last}"
                died.words += f"; the thread of {tasks} had ended with an exception (line {at.line}: Async loop died!)"
                died.places.insert(-1, at)
                return

    def _first(self, tree: Tree, died: Finding) -> Finding | str:
        """Return what came first, or why that is unknown: a death; or that a living task acked twice, emitted late, or
        held a tuple, which alone kept the tree from being done.
        """
        given_up = EndOfWait(self.known, tree)
        others = [each for each in (*twice(tree), *late(tree)) if not is_too_late(each, given_up)]
        held = [*self._held_elsewhere(given_up)]
        causes = [each for each in held if not isinstance(each, str)]
        causes += [each for each in others if agrees(tree, each.task, self.known)]
        why = next((each for each in held if isinstance(each, str)), "")
        why = why or self.open_tuples.may_be_early(tree, causes)
        if why:
            return f"a worker died, and {why}"
        first = first_of(self.known, [died, *causes])
        # The next lines change the cause only if it is a tuple that they may show answered.
        is_at_it = isinstance(first, Finding) and first.held is not None
        why = self.open_tuples.undecided(tree, [died, *causes]) if is_at_it else ""
        return f"a worker died, and {why}" if why else first

    def _held_elsewhere(self, given_up: EndOfWait) -> Iterator[Finding | str]:
        """Yield why the tuples are open that did not die with their tasks."""
        for edge, receipt in given_up.tree.open.items():
            if self._died_with(given_up.tree, receipt) is None:
                yield self.open_tuples.of(given_up, edge, receipt)

    def _bolt_died(self, tree: Tree) -> Finding | None:
        for receipt in tree.open.values():
            cut = self._died_with(tree, receipt)
            if cut is not None and (agrees(tree, receipt.task, self.known) or not receipt.was_had):
                doing = "had a tuple" if receipt.was_had else "had in its queue, or was yet to receive, a tuple"
                words = f"the worker of task {receipt.task} was started again while it {doing} of {whose(receipt)}"
                places = [receipt.received_at or receipt.sent_at, cut]
                return Finding(catalogue.DIED, receipt.task, words, places, at=cut)
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

    def _acker_died(self, tree: Tree) -> Finding | str | None:
        """Look for an acker that died with a record of the tree, or with a message about it on its way."""
        found = next(self._deaths_of_ackers(tree), None) if not tree.notifications else None
        tasks = {each.task for each in tree.receipts.values()}
        if found is not None and not all(agrees(tree, task, self.known) for task in tasks):
            return "an acker died, and a line of a task is missing, which may have died as well"
        return found

    def _deaths_of_ackers(self, tree: Tree) -> Iterator[Finding]:
        for _, _, report in tree.inits:
            cut = self._cut_after(report.acker, report.received_at, tree.callback_at)
            if cut and report.acker is not None:
                words = f"the worker of acker task {report.acker} was started again, and the tree forgotten"
                yield Finding(catalogue.DIED, report.acker, words, [report.received_at, cut], component=ACKER, at=cut)
        for (_, task, _), report in tree.reports.items():
            cut = None if any(report.lines) else self._lost_at(tree, report.sent_to, report.sent_at)
            if cut and report.sent_to is not None:
                words = f"the worker of acker task {report.sent_to} was started again while a message of task {task}"
                words += " was on its way to it"
                yield Finding(catalogue.DIED, report.sent_to, words, [report.sent_at, cut], component=ACKER, at=cut)

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
            if self.known.order.gap_after(at, cut.worker, cut) is not None:
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


def _tasks_of(tree: Tree) -> set[int]:
    return {each.acker for each in tree.reports.values() if each.acker is not None} | {
        each.task for each in tree.receipts.values()
    }
