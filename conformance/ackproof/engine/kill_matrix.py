"""The kill matrix as a file: which rules kill which mutants, after how many examples."""

import json
from collections.abc import Mapping
from pathlib import Path

import cattrs
from attrs import frozen

import ackproof
from ackproof.engine import discover
from ackproof.engine.kill import Result, is_differential
from ackproof.errors import UsageError
from ackproof.mutants import Mutant, all_mutants
from ackproof.rules.registry import all_checks
from ackproof.specification import Rule, all_rules
from ackproof.wire.output import write_whole

FORMAT = 1


def write(path: Path, examples: int, found: Mapping[str, Result]) -> None:
    """Write a matrix as JSON: by mutant and rule, the number of examples under each profile, where any of them kills.

    Rules that the mutant names and survives are there too. Raise OSError if it cannot be written.
    """
    known = all_mutants()
    kills = {
        name.removeprefix(discover.MUTANT): {
            rule: {profile or "-": after for profile, after in by.items()}
            for rule, by in result.rules.items()
            if any(by.values()) or rule in known[name.removeprefix(discover.MUTANT)].kills
        }
        for name, result in found.items()
    }
    in_order = {name: kills[name] for name in known if name in kills}
    document = {"kills": FORMAT, "ackproof": ackproof.__version__, "seed": 0, "examples": examples, "mutants": in_order}
    write_whole(path, (json.dumps(document, indent=1) + "\n").encode())


@frozen
class _Written:
    """What of the document is read: for each mutant and rule, the number of examples under each profile."""

    examples: int
    mutants: dict[str, dict[str, dict[str, int | None]]]


@frozen
class KillMatrix:
    """A matrix as it was written, beside the mutants that there are."""

    examples: int
    found: Mapping[str, Result]

    @property
    def missing(self) -> list[str]:
        """Mutants that it does not have: it has to be computed anew."""
        return [name for name in all_mutants() if name not in self.found]

    def survivors(self) -> list[tuple[Mutant, str]]:
        """Return each mutant with a rule that it names and survives, under a profile or all of them."""
        present = [mutant for name, mutant in all_mutants().items() if name in self.found]
        return [(each, rule) for each in present for rule in each.kills if self.found[each.name].survives(rule)]

    def proofs(self, rule: str) -> list[str]:
        """Return the mutants that no other MUST rule kills.

        Differential rules are left out, and rules about size unless one is asked about: they kill nearly everything.
        """
        asked = {each.id for each in must_rules() if all_checks()[each.id].sizes is None} | {rule}
        return [name for name, result in self.found.items() if result.killers.keys() & asked == {rule}]


def read(path: Path) -> KillMatrix:
    """Return the matrix in a file; raise `UsageError` if there is none."""
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from error
    except ValueError as error:
        raise UsageError(f"{path} is not a whole JSON document ({error})") from error
    if not isinstance(document, dict) or document.get("kills") != FORMAT:
        raise UsageError(f"{path} is not a kill matrix; 'ackproof mutants --matrix --out FILE' writes one")
    try:
        written = cattrs.structure(document, _Written)
    except cattrs.BaseValidationError as error:
        told = "; ".join(cattrs.transform_error(error, path="matrix"))
        raise UsageError(
            f"{path} is not a whole kill matrix: {told}; 'ackproof mutants --matrix --out FILE' writes it anew"
        ) from error
    return KillMatrix(written.examples, {name: _result(name, rules) for name, rules in written.mutants.items()})


def _result(name: str, rules: Mapping[str, Mapping[str, int | None]]) -> Result:
    named = {
        rule: {None if profile == "-" else profile: after for profile, after in by.items()}
        for rule, by in rules.items()
    }
    return Result(name, named)


def must_rules() -> list[Rule]:
    """Return the rules of which one asks what they prove: those that fail a certificate, but for differential ones."""
    return [
        rule
        for rule in all_rules().values()
        if rule.level == "MUST" and rule.is_checked and not is_differential(rule.id)
    ]
