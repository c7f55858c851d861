"""Mutants that are wrong beyond a size: the rule for each finds it, even if the limit is just below the end of the
range.
"""

from collections.abc import Callable

import pytest
from ackproof.engine.discovery import discover
from ackproof.engine.driver import Driver
from ackproof.engine.examination.drawing import Examples, number_of_examples
from ackproof.engine.kills.kill import kill
from ackproof.engine.plan import Examination, Selection, examinations
from ackproof.mutants import all_mutants
from ackproof.mutants.sizes import MISTAKES, mutants_of_size
from ackproof.mutants.sizes.mistake import Mistake
from ackproof.mutants.sizes.texts import FOLDS
from ackproof.target import PROFILES
from ackproof.workloads.dimensions import DIMENSIONS
from ackproof.workloads.sizes.texts import WAYS, TextDifference

SEEDS = range(20)


def examinations_of(mistake: Mistake) -> list[Examination]:
    """Return the rule that finds a mistake, under each of its profiles."""
    return examinations(Selection(rule=mistake.rule), PROFILES)


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_every_mistake_is_found_at_every_limit(seed: int) -> None:
    """Limits all over the range are tested, at every seed and under both profiles."""
    examples: dict[str, Examples] = {}
    missed = []
    for mistake in MISTAKES:
        for mutant in map(mistake.mutant, mistake.limits()):
            for examination in examinations_of(mistake):
                drawn = examples.setdefault(f"{examination.rule.id} {examination.profile}", Examples(examination, seed))
                if kill(examination, Driver(mutant.name, mutant.make), seed, shared=drawn) is None:
                    missed.append(f"{mutant.name} under {examination.profile}")
    assert [] == missed


def test_every_dimension_has_a_mistake() -> None:
    """It has a name, a description and a motive, like any other mutant."""
    covered = {(mistake.component, mistake.dimension) for mistake in MISTAKES}
    generated = DIMENSIONS.keys() - {"multilang"}  # wrong libraries are written singly: see `mutants.multilang.sizes`
    assert {(component, name) for component in generated for name in DIMENSIONS[component]} == covered
    assert any("ML-17" in mutant.kills for mutant in all_mutants().values())
    assert len(mutants_of_size()) == sum(len(mistake.limits()) for mistake in MISTAKES)
    for mutant in mutants_of_size().values():
        assert discover.mutant(mutant.name) is mutant
        assert mutant.wrong
        assert mutant.mistake


def test_rules_of_size_have_few_examples() -> None:
    """They have rounds of scenarios, however many examples an ordinary rule has."""
    examination = examinations_of(MISTAKES[0])[0]
    assert examination.check.sizes is not None
    assert number_of_examples(examination.check, 300) == 5 * examination.check.sizes.scenarios


@pytest.mark.parametrize(("way", "fold"), list(zip(WAYS, FOLDS, strict=True)), ids=[way.folded for way in WAYS])
def test_a_way_is_folded(way: TextDifference, fold: Callable[[str], str]) -> None:
    """Two texts that differ only in that way become equal."""
    for stem in ("", "message/"):
        left, right = way.pair(stem)
        assert left != right
        assert fold(left) == fold(right)
