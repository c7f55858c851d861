"""The interface of every workload: a run for a target, and ways to make it smaller.

Each component has workloads of its own, which know the ground truth about their operations. The engine uses nothing of
a workload but what is declared here.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Protocol, runtime_checkable

from ackproof.target import Config, Run


class Workload(Protocol):
    """Operations on one component, opened with `config`, and the ground truth about them that the oracle needs."""

    @property
    def component(self) -> str:
        """The component that the operations are for."""

    @property
    def config(self) -> Config:
        """The configuration with which the component is opened."""

    @property
    def run(self) -> Run:
        """The operations, as a target receives them."""

    @property
    def length(self) -> int:
        """The number of operations. It is known before `run` is made."""

    @property
    def reached(self) -> Mapping[str, int]:
        """The size of the workload by dimension, as far as it is counted."""

    def without(self, start: int, stop: int) -> "Workload | None":
        """Return the workload without the operations from one index to another, or None if the rest needs them."""

    def restricted_to(self, operations: frozenset[str] | None) -> "Workload":
        """Return the workload without the operations that a target lacks; None means that it has all."""


@runtime_checkable
class Sized(Workload, Protocol):
    """A large workload: `size` is its size, and `least` the smallest that it could have. `reached` is its size by
    dimension.
    """

    size: int
    least: int
    reached: Mapping[str, int]

    def regrown(self, size: int, /) -> "Sized":
        """Return the same scenario in another size."""

    def subjects(self, index: int) -> Sequence[object]:
        """Return the roots, keys or the like that can be left out if a violation at an operation is not about them."""

    def without_subjects(self, subjects: Collection[object]) -> "Sized":
        """Return the workload without all operations on these subjects."""


@runtime_checkable
class Simplifying(Workload, Protocol):
    """A workload that can be simplified in other ways than by leaving out operations."""

    def simpler(self) -> Iterator["Workload"]:
        """Yield simpler versions of the workload, those that save most first."""
