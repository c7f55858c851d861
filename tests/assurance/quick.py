"""The share of a full run's findings that a quick run has: each mutant is run through the quick rules.

    cd tests && python -m assurance.quick [SEED] [EVERY]

A mutant counts as found if a quick rule kills it, on the examples of `certify --quick`; if it breaks a MUST, it has to
be a MUST, because only that causes exit code 1. Only mutants that a full run kills, by the kill matrix, are counted. A
mutant is tried by the rules that kill it in the matrix, the cheapest first, until it is found. Accidental kills by
other rules are ignored, so the share is a lower bound. With EVERY 3, every third mutant of each component is tried,
beginning with one that depends on the seed. A whole seed takes some minutes.
"""

import sys
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path

from ackproof.engine import quick
from ackproof.engine.discovery import discover
from ackproof.engine.driver import Driver
from ackproof.engine.examination.drawing import Examples, number_of_examples
from ackproof.engine.kills import kill_matrix
from ackproof.engine.kills.kill import KillResult, applies, kill
from ackproof.engine.plan import Examination, Selection, examinations
from ackproof.mutants import all_mutants
from ackproof.specification import all_rules
from ackproof.target import PROFILES
from attrs import define, field, frozen

MATRIX = Path(__file__).parents[2] / "docs" / "mutants.json"
ENOUGH = 0.9
"""The share of mutants that a quick run has to find."""

FULL = 300
"""The number of examples of a certificate."""


@frozen
class Found:
    """The rule that found a mutant, if one did."""

    mutant: str
    rule: str | None = None
    after: int = 0


@define
class Trials:
    """The quick rules at one seed, with examples shared by all mutants."""

    seed: int
    matrix: kill_matrix.KillMatrix = field(factory=lambda: kill_matrix.read(MATRIX))
    _examples: dict[tuple[str, str | None], Examples] = field(init=False, factory=dict)

    def of(self, names: Collection[str]) -> Iterator[Found]:
        """Yield the result for each mutant of these names."""
        for name in names:
            with closing(discover.find(discover.MUTANT + name)) as driver:
                yield self._one(name, driver)

    def _one(self, name: str, driver: Driver) -> Found:
        result = self.matrix.found[name]
        profiles = driver.describe().profiles
        for examination in in_order(all_mutants()[name].component, result, profiles):
            rule = examination.rule
            if rule.level != "MUST" and breaks_a_must(result):
                continue
            if not applies(examination, driver):
                continue
            after = kill(examination, driver, self.seed, quick.examples()[rule.id], self._shared(examination))
            if after is not None:
                return Found(name, rule.id, after)
        return Found(name)

    def _shared(self, examination: Examination) -> Examples:
        if examination.check.sizes is not None:
            return Examples(examination, self.seed)
        key = (examination.rule.id, examination.profile)
        return self._examples.setdefault(key, Examples(examination, self.seed))


def breaks_a_must(result: KillResult) -> bool:
    """Whether a mutant breaks a MUST in a full run."""
    return any(all_rules()[rule].level == "MUST" for rule in result.killers)


def in_order(component: str, result: KillResult, profiles: Sequence[str]) -> list[Examination]:
    """Return the examinations of a component in a quick run that kill the mutant by the matrix, the fastest first."""

    def cost(examination: Examination) -> float:
        return (took(result, examination) or 0) * FULL / number_of_examples(examination.check, FULL)

    of_it = Selection(quick=True, component=component)
    every = examinations(of_it, [each for each in PROFILES if each in profiles])
    return sorted((each for each in every if took(result, each) is not None), key=cost)


def took(result: KillResult, examination: Examination) -> int | None:
    """Return the number of examples after which a rule kills a mutant by the matrix, or None if it does not."""
    return result.rules.get(examination.rule.id, {}).get(examination.profile)


def sample(seed: int, every: int = 1) -> list[str]:
    """Return the mutants that a full run kills, or some of each component."""
    matrix = kill_matrix.read(MATRIX)
    killed = {name: each for name, each in all_mutants().items() if name in matrix.found and matrix.found[name].killers}
    components: dict[str, list[str]] = {}
    for name, each in killed.items():
        components.setdefault(each.component, []).append(name)
    return [name for names in components.values() for name in names[seed % every :: every]]


def survivors(seed: int, names: Collection[str]) -> list[str]:
    """Return the mutants, of these names, that no quick rule finds at a seed."""
    return [each.mutant for each in Trials(seed).of(names) if each.rule is None]


def main() -> int:
    """Print the mutants that are not found, and the share of those that are, also by component."""
    arguments = [int(each) for each in sys.argv[1:]]
    seed, every = (*arguments, *(1, 1)[len(arguments) :])
    names = sample(seed, every)
    say = partial(print, flush=True)
    tried, found, left = Counter[str](), Counter[str](), list[str]()
    for each in Trials(seed).of(names):
        component = all_mutants()[each.mutant].component
        tried[component] += 1
        found[component] += each.rule is not None
        left += [each.mutant] * (each.rule is None)
        say(f"{component} {each.mutant}: {each.rule or 'not found'}")
    for component, count in tried.items():
        say(f"{component}: {found[component]} of {count}")
    share = 1 - len(left) / len(names)
    say(f"seed {seed}: {len(names) - len(left)} of {len(names)} found ({share:.1%}); not: {', '.join(left)}")
    return 0 if share >= ENOUGH else 1


if __name__ == "__main__":
    sys.exit(main())
