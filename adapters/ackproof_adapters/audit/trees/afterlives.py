"""What was done to trees after they were done: tuples emitted late, and acks that came again.

A tree is removed when all its lines have come. Lines of it that come later are kept here, without those that are of no
interest. There are few: a bolt has to do something wrong for them.
"""

from collections.abc import Iterator

from attrs import define, field

from ackproof_adapters.audit.logs.events import ACK, ARRIVE, BOLT_ACK, BOLT_FAIL, INIT, SEND, Event
from ackproof_adapters.audit.trees.tree import Place, Receipt, Tree

MOST = 100_000
"""The most trees of which later lines are kept."""


@define
class Afterlives:
    """The later lines of trees that were done, by root. `left_out` counts trees beyond the first `MOST`."""

    trees: dict[int, Tree] = field(factory=dict)
    _left_out: set[int] = field(init=False, factory=set)

    @property
    def left_out(self) -> int:
        """How many trees have later lines that are not kept."""
        return len(self._left_out)

    def keep(self, tree: Tree) -> None:
        """Keep what shows that tuples of a tree were acked twice, now that it is done."""
        doubled = {edge: each for edge, each in tree.receipts.items() if each.acked > max(1, each.received)}
        kept = self._tree(tree.root) if doubled else None
        if kept is not None:
            tasks = {each.task for each in doubled.values()}
            kept.receipts.update(doubled)
            kept.reports.update((key, each) for key, each in tree.reports.items() if key[0] == ACK and key[1] in tasks)

    def note_tuple(self, root: int, edge: int, event: Event, at: Place, receiver: str) -> None:
        """Note a line about a tuple. Its execution says no more than its receipt."""
        if event.kind not in (SEND, ARRIVE, BOLT_ACK, BOLT_FAIL):
            return
        tree = self._tree(root)
        if tree is None:
            return
        receipt = tree.receipt(edge, event, at, receiver)
        if event.kind == SEND and receipt.sends == 1:
            own = [each for each in tree.receipts.values() if each.task == event.source and each.was_had]
            receipt.is_late = all(each.acked for each in own)

    def note_report(self, root: int, event: Event, at: Place) -> None:
        """Note that a message to an acker was sent. That it was received shows nothing more."""
        if event.kind == SEND:
            tree = self._tree(root)
            if tree is not None:
                tree.report(event, at)

    def late(self, tree: Tree) -> Iterator[Receipt]:
        """Yield the tuples of a tree that were emitted after the acks of what they are anchored to. Of a line that is
        doubled, or comes late from another worker, there is no receipt here.
        """
        if not _is_read_again(tree):
            late = (each for each in tree.receipts.values() if each.is_late and each.received)
            yield from (each for each in late if not tree.may_hold(each.source, each.sent_at))

    def acked_again(self, tree: Tree) -> Iterator[Receipt]:
        """Yield the tuples of a tree that were acked more often than received, by lines of the bolt and by messages to
        the acker.
        """
        if _is_read_again(tree):
            return
        for receipt in tree.receipts.values():
            reported = sum(report.sends for task, _, report in tree.acks if task == receipt.task)
            if min(receipt.acked, reported) > max(receipt.received, min(receipt.sends, 1)):
                yield receipt

    def _tree(self, root: int) -> Tree | None:
        found = self.trees.get(root)
        if found is None:
            if len(self.trees) >= MOST:
                if len(self._left_out) < MOST:
                    self._left_out.add(root)
                return None
            found = self.trees[root] = Tree(root=root)
        return found


def _is_read_again(tree: Tree) -> bool:
    """Whether the whole tree came once more, as in a log that was read twice: its spout does not emit it again."""
    return any(stream == INIT for stream, *_ in tree.reports)
