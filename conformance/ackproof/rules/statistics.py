"""Rules about rates: they count over hundreds of trials, and are broken if a count is too improbable.

Every count is of independent trials with a known chance, so it has a binomial distribution, and the accepted counts are
computed exactly. Each count rejects a correct target with a probability of at most `ALARM`; the specification has the
number of counts, and the sum of their probabilities.
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from attrs import frozen

from ackproof.components.acker import AckerResult
from ackproof.components.anchoring import AnchoringResult
from ackproof.components.spout import Sent, SpoutResult
from ackproof.rules.binomial import accepted_counts, chance_of_a_false_zero
from ackproof.rules.registry import Premise, Premises, Violation, rule
from ackproof.workloads import ids
from ackproof.workloads.statistics import (
    WIDTHS,
    Lot,
    ManyEdges,
    ManyTrees,
    grow_anchored_edges,
    grow_many_trees,
    grow_spout_edges,
)

ALARM = Fraction(1, 10**9)
"""The probability with which a count of a correct target is rejected, at most."""

EFFORT = 1 / 300
"""One workload by default settings: it holds thousands of trials."""

HALF = Fraction(1, 2)


@frozen
class Trials:
    """Many trees and the notifications of a target: how many trees of each lot were completed early."""

    workload: ManyTrees
    results: Sequence[AckerResult]

    def tally(self) -> Counter[Lot]:
        """Count the trees for which an ack was sent before their last message."""
        early: Counter[Lot] = Counter()
        results = iter(self.results)
        for tree in self.workload.trees:
            answers = [next(results).notifications for _ in tree.messages]
            early[tree.lot] += any(
                notification.kind == "ack" and notification.root == tree.root
                for words in answers[:-1]
                for notification in words
            )
        return early


@frozen
class SeenEdges:
    """Emissions of one tuple each, and a target's results."""

    workload: ManyEdges
    results: Sequence[AnchoringResult | SpoutResult]

    def edges(self) -> list[tuple[int, int]]:
        """Return each edge id in a message id, with the index of its emission."""
        return [
            (index, edge)
            for index, result in enumerate(self.results)
            for message_id in _message_ids(result)
            for edge in message_id.values()
        ]


def accepted(lot: Lot) -> range:
    """Return how many trees of a lot may be completed early."""
    return accepted_counts(lot.trees, chance_of_a_false_zero(lot.width, lot.tuples), ALARM)


IDS_OF_WIDTH = {width: Premise(f"a tree with ids of {width} bits") for width in WIDTHS}


@rule(
    "ACK-28",
    grow=grow_many_trees,
    observe=Trials,
    premises=list(IDS_OF_WIDTH.values()),
    effort=EFFORT,
)
def the_rate_of_false_zeros(seen: Trials, premise: Premises) -> None:
    """Of the trees of each width, as many are completed early as expected by chance: not more, and not fewer."""
    early = seen.tally()
    index = -1
    for lot in seen.workload.lots:
        index += lot.operations
        for _ in range(lot.trees):
            premise(IDS_OF_WIDTH[lot.width])
        if early[lot] not in accepted(lot):
            chance = chance_of_a_false_zero(lot.width, lot.tuples)
            counts = accepted(lot)
            raise Violation(
                f"of {lot.trees} trees of {lot.tuples} tuples with uniform ids of {lot.width} bits ({lot.bits}) the "
                f"acker completed {early[lot]} early; {float(lot.trees * chance):.1f} are expected, and "
                f"{counts[0]} to {counts[-1]} accepted",
                index,
            )


EDGE_ID = Premise("an edge id")


@rule(
    "ANC-14",
    grow=grow_anchored_edges,
    observe=SeenEdges,
    premises=[EDGE_ID],
    effort=EFFORT,
)
def edge_ids_are_uniform_over_all_64_bits(seen: SeenEdges, premise: Premises) -> None:
    """Every bit is set in half of the ids, and no id is repeated."""
    _expect_uniform(seen, premise)


@rule(
    "SPT-17",
    grow=grow_spout_edges,
    observe=SeenEdges,
    premises=[EDGE_ID],
    effort=EFFORT,
)
def the_edge_ids_of_emissions_are_uniform_over_all_64_bits(seen: SeenEdges, premise: Premises) -> None:
    """The edge ids that spouts draw are as good as those of bolts."""
    _expect_uniform(seen, premise)


def _expect_uniform(seen: SeenEdges, premise: Premises) -> None:
    first: dict[int, int] = {}
    edges = seen.edges()
    for index, edge in edges:
        premise(EDGE_ID)
        if edge in first:
            raise Violation(f"the edge id {edge} was taken before, at operation {first[edge] + 1}", index)
        first[edge] = index
    counts = accepted_counts(len(edges), HALF, ALARM)
    for bit in range(ids.BITS):
        times = sum(edge >> bit & 1 for _, edge in edges)
        if times not in counts:
            raise Violation(
                f"bit {bit} is set in {times} of {len(edges)} edge ids; {counts[0]} to {counts[-1]} are accepted",
                edges[-1][0],
            )


def _message_ids(result: AnchoringResult | SpoutResult) -> Sequence[dict[int, int]]:
    if isinstance(result, AnchoringResult):
        return result.message_ids
    return [effect.message_id for effect in result.effects if isinstance(effect, Sent)]
