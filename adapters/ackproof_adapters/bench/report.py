"""What the bench prints: a table for each log, and ratios of speeds."""

from collections.abc import Iterator, Sequence
from statistics import median

import ackproof
from ackproof.text.tables import Column, Table, show
from attrs import frozen
from rich.console import Console

from ackproof_adapters.bench.figures import Figures, figures_of, rates, times_as_fast, trend
from ackproof_adapters.bench.logs.log import Log
from ackproof_adapters.bench.logs.shapes import SHAPES
from ackproof_adapters.bench.logs.stream import LogPlan
from ackproof_adapters.bench.machine import Machine
from ackproof_adapters.bench.measure import Contestant, Measurement, Rounds

GIGABYTE = 1 << 30
MEGABYTE = 1 << 20
MILLION = 1_000_000
NANOSECONDS = 1e9

COMPARED = (
    ("spark-shards", "storm-"),
    ("spark-shards", "kernel"),
    ("spark-parquet", "spark-bit-xor"),
    ("spark-batch", "spark-bit-xor"),
)
"""Pairs of contestants that are compared if both were measured: a name, and the beginning of another name."""


@frozen(kw_only=True)
class BenchCase:
    """A log, the number of cores, and the contestants with their results."""

    plan: LogPlan
    cores: int
    log: Log
    load: float
    contestants: Sequence[Contestant]


@frozen(kw_only=True)
class Summary:
    """The figures of all runs of one contestant.

    `per_core` is messages for each second of processor time, `nanoseconds` the time for a message, `memory` the most
    bytes in any run. `trend` is that of `figures`; `times_first` is the speed relative to the first contestant;
    `apply_share` is the part of its time within `Component.apply`. A figure that does not apply is None.
    """

    messages_per_second: Figures
    trees_per_second: float
    per_core: Figures | None
    nanoseconds: float
    memory: int | None
    trend: float | None
    times_first: float | None
    apply_share: float | None


@frozen
class Ratio:
    """The speed of `ours` relative to `theirs`, by the clock and for each second of processor time."""

    ours: str
    theirs: str
    times: float
    times_per_core: float | None


def _rates(contestant: Contestant) -> list[float]:
    return rates(contestant.messages, contestant.seconds)


def _core_rates(contestant: Contestant) -> list[float] | None:
    """Return messages per second of processor time; None if a run is too short for the system to measure it."""
    cpu = [run.cpu for run in contestant.runs]
    return rates(contestant.messages, cpu) if all(cpu) else None


def summary_of(contestant: Contestant, first: Contestant) -> Summary | None:
    """Return the summary of a contestant, or None if it was not measured."""
    if contestant.outcome is not Measurement.MEASURED:
        return None
    shares = [run.applying / run.seconds for run in contestant.runs if run.applying is not None]
    memory = [run.memory for run in (*contestant.warmup, *contestant.runs) if run.memory is not None]
    core_rates = _core_rates(contestant)
    return Summary(
        messages_per_second=figures_of(_rates(contestant)),
        trees_per_second=median(rates(contestant.log.shape.trees, contestant.seconds)),
        per_core=figures_of(core_rates) if core_rates else None,
        nanoseconds=median(contestant.seconds) / contestant.messages * NANOSECONDS,
        memory=max(memory, default=None),
        trend=trend(contestant.seconds),
        times_first=times_as_fast(_rates(contestant), _rates(first)) if first.outcome is Measurement.MEASURED else None,
        apply_share=median(shares) if shares else None,
    )


def ratios(contestants: Sequence[Contestant]) -> list[Ratio]:
    """Return the comparisons that can be made."""
    measured = [each for each in contestants if each.outcome is Measurement.MEASURED]
    return [
        _ratio(ours, theirs)
        for name, beginning in COMPARED
        for ours in measured
        for theirs in measured
        if ours.name == name and theirs.name.startswith(beginning)
    ]


def _ratio(ours: Contestant, theirs: Contestant) -> Ratio:
    our_cores, their_cores = _core_rates(ours), _core_rates(theirs)
    per_core = times_as_fast(our_cores, their_cores) if our_cores and their_cores else None
    return Ratio(ours.name, theirs.name, times_as_fast(_rates(ours), _rates(theirs)), per_core)


def ratio_lines(found: Sequence[Ratio]) -> Iterator[str]:
    """Yield a line for each contestant that was compared: its speed relative to others, by the clock and per core."""
    for name in dict.fromkeys(each.ours for each in found):
        own = [each for each in found if each.ours == name]
        clock = ", ".join(f"{each.theirs}: {each.times:.2f}" for each in own)
        cores = ", ".join(f"{each.theirs}: {each.times_per_core:.2f}" for each in own if each.times_per_core)
        per_core = f"; per core, relative to {cores}" if cores else ""
        yield f"speed of {name} relative to {clock}{per_core}; its files are in the page cache"


def show_header(console: Console, machine: Machine, rounds: Rounds) -> None:
    """Print what will be measured, and on which machine."""
    _print(
        console,
        f"ackproof bench {ackproof.__version__}: the acker component, {_counted(rounds.runs, 'run')} after "
        f"{_counted(rounds.warmup, 'warm-up')}; all notifications are checked after every run, and files are in "
        "the page cache",
    )
    _print(
        console,
        f"machine: {_counted(machine.cores, 'core')}, {machine.memory / GIGABYTE:.0f} GB, load {machine.load} before, "
        f"{machine.system}, Python {machine.python}, {machine.java or 'no Java'}",
    )


def show_case(console: Console, case: BenchCase) -> None:
    """Print what was measured on one log."""
    shape = case.log.shape
    _print(
        console,
        f"\n{case.plan.shape}: {shape.messages:,} messages, profile {case.plan.profile}, "
        f"{_counted(case.plan.acker_tasks, 'acker task')}, {_counted(case.cores, 'core')}, seed {case.plan.seed}; "
        f"{SHAPES[case.plan.shape].description}\n"
        f"{shape.trees:,} trees of {shape.tuples_per_tree} tuples, {shape.fails:,} fails, {shape.ticks:,} ticks; "
        f"{shape.mean_open:,.0f} records open at once, at most {shape.most_open:,}; {shape.expired:,} expire; "
        f"{shape.notified_acks:,} acks and {shape.notified_fails:,} fails to notify",
    )
    figures = ("of the log", "M messages/s", "spread", "trend", "ns each", "per core", "peak MB", "vs first")
    table = Table([Column("target"), *(Column(heading, right=True) for heading in figures)])
    for contestant in case.contestants:
        table.add(contestant.name, *_cells(summary_of(contestant, case.contestants[0]), contestant, case))
    show(console, table)
    console.print(_LEGEND, style="dim", highlight=False, soft_wrap=True)
    for timed in dict.fromkeys(contestant.way.timed for contestant in case.contestants):
        names = ", ".join(each.name for each in case.contestants if each.way.timed == timed)
        _print(console, f"timed: {names}: from {timed}")
    for line in ratio_lines(ratios(case.contestants)):
        _print(console, line)
    for contestant in case.contestants:
        if contestant.error is not None:
            line = f"{contestant.name} {_WENT_WRONG[contestant.outcome]}: {contestant.error}"
            console.print(line, style="red", highlight=False, markup=False, soft_wrap=True)


_LEGEND = (
    "M messages/s: millions, the median of the runs; spread: (most - least) / median; trend: the later half of the "
    "runs relative to the earlier half\n"
    "per core: millions for each second of processor time of its processes; peak MB: resident memory of its processes"
)

_WENT_WRONG = {Measurement.WRONG: "notified wrongly", Measurement.BROKE: "could not be run"}


def _print(console: Console, text: str) -> None:
    console.print(text, highlight=False, markup=False, soft_wrap=True)


def _counted(count: int, thing: str) -> str:
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def _cells(summary: Summary | None, contestant: Contestant, case: BenchCase) -> list[str]:
    part = "all" if contestant.messages == case.plan.messages else f"first {contestant.messages:,}"
    if summary is None:
        return [part, contestant.outcome.value]
    return [
        part,
        f"{summary.messages_per_second.median / MILLION:.2f}",
        f"{summary.messages_per_second.spread:.0%}",
        "" if summary.trend is None else f"{summary.trend:+.0%}",
        f"{summary.nanoseconds:,.1f}",
        "" if summary.per_core is None else f"{summary.per_core.median / MILLION:.2f}",
        "" if summary.memory is None else f"{summary.memory / MEGABYTE:,.0f}",
        "" if summary.times_first is None else f"{summary.times_first:.2f}",
    ]
