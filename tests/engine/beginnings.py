"""What a run of each rule says of right targets after its first examples: the beginning of the published certificates.

It is kept in `beginnings.json`. A test makes those runs again for every change, and a slow test those of all examples.
`python -m tools.regenerate` makes the file anew, and `cd tests && python -m engine.beginnings` the file alone.
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
TARGETS = ("reference", "topology-reference")
FIRST = 20
"""Examples, of 300. What a change does to drawing, or to how a premise is met, shows in these as in the others."""

Each = tuple[str, str, str | None]
"""A target, a rule and a profile."""


def published() -> dict[str, list[dict[str, Any]]]:
    """Return the verdicts of the published certificates, by target."""
    return {target: read_certificate(CERTIFICATES / f"{target}.json")["verdicts"] for target in TARGETS}


def begun() -> Iterator[Each]:
    """Yield what is tried for every change: all that a target was not skipped for, under one profile, since a rule
    draws and counts under both alike.

    Rules about size take half of the time; for every change a short campaign and their mutants have to do.
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
    """Return a verdict as a certificate has it, without what the clock decides."""
    return {name: value for name, value in verdict_to_json(verdict).items() if name != "seconds"}


def read() -> dict[str, list[dict[str, Any]]]:
    """Return the kept verdicts, by target."""
    kept: dict[str, list[dict[str, Any]]] = json.loads(BEGINNINGS.read_text(encoding="utf-8"))
    return kept


def write() -> None:
    """Make the file."""
    found: dict[str, list[dict[str, Any]]] = {target: [] for target in TARGETS}
    for each in begun():
        found[each[0]].extend(map(without_time, of_first(*each)))
    BEGINNINGS.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write()
