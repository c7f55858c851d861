"""Which of several findings came first: that is the cause, and the others are named behind it."""

from collections.abc import Sequence

from ackproof_adapters.audit.causes.findings import Finding, earliest
from ackproof_adapters.audit.trees.gathering import Gathering
from ackproof_adapters.audit.trees.tree import Place


def first_of(known: Gathering, candidates: list[Finding]) -> Finding | str:
    """Return the finding that came first by the lines, with the number of others."""
    ordered = sorted(candidates, key=lambda each: earliest(each) or Place(0, 0, 0))
    first = next((each for each in ordered if _leads(known, each, ordered)), None)
    if first is None:
        names = " and ".join(sorted({each.cause.name for each in ordered}))
        if len({each.cause for each in ordered}) == 1:
            return ordered[0]
        return f"{names}: no line shows which came first"
    alike = sum(each.cause == first.cause for each in ordered) - 1
    first.words += f"; and {alike} more of its tuples" if alike else ""
    name_later(known, first, ordered)
    return first


def name_later(known: Gathering, first: Finding, ordered: Sequence[Finding]) -> None:
    """Add to the words of a finding what happened later, each cause once."""
    others = {each.cause: each for each in reversed(ordered) if each.cause != first.cause}
    for cause, each in reversed(others.items()):
        where = each.component or known.component(each.task)
        first.words += f"; after that, {cause.name} ({cause.id}): {where}, task {each.task}"


def _leads(known: Gathering, finding: Finding, others: list[Finding]) -> bool:
    at = earliest(finding)
    return all(
        other.cause == finding.cause or at == earliest(other) or known.order.before(at, earliest(other))
        for other in others
    )
