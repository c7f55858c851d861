"""Rules of size for spouts. The right results of a large history are computed by `ackproof.oracle.sizes.spout`."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from attrs import frozen

from ackproof.components.spout import (
    Callback,
    Effect,
    InitSent,
    Notify,
    Sent,
    SpoutEmit,
    SpoutOperation,
    SpoutResult,
    SpoutTick,
)
from ackproof.oracle.sizes.reasons import why_called
from ackproof.oracle.sizes.spout import callbacks_due
from ackproof.rules.effects import called_words, effects_beside, miscounted, unordered
from ackproof.rules.registry import Premise, Premises, Violation, sized_rule
from ackproof.rules.sizes.large import large_sizes
from ackproof.text.sanitize import shown
from ackproof.text.truncate import truncated
from ackproof.text.wording import effect_words
from ackproof.workloads import dimensions
from ackproof.workloads.ids import four_that_cancel, xor_of
from ackproof.workloads.sizes import spout
from ackproof.workloads.sizes.spout import SizedSpoutWorkload

TRACKED = Premise("an emission is for ackers to track")
UNTRACKED = Premise("an emission has no message id")
CALLED_BY_WORD = Premise("a callback is due by an acker's word")
CALLED_BY_TIME = Premise("a callback is due by time")
TOO_LATE = Premise("an acker's word comes too late")
FEW = 4
"""Of more callbacks, a sentence has only those that differ."""


@frozen
class SizedSpoutHistory:
    """A large history of an executor, and what a target did."""

    workload: SizedSpoutWorkload
    results: Sequence[SpoutResult]


@sized_rule(
    "SPT-18",
    grow=spout.grow_sized_spout_workload,
    observe=SizedSpoutHistory,
    premises=(TRACKED, UNTRACKED, CALLED_BY_WORD, CALLED_BY_TIME, TOO_LATE),
    scenarios=len(spout.grow_sized_spout_workload.scenarios),
    dimensions=(
        dimensions.PENDING,
        dimensions.FAILING,
        dimensions.RESET,
        dimensions.RESETS,
        dimensions.TICKS,
        dimensions.REPLAYS,
        dimensions.RECEIVERS,
        dimensions.MESSAGE_LENGTH,
        dimensions.MESSAGE_PAIRS,
        dimensions.PENDING_BITS,
        dimensions.TASK_BITS,
        dimensions.SPOUT_TASKS,
    ),
)
def nothing_changes_with_the_size_of_an_executor(seen: SizedSpoutHistory, premise: Premises) -> None:
    """Results depend neither on the number of emissions, receivers, tasks and ticks, nor on the characters of message
    ids. If effects are right, so are the numbers of pending emissions, where the target says how many.
    """
    steps = seen.workload.steps
    drawn: set[int] = set()
    for index, (due, result) in enumerate(zip(callbacks_due(seen.workload), seen.results, strict=True)):
        operation = steps[index]
        if isinstance(operation, SpoutEmit):
            premise(UNTRACKED if operation.message is None else TRACKED)
            wrong = _emission_difference(operation, result.effects, drawn)
            wrong = wrong and f"the emit {wrong}"
        else:
            _note(operation, due, premise)
            wrong = _callback_difference(result.effects, due)
            why = wrong and why_called(seen.workload, index, _differing(result.effects, due))
            wrong = wrong and f"at the {operation.op} the spout {wrong}{why and '; '}{why}"
        if wrong:
            raise Violation(f"{wrong}{large_sizes(seen.workload.counted())}", index)
    _expect_counts(seen)


def _expect_counts(seen: SizedSpoutHistory) -> None:
    """Expect the numbers of pending emissions to be right, where a target says how many are pending."""
    pending = 0
    for index, (due, result) in enumerate(zip(callbacks_due(seen.workload), seen.results, strict=True)):
        operation = seen.workload.steps[index]
        pending += isinstance(operation, SpoutEmit) and operation.message is not None
        pending -= len(due)
        if result.pending is not None and result.pending != pending:
            words = miscounted(operation, result.pending, pending)
            raise Violation(f"{words}{large_sizes(seen.workload.counted())}", index)


def _note(operation: SpoutOperation, due: Sequence[Callback], premise: Premises) -> None:
    if isinstance(operation, SpoutTick):
        for _ in due:
            premise(CALLED_BY_TIME)
    elif due:
        premise(CALLED_BY_WORD)
    elif isinstance(operation, Notify) and operation.kind != "reset-timeout":
        premise(TOO_LATE)


def _emission_difference(operation: SpoutEmit, effects: Sequence[Effect], drawn: set[int]) -> str:
    """Describe what an emission did wrong; empty if nothing. Its edge ids are the target's own, or those that the
    operation brings; they are added to those that were `drawn` before.
    """
    tracked, count = operation.message is not None, len(operation.edges)
    sent = [each for each in effects if isinstance(each, Sent)]
    if sorted(each.receiver for each in sent) != list(range(count)):
        return (
            f"sent {len(sent):,} {'tuple' if len(sent) == 1 else 'tuples'}, and not one to each of {count:,} receivers"
        )
    roots = {operation.root} if tracked else set()
    for each in sent:
        if each.message_id.keys() != roots:
            return f"sent receiver {each.receiver} a tuple of the roots {sorted(each.message_id)}, not {sorted(roots)}"
    edges = [edge for each in sent for edge in each.message_id.values()]
    wrong = _edge_difference(edges, frozenset(operation.edges), drawn)
    if wrong:
        return wrong
    drawn.update(edges)
    others = [each for each in effects if not isinstance(each, Sent)]
    due = [InitSent(operation.root, xor_of(edges), operation.task)] if tracked else []
    if others != due or (due and effects[-1] != due[0]):
        return f"did {_words(others)} besides sending tuples; it should have done {_words(due)} after that"
    return ""


def _edge_difference(edges: Sequence[int], given: AbstractSet[int], drawn: AbstractSet[int]) -> str:
    """Describe what is wrong with the edges of an emission; empty if nothing."""
    if len(set(edges)) < len(edges) or 0 in edges:
        return "gave its tuples edges that are not one for each"
    again = {edge for edge in edges if edge in drawn} - given
    if again:
        return f"gave a tuple the edge {min(again)}, which a tuple of an earlier emission has"
    together = four_that_cancel(edges) if given.isdisjoint(edges) else ()
    if together:
        receivers = ", ".join(map(str, together))
        return f"gave receivers {receivers} edges whose xor is 0, as if they had not been drawn at random"
    return ""


def _callback_difference(effects: Sequence[Effect], due: Sequence[Callback]) -> str:
    if len(effects) == len(due) and (tuple(effects) == tuple(due) or unordered(effects) == unordered(due)):
        return ""
    if len(effects) <= FEW and len(due) <= FEW:
        return effects_beside(effects, due)
    left, more = _beyond(due, effects), _beyond(effects, due)
    counts = f"called back {len(effects):,} times; it should have called back {len(due):,} times"
    named = (("left out", left), ("too often called back", more))
    return f"{counts}. It {' and '.join(f'{what} {called_words(each)}' for what, each in named if each)}"


def _beyond(those: Sequence[Effect], others: Sequence[Effect]) -> list[Effect]:
    """Return what is among those and not among the others, and equal ones as often as they are more."""
    more = unordered(those) - unordered(others)
    found = []
    for each in those:
        if more[repr(each)]:
            more[repr(each)] -= 1
            found.append(each)
    return found


def _differing(effects: Sequence[Effect], due: Sequence[Callback]) -> Callback | None:
    """Return the first callback that is left out, or else the first that is too much; None if there are as many as are
    due, so that when they are due is not what is wrong.
    """
    if len(effects) == len(due):
        return None
    did, should = unordered(effects), unordered(due)
    left = [each for each in due if did[repr(each)] < should[repr(each)]]
    more = [each for each in effects if isinstance(each, Callback) and did[repr(each)] > should[repr(each)]]
    return next(iter([*left, *more]), None)


def _words(effects: Sequence[Effect]) -> str:
    words = [shown(effect_words([each])) for each in effects]
    return ", ".join(truncated(words, lambda more: f"… {more} more …", FEW)) or "nothing"
