"""The differences between the results of two certificates, field by field of their documents.

Documents are compared as they were written, so that no field is lost that this release would read differently. For a
target that runs by the clock only the verdicts are compared: its results may vary from run to run.
"""

from collections.abc import Iterator, Sequence

from ackproof.target import REAL_TIME
from ackproof.wire.forms import Json

COMPARED = ("verdict", "examples", "operations", "premises", "sizes", "deviations", "explained_by")
"""Fields of a verdict that have to be equal."""

COMPARED_IN_REAL_TIME = ("verdict",)
"""Fields of a verdict that have to be equal if its target runs by the clock."""

OF_WITNESS = ("component", "config", "at", "operations", "results")
"""Fields of a witness that have to be equal."""

OF_TARGET = ("conclusion", "files", "assumptions")
"""Fields of a target that have to be equal, besides its verdicts."""

PLAIN = ("verdict", "examples", "operations", "conclusion")
"""Fields whose values are shown where they differ. Of the others only the name is."""

IN_WORDS = {"explained_by": "explanation", "at": "place", "config": "configuration"}
"""Fields whose names are no words."""

Key = tuple[str, str, str | None]
"""A target, a rule and a profile."""


def differences(before: Json, after: Json) -> Iterator[str]:
    """Yield a line for each verdict that differs between two certificates, and for each target. Versions are not
    compared: the same result by another version is the same result.
    """
    yield from verdict_differences(before, after)
    ours, theirs = ({each["name"]: each for each in document["targets"]} for document in (before, after))
    for name in ours:
        one, other = ours[name], theirs.get(name, {})
        # Earlier releases did not list the files.
        compared = [what for what in OF_TARGET if what != "files" or what in one]
        found = _fields(one, other, compared)
        if found:
            yield f"{name}: {'; '.join(found)}"


def verdict_differences(before: Json, after: Json) -> Iterator[str]:
    """Yield a line for each verdict that differs between two certificates, and one for all that only one of them has.

    Stories and times may differ; if a target of the second one runs by the clock, everything but the verdicts may.
    """
    ours, theirs = _by_key(before), _by_key(after)
    for key, found in _differing(before, after).items():
        if found:
            yield f"{' '.join(filter(None, key))}: {'; '.join(found)}"
    for where, more in (("before", ours.keys() - theirs), ("after", theirs.keys() - ours)):
        if more:
            yield f"{len(more)} verdict{'' if len(more) == 1 else 's'} only {where}"


def different_verdicts(before: Json, after: Json) -> int:
    """Return how many verdicts of a certificate are not in another, or differ there."""
    missing = _by_key(before).keys() - _by_key(after)
    return len(missing) + sum(bool(found) for found in _differing(before, after).values())


def _differing(before: Json, after: Json) -> dict[Key, list[str]]:
    """Return what differs in each verdict that both certificates have."""
    ours, theirs = _by_key(before), _by_key(after)
    in_real_time = set(by_the_clock(after))
    found = {}
    for key in ours:
        if key not in theirs:
            continue
        one, other = ours[key], theirs[key]
        once = key[0] in in_real_time
        found[key] = _fields(one, other, COMPARED_IN_REAL_TIME if once else COMPARED)
        if not once:
            found[key] += _of_witnesses(one.get("witness"), other.get("witness"))
    return found


def _fields(one: Json, other: Json, compared: Sequence[str]) -> list[str]:
    """Return the fields that differ, in words: those that are numbers or words with both values."""
    differing = [what for what in compared if one.get(what) != other.get(what)]
    found = [f"{what} {one.get(what)} before, {other.get(what)} after" for what in differing if what in PLAIN]
    others = [IN_WORDS.get(what, what) for what in differing if what not in PLAIN]
    return [*found, f"other {', '.join(others)}"] if others else found


def _of_witnesses(one: Json | None, other: Json | None) -> list[str]:
    if one is None or other is None:
        return [] if one is other else [f"a witness only {'after' if one is None else 'before'}"]
    differing = [what for what in OF_WITNESS if one.get(what) != other.get(what)]
    return [f"a witness with other {', '.join(IN_WORDS.get(what, what) for what in differing)}"] if differing else []


def by_the_clock(certificate: Json) -> list[str]:
    """Return the targets of a certificate that run by the clock, by name."""
    described = {each["name"]: each.get("description") or {} for each in certificate["targets"]}
    return [name for name, of in described.items() if REAL_TIME in of.get("capabilities", ())]


def _by_key(certificate: Json) -> dict[Key, Json]:
    """Return the verdicts of a certificate by target, rule and profile."""
    return {(each["target"], each["rule"], each["profile"]): each for each in certificate["verdicts"]}
