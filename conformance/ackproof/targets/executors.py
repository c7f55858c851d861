"""Executors that draw ids, as a component: the reference's, and those of variants.

The reference itself draws no ids: its callers pass them. Here each executor has a generator that is not known to be
distinguishable from an ideal one: a keyed hash of a counter. The key is the same in every run, so that a certificate
can be reproduced. A production system should take the key from the random source of its operating system, once for each
executor.
"""

import hashlib
import random
from collections.abc import Callable, Iterator, Sequence
from itertools import count

from attrs import define, field

from ackproof.components import Operation, no_operation_of
from ackproof.components.ids import Draw, IdsResult
from ackproof.errors import Refused
from ackproof.oracle.generators import Attack
from ackproof.targets.variants import Variant
from ackproof.workloads.ids import signed

KEY = b"ids of the reference"


@define(slots=False)
class Executors:
    """Executors, each with its own stream of ids, which begins at its first draw."""

    number: int
    begun: dict[int, Iterator[int]] = field(init=False, factory=dict)

    def stream(self, executor: int) -> Iterator[int]:
        """Yield the ids of an executor; callers reduce them modulo 2^64."""
        for place in count():
            seed_text = f"{self.number} {executor} {place}".encode()
            yield int.from_bytes(hashlib.blake2b(seed_text, digest_size=8, key=KEY).digest(), "big")

    def apply(self, operations: Sequence[Operation]) -> Sequence[IdsResult]:
        """Do the operations in order; return one result for each."""
        return [self._one(operation) for operation in operations]

    def close(self) -> None:
        """Do nothing: there are no resources."""

    def _one(self, operation: Operation) -> IdsResult:
        if not isinstance(operation, Draw):
            raise no_operation_of("ids", operation)
        if not 0 <= operation.executor < self.number:
            raise Refused(f"there is no executor {operation.executor}; there are {self.number}, counted from 0")
        return IdsResult(tuple(signed(each) for each in self.drawn(operation.executor, operation.count)))

    def drawn(self, executor: int, many: int) -> Sequence[int]:
        """Return the next ids of an executor."""
        if executor not in self.begun:
            self.begun[executor] = self.stream(executor)
        return [next(self.begun[executor]) for _ in range(many)]


def seeded(*names: object) -> random.Random:
    """Return a random source that depends only on the names."""
    return random.Random(" ".join(map(str, names)))


def executors_with(variants: Sequence[Variant]) -> Callable[[int], Executors]:
    """Return a factory of executors whose ids are drawn by the first variant that has a generator, or as in the
    reference.
    """
    attack = next((variant.ids for variant in variants if variant.ids is not None), None)
    return Executors if attack is None else lambda number: _OfGenerator(number, attack)


@define(slots=False)
class _OfGenerator(Executors):
    attack: Attack = field(kw_only=False)

    def stream(self, executor: int) -> Iterator[int]:
        return self.attack.start(seeded(self.number, executor))
