"""A stream in its own process, which can be killed: for the target `spark-stream`, and for tests of streams.

The process is a Python driver with a JVM and Python workers below it. It takes the files of a folder, one in a
micro-batch, and ends when it has taken all files that existed at its start. It is killed with SIGKILL, together with
all its children.
"""

import os
import subprocess
import sys
from pathlib import Path
from typing import IO, TYPE_CHECKING

import psutil
from ackproof.errors import TargetBroke
from attrs import define, field, frozen

if TYPE_CHECKING:
    from pyspark.sql import SparkSession
    from pyspark.sql.streaming.query import StreamingQuery

IN, CHECKPOINT, OUT, LOG = "in", "checkpoint", "out", "process.log"
"""The contents of a stream's folder."""

MODULE = "ackproof_adapters.spark.streaming.process"
HERE = "local[*]"
"""The master without processes of its own: all cores of this machine."""
BY_ROWS, BY_PATH = "by-rows", "by-path"
"""The ways of messages, on the command line of the process."""

PAUSE = 0.01
"""Seconds between two checks of a process."""
PATIENCE = 600
"""Seconds after which a process counts as hanging."""
LAST_WORDS = 2000


@frozen
class StreamFolder:
    """A stream on disk: its input, its checkpoint and its notifications."""

    path: Path
    acker_tasks: int
    profile: str
    by_path: bool = False

    def put(self, number: int, table: object, row_group: int | None = None) -> None:
        """Put a file of messages in atomically. Files are taken in the order of their numbers.

        `row_group` is the most rows of a row group in it.
        """
        import pyarrow.parquet as pq  # type: ignore[import-untyped]  # noqa: PLC0415  # only now known to be there

        folder = self.path / IN
        folder.mkdir(parents=True, exist_ok=True)
        unfinished = folder / f".{number:05}"
        pq.write_table(table, unfinished, row_group_size=row_group)
        os.utime(unfinished, (1_000_000_000 + number,) * 2)  # the file source sorts by this
        unfinished.rename(folder / f"{number:05}.parquet")

    def track(self, session: "SparkSession") -> "StreamingQuery":
        """Start a query that takes all existing files, one in a micro-batch, and then ends."""
        from ackproof_adapters.spark.streaming.by_path import track_stream_parquet  # noqa: PLC0415  # needs PySpark
        from ackproof_adapters.spark.streaming.tracking import track_stream  # noqa: PLC0415
        from ackproof_adapters.spark.transport.schemas import MESSAGES  # noqa: PLC0415

        if self.by_path:
            return track_stream_parquet(
                session,
                self.path / IN,
                checkpoint=self.path / CHECKPOINT,
                out=self.path / OUT,
                acker_tasks=self.acker_tasks,
                profile=self.profile,
                available_now=True,
            )
        return track_stream(
            session.readStream.schema(MESSAGES).option("maxFilesPerTrigger", 1).parquet(str(self.path / IN)),
            checkpoint=self.path / CHECKPOINT,
            out=self.path / OUT,
            acker_tasks=self.acker_tasks,
            profile=self.profile,
            available_now=True,
        )

    def has_begun(self, batch: int) -> bool:
        """Whether the content of a micro-batch is fixed: from then on it is running, until it is complete."""
        return (self.path / CHECKPOINT / "offsets" / str(batch)).exists()


@define
class StreamProcess:
    """A running process, on a Spark master. Its output goes to a file beside the stream."""

    folder: StreamFolder
    master: str = HERE
    _log: IO[bytes] = field(init=False)
    _process: subprocess.Popen[bytes] = field(init=False)

    def __attrs_post_init__(self) -> None:
        """Start it."""
        self._log = (self.folder.path / LOG).open("ab")
        folder = self.folder
        way = BY_PATH if folder.by_path else BY_ROWS
        stream = (str(folder.path), str(folder.acker_tasks), folder.profile, way)
        command = [sys.executable, "-m", MODULE, *stream, self.master]
        self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=self._log, stderr=self._log)  # noqa: S603  # our own

    @property
    def pid(self) -> int:
        """The process id of the driver."""
        return self._process.pid

    def ended_within(self, seconds: float) -> bool:
        """Wait so long, or until it ends; return whether it has ended. Raise `TargetBroke` if it ended in an error."""
        try:
            code = self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        self._log.close()
        if code:
            words = (self.folder.path / LOG).read_text(errors="replace")[-LAST_WORDS:]
            raise TargetBroke(f"the process of the stream ended with {code}: {words}")
        return True

    def kill_in(self, batch: int) -> None:
        """Kill it when a micro-batch is running. Raise `TargetBroke` if none begins."""
        for _ in range(int(PATIENCE / PAUSE)):
            if self.folder.has_begun(batch) or self.ended_within(PAUSE):
                break
        begun = self.folder.has_begun(batch)
        self.kill()
        if not begun:
            raise TargetBroke(f"the stream in {self.folder.path} never came to its micro-batch {batch}")

    def kill(self) -> None:
        """Kill driver, JVM and workers with SIGKILL, and wait until they are gone."""
        try:
            driver = psutil.Process(self._process.pid)
            family = [driver, *driver.children(recursive=True)]
        except psutil.NoSuchProcess:
            family = []
        for member in family:
            try:
                member.kill()
            except psutil.NoSuchProcess:
                continue
        self._process.wait()
        psutil.wait_procs(family, PATIENCE)
        self._log.close()


def main() -> None:
    """Be the process: track the files of a folder."""
    path, acker_tasks, profile, way, master = sys.argv[1:]
    from ackproof_adapters.spark.session import session_on  # noqa: PLC0415  # needs PySpark
    from ackproof_adapters.spark.streaming.tracking import wait_for  # noqa: PLC0415

    folder = StreamFolder(Path(path), int(acker_tasks), profile, way == BY_PATH)
    wait_for(folder.track(session_on(master, for_python=True)))


if __name__ == "__main__":
    main()
