"""The kernel for its users: one acker task, which takes arrays."""

from typing import Any

import numpy as np
from acking import Order, Profile, Refresh
from attrs import define, field, frozen
from numpy.typing import NDArray

from ackproof_adapters.codes import OPERATIONS
from ackproof_adapters.kernel import packing, table

_NO_PENDING = np.empty(0, np.int64)


@frozen
class KernelNotifications:
    """Notifications: the index of the message that caused each, its kind (of `codes.KINDS`), and the spout task."""

    at: NDArray[np.int64]
    kind: NDArray[np.int8]
    spout_task: NDArray[np.int32]


@define
class Kernel:
    """One acker task of a profile. It begins without records, and keeps its state from one call to the next."""

    profile: Profile
    _table: NDArray[Any] = field(factory=table.new_table, init=False)
    _counters: NDArray[np.int64] = field(factory=lambda: np.zeros(3, np.int64), init=False)
    _cohorts: NDArray[np.int64] = field(init=False)

    def __attrs_post_init__(self) -> None:
        """Make the cohorts: one for each bucket."""
        self._cohorts = np.zeros(self.profile.buckets, np.int64)

    @property
    def pending(self) -> int:
        """The number of records."""
        return int(self._counters[table.LIVING])

    @property
    def memory(self) -> int:
        """The bytes that the records take."""
        return int(self._table.nbytes)

    @classmethod
    def unpacked(cls, profile: Profile, content: bytes) -> "Kernel":
        """Return a kernel with the state that another had when it was `packed`.

        Raise ValueError if these are no such bytes, or if they are of another version or number of buckets.
        """
        kernel = cls(profile)
        kernel._table, kernel._counters, kernel._cohorts = packing.unpack(content, profile.buckets)
        return kernel

    def packed(self) -> bytes:
        """Return the state of the kernel: a few bytes, and 25 for each record."""
        return packing.pack(self._table, self._counters, self._cohorts)

    def receive(
        self,
        ops: NDArray[np.int8],
        roots: NDArray[np.int64],
        values: NDArray[np.int64],
        spout_tasks: NDArray[np.int32],
        pending: NDArray[np.int64] = _NO_PENDING,
    ) -> KernelNotifications:
        """Take messages in order; return the notifications.

        `ops` are indices of `codes.OPERATIONS`. Fields that an operation does not have may have any value. If `pending`
        is as long as `ops`, the number of records after each message is written to it. Raises ValueError if the lengths
        differ or an operation is unknown; the state is unchanged then.
        """
        lengths = {len(ops), len(roots), len(values), len(spout_tasks)}
        if len(lengths) > 1 or len(pending) not in (0, len(ops)):
            raise ValueError(f"columns of {sorted({*lengths, len(pending)})} rows are no table of messages")
        if len(ops) and not 0 <= int(ops.min()) <= int(ops.max()) < len(OPERATIONS):
            raise ValueError(f"an operation is none of 0 to {len(OPERATIONS) - 1}")
        at = np.empty(len(ops), np.int64)
        kind = np.empty(len(ops), np.int8)
        spout_task = np.empty(len(ops), np.int32)
        self._table, count = table.receive(
            self._table,
            self._counters,
            self._cohorts,
            self.profile.refresh is Refresh.EVERY_MESSAGE,
            self.profile.order is Order.ZERO_FIRST,
            ops,
            roots,
            values,
            spout_tasks,
            at,
            kind,
            spout_task,
            pending,
        )
        return KernelNotifications(at[:count], kind[:count], spout_task[:count])
