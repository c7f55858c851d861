"""How much is done at once where messages go over files (`pieces`)."""

from attrs import frozen

PIECE_ROWS = 1 << 20
"""Rows of a piece, about: 29 MB, and a few times that while it is made."""

WINDOW = 1 << 18
"""Messages of a shard that are given out at once, at most."""

RANGE_ROWS = 1 << 22
"""Messages that are looked at together for a `seq` that comes twice (`repeats`), about: 32 MB of their `seq`."""


@frozen(kw_only=True)
class TrackingSizes:
    """The three of them. Targets have all of them tiny, so that pieces and windows are many in a short log."""

    piece_rows: int = PIECE_ROWS
    window: int = WINDOW
    range_rows: int = RANGE_ROWS
