"""The collectors of bolts: what each bolt task emits and lets go of, and what it tells the ackers."""

from collections.abc import Iterator, Sequence

from ackproof.pages.timelines.asked import of_asked
from ackproof.pages.timelines.timeline import (
    Arrow,
    Look,
    Timeline,
)
from ackproof.text.truncate import truncated
from ackproof.witness import (
    CollectorStep,
    Witness,
)

ACKERS = "ackers"
OTHER_BOLTS = "bolt tasks"
MOST_BOLT_LANES = 8


def of_collector(steps: Sequence[CollectorStep], witness: Witness) -> Timeline:
    """Return the picture of what bolt tasks did."""
    senders = dict.fromkeys(step.sender for step in steps if step.sender is not None)
    lanes = truncated(list(senders), lambda _: OTHER_BOLTS, MOST_BOLT_LANES // 2)
    return of_asked((*lanes, ACKERS), steps, witness, lambda step: _collector_arrows(step, lanes))


def _collector_arrows(step: CollectorStep, lanes: Sequence[str]) -> Iterator[Arrow]:
    sender = step.sender if step.sender is not None and step.sender in lanes else OTHER_BOLTS
    if sender not in lanes:
        return
    if step.tuples:
        names = ", ".join(truncated(step.tuples, lambda more: f"… {more} more", 2))
        yield Arrow(start=sender, end=sender, label=f"{step.op} {names}", look=Look.NOTE)
    for message in step.said.messages:
        look = Look.FAIL if message.op == "fail" else Look.SENT
        yield Arrow(start=sender, end=ACKERS, label=f"{message.op} root {message.root}", look=look)
    if step.said.refused is not None:
        yield Arrow(start=sender, end=sender, label="refused", look=Look.FAIL)
