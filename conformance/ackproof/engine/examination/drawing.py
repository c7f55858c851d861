"""Drawing: the examples of a rule, and how answers to them are judged. An example depends only on the rule's id, the
profile, the seed and its number; that of a rule about size also on the span of sizes that the run covers. A check
depends only on the workload and the answer. So targets that are examined by the same rule share its examples, and equal
answers are judged once.
"""

from collections import OrderedDict
from collections.abc import Mapping

from attrs import define, field, frozen

from ackproof.components.acker import AckerResult
from ackproof.engine.driver import BATCH
from ackproof.engine.examination.cuts import UNCUT, Cut, drawn_cut
from ackproof.engine.plan import Examination
from ackproof.errors import Refused, TargetBroke
from ackproof.rules.registry import Premises, RuleCheck, Violation
from ackproof.specification import Rule
from ackproof.target import Answer
from ackproof.workloads.choices import example
from ackproof.workloads.dimensions import AT_THE_END, octave
from ackproof.workloads.workload import Workload

EXAMPLES_FOR_A_ROUND = 150
"""The number of examples of an ordinary rule for which a rule about size has one round of scenarios."""

KEPT_OPERATIONS = 600_000
"""The most operations of examples that are kept for the next target. An operation takes some 200 bytes."""


def seed_of(examination: Examination, seed: int, number: int) -> str:
    """Return the text that the example of that number is derived from."""
    return f"{examination.rule.id} {examination.profile} {seed} {number}"


def drawn(examination: Examination, seed: int, number: int) -> Workload:
    """Return the example of that number, which follows from the seed, the rule's id, the profile and the number."""
    return example(
        examination.check.model(examination.profile, number, examination.span), seed_of(examination, seed, number)
    )


def is_cut_often(check: RuleCheck, number: int) -> bool:
    """Return whether the example of that number is cut into many requests: the first of the last scenario of a rule
    about size, which has more than a thousand operations for each component.
    """
    return check.sizes is not None and number == check.sizes.scenarios - 1


def number_of_examples(check: RuleCheck, examples: int) -> int:
    """Return how many examples a rule takes where an ordinary one takes `examples`. Large ones come in rounds, with one
    of each scenario: those at the end of the range always, and more rounds of any size if there are more examples.
    """
    if check.sizes is not None:
        return check.sizes.scenarios * (AT_THE_END + max(1, round(examples / EXAMPLES_FOR_A_ROUND)))
    return max(1, round(examples * check.effort))


def at_once(check: RuleCheck) -> int:
    """Return how many examples of a rule are kept in memory at once: fewer of a rule with large workloads."""
    if check.sizes is not None:
        return check.sizes.scenarios
    return min(BATCH, number_of_examples(check, BATCH))


def judged(check: RuleCheck, workload: Workload, answer: Answer, premises: Premises) -> Violation | None:
    """Return how an answer to a workload breaks a rule, or None if it does not; count the premises that are met.

    A target that refuses to open what it claims is broken: raises `TargetBroke`.
    """
    if isinstance(answer, Refused) and not check.may_refuse:
        raise TargetBroke(f"claims {workload.component} and refused to open it: {answer}")
    try:
        check.check(check.observe(workload, answer), premises)
    except Violation as found:
        return found
    return None


def what_it_needs(rule: Rule, answer: Answer) -> Answer:
    """Return an answer without the fields of capabilities that the rule does not need. So targets that differ only in
    these share a judgment.
    """
    if isinstance(answer, Refused) or not answer or not isinstance(answer[0], AckerResult):
        return answer
    acked, pending = "acks-input" not in rule.needs_capabilities, "pending" not in rule.needs_capabilities
    return [each.without(acked=acked, pending=pending) for each in answer if isinstance(each, AckerResult)]


def sizes_of(workload: Workload) -> tuple[tuple[str, int], ...]:
    """Return the power of two that a workload reaches in each dimension."""
    return tuple((name, octave(size)) for name, size in workload.reached.items())


@frozen
class Judgment:
    """How an answer breaks the rule, or None, and how often each premise was met."""

    violation: Violation | None
    met: Mapping[str, int]


@define
class Example:
    """An example of a rule, how its history is cut, and the judgments on the answers that are known. `sizes` has the
    power of two that it reaches in each dimension.
    """

    examination: Examination
    workload: Workload
    cut: Cut = UNCUT
    sizes: tuple[tuple[str, int], ...] = field(init=False)
    _first: tuple[Answer, Judgment] | None = field(init=False, default=None)
    _known: list[tuple[Answer, Judgment]] = field(init=False, factory=list)

    def __attrs_post_init__(self) -> None:
        self.sizes = sizes_of(self.workload)

    def judged(self, workload: Workload, answer: Answer) -> Judgment:
        """Return the judgment on an answer to the workload, which may have fewer operations than the example's.

        Raise `TargetBroke` as `judged` does.
        """
        if workload is not self.workload:
            return self._judged_anew(workload, answer)
        if self._first is None:  # mostly the only one, so the rule's view of it is not computed before there are two
            judgment = self._judged_anew(workload, answer)
            self._first = answer, judgment
            return judgment
        rule = self.examination.rule
        if not self._known:
            self._known.append((what_it_needs(rule, self._first[0]), self._first[1]))
        needed = what_it_needs(rule, answer)
        for known, judgment in self._known:
            if known == needed:
                return judgment
        judgment = self._judged_anew(workload, needed)
        if self.examination.check.sizes is None:  # of large ones the first is kept, which is mostly right
            self._known.append((needed, judgment))
        return judgment

    def _judged_anew(self, workload: Workload, answer: Answer) -> Judgment:
        premises = Premises()
        violation = judged(self.examination.check, workload, answer, premises)
        return Judgment(violation, premises.met)


@define
class Examples:
    """The examples of a rule under a profile, drawn as they are needed, and kept."""

    examination: Examination
    seed: int
    _drawn: dict[int, Example] = field(init=False, factory=dict)
    operations: int = field(init=False, default=0)

    def example(self, number: int) -> Example:
        """Return the example of that number, from 0."""
        found = self._drawn.get(number)
        if found is None:
            found = self._drawn[number] = Example(
                self.examination,
                drawn(self.examination, self.seed, number),
                drawn_cut(
                    seed_of(self.examination, self.seed, number), many=is_cut_often(self.examination.check, number)
                ),
            )
            self.operations += found.workload.length
        return found


@define
class Recent:
    """The examples that were used recently, because several targets are examined by one rule after the other."""

    _kept: OrderedDict[tuple[str, str | None, int], Examples] = field(init=False, factory=OrderedDict)

    def examples(self, examination: Examination, seed: int) -> Examples:
        """Return the examples of a rule; drop the least recently used ones, if there are too many."""
        key = (examination.rule.id, examination.profile, seed)
        found = self._kept.pop(key, None)
        differs = (
            found is None
            or found.examination.check is not examination.check
            or found.examination.span != examination.span
        )
        if found is None or differs or found.operations > KEPT_OPERATIONS:
            found = Examples(examination, seed)
        self._kept[key] = found
        while len(self._kept) > 1 and sum(each.operations for each in self._kept.values()) > KEPT_OPERATIONS:
            self._kept.popitem(last=False)
        return found

    def operations(self, rule: str, profile: str | None, seed: int) -> int:
        """Return how many operations are kept for a rule."""
        found = self._kept.get((rule, profile, seed))
        return found.operations if found is not None else 0


recent = Recent()
"""Those of this process."""
