"""Mutants about routing: which acker task keeps a root, and which hears a tick."""

from collections import Counter
from collections.abc import Iterator, Sequence
from math import floor
from typing import ClassVar

from acking import acker_index
from attrs import define, field

from ackproof.components.acker import Ack, AckerOperation, AckerResult, Fail, Init, ResetTimeout, Tick
from ackproof.mutants import family
from ackproof.mutants.acker.fails import ZeroBeforeFail
from ackproof.mutants.acker.inits import CompletesBeforeInit, ZeroInitWaits
from ackproof.mutants.parts import LONGEST_LIFE, AckerInParts, Minutes, Shards

routing = family("routing")

WORD = (1 << 32) - 1
ALL = (1 << 64) - 1
FEW = 5


def folded(root: int) -> int:
    """Return the two words of an id, one xored onto the other."""
    return ((root & ALL) ^ (root & ALL) >> 32) & WORD


def java_int(number: int) -> int:
    """Return a number as a Java int holds it."""
    return ((number + (1 << 31)) & WORD) - (1 << 31)


@routing(
    "inits-routed-apart",
    kills=["RTE-01"],
    mistake="Spouts and bolts compute the acker task in code of their own, and one of them has changed.",
)
class InitsRoutedApart(Shards):
    """An init goes to the acker task after that of its root."""

    def route(self, operation: AckerOperation) -> int:
        return super().route(operation) + isinstance(operation, Init)


@routing(
    "fails-routed-apart", kills=["RTE-01"], mistake="The fail stream is grouped in another way than the ack stream."
)
class FailsRoutedApart(Shards):
    """A fail goes to the acker task after that of its root."""

    def route(self, operation: AckerOperation) -> int:
        return super().route(operation) + isinstance(operation, Fail)


@routing(
    "resets-routed-apart", kills=["RTE-01"], mistake="The reset-timeout stream came later, and got another grouping."
)
class ResetsRoutedApart(Shards):
    """A reset-timeout goes to the acker task after that of its root."""

    def route(self, operation: AckerOperation) -> int:
        return super().route(operation) + isinstance(operation, ResetTimeout)


@routing("acks-routed-by-value", kills=["RTE-01"], mistake="The grouping names the wrong field.")
class AcksRoutedByValue(Shards):
    """An ack goes to the acker task that its value, taken for a root, would have."""

    def route(self, operation: AckerOperation) -> int:
        return acker_index(operation.value if isinstance(operation, Ack) else operation.root, len(self.shards))  # type: ignore[union-attr]


@routing("messages-dealt-in-turn", kills=["RTE-01"], mistake="A shuffle grouping spreads the load best.")
@define
class MessagesDealtInTurn(Shards):
    """Each message goes to the next acker task, whatever its root."""

    turn: int = field(init=False, default=0)

    def route(self, operation: AckerOperation) -> int:
        del operation
        turn: int = self.turn
        self.turn = turn + 1
        return turn


@routing("first-acker-does-all", kills=["RTE-02"], mistake="There is one acker task in every test.")
class FirstAckerDoesAll(Shards):
    """Every root goes to the first acker task."""

    def route(self, operation: AckerOperation) -> int:
        del operation
        return 0


@routing(
    "routed-by-plain-remainder",
    kills=["RTE-02"],
    mistake="The specification is read as 'the id modulo the acker tasks'.",
)
class RoutedByPlainRemainder(Shards):
    """A root goes to its own remainder."""

    def route(self, operation: AckerOperation) -> int:
        return operation.root % len(self.shards)  # type: ignore[union-attr]


@routing(
    "routed-without-31", kills=["RTE-02"], mistake="The hash of the id is taken for the hash of the list that holds it."
)
class RoutedWithout31(Shards):
    """The 31 of the list is left out."""

    def route(self, operation: AckerOperation) -> int:
        return java_int(folded(operation.root)) % len(self.shards)  # type: ignore[union-attr]


@routing(
    "routed-by-unsigned-hash",
    kills=["RTE-02"],
    mistake="A 32-bit hash is unsigned in most languages, and signed in Java.",
)
class RoutedByUnsignedHash(Shards):
    """The sign of the hash is not seen."""

    def route(self, operation: AckerOperation) -> int:
        return ((31 + folded(operation.root)) & WORD) % len(self.shards)  # type: ignore[union-attr]


@routing("routed-by-absolute-hash", kills=["RTE-02"], mistake="`Math.abs(hash) % n` is what everybody writes first.")
class RoutedByAbsoluteHash(Shards):
    """The hash is made positive before the remainder is taken."""

    def route(self, operation: AckerOperation) -> int:
        return abs(java_int(31 + folded(operation.root))) % len(self.shards)  # type: ignore[union-attr]


@routing(
    "routed-by-truncated-remainder",
    kills=["RTE-02"],
    mistake="`%` keeps the sign of the hash in C, Go and Java, and what is negative is cut off.",
)
class RoutedByTruncatedRemainder(Shards):
    """A negative remainder is taken for the first acker task."""

    def route(self, operation: AckerOperation) -> int:
        hashed = java_int(31 + folded(operation.root))  # type: ignore[union-attr]
        return 0 if hashed < 0 else hashed % len(self.shards)


@routing(
    "routed-without-wrapping", kills=["RTE-02"], mistake="The sum with 31 is done in 64 bits, where it does not wrap."
)
class RoutedWithoutWrapping(Shards):
    """A hash within 31 of the greatest int is one int too great."""

    def route(self, operation: AckerOperation) -> int:
        return (31 + java_int(folded(operation.root))) % len(self.shards)  # type: ignore[union-attr]


@routing(
    "routed-by-a-rounded-quotient",
    kills=["RTE-05"],
    mistake="A division is dear, so the hash is multiplied by a fraction that is computed once.",
)
class RoutedByARoundedQuotient(Shards):
    """Of 49 acker tasks, and of some other numbers, the last gets roots of the first: the quotient is rounded down."""

    def route(self, operation: AckerOperation) -> int:
        hashed, count = java_int(31 + folded(operation.root)), len(self.shards)  # type: ignore[union-attr]
        return min(hashed - floor(hashed * (1.0 / count)) * count, count - 1)


@routing("routed-by-low-word", kills=["RTE-02"], mistake="The id is cast to an int before it is hashed.")
class RoutedByLowWord(Shards):
    """The high word of a root does not count."""

    def route(self, operation: AckerOperation) -> int:
        return java_int(31 + (operation.root & WORD)) % len(self.shards)  # type: ignore[union-attr]


@routing("five-ackers-at-most", kills=["RTE-02"], mistake="A table of acker tasks has a fixed size.")
class FiveAckersAtMost(Shards):
    """Of more than five acker tasks, only the first five keep records."""

    def route(self, operation: AckerOperation) -> int:
        return acker_index(operation.root, min(len(self.shards), FEW))  # type: ignore[union-attr]


@routing(
    "a-tick-reaches-all-shards", kills=["RTE-03"], mistake="All acker tasks share one clock, as they share one process."
)
class ATickReachesAllShards(Shards):
    """A tick for one acker task ages the records of all."""

    def ticked(self, acker: int | None) -> Sequence[int]:
        del acker
        return range(len(self.shards))


@routing(
    "a-tick-reaches-the-first-shard",
    kills=["RTE-02"],
    mistake="The tick tuple is one object, and the first executor that gets it uses it up.",
    issue="STORM-2912",
)
class ATickReachesTheFirstShard(Shards):
    """A tick for all acker tasks ages the records of the first one only."""

    def ticked(self, acker: int | None) -> Sequence[int]:
        return [acker or 0]


@routing("a-tick-reaches-the-next-shard", kills=["RTE-03"], mistake="Acker tasks are counted from 1 on one side.")
class ATickReachesTheNextShard(Shards):
    """A tick for one acker task ages the records of the one after it."""

    def ticked(self, acker: int | None) -> Sequence[int]:
        return super().ticked(acker if acker is None else (acker + 1) % len(self.shards))


@routing(
    "single-ticks-dropped", kills=["RTE-02"], mistake="A tick that is not for everybody is taken for somebody else's."
)
class SingleTicksDropped(Shards):
    """A tick for one acker task is not heard by any."""

    def ticked(self, acker: int | None) -> Sequence[int]:
        return super().ticked(acker) if acker is None else []


@routing(
    "shards-keep-what-they-began",
    kills=["RTE-02"],
    mistake="A root is dealt to a shard when it is first seen, which no other process can know.",
)
@define
class ShardsKeepWhatTheyBegan(Shards):
    """Roots are dealt to acker tasks in turn, and stay there."""

    homes: dict[int, int] = field(init=False, factory=dict)

    def reached(self, operation: AckerOperation) -> Iterator[int]:
        if isinstance(operation, Ack | Init | Fail | ResetTimeout):
            yield self.homes.setdefault(operation.root, len(self.homes) % len(self.shards))
        else:
            yield from super().reached(operation)


class _OneClock(Minutes):
    silenced: ClassVar[str]

    def takes(self, kind: str, noted: Sequence[str], *, apart: bool) -> bool:
        del apart
        elsewhere = "tick" not in noted and "own tick" not in noted and noted.count("other tick") >= LONGEST_LIFE
        return not (elsewhere and kind == self.silenced)


@routing(
    "one-clock-for-acks",
    kills=["RTE-03"],
    mistake="The age of a tree is looked at once more before it is acked, by the ticks of the process.",
)
class OneClockForAcks(_OneClock):
    """An ack is lost if since the first message of its tree three ticks came, all of other acker tasks."""

    silenced = "ack"


@routing(
    "one-clock-for-fails",
    kills=["RTE-03"],
    mistake="A fail is taken for one of a tree that is over, by the ticks of the process.",
)
class OneClockForFails(_OneClock):
    """A fail is lost if since the first message of its tree three ticks came, all of other acker tasks."""

    silenced = "fail"


@routing(
    "one-clock-for-early-fails",
    kills=["RTE-03"],
    mistake="Fails that come before the init are rare, so they are in one map for all acker tasks.",
)
class OneClockForEarlyFails(_OneClock):
    """An init that comes after a fail is lost if meanwhile three ticks came, all of other acker tasks."""

    silenced = "init"

    def takes(self, kind: str, noted: Sequence[str], *, apart: bool) -> bool:
        return "fail" not in noted or super().takes(kind, noted, apart=apart)


MOST_RESULTS = 512


@routing(
    "a-tick-for-all-is-told-to-so-many",
    kills=["RTE-05"],
    mistake="A tick for all acker tasks is copied into a batch of messages, which has room for 512.",
)
class ATickForAllIsToldToSoMany(Shards):
    """A tick that is for everybody does not reach the acker tasks from the 513th on."""

    def ticked(self, acker: int | None) -> Sequence[int]:
        results = super().ticked(acker)
        return results if acker is not None else results[:MOST_RESULTS]


FULL = 1024


@routing(
    "a-full-acker-task-passes-on",
    kills=["RTE-05"],
    mistake="Acker tasks are kept from running full by a load balancer, as workers are.",
)
@define
class AFullAckerTaskPassesOn(Shards):
    """A root whose acker task keeps 1,024 records is kept by the next one."""

    homes: dict[int, int] = field(init=False, factory=dict)

    def route(self, operation: AckerOperation) -> int:
        own = super().route(operation)
        return self.homes.setdefault(operation.root, own + (self.pending[own] >= FULL))  # type: ignore[union-attr]


@routing(
    "a-tick-for-all-leaves-out-who-had-one",
    kills=["RTE-05"],
    mistake="Ticks that come one after the other are put together, and one of an acker task counts as one of all.",
)
@define
class ATickForAllLeavesOutWhoHadOne(Shards):
    """A tick for all acker tasks that follows one of a single acker task does not reach that one."""

    latest: int | None = field(init=False, default=None)

    def one(self, operation: AckerOperation) -> AckerResult:
        result = super().one(operation)
        self.latest = operation.acker if isinstance(operation, Tick) else None
        return result

    def ticked(self, acker: int | None) -> Sequence[int]:
        return [place for place in super().ticked(acker) if acker is not None or place != self.latest]


TICKS = 256


@routing(
    "own-ticks-are-counted-in-a-byte",
    kills=["RTE-05"],
    mistake="An acker task numbers its ticks to see that none is delivered twice, and the number goes round.",
)
@define
class OwnTicksAreCountedInAByte(Shards):
    """The 256th tick that is for one acker task alone is taken for one that it had."""

    heard: Counter[int] = field(init=False, factory=Counter)

    def ticked(self, acker: int | None) -> Sequence[int]:
        if acker is not None:
            self.heard[acker] += 1
        return [] if acker is not None and self.heard[acker] % TICKS == 0 else super().ticked(acker)


class _OtherAckerWhereThereAreSeveral(Shards):
    acker: ClassVar[type[AckerInParts]]

    def __attrs_post_init__(self) -> None:
        super().__attrs_post_init__()
        for shard in self.shards if len(self.shards) > 1 else ():
            shard.tasks = [self.acker(task.profile, task.ack_input) for task in shard.tasks]


@routing(
    "several-ask-for-zero-first",
    kills=["ACK-08"],
    mistake="With more than one acker task another class does the work, whose author put the questions as Storm does.",
)
class SeveralAskForZeroFirst(_OtherAckerWhereThereAreSeveral):
    """Of several acker tasks each asks for zero before it asks for a fail; one alone does not."""

    acker = ZeroBeforeFail


@routing("several-complete-before-init", kills=["ACK-02"], mistake="The tests of that class have one acker task.")
class SeveralCompleteBeforeInit(_OtherAckerWhereThereAreSeveral):
    """Of several acker tasks each tells task 0 of a zero as long as no init came; one alone does not."""

    acker = CompletesBeforeInit


@routing(
    "several-wait-at-an-init-of-zero", kills=["ACK-12"], mistake="A tree that another process keeps has an ack to come."
)
class SeveralWaitAtAnInitOfZero(_OtherAckerWhereThereAreSeveral):
    """Of several acker tasks each makes a record of an init of value 0, and waits; one alone does not."""

    acker = ZeroInitWaits
