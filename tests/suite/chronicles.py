"""What the oracle makes of operations and results that a test writes out, and what a rule makes of that."""

from typing import Any

from ackproof.components.anchoring import AnchoringOperation, AnchoringResult
from ackproof.components.spout import SpoutOperation, SpoutResult
from ackproof.oracle.emissions import SpoutChronicle
from ackproof.oracle.ledgers import AnchoringChronicle
from ackproof.rules.registry import Premises, Violation, all_checks
from ackproof.target import Config
from ackproof.workloads.anchoring import AnchoringWorkload
from ackproof.workloads.spout import SpoutWorkload
from ackproof.workloads.trees import Forest


def anchored(*pairs: tuple[AnchoringOperation, AnchoringResult]) -> AnchoringChronicle:
    """Return what the oracle makes of operations on collectors and their results."""
    workload = AnchoringWorkload(Config(), Forest((), (), 0), (), tuple(operation for operation, _ in pairs))
    return AnchoringChronicle(workload, [result for _, result in pairs])


def spouted(*pairs: tuple[SpoutOperation, SpoutResult], ackers: int = 1) -> SpoutChronicle:
    """Return what the oracle makes of operations on the executor of spout tasks 1 and 2, and of their results."""
    workload = SpoutWorkload(Config(spout_tasks=(1, 2), ackers=ackers), tuple(operation for operation, _ in pairs))
    return SpoutChronicle(workload, [result for _, result in pairs])


def violated(rule: str, seen: Any) -> tuple[int, str] | None:
    """Return the operation at which a rule is broken, and what it says; None if it is not."""
    try:
        all_checks()[rule].check(seen, Premises())
    except Violation as found:
        return found.index, str(found)
    return None


def premises_met(rule: str, seen: Any) -> dict[str, int]:
    """Return the premises that a rule met, and how often. The rule must not be broken."""
    premises = Premises()
    all_checks()[rule].check(seen, premises)
    return dict(premises.met)
