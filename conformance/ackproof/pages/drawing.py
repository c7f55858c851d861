"""Where the parts of a timeline stand, in pixels.

Each row is a picture of its own, as wide as all lanes, so that it stands in one line of a table with what the table
says of it. The lanes go on from row to row.
"""

from collections.abc import Sequence

from attrs import frozen

from ackproof.pages.timelines.timeline import Arrow, Look, Timeline, TimelineRow

WIDE, NARROW, FEW_LANES = 124, 96, 4
"""Pixels from lane to lane, at least: with at most so many lanes, and with more."""

WIDEST, MARGIN = 190, 26
"""Pixels from lane to lane, at most, and those of an arrow that its label leaves free."""

FIRST, LINE, AIR, HEAD, LETTER = 20, 22, 5, 7, 6.2
"""Pixels: from the top of a row to its first arrow, from arrow to arrow, from a mark to an arrow besides, of an arrow's
head, and of a letter.
"""

LANE_LETTERS = 15
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
    band: "DrawnBand | None" = None


@frozen(kw_only=True)
class DrawnBand:
    """The life of a record in a row: from height `top` to `bottom`; the latter is None where it goes on."""

    x: float
    top: float
    bottom: float | None


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
    step = _step(timeline)
    places = {lane: step / 2 + step * index for index, lane in enumerate(timeline.lanes)}
    width = step * max(1, len(timeline.lanes))
    return Drawing(
        timeline=timeline,
        width=width,
        heads=[LaneHead(x=x, lines=_in_lines(lane)) for lane, x in places.items()],
        rows=[_row(row, places, width) for row in timeline.rows],
    )


def _step(timeline: Timeline) -> float:
    """Return the pixels from lane to lane by which each arrow is as long as its label, if they can be."""
    least = WIDE if len(timeline.lanes) <= FEW_LANES else NARROW
    order = {lane: place for place, lane in enumerate(timeline.lanes)}
    lengths = [
        (len(arrow.label) * LETTER + MARGIN) / abs(order[arrow.start] - order[arrow.end])
        for row in timeline.rows
        for arrow in row.arrows
        if arrow.start != arrow.end
    ]
    return min(max([least, *lengths]), WIDEST)


def _row(row: TimelineRow, places: dict[str, float], width: float) -> DrawnRow:
    shapes: list[DrawnShape] = []
    y, was_mark = FIRST - LINE, False
    marked: set[str] = set()  # the lanes that have a mark in this line
    for arrow in row.arrows:
        is_mark = arrow.start == arrow.end
        if not (is_mark and marked and arrow.start not in marked):
            # The label of an arrow is above it, and that of a mark beside it: between the two is some air.
            y += LINE + (AIR if was_mark and not is_mark else 0)
            marked = set()
        # Marks of different lanes share a line, which keeps a tick of many tasks low.
        marked |= {arrow.start} if is_mark else set()
        shapes.append(_shape(arrow, places, y, width))
        was_mark = is_mark
    return DrawnRow(row=row, shapes=shapes, height=max(y, FIRST) + LINE - 6, band=_band(row, shapes, places))


def _band(row: TimelineRow, shapes: Sequence[DrawnShape], places: dict[str, float]) -> DrawnBand | None:
    if row.life is None:
        return None
    x = places[row.life.lane]
    arrivals = [shape.y for shape in shapes if shape.to == x]
    ends = [shape.y for shape in shapes if shape.x == x and shape.look is not Look.TICK] or arrivals
    return DrawnBand(
        x=x,
        top=arrivals[0] if row.life.begins and arrivals else 0,
        bottom=ends[-1] if row.life.ends and ends else None,
    )


def _shape(arrow: Arrow, places: dict[str, float], y: float, width: float) -> DrawnShape:
    x, to = places[arrow.start], places[arrow.end]
    if x != to:
        half = LETTER * len(arrow.label) / 2
        middle = max(min((x + to) / 2, width - half), half)  # a long label stays within the picture
        return DrawnShape(
            look=arrow.look, x=x, to=to, y=y, label=arrow.label, label_x=middle, label_y=y - 4, anchor="middle"
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
