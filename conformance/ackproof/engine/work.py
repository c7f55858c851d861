"""The pieces of work that a run is made of: some examples to try, or a verdict to reach.

A piece names its target and its rule, so that any process understands it. Whoever is given one draws the same workloads
as anybody else: an example follows from the rule, the profile, the seed and its number.
"""

import time
from collections.abc import Callable, Sequence
from typing import TypeVar

from attrs import evolve, frozen

from ackproof.deviations import Deviation
from ackproof.engine.targets import kept
from ackproof.errors import TargetBroke, TargetUnavailable, UsageError
from ackproof.examine import Effort, concluded, examine
from ackproof.plan import Selection, Task, tasks
from ackproof.search import Known, Part, Search, tried_together
from ackproof.verdict import Verdict
from ackproof.wire import Json

T = TypeVar("T")


@frozen(kw_only=True)
class Assignment:
    """A rule to hold a target to, under a profile or none: by names, which any process understands.

    `component` is the one that the target is wanted for, or None. `deviations` are the recorded ones, in JSON form.
    `reply_timeout` is in seconds.
    """

    target: str
    rule: str
    profile: str | None
    seed: int = 0
    component: str | None = None
    deviations: tuple[Json, ...] = ()
    propose: bool = False
    reply_timeout: float | None = None

    def task(self) -> Task:
        """Return the rule with its check."""
        (task,) = tasks(Selection(rule=self.rule), [self.profile] if self.profile else [])
        return task

    @property
    def known(self) -> Known:
        """What is known of the target beforehand."""
        return Known(tuple(map(Deviation.from_json, self.deviations)), self.propose)

    def on_target(self, look: Callable[[Search], T]) -> "T | Broke":
        """Return the result of a look at the target, or `Broke` if the target breaks over it.

        Raise `UsageError` if the target cannot be found by its name.
        """
        try:
            with kept.driver(self.target, self.reply_timeout, self.component) as driver:
                return look(Search(self.task(), driver, self.seed, self.known))
        except UsageError as error:
            raise UsageError(f"{error} (on a worker: what a target needs has to be on every one of them)") from error
        except (TargetBroke, TargetUnavailable) as broke:
            return Broke(str(broke))


@frozen
class Broke:
    """Why there is no result: what became of the target."""

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

    def tried(self) -> Part | Broke:
        """Try the examples."""
        return self.assignment.on_target(lambda search: search.tried(self.numbers))


@frozen
class Trial:
    """Pieces of one target to try: one, or several where the target would rather have many runs at once."""

    pieces: tuple[Piece, ...]

    @property
    def target(self) -> str:
        """The name of the target."""
        return self.pieces[0].assignment.target

    def __call__(self) -> Sequence[Part | Broke]:
        """Try them; return the result of each. A target that breaks over all together is given one after the other."""
        begun = time.perf_counter()
        parts = self._together() if len(self.pieces) > 1 else None
        if parts is None:
            return [_timed(piece.tried) for piece in self.pieces]
        each = (time.perf_counter() - begun) / len(self.pieces)
        return [evolve(part, seconds=each) for part in parts]

    def _together(self) -> Sequence[Part] | None:
        first = self.pieces[0].assignment
        try:
            with kept.driver(first.target, first.reply_timeout, first.component) as driver:
                searches = [
                    Search(each.assignment.task(), driver, each.assignment.seed, each.assignment.known)
                    for each in self.pieces
                ]
                return tried_together(
                    [(search, each.numbers) for search, each in zip(searches, self.pieces, strict=True)]
                )
        except (TargetBroke, TargetUnavailable):
            return None


@frozen
class Conclusion:
    """The verdict to reach, from the merged results of all examples."""

    assignment: Assignment
    part: Part

    @property
    def target(self) -> str:
        """The name of the target."""
        return self.assignment.target

    def __call__(self) -> Verdict | Broke:
        """Reach it; a violation is made smaller on the way."""
        return _timed(lambda: self.assignment.on_target(lambda search: concluded(search, self.part)))


@frozen
class Timed:
    """A rule to examine for some seconds: block after block of examples, up to the first violation."""

    assignment: Assignment
    effort: Effort

    @property
    def target(self) -> str:
        """The name of the target."""
        return self.assignment.target

    def __call__(self) -> Verdict | Broke:
        """Examine it."""
        return self.assignment.on_target(
            lambda search: examine(search.task, search.driver, self.effort, self.assignment.known)
        )


Work = Trial | Conclusion | Timed

Result = TypeVar("Result", Part, Verdict)


def _timed(work: Callable[[], Result | Broke]) -> Result | Broke:
    begun = time.perf_counter()
    result = work()
    return result if isinstance(result, Broke) else evolve(result, seconds=time.perf_counter() - begun)
