"""One bench from beginning to end: find the targets, make the log, measure, tell."""

import argparse
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from pathlib import Path

from ackproof import terminal
from ackproof.discover import find
from ackproof.driver import Driver, require_profile
from ackproof.errors import AckproofError, TargetBroke, UsageError
from ackproof.target import Config, Target

from ackproof_adapters.bench.layout import LogPlan
from ackproof_adapters.bench.log import Log, make_log
from ackproof_adapters.bench.machine import this_machine
from ackproof_adapters.bench.measure import Contestant, Outcome, Task, measure
from ackproof_adapters.bench.report import Settings, document, show_header, show_results, write_document
from ackproof_adapters.bench.ways import way_of

MEASURED, WRONG, BROKE = 0, 1, 3
"""Exit codes; the errors that end in others are raised."""


def bench(options: argparse.Namespace) -> int:
    """Do what the command line says; return the exit code."""
    plan = LogPlan(options.messages, options.acker_tasks, options.profile, options.seed)
    settings = Settings(plan, options.warmup, options.runs)
    _require_file(options.out)
    console, machine = terminal.console(), this_machine()
    with ExitStack() as stack:
        contestants = [_enter(name, plan, stack) for name in options.targets]
        log = make_log(plan)
        show_header(console, settings, log.shape, machine)
        _measure(contestants, log, settings)
    show_results(console, contestants, log.shape)
    if options.out is not None:
        write_document(options.out, document(settings, log.shape, machine, contestants))
        console.print(f"written to {options.out}", highlight=False, markup=False, soft_wrap=True)
    return _exit_code(contestants)


def _require_file(out: Path | None) -> None:
    """Raise `UsageError` now, and not after minutes of measuring, if nothing can be written there."""
    if out is None:
        return
    try:
        out.open("a").close()
    except OSError as error:
        raise UsageError(f"--out {out} cannot be written: {error.strerror}") from error


def _enter(name: str, plan: LogPlan, stack: ExitStack) -> Contestant:
    driver = find(name)
    stack.callback(driver.close)
    _require_fit(driver, plan)
    return Contestant(name, driver.describe(), way_of(_started(driver, stack)))


def _started(driver: Driver, stack: ExitStack) -> Target:
    """Return a target of the bench's own: a driver keeps its target to itself, and answers in the suite's words."""
    try:
        target = driver.factory()
    except AckproofError:
        raise
    except Exception as error:
        raise TargetBroke(f"{driver.name} failed to start: {type(error).__name__}: {error}") from error
    stack.callback(_let_go, target)
    return target


def _let_go(target: Target) -> None:
    with suppress(Exception):  # all is said; that a target breaks while it is let go of is no news
        target.close()


def _require_fit(driver: Driver, plan: LogPlan) -> None:
    """Raise `UsageError` if a target does not claim what is to be measured."""
    require_profile(driver, plan.profile)
    description = driver.describe()
    if "acker" not in description.components:
        raise UsageError(f"{driver.name} has no acker; it has {', '.join(description.components)}")
    lacking = [op for op in ("init", "ack", "fail", "tick") if not description.has_operation(op)]
    if lacking:
        raise UsageError(f"{driver.name} does not take {', '.join(lacking)}, which the log has")
    if plan.acker_tasks > 1 and "acker-tasks" not in description.capabilities:
        raise UsageError(f"{driver.name} has one acker task and does not route; bench it with --acker-tasks 1")


def _measure(contestants: Sequence[Contestant], log: Log, settings: Settings) -> None:
    with tempfile.TemporaryDirectory(prefix="ackproof-bench-") as folder:
        path = Path(folder) / "log.parquet"
        log.write(path)
        task = Task(path, Path(folder), Config(profile=log.plan.profile, tasks=log.plan.acker_tasks), log.expected)
        measure(contestants, task, warmup=settings.warmup, runs=settings.runs, tell=_tell)


def _tell(label: str) -> None:
    """Say on a terminal what is going on. A line that stays: an animated one would run within what is timed."""
    errors = terminal.errors()
    if errors.is_terminal:
        errors.print(label, style="dim")


def _exit_code(contestants: Sequence[Contestant]) -> int:
    outcomes = {contestant.outcome for contestant in contestants}
    if Outcome.BROKE in outcomes:
        return BROKE
    return WRONG if Outcome.WRONG in outcomes else MEASURED
