"""The tests for a mutant, the nearest first."""

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
SIZES = "tests/workloads/test_sizes.py"
SIZES_OF_PARTS = "tests/workloads/test_sizes_of_parts.py"

OF_A_RULE = (
    (CERTIFICATE, "test_a_rule_begins_as_it_was_recorded"),
    (KILLS, "test_a_rule_says_of_its_mutants_what_it_is_known_to_say"),
    (FALSE_ALARM, "test_a_short_campaign_finds_nothing"),
    (CERTIFICATE, "test_a_rule_says_what_the_certificate_says"),
)
"""Tests with a parameter `rule`: its draws and counts, the mutants that name it, and right targets; the fastest first.
The last one is slow: it has all examples of the published certificate. It is only for mutants that affect few rules and
survive all other tests.
"""


@frozen
class Test:
    """The facts about a test that are known before it is run: its file and function, and two of its parameters, if it
    has them.
    """

    file: str
    function: str
    rule: str | None = None
    profile: str | None = None
    slow: bool = False


@frozen
class Tests:
    """The tests for a mutant: whole files, and `OF_A_RULE` for rules whose ids match a pattern."""

    files: tuple[str, ...]
    rules: tuple[str, ...] = ()

    @property
    def all_files(self) -> tuple[str, ...]:
        """The files with any of these tests."""
        of_rules = [file for file, _ in OF_A_RULE] if self.rules else []
        return tuple(dict.fromkeys([*self.files, *of_rules]))

    def stage(self, test: Test) -> int | None:
        """Return the stage in which a test is run, or None if it is not one of these: mutants that survive one stage go
        on to the next. A slow test is run under only one of the two profiles: its workloads are the same.
        """
        if (test.file, test.function) in OF_A_RULE and test.rule is not None:
            last = (test.file, test.function) == OF_A_RULE[-1]
            patterns = [each for each in self.rules if "*" not in each or not last]
            if any(fnmatchcase(test.rule, pattern) for pattern in patterns) and (last or not test.slow):
                return (None if test.profile == "storm1" else 2) if last else 1
        if test.file not in self.files or test.slow:
            return None
        return 0 if test.file == self.files[0] else 1


ALL = ("*",)
IN_PRACTICE = ("executors", "bounds", "lifecycles", "clocks", "outboxes")
OF_TOPOLOGIES = tuple(f"tests/rules/test_{name}.py" for name in ("topology", *IN_PRACTICE, "more_time"))
OF_PLANS = (
    *(f"tests/oracle/test_{name}.py" for name in ("lapses", "occasions", "deaths", "findings", "under_way")),
    *OF_TOPOLOGIES,
)

TESTS: dict[str, Tests] = {
    "reference/*": Tests(("tests/reference",)),
    "*/binomial.py": Tests((STATISTICS,), ("ACK-28", "ANC-14", "SPT-17", "IDS-*")),
    "*/rules/statistics.py": Tests(("tests/rules/test_statistics.py", STATISTICS), ("ACK-28", "ANC-14", "SPT-17")),
    "*/rules/routing.py": Tests(("tests/rules/test_routing.py",), ("RTE-*",)),
    "*/rules/rotating_map.py": Tests(("tests/rules/test_registry.py",), ("RM-*",)),
    "*/rules/anchoring.py": Tests(("tests/rules/test_anchoring.py",), ("ANC-*",)),
    "*/rules/spout.py": Tests(("tests/rules/test_spout.py",), ("SPT-*",)),
    "*/rules/acker/*": Tests(("tests/rules/test_acker.py",), ("ACK-*",)),
    **{
        f"*/rules/topology/{name}.py": Tests(
            (
                f"tests/rules/test_{name}.py",
                "tests/rules/test_plans.py",
                "tests/rules/test_all_rules_on_later_mixes.py",
            ),
            ("SYS-*",),
        )
        for name in IN_PRACTICE
    },
    "*/rules/topology/more_time.py": Tests(("tests/rules/test_more_time.py",), ("SYS-*",)),
    "*/rules/topology/plans.py": Tests(("tests/rules/test_plans.py",), ("SYS-*",)),
    "*/rules/topology/*": Tests(("tests/rules/test_topology.py",), ("SYS-*",)),
    "*/rules/durability.py": Tests(("tests/rules/test_durability.py",), ("DUR-*",)),
    "*/rules/differential.py": Tests(("tests/rules/test_differential.py",), ("RM-11", "ACK-27", "ANC-12", "SPT-16")),
    "*/rules/edge_ids.py": Tests(("tests/rules/test_edge_matching.py", "tests/rules/test_differential.py"), ALL),
    "*/rules/ids.py": Tests(("tests/rules/test_ids.py",), ("IDS-*",)),
    "*/rules/multilang.py": Tests(("tests/rules/test_multilang.py",), ("ML-*",)),
    "*/rules/effects.py": Tests(("tests/rules/test_effects.py",), ("SPT-*",)),
    "*/rules/registry.py": Tests(("tests/rules/test_registry.py",), ("RM-*",)),
    "*/rules/sizes/*": Tests(("tests/rules/test_sizes.py",), ALL),
    "*/oracle/sizes/acker.py": Tests((SIZES, "tests/rules/test_sizes.py"), ("ACK-36", "RTE-05")),
    "*/oracle/sizes/reasons.py": Tests(
        ("tests/oracle/test_reasons.py", SIZES, SIZES_OF_PARTS, "tests/rules/test_sizes.py"),
        ("ACK-36", "RTE-05", "RM-1[34]", "SPT-18"),
    ),
    "*/oracle/sizes/*": Tests((SIZES_OF_PARTS, "tests/rules/test_sizes.py"), ("ANC-15", "RM-1[34]", "SPT-18")),
    "*/oracle/generators.py": Tests(("tests/oracle/test_generators.py", "tests/rules/test_ids.py"), ("IDS-*",)),
    "*/oracle/conversations.py": Tests(
        ("tests/oracle/test_conversations.py", "tests/rules/test_multilang.py"), ("ML-*",)
    ),
    "*/oracle/lives.py": Tests(("tests/oracle/test_lives.py", "tests/rules/test_durability.py"), ("ACK-*", "RTE-*")),
    "*/oracle/ledgers.py": Tests(("tests/oracle/test_ledgers.py",), ("ANC-*",)),
    "*/oracle/emissions.py": Tests(("tests/oracle/test_maps_and_spouts.py",), ("SPT-*",)),
    "*/oracle/ages.py": Tests(("tests/oracle/test_maps_and_spouts.py",), ("RM-*",)),
    "*/oracle/duties.py": Tests(("tests/oracle/test_duties.py", *OF_PLANS), ("SYS-*",)),
    "*/oracle/places.py": Tests(("tests/oracle/test_places.py", *OF_PLANS), ("SYS-*",)),
    "*/oracle/histories.py": Tests(("tests/oracle/test_histories.py", *OF_TOPOLOGIES), ("SYS-*",)),
    "*/oracle/*": Tests(("tests/oracle/test_plans.py", *OF_PLANS), ("SYS-*",)),
    "conformance/*": Tests(("tests/rules/test_registry.py",), ALL),
}
"""The tests for a file: those of the first pattern that matches it. Slow ones are left out, except those of a rule."""


STAGES = 3


def nearest_to(name: Name) -> Tests:
    """Return the tests for a mutant.

    A mutant within the check of one rule, or in a constant that only some checks use, does not affect other rules.
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
    """Return the functions of a file that check a rule, and the constants that only such functions use; with the ids of
    those rules. The id is the first word of a function's decorator.
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
