"""Proposing deviations: the list that would explain the findings of a run. A proposal is a draft. It names the variant
that gives the target's answers in all violations of a rule that were found. A person has to write the reason and the
link.
"""

from collections.abc import Iterator
from pathlib import Path

from ackproof.engine.evidence.certificate import Certificate, TargetReport
from ackproof.engine.known import deviations
from ackproof.engine.known.deviations import Deviation, DeviationList
from ackproof.errors import UsageError
from ackproof.target import Description
from ackproof.targets import variants
from ackproof.text.sanitize import file_name, shell_quoted
from ackproof.verdict import Outcome, Verdict

TO_WRITE = "to be written"


def write_drafts(certificate: Certificate, out: Path) -> Iterator[str]:
    """Write `deviations-TARGET.toml` into a folder for each target with deviations to record; yield a line for each
    file, and for each failure that no variant explains.
    """
    for report in certificate.targets:
        if report.description is None:
            continue
        listed = proposed(report, report.description)
        for verdict in report.verdicts:
            if verdict.outcome is Outcome.FAIL and verdict.explained_by is None:
                where = f" under {verdict.profile}" if verdict.profile else ""
                yield f"No known variant explains what {report.label} does about {verdict.rule}{where}."
        if listed.entries:
            path = out / f"deviations-{file_name(report.label)}.toml"
            try:
                deviations.write(path, listed)
            except OSError as error:
                raise UsageError(f"cannot write {path}: {error.strerror}") from error
            count = len(listed.entries)
            yield f"{shell_quoted(path)} has {count} deviations of {report.label}; the reasons are yours to write."


def proposed(report: TargetReport, description: Description) -> DeviationList:
    """Return the recorded deviations that still happen, and a proposal for each failure that a variant explains."""
    kept = {
        (entry.rule, entry.profile, entry.explanation): Deviation.of(entry)
        for verdict in report.verdicts
        for entry in verdict.deviations
    }
    new = [_proposal(verdict, description) for verdict in report.verdicts if verdict.explained_by is not None]
    return DeviationList(report.label, (*kept.values(), *new))


def _proposal(verdict: Verdict, description: Description) -> Deviation:
    variant = variants.parse(verdict.explained_by or "")
    reason = f"It {variants.in_words(variant)}. Why: {TO_WRITE}."
    return Deviation(
        rule=verdict.rule,
        variant=variant,
        reason=reason,
        link=TO_WRITE,
        versions=(description.version,),
        profile=verdict.profile,
    )
