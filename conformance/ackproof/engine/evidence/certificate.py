"""The certificate: all findings of a run, in one document, and its conclusions."""

import platform
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from importlib import metadata

from attrs import frozen

import ackproof
from ackproof.engine.examination.examine import Effort
from ackproof.engine.exit_codes import (
    BROKE,
    CONFORMANT,
    FORBIDDEN_ASSUMPTION,
    INCONCLUSIVE,
    STALE_DEVIATION,
    USAGE,
    VIOLATION,
)
from ackproof.engine.known.deviations import Deviation
from ackproof.engine.plan import Selection
from ackproof.reports.words import CODES, NOTHING_FOUND
from ackproof.specification import VERSION, spec_hash
from ackproof.target import REAL_TIME, Description, assumption_words, limit_words
from ackproof.verdict import Outcome, Verdict
from ackproof.wire.certificates import (
    CertificateContent,
    HashedFile,
    Settings,
    Suite,
    TargetContent,
    WrittenCertificate,
    certificate_from_json,
    certificate_to_json,
)
from ackproof.wire.forms import Json
from ackproof.workloads.fitting import limits_below_default

WORST_FIRST = (BROKE, VIOLATION, STALE_DEVIATION, FORBIDDEN_ASSUMPTION, INCONCLUSIVE, CONFORMANT)


@frozen(kw_only=True)
class TargetReport:
    """A target and the verdicts on it. Without a description it could not be started; `unavailable` says why. `stale`
    are recorded deviations that no longer happen; `unmatched` are those that cannot apply, with the reason. With
    `no_assumptions` it may have no assumptions and no limits. `files` are the files of the target, and `quick` says
    that only the quick rules were examined.
    """

    name: str
    description: Description | None
    verdicts: Sequence[Verdict] = ()
    unavailable: str | None = None
    strict: bool = False
    no_assumptions: bool = False
    stale: tuple[Deviation, ...] = ()
    unmatched: tuple[tuple[Deviation, str], ...] = ()
    files: tuple[HashedFile, ...] = ()
    quick: bool = False

    @property
    def label(self) -> str:
        """A name short enough for a table: for a command line or a path, the name in the target's description."""
        is_long = self.name.startswith("exec:") or "/" in self.name
        return self.description.name if self.description and is_long else self.name

    @property
    def counts(self) -> Counter[Outcome]:
        """The number of verdicts by outcome."""
        return Counter(verdict.outcome for verdict in self.verdicts)

    @property
    def skipped_musts(self) -> list[Verdict]:
        """The MUST rules that were not examined, about which this certificate says nothing."""
        return [verdict for verdict in self.verdicts if verdict.is_skipped_must]

    @property
    def assumptions(self) -> tuple[str, ...]:
        """The assumptions of the target about its transport, by name."""
        return () if self.description is None else self.description.assumptions

    @property
    def limits(self) -> Mapping[str, Mapping[str, int]]:
        """The limits of the target that are below the default range of sizes."""
        return {} if self.description is None else limits_below_default(self.description)

    @property
    def conditions(self) -> list[str]:
        """The assumptions and limits of the certificate, in words."""
        words = [assumption_words(self.assumptions)] if self.assumptions else []
        return [*words, limit_words(self.limits)] if self.limits else words

    @property
    def _assuming(self) -> str:
        return f", assuming {', and '.join(self.conditions)}" if self.conditions else ""

    @property
    def exit_code(self) -> int:
        """The exit code that follows from the verdicts on this target."""
        if self.unavailable is not None or self.counts[Outcome.ERROR]:
            return BROKE
        if any(verdict.breaks_certificate for verdict in self.verdicts):
            return VIOLATION
        if self.strict and self.counts[Outcome.FAIL]:
            return VIOLATION
        return STALE_DEVIATION if self.stale or self.unmatched else self._unbroken_exit_code

    @property
    def _unbroken_exit_code(self) -> int:
        if self.no_assumptions and self.conditions:
            return FORBIDDEN_ASSUMPTION
        if self.counts[Outcome.INCONCLUSIVE]:
            return INCONCLUSIVE
        examined = self.counts[Outcome.PASS] + self.counts[Outcome.FAIL] + self.counts[Outcome.DEVIATES]
        return CONFORMANT if examined else USAGE

    @property
    def conclusion(self) -> str:
        """The exit code in words. It also mentions violations that do not affect the exit code."""
        if self.quick:
            return self._quick_conclusion
        if self.exit_code == BROKE and self.unavailable is None:
            return "broke"
        besides = [
            words
            for words, there in (
                ("broken SHOULDs", self.counts[Outcome.FAIL]),
                ("recorded deviations", self.counts[Outcome.DEVIATES]),
            )
            if there
        ]
        conclusion = CODES[self.exit_code]
        if self.exit_code == FORBIDDEN_ASSUMPTION:
            return f"{conclusion}: {', '.join(self.conditions)}"
        if self.exit_code in (CONFORMANT, INCONCLUSIVE):
            conclusion += self._assuming
        if self.exit_code == CONFORMANT and besides:
            conclusion += f", with {' and '.join(besides)}"
        return conclusion

    @property
    def _quick_conclusion(self) -> str:
        """The conclusion of a quick run, which is never that a target is conformant."""
        if self.exit_code == CONFORMANT:
            return f"{NOTHING_FOUND}{self._assuming}"
        broke = self.exit_code == BROKE and self.unavailable is None
        return f"quick run, {'broke' if broke else CODES[self.exit_code]}"

    def content(self) -> TargetContent:
        """Return the target's part of the certificate."""
        return TargetContent(
            name=self.name,
            description=self.description,
            conclusion=self.conclusion,
            limits=self.limits,
            unavailable=self.unavailable,
            files=self.files,
            verdicts=self.verdicts,
            stale=[each.entry for each in self.stale],
            unmatched=[(each.entry, why) for each, why in self.unmatched],
        )


@frozen(kw_only=True)
class Certificate:
    """A whole run. `started` is in UTC, the seconds are wall-clock time, `deviations` names the lists in use.

    With `cut_off` it is incomplete: the run was interrupted, and these are the verdicts that it had reached. With
    `stopped` it ended at the first violation, because of `fail_fast`. `reply_timeout` is in seconds, None for the
    default.
    """

    targets: Sequence[TargetReport]
    selection: Selection
    effort: Effort
    strict: bool
    no_assumptions: bool = False
    seconds: float
    started: datetime
    deviations: tuple[str, ...] = ()
    cut_off: bool = False
    stopped: bool = False
    fail_fast: bool = False
    reply_timeout: float | None = None

    @property
    def exit_code(self) -> int:
        """The first of: could not be run, violation, deviations out of date, assumptions that are forbidden,
        inconclusive, conformant. It is a usage error if nothing applied to one target and the others are conformant.
        """
        codes = {report.exit_code for report in self.targets}
        if USAGE in codes and codes <= {USAGE, CONFORMANT}:
            return USAGE
        return next((code for code in WORST_FIRST if code in codes), USAGE)

    def to_json(self, files: Sequence[str] = ()) -> Json:
        """Return the document that `schemas/certificate.schema.json` describes. `files` are the files in its folder."""
        return certificate_to_json(self._content(files))

    def written(self) -> WrittenCertificate:
        """Return the certificate as it is read from its file, from which reports are made."""
        return certificate_from_json(self.to_json())

    def _content(self, files: Sequence[str]) -> CertificateContent:
        return CertificateContent(
            suite=suite(),
            settings=self._settings,
            started=self.started,
            seconds=self.seconds,
            exit_code=self.exit_code,
            cut_off=self.cut_off,
            stopped=self.stopped,
            files=files,
            targets=[report.content() for report in self.targets],
        )

    @property
    def _settings(self) -> Settings:
        return Settings(
            seed=self.effort.seed,
            examples=self.effort.examples,
            budget=self.effort.budget,
            deep=self.effort.deep,
            reproducible=self.effort.budget is None and not any(map(_goes_by_the_clock, self.targets)),
            profile=self.selection.profile,
            component=self.selection.component,
            rule=self.selection.rule,
            specification=self.selection.specification,
            newer_rules=tuple(rule.id for rule in self.selection.newer_rules()),
            strict=self.strict,
            no_assumptions=self.no_assumptions,
            deviations=self.deviations,
            quick=self.selection.quick,
            fail_fast=self.fail_fast,
            reply_timeout=self.reply_timeout,
        )


def _goes_by_the_clock(report: TargetReport) -> bool:
    return report.description is not None and REAL_TIME in report.description.capabilities


def suite() -> Suite:
    """Return the versions of the suite: with the same versions, verdicts and witnesses are the same."""
    return Suite(
        name="ackproof",
        version=ackproof.__version__,
        specification_version=VERSION,
        specification=spec_hash(),
        hypothesis=metadata.version("hypothesis"),  # its import is slow
        python=platform.python_version(),
    )
