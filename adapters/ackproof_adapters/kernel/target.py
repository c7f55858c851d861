"""The target `kernel`: the compiled acker as a target of the suite, with any number of acker tasks."""

from collections.abc import Iterator, Sequence
from importlib.metadata import version
from typing import cast

import acking
import ackproof
import numpy as np
from ackproof.components import Operation, Result
from ackproof.components.acker import Ack, AckerOperation, AckerResult, Fail, Init, Notification, ResetTimeout, Tick
from ackproof.errors import Refused
from ackproof.target import Component, Config, Description
from attrs import define, field

from ackproof_adapters.codes import KINDS, OPERATIONS
from ackproof_adapters.kernel.kernel import Kernel

BATCH = 5
"""The most operations in one call of the kernel: few, to test the state between two batches."""


@define
class KernelTarget:
    """`Kernel`, one for each acker task."""

    def describe(self) -> Description:
        """Claim the acker, with everything that can be observed of it."""
        return Description(
            name="kernel",
            version=f"{ackproof.__version__} on numba {version('numba')}",
            language="python",
            components=("acker",),
            capabilities=frozenset({"acker-tasks", "pending"}),
        )

    def open(self, component: str, config: Config) -> Component:
        """Make acker tasks without records. Raise `Refused` for another component."""
        if component != "acker":
            raise Refused(f"the kernel is an acker and has no {component}")
        profile = acking.PROFILES[config.profile]
        return _Kernels([Kernel(profile) for _ in range(config.tasks)])

    def close(self) -> None:
        """There is nothing to release."""


@define
class _Kernels:
    tasks: list[Kernel]
    living: int = field(default=0, init=False)

    def apply(self, operations: Sequence[Operation]) -> Sequence[Result]:
        """Give each acker task its operations, in batches; return the results in the order of the operations."""
        return self._applied(cast("Sequence[AckerOperation]", operations))  # an acker gets no others

    def _applied(self, operations: Sequence[AckerOperation]) -> Sequence[Result]:
        notifications: list[list[Notification]] = [[] for _ in operations]
        change = np.zeros(len(operations), np.int64)
        for kernel_, places in zip(self.tasks, self._places(operations), strict=True):
            for start in range(0, len(places), BATCH):
                self._batch(kernel_, places[start : start + BATCH], operations, notifications, change)
        pending = self.living + np.cumsum(change)
        self.living = int(pending[-1]) if len(pending) else self.living
        return [
            AckerResult(tuple(words), pending=int(count)) for words, count in zip(notifications, pending, strict=True)
        ]

    def close(self) -> None:
        """There is nothing to release."""

    def _places(self, operations: Sequence[AckerOperation]) -> list[list[int]]:
        """Return the places of the operations that each acker task gets."""
        places: list[list[int]] = [[] for _ in self.tasks]
        for place, each in enumerate(operations):
            if not isinstance(each, Tick):
                places[acking.acker_index(each.root, len(self.tasks))].append(place)
            elif each.acker is not None:
                places[each.acker].append(place)
            else:
                for own in places:
                    own.append(place)
        return places

    def _batch(
        self,
        kernel_: Kernel,
        places: Sequence[int],
        operations: Sequence[AckerOperation],
        notifications: list[list[Notification]],
        change: np.ndarray[tuple[int], np.dtype[np.int64]],
    ) -> None:
        before = kernel_.pending
        rows = np.array(list(_rows(operations[place] for place in places)), np.int64).reshape(-1, 4).T
        pending = np.empty(len(places), np.int64)
        ops, roots, values, spout_tasks = (np.ascontiguousarray(column) for column in rows)
        words = kernel_.receive(ops.astype(np.int8), roots, values, spout_tasks.astype(np.int32), pending)
        for at, kind, task in zip(words.at, words.kind, words.spout_task, strict=True):
            root = int(roots[at])
            notifications[places[at]].append(Notification(KINDS[kind], root, int(task)))
        change[list(places)] += np.diff(pending, prepend=before)


def _rows(operations: Iterator[AckerOperation]) -> Iterator[tuple[int, int, int, int]]:
    for operation in operations:
        number = OPERATIONS.index(operation.op)
        match operation:
            case Init(root, value, task):
                yield number, root, value, task
            case Ack(root, value):
                yield number, root, value, 0
            case Tick():
                yield number, 0, 0, 0
            case Fail(root) | ResetTimeout(root):
                yield number, root, 0, 0
