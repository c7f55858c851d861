"""The report of an audit, and a tree's life, on a terminal."""

from collections.abc import Sequence

from ackproof.text.tables import Column, Table, show
from ackproof.text.wording import count
from rich.console import Console

from ackproof_adapters.audit.causes.verdicts import STATUSES
from ackproof_adapters.audit.logs.heads import without_day
from ackproof_adapters.audit.logs.reading import Placed
from ackproof_adapters.audit.reports.report import AuditReport
from ackproof_adapters.audit.reports.steps import causally_ordered, step_in_words
from ackproof_adapters.audit.trees.tree import Place

SHOWN_OF_A_CAUSE = 3
SHOWN = 20
"""The most remarks under a heading."""


def show_report(console: Console, made: AuditReport) -> None:
    """Print a report."""
    trees = ", ".join(f"{made.statuses[status]:,} {status}" for status in STATUSES)
    console.print(f"{count(sum(made.statuses.values()), 'tree')}: {trees}", soft_wrap=True)
    others = ", ".join(f"{number:,} {what}" for what, number in made.counts.others.most_common())
    console.print(f"{made.counted}, {others}" if others else made.counted, soft_wrap=True)
    _show_causes(console, made)
    _show_open(console, made)
    _show_components(console, made)
    for heading, items in made.remarks:
        if items:
            console.print(f"\n{heading}:")
        for each in items[:SHOWN]:
            console.print(f"  {each}", soft_wrap=True)
        if len(items) > SHOWN:
            console.print(f"  and {len(items) - SHOWN:,} more, which are in the report of --out")


def _show_open(console: Console, made: AuditReport) -> None:
    waiting = [each for each in made.verdicts if each.cause is None]
    if waiting:
        console.print("\nOpen at the end of the log, and so without a cause:")
    for each in waiting[:SHOWN_OF_A_CAUSE]:
        console.print(f"  tree {each.root} {each.words}", soft_wrap=True)
    if len(waiting) > SHOWN_OF_A_CAUSE:
        console.print(f"  and {len(waiting) - SHOWN_OF_A_CAUSE:,} more")


def _show_causes(console: Console, made: AuditReport) -> None:
    if not made.causes:
        return
    console.print()
    table = Table([Column("cause"), Column("what"), Column("component"), Column("trees", right=True)], naming=1)
    for id_, name, component, number in made.causes:
        table.add(id_, name, component or "-", f"{number:,}")
    show(console, table)
    console.print()
    for id_, _, component, number in made.causes:
        shown = [each for each in made.verdicts if each.cause and (each.cause.id, each.component) == (id_, component)]
        for each in shown[:SHOWN_OF_A_CAUSE]:
            lines = ", ".join(made.where(place) for place in each.places)
            console.print(f"{id_} tree {each.root} {each.status}: {each.words}", soft_wrap=True)
            if lines:
                console.print(f"       {lines}", soft_wrap=True)
        if number > SHOWN_OF_A_CAUSE:
            console.print(f"       and {number - SHOWN_OF_A_CAUSE:,} more")


def _show_components(console: Console, made: AuditReport) -> None:
    headings = ("received", "acked", "failed", "never\nacked", "acked\ntwice", "emitted\nafter ack", "no\nanchor")
    table = Table(
        [
            Column("component"),
            *(Column(each, right=True) for each in headings),
            Column("slowest ack", right=True),
            Column("of tree"),
        ]
    )
    for name, each in sorted(made.figures.items()):
        numbers = (
            each.received,
            each.acked,
            each.failed,
            each.never_acked,
            each.acked_twice,
            each.emitted_after_ack,
            each.unanchored,
        )
        slowest = (f"{each.slowest / 1000:.3f} s", str(each.slowest_root)) if each.slowest else ()
        table.add(name, *(f"{number:,}" for number in numbers), *slowest)
    console.print()
    show(console, table)


def show_tree(console: Console, root: int, steps: Sequence[Placed], made: AuditReport) -> None:
    """Print the life of a tree: the lines of each worker in their order, and each receipt after its sending."""
    verdict = next((each for each in made.verdicts if each.root == root), None)
    console.print(f"tree {root}: {f'{verdict.status}: {verdict.words}' if verdict else 'done'}", soft_wrap=True)
    table = Table([Column("line"), Column("time"), Column("what happened")])
    for worker, file, event in causally_ordered(steps):
        table.add(made.where(Place(worker, file, event.line)), without_day(event.when), step_in_words(root, event))
    show(console, table)
    if len({worker for worker, _, _ in steps}) > 1:
        console.print("Times are by each worker's clock; between two, only sending and receipt are in order.")
