"""Verifying a certificate: is it unchanged, and is it reproducible? A certificate names its seed, its settings and its
suite, so anyone with the target can reproduce it. The verifier chooses the target that is run: a certificate may come
from anybody, and a command or a module in it is never run.
"""

from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

from ackproof.engine.certify import CertificationOrder
from ackproof.engine.discovery import discover
from ackproof.engine.evidence.certificate import suite
from ackproof.engine.examination.examine import Effort
from ackproof.engine.plan import Selection
from ackproof.errors import TargetBroke, TargetUnavailable, UsageError
from ackproof.wire.certificates import WrittenCertificate, digest, read_written
from ackproof.wire.descriptions import description_to_json
from ackproof.wire.forms import Json

SHIPPED = "shipped"

SAME_TARGET = ("name", "components", "profiles")
"""Fields of a description that have to be equal, or else it is another target. Its version may differ."""


def is_edited(certificate: WrittenCertificate) -> bool:
    """Whether a certificate was edited. A certificate of an earlier release has no digest, so it cannot be checked."""
    return certificate.digest is not None and certificate.digest != digest(certificate.document)


def read_as_written(path: Path) -> WrittenCertificate:
    """Return the certificate in a file; raise `UsageError` if it is invalid or was edited."""
    certificate = read_written(path)
    if is_edited(certificate):
        raise UsageError(f"{path} was edited: its digest does not match; make it again")
    return certificate


def order_of(
    certificate: WrittenCertificate, target: str | None, deviations_files: Sequence[Path], workers: int
) -> CertificationOrder:
    """Return the order that reproduces a certificate, on the user's own target or on those that it names. Raise
    `UsageError` if it cannot be reproduced, or if its targets must not be run.
    """
    settings = certificate.settings
    if not certificate.is_whole or settings.budget is not None:
        why = "a time budget decided how much was tried" if certificate.is_whole else "its run did not come to its end"
        raise UsageError(f"this certificate cannot be made again: {why}")
    names = [each.name for each in certificate.targets]
    if target is not None and len(names) != 1:
        raise UsageError(f"this certificate is about {', '.join(names)}; leave out TARGET")
    recorded = [name for name in settings.deviations if name != SHIPPED]
    if len(recorded) != len(deviations_files):
        named = ", ".join(recorded) or "none"
        raise UsageError(
            f"this certificate was made with lists of deviations ({named}); give them by --deviations-file"
        )
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


def other_versions(certificate: WrittenCertificate, order: CertificationOrder) -> list[str]:
    """Return a line for each target that has another version here; raise `UsageError` if one is another target: if its
    name, its components or its profiles are not those of the certificate.

    A target that cannot be described here is left to the run, and one that could not be described then is not compared.
    """
    lines = []
    for before, target in zip(certificate.document["targets"], order.targets, strict=True):
        here = _described(target, order)
        there = before.get("description")
        if here is None or there is None:
            continue
        if any(there[what] != here[what] for what in SAME_TARGET):
            raise UsageError(
                f"this certificate is about {_identity(there)}, and {target} is another target: {_identity(here)}; "
                "name the one that it is about, in any version"
            )
        if there["version"] != here["version"]:
            lines.append(f"{before['name']} had version {there['version']}, and has {here['version']} here")
    return lines


def _described(target: str, order: CertificationOrder) -> Json | None:
    try:
        with closing(discover.find(target, order.reply_timeout, order.selection.component)) as driver:
            return description_to_json(driver.describe())
    except (TargetBroke, TargetUnavailable):
        return None


def _identity(description: Json) -> str:
    components, profiles = (", ".join(description[what]) for what in ("components", "profiles"))
    return f"{description['name']} (components {components}; profiles {profiles})"


def _ours(name: str) -> str:
    if name in discover.registered() or name.startswith((discover.VARIANT, discover.MUTANT)):
        return name
    raise UsageError(
        f"this certificate is about {name!r}, which a file does not get to run; name the target yourself: "
        "ackproof verify CERTIFICATE TARGET"
    )


def circumstances(certificate: WrittenCertificate) -> Iterator[str]:
    """Yield a line for each part of the suite that differs here, since that may explain different verdicts."""
    here = suite()
    for name in ("version", "specification_version", "specification", "hypothesis", "python"):
        there, ours = getattr(certificate.suite, name), getattr(here, name)
        if there is not None and there != ours:
            what = "ackproof" if name == "version" else name.replace("_", " ")
            yield f"made with {what} {there}, and this is {ours}"
