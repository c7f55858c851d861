"""The kill matrix: mutants by rules, on the terminal, as a file, and as the parts of a page.

What is computed once (`ackproof mutants --matrix --out FILE`) is read again to make `docs/mutants.md`.
"""

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import frozen
from rich.console import Console
from rich.text import Text

import ackproof
from ackproof.engine import discover
from ackproof.engine.certificate import CONFORMANT, VIOLATION
from ackproof.engine.examine import DEFAULT_EXAMPLES
from ackproof.engine.kill import KillJob, Kills, Result, is_differential, is_statistical, jobs_of, results, run
from ackproof.errors import UsageError
from ackproof.mutants import Mutant, all_mutants
from ackproof.mutants.proofs import UNPROVEN
from ackproof.specification import Rule, all_rules
from ackproof.text.tables import Column, Table, show

FORMAT = 1
ENOUGH_SEEDS = 19, 20
"""In so many seeds of so many a mutant has to be killed."""

Announce = Callable[[KillJob, Kills], None]


@frozen
class KillOrder:
    """What to kill and how: mutants of this suite, by name and family, or `targets`, which are somebody's own.

    Each mutant meets the rules that it names at `seeds` seeds; with `matrix`, all rules at one, and `out` is where
    that is written. Targets meet all rules.
    """

    names: tuple[str, ...] = ()
    family: str | None = None
    targets: tuple[str, ...] = ()
    seeds: int = 1
    examples: int = DEFAULT_EXAMPLES
    workers: int = 1
    matrix: bool = False
    out: Path | None = None
    reply_timeout: float | None = None

    def mutants(self) -> list[Mutant]:
        """Return the mutants that are meant; raise `UsageError` for one, or for settings, that cannot be."""
        if self.targets and (self.names or self.family or self.matrix or self.out):
            raise UsageError("--target names mutants of your own; leave out NAME, --family, --matrix and --out with it")
        if self.matrix and self.seeds > 1:
            raise UsageError("--matrix is computed at one seed; leave out --seeds")
        if self.out is not None and not self.matrix:
            raise UsageError("--out is where the matrix goes; add --matrix")
        if self.out is not None and not self.out.parent.is_dir():
            raise UsageError(f"cannot write {self.out}: there is no folder {self.out.parent}")
        return [] if self.targets else discover.mutants(self.names, self.family)

    def jobs(self, seed: int) -> list[KillJob]:
        """Return the jobs to be done at a seed. In a matrix, the rules that a mutant names have as many examples as
        in a certificate, at least.
        """
        named = {discover.MUTANT + each.name: each.kills for each in self.mutants()}
        least = DEFAULT_EXAMPLES if self.matrix else self.examples
        jobs = jobs_of({**named, **dict.fromkeys(self.targets)}, seed, max(least, self.examples), self.reply_timeout)
        if not self.matrix:
            return jobs
        others = {discover.MUTANT + each.name: self._others(each) for each in self.mutants()}
        return jobs + jobs_of(others, seed, self.examples, self.reply_timeout)

    def _others(self, mutant: Mutant) -> Collection[str]:
        """Return the rules that a mutant meets besides those that it names. Those of other components could not find
        anything, and a statistical one takes as long as twenty others.
        """
        return {
            rule.id
            for rule in all_rules().values()
            if rule.component == mutant.component and not is_statistical(rule.id) and rule.id not in mutant.kills
        }


def report_kills(
    order: KillOrder, console: Console, announce: Announce, finished: Callable[[], None] = lambda: None
) -> int:
    """Do all jobs of an order and show the results; return the exit code, which is 1 if something survived.

    `finished` is called when all jobs are done and before anything is printed.
    """
    mutants = order.mutants()
    found = [results(run(order.jobs(seed), order.workers, announce)) for seed in range(order.seeds)]
    finished()
    if order.targets:
        return _show_targets(console, order, found)
    if order.out is not None:
        write(order.out, order.examples, found[0])
    return _show_mutants(console, mutants, found, matrix=order.matrix)


def _show_targets(console: Console, order: KillOrder, found: Sequence[Mapping[str, Result]]) -> int:
    table = Table([Column("mutant"), Column("killed by, after how many examples", prose=True)])
    survived = False
    for name in order.targets:
        told = []
        for seed, by_target in enumerate(found):
            killers = by_target[name].killers if name in by_target else {}
            survived |= not killers
            at = f"seed {seed}: " if len(found) > 1 else ""
            told.append(Text(f"{at}{_list(killers)}") if killers else Text(f"{at}SURVIVED", style="red"))
        table.add(name, Text("\n").join(told))
    show(console, table)
    return VIOLATION if survived else CONFORMANT


def _show_mutants(
    console: Console, mutants: Sequence[Mutant], found: Sequence[Mapping[str, Result]], *, matrix: bool
) -> int:
    also_killed = [Column("also killed by, after how many examples", prose=True)] if matrix else []
    table = Table([Column("mutant"), Column("rule"), Column("killed"), *also_killed], naming=2)
    survivors = 0
    for mutant in mutants:
        for rule in mutant.kills:
            told, killed = _killed(mutant, rule, found)
            survivors += not killed
            also = [_also(mutant, found[0])] if matrix and rule == mutant.kills[0] else []
            table.add(mutant.name, rule, Text(told, style="" if killed else "red"), *also)
    show(console, table)
    dead = sum(len(mutant.kills) for mutant in mutants) - survivors
    console.print(
        f"{len(mutants)} mutants: {dead} killed, {survivors} survived, of each mutant and a rule that it names."
    )
    return VIOLATION if survivors else CONFORMANT


def _killed(mutant: Mutant, rule: str, found: Sequence[Mapping[str, Result]]) -> tuple[str, bool]:
    """Tell whether a rule kills a mutant under every profile, at enough of the seeds."""
    tried = [by_target[discover.MUTANT + mutant.name] for by_target in found]
    after = [max(filter(None, each.rules[rule].values())) for each in tried if not each.survives(rule)]
    enough, of = ENOUGH_SEEDS
    killed = len(after) * of >= len(tried) * enough
    if len(tried) == 1:
        where = ", ".join(profile for profile in tried[0].survives(rule) if profile)
        survived = f"SURVIVED{f' under {where}' if where else ''}"
        return (f"after {after[0]} examples" if after else survived), killed
    times = f", after {min(after)} to {max(after)} examples" if after else ""
    return f"{'' if killed else 'SURVIVED: '}at {len(after)} of {len(tried)} seeds{times}", killed


def _also(mutant: Mutant, found: Mapping[str, Result]) -> str:
    killers = found[discover.MUTANT + mutant.name].killers
    return _list({rule: after for rule, after in killers.items() if rule not in mutant.kills})


def _list(killers: Mapping[str, int]) -> str:
    return ", ".join(f"{rule} ({after})" for rule, after in killers.items())


def write(path: Path, examples: int, found: Mapping[str, Result]) -> None:
    """Write a matrix as JSON: by mutant and rule, the number of examples under each profile, where any of them kills.

    Rules that the mutant names and survives are there too.
    """
    known = all_mutants()
    kills = {
        name.removeprefix(discover.MUTANT): {
            rule: {profile or "-": after for profile, after in by.items()}
            for rule, by in result.rules.items()
            if any(by.values()) or rule in known[name.removeprefix(discover.MUTANT)].kills
        }
        for name, result in found.items()
    }
    in_order = {name: kills[name] for name in known if name in kills}
    document = {"kills": FORMAT, "ackproof": ackproof.__version__, "seed": 0, "examples": examples, "mutants": in_order}
    try:
        path.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror}") from error


@frozen
class KillMatrix:
    """A matrix as it was written, beside the mutants that there are."""

    examples: int
    found: Mapping[str, Result]

    @property
    def missing(self) -> list[str]:
        """Mutants that it does not have: it has to be computed anew."""
        return [name for name in all_mutants() if name not in self.found]

    def survivors(self) -> list[tuple[Mutant, str]]:
        """Return each mutant with a rule that it names and survives, under a profile or all of them."""
        present = [mutant for name, mutant in all_mutants().items() if name in self.found]
        return [(each, rule) for each in present for rule in each.kills if self.found[each.name].survives(rule)]

    def proofs(self, rule: str) -> list[str]:
        """Return the mutants that no other MUST rule kills, differential ones left out: they kill everything."""
        asked = {each.id for each in must_rules()}
        return [name for name, result in self.found.items() if result.killers.keys() & asked == {rule}]


def read(path: Path) -> KillMatrix:
    """Return the matrix in a file; raise `UsageError` if there is none."""
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from error
    except ValueError as error:
        raise UsageError(f"{path} is not a whole JSON document ({error})") from error
    if not isinstance(document, dict) or document.get("kills") != FORMAT:
        raise UsageError(f"{path} is not a kill matrix; 'ackproof mutants --matrix --out FILE' writes one")
    return KillMatrix(document["examples"], {name: _result(name, rules) for name, rules in document["mutants"].items()})


def _result(name: str, rules: Mapping[str, Mapping[str, int | None]]) -> Result:
    named = {
        rule: {None if profile == "-" else profile: after for profile, after in by.items()}
        for rule, by in rules.items()
    }
    return Result(name, named)


def must_rules() -> list[Rule]:
    """Return the rules of which one asks what they prove: those that fail a certificate, but for differential ones."""
    return [
        rule
        for rule in all_rules().values()
        if rule.level == "MUST" and rule.is_checked and not is_differential(rule.id)
    ]


def mutant_tables(matrix: KillMatrix) -> Iterator[str]:
    """Yield, for each family, the mutants and what killed them."""
    known = [mutant for name, mutant in all_mutants().items() if name in matrix.found]
    for family in dict.fromkeys(mutant.family for mutant in known):
        members = [mutant for mutant in known if mutant.family == family]
        yield f"### {family[0].upper()}{family[1:]}: {len(members)}"
        yield ""
        yield "| mutant | what is wrong | why one would write it | killed by | also killed by |"
        yield "|---|---|---|---|---|"
        for mutant in members:
            yield _row(mutant, matrix.found[mutant.name])
        yield ""


def _row(mutant: Mutant, result: Result) -> str:
    killers = result.killers
    named = [_cell(rule, killers, result) for rule in mutant.kills]
    also = [_cell(rule, killers, result) for rule in killers if rule not in mutant.kills]
    only = f" ({mutant.profiles[0]} only)" if len(mutant.profiles) == 1 else ""
    why = mutant.mistake + (f" ({_link(mutant.issue)})" if mutant.issue else "")
    cells = (f"`{mutant.name}`", f"{mutant.wrong}{only}", why, " ".join(named), " ".join(also))
    return f"| {' | '.join(cell.replace('|', '&#124;') for cell in cells)} |"


def _cell(rule: str, killers: Mapping[str, int], result: Result) -> str:
    survived = [profile or "every profile" for profile in result.survives(rule)] if rule in result.rules else []
    alive = f" **survives under {', '.join(survived)}**" if rule not in killers else ""
    return f"{rule}&nbsp;({killers[rule]})" if rule in killers else f"{rule}{alive}"


def _link(issue: str) -> str:
    if issue.startswith("STORM-"):
        return f"[{issue}](https://issues.apache.org/jira/browse/{issue})"
    return issue if " " in issue else f"Storm's commit {issue}"


def proof_table(matrix: KillMatrix) -> Iterator[str]:
    """Yield, for each MUST rule, the mutants that only it kills, or why there can be none."""
    yield "| rule | | only it kills |"
    yield "|---|---|---|"
    for rule in must_rules():
        proofs = [f"`{name}`" for name in matrix.proofs(rule.id)]
        reason = UNPROVEN.get(rule.id, "**nothing**")
        where = f"[{rule.id}](../spec/{rule.chapter}#{rule.anchor})"
        yield f"| {where} | {rule.title} | {', '.join(proofs) if proofs else reason} |"


def survivor_list(matrix: KillMatrix) -> Iterator[str]:
    """Yield what survived, or that nothing did."""
    survivors = matrix.survivors()
    if not survivors:
        yield "None."
    for mutant, rule in survivors:
        profiles = ", ".join(profile for profile in matrix.found[mutant.name].survives(rule) if profile)
        yield f"- `{mutant.name}` survives {rule}{f' under {profiles}' if profiles else ''}. {mutant.wrong}"


def counts(matrix: KillMatrix) -> Iterable[str]:
    """Yield how many mutants, families and rules there are."""
    known = [mutant for name, mutant in all_mutants().items() if name in matrix.found]
    families = {mutant.family for mutant in known}
    proven = [rule for rule in must_rules() if matrix.proofs(rule.id)]
    yield (
        f"{len(known)} mutants in {len(families)} families, at seed 0, the rules that they name by default settings "
        f"and the others with {matrix.examples} examples for an ordinary rule. Of {len(must_rules())} MUST rules, "
        f"{len(proven)} kill a mutant that no other rule kills."
    )


PARTS: Mapping[str, Callable[[KillMatrix], Iterable[Any]]] = {
    "counts": counts,
    "mutants": mutant_tables,
    "proofs": proof_table,
    "survivors": survivor_list,
}
"""The parts of the page, by the names that its markers give them."""
