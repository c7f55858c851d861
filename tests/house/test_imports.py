"""Imports go down only, and the reference imports nothing that could make its results differ from run to run.

The rooms and their allowed imports are in `pyproject.toml`, as contracts of import-linter. Each module is in a room.
"""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[2]
REFERENCE = REPOSITORY / "reference" / "acking"

PURE = ("collections.abc", "enum", "functools", "itertools", "operator", "typing", "attrs", "acking")
"""The modules that the reference may import: no clock, no randomness, no input or output, no threads, no system
calls.
"""

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
"""Builtins that are not pure. `hash` and `id` differ from run to run."""


def within(module: str, package: str) -> bool:
    """Return whether `module` is the package or something in it."""
    return module == package or module.startswith(f"{package}.")


def imported(tree: ast.Module) -> Iterator[str]:
    """Yield the modules that a file imports, anywhere in it; `from a import b` counts as `a.b`, unless `a` as a whole
    is pure.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            pure = any(within(module, each) for each in PURE)
            yield from ([module] if pure else [f"{module}.{name.name}" for name in node.names])


def impure(source: str) -> list[str]:
    """Return the impure imports and calls in a source."""
    tree = ast.parse(source)
    names = [node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id in DIRTY_BUILTINS]
    return [*(each for each in imported(tree) if not any(within(each, pure) for pure in PURE)), *names]


def test_imports_go_down_only() -> None:
    """The contracts say so. The error names a module in the wrong room, with the chain of imports."""
    script = "from importlinter.cli import lint_imports; raise SystemExit(lint_imports(no_cache=True))"
    done = subprocess.run([sys.executable, "-c", script], cwd=REPOSITORY, capture_output=True, text=True, check=False)
    assert 0 == done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize("package", ["conformance/ackproof", "adapters/ackproof_adapters"])
def test_the_table_of_rooms_is_the_contract(package: str) -> None:
    """CONTRIBUTING has a row for each layer, from the top down, with the rooms of that layer."""
    settings = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))
    (layers,) = [
        contract["layers"]
        for contract in settings["tool"]["importlinter"]["contracts"]
        if contract.get("containers") == [Path(package).name]
    ]
    page = (REPOSITORY / "CONTRIBUTING.md").read_text(encoding="utf-8")
    _, _, table = page.partition(f"| room of `{package}/` | what is there |\n|---|---|\n")
    rows = [row.split(" | ")[0] for row in table.partition("\n\n")[0].splitlines()]
    assert [set(layer.split(" | ")) for layer in layers] == [
        {room.rstrip("/") for room in re.findall("`([^`]+)`", row)} for row in rows
    ]


@pytest.mark.parametrize("path", sorted(REFERENCE.rglob("*.py")), ids=lambda path: str(path.relative_to(REFERENCE)))
def test_the_reference_is_pure(path: Path) -> None:
    """It imports only modules in PURE, and calls no builtin that reads, writes, runs text or depends on the run."""
    assert [] == impure(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("import time", "time"),
        ("import os.path as collections", "os.path"),
        ("from collections import abc, deque", "collections.deque"),
        ("def f() -> None:\n    from random import random", "random.random"),
        ("if True:\n    import threading", "threading"),
        ("from . import clock", "..clock"),
        ("NUMBER = hash('a')", "hash"),
    ],
)
def test_what_is_impure_is_found_wherever_it_stands(source: str, found: str) -> None:
    """This tests the check."""
    assert found in impure(source)
