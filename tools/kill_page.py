"""The kill matrix as the parts of a page.

`ackproof mutants --matrix --out FILE` computes it once; this reads it again to make `docs/mutants.md`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping

from ackproof.engine.kills.kill import KillResult
from ackproof.engine.kills.kill_matrix import KillMatrix, must_rules
from ackproof.mutants import Mutant, all_mutants
from ackproof.mutants.proofs import UNPROVEN


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


def _row(mutant: Mutant, result: KillResult) -> str:
    killers = result.killers
    named = [_cell(rule, killers, result) for rule in mutant.kills]
    also = [_cell(rule, killers, result) for rule in killers if rule not in mutant.kills]
    only = f" ({mutant.profiles[0]} only)" if len(mutant.profiles) == 1 else ""
    why = mutant.mistake + (f" ({_link(mutant.issue)})" if mutant.issue else "")
    cells = (f"`{mutant.name}`", f"{mutant.wrong}{only}", why, " ".join(named), " ".join(also))
    return f"| {' | '.join(cell.replace('|', '&#124;') for cell in cells)} |"


def _cell(rule: str, killers: Mapping[str, int], result: KillResult) -> str:
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
        f"and the others with {matrix.examples} examples for an ordinary rule. Of {len(must_rules())} MUST rules "
        f"that workloads check, besides those that compare with the reference, {len(proven)} kill a mutant that no "
        "other does, those about size aside."
    )


PARTS: Mapping[str, Callable[[KillMatrix], Iterable[str]]] = {
    "counts": counts,
    "mutants": mutant_tables,
    "proofs": proof_table,
    "survivors": survivor_list,
}
"""The parts of the page, by the names that its markers give them."""
