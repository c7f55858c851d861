"""The marks of a stream's folders: a file in each says which stream they belong to, and how it began.

A checkpoint belongs to one folder of notifications, one number of acker tasks, one profile and one way: with another
number of acker tasks every open tree would be lost silently.
"""

import uuid
from pathlib import Path

from ackproof.errors import UsageError
from ackproof.wire.documents import encode_file, parse, structure
from attrs import asdict, frozen

VERSION = 1
"""The version of the marks in both folders."""

CHECKPOINT_MARK = "ackproof-stream.json"
OUT_MARK = "_ackproof-stream.json"  # Spark's readers skip names that begin with an underscore
SINK_LOG = "_spark_metadata"
ROWS, BY_PATH = "rows", "Parquet by path"
"""The ways of messages: as rows of Spark, or read by Python workers."""


@frozen(kw_only=True)
class Mark:
    """The content of the mark in both folders: which stream they belong to, and how it began."""

    stream: str
    acker_tasks: int
    profile: str
    way: str = ROWS
    format: str = "ackproof-stream"
    version: int = VERSION


@frozen
class _Version:
    version: int


def claim(checkpoint: Path, out: Path, acker_tasks: int, profile: str, way: str = ROWS) -> None:
    """Mark both folders as those of one stream, or check that they are; raise `UsageError` if they are not.

    The mark of `out` is written first. If it is the only one, the stream has not begun.
    """
    begun, there = mark_in(checkpoint / CHECKPOINT_MARK), mark_in(out / OUT_MARK)
    if begun is None:
        if there is None and _used(out):
            raise UsageError(f"{out}: is not empty; notifications need a folder of their own")
        if _used(checkpoint):
            raise UsageError(f"{checkpoint}: is not empty and is no checkpoint of track_stream; take another folder")
        if (out / SINK_LOG).exists():
            raise UsageError(f"{out}: has notifications of a stream whose checkpoint is not {checkpoint}; take another")
        mark = Mark(stream=uuid.uuid4().hex, acker_tasks=acker_tasks, profile=profile, way=way)
        _write(out / OUT_MARK, mark)
        _write(checkpoint / CHECKPOINT_MARK, mark)
        return
    if there is None or there.stream != begun.stream:
        raise UsageError(f"{checkpoint}: is the checkpoint of another folder of notifications than {out}")
    for name, before, now in (
        ("acker_tasks", begun.acker_tasks, acker_tasks),
        ("profile", begun.profile, profile),
        ("way", begun.way, way),
    ):
        if before != now:
            raise UsageError(f"{checkpoint}: began with {name}={before!r} and cannot go on with {now!r}")


def _used(folder: Path) -> bool:
    """Whether a folder has anything except the remains of a start that was interrupted."""
    return folder.exists() and any(not path.name.startswith(".") for path in folder.iterdir())


def mark_in(path: Path) -> Mark | None:
    """Return the mark of a folder, or None if there is no file. Raise `UsageError` if it is not ours."""
    if not path.exists():
        return None
    try:
        document = parse(path.read_bytes())
        version = structure(document, _Version, "mark").version  # first: another version may have other fields
        if version != VERSION:
            raise UsageError(f"{path}: is of version {version}; this is ackproof for version {VERSION}")
        return structure(document, Mark, "mark")
    except ValueError as error:
        raise UsageError(f"{path}: is not what track_stream writes there: {error}") from error


def _write(path: Path, mark: Mark) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f".{path.name}.{uuid.uuid4().hex}")
    unfinished.write_bytes(encode_file(asdict(mark), indent=1))
    unfinished.replace(path)
