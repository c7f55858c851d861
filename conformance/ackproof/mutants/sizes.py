"""Mutants that are right up to some size and wrong beyond it.

They are made and not written: each mistake is a class with a `limit`, and it is tried with limits all over the range of
its dimension, up to one below the end. The kill page shows up to which limit each is found.
"""

import re
from collections.abc import Sequence
from functools import cache
from typing import ClassVar

import acking
from acking import Ack, AckerMessage, Fail, Kind, Record, ResetTimeout
from attrs import define, field, frozen

from ackproof.components.acker import AckerOperation, Tick
from ackproof.mutants import Mutant, add
from ackproof.mutants.parts import AckerInParts, Said, Shards
from ackproof.target import PROFILES
from ackproof.workloads import dimensions
from ackproof.workloads.dimensions import DIMENSIONS, WHOLE

WORD = (1 << 64) - 1
FAMILY = "wrong beyond a size"
PARTS = (2, 8, 64)
"""Into so many parts a range is cut for the limits that are tried."""
MARGIN = 16
"""The last limit is so small a part of the range below its end: what is lost beyond it needs a little room to show."""
RULES = {("acker", name): "RTE-05" if name == dimensions.ACKER_TASKS else "ACK-36" for name in DIMENSIONS["acker"]}
"""The rule that notices each dimension."""


@define
class BeyondALimit(AckerInParts):
    """An acker that is wrong beyond a limit."""

    limit: ClassVar[int] = 0


@define
class LosesAnEntryWhenTheTableGrows(BeyondALimit):
    """When a table of so many records gets one more, the oldest is lost."""

    grown: bool = field(init=False, default=False)

    def keep(self, message: AckerMessage, record: Record) -> None:
        super().keep(message, record)
        if not self.grown and len(self.pending) > self.limit:
            self.grown = True
            oldest = self.pending.cohorts()[-1] or self.pending.cohorts()[0]
            self.pending.remove(next(iter(oldest)))


@define
class EvictsBeyond(BeyondALimit):
    """Of more records than that, the oldest is dropped."""

    def keep(self, message: AckerMessage, record: Record) -> None:
        super().keep(message, record)
        if len(self.pending) > self.limit:
            cohort = next(cohort for cohort in reversed(self.pending.cohorts()) if cohort)
            self.pending.remove(next(iter(cohort)))


@define
class CountsRecordsForEver(BeyondALimit):
    """After so many records there is no room for more."""

    begun: int = field(init=False, default=0)

    def keep(self, message: AckerMessage, record: Record) -> None:
        if message.root not in self.pending:
            self.begun += 1
        if self.begun <= self.limit or message.root in self.pending:
            super().keep(message, record)


@define
class LosesAMessageOfATree(BeyondALimit):
    """Of a tree of more messages than that, one ack is not counted."""

    messages: dict[int, int] = field(init=False, factory=dict)

    def after(self, record: Record, message: AckerMessage) -> Record:
        count = self.messages[message.root] = self.messages.get(message.root, 0) + 1
        return record if count == self.limit + 1 and isinstance(message, Ack) else super().after(record, message)

    def forget(self, root: int) -> None:
        self.messages.pop(root, None)
        super().forget(root)


@define
class IgnoresFailsOfLargeTrees(BeyondALimit):
    """A fail of a tree of more messages than that is not noted."""

    messages: dict[int, int] = field(init=False, factory=dict)

    def after(self, record: Record, message: AckerMessage) -> Record:
        count = self.messages[message.root] = self.messages.get(message.root, 0) + 1
        return record if count > self.limit and isinstance(message, Fail) else super().after(record, message)


@define
class EveryNthTickIsLost(BeyondALimit):
    """Each tick whose number is a multiple of that is not heard."""

    ticks: int = field(init=False, default=0)

    def tick(self) -> dict[int, Record]:
        self.ticks += 1
        return {} if self.ticks % self.limit == 0 else super().tick()


@define
class EveryNthTickCountsTwice(BeyondALimit):
    """Each tick whose number is a multiple of that rotates twice."""

    ticks: int = field(init=False, default=0)

    def tick(self) -> dict[int, Record]:
        self.ticks += 1
        if self.ticks % self.limit == 0:
            super().tick()
        return super().tick()


@define
class ExpiresSoManyAtATick(BeyondALimit):
    """Of the records that are due at a tick, only so many go; the others stay for one rotation more."""

    def tick(self) -> dict[int, Record]:
        expired = super().tick()
        late = dict(list(expired.items())[self.limit :])
        for root, record in late.items():
            self.pending.put(root, record)
        return expired


@define
class RefreshesSoManyBetweenTicks(BeyondALimit):
    """Between two ticks only so many records are given more time."""

    refreshed: int = field(init=False, default=0)

    def tick(self) -> dict[int, Record]:
        self.refreshed = 0
        return super().tick()

    def refreshes(self, message: AckerMessage) -> bool:
        if isinstance(message, ResetTimeout):
            self.refreshed += 1
            return self.refreshed <= self.limit
        return super().refreshes(message)


@define
class RefreshesARecordSoOften(BeyondALimit):
    """A record is given more time so often, and not again."""

    times: dict[int, int] = field(init=False, factory=dict)

    def refreshes(self, message: AckerMessage) -> bool:
        if isinstance(message, ResetTimeout):
            times = self.times[message.root] = self.times.get(message.root, 0) + 1
            return times <= self.limit
        return super().refreshes(message)


@define
class ARootHasSoManyLives(BeyondALimit):
    """After so many trees of one root, its messages are taken for late ones."""

    lives: dict[int, int] = field(init=False, factory=dict)

    def say(self, kind: Kind, root: int, task: int) -> Said:
        lives = self.lives[root] = self.lives.get(root, 0) + 1
        said = super().say(kind, root, task)
        return said if lives <= self.limit else ()


@define
class OneBitOfTheRootIsIgnored(BeyondALimit):
    """Two roots that differ in one bit, of the number `limit`, are one."""

    def key(self, root: int) -> int:
        return root & WORD & ~(1 << self.limit)


@define
class OneBitOfTheAckValIsIgnored(BeyondALimit):
    """A tree of whose ack val one bit is left, of the number `limit`, is done."""

    def done(self, record: Record) -> bool:
        return record.ack_val & WORD & ~(1 << self.limit) == 0


@define
class OneBitOfTheTaskIsLost(BeyondALimit):
    """Of the number of a spout task one bit is lost, of the number `limit`."""

    def after_init(self, record: Record, value: int, task: int) -> Record:
        return super().after_init(record, value, task & ~(1 << self.limit))


@define
class TicksReachSoManyAckerTasks(Shards):
    """A tick for one acker task alone reaches only the first so many."""

    limit: ClassVar[int] = 0

    def ticked(self, acker: int | None) -> Sequence[int]:
        return () if acker is not None and acker >= self.limit else super().ticked(acker)


@define
class RoutesToSoManyAckerTasks(Shards):
    """Of more acker tasks than that, only so many are used."""

    limit: ClassVar[int] = 0

    def route(self, operation: AckerOperation) -> int:
        assert not isinstance(operation, Tick)  # noqa: S101 - ticks are not routed by root; this tells the types so
        return acking.acker_index(operation.root, min(self.limit, len(self.shards)))


@frozen
class Mistake:
    """A mistake that begins beyond a limit, in a dimension of a component."""

    machine: type
    dimension: str
    component: str = "acker"

    @property
    def name(self) -> str:
        """The name of the mistake, before its limit."""
        return re.sub(r"(?<!^)(?=[A-Z])", "-", self.machine.__name__).lower()

    def limits(self) -> Sequence[int]:
        """Return the limits with which it is tried: all over the default range, the last one just below its end."""
        dimension = DIMENSIONS[self.component][self.dimension]
        end = dimension.end(WHOLE)
        if dimension.fixed:
            return range(end)
        return sorted({max(2, end // part) for part in PARTS} | {end - max(1, end // MARGIN)})

    @cache  # noqa: B019 - there are few, and they last as long as the module
    def mutant(self, limit: int) -> Mutant:
        """Return the mutant with that limit."""
        wrong = f"{' '.join((self.machine.__doc__ or '').split())} Here it is {limit:,}."
        return Mutant(
            name=f"{self.name}-{limit}",
            family=FAMILY,
            kills=(RULES[self.component, self.dimension],),
            wrong=wrong,
            mistake=f"It is right up to {limit:,} {self.dimension}, and no test went further.",
            issue=None,
            profiles=PROFILES,
            machine=type(f"{self.machine.__name__}{limit}", (self.machine,), {"limit": limit}),
        )


MISTAKES = (
    Mistake(LosesAnEntryWhenTheTableGrows, dimensions.RECORDS),
    Mistake(EvictsBeyond, dimensions.RECORDS),
    Mistake(CountsRecordsForEver, dimensions.EVER),
    Mistake(LosesAMessageOfATree, dimensions.MESSAGES),
    Mistake(IgnoresFailsOfLargeTrees, dimensions.MESSAGES),
    Mistake(EveryNthTickIsLost, dimensions.TICKS),
    Mistake(EveryNthTickCountsTwice, dimensions.TICKS),
    Mistake(ExpiresSoManyAtATick, dimensions.EXPIRING),
    Mistake(RefreshesSoManyBetweenTicks, dimensions.REFRESHED),
    Mistake(RefreshesARecordSoOften, dimensions.REFRESHES),
    Mistake(ARootHasSoManyLives, dimensions.LIVES),
    Mistake(OneBitOfTheRootIsIgnored, dimensions.ROOT_BITS),
    Mistake(OneBitOfTheAckValIsIgnored, dimensions.VALUE_BITS),
    Mistake(OneBitOfTheTaskIsLost, dimensions.TASK_BITS),
    Mistake(TicksReachSoManyAckerTasks, dimensions.ACKER_TASKS),
    Mistake(RoutesToSoManyAckerTasks, dimensions.ACKER_TASKS),
)
"""Every mistake of this kind."""


@cache
def mutants_of_size() -> dict[str, Mutant]:
    """Return every mutant of this kind, by name."""
    made = [mistake.mutant(limit) for mistake in MISTAKES for limit in mistake.limits()]
    return {mutant.name: mutant for mutant in made}


for each in MISTAKES:
    add(each.mutant(each.limits()[-1]))  # one of each stands among the mutants: the one that is found last
