"""An audit from logs to a report: what `ackproof audit` does."""

import argparse
import os
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import acking
from ackproof.commands.pages import require_page, write_page
from ackproof.engine.progress import Display, ProgressState
from ackproof.engine.workers import scratch
from ackproof.errors import UsageError
from ackproof.text import terminal
from ackproof.text.sanitize import shell_quoted
from ackproof.wire.documents import encode, write_document
from ackproof.wire.output import cannot_write, owned

from ackproof_adapters.audit.logs.events import Event
from ackproof_adapters.audit.logs.files import WorkerLog, worker_logs
from ackproof_adapters.audit.logs.folders import files_of
from ackproof_adapters.audit.logs.layouts import Layout, layout_of
from ackproof_adapters.audit.logs.one_topology import require_one_by_launch
from ackproof_adapters.audit.logs.reading import Placed, Reader, require_events
from ackproof_adapters.audit.reports.document import document
from ackproof_adapters.audit.reports.follow import follow
from ackproof_adapters.audit.reports.page import audit_page, chosen
from ackproof_adapters.audit.reports.report import AuditReport, report
from ackproof_adapters.audit.reports.show import show_report, show_tree
from ackproof_adapters.audit.reports.table import EventTable
from ackproof_adapters.audit.trees.gathering import Gathering

EVERY = 1 << 16
"""Events between two updates of the progress."""


def audit(options: argparse.Namespace) -> int:
    """Audit the logs, print the report, and return the exit code."""
    if options.html is not None:
        require_page(options.html)  # before the logs are read in vain
    return _follow(options) if options.follow else _audit(options)


def _audit(options: argparse.Namespace) -> int:
    out: Path | None = options.out
    with ExitStack() as held:
        if out is not None:
            if out.exists() or out.is_symlink():
                raise UsageError(f"{shell_quoted(out)} is there already; name a new folder with --out")
            held.enter_context(owned(out))
        logs = _logs(options)
        reader = Reader(logs, options.workers or os.cpu_count() or 1, options.master)
        known = Gathering(profile=_profile(options, reader))
        steps: list[Placed] = []
        written = None if out is None else _place_for(out, held)
        table = None if written is None else held.enter_context(EventTable(written / "events.parquet", logs))
        display = held.enter_context(Display(noun="million lines", verbosity=options.verbosity))

        def take(worker: int, file: int, event: Event) -> None:
            known.add(worker, file, event)
            if options.tree is not None and _is_of(event, options.tree):
                steps.append((worker, file, event))
            if table is not None:
                table.add(worker, file, event)

        watch = partial(_show_progress, reader, display)
        if table is None and not reader.is_of_hook and find_spec("numpy") is not None:
            from ackproof_adapters.audit.trees.sifting import sift  # noqa: PLC0415 - it needs numpy

            sift(reader, known, take, frozenset({options.tree} - {None}), watch)
        else:
            _gather(reader, take, watch)
        display.stop()
        require_events(reader.counts, has_pattern=options.pattern is not None)
        made = report(known, logs, reader.counts)
        _print(options, made, steps)
        _write_page(options, made, known)
        if out is not None and written is not None and table is not None:
            try:
                table.close()
                if table.lost is not None:
                    raise table.lost
                write_document(written / "report.json", document(made), indent=1)
                written.rename(out)
            except OSError as error:
                raise cannot_write(out, error) from error
    return 0


def _logs(options: argparse.Namespace) -> Sequence[WorkerLog]:
    """Return the logs that are named. What was found in folders is shown on standard error."""
    files, sentences = files_of(options.logs)
    if options.verbosity >= 0:
        for each in sentences:
            terminal.errors().print(f"ackproof: {each}", soft_wrap=True)
    return worker_logs(files, _layout(options))


def _profile(options: argparse.Namespace, reader: Reader) -> acking.Profile:
    """Return the profile that is given, or that of the logs. Raise `UsageError` if the logs are of different releases,
    also if a profile is given, or of workers of different topologies.
    """
    found = reader.profile()
    require_one_by_launch(reader.logs)
    return acking.PROFILES[options.profile or found]


def _layout(options: argparse.Namespace) -> Layout | None:
    return None if options.pattern is None else layout_of(options.pattern)


def _write_page(options: argparse.Namespace, made: AuditReport, known: Gathering) -> None:
    if options.html is not None:
        write_page(options.html, audit_page(made, known, _lives(options, made)))


def _lives(options: argparse.Namespace, made: AuditReport) -> dict[int, list[Placed]]:
    """Return the events of the trees that are drawn. These are known at the end only, so the logs are read again."""
    lives: dict[int, list[Placed]] = {root: [] for root in chosen(made)}
    again = Reader(made.logs, options.workers or os.cpu_count() or 1, options.master) if lives else None
    for worker, file, event in again.events() if again is not None else ():
        for root, _ in event.ids:
            if root in lives:
                lives[root].append((worker, file, event))
    return lives


def _follow(options: argparse.Namespace) -> int:
    if any(each is not None for each in (options.out, options.tree, options.master, options.html)):
        raise UsageError("--follow cannot be used with --out, --html, --tree or --master")
    logs = _logs(options)
    known = Gathering(profile=_profile(options, Reader(logs)))
    logs, counts = follow(terminal.console(), known, logs)
    require_events(counts, has_pattern=options.pattern is not None)
    _print(options, report(known, logs, counts), [])
    return 0


def _place_for(out: Path, held: ExitStack) -> Path:
    """Return a folder beside `out`, to be renamed to it when everything is written."""
    try:
        written = held.enter_context(scratch.folder("audit", out.absolute().parent)) / "audited"
        written.mkdir()
    except OSError as error:
        raise UsageError(f"cannot write {out}: {error.strerror}; name another folder with --out") from error
    return written


def _print(options: argparse.Namespace, made: AuditReport, steps: list[Placed]) -> None:
    console = terminal.console()
    if options.tree is not None:
        if not steps:
            raise UsageError(f"no line is about a tree with the root {options.tree}")
        show_tree(console, options.tree, steps, made)
    elif options.format == "json":
        console.print(encode(document(made), indent=1, ascii_only=True), soft_wrap=True)
    else:
        show_report(console, made)


def _gather(reader: Reader, take: Callable[[int, int, Event], None], watch: Callable[[], None]) -> None:
    """Pass on each event, and show progress."""
    for number, placed in enumerate(reader.events()):
        if number % EVERY == 0:
            watch()
        take(*placed)


def _show_progress(reader: Reader, display: Display) -> None:
    """Show progress by the bytes that were read. The size of a gzipped file when unpacked is an estimate."""
    share = min(reader.bytes / max(reader.size, 1), 1.0)
    display.update(
        ProgressState(
            parts=reader.counts.lines // 10**6,
            of_parts=max(1, round(reader.counts.lines / 10**6 / share)) if share else 0,
            share=share,
            at_work="reading",
        )
    )


def _is_of(event: Event, root: int) -> bool:
    return any(each == root for each, _ in event.ids)
