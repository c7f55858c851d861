"""The differences between two certificates in what was found, member by member of their documents.

They are compared as they were written, so that nothing is lost that this release would read in another way.
"""

from collections.abc import Iterator

from ackproof.wire.forms import Json

COMPARED = ("verdict", "examples", "operations", "premises", "sizes", "deviations", "explained_by")
"""What of a verdict has to be equal."""

OF_WITNESS = ("component", "config", "at", "operations", "results")
"""What of a witness has to be equal."""

OF_TARGET = ("conclusion", "files", "assumptions")
"""What of a target has to be equal besides its verdicts, and its version."""

SHOWN = 120
"""Characters of a value that a difference has."""

Key = tuple[str, str, str | None]
"""A target, a rule and a profile."""


def differences(before: Json, after: Json) -> Iterator[str]:
    """Yield a line for each difference between two certificates in what was found."""
    yield from verdict_differences(before, after)
    ours, theirs = ({each["name"]: each for each in document["targets"]} for document in (before, after))
    for name in ours:
        one, other = ours[name], theirs.get(name, {})
        version, other_version = ((each.get("description") or {}).get("version") for each in (one, other))
        if version != other_version:
            yield f"{name}: version {version} before, {other_version} after"
        for what in OF_TARGET:
            # Earlier releases did not say what files there were.
            if one.get(what) != other.get(what) and (what != "files" or what in one):
                yield f"{name}: {what} {_shown(one.get(what))} before, {_shown(other.get(what))} after"


def verdict_differences(before: Json, after: Json) -> Iterator[str]:
    """Yield a line for each difference between the verdicts of two certificates. Stories and times may differ."""
    ours, theirs = _by_key(before), _by_key(after)
    for key in dict.fromkeys((*ours, *theirs)):
        name = " ".join(filter(None, key))
        if key not in ours or key not in theirs:
            yield f"{name}: only {'before' if key in ours else 'after'}"
            continue
        for what in COMPARED:
            one, other = ours[key].get(what), theirs[key].get(what)
            if one != other:
                yield f"{name}: {what} {_shown(one)} before, {_shown(other)} after"
        one, other = ours[key].get("witness"), theirs[key].get("witness")
        if (one is None) != (other is None):
            yield f"{name}: a witness only {'before' if one is not None else 'after'}"
        elif one is not None and other is not None:
            yield from (
                f"{name}: the witness's {what} {_shown(one.get(what))} before, {_shown(other.get(what))} after"
                for what in OF_WITNESS
                if one.get(what) != other.get(what)
            )


def _by_key(certificate: Json) -> dict[Key, Json]:
    """Return the verdicts of a certificate by target, rule and profile."""
    return {(each["target"], each["rule"], each["profile"]): each for each in certificate["verdicts"]}


def _shown(value: object) -> str:
    """Return the start of a value's own form."""
    text = repr(value)
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 3]}..."
