"""Measuring: in each round every contestant tracks the log once, and after each run its notifications are checked.

Contestants take turns (A B A B …), because the speed of a machine drifts: so a drift hits all of them. Warm-up rounds
are like the others, and their timings are kept apart. A contestant that was wrong or broke is not run again: a wrong
acker has no speed.

Before each run, outside of the timed region, the log is read, so that it is in the page cache. A contestant that dozes
while the others run tracks the beginning of the log first.
"""

import shutil
from collections.abc import Callable, Sequence
from enum import Enum
from pathlib import Path

from ackproof.errors import SuiteError
from ackproof.target import Description
from attrs import define, field, frozen

from ackproof_adapters.bench.logs.log import Log
from ackproof_adapters.bench.ways.way import Timing, Way
from ackproof_adapters.bench.worker import in_one_line

PIECE = 1 << 24


class Measurement(Enum):
    """The outcome of all runs of a contestant."""

    MEASURED = "measured"
    WRONG = "wrong"
    BROKE = "broke"


@define(kw_only=True)
class Contestant:
    """A contestant with its log, its timings and its outcome. `error` says what went wrong, if anything did.

    `waking` is a shorter log for a contestant that dozes; for others it is the same.
    """

    name: str
    description: Description
    way: Way
    log: Log
    waking: Log
    warmup: list[Timing] = field(factory=list, init=False)
    runs: list[Timing] = field(factory=list, init=False)
    outcome: Measurement = field(default=Measurement.MEASURED, init=False)
    error: str | None = field(default=None, init=False)

    @property
    def messages(self) -> int:
        """The messages of its log."""
        return self.log.shape.messages

    @property
    def seconds(self) -> list[float]:
        """The timings of the measured runs."""
        return [run.seconds for run in self.runs]


@frozen
class Rounds:
    """How often each contestant tracks the log: `runs` that are measured, and `warmup` before them."""

    warmup: int
    runs: int


def measure(contestants: Sequence[Contestant], folder: Path, rounds: Rounds, progress: Callable[[str], None]) -> None:
    """Run all rounds; notifications go to `folder`. `progress` is called with what comes next, in a few words."""
    warmup = rounds.warmup
    for number in range(warmup + rounds.runs):
        is_warmup = number < warmup
        label = f"warm-up {number + 1} of {warmup}" if is_warmup else f"run {number - warmup + 1} of {rounds.runs}"
        for contestant in contestants:
            if contestant.outcome is Measurement.MEASURED:
                progress(f"{label}: {contestant.name}")
                _take_turn(contestant, folder, contestant.warmup if is_warmup else contestant.runs)


def _take_turn(contestant: Contestant, folder: Path, timings: list[Timing]) -> None:
    log, notifications = contestant.log, folder / "notifications"
    try:
        if contestant.way.dozes:
            contestant.way.track(contestant.waking, notifications)
            _remove(notifications)
        _read(log.parquet if contestant.way.needs_parquet else log.shards)
        timing = contestant.way.track(log, notifications)
        wrong = contestant.way.check(log, notifications)
    except SuiteError:
        raise
    except Exception as error:  # noqa: BLE001 - a target is somebody else's code, and may raise anything
        contestant.outcome, contestant.error = Measurement.BROKE, in_one_line(error)
    else:
        timings.append(timing)
        if wrong is not None:
            contestant.outcome, contestant.error = Measurement.WRONG, wrong
    finally:
        _remove(notifications)


def _read(path: Path) -> None:
    """Bring a file, or all files of a folder, into the page cache."""
    for file in sorted(path.iterdir()) if path.is_dir() else [path]:
        with file.open("rb") as content:
            while content.read(PIECE):
                pass


def _remove(notifications: Path) -> None:
    if notifications.is_dir():
        shutil.rmtree(notifications)
    else:
        notifications.unlink(missing_ok=True)
