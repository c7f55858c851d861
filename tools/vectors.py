"""Make the vectors: an example that shows each mutant, the worked examples, and ids at the ends of their range.

`python -m tools.vectors` writes `conformance/ackproof/vectors/kept`, which `ackproof vectors` copies. It takes minutes.
`tests/mutants/violations.json` has the example in which a rule finds a mutant.
"""

import importlib
import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path

from ackproof.components import Operation, Result
from ackproof.components.acker import Ack, Fail, Init, ResetTimeout, Tick
from ackproof.engine.discovery import discover
from ackproof.engine.examination.search import Search
from ackproof.engine.kills.kill import all_examinations
from ackproof.engine.plan import Examination
from ackproof.errors import Refused, TargetBroke
from ackproof.mutants import Mutant, all_mutants
from ackproof.rules.differential import answers_of_the_reference
from ackproof.rules.registry import DEFAULT_PROFILE
from ackproof.target import PROFILES, Config, Run, Target
from ackproof.targets import reference
from ackproof.vectors.corpus import write_corpus
from ackproof.vectors.vector import COMPONENTS, Vector, plain
from ackproof.workloads.worked_examples import EXAMPLES, worked_example
from attrs import evolve

SEED = 0
LONGEST = 200
"""The most operations of a vector. Mistakes that only longer histories show are for the suite."""

ROOT = Path(__file__).resolve().parents[1]
sys.path.append(str(ROOT / "tests"))
RIGHT: Sequence[Callable[[], Target]] = (importlib.import_module("wrong_ackers.right").idempotent_init,)
"""Ackers that are right and may differ from the reference where there is no MUST."""

ENDS = (0, 1, -1, 2**31 - 1, -(2**31), 2**31, 2**32, 2**53 + 1, 2**62, 2**63 - 1, -(2**63))
"""Ids that are easily confused with others: zero, signs, halves, and ids that a double cannot distinguish."""

Numbers = Mapping[str, Mapping[str, Mapping[str, int]]]
"""The number of the example, from 1, in which a rule finds a mutant under a profile: by rule, mutant and profile."""


def made(numbers: Numbers, announce: Callable[[str], None]) -> list[Vector]:
    """Make all vectors; `announce` is called with each mutant that gets one. It takes minutes.

    A mutant gets none if a vector of another mutant kills it under that profile.
    """
    vectors = [*of_worked_examples(), *of_boundary_ids()]
    for mutant in all_mutants().values():
        if mutant.component in COMPONENTS:
            vectors += of_mutant(mutant, numbers, vectors, announce)
    return with_kills(vectors)


def main() -> None:
    """Be the command."""
    violations = json.loads((ROOT / "tests" / "mutants" / "violations.json").read_text(encoding="utf-8"))
    numbers = {
        rule: {
            mutant: {profile: int(found[1]) for profile, words in by.items() if (found := EXAMPLE.match(words))}
            for mutant, by in mutants.items()
        }
        for rule, mutants in violations.items()
    }
    write_corpus(made(numbers, lambda name: print(name, file=sys.stderr)))  # noqa: T201 - a command


EXAMPLE = re.compile(r"example (\d+)[,:]")


def of_worked_examples() -> Iterator[Vector]:
    """Yield the worked examples of the sources."""
    for profile in PROFILES:
        for title in EXAMPLES:
            run = worked_example(title, profile).run
            yield _vector(f"worked-example/{title.replace(' ', '-')}/{profile}", "ACK-32", title, run)


def of_boundary_ids() -> Iterator[Vector]:
    """Yield trees with ids at the ends of the range: each open beside each other, and done one by one."""
    for profile in PROFILES:
        inits: list[Operation] = [Init(root, value ^ 7, 3) for root, value in zip(ENDS, reversed(ENDS), strict=True)]
        acks: list[Operation] = [Ack(root, value ^ 7) for root, value in zip(ENDS, reversed(ENDS), strict=True)]
        run = Run("acker", Config(profile=profile), (*inits, *acks))
        yield _vector(f"ids/ends-of-the-range/{profile}", "ACK-23", "roots and values at the ends of their range", run)
        for task in (0, 2**31 - 1):
            one = Run("acker", Config(profile=profile), (Init(5, 9, task), ResetTimeout(5), Tick(), Fail(5)))
            yield _vector(f"ids/spout-task-{task}/{profile}", "ACK-05", "spout tasks at the ends of their range", one)


def of_mutant(
    mutant: Mutant, numbers: Numbers, known: Sequence[Vector], announce: Callable[[str], None]
) -> list[Vector]:
    """Return, for each profile in which no known vector kills a mutant, the example of the first rule that it names."""
    found: list[Vector] = []
    for examination in all_examinations(mutant.kills):
        rule, profile = examination.rule.id, examination.profile
        number = numbers.get(rule, {}).get(mutant.name, {}).get(profile or "-")
        is_killed = any(
            each.run.config.profile == (profile or DEFAULT_PROFILE) and not passes(each, mutant.make())
            for each in (*known, *found)
        )
        if number is None or examination.check.sizes is not None or is_killed:
            continue
        announce(f"{mutant.name}: {rule}")
        run = _shown(examination, mutant, number)
        if run is not None and _answers_of(reference.make(), run) is not None:
            vector = _vector(f"{rule}/{mutant.name}/{run.config.profile}", rule, examination.rule.title, run)
            found += [] if passes(vector, mutant.make()) else [vector]
    return found


def with_kills(vectors: Iterable[Vector]) -> list[Vector]:
    """Return vectors with the mutants that fail each."""
    mutants = [each for each in all_mutants().values() if each.component in COMPONENTS]
    return [
        evolve(each, kills=tuple(mutant.name for mutant in mutants if not passes(each, mutant.make())))
        for each in vectors
    ]


def passes(vector: Vector, target: Target) -> bool:
    """Whether a target gives the right results for a vector. It passes if it does not claim the component or profile,
    and fails if it breaks.
    """
    run = vector.run
    described = target.describe()
    if run.component not in described.components or run.config.profile not in described.profiles:
        return True
    try:
        return vector.accepts(target.open(run.component, run.config).apply(run.operations))
    except Exception:  # noqa: BLE001 - a mutant may break over what it was not made for
        return False


def _shown(examination: Examination, mutant: Mutant, number: int) -> Run | None:
    """Return the example in which a rule finds a mutant, up to the operation at which it shows; None if it is too long,
    or if the results of one history in one request do not show it.
    """
    with closing(discover.find(discover.MUTANT + mutant.name)) as driver:
        try:
            shortest = Search(examination, driver, SEED).tried(range(number - 1, number)).shortest
        except TargetBroke:
            return None
    if shortest is None:
        return None
    run, at = shortest.found.workload.run, shortest.found.violation.index
    operations = run.operations[: at + 1]
    if len(operations) > LONGEST or run.config.tasks > 1 or any(each.op == "restart" for each in operations):
        return None
    return Run(run.component, run.config, operations)


def _vector(name: str, rule: str, why: str, run: Run) -> Vector:
    expected = _answers(run)
    others = [_answers_of(make(), run) for make in RIGHT] if run.component == "acker" else []
    right = [expected, *(each for each in others if each is not None)]
    distinct = [each for place, each in enumerate(right) if each not in right[:place]]
    allowed = tuple(distinct) if len(distinct) > 1 else ()
    return Vector(id=name, rule=rule, why=why, run=run, expected=expected, allowed=allowed)


def _answers(run: Run) -> tuple[Result, ...]:
    return tuple(map(plain, answers_of_the_reference(run)))


def _answers_of(target: Target, run: Run) -> tuple[Result, ...] | None:
    try:
        return tuple(map(plain, target.open(run.component, run.config).apply(run.operations)))
    except Refused:
        return None


if __name__ == "__main__":
    main()
