"""How much of what a full run finds does a quick run find: each mutant through the quick rules.

    cd tests && python -m assurance.quick [SEED]

A mutant counts as found if a quick rule kills it, and by a MUST if it breaks one at all: only that ends a run with 1.
It is held to the rules that it names in a full run, which kills all of them (`tests/mutants/test_kills.py`).
The cheap rules come first, and a mutant that is found is not tried any more, so this takes some minutes.
"""

import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import closing
from pathlib import Path

from ackproof.engine import discover, kill_matrix, quick
from ackproof.engine.drawing import Examples
from ackproof.engine.kill import applies, kill
from ackproof.engine.plan import Examination, Selection, examinations
from ackproof.mutants import all_mutants
from ackproof.specification import all_rules
from ackproof.target import PROFILES

MATRIX = Path(__file__).parents[2] / "docs" / "mutants.json"
ENOUGH = 0.9
"""The share of mutants that a quick run has to find."""


def survivors(seed: int, names: Collection[str], say: Callable[[str], None] = lambda _: None) -> Iterator[str]:
    """Yield the mutants, of these names, that no quick rule finds at a seed."""
    every = all_mutants()
    must = must_be_found_by_a_must()
    left = set(names)
    for examination in in_order():
        tried = [name for name in sorted(left) if every[name].component == examination.rule.component]
        tried = [name for name in tried if examination.rule.level == "MUST" or name not in must]
        shared = Examples(examination, seed)
        for name in tried:
            if _kills(examination, name, seed, shared):
                left.discard(name)
        say(f"{examination.rule.id} {examination.profile or ''}: {len(left)} left")
    yield from sorted(left)


def must_be_found_by_a_must() -> set[str]:
    """Return the mutants that break a MUST in a full run."""
    found = kill_matrix.read(MATRIX).found
    return {name for name, result in found.items() if any(all_rules()[rule].level == "MUST" for rule in result.killers)}


def in_order() -> list[Examination]:
    """Return what a quick run examines, the rules about size last."""
    every = examinations(Selection(quick=True), PROFILES)
    return sorted(every, key=lambda examination: examination.check.sizes is not None)


def _kills(examination: Examination, name: str, seed: int, shared: Examples) -> bool:
    with closing(discover.find(discover.MUTANT + name)) as driver:
        count = quick.examples()[examination.rule.id]
        return applies(examination, driver) and kill(examination, driver, seed, count, shared) is not None


def main() -> int:
    """Tell which mutants are not found, and the share of those that are."""
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else 0
    names = list(all_mutants())
    left = list(survivors(seed, names, say=lambda line: print(line, flush=True)))  # noqa: T201 - a command
    share = 1 - len(left) / len(names)
    print(f"seed {seed}: {len(names) - len(left)} of {len(names)} found ({share:.1%}); not: {', '.join(left)}")  # noqa: T201
    return 0 if share >= ENOUGH else 1


if __name__ == "__main__":
    sys.exit(main())
