"""A run: the verdicts on assignments, by pieces of work that a pool does.

A piece is a rule, a profile and some numbers of examples. Its result is a `BatchResult`. The results are merged, and a
worker with the target reaches the verdict, because it has to shrink a violation. So the verdict does not depend on
where the pieces are done or how the examples are divided.

A violation does not stop the run: the rule's other examples are tried and counted. A target that breaks ends its rule,
and the rule's later pieces are not begun.
"""

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from typing import cast

from attrs import define, evolve, field, frozen

from ackproof.engine.examination.drawing import KEPT_OPERATIONS, at_once, number_of_examples, recent
from ackproof.engine.examination.examine import Effort, blank, cut_off, why_skipped, without_checking
from ackproof.engine.examination.search import BatchResult
from ackproof.engine.pieces import Assignment, Conclusion, Given, Piece, TargetFailure, Timed, Trial, Work, WorkResult
from ackproof.engine.workers import pool as pools
from ackproof.engine.workers.pool import Inline, Pool, SideBySide, room
from ackproof.errors import WorkerLost
from ackproof.target import Answer, Description
from ackproof.verdict import Outcome, Verdict

PIECES = 100
"""The number of pieces that a rule is divided into, if it has enough examples."""

LARGEST_PIECE = 8
"""The size of a piece, as a multiple of the examples in memory at once. A lost piece is repeated from its start."""


TOGETHER = 10
"""The most pieces that a target gets in one call, as a multiple of the examples that are otherwise in memory at once.
They have about 400,000 operations: as many as the large examples of one rule under two profiles.
"""


@frozen(kw_only=True)
class RunProgress:
    """How far a run has come: verdicts, and examples tried. A rule under two profiles counts as two.

    `at_work` names the assignments whose pieces are under way, the oldest first.
    """

    verdicts: int
    of_verdicts: int
    examples: int
    of_examples: int
    violations: int
    at_work: tuple[Assignment, ...] = ()


@define(kw_only=True)
class _Front:
    """The state of an assignment."""

    assignment: Assignment
    pieces: deque[Piece]
    timed: bool = False
    under_way: set[int] = field(factory=set)
    """The first numbers of the pieces that are under way."""
    part: BatchResult = field(factory=BatchResult)
    broke: tuple[int, str] | None = None
    """The first piece, by number, over which the target broke."""
    violations: int = 0
    """The violations of a verdict that was reached in one step."""
    is_over: bool = False

    @property
    def to_come(self) -> int:
        """The number of examples still to be tried, as far as known."""
        return sum(piece.stop - piece.start for piece in self.pieces)

    @property
    def is_settled(self) -> bool:
        """Whether no outstanding piece can change the result of the examples."""
        return not self.pieces and not any(self.broke is None or start < self.broke[0] for start in self.under_way)

    def returned(self, piece: Piece, result: BatchResult | TargetFailure) -> None:
        """Record the result of a piece."""
        self.under_way.remove(piece.start)
        if isinstance(result, BatchResult):
            self.part = self.part.joined(result)
        elif self.broke is None or piece.start < self.broke[0]:
            # In one process the later examples would not be tried, and an earlier one may still break the target.
            self.broke = (piece.start, result.reason)
            self.pieces = deque(piece for piece in self.pieces if piece.start < self.broke[0])

    def failed(self, reason: str) -> Verdict:
        """Return the verdict on a target that broke."""
        verdict = blank(self.assignment.target, self.assignment.examination())
        return evolve(verdict, outcome=Outcome.ERROR, reason=reason, seconds=self.part.seconds)


@define(kw_only=True)
class Campaign:
    """The assignments of a run, and the state of each. The targets have been asked for their descriptions. `together`
    names the targets that prefer many runs at once to one rule after the other, because a job costs more than the runs
    in it. `watch` is called regularly with the progress.
    """

    assignments: Sequence[tuple[Assignment, Description]]
    effort: Effort
    pool: Pool | SideBySide
    together: frozenset[str] = frozenset()
    watch: Callable[[RunProgress], None] = lambda _: None
    _descriptions: Mapping[str, Description] = field(init=False)
    _fronts: list[_Front] = field(init=False, factory=list)
    _under_way: dict[Future[WorkResult], tuple[tuple[_Front, ...], Work]] = field(init=False, factory=dict)
    _conclusions: deque[tuple[_Front, Conclusion]] = field(init=False, factory=deque)
    _begun: set[str] = field(init=False, factory=set)
    """The targets that have received work."""

    def __attrs_post_init__(self) -> None:
        self._descriptions = {each.target: description for each, description in self.assignments}

    def verdicts(self) -> Iterator[Verdict]:
        """Yield the verdict on each assignment as it is reached.

        Raise `ClusterUnavailable` if there is no worker left to do the work.
        """
        for assignment, description in self.assignments:
            examination = assignment.examination()
            skipped = why_skipped(examination.rule, description, examination.profile)
            if skipped:
                yield without_checking(blank(assignment.target, examination), skipped)
            else:
                timed = self.effort.budget is not None
                examples = assignment.examples or self.effort.examples
                divided = pieces(assignment, examples, in_jobs=assignment.target in self.together)
                self._fronts.append(_Front(assignment=assignment, pieces=deque(divided), timed=timed))
        while not all(front.is_over for front in self._fronts):
            self._begin_more()
            self.watch(self._progress())
            done, _ = wait(self._under_way, pools.PATIENCE, FIRST_COMPLETED)
            for future in done:
                yield from self._taken_in(*self._under_way.pop(future), future)
            self.watch(self._progress())

    def unfinished(self) -> Iterator[Verdict]:
        """Yield a verdict on each assignment that broke its rule and was not concluded before the run was cut off."""
        for front in self._fronts:
            if not front.is_over and front.part.shortest is not None:
                assignment = front.assignment
                description = self._descriptions[assignment.target]
                yield cut_off(assignment.target, assignment.examination(), assignment.seed, description, front.part)

    def _begin_more(self) -> None:
        most = room(self.pool)
        while len(self._under_way) < most + len(self._busy()) and (following := self._next()) is not None:
            fronts, work = following
            self.watch(self._progress(*fronts))
            if isinstance(self.pool, Inline) and isinstance(work, Trial) and self._waits(work.target):
                given = work.given()
                self._under_way[self.pool.submit_waiting(given)] = (fronts, given)
            else:
                self._under_way[self.pool.submit(work)] = following

    def _busy(self) -> set[str]:
        """Return the targets that get no more work for now: their answers are outstanding, or their process has enough
        to do.
        """
        under_way = [work.target for _, work in self._under_way.values()]
        if isinstance(self.pool, SideBySide):
            return self.pool.busy(under_way)
        return {target for target in under_way if self._waits(target)}

    def _next(self) -> tuple[tuple[_Front, ...], Work] | None:
        busy = self._busy()
        for front, conclusion in self._conclusions:
            if conclusion.target not in busy:
                self._conclusions.remove((front, conclusion))
                return (front,), conclusion
        following = self._following(busy)
        if following is None:
            return None
        if following.timed:
            following.pieces.clear()
            return (following,), Timed(following.assignment, self.effort)
        fronts = self._with(following) if following.assignment.target in self.together else (following,)
        self._begun.add(following.assignment.target)
        chosen = tuple(each.pieces.popleft() for each in fronts)
        for each, piece in zip(fronts, chosen, strict=True):
            each.under_way.add(piece.start)
        return fronts, Trial(chosen)

    def _following(self, busy: set[str]) -> _Front | None:
        """Return the front to continue with, or None if it is better to wait.

        Targets share drawn examples and judgments of a rule if they are examined by it at about the same time. So a
        target that has to wait for a job goes first. Meanwhile the others are examined by the rules in that job, then
        by those of no later job, and then by those of the next jobs, as far as their examples can be kept until then.
        """
        waiting = [front for front in self._fronts if front.pieces and front.assignment.target not in busy]
        jobs = [front for front in self._fronts if self._waits(front.assignment.target)]
        in_a_job = {_what(front) for front in jobs if front.under_way}
        to_come = {_what(front) for front in jobs if front.pieces}
        has_room = not busy or sum(recent.operations(*what) for what in to_come) < KEPT_OPERATIONS / 2
        turns: Sequence[Callable[[_Front], bool]] = (
            lambda front: front in jobs,
            lambda front: _what(front) in in_a_job,
            lambda front: _what(front) not in to_come,
            lambda _: has_room,
        )
        return next((front for turn in turns for front in waiting if turn(front)), None)

    def _waits(self, target: str) -> bool:
        """Whether the work on a target is mostly waiting for a job, and there are other targets to try meanwhile."""
        return isinstance(self.pool, Inline) and target in self.together and len(self._descriptions) > 1

    def _with(self, front: _Front) -> tuple[_Front, ...]:
        """Return fronts of the same target whose next pieces go to it in one call, starting with this one.

        The first call has one piece: the target starts its processes while the other pieces are drawn.
        """
        if self._waits(front.assignment.target) and front.assignment.target not in self._begun:
            return (front,)
        chosen: list[_Front] = []
        share = 0.0
        for each in self._fronts:
            if each.pieces and each.assignment.target == front.assignment.target:
                piece = each.pieces[0]
                share += (piece.stop - piece.start) / at_once(each.assignment.examination().check)
                if chosen and share > TOGETHER:
                    break
                chosen.append(each)
        return tuple(chosen)

    def _taken_in(self, fronts: tuple[_Front, ...], work: Work, future: Future[WorkResult]) -> Iterator[Verdict]:
        """Record the results of a piece of work; yield the verdicts that follow."""
        try:
            came = future.result()
        except WorkerLost as lost:
            broke = TargetFailure(f"{work.target} {_what_for(work)}, and {lost}")
            came = [broke] * len(work.pieces) if isinstance(work, Trial) else broke
        if not isinstance(work, Trial | Given):
            (front,) = fronts
            reached = cast("Verdict | TargetFailure", came)
            yield self._over(front, front.failed(reached.reason) if isinstance(reached, TargetFailure) else reached)
            return
        parts = cast("Sequence[BatchResult | TargetFailure]", came)
        if isinstance(work, Given):
            parts = work.judged(cast("list[Answer] | None", came))
        for front, piece, each in zip(fronts, work.pieces, parts, strict=True):
            was_settled = front.is_settled
            front.returned(piece, each)
            if was_settled or not front.is_settled:
                continue
            if front.broke is not None:
                yield self._over(front, front.failed(front.broke[1]))
            else:
                self._conclusions.append((front, Conclusion(front.assignment, front.part)))

    @staticmethod
    def _over(front: _Front, verdict: Verdict) -> Verdict:
        front.is_over = True
        front.violations = verdict.outcome is Outcome.FAIL and not front.part.violations
        return evolve(verdict, seconds=verdict.seconds + front.part.seconds)

    def _progress(self, *beginning: _Front) -> RunProgress:
        works = [work for _, work in self._under_way.values() if isinstance(work, Trial | Given)]
        done = sum(front.part.examples for front in self._fronts)
        under_way = sum(len(piece.numbers) for work in works for piece in work.pieces)
        busy = [front for fronts, _ in self._under_way.values() for front in fronts]
        return RunProgress(
            verdicts=sum(front.is_over for front in self._fronts),
            of_verdicts=len(self._fronts),
            examples=done,
            of_examples=done + under_way + sum(front.to_come for front in self._fronts),
            violations=sum(front.part.violations + front.violations for front in self._fronts),
            at_work=tuple(front.assignment for front in (*busy, *beginning)),
        )


def _what(front: _Front) -> tuple[str, str | None, int]:
    """Return the rule, the profile, and the seed of the examples of an assignment."""
    return front.assignment.rule, front.assignment.profile, front.assignment.seed


def pieces(assignment: Assignment, examples: int, *, in_jobs: bool = False) -> list[Piece]:
    """Return a rule's examples in pieces, where an ordinary rule has `examples`. If a target prefers many runs at once,
    a piece has several rounds of large examples: each round would have its own job, and its own kills and restarts.
    """
    if assignment.runs is not None:
        return [Piece(assignment, 0, assignment.runs)]
    check = assignment.examination().check
    count, unit = number_of_examples(check, examples), at_once(check)
    # Half of what goes in one call, so that a rule's examples under two profiles are one call.
    rounds = TOGETHER // 2 if in_jobs and check.sizes is not None else count // (unit * PIECES)
    size = unit * min(LARGEST_PIECE, max(1, rounds))
    return [Piece(assignment, start, min(start + size, count)) for start in range(0, count, size)]


def _what_for(work: Work) -> str:
    if isinstance(work, Trial | Given):
        first, last = work.pieces[0], work.pieces[-1]
        return f"was given the examples {first.start} to {last.stop - 1}"
    shortest = work.part.shortest if isinstance(work, Conclusion) else None
    found = f" ({shortest.found.violation})" if shortest is not None else ""
    return f"was asked once more about what was found{found}" if isinstance(work, Conclusion) else "was being examined"
