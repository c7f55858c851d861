"""The manifest: what says that a folder is whole, and how every byte of its files can be checked.

It is written last, and appears at once under its name. So a folder without one is what a writer left that did not come
to its end, and nothing in it is believed.

It covers every byte of every file: each record batch has a checksum, and what stands before the first and after the
last of them, the frame, has another. The manifest has none of its own. It needs none: everything that it says is
compared with the files when they are read, so that a wrong word in it is found as a file that does not agree.
"""

import json
import re
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

from ackproof.errors import UsageError
from ackproof.wire.output import write_whole
from attrs import asdict, frozen

from ackproof_adapters.shards.layout import MANIFEST, MOST_ACKER_TASKS, VERSION, Layout, file_of

_CHECKSUM = re.compile(r"[0-9a-f]{16}")
_MAKE_ANEW = "make the folder anew"


@frozen
class Batch:
    """A record batch of a file: where its bytes are, what they sum to, and the rows and first and last `seq` in it."""

    offset: int
    bytes: int
    rows: int
    first_seq: int
    last_seq: int
    xxh3: str

    @property
    def end(self) -> int:
        """Where the bytes of the next one begin."""
        return self.offset + self.bytes


@frozen
class ShardEntry:
    """A file: its name, its size, its rows, the checksum of its frame, and its record batches in order."""

    file: str
    bytes: int
    rows: int
    frame_xxh3: str
    batches: tuple[Batch, ...]


@frozen
class Manifest:
    """One entry for each acker task, in order."""

    shards: tuple[ShardEntry, ...]


def write_manifest(folder: Path, layout: Layout, manifest: Manifest) -> None:
    """Make the folder a finished one. The manifest appears whole or not at all."""
    words = {
        "format": layout.format,
        "version": VERSION,
        "acker_tasks": len(manifest.shards),
        "shards": [asdict(shard) for shard in manifest.shards],
    }
    try:
        write_whole(folder / MANIFEST, (json.dumps(words, indent=1) + "\n").encode())
    except OSError as error:
        raise UsageError(f"{folder / MANIFEST}: cannot be written: {error.strerror}") from error


def read_manifest(folder: Path, layout: Layout) -> Manifest:
    """Read the manifest of a folder. Raise `UsageError`, with the place, if it is missing or contradicts itself."""
    path = folder / MANIFEST
    if not folder.is_dir():
        raise UsageError(f"{folder}: there is no such folder; name one that holds a {layout.what}")
    try:
        words = json.loads(path.read_bytes(), object_pairs_hook=_without_repeats)
    except FileNotFoundError:
        raise UsageError(
            f"{path}: there is none, so this is no {layout.what}, or one whose writer did not finish; {_MAKE_ANEW}"
        ) from None
    except (OSError, ValueError, RecursionError) as error:  # what is no UTF-8 and what is no JSON are both a ValueError
        raise UsageError(f"{path}: cannot be read as JSON: {error}; {_MAKE_ANEW}") from error
    return _manifest(_Place(str(path), words), layout)


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    words = dict(pairs)
    if len(words) < len(pairs):
        raise ValueError(f"an object has a field twice, among {', '.join(name for name, _ in pairs)}")
    return words


@frozen
class _Place:
    """A value of the manifest, and the words that say where it stands."""

    name: str
    value: Any

    def wrong(self, what: str) -> UsageError:
        return UsageError(f"{self.name}: {what}; {_MAKE_ANEW}")

    def fields(self, *names: str) -> Mapping[str, "_Place"]:
        if not isinstance(self.value, dict) or set(self.value) != set(names):
            there = f"the fields {', '.join(self.value)}" if isinstance(self.value, dict) else repr(self.value)
            raise self.wrong(f"has {there} and not {', '.join(names)}")
        return {name: _Place(f"{self.name}: {name}", self.value[name]) for name in names}

    def items(self) -> list["_Place"]:
        if not isinstance(self.value, list):
            raise self.wrong(f"is {self.value!r} and not a list")
        return [_Place(f"{self.name}[{index}]", value) for index, value in enumerate(self.value)]

    def number(self, least: int = -(2**63), most: int = 2**63 - 1) -> int:
        if type(self.value) is not int or not least <= self.value <= most:
            raise self.wrong(f"is {self.value!r} and not an integer from {least} to {most}")
        return self.value

    def checksum(self) -> str:
        if not isinstance(self.value, str) or not _CHECKSUM.fullmatch(self.value):
            raise self.wrong(f"is {self.value!r} and not a checksum of 16 hexadecimal digits")
        return self.value

    def must_be(self, expected: object, because: str) -> None:
        if self.value != expected or type(self.value) is not type(expected):
            raise self.wrong(f"is {self.value!r} and not {expected!r}: {because}")


def _manifest(whole: _Place, layout: Layout) -> Manifest:
    # Format and version first: another version may well have other fields.
    if isinstance(whole.value, dict):
        told = {name: _Place(f"{whole.name}: {name}", whole.value.get(name)) for name in ("format", "version")}
        told["format"].must_be(layout.format, f"this is no {layout.what}")
        told["version"].must_be(VERSION, "this release reads no other version")
    fields = whole.fields("format", "version", "acker_tasks", "shards")
    acker_tasks = fields["acker_tasks"].number(1, MOST_ACKER_TASKS)
    entries = tuple(_shard(place, acker) for acker, place in enumerate(fields["shards"].items()))
    if len(entries) != acker_tasks:
        raise fields["shards"].wrong(f"are {len(entries)}, and there are {acker_tasks} acker tasks")
    return Manifest(entries)


def _shard(place: _Place, acker: int) -> ShardEntry:
    fields = place.fields("file", "bytes", "rows", "frame_xxh3", "batches")
    fields["file"].must_be(file_of(acker), "each acker task has a file of its own, in order")
    batches = tuple(_batch(item) for item in fields["batches"].items())
    entry = ShardEntry(
        file=fields["file"].value,
        bytes=fields["bytes"].number(1),
        rows=fields["rows"].number(0),
        frame_xxh3=fields["frame_xxh3"].checksum(),
        batches=batches,
    )
    fields["rows"].must_be(sum(batch.rows for batch in batches), "its record batches have so many")
    places = fields["batches"].items()
    for place_after, (before, after) in zip(places[1:], pairwise(batches), strict=True):
        at = place_after.fields("offset", *_REST)
        at["offset"].must_be(before.end, "that is where the record batch before it ends")
        if after.first_seq <= before.last_seq:
            raise at["first_seq"].wrong(f"is {after.first_seq}, not after {before.last_seq} of the batch before it")
    if batches and batches[-1].end > entry.bytes:
        raise fields["bytes"].wrong(f"is {entry.bytes}, and the last record batch ends at {batches[-1].end}")
    return entry


_REST = ("bytes", "rows", "first_seq", "last_seq", "xxh3")


def _batch(place: _Place) -> Batch:
    fields = place.fields("offset", *_REST)
    return Batch(
        offset=fields["offset"].number(8),  # after Arrow's magic word
        bytes=fields["bytes"].number(1),
        rows=fields["rows"].number(1),
        first_seq=fields["first_seq"].number(),
        last_seq=fields["last_seq"].number(fields["first_seq"].value),
        xxh3=fields["xxh3"].checksum(),
    )


def entry_to_json(entry: ShardEntry) -> str:
    """Return an entry as a text, for the way back from a Spark task."""
    return json.dumps(asdict(entry))


def entry_of_json(text: str) -> ShardEntry:
    """Return the entry that `entry_to_json` wrote."""
    words = json.loads(text)
    return ShardEntry(**{**words, "batches": tuple(Batch(**batch) for batch in words["batches"])})
