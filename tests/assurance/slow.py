"""A plugin of pytest for `tox -e slow`: a slow test that has passed is not run again until something changes.

It is loaded by `-p assurance.slow`; `--anew` runs all of them. When all have passed, or some have failed, and other
options excluded none, the run is recorded in `docs/assurance.md`.
"""

from collections.abc import Iterable
from typing import Any

import pytest
from attrs import define, field

from . import page
from .progress import FOLDER, Progress, whole_checkout


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option."""
    parser.addoption("--anew", action="store_true", help="run slow tests too that have passed before")


def pytest_configure(config: pytest.Config) -> None:
    """Register the plugin: the main process records results, workers of pytest-xdist only leave out passed tests."""
    progress = Progress(FOLDER / "slow.json", "slow", whole_checkout(), anew=config.getoption("--anew"))
    config.pluginmanager.register(LeaveOut(progress), "assurance-leave-out")
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Keep(progress, config), "assurance-keep")


@define
class LeaveOut:
    """Leaves out the tests that have passed."""

    progress: Progress

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        """See pytest."""
        passed = [item for item in items if item.nodeid in self.progress.outcomes]
        if passed:
            config.hook.pytest_deselected(items=passed)
            items[:] = [item for item in items if item.nodeid not in self.progress.outcomes]


@define
class Keep:
    """Records the tests that have passed, and a complete run."""

    progress: Progress
    config: pytest.Config
    before: int = field(init=False)
    collected: set[str] = field(factory=set)
    failed: dict[str, None] = field(factory=dict)
    skipped: dict[str, None] = field(factory=dict)
    ended: set[str] = field(factory=set)

    def __attrs_post_init__(self) -> None:
        self.before = len(self.progress.outcomes)

    def pytest_report_header(self) -> str:
        """Return the number of tests left out."""
        return f"slow tests that have passed before, and are left out: {self.before}"

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Record the tests to be run, without pytest-xdist."""
        self.collected.update(item.nodeid for item in session.items)

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, node: Any, ids: Iterable[str]) -> None:
        """Record the tests to be run, with pytest-xdist."""
        del node
        self.collected.update(ids)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Record a test that has passed."""
        if report.failed:
            self.failed[report.nodeid] = None
        elif report.skipped:
            self.skipped[report.nodeid] = None
        if report.when == "teardown":
            self.ended.add(report.nodeid)
            if report.nodeid not in self.failed and report.nodeid not in self.skipped:
                self.progress.keep(report.nodeid, round(getattr(report, "duration", 0), 1))

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Record the run, if it is complete."""
        if session.exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED and self.before:
            session.exitstatus = pytest.ExitCode.OK
        complete = session.exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED)
        if complete and self.ended >= self.collected and self._is_whole():
            page.note("slow", self._figures(), list(self.failed), self.progress)

    def _is_whole(self) -> bool:
        """Whether no other option excluded a test."""
        option = self.config.option
        named = self.config.args_source is pytest.Config.ArgsSource.ARGS
        return not (named or option.keyword or option.maxfail)

    def _figures(self) -> str:
        counts = {"passed": len(self.progress.outcomes), "failed": len(self.failed), "skipped": len(self.skipped)}
        figures = ", ".join(f"{count} {what}" for what, count in counts.items() if count)
        return f"{figures}; {self.before} of them in earlier sittings"
