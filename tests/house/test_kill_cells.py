"""The kill matrix is brought up to date by the cells that may have changed, and stays the same elsewhere."""

from ackproof.engine.kills.kill import KillJob, KillResult
from ackproof.mutants import all_mutants

from tools import kill_cells

FIRST, SECOND = list(all_mutants())[:2]


def test_a_new_mutant_is_tried_on_all_rules_and_others_on_those_that_changed() -> None:
    """Each with as many examples as in the whole matrix. Nothing is tried on no rule."""
    whole = [
        KillJob(rule=rule, profile="storm1", seed=0, targets=(f"mutant:{FIRST}", f"mutant:{SECOND}"), examples=examples)
        for rule, examples in (("ACK-03", 100), ("ACK-04", 300))
    ]
    only, both = kill_cells.needed(whole, [FIRST], {"ACK-04"})
    assert ("ACK-03", (f"mutant:{FIRST}",), 100) == (only.rule, only.targets, only.examples)
    assert whole[1] == both
    assert [] == list(kill_cells.needed(whole, [], ()))


def test_what_a_changed_rule_said_before_is_forgotten() -> None:
    """Its cells are those that were found now; cells of other rules stay, in the order of the rules."""
    known = {
        FIRST: KillResult(FIRST, {"ACK-04": {"storm1": 3}, "ACK-01": {"storm1": 4}, "ACK-99": {"storm1": 1}}),
        SECOND: KillResult(SECOND, {"ACK-04": {"storm1": 5}}),
    }
    found = {f"mutant:{FIRST}": KillResult("", {"ACK-02": {"storm1": 7}})}
    whole = kill_cells.merged(known, found, {"ACK-04", "ACK-02"})
    assert [("ACK-01", {"storm1": 4}), ("ACK-02", {"storm1": 7})] == list(whole[f"mutant:{FIRST}"].rules.items())
    assert {} == whole[f"mutant:{SECOND}"].rules
    assert len(all_mutants()) == len(whole)
