"""Factories of targets by `package.module:function`, and suggestions if there is none of that name. Modules are foreign
code: they may do anything while they are imported. To suggest a name, only its parent packages and, if it exists, the
module itself are imported.
"""

import importlib
import importlib.util
import inspect
import pkgutil
import sys
from collections.abc import Iterator
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

from ackproof.errors import UsageError
from ackproof.target import TargetFactory
from ackproof.text.sanitize import first_line
from ackproof.text.suggestions import ALMOST, in_words, nearest, question
from ackproof.wire.traces import place_of

FORM = "package.module:function"
SUFFIX = ".py"
SHOWN = 5
"""Maximum number of factories that a message lists."""


def factory(name: str) -> TargetFactory:
    """Return the function of that name; raise `UsageError` if there is none, with the nearest."""
    module_name, _, attribute = name.partition(":")
    if not module_name.strip("."):
        raise UsageError(f"{name!r} names no module; a target is {FORM}")
    if "/" in module_name or module_name.startswith(".") or module_name.endswith(SUFFIX):
        path = Path(module_name).with_suffix(SUFFIX)
        raise UsageError(f"a target is {FORM}, with dots and no path; write {module_of(path)}:{attribute or 'make'}")
    module = _imported(module_name, attribute)
    found = getattr(module, attribute, None)
    if found is None:
        meant = question([f"{module_name}:{each}" for each in nearest(attribute, factories_of(module))])
        raise UsageError(f"module {module_name} has no {attribute!r}; {meant or _factories(module)}")
    if not callable(found):
        raise UsageError(
            f"{name} is of type {type(found).__name__}, and not a function that makes the target; {_factories(module)}"
        )
    made: TargetFactory = found
    return made


def is_module(name: str) -> bool:
    """Whether there is a module of that name, in the current folder or installed."""
    _search_here()
    try:
        spec = importlib.util.find_spec(name) if name else None
        # For Python, a folder without modules is a package, too.
        return spec is not None and (spec.origin is not None or any(_within(spec)))
    except Exception:  # noqa: BLE001 - a parent package may do anything while it is imported
        return False


def why_incomplete(module_name: str) -> str:
    """Return a sentence that says what is missing in a module's name to be a target."""
    try:
        module = _imported(module_name, "make")
    except UsageError as error:
        return f"{module_name} is a module, and a target is {FORM}; besides, {error}"
    return f"{module_name} is a module, and a target is {FORM}; {_factories(module)}"


def module_of(path: Path) -> str:
    """Return the module name of a Python file, relative to the current folder."""
    relative = path.resolve().relative_to(Path.cwd()) if path.resolve().is_relative_to(Path.cwd()) else Path(path.name)
    return ".".join(relative.with_suffix("").parts)


def factories_of(module: ModuleType) -> list[str]:
    """Return the names of the functions and classes of a module that can be called without an argument."""
    return [name for name, value in vars(module).items() if not name.startswith("_") and _makes(value, module)]


def _makes(value: object, module: ModuleType) -> bool:
    # Imported names are skipped; objects that it creates, such as a partial, have no module.
    if not callable(value) or getattr(value, "__module__", module.__name__) != module.__name__:
        return False
    if inspect.isclass(value) and not all(callable(getattr(value, name, None)) for name in ("describe", "open")):
        return False
    try:
        inspect.signature(value).bind()
    except (TypeError, ValueError):
        return False
    return True


def _factories(module: ModuleType) -> str:
    found = [f"{module.__name__}:{name}" for name in factories_of(module)]
    inside = [f"{module.__name__}.{name}" for name in _modules_in(module.__name__)]
    if not found and inside:
        return f"it is a package of the modules {', '.join(inside[:SHOWN])}{' …' if len(inside) > SHOWN else ''}"
    if not found:
        return "it has no function without arguments, which could make a target: write one"
    shown = in_words(found) if len(found) <= SHOWN else f"{', '.join(found[:SHOWN])} and {len(found) - SHOWN} more"
    return f"name the function that makes the target: {shown}"


def _imported(module_name: str, attribute: str) -> ModuleType:
    _search_here()
    try:
        return importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        if error.name is not None and f"{module_name}.".startswith(f"{error.name}."):
            raise UsageError(_not_found(module_name, attribute)) from error
        raise UsageError(_failed(module_name, error)) from error
    except (Exception, SystemExit) as error:  # a foreign module may do anything while it is imported
        raise UsageError(_failed(module_name, error)) from error


def _failed(module_name: str, error: BaseException) -> str:
    words = error.msg if isinstance(error, SyntaxError) else first_line(error)
    return f"cannot import {module_name}: {type(error).__name__}: {words}{place_of(error)}"


def _not_found(module_name: str, attribute: str) -> str:
    meant = _meant(module_name)
    if meant is not None:
        return f"there is no module {module_name!r}; {question([f'{meant}:{attribute}'])}"
    return f"there is no module {module_name!r}; a target is {FORM}, of a module that can be imported from here"


def _meant(module_name: str) -> str | None:
    """Return the name of an existing module in which each part is the nearest to the given one; None if there is none.
    If two parts differ, the whole name has to be almost the same: who names a package that is not here means no other.
    """
    found, differing = "", 0
    for part in module_name.split("."):
        beside = list(_modules_in(found))
        near = [part] if part in beside else nearest(part, beside)
        if not near:
            return None
        differing += near[0] != part
        found = f"{found}.{near[0]}" if found else near[0]
    return found if differing < 2 or nearest(module_name, [found], ALMOST) else None  # noqa: PLR2004 - two parts


def _modules_in(package: str) -> Iterator[str]:
    """Yield the names of the modules in a package, or of the top-level modules."""
    if not package:
        yield from (each.name for each in pkgutil.iter_modules() if not each.name.startswith("_"))
        return
    spec = importlib.util.find_spec(package) if is_module(package) else None
    if spec is not None:
        yield from _within(spec)


def _within(spec: ModuleSpec) -> Iterator[str]:
    yield from (each.name for each in pkgutil.iter_modules(list(spec.submodule_search_locations or ())))


def _search_here() -> None:
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)  # the path of a script does not start at the current folder
