"""Where the parts of a timeline stand, in pixels.

Each row is a picture of its own, as wide as all lanes, so that it stands in one line of a table with what the table
says of it. The lanes go on from row to row.
"""

from collections.abc import Sequence

from attrs import frozen

from ackproof.pages.timelines.timeline import Arrow, Look, Timeline, TimelineRow

WIDE, NARROW, FEW_LANES = 124, 100, 6
"""Pixels from lane to lane: with at most so many lanes, and with more."""

FIRST, LINE, HEAD, LETTER = 20, 22, 7, 6.2
"""Pixels: from the top of a row to its first arrow, from arrow to arrow, of an arrow's head, and of a letter."""

LANE_LETTERS = 16
"""Letters of a lane's name that stand in one line of its heading."""


@frozen(kw_only=True)
class DrawnShape:
    """An arrow from `x` to `to` at height `y`, or a mark at `x` if both are the same, with its label beside it.

    `anchor` says which end of the label stands at `label_x`.
    """

    look: Look
    x: float
    to: float
    y: float
    label: str
    label_x: float
    label_y: float
    anchor: str

    @property
    def is_mark(self) -> bool:
        """Whether it happens on one lane."""
        return self.x == self.to

    @property
    def head(self) -> str:
        """The corners of the arrow's head."""
        back = self.to - HEAD if self.to > self.x else self.to + HEAD
        return f"{self.to},{self.y} {back},{self.y - HEAD / 2} {back},{self.y + HEAD / 2}"


@frozen(kw_only=True)
class DrawnRow:
    """A row with its shapes, and the height that they need."""

    row: TimelineRow
    shapes: Sequence[DrawnShape]
    height: int


@frozen(kw_only=True)
class LaneHead:
    """The heading of a lane, in one line or two."""

    x: float
    lines: Sequence[str]


@frozen(kw_only=True)
class Drawing:
    """A timeline in pixels."""

    timeline: Timeline
    width: float
    heads: Sequence[LaneHead]
    rows: Sequence[DrawnRow]


def drawn(timeline: Timeline) -> Drawing:
    """Return a timeline in pixels."""
    step = WIDE if len(timeline.lanes) <= FEW_LANES else NARROW
    places = {lane: step / 2 + step * index for index, lane in enumerate(timeline.lanes)}
    width = step * max(1, len(timeline.lanes))
    return Drawing(
        timeline=timeline,
        width=width,
        heads=[LaneHead(x=x, lines=_in_lines(lane)) for lane, x in places.items()],
        rows=[_row(row, places, width) for row in timeline.rows],
    )


def _row(row: TimelineRow, places: dict[str, float], width: float) -> DrawnRow:
    shapes: list[DrawnShape] = []
    line = -1
    marked: set[str] = set()  # the lanes that have a mark in this line
    for arrow in row.arrows:
        is_mark = arrow.start == arrow.end
        if not (is_mark and marked and arrow.start not in marked):
            line += 1
            marked = set()
        # Marks of different lanes share a line, which keeps a tick of many tasks low.
        marked |= {arrow.start} if is_mark else set()
        shapes.append(_shape(arrow, places, FIRST + LINE * line, width))
    return DrawnRow(row=row, shapes=shapes, height=FIRST + LINE * max(line + 1, 1) - 6)


def _shape(arrow: Arrow, places: dict[str, float], y: float, width: float) -> DrawnShape:
    x, to = places[arrow.start], places[arrow.end]
    if x != to:
        return DrawnShape(
            look=arrow.look, x=x, to=to, y=y, label=arrow.label, label_x=(x + to) / 2, label_y=y - 4, anchor="middle"
        )
    right = x + 9 + LETTER * len(arrow.label) <= width
    return DrawnShape(
        look=arrow.look,
        x=x,
        to=to,
        y=y,
        label=arrow.label,
        label_x=x + 9 if right else x - 9,
        label_y=y + 4,
        anchor="start" if right else "end",
    )


def _in_lines(name: str) -> list[str]:
    if len(name) <= LANE_LETTERS or " " not in name:
        return [name]
    middle = min((at for at, letter in enumerate(name) if letter == " "), key=lambda at: abs(at - len(name) / 2))
    return [name[:middle], name[middle + 1 :]]
