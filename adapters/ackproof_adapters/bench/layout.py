"""Forests set out in time: which pattern each has, when it begins, its ids, and the rows that its messages come to.

More is set out than the log is to have, and the rest cut off, so that a log ends in full swing, as logs do: with
trees begun and not finished.
"""

import numpy as np
from ackproof.errors import SuiteError
from attrs import field, frozen

from ackproof_adapters.bench.flat import FlatPatterns, Longs, firsts
from ackproof_adapters.bench.patterns import Tempo

TEMPO = Tempo(pace=20_000, span=15_000)
PATTERNS = 3_000

SURPLUS = 1.15
"""How much more is set out than is wanted, so that the end of the log is as dense as its middle."""

MORE_FORESTS = 100
"""Set out in any case, for logs so small that the surplus is less than a forest."""


@frozen
class LogPlan:
    """What a log follows from. `messages` counts its rows, ticks included; all ticks are for all acker tasks."""

    messages: int
    acker_tasks: int
    profile: str
    seed: int = 0
    tempo: Tempo = TEMPO
    patterns: int = PATTERNS


@frozen
class Layout:
    """Forests, each with its pattern, and messages and ticks, each with its row; `plan.messages` rows are kept.

    Of each forest: `chosen` is its pattern, and `first_message`, `first_root` and `first_edge` say where its messages
    and its ids begin. Of each message: `forest`, ascending; `place` among the patterns' messages; `time`; and `row`.
    Of each tick: `tick_row`.
    """

    plan: LogPlan
    patterns: FlatPatterns = field(repr=False)
    chosen: Longs
    first_message: Longs
    first_root: Longs
    first_edge: Longs
    roots: Longs
    edges: Longs
    forest: Longs
    place: Longs
    time: Longs
    row: Longs
    tick_row: Longs

    def column(self, of_messages: Longs, of_ticks: int = 0) -> Longs:
        """Return a column of the log, from a value for each message and one for all ticks."""
        column = np.full(len(self.row) + len(self.tick_row), of_ticks)
        column[self.row] = of_messages
        return column[: self.plan.messages]


def set_out(plan: LogPlan, patterns: FlatPatterns) -> Layout:
    """Choose forests and times and ids at random, by the plan's seed."""
    source = np.random.default_rng(plan.seed)
    chosen = _choose(source, plan, patterns)
    messages, roots, edges = (
        counts[chosen] for counts in (patterns.message_lists.counts, patterns.roots, patterns.edges)
    )
    forest, place = patterns.message_lists.unfold(chosen)
    start = source.integers(0, len(forest), len(chosen))  # about one message per unit of time
    time = start[forest] + patterns.messages.delay[place]
    tick_row, row = _rows(plan.tempo.pace, time)
    root_ids, edge_ids = np.split(_distinct_ids(source, int(roots.sum() + edges.sum())), [int(roots.sum())])
    return Layout(
        plan,
        patterns,
        chosen,
        first_message=firsts(messages),
        first_root=firsts(roots),
        first_edge=firsts(edges),
        roots=root_ids,
        edges=edge_ids,
        forest=forest,
        place=place,
        time=time,
        row=row,
        tick_row=tick_row,
    )


def _choose(source: np.random.Generator, plan: LogPlan, patterns: FlatPatterns) -> Longs:
    forests = SURPLUS * plan.messages / float(patterns.message_lists.counts.mean()) + MORE_FORESTS
    chosen = source.integers(0, len(patterns.roots), int(forests))
    made = int(patterns.message_lists.counts[chosen].sum())
    if made < plan.messages:
        raise SuiteError(f"{made} messages were set out for a log of {plan.messages}")
    return chosen


def _rows(pace: int, time: Longs) -> tuple[Longs, Longs]:
    """Return the rows of the ticks and of the messages; at the same time a tick is first, and patterns count on it."""
    tick_time = np.arange(pace, time.max() + 1, pace)
    order = np.argsort(np.concatenate([tick_time, time]), kind="stable")
    rows = np.empty_like(order)
    rows[order] = np.arange(len(order))
    tick_row, row = np.split(rows, [len(tick_time)])
    return tick_row, row


def _distinct_ids(source: np.random.Generator, count: int) -> Longs:
    limits = np.iinfo(np.int64)
    while True:
        ids = source.integers(limits.min, limits.max, count, endpoint=True)
        ordered = np.sort(ids)
        if (ordered[1:] != ordered[:-1]).all():  # nearly always: it takes some billions to have two of the same
            return ids
