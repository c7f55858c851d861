"""Runs of the suite as logs of messages, for targets that take whole logs."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, TypeVar, cast

import acking
import ackproof
from ackproof.components import Operation, Result
from ackproof.components.acker import AckerOperation, AckerResult, Notification, Tick
from ackproof.components.fields import Long
from ackproof.errors import Refused, TargetBroke, TargetUnavailable
from ackproof.target import PROFILES, Component, Config, Description, Run
from attrs import define, field

if TYPE_CHECKING:
    import pyarrow as pa  # type: ignore[import-untyped]  # it brings no types

    from ackproof_adapters.spark.transport.sizes import TrackingSizes

Place = tuple[int, int]
"""The number of a run, and the index of an operation in it."""


_Kind = TypeVar("_Kind", bound=Hashable)

Tracked = Callable[[Sequence[tuple[Config, Sequence[AckerOperation]]]], Sequence[Sequence[AckerResult]]]
"""A function that tracks runs, given with their configurations, each by itself; it returns the result of each
operation.
"""


@define(kw_only=True)
class WholeLogTarget:
    """A target that takes whole logs, any number of them at once, with any number of acker tasks.

    Its ackers begin without records. So a component keeps every operation that it was given, and each `apply` tracks
    all of them again. `packages` are those whose versions are shown as its version, by their displayed names.
    """

    name: str
    packages: Mapping[str, str]
    missing: Callable[[], str | None]
    tracked: Tracked
    capabilities: frozenset[str] = frozenset({"acker-tasks"})
    jobs: str = "Spark jobs"
    """See `ackproof.target.JobTarget`."""

    def describe(self) -> Description:
        """Claim the acker, with any number of acker tasks. Raise `TargetUnavailable` if a package is missing."""
        versions = ", ".join(f"{label} {self._version(package)}" for label, package in self.packages.items())
        return Description(
            name=self.name,
            version=f"{ackproof.__version__} on {versions}",
            language="python",
            components=("acker",),
            capabilities=self.capabilities,
        )

    def open(self, component: str, config: Config) -> Component:
        """Make acker tasks without records. Raise `Refused` for another component or an unknown profile."""
        self._require_acker(component, config)
        return _Ackers(config, self.tracked)

    def run_all(self, runs: Sequence[Run]) -> Sequence[Sequence[Result]]:
        """Track all runs. Raise `Refused` as `open` does."""
        for run in runs:
            self._require_acker(run.component, run.config)
        return self.tracked([(run.config, of_acker(run.operations)) for run in runs])

    def close(self) -> None:
        """There is nothing to release: the session belongs to the process."""

    def _version(self, package: str) -> str:
        try:
            return version(package)
        except PackageNotFoundError as error:
            raise TargetUnavailable(f"{self.name} is not available here: {self.missing()}") from error

    def _require_acker(self, component: str, config: Config) -> None:
        if component != "acker":
            raise Refused(f"{self.name} is an acker and has no {component}")
        if config.profile not in PROFILES:
            raise Refused(f"{self.name} has no profile {config.profile!r}; it has {', '.join(PROFILES)}")
        if config.tasks < 1:
            raise Refused(f"{config.tasks} acker tasks; {self.name} needs at least one")


def of_acker(operations: Sequence[Operation]) -> Sequence[AckerOperation]:
    """Return operations for an acker, which gets no others."""
    return cast("Sequence[AckerOperation]", operations)


@define
class _Ackers:
    config: Config
    tracked: Tracked
    operations: tuple[AckerOperation, ...] = field(default=(), init=False)

    def apply(self, operations: Sequence[Operation]) -> Sequence[Result]:
        log = (*self.operations, *of_acker(operations))
        results = self.tracked([(self.config, log)])[0]
        before, self.operations = len(self.operations), log
        return results[before:]

    def close(self) -> None:
        pass


def by_kind(
    runs: Sequence[tuple[Config, Sequence[AckerOperation]]],
    kind_of: Callable[[Config, Sequence[AckerOperation]], _Kind],
    tracked: Callable[[_Kind, Sequence[tuple[Config, Sequence[AckerOperation]]]], Sequence[Sequence[AckerResult]]],
    at_once: int = 1,
) -> Sequence[Sequence[AckerResult]]:
    """Track the runs of each kind together; return the results in the order of the runs.

    `tracked` is called in `at_once` threads.
    """
    alike: dict[_Kind, list[int]] = defaultdict(list)
    for number, run in enumerate(runs):
        alike[kind_of(*run)].append(number)
    results: dict[int, Sequence[AckerResult]] = {}
    with ThreadPoolExecutor(at_once) as threads:
        each = threads.map(lambda kind: tracked(kind, [runs[number] for number in alike[kind]]), alike)
        for numbers, found in zip(alike.values(), each, strict=True):
            results.update(zip(numbers, found, strict=True))
    return [results[number] for number in range(len(runs))]


def in_a_row(
    runs: Sequence[tuple[int, Sequence[AckerOperation]]], profile: str
) -> tuple[list[AckerOperation], list[Place | None]]:
    """Return the operations of all runs, one run after the other, and the place of each; a tick between has none.

    There are as many ticks between two runs as the profile has buckets, so no record survives them. An acker whose
    records do would carry them from one run into the next. But it breaks the rules on expiry too, within a run, and a
    run that is tried alone is a log of its own.
    """
    operations: list[AckerOperation] = []
    places: list[Place | None] = []
    for number, run in runs:
        ticks = acking.PROFILES[profile].buckets if operations else 0
        operations += [Tick()] * ticks + list(run)
        places += [None] * ticks + [(number, index) for index in range(len(run))]
    return operations, places


def of_places(
    notifications: "pa.Table", places: Sequence[Place | None], results: list[list[AckerResult]]
) -> list[list[AckerResult]]:
    """Assign notifications, in the order of `seq`, to the results of the operations at these places (`in_a_row`)."""
    for row in notifications.to_pylist():
        place = places[row["seq"]]
        if place is None:
            raise TargetBroke(f"a tick between two runs caused the notification {row}")
        number, index = place
        notification = Notification(row["kind"], Long(row["root"]), row["spout_task"])
        results[number][index] = AckerResult((*results[number][index].notifications, notification))
    return results


SHORTEST_PIECE, MOST_PIECES = 40, 60
"""The length of a piece of a log of runs, or more if there were too many pieces: each has a run of messages for each
acker task.
"""
SHORTEST_STRETCH, MOST_STRETCHES = 16, 1000
"""The number of messages of a log of runs that are given to a kernel at once, or more if there were too many stretches:
a stretch costs as much as some thousand messages, and a log of a size rule has a hundred thousand of them.
"""


def stretch(messages: int, shortest: int = SHORTEST_STRETCH) -> int:
    """Return how many messages of a log of that length are given to a kernel at once: few, to test the state between
    two stretches.
    """
    return max(shortest, messages // MOST_STRETCHES)


def tiny_sizes(messages: int) -> "TrackingSizes":
    """Return sizes that test transport through files in a log of that length."""
    from ackproof_adapters.spark.transport.sizes import TrackingSizes  # noqa: PLC0415  # only now is Spark known to be there

    return TrackingSizes(
        piece_rows=max(SHORTEST_PIECE, messages // MOST_PIECES),
        window=stretch(messages),
        range_rows=max(500, messages // MOST_PIECES),
    )


def messages_of(operations: Sequence[AckerOperation], ackers: Sequence[int | None] = (), first: int = 0) -> "pa.Table":
    """Return operations as messages; `seq` counts from `first`. With `ackers` each has its acker task."""
    import pyarrow as pa  # noqa: PLC0415  # only now is it known to be there

    int32, int64 = pa.int32(), pa.int64()
    acker_of_each = ackers or [getattr(operation, "acker", None) for operation in operations]
    return pa.table(
        {
            "seq": pa.array(range(first, first + len(operations)), int64),
            "op": pa.array([operation.op for operation in operations], pa.string()),
            "root": pa.array([getattr(operation, "root", None) for operation in operations], int64),
            "value": pa.array([getattr(operation, "value", None) for operation in operations], int64),
            "spout_task": pa.array([getattr(operation, "task", None) for operation in operations], int32),
            "acker": pa.array(acker_of_each, int32),
        }
    )
