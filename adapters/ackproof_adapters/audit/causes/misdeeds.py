"""What bolts did wrong: acked twice, or emitted after the ack."""

from collections.abc import Iterator

from ackproof_adapters.audit.causes import catalogue
from ackproof_adapters.audit.causes.findings import Finding, whose
from ackproof_adapters.audit.trees.tree import Tree


def twice(tree: Tree) -> Iterator[Finding]:
    """Yield the tuples that their tasks acked twice."""
    for receipt in tree.receipts.values():
        values = [(value, report) for task, value, report in tree.acks if task == receipt.task]
        own = [each for each in tree.receipts.values() if each.task == receipt.task]
        arrivals = sum(report.came for _, report in values)
        if receipt.acked < 2 or arrivals < 2:  # noqa: PLR2004
            continue
        if len(own) > 1 and arrivals != sum(each.acked for each in own):
            continue  # only the count of all of them shows which one is doubled
        times = receipt.acked if len(own) > 1 else arrivals
        words = f"task {receipt.task} acked the tuple that it had of {whose(receipt)} {times} times"
        if len(values) > len(own):
            words += f", with {len(values)} values"
        places = [receipt.answered_at, *(report.received_at for _, report in values)]
        yield Finding(catalogue.ACKED_TWICE, receipt.task, words, places, when=receipt.answered_when)


def late(tree: Tree) -> Iterator[Finding]:
    """Yield the tuples that were emitted after the ack of what they are anchored to."""
    for receipt in tree.receipts.values():
        if receipt.is_late:
            words = f"task {receipt.source} emitted to task {receipt.task} after it had acked what it had"
            yield Finding(
                catalogue.LATE_EMIT,
                receipt.source,
                words,
                [receipt.sent_at, receipt.received_at],
                component=receipt.component,
                when=receipt.sent_when,
            )
