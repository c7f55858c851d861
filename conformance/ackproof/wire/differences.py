"""The differences between the results of two certificates, field by field of their documents.

Documents are compared as they were written, so that no field is lost that this release would read differently. For a
target that runs by the clock only the verdicts are compared: its results may vary from run to run.
"""

from collections.abc import Iterator

from ackproof.target import REAL_TIME
from ackproof.wire.forms import Json

COMPARED = ("verdict", "examples", "operations", "premises", "sizes", "deviations", "explained_by")
"""Fields of a verdict that have to be equal."""

COMPARED_IN_REAL_TIME = ("verdict",)
"""Fields of a verdict that have to be equal if its target runs by the clock."""

OF_WITNESS = ("component", "config", "at", "operations", "results")
"""Fields of a witness that have to be equal."""

OF_TARGET = ("conclusion", "files", "assumptions")
"""Fields of a target that have to be equal, besides its verdicts and its version."""

SHOWN = 120
"""Maximum number of characters of a value that a difference shows."""

Key = tuple[str, str, str | None]
"""A target, a rule and a profile."""


def differences(before: Json, after: Json) -> Iterator[str]:
    """Yield a line for each difference between the results of two certificates."""
    yield from verdict_differences(before, after)
    ours, theirs = ({each["name"]: each for each in document["targets"]} for document in (before, after))
    for name in ours:
        one, other = ours[name], theirs.get(name, {})
        version, other_version = ((each.get("description") or {}).get("version") for each in (one, other))
        if version != other_version:
            yield f"{name}: version {version} before, {other_version} after"
        for what in OF_TARGET:
            # Earlier releases did not list the files.
            if one.get(what) != other.get(what) and (what != "files" or what in one):
                yield f"{name}: {what} {_shown(one.get(what))} before, {_shown(other.get(what))} after"


def verdict_differences(before: Json, after: Json) -> Iterator[str]:
    """Yield a line for each difference between the verdicts of two certificates. Stories and times may differ; if a
    target of the second one runs by the clock, everything but the verdicts may.
    """
    ours, theirs = _by_key(before), _by_key(after)
    in_real_time = set(by_the_clock(after))
    for key in dict.fromkeys((*ours, *theirs)):
        name = " ".join(filter(None, key))
        if key not in ours or key not in theirs:
            yield f"{name}: only {'before' if key in ours else 'after'}"
            continue
        once = key[0] in in_real_time
        for what in COMPARED_IN_REAL_TIME if once else COMPARED:
            one, other = ours[key].get(what), theirs[key].get(what)
            if one != other:
                yield f"{name}: {what} {_shown(one)} before, {_shown(other)} after"
        if once:
            continue
        one, other = ours[key].get("witness"), theirs[key].get("witness")
        if (one is None) != (other is None):
            yield f"{name}: a witness only {'before' if one is not None else 'after'}"
        elif one is not None and other is not None:
            yield from (
                f"{name}: the witness's {what} {_shown(one.get(what))} before, {_shown(other.get(what))} after"
                for what in OF_WITNESS
                if one.get(what) != other.get(what)
            )


def by_the_clock(certificate: Json) -> list[str]:
    """Return the targets of a certificate that run by the clock, by name."""
    described = {each["name"]: each.get("description") or {} for each in certificate["targets"]}
    return [name for name, of in described.items() if REAL_TIME in of.get("capabilities", ())]


def _by_key(certificate: Json) -> dict[Key, Json]:
    """Return the verdicts of a certificate by target, rule and profile."""
    return {(each["target"], each["rule"], each["profile"]): each for each in certificate["verdicts"]}


def _shown(value: object) -> str:
    """Return the beginning of a value's repr."""
    text = repr(value)
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 3]}..."
