"""A log that is read equals the written one, however it is divided."""

import json
import random
from pathlib import Path

import pyarrow as pa  # type: ignore[import-untyped]  # it brings no types
import pytest
from ackproof_adapters.shards import writing
from ackproof_adapters.shards.folder import open_log
from ackproof_adapters.shards.json_lines import shards_of_json_lines
from ackproof_adapters.shards.layout import BATCH_ROWS, MESSAGES, file_of
from ackproof_adapters.shards.writing import COLUMNS, write_shards
from pyarrow import ipc
from spark.logs import ROOTS, random_log

from .logs import batch_of, should_stand, stands_in


@pytest.mark.parametrize("seed", range(25))
def test_each_acker_task_gets_its_messages_in_order(tmp_path: Path, seed: int) -> None:
    """Random logs are written in random pieces, with record batches of a random length, and routed as by the
    reference.
    """
    draw = random.Random(seed)
    acker_tasks = draw.choice([1, 2, 3, 8])
    roots = [*ROOTS, *(draw.getrandbits(64) - 2**63 for _ in range(30))]
    rows = random_log(seed, draw.randrange(800), acker_tasks=acker_tasks, roots=roots, given_ackers=draw.random())
    cuts = sorted(draw.randrange(len(rows) + 1) for _ in range(draw.randrange(6)))
    pieces = [rows[start:end] for start, end in zip([0, *cuts], [*cuts, len(rows)], strict=True)]
    batch_rows = draw.choice([1, 7, 100, BATCH_ROWS])
    written = write_shards(map(batch_of, pieces), tmp_path / "log", acker_tasks, batch_rows=batch_rows)
    opened = open_log(tmp_path / "log")
    assert written == opened
    expected = should_stand(rows, acker_tasks)
    assert expected == stands_in(opened)
    assert sum(map(len, expected)) == opened.rows
    for entry in opened.manifest.shards:
        assert {batch_rows} >= {batch.rows for batch in entry.batches[:-1]}


def test_many_acker_tasks_do_not_wait_for_long_record_batches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise a thousand of them would wait for a thousand times eight megabytes."""
    monkeypatch.setattr(writing, "MOST_WAITING", 100)
    rows = random_log(5, 2000, acker_tasks=4)
    log = write_shards((batch_of(rows[start : start + 50]) for start in range(0, 2000, 50)), tmp_path / "log", 4)
    assert should_stand(rows, 4) == stands_in(log)
    assert 3 < max(len(entry.batches) for entry in log.manifest.shards)


def test_a_shard_is_an_arrow_file_for_anyone(tmp_path: Path) -> None:
    """It is read without this package: the columns, and the bytes of record batches by the manifest."""
    rows = random_log(2, 300, acker_tasks=2)
    log = write_shards([batch_of(rows)], tmp_path / "log", 2, batch_rows=64)
    for acker, expected in enumerate(should_stand(rows, 2)):
        path = tmp_path / "log" / file_of(acker)
        table = ipc.open_file(path).read_all()
        assert MESSAGES.schema == table.schema
        assert [row[0] for row in expected] == table.column("seq").to_pylist()
        for batch in log.manifest.shards[acker].batches:
            content = path.read_bytes()[batch.offset : batch.end]
            assert batch.rows == ipc.read_record_batch(pa.py_buffer(content), MESSAGES.schema).num_rows


def test_columns_may_be_narrower_and_have_company(tmp_path: Path) -> None:
    """Integers have any width, names are a dictionary, one column has only nulls, and there are other columns in
    another order.
    """
    columns = {
        "acker": pa.nulls(2),
        "note": pa.array(["a", "b"]),
        "spout_task": pa.array([3, None], pa.uint8()),
        "value": pa.array([1, 1], pa.int8()),
        "root": pa.array([5, 5], pa.uint64()),
        "op": pa.array(["init", "ack"]).dictionary_encode(),
        "seq": pa.array([1, 2], pa.int16()),
    }
    log = write_shards([pa.record_batch(columns)], tmp_path / "log", 1)
    assert [[(1, "init", 5, 1, 3), (2, "ack", 5, 1, 0)]] == stands_in(log)


def test_what_an_operation_does_not_have_is_not_kept(tmp_path: Path) -> None:
    """A fail may have a value and a spout task, which are not used."""
    log = write_shards([batch_of([(1, "fail", 5, 77, 3, None), (2, "ack", 5, 7, 3, None)])], tmp_path / "log", 1)
    assert [[(1, "fail", 5, 0, 0), (2, "ack", 5, 7, 0)]] == stands_in(log)


@pytest.mark.parametrize("as_stream", [False, True])
def test_json_lines_are_the_same_log(tmp_path: Path, *, as_stream: bool) -> None:
    """Ids are numbers or strings, and nulls are written or left out."""
    rows = random_log(3, 500, acker_tasks=3, given_ackers=0.2)
    source = tmp_path / "log.jsonl"
    lines = []
    for row in rows:
        message = dict(zip(COLUMNS, row, strict=True))
        if row[0] % 2:
            message = {
                name: str(value) if name in {"root", "value"} else value
                for name, value in message.items()
                if value is not None
            }
        lines.append(json.dumps(message) + "\n")
    source.write_text("".join(lines), encoding="utf-8")
    log = shards_of_json_lines(iter(lines) if as_stream else source, tmp_path / "log", 3)
    assert should_stand(rows, 3) == stands_in(log)
