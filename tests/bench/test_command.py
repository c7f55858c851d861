"""The command: what it prints and writes, and its exit codes."""

import argparse
import json
from pathlib import Path

import pytest
from ackproof.errors import UsageError
from ackproof_adapters.bench.command import add_command
from ackproof_adapters.bench.measure import TIMED_REGION

from . import fakes

REFERENCE = "ackproof.targets.reference:make"
LOSING = f"{fakes.__name__}:losing"
RAISING = f"{fakes.__name__}:raising"
QUICK = ("--messages", "2000", "--runs", "2", "--warmup", "1")


def ackproof(*arguments: str) -> int:
    """Run a command line that has only this command; return its exit code."""
    parser = argparse.ArgumentParser()
    add_command(parser.add_subparsers(required=True))
    options = parser.parse_args(arguments)
    code: int = options.run(options)
    return code


def test_a_bench_of_right_targets(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "bench.json"
    assert ackproof("bench", REFERENCE, REFERENCE, *QUICK, "--out", str(out)) == 0
    printed = capsys.readouterr().out
    for expected in (
        TIMED_REGION,
        "2,000 messages",
        "profile storm2, 8 acker tasks, 2 runs after 1 warm-up",
        "vs first",
    ):
        assert expected in printed
    written = json.loads(out.read_text())
    assert written["settings"]["plan"]["messages"] == written["log"]["messages"] == 2000
    assert written["timed_region"] == TIMED_REGION
    assert written["machine"]["cores"] > 0
    assert written["machine"]["memory"] > 0
    assert written["machine"]["packages"]["numpy"] is not None
    for target in written["targets"]:
        assert (target["outcome"], target["error"], target["way"]) == ("measured", None, "operations")
        assert (len(target["warmup"]), len(target["runs"])) == (1, 2)
        speeds = [2000 / run["seconds"] for run in target["runs"]]
        assert target["summary"]["messages_per_second"]["least"] == pytest.approx(min(speeds))
        assert target["summary"]["messages_per_second"]["most"] == pytest.approx(max(speeds))
        assert 0 < target["summary"]["apply_share"] < 1
    assert written["targets"][0]["summary"]["times_first"] == 1.0


def test_a_wrong_target_has_no_figures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "bench.json"
    assert ackproof("bench", LOSING, REFERENCE, *QUICK, "--out", str(out)) == 1
    assert f"{LOSING} notified wrongly: message " in capsys.readouterr().out
    wrong, right = json.loads(out.read_text())["targets"]
    assert (wrong["outcome"], wrong["summary"]) == ("wrong", None)
    assert right["summary"]["times_first"] is None, "there is nothing to compare with"


def test_a_target_that_breaks_weighs_more_than_one_that_is_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    assert ackproof("bench", LOSING, RAISING, *QUICK) == 3
    assert f"{RAISING} could not be run: ValueError: no more of this" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("no-such-target",), "no target"),
        ((f"{fakes.__name__}:one_task",), "--acker-tasks 1"),
        ((f"{fakes.__name__}:one_task", "--acker-tasks", "1", "--profile", "storm1"), "does not claim profile"),
        ((f"{fakes.__name__}:no_ticks", "--acker-tasks", "1"), "does not take tick"),
        ((f"{fakes.__name__}:no_acker",), "has no acker"),
        ((REFERENCE, "--out", "no/such/folder/bench.json"), "cannot be written"),
    ],
)
def test_what_cannot_be_measured_is_a_usage_error(arguments: tuple[str, ...], told: str) -> None:
    with pytest.raises(UsageError, match=told):
        ackproof("bench", *arguments, *QUICK)


@pytest.mark.parametrize("option", ["--messages", "--runs", "--acker-tasks"])
def test_numbers_begin_at_one(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exited:
        ackproof("bench", REFERENCE, option, "0")
    assert exited.value.code == 2
    assert "at least one" in capsys.readouterr().err


def test_a_target_with_one_acker_task_is_measured_with_one() -> None:
    assert ackproof("bench", f"{fakes.__name__}:one_task", *QUICK, "--acker-tasks", "1") == 0
