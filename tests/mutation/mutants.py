"""The mutants of a file: operators of cosmic-ray, each applied at each possible place.

Of the replacements of one operator by another only some are made. For a comparison they are the three that imply all
others: a test that distinguishes `<` from `<=`, from `!=` and from `>` distinguishes it from the others, too (Kaminski,
Ammann, Offutt: Improving Logic-Based Testing, 2013). For arithmetic on numbers, bits and sets they are the plausible
mistakes. All other operators of cosmic-ray are applied: numbers, constants, `and`, `or`, `not`, loops, decorators,
exceptions. Annotations are left out: most are never evaluated, and mypy checks them all.
"""

import ast
import difflib
import hashlib
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import cosmic_ray.plugins  # type: ignore[import-untyped]
from attrs import field, frozen
from cosmic_ray.ast import ast_nodes, get_ast  # type: ignore[import-untyped]
from cosmic_ray.ast.ast_query import ASTQuery  # type: ignore[import-untyped]

ROOT = Path(__file__).resolve().parents[2]
SOURCE_ROOTS = ("reference", "conformance", "adapters")

INSTEAD = {
    "Lt": "LtE NotEq Gt",
    "Gt": "GtE NotEq Lt",
    "LtE": "Lt Eq GtE",
    "GtE": "Gt Eq LtE",
    "Eq": "NotEq LtE GtE",
    "NotEq": "Eq Lt Gt",
    "Is": "IsNot",
    "IsNot": "Is",
    "Add": "Sub",
    "Sub": "Add",
    "Mul": "Add",
    "Div": "Mul",
    "FloorDiv": "Div",
    "Mod": "FloorDiv",
    "Pow": "Mul",
    "BitOr": "BitAnd BitXor",
    "BitAnd": "BitOr",
    "BitXor": "BitOr BitAnd",
    "LShift": "RShift",
    "RShift": "LShift",
    "USub": "UAdd",
    "UAdd": "USub",
    "Invert": "USub",
    "Delete": "Not USub Invert",
}
"""The replacements of operators, by their names in cosmic-ray."""

ORDER_OF_WORDS = re.compile(r"""(?<!-)[<>]=? \[?["']""")
"""A comparison of strings, or lists of them, by order: alphabetical order is never meant, so such a mutant is left
out.
"""

REPLACES = re.compile(r".*/Replace(?:Comparison|Binary|Unary)Operator_(?P<of>[^_]+)_(?P<by>[^_]+)")


@frozen
class Name:
    """The identity of a mutant: its change, without line numbers, which move.

    `file` is relative to the checkout; `within` is the function or class, with its decorators, or the assigned variable
    of the module, or "" for anything else at the module's top; `line` is the original line, and `becomes` the mutated
    one.
    """

    file: str
    within: str
    line: str
    becomes: str


@frozen
class Mutant:
    """A mutated module: its name, how many mutants of the same name come before it, and the whole text.

    Only one statement of the module differs: `statement` and `mutated` are its text, after as many empty lines as there
    are lines before it in the module.
    """

    name: Name
    number: int
    text: str = field(repr=False)
    statement: str = field(repr=False, default="")
    mutated: str = field(repr=False, default="")

    @property
    def id(self) -> str:
        """A short name, derived from the long one."""
        name = self.name
        whole = "\n".join((name.file, name.within, name.line, name.becomes, str(self.number)))
        return hashlib.sha256(whole.encode()).hexdigest()[:10]

    @property
    def module(self) -> str:
        """The dotted name under which the mutated file is imported."""
        parts = Path(self.name.file).with_suffix("").parts
        return ".".join(part for part in parts[parts[0] in SOURCE_ROOTS :] if part != "__init__")


def mutants_of(file: str, within: str | None = None) -> list[Mutant]:
    """Return the mutants of a file, or only those within a function, class or variable of that name. Two operators that
    give the same text make one mutant.
    """
    original = (ROOT / file).read_text(encoding="utf-8")
    lines = original.splitlines(keepends=True)
    found: dict[str, tuple[Name, str, str]] = {}
    for begin, end, name in _statements(original):
        statement = "".join(lines[begin:end])
        if within not in (None, name) and not re.search(rf"\b(def|class) {within}\b", statement):
            continue  # it is not defined in this statement
        for place, mutated in _mutated(statement):
            if mutated != statement:
                text = "".join([*lines[:begin], mutated, *lines[end:]])
                padding = "\n" * begin
                found[text] = (_name(file, place or name, statement, mutated), padding + statement, padding + mutated)
    seen = Counter[Name]()
    mutants = []
    for text, (named, *statements) in found.items():
        if within in (None, named.within) and not ORDER_OF_WORDS.search(named.becomes):
            mutants.append(Mutant(named, seen[named], text, *statements))
            seen[named] += 1
    return mutants


def _statements(original: str) -> Iterator[tuple[int, int, str]]:
    """Yield for each statement of a module its first line, from 0, the line after its last, and the name that it
    defines or assigns. They are mutated one by one, because cosmic-ray parses its input again for each mutant.
    """
    for statement in ast.parse(original).body:
        begin = min([statement.lineno, *(each.lineno for each in getattr(statement, "decorator_list", []))])
        match statement:
            case ast.FunctionDef(name) | ast.ClassDef(name):
                pass
            case ast.Assign([ast.Name(name)]) | ast.AnnAssign(ast.Name(name)):
                pass
            case _:
                name = ""
        yield begin - 1, statement.end_lineno or begin, name


def _mutated(statement: str) -> Iterator[tuple[str | None, str]]:
    """Yield the mutants of a statement, each with the function or class that it is within, if it is within one.

    The tree is mutated in place and restored: parsing a statement again for each mutant takes longer than most trials.
    """
    tree = get_ast(statement)
    nodes = [node for node in ast_nodes(tree) if not _is_in_annotation(node)]
    begins = _begins(tree)
    for operator in _operators():
        for node in nodes:
            whole = len(list(operator.mutation_positions(node)))
            if not whole:
                continue
            within, begin, end = ASTQuery(node).get_definition_name(), begins[id(node)], len(node.get_code())
            for index in range(whole):
                kept = [(each, dict(_state(each))) for each in ast_nodes(node)]
                mutated = operator.mutate(node, index)
                text = "" if mutated is None else mutated.get_code()
                for each, state in kept:
                    for name, value in state.items():
                        setattr(each, name, value)
                yield within, statement[:begin] + text + statement[begin + end :]


def _state(node: Any) -> Iterator[tuple[str, Any]]:
    """Yield the parts of a node that an operator may change, without its children."""
    for name in ("value", "prefix", "children", "parent"):
        if hasattr(node, name):
            value = getattr(node, name)
            yield name, list(value) if name == "children" else value


def _begins(tree: Any) -> dict[int, int]:
    """Return the start of each node's text, including the blanks before it."""
    found: dict[int, int] = {}

    def walk(node: Any, begin: int) -> int:
        found[id(node)] = begin
        if not hasattr(node, "children"):
            return begin + len(node.get_code())
        for child in node.children:
            begin = walk(child, begin)
        return begin

    walk(tree, 0)
    return found


def _is_in_annotation(node: Any) -> bool:
    while (parent := node.parent) is not None:
        place = next(number for number, each in enumerate(parent.children) if each is node)
        match parent.type:
            case "tfpdef" | "annassign" if place and parent.children[place - 1].get_code().strip() == ":":
                return True
            case "funcdef" if parent.children[place - 1].get_code().strip() == "->":
                return True
        node = parent
    return False


@cache
def _operators() -> list[Any]:
    return list(_all_operators())


def _all_operators() -> Iterator[Any]:
    for name in cosmic_ray.plugins.operator_names():
        kind = cosmic_ray.plugins.get_operator(name)
        replaces = REPLACES.fullmatch(name)
        if kind.arguments():
            continue  # it needs a configuration without a default
        if replaces is None or replaces["by"] in INSTEAD[replaces["of"]].split():
            yield kind()


def _name(file: str, within: str, original: str, text: str) -> Name:
    before, after = original.splitlines(), text.splitlines()
    changes = difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    lines, becomes = [
        " / ".join(
            line.strip() for kind, *ends in changes if kind != "equal" for line in side[ends[2 * at] : ends[2 * at + 1]]
        )
        for at, side in enumerate((before, after))
    ]
    return Name(file, within, lines, becomes)
