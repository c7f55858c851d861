"""Wrong implementations by the rules that kill them: `ackproof mutants`."""

import argparse
import ast
import inspect
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import ackproof
from ackproof.commands.arguments import add_examples, add_pool, add_reply_timeout, add_verbosity
from ackproof.commands.kill_report import KillOrder, report_kills
from ackproof.commands.parser import Subcommands
from ackproof.engine.discovery import discover
from ackproof.engine.examination.examine import DEFAULT_EXAMPLES
from ackproof.engine.exit_codes import CONFORMANT
from ackproof.engine.kills.kill import KillJob, Kills
from ackproof.engine.progress import VERBOSE, Display, ProgressState
from ackproof.errors import SuiteError, UsageError
from ackproof.mutants import Mutant
from ackproof.text import terminal
from ackproof.text.tables import Column, Table, show
from ackproof.text.values import path, positive


def add_command(commands: Subcommands) -> None:
    """Add the subcommand."""
    parser = commands.add_parser(
        "mutants",
        help="try wrong ackers by the rules, to see which rules find them",
        description="Try mutants, which are the reference with one mistake each, by the rules that they name, or "
        "your own wrong targets by all rules.",
        epilog="exit codes: 0 all were killed, 1 one survived, 2 usage, 3 a target or the cluster could not be run, or "
        "a target only broke: no rule saw a wrong answer of it; the first of 3, 1, 0 that applies",
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="mutants of this suite (default: all)")
    parser.add_argument(
        "--list",
        dest="run",
        action="store_const",
        const=_list_mutants,
        help="list the mutants without running them: name, family, the rules that kill it, and what is wrong; with "
        "NAME or -v also where it is written",
    )
    parser.add_argument("--family", metavar="F", help="only the mutants of a family, such as init")
    parser.add_argument(
        "--seeds",
        type=positive,
        default=1,
        metavar="N",
        help="try this many seeds; a mutant counts as killed at 19 of 20 (default 1)",
    )
    add_examples(parser, DEFAULT_EXAMPLES)
    parser.add_argument(
        "--matrix", action="store_true", help="try each mutant by all rules, not only by those that it names"
    )
    parser.add_argument("--out", type=path, metavar="FILE", help="where to write the matrix, as JSON")
    parser.add_argument(
        "--target", action="append", default=[], metavar="TARGET", help="a mutant of your own; give it once for each"
    )
    add_pool(parser)
    add_reply_timeout(parser)
    add_verbosity(parser)
    parser.set_defaults(run=_mutants)


def _list_mutants(options: argparse.Namespace) -> int:
    if options.target or options.matrix or options.out:
        raise UsageError("--list only shows mutants of this suite; leave out --target, --matrix and --out with it")
    with_source = bool(options.names) or options.verbosity == VERBOSE
    table = Table(
        [
            *map(Column, ("mutant", "family")),
            *[Column("written in")] * with_source,
            Column("killed by", prose=True),
            Column("what is wrong", prose=True),
        ]
    )
    for mutant in discover.mutants(options.names, options.family):
        source = [_source(mutant)] if with_source else []
        table.add(mutant.name, mutant.family, *source, " ".join(mutant.kills), mutant.wrong)
    show(terminal.console(), table)
    return CONFORMANT


def _source(mutant: Mutant) -> str:
    """Return the file and the line of the class of a mutant. That of a class that is made is the class that it is made
    from.
    """
    for machine in (each for each in mutant.machine.__mro__ if each.__module__.startswith("ackproof.")):
        line = _lines_of_classes(machine.__module__).get(machine.__qualname__)
        if line is not None:
            file = Path(inspect.getfile(machine)).relative_to(Path(ackproof.__file__).parent.parent)
            return f"{file.as_posix()}:{line}"
    raise SuiteError(f"{mutant.name} is written nowhere")


@cache
def _lines_of_classes(module: str) -> Mapping[str, int]:
    """Return the line of each class of a module. Python reads a module once for each class that it is asked for."""
    tree = ast.parse(inspect.getsource(sys.modules[module]))
    return {each.name: each.lineno for each in tree.body if isinstance(each, ast.ClassDef)}


def _mutants(options: argparse.Namespace) -> int:
    order = KillOrder(
        names=tuple(options.names),
        family=options.family,
        targets=tuple(dict.fromkeys(options.target)),
        seeds=options.seeds,
        examples=options.examples,
        workers=options.workers,
        master=options.master,
        matrix=options.matrix,
        out=options.out,
        reply_timeout=options.reply_timeout,
    )
    order.mutants()  # a faulty order is reported before a target is started
    order = order.asked()
    total = sum(len(order.jobs(seed)) for seed in range(order.seeds))
    done = 0
    with Display(noun="jobs", verbosity=options.verbosity, at_once=options.master is not None) as display:

        def announce(job: KillJob, kills: Kills) -> None:
            nonlocal done
            done += 1
            profile = f" under {job.profile}" if job.profile else ""
            state = ProgressState(parts=done, of_parts=total, share=done / total, at_work=f"{job.rule}{profile}")
            display.update(state)
            display.line(
                f"{job.rule}{profile}: {sum(killed is not None for killed in kills.values())} of {len(kills)} killed"
            )

        display.update(ProgressState(parts=0, of_parts=total, share=0.0))
        return report_kills(order, terminal.console(), announce, display.stop)
