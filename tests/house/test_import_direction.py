"""Imports go down only, and the specification reaches for nothing that could make it judge one history in two ways."""

import ast
from pathlib import Path

import pytest

from .imports import SourceTree, imports_of_file, within

REPOSITORY = Path(__file__).parents[2]
REFERENCE = SourceTree.of(REPOSITORY / "reference", "acking")
CONFORMANCE = SourceTree.of(REPOSITORY / "conformance", "ackproof")

PURE = ("collections.abc", "enum", "functools", "itertools", "operator", "typing", "attrs", "acking")
"""All that the reference may import: no clock, no randomness, no input or output, no threads, nothing of the system."""

DIRTY_BUILTINS = (
    "__import__",
    "breakpoint",
    "compile",
    "eval",
    "exec",
    "globals",
    "hash",
    "id",
    "input",
    "open",
    "print",
)
"""What needs no import and is not pure. `hash` and `id` differ from run to run."""

HEAVY = ("ackproof_adapters", "pyspark", "pyarrow", "numpy", "pandas", "numba")
"""What the suite must run without: its own adapters, and what only they need."""


def is_oracle_taboo(module: str) -> bool:
    """Return whether an oracle that imports it could have its answers from those that it judges."""
    return within(module, "acking") or within(module, "ackproof.targets")


def impure(tree: SourceTree) -> list[str]:
    """Return the imports of a tree that PURE does not allow."""
    return [str(one) for one in tree.imports() if not any(within(one.module, pure) for pure in PURE)]


def test_the_reference_imports_nothing_impure() -> None:
    """Only what PURE allows, and of a package that is not all allowed, only the allowed part."""
    assert [] == impure(REFERENCE)


def test_the_reference_calls_nothing_impure() -> None:
    """No builtin that reads, writes, runs text or depends on the run."""
    calls = [
        f"{path}:{node.lineno} uses {node.id}"
        for path in REFERENCE.files.values()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Name) and node.id in DIRTY_BUILTINS
    ]
    assert [] == calls


def test_the_suite_imports_neither_adapters_nor_what_they_need() -> None:
    """A target is found by its entry point, and numpy is not a dependency of a pure suite."""
    assert [] == [str(one) for one in CONFORMANCE.imports() if any(within(one.module, heavy) for heavy in HEAVY)]


def test_the_oracle_reaches_neither_the_reference_nor_a_target() -> None:
    """Nor do other modules of the suite on its behalf: it must not have its answers from those that it judges."""
    assert any(within(module, "ackproof.oracle") for module in CONFORMANCE.files)
    chains = CONFORMANCE.chains("ackproof.oracle", is_oracle_taboo)
    assert [] == [", ".join(map(str, chain)) for chain in chains]


def test_the_reference_and_the_suite_are_read() -> None:
    """The files that this file is about are there: a check of nothing would pass."""
    assert {
        "acking",
        "acking.acker",
        "acking.anchoring",
        "acking.rotating_map",
        "acking.routing",
        "acking.spout",
    } <= REFERENCE.files.keys()
    assert {
        "ackproof",
        "ackproof.oracle.lives",
        "ackproof.rules.registry",
        "ackproof.targets.reference",
    } <= CONFORMANCE.files.keys()
    assert any(is_oracle_taboo(one.module) for one in CONFORMANCE.imports("ackproof.targets"))


@pytest.mark.parametrize(
    ("source", "module"),
    [
        ("import time", "time"),
        ("import os.path as collections", "os.path"),
        ("from collections import abc, deque", "collections.deque"),
        ("def f() -> None:\n    from random import random", "random"),
        ("if True:\n    import threading", "threading"),
    ],
)
def test_an_impure_import_is_found_wherever_it_stands(tmp_path: Path, source: str, module: str) -> None:
    """The check, checked: with the line on which it stands."""
    package = tmp_path / "acking"
    (package / "part").mkdir(parents=True)
    path = package / "part" / "inner.py"
    path.write_text(f"from enum import Enum\n{source}\n", encoding="utf-8")
    line = 1 + len(source.splitlines())
    assert f"{path}:{line} imports {module}" in impure(SourceTree.of(tmp_path, "acking"))


def test_a_chain_to_a_taboo_is_found_and_told(tmp_path: Path) -> None:
    """The check, checked: from the oracle over a package's own file and a module to the reference."""
    sources = {
        "ackproof/__init__.py": "",
        "ackproof/oracle/__init__.py": "",
        "ackproof/oracle/lives.py": "from ackproof.words.plain import WORDS",
        "ackproof/words/__init__.py": "\nfrom ackproof.words import plain\nfrom . import sly",
        "ackproof/words/plain.py": "WORDS = ()",
        "ackproof/words/sly.py": "import acking.acker",
    }
    for name, source in sources.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source, encoding="utf-8")
    (chain,) = SourceTree.of(tmp_path, "ackproof").chains("ackproof.oracle", is_oracle_taboo)
    assert [
        f"{tmp_path}/ackproof/oracle/lives.py:1 imports ackproof.words.plain",
        f"{tmp_path}/ackproof/words/__init__.py:3 imports ackproof.words.sly",
        f"{tmp_path}/ackproof/words/sly.py:1 imports acking.acker",
    ] == [str(one) for one in chain]


def test_relative_imports_are_resolved(tmp_path: Path) -> None:
    """One dot is the package of the module, and in a package's own file the package itself."""
    path = tmp_path / "module.py"
    path.write_text("from . import a\nfrom .b import c\nfrom .. import d\n", encoding="utf-8")
    assert ["x.y", "x.y.a", "x.y.b", "x.y.b.c", "x", "x.d"] == [
        one.module for one in imports_of_file(path, "x.y.module")
    ]
