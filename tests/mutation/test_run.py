"""Outcomes are recorded, and mutants are tried again only after a change."""

from argparse import ArgumentTypeError
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from assurance.progress import ROOT, Progress

from . import run as command
from .mutants import Mutant, Name
from .run import KILLED, SURVIVED, Run, _file
from .trial import Baseline, Tried

MUTANTS = [Mutant(Name("a.py", "f", f"return {number}", "return -1"), 0, "") for number in range(200)]
FILES = ["reference/acking/ids.py", "tests/mutation"]


class Interrupted(Exception):
    """An interruption by the user."""


@pytest.fixture
def trials(monkeypatch: pytest.MonkeyPatch) -> list[Mutant]:
    """Replace trials by a fake in which every tenth mutant survives. Return the list of those that were tried."""
    asked: list[Mutant] = []

    def tried(mutants: Sequence[Mutant], workers: int, begin: Callable[[Baseline], None]) -> Iterator[Tried]:
        assert 2 == workers
        begin(Baseline({"test": 1.0}, {}, FILES))
        for mutant in mutants:
            asked.append(mutant)
            yield Tried(mutant, None if MUTANTS.index(mutant) % 10 == 0 else "test")

    monkeypatch.setattr(command, "trials", tried)
    return asked


def run_on(path: Path, *words: str, seed: int = 0) -> Run:
    progress = Progress(path, "some", words=words, encode=command.encoded, decode=command.decoded)
    return Run(MUTANTS, progress, 2, seed)


def ignore(_: str) -> None:
    """Print nothing."""


@pytest.mark.usefixtures("trials")
def test_what_was_tried_is_not_tried_again_but_for_one_in_fifty(tmp_path: Path) -> None:
    """The choice depends on the seed; and the survivors are still known."""
    run_on(tmp_path / "tried.json").try_all(ignore)
    again = [run_on(tmp_path / "tried.json", seed=seed) for seed in range(20)]
    assert {20} == {len(run.survivors()) for run in again}
    counts = [len(run.todo()) for run in again]
    assert 20 * 200 // 50 // 2 < sum(counts) < 20 * 200 // 50 * 2
    assert 10 < len({tuple(run.todo()) for run in again})
    again[0].try_all(ignore)
    assert ([], counts[0]) == (again[0].changed, again[0].again)


def test_an_interrupted_run_is_resumed(tmp_path: Path, trials: list[Mutant]) -> None:
    """It continues with the remaining mutants, and the few that are tried again."""
    first = run_on(tmp_path / "tried.json")

    def enough(_: str) -> None:
        if len(trials) > 100:
            raise Interrupted

    with pytest.raises(Interrupted):
        first.try_all(enough)
    first.progress.write()
    done = len(first.progress.outcomes)
    assert 100 <= done < 120
    second = run_on(tmp_path / "tried.json")
    left = [mutant for mutant in MUTANTS if mutant.id not in first.progress.outcomes]
    assert set(left) <= set(second.todo())
    assert len(left) + 10 > len(second.todo())
    second.try_all(ignore)
    assert 200 == len(second.progress.outcomes)


@pytest.mark.usefixtures("trials")
def test_what_was_tried_before_a_change_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The change may be in a file that is read, in a folder, in the installed packages, or in the selection of
    tests.
    """
    run_on(tmp_path / "tried.json").try_all(ignore)
    assert 200 == len(run_on(tmp_path / "tried.json", "other tests").todo())
    monkeypatch.setattr("assurance.progress.environment", lambda: ["attrs 1.0"])
    assert 200 == len(run_on(tmp_path / "tried.json").todo())
    monkeypatch.undo()
    monkeypatch.setattr("assurance.progress.ROOT", ROOT / "docs")
    assert 200 == len(run_on(tmp_path / "tried.json").todo())


@pytest.mark.usefixtures("trials")
def test_one_that_ends_otherwise_though_nothing_changed_is_an_error(tmp_path: Path) -> None:
    """Then a test depends on something unknown, or on chance."""
    run_on(tmp_path / "tried.json").try_all(ignore)
    again = run_on(tmp_path / "tried.json")
    again.progress.outcomes.update((mutant.id, SURVIVED) for mutant in again.todo())
    again.try_all(ignore)
    assert 0 < len(again.changed) <= again.again
    assert f"was {SURVIVED} and is now {KILLED}" in again.changed[0]


@pytest.mark.parametrize("name", ["nonsense.py", "tests/conftest.py", "rule"])
def test_a_file_that_is_not_there_or_has_no_tests_is_refused(name: str) -> None:
    """The message says what an argument can be."""
    with pytest.raises(ArgumentTypeError, match=rf"^{name} is none of reference, rules, .*, and no file with tests"):
        _file(name)


@pytest.mark.parametrize("name", ["rules", "rules/acker", "reference/acking/ids.py"])
def test_a_set_or_a_file_is_taken(name: str) -> None:
    """A file is named by its path in the checkout."""
    assert name == _file(name)
