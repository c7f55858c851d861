"""Mutants about the init: that it can be late, come twice, or be about nothing."""

from collections import Counter

from acking import Ack, AckerMessage, Fail, Init, Kind, Record, ResetTimeout
from attrs import define, evolve, field

from ackproof.mutants import family
from ackproof.mutants.parts import AckerInParts, Notifications

init = family("init")
STASH = 8


@init(
    "init-overwrites-early-acks",
    kills=["ACK-01"],
    mistake="An init begins a tree, so it begins the record: nobody thinks of messages that overtake it.",
)
class InitOverwritesEarlyAcks(AckerInParts):
    """The first init sets the ack val to its own value, whatever acks came before."""

    def after_init(self, record: Record, value: int, task: int) -> Record:
        return super().after_init(evolve(record, ack_val=0) if record.spout_task is None else record, value, task)


@init(
    "late-init-brings-no-value",
    kills=["ACK-01"],
    mistake="If a record is there, the init is taken to have come before, and only names the task.",
)
class LateInitBringsNoValue(AckerInParts):
    """An init that finds a record does not xor its value into it."""

    def after_init(self, record: Record, value: int, task: int) -> Record:
        return evolve(record, spout_task=task, ack_val=value if record == Record() else record.ack_val)


@init(
    "early-acks-dropped",
    kills=["ACK-01"],
    mistake="An ack for a root that nobody announced looks like an error; in Heron, which keeps the order, it is one.",
)
class EarlyAcksDropped(AckerInParts):
    """An ack for an unknown root is thrown away."""

    def receive(self, message: AckerMessage) -> Notifications:
        return super().receive(message) if message.root in self.pending or not isinstance(message, Ack) else ()


@init("last-early-ack-wins", kills=["ACK-01"], mistake="What is stashed until the init comes is a slot, not a sum.")
class LastEarlyAckWins(AckerInParts):
    """Before the init, an ack takes the place of the ack before it."""

    def after_ack(self, record: Record, value: int) -> Record:
        return super().after_ack(evolve(record, ack_val=0) if record.spout_task is None else record, value)


@init(
    "eight-early-acks-at-most",
    kills=["ACK-33"],
    mistake="A stash for messages that wait for their init is bounded, and the bound is silent.",
)
@define
class EightEarlyAcksAtMost(AckerInParts):
    """Of the acks that come before the init, the ninth and later ones are dropped."""

    early: Counter[int] = field(init=False, factory=Counter)

    def receive(self, message: AckerMessage) -> Notifications:
        if isinstance(message, Ack) and (self.recalled(message.root) or Record()).spout_task is None:
            self.early[message.root] += 1
            if self.early[message.root] > STASH:
                return ()
        return super().receive(message)

    def forget(self, root: int) -> None:
        self.early.pop(root, None)
        super().forget(root)


@init("asks-at-acks-only", kills=["ACK-04"], mistake="A tree is finished by its last ack, in every picture.")
class AsksAtAcksOnly(AckerInParts):
    """It does not look at the ack val when an init comes last."""

    def verdict(self, record: Record, message: AckerMessage) -> Kind | None:
        late = isinstance(message, Init) and not record.failed and message.value
        return None if late else super().verdict(record, message)


@init("completes-before-init", kills=["ACK-02"], mistake="Zero is all that the idea of the algorithm asks for.")
class CompletesBeforeInit(AckerInParts):
    """A zero is enough: task 0 is notified as long as nobody named another."""

    def receive(self, message: AckerMessage) -> Notifications:
        emitted = super().receive(message)
        record = self.recalled(message.root)
        if record is None or record.spout_task is not None or record.ack_val or not isinstance(message, Ack):
            return emitted
        return self.notify(Kind.ACK, message.root, 0)


@init(
    "zero-init-waits",
    kills=["ACK-12"],
    mistake="A tree is finished by an ack; that there may be none to come is forgotten.",
)
class ZeroInitWaits(AckerInParts):
    """An init with the value 0 makes the record, and what is due is said at the next message."""

    def verdict(self, record: Record, message: AckerMessage) -> Kind | None:
        empty = isinstance(message, Init) and message.value == 0 and not record.failed
        return None if empty else super().verdict(record, message)


@init("second-init-ignored", kills=["ACK-11"], mistake="A tree begins once, so what says it again is noise.")
class SecondInitIgnored(AckerInParts):
    """The first init is the only one that it hears."""

    def after_init(self, record: Record, value: int, task: int) -> Record:
        return record if record.spout_task is not None else super().after_init(record, value, task)


@init("second-init-keeps-first-task", kills=["ACK-11"], mistake="The task is set where it is None, like a default.")
class SecondInitKeepsFirstTask(AckerInParts):
    """A second init is xored, and its task does not count."""

    def after_init(self, record: Record, value: int, task: int) -> Record:
        return super().after_init(record, value, task if record.spout_task is None else record.spout_task)


@init(
    "second-init-begins-anew",
    kills=["ACK-11"],
    mistake="A replayed tree should not inherit what was left of the old one.",
)
class SecondInitBeginsAnew(AckerInParts):
    """A second init empties the record before it counts."""

    def after_init(self, record: Record, value: int, task: int) -> Record:
        return super().after_init(record if record.spout_task is None else Record(), value, task)


@init(
    "second-init-finishes",
    kills=["ACK-03"],
    mistake="An init for a root that is known is taken for news of its end: the spout would not begin it twice.",
)
class SecondInitFinishes(AckerInParts):
    """A second init completes the tree, whatever is open."""

    def after_init(self, record: Record, value: int, task: int) -> Record:
        after = super().after_init(record, value, task)
        return after if record.spout_task is None else evolve(after, ack_val=0)


@init(
    "second-init-told-to-task-0",
    kills=["ACK-05"],
    mistake="Where two inits disagree on the task, it is taken for unknown, and the default for unknown is 0.",
)
class SecondInitToldToTask0(AckerInParts):
    """Where a second init names another task, task 0 is notified."""

    def after_init(self, record: Record, value: int, task: int) -> Record:
        return super().after_init(record, value, task if record.spout_task in (None, task) else 0)


@init(
    "an-init-of-the-same-value-is-ignored",
    kills=["ACK-05"],
    mistake="An init that is delivered twice would cancel itself. Another message is known by its value.",
)
@define
class AnInitOfTheSameValueIsIgnored(AckerInParts):
    """An init with the value of the one before it is ignored, and its task; any other counts, and names the task."""

    values: dict[int, int] = field(init=False, factory=dict)

    def after(self, record: Record, message: AckerMessage) -> Record:
        if not isinstance(message, Init):
            return super().after(record, message)
        again = record.spout_task is not None and self.values.get(message.root) == message.value
        self.values[message.root] = message.value
        return record if again else super().after(record, message)


@init(
    "zero-ghost-dropped",
    kills=["ACK-21"],
    profiles=["storm2"],
    mistake="A record with an ack val of zero and nobody to notify looks like garbage.",
)
class ZeroGhostDropped(AckerInParts):
    """A record whose ack val is zero is dropped while no init has come."""

    def receive(self, message: AckerMessage) -> Notifications:
        emitted = super().receive(message)
        record = self.recalled(message.root)
        if record is not None and record.spout_task is None and not record.ack_val and not record.failed:
            self.forget(message.root)
        return emitted


@init(
    "early-fail-dropped-at-zero",
    kills=["ACK-07"],
    mistake="A record with an ack val of zero and nobody to notify looks like garbage, failed or not.",
)
class EarlyFailDroppedAtZero(AckerInParts):
    """A record that failed before its init is dropped when its ack val is zero."""

    def receive(self, message: AckerMessage) -> Notifications:
        emitted = super().receive(message)
        record = self.recalled(message.root)
        if record is not None and record.spout_task is None and not record.ack_val and isinstance(message, Fail):
            self.forget(message.root)
        return emitted


@init(
    "unknown-zero-ack-ignored",
    kills=["ACK-01"],
    profiles=["storm2"],
    mistake="An ack of zero changes no ack val, so it is left out before it makes a record.",
)
class UnknownZeroAckIgnored(AckerInParts):
    """An ack with the value 0 for an unknown root makes no record."""

    def receive(self, message: AckerMessage) -> Notifications:
        nothing = isinstance(message, Ack) and message.value == 0 and message.root not in self.pending
        return () if nothing else super().receive(message)


@init(
    "an-equal-init-counts-once",
    kills=["ACK-03"],
    mistake="An init that is sent again is recognised by its value, and one with another value is of another emission.",
)
@define
class AnEqualInitCountsOnce(AckerInParts):
    """Of the inits of a record, those with the value of an earlier one are ignored, and the others all count."""

    values: dict[int, set[int]] = field(init=False, factory=dict)

    def receive(self, message: AckerMessage) -> Notifications:
        if message.root not in self.pending:
            self.values.pop(message.root, None)
        if isinstance(message, Init):
            known = self.values.setdefault(message.root, set())
            if message.value in known:
                message = evolve(message, value=0)
            known.add(message.value)
        return super().receive(message)


@define
class ToldTwice(AckerInParts):
    """A target that knows of which records a second init has come, and which roots had a record that expired."""

    twice: set[int] = field(init=False, factory=set)
    expired: set[int] = field(init=False, factory=set)

    def receive(self, message: AckerMessage) -> Notifications:
        """Take one message, and note whether it is a second init."""
        record = self.recalled(message.root)
        if record is None:
            self.twice.discard(message.root)
        elif isinstance(message, Init) and record.spout_task is not None:
            self.twice.add(message.root)
        return super().receive(message)

    def tick(self) -> dict[int, Record]:
        """Age every record, and note the roots of those that expire."""
        gone = super().tick()
        self.expired.update(gone)
        return gone


@init(
    "second-init-after-expiry-finishes-at-an-ack",
    kills=["ACK-03"],
    mistake="A tree that came back after its record expired, and again, is given up: its first ack is believed.",
)
class SecondInitAfterExpiryFinishesAtAnAck(ToldTwice):
    """Where an earlier record of the root expired, any ack after a second init completes the tree."""

    def receive(self, message: AckerMessage) -> Notifications:
        emitted = super().receive(message)
        record = self.recalled(message.root)
        odd = message.root in self.twice & self.expired and isinstance(message, Ack)
        if record is None or record.spout_task is None or emitted or not odd:
            return emitted
        return self.notify(Kind.ACK, message.root, record.spout_task)


@init(
    "second-init-after-expiry-drops-fails",
    kills=["ACK-06"],
    mistake="A tree that came back after its record expired, and again, is being replayed, so nobody need ask for it.",
)
class SecondInitAfterExpiryDropsFails(ToldTwice):
    """Where an earlier record of the root expired, a fail after a second init is dropped."""

    def receive(self, message: AckerMessage) -> Notifications:
        is_known = self.recalled(message.root) is not None
        if isinstance(message, Fail) and is_known and message.root in self.twice & self.expired:
            self.ack_input(message)
            return ()
        return super().receive(message)


@init(
    "acks-after-a-second-init-do-not-refresh",
    kills=["ACK-16"],
    profiles=["storm1"],
    mistake="A root that two emissions share is best forgotten soon, so acks do not prolong it.",
)
class AcksAfterASecondInitDoNotRefresh(ToldTwice):
    """Once a second init has come, acks leave the age of the record as it is."""

    def refreshes(self, message: AckerMessage) -> bool:
        return super().refreshes(message) and not (isinstance(message, Ack) and message.root in self.twice)


@init(
    "reset-after-a-second-init-marks-the-ack-val",
    kills=["ACK-19"],
    mistake="A record of two emissions is marked by the complement of its ack val, and nobody takes the mark off.",
)
class ResetAfterASecondInitMarksTheAckVal(ToldTwice):
    """Once a second init has come, a reset-timeout turns over all bits of the ack val."""

    def after(self, record: Record, message: AckerMessage) -> Record:
        after = super().after(record, message)
        marks = isinstance(message, ResetTimeout) and message.root in self.twice
        return evolve(after, ack_val=~after.ack_val) if marks else after


MOST_INITS = 31


@init(
    "inits-in-five-bits",
    kills=["ACK-03"],
    mistake="One word has the number of inits beside the task, and nobody has seen more than two.",
)
@define
class InitsInFiveBits(AckerInParts):
    """The thirty-second init of a record is taken for one that closes all edges."""

    inits: Counter[int] = field(init=False, factory=Counter)

    def after(self, record: Record, message: AckerMessage) -> Record:
        known = super().after(record, message)
        if not isinstance(message, Init):
            return known
        self.inits[message.root] = 1 if record.spout_task is None else self.inits[message.root] + 1
        return known if self.inits[message.root] <= MOST_INITS else evolve(known, ack_val=0)
