"""Check targets against the rules: `ackproof certify`."""

import argparse
from pathlib import Path

from attrs import evolve

from ackproof.commands.arguments import TARGET, add_examples, add_master, add_reply_timeout, add_verbosity, workers
from ackproof.commands.pages import add_html, require_page, write_report
from ackproof.commands.parser import EXIT_CODES, Subcommands
from ackproof.commands.summary import show_certificate, show_end, show_header
from ackproof.components import COMPONENTS
from ackproof.engine.campaign import RunProgress
from ackproof.engine.certify import CertificationOrder, certify
from ackproof.engine.evidence.certificate import Certificate
from ackproof.engine.evidence.deviation_drafts import write_drafts
from ackproof.engine.evidence.folder import PARTIAL
from ackproof.engine.examination.examine import DEFAULT_EXAMPLES, Effort
from ackproof.engine.exit_codes import USAGE
from ackproof.engine.plan import Selection
from ackproof.engine.progress import Display, ProgressState
from ackproof.errors import UsageError
from ackproof.reports.formats import OF_CERTIFY, rendered
from ackproof.specification import VERSION
from ackproof.target import PROFILES
from ackproof.text import terminal
from ackproof.text.values import path, seconds, whole
from ackproof.verdict import Verdict
from ackproof.wire.certificates import read_written

DEFAULT_OUT = Path("out")


def add_command(commands: Subcommands) -> None:
    """Add the subcommand."""
    parser = commands.add_parser(
        "certify",
        help="check targets against the rules",
        description="Check targets against the rules: give each of them generated workloads, judge its answers, and "
        "write a certificate with a verdict on each rule. A target is a name from 'ackproof targets', "
        "package.module:factory, exec:COMMAND for a process that speaks the protocol, shell-bolt:COMMAND for a bolt on "
        "a library for Storm, storm-jar:PATH for a Storm that you built, variant:NAME or mutant:NAME.",
        epilog=f"exit codes: {EXIT_CODES}; over several targets the first of 3, 1, 4, 6, 5, 0 that "
        "applies, but 2 if nothing applies to one target and the others are conformant",
    )
    parser.add_argument("targets", nargs="+", metavar="TARGET", help=TARGET)
    _add_selection(parser)
    _add_effort(parser)
    _add_deviations(parser)
    _add_output(parser)
    parser.set_defaults(run=_certify)


def _add_selection(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--profile", metavar="P", help=f"{' or '.join(PROFILES)}; default: all that the target claims")
    parser.add_argument(
        "--component", metavar="C", help=f"one of {', '.join(COMPONENTS)}; default: all that the target has"
    )
    parser.add_argument(
        "--rule",
        metavar="GLOB",
        action="append",
        help="only rules whose id matches, such as 'ACK-*'; may be given more than once",
    )
    parser.add_argument(
        "--specification",
        metavar="VERSION",
        help=f"leave out rules that are newer than this version of the specification (this is {VERSION})",
    )


def _add_effort(parser: argparse.ArgumentParser) -> None:
    add_examples(parser, DEFAULT_EXAMPLES)
    parser.add_argument(
        "--quick",
        action="store_true",
        help="only the rules that find the most for their time, on few examples: takes seconds, for every push. The "
        "certificate says that it is of a quick run, and never that the target is conformant",
    )
    parser.add_argument("--fail-fast", action="store_true", help="end at the first violation")
    parser.add_argument(
        "--changed-since",
        type=path,
        metavar="CERTIFICATE",
        help="begin with the rules that did not hold in that certificate, and with those that are newer than it",
    )
    parser.add_argument(
        "--deep",
        action="store_true",
        help="also try the largest sizes that real systems see; takes minutes to hours",
    )
    parser.add_argument(
        "--budget",
        type=seconds,
        metavar="60s",
        help="search for violations for this long in total, in place of --examples; such a run cannot be repeated "
        "exactly",
    )
    parser.add_argument("--seed", type=whole, default=0, metavar="N", help="random seed (default 0)")
    parser.add_argument(
        "-n",
        dest="workers",
        type=workers,
        metavar="WORKERS",
        help="processes that share all work (default: one for each target, as far as there are cores)",
    )
    add_master(parser, "spread the run over a Spark cluster, spark://HOST:7077 or local[4]")
    add_reply_timeout(parser)


def _add_deviations(parser: argparse.ArgumentParser) -> None:
    recorded = parser.add_mutually_exclusive_group()
    recorded.add_argument(
        "--deviations",
        action="store_true",
        help="separate known violations of the target from new ones, by the list that comes with it",
    )
    recorded.add_argument(
        "--deviations-file",
        type=path,
        action="append",
        default=[],
        metavar="FILE",
        help="the same, by a list of your own; give it once for each target",
    )
    parser.add_argument(
        "--update-deviations",
        action="store_true",
        help="write a new list of deviations for each target to DIR: those recorded that still happen, and a proposal "
        "for each failure that a known variant explains",
    )


def _add_output(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--name",
        metavar="NAME",
        help="the name of the target in all evidence (default: its whole name or command line)",
    )
    parser.add_argument("--strict", action="store_true", help="let a broken SHOULD rule fail the certificate, too")
    parser.add_argument(
        "--no-assumptions",
        action="store_true",
        help="refuse a target that leaves something to its transport, or limits its sizes (exit code 6)",
    )
    parser.add_argument(
        "--out",
        type=path,
        default=DEFAULT_OUT,
        metavar="DIR",
        help="for certificate, JUnit XML and witnesses (default out)",
    )
    parser.add_argument(
        "--format",
        choices=("text", *OF_CERTIFY),
        default="text",
        help="print a summary; or the certificate as Markdown, as JSON, or as annotations for GitHub Actions, with a "
        "step summary; 'ackproof report' makes these later, and more",
    )
    add_html(parser, "the certificate, with a picture of each violation,")
    add_verbosity(parser)


def _certify(options: argparse.Namespace) -> int:
    if options.html is not None:
        require_page(options.html, made=options.out)  # before the run, since it could not be written at its end
    order = _order(options)
    console = terminal.console()
    as_text = options.format == "text"
    with Display(noun="verdicts", verbosity=options.verbosity, at_once=options.master is not None) as display:

        def watch(progress: RunProgress) -> None:
            display.update(progress_state(progress, order.name))

        def announce(verdict: Verdict) -> None:
            display.line(f"{verdict.outcome.value} {verdict.rule} {verdict.target} {verdict.profile or ''}".rstrip())

        def show(certificate: Certificate) -> None:
            display.stop()
            if as_text:
                show_header(console, order)
                where = order if not certificate.cut_off else evolve(order, out=order.out and order.out / PARTIAL)
                show_certificate(console, certificate, where)
            else:
                console.print(rendered(certificate.written(), options.format), soft_wrap=True, end="")

        certificate = certify(order, announce=announce, watch=watch, show=show)
    if options.update_deviations:
        for line in write_drafts(certificate, options.out):
            console.print(line, soft_wrap=True)
    if options.html is not None:
        write_report(options.html, [certificate.written()])
    if as_text:
        show_end(console, certificate, order)
    _refuse_nothing(certificate)
    return certificate.exit_code


def _refuse_nothing(certificate: Certificate) -> None:
    if certificate.exit_code == USAGE:
        nothing = ", ".join(report.name for report in certificate.targets if report.exit_code == USAGE)
        raise UsageError(f"none of the selected rules applies to {nothing}; see 'ackproof targets'")


def _order(options: argparse.Namespace) -> CertificationOrder:
    return CertificationOrder(
        targets=tuple(options.targets),
        selection=Selection(
            profile=options.profile,
            component=options.component,
            rule=",".join(options.rule) if options.rule else None,
            specification=options.specification,
            quick=options.quick,
        ),
        effort=Effort(options.examples, options.seed, options.budget, options.deep),
        workers=options.workers or 0,
        side_by_side=options.workers is None and options.master is None,
        strict=options.strict,
        no_assumptions=options.no_assumptions,
        out=options.out,
        reply_timeout=options.reply_timeout,
        deviations=options.deviations,
        deviations_files=tuple(options.deviations_file),
        propose=options.update_deviations,
        master=options.master,
        name=options.name,
        fail_fast=options.fail_fast,
        changed_since=None if options.changed_since is None else read_written(options.changed_since),
    )


def progress_state(progress: RunProgress, name: str | None) -> ProgressState:
    """Return the progress of a run in the form that is shown; with a name, the target is called by that."""
    at_work = ""
    if progress.at_work:
        first = progress.at_work[0]
        at_work = f"{first.rule} of {name or first.target}{f' under {first.profile}' if first.profile else ''}"
    return ProgressState(
        parts=progress.verdicts,
        of_parts=progress.of_verdicts,
        share=progress.examples / max(1, progress.of_examples),
        at_work=at_work,
        found=f"{progress.violations:,} violations" if progress.violations else "no violation",
    )
