"""Which tests are tried on a mutant, the nearest first."""

import ast
import re
from collections.abc import Mapping, Sequence
from fnmatch import fnmatch, fnmatchcase
from functools import cache
from pathlib import Path

from attrs import frozen

from .mutants import ROOT, Name

RULE_ID = re.compile(r"[A-Z]+-\d+")

KILLS = "tests/mutants/test_kills.py"
CERTIFICATE = "tests/engine/test_published_certificate.py"
FALSE_ALARM = "tests/rules/test_no_false_alarm.py"
STATISTICS = "tests/rules/test_odds.py"

OF_A_RULE = (
    (KILLS, "test_a_rule_says_of_its_mutants_what_it_is_known_to_say"),
    (FALSE_ALARM, "test_a_short_campaign_finds_nothing"),
    (CERTIFICATE, "test_a_rule_says_what_the_certificate_says"),
    (KILLS, "test_no_earlier_example_kills"),
)
"""Tests with a parameter `rule`: that it finds the mutants that name it, and accuses nobody who is right, and in which
example it finds them, which is a slow one. The quickest first.
"""


@frozen
class Tests:
    """The tests for a mutant: whole files, and for rules whose ids match a pattern those that are `OF_A_RULE`."""

    files: tuple[str, ...]
    rules: tuple[str, ...] = ()

    @property
    def all_files(self) -> tuple[str, ...]:
        """The files that hold any of them."""
        of_rules = [file for file, _ in OF_A_RULE] if self.rules else []
        return tuple(dict.fromkeys([*self.files, *of_rules]))

    def place(self, file: str, function: str, rule: str | None, *, slow: bool) -> int | None:
        """Return where a test stands in line, from 0, or None if it is none of these."""
        of_rules = rule is not None and any(fnmatchcase(rule, pattern) for pattern in self.rules)
        if of_rules and (file, function) in OF_A_RULE:
            return len(self.files) + OF_A_RULE.index((file, function))
        return self.files.index(file) if file in self.files and not slow else None

    def stage(self, place: int) -> int:
        """Return the stage in which tests at a place in line are run: what survives one stage goes on to the next."""
        nearest, files = place == 0, place <= len(self.files)
        return 0 if nearest else 1 if files else 2 if place < len(self.files) + len(OF_A_RULE) - 1 else 3


TESTS: dict[str, Tests] = {
    "reference/*": Tests(("tests/reference",)),
    "*/binomial.py": Tests((STATISTICS,)),
    "*/rules/statistics.py": Tests(("tests/rules/test_statistics.py", STATISTICS), ("ACK-28", "ANC-14", "SPT-17")),
    "*/rules/routing.py": Tests((), ("RTE-*",)),
    "*/rules/rotating_map.py": Tests((), ("RM-*",)),
    "*/rules/anchoring.py": Tests(("tests/rules/test_anchoring.py",), ("ANC-*",)),
    "*/rules/spout.py": Tests(("tests/rules/test_spout.py",), ("SPT-*",)),
    "*/rules/acker/*": Tests(("tests/rules/test_acker.py",), ("ACK-*",)),
    "*/rules/topology/*": Tests(("tests/rules/test_topology.py",), ("SYS-*",)),
    "*/rules/durability.py": Tests(("tests/rules/test_durability.py",), ("DUR-*",)),
    "*/rules/differential.py": Tests(("tests/rules/test_differential.py",), ("RM-11", "ACK-27", "ANC-12", "SPT-16")),
    "*/oracle/histories.py": Tests(("tests/oracle/test_histories.py", "tests/rules/test_topology.py"), ("SYS-*",)),
    "*/oracle/lives.py": Tests(("tests/oracle/test_lives.py", "tests/rules/test_durability.py"), ("ACK-*", "RTE-*")),
    "*/oracle/ledgers.py": Tests(("tests/oracle/test_ledgers.py",), ("ANC-*",)),
    "*/oracle/emissions.py": Tests(("tests/oracle/test_maps_and_spouts.py",), ("SPT-*",)),
    "*/rules/registry.py": Tests(("tests/rules/test_registry.py",), ("RM-*",)),
    "conformance/*": Tests(("tests/oracle/test_maps_and_spouts.py",), ("RM-*",)),
}
"""The tests for a file: those of the first pattern that it matches. Slow ones are left out, but for those of a rule."""


STAGES = 4


def nearest_to(name: Name) -> Tests:
    """Return the tests for a mutant.

    What is within the check of one rule is of no concern to the others, and neither is a constant that they do not
    name.
    """
    tests = next(tests for pattern, tests in TESTS.items() if fnmatch(name.file, pattern))
    if tests.rules and name.within in (rules := rules_in(name.file)):
        return Tests(tests.files, tuple(rules[name.within]))
    if name.file.startswith("reference/"):
        return Tests(_nearest_first(name.file))
    return tests


@cache
def _nearest_first(file: str) -> tuple[str, ...]:
    tests = ROOT / "tests" / "reference"
    path = Path(file).relative_to("reference/acking")
    named = [path.with_name(f"test_{name}.py") for name in (path.stem, path.parent.name)]  # its own, or its package's
    nearest = next((f"tests/reference/{each}" for each in named if (tests / each).exists()), "")
    every = sorted(str(path.relative_to(ROOT)) for path in tests.rglob("test_*.py"))
    return tuple(sorted(every, key=lambda each: each != nearest))


@cache
def rules_in(file: str) -> Mapping[str, Sequence[str]]:
    """Return the functions of a file that check a rule, and the constants that are named by such functions alone; with
    the ids of those rules. The id is the first word of a function's decorator.
    """
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    checks = {
        function.name: str(decorator.args[0].value)
        for function in tree.body
        if isinstance(function, ast.FunctionDef)
        for decorator in function.decorator_list
        if isinstance(decorator, ast.Call) and decorator.args and isinstance(decorator.args[0], ast.Constant)
        if RULE_ID.fullmatch(str(decorator.args[0].value))
    }
    assigned = [target for each in tree.body if isinstance(each, ast.Assign) for target in each.targets]
    constants = [target.id for target in assigned if isinstance(target, ast.Name)]
    users = {name: [each for each in tree.body if _names(each, name)] for name in constants}
    of_constants = {
        name: sorted(checks[each.name] for each in users[name] if isinstance(each, ast.FunctionDef))
        for name in constants
        if users[name] and all(isinstance(each, ast.FunctionDef) and each.name in checks for each in users[name])
    }
    return {name: [rule] for name, rule in checks.items()} | of_constants


def _names(statement: ast.stmt, name: str) -> bool:
    read = [each for each in ast.walk(statement) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load)]
    return name in {each.id for each in read}
