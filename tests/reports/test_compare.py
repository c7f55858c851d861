"""The changes between two certificates, and whether they fail a gate."""

import json
from pathlib import Path
from typing import Any

import pytest
from ackproof.errors import UsageError
from ackproof.reports.comparison import PARTS, TargetChanges, VerdictChange, compared
from common.command import Command

from reports.documents import certificate, verdict, written

PASS, FAIL, SKIP, DEVIATES, INCONCLUSIVE = "PASS", "FAIL", "SKIP", "DEVIATES", "INCONCLUSIVE"


def changes(before: list[dict[str, Any]], after: list[dict[str, Any]], **more: Any) -> TargetChanges:
    """Return the changes of the only target."""
    (found,) = compared(written(*before), written(*after, **more)).targets
    return found


def kinds(found: TargetChanges) -> dict[str, list[str]]:
    """Return the rules of each kind of change."""

    def rules(of: Any) -> list[str]:
        return [change.latest.rule for change in of]

    return {name: rules(part(found)) for name, _, part in PARTS if part(found)}


@pytest.mark.parametrize(
    ("before", "after", "kind"),
    [
        (PASS, FAIL, "broken"),
        (SKIP, FAIL, "broken"),
        (DEVIATES, "ERROR", "broken"),
        (FAIL, FAIL, "still_broken"),
        ("ERROR", FAIL, "still_broken"),
        (FAIL, PASS, "fixed"),
        (FAIL, DEVIATES, "fixed"),
        (DEVIATES, PASS, "fixed"),
        (FAIL, INCONCLUSIVE, "lost"),
        (PASS, SKIP, "lost"),
        (PASS, INCONCLUSIVE, "lost"),
        (PASS, None, "lost"),
        (PASS, DEVIATES, "others"),
        (SKIP, PASS, "others"),
        (None, PASS, "new_rules"),
        (None, FAIL, "new_broken"),
        (PASS, PASS, None),
        (None, SKIP, None),
    ],
)
def test_each_change_has_its_kind(before: str | None, after: str | None, kind: str | None) -> None:
    """It depends on the earlier and the present verdict; None is a rule that is not in the certificate."""
    one, other = ([] if each is None else [verdict("ACK-02", each)] for each in (before, after))
    assert ({} if kind is None else {kind: ["ACK-02"]}) == kinds(changes(one, other))


def test_a_rule_under_a_profile_that_is_new_is_no_new_rule() -> None:
    """A target that claims a second profile and breaks a rule there is broken."""
    found = changes([verdict("ACK-02")], [verdict("ACK-02"), verdict("ACK-02", FAIL, profile="storm1")])
    assert {"broken": ["ACK-02"]} == kinds(found)


@pytest.mark.parametrize(
    ("before", "after", "code"),
    [
        ([verdict("ACK-01", FAIL)], [verdict("ACK-01", FAIL)], 0),
        ([verdict("ACK-01")], [verdict("ACK-01", FAIL)], 1),
        ([verdict("ACK-11", level="SHOULD")], [verdict("ACK-11", FAIL, level="SHOULD")], 0),
        ([verdict("ACK-01")], [verdict("ACK-01"), verdict("ACK-02", FAIL)], 1),
        ([verdict("ACK-01"), verdict("ACK-02")], [verdict("ACK-01")], 5),
        ([verdict("ACK-01"), verdict("ACK-02")], [verdict("ACK-01", FAIL)], 1),
    ],
)
def test_the_exit_code_is_for_a_gate(
    ackproof: Command, before: list[dict[str, Any]], after: list[dict[str, Any]], code: int
) -> None:
    """Rules that were broken before do not count; newly broken ones have precedence over deviations that are no longer
    known.
    """
    Path("a.json").write_text(json.dumps(certificate(*before)), encoding="utf-8")
    Path("b.json").write_text(json.dumps(certificate(*after)), encoding="utf-8")
    assert code == ackproof("compare", "a.json", "b.json").code
    latest = ackproof("compare", "a.json", "b.json", "--format", "json")
    assert code == latest.code
    assert {0: "nothing got worse", 1: "something is broken that was not", 5: "less is known than before"}[
        code
    ] == json.loads(latest.out)["conclusion"]


def test_strict_lets_a_should_count() -> None:
    """It does so in the certificate, too."""
    before, after = [verdict("ACK-11", level="SHOULD")], [verdict("ACK-11", FAIL, level="SHOULD")]
    assert not compared(written(*before), written(*after)).is_worse
    assert compared(written(*before), written(*after, settings={"strict": True})).is_worse


def test_what_was_left_out_on_purpose_is_not_lost() -> None:
    """A quick run is compared with a full one on the rules that it tried."""
    before, after = written(verdict("ACK-01"), verdict("ACK-02")), written(verdict("ACK-01"), settings={"quick": True})
    comparison = compared(before, after)
    assert not comparison.covers_less
    assert "quick: no → yes" in comparison.notes


def test_other_things_that_change_are_told() -> None:
    """They are assumptions, sizes, files, and the suite. A new assumption weakens a certificate."""
    sized = {"sizes": {"records": {"4096": 3}}}
    before = certificate(verdict("ACK-36", **sized), files=[{"file": "a.jar", "sha256": "0" * 64}])
    after = certificate(
        verdict("ACK-36", sizes={"records": {"64": 3}}),
        files=[{"file": "a.jar", "sha256": "1" * 64}],
        assumptions=["assumes-init-first"],
    )
    after["suite"]["version"] = "0.2.0"
    comparison = compared(*map(_read, (before, after)))
    assert ["ackproof: 0.1.0 → 0.2.0"] == list(comparison.notes)
    assert [
        "it assumes more of its transport: init-first",
        "ACK-36 under storm2: records up to 4,096 → 64",
        "other files, or other content: a.jar",
    ] == list(comparison.targets[0].notes)
    assert comparison.covers_less


def _read(document: dict[str, Any]) -> Any:
    from ackproof.wire.certificates import certificate_from_json  # noqa: PLC0415

    return certificate_from_json(document)


def test_two_releases_are_compared_whatever_they_are_called(ackproof: Command) -> None:
    """Storm 2 under the profile of Storm 1 deviates where Storm 1 does not, and its list records all of that."""
    folder = Path(__file__).parents[2] / "docs" / "certificates"
    latest = ackproof("compare", folder / "storm-1.2.4.json", folder / "storm-2.0.0.json")
    assert 0 == latest.code
    assert "ACK-16 under storm1 Every message refreshes, PASS → DEVIATES" in latest.out
    markdown = ackproof("compare", folder / "storm-1.2.4.json", folder / "storm-2.0.0.json", "--format", "markdown")
    assert markdown.out.startswith("## ackproof compare: nothing got worse\n")


def test_what_cannot_be_compared_is_refused() -> None:
    """These are certificates of different targets, and those of incomplete runs."""
    two = certificate(verdict("ACK-01"))
    two["targets"] = [{**two["targets"][0], "name": name} for name in ("another", "third")]
    with pytest.raises(UsageError, match="no target in common: it in the first, another, third in the second"):
        compared(written(verdict("ACK-01")), _read(two))
    with pytest.raises(UsageError, match="the second certificate is not whole"):
        compared(written(verdict("ACK-01")), written(verdict("ACK-01"), cut_off=True))


def test_a_change_of_nothing_is_no_change() -> None:
    """There is always a verdict for the change."""
    with pytest.raises(ValueError, match="nothing"):
        _ = VerdictChange(None, None).latest
