"""The command `ackproof`.

Whatever goes wrong by the user's doing, or by a target's, ends in one line and the documented exit code. A traceback
is a bug in the suite.
"""

import argparse
import io
import shlex
import sys
from collections.abc import Sequence
from importlib.metadata import entry_points
from pathlib import Path

from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskProgressColumn,
    TextColumn,
    TimeRemainingColumn,
)

import ackproof
from ackproof import discover, terminal
from ackproof.arguments import positive, seconds
from ackproof.campaign import Standing
from ackproof.certificate import BROKE, CONFORMANT, USAGE, VIOLATION, Certificate, read_witness, writable_folder
from ackproof.certify import Order, certify
from ackproof.components import COMPONENTS
from ackproof.errors import AckproofError, ClusterUnavailable, TargetBroke, TargetUnavailable, UsageError
from ackproof.examine import DEFAULT_EXAMPLES, Effort
from ackproof.explore.command import add_command as add_explore
from ackproof.kill_report import Hunt, hunt
from ackproof.plan import Selection
from ackproof.proposals import write_proposals
from ackproof.replay import lines, replay
from ackproof.retention import add_command as add_retention
from ackproof.rules.registry import all_checks
from ackproof.serve import serve
from ackproof.smoke import smoke
from ackproof.specification import Rule, all_rules
from ackproof.standing import Log, in_words
from ackproof.summary import show_certificate, show_header
from ackproof.tables import Column, Table, show
from ackproof.target import DEFAULT_REPLY_TIMEOUT, PROFILES

COMMANDS = "ackproof.commands"
"""Entry points that add a subcommand: a function that is given argparse's subparsers. Its parser sets `run`, a
function from arguments to an exit code."""

DEFAULT_OUT = Path("out")
INTERRUPTED = 130
OUR_BUG = 70


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without box characters is told all the same
    errors = terminal.errors()
    try:
        options = _parser().parse_args(arguments)
        code: int = options.run(options)
    except (TargetUnavailable, TargetBroke, ClusterUnavailable) as error:
        errors.print(f"ackproof: {error}", style="red", soft_wrap=True)
        return BROKE
    except AckproofError as error:
        errors.print(f"ackproof: {error}", style="red", soft_wrap=True)
        return USAGE
    except Exception:  # noqa: BLE001 - a bug of ours must not end with a code that says something of a target
        errors.print_exception()
        errors.print(f"ackproof: this is a bug in ackproof {ackproof.__version__}; please report it", style="red")
        return OUR_BUG
    except KeyboardInterrupt:
        errors.print("ackproof: interrupted", style="red")
        return INTERRUPTED
    except BrokenPipeError:
        sys.stderr.close()  # whoever read our output has read enough
        return CONFORMANT
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="ackproof", description=ackproof.__doc__)
    parser.add_argument("--version", action="version", version=f"ackproof {ackproof.__version__}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    _add_certify(commands)
    _add_smoke(commands)
    _add_targets(commands)
    _add_rules(commands)
    _add_replay(commands)
    _add_serve(commands)
    _add_mutants(commands)
    add_explore(commands)
    add_retention(commands)
    for entry in sorted(entry_points(group=COMMANDS), key=lambda entry: entry.name):
        _add_foreign(commands, entry.name, entry.load)
    return parser


def _add_foreign(commands: "argparse._SubParsersAction[argparse.ArgumentParser]", name: str, load: object) -> None:
    """Add another package's command. One that cannot be loaded says so when it is called, and is in nobody's way
    before.
    """
    try:
        load()(commands)  # type: ignore[operator]  # an entry point's function; whatever it is, its failure is reported
    except ImportError as error:
        reason = str(error)
        parser = commands.add_parser(name, help=f"not available: {reason}", add_help=False)

        def refuse(_: argparse.Namespace) -> int:
            raise TargetUnavailable(f"the command {name} is not available here: {reason}; install ackproof[spark]")

        parser.set_defaults(run=refuse)


def _add_certify(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "certify",
        help="hold targets to the rules",
        description="Hold targets to the rules. TARGET is a name from 'ackproof targets', package.module:factory, "
        "or exec:COMMAND for a process that speaks the protocol.",
        epilog="exit codes: 0 conformant, 1 violation, 2 usage (also: nothing applies), 3 a target could not be run "
        "or broke, 4 a recorded deviation no longer happens, 5 inconclusive; over several targets the first of "
        "3, 1, 4, 5, 0 that applies",
    )
    parser.add_argument("targets", nargs="+", metavar="TARGET")
    parser.add_argument("--profile", metavar="P", help=f"{' or '.join(PROFILES)}; default: all that the target claims")
    parser.add_argument(
        "--component", metavar="C", help=f"one of {', '.join(COMPONENTS)}; default: all that the target has"
    )
    parser.add_argument("--rule", metavar="GLOB", help="only rules whose id matches, such as 'ACK-*'")
    parser.add_argument(
        "--examples",
        type=positive,
        default=DEFAULT_EXAMPLES,
        metavar="N",
        help="workloads for a rule (default %(default)s)",
    )
    parser.add_argument(
        "--budget", type=seconds, metavar="60s", help="look for violations that long, in all; not repeatable"
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="what all workloads follow from (default 0)")
    parser.add_argument(
        "-n", dest="workers", type=positive, default=0, metavar="WORKERS", help="processes (default: one)"
    )
    parser.add_argument(
        "--master",
        metavar="MASTER",
        help="spread the run over a Spark cluster: spark://HOST:7077, or local[4]; the verdicts are the same",
    )
    recorded = parser.add_mutually_exclusive_group()
    recorded.add_argument(
        "--deviations", action="store_true", help="tell violations that are known of a target from others"
    )
    recorded.add_argument(
        "--deviations-file",
        type=Path,
        action="append",
        default=[],
        metavar="FILE",
        help="the same, by a list of your own; once for each target",
    )
    parser.add_argument(
        "--update-deviations",
        action="store_true",
        help="write a list to DIR for each target, of the recorded deviations that still happen and of proposals for "
        "the failures that a known variant explains",
    )
    _add_reply_timeout(parser)
    parser.add_argument("--strict", action="store_true", help="let a broken SHOULD fail the certificate too")
    parser.add_argument(
        "--out",
        type=Path,
        default=DEFAULT_OUT,
        metavar="DIR",
        help="for certificate, JUnit XML and witnesses (default out)",
    )
    parser.set_defaults(run=_certify)


def _add_reply_timeout(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--reply-timeout",
        type=seconds,
        metavar="30s",
        help=f"for each reply of a target of another process (default {DEFAULT_REPLY_TIMEOUT:g}s)",
    )


def _certify(options: argparse.Namespace) -> int:
    order = Order(
        tuple(options.targets),
        Selection(options.profile, options.component, options.rule),
        Effort(options.examples, options.seed, options.budget),
        options.workers,
        options.strict,
        writable_folder(options.out),
        options.reply_timeout,
        options.deviations,
        tuple(options.deviations_file),
        options.update_deviations,
        options.master,
    )
    console = terminal.console()
    show_header(console, order)
    certificate = _certified(order) if order.master is None else _campaigned(order)
    show_certificate(console, certificate, order)
    if options.update_deviations:
        for line in write_proposals(certificate, order.out or DEFAULT_OUT):
            console.print(line, soft_wrap=True)
    if certificate.exit_code == USAGE:
        nothing = ", ".join(report.name for report in certificate.targets if report.exit_code == USAGE)
        raise UsageError(f"none of the selected rules applies to {nothing}; see 'ackproof targets'")
    return certificate.exit_code


def _certified(order: Order) -> Certificate:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=terminal.errors(), transient=True, disable=not sys.stderr.isatty()) as progress:
        bar = progress.add_task("examining", total=None)
        return certify(order, lambda verdict: progress.update(bar, advance=1, description=verdict.rule))


def _campaigned(order: Order) -> Certificate:
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, console=terminal.errors(), transient=True, disable=not sys.stderr.isatty()) as progress:
        bar = progress.add_task(f"waiting for {order.master}", total=None)
        log = Log(terminal.errors())

        def watch(standing: Standing) -> None:
            if progress.disable:
                log(standing)
            progress.update(
                bar, completed=standing.examples_done, total=standing.examples, description=in_words(standing)
            )

        return certify(order, watch=watch)


def _add_targets(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("targets", help="what can be certified here, and what is missing for the rest")
    parser.set_defaults(run=_targets)


def _targets(_: argparse.Namespace) -> int:
    lists = (Column(heading, prose=True) for heading in ("version", "components", "profiles", "capabilities"))
    table = Table([Column("target"), *lists])
    lacking = []
    for name in discover.registered():
        try:
            driver = discover.find(name)
            described = driver.describe()
            driver.close()
        except AckproofError as error:
            lacking.append(str(error))
            continue
        capabilities = ", ".join(sorted(described.capabilities)) or "none"
        table.add(name, described.version, ", ".join(described.components), ", ".join(described.profiles), capabilities)
    console = terminal.console()
    show(console, table)
    for line in lacking:
        console.print(line, style="yellow", soft_wrap=True)
    console.print("Besides these, any package.module:factory, any exec:COMMAND, and mutant:NAME, see ackproof mutants.")
    return CONFORMANT


def _add_rules(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("rules", help="the rules, or one of them with its text, source and check")
    parser.add_argument("id", nargs="?", metavar="ID", help="such as ACK-04")
    parser.set_defaults(run=_rules)


def _rules(options: argparse.Namespace) -> int:
    console = terminal.console()
    if options.id is not None:
        rule = all_rules().get(options.id.upper())
        if rule is None:
            raise UsageError(f"no rule {options.id!r}; 'ackproof rules' lists them")
        for line in _whole(rule):
            console.print(line, soft_wrap=True)
        return CONFORMANT
    table = Table([*map(Column, ("rule", "level", "profiles", "checked")), Column("title", prose=True)])
    for rule in all_rules().values():
        table.add(rule.id, rule.level, " ".join(rule.profiles) or "any", rule.checked, rule.title)
    show(console, table)
    return CONFORMANT


def _whole(rule: Rule) -> list[str]:
    told = [rule.text.rstrip(), "", f"Chapter: spec/{rule.chapter}"]
    check = all_checks().get(rule.id)
    if check is None:
        return [*told, f"Not tested: {rule.reason}"]
    module = check.check.__module__.replace(".", "/")
    told.append(f"Checked by: {check.name} in {module}.py")
    return [*told, "A pass counts when each of these was met often enough:", *(f"- {name}" for name in check.premises)]


def _add_replay(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("replay", help="a witness on several targets, step by step, side by side")
    parser.add_argument("file", type=Path, metavar="FILE", help="a witness that 'ackproof certify' wrote")
    parser.add_argument("targets", nargs="+", metavar="TARGET")
    _add_reply_timeout(parser)
    parser.set_defaults(run=_replay)


def _replay(options: argparse.Namespace) -> int:
    witness = read_witness(options.file)
    component = witness["component"]
    drivers = [discover.find(name, options.reply_timeout, component) for name in dict.fromkeys(options.targets)]
    try:
        replayed = replay(witness, drivers)
    finally:
        for driver in drivers:
            driver.close()
    console = terminal.console()
    told = [
        f"{witness['rule']} {witness['title']}, broken by {witness['target']['name']} {witness['target']['version']}:",
        *(f"  {line}" for line in witness["story"]),
        "",
        *lines(replayed, console.width),
    ]
    for line in told:
        console.print(line, soft_wrap=True)
    if any(isinstance(answer, TargetBroke) for answer in replayed.answers.values()):
        return BROKE
    steps = ", ".join(str(index + 1) for index in replayed.differing)
    console.print(f"The targets differ at {steps}." if steps else "The targets answer alike.")
    return VIOLATION if replayed.differing else CONFORMANT


def _add_smoke(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("smoke", help="does a target start and answer in form: before a full run")
    parser.add_argument("target", metavar="TARGET")
    _add_reply_timeout(parser)
    parser.set_defaults(run=_smoke)


def _smoke(options: argparse.Namespace) -> int:
    driver = discover.find(options.target, options.reply_timeout)
    console = terminal.console()
    try:
        for line in smoke(driver):
            console.print(line, soft_wrap=True)
    finally:
        driver.close()
    console.print(f"It speaks. Next: ackproof certify {shlex.quote(options.target)}", soft_wrap=True)
    return CONFORMANT


def _add_serve(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("serve", help="a Python target as a process that speaks the protocol")
    parser.add_argument("target", metavar="TARGET")
    parser.set_defaults(run=_serve)


def _serve(options: argparse.Namespace) -> int:
    replies = sys.stdout.buffer
    sys.stdout = sys.stderr  # what a target prints is no reply
    try:
        serve(discover.find(options.target).factory(), sys.stdin.buffer, replies)
    except AckproofError:
        raise
    except Exception:  # noqa: BLE001 - a target's failure, told on stderr: whoever asked quotes the end of it
        terminal.errors().print_exception()
        return BROKE
    return CONFORMANT


def _add_mutants(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "mutants",
        help="what the rules find: wrong ackers by the rules that kill them",
        description="Hold mutants, which are the reference with one mistake each, to the rules that they name, or "
        "your own wrong targets to all rules.",
        epilog="exit codes: 0 all were killed, 1 one survived, 2 usage, 3 a target could not be run",
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="mutants of this suite (default: all)")
    parser.add_argument("--family", metavar="F", help="only the mutants of a family, such as init")
    parser.add_argument(
        "--seeds", type=positive, default=1, metavar="N", help="at so many seeds: 19 of 20 are enough (default 1)"
    )
    parser.add_argument(
        "--examples",
        type=positive,
        default=DEFAULT_EXAMPLES,
        metavar="N",
        help="workloads for a rule (default %(default)s)",
    )
    parser.add_argument("--matrix", action="store_true", help="all rules, not only those that a mutant names")
    parser.add_argument("--out", type=Path, metavar="FILE", help="where to write the matrix, as JSON")
    parser.add_argument(
        "--target", action="append", default=[], metavar="TARGET", help="a mutant of your own; once for each"
    )
    parser.add_argument("-n", dest="workers", type=positive, default=1, metavar="WORKERS", help="processes")
    _add_reply_timeout(parser)
    parser.set_defaults(run=_mutants)


def _mutants(options: argparse.Namespace) -> int:
    order = Hunt(
        tuple(options.names),
        options.family,
        tuple(dict.fromkeys(options.target)),
        options.seeds,
        options.examples,
        options.workers,
        options.matrix,
        options.out,
        options.reply_timeout,
    )
    total = sum(len(order.rounds(seed)) for seed in range(order.seeds))
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=terminal.errors(), transient=True, disable=not sys.stderr.isatty()) as progress:
        bar = progress.add_task("hunting", total=total)
        return hunt(order, terminal.console(), lambda each: progress.update(bar, advance=1, description=each.rule))
