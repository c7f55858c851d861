"""Campaigns: the rules of a run divided into pieces, for processes anywhere to do, and put together again.

A piece is a rule, a profile and some numbers of examples, so whoever is given one draws the same workloads as anybody
else. What comes back is a `Part`; the parts are joined, and the verdict on them all is reached where the target is, as
a violation has to be made smaller there. It is the verdict of a run in one process, in every word and number.

Nor does a campaign stop at another place. A violation stops nothing: the rule's other examples are tried and counted.
A target that breaks ends its rule, as it does in one process, and the rule's later pieces are not begun.
"""

import re
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import closing
from importlib.metadata import entry_points
from typing import Any, Protocol

from attrs import define, evolve, field, frozen

from ackproof import discover
from ackproof.deviations import Deviation
from ackproof.errors import ClusterUnavailable, TargetBroke, TargetUnavailable, UsageError, WorkerLost
from ackproof.examine import Effort, blank, concluded, why_skipped
from ackproof.plan import Selection, Task, tasks
from ackproof.search import Known, Part, Search, at_once, number_of_examples
from ackproof.target import Description
from ackproof.verdict import Outcome, Verdict
from ackproof.wire import Json

GROUP = "ackproof.runners"
"""Entry points that reach a cluster: each is named as its masters begin, such as `spark` for `spark://host:7077`, and
is a function from the master to its `Workers`. It raises `ClusterUnavailable` if they cannot be reached."""

PIECES = 100
"""Into so many pieces a rule is divided, if it has the examples."""

LARGEST_PIECE = 8
"""In multiples of the examples that are kept in memory at once. A piece that is lost is done again from its start."""

AHEAD = 2
"""Pieces under way for each that can be done at once, so that nobody waits for the next."""

PATIENCE = 1.0
"""Seconds between two looks whether there is anybody left to do the work."""


class Workers(Protocol):
    """Processes, anywhere, that do pieces of work."""

    def submit(self, work: Callable[[], Any], /) -> Future[Any]:
        """Have it done by one of them. The work can be pickled.

        It is tried again if the process dies. The future raises `WorkerLost` if every one did that had it, and whatever
        the work raised.
        """

    def size(self) -> int:
        """Return how many pieces can be done at once; raise `ClusterUnavailable` if nobody is there any more."""

    def close(self) -> None:
        """Let go of them. What is under way is given up."""


def connect(master: str) -> Workers:
    """Return the workers of a cluster, by the name of its master.

    Raise `UsageError` if no installed package knows such a name.
    """
    runners = {entry.name: entry for entry in entry_points(group=GROUP)}
    scheme = re.match(r"[A-Za-z0-9]*", master)
    entry = runners.get(scheme[0] if scheme else "")
    if entry is None:
        known = f"there are {', '.join(sorted(runners))}" if runners else "install ackproof[spark]"
        raise UsageError(f"no cluster {master!r}: a master begins with its kind, as spark://HOST:7077 does; {known}")
    try:
        runner: Callable[[str], Workers] = entry.load()
    except ImportError as error:
        raise ClusterUnavailable(f"{master} cannot be used here: {error}; install ackproof[spark]") from error
    return runner(master)


@frozen
class Assignment:
    """A rule to hold a target to, under a profile or none: by names, which any process understands."""

    target: str
    rule: str
    profile: str | None
    seed: int
    deviations: tuple[Json, ...] = ()
    propose: bool = False
    reply_timeout: float | None = None

    def task(self) -> Task:
        """Return the rule with its check."""
        (task,) = tasks(Selection(rule=self.rule), [self.profile] if self.profile else [])
        return task

    def searched(self, look: Callable[[Search], Any]) -> Any:
        """Return what comes of a look at the target, which nobody has used before and nobody will use again.

        Return `Broke` if the target breaks over it. Raise `UsageError` if it cannot be found by its name.
        """
        known = Known(tuple(map(Deviation.from_json, self.deviations)), self.propose)
        begun = time.perf_counter()
        try:
            with closing(discover.find(self.target, self.reply_timeout)) as driver:
                found = look(Search(self.task(), driver, self.seed, known))
        except UsageError as error:
            raise UsageError(f"{error} (on a worker: what a target needs has to be on every one of them)") from error
        except (TargetBroke, TargetUnavailable) as broke:
            return Broke(str(broke))
        return evolve(found, seconds=time.perf_counter() - begun)


@frozen
class Broke:
    """Why no verdict was reached: what became of the target."""

    reason: str


@frozen
class Trial:
    """Some examples to try."""

    assignment: Assignment
    start: int
    stop: int

    def __call__(self) -> Part | Broke:
        """Try them."""
        part: Part | Broke = self.assignment.searched(lambda search: search.tried(range(self.start, self.stop)))
        return part


@frozen
class Conclusion:
    """The verdict to reach, from what came of all examples."""

    assignment: Assignment
    part: Part

    def __call__(self) -> Verdict | Broke:
        """Reach it; a violation is made smaller on the way."""
        verdict: Verdict | Broke = self.assignment.searched(lambda search: concluded(search, self.part))
        return verdict


@frozen
class Standing:
    """How far a campaign has come. A rule under two profiles counts as two."""

    rules_done: int
    rules: int
    examples_done: int
    examples: int
    violations: int


@define
class _Front:
    """Where an assignment stands."""

    assignment: Assignment
    pieces: deque[Trial]
    begun: set[int] = field(factory=set)
    """The first numbers of the pieces that are under way."""
    part: Part = field(factory=Part)
    broke: tuple[int, str] | None = None
    """The first piece, by number, over which the target broke."""

    @property
    def to_come(self) -> int:
        """How many examples are still to be tried, as far as is known."""
        return sum(piece.stop - piece.start for piece in self.pieces)

    @property
    def is_settled(self) -> bool:
        """Whether nothing that is still to come could change what came of the examples."""
        return not self.pieces and not any(self.broke is None or start < self.broke[0] for start in self.begun)

    def returned(self, trial: Trial, came: Part | Broke) -> None:
        """Take in what came of a piece."""
        self.begun.remove(trial.start)
        if isinstance(came, Part):
            self.part = self.part.joined(came)
        elif self.broke is None or trial.start < self.broke[0]:
            # In one process the later examples would not be tried; an earlier one may yet turn out to break it first.
            self.broke = (trial.start, came.reason)
            self.pieces = deque(piece for piece in self.pieces if piece.start < trial.start)

    def failed(self, reason: str) -> Verdict:
        """Return the verdict on a target that broke."""
        verdict = blank(self.assignment.target, self.assignment.task())
        return evolve(verdict, outcome=Outcome.ERROR, reason=reason, seconds=self.part.seconds)


def campaign(
    assignments: Sequence[tuple[Assignment, Description]],
    effort: Effort,
    workers: Workers,
    watch: Callable[[Standing], None] = lambda _: None,
) -> Iterator[Verdict]:
    """Yield the verdict on each assignment as it is reached; the targets have been asked what they are.

    Raise `ClusterUnavailable` if there is nobody left to do the work.
    """
    fronts = []
    for assignment, description in assignments:
        task = assignment.task()
        skipped = why_skipped(task.rule, description, task.profile)
        if skipped:
            yield evolve(blank(assignment.target, task), outcome=Outcome.SKIP, reason=skipped)
        else:
            fronts.append(_Front(assignment, deque(pieces(assignment, effort.examples))))
    yield from _Campaign(fronts, workers, watch).verdicts()


def pieces(assignment: Assignment, examples: int) -> list[Trial]:
    """Return a rule's examples in pieces, where an ordinary rule has `examples`."""
    check = assignment.task().check
    count, unit = number_of_examples(check, examples), at_once(check)
    size = unit * min(LARGEST_PIECE, max(1, count // (unit * PIECES)))
    return [Trial(assignment, start, min(start + size, count)) for start in range(0, count, size)]


@define
class _Campaign:
    fronts: list[_Front]
    workers: Workers
    watch: Callable[[Standing], None]
    under_way: dict[Future[Any], tuple[_Front, Trial | Conclusion]] = field(factory=dict)
    concluding: deque[tuple[_Front, Conclusion]] = field(factory=deque)
    over: int = 0

    def verdicts(self) -> Iterator[Verdict]:
        while self.over < len(self.fronts):
            self._begin_more()
            done, _ = wait(self.under_way, PATIENCE, FIRST_COMPLETED)
            for future in done:
                verdict = self._taken_in(*self.under_way.pop(future), future)
                if verdict is not None:
                    self.over += 1
                    yield verdict
            self.watch(self._standing())

    def _begin_more(self) -> None:
        most = AHEAD * self.workers.size()
        while len(self.under_way) < most and (following := self._next()) is not None:
            self.under_way[self.workers.submit(following[1])] = following

    def _next(self) -> tuple[_Front, Trial | Conclusion] | None:
        if self.concluding:
            return self.concluding.popleft()
        front = next((front for front in self.fronts if front.pieces), None)
        if front is None:
            return None
        trial = front.pieces.popleft()
        front.begun.add(trial.start)
        return front, trial

    def _taken_in(self, front: _Front, work: Trial | Conclusion, future: Future[Any]) -> Verdict | None:
        """Take in what came of a piece; return the verdict if that is reached."""
        try:
            came = future.result()
        except WorkerLost as lost:
            came = Broke(f"{front.assignment.target} {_what_for(work)}, and {lost}")
        if isinstance(work, Conclusion):
            if isinstance(came, Broke):
                return front.failed(came.reason)
            reached: Verdict = evolve(came, seconds=came.seconds + front.part.seconds)
            return reached
        was_settled = front.is_settled
        front.returned(work, came)
        if was_settled or not front.is_settled:
            return None
        if front.broke is not None:
            return front.failed(front.broke[1])
        self.concluding.append((front, Conclusion(front.assignment, front.part)))
        return None

    def _standing(self) -> Standing:
        done = sum(front.part.examples for front in self.fronts)
        under_way = sum(work.stop - work.start for _, work in self.under_way.values() if isinstance(work, Trial))
        return Standing(
            self.over,
            len(self.fronts),
            done,
            done + under_way + sum(front.to_come for front in self.fronts),
            sum(front.part.violations for front in self.fronts),
        )


def _what_for(work: Trial | Conclusion) -> str:
    if isinstance(work, Trial):
        return f"was given the examples {work.start} to {work.stop - 1}"
    shortest = work.part.shortest
    found = f" ({shortest.found.violation})" if shortest is not None else ""
    return f"was asked once more about what was found{found}"
