"""The specification has a version, and a gate can request an older one."""

import json
import tomllib
from pathlib import Path

import pytest
from ackproof import specification
from ackproof.engine.plan import Selection
from ackproof.errors import UsageError
from ackproof.specification import VERSION, VERSIONS, all_rules, history, is_newer, spec_folder, spec_hash
from ackproof.wire import schemas
from ackproof.wire.rules import binding
from attrs import evolve
from common.command import Command

NEW = "ACK-09"

OLDER = {"RM": 12, "ACK": 35, "RTE": 4, "DUR": 1, "ANC": 14, "SPT": 17, "SYS": 18}
"""The rules that are older than the history of the rules: of each chapter the first so many. No other becomes one."""


@pytest.fixture
def newer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add a version 1.1 with a new rule."""
    rules = {**all_rules(), NEW: evolve(all_rules()[NEW], since="1.1")}
    monkeypatch.setattr(specification, "VERSIONS", (*VERSIONS, "1.1"))
    monkeypatch.setattr("ackproof.engine.plan.VERSIONS", (*VERSIONS, "1.1"))
    for module in ("ackproof.engine.plan", "ackproof.commands.summary"):
        monkeypatch.setattr(f"{module}.all_rules", lambda: rules)


def test_the_version_is_the_newest_and_the_text_names_it() -> None:
    """It is in the introductory chapter."""
    assert VERSIONS[-1] == VERSION
    assert f"This is version **{VERSION}**" in (spec_folder() / "README.md").read_text(encoding="utf-8")
    assert not [rule.id for rule in all_rules().values() if is_newer(rule, VERSION)]


def test_all_rules_as_data_are_of_the_schema(ackproof: Command) -> None:
    """They have every rule, its sentence and its version."""
    document = json.loads(ackproof("rules", "--format", "json").out)
    schemas.check(document, "rules")
    assert {"version": VERSION, "hash": spec_hash()} == document["specification"]
    assert list(all_rules()) == [each["id"] for each in document["list"]]
    by_id = {each["id"]: each for each in document["list"]}
    assert by_id["ACK-08"]["binds"].startswith("A record life in which a `fail` was delivered MUST")
    assert [each["id"] for each in document["list"] if each["reason"] is None] == []


def test_the_history_names_rules_and_versions_that_there_are() -> None:
    """An earlier sentence differs from the present one."""
    histories = {rule.id: history(rule.id) for rule in all_rules().values()}
    document = tomllib.loads((spec_folder() / specification.HISTORY).read_text(encoding="utf-8"))
    named = [*(rule for came in document["came"].values() for rule in came), *(e["rule"] for e in document["reworded"])]
    assert set(named) == {rule for rule, changes in histories.items() if changes}
    assert {change.version for changes in histories.values() for change in changes} <= set(VERSIONS)
    assert all(change.was != binding(all_rules()[rule]) for rule, changes in histories.items() for change in changes)


def test_the_history_says_of_each_rule_when_it_came() -> None:
    """A rule that came before there was a history is one of a list that does not grow."""
    document = tomllib.loads((spec_folder() / specification.HISTORY).read_text(encoding="utf-8"))
    came = [rule for rules in document["came"].values() for rule in rules]
    older = [f"{chapter}-{number:02}" for chapter, last in OLDER.items() for number in range(1, last + 1)]
    assert sorted(all_rules()) == sorted(came + older)


def test_what_a_rule_said_before_is_shown(ackproof: Command) -> None:
    """It is in the text of the rule, and in the data."""
    assert "Reworded with version 1.0 of the specification: Faithful ids" in ackproof("rules", "ACK-03").words
    assert "Since version 1.0 of the specification." in ackproof("rules", "IDS-01").words
    (reworded,) = json.loads(ackproof("rules", "ACK-03", "--format", "json").out)["list"][0]["history"]
    assert ("1.0", "reworded") == (reworded["version"], reworded["change"])
    assert reworded["was"].startswith("While the edge ids in play are linearly independent, an acker MUST NOT")
    (came,) = json.loads(ackproof("rules", "IDS-01", "--format", "json").out)["list"][0]["history"]
    assert {"version": "1.0", "change": "came"} == came
    assert [] == json.loads(ackproof("rules", "ACK-02", "--format", "json").out)["list"][0]["history"]


@pytest.mark.usefixtures("newer")
def test_a_gate_can_ask_for_an_older_version(ackproof: Command) -> None:
    """Newer rules are left out, and named, also in the certificate."""
    result = ackproof(
        "certify", "reference", "--rule", "ACK-0[89]", "--profile", "storm2", "--specification", "1.0", "--examples", 90
    )
    assert 0 == result.code
    assert "newer than specification 1.0, and left out: ACK-09 (since 1.1)" in result.words
    document = json.loads(Path("out/certificate.json").read_text(encoding="utf-8"))
    schemas.check(document, "certificate")
    assert ["ACK-08"] == [each["rule"] for each in document["verdicts"]]
    assert ["1.0", [NEW]] == [document["settings"]["specification"], document["settings"]["newer_rules"]]
    assert VERSION == document["suite"]["specification_version"]


@pytest.mark.usefixtures("newer")
def test_without_a_version_every_rule_is_held_to() -> None:
    """The same holds for the newest version."""
    for version in (None, "1.1"):
        rules = Selection(rule="ACK-0[89]", specification=version).rules()
        assert ["ACK-08", NEW] == [rule.id for rule in rules]


@pytest.mark.usefixtures("newer")
def test_where_nothing_is_left_that_is_said() -> None:
    """An empty certificate would be misleading."""
    with pytest.raises(UsageError, match="every rule that is selected is newer"):
        Selection(rule=NEW, specification="1.0").rules()


def test_a_version_that_there_is_not_is_a_usage_error() -> None:
    """The error lists the existing versions."""
    with pytest.raises(UsageError, match="there is no specification"):
        Selection(specification="0.9").rules()
