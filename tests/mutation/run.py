"""Mutate some files, try each mutant, and compare the survivors with the list of known survivors.

    cd tests && python -m mutation.run
    cd tests && python -m mutation.run rules/acker
    cd tests && python -m mutation.run reference/acking/rotating_map.py

Every survivor has to be killed by a new test, or listed in `survivors.toml` with the reason why it is equivalent. The
list is checked: a mutant that survives and is not listed, one that is listed and killed, and one that is listed and
does not exist any more, are all errors.

The outcome of each mutant is written to `tried.json` during the run. A mutant is not tried again as long as all files
that its tests read or import, Python and the installed packages are unchanged. One in fifty, at random, is tried again
and has to have the same outcome. Files that are named individually are always tried, and their outcomes are not
recorded.
"""

import argparse
import os
import random
import re
import sys
import time
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from fnmatch import fnmatch
from pathlib import Path

from assurance import checks, page
from assurance.progress import FOLDER, Progress
from attrs import define, field, frozen

from .mutants import ROOT, Mutant, Name, mutants_of
from .nearest import TESTS
from .trial import FOLDERS, Baseline, NothingToLearn, Tried, trials

SURVIVORS = Path(__file__).with_name("survivors.toml")
TRIED = Path(__file__).with_name("tried.json")

SUITE = ROOT / "conformance" / "ackproof"
SETS = {
    "reference": sorted(str(path.relative_to(ROOT)) for path in (ROOT / "reference" / "acking").rglob("*.py")),
    **{
        folder: sorted(str(path.relative_to(ROOT)) for path in (SUITE / folder).glob("*.py"))
        for folder in ("rules", "rules/acker", "rules/topology", "rules/sizes", "oracle", "oracle/sizes")
    },
}
"""Names for sets of files; without any name, all of them are mutated. Each set is recorded by itself, since all of them
together take longer than a commit stays the newest.
"""

AGAIN = 50
"""One in this many mutants that were tried before is tried again."""


@frozen
class Listed:
    """An entry of the list: a survivor, and the reason why it is equivalent to the original."""

    name: Name
    why: str


@frozen
class Sort:
    """An entry of the list for many survivors with one reason. `files` is a pattern of files; `line` and `becomes` are
    regular expressions for the line before and after the mutation.
    """

    files: str
    line: str
    becomes: str
    why: str

    def explains(self, name: Name) -> bool:
        """Whether the entry covers a survivor."""
        return (
            fnmatch(name.file, self.files)
            and re.search(self.line, name.line) is not None
            and re.search(self.becomes, name.becomes) is not None
        )


@frozen
class Known:
    """The list."""

    survivors: Sequence[Listed] = ()
    sorts: Sequence[Sort] = ()


def listed(path: Path = SURVIVORS) -> Known:
    """Return the list."""
    entries = tomllib.loads(path.read_text(encoding="utf-8"))
    return Known(
        [
            Listed(Name(each["file"], each["within"], each["line"], each["becomes"]), each["why"])
            for each in entries.get("survivor", [])
        ],
        [Sort(**each) for each in entries.get("sort", [])],
    )


def complaints(known: Known, mutants: Iterable[Name], survived: Iterable[Name]) -> list[str]:
    """Return the errors in the list, given all mutants of some files and the survivors among them."""
    all_names, alive = set(mutants), set(survived)
    files = {name.file for name in all_names}
    about = {entry.name for entry in known.survivors if entry.name.file in files}
    of_a_sort = {name for name in alive if any(sort.explains(name) for sort in known.sorts)}
    idle = [sort for sort in known.sorts if not any(sort.explains(name) for name in alive)]
    return [
        *(
            f"survives and is not listed: {_described(name)}"
            for name in sorted(alive - about - of_a_sort, key=_described)
        ),
        *(
            f"is listed and was killed: {_described(name)}"
            for name in sorted((about & all_names) - alive, key=_described)
        ),
        *(f"is listed and does not exist: {_described(name)}" for name in sorted(about - all_names, key=_described)),
        *(f"is listed twice: {_described(name)}" for name in sorted(about & of_a_sort, key=_described)),
        *(
            f"is listed without a reason: {_described(entry.name)}"
            for entry in known.survivors
            if not entry.why.strip()
        ),
        *(f"is listed without a reason: {sort}" for sort in known.sorts if not sort.why.strip()),
        *(f"explains no survivor: {sort}" for sort in idle if _whole_of(sort) <= files),
    ]


def _whole_of(sort: Sort) -> set[str]:
    """Return the files that have to be mutated before an entry can be reported as unused."""
    return {file for files in SETS.values() for file in files if fnmatch(file, sort.files)}


def _described(name: Name) -> str:
    return f"{name.file}, in {name.within or 'the module'}: {name.line!r} becomes {name.becomes!r}"


@define
class Run:
    """A run over the mutants of one set, or of individually named files; `progress` has their outcomes."""

    mutants: Sequence[Mutant]
    progress: Progress
    workers: int
    seed: int
    again: int = 0
    changed: list[str] = field(factory=list)
    tried: int = 0
    files: set[str] = field(factory=set)

    def todo(self) -> list[Mutant]:
        """Return the mutants that have not been tried, or that have to be tried again."""
        known = self.progress.outcomes
        source = random.Random(self.seed)
        return [mutant for mutant in self.mutants if mutant.id not in known or not source.randrange(AGAIN)]

    def try_all(self, say: Callable[[str], None] = checks.say) -> None:
        """Try the remaining mutants. After an interruption, the file has the outcomes so far."""
        todo = self.todo()
        if not todo:
            return
        say(f"{len(self.mutants)} mutants, {len(todo)} to try")
        begun = shown = time.monotonic()
        try:
            for tried in trials(todo, self.workers, self._begin):
                self._take(tried, say)
                if time.monotonic() - shown > EVERY:
                    shown = time.monotonic()
                    self.progress.write()
                    say(f"{self.tried} of {len(todo)} tried, {shown - begun:.0f} s")
        finally:
            self.progress.write()
        say(f"{self.tried} tried in {time.monotonic() - begun:.0f} s")

    def _begin(self, baseline: Baseline) -> None:
        self.files.update(baseline.files)
        self.progress.depend_on(sorted(self.files))

    def _take(self, tried: Tried, say: Callable[[str], None]) -> None:
        before = self.progress.outcomes.get(tried.mutant.id)
        now = SURVIVED if tried.killer is None else KILLED
        self.tried += 1
        if before is not None:
            self.again += 1
            if before != now:
                self.changed.append(
                    f"was {before} and is now {now}, though nothing changed: {_described(tried.mutant.name)}"
                )
        if now == SURVIVED:
            say(f"survived: {_described(tried.mutant.name)}")
        self.progress.outcomes[tried.mutant.id] = now

    def survivors(self) -> list[Name]:
        """Return the names of those that survived."""
        return [each.name for each in self.mutants if self.progress.outcomes.get(each.id) == SURVIVED]


SURVIVED, KILLED = "survived", "killed"
EVERY = 10
"""Seconds between two lines of progress."""


def encoded(outcomes: Mapping[str, str]) -> dict[str, list[str]]:
    """Return the outcomes as lists of mutants by outcome, a few on each line."""
    by = {
        outcome: sorted(each for each, found in outcomes.items() if found == outcome) for outcome in (KILLED, SURVIVED)
    }
    return {
        outcome: [" ".join(ids[each : each + 10]) for each in range(0, len(ids), 10)] for outcome, ids in by.items()
    }


def decoded(lists: Mapping[str, Sequence[str]]) -> dict[str, str]:
    return {each: outcome for outcome, lines in lists.items() for line in lines for each in line.split()}


def mutation(order: argparse.Namespace) -> int:
    """Try mutants as the arguments say; return the exit code."""
    os.chdir(ROOT)
    sys.path[:0] = FOLDERS  # the sources of the checkout, before any installed version
    names = order.files or list(SETS)
    parts = {name: SETS[name] for name in names if name in SETS}
    alone = [name for name in names if name not in SETS]
    if alone:
        parts["files"] = alone
    runs: list[Run] = []
    wrong: list[str] = []
    for part, files in parts.items():
        mutants = [each for file in files for each in mutants_of(file)]
        checks.say(f"{part}: {len(mutants)} mutants in {len(files)} files; seed {order.seed}")
        run = Run(mutants, _progress(part, order), order.workers, order.seed)
        try:
            run.try_all()
        except NothingToLearn as error:
            checks.say(str(error))
            return 1
        runs.append(run)
        wrong += _recorded(part, run)
    # An entry of the list may be about files of several parts.
    every = [mutant.name for run in runs for mutant in run.mutants]
    of_all = complaints(listed(), every, [name for run in runs for name in run.survivors()])
    for complaint in of_all:
        if complaint not in wrong:
            checks.say(complaint)
    return 1 if wrong or of_all else 0


def _recorded(part: str, run: Run) -> list[str]:
    """Say and return what is wrong after a run; record the run, if it was over a whole set."""
    alive = run.survivors()
    wrong = [*run.changed, *complaints(listed(), [mutant.name for mutant in run.mutants], alive)]
    for complaint in wrong:
        checks.say(complaint)
    explained = len(alive) - sum(complaint.startswith("survives") for complaint in wrong)
    every = len(run.mutants)
    figures = f"{every} mutants: {every - len(alive)} killed, {explained} survive and are explained"
    checks.say(f"{part}: {figures}")
    if part in SETS:
        sitting = f"{run.tried} tried in the last sitting, {run.again} of them again"
        page.note("mutation", f"{figures}; {sitting}", wrong, run.progress, part=part)
    return wrong


def _progress(part: str, order: argparse.Namespace) -> Progress:
    if part in SETS:
        words = [f"{pattern}: {tests}" for pattern, tests in TESTS.items()]
        return Progress(TRIED, part, words=words, anew=order.anew, encode=encoded, decode=decoded)
    return Progress(FOLDER / "mutation.json", part, anew=True, encode=encoded, decode=decoded)


def _file(name: str) -> str:
    """Return the argument if it is a set or a file with tests; raise `ArgumentTypeError` if not."""
    if name in SETS or ((ROOT / name).is_file() and any(fnmatch(name, pattern) for pattern in TESTS)):
        return name
    raise argparse.ArgumentTypeError(
        f"{name} is none of {', '.join(SETS)}, and no file with tests, such as reference/acking/acker.py"
    )


def main() -> None:
    """Run the command."""
    options = checks.parser(__doc__)
    options.add_argument(
        "files", nargs="*", type=_file, metavar="FILE", help=f"a file, or one of {', '.join(SETS)}; default: all"
    )
    options.add_argument("-n", "--workers", type=int, default=2)
    options.add_argument(
        "--seed",
        type=int,
        default=random.SystemRandom().randrange(1000),
        help="decides which mutants are tried again (default: another each time)",
    )
    checks.main(mutation, options)


if __name__ == "__main__":
    main()
