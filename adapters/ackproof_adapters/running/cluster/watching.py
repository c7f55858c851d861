"""Looks at the journals of a run while they grow: which processes are there, with which tasks, and is it quiet."""

import json
import time
from collections import Counter
from pathlib import Path
from typing import Any

from attrs import define, field

TICKING = frozenset({"tick", "stalled", "over"})
"""What happens by itself."""


@define(kw_only=True)
class Growing:
    """The journal of a process, as far as it was read. Times are in microseconds of the monotonic clock."""

    path: Path
    process: int
    begun: int
    tasks: set[str] = field(factory=set)
    opened: set[str] = field(factory=set)
    """Those of them that take messages now; of an acker task nobody sees it."""
    last_event: int = 0
    ticks: Counter[str] = field(factory=Counter)
    """The ticks of each acker task since then."""
    _read: int = 0

    @property
    def is_alive(self) -> bool:
        """Whether the process is there."""
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
class Watch:
    """The journals in a folder."""

    folder: Path
    journals: dict[Path, Growing] = field(factory=dict)

    def look(self) -> None:
        """Read what was added to them, and find new ones."""
        for path in sorted(self.folder.glob("*.jsonl")):
            if path not in self.journals:
                process, begun = path.stem.split("-")
                self.journals[path] = Growing(path=path, process=int(process), begun=int(begun) // 1000)
            self.journals[path].grow()

    def tasks(self) -> dict[str, Growing]:
        """Return the tasks of the processes that are there, each with the journal of the youngest that has it."""
        living = sorted((each for each in self.journals.values() if each.is_alive), key=lambda each: each.begun)
        return {task: each for each in living for task in each.tasks}

    @property
    def last_event(self) -> int:
        """When anything happened last."""
        return max((each.last_event for each in self.journals.values()), default=0)


def is_alive(process: int) -> bool:
    """Whether a process is there and has not ended: one that nobody has asked for its end yet has."""
    try:
        stat = Path(f"/proc/{process}/stat").read_bytes()
    except OSError:
        return False
    return stat.rpartition(b")")[2].split()[0] not in (b"Z", b"X")


def now() -> int:
    """Return the time as journals have it: the clock of the JVM is this one."""
    return time.monotonic_ns() // 1000
