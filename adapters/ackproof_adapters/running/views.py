"""What tasks executed as steps with happenings, as the rules read them: each execution as a whole, or piece by piece.

A bolt that acks its input at the end of a long execution has not acked it at its beginning. So rules on when something
had happened are given the pieces in the order in which they happened. Rules on what belongs together are given whole
executions, in the order in which they began.
"""

from collections.abc import Iterable, Sequence

from ackproof.components.topology import Deliver, Flow, Settle, TaskTick, TopologyOperation, TopologyResult
from ackproof.oracle.duties import component_of
from ackproof.target import Config
from ackproof.workloads.topology import TopologyWorkload
from attrs import frozen

from ackproof_adapters.running.journal import Execution

SPOUT_TICKS = 2


@frozen
class View:
    """The steps of a run, and what happened at each."""

    workload: TopologyWorkload
    results: tuple[TopologyResult, ...]


def whole(config: Config, executions: Sequence[Execution], *, is_over: bool) -> View:
    """Return each execution as a step. `is_over` says that all has been delivered and two ticks have passed."""
    return _view(config, [(each.operation, each.happenings) for each in executions], is_over=is_over)


def piecemeal(config: Config, executions: Sequence[Execution], *, is_over: bool) -> View:
    """Return the pieces of what bolts executed as steps, in the order in which they happened; of others the whole."""
    bolts = {shape.name for shape in config.wiring.bolts}
    pieces: list[tuple[int, TopologyOperation, tuple[object, ...]]] = []
    for each in executions:
        operation = each.operation
        if isinstance(operation, Deliver) and component_of(operation.receiver) in bolts:
            first, *rest = each.parts
            pieces.append((each.line, operation, (first[1],)))
            pieces += [(line, Flow("tuples"), (happening,)) for line, happening in rest]
        elif isinstance(operation, TaskTick) and component_of(operation.task) in bolts:
            pieces.append((each.line, operation, ()))
            pieces += [(line, Flow("tuples"), (happening,)) for line, happening in each.parts]
        else:
            pieces.append((each.line, operation, each.happenings))
    pieces.sort(key=lambda piece: piece[0])
    return _view(config, [(operation, happened) for _, operation, happened in pieces], is_over=is_over)


def _view(config: Config, steps: Iterable[tuple[TopologyOperation, Sequence[object]]], *, is_over: bool) -> View:
    taken = list(steps)
    if is_over:
        spouts = [f"spout-{number}" for number in config.spout_tasks]
        taken += [(TaskTick(spout), ()) for _ in range(SPOUT_TICKS) for spout in spouts]
        taken.append((Settle(), ()))
    workload = TopologyWorkload(config, tuple(operation for operation, _ in taken))
    return View(workload, tuple(TopologyResult(tuple(happened)) for _, happened in taken))  # type: ignore[arg-type]
