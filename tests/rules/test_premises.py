"""A pass is not vacuous: with default settings, every premise of every MUST rule is met often.

For seed 0 this is tested by the comparison with the certificate: see `test_published_certificate`.
"""

from functools import partial

import pytest
from ackproof.components import COMPONENTS
from ackproof.engine.driver import Driver
from ackproof.engine.examination.examine import Effort, examine
from ackproof.engine.plan import Selection, plan
from ackproof.targets import topology
from ackproof.targets.reference import make
from ackproof.verdict import Outcome
from ackproof.workloads.acker import Mix, grow_acker_workload
from ackproof.workloads.trees import TreeShape
from attrs import evolve

OFTEN = 50
DURABLE = {"DUR-01"}
"""Rules that do not apply to the reference, which has no durable state; `test_mutants` counts their premises."""


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("component", COMPONENTS)
def test_every_premise_of_every_must_rule_is_met_often(component: str, seed: int) -> None:
    """This test fails if a change of workloads starves a rule, and names the rule."""
    driver = Driver("reference", topology.make if component == "topology" else make)
    tasks = plan(driver, Selection(component=component))
    verdicts = [examine(task, driver, Effort(seed=seed)) for task in tasks]
    skipped = {verdict.rule for verdict in verdicts if verdict.outcome is Outcome.SKIP}
    assert skipped <= DURABLE
    verdicts = [verdict for verdict in verdicts if verdict.rule not in DURABLE]
    assert [] == [verdict for verdict in verdicts if verdict.outcome is not Outcome.PASS]
    starving = [
        f"{verdict.rule} {verdict.profile or '-'}: {premise!r} {count} times"
        for verdict in verdicts
        if verdict.level == "MUST"
        for premise, count in verdict.premises.items()
        if count < OFTEN
    ]
    assert [] == starving


@pytest.mark.parametrize(
    ("rule", "mix", "starved"),
    [
        ("ACK-07", Mix(trees=TreeShape(failed=0, failed_and_acked=0), disturbances=0), "an init after a fail"),
        (
            "ACK-15",
            Mix(ticks=0, paced=0, long_lives=0),
            "a record of one message expired, and would have changed the answer",
        ),
        ("ACK-26", Mix(narrow=0), "a false zero"),
        ("ACK-10", Mix(resets=0, long_lives=0), "a reset-timeout after the tree was finished"),
    ],
)
def test_a_rule_that_is_starved_is_inconclusive(rule: str, mix: Mix, starved: str) -> None:
    """If the premise of a rule never occurs in the workloads, the verdict is inconclusive and not a pass."""
    driver = Driver("reference", make)
    (task,) = plan(driver, Selection(rule=rule, profile="storm2"))
    hungry = evolve(task, check=evolve(task.check, grow=partial(grow_acker_workload, mix=mix)))
    verdict = examine(hungry, driver, Effort())
    assert Outcome.INCONCLUSIVE is verdict.outcome
    assert f"'{starved}" in verdict.reason
