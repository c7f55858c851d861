"""Mutants that are wrong beyond a size: each mistake is found by its rule, just below the end of the range too."""

import pytest
from ackproof.engine import discover
from ackproof.engine.drawing import Examples, number_of_examples
from ackproof.engine.driver import Driver
from ackproof.engine.kill import kill
from ackproof.engine.plan import Selection, Task, tasks
from ackproof.mutants.sizes import MISTAKES, Mistake, mutants_of_size
from ackproof.workloads.dimensions import DIMENSIONS

SEEDS = range(20)


def task_of(mistake: Mistake, profile: str) -> Task:
    """Return the rule that notices a mistake."""
    rule = mistake.mutant(mistake.limits()[-1]).kills[0]
    (task,) = tasks(Selection(rule=rule), [profile])
    return task


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_every_mistake_is_found_at_every_limit(seed: int) -> None:
    """All over the range, at every seed and under both profiles."""
    examples: dict[str, Examples] = {}
    missed = []
    for mutant in mutants_of_size().values():
        for profile in mutant.profiles:
            (task,) = tasks(Selection(rule=mutant.kills[0]), [profile])
            drawn = examples.setdefault(f"{task.rule.id} {profile}", Examples(task, seed))
            if kill(task, Driver(mutant.name, mutant.make), seed, shared=drawn) is None:
                missed.append(f"{mutant.name} under {profile}")
    assert [] == missed


def test_every_dimension_has_a_mistake() -> None:
    """And a name like any other mutant, of which it is told what it does and why."""
    assert {mistake.dimension for mistake in MISTAKES if mistake.component == "acker"} >= set(DIMENSIONS["acker"])
    for mutant in mutants_of_size().values():
        assert discover.mutant(mutant.name) is mutant
        assert mutant.wrong
        assert mutant.mistake


def test_rules_of_size_have_few_examples() -> None:
    """Rounds of scenarios, whatever an ordinary rule takes."""
    task = task_of(MISTAKES[0], "storm2")
    assert task.check.sizes is not None
    assert number_of_examples(task.check, 300) == 5 * task.check.sizes.scenarios
