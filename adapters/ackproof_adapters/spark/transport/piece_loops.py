"""The compiled half of `pieces`: one loop checks rows, and one puts them into the place of their shard."""

import numpy as np
from numba import njit

from ackproof_adapters.codes import ACK, INIT, TICK

NO_PROBLEM = 1 << 10
"""Greater than any number of a problem (`validation`)."""

FOR_ALL = -1
"""The shard of a tick that goes to all acker tasks."""

SEQ, ROOT, VALUE, SPOUT_TASK, ACKER = range(5)
"""Places in the array of the bits at which the validity of a column begins."""


@njit(cache=True, nogil=True, inline="always")
def _absent(valid, bit):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 - numba infers types
    """Whether a value is null, by Arrow's bits; a column without nulls may have none."""
    return len(valid) != 0 and (valid[bit >> 3] >> (bit & 7)) & 1 == 0


@njit(cache=True, nogil=True, inline="always")
def _routed(root, acker_tasks):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    """Return what `routing.ackers_of` does, for one root."""
    word = np.uint64(root)
    hash_of_list = np.int64(((word ^ (word >> np.uint64(32))) + np.uint64(31)) & np.uint64(0xFFFFFFFF))
    if hash_of_list >= 1 << 31:
        hash_of_list -= 1 << 32
    return hash_of_list % acker_tasks


@njit(cache=True, nogil=True)
def judged(  # type: ignore[no-untyped-def]  # noqa: ANN201, C901, PLR0912, PLR0913, PLR0917 - one loop over rows, columns and what is written to
    op,  # noqa: ANN001
    root,  # noqa: ANN001
    spout_task,  # noqa: ANN001
    acker,  # noqa: ANN001
    has_seq,  # noqa: ANN001
    has_root,  # noqa: ANN001
    has_value,  # noqa: ANN001
    has_spout_task,  # noqa: ANN001
    has_acker,  # noqa: ANN001
    first_bits,  # noqa: ANN001
    acker_tasks,  # noqa: ANN001
    shard,  # noqa: ANN001
    counts,  # noqa: ANN001
):
    """Write the shard of each row to `shard`, and the number of messages of each shard to `counts`. Return the number
    of ticks for all, and the least problem of a row, or `NO_PROBLEM`.

    Problems have the numbers of `validation`, and are checked in their order. `op` is negative if it is no operation.
    `has_root` and similar parameters are Arrow's validity bits of a column.
    """
    worst = NO_PROBLEM
    for_all = 0
    for row in range(len(op)):
        number = op[row]
        no_root = _absent(has_root, first_bits[ROOT] + row)
        no_task = _absent(has_spout_task, first_bits[SPOUT_TASK] + row)
        no_acker = _absent(has_acker, first_bits[ACKER] + row)
        problem = NO_PROBLEM
        if _absent(has_seq, first_bits[SEQ] + row):
            problem = 0
        elif number < 0:
            problem = 1
        elif no_root and number != TICK:
            problem = 2
        elif not no_root and number == TICK:
            problem = 3
        elif (number in (INIT, ACK)) and _absent(has_value, first_bits[VALUE] + row):
            problem = 4
        elif number == INIT and no_task:
            problem = 5
        elif not no_task and spout_task[row] < 0:
            problem = 6
        elif not no_acker and not 0 <= acker[row] < acker_tasks:
            problem = 7
        if problem != NO_PROBLEM:
            worst = min(worst, problem)
            continue
        if not no_acker:
            shard[row] = acker[row]
        elif number == TICK:
            shard[row] = FOR_ALL
            for_all += 1
            continue
        else:
            shard[row] = _routed(root[row], acker_tasks)
        counts[shard[row]] += 1
    counts += for_all
    return for_all, worst


@njit(cache=True, nogil=True)
def put_in_place(  # type: ignore[no-untyped-def]  # noqa: ANN201, PLR0913, PLR0917 - an order, columns and what is written to
    order,  # noqa: ANN001
    shard,  # noqa: ANN001
    places,  # noqa: ANN001
    seq,  # noqa: ANN001
    op,  # noqa: ANN001
    root,  # noqa: ANN001
    value,  # noqa: ANN001
    spout_task,  # noqa: ANN001
    out_seq,  # noqa: ANN001
    out_op,  # noqa: ANN001
    out_root,  # noqa: ANN001
    out_value,  # noqa: ANN001
    out_spout_task,  # noqa: ANN001
):
    """Copy rows to the places of their shards, in `order`, or in their own order if it is empty. `places` has the next
    free place of each shard. Fields that an operation does not have become 0.
    """
    for turn in range(len(op)):
        row = order[turn] if len(order) else turn
        number = op[row]
        first, end = shard[row], shard[row] + 1
        if first == FOR_ALL:
            first, end = 0, len(places)
        for each in range(first, end):
            place = places[each]
            places[each] = place + 1
            out_seq[place] = seq[row]
            out_op[place] = number
            out_root[place] = 0 if number == TICK else root[row]
            out_value[place] = value[row] if number in (INIT, ACK) else 0
            out_spout_task[place] = spout_task[row] if number == INIT else 0
