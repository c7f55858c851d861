"""Bring the kill matrix (`docs/mutants.json`) up to date after a change, without computing it whole.

    python -m tools.kill_cells                     the rows of mutants that are new
    python -m tools.kill_cells SYS-22 'SPT-1?'     also what these rules say of every mutant of their component

It is as if `ackproof mutants --matrix` had been run, if only these rules have changed since. `tox -e mutants` computes
all of it, in hours.
"""

import argparse
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from pathlib import Path

from ackproof.commands.kill_report import KillOrder
from ackproof.engine.discovery import discover
from ackproof.engine.kills import kill_matrix
from ackproof.engine.kills.kill import KillJob, KillResult, Kills, all_examinations, results, run
from ackproof.mutants import all_mutants
from attrs import evolve

MATRIX = Path(__file__).resolve().parents[1] / "docs" / "mutants.json"
SEED = 0


def main() -> int:
    """Try what is missing or may have changed, and write the matrix."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rules", nargs="*", metavar="GLOB", help="rules that have changed")
    parser.add_argument("-n", "--workers", type=int, default=2, help="processes (default 2)")
    options = parser.parse_args()
    known = kill_matrix.read(MATRIX)
    changed = {each.rule.id for each in all_examinations() if any(fnmatchcase(each.rule.id, g) for g in options.rules)}
    if options.rules and not changed:
        parser.error(f"there is no rule {', '.join(options.rules)}")
    whole = KillOrder(matrix=True, examples=known.examples).jobs(SEED)
    kills = run(list(needed(whole, known.missing, changed)), options.workers, say)
    kill_matrix.write(MATRIX, known.examples, merged(known.found, results(kills), changed))
    return 0


def needed(jobs: Iterable[KillJob], new: Collection[str], changed: Collection[str]) -> Iterator[KillJob]:
    """Yield the jobs of the whole matrix that are about a changed rule or a new mutant, without other targets."""
    names = {discover.MUTANT + name for name in new}
    for job in jobs:
        targets = job.targets if job.rule in changed else tuple(name for name in job.targets if name in names)
        if targets:
            yield evolve(job, targets=targets)


def merged(
    known: Mapping[str, KillResult], found: Mapping[str, KillResult], changed: Collection[str]
) -> dict[str, KillResult]:
    """Return the whole matrix: what was found, and what was known of rules that have not changed."""
    order = list(dict.fromkeys(each.rule.id for each in all_examinations()))
    whole = {}
    for name in all_mutants():
        old = known[name].rules if name in known else {}
        target = discover.MUTANT + name
        cells = {rule: by for rule, by in old.items() if rule not in changed and rule in order}
        cells.update(found[target].rules if target in found else {})
        whole[target] = KillResult(target, {rule: cells[rule] for rule in order if rule in cells})
    return whole


def say(job: KillJob, kills: Kills) -> None:
    """Say what a job has found."""
    found = sum(killed is not None for killed in kills.values())
    print(f"{job.rule} {job.profile or ''}: {found} of {len(kills)} killed", file=sys.stderr)  # noqa: T201 - a command


if __name__ == "__main__":
    sys.exit(main())
