"""What every workload is: a run for a target, and how it is made smaller.

Each component has workloads of its own, which know the truth about their operations. What the engine does with a
workload is the same for all of them, and it is all here.
"""

from collections.abc import Iterator
from typing import Protocol, runtime_checkable

from ackproof.target import Config, Run


class Workload(Protocol):
    """Operations on one component, opened with `config`, and whatever the oracle has to know of them."""

    @property
    def component(self) -> str:
        """The component that the operations are for."""

    @property
    def config(self) -> Config:
        """How the component is opened."""

    @property
    def run(self) -> Run:
        """The operations, as a target gets them."""

    def without(self, start: int, stop: int) -> "Workload | None":
        """Return the workload without the operations from one index to another, or None if it needs them."""

    def restricted_to(self, operations: frozenset[str] | None) -> "Workload":
        """Return the workload without the operations that a target does not have; None is a target that has all."""


@runtime_checkable
class Simplifying(Workload, Protocol):
    """A workload that knows simpler surroundings for its operations."""

    def simpler(self) -> Iterator["Workload"]:
        """Yield the workload in simpler surroundings, the ones that save most first."""
