"""What was tried is kept, is not tried again while nothing has changed, and is all tried again when something has."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from assurance.progress import ROOT, Progress

from . import run as command
from .mutants import Mutant, Name
from .run import KILLED, SURVIVED, Run
from .trial import Baseline, Tried

MUTANTS = [Mutant(Name("a.py", "f", f"return {number}", "return -1"), 0, "") for number in range(200)]
FILES = ["reference/acking/ids.py", "tests/mutation"]


class Interrupted(Exception):
    """Whoever runs it has had enough."""


@pytest.fixture
def trials(monkeypatch: pytest.MonkeyPatch) -> list[Mutant]:
    """Try nothing: every tenth survives. Return those that were tried, as they are."""
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
    """Say nothing."""


@pytest.mark.usefixtures("trials")
def test_what_was_tried_is_not_tried_again_but_for_one_in_fifty(tmp_path: Path) -> None:
    """Which ones depends on the seed; and it is still known what survived."""
    run_on(tmp_path / "tried.json").try_all(ignore)
    again = [run_on(tmp_path / "tried.json", seed=seed) for seed in range(20)]
    assert {20} == {len(run.survivors()) for run in again}
    counts = [len(run.todo()) for run in again]
    assert 20 * 200 // 50 // 2 < sum(counts) < 20 * 200 // 50 * 2
    assert 10 < len({tuple(run.todo()) for run in again})
    again[0].try_all(ignore)
    assert ([], counts[0]) == (again[0].changed, again[0].again)


def test_an_interrupted_run_is_resumed(tmp_path: Path, trials: list[Mutant]) -> None:
    """With what is left, and the few that are tried again."""
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
    """Of a file that is read, of a folder, of what is installed, and of which tests are meant."""
    run_on(tmp_path / "tried.json").try_all(ignore)
    assert 200 == len(run_on(tmp_path / "tried.json", "other tests").todo())
    monkeypatch.setattr("assurance.progress.environment", lambda: ["attrs 1.0"])
    assert 200 == len(run_on(tmp_path / "tried.json").todo())
    monkeypatch.undo()
    monkeypatch.setattr("assurance.progress.ROOT", ROOT / "docs")
    assert 200 == len(run_on(tmp_path / "tried.json").todo())


@pytest.mark.usefixtures("trials")
def test_one_that_ends_otherwise_though_nothing_changed_is_an_error(tmp_path: Path) -> None:
    """Then a test depends on something that is not known, or on chance."""
    run_on(tmp_path / "tried.json").try_all(ignore)
    again = run_on(tmp_path / "tried.json")
    again.progress.outcomes.update((mutant.id, SURVIVED) for mutant in again.todo())
    again.try_all(ignore)
    assert 0 < len(again.changed) <= again.again
    assert f"was {SURVIVED} and is now {KILLED}" in again.changed[0]
