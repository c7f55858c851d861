"""The two accounts of a tree: what a bolt task acked and sent by its own lines, and its messages to the acker.

The value of an ack is the xor of the edge that the task acked and of the children that it anchored to it before. So the
xor of all its values is the xor of the edges that it acked and of the children, except those that it emitted too late.
The rest of the xor says which those are: with ids of 64 bits no other set has the same xor by accident.
"""

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import combinations, islice

from ackproof_adapters.audit.trees.gathering import Gathering
from ackproof_adapters.audit.trees.tree import AckerReport, Receipt, Tree

MOST_LATE = 24
"""The most tuples among which late ones are looked for. Of many more, some would have the right xor by accident."""

MOST_CHOICES = 2000
"""The most ways that are tried to choose the values that were sent once too often."""


def agrees(tree: Tree, task: int, known: Gathering) -> bool:
    """Whether a task's messages to the acker match its lines on what it acked and sent, each once or each as often as
    it was acked. Children that are missing in them, because they were emitted after the ack, are marked as late.
    """
    values = [(value, report) for of, value, report in tree.acks if of == task]
    # A tuple without a line that shows it received is in the queue: nothing was anchored to it.
    own = {edge: each for edge, each in tree.receipts.items() if each.task == task and each.was_had}
    acked = {edge: each for edge, each in own.items() if each.acked}
    if any(of == task for of, _ in tree.fails) and not any(each.failed for each in own.values()):
        return False
    if not acked:
        return not values
    account = _agrees_by_hook if known.by_hook else partial(_agrees_by_lines, known)
    edges = xor_of(acked)
    is_doubled = len(acked) < len(values) <= sum(each.acked for each in acked.values())
    choices = combinations([value for value, _ in values], len(acked) if is_doubled else len(values))
    if any(account(tree, task, xor_of(chosen) ^ edges) for chosen in islice(choices, MOST_CHOICES)):
        return True
    return not known.by_hook and any(each.is_open for each in own.values()) and _is_counted(values, acked.values())


def xor_of(numbers: Iterable[int]) -> int:
    """Return the xor of some numbers."""
    found = 0
    for each in numbers:
        found ^= each
    return found


def members(numbers: Sequence[int], xor: int) -> list[int] | None:
    """Return the subset of some numbers that has this xor; None if there is none, or possibly several."""
    if len(numbers) > MOST_LATE:
        return None
    reduced: dict[int, tuple[int, int]] = {}
    """By its highest bit, the xor of some of the numbers, and which, as bits."""

    def reduce(number: int, which: int) -> tuple[int, int]:
        while number and number.bit_length() in reduced:
            other, its = reduced[number.bit_length()]
            number, which = number ^ other, which ^ its
        return number, which

    unsigned = [each % (1 << 64) for each in numbers]
    for place, each in enumerate(unsigned):
        rest, which = reduce(each, 1 << place)
        if not rest:
            return None
        reduced[rest.bit_length()] = rest, which
    rest, which = reduce(xor % (1 << 64), 0)
    return [each for place, each in enumerate(numbers) if which >> place & 1] if not rest else None


def _agrees_by_lines(known: Gathering, tree: Tree, task: int, reported: int) -> bool:
    """Whether the values that a task reported, without the edges that it acked, match the tuples that it sent.

    If it acked some of its tuples and holds others, it has not reported what is anchored to those alone.
    """
    own = [each for each in tree.receipts.values() if each.task == task and each.was_had]
    acked = [each for each in own if each.acked]
    children = {edge: each for edge, each in tree.receipts.items() if each.source == task and not each.is_late}
    if len(acked) < len(own):
        return reported == xor_of(edge for edge, each in children.items() if _is_within(each, acked, known))
    left = reported ^ xor_of(children)
    behind = [edge for edge, each in children.items() if _is_behind(each, acked, known)]
    return left == 0 or _are_late(tree, left, behind)


def _agrees_by_hook(tree: Tree, task: int, reported: int) -> bool:
    """Whether a task reported all that it acked and anchored; `reported` is without the edges that it acked."""
    own = [each for each in tree.receipts.values() if each.task == task]
    anchored = xor_of(each.children or 0 for each in own)
    if reported != anchored:
        return False
    if any(each.is_open for each in own):
        return True
    children = [edge for edge, each in tree.receipts.items() if each.source == task]
    left = anchored ^ xor_of(children)
    return left == 0 or _are_late(tree, left, children)


def _are_late(tree: Tree, left: int, children: Sequence[int]) -> bool:
    """Mark as late those children that were not reported to the acker, if they explain the whole rest."""
    late = members(children, left)
    for edge in late or ():
        tree.receipts[edge].is_late = True
    return bool(late)


def _is_counted(values: Sequence[tuple[int, AckerReport]], acked: Iterable[Receipt]) -> bool:
    """Whether a task has as many acks as messages to the acker. That is all that lines show if it acked some of its
    tuples and holds others, and sent a tuple that is anchored to both kinds: no line has the values that make up the
    child's edge.
    """
    times = [each.acked for each in acked]
    came = [report.came for _, report in values]
    return (len(came) == len(times) and set(came) == {1}) or sum(came) == sum(times)


def _is_within(child: Receipt, parents: Iterable[Receipt], known: Gathering) -> bool:
    """Whether a tuple was sent while its task executed one of these inputs: then it is anchored to that."""
    return any(
        known.order.before(parent.received_at, child.sent_at) and known.order.before(child.sent_at, parent.ended_at)
        for parent in parents
    )


def _is_behind(child: Receipt, parents: Iterable[Receipt], known: Gathering) -> bool:
    """Whether a tuple was sent after its task had acked one of these."""
    return any(known.order.before(parent.answered_at, child.sent_at) for parent in parents)
