"""Kill jobs and their results: mutants by the rules that kill them, on the terminal."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import closing
from pathlib import Path

from attrs import evolve, field, frozen
from rich.console import Console
from rich.text import Text

from ackproof.engine.discovery import discover
from ackproof.engine.examination.examine import DEFAULT_EXAMPLES
from ackproof.engine.exit_codes import BROKE, CONFORMANT, VIOLATION
from ackproof.engine.kills import kill_matrix
from ackproof.engine.kills.kill import (
    Kill,
    KillJob,
    KillResult,
    Kills,
    KillTrial,
    is_statistical,
    jobs_of,
    results,
    run,
)
from ackproof.errors import TargetBroke, TargetUnavailable, UsageError
from ackproof.mutants import Mutant
from ackproof.specification import all_rules
from ackproof.text.sanitize import not_run, reason_alone
from ackproof.text.tables import Column, Table, show
from ackproof.wire.output import cannot_write, owned
from ackproof.wire.traces import cause_of

ENOUGH_SEEDS = 19, 20
"""The number of seeds at which a mutant has to be killed, and the number of all seeds."""

KILLED, SURVIVED, ONLY_BROKE, NOT_RUN = "killed", "survived", "only broke", "could not be run"
"""What may come of a target of the user."""

Announce = Callable[[KillJob, Kills], None]


@frozen(kw_only=True)
class KillOrder:
    """What to kill and how: mutants of this suite, by name and family, or the user's own `targets`. Each mutant is
    tried by the rules that it names at `seeds` seeds; with `matrix`, by all rules at one seed, and the result is
    written to `out`. Targets are tried by all rules, except those that could not be run: `lacking` has the reason for
    each of them, once they were `asked`.
    """

    names: tuple[str, ...] = ()
    family: str | None = None
    targets: tuple[str, ...] = ()
    lacking: Mapping[str, str] = field(factory=dict)
    seeds: int = 1
    examples: int = DEFAULT_EXAMPLES
    workers: int = 1
    master: str | None = None
    matrix: bool = False
    out: Path | None = None
    reply_timeout: float | None = None

    def mutants(self) -> list[Mutant]:
        """Return the selected mutants; raise `UsageError` for an unknown one, or for settings that contradict each
        other.
        """
        if self.targets and (self.names or self.family or self.matrix or self.out):
            raise UsageError("--target names mutants of your own; leave out NAME, --family, --matrix and --out with it")
        if self.matrix and self.seeds > 1:
            raise UsageError("--matrix is computed at one seed; leave out --seeds")
        if self.out is not None and not self.matrix:
            raise UsageError("--out is where the matrix goes; add --matrix")
        if self.out is not None and not self.out.parent.is_dir():
            raise UsageError(f"cannot write {self.out}: there is no folder {self.out.parent}")
        return [] if self.targets else discover.mutants(self.names, self.family)

    def asked(self) -> "KillOrder":
        """Ask each target for its description, and return the order with those that could not be run."""
        lacking = {}
        for name in self.targets:
            try:
                with closing(discover.find(name, self.reply_timeout)) as driver:
                    driver.describe()
            except (TargetUnavailable, TargetBroke) as error:
                lacking[name] = str(error)
        return evolve(self, lacking=lacking)

    def jobs(self, seed: int) -> list[KillJob]:
        """Return the jobs to be done at a seed. In a matrix, the rules that a mutant names have as many examples as
        in a certificate, at least.
        """
        named = {discover.MUTANT + each.name: each.kills for each in self.mutants()}
        least = DEFAULT_EXAMPLES if self.matrix else self.examples
        able = dict.fromkeys(name for name in self.targets if name not in self.lacking)
        jobs = jobs_of({**named, **able}, seed, max(least, self.examples), self.reply_timeout)
        if not self.matrix:
            return jobs
        others = {discover.MUTANT + each.name: self._others(each) for each in self.mutants()}
        return jobs + jobs_of(others, seed, self.examples, self.reply_timeout)

    def _others(self, mutant: Mutant) -> Collection[str]:
        """Return the rules that a mutant is tried by besides those that it names. Rules of other components cannot find
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
    """Do all jobs of an order and show the results; return the exit code: 1 if something survived, and 3 if a target
    could not be run, or only broke.

    `finished` is called when all jobs are done and before anything is printed.
    """
    if order.out is None:
        return _reported(order, console, announce, finished)
    order.mutants()  # a faulty order is reported first
    with owned(order.out):
        return _reported(order, console, announce, finished)


def _reported(order: KillOrder, console: Console, announce: Announce, finished: Callable[[], None]) -> int:
    mutants = order.mutants()
    reached: list[dict[KillTrial, Kill | None]] = []

    def keep(job: KillJob, kills: Kills) -> None:
        reached[-1].update(kills)
        announce(job, kills)

    found = []
    try:
        for seed in range(order.seeds):
            reached.append({})
            found.append(results(run(order.jobs(seed), order.workers, keep, master=order.master)))
    except KeyboardInterrupt:
        finished()
        _show_reached(console, order, reached)
        raise
    finished()
    if order.targets:
        return _show_targets(console, order, found)
    code = _show_mutants(console, mutants, found, matrix=order.matrix)
    if order.out is not None:  # after it was shown, since writing may fail
        try:
            kill_matrix.write(order.out, order.examples, found[0])
        except OSError as error:
            raise cannot_write(order.out, error) from error
    return code


def _show_reached(console: Console, order: KillOrder, reached: Sequence[Kills]) -> None:
    """Show what an interrupted order has found: of mutants the survivors, of the user's targets what has killed."""
    tried = sum(map(len, reached))
    console.print(f"tried so far: {tried} of a mutant, a rule and a profile", soft_wrap=True)
    if order.targets:
        table = Table([Column("mutant"), Column("killed so far by, after how many examples", prose=True)])
        for name in _able(order):
            found = [by[name] for by in map(results, reached) if name in by]
            table.add(name, "; ".join(filter(None, map(_found, found))) or "none")
    else:
        table = Table(list(map(Column, ("mutant", "rule", "survived under", "at seed"))), naming=2)
        named = {discover.MUTANT + each.name: each for each in order.mutants()}
        for seed, kills in enumerate(reached):
            for (target, rule, profile), killed in kills.items():
                if killed is None and rule in named[target].kills:
                    table.add(named[target].name, rule, profile or "", str(seed))
    show(console, table)


def _show_targets(console: Console, order: KillOrder, found: Sequence[Mapping[str, KillResult]]) -> int:
    table = Table([Column("mutant"), Column("killed by, after how many examples", prose=True)])
    ends = Counter({KILLED: 0, SURVIVED: 0, ONLY_BROKE: 0, NOT_RUN: len(order.lacking)})
    for name in _able(order):
        rendered = []
        reached = set()
        for seed, by_target in enumerate(found):
            result = by_target.get(name, KillResult(name, {}))
            end = KILLED if result.violated else ONLY_BROKE if result.broke else SURVIVED
            reached.add(end)
            words = _found(result) or "SURVIVED"
            at = f"seed {seed}: " if len(found) > 1 else ""
            rendered.append(Text(f"{at}{words}", style="" if end == KILLED else "red"))
        table.add(name, Text("\n").join(rendered))
        ends[next(each for each in (ONLY_BROKE, SURVIVED, KILLED) if each in reached)] += 1
    if len(order.lacking) < len(order.targets):
        show(console, table)
    for name, why in order.lacking.items():
        console.print(not_run(name, why), style="red", soft_wrap=True)
    many = "1 target" if len(order.targets) == 1 else f"{len(order.targets)} targets"
    always = (KILLED, SURVIVED)
    console.print(f"{many}: {', '.join(f'{n} {end}' for end, n in ends.items() if n or end in always)}.")
    if ends[ONLY_BROKE]:
        console.print(
            "A target that only broke gave no wrong answer that a rule saw: look whether its adapter is at fault.",
            soft_wrap=True,
        )
    if ends[ONLY_BROKE] or ends[NOT_RUN]:
        return BROKE
    return VIOLATION if ends[SURVIVED] else CONFORMANT


def _able(order: KillOrder) -> list[str]:
    return [name for name in order.targets if name not in order.lacking]


def _found(result: KillResult) -> str:
    """Return the rules that a target of the user violates, and on how many others it broke, and how."""
    words = [_list(result.violated)] if result.violated else []
    if result.broke:
        how = cause_of(reason_alone(result.target, next(iter(result.broke.values()))))
        rules = "1 rule" if len(result.broke) == 1 else f"{len(result.broke)} rules"
        words.append(f"{'broke' if words else 'ONLY BROKE'} on {rules}: {how}")
    return "; ".join(words)


def _show_mutants(
    console: Console, mutants: Sequence[Mutant], found: Sequence[Mapping[str, KillResult]], *, matrix: bool
) -> int:
    also_killed = [Column("also killed by, after how many examples", prose=True)] if matrix else []
    table = Table([Column("mutant"), Column("rule"), Column("killed"), *also_killed], naming=2)
    survivors = 0
    for mutant in mutants:
        for rule in mutant.kills:
            rendered, killed = _killed(mutant, rule, found)
            survivors += not killed
            also = [_also(mutant, found[0])] if matrix and rule == mutant.kills[0] else []
            table.add(mutant.name, rule, Text(rendered, style="" if killed else "red"), *also)
    show(console, table)
    dead = sum(len(mutant.kills) for mutant in mutants) - survivors
    many = "1 mutant" if len(mutants) == 1 else f"{len(mutants)} mutants"
    console.print(f"{many}: {dead} killed, {survivors} survived, of each mutant and a rule that it names.")
    return VIOLATION if survivors else CONFORMANT


def _killed(mutant: Mutant, rule: str, found: Sequence[Mapping[str, KillResult]]) -> tuple[str, bool]:
    """Return in words whether a rule kills a mutant under every profile at enough of the seeds, and whether that is
    so.
    """
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


def _also(mutant: Mutant, found: Mapping[str, KillResult]) -> str:
    killers = found[discover.MUTANT + mutant.name].killers
    return _list({rule: after for rule, after in killers.items() if rule not in mutant.kills})


def _list(killers: Mapping[str, int]) -> str:
    return ", ".join(f"{rule} ({after})" for rule, after in killers.items())
