"""What is known of a rule, from all over the project, for its page."""

import inspect
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from ackproof.engine.kills import kill_matrix
from ackproof.mutants import Mutant, all_mutants
from ackproof.rules.registry import all_checks
from ackproof.specification import Rule, RuleChange, all_rules, history
from ackproof.verdict import Outcome, Verdict
from ackproof.wire.certificates import read_certificate
from ackproof.wire.verdicts import verdict_from_json
from attrs import frozen


@frozen(kw_only=True)
class CheckSource:
    """The function that checks a rule: its file in the repository, its first line, and its text."""

    file: str
    line: int
    text: str
    premises: tuple[str, ...]


@frozen(kw_only=True)
class Kill:
    """A mutant that a rule kills, after how many examples, and whether it names the rule."""

    mutant: Mutant
    examples: int
    named: bool


@frozen(kw_only=True)
class CertifiedRule:
    """What a published certificate says of a rule: verdicts by profile, and why it deviates."""

    target: str
    version: str
    verdicts: tuple[str, ...]
    reasons: tuple[str, ...]


@cache
def matrix(root: Path) -> kill_matrix.KillMatrix:
    """Return the published kill matrix."""
    return kill_matrix.read(root / "docs" / "mutants.json")


def check_of(rule: Rule, root: Path) -> CheckSource | None:
    """Return the check of a rule, if there is one."""
    check = all_checks().get(rule.id)
    if check is None:
        return None
    function = inspect.unwrap(check.check)
    lines, first = inspect.getsourcelines(function)
    # The file of the checkout, also where the package was installed from a wheel.
    file = Path("conformance", *function.__module__.split(".")).with_suffix(".py")
    if not (root / file).is_file():
        raise SystemExit(f"the check of {rule.id} is not in {file}, where the site shows it")
    return CheckSource(
        file=file.as_posix(), line=first, text="".join(lines), premises=tuple(each.name for each in check.premises)
    )


def kills(rule: Rule, root: Path) -> list[Kill]:
    """Return the mutants that a rule kills, those that name it first."""
    known = all_mutants()
    found = [
        Kill(mutant=known[name], examples=result.killers[rule.id], named=rule.id in known[name].kills)
        for name, result in matrix(root).found.items()
        if name in known and rule.id in result.killers
    ]
    return sorted(found, key=lambda each: (not each.named, each.examples, each.mutant.name))


def proofs(rule: Rule, root: Path) -> Sequence[str]:
    """Return the mutants that no other MUST rule kills."""
    return matrix(root).proofs(rule.id)


@cache
def certificates(root: Path) -> Sequence[Mapping[str, Any]]:
    """Return the published certificates."""
    folder = root / "docs" / "certificates"
    return [read_certificate(path) for path in sorted(folder.glob("*.json")) if path.name != "observations.json"]


def findings(rule: Rule, root: Path) -> list[CertifiedRule]:
    """Return what the published certificates say of a rule."""
    found = []
    for certificate in certificates(root):
        for target in certificate["targets"]:
            verdicts = [
                verdict_from_json(each)
                for each in certificate["verdicts"]
                if each["target"] == target["name"] and each["rule"] == rule.id
            ]
            examined = [each for each in verdicts if each.outcome is not Outcome.SKIP]
            if examined:
                found.append(
                    CertifiedRule(
                        target=target["name"],
                        version=target["description"]["version"],
                        verdicts=tuple(
                            f"{each.outcome.value}{f' ({each.profile})' if each.profile else ''}" for each in examined
                        ),
                        reasons=tuple(dict.fromkeys(entry.reason for each in examined for entry in each.deviations)),
                    )
                )
    return found


def _in_words(verdict: Verdict) -> str:
    return f"{verdict.outcome.value} ({verdict.profile})" if verdict.profile else verdict.outcome.value


def neighbours(rule: Rule) -> tuple[Rule | None, Rule | None]:
    """Return the rule before and the rule behind it."""
    order = list(all_rules().values())
    place = order.index(rule)
    return order[place - 1] if place else None, order[place + 1] if place + 1 < len(order) else None


def changes(rule: Rule) -> Sequence[RuleChange]:
    """Return what became of a rule over the versions of the specification."""
    return history(rule.id)
