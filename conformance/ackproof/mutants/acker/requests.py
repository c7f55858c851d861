"""Mutants about what lasts from one request to the next. In one request each of them is right."""

from collections.abc import Sequence
from copy import deepcopy
from functools import reduce
from itertools import groupby
from operator import xor
from typing import ClassVar

from attrs import define, evolve, field

from ackproof.components.acker import Ack, AckerOperation, AckerResult, Init, Restart, Tick
from ackproof.mutants import family
from ackproof.mutants.parts import AckerTasks, Shards

requests = family("what lasts between requests")


@define
class _WithFreshTasks(Shards):
    """Acker tasks, and what they were when nothing had come."""

    fresh: Sequence[AckerTasks] = field(init=False, factory=list)

    def __attrs_post_init__(self) -> None:
        """Keep what a new acker is."""
        super().__attrs_post_init__()
        self.fresh = deepcopy(self.shards)


@requests(
    "forgets-all-between-requests",
    kills=["ACK-04"],
    mistake="The adapter makes an acker for each request, as a web handler would, and tests send one request.",
)
class ForgetsAllBetweenRequests(_WithFreshTasks):
    """Each request begins with an acker that knows nothing."""

    def apply(self, operations: Sequence[AckerOperation | Restart]) -> list[AckerResult]:
        self.shards = deepcopy(self.fresh)
        return super().apply(operations)  # type: ignore[arg-type]  # nobody kills this one


@requests(
    "forgets-spout-tasks-between-requests",
    kills=["ACK-04"],
    mistake="What is stored between two requests has a field too few.",
)
class ForgetsSpoutTasksBetweenRequests(Shards):
    """Of the records that a request finds, nobody knows any more whom to notify."""

    def apply(self, operations: Sequence[AckerOperation]) -> list[AckerResult]:
        for shard in self.shards:
            for task in shard.tasks:
                for cohort in task.pending.cohorts():
                    for root, record in list(cohort.items()):
                        task.pending.replace(root, type(record)(record.ack_val, None, record.failed))
        return super().apply(operations)


@requests(
    "one-tick-a-request",
    kills=["ACK-15"],
    mistake="The clock is looked at once for each request: that was often enough.",
)
class OneTickARequest(Shards):
    """The first tick of a request counts, and no other."""

    def apply(self, operations: Sequence[AckerOperation]) -> list[AckerResult]:
        ticked, results = False, []
        for operation in operations:
            if isinstance(operation, Tick) and operation.acker is None:
                results.append(
                    AckerResult((), acked=False, pending=sum(self.pending)) if ticked else self.one(operation)
                )
                ticked = True
            else:
                results.append(self.one(operation))
        return results


@requests(
    "rotates-between-requests",
    kills=["ACK-14"],
    mistake="The timer starts anew when the connection is idle, with a rotation.",
)
@define
class RotatesBetweenRequests(Shards):
    """After each request a rotation that nobody asked for."""

    begun: bool = field(init=False, default=False)

    def apply(self, operations: Sequence[AckerOperation]) -> list[AckerResult]:
        if self.begun:
            for shard in self.shards:
                shard.apply([Tick()])
        self.begun = True
        return super().apply(operations)


@requests("one-clock-for-all-sessions", kills=["ACK-15"], mistake="The time is a variable of the module.")
@define
class OneClockForAllSessions(Shards):
    """Ticks count in all sessions, and an open sets the clock back for all."""

    now: ClassVar[int] = 0
    passed: int = field(init=False, default=0)

    def __attrs_post_init__(self) -> None:
        """Begin at zero."""
        super().__attrs_post_init__()
        type(self).now = 0

    def one(self, operation: AckerOperation) -> AckerResult:
        """Do one operation, when all ticks are made up for."""
        if not isinstance(operation, Tick) or operation.acker is not None:
            return super().one(operation)
        type(self).now += 1
        result = AckerResult((), acked=False, pending=sum(self.pending))
        while self.passed < self.now:
            self.passed += 1
            result = super().one(operation)
        return result


@requests(
    "one-spout-task-of-a-root-for-all-sessions",
    kills=["ACK-05"],
    mistake="The spout tasks are kept beside the records, in a map of the module.",
)
@define
class OneSpoutTaskOfARootForAllSessions(Shards):
    """Of a root that is known in several sessions, all notify the spout task that was named last."""

    tasks: ClassVar[dict[int, int]] = {}

    def one(self, operation: AckerOperation) -> AckerResult:
        """Do one operation, and notify the task that the map has."""
        if isinstance(operation, Init):
            self.tasks[operation.root] = operation.task
        result = super().one(operation)
        words = tuple(evolve(notification, task=self.tasks[notification.root]) for notification in result.notifications)
        return evolve(result, notifications=words)


SESSIONS = 40


@requests(
    "keeps-so-many-sessions",
    kills=["ACK-04"],
    mistake="Sessions are in a cache of forty, and one that is not in it is thought to be new.",
)
@define
class KeepsSoManySessions(_WithFreshTasks):
    """Of more than 40 sessions, the one that was asked longest ago knows nothing when it is asked again."""

    asked: ClassVar[dict[int, None]] = {}

    def __attrs_post_init__(self) -> None:
        super().__attrs_post_init__()
        self._note()

    def apply(self, operations: Sequence[AckerOperation | Restart]) -> list[AckerResult]:
        self.shards = self.shards if id(self) in self.asked else deepcopy(self.fresh)
        self._note()
        return super().apply(operations)  # type: ignore[arg-type]  # nobody kills this one

    def _note(self) -> None:
        self.asked.pop(id(self), None)
        self.asked[id(self)] = None
        if len(self.asked) > SESSIONS:
            del self.asked[next(iter(self.asked))]


MOST_REQUESTS = 1024


@requests(
    "begins-anew-after-so-many-requests",
    kills=["ACK-36"],
    mistake="A process ends after so many requests, as those of web servers do against leaks, and the acker with it.",
)
@define
class BeginsAnewAfterSoManyRequests(_WithFreshTasks):
    """The 1,025th request begins with an acker that knows nothing."""

    requests: int = field(init=False, default=0)

    def apply(self, operations: Sequence[AckerOperation | Restart]) -> list[AckerResult]:
        self.requests += 1
        if self.requests == 1 + MOST_REQUESTS:
            self.shards = deepcopy(self.fresh)
        return super().apply(operations)  # type: ignore[arg-type]  # nobody kills this one


IN_A_ROW = 8


@requests(
    "acks-in-a-row-are-one",
    kills=["ACK-36"],
    mistake="Acks of one root in a row are folded into one, as xor does not mind; that looks a record up once.",
)
class AcksInARowAreOne(Shards):
    """Eight or more acks of one root in a row within a request are one, so late ones hide that the tree was done."""

    def apply(self, operations: Sequence[AckerOperation]) -> list[AckerResult]:
        results: list[AckerResult] = []
        for _, group in groupby(operations, lambda each: each.root if isinstance(each, Ack) else each):
            row = list(group)
            if len(row) >= IN_A_ROW and isinstance(row[0], Ack):
                value = reduce(xor, (each.value for each in row if isinstance(each, Ack)))
                last = self.one(evolve(row[0], value=value))
                results += [evolve(last, notifications=())] * (len(row) - 1) + [last]
            else:
                results += map(self.one, row)
        return results
