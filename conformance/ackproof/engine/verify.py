"""Verifying a certificate: is it as it was written, and does the same come out again?

A certificate names its seed, its settings and its suite, so whoever has the target can make it anew. Which target is
run is up to who verifies: a certificate may be anybody's, and a command or a module in it is never run.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ackproof.engine import discover
from ackproof.engine.certificate import suite
from ackproof.engine.certify import CertificationOrder
from ackproof.engine.examine import Effort
from ackproof.engine.plan import Selection
from ackproof.errors import UsageError
from ackproof.wire.certificates import WrittenCertificate, digest, read_written

COMPARED = ("verdict", "examples", "operations", "premises", "sizes", "deviations", "explained_by")
"""What of a verdict has to be equal."""

OF_WITNESS = ("component", "config", "at", "operations", "results")
"""What of a witness has to be equal."""

OF_TARGET = ("conclusion", "files", "assumptions")
"""What of a target has to be equal besides its verdicts, and its version."""

SHIPPED = "shipped"
SHOWN = 120

Key = tuple[str, str, str | None]
"""A target, a rule and a profile."""


def is_edited(certificate: WrittenCertificate) -> bool:
    """Whether a certificate is not as it was written. One of an earlier release has no digest, and does not tell."""
    return certificate.digest is not None and certificate.digest != digest(certificate.document)


def read_as_written(path: Path) -> WrittenCertificate:
    """Return the certificate in a file; raise `UsageError` if it is none, or was edited: then it says nothing."""
    certificate = read_written(path)
    if is_edited(certificate):
        raise UsageError(f"{path} was edited: it is not as it was written, by its digest; make it anew")
    return certificate


def order_of(
    certificate: WrittenCertificate, target: str | None, deviations_files: Sequence[Path], workers: int
) -> CertificationOrder:
    """Return what makes a certificate anew, on a target of one's own or on those that it names. Raise `UsageError` if
    it cannot be made anew, or if its targets are not for us to choose.
    """
    settings = certificate.settings
    if not certificate.is_whole or settings.budget is not None:
        why = "a time budget decided how much was tried" if certificate.is_whole else "its run did not come to its end"
        raise UsageError(f"this certificate cannot be made anew: {why}")
    names = [each.name for each in certificate.targets]
    if target is not None and len(names) != 1:
        raise UsageError(f"this certificate is about {', '.join(names)}; leave out TARGET")
    recorded = [name for name in settings.deviations if name != SHIPPED]
    if len(recorded) != len(deviations_files):
        told = ", ".join(recorded) or "none"
        raise UsageError(f"this certificate was made with lists of deviations ({told}); give them by --deviations-file")
    return CertificationOrder(
        targets=(target,) if target is not None else tuple(map(_ours, names)),
        selection=Selection(
            profile=settings.profile,
            component=settings.component,
            rule=settings.rule,
            specification=settings.specification,
            quick=certificate.quick,
        ),
        effort=Effort(settings.examples, settings.seed, None, settings.deep),
        workers=workers,
        strict=certificate.strict,
        no_assumptions=settings.no_assumptions,
        reply_timeout=settings.reply_timeout,
        deviations=SHIPPED in settings.deviations,
        deviations_files=tuple(deviations_files),
        propose=any("explained_by" in each for each in certificate.document["verdicts"]),
        name=names[0] if target not in (None, names[0]) else None,
    )


def _ours(name: str) -> str:
    if name in discover.registered() or name.startswith((discover.VARIANT, discover.MUTANT)):
        return name
    raise UsageError(
        f"this certificate is about {name!r}, which a file does not get to run; name the target yourself: "
        "ackproof verify CERTIFICATE TARGET"
    )


def circumstances(certificate: WrittenCertificate) -> Iterator[str]:
    """Yield a line for each part of the suite that is another here: then other verdicts are no surprise."""
    here = suite()
    for name in ("version", "specification_version", "specification", "hypothesis", "python"):
        there, ours = getattr(certificate.suite, name), getattr(here, name)
        if there is not None and there != ours:
            what = "ackproof" if name == "version" else name.replace("_", " ")
            yield f"made with {what} {there}, and this is {ours}"


def differences(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[str]:
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


def verdict_differences(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[str]:
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


def _by_key(certificate: Mapping[str, Any]) -> dict[Key, Mapping[str, Any]]:
    """Return the verdicts of a certificate by target, rule and profile."""
    return {(each["target"], each["rule"], each["profile"]): each for each in certificate["verdicts"]}


def _shown(value: object) -> str:
    """Return the start of a value's own form."""
    text = repr(value)
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 3]}..."
