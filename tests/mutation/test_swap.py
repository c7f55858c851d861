"""Functions get a mutant's code only if that is equivalent to importing the mutant."""

import gc
import os
import time
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FunctionType

import pytest

from .children import KILLED, SURVIVED, Ended, Note, forked
from .mutants import ROOT, mutants_of
from .swap import Executed, Loaded, difference
from .trial import compiled

MODULE = """\
def decorated(times):
    def decorate(function):
        return lambda: function() * times
    return decorate

def one():
    number: int | str = 1
    return number

class Counter:
    start = 3

    def add(self, amount):
        return [self.start + amount for _ in range(2)]

@decorated(2)
def two():
    return 2
"""


def code_of(text: str) -> CodeType:
    return compile(text, __file__, "exec", dont_inherit=True)


def innermost(before: str, after: str) -> str | None:
    """Return the qualified name of the code in which a changed module differs."""
    found = difference(code_of(MODULE), code_of(MODULE.replace(before, after)))
    return None if found is None else found.innermost.co_qualname


@pytest.mark.parametrize(
    ("before", "after", "place"),
    [
        ("number: int | str = 1", "number: int & str = 1", None),
        ("number: int | str = 1", "number: int | str = 2", "one"),
        ("start = 3", "start = 4", "Counter"),
        ("self.start + amount", "self.start - amount", "Counter.add.<locals>.<listcomp>"),
        ("range(2)", "range(3)", "Counter.add"),
        ("@decorated(2)", "@decorated(3)", "<module>"),
        ("@decorated(2)\n", "", "<module>"),
        ("function() * times", "function() + times", "decorated.<locals>.decorate.<locals>.<lambda>"),
        ("return 2", "return True", "two"),
    ],
)
def test_a_difference_is_found_where_it_is(before: str, after: str, place: str | None) -> None:
    """It is the innermost code that contains all of it; an annotation that is never evaluated is no difference."""
    assert place == innermost(before, after)


def test_what_differs_is_found_in_the_whole_module() -> None:
    """Only one statement is compiled for a mutant; its functions are those that an import of the module loads."""
    file = "conformance/ackproof/rules/routing.py"
    whole = set(codes_in(compiled((ROOT / file).read_text(encoding="utf-8"), file)))
    found = [difference(compiled(each.statement, file), compiled(each.mutated, file)) for each in mutants_of(file)]
    innermost = [each.innermost for each in found if each is not None]
    in_functions = [code for code in innermost if code.co_name != "<module>"]
    assert 20 < len(in_functions)
    assert [] == [code for code in in_functions if code not in whole]


def codes_in(code: CodeType) -> Iterator[CodeType]:
    yield code
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from codes_in(each)


def test_functions_that_are_loaded_do_what_the_mutant_does() -> None:
    """This includes functions that a decorator has wrapped, and functions that are created later."""
    executed = Executed()
    loaded_module: dict[str, object] = {}
    code = code_of(MODULE)
    with executed.noted():
        exec(code, loaded_module)  # noqa: S102 - as an import does
    names = {code.co_qualname for code in executed.codes((__file__,))}
    assert {"<module>", "Counter", "decorated", "decorated.<locals>.decorate"} == names
    for before, after, value in (("return 2", "return 5", 10), ("function() * times", "function() - times", 3)):
        found = difference(code_of(MODULE), code_of(MODULE.replace(before, after)))
        assert found is not None
        assert found.innermost not in executed.codes((__file__,))
        Loaded.below([__file__]).swap(found)
        two = loaded_module["two"]
        assert isinstance(two, FunctionType)
        assert value == two()


def test_a_function_is_found_though_it_is_frozen() -> None:
    """Whoever collects tests freezes what is there, and the garbage collector does not list that."""
    gc.freeze()
    assert [killed] == Loaded.below([__file__]).functions[killed.__code__]


def killed(note: Note) -> int:
    note.write("a test")
    return KILLED


def survived(note: Note) -> int:
    note.write("a longer name of a test")
    note.write("another")
    return SURVIVED


def broken(note: Note) -> int:
    raise ValueError(f"no trial with {note}")


def endless(note: Note) -> int:
    note.write("endless")
    os.kill(os.getpid(), 27)  # as the timer does
    time.sleep(60)
    return SURVIVED


def test_children_say_how_they_ended() -> None:
    """They report their exit code or the signal, and their last note."""
    ended = dict(forked([(work.__name__, work) for work in (killed, survived, broken, endless)], 2))
    assert {("killed", KILLED), ("survived", SURVIVED), ("broken", 70), ("endless", -27)} == {
        (name, each.code) for name, each in ended.items()
    }
    assert ["a test", "another", "endless"] == [ended[name].text for name in ("killed", "survived", "endless")]
    assert ended["broken"].text.startswith("ValueError: no trial with ")


def test_children_end_with_whoever_waits_for_them(tmp_path: Path) -> None:
    """An interrupted run leaves no process behind."""

    def waiting(note: Note) -> int:
        note.write("begun")
        (tmp_path / f"{os.getpid()}").touch()
        time.sleep(60)
        return SURVIVED

    children = forked([("first", survived), ("second", waiting)], 2)
    assert "first" == next(children)[0]
    while not (started := list(tmp_path.iterdir())):
        os.sched_yield()
    children.close()  # type: ignore[attr-defined]  # a generator
    assert not Path("/proc", started[0].name).exists()


def test_the_ends_are_given_as_they_come() -> None:
    """Each has the seconds that it took."""
    (first,) = forked([("one", survived)], 1)
    assert ("one", True) == (first[0], isinstance(first[1], Ended) and first[1].seconds >= 0)
