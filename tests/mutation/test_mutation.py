"""A short mutation run, and the list of survivors, which has to be correct in both directions."""

import os
import random
import subprocess
import sys
from collections.abc import Iterable

import pytest

from .mutants import ROOT, Name, mutants_of
from .nearest import OF_A_RULE, nearest_to, rules_in
from .run import SETS, Known, Listed, Sort, complaints, listed

SMALL = "reference/acking/routing.py"
SURVIVOR = Name("a.py", "f", "return x + 0", "return x - 0")
KILLED = Name("a.py", "f", "return 1", "return 2")
ELSEWHERE = Name("b.py", "", "N = 1", "N = 2")


def test_every_mutant_of_a_small_file_is_killed_or_explained() -> None:
    """This uses the command that `tox -e mutation` runs."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "tests")}
    command = [sys.executable, "-m", "mutation.run", SMALL]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert 0 == done.returncode, done.stdout + done.stderr
    assert f"{len(mutants_of(SMALL))} mutants: " in done.stdout


@pytest.mark.parametrize(
    ("known", "survived", "expected"),
    [
        (Known([Listed(SURVIVOR, "zero")]), [SURVIVOR], []),
        (Known(), [], []),
        (Known(), [SURVIVOR], ["survives and is not listed"]),
        (Known([Listed(SURVIVOR, "zero"), Listed(KILLED, "one")]), [SURVIVOR], ["is listed and was killed"]),
        (Known([Listed(Name("a.py", "g", "return 1", "return 2"), "gone")]), [], ["is listed and does not exist"]),
        (Known([Listed(SURVIVOR, " ")]), [SURVIVOR], ["is listed without a reason"]),
        (Known([Listed(ELSEWHERE, "of a file that was not mutated")]), [], []),
        (Known(sorts=[Sort("*.py", r"\+ 0$", "-", "zero")]), [SURVIVOR], []),
        (
            Known(sorts=[Sort("b.py", r"\+ 0$", "-", "another file")]),
            [SURVIVOR],
            ["survives and is not listed", "explains no survivor"],
        ),
        (Known(sorts=[Sort("a.py", "return 1", "", "killed")]), [], ["explains no survivor"]),
        (Known([Listed(SURVIVOR, "0")], [Sort("a.py", "x", "x", "0")]), [SURVIVOR], ["is listed twice"]),
    ],
)
def test_the_list_rots_loudly(known: Known, survived: list[Name], expected: list[str]) -> None:
    """Missing and superfluous entries are errors; files that were not mutated are ignored."""
    complained = complaints(known, [SURVIVOR, KILLED], survived)
    assert expected == [complaint.partition(":")[0] for complaint in complained]


def test_a_mutant_is_known_by_what_it_changes() -> None:
    """These are the function, the line, and the new line, without line numbers."""
    found = {mutant.name for mutant in mutants_of("reference/acking/routing.py")}
    assert [] == [name for name in found if not name.line or name.line == name.becomes]
    source = (ROOT / "reference" / "acking" / "routing.py").read_text(encoding="utf-8")
    assert all(part in source for name in found for part in name.line.split(" / "))


def gone(names: Iterable[Name]) -> list[Name]:
    """Return the mutants that do not exist any more."""
    known = set(names)
    there = {
        mutant.name
        for file, within in {(name.file, name.within) for name in known}
        for mutant in mutants_of(file, within)
    }
    return sorted(known - there, key=str)


def test_some_listed_survivors_are_mutants_of_today() -> None:
    """`tox -e mutation` tests that they survive; that they exist can be tested without running them."""
    names = [entry.name for entry in listed().survivors]
    assert len(names) == len(set(names))
    assert [] == gone(random.Random(0).sample(names, 5))


@pytest.mark.slow
def test_every_listed_survivor_is_a_mutant_of_today() -> None:
    """This is the same test for all of them."""
    assert [] == gone(entry.name for entry in listed().survivors)


@pytest.mark.parametrize("named", SETS)
def test_every_file_of_a_set_has_tests(named: str) -> None:
    """The tests exist, including those for the check of one rule."""
    assert [] != SETS[named]
    for file in SETS[named]:
        for within in ("", *rules_in(file)):
            tests = nearest_to(Name(file, within, "", ""))
            assert tests.all_files
            assert [] == [each for each in tests.all_files if not (ROOT / each).exists()]


def test_the_tests_of_a_rule_are_there() -> None:
    """They are identified by names, which may have been changed."""
    for file, function in OF_A_RULE:
        assert f"def {function}(" in (ROOT / file).read_text(encoding="utf-8")


def test_what_only_some_rules_name_is_tried_with_their_tests() -> None:
    """A constant may belong to one rule or to several; one that helpers use too belongs to all."""
    callbacks, more_time = (f"conformance/ackproof/rules/topology/{name}.py" for name in ("callbacks", "more_time"))
    assert ["SYS-04"] == rules_in(callbacks)["ODD"]
    assert ["SYS-31", "SYS-32"] == rules_in(more_time)["ASKING_FOR_TIME"]
    assert "SPOUT_TICKS" not in rules_in(callbacks)
    assert ("SYS-31", "SYS-32") == nearest_to(Name(more_time, "ASKING_FOR_TIME", "", "")).rules
    assert ("SYS-*",) == nearest_to(Name(callbacks, "", "", "")).rules


def test_a_decorator_belongs_to_its_function_and_a_value_to_its_constant() -> None:
    """So they are tried with the tests of the rules that they affect, and found again when lines move."""
    found = {mutant.name for mutant in mutants_of("conformance/ackproof/rules/durability.py")}
    assert {"RESTARTED"} == {name.within for name in found if "restarts=" in name.line}
    assert {"a_target_that_is_killed_and_restarted_notifies_as_if_it_had_not_been"} == {
        name.within for name in found if "effort=" in name.line
    }
