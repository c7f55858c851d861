"""Inject faults into the program, part by part, and record the findings.

    tox -e faults
    tox -e faults -- signals data --seconds 600

Finished trials are recorded, and are not repeated as long as the sources and their part are unchanged. Trials with
faults are not recorded, so they are repeated. A complete part is written to the page, with the commit that it was run
on; `--seconds` ends a run early, and `--note` writes incomplete parts to the page.
"""

import argparse
import os
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import psutil
from assurance import checks, page
from assurance.progress import FOLDER, Progress, whole_checkout
from attrs import asdict

from . import clusters, concurrency, data, determinism, lives, replies, resources, signals
from .trials import Outcome, Part, Trial, added

PARTS: dict[str, Part] = {
    module.PART.name: module.PART
    for module in (replies, lives, data, signals, resources, concurrency, clusters, determinism)
}
OURS = "tests/faults/"
SHARED = ("trials", "inputs", "processes/late", "reply_oracle", "documents")
BUSY = 4
"""The load for each core above which a slow command is not judged."""

BESIDES = {
    "lives": f"{OURS}forked.py",
    "resources": f"{OURS}forked.py",
    "concurrency": f"{OURS}processes/waiting.py",
    "clusters": "tests/spark/clusters.py",
}
SOURCES = ("reference/", "conformance/", "adapters/", "tests/common/", "tests/targets/processes/")


def files_of(part: Part) -> list[str]:
    """Return the files that the outcomes of a part depend on."""
    own = {f"{OURS}{each}.py" for each in (*SHARED, part.name, "signals")}
    own.add(BESIDES.get(part.name, ""))
    return [file for file in whole_checkout() if file.startswith(SOURCES) or file in own]


def faults(order: argparse.Namespace) -> int:
    """Run the remaining trials, part by part; return the exit code. A part is recorded when it is complete, with its
    own commit.
    """
    until = time.monotonic() + order.seconds if order.seconds else float("inf")
    failed = False
    for part in PARTS.values():
        if order.parts and part.name not in order.parts:
            continue
        lack = part.lack()
        if lack is not None:
            checks.say(f"{part.name}: skipped, {lack}")
            continue
        progress = Progress(FOLDER / "faults.json", part.name, files_of(part), anew=order.anew)
        trials = list(part.trials())
        wrong = tried(trials, progress, part.name, until)
        outcomes = [Outcome(**progress.outcomes[each.name]) for each in trials if each.name in progress.outcomes]
        outcomes += wrong
        failed = failed or bool(wrong)
        figures = _in_words(outcomes, len(trials))
        checks.say(f"{part.name}: {figures}")
        if outcomes and (len(outcomes) == len(trials) or order.note):
            page.note("faults", figures, [fault for each in wrong for fault in each.faults], progress, part=part.name)
    return 1 if failed else 0


def tried(trials: Sequence[Trial], progress: Progress, part: str, until: float) -> list[Outcome]:
    """Run the remaining trials of a part; return the outcomes with faults."""
    wrong = []
    for number, trial in enumerate(trials, 1):
        if trial.name in progress.outcomes:
            continue
        if time.monotonic() > until:
            break
        with tempfile.TemporaryDirectory(prefix="faults-", ignore_cleanup_errors=True) as folder:
            outcome = trial.run(Path(folder).resolve())
        if _is_late(outcome) and is_busy():
            checks.say(f"{part} {number} of {len(trials)}: {trial.name}: not judged, {outcome.faults[0]}, {_load()}")
            continue
        if outcome.faults:
            wrong.append(outcome)
        else:
            progress.keep(trial.name, asdict(outcome))
        checks.say(f"{part} {number} of {len(trials)}: {trial.name}")
        for fault in outcome.faults:
            checks.say(f"  FAULT {fault}")
    return wrong


def _is_late(outcome: Outcome) -> bool:
    return any("goes on for" in fault for fault in outcome.faults)


def is_busy() -> bool:
    """Whether the machine is so busy that a hang cannot be distinguished from slowness. Such a trial is repeated
    later.
    """
    return psutil.getloadavg()[0] > BUSY * (os.cpu_count() or 1)


def _load() -> str:
    return f"with a load of {psutil.getloadavg()[0]:.0f} on {os.cpu_count()} cores"


def _in_words(outcomes: Sequence[Outcome], count: int) -> str:
    total = added(outcomes)
    counted = ", ".join(f"{what} {number:,}" for what, number in total.counts.items() if number)
    share = f"in part: {len(outcomes):,} of {count:,} trials" if len(outcomes) < count else f"all {count:,} trials"
    return f"{share}{f' ({counted})' if counted else ''}, {len(total.faults) or 'no'} faults"


def _part(name: str) -> str:
    if name not in PARTS:
        raise argparse.ArgumentTypeError(f"there is no part {name!r}, but {', '.join(PARTS)}")
    return name


def main() -> None:
    """Run the command."""
    options = checks.parser(__doc__)
    options.add_argument("parts", nargs="*", metavar="PART", type=_part, help=f"only these, of {', '.join(PARTS)}")
    options.add_argument("--seconds", type=float, default=0, help="end this sitting after so long")
    options.add_argument("--note", action="store_true", help="put onto the page what was done so far")
    checks.main(faults, options)


if __name__ == "__main__":
    main()
