"""Mutants about what is said: how often, when, and of what kind."""

from acking import Ack, AckerMessage, Fail, Kind, Record
from attrs import define, evolve, field

from ackproof.mutants import family
from ackproof.mutants.parts import AckerInParts, Notifications

emitted = family("notifications")


@emitted("says-it-twice", kills=["ACK-09"], mistake="The notification is sent by the record and again by its caller.")
class SaysItTwice(AckerInParts):
    """Every ack and every fail is sent two times."""

    def notify(self, kind: Kind, root: int, task: int) -> Notifications:
        return super().notify(kind, root, task) * (1 if kind is Kind.RESET_TIMEOUT else 2)


@emitted("says-both", kills=["ACK-09"], mistake="Two `if`s stand where an `else` belongs.")
class SaysBoth(AckerInParts):
    """Where a tree is failed and at zero, both are sent."""

    def notify(self, kind: Kind, root: int, task: int) -> Notifications:
        both = kind is Kind.FAIL and (self.recalled(root) or Record(1)).ack_val == 0
        emitted = super().notify(kind, root, task)
        return (*emitted, *(evolve(notification, kind=Kind.ACK) for notification in emitted)) if both else emitted


@emitted(
    "fails-told-as-acks",
    kills=["ACK-06"],
    mistake="One stream is used for both, and the flag that distinguishes them is not read.",
)
class FailsToldAsAcks(AckerInParts):
    """A fail reaches the spout task as an ack."""

    def notify(self, kind: Kind, root: int, task: int) -> Notifications:
        return tuple(
            evolve(notification, kind=Kind.ACK) if kind is Kind.FAIL else notification
            for notification in super().notify(kind, root, task)
        )


@emitted("acks-told-as-fails", kills=["ACK-04"], mistake="The two streams are swapped in a table.")
class AcksToldAsFails(AckerInParts):
    """An ack reaches the spout task as a fail."""

    def notify(self, kind: Kind, root: int, task: int) -> Notifications:
        return tuple(
            evolve(notification, kind=Kind.FAIL) if kind is Kind.ACK else notification
            for notification in super().notify(kind, root, task)
        )


@emitted(
    "told-with-the-next-message", kills=["ACK-09"], mistake="Notifications are buffered and flushed one message later."
)
@define
class ToldWithTheNextMessage(AckerInParts):
    """What is due is sent when the next message comes, whatever its root."""

    waiting: Notifications = field(init=False, default=())

    def receive(self, message: AckerMessage) -> Notifications:
        waiting, self.waiting = self.waiting, super().receive(message)
        return waiting


@emitted(
    "second-fail-needed",
    kills=["ACK-06"],
    mistake="Fails are sent one per tuple that failed, and only then is the record dropped.",
)
@define
class SecondFailNeeded(AckerInParts):
    """The first fail after the init marks the record; the second one sends it."""

    was_failed: bool = field(init=False, default=False)

    def verdict(self, record: Record, message: AckerMessage) -> Kind | None:
        first = isinstance(message, Fail) and not self.was_failed
        return None if first else super().verdict(record, message)

    def receive(self, message: AckerMessage) -> Notifications:
        self.was_failed = (self.recalled(message.root) or Record()).failed
        return super().receive(message)


@emitted(
    "acks-when-nearly-done",
    kills=["ACK-03"],
    mistake="`<= 1` is written by who thinks of a counter in which the spout's tuple is one.",
)
class AcksWhenNearlyDone(AckerInParts):
    """An ack val of 1 is taken for zero."""

    def done(self, record: Record) -> bool:
        return record.ack_val in (0, 1)


@emitted(
    "ack-taken-for-the-tree",
    kills=["ACK-03"],
    mistake="The ack of the spout's own tuple is taken for the ack of its tree: children are forgotten.",
)
class AckTakenForTheTree(AckerInParts):
    """The first ack after the init is reported as the end of the tree."""

    def verdict(self, record: Record, message: AckerMessage) -> Kind | None:
        return super().verdict(record, message) or (Kind.ACK if isinstance(message, Ack) else None)
