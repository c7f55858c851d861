"""Workloads whose steps are the operations that a target receives.

If no operation needs another, any stretch of them can be left out, and so can those that a target lacks.
"""

from collections.abc import Mapping
from functools import cached_property
from typing import ClassVar, Generic, Self, TypeVar

from attrs import evolve, field, frozen

from ackproof.components import Operation
from ackproof.target import Config, Run
from ackproof.workloads.dimensions import OPERATIONS

Op = TypeVar("Op", bound=Operation)


@frozen(slots=False)
class OperationsWorkload(Generic[Op]):
    """Operations on one component, which are also the steps."""

    config: Config
    steps: tuple[Op, ...] = field(repr=lambda steps: f"<{len(steps)} steps>")

    component: ClassVar[str]

    @property
    def length(self) -> int:
        """The number of operations."""
        return len(self.steps)

    def counted(self) -> Mapping[str, int]:
        """Return the size of the workload by dimension, as far as it can be counted."""
        return {OPERATIONS: len(self.steps)}

    @cached_property
    def reached(self) -> Mapping[str, int]:
        """The size of the workload by dimension."""
        return self.counted()

    @cached_property
    def run(self) -> Run:
        """The operations, as a target receives them."""
        return Run(self.component, self.config, self.steps)


@frozen(slots=False)
class IndependentOperations(OperationsWorkload[Op]):
    """Operations on one component, none of which needs another."""

    def without(self, start: int, stop: int) -> Self | None:
        """Return the workload without the operations from one index to another; None if the rest is not in order, which
        only some large workloads know.
        """
        return evolve(self, steps=self.steps[:start] + self.steps[stop:])

    def restricted_to(self, operations: frozenset[str] | None) -> Self:
        """Return the workload without the operations that a target does not have."""
        if operations is None:
            return self
        return evolve(self, steps=tuple(step for step in self.steps if step.op in operations))
