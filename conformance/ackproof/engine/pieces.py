"""The pieces of work of a run: some examples to try, or a verdict to reach. A piece names its target and its rule, so
that any process understands it. Every process draws the same workloads for it: an example depends only on the rule, the
profile, the seed and its number.
"""

import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, ExitStack
from itertools import starmap
from typing import TypeVar

from attrs import define, evolve, field, frozen

from ackproof.engine.driver import Driver
from ackproof.engine.examination.examine import Effort, conclude, examine
from ackproof.engine.examination.search import BatchResult, DrawnTogether, KnownDeviations, Search, drawn_together
from ackproof.engine.known.deviations import Deviation
from ackproof.engine.plan import Examination, Selection, examinations
from ackproof.engine.workers.open_targets import kept
from ackproof.errors import TargetBroke, TargetUnavailable, UsageError
from ackproof.target import Answer
from ackproof.verdict import RecordedDeviation, Verdict
from ackproof.witness import Witness
from ackproof.workloads.dimensions import WHOLE, Span

T = TypeVar("T")


@frozen(kw_only=True)
class Assignment:
    """A rule to examine a target by, under a profile or none: by names, which any process understands.

    `component` is the one to be examined, or None. `deviations` are the recorded ones, in JSON form. `reply_timeout` is
    in seconds, and `span` the part of the ranges of size that is covered. `examples` is the number for an ordinary
    rule, if it differs from the run's. `runs` is the number of runs of a watched target.
    """

    target: str
    rule: str
    profile: str | None
    seed: int = 0
    component: str | None = None
    deviations: tuple[tuple[RecordedDeviation, Witness | None], ...] = ()
    propose: bool = False
    reply_timeout: float | None = None
    span: Span = WHOLE
    examples: int | None = None
    runs: int | None = None

    def examination(self) -> Examination:
        """Return the rule with its check."""
        (examination,) = examinations(Selection(rule=self.rule), [self.profile] if self.profile else [], self.span)
        return examination

    @property
    def known(self) -> KnownDeviations:
        """The known deviations of the target."""
        return KnownDeviations(tuple(starmap(Deviation.of, self.deviations)), self.propose)

    def driver(self) -> AbstractContextManager[Driver]:
        """Return a context with a driver for the target: see `Kept.driver`."""
        return kept.driver(self.target, self.reply_timeout, self.component)

    def on_target(self, look: Callable[[Search], T]) -> "T | TargetFailure":
        """Return the result of `look` on the target, or `TargetFailure` if the target breaks.

        Raise `UsageError` if the target cannot be found by its name.
        """
        try:
            with self.driver() as driver:
                return look(Search(self.examination(), driver, self.seed, self.known))
        except UsageError as error:
            raise UsageError(f"{error} (on a worker: what a target needs has to be on every one of them)") from error
        except (TargetBroke, TargetUnavailable) as broke:
            return TargetFailure(str(broke))


@frozen
class TargetFailure:
    """Why there is no result: the target broke or is not available."""

    reason: str


@frozen
class Piece:
    """Some examples of a rule, by their numbers."""

    assignment: Assignment
    start: int
    stop: int

    @property
    def numbers(self) -> range:
        """The numbers of the examples."""
        return range(self.start, self.stop)

    def tried(self) -> BatchResult | TargetFailure:
        """Try the examples."""
        return self.assignment.on_target(lambda search: search.tried(self.numbers))


@frozen
class Trial:
    """Pieces of one target to try: one, or several if the target prefers many runs at once."""

    pieces: tuple[Piece, ...]

    @property
    def target(self) -> str:
        """The name of the target."""
        return self.pieces[0].assignment.target

    def __call__(self) -> Sequence[BatchResult | TargetFailure]:
        """Try the pieces; return the result of each."""
        if len(self.pieces) == 1:
            return [_timed(self.pieces[0].tried)]
        given = self.given()
        return given.judged(given())

    def given(self) -> "Given":
        """Draw the examples of all pieces, to be given to the target in one call."""
        return Given(self.pieces)


@define
class Given:
    """Pieces of one target whose examples are drawn, to be given to it in one call.

    There are two steps: asking the target (a call of this object) and judging its answers. The target may be asked in
    another thread. Drawing and judging share caches (`ackproof.engine.examination.drawing`), and are for one thread.
    """

    pieces: tuple[Piece, ...]
    _begun: float = field(init=False, factory=time.perf_counter)
    _drawn: DrawnTogether = field(init=False)
    _held: ExitStack = field(init=False, factory=ExitStack)

    def __attrs_post_init__(self) -> None:
        assignments = [piece.assignment for piece in self.pieces]
        driver = self._held.enter_context(assignments[0].driver())
        searches = [Search(each.examination(), driver, each.seed, each.known) for each in assignments]
        numbers = [piece.numbers for piece in self.pieces]
        self._drawn = drawn_together(list(zip(searches, numbers, strict=True)))

    @property
    def target(self) -> str:
        """The name of the target."""
        return self.pieces[0].assignment.target

    def __call__(self) -> list[Answer] | None:
        """Return the target's answers, or None if it breaks."""
        try:
            return self._drawn.answers()
        except (TargetBroke, TargetUnavailable):
            return None

    def judged(self, answers: list[Answer] | None) -> Sequence[BatchResult | TargetFailure]:
        """Return the result of each piece. If the target broke, try the pieces one by one."""
        with self._held:
            try:
                parts = None if answers is None else self._drawn.judged(answers)
            except TargetBroke:
                parts = None
        if parts is None:
            return [_timed(piece.tried) for piece in self.pieces]
        each = (time.perf_counter() - self._begun) / len(self.pieces)
        return [evolve(part, seconds=each) for part in parts]


@frozen
class Conclusion:
    """The verdict to reach, from the merged results of all examples."""

    assignment: Assignment
    part: BatchResult

    @property
    def target(self) -> str:
        """The name of the target."""
        return self.assignment.target

    def __call__(self) -> Verdict | TargetFailure:
        """Reach the verdict, and shrink a violation."""
        return _timed(lambda: self.assignment.on_target(lambda search: conclude(search, self.part)))


@frozen
class Timed:
    """A rule to examine for some seconds: block after block of examples, up to the first violation."""

    assignment: Assignment
    effort: Effort

    @property
    def target(self) -> str:
        """The name of the target."""
        return self.assignment.target

    def __call__(self) -> Verdict | TargetFailure:
        """Examine the rule."""
        return self.assignment.on_target(
            lambda search: examine(search.examination, search.driver, self.effort, self.assignment.known)
        )


Work = Trial | Given | Conclusion | Timed

WorkResult = Sequence[BatchResult | TargetFailure] | list[Answer] | Verdict | TargetFailure | None
"""What a piece of work returns, each its own."""

Result = TypeVar("Result", BatchResult, Verdict)


def _timed(work: Callable[[], Result | TargetFailure]) -> Result | TargetFailure:
    begun = time.perf_counter()
    result = work()
    return result if isinstance(result, TargetFailure) else evolve(result, seconds=time.perf_counter() - begun)
