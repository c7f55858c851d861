"""The compiled half of `parcels`: the loops over every message that is packed.

They do little work for each message. Column by column each step would write a column that the next one reads; row by
row in Python it would take longer than all of Spark.
"""

import numpy as np
from numba import njit

from ackproof_adapters.codes import TICK

OP_BITS, TASK_BITS = 3, 31
"""The head of a message has its op in the lowest bits, then its spout task, and then its acker task and 1, or 0."""

KEPT_BITS = OP_BITS + TASK_BITS
"""Bits of a head below the acker task. Only these go into a parcel, which has one acker task for all."""

SEQ_BITS = 63 - KEPT_BITS
"""The bits above, for the distance of a `seq` from that of the parcel's first message."""

WORDS = 3
"""Longs that a message takes in a parcel."""

_OP = (1 << OP_BITS) - 1
_KEPT = (1 << KEPT_BITS) - 1


@njit(cache=True, nogil=True)
def addressed(head, routed, log, acker_tasks):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201 - numba infers types
    """Return, for each message of a shard, its row and the number of the shard, in the order of rows.

    `routed` is the acker task to which the root of each row routes, and `log` the number of its log, or empty if there
    is one log. Shards are counted log by log. A row for all acker tasks, which is a tick, comes once for each of them.
    """
    copies = 0
    for row in range(len(head)):
        if head[row] >> KEPT_BITS == 0 and head[row] & _OP == TICK:
            copies += acker_tasks - 1
    rows = np.empty(len(head) + copies, np.int64)
    shards = np.empty(len(head) + copies, np.int64)
    place = 0
    for row in range(len(head)):
        given = head[row] >> KEPT_BITS
        first, count = given - 1, 1
        if given == 0:
            first = np.int64(routed[row])
            if head[row] & _OP == TICK:
                first, count = 0, acker_tasks
        if len(log):
            first += log[row] * acker_tasks
        for shard in range(first, first + count):
            rows[place] = row
            shards[place] = shard
            place += 1
    return rows, shards


@njit(cache=True, nogil=True)
def laid_out(order, rows, shards, seq, head, root, value, most):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201, PLR0913, PLR0917 - an order and columns
    """Return messages as words, and at which of them parcels begin, and where the last one ends.

    `order` has them by shard and `seq`, as places in `rows` and `shards` (`addressed`). A parcel ends with its shard,
    with `most` messages, or where `seq` goes so far that the distance has no room; as unsigned numbers all distances
    are right.
    """
    words = np.empty((len(order), WORDS), np.int64)
    bounds = np.empty(len(order) + 1, np.int64)
    parcels, begun, first = 0, 0, np.int64(0)
    for place in range(len(order)):
        row = rows[order[place]]
        if (
            place == begun + most
            or place == 0
            or shards[order[place]] != shards[order[begun]]
            or np.uint64(seq[row] - first) >> np.uint64(SEQ_BITS) != 0
        ):
            bounds[parcels] = place
            parcels, begun, first = parcels + 1, place, seq[row]
        words[place, 0] = (seq[row] - first) << KEPT_BITS | head[row] & _KEPT
        words[place, 1] = root[row]
        words[place, 2] = value[row]
    bounds[parcels] = len(order)
    return words, bounds[: parcels + 1]
