"""The manifest of a folder: it shows that the folder is complete, and has checksums of every byte of its files.

It is written last, and atomically. So a folder without one is left from a writer that did not finish, and is not read.

Each record batch has a checksum, and so has the frame: the bytes before the first and after the last batch. The
manifest itself has none. It needs none: all its values are compared with the files when they are read, so a wrong one
is found as a mismatch.
"""

import json
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NoReturn

from ackproof.errors import UsageError
from ackproof.text.sanitize import shown
from ackproof.wire import schemas
from ackproof.wire.documents import encode, parse, structure, write_document
from ackproof.wire.forms import Json
from attrs import asdict, frozen

from ackproof_adapters.shards.layout import MANIFEST, VERSION, FolderLayout, file_of

LONGEST_MANIFEST = 256 * 1024 * 1024
"""The most bytes: a record batch takes some 150 of them, for a quarter of a million messages."""

_MAKE_ANEW = "make the folder again"


@frozen(kw_only=True)
class RecordBatch:
    """A record batch of a file: the place of its bytes, their checksum, and the rows and first and last `seq` in it."""

    offset: int
    bytes: int
    rows: int
    first_seq: int
    last_seq: int
    xxh3: str

    @property
    def end(self) -> int:
        """The offset of the next batch."""
        return self.offset + self.bytes


@frozen(kw_only=True)
class ShardEntry:
    """A file: its name, its size, its rows, the checksum of its frame, and its record batches in order."""

    file: str
    bytes: int
    rows: int
    frame_xxh3: str
    batches: tuple[RecordBatch, ...]


@frozen
class Manifest:
    """One entry for each acker task, in order."""

    shards: tuple[ShardEntry, ...]


def write_manifest(folder: Path, layout: FolderLayout, manifest: Manifest) -> None:
    """Write the manifest, atomically: it makes the folder complete."""
    words = {
        "format": layout.format,
        "version": VERSION,
        "acker_tasks": len(manifest.shards),
        "shards": [asdict(shard) for shard in manifest.shards],
    }
    try:
        write_document(folder / MANIFEST, words, indent=1)
    except OSError as error:
        raise UsageError(f"{folder / MANIFEST}: cannot be written: {error.strerror}") from error


def read_manifest(folder: Path, layout: FolderLayout) -> Manifest:
    """Read the manifest of a folder. Raise `UsageError`, with the place, if it is missing or contradicts itself."""
    path = folder / MANIFEST
    if not folder.is_dir():
        raise UsageError(f"{folder}: there is no such folder; name one that holds a {layout.what}")
    try:
        with path.open("rb") as file:
            content = file.read(LONGEST_MANIFEST + 1)
        if len(content) > LONGEST_MANIFEST:
            raise UsageError(f"{path}: has more than {LONGEST_MANIFEST:,} bytes, and no manifest has; {_MAKE_ANEW}")
        words = json.loads(content, object_pairs_hook=_without_repeats, parse_float=_no_fraction)
    except FileNotFoundError:
        raise UsageError(
            f"{path}: there is none, so this is no {layout.what}, or one whose writer did not finish; {_MAKE_ANEW}"
        ) from None
    except (OSError, ValueError, RecursionError) as error:  # invalid UTF-8 and invalid JSON are both a ValueError
        raise UsageError(f"{path}: cannot be read as JSON: {error}; {_MAKE_ANEW}") from error
    try:
        return _manifest(words, layout)
    except ValueError as error:
        raise UsageError(f"{path}: {error}; {_MAKE_ANEW}") from error


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    words = dict(pairs)
    if len(words) < len(pairs):
        raise ValueError(f"an object has a field twice, among {shown([name for name, _ in pairs])}")
    return words


def _no_fraction(number: str) -> NoReturn:
    # JSON Schema takes 8.0 for an integer.
    raise ValueError(f"{number} is not an integer")


@cache
def _schema() -> Json:
    schema: Json = json.loads(Path(__file__).with_name("manifest.schema.json").read_bytes())
    return schema


def _manifest(words: object, layout: FolderLayout) -> Manifest:
    """Return the manifest of a document; raise ValueError, with the place, if it is none."""
    if isinstance(words, dict):  # format and version first: another version may have other fields
        for field, expected, because in (
            ("format", layout.format, f"this is no {layout.what}"),
            ("version", VERSION, "this release reads no other version"),
        ):
            if words.get(field) != expected:
                raise ValueError(f"{field}: is {shown(words.get(field))} and not {expected!r}: {because}")
    whole = schemas.check_by(words, _schema())
    shards, acker_tasks = structure(whole["shards"], tuple[ShardEntry, ...]), whole["acker_tasks"]
    if len(shards) != acker_tasks:
        raise ValueError(f"shards: are {len(shards)}, and there are {acker_tasks} acker tasks")
    for acker, shard in enumerate(shards):
        _check_shard(f"shards[{acker}]", shard, file_of(acker))
    return Manifest(shards)


def _check_shard(place: str, shard: ShardEntry, file: str) -> None:
    """Raise ValueError if an entry contradicts itself, or is not of the file for its place."""
    if shard.file != file:
        raise ValueError(
            f"{place}.file: is {shown(shard.file)} and not {file!r}: each acker task has a file of its own, in order"
        )
    rows = sum(batch.rows for batch in shard.batches)
    if shard.rows != rows:
        raise ValueError(f"{place}.rows: is {shard.rows} and not {rows}: its record batches have so many")
    for number, batch in enumerate(shard.batches):
        if batch.last_seq < batch.first_seq:
            raise ValueError(f"{place}.batches[{number}].last_seq: is {batch.last_seq}, before {batch.first_seq}")
    for number, (before, after) in enumerate(pairwise(shard.batches), 1):
        at = f"{place}.batches[{number}]"
        if after.offset != before.end:
            raise ValueError(f"{at}.offset: is {after.offset} and not {before.end}, where the batch before it ends")
        if after.first_seq <= before.last_seq:
            raise ValueError(
                f"{at}.first_seq: is {after.first_seq}, not after {before.last_seq} of the batch before it"
            )
    if shard.batches and shard.batches[-1].end > shard.bytes:
        raise ValueError(f"{place}.bytes: is {shard.bytes}, and the last record batch ends at {shard.batches[-1].end}")


def entry_to_json(entry: ShardEntry) -> str:
    """Return an entry as a text, for the result of a Spark task."""
    return encode(asdict(entry), indent=None)


def entry_of_json(text: str) -> ShardEntry:
    """Return the entry of a text by `entry_to_json`."""
    return structure(parse(text), ShardEntry)
