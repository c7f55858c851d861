"""The check: one wrong notification among all is found, and named."""

from pathlib import Path

import pyarrow as pa  # type: ignore[import-untyped]  # it brings no types
import pytest
from ackproof_adapters.bench.logs.schemas import NOTIFICATIONS
from ackproof_adapters.bench.ways.check import difference
from pyarrow.parquet import write_table  # type: ignore[import-untyped]  # it brings no types

ROWS = [
    {"seq": 3, "acker": 0, "kind": "ack", "root": 11, "spout_task": 1},
    {"seq": 5, "acker": 1, "kind": "fail", "root": 12, "spout_task": 2},
    {"seq": 9, "acker": 0, "kind": "ack", "root": 13, "spout_task": 0},
]
EXPECTED = pa.Table.from_pylist(ROWS, NOTIFICATIONS)


def verdict_on(folder: Path, *rows: dict[str, object]) -> str | None:
    write_table(pa.Table.from_pylist(list(rows), NOTIFICATIONS), folder / "notifications.parquet")
    return difference(EXPECTED, folder / "notifications.parquet")


def test_rows_may_come_in_any_order(tmp_path: Path) -> None:
    assert verdict_on(tmp_path, ROWS[2], ROWS[0], ROWS[1]) is None


def test_a_directory_of_files_is_as_good(tmp_path: Path) -> None:
    for part, row in enumerate(ROWS):
        write_table(pa.Table.from_pylist([row], NOTIFICATIONS), tmp_path / f"part-{part}.parquet")
    (tmp_path / "_SUCCESS").touch()
    assert difference(EXPECTED, tmp_path) is None


@pytest.mark.parametrize("place", range(3))
def test_one_that_is_missing(tmp_path: Path, place: int) -> None:
    difference_found = verdict_on(tmp_path, *ROWS[:place], *ROWS[place + 1 :])
    row = ROWS[place]
    assert difference_found == (
        f"message {row['seq']} calls for {row['kind']} of root {row['root']} to spout task {row['spout_task']} "
        f"by acker {row['acker']}, and there was none (3 notifications expected, 2 received)"
    )


@pytest.mark.parametrize("place", range(3))
def test_one_that_came_twice(tmp_path: Path, place: int) -> None:
    difference_found = verdict_on(tmp_path, *ROWS, ROWS[place])
    assert difference_found is not None
    assert difference_found.startswith(f"message {ROWS[place]['seq']} caused")
    assert difference_found.endswith("(3 notifications expected, 4 received)")


@pytest.mark.parametrize(
    ("column", "value"), [("acker", 1), ("kind", "fail"), ("root", -11), ("spout_task", 3), ("seq", 4)]
)
def test_one_that_is_otherwise(tmp_path: Path, column: str, value: object) -> None:
    difference_found = verdict_on(tmp_path, {**ROWS[0], column: value}, *ROWS[1:])
    assert difference_found is not None
    assert difference_found.startswith("message 3 calls for ack of root 11 to spout task 1 by acker 0")


def test_nothing_at_all(tmp_path: Path) -> None:
    assert difference(EXPECTED, tmp_path / "none") == "no notifications were written"
    assert verdict_on(tmp_path) is not None


def test_what_are_no_notifications(tmp_path: Path) -> None:
    """They are a wrong type, a missing column, nulls and no Parquet at all: each gives a sentence, and none raises."""
    path = tmp_path / "notifications.parquet"
    columns = {name: EXPECTED.column(name) for name in EXPECTED.column_names}
    nulls = pa.nulls(3, pa.int32())
    for wrong in (
        {**columns, "root": pa.array(["a", "b", "c"])},
        {name: column for name, column in columns.items() if name != "kind"},
        {**columns, "acker": nulls},
    ):
        write_table(pa.table(wrong), path)
        difference_found = difference(EXPECTED, path)
        assert difference_found is not None
        assert difference_found.startswith("the notifications cannot be read")
    path.write_text("nothing that Parquet would know")
    assert difference(EXPECTED, path) is not None


def test_wider_types_will_do(tmp_path: Path) -> None:
    """An engine may lack 32-bit integers, or have another type of string."""
    int64 = pa.int64()
    wide = pa.schema({"seq": int64, "acker": int64, "kind": pa.large_string(), "root": int64, "spout_task": int64})
    write_table(pa.Table.from_pylist(ROWS, wide), tmp_path / "wide.parquet")
    assert difference(EXPECTED, tmp_path / "wide.parquet") is None
