"""Commands with too little of a resource: disk space for each file that they write, file handles, memory.

A command that cannot do its work gives the reason in a sentence. Its files are complete or missing, an earlier result
is unchanged, and no files or processes are left behind.
"""

import resource
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from common.started import command, left, started

from .forked import Pipe, forking
from .inputs import RIGHT, a_witness, json_lines
from .signals import KEPT, without_spark, wrong_results
from .trials import Outcome, Part, Trial

RULES = ("--rule", "ACK-0[37]", "--examples", "8")
TARGET = f"exec:{RIGHT}"
COMMANDS: dict[str, tuple[str, ...]] = {
    "certify": ("certify", "reference", *RULES),
    "certify, violation": ("certify", "ackproof.examples.forgetful:make", "--rule", "ACK-0[37]", "--examples", "30"),
    "certify -n": ("certify", "reference", *RULES, "-n", "2"),
    "certify exec": ("certify", TARGET, *RULES),
    "explore": ("explore", "--variant", "zero-first", "--tuples", "2", "--out", "out.json"),
    "mutants": ("mutants", "map-get-refreshes", "--matrix", "--examples", "2", "--out", "out.json"),
    "replay": ("replay", "witness.json", "reference", TARGET),
    "smoke": ("smoke", TARGET),
    "rules": ("rules",),
    "track JSON lines": ("track", "log.jsonl", "--acker-tasks", "2", "--out", "out"),
}
AT_START = ("certify", "certify -n", "smoke", "rules")
"""Commands that are also limited in handles and memory from their first line on: all start alike."""

WRITE = ("certify", "certify, violation", "certify -n", "explore", "mutants", "track JSON lines")
WORDS = {
    resource.RLIMIT_FSIZE: "bytes of a file",
    resource.RLIMIT_NOFILE: "file handles",
    resource.RLIMIT_AS: "bytes of memory",
}
HANDLES = (3, 4, 5, 6, 8, 10, 12, 14, 16, 20, 24, 32, 48)
MEGABYTES = (30, 60, 90, 120, 160, 220, 300, 500)
BESIDES = (0, 1, 2, 4, 8, 16, 64)
"""Megabytes in addition to the memory of a command after its imports."""

SEMAPHORE = 32
"""Size in bytes of a semaphore's file: with a smaller limit, `-n` cannot start processes, and there are no findings."""

LONGEST = 120.0
FAILED = 2
DONE = (0, 1, 5)


def tried(  # noqa: PLR0913 - each is a way in which trials differ
    folder: Path, name: str, limit: int, value: int, planted: str = "", *, at_start: bool = False
) -> Outcome:
    """Run a command with a limit on one of its resources; return the faults in the result.

    The limit is set when all imports are done, or, `at_start`, from the first line on.
    """
    temporary = folder / "temporary"
    temporary.mkdir()
    (folder / "witness.json").write_bytes(a_witness())
    (folder / "log.jsonl").write_bytes(json_lines(2_000))
    (folder / "out.json").write_text(KEPT, encoding="utf-8")
    run = _started if at_start else _forked
    code, out, written, remained = run(folder, temporary, name, (limit, value), planted)
    faults = [f"goes on for {LONGEST} s"] if code is None else []
    faults += [f"left a process: {each:.200}" for each in remained]
    faults += [f"left {path.name}" for path in temporary.iterdir() if path.name.startswith(".ackproof")]
    faults += wrong_results(folder, "witness.json")
    if limit == resource.RLIMIT_FSIZE:
        if "Traceback" in written:
            faults.append(f"shows a traceback: {written[-300:]!r}")
        starts = "-n" not in COMMANDS[name] or value >= SEMAPHORE
        began = starts and not name.startswith("track") and "cannot write into" not in written
        if code == FAILED and began and not out:
            faults.append("does not show what it found")
        elif code is not None and code not in DONE and code != FAILED:
            faults.append(f"ended with {code}: {written[-300:]!r}")
    elif code in DONE and not out and (not at_start or "ackproof/start.py" in written):  # Python did not start
        faults.append(f"ended with {code}, as a verdict does, and has said nothing")
    elif "this is a bug in ackproof" in written:
        faults.append(f"calls it a bug of its own: {written[-300:]!r}")
    counts = {
        "commands short of something": 1,
        f"short of {WORDS[limit]}": 1,
        "from their start": int(at_start),
        "completed all the same": int(code in DONE),
    }
    what = WORDS[limit] + (" from its start" if at_start else "")
    return Outcome(counts, tuple(f"{name} with {value} {what}: {each}" for each in faults))


def _started(
    folder: Path, temporary: Path, name: str, limit: tuple[int, int], planted: str
) -> tuple[int | None, str, str, list[str]]:
    """Run a command with the limit from its first line on; return its exit code, its output on both streams, and the
    processes that are left.
    """
    process = started(
        folder,
        temporary,
        *COMMANDS[name],
        planted=planted,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=_limited(*limit),
    )
    code: int | None = None
    try:
        out, err = process.communicate(timeout=LONGEST)
        code = process.returncode
    except subprocess.TimeoutExpired:
        process.kill()
        out, err = process.communicate()
    return code, out.decode(errors="replace"), err.decode(errors="replace"), left(folder)


def _forked(
    folder: Path, temporary: Path, name: str, limit: tuple[int, int], planted: str
) -> tuple[int | None, str, str, list[str]]:
    """Run a command that has finished its imports; return the same."""
    out, err = (Pipe(folder / f".{each}") for each in ("stdout", "stderr"))
    code = forking().run(
        folder,
        temporary,
        *COMMANDS[name],
        planted=planted,
        streams=(out.path, err.path),
        seconds=LONGEST,
        limits=dict([limit]),
    )
    remained = forking().left()
    return code, out.read(), err.read(), remained


def _limited(limit: int, value: int) -> Callable[[], None]:
    return lambda: resource.setrlimit(limit, (value, value))


@cache
def sizes(name: str) -> dict[str, int]:
    """Return the sizes of the files that a command writes; they depend a little on the clock."""
    with TemporaryDirectory() as made:
        folder = Path(made)
        (folder / "witness.json").write_bytes(a_witness())
        (folder / "log.jsonl").write_bytes(json_lines(2_000))
        before = {*folder.iterdir()}
        if _is_forked(name):
            streams = (folder / "stdout", folder / "stderr")
            forking().run(folder, folder, *COMMANDS[name], streams=streams, seconds=LONGEST)
            before |= {*streams}
        else:
            subprocess.run(command(COMMANDS[name]), cwd=folder, capture_output=True, check=False)
        written = sorted(path for path in {*folder.rglob("*")} - before if path.is_file())
        return {str(path.relative_to(folder)): path.stat().st_size for path in written}


def _trial(name: str, limit: int, value: int, *, at_start: bool = False) -> Trial:
    when = " from its start" if at_start else ""
    return Trial(
        f"{name}, {value} {WORDS[limit]}{when}", lambda folder: tried(folder, name, limit, value, at_start=at_start)
    )


def _no_room_for(name: str, file: str, share: str) -> Trial:
    """Return a trial with too little room for a file, computed from its present size."""

    def run(folder: Path) -> Outcome:
        size = sizes(name)[file]
        room = size - 1 if share == "all but a byte" else size // 2
        return tried(folder, name, resource.RLIMIT_FSIZE, room, at_start=not _is_forked(name))

    return Trial(f"{name}, {file}, {share}", run)


def names() -> list[str]:
    """Return the commands that can be run here."""
    return [name for name in COMMANDS if not (name.startswith("track") and without_spark())]


def _is_forked(name: str) -> bool:
    return not name.startswith("track")  # a JVM can only be started without a limit on processes


def trials() -> Iterator[Trial]:
    """Yield a limit just below the size of each file that is written, and few handles and bytes."""
    for name in names():
        if name in WRITE:
            for value in (0, 1):
                yield _trial(name, resource.RLIMIT_FSIZE, value, at_start=not _is_forked(name))
            yield from (_no_room_for(name, file, share) for file in sizes(name) for share in ("half", "all but a byte"))
        if name.startswith("track"):  # a JVM needs more to start
            continue
        yield from (_trial(name, resource.RLIMIT_NOFILE, value) for value in HANDLES)
        yield from (_trial(name, resource.RLIMIT_AS, value << 20) for value in BESIDES)
        if name in AT_START:
            yield from (_trial(name, resource.RLIMIT_NOFILE, value, at_start=True) for value in HANDLES)
            yield from (_trial(name, resource.RLIMIT_AS, value << 20, at_start=True) for value in MEGABYTES)


def few() -> Iterator[Trial]:
    """Yield one of each kind."""
    yield _trial("certify, violation", resource.RLIMIT_FSIZE, 1_000)
    yield _trial("smoke", resource.RLIMIT_NOFILE, 8)
    yield _trial("replay", resource.RLIMIT_AS, 1 << 20)
    yield _trial("rules", resource.RLIMIT_AS, 60 << 20, at_start=True)


PART = Part(
    "resources",
    "commands that find no room on the disk, no file handles, little memory",
    trials,
    few,
    lack=lambda: "limits are there on Linux alone" if sys.platform != "linux" else None,
)
