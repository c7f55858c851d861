"""Explore every history up to a size: through the reference, one profile after the other, and through the designs that
are reviewed in `docs/designs.md`, each of which has to be proven, or to break the property that its page names.

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
from collections.abc import Mapping, Sequence
from contextlib import closing

from ackproof.engine.discovery import discover
from ackproof.explore.duties import DUTIES, Disturbed
from ackproof.target import PROFILES
from attrs import frozen

from . import checks, page
from .progress import FOLDER, Progress, whole_checkout

SIZES = {"tuples": 4, "roots": 2, "ticks": 3, "duplicates": 1, "resets": 1}

NO_CANCELLING = "After a second init in a life, the two questions"
NO_EXPIRY = "The last rotation of a record takes it."
NO_EARLY_RECORD = "Of a life that goes on there is a record"


@frozen
class Review:
    """A design under a profile, with the sizes that differ, and the beginning of its counterexample; None if it is
    proven.
    """

    design: str
    profile: str
    sizes: Mapping[str, int] = {}
    broken: str | None = None

    @property
    def name(self) -> str:
        """Its name in the record."""
        return " ".join([self.design, self.profile, *(f"{name} {size}" for name, size in self.sizes.items())])


REVIEWS = (
    *(Review("init-once", profile, {"duplicates": 0}) for profile in PROFILES),
    *(Review("init-once", profile, broken=NO_CANCELLING) for profile in PROFILES),
    Review("progress-timeout", "storm1"),
    Review("progress-timeout", "storm2", {"ticks": 2}),
    Review("progress-timeout", "storm2", broken=NO_EXPIRY),
    Review("heron", "storm2", broken=NO_EARLY_RECORD),
)

TUPLES_OF_DUTIES = 3

NEVER_EARLY = {
    "variant:heron": ("TRN-01", "TRN-02", "TRN-04", "TRN-05"),
    "ackproof.targets.hardened:make": ("TRN-01", "TRN-02", "TRN-04", "TRN-05"),
}
"""Targets with other transports, and the duties that may be broken without a tree being completed early."""


def explore(order: argparse.Namespace) -> int:
    """Explore what remains; return the exit code."""
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
    failures += _designs(sizes, progress, order.workers)
    if sizes == SIZES:
        figures = "; ".join(f"{profile}: {found}" for profile, found in progress.outcomes.items())
        page.note("explore", figures, failures, progress)
    return 1 if failures else 0


def _designs(sizes: Mapping[str, int], progress: Progress, workers: int) -> list[str]:
    """Explore the remaining designs; return the differences from their pages."""
    failures = []
    for review in REVIEWS:
        if review.name in progress.outcomes:
            continue
        words = [part for name, size in {**sizes, **review.sizes}.items() for part in (f"--{name}", str(size))]
        code, output = _explored(review.profile, [*words, "--variant", review.design], workers)
        found = output.partition(" counterexample\n\n")[2].partition("\n")[0]
        as_said = not code if review.broken is None else code == 1 and found.startswith(review.broken)
        if as_said:
            progress.keep(review.name, "proven" if review.broken is None else "the counterexample of its page")
        else:
            failures.append(f"{review.name}: ended with exit code {code}: {found or 'proven'}")
        checks.say(f"{review.name}: {progress.outcomes.get(review.name, 'not as its page says')}")
    for target, rules in NEVER_EARLY.items():
        if target in progress.outcomes:
            continue
        early = _early(target, rules)
        if early:
            failures.append(f"{target} completes a tree early when {'; '.join(early)}")
        else:
            progress.keep(target, f"never early when the transport breaks {', '.join(rules)}")
        checks.say(f"{target}: {progress.outcomes.get(target, 'early')}")
    return failures


def _early(target: str, rules: Sequence[str]) -> list[str]:
    """Return the disturbances, each with a history, for which a target sends an ack too early."""
    with closing(discover.find(target)) as driver:
        asked = Disturbed(driver, TUPLES_OF_DUTIES, "storm2")
        found = [(duty, asked.explored(duty).early) for duty in DUTIES if duty.rule in rules]
    return [f"{duty.disturbance}: {', '.join(map(str, early))}" for duty, early in found if early is not None]


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
    """Run the command."""
    options = checks.parser(__doc__)
    options.add_argument("-n", dest="workers", type=int, default=2, help="processes")
    for name, size in SIZES.items():
        options.add_argument(f"--{name}", type=int, default=size, help="as of `ackproof explore`")
    checks.main(explore, options)


if __name__ == "__main__":
    main()
