"""Examining a target: one rule, one profile, many workloads, one verdict.

Examples are drawn first, each from a seed that follows from the rule's id, the profile and its number, and nothing
else. They go to the target in batches. The shortest that breaks the rule is then handed to Hypothesis to be shrunk;
each candidate goes to the target alone.

So that the same seed gives the same verdict and the same witness everywhere: no example database, no deadline, and
shrinking is bounded by the number of candidates, never by the clock.
"""

import itertools
import json
import time
from typing import Any

import hypothesis
from attrs import define, evolve, field, frozen
from hypothesis import HealthCheck, Phase

from ackproof import deviations, explain, variants, wire
from ackproof.deviations import Deviation
from ackproof.driver import Answer, Driver
from ackproof.errors import Refused, SuiteError, TargetBroke, TargetUnavailable
from ackproof.plan import Task
from ackproof.rules.registry import Premises, RuleCheck, Violation
from ackproof.specification import Rule
from ackproof.target import Description
from ackproof.verdict import ENOUGH, Outcome, Verdict
from ackproof.workloads.choices import drawn_by, example, examples_of

DEFAULT_EXAMPLES = 300
NO_COMPONENT = "no component"
SHRINK_CALLS = 400
PRUNE_CANDIDATES = 300
SHRINK_BREAKS = 10
"""So often may the target break while a workload is shrunk: each time it has to be started again."""
FIRST_AND_PLAINEST = 2
"""Hypothesis tries the plainest example before it draws one; the one that it draws is the one to shrink."""
OPENS_WITH_ODD_CONFIGURATIONS = frozenset({"RM-01"})

Found = tuple[Any, Answer, Violation]
"""A workload that breaks the rule, what the target answered, and how that breaks it."""


@frozen
class Effort:
    """How hard to look: `examples` workloads for an ordinary rule, drawn from `seed`; with a `budget` in seconds,
    rounds until it is used up.
    """

    examples: int = DEFAULT_EXAMPLES
    seed: int = 0
    budget: float | None = None


@frozen
class Known:
    """What is known of the target beforehand: deviations from this rule. With `propose`, the variant that would explain
    a failure is looked for.
    """

    deviations: tuple[Deviation, ...] = ()
    propose: bool = False


def examine(task: Task, driver: Driver, effort: Effort, known: Known = Known()) -> Verdict:
    """Return the verdict on one rule, under one profile."""
    rule, profile = task.rule, task.profile
    verdict = Verdict(driver.name, rule.id, rule.title, rule.level, profile, Outcome.PASS)
    begun = time.perf_counter()
    try:
        skipped = why_skipped(rule, driver.describe(), profile)
        if skipped:
            return evolve(verdict, outcome=Outcome.SKIP, reason=skipped)
        verdict = _Search(task.check, rule, driver, profile, effort, known, verdict).verdict()
    except (TargetBroke, TargetUnavailable) as broke:
        verdict = evolve(verdict, outcome=Outcome.ERROR, reason=str(broke))
    return evolve(verdict, seconds=time.perf_counter() - begun)


def why_skipped(rule: Rule, description: Description, profile: str | None) -> str | None:
    """Return why a rule does not apply to a target, or None if it does."""
    if rule.component not in description.components:
        return f"{NO_COMPONENT} {rule.component}"
    if profile is not None and profile not in rule.profiles:
        return f"not a rule of {profile}"
    lacking = sorted(name for name in rule.needs_operations if not description.has_operation(name))
    if lacking:
        return f"no operation {', '.join(lacking)}"
    unclaimed = sorted(rule.needs_capabilities - description.capabilities)
    if unclaimed:
        return f"capability {', '.join(unclaimed)} not claimed"
    return None


def drawn(task: Task, seed: int, number: int) -> Any:
    """Return the example of that number, which follows from the seed, the rule's id, the profile and the number."""
    return example(task.check.model(task.profile), _seed_of(task.rule, task.profile, seed, number))


def number_of_examples(check: RuleCheck, examples: int) -> int:
    """Return how many examples a rule takes where an ordinary one takes `examples`."""
    return max(1, round(examples * check.effort))


def judged(rule: Rule, check: RuleCheck, workload: Any, answer: Answer, premises: Premises) -> Violation | None:
    """Return how an answer to a workload breaks a rule, or None if it does not; count the premises that are met.

    A target that refuses to open what it claims is broken: raises `TargetBroke`.
    """
    if isinstance(answer, Refused) and rule.id not in OPENS_WITH_ODD_CONFIGURATIONS:
        raise TargetBroke(f"claims {workload.component} and refused to open it: {answer}")
    try:
        check.check(check.observe(workload, answer), premises)
    except Violation as found:
        return found
    return None


def _seed_of(rule: Rule, profile: str | None, seed: int, number: int) -> str:
    return f"{rule.id} {profile} {seed} {number}"


@define
class _Search:
    check: RuleCheck
    rule: Rule
    driver: Driver
    profile: str | None
    effort: Effort
    known: Known
    so_far: Verdict
    premises: Premises = field(factory=Premises)
    explained: dict[Deviation, tuple[int, Found]] = field(factory=dict)
    """The shortest violation that each recorded deviation explains, with the number of its example."""

    def verdict(self) -> Verdict:
        begun = time.perf_counter()
        count = number_of_examples(self.check, self.effort.examples)
        for block in itertools.count():
            failed = self._examined(range(block * count, (block + 1) * count))
            if failed is not None:
                return failed
            if self.effort.budget is None or time.perf_counter() - begun >= self.effort.budget:
                break
        return self._deviates() if self.explained else self._judged_by_premises()

    def _examined(self, numbers: range) -> Verdict | None:
        """Try the examples of those numbers; return the verdict if one of them breaks the rule."""
        operations = self.driver.describe().operations
        model = self.check.model(self.profile)
        workloads = [example(model, self._seed(number)).restricted_to(operations) for number in numbers]
        answers = self.driver.run_all([workload.run for workload in workloads])
        broken: list[tuple[int, Found]] = []
        for number, workload, answer in zip(numbers, workloads, answers, strict=True):
            violation = self._violation(workload, answer, self.premises)
            if violation is not None and not self._is_known(number, (workload, answer, violation)):
                broken.append((number, (workload, answer, violation)))
        self.so_far = evolve(
            self.so_far,
            examples=self.so_far.examples + len(workloads),
            operations=self.so_far.operations + sum(len(workload.run.operations) for workload in workloads),
        )
        if not broken:
            return None
        if self.known.propose:
            runs = [(workload.run, answer) for _, (workload, answer, _) in broken if not isinstance(answer, Refused)]
            differences = deviations.explaining(runs, self.profile) if runs else None
            if differences is not None:
                self.so_far = evolve(self.so_far, explained_by=variants.joined(differences))
        number, found = min(broken, key=lambda each: _length(each[1]))
        return self._failed(*_Shrinking(self, self._seed(number), found).smallest())

    def explanation(self, found: Found) -> Deviation | None:
        """Return the first recorded deviation that explains a violation."""
        workload, answer, _ = found
        if isinstance(answer, Refused):
            return None
        return next((entry for entry in self.known.deviations if entry.explains(workload.run, answer)), None)

    def _is_known(self, number: int, found: Found) -> bool:
        entry = self.explanation(found)
        if entry is not None and (entry not in self.explained or _length(found) < _length(self.explained[entry][1])):
            self.explained[entry] = (number, found)
        return entry is not None

    def _seed(self, number: int) -> str:
        return _seed_of(self.rule, self.profile, self.effort.seed, number)

    def _violation(self, workload: Any, answer: Answer, premises: Premises) -> Violation | None:
        try:
            return judged(self.rule, self.check, workload, answer, premises)
        except TargetBroke as broke:
            raise TargetBroke(f"{self.driver.name} {broke}") from broke

    def _failed(self, workload: Any, answer: Answer, violation: Violation) -> Verdict:
        reproduced = self._violation(workload, self.driver.run(workload.run), Premises()) is not None
        reason = str(violation) if reproduced else f"{violation} (and not when the same was tried again)"
        return evolve(
            self.so_far,
            outcome=Outcome.FAIL,
            reason=reason,
            premises=self._premise_counts(),
            witness=self._witness(workload, answer, violation),
            deviations=tuple(each.to_json() for each in self.explained),
        )

    def _deviates(self) -> Verdict:
        """Return the verdict where all that was found is known. The witness shows the first of what is recorded."""
        entry, (number, found) = next(iter(self.explained.items()))
        workload, answer, violation = _Shrinking(self, self._seed(number), found, entry).smallest()
        return evolve(
            self.so_far,
            outcome=Outcome.DEVIATES,
            reason="; ".join(f"{each.variant_name}: {each.reason}" for each in self.explained),
            premises=self._premise_counts(),
            witness=self._witness(workload, answer, violation),
            deviations=tuple(each.to_json() for each in self.explained),
        )

    def _judged_by_premises(self) -> Verdict:
        met = self._premise_counts()
        rare = [
            f"{name!r} was met {count} times" for name, count in met.items() if self._counts(name) and count < ENOUGH
        ]
        if not rare:
            return evolve(self.so_far, premises=met)
        reason = f"{', '.join(rare)}, of {ENOUGH} that it takes; try more --examples"
        return evolve(self.so_far, outcome=Outcome.INCONCLUSIVE, reason=reason, premises=met)

    def _counts(self, premise: str) -> bool:
        """Whether a premise can be met at all: one that takes an operation which the target lacks cannot."""
        operation = self.check.only_with.get(premise)
        return operation is None or self.driver.describe().has_operation(operation)

    def _premise_counts(self) -> dict[str, int]:
        unknown = self.premises.met.keys() - set(self.check.premises)
        if unknown:
            raise SuiteError(f"{self.check.name} counts {sorted(unknown)}, which it does not declare")
        return {name: self.premises.met[name] for name in self.check.premises}

    def _witness(self, workload: Any, answer: Answer, violation: Violation) -> dict[str, Any]:
        description = self.driver.describe()
        results = [] if isinstance(answer, Refused) else [wire.result_to_json(result) for result in answer]
        return {
            "witness": 1,
            "rule": self.rule.id,
            "title": self.rule.title,
            "target": {"name": description.name, "version": description.version},
            "seed": self.effort.seed,
            "component": workload.component,
            "config": wire.config_to_json(workload.run.config),
            "violation": str(violation),
            "at": violation.index,
            "operations": [wire.operation_to_json(operation) for operation in workload.run.operations],
            "results": results,
            "story": explain.story(workload, answer, violation),
        }


class _Enough(BaseException):
    """Ends Hypothesis' search when it has tried often enough; no Exception, because those it would try to shrink."""


@define
class _Shrinking:
    """The search for the smallest workload that breaks the rule, from one that does.

    What is explained by `entry`, or by nothing if that is None, stays so: a new violation must not shrink into a known
    one.
    """

    search: _Search
    seed: str
    first: Found
    entry: Deviation | None = None
    tried: dict[str, Found | None] = field(factory=dict)
    calls: int = 0
    breaks: int = 0

    def smallest(self) -> Found:
        self.tried[_key(self.first[0])] = self.first
        smallest = self.first
        model = self.search.check.model(self.search.profile)
        operations = self.search.driver.describe().operations
        with examples_of(self.seed) as backend:

            @hypothesis.seed(0)
            @hypothesis.settings(
                backend=backend,
                max_examples=FIRST_AND_PLAINEST,
                database=None,
                deadline=None,
                phases=(Phase.generate, Phase.shrink),
                report_multiple_bugs=False,
                suppress_health_check=list(HealthCheck),
                verbosity=hypothesis.Verbosity.quiet,
            )
            @hypothesis.given(drawn_by(model))
            def breaks_the_rule_no_more(workload: Any) -> None:
                nonlocal smallest
                self.calls += 1
                if self.calls > SHRINK_CALLS or self.breaks > SHRINK_BREAKS:
                    raise _Enough
                found = self._found(workload.restricted_to(operations))
                if found is not None:
                    smallest = found
                    raise found[2].with_traceback(None)

            try:
                breaks_the_rule_no_more()
            except (Violation, _Enough):
                return self._pruned(smallest)
        raise SuiteError(f"Hypothesis did not draw the example of seed {self.seed!r}")

    def _found(self, workload: Any) -> Found | None:
        """Return the workload as found to break the rule, or None. What was tried before is not tried again."""
        key = _key(workload)
        if key not in self.tried:
            self.tried[key] = self._try(workload)
        return self.tried[key]

    def _pruned(self, found: Found) -> Found:
        """Take away what Hypothesis cannot: what comes after the violation, and every stretch that it stands without.

        Long stretches go first, then shorter ones, and single operations until none can be spared.
        """
        left = PRUNE_CANDIDATES
        found, left = self._simplified(found, left)
        length = len(found[0].run.operations)
        while length and left > 0 and self.breaks <= SHRINK_BREAKS:
            shorter, left = self._without_stretches(found, length, left)
            length = 1 if length == 1 and shorter is not found else length // 2
            found = shorter
        return self._simplified(found, left)[0]

    def _simplified(self, found: Found, left: int) -> tuple[Found, int]:
        """Put a workload that knows simpler surroundings into them, one after the other, as far as it goes."""
        simpler = getattr(found[0], "simpler", tuple)
        for candidate in simpler():
            if left <= 0 or self.breaks > SHRINK_BREAKS:
                break
            left -= 1
            tried = self._try(candidate) if candidate.run.operations else None
            if tried is not None:
                return self._simplified(tried, left)
        return found, left

    def _without_stretches(self, found: Found, length: int, left: int) -> tuple[Found, int]:
        """Try to take away each stretch of a length, from the end; return what is found then, and the tries left."""
        stop = len(found[0].run.operations)
        while stop > 0 and left > 0:
            start = max(0, stop - length)
            shorter = found[0].without(start, stop)
            if shorter is not None and shorter.run.operations:
                found, left = self._try(shorter) or found, left - 1
            stop = start
        return found, left

    def _try(self, workload: Any) -> Found | None:
        try:
            answer = self.search.driver.run(workload.run)
            violation = self.search._violation(workload, answer, Premises())  # noqa: SLF001 - two halves of one search
        except TargetBroke:
            self.breaks += 1
            return None  # breaking is another fault than the one that is shrunk here
        if violation is None:
            return None
        found = (workload, answer, violation)
        return found if self.search.explanation(found) == self.entry else None


def _length(found: Found) -> int:
    return len(found[0].run.operations)


def _key(workload: Any) -> str:
    operations = [wire.operation_to_json(operation) for operation in workload.run.operations]
    return json.dumps([wire.config_to_json(workload.run.config), operations, explain.truth_key(workload)])
