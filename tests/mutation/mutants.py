"""The mutants of a file: cosmic-ray's operators, each applied at each place where it applies."""

import difflib
from collections.abc import Iterator
from pathlib import Path

import cosmic_ray.plugins  # type: ignore[import-untyped]
from attrs import field, frozen
from cosmic_ray.ast import ast_nodes, get_ast  # type: ignore[import-untyped]
from cosmic_ray.ast.ast_query import ASTQuery  # type: ignore[import-untyped]
from cosmic_ray.mutating import mutate_code  # type: ignore[import-untyped]

ROOT = Path(__file__).resolve().parents[2]
SOURCE_ROOTS = ("reference", "conformance", "adapters")


@frozen
class Name:
    """How a mutant is known: by what it changes and not by line numbers, which move.

    `file` is relative to the checkout; `within` is the function or class, or "" at the module's top; `line` is what
    stood there, and `becomes` what stands there now.
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
    return list(found.values())


def _mutated(original: str) -> Iterator[tuple[str, str]]:
    tree = get_ast(original)
    for operator_name in cosmic_ray.plugins.operator_names():
        kind = cosmic_ray.plugins.get_operator(operator_name)
        if kind.arguments():
            continue  # it takes a configuration, and has no default
        operator = kind()
        places = [node for node in ast_nodes(tree) for _ in operator.mutation_positions(node)]
        for occurrence, node in enumerate(places):
            text = mutate_code(original, operator, occurrence)
            if text is not None:
                yield ASTQuery(node).get_definition_name() or "", text


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
