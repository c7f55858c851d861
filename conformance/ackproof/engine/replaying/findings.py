"""What the check of a rule finds in the answers of a target to a witness."""

from collections.abc import Sequence

from attrs import evolve, field, frozen

from ackproof.components import Result
from ackproof.engine.examination.drawing import judged
from ackproof.engine.known.known_witnesses import is_the_same
from ackproof.engine.replaying.recorded import workload_of
from ackproof.errors import Refused, TargetBroke
from ackproof.rules.registry import Premises, Violation, all_checks
from ackproof.stories.step_words import result_words
from ackproof.target import Answer
from ackproof.witness import Witness
from ackproof.workloads.workload import Workload


@frozen(kw_only=True)
class Finding:
    """Whether a target's answers break the rule of a witness: None if that cannot be judged. `as_recorded` says whether
    they are those of the witness, and `violation` how they break the rule, at the operation with the index `at`.
    """

    breaks: bool | None
    as_recorded: bool = False
    violation: str = ""
    at: int = 0

    def sentence(self, name: str, rule: str) -> str:
        """Return in words what a target does."""
        if self.breaks is None:
            how = "as recorded" if self.as_recorded else "otherwise than recorded"
            return f"{name} answers {how}; whether it breaks {rule} here cannot be judged from this witness."
        if not self.breaks:
            return f"{name} keeps {rule} here."
        how = "as recorded" if self.as_recorded else f"at {self.at + 1}: {self.violation}"
        return f"{name} breaks {rule} here, {how}."


@frozen(kw_only=True)
class Judge:
    """Judges answers to the run of a witness by the check of its rule.

    Without a `workload` only the `recorded` answers are known to break the rule. If the check does not find even those
    wrong, it is not `fit` to judge any.
    """

    witness: Witness
    recorded: Sequence[Result] | Refused
    workload: Workload | None = field(repr=False)
    fit: bool = True

    @classmethod
    def of(cls, witness: Witness, recorded: Sequence[Result] | Refused) -> "Judge":
        """Return the judge of the answers to a witness."""
        judge = cls(witness=witness, recorded=recorded, workload=workload_of(witness))
        try:
            return evolve(judge, fit=judge.workload is None or judge._violation(judge.workload, recorded) is not None)
        except Exception:  # noqa: BLE001 - a witness comes from anybody, and a check may raise anything on it
            return evolve(judge, fit=False)

    def finding(self, answer: Sequence[Result | None] | Refused) -> Finding:
        """Return whether a target's answer breaks the rule; a result is None if the target does not have the operation.

        Raise `TargetBroke` if the answer contradicts itself.
        """
        as_recorded = self._is_recorded(answer)
        if not self.fit:
            return Finding(breaks=None, as_recorded=as_recorded)
        if self.workload is None:
            complete = not isinstance(answer, Refused) and None not in answer
            return Finding(breaks=(as_recorded and complete) or None, as_recorded=as_recorded)
        try:
            found = self._found(self.workload, answer)
        except TargetBroke:
            raise
        except Exception:  # noqa: BLE001 - the same
            return Finding(breaks=None, as_recorded=as_recorded)
        if found is None:
            return Finding(breaks=False)
        return Finding(breaks=True, as_recorded=as_recorded, violation=str(found), at=found.index)

    def _found(self, workload: Workload, answer: Sequence[Result | None] | Refused) -> Violation | None:
        """Return how an answer breaks the rule, at an operation of the witness, or None."""
        if isinstance(answer, Refused):
            return self._violation(workload, answer)
        given = [(index, result) for index, result in enumerate(answer) if result is not None]
        if len(given) < len(answer):
            workload = workload.restricted_to(frozenset(self.witness.run.operations[index].op for index, _ in given))
        found = self._violation(workload, [result for _, result in given])
        return None if found is None else Violation(str(found), given[found.index][0])

    def _is_recorded(self, answer: Sequence[Result | None] | Refused) -> bool:
        if isinstance(answer, Refused) or isinstance(self.recorded, Refused):
            return isinstance(answer, Refused) and isinstance(self.recorded, Refused)
        given = [each for each in answer if each is not None]
        if len(given) == len(answer) and is_the_same(self.witness, self.witness.run, given):
            return True  # with other ids, perhaps
        pairs = zip(answer, self.recorded, strict=True)
        return all(each is None or result_words(each) == result_words(before) for each, before in pairs)

    def _violation(self, workload: Workload, answer: Answer) -> Violation | None:
        return judged(all_checks()[self.witness.rule], workload, answer, Premises())
