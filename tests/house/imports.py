"""The imports of a source tree, read and not run: who imports what, on which line, and what follows from it."""

import ast
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path

from attrs import frozen


@frozen
class Import:
    """An import of `module` on a line of `path`. `from a import b` is two: `a`, and `a.b`, if that is a module."""

    path: Path
    line: int
    module: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line} imports {self.module}"


def within(module: str, package: str) -> bool:
    """Return whether `module` is the package or something in it."""
    return module == package or module.startswith(f"{package}.")


def imports_of_file(path: Path, module: str) -> list[Import]:
    """Return the imports of the file that holds `module`, wherever they stand: also those inside functions."""
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    found: list[Import] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
        if isinstance(node, ast.Import):
            found += [Import(path, node.lineno, name.name) for name in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = _base(package, node)
            found += [Import(path, node.lineno, base)]
            found += [Import(path, node.lineno, f"{base}.{name.name}") for name in node.names if name.name != "*"]
    return sorted(found, key=lambda one: one.line)


def _base(package: str, node: ast.ImportFrom) -> str:
    parents = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
    return ".".join([*parents, *filter(None, [node.module])])


@frozen
class SourceTree:
    """The modules of one package below a source root, with the file of each."""

    files: dict[str, Path]

    @classmethod
    def of(cls, root: Path, package: str) -> "SourceTree":
        """Read which modules the package `root / package` has; there is no such thing as a package without any."""
        files = {}
        for path in sorted((root / package).rglob("*.py")):
            parts = path.relative_to(root).with_suffix("").parts
            files[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
        assert files, f"no modules in {root / package}"
        return cls(files)

    def imports(self, below: str = "") -> Iterator[Import]:
        """Yield the direct imports of the modules below a package, or of all of them."""
        for module, path in self.files.items():
            if not below or within(module, below):
                yield from imports_of_file(path, module)

    def chains(self, below: str, forbidden: Callable[[str], bool]) -> list[list[Import]]:
        """Return the shortest chain of imports to each forbidden module that those below `below` reach in this tree.

        Whoever imports a.b.c runs a and a.b first, so those count too.
        """
        trails: dict[str, list[Import]] = {module: [] for module in self.files if within(module, below)}
        queue = deque(trails)
        chains: dict[str, list[Import]] = {}
        while queue:
            module = queue.popleft()
            for one in imports_of_file(self.files[module], module):
                trail = [*trails[module], one]
                if forbidden(one.module):
                    chains.setdefault(one.module, trail)
                for name in _with_parents(one.module):
                    if name in self.files and name not in trails:
                        trails[name] = trail
                        queue.append(name)
        return list(chains.values())


def _with_parents(module: str) -> Iterator[str]:
    parts = module.split(".")
    for length in range(1, len(parts) + 1):
        yield ".".join(parts[:length])
