"""What the oracle makes of operations and results that a test writes out, and what a rule makes of that."""

from typing import Any

from ackproof.components.anchoring import AnchoringOperation, AnchoringResult
from ackproof.oracle.ledgers import AnchoringChronicle
from ackproof.rules.registry import Premises, Violation, all_checks
from ackproof.target import Config
from ackproof.workloads.anchoring import AnchoringWorkload
from ackproof.workloads.trees import Forest


def anchored(*pairs: tuple[AnchoringOperation, AnchoringResult]) -> AnchoringChronicle:
    """Return what the oracle makes of operations on collectors and their results."""
    workload = AnchoringWorkload(Config(), Forest((), (), 0), (), tuple(operation for operation, _ in pairs))
    return AnchoringChronicle(workload, [result for _, result in pairs])


def violated(rule: str, seen: Any) -> tuple[int, str] | None:
    """Return the operation at which a rule is broken, and what it says; None if it is not."""
    try:
        all_checks()[rule].check(seen, Premises())
    except Violation as found:
        return found.index, str(found)
    return None
