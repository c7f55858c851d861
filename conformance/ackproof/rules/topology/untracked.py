"""Rules of whole topologies: emissions and tuples that are not tracked."""

from collections.abc import Iterable

from ackproof.components.happenings import AckOrFail
from ackproof.oracle.histories import SentMessage, TopologyChronicle
from ackproof.rules.registry import Premise, Premises
from ackproof.rules.topology.callbacks import expect_notification, fate, topology_rule, violation_at
from ackproof.workloads.topologies.mix import FAULTS, TopologyMix

WITHOUT_ACKERS = TopologyMix(no_ackers=80, together=10, streams=10, burst=10)
UNTRACKED = TopologyMix(
    untracked=60, together=10, streams=10, scenarios=(*FAULTS, "conduct", "conduct"), conducts=("give-up",), scenario=25
)
LOOSE = TopologyMix(
    loose=70,
    basic=10,
    batch=10,
    scenarios=("lose", "conduct", "conduct"),
    conducts=("give-up", "forget"),
    tick=2,
    flow=12,
    deliver=65,
    several=10,
    most=36,
    asked=2,
)


EMITTED_WITHOUT_ACKERS = Premise("an emission without ackers")
TICK_AFTER_EMITTED_WITHOUT_ACKERS = Premise("a tick after it")


@topology_rule("SYS-09", WITHOUT_ACKERS, EMITTED_WITHOUT_ACKERS, TICK_AFTER_EMITTED_WITHOUT_ACKERS)
def without_ackers_a_message_is_done_at_once(seen: TopologyChronicle, premise: Premises) -> None:
    """This is the first way to do without reliability."""
    if seen.workload.config.ackers:
        return
    for tree in seen.history.trees.values():
        if tree.has_id:
            premise(EMITTED_WITHOUT_ACKERS)
            if any(tick > tree.index for tick in seen.history.ticks.get(tree.spout, [])):
                premise(TICK_AFTER_EMITTED_WITHOUT_ACKERS)
            for call in tree.calls:
                if call.spout != tree.spout:
                    what = f"{call.answer} of {tree.name} was called on {call.spout}; {tree.spout} emitted it"
                    raise violation_at(seen, call.place, what)
            if [(call.answer, call.index) for call in tree.calls] != [(AckOrFail.ACK, tree.index)]:
                what = f"{tree.name} was emitted without ackers and not acked at once, but {fate([tree])}"
                raise violation_at(seen, tree.place, what)
    _expect_no_reports(seen, list(seen.history.reports.values()))


WITHOUT_MESSAGE_ID = Premise("an emission without message id")
UNTRACKED_TUPLE_ACKED = Premise("a tuple of one is acked")
UNTRACKED_TUPLE_FAILED = Premise("a tuple of one is failed")


@topology_rule("SYS-10", UNTRACKED, WITHOUT_MESSAGE_ID, UNTRACKED_TUPLE_ACKED, UNTRACKED_TUPLE_FAILED)
def without_a_message_id_a_tree_is_not_tracked(seen: TopologyChronicle, premise: Premises) -> None:
    """This is the second way to do without reliability."""
    history = seen.history
    for tree in history.trees.values():
        if not tree.has_id:
            premise(WITHOUT_MESSAGE_ID)
            if tree.calls:
                raise violation_at(seen, tree.calls[0].place, f"{tree.calls[0].answer} of {tree.name} was called")
            _expect_no_reports(seen, tree.reports)
    for each in history.tuples.values():
        for receipt in each.receipts if not each.trees and not each.loose_of else ():
            for answer, _ in receipt.ends:
                premise(UNTRACKED_TUPLE_ACKED if answer is AckOrFail.ACK else UNTRACKED_TUPLE_FAILED)
            _expect_no_reports(seen, seen.reported_of.get(receipt.name, []), "that is in no tracked tree")


LOOSE_TUPLE_ACKED = Premise("a tuple without anchors is acked")
LOOSE_TUPLE_FAILED = Premise("a tuple without anchors is failed")
ACKED_WHILE_LOOSE_TUPLE_OPEN = Premise("a tree is acked while a tuple emitted without anchors is open", by_chance=True)


@topology_rule(
    "SYS-11",
    LOOSE,
    LOOSE_TUPLE_ACKED,
    LOOSE_TUPLE_FAILED,
    ACKED_WHILE_LOOSE_TUPLE_OPEN,
    effort=3,
)
def nobody_waits_for_a_tuple_without_anchors(seen: TopologyChronicle, premise: Premises) -> None:
    """This is the third way to do without reliability: no tree waits for the tuple, and none fails with it."""
    history = seen.history
    loose = [each for each in history.tuples.values() if each.loose_of]
    for each in loose:
        for receipt in each.receipts:
            for answer, place in receipt.ends:
                premise(LOOSE_TUPLE_ACKED if answer is AckOrFail.ACK else LOOSE_TUPLE_FAILED)
                sent = [report for report in history.reports.values() if report.receipt == receipt.name]
                if sent:
                    what = f"the {answer} of {receipt.name}, which is in no tree, was told to {sent[0].sent.to}"
                    raise violation_at(seen, sent[0].place, what, seen.index_of(place))
    for tree, last in seen.finished():
        left = [
            each.name for each in loose if tree.name in each.loose_of and each.place < last and not each.acked_by(last)
        ]
        if left and not tree.init_arrives_at(last) and not seen.ticks_or_deaths(tree, last):
            premise(ACKED_WHILE_LOOSE_TUPLE_OPEN)
            expect_notification(seen, tree, last, f"; {left[0]} is open, and has no anchor")


def _expect_no_reports(seen: TopologyChronicle, reports: Iterable[SentMessage], why: str = "nobody tracks it") -> None:
    for report in reports:
        sent = report.sent
        about = f" for {report.receipt}" if report.receipt else ""
        what = f"{sent.task} sent {sent.what} of {sent.tree} to {sent.to}{about}; {why}"
        raise violation_at(seen, report.place, what)
