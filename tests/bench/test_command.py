"""The command: its output, its files, and its exit codes."""

import argparse
import json
import multiprocessing
import re
import sys
from pathlib import Path

import pytest
from ackproof.errors import UsageError
from ackproof_adapters.bench.command import add_command
from ackproof_adapters.bench.ways.way import FROM_PARQUET, SLOW
from ackproof_adapters.bench.worker import ContestantProcess

from . import fakes

REFERENCE = "ackproof.targets.reference:make"
LOSING = f"{fakes.__name__}:losing"
DYING = f"{fakes.__name__}:dying"
RAISING = f"{fakes.__name__}:raising"
QUICK = ("--messages", "2000", "--runs", "2", "--warmup", "1")


def ackproof(*arguments: str) -> int:
    """Run a command line that has only this command; return its exit code."""
    parser = argparse.ArgumentParser()
    add_command(parser.add_subparsers(required=True))
    options = parser.parse_args(arguments)
    code: int = options.run(options)
    return code


def test_an_unknown_name_is_refused_before_anything_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """The names of contestants that are no targets are suggested, too."""
    for name, meant in (("refrence", "did you mean reference?"), ("python-dictt", "did you mean python-dict?")):
        with pytest.raises(UsageError, match=re.escape(meant)):
            ackproof("bench", REFERENCE, name, *QUICK)
    assert capsys.readouterr().out == ""


def test_a_bench_of_right_targets(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "bench.json"
    assert ackproof("bench", REFERENCE, REFERENCE, *QUICK, "--out", str(out)) == 0
    printed = capsys.readouterr().out
    for expected in (
        f": from {FROM_PARQUET}",
        "mixed: 2,000 messages, profile storm2, 8 acker tasks",
        "2 runs after 1 warm-up",
        "vs first",
    ):
        assert expected in printed
    written = json.loads(out.read_text())
    (case,) = written["cases"]
    assert case["plan"]["messages"] == case["log"]["messages"] == 2000
    assert written["machine"]["cores"] == case["cores"] > 0
    assert written["machine"]["memory"] > 0
    assert written["machine"]["packages"]["numpy"] is not None
    for target in case["targets"]:
        assert (target["outcome"], target["error"], target["timed"]) == ("measured", None, f"from {FROM_PARQUET}")
        assert (len(target["warmup"]), len(target["runs"]), target["messages"]) == (1, 2, 2000)
        speeds = [2000 / run["seconds"] for run in target["runs"]]
        summary = target["summary"]
        assert summary["messages_per_second"]["least"] == pytest.approx(min(speeds))
        assert summary["messages_per_second"]["most"] == pytest.approx(max(speeds))
        assert summary["nanoseconds"] == pytest.approx(sum(run["seconds"] for run in target["runs"]) / 2 / 2000 * 1e9)
        assert 0 < summary["apply_share"] < 1
        if sys.platform == "linux":
            assert 30e6 < summary["memory"] == max(run["memory"] for run in target["warmup"] + target["runs"])
    assert case["targets"][0]["summary"]["times_first"] == 1.0


@pytest.mark.slow
def test_several_logs_one_after_the_other(tmp_path: Path) -> None:
    """There are several shapes here; several lengths are tested for every change, in the tests of the page."""
    out = tmp_path / "bench.json"
    arguments = ("--messages", "1000", "--shape", "chain,fan-out", "--runs", "1", "--warmup", "0")
    assert ackproof("bench", "python-dict", *arguments, "--cores", "1", "--out", str(out)) == 0
    cases = json.loads(out.read_text())["cases"]
    assert [(case["plan"]["shape"], case["log"]["messages"], case["cores"]) for case in cases] == [
        ("chain", 1000, 1),
        ("fan-out", 1000, 1),
    ]


@pytest.mark.parametrize("most", [2000, pytest.param(SLOW, marks=pytest.mark.slow)])
def test_who_is_slow_gets_the_beginning_of_the_log_and_it_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    """The time limit is a constant of the process; here it is shorter."""
    entered = ContestantProcess.__attrs_post_init__

    def shortened(process: ContestantProcess) -> None:
        entered(process)
        if process.most_messages is not None:
            assert SLOW == process.most_messages
            process.most_messages = most

    monkeypatch.setattr(ContestantProcess, "__attrs_post_init__", shortened)
    out = tmp_path / "bench.json"
    log = ("--messages", str(most + 1), "--runs", "1", "--warmup", "0")
    assert ackproof("bench", "memory-bandwidth", REFERENCE, *log, "--out", str(out)) == 0
    assert f"first {most:,}" in capsys.readouterr().out
    whole, beginning = json.loads(out.read_text())["cases"][0]["targets"]
    assert (whole["messages"], beginning["messages"]) == (most + 1, most)


def test_a_wrong_target_has_no_figures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "bench.json"
    assert ackproof("bench", LOSING, REFERENCE, *QUICK, "--out", str(out)) == 1
    assert f"{LOSING} notified wrongly: message " in capsys.readouterr().out
    wrong, right = json.loads(out.read_text())["cases"][0]["targets"]
    assert (wrong["outcome"], wrong["summary"]) == ("wrong", None)
    assert right["summary"]["times_first"] is None, "there is nothing to compare with"


def test_a_target_that_breaks_weighs_more_than_one_that_is_wrong_and_breaks_nothing_else(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """This holds whether it raises or its process dies: the wrong one is measured, and detected."""
    assert ackproof("bench", DYING, RAISING, LOSING, *QUICK) == 3
    printed = capsys.readouterr().out
    assert f"{LOSING} notified wrongly: message " in printed
    assert f"{RAISING} could not be run: ValueError: no more of this" in printed
    assert f"{DYING} could not be run: its process ended with 7" in printed


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("no-such-target",), "no target"),
        ((f"{fakes.__name__}:one_task",), "--acker-tasks 1"),
        ((f"{fakes.__name__}:one_task", "--acker-tasks", "1", "--profile", "storm1"), "does not claim profile"),
        ((f"{fakes.__name__}:no_ticks", "--acker-tasks", "1"), "does not take tick"),
        ((f"{fakes.__name__}:no_acker",), "has no acker"),
        ((REFERENCE, "--out", "no/such/folder/bench.json"), "cannot write"),
        ((REFERENCE, "--cores", "1000"), "--cores 1000: there are"),
        ((REFERENCE, "--messages", "10000000000000"), "set TMPDIR"),
    ],
)
def test_what_cannot_be_measured_is_a_usage_error(arguments: tuple[str, ...], expected: str) -> None:
    with pytest.raises(UsageError, match=expected):
        ackproof("bench", *QUICK, *arguments)
    assert [] == multiprocessing.active_children(), "one that waits to be asked would keep the program from ending"


@pytest.mark.parametrize("option", ["--messages", "--runs", "--acker-tasks"])
def test_numbers_begin_at_one(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exited:
        ackproof("bench", REFERENCE, option, "0")
    assert exited.value.code == 2
    assert "not a number from 1" in capsys.readouterr().err


def test_an_unknown_shape_is_told_with_those_that_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exited:
        ackproof("bench", REFERENCE, "--shape", "chain,star")
    assert exited.value.code == 2
    assert "there is no shape 'star'; there are mixed, chain" in capsys.readouterr().err


@pytest.mark.slow
def test_a_target_with_one_acker_task_is_measured_with_one() -> None:
    """That it is refused with several is tested for every change."""
    assert ackproof("bench", f"{fakes.__name__}:one_task", *QUICK, "--acker-tasks", "1") == 0
