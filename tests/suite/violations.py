"""What each rule says of the mutants that name it, in the first example that shows them.

It is kept in `violations.json`. So whoever changes a rule, or only its words, sees beside the change what people will
read, and at which operation. `cd tests && python -m suite.violations` makes the file anew.
"""

import json
from collections.abc import Iterable, Mapping
from contextlib import closing
from pathlib import Path

from ackproof import discover
from ackproof.drawing import drawn, judged
from ackproof.engine.kill import all_tasks, kill
from ackproof.errors import TargetBroke
from ackproof.mutants import Mutant, all_mutants
from ackproof.plan import Task
from ackproof.rules.registry import Premises

VIOLATIONS = Path(__file__).with_name("violations.json")
SEED = 0

Words = Mapping[str, Mapping[str, str]]
"""By mutant and profile ("-" if the rule has none)."""


def read_violations() -> dict[str, Words]:
    """Return what the file says, by rule."""
    kept: dict[str, Words] = json.loads(VIOLATIONS.read_text(encoding="utf-8"))
    return kept


def violations(rule: str, mutants: Iterable[Mutant]) -> Words:
    """Return what a rule says of some mutants, by default settings; those that survive it are left out."""
    found: dict[str, dict[str, str]] = {}
    for mutant in mutants:
        for task in all_tasks([rule]):
            said = _first(task, mutant)
            if said is not None:
                found.setdefault(mutant.name, {})[task.profile or "-"] = said
    return found


def _first(task: Task, mutant: Mutant) -> str | None:
    with closing(discover.find(discover.MUTANT + mutant.name)) as driver:
        described = driver.describe()
        if task.profile is not None and task.profile not in described.profiles:
            return None
        after = kill(task, driver, SEED)
        if after is None:
            return None
        workload = drawn(task, SEED, after - 1).restricted_to(described.operations)
        try:
            [answer] = driver.run_all([workload.run])
            violation = judged(task.rule, task.check, workload, answer, Premises())
        except TargetBroke as broke:
            return f"example {after}: {broke}"
        return f"example {after}, operation {violation.index}: {violation}" if violation else None


def main() -> None:
    """Write the file."""
    rules = dict.fromkeys(task.rule.id for task in all_tasks())
    said = {
        rule: violations(rule, [mutant for mutant in all_mutants().values() if rule in mutant.kills]) for rule in rules
    }
    said = {rule: words for rule, words in said.items() if words}
    VIOLATIONS.write_text(json.dumps(said, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
