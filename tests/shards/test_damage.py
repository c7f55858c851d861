"""A log that differs from what its writer wrote is refused, with the file and the place, before it is used."""

import json
import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]  # it brings no types
import pytest
import xxhash
from ackproof.errors import UsageError
from ackproof_adapters.shards.folder import begin, finish, open_log
from ackproof_adapters.shards.layout import MESSAGES, FolderLayout, file_of
from ackproof_adapters.shards.shard import ShardWriter
from pyarrow import ipc

from .logs import refusal, small_log, stands_in

SECOND = file_of(1)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A log without damage: otherwise the tests here would prove nothing."""
    folder = tmp_path / "log"
    small_log(folder)
    assert [] == [rows for rows in stands_in(open_log(folder)) if len(rows) < 150]
    return folder


def test_a_flipped_bit_is_found_wherever_it_is(log: Path) -> None:
    """Bits are in the head, in every record batch, in padding and in the foot; and the named place is the right one."""
    path = log / SECOND
    content = path.read_bytes()
    entry = open_log(log).manifest.shards[1]
    assert 4 <= len(entry.batches)
    draw = random.Random(3)
    places = {*range(0, len(content), 97), *(draw.randrange(len(content)) for _ in range(100)), len(content) - 1}
    for place in sorted(places):
        damaged = bytearray(content)
        damaged[place] ^= 1 << draw.randrange(8)
        path.write_bytes(damaged)
        message = refusal(log)
        holds = [number for number, batch in enumerate(entry.batches) if batch.offset <= place < batch.end]
        where = f"batch {holds[0]} (bytes " if holds else "the head and the foot"
        assert message.startswith(f"{path}: "), message
        assert where in message
        assert "not the bytes that were written" in message


def test_a_truncated_file_is_found_wherever_it_was_cut(log: Path) -> None:
    """Nothing of it is read; nor of one with additional bytes."""
    path = log / SECOND
    content = path.read_bytes()
    for length in [0, 1, 8, len(content) // 3, len(content) // 2, len(content) - 1]:
        path.write_bytes(content[:length])
        assert f"{path}: has {length} bytes and not {len(content)}, as the manifest says: it was cut off" in refusal(
            log
        )
    path.write_bytes(content + b"\0")
    assert "something was added" in refusal(log)


def test_a_file_that_becomes_shorter_after_it_was_opened_is_found(log: Path) -> None:
    """It changes between the check of the driver and that of the task."""
    shard = open_log(log).shard(1)
    (log / SECOND).write_bytes((log / SECOND).read_bytes()[:-100])
    with pytest.raises(UsageError, match="cut off"):
        next(iter(shard.batches()))


def test_a_file_that_is_gone_after_it_was_opened_is_named(log: Path) -> None:
    """The task reports it itself; the file need not be on the machine of the driver."""
    shard = open_log(log).shard(1)
    (log / SECOND).unlink()
    with pytest.raises(UsageError, match=r"acker-00001\.arrow: cannot be read: No such file"):
        next(iter(shard.batches()))


def test_a_missing_shard_is_named(log: Path) -> None:
    """An unexpected file is named too, even if it would be ignored."""
    (log / SECOND).rename(log / "acker-00007.arrow")
    assert f"{log / SECOND}: is missing" in refusal(log)
    shutil.copy(log / "acker-00007.arrow", log / SECOND)
    assert f"{log / 'acker-00007.arrow'}: is in the folder and not in its manifest" in refusal(log)


def test_swapped_shards_are_found(log: Path) -> None:
    """Both are complete and have the right schema, but the messages of other acker tasks."""
    (log / SECOND).rename(log / "aside")
    (log / file_of(2)).rename(log / SECOND)
    (log / "aside").rename(log / file_of(2))
    assert refusal(log).startswith(f"{log / SECOND}: ")


def test_swapped_record_batches_are_found(log: Path) -> None:
    """All bytes are there, but in another order."""
    path = log / SECOND
    content = path.read_bytes()
    first, second = open_log(log).manifest.shards[1].batches[:2]
    assert first.bytes == second.bytes
    swapped = content[second.offset : second.end] + content[first.offset : first.end]
    path.write_bytes(content[: first.offset] + swapped + content[second.end :])
    assert f"{path}: batch 0 (bytes {first.offset} to {first.end})" in refusal(log)


def test_without_a_manifest_it_is_no_log(log: Path) -> None:
    """Its writer did not finish. A missing folder causes another error."""
    (log / "manifest.json").unlink()
    assert f"{log / 'manifest.json'}: there is none" in refusal(log)
    assert "did not finish" in refusal(log)
    assert f"{log / 'none'}: there is no such folder" in refusal(log / "none")


def words_of(manifest: Any, prefix: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path to each scalar value in a manifest."""
    if isinstance(manifest, (dict, list)):
        for key in manifest if isinstance(manifest, dict) else range(len(manifest)):
            yield from words_of(manifest[key], (*prefix, key))
    else:
        yield prefix


def at(manifest: Any, way: tuple[Any, ...]) -> Any:
    """Return the value at a path."""
    for key in way:
        manifest = manifest[key]
    return manifest


def changed(value: Any) -> list[Any]:
    """Return invalid values for a field of the manifest."""
    if isinstance(value, int):
        return [value + 1, value - 1, -value - 1, str(value), None, float(value), True, 2**64]
    return [value[:-1] + ("0" if value[-1] != "0" else "1"), value.upper() + "X", "", None, 7]


def test_every_wrong_word_of_the_manifest_is_found(log: Path) -> None:
    """It needs no checksum."""
    path = log / "manifest.json"
    right = path.read_text(encoding="utf-8")
    ways = list(words_of(json.loads(right)))
    assert 3 + 3 * 4 + 3 * 4 * 6 < len(ways)
    for way in ways:
        for value in changed(at(json.loads(right), way)):
            manifest = json.loads(right)
            at(manifest, way[:-1])[way[-1]] = value
            path.write_text(json.dumps(manifest), encoding="utf-8")
            assert refusal(log).startswith(f"{log}/"), (way, value)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda words: words.update(version=2), "version: is 2 and not 1: this release reads no other version"),
        (lambda words: words.update(version=2, more=1), "version: is 2 and not 1"),
        (lambda words: words.update(format="ackproof-notifications"), "is no sharded log"),
        (
            lambda words: words.update(more=1),
            "Additional properties are not allowed ('more' was unexpected); make the folder again",
        ),
        (lambda words: words.pop("shards"), 'manifest.json: "shards" is a required property; make the folder again'),
        (lambda words: words.update(acker_tasks=3.0), "cannot be read as JSON: 3.0 is not an integer"),
        (lambda words: words["shards"].pop(), "shards: are 2, and there are 3 acker tasks"),
        (lambda words: words["shards"].reverse(), "shards[0].file: is 'acker-00002.arrow' and not"),
        (lambda words: words["shards"][1]["batches"].pop(1), "shards[1].rows: is"),
        (lambda words: words["shards"][1].update(batches={}), 'shards[1].batches: {} is not of type "array"'),
        (lambda words: words["shards"][2].pop("rows"), 'shards[2]: "rows" is a required property'),
        (lambda words: words["shards"][2]["batches"].insert(0, 3), 'shards[2].batches[0]: 3 is not of type "object"'),
    ],
)
def test_a_manifest_of_another_form_is_refused(log: Path, change: Callable[[Any], None], expected: str) -> None:
    """The error has the place."""
    path = log / "manifest.json"
    words = json.loads(path.read_text(encoding="utf-8"))
    change(words)
    path.write_text(json.dumps(words), encoding="utf-8")
    assert refusal(log).startswith(f"{path}: ")
    assert expected in refusal(log)


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"null", b"\xff\xfe", b'{"format": 1, "format": 2}'])
def test_a_manifest_that_is_no_object_is_refused(log: Path, content: bytes) -> None:
    """Examples are truncated, empty, in another encoding, or have a repeated field."""
    (log / "manifest.json").write_bytes(content)
    assert refusal(log).startswith(f"{log / 'manifest.json'}: ")


def written(folder: Path, batches: list[list[Any]], layout: FolderLayout = MESSAGES) -> None:
    """Write a log of one shard without any checks; its manifest has the right sizes and checksums."""
    path = begin(folder, 1)
    writer = ShardWriter(path / file_of(0), layout)
    for columns in batches:
        writer.append(columns)
    finish(path, MESSAGES, [writer.close(file_of(0))])


def columns(**other: list[int]) -> list[Any]:
    """Return columns of three messages; the named ones are replaced."""
    values = {"seq": [1, 2, 3], "op": [0, 1, 4], "root": [5, 5, 0], "value": [7, 7, 0], "spout_task": [2, 0, 0]} | other
    kinds = {"op": np.int8, "spout_task": np.int32}
    return [np.array(column, kinds.get(name, np.int64)) for name, column in values.items()]


@pytest.mark.parametrize(
    ("batches", "expected"),
    [
        ([columns(seq=[1, 3, 2])], "row 2: seq 2 does not come after 3"),
        ([columns(seq=[1, 1, 2])], "row 1: seq 1 does not come after 1"),
        ([columns(), columns(seq=[3, 4, 5])], "first_seq: is 3, not after 3 of the batch before it"),
        ([columns(op=[0, 5, 4])], "row 1: op is 5; it goes from 0 to 4"),
        ([columns(op=[0, 1, -1])], "row 2: op is -1; it goes from 0 to 4"),
        ([columns(), columns(seq=[4, 5, 6], spout_task=[0, -3, 0])], "row 1: spout_task is -3"),
    ],
)
def test_what_no_writer_should_have_written_is_refused(tmp_path: Path, batches: list[list[Any]], expected: str) -> None:
    """The checksums are right, but the kernel must not get such messages."""
    written(tmp_path / "log", [columns()])
    assert [[(1, "init", 5, 7, 2), (2, "ack", 5, 7, 0), (3, "tick", 0, 0, 0)]] == stands_in(open_log(tmp_path / "log"))
    written(tmp_path / "bad", batches)
    assert expected in refusal(tmp_path / "bad")
    if "row" in expected:
        assert f"acker-00000.arrow: batch {len(batches) - 1} (bytes" in refusal(tmp_path / "bad")


@pytest.mark.parametrize("name", MESSAGES.schema.names)
@pytest.mark.parametrize("change", ["type", "nullable", "name", "missing"])
def test_a_wrong_schema_is_refused(tmp_path: Path, name: str, change: str) -> None:
    """Each column is changed: its type, its nulls, its name, and whether it exists."""
    place = MESSAGES.schema.get_field_index(name)
    right = MESSAGES.schema.field(place)
    other = {
        "type": right.with_type(pa.uint16()),
        "nullable": right.with_nullable(nullable=True),
        "name": right.with_name("other"),
    }.get(change)
    schema = MESSAGES.schema.remove(place)
    kept = columns()
    if other is None:
        del kept[place]
    else:
        schema = schema.insert(place, other)
        kept[place] = kept[place].astype(other.type.to_pandas_dtype())
    written(
        tmp_path / "log",
        [kept],
        FolderLayout(format="ackproof-shards", what="sharded log", schema=schema, coded="op", names=()),
    )
    message = refusal(tmp_path / "log")
    assert f"{tmp_path}/log/acker-00000.arrow: has the columns" in message
    assert "and not seq int64 not null, op int8 not null, root int64 not null" in message


def test_nulls_that_the_schema_denies_are_refused(tmp_path: Path) -> None:
    """Arrow writes them without an error."""
    kept = columns()
    kept[2] = pa.array([5, None, 5], pa.int64())
    written(tmp_path / "log", [kept])
    assert "batch 0" in refusal(tmp_path / "log")
    assert "column root has 1 nulls" in refusal(tmp_path / "log")


def test_a_folder_that_is_not_empty_is_not_written_into(log: Path) -> None:
    """No file is overwritten, and no two logs are mixed."""
    with pytest.raises(UsageError, match="is not empty; name a folder"):
        small_log(log)
    with pytest.raises(UsageError, match="cannot be made a folder"):
        begin(log / SECOND, 1)


@pytest.mark.parametrize("rows", [3, 100_000])
def test_a_compressed_batch_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rows: int) -> None:
    """Arrow would read it; a small file could fill all memory."""
    new_file, options = ipc.new_file, ipc.IpcWriteOptions(compression="zstd")
    monkeypatch.setattr(ipc, "new_file", lambda sink, schema: new_file(sink, schema, options=options))
    number = np.arange(rows)
    written(
        tmp_path / "log",
        [[number, np.ones(rows, np.int8), np.full(rows, 5), np.full(rows, 7), np.zeros(rows, np.int32)]],
    )
    monkeypatch.undo()
    assert "is compressed, which this format is not" in refusal(tmp_path / "log")


def test_a_column_name_that_is_no_text_is_refused(log: Path) -> None:
    """The file has corrected checksums: a program that can write a log can write its checksums."""
    path, manifest = log / "acker-00000.arrow", log / "manifest.json"
    content = path.read_bytes().replace(b"spout_task", b"spout_tas\xff")
    path.write_bytes(content)
    document = json.loads(manifest.read_text(encoding="utf-8"))
    (shard,) = [each for each in document["shards"] if each["file"] == path.name]
    first, last = shard["batches"][0], shard["batches"][-1]
    frame = content[: first["offset"]] + content[last["offset"] + last["bytes"] :]
    shard["frame_xxh3"] = xxhash.xxh3_64_hexdigest(frame)
    manifest.write_text(json.dumps(document), encoding="utf-8")
    assert f"{path}: is no Arrow IPC file: " in refusal(log)
