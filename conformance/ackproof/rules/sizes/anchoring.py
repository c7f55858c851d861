"""Rules of size for anchoring. A large history is judged by `ackproof.oracle.sizes.anchoring`."""

from collections.abc import Sequence

from attrs import frozen

from ackproof.components.anchoring import AckTuple, AnchoringOperation, AnchoringResult, Emit, FailTuple
from ackproof.oracle.sizes.anchoring import Ledgers
from ackproof.rules.registry import Premise, Premises, Violation, sized_rule
from ackproof.rules.sizes.large import large_sizes
from ackproof.workloads import dimensions
from ackproof.workloads.sizes import anchoring
from ackproof.workloads.sizes.anchoring import SizedAnchoringWorkload

ANCHORED = Premise("a tuple is anchored to one input")
JOINED = Premise("a tuple is anchored to several")
ACKED_WITH_CHILDREN = Premise("an input is acked that has children")
ACKED_WITHOUT_CHILDREN = Premise("an input is acked that has none")
FAILED = Premise("an input is failed")


@frozen
class SizedAnchoringHistory:
    """A large history of collectors, and a target's results."""

    workload: SizedAnchoringWorkload
    results: Sequence[AnchoringResult]


@sized_rule(
    "ANC-15",
    grow=anchoring.grow_sized_anchoring_workload,
    observe=SizedAnchoringHistory,
    premises=(ANCHORED, JOINED, ACKED_WITH_CHILDREN, ACKED_WITHOUT_CHILDREN, FAILED),
    scenarios=len(anchoring.grow_sized_anchoring_workload.scenarios),
    dimensions=(
        dimensions.ANCHORS,
        dimensions.ROOTS,
        dimensions.RECEIVERS,
        dimensions.CHILDREN,
        dimensions.DEPTH,
        dimensions.HELD,
        dimensions.EMITS,
        dimensions.TUPLE_BITS,
    ),
)
def nothing_changes_with_the_size_of_a_tree(seen: SizedAnchoringHistory, premise: Premises) -> None:
    """Nor with that of a tuple, or with the number of inputs that a bolt holds."""
    ledgers = Ledgers()
    for index, (operation, result) in enumerate(zip(seen.workload.steps, seen.results, strict=True)):
        _note(operation, ledgers, premise)
        wrong = ledgers.wrong(operation, result)
        if wrong:
            sizes = large_sizes(seen.workload.counted())
            raise Violation(f"the {operation.op}{_about(operation)} {wrong}{sizes}", index)


def _note(operation: AnchoringOperation, ledgers: Ledgers, premise: Premises) -> None:
    match operation:
        case Emit(_, anchors, _) if anchors:
            premise(JOINED if len(anchors) > 1 else ANCHORED)
        case AckTuple(name):
            premise(ACKED_WITH_CHILDREN if ledgers.held[name].children else ACKED_WITHOUT_CHILDREN)
        case FailTuple():
            premise(FAILED)


def _about(operation: AnchoringOperation) -> str:
    return "" if isinstance(operation, Emit) else f" of {operation.tuple}"
