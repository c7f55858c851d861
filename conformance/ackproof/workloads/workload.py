"""What every workload is: a run for a target, and how it is made smaller.

Each component has workloads of its own, which know the truth about their operations. What the engine does with a
workload is the same for all of them, and it is all here.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
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

    @property
    def reached(self) -> Mapping[str, int]:
        """The size of the workload by dimension, as far as it is counted."""

    def without(self, start: int, stop: int) -> "Workload | None":
        """Return the workload without the operations from one index to another, or None if it needs them."""

    def restricted_to(self, operations: frozenset[str] | None) -> "Workload":
        """Return the workload without the operations that a target does not have; None is a target that has all."""


@runtime_checkable
class Sized(Workload, Protocol):
    """A large workload: `size` is how large, and `least` how small it could be. `reached` is its size by dimension."""

    size: int
    least: int
    reached: Mapping[str, int]

    def regrown(self, size: int, /) -> "Sized":
        """Return the same scenario in another size."""

    def subjects(self, index: int) -> Sequence[object]:
        """Return what could be left out, if what is wrong at an operation is not about it: roots, say, or keys."""

    def without_subjects(self, subjects: Collection[object]) -> "Sized":
        """Return the workload without all operations that are about these."""


@runtime_checkable
class Simplifying(Workload, Protocol):
    """A workload that knows simpler surroundings for its operations."""

    def simpler(self) -> Iterator["Workload"]:
        """Yield the workload in simpler surroundings, the ones that save most first."""
