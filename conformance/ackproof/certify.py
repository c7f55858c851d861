"""Certifying: a thin door to pytest, which runs the rules as its test items.

In a campaign the verdicts are reached elsewhere, and the test items only say what they are.

The run is shut off from whatever pytest configuration, conftest or plugins stand around: a certificate depends on the
target, the suite and the settings that it names.
"""

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from unittest import mock

import pytest
from attrs import define, evolve, field, frozen

from ackproof import deviations, discover
from ackproof.campaign import Assignment, Standing, campaign, connect
from ackproof.certificate import Certificate, TargetReport, write_document
from ackproof.deviations import Deviation, is_about
from ackproof.errors import SuiteError, TargetBroke, TargetUnavailable, UsageError
from ackproof.examine import Effort
from ackproof.plan import Selection, plan, tasks
from ackproof.pytest_plugin import GIVEN, VERDICT, Item, chapter_files
from ackproof.quoting import file_name
from ackproof.target import Description
from ackproof.verdict import Outcome, Verdict

OWN_CONFIGURATION = Path(__file__).with_name("certify.ini")
UNWELCOME = ("PYTEST_ADDOPTS", "PYTEST_PLUGINS", "PYTEST_THEME")


@frozen
class Order:
    """What to certify and how. `out` is a folder that can be written; `workers` is pytest-xdist's number of
    processes, or 0. `reply_timeout` is in seconds, for targets of another process.

    `deviations` uses the list that ships for each target, `deviations_files` are further lists, and with `propose`
    variants are looked for that explain failures. `master` names a cluster to spread the run over.
    """

    targets: tuple[str, ...]
    selection: Selection = Selection()
    effort: Effort = Effort()
    workers: int = 0
    strict: bool = False
    out: Path | None = None
    reply_timeout: float | None = None
    deviations: bool = False
    deviations_files: tuple[Path, ...] = ()
    propose: bool = False
    master: str | None = None


def certify(
    order: Order,
    announce: Callable[[Verdict], None] = lambda _: None,
    watch: Callable[[Standing], None] = lambda _: None,
) -> Certificate:
    """Run the rules against the targets. `announce` hears each verdict as it comes, and `watch` how far a campaign is.

    Raises `UsageError` for a target, rule, profile or component that does not exist, and `ClusterUnavailable` for a
    cluster that cannot be used. A target that cannot be run is reported, and the others run.
    """
    begun, started = time.perf_counter(), datetime.now(UTC)
    _require_one_way(order)
    order.selection.rules()
    for path in order.deviations_files:
        deviations.read(path)
    asked = [_ask(name, order) for name in dict.fromkeys(order.targets)]
    planned = {report.name: tasks for report, tasks in asked if tasks}
    claims = {report.name: _profiles(report, order) for report, tasks in asked if tasks}
    if order.master is not None and planned:
        given = _campaigned([report for report, tasks in asked if tasks], order, announce, watch)
        verdicts = _run(claims, order, lambda _: None, given)
    else:
        verdicts = _run(claims, order, announce, {}) if planned else []
    missing = sum(planned.values()) - len(verdicts)
    if missing:
        raise SuiteError(f"{missing} of {sum(planned.values())} verdicts are missing: the run did not come to its end")
    reports = [_with_verdicts(report, verdicts, order) for report, _ in asked]
    lists = (*(["shipped"] if order.deviations else []), *map(str, order.deviations_files))
    certificate = Certificate(
        reports, order.selection, order.effort, order.strict, time.perf_counter() - begun, started, lists
    )
    if order.out is not None:
        _write(certificate, order.out)
    return certificate


def _require_one_way(order: Order) -> None:
    if order.master is None:
        return
    if order.workers:
        raise UsageError("-n is for this machine, and --master for a cluster; leave one of them out")
    if order.effort.budget is not None:
        raise UsageError("a campaign has no --budget, as its verdicts follow from the seed; say how many --examples")


def _campaigned(
    reports: Sequence[TargetReport],
    order: Order,
    announce: Callable[[Verdict], None],
    watch: Callable[[Standing], None],
) -> dict[Item, Verdict]:
    assignments = [
        (assignment, report.description)
        for report in reports
        if report.description is not None
        for assignment in _assignments(report.name, report.description, order)
    ]
    given = {}
    with closing(connect(order.master or "")) as workers:
        for verdict in campaign(assignments, order.effort, workers, watch):
            given[verdict.target, verdict.rule, verdict.profile] = verdict
            announce(verdict)
    return given


def _assignments(name: str, description: Description, order: Order) -> Iterator[Assignment]:
    listed = discover.recorded(name, description.name, order.deviations_files, shipped=order.deviations)
    profiles = description.profiles if order.selection.profile is None else (order.selection.profile,)
    for task in tasks(order.selection, profiles):
        entries = listed.of(task.rule.id, task.profile, description.version)
        yield Assignment(
            name,
            task.rule.id,
            task.profile,
            order.effort.seed,
            tuple(entry.to_json() for entry in entries),
            order.propose,
            order.reply_timeout,
        )


def _ask(name: str, order: Order) -> tuple[TargetReport, int]:
    """Return what a target says of itself, and how many verdicts there will be on it."""
    try:
        driver = discover.find(name, order.reply_timeout, order.selection.component)
        try:
            return TargetReport(name, driver.describe(), strict=order.strict), len(plan(driver, order.selection))
        finally:
            driver.close()
    except (TargetUnavailable, TargetBroke) as error:
        return TargetReport(name, None, unavailable=str(error), strict=order.strict), 0


def _with_verdicts(report: TargetReport, verdicts: Sequence[Verdict], order: Order) -> TargetReport:
    rank = {rule.id: place for place, rule in enumerate(order.selection.rules())}
    own = [verdict for verdict in verdicts if verdict.target == report.name]
    own.sort(key=lambda verdict: (rank[verdict.rule], verdict.profile or ""))
    if report.description is None:
        return report
    listed = discover.recorded(report.name, report.description.name, order.deviations_files, shipped=order.deviations)
    asked = [
        entry
        for entry in listed.entries
        if entry.rule in rank and (order.selection.profile is None or entry.profile in (None, order.selection.profile))
    ]
    unmatched = [(entry, why) for entry in asked if (why := _why_unmatched(entry, report.description, own))]
    apply = [entry for entry in asked if entry not in (each for each, _ in unmatched)]
    stale = [entry for entry in apply if not any(entry.to_json() in verdict.deviations for verdict in own)]
    return evolve(report, verdicts=own, stale=tuple(stale), unmatched=tuple(unmatched))


def _why_unmatched(entry: Deviation, description: Description, verdicts: Sequence[Verdict]) -> str | None:
    """Return why a recorded deviation cannot apply at all, or None if it can."""
    if description.version not in entry.versions:
        return f"it is recorded of {', '.join(entry.versions)}, and this is {description.version}"
    about = [verdict for verdict in verdicts if is_about(entry, verdict.rule, verdict.profile)]
    if all(verdict.outcome is Outcome.SKIP for verdict in about):
        return "the rule was not examined"
    return None


@frozen
class _Given:
    """Brings the verdicts that were reached elsewhere to the test items."""

    verdicts: Mapping[Item, Verdict]

    def pytest_configure(self, config: pytest.Config) -> None:
        config.stash[GIVEN] = self.verdicts


@define
class _Listener:
    """Hears the reports of all pytest processes."""

    announce: Callable[[Verdict], None]
    verdicts: list[Verdict] = field(factory=list)
    crashes: list[str] = field(factory=list)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        document = getattr(report, VERDICT, None)
        if report.when == "call" and document is not None:
            verdict = Verdict.from_json(document)
            self.verdicts.append(verdict)
            self.announce(verdict)
        elif report.failed:
            self.crashes.append(report.longreprtext)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.crashes.append(report.longreprtext)


def _profiles(report: TargetReport, order: Order) -> Sequence[str]:
    claimed = report.description.profiles if report.description else ()
    return claimed if order.selection.profile is None else (order.selection.profile,)


def _run(
    claims: Mapping[str, Sequence[str]],
    order: Order,
    announce: Callable[[Verdict], None],
    given: Mapping[Item, Verdict],
) -> list[Verdict]:
    listener = _Listener(announce)
    kept = {name: value for name, value in os.environ.items() if name not in UNWELCOME}
    with mock.patch.dict(os.environ, {**kept, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}, clear=True):
        status = pytest.main(_arguments(claims, order), plugins=[listener, _Given(given)])
    if listener.crashes:
        raise SuiteError(f"the suite itself failed:\n{listener.crashes[0]}")
    if status == pytest.ExitCode.INTERRUPTED:
        raise KeyboardInterrupt
    if status in (pytest.ExitCode.INTERNAL_ERROR, pytest.ExitCode.USAGE_ERROR):
        raise SuiteError(f"pytest ended with {status!r}")
    return listener.verdicts


def _arguments(claims: Mapping[str, Sequence[str]], order: Order) -> list[str]:
    arguments = ["-c", str(OWN_CONFIGURATION), "--rootdir", str(OWN_CONFIGURATION.parent), "--noconftest"]
    arguments += ["-p", "no:terminal", "-p", "no:cacheprovider", "-p", "no:logging"]
    arguments += ["-p", "ackproof.pytest_plugin", "-p", "xdist.plugin"]
    for target, profiles in claims.items():
        arguments += ["--ackproof-target", target, f"--ackproof-claim={target}={','.join(profiles)}"]
    for option, value in (
        ("profile", order.selection.profile),
        ("component", order.selection.component),
        ("rule", order.selection.rule),
        ("examples", order.effort.examples),
        ("seed", order.effort.seed),
        ("budget", order.effort.budget),
        ("reply-timeout", order.reply_timeout),
    ):
        if value is not None:
            arguments.append(f"--ackproof-{option}={value}")
    for flag, wanted in (("deviations", order.deviations), ("propose", order.propose), ("strict", order.strict)):
        if wanted:
            arguments.append(f"--ackproof-{flag}")
    arguments += [f"--ackproof-deviations-file={path.absolute()}" for path in order.deviations_files]
    if order.workers:
        arguments += ["-n", str(order.workers)]
    if order.out is not None:
        arguments += [f"--junitxml={order.out / 'junit.xml'}", "-o", "junit_suite_name=ackproof"]
    return [*arguments, *chapter_files()]  # named, or pytest would collect whatever tests stand where the user does


def _write(certificate: Certificate, out: Path) -> None:
    try:
        for earlier in out.glob("witness-*.json"):
            earlier.unlink()  # a witness belongs to the certificate beside it
        write_document(out, "certificate.json", certificate.to_json())
        for report in certificate.targets:
            for verdict in report.verdicts:
                if verdict.witness is not None:
                    write_document(out, witness_name(verdict), verdict.witness)
    except OSError as error:
        raise UsageError(f"cannot write into {out}: {error.strerror}") from error


def witness_name(verdict: Verdict) -> str:
    """Return the file name of a verdict's witness."""
    profile = f"-{verdict.profile}" if verdict.profile else ""
    return f"witness-{file_name(verdict.target)}-{verdict.rule}{profile}.json"
