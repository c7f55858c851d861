"""Reads the journals of a run while they grow: which processes run, with which tasks, and whether the run is quiet."""

import json
import time
from collections import Counter
from pathlib import Path
from typing import Any

from attrs import define, field

TICKING = frozenset({"tick", "stalled", "over"})
"""Lines that are written without any message."""


@define(kw_only=True)
class GrowingJournal:
    """The journal of a process, as far as it was read. Times are in microseconds of the monotonic clock."""

    path: Path
    process: int
    begun: int
    tasks: set[str] = field(factory=set)
    opened: set[str] = field(factory=set)
    """Its tasks that take messages now; a journal does not show that for an acker task."""
    last_event: int = 0
    ticks: Counter[str] = field(factory=Counter)
    """The ticks of each acker task since then."""
    _read: int = 0

    @property
    def is_alive(self) -> bool:
        """Whether the process runs."""
        return is_alive(self.process)

    def grow(self) -> None:
        """Read what was added."""
        with self.path.open("rb") as file:
            file.seek(self._read)
            whole = file.read().rpartition(b"\n")[0]
        self._read += len(whole) + 1 if whole else 0
        for line in whole.splitlines():
            self._take(json.loads(line))

    def _take(self, line: dict[str, Any]) -> None:
        if line["what"] == "began":
            self.tasks.add(line["task"])
        if line["what"] == "opened":
            self.opened.add(line["task"])
        if line["what"] == "tick":
            self.ticks[line["task"]] += 1
        elif line["what"] not in TICKING:
            self.last_event = line["at"]
            self.ticks.clear()


@define
class JournalWatch:
    """The journals in a folder."""

    folder: Path
    journals: dict[Path, GrowingJournal] = field(factory=dict)

    def look(self) -> None:
        """Read what was added to them, and find new ones."""
        for path in sorted(self.folder.glob("*.jsonl")):
            if path not in self.journals:
                process, begun = path.stem.split("-")
                self.journals[path] = GrowingJournal(path=path, process=int(process), begun=int(begun) // 1000)
            self.journals[path].grow()

    def tasks(self) -> dict[str, GrowingJournal]:
        """Return the tasks of the running processes, each with the journal of the youngest process that has it."""
        living = sorted((each for each in self.journals.values() if each.is_alive), key=lambda each: each.begun)
        return {task: each for each in living for task in each.tasks}

    @property
    def last_event(self) -> int:
        """The time of the last event."""
        return max((each.last_event for each in self.journals.values()), default=0)


def is_alive(process: int) -> bool:
    """Whether a process exists and has not ended: a zombie counts as ended."""
    try:
        stat = Path(f"/proc/{process}/stat").read_bytes()
    except OSError:
        return False
    return stat.rpartition(b")")[2].split()[0] not in (b"Z", b"X")


def now() -> int:
    """Return the time of the clock that journals use: it is that of the JVM."""
    return time.monotonic_ns() // 1000
