"""Searching: examples of a rule, tried on a target, and the results. An example depends only on the rule's id, the
profile, the seed and its number; that of a rule about size also on the span of sizes that the run covers. So the
numbers can be divided into batches. The result of a batch is a `BatchResult`, and the results of batches can be merged
in any order.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import islice

from attrs import field, frozen

from ackproof.engine.driver import Driver
from ackproof.engine.examination.cuts import UNCUT, Cut
from ackproof.engine.examination.drawing import Example, at_once, judged, recent, sizes_of
from ackproof.engine.examination.garbage import seldom_collected
from ackproof.engine.known import deviations
from ackproof.engine.known.deviations import Deviation
from ackproof.engine.plan import Examination
from ackproof.errors import Refused, TargetBroke
from ackproof.rules.registry import Premises, Violation
from ackproof.target import Answer, Run
from ackproof.targets import variants
from ackproof.targets.watched import Watched
from ackproof.workloads.fitting import fitted
from ackproof.workloads.workload import Workload


@frozen
class FoundViolation:
    """A workload that breaks the rule, the target's answer, the violation, and the cut of the history."""

    workload: Workload
    answer: Answer
    violation: Violation
    cut: Cut = UNCUT

    @property
    def run(self) -> Run:
        """The run that the target got."""
        return self.cut.of(self.workload.run)

    @property
    def length(self) -> int:
        """The number of operations of the workload."""
        return self.workload.length


@frozen
class FoundExample:
    """The violation found in the example of that number."""

    number: int
    found: FoundViolation

    def or_shorter(self, other: "FoundExample | None") -> "FoundExample":
        """Return the shorter of two; if both have the same length, the one with the lower number."""
        return self if other is None else min(self, other, key=lambda case: (case.found.length, case.number))


@frozen
class Explained:
    """The examples that a recorded deviation explains: the number of the first, and the shortest."""

    first: int
    shortest: FoundExample

    def joined(self, other: "Explained | None") -> "Explained":
        """Return the merged result of two parts for the same deviation."""
        if other is None:
            return self
        return Explained(min(self.first, other.first), self.shortest.or_shorter(other.shortest))


@frozen
class KnownDeviations:
    """The known deviations of the target from this rule. With `propose`, the search looks for a variant that would
    explain a failure.
    """

    deviations: tuple[Deviation, ...] = ()
    propose: bool = False


NOTHING_KNOWN = KnownDeviations()


@frozen(kw_only=True)
class BatchResult:
    """The result of a batch of examples.

    `sizes` counts the examples by the power of two that they reach in each dimension. `violations` counts those that no
    recorded deviation explains, and `shortest` is the shortest of them. `recorded` has the others, by the deviation
    that explains them. `variants` names all variants that would explain every violation, None if they were not searched
    or nothing was found. `unfinished` has the reasons why runs of a watched target are incomplete. `seconds` is the
    time that the batch took.
    """

    examples: int = 0
    operations: int = 0
    premises: Counter[str] = field(factory=Counter)
    sizes: Counter[tuple[str, int]] = field(factory=Counter)
    violations: int = 0
    shortest: FoundExample | None = None
    recorded: Mapping[Deviation, Explained] = field(factory=dict)
    variants: tuple[str, ...] | None = None
    unfinished: tuple[str, ...] = ()
    seconds: float = field(default=0.0, eq=False)

    def joined(self, other: "BatchResult") -> "BatchResult":
        """Return the merged result of both batches."""
        mine, theirs = self.recorded, other.recorded
        return BatchResult(
            examples=self.examples + other.examples,
            operations=self.operations + other.operations,
            premises=self.premises + other.premises,
            sizes=self.sizes + other.sizes,
            violations=self.violations + other.violations,
            shortest=other.shortest if self.shortest is None else self.shortest.or_shorter(other.shortest),
            recorded={
                deviation: mine[deviation].joined(theirs.get(deviation)) if deviation in mine else theirs[deviation]
                for deviation in mine.keys() | theirs.keys()
            },
            variants=_in_both(self.variants, other.variants),
            unfinished=(*self.unfinished, *other.unfinished),
            seconds=self.seconds + other.seconds,
        )

    def in_order(self) -> list[Deviation]:
        """Return the recorded deviations that happened, in the order of their first example."""
        return sorted(self.recorded, key=lambda deviation: self.recorded[deviation].first)


def _shortest(cases: Sequence[FoundExample]) -> FoundExample | None:
    return min(cases, key=lambda case: (case.found.length, case.number), default=None)


def _in_both(ours: tuple[str, ...] | None, theirs: tuple[str, ...] | None) -> tuple[str, ...] | None:
    if ours is None or theirs is None:
        return theirs if ours is None else ours
    return tuple(name for name in ours if name in theirs)


@frozen
class Search:
    """The search for violations of one rule, under one profile, by one target."""

    examination: Examination
    driver: Driver
    seed: int
    known: KnownDeviations = NOTHING_KNOWN

    def tried(self, numbers: range) -> BatchResult:
        """Try the examples of those numbers. Raise `TargetBroke` if the target breaks over one of them.

        Not all are in memory at once. The first number should be a multiple of `at_once`: then a target that takes
        several runs in one call gets the same runs in each call, however the numbers are divided.
        """
        if self.driver.is_watched:
            return self._watched(numbers)
        part, size = BatchResult(), at_once(self.examination.check)
        for start in range(numbers.start, numbers.stop, size):
            with seldom_collected():
                drawn = drawn_together([(self, range(start, min(start + size, numbers.stop)))])
                (tried,) = drawn.judged(drawn.answers())
            part = part.joined(tried)
        return part

    def _watched(self, numbers: range) -> BatchResult:
        """Return the result of runs that the target does by itself: no examples are drawn for them."""
        premises = Premises()
        seen = self.driver.watch(self.examination.rule.id, self.seed, numbers)
        found = self.broken(seen, premises)
        return BatchResult(
            examples=len(seen),
            operations=sum(each.workload.length for each in seen),
            premises=premises.met,
            violations=len(found),
            shortest=_shortest(found),
            unfinished=tuple(each.unfinished for each in seen if each.unfinished),
        )

    def broken(self, seen: Sequence[Watched], premises: Premises) -> list[FoundExample]:
        """Return those of some runs that break the rule."""
        found: list[FoundExample] = []
        for each in seen:
            violation = self.violation(each.workload, each.answer, premises)
            if violation is not None:
                found.append(FoundExample(each.number, FoundViolation(each.workload, each.answer, violation)))
        return found

    def smaller(self, case: FoundExample) -> tuple[FoundExample, str]:
        """Return a smaller run of a watched target that breaks the rule, and how it was made smaller, in words; an
        empty string if the target cannot run less.
        """
        rule = self.examination.rule.id
        less = self.driver.smaller(rule, self.seed, case.number, lambda seen: bool(self.broken(seen, Premises())))
        if less is None:
            return case, ""
        return _shortest(self.broken(less.seen, Premises())) or case, less.how

    def examples(self, numbers: range) -> list[tuple[Example, Workload]]:
        """Return the examples of those numbers, each with its workload fitted to the target."""
        shared = recent.examples(self.examination, self.seed)
        examples = [shared.example(number) for number in numbers]
        return [(each, self.fitted(each.workload)) for each in examples]

    def fitted(self, workload: Workload) -> Workload:
        """Return a workload without what the target does not support."""
        return fitted(workload, self.driver.describe())

    def part(
        self, numbers: range, examples: Sequence[tuple[Example, Workload]], answers: Sequence[Answer]
    ) -> BatchResult:
        """Return the result of the examples of those numbers, given the target's answers."""
        premises: Counter[str] = Counter()
        sizes: Counter[tuple[str, int]] = Counter()
        unexplained: list[FoundExample] = []
        recorded: dict[Deviation, Explained] = {}
        limited = bool(self.driver.describe().limits)
        for number, (each, workload), answer in zip(numbers, examples, answers, strict=True):
            try:
                judgment = each.judged(workload, answer)
            except TargetBroke as broke:
                raise TargetBroke(f"{self.driver.name} {broke}") from broke
            premises.update(judgment.met)
            sizes.update(sizes_of(workload) if limited else each.sizes)
            if judgment.violation is None:
                continue
            case = FoundExample(number, FoundViolation(workload, answer, judgment.violation, each.cut))
            deviation = self.explanation(case.found)
            if deviation is None:
                unexplained.append(case)
            else:
                recorded[deviation] = Explained(number, case).joined(recorded.get(deviation))
        return BatchResult(
            examples=len(examples),
            operations=sum(workload.length for _, workload in examples),
            premises=premises,
            sizes=sizes,
            violations=len(unexplained),
            shortest=_shortest(unexplained),
            recorded=recorded,
            variants=self._variants(unexplained),
        )

    def violation(self, workload: Workload, answer: Answer, premises: Premises) -> Violation | None:
        """Return how the target's answer breaks the rule, or None: see `judged`."""
        try:
            return judged(self.examination.check, workload, answer, premises)
        except TargetBroke as broke:
            raise TargetBroke(f"{self.driver.name} {broke}") from broke

    def explanation(self, found: FoundViolation) -> Deviation | None:
        """Return the first recorded deviation that explains a violation, or None."""
        answer = found.answer
        if isinstance(answer, Refused):
            return None
        return next((each for each in self.known.deviations if each.explains(found.workload.run, answer)), None)

    def _variants(self, cases: list[FoundExample]) -> tuple[str, ...] | None:
        found = [case.found for case in cases] if self.known.propose else []
        runs = [(each.workload.run, each.answer) for each in found if not isinstance(each.answer, Refused)]
        if not runs:
            return None
        return tuple(
            variants.joined(differences) for differences in deviations.explaining(runs, self.examination.profile)
        )


@frozen
class DrawnTogether:
    """The examples of some searches about one target, to be given to it in one call. All are in memory."""

    asked: Sequence[tuple[Search, range]]
    examples: Sequence[Sequence[tuple[Example, Workload]]]

    def answers(self) -> list[Answer]:
        """Return the target's answer to each example, one search after the other.

        Raise `TargetBroke` if the target breaks over any of them.
        """
        driver = self.asked[0][0].driver
        return driver.run_all([each.cut.of(workload.run) for examples in self.examples for each, workload in examples])

    def judged(self, answers: Sequence[Answer]) -> list[BatchResult]:
        """Return the result of each search. Raise `TargetBroke` as `judged` does."""
        rest = iter(answers)
        return [
            search.part(numbers, examples, list(islice(rest, len(examples))))
            for (search, numbers), examples in zip(self.asked, self.examples, strict=True)
        ]


def drawn_together(asked: Sequence[tuple[Search, range]]) -> DrawnTogether:
    """Draw the examples of some searches about one target, each with the numbers to try."""
    return DrawnTogether(asked, [search.examples(numbers) for search, numbers in asked])
