"""Tuples of no tree that a task sent while it executed a tuple of a tree: an anchor may have been forgotten.

Each executor is one thread, which executes one tuple after the other.
"""

import numpy as np
from attrs import define, field

from ackproof_adapters.audit.logs.stamp_arrays import Flags, Ints

OTHER, BEGINS, ENDS, SENDS = range(4)
"""What a line says about the execution of its thread: it begins, or is over, or a tuple is sent."""

_THREAD = 32
"""Bits of a number that the thread has, below the worker."""


@define
class Executions:
    """Follows all threads through pieces of lines."""

    _is_of_tree: dict[int, bool] = field(init=False, factory=dict)
    """By worker and thread, whether it executes a tuple of a tree at the end of the last piece."""

    def within(self, mark: Ints, has_ids: Flags, worker: Ints, thread: Ints) -> Ints:
        """Return which of the next lines send a tuple of no tree in the execution of one of a tree."""
        key = worker << _THREAD | thread
        sends = (mark == SENDS) & ~has_ids
        found = self._sent_within(mark, has_ids, key, sends) if sends.any() else np.empty(0, np.int64)
        marks = np.flatnonzero((mark == BEGINS) | (mark == ENDS))
        # Of equal keys the first one behind the reversal is the last.
        keys, last = np.unique(key[marks][::-1], return_index=True)
        rows = marks[::-1][last]
        self._is_of_tree.update(zip(keys.tolist(), (has_ids & (mark == BEGINS))[rows].tolist(), strict=True))
        return found

    def _sent_within(self, mark: Ints, has_ids: Flags, key: Ints, sends: Flags) -> Ints:
        own = np.flatnonzero((sends | (mark == BEGINS) | (mark == ENDS)) & np.isin(key, key[sends]))
        own = own[np.argsort(key[own], kind="stable")]
        places, is_mark = np.arange(len(own)), ~sends[own]
        is_first = np.r_[True, key[own][1:] != key[own][:-1]]
        first = np.maximum.accumulate(np.where(is_first, places, 0))
        before = np.maximum.accumulate(np.where(is_mark, places, -1))
        is_of_tree = (has_ids & (mark == BEGINS))[own[before]]
        kept = np.array([self._is_of_tree.get(each, False) for each in key[own].tolist()], np.bool_)
        return own[~is_mark & np.where(before >= first, is_of_tree, kept)]
