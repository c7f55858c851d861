"""Mutants about batches: what an acker does wrong that takes several messages at once, on a cluster say."""

from collections.abc import Iterator, Sequence

from attrs import evolve

from ackproof.components.acker import Ack, AckerOperation, AckerResult, Fail, Init, Notification, Tick
from ackproof.mutants import family
from ackproof.mutants.parts import Shards

batching = family("batching and sharding")
expiry = family("expiry and rotation")
SIZE = 8


@expiry(
    "fails-at-expiry",
    kills=["ACK-13"],
    mistake="A tree that is forgotten has failed, so its spout task should hear of it.",
)
class FailsAtExpiry(Shards):
    """The spout tasks of the records that expire are notified of a fail."""

    def one(self, operation: AckerOperation) -> AckerResult:
        shards = [self.shards[place] for place in self.reached(operation)]
        cohorts = [task.pending.cohorts()[-1] for shard in shards for task in shard.tasks]
        if not isinstance(operation, Tick):
            return super().one(operation)
        dying = {root: record.spout_task for cohort in cohorts for root, record in cohort.items()}
        words = tuple(Notification("fail", root, task) for root, task in dying.items() if task is not None)
        return evolve(super().one(operation), notifications=words)


class _Batched(Shards):
    """Takes eight operations at a time."""

    def apply(self, operations: Sequence[AckerOperation]) -> list[AckerResult]:
        batches = [operations[start : start + SIZE] for start in range(0, len(operations), SIZE)]
        return [result for batch in batches for result in self.batch(batch)]

    def batch(self, batch: Sequence[AckerOperation]) -> list[AckerResult]:
        """Do one batch; return a result for each operation, in the order in which they came."""
        results: dict[int, AckerResult] = {}
        for place in self.order(batch):
            results[place] = self.one(batch[place])
        idle = AckerResult(acked=True, pending=sum(self.pending))
        return [results.get(place, evolve(idle, acked=batch[place].op != "tick")) for place in range(len(batch))]

    def order(self, batch: Sequence[AckerOperation]) -> Iterator[int]:
        """Yield the places of the operations to be done, in the order to do them in."""
        yield from range(len(batch))


@batching(
    "one-message-of-a-root-in-a-batch",
    kills=["ACK-04"],
    mistake="A batch is put into a map by root, where the last message wins.",
)
class OneMessageOfARootInABatch(_Batched):
    """Of several messages of a root in one batch, the last is heard."""

    def order(self, batch: Sequence[AckerOperation]) -> Iterator[int]:
        last = {getattr(operation, "root", f"tick {place}"): place for place, operation in enumerate(batch)}
        yield from sorted(last.values())


@batching(
    "batch-without-duplicates", kills=["ACK-11"], mistake="A batch is deduplicated, since transports deliver twice."
)
class BatchWithoutDuplicates(_Batched):
    """Of equal messages in one batch, the first is heard."""

    def order(self, batch: Sequence[AckerOperation]) -> Iterator[int]:
        yield from (place for place, each in enumerate(batch) if isinstance(each, Tick) or each not in batch[:place])


@batching(
    "batch-takes-ticks-last", kills=["ACK-14"], mistake="Messages are grouped by root first, and time has no root."
)
class BatchTakesTicksLast(_Batched):
    """The ticks of a batch are heard after its messages."""

    def order(self, batch: Sequence[AckerOperation]) -> Iterator[int]:
        yield from sorted(range(len(batch)), key=lambda place: isinstance(batch[place], Tick))


@batching("batch-takes-ticks-first", kills=["ACK-14"], mistake="A batch begins with what is due by the clock.")
class BatchTakesTicksFirst(_Batched):
    """The ticks of a batch are heard before its messages."""

    def order(self, batch: Sequence[AckerOperation]) -> Iterator[int]:
        yield from sorted(range(len(batch)), key=lambda place: not isinstance(batch[place], Tick))


@batching(
    "batch-takes-inits-first",
    kills=["ACK-02"],
    mistake="Streams are read one after the other: first all inits, so that every record is there.",
)
class BatchTakesInitsFirst(_Batched):
    """The inits of a batch are heard before its acks."""

    def order(self, batch: Sequence[AckerOperation]) -> Iterator[int]:
        yield from sorted(range(len(batch)), key=lambda place: not isinstance(batch[place], Init | Tick))


@batching(
    "batch-takes-fails-last",
    kills=["ACK-08"],
    mistake="Streams are read one after the other: acks, then fails, as Heron's control batches are.",
)
class BatchTakesFailsLast(_Batched):
    """The fails of a batch are heard after its other messages."""

    def order(self, batch: Sequence[AckerOperation]) -> Iterator[int]:
        yield from sorted(range(len(batch)), key=lambda place: isinstance(batch[place], Fail))


@batching("batch-told-at-its-end", kills=["ACK-09"], mistake="What a batch causes is sent with its last message.")
class BatchToldAtItsEnd(_Batched):
    """All notifications of a batch come as the result of its last operation."""

    def batch(self, batch: Sequence[AckerOperation]) -> list[AckerResult]:
        results = super().batch(batch)
        words = tuple(notification for result in results for notification in result.notifications)
        silent = [evolve(result, notifications=()) for result in results]
        return [*silent[:-1], evolve(silent[-1], notifications=words)]


@batching(
    "batch-xored-up-front",
    kills=["ACK-04"],
    mistake="The acks of a root in a batch are xored up and looked at once, however many trees that were.",
)
class BatchXoredUpFront(_Batched):
    """The value of an ack is reported with the last ack of its root in the batch."""

    def batch(self, batch: Sequence[AckerOperation]) -> list[AckerResult]:
        merged = list(batch)
        for place, operation in enumerate(merged):
            later = [
                each
                for each in range(place + 1, len(merged))
                if getattr(merged[each], "root", None) == getattr(operation, "root", 0)
            ]
            if isinstance(operation, Ack) and later and isinstance(last := merged[later[0]], Ack):
                merged[place], merged[later[0]] = (
                    evolve(operation, value=0),
                    evolve(last, value=last.value ^ operation.value),
                )
        return super().batch(merged)


@batching("last-message-of-a-batch-lost", kills=["ACK-04"], mistake="A range ends one short.")
class LastMessageOfABatchLost(_Batched):
    """The eighth operation of a full batch is not heard."""

    def order(self, batch: Sequence[AckerOperation]) -> Iterator[int]:
        yield from range(min(len(batch), SIZE - 1))


@batching(
    "pending-counted-before-the-message", kills=["ACK-25"], mistake="The gauge is read at the beginning of `execute`."
)
class PendingCountedBeforeTheMessage(Shards):
    """The number of records is reported as it was before the message."""

    def one(self, operation: AckerOperation) -> AckerResult:
        before = sum(self.pending)
        return evolve(super().one(operation), pending=before)


@batching(
    "ticks-acked", kills=["ACK-24"], mistake="Everything that comes in is acked at the end of `execute`, ticks too."
)
class TicksAcked(Shards):
    """It acks ticks, which belong to nobody's tree."""

    def one(self, operation: AckerOperation) -> AckerResult:
        return evolve(super().one(operation), acked=True)


@batching(
    "fails-not-acked",
    kills=["ACK-24"],
    mistake="An early `return` on the path of a fail skips the ack of the input.",
    issue="STORM-1245",
)
class FailsNotAcked(Shards):
    """A fail is heard, and its input never acked."""

    def one(self, operation: AckerOperation) -> AckerResult:
        return evolve(super().one(operation), acked=not isinstance(operation, Fail | Tick))
