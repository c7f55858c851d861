"""Whether a `seq` is repeated in a log that is not in order.

Within a piece that was checked when it was sorted, and pieces that do not overlap share no `seq`. For the others,
ranges of `seq` are collected from all runs, which are in order, and sorted. So all rows are checked, whatever the
numbers are, and memory follows the range.
"""

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from ackproof_adapters.spark.transport.jobs import in_spark
from ackproof_adapters.spark.transport.pieces import LogPiece, Longs, PieceFiles
from ackproof_adapters.spark.transport.sizes import RANGE_ROWS

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


@frozen
class _Range:
    """A range of `seq`, both ends included, and the pieces that overlap it."""

    first: int
    last: int
    pieces: tuple[LogPiece, ...]
    rows: int


def comes_twice(spark: "SparkSession", folder: Path, pieces: Sequence[LogPiece], rows: int = RANGE_ROWS) -> bool:
    """Whether two messages of some pieces have the same `seq`; a tick for all is one message."""
    if any(piece.repeated for piece in pieces):
        return True
    ranges = [each for group in _overlapping(pieces) for each in _ranges(group, rows)]

    def look(one: _Range) -> bool:
        return _repeats(PieceFiles(folder), one, one.first, one.last, rows)

    return any(in_spark(spark, ranges, look, [each.rows for each in ranges])) if ranges else False


def _overlapping(pieces: Sequence[LogPiece]) -> list[list[LogPiece]]:
    """Return the pieces that overlap others in `seq`, grouped by overlap."""
    groups: list[list[LogPiece]] = []
    last = None
    for piece in sorted(pieces, key=lambda piece: piece.first_seq):
        if last is not None and piece.first_seq <= last:
            groups[-1].append(piece)
            last = max(last, piece.last_seq)
        else:
            groups.append([piece])
            last = piece.last_seq
    return [group for group in groups if len(group) > 1]


def _ranges(group: Sequence[LogPiece], rows: int) -> list[_Range]:
    """Divide the range of a group into ranges, each with about so many messages, if they are evenly distributed."""
    first, last = min(piece.first_seq for piece in group), max(piece.last_seq for piece in group)
    messages = sum(piece.rows for piece in group)
    count = min(-(-messages // rows), last - first + 1)
    bounds = [first + (last + 1 - first) * number // count for number in range(count + 1)]
    found = []
    for start, end in pairwise(bounds):
        inside = tuple(piece for piece in group if piece.first_seq < end and piece.last_seq >= start)
        found.append(_Range(start, end - 1, inside, messages // count))
    return found


def _repeats(files: PieceFiles, one: _Range, first: int, last: int, most: int) -> bool:
    """Whether a `seq` from `first` to `last` is repeated. A range with many more messages than expected is halved."""
    runs = [files.columns(piece.run(shard))[0] for piece in one.pieces for shard in range(len(piece.ends))]
    found = [_between(run, first, last) for run in runs]
    if sum(map(len, found)) > 4 * most and first < last:
        middle = first + (last - first) // 2
        return _repeats(files, one, first, middle, most) or _repeats(files, one, middle + 1, last, most)
    seqs = np.sort(np.concatenate([*found, np.empty(0, np.int64)]))
    again = seqs[1:][seqs[1:] == seqs[:-1]]
    if not len(again):
        return False
    # A tick for all is in each shard: it occurs as often as there are shards, and counts once.
    several, times = np.unique(again, return_counts=True)
    ticks = np.concatenate([_between(piece.for_all, first, last) for piece in one.pieces])
    alone, counts = np.unique(ticks, return_counts=True)
    shards = len(one.pieces[0].ends)
    return not (np.isin(several, alone[counts == 1]).all() and bool((times == shards - 1).all()))


def _between(seqs: Longs, first: int, last: int) -> NDArray[np.int64]:
    return seqs[np.searchsorted(seqs, first) : np.searchsorted(seqs, last, "right")]
