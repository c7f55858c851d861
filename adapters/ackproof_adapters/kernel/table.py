"""The compiled half of the kernel: one loop over messages, and a hash table of records.

Theory of operation
-------------------
The reference keeps a RotatingMap, whose cohorts are maps that move. Here a record is in one table and *has* the
rotation in which it was last refreshed. It is alive as long as fewer than N rotations have passed since; so a tick is
one addition, and no record is touched. A dead record stays in its slot until the slot is needed: by its own root, or
for a new table.

The living records are counted by age, in N cohorts that a tick moves up by one; the last cohort dies.

The table is an array of a power of two of slots, with linear probing. A finished record is removed, and those after it
move up, so there are no tombstones. When three tenths of the slots are taken, by living or dead records, the living
ones move to a new table of at least six slots for each. So the memory follows the open roots, and a message costs the
same however long the log is. The table is so sparse because every record is searched in vain once, when it is new, and
a neighbour is looked at when it is removed: at six tenths a message costs a quarter more.

A message does to its record what `acking.acker` says, line for line. Rules: `ACK-01` onwards.
"""

import numpy as np
from numba import njit

from ackproof_adapters.codes import ACK, FAIL, INIT, KIND_ACK, KIND_FAIL, KIND_RESET_TIMEOUT, RESET_TIMEOUT, TICK

RECORD = np.dtype(
    [("root", np.int64), ("ack_val", np.int64), ("refreshed", np.int64), ("spout_task", np.int32), ("flags", np.uint32)]
)
TAKEN, FAILED, HAS_TASK = 1, 2, 4
"""Flags of a record. A slot without `TAKEN` is free."""

LEAST_SLOTS = 1 << 10
SLOTS_FOR_EACH = 6
MOST_TAKEN = 0.3
"""The least number of slots for each living record in a new table, and the share of a table that may be taken."""

ROTATION, LIVING, SLOTS_TAKEN = range(3)
"""Places in the array of counters."""


def new_table() -> np.ndarray[tuple[int], np.dtype[np.void]]:
    """Return a table with no records in it."""
    return np.zeros(LEAST_SLOTS, RECORD)


@njit(cache=True, nogil=True, inline="always")
def _home(root, mask):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 - numba infers types
    """Return the slot in which the search for a root begins: its halves folded, and stirred by the golden ratio."""
    bits = np.uint64(root)
    bits = (bits ^ (bits >> np.uint64(32))) * np.uint64(0x9E3779B97F4A7C15)
    return np.int64((bits >> np.uint64(32)) & np.uint64(mask))


@njit(cache=True, nogil=True, inline="always")
def _slot_of(table, mask, root):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    """Return the slot of a root, or the free slot for it."""
    slot = _home(root, mask)
    while table[slot].flags and table[slot].root != root:
        slot = (slot + 1) & mask
    return slot


@njit(cache=True, nogil=True)
def _take_out(table, mask, slot):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    """Free a slot, and move up the records behind it, as far as their home slots allow."""
    gap, place = slot, slot
    while True:
        place = (place + 1) & mask
        if not table[place].flags:
            break
        home = _home(table[place].root, mask)
        if ((place - home) & mask) >= ((place - gap) & mask):
            table[gap] = table[place]
            gap = place
    table[gap].flags = 0


@njit(cache=True, nogil=True)
def moved(table, counters, lifetime):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201
    """Return a new table with the living records of a table, or of any other array of records."""
    slots = LEAST_SLOTS
    while slots < SLOTS_FOR_EACH * counters[LIVING]:
        slots *= 2
    fresh = np.zeros(slots, table.dtype)
    mask = slots - 1
    for old in range(len(table)):
        if table[old].flags and counters[ROTATION] - table[old].refreshed < lifetime:
            fresh[_slot_of(fresh, mask, table[old].root)] = table[old]
    counters[SLOTS_TAKEN] = counters[LIVING]
    return fresh


@njit(cache=True, nogil=True)
def receive(  # type: ignore[no-untyped-def]  # noqa: ANN201, PLR0913, PLR0917 - columns and what is written to
    table,  # noqa: ANN001
    counters,  # noqa: ANN001
    cohorts,  # noqa: ANN001
    every_message_refreshes,  # noqa: ANN001
    zero_first,  # noqa: ANN001
    ops,  # noqa: ANN001
    roots,  # noqa: ANN001
    values,  # noqa: ANN001
    spout_tasks,  # noqa: ANN001
    notified_at,  # noqa: ANN001
    notified_kind,  # noqa: ANN001
    notified_task,  # noqa: ANN001
    pending,  # noqa: ANN001
):
    """Take messages in order. Return the table, which may be a new one, and how many notifications were written to
    `notified_at`, `notified_kind` and `notified_task`. If `pending` is not empty, the number of living records after
    each message is written to it.
    """
    place, count = 0, 0
    while True:
        place, count = _until_full(
            table,
            counters,
            cohorts,
            every_message_refreshes,
            zero_first,
            ops,
            roots,
            values,
            spout_tasks,
            notified_at,
            notified_kind,
            notified_task,
            pending,
            place,
            count,
        )
        if place == len(ops):
            return table, count
        table = moved(table, counters, len(cohorts))


@njit(cache=True, nogil=True)
def _until_full(  # type: ignore[no-untyped-def]  # noqa: ANN202, C901, PLR0912, PLR0913, PLR0915, PLR0917 - one loop, run once per message: a call would cost as much as the rest
    table,  # noqa: ANN001
    counters,  # noqa: ANN001
    cohorts,  # noqa: ANN001
    every_message_refreshes,  # noqa: ANN001
    zero_first,  # noqa: ANN001
    ops,  # noqa: ANN001
    roots,  # noqa: ANN001
    values,  # noqa: ANN001
    spout_tasks,  # noqa: ANN001
    notified_at,  # noqa: ANN001
    notified_kind,  # noqa: ANN001
    notified_task,  # noqa: ANN001
    pending,  # noqa: ANN001
    place,  # noqa: ANN001
    count,  # noqa: ANN001
):
    """Take messages from `place` on, until the end or until the table is full. Return the place of the first message
    that was not taken, and the number of notifications so far.

    Within this loop the table is one and the same array, and counters are plain numbers: so they stay in registers.
    """
    lifetime = len(cohorts)
    mask = len(table) - 1
    most_taken = int(MOST_TAKEN * len(table))
    rotation, living, taken = counters[ROTATION], counters[LIVING], counters[SLOTS_TAKEN]
    while place < len(ops):
        op = ops[place]
        if op == TICK:
            rotation += 1
            living -= cohorts[lifetime - 1]
            for age in range(lifetime - 1, 0, -1):
                cohorts[age] = cohorts[age - 1]
            cohorts[0] = 0
            if len(pending):
                pending[place] = living
            place += 1
            continue

        root = roots[place]
        slot = _slot_of(table, mask, root)
        record = table[slot]
        age = rotation - record.refreshed
        if record.flags == 0 or age >= lifetime:  # the operation is unknown
            if record.flags == 0:
                if taken >= most_taken:
                    break
                taken += 1
            record.root = root
            record.ack_val = 0
            record.flags = TAKEN
            record.refreshed = rotation
            age = 0
            living += 1
            cohorts[0] += 1
        elif every_message_refreshes or op in (FAIL, RESET_TIMEOUT):
            record.refreshed = rotation
            cohorts[age] -= 1
            cohorts[0] += 1
            age = 0

        if op == INIT:
            record.ack_val ^= values[place]
            record.spout_task = spout_tasks[place]
            record.flags |= HAS_TASK
        elif op == ACK:
            record.ack_val ^= values[place]
        elif op == FAIL:
            record.flags |= FAILED

        if record.flags & HAS_TASK:
            done = record.ack_val == 0
            failed = record.flags & FAILED != 0
            if failed and not (done and zero_first):
                kind = KIND_FAIL
            elif done:
                kind = KIND_ACK
            elif op == RESET_TIMEOUT:
                kind = KIND_RESET_TIMEOUT
            else:
                kind = -1
            if kind >= 0:
                notified_at[count] = place
                notified_kind[count] = kind
                notified_task[count] = record.spout_task
                count += 1
                if kind != KIND_RESET_TIMEOUT:
                    cohorts[age] -= 1
                    living -= 1
                    taken -= 1
                    _take_out(table, mask, slot)
        if len(pending):
            pending[place] = living
        place += 1
    counters[ROTATION], counters[LIVING], counters[SLOTS_TAKEN] = rotation, living, taken
    return place, count
