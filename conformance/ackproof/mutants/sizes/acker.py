"""Ackers that are right up to some size and wrong beyond it."""

from collections import deque
from collections.abc import Sequence
from typing import ClassVar

import acking
from acking import Ack, AckerMessage, Fail, Kind, Record, ResetTimeout
from attrs import define, field

from ackproof.components.acker import AckerOperation, Tick
from ackproof.mutants.parts import AckerInParts, Notifications, Shards
from ackproof.mutants.sizes.mistake import Mistake
from ackproof.workloads import dimensions

WORD = (1 << 64) - 1
AT_ONCE = 8


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
class DropsTheSignOfRootsBeyond(BeyondALimit):
    """When more records than that are kept, roots go by 63 bits from then on."""

    grown: bool = field(init=False, default=False)

    def key(self, root: int) -> int:
        return root & WORD >> 1 if self.grown else root

    def keep(self, message: AckerMessage, record: Record) -> None:
        super().keep(message, record)
        if not self.grown and len(self.pending) > self.limit:
            self.grown = True
            for place, cohort in enumerate(self.pending.cohorts()):
                own = {self.key(root): kept for root, kept in cohort.items()}
                self.pending._cohorts[place] = own  # noqa: SLF001 - ages stay as they are


@define
class MakesAllYoungWhenTheTableGrows(BeyondALimit):
    """When a table of so many records gets one more, and each time it doubles, all begin anew."""

    doubled: int = field(init=False, default=0)

    def keep(self, message: AckerMessage, record: Record) -> None:
        super().keep(message, record)
        if len(self.pending) > self.limit << self.doubled:
            self.doubled += 1
            for cohort in self.pending.cohorts()[1:]:
                for root, kept in dict(cohort).items():
                    self.pending.put(root, kept)


@define
class KeepsSoManyWithoutAnInit(BeyondALimit):
    """Of more records than that which have no init, the oldest is dropped."""

    early: dict[int, None] = field(init=False, factory=dict)

    def keep(self, message: AckerMessage, record: Record) -> None:
        super().keep(message, record)
        if record.spout_task is None:
            self.early[message.root] = None
        else:
            self.early.pop(message.root, None)
        if len(self.early) > self.limit:
            oldest = next(iter(self.early))
            del self.early[oldest]
            self.pending.remove(oldest)


@define
class KeepsSoManyOfATask(BeyondALimit):
    """Of more records than that of one spout task, the oldest is dropped."""

    roots: dict[int, dict[int, None]] = field(init=False, factory=dict)

    def keep(self, message: AckerMessage, record: Record) -> None:
        super().keep(message, record)
        if record.spout_task is not None:
            own = self.roots.setdefault(record.spout_task, {})
            own[message.root] = None
            if len(own) > self.limit:
                oldest = next(iter(own))
                del own[oldest]
                self.pending.remove(oldest)

    def forget(self, root: int) -> None:
        record = self.pending.get(root)
        if record is not None and record.spout_task is not None:
            self.roots[record.spout_task].pop(root, None)
        super().forget(root)


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
class ForgetsSoManyAtATick(BeyondALimit):
    """A tick forgets so many of the records that are due. Of the others, eight are forgotten with each later message,
    by their roots, even if these have new records by then.
    """

    left: deque[int] = field(init=False, factory=deque)

    def tick(self) -> dict[int, Record]:
        expired = super().tick()
        self.left.extend(list(expired)[self.limit :])
        return expired

    def receive(self, message: AckerMessage) -> Notifications:
        for _ in range(min(len(self.left), AT_ONCE)):
            self.pending.remove(self.left.popleft())
        return super().receive(message)


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

    def notify(self, kind: Kind, root: int, task: int) -> Notifications:
        lives = self.lives[root] = self.lives.get(root, 0) + 1
        emitted = super().notify(kind, root, task)
        return emitted if lives <= self.limit else ()


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
        assert not isinstance(operation, Tick)  # noqa: S101 - ticks are not routed by root; this is for the types
        return acking.acker_index(operation.root, min(self.limit, len(self.shards)))


MISTAKES = (
    Mistake(LosesAnEntryWhenTheTableGrows, dimensions.RECORDS),
    Mistake(EvictsBeyond, dimensions.RECORDS),
    Mistake(DropsTheSignOfRootsBeyond, dimensions.RECORDS),
    Mistake(MakesAllYoungWhenTheTableGrows, dimensions.RECORDS),
    Mistake(KeepsSoManyWithoutAnInit, dimensions.RECORDS),
    Mistake(KeepsSoManyOfATask, dimensions.RECORDS),
    Mistake(CountsRecordsForEver, dimensions.EVER),
    Mistake(LosesAMessageOfATree, dimensions.MESSAGES),
    Mistake(IgnoresFailsOfLargeTrees, dimensions.MESSAGES),
    Mistake(EveryNthTickIsLost, dimensions.TICKS),
    Mistake(EveryNthTickCountsTwice, dimensions.TICKS),
    Mistake(ExpiresSoManyAtATick, dimensions.EXPIRING),
    Mistake(ForgetsSoManyAtATick, dimensions.EXPIRING),
    Mistake(RefreshesSoManyBetweenTicks, dimensions.REFRESHED),
    Mistake(RefreshesARecordSoOften, dimensions.REFRESHES),
    Mistake(ARootHasSoManyLives, dimensions.LIVES),
    Mistake(OneBitOfTheRootIsIgnored, dimensions.ROOT_BITS),
    Mistake(OneBitOfTheAckValIsIgnored, dimensions.VALUE_BITS),
    Mistake(OneBitOfTheTaskIsLost, dimensions.TASK_BITS),
    Mistake(TicksReachSoManyAckerTasks, dimensions.ACKER_TASKS),
    Mistake(RoutesToSoManyAckerTasks, dimensions.ACKER_TASKS),
)
"""Those of ackers."""
