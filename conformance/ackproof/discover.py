"""Finding targets: by the name under which a package registered them, or by module and factory.

A package offers targets through the entry-point group `ackproof.targets`. Where a target may lack something on this
machine, the module of its factory has a function `missing()` that says what and how to get it, or returns None.
"""

import importlib
import sys
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType

from ackproof.driver import Driver
from ackproof.errors import TargetUnavailable, UsageError
from ackproof.target import TargetFactory

GROUP = "ackproof.targets"


def registered() -> dict[str, EntryPoint]:
    """Return the registered targets, by name."""
    return {entry.name: entry for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name)}


def find(name: str) -> Driver:
    """Return a driver for the target of that name.

    Raises `UsageError` if there is no such target, and `TargetUnavailable` if there is but not on this machine.
    """
    entry = registered().get(name)
    if entry is not None:
        reason = missing(entry)
        if reason is not None:
            raise TargetUnavailable(f"{name} is not available here: {reason}")
        return Driver(name, entry.load())
    if ":" not in name:
        known = ", ".join(registered())
        raise UsageError(f"no target {name!r}; there are {known}, and any package.module:factory")
    return Driver(name, _factory(name))


def missing(entry: EntryPoint) -> str | None:
    """Return what a registered target lacks on this machine, with the remedy, or None if it lacks nothing."""
    try:
        module = importlib.import_module(entry.module)
    except ImportError as error:
        return f"{error}; install what {entry.module} needs"
    says = getattr(module, "missing", None)
    reason: str | None = says() if says is not None else None
    return reason


def _factory(name: str) -> TargetFactory:
    module_name, _, attribute = name.partition(":")
    factory = getattr(_imported(module_name), attribute, None)
    if factory is None:
        raise UsageError(f"module {module_name} has no {attribute!r}; name the function that makes the target")
    if not callable(factory):
        raise UsageError(f"{name} is a {type(factory).__name__}; it should be a function that makes the target")
    made: TargetFactory = factory
    return made


def _imported(module_name: str) -> ModuleType:
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)  # a script's path does not begin where its user stands
    try:
        return importlib.import_module(module_name)
    except (Exception, SystemExit) as error:  # somebody else's module may do anything while it is imported
        raise UsageError(f"cannot import {module_name}: {type(error).__name__}: {error}") from error
