"""A certificate as it was written: what reports, comparisons and later runs read of one.

It is held to the schema before anything is read of it. What an earlier release did not write has the value that it had
then; what a later one writes besides is not looked at.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from attrs import field, frozen

from ackproof.verdict import Outcome, RecordedDeviation, SkipKind
from ackproof.wire import schemas
from ackproof.wire.deviations import deviation_from_json
from ackproof.wire.forms import Json
from ackproof.wire.witnesses import witness_from_json
from ackproof.witness import Witness

TIMES = ("started", "seconds")
"""What differs between two runs of the same. The digest leaves it out, and so do the published certificates."""

Key = tuple[str, str | None]
"""What a verdict on a target is about: a rule, and a profile or none."""


@frozen
class HashedFile:
    """A file that a target is made of, or that it says it is made of: its name, and the SHA-256 of its content."""

    name: str
    sha256: str


@frozen(kw_only=True)
class WrittenVerdict:
    """What a certificate says of a rule. `story` is empty unless there is a witness, which broke the rule at the
    operation `at`, counted from 0. `deviations` are the recorded ones that happened.
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
        """The witness, if there is one; raise ValueError if it makes no sense."""
        return None if self._witness is None else witness_from_json(self._witness)

    @property
    def key(self) -> Key:
        """What it is about."""
        return self.rule, self.profile

    @property
    def place(self) -> str:
        """The rule, and the profile if there is one, as they stand in a line."""
        return self.rule if self.profile is None else f"{self.rule} under {self.profile}"

    @property
    def held(self) -> bool:
        """Whether nothing was found that is not recorded, or the rule does not apply."""
        return self.outcome in (Outcome.PASS, Outcome.DEVIATES, Outcome.SKIP)

    def counts_against(self, *, strict: bool) -> bool:
        """Whether it keeps a target from being conformant."""
        if self.outcome is Outcome.FAIL:
            return strict or self.level == "MUST"
        return self.outcome is Outcome.ERROR


@frozen(kw_only=True)
class WrittenTarget:
    """What a certificate says of a target. `version` is None, and the rest empty, where it could not be asked.

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
        """How many verdicts there are of each kind."""
        return Counter(verdict.outcome for verdict in self.verdicts)

    def of(self, *outcomes: Outcome) -> list[WrittenVerdict]:
        """Return the verdicts of some kinds."""
        return [verdict for verdict in self.verdicts if verdict.outcome in outcomes]

    def by_key(self) -> dict[Key, WrittenVerdict]:
        """Return the verdicts by what they are about."""
        return {verdict.key: verdict for verdict in self.verdicts}


@frozen(kw_only=True)
class WrittenCertificate:
    """A whole certificate. `suite` and `settings` are as they stand there, with what schema promises of them.

    `quick` says that only the quick rules were tried. `cut_off` and `stopped` say that verdicts are missing: the run
    was interrupted, or was to end at the first violation.
    """

    suite: Mapping[str, str]
    settings: Json
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
        """Whether it is of a quick run, which says less than a full one."""
        return bool(self.settings.get("quick"))

    @property
    def strict(self) -> bool:
        """Whether a broken SHOULD counts."""
        return bool(self.settings["strict"])

    @property
    def is_whole(self) -> bool:
        """Whether the run came to its end."""
        return not (self.cut_off or self.stopped)


def certificate_from_json(document: Json) -> WrittenCertificate:
    """Return the certificate that a document is; raise ValueError, naming the place, if it is none."""
    schemas.check(document, "certificate")
    verdicts = [_verdict(each) for each in document["verdicts"]]
    return WrittenCertificate(
        suite=document["suite"],
        settings=document["settings"],
        started=document.get("started"),
        seconds=document.get("seconds", 0.0),
        exit_code=document["exit_code"],
        digest=document.get("digest"),
        cut_off=document.get("cut_off", False),
        stopped=document.get("stopped", False),
        targets=[_target(each, verdicts) for each in document["targets"]],
        document=document,
    )


def digest(document: Json) -> str:
    """Return the digest of a certificate: the SHA-256 of its canonical form, without the digest itself and without
    times. So two runs that found the same have the same digest, and an edited certificate has another.
    """
    return f"sha256:{hashlib.sha256(canonical(_without_times(document))).hexdigest()}"


def canonical(document: Json) -> bytes:
    """Return the canonical form of a document: JSON in UTF-8, keys in the order of their code points, no space between
    tokens, and no character escaped that JSON lets stand.
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
    """Yield the jars that a target says it runs. Evidence has the target's own form: what is of another is not read."""
    jars = evidence.get("jars") if isinstance(evidence, dict) else None
    for each in jars if isinstance(jars, list) else ():
        if isinstance(each, dict) and isinstance(each.get("file"), str) and isinstance(each.get("sha256"), str):
            yield _file(each)


def _verdict(document: Json) -> WrittenVerdict:
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
