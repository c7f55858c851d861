"""Packing rows as parcels, ordering them, and packing the result: with Arrow batches, without Spark."""

import random
from collections.abc import Iterator

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]  # it brings no types
import pytest
from ackproof_adapters.routing import ackers_of
from ackproof_adapters.spark.transport import parcels
from ackproof_adapters.spark.transport.parcel_loops import OP_BITS, TASK_BITS
from ackproof_adapters.spark.transport.parcels import packer, shards_in_order
from ackproof_adapters.spark.transport.results import KEPT, KEPT_ROWS, unfolder, with_notes

ACK, TICK = 1, 4
Row = tuple[int, int, int, int]


def batches(rows: list[Row], size: int) -> Iterator[pa.RecordBatch]:
    """Yield rows (seq, head, root, value) in batches of a size."""
    for start in range(0, len(rows), size):
        columns = zip(*rows[start : start + size], strict=True)
        yield pa.record_batch([pa.array(column, pa.int64()) for column in columns], ["seq", "head", "root", "value"])


def packed(rows: list[Row], size: int, acker_tasks: int) -> tuple[list[dict[str, object]], pa.RecordBatch]:
    """Return the notes, and the parcels sorted as Spark sorts them."""
    whole = pa.Table.from_batches(list(packer(acker_tasks, None)(batches(rows, size)))).to_pylist()
    notes = [row["note"] for row in whole if row["note"] is not None]
    parcels_ = sorted((row for row in whole if row["note"] is None), key=lambda row: (row["acker"], row["first_seq"]))
    return notes, pa.RecordBatch.from_pylist(parcels_, schema=parcels.PARCELS)


@pytest.mark.parametrize("disorder", [0, 3, 40, 10_000])
@pytest.mark.parametrize(("piece", "parcel"), [(1, 1), (7, 2), (50, 64)])
def test_what_is_packed_comes_out_in_order(
    disorder: int, piece: int, parcel: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each shard has each message once, however far it was from its place, and wherever pieces end."""
    monkeypatch.setattr(parcels, "PACKED_ROWS", piece)
    monkeypatch.setattr(parcels, "PARCEL_MESSAGES", parcel)
    source = random.Random(disorder)
    seqs = sorted(range(500), key=lambda seq: seq + source.uniform(0, disorder))
    rows = [(seq, ACK | source.randrange(9) << OP_BITS, source.randrange(-(2**63), 2**63), seq) for seq in seqs]
    _, sorted_parcels = packed(rows, 11, 3)
    found = {
        shard[0].as_py(): [tuple(map(int, row)) for columns in messages for row in zip(*columns, strict=True)]
        for shard, messages in shards_in_order(iter([sorted_parcels]), ["acker"])
    }
    routed = ackers_of(np.array([root for _, _, root, _ in rows]), 3)
    expected: dict[int, list[tuple[int, ...]]] = {0: [], 1: [], 2: []}
    for acker, (seq, head, root, value) in sorted(zip(routed.tolist(), rows, strict=True), key=lambda each: each[1]):
        expected[acker].append((seq, ACK, root, value, head >> OP_BITS))
    assert expected == found


@pytest.mark.parametrize("apart", [1, 10_000_000, 2**28, 2**29, 2**40])
def test_a_parcel_ends_where_it_is_full_or_seq_goes_too_far(apart: int) -> None:
    """None is too long, and no message is lost, even if `seq` covers its whole range."""
    seqs = [*range(-(2**63), -(2**63) + 150 * apart, apart), 0, *range(2**63 - 150 * apart, 2**63, apart)]
    _, sorted_parcels = packed([(seq, ACK, 1, seq) for seq in seqs], 1000, 1)
    lengths = [len(parcel) // 24 for parcel in sorted_parcels.column("parcel").to_pylist()]
    assert max(lengths) == min(parcels.PARCEL_MESSAGES, -(-(2**29) // apart))
    found = [
        (int(seq), int(value))
        for _, messages in shards_in_order(iter([sorted_parcels]), ["acker"])
        for seqs_, _, _, values, _ in messages
        for seq, value in zip(seqs_, values, strict=True)
    ]
    assert [(seq, seq) for seq in seqs] == found


def test_parcels_may_come_in_any_batches() -> None:
    """They may also come one by one, and sliced, with longs for their places."""
    rows = [(seq, ACK, seq % 5, seq) for seq in range(3000)]
    _, sorted_parcels = packed(rows, 700, 2)
    wide = sorted_parcels.set_column(2, "parcel", sorted_parcels.column("parcel").cast(pa.large_binary()))
    for whole in (sorted_parcels, wide):
        for size in (1, 7, len(whole)):
            pieces = [whole.slice(start, size) for start in range(0, len(whole), size)]
            found = {
                shard[0].as_py(): [int(seq) for columns in messages for seq in columns[0]]
                for shard, messages in shards_in_order(iter(pieces), ["acker"])
            }
            assert [*range(3000)] == sorted(seq for seqs in found.values() for seq in seqs)
            assert all(seqs == sorted(seqs) for seqs in found.values())


@pytest.mark.parametrize("rows", [0, 1, KEPT_ROWS, 3 * KEPT_ROWS + 1])
def test_a_result_comes_back_as_it_was(rows: int) -> None:
    """Values have at most that length; the notes are separate."""
    result = pa.schema([pa.field("seq", pa.int64()), pa.field("name", pa.string())])
    made = pa.record_batch([pa.array(range(rows), pa.int64()), pa.array([str(row) for row in range(rows)])], ["a", "b"])
    notes, sorted_parcels = packed([(1, ACK, 1, 1)], 10, 1)
    noted = pa.RecordBatch.from_pylist([{"note": notes[0]}, *sorted_parcels.to_pylist()], schema=parcels.PARCELS)
    seen: list[int] = []

    def work(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        seen.extend(len(batch) for batch in batches)
        yield made

    kept = pa.Table.from_batches(list(with_notes(work, result, "do")(iter([noted]))), KEPT)
    assert [1] == seen
    assert notes == [row["note"] for row in kept.to_pylist() if row["batch"] is None]
    values = kept.filter(kept.column("batch").is_valid()).combine_chunks().to_batches()
    assert -(-rows // KEPT_ROWS) == sum(len(batch) for batch in values)
    back = pa.Table.from_batches(list(unfolder(result)(iter(values))), result)
    assert [{"seq": row, "name": str(row)} for row in range(rows)] == back.to_pylist()


def test_a_tick_for_all_is_copied_and_a_given_acker_is_believed() -> None:
    """The acker task is in the bits above the spout task, and 0 means none."""
    given = 2 + 1 << OP_BITS + TASK_BITS
    rows = [(1, TICK, 0, 0), (2, TICK | given, 0, 0), (3, ACK | given, 5, 9)]
    _, sorted_parcels = packed(rows, 10, 4)
    found = {
        shard[0].as_py(): [int(seq) for columns in messages for seq in columns[0]]
        for shard, messages in shards_in_order(iter([sorted_parcels]), ["acker"])
    }
    assert {0: [1], 1: [1], 2: [1, 2, 3], 3: [1]} == found


@pytest.mark.parametrize(
    ("seqs", "rises"), [([1, 2, 3], True), ([1, 1, 2], False), ([2, 1, 3], False), ([-(2**63), 2**63 - 1], True)]
)
def test_a_note_says_how_seq_went(seqs: list[int], rises: bool) -> None:  # noqa: FBT001 - a table
    """It has the first and the last `seq`, and whether they were increasing."""
    notes, _ = packed([(seq, ACK, 1, 1) for seq in seqs], 10, 1)
    assert [(min(seqs), max(seqs), rises, None)] == [
        (note["first_seq"], note["last_seq"], note["rises"], note["problem"]) for note in notes
    ]


def test_of_illegal_messages_there_is_only_the_most_basic_problem() -> None:
    """There is no parcel: nothing of such a log is tracked."""
    notes, sorted_parcels = packed([(1, -8, 1, 1), (2, -3, 1, 1), (3, ACK, 1, 1)], 10, 1)
    assert [2] == [note["problem"] for note in notes]
    assert 0 == sorted_parcels.num_rows
