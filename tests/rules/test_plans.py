"""Rules on the plan of a topology: what their decorator does for them."""

import pytest
from ackproof.engine import discover
from ackproof.engine.drawing import drawn
from ackproof.engine.plan import Selection, examinations
from ackproof.oracle.histories import TopologyChronicle
from ackproof.oracle.lapses import Occasion
from ackproof.rules.registry import Premises, Violation, all_checks

ON_THE_PLAN = [f"SYS-{number}" for number in (*range(19, 30), 33, 34, 35, 37, 38, 40)]

EXAMPLES = 5


@pytest.mark.parametrize("rule", ON_THE_PLAN)
def test_each_occasion_that_a_rule_names_is_counted(rule: str) -> None:
    """It is counted as often as the plan met it."""
    (examination, *_) = examinations(Selection(rule=rule), ("storm2",))
    driver = discover.find("topology-reference")
    for number in range(EXAMPLES):
        workload = drawn(examination, 0, number)
        seen = examination.check.observe(workload, driver.run(workload.run))
        assert isinstance(seen, TopologyChronicle)
        premises = Premises()
        examination.check.check(seen, premises)
        named = {each.name for each in examination.check.premises} & {*Occasion}
        assert named
        assert {name: seen.judged.occasions[Occasion(name)] for name in named} == {
            name: premises.met[name] for name in named
        }
    driver.close()


@pytest.mark.parametrize(
    ("rule", "mutant"),
    [("SYS-22", "the-newest-message-arrives-first"), ("SYS-28", "all-ackers-hear-each-tick")],
)
def test_a_lapse_in_a_part_of_the_plan_breaks_its_rule(rule: str, mutant: str) -> None:
    """This holds also for a rule whose function checks nothing else."""
    (examination, *_) = examinations(Selection(rule=rule), ("storm2",))
    driver = discover.find(f"mutant:{mutant}", component="topology")
    found = []
    for number in range(20 * EXAMPLES):
        workload = drawn(examination, 0, number)
        try:
            examination.check.check(examination.check.observe(workload, driver.run(workload.run)), Premises())
        except Violation as violation:
            found.append(violation)
    driver.close()
    assert found


def test_a_rule_on_the_plan_is_named_after_its_own_function() -> None:
    """`ackproof rules` shows that name, and the module that it is in."""
    check = all_checks()["SYS-22"]
    assert ("what_is_under_way_arrives", "ackproof.rules.topology.plans") == (check.name, check.check.__module__)
