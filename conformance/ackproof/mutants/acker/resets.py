"""Mutants about the reset-timeout: what it leaves alone, whom it reaches, and what it makes of nothing."""

from collections import Counter

from acking import AckerMessage, Init, Kind, Notification, Record, ResetTimeout, RotatingMap
from attrs import define, evolve, field

from ackproof.mutants import family
from ackproof.mutants.parts import AckerInParts, Notifications

reset = family("reset")
MOST = 5


@reset("reset-fails", kills=["ACK-19"], mistake="A bolt that asks for time is taken for one that has given up.")
class ResetFails(AckerInParts):
    """A reset-timeout marks the record as failed."""

    def after_reset(self, record: Record) -> Record:
        return evolve(record, failed=True)


@reset(
    "reset-empties-the-ack-val",
    kills=["ACK-19"],
    mistake="To reset a record is to put it back to its beginning, by the word.",
)
class ResetEmptiesTheAckVal(AckerInParts):
    """A reset-timeout sets the ack val to zero, and says nothing of that."""

    def after_reset(self, record: Record) -> Record:
        return evolve(record, ack_val=0)

    def verdict(self, record: Record, message: AckerMessage) -> Kind | None:
        kind = super().verdict(record, message)
        return Kind.RESET_TIMEOUT if kind is Kind.ACK and isinstance(message, ResetTimeout) else kind


@reset("reset-forgives-fail", kills=["ACK-19"], mistake="To reset a record is to put its flags back, by the word.")
class ResetForgivesFail(AckerInParts):
    """A reset-timeout before the init takes an earlier fail back."""

    def after_reset(self, record: Record) -> Record:
        return evolve(record, failed=False)


@reset(
    "reset-kept-to-itself", kills=["ACK-20"], mistake="The acker's own clock is put back, and the spout's is forgotten."
)
class ResetKeptToItself(AckerInParts):
    """A reset-timeout is not forwarded."""

    def notify(self, kind: Kind, root: int, task: int) -> Notifications:
        return () if kind is Kind.RESET_TIMEOUT else super().notify(kind, root, task)


@define
class _CountsInits(AckerInParts):
    """An acker that counts the inits of each record."""

    inits: Counter[int] = field(init=False, factory=Counter)

    def receive(self, message: AckerMessage) -> Notifications:
        known = message.root in self.pending
        self.inits[message.root] = isinstance(message, Init) + self.inits[message.root] * known
        return super().receive(message)

    def is_after_two(self, message: AckerMessage) -> bool:
        """Whether a message is a reset-timeout for a record in which two inits came."""
        return isinstance(message, ResetTimeout) and self.inits[message.root] > 1


@reset(
    "reset-after-two-inits-kept-to-itself",
    kills=["ACK-20"],
    mistake="After a second init the acker is not sure of the spout task, and asks none for time.",
)
class ResetAfterTwoInitsKeptToItself(_CountsInits):
    """A reset-timeout is not forwarded if two inits of its root came."""

    def receive(self, message: AckerMessage) -> Notifications:
        emitted = super().receive(message)
        return () if self.is_after_two(message) else emitted


@reset(
    "reset-after-two-inits-does-not-refresh",
    kills=["ACK-18"],
    mistake="A second init makes a record of two trees, and more time for one is not more time for the other.",
)
class ResetAfterTwoInitsDoesNotRefresh(_CountsInits):
    """A reset-timeout does not refresh a record in which two inits came."""

    def refreshes(self, message: AckerMessage) -> bool:
        return super().refreshes(message) and not self.is_after_two(message)


@reset(
    "early-reset-forwarded-late",
    kills=["ACK-20"],
    mistake="What came before the init is caught up with when the init comes.",
)
@define
class EarlyResetForwardedLate(AckerInParts):
    """A reset-timeout that came before the init is forwarded when the init names the task."""

    waiting: set[int] = field(init=False, factory=set)

    def receive(self, message: AckerMessage) -> Notifications:
        emitted = super().receive(message)
        if isinstance(message, ResetTimeout) and not emitted:
            self.waiting.add(message.root)
        if isinstance(message, Init) and message.root in self.waiting:
            self.waiting.remove(message.root)
            return emitted or (Notification(Kind.RESET_TIMEOUT, message.root, message.task),)
        return emitted


@reset(
    "early-reset-told-to-task-0", kills=["ACK-20"], mistake="The task of a record is an int, and its default is a task."
)
class EarlyResetToldToTask0(AckerInParts):
    """A reset-timeout before the init is forwarded to task 0."""

    def receive(self, message: AckerMessage) -> Notifications:
        emitted = super().receive(message)
        early = isinstance(message, ResetTimeout) and not emitted
        return (Notification(Kind.RESET_TIMEOUT, message.root, 0),) if early else emitted


@reset(
    "reset-of-unknown-root-ignored",
    kills=["ACK-21"],
    profiles=["storm2"],
    mistake="A reset-timeout looks up its record, finds none and has nothing to do.",
)
class ResetOfUnknownRootIgnored(AckerInParts):
    """A reset-timeout for an unknown root makes no record."""

    def receive(self, message: AckerMessage) -> Notifications:
        return (
            () if isinstance(message, ResetTimeout) and message.root not in self.pending else super().receive(message)
        )


@reset(
    "reset-of-unknown-root-kills-the-worker",
    kills=["ACK-22"],
    mistake="The record is taken for granted: a null pointer, the worker dies, and all that it knew is gone.",
    issue="STORM-3300",
)
class ResetOfUnknownRootKillsTheWorker(AckerInParts):
    """A reset-timeout for an unknown root loses every record."""

    def receive(self, message: AckerMessage) -> Notifications:
        if isinstance(message, ResetTimeout) and message.root not in self.pending:
            self.pending = RotatingMap(self.profile.buckets)
        return super().receive(message)


@reset(
    "reset-of-unknown-root-names-task-0",
    kills=["ACK-21"],
    mistake="The empty record is made with a task, because the field is an int.",
)
class ResetOfUnknownRootNamesTask0(AckerInParts):
    """A record that a reset-timeout begins has a task at once, and is reported to it as done."""

    def after(self, record: Record, message: AckerMessage) -> Record:
        unknown = isinstance(message, ResetTimeout) and self.recalled(message.root) is None
        return evolve(record, spout_task=0) if unknown else super().after(record, message)


@reset(
    "unknown-root-fails-at-reset",
    kills=["ACK-21"],
    mistake="A reset-timeout for a tree that is unknown can only be too late, so the tree is marked as failed.",
)
class UnknownRootFailsAtReset(AckerInParts):
    """A record that a reset-timeout begins is marked as failed."""

    def after(self, record: Record, message: AckerMessage) -> Record:
        unknown = isinstance(message, ResetTimeout) and self.recalled(message.root) is None
        return evolve(record, failed=True) if unknown else super().after(record, message)


@reset(
    "reset-does-not-refresh",
    kills=["ACK-18"],
    mistake="It is forwarded to the spout, whose clock is the one that counts.",
)
class ResetDoesNotRefresh(AckerInParts):
    """A reset-timeout is forwarded, and the record grows no younger."""

    def refreshes(self, message: AckerMessage) -> bool:
        return not isinstance(message, ResetTimeout) and super().refreshes(message)


@reset(
    "early-reset-does-not-refresh",
    kills=["ACK-18"],
    mistake="Refreshing and forwarding share the branch that asks for a task.",
)
class EarlyResetDoesNotRefresh(AckerInParts):
    """A reset-timeout refreshes only once the task is known."""

    def refreshes(self, message: AckerMessage) -> bool:
        early = isinstance(message, ResetTimeout) and (self.recalled(message.root) or Record()).spout_task is None
        return not early and super().refreshes(message)


@reset(
    "five-resets-at-most",
    kills=["ACK-18"],
    mistake="A tree that asks for time again and again is taken for stuck, and there is a limit.",
)
@define
class FiveResetsAtMost(AckerInParts):
    """The sixth reset-timeout of a record is forwarded, and refreshes nothing."""

    asked: Counter[int] = field(init=False, factory=Counter)

    def refreshes(self, message: AckerMessage) -> bool:
        self.asked[message.root] += isinstance(message, ResetTimeout)
        if isinstance(message, ResetTimeout) and self.asked[message.root] > MOST:
            return False
        return super().refreshes(message)

    def forget(self, root: int) -> None:
        self.asked.pop(root, None)
        super().forget(root)


@reset(
    "reset-forwarded-twice",
    kills=["ACK-20"],
    mistake="A reset-timeout is forwarded by the branch for its stream, and again where notifications are sent.",
)
class ResetForwardedTwice(AckerInParts):
    """A reset-timeout is forwarded two times."""

    def notify(self, kind: Kind, root: int, task: int) -> Notifications:
        return super().notify(kind, root, task) * (2 if kind is Kind.RESET_TIMEOUT else 1)


@reset("reset-told-as-fail", kills=["ACK-20"], mistake="What is not an ack goes out on the fail stream.")
class ResetToldAsFail(AckerInParts):
    """A reset-timeout reaches the spout task as a fail."""

    def notify(self, kind: Kind, root: int, task: int) -> Notifications:
        emitted = super().notify(kind, root, task)
        return (
            tuple(evolve(notification, kind=Kind.FAIL) for notification in emitted)
            if kind is Kind.RESET_TIMEOUT
            else emitted
        )


@reset(
    "acks-forwarded-as-resets",
    kills=["ACK-20"],
    mistake="Time-outs should follow progress, so every ack asks for more time.",
    issue="STORM-2359",
)
class AcksForwardedAsResets(AckerInParts):
    """An ack that does not finish its tree is sent as a reset-timeout."""

    def verdict(self, record: Record, message: AckerMessage) -> Kind | None:
        return super().verdict(record, message) or Kind.RESET_TIMEOUT


@reset(
    "resets-forwarded-twice-a-tick",
    kills=["ACK-20"],
    mistake="Within one rotation nothing ages, so another reset-timeout seems to give the spout no news.",
)
@define
class ResetsForwardedTwiceATick(AckerInParts):
    """A reset-timeout is not forwarded if two others of its tree were since the last tick."""

    resets: Counter[int] = field(init=False, factory=Counter)

    def notify(self, kind: Kind, root: int, task: int) -> Notifications:
        self.resets[root] += kind is Kind.RESET_TIMEOUT
        silent = kind is Kind.RESET_TIMEOUT and self.resets[root] > 2  # noqa: PLR2004 - two are
        return () if silent else super().notify(kind, root, task)

    def forget(self, root: int) -> None:
        del self.resets[root]
        super().forget(root)

    def tick(self) -> dict[int, Record]:
        self.resets.clear()
        return super().tick()


PERIODS = 256


@reset(
    "refreshed-periods-are-counted-in-a-byte",
    kills=["ACK-36"],
    mistake="A second reset-timeout between two ticks is nothing new; the mark that says so outlives the record.",
)
@define
class RefreshedPeriodsAreCountedInAByte(AckerInParts):
    """A reset-timeout does not refresh a record if the last one of its root came 256 ticks before."""

    period: int = field(init=False, default=0)
    marks: dict[int, int] = field(init=False, factory=dict)

    def refreshes(self, message: AckerMessage) -> bool:
        if not isinstance(message, ResetTimeout):
            return super().refreshes(message)
        marked, self.marks[message.root] = self.marks.get(message.root), self.period
        return marked != self.period

    def tick(self) -> dict[int, Record]:
        self.period = (self.period + 1) % PERIODS
        return super().tick()
