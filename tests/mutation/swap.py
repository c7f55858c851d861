"""Replacing the code of loaded functions by a mutant's, if nothing that was loaded can depend on it.

Importing a suite and collecting its tests takes much longer than the test that kills a mutant. So one process does both
once, and records every function that ran meanwhile. If a mutant differs in only one function, which did not run, it has
had no effect so far: replacing the code of that function is equivalent to importing the mutant.
"""

import cProfile
import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import CodeType, FunctionType
from typing import Any

from attrs import define, field, frozen


@frozen
class Difference:
    """The code that differs between two versions of a module, and the code objects that contain it, from the module
    down.

    `path` has pairs of the old and the new code. The last pair contains the whole difference.
    """

    path: tuple[tuple[CodeType, CodeType], ...]

    @property
    def innermost(self) -> CodeType:
        """The old version of the innermost code that contains the whole difference."""
        return self.path[-1][0]


def difference(before: CodeType, after: CodeType) -> Difference | None:
    """Return the difference between two versions of a module; None if only lines or annotations differ."""
    path = _path(before, after)
    return None if path is None else Difference(path)


def _path(before: CodeType, after: CodeType) -> tuple[tuple[CodeType, CodeType], ...] | None:
    if _own(before) != _own(after):
        return ((before, after),)
    pairs = zip(_nested(before), _nested(after), strict=True)
    below = [path for one, other in pairs if (path := _path(one, other)) is not None]
    match below:
        case []:
            return None
        case [path]:
            return ((before, after), *path)
        case _:
            return ((before, after),)


def _nested(code: CodeType) -> list[CodeType]:
    return [each for each in code.co_consts if isinstance(each, CodeType)]


def _own(code: CodeType) -> tuple[Any, ...]:
    """Return the behaviour of a code object, without nested code and line numbers."""
    constants = ["code" if isinstance(each, CodeType) else f"{type(each)} {each!r}" for each in code.co_consts]
    return (
        code.co_code,
        constants,
        code.co_names,
        code.co_varnames,
        code.co_freevars,
        code.co_cellvars,
        code.co_flags,
        (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount),
        code.co_exceptiontable,
        code.co_name,
    )


@define
class Executed:
    """The code that ran during recording. It uses the C profiler, because one in Python is too slow."""

    _profiler: cProfile.Profile = field(factory=lambda: cProfile.Profile(subcalls=False, builtins=False))
    _seen: set[CodeType] = field(factory=set)

    @contextmanager
    def noted(self) -> Iterator[None]:
        """Record the code that runs in this context, unless `end` is called before."""
        self._profiler.enable()
        try:
            yield
        finally:
            self.end()

    def end(self) -> None:
        """Stop recording."""
        self._profiler.disable()
        self._seen |= {each.code for each in self._profiler.getstats() if isinstance(each.code, CodeType)}
        self._profiler.clear()

    def codes(self, folders: tuple[str, ...]) -> set[CodeType]:
        """Return the recorded code of some folders or files."""
        return {code for code in self._seen if code.co_filename.startswith(folders)}


def place_of(code: CodeType) -> str:
    """Return the place of a code object, for use in another process; lambdas on one line are not distinguished."""
    return f"{code.co_filename}:{code.co_firstlineno}:{code.co_qualname}"


@define
class Loaded:
    """The loaded functions, by their code."""

    functions: dict[CodeType, list[FunctionType]]

    @classmethod
    def below(cls, folders: Sequence[str]) -> "Loaded":
        """Find the functions that are defined in some folders."""
        gc.unfreeze()  # frozen objects are not listed, and whoever collects tests freezes all that is there
        functions: dict[CodeType, list[FunctionType]] = {}
        for each in gc.get_objects():
            if isinstance(each, FunctionType) and each.__code__.co_filename.startswith(tuple(folders)):
                functions.setdefault(each.__code__, []).append(each)
        return cls(functions)

    def swap(self, found: Difference) -> None:
        """Replace the code of every function on the path to the difference."""
        for before, after in found.path:
            for function in self.functions.get(before, ()):
                function.__code__ = after
