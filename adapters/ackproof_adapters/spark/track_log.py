"""`ackproof track`: a log that is named on the command line is tracked into a folder, with a summary at the end."""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

import numpy as np
from ackproof.engine.workers import scratch
from ackproof.errors import UsageError
from ackproof.text import terminal
from ackproof.text.sanitize import shell_quoted, shown
from ackproof.text.wording import count
from ackproof.wire.output import owned
from attrs import evolve, frozen
from py4j.protocol import Py4JJavaError  # type: ignore[import-untyped]  # it brings no types
from pyspark.errors import PySparkException

from ackproof_adapters import shards
from ackproof_adapters.codes import KINDS
from ackproof_adapters.places import is_uri, local, require_apart
from ackproof_adapters.shards.layout import MOST_ACKER_TASKS
from ackproof_adapters.spark.batch.tracking import track
from ackproof_adapters.spark.parquet.refusal import exactly, file_of, read_by_spark
from ackproof_adapters.spark.parquet.source import OF_SPARK
from ackproof_adapters.spark.session import session_on
from ackproof_adapters.spark.transport.schemas import NOTIFICATIONS
from ackproof_adapters.spark.transport.succession import Succession, succession
from ackproof_adapters.spark.watching import watched

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

    from ackproof_adapters.shards.folder import ShardedLog

JSON_LINES = (".jsonl", ".ndjson", ".json")
MANIFEST = "manifest.json"
PARQUET_READER = "spark.read.parquet({})"


@frozen(kw_only=True)
class Tracked:
    """The result of tracking a log: how many messages it had (in a sharded log, a tick for all counts once for each
    acker task), how many notifications of each kind, and how to read them from a folder. `rows` and `files` are the
    numbers that were read: rows of Parquet or of shards, or lines.
    """

    messages: int
    notified: Counter[str]
    read_with: str
    rows: int
    files: int


def track_log(  # noqa: PLR0913, PLR0917 - as the command has them
    log: str, out: str, acker_tasks: int | None, profile: str, master: str, state: str | None = None
) -> None:
    """Track the log of that name into the new folder `out`, on a Spark master, and print a summary.

    With a folder for `state` the acker tasks begin with their records from the end of the log before, and their records
    at the end of this log are kept there.

    Raise `UsageError` if the log or an argument is wrong; no notifications are left then.
    """
    way = _way(log, out, acker_tasks, profile)
    _require_new(out)
    require_apart(log, out, state)
    begun = time.monotonic()
    if state is not None:
        local(state)
        _require_shards("a log with --state")
    with _place_for(out) as place, succession(state, way.acker_tasks, profile) as run:
        spark = session_on(master, for_python=way.in_python)
        try:
            tracked = watched(spark.sparkContext, lambda: way.track(spark, place, run))
        except (PySparkException, Py4JJavaError) as error:
            raise UsageError(f"{log}: Spark cannot track it: {_in_one_line(error)}") from error
        except OSError as error:
            raise UsageError(f"{log}: cannot be tracked into {out}: {error.strerror or error}") from error
        if not is_uri(out):
            _give_name(Path(place), Path(out))
        run.commit()
    seconds = time.monotonic() - begun
    kinds = ", ".join(f"{tracked.notified[kind]:,} {kind}" for kind in KINDS)
    read_with = tracked.read_with.format(repr(out))
    terminal.console().print(
        f"{count(tracked.messages, 'message')} in {count(tracked.files, 'file')} ({count(tracked.rows, 'row')}), "
        f"profile {profile}: {kinds}\n"
        f"in {seconds:.1f} s with the start of Spark; notifications in {shell_quoted(out)}, "
        f"to be read with {read_with}",
        soft_wrap=True,
    )


@contextmanager
def _place_for(out: str) -> Iterator[str]:
    """Yield the folder to write notifications to, beside `out`, so that a part of them cannot be taken for all. Spark
    writes to a URI directly.
    """
    if is_uri(out):
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
    """Rename the notifications to their final name. If there is something under that name meanwhile, it is not
    deleted.
    """
    try:
        written.rename(out)
    except OSError as error:
        raise UsageError(f"{out}: somebody else has put something there meanwhile ({error.strerror})") from error


@frozen
class TrackingWay:
    """How a log is tracked: a function of the session, a folder for the notifications, and the state before; whether
    only Python reads it; and the number of acker tasks.
    """

    track: Callable[["SparkSession", str, Succession], Tracked]
    in_python: bool
    acker_tasks: int


def _way(log: str, out: str, acker_tasks: int | None, profile: str) -> TrackingWay:
    """Return how to track a log, by its kind."""
    path = Path(log)
    if not is_uri(log) and not path.exists():
        raise UsageError(f"{log}: there is no such file or folder")
    if (path / MANIFEST).exists():
        _require_shards("a log of this kind")
        _require_local(log, out)
        split_for = _require_whole(path, acker_tasks)
        return TrackingWay(partial(_sharded, path), in_python=True, acker_tasks=split_for)
    if acker_tasks is None:
        raise UsageError(f"{log} does not say how many acker tasks there were: --acker-tasks N")
    if path.is_file() and path.suffix in JSON_LINES:
        _require_shards("a log of this kind")
        _require_local(log, out)
        return TrackingWay(partial(_json_lines, path), in_python=True, acker_tasks=acker_tasks)
    if not is_uri(out) and _is_by_path(log, acker_tasks):
        return TrackingWay(partial(_by_path, log), in_python=True, acker_tasks=acker_tasks)
    return TrackingWay(partial(_by_rows, log, profile), in_python=False, acker_tasks=acker_tasks)


def _is_by_path(log: str, acker_tasks: int) -> bool:
    """Whether Python can read a log in Parquet without Spark. Others go through Spark's rows."""
    if shards.missing() is not None or acker_tasks > MOST_ACKER_TASKS:
        return False
    from ackproof_adapters.spark.parquet.source import open_parquet  # noqa: PLC0415  # as in `_require_whole`

    if not is_uri(log):
        exactly(log)  # Spark has to be able to read the log, to name an illegal message
    return open_parquet(log) is not None


def _require_shards(what: str) -> None:
    lack = shards.missing()
    if lack is not None:
        raise UsageError(f"{what} is tracked as a sharded log, and {lack}")


def _require_local(log: str, out: str) -> None:
    if is_uri(out):
        raise UsageError(
            f"{out}: is a URI, and Python writes the notifications of {log} itself; name a local folder with --out"
        )


def _require_whole(log: Path, acker_tasks: int | None) -> int:
    """Check a sharded log before Spark is started for it; return its number of acker tasks."""
    from ackproof_adapters.shards.folder import open_log  # noqa: PLC0415  # needs what `_require_shards` asks for

    split_for = open_log(log).acker_tasks
    if acker_tasks not in (None, split_for):
        raise UsageError(
            f"{log} is split for {split_for} acker tasks, and not for {acker_tasks}; leave out --acker-tasks"
        )
    return split_for


def _require_new(out: str) -> None:
    path = Path(out)
    if is_uri(out):
        return
    if path.is_symlink():
        raise UsageError(f"{out}: is a link; name a folder that does not exist yet")
    if path.exists() and (not path.is_dir() or any(path.iterdir())):
        raise UsageError(f"{out}: is there already; name a folder that does not exist yet")


def _sharded(log: Path, spark: "SparkSession", out: str, run: Succession, name: Path | None = None) -> Tracked:
    from ackproof_adapters.shards.folder import open_log  # noqa: PLC0415  # as in `_require_whole`
    from ackproof_adapters.spark.sharded.tracking import track_shards_after  # noqa: PLC0415

    opened = open_log(log.absolute())
    notifications = track_shards_after(spark, opened, out, run, name or log)
    return Tracked(
        messages=opened.rows,
        notified=_counted(notifications),
        read_with="ackproof_adapters.shards.folder.read_notifications({})",
        rows=opened.rows,
        files=notifications.acker_tasks,
    )


def _counted(notifications: "ShardedLog") -> Counter[str]:
    notified: Counter[str] = Counter()
    for acker in range(notifications.acker_tasks):
        for _, kind, _, _ in notifications.shard(acker).batches():
            notified.update(dict(zip(KINDS, np.bincount(kind, minlength=len(KINDS)).tolist(), strict=True)))
    return notified


def _json_lines(log: Path, spark: "SparkSession", out: str, run: Succession) -> Tracked:
    from ackproof_adapters.shards.json_lines import shards_of_json_lines  # noqa: PLC0415  # as in `_sharded`

    lines = 0

    def count(read: int) -> None:
        nonlocal lines
        lines = read

    with scratch.folder("track") as folder:
        split = folder / "log"
        shards_of_json_lines(log, split, run.acker_tasks, count)
        return evolve(_sharded(split, spark, out, run, log), rows=lines, files=1)


def _by_path(log: str, spark: "SparkSession", out: str, run: Succession) -> Tracked:
    from ackproof_adapters.spark.parquet.tracking import track_parquet_after  # noqa: PLC0415  # as in `_sharded`

    found = track_parquet_after(spark, log, out, run)
    return Tracked(
        messages=found.messages,
        notified=found.notified,
        read_with=PARQUET_READER,
        rows=found.messages,
        files=found.files,
    )


def _by_rows(log: str, profile: str, spark: "SparkSession", out: str, run: Succession) -> Tracked:
    messages = read_by_spark(spark, log)
    files = messages.inputFiles()
    if not is_uri(log):
        _require_all_read(Path(log), files)
    with _rows_tracked(spark, messages, log, profile, run) as notifications:
        notifications.write.parquet(out)
    written = out if is_uri(out) else exactly(out)
    kinds = spark.read.schema(NOTIFICATIONS).parquet(written).groupBy("kind").count().collect()
    notified = Counter({row["kind"]: row["count"] for row in kinds})
    rows = messages.count()
    return Tracked(messages=rows, notified=notified, read_with=PARQUET_READER, rows=rows, files=len(files))


@contextmanager
def _rows_tracked(
    spark: "SparkSession", messages: "DataFrame", log: str, profile: str, run: Succession
) -> Iterator["DataFrame"]:
    """Yield the notifications of a log that goes through Spark's rows. With a state it becomes a sharded log first, in
    the folder of the state, which driver and executors share.
    """
    if run.handover.folder is None:
        with _naming_files(messages, log):
            notifications = track(messages, acker_tasks=run.acker_tasks, profile=profile)
        yield notifications
        return
    from ackproof_adapters.spark.sharded.dataframe import shards_of_dataframe  # noqa: PLC0415  # as in `_sharded`
    from ackproof_adapters.spark.sharded.tracking import notifications_dataframe, track_shards_after  # noqa: PLC0415

    with scratch.folder("rows", run.handover.folder) as beside:
        with _naming_files(messages, log):
            split = shards_of_dataframe(messages, beside / "log", run.acker_tasks)
        yield notifications_dataframe(spark, track_shards_after(spark, split, beside / "notified", run, log))


@contextmanager
def _naming_files(messages: "DataFrame", log: str) -> Iterator[None]:
    """Put the files that have an illegal message, or the log, before the error about it."""
    try:
        yield
    except UsageError as error:
        raise UsageError(f"{file_of(messages, str(error)) or log}: {error}") from error


def _require_all_read(log: Path, read: Sequence[str]) -> None:
    """Refuse a folder in which Spark would skip files: it reads none in subfolders, except `name=value`, and none in a
    folder or file whose name begins with a dot or an underscore.
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
    """Return the messages of an error of Spark's and of its causes, without stack traces."""
    if not isinstance(error, Py4JJavaError):
        return _first_line(str(error))
    messages, cause = [], error.java_exception
    while cause is not None:
        messages.append(_first_line(cause.getMessage() or cause.getClass().getName()))
        cause = cause.getCause()
    return ": ".join(dict.fromkeys(messages))


def _first_line(text: str) -> str:
    return next((line.strip() for line in text.splitlines() if line.strip()), "")
