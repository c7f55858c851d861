"""Measuring: the order of the runs, and the handling of a wrong target."""

from pathlib import Path

import pytest
from ackproof.target import Target
from ackproof.targets import reference
from ackproof_adapters.bench.contestants import way_of
from ackproof_adapters.bench.measure import Contestant, Measurement, Rounds, measure
from ackproof_adapters.bench.ways.way import Alone, ByOperations
from attrs import evolve

from .fakes import (
    SMALL,
    VICTIM,
    Scripted,
    Tampering,
    doubled,
    lost,
    made,
    of_another_kind,
    of_another_root,
    raising,
    small_log,
    to_another_task,
)


def contestant(target: Target, name: str = "target") -> Contestant:
    return Contestant(name=name, description=target.describe(), way=way_of(target), log=small_log(), waking=small_log())


def run(folder: Path, *contestants: Contestant, warmup: int = 0, runs: int = 1) -> list[str]:
    """Measure on the small log; return the lines of progress."""
    lines: list[str] = []
    measure(contestants, folder, Rounds(warmup, runs), lines.append)
    assert not (folder / "notifications").exists()
    return lines


def test_targets_take_turns(tmp_path: Path) -> None:
    calls: list[str] = []
    first, second = (contestant(Scripted(small_log(), calls, name), name) for name in ("A", "B"))
    lines = run(tmp_path, first, second, warmup=1, runs=2)
    assert calls == ["A", "A", "B", "B"] * 3  # both doze: the first time wakes
    assert lines == [
        "warm-up 1 of 1: A",
        "warm-up 1 of 1: B",
        "run 1 of 2: A",
        "run 1 of 2: B",
        "run 2 of 2: A",
        "run 2 of 2: B",
    ]


def test_one_that_dozes_is_woken_with_a_log_of_its_own(tmp_path: Path) -> None:
    """This is not a run: it is neither timed nor checked."""
    calls: list[str] = []
    dozing = contestant(Scripted(small_log(), calls, "A"))
    dozing.waking = made(evolve(SMALL, messages=SMALL.messages // 2))
    run(tmp_path, dozing, warmup=1, runs=1)
    assert calls == ["A with another log", "A"] * 2
    assert (len(dozing.warmup), len(dozing.runs), dozing.outcome) == (1, 1, Measurement.MEASURED)


def test_warm_up_is_kept_apart(tmp_path: Path) -> None:
    right = contestant(reference.make())
    run(tmp_path, right, warmup=2, runs=1)
    assert (len(right.warmup), len(right.runs), right.seconds) == (2, 1, [right.runs[0].seconds])


def test_time_within_apply_is_told_apart(tmp_path: Path) -> None:
    right = contestant(reference.make())
    run(tmp_path, right)
    applying = right.runs[0].applying
    assert applying is not None
    assert 0 < applying < right.runs[0].seconds


def test_a_target_that_tracks_logs_does_so_itself(tmp_path: Path) -> None:
    alone = contestant(Scripted(small_log(), [], "alone"))
    run(tmp_path, alone)
    assert isinstance(alone.way, Alone)
    assert alone.runs[0].applying is None
    assert isinstance(way_of(reference.make()), ByOperations)


@pytest.mark.parametrize("change", [lost, doubled, of_another_kind, of_another_root, to_another_task])
def test_one_wrong_notification_is_enough(tmp_path: Path, change: object) -> None:
    wrong = contestant(Tampering(change))  # type: ignore[arg-type]  # pytest does not know what it passes
    run(tmp_path, wrong)
    seq = small_log().expected_table().column("seq")[VICTIM].as_py()
    assert wrong.outcome is Measurement.WRONG
    assert wrong.error is not None
    assert wrong.error.startswith(f"message {seq} ")


def test_a_warm_up_is_checked_too_and_who_is_wrong_is_out(tmp_path: Path) -> None:
    wrong, right = contestant(Tampering(lost), "wrong"), contestant(reference.make(), "right")
    lines = run(tmp_path, wrong, right, warmup=1, runs=2)
    assert lines == ["warm-up 1 of 1: wrong", "warm-up 1 of 1: right", "run 1 of 2: right", "run 2 of 2: right"]
    assert (wrong.outcome, right.outcome) == (Measurement.WRONG, Measurement.MEASURED)
    assert (len(wrong.warmup), wrong.runs) == (1, [])


def test_a_target_that_raises_is_out_and_said_in_one_line(tmp_path: Path) -> None:
    broken, right = contestant(raising(), "broken"), contestant(reference.make(), "right")
    run(tmp_path, broken, right, runs=2)
    assert broken.outcome is Measurement.BROKE
    assert broken.error == "ValueError: no more of this"
    assert len(right.runs) == 2
