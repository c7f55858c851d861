"""What may be the cause of a tree that was not done."""

from attrs import define, field

from ackproof_adapters.audit.causes.catalogue import Cause
from ackproof_adapters.audit.causes.slowness import EndOfWait
from ackproof_adapters.audit.trees.tree import Place, Receipt


@define
class Finding:
    """A cause, its task, a sentence, and the places of the lines that show it."""

    cause: Cause
    task: int
    words: str
    places: list[Place | None]
    """The earliest first."""
    component: str = field(default="", kw_only=True)
    at: Place | None = field(default=None, kw_only=True)
    """Where it happened, if that is not the first of the places."""
    when: str = field(default="", kw_only=True)
    """When it happened, if it may have been after the spout gave up."""
    held: float | None = field(default=None, kw_only=True)
    """If its task still executed it, or a tuple before it, when the log ended: for how many milliseconds. Then it has
    `open_for` as well.
    """
    open_for: float | None = field(default=None, kw_only=True)
    """If it is a tuple that was not acked when the log ended: for how many milliseconds it had been open, in its task
    or in the queue.
    """


def earliest(finding: Finding) -> Place | None:
    """Return where something happened; the first of its places that there is."""
    return finding.at or next((each for each in finding.places if each is not None), None)


def is_too_late(finding: Finding, given_up: EndOfWait) -> bool:
    """Whether something happened after the spout had given the tree up."""
    return given_up.is_before(earliest(finding), finding.when)


def whose(receipt: Receipt) -> str:
    """Return the component and the task that sent a tuple."""
    return f"{receipt.component}:{receipt.source}"
