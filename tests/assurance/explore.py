"""Explore every history up to a size through the reference, one profile after the other.

    tox -e explore
    tox -e explore -- --anew
    tox -e explore -- --tuples 3 --roots 2

A profile that was proven is not explored again as long as nothing has changed. What is said of other sizes than the
default is not noted in `docs/assurance.md`.
"""

import argparse
import re
import subprocess
import sys

from ackproof.target import PROFILES

from . import checks, page
from .progress import FOLDER, Progress, whole_checkout

SIZES = {"tuples": 4, "roots": 2, "ticks": 3, "duplicates": 1, "resets": 1}


def explore(order: argparse.Namespace) -> int:
    """Explore what is left; return the exit code."""
    sizes = {name: getattr(order, name) for name in SIZES}
    words = [f"--{name} {size}" for name, size in sizes.items()]
    progress = Progress(FOLDER / "explore.json", " ".join(words), whole_checkout(), anew=order.anew)
    failures = []
    for profile in PROFILES:
        if profile in progress.outcomes:
            checks.say(f"{profile}: explored before, {progress.outcomes[profile]}")
            continue
        code, output = _explored(profile, [part for word in words for part in word.split()], order.workers)
        checks.say(output)
        if code:
            failures.append(f"exploration of {profile} ended with exit code {code}")
        else:
            progress.keep(profile, f"{_figure('histories', output)} histories")
    if sizes == SIZES:
        figures = "; ".join(f"{profile}: {found}" for profile, found in progress.outcomes.items())
        page.note("explore", figures, failures, progress)
    return 1 if failures else 0


def _explored(profile: str, sizes: list[str], workers: int) -> tuple[int, str]:
    command = [sys.executable, "-m", "ackproof", "explore", *sizes, "--profile", profile, "-n", str(workers)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    return done.returncode, done.stdout


def _figure(row: str, output: str) -> str:
    match = re.search(rf"^{row} +([\d,]+)", output, re.MULTILINE)
    if match is None:
        raise ValueError(f"`ackproof explore` printed no row {row!r}")
    return match[1]


def main() -> None:
    """Be the command."""
    options = checks.parser(__doc__)
    options.add_argument("-n", dest="workers", type=int, default=2, help="processes")
    for name, size in SIZES.items():
        options.add_argument(f"--{name}", type=int, default=size, help="as of `ackproof explore`")
    checks.main(explore, options)


if __name__ == "__main__":
    main()
