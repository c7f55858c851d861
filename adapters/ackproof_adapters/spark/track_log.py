"""A log that somebody names on a command line, tracked into a folder, with a word about it at the end."""

import re
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

import numpy as np
from ackproof.engine import scratch
from ackproof.errors import UsageError
from ackproof.text import terminal
from ackproof.text.sanitize import shell_quoted, shown
from ackproof.wire.output import owned
from attrs import evolve, frozen
from py4j.protocol import Py4JJavaError  # type: ignore[import-untyped]  # it brings no types
from pyspark.errors import PySparkException

from ackproof_adapters import shards
from ackproof_adapters.codes import KINDS
from ackproof_adapters.spark.batch.tracking import track
from ackproof_adapters.spark.session import session_on
from ackproof_adapters.spark.watching import watched

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

    from ackproof_adapters.shards.folder import ShardedLog

JSON_LINES = (".jsonl", ".ndjson", ".json")
MANIFEST = "manifest.json"
VERIFY_CHECKSUMS = "parquet.page.verify-checksum.enabled"
"""A setting of Parquet's reader: the checksums of pages, where a file has them, are ignored by default."""

SHOWN_FILES = 3
"""A message that comes twice may be in two files."""

OF_SPARK = re.compile(r"_SUCCESS|_(committed|started)_.*|_(common_)?metadata|\..*\.crc")
"""Files that Spark puts beside those of a table."""


@frozen(kw_only=True)
class Tracked:
    """What came of a log: how many messages it had (a tick for all counts once for each acker task, in a sharded log),
    how often each kind was notified, and how to read the notifications from a folder. `rows` and `files` are what was
    read for that: rows of Parquet or of shards, or lines.
    """

    messages: int
    notified: Counter[str]
    read_with: str
    rows: int
    files: int


def track_log(log: str, out: str, acker_tasks: int | None, profile: str, master: str) -> None:
    """Track the log of that name into the new folder `out`, on a Spark master, and print a summary.

    Raise `UsageError` that says what is wrong with log or arguments; nothing that could be believed is left then.
    """
    way = _way(log, acker_tasks, profile)
    _require_new(out)
    begun = time.monotonic()
    with _place_for(out) as place:
        spark = session_on(master, for_python=way.in_python)
        try:
            tracked = watched(spark.sparkContext, lambda: way.track(spark, place))
        except (PySparkException, Py4JJavaError) as error:
            raise UsageError(f"{log}: Spark cannot track it: {_in_one_line(error)}") from error
        except OSError as error:
            raise UsageError(f"{log}: cannot be tracked into {out}: {error.strerror or error}") from error
        if not _is_uri(out):
            _give_name(Path(place), Path(out))
    seconds = time.monotonic() - begun
    kinds = ", ".join(f"{tracked.notified[kind]:,} {kind}" for kind in KINDS)
    files = f"{tracked.files:,} file{'' if tracked.files == 1 else 's'}"
    read_with = tracked.read_with.format(repr(out))
    terminal.console().print(
        f"{tracked.messages:,} messages in {files} ({tracked.rows:,} rows), profile {profile}: {kinds}\n"
        f"in {seconds:.1f} s with the start of Spark; notifications in {shell_quoted(out)}, "
        f"to be read with {read_with}",
        soft_wrap=True,
    )


@contextmanager
def _place_for(out: str) -> Iterator[str]:
    """Yield where the notifications are written that are to be at `out`: beside it, since a part is not to be taken for
    all. A URI is Spark's, which writes there.
    """
    if _is_uri(out):
        yield out
        return
    parent = Path(out).absolute().parent
    try:
        parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{out}: cannot be made: {error.strerror}; name another folder with --out") from error
    with owned(Path(out)), scratch.folder("track", parent) as beside:
        yield str(beside / "notifications")


def _give_name(written: Path, out: Path) -> None:
    """Give notifications their name. What somebody else has put there meanwhile is not ours to delete."""
    try:
        written.rename(out)
    except OSError as error:
        raise UsageError(f"{out}: somebody else has put something there meanwhile ({error.strerror})") from error


@frozen
class TrackingWay:
    """How to track a log, given the session and a folder for the notifications; and whether all that is in Python."""

    track: Callable[["SparkSession", str], Tracked]
    in_python: bool


def _way(log: str, acker_tasks: int | None, profile: str) -> TrackingWay:
    """Return how to track a log, by what it is."""
    path = Path(log)
    if not _is_uri(log) and not path.exists():
        raise UsageError(f"{log}: there is no such file or folder")
    if (path / MANIFEST).exists():
        _require_shards()
        _require_whole(path, acker_tasks)
        return TrackingWay(lambda spark, out: _sharded(spark, path, out, profile), in_python=True)
    if acker_tasks is None:
        raise UsageError(f"{log} does not say how many acker tasks there were: --acker-tasks N")
    if path.is_file() and path.suffix in JSON_LINES:
        _require_shards()
        return TrackingWay(lambda spark, out: _json_lines(spark, path, out, acker_tasks, profile), in_python=True)
    return TrackingWay(lambda spark, out: _parquet(spark, log, out, acker_tasks, profile), in_python=False)


def _require_shards() -> None:
    lack = shards.missing()
    if lack is not None:
        raise UsageError(f"a log of this kind is tracked as a sharded log, and {lack}")


def _require_whole(log: Path, acker_tasks: int | None) -> None:
    """Look at a sharded log before Spark is started for it."""
    from ackproof_adapters.shards.folder import open_log  # noqa: PLC0415  # needs what `_require_shards` asks for

    split_for = open_log(log).acker_tasks
    if acker_tasks not in (None, split_for):
        raise UsageError(
            f"{log} is split for {split_for} acker tasks, and not for {acker_tasks}; leave out --acker-tasks"
        )


def _require_new(out: str) -> None:
    path = Path(out)
    if _is_uri(out):
        return
    if path.is_symlink():
        raise UsageError(f"{out}: is a link; name a folder that does not exist yet")
    if path.exists() and (not path.is_dir() or any(path.iterdir())):
        raise UsageError(f"{out}: is there already; name a folder that does not exist yet")


def _sharded(spark: "SparkSession", log: Path, out: str, profile: str) -> Tracked:
    from ackproof_adapters.shards.folder import open_log  # noqa: PLC0415  # as in `_require_whole`
    from ackproof_adapters.spark.sharded.tracking import track_shards_to  # noqa: PLC0415

    notifications = track_shards_to(spark, log, out, profile=profile)
    read_with = "ackproof_adapters.shards.folder.read_notifications({})"
    rows = open_log(log).rows
    return Tracked(
        messages=rows, notified=_counted(notifications), read_with=read_with, rows=rows, files=notifications.acker_tasks
    )


def _counted(notifications: "ShardedLog") -> Counter[str]:
    notified: Counter[str] = Counter()
    for acker in range(notifications.acker_tasks):
        for _, kind, _, _ in notifications.shard(acker).batches():
            notified.update(dict(zip(KINDS, np.bincount(kind, minlength=len(KINDS)).tolist(), strict=True)))
    return notified


def _json_lines(spark: "SparkSession", log: Path, out: str, acker_tasks: int, profile: str) -> Tracked:
    from ackproof_adapters.shards.json_lines import shards_of_json_lines  # noqa: PLC0415  # as in `_sharded`

    lines = 0

    def count(read: int) -> None:
        nonlocal lines
        lines = read

    with scratch.folder("track") as folder:
        split = folder / "log"
        shards_of_json_lines(log, split, acker_tasks, count)
        return evolve(_sharded(spark, split, out, profile), rows=lines, files=1)


def _parquet(spark: "SparkSession", log: str, out: str, acker_tasks: int, profile: str) -> Tracked:
    reader = spark.read.option(VERIFY_CHECKSUMS, "true")
    messages = reader.parquet(log if _is_uri(log) else exactly(log))
    files = messages.inputFiles()
    if not _is_uri(log):
        _require_all_read(Path(log), files)
    try:
        notifications = track(messages, acker_tasks=acker_tasks, profile=profile)
    except UsageError as error:
        raise UsageError(f"{_file_of(messages, str(error)) or log}: {error}") from error
    notifications.write.parquet(out)
    written = out if _is_uri(out) else exactly(out)
    kinds = spark.read.schema(notifications.schema).parquet(written).groupBy("kind").count().collect()
    notified = Counter({row["kind"]: row["count"] for row in kinds})
    rows = messages.count()
    return Tracked(messages=rows, notified=notified, read_with="spark.read.parquet({})", rows=rows, files=len(files))


def _file_of(messages: "DataFrame", wrong: str) -> str:
    """Return the files that have the message which is said to be wrong; an empty text if it is about no message."""
    from pyspark.sql import functions as sql  # noqa: PLC0415  # as elsewhere, it is imported when it is called for

    message = re.match(r"message (-?[0-9]+|None)\b", wrong)
    if message is None:
        return ""
    seq = "NULL" if message[1] == "None" else f"{message[1]}L"
    rows = messages.where(f"seq <=> {seq}").select(sql.input_file_name().alias("file")).distinct()
    names = sorted(row.file for row in rows.limit(SHOWN_FILES).collect())
    return ", ".join(unquote(urlsplit(name).path) if name.startswith("file:") else name for name in names)


def _is_uri(name: str) -> bool:
    return "://" in name


def exactly(path: str) -> str:
    """Return the name of a local file or folder as Spark has to be given it, which takes names for patterns.

    Raise `UsageError` for a name that Spark cannot be given.
    """
    place = Path(path).absolute()
    if place.is_file() and ":" in place.name:
        raise UsageError(f"{path}: Spark reads no file with a colon in its name; rename it")
    return re.sub(r"([\\{}\[\]*?])", r"\\\1", str(place))


def _require_all_read(log: Path, read: Sequence[str]) -> None:
    """Refuse a folder of which Spark would leave out files: it looks at none below a folder without `name=value`, and
    at none whose name begins with a dot or an underscore.
    """
    if not log.is_dir():
        return
    seen = {Path(unquote(urlsplit(name).path)).resolve() for name in read}
    files = [path for path in sorted(log.rglob("*")) if path.is_file() and not OF_SPARK.fullmatch(path.name)]
    left = [path.relative_to(log) for path in files if path.resolve() not in seen]
    if left:
        more = f" and {len(left) - 1} more" if len(left) > 1 else ""
        raise UsageError(
            f"{log}: Spark would read {len(seen)} files of this folder and leave out {shown(str(left[0]))}{more}; "
            "put all files of the log directly into one folder, with names that begin with neither a dot nor _"
        )


def _in_one_line(error: Exception) -> str:
    """Return what Spark says of an error and of its causes, without the stack traces of two languages."""
    if not isinstance(error, Py4JJavaError):
        return _first_line(str(error))
    messages, cause = [], error.java_exception
    while cause is not None:
        messages.append(_first_line(cause.getMessage() or cause.getClass().getName()))
        cause = cause.getCause()
    return ": ".join(dict.fromkeys(messages))


def _first_line(text: str) -> str:
    return next((line.strip() for line in text.splitlines() if line.strip()), "")
