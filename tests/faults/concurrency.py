"""Two commands at the same time: writing into one folder, or building the same thing.

The command that has locked the folder writes all of its files, and the other is refused with the reason. Results are
not mixed, and the first command's are complete.
"""

import json
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from common.started import left, started

from .inputs import json_lines
from .signals import without_spark, wrong_results
from .trials import Outcome, Part, Trial, drawing

LONGEST = 240.0
USAGE, KILLED = 2, -9
TOLD = (
    *("another run is writing", "is there already", "somebody else has put something there"),
    "there is no folder out",  # `track` has not created it yet
)

RULES = ("--rule", "ACK-0[37]", "--examples", "10", "--seed", "SEED", "--out", "out")
RELEASED = "released"
WAITING = "exec:" + shlex.join(
    [sys.executable, "-S", str(Path(__file__).parent / "processes" / "waiting.py"), RELEASED]
)
PATIENTLY = ("--reply-timeout", "10m")
HOLDING = {
    "certify, waiting": ("certify", WAITING, *RULES, *PATIENTLY),
    "certify -n, waiting": ("certify", WAITING, *RULES, *PATIENTLY, "-n", "2"),
}
"""Commands that hold the folder until a file exists, so that the time does not depend on the machine."""

INTO_ONE: dict[str, tuple[str, ...]] = {
    "certify": ("certify", "reference", *RULES),
    "certify a wrong one": ("certify", "ackproof.examples.forgetful:make", *RULES),
    **HOLDING,
    "explore": ("explore", "--variant", "zero-first", "--tuples", "2", "--out", "out/found.json"),
    "mutants": ("mutants", "map-get-refreshes", "--matrix", "--examples", "2", "--out", "out/found.json"),
    "track": ("track", "log.jsonl", "--acker-tasks", "2", "--out", "out"),
}
STORM = ("certify", "storm-2.8.2", "--rule", "ACK-04", "--examples", "20", "--out", "SEED")


def pair(folder: Path, first: str, second: str, delay: float, planted: str = "") -> Outcome:
    """Start two commands into one folder, the second a while after the first; return the faults in the results. If the
    first can hold the folder, the second starts while it does, and the first continues after the second has ended.
    """
    (folder / "log.jsonl").write_bytes(json_lines(400))
    (folder / "out").mkdir()
    (folder / "out" / "mine.txt").write_text("precious", encoding="utf-8")
    if "track" in (first, second):
        shutil.rmtree(folder / "out")
    lines = [[word.replace("SEED", str(seed)) for word in INTO_ONE[name]] for seed, name in ((1, first), (2, second))]
    codes, errors, alive = _both(folder, lines, None if first in HOLDING else delay, planted)
    faults = _faults_of_endings(codes, errors)
    if codes == [USAGE, USAGE]:
        faults.append("neither did its work")
    faults += wrong_results(folder, "log.jsonl")
    certified = [seed for seed, line in enumerate(lines, 1) if line[0] == "certify" and codes[seed - 1] != USAGE]
    if certified:
        path = folder / "out" / "certificate.json"
        seed = json.loads(path.read_text(encoding="utf-8"))["settings"]["seed"] if path.exists() else None
        if seed not in certified:
            faults.append(f"the certificate has the seed {seed}, and that of {certified} was to be written")
        if len(certified) == 2 and alive:
            faults.append("both had the folder at once, and one has overwritten the other's evidence")
    if "track" not in (first, second) and not (folder / "out" / "mine.txt").exists():
        faults.append("a file that is not theirs is gone")
    faults += [f"left a process: {each:.100}" for each in left(folder)]
    where = f"{first} and {second}, {'while it has the folder' if first in HOLDING else f'{delay:.2f} s later'}"
    return Outcome(
        {"pairs into one folder": 1, "pairs with one refused": int(USAGE in codes)},
        tuple(f"{where}: {each}" for each in faults),
    )


def _faults_of_endings(codes: list[int], errors: list[str]) -> list[str]:
    """Return the faults in the exit codes and error messages of both."""
    faults = []
    for code, words in zip(codes, errors, strict=True):
        if "Traceback" in words or "this is a bug" in words:
            faults.append(f"shows a traceback: {words[-200:]!r}")
        if code == USAGE and not any(each in words for each in TOLD):
            faults.append(f"ended with 2 and says {words[-200:]!r}")
        elif code == KILLED:
            faults.append(f"goes on for {LONGEST} s")
        elif code not in (0, 1, USAGE, 5):
            faults.append(f"ended with {code}: {words[-200:]!r}")
    return faults


def _both(folder: Path, lines: list[list[str]], delay: float | None, planted: str) -> tuple[list[int], list[str], bool]:
    """Run both; return their exit codes, their stderr, and whether one had locked the folder during the whole run of
    the second. Without a delay, the first is made to do so.
    """
    temporary = folder / "temporary"
    temporary.mkdir()
    files = [(folder / f".stderr-{number}").open("wb") for number in range(2)]
    if delay is not None:
        (folder / RELEASED).touch()
    first = started(folder, temporary, *lines[0], planted=planted, stderr=files[0])
    if delay is None:
        until = time.monotonic() + LONGEST
        while not _has_the_folder(folder, first) and first.poll() is None and time.monotonic() < until:
            time.sleep(0.02)
    else:
        time.sleep(delay)
    owning = _has_the_folder(folder, first)
    second = started(folder, temporary, *lines[1], planted=planted, stderr=files[1])
    _ended(second)
    owning = owning and first.poll() is None
    (folder / RELEASED).touch()
    _ended(first)
    for file in files:
        file.close()
    errors = [(folder / f".stderr-{number}").read_text(encoding="utf-8", errors="replace") for number in range(2)]
    return [first.returncode, second.returncode], errors, owning


def _has_the_folder(folder: Path, process: "subprocess.Popen[bytes]") -> bool:
    return (folder / "out" / "partial").exists() and process.poll() is None


def _ended(process: "subprocess.Popen[bytes]") -> int:
    """Return the exit code of a command. One that takes too long is killed."""
    try:
        return process.wait(LONGEST)
    except subprocess.TimeoutExpired:
        process.kill()
        return process.wait()


def built(folder: Path, names: tuple[str, str], delay: float) -> Outcome:
    """Let two commands build the same thing at the same time."""
    temporary, cache = folder / "temporary", folder / "cache"
    temporary.mkdir()
    processes: list[subprocess.Popen[bytes]] = []
    for seed, name in enumerate(names):
        words = [word.replace("SEED", f"out{seed}").replace("storm-2.8.2", name) for word in STORM]
        log = (folder / f"stderr{seed}").open("wb")
        environment = {"ACKPROOF_CACHE": str(cache)}
        processes.append(started(folder, temporary, *words, environment=environment, stderr=log))
        log.close()
        time.sleep(delay)
    codes = [_ended(process) for process in processes]
    faults = []
    for seed, code in enumerate(codes):
        if code == KILLED:
            faults.append(f"goes on for {LONGEST} s")
        elif code not in (0, 5):
            written = (folder / f"stderr{seed}").read_text(encoding="utf-8", errors="replace")
            faults.append(f"{names[seed]} beside {names[1 - seed]} ended with {code}: {written[-200:]!r}")
    faults += [f"left a process: {each:.100}" for each in left(folder)]
    faults += wrong_results(folder)
    return Outcome({"pairs that build the same": 1}, tuple(faults))


def without_storm() -> str | None:
    """Return what is missing for building the driver of the real ackers; its jars are not downloaded for this."""
    if shutil.which("mvn") is None or shutil.which("javac") is None:
        return "no JDK and Maven"
    jars = Path.home() / ".m2" / "repository" / "org" / "apache" / "storm" / "storm-client" / "2.8.2"
    return None if jars.exists() else "the jars of Storm were not fetched before"


def trials() -> Iterator[Trial]:
    """Yield any two commands that write, and those that build the Java driver."""
    names = tuple(name for name in INTO_ONE if name != "track" or without_spark() is None)
    everything = [(first, second) for first in names for second in names]
    for number, (first, second) in enumerate(everything):
        delay = drawing(f"delay {number}").choice((0.0, 0.3, 0.7, 1.2))
        yield Trial(
            f"{first}, {second}",
            lambda folder, first=first, second=second, delay=delay: pair(folder, first, second, delay),  # type: ignore[misc]
        )
    if without_storm() is None:
        for other in ("storm-2.8.2", "storm-2.8.3"):
            for delay in (0.0, 2.0):
                yield Trial(
                    f"build {other} {delay}",
                    lambda folder, other=other, delay=delay: built(folder, ("storm-2.8.2", other), delay),  # type: ignore[misc]
                )


def few() -> Iterator[Trial]:
    """Yield one pair, in which the second starts while the first has locked the folder."""
    first = next(iter(HOLDING))
    yield Trial(f"{first}, certify", lambda folder: pair(folder, first, "certify", 0.0))


PART = Part("concurrency", "two commands at once, into one folder or of the same build", trials, few)
