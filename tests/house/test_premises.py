"""Premises: each is declared once, beside its rules, and is recorded when it is met."""

import ast
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from ackproof import rules
from ackproof.oracle.lapses import Occasion
from ackproof.rules.registry import MODULES, Premise, all_checks
from ackproof.rules.topology.plans import plan_rule

FOLDER = Path(rules.__path__[0])
SOURCES = {name: FOLDER.joinpath(*name.split(".")).with_suffix(".py").read_text(encoding="utf-8") for name in MODULES}


def declarations(tree: ast.Module) -> dict[str, ast.Assign]:
    """Return the statements of a module that declare premises, by name."""
    return {
        target.id: each
        for each in tree.body
        if isinstance(each, ast.Assign) and makes_premises(each)
        for target in each.targets
        if isinstance(target, ast.Name)
    }


def makes_premises(node: ast.AST) -> bool:
    """Whether a node contains a call of `Premise`."""
    calls = [each.func for each in ast.walk(node) if isinstance(each, ast.Call)]
    return any(isinstance(each, ast.Name) and each.id == Premise.__name__ for each in calls)


def read(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Yield the names that are read in the nodes."""
    for node in nodes:
        for each in ast.walk(node):
            if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load):
                yield each.id


def noted_by_decorators(functions: Iterable[ast.FunctionDef]) -> Iterator[str]:
    """Yield the names in decorators that name parts of the plan."""
    for function in functions:
        for each in function.decorator_list:
            if isinstance(each, ast.Call) and any(keyword.arg == "parts" for keyword in each.keywords):
                yield from read([each])


@pytest.mark.parametrize("module", MODULES)
def test_each_is_declared_for_a_rule_and_noted(module: str) -> None:
    """Each has a name at the top of a module, so that mypy finds a misspelt one. Those that a plan counts
    are made and noted by the decorator of its rules.
    """
    tree = ast.parse(SOURCES[module])
    functions = [each for each in tree.body if isinstance(each, ast.FunctionDef)]
    declared = declarations(tree)
    allowed = [*declared.values(), *(each for each in functions if each.name == plan_rule.__name__)]
    assert [] == [each.lineno for each in tree.body if makes_premises(each) and each not in allowed]
    of_rules = set(read(decorator for each in functions for decorator in each.decorator_list))
    occasions = {name for name, each in declared.items() if Occasion.__name__ in read([each])}
    noted = set(read(statement for each in functions for statement in each.body))
    noted |= occasions & set(noted_by_decorators(functions))
    assert {} == {name: each.lineno for name, each in declared.items() if name not in of_rules & noted}


@pytest.mark.parametrize("rule", sorted(all_checks()))
def test_no_rule_has_two_of_one_name(rule: str) -> None:
    """Certificates identify them by name."""
    names = Counter(premise.name for premise in all_checks()[rule].premises)
    assert names
    assert {1} == set(names.values())
