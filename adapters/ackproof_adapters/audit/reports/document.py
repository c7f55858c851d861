"""The report of an audit as a JSON document. `report.schema.json` is its form.

Of a log nothing stands in it but ids of trees and tasks, names of components, counts, times and places of lines.
"""

from ackproof.wire.forms import Json
from attrs import asdict

from ackproof_adapters.audit.causes.verdicts import STATUSES, TreeVerdict
from ackproof_adapters.audit.logs.events import KINDS
from ackproof_adapters.audit.reports.report import AuditReport

FORMAT = 1
"""The version of the form. Later versions only add to it."""


def document(made: AuditReport) -> Json:
    """Return the report as a JSON document."""
    return {
        "format": FORMAT,
        "profile": made.profile,
        "workers": [
            {"name": log.name, "files": [file.path.name for file in log.files], "missing": list(log.missing)}
            for log in made.logs
        ],
        "lines": made.counts.lines,
        "events": {kind: made.counts.events[kind] for kind in KINDS if made.counts.events[kind]},
        "other_lines": dict(made.counts.others),
        "trees": {status: made.statuses[status] for status in STATUSES},
        "causes": [
            {"id": id_, "name": name, "component": component, "trees": number}
            for id_, name, component, number in made.causes
        ],
        "not_done": [_verdict(made, each) for each in made.verdicts],
        "components": {name: asdict(figures) for name, figures in sorted(made.figures.items())},
        "without_receivers": made.empty,
        "findings": made.findings,
        "not_allowed": made.not_allowed,
        "not_known": made.not_known,
    }


def _verdict(made: AuditReport, verdict: TreeVerdict) -> Json:
    return {
        "root": str(verdict.root),  # readers of JSON lose digits of numbers that are so long
        "status": verdict.status,
        "cause": verdict.cause.id if verdict.cause else None,
        "component": verdict.component,
        "task": verdict.task,
        "words": verdict.words,
        "lines": [{"worker": made.logs[each.worker].name, "at": made.where(each)} for each in verdict.places],
    }
