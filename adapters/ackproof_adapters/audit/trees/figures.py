"""Figures of components, and of the trees that were open at a time."""

from collections import Counter
from collections.abc import Mapping
from math import ceil, log2

from attrs import define, field

from ackproof_adapters.audit.logs.events import ARRIVE, BOLT_ACK, BOLT_FAIL, REPORTS, SEND
from ackproof_adapters.audit.logs.heads import milliseconds, second_of
from ackproof_adapters.audit.logs.likeness import LineForm
from ackproof_adapters.audit.trees.tree import Place, Receipt, Tree


@define(kw_only=True)
class ComponentFigures:
    """Figures of a component, over all trees. Times are in milliseconds, by the clock of the worker."""

    received: int = 0
    acked: int = 0
    failed: int = 0
    never_acked: int = 0
    acked_twice: int = 0
    emitted_after_ack: int = 0
    unanchored: int = 0
    slowest: float = 0.0
    slowest_root: int = 0


@define(kw_only=True)
class Figures:
    """The figures of all components."""

    by_component: dict[str, ComponentFigures] = field(factory=dict)
    times: dict[str, Counter[int]] = field(factory=dict)
    """Of each component, how many acks took how long, by `bucket_of` milliseconds."""
    opened: Counter[str] = field(factory=Counter)
    """For each second, the trees that were emitted minus those that a spout was notified of, by the clock of its
    worker.
    """
    unanchored: Counter[tuple[str, str]] = field(factory=Counter)
    """Tuples of no tree, by component and stream."""
    within: Counter[tuple[str, str]] = field(factory=Counter)
    """Those of them that were sent while their task executed a tuple of a tree."""
    _slowest_at: dict[str, Place] = field(init=False, factory=dict)
    """For each component, the place of its slowest ack."""

    def of(self, component: str) -> ComponentFigures:
        """Return the figures of a component."""
        found = self.by_component.get(component)
        if found is None:
            found = self.by_component[component] = ComponentFigures()
        return found

    def count(self, form: LineForm, number: int, receiver: str, *, is_of_tree: bool) -> None:
        """Count so many lines of a form, and of a `receiver` as far as they are of one. They belong to trees, or to
        none.
        """
        kind, _, _, component, _, stream = form
        if stream and stream not in REPORTS:
            if kind == SEND and not is_of_tree:
                self.is_unanchored(component, stream, number)
            elif kind != SEND:
                figures = self.of(receiver)
                figures.received += number * (kind == ARRIVE)
                figures.acked += number * (kind == BOLT_ACK)
                figures.failed += number * (kind == BOLT_FAIL)

    def is_unanchored(self, component: str, stream: str, number: int = 1) -> None:
        """Count so many tuples of no tree that a component sent."""
        self.of(component).unanchored += number
        self.unanchored[component, stream] += number

    def took(self, component: str, milliseconds: float, number: int) -> None:
        """Count so many acks with that duration."""
        self.times.setdefault(component, Counter())[bucket_of(milliseconds)] += number

    def was_slow(self, component: str, milliseconds: float, root: int, at: Place) -> None:
        """Add an ack to the slowest. Of several with the same duration, the first place is kept."""
        figures = self.of(component)
        if milliseconds > figures.slowest or (
            milliseconds == figures.slowest and at < self._slowest_at.get(component, at)
        ):
            figures.slowest, figures.slowest_root = milliseconds, root
            self._slowest_at[component] = at

    def spans(self, begun: Mapping[str, int], ended: Mapping[str, int]) -> None:
        """Note how many trees began and ended in each second."""
        for second, number in begun.items():
            self.opened[second] += number
        for second, number in ended.items():
            self.opened[second] -= number

    def note_time(self, root: int, receipt: Receipt) -> None:
        """Note how long a tuple took, at its ack."""
        if receipt.acked != 1 or not receipt.received_when:
            return
        took = milliseconds(receipt.received_when, receipt.answered_when)
        self.took(receipt.receiver, took, 1)
        if receipt.answered_at is not None:
            self.was_slow(receipt.receiver, took, root, receipt.answered_at)

    def note_span(self, tree: Tree) -> None:
        """Note when a tree that has ended began and ended, if one clock shows both."""
        if (
            tree.emitted_when
            and tree.emitted_at
            and tree.callback_at
            and tree.emitted_at.worker == tree.callback_at.worker
        ):
            self.opened[second_of(tree.emitted_when)] += 1
            self.opened[second_of(tree.callback_when)] -= 1


STEPS_OF_A_DOUBLING = 4


def bucket_of(milliseconds: float) -> int:
    """Return which bucket of a histogram a time belongs to: there are four to each doubling."""
    return ceil(STEPS_OF_A_DOUBLING * log2(milliseconds + 1)) if milliseconds > 0 else 0


def rounded_up(bucket: int) -> float:
    """Return the longest time of a bucket, in milliseconds."""
    return float(2 ** (bucket / STEPS_OF_A_DOUBLING) - 1)
