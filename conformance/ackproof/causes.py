"""Causes: which broken rules fall by one mistake, and which of them is about it.

A mutant is a known mistake, and names the rules that are about it. A mutant that answers the witnesses of several rules
just as the target did explains them all by one mistake. That proves nothing: it puts what belongs together in one
place, and a certificate and its witnesses are the same without it.
"""

import functools
import json
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from importlib.resources import files

from attrs import field, frozen

from ackproof import wire
from ackproof.components import Result
from ackproof.deviations import does_the_same
from ackproof.mutants import Mutant, all_mutants
from ackproof.replay import run_of
from ackproof.specification import all_rules
from ackproof.target import Run
from ackproof.verdict import Verdict

BREADTH = "breadth.json"
"""How many mutants break each rule, from the kill matrix: a rule that few break is about few mistakes."""
LONG_RUN = 500
"""Operations. A longer witness is put only to a mutant that explains others: it takes long."""
KINDS = ("property", "statistical", "differential")
"""From the kind of rule that says most of a mistake to the one that says least."""


@frozen
class Cause:
    """Violations that one mistake explains: `first` is the one to read, `others` fall with it. `mutant` makes that
    mistake; it is None if no mutant is known to explain more than one of them.
    """

    first: Verdict
    others: tuple[Verdict, ...] = ()
    mutant: Mutant | None = field(default=None, repr=False)


def causes(broken: Sequence[Verdict]) -> list[Cause]:
    """Return the violations of one target by their causes, those of MUST rules first. Each has a witness.

    The mutant that explains most of them is one cause, the one that explains most of the rest another, and what none
    explains stands alone. A differential rule that stands alone falls with the first cause in its component, as it
    compares everything.
    """
    runs = {_key(verdict): _run(verdict) for verdict in broken}
    short = [verdict for verdict in broken if len(runs[_key(verdict)][0].operations) <= LONG_RUN]
    explained = {
        name: [verdict for verdict in short if _explains(mutant, runs[_key(verdict)])]
        for name, mutant in all_mutants().items()
    }
    found, rest = [], list(broken)
    while True:
        mutant = _best({name: [each for each in own if each in rest] for name, own in explained.items()}, broken)
        if mutant is None:
            break
        own = [each for each in rest if each in explained[mutant.name] or _explains(mutant, runs[_key(each)])]
        found.append(_cause(own, mutant))
        rest = [each for each in rest if each not in own]
    alone = [_cause([each for each in rest if each.rule == rule]) for rule in dict.fromkeys(each.rule for each in rest)]
    return _with_differential(sorted([*found, *alone], key=lambda cause: cause.first.level != "MUST"))


def _best(explained: Mapping[str, Sequence[Verdict]], broken: Sequence[Verdict]) -> Mutant | None:
    """Return the mutant that explains most, if that is more than one rule. Of those that explain as much, one comes
    first of which all rules that it names are broken, and then one of which a rule that it explains is named by many.
    """
    known, rules = all_mutants(), {verdict.rule for verdict in broken}
    most = max(len(own) for own in explained.values())
    equal = [known[name] for name, own in explained.items() if len(own) == most]
    if len({verdict.rule for verdict in explained[equal[0].name]}) < 2:
        return None
    fitting = [mutant for mutant in equal if rules.issuperset(mutant.kills)] or equal
    votes = Counter(rule for mutant in fitting for rule in mutant.kills)
    return max(fitting, key=lambda mutant: max(votes[rule] for rule in mutant.kills))


def _cause(own: Sequence[Verdict], mutant: Mutant | None = None) -> Cause:
    named = mutant.kills if mutant else ()
    first = min(own, key=lambda verdict: (verdict.rule not in named, *_breadth(verdict)))
    return Cause(first, tuple(verdict for verdict in own if verdict is not first), mutant)


def _breadth(verdict: Verdict) -> tuple[object, ...]:
    """Return how much a violation leaves open: what sorts the one that says most of a mistake first."""
    kind = KINDS.index(all_rules()[verdict.rule].checked)
    return verdict.level != "MUST", kind, _breadths().get(verdict.rule, 0), len((verdict.witness or {})["operations"])


def _with_differential(found: Sequence[Cause]) -> list[Cause]:
    """Let what only compares with the reference fall with the first cause in its component."""
    rules = all_rules()
    comparing = [cause for cause in found if rules[cause.first.rule].checked == "differential"]
    saying = [cause for cause in found if cause not in comparing]
    for cause in comparing:
        component = rules[cause.first.rule].component
        place = next((at for at, each in enumerate(saying) if rules[each.first.rule].component == component), None)
        if place is None:
            saying.append(cause)
        else:
            first = saying[place]
            saying[place] = Cause(first.first, (*first.others, cause.first, *cause.others), first.mutant)
    return saying


def _explains(mutant: Mutant, found: tuple[Run, Sequence[Result]]) -> bool:
    run, results = found
    if run.component != mutant.component or run.config.profile not in mutant.profiles:
        return False
    try:
        return does_the_same(mutant.make(), run, results)
    except Exception:  # noqa: BLE001 - a mutant may break over what it was not made for
        return False


def _run(verdict: Verdict) -> tuple[Run, Sequence[Result]]:
    witness = verdict.witness or {}
    component = wire.component_named(witness["component"])
    return run_of(witness), [wire.result_from_json(component, each) for each in witness["results"]]


def _key(verdict: Verdict) -> tuple[str, str | None]:
    return verdict.rule, verdict.profile


@functools.cache
def _breadths() -> Mapping[str, int]:
    counts: dict[str, int] = json.loads((files("ackproof.mutants") / BREADTH).read_text(encoding="utf-8"))
    return counts


def breadths(killers: Collection[Collection[str]]) -> dict[str, int]:
    """Return how many mutants break each rule, from the rules that break each: what `breadth.json` holds."""
    counts = Counter(rule for rules in killers for rule in rules)
    return {rule: counts[rule] for rule in all_rules() if rule in counts}
