"""One bench from beginning to end: find the targets, make the logs, measure, report."""

import argparse
import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

from ackproof.engine.workers import scratch
from ackproof.errors import UsageError
from ackproof.text import terminal
from ackproof.wire.documents import write_document
from ackproof.wire.output import cannot_write, owned
from attrs import evolve

from ackproof_adapters.bench.contestants import entries, require_known
from ackproof_adapters.bench.document import document
from ackproof_adapters.bench.logs.log import Log, write_log
from ackproof_adapters.bench.logs.stream import LogPlan
from ackproof_adapters.bench.machine import Machine, machine_cores, this_machine
from ackproof_adapters.bench.measure import Contestant, Measurement, Rounds, measure
from ackproof_adapters.bench.report import BenchCase, show_case, show_header
from ackproof_adapters.bench.worker import ContestantProcess

MEASURED, WRONG, BROKE = 0, 1, 3
"""Exit codes; errors with other exit codes are raised."""

BYTES_PER_MESSAGE = 150
"""On disk, in all forms together, with the notifications: an upper estimate."""

WAKING = 2_000_000
"""Messages that wake a contestant: enough for a process that starts then to allocate the memory that it needs."""

GIGABYTE = 1 << 30


def bench(options: argparse.Namespace) -> int:
    """Do what the command line says; return the exit code."""
    plans = [
        LogPlan(
            messages=messages, acker_tasks=options.acker_tasks, profile=options.profile, seed=options.seed, shape=shape
        )
        for shape in options.shape
        for messages in options.messages
    ]
    cores = options.cores or [machine_cores()]
    with ExitStack() as held:
        if options.out is not None:  # now, and not after minutes of measuring
            held.enter_context(owned(options.out))
        return _measured(options, plans, cores)


def _measured(options: argparse.Namespace, plans: Sequence[LogPlan], cores: Sequence[int]) -> int:
    machine = this_machine()
    rounds = Rounds(options.warmup, options.runs)
    cases = []
    for case in run_cases(options.targets, [(plan, cores) for plan in plans], rounds, machine):
        cases.append(case)
        if options.out is not None:  # after each, so that a long bench that is interrupted leaves something
            try:
                write_document(options.out, document(machine, cases), indent=1)
            except OSError as error:
                raise cannot_write(options.out, error) from error
    if options.out is not None:
        terminal.console().print(f"written to {options.out}", highlight=False, markup=False, soft_wrap=True)
    return exit_code(cases)


def run_cases(
    targets: Sequence[str], wanted: Sequence[tuple[LogPlan, Sequence[int]]], rounds: Rounds, machine: Machine
) -> Iterator[BenchCase]:
    """Measure targets on each plan with each of its numbers of cores. Print and yield each case when it is done.

    Raise `UsageError` if a name is no contestant's, or if this machine has too few cores, or too little disk space;
    raise `TargetUnavailable` if a target cannot run here.
    """
    console = terminal.console()
    require_known(targets)
    _require_cores([count for _, cores in wanted for count in cores])
    _require_room(max(plan.messages for plan, _ in wanted))
    show_header(console, machine, rounds)
    for plan, cores in wanted:
        with scratch.folder("bench") as folder:
            logs = _Logs(folder)
            for count in cores:
                case = _run_case(targets, plan, count, logs, rounds)
                show_case(console, case)
                yield case


class _Logs:
    """The logs of one plan: the whole log, and its beginnings for contestants that cannot take all of it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._made: dict[LogPlan, Log] = {}

    def of(self, plan: LogPlan, most: int | None, *, with_parquet: bool) -> Log:
        """Return the log, or its first `most` messages."""
        wanted = plan if most is None else evolve(plan, messages=min(plan.messages, most))
        if wanted not in self._made:
            _show_progress(f"making a log of {wanted.messages:,} messages ({wanted.shape})")
            log = write_log(wanted, self.folder / f"log-{len(self._made)}", with_parquet=with_parquet)
            self._made[wanted] = log
        return self._made[wanted]


def _run_case(targets: Sequence[str], plan: LogPlan, cores: int, logs: _Logs, rounds: Rounds) -> BenchCase:
    with ExitStack() as stack:
        processes = []
        for entry in entries(targets, cores):
            process = ContestantProcess(entry, plan, cores)
            stack.callback(process.close)
            processes.append(process)
        with_parquet = any(process.needs_parquet for process in processes)
        log = logs.of(plan, None, with_parquet=with_parquet)
        waking = (
            logs.of(plan, WAKING, with_parquet=with_parquet) if any(process.dozes for process in processes) else log
        )
        contestants = [
            Contestant(
                name=process.entry.label,
                description=process.description,
                way=process,
                log=logs.of(plan, process.most_messages, with_parquet=with_parquet),
                waking=waking,
            )
            for process in processes
        ]
        load = round(os.getloadavg()[0], 2)
        measure(contestants, logs.folder, rounds, _show_progress)
        return BenchCase(plan=plan, cores=cores, log=log, load=load, contestants=contestants)


def _require_cores(cores: Sequence[int]) -> None:
    if max(cores) > machine_cores():
        raise UsageError(f"--cores {max(cores)}: there are {machine_cores()} on this machine for this process")
    if not hasattr(os, "sched_setaffinity") and set(cores) != {machine_cores()}:
        raise UsageError("--cores: this system cannot restrict a process to some of its cores; leave it out")


def _require_room(messages: int) -> None:
    folder, needed = tempfile.gettempdir(), messages * BYTES_PER_MESSAGE
    free = shutil.disk_usage(folder).free
    if free < needed:
        raise UsageError(
            f"a log of {messages:,} messages takes {needed / GIGABYTE:.1f} GB, and {folder} has "
            f"{free / GIGABYTE:.1f} GB left; set TMPDIR to a folder with more"
        )


def _show_progress(label: str) -> None:
    """Print progress on a terminal, as plain lines: an animation would run within the timed region."""
    errors = terminal.errors()
    if errors.is_terminal:
        errors.print(label, style="dim")


def exit_code(cases: Sequence[BenchCase]) -> int:
    """Return the exit code that the outcomes call for."""
    outcomes = {contestant.outcome for case in cases for contestant in case.contestants}
    if Measurement.BROKE in outcomes:
        return BROKE
    return WRONG if Measurement.WRONG in outcomes else MEASURED
