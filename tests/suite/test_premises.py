"""A pass means something: by default settings, every premise of every MUST rule is met often."""

import pytest
from ackproof.driver import Driver
from ackproof.examine import Effort, examine
from ackproof.plan import Selection, plan
from ackproof.targets.reference import make
from ackproof.verdict import Outcome

OFTEN = 50


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 1])
def test_every_premise_of_every_must_rule_is_met_often(seed: int) -> None:
    """A change of workloads that starves a rule turns this red, and names it."""
    driver = Driver("reference", make)
    verdicts = [examine(task, driver, Effort(seed=seed)) for task in plan(driver, Selection())]
    broken = [verdict for verdict in verdicts if verdict.outcome not in (Outcome.PASS, Outcome.SKIP)]
    assert [] == broken
    starving = [
        f"{verdict.rule} {verdict.profile or '-'}: {premise!r} {count} times"
        for verdict in verdicts
        if verdict.level == "MUST" and verdict.outcome is Outcome.PASS
        for premise, count in verdict.premises.items()
        if count < OFTEN
    ]
    assert [] == starving
    assert {"ACK-24"} == {verdict.rule for verdict in verdicts if verdict.outcome is Outcome.SKIP}
