"""Patterns as arrays, so that a log is made of them without a step of Python for each message.

The lists of a pattern (its messages, the edges of a message) differ in length. All lists of a kind are in one array,
one after the other, and `Lists` knows where each begins.

The lives of a pattern are marks on its messages: the one that begins a life, the one that causes a notification, and
the last one that refreshed a life that ends silently.
"""

from collections.abc import Iterable, Sequence

import numpy as np
from ackproof.errors import SuiteError
from ackproof.workloads.acker import Step
from attrs import frozen
from numpy.typing import NDArray

from ackproof_adapters.bench.logs.patterns import Pattern
from ackproof_adapters.bench.logs.truth import LoggedLife
from ackproof_adapters.codes import KINDS, OPERATIONS

Longs = NDArray[np.int64]

NOTHING = -1
"""In place of the kind of a notification, for a message that causes none."""


def longs(numbers: Iterable[int]) -> Longs:
    """Return the numbers as an array."""
    return np.fromiter(numbers, np.int64)


def firsts(counts: Longs) -> Longs:
    """Return where each list begins, for lists of these numbers of items in one array, one after the other."""
    return np.cumsum(counts) - counts


@frozen
class Lists:
    """Lists of different lengths, one after the other: list i has `counts[i]` items."""

    counts: Longs

    def unfold(self, chosen: Longs) -> tuple[Longs, Longs]:
        """Return the items of the `chosen` lists, in order: which choice each belongs to, and its place."""
        counts = self.counts[chosen]
        choice = np.repeat(np.arange(len(chosen)), counts)
        place_in_list = np.arange(len(choice)) - firsts(counts)[choice]
        return choice, firsts(self.counts)[chosen][choice] + place_in_list


@frozen(kw_only=True)
class FlatPatterns:
    """All patterns: how many `roots` and `edges` each has, and the list of its messages.

    Of each message: `root` is the root's index in its pattern; `tuples` the size of the tree that an init begins (0 for
    other messages); `kind` the index in `KINDS` of the notification that it causes, or `NOTHING`; `notified_task` the
    spout task of that; `begins` is 1 if it begins a life; `fades` is 1 if it is the last to refresh a life that ends
    silently. The edges that it carries are a list in `edge`.
    """

    roots: Longs
    edges: Longs
    message_lists: Lists
    op: Longs
    root: Longs
    spout_task: Longs
    delay: Longs
    tuples: Longs
    kind: Longs
    notified_task: Longs
    begins: Longs
    fades: Longs
    edge_lists: Lists
    edge: Longs


def flatten(patterns: Sequence[Pattern]) -> FlatPatterns:
    """Return the patterns as arrays."""
    counts = longs(len(pattern.workload.steps) for pattern in patterns)
    steps = [(pattern, step) for pattern in patterns for step in pattern.workload.steps]
    kind, notified_task = np.full(len(steps), NOTHING, np.int64), np.zeros(len(steps), np.int64)
    begins, fades = np.zeros(len(steps), np.int64), np.zeros(len(steps), np.int64)
    for first, pattern in zip(firsts(counts), patterns, strict=True):
        for life in pattern.lives:
            begins[first + life.begun] = 1
            if life.ended is None:
                fades[first + life.refreshed] = 1
            else:
                kind[first + life.ended], notified_task[first + life.ended] = _notified(life)
    return FlatPatterns(
        roots=longs(len(pattern.roots) for pattern in patterns),
        edges=longs(pattern.workload.forest.edges for pattern in patterns),
        message_lists=Lists(counts),
        op=longs(OPERATIONS.index(step.op) for _, step in steps),
        root=longs(pattern.roots[step.root] for pattern, step in steps),
        spout_task=longs(step.task for _, step in steps),
        delay=longs(delay for pattern in patterns for delay in pattern.delays),
        tuples=longs(_tuples_begun(pattern, step) for pattern, step in steps),
        kind=kind,
        notified_task=notified_task,
        begins=begins,
        fades=fades,
        edge_lists=Lists(longs(len(step.edges) for _, step in steps)),
        edge=longs(edge for _, step in steps for edge in step.edges),
    )


def _tuples_begun(pattern: Pattern, step: Step) -> int:
    return pattern.tuples_of(step.root) if step.op == "init" else 0


def _notified(life: LoggedLife) -> tuple[int, int]:
    if life.kind is None or life.spout_task is None:
        raise SuiteError(f"a life that ends has no kind of notification, or no spout task: {life}")
    return KINDS.index(life.kind), life.spout_task
