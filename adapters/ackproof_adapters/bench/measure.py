"""Measuring: rounds in which every target takes the log once, and after every run the check of what it wrote.

Targets take turns (A B A B …) and not one after the other (A A B B …): machines drift, and what drifts in a round
hits all. Warm-up rounds are like the others, and their timings are kept apart. A target that was wrong or broke is
out: a wrong acker has no speed.

Outside of the timed region, before each run: the log is read, so that it is in the page cache, and garbage of the run
before is collected.
"""

import gc
import shutil
from collections.abc import Callable, Sequence
from enum import Enum
from pathlib import Path
from time import perf_counter

import pyarrow as pa  # type: ignore[import-untyped]  # it brings no types
from ackproof.errors import AckproofError, Refused, SuiteError
from ackproof.target import Config, Description
from attrs import define, field, frozen

from ackproof_adapters.bench.check import difference
from ackproof_adapters.bench.ways import Way

TIMED_REGION = (
    "one call: from the log in a Parquet file on disk, in the page cache, to all notifications in Parquet files on disk"
)


class Outcome(Enum):
    """How a target came through all of its runs."""

    MEASURED = "measured"
    WRONG = "wrong"
    BROKE = "broke"


@frozen
class Timing:
    """One run, in seconds. `applying` is the part within `Component.apply`, where the bench called that."""

    seconds: float
    applying: float | None = None


@define
class Contestant:
    """A target in the bench, and what became of it. `error` says what went wrong, unless it was measured."""

    name: str
    description: Description
    way: Way
    warmup: list[Timing] = field(factory=list, init=False)
    runs: list[Timing] = field(factory=list, init=False)
    outcome: Outcome = field(default=Outcome.MEASURED, init=False)
    error: str | None = field(default=None, init=False)

    @property
    def seconds(self) -> list[float]:
        """The timings that count."""
        return [run.seconds for run in self.runs]


@frozen
class Task:
    """What every run does: track the log in the file `log` by ackers of `config`. `folder` takes what is written."""

    log: Path
    folder: Path
    config: Config
    expected: pa.Table = field(repr=False)


def measure(
    contestants: Sequence[Contestant], task: Task, *, warmup: int, runs: int, tell: Callable[[str], None]
) -> None:
    """Run all rounds. `tell` is told, in a few words, what is about to be done."""
    for number in range(warmup + runs):
        is_warmup = number < warmup
        label = f"warm-up {number + 1} of {warmup}" if is_warmup else f"run {number - warmup + 1} of {runs}"
        for contestant in contestants:
            if contestant.outcome is Outcome.MEASURED:
                tell(f"{label}: {contestant.name}")
                _take_turn(contestant, task, contestant.warmup if is_warmup else contestant.runs)


def _take_turn(contestant: Contestant, task: Task, timings: list[Timing]) -> None:
    notifications = task.folder / "notifications"
    try:
        timings.append(_timed(contestant.way, task, notifications))
    except SuiteError:
        raise
    except Exception as error:  # noqa: BLE001 - a target is somebody else's code, and may raise anything
        contestant.outcome, contestant.error = Outcome.BROKE, _in_one_line(error)
    else:
        wrong = difference(task.expected, notifications)
        if wrong is not None:
            contestant.outcome, contestant.error = Outcome.WRONG, wrong
    finally:
        _remove(notifications)


def _timed(way: Way, task: Task, notifications: Path) -> Timing:
    task.log.read_bytes()
    gc.collect()
    begun = perf_counter()
    applying = way.track(task.log, notifications, task.config)
    return Timing(perf_counter() - begun, applying)


def _in_one_line(error: Exception) -> str:
    first_line = next(iter(str(error).strip().splitlines()), "(no message)")
    return first_line if isinstance(error, AckproofError | Refused) else f"{type(error).__name__}: {first_line}"


def _remove(notifications: Path) -> None:
    if notifications.is_dir():
        shutil.rmtree(notifications)
    else:
        notifications.unlink(missing_ok=True)
