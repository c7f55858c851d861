"""The curves by size: after how many examples a mistake is found, by the limit up to which it is right."""

from collections.abc import Sequence
from math import log2
from pathlib import Path
from typing import Any

from attrs import frozen

from tools.size_curves import read

LEFT, RIGHT, HIGH, FOOT = 34, 220, 110, 34
"""Pixels: of the scale at the left, of the plot, of its height, and of the scale below."""


@frozen(kw_only=True)
class Point:
    """A limit and the examples after which it is found, in words and in pixels. `alive` if it is not found."""

    x: float
    y: float
    words: str
    limit: int
    alive: bool


@frozen(kw_only=True)
class Curve:
    """A mistake: its points, from the smallest limit to the largest, in a dimension that ends at `end`."""

    name: str
    rule: str
    dimension: str
    end: int
    points: Sequence[Point]

    @property
    def path(self) -> str:
        """The points that are found, as a line."""
        return " ".join(f"{point.x},{point.y}" for point in self.points if not point.alive)

    @property
    def description(self) -> str:
        """The curve in words."""
        return ", ".join(point.words for point in self.points)


@frozen(kw_only=True)
class Curves:
    """All curves: those with a limit that is not found first, then those whose last limit takes most examples."""

    most: int
    curves: Sequence[Curve]
    width: int = LEFT + RIGHT + 20
    height: int = HIGH + FOOT


def size_curves(root: Path) -> Curves | None:
    """Return the curves that were measured; None if none were."""
    path = root / "docs" / "sizes.json"
    if not path.exists():
        return None
    curves: dict[str, Any] = read(path)["curves"]
    most = max(after for each in curves.values() for after in each["found"].values() if after is not None)
    drawn = [_curve(name, each, most) for name, each in curves.items()]
    drawn.sort(key=lambda curve: (not any(point.alive for point in curve.points), curve.points[-1].y))
    return Curves(most=most, curves=drawn)


def _curve(name: str, measured: dict[str, Any], most: int) -> Curve:
    end = measured["end"]

    def point(limit: int, after: int | None) -> Point:
        found = "not found" if after is None else f"{after} example{'s' * (after > 1)}"
        return Point(
            x=round(LEFT + RIGHT * log2(max(limit, 1)) / log2(end), 1),
            y=round(HIGH - (HIGH - 14) * (most if after is None else after) / most, 1),
            words=f"up to {limit:,}: {found}",
            limit=limit,
            alive=after is None,
        )

    return Curve(
        name=name,
        rule=measured["rule"],
        dimension=measured["dimension"],
        end=end,
        points=[point(int(limit), after) for limit, after in measured["found"].items()],
    )
