"""A log of acker messages, as large as wanted, and every notification that it calls for.

How it is made
--------------
Some thousand patterns are drawn (`patterns`). Then forests are set out in time (`layout`), each a pattern chosen at
random, beginning at a random moment, with root ids and edge ids of its own: random, 64 bits, all distinct. So trees
overlap as in a stream, thousands of them open at once, and ticks come at a steady pace. Rows are numbered in the order
of time.

What is expected follows from the lives of the patterns (`truth`): where a life ends with a certain message of its
pattern, it ends here with that message's row. Nothing of this asks an acker. That the ids of open edges xor to zero
by accident, 1 chance in 2**64 for each message, is neglected.

The same plan gives the same log. Two profiles give the same messages, and expect other notifications.
"""

from functools import partial
from pathlib import Path

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]  # it brings no types
from ackproof.oracle.lives import LIFETIME
from ackproof.workloads.choices import example
from attrs import field, frozen
from numpy.typing import NDArray
from pyarrow import parquet

from ackproof_adapters.bench.flat import NEVER, Longs, firsts, flatten
from ackproof_adapters.bench.layout import Layout, LogPlan, set_out
from ackproof_adapters.bench.patterns import grow_patterns
from ackproof_adapters.bench.schemas import ACK, FAIL, INIT, KINDS, MESSAGES, NOTIFICATIONS, OPERATIONS, TICK
from ackproof_adapters.routing import ackers_of

ROW_GROUP = 1 << 16
"""Rows in a row group of the file: the grain in which an engine can share out the reading."""


@frozen
class LogShape:
    """What a log is made of.

    `messages` counts all rows, and `trees` the inits. `tuples_per_tree` is the mean over the trees as their spouts
    and bolts made them, also where the log ends before them. `notified_acks` and `notified_fails` count the expected
    notifications, and `expired` the records that are forgotten silently within the log: of trees that never end or
    end too late, and of messages that come after the end. `most_open` and `mean_open` are the records that all acker
    tasks together keep after a row.
    """

    messages: int
    trees: int
    acks: int
    fails: int
    ticks: int
    tuples_per_tree: float
    notified_acks: int
    notified_fails: int
    expired: int
    most_open: int
    mean_open: float


@frozen
class Log:
    """Messages with the schema `MESSAGES`, and the notifications that they call for, both in the order of `seq`."""

    plan: LogPlan
    shape: LogShape
    messages: pa.Table = field(repr=False)
    expected: pa.Table = field(repr=False)

    def write(self, path: Path) -> None:
        """Write the messages to a Parquet file."""
        parquet.write_table(self.messages, path, row_group_size=ROW_GROUP)


def make_log(plan: LogPlan) -> Log:
    """Make the log of that plan. It takes about a second, and one more for each million messages."""
    model = partial(grow_patterns, count=plan.patterns, tempo=plan.tempo, profile=plan.profile)
    layout = set_out(plan, flatten(example(model, f"bench {plan.seed}")))
    lives = _lives(layout)
    return Log(plan, _shape(layout, lives), _messages(layout), _expected(layout, lives))


def _messages(layout: Layout) -> pa.Table:
    messages = layout.patterns.messages
    op = _operations(layout)
    roots = layout.roots[layout.first_root[layout.forest] + messages.root[layout.place]]
    tasks = layout.column(messages.spout_task[layout.place]).astype(np.int32)
    columns = {
        "seq": pa.array(np.arange(layout.plan.messages)),
        "op": pa.array(OPERATIONS).take(pa.array(op)),
        "root": pa.array(layout.column(roots), mask=op == TICK),
        "value": pa.array(layout.column(_values(layout)), mask=(op != INIT) & (op != ACK)),
        "spout_task": pa.array(tasks, mask=op != INIT),
        "acker": pa.nulls(layout.plan.messages, pa.int32()),  # to route is part of a target's work
    }
    return pa.table(columns, schema=MESSAGES)


def _operations(layout: Layout) -> Longs:
    return layout.column(layout.patterns.messages.op[layout.place], of_ticks=TICK)


def _values(layout: Layout) -> Longs:
    """Return the xor of the ids of each message's edges."""
    messages = layout.patterns.messages
    message, place = messages.edge_lists.unfold(layout.place)
    ids = layout.edges[layout.first_edge[layout.forest[message]] + messages.edge[place]]
    counts = messages.edge_lists.counts[layout.place]
    values = np.zeros(len(counts), np.int64)
    carries_edges = counts > 0  # reduceat would take an empty list for a list of one
    values[carries_edges] = np.bitwise_xor.reduceat(ids, firsts(counts)[carries_edges])
    return values


@frozen
class _Lives:
    """All lives of all forests.

    Of each life: its `place` among the patterns' lives; the root id; the rows in which it begins and ends, the latter
    beyond the log if it goes on; and whether it ends with a notification.
    """

    place: Longs
    root: Longs
    begin: Longs
    end: Longs
    is_notified: NDArray[np.bool_]


def _lives(layout: Layout) -> _Lives:
    lives = layout.patterns.lives
    forest, place = layout.patterns.life_lists.unfold(layout.chosen)
    first_message = layout.first_message[forest]
    is_notified = lives.ended[place] != NEVER
    notified = layout.row[first_message + np.where(is_notified, lives.ended[place], 0)]
    expired = _row_of_expiry(layout, layout.time[first_message + lives.refreshed[place]])
    return _Lives(
        place,
        root=layout.roots[layout.first_root[forest] + lives.root[place]],
        begin=layout.row[first_message + lives.begun[place]],
        end=np.where(is_notified, notified, expired),
        is_notified=is_notified,
    )


def _row_of_expiry(layout: Layout, refreshed: Longs) -> Longs:
    """Return the row of the tick that ends records which were last refreshed at these times."""
    ticks_before = refreshed // layout.plan.tempo.pace
    fatal_tick = ticks_before + LIFETIME[layout.plan.profile] - 1  # as an index: the first tick has 0
    beyond = len(layout.row) + len(layout.tick_row)
    return np.append(layout.tick_row, beyond)[np.minimum(fatal_tick, len(layout.tick_row))]


def _expected(layout: Layout, lives: _Lives) -> pa.Table:
    notified = np.flatnonzero(lives.is_notified & (lives.end < layout.plan.messages))
    notified = notified[np.argsort(lives.end[notified])]
    of_pattern = layout.patterns.lives
    place, roots = lives.place[notified], lives.root[notified]
    columns = {
        "seq": pa.array(lives.end[notified]),
        "acker": pa.array(ackers_of(roots, layout.plan.acker_tasks)),
        "kind": pa.array(KINDS).take(pa.array(of_pattern.kind[place])),
        "root": pa.array(roots),
        "spout_task": pa.array(of_pattern.spout_task[place].astype(np.int32)),
    }
    return pa.table(columns, schema=NOTIFICATIONS)


def _shape(layout: Layout, lives: _Lives) -> LogShape:
    rows = layout.plan.messages
    counts = np.bincount(_operations(layout), minlength=len(OPERATIONS))
    tuples = layout.column(layout.patterns.messages.tuples[layout.place])
    within = lives.end < rows
    kinds = np.bincount(layout.patterns.lives.kind[lives.place[within & lives.is_notified]], minlength=len(KINDS))
    begun, ended = (np.bincount(place[place < rows], minlength=rows) for place in (lives.begin, lives.end))
    open_records = np.cumsum(begun - ended)
    trees = int(counts[INIT])
    return LogShape(
        messages=rows,
        trees=trees,
        acks=int(counts[ACK]),
        fails=int(counts[FAIL]),
        ticks=int(counts[TICK]),
        tuples_per_tree=round(float(tuples.sum()) / trees, 2) if trees else 0.0,
        notified_acks=int(kinds[KINDS.index("ack")]),
        notified_fails=int(kinds[KINDS.index("fail")]),
        expired=int((within & ~lives.is_notified).sum()),
        most_open=int(open_records.max()),
        mean_open=round(float(open_records.mean()), 1),
    )
