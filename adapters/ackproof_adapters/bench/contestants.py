"""The contestants of a bench: targets that have an acker, each with its way, and others for comparison."""

from collections.abc import Callable, Sequence

import ackproof
from ackproof.engine.discovery.discover import find
from ackproof.engine.driver import Driver, require_profile
from ackproof.errors import AckproofError, TargetBroke, UsageError
from ackproof.target import Description, Target
from ackproof.text.suggestions import nearest, question
from attrs import frozen

from ackproof_adapters.bench.logs.stream import LogPlan
from ackproof_adapters.bench.ways.arrays import BandwidthWay, KernelWay, PythonWay
from ackproof_adapters.bench.ways.spark import BitXorWay, ParquetByPath, ShardsWay, SparkLogs
from ackproof_adapters.bench.ways.storm import Loop, StormWay, loops_of
from ackproof_adapters.bench.ways.way import Alone, ByOperations, LogTarget, Way


@frozen
class Entry:
    """One row of the report: a target as the user named it, and the loop if it is run in several."""

    target: str
    loop: Loop | None = None

    @property
    def label(self) -> str:
        """Its name in the report."""
        return self.target if self.loop is None else f"{self.target} {self.loop.label}"


OWN_WAYS: dict[str, Callable[[int], Way]] = {
    "kernel": KernelWay,
    "spark-batch": lambda _: Alone(SparkLogs()),
    "spark-parquet": lambda _: Alone(ParquetByPath()),
    "spark-shards": ShardsWay,
}
"""Targets that have a way of their own, by name: the factory of the way, given the number of cores."""

COMPARED: dict[str, tuple[str, Callable[[int], Way]]] = {
    "python-dict": ("an acker in plain Python", lambda _: PythonWay()),
    "spark-bit-xor": ("an aggregation in Spark; no acker", lambda _: BitXorWay()),
    "memory-bandwidth": ("a bound; no acker", BandwidthWay),
}
"""Contestants that are no targets, for comparison: a description, and the factory of the way."""


def entries(names: Sequence[str], cores: int) -> list[Entry]:
    """Return the rows for names of targets on so many cores: a real acker of Storm has several."""
    return [Entry(name, loop) for name in names for loop in loops_of(name, cores) or (None,)]


def require_known(names: Sequence[str]) -> None:
    """Raise `UsageError` if there is no contestant of one of these names, `TargetUnavailable` if it cannot run here."""
    for name in names:
        if name not in COMPARED:
            _found(name).close()


def _found(name: str) -> Driver:
    try:
        return find(name)
    except UsageError as error:
        near = nearest(name, COMPARED)
        raise UsageError(f"no target {name!r}; {question(near)}" if near else str(error)) from error


def enter(entry: Entry, plan: LogPlan, cores: int) -> tuple[Description, Way]:
    """Make the way of an entry. Raise `UsageError` if it cannot track the log, `TargetUnavailable` if it cannot run."""
    if entry.target in COMPARED:
        what, make = COMPARED[entry.target]
        return Description(name=what, version=ackproof.__version__, language="python", components=("acker",)), make(
            cores
        )
    driver = _found(entry.target)
    try:
        _require_fit(driver, plan)
        description = driver.describe()
    finally:
        driver.close()
    if entry.loop is not None:
        return description, StormWay(entry.target, entry.loop)
    if entry.target in OWN_WAYS:
        return description, OWN_WAYS[entry.target](cores)
    return description, way_of(_started(driver))


def way_of(target: Target) -> Way:
    """Return the way of a target: `Alone`, if it can track a log by itself."""
    return Alone(target) if isinstance(target, LogTarget) else ByOperations(target)


def _started(driver: Driver) -> Target:
    """Return a new target for the bench: a driver does not hand out its own, and wraps its results."""
    try:
        return driver.factory()
    except AckproofError:
        raise
    except Exception as error:
        raise TargetBroke(f"{driver.name} failed to start: {type(error).__name__}: {error}") from error


def _require_fit(driver: Driver, plan: LogPlan) -> None:
    """Raise `UsageError` if a target does not claim the profile, the acker or an operation of the log."""
    require_profile(driver, plan.profile)
    description = driver.describe()
    if "acker" not in description.components:
        raise UsageError(f"{driver.name} has no acker; it has {', '.join(description.components)}")
    lacking = [op for op in ("init", "ack", "fail", "tick") if not description.has_operation(op)]
    if lacking:
        raise UsageError(f"{driver.name} does not take {', '.join(lacking)}, which the log has")
    # A loop over a real acker has one instance for each acker task.
    if plan.acker_tasks > 1 and "acker-tasks" not in description.capabilities and not loops_of(driver.name, 1):
        raise UsageError(f"{driver.name} has one acker task and does not route; bench it with --acker-tasks 1")
