"""A log as a stream of pieces: each is made when it is needed, so a log may be larger than memory.

How it is made
--------------
Some thousand patterns are drawn (`patterns`). Then time is filled window by window with forests: each is a pattern
chosen at random, which begins at a random moment, with root ids and edge ids of its own. So trees overlap as in a
stream, with thousands of them open at once, and ticks come at a steady pace. Messages that come after the window are
kept for their own window. Rows are numbered in the order of time.

The expected notifications follow from the lives of the patterns (`truth`): where a life ends with a message of its
pattern, it ends here with that message's row. No acker takes part in this. The chance that the ids of open edges xor to
zero by accident, 2**-64 for each message, is neglected.

The same plan gives the same log, and a plan with fewer messages gives its beginning. Two profiles give the same
messages, with other expected notifications.
"""

from collections import defaultdict
from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
from ackproof.workloads.choices import example
from attrs import fields_dict, frozen
from numpy.typing import NDArray

from ackproof_adapters.bench.logs.flat import NOTHING, FlatPatterns, Longs, firsts, flatten
from ackproof_adapters.bench.logs.patterns import grow_patterns
from ackproof_adapters.bench.logs.shapes import SHAPES, Tempo
from ackproof_adapters.codes import TICK

WINDOW = 1 << 17
"""The units of time, and so about the number of messages, that are made at once."""

PATTERNS = 3_000

SCATTERED_GROUPS = 64
"""Row groups of a log whose rows are scattered over all of them."""


@frozen(kw_only=True)
class LogPlan:
    """The parameters of a log. `messages` counts its rows, ticks included; all ticks are for all acker tasks.

    `shape` names one of `SHAPES`; `own_tempo` replaces the tempo of the shape. In Parquet the rows of a `scattered` log
    are in no order, in `SCATTERED_GROUPS` row groups, with `op` as plain text.
    """

    messages: int
    acker_tasks: int
    profile: str
    seed: int = 0
    shape: str = next(iter(SHAPES))
    own_tempo: Tempo | None = None
    patterns: int = PATTERNS
    scattered: bool = False

    @property
    def tempo(self) -> Tempo:
        """When the messages of this log come."""
        return self.own_tempo or SHAPES[self.shape].tempo


@frozen(kw_only=True)
class LogRows:
    """Consecutive rows of the log, with the truth about each. See `FlatPatterns`; ids are final here."""

    time: Longs
    op: Longs
    root: Longs
    value: Longs
    spout_task: Longs
    tuples: Longs
    kind: Longs
    notified_task: Longs
    begins: Longs
    fades: Longs

    def take(self, rows: "slice | NDArray[Any]") -> "LogRows":
        """Return some of the rows."""
        return LogRows(**{name: getattr(self, name)[rows] for name in _COLUMNS})


_COLUMNS = tuple(fields_dict(LogRows))


def _joined(pieces: list[LogRows]) -> LogRows:
    return LogRows(**{name: np.concatenate([getattr(piece, name) for piece in pieces]) for name in _COLUMNS})


def pieces_of(plan: LogPlan) -> Iterator[LogRows]:
    """Yield the log of a plan, piece by piece, in order."""
    model = partial(
        grow_patterns, count=plan.patterns, shape=SHAPES[plan.shape], tempo=plan.tempo, profile=plan.profile
    )
    patterns = flatten(example(model, f"bench {plan.seed}"))
    waiting: dict[int, list[LogRows]] = defaultdict(list)
    window = used_ids = rows = 0
    while rows < plan.messages:
        messages, used_ids = _set_out(plan, patterns, window, used_ids)
        for later, piece in _by_window(messages):
            waiting[later].append(piece)
        now = _joined([_ticks(plan.tempo.pace, window), *waiting.pop(window, [])])
        # Stable, so a tick is first of what has its time, and patterns count on it.
        now = now.take(np.argsort(now.time, kind="stable")[: plan.messages - rows])
        if len(now.op):
            yield now
        rows += len(now.op)
        window += 1


def _set_out(plan: LogPlan, patterns: FlatPatterns, window: int, used_ids: int) -> tuple[LogRows, int]:
    """Return the messages of the forests that begin in a window, in order of time, and the number of ids used
    so far.
    """
    source = np.random.default_rng([plan.seed, window])
    mean = float(patterns.message_lists.counts.mean())
    chosen = source.integers(0, len(patterns.roots), round(WINDOW / mean))
    start = window * WINDOW + source.integers(0, WINDOW, len(chosen))  # about one message per unit of time
    forest, place = patterns.message_lists.unfold(chosen)
    roots, edges = patterns.roots[chosen], patterns.edges[chosen]
    first_root = used_ids + firsts(roots)
    first_edge = used_ids + int(roots.sum()) + firsts(edges)
    root = _id(plan.seed, first_root[forest] + patterns.root[place])
    messages = LogRows(
        time=start[forest] + patterns.delay[place],
        op=patterns.op[place],
        root=root,
        value=_values(plan.seed, patterns, place, first_edge[forest]),
        spout_task=patterns.spout_task[place],
        tuples=patterns.tuples[place],
        kind=patterns.kind[place],
        notified_task=patterns.notified_task[place],
        begins=patterns.begins[place],
        fades=patterns.fades[place],
    )
    in_order = messages.take(np.argsort(messages.time, kind="stable"))
    return in_order, used_ids + int(roots.sum() + edges.sum())


def _by_window(messages: LogRows) -> Iterator[tuple[int, LogRows]]:
    """Yield messages, which are in order of time, by the window that they come in."""
    windows, starts = np.unique(messages.time // WINDOW, return_index=True)
    for window, start, end in zip(windows, starts, [*starts[1:], len(messages.time)], strict=True):
        yield int(window), messages.take(slice(start, end))


def _ticks(pace: int, window: int) -> LogRows:
    first, last = window * WINDOW, (window + 1) * WINDOW
    time = np.arange(max(pace, -(-first // pace) * pace), last, pace)
    zero = np.zeros_like(time)
    nothing = np.full_like(time, NOTHING)
    return LogRows(
        time=time,
        op=np.full_like(time, TICK),
        root=zero,
        value=zero,
        spout_task=zero,
        tuples=zero,
        kind=nothing,
        notified_task=zero,
        begins=zero,
        fades=zero,
    )


def _values(seed: int, patterns: FlatPatterns, place: Longs, first_edge: Longs) -> Longs:
    """Return the xor of the ids of each message's edges."""
    message, edge_place = patterns.edge_lists.unfold(place)
    ids = _id(seed, first_edge[message] + patterns.edge[edge_place])
    counts = patterns.edge_lists.counts[place]
    values = np.zeros(len(counts), np.int64)
    carries_edges = counts > 0  # reduceat would take an empty list for a list of one
    if len(ids):
        values[carries_edges] = np.bitwise_xor.reduceat(ids, firsts(counts)[carries_edges])
    return values


def _id(seed: int, number: Longs) -> Longs:
    """Return an id of 64 bits for each number: as good as random, and no two are the same.

    This is splitmix64. Each of its steps is invertible, so different numbers have different ids in a log of any
    length, without a list of the used ones.
    """
    bits = (number + 1).view(np.uint64) * np.uint64(0x9E3779B97F4A7C15) + np.uint64(seed)
    bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return (bits ^ (bits >> np.uint64(31))).view(np.int64)
