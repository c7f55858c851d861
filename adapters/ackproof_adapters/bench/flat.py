"""Patterns as arrays, so that a log is made of them without a step of Python for each message.

What is a list in a pattern (its messages, the edges of a message, its lives) has a length of its own each time. All
lists of a sort stand in one array, one after the other, and `Lists` knows where each begins.
"""

from collections.abc import Iterable, Sequence

import numpy as np
from ackproof.workloads.acker import Step
from attrs import frozen
from numpy.typing import NDArray

from ackproof_adapters.bench.patterns import Pattern
from ackproof_adapters.bench.schemas import KINDS, OPERATIONS
from ackproof_adapters.bench.truth import Life

Longs = NDArray[np.int64]

NEVER = -1
"""In the place of the message that ends a life, where there is none."""


def longs(numbers: Iterable[int]) -> Longs:
    """Return the numbers as an array."""
    return np.fromiter(numbers, np.int64)


def firsts(counts: Longs) -> Longs:
    """Return the place at which each list begins, of lists that stand one after the other and have so many items."""
    return np.cumsum(counts) - counts


@frozen
class Lists:
    """Lists of different lengths that stand one after the other: list i has `counts[i]` items."""

    counts: Longs

    def unfold(self, chosen: Longs) -> tuple[Longs, Longs]:
        """Return the items of the `chosen` lists, in order: which choice each belongs to, and its place."""
        counts = self.counts[chosen]
        choice = np.repeat(np.arange(len(chosen)), counts)
        place_in_list = np.arange(len(choice)) - firsts(counts)[choice]
        return choice, firsts(self.counts)[chosen][choice] + place_in_list


@frozen
class FlatMessages:
    """The messages of all patterns.

    `root` is the root's index in its pattern, and `tuples` the size of the tree that an init begins (0 for other
    messages). The edges that a message carries are a list in `edge`; `edge_lists` says how long.
    """

    op: Longs
    root: Longs
    spout_task: Longs
    delay: Longs
    tuples: Longs
    edge_lists: Lists
    edge: Longs


@frozen
class FlatLives:
    """The lives of all patterns. Messages are given by their index in the pattern, a kind by its index in `KINDS`."""

    root: Longs
    begun: Longs
    refreshed: Longs
    ended: Longs
    kind: Longs
    spout_task: Longs


@frozen
class FlatPatterns:
    """All patterns: how many `roots` and `edges` each has, and its lists of messages and of lives."""

    roots: Longs
    edges: Longs
    message_lists: Lists
    messages: FlatMessages
    life_lists: Lists
    lives: FlatLives


def flatten(patterns: Sequence[Pattern]) -> FlatPatterns:
    """Return the patterns as arrays."""
    return FlatPatterns(
        roots=longs(len(pattern.roots) for pattern in patterns),
        edges=longs(pattern.workload.forest.edges for pattern in patterns),
        message_lists=Lists(longs(len(pattern.workload.steps) for pattern in patterns)),
        messages=_flat_messages(patterns),
        life_lists=Lists(longs(len(pattern.lives) for pattern in patterns)),
        lives=_flat_lives(patterns),
    )


def _flat_messages(patterns: Sequence[Pattern]) -> FlatMessages:
    steps = [(pattern, step) for pattern in patterns for step in pattern.workload.steps]
    return FlatMessages(
        op=longs(OPERATIONS.index(step.op) for _, step in steps),
        root=longs(pattern.roots[step.root] for pattern, step in steps),
        spout_task=longs(step.task for _, step in steps),
        delay=longs(delay for pattern in patterns for delay in pattern.delays),
        tuples=longs(_tuples_begun(pattern, step) for pattern, step in steps),
        edge_lists=Lists(longs(len(step.edges) for _, step in steps)),
        edge=longs(edge for _, step in steps for edge in step.edges),
    )


def _tuples_begun(pattern: Pattern, step: Step) -> int:
    return pattern.tuples_of(step.root) if step.op == "init" else 0


def _flat_lives(patterns: Sequence[Pattern]) -> FlatLives:
    lives = [(pattern, life) for pattern in patterns for life in pattern.lives]
    return FlatLives(
        root=longs(pattern.roots[life.root] for pattern, life in lives),
        begun=longs(life.begun for _, life in lives),
        refreshed=longs(life.refreshed for _, life in lives),
        ended=longs(NEVER if life.ended is None else life.ended for _, life in lives),
        kind=longs(NEVER if life.kind is None else KINDS.index(life.kind) for _, life in lives),
        spout_task=longs(_task_told(life) for _, life in lives),
    )


def _task_told(life: Life) -> int:
    return NEVER if life.spout_task is None else life.spout_task
