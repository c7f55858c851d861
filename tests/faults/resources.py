"""Commands that are short of something: room on the disk at each file that they write, file handles, memory.

A command that cannot do its work says so in a sentence. What it writes is whole or not there, an earlier result stays,
and nothing is left behind.
"""

import resource
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from common.started import command, left, started

from .inputs import a_witness, json_lines
from .signals import KEPT, TARGET, without_spark, wrong_results
from .trials import Outcome, Part, Trial

COMMANDS: dict[str, tuple[str, ...]] = {
    "certify": ("certify", "reference", "--rule", "ACK-0?", "--examples", "20"),
    "certify, violation": ("certify", "ackproof.examples.forgetful:make", "--rule", "ACK-0[37]", "--examples", "60"),
    "certify -n": ("certify", "reference", "--rule", "ACK-0?", "--examples", "20", "-n", "2"),
    "certify exec": ("certify", TARGET, "--rule", "ACK-0?", "--examples", "20"),
    "explore": ("explore", "--variant", "zero-first", "--tuples", "2", "--out", "out.json"),
    "mutants": ("mutants", "map-get-refreshes", "--matrix", "--examples", "5", "--out", "out.json"),
    "replay": ("replay", "witness.json", "reference", TARGET),
    "smoke": ("smoke", TARGET),
    "rules": ("rules",),
    "track JSON lines": ("track", "log.jsonl", "--acker-tasks", "2", "--out", "out"),
}
WRITE = ("certify", "certify, violation", "certify -n", "explore", "mutants", "track JSON lines")
WORDS = {
    resource.RLIMIT_FSIZE: "bytes of a file",
    resource.RLIMIT_NOFILE: "file handles",
    resource.RLIMIT_AS: "bytes of memory",
}
HANDLES = (3, 4, 5, 6, 8, 10, 12, 14, 16, 20, 24, 32, 48)
MEGABYTES = (30, 60, 90, 120, 160, 220, 300, 500)
SEMAPHORE = 32
"""Bytes of a file that each semaphore is: with fewer, no process is started with `-n`, and nothing is found."""

LONGEST = 120.0
FAILED = 2
DONE = (0, 1, 5)


def tried(folder: Path, name: str, limit: int, value: int, planted: str = "") -> Outcome:
    """Run a command with a limit on one of its resources; return what is wrong with what came of it."""
    temporary = folder / "temporary"
    temporary.mkdir()
    (folder / "witness.json").write_bytes(a_witness())
    (folder / "log.jsonl").write_bytes(json_lines(2_000))
    (folder / "out.json").write_text(KEPT, encoding="utf-8")
    process = started(
        folder,
        temporary,
        *COMMANDS[name],
        planted=planted,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=_limited(limit, value),
    )
    faults = []
    try:
        out, err = process.communicate(timeout=LONGEST)
    except subprocess.TimeoutExpired:
        faults.append(f"goes on for {LONGEST} s")
        process.kill()
        out, err = process.communicate()
    faults += [f"left a process: {each:.200}" for each in left(folder)]
    faults += [f"left {path.name}" for path in temporary.iterdir() if path.name.startswith(".ackproof")]
    faults += wrong_results(folder, "witness.json")
    written = err.decode(errors="replace")
    if limit == resource.RLIMIT_FSIZE:
        if "Traceback" in written:
            faults.append(f"shows a traceback: {written[-300:]!r}")
        starts = "-n" not in COMMANDS[name] or value >= SEMAPHORE
        began = starts and not name.startswith("track") and "cannot write into" not in written
        if process.returncode == FAILED and began and not out:
            faults.append("does not show what it found")
        elif process.returncode not in DONE and process.returncode != FAILED:
            faults.append(f"ended with {process.returncode}: {written[-300:]!r}")
    elif process.returncode in DONE and not out and "ackproof/start.py" in written:
        faults.append(f"ended with {process.returncode}, as a verdict does, and has said nothing")
    elif "this is a bug in ackproof" in written:
        faults.append(f"calls it a bug of its own: {written[-300:]!r}")
    what = {resource.RLIMIT_FSIZE: "bytes of a file", resource.RLIMIT_NOFILE: "file handles"}.get(
        limit, "bytes of memory"
    )
    counts = {
        "commands short of something": 1,
        f"short of {what}": 1,
        "did their work all the same": int(process.returncode in DONE),
    }
    return Outcome(counts, tuple(f"{name} with {value} {what}: {each}" for each in faults))


def _limited(limit: int, value: int) -> Callable[[], None]:
    return lambda: resource.setrlimit(limit, (value, value))


@cache
def sizes(name: str) -> dict[str, int]:
    """Return the files that a command writes, and their sizes, which follow the clock a little."""
    with TemporaryDirectory() as made:
        folder = Path(made)
        (folder / "witness.json").write_bytes(a_witness())
        (folder / "log.jsonl").write_bytes(json_lines(2_000))
        before = {*folder.iterdir()}
        subprocess.run(command(COMMANDS[name]), cwd=folder, capture_output=True, check=False)
        written = sorted(path for path in {*folder.rglob("*")} - before if path.is_file())
        return {str(path.relative_to(folder)): path.stat().st_size for path in written}


def _trial(name: str, limit: int, value: int) -> Trial:
    return Trial(f"{name} {limit} {value}", lambda folder: tried(folder, name, limit, value))


def _no_room_for(name: str, file: str, share: str) -> Trial:
    """Return a trial with too little room for a file, whatever its size is this time."""

    def run(folder: Path) -> Outcome:
        size = sizes(name)[file]
        return tried(folder, name, resource.RLIMIT_FSIZE, size - 1 if share == "all but a byte" else size // 2)

    return Trial(f"{name}, {file}, {share}", run)


def names() -> list[str]:
    """Return the commands that can be run here."""
    return [name for name in COMMANDS if not (name.startswith("track") and without_spark())]


def trials() -> Iterator[Trial]:
    """Yield a limit just below the size of each file that is written, and few handles and bytes."""
    for name in names():
        if name in WRITE:
            yield from (_trial(name, resource.RLIMIT_FSIZE, value) for value in (0, 1))
            yield from (_no_room_for(name, file, share) for file in sizes(name) for share in ("half", "all but a byte"))
        if not name.startswith("track"):  # a JVM needs more than that to begin with
            for value in HANDLES:
                yield _trial(name, resource.RLIMIT_NOFILE, value)
            for value in MEGABYTES:
                yield _trial(name, resource.RLIMIT_AS, value << 20)


def few() -> Iterator[Trial]:
    """Yield one of each kind."""
    yield _trial("certify, violation", resource.RLIMIT_FSIZE, 1_000)
    yield _trial("smoke", resource.RLIMIT_NOFILE, 8)
    yield _trial("replay", resource.RLIMIT_AS, 60 << 20)


PART = Part(
    "resources",
    "commands that find no room on the disk, no file handles, little memory",
    trials,
    few,
    lack=lambda: "limits are there on Linux alone" if sys.platform != "linux" else None,
)
