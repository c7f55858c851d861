"""How much is done at once when messages go through files (`pieces`)."""

from attrs import frozen

PIECE_ROWS = 1 << 20
"""The approximate number of rows of a piece: 29 MB, and a few times that while it is made."""

WINDOW = 1 << 18
"""The most messages of a shard that are returned at once."""

RANGE_ROWS = 1 << 22
"""The approximate number of messages that are checked together for a repeated `seq` (`repeats`): 32 MB of their `seq`.
"""


@frozen(kw_only=True)
class TrackingSizes:
    """The three sizes. Targets make all of them tiny, so that a short log has many pieces and windows."""

    piece_rows: int = PIECE_ROWS
    window: int = WINDOW
    range_rows: int = RANGE_ROWS
