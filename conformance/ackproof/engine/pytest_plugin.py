"""Rules as pytest items, so that `-k`, `-n`, JUnit XML and the like work with them.

    pytest --ackproof-target mypackage.acker:make

adds one item for each rule and profile, collected from the chapters of the specification, to the other items of the
run. With `--ackproof-out DIR` the run writes the certificate that `ackproof certify` would; if it is interrupted, or
ended by SIGTERM, that of the verdicts that were reached.
"""

import os
import pickle
import signal
import threading
from collections.abc import Generator, Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from attrs import define, evolve, field

from ackproof.engine.campaign import Campaign
from ackproof.engine.certify import Asked, Certification, CertificationOrder
from ackproof.engine.evidence.folder import Evidence
from ackproof.engine.examination.examine import DEFAULT_EXAMPLES, Effort
from ackproof.engine.pieces import Assignment
from ackproof.engine.plan import Selection
from ackproof.engine.workers.interruption import FIRST_SIGNAL_EXIT, Interrupted
from ackproof.engine.workers.pool import Inline
from ackproof.errors import UsageError
from ackproof.specification import CHAPTERS, Rule, spec_folder
from ackproof.text.sanitize import not_run
from ackproof.text.values import path_text, positive, seconds, whole
from ackproof.verdict import Outcome, Verdict

OUTCOME = "ackproof"
"""The property of a test report that contains the outcome of its verdict."""

SENT = "ackproof_verdict"
"""The attribute of a test report in which a process of pytest-xdist sends a verdict to the controller. Sent at its end,
all verdicts would be lost at an interruption, since the controller does not wait for that.
"""

AT_ALL = "ackproof"
"""What the items of targets that could not be run begin with, as those of rules do with the chapter."""

_RUN = pytest.StashKey["_PytestRun"]()
_VERDICT = pytest.StashKey[Verdict]()


@define(kw_only=True)
class _PytestRun:
    """The state of a pytest process: the order, its targets, and the verdicts so far."""

    certification: Certification
    pool: Inline = field(factory=Inline)
    evidence: Evidence | None = None
    collected: int = 0
    """Number of items of rules that this process has collected."""
    terminated: bool = False
    """Whether SIGTERM has ended the run."""
    hears: bool = False
    """Whether SIGTERM is handled by this plugin."""

    @property
    def assignments(self) -> list[tuple[Rule, Asked, Assignment]]:
        """The assignments, by target, in the order of the specification."""
        return [
            (assignment.examination().rule, asked, assignment)
            for asked in self.certification.asked
            for assignment in asked.assignments
        ]

    def examine(self, asked: Asked, assignment: Assignment) -> Verdict:
        """Return the verdict on one assignment, and record it."""
        effort = self.certification.order.effort
        if effort.budget is not None:
            effort = evolve(effort, budget=effort.budget / max(1, self.collected))
        assert asked.report.description is not None  # noqa: S101 - it has assignments
        (verdict,) = Campaign(
            assignments=[(assignment, asked.report.description)], effort=effort, pool=self.pool
        ).verdicts()
        self.take(verdict)
        return verdict

    def take(self, verdict: Verdict) -> None:
        """Record a verdict."""
        self.certification.verdicts.append(verdict)
        if self.evidence is not None:
            self.evidence.add(verdict)

    @property
    def missing(self) -> int:
        """The number of assignments without a verdict."""
        return len(self.assignments) - len(self.certification.verdicts)

    def write(self, evidence: Evidence) -> None:
        """Write the certificate, which is a partial one if verdicts are missing. Raise `UsageError` if that fails."""
        certificate = self.certification.certificate(cut_off=self.missing > 0)
        (evidence.cut_off if self.missing else evidence.complete)(certificate)

    def hear(self) -> None:
        """Let SIGTERM interrupt the run as Ctrl-C does, from now on, unless the project handles it."""
        if threading.current_thread() is not threading.main_thread():
            return
        if signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL:
            return
        here = os.getpid()

        def interrupt(number: int, _: FrameType | None) -> None:
            signal.signal(number, signal.SIG_DFL)  # a second one ends the process at once
            if os.getpid() != here:  # a process that a test forked, which should end as it would without the plugin
                os.kill(os.getpid(), number)
                return
            self.hears, self.terminated = False, True
            raise Interrupted(number)

        signal.signal(signal.SIGTERM, interrupt)
        self.hears = True

    def stop_hearing(self) -> None:
        """Let SIGTERM end this process at once again."""
        if self.hears:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            self.hears = False


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of the suite. Each takes the values that the option of `certify` takes."""
    group = parser.getgroup("ackproof", "hold an acker to the rules of the specification")
    group.addoption("--ackproof-target", action="append", default=[], metavar="TARGET", help="a target to examine")
    group.addoption("--ackproof-profile", metavar="P", help="storm1 or storm2; default: all that the target claims")
    group.addoption("--ackproof-component", metavar="C", help="only rules of this component")
    group.addoption(
        "--ackproof-rule",
        action="append",
        metavar="GLOB",
        help="only rules whose id matches; may be given more than once",
    )
    group.addoption(
        "--ackproof-specification", metavar="VERSION", help="leave out rules that are newer than this version"
    )
    group.addoption(
        "--ackproof-examples", type=positive, default=DEFAULT_EXAMPLES, metavar="N", help="workloads for a rule"
    )
    group.addoption("--ackproof-seed", type=whole, default=0, metavar="N", help="random seed")
    group.addoption(
        "--ackproof-reply-timeout", type=seconds, metavar="30s", help="for each reply of a target of another process"
    )
    group.addoption(
        "--ackproof-deviations",
        action="store_true",
        help="separate violations recorded for the target from new ones",
    )
    group.addoption(
        "--ackproof-deviations-file",
        action="append",
        type=path_text,
        default=[],
        metavar="FILE",
        help="the same, from a list of your own",
    )
    group.addoption("--ackproof-strict", action="store_true", help="let a broken SHOULD fail too")
    group.addoption(
        "--ackproof-no-assumptions",
        action="store_true",
        help="refuse a target that leaves something to its transport: a usage error of pytest (exit code 4)",
    )
    group.addoption("--ackproof-budget", type=seconds, metavar="60s", help="search for violations this long in total")
    group.addoption(
        "--ackproof-out",
        type=path_text,
        metavar="DIR",
        help="for certificate, JUnit XML and witnesses, as certify has it",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Ask the targets for their descriptions, and collect from the specification if there are any targets."""
    order = _order(config)
    if not order.targets:
        return
    certification = Certification(order)
    run = config.stash[_RUN] = _PytestRun(certification=certification)
    try:
        certification.ask()
        _require_allowed(certification)
        if order.out is not None and not _is_worker(config):
            run.evidence = Evidence(order.out)
            run.evidence.begin()
    except UsageError as error:
        raise pytest.UsageError(str(error)) from error
    if not _is_worker(config):
        config.pluginmanager.register(_Receiver(run))
    config.args.extend(chapter for chapter in chapter_files() if chapter not in config.args)


def _require_allowed(certification: Certification) -> None:
    """Raise `UsageError` if a target has assumptions and they are forbidden."""
    for asked in certification.asked:
        report = asked.report
        if report.no_assumptions and report.conditions:
            assumed = ", and ".join(report.conditions)
            raise UsageError(f"{report.name} assumes {assumed}, which --ackproof-no-assumptions forbids")


def pytest_unconfigure(config: pytest.Config) -> None:
    """Close the targets and release the folder."""
    run = config.stash.get(_RUN, None)
    if run is not None:
        run.stop_hearing()
        run.pool.close()
        if run.evidence is not None:
            run.evidence.end()


@define(eq=False)  # pytest keeps plugins by identity
class _Receiver:
    """Takes the verdicts that processes of pytest-xdist send. It is registered in their controller only."""

    run: _PytestRun

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Take the verdict out of a report, so that no other plugin has to write it."""
        sent = report.__dict__.pop(SENT, None)
        if sent is not None:
            self.run.take(pickle.loads(sent))  # noqa: S301 - of a process that we started


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Send the verdict to the process that started this one."""
    report = yield
    verdict = item.stash.get(_VERDICT, None)
    if call.when == "call" and verdict is not None and _is_worker(item.config):
        setattr(report, SENT, pickle.dumps(verdict))
    return report


@pytest.hookimpl(trylast=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """Let SIGTERM interrupt the run. It ends the other processes of pytest-xdist as without this plugin."""
    run = session.config.stash.get(_RUN, None)
    if run is not None and not _is_worker(session.config):
        run.hear()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """End the run if a test, or Python in a finalizer, has dropped the interruption."""
    run = item.config.stash.get(_RUN, None)
    if run is not None and run.terminated:
        raise Interrupted(signal.SIGTERM)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> "Chapter | None":
    """Collect a chapter of the specification; ignore every other file."""
    if _RUN not in parent.config.stash or file_path.name not in CHAPTERS:
        return None
    if file_path.parent != Path(str(spec_folder())):
        return None
    # Item names must not depend on where the suite is installed.
    chapter: Chapter = Chapter.from_parent(parent, path=file_path, nodeid=f"spec/{file_path.name}")
    return chapter


class Chapter(pytest.File):
    """A chapter of the specification, with the rules that it states."""

    def collect(self) -> Iterator["RuleItem"]:
        """Make an item for each rule, target and profile."""
        run = self.config.stash[_RUN]
        for rule, asked, assignment in run.assignments:
            if rule.chapter == self.path.name:
                label = "-".join(filter(None, (assignment.target, assignment.profile)))
                name = f"{rule.id}[{label}]"
                yield RuleItem.from_parent(self, name=name, rule=rule, asked=asked, assignment=assignment)
                run.collected += 1


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    """Add an item for each target that could not be run, after `-k` has chosen: the run must not pass because nobody
    chose that item.
    """
    run = config.stash.get(_RUN, None)
    for asked in [] if run is None else run.certification.asked:
        report = asked.report
        if report.unavailable is not None:
            where = f"{AT_ALL}::{report.name}"
            items.append(UnavailableItem.from_parent(session, name=report.name, nodeid=where, why=report.unavailable))


class RuleBroken(Exception):
    """A verdict that is not a pass, raised through pytest."""


class UnavailableItem(pytest.Item):
    """A target that could not be run. The other targets and the project's own tests run."""

    def __init__(self, *, why: str, **inherited: Any) -> None:  # noqa: ANN401 - as pytest has it
        super().__init__(**inherited)
        self.why = why

    def runtest(self) -> None:
        """Report the target as an error."""
        self.user_properties.append((OUTCOME, Outcome.ERROR.value))
        raise RuleBroken(not_run(self.name, self.why))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:  # noqa: ANN401 - as pytest has it
        """Show the reason, and any other error as a bug in the suite."""
        return str(excinfo.value) if isinstance(excinfo.value, RuleBroken) else super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Return no line of a file: the item is about no rule."""
        return self.path, None, self.name


class RuleItem(pytest.Item):
    """One rule, for one target and one profile."""

    def __init__(self, *, rule: Rule, asked: Asked, assignment: Assignment, **inherited: Any) -> None:  # noqa: ANN401 - as pytest has it
        super().__init__(**inherited)
        self.rule = rule
        self.asked = asked
        self.assignment = assignment

    def runtest(self) -> None:
        """Examine the target."""
        self.stash[_VERDICT] = verdict = self.config.stash[_RUN].examine(self.asked, self.assignment)
        self.user_properties.append((OUTCOME, verdict.outcome.value))
        if verdict.outcome is Outcome.SKIP:
            pytest.skip(verdict.reason)
        broken_should = verdict.outcome is Outcome.FAIL and not verdict.breaks_certificate
        if verdict.outcome is Outcome.DEVIATES or (broken_should and not self.config.getoption("--ackproof-strict")):
            pytest.xfail(verdict.reason)
        if verdict.outcome is not Outcome.PASS:
            raise RuleBroken(verdict.reason)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:  # noqa: ANN401 - as pytest has it
        """Show a violation as a story, and any other error as a bug in the suite."""
        verdict = self.stash.get(_VERDICT, None)
        if verdict is None or not isinstance(excinfo.value, RuleBroken):
            return super().repr_failure(excinfo, style)
        where = f"{verdict.target}, {verdict.profile or 'any profile'}"
        heading = f"{verdict.outcome.value} {verdict.rule} {verdict.title} ({where})"
        story = verdict.witness.story if verdict.witness else [verdict.reason]
        return "\n".join([heading, "", *story])

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Return the chapter and the line, from 0, that state the rule."""
        lines = self.path.read_text(encoding="utf-8").splitlines()
        heading = f"### {self.rule.id} {self.rule.title}"
        return self.path, lines.index(heading), f"{self.rule.id} {self.rule.title} [{self.assignment.target}]"


@pytest.hookimpl(tryfirst=True)
def pytest_report_teststatus(report: pytest.TestReport) -> tuple[str, str, str] | None:
    """Show a rarely met premise as skipped, and a target that broke as an error."""
    outcome = dict(report.user_properties).get(OUTCOME) if report.when == "call" else None
    if outcome == Outcome.INCONCLUSIVE.value:
        return "inconclusive", "?", Outcome.INCONCLUSIVE.value
    if outcome == Outcome.ERROR.value:
        return "error", "E", Outcome.ERROR.value
    return None


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> Generator[None, None, None]:
    """Write the certificate before other plugins finish: to end its processes, pytest-xdist may take longer than an
    interrupted run has.
    """
    run = session.config.stash.get(_RUN, None)
    refused: UsageError | None = None
    if run is not None:
        run.stop_hearing()
        try:
            if run.evidence is not None:
                run.write(run.evidence)
        except UsageError as error:
            refused = error
    yield
    if refused is not None:
        raise pytest.UsageError(str(refused)) from refused
    if run is not None and run.terminated:
        session.exitstatus = FIRST_SIGNAL_EXIT + signal.SIGTERM


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the path of the certificate, and what it does not contain."""
    run = terminalreporter.config.stash.get(_RUN, None)
    if run is None or run.evidence is None:
        return
    missing = run.missing
    if missing:
        where = run.evidence.partial / "certificate.json"
        rules = "1 rule was" if missing == 1 else f"{missing} rules were"
        terminalreporter.write_line(f"ackproof: {rules} not examined; a partial certificate is in {where}")
    else:
        terminalreporter.write_line(f"ackproof: certificate in {run.evidence.folder / 'certificate.json'}")


def chapter_files() -> list[str]:
    """Return the files that rules are collected from."""
    return [str(spec_folder() / chapter) for chapter in CHAPTERS]


def _is_worker(config: pytest.Config) -> bool:
    return hasattr(config, "workerinput")


def _order(config: pytest.Config) -> CertificationOrder:
    option = config.getoption
    rules = option("--ackproof-rule")
    out = option("--ackproof-out")
    return CertificationOrder(
        targets=tuple(dict.fromkeys(option("--ackproof-target"))),
        selection=Selection(
            profile=option("--ackproof-profile"),
            component=option("--ackproof-component"),
            rule=",".join(rules) if rules else None,
            specification=option("--ackproof-specification"),
        ),
        effort=Effort(option("--ackproof-examples"), option("--ackproof-seed"), option("--ackproof-budget")),
        strict=option("--ackproof-strict"),
        no_assumptions=option("--ackproof-no-assumptions"),
        out=None if out is None else Path(out),
        reply_timeout=option("--ackproof-reply-timeout"),
        deviations=option("--ackproof-deviations"),
        deviations_files=tuple(map(Path, option("--ackproof-deviations-file"))),
    )
