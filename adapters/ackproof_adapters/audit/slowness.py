"""Where the time of a tree went that was not done in time: the longest step on the way to an answer.

A step is a task's: from when a tuple was in its queue until the task sent the next tuple of the way, or answered. All
times of a step are of one worker's clock.
"""

from collections.abc import Iterator

from attrs import frozen

from ackproof_adapters.audit.events import ACK
from ackproof_adapters.audit.gathering import Gathering, milliseconds
from ackproof_adapters.audit.trees import Place, Receipt, Tree


@frozen
class TaskTime:
    """What one task had of a tree, and how long, in milliseconds; `queued` is how much of that was before it began. It
    is seen from its beginning if the tuple came from the same worker. Otherwise it may have been longer.
    """

    receipt: Receipt
    took: float
    queued: float
    is_seen: bool


def slowest_step(known: Gathering, tree: Tree) -> tuple[Receipt, TaskTime] | None:
    """Return a tuple with the longest step on the way to its answer, if that took most of the time that the spout
    waited, or if the answer was too late and all steps are seen; None if no line shows either.
    """
    found: tuple[Receipt, TaskTime] | None = None
    limit = timeout_of(known, tree)
    for receipt in tree.receipts.values():
        if receipt.answered_at is None:
            continue
        is_late = known.before(tree.told_at, receipt.answered_at)
        arrived = known.arrived_when(receipt)
        if not is_late and arrived and limit is not None:
            is_late = milliseconds(arrived, receipt.answered_when) >= limit
        steps = [*_steps(known, tree, receipt)]
        longest = max(steps, key=lambda each: each.took, default=None)
        if longest is None:
            continue
        is_whole = tree.spout is not None and steps[-1].receipt.source == tree.spout[1]
        is_seen = is_whole and all(each.is_seen for each in steps)
        is_long = limit is not None and longest.took >= limit / 2
        in_time = known.before(receipt.answered_at, tree.told_at) and ACK not in tree.words and not is_long
        if not (is_late and is_seen) and (in_time or not _is_most(tree, longest)):
            continue
        if found is None or longest.took > found[1].took:
            found = receipt, longest
    return found


def _is_most(tree: Tree, step: TaskTime) -> bool:
    """Whether a step took more than half of the time that the spout waited."""
    begun = tree.begun
    if begun is None or tree.told_at is None or begun[0].worker != tree.told_at.worker:
        return False
    return step.took > milliseconds(begun[1], tree.told_when) / 2


def timeout_of(known: Gathering, tree: Tree) -> float | None:
    """Return the longest that its spout waits, two ticks, in milliseconds, as the ticks of its thread say."""
    spout = known.tasks.get(tree.spout[1]) if tree.spout else None
    if spout is None or len(spout.seconds) != 1 or sum(spout.seconds.values()) < 2:  # noqa: PLR2004
        return None
    (seconds,) = spout.seconds
    return 2000.0 * int(seconds) if seconds.isdecimal() else None


def _steps(known: Gathering, tree: Tree, last: Receipt) -> Iterator[TaskTime]:
    """Yield the steps to an answer, the last first."""
    receipt: Receipt | None = last
    end = last.answered_when
    seen: set[int] = set()
    while receipt is not None and id(receipt) not in seen:
        seen.add(id(receipt))
        arrived = known.arrived_when(receipt)
        queued = milliseconds(arrived, receipt.received_when) if arrived and receipt.received_when else 0.0
        is_seen = receipt.sent_at is not None and bool(arrived) and arrived == receipt.sent_when
        yield TaskTime(receipt, milliseconds(arrived, end) if arrived else 0.0, queued, is_seen)
        if receipt.sent_at is None:
            return
        sent, end = receipt.sent_at, receipt.sent_when
        receipt = _parent(tree, receipt, sent)


def _parent(tree: Tree, child: Receipt, sent: Place) -> Receipt | None:
    """Return the tuple that a task executed when it sent another, or else the latest that it had."""
    own = [
        each
        for each in tree.receipts.values()
        if each.task == child.source and each.received_at is not None and _same(each.received_at, sent)
    ]
    within = [each for each in own if each.ended_at is None or sent < each.ended_at]
    return max(within or own, key=_received, default=None)


def _same(received: Place, sent: Place) -> bool:
    return received.worker == sent.worker and received < sent


def _received(receipt: Receipt) -> Place:
    return receipt.received_at or Place(0, 0, 0)
