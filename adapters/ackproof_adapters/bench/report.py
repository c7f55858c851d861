"""What the bench tells: a table for the eye, and a JSON document with everything, raw timings included."""

import json
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

import ackproof
from attrs import asdict, frozen
from rich.console import Console
from rich.table import Table

from ackproof_adapters.bench.figures import Figures, rates, times_as_fast, trend
from ackproof_adapters.bench.layout import LogPlan
from ackproof_adapters.bench.log import LogShape
from ackproof_adapters.bench.machine import Machine
from ackproof_adapters.bench.measure import TIMED_REGION, Contestant, Outcome
from ackproof_adapters.bench.ways import CHUNK

FORMAT = 1
GIGABYTE = 1 << 30
THOUSAND = 1_000


@frozen
class Settings:
    """What the user chose."""

    plan: LogPlan
    warmup: int
    runs: int


@frozen
class Summary:
    """What the runs of one target come to.

    `trend` is that of `figures`; `times_first` is how many times as fast as the first target it was; `apply_share` is
    the part of its time within `Component.apply`. Each of the three is None where it has no meaning.
    """

    messages_per_second: Figures
    trees_per_second: Figures
    trend: float | None
    times_first: float | None
    apply_share: float | None


def summary_of(contestant: Contestant, first: Contestant, shape: LogShape) -> Summary | None:
    """Return the summary of a target, or None if it was not measured."""
    if contestant.outcome is not Outcome.MEASURED:
        return None
    shares = [run.applying / run.seconds for run in contestant.runs if run.applying is not None]
    return Summary(
        rates(shape.messages, contestant.seconds),
        rates(shape.trees, contestant.seconds),
        trend(contestant.seconds),
        times_as_fast(contestant.seconds, first.seconds) if first.outcome is Outcome.MEASURED else None,
        median(shares) if shares else None,
    )


def show_header(console: Console, settings: Settings, shape: LogShape, machine: Machine) -> None:
    """Say what will be measured, on what, and where."""
    for told in (
        _told_of_settings(settings),
        f"timed:   {TIMED_REGION}",
        _told_of_log(shape),
        _told_of_machine(machine),
    ):
        console.print(told, highlight=False, markup=False, soft_wrap=True)


def _told_of_settings(settings: Settings) -> str:
    plan = settings.plan
    return (
        f"ackproof bench {ackproof.__version__}: the acker component, profile {plan.profile}, "
        f"{_counted(plan.acker_tasks, 'acker task')}, {_counted(settings.runs, 'run')} after "
        f"{_counted(settings.warmup, 'warm-up')}, seed {plan.seed}"
    )


def _told_of_log(shape: LogShape) -> str:
    return (
        f"log:     {shape.messages:,} messages: {shape.trees:,} trees of {shape.tuples_per_tree} tuples, "
        f"{shape.fails:,} fails, {shape.ticks:,} ticks; {shape.mean_open:,.0f} records open at once, "
        f"at most {shape.most_open:,}; {shape.expired:,} expire\n"
        f"checked: {shape.notified_acks:,} acks and {shape.notified_fails:,} fails to notify, after every run"
    )


def _told_of_machine(machine: Machine) -> str:
    return (
        f"machine: {_counted(machine.cores, 'core')}, {machine.memory / GIGABYTE:.0f} GB, load {machine.load} before, "
        f"{machine.system}, Python {machine.python}, {machine.java or 'no Java'}"
    )


def _counted(count: int, thing: str) -> str:
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def show_results(console: Console, contestants: Sequence[Contestant], shape: LogShape) -> None:
    """Print the table, and a line for each target without figures."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("target")
    for heading in ("messages", "least", "most", "spread", "trend", "trees", "vs first", "in apply"):
        table.add_column(heading, justify="right", no_wrap=True)
    for contestant in contestants:
        table.add_row(contestant.name, *_cells(summary_of(contestant, contestants[0], shape), contestant))
    console.print(table)
    console.print(_LEGEND, style="dim", highlight=False, soft_wrap=True)
    for contestant in contestants:
        if contestant.error is not None:
            line = f"{contestant.name} {_WENT_WRONG[contestant.outcome]}: {contestant.error}"
            console.print(line, style="red", highlight=False, markup=False, soft_wrap=True)


_LEGEND = (
    "messages, least, most, trees: thousands per second, messages and trees as the median of the runs\n"
    "spread: most less least, over the median; trend: the later half of the runs against the earlier half"
)

_WENT_WRONG = {Outcome.WRONG: "notified wrongly", Outcome.BROKE: "could not be run"}


def _cells(summary: Summary | None, contestant: Contestant) -> list[str]:
    if summary is None:
        return [contestant.outcome.value]
    messages = summary.messages_per_second
    return [
        _in_thousands(messages.median),
        _in_thousands(messages.least),
        _in_thousands(messages.most),
        f"{messages.spread:.0%}",
        "" if summary.trend is None else f"{summary.trend:+.0%}",
        _in_thousands(summary.trees_per_second.median),
        "" if summary.times_first is None else f"{summary.times_first:.2f}",
        "" if summary.apply_share is None else f"{summary.apply_share:.0%}",
    ]


def _in_thousands(rate: float) -> str:
    return f"{rate / THOUSAND:,.1f}"


def document(
    settings: Settings, shape: LogShape, machine: Machine, contestants: Sequence[Contestant]
) -> dict[str, Any]:
    """Return everything as JSON. Times are in seconds, memory is in bytes, shares and spreads are fractions."""
    return {
        "format": FORMAT,
        "ackproof": ackproof.__version__,
        "timed_region": TIMED_REGION,
        "settings": {**asdict(settings), "operations_in_an_apply": CHUNK},
        "log": asdict(shape),
        "machine": asdict(machine),
        "targets": [_of_target(contestant, contestants[0], shape) for contestant in contestants],
    }


def _of_target(contestant: Contestant, first: Contestant, shape: LogShape) -> dict[str, Any]:
    summary = summary_of(contestant, first, shape)
    return {
        "name": contestant.name,
        "version": contestant.description.version,
        "language": contestant.description.language,
        "way": contestant.way.name,
        "outcome": contestant.outcome.value,
        "error": contestant.error,
        "summary": None if summary is None else asdict(summary),
        "warmup": [asdict(timing) for timing in contestant.warmup],
        "runs": [asdict(timing) for timing in contestant.runs],
    }


def write_document(path: Path, content: dict[str, Any]) -> None:
    """Write the JSON document to a file."""
    path.write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")
