"""Commands that are ended by a signal at a random moment, or killed.

After ten seconds none of their processes exists. Files in `--out` are complete or marked as incomplete; an earlier
result is unchanged or replaced as a whole.
"""

import json
import random
import re
import shlex
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from ackproof.wire import schemas
from attrs import frozen
from common.started import TEN, left, started

from .inputs import put_into
from .trials import Outcome, Part, Trial, drawing

MOMENTS = 300
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL)
LONGEST_ENDING = 30.0
"""Maximum number of seconds from a signal to the end; 8 are promised, on an idle machine."""

PYTHON_STARTS = re.compile("^Fatal Python error: init_", re.MULTILINE)
"""Python's message if it is interrupted during its own start."""

TARGET = "exec:" + shlex.join([sys.executable, "-m", "ackproof", "serve", "reference"])
KEPT = "of an earlier run\n"
OLD = "certificate-of-old.json"
WHOLE = {"audited": {"report.json", "events.parquet"}, "gate": {"README.md"}}
"""Folders that a command creates, each with the files in a complete one."""


@frozen
class Command:
    """A command, the maximum number of seconds before the signal, and its weight in random draws."""

    arguments: tuple[str, ...]
    within: float
    weight: int
    spark: bool = False


COMMANDS = {
    "rules": Command(("rules",), 1.0, 2),
    "targets": Command(("targets",), 2.0, 2),
    "retention": Command(("retention",), 1.5, 2),
    "explore": Command(("explore", "--tuples", "2", "--out", "out.json"), 4.0, 3),
    "explore -n": Command(("explore", "--tuples", "3", "-n", "2", "--out", "out.json"), 5.0, 2),
    "mutants": Command(("mutants", "--family", "init", "--matrix", "--examples", "10", "--out", "out.json"), 4.0, 3),
    "mutants -n": Command(("mutants", "--matrix", "--examples", "10", "-n", "2", "--out", "out.json"), 5.0, 2),
    "certify": Command(("certify", "reference", "ackproof.examples.forgetful:make", "--rule", "ACK-0?"), 4.0, 8),
    "certify -n": Command(("certify", "reference", "ackproof.examples.forgetful:make", "-n", "2"), 5.0, 4),
    "certify exec": Command(("certify", TARGET, "--rule", "ACK-*"), 4.0, 6),
    "certify kernel": Command(("certify", "kernel", "--component", "acker"), 5.0, 2),
    "smoke": Command(("smoke", TARGET), 2.5, 4),
    "replay": Command(("replay", "witness.json", "reference", TARGET), 2.5, 3),
    "serve": Command(("serve", "reference"), 1.5, 2),
    "compare": Command(("compare", OLD, OLD, "--format", "json"), 1.5, 1),
    "report": Command(("report", OLD, "--format", "junit", "--out", "out.xml"), 1.5, 2),
    "verify": Command(("verify", OLD, "ackproof.examples.forgetful:make"), 3.0, 2),
    "verify -n": Command(("verify", OLD, "ackproof.examples.forgetful:make", "-n", "2"), 4.0, 1),
    "init": Command(("init", "--language", "python", "gate"), 1.5, 2),
    "audit": Command(("audit", "worker.log", "--out", "audited"), 2.5, 3),
    "certify --quick": Command(("certify", TARGET, "--quick"), 6.0, 2),
    "bench": Command(("bench", "reference", "--messages", "3000", "--out", "out.json"), 8.0, 2, spark=True),
    "track JSON lines": Command(("track", "log.jsonl", "--acker-tasks", "2", "--out", "out"), 9.0, 1, spark=True),
    "certify spark-batch": Command(("certify", "spark-batch", "--rule", "ACK-0?"), 10.0, 1, spark=True),
    "certify spark-stream": Command(("certify", "spark-stream", "--rule", "ACK-03"), 12.0, 1, spark=True),
    "certify --master": Command(
        ("certify", "reference", "--rule", "ACK-0?", "--master", "local[2]"), 10.0, 1, spark=True
    ),
}


@cache
def without_spark() -> str | None:
    """Return what Spark lacks on this machine."""
    from ackproof_adapters.spark.session import missing  # noqa: PLC0415 - not on every machine

    return missing()


def drawn(draw: random.Random) -> str:
    """Return the name of a command that can be run here."""
    names = [name for name, command in COMMANDS.items() if not (command.spark and without_spark())]
    return draw.choices(names, [COMMANDS[name].weight for name in names])[0]


def tried(  # noqa: PLR0913 - each is a way in which trials differ
    folder: Path,
    name: str,
    number: signal.Signals,
    moment: float,
    *,
    planted: str = "",
    patience: float = TEN,
) -> Outcome:
    """Send a command a signal after this many seconds; return the faults in the remaining files and processes."""
    command, temporary = COMMANDS[name], folder / "temporary"
    temporary.mkdir()
    given = put_into(folder, 2_000)
    earlier = folder / "out.json"
    earlier.write_text(KEPT, encoding="utf-8")
    with (folder / "stderr").open("wb") as err:
        process = started(folder, temporary, *command.arguments, planted=planted, stderr=err, stdin=subprocess.PIPE)
        try:
            process.wait(moment)
        except subprocess.TimeoutExpired:
            process.send_signal(number)
        faults = []
        since = time.monotonic()
        try:
            process.wait(LONGEST_ENDING)
        except subprocess.TimeoutExpired:
            faults.append(f"goes on {LONGEST_ENDING} s after the signal")
            process.kill()
            process.wait()
    assert process.stdin is not None
    process.stdin.close()
    faults += [f"left a process: {each:.200}" for each in left(folder, patience)]
    if process.returncode not in (0, 1, 128 + number, -number, 5):
        faults.append(f"ended with {process.returncode}")
    written = (folder / "stderr").read_text(encoding="utf-8", errors="replace")
    # Before the command has started, Python handles the signal: it ends, or its own start fails with a message.
    if "Traceback" in written and process.returncode != -number and not PYTHON_STARTS.search(written):
        faults.append(f"shows a traceback: {written[-300:]!r}")
    faults += wrong_results(folder, *given)
    hidden = [path.name for path in temporary.iterdir() if path.name.startswith(".ackproof")]
    if hidden:
        faults.append(f"left {hidden} among what is temporary")
    seconds = time.monotonic() - since
    where = f"{name} at {number.name} after {moment:.2f} s ({seconds:.1f} s to its end)"
    missed = process.returncode in (0, 1, 5)
    counts = {"signals": 1, f"{number.name}": 1, "ended before": int(missed)}
    return Outcome(counts, tuple(f"{where}: {each}" for each in faults))


def wrong_results(folder: Path, *given: str) -> list[str]:
    """Return the faults in the results in a folder: each file has to be complete, and a set marked as complete."""
    faults = []
    for path in sorted(folder.rglob("*")):
        if path.is_dir() or path.name in given or any(each.startswith(".") for each in path.relative_to(folder).parts):
            continue  # hidden files are temporary files of a killed run
        try:
            if path.suffix == ".json" and path.read_text(encoding="utf-8") != KEPT:
                document = json.loads(path.read_text(encoding="utf-8"))
                if path.name == "certificate.json":
                    schemas.check(document, "certificate")
                    lost = [name for name in document["files"] if not (path.parent / name).exists()]
                    faults += [f"a certificate names {lost}, which is not there"] if lost else []
                elif path.name.startswith("witness"):
                    schemas.check(document, "witness")
            elif path.suffix == ".xml":
                ET.parse(path)  # noqa: S314 - our own file
        except (ValueError, ET.ParseError, UnicodeDecodeError) as error:
            faults.append(f"{path.relative_to(folder)} is not whole: {error}"[:200])
    for name, files in WHOLE.items():
        made = folder / name
        lacking = sorted(each for each in files if not (made / each).is_file()) if made.is_dir() else []
        faults += [f"{name} is there without {', '.join(lacking)}"] if lacking else []
    faults += _wrong_notifications(folder / "out")
    return faults


def _wrong_notifications(out: Path) -> list[str]:
    """Notifications are a folder with a manifest: either complete, or missing."""
    if not list(out.glob("*.arrow")) and not (out / "manifest.json").exists():
        return []
    from ackproof.errors import UsageError  # noqa: PLC0415 - rarely needed
    from ackproof_adapters.shards.folder import read_notifications  # noqa: PLC0415

    try:
        read_notifications(out)
    except UsageError as error:
        return [f"notifications are not whole: {error}"]
    return []


def _trial(number: int, names: tuple[str, ...] = ()) -> Trial:
    draw = drawing(f"signal {number}")
    name = draw.choice(names) if names else drawn(draw)
    kind, moment = SIGNALS[number % len(SIGNALS)], draw.uniform(0.05, COMMANDS[name].within)
    return Trial(f"{number}: {name}, {kind.name}", lambda folder: tried(folder, name, kind, moment))


def trials(count: int = MOMENTS) -> Iterator[Trial]:
    """Yield a trial for each moment."""
    return map(_trial, range(count))


def few() -> Iterator[Trial]:
    """Yield one for each of two signals, on fast commands."""
    return (_trial(number, ("certify", "smoke")) for number in (1, 3))


PART = Part("signals", "signals at random moments of random commands", trials, few)
