"""Certifying: from the descriptions of the targets to the certificate of all verdicts. A certificate depends only on
the targets, the suite and the settings that it names: not on the workers, nor on the surroundings of the run.
"""

import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, redirect_stderr, redirect_stdout
from datetime import UTC, datetime
from pathlib import Path

from attrs import define, evolve, field, frozen

from ackproof.engine import quick
from ackproof.engine.campaign import Campaign, RunProgress
from ackproof.engine.discovery import artifacts, discover
from ackproof.engine.evidence.certificate import Certificate, TargetReport
from ackproof.engine.evidence.folder import Evidence
from ackproof.engine.evidence.naming import naming
from ackproof.engine.examination.examine import DEFAULT_EXAMPLES, Effort
from ackproof.engine.known import deviations
from ackproof.engine.known.deviations import Deviation, DeviationList, is_about
from ackproof.engine.pieces import Assignment
from ackproof.engine.plan import Selection, examinations, plan
from ackproof.engine.workers.open_targets import kept
from ackproof.engine.workers.pool import Inline, Pool, SideBySide, open_pool, side_by_side
from ackproof.errors import SuiteError, TargetBroke, TargetUnavailable, UsageError
from ackproof.specification import VERSIONS, all_rules, is_newer
from ackproof.target import REAL_TIME, Description
from ackproof.targets.watched import EXAMPLES_FOR_A_RUN, QUICK_RUNS
from ackproof.verdict import Outcome, Verdict
from ackproof.wire.certificates import WrittenCertificate
from ackproof.workloads.hypothesis_draws import require_backend

What = tuple[str, str, str | None]
"""The subject of a verdict: a target, a rule, and a profile or None."""


@frozen(kw_only=True)
class CertificationOrder:
    """What to certify and how. `out` is the folder for the evidence, or None for none. `reply_timeout` is in seconds,
    for targets of another process. With `no_assumptions` a target with assumptions or limits is refused.

    `deviations` uses the list that ships for each target, or those of targets that are much like it; `deviations_files`
    are further lists, and with `propose` the suite searches for variants that explain failures. `name` replaces the
    target's command line in evidence. With `fail_fast` the run ends at the first violation. Rules that did not hold in
    `changed_since`, or that are newer, come first. The work is done by `workers` processes of this machine, by this
    process if there are less than two, or by the cluster of `master`. With `side_by_side` several targets have a
    process each, if that cannot change the result.
    """

    targets: tuple[str, ...]
    selection: Selection = Selection()
    effort: Effort = Effort()
    workers: int = 0
    side_by_side: bool = False
    strict: bool = False
    no_assumptions: bool = False
    out: Path | None = None
    reply_timeout: float | None = None
    deviations: bool = False
    deviations_files: tuple[Path, ...] = ()
    propose: bool = False
    master: str | None = None
    name: str | None = None
    fail_fast: bool = False
    changed_since: WrittenCertificate | None = None


@frozen
class Asked:
    """A target with its description and its assignments. `together` says that it prefers many runs at once."""

    report: TargetReport
    assignments: tuple[Assignment, ...] = ()
    together: bool = False


@define
class Certification:
    """The certification of some targets: first `ask`, then `run` with a `pool`. Raises `UsageError` if that cannot be
    done.

    `announce` and `keep` are called with each verdict as it is reached, and `watch` with the progress.
    """

    order: CertificationOrder
    announce: Callable[[Verdict], None] = lambda _: None
    watch: Callable[[RunProgress], None] = lambda _: None
    keep: Callable[[Verdict], None] = lambda _: None
    asked: Sequence[Asked] = field(init=False, default=())
    verdicts: list[Verdict] = field(init=False, factory=list)
    stopped: bool = field(init=False, default=False)
    started: datetime = field(init=False, factory=lambda: datetime.now(UTC))
    _begun: float = field(init=False, factory=time.perf_counter)
    _run: Campaign | None = field(init=False, default=None)

    def ask(self) -> None:
        """Ask each target for its description. A target that cannot be run is reported, and the others run."""
        require_possible(self.order)
        self.asked = [asked(name, self.order) for name in dict.fromkeys(self.order.targets)]

    def pool(self) -> Pool | SideBySide:
        """Return the pool that does the work. Raise `ClusterUnavailable` for a cluster that cannot be used."""
        to_do = [each.report for each in self.asked if each.assignments]
        if not to_do:
            return Inline()
        if self.order.side_by_side and not self.order.fail_fast and not any(map(_is_in_real_time, to_do)):
            return side_by_side([report.name for report in to_do])
        return open_pool(self.order.workers, self.order.master)

    def run(self, pool: Pool | SideBySide) -> None:
        """Reach all verdicts."""
        # Rule by rule, and not target by target, because several targets share a rule's examples.
        rank = {rule.id: place for place, rule in enumerate(self.order.selection.rules())}
        assignments = [
            (assignment, each.report.description)
            for each in self.asked
            if each.report.description is not None
            for assignment in each.assignments
        ]
        together = frozenset(each.report.name for each in self.asked if each.together)
        assignments.sort(key=lambda each: (rank[each[0].rule], each[0].profile or ""))
        first = self._first(assignments)
        assignments.sort(key=lambda each: _what(each[0]) not in first)
        if together:  # a target that is given several rules at once is given those of one profile
            assignments.sort(key=lambda each: (_what(each[0]) not in first, each[0].profile or ""))
        effort = self.order.effort
        if effort.budget is not None:
            effort = evolve(effort, budget=effort.budget / max(1, len(assignments)))
        self._run = Campaign(assignments=assignments, effort=effort, pool=pool, together=together, watch=self.watch)
        for verdict in self._run.verdicts():
            self.verdicts.append(verdict)
            self.keep(verdict)
            self.announce(verdict)
            if self.order.fail_fast and _ends(verdict, strict=self.order.strict):
                self.stopped = len(self.verdicts) < len(assignments)
                return
        missing = len(assignments) - len(self.verdicts)
        if missing:
            raise SuiteError(f"{missing} of {len(assignments)} verdicts are missing: the run did not come to its end")

    def _first(self, assignments: Sequence[tuple[Assignment, Description]]) -> set[What]:
        """Return the verdicts that come first: on rules that did not hold in an earlier certificate, and on rules that
        are newer than it.

        An earlier certificate of a single target is compared even if the target has another name now.
        """
        earlier = self.order.changed_since
        if earlier is None:
            return set()
        held = {(each.name, *key) for each in earlier.targets for key, verdict in each.by_key().items() if verdict.held}
        alone = earlier.targets[0].name if len(earlier.targets) == 1 else None
        version = earlier.suite.specification_version or VERSIONS[0]
        newer = {rule.id for rule in all_rules().values() if version in VERSIONS and is_newer(rule, version)}
        return {
            _what(each)
            for each, _ in assignments
            if (alone or self.order.name or each.target, each.rule, each.profile) not in held or each.rule in newer
        }

    def certificate(self, *, cut_off: bool = False) -> Certificate:
        """Return the certificate of all verdicts that were reached. `cut_off` says that some are missing."""
        reached = list(self.verdicts)
        if cut_off and self._run is not None:
            there = {(each.target, each.rule, each.profile) for each in reached}
            found = self._run.unfinished()
            reached += [each for each in found if (each.target, each.rule, each.profile) not in there]
        reports = [with_verdicts(each.report, reached, self.order) for each in self.asked]
        order = self.order
        return Certificate(
            targets=reports,
            selection=order.selection,
            effort=order.effort,
            strict=order.strict,
            no_assumptions=order.no_assumptions,
            seconds=time.perf_counter() - self._begun,
            started=self.started,
            deviations=(*(["shipped"] if order.deviations else []), *map(str, order.deviations_files)),
            cut_off=cut_off,
            stopped=self.stopped and not cut_off,
            fail_fast=order.fail_fast,
            reply_timeout=order.reply_timeout,
        )


def _is_in_real_time(report: TargetReport) -> bool:
    """Whether a target runs by its own clock, which another target beside it would disturb."""
    return report.description is not None and REAL_TIME in report.description.capabilities


def _what(assignment: Assignment) -> What:
    return assignment.target, assignment.rule, assignment.profile


def _ends(verdict: Verdict, *, strict: bool) -> bool:
    """Whether a verdict ends a run with `fail_fast`."""
    failed = verdict.outcome is Outcome.FAIL and (strict or verdict.breaks_certificate)
    return failed or verdict.outcome is Outcome.ERROR


def certify(
    order: CertificationOrder,
    *,
    announce: Callable[[Verdict], None] = lambda _: None,
    watch: Callable[[RunProgress], None] = lambda _: None,
    show: Callable[[Certificate], None] = lambda _: None,
) -> Certificate:
    """Certify targets and return the certificate, which is also written if the order names a folder.

    Raises as `Certification` does; a usage error touches nothing. `show` is called with the certificate before it is
    written, since that may fail. An interruption leaves the findings in the folder's `partial`, after they were shown.
    """
    report = sys.stdout
    named = naming(order.targets, order.name)
    with ExitStack() as held:
        # Printed output of a target belongs neither to the report nor to the progress.
        nowhere = held.enter_context(Path(os.devnull).open("w", encoding="utf-8"))
        held.enter_context(redirect_stdout(nowhere))
        held.enter_context(redirect_stderr(nowhere))
        held.enter_context(kept.throughout())
        certification = Certification(order, lambda verdict: announce(named.verdict(verdict)), watch)
        certification.ask()
        pool = held.enter_context(closing(certification.pool()))
        evidence = None if order.out is None else Evidence(order.out)
        if evidence is not None:
            evidence.begin()
            held.callback(evidence.end)
            keep = evidence.add
            certification.keep = lambda verdict: keep(named.verdict(verdict))
        try:
            certification.run(pool)
        except KeyboardInterrupt:
            certificate = named.certificate(certification.certificate(cut_off=True))
            with redirect_stdout(report):
                show(certificate)
            if evidence is not None:
                evidence.cut_off(certificate)
            raise
        certificate = named.certificate(certification.certificate())
        with redirect_stdout(report):
            show(certificate)
        if evidence is not None:
            evidence.complete(certificate)
        return certificate


def require_possible(order: CertificationOrder) -> None:
    """Raise `UsageError` for settings that contradict each other, or that name something unknown."""
    order.selection.rules()
    for path in order.deviations_files:
        deviations.read(path)
    if order.selection.quick and (order.effort.budget is not None or order.effort.deep):
        raise UsageError("--quick says itself how much is tried; leave out --budget and --deep")
    if order.selection.quick and order.effort.examples != DEFAULT_EXAMPLES:
        raise UsageError("--quick says itself how many examples each rule takes; leave out --examples")
    if order.master is None:
        return
    if order.workers:
        raise UsageError("-n is for this machine, and --master for a cluster; leave one of them out")
    if order.effort.budget is not None:
        raise UsageError("a campaign has no --budget, as its verdicts follow from the seed; say how many --examples")


def asked(name: str, order: CertificationOrder) -> Asked:
    """Ask a target for its description; return it with the target's assignments."""
    try:
        with kept.driver(name, order.reply_timeout, order.selection.component) as driver:
            description = driver.describe()
            plan(driver, order.selection)
            report = TargetReport(
                name=name,
                description=description,
                strict=order.strict,
                no_assumptions=order.no_assumptions,
                files=artifacts.files_of(name),
                quick=order.selection.quick,
            )
            together = driver.together
            driver.close()  # a target that can start only once is found here, before the run
            return Asked(report, tuple(_assignments(name, description, order)), together)
    except (TargetUnavailable, TargetBroke) as error:
        return Asked(
            TargetReport(
                name=name, description=None, unavailable=str(error), strict=order.strict, quick=order.selection.quick
            )
        )


def _assignments(name: str, description: Description, order: CertificationOrder) -> Iterator[Assignment]:
    require_backend()
    listed = _recorded(name, description, order)
    borrowed = discover.borrowed(name, description) if order.deviations else DeviationList(name)
    profiles = description.profiles if order.selection.profile is None else (order.selection.profile,)
    few = quick.examples() if order.selection.quick else {}
    for examination in examinations(order.selection, profiles, order.effort.span):
        about = examination.rule.id, examination.profile, description.version
        entries = [*listed.of(*about), *borrowed.of(*about)]
        yield Assignment(
            target=name,
            rule=examination.rule.id,
            profile=examination.profile,
            seed=order.effort.seed,
            span=order.effort.span,
            component=order.selection.component,
            deviations=tuple((each.entry, each.recorded) for each in entries),
            propose=order.propose,
            reply_timeout=order.reply_timeout,
            examples=few.get(examination.rule.id),
            runs=_runs(description, order),
        )


def _runs(description: Description, order: CertificationOrder) -> int | None:
    """Return the number of runs for a watched target; None for any other target. Raise `UsageError` for settings that
    do not fit a watched target.
    """
    if REAL_TIME not in description.capabilities:
        return None
    if order.workers > 1 or order.master is not None or order.effort.budget is not None:
        raise UsageError(
            f"{description.name} runs topologies by itself, once for {EXAMPLES_FOR_A_RUN} examples; leave out -n, "
            "--master and --budget, and say how many --examples"
        )
    return max(1, order.effort.examples // EXAMPLES_FOR_A_RUN) if not order.selection.quick else QUICK_RUNS


def _recorded(name: str, description: Description, order: CertificationOrder) -> DeviationList:
    also = () if order.name is None else (order.name,)
    return discover.recorded(name, (description.name, *also), order.deviations_files, shipped=order.deviations)


def with_verdicts(report: TargetReport, verdicts: Sequence[Verdict], order: CertificationOrder) -> TargetReport:
    """Return a target's report with the verdicts on it, and with the recorded deviations that did not happen."""
    rank = {rule.id: place for place, rule in enumerate(order.selection.rules())}
    own = [verdict for verdict in verdicts if verdict.target == report.name]
    own.sort(key=lambda verdict: (rank[verdict.rule], verdict.profile or ""))
    if report.description is None:
        return report
    listed = _recorded(report.name, report.description, order)
    asked_for = [
        entry
        for entry in listed.entries
        if entry.rule in rank and (order.selection.profile is None or entry.profile in (None, order.selection.profile))
    ]
    unmatched = [(entry, why) for entry in asked_for if (why := _why_unmatched(entry, report.description, own))]
    apply = [entry for entry in asked_for if entry not in (each for each, _ in unmatched)]
    if order.selection.quick:
        # So few examples cannot show that something no longer happens; a witness is replayed in any case.
        apply = [entry for entry in apply if entry.witness is not None]
    if order.fail_fast:
        apply = [entry for entry in apply if any(is_about(entry, each.rule, each.profile) for each in own)]
    stale = [entry for entry in apply if not any(entry.entry in verdict.deviations for verdict in own)]
    return evolve(report, verdicts=own, stale=tuple(stale), unmatched=tuple(unmatched))


def _why_unmatched(entry: Deviation, description: Description, verdicts: Sequence[Verdict]) -> str | None:
    """Return why a recorded deviation cannot apply at all, or None if it can."""
    if description.version not in entry.versions:
        return f"it is recorded of {', '.join(entry.versions)}, and this is {description.version}"
    about = [verdict for verdict in verdicts if is_about(entry, verdict.rule, verdict.profile)]
    if all(verdict.outcome is Outcome.SKIP for verdict in about):
        return "the rule was not examined"
    return None
