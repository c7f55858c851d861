"""The script that compares two sets of certificates."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from ackproof.wire.differences import verdict_differences

from tools import compare_certificates as compare

ROOT = Path(__file__).resolve().parents[2]
PUBLISHED = ROOT / "docs" / "certificates" / "jstorm-2.2.1.json"


def deviating(certificate: dict[str, Any]) -> dict[str, Any]:
    """Return the first verdict with a witness."""
    found: dict[str, Any] = next(each for each in certificate["verdicts"] if "witness" in each)
    return found


CHANGES: dict[str, Callable[[dict[str, Any]], Any]] = {
    "verdict": lambda verdict: verdict.update(verdict="FAIL"),
    "examples": lambda verdict: verdict.update(examples=1),
    "operations": lambda verdict: verdict.update(operations=1),
    "premises": lambda verdict: verdict["premises"].update({next(iter(verdict["premises"])): 0}),
    "deviations": lambda verdict: verdict.update(deviations=[]),
    "a witness with other operations": lambda verdict: verdict["witness"]["operations"].pop(),
    "a witness with other results": lambda verdict: verdict["witness"]["results"].pop(),
    "a witness only before": lambda verdict: verdict.pop("witness"),
}


@pytest.mark.parametrize("what", CHANGES)
def test_every_difference_is_found(what: str) -> None:
    """One change gives one line that names it."""
    before = json.loads(PUBLISHED.read_text(encoding="utf-8"))
    after = copy.deepcopy(before)
    CHANGES[what](deviating(after))
    (line,) = verdict_differences(before, after)
    assert what in line


def test_stories_and_times_may_differ() -> None:
    """They are for people."""
    before = json.loads(PUBLISHED.read_text(encoding="utf-8"))
    after = copy.deepcopy(before)
    deviating(after)["witness"]["story"] = ["another"]
    deviating(after)["seconds"] = 99.0
    assert [] == list(verdict_differences(before, after))


@pytest.mark.parametrize("what", CHANGES)
def test_of_what_runs_by_the_clock_only_verdicts_are_compared(what: str) -> None:
    """The second certificate is marked like that; the first need not be."""
    before = json.loads(PUBLISHED.read_text(encoding="utf-8"))
    after = copy.deepcopy(before)
    after["targets"][0]["description"]["capabilities"].append("real-time")
    CHANGES[what](deviating(after))
    differences = list(verdict_differences(before, after))
    assert (1 if what == "verdict" else 0) == len(differences)
    assert all("verdict" in line for line in differences)
    assert 1 == len(list(verdict_differences(after, before)))


def test_a_missing_certificate_is_a_difference(tmp_path: Path) -> None:
    """A folder without any cannot be compared."""
    assert 2 == compare.main([str(PUBLISHED.parent), str(tmp_path)])
    (tmp_path / PUBLISHED.name).write_bytes(PUBLISHED.read_bytes())
    assert 1 == compare.main([str(PUBLISHED.parent), str(tmp_path)])
    assert 0 == compare.main([str(PUBLISHED), str(tmp_path)])
