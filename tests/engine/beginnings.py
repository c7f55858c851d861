"""The verdicts of each rule on right targets after its first examples: the beginning of the published certificates.

They are kept in `beginnings.json`. A test repeats those runs for every change, and a slow test the runs of all
examples. `python -m tools.regenerate` regenerates the file, and `cd tests && python -m engine.beginnings` only this
file.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ackproof.rules.registry import all_checks
from ackproof.verdict import Verdict
from ackproof.wire.certificates import read_certificate
from ackproof.wire.verdicts import verdict_to_json
from common.verdicts import verdicts

BEGINNINGS = Path(__file__).with_name("beginnings.json")
CERTIFICATES = Path(__file__).parents[2] / "docs" / "certificates"
TARGETS = ("reference", "topology-reference", "multilang-reference")
FIRST = 20
"""Number of examples, of 300. A change in drawing, or in how a premise is met, shows in these as in the others."""

Each = tuple[str, str, str | None]
"""A target, a rule and a profile."""


def published() -> dict[str, list[dict[str, Any]]]:
    """Return the verdicts of the published certificates, by target."""
    return {target: read_certificate(CERTIFICATES / f"{target}.json")["verdicts"] for target in TARGETS}


def begun() -> Iterator[Each]:
    """Yield the examinations for every change: every rule that was not skipped for a target, under one profile, because
    a rule draws and counts the same under both.

    Rules about size take half of the time; for every change, a short campaign and their mutants are enough.
    """
    for target, each in published().items():
        profiles = {(verdict["rule"], verdict["profile"]) for verdict in each if verdict["verdict"] != "SKIP"}
        for rule, profile in sorted(profiles, key=str):
            if (profile != "storm1" or (rule, "storm2") not in profiles) and all_checks()[rule].sizes is None:
                yield target, rule, profile


def of_first(target: str, rule: str, profile: str | None) -> list[Verdict]:
    """Return the verdicts on the first examples."""
    return verdicts(target, rule, profile=profile, examples=FIRST)


def without_time(verdict: Verdict) -> dict[str, Any]:
    """Return a verdict as in a certificate, without the values that depend on the clock."""
    return {name: value for name, value in verdict_to_json(verdict).items() if name != "seconds"}


def read() -> dict[str, list[dict[str, Any]]]:
    """Return the kept verdicts, by target."""
    kept: dict[str, list[dict[str, Any]]] = json.loads(BEGINNINGS.read_text(encoding="utf-8"))
    return kept


def write() -> None:
    """Write the file."""
    found: dict[str, list[dict[str, Any]]] = {target: [] for target in TARGETS}
    for each in begun():
        found[each[0]].extend(map(without_time, of_first(*each)))
    BEGINNINGS.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write()
