"""The page: it is generated only from the measured data."""

import json
from pathlib import Path
from typing import Any

import pytest
from ackproof.errors import TargetUnavailable
from ackproof.target import Description

from tools import bench
from tools.bench_page import commands, page, plot

from .test_command import ackproof

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """A small bench, with additional names as if more targets had taken part."""
    out = tmp_path_factory.mktemp("page") / "bench.json"
    arguments = ("--messages", "1000,2000", "--runs", "2", "--warmup", "0", "--cores", "1", "--out", str(out))
    assert ackproof("bench", "python-dict", "memory-bandwidth", *arguments) == 0
    written: dict[str, Any] = json.loads(out.read_text())
    for case in written["cases"]:
        case["ratios"] = [
            {"ours": "spark-shards", "theirs": "storm-2.8.2 building x1", "times": 3.456, "times_per_core": 1.234},
            {"ours": "spark-shards", "theirs": "storm-2.8.2 ready x2", "times": 2.345, "times_per_core": 0.123},
        ]
    return written


def test_it_says_everything(document: dict[str, Any]) -> None:
    text = page(document, "the-command")
    ratio = (
        "- mixed, 1,000 messages, 1 core: speed of spark-shards relative to storm-2.8.2 building x1: 3.46, "
        "storm-2.8.2 ready x2: 2.35; per core, relative to storm-2.8.2 building x1: 1.23, storm-2.8.2 ready x2: 0.12; "
        "its files are in the page cache"
    )
    cost = document["cases"][0]["targets"][0]["summary"]["nanoseconds"]
    speed = document["cases"][0]["targets"][0]["summary"]["messages_per_second"]["median"] / 1e6
    for expected in (
        "    the-command\n",
        f"Machine: {document['machine']['cores']} cores",
        ratio,
        f"- python-dict, mixed, 1 core: {cost:.1f} ns at 1,000, ",
        "### Mixed, 2,000 messages, 1 core",
        f"| python-dict | 1,000 | {speed:.2f} | ",
        "- python-dict: from the log in lists in memory",
    ):
        assert expected in text


def test_who_was_wrong_has_no_figure(document: dict[str, Any]) -> None:
    wrong = {**document["cases"][0]["targets"][0], "summary": None, "outcome": "wrong", "error": "message 7 calls"}
    case = {**document["cases"][0], "targets": [wrong]}
    assert "| python-dict | 1,000 | wrong: message 7 calls |" in page({**document, "cases": [case]}, "")


def test_who_cannot_run_here_is_left_out(document: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """The reason is given, and the others run; the target that the page compares with is always there."""

    class Missing:
        def describe(self) -> Description:
            raise TargetUnavailable("there is no OCaml")

        def close(self) -> None:
            pass

    monkeypatch.setattr(bench, "find", lambda _: Missing())
    names = ("proved", "python-dict")
    lacks = {name: lack for name in names if (lack := bench.lacking(name)) is not None}
    assert {"proved": "there is no OCaml"} == lacks
    assert "\nLeft out: proved. there is no OCaml\n" in page({**document, "left_out": lacks}, "")


def test_the_plot_is_the_same_each_time(document: dict[str, Any], tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    for name in ("first.svg", "second.svg"):
        plot(document, tmp_path / name)
    first = (tmp_path / "first.svg").read_text()
    assert first.startswith("<?xml")
    assert first == (tmp_path / "second.svg").read_text()


@pytest.mark.skipif(not (DOCS / "bench.json").exists(), reason="the whole bench has not been run yet")
def test_the_page_is_that_of_the_document_beside_it() -> None:
    document = json.loads((DOCS / "bench.json").read_text(encoding="utf-8"))
    assert (DOCS / "bench.md").read_text(encoding="utf-8") == page(document, commands(document))
