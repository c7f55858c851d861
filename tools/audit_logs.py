"""Write debug logs of Storm of any size, for `ackproof audit`: `python -m tools.audit_logs DIR`.

One piece is rendered from the parts of the reference (`tests/audit/rendered.py`), with one tree in a hundred that is
not done. It is written again and again, later each time, with other ids. Every relation between ids is an xor, so ids
are changed by a linear map over bits: what was balanced stays balanced.

Each worker has a folder, with its log rolled at 100 MB. Beside them is `truth.json`: the number of trees, and of those
with each cause.
"""

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta
from operator import itemgetter
from pathlib import Path
from typing import IO

import numpy as np
import numpy.typing as npt
from attrs import define, field

ROOT = Path(__file__).resolve().parents[1]
sys.path.append(str(ROOT / "tests"))

from audit.rendered import RELEASES, Plan, Rendered  # noqa: E402 - it lies with the tests

ROLLED_AT = 100_000_000
TREES = 6_400
"""Trees of the piece: some 200,000 lines."""

APART = 5
"""Milliseconds between two trees."""

FAULTS = ("forget", "fail", "twice", "after", "lose", "late notification")
"""The faults that do not delay other trees."""

_PARTS = re.compile(r"-?\d{13,19}|(?<=^)2026-\d\d-\d\d \d\d:\d\d:\d\d")
_STARTS = ("Launching worker", "Loading executor")


@define
class _Template:
    """The lines of a worker as indices in a list: of constant parts, then of times, then of ids."""

    places: list[int] = field(factory=list)
    words: dict[str, int] = field(factory=dict)


@define
class Piece:
    """A rendered piece, which can be written again with other ids and times."""

    workers: int
    release: str
    trees: int = TREES
    lines: int = field(init=False, default=0)
    causes: Counter[str] = field(init=False, factory=Counter)
    starts: list[bytes] = field(init=False)
    _templates: list[_Template] = field(init=False)
    _times: dict[str, int] = field(init=False, factory=dict)
    _ids: dict[str, int] = field(init=False, factory=dict)
    _values: npt.NDArray[np.uint64] = field(init=False)
    _length: timedelta = field(init=False)
    _copies: int = field(init=False, default=0)

    def __attrs_post_init__(self) -> None:
        plans = [
            Plan(at=APART * number, spout=3 + number % 2, fault="" if number % 100 else FAULTS[number // 100 % 6])
            for number in range(self.trees)
        ]
        rendered = Rendered(plans, release=self.release, workers=self.workers, seed=1).run()
        for truths in rendered.truth.values():
            causes = [each[0] for each in truths if each is not None]
            self.causes[causes[0] if None not in truths else "done"] += 1
        text = [[line.decode() for line in lines] for lines in rendered.lines]
        first = [[line for line in lines if any(each in line for each in _STARTS)] for lines in text]
        self.starts = ["".join(f"{line}\n" for line in lines).encode() for lines in first]
        rest = [[line for line in lines if not any(each in line for each in _STARTS)] for lines in text]
        self.lines = sum(map(len, rest))
        split = [[self._parts(line) for line in lines] for lines in rest]
        self._templates = [self._template(lines) for lines in split]
        self._values = np.array([int(each) for each in self._ids], np.int64).view(np.uint64)
        times = sorted(self._times)
        self._length = datetime.fromisoformat(times[-1]) - datetime.fromisoformat(times[0]) + timedelta(seconds=1)

    def _parts(self, line: str) -> list[str]:
        at, parts = 0, list[str]()
        for found in _PARTS.finditer(line):
            parts += [line[at : found.start()], found[0]]
            self._note(found[0])
            at = found.end()
        return [*parts, line[at:] + "\n"]

    def _note(self, part: str) -> None:
        known = self._times if part.startswith("2026-") else self._ids
        known.setdefault(part, len(known))

    def _template(self, lines: Sequence[Sequence[str]]) -> _Template:
        made = _Template()
        times, ids = len(self._times), len(self._ids)
        for parts in lines:
            for place, part in enumerate(parts):
                if place % 2 == 0:
                    made.places.append(times + ids + made.words.setdefault(part, len(made.words)))
                else:
                    made.places.append(self._times[part] if part in self._times else times + self._ids[part])
        return made

    def written(self) -> list[bytes]:
        """Return the lines of each worker, later than those before, and with new ids."""
        later = self._copies * self._length
        times = [str(datetime.fromisoformat(each) + later) for each in self._times]
        ids = [str(each) for each in self._values.view(np.int64).tolist()]
        self._copies += 1
        x = self._values
        for shift in (13, -7, 17):  # a step of xorshift: linear, and its period is all numbers except zero
            x = x ^ (x << np.uint64(shift) if shift > 0 else x >> np.uint64(-shift))
        self._values = x
        return [
            "".join(itemgetter(*each.places)([*times, *ids, *each.words])).encode() if each.places else b""
            for each in self._templates
        ]


@define
class _Rolling:
    """A worker's log, rolled as Storm does: the higher the number, the newer."""

    folder: Path
    _number: int = field(init=False, default=0)
    _stream: IO[bytes] | None = field(init=False, default=None)

    def write(self, content: bytes) -> None:
        """Write whole lines."""
        while content:
            if self._stream is None:
                self.folder.mkdir(parents=True, exist_ok=True)
                self._stream = (self.folder / "worker.log").open("wb")
            room = ROLLED_AT - self._stream.tell()
            end = len(content) if len(content) <= room else content.find(b"\n", max(room, 0)) + 1
            self._stream.write(content[:end])
            content = content[end:]
            if content:
                self._number += 1
                self._stream.close()
                (self.folder / "worker.log").rename(self.folder / f"worker.log.{self._number}")
                self._stream = None

    def close(self) -> None:
        """End the last file."""
        if self._stream is not None:
            self._stream.close()


def write_logs(folder: Path, lines: int, workers: int, release: str, trees: int = TREES) -> dict[str, object]:
    """Write logs of at least so many lines in all; return the truth about them."""
    piece = Piece(workers, release, trees)
    logs = [_Rolling(folder / str(6700 + worker)) for worker in range(workers)]
    for log, start in zip(logs, piece.starts, strict=True):
        log.write(start)
    copies = -(-lines // piece.lines)
    for _ in range(copies):
        for log, content in zip(logs, piece.written(), strict=True):
            log.write(content)
    for log in logs:
        log.close()
    truth = {
        "lines": copies * piece.lines + sum(each.count(b"\n") for each in piece.starts),
        "trees": copies * trees,
        "causes": {cause: copies * number for cause, number in piece.causes.items()},
    }
    (folder / "truth.json").write_text(json.dumps(truth, indent=1) + "\n")
    return truth


def main() -> None:
    """Write logs, and print the truth about them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--lines", type=int, default=1_000_000)
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument("--release", choices=RELEASES, default="2.8")
    options = parser.parse_args()
    print(json.dumps(write_logs(options.folder, options.lines, options.workers, options.release)))  # noqa: T201


if __name__ == "__main__":
    main()
