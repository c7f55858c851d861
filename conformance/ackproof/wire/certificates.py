"""The JSON form of a certificate, `schemas/certificate.schema.json`: writing one, and reading it back.

A certificate that is read is validated against the schema first. A field that an earlier release did not write gets the
value that it had then; fields that only a later release writes are ignored.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path

from attrs import asdict, field, frozen

from ackproof.errors import UsageError
from ackproof.target import Description
from ackproof.verdict import Outcome, RecordedDeviation, SkipKind, Verdict
from ackproof.wire import documents, schemas
from ackproof.wire.descriptions import description_to_json
from ackproof.wire.deviations import deviation_from_json, deviation_to_json
from ackproof.wire.forms import Json
from ackproof.wire.verdicts import verdict_to_json
from ackproof.wire.witnesses import witness_from_json
from ackproof.witness import Witness

FORM = 1
"""The version of the form."""

TIMES = ("started", "seconds")
"""Fields that differ between two identical runs. The digest and the published certificates leave them out."""

Key = tuple[str, str | None]
"""The subject of a verdict on a target: a rule, and a profile or None."""


@frozen
class HashedFile:
    """A file that a target consists of, or claims to consist of: its name, and the SHA-256 of its content."""

    name: str
    sha256: str


@frozen(kw_only=True)
class Suite:
    """The suite that ran. `specification` is the hash of its chapters. `specification_version` is None in certificates
    of the earliest releases.
    """

    name: str
    version: str
    specification_version: str | None = None
    specification: str
    hypothesis: str
    python: str


@frozen(kw_only=True)
class Settings:
    """The settings of a run. `budget` and `reply_timeout` are in seconds, None for no budget and for the default.

    `rule` is a pattern, `newer_rules` are those that are newer than the `specification` that was asked for, and
    `deviations` names the lists in use. It is not `reproducible` if a time budget decided how much was tried.
    """

    seed: int
    examples: int
    budget: float | None
    deep: bool = False
    reproducible: bool = True
    profile: str | None
    component: str | None
    rule: str | None
    specification: str | None = None
    newer_rules: tuple[str, ...] = ()
    strict: bool
    no_assumptions: bool = False
    deviations: tuple[str, ...] = ()
    quick: bool = False
    fail_fast: bool = False
    reply_timeout: float | None = None


LEFT_OUT = ("quick", "fail_fast", "reply_timeout")
"""Settings that are written only if they differ from their defaults."""


@frozen(kw_only=True)
class TargetContent:
    """The content of a certificate about one target. `unavailable` is the reason why the target could not be
    started.
    """

    name: str
    description: Description | None
    conclusion: str
    limits: Mapping[str, Mapping[str, int]]
    unavailable: str | None
    files: Sequence[HashedFile]
    verdicts: Sequence[Verdict]
    stale: Sequence[RecordedDeviation]
    unmatched: Sequence[tuple[RecordedDeviation, str]]


@frozen(kw_only=True)
class CertificateContent:
    """The content of a certificate. `files` are the names of the files beside it."""

    suite: Suite
    settings: Settings
    started: datetime
    seconds: float
    exit_code: int
    cut_off: bool
    stopped: bool
    files: Sequence[str]
    targets: Sequence[TargetContent]


@frozen(kw_only=True)
class WrittenVerdict:
    """The verdict on a rule as a certificate records it. `story` is empty unless there is a witness; the witness broke
    the rule at the operation `at`, counted from 0. `deviations` are the recorded ones that happened.
    """

    target: str
    rule: str
    title: str
    level: str
    profile: str | None
    outcome: Outcome
    reason: str
    examples: int
    operations: int
    premises: Mapping[str, int]
    sizes: Mapping[str, Mapping[int, int]]
    seconds: float
    skipped: SkipKind | None
    deviations: Sequence[RecordedDeviation]
    story: tuple[str, ...]
    at: int | None
    _witness: Json | None = field(default=None, repr=False)

    @property
    def witness(self) -> Witness | None:
        """Return the witness, if there is one; raise ValueError if it is invalid."""
        return None if self._witness is None else witness_from_json(self._witness)

    @property
    def key(self) -> Key:
        """The subject of the verdict."""
        return self.rule, self.profile

    @property
    def place(self) -> str:
        """The rule, and the profile if there is one, as shown in a line."""
        return self.rule if self.profile is None else f"{self.rule} under {self.profile}"

    @property
    def held(self) -> bool:
        """Whether the verdict has no unrecorded violation, or the rule does not apply."""
        return self.outcome in (Outcome.PASS, Outcome.DEVIATES, Outcome.SKIP)

    def counts_against(self, *, strict: bool) -> bool:
        """Whether the verdict keeps a target from being conformant."""
        if self.outcome is Outcome.FAIL:
            return strict or self.level == "MUST"
        return self.outcome is Outcome.ERROR


@frozen(kw_only=True)
class WrittenTarget:
    """A target as a certificate records it. `version` is None, and the rest empty, if the target was unavailable.

    `stale` and `unmatched` are recorded deviations that did not happen, or could not, the latter with the reason.
    """

    name: str
    label: str
    version: str | None
    conclusion: str
    unavailable: str | None
    components: tuple[str, ...]
    profiles: tuple[str, ...]
    assumptions: tuple[str, ...]
    files: tuple[HashedFile, ...]
    skipped_musts: tuple[str, ...]
    stale: Sequence[RecordedDeviation]
    unmatched: Sequence[tuple[RecordedDeviation, str]]
    verdicts: Sequence[WrittenVerdict]

    @property
    def counts(self) -> Counter[Outcome]:
        """The number of verdicts by outcome."""
        return Counter(verdict.outcome for verdict in self.verdicts)

    def of(self, *outcomes: Outcome) -> list[WrittenVerdict]:
        """Return the verdicts with one of some outcomes."""
        return [verdict for verdict in self.verdicts if verdict.outcome in outcomes]

    def by_key(self) -> dict[Key, WrittenVerdict]:
        """Return the verdicts by their subjects."""
        return {verdict.key: verdict for verdict in self.verdicts}


@frozen(kw_only=True)
class WrittenCertificate:
    """A whole certificate, and the document that it was read from.

    `cut_off` and `stopped` say that verdicts are missing: the run was interrupted, or was to end at the first
    violation.
    """

    suite: Suite
    settings: Settings
    started: str | None
    seconds: float
    exit_code: int
    digest: str | None
    cut_off: bool
    stopped: bool
    targets: Sequence[WrittenTarget]
    document: Json = field(repr=False)

    @property
    def quick(self) -> bool:
        """Whether the run was a quick one, which proves less than a full one."""
        return self.settings.quick

    @property
    def strict(self) -> bool:
        """Whether a broken SHOULD counts."""
        return self.settings.strict

    @property
    def is_whole(self) -> bool:
        """Whether the run was completed."""
        return not (self.cut_off or self.stopped)


def read_certificate(path: Path) -> Json:
    """Return the certificate in a file as its document, not yet validated against the schema.

    Raise `UsageError` if it is not a certificate.
    """
    document = documents.read_form(path, "certificate", FORM)
    if not isinstance(document, dict) or "certificate" not in document:
        raise UsageError(f"{path} is not a certificate; 'ackproof certify' writes certificate.json into its folder")
    return document


def read_written(path: Path) -> WrittenCertificate:
    """Return the certificate in a file; raise `UsageError` with the place of the first fault if it is invalid."""
    document = read_certificate(path)
    try:
        return certificate_from_json(document)
    except ValueError as error:
        raise UsageError(f"{path} is not a certificate of this form: {error}") from error


def certificate_from_json(document: Json) -> WrittenCertificate:
    """Return the certificate in a document; raise ValueError with the place of the fault if it is invalid."""
    schemas.check(document, "certificate")
    verdicts = [written_verdict(each) for each in document["verdicts"]]
    return WrittenCertificate(
        suite=documents.structure(document["suite"], Suite, "suite"),
        settings=documents.structure(document["settings"], Settings, "settings"),
        started=document.get("started"),
        seconds=document.get("seconds", 0.0),
        exit_code=document["exit_code"],
        digest=document.get("digest"),
        cut_off=document.get("cut_off", False),
        stopped=document.get("stopped", False),
        targets=[_target(each, verdicts) for each in document["targets"]],
        document=document,
    )


def certificate_to_json(content: CertificateContent) -> Json:
    """Return a certificate as a document, with its digest."""
    settings = asdict(content.settings, filter=lambda each, value: each.name not in LEFT_OUT or value != each.default)
    document: Json = {
        "certificate": FORM,
        "suite": asdict(content.suite),
        "settings": {name: list(value) if isinstance(value, tuple) else value for name, value in settings.items()},
        "started": content.started.isoformat(timespec="seconds"),
        "seconds": round(content.seconds, 1),
        "exit_code": content.exit_code,
        **({"cut_off": True} if content.cut_off else {}),
        **({"stopped": True} if content.stopped else {}),
        **({"files": list(content.files)} if content.files else {}),
        "targets": [target_to_json(each) for each in content.targets],
        "verdicts": [verdict_to_json(verdict) for each in content.targets for verdict in each.verdicts],
    }
    return {**document, "digest": digest(document)}


def target_to_json(content: TargetContent) -> Json:
    """Return a target's part of a certificate."""
    described = content.description
    assumptions = () if described is None else described.assumptions
    counts = Counter(verdict.outcome for verdict in content.verdicts)
    return {
        "name": content.name,
        "description": None if described is None else description_to_json(described),
        "conclusion": content.conclusion,
        **({"assumptions": list(assumptions)} if assumptions else {}),
        **({"limits": {name: dict(own) for name, own in content.limits.items()}} if content.limits else {}),
        "unavailable": content.unavailable,
        **({"files": [{"file": each.name, "sha256": each.sha256} for each in content.files]} if content.files else {}),
        "counts": {outcome.value: counts[outcome] for outcome in Outcome},
        "skipped_musts": sorted({verdict.rule for verdict in content.verdicts if verdict.is_skipped_must}),
        "stale": [deviation_to_json(each) for each in content.stale],
        "unmatched": [{**deviation_to_json(each), "why": why} for each, why in content.unmatched],
    }


def digest(document: Json) -> str:
    """Return the digest of a certificate: the SHA-256 of its canonical form, without the digest itself and without
    times. So two runs with the same results have the same digest, and an edited certificate has another.
    """
    return f"sha256:{hashlib.sha256(canonical(_without_times(document))).hexdigest()}"


def canonical(document: Json) -> bytes:
    """Return the canonical form of a document: JSON in UTF-8, keys in the order of their code points, no space between
    tokens, and characters escaped only where JSON requires it.
    """
    return json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def _without_times(document: Json) -> Json:
    kept = {name: value for name, value in document.items() if name not in (*TIMES, "digest")}
    timed = kept.get("verdicts", [])
    return {**kept, "verdicts": [{name: each[name] for name in each if name not in TIMES} for each in timed]}


def _target(document: Json, verdicts: Sequence[WrittenVerdict]) -> WrittenTarget:
    name, described = document["name"], document["description"] or {}
    return WrittenTarget(
        name=name,
        label=described["name"] if described and name.startswith("exec:") else name,
        version=described.get("version"),
        conclusion=document["conclusion"],
        unavailable=document["unavailable"],
        components=tuple(described.get("components", ())),
        profiles=tuple(described.get("profiles", ())),
        assumptions=tuple(document.get("assumptions", ())),
        files=(*map(_file, document.get("files", ())), *_jars(described.get("evidence", {}))),
        skipped_musts=tuple(document["skipped_musts"]),
        stale=tuple(map(deviation_from_json, document["stale"])),
        unmatched=tuple((deviation_from_json(each), each["why"]) for each in document["unmatched"]),
        verdicts=[verdict for verdict in verdicts if verdict.target == name],
    )


def _file(document: Json) -> HashedFile:
    return HashedFile(document["file"], document["sha256"])


def _jars(evidence: Json) -> Iterator[HashedFile]:
    """Yield the jars that a target says it runs. Each target has its own form of evidence: evidence in another form is
    skipped.
    """
    jars = evidence.get("jars") if isinstance(evidence, dict) else None
    for each in jars if isinstance(jars, list) else ():
        if isinstance(each, dict) and isinstance(each.get("file"), str) and isinstance(each.get("sha256"), str):
            yield _file(each)


def written_verdict(document: Json) -> WrittenVerdict:
    """Return the verdict in a part of a certificate. Verdicts that were published without times get a time of 0."""
    skipped, witness = document.get("skipped"), document.get("witness", {})
    return WrittenVerdict(
        target=document["target"],
        rule=document["rule"],
        title=document["title"],
        level=document["level"],
        profile=document["profile"],
        outcome=Outcome(document["verdict"]),
        reason=document["reason"],
        examples=document["examples"],
        operations=document["operations"],
        premises=document["premises"],
        sizes={
            name: {int(size): count for size, count in counts.items()}
            for name, counts in document.get("sizes", {}).items()
        },
        seconds=document.get("seconds", 0.0),
        skipped=None if skipped is None else SkipKind(skipped),
        deviations=tuple(map(deviation_from_json, document.get("deviations", ()))),
        story=tuple(witness.get("story", ())),
        at=witness.get("at"),
        witness=document.get("witness"),
    )
