"""What a hook does not see of trees: where a tuple was sent, and that a spout gave a tree up."""

from collections import deque
from collections.abc import Iterator

from attrs import define, field

from ackproof_adapters.audit.logs.events import Event
from ackproof_adapters.audit.trees.tree import Receipt, Tree


@define(kw_only=True)
class HookWaits:
    """For how long spouts wait for trees, by their timeouts."""

    timeouts: dict[int, int] = field(factory=dict)
    """Of each task, the message timeout in seconds."""
    _deadlines: dict[int, deque[tuple[int, int]]] = field(init=False, factory=dict)
    """Of each worker, when its spouts have given up trees, in milliseconds, with the roots."""

    def begin(self, worker: int, event: Event, root: int) -> None:
        """Note the init of a tree: its spout has given it up two timeouts later."""
        if event.source in self.timeouts:
            deadline = int(event.when) + 2000 * self.timeouts[event.source]
            self._deadlines.setdefault(worker, deque()).append((deadline, root))

    def ended(self, worker: int, now: int) -> Iterator[int]:
        """Yield the roots of trees whose spouts have given them up by now, by the clock of a worker."""
        due = self._deadlines.get(worker)
        while due and due[0][0] <= now:
            yield due.popleft()[1]


def reckon_sent(worker: int, tree: Tree, receipt: Receipt) -> None:
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
