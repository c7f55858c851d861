"""The command `ackproof explore`: its arguments, and how its findings are shown."""

import argparse
from collections.abc import Sequence
from contextlib import closing
from functools import partial
from pathlib import Path

from rich.console import Console

from ackproof.commands.arguments import add_pool, add_verbosity, one_of
from ackproof.commands.parser import Subcommands
from ackproof.engine.discovery import discover
from ackproof.engine.driver import require_profile
from ackproof.engine.exit_codes import CONFORMANT, INCONCLUSIVE, VIOLATION
from ackproof.engine.progress import Display, ProgressState
from ackproof.engine.workers.pool import open_pool
from ackproof.errors import UsageError
from ackproof.explore.bounds import Bounds
from ackproof.explore.driving import Subject
from ackproof.explore.duties import DUTIES, Disturbed, TreeMessage
from ackproof.explore.forests import forest_in_words
from ackproof.explore.properties import ALWAYS, SOMETIMES
from ackproof.explore.run import Exploration, Watch, WidthReport, check_size, check_width, explore, explore_width
from ackproof.explore.space import Broken
from ackproof.explore.story import witness
from ackproof.target import PROFILES
from ackproof.targets import variants
from ackproof.text import terminal
from ackproof.text.sanitize import shell_quoted
from ackproof.text.tables import Column, Table, show
from ackproof.text.values import natural, path
from ackproof.wire.documents import write_document
from ackproof.wire.output import cannot_write, owned
from ackproof.wire.witnesses import witness_to_json
from ackproof.witness import Witness

NARROW = Bounds(tuples=2, roots=1, ticks=1, resets=0)
"""The default sizes for small id widths, where each history is taken with every assignment of ids."""

DUTY_TUPLES = 2
MOST_DUTY_TUPLES = 3
"""The most tuples of the trees that transports disturb: with four there are millions of histories."""

CONCLUSIONS = {CONFORMANT: "proven", VIOLATION: "counterexample", INCONCLUSIVE: "vacuous"}


def add_command(commands: Subcommands) -> None:
    """Add the subcommand."""
    parser = commands.add_parser(
        "explore",
        help="give the reference every history up to a size: proven, or a counterexample",
        description="Visit every state that the reference acker can reach by histories up to a size: every forest "
        "of tuples, every fate, every order of delivery, with ticks, duplicates and reset-timeouts between. Sizes are "
        "maxima.",
        epilog="exit codes: 0 proven, 1 counterexample, 2 usage (also: too large), 3 the cluster could not be used, "
        "5 vacuous: a premise that is possible was never met",
    )
    default = Bounds()
    for option, what in (
        ("tuples", "tuples of a forest"),
        ("roots", "roots of a forest, 1 or 2"),
        ("ticks", "ticks of a history"),
        ("duplicates", "messages of a history that are delivered again"),
        ("resets", "reset-timeouts of a history"),
    ):
        sizes = f"default {getattr(default, option)}, with --width {getattr(NARROW, option)}"
        parser.add_argument(f"--{option}", type=natural, metavar="N", help=f"{what} ({sizes})")
    parser.add_argument(
        "--width", type=natural, metavar="BITS", help="instead, try every assignment of ids of this many bits"
    )
    parser.add_argument(
        "--profile", type=one_of("profile", PROFILES), metavar="P", help=f"{' or '.join(PROFILES)} (default: both)"
    )
    parser.add_argument(
        "--variant", default="", metavar="NAME", help="explore a variant of the reference, such as zero-first"
    )
    add_pool(parser)
    parser.add_argument("--out", type=path, metavar="FILE", help="where to write the witness of a counterexample")
    parser.add_argument(
        "--duties",
        nargs="?",
        const="reference",
        metavar="TARGET",
        help="instead, show what each fault of a transport does to a small tree, on any target (default: the "
        "reference)",
    )
    add_verbosity(parser)
    parser.set_defaults(run=_explore)


def _explore(options: argparse.Namespace) -> int:
    if options.duties is not None:
        return _explore_duties(options)
    bounds, subjects = _bounds(options), _subjects(options)
    if options.width is None:
        check_size(bounds)
    else:
        check_width(bounds, options.width)
    if options.out is None:
        return _explored(options, bounds, subjects)
    try:
        options.out.absolute().parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"cannot write {options.out}: {error.strerror}; name another file with --out") from error
    with owned(options.out):
        return _explored(options, bounds, subjects)


def _subjects(options: argparse.Namespace) -> list[Subject]:
    try:
        variants.parse(options.variant) if options.variant else None
    except ValueError as error:
        raise UsageError(str(error)) from error
    profiles = PROFILES if options.profile is None else (options.profile,)
    return [Subject(profile, options.variant) for profile in profiles]


def _explored(options: argparse.Namespace, bounds: Bounds, subjects: Sequence[Subject]) -> int:
    console = terminal.console()
    console.print(f"explored: the {subjects[0].name}, {_words(bounds, options.width)}", soft_wrap=True)
    narrow: list[WidthReport] = []
    reports: list[Exploration] = []
    broken: list[Broken] = []
    try:
        with (
            Display(noun="parts", verbosity=options.verbosity) as display,
            closing(open_pool(options.workers, options.master)) as pool,
        ):

            def progress(subject: Subject, total: int, done: int) -> None:
                share = (subjects.index(subject) + done / max(1, total)) / len(subjects)
                counterexamples = f"{len(broken)} counterexample{'s' * (len(broken) != 1)}" if broken else ""
                at_work = f"histories under {subject.profile}"
                display.update(
                    ProgressState(parts=done, of_parts=total, share=share, at_work=at_work, found=counterexamples)
                )

            def found(counterexample: Broken) -> None:
                broken.append(counterexample)
                display.line(_counterexample(counterexample))

            for each in subjects:
                watch = Watch(progress=partial(progress, each), found=found)
                if options.width is None:
                    reports.append(explore(each, bounds, pool, watch))
                    display.line(_conclusion(reports[-1]))
                else:
                    narrow.append(explore_width(each, bounds, options.width, pool, watch))
                    display.line(_conclusion(narrow[-1]))
    except KeyboardInterrupt:
        _show_conclusions(console, [*reports, *narrow])
        _show_shortest(console, broken)
        raise
    if options.width is not None:
        _show_widths(console, narrow)
        return _end(console, narrow, options.out)
    if not any(report.broken for report in reports):
        _show_counts(console, reports)
        _show_always(console, reports)
        _show_sometimes(console, reports)
    return _end(console, reports, options.out)


def _explore_duties(options: argparse.Namespace) -> int:
    """Show the effect of each disturbance. A broken promise is a result here, and no failure."""
    for option in ("roots", "ticks", "duplicates", "resets", "width", "out"):
        if getattr(options, option) is not None:
            raise UsageError(f"--duties explores one tree and one disturbance at a time, without --{option}")
    if options.variant:
        raise UsageError(f"--duties takes a target; write --duties variant:{options.variant}")
    tuples = DUTY_TUPLES if options.tuples is None else options.tuples
    if not 1 <= tuples <= MOST_DUTY_TUPLES:
        raise UsageError(f"--duties explores trees of 1 to {MOST_DUTY_TUPLES} tuples")
    console = terminal.console()
    ways = [Column(way, prose=True) for way in ("early", "unheard", "failed for nothing")]
    table = Table([Column("duty"), Column("disturbance", prose=True), Column("histories", right=True), *ways], naming=2)
    with closing(discover.find(options.duties)) as driver:
        profiles = require_profile(driver, options.profile)
        for profile in profiles[-1:]:  # there are no ticks, so profiles make no difference
            for duty in DUTIES:
                found = Disturbed(driver, tuples, profile).explored(duty)
                broken = [_history(each) for each in (found.early, found.unheard, found.failed)]
                table.add(duty.rule, duty.disturbance, f"{found.histories:,}", *broken)
    console.print(
        f"explored: {options.duties}, one tree of up to {tuples} tuples, every order, every loss", soft_wrap=True
    )
    show(console, table)
    return CONFORMANT


def _history(messages: Sequence[TreeMessage] | None) -> str:
    return "never" if messages is None else ", ".join(map(str, messages))


def _bounds(options: argparse.Namespace) -> Bounds:
    default = Bounds() if options.width is None else NARROW
    sizes = {
        name: getattr(default, name) if getattr(options, name) is None else getattr(options, name)
        for name in ("tuples", "roots", "ticks", "duplicates", "resets")
    }
    if not sizes["roots"]:
        raise UsageError("an exploration without roots has nothing to deliver; take --roots 1 or 2")
    if options.width == 0 or (options.width is not None and sizes["roots"] > 1):
        raise UsageError("a width is 1 bit or more, and is explored with --roots 1: roots do not touch each other")
    return Bounds(**sizes)


def _words(bounds: Bounds, width: int | None) -> str:
    ids = "ids linearly independent" if width is None else f"all ids of {width} bits"
    sizes = (
        (bounds.tuples, "tuple"),
        (bounds.roots, "root"),
        (bounds.ticks, "tick"),
        (bounds.duplicates, "duplicate"),
        (bounds.resets, "reset-timeout"),
    )
    return f"up to {', '.join(f'{size} {what}' + 's' * (size != 1) for size, what in sizes)}; {ids}"


def _show_counts(console: Console, reports: Sequence[Exploration]) -> None:
    table = Table([Column("", prose=True), *(Column(report.subject.profile, right=True) for report in reports)])
    for words in reports[0].figures:
        table.add(words, *(f"{report.figures[words]:,}" for report in reports))
    table.add("seconds", *(f"{report.seconds:.1f}" for report in reports))
    show(console, table)


def _show_always(console: Console, reports: Sequence[Exploration]) -> None:
    steps = (Column(f"{report.subject.profile}, steps", right=True) for report in reports)
    table = Table([Column("always", prose=True), Column("rules", prose=True), *steps])
    for each in ALWAYS:
        if not each.narrow:
            held = (f"{report.held[each.name]:,}" for report in reports)
            table.add(each.name.replace("_", " "), " ".join(each.rules), *held)
    console.print()
    show(console, table)


def _show_sometimes(console: Console, reports: Sequence[Exploration]) -> None:
    seen = (Column(report.subject.profile, right=True) for report in reports)
    table = Table([Column("sometimes", prose=True), *seen, Column("a shortest history to it", prose=True)])
    for each in SOMETIMES:
        found = [report.first[each.name] for report in reports if each.name in report.first]
        shortest = min(found, default=(0, "not within these bounds"))[1]
        table.add(each.name.replace("_", " "), *(f"{report.seen[each.name]:,}" for report in reports), shortest)
    console.print()
    show(console, table)


def _show_widths(console: Console, reports: Sequence[WidthReport]) -> None:
    counts = ("assignments", "driven", "states", "false zeros", "predicted")
    columns = [Column("tree", prose=True), Column("profile"), *(Column(count, right=True) for count in counts)]
    table = Table(columns, naming=2)
    for report in reports:
        for tree in report.trees:
            figures = (tree.assignments, tree.driven, tree.states, tree.counted, tree.predicted)
            table.add(forest_in_words(tree.forest), report.subject.profile, *(f"{figure:,}" for figure in figures))
    show(console, table)


def _end(console: Console, reports: Sequence[Exploration] | Sequence[WidthReport], out: Path | None) -> int:
    """Print the conclusion, and a counterexample if there is one; return the exit code."""
    _show_conclusions(console, reports)
    found = _show_shortest(console, [report.broken for report in reports if report.broken])
    if found is not None and out is not None:
        _write(found, out)
        console.print(f"\nwitness in {shell_quoted(out)}", soft_wrap=True)
    codes = {report.exit_code for report in reports}
    return next(code for code in (VIOLATION, INCONCLUSIVE, CONFORMANT) if code in codes)


def _show_conclusions(console: Console, reports: Sequence[Exploration | WidthReport]) -> None:
    console.print()
    for report in reports:
        console.print(_conclusion(report), soft_wrap=True)


def _show_shortest(console: Console, broken: Sequence[Broken]) -> Witness | None:
    """Print the shortest of some counterexamples, and return it; None if there are none."""
    if not broken:
        return None
    console.print()
    found = witness(min(broken, key=_length))
    for line in found.story:
        console.print(line, soft_wrap=True)
    return found


def _conclusion(report: Exploration | WidthReport) -> str:
    return f"{report.subject.profile}: {CONCLUSIONS[report.exit_code]}{_why(report)}"


def _counterexample(broken: Broken) -> str:
    property_ = broken.always.name.replace("_", " ")
    return f"{broken.subject.profile}: not always {property_!r}; messages and ticks to it: {_length(broken)}"


def _why(report: Exploration | WidthReport) -> str:
    if report.exit_code == INCONCLUSIVE:
        unmet = report.vacuous if isinstance(report, Exploration) else ["a false zero"]
        return f"; never met: {', '.join(unmet)}"
    if isinstance(report, WidthReport):
        unequal = "; ".join(
            f"{forest_in_words(tree.forest)}: {tree.counted:,}, not {tree.predicted:,}" for tree in report.unequal
        )
        equal = f", {report.total('counted'):,} false zeros, as many as predicted, in {report.seconds:.1f} seconds"
        return f"; false zeros of {unequal}" if unequal else equal if report.broken is None else ""
    return ""


def _length(broken: Broken) -> int:
    return len(broken.history)


def _write(found: Witness, out: Path) -> None:
    try:
        write_document(out, witness_to_json(found))
    except OSError as error:
        raise cannot_write(out, error) from error
