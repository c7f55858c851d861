"""Mutate some files, try each mutant, and hold what survives to the list of survivors.

    cd tests && python -m mutation.run reference
    cd tests && python -m mutation.run reference/acking/rotating_map.py

Every survivor is to be killed by a new test, or listed in `survivors.toml` with the reason why it makes no
difference. The list rots loudly: a mutant that survives and is not listed, one that is listed and killed, and one that
is listed and does not exist any more, are all errors.
"""

import argparse
import ast
import math
import os
import re
import sys
import time
import tomllib
from collections.abc import Iterable, Sequence
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

from attrs import frozen

from .mutants import ROOT, Mutant, Name, mutants_of
from .trial import Runs, seconds_of, survivors

SURVIVORS = Path(__file__).with_name("survivors.toml")

RULE_ID = re.compile(r"[A-Z]+-\d+")

SETS = {
    "reference": sorted(str(path.relative_to(ROOT)) for path in (ROOT / "reference" / "acking").glob("*.py")),
    "rules": sorted(
        str(path.relative_to(ROOT))
        for part in ("rules", "oracle")
        for path in (ROOT / "conformance" / "ackproof" / part).glob("*.py")
    ),
}
"""What can be named instead of files."""

CERTIFICATE = "tests/suite/test_published_certificate.py"
KILLED = "tests/suite/test_mutants.py"
FALSE_ALARM = "tests/suite/test_no_false_alarm.py"
STATISTICS = "tests/suite/test_statistics.py"


def _both_ways(rules: str, *units: str) -> Runs:
    """Return the runs of some files of unit tests, and of the tests that some rules meet their premises, find the
    mutants that name them, and accuse nobody who is right.
    """
    tests = "says_what_the_certificate_says or what_it_is_known_to_say or short_campaign"
    return [*([[*units]] if units else []), [CERTIFICATE, KILLED, FALSE_ALARM, "-k", f"({tests}) and ({rules})"]]


TESTS: dict[str, Runs] = {
    "reference/*": [["tests/reference"]],
    "*/binomial.py": [[STATISTICS]],
    "*/rules/statistics.py": [
        ["tests/suite/test_rules_of_statistics.py"],
        [STATISTICS, CERTIFICATE, "-k", "statistics or ACK-28 or ANC-14 or SPT-17"],
    ],
    "*/rules/routing.py": _both_ways("RTE"),
    "*/rules/rotating_map.py": _both_ways("RM"),
    "*/rules/anchoring.py": _both_ways("ANC", "tests/suite/test_rules_of_anchoring.py"),
    "*/rules/spout.py": _both_ways("SPT", "tests/suite/test_rules_of_spout.py"),
    "*/rules/acker.py": _both_ways("ACK", "tests/suite/test_rules_of_acker.py"),
    "*/rules/topology.py": _both_ways("SYS", "tests/suite/test_rules_of_topology.py"),
    "*/rules/durability.py": _both_ways("DUR", "tests/suite/test_rules_of_durability.py"),
    "*/rules/differential.py": _both_ways(
        "RM-11 or ACK-27 or ANC-12 or SPT-16", "tests/suite/test_rules_of_differential.py"
    ),
    "*/oracle/histories.py": _both_ways(
        "SYS", "tests/suite/test_oracle_histories.py", "tests/suite/test_rules_of_topology.py"
    ),
    "*/oracle/lives.py": _both_ways(
        "ACK or RTE", "tests/suite/test_oracle_lives.py", "tests/suite/test_rules_of_durability.py"
    ),
    "*/oracle/ledgers.py": _both_ways("ANC", "tests/suite/test_oracle_ledgers.py"),
    "*/oracle/emissions.py": _both_ways("SPT", "tests/suite/test_oracle_maps_and_spouts.py"),
    "*/rules/registry.py": _both_ways("RM", "tests/suite/test_registry.py"),
    "conformance/*": _both_ways("RM", "tests/suite/test_oracle_maps_and_spouts.py"),
}
"""The tests for a file: those of the first pattern that it matches. Slow ones are left out."""


@frozen
class Listed:
    """An entry of the list: a survivor, and why nobody can tell it from the original."""

    name: Name
    why: str


@frozen
class Sort:
    """Another entry of the list: many survivors, for one reason. `files` is a pattern of files; `line` and `becomes`
    are regular expressions that are looked for in what stood there and in what stands there now.
    """

    files: str
    line: str
    becomes: str
    why: str

    def explains(self, name: Name) -> bool:
        """Whether a survivor is of this sort."""
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
    """Return what is wrong with the list, given all mutants of some files and those of them that survived."""
    all_names, alive = set(mutants), set(survived)
    files = {name.file for name in all_names}
    about = {entry.name for entry in known.survivors if entry.name.file in files}
    of_a_sort = {name for name in alive if any(sort.explains(name) for sort in known.sorts)}
    idle = [sort for sort in known.sorts if not any(sort.explains(name) for name in alive)]
    return [
        *(f"survives and is not listed: {_told(name)}" for name in sorted(alive - about - of_a_sort, key=_told)),
        *(f"is listed and was killed: {_told(name)}" for name in sorted((about & all_names) - alive, key=_told)),
        *(f"is listed and does not exist: {_told(name)}" for name in sorted(about - all_names, key=_told)),
        *(f"is listed twice: {_told(name)}" for name in sorted(about & of_a_sort, key=_told)),
        *(f"is listed without a reason: {_told(entry.name)}" for entry in known.survivors if not entry.why.strip()),
        *(f"is listed without a reason: {sort}" for sort in known.sorts if not sort.why.strip()),
        *(f"explains no survivor: {sort}" for sort in idle if _whole_of(sort) <= files),
    ]


def _whole_of(sort: Sort) -> set[str]:
    """Return the files that have to be mutated before it can be said that a sort explains nothing."""
    return {file for files in SETS.values() for file in files if fnmatch(file, sort.files)}


def _told(name: Name) -> str:
    return f"{name.file}, in {name.within or 'the module'}: {name.line!r} becomes {name.becomes!r}"


def runs_for(name: Name) -> Runs:
    """Return the runs of pytest for a mutant, the tests that are nearest to it first.

    What is within the check of one rule is of no concern to the others, and neither is a constant that they do not
    name.
    """
    file = name.file
    runs = next(runs for pattern, runs in TESTS.items() if fnmatch(file, pattern))
    if KILLED in runs[-1] and name.within in (rules := rules_in(file)):
        runs = [*runs[:-1], *_both_ways(rules[name.within])]
    nearest = f"tests/reference/test_{Path(file).name}"
    if file.startswith("reference/") and (ROOT / nearest).exists():
        runs = [[nearest], *runs]
    return [[*run, "-m", "not slow"] for run in runs]


@cache
def rules_in(file: str) -> dict[str, str]:
    """Return the functions of a file that check a rule, and the constants that are named by such functions alone; with
    the rules' ids, as pytest is asked for them. The id is the first word of a function's decorator.
    """
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    checks = {
        function.name: str(decorator.args[0].value)
        for function in tree.body
        if isinstance(function, ast.FunctionDef)
        for decorator in function.decorator_list
        if isinstance(decorator, ast.Call) and decorator.args and isinstance(decorator.args[0], ast.Constant)
        if RULE_ID.fullmatch(str(decorator.args[0].value))
    }
    assigned = [target for each in tree.body if isinstance(each, ast.Assign) for target in each.targets]
    constants = [target.id for target in assigned if isinstance(target, ast.Name)]
    users = {name: [each for each in tree.body if _names(each, name)] for name in constants}
    of_rules = {
        name: " or ".join(sorted(checks[each.name] for each in users[name] if isinstance(each, ast.FunctionDef)))
        for name in constants
        if users[name] and all(isinstance(each, ast.FunctionDef) and each.name in checks for each in users[name])
    }
    return checks | of_rules


def _names(statement: ast.stmt, name: str) -> bool:
    read = [each for each in ast.walk(statement) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load)]
    return name in {each.id for each in read}


def tried(file: str, workers: int) -> tuple[list[Name], list[Name]]:
    """Return the names of all mutants of a file, and of those that survived."""
    mutants = mutants_of(file)
    original = Mutant(Name(file, "", "", ""), (ROOT / file).read_text(encoding="utf-8"))
    most_seconds = 10 + 2 * math.ceil(seconds_of(original, runs_for(original.name)))
    alive = []
    for mutant in survivors(mutants, runs_for, workers, most_seconds):
        print(f"survived: {_told(mutant.name)}", flush=True)  # noqa: T201 - a script speaks
        alive.append(mutant)
    return [mutant.name for mutant in mutants], [mutant.name for mutant in alive]


def main(arguments: Sequence[str]) -> int:
    """Do what the arguments say; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="FILE", help=f"a file, or one of {', '.join(SETS)}")
    parser.add_argument("-n", "--workers", type=int, default=2)
    order = parser.parse_args(arguments)
    os.chdir(ROOT)
    every: list[Name] = []
    alive: list[Name] = []
    for file in [file for named in order.files for file in SETS.get(named, [named])]:
        begun = time.monotonic()
        names, survived = tried(file, order.workers)
        print(f"{file}: {len(names)} mutants, {len(survived)} survive, {time.monotonic() - begun:.0f} s", flush=True)  # noqa: T201 - a script speaks
        every += names
        alive += survived
    wrong = complaints(listed(), every, alive)
    for complaint in wrong:
        print(complaint)  # noqa: T201
    explained = len(alive) - sum(complaint.startswith("survives") for complaint in wrong)
    print(f"{len(every)} mutants: {len(every) - len(alive)} killed, {explained} survive and are explained")  # noqa: T201
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
