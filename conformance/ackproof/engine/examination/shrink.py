"""Shrinking: from a workload that breaks a rule to the smallest one that does.

Hypothesis shrinks the choices from which the workload was made, and each candidate is tried on the target. The same
example has to shrink to the same witness everywhere. So there is no example database and no deadline, and the search is
bounded by the number of candidates, never by the clock.
"""

from attrs import define, evolve, field

from ackproof.engine.examination.cuts import UNCUT, Cut, Cutting
from ackproof.engine.examination.drawing import seed_of
from ackproof.engine.examination.search import FoundExample, FoundViolation, Search
from ackproof.engine.known.deviations import Deviation
from ackproof.errors import SuiteError, TargetBroke
from ackproof.rules.registry import Premises, Violation
from ackproof.stories import violations as explain
from ackproof.wire import forms as wire
from ackproof.wire.documents import encode
from ackproof.workloads.hypothesis_draws import Unprinted, drawn_by, examples_of
from ackproof.workloads.workload import Simplifying, Sized, Workload

SHRINK_CALLS = 400
PRUNE_CANDIDATES = 300
OPERATIONS_OF_A_CANDIDATE = 1_000
"""A candidate with more operations counts as several, so that the total number of operations is bounded."""
ENDS = 2
"""How often the operations after the violation are removed, since the violation may move to an earlier place."""
SHRINK_BREAKS = 10
"""How often the target may break during shrinking; each time it has to be started again."""
FIRST_AND_PLAINEST = 2
"""Hypothesis tries the simplest example before it draws one; the drawn one is the one to shrink."""


class _Enough(BaseException):
    """Ends Hypothesis' search after enough tries. It is not an Exception, because Hypothesis would try to shrink
    that.
    """


@define(kw_only=True)
class Shrinking:
    """The search for the smallest workload that breaks the rule, from one that does.

    A candidate has to be explained by the same `entry` as the first, or by none if that is None: a new violation must
    not shrink into a known one.
    """

    search: Search
    case: FoundExample
    entry: Deviation | None = None
    tried: dict[str, FoundViolation | None] = field(factory=dict)
    cut: Cut = UNCUT
    calls: int = 0
    breaks: int = 0

    @property
    def first(self) -> FoundViolation:
        """The violation to be shrunk."""
        return self.case.found

    def smallest(self) -> FoundViolation:
        """Return the smallest violation that was found. If it needs cuts, its text says so."""
        found = self._smallest(self._cut_plainly())
        if found.cut == UNCUT:
            return found
        about = f"{found.violation}; {found.cut.words}, and in one request nothing was wrong"
        return evolve(found, violation=found.violation.in_words(about))

    def _cut_plainly(self) -> FoundViolation:
        """Return the violation with the simplest cut that still shows it."""
        for cut in (UNCUT, Cut(Cutting.EACH)):
            self.cut = cut
            found = self._try(self.first.workload) if cut != self.first.cut else self.first
            if found is not None:
                return found
        self.cut = self.first.cut
        return self.first

    def _smallest(self, smallest: FoundViolation) -> FoundViolation:
        self.tried[_key(smallest.workload)] = smallest
        examination = self.search.examination
        if isinstance(smallest.workload, Sized):
            return self._pruned(self._without_subjects(self._in_smallest_size(smallest)))
        import hypothesis  # noqa: PLC0415  # see `ackproof.workloads.hypothesis_draws`
        from hypothesis import HealthCheck, Phase  # noqa: PLC0415

        seed, model = (
            seed_of(examination, self.search.seed, self.case.number),
            examination.check.model(examination.profile),
        )
        with examples_of(seed) as backend:

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
            def breaks_the_rule_no_more(drawn: Unprinted[Workload]) -> None:
                nonlocal smallest
                self.calls += 1
                if self.calls > SHRINK_CALLS or self.breaks > SHRINK_BREAKS:
                    raise _Enough
                found = self._found(self.search.fitted(drawn.value))
                if found is not None:
                    smallest = found
                    raise found.violation.with_traceback(None)

            try:
                breaks_the_rule_no_more()
            except (Violation, _Enough):
                return self._pruned(smallest)
        raise SuiteError(f"Hypothesis did not draw the example of seed {seed!r}")

    def _in_smallest_size(self, found: FoundViolation) -> FoundViolation:
        """Return the same scenario in the smallest size that breaks the rule. This bisection assumes that all larger
        sizes break it too.
        """
        workload = found.workload
        holds = workload.least - 1 if isinstance(workload, Sized) else 0
        while isinstance(workload, Sized) and workload.size - holds > 1 and self.breaks <= SHRINK_BREAKS:
            size = (holds + workload.size) // 2
            smaller = self._try(self.search.fitted(workload.regrown(size)))
            if smaller is None:
                holds = size
            else:
                found, workload = smaller, smaller.workload
        return found

    def _without_subjects(self, found: FoundViolation) -> FoundViolation:
        """Remove the operations after the violation, then all subjects that it does not need, or as many as possible: a
        half, a quarter, and so on.
        """
        left = PRUNE_CANDIDATES // 2
        for _ in range(ENDS):
            start = found.workload.without(found.violation.index + 1, found.length)
            found = (self._try(start) if start is not None else None) or found
        parts = 1
        while left > 0 and self.breaks <= SHRINK_BREAKS:
            workload = found.workload
            subjects = workload.subjects(found.violation.index) if isinstance(workload, Sized) else ()
            if not isinstance(workload, Sized) or parts > len(subjects):
                break
            for part in range(parts):
                shorter = workload.without_subjects(subjects[part::parts])
                left -= _cost(shorter)
                smaller = self._try(shorter)
                if smaller is not None:
                    found = smaller
                    break
            else:
                parts *= 2
        return found

    def _found(self, workload: Workload) -> FoundViolation | None:
        """Return the violation by a workload, or None. A workload that was tried before is not tried again."""
        key = _key(workload)
        if key not in self.tried:
            self.tried[key] = self._try(workload)
        return self.tried[key]

    def _pruned(self, found: FoundViolation) -> FoundViolation:
        """Remove what Hypothesis cannot remove: the operations after the violation, and every stretch that it does not
        need.

        Long stretches are tried first, then shorter ones, and last single operations.
        """
        found, left = self._simplified(found, PRUNE_CANDIDATES)
        length = found.workload.length
        while length and left > 0 and self.breaks <= SHRINK_BREAKS:
            shorter, left = self._without_stretches(found, length, left)
            length = 1 if length == 1 and shorter is not found else length // 2
            found = shorter
        return self._simplified(found, left)[0]

    def _simplified(self, found: FoundViolation, left: int) -> tuple[FoundViolation, int]:
        """Replace a workload's surroundings by simpler ones, one after the other, as far as the violation remains."""
        for candidate in found.workload.simpler() if isinstance(found.workload, Simplifying) else ():
            if left <= 0 or self.breaks > SHRINK_BREAKS:
                break
            left -= _cost(candidate)
            tried = self._try(candidate) if candidate.run.operations else None
            if tried is not None:
                return self._simplified(tried, left)
        return found, left

    def _without_stretches(self, found: FoundViolation, length: int, left: int) -> tuple[FoundViolation, int]:
        """Try to remove each stretch of a length, from the end; return the violation then, and the tries left."""
        stop = found.workload.length
        while stop > 0 and left > 0:
            start = max(0, stop - length)
            shorter = found.workload.without(start, stop)
            if shorter is not None:
                shorter = self.search.fitted(shorter)  # an assumption may rest on the removed operations
            if shorter is not None and shorter.run.operations:
                found, left = self._try(shorter) or found, left - _cost(shorter)
            stop = start
        return found, left

    def _try(self, workload: Workload) -> FoundViolation | None:
        try:
            answer = self.search.driver.run(self.cut.of(workload.run))
            violation = self.search.violation(workload, answer, Premises())
        except TargetBroke:
            self.breaks += 1
            return None  # that the target breaks is another fault than the one to be shrunk
        if violation is None:
            return None
        found = FoundViolation(workload, answer, violation, self.cut)
        return found if self.search.explanation(found) == self.entry else None


def _cost(workload: Workload) -> int:
    """Return how many candidates a workload counts as: large ones count as several."""
    return 1 + workload.length // OPERATIONS_OF_A_CANDIDATE


def _key(workload: Workload) -> str:
    operations = [wire.operation_to_json(operation) for operation in workload.run.operations]
    return encode([wire.config_to_json(workload.run.config), operations, explain.truth_key(workload)], indent=None)
