"""Damaged files: every byte of a small one of each format is flipped, cut off and repeated.

A child process reads them, since a parser may crash. Damage is refused in a sentence; undetectable damage changes only
the result. If an attacker corrects the checksums, then rows may differ, but nothing else.
"""

import json
import multiprocessing
import shutil
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

from ackproof.errors import UsageError
from attrs import frozen

from . import documents
from .inputs import json_lines
from .trials import Outcome, Part, Trial, drawing

ACKER_TASKS = 2
ROWS = 24
FEW_ROWS = 6
"""Number of rows in Parquet files: all bytes of a column are read alike."""

BLOCK = 1_200
BY_SPARK = 120
"""Number of random bytes in formats that Spark reads, in a job for each: `track` uses Spark only for files that Arrow
cannot read.
"""

FEW = 20
LONGEST = 240.0
"""Maximum number of seconds for a block in a child, which starts Spark for Parquet."""

LONGEST_MESSAGE = 5_000
WAYS = ("flip", "cut", "repeat")
INTEGERS = {"seq": 64, "root": 64, "value": 64, "spout_task": 32, "acker": 32}

Read = Callable[[Path], Any]
Works = Mapping[str, Sequence[int]]
"""Formats, and the indices of the cases of each to try."""


@frozen
class Format:
    """A format of logs: how to write a small log into a folder, how to read it, and whether damage is detected.

    `write` returns its files that can be damaged. `read` raises `UsageError` for a refused log. `allowed` says whether
    rows may be read from a damaged file. `mend` corrects its checksums.
    """

    write: Callable[[Path], Sequence[Path]]
    read: Read
    allowed: Callable[[Path, Any, Any], bool]
    mend: Callable[[Path, Path], None] | None = None


def _write_json_lines(folder: Path) -> Sequence[Path]:
    path = folder / "log.jsonl"
    path.write_bytes(json_lines(ROWS // 2))
    return [path]


def _read_json_lines(folder: Path) -> Any:
    from ackproof_adapters.shards.json_lines import shards_of_json_lines  # noqa: PLC0415 - not on every machine

    split = folder / "split"
    shutil.rmtree(split, ignore_errors=True)
    return _rows(shards_of_json_lines(folder / "log.jsonl", split, ACKER_TASKS))


def _says_what_stands_there(path: Path, _: Any, found: Any) -> bool:
    """Whether the rows are those of the damaged JSON lines, which are read here line by line, according to
    `docs/sharded-log.md`.
    """
    from acking import acker_index  # noqa: PLC0415 - as above

    wanted: list[list[tuple[Any, ...]]] = [[] for _ in range(ACKER_TASKS)]
    for line in path.read_bytes().split(b"\n"):
        if not line:
            continue
        row = {
            name: int(value) if name in INTEGERS else value
            for name, value in json.loads(line).items()
            if value is not None
        }
        if any(not -(1 << bits - 1) <= row.get(name, 0) < 1 << bits - 1 for name, bits in INTEGERS.items()):
            return False
        message = (row["seq"], row["op"], row.get("root", 0), row.get("value", 0), row.get("spout_task", 0))
        acker = row.get("acker", None if row["op"] == "tick" else acker_index(row["root"], ACKER_TASKS))
        for task in range(ACKER_TASKS) if acker is None else [acker]:
            wanted[task].append(message)
    return bool(wanted == found)


def _write_shards(folder: Path) -> Sequence[Path]:
    import pyarrow as pa  # type: ignore[import-untyped]  # noqa: PLC0415  # it brings no types
    from ackproof_adapters.shards.writing import COLUMNS, write_shards  # noqa: PLC0415

    rows = [json.loads(line) for line in json_lines(ROWS).splitlines()]
    columns = {
        name: pa.array(
            [int(row[name]) if row.get(name) is not None and name != "op" else row.get(name) for row in rows], kind
        )
        for name, kind in COLUMNS.items()
    }
    write_shards([pa.record_batch(columns)], folder / "log", ACKER_TASKS, batch_rows=8)
    return sorted((folder / "log").iterdir())


def _read_shards(folder: Path) -> Any:
    from ackproof_adapters.shards.folder import open_log  # noqa: PLC0415

    return _rows(open_log(folder / "log"))


def _rows(log: Any) -> Any:
    from ackproof_adapters.codes import OPERATIONS  # noqa: PLC0415

    return [
        [
            (int(seq), OPERATIONS[op], int(root), int(value), int(task))
            for columns in log.shard(acker).batches()
            for seq, op, root, value, task in zip(*columns, strict=True)
        ]
        for acker in range(log.acker_tasks)
    ]


def _sums_put_right(path: Path, log: Path) -> None:
    """Update the sizes and checksums of a shard in the manifest."""
    import xxhash  # noqa: PLC0415

    manifest_path = log / "log" / "manifest.json"
    if path == manifest_path:
        return
    manifest = json.loads(manifest_path.read_text(encoding="utf-8"))
    content = path.read_bytes()
    for shard in manifest["shards"]:
        if shard["file"] != path.name:
            continue
        shard["bytes"] = len(content)
        for batch in shard["batches"]:
            part = content[batch["offset"] : batch["offset"] + batch["bytes"]]
            batch["xxh3"] = xxhash.xxh3_64_hexdigest(part)
        last = shard["batches"][-1]
        frame = content[: shard["batches"][0]["offset"]] + content[last["offset"] + last["bytes"] :]
        shard["frame_xxh3"] = xxhash.xxh3_64_hexdigest(frame)
    manifest_path.write_text(json.dumps(manifest), encoding="utf-8")


def _write_parquet(folder: Path, *, checksums: bool = True) -> Sequence[Path]:
    import pyarrow.parquet as pq  # type: ignore[import-untyped]  # noqa: PLC0415
    from spark.logs import random_log  # noqa: PLC0415
    from spark.streams import table_of  # noqa: PLC0415

    path = folder / "log.parquet"
    rows = table_of(random_log(1, FEW_ROWS, acker_tasks=ACKER_TASKS))
    options = {"compression": "none", "use_dictionary": False, "write_statistics": False, "store_schema": False}
    pq.write_table(rows, path, write_page_checksum=checksums, **options)
    shutil.copy(path, folder / "as-written.parquet")
    return [path]


def _read_parquet(folder: Path) -> Any:
    """Read a log by its path, as `track` does, up to the point where its rows are passed to Spark."""
    from ackproof_adapters.spark.parquet import reading, source  # noqa: PLC0415

    log = source.open_parquet(str(folder / "log.parquet"))
    if log is None:
        raise UsageError("only Spark knows how to read it")
    blocks = [block for block, _ in log.blocks(1)] if log.rows else []
    pieces = folder / "pieces"
    pieces.mkdir(exist_ok=True)
    try:
        made = [piece for block in blocks for piece in reading.pieces_of(log, pieces, ACKER_TASKS, 1 << 16, block)]
    finally:
        shutil.rmtree(pieces)
    if any(piece.problem is not None for piece in made):
        raise UsageError("a row is no message")
    return [row for block in blocks for batch in reading._read(log, block, 1 << 16) for row in batch.to_pylist()]


def _is_of_no_page(path: Path, _: Any, found: Any) -> bool:
    """Whether the body of each page is unchanged: its header and the footer have no checksum."""
    damaged = path.read_bytes()
    return found is not None and all(
        damaged[first:end] == body for first, end, body in _bodies(path.parent / "as-written.parquet")
    )


@cache
def _bodies(path: Path) -> list[tuple[int, int, bytes]]:
    """Return the start and end of the body of each page, and the checksum in its header."""
    import pyarrow.parquet as pq  # noqa: PLC0415

    content = path.read_bytes()
    group = pq.ParquetFile(path).metadata.row_group(0)
    found = []
    for column in map(group.column, range(group.num_columns)):
        first, end = column.data_page_offset, column.data_page_offset + column.total_compressed_size
        begin = next(at for at in range(first, end) if _as_thrift(zlib.crc32(content[at:end])) in content[first:at])
        found.append((begin, end, content[begin:end]))
    return found


def _as_thrift(number: int) -> bytes:
    """Return 32 bits as encoded in Parquet's headers: the sign last, seven bits to a byte."""
    signed = number - (1 << 32) if number >> 31 else number
    rest, written = (signed << 1) ^ (signed >> 31), bytearray()
    while rest > 0x7F:
        written.append(rest & 0x7F | 0x80)
        rest >>= 7
    return bytes([*written, rest])


def _read_parquet_by_spark(folder: Path) -> Any:
    from ackproof_adapters.spark import track_log  # noqa: PLC0415
    from ackproof_adapters.spark.parquet import refusal  # noqa: PLC0415
    from ackproof_adapters.spark.session import local_session  # noqa: PLC0415
    from py4j.protocol import Py4JJavaError  # type: ignore[import-untyped]  # noqa: PLC0415
    from pyspark.errors import PySparkException  # noqa: PLC0415

    try:
        messages = refusal.read_by_spark(local_session(), str(folder / "log.parquet"))
        return [tuple(row.asDict().items()) for row in messages.collect()]
    except (PySparkException, Py4JJavaError) as error:
        raise UsageError(track_log._in_one_line(error)) from error


def _no_checksum_covers_it(path: Path, _: Any, found: Any) -> bool:
    """Whether another reader, which verifies checksums too, reads the same rows: then no checksum covers the damaged
    byte.
    """
    import pyarrow as pa  # noqa: PLC0415
    import pyarrow.parquet as pq  # noqa: PLC0415

    try:
        rows = pq.ParquetFile(path, page_checksum_verification=True).read().to_pylist()
    except (pa.ArrowException, OSError, ValueError) as error:
        return "CRC" not in str(error)  # it failed for another reason
    return found is not None and len(rows) >= 0


FORMATS = {
    "JSON lines": Format(_write_json_lines, _read_json_lines, _says_what_stands_there),
    "shards": Format(_write_shards, _read_shards, lambda *_: False),
    "shards, checksums corrected": Format(_write_shards, _read_shards, lambda *_: True, _sums_put_right),
    "certificate": Format(documents.write_certificate, documents.read_certificate, documents.says_what_was_written),
    "witness": Format(documents.write_witness, documents.read_witness, lambda *_: True),
    "debug log": Format(documents.write_debug_log, documents.read_debug_log, lambda *_: True),
    "gzipped debug log": Format(documents.write_gzipped_log, documents.read_debug_log, lambda *_: False),
    "Parquet": Format(_write_parquet, _read_parquet, _is_of_no_page),
    "Parquet without checksums": Format(partial(_write_parquet, checksums=False), _read_parquet, lambda *_: True),
    "Parquet, by Spark": Format(_write_parquet, _read_parquet_by_spark, _no_checksum_covers_it),
}


@cache
def sizes(name: str) -> tuple[int, ...]:
    """Return the sizes of the damageable files of a format's small log."""
    import tempfile  # noqa: PLC0415 - used once

    with tempfile.TemporaryDirectory() as folder:
        return tuple(path.stat().st_size for path in FORMATS[name].write(Path(folder)))


def cases(name: str) -> list[tuple[str, int, int]]:
    """Return every combination of kind of damage, file and byte."""
    files = list(sizes(name))
    return [(way, file, place) for way in WAYS for file, size in enumerate(files) for place in range(size)]


def damaged(content: bytes, way: str, place: int) -> bytes:
    """Return a file with one byte changed, truncated at that byte, or with that byte doubled."""
    if way == "flip":
        bit = 1 << drawing(f"bit {place}").randrange(8)
        return content[:place] + bytes([content[place] ^ bit]) + content[place + 1 :]
    return content[:place] if way == "cut" else content[: place + 1] + content[place:]


def block(folder: Path, works: Works, planted: Callable[[], object] | None = None) -> Outcome:
    """Try some cases of each format in a child process; return the outcome. `planted` is called in it first, to inject
    a fault.
    """
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    child = context.Process(target=_child, args=(folder, works, theirs, planted))
    child.start()
    theirs.close()
    counts = Counter[str]()
    faults: list[str] = []
    at: Any = f"{', '.join(works)}, its start"
    try:
        while ours.poll(LONGEST):
            word = ours.recv()
            if word is None:
                break
            kind, content = word
            if kind == "at":
                at = content
            elif kind == "fault":
                faults.append(f"{at}: {content}")
            else:
                counts[content] += 1
        else:
            faults.append(f"{at}: nothing was heard for {LONGEST} s")
            child.kill()
    except EOFError:
        child.join()
        faults.append(f"{at}: the process died, with {child.exitcode}")
    child.join()
    return Outcome({"files damaged": counts.total(), **counts}, tuple(faults[:5]))


def _child(folder: Path, works: Works, tell: Any, planted: Callable[[], object] | None) -> None:
    if planted is not None:
        planted()
    for number, (name, numbers) in enumerate(works.items()):
        inside = folder / str(number)
        inside.mkdir()
        tell.send(("at", f"{name}, its start"))
        _try(inside, name, numbers, tell)
    tell.send(None)


def _try(folder: Path, name: str, numbers: Sequence[int], tell: Any) -> None:
    form = FORMATS[name]
    files = form.write(folder)
    whole = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    right = form.read(folder)
    everything = cases(name)
    for number in numbers:
        way, file, place = everything[number]
        tell.send(("at", f"{name}, {way} of byte {place} of {files[file].name}"))
        for path, content in whole.items():
            path.write_bytes(content)
        files[file].write_bytes(damaged(whole[files[file]], way, place))
        try:
            if form.mend is not None:
                form.mend(files[file], folder)
            found = form.read(folder)
        except UsageError as error:
            message = str(error)
            bad = "\n" in message or len(message) > LONGEST_MESSAGE
            tell.send(("fault", f"says {message[:300]!r}") if bad else ("count", f"{name} refused"))
        except BaseException as error:  # noqa: BLE001 - any error is a fault
            tell.send(("fault", f"{type(error).__name__}: {error}"[:300]))
        else:
            if found == right:
                tell.send(("count", f"{name} read as written"))
            elif _is_allowed(form, files[file], right, found):
                tell.send(("count", f"{name} read as damaged"))
            else:
                tell.send(("fault", f"other rows in silence: {found!r}"[:400]))


def _is_allowed(form: Format, path: Path, right: Any, found: Any) -> bool:
    try:
        return form.allowed(path, right, found)
    except (ValueError, KeyError, TypeError, AttributeError):
        return False


def _of(name: str, numbers: Sequence[int]) -> Trial:
    return Trial(f"{name} {numbers[0]}", lambda folder: block(folder, {name: numbers}))


def lack_of(name: str) -> str | None:
    """Return what is missing on this machine for a format, or None."""
    from ackproof_adapters import shards  # noqa: PLC0415
    from ackproof_adapters.spark.session import missing  # noqa: PLC0415

    return missing() if name.startswith("Parquet") else shards.missing()


def trials() -> Iterator[Trial]:
    """Yield every byte of every format, but only some bytes of formats that Spark reads."""
    for name in FORMATS:
        if lack_of(name) is not None:
            continue
        count = len(cases(name))
        if name == "Parquet, by Spark":
            yield _of(name, sorted(drawing(name).sample(range(count), BY_SPARK)))
        else:
            yield from (_of(name, range(first, min(first + BLOCK, count))) for first in range(0, count, BLOCK))


def few() -> Iterator[Trial]:
    """Yield some bytes of each format that needs no Spark, in one child."""
    works = {
        name: sorted(drawing(f"few {name}").sample(range(len(cases(name))), FEW))
        for name in FORMATS
        if not name.startswith("Parquet")
    }
    yield Trial("some of each", lambda folder: block(folder, works))


PART = Part(
    "data",
    "files of which a byte is flipped, repeated or the first that is cut off",
    trials,
    few,
    lack=lambda: lack_of("shards"),
)
