"""All text on a terminal goes through a console that escapes control codes: there is no other way."""

import ast
from collections.abc import Iterator
from pathlib import Path

import ackproof
import ackproof_adapters
import pytest

FOLDERS = [Path(package.__path__[0]) for package in (ackproof, ackproof_adapters)]

ALLOWED = {
    "commands/parser.py": {"write"},  # usage, which is the suite's text, and errors, which are escaped
    "examples/word_count.py": {"print"},  # a separate program, with a text that ships with it
    "examples/two_spouts.py": {"print"},  # a separate program, as well
    "multilang/bolts/pystorm_py.py": {"print"},  # a separate program: the effect of its printing is what is tested
    "multilang/bolts/storm_py.py": {"print"},  # the same
}
"""Modules with other ways, and which."""


def ways(source: str) -> Iterator[str]:
    """Yield each direct output to a terminal in a module."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        called = node.func
        if isinstance(called, ast.Name) and called.id in {"print", "Console", "TextColumn"}:
            yield called.id
        if isinstance(called, ast.Attribute) and called.attr in {"write", "writelines"}:
            if ast.unparse(called.value) in {"sys.stdout", "sys.stderr", "sys.__stdout__", "sys.__stderr__"}:
                yield called.attr


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_there_is_no_other_way_to_a_terminal(folder: Path) -> None:
    """So no caller has to remember to quote."""
    for path in sorted(folder.rglob("*.py")):
        name = path.relative_to(folder).as_posix()
        found = set(ways(path.read_text(encoding="utf-8")))
        assert found == ALLOWED.get(name, set()), f"{name}: print to ackproof.text.terminal.console() or errors()"


def test_other_ways_are_seen() -> None:
    """Each of them is found."""
    for source in ("print(1)", "sys.stderr.write('x')", "Console().print(1)", "TextColumn('x')"):
        assert [*ways(source)]
