"""The ground truth of the spout side: which emissions are pending, and since when. An emission is *pending* from its
emit until its callback. A target may or may not call back an emission without receivers at once, so this is read from
its results. Everything else follows from the operations.
"""

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property

from attrs import evolve, frozen

from ackproof.components.spout import (
    Callback,
    InitSent,
    Notify,
    Sent,
    SpoutEmit,
    SpoutOperation,
    SpoutResult,
    SpoutTick,
)
from ackproof.workloads.spout import SpoutWorkload

PENDING_ROTATIONS = 2


@frozen
class Pending:
    """A pending emission. `age` counts ticks since it was emitted or reset, `since_emit` those since it was emitted."""

    emission: SpoutEmit
    age: int = 0
    since_emit: int = 0


@frozen(kw_only=True)
class SpoutMoment:
    """One operation and its result, with the emissions that were pending or over before it, by root."""

    index: int
    operation: SpoutOperation
    result: SpoutResult
    pending: dict[int, Pending]
    emitted: dict[int, SpoutEmit]

    @property
    def callbacks(self) -> tuple[Callback, ...]:
        """The callbacks among the effects."""
        return tuple(effect for effect in self.result.effects if isinstance(effect, Callback))

    @property
    def sent(self) -> tuple[Sent, ...]:
        """The tuples among the effects."""
        return tuple(effect for effect in self.result.effects if isinstance(effect, Sent))

    @property
    def inits(self) -> tuple[InitSent, ...]:
        """The inits among the effects."""
        return tuple(effect for effect in self.result.effects if isinstance(effect, InitSent))

    @property
    def expiring(self) -> tuple[Pending, ...]:
        """The emissions that a tick at this moment fails."""
        return tuple(each for each in self.pending.values() if each.age == PENDING_ROTATIONS - 1)


@frozen
class SpoutChronicle:
    """A workload, a target's results, and the truth at each step: for all roots, or only for those in `about`: each
    moment has a copy of the pending emissions, which takes too much memory for many roots.
    """

    workload: SpoutWorkload
    results: Sequence[SpoutResult]
    about: Collection[int] | None = None

    @cached_property
    def moments(self) -> tuple[SpoutMoment, ...]:
        """Every operation, in order."""
        return tuple(_moments(self.workload, self.results, self.about))


def is_tracked(emission: SpoutEmit, workload: SpoutWorkload) -> bool:
    """Whether ackers track an emission: it has a message id and receivers, and there are ackers."""
    return emission.message is not None and bool(emission.edges) and workload.config.ackers > 0


def _moments(
    workload: SpoutWorkload, results: Sequence[SpoutResult], about: Collection[int] | None
) -> Iterator[SpoutMoment]:
    pending: dict[int, Pending] = {}
    emitted: dict[int, SpoutEmit] = {}
    for index, (operation, result) in enumerate(zip(workload.steps, results, strict=True)):
        moment = SpoutMoment(
            index=index, operation=operation, result=result, pending=dict(pending), emitted=dict(emitted)
        )
        yield moment
        match operation:
            case SpoutEmit() if about is None or operation.root in about:
                emitted[operation.root] = operation
                waits = operation.message is not None and workload.config.ackers > 0 and not moment.callbacks
                if waits:
                    pending[operation.root] = Pending(operation)
            case Notify(kind, root, _) if root in pending:
                if kind == "reset-timeout":
                    pending[root] = evolve(pending[root], age=0)
                else:
                    del pending[root]
            case SpoutTick():
                pending = {
                    root: evolve(each, age=each.age + 1, since_emit=each.since_emit + 1)
                    for root, each in pending.items()
                    if each.age + 1 < PENDING_ROTATIONS
                }
