"""The JSON form of a recorded deviation: an entry of a list, and what a certificate says of it."""

from ackproof.verdict import RecordedDeviation
from ackproof.wire.forms import Json


def deviation_to_json(entry: RecordedDeviation) -> Json:
    """Return the entry as it stands in a list and in a certificate."""
    document: Json = {"rule": entry.rule}
    if entry.witness is None:
        document["variant"] = entry.variant
    else:
        document |= {"witness": entry.witness, "sha256": entry.sha256}
    if entry.profile is not None:
        document["profile"] = entry.profile
    return {**document, "reason": entry.reason, "link": entry.link, "versions": list(entry.versions)}


def deviation_from_json(document: Json) -> RecordedDeviation:
    """Return the entry that `deviation_to_json` wrote; the document follows its schema."""
    return RecordedDeviation(
        rule=document["rule"],
        variant=document.get("variant"),
        witness=document.get("witness"),
        sha256=document.get("sha256"),
        reason=document["reason"],
        link=document["link"],
        versions=tuple(document["versions"]),
        profile=document.get("profile"),
    )
