"""One trial: a child process imports the mutant in place of the module and runs the tests on it.

Nothing in the checkout is changed, so several trials can run at once, and a run that is broken off leaves nothing
behind.
"""

import importlib.abc
import importlib.machinery
import importlib.util
import os
import resource
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import hypothesis
import pytest
from attrs import frozen
from hypothesis import Phase

from .mutants import ROOT, Mutant, Name

PROFILE = "mutation"
"""Nothing is left to chance, nothing is kept, and nothing is shrunk: that a test fails is all one wants to know."""

OPTIONS = (
    "-x",
    "-q",
    *("-p", "no:cacheprovider"),
    *("-p", "no:ackproof"),  # it would import what is to be replaced
    *("-W", "ignore::pytest.PytestAssertRewriteWarning"),  # Hypothesis is imported here, and need not be rewritten
    f"--hypothesis-profile={PROFILE}",
)

SURVIVED, KILLED, NO_TESTS = 0, 1, 70

Runs = Sequence[Sequence[str]]
"""Arguments of pytest, run by run: what fails in one is not tried in the next."""


@frozen
class InPlaceOf(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds the mutant under the name of the module that it was made of."""

    mutant: Mutant

    def find_spec(self, name: str, path: Any, target: Any = None) -> importlib.machinery.ModuleSpec | None:
        """See `importlib.abc.MetaPathFinder`."""
        del path, target
        if name != self.mutant.module:
            return None
        origin = str(ROOT / self.mutant.name.file)
        if not origin.endswith("__init__.py"):
            return importlib.util.spec_from_loader(name, self, origin=origin)
        spec = importlib.machinery.ModuleSpec(name, self, origin=origin, is_package=True)
        spec.submodule_search_locations = [str(Path(origin).parent)]
        return spec

    def exec_module(self, module: ModuleType) -> None:
        """Run the mutated text as the module."""
        exec(compile(self.mutant.text, str(ROOT / self.mutant.name.file), "exec"), vars(module))  # noqa: S102 - the point


def seconds_of(original: Mutant, runs: Runs) -> float:
    """Return how much processor time the tests take on what is not mutated. Raises RuntimeError if they fail."""
    _, status, used = os.wait4(_started(original, runs, resource.RLIM_INFINITY), 0)
    if os.waitstatus_to_exitcode(status) != SURVIVED:
        raise RuntimeError(f"tests fail without any mutation, or there are none: {_told(runs)}")
    return used.ru_utime + used.ru_stime


def survivors(
    mutants: Iterable[Mutant], runs_for: Callable[[Name], Runs], workers: int, most_seconds: int
) -> Iterator[Mutant]:
    """Give the mutants that all of their runs of pytest let pass.

    The seconds are of processor time, not of the clock: a mutant that goes on for ever is killed, and a busy machine
    kills none.
    """
    waiting = iter(mutants)
    running: dict[int, Mutant] = {}
    while True:
        while len(running) < workers and (mutant := next(waiting, None)) is not None:
            running[_started(mutant, runs_for(mutant.name), most_seconds)] = mutant
        if not running:
            return
        child, status = os.wait()
        mutant = running.pop(child)
        code = os.waitstatus_to_exitcode(status)
        if code == NO_TESTS:
            raise RuntimeError(f"there are no tests in one of {_told(runs_for(mutant.name))}")
        if code == SURVIVED:
            yield mutant


def _started(mutant: Mutant, runs: Runs, most_seconds: int) -> int:
    if mutant.module in sys.modules:
        raise RuntimeError(f"{mutant.module} is imported here, so its mutants would never be tried")
    child = os.fork()
    if not child:
        _run(mutant, runs, most_seconds)
    return child


def _run(mutant: Mutant, runs: Runs, most_seconds: int) -> None:
    """Run the tests on a mutant until one fails, in this process, and end it with the outcome."""
    code: int = KILLED
    try:
        resource.setrlimit(resource.RLIMIT_CPU, (most_seconds, most_seconds))
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nowhere, stream)
        sys.meta_path.insert(0, InPlaceOf(mutant))
        hypothesis.settings.register_profile(
            PROFILE, database=None, derandomize=True, deadline=None, phases=(Phase.explicit, Phase.generate)
        )
        importlib.import_module(mutant.module)  # what cannot even be imported is killed sooner than pytest would find
        ended: int = pytest.ExitCode.OK
        for arguments in runs:
            if ended == pytest.ExitCode.OK:
                ended = pytest.main([*OPTIONS, *arguments])
        code = {pytest.ExitCode.OK: SURVIVED, pytest.ExitCode.NO_TESTS_COLLECTED: NO_TESTS}.get(ended, KILLED)  # type: ignore[call-overload]  # an exit code of either kind
    finally:
        os._exit(code)


def _told(runs: Runs) -> str:
    return "; ".join(f"pytest {' '.join(arguments)}" for arguments in runs)
