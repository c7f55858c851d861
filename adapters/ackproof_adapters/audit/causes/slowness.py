"""The time of a tree that was not done in time: the longest step on the path to an answer.

A step is one task's: from the time that a tuple was in its queue until the task sent the next tuple of the path, or
answered. All times of a step are of one worker's clock.
"""

from collections.abc import Iterator

from attrs import define, field, frozen

from ackproof_adapters.audit.logs.events import ACK
from ackproof_adapters.audit.logs.heads import milliseconds
from ackproof_adapters.audit.trees.gathering import Gathering
from ackproof_adapters.audit.trees.tree import Place, Receipt, Tree

ROTATIONS = 2
"""The ticks after which a spout gives a tree up."""


@frozen
class TaskTime:
    """The time of a tree in one task, in milliseconds; `queued` is the part before its execution. It is complete
    (`is_seen`) if the tuple came from the same worker. Otherwise it may have been longer.
    """

    receipt: Receipt
    took: float
    queued: float
    is_seen: bool


LEAST_SHARE = 0.95
"""Of a timeout. A tree that was given up earlier was not given up by time."""

FEWEST_TICKS = 2
"""The ticks of one length by which a timeout is known."""


@frozen
class Wait:
    """How long a spout waited for a tree until it gave it up, in milliseconds, and its timeout as far as it is known.

    The lines of some releases do not have the task of a tick. Then the timeout is at least the shortest one.
    """

    waited: float
    timeout: float | None
    is_exact: bool

    @property
    def is_short(self) -> bool:
        """Whether the spout gave up before its timeout."""
        return self.timeout is not None and self.waited < LEAST_SHARE * self.timeout


def wait_of(known: Gathering, tree: Tree, fewest: int = FEWEST_TICKS) -> Wait | None:
    """Return how long a spout waited; None if no two lines of its worker show that.

    Its timeout is known by at least so many ticks of its thread.
    """
    begun = tree.begun
    if begun is None or tree.spout is None or tree.callback_at is None or begun[0].worker != tree.callback_at.worker:
        return None
    waited = milliseconds(begun[1], tree.callback_when)
    limit = timeout_of(known, tree, fewest)
    if limit is not None:
        return Wait(waited, limit / ROTATIONS, is_exact=True)
    lengths = [int(each) for each, number in known.nobodys.items() if each.isdecimal() and number >= FEWEST_TICKS]
    return Wait(waited, 1000.0 * min(lengths) if lengths else None, is_exact=False)


LONGER = 1.1
"""How much longer than a duration of one worker's clock one of another's has to be, so that it is longer for certain:
clocks are adjusted now and then.
"""


@define
class EndOfWait:
    """The moment at which a spout gave a tree up, compared with lines of any worker."""

    known: Gathering
    tree: Tree
    _wait: Wait | None = field(init=False)
    _first: dict[int, tuple[Place, str]] = field(init=False, factory=dict)
    """Of each worker, the first line of the tree that shows a tuple sent or received, and its time."""

    def __attrs_post_init__(self) -> None:
        self._wait = wait_of(self.known, self.tree)
        for each in self.tree.receipts.values():
            for at, when in ((each.sent_at, each.sent_when), (each.received_at, each.received_when)):
                if at is not None and (at.worker not in self._first or at < self._first[at.worker][0]):
                    self._first[at.worker] = at, when

    def is_before(self, place: Place | None, when: str) -> bool:
        """Whether it was before a line: by the order of lines, or because the line is later than another of the tree in
        its worker by more than the spout waited for all of it.
        """
        at = self.tree.callback_at
        if at is None or place is None:
            return False
        if self.known.order.before(at, place):
            return True
        first = self._first.get(place.worker)
        if at.worker == place.worker or first is None or self._wait is None or not first[0] < place:
            return False
        return milliseconds(first[1], when) > LONGER * self._wait.waited

    def may_be_before(self, place: Place | None, when: str) -> bool:
        """Whether it may have been before a line of another worker: no line shows the order, and the line is later than
        another of the tree by more than half of the time that the spout waited.
        """
        at = self.tree.callback_at
        if at is None or place is None or at.worker == place.worker or self.known.order.before(place, at):
            return False
        first = self._first.get(place.worker)
        return first is None or self._wait is None or milliseconds(first[1], when) > self._wait.waited / 2

    def may_be_before_receipt(self, receipt: Receipt) -> bool:
        """Whether it may have been before a task received a tuple, or executed it if no line shows the receipt: no line
        shows the order, nor that the tuple was sent not long before.
        """
        at, when = receipt.received_at, receipt.received_when
        if at is None:
            at = receipt.ended_at or receipt.answered_at
            when = receipt.ended_when if receipt.ended_at else receipt.answered_when
        if at is None or self.tree.callback_at is None or self.known.order.before(at, self.tree.callback_at):
            return False
        since = self.known.order.not_arrived_when(receipt)
        return not since or not when or self.is_most(milliseconds(since, when))

    def is_most(self, took: float) -> bool:
        """Whether something took more than half of the time that the spout waited, or no line shows that time."""
        return self._wait is None or took > self._wait.waited / 2


def is_given_up_by_time(known: Gathering, tree: Tree) -> bool:
    """Whether a spout gave a tree up by time, as far as lines show. With several tasks in its executor, and an unknown
    timeout, a tick may have come too often.
    """
    wait = wait_of(known, tree)
    if wait is None or wait.is_exact or tree.spout is None:
        return wait is None or not wait.is_short
    executor = known.tasks[tree.spout[1]].executor if tree.spout[1] in known.tasks else None
    return not wait.is_short and (executor is None or executor[0] == executor[1])


def time_in_queue(known: Gathering, receipt: Receipt) -> float:
    """Return for how many milliseconds a tuple was in the queue of its task, as far as lines show."""
    arrived = known.order.arrived_when(receipt)
    return milliseconds(arrived, receipt.received_when) if arrived and receipt.received_when else 0.0


def slowest_step(known: Gathering, tree: Tree) -> tuple[Receipt, TaskTime] | None:
    """Return a tuple with the longest step on the path to its answer, if that took most of the time that the spout
    waited, or if the answer was too late and all steps are seen; None if no line shows either.

    If answers came after the spout gave up, only their paths count.
    """
    given_up = EndOfWait(known, tree)
    paths = [each for receipt in tree.receipts.values() if (each := _path_to(given_up, receipt)) is not None]
    paths = [each for each in paths if given_up.is_before(each.last.answered_at, each.last.answered_when)] or paths
    slow = [each for each in paths if _is_slow(given_up, each)]
    found = max(slow, key=lambda each: each.longest.took, default=None)
    if found is None or not found.is_sure or any(_may_be_longer(known, tree, each, found) for each in paths):
        return None
    return found.last, found.longest


def may_be_slow(known: Gathering, tree: Tree) -> bool:
    """Whether a step that is not seen from its beginning may have taken most of the time that the spout waited: its
    tuple came from another worker, and no line shows that it was sent much later.
    """
    wait = wait_of(known, tree)
    if wait is None:
        return True
    for receipt in tree.receipts.values():
        since = known.order.not_arrived_when(receipt)
        if not receipt.answered_when or not since or milliseconds(since, receipt.answered_when) > wait.waited / 2:
            return True
    return False


@frozen(kw_only=True)
class _AnswerPath:
    """The path to an answer: its last tuple, the first one that a line shows, the longest of its steps, and whether all
    of them are seen, and account for most of the time that the spout waited. It `is_sure` if the longest one began
    before the spout gave up.
    """

    last: Receipt
    first: Receipt
    longest: TaskTime
    is_seen: bool
    is_sure: bool


def _path_to(given_up: EndOfWait, receipt: Receipt) -> _AnswerPath | None:
    known, tree = given_up.known, given_up.tree
    if receipt.answered_at is None:
        return None
    steps = [*_steps(known, tree, receipt)]
    is_whole = tree.spout is not None and steps[-1].receipt.source == tree.spout[1]
    # The spout did not wait for a step whose tuple was sent after it had given up.
    steps = [each for each in steps if not given_up.is_before(each.receipt.sent_at, each.receipt.sent_when)] or steps
    longest = max(steps, key=lambda each: each.took)
    is_sure = not given_up.may_be_before(longest.receipt.sent_at, longest.receipt.sent_when)
    return _AnswerPath(
        last=receipt,
        first=steps[-1].receipt,
        longest=longest,
        is_seen=is_whole and all(each.is_seen for each in steps) and given_up.is_most(sum(each.took for each in steps)),
        is_sure=is_sure,
    )


def _is_slow(given_up: EndOfWait, path: _AnswerPath) -> bool:
    known, tree = given_up.known, given_up.tree
    answered, limit = path.last.answered_at, timeout_of(known, tree)
    if not is_given_up_by_time(known, tree) and not _is_beyond(known, tree, path.last):
        return False
    is_late = given_up.is_before(answered, path.last.answered_when)
    arrived = known.order.arrived_when(path.last)
    if not is_late and arrived and limit is not None:
        is_late = milliseconds(arrived, path.last.answered_when) >= limit
    is_long = limit is not None and path.longest.took >= limit / 2
    in_time = known.order.before(answered, tree.callback_at) and ACK not in tree.notifications and not is_long
    return (is_late and path.is_seen) or (not in_time and _is_most(tree, path.longest))


def _is_beyond(known: Gathering, tree: Tree, receipt: Receipt) -> bool:
    """Whether an answer came a timeout or more after the emission, independent of the spout's ticks."""
    wait, begun = wait_of(known, tree), tree.begun
    return (
        wait is not None
        and wait.is_exact
        and wait.timeout is not None
        and begun is not None
        and receipt.answered_at is not None
        and begun[0].worker == receipt.answered_at.worker
        and milliseconds(begun[1], receipt.answered_when) >= wait.timeout
    )


def _may_be_longer(known: Gathering, tree: Tree, path: _AnswerPath, found: _AnswerPath) -> bool:
    """Whether an incomplete path may have a longer step than the longest of another path, if that step is not on it,
    and it did not wait for the same thread. A step of a whole timeout explains everything after it.
    """
    step, limit = found.longest, timeout_of(known, tree)
    if path.is_seen or path.longest.receipt is step.receipt:
        return False
    if limit is not None and step.took >= limit / ROTATIONS and step.receipt.task in _before(tree, path.first):
        return False
    return thread_of(known, path.last.task) != thread_of(known, step.receipt.task)


def _before(tree: Tree, receipt: Receipt) -> set[int]:
    """Return the tasks through which a tuple may have come."""
    found: set[int] = set()
    left = [receipt.source]
    while left:
        task = left.pop()
        if task not in found:
            found.add(task)
            left += [each.source for each in tree.receipts.values() if each.task == task]
    return found


def thread_of(known: Gathering, task: int) -> tuple[int, int]:
    """Return the first and the last task of the executor of a task, which is one thread."""
    record = known.tasks.get(task)
    return (record.executor if record else None) or (task, task)


def _is_most(tree: Tree, step: TaskTime) -> bool:
    """Whether a step took more than half of the time that the spout waited."""
    begun = tree.begun
    if begun is None or tree.callback_at is None or begun[0].worker != tree.callback_at.worker:
        return False
    return step.took > milliseconds(begun[1], tree.callback_when) / 2


def timeout_of(known: Gathering, tree: Tree, fewest: int = FEWEST_TICKS) -> float | None:
    """Return the longest wait of its spout, two ticks, in milliseconds, by so many ticks or the hook."""
    if tree.spout and tree.spout[1] in known.waits.timeouts:
        return 1000.0 * ROTATIONS * known.waits.timeouts[tree.spout[1]]
    spout = known.tasks.get(tree.spout[1]) if tree.spout else None
    if spout is None or len(spout.seconds) != 1 or sum(spout.seconds.values()) < fewest:
        return None
    (seconds,) = spout.seconds
    return 1000.0 * ROTATIONS * int(seconds) if seconds.isdecimal() else None


def _steps(known: Gathering, tree: Tree, last: Receipt) -> Iterator[TaskTime]:
    """Yield the steps to an answer, the last first."""
    receipt: Receipt | None = last
    end = last.answered_when
    seen: set[int] = set()
    while receipt is not None and id(receipt) not in seen:
        seen.add(id(receipt))
        arrived = known.order.arrived_when(receipt)
        queued = time_in_queue(known, receipt)
        is_seen = receipt.sent_at is not None and bool(arrived) and arrived == receipt.sent_when
        yield TaskTime(receipt, milliseconds(arrived, end) if arrived else 0.0, queued, is_seen)
        if receipt.sent_at is None:
            return
        sent, end = receipt.sent_at, receipt.sent_when
        receipt = _parent(tree, receipt, sent)


def _parent(tree: Tree, child: Receipt, sent: Place) -> Receipt | None:
    """Return the tuple that a task executed when it sent another, or otherwise its latest tuple."""
    own = [
        each
        for each in tree.receipts.values()
        if each.task == child.source and each.received_at is not None and _same(each.received_at, sent)
    ]
    within = [each for each in own if each.ended_at is not None and sent < each.ended_at]
    return max(within or own, key=_received, default=None)


def _same(received: Place, sent: Place) -> bool:
    return received.worker == sent.worker and received < sent


def _received(receipt: Receipt) -> Place:
    return receipt.received_at or Place(0, 0, 0)
