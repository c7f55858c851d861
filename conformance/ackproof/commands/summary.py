"""The summary of a certificate on a terminal."""

import textwrap
from collections.abc import Iterator, Sequence

from attrs import evolve, field, frozen
from rich.console import Console
from rich.text import Text

import ackproof
from ackproof.engine.certify import CertificationOrder
from ackproof.engine.evidence.causes import ViolationGroup, causes
from ackproof.engine.evidence.certificate import Certificate, TargetReport
from ackproof.engine.evidence.folder import witness_name
from ackproof.specification import Rule, all_rules, spec_hash
from ackproof.targets.references import replayed_beside
from ackproof.text.sanitize import reason_alone, shell_quoted
from ackproof.text.tables import NARROWEST, Column, Table, show
from ackproof.verdict import Outcome, SkipKind, Verdict
from ackproof.wire.traces import cause_of

STYLES = {
    Outcome.PASS: "green",
    Outcome.FAIL: "bold red",
    Outcome.DEVIATES: "cyan",
    Outcome.SKIP: "dim",
    Outcome.INCONCLUSIVE: "yellow",
    Outcome.ERROR: "bold magenta",
}
SHOWN_HASH = 19
SHOWN_CAUSES = 5


def show_header(console: Console, order: CertificationOrder) -> None:
    """Print what is about to run, so that a log contains it even if the run does not finish."""
    effort = order.effort
    amount = f"{effort.budget:g} s" if effort.budget is not None else f"{effort.examples} examples a rule"
    if order.selection.quick:
        amount = "quick"
    console.print(
        f"ackproof {ackproof.__version__}, specification {spec_hash()[:SHOWN_HASH]}, seed {effort.seed}, {amount}",
    )
    if order.selection.quick:
        every = len(evolve(order.selection, quick=False).rules())
        few = f"a quick run: {len(order.selection.rules())} of {every} rules, on few examples; it certifies nothing"
        console.print(few, style="yellow")
    newer = order.selection.newer_rules()
    if newer:
        named = ", ".join(map(_of_rule, newer))
        left_out = f"newer than specification {order.selection.specification}, and left out: {named}"
        console.print(left_out, style="yellow")


def _of_rule(rule: Rule) -> str:
    return f"{rule.id} (since {rule.since})"


def show_certificate(console: Console, certificate: Certificate, order: CertificationOrder) -> None:
    """Print what was skipped, the verdicts, every violation's story, and the conclusions."""
    for report in certificate.targets:
        _show_skipped(console, report)
    if any(report.verdicts for report in certificate.targets):
        show(console, _table(certificate.targets))
    groups = [cause for report in certificate.targets for cause in _groups(report, grouped=not certificate.cut_off)]
    for cause in groups[:SHOWN_CAUSES]:
        _show_group(console, cause, order)
    left = [verdict for cause in groups[SHOWN_CAUSES:] for verdict in (cause.first, *cause.others)]
    if left:
        more = ", ".join(sorted({verdict.rule for verdict in left}))
        console.print(f"\n{len(left)} more are in {shell_quoted(order.out)}: {more}")
    for report in certificate.targets:
        for line in _deviations(report):
            console.print(line, soft_wrap=True)
    console.print()
    for report in certificate.targets:
        console.print(_conclusion(report) if not certificate.cut_off else _so_far(report))
    if certificate.stopped:
        console.print("stopped at the first violation: the other rules were not tried")
    if certificate.cut_off:
        console.print(f"cut off after {certificate.seconds:.0f} s: these are the verdicts that were reached")


def show_end(console: Console, certificate: Certificate, order: CertificationOrder) -> None:
    """Print the exit code, and where the certificate was written."""
    where = f", certificate in {shell_quoted(order.out / 'certificate.json')}" if order.out else ""
    unrepeatable = "" if order.effort.budget is None else ", not repeatable because of its time budget"
    console.print(f"exit {certificate.exit_code} after {certificate.seconds:.0f} s{unrepeatable}{where}")


def _show_skipped(console: Console, report: TargetReport) -> None:
    absent = sorted({all_rules()[verdict.rule].component for verdict in report.verdicts if _is_absent(verdict)})
    if absent and report.counts[Outcome.SKIP] < len(report.verdicts):
        console.print(
            f"{report.label} has no {', no '.join(absent)}; the rules about that are skipped",
            style="yellow",
        )
    reasons: dict[str, list[str]] = {}
    for verdict in (verdict for verdict in report.skipped_musts if not _is_absent(verdict)):
        rules = reasons.setdefault(verdict.reason, [])
        if verdict.rule not in rules:
            rules.append(verdict.rule)
    for reason, rules in reasons.items():
        console.print(f"{report.label} was not checked against {', '.join(rules)}: {reason}", style="yellow")


def _table(reports: Sequence[TargetReport]) -> Table:
    shown = list(_columns(reports))
    headings = [Column(f"{report.label}\n{profile or 'any profile'}") for report, profile in shown]
    table = Table([Column("rule"), Column("", prose=True), *headings], naming=2)
    verdicts = {(v.target, v.rule, v.profile): v for report in reports for v in report.verdicts}
    component = ""
    for rule in all_rules().values():
        row = [verdicts.get((report.name, rule.id, profile)) for report, profile in shown]
        if all(verdict is None or _is_absent(verdict) for verdict in row):
            continue
        if rule.component != component:
            component = rule.component
            table.add_heading(component)
        level = "" if rule.level == "MUST" else f" ({rule.level})"
        table.add(rule.id, f"{rule.title}{level}", *map(_cell, row))
    return table


def _columns(reports: Sequence[TargetReport]) -> Iterator[tuple[TargetReport, str | None]]:
    for report in reports:
        shown = {verdict.profile for verdict in report.verdicts if not _is_absent(verdict)}
        for profile in sorted(shown, key=lambda profile: profile or "~"):
            yield report, profile


def _cell(verdict: Verdict | None) -> Text:
    return Text("") if verdict is None else Text(verdict.outcome.value, style=STYLES[verdict.outcome])


def _is_absent(verdict: Verdict) -> bool:
    """Whether a rule was skipped because the target lacks the subject of the rule."""
    return verdict.skipped is SkipKind.NO_COMPONENT


def _groups(report: TargetReport, *, grouped: bool) -> list[ViolationGroup]:
    """Return the findings about a target: how it broke, what it violates, and which premises were met too rarely.
    Grouping violations by their cause takes seconds, which an interrupted run does not have.
    """
    of = {outcome: [verdict for verdict in report.verdicts if verdict.outcome is outcome] for outcome in Outcome}
    # A target that breaks in one way breaks on every rule, so that is printed once.
    reasons = dict.fromkeys(cause_of(each.reason) for each in of[Outcome.ERROR])
    breaks = [_alike(of[Outcome.ERROR], reason) for reason in reasons]
    failed = of[Outcome.FAIL]
    violations = causes(failed) if grouped else [ViolationGroup(verdict) for verdict in failed]
    return [*breaks, *violations, *(ViolationGroup(verdict) for verdict in of[Outcome.INCONCLUSIVE])]


def _alike(verdicts: Sequence[Verdict], reason: str) -> ViolationGroup:
    first, *others = (verdict for verdict in verdicts if cause_of(verdict.reason) == reason)
    return ViolationGroup(first, tuple(others))


def _show_group(console: Console, cause: ViolationGroup, order: CertificationOrder) -> None:
    verdict = cause.first
    profile = f" under {verdict.profile}" if verdict.profile else ""
    console.print()
    console.print(
        Text(
            f"{verdict.outcome.value} {verdict.rule} {verdict.title}: {verdict.target}{profile}",
            style=STYLES[verdict.outcome],
        )
    )
    story = verdict.witness.story if verdict.witness else [f"{verdict.reason}."]
    for line in story:
        if line and not line.startswith((" ", ">")):
            _show_prose(console, line, "  ")
        else:
            console.print(f"  {line}".rstrip(), soft_wrap=True)
    if verdict.witness and order.out:
        file = shell_quoted(order.out / witness_name(verdict))
        target = "TARGET" if order.name else shell_quoted(verdict.target)
        again = f"ackproof replay {file} {target} {replayed_beside(verdict.witness.run.component)}"
        console.print(
            f"  The rule: ackproof rules {verdict.rule}    Again: {again}",
            soft_wrap=True,
        )
    _show_others(console, cause)


def _show_others(console: Console, cause: ViolationGroup) -> None:
    """Print a line for each rule that has the same cause as the first, and why that is assumed."""
    if not cause.others:
        return
    if cause.first.outcome is Outcome.ERROR:
        _show_prose(console, f"The same on {', '.join(dict.fromkeys(each.rule for each in cause.others))}.", "  ")
        return
    first = cause.first
    for each in cause.others:
        if each.rule == first.rule:
            line = "The same" if each.reason == first.reason else f"{each.rule} too"
            about = "" if each.reason == first.reason else f": {each.reason}"
            _show_prose(console, f"{line} under {each.profile}{about}.", "  ")
    others = [each for each in cause.others if each.rule != first.rule]
    if others:
        why = f": {cause.why}." if cause.why else ":"
        _show_prose(console, f"One mistake may be behind this and the following{why}", "  ")
    for rule in dict.fromkeys(each.rule for each in others):
        own = [each for each in others if each.rule == rule]
        profiles = " and ".join(each.profile for each in own if each.profile)
        where = f" under {profiles}" if profiles else ""
        _show_prose(console, f"{rule}{where}: {own[0].reason}", "    ", "  ")


def _show_prose(console: Console, line: str, indent: str, hanging: str = "") -> None:
    """Print a line in the width of the console; the lines after the first are indented by `hanging` more."""
    width = max(console.width, NARROWEST)
    for part in textwrap.wrap(line, width, initial_indent=indent, subsequent_indent=indent + hanging):
        console.print(part, soft_wrap=True)


@frozen
class _SameReason:
    """The rules from which a target deviates for one reason, and their explanations, each once and in order."""

    rules: dict[str, None] = field(factory=dict)
    explanations: dict[str, None] = field(factory=dict)


def _deviations(report: TargetReport) -> Iterator[str]:
    """Yield the recorded deviations that happened, those of one reason together, and then those that did not happen."""
    happened: dict[tuple[str, str], _SameReason] = {}
    for verdict in report.verdicts:
        for entry in verdict.deviations:
            same = happened.setdefault((entry.reason, entry.link), _SameReason())
            same.rules[f"{verdict.rule} under {verdict.profile}" if verdict.profile else verdict.rule] = None
            same.explanations[entry.in_words] = None
    if happened or report.stale or report.unmatched:
        yield ""
    for (reason, link), same in happened.items():
        rules, explanations = ", ".join(same.rules), " or ".join(same.explanations)
        yield f"{report.label} deviates as recorded from {rules}: {reason} ({explanations}; see {link})"
    for stale in report.stale:
        yield (
            f"STALE: {report.label} was recorded to deviate from {stale.rule} as {stale.entry.explanation}, and did "
            "not; take the entry out of the list, or try more --examples"
        )
    for unmatched, why in report.unmatched:
        yield f"UNMATCHED: the deviation of {report.label} from {unmatched.rule} cannot apply: {why}"


def _so_far(report: TargetReport) -> str:
    counts = ", ".join(f"{report.counts[outcome]} {outcome.value}" for outcome in Outcome if report.counts[outcome])
    return f"{report.label}: {counts or 'no verdict'} so far"


def _conclusion(report: TargetReport) -> str:
    if report.unavailable is not None:
        return f"{report.name} {report.conclusion}: {reason_alone(report.name, report.unavailable)}"
    counts = ", ".join(f"{report.counts[outcome]} {outcome.value}" for outcome in Outcome if report.counts[outcome])
    version = f" {report.description.version}" if report.description else ""
    return f"{report.label}{version}: {report.conclusion} ({counts})"
