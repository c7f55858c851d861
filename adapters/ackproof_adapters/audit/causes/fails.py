"""The fail of a bolt that ended a tree: the first that came to its acker."""

from collections.abc import Iterator, Mapping, Sequence
from operator import itemgetter

from ackproof_adapters.audit.causes import catalogue
from ackproof_adapters.audit.causes.findings import Finding, whose
from ackproof_adapters.audit.causes.slowness import EndOfWait
from ackproof_adapters.audit.logs.events import FAIL, TIMEOUT
from ackproof_adapters.audit.trees.gathering import Gathering
from ackproof_adapters.audit.trees.tree import AckerReport, Tree


def failed_first(known: Gathering, tree: Tree) -> Finding | None:
    """Look for the first fail that a bolt sent before the spout gave up."""
    if tree.callback and tree.reason == TIMEOUT and FAIL not in tree.notifications:
        return None
    reports = dict(tree.fails)
    failed = [*_failed_by_lines(known, tree, reports), *_failed_by_acker(known, tree, reports)]
    if not failed:
        return None
    first = _first_at_acker(known, failed, reports)
    others = ", ".join(str(task) for task in sorted({each.task for each in failed} - {first.task}))
    if others:
        first.words += f"; so did task {others}"
    return first


def _failed_by_lines(known: Gathering, tree: Tree, reports: Mapping[int, AckerReport]) -> Iterator[Finding]:
    given_up = EndOfWait(known, tree)
    for receipt in tree.receipts.values():
        report = reports.get(receipt.task)
        if receipt.failed and report is not None and (report.sends or report.came):
            if tree.reason == TIMEOUT and given_up.is_before(receipt.answered_at, receipt.answered_when):
                continue
            words = f"task {receipt.task} failed the tuple that it had of {whose(receipt)}"
            yield Finding(catalogue.FAILED, receipt.task, words, [receipt.answered_at, report.received_at])


def _failed_by_acker(known: Gathering, tree: Tree, reports: Mapping[int, AckerReport]) -> Iterator[Finding]:
    for task, report in reports.items():
        record = known.tasks.get(task)
        if (
            report.came
            and (record is None or record.worker is None)
            and (FAIL in tree.notifications or not tree.callback)
        ):
            words = f"task {task}, whose own log is missing, sent a fail to the acker"
            yield Finding(catalogue.FAILED, task, words, [report.received_at])


def _first_at_acker(known: Gathering, failed: Sequence[Finding], reports: Mapping[int, AckerReport]) -> Finding:
    """Return the one of several fails that came to the acker first; if no line shows that, the one that a bolt
    sent first, or that of the lowest task.
    """
    came = [reports[each.task].received_at for each in failed]
    places = [each for each in came if each is not None]
    if len(places) == len(failed) and len({each.worker for each in places}) == 1:
        return min(zip(places, failed, strict=True), key=itemgetter(0))[1]
    ordered = sorted(failed, key=lambda each: each.task)
    before = known.order.before
    return next(
        (one for one in ordered if all(one is each or before(one.places[0], each.places[0]) for each in ordered)),
        ordered[0],
    )
