"""The kill matrix as a file: which rules kill which mutants, after how many examples."""

from collections.abc import Mapping
from pathlib import Path

from attrs import frozen

import ackproof
from ackproof.engine.discovery import discover
from ackproof.engine.kills.kill import KillResult, is_differential
from ackproof.mutants import Mutant, all_mutants
from ackproof.rules.registry import all_checks
from ackproof.specification import Rule, all_rules
from ackproof.wire.kills import ANY_PROFILE, WrittenKills, read_kills, write_kills


def write(path: Path, examples: int, found: Mapping[str, KillResult]) -> None:
    """Write a matrix to a file: by mutant and rule, the number of examples under each profile, if the rule kills under
    any of them.

    Rules that the mutant names and survives are there too. Raise OSError if it cannot be written.
    """
    known = all_mutants()
    kills = {
        name.removeprefix(discover.MUTANT): {
            rule: {profile or ANY_PROFILE: after for profile, after in by.items()}
            for rule, by in result.rules.items()
            if any(by.values()) or rule in known[name.removeprefix(discover.MUTANT)].kills
        }
        for name, result in found.items()
    }
    in_order = {name: kills[name] for name in known if name in kills}
    write_kills(path, WrittenKills(ackproof=ackproof.__version__, seed=0, examples=examples, mutants=in_order))


@frozen
class KillMatrix:
    """A matrix from a file, compared with the present mutants."""

    examples: int
    found: Mapping[str, KillResult]

    @property
    def missing(self) -> list[str]:
        """Mutants that are not in the matrix, so that it has to be computed again."""
        return [name for name in all_mutants() if name not in self.found]

    def survivors(self) -> list[tuple[Mutant, str]]:
        """Return each mutant with a rule that it names and survives, under a profile or all of them."""
        present = [mutant for name, mutant in all_mutants().items() if name in self.found]
        return [(each, rule) for each in present for rule in each.kills if self.found[each.name].survives(rule)]

    def proofs(self, rule: str) -> list[str]:
        """Return the mutants that no other MUST rule kills.

        Differential rules are left out, and also rules about size unless `rule` is one: they kill nearly everything.
        """
        checks = all_checks()
        asked = {each.id for each in must_rules() if checks[each.id].sizes is None} | {rule}
        return [name for name, result in self.found.items() if result.killers.keys() & asked == {rule}]


def read(path: Path) -> KillMatrix:
    """Return the matrix in a file; raise `UsageError` if it is invalid."""
    written = read_kills(path)
    return KillMatrix(written.examples, {name: _result(name, rules) for name, rules in written.mutants.items()})


def _result(name: str, rules: Mapping[str, Mapping[str, int | None]]) -> KillResult:
    named = {
        rule: {None if profile == ANY_PROFILE else profile: after for profile, after in by.items()}
        for rule, by in rules.items()
    }
    return KillResult(name, named)


def must_rules() -> list[Rule]:
    """Return the rules that need a proof by mutants: those that can fail a certificate, except differential ones."""
    return [
        rule
        for rule in all_rules().values()
        if rule.level == "MUST" and rule.is_checked and not is_differential(rule.id)
    ]
