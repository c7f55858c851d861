"""The command `ackproof`.

Whatever goes wrong by the user's doing, or by a target's, ends in one line and the documented exit code. A traceback
is a bug in the suite.
"""

import argparse
import json
import shlex
import sys
from collections.abc import Iterator, Sequence
from importlib.metadata import entry_points
from pathlib import Path

from attrs import evolve

import ackproof
from ackproof import command_line, discover, streams, terminal
from ackproof.arguments import add_verbosity, master, path, positive, seconds, whole, workers
from ackproof.certificate import BROKE, CONFORMANT, USAGE, VIOLATION, Certificate, read_witness
from ackproof.command_line import Parser, Subcommands
from ackproof.components import COMPONENTS
from ackproof.engine.certify import Order, certify
from ackproof.engine.evidence import PARTIAL
from ackproof.engine.kill import KillJob, Kills
from ackproof.engine.progress import Display, State
from ackproof.engine.run import Standing
from ackproof.errors import AckproofError, ClusterUnavailable, TargetBroke, TargetUnavailable, UsageError
from ackproof.examine import DEFAULT_EXAMPLES, Effort
from ackproof.explore.command import add_command as add_explore
from ackproof.interruption import Interrupted
from ackproof.kill_report import KillOrder, report_kills
from ackproof.plan import Selection, matching, require_component
from ackproof.proposals import write_proposals
from ackproof.replay import lines, replay
from ackproof.retention import add_command as add_retention
from ackproof.rules.registry import all_checks
from ackproof.serve import serve
from ackproof.smoke import smoke
from ackproof.specification import Rule, all_rules
from ackproof.summary import show_certificate, show_end, show_header
from ackproof.tables import Column, Table, show
from ackproof.target import DEFAULT_REPLY_TIMEOUT, PROFILES
from ackproof.verdict import Verdict

COMMANDS = "ackproof.commands"
"""Entry points that add a subcommand: a function that is given argparse's subparsers. Its parser sets `run`, a
function from arguments to an exit code."""

DEFAULT_OUT = Path("out")

EXIT_CODES = (
    "0 conformant, 1 violation, 2 usage (also: nothing applies), 3 a target could not be run or broke, 4 a recorded "
    "deviation no longer happens, 5 inconclusive"
)
OTHER_EXIT_CODES = (
    "70 a bug in ackproof, which writes a traceback to be reported, 130 interrupted (Ctrl-C), 143 ended (SIGTERM)"
)
INTERRUPTED = 130
OUR_BUG = 70


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return its exit code."""
    errors = terminal.errors()
    try:
        code = command_line.run(_parser(), arguments)
        sys.stdout.flush()
    except (TargetUnavailable, TargetBroke, ClusterUnavailable) as error:
        errors.print(f"ackproof: {error}", style="red", soft_wrap=True)
        return BROKE
    except AckproofError as error:
        errors.print(f"ackproof: {error}", style="red", soft_wrap=True)
        return USAGE
    except KeyboardInterrupt as interrupted:
        errors.print("ackproof: interrupted", style="red")
        return interrupted.exit_code if isinstance(interrupted, Interrupted) else INTERRUPTED
    except Exception:  # noqa: BLE001 - a bug of ours must not end with a code that says something of a target
        errors.print_exception()
        errors.print(f"ackproof: this is a bug in ackproof {ackproof.__version__}; please report it", style="red")
        return OUR_BUG
    lost = streams.lost_output()
    if lost is not None:
        errors.print(f"ackproof: standard output was not written whole: {lost}", style="red", soft_wrap=True)
    return code


def _parser() -> Parser:
    parser = Parser(
        prog="ackproof",
        description=ackproof.__doc__,
        epilog=f"exit codes: {EXIT_CODES}; {OTHER_EXIT_CODES}. "
        "What they mean for a command stands below its help: ackproof COMMAND --help. Without a command there is this "
        "help, and exit code 2.",
    )
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


def _add_foreign(commands: Subcommands, name: str, load: object) -> None:
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


def _add_certify(commands: Subcommands) -> None:
    parser = commands.add_parser(
        "certify",
        help="hold targets to the rules",
        description="Hold targets to the rules. TARGET is a name from 'ackproof targets', package.module:factory, "
        "or exec:COMMAND for a process that speaks the protocol.",
        epilog=f"exit codes: {EXIT_CODES}; over several targets the first of 3, 1, 4, 5, 0 that applies; "
        f"{OTHER_EXIT_CODES}",
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
    parser.add_argument("--seed", type=whole, default=0, metavar="N", help="what all workloads follow from (default 0)")
    parser.add_argument(
        "-n", dest="workers", type=workers, default=0, metavar="WORKERS", help="processes (default: one)"
    )
    parser.add_argument(
        "--master",
        type=master,
        metavar="MASTER",
        help="spread the run over a Spark cluster: spark://HOST:7077, or local[4]; the verdicts are the same",
    )
    recorded = parser.add_mutually_exclusive_group()
    recorded.add_argument(
        "--deviations", action="store_true", help="tell violations that are known of a target from others"
    )
    recorded.add_argument(
        "--deviations-file",
        type=path,
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
        type=path,
        default=DEFAULT_OUT,
        metavar="DIR",
        help="for certificate, JUnit XML and witnesses (default out)",
    )
    parser.add_argument(
        "--format",
        choices=("text", "json"),
        default="text",
        help="print a summary, or the certificate as JSON",
    )
    add_verbosity(parser)
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
        targets=tuple(options.targets),
        selection=Selection(options.profile, options.component, options.rule),
        effort=Effort(options.examples, options.seed, options.budget),
        workers=options.workers,
        strict=options.strict,
        out=options.out,
        reply_timeout=options.reply_timeout,
        deviations=options.deviations,
        deviations_files=tuple(options.deviations_file),
        propose=options.update_deviations,
        master=options.master,
    )
    console = terminal.console()
    as_text = options.format == "text"
    with Display("verdicts", options.verbosity, at_once=options.master is not None) as display:

        def watch(standing: Standing) -> None:
            display.update(_state(standing))

        def announce(verdict: Verdict) -> None:
            display.line(f"{verdict.outcome.value} {verdict.rule} {verdict.target} {verdict.profile or ''}".rstrip())

        def show(certificate: Certificate) -> None:
            display.stop()
            if as_text:
                show_header(console, order)
                where = order if not certificate.cut_off else evolve(order, out=order.out and order.out / PARTIAL)
                show_certificate(console, certificate, where)
            else:
                console.print(json.dumps(certificate.to_json(), indent=2, ensure_ascii=False), soft_wrap=True)

        certificate = certify(order, announce=announce, watch=watch, show=show)
    if options.update_deviations:
        for line in write_proposals(certificate, options.out):
            console.print(line, soft_wrap=True)
    if as_text:
        show_end(console, certificate, order)
    if certificate.exit_code == USAGE:
        nothing = ", ".join(report.name for report in certificate.targets if report.exit_code == USAGE)
        raise UsageError(f"none of the selected rules applies to {nothing}; see 'ackproof targets'")
    return certificate.exit_code


def _state(standing: Standing) -> State:
    at_work = ""
    if standing.at_work:
        first = standing.at_work[0]
        at_work = f"{first.rule} of {first.target}{f' under {first.profile}' if first.profile else ''}"
    return State(
        standing.verdicts,
        standing.of_verdicts,
        standing.examples / max(1, standing.of_examples),
        at_work,
        f"{standing.violations:,} violations" if standing.violations else "no violation",
    )


def _add_targets(commands: Subcommands) -> None:
    parser = commands.add_parser("targets", help="what can be certified here, and what is missing for the rest")
    parser.set_defaults(run=_targets)


def _targets(_: argparse.Namespace) -> int:
    lists = (Column(heading, prose=True) for heading in ("version", "components", "profiles", "capabilities"))
    table = Table([Column("target"), *lists])
    lacking = []
    for account in map(discover.account, discover.registered()):
        described = account.description
        if described is None:
            lacking.append(account)
            continue
        capabilities = ", ".join(sorted(described.capabilities)) or "none"
        table.add(
            account.name,
            described.version,
            ", ".join(described.components),
            ", ".join(described.profiles),
            capabilities,
        )
    console = terminal.console()
    show(console, table)
    for line in _missing(lacking):
        console.print(line, style="yellow", soft_wrap=True)
    console.print(
        "Besides these, any package.module:function, any exec:COMMAND, and mutant:NAME, see ackproof mutants --list."
    )
    return CONFORMANT


def _missing(lacking: Sequence[discover.Account]) -> Iterator[str]:
    """Yield each fact that keeps targets from running, once, and below it each remedy with the targets that it is for.

    The same missing Java keeps many from running, and some of them need a newer one than others.
    """
    facts: dict[str, dict[str, list[str]]] = {}
    for account in lacking:
        fact, _, remedy = (account.missing or "").partition(": ")
        facts.setdefault(fact, {}).setdefault(remedy, []).append(account.name)
    for fact, remedies in facts.items():
        yield f"Not available here, because {fact}:"
        for remedy, names in remedies.items():
            yield f"  {', '.join(names)}{remedy and ': '}{remedy}"


def _add_rules(commands: Subcommands) -> None:
    parser = commands.add_parser(
        "rules",
        help="the rules, or one of them with its text, source and check",
        description="List rules, or show one of them with its text, source and check.",
    )
    parser.add_argument("id", nargs="?", metavar="ID", help="such as ACK-04; or a pattern, such as 'ACK-*'")
    parser.add_argument("--component", metavar="C", help=f"only the rules of one of {', '.join(COMPONENTS)}")
    parser.set_defaults(run=_rules)


def _rules(options: argparse.Namespace) -> int:
    console = terminal.console()
    if options.component is not None:
        require_component(options.component)
    rules = [rule for rule in matching(options.id) if options.component in (None, rule.component)]
    if not rules:
        raise UsageError(f"no rule of component {options.component} matches {options.id!r}; leave out one of the two")
    if options.id is not None and options.id.upper() in all_rules():
        for line in _whole(rules[0]):
            console.print(line, soft_wrap=True)
        return CONFORMANT
    table = Table([*map(Column, ("rule", "level", "profiles", "checked")), Column("title", prose=True)])
    for rule in rules:
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


def _add_replay(commands: Subcommands) -> None:
    parser = commands.add_parser("replay", help="a witness on several targets, step by step, side by side")
    parser.add_argument("file", type=path, metavar="FILE", help="a witness that 'ackproof certify' wrote")
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


def _add_smoke(commands: Subcommands) -> None:
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


def _add_serve(commands: Subcommands) -> None:
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


def _add_mutants(commands: Subcommands) -> None:
    parser = commands.add_parser(
        "mutants",
        help="what the rules find: wrong ackers by the rules that kill them",
        description="Hold mutants, which are the reference with one mistake each, to the rules that they name, or "
        "your own wrong targets to all rules.",
        epilog="exit codes: 0 all were killed, 1 one survived, 2 usage, 3 a target could not be run",
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="mutants of this suite (default: all)")
    parser.add_argument(
        "--list",
        dest="run",
        action="store_const",
        const=_list_mutants,
        help="only show them: name, family, the rules that kill it, and what is wrong",
    )
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
    parser.add_argument("--out", type=path, metavar="FILE", help="where to write the matrix, as JSON")
    parser.add_argument(
        "--target", action="append", default=[], metavar="TARGET", help="a mutant of your own; once for each"
    )
    parser.add_argument("-n", dest="workers", type=workers, default=1, metavar="WORKERS", help="processes")
    _add_reply_timeout(parser)
    add_verbosity(parser)
    parser.set_defaults(run=_mutants)


def _list_mutants(options: argparse.Namespace) -> int:
    if options.target or options.matrix or options.out:
        raise UsageError("--list only shows mutants of this suite; leave out --target, --matrix and --out with it")
    table = Table(
        [*map(Column, ("mutant", "family")), Column("killed by", prose=True), Column("what is wrong", prose=True)]
    )
    for mutant in discover.mutants(options.names, options.family):
        table.add(mutant.name, mutant.family, " ".join(mutant.kills), mutant.wrong)
    show(terminal.console(), table)
    return CONFORMANT


def _mutants(options: argparse.Namespace) -> int:
    order = KillOrder(
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
    total = sum(len(order.jobs(seed)) for seed in range(order.seeds))
    done = 0
    with Display("jobs", options.verbosity) as display:

        def announce(job: KillJob, kills: Kills) -> None:
            nonlocal done
            done += 1
            profile = f" under {job.profile}" if job.profile else ""
            state = State(done, total, done / total, f"{job.rule}{profile}")
            display.update(state)
            display.line(
                f"{job.rule}{profile}: {sum(after is not None for after in kills.values())} of {len(kills)} killed"
            )

        return report_kills(order, terminal.console(), announce, display.stop)
