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

from collections.abc import Iterator

from attrs import define, field, frozen

from ackproof_adapters.audit.causes import catalogue
from ackproof_adapters.audit.causes.accounts import agrees
from ackproof_adapters.audit.causes.balance import Balance
from ackproof_adapters.audit.causes.catalogue import Cause
from ackproof_adapters.audit.causes.deaths import Deaths
from ackproof_adapters.audit.causes.fails import failed_first
from ackproof_adapters.audit.causes.findings import Finding
from ackproof_adapters.audit.causes.open_tuples import OpenTuples
from ackproof_adapters.audit.causes.spouts import collision, premature
from ackproof_adapters.audit.logs.events import FAIL, FAIL_STREAM, TIMEOUT
from ackproof_adapters.audit.logs.lines import MANY_HIDDEN, MANY_WITHOUT_END
from ackproof_adapters.audit.trees.continuity import breaks_between, missing_lines
from ackproof_adapters.audit.trees.gathering import Gathering
from ackproof_adapters.audit.trees.tree import Place, Tree

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
class Explainer:
    """Finds the verdict of each tree, after all lines were read."""

    known: Gathering
    _deaths: Deaths = field(init=False)
    _balance: Balance = field(init=False)
    _has_inits: bool = field(init=False)

    def __attrs_post_init__(self) -> None:
        open_tuples = OpenTuples(self.known)
        self._has_inits = has_inits(self.known)
        self._deaths, self._balance = Deaths(self.known, open_tuples), Balance(self.known, open_tuples)

    def verdicts(self) -> Iterator[TreeVerdict]:
        """Yield the verdict of every tree, except those that were removed as done by both accounts."""
        for tree in self.known.trees.values():
            yield self.verdict(tree)

    def verdict(self, tree: Tree) -> TreeVerdict:
        """Return the status of a tree, and the cause if it is not done."""
        for each in tree.receipts.values():
            # The accounts find those that are late in whatever order the lines are.
            each.is_late &= not self.known.inverted and not tree.may_hold(each.source, each.sent_at)
        if tree.callback == "ack":
            self._find_late(tree)
            return TreeVerdict(root=tree.root, status=DONE)
        if tree.callback and not tree.reason:
            tree.reason = _reason(tree)
        hidden = self._what_is_hidden(tree) or self._gap(tree)
        if hidden:
            return self._unknown(tree, UNKNOWN, hidden)
        status = (TIMED_OUT if tree.reason == TIMEOUT else FAILED) if tree.callback else OPEN
        found = self._joint(tree) or self._found(tree)
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

    def _find_late(self, tree: Tree) -> None:
        """Mark the tuples that were emitted after the ack, of tasks of which no line is missing."""
        for task in {each.task for each in tree.receipts.values()}:
            if not agrees(tree, task, self.known):
                for each in tree.receipts.values():
                    each.is_late &= each.source != task

    def _component(self, tree: Tree, task: int) -> str:
        """Return the component of a task that took part in a tree, by the lines of that tree if they name it."""
        if tree.spout is not None and tree.spout[1] == task:
            return tree.spout[0]
        own = (each.receiver for each in tree.receipts.values() if each.task == task and each.receiver)
        return next(own, self.known.component(task))

    def _gap(self, tree: Tree) -> str:
        """Return where the line may be missing by which its spout was notified or gave up, or nothing."""
        begun = tree.spout_emitted_at
        gap = self.known.order.gap_after(begun, begun.worker) if begun and not tree.callback else None
        return f"no line shows what its spout did, and {missing_lines(gap)}" if gap else ""

    def _joint(self, tree: Tree) -> str:
        """Return where times go back between the lines of a tree, so that these have no order, or nothing."""
        joint = breaks_between(tree.places(), self.known.order.continuity)
        if joint is None:
            return ""
        by = f"{-joint.took / 1000:,.0f} s at line {joint.after.line}"
        return f"between its lines the times of the log go back, by {by}: they have no order"

    def _unknown(self, tree: Tree, status: str, why: str) -> TreeVerdict:
        places = (tree.callback_at,) if tree.callback_at else ()
        return TreeVerdict(root=tree.root, status=status, cause=catalogue.UNKNOWN, words=why, places=places)

    def _found(self, tree: Tree) -> Finding | str:  # noqa: PLR0911 - one for each answer
        """Return the cause, or why it is unknown."""
        hasty = premature(self.known, tree)
        if hasty:
            return self._earlier(tree, hasty)
        collided = collision(tree)
        if collided:
            return collided
        if self.known.without_ids >= MANY_WITHOUT_END:
            return self._cut
        if not tree.has_beginning:
            of_hook = "a tuple of its spout was not executed, or is not in the files"
            return of_hook if self.known.by_hook else self._no_beginning
        failed = failed_first(self.known, tree)
        if failed:
            return failed
        if self.known.hidden >= MANY_HIDDEN:
            return self._hidden
        if tree.callback and tree.reason != TIMEOUT:
            return "no line shows which bolt failed it"
        if not tree.callback and tree.is_answered:
            return "the answer of its acker came to its spout, and no line shows what the spout did then"
        if any(self.known.is_doubled(each) for each in tree.receipts.values()):
            return "its lines are in the log twice, and no line shows whether a bolt acked twice"
        return self._deaths.cause(tree) or self._balance.cause(tree)

    def _earlier(self, tree: Tree, hasty: Finding) -> Finding:
        """Return why a tree could not be done anyway, if its spout gave it up too early; or else that it did."""
        is_whole = self.known.without_ids < MANY_WITHOUT_END and tree.has_beginning
        if not is_whole or any(self.known.is_doubled(each) for each in tree.receipts.values()):
            return hasty
        return self._balance.earlier(tree, hasty)

    def _what_is_hidden(self, tree: Tree) -> str:
        """Return why it is unknown whether a tree is open, or nothing."""
        if tree.callback:
            return ""
        if not tree.inits or not tree.has_beginning:
            return self._no_beginning
        if self.known.hidden >= MANY_HIDDEN:
            return self._hidden
        return "Storm 2.0.0 does not log which trees a spout gave up, and a line is missing" if tree.is_unsure else ""

    @property
    def _hidden(self) -> str:
        return f"{self.known.hidden:,} lines of Storm are not in the pattern of the log, and may be about it"

    @property
    def _cut(self) -> str:
        return f"{self.known.without_ids:,} lines of Storm are cut before the end of their ids, and may be about it"

    @property
    def _no_beginning(self) -> str:
        """Why a tree's beginning is unknown."""
        if self.known.without_ids >= MANY_WITHOUT_END:
            return self._cut
        return "its beginning is not in the log" if self._has_inits else "the log has no line about any __ack_init"


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


def has_inits(known: Gathering) -> bool:
    """Whether any line is about the init of a tree. If not, lines were left out: the log may begin before its trees."""
    return bool(known.done) or known.by_hook or any(tree.inits for tree in known.trees.values())
