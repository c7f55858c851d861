"""Rules as pytest items: everyone's `-k`, `-n`, JUnit XML and habits.

    pytest --ackproof-target mypackage.acker:make

adds one item for each rule and profile, collected from the chapters of the specification, to whatever else the run has.
"""

import contextlib
from collections.abc import Generator, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from ackproof import discover
from ackproof.deviations import Deviation, DeviationList
from ackproof.discover import recorded
from ackproof.driver import Driver
from ackproof.errors import AckproofError, TargetBroke, TargetUnavailable, UsageError
from ackproof.examine import DEFAULT_EXAMPLES, Effort, examine
from ackproof.plan import Selection, Task, plan, tasks
from ackproof.search import Known
from ackproof.specification import CHAPTERS, spec_folder
from ackproof.verdict import Outcome, Verdict

VERDICT = "ackproof_verdict"
"""The attribute of a test report that carries its verdict, in JSON form."""

Item = tuple[str, str, str | None]
"""A test item: a target, a rule and a profile."""

GIVEN = pytest.StashKey[Mapping[Item, Verdict]]()
"""Verdicts that were reached elsewhere: their items examine nothing."""

_DRIVERS = pytest.StashKey[dict[str, Driver]]()
_LISTS = pytest.StashKey[dict[str, DeviationList]]()
_VERDICT = pytest.StashKey[Verdict]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of the suite."""
    group = parser.getgroup("ackproof", "hold an acker to the rules of the specification")
    group.addoption("--ackproof-target", action="append", default=[], metavar="TARGET", help="a target to examine")
    group.addoption("--ackproof-profile", metavar="P", help="storm1 or storm2; default: all that the target claims")
    group.addoption("--ackproof-component", metavar="C", help="only rules of this component")
    group.addoption("--ackproof-rule", metavar="GLOB", help="only rules whose id matches")
    group.addoption("--ackproof-examples", type=int, default=DEFAULT_EXAMPLES, metavar="N", help="workloads for a rule")
    group.addoption("--ackproof-seed", type=int, default=0, metavar="N", help="what all workloads follow from")
    group.addoption(
        "--ackproof-reply-timeout", type=float, metavar="SECONDS", help="for each reply of a target of another process"
    )
    group.addoption(
        "--ackproof-deviations",
        action="store_true",
        help="tell violations that are recorded for the target from others",
    )
    group.addoption(
        "--ackproof-deviations-file",
        action="append",
        default=[],
        metavar="FILE",
        help="the same, from a list of your own",
    )
    group.addoption("--ackproof-strict", action="store_true", help="let a broken SHOULD fail too")
    group.addoption(
        "--ackproof-claim",
        action="append",
        default=[],
        metavar="TARGET=PROFILES",
        help="profiles that a target has claimed already, so that it need not be asked to know what to examine",
    )
    group.addoption("--ackproof-propose", action="store_true", help="look for variants that explain failures")
    group.addoption("--ackproof-budget", type=float, metavar="SECONDS", help="look for violations that long, in all")


def pytest_configure(config: pytest.Config) -> None:
    """Collect from the specification if there is a target to hold to it."""
    config.stash[_DRIVERS] = {}
    config.stash[_LISTS] = {}
    if _targets(config):
        try:
            _selection(config).rules()
            for target in _targets(config):
                with contextlib.suppress(TargetUnavailable):  # that is for a verdict to say
                    discover.find(target)
        except UsageError as error:
            raise pytest.UsageError(str(error)) from error
        config.args.extend(chapter for chapter in chapter_files() if chapter not in config.args)


def pytest_unconfigure(config: pytest.Config) -> None:
    """Let go of the targets."""
    for driver in config.stash.get(_DRIVERS, {}).values():
        driver.close()


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> "Chapter | None":
    """Collect a chapter of the specification, and leave every other file alone."""
    if not _targets(parent.config) or file_path.name not in CHAPTERS or file_path.parent != Path(str(spec_folder())):
        return None
    chapter: Chapter = Chapter.from_parent(parent, path=file_path)
    return chapter


class Chapter(pytest.File):
    """A chapter of the specification, with the rules that it states."""

    def collect(self) -> Iterator["RuleItem"]:
        """Make an item for each rule, target and profile."""
        selection = _selection(self.config)
        for target in _targets(self.config):
            try:
                planned = _planned(self.config, target, selection)
            except UsageError as error:
                raise pytest.UsageError(str(error)) from error
            except AckproofError as error:
                raise self.CollectError(str(error)) from error
            for task in planned:
                if task.rule.chapter == self.path.name:
                    label = target if task.profile is None else f"{target}-{task.profile}"
                    yield RuleItem.from_parent(self, name=f"{task.rule.id}[{label}]", target=target, task=task)


class RuleBroken(Exception):
    """A verdict that is no pass, on its way through pytest."""


class RuleItem(pytest.Item):
    """One rule, for one target and one profile."""

    def __init__(self, *, target: str, task: Task, **inherited: Any) -> None:
        super().__init__(**inherited)
        self.target = target
        self.task = task

    def runtest(self) -> None:
        """Examine the target, unless that was done."""
        given = self.config.stash.get(GIVEN, {}).get((self.target, self.task.rule.id, self.task.profile))
        self.stash[_VERDICT] = verdict = given or self._examined()
        if verdict.outcome is Outcome.SKIP:
            pytest.skip(verdict.reason)
        broken_should = verdict.outcome is Outcome.FAIL and not verdict.breaks_certificate
        if verdict.outcome is Outcome.DEVIATES or (broken_should and not self.config.getoption("--ackproof-strict")):
            pytest.xfail(verdict.reason)
        if verdict.outcome is not Outcome.PASS:
            raise RuleBroken(verdict.reason)

    def _examined(self) -> Verdict:
        driver = _driver(self.config, self.target)
        effort = _effort(self.config)
        if effort.budget is not None:
            effort = evolve(effort, budget=effort.budget / max(1, len(self.session.items)))
        known = Known(_recorded(self.config, self.target, self.task), self.config.getoption("--ackproof-propose"))
        return examine(self.task, driver, effort, known)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Tell a violation as a story, and anything else as the bug in the suite that it is."""
        verdict = self.stash.get(_VERDICT, None)
        if verdict is None or not isinstance(excinfo.value, RuleBroken):
            return super().repr_failure(excinfo, style)
        where = f"{self.target}, {verdict.profile or 'any profile'}"
        heading = f"{verdict.outcome.value} {verdict.rule} {verdict.title} ({where})"
        story = verdict.witness["story"] if verdict.witness else [verdict.reason]
        return "\n".join([heading, "", *story])

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Say where this item comes from."""
        return self.path, None, f"{self.task.rule.id} {self.task.rule.title} [{self.target}]"


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, None]:
    """Give the report its verdict, in a form that travels between processes."""
    outcome = yield
    verdict = item.stash.get(_VERDICT, None)
    if call.when == "call" and verdict is not None:
        setattr(outcome.get_result(), VERDICT, verdict.to_json())


@pytest.hookimpl(tryfirst=True)
def pytest_report_teststatus(report: pytest.TestReport) -> tuple[str, str, str] | None:
    """Show a premise that was met too rarely, and a target that broke, as what they are."""
    document = getattr(report, VERDICT, None)
    if document is not None and report.when == "call":
        if document["verdict"] == Outcome.INCONCLUSIVE.value:
            return "inconclusive", "?", Outcome.INCONCLUSIVE.value
        if document["verdict"] == Outcome.ERROR.value:
            return "error", "E", Outcome.ERROR.value
    return None


def chapter_files() -> list[str]:
    """Return the files that rules are collected from."""
    return [str(spec_folder() / chapter) for chapter in CHAPTERS]


def _targets(config: pytest.Config) -> list[str]:
    return list(dict.fromkeys(config.getoption("--ackproof-target")))


def _driver(config: pytest.Config, target: str) -> Driver:
    drivers = config.stash[_DRIVERS]
    if target not in drivers:
        component = config.getoption("--ackproof-component")
        drivers[target] = discover.find(target, config.getoption("--ackproof-reply-timeout"), component)
    return drivers[target]


def _planned(config: pytest.Config, target: str, selection: Selection) -> list[Task]:
    told = dict(claim.rpartition("=")[::2] for claim in config.getoption("--ackproof-claim"))
    if target in told:
        return tasks(selection, told[target].split(","))
    return plan(_driver(config, target), selection)


def _recorded(config: pytest.Config, target: str, task: Task) -> tuple[Deviation, ...]:
    try:
        told = _driver(config, target).describe()
    except (TargetBroke, TargetUnavailable):
        return ()  # that is for a verdict to say
    lists = config.stash[_LISTS]
    if target not in lists:
        files = [Path(name) for name in config.getoption("--ackproof-deviations-file")]
        lists[target] = recorded(target, told.name, files, shipped=config.getoption("--ackproof-deviations"))
    return lists[target].of(task.rule.id, task.profile, told.version)


def _selection(config: pytest.Config) -> Selection:
    return Selection(
        config.getoption("--ackproof-profile"),
        config.getoption("--ackproof-component"),
        config.getoption("--ackproof-rule"),
    )


def _effort(config: pytest.Config) -> Effort:
    return Effort(
        config.getoption("--ackproof-examples"),
        config.getoption("--ackproof-seed"),
        config.getoption("--ackproof-budget"),
    )
