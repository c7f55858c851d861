"""Mistreat the program, part by part, and note what was found.

    tox -e faults
    tox -e faults -- signals data --seconds 600

What was tried is kept, and is not tried again as long as the sources and that part have not changed. Faults are not
kept: they are tried again. `--seconds` ends a sitting early, and `--note` puts what was done until then onto the page.
"""

import argparse
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from assurance import checks, page
from assurance.progress import FOLDER, Progress, whole_checkout
from attrs import asdict

from . import clusters, concurrency, data, determinism, lives, replies, resources, signals
from .trials import Outcome, Part, added

PARTS: dict[str, Part] = {
    module.PART.name: module.PART
    for module in (replies, lives, data, signals, resources, concurrency, clusters, determinism)
}
OURS = "tests/faults/"
SHARED = ("trials", "inputs", "processes/late", "reply_oracle", "documents")
SOURCES = ("reference/", "conformance/", "adapters/", "tests/common/", "tests/targets/processes/")


def files_of(part: Part) -> list[str]:
    """Return the files that the outcomes of a part depend on."""
    own = {f"{OURS}{each}.py" for each in (*SHARED, part.name, "signals")}
    return [file for file in whole_checkout() if file.startswith(SOURCES) or file in own]


def faults(order: argparse.Namespace) -> int:
    """Try what is left, part by part; return the exit code."""
    until = time.monotonic() + order.seconds if order.seconds else float("inf")
    told: list[str] = []
    found: list[str] = []
    progresses: list[Progress] = []
    whole = True
    for part in PARTS.values():
        progress = Progress(FOLDER / "faults.json", part.name, files_of(part), anew=order.anew)
        lack = part.lack()
        if lack is not None:
            told.append(f"{part.name}: skipped, {lack}")
            checks.say(told[-1])
            continue
        names = [trial.name for trial in part.trials()]
        wrong = _tried(part, progress, until, len(names)) if not order.parts or part.name in order.parts else []
        outcomes = [Outcome(**progress.outcomes[name]) for name in names if name in progress.outcomes]
        whole = whole and len(outcomes) + len(wrong) == len(names)
        found += [fault for outcome in wrong for fault in outcome.faults]
        progresses.append(progress)
        told.append(f"{part.name}: {_in_words([*outcomes, *wrong], len(names))}")
        checks.say(told[-1])
    if whole or order.note:
        page.note("faults", f"{'' if whole else 'in part: '}{'; '.join(told)}", found, *progresses)
    return 1 if found else 0


def _tried(part: Part, progress: Progress, until: float, count: int) -> list[Outcome]:
    """Try what is left of a part; return the outcomes with faults."""
    wrong = []
    for number, trial in enumerate(part.trials(), 1):
        if trial.name in progress.outcomes:
            continue
        if time.monotonic() > until:
            break
        with tempfile.TemporaryDirectory(prefix="faults-", ignore_cleanup_errors=True) as folder:
            outcome = trial.run(Path(folder).resolve())
        if outcome.faults:
            wrong.append(outcome)
        else:
            progress.keep(trial.name, asdict(outcome))
        checks.say(f"{part.name} {number} of {count}: {trial.name}")
        for fault in outcome.faults:
            checks.say(f"  FAULT {fault}")
    return wrong


def _in_words(outcomes: Sequence[Outcome], count: int) -> str:
    total = added(outcomes)
    counted = ", ".join(f"{what} {number:,}" for what, number in total.counts.items() if number)
    share = f"{len(outcomes):,} of {count:,} trials" if len(outcomes) < count else f"all {count:,} trials"
    return f"{share}{f' ({counted})' if counted else ''}, {len(total.faults) or 'no'} faults"


def main() -> None:
    """Be the command."""
    options = checks.parser(__doc__)
    options.add_argument("parts", nargs="*", metavar="PART", help=f"only these, of {', '.join(PARTS)}")
    options.add_argument("--seconds", type=float, default=0, help="end this sitting after so long")
    options.add_argument("--note", action="store_true", help="put onto the page what was done so far")
    checks.main(faults, options)


if __name__ == "__main__":
    main()
