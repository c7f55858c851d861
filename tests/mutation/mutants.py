"""The mutants of a file: operators of cosmic-ray, each applied at each place where it applies.

Of the replacements of one operator by another only some are made. For a comparison they are the three that all others
follow from: a test that tells `<` from `<=`, from `!=` and from `>` tells it from the others, too (Kaminski, Ammann,
Offutt: Improving Logic-Based Testing, 2013). For arithmetic on numbers, bits and sets they are those that one could
have meant. Everything else that cosmic-ray knows is applied: numbers, constants, `and`, `or`, `not`, loops, decorators,
exceptions.
"""

import ast
import difflib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cosmic_ray.plugins  # type: ignore[import-untyped]
from attrs import field, frozen
from cosmic_ray.ast import ast_nodes, get_ast  # type: ignore[import-untyped]
from cosmic_ray.ast.ast_query import ASTQuery  # type: ignore[import-untyped]
from cosmic_ray.mutating import mutate_code  # type: ignore[import-untyped]

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
"""Of the operators that replace another: by what, in cosmic-ray's words."""

ORDER_OF_WORDS = re.compile(r"""(?<!-)[<>]=? ["']""")
"""A word that is less than another: nobody means the alphabet, so a mutant that asks for it is none."""

REPLACES = re.compile(r".*/Replace(?:Comparison|Binary|Unary)Operator_(?P<of>[^_]+)_(?P<by>[^_]+)")


@frozen
class Name:
    """How a mutant is known: by what it changes and not by line numbers, which move.

    `file` is relative to the checkout; `within` is the function or class, with its decorators, or the variable of
    the module that is assigned there, or "" for anything else at the module's top; `line` is what stood there, and
    `becomes` what stands there now.
    """

    file: str
    within: str
    line: str
    becomes: str


@frozen
class Mutant:
    """A mutated module: its name, and the whole text."""

    name: Name
    text: str = field(repr=False)

    @property
    def module(self) -> str:
        """The dotted name under which the mutated file is imported."""
        parts = Path(self.name.file).with_suffix("").parts
        return ".".join(part for part in parts[parts[0] in SOURCE_ROOTS :] if part != "__init__")


def mutants_of(file: str) -> list[Mutant]:
    """Return the mutants of a file. Two operators that come to the same text make one mutant."""
    original = (ROOT / file).read_text(encoding="utf-8")
    found = {text: Mutant(_name(file, within, original, text), text) for within, text in _mutated(original)}
    found.pop(original, None)
    return [mutant for mutant in found.values() if not ORDER_OF_WORDS.search(mutant.name.becomes)]


def _mutated(original: str) -> Iterator[tuple[str, str]]:
    tree = get_ast(original)
    for operator in _operators():
        places = [node for node in ast_nodes(tree) for _ in operator.mutation_positions(node)]
        for occurrence, node in enumerate(places):
            text = mutate_code(original, operator, occurrence)
            if text is not None:
                yield ASTQuery(node).get_definition_name() or _at_the_top(original, node.start_pos[0]), text


def _at_the_top(original: str, line: int) -> str:
    """Return the name of what is defined or assigned by the statement of a module that a line belongs to."""
    for statement in ast.parse(original).body:
        begin = min([statement.lineno, *(each.lineno for each in getattr(statement, "decorator_list", []))])
        if begin <= line <= (statement.end_lineno or begin):
            match statement:
                case ast.FunctionDef(name) | ast.ClassDef(name):
                    return name
                case ast.Assign([ast.Name(name)]) | ast.AnnAssign(ast.Name(name)):
                    return name
    return ""


def _operators() -> Iterator[Any]:
    for name in cosmic_ray.plugins.operator_names():
        kind = cosmic_ray.plugins.get_operator(name)
        replaces = REPLACES.fullmatch(name)
        if kind.arguments():
            continue  # it takes a configuration, and has no default
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
