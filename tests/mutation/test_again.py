"""A module is imported again only if nothing keeps references to its old content; and how mutants are made."""

import sys
from collections.abc import Iterator

import pytest
from ackproof.rules.registry import all_checks
from cosmic_ray.mutating import mutate_code  # type: ignore[import-untyped]

from .again import REGISTRY, Imported
from .children import SURVIVED, Note, forked
from .mutants import _mutated, _operators

LEAF = "ackproof.rules.routing"
SHARED = "ackproof.rules.acker.moments"


@pytest.fixture(scope="module")
def imported() -> Imported:
    all_checks()
    return Imported.now()


def test_what_depends_on_a_module_is_known(imported: Imported) -> None:
    """Indirect dependents are included."""
    assert LEAF in imported.dependents[SHARED]
    assert SHARED not in imported.dependents[LEAF]
    assert {"ackproof.rules.durability", "ackproof.rules.acker.fails"} < imported.dependents["ackproof.oracle.lives"]


@pytest.mark.parametrize(
    ("module", "can_be"),
    [(LEAF, True), (SHARED, True), (REGISTRY, False), ("ackproof.oracle.lives", False), ("acking.acker", False)],
)
def test_only_rules_the_oracle_and_tests_are_imported_anew(imported: Imported, module: str, *, can_be: bool) -> None:
    """Mutants of modules that stories, the engine or targets depend on are tried cold."""
    assert can_be == imported.can_be(module)


def test_the_registry_has_the_rules_that_were_imported_anew(imported: Imported) -> None:
    """It keeps its other rules. This happens in a child process: here nothing changes."""
    before, module = all_checks(), sys.modules[LEAF]

    def work(note: Note) -> int:
        names = imported.anew(LEAF)
        after = all_checks()
        fresh = {rule for rule, check in after.items() if check.check is not before[rule].check}
        note.write(f"{sorted(fresh)} {before.keys() == after.keys()} {sys.modules[LEAF] is not module} {LEAF in names}")
        return SURVIVED

    [(_, ended)] = forked([(None, work)], 1)
    mine = sorted(rule for rule, check in before.items() if check.check.__module__ == LEAF)
    assert (SURVIVED, f"{mine} True True True") == (ended.code, ended.text)
    assert all_checks()[mine[0]] is before[mine[0]]


STATEMENT = """\
@decorated(1)
def function(first: int | None = 1, *others: int | str) -> int | None:
    number: int | str = first | 2
    while number < 3 and not others:
        number = -number + [each for each in others if each is not None][0]
    return None if number == 4 else number
"""


def test_annotations_are_left_out() -> None:
    """Annotations of parameters, results and variables are left out; values are not."""
    texts = [text for _, text in _mutated(STATEMENT)]
    for annotated in ("first: int | None =", "*others: int | str)", "-> int | None:", "number: int | str ="):
        assert [] == [text for text in texts if annotated not in text]
    assert any("number: int | str = first | 3" in text for text in texts)


def by_cosmic_ray() -> Iterator[str]:
    """Yield the mutants of the statement as cosmic-ray makes them, parsing the text again for each."""
    for operator in _operators():
        number = 0
        while (text := mutate_code(STATEMENT, operator, number)) is not None:
            yield text
            number += 1


def test_a_mutant_that_is_made_in_place_is_cosmic_rays() -> None:
    """Annotations are the exception: the change of one operator to the tree is undone before the next."""
    made, theirs = {text for _, text in _mutated(STATEMENT)}, {*by_cosmic_ray()}
    assert 20 < len(made)
    assert made <= theirs
    assert all(("int" in text) and text.count("int |") < STATEMENT.count("int |") for text in theirs - made)
