"""The JSON form of a verdict within a certificate."""

from ackproof.verdict import Outcome, SkipKind, Verdict
from ackproof.wire.deviations import deviation_from_json, deviation_to_json
from ackproof.wire.forms import Json
from ackproof.wire.witnesses import witness_from_json, witness_to_json


def verdict_to_json(verdict: Verdict) -> Json:
    """Return the verdict in the form that certificates use."""
    document: Json = {
        "target": verdict.target,
        "rule": verdict.rule,
        "title": verdict.title,
        "level": verdict.level,
        "profile": verdict.profile,
        "verdict": verdict.outcome.value,
        "reason": verdict.reason,
        "examples": verdict.examples,
        "operations": verdict.operations,
        "seconds": round(verdict.seconds, 3),
        "premises": verdict.premises,
    }
    if verdict.sizes:
        document["sizes"] = {
            name: {str(size): count for size, count in counts.items()} for name, counts in verdict.sizes.items()
        }
    if verdict.skipped is not None:
        document["skipped"] = verdict.skipped.value
    if verdict.deviations:
        document["deviations"] = [deviation_to_json(entry) for entry in verdict.deviations]
    if verdict.explained_by is not None:
        document["explained_by"] = verdict.explained_by
    if verdict.witness is not None:
        document["witness"] = witness_to_json(verdict.witness)
    return document


def verdict_from_json(document: Json) -> Verdict:
    """Return the verdict that `verdict_to_json` wrote; raise ValueError if its witness is invalid."""
    apart = ("verdict", "deviations", "skipped", "witness", "sizes")
    fields = {name: value for name, value in document.items() if name not in apart}
    skipped, witness = document.get("skipped"), document.get("witness")
    return Verdict(
        outcome=Outcome(document["verdict"]),
        deviations=tuple(map(deviation_from_json, document.get("deviations", ()))),
        skipped=None if skipped is None else SkipKind(skipped),
        witness=None if witness is None else witness_from_json(witness),
        sizes={
            name: {int(size): count for size, count in counts.items()}
            for name, counts in document.get("sizes", {}).items()
        },
        **fields,
    )
