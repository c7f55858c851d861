"""The second implementation of the acker, against the first: without Spark, over Arrow batches."""

import random
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import pyarrow as pa  # type: ignore[import-untyped]  # it brings no types
import pytest
from acking import PROFILES
from ackproof_adapters.spark import fold
from ackproof_adapters.spark.schemas import OPERATIONS
from ackproof_adapters.spark.tracking import work_of
from pyspark import cloudpickle

from .logs import MessageRow, NotificationRow, answers, random_log

SCHEMA = pa.schema(
    [
        ("log", pa.string()),
        ("acker", pa.int32()),
        ("seq", pa.int64()),
        ("op", pa.int32()),
        ("root", pa.int64()),
        ("value", pa.int64()),
        ("spout_task", pa.int32()),
    ]
)

Shards = dict[tuple[str, int], list[MessageRow]]


def batches_of(shards: Shards, sizes: Iterable[int]) -> list[pa.RecordBatch]:
    """Return the rows of the shards, one shard after the other, in batches of the given sizes."""
    rows = [
        (log, acker, seq, OPERATIONS.index(op), root, value, spout_task)
        for (log, acker), messages in shards.items()
        for seq, op, root, value, spout_task, _ in messages
    ]
    columns = [pa.array(column, field.type) for column, field in zip(zip(*rows, strict=True), SCHEMA, strict=True)]
    whole = pa.RecordBatch.from_arrays(columns, schema=SCHEMA)
    batches, start = [], 0
    for size in sizes:
        batches.append(whole.slice(start, size))
        start += size
    return [*batches, whole.slice(start)]


def folded(batches: Sequence[pa.RecordBatch], profile: str) -> list[tuple[object, ...]]:
    """Return the rows that the Spark task of that profile makes of the batches."""
    task = work_of(profile, ("log", "acker"))
    return [tuple(row.values()) for batch in task(iter(batches)) for row in batch.to_pylist()]


def expected_of(shards: Shards, profile: str) -> list[tuple[object, ...]]:
    """Return the rows that the reference makes of the shards, each with an acker of its own."""
    rows: list[tuple[object, ...]] = []
    for (log, acker), messages in shards.items():
        alone: list[NotificationRow] = answers([(*row[:5], None) for row in messages], 1, profile)
        rows.extend((log, seq, acker, kind, root, task) for seq, _, kind, root, task in alone)
    return rows


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("seed", range(3))
def test_it_says_what_the_reference_says(profile: str, seed: int) -> None:
    """In twenty thousand random operations, where every kind of notification is frequent."""
    shards = {("a", 0): random_log(seed, 20_000)}
    expected = expected_of(shards, profile)
    assert {"ack", "fail", "reset-timeout"} == {row[3] for row in expected}
    assert expected == folded(batches_of(shards, []), profile)


@pytest.mark.parametrize("profile", PROFILES)
def test_batches_end_anywhere_and_shards_do_not_touch(profile: str) -> None:
    """Shards of many lengths, in batches of many sizes, some empty, some of one row, some of many shards."""
    draw = random.Random(4)
    lengths = [draw.choice([1, 2, 30, 400]) for _ in range(60)]
    shards = {(f"log {n // 3}", n % 3): random_log(n, length) for n, length in enumerate(lengths)}
    sizes = [draw.choice([0, 1, 2, 5, 150]) for _ in range(200)]
    assert expected_of(shards, profile) == folded(batches_of(shards, sizes), profile)


def test_only_open_roots_are_remembered() -> None:
    """Ten thousand trees that are finished, and as many that expire, leave nothing; one that is open stays."""
    acker = fold.ShardAcker(2, every_message_refreshes=True)
    for root in range(10_000):
        acker.receive([(0, fold.INIT, root, 3, 1), (1, fold.ACK, root, 3, None)], ([], [], []))
    assert {} == acker.records
    for root in range(10_000):
        acker.receive([(0, fold.ACK, root, 3, None), (1, fold.TICK, None, None, None)], ([], [], []))
    assert [9_999] == list(acker.records)


def test_it_travels_by_value(tmp_path: Path) -> None:
    """An executor has PySpark and Arrow, and none of our packages."""
    shards = {("a", 0): random_log(1, 500)}
    task = work_of("storm2", ("log", "acker"))
    (tmp_path / "task").write_bytes(cloudpickle.dumps((task, batches_of(shards, [70]))))  # type: ignore[no-untyped-call]
    script = """if True:
        import pickle, sys
        for ours in ("acking", "ackproof", "ackproof_adapters", "attr", "attrs"):
            sys.modules[ours] = None
        task, batches = pickle.load(open(sys.argv[1], "rb"))
        print(sum(batch.num_rows for batch in task(iter(batches))))
    """
    command = [sys.executable, "-c", script, str(tmp_path / "task")]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)  # the command is ours
    assert (0, f"{len(expected_of(shards, 'storm2'))}\n", "") == (ran.returncode, ran.stdout, ran.stderr)
