"""Pieces in files: each shard has its messages in order, whatever the order of the rows; and damage is found."""

from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]  # it brings no types
import pytest
from ackproof.errors import UsageError
from ackproof_adapters.codes import INIT, OPERATIONS
from ackproof_adapters.routing import ackers_of
from ackproof_adapters.spark.transport.parcels import Columns
from ackproof_adapters.spark.transport.pieces import LogPiece, PieceFiles, in_order, write_piece
from hypothesis import given
from hypothesis import strategies as st

from spark.logs import MessageRow, random_log

Row = tuple[int, int, int, int, int]

runs_of_seqs = st.lists(st.lists(st.integers(-40, 40), unique=True).map(sorted), max_size=6)


def batch_of(rows: list[MessageRow], before: int = 0) -> pa.RecordBatch:
    """Return rows in the form for `write_piece`; with `before`, as a slice that begins at that row of its columns."""
    seq, op, root, value, spout_task, acker = zip(*(rows[:1] * before + rows), strict=True)
    numbers = [OPERATIONS.index(each) if each in OPERATIONS else -1 for each in op]
    arrays = [pa.array(seq, pa.int64()), pa.array(numbers, pa.int8()), pa.array(root, pa.int64())]
    arrays += [pa.array(value, pa.int64()), pa.array(spout_task, pa.int32()), pa.array(acker, pa.int32())]
    return pa.record_batch(arrays, ["seq", "op", "root", "value", "spout_task", "acker"]).slice(before)


def written(folder: Path, rows: list[MessageRow], acker_tasks: int, before: int = 0) -> LogPiece:
    """Write a piece into the file `pieces` of a folder."""
    with (folder / "pieces").open("ab") as file:
        return write_piece(file, "pieces", batch_of(rows, before), acker_tasks)


def columns_of(seqs: list[int]) -> Columns:
    seq = np.array(seqs, np.int64)
    return seq, np.zeros(len(seq), np.int8), -seq, 2 * seq, seq.astype(np.int32)


def rows_of(columns: Columns) -> list[tuple[Any, ...]]:
    return list(zip(*(column.tolist() for column in columns), strict=True))


def expected(rows: list[MessageRow], shard: int, acker_tasks: int) -> list[Row]:
    """Return the rows for a shard, in order."""
    found = []
    for seq, op, root, value, spout_task, acker in sorted(rows, key=lambda row: row[0]):
        routed = int(ackers_of(np.array([root or 0]), acker_tasks)[0])
        if acker == shard or (acker is None and (op == "tick" or routed == shard)):
            task = spout_task if op == "init" else None
            found.append((seq, OPERATIONS.index(op), root or 0, value or 0, task or 0))
    return found


@pytest.mark.parametrize("before", [0, 3])
@pytest.mark.parametrize("acker_tasks", [1, 3, 200])
def test_each_shard_has_its_messages_in_order(tmp_path: Path, acker_tasks: int, before: int) -> None:
    """Rows are in order, reversed, or in a slice of another batch; two pieces are in one file."""
    rows = random_log(5, 301, acker_tasks=acker_tasks, given_ackers=0.3)
    pieces = [written(tmp_path, each, acker_tasks, before) for each in (rows, rows[::-1])]
    files = PieceFiles(tmp_path)
    for piece in pieces:
        assert (301, rows[0][0], rows[-1][0], False) == (piece.rows, piece.first_seq, piece.last_seq, piece.repeated)
        assert [row[0] for row in rows if row[1] == "tick" and row[5] is None] == piece.for_all.tolist()
        for shard in range(acker_tasks):
            assert expected(rows, shard, acker_tasks) == rows_of(files.verified(piece.run(shard)))


@given(runs_of_seqs, st.integers(1, 12))
def test_runs_are_merged_in_order(runs: list[list[int]], window: int) -> None:
    """They may overlap in any way; no window has too many messages, except where all runs have one."""
    found = list(in_order(map(columns_of, runs), window))
    assert sorted(seq for run in runs for seq in run) == [int(seq) for columns in found for seq in columns[0]]
    for columns in found:
        assert 0 < len(columns[0]) <= max(window, len(runs))
        assert rows_of(columns_of(columns[0].tolist())) == rows_of(columns)


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ((None, "ack", 5, 1, None, None), 0),
        ((1, "nack", 5, 1, None, None), 1),
        ((1, "ack", None, 1, None, None), 2),
        ((1, "tick", 5, None, None, None), 3),
        ((1, "ack", 5, None, None, None), 4),
        ((1, "init", 5, 1, None, None), 5),
        ((1, "ack", 5, 1, -1, None), 6),
        ((1, "ack", 5, 1, None, 3), 7),
    ],
)
def test_what_is_wrong_with_a_row_has_its_number(tmp_path: Path, row: Any, problem: int) -> None:
    """The numbers are those of `validation`; nothing is written then."""
    assert problem == written(tmp_path, [(0, "init", 5, 1, 7, 2), row], 3).problem
    assert b"" == (tmp_path / "pieces").read_bytes()


def test_a_seq_that_comes_twice_is_seen(tmp_path: Path) -> None:
    """It is found within a piece, whichever shards have it."""
    rows: list[MessageRow] = [(1, "init", 5, 1, 7, None), (2, "tick", None, None, None, None), (1, "fail", 6, 0, 0, 0)]
    assert written(tmp_path, rows, 2).repeated


def test_a_flipped_bit_is_found(tmp_path: Path) -> None:
    """Each bit of each column is tested, before the kernel gets it."""
    piece = written(tmp_path, [(1, "init", 5, 1, 7, None), (2, "ack", 5, 1, None, None)], 1)
    content = (tmp_path / "pieces").read_bytes()
    assert INIT == PieceFiles(tmp_path).verified(piece.run(0))[1][0]
    for place in range(0, 8 * len(content), 5):
        damaged = bytearray(content)
        damaged[place // 8] ^= 1 << place % 8
        (tmp_path / "pieces").write_bytes(damaged)
        with pytest.raises(UsageError, match="does not hold what was written there"):
            PieceFiles(tmp_path).verified(piece.run(0))
