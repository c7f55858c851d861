"""The message of each rule for the mutants that name it, in the first example that kills them.

They are stored in `violations.json`: the number of the example, the operation and the message. A test draws that
example again, runs it on the mutant and expects the same. So a change of a rule, or only of its message, shows what
people will read, and at which operation. `cd tests && python -m mutants.violations` searches for the examples and
regenerates the file, with `--changed` only for recorded examples with another result; a slow test does the whole
search.
"""

import json
import re
import sys
from collections.abc import Iterable, Mapping
from contextlib import closing
from pathlib import Path

from ackproof.engine.discovery import discover
from ackproof.engine.examination.drawing import judged, recent
from ackproof.engine.examination.garbage import seldom_collected
from ackproof.engine.kills.kill import all_examinations, kill
from ackproof.engine.plan import Examination
from ackproof.errors import TargetBroke
from ackproof.mutants import Mutant, all_mutants
from ackproof.rules.registry import Premises, Violation
from ackproof.target import Answer, Run
from ackproof.workloads.fitting import fitted
from ackproof.workloads.workload import Workload
from attrs import evolve

VIOLATIONS = Path(__file__).with_name("violations.json")
SEED = 0

STEP_BY_STEP = frozenset({"ACK-36", "RTE-05", "RM-13", "RM-14", "SPT-18", "ANC-15"})
"""Rules about size that judge each operation by the earlier ones: operations after a violation do not matter."""

Words = Mapping[str, Mapping[str, str]]
"""By mutant and profile ("-" if the rule has none)."""


def read_violations() -> dict[str, Words]:
    """Return the content of the file, by rule."""
    kept: dict[str, Words] = json.loads(VIOLATIONS.read_text(encoding="utf-8"))
    return kept


def example_in(words: str) -> int:
    """Return the number of the example, from 1, that an entry of the file names."""
    match = re.match(r"example (\d+)[,:]", words)
    assert match is not None, words
    return int(match[1])


def operation_in(words: str) -> int:
    """Return the index of the operation that an entry of the file names."""
    match = re.match(r"example \d+, operation (\d+):", words)
    assert match is not None, words
    return int(match[1])


def violations(rule: str, mutants: Iterable[Mutant]) -> Words:
    """Return the messages of a rule for some mutants, with default settings; survivors are left out."""
    found: dict[str, dict[str, str]] = {}
    for mutant in mutants:
        for examination in examinations_of(rule, mutant):
            after = first_kill(examination, mutant)
            if after is not None:
                found.setdefault(mutant.name, {})[examination.profile or "-"] = violation_text(
                    examination, mutant, after
                )
    return found


def examinations_of(rule: str, mutant: Mutant) -> list[Examination]:
    """Return the examinations by which a mutant has to be killed: the rule under each profile of both."""
    return [
        examination
        for examination in all_examinations([rule])
        if examination.profile is None or examination.profile in mutant.profiles
    ]


def first_kill(examination: Examination, mutant: Mutant) -> int | None:
    """Return the number of examples after which a rule kills a mutant, with default settings; None if it survives."""
    with closing(discover.find(discover.MUTANT + mutant.name)) as driver:
        return kill(examination, driver, SEED, shared=recent.examples(examination, SEED))


def replayed_text(examination: Examination, mutant: Mutant, known: str) -> str:
    """Return the message of a rule for a mutant in the recorded example. Of a large history only the operations up to
    the recorded one are run, if the message for these is the recorded one.
    """
    if examination.rule.id in STEP_BY_STEP and "operation" in known.partition(":")[0]:
        words = violation_text(examination, mutant, example_in(known), operations=1 + operation_in(known))
        if words == known:
            return words
    return violation_text(examination, mutant, example_in(known))


def violation_text(examination: Examination, mutant: Mutant, number: int, operations: int | None = None) -> str:
    """Return the message of a rule for a mutant in the example of that number, from 1: the operation, and the
    violation. With `operations` only that many of them are run.
    """
    with seldom_collected(), closing(discover.find(discover.MUTANT + mutant.name)) as driver:
        example = recent.examples(examination, SEED).example(number - 1)
        workload = fitted(example.workload, driver.describe())
        try:
            run = example.cut.of(workload.run)
            [answer] = driver.run_all([run if operations is None else _first(run, operations)])
            violation = _judged(examination, workload, answer, is_part=operations is not None)
        except TargetBroke as broke:
            return f"example {number}: {broke}"
    return f"example {number}, " + (f"operation {violation.index}: {violation}" if violation else "no violation")


def _first(run: Run, count: int) -> Run:
    """Return the first operations of a run, with its cuts."""
    return evolve(run, operations=run.operations[:count], cuts=tuple(cut for cut in run.cuts if cut < count))


def _judged(examination: Examination, workload: Workload, answer: Answer, *, is_part: bool) -> Violation | None:
    """Return the violation by an answer. If the answer is partial, a check that finds nothing may fail because the rest
    is missing.
    """
    try:
        return judged(examination.check, workload, answer, Premises())
    except ValueError:
        if not is_part:
            raise
        return None


def kept(rule: str, mutant: Mutant, known: Words, *, reworded: bool) -> Mapping[str, str] | None:
    """Return the messages for a mutant in the recorded examples, if they are violations in the recorded words, or, if
    they may be `reworded`, in any words, under each profile.
    """
    words = known.get(mutant.name, {})
    examinations = {each.profile or "-": each for each in examinations_of(rule, mutant)}
    if set(examinations) != set(words):
        return None
    found = {profile: replayed_text(each, mutant, words[profile]) for profile, each in examinations.items()}
    if any("no violation" in text for text in found.values()):
        return None
    return found if reworded or found == words else None


def main() -> None:
    """Write the file. With `--changed`, search only for recorded examples with another result. With `--reworded` search
    only where the recorded example does not kill any more: that is enough after a change of sentences alone.
    """
    reworded = "--reworded" in sys.argv[1:]
    known = read_violations() if reworded or "--changed" in sys.argv[1:] else {}
    found: dict[str, Words] = {}
    for rule in dict.fromkeys(examination.rule.id for examination in all_examinations()):
        mutants = [mutant for mutant in all_mutants().values() if rule in mutant.kills]
        words: dict[str, Mapping[str, str]] = {}
        for mutant in mutants:
            same = kept(rule, mutant, known.get(rule, {}), reworded=reworded) if known else None
            words |= violations(rule, [mutant]) if same is None else {mutant.name: same}
        if words:
            found[rule] = words
    VIOLATIONS.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
