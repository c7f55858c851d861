"""`track_stream` compared with the reference: the same notifications, however the stream is divided into
micro-batches.
"""

import json
import random
from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from ackproof.errors import UsageError
from ackproof_adapters.spark import MESSAGES, NOTIFICATIONS, track_stream_parquet
from ackproof_adapters.spark.streaming.marks import CHECKPOINT_MARK, OUT_MARK
from ackproof_adapters.spark.streaming.shard import following
from ackproof_adapters.spark.streaming.tracking import (
    BY_FILE_SYSTEM,
    read_stream_notifications,
    track_stream,
    wait_for,
)
from ackproof_adapters.spark.transport.parcels import Columns
from ackproof_adapters.spark.transport.releases import class_of_jvm
from pyspark.sql import SparkSession

from spark.logs import MessageRow, answers, random_log
from spark.streams import messages_of, notifications_in, put

pytestmark = pytest.mark.spark

MANY_ROOTS = tuple(random.Random(9).randrange(-(2**63), 2**63) for _ in range(40))


def tracked(session: SparkSession, folder: Path, *, acker_tasks: int = 3, profile: str = "storm2") -> None:
    """Process all files in `folder`/in, one in a micro-batch, and continue from the checkpoint."""
    query = track_stream(
        messages_of(session, folder / "in"),
        checkpoint=folder / "checkpoint",
        out=folder / "out",
        acker_tasks=acker_tasks,
        profile=profile,
        available_now=True,
    )
    assert wait_for(query)


def refusal(session: SparkSession, folder: Path, **changes: Any) -> str:
    """Return the one-line error of a stream, at its start or while it runs."""
    with pytest.raises(UsageError) as raised:
        tracked(session, folder, **changes)
    assert "\n" not in str(raised.value)
    return str(raised.value)


@pytest.mark.parametrize(
    ("acker_tasks", "profile"),
    [
        (5, "storm1"),
        *(pytest.param(*each, marks=pytest.mark.slow) for each in ((1, "storm1"), (1, "storm2"), (5, "storm2"))),
    ],
)
def test_it_says_what_the_reference_says(spark: SparkSession, tmp_path: Path, profile: str, acker_tasks: int) -> None:
    """There are ticks for one and for all, several micro-batches, one of them empty, and a restart."""
    rows = random_log(acker_tasks, 3_000, acker_tasks=acker_tasks, roots=MANY_ROOTS, given_ackers=0.05)
    cuts = [0, 7, 700, 700, 1500, 3000]
    pieces = [rows[start:end] for start, end in pairwise(cuts)]
    for number, piece in enumerate(pieces):
        put(tmp_path / "in", number, random.Random(number).sample(piece, len(piece)))
        if number in (2, 4):
            tracked(spark, tmp_path, acker_tasks=acker_tasks, profile=profile)
            assert answers(rows[: cuts[number + 1]], acker_tasks, profile) == notifications_in(spark, tmp_path / "out")
    assert NOTIFICATIONS.names == read_stream_notifications(spark, tmp_path / "out").columns


def test_the_session_keeps_its_own_settings(spark: SparkSession, tmp_path: Path) -> None:
    """A query that ran with other settings still has its state in RocksDB."""

    def shown() -> object:
        names = ("spark.sql.shuffle.partitions", "spark.sql.streaming.checkpointFileManagerClass")
        return dict(spark.sparkContext.getConf().getAll()), [spark.conf.get(name, None) for name in names]

    before = shown()
    put(tmp_path / "in", 0, random_log(1, 50))
    tracked(spark, tmp_path, acker_tasks=1)
    assert before == shown()
    assert list((tmp_path / "checkpoint" / "state").rglob("*.changelog"))


def test_this_release_can_rename_files_without_other_processes(spark: SparkSession) -> None:
    """If the class moves once more, streams become slower: see `BY_FILE_SYSTEM`."""
    assert class_of_jvm(spark, BY_FILE_SYSTEM) is not None


LEGAL: list[MessageRow] = [
    (10, "init", 5, 3, 1, None),
    (12, "ack", 5, 3, None, None),
    (14, "tick", None, None, None, 1),
]


REFUSED: list[tuple[MessageRow, str]] = [
    ((20, "inti", 5, 3, 1, None), "message 20 (op inti): there is no such op"),
    ((14, "tick", None, None, None, 1), "message 14 of acker task 1 came after message 14 had been taken"),
]
ALIKE: list[tuple[MessageRow, str]] = [
    ((20, "tick", 77, None, None, None), "message 20 (op tick): root is 77; a tick has none"),
    ((20, "ack", 5, None, None, None), "message 20 (op ack): value is null"),
    ((20, "ack", 5, 3, None, 3), "message 20 (op ack): acker 3 is outside 0 to 2, with acker_tasks=3"),
    ((9, "tick", None, None, None, None), "message 9 of acker task"),
]
"""More of the same two kinds, for slow tests. Tests of logs have the messages that are illegal in a log as well."""


@pytest.mark.parametrize(("row", "line"), [*REFUSED, *(pytest.param(*each, marks=pytest.mark.slow) for each in ALIKE)])
def test_an_illegal_or_late_message_ends_the_stream(
    spark: SparkSession, tmp_path: Path, row: MessageRow, line: str
) -> None:
    """The line names it; earlier notifications are kept, and its micro-batch has none."""
    put(tmp_path / "in", 0, LEGAL)
    put(tmp_path / "in", 1, [row])
    assert refusal(spark, tmp_path).startswith(line)
    assert [(12, 0, "ack", 5, 1)] == notifications_in(spark, tmp_path / "out")


def test_a_state_that_cannot_be_read_is_told(spark: SparkSession, tmp_path: Path) -> None:
    """The error names the acker task, and the reason."""
    put(tmp_path / "in", 0, LEGAL)
    tracked(spark, tmp_path)
    mark = tmp_path / "checkpoint" / CHECKPOINT_MARK
    mark.write_text(mark.read_text().replace("storm2", "storm1"))  # the buckets of the state are then not the profile's
    put(tmp_path / "in", 1, [(20, "fail", 5, None, None, None)])
    line = "the state of acker task 0 in the checkpoint cannot be used: the packed kernel has 3 buckets"
    assert refusal(spark, tmp_path, profile="storm1").startswith(line)


@pytest.fixture(scope="module")
def begun(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a stream that has begun, for tests of refusals."""
    folder = tmp_path_factory.mktemp("begun")
    put(folder / "in", 0, LEGAL)
    tracked(spark, folder)
    return folder


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"acker_tasks": 4}, "began with acker_tasks=3 and cannot go on with 4"),
        ({"profile": "storm1"}, "began with profile='storm2' and cannot go on with 'storm1'"),
        ({"profile": "storm3"}, "profile 'storm3' is none of"),
        ({"acker_tasks": 0}, "acker_tasks is 0"),
    ],
)
def test_a_checkpoint_is_not_used_for_another_stream(
    spark: SparkSession, begun: Path, changes: dict[str, Any], error: str
) -> None:
    """Otherwise every open tree would be lost silently."""
    assert error in refusal(spark, begun, **changes)


def test_folders_of_others_are_refused(spark: SparkSession, tmp_path: Path) -> None:
    """The error names each: notifications without their checkpoint, a checkpoint without notifications, a newer
    version.
    """
    put(tmp_path / "in", 0, LEGAL)
    with pytest.raises(UsageError, match="this is no folder that track_stream writes"):
        read_stream_notifications(spark, tmp_path / "in")
    tracked(spark, tmp_path)
    (tmp_path / "checkpoint").rename(tmp_path / "lost")
    assert "has notifications of a stream whose checkpoint is not" in refusal(spark, tmp_path)
    (tmp_path / "checkpoint").mkdir()
    (tmp_path / "checkpoint" / "file").touch()
    assert "is no checkpoint of track_stream" in refusal(spark, tmp_path)
    (tmp_path / "out").rename(tmp_path / "gone")
    (tmp_path / "checkpoint" / "file").unlink()
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "file").touch()
    assert "notifications need a folder of their own" in refusal(spark, tmp_path)
    (tmp_path / "checkpoint").rmdir()
    (tmp_path / "lost").rename(tmp_path / "checkpoint")
    assert "is the checkpoint of another folder of notifications" in refusal(spark, tmp_path)
    mark = tmp_path / "checkpoint" / CHECKPOINT_MARK
    known = json.loads(mark.read_text())
    mark.write_text(json.dumps({**known, "version": 2}))
    assert "is of version 2; this is ackproof for version 1" in refusal(spark, tmp_path)
    mark.write_text(json.dumps({name: value for name, value in known.items() if name != "stream"}))
    assert "is not what track_stream writes there: required field missing @ mark.stream" in refusal(spark, tmp_path)
    mark.write_text("nonsense")
    assert "is not what track_stream writes there" in refusal(spark, tmp_path)


@pytest.mark.parametrize("by_path", [False, True])
def test_folders_are_local(spark: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, by_path: bool) -> None:  # noqa: FBT001
    """At a URI Spark would keep its part of a stream, and Python another part in a folder `file:` below this one: no
    notification would ever be found.
    """
    monkeypatch.chdir(tmp_path)
    put(tmp_path / "in", 0, LEGAL)
    uri = f"file://{tmp_path}/stream"
    before = sorted(tmp_path.rglob("*"))
    for checkpoint, out in ((f"{uri}/checkpoint", "out"), ("checkpoint", f"{uri}/out")):
        arguments: dict[str, Any] = {"checkpoint": checkpoint, "out": out, "acker_tasks": 3, "profile": "storm2"}
        source = tmp_path / "in"
        start = (
            partial(track_stream_parquet, spark, source)
            if by_path
            else partial(track_stream, spark.readStream.schema(MESSAGES).parquet(str(source)))
        )
        with pytest.raises(UsageError, match=r"stream/(checkpoint|out): is a URI"):
            start(**arguments)
    with pytest.raises(UsageError, match="stream/out: is a URI"):
        read_stream_notifications(spark, f"{uri}/out")
    assert before == sorted(tmp_path.rglob("*"))


def test_a_start_that_was_cut_off_can_be_made_again(spark: SparkSession, tmp_path: Path) -> None:
    """If only the folder of notifications was marked, nothing had begun."""
    put(tmp_path / "in", 0, LEGAL)
    tracked(spark, tmp_path)
    (tmp_path / "other" / "out").mkdir(parents=True)
    (tmp_path / "other" / "out" / OUT_MARK).write_text((tmp_path / "out" / OUT_MARK).read_text())
    (tmp_path / "other" / "checkpoint").mkdir()
    (tmp_path / "other" / "checkpoint" / ".left").touch()
    put(tmp_path / "other" / "in", 0, LEGAL)
    assert [] == notifications_in(spark, tmp_path / "other" / "out")
    tracked(spark, tmp_path / "other")
    assert [(12, 0, "ack", 5, 1)] == notifications_in(spark, tmp_path / "other" / "out")


def test_a_log_is_no_stream(spark: SparkSession, tmp_path: Path) -> None:
    """`track` accepts it."""
    with pytest.raises(UsageError, match="no stream but a log"):
        track_stream(
            spark.createDataFrame(LEGAL, MESSAGES),
            checkpoint=tmp_path / "checkpoint",
            out=tmp_path / "out",
            acker_tasks=1,
            profile="storm2",
        )


def test_a_message_that_comes_twice_is_named() -> None:
    """It may be in the same window, or in the next; messages in order pass unchanged."""

    def windows(*of_seqs: Sequence[int]) -> list[Columns]:
        longs = [np.array(seqs, np.int64) for seqs in of_seqs]
        return [(seq, seq.astype(np.int8), seq, seq, seq.astype(np.int32)) for seq in longs]

    whole = windows([1, 2, 3], [8])
    assert whole == list(following(whole, 0, 0))
    for twice in (windows([3, 8, 8]), windows([3, 8], [8, 9])):
        with pytest.raises(UsageError, match="message 8 of acker task 4 came twice"):
            list(following(twice, None, 4))
    with pytest.raises(UsageError, match="message 3 of acker task 4 came after message 3 had been taken"):
        list(following(windows([3, 8]), 3, 4))


def test_messages_on_their_way_are_those_of_the_last_micro_batch(spark: SparkSession, tmp_path: Path) -> None:
    """This holds however many there were before, and also if one was killed and has left files under another name."""
    left = tmp_path / "checkpoint" / "pieces" / "99"
    for number, row in enumerate(LEGAL):
        put(tmp_path / "in", number, [row])
        tracked(spark, tmp_path)
        left.mkdir()
    left.rmdir()
    assert [str(len(LEGAL) - 1)] == [folder.name for folder in left.parent.iterdir()]
