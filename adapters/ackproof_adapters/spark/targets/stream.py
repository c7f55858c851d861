"""The target `spark-stream`: `track_stream` and `track_stream_parquet` as an acker of the suite.

The whole way is certified: operations are written as files, a streaming query takes them in several micro-batches, cut
anywhere, and the notifications are read back from its sink. A query costs seconds, so runs with the same profile and
number of acker tasks are joined into one stream: see `runs.in_a_row`.

About half of the streams test each of the two: a stream of an odd number of operations goes by path, in row groups of a
few rows.

Runs that ask for a `restart` go to processes, which are really killed: driver, JVM and Python workers, with SIGKILL, as
soon as the micro-batch runs that has the operations before the restart. Then another process resumes from the
checkpoint: one that is killed at the next restart, or at the end the process of the suite. To save kills, all runs are
in one stream, each with its own acker tasks: so there is one kill for the first restart of all runs, and one for the
second.

As for `spark-batch`, a component keeps its operations and is tracked again from the beginning with every `apply`.
"""

from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import acking
from ackproof.components.acker import AckerOperation, AckerResult, Notification, Restart, Tick
from ackproof.components.fields import Long
from ackproof.engine.workers import scratch
from ackproof.errors import TargetBroke, TargetUnavailable, UsageError
from ackproof.target import Config, Offer
from attrs import define, field

from ackproof_adapters import shards
from ackproof_adapters.spark import session
from ackproof_adapters.spark.streaming.process import OUT, StreamFolder, StreamProcess
from ackproof_adapters.spark.targets.runs import Place, WholeLogTarget, in_a_row, messages_of, of_acker, stretch

NAME = "spark-stream"
MICRO_BATCHES = 3
"""The number of parts of a stream, to test the state between two of them."""
ROW_GROUP = 50


def missing() -> str | None:
    """Return what this machine lacks, and how to get it; None if nothing."""
    return shards.missing() or session.missing() or session.missing_for_streams()


def make() -> WholeLogTarget:
    """Return the target. Whether it can run here is only checked when it is used: see `spark_stream`."""
    packages = {"PySpark": "pyspark", "numba": "numba"}
    return WholeLogTarget(
        name=NAME,
        packages=packages,
        missing=missing,
        tracked=_tracked,
        capabilities=frozenset({"acker-tasks", "durable"}),
    )


spark_stream = Offer(make, missing)


@define
class _RunsStream:
    """A stream of some runs: the files of its input, and the place that each `seq` comes from."""

    folder: StreamFolder
    places: list[Place | None] = field(factory=list)
    files: int = 0

    def put(
        self, operations: Sequence[AckerOperation], places: Sequence[Place | None], ackers: Sequence[int | None] = ()
    ) -> None:
        """Put a file of operations in."""
        messages = messages_of(operations, ackers, len(self.places))
        self.folder.put(self.files, messages, stretch(len(operations), ROW_GROUP))
        self.places += places
        self.files += 1

    def answer(self, results: list[list[AckerResult]]) -> None:
        """Assign the notifications to the results of the runs."""
        from ackproof_adapters.spark import read_stream_notifications  # noqa: PLC0415  # only now known to be there

        notified = read_stream_notifications(session.local_session(for_python=True), self.folder.path / OUT)
        for row in sorted(notified.collect(), key=lambda row: int(row.seq)):
            place = self.places[row.seq]
            if place is None:
                raise TargetBroke(f"a tick between two runs caused the notification {row}")
            number, index = place
            notification = Notification(row.kind, Long(row.root), row.spout_task)
            results[number][index] = AckerResult((*results[number][index].notifications, notification))


def _tracked(runs: Sequence[tuple[Config, Sequence[AckerOperation | Restart]]]) -> list[list[AckerResult]]:
    """Track runs, given with their configurations; return the result of each operation."""
    results = [[AckerResult()] * len(operations) for _, operations in runs]
    in_session: dict[tuple[str, int], list[int]] = defaultdict(list)
    killed: dict[str, list[int]] = defaultdict(list)
    for number, (config, operations) in enumerate(runs):
        if any(isinstance(operation, Restart) for operation in operations):
            killed[config.profile].append(number)
        elif operations:
            in_session[config.profile, config.tasks].append(number)
    if not in_session and not killed:
        return results
    lack = missing()
    if lack is not None:
        raise TargetUnavailable(f"{NAME} cannot run here: {lack}")
    with scratch.folder("stream") as directory:
        streams = []
        for (profile, tasks), numbers in in_session.items():
            by_path = _goes_by_path([runs[number][1] for number in numbers])
            stream = _RunsStream(StreamFolder(Path(directory, f"{profile}-{tasks}"), tasks, profile, by_path))
            _cut_anywhere(stream, *in_a_row([(number, of_acker(runs[number][1])) for number in numbers], profile))
            streams.append(stream)
        killing = []
        for profile, numbers in killed.items():
            acker_tasks = sum(runs[number][0].tasks for number in numbers)
            by_path = _goes_by_path([runs[number][1] for number in numbers])
            stream = _RunsStream(StreamFolder(Path(directory, f"{profile}-killed"), acker_tasks, profile, by_path))
            killing.append((stream, [(number, runs[number][0].tasks, runs[number][1]) for number in numbers]))
            streams.append(stream)
        with ThreadPoolExecutor() as threads:  # while one process starts, another works
            list(threads.map(lambda each: _with_kills(*each), killing))
        _in_session(streams)
        for stream in streams:
            stream.answer(results)
    return results


def _goes_by_path(runs: Sequence[Sequence[AckerOperation | Restart]]) -> bool:
    return sum(map(len, runs)) % 2 == 1


def _cut_anywhere(stream: _RunsStream, operations: Sequence[AckerOperation], places: Sequence[Place | None]) -> None:
    cuts = [len(operations) * number // MICRO_BATCHES for number in range(MICRO_BATCHES + 1)]
    for number in range(MICRO_BATCHES):
        part = slice(cuts[number], cuts[number + 1])
        stream.put(operations[part], places[part])


def _in_session(streams: Sequence[_RunsStream]) -> None:
    """Let the session of this process run several streams at the same time."""
    from ackproof_adapters.spark import wait_for  # noqa: PLC0415  # only now is PySpark known to be there

    for query in [stream.folder.track(session.local_session(for_python=True)) for stream in streams]:
        try:
            wait_for(query)
        except UsageError as error:
            raise TargetBroke(f"{NAME} refused what the suite sent: {error}") from error


def _with_kills(stream: _RunsStream, runs: Sequence[tuple[int, int, Sequence[AckerOperation | Restart]]]) -> None:
    """Let processes take runs, given with their numbers of acker tasks, and kill one at each restart. The operations
    after the last restart are left to the session, which resumes from the same checkpoint.
    """
    lives = [_lives(number, operations) for number, _, operations in runs]
    last = max(map(len, lives)) - 1
    for life in range(last + 1):
        operations: list[AckerOperation] = []
        places: list[Place | None] = []
        ackers: list[int | None] = []
        first = 0
        for (_, tasks, _), of_run in zip(runs, lives, strict=True):
            for place, operation in of_run[life] if life < len(of_run) else ():
                for acker in _reached(operation, tasks):
                    operations.append(Tick() if isinstance(operation, Tick) else operation)
                    places.append(place)
                    ackers.append(first + acker)
            first += tasks
        stream.put(operations, places, ackers)
        if life < last:
            StreamProcess(stream.folder).kill_in(life)


def _lives(number: int, operations: Sequence[AckerOperation | Restart]) -> list[list[tuple[Place, AckerOperation]]]:
    """Return the operations of a run between its restarts, with their places."""
    lives: list[list[tuple[Place, AckerOperation]]] = [[]]
    for index, operation in enumerate(operations):
        if isinstance(operation, Restart):
            lives.append([])
        else:
            lives[-1].append(((number, index), operation))
    return lives


def _reached(operation: AckerOperation, tasks: int) -> Sequence[int]:
    if isinstance(operation, Tick):
        return range(tasks) if operation.acker is None else [operation.acker]
    return [acking.acker_index(operation.root, tasks)]
