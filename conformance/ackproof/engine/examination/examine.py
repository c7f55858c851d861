"""Examining a target: one rule, one profile, many workloads, one verdict. The examples are tried first: see `search`.
If some break the rule, the shortest of them is shrunk: see `shrink`. The findings and the verdict do not depend on
where the examples are tried: `conclude` builds the verdict from the merged results.
"""

import itertools
import time
from collections.abc import Sequence

from attrs import evolve, frozen

from ackproof.components import TOPOLOGY, Result
from ackproof.engine.driver import Driver
from ackproof.engine.examination.drawing import number_of_examples
from ackproof.engine.examination.search import NOTHING_KNOWN, BatchResult, FoundViolation, KnownDeviations, Search
from ackproof.engine.examination.shrink import Shrinking
from ackproof.engine.known.deviations import Deviation
from ackproof.engine.plan import Examination
from ackproof.errors import Refused, SuiteError, TargetBroke, TargetUnavailable
from ackproof.rules.registry import Premises, all_checks
from ackproof.specification import Rule
from ackproof.stories.violations import render
from ackproof.target import Description, assumption_words
from ackproof.verdict import ENOUGH, Outcome, Skip, SkipKind, Verdict
from ackproof.witness import Witness
from ackproof.workloads.dimensions import AT_THE_END, DIMENSIONS, Span, octave

DEFAULT_EXAMPLES = 300


@frozen
class Effort:
    """How many workloads to try: `examples` for an ordinary rule, drawn from `seed`; with a `budget` in seconds, rounds
    until it is used up. `deep` goes up to the sizes of real systems.
    """

    examples: int = DEFAULT_EXAMPLES
    seed: int = 0
    budget: float | None = None
    deep: bool = False

    @property
    def span(self) -> Span:
        """The part of the ranges of size that is covered, which is smaller with fewer examples than usual."""
        return Span(min(1.0, self.examples / DEFAULT_EXAMPLES), self.deep)


def examine(
    examination: Examination, driver: Driver, effort: Effort, known: KnownDeviations = NOTHING_KNOWN
) -> Verdict:
    """Return the verdict on one rule, under one profile."""
    verdict = blank(driver.name, examination)
    begun = time.perf_counter()
    try:
        skipped = why_skipped(examination.rule, driver.describe(), examination.profile)
        if skipped:
            return without_checking(verdict, skipped)
        search = Search(examination, driver, effort.seed, known)
        verdict = conclude(search, _tried(search, effort))
    except (TargetBroke, TargetUnavailable) as broke:
        verdict = evolve(verdict, outcome=Outcome.ERROR, reason=str(broke))
    return evolve(verdict, seconds=time.perf_counter() - begun)


def _tried(search: Search, effort: Effort) -> BatchResult:
    begun = time.perf_counter()
    count = number_of_examples(search.examination.check, effort.examples)
    part = BatchResult()
    for block in itertools.count():
        part = part.joined(search.tried(range(block * count, (block + 1) * count)))
        if part.violations or effort.budget is None or time.perf_counter() - begun >= effort.budget:
            break
    return part


def blank(target: str, examination: Examination) -> Verdict:
    """Return the initial verdict on a rule: a pass on no examples."""
    rule = examination.rule
    return Verdict(
        target=target,
        rule=rule.id,
        title=rule.title,
        level=rule.level,
        profile=examination.profile,
        outcome=Outcome.PASS,
    )


def without_checking(verdict: Verdict, skipped: Skip) -> Verdict:
    """Return the verdict on a rule that does not apply."""
    return evolve(verdict, outcome=Outcome.SKIP, reason=skipped.reason, skipped=skipped.kind)


def why_skipped(rule: Rule, description: Description, profile: str | None) -> Skip | None:
    """Return why a rule does not apply to a target, or None if it does."""
    if rule.component not in description.components:
        return Skip(SkipKind.NO_COMPONENT, f"no component {rule.component}")
    if profile is not None and profile not in rule.profiles:
        return Skip(SkipKind.OTHER_PROFILE, f"not a rule of {profile}")
    lacking = sorted(name for name in rule.needs_operations if not description.has_operation(name))
    if lacking:
        return Skip(SkipKind.NO_OPERATION, f"no operation {', '.join(lacking)}")
    unclaimed = sorted(rule.needs_capabilities - description.capabilities)
    if unclaimed:
        return Skip(SkipKind.NOT_CLAIMED, f"capability {', '.join(unclaimed)} not claimed")
    if description.only_rules is not None and rule.id not in description.only_rules:
        unseen = "what it does shows nothing of it: it cannot be made to, or nobody sees it"
        return Skip(SkipKind.NO_OPERATION, description.unseen.get(rule.id, unseen))
    return _assumed_away(rule, description)


def _assumed_away(rule: Rule, description: Description) -> Skip | None:
    """Return why the rule cannot be broken given a target's assumptions, or None if it can."""
    assumed = description.assumptions
    if not assumed:
        return None
    if rule.component == TOPOLOGY.name:
        words = assumption_words(assumed)
        return Skip(SkipKind.ASSUMED, f"it assumes {words}, and the channels of whole topologies do not keep to that")
    excluding = [[name for name in assumed if name in each.excluded_by] for each in all_checks()[rule.id].premises]
    if not all(excluding):
        return None
    words = assumption_words([name for name in assumed if any(name in each for each in excluding)])
    return Skip(SkipKind.ASSUMED, f"it assumes {words}, and then nothing can break the rule")


def conclude(search: Search, part: BatchResult) -> Verdict:
    """Return the verdict on a rule, from the merged results of its examples. Raise `TargetBroke` if the
    target breaks.
    """
    replayed = [] if search.driver.is_watched else _replayed(search)
    verdict = evolve(
        blank(search.driver.name, search.examination),
        examples=part.examples,
        operations=part.operations,
        premises=_premise_counts(search.examination, part),
        sizes=_sizes(part),
        deviations=tuple(deviation.entry for deviation in (*part.in_order(), *replayed)),
    )
    if search.driver.is_watched:
        return _of_runs(search, part, verdict)
    if part.shortest is not None:
        found = Shrinking(search=search, case=part.shortest).smallest()
        known = [each for each in replayed if not isinstance(found.answer, Refused)]
        known = [each for each in known if each.is_shown_by(found.run, _results(found))]
        if known:
            return _known(search, found, [*part.in_order(), *known], verdict)
        return evolve(
            verdict,
            outcome=Outcome.FAIL,
            reason=_reason_if_repeated(search, found),
            witness=_witness(search.examination, search.seed, search.driver.describe(), found),
            explained_by=part.variants[0] if part.variants else None,
        )
    if part.recorded:
        return _deviating(search, part, verdict, replayed)
    if replayed:
        return evolve(_with_reasons(verdict, replayed), witness=replayed[0].recorded)
    return _judged_by_premises(search, verdict)


def _of_runs(search: Search, part: BatchResult, verdict: Verdict) -> Verdict:
    """Return the verdict on a target that runs by itself. A run that broke a rule is shrunk if the target can run less.
    But its runs are not reproducible.
    """
    if part.shortest is not None:
        case, how = search.smaller(part.shortest)
        reason = f"{case.found.violation} (run {case.number} of seed {search.seed}{how and f'; {how}'})"
        found = evolve(case.found, violation=case.found.violation.in_words(reason))
        witness = _witness(search.examination, search.seed, search.driver.describe(), found)
        return evolve(verdict, outcome=Outcome.FAIL, reason=reason, witness=witness)
    if part.unfinished:
        return evolve(verdict, outcome=Outcome.INCONCLUSIVE, reason="; ".join(part.unfinished))
    return _judged_by_premises(search, verdict)


def _reason_if_repeated(search: Search, found: FoundViolation) -> str:
    again = search.violation(found.workload, search.driver.run(found.run), Premises())
    return f"{found.violation}" if again is not None else f"{found.violation} (and not when the same was tried again)"


def _replayed(search: Search) -> list[Deviation]:
    """Return the recorded witnesses of the rule that the target still reproduces."""
    found = []
    for entry in search.known.deviations:
        witness = entry.recorded
        if witness is None or witness.run.config.profile != (search.examination.profile or witness.run.config.profile):
            continue
        answer = search.driver.run(witness.run)
        if not isinstance(answer, Refused) and entry.is_shown_by(witness.run, tuple(answer)):
            found.append(entry)
    return found


def _known(search: Search, found: FoundViolation, entries: Sequence[Deviation], verdict: Verdict) -> Verdict:
    """Return the verdict if the smallest violation that was found is recorded by a witness."""
    witness = _witness(search.examination, search.seed, search.driver.describe(), found)
    return evolve(_with_reasons(verdict, entries), witness=witness)


def _with_reasons(verdict: Verdict, entries: Sequence[Deviation]) -> Verdict:
    explanations: dict[str, list[str]] = {}
    for each in entries:
        explanations.setdefault(each.reason, []).append(each.entry.explanation)
    reason = "; ".join(f"{' or '.join(found)}: {reason}" for reason, found in explanations.items())
    return evolve(verdict, outcome=Outcome.DEVIATES, reason=reason)


def _deviating(search: Search, part: BatchResult, verdict: Verdict, replayed: Sequence[Deviation]) -> Verdict:
    """Return the verdict if all violations that were found are known. The witness shows the first deviation."""
    entries = part.in_order()
    found = Shrinking(search=search, case=part.recorded[entries[0]].shortest, entry=entries[0]).smallest()
    return _known(search, found, [*entries, *replayed], verdict)


def cut_off(target: str, examination: Examination, seed: int, description: Description, part: BatchResult) -> Verdict:
    """Return the verdict on a rule that some examples broke, if there is no time to shrink them."""
    if part.shortest is None:
        raise SuiteError(f"{examination.rule.id} was not found broken")
    found = part.shortest.found
    return evolve(
        blank(target, examination),
        outcome=Outcome.FAIL,
        reason=f"{found.violation} (the run was cut off before this was made smaller)",
        examples=part.examples,
        operations=part.operations,
        seconds=part.seconds,
        premises=_premise_counts(examination, part),
        witness=_witness(examination, seed, description, found),
    )


def _judged_by_premises(search: Search, verdict: Verdict) -> Verdict:
    description = search.driver.describe()
    possible = [premise.name for premise in search.examination.check.premises if premise.is_possible(description)]
    met = {name: verdict.premises[name] for name in possible}
    rare = [f"{name!r} was met {count} times" for name, count in met.items() if count < ENOUGH]
    small = _too_small(search, verdict)
    if not rare and not small:
        return verdict
    reason = f"{', '.join(rare)}, of {ENOUGH} that it takes; try more --examples, without --quick" if rare else small
    return evolve(verdict, outcome=Outcome.INCONCLUSIVE, reason=reason)


def _too_small(search: Search, verdict: Verdict) -> str:
    """Return in words the dimension in which a rule about size had too few examples at the end of the range, or an
    empty string.
    """
    examination, described = search.examination, search.driver.describe()
    for name in examination.check.sizes.dimensions if examination.check.sizes else ():
        dimension = DIMENSIONS[examination.rule.component][name]
        if dimension.operation is not None and not described.has_operation(dimension.operation):
            continue
        limit = described.limits.get(dimension.component, {}).get(name)
        end = octave(min(dimension.end(examination.span), limit or dimension.deep))
        there = sum(count for size, count in verdict.sizes[name].items() if size >= end)
        if there < AT_THE_END:
            return f"{there} examples came to {end:,} {name}, of {AT_THE_END} that it takes"
    return ""


def _sizes(part: BatchResult) -> dict[str, dict[int, int]]:
    """Return the number of examples by the power of two that they reached, by dimension."""
    names = sorted({name for name, _ in part.sizes})
    return {name: {size: part.sizes[each, size] for each, size in sorted(part.sizes) if each == name} for name in names}


def _premise_counts(examination: Examination, part: BatchResult) -> dict[str, int]:
    declared = [premise.name for premise in examination.check.premises]
    unknown = part.premises.keys() - set(declared)
    if unknown:
        raise SuiteError(f"{examination.check.name} counts {sorted(unknown)}, which it does not declare")
    return {name: part.premises[name] for name in declared}


def _results(found: FoundViolation) -> tuple[Result, ...]:
    return () if isinstance(found.answer, Refused) else tuple(found.answer)


def _witness(examination: Examination, seed: int, description: Description, found: FoundViolation) -> Witness:
    explanation = render(found.workload, found.answer, found.violation)
    return Witness(
        rule=examination.rule.id,
        title=examination.rule.title,
        target=description.name,
        version=description.version,
        seed=seed,
        run=found.run,
        violation=str(found.violation),
        at=found.violation.index,
        results=_results(found),
        steps=tuple(explanation.steps),
        trees=tuple(explanation.trees),
        story=tuple(explanation.story),
    )
