"""Importing a mutated module and its dependents again, in a process that has collected tests.

A mutant of code that runs at import, such as a constant or the arguments of a decorator, cannot be swapped in. But if
only rules, the oracle and tests import its module, importing those again is much faster than importing everything: the
engine gets the rules from the registry, so nothing else refers to the old ones.
"""

import ast
import gc
import importlib
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import _lru_cache_wrapper
from types import ModuleType

import pytest
from attrs import frozen

from .mutants import ROOT

CAN_BE = ("ackproof.rules.", "ackproof.oracle.")
REGISTRY = "ackproof.rules.registry"
"""The registry of rules, from which they are removed before they are imported again."""

TESTS = str(ROOT / "tests")
PACKAGES = ("acking", "ackproof", "ackproof_adapters")
"""The packages of the checkout besides its tests. They may be installed, in the same folder as other packages."""


@frozen
class Imported:
    """The loaded modules of the checkout: by name, the modules that have to be imported again with it; and caches that
    refer to old modules.
    """

    dependents: Mapping[str, frozenset[str]]
    caches: Sequence["_lru_cache_wrapper[object]"]

    @classmethod
    def now(cls) -> "Imported":
        """Find them."""
        ours = {
            name: module
            for name, module in sys.modules.items()
            if name.partition(".")[0] in PACKAGES or (getattr(module, "__file__", None) or "").startswith(f"{TESTS}/")
        }
        importers: dict[str, set[str]] = {name: set() for name in ours}
        for name, module in ours.items():
            for imported in _imports(name, module):
                importers.setdefault(imported, set()).add(name)
        caches = [each for each in gc.get_objects() if isinstance(each, _lru_cache_wrapper)]
        return cls({name: frozenset(_closure(name, importers)) for name in ours}, caches)

    def can_be(self, module: str) -> bool:
        """Whether a module can be imported again: only rules, the oracle and tests depend on it."""
        return module in self.dependents and all(
            _is_test(each) or (each.startswith(CAN_BE) and each != REGISTRY) for each in self.dependents[module]
        )

    def anew(self, module: str) -> frozenset[str]:
        """Import a module and its dependents again; return their names."""
        names = self.dependents[module]
        checks = vars(sys.modules[REGISTRY])["_CHECKS"]
        for rule in [rule for rule, check in checks.items() if check.check.__module__ in names]:
            del checks[rule]
        for name in names:
            del sys.modules[name]
            package, _, last = name.rpartition(".")
            if package in sys.modules:
                vars(sys.modules[package]).pop(last, None)  # or `from package import module` would give the old one
        for cache in self.caches:
            cache.cache_clear()
        for name in (module, *sorted(names - {module})):
            importlib.import_module(name)
        return names


def collected_anew(
    session: pytest.Session, names: frozenset[str], items: Iterable[pytest.Item]
) -> Callable[[Sequence[pytest.Item]], list[pytest.Item]]:
    """Collect the tests of some modules again; return a function that maps items to the new ones."""
    modules = {item.parent for item in items if item.parent is not None and _module_of(item) in names}
    found: dict[str, pytest.Item] = {}
    for module in modules:
        if not isinstance(module, pytest.Module) or module.parent is None:
            raise TypeError(f"{module} is no module of tests")
        fresh = pytest.Module.from_parent(module.parent, path=module.path)
        found |= {item.nodeid: item for item in session.genitems(fresh)}
    return lambda line: [
        found[item.nodeid] if _module_of(item) in names else item
        for item in line
        if item.nodeid in found or _module_of(item) not in names
    ]


def _module_of(item: pytest.Item) -> str:
    return item.module.__name__ if isinstance(item, pytest.Function) else ""


def _is_test(name: str) -> bool:
    file = getattr(sys.modules[name], "__file__", None) or ""
    return file.startswith(TESTS) and not file.endswith("conftest.py")


def _imports(name: str, module: ModuleType) -> set[str]:
    """Return the names of all modules that a module imports, including their packages."""
    file = getattr(module, "__file__", None) or ""
    if not file.endswith(".py"):
        return set()
    with open(file, encoding="utf-8") as source:  # noqa: PTH123 - hundreds of files
        tree = ast.parse(source.read())
    package = name if file.endswith("__init__.py") else name.rpartition(".")[0]
    found: set[str] = set()
    for each in ast.walk(tree):
        match each:
            case ast.Import(names):
                found |= {alias.name for alias in names}
            case ast.ImportFrom(of, names, level):
                above = package.split(".")[: len(package.split(".")) - (level or 1) + 1] if level else []
                base = ".".join([*above, *([of] if of else [])])
                found |= {base} | {f"{base}.{alias.name}" for alias in names}
    packages = {".".join(each.split(".")[:count]) for each in found for count in range(1, each.count(".") + 1)}
    return (found | packages) - {name}


def _closure(name: str, importers: Mapping[str, set[str]]) -> set[str]:
    found, left = {name}, [name]
    while left:
        for each in importers.get(left.pop(), ()):
            if each not in found:
                found.add(each)
                left.append(each)
    return found
