"""Mutants about failing: before the init, after it, and together with a zero."""

from collections.abc import Sequence

from acking import AckerMessage, Fail, Init, Kind, Notification, Record, ResetTimeout, RotatingMap
from attrs import define, evolve, field

from ackproof.mutants import family
from ackproof.mutants.parts import AckerInParts, Minutes, Notifications

fail = family("fail")


@fail(
    "zero-before-fail",
    kills=["ACK-08"],
    mistake="The documentation lists the two questions in this order, and every Storm asks them so.",
)
class ZeroBeforeFail(AckerInParts):
    """It asks for an ack val of zero before it asks for a fail."""

    def verdict(self, record: Record, message: AckerMessage) -> Kind | None:
        return Kind.ACK if self.done(record) else super().verdict(record, message)


@fail(
    "early-fail-dropped",
    kills=["ACK-07"],
    mistake="A fail looks up its record, finds none and has nothing to do.",
    issue="STORM-1245",
)
class EarlyFailDropped(AckerInParts):
    """A fail for an unknown root is lost."""

    def receive(self, message: AckerMessage) -> Notifications:
        return () if isinstance(message, Fail) and message.root not in self.pending else super().receive(message)


@fail("fails-toggle", kills=["ACK-07"], mistake="The flag is xored like the value beside it.")
class FailsToggle(AckerInParts):
    """A second fail takes the first one back."""

    def after_fail(self, record: Record) -> Record:
        return evolve(record, failed=not record.failed)


@fail(
    "ack-forgives-fail", kills=["ACK-07"], mistake="The record is made anew at each ack, with the flag at its default."
)
class AckForgivesFail(AckerInParts):
    """An ack takes an earlier fail back."""

    def after_ack(self, record: Record, value: int) -> Record:
        return super().after_ack(evolve(record, failed=False), value)


@fail("init-clears-fail", kills=["ACK-07"], mistake="An init makes the record, with the flag at its default.")
class InitClearsFail(AckerInParts):
    """An init that comes after a fail takes it back."""

    def after_init(self, record: Record, value: int, task: int) -> Record:
        return super().after_init(evolve(record, failed=False), value, task)


@fail(
    "fail-waits-for-zero",
    kills=["ACK-06"],
    mistake="Verdicts are asked for when a tree is done, and failed is taken for one of them.",
)
class FailWaitsForZero(AckerInParts):
    """A fail is sent when no edge is open any more."""

    def verdict(self, record: Record, message: AckerMessage) -> Kind | None:
        return None if record.failed and record.ack_val else super().verdict(record, message)


@fail("fail-is-silent", kills=["ACK-06"], mistake="The spout's own time-out will find it out: true, and a minute late.")
class FailIsSilent(AckerInParts):
    """A fail after the init ends the record, and nobody is notified."""

    def receive(self, message: AckerMessage) -> Notifications:
        emitted = super().receive(message)
        return () if isinstance(message, Fail) else emitted


@fail(
    "early-fail-told-late",
    kills=["ACK-07"],
    mistake="The flag is looked at by acks and fails; that an init may be the last to come is forgotten.",
)
class EarlyFailToldLate(AckerInParts):
    """A fail that came before the init is sent at the next message after it."""

    def verdict(self, record: Record, message: AckerMessage) -> Kind | None:
        return None if isinstance(message, Init) and record.failed else super().verdict(record, message)


@fail(
    "early-fail-told-to-task-0", kills=["ACK-02"], mistake="The task of a record is an int, and its default is a task."
)
class EarlyFailToldToTask0(AckerInParts):
    """A fail before the init is sent to task 0 at once."""

    def receive(self, message: AckerMessage) -> Notifications:
        emitted = super().receive(message)
        record = self.recalled(message.root)
        early = isinstance(message, Fail) and record is not None and record.spout_task is None
        return (Notification(Kind.FAIL, message.root, 0),) if early else emitted


@fail(
    "second-early-fail-ends-the-record",
    kills=["ACK-07"],
    mistake="A failed record is taken for one that was reported, and is cleaned up.",
)
class SecondFailEndsTheRecord(AckerInParts):
    """A second fail before the init drops the record."""

    def receive(self, message: AckerMessage) -> Notifications:
        record = self.recalled(message.root)
        if isinstance(message, Fail) and record is not None and record.failed:
            self.forget(message.root)
            return ()
        return super().receive(message)


@fail(
    "fail-needs-open-edges", kills=["ACK-07"], mistake="A tree at zero is done, and what is done cannot fail any more."
)
class FailNeedsOpenEdges(AckerInParts):
    """A fail for a record whose ack val is zero does not count."""

    def after(self, record: Record, message: AckerMessage) -> Record:
        balanced = isinstance(message, Fail) and not record.ack_val and self.recalled(message.root) is not None
        return record if balanced else super().after(record, message)


@fail(
    "fails-after-an-early-reset-are-lost",
    kills=["ACK-06"],
    mistake="A bolt that asked for time before all others is at work: a fail is taken for an older one.",
)
class FailsAfterAnEarlyResetAreLost(Minutes):
    """A fail is lost if a reset-timeout, the init and the fail of its tree are the first three messages in a row."""

    def takes(self, kind: str, noted: Sequence[str], *, apart: bool) -> bool:
        return apart or (*noted, kind) != ("reset-timeout", "init", "fail")


@fail(
    "fail-after-two-inits-lost",
    kills=["ACK-06"],
    mistake="A tree of two inits is taken for two trees of one root, and a fail does not say of which it is.",
)
class FailAfterTwoInitsLost(Minutes):
    """A fail is lost if two inits of its root came."""

    def takes(self, kind: str, noted: Sequence[str], *, apart: bool) -> bool:
        del apart
        return kind != "fail" or noted.count("init") < 2  # noqa: PLR2004


@fail(
    "lone-early-fail-told-late",
    kills=["ACK-07"],
    mistake="An init that finds nothing but a fail waits for another message, since a tree has more than one.",
)
@define
class LoneEarlyFailToldLate(AckerInParts):
    """A fail with nothing between it and the init, not even a tick, is sent at the next message after that."""

    lone: set[int] = field(init=False, factory=set)

    def receive(self, message: AckerMessage) -> Notifications:
        known, emitted = message.root in self.pending, super().receive(message)
        self.lone = self.lone - {message.root} | ({message.root} if isinstance(message, Fail) and not known else set())
        return emitted

    def verdict(self, record: Record, message: AckerMessage) -> Kind | None:
        waits = isinstance(message, Init) and message.root in self.lone
        return None if waits else super().verdict(record, message)

    def tick(self) -> dict[int, Record]:
        self.lone.clear()
        return super().tick()


@fail(
    "early-fails-in-a-byte",
    kills=["ACK-36"],
    mistake="How often a tree was failed is good to know, and not 0 if it was; a byte is plenty.",
)
@define
class EarlyFailsInAByte(AckerInParts):
    """Fails that come before the init are counted in a byte: after 256 of them there was none."""

    early: dict[int, int] = field(init=False, factory=dict)

    def after(self, record: Record, message: AckerMessage) -> Record:
        after = super().after(record, message)
        if isinstance(message, Fail) and record.spout_task is None:
            before = self.early.get(message.root, 0) if record.failed else 0
            self.early[message.root] = 1 + before & 0xFF
        elif isinstance(message, Init) and self.early.pop(message.root, 1) == 0:
            after = evolve(after, failed=False)
        return after


TWO_ROTATIONS = 2


@fail(
    "early-fails-age-apart",
    kills=["ACK-16"],
    profiles=["storm1"],
    mistake="Fails are rare, so their roots are in a map of their own, which an ack does not look into.",
)
@define
class EarlyFailsAgeApart(AckerInParts):
    """A fail before the init is forgotten two rotations after it or a reset-timeout, though acks keep the rest."""

    fails: RotatingMap[int, None] = field(init=False, factory=lambda: RotatingMap(TWO_ROTATIONS))

    def after(self, record: Record, message: AckerMessage) -> Record:
        known = message.root in self.fails
        if isinstance(message, Fail) or (known and isinstance(message, ResetTimeout)):
            self.fails.put(message.root, None)
        return evolve(super().after(record, message), failed=message.root in self.fails)

    def tick(self) -> dict[int, Record]:
        self.fails.rotate()
        return super().tick()

    def forget(self, root: int) -> None:
        self.fails.remove(root)
        super().forget(root)
