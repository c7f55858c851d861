"""The theorems that rules name exist, the guide names them all, and no proof has axioms. The test reads text only."""

import re
from pathlib import Path

import pytest
from ackproof.specification import Rule, all_rules
from proofs import coq
from proofs.wrong_models import WRONG_MODELS

GUIDE = Path(__file__).parents[2] / "spec" / "proofs.md"


@pytest.mark.parametrize("rule", [rule for rule in all_rules().values() if rule.proved], ids=lambda rule: rule.id)
def test_a_theorem_that_a_rule_names_exists(rule: Rule) -> None:
    """It has that name in one of the compiled files."""
    assert set(rule.proved) <= coq.theorems().keys()


def test_the_project_compiles_every_file_that_is_there() -> None:
    """A file that `_CoqProject` leaves out would not be checked."""
    assert sorted(coq.modules()) == sorted(path.stem for path in coq.SOURCES.glob("*.v"))


@pytest.mark.parametrize("module", coq.modules())
def test_nothing_is_taken_for_granted(module: str) -> None:
    """There is neither an axiom nor an unfinished proof."""
    assert [] == coq.left_unproved((coq.SOURCES / f"{module}.v").read_text(encoding="utf-8"))


def test_an_axiom_would_be_seen() -> None:
    """Axioms in code are found, those in comments are ignored."""
    assert ["Axiom", "Admitted"] == coq.left_unproved("Axiom a : 1 = 2. (* Admitted *) Lemma b : 1 = 2. Admitted.")


def test_the_guide_names_theorems_that_exist_and_leaves_none_out() -> None:
    """Formal names are in backquotes, and have at least three words."""
    named = set(re.findall(r"`([a-zA-Z0-9]+(?:_[a-zA-Z0-9]+){2,})`", GUIDE.read_text(encoding="utf-8")))
    assert named == coq.theorems().keys()


def test_there_are_enough_wrong_models_and_each_breaks_a_theorem() -> None:
    """There are at least fifteen, and each is a change that can be applied."""
    assert len(WRONG_MODELS) >= 15
    assert len({model.name for model in WRONG_MODELS}) == len(WRONG_MODELS)
    for model in WRONG_MODELS:
        assert coq.theorems()[model.breaks] == model.file
        source = (coq.SOURCES / f"{model.module}.v").read_text(encoding="utf-8")
        assert 1 == source.count(model.right), model.name


@pytest.mark.parametrize("module", coq.modules())
def test_every_theorem_is_said_in_words_above_it(module: str) -> None:
    """A comment ends on the line above each, so that a file can be read without its proofs."""
    lines = (coq.SOURCES / f"{module}.v").read_text(encoding="utf-8").splitlines()
    above = {
        line.split()[1]: lines[number - 1] for number, line in enumerate(lines) if re.match(r" *Theorem \w+", line)
    }
    theorems = coq.theorems()
    assert [] == [name for name, line in above.items() if name in theorems and not line.endswith("*)")]
