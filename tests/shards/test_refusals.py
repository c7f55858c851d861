"""An invalid message is refused with its place, and the incomplete output is not a log."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa  # type: ignore[import-untyped]  # it brings no types
import pytest
from ackproof.errors import UsageError
from ackproof_adapters.shards.json_lines import LONGEST_LINE, shards_of_json_lines
from ackproof_adapters.shards.writing import COLUMNS, write_shards

from .logs import batch_of, refusal

LEGAL: list[tuple[Any, ...]] = [
    (10, "init", 5, 3, 1, None),
    (11, "ack", 5, 3, None, None),
    (12, "fail", 6, None, None, 1),
    (13, "tick", None, None, None, None),
]

ILLEGAL: list[tuple[tuple[Any, ...], str]] = [
    ((None, "ack", 5, 3, None, None), "seq is null; without it"),
    ((20, "inti", 5, 3, 1, None), "there is no such op; there are init, ack, fail, reset-timeout, tick"),
    ((20, None, 5, 3, 1, None), "there is no such op"),
    ((20, "init", None, 3, 1, None), "root is null"),
    ((20, "reset-timeout", None, None, None, None), "root is null"),
    ((20, "tick", 77, None, None, None), "root is 77"),
    ((20, "init", 5, None, 1, None), "value is null"),
    ((20, "ack", 5, None, None, None), "value is null"),
    ((20, "init", 5, 3, None, None), "spout_task is null"),
    ((20, "init", 5, 3, -2, None), "spout_task -2 is negative"),
    ((20, "ack", 5, 3, None, 3), "acker 3 is outside 0 to 2"),
    ((20, "tick", None, None, None, -1), "acker -1 is outside 0 to 2"),
    ((13, "fail", 5, None, None, None), "seq does not come after 13"),
    ((2, "fail", 5, None, None, None), "seq does not come after 13"),
]


def refused(make: Callable[[], object]) -> str:
    """Return the one-line error."""
    with pytest.raises(UsageError) as raised:
        make()
    assert "\n" not in str(raised.value)
    return str(raised.value)


@pytest.mark.parametrize(("row", "expected"), ILLEGAL)
@pytest.mark.parametrize("before", [0, 1, 4])
def test_an_illegal_row_is_named(tmp_path: Path, row: tuple[Any, ...], expected: str, before: int) -> None:
    """The error has batch and row, wherever batches end; and the folder cannot be opened."""
    batches = [batch_of(rows) for rows in (LEGAL[:before], [*LEGAL[before:], row, (1, None, *[None] * 4)])]
    line = refused(lambda: write_shards(batches, tmp_path / "log", 3))
    assert line.startswith(f"batch 1, row {4 - before} (seq {row[0]}, op {row[1]!r}): {expected}"), line
    assert "there is none" in refusal(tmp_path / "log")


@pytest.mark.parametrize(("row", "expected"), ILLEGAL)
def test_an_illegal_line_is_named(tmp_path: Path, row: tuple[Any, ...], expected: str) -> None:
    """The same faults are reported by file and line."""
    source = tmp_path / "log.jsonl"
    rows = [*LEGAL, row]
    source.write_text("".join(json.dumps(dict(zip(COLUMNS, each, strict=True))) + "\n" for each in rows))
    line = refused(lambda: shards_of_json_lines(source, tmp_path / "log", 3))
    assert line.startswith(f"{source}, line 5 (seq {row[0]}, op {row[1]!r}): {expected}"), line


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "is no JSON"),
        ('{"seq": 20, "op": "tick"', "is no JSON"),
        ("[" * 100_000, "is no JSON"),
        ("[20]", "is '[20]' and not an object"),
        ('[["seq", 20], ["op", "tick"]]', """is '[["seq", 20], ["op", "tick"]]' and not an object"""),
        ("20", "is '20' and not an object"),
        ('{"seq": 20, "op": "tick", "aker": 1}', "has the unknown field aker; the fields are seq, op, root"),
        ('{"seq": 20, "op": "tick", "seq": 21}', "has a field twice, among seq, op, seq"),
        ('{"seq": 20, "op": 4}', "op is 4 and not a string"),
        ('{"seq": 20.0, "op": "tick"}', "seq is 20.0 and not a signed integer of 64 bits"),
        ('{"seq": true, "op": "tick"}', "seq is True and not a signed integer of 64 bits"),
        ('{"seq": 20, "op": "fail", "root": "5 "}', "root is '5 ' and not a signed integer of 64 bits"),
        ('{"seq": 20, "op": "fail", "root": "0x5"}', "root is '0x5' and not"),
        ('{"seq": 20, "op": "fail", "root": 9223372036854775808}', "root is 9223372036854775808 and not"),
        ('{"seq": 20, "op": "fail", "root": "-9223372036854775809"}', "root is '-9223372036854775809' and not"),
        ('{"seq": 20, "op": "tick", "acker": 2147483648}', "acker is 2147483648 and not a signed integer of 32 bits"),
        ('{"seq": 20, "op": "fail", "root": [5]}', "root is [5] and not"),
    ],
)
def test_a_line_that_holds_no_message_is_named(tmp_path: Path, text: str, expected: str) -> None:
    """The error has file and line; a stream without a name is called the stream."""
    lines = ['{"seq": 1, "op": "tick"}\n', text + "\n", '{"seq": 30, "op": "tick"}\n']
    source = tmp_path / "log.jsonl"
    source.write_text("".join(lines), encoding="utf-8")
    assert f"{source}, line 2: {expected}" in refused(lambda: shards_of_json_lines(source, tmp_path / "a", 3))
    assert f"the stream, line 2: {expected}" in refused(lambda: shards_of_json_lines(iter(lines), tmp_path / "b", 3))


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    """It is missing, or not text."""
    source = tmp_path / "log.jsonl"
    assert f"{source}: cannot be read" in refused(lambda: shards_of_json_lines(source, tmp_path / "a", 1))
    source.write_bytes(b"\xff\xff")
    assert f"{source}, line 1: is not UTF-8 at its byte 1: " in refused(
        lambda: shards_of_json_lines(str(source), tmp_path / "b", 1)
    )


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"op": None}, "there is no column op; the columns are seq, root, value, spout_task, acker"),
        ({"seq": pa.array([1.0, 2.0, 3.0, 4.0])}, "column seq is double, not int64"),
        ({"op": pa.array([0, 1, 2, 4])}, "column op is int64, not string"),
        ({"root": pa.array(["5", "5", "6", None])}, "column root is string, not int64"),
        ({"value": pa.array([2**63] * 4, pa.uint64())}, "column value is no int64"),
        ({"acker": pa.array([2**31, None, None, None], pa.int64())}, "column acker is no int32"),
    ],
)
def test_a_wrong_column_is_named(tmp_path: Path, change: dict[str, Any], expected: str) -> None:
    """The error has the batch."""
    batch = batch_of(LEGAL)
    arrays = {name: change.get(name, batch.column(name)) for name in COLUMNS}
    other = pa.record_batch({name: array for name, array in arrays.items() if array is not None})
    line = refused(lambda: write_shards([other], tmp_path / "log", 3))
    assert line.startswith("batch 0, row 0")
    assert expected in line


def test_a_column_that_is_there_twice_is_refused(tmp_path: Path) -> None:
    """It would be ambiguous."""
    batch = batch_of(LEGAL).append_column("seq", pa.array([1, 2, 3, 4]))
    assert "there is more than one column seq" in refused(lambda: write_shards([batch], tmp_path / "log", 3))


@pytest.mark.parametrize("acker_tasks", [0, -1, 100_001, True, 2.0])
def test_acker_tasks_are_counted(tmp_path: Path, acker_tasks: Any) -> None:
    """The range is from 1 to the largest number in a file name."""
    message = refused(lambda: write_shards([], tmp_path / "log", acker_tasks))
    assert f"acker_tasks is {acker_tasks!r}; it counts acker tasks, from 1 to 100000" == message


def test_every_random_cut_of_a_line_is_refused(tmp_path: Path) -> None:
    """A file whose writer was stopped in the middle of a line is not read as a shorter log."""
    draw = random.Random(1)
    line = '{"seq": 1, "op": "init", "root": "-5", "value": 7, "spout_task": 3}'
    for number, length in enumerate(draw.sample(range(1, len(line)), 20)):
        lines = [line[:length]]
        assert "line 1" in refused(lambda: shards_of_json_lines(lines, tmp_path / str(number), 1))  # noqa: B023 - called at once


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"seq":1,"op":"\\ud800","root":"5"}', "there is no op '\\ud800'"),
        ('{"seq":1,"\\u001b[31mroot":"5"}', "has the unknown field \\x1b[31mroot"),
        ('{"seq":2,"op":"' + "x" * (LONGEST_LINE + 1) + '"}', "has more than 1,048,576 bytes"),
        ('{"seq":2,"op":"tick","root":"' + "9" * 5000 + '"}', "root is '999"),
    ],
    ids=["half a surrogate pair", "an escape code", "a long line", "a long number"],
)
def test_a_line_that_would_do_harm_is_told_in_a_few_words(tmp_path: Path, text: str, expected: str) -> None:
    """The error has its place, in characters that any terminal can show."""
    source = tmp_path / "log.jsonl"
    source.write_text(text + "\n", encoding="utf-8")
    message = refused(lambda: shards_of_json_lines(source, tmp_path / "a", 3))
    assert f"{source}, line 1: {expected}" in message
    assert message.isprintable()
    assert len(message) < 1000
