"""Examples that distinguish all mutants of a component, and the reference, by their answers.

They are stored in `distinct.json`, by component: the rule, the profile and the number of each example, from 1. A test
draws them again and runs them on every target. `cd tests && python -m mutants.distinct` searches for them and
regenerates the file, which takes some minutes; with `--changed` it adds examples for targets that the recorded ones do
not distinguish.
"""

import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from ackproof.components import COMPONENTS, Result
from ackproof.components.acker import Restart
from ackproof.engine.driver import done_beside
from ackproof.engine.examination.cuts import drawn_cut
from ackproof.engine.examination.drawing import drawn, number_of_examples, seed_of
from ackproof.engine.examination.examine import DEFAULT_EXAMPLES
from ackproof.engine.kills.kill import all_examinations, is_differential
from ackproof.engine.plan import Examination
from ackproof.errors import Refused
from ackproof.mutants import all_mutants, sizes
from ackproof.target import Component, Run, SessionTarget, Target
from ackproof.targets.references import reference_of

from mutants.violations import example_in, read_violations

DISTINCT = Path(__file__).with_name("distinct.json")
SEED = 0
MOST_EXAMPLES = 15
"""Maximum number of examples of each rule that are searched."""

Example = tuple[str, str | None, int]
"""A rule, a profile and a number."""


def read_examples() -> dict[str, list[Example]]:
    """Return the content of the file, by component."""
    kept = json.loads(DISTINCT.read_text(encoding="utf-8"))
    return {component: [(rule, profile, number) for rule, profile, number in each] for component, each in kept.items()}


def targets_of(component: str) -> dict[str, Target]:
    """Return the reference and all mutants of a component, by name."""
    mutants = {
        name: mutant.make()
        for name, mutant in all_mutants().items()
        if mutant.component == component and mutant.family != sizes.FAMILY  # these differ by their limits
    }
    return {"reference": reference_of(component), **mutants}


def alike(component: str, examples: Iterable[Example]) -> list[list[str]]:
    """Return the groups of targets with the same answers to all of some examples."""
    targets = targets_of(component)
    tasks = {(examination.rule.id, examination.profile): examination for examination in all_examinations()}
    groups = [sorted(targets)]
    for rule, profile, number in examples:
        groups = distinguished(groups, targets, _run(tasks[rule, profile], number))
    return groups


def _run(examination: Examination, number: int) -> Run:
    """Return the run of an example, by its number from 1, with the cuts of a certificate."""
    seed = seed_of(examination, SEED, number - 1)
    return drawn_cut(seed).of(drawn(examination, SEED, number - 1).run)


def distinguished(groups: list[list[str]], targets: Mapping[str, Target], run: Run) -> list[list[str]]:
    """Return the groups after splitting them by the targets' answers to a run."""
    left: list[list[str]] = []
    for group in groups:
        found: dict[str, list[str]] = defaultdict(list)
        for name in group:
            found[answers(targets[name], run)].append(name)
        left.extend(members for members in found.values() if len(members) > 1)
    return left


def answers(target: Target, run: Run) -> str:
    """Return a target's answers to a run, in a form for comparison. A target that is not durable is not restarted."""
    lacking = {each.op for each in run.operations if not target.describe().has_operation(each.op)}
    if lacking - {Restart.op}:
        return "has no such operation"
    try:
        opened = target.open(run.component, run.config)
        results: list[Result] = []
        crowd: list[Component] = []
        for place, operations in enumerate(run.requests):
            results += opened.apply([each for each in operations if each.op not in lacking])
            if isinstance(target, SessionTarget) and "sessions" in target.describe().capabilities:
                crowd += done_beside(target, run, place)
        return repr(results)
    except Refused:
        return "refused"
    except Exception as broke:  # noqa: BLE001 - a mutant may break: that too tells it from others
        return f"broke: {type(broke).__name__}"


def search(component: str, known: Sequence[Example] = ()) -> list[Example]:
    """Return examples that distinguish all targets of a component, as far as possible: the known ones, and additional
    ones.
    """
    targets = targets_of(component)
    groups = alike(component, known)
    found = list(known)
    for example, run in _candidates(component) if groups else ():
        if not groups:
            break
        left = distinguished(groups, targets, run)
        if sorted(left) != sorted(groups):
            found.append(example)
            groups = left
    return found


def _candidates(component: str) -> Iterator[tuple[Example, Run]]:
    """Yield the examples that are searched, the shortest first: most mutants show in a few operations."""
    tasks = [
        examination
        for examination in all_examinations()
        if examination.rule.component == component
        and examination.rule.checked != "statistical"
        and not examination.check.sizes
    ]
    every = [
        ((examination.rule.id, examination.profile, number + 1), _run(examination, number + 1))
        for examination in sorted(tasks, key=lambda examination: not is_differential(examination.rule.id))
        for number in range(min(MOST_EXAMPLES, number_of_examples(examination.check, DEFAULT_EXAMPLES)))
    ]
    yield from sorted(every, key=lambda each: len(each[1].operations))
    yield from _recorded(component)


def _recorded(component: str) -> Iterator[tuple[Example, Run]]:
    """Yield the examples in which mutants are known to be killed, first those of ordinary sizes: some mutants are wrong
    only in large ones.
    """
    tasks = {(each.rule.id, each.profile): each for each in all_examinations() if each.rule.component == component}
    known = all_mutants()
    for rule, words in sorted(read_violations().items(), key=lambda each: is_by_size(each[0])):
        for mutant, by_profile in words.items():
            if known[mutant].component == component and known[mutant].family != sizes.FAMILY:
                for profile, violation in by_profile.items():
                    example = (rule, None if profile == "-" else profile, example_in(violation))
                    yield example, _run(tasks[example[:2]], example[2])


def is_by_size(rule: str) -> bool:
    """Whether a rule is one about size."""
    return any(each.check.sizes is not None for each in all_examinations([rule]))


def main() -> None:
    """Write the file. With `--changed`, keep its examples of ordinary sizes, and search only for targets that they do
    not distinguish.
    """
    known = read_examples() if "--changed" in sys.argv[1:] else {}
    known = {name: [each for each in kept if not is_by_size(each[0])] for name, kept in known.items()}
    examples = {component: search(component, known.get(component, ())) for component in COMPONENTS}
    lines = [
        f" {json.dumps(component)}: [\n" + ",\n".join(f"  {json.dumps(each)}" for each in found) + "\n ]"
        for component, found in examples.items()
    ]
    DISTINCT.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
