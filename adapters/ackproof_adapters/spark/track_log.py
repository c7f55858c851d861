"""A log that somebody names on a command line, tracked into a folder, with a word about it at the end."""

import shutil
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from ackproof.errors import UsageError
from ackproof.text import terminal
from ackproof.text.sanitize import shell_quoted
from attrs import frozen
from py4j.protocol import Py4JJavaError  # type: ignore[import-untyped]  # it brings no types
from pyspark.errors import PySparkException

from ackproof_adapters import shards
from ackproof_adapters.codes import KINDS
from ackproof_adapters.spark.batch.tracking import track
from ackproof_adapters.spark.session import session_on
from ackproof_adapters.spark.watching import watched

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from ackproof_adapters.shards.folder import ShardedLog

JSON_LINES = (".jsonl", ".ndjson", ".json")
MANIFEST = "manifest.json"


@frozen
class Tracked:
    """What came of a log: how many messages it had (a tick for all counts once for each acker task, in a sharded log),
    how often each kind was notified, and how to read the notifications.
    """

    messages: int
    said: Counter[str]
    read_with: str


def track_log(log: str, out: str, acker_tasks: int | None, profile: str, master: str) -> None:
    """Track the log of that name into the new folder `out`, on a Spark master, and tell what came of it.

    Raise `UsageError` that says what is wrong with log or arguments; nothing that could be believed is left then.
    """
    way = _way(log, acker_tasks, profile)
    _require_new(out)
    begun = time.monotonic()
    spark = session_on(master, for_python=way.in_python)
    try:
        tracked = watched(spark.sparkContext, lambda: way.track(spark, out))
    except (PySparkException, Py4JJavaError) as error:
        raise UsageError(f"{log}: Spark cannot track it: {_in_one_line(error)}") from error
    seconds = time.monotonic() - begun
    kinds = ", ".join(f"{tracked.said[kind]:,} {kind}" for kind in KINDS)
    folder = shell_quoted(out)
    terminal.console().print(
        f"{tracked.messages:,} messages, profile {profile}: {kinds}\n"
        f"in {seconds:.1f} s with the start of Spark; notifications in {folder}, to be read with {tracked.read_with}",
        soft_wrap=True,
    )


@frozen
class Way:
    """How to track a log, given the session and a folder for the notifications; and whether all that is in Python."""

    track: Callable[["SparkSession", str], Tracked]
    in_python: bool


def _way(log: str, acker_tasks: int | None, profile: str) -> Way:
    """Return how to track a log, by what it is."""
    path = Path(log)
    if "://" not in log and not path.exists():
        raise UsageError(f"{log}: there is no such file or folder")
    if (path / MANIFEST).exists():
        _require_shards()
        _require_whole(path, acker_tasks)
        return Way(lambda spark, out: _sharded(spark, path, out, profile), in_python=True)
    if acker_tasks is None:
        raise UsageError(f"{log} does not say how many acker tasks there were: --acker-tasks N")
    if path.is_file() and path.suffix in JSON_LINES:
        _require_shards()
        return Way(lambda spark, out: _json_lines(spark, path, out, acker_tasks, profile), in_python=True)
    return Way(lambda spark, out: _parquet(spark, log, out, acker_tasks, profile), in_python=False)


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
    if "://" not in out and path.exists() and (not path.is_dir() or any(path.iterdir())):
        raise UsageError(f"{out}: is there already; name a folder that does not exist yet")


def _sharded(spark: "SparkSession", log: Path, out: str, profile: str) -> Tracked:
    from ackproof_adapters.shards.folder import open_log  # noqa: PLC0415  # as in `_require_whole`
    from ackproof_adapters.spark.sharded.tracking import track_shards_to  # noqa: PLC0415

    notifications = track_shards_to(spark, log, out, profile=profile)
    read_with = f"ackproof_adapters.shards.folder.read_notifications({out!r})"
    return Tracked(open_log(log).rows, _counted(notifications), read_with)


def _counted(notifications: "ShardedLog") -> Counter[str]:
    said: Counter[str] = Counter()
    for acker in range(notifications.acker_tasks):
        for _, kind, _, _ in notifications.shard(acker).batches():
            said.update(dict(zip(KINDS, np.bincount(kind, minlength=len(KINDS)).tolist(), strict=True)))
    return said


def _json_lines(spark: "SparkSession", log: Path, out: str, acker_tasks: int, profile: str) -> Tracked:
    from ackproof_adapters.shards.json_lines import shards_of_json_lines  # noqa: PLC0415  # as in `_sharded`

    with tempfile.TemporaryDirectory(prefix="ackproof-track-") as folder:
        split = Path(folder) / "log"
        shards_of_json_lines(log, split, acker_tasks)
        return _sharded(spark, split, out, profile)


def _parquet(spark: "SparkSession", log: str, out: str, acker_tasks: int, profile: str) -> Tracked:
    messages = spark.read.parquet(log)
    notifications = track(messages, acker_tasks=acker_tasks, profile=profile)
    try:
        notifications.write.parquet(out)
    except BaseException:
        if "://" not in out:
            shutil.rmtree(out, ignore_errors=True)  # a part of the notifications is not to be taken for all
        raise
    kinds = spark.read.parquet(out).groupBy("kind").count().collect()
    return Tracked(
        messages.count(), Counter({row["kind"]: row["count"] for row in kinds}), f"spark.read.parquet({out!r})"
    )


def _in_one_line(error: Exception) -> str:
    """Return what Spark says of an error and of its causes, without the stack traces of two languages."""
    if not isinstance(error, Py4JJavaError):
        return _first_line(str(error))
    said, cause = [], error.java_exception
    while cause is not None:
        said.append(_first_line(cause.getMessage() or cause.getClass().getName()))
        cause = cause.getCause()
    return ": ".join(dict.fromkeys(said))


def _first_line(text: str) -> str:
    return next((line.strip() for line in text.splitlines() if line.strip()), "")
