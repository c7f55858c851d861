"""Putting a mutant's code into functions that are loaded, where nothing of what was loaded could have depended on it.

Importing a suite and collecting its tests takes far longer than the test that kills a mutant. So one process does both
once, and notes every function that ran meanwhile. A mutant that differs in one function alone, which did not run, has
changed nothing so far: giving that function the mutant's code now comes to the same as importing the mutant.
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
    """The code that differs between two versions of a module, and all that it is nested in, from the module down.

    `path` has pairs of the code as it was and as it is now. Everything that differs is in the last pair.
    """

    path: tuple[tuple[CodeType, CodeType], ...]

    @property
    def innermost(self) -> CodeType:
        """The innermost code that holds all that differs, as it was."""
        return self.path[-1][0]


def difference(before: CodeType, after: CodeType) -> Difference | None:
    """Return where two versions of a module differ; None if they do the same and only lines or annotations differ."""
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
    """Return all that a code does, without what is nested in it and where its lines are."""
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
    """The code that has run while it was noted, by the profiler that is written in C: one in Python takes too long."""

    _profiler: cProfile.Profile = field(factory=lambda: cProfile.Profile(subcalls=False, builtins=False))
    _seen: set[CodeType] = field(factory=set)

    @contextmanager
    def noted(self) -> Iterator[None]:
        """Note what runs within, unless `end` is called before."""
        self._profiler.enable()
        try:
            yield
        finally:
            self.end()

    def end(self) -> None:
        """Note no more."""
        self._profiler.disable()
        self._seen |= {each.code for each in self._profiler.getstats() if isinstance(each.code, CodeType)}
        self._profiler.clear()

    def codes(self, folders: tuple[str, ...]) -> set[CodeType]:
        """Return the code of some folders or files that has run."""
        return {code for code in self._seen if code.co_filename.startswith(folders)}


def place_of(code: CodeType) -> str:
    """Return the place of a code object, for another process; lambdas on one line are not distinguished."""
    return f"{code.co_filename}:{code.co_firstlineno}:{code.co_qualname}"


@define
class Loaded:
    """The functions that are loaded here, by their code."""

    functions: dict[CodeType, list[FunctionType]]

    @classmethod
    def below(cls, folders: Sequence[str]) -> "Loaded":
        """Find those that are defined in some folders."""
        functions: dict[CodeType, list[FunctionType]] = {}
        for each in gc.get_objects():
            if isinstance(each, FunctionType) and each.__code__.co_filename.startswith(tuple(folders)):
                functions.setdefault(each.__code__, []).append(each)
        return cls(functions)

    def swap(self, found: Difference) -> None:
        """Give every function on the way to the difference its new code."""
        for before, after in found.path:
            for function in self.functions.get(before, ()):
                function.__code__ = after
