"""Spark jobs of plain work in Python: pieces of work are distributed to Spark tasks, and answers come back in order."""

from collections.abc import Callable, Sequence
from heapq import heapreplace
from typing import TYPE_CHECKING, TypeVar

from ackproof.errors import UsageError

from ackproof_adapters.spark.transport.workers import settle

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_Piece = TypeVar("_Piece")
_Answer = TypeVar("_Answer")

ROWS_WORTH_A_TASK = 25_000_000
"""Rows whose work is much longer than the start of a Spark task: nearly a second of processor time, against 20 to 80
ms.
"""


def in_spark(
    spark: "SparkSession",
    pieces: Sequence[_Piece],
    work: Callable[[_Piece], _Answer],
    rows: Sequence[int],
    worth: int = ROWS_WORTH_A_TASK,
) -> list[_Answer]:
    """Do the work on each piece, with its number of rows, on Spark; return the answers in order.

    Raise the first `UsageError`. It comes back as an answer: as an exception it would be buried in the stack traces of
    two languages.
    """

    def attempt(share: Sequence[tuple[int, _Piece]]) -> list[tuple[int, _Answer | UsageError]]:
        settle()
        return [(place, _answer(work, piece)) for place, piece in share]

    dealt = [
        [(place, pieces[place]) for place in share]
        for share in shares(rows, spark.sparkContext.defaultParallelism, worth)
    ]
    found = dict(spark.sparkContext.parallelize(dealt, max(len(dealt), 1)).flatMap(attempt).collect())
    answers: list[_Answer] = []
    for place in range(len(pieces)):
        answer = found[place]
        if isinstance(answer, UsageError):
            raise answer
        answers.append(answer)
    return answers


def _answer(work: Callable[[_Piece], _Answer], piece: _Piece) -> _Answer | UsageError:
    try:
        return work(piece)
    except UsageError as error:
        return error


def shares(rows: Sequence[int], cores: int, worth: int = ROWS_WORTH_A_TASK) -> list[list[int]]:
    """Distribute pieces with these numbers of rows over the shares of Spark tasks; return the indices of each share's
    pieces.

    There are as many shares as cores, or more, if there are enough rows for each to be `worth` a Spark task. The
    longest piece goes first, and always to the smallest share, so shares are as even as the pieces allow.
    """
    count = min(len(rows), max(cores, sum(rows) // worth))
    dealt: list[list[int]] = [[] for _ in range(count)]
    heap = [
        (0, 0, share) for share in range(count)
    ]  # rows and pieces so far; pieces, so that empty ones are distributed, too
    for place in sorted(range(len(rows)), key=lambda place: -rows[place]):
        sum_, pieces, share = heap[0]
        dealt[share].append(place)
        heapreplace(heap, (sum_ + rows[place], pieces + 1, share))
    return dealt
