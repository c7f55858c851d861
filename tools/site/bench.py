"""The bench in plots: for each log the speed of every contestant, with its range from the slowest run to the
fastest.
"""

import json
from collections.abc import Sequence
from math import ceil, floor, log10
from pathlib import Path
from typing import Any

from attrs import frozen

from tools.bench_page import range_of_millions

PAGE = "bench/index.html"
MILLION = 1_000_000
LEFT, WIDTH, LINE, FOOT = 210, 560, 22, 22
"""Pixels: of the names, of the plot beside them, of a contestant, and of the scale below."""

OURS, BOUND = ("spark-", "kernel", "reference", "proved", "python-dict"), "memory-bandwidth"


@frozen(kw_only=True)
class Speed:
    """A contestant: its median and its range in million messages for each second, in words and in pixels."""

    name: str
    look: str
    words: str
    y: int
    median: float
    least: float
    most: float


@frozen(kw_only=True)
class Plot:
    """A log with its contestants. `ticks` are the powers of ten of the scale, each with its pixel."""

    title: str
    about: str
    speeds: Sequence[Speed]
    lacking: Sequence[str]
    ticks: Sequence[tuple[str, float]]

    @property
    def height(self) -> int:
        """Pixels of the plot, without its scale."""
        return LINE * len(self.speeds)


@frozen(kw_only=True)
class Bench:
    """The plots of a recorded bench, and the machine that it was measured on."""

    machine: str
    plots: Sequence[Plot]
    width: int = LEFT + WIDTH + 190
    left: int = LEFT
    foot: int = FOOT


def bench(root: Path) -> Bench:
    """Return the plots of the bench that was recorded."""
    document = json.loads((root / "docs" / "bench.json").read_text(encoding="utf-8"))
    machine = document["machine"]
    every = [summary["messages_per_second"] for case in document["cases"] for _, summary in _measured(case)]
    low = floor(log10(min(each["least"] for each in every) / MILLION))
    high = ceil(log10(max(each["most"] for each in every) / MILLION))

    def place(millions: float) -> float:
        return round(LEFT + WIDTH * (log10(millions) - low) / (high - low), 1)

    ticks = [(f"{10.0**power:g}", place(10.0**power)) for power in range(low, high + 1)]
    return Bench(
        machine=f"{machine['cores']} cores, {machine['processor']}, Python {machine['python']}, {machine['java']}",
        plots=[_plot(case, place, ticks) for case in document["cases"]],
    )


def _plot(case: dict[str, Any], place: Any, ticks: Sequence[tuple[str, float]]) -> Plot:
    cores = case["cores"]
    speeds = []
    for row, (target, summary) in enumerate(_measured(case)):
        speed = {name: summary["messages_per_second"][name] / MILLION for name in ("least", "median", "most")}
        beginning = "" if target["messages"] == case["log"]["messages"] else f", first {target['messages']:,}"
        speeds.append(
            Speed(
                name=f"{target['name']}{beginning}",
                look="bound" if target["name"] == BOUND else "ours" if target["name"].startswith(OURS) else "bar",
                words=range_of_millions(summary["messages_per_second"]),
                y=LINE * row,
                median=place(speed["median"]),
                least=place(speed["least"]),
                most=place(speed["most"]),
            )
        )
    return Plot(
        title=f"{case['plan']['shape']}, {case['log']['messages']:,} messages, {cores} core{'s' * (cores > 1)}",
        about=case["shape"],
        speeds=speeds,
        lacking=[f"{each['name']}: {each['outcome']}" for each in case["targets"] if each["summary"] is None],
        ticks=ticks,
    )


def _measured(case: dict[str, Any]) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    return [(target, target["summary"]) for target in case["targets"] if target["summary"] is not None]
