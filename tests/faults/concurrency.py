"""Two commands at once: into one folder, and of the same thing that has to be built.

Each says what it did: one that has the folder writes all of it, and one that comes while another has it is told so.
Nothing is mixed, and nothing of the one who succeeded is lost.
"""

import json
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

from common.started import left, started

from .inputs import json_lines
from .signals import without_spark, wrong_results
from .trials import Outcome, Part, Trial, drawing

LONGEST = 240.0
USAGE, KILLED = 2, -9
TOLD = ("another run is writing", "is there already", "somebody else has put something there")

SLOW = ("certify", "reference", "--rule", "ACK-0?", "--examples", "300", "--seed", "SEED", "--out", "out")
INTO_ONE: dict[str, tuple[str, ...]] = {
    "certify": ("certify", "reference", "--rule", "ACK-03", "--examples", "60", "--seed", "SEED", "--out", "out"),
    "certify slowly": SLOW,
    "certify -n": (*SLOW[:-2], "-n", "2", "--out", "out"),
    "certify a wrong one": (
        *("certify", "ackproof.examples.forgetful:make", "--rule", "ACK-0[37]", "--examples", "60"),
        *("--seed", "SEED", "--out", "out"),
    ),
    "explore": ("explore", "--variant", "zero-first", "--tuples", "2", "--out", "out/found.json"),
    "mutants": ("mutants", "map-get-refreshes", "--matrix", "--examples", "5", "--out", "out/found.json"),
    "track": ("track", "log.jsonl", "--acker-tasks", "2", "--out", "out"),
}
STORM = ("certify", "storm-2.8.2", "--rule", "ACK-04", "--examples", "20", "--out", "SEED")


def pair(folder: Path, first: str, second: str, delay: float, planted: str = "") -> Outcome:
    """Start two commands into one folder, the second a while after the first; return what is wrong with what came."""
    (folder / "log.jsonl").write_bytes(json_lines(400))
    (folder / "out").mkdir()
    (folder / "out" / "mine.txt").write_text("precious", encoding="utf-8")
    if "track" in (first, second):
        shutil.rmtree(folder / "out")
    lines = [[word.replace("SEED", str(seed)) for word in INTO_ONE[name]] for seed, name in ((1, first), (2, second))]
    codes, errors, alive = _both(folder, lines, delay, planted)
    faults = _badly_told(codes, errors)
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
    where = f"{first} and {second}, {delay:.2f} s later"
    return Outcome(
        {"pairs into one folder": 1, "pairs of which one was told so": int(USAGE in codes)},
        tuple(f"{where}: {each}" for each in faults),
    )


def _badly_told(codes: list[int], errors: list[str]) -> list[str]:
    """Return what is wrong with how both ended, and with what they said of it."""
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


def _both(folder: Path, lines: list[list[str]], delay: float, planted: str) -> tuple[list[int], list[str], bool]:
    """Run both; return their exit codes, what they say on stderr, and whether one owned the folder from the second's
    start to its end.
    """
    temporary = folder / "temporary"
    temporary.mkdir()
    files = [(folder / f".stderr-{number}").open("wb") for number in range(2)]
    processes = [started(folder, temporary, *lines[0], planted=planted, stderr=files[0])]
    time.sleep(delay)
    owning = (folder / "out" / "partial").exists() and processes[0].poll() is None
    processes.append(started(folder, temporary, *lines[1], planted=planted, stderr=files[1]))
    _ended(processes[1])
    still = processes[0].poll() is None
    _ended(processes[0])
    for file in files:
        file.close()
    stderrs = [(folder / f".stderr-{number}").read_text(encoding="utf-8", errors="replace") for number in range(2)]
    return [process.returncode for process in processes], stderrs, owning and still


def _ended(process: "subprocess.Popen[bytes]") -> int:
    """Return the exit code of a command. One that goes on for too long is killed, and ends with that."""
    try:
        return process.wait(LONGEST)
    except subprocess.TimeoutExpired:
        process.kill()
        return process.wait()


def built(folder: Path, names: tuple[str, str], delay: float) -> Outcome:
    """Have two commands build the same thing at once, where nobody has built it yet."""
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
    """Return what is missing to build the driver of the real ackers, whose jars are not fetched for this."""
    if shutil.which("mvn") is None or shutil.which("javac") is None:
        return "no JDK and Maven"
    jars = Path.home() / ".m2" / "repository" / "org" / "apache" / "storm" / "storm-client" / "2.8.2"
    return None if jars.exists() else "the jars of Storm were not fetched before"


def trials() -> Iterator[Trial]:
    """Yield any two that write, and those that build the Java driver."""
    names = tuple(name for name in INTO_ONE if name != "track" or without_spark() is None)
    everything = [(first, second) for first in names for second in names]
    for number, (first, second) in enumerate(everything):
        delay = drawing(f"delay {number}").choice((0.0, 0.5, 1.5, 2.5))
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
    """Yield one pair, of which the second comes while the first has the folder."""
    yield Trial("certify slowly, certify", lambda folder: pair(folder, "certify slowly", "certify", 1.5))


PART = Part("concurrency", "two commands at once, into one folder or of the same build", trials, few)
