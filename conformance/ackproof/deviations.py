"""Deviations: violations that are known and explained, so that a run can tell them from new ones.

A list is a TOML file for one target. Each entry names a rule and the variant of the reference that behaves as the
target does; see `ackproof.variants` for what counts as explained. An entry that explains nothing any more is stale, one
that cannot apply (another version, a rule that is skipped) is unmatched, and both are said: a list must not rot.
"""

import tomllib
from collections.abc import Sequence
from pathlib import Path

import tomli_w
from attrs import field, frozen

from ackproof import schemas, variants
from ackproof.components import Result
from ackproof.components.acker import AckerResult
from ackproof.errors import UsageError
from ackproof.specification import all_rules
from ackproof.target import Run
from ackproof.targets.reference import ReferenceTarget
from ackproof.variants import Variant
from ackproof.wire import Json


@frozen
class Deviation:
    """An entry of a list. `profile` None means every profile; `versions` are those of the target that have it."""

    rule: str
    variant: tuple[Variant, ...]
    reason: str
    link: str
    versions: tuple[str, ...] = ()
    profile: str | None = None

    @property
    def variant_name(self) -> str:
        """The variant as it is written in a list."""
        return variants.joined(self.variant)

    def explains(self, run: Run, results: Sequence[Result]) -> bool:
        """Whether the variant gives just these results, to all operations of the run."""
        return agrees(self.variant, run, results)

    def to_json(self) -> Json:
        """Return the entry as it stands in a list and in a certificate."""
        document: Json = {"rule": self.rule, "variant": self.variant_name}
        if self.profile is not None:
            document["profile"] = self.profile
        return {**document, "reason": self.reason, "link": self.link, "versions": list(self.versions)}

    @classmethod
    def from_json(cls, document: Json) -> "Deviation":
        """Return the entry that `to_json` wrote; raise ValueError for a rule or variant that does not exist."""
        if document["rule"] not in all_rules():
            raise ValueError(f"there is no rule {document['rule']}")
        return cls(
            document["rule"],
            variants.parse(document["variant"]),
            document["reason"],
            document["link"],
            tuple(document["versions"]),
            document.get("profile"),
        )


@frozen
class DeviationList:
    """All that is known of one target."""

    target: str
    entries: tuple[Deviation, ...] = field(default=())

    def of(self, rule: str, profile: str | None, version: str) -> tuple[Deviation, ...]:
        """Return the entries that may explain violations of a rule under a profile, by a version of the target."""
        return tuple(entry for entry in self.entries if version in entry.versions and is_about(entry, rule, profile))


def is_about(entry: Deviation, rule: str, profile: str | None) -> bool:
    """Whether an entry is about a rule under a profile."""
    return entry.rule == rule and entry.profile in (None, profile)


def read(path: Path) -> DeviationList:
    """Return the list in a file; raise `UsageError` with the place if it is none."""
    if not path.is_file():
        raise UsageError(f"{path} is not a file; a list of deviations is read several times")
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from error
    except ValueError as error:
        raise UsageError(f"{path} is not TOML: {error}") from error
    try:
        schemas.check(document, "deviations")
        return DeviationList(document["target"], tuple(map(Deviation.from_json, document.get("deviation", []))))
    except ValueError as error:
        raise UsageError(f"{path} is not a list of deviations: {error}") from error


def write(path: Path, listed: DeviationList) -> None:
    """Write a list."""
    document = {"target": listed.target, "deviation": [entry.to_json() for entry in listed.entries]}
    path.write_text(tomli_w.dumps(document), encoding="utf-8")


def agrees(differences: tuple[Variant, ...], run: Run, results: Sequence[Result]) -> bool:
    """Whether the reference with these differences gives the same results as a target, operation by operation."""
    if run.component != "acker":
        return False  # all variants are of the acker
    component = ReferenceTarget("variant", differences).open(run.component, run.config)
    return all(map(_alike, results, component.apply(run.operations)))


def _alike(theirs: AckerResult, ours: AckerResult) -> bool:
    """Whether two results are the same in all that the target tells."""
    return (
        theirs.notifications == ours.notifications
        and theirs.acked in (None, ours.acked)
        and theirs.pending in (None, ours.pending)
    )


def explaining(found: Sequence[tuple[Run, Sequence[Result]]], profile: str | None) -> list[tuple[Variant, ...]]:
    """Return the differences with which the reference does all that was found, the fewest first."""
    return [
        differences
        for differences in variants.all_combinations(profile)
        if all(agrees(differences, run, results) for run, results in found)
    ]
