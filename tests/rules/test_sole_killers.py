"""Each MUST rule kills a mutant that no other rule kills, or its section names the rules that it follows from."""

from pathlib import Path

import pytest
from ackproof.engine.kills import kill_matrix
from ackproof.engine.kills.kill import is_differential
from ackproof.engine.kills.kill_matrix import must_rules
from ackproof.specification import Rule, all_rules
from ackproof.wire.rules import rules_document

ROOT = Path(__file__).resolve().parents[2]

FOLLOWING = [rule for rule in all_rules().values() if rule.follows_from]


def test_each_must_binds_or_says_what_it_follows_from() -> None:
    """This is checked in the published matrix."""
    matrix = kill_matrix.read(ROOT / "docs" / "mutants.json")
    tried = {rule for result in matrix.found.values() for rule in result.rules}
    loose = [rule.id for rule in must_rules() if rule.id in tried and not matrix.proofs(rule.id)]
    assert [rule for rule in loose if not all_rules()[rule].follows_from] == []


@pytest.mark.parametrize("rule", FOLLOWING, ids=lambda rule: rule.id)
def test_a_rule_follows_from_others_that_bind(rule: Rule) -> None:
    """These are MUST rules with a check, none of them differential, and the chain ends in rules that follow from
    none.
    """
    above, seen = set(rule.follows_from), set[str]()
    while above:
        seen |= above
        above = {name for each in above for name in all_rules()[each].follows_from} - seen
    assert rule.id not in seen
    assert all(all_rules()[name].level == "MUST" and all_rules()[name].is_checked for name in seen)
    assert not any(map(is_differential, seen))


@pytest.mark.parametrize("rule", FOLLOWING, ids=lambda rule: rule.id)
def test_what_breaks_a_rule_that_follows_breaks_one_that_does_not(rule: Rule) -> None:
    """The introduction of the specification says so of each mutant in the published matrix."""
    bind = {each.id for each in must_rules() if not each.follows_from}
    found = kill_matrix.read(ROOT / "docs" / "mutants.json").found
    broken = {name: result.killers.keys() for name, result in found.items() if rule.id in result.killers}
    assert broken
    assert [name for name, rules in broken.items() if bind.isdisjoint(rules)] == []


def test_the_document_of_the_rules_says_so_too() -> None:
    """The JSON document has this too."""
    (document,) = rules_document([all_rules()["ACK-04"]])["list"]
    assert ["ACK-03", "ACK-09", "ACK-33"] == document["follows_from"]
